// @ts-check
// Moments that deserve a little drama: what they are, how they move, how they sound. Nothing moves where motion is not wanted, and
// nothing sounds unless the player has switched sound on.

import { $, $$ } from "../dom.js";
import { actionCards } from "../names.js";
import { moving, setting } from "../settings.js";

/** @import { State } from "../../../types/page.d.ts" */

/**
 * What has happened between two states of a table; `before` is none where the table was not looked at.
 * @param {State} state
 * @param {State | null} before
 * @returns {string[]}
 */
export function moments(state, before) {
  if (!before) return [];
  if (before.deal !== state.deal) return ["deal"];
  const [now, then] = [state.board, before.board];
  const found = [];
  if (now.kind === "tricks" && then.kind === "tricks") {
    const queen = ({ trick, last }) => [...trick, ...(last?.cards ?? [])].some(({ card }) => card === "♠Q");
    if (state.score.unit === "penalty" && queen(now) && !queen(then)) found.push("queen");
    if (before.phase === "pass" && state.phase === "play") found.push("pass");
    if (state.phase === "over" && before.phase !== "over" && now.moon && now.taken.filter((points) => points > 0).length === 1) found.push("moon");
  }
  if (now.kind === "daifugo" && then.kind === "daifugo") {
    if (before.phase === "exchange" && state.phase === "play") found.push("pass");
    if (now.revolution !== then.revolution) found.push("revolution");
    const last = state.history.length > before.history.length ? state.history.at(-1)?.action : null;
    const cleared = now.pile.length === 0 && last && last !== "pass" && !last.startsWith("give ");
    if (cleared && actionCards(last).some((card) => card.endsWith("8"))) found.push("eight");
  }
  return found;
}

/** What moves, and how. */
const MOVES = {
  queen: { at: "[data-card='♠Q']", move: [{ scale: 1 }, { scale: 1.35, filter: "drop-shadow(0 0 18px #b93323)" }, { scale: 1 }], ms: 700 },
  eight: { at: ".meld.top", move: [{ rotate: "0deg" }, { rotate: "-8deg", scale: 1.15 }, { rotate: "0deg" }], ms: 500 },
  revolution: { at: ".ranks, .meld.top", move: [{ rotate: "0deg" }, { rotate: "360deg" }], ms: 800 },
  moon: { at: ".cloth", move: [{ filter: "none" }, { filter: "brightness(.45) saturate(.6)" }, { filter: "none" }], ms: 1400 },
};
const DEAL = 28; // milliseconds from one card to the next

/** Melodies: tones by pitch in hertz, each so many milliseconds after the one before. */
const SOUNDS = {
  deal: { tones: [190, 200, 210, 220, 230], gap: 60, kind: "triangle", length: 0.05 },
  pass: { tones: [330, 440], gap: 110, kind: "triangle", length: 0.12 },
  queen: { tones: [220, 156], gap: 180, kind: "sawtooth", length: 0.35 },
  eight: { tones: [523, 784], gap: 80, kind: "square", length: 0.09 },
  revolution: { tones: [262, 330, 392, 523, 659], gap: 90, kind: "triangle", length: 0.2 },
  moon: { tones: [392, 494, 587, 784, 988], gap: 150, kind: "sine", length: 0.5 },
};

/** @type {AudioContext | null} Made on the first sound: a browser allows none before the player has pressed something. */
let audio = null;

/**
 * Plays moments: short, and over what is shown already, so that nobody waits.
 * @param {HTMLElement} root
 * @param {string[]} names
 */
export function perform(root, names) {
  for (const name of names) {
    root.dataset.moment = name;
    if (moving() && !document.hidden) {
      if (name === "deal") deal(root);
      const { at, move, ms } = MOVES[name] ?? {};
      for (const element of at ? $$(at, root) : []) element.animate(move, { duration: ms, easing: "ease-in-out" });
    }
    sound(name);
  }
}

/** Cards come from the middle of the table, one after the other. */
function deal(root) {
  const from = $(".cloth", root)?.getBoundingClientRect();
  if (!from) return;
  $$(".hand .card", root).forEach((card, number) => {
    const to = card.getBoundingClientRect();
    const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
    card.animate([{ translate: `${x}px ${y}px`, opacity: 0 }, { translate: "0 0", opacity: 1 }], {
      duration: 260,
      delay: number * DEAL,
      easing: "ease-out",
      fill: "backwards",
    });
  });
}

/** Sounds a moment, where sound is wanted; whoever wants no motion wants no drama at all. */
function sound(name) {
  const melody = SOUNDS[name];
  if (!melody || setting("sound") !== "on" || !moving() || !("AudioContext" in window)) return;
  audio ??= new AudioContext();
  const out = audio;
  const { tones, gap, kind, length } = melody;
  tones.forEach((pitch, number) => {
    const start = out.currentTime + (number * gap) / 1000;
    const [tone, volume] = [out.createOscillator(), out.createGain()];
    tone.type = /** @type {OscillatorType} */ (kind);
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(out.destination);
    tone.start(start);
    tone.stop(start + length);
  });
}
