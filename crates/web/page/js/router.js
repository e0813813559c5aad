// @ts-check
// Which screen the address asks for: the part behind the #.

import { $, $$ } from "./dom.js";

/** @type {{ expression: RegExp, names: string[], show: (parameters: any, query: URLSearchParams) => any }[]} */
const routes = [];
/** @type {(() => void) | null} */
let leave = null;
/** @type {string | null} */
let shown = null;

/** `pattern` is a path with :names; `show(parameters, query)` draws the screen and may return what to do on leaving. */
export function route(pattern, show) {
  /** @type {string[]} */
  const names = [];
  const source = pattern.replace(/:(\w+)/g, (_, name) => {
    names.push(name);
    return "([^/]+)";
  });
  routes.push({ expression: new RegExp(`^${source}$`), names, show });
}

export function go(path) {
  if (location.hash === `#${path}`) draw();
  else location.hash = path;
}

export const path = () => location.hash.replace(/^#/, "").split("?")[0] || "/";

/** Draws the screen of the address anew. */
export function draw() {
  // A skip link changes the hash, too, but is no screen.
  if (location.hash && !location.hash.startsWith("#/")) return;
  const [where, search = ""] = (location.hash.replace(/^#/, "") || "/").split("?");
  const query = new URLSearchParams(search);
  leave?.();
  leave = null;
  // A dialog belongs to the screen that it was opened on.
  for (const dialog of $$("dialog[open]")) dialog.close();
  for (const { expression, names, show } of routes) {
    const match = where.match(expression);
    if (!match) continue;
    const parameters = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1])]));
    const moved = shown !== null && shown !== where;
    shown = where;
    leave = show(parameters, query) ?? null;
    if (moved) {
      $("#main").focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    return;
  }
  location.hash = "/";
}

export function start() {
  addEventListener("hashchange", draw);
  draw();
}
