// Somebody who has never played: one press to begin, easy opponents, and reasons for what cannot be done.

import assert from "node:assert/strict";
import { test } from "node:test";
import { house, playDeal, sit } from "./kit.mjs";

const here = house();

const PHONE = { width: 360, height: 740, touch: true };
const JAPANESE = { locale: "ja-JP", settings: { language: "ja" } };

/** Plays tricks until a card of the hand may not be played. */
async function untilDim(page) {
  for (let turn = 0; turn < 13; turn++) {
    await page.waitForSelector(".hand .card.playable");
    if (await page.locator(".hand .card.dim").count()) return;
    const left = await page.locator(".hand .card").count();
    await page.locator(".hand .card.playable").first().click();
    await page.waitForFunction((count) => document.querySelectorAll(".hand .card").length < count, left);
  }
  throw new Error("every card could always be played");
}

for (const [where, options, words] of [
  ["on a desktop, in English", {}, /^You have [♣♦♥♠]: follow suit\.$/],
  ["on a phone, in Japanese", { ...PHONE, ...JAPANESE }, /^[♣♦♥♠]を持っているので、[♣♦♥♠]を出します。$/],
]) {
  test(`a card that may not be played says why: ${where}`, async () => {
    const page = await here.visit(options);
    await sit(page, "plain-tricks");
    await untilDim(page);
    const card = page.locator(".hand .card.dim").first();
    const count = await page.locator(".hand .card").count();
    await card.click({ force: true, position: { x: 8, y: 12 } });
    const said = await page.textContent(".toast[role=status]");
    assert.match(said, words);
    // It is true: the suit that is named was led and is held, and the card is of another.
    const suit = said.match(/[♣♦♥♠]/)[0];
    const held = await page.locator(".hand .card").evaluateAll((buttons) => buttons.map((button) => button.dataset.card));
    assert.ok(held.some((one) => one.startsWith(suit)) && !(await card.getAttribute("data-card")).startsWith(suit));
    // A screen reader hears it with the card; nothing was played; and there is one note however often it is pressed.
    assert.ok((await card.getAttribute("aria-label")).endsWith(said));
    await card.click({ force: true, position: { x: 8, y: 12 } });
    assert.equal(await page.locator(".toast").count(), 1);
    assert.equal(await page.locator(".hand .card").count(), count);
    assert.deepEqual(page.faults, []);
  });
}

test("daifugo, monsters and leduc say why, too", async () => {
  const page = await here.visit();
  await sit(page, "leduc");
  await page.waitForSelector(".actions button:enabled, .result");
  const fold = page.locator(".actions .refused[data-action=fold]");
  if (await fold.count()) {
    await fold.click({ force: true });
    assert.match(await page.textContent(".toast"), /check for free/);
  }
  await page.goto(here.address);
  await page.waitForSelector(".game-tile");
  await sit(page, "monsters");
  for (const choice of [0, 4, 7]) await page.locator(".monster-card").nth(choice).click();
  await page.click("[data-key=team]");
  await page.locator(".options button").first().click();
  await page.waitForSelector(".options .refused");
  await page.locator(".options .refused").first().click({ force: true });
  assert.match(await page.textContent(".toast"), /in front already/);
  await page.goto(here.address);
  await page.waitForSelector(".game-tile");
  await sit(page, "daifugo");
  for (let turn = 0; turn < 60; turn++) {
    await page.waitForSelector(".actions button, .result");
    if (await page.locator(".hand:not([hidden]) .card.dim").count()) break;
    const version = await page.getAttribute(".table", "data-version");
    if (await page.locator("[data-key=pass]").count()) await page.click("[data-key=pass]");
    else {
      await page.locator(".hand .card.playable").first().click();
      await page.click("[data-key=play]");
    }
    await page.waitForFunction((old) => document.querySelector(".table").dataset.version !== old, version);
  }
  await page.locator(".hand .card.dim").first().click({ force: true, position: { x: 8, y: 12 } });
  assert.match(await page.textContent(".toast"), /You need |locked|joker|together/);
  assert.deepEqual(page.faults, []);
});

