// The guided first deal: the table points to what comes next, and waits until it is done.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { house, nextDeal, playDeal, sit } from "./kit.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const here = house();

const WAYS = [
  ["on a desktop, in English", "en", {}],
  ["on a phone, in Japanese", "ja", { width: 360, height: 740, touch: true, locale: "ja-JP" }],
];
const words = async (language) =>
  JSON.parse(await readFile(join(import.meta.dirname, `../../words/dictionary/${language}.json`), "utf8"));

/** A visitor who has never been guided. */
const newcomer = (language, options) =>
  here.visit({ ...options, bypassCSP: true, settings: { language, guided: {} } });

/** What the bubble shows now: its step, its words, and how it lies to what it points to. */
const bubble = (page) =>
  page.evaluate(() => {
    const box = document.querySelector(".guide:not([hidden])");
    if (!box) return null;
    const rect = (element) => element?.getBoundingClientRect().toJSON();
    return { step: box.dataset.step, text: box.querySelector("p").textContent, box: rect(box), target: rect(document.querySelector(".guided")) };
  });

async function checkAxe(page, where) {
  await page.evaluate((source) => window.axe || new Function(source)(), axe);
  const faults = await page.evaluate(async () =>
    (await window.axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`),
  );
  assert.deepEqual(faults, [], where);
}

for (const [where, language, options] of WAYS) {
  for (const game of ["hearts", "daifugo", "monsters"]) {
    test(`${game} guides through the first deal, once: ${where}`, async () => {
      const [page, said] = [await newcomer(language, options), await words(language)];
      // Everything that is said to a screen reader.
      await page.evaluate(() => {
        window.heard = [];
        new MutationObserver(() => window.heard.push(document.querySelector("#announce").textContent)).observe(
          document.querySelector("#announce"),
          { childList: true, characterData: true, subtree: true },
        );
      });
      await sit(page, game);
      const steps = new Set();
      const look = async () => {
        const now = await bubble(page);
        if (!now || steps.has(now.step)) return;
        steps.add(now.step);
        assert.equal(now.text, said[`guide.${game}.${now.step}`], "words of the language");
        assert.ok(now.target, `${now.step} points to nothing`);
        const { box } = now;
        const [width, height] = [options.width ?? 1280, options.height ?? 800];
        assert.ok(box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height, `${now.step} hangs over the edge`);
        await page.waitForFunction((text) => window.heard.some((heard) => heard.includes(text)), now.text);
        if (steps.size === 1) await checkAxe(page, `${game}, ${now.step}`);
        if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/guide-${game}-${language}-${now.step}.png` });
      };
      await playDeal(page, game, look);
      await page.waitForSelector(".guide:not([hidden])");
      await look();
      const [first, last] = { hearts: ["pass", "end"], daifugo: ["lead", "classes"], monsters: ["team", "end"] }[game];
      assert.ok(steps.has(first) || steps.has("beat"), [...steps].join());
      assert.ok(steps.has(last) && steps.size >= 3, [...steps].join());
      // What is read is put away, and that was the guide.
      while (await page.locator("[data-key=guide-next]").isVisible()) await page.click("[data-key=guide-next]");
      await nextDeal(page);
      await page.waitForSelector(".hand .card.playable, .monster-card, .actions button");
      // Steps that never came up may come in this deal; whoever wants no more says so.
      if (await page.locator("[data-key=guide-skip]").isVisible()) await page.click("[data-key=guide-skip]");
      assert.equal(await bubble(page), null);
      await page.reload();
      await page.waitForSelector(".table .plate, .table .choice-board, .table .arena");
      await page.waitForSelector(".hand .card, .monster-card, .options");
      assert.equal(await bubble(page), null, "it comes once");
      assert.deepEqual(page.faults, []);
    });
  }
}

