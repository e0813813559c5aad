// What a model has learned: bars, grids and rules, as the server draws them up.

import { bars, grid } from "./charts.js";
import { h } from "./dom.js";
import { number, short, t, told } from "./i18n.js";
import { list, say } from "./phrase.js";

export function modelPicture(picture) {
  if (!picture?.panels?.length) return h("p", { class: "empty" }, t("picture.none"));
  return h(
    "div",
    { class: "picture" },
    h("p", { class: "soft tiny" }, say(picture.title)),
    picture.panels.filter(tells).map(panel),
  );
}

/** Is there anything in it: a grid may have no value at all. */
const tells = ({ kind, values }) => kind !== "grid" || values.flat().some((value) => value !== null);

function panel(one) {
  const title = t(one.title);
  const body = {
    bars: () =>
      bars(
        one.items.map((item) => ({ ...item, label: say(item.label) })),
        { title, zero: true },
      ),
    grid: () => grid({ ...one, title, rows: one.rows.map(say), columns: one.columns.map(say) }),
    rules: () => rules(one),
  }[one.kind];
  const about = told(`${one.title}.about`, "");
  return h(
    "section",
    { class: "picture-panel" },
    h("h3", {}, title),
    about && h("p", { class: "soft tiny" }, about),
    body?.() ?? null,
  );
}

function rules({ items }) {
  return h(
    "ol",
    { class: "rules-list" },
    items.map((item) =>
      h(
        "li",
        {},
        h("span", {}, h("span", { class: "soft" }, t("picture.when"), " "), list(item.when)),
        h("span", {}, h("span", { class: "soft" }, "→ "), h("b", {}, say(item.then))),
        h(
          "small",
          { class: "soft" },
          [t("picture.uses", { n: number(item.uses) }), t("picture.strength", { n: short(item.strength) })].join(" · "),
        ),
      ),
    ),
  );
}
