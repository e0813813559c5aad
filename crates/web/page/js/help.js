// @ts-check
// Short rules of each game, and the keys.

import { complain, dialog, toast } from "./a11y.js";
import { $, h } from "./dom.js";
import { t, told } from "./i18n.js";
import { gameAbout, gameName } from "./names.js";
import { catalog } from "./net.js";
import { guidable, guideAgain } from "./table/guide.js";

const KEYS = ["arrows", "enter", "digits", "p", "h", "u", "l", "s", "n", "space"];

/**
 * The rules of one game, or of all.
 * @param {string | null} game
 */
export async function help(game = null) {
  let games;
  try {
    ({ games } = await catalog());
  } catch (error) {
    return complain(error);
  }
  const section = (one, index) =>
    h(
      "details",
      { class: "help", ...(index === 0 && { open: true }) },
      h("summary", {}, h("strong", {}, gameName(one.name))),
      told(`help.${one.name}`, gameAbout(one))
        .split("\n")
        .map((line) => h("p", {}, line)),
      guidable(one.name) &&
        h("button", { class: "button", data: { key: `guide-${one.name}` }, onclick: () => guided(one.name) }, t("guide.again")),
    );
  // The one that is played comes first.
  const own = games.filter(({ name }) => name === game);
  const others = games.filter(({ name }) => name !== game);
  const guided = (name) => {
    box.close();
    guideAgain(name);
    if ($(".guide:not([hidden])") === null) toast(t("guide.later", { game: gameName(name) }));
  };
  const box = dialog(
    t("help"),
    [
      [...own, ...others].map(section),
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
