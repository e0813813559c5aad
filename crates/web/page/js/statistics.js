// @ts-check
// What was played in this browser: deals and wins of each game, the best result, streaks. Nothing of it leaves the browser.

import { $, h, put } from "./dom.js";
import { percent, short, t } from "./i18n.js";
import { gameName } from "./names.js";

/** @import { State } from "../../types/page.d.ts" */

const KEY = "kirifuda.statistics";
const COUNTED = 60; // deals that are remembered by name, so that a reload does not count one twice

const NOTHING = { deals: 0, wins: 0, sum: 0, best: null, streak: 0, longest: 0 };

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? { games: {}, counted: [] };
  } catch {
    return { games: {}, counted: [] };
  }
}

/**
 * The figures of a game after one more deal. Whoever has the best payoff, alone or with others, has won it.
 * @param {typeof NOTHING} before
 * @param {number[]} payoffs
 * @param {number} seat
 */
export function counted(before, payoffs, seat) {
  const own = payoffs[seat];
  const won = own === Math.max(...payoffs) && own > Math.min(...payoffs);
  const streak = won ? before.streak + 1 : 0;
  return {
    deals: before.deals + 1,
    wins: before.wins + (won ? 1 : 0),
    sum: before.sum + own,
    best: before.best === null ? own : Math.max(before.best, own),
    streak,
    longest: Math.max(before.longest, streak),
  };
}

/**
 * Counts a deal that is over, once. What is new: a record, a streak of three or more.
 * @param {State} state
 * @param {string} table
 */
export function count(state, table) {
  if (state.phase !== "over" || state.you === null || !state.result) return [];
  const { games, counted: known } = read();
  const name = `${table}/${state.deal}`;
  if (known.includes(name)) return [];
  const before = games[state.game] ?? NOTHING;
  const after = { ...counted(before, state.result.payoffs, state.you), unit: state.score.unit };
  const kept = { games: { ...games, [state.game]: after }, counted: [name, ...known].slice(0, COUNTED) };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that stores nothing has no statistics.
  }
  const record = before.deals >= 3 && after.best > (before.best ?? -Infinity);
  const streak = after.streak >= 3 && after.streak > before.streak;
  return [record && t("statistics.record"), streak && t("statistics.streak", { n: after.streak })].filter(Boolean);
}

/** The figures of every game that was played. */
export function statistics() {
  const { games } = read();
  const names = Object.keys(games);
  const figure = (value) => h("td", {}, value);
  const row = (name) => {
    const { deals, wins, sum, best, streak, longest, unit } = games[name];
    // Points that are bad are counted as they are on the score sheet.
    const amount = (payoff) => short(unit === "penalty" ? 0 - payoff : payoff);
    return h(
      "tr",
      { data: { game: name } },
      h("th", { scope: "row" }, gameName(name)),
      [short(deals), percent(wins / deals), amount(sum / deals), amount(best), `${short(streak)} / ${short(longest)}`].map(figure),
    );
  };
  const head = ["game", "deals", "wins", "mean", "best", "streaks"].map((key) =>
    h("th", { scope: "col" }, t(`statistics.${key}`)),
  );
  put(
    $("#main"),
    h(
      "div",
      { class: "page" },
      h("header", {}, h("h1", {}, t("statistics")), h("p", { class: "soft" }, t("statistics.about"))),
      names.length === 0
        ? h("p", { class: "empty" }, t("statistics.none"))
        : h(
            "div",
            { class: "scroll", tabindex: "0", role: "group", "aria-label": t("statistics") },
            h("table", { class: "score statistics" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, names.map(row))),
          ),
    ),
  );
}