for (const [where, options, easy] of [
  ["on a desktop, in English", {}, /easy/i],
  ["on a phone, in Japanese", { ...PHONE, ...JAPANESE }, /初級/],
]) {
  test(`one press begins a game against easy opponents, and the next follows how it went: ${where}`, async () => {
    const page = await here.visit(options);
    const games = await page.locator("[data-game]").evaluateAll((tiles) => tiles.map((tile) => tile.dataset.game));
    assert.ok(games.length >= 8, games.join());
    for (const game of games) assert.equal(await page.locator(`[data-play="${game}"]`).count(), 1, game);
    // The first is on the first screen.
    const box = await page.locator("[data-play]").first().boundingBox();
    assert.ok(box.y + box.height <= (options.height ?? 800), `the first Play button ends at ${box.y + box.height}`);
    assert.ok(box.height >= 44, `${box.height} pixels high`);
    assert.equal(await page.locator(".setup-form").count(), 0, "the rest is behind a press");
    const tile = page.locator(".game-tile[data-game=plain-tricks]");
    assert.match(await tile.locator(".against").textContent(), easy);
    const ordered = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/tables"));
    await tile.locator("[data-play]").click();
    const { seats } = (await ordered).postDataJSON();
    assert.deepEqual(seats.slice(1).map(({ player }) => player), ["random", "random", "rule"]);
    await page.waitForSelector(".table");
    await playDeal(page, "plain-tricks");
    const tricks = await page
      .locator(".standing li")
      .evaluateAll((rows) => rows.map((row) => [row.matches(".own-row"), parseInt(row.querySelector(".payoff").textContent)]));
    const own = tricks.find(([mine]) => mine)[1];
    const others = tricks.filter(([mine]) => !mine).map(([, taken]) => taken);
    const rung = await page.evaluate(() => JSON.parse(localStorage.getItem("kirifuda.settings")).rungs?.["plain-tricks"]);
    // Of four characters; it begins at 0.48, and half a rung is the step.
    const expected = own > Math.max(...others) ? 0.98 : own < Math.min(...others) ? 0 : undefined;
    assert.equal(rung, expected);
    // What was wanted otherwise stays so.
    await page.goto(here.address);
    await page.waitForSelector(".game-tile");
    await page.click("[data-customise=plain-tricks]");
    await page.selectOption("[data-key=seats-all]", "player/linear-q");
    await page.waitForSelector(".setup-form .strength input");
    assert.deepEqual(page.faults, []);
  });
}

test("against players a move is taken back even after they have answered", async () => {
  const page = await here.visit();
  await sit(page, "plain-tricks");
  await page.waitForSelector(".hand .card.playable");
  const count = await page.locator(".hand .card").count();
  const card = await page.locator(".hand .card.playable").first().getAttribute("data-card");
  await page.locator(".hand .card.playable").first().click();
  await page.waitForFunction((left) => document.querySelectorAll(".hand .card").length === left - 1, count);
  // Everybody has answered, and it is the own turn again.
  await page.waitForSelector(".hand .card.playable");
  await page.keyboard.press("u");
  await page.waitForFunction((left) => document.querySelectorAll(".hand .card").length === left, count);
  assert.ok(await page.locator(`.hand .card.playable[data-card="${card}"]`).isVisible());
  assert.deepEqual(page.faults, []);
});

test("in daifugo what can only be done one way is done, and the exchange is shown", async () => {
  const page = await here.visit();
  // Passes that the page sends, and those that were pressed.
  let [sent, pressed, middle] = [0, 0, 0];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => (sent += String(payload).includes('"action":"pass"') ? 1 : 0)),
  );
  await sit(page, "daifugo");
  for (let deal = 0; deal < 2; deal++) {
    for (let turn = 0; turn < 200; turn++) {
      await page.waitForSelector(".actions button, .result");
      if (await page.locator(".result").isVisible()) break;
      const version = await page.getAttribute(".table", "data-version");
      // Nothing but a pass: the table passes by itself.
      if ((await page.locator(".hand .card.playable").count()) === 0);
      else if (await page.locator("[data-key=pass]").count()) {
        pressed += 1;
        await page.click("[data-key=pass]").catch(() => (pressed -= 1));
      } else {
        const give = await page.locator(".hand .card.playable:not(.chosen)").count();
        for (let card = 0; card < Math.min(2, give) && (await page.locator("[data-key=play]").isDisabled()); card++)
          await page.locator(".hand .card.playable:not(.chosen)").first().click();
        await page.click("[data-key=play]");
      }
      await page.waitForFunction(
        (old) => document.querySelector(".result") || document.querySelector(".table").dataset.version !== old,
        version,
      );
    }
    if (deal === 0) {
      // All but whoever is in the middle see what they gave and got, until their first card or pass.
      await page.evaluate(() => {
        const look = () => document.querySelector(".swap .chip") && (document.body.dataset.swapped = "yes");
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      });
      await page.click("[data-key=next]");
      await page.waitForSelector(".result", { state: "detached" });
      await page.waitForSelector(".mark.class");
      middle = await page.locator(".plate[data-place=bottom] .mark.class-2").count();
    }
  }
  const exchanged = await page.evaluate(() => document.body.dataset.swapped === "yes");
  assert.ok(exchanged || middle > 0, "the exchange is not shown");
  assert.ok(sent > pressed, `${sent} passes sent, ${pressed} of them pressed: nothing was ever forced`);
  assert.deepEqual(page.faults, []);
});
