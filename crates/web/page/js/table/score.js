// The score sheet: every deal, the totals, who leads.

import { dialog } from "../a11y.js";
import { h } from "../dom.js";
import { short, t } from "../i18n.js";
import { seatName } from "../names.js";

/** The table of a score; the best total is marked. */
export function scoreTable(state) {
  const { totals, deals, words } = state.score;
  const few = /few/.test(words ?? "");
  const best = few ? Math.min(...totals) : Math.max(...totals);
  const head = state.seats.map((_, seat) => h("th", { scope: "col" }, seatName(state, seat)));
  const rows = deals.map((scores, index) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, index + 1),
      scores.map((score) => h("td", {}, short(score))),
    ),
  );
  const sum = totals.map((total) => h("td", { class: total === best && deals.length > 0 ? "leads" : "" }, short(total)));
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": t("score.sheet") },
    h(
      "table",
      { class: "score" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("deal")), head)),
      h("tbody", {}, rows),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("score.total")), sum)),
    ),
    h("p", { class: "soft tiny" }, t(few ? "score.few" : "score.many")),
  );
}

export function scoreSheet(state) {
  dialog(t("score.sheet"), scoreTable(state), { wide: state.seats.length > 4 });
}
