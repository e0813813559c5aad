// @ts-check
// Faces of characters, drawn by code: a head in its own colour, hair, eyes, mouth.

import { s } from "./dom.js";

const path = (kind, d) => s("path", { class: `portrait-${kind}`, d });
const dot = (kind, cx, cy, r) => s("circle", { class: `portrait-${kind}`, cx, cy, r });
const both = (draw) => [draw(38), draw(62)];

const HEADS = {
  round: () => dot("skin", 50, 54, 30),
  long: () => s("ellipse", { class: "portrait-skin", cx: 50, cy: 54, rx: 25, ry: 33 }),
  square: () => s("rect", { class: "portrait-skin", x: 22, y: 25, width: 56, height: 58, rx: 14 }),
  heart: () => path("skin", "M50 86C34 80 20 62 20 46c0-14 12-22 30-22s30 8 30 22c0 16-14 34-30 40Z"),
};

const HAIR = {
  bald: () => [],
  tuft: () => [path("hair", "M44 28c-2-10 2-16 10-18-2 5 2 7 5 5-2 4-2 8-1 13Z")],
  short: () => [path("hair", "M19 48c-2-22 12-34 31-34s33 12 31 34c-4-8-8-12-13-14-12 4-24 4-36 0-5 2-9 6-13 14Z")],
  bob: () => [path("hair", "M16 70c-6-34 8-56 34-56s40 22 34 56l-10 4c4-16 2-28-4-38-12 5-28 5-40 0-6 10-8 22-4 38Z")],
  curls: () => [24, 37, 50, 63, 76].map((x, place) => dot("hair", x, [34, 22, 17, 22, 34][place], 11)),
  bun: () => [dot("hair", 50, 12, 10), path("hair", "M19 50c-1-22 11-32 31-32s32 10 31 32c-6-12-17-18-31-18s-25 6-31 18Z")],
  spikes: () => [path("hair", "M18 46 14 26l12 6 2-16 12 10 10-16 10 16 12-10 2 16 12-6-4 20c-8-10-20-14-32-14s-24 4-32 14Z")],
  hat: () => [path("hat", "M12 36h76v7H12Z"), path("hat", "M27 37V14c0-4 46-4 46 0v23Z")],
};

const EYES = {
  dots: () => both((x) => dot("ink", x, 52, 3.4)),
  wide: () => both((x) => [dot("white", x, 52, 7), dot("ink", x, 52, 3.2)]),
  calm: () => both((x) => path("line", `M${x - 6} 52q6 5 12 0`)),
  glasses: () => [
    both((x) => [dot("glass", x, 52, 9), dot("ink", x, 52, 2.8)]),
    path("line", "M47 52h6"),
  ],
  sharp: () => [both((x) => dot("ink", x, 54, 3.2)), path("line", "M31 45l12 4"), path("line", "M69 45l-12 4")],
};

const MOUTHS = {
  smile: () => path("line", "M40 68q10 8 20 0"),
  grin: () => path("grin", "M37 65h26c-2 12-24 12-26 0Z"),
  flat: () => path("line", "M41 70h18"),
  smirk: () => path("line", "M42 71q10 1 17-6"),
  oh: () => dot("ink", 50, 70, 4),
};

/**
 * A face. It is decoration: the name stands beside it.
 * @param {{ head: string, hair: string, eyes: string, mouth: string, hue: number }} looks
 * @param {string} [size]
 */
export function face({ head, hair, eyes, mouth, hue }, size = "") {
  const parts = [HEADS[head], HAIR[hair], EYES[eyes], MOUTHS[mouth]].map((draw) => draw?.() ?? []);
  return s(
    "svg",
    { class: `portrait ${size}`, viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false", style: { "--hue": String(hue) } },
    s("circle", { class: "portrait-back", cx: 50, cy: 50, r: 50 }),
    ...parts.flat(Infinity),
  );
}
