// What the numbers of an adviser mean. Each kind of player counts in its own way: a number without its unit says nothing.

import { number, percent, short, t, told } from "./i18n.js";

/** Players that do not count what the game pays. */
const COUNTS = { "linear-q": "gain", falcon: "strength", softmax: "likely", learner: "health", deep: "net" };
/** Players whose values tell only which card they would pass. */
const SILENT_PASSERS = ["search", "deep-search"];

const EVEN_TRICKS = 3.25;
const NET_POINTS = 6.5; // points of Hearts that are 1 for a net,
const NET_MOON_POINTS = 8; // and where a moon can be shot
const HEALTH = 100; // HP that are 1 for the learner of Monsters

const same = (values) => values;
const times = (factor) => (values) => values.map((value) => (value === null ? null : value * factor));
const plus = (added, factor) => (values) => values.map((value) => (value === null ? null : (value + added) * factor));

/** Scores of a policy as the chances that it gives to each move. */
function likely(values) {
  const most = Math.max(...values.filter((value) => value !== null));
  const weights = values.map((value) => (value === null ? 0 : Math.exp(value - most)));
  const sum = weights.reduce((one, other) => one + other);
  return weights.map((weight, index) => (values[index] === null ? null : weight / sum));
}

const shoots = (rules) => /moon=(others|self)|jack=on/.test(rules) || (rules.startsWith("standard") && !/moon=off/.test(rules));

/** What a net's value is in the terms of the game. */
const NETS = {
  hearts: (rules) => ({ words: "unit.net.hearts", of: times(shoots(rules) ? NET_MOON_POINTS : NET_POINTS) }),
  daifugo: () => ({ words: "unit.net.daifugo" }),
  monsters: () => ({ words: "unit.chance to win", of: plus(1, 0.5), shares: true }),
  "plain-tricks": () => ({ words: "unit.tricks", of: plus(1, EVEN_TRICKS) }),
};

function kind(game, rules, adviser, unit) {
  const counts = COUNTS[adviser];
  if (counts === "gain") return { words: `unit.gain.${game}` };
  if (counts === "strength") return { words: "unit.strength" };
  if (counts === "likely") return { words: "unit.likely", of: likely, shares: true };
  if (counts === "health") return { words: "unit.health", of: times(HEALTH), say: (value) => number(value) };
  if (counts === "net" && NETS[game]) return NETS[game](rules);
  return { words: `unit.${unit}`, shares: unit === "chance to win" };
}

/**
 * How the values of an adviser are shown: `words` say what they are, `of(values)` are the numbers to show, `say(number)` is
 * one of them as text, `apart(difference)` the difference of two; `shares`: bars begin at 0.
 */
export function scale({ game, rules }, adviser, unit) {
  const { words, of = same, shares = false, say = shares ? percent : short } = kind(game, rules, adviser.split(":")[0], unit);
  const apart = (difference) => (shares ? t("unit.percents", { n: number(difference * 100) }) : say(difference));
  return { words: told(words, unit), of, say, apart, shares };
}

/** Do the values of a hint say anything: some advisers only point at the card that they would pass. */
export const speaks = (adviser, phase) => !(phase === "pass" && SILENT_PASSERS.includes(adviser.split(":")[0]));
