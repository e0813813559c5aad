// How the values of an adviser are shown: they come with their unit, and with what they are measured from.

import { number, percent, short, t } from "./i18n.js";

/** Units of which 1 is all there is. */
const SHARES = ["chance", "likelihood"];

/** `words` say what the values are, `say(number)` is one of them as text. */
export function scale({ unit, base }) {
  const say = SHARES.includes(unit) ? percent : unit === "health" ? (value) => number(value) : short;
  return { words: t(`unit.${unit}.${base}`), say };
}
