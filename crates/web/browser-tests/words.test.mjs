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

test("japanese words are japanese", () => {
  // Names of methods, numbers and signs are the same everywhere.
  const same =
    /^(player\.(uct|ismcts|nfsp|cfr)$|stat\.hp$|key\.|value\.|list\.|pass\.to\.hold|review\.(said|cost\.unknown)|story\.gap)/;
  for (const [key, entry] of Object.entries(ja)) {
    if (same.test(key)) continue;
    assert.match(texts(entry).join(" "), /[\u3040-\u30ff\u4e00-\u9fff0-9]/u, key);
  }
});
