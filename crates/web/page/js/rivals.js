// @ts-check
// Characters: who plays a game, who fits a level, and the learners that some of them are.

import { t, told } from "./i18n.js";
import { keep, keyOf } from "./keys.js";
import { catalog, get, post } from "./net.js";
import { change, setting } from "./settings.js";

/** Those of every game, as the catalog tells of them; nothing before it has come. */
const known = new Map();

/** Waits until the characters are known. */
export async function meet() {
  const { games } = await catalog();
  for (const { name, rivals } of games) known.set(name, rivals);
}

export const rivalName = (name) => told(`rival.${name}`, name);
export const rivalAbout = (name) => t(`rival.${name}.about`);

/** Those that can play under a preset, the weakest first. */
export function able(game, rules) {
  const [preset, ...changes] = rules.split(",");
  // A strength to order was measured under the rules as they are.
  return game.rivals.filter(({ presets, ordered }) => presets.includes(preset) && !(ordered && changes.length > 0));
}

/**
 * The character that sits at a seat: a player of its specification, or a learner that was made for it.
 * @param {string} game
 * @param {{ kind: string, player?: string | null, name?: string | null }} seat
 */
export function rivalAt(game, { kind, player, name }) {
  const those = known.get(game) ?? [];
  if (kind === "learner") return those.find((one) => one.learns && one.name === name) ?? null;
  return kind === "player" ? ofPlayer(game, player) : null;
}

/** The character of a specification. */
export const ofPlayer = (game, player) => known.get(game)?.find((one) => one.player === player) ?? null;

/** How far up the ladder a newcomer begins: the word for it is "easy". */
const START = 0.12;
/** Rungs after a deal that was won or lost. */
const STEP = 0.5;
/** Ladders of fewer rungs have large steps: their opponents are closer together. */
const LONG = 6;

/** Where on the ladder of a game somebody is, from 0 to the last rung. */
export function rung({ name, rivals }) {
  return Math.min(rivals.length - 1, Math.max(0, setting("rungs")?.[name] ?? START * rivals.length));
}

/** A deal was played: who came first meets stronger opponents the next time, who came last weaker ones. */
export function follow(game, payoffs, you) {
  const rivals = known.get(game);
  if (!rivals?.length) return;
  const [own, others] = [payoffs[you], payoffs.filter((_, seat) => seat !== you)];
  const step = own > Math.max(...others) ? STEP : own < Math.min(...others) ? -STEP : 0;
  const now = rung({ name: game, rivals });
  const next = Number(Math.min(rivals.length - 1, Math.max(0, now + step)).toFixed(2));
  if (next !== now) change("rungs", { ...setting("rungs"), [game]: next });
}

/** So many characters around a rung. */
export function company(rivals, at, count) {
  const last = rivals.length - 1;
  const clamp = (place, most) => Math.min(most, Math.max(0, Math.round(place)));
  if (rivals.length >= LONG && count <= rivals.length) {
    const first = clamp(at - (count - 1) / 2, rivals.length - count);
    return rivals.slice(first, first + count);
  }
  return Array.from({ length: count }, (_, place) => rivals[clamp(at + ((place - (count - 1) / 2) * last) / LONG, last)]);
}

/** Those whom somebody meets where nothing is said. */
export function fitting(game, rules, count) {
  const those = able(game, rules);
  if (those.length === 0) return [];
  const scale = game.rivals.length > 1 ? (those.length - 1) / (game.rivals.length - 1) : 1;
  return company(those, rung(game) * scale, count);
}

const WORDS = ["beginner", "easy", "even", "good", "strong", "master"];
const ENDS = [0.05, 0.3, 0.5, 0.7, 0.9];
/** A word for a place on the ladder. */
export function levelWord(game, at) {
  const share = at / Math.max(1, game.rivals.length - 1);
  const place = ENDS.findIndex((end) => share < end);
  return t(`strength.${WORDS[place < 0 ? WORDS.length - 1 : place]}`);
}

/** What the server is told about a seat of a character; a learner of the own is made when it is first met. */
export async function seated({ name, player, learns }, game, rules) {
  const plain = { kind: "player", player, name: null };
  if (!learns) return plain;
  const place = `${game}/${rules}/${name}`;
  const old = setting("pupils")?.[place];
  const there = old && (await get(`/api/learners/${old}`).catch(() => null));
  if (there) return { kind: "learner", learner: old, token: keyOf(old) ?? null, player: null, name };
  try {
    const made = await post("/api/learners", { game, rules, learner: player, name, start: "shipped" });
    keep(made.id, made.token);
    change("pupils", { ...setting("pupils"), [place]: made.id });
    return { kind: "learner", learner: made.id, token: made.token, player: null, name };
  } catch {
    // Where there is no room for learners, it plays as it came.
    return plain;
  }
}

/** The learner that a character is for whoever looks; nothing before they have met. */
export const pupilOf = (game, rules, name) => setting("pupils")?.[`${game}/${rules}/${name}`] ?? null;
