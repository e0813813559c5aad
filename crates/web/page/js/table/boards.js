// @ts-check
// Which board shows which game.

import { daifugo } from "./daifugo.js";
import { monsters } from "./monsters.js";
import { poker } from "./poker.js";
import { tricks } from "./tricks.js";

const BOARDS = { tricks, daifugo, monsters, facts: poker };

/** The board of a state. */
export const boardOf = (state) => BOARDS[state.board.kind];
