// @ts-check
// The order of ranks beside a table of Daifugo; it turns over when the table does.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { BY_STRENGTH, JOKER } from "../suits.js";

/** @import { Shown } from "../../../types/page.d.ts" */

/**
 * From the weakest to the strongest, as things stand: a revolution turns the ranks over, a jack turns them over again. The joker is
 * above all of them either way.
 * @param {Shown<"daifugo">} state
 */
export function ranks(state) {
  const turned = state.board.revolution !== state.board.back;
  const order = turned ? [...BY_STRENGTH.daifugo].reverse() : [...BY_STRENGTH.daifugo];
  return h(
    "div",
    { class: `ranks${turned ? " turned" : ""}`, role: "img", "aria-label": t(turned ? "ranks.turned" : "ranks.name") },
    h("span", { class: "ranks-end", "aria-hidden": "true" }, t("ranks.weak")),
    [...order, JOKER].map((rank) => h("i", { "aria-hidden": "true", data: { key: `rank-${rank}` } }, rank === "T" ? "10" : rank)),
    h("span", { class: "ranks-end", "aria-hidden": "true" }, t("ranks.strong")),
  );
}
