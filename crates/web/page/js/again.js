// @ts-check
// Try again: the moments that cost most, once more with the cards of others hidden; the adviser judges.

import { announce, toast } from "./a11y.js";
import { cost, gradeOf, gradeTag, isNothing } from "./costs.js";
import { $, h, put } from "./dom.js";
import { capital, t } from "./i18n.js";
import { say } from "./phrase.js";
import { boardOf } from "./table/boards.js";
import { Hand } from "./table/hand.js";
import { actionMark } from "./table/hint.js";
import { places, plate } from "./table/plates.js";

const MOMENTS = 3;
/** Choices that are made of several moves are not judged one by one. */
const PARTS = ["pass", "team"];

/**
 * The steps of a review that can be tried again, the most costly first.
 * @param {any[]} steps
 * @param {number} seat
 */
export function moments(steps, seat) {
  return steps
    .filter((step) => step.seat === seat && step.eyes && step.meaning && !PARTS.includes(step.state.phase))
    .filter(({ loss, meaning }) => loss !== null && !isNothing(loss, meaning))
    .sort((one, other) => other.loss - one.loss)
    .slice(0, MOMENTS);
}

/** One moment after the other. `place(step)`: where in the deal it is; `onClose`: back to the review. */
export class Again {
  constructor(main, { steps, seat, place, onClose }) {
    this.main = main;
    /** @type {any[]} */
    this.steps = steps;
    this.seat = seat;
    this.place = place;
    this.onClose = onClose;
    this.at = 0;
    this.open = true;
    /** @type {any} */
    this.state = null;
    /** @type {any} */
    this.screen = null;
    this.cloth = h("div", { class: "cloth review-cloth" });
    this.prompt = h("p", { class: "prompt" });
    this.actions = h("div", { class: "actions" });
    this.verdict = h("section", { class: "panel verdict", role: "status" });
    /** @type {number[]} What was lost at each moment, the first time. */
    this.lost = [];
    this.hand = new Hand({
      onPress: (card) => this.open && this.board.press(this.screen, this.state, card),
      onCommit: (card, how) => this.open && this.board.commit(this.screen, this.state, card, how),
      onRefuse: (why) => this.open && toast(why),
    });
    this.show();
  }

  get board() {
    return boardOf(this.state);
  }

  close() {
    this.hand.close();
  }

  /** The present moment, from its beginning. */
  show() {
    const step = this.steps[this.at];
    const { board, hand, history } = step.eyes;
    this.open = true;
    this.state = {
      ...step.state,
      board,
      hand,
      history,
      legal: step.legal,
      you: this.seat,
      turn: this.seat,
      bottom: this.seat,
      open: false,
      hints: false,
    };
    const element = h(
      "div",
      { class: "page wide again", data: { moment: this.at + 1 } },
      h(
        "header",
        { class: "row apart" },
        h(
          "div",
          {},
          h("h1", {}, t("again.title", { n: this.at + 1, of: this.steps.length })),
          h("p", { class: "soft tiny" }, capital(this.place(step))),
        ),
        h("button", { class: "button", data: { key: "again-close" }, onclick: () => this.leave() }, t("again.close")),
      ),
      this.cloth,
      h("div", { class: "own" }, h("div", { class: "own-line" }, this.prompt, this.actions), this.hand.element),
      this.verdict,
    );
    this.screen = {
      element,
      state: this.state,
      chosen: new Set(),
      settled: true,
      sending: false,
      readonly: true,
      hint: { answer: null },
      // A kept position tells what is legal, not why the rest is not.
      why: () => "",
      act: (action) => this.judge(action),
      acts: ([action]) => this.judge(action),
      ask: async () => null,
      choose: (cards) => ((this.screen.chosen = new Set(cards)), this.draw()),
      toggle: (card) => {
        if (!this.screen.chosen.delete(card)) this.screen.chosen.add(card);
        this.draw();
      },
    };
    put(this.verdict, h("p", { class: "soft" }, t("again.ask")));
    put(this.main, element);
    this.draw();
    $(".hand:not([hidden]) .card.playable, .actions button:enabled", element)?.focus({ preventScroll: true });
  }

  draw() {
    const { state, board, screen } = this;
    const where = places(state.seats.length, board.bottom(state));
    put(
      this.cloth,
      board.arena
        ? board.arena(screen, state)
        : [
            state.seats.map((_, seat) => plate(state, seat, where[seat], board.marks(screen, state, seat))),
            h("div", { class: "centre" }, board.centre(screen, state)),
          ],
    );
    put(this.prompt, this.open ? board.prompt(screen, state) : null);
    const hand = board.hand(screen, state);
    this.hand.element.hidden = !hand || state.hand.length === 0;
    if (hand) this.hand.show({ ...hand, active: this.open });
    put(this.actions, this.open ? board.actions(screen, state) : null);
  }

  /** What the adviser says of another choice. */
  judge(action) {
    const step = this.steps[this.at];
    const index = step.legal.indexOf(action);
    if (!this.open || index < 0) return;
    this.open = false;
    const known = step.values.filter((value) => value !== null);
    const best = Math.max(...known);
    const loss = best - (step.values[index] ?? Math.min(...known));
    this.lost[this.at] ??= loss;
    const right = isNothing(loss, step.meaning);
    const wrong = action === step.action ? "again.same" : loss < step.loss ? "again.better" : "again.worse";
    const words = right ? "again.right" : wrong;
    const last = this.at === this.steps.length - 1;
    const once = () => this.show();
    const next = () => ((this.at += 1), this.show());
    const told = capital(t(words, { cost: cost(loss, step.meaning) }));
    this.screen.sending = true;
    this.draw();
    put(
      this.verdict,
      h(
        "p",
        { class: "judged", data: { right: String(right) } },
        gradeTag(gradeOf(loss, step.grades)),
        " ",
        actionMark(step.state, action),
        " ",
        told,
      ),
      step.because &&
        h(
          "p",
          { class: "because" },
          !right && [actionMark(step.state, step.best), t("review.because")],
          capital(say(step.because)),
        ),
      last && h("p", { class: "again-total" }, t("again.total", { n: this.found(), of: this.steps.length })),
      h(
        "div",
        { class: "row" },
        !right && h("button", { class: "button", data: { key: "again-once" }, onclick: once }, t("again.once")),
        last
          ? h("button", { class: "button primary", data: { key: "again-done" }, onclick: () => this.leave() }, t("again.close"))
          : h("button", { class: "button primary", data: { key: "again-next" }, onclick: next }, t("again.next")),
      ),
    );
    $("button", this.verdict)?.focus({ preventScroll: true });
    announce(told);
  }

  /** At how many moments the best was found at once. */
  found() {
    return this.lost.filter((loss, index) => isNothing(loss, this.steps[index].meaning)).length;
  }

  leave() {
    this.close();
    this.onClose();
  }
}
