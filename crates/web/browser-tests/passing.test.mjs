// Passing in Hearts among people: all choose at the same time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { house, playDeal, sit } from "./kit.mjs";

const here = house();

/** Two people at a table of Hearts whose deal has passing: Ann, who passes first, and Bob. */
async function two(options) {
  for (let tries = 0; tries < 12; tries++) {
    const ann = await here.visit({ ...options, settings: { ...options.settings, name: "Ann" } });
    await sit(ann, "hearts", () => ann.selectOption("[data-key=guests]", "1"));
    await ann.waitForSelector(".plate .invite");
    if (!(await ann.locator("[data-key=pass-cards]").count())) {
      await ann.context().close();
      continue;
    }
    await ann.click(".plate .invite");
    const link = await ann.inputValue("dialog input");
    await ann.keyboard.press("Escape");
    const bob = await here.visit({ ...options, settings: { ...options.settings, name: "Bob" } });
    await bob.goto(link);
    await bob.click("button[data-seat]");
    await bob.waitForSelector(".hand .card");
    return { ann, bob };
  }
  throw new Error("no deal with passing came");
}

const held = (page) => page.locator(".hand .card.chosen").evaluateAll((cards) => cards.map((card) => card.dataset.card).sort());

async function choose(page, from) {
  for (let card = 0; card < 3; card++) await page.locator(".hand .card.playable").nth(from + card).click();
  await page.click("[data-key=pass-cards]");
  await page.waitForSelector("[data-key=pass-cards]", { state: "detached" });
}

for (const [where, options] of [
  ["on a desktop, in English", { settings: {} }],
  ["on a phone, in Japanese", { width: 360, height: 740, touch: true, locale: "ja-JP", settings: { language: "ja" } }],
]) {
  test(`who comes later in turn chooses at once, changes his mind, and finds his choice after a reload: ${where}`, async () => {
    const { ann, bob } = await two(options);
    // It is Ann's turn; Bob chooses meanwhile.
    await choose(bob, 0);
    const first = await held(bob);
    assert.equal(first.length, 3);
    await bob.reload();
    await bob.waitForSelector("[data-key=pass-change]");
    assert.deepEqual(await held(bob), first, "it is stored");
    await bob.click("[data-key=pass-change]");
    await bob.waitForSelector("[data-key=pass-cards]");
    // Half of a choice is not taken away when others choose.
    await bob.locator(".hand .card.playable").nth(4).click();
    await bob.locator(".hand .card.playable").nth(5).click();
    await choose(ann, 2);
    await ann.waitForFunction(() => document.querySelectorAll(".hand .card").length === 10);
    assert.equal((await held(bob)).length, 2);
    await bob.locator(".hand .card.playable").nth(6).click();
    await bob.click("[data-key=pass-cards]");
    // All have passed, and both have thirteen cards again.
    for (const page of [ann, bob])
      await page.waitForFunction(() => document.querySelectorAll(".hand .card").length === 13 && !document.querySelector("[data-key=pass-cards]"));
    await Promise.all([playDeal(ann, "hearts"), playDeal(bob, "hearts")]);
    assert.deepEqual([...ann.faults, ...bob.faults], []);
  });
}
