// @ts-check
// Fields of forms in which one choice decides what the next ones are: game, rules, kind of learner.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { gameName, playerName, presetName } from "./names.js";

/** A select. `draw` draws the form anew and returns an element around it; the focus stays where it was. */
export const select = (label, key, options, set, draw) =>
  h(
    "label",
    { class: "field" },
    h("span", {}, label),
    h(
      "select",
      {
        data: { key },
        onchange: (event) => {
          set(event.target.value);
          draw().querySelector(`[data-key="${key}"]`)?.focus();
        },
      },
      options.map(([value, words, selected]) => h("option", { value, selected }, words)),
    ),
  );

/** Game, rules and kind of learner, of those that `kinds` finds in a game; the choice is made one that there is. */
export function learnerFields(choice, games, kinds, draw) {
  const able = kinds(choice.game);
  const { presets } = choice.game;
  if (!able.some(({ name }) => name === choice.learner)) choice.learner = able[0].name;
  if (!presets.some(({ name }) => name === choice.rules)) choice.rules = presets[0].name;
  return [
    select(
      t("game"),
      "game",
      games.map((game) => [game.name, gameName(game.name), game === choice.game]),
      (value) => (choice.game = games.find(({ name }) => name === value)),
      draw,
    ),
    select(
      t("lobby.rules"),
      "rules",
      presets.map(({ name }) => [name, presetName(choice.game.name, name), name === choice.rules]),
      (value) => (choice.rules = value),
      draw,
    ),
    select(
      t("learners.kind"),
      "learner",
      able.map(({ name }) => [name, playerName(name), name === choice.learner]),
      (value) => (choice.learner = value),
      draw,
    ),
  ];
}
