// @ts-check
// The settings, in a dialog: each takes hold at once.

import { dialog } from "./a11y.js";
import { back, picture } from "./cards.js";
import { h } from "./dom.js";
import { LANGUAGES, speak, t } from "./i18n.js";
import { change, setting } from "./settings.js";

export function settingsDialog() {
  const preview = h(
    "div",
    { class: "row preview", "aria-hidden": "true" },
    ["♠Q", "♥T", "♦7", "♣J", "★"].map((card) => h("span", { class: "card" }, picture(card))),
    h("span", { class: "card" }, back()),
  );
  const box = dialog(t("settings"), [
    h(
      "div",
      { class: "settings" },
      choices("language", Object.entries(LANGUAGES), async (language) => {
        await speak(language);
        box.close();
        settingsDialog();
      }),
      choices("theme", [
        ["auto", t("theme.auto")],
        ["light", t("theme.light")],
        ["dark", t("theme.dark")],
      ]),
      choices("colours", [
        [2, t("colours.2")],
        [4, t("colours.4")],
      ]),
      choices("back", [
        ["indigo", t("back.indigo")],
        ["vermilion", t("back.vermilion")],
        ["moss", t("back.moss")],
      ]),
      choices("size", [
        ["normal", t("size.normal")],
        ["large", t("size.large")],
      ]),
      choices("sort", [
        ["up", t("sort.up")],
        ["down", t("sort.down")],
      ]),
      choices("confirm", [
        [false, t("confirm.off")],
        [true, t("confirm.on")],
      ]),
      choices("forced", [
        ["auto", t("forced.auto")],
        ["on", t("forced.on")],
        ["off", t("forced.off")],
      ]),
      choices("motion", [
        ["auto", t("motion.auto")],
        ["on", t("motion.on")],
        ["off", t("motion.off")],
      ]),
      choices("sound", [
        ["off", t("sound.off")],
        ["on", t("sound.on")],
      ]),
    ),
    preview,
    h("p", { class: "soft tiny" }, t("settings.kept")),
  ]);
}

/** A choice among values; `take` does what is chosen. */
function choices(name, values, take = (value) => change(name, value)) {
  const one = ([value, words]) =>
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "radio",
        name: `setting-${name}`,
        checked: setting(name) === value,
        onchange: () => take(value),
      }),
      h("span", {}, words),
    );
  return h("fieldset", {}, h("legend", {}, t(`setting.${name}`)), h("div", { class: "choices" }, values.map(one)));
}
