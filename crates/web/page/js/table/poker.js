// @ts-check
// Kuhn and Leduc poker: the own card, the card on the table, the pot, and what has been said.

import { back, shown } from "../cards.js";
import { $$, h } from "../dom.js";
import { t } from "../i18n.js";
import { cardName, isYou, seatName } from "../names.js";
import { asCard } from "../suits.js";
import { count } from "./plates.js";

/** @import { BoardView, Shown, State } from "../../../types/page.d.ts" */

const ANTE = 1;
const KUHN_BET = 1;
const LEDUC_RAISES = [2, 4]; // of the first and the second round

/**
 * What has been put in: chips of each seat, the round, and whether somebody has to be answered.
 * @param {Pick<State, "game" | "history" | "seats">} state
 */
export function pot({ game, history, seats }) {
  const chips = seats.map(() => ANTE);
  let [round, said] = [0, 0];
  for (const { seat, action } of history) {
    const most = Math.max(...chips);
    said += 1;
    if (action === "bet") chips[seat] = ANTE + KUHN_BET;
    else if (action === "raise") chips[seat] = most + LEDUC_RAISES[round];
    else if (action === "call") {
      chips[seat] = most;
      // A call ends the round unless it was the first word of it.
      if (said > 1) [round, said] = [round + 1, 0];
    }
  }
  return { chips, round, open: Math.max(...chips) > Math.min(...chips), game };
}

/**
 * A move as poker players call it: a pass is a check or a fold, a bet that answers one is a call.
 * @param {Pick<State, "game" | "history" | "seats">} state
 * @param {string} action
 */
export function pokerName(state, action) {
  const { open } = pot(state);
  const names = {
    pass: open ? "fold" : "check",
    bet: open ? "call" : "bet",
    call: open ? "call" : "check",
    raise: open ? "raise" : "bet",
    fold: "fold",
  };
  return names[action] ? t(`poker.${names[action]}`) : action;
}

/**
 * Every move with its name at the time.
 * @param {Shown<"facts">} state
 */
const said = (state) =>
  state.history.map(({ seat, action }, index) => ({
    seat,
    name: pokerName({ ...state, history: state.history.slice(0, index) }, action ?? ""),
  }));

/** @type {(state: Shown<"facts">, name: string) => string[]} */
const fact = (state, name) => state.board.facts?.find((one) => one.name === name)?.values ?? [];

/** @type {BoardView<"facts">} */
export const poker = {
  bottom: (state) => state.bottom ?? state.you ?? 0,

  centre(screen, state) {
    const { chips, round } = pot(state);
    const [open] = fact(state, "public");
    const sum = chips.reduce((one, other) => one + other);
    return h(
      "div",
      { class: "poker" },
      state.game === "leduc" &&
        (open
          ? shown(asCard(open), cardName(asCard(open)), { data: { card: open } })
          : h("span", { class: "card hidden-card", title: t("poker.public") }, back())),
      h(
        "p",
        { class: "pot" },
        h("span", { class: "chip-stack", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
        t("poker.pot", { n: sum }),
        state.game === "leduc" && h("small", {}, t("poker.round", { n: Math.min(2, round + 1) })),
      ),
      h(
        "ol",
        { class: "said" },
        said(state)
          .slice(-4)
          .map(({ seat, name }) => h("li", {}, h("b", {}, seatName(state, seat)), " ", name)),
      ),
    );
  },

  marks(screen, state, seat) {
    return [
      seat !== state.you && !state.board.hands && count(1),
      h("span", { class: "mark" }, t("poker.chips", { n: pot(state).chips[seat] })),
    ];
  },

  prompt(screen, state) {
    if (state.you === null || state.turn !== state.you) return null;
    return t(pot(state).open ? "poker.answer" : "poker.begin");
  },

  hand: (screen, state) => ({ cards: state.hand.map(asCard), legal: new Set(), active: false }),
  press() {},
  commit() {},

  actions(screen, state) {
    if (state.turn !== state.you || state.you === null) return [];
    const refused = Object.keys(state.why_not).map((action) => {
      const why = screen.why(action);
      return h(
        "button",
        {
          class: "button refused",
          data: { key: `say-${action}`, action },
          "aria-disabled": "true",
          "aria-label": `${t(`poker.${action}`)}${t("list.comma")}${why}`,
          onclick: () => screen.refuse(why),
        },
        t(`poker.${action}`),
      );
    });
    const open = state.legal.map((action, index) =>
      h(
        "button",
        {
          class: `button${screen.hint.answer?.best === action ? " best" : ""}`,
          data: { key: `say-${action}`, action },
          disabled: screen.sending,
          onclick: () => screen.act(action),
        },
        pokerName(state, action),
        h("kbd", { "aria-hidden": "true" }, index + 1),
      ),
    );
    return [open, refused];
  },

  confirm() {},
  number: (screen, state, n) => $$(".actions button", screen.element)[n - 1]?.focus(),

  told(state, acts) {
    const names = said(state).slice(state.history.length - acts.length);
    return names.map(({ seat, name }) =>
      t(isYou(state, seat) ? "poker.said.you" : "poker.said", { name: seatName(state, seat), what: name }),
    );
  },

  lingers: () => false,
  winner: () => null,
  last: () => null,
};
