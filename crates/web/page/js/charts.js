// @ts-check
// Bars, lines and grids. Each has a table of its numbers for who cannot see it.

import { fresh, h, s } from "./dom.js";
import { short, t } from "./i18n.js";

/** Horizontal bars: items { label (text or element), name, value, error, strong }. Bars start at the lowest value or at 0. */
export function bars(items, { format = short, title = "", zero = false } = {}) {
  const values = items.map(({ value }) => value);
  const low = zero ? Math.min(0, ...values) : Math.min(...values);
  const high = zero ? Math.max(0, ...values) : Math.max(...values);
  const range = high - low || 1;
  const share = (value) => (zero ? Math.abs(value) / range : 0.06 + 0.94 * ((value - low) / range));
  const start = (value) => (zero ? (Math.min(0, value) - low) / range : 0);
  const row = ({ label, value, error, strong }) =>
    h(
      "li",
      { class: strong ? "strong" : "" },
      h("span", { class: "bar-label" }, label),
      h(
        "span",
        { class: "bar-track", "aria-hidden": "true" },
        h("i", {
          class: zero && value < 0 ? "negative" : "",
          style: { width: `${share(value) * 100}%`, "margin-left": `${start(value) * 100}%` },
        }),
      ),
      h("span", { class: "bar-value" }, format(value), error ? h("small", {}, ` ± ${format(error)}`) : null),
    );
  return h("ul", { class: "bars", "aria-label": title || null }, items.map(row));
}

const NARROW = 360;
const SMALL = 470;
const NORMAL = 640;
const WIDE = 1100;
const HEIGHT = 240;
const MARGIN = { left: 46, right: 12, top: 12, bottom: 28 };

/** A few round numbers between two, no nearer to each other than `least`. */
function ticks(low, high, wanted = 5, least = 0) {
  const raw = Math.max(least, (high - low) / wanted || 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= raw) ?? 10 * power;
  const list = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step)
    list.push(Number(value.toPrecision(12)));
  return list;
}

/**
 * Lines: series { name, points: [{ x, y, error }], kind }. `mark`: an x to point at; `onpick(x)`: a press chooses an x; `span`: the first and last x.
 * @param {{ name: string, points: { x: number, y: number, error?: number }[], kind?: number }[]} series
 * @param {{ title: string, x: string, y: string, mark?: number | null, onpick?: ((x: number) => void) | null,
 *   level?: number | null, wide?: boolean, small?: boolean, format?: (value: number) => string,
 *   span?: number[] | null }} options
 */
