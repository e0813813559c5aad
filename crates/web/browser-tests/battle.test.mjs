// Battles of monsters: a turn is played event by event, nobody waits for it, and what is to be known for a choice is beside it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { house, playDeal, sit } from "./kit.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const here = house();

async function team(page) {
  for (const choice of [0, 4, 7]) await page.locator(".monster-card").nth(choice).click();
  await page.click("[data-key=team]");
  await page.waitForSelector(".monster-card", { state: "detached" });
}

const version = (page) => page.getAttribute(".table", "data-version");
const moved = (page, old) => page.waitForFunction((known) => document.querySelector(".table").dataset.version !== known, old);
const places = (page) => page.locator(".options button").evaluateAll((buttons) => buttons.map((button) => button.dataset.action));

for (const [where, options] of [
  ["on a desktop, in English", { settings: { motion: "on" } }],
  ["on a phone, in Japanese", { width: 360, height: 740, touch: true, locale: "ja-JP", settings: { language: "ja", motion: "on" } }],
]) {
  test(`a turn is played event by event, and whoever clicks on does not wait: ${where}`, async () => {
    const page = await here.visit(options);
    await sit(page, "monsters");
    await team(page);
    await page.locator(".options button").first().click();
    await page.waitForSelector(".options .attack");
    const before = await places(page);
    // What is seen: every width of every bar, and every number that flies up.
    await page.evaluate(() => {
      window.seen = { hp: [], damage: [] };
      new MutationObserver(() => {
        const hp = [...document.querySelectorAll(".front .health > span")].map((span) => span.textContent).join(" ");
        if (window.seen.hp.at(-1) !== hp) window.seen.hp.push(hp);
        for (const sign of document.querySelectorAll(".damage:not([data-seen])")) {
          sign.dataset.seen = "yes";
          window.seen.damage.push(sign.textContent);
        }
      }).observe(document.querySelector(".cloth"), { childList: true, subtree: true, characterData: true });
    });
    let old = await version(page);
    await page.click(".options .attack");
    await moved(page, old);
    // Both sides are hit, one after the other, or one is out first: more than one picture, and a number.
    await page.waitForFunction(() => window.seen.damage.length > 0);
    await page.waitForFunction(() => !document.querySelector(".damage"));
    const seen = await page.evaluate(() => window.seen);
    assert.ok(seen.hp.length >= 1, JSON.stringify(seen));
    // Choices keep their places, open or not.
    await page.waitForSelector(".options");
    assert.deepEqual(await places(page), before);
    // A press while a turn is being played is a move at once.
    old = await version(page);
    const start = Date.now();
    for (let turn = 0; turn < 2; turn++) {
      const choice = page.locator(".options button:enabled:not(.refused)").first();
      if (!(await choice.isVisible())) break;
      await choice.click();
      await moved(page, old);
      old = await version(page);
    }
    assert.ok(Date.now() - start < 8000, `${Date.now() - start} ms for two turns`);
    await playDeal(page, "monsters");
    assert.deepEqual(page.faults, []);
  });

  test(`what is dealt, the scout and match-ups are explained where one chooses: ${where}`, async () => {
    const page = await here.visit({ ...options, bypassCSP: true, settings: { ...options.settings, motion: "off" } });
    await sit(page, "monsters");
    const said = await page.textContent(".choice-board");
    assert.match(said, options.locale ? /そのまま使えるチーム/ : /a ready-made team/);
    if (await page.locator(".scout").count()) assert.match(await page.textContent(".scout"), options.locale ? /偵察は/ : /Your scout has seen/);
    // As the chart says: each line names elements.
    const lines = await page.locator(".match-up .hidden-visually").allTextContents();
    assert.ok(lines.length >= 15, lines.join());
    for (const line of lines) assert.match(line, options.locale ? /.に(強い|弱い)$/ : /^(strong|weak) against \w+/);
    await page.evaluate((source) => window.axe || new Function(source)(), axe);
    const faults = await page.evaluate(async () =>
      (await window.axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`),
    );
    assert.deepEqual(faults, []);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/team-${options.locale ?? "en"}.png` });
    await team(page);
    await page.locator(".options button").first().click();
    await page.waitForSelector(".options .attack");
    // Without motion everything is there at once.
    const old = await version(page);
    await page.click(".options .attack");
    await moved(page, old);
    assert.equal(await page.locator(".damage").count(), 0);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/battle-${options.locale ?? "en"}.png` });
    assert.deepEqual(page.faults, []);
  });
}

test("where monsters need lands, there is a choice more, and all of them are in view", async () => {
  const page = await here.visit();
  await sit(page, "monsters", async () => {
    await page.evaluate(() => document.querySelectorAll("details").forEach((part) => (part.open = true)));
    await page.locator("select", { has: page.locator("option[value=lands]") }).selectOption("lands");
  });
  await team(page);
  await page.locator(".options button:enabled").first().click();
  await page.waitForSelector(".options .attack");
  const right = () =>
    page.locator(".options button").evaluateAll((buttons) => Math.max(...buttons.map((button) => button.getBoundingClientRect().right)));
  assert.ok((await page.locator(".options button").count()) >= 8);
  assert.ok((await right()) <= 1280, `${await right()}`);
  assert.deepEqual(page.faults, []);
});