test("the guide goes on when the step is done, is skipped by keys, and comes again from Help", async () => {
  const page = await newcomer("en", {});
  await sit(page, "hearts");
  await page.waitForSelector(".guide[data-step=pass]:not([hidden])");
  assert.equal(await page.locator("[data-key=guide-next]").isVisible(), false, "there is something to do");
  await page.waitForSelector(".hand .card.playable");
  for (let card = 0; card < 3; card++) {
    assert.equal((await bubble(page)).step, "pass");
    await page.locator(".hand .card.playable:not(.chosen)").first().click();
  }
  await page.waitForSelector(".guide[data-step=send]:not([hidden])");
  assert.ok(await page.locator("[data-key=pass-cards].guided").isVisible());
  // The focus is never in the bubble unless somebody goes there; Tab leads there, and Escape ends it from anywhere.
  assert.equal(await page.evaluate(() => Boolean(document.activeElement.closest(".guide"))), false);
  for (let presses = 0; presses < 40; presses++) {
    if (await page.evaluate(() => document.activeElement.dataset.key === "guide-skip")) break;
    await page.keyboard.press("Tab");
  }
  assert.equal(await page.evaluate(() => document.activeElement.dataset.key), "guide-skip");
  await page.keyboard.press("Enter");
  assert.equal(await bubble(page), null);
  // The focus goes back to the game.
  assert.ok(await page.evaluate(() => Boolean(document.activeElement.closest(".hand, .actions"))));
  await page.click("[data-tool=help]");
  await page.click("[data-key=guide-hearts]");
  await page.waitForSelector(".guide:not([hidden])");
  await page.keyboard.press("Escape");
  assert.equal(await bubble(page), null);
  // From the lobby it is for the next deal.
  await page.goto(here.address);
  await page.waitForSelector(".game-tile");
  await page.click(".bar .icon:first-child");
  await page.click("details.help:has([data-key=guide-monsters]) summary");
  await page.click("[data-key=guide-monsters]");
  assert.match(await page.textContent(".toast"), /Monsters will be guided/);
  await sit(page, "monsters");
  await page.waitForSelector(".guide[data-step=team]:not([hidden])");
  assert.deepEqual(page.faults, []);
});

for (const [where, language, options] of WAYS) {
  test(`the order of ranks lies beside the table and turns over in a revolution: ${where}`, async () => {
    const page = await here.visit({ ...options, settings: { language } });
    // States in which there is a revolution when the test wants one.
    await page.addInitScript(() => {
      const { parse } = JSON;
      JSON.parse = (text, ...rest) => {
        const value = parse(text, ...rest);
        if (value?.type === "state") Object.assign(value.board, { revolution: Boolean(window.turned), back: false });
        return value;
      };
    });
    await page.reload();
    await page.waitForSelector(".game-tile");
    await sit(page, "daifugo");
    const order = () => page.locator(".ranks i").allTextContents();
    const up = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "★"];
    assert.deepEqual(await order(), up);
    const name = (await words(language))["ranks.name"];
    assert.equal(await page.getAttribute(".ranks", "aria-label"), name);
    // It hides no plate and no card.
    const apart = await page.evaluate(() => {
      const mine = document.querySelector(".ranks").getBoundingClientRect();
      return [...document.querySelectorAll(".plate, .meld.top .card, .hand .card")].every((element) => {
        const rect = element.getBoundingClientRect();
        return rect.right <= mine.left || rect.left >= mine.right || rect.bottom <= mine.top || rect.top >= mine.bottom;
      });
    });
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/ranks-${language}.png` });
    assert.ok(apart, "the order hides something");
    await page.evaluate(() => (window.turned = true));
    await page.waitForSelector(".actions button");
    await (await page.locator("[data-key=pass]").count()
      ? page.click("[data-key=pass]")
      : page.locator(".hand .card.playable").first().click().then(() => page.click("[data-key=play]")));
    await page.waitForSelector(".ranks.turned");
    assert.deepEqual(await order(), [...up.slice(0, -1).reverse(), "★"]);
    assert.deepEqual(page.faults, []);
  });
}

test("every step has words in both languages", async () => {
  const { LESSONS } = await import(join(import.meta.dirname, "../page/js/table/lessons.js"));
  for (const language of ["en", "ja"]) {
    const said = await words(language);
    for (const [game, steps] of Object.entries(LESSONS))
      for (const { say } of steps) assert.ok(said[`guide.${game}.${say}`], `${language}: ${game}, ${say}`);
  }
});
