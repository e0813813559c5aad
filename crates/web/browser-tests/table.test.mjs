// What a table offers besides cards: hint, review, undo, reload, a second person, watching, a restart.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { test } from "node:test";
import { house, playDeal, serve, sit } from "./kit.mjs";

const here = house();

/** An adviser that answers at once, on any machine. */
const QUICK = { advisers: { hearts: "deep" } };

test("a hint shows a bar for every legal card and marks the best", async () => {
  const page = await here.visit({ settings: QUICK });
  await sit(page, "hearts");
  await page.waitForSelector(".hand .card.playable");
  const legal = await page.locator(".hand .card.playable").count();
  await page.keyboard.press("h");
  await page.waitForSelector(".hint .bars li");
  // The three cards of a pass belong together: two of them are no alternatives.
  assert.equal(await page.locator(".hint .bars li").count(), legal - 2);
  const best = await page.locator(".hint .bars li.strong .chip").getAttribute("data-chip");
  assert.equal(await page.locator(`.hand .card.best[data-card="${best}"]`).count(), 1);
  assert.match(await page.locator(".hand .card.best").first().getAttribute("aria-label"), /the hint/);
  assert.match(await page.textContent(".hint .unit"), /points/i);
  // Who wants one gets a hint on every turn.
  await page.check(".hint .pin input");
  for (let card = 0; card < 3; card++) await page.locator(".hand .card.playable:not(.chosen)").first().click();
  await page.click("[data-key=pass-cards]");
  await page.waitForSelector("[data-key=pass-cards]", { state: "detached" });
  await page.waitForSelector(".hand .card.best");
  assert.deepEqual(page.faults, []);
});

test("a finished deal is reviewed step by step, shared by link, downloaded and imported", async () => {
  const page = await here.visit({ settings: QUICK });
  await sit(page, "hearts");
  await playDeal(page, "hearts");
  const download = page.waitForEvent("download");
  await page.click(".result a[download]");
  const file = `${await (await download).path()}`;
  await page.click("[data-key=review]");
  await page.waitForSelector(".review .bars li");
  const steps = Number((await page.textContent(".stepper output")).split("/")[1]);
  assert.ok(steps === 52 || steps === 64, `${steps} steps`);
  assert.ok((await page.locator(".review .bars li").count()) > 1);
  assert.ok(await page.locator(".review svg.lines").isVisible());
  const first = await page.textContent(".stepper output");
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await page.textContent(".stepper output"), first);
  // Somebody else opens the link.
  const other = await here.visit({ settings: QUICK });
  await other.goto(page.url());
  await other.waitForSelector(".review-cloth .plate");
  // The file that was saved can be looked at, too.
  await page.goto(`${here.address}#/review`);
  await page.setInputFiles("#record", file);
  await page.waitForSelector(".review-cloth .plate");
  assert.equal(Number((await page.textContent(".stepper output")).split("/")[1]), steps);
  assert.deepEqual([...page.faults, ...other.faults], []);
  const broken = `${file}.broken`;
  await writeFile(broken, "not a record\n");
  await page.goto(`${here.address}#/review`);
  await page.setInputFiles("#record", broken);
  await page.waitForSelector(".toast.error");
  assert.match(await page.textContent(".toast.error"), /line 1|record/);
});

test("a reload in the middle of a deal goes on where it was", async () => {
  const page = await here.visit();
  await sit(page, "plain-tricks");
  for (let card = 0; card < 3; card++) {
    await page.locator(".hand .card.playable").first().click();
    await page.waitForFunction((left) => document.querySelectorAll(".hand .card").length === left, 12 - card);
    await page.waitForSelector(".hand .card.playable");
  }
  const cards = () => page.locator(".hand .card").evaluateAll((buttons) => buttons.map((button) => button.dataset.card));
  const before = await cards();
  await page.reload();
  await page.waitForSelector(".hand .card.playable");
  assert.deepEqual(await cards(), before);
  // From the lobby, too.
  await page.goto(here.address);
  await page.locator(".continue").first().click();
  await page.waitForSelector(".hand .card.playable");
  assert.deepEqual(await cards(), before);
  await playDeal(page, "plain-tricks");
});

