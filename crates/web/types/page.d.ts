// What the modules of the page have in common.

import type { Board, Command, Happened, StoryEvent, state as State } from "./wire";

export type * from "./wire";
export type { state as State } from "./wire";

/** Something to be said: a key of the dictionary, and what goes into the places of its words. */
export interface Phrase {
  key: string;
  args?: Record<string, PhraseArg>;
}

/** What goes into a place of a phrase. */
export type PhraseArg =
  | number
  | string
  | { number: number; digits: number }
  | { kind: string; name: string }
  | Phrase
  | Phrase[];

/** What the values of an opinion are: what is counted, and from where. */
export interface Meaning {
  unit: string;
  base: string;
}

/** From which loss on a move is a slip, and from which a blunder. */
export interface Grades {
  slip: number;
  blunder: number;
}

/** The board of a kind: `BoardOf<"tricks">`. */
export type BoardOf<K> = Extract<Board, { kind: K }>;

/** A state with a board of one kind; a review also says whose seat is shown near. */
export type Shown<K> = Omit<State, "board"> & { board: BoardOf<K>; bottom?: number };

/** Cards that were played together. */
export interface Played {
  seat: number;
  cards: string[];
}

/** The own hand: which cards, which of them may be pressed, which are chosen; `many`: several make a play. */
export interface HandView {
  cards: string[];
  legal: Set<string>;
  active?: boolean;
  many?: boolean;
  chosen?: Set<string>;
  fresh?: string[];
  /** Why a card may not be pressed, in words; by default as the server says. */
  why?(card: string): string;
}

/** What a board sees and uses of its screen: that of a table, or of a review. */
export interface Screen {
  element: HTMLElement;
  state: State;
  chosen: Set<string>;
  settled: boolean;
  sending: boolean;
  hint: { answer: { best: string } | null };
  /** Calls others to an open seat. */
  invite?: (() => void) | null;
  act(action: string): void;
  acts(actions: string[]): void;
  /** Why a move is not legal now, in words. */
  why(action: string): string;
  /** Says why a press does nothing. */
  refuse(why: string): void;
  ask(message: Command): Promise<any>;
  choose(cards: Iterable<string>): void;
  toggle(card: string): void;
}

/** How a game is shown, and what presses do. */
export interface BoardView<K> {
  bottom(state: Shown<K>): number;
  /** The whole middle, in place of `centre` and `marks`. */
  arena?(screen: Screen, state: Shown<K>): any;
  /** What is played event by event since another state: what the table looked like after each. */
  frames?(state: Shown<K>, before: Shown<K> | null): { state: Shown<K>; event: StoryEvent }[];
  /** With whom cards change hands now: for motion. */
  partner?(state: Shown<K>): { to: number; from: number } | null;
  centre?(screen: Screen, state: Shown<K>): any;
  /** What a plate says of its seat. */
  marks?(screen: Screen, state: Shown<K>, seat: number): any;
  prompt(screen: Screen, state: Shown<K>): any;
  hand(screen: Screen, state: Shown<K>): HandView | null;
  press(screen: Screen, state: Shown<K>, card: string): void;
  commit(screen: Screen, state: Shown<K>, card: string, how: "double" | "drag"): void;
  actions(screen: Screen, state: Shown<K>): any;
  confirm(screen: Screen, state: Shown<K>): void;
  number?(screen: Screen, state: Shown<K>, n: number): void;
  key?(screen: Screen, state: Shown<K>, key: string): void;
  /** What has happened since, in words. */
  told(state: Shown<K>, acts: Happened[], before: Shown<K> | null): string[];
  lingers(state: Shown<K>, before: Shown<K> | null): boolean;
  winner(state: Shown<K>): number | null;
  last(state: Shown<K>): { cards: Played[]; winner: number | null } | false | null;
}
