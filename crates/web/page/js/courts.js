// @ts-check
// Jack, queen and king: our own drawing, half a figure that is turned to make the other half.

import { s } from "./dom.js";
import { SHAPES } from "./suits.js";

/** The upper half of a figure; the frame goes from (21, 13) to (79, 70). */
function half(rank, suit) {
  const parts = { J: jack, Q: queen, K: king }[rank]();
  // A nested svg cuts the half off at the middle line.
  return s(
    "svg",
    { x: 21, y: 11, width: 58, height: 59, viewBox: "21 11 58 59" },
    robe(rank),
    parts.behind,
    face(),
    parts.front,
    pip(suit),
  );
}

function robe(rank) {
  const bands = { J: [58, 64], Q: [60], K: [56, 61, 66] }[rank];
  return s(
    "g",
    {},
    s("path", { class: "court-robe", d: "M21 70C21 56 31 49 42 47.500h16C69 49 79 56 79 70Z" }),
    bands.map((y) =>
      s("path", {
        class: "court-band",
        d: `M21 ${y + 6}C30 ${y + 1} 40 ${y + 3} 50 ${y + 8} 60 ${y + 3} 70 ${y + 1} 79 ${y + 6}`,
      }),
    ),
    s("path", { class: "court-collar", d: "M40.5 46 50 62 59.5 46 55.5 44h-11Z" }),
    s("path", { class: "court-lining", d: "M44 46 50 56.5 56 46Z" }),
  );
}

function face() {
  return s(
    "g",
    {},
    s("rect", { class: "court-skin", x: 46.5, y: 40, width: 7, height: 9, rx: 3 }),
    s("ellipse", { class: "court-skin", cx: 50, cy: 34.5, rx: 8.6, ry: 10 }),
    s("path", {
      class: "court-line",
      d: "M44.5 33.200q1.7-1.4 3.4 0M52.1 33.200q1.7-1.4 3.4 0M50 34v3.600l-1.3.6M47.8 41q2.2 1.2 4.4 0",
    }),
  );
}

const jack = () => ({
  behind: s("path", {
    class: "court-hair",
    d: "M40 31C40 22 45 21 50 21s10 1 10 10v9c0 3-2 4-3.5 4.500V34h-13v10.500C42 44 40 43 40 40Z",
  }),
  front: [
    s("path", { class: "court-hair", d: "M41 32c1-6 5-8 9-8s8 2 9 8c-5-3.5-13-3.5-18 0Z" }),
    s("path", { class: "court-cloth", d: "M38.5 26.500C40 19 46 17 52 17.500c5 .4 9 4 9.5 9-7-3.2-16-3.2-23 0Z" }),
    s("path", { class: "court-gold", d: "M57 19c5-3 9-3.5 13-2-2.5 4-7 6-11.5 5.500Z" }),
    s("path", { class: "court-line thin", d: "M58 20.7 68 17.5" }),
  ],
});

const queen = () => ({
  behind: s("path", {
    class: "court-hair",
    d: "M38.5 34c0-9 5-13 11.5-13s11.5 4 11.5 13c0 8 3 10 3 17-4 2-9 1-11-2h-7c-2 3-7 4-11 2 0-7 3-9 3-17Z",
  }),
  front: [
    s("path", { class: "court-hair", d: "M41 33c1-7 5-9 9-9s8 2 9 9c-2.5-4-5.5-5.5-9-5.500S43.5 29 41 33Z" }),
    s("path", { class: "court-gold", d: "M40.5 24 39 14.500l5.5 4L50 12l5.5 6.5 5.5-4L59.5 24c-6-2-13-2-19 0Z" }),
    [39, 50, 61].map((cx) => s("circle", { class: "court-jewel", cx, cy: cx === 50 ? 12.5 : 15, r: 1.5 })),
    s("circle", { class: "court-jewel", cx: 50, cy: 51, r: 1.7 }),
  ],
});

const king = () => ({
  behind: s("path", { class: "court-hair", d: "M39.5 32c0-7 4.5-10 10.5-10s10.5 3 10.5 10v8h-21Z" }),
  front: [
    s("path", {
      class: "court-beard",
      d: "M41.3 35c.4 8 3.7 16 8.7 16s8.3-8 8.7-16c-1.5 3.6-4.2 4.3-8.7 4.300S42.8 38.6 41.3 35Z",
    }),
    s("path", { class: "court-line", d: "M47.3 42.200q2.7 1.5 5.4 0" }),
    s("path", { class: "court-gold", d: "M39.5 26 37.5 15l7 4 5.5-5 5.5 5 7-4-2 11c-6.5-2.2-14.5-2.2-21 0Z" }),
    s("path", { class: "court-cloth", d: "M39.8 26.400c6.5-2.3 13.9-2.3 20.4 0l-.3 2.400c-6-2-13.8-2-19.8 0Z" }),
    s("path", { class: "court-line gold", d: "M72 68V40M69 44h6" }),
    s("circle", { class: "court-gold", cx: 72, cy: 38, r: 2.4 }),
  ],
});

function pip(suit) {
  return s("path", { class: "pip", d: SHAPES[suit], transform: "translate(29.5 23) scale(.42)" });
}

/** Both halves in their frame. */
export function court(rank, suit) {
  return s(
    "g",
    { class: `court court-${rank}` },
    s("rect", { class: "court-ground", x: 21, y: 13, width: 58, height: 114, rx: 3 }),
    half(rank, suit),
    s("g", { transform: "rotate(180 50 70)" }, half(rank, suit)),
    s("path", { class: "court-divide", d: "M21 70h58" }),
    s("rect", { class: "court-frame", x: 21, y: 13, width: 58, height: 114, rx: 3 }),
  );
}
