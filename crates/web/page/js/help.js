// @ts-check
// Short rules of each game, and the keys.

import { dialog } from "./a11y.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { gameName } from "./names.js";

const GAMES = ["hearts", "daifugo", "monsters", "plain-tricks", "kuhn", "leduc"];
const KEYS = ["arrows", "enter", "digits", "p", "h", "u", "l", "s", "n", "space"];

/**
 * The rules of one game, or of all.
 * @param {string | null} game
 */
export function help(game = null) {
  const section = (name) =>
    h(
      "details",
      { class: "help", ...((name === game || (game === null && name === "hearts")) && { open: true }) },
      h("summary", {}, h("strong", {}, gameName(name))),
      t(`help.${name}`)
        .split("\n")
        .map((line) => h("p", {}, line)),
    );
  const known = game && GAMES.includes(game) ? [game, ...GAMES.filter((name) => name !== game)] : GAMES;
  dialog(
    t("help"),
    [
      known.map(section),
      h("h3", {}, t("help.keys")),
      h(
        "dl",
        { class: "keys" },
        KEYS.map((key) => [h("dt", {}, h("kbd", {}, t(`key.${key}`))), h("dd", {}, t(`key.${key}.about`))]),
      ),
      h("h3", {}, t("help.learn.title")),
      h("p", {}, t("help.learn")),
    ],
    { wide: true },
  );
}
