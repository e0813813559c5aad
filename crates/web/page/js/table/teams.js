// @ts-check
// Before a battle of monsters: all cards, with their numbers, to choose three from.

import { creature, elementSign } from "../creatures.js";
import { h } from "../dom.js";
import { t, told } from "../i18n.js";
import { elementName, monsterName } from "../names.js";
import { chart } from "./elements.js";
import { keep, statBars } from "./stats.js";

/** @import { NamedFact, Screen, Shown } from "../../../types/page.d.ts" */

export const TEAM = 3;
/** @param {Shown<"monsters">} state */
export const picking = (state) => state.phase === "team" && state.legal.some((action) => action.startsWith("pick:"));

/**
 * @param {Screen} screen
 * @param {Shown<"monsters">} state
 */
export function teams(screen, state) {
  keep(state.board.catalog);
  const { catalog, picked = [], draft = [], report = [] } = state.board;
  const mine = state.turn === state.you && picking(state);
  const chosen = (name) => picked.includes(name) || screen.chosen.has(name);
  const full = picked.length + screen.chosen.size >= TEAM;
  const card = ({ name, element, stats }) =>
    h(
      "button",
      {
        class: `monster-card element-${element}${chosen(name) ? " chosen" : ""}${screen.hint.answer?.best === `pick:${name}` ? " best" : ""}`,
        data: { key: `pick-${name}` },
        "aria-pressed": String(chosen(name)),
        disabled: !mine || picked.includes(name) || (full && !chosen(name)),
        onclick: () => screen.toggle(name),
      },
      creature(name, element),
      h("strong", {}, monsterName(name)),
      h("span", { class: "element" }, elementSign(element), elementName(element)),
      draft.includes(name) && h("span", { class: "tag" }, t("monsters.draft")),
      matchUps(state, element),
      statBars(stats),
    );
  return h(
    "div",
    { class: "choice-board" },
    h(
      "div",
      { class: "row apart" },
      h("p", { class: "soft" }, t("monsters.team.about")),
      h("button", { class: "button small", data: { key: "chart" }, onclick: () => chart(state) }, t("monsters.chart")),
    ),
    draft.length > 0 && h("p", { class: "notice tiny" }, t("monsters.draft.about")),
    report.length > 0 &&
      h("p", { class: "notice tiny scout" }, t("monsters.report"), " ", reportWords(report), h("br"), t("monsters.report.about")),
    h("div", { class: "monster-grid" }, catalog.map(card)),
  );
}

/**
 * Which elements a monster's own is strong and weak against.
 * @param {Shown<"monsters">} state
 * @param {string} element
 */
function matchUps(state, element) {
  const { elements, affinity } = state.board.chart;
  const own = elements.indexOf(element);
  const line = (key, found) =>
    found.length > 0 &&
    h(
      "span",
      { class: `match-up ${key}` },
      h("span", { class: "hidden-visually" }, t(`monsters.${key}`, { elements: found.map(elementName).join(t("list.comma")) })),
      h("span", { "aria-hidden": "true" }, key === "beats" ? "▲" : "▼", " ", found.map(elementSign)),
    );
  return h(
    "span",
    { class: "match-ups" },
    line("beats", elements.filter((_, other) => affinity[own]?.[other] > 1)),
    line("beaten", elements.filter((_, other) => affinity[other]?.[own] > 1)),
  );
}

/** @param {NamedFact[]} report */
function reportWords(report) {
  const words = ({ name, values }) => `${told(`element.${name}`, told(`stat.${name}`, name))} ${values.join(" ")}`;
  return report
    .filter(({ values }) => values.some((value) => value !== "0"))
    .map(words)
    .join(t("list.comma"));
}
