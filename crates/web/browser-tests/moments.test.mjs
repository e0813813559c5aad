// Drama: dealing, passing, the queen of spades, eights and revolutions move; sound is an offer; without motion all of it is off.

import assert from "node:assert/strict";
import { test } from "node:test";
import { house, nextDeal, playDeal, sit } from "./kit.mjs";

const here = house();

/** Counts animations of elements and tones that are played. */
const watch = (page) =>
  page.addInitScript(() => {
    window.moved = [];
    window.tones = 0;
    window.moments = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      window.moved.push(this.className?.baseVal ?? this.className);
      return animate.apply(this, how);
    };
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
      window.tones += 1;
      return start.apply(this, when);
    };
    new MutationObserver((changes) => changes.forEach(({ target }) => window.moments.push(target.dataset.moment))).observe(document, {
      subtree: true,
      attributeFilter: ["data-moment"],
    });
  });

async function plays(settings, options = {}) {
  const page = await here.visit({ ...options, settings: { ...settings } });
  await watch(page);
  await page.reload();
  await page.waitForSelector(".game-tile");
  await sit(page, "hearts");
  await playDeal(page, "hearts");
  await nextDeal(page);
  await page.waitForSelector(".hand .card");
  const seen = await page.evaluate(() => ({ moved: window.moved.length, tones: window.tones, moments: window.moments }));
  assert.deepEqual(page.faults, []);
  await page.context().close();
  return seen;
}

for (const [where, language, options] of [
  ["on a desktop, in English", "en", {}],
  ["on a phone, in Japanese", "ja", { width: 360, height: 740, touch: true, locale: "ja-JP" }],
]) {
  test(`great moments move, and sound where that is wanted: ${where}`, async () => {
    const loud = await plays({ language, motion: "on", sound: "on" }, options);
    // Whoever took her, the queen of spades came, and a deal was dealt.
    assert.ok(loud.moments.includes("queen") && loud.moments.includes("deal"), loud.moments.join());
    assert.ok(loud.moved > 20 && loud.tones >= 7, JSON.stringify(loud));
    const silent = await plays({ language, motion: "on" }, options);
    assert.ok(silent.moved > 20);
    assert.equal(silent.tones, 0, "sound is off unless somebody wants it");
    const still = await plays({ language, sound: "on" }, options);
    assert.deepEqual([still.moved, still.tones], [0, 0], "the system asks for no motion");
  });
}

test("in daifugo the cards of the exchange go to the partner and come from him", async () => {
  const page = await here.visit({ settings: { motion: "on" } });
  await watch(page);
  await page.reload();
  await page.waitForSelector(".game-tile");
  await sit(page, "daifugo");
  await playDeal(page, "daifugo");
  await page.evaluate(() => (window.moved = []));
  await nextDeal(page);
  await page.waitForSelector(".mark.class");
  const middle = await page.locator(".plate[data-place=bottom] .mark.class-2").count();
  // Until the first play: what is to be given is given.
  for (let give = 0; give < 3 && (await page.locator("[data-key=play]").count()) && !(await page.locator("[data-key=pass]").count()); give++) {
    const giving = /give/i.test(await page.textContent("[data-key=play]"));
    if (!giving) break;
    while (await page.locator("[data-key=play]").isDisabled()) await page.locator(".hand .card.playable:not(.chosen)").first().click();
    await page.click("[data-key=play]");
    await page.waitForFunction(() => !/give/i.test(document.querySelector("[data-key=play]")?.textContent ?? ""));
  }
  await page.waitForSelector(".actions button, .prompt");
  const moved = await page.evaluate(() => window.moved);
  assert.ok(middle > 0 || moved.some((name) => /ghost|fresh/.test(name)), moved.join("\n"));
  assert.deepEqual(page.faults, []);
});

test("what a moment is follows from two states", async () => {
  // What the module finds in a browser.
  const { fetch } = globalThis;
  globalThis.fetch = async () => ({ json: async () => ({}) });
  globalThis.localStorage = { getItem: () => null };
  Object.defineProperty(globalThis, "navigator", { value: { language: "en" }, configurable: true });
  const { moments } = await import("../page/js/table/moments.js");
  globalThis.fetch = fetch;
  const daifugo = (board, history = []) => ({ deal: 1, phase: "play", history, score: { unit: "points" }, board: { kind: "daifugo", pile: [], revolution: false, ...board } });
  assert.deepEqual(moments(daifugo({ revolution: true }), daifugo({})), ["revolution"]);
  assert.deepEqual(moments(daifugo({}, [{ seat: 0, action: "♠8" }]), daifugo({})), ["eight"]);
  assert.deepEqual(moments(daifugo({}, [{ seat: 0, action: "pass" }]), daifugo({})), []);
  assert.deepEqual(moments({ ...daifugo({}), deal: 2 }, daifugo({})), ["deal"]);
  const tricks = (phase, board = {}) => ({ deal: 1, phase, history: [], score: { unit: "penalty" }, board: { kind: "tricks", trick: [], last: null, moon: true, taken: [0, 0, 0, 0], ...board } });
  assert.deepEqual(moments(tricks("play"), tricks("pass")), ["pass"]);
  assert.deepEqual(moments(tricks("play", { trick: [{ seat: 0, card: "♠Q" }] }), tricks("play")), ["queen"]);
  assert.deepEqual(moments(tricks("over", { taken: [26, 0, 0, 0] }), tricks("play")), ["moon"]);
  assert.deepEqual(moments(tricks("over", { taken: [25, 1, 0, 0] }), tricks("play")), []);
});
