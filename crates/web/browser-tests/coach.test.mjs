// The coach: hints and reviews say what a move costs, in both languages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { house, playDeal, sit } from "./kit.mjs";

const here = house();

/** Advisers that answer at once, on any machine. */
const QUICK = { hearts: "deep" };

const texts = (page, selector) => page.locator(selector).allInnerTexts();

/** The shares of the bars, as numbers. */
const shares = (page, list) =>
  page.locator(`${list} li`).evaluateAll((rows) => rows.map((row) => Number(/** @type {HTMLElement} */ (row).dataset.share)));

for (const [language, best, costs] of [
  ["en", "best", /^The next best costs (about [\d.]+ points?|next to nothing)\.$/],
  ["ja", "最善", /^次の手は(約[\d.]+点の損|ほとんど損はない)。$/],
])
  test(`a hint for a pass shows three cards, and bars begin at no loss (${language})`, async () => {
    const page = await here.visit({ settings: { language, advisers: QUICK } });
    await sit(page, "hearts");
    await page.waitForSelector("[data-key=pass-cards]");
    await page.keyboard.press("h");
    await page.waitForSelector(".hint .costs");
    assert.equal(await page.locator(".hint .best-line .chips").count(), 3, "three cards are advised together");
    assert.equal(await page.locator(".hand .card.best").count(), 3, "and marked in the hand");
    const lengths = await shares(page, ".hint .costs");
    assert.equal(lengths[0], 0, "the best move loses nothing");
    assert.deepEqual(
      lengths,
      [...lengths].sort((one, other) => one - other),
      "what costs more has a longer bar",
    );
    const words = await texts(page, ".hint .bar-value");
    assert.equal(words[0], best);
    assert.ok(words.slice(1).every((text) => text === best || /^−[\d.]+$/.test(text) || text === "0"), words.join(" "));
    const [margin] = await texts(page, ".hint .margin");
    assert.match(margin, costs);
    assert.deepEqual(page.faults, []);
  });

test("a review opens at the worst move, names tricks, and keeps the place when the adviser changes", async () => {
  const page = await here.visit();
  await sit(page, "hearts");
  await playDeal(page, "hearts");
  const review = await page.locator(".result [data-key=review]").getAttribute("href");
  await page.goto(`${here.address}${review}&adviser=deep`);
  await page.waitForSelector(".worst");
  const value = () => page.locator(".stepper input").inputValue();
  const first = await page.locator(".worst").first().getAttribute("data-step");
  assert.equal(await value(), first, "the worst move is shown");
  const [name] = await texts(page, ".worst >> nth=0 >> span >> nth=0");
  assert.match(name, /^(trick \d+|passing)$/);
  assert.match(await page.locator(".stepper output").innerText(), /^(trick \d+|passing) · \d+ \/ \d+$/);
  assert.match(await page.locator(".total-lost").innerText(), /^You lost about [\d.]+ points?: .*\.$/);
  // Somebody looks at another step and changes the adviser: the step stays.
  await page.locator(".stepper button").nth(3).click();
  const at = await value();
  assert.notEqual(at, first);
  await page.selectOption("[data-key=adviser]", "linear-q");
  await page.waitForSelector(".analysing", { state: "hidden" });
  assert.equal(await value(), at, "the place is kept");
  assert.deepEqual(page.faults, []);
});

test("a slow analysis does not leave the next screen grey, and the deal can be looked at meanwhile", async () => {
  const page = await here.visit();
  await sit(page, "hearts");
  await playDeal(page, "hearts");
  let release;
  const held = new Promise((done) => (release = done));
  await page.route(/\/review\?adviser=/, async (route) => {
    await held;
    // The answer comes too late; what is in it does not matter.
    await route.fulfill({ json: {} }).catch(() => {});
  });
  await page.click(".result [data-key=review]");
  await page.waitForSelector(".analysing:not([hidden])");
  assert.ok(await page.locator(".review-cloth .plate").first().isVisible(), "the deal is there before the analysis");
  assert.equal(await page.locator("[data-key=adviser]").inputValue(), "deep-search", "the best adviser is asked");
  await page.locator(".stepper button").nth(3).click();
  await page.click('a[href="#/"] >> nth=0');
  await page.waitForSelector(".game-tile");
  release();
  await page.waitForTimeout(300);
  assert.equal(await page.locator("main").evaluate((main) => getComputedStyle(main).opacity), "1");
  assert.ok(await page.locator(".game-tile").first().isVisible(), "the review does not come back");
  assert.deepEqual(page.faults, []);
});

