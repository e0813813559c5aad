// How the values of an adviser are shown: they come with their unit, and with what they are measured from.

import { number, percent, short, t } from "./i18n.js";

/** Units of which 1 is all there is. */
const SHARES = ["chance", "likelihood"];

/**
 * `words` say what the values are, `say(number)` is one of them as text, `apart(difference)` the difference of two;
 * `shares`: bars begin at 0.
 */
export function scale({ unit, base }) {
  const shares = SHARES.includes(unit);
  const say = shares ? percent : unit === "health" ? (value) => number(value) : short;
  const apart = (difference) => (shares ? t("unit.percents", { n: number(difference * 100) }) : say(difference));
  return { words: t(`unit.${unit}.${base}`), say, apart, shares };
}
