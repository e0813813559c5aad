// Opponents that learn from the person, and trainings started from the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { house, playDeal } from "./kit.mjs";

const here = house();

const count = (page) => page.locator("article[data-learner] p.tiny").first().textContent();

test("a learner is made, learns from a game, shows what it has learned, forgets and goes", async () => {
  const page = await here.visit();
  await page.goto(`${here.address}#/learners`);
  await page.selectOption("form [data-key=learner]", "falcon");
  await page.fill("form input", "Pupil");
  await page.click("form .primary");
  await page.waitForSelector("article:has-text('Pupil')");
  assert.match(await count(page), /\b0 games/);
  await page.click("article .primary");
  await page.waitForSelector(".plate:has-text('Pupil')");
  await playDeal(page, "hearts");
  // Learning goes on beside the table.
  for (let look = 0; look < 20; look++) {
    await page.goto(`${here.address}#/review`);
    await page.goto(`${here.address}#/learners`);
    await page.waitForSelector("article:has-text('Pupil')");
    if (/\b1 games?/.test(await count(page))) break;
    await page.waitForTimeout(500);
  }
  assert.match(await count(page), /\b1 games?/);
  await page.click("article button:has-text('What it has learned')");
  await page.waitForSelector("dialog .picture-panel");
  await page.keyboard.press("Escape");
  const model = await page.request.get(new URL(await page.getAttribute("article a[download]", "href"), here.address).href);
  assert.equal(model.status(), 200);
  assert.ok((await model.body()).length > 100);
  await page.click("article button:has-text('Reset')");
  await page.click("dialog .primary");
  await page.waitForFunction(() => /\b0 games/.test(document.querySelector("article[data-learner] p.tiny")?.textContent));
  await page.click("article button:has-text('Remove')");
  await page.click("dialog .primary");
  await page.waitForSelector("article", { state: "detached" });
  assert.deepEqual(page.faults, []);
});

test("on a server for many only whoever made a learner can reset or remove it", async () => {
  const page = await here.visit();
  // The server of the tests is for one: what a server for many says is put into its answers.
  await page.route("**/api/catalog", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), shared: true } });
  });
  await page.reload();
  await page.request.post(`${here.address}api/learners`, {
    data: { game: "hearts", rules: "standard", learner: "linear-q", name: "Theirs", start: "shipped" },
    headers: { origin: new URL(here.address).origin },
  });
  await page.route("**/api/learners", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ response: answer, json: route.request().method() === "POST" ? { ...body, token: "secret" } : body });
  });
  await page.goto(`${here.address}#/learners`);
  await page.waitForSelector("article:has-text('Theirs')");
  const theirs = page.locator("article:has-text('Theirs')");
  assert.equal(await theirs.locator("[data-key=reset], [data-key=remove]").count(), 0);
  assert.match(await theirs.textContent(), /another browser/);
  await page.fill("form input", "Mine");
  await page.click("form .primary");
  const mine = page.locator("article:has-text('Mine')");
  await mine.locator("[data-key=reset]").click();
  const asked = page.waitForRequest((request) => request.url().endsWith("/reset"));
  await page.click("dialog .primary");
  assert.equal((await asked).headers().authorization, "Bearer secret");
});

test("a training runs with a progress bar and a curve, and its model can be played", async () => {
  const page = await here.visit();
  await page.goto(`${here.address}#/train`);
  await page.selectOption("form [data-key=learner]", "falcon");
  await page.selectOption("form [data-key=deals]", "1000");
  await page.click("form .primary");
  await page.waitForSelector("progress");
  await page.waitForSelector("svg.lines");
  await page.waitForSelector("button:has-text('Play against it')", { timeout: 120_000 });
  assert.equal(await page.locator("progress").evaluate((bar) => bar.value === bar.max), true);
  assert.ok(await page.locator(".picture-panel").first().isVisible());
  await page.click("button:has-text('Play against it')");
  await page.waitForSelector(".hand .card");
  // What came out is among the learners now.
  await page.goto(`${here.address}#/learners`);
  await page.waitForSelector("article[data-learner]:has-text('Falcon 1,000')");
  assert.deepEqual(page.faults, []);
});
