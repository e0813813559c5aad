// What an adviser would do: its best action, what it thinks of each, and why.

import { announce, complain } from "../a11y.js";
import { cost, costBars, hasPrice } from "../costs.js";
import { chip } from "../cards.js";
import { h, put } from "../dom.js";
import { capital, t } from "../i18n.js";
import { actionCards, actionName, cardName, isCard, monsterName, moveName, playerLabel } from "../names.js";
import { icon } from "../icons.js";
import { catalog } from "../net.js";
import { say } from "../phrase.js";
import { change, setting } from "../settings.js";
import { jokerMark } from "./daifugo.js";
import { moveMark } from "./generic.js";
import { pokerName } from "./poker.js";

export class HintPanel {
  constructor(screen) {
    this.screen = screen;
    this.element = h("aside", { class: "hint", "aria-label": t("hint"), hidden: true });
    this.adviser = null;
    this.advisers = [];
    this.answer = null;
    // A hint on every own turn, without asking.
    this.always = false;
  }

  /** A new state: an old hint is no longer true. */
  follow(state) {
    if (this.version === state.version) return;
    this.answer = null;
    this.element.hidden = !this.always || state.phase === "over";
    if (this.element.hidden) return;
    if (state.turn === state.you && state.hints) this.ask();
    else put(this.element, this.head(), h("p", { class: "soft" }, t("hint.waits")), this.pin());
  }

  /** The cards that the adviser would play. */
  cards() {
    if (!this.answer?.best) return new Set();
    const cards = (move) => (isCard(move) ? [move] : (this.screen.state.board.legal_cards?.[move] ?? actionCards(move)));
    return new Set(this.answer.plan.flatMap(cards));
  }

  async ask() {
    const { state, socket } = this.screen;
    if (state.turn !== state.you || !state.hints) return;
    this.version = state.version;
    this.element.hidden = false;
    put(
      this.element,
      this.head(),
      h(
        "p",
        { class: "soft thinking" },
        t("hint.thinking"),
        h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
      ),
    );
    try {
      const { players = [] } = (await catalog()).games.find(({ name }) => name === state.game) ?? {};
      this.advisers = players.filter(({ adviser }) => adviser);
      this.adviser ??= this.advisers.find(({ name }) => name === setting("advisers")[state.game])?.name ?? null;
      const answer = await socket.send({ type: "hint", adviser: this.adviser });
      if (this.version !== this.screen.state.version) return;
      this.answer = answer;
      this.draw();
      announce(
        [t("hint.best", { action: answer.plan.map((move) => actionText(state, move)).join(t("list.comma")) }),
          answer.because && capital(say(answer.because)),
        ].filter(Boolean).join(t("story.gap")),
      );
      this.screen.draw();
    } catch (error) {
      this.element.hidden = true;
      // Who has hints on every turn may be quicker than the adviser.
      if (!this.always || error.code !== "busy") complain(error);
    }
  }

  head() {
    const { advisers } = this;
    const pick = (event) => {
      this.adviser = event.target.value;
      change("advisers", { ...setting("advisers"), [this.screen.state.game]: this.adviser });
      this.ask();
    };
    const current = (this.answer?.adviser ?? this.adviser ?? "").split(":")[0];
    const select =
      advisers.length > 0 &&
      h(
        "select",
        { "aria-label": t("adviser"), onchange: pick },
        advisers.map((player) => h("option", { value: player.name, selected: player.name === current }, playerLabel(player))),
      );
    return h(
      "header",
      {},
      h("h2", {}, t("hint")),
      select,
      h("button", { class: "icon", "aria-label": t("close"), onclick: () => this.dismiss() }, icon("close")),
    );
  }

  /** A switch: hints on every turn. */
  pin() {
    const set = (event) => (this.always = event.target.checked);
    return h(
      "label",
      { class: "row tiny pin" },
      h("input", { type: "checkbox", checked: this.always, onchange: set }),
      t("hint.always"),
    );
  }

  dismiss() {
    this.answer = null;
    this.always = false;
    this.element.hidden = true;
    this.screen.draw();
  }

  /** What each move costs, the best first. */
  values(state, { values, meaning, grades, best, plan }) {
    // The other cards of a pass are no alternatives to the first one.
    const others = values.filter(({ action }) => action === best || !plan.includes(action));
    const moves = others.map(({ action, value }) => ({ label: actionMark(state, action), value, strong: action === best }));
    return costBars(moves, meaning, grades);
  }

  /** What the next best costs: "anything else costs at least about 0.4 points". */
  margin({ values, meaning, best, plan }) {
    if (!values || !hasPrice(meaning)) return null;
    const others = values.filter(({ action, value }) => value !== null && action !== best && !plan.includes(action));
    const [first] = values;
    if (others.length === 0 || first.value === null) return null;
    return t("hint.margin", { cost: cost(first.value - others[0].value, meaning) });
  }

  draw() {
    const { answer } = this;
    const { state } = this.screen;
    put(
      this.element,
      this.head(),
      h(
        "p",
        { class: "best-line" },
        t(state.phase === "pass" ? "hint.would.pass" : "hint.would"),
        " ",
        answer.plan.map((move, place) => [place > 0 && " ", actionMark(state, move)]),
      ),
      h("p", { class: "margin" }, this.margin(answer)),
      answer.because && h("p", { class: "because" }, capital(say(answer.because))),
      answer.why && h("p", { class: "why" }, capital(say(answer.why))),
      answer.values
        ? this.values(state, answer)
        : h("p", { class: "soft tiny" }, t(state.legal.length === 1 ? "hint.only" : "hint.no-values")),
      this.pin(),
    );
  }
}

/** An action in words. */
export function actionText(state, action) {
  if (state.board.kind === "facts") return pokerName(state, action);
  if (state.board.kind === "generic") return moveName(state.game, action);
  return actionName(action, state.board.legal_cards?.[action]);
}

/** An action as small cards where it is one, else in words. */
export function actionMark(state, action) {
  if (action === null || action === undefined) return "–";
  if (state.board.kind === "facts") return h("b", {}, pokerName(state, action));
  if (state.board.kind === "generic") return moveMark(state.game, action);
  const cards = isCard(action)
    ? [action]
    : (state?.board?.legal_cards?.[action] ?? (state?.board?.kind === "daifugo" ? actionCards(action) : []));
  if (action.startsWith("pick:")) return h("b", {}, monsterName(action.split(":")[1]));
  if (cards.length === 0) return h("b", {}, actionName(action));
  const marks = h(
    "span",
    { class: "chips" },
    cards.map((card) => chip(card, cardName(card))),
  );
  // What a joker stands for is part of the action.
  const joker = action.includes("★") && jokerMark(action);
  return joker ? h("span", {}, marks, h("small", { class: "soft" }, " ★ = ", joker)) : marks;
}
