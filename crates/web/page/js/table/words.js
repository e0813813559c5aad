// Any game that has no board of its own: what is held, what may be done, what was done, in its own notation.

import { h } from "../dom.js";
import { short, t } from "../i18n.js";
import { isYou, seatName } from "../names.js";

export const words = {
  bottom: (state) => state.bottom ?? state.you ?? 0,

  centre(screen, state) {
    const facts = state.board?.facts ?? [];
    return h(
      "div",
      { class: "words" },
      h(
        "ol",
        {},
        state.history.slice(-6).map(({ seat, action }) => h("li", {}, `${seatName(state, seat)}: ${action ?? "…"}`)),
      ),
      facts.length > 0 &&
        h("p", { class: "soft" }, facts.map(({ name, values }) => `${name}: ${values.join(" ")}`).join(" · ")),
    );
  },

  marks: () => [],
  prompt: (screen, state) => (state.hand.length > 0 ? t("words.hand", { cards: state.hand.join(" ") }) : null),
  hand: () => null,
  press() {},
  commit() {},

  actions(screen, state) {
    if (state.turn !== state.you || state.you === null) return [];
    return state.legal.map((action) =>
      h(
        "button",
        { class: "button", data: { key: action }, disabled: screen.sending, onclick: () => screen.act(action) },
        action,
      ),
    );
  },

  confirm() {},

  told(state, acts) {
    return acts
      .filter(({ action }) => action)
      .map(({ seat, action }) =>
        t(isYou(state, seat) ? "said.you" : "said.other", { name: seatName(state, seat), what: action }),
      );
  },

  lingers: () => false,
  winner: () => null,
  last: () => null,
  value: short,
};
