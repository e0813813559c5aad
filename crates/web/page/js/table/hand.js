// @ts-check
// The own hand: cards to press, to drag to the table, to reach by keys.

import { roving } from "../a11y.js";
import { picture } from "../cards.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { cardName } from "../names.js";

const DRAG_BEGINS = 8; // pixels before a press is a drag
const DRAG_PLAYS = 50; // pixels up that play a card
const NARROW = 560; // pixels of width under which many cards lie in two rows
const ROW = 8; // cards of a row on a narrow screen

export class Hand {
  /** `onPress(card)`: pressed; `onCommit(card)`: pressed twice or dragged to the table; `onRefuse(why)`: it may not be pressed. */
  constructor({ onPress, onCommit, onRefuse }) {
    this.element = h("div", { class: "hand", role: "group" });
    /** @type {Map<string, HTMLElement>} */
    this.buttons = new Map();
    this.onPress = onPress;
    this.onCommit = onCommit;
    this.onRefuse = onRefuse;
    /** @type {(card: string) => string} */
    this.why = () => "";
    roving(this.element, ".card");
    this.resized = () => this.arrange();
    addEventListener("resize", this.resized);
  }

  close() {
    removeEventListener("resize", this.resized);
  }

  /**
   * `legal`: cards that may be pressed; `chosen`: cards picked; `many`: several make a play; `best`: what the hint says;
   * `why(card)`: why a card may not be pressed, in words.
   */
  show({ cards, legal, chosen = new Set(), many = false, best = new Set(), fresh = [], active = true, why = (_card) => "" }) {
    this.why = active ? why : () => "";
    this.element.setAttribute("aria-label", t("hand.name", { n: cards.length }));
    this.element.classList.toggle("waiting", !active);
    const old = this.buttons;
    this.buttons = new Map(cards.map((card) => [card, old.get(card) ?? this.button(card)]));
    const focused = [...old].some(([card, button]) => button === document.activeElement && !cards.includes(card));
    for (const [card, button] of old) if (!this.buttons.has(card)) button.remove();
    /** @type {HTMLElement | null} */
    let before = null;
    // Only what lies in the wrong place is moved: moving an element takes the focus from it.
    for (const button of [...this.buttons.values()].reverse()) {
      if (button.nextSibling !== before || button.parentNode !== this.element) this.element.insertBefore(button, before);
      before = button;
    }
    for (const [card, button] of this.buttons) {
      const playable = active && legal.has(card);
      button.classList.toggle("playable", playable);
      button.classList.toggle("dim", active && !playable);
      button.classList.toggle("chosen", chosen.has(card));
      button.classList.toggle("best", best.has(card));
      button.classList.toggle("fresh", fresh.includes(card));
      button.setAttribute("aria-disabled", String(!playable));
      if (many) button.setAttribute("aria-pressed", String(chosen.has(card)));
      else button.removeAttribute("aria-pressed");
      const words = [
        cardName(card),
        active && (playable ? t("hand.playable") : why(card) || t("hand.unplayable")),
        best.has(card) && t("hand.best"),
      ];
      button.setAttribute("aria-label", words.filter(Boolean).join(t("list.comma")));
    }
    const buttons = [...this.buttons.values()];
    const tabbed =
      buttons.find((button) => button.tabIndex === 0) ??
      buttons.find((button) => button.classList.contains("playable")) ??
      buttons[0];
    for (const button of buttons) button.tabIndex = button === tabbed ? 0 : -1;
    // The card in focus has gone: its neighbour takes over, so that keys go on working.
    if (focused || (old.size > 0 && this.hadFocus && document.activeElement === document.body))
      tabbed?.focus({ preventScroll: true });
    this.arrange();
  }

  button(card) {
    const button = h("button", { class: "card", type: "button", data: { card, key: `hand-${card}` } }, picture(card));
    button.addEventListener("focus", () => (this.hadFocus = true));
    button.addEventListener("blur", (event) => (this.hadFocus = event.relatedTarget === null));
    button.addEventListener("click", (event) => {
      // The second click of two is a double press, not another card that has come to lie here.
      if (this.dragged || event.detail > 1) return;
      if (button.getAttribute("aria-disabled") !== "true" || button.classList.contains("chosen")) this.onPress(card);
      else if (this.why(card)) this.onRefuse(this.why(card));
    });
    button.addEventListener("dblclick", () => button.getAttribute("aria-disabled") !== "true" && this.onCommit(card, "double"));
    button.addEventListener("pointerdown", (event) => this.drag(event, card, button));
    return button;
  }

  drag(down, card, button) {
    this.dragged = false;
    if (down.button !== 0 || button.getAttribute("aria-disabled") === "true") return;
    const move = (event) => {
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!this.dragged && Math.hypot(x, y) < DRAG_BEGINS) return;
      if (!this.dragged) {
        this.dragged = true;
        button.setPointerCapture(down.pointerId);
        button.classList.add("dragged");
      }
      button.style.translate = `${x}px ${y}px`;
      button.classList.toggle("ready", -y > DRAG_PLAYS);
    };
    const end = (event) => {
      for (const [name, listener] of [
        ["pointermove", move],
        ["pointerup", end],
        ["pointercancel", end],
      ])
        button.removeEventListener(name, listener);
      const play = this.dragged && event.type === "pointerup" && down.clientY - event.clientY > DRAG_PLAYS;
      if (play) this.onCommit(card, "drag");
      button.style.removeProperty("translate");
      button.classList.remove("dragged", "ready");
      // A click follows a drag; it must not press the card.
      setTimeout(() => (this.dragged = false));
    };
    button.addEventListener("pointermove", move);
    button.addEventListener("pointerup", end);
    button.addEventListener("pointercancel", end);
  }

  /** Spreads the cards over the width there is. */
  arrange() {
    const count = this.buttons.size;
    const rows = count > ROW && (this.element.parentElement?.clientWidth ?? innerWidth) < NARROW ? 2 : 1;
    const columns = Math.ceil(count / rows);
    this.element.dataset.rows = String(rows);
    this.element.style.gridTemplateColumns = columns > 1 ? `repeat(${columns - 1}, minmax(0, 1fr)) var(--card)` : "var(--card)";
    this.element.style.setProperty("--columns", String(columns));
  }

  /** Puts the focus on the n-th playable card, from 1. */
  focus(n) {
    const playable = [...this.buttons.values()].filter((button) => button.classList.contains("playable"));
    playable[n - 1]?.focus();
  }
}
