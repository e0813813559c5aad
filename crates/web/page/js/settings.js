// @ts-check
// What the player likes, kept in this browser: language, theme, cards, motion.

const KEY = "kirifuda.settings";
const DEFAULTS = {
  language: (navigator.language || "en").toLowerCase().startsWith("ja") ? "ja" : "en",
  theme: "auto", // auto, light, dark
  colours: 2, // colours of the suits: 2 or 4
  back: "indigo", // indigo, vermilion, moss
  size: "normal", // normal, large
  motion: "auto", // auto (as the system says), on, off
  sound: "off", // off, on: short sounds at great moments
  confirm: false, // a card is chosen first and played by a second press
  forced: "auto", // the only legal move is made by itself: auto (in Daifugo), on, off
  sort: "up", // order of the hand: up, down
  pace: 700, // milliseconds of a machine player's move
  name: "",
  advisers: {}, // who advises, by game
  setups: {}, // the last table of each game: rules and seats
  rungs: {}, // how far up the ladder of a game opponents are taken where nobody has said
  pupils: {}, // learners that characters are here, by game, rules and name
  guided: {}, // who has been guided through a first deal, or would not, by game
};

/** @type {Set<(name: string) => void>} */
const listeners = new Set();
/** @type {Record<string, any>} */
const values = { ...DEFAULTS, ...read() };

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {};
  } catch {
    return {};
  }
}

export const setting = (name) => values[name];

export function change(name, value) {
  values[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // A browser that stores nothing still plays; it only forgets.
  }
  apply();
  for (const listener of listeners) listener(name);
}

/** Calls `listener(name)` on every change; the answer stops it. */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Is there motion: as set, or else as the system asks. */
export function moving() {
  if (values.motion !== "auto") return values.motion === "on";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Is it dark: as set, or else as the system is. */
function dark() {
  return values.theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : values.theme === "dark";
}

/** Writes what style sheets need to know onto the root element. */
export function apply() {
  const root = document.documentElement;
  root.lang = values.language;
  root.dataset.shade = dark() ? "dark" : "light";
  root.dataset.colours = values.colours;
  root.dataset.back = values.back;
  root.dataset.size = values.size;
  root.dataset.motion = moving() ? "on" : "off";
}