test("the solver advises in Kuhn and Leduc, with frequencies", async () => {
  for (const game of ["kuhn", "leduc"]) {
    const page = await here.visit();
    await sit(page, game);
    await page.waitForSelector(".actions button:enabled");
    await page.keyboard.press("h");
    await page.waitForSelector(".hint .costs");
    assert.equal(await page.locator(".hint select").inputValue(), "cfr");
    const slow = (await texts(page, ".hint option")).filter((name) => name.includes("thinks long"));
    assert.deepEqual(slow, [], "nobody thinks long about a game of three or six cards");
    const lengths = await shares(page, ".hint .costs");
    const sum = lengths.reduce((one, other) => one + other, 0);
    assert.ok(Math.abs(sum - 1) < 0.01, `frequencies add up to 1, not to ${sum}`);
    assert.ok((await texts(page, ".hint .bar-value")).every((text) => /^\d+%$/.test(text)));
    assert.match(await page.locator(".hint .because").innerText(), /your opponent (may|can.t) hold/i);
    assert.deepEqual(page.faults, []);
  }
});

for (const [language, right] of [
  ["en", /nothing/i],
  ["ja", /正解/],
])
  test(`the worst moments are tried again with hidden hands, and judged (${language})`, async () => {
    const page = await here.visit({ settings: { language } });
    await sit(page, "hearts");
    await playDeal(page, "hearts");
    const review = await page.locator(".result [data-key=review]").getAttribute("href");
    await page.goto(`${here.address}${review}&adviser=deep`);
    await page.click("[data-key=again]");
    await page.waitForSelector(".again .hand .card.playable");
    assert.equal(await page.locator(".again .open-hand").count(), 0, "the cards of the others are hidden");
    // Every card of the first moment in turn, until one is best.
    const legal = await page.locator(".again .hand .card.playable").count();
    for (let tried = 0; tried < legal; tried++) {
      await page.locator(".again .hand .card.playable").nth(tried).click();
      await page.waitForSelector(".verdict .judged");
      if (await page.locator(".judged[data-right=true]").count()) break;
      await page.click("[data-key=again-once]");
    }
    assert.equal(await page.locator(".judged[data-right=true]").count(), 1, "one card is best");
    assert.match(await page.locator(".judged").innerText(), right);
    while (await page.locator("[data-key=again-next]").count()) {
      await page.click("[data-key=again-next]");
      await page.locator(".again .hand .card.playable").first().click();
      await page.waitForSelector(".verdict .judged");
    }
    assert.match(await page.locator(".again-total").innerText(), /\d/);
    await page.click("[data-key=again-done]");
    await page.waitForSelector(".worst");
    assert.deepEqual(page.faults, []);
  });

test("what stays on the cloth is not made anew", async () => {
  const page = await here.visit();
  await sit(page, "plain-tricks");
  await page.waitForSelector(".hand .card.playable");
  const mark = () =>
    page.evaluate(() => {
      for (const plate of document.querySelectorAll(".cloth .plate")) Object.assign(plate, { marked: true });
    });
  const marked = () =>
    page.evaluate(() => [...document.querySelectorAll(".cloth .plate")].map((plate) => Boolean(Reflect.get(plate, "marked"))));
  await mark();
  const before = await page.locator(".cloth").innerText();
  await page.locator(".hand .card.playable").first().click();
  await page.waitForFunction((text) => document.querySelector(".cloth").innerText !== text, before);
  await page.waitForSelector(".hand .card.playable");
  assert.deepEqual(await marked(), [true, true, true, true]);
  // What is pressed does what it says now, not what it said before: the next deal is dealt by the button of this one.
  await playDeal(page, "plain-tricks");
  await page.click("[data-key=next]");
  await page.waitForSelector(".result", { state: "detached" });
  assert.deepEqual(await marked(), [true, true, true, true]);
  assert.deepEqual(page.faults, []);
});
