// @ts-check
// How strong an opponent plays: words, and what was measured.

import { h, put } from "./dom.js";
import { percent, t } from "./i18n.js";
import { playerName } from "./names.js";

/** The curve of a player for these rules, or none. */
export function curve(player, rules) {
  const preset = rules.split(",")[0];
  return (
    player.strength?.find((one) => one.rules === rules) ??
    player.strength?.find((one) => one.rules === preset && rules === preset) ??
    null
  );
}

/** The range of shares that can be ordered; `share` is how often the reference does better. */
export function range({ points }) {
  const shares = points.map(({ share }) => share);
  return { low: Math.ceil(Math.min(...shares) * 100) / 100, high: Math.floor(Math.max(...shares) * 100) / 100 };
}

const WORDS = [
  [0.1, "master"],
  [0.25, "strong"],
  [0.42, "good"],
  [0.58, "even"],
  [0.72, "easy"],
  [1.01, "beginner"],
];
export const strengthWord = (share) => t(`strength.${(WORDS.find(([most]) => share < most) ?? WORDS[0])[1]}`);

/** A slider from weak to strong. `value`: the share ordered, or null for full strength; `onchange(value)`. */
export function slider(one, value, onchange) {
  const { low, high } = range(one);
  const words = h("span", { class: "strength-words" });
  const say = (share) => {
    const full = share <= low;
    put(
      words,
      h("b", {}, full ? `${strengthWord(share)}${t("list.comma")}${t("strength.full")}` : strengthWord(share)),
      h("span", { class: "soft" }, t("strength.measured", { wins: percent(1 - share), reference: playerName(one.reference) })),
    );
  };
  const read = (input) => Number((low + high - Number(input.value)).toFixed(2));
  const current = value ?? low;
  say(current);
  const input = h("input", {
    type: "range",
    min: low,
    max: high,
    step: 0.01,
    "aria-label": t("strength"),
    oninput: (event) => {
      const share = read(event.target);
      say(share);
      event.target.setAttribute("aria-valuetext", words.textContent);
      onchange(share <= low ? null : share);
    },
  });
  input.value = String(low + high - current);
  input.setAttribute("aria-valuetext", words.textContent);
  return h(
    "div",
    { class: "strength" },
    h(
      "span",
      { class: "strength-ends tiny soft", "aria-hidden": "true" },
      h("span", {}, t("strength.weak")),
      h("span", {}, t("strength.hard")),
    ),
    input,
    words,
  );
}
