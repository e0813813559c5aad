// Whole games of every kind, by clicking.

import assert from "node:assert/strict";
import { test } from "node:test";
import { house, nextDeal, playDeal, sit } from "./kit.mjs";

const here = house();

test("a whole hearts deal is played by clicking, and the next one is dealt", async () => {
  const page = await here.visit();
  await sit(page, "hearts");
  await playDeal(page, "hearts");
  assert.equal(await page.locator(".result .standing li").count(), 4);
  // Every hand is shown: thirteen cards each, all 52 of them.
  const cards = await page.locator(".result .chip").evaluateAll((chips) => chips.map((chip) => chip.dataset.chip));
  assert.equal(new Set(cards).size, 52);
  const points = await page
    .locator(".result .payoff")
    .evaluateAll((cells) => cells.map((cell) => parseInt(cell.textContent, 10)));
  assert.ok([26, 78].includes(points.reduce((sum, value) => sum + value)), `points of a deal: ${points}`);
  await nextDeal(page);
  await page.waitForSelector(".hand .card");
  assert.match(await page.textContent(".toolbar h1"), /deal 2/);
  assert.deepEqual(page.faults, []);
});

test("only legal cards can be played", async () => {
  const page = await here.visit();
  await sit(page, "plain-tricks");
  await playDeal(page, "plain-tricks", async () => {
    const dim = page.locator(".hand .card.dim").first();
    if (!(await dim.count())) return;
    const count = await page.locator(".hand .card").count();
    assert.equal(await dim.getAttribute("aria-disabled"), "true");
    await dim.click({ force: true });
    assert.equal(await page.locator(".hand .card").count(), count);
  });
  assert.deepEqual(page.faults, []);
});

for (const [game, language] of [
  ["oh-hell", "en"],
  ["oh-hell", "ja"],
  ["spades", "en"],
  ["spades", "ja"],
]) {
  test(`a deal of ${game} is bid for and played by clicking, in ${language}`, async () => {
    const page = await here.visit({ settings: { language } });
    await sit(page, game);
    let bids = 0;
    await playDeal(page, game, async () => {
      bids = Math.max(bids, await page.locator(".mark.bid[data-bid]").count());
      assert.equal(await page.locator(".trump-sign").count(), 1);
    });
    // All four have bid, and everybody sees what and how many tricks are taken.
    assert.equal(bids, 4);
    assert.equal(await page.locator(".result .standing li").count(), 4);
    const words = await page.textContent("main");
    for (const key of ["bid.", "trump.", "move."]) assert.ok(!words.includes(`${key}${game}`), words);
    assert.deepEqual(page.faults, []);
  });
}

test("a daifugo game is played by picking cards", async () => {
  const page = await here.visit();
  await sit(page, "daifugo");
  await playDeal(page, "daifugo");
  assert.equal(await page.locator(".result .standing li").count(), 5);
  await nextDeal(page);
  // The second game of a session has classes, and those who won return cards.
  await page.waitForSelector(".mark.class");
  await playDeal(page, "daifugo");
  await page.click(".result summary");
  assert.equal(await page.locator(".result table.score tbody tr").count(), 2);
  assert.deepEqual(page.faults, []);
});

for (const game of ["kuhn", "leduc"]) {
  test(`${game} poker is played by clicking, with a hint, and reviewed`, async () => {
    const page = await here.visit();
    await page.click(`[data-customise="${game}"]`);
    await page.selectOption("[data-key=seats-all]", "player/cfr");
    await page.click("[data-key=start]");
    await page.waitForSelector(".actions button:enabled, .result");
    assert.equal(await page.locator(".hand .card").count(), 1);
    for (let turn = 0; turn < 8 && (await page.locator(".result").count()) === 0; turn++) {
      if (turn === 0) {
        await page.keyboard.press("h");
        await page.waitForSelector(".hint .bars li.strong");
        assert.match(await page.textContent(".hint .bars"), /Check|Call|Bet|Raise|Fold/);
      }
      const before = await page.getAttribute(".table", "data-version");
      await page.locator(".actions button:enabled").first().click();
      await page.waitForFunction((old) => document.querySelector(".table").dataset.version !== old, before);
      await page.waitForSelector(".actions button:enabled, .result");
    }
    // What one wins the other loses.
    const chips = await page.locator(".standing .payoff").allTextContents();
    assert.equal(
      chips.map((text) => Number(text.replace("−", "-").match(/-?\d+/)[0])).reduce((one, other) => one + other),
      0,
    );
    await page.click("[data-key=review]");
    await page.waitForSelector(".review-cloth .plate");
    assert.deepEqual(page.faults, []);
  });
}

test("a match that is over is played again by one press", async () => {
  const page = await here.visit();
  await sit(page, "hearts", async () => {
    await page.click(".switches summary");
    // Somebody has a point after the first deal.
    await page.fill(".switch-grid input[type=number]", "1");
    await page.press(".switch-grid input[type=number]", "Tab");
  });
  await playDeal(page, "hearts");
  const first = page.url();
  await page.click(".result [data-key=again]");
  await page.waitForURL((url) => url.href !== first);
  await page.waitForSelector(".hand .card.playable");
  assert.match(await page.textContent(".toolbar h1"), /limit|end a match: 1/i);
  assert.deepEqual(page.faults, []);
});

test("a team is chosen and a battle of monsters is fought", async () => {
  const page = await here.visit();
  await sit(page, "monsters");
  assert.equal(await page.locator(".monster-card").count(), 15);
  let hidden = 0;
  await playDeal(page, "monsters", async () => {
    hidden = Math.max(hidden, await page.locator(".far .bench .unknown").count());
  });
  assert.ok(hidden >= 2, "the bench of the other is hidden");
  assert.equal(await page.locator(".result .standing li").count(), 2);
  assert.ok((await page.locator(".story li").count()) > 1);
  assert.deepEqual(page.faults, []);
});
