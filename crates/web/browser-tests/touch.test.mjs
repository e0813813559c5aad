// On a phone everything that is pressed is as large as a finger; the score sheet shows the deal that is being played.

import assert from "node:assert/strict";
import { test } from "node:test";
import { house, playDeal, sit } from "./kit.mjs";

const here = house();
const FINGER = 44; // pixels

/** What can be pressed and is too small; links within a sentence are as high as the sentence. */
const small = (page) =>
  page.evaluate((least) => {
    const seen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";
    return [...document.querySelectorAll("button, a[href], select, summary, input, label.choice")]
      .filter((element) => seen(element) && !element.closest("p, li.story, .hidden-visually, .skip"))
      // A box or button of a choice is pressed by its label.
      .filter((element) => !(element.matches("input") && element.closest("label")))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.height < least - 0.5 || box.width < least - 0.5))
      .map(({ element, box }) => `${element.outerHTML.slice(0, 90)}: ${Math.round(box.width)} × ${Math.round(box.height)}`);
  }, FINGER);

for (const language of ["en", "ja"]) {
  test(`targets are large enough on a phone: ${language}`, async () => {
    const page = await here.visit({ width: 360, height: 740, touch: true, settings: { language } });
    assert.deepEqual(await small(page), [], "the lobby");
    await page.click(".bar .icon:last-child");
    await page.waitForSelector("dialog");
    assert.deepEqual(await small(page), [], "the settings");
    await page.keyboard.press("Escape");
    for (const game of ["hearts", "daifugo", "monsters"]) {
      await page.goto(here.address);
      await page.waitForSelector(".game-tile");
      await sit(page, game);
      await page.waitForSelector(".hand .card, .monster-card");
      assert.deepEqual(await small(page), [], game);
      if (game !== "hearts") continue;
      await playDeal(page, game);
      assert.deepEqual(await small(page), [], `${game}, the result`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    }
    assert.deepEqual(page.faults, []);
  });
}

for (const [game, words] of [
  ["hearts", { en: /^\d+$/, ja: /^\d+$/ }],
  ["daifugo", { en: /cards? left|No\. \d/, ja: /残り|\d位|枚/ }],
  ["monsters", { en: /monsters? left/, ja: /残り\d体/ }],
])
  for (const language of ["en", "ja"])
    test(`the score sheet shows the deal that is being played: ${game}, ${language}`, async () => {
      const page = await here.visit({ settings: { language } });
      await sit(page, game);
      await page.waitForSelector(".hand .card.playable, .monster-card, .actions button");
      await page.click("[data-tool=score]");
      const cells = await page.locator("dialog .running td").allTextContents();
      assert.equal(cells.length, { hearts: 4, daifugo: 5, monsters: 2 }[game]);
      for (const cell of cells) assert.match(cell, words[language]);
      assert.deepEqual(page.faults, []);
    });
