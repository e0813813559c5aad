// People among themselves: an open seat, an invitation, somebody who leaves and comes back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { house, playDeal, serve, sit } from "./kit.mjs";

const here = house();

/** A table of a game with one open seat, its host at it, and the link to it. */
async function host(game, options = {}) {
  const page = await here.visit({ settings: { name: "Ann" }, ...options });
  await sit(page, game, async () => {
    await page.selectOption("[data-key=guests]", "1");
  });
  await page.click(".plate .invite");
  const link = await page.inputValue("dialog input");
  await page.keyboard.press("Escape");
  return { page, link };
}

/** Somebody else takes the open seat. */
async function guest(link, options = {}) {
  const page = await here.visit({ ...options, settings: { ...options.settings, name: "Bob" } });
  await page.goto(link);
  await page.click("button[data-seat]");
  await page.waitForSelector(".hand .card");
  return page;
}

const PHONE = { width: 360, height: 740, touch: true };

for (const [where, options] of [
  ["a desktop, in English", { settings: { name: "Ann" } }],
  ["a phone, in Japanese", { ...PHONE, locale: "ja-JP", settings: { name: "Ann", language: "ja" } }],
]) {
  test(`the host passes while the other seat is open, and both play the deal by clicking: ${where}`, async () => {
    // Deals without passing come, too: then another table is made.
    for (let tries = 0; tries < 12; tries++) {
      const { page: ann, link } = await host("hearts", options);
      await ann.waitForSelector(".plate .invite");
      if (!(await ann.locator("[data-key=pass-cards]").count())) {
        await ann.context().close();
        continue;
      }
      for (let card = 0; card < 3; card++) await ann.locator(".hand .card.playable:not(.chosen)").first().click();
      await ann.click("[data-key=pass-cards]");
      await ann.waitForFunction(() => document.querySelectorAll(".hand .card").length === 10);
      // Now it is the turn of somebody who is not there yet, and the page says so.
      const words = options.settings.language === "ja" ? /待っています/ : /wait/i;
      await ann.waitForFunction((text) => new RegExp(text, "i").test(document.querySelector(".prompt").textContent), words.source);
      assert.ok(await ann.locator(".plate .invite").isVisible(), "the open seat still invites");
      const bob = await guest(link, options);
      await ann.waitForSelector(".plate:has-text('Bob')");
      assert.equal(await ann.locator(".plate .invite").count(), 0);
      await Promise.all([playDeal(ann, "hearts"), playDeal(bob, "hearts")]);
      assert.deepEqual([...ann.faults, ...bob.faults], []);
      return;
    }
    assert.fail("no deal with passing came");
  });
}

for (const [where, options, words] of [
  ["in English", {}, /only on this computer/],
  ["on a phone, in Japanese", { ...PHONE, locale: "ja-JP", settings: { language: "ja" } }, /このコンピューターでしか/],
]) {
  test(`a link that only this computer can open says so, and how to let others in: ${where}`, async () => {
    const page = await here.visit(options);
    await sit(page, "plain-tricks", () => page.selectOption("[data-key=guests]", "1"));
    await page.click(".plate .invite");
    await page.waitForSelector("dialog .only-here");
    assert.match(await page.textContent("dialog .only-here"), words);
    assert.match(await page.textContent("dialog .only-here code"), /^kirifuda play --listen 0\.0\.0\.0 --port \d+$/);
    assert.equal(await page.locator("dialog .qr").count(), 0);
    assert.deepEqual(page.faults, []);
  });
}

test("a table that is open to the network gives its address and a QR code", async () => {
  const open = await serve(null, ["--listen", "0.0.0.0"]);
  const page = await here.visit({}, open.address);
  await sit(page, "plain-tricks", () => page.selectOption("[data-key=guests]", "1"));
  await page.click(".plate .invite");
  await page.waitForFunction(() => document.querySelector("dialog .qr img")?.naturalWidth > 0);
  const { scope, addresses } = await page.evaluate(async () => (await fetch("/api/reach")).json());
  assert.equal(scope, "network");
  const link = await page.inputValue("dialog input");
  assert.match(link, /\/#\/t\/\w+\?join$/);
  assert.ok(addresses.length === 0 || link.startsWith(addresses[0]), link);
  assert.ok(addresses.every((address) => !address.includes("127.0.0.1")), addresses.join());
  assert.equal(await page.locator("dialog .only-here").count(), 0);
  assert.deepEqual(page.faults, []);
  await open.stop();
});

test("somebody who leaves is replaced after a minute, and plays on when he is back", async () => {
  const { page: ann, link } = await host("plain-tricks");
  const bob = await guest(link);
  await ann.waitForSelector(".plate:has-text('Bob')");
  const where = bob.url();
  await bob.goto("about:blank");
  await ann.waitForSelector(".plate:has-text('away')");
  assert.equal(await ann.locator("[data-key^=replace]").count(), 0, "not before a minute is over");
  await ann.click("[data-key^=replace]", { timeout: 90_000 });
  await ann.waitForSelector(".plate:has-text('Bob'):has-text('plays')");
  // The game goes on: Ann is to move after Bob's stand-in has.
  for (let turn = 0; turn < 2; turn++) {
    await ann.waitForSelector(".hand .card.playable");
    const left = await ann.locator(".hand .card").count();
    await ann.locator(".hand .card.playable").first().click();
    await ann.waitForFunction((count) => document.querySelectorAll(".hand .card").length < count, left);
  }
  await ann.waitForSelector(".hand .card.playable");
  await bob.goto(where);
  await bob.waitForSelector(".hand .card");
  await ann.waitForSelector(".plate:has-text('Bob'):not(:has-text('away'))");
  await Promise.all([playDeal(ann, "plain-tricks"), playDeal(bob, "plain-tricks")]);
  assert.deepEqual(ann.faults, []);
});
