// Characters: faces and names at the table, the ladder, what learners say that they have learned.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { house, playDeal, sit } from "./kit.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const here = house();
const PHONE = { width: 390, height: 844, touch: true };
const JAPANESE = { settings: { language: "ja" } };

/** Names of the laboratory that no first screen shows. */
const LABORATORY = /Linear Q|Softmax|Saito|ISMCTS|NFSP|Falcon|paper \d|論文/;

async function clean(page, where) {
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => (await window.axe.run()).violations);
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), [], where);
}

for (const [where, options, words] of [
  ["on a desktop, in English", {}, { first: "Pip", learner: "Mika", says: /I now think (more|less) of|for the first time/, games: /from 1 game/ }],
  [
    "on a phone, in Japanese",
    { ...PHONE, ...JAPANESE },
    { first: "ピップ", learner: "ミカ", says: /前より(高く|低く)見ています|初めて見ました/, games: /1局から/ },
  ],
]) {
  test(`opponents are characters with faces, and no name of the laboratory is on the first screens: ${where}`, async () => {
    const page = await here.visit(options);
    const lobby = await page.textContent("#main");
    assert.ok(lobby.includes(words.first), "who is met at first");
    assert.doesNotMatch(lobby, LABORATORY);
    for (const game of ["hearts", "daifugo", "monsters", "plain-tricks", "oh-hell", "spades"])
      assert.ok((await page.locator(`.game-tile[data-game=${game}] .against .portrait`).count()) > 0, game);
    await clean(page, "lobby");
    await page.click("[data-customise=hearts]");
    assert.ok((await page.locator("[data-rival]").count()) >= 6);
    await page.click("[data-about=mika]");
    assert.match(await page.textContent("dialog"), /001/, "the paper is under About");
    await clean(page, "about");
    await page.keyboard.press("Escape");
    await sit(page, "plain-tricks");
    await page.waitForSelector(".plate .portrait");
    assert.doesNotMatch(await page.textContent(".table"), LABORATORY);
    await clean(page, "table");
    assert.deepEqual(page.faults, []);
  });

  test(`a character learns from a deal, says what it has changed, and its card tells it: ${where}`, async () => {
    const page = await here.visit(options);
    await page.click("[data-customise=hearts]");
    await page.click("[data-rival=mika]");
    assert.equal(await page.getAttribute("[data-rival=mika]", "aria-pressed"), "true");
    // At the other seats players of the full list.
    await page.selectOption("[data-key=seats-all]", "player/random");
    await page.click(".seat-by-seat summary");
    await page.selectOption("[data-key=seat-1]", "rival/mika");
    await page.click("[data-key=start]");
    await page.waitForSelector(".table .plate");
    await page.waitForSelector(`.plate:has-text("${words.learner}") .portrait`);
    await playDeal(page, "hearts");
    await page.waitForSelector(".noticed li");
    const told = await page.textContent(".noticed");
    assert.ok(told.includes(words.learner), told);
    assert.match(told, words.says);
    await clean(page, "result");
    await page.goto(here.address);
    await page.waitForSelector(".game-tile");
    await page.click("[data-customise=hearts]");
    await page.click("[data-about=mika]");
    await page.waitForSelector(".learned li");
    assert.match(await page.textContent(".learned"), words.games);
    assert.deepEqual(page.faults, []);
  });
}
