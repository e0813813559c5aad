// @ts-check
// The guided first deal: a bubble beside what it speaks of, which goes on when the player has done it. What it says and waits for
// is data: lessons.js.

import { announce } from "../a11y.js";
import { $, $$, h, put } from "../dom.js";
import { t } from "../i18n.js";
import { change, onChange, setting } from "../settings.js";
import { LESSONS } from "./lessons.js";

/** @import { State } from "../../../types/page.d.ts" */
/** @import { Facts, Step } from "./lessons.js" */

const GAP = 12; // pixels between a bubble and what it points to
const EDGE = 6; // pixels that stay free at the edges of the screen
/** What a bubble should not lie on. */
const CLEAR = [".hand", ".own-line", ".option", ".result-go", ".trick .card", ".meld.top", ".front", ".monster-info"];

/** Is there a guided deal of a game? */
export const guidable = (game) => game in LESSONS;

/** Guides through the next deal of a game; one that is being played is the next. */
export const guideAgain = (game) => change("guided", { ...setting("guided"), [game]: false });

const done = (game) => change("guided", { ...setting("guided"), [game]: true });

export class Guide {
  constructor(screen) {
    this.screen = screen;
    this.words = h("p", {});
    this.next = h("button", { class: "button small primary", data: { key: "guide-next" }, onclick: () => this.put() }, t("guide.next"));
    this.element = h(
      "aside",
      { class: "guide", "aria-label": t("guide.name"), hidden: true },
      this.words,
      h(
        "div",
        { class: "row" },
        this.next,
        h("button", { class: "button small quiet", data: { key: "guide-skip" }, onclick: () => this.skip() }, t("guide.skip")),
      ),
    );
    /** @type {Step[] | null} The steps that are left, while there is a guide. */
    this.left = null;
    /** @type {Step | null} */
    this.step = null;
    /** Own moves of earlier deals, of the deal, and when the step was first shown: a new deal begins a new history. */
    this.earlier = 0;
    this.own = 0;
    this.from = 0;
    this.deal = 0;
    this.moved = () => this.place();
    addEventListener("resize", this.moved);
    addEventListener("scroll", this.moved, true);
    // Whoever asks for the guide again gets it from its beginning.
    this.unlisten = onChange((name) => name === "guided" && ([this.left, this.step] = [null, null]));
  }

  close() {
    this.unlisten();
    removeEventListener("resize", this.moved);
    removeEventListener("scroll", this.moved, true);
  }

  /**
   * Shows the step that fits the state.
   * @param {State} state
   */
  follow(state) {
    if (state.you === null || !guidable(state.game) || setting("guided")[state.game]) {
      this.left = null;
      this.hide();
      return;
    }
    this.left ??= [...LESSONS[state.game]];
    const own = state.history.filter(({ seat }) => seat === state.you).length;
    if (this.deal !== state.deal) [this.deal, this.earlier] = [state.deal, this.earlier + this.own];
    this.own = own;
    const moves = this.earlier + own;
    if (!this.step) this.from = moves;
    const facts = {
      phase: state.phase,
      mine: state.turn === state.you,
      chosen: this.screen.chosen.size,
      since: moves - this.from,
      deals: state.score.deals.length,
    };
    const fits = (wanted) => Object.entries(wanted).every(([name, value]) => is(name in facts ? facts[name] : field(state.board, name), value));
    if (this.step?.until.some(fits)) this.drop();
    // The others have not been shown: nothing has been done since.
    facts.since = 0;
    this.left = this.left.filter((step) => step === this.step || !step.until.some(fits));
    if (this.left.length === 0) return this.skip();
    const shown = this.step && fits(this.step.when) ? this.step : this.left.find((step) => fits(step.when) && this.target(step));
    if (!shown) return this.hide();
    this.show(state, shown, moves);
  }

  show(state, step, moves) {
    const key = `guide.${state.game}.${step.say}`;
    if (this.step !== step) this.from = moves;
    const fresh = this.step !== step || this.element.hidden;
    this.step = step;
    this.element.dataset.step = step.say;
    this.next.hidden = !step.read;
    put(this.words, t(key));
    this.element.hidden = false;
    if (fresh) announce(t(key));
    this.place();
  }

