// @ts-check
// The numbers of a monster. They are the same in every battle with the same cards, and are kept once they were seen.

import { dialog } from "../a11y.js";
import { creature } from "../creatures.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { monsterName } from "../names.js";

const STATS = ["hp", "attack", "defence", "special_attack", "special_defence", "speed", "cost"];
const HIGHEST = 400; // a bar is full here; more is shown as full
const DEAREST = 9; // the same for lands

const known = new Map();

/** Keeps the numbers of a list of cards. */
export function keep(catalog = []) {
  for (const card of catalog) known.set(card.name, card);
}

export const has = (name) => known.has(name);

/** Shows the numbers of a monster. */
export function showStats(name) {
  const { element, stats } = known.get(name);
  dialog(monsterName(name), h("div", { class: `stats-large element-${element}` }, creature(name, element), statBars(stats)));
}

export function statBars(stats) {
  return h(
    "span",
    { class: "stats" },
    STATS.filter((name) => stats?.[name] !== undefined).map((name) =>
      h(
        "span",
        { class: "stat" },
        h("span", {}, t(`stat.${name}`)),
        h(
          "span",
          { class: "stat-bar", "aria-hidden": "true" },
          h("i", { style: { width: `${Math.min(100, (stats[name] / (name === "cost" ? DEAREST : HIGHEST)) * 100)}%` } }),
        ),
        h("b", {}, stats[name]),
      ),
    ),
  );
}
