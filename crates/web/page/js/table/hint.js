// What an adviser would do: its best action, what it thinks of each, and why.

import { announce, complain } from "../a11y.js";
import { bars } from "../charts.js";
import { chip } from "../cards.js";
import { h, put } from "../dom.js";
import { short, t, told } from "../i18n.js";
import { actionCards, actionName, cardName, isCard, monsterName, playerName } from "../names.js";
import { icon } from "../icons.js";
import { catalog } from "../net.js";
import { setting } from "../settings.js";

export class HintPanel {
  constructor(screen) {
    this.screen = screen;
    this.element = h("aside", { class: "hint", "aria-label": t("hint"), hidden: true });
    this.adviser = null;
    this.answer = null;
  }

  /** A new state: an old hint is no longer true. */
  follow(state) {
    if (this.version === state.version) return;
    this.answer = null;
    this.element.hidden = true;
  }

  /** The cards that the adviser would play. */
  cards() {
    if (!this.answer?.best) return new Set();
    const { best } = this.answer;
    return new Set(isCard(best) ? [best] : (this.screen.state.board.legal_cards?.[best] ?? actionCards(best)));
  }

  async ask() {
    const { state, socket } = this.screen;
    if (state.turn !== state.you) return;
    this.version = state.version;
    this.element.hidden = false;
    put(
      this.element,
      this.head([]),
      h(
        "p",
        { class: "soft thinking" },
        t("hint.thinking"),
        h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
      ),
    );
    try {
      const advisers =
        (await catalog()).games.find(({ name }) => name === state.game)?.players.filter(({ adviser }) => adviser) ?? [];
      const answer = await socket.send({ type: "hint", adviser: this.adviser });
      if (this.version !== this.screen.state.version) return;
      this.answer = answer;
      this.draw(advisers);
      announce(t("hint.best", { action: actionName(answer.best, state.board.legal_cards?.[answer.best]) }));
      this.screen.draw();
    } catch (error) {
      this.element.hidden = true;
      complain(error);
    }
  }

  head(advisers) {
    const pick = (event) => {
      this.adviser = event.target.value;
      this.ask();
    };
    const current = (this.answer?.adviser ?? this.adviser ?? "").split(":")[0];
    const select =
      advisers.length > 0 &&
      h(
        "select",
        { "aria-label": t("adviser"), onchange: pick },
        advisers.map(({ name }) => h("option", { value: name, selected: name === current }, playerName(name))),
      );
    return h(
      "header",
      {},
      h("h2", {}, t("hint")),
      select,
      h("button", { class: "icon", "aria-label": t("close"), onclick: () => this.dismiss() }, icon("close")),
    );
  }

  dismiss() {
    this.answer = null;
    this.element.hidden = true;
    this.screen.draw();
  }

  draw(advisers) {
    const { answer } = this;
    const why = answer.why && (setting("language") === "ja" ? (answer.why.text_ja ?? answer.why.text) : answer.why.text);
    put(
      this.element,
      this.head(advisers),
      h("p", { class: "best-line" }, t("hint.would"), " ", actionMark(this.screen.state, answer.best)),
      answer.values
        ? bars(
            answer.values
              .filter(({ value }) => value !== null)
              .map(({ action, value }) => ({
                label: actionMark(this.screen.state, action),
                name: actionName(action),
                value,
                strong: action === answer.best,
              })),
            { format: short, title: t("hint.values") },
          )
        : h("p", { class: "soft tiny" }, t("hint.no-values")),
      answer.values && answer.unit && h("p", { class: "soft tiny" }, told(`unit.${answer.unit}`, answer.unit)),
      why && h("p", { class: "why" }, why),
    );
  }
}

/** An action as small cards where it is one, else in words. */
export function actionMark(state, action) {
  if (action === null || action === undefined) return "–";
  const cards = isCard(action)
    ? [action]
    : (state?.board?.legal_cards?.[action] ?? (state?.game === "daifugo" ? actionCards(action) : []));
  if (action.includes(":")) return h("b", {}, monsterName(action.split(":")[1]));
  if (cards.length === 0) return h("b", {}, actionName(action));
  const marks = h(
    "span",
    { class: "chips" },
    cards.map((card) => chip(card, cardName(card))),
  );
  // What a joker stands for is part of the action.
  return cards.includes("★") && cards.length > 1 ? h("span", {}, marks, h("small", { class: "soft" }, ` ${action}`)) : marks;
}