test("two people meet at one table by a link, and neither sees the other's cards", async () => {
  const ann = await here.visit({ settings: { name: "Ann" } });
  await sit(ann, "plain-tricks", (page) => page.selectOption("[data-key=guests]", "1"));
  await ann.click("[data-tool=link]");
  const link = await ann.inputValue("dialog input");
  await ann.keyboard.press("Escape");
  const bob = await here.visit({ settings: { name: "Bob" } });
  await bob.goto(link);
  await bob.click("button[data-seat]");
  await bob.waitForSelector(".hand .card");
  await ann.waitForSelector(".plate:has-text('Bob')");
  assert.ok(await bob.locator(".plate:has-text('Ann')").isVisible());
  const held = async (page) =>
    new Set(await page.locator(".hand .card").evaluateAll((buttons) => buttons.map((button) => button.dataset.card)));
  const [anns, bobs] = [await held(ann), await held(bob)];
  assert.ok([...anns].every((card) => !bobs.has(card)));
  await Promise.all([playDeal(ann, "plain-tricks"), playDeal(bob, "plain-tricks")]);
  // The same result, told from two sides.
  const points = async (page, name) => page.locator(`.standing li:has-text("${name}") .payoff`).textContent();
  assert.equal(await points(ann, "Bob"), await points(bob, "You"));
  assert.equal(await points(ann, "You"), await points(bob, "Ann"));
});

test("a move can be taken back while nobody has answered", async () => {
  const page = await here.visit({ settings: { pace: 1200 } });
  await sit(page, "plain-tricks");
  await page.waitForSelector(".hand .card.playable", { timeout: 30_000 });
  const count = await page.locator(".hand .card").count();
  await page.locator(".hand .card.playable").first().click();
  await page.waitForFunction((left) => document.querySelectorAll(".hand .card").length === left, count - 1);
  await page.waitForSelector("[data-tool=undo]:enabled");
  await page.keyboard.press("u");
  await page.waitForFunction((left) => document.querySelectorAll(".hand .card").length === left, count);
  assert.ok(await page.locator(".hand .card.playable").first().isVisible());
});

test("players are watched among themselves with all hands open", async () => {
  const page = await here.visit({ settings: { pace: 300 } });
  await sit(page, "hearts", async () => page.check("[data-key=watch]"));
  await page.waitForSelector(".open-hand .chip");
  assert.equal(await page.locator(".open-hand").count(), 4);
  assert.equal(await page.locator("[data-tool=hint]").count(), 0);
  // It waits while it is told to, and then goes on as fast as it can.
  await page.click("[data-key=pause]");
  await page.waitForSelector(".prompt:has-text('Paused')");
  // A move that was on its way already may still come.
  await page.waitForTimeout(400);
  const version = await page.getAttribute(".table", "data-version");
  await page.waitForTimeout(700);
  assert.equal(await page.getAttribute(".table", "data-version"), version);
  await page.click("[data-key=pause]");
  await page.locator(".pace input[type=range]").fill("3000");
  await page.check(".pace [data-key=auto]");
  await page.waitForSelector(".result", { timeout: 60_000 });
  // The next deal comes by itself.
  await page.waitForSelector(".rules:has-text('deal 2')");
});

test("a game is found again after the server was killed", async () => {
  const first = await serve();
  const page = await here.visit({}, first.address);
  await sit(page, "plain-tricks");
  await page.waitForSelector(".hand .card.playable");
  await page.locator(".hand .card.playable").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".hand .card").length === 12);
  await page.waitForSelector(".hand .card.playable");
  // Writing is a matter of moments, but it is not instant.
  await page.waitForTimeout(1000);
  const cards = () => page.locator(".hand .card").evaluateAll((buttons) => buttons.map((button) => button.dataset.card));
  const before = await cards();
  const tables = await page.evaluate(() => localStorage.getItem("kirifuda.tables"));
  const where = new URL(page.url()).hash;
  await first.stop("SIGKILL");
  await page.waitForSelector(".line:not([hidden])");
  const second = await serve(first.file);
  // Another port is another origin for the browser: the key of the seat is carried over by hand.
  const again = await here.visit({}, second.address);
  await again.evaluate((text) => localStorage.setItem("kirifuda.tables", text), tables);
  await again.goto(`${second.address}${where}`);
  await again.reload();
  await again.waitForSelector(".hand .card.playable");
  assert.deepEqual(
    await again.locator(".hand .card").evaluateAll((buttons) => buttons.map((button) => button.dataset.card)),
    before,
  );
  await second.stop();
});
