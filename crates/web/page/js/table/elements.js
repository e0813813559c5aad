// @ts-check
// The chart of elements.

import { dialog } from "../a11y.js";
import { elementSign } from "../creatures.js";
import { h } from "../dom.js";
import { number, t } from "../i18n.js";
import { elementName } from "../names.js";

/** @import { Shown } from "../../../types/page.d.ts" */

/**
 * What each element does to each.
 * @param {Shown<"monsters">} state
 */
export function chart(state) {
  const { elements, affinity } = state.board.chart;
  const words = { 0: "0", 0.5: "½", 1: "1", 2: "2" };
  const cell = (value) =>
    h("td", { class: value > 1 ? "strong" : value === 0 ? "none" : value < 1 ? "weak" : "" }, words[value] ?? number(value, 2));
  dialog(t("monsters.chart"), [
    h("p", { class: "soft" }, t("monsters.chart.about")),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        { class: "chart" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("monsters.chart.corner")),
            elements.map((element) => h("th", { scope: "col" }, elementSign(element), " ", elementName(element))),
          ),
        ),
        h(
          "tbody",
          {},
          elements.map((element, row) =>
            h("tr", {}, h("th", { scope: "row" }, elementSign(element), " ", elementName(element)), affinity[row].map(cell)),
          ),
        ),
      ),
    ),
  ]);
}
