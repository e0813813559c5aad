// Reasons to come back: the deal of the day, statistics, a score sheet that knows the running deal.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { house, nextDeal, playDeal, sit } from "./kit.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const here = house();

const GAME = "plain-tricks";

/** Plays a day's deal to its end and looks at the comparison. */
async function playDay(page, date) {
  await page.goto(`${here.address}#/daily/${GAME}/${date}`);
  await page.click("[data-key=daily-play]");
  await page.waitForSelector(".hand .card");
  const hand = await page.locator(".hand .card").evaluateAll((cards) => cards.map((card) => card.dataset.card).sort());
  await playDeal(page, GAME);
  await page.click(".result [data-key=daily]");
  await page.waitForSelector(".daily-scores", { timeout: 90_000 });
  return hand;
}

for (const [language, title, verdict] of [
  ["en", "Kirifuda, deal of the day: Plain tricks, 2026-11-17", /^(As good as the master\.|Better than the master by \d+ tricks?\.|The master was better by \d+ tricks?\.)$/],
  ["ja", /^切り札 今日の一局: .+ 2026-11-17$/, /^(名人と同じ結果。|名人より\d+トリック良い結果。|名人が\d+トリック上回った。)$/],
])
  test(`the deal of the day is the same for everybody, and compared with the master (${language})`, async () => {
    const page = await here.visit({ settings: { language } });
    const hand = await playDay(page, "2026-11-17");
    const [own, reference] = await page.evaluate(() => [
      Number(document.querySelector("[data-own]").dataset.own),
      Number(document.querySelector("[data-reference]").dataset.reference),
    ]);
    assert.match(await page.locator(".daily-verdict").innerText(), verdict);
    const words = await page.locator(".daily-verdict").innerText();
    assert.equal(own === reference, /As good|同じ/.test(words));
    assert.equal(own > reference, /Better than|良い/.test(words));
    // What is shared tells the result and nothing about the cards.
    const lines = (await page.locator("[data-key=daily-share]").getAttribute("data-text")).split("\n");
    if (typeof title === "string") assert.equal(lines[0], title);
    else assert.match(lines[0], title);
    assert.equal(lines[1], words);
    assert.match(lines[2], /#\/daily\/plain-tricks\/2026-11-17$/);
    assert.ok(!/[♠♥♦♣]/.test(lines.join("")), "no card is told");
    // The review opens where the ways parted.
    const parted = await page.locator(".parted .chips").count();
    assert.ok(parted === 2 || parted === 0);
    await page.click("[data-key=daily-review]");
    await page.waitForSelector(".review-cloth .plate");
    assert.deepEqual(page.faults, []);
    // Somebody else, in another browser, gets the same cards; on another day other ones.
    const other = await here.visit();
    for (const [date, same] of [
      ["2026-11-17", true],
      ["2026-11-18", false],
    ]) {
      await other.goto(`${here.address}#/daily/${GAME}/${date}`);
      await other.click("[data-key=daily-play]");
      await other.waitForSelector(".hand .card");
      const theirs = await other.locator(".hand .card").evaluateAll((cards) => cards.map((card) => card.dataset.card).sort());
      assert.equal(JSON.stringify(theirs) === JSON.stringify(hand), same, date);
    }
    assert.deepEqual(other.faults, []);
  });

test("deals are counted once, and the score sheet shows the running deal", async () => {
  const page = await here.visit();
  await sit(page, GAME);
  await playDeal(page, GAME);
  await page.reload();
  await page.waitForSelector(".result");
  await nextDeal(page);
  await page.waitForSelector(".hand .card.playable");
  await page.keyboard.press("s");
  await page.waitForSelector("dialog[open] .running");
  const row = await page.locator("dialog[open] .running td").allInnerTexts();
  assert.equal(row.length, 4);
  assert.ok(row.every((text) => /^\d+$/.test(text)), row.join(" "));
  await page.keyboard.press("Escape");
  await playDeal(page, GAME);
  await page.goto(`${here.address}#/statistics`);
  await page.waitForSelector(".statistics");
  const cells = await page.locator(`.statistics tr[data-game="${GAME}"] td`).allInnerTexts();
  assert.equal(cells[0], "2", "two deals, though the first was seen twice");
  assert.match(cells[1], /^(0|50|100)%$/);
  assert.match(cells[4], /^[0-2] \/ [0-2]$/);
  assert.deepEqual(page.faults, []);
});

for (const colorScheme of ["light", "dark"])
  test(`the screens of the coach have no faults that axe finds (${colorScheme})`, async () => {
    const page = await here.visit({ colorScheme, settings: { advisers: { hearts: "deep" } } });
    const check = async (where) => {
      // The policy of the page forbids scripts of others: this one is put in by the browser itself.
      await page.evaluate(axe);
      const found = await page.evaluate(async () => (await window.axe.run()).violations);
      assert.deepEqual(
        found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
        [],
        where,
      );
    };
    await sit(page, "hearts");
    await playDeal(page, "hearts");
    await page.click("[data-key=review]");
    await page.waitForSelector(".worst .grade");
    await check("review");
    await page.click("[data-key=again]");
    await page.waitForSelector(".again .hand .card.playable");
    await check("again");
    await page.locator(".again .hand .card.playable").first().click();
    await page.waitForSelector(".judged");
    await check("judged");
    await page.goto(`${here.address}#/daily/hearts/2026-11-17`);
    await page.waitForSelector("[data-key=daily-play]");
    await check("daily");
    await page.goto(`${here.address}#/statistics`);
    await page.waitForSelector(".statistics");
    await check("statistics");
  });
