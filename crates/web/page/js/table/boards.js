// Which board shows which game.

import { daifugo } from "./daifugo.js";
import { monsters } from "./monsters.js";
import { tricks } from "./tricks.js";
import { words } from "./words.js";

const BOARDS = { tricks, daifugo, monsters };

/** The board of a state. A game without one of its own is shown in words. */
export const boardOf = (state) => BOARDS[state.board?.kind] ?? words;
