// @ts-check
// Cards, drawn by code: sharp at any size, in the colours of the style sheet.

import { court } from "./courts.js";
import { h, s } from "./dom.js";
import { JOKER, NAMES, SHAPES, read } from "./suits.js";

const LEFT = 33;
const MIDDLE = 50;
const RIGHT = 67;
const TOP = 29;
const BOTTOM = 111;
const CENTRE = 70;
const sides = (...ys) =>
  ys.flatMap((y) => [
    [LEFT, y],
    [RIGHT, y],
  ]);

/** Where the pips of each rank lie, on a card of 100 by 140. */
const PIPS = {
  2: [
    [MIDDLE, TOP],
    [MIDDLE, BOTTOM],
  ],
  3: [
    [MIDDLE, TOP],
    [MIDDLE, CENTRE],
    [MIDDLE, BOTTOM],
  ],
  4: sides(TOP, BOTTOM),
  5: [...sides(TOP, BOTTOM), [MIDDLE, CENTRE]],
  6: sides(TOP, CENTRE, BOTTOM),
  7: [...sides(TOP, CENTRE, BOTTOM), [MIDDLE, 49.5]],
  8: [...sides(TOP, CENTRE, BOTTOM), [MIDDLE, 49.5], [MIDDLE, 90.5]],
  9: [...sides(TOP, 56.3, 83.7, BOTTOM), [MIDDLE, CENTRE]],
  T: [...sides(TOP, 56.3, 83.7, BOTTOM), [MIDDLE, 42.7], [MIDDLE, 97.3]],
};

function pip(suit, x, y, size) {
  const turn = y > CENTRE ? " rotate(180)" : "";
  return s("path", { class: "pip", d: SHAPES[suit], transform: `translate(${x} ${y}) scale(${size})${turn}` });
}

/** Ranks as strokes, 12 wide and 18 high: no font is needed, and they look the same everywhere. */
const SIX = "M9.6 1.2C4.2 3 1.3 8 1.3 12.7a4.7 4.7 0 1 0 9.4 0 4.7 4.7 0 0 0-9.2-1.3";
const STROKES = {
  A: "M.8 18 6 1l5.2 17M2.7 12.2h6.6",
  2: "M1.3 5.4C1.6 2.6 3.5 1 6 1c2.7 0 4.7 1.8 4.7 4.4 0 4-5.9 6.9-9.4 12.4h9.9",
  3: "M1.7 1.2h8.5L5.4 7.3c3.3-.3 5.5 2 5.5 5.1 0 3.3-2.2 5.5-5.3 5.5-2.2 0-3.9-1.2-4.5-3.2",
  4: "M8.6 18V1L.8 12.9h10.7",
  5: "M9.8 1.2H3l-.9 7.2c.9-.8 2.2-1.3 3.6-1.3 3.1 0 5.2 2.2 5.2 5.3s-2.2 5.4-5.3 5.4c-2.1 0-3.7-1-4.5-2.8",
  6: SIX,
  7: "M1.1 1.2h9.8C7.5 6.6 5.4 12 4.9 18",
  8: "M6 1a3.7 3.7 0 1 1 0 7.4A3.7 3.7 0 1 1 6 1ZM6 8.4a4.7 4.7 0 1 1 0 9.5 4.7 4.7 0 1 1 0-9.5Z",
  9: SIX,
  T: "M-2.7 4.3.6 1.2V18M9.6 1c2.7 0 4.3 3.3 4.3 8.5S12.3 18 9.6 18s-4.3-3.3-4.3-8.5S6.9 1 9.6 1Z",
  J: "M4.2 1.2h6M8.6 1.2v12.5c0 2.6-1.5 4.2-3.9 4.2-2.2 0-3.7-1.3-3.9-3.5",
  Q: "M6 1c3.2 0 5 3.3 5 8.4s-1.8 8.4-5 8.4-5-3.3-5-8.4S2.8 1 6 1ZM7 13.5l4.3 5.2",
  K: "M2 1v17M10.8 1 2.1 11.3M5 8l6.1 10",
};

function corner(rank, suit) {
  const turned = rank === "9" ? " rotate(180 6 9.5)" : "";
  const letter = s("path", { class: "rank", d: STROKES[rank], transform: `translate(5.9 6) scale(.94)${turned}` });
  return s("g", {}, letter, s("path", { class: "pip", d: SHAPES[suit], transform: "translate(11.5 35) scale(.46)" }));
}

