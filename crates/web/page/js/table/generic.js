// @ts-check
// Any game without a drawing of its own: what is known in words, what was done, and a button for every move that is no card.

import { chip } from "../cards.js";
import { $$, h } from "../dom.js";
import { t, told } from "../i18n.js";
import { cardName, factName, isCard, isYou, moveName, seatName } from "../names.js";
import { setting } from "../settings.js";
import { sorted } from "../suits.js";

/** @import { BoardView, Shown } from "../../../types/page.d.ts" */

const SAID = 8; // moves that are told in the middle, the newest last

/** @param {Shown<"generic">} state */
const mine = (state) => state.turn === state.you && state.you !== null;

/**
 * Moves that are not made by pressing a card of the hand.
 * @param {Shown<"generic">} state
 */
const others = (state) => state.legal.filter((action) => !(isCard(action) && state.hand.includes(action)));

/** @type {(value: string) => any} */
const mark = (value) => (isCard(value) ? chip(value, cardName(value)) : h("span", {}, value));

/** @type {BoardView<"generic">} */
export const generic = {
  bottom: (state) => state.bottom ?? state.you ?? 0,

  centre(screen, state) {
    // What is held is seen below, if it is drawn as cards.
    const held = state.hand.length > 0 && !state.hand.every(isCard) ? [{ name: "hand", values: state.hand }] : [];
    const facts = [...held, ...state.board.facts].filter(({ name, values }) => name !== "dealt" && values.length > 0);
    return h(
      "div",
      { class: "generic" },
      facts.length > 0 &&
        h(
          "dl",
          { class: "facts", "aria-label": t("generic.facts") },
          facts.map(({ name, values }) => [
            h("dt", {}, factName(state.game, name)),
            h("dd", { class: "chips", data: { fact: name } }, values.map(mark)),
          ]),
        ),
      h(
        "ol",
        { class: "said", "aria-label": t("generic.moves") },
        state.history
          .slice(-SAID)
          .map(({ seat, action }) =>
            h("li", {}, h("b", {}, seatName(state, seat)), " ", action === null ? "–" : moveMark(state.game, action)),
          ),
      ),
    );
  },

  marks: () => [],

  prompt: (screen, state) => (mine(state) ? told(`turn.${state.game}`, t("generic.turn")) : null),

  hand(screen, state) {
    if (!state.hand.every(isCard)) return null;
    return {
      cards: sorted(state.hand, state.board.kind, setting("sort") === "down"),
      legal: new Set(state.legal.filter(isCard)),
      active: mine(state) && !screen.sending,
      chosen: screen.chosen,
    };
  },

  press(screen, state, card) {
    if (setting("confirm") && !screen.chosen.has(card)) screen.choose([card]);
    else screen.act(card);
  },

  commit(screen, state, card, how) {
    if (how === "drag" || setting("confirm")) screen.act(card);
  },

  actions(screen, state) {
    if (!mine(state)) return [];
    return others(state).map((action, index) =>
      h(
        "button",
        {
          class: `button${screen.hint.answer?.best === action ? " best" : ""}`,
          data: { key: `say-${action}`, action },
          disabled: screen.sending,
          onclick: () => screen.act(action),
        },
        moveName(state.game, action),
        index < 9 && h("kbd", { "aria-hidden": "true" }, index + 1),
      ),
    );
  },

  confirm() {},

  /** The buttons have the digits where there are any, else the cards. */
  number(screen, state, n) {
    const places = others(state).length > 0 ? ".actions button" : ".hand .card.playable";
    $$(places, screen.element)[n - 1]?.focus();
  },

  told: (state, acts) =>
    acts
      .filter(({ action }) => action !== null)
      .map(({ seat, action }) =>
        t(isYou(state, seat) ? "generic.said.you" : "generic.said", {
          name: seatName(state, seat),
          what: moveName(state.game, action ?? ""),
        }),
      ),

  lingers: () => false,
  winner: () => null,
  last: () => null,
};

/** A move as a small card where it is one, else in words. */
export const moveMark = (game, action) =>
  isCard(action) ? h("span", { class: "chips" }, chip(action, cardName(action))) : h("b", {}, moveName(game, action));
