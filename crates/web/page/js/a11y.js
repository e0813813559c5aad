// @ts-check
// For ears and for keys: announcements, a row of things gone through by arrows, dialogs, short notes.

import { $, $$, fresh, h, put } from "./dom.js";
import { t, told } from "./i18n.js";
import { icon } from "./icons.js";
import { setting } from "./settings.js";

/** @type {string[]} */
let said = [];
/** @type {number | undefined} */
let timer;

/** Has a screen reader say it. What comes in quick succession is said as one. */
export function announce(text) {
  if (!text) return;
  said.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    $("#announce").textContent = said.join(" ");
    said = [];
  }, 120);
}

/** One tab stop for many items; arrows, Home and End go from one to the next. */
export function roving(container, selector) {
  const items = () => $$(selector, container);
  const mark = (current) => items().forEach((item) => (item.tabIndex = item === current ? 0 : -1));
  const first = items();
  mark(first.find((item) => item.dataset.first) ?? first[0]);
  container.addEventListener("focusin", (event) => {
    const item = event.target.closest(selector);
    if (item) mark(item);
  });
  container.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = items();
    const at = all.indexOf(event.target.closest(selector));
    let next;
    if (step && at >= 0) next = all[(at + step + all.length) % all.length];
    else if (event.key === "Home") next = all[0];
    else if (event.key === "End") next = all.at(-1);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

/**
 * A dialog with a title and a way out; the browser keeps the focus in it and gives it back.
 * @param {string} title
 * @param {any} content
 * @param {{ actions?: any[], wide?: boolean, onclose?: () => void }} [options]
 */
export function dialog(title, content, { actions = [], wide = false, onclose } = {}) {
  const id = fresh("dialog");
  const box = h("dialog", { class: wide ? "dialog wide" : "dialog", "aria-labelledby": id });
  const close = () => box.close();
  put(
    box,
    h(
      "header",
      {},
      h("h2", { id }, title),
      h("button", { class: "icon", "aria-label": t("close"), onclick: close }, icon("close")),
    ),
    h("div", { class: "dialog-body" }, content),
    actions.length > 0 && h("footer", {}, actions),
  );
  box.addEventListener("click", (event) => event.target === box && close());
  box.addEventListener("close", () => {
    box.remove();
    onclose?.();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/** A question that is answered by one press. */
export function confirm(question, yes, act) {
  const box = dialog(question, null, {
    actions: [
      h("button", { class: "button", onclick: () => box.close() }, t("cancel")),
      h("button", { class: "button primary", onclick: () => (box.close(), act()) }, yes),
    ],
  });
}

/** A short note that goes away by itself. */
export function toast(text, kind = "note") {
  const note = h("div", { class: `toast ${kind}`, role: kind === "error" ? "alert" : "status" }, text);
  $("#toasts").append(note);
  setTimeout(() => note.remove(), kind === "error" ? 7000 : 3500);
  return note;
}

/** An error of the server in the player's language where there are words for it. */
export function explain(error) {
  const plain = [error.message, error.remedy].filter(Boolean).map(sentence).join(" ");
  const known = told(`error.${error.code}`, "");
  // What exactly is wrong with a file or a form only the server can say.
  if (DETAILED.includes(error.code) && plain) return known && setting("language") !== "en" ? `${known} (${plain})` : plain;
  return known || plain || t("error.other");
}

const DETAILED = ["bad-request", "broken", "forbidden", "full"];
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?。]$/.test(text) ? "" : "."}`;

/** Tells an error in a short note. */
export function complain(error) {
  toast(explain(error), "error");
  if (!error.code) console.error(error);
}
