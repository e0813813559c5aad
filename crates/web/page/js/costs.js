// @ts-check
// What moves cost, compared with the best one: the losses of a hint or a review in words and as bars that begin at no loss.

import { h } from "./dom.js";
import { number, percent, t } from "./i18n.js";

/** @import { Grades, Meaning } from "../../types/page.d.ts" */

/** Units of which a difference is no loss: what is likely, what rules speak for. */
const UNPRICED = ["likelihood", "strength"];

/** @param {Meaning} meaning */
export const hasPrice = ({ unit }) => !UNPRICED.includes(unit);

/** What stands behind a number of a unit, in every language. */
const SIGNS = { chance: "%", health: " HP" };

/** A loss as a number, rounded as it deserves: an estimate has no more digits. */
function rounded(loss, unit) {
  if (unit === "chance") return number(loss * 100);
  if (unit === "health") return number(loss);
  return number(loss, loss < 0.95 || !Number.isInteger(Number(loss.toFixed(1))) ? 1 : 0);
}

/**
 * A loss that is shown as 0 is none.
 * @param {number} loss
 * @param {Meaning} meaning
 */
export const isNothing = (loss, { unit }) => Number(rounded(loss, unit)) === 0;

/**
 * "costs about 0.4 points".
 * @param {number} loss
 * @param {Meaning} meaning
 */
export const cost = (loss, meaning) =>
  isNothing(loss, meaning) ? t("cost.nothing") : t(`cost.${meaning.unit}`, { n: rounded(loss, meaning.unit) });

/**
 * The same, short: "−0.4".
 * @param {number} loss
 * @param {Meaning} meaning
 */
export const price = (loss, meaning) =>
  isNothing(loss, meaning) ? number(0) : `−${rounded(loss, meaning.unit)}${SIGNS[meaning.unit] ?? ""}`;

/**
 * The word for a loss that deserves one.
 * @param {number | null} loss
 * @param {Grades | null | undefined} grades
 */
export const gradeOf = (loss, grades) =>
  !grades || loss === null || loss < grades.slip ? null : loss < grades.blunder ? "slip" : "blunder";

/** @param {string | null} grade */
export const gradeTag = (grade) => grade && h("span", { class: `tag grade ${grade}` }, t(`grade.${grade}`));

/**
 * Moves with what they cost, the best first. Where there is no price: how likely they are, or how strongly they are advised.
 * @param {{ label: any, value: number | null, strong: boolean }[]} moves
 * @param {Meaning} meaning
 * @param {Grades | null} grades
 */
export function costBars(moves, meaning, grades) {
  const known = moves.filter((move) => move.value !== null).map((move) => ({ ...move, value: move.value ?? 0 }));
  const values = known.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  // A small loss is a short bar: a whole one is a blunder at least.
  const most = Math.max(high - low, grades?.blunder ?? 0) || 1;
  const priced = hasPrice(meaning);
  const share = (value) => {
    if (priced) return (high - value) / most;
    return meaning.unit === "likelihood" ? value : high > low ? (value - low) / (high - low) : 1;
  };
  const words = (value) => {
    if (priced) return isNothing(high - value, meaning) ? t("cost.best") : price(high - value, meaning);
    return meaning.unit === "likelihood" ? percent(value) : "";
  };
  const kind = (value) => (priced ? ["cost", gradeOf(high - value, grades)] : ["share"]).filter(Boolean).join(" ");
  const row = ({ label, value, strong }) =>
    h(
      "li",
      { class: strong ? "strong" : "", data: { share: share(value).toFixed(3) } },
      h("span", { class: "bar-label" }, label),
      h(
        "span",
        { class: "bar-track", "aria-hidden": "true" },
        h("i", { class: kind(value), style: { width: `${Math.min(1, share(value)) * 100}%` } }),
      ),
      h("span", { class: "bar-value" }, words(value)),
    );
  const title = t(`costs.${meaning.unit}`);
  return [h("p", { class: "soft tiny unit" }, title), h("ul", { class: "bars costs", "aria-label": title }, known.map(row))];
}

/**
 * A loss with its unit: "0.4 points".
 * @param {number} loss
 * @param {string} unit
 */
export const amount = (loss, unit) => t(`amount.${unit}`, { n: rounded(loss, unit) });
