// @ts-check
// Monsters, drawn by code: a body in the colour of the element, and what its name says it has.

import { s } from "./dom.js";

const TRAITS = {
  Emberfox: ["ears-tall", "tail-flame", "muzzle"],
  Magmaul: ["horns-wide", "cracks", "brow"],
  Cindershell: ["shell", "cracks", "calm"],
  Rapidfin: ["fin-top", "gills", "sharp"],
  Tidelord: ["crown-waves", "calm", "gills"],
  Reefguard: ["shell", "fin-side", "brow"],
  Sparkwing: ["wings", "crest-bolt", "beak"],
  Voltclaw: ["ears-tall", "claws", "sharp"],
  Stormcoil: ["coil", "crest-bolt", "sharp"],
  Quakehorn: ["horn", "brow", "cracks"],
  Bouldermaw: ["rocks", "maw", "brow"],
  Dustdjinn: ["mist", "crown-waves", "calm"],
  Swiftpaw: ["ears-round", "claws", "muzzle"],
  Brutebear: ["ears-round", "brow", "muzzle"],
  Wardowl: ["wings", "ears-tuft", "beak"],
};
const OTHERS = ["ears-tall", "ears-round", "horn", "horns-wide", "wings", "fin-top", "shell", "calm", "sharp", "brow"];

const path = (kind, d) => s("path", { class: `creature-${kind}`, d });
const pair = (kind, d) => [path(kind, d), s("path", { class: `creature-${kind}`, d, transform: "matrix(-1 0 0 1 100 0)" })];

/** What lies behind the body, and what lies before it. */
const BEHIND = {
  "ears-tall": () => pair("part", "M30 42 22 10 46 28Z"),
  "ears-round": () => pair("part", "M24 34a11 11 0 1 1 18-10Z"),
  "ears-tuft": () => pair("part", "M30 34 20 14 42 26Z"),
  "horns-wide": () => pair("bone", "M32 36C18 34 10 24 12 12c6 8 14 10 26 13Z"),
  horn: () => [path("bone", "M42 30 50 2 58 30Z")],
  wings: () => pair("part", "M26 60C8 56 2 40 4 26c8 4 10 4 14 3-1 6 3 8 8 8 0 8 2 14 6 18Z"),
  "fin-top": () => [path("part", "M40 28C44 12 54 6 66 6c-4 8-4 16-2 24Z")],
  "fin-side": () => pair("part", "M24 62C12 60 6 52 4 44c10 0 16 2 22 8Z"),
  "tail-flame": () => [path("bright", "M76 70c14-2 18-12 16-24-3 4-5 5-8 5 1-7-1-11-5-14 0 12-8 16-8 26Z")],
  "crown-waves": () => [
    path("bright", "M30 32c-2-10 2-18 8-20-1 5 2 7 5 7 0-6 3-11 7-13 4 2 7 7 7 13 3 0 6-2 5-7 6 2 10 10 8 20Z"),
  ],
  "crest-bolt": () => [path("bright", "M46 30 40 14h9L44 2l20 17h-9l7 11Z")],
  shell: () => [path("part", "M14 66C10 34 28 16 50 16s40 18 36 50Z"), path("line", "M50 16v20M26 26l10 14M74 26 64 40")],
  rocks: () => [path("part", "M18 50 22 30 36 24 44 14 60 18 70 26 80 32 82 52Z")],
  coil: () => [path("part", "M14 84c-6-10 0-18 10-16 4-8 48-8 52 0 10-2 16 6 10 16Z")],
  mist: () => [path("part", "M16 88c-4-8 2-14 10-12 2-8 46-8 48 0 8-2 14 4 10 12-10-4-14 4-22 0-8 4-16 4-24 0-8 4-12-4-22 0Z")],
};
const BEFORE = {
  cracks: () => [path("line", "M30 70l6-6 3 7 6-5M70 72l-5-6-4 6")],
  claws: () => pair("bone", "M24 84l-3 8 6-5 1 7 5-7 3 6 2-8Z"),
  gills: () => pair("line", "M26 58q4 3 8 2M27 64q4 3 7 2"),
  muzzle: () => [
    path("pale", "M38 62q12-8 24 0 2 12-12 14-14-2-12-14Z"),
    path("dark", "M46 62h8l-4 5Z"),
    path("line", "M50 67v3q-4 4-7 2M50 70q4 4 7 2"),
  ],
  beak: () => [path("bone", "M42 60h16l-8 13Z"), path("line", "M42 60q8 4 16 0")],
  maw: () => [path("dark", "M34 64h32q-2 14-16 14T34 64Z"), path("bone", "M37 64l4 6 4-6 5 6 5-6 4 6 4-6Z")],
  calm: () => [path("line", "M44 68q6 4 12 0")],
  sharp: () => [path("line", "M40 66q10 6 20 0M44 68l2 4 2-3M56 68l-2 4-2-3")],
  brow: () => pair("line thick", "M31 44l12 4"),
};

/** The drawing of a monster, by name and element. */
export function creature(name, element) {
  const traits = TRAITS[name] ?? invented(name);
  const mouth = traits.some((trait) => ["muzzle", "beak", "maw", "calm", "sharp"].includes(trait)) ? [] : BEFORE.calm();
  return s(
    "svg",
    { viewBox: "0 0 100 100", class: `creature element-${element}`, "aria-hidden": "true", focusable: "false" },
    s("ellipse", { class: "creature-shade", cx: 50, cy: 92, rx: 30, ry: 5 }),
    traits.map((trait) => BEHIND[trait]?.()),
    path("body", "M20 66C18 42 32 26 50 26s32 16 30 40c-1 18-14 26-30 26S21 84 20 66Z"),
    path("belly", "M32 74c0-10 8-16 18-16s18 6 18 16c0 9-8 15-18 15s-18-6-18-15Z"),
    [38, 62].map((cx) => [
      s("ellipse", { class: "creature-eye", cx, cy: 52, rx: 5.5, ry: 6.5 }),
      s("circle", { class: "creature-pupil", cx: cx + (cx < 50 ? 1 : -1), cy: 53, r: 3 }),
      s("circle", { class: "creature-glint", cx: cx + 1.5, cy: 50.8, r: 1.1 }),
    ]),
    traits.map((trait) => BEFORE[trait]?.()),
    mouth,
  );
}

/** Monsters of other card files look by their names, always the same. */
function invented(name) {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  return [OTHERS[sum % 7], OTHERS[7 + (sum % 3)]];
}

const SIGNS = {
  fire: "M12 2c1 5 6 7 6 13a6 6 0 0 1-12 0c0-3 1-5 3-6 0 2 1 3 2 3 1-4 0-7 1-10Z",
  water: "M12 2c4 6 6.5 9 6.5 13a6.5 6.5 0 0 1-13 0C5.5 11 8 8 12 2Z",
  thunder: "M14 1 4 14h6l-2 9L19 9h-6Z",
  earth: "M2 20 9 6l4 7 3-4 6 11Z",
  normal: "M12 3l2.6 6 6.4.6-4.9 4.2 1.5 6.2-5.6-3.300L6.4 20l1.5-6.200L3 9.6 9.4 9Z",
};

/** The small sign of an element. */
export function elementSign(element) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: `element-sign element-${element}`, "aria-hidden": "true", focusable: "false" },
    s("path", { d: SIGNS[element] ?? SIGNS.normal }),
  );
}
