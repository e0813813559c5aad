// @ts-check
// The score sheet: every deal, the totals, who leads.

import { dialog } from "../a11y.js";
import { h } from "../dom.js";
import { short, t } from "../i18n.js";
import { seatName } from "../names.js";

/** @import { State } from "../../../types/page.d.ts" */

/**
 * The total of a seat, so that the higher is the better.
 * @type {(state: State, seat: number) => number}
 */
export const standing = (state, seat) => (state.score.few ? -1 : 1) * state.score.totals[seat];

/**
 * The seats with the best total.
 * @param {State} state
 */
export function leaders(state) {
  const all = state.seats.map((_, seat) => standing(state, seat));
  return all.flatMap((total, seat) => (total === Math.max(...all) ? [seat] : []));
}

/**
 * What everybody has in the deal that is being played, where that is known before its end.
 * @param {State} state
 */
function running(state) {
  const cell = state.phase === "over" ? null : RUNNING[state.board.kind]?.(state.board);
  if (!cell) return null;
  return h(
    "tr",
    { class: "running soft" },
    h("th", { scope: "row" }, t("score.running", { n: state.deal })),
    state.seats.map((_, seat) => h("td", {}, cell(seat))),
  );
}

/**
 * How a deal stands for a seat before its end, by board: points or tricks, cards to get rid of or the place reached, monsters that
 * stand. Other boards say nothing before the end.
 * @type {Record<string, (board: any) => (seat: number) => string>}
 */
const RUNNING = {
  tricks: ({ taken, contract }) => (seat) =>
    contract ? `${short(taken[seat])} / ${contract.bids[seat] ?? "–"}` : short(taken[seat]),
  daifugo: ({ counts, out }) => (seat) =>
    out.includes(seat) ? t("daifugo.place", { n: out.indexOf(seat) + 1 }) : t("cards.left", { n: counts[seat] }),
  monsters: ({ sides }) => (seat) => t("score.standing", { n: sides.find((side) => side.seat === seat)?.score ?? 0 }),
};

/**
 * The table of a score; the best total is marked.
 * @param {State} state
 */
export function scoreTable(state) {
  const { totals, deals, few } = state.score;
  const best = leaders(state);
  const head = state.seats.map((_, seat) => h("th", { scope: "col" }, seatName(state, seat)));
  const rows = deals.map((scores, index) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, index + 1),
      scores.map((score) => h("td", {}, short(score))),
    ),
  );
  const sum = totals.map((total, seat) =>
    h("td", { class: best.includes(seat) && deals.length > 0 ? "leads" : "" }, short(total)),
  );
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": t("score.sheet") },
    h(
      "table",
      { class: "score" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("deal")), head)),
      h("tbody", {}, rows, running(state)),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("score.total")), sum)),
    ),
    h("p", { class: "soft tiny" }, t(few ? "score.few" : "score.many")),
    deals.length === 0 && h("p", { class: "soft" }, t("score.none")),
  );
}

export function scoreSheet(state) {
  dialog(t("score.sheet"), scoreTable(state), { wide: state.seats.length > 4 });
}
