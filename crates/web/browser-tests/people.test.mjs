// For everybody: keyboard alone, phones, Japanese, screen readers, dark and light.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { house, playDeal, sit } from "./kit.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const here = house();

const focused = (page, look) => page.evaluate(look);

async function tabTo(page, found) {
  for (let presses = 0; presses < 80; presses++) {
    if (await focused(page, found)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the Tab key does not lead there");
}

test("hearts can be played with the keyboard alone", async () => {
  const page = await here.visit();
  await page.keyboard.press("Tab");
  assert.equal(await focused(page, () => document.activeElement.id), "skip");
  await tabTo(page, () => document.activeElement.dataset.play === "hearts");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".hand .card.playable");
  await tabTo(page, () => Boolean(document.activeElement.closest(".hand")));
  if (await page.locator("[data-key=pass-cards]").count()) {
    for (let card = 0; card < 3; card++) {
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowRight");
    }
    assert.equal(await page.locator(".hand .chosen").count(), 3);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-key=pass-cards]", { state: "detached" });
  }
  for (let left = 13; left > 0; left--) {
    await page.waitForSelector(".hand .card.playable");
    await page.keyboard.press("1");
    assert.ok(
      await focused(page, () => document.activeElement.matches(".hand .card.playable")),
      "the first playable card has the focus",
    );
    await page.keyboard.press("Enter");
    await page.waitForFunction((count) => document.querySelectorAll(".hand:not([hidden]) .card").length < count, left);
  }
  await page.waitForSelector(".result");
  await page.waitForFunction(() => document.activeElement.dataset.key === "next");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".hand .card");
});

test("what happens is said to a screen reader, and cards have names", async () => {
  const page = await here.visit();
  await sit(page, "plain-tricks");
  await page.waitForSelector(".hand .card.playable");
  const names = await page
    .locator(".hand .card")
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")));
  for (const name of names)
    assert.match(
      name,
      /^(ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king) of (clubs|diamonds|hearts|spades), (playable|not playable|You have .: follow suit\.)$/,
    );
  await page.locator(".hand .card.playable").first().click();
  await page.waitForFunction(() => /You play .+ of .+\./.test(document.querySelector("#announce").textContent));
});

test("the whole page speaks Japanese", async () => {
  const page = await here.visit({ locale: "ja-JP", settings: { language: "ja" } });
  assert.equal(await page.getAttribute("html", "lang"), "ja");
  await page.waitForSelector(".game-tile:has-text('大富豪')");
  await sit(page, "hearts");
  await page.waitForSelector(".hand .card.playable");
  assert.match(await page.textContent(".toolbar h1"), /ハーツ/);
  assert.match(await page.locator(".hand .card").first().getAttribute("aria-label"), /(クラブ|ダイヤ|スペード|ハート)の/);
  await playDeal(page, "hearts");
  assert.match(await page.textContent(".result"), /点/);
  // Nothing English is left where words are ours: letters in the toolbar and the result are names only.
  const english = /\b(the|deal|points|next|review|score|hint|undo)\b/i;
  assert.doesNotMatch(await page.textContent(".toolbar"), english);
  assert.doesNotMatch(await page.textContent(".result"), english);
  await page.click(".language");
  await page.waitForFunction(() => document.documentElement.lang === "en");
});

test("links to nothing are told in the language of the player", async () => {
  const page = await here.visit({ locale: "ja-JP", settings: { language: "ja" } });
  for (const path of ["#/t/nosuch", "#/r/nosuch", "#/r/table/nosuch", "#/train/nosuch"]) {
    // From a screen without a notice, so that no old one is read.
    await page.goto(`${here.address}#/review`);
    await page.waitForSelector(".drop");
    await page.goto(here.address + path);
    const words = await page.textContent(".notice.bad");
    assert.match(words, /見つかりません/, path);
    assert.doesNotMatch(words, /[a-z]{3}/, path);
  }
});

test("on a phone nothing is wider than the screen, and a deal is played by tapping", async () => {
  const page = await here.visit({ width: 360, height: 740, touch: true });
  const fits = async (where) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${where} is ${wide} wide`);
  };
  await fits("the lobby");
  await sit(page, "hearts");
  await fits("hearts");
  await page.waitForSelector(".hand .card.playable");
  const boxes = await page
    .locator(".hand .card")
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON()));
  for (const box of boxes) assert.ok(box.left >= 0 && box.right <= 360 && box.bottom <= 740, "a card hangs over the edge");
  await playDeal(page, "hearts");
  await fits("the result");
  for (const path of ["#/review", "#/learners", "#/train"]) {
    await page.goto(here.address + path);
    await page.waitForSelector("h1");
    await fits(path);
  }
  for (const game of ["daifugo", "monsters"]) {
    await page.goto(here.address);
    await page.waitForSelector(".game-tile");
    await sit(page, game);
    await fits(game);
  }
});

test("a card is played by dragging it to the table", async () => {
  const page = await here.visit();
  await sit(page, "plain-tricks");
  await page.waitForSelector(".hand .card.playable");
  const count = await page.locator(".hand .card").count();
  const card = page.locator(".hand .card.playable").first();
  const box = await card.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y - 40, { steps: 4 });
  await page.mouse.move(box.x + 120, box.y - 200, { steps: 6 });
  await page.mouse.up();
  await page.waitForFunction((left) => document.querySelectorAll(".hand .card").length === left, count - 1);
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds no serious fault in ${colorScheme}`, async () => {
    // The audit is a script of ours in the page, which the page's own policy would refuse.
    const page = await here.visit({ colorScheme, bypassCSP: true });
    const check = async (where) => {
      await page.evaluate((source) => window.axe || new Function(source)(), axe);
      const faults = await page.evaluate(async () =>
        (await window.axe.run()).violations
          .filter(({ impact }) => impact === "serious" || impact === "critical")
          .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`),
      );
      assert.deepEqual(faults, [], where);
    };
    await page.click("[data-customise=hearts]");
    await page.click(".seat-by-seat summary");
    await page.click(".switches summary");
    await check("lobby");
    await page.click(".bar .icon:last-child");
    await page.waitForSelector("dialog");
    await check("settings");
    await page.keyboard.press("Escape");
    for (const game of ["hearts", "daifugo", "monsters"]) {
      await page.goto(here.address);
      await page.waitForSelector(".game-tile");
      await sit(page, game);
      await page.waitForSelector("[data-tool=hint]:enabled");
      await page.click("[data-tool=hint]");
      await page.waitForSelector(".hint .best-line");
      await check(`${game} with a hint`);
      // Colours are what differs in the dark; the end of a deal has no others.
      if (colorScheme === "dark") continue;
      await playDeal(page, game);
      await check(`${game}, the result`);
      await page.click("[data-key=review]");
      await page.waitForSelector(".review-cloth > *");
      await check(`${game}, the review`);
    }
    for (const path of ["#/review", "#/learners", "#/train"]) {
      await page.goto(here.address + path);
      await page.waitForSelector("h1");
      await check(path);
    }
  });
}
