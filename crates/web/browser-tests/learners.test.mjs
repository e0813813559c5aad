// Opponents that learn from the person, and trainings started from the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { house, playDeal } from "./kit.mjs";

const here = house();

const count = (page) => page.locator("article[data-learner] p.tiny").first().textContent();

test("a learner is made, learns from a game, shows what it has learned, forgets and goes", async () => {
  const page = await here.visit();
  await page.goto(`${here.address}#/learners`);
  await page.selectOption("form [data-key=learner]", "falcon");
  await page.fill("form input", "Pupil");
  await page.click("form .primary");
  await page.waitForSelector("article:has-text('Pupil')");
  assert.match(await count(page), /\b0 games/);
  await page.click("article .primary");
  await page.waitForSelector(".plate:has-text('Pupil')");
  await playDeal(page, "hearts");
  // Learning goes on beside the table.
  for (let look = 0; look < 20; look++) {
    await page.goto(`${here.address}#/review`);
    await page.goto(`${here.address}#/learners`);
    await page.waitForSelector("article:has-text('Pupil')");
    if (/\b1 games?/.test(await count(page))) break;
    await page.waitForTimeout(500);
  }
  assert.match(await count(page), /\b1 games?/);
  await page.click("article button:has-text('What it has learned')");
  await page.waitForSelector("dialog .picture-panel");
  await page.keyboard.press("Escape");
  const model = await page.request.get(new URL(await page.getAttribute("article a[download]", "href"), here.address).href);
  assert.equal(model.status(), 200);
  assert.ok((await model.body()).length > 100);
  await page.click("article button:has-text('Reset')");
  await page.click("dialog .primary");
  await page.waitForFunction(() => /\b0 games/.test(document.querySelector("article[data-learner] p.tiny")?.textContent));
  await page.click("article button:has-text('Remove')");
  await page.click("dialog .primary");
  await page.waitForSelector("article", { state: "detached" });
  assert.deepEqual(page.faults, []);
});

test("a training runs with a progress bar and a curve, and its model can be played", async () => {
  const page = await here.visit();
  await page.goto(`${here.address}#/train`);
  await page.selectOption("form [data-key=learner]", "falcon");
  await page.selectOption("form [data-key=deals]", "1000");
  await page.click("form .primary");
  await page.waitForSelector("progress");
  await page.waitForSelector("svg.lines");
  await page.waitForSelector("button:has-text('Play against it')", { timeout: 120_000 });
  assert.equal(await page.locator("progress").evaluate((bar) => bar.value === bar.max), true);
  assert.ok(await page.locator(".picture-panel").first().isVisible());
  await page.click("button:has-text('Play against it')");
  await page.waitForSelector("article .primary");
  await page.click("article .primary");
  await page.waitForSelector(".hand .card");
  assert.deepEqual(page.faults, []);
});
