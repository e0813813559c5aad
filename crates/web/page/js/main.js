// @ts-check
// The page: the bar at the top, and the screens.

import { daily } from "./daily.js";
import { $, h, put } from "./dom.js";
import { help } from "./help.js";
import { LANGUAGES, speak, t } from "./i18n.js";
import { icon } from "./icons.js";
import { table } from "./join.js";
import { learners } from "./learners.js";
import { lobby } from "./lobby.js";
import { review } from "./review.js";
import { draw, path, route, start } from "./router.js";
import { apply, onChange, setting } from "./settings.js";
import { settingsDialog } from "./settings-view.js";
import { statistics } from "./statistics.js";
import { training } from "./training.js";

function bar() {
  const link = (to, name) => h("a", { href: `#${to}`, "aria-current": path() === to ? "page" : null }, name);
  const other = setting("language") === "ja" ? "en" : "ja";
  document.title = setting("language") === "ja" ? "切り札 Kirifuda" : "Kirifuda";
  put($("#skip"), t("skip"));
  put(
    $("#bar"),
    h("a", { class: "brand", href: "#/" }, h("span", { class: "seal", "aria-hidden": "true" }, "切札"), "Kirifuda"),
    h(
      "nav",
      { "aria-label": t("nav") },
      link("/", t("nav.play")),
      link("/review", t("nav.review")),
      link("/learners", t("nav.learners")),
      link("/train", t("nav.train")),
    ),
    h(
      "div",
      { class: "tools" },
      h("button", { class: "icon", "aria-label": t("help"), title: t("help"), onclick: () => help() }, icon("help")),
      h(
        "button",
        { class: "icon language", lang: other, title: LANGUAGES[other], onclick: () => speak(other) },
        other === "ja" ? "日本語" : "EN",
      ),
      h(
        "button",
        { class: "icon", "aria-label": t("settings"), title: t("settings"), onclick: settingsDialog },
        icon("settings"),
      ),
    ),
  );
}

route("/", lobby);
route("/t/:id", table);
route("/review", review);
route("/r/table/:table", review);
route("/r/:review", review);
route("/daily/:game", daily);
route("/daily/:game/:date", daily);
route("/statistics", statistics);
route("/learners", learners);
route("/train", training);
route("/train/:id", training);

apply();
for (const query of ["(prefers-reduced-motion: reduce)", "(prefers-color-scheme: dark)"])
  matchMedia(query).addEventListener("change", apply);
onChange((name) => {
  if (name === "language") {
    bar();
    draw();
  }
});
addEventListener("hashchange", bar);
$("#skip").addEventListener("click", (event) => {
  event.preventDefault();
  $("#main").focus();
});
bar();
start();
