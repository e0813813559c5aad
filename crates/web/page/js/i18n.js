// Words in the language of the player.

import { change, setting } from "./settings.js";

export const LANGUAGES = { en: "English", ja: "日本語" };

/** The dictionary that the whole program shares: crates/words/dictionary. A language is fetched when it is first spoken. */
const read = async (language) => (await fetch(new URL(`../words/${language}.json`, import.meta.url))).json();
const DICTIONARIES = {};
let words = {};

async function learn(asked) {
  const language = asked in LANGUAGES ? asked : "en";
  words = DICTIONARIES[language] ??= await read(language);
}
await learn(setting("language"));

/** Goes over to a language; where its words cannot be had, everything stays as it is. */
export async function speak(language) {
  try {
    await learn(language);
  } catch {
    return;
  }
  change("language", language);
}

/** The words of a key, `{name}` replaced by values.name. An entry { one, other } is chosen by values.n. */
export function t(key, values = {}) {
  return look(key, values) ?? key;
}

/** As `t`, or the given text where there are no words: for names that come from the server. */
export function told(key, otherwise, values = {}) {
  return look(key, values) ?? otherwise;
}

function look(key, values) {
  const entry = words[key];
  if (entry === undefined) return undefined;
  const plural =
    typeof entry === "object" ? (entry[new Intl.PluralRules(setting("language")).select(values.n)] ?? entry.other) : entry;
  return plural.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Words that begin a sentence. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export function number(value, digits = 0) {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  // What rounds to zero has no sign: adding zero turns −0 into 0.
  const rounded = Number(value.toFixed(digits)) + 0;
  return new Intl.NumberFormat(setting("language"), options).format(rounded).replace("-", "−");
}

/** A number with as many digits as it needs, at most two. */
export const short = (value) => (Number.isInteger(value) ? number(value) : number(value, Math.abs(value) < 10 ? 2 : 1));

export const percent = (share) => new Intl.NumberFormat(setting("language"), { style: "percent" }).format(share);

export function when(time) {
  return new Intl.DateTimeFormat(setting("language"), { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));
}