export function lines(
  series,
  {
    title,
    x: xName,
    y: yName,
    mark = null,
    onpick = null,
    level = null,
    wide = false,
    small = false,
    span = null,
    format = short,
  },
) {
  const width = wide ? WIDE : innerWidth < 600 ? NARROW : small ? SMALL : NORMAL;
  const points = series.flatMap((one) => one.points);
  if (points.length === 0) return h("p", { class: "empty" }, t("chart.empty"));
  const ys = points.flatMap(({ y, error = 0 }) => [y - (error ?? 0), y + (error ?? 0)]).concat(level === null ? [] : [level]);
  const [left, right] = span ?? [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  let [low, high] = [Math.min(...ys), Math.max(...ys)];
  if (high - low < 1e-9) [low, high] = [low - 1, high + 1];
  const padding = (high - low) * 0.06;
  [low, high] = [low - padding, high + padding];
  const atX = (x) => MARGIN.left + ((x - left) / (right - left || 1)) * (width - MARGIN.left - MARGIN.right);
  const atY = (y) => HEIGHT - MARGIN.bottom - ((y - low) / (high - low)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const id = fresh("chart");
  const drawing = s(
    "svg",
    { viewBox: `0 0 ${width} ${HEIGHT}`, class: "lines", role: "img", "aria-labelledby": id },
    s("title", { id }, title),
    ticks(low, high).map((y) => [
      s("path", { class: "axis", d: `M${MARGIN.left} ${atY(y)}H${width - MARGIN.right}` }),
      s("text", { class: "tick", x: MARGIN.left - 6, y: atY(y) + 4, "text-anchor": "end" }, format(y)),
    ]),
    ticks(left, right, 6, 1).map((x) =>
      s("text", { class: "tick", x: atX(x), y: HEIGHT - 8, "text-anchor": "middle" }, short(x)),
    ),
    level !== null && s("path", { class: "level", d: `M${MARGIN.left} ${atY(level)}H${width - MARGIN.right}` }),
    series.map(({ points: own, kind = 0 }) => [
      own.some(({ error }) => error) &&
        s("path", {
          class: `area kind-${kind}`,
          d: `M${own.map(({ x, y, error = 0 }) => `${atX(x)} ${atY(y + error)}`).join("L")}L${[...own]
            .reverse()
            .map(({ x, y, error = 0 }) => `${atX(x)} ${atY(y - error)}`)
            .join("L")}Z`,
        }),
      s("path", { class: `series kind-${kind}`, d: `M${own.map(({ x, y }) => `${atX(x)} ${atY(y)}`).join("L")}` }),
      own.length < 60 && own.map(({ x, y }) => s("circle", { class: `dot kind-${kind}`, cx: atX(x), cy: atY(y), r: 2.6 })),
    ]),
    mark !== null && s("path", { class: "mark-line", d: `M${atX(mark)} ${MARGIN.top}V${HEIGHT - MARGIN.bottom}` }),
  );
  if (onpick) {
    drawing.classList.add("pickable");
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      const x =
        left +
        ((((event.clientX - box.x) / box.width) * width - MARGIN.left) / (width - MARGIN.left - MARGIN.right)) * (right - left);
      onpick(Math.round(Math.max(left, Math.min(right, x))));
    });
  }
  const legend =
    series.length > 1 &&
    h(
      "ul",
      { class: "legend" },
      series.map(({ name, kind = 0 }) => h("li", {}, h("i", { class: `kind-${kind}` }), name)),
    );
  return h(
    "figure",
    { class: "figure" },
    drawing,
    legend,
    h(
      "figcaption",
      { class: "soft tiny" },
      yName && h("span", {}, h("span", { "aria-hidden": "true" }, "↕ "), yName),
      xName && h("span", {}, h("span", { "aria-hidden": "true" }, "↔ "), xName),
    ),
    numbers(series, xName, yName, format),
  );
}

function numbers(series, xName, yName, format) {
  const rows = series.flatMap(({ name, points }) =>
    points.map(({ x, y, error }) =>
      h("tr", {}, h("td", {}, name), h("td", {}, short(x)), h("td", {}, format(y) + (error ? ` ± ${format(error)}` : ""))),
    ),
  );
  return h(
    "details",
    { class: "tiny" },
    h("summary", {}, t("chart.numbers")),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-label": t("chart.numbers") },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("th", {}, t("chart.series")), h("th", {}, xName ?? "x"), h("th", {}, yName ?? "y"))),
        h("tbody", {}, rows),
      ),
    ),
  );
}

/** A table whose cells are coloured by value: blue below, red above the middle. */
export function grid({ title, rows, columns, values }) {
  const flat = values.flat().filter((value) => value !== null);
  const most = Math.max(1e-9, ...flat.map(Math.abs));
  const signed = flat.some((value) => value < 0);
  const cell = (value) => {
    if (value === null) return h("td", {}, "");
    const weight = Math.min(1, Math.abs(value) / most);
    return h(
      "td",
      { class: signed && value < 0 ? "cell below" : "cell above", style: { "--weight": weight.toFixed(3) } },
      short(value),
    );
  };
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": title },
    h(
      "table",
      { class: "grid" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          columns.map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((name, row) => h("tr", {}, h("th", { scope: "row" }, name), values[row].map(cell))),
      ),
    ),
  );
}
