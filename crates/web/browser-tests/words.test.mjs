// The dictionary says all that the page asks for. That both languages say the same things is tested in crates/words.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

const page = join(import.meta.dirname, "..", "page");
const dictionary = join(import.meta.dirname, "..", "..", "words", "dictionary");
const read = async (language) => JSON.parse(await readFile(join(dictionary, `${language}.json`), "utf8"));
const [en, ja] = await Promise.all(["en", "ja"].map(read));
const texts = (entry) => (typeof entry === "string" ? [entry] : Object.values(entry));

test("every word that the page asks for is there", async () => {
  const files = (await readdir(join(page, "js"), { recursive: true })).filter((name) => name.endsWith(".js"));
  for (const file of files) {
    const source = await readFile(join(page, "js", file), "utf8");
    for (const [, key] of source.matchAll(/\bt\("([^"]+)"/g)) assert.ok(key in en, `${file}: ${key}`);
  }
});

// What the modules of the page find in a browser.
globalThis.fetch = async (address) => ({ json: () => read(String(address).match(/(\w+)\.json$/)[1]) });
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

test("a phrase is said in japanese, with what is in it", async () => {
  const { say } = await import(join(page, "js", "phrase.js"));
  const suit = { key: "say.lead.weakest", args: { suit: "♠" } };
  assert.equal(say(suit), "最も弱い♠をリードする");
  const monster = { kind: "monster", name: "Emberfox" };
  const team = { key: "say.team", args: { monsters: [{ key: "say.it", args: { it: monster } }, suit], share: { number: 62.7, digits: 0 } } };
  assert.equal(say(team), `${ja["monster.Emberfox"]}、最も弱い♠をリードする: 勝率63%`);
  assert.equal(say({ key: "say.it", args: { it: { kind: "monster", name: "Nobody" } } }), "Nobody");
});

test("japanese words are japanese", () => {
  // Names of methods, numbers and signs are the same everywhere.
  const same =
    /^(player\.(uct|ismcts|nfsp|cfr)$|stat\.hp$|key\.|value\.|list\.|pass\.to\.hold|review\.(said|because|cost\.unknown)|cost\.sentence|story\.gap|say\.(it|valued|share|kind|detail\.health)$)/;
  for (const [key, entry] of Object.entries(ja)) {
    if (same.test(key)) continue;
    assert.match(texts(entry).join(" "), /[\u3040-\u30ff\u4e00-\u9fff0-9]/u, key);
  }
});
