// Both dictionaries say the same things, and say all that the page asks for.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

const page = join(import.meta.dirname, "..", "page");
const { default: en } = await import(join(page, "i18n", "en.js"));
const { default: ja } = await import(join(page, "i18n", "ja.js"));
const texts = (entry) => (typeof entry === "string" ? [entry] : Object.values(entry));
const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

test("english and japanese have the same keys and the same places for values", () => {
  assert.deepEqual(Object.keys(ja).sort(), Object.keys(en).sort());
  for (const key of Object.keys(en)) {
    const english = new Set(texts(en[key]).flatMap(places));
    for (const name of texts(ja[key]).flatMap(places)) assert.ok(english.has(name), `${key}: {${name}} is not in English`);
  }
});

test("every word that the page asks for is there", async () => {
  const files = (await readdir(join(page, "js"), { recursive: true })).filter((name) => name.endsWith(".js"));
  for (const file of files) {
    const source = await readFile(join(page, "js", file), "utf8");
    for (const [, key] of source.matchAll(/\bt\("([^"]+)"/g)) assert.ok(key in en, `${file}: ${key}`);
  }
});

test("every unit of a game and of a player has words", async () => {
  const shown = join(page, "..", "src", "shown");
  const units = [];
  for (const file of await readdir(shown))
    units.push(...(await readFile(join(shown, file), "utf8")).matchAll(/UNIT: &'static str = "([^"]+)"/g));
  assert.ok(units.length >= 5);
  for (const [, unit] of units) assert.ok(`unit.${unit}` in en, unit);
  const source = await readFile(join(page, "js", "values.js"), "utf8");
  for (const [, key] of source.matchAll(/words: "([^"]+)"/g)) assert.ok(key in en, key);
});

// What the modules of the page find in a browser.
globalThis.localStorage = { getItem: () => JSON.stringify({ language: "ja" }) };
Object.defineProperty(globalThis, "navigator", { value: { language: "ja" }, configurable: true });

test("the card that a joker stands for is read from the notation", async () => {
  const { standsFor } = await import(join(page, "js", "names.js"));
  for (const [action, card] of [
    ["♠7★♥7", "♥7"],
    ["♦9★J", "♦T"],
    ["♣★45", "♣3"],
    ["♥KA★", "♥2"],
    ["♣★34", null],
    ["♣A2★", null],
    ["♠8♥8♦8♣8★", null],
  ])
    assert.equal(standsFor(action), card, action);
});

test("every reason that a player gives is said in japanese", async () => {
  const { saying } = await import(join(page, "js", "sayings.js"));
  const source = await readFile(join(page, "..", "src", "words.rs"), "utf8");
  const reasons = [...source.matchAll(/\(\s*"([^"]+)",\s*"[^"]*[\u3040-\u30ff]/g)].map(([, text]) => text.replaceAll("§", "♦"));
  assert.ok(reasons.length > 20);
  for (const reason of reasons) assert.doesNotMatch(saying(reason), /[a-z]{2}/, reason);
});

test("japanese words are japanese", () => {
  // Names of methods, numbers and signs are the same everywhere.
  const same =
    /^(player\.(uct|ismcts|nfsp|cfr)$|stat\.hp$|key\.|value\.|list\.|pass\.to\.hold|review\.(said|cost\.unknown)|story\.gap)/;
  for (const [key, entry] of Object.entries(ja)) {
    if (same.test(key)) continue;
    assert.match(texts(entry).join(" "), /[\u3040-\u30ff\u4e00-\u9fff0-9]/u, key);
  }
});
