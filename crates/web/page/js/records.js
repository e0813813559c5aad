// @ts-check
// Records of games: those of the own tables, and files.

import { complain, toast } from "./a11y.js";
import { h, put } from "./dom.js";
import { t, when } from "./i18n.js";
import { gameName, rulesName } from "./names.js";
import { api } from "./net.js";
import { go } from "./router.js";
import { all } from "./tables.js";

const LARGEST = 1 << 20; // bytes of a record file

/** Which game is to be looked at. */
export function records(main) {
  const file = h("input", {
    type: "file",
    accept: ".jsonl,.json,.txt",
    id: "record",
    class: "hidden-visually",
    onchange: (event) => load(event.target.files[0]),
  });
  const drop = h(
    "label",
    { class: "drop panel", for: "record" },
    h("span", { class: "button", "aria-hidden": "true" }, t("review.import")),
    h("strong", { class: "hidden-visually" }, t("review.import")),
    h("span", { class: "soft" }, t("review.import.about")),
    file,
  );
  drop.addEventListener("dragover", (event) => event.preventDefault());
  drop.addEventListener("drop", (event) => (event.preventDefault(), load(event.dataTransfer?.files[0])));
  const tables = all();
  put(
    main,
    h(
      "div",
      { class: "page" },
      h("header", {}, h("h1", {}, t("review")), h("p", { class: "soft" }, t("review.about"))),
      drop,
      h(
        "section",
        { class: "panel" },
        h("h2", {}, t("review.tables")),
        tables.length
          ? h(
              "ul",
              { class: "plain" },
              tables.map(({ id, game, rules, deal, when: time }) =>
                h(
                  "li",
                  {},
                  h("a", { href: `#/r/table/${id}` }, gameName(game), " · ", rules ? rulesName(game, rules) : ""),
                  h("span", { class: "soft tiny" }, ` ${t("deal.number", { n: deal ?? 1 })} · ${when(time)}`),
                ),
              ),
            )
          : h("p", { class: "soft" }, t("review.tables.none")),
      ),
    ),
  );
}

async function load(file) {
  if (!file) return;
  if (file.size > LARGEST) return toast(t("review.too-large"), "error");
  try {
    const { review: id } = await api("POST", "/api/records", await file.text(), { type: "application/x-ndjson" });
    go(`/r/${id}`);
  } catch (error) {
    complain(error);
  }
}
