// @ts-check
// How strong the opponents of a game are where nobody has said: easy at first, then as the last games went.

import { setting, change } from "./settings.js";
import { range } from "./strength.js";

const EASY = 0.65; // share of games in which the reference does better than the opponent: the word for it is "easy"
const STEP = 0.06; // of share, after a deal that was won or lost

/** The share that is ordered of a player with this measured curve. */
export function level(game, measured) {
  const { low, high } = range(measured);
  return Number(Math.min(high, Math.max(low, setting("levels")?.[game] ?? EASY)).toFixed(2));
}

/** A deal was played: who came first meets stronger opponents the next time, who came last weaker ones. */
export function follow(game, payoffs, you) {
  const [own, others] = [payoffs[you], payoffs.filter((_, seat) => seat !== you)];
  const step = own > Math.max(...others) ? -STEP : own < Math.min(...others) ? STEP : 0;
  const now = setting("levels")?.[game] ?? EASY;
  const next = Number(Math.min(0.95, Math.max(0.05, now + step)).toFixed(2));
  if (next !== now) change("levels", { ...setting("levels"), [game]: next });
}