  /** The step is read: on to the next. */
  put() {
    this.drop();
    this.follow(this.screen.state);
  }

  drop() {
    this.left = this.left?.filter((step) => step !== this.step) ?? null;
    this.step = null;
  }

  /** Ends the guide of this game for good; Help has it still. */
  skip() {
    this.hide();
    this.left = null;
    this.step = null;
    done(this.screen.state.game);
  }

  hide() {
    const focused = this.element.contains(document.activeElement);
    this.element.hidden = true;
    if (focused) $(".hand:not([hidden]) .card[tabindex='0'], .actions button", this.screen.element)?.focus({ preventScroll: true });
    this.mark(null);
  }

  /** What a step points to, where it can be seen. */
  target(step) {
    for (const selector of step.at)
      for (const element of $$(selector, this.screen.element)) if (element.getClientRects().length > 0) return element;
    return null;
  }

  /** Draws a ring around what is meant. */
  mark(element) {
    if (this.marked !== element) this.marked?.classList.remove("guided");
    element?.classList.add("guided");
    this.marked = element;
  }

  /** Puts the bubble beside what it points to, where it hides least. */
  place() {
    if (this.element.hidden || !this.step) return;
    const target = this.target(this.step);
    this.mark(target);
    if (!target) return this.hide();
    const to = target.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const clear = $$(CLEAR.join(), this.screen.element).map((element) => element.getBoundingClientRect());
    const [right, bottom] = [innerWidth - width - EDGE, innerHeight - height - EDGE];
    const within = (value, most) => Math.max(EDGE, Math.min(value, most));
    const [middle, centre] = [to.x + to.width / 2 - width / 2, to.y + to.height / 2 - height / 2];
    const places = [
      { side: "above", x: middle, y: to.y - height - GAP },
      // What is the player's own has buttons above the hand: the bubble stays above these, too.
      { side: "above", x: middle, y: this.screen.own.getBoundingClientRect().y - height - GAP },
      { side: "below", x: middle, y: to.bottom + GAP },
      { side: "before", x: to.x - width - GAP, y: centre },
      { side: "after", x: to.right + GAP, y: centre },
      // A large thing: inside, at its upper edge.
      { side: "within", x: middle, y: to.y + GAP },
      { side: "within", x: middle, y: to.bottom - height - GAP },
    ].map(({ side, x, y }) => {
      const box = { side, x: within(x, right), y: within(y, bottom) };
      const over = (rect) =>
        Math.max(0, Math.min(box.x + width, rect.right) - Math.max(box.x, rect.x)) *
        Math.max(0, Math.min(box.y + height, rect.bottom) - Math.max(box.y, rect.y));
      return { ...box, cost: clear.reduce((sum, rect) => sum + over(rect), 4 * over(to)) };
    });
    const best = places.reduce((one, other) => (other.cost < one.cost ? other : one));
    this.element.dataset.side = best.side;
    this.element.style.setProperty("left", `${best.x}px`);
    this.element.style.setProperty("top", `${best.y}px`);
    const along = best.side === "above" || best.side === "below" ? to.x + to.width / 2 - best.x : to.y + to.height / 2 - best.y;
    const longest = best.side === "above" || best.side === "below" ? width : height;
    this.element.style.setProperty("--tip", `${Math.max(14, Math.min(longest - 14, along))}px`);
  }
}

/**
 * A field of a board, by its path.
 * @param {any} board
 * @param {string} path
 */
function field(board, path) {
  return path.split(".").reduce((value, name) => value?.[name], board);
}

/**
 * Is a fact as a step wants it?
 * @param {any} value
 * @param {any} wanted
 */
function is(value, wanted) {
  if (typeof wanted === "boolean") return (Array.isArray(value) ? value.some(Boolean) : Boolean(value)) === wanted;
  if (typeof wanted === "object") return Number(value) >= wanted.min;
  return value === wanted;
}
