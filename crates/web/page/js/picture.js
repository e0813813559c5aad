// What a model has learned: bars, grids and rules, as the server draws them up.

import { bars, grid } from "./charts.js";
import { h } from "./dom.js";
import { number, short, t, told } from "./i18n.js";
import { playerName } from "./names.js";
import { saying } from "./sayings.js";

export function modelPicture(picture) {
  if (!picture?.panels?.length) return h("p", { class: "empty" }, t("picture.none"));
  return h(
    "div",
    { class: "picture" },
    h("p", { class: "soft tiny" }, heading(picture.title)),
    picture.panels.filter(tells).map(panel),
  );
}

/** Is there anything in it: a grid may have no value at all. */
const tells = ({ kind, values }) => kind !== "grid" || values.flat().some((value) => value !== null);

/** "linear-q after 2000 deals" */
function heading(title) {
  const [, learner, deals] = title?.match(/^(\S+) after (\d+) deals$/) ?? [];
  return learner ? t("picture.after", { name: playerName(learner), deals: number(Number(deals)) }) : title;
}

function panel(one) {
  const title = told(`picture.${one.title}`, one.title);
  const body = {
    bars: () =>
      bars(
        one.items.map((item) => ({ ...item, label: label(item.label) })),
        { title, zero: true },
      ),
    grid: () => grid({ ...one, title, rows: one.rows.map(label), columns: one.columns.map(label) }),
    rules: () => rules(one),
  }[one.kind];
  const about = told(`picture.${one.title}.about`, "");
  return h(
    "section",
    { class: "picture-panel" },
    h("h3", {}, title),
    about && h("p", { class: "soft tiny" }, about),
    body?.() ?? null,
  );
}

/** The name of a row, a column or a bar: a suit, a rank, an element, a monster, a move. */
function label(name) {
  const [, count] = name.match(/^(\d+) at once$/) ?? [];
  if (count) return t("picture.at-once", { n: Number(count) });
  const [, some, all] = name.match(/^(\d+) of (\d+)$/) ?? [];
  if (some) return t("picture.of-held", { n: Number(some), all: Number(all) });
  if (name === "T") return "10";
  return told(`element.${name}`, told(`monster.${name}`, told(`picture.move.${name}`, name)));
}

function rules({ items }) {
  return h(
    "ol",
    { class: "rules-list" },
    items.map((item) =>
      h(
        "li",
        {},
        h("span", {}, h("span", { class: "soft" }, t("picture.when"), " "), saying(item.when)),
        h("span", {}, h("span", { class: "soft" }, "→ "), h("b", {}, saying(item.then))),
        h(
          "small",
          { class: "soft" },
          [t("picture.uses", { n: number(item.uses) }), t("picture.strength", { n: short(item.strength) })].join(" · "),
        ),
      ),
    ),
  );
}