function middle(rank, suit) {
  if ("JQK".includes(rank)) return court(rank, suit);
  if (rank === "A") return ace(suit);
  return PIPS[rank].map(([x, y]) => pip(suit, x, y, 0.58));
}

function ace(suit) {
  const ring = suit === "♠" && s("circle", { class: "ace-ring", cx: 50, cy: 70, r: 31 });
  return s("g", {}, ring, pip(suit, 50, 70, suit === "♠" ? 1.35 : 1.1));
}

function joker() {
  const corner = s("path", { class: "pip", d: SHAPES[JOKER], transform: "translate(12.5 15) scale(.52)" });
  const hat = s(
    "g",
    { class: "joker-figure" },
    s("path", {
      class: "court-robe",
      d: "M29 82C30 60 24 50 20 44c10-3 19 2 23 11 1-14 3-22 7-29 4 7 6 15 7 29 4-9 13-14 23-11-4 6-10 16-9 38-14-5-28-5-42 0Z",
    }),
    s("path", { class: "court-collar", d: "M50 26c-4 7-6 15-7 29l-4 24.5c7-1.5 15-1.5 22 0L57 55c-1-14-3-22-7-29Z" }),
    s("path", { class: "court-gold", d: "M29 82c14-5 28-5 42 0l1 7c-15-5-29-5-44 0Z" }),
    [
      [20, 44],
      [50, 25],
      [80, 44],
    ].map(([cx, cy]) => s("circle", { class: "court-gold", cx, cy, r: 3.8 })),
    s("path", { class: "pip", d: SHAPES[JOKER], transform: "translate(50 108) scale(.9)" }),
  );
  return [corner, s("g", { transform: "rotate(180 50 70)" }, corner.cloneNode()), hat];
}

/** The picture of a card as an SVG; it has no name of its own: what holds it names it. */
export function picture(card) {
  const { suit, rank } = read(card);
  const parts =
    suit === JOKER
      ? joker()
      : [corner(rank, suit), s("g", { transform: "rotate(180 50 70)" }, corner(rank, suit)), middle(rank, suit)];
  return s(
    "svg",
    { viewBox: "0 0 100 140", class: `face suit-${NAMES[suit]}`, "aria-hidden": "true", focusable: "false" },
    parts,
  );
}

/** The back of a card: waves, as on the cloth that cards are wrapped in. */
export function back() {
  const waves = [];
  for (let row = 0; row < 11; row++) {
    for (let column = -1; column < 6; column++) {
      const x = 10 + column * 18 + (row % 2) * 9;
      const y = 14 + row * 12;
      for (const r of [9, 6, 3]) waves.push(s("circle", { class: r === 9 ? "wave ground" : "wave", cx: x, cy: y, r }));
    }
  }
  return s(
    "svg",
    { viewBox: "0 0 100 140", class: "face back", "aria-hidden": "true", focusable: "false" },
    s("rect", { class: "back-ground", x: 5, y: 5, width: 90, height: 130, rx: 6 }),
    s("svg", { x: 8, y: 8, width: 84, height: 124, viewBox: "8 8 84 124" }, waves),
    s("rect", { class: "back-frame", x: 5, y: 5, width: 90, height: 130, rx: 6 }),
    s("circle", { class: "back-seal", cx: 50, cy: 70, r: 15 }),
    s("path", { class: "back-sign", d: SHAPES["♠"], transform: "translate(50 69) scale(.6)" }),
  );
}

/** A card that is only looked at. */
export function shown(card, name, attributes = {}) {
  const { class: extra = "", ...others } = attributes;
  return h("div", { class: `card ${extra}`, role: "img", "aria-label": name, ...others }, picture(card));
}

/** A small card in a line of text: sign and rank. */
export function chip(card, name) {
  const { suit, rank } = read(card);
  const shape = s(
    "svg",
    { viewBox: "-17 -17 34 34", class: "chip-suit", "aria-hidden": "true" },
    s("path", { class: "pip", d: SHAPES[suit] }),
  );
  return h(
    "span",
    { class: `chip suit-${NAMES[suit]}`, role: "img", "aria-label": name, data: { chip: card } },
    rank === "T" ? "10" : rank,
    shape,
  );
}
