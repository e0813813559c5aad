// @ts-check
// How fast the players of a table move, and whether they wait.

import { dialog } from "../a11y.js";
import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";
import { change } from "../settings.js";

/** @import { State } from "../../../types/page.d.ts" */

const SLOWEST = 3000; // milliseconds
const READ = 5000; // milliseconds that a result stays before the next deal comes by itself

/**
 * Is this a table at which nobody plays but players: it can be stopped.
 * @param {State} state
 */
export const watched = (state) => state.you === null && state.seats.every(({ kind }) => kind !== "person" && kind !== "open");

/** A slider from slow to fast; for who watches, with a button that stops the game. */
export class Pace {
  constructor(screen) {
    this.screen = screen;
    this.words = h("output", { class: "soft tiny" });
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: SLOWEST,
      step: 100,
      "aria-label": t("pace"),
      oninput: () => this.say(),
      onchange: () => this.send(),
    });
    this.pause = h("button", { class: "button", data: { key: "pause" }, onclick: () => this.toggle() });
    this.field = h("div", { class: "pace-field" }, this.slider, this.words);
    this.auto = h("input", { type: "checkbox", data: { key: "auto" }, onchange: () => this.wait(this.screen.state) });
    const auto = h("label", { class: "row tiny" }, this.auto, t("pace.auto"));
    this.element = h("div", { class: "pace", hidden: true }, this.pause, this.field, auto);
  }

  /**
   * Has the next deal come by itself, if that is wanted.
   * @param {State} state
   */
  wait(state) {
    clearTimeout(this.timer);
    if (!this.auto.checked || state.phase !== "over" || state.score.finished) return;
    this.timer = setTimeout(() => this.screen.ask({ type: "next" }), READ);
  }

  close() {
    clearTimeout(this.timer);
  }

  /** The slider goes from slow to fast, the wait from long to none. */
  get gap() {
    return SLOWEST - Number(this.slider.value);
  }

  say() {
    const words = this.gap === 0 ? t("pace.none") : t("pace.value", { seconds: (this.gap / 1000).toFixed(1) });
    put(this.words, words);
    this.slider.setAttribute("aria-valuetext", words);
  }

  send() {
    change("pace", this.gap);
    this.screen.ask({ type: "pace", ms: this.gap });
  }

  toggle() {
    this.screen.ask({ type: "pause", on: !this.screen.state.paused });
  }

  /** @param {State} state */
  show(state) {
    this.element.hidden = !watched(state) || state.may_control === false || state.score.finished;
    this.pause.disabled = state.phase === "over";
    if (!this.element.hidden && this.seen !== `${state.deal} ${state.phase}`) this.wait(state);
    this.seen = `${state.deal} ${state.phase}`;
    // A slider that is held must not jump.
    if (document.activeElement !== this.slider) {
      this.slider.value = String(SLOWEST - state.pace_ms);
      this.say();
    }
    if (this.paused === state.paused) return;
    this.paused = state.paused;
    put(this.pause, icon(state.paused ? "forward" : "pause"), t(state.paused ? "pause.off" : "pause.on"));
  }

  /** The same in a dialog, for who plays. */
  open() {
    this.slider.value = String(SLOWEST - this.screen.state.pace_ms);
    this.say();
    dialog(t("pace"), [h("p", { class: "soft" }, t("pace.about")), this.field]);
  }
}
