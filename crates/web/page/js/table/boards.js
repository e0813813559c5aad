// @ts-check
// Which board is drawn by what: the server says which one a game has.

import { daifugo } from "./daifugo.js";
import { generic } from "./generic.js";
import { monsters } from "./monsters.js";
import { poker } from "./poker.js";
import { tricks } from "./tricks.js";

const BOARDS = { tricks, daifugo, monsters, facts: poker, generic };

/** The board of a state. */
export const boardOf = (state) => BOARDS[state.board.kind];
