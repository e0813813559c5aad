// What travels between server and page. Written by `WRITE_TYPES=1 cargo test -p kirifuda-web --lib types`.

import type { Grades, Meaning, Phrase } from "./page";

/**
 * The chart of elements.
 */
export type Affinity = { 
/**
 * Their names.
 */
elements: Array<string>, 
/**
 * By attacker, then defender.
 */
affinity: Array<Array<number>>, };

/**
 * What the server sends besides states.
 */
export type Answer = { "type": "hint" } & HintMessage | { "type": "error", 
/**
 * The message that is answered.
 */
re: number | null, 
/**
 * One word for programs.
 */
code: string, 
/**
 * The problem.
 */
message: string, 
/**
 * The remedy.
 */
remedy: string, } | { "type": "closing", 
/**
 * Why.
 */
reason: string, } | { "type": "pong", 
/**
 * The message that is answered.
 */
re: number | null, };

/**
 * What has to be beaten.
 */
export type Beat = { 
/**
 * Its cards.
 */
cards: Array<string>, 
/**
 * Who played it.
 */
seat: number, 
/**
 * In the game's notation.
 */
play: string, };

/**
 * The game's own picture of a deal.
 */
export type Board = { "kind": "tricks" } & TricksBoard | { "kind": "daifugo" } & DaifugoBoard | { "kind": "monsters" } & MonstersBoard | { "kind": "facts" } & FactsBoard | { "kind": "generic" } & FactsBoard;

/**
 * Moves that all make at the same time: they may be chosen before the turn comes.
 */
export type Choosing = { 
/**
 * What can be chosen.
 */
moves: Array<string>, 
/**
 * How many are.
 */
count: number, 
/**
 * What whoever looks has chosen; it is played when the turn comes, and can be changed until then.
 */
held: Array<string>, };

/**
 * What a page may want.
 */
export type Command = { "type": "act", 
/**
 * In the game's notation.
 */
action: string, 
/**
 * The version of the state that was seen.
 */
at: number, } | { "type": "choose", 
/**
 * In the game's notation; none to choose anew.
 */
moves: Array<string>, 
/**
 * Number of the deal, from 1.
 */
deal: number, } | { "type": "undo" } | { "type": "replace", 
/**
 * Whose seat.
 */
seat: number, } | { "type": "hint", 
/**
 * Who; the table's by default.
 */
adviser?: string | null, } | { "type": "hints", 
/**
 * Whether.
 */
on: boolean, } | { "type": "next" } | { "type": "pace", 
/**
 * Milliseconds.
 */
ms: number, } | { "type": "pause", 
/**
 * Whether.
 */
on: boolean, } | { "type": "ping" };

/**
 * Trump and bids.
 */
export type ContractBoard = { 
/**
 * The sign of the trump suit.
 */
trump: string | null, 
/**
 * The card that was turned up and names it.
 */
turned: string | null, 
/**
 * Tricks bid, by seat.
 */
bids: Array<number | null>, 
/**
 * Who deals.
 */
dealer: number, 
/**
 * Partners have the same number, by seat; nothing where everybody plays alone.
 */
teams: Array<number> | null, };

/**
 * A table that is asked for.
 */
export type CreateTable = { 
/**
 * The game.
 */
game: string, 
/**
 * Its rules; the first preset by default.
 */
rules?: string, 
/**
 * Who sits where.
 */
seats: Array<SeatRequest>, 
/**
 * A whole match or session instead of single deals.
 */
series?: boolean, 
/**
 * Milliseconds that a player's move takes at least.
 */
pace_ms?: number, 
/**
 * Seconds that a person has for a move; 0, as by default: as many as he likes.
 */
move_seconds?: number, 
/**
 * Who is asked for hints.
 */
adviser?: string | null, 
/**
 * All chance comes from it; random by default.
 */
seed?: number | null, 
/**
 * The creator's name.
 */
name?: string, };

/**
 * A game of Daifugo.
 */
export type DaifugoBoard = { 
/**
 * The plays on the table, the oldest first.
 */
pile: Array<Pile>, 
/**
 * What has to be beaten.
 */
to_beat: Beat | null, 
/**
 * Cards in hand, by seat.
 */
counts: Array<number>, 
/**
 * Who has passed since the table was cleared, by seat.
 */
passed: Array<boolean>, 
/**
 * The seats that are out, by their places.
 */
out: Array<number>, 
/**
 * Low beats high until the next revolution.
 */
revolution: boolean, 
/**
 * A jack has turned the order over until the table is cleared.
 */
back: boolean, 
/**
 * The suits that the table is locked to.
 */
locked: Array<string>, 
/**
 * The places of this game are the classes of the next.
 */
ranked: boolean, 
/**
 * The classes of the game before, by seat: 0 the daifugo.
 */
classes: Array<number | null>, 
/**
 * The seats in the order of play.
 */
circle: Array<number>, 
/**
 * Who returns cards to whom now.
 */
exchange: Exchange | null, 
/**
 * What the own seat has given in the exchange.
 */
given: Array<string>, 
/**
 * What it has got.
 */
received: Array<string>, 
/**
 * The cards of each legal play.
 */
legal_cards: { [key in string]: Array<string> }, 
/**
 * All hands, where everything lies open.
 */
hands?: Array<Array<string>>, };

/**
 * Cards that a winner returns.
 */
export type Exchange = { 
/**
 * How many.
 */
give: number, 
/**
 * By whom.
 */
from: number, 
/**
 * To whom.
 */
to: number, };

/**
 * A game in words.
 */
export type FactsBoard = { 
/**
 * What whoever looks knows.
 */
facts: Array<NamedFact>, 
/**
 * All hands, where everything lies open.
 */
hands?: Array<Array<string>>, };

/**
 * A move as it was seen.
 */
export type Happened = { 
/**
 * Who moved.
 */
seat: number, 
/**
 * The move; nothing where it is hidden from whoever looks.
 */
action: string | null, };

/**
 * What an adviser thinks.
 */
export type HintMessage = { 
/**
 * The message that is answered.
 */
re: number | null, 
/**
 * The version of the state that it is about.
 */
version: number, 
/**
 * Who was asked.
 */
adviser: string, 
/**
 * What it would play.
 */
best: string, 
/**
 * The same, with the moves of the same decision that follow it: the three cards of a pass.
 */
plan: Array<string>, 
/**
 * What it thinks of every legal move, the best first.
 */
values: Array<HintValue> | null, 
/**
 * What the values are.
 */
meaning: Meaning | null, 
/**
 * What counts as a slip or a blunder in their unit.
 */
grades: Grades | null, 
/**
 * A fact that speaks for the best move.
 */
because: Phrase | null, 
/**
 * What the adviser itself says, where it can.
 */
why: Phrase | null, 
/**
 * Milliseconds of thought.
 */
ms: number, };

/**
 * What an adviser thinks of a move.
 */
export type HintValue = { 
/**
 * The move.
 */
action: string, 
/**
 * What it is worth; higher is better. Nothing for what the adviser would never do.
 */
value: number | null, };

/**
 * A place at a table that is asked for.
 */
export type JoinTable = { 
/**
 * Which; any by default.
 */
seat?: number | null, 
/**
 * The name to show.
 */
name?: string, };

/**
 * A place that was given.
 */
export type Joined = { 
/**
 * The seat.
 */
seat: number, 
/**
 * What proves it.
 */
token: string, };

/**
 * A full trick.
 */
export type LastTrick = { 
/**
 * Its cards, in order.
 */
cards: Array<OnTable>, 
/**
 * Who took it.
 */
winner: number, };

/**
 * A table that was made.
 */
export type MadeTable = { 
/**
 * Its name in links.
 */
table: string, 
/**
 * The creator's seat; nothing for a watcher.
 */
seat: number | null, 
/**
 * What proves it.
 */
token: string, };

/**
 * What a page sends over the websocket. The number in `id` comes back in the answer.
 */
export type Message = { 
/**
 * To be echoed.
 */
id?: number | null, } & ({ "type": "act", 
/**
 * In the game's notation.
 */
action: string, 
/**
 * The version of the state that was seen.
 */
at: number, } | { "type": "choose", 
/**
 * In the game's notation; none to choose anew.
 */
moves: Array<string>, 
/**
 * Number of the deal, from 1.
 */
deal: number, } | { "type": "undo" } | { "type": "replace", 
/**
 * Whose seat.
 */
seat: number, } | { "type": "hint", 
/**
 * Who; the table's by default.
 */
adviser?: string | null, } | { "type": "hints", 
/**
 * Whether.
 */
on: boolean, } | { "type": "next" } | { "type": "pace", 
/**
 * Milliseconds.
 */
ms: number, } | { "type": "pause", 
/**
 * Whether.
 */
on: boolean, } | { "type": "ping" });

/**
 * A card of the deck of monsters.
 */
export type MonsterCard = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its element.
 */
element: string, 
/**
 * Its numbers.
 */
stats: Stats, };

/**
 * A monster of a team.
 */
export type MonsterInTeam = { 
/**
 * Its name; empty for one that was never seen.
 */
name: string, 
/**
 * The same, in small letters, for pictures.
 */
kind: string, 
/**
 * Its element; empty for one that was never seen.
 */
element: string, 
/**
 * Hit points left.
 */
hp: number, 
/**
 * Full hit points.
 */
max: number, 
/**
 * Whoever looks knows what it is.
 */
known: boolean, 
/**
 * `poisoned`.
 */
status: Array<string>, 
/**
 * It can fight.
 */
alive: boolean, };

/**
 * Something that may be chosen.
 */
export type MonsterOption = { 
/**
 * In the game's notation.
 */
action: string, 
/**
 * `pick`, `lead`, `attack`, `special`, `status`, `trap`, `land`, `switch`, `replace`.
 */
kind: string, 
/**
 * What it would do, where that is known.
 */
detail?: Phrase, 
/**
 * The damage to the monster in front, where it hits.
 */
damage?: number, 
/**
 * How the chart of elements counts.
 */
multiplier?: number, };

/**
 * A battle of monsters.
 */
export type MonstersBoard = { 
/**
 * Both sides, by seat.
 */
sides: Array<SideBoard>, 
/**
 * The turn to come, from 1.
 */
turn_number: number, 
/**
 * After so many turns health decides.
 */
cap: number, 
/**
 * What happened, the newest last.
 */
events: Array<StoryEvent>, 
/**
 * What the own seat may choose.
 */
options: Array<MonsterOption>, 
/**
 * What elements do to each other.
 */
chart: Affinity, 
/**
 * All monsters that there are.
 */
catalog: Array<MonsterCard>, 
/**
 * While teams are chosen: the own picks so far.
 */
picked?: Array<string>, 
/**
 * While teams are chosen: the three that were dealt to the own seat, which it may keep.
 */
draft?: Array<string>, 
/**
 * While teams are chosen, where a scout tells: how many of each element the other's draft has.
 */
report?: Array<NamedFact>, };

/**
 * A fact.
 */
export type NamedFact = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its values, in the game's notation.
 */
values: Array<string>, };

/**
 * What a learner says after a deal.
 */
export type Noticed = { 
/**
 * Who says it.
 */
seat: number, 
/**
 * What it has changed most, with the numbers before and after.
 */
words: Phrase, };

/**
 * A card on the table.
 */
export type OnTable = { 
/**
 * Who played it.
 */
seat: number, 
/**
 * The card.
 */
card: string, };

/**
 * What came out of a deal.
 */
export type Outcome = { 
/**
 * What it was worth, by seat; higher is better.
 */
payoffs: Array<number>, 
/**
 * What everybody held at the deal.
 */
hands: Array<Array<string>>, 
/**
 * The seed that the cards were dealt by, so that they can be dealt again; it tells nothing about other deals. Nothing where
 * somebody chose the seed of the table.
 */
seed: string | null, };

/**
 * The exchange of three cards in Hearts.
 */
export type Pass = { 
/**
 * `left`, `right`, `across` or `hold`.
 */
direction: string, 
/**
 * What the own seat has given.
 */
given: Array<string>, 
/**
 * What it has got.
 */
received: Array<string>, };

/**
 * A play on the table.
 */
export type Pile = { 
/**
 * Who played it.
 */
seat: number, 
/**
 * Its cards.
 */
cards: Array<string>, 
/**
 * In the game's notation: what the joker stands for is seen there.
 */
play: string, };

/**
 * Where a series stands.
 */
export type Score = { 
/**
 * So far, by seat.
 */
totals: Array<number>, 
/**
 * Of each finished deal, by seat.
 */
deals: Array<Array<number>>, 
/**
 * No further deal is played.
 */
finished: boolean, 
/**
 * Few are good: who has least leads.
 */
few: boolean, 
/**
 * What is counted: `points`, `penalty`, `tricks`, `chips`, `chance`.
 */
unit: string, };

/**
 * Who sits at a seat.
 */
export type SeatInfo = { 
/**
 * `person`, `open`, `player` or `learner`.
 */
kind: string, 
/**
 * The name to show.
 */
name: string, 
/**
 * The specification of a player.
 */
player: string | null, 
/**
 * Nobody else can sit here.
 */
taken: boolean, };

/**
 * A seat that is asked for.
 */
export type SeatRequest = { 
/**
 * `person`, `open`, `player` or `learner`.
 */
kind: string, 
/**
 * The specification of a player.
 */
player?: string | null, 
/**
 * An opponent that goes on learning.
 */
learner?: string | null, 
/**
 * What proves that it is the own one: then it learns from the games of this table.
 */
token?: string | null, 
/**
 * The name to show.
 */
name?: string | null, };

/**
 * Who sits at a seat.
 */
export type SeatState = { 
/**
 * The name to show.
 */
name: string, 
/**
 * `person`, `player`, `learner` or `open`.
 */
kind: string, 
/**
 * The specification of a player.
 */
player: string | null, 
/**
 * Somebody looks at the table from here.
 */
connected: boolean, 
/**
 * Milliseconds since somebody last looked from here; nothing while somebody does.
 */
away_ms: number | null, 
/**
 * The player that moves for a person who is away.
 */
stand_in: string | null, 
/**
 * Agrees that hints are given, where several people play.
 */
agrees: boolean, 
/**
 * A player that is about to move.
 */
thinking: boolean, };

/**
 * One side of a battle.
 */
export type SideBoard = { 
/**
 * Whose.
 */
seat: number, 
/**
 * Its monsters; those never seen come last, without a name.
 */
team: Array<MonsterInTeam>, 
/**
 * Which of them is in front.
 */
active: number | null, 
/**
 * A trap is in force; nothing where it is not known.
 */
trap: boolean | null, 
/**
 * The status attack has been used.
 */
status_used: boolean, 
/**
 * The trap has been used, as far as is known.
 */
trap_used: boolean, 
/**
 * Its lands, where monsters need them.
 */
lands?: number, 
/**
 * Monsters that can still fight.
 */
score: number, };

/**
 * The numbers of a monster.
 */
export type Stats = { hp: number, attack: number, defence: number, special_attack: number, special_defence: number, speed: number, 
/**
 * Lands that it needs, where monsters need them.
 */
cost?: number, };

/**
 * Something that happened in a battle.
 */
export type StoryEvent = { 
/**
 * The turn, from 1; 0 outside turns.
 */
turn: number, 
/**
 * `sent`, `switched`, `trap-set`, `land-laid`, `hit`, `poisoned`, `reflected`, `no-effect`, `tick`, `out`, `lost`.
 */
event: string, 
/**
 * Whose monster.
 */
seat: number, 
/**
 * The monster that acts, or suffers where nobody acts.
 */
monster: string, 
/**
 * The monster that is hit, or that left for this one.
 */
other?: string, 
/**
 * By a special attack.
 */
special?: boolean, 
/**
 * How the chart of elements counted.
 */
multiplier?: number, 
/**
 * The damage.
 */
damage?: number, 
/**
 * Hit points left.
 */
left?: number, };

/**
 * What everybody may know of a table.
 */
export type TableInfo = { 
/**
 * Its name in links.
 */
table: string, 
/**
 * Its game.
 */
game: string, 
/**
 * Its rules, in text.
 */
rules: string, 
/**
 * A whole match or session.
 */
series: boolean, 
/**
 * Who sits where.
 */
seats: Array<SeatInfo>, 
/**
 * Number of the deal, from 1.
 */
deal: number, 
/**
 * The deal is over.
 */
over: boolean, 
/**
 * Number of deals that are over.
 */
deals: number, 
/**
 * Who is asked for hints.
 */
adviser: string | null, };

/**
 * Thirteen tricks.
 */
export type TricksBoard = { 
/**
 * The trick under way.
 */
trick: Array<OnTable>, 
/**
 * Who leads it.
 */
leader: number, 
/**
 * The trick before.
 */
last: LastTrick | null, 
/**
 * Cards in hand, by seat.
 */
counts: Array<number>, 
/**
 * Points (Hearts) or tricks of this deal, by seat.
 */
taken: Array<number>, 
/**
 * The cards that count among those taken, by seat.
 */
points_cards: Array<Array<string>>, 
/**
 * Hearts may be led.
 */
broken: boolean, 
/**
 * Whoever takes all points shoots the moon.
 */
moon: boolean, 
/**
 * The cards that change hands before the first trick.
 */
passing: Pass | null, 
/**
 * Number of the trick under way, from 0.
 */
trick_number: number, 
/**
 * What was bid, where tricks are bid for.
 */
contract?: ContractBoard, 
/**
 * All hands, where everything lies open.
 */
hands?: Array<Array<string>>, };

/**
 * All that one pair of eyes sees of a table.
 */
export type state = { "type": "state", 
/**
 * Grows with every change.
 */
version: number, 
/**
 * The table.
 */
table: string, 
/**
 * Its game.
 */
game: string, 
/**
 * Its rules, in text.
 */
rules: string, 
/**
 * The seat of whoever looks; nothing for watchers.
 */
you: number | null, 
/**
 * All hands are shown: nobody plays against anybody here who could look, or the deal is over.
 */
open: boolean, 
/**
 * Who sits where.
 */
seats: Array<SeatState>, 
/**
 * Number of the deal, from 1.
 */
deal: number, 
/**
 * Whose move it is.
 */
turn: number | null, 
/**
 * What is going on: `pass`, `play`, `exchange`, `team`, `battle`, `replace`, `over`.
 */
phase: string, 
/**
 * The own hand.
 */
hand: Array<string>, 
/**
 * What may be played now; empty when it is not the own turn.
 */
legal: Array<string>, 
/**
 * Why what somebody might try is not legal now; empty when it is not the own turn.
 */
why_not: { [action in string]: Phrase }, 
/**
 * What whoever looks may choose before his turn, where all move at the same time.
 */
choosing: Choosing | null, 
/**
 * Every move of the deal, as seen.
 */
history: Array<Happened>, 
/**
 * The game's own picture.
 */
board: Board, 
/**
 * Where the series stands.
 */
score: Score, 
/**
 * The last move may be taken back.
 */
can_undo: boolean, 
/**
 * What came out, when the deal is over.
 */
result: Outcome | null, 
/**
 * Milliseconds that a player's move takes at least.
 */
pace_ms: number, 
/**
 * Whoever looks may ask for hints: nobody else plays here, or all who play agree.
 */
hints: boolean, 
/**
 * Milliseconds that whoever is to move has left; nothing without a clock.
 */
left_ms: number | null, 
/**
 * The players wait.
 */
paused: boolean, 
/**
 * What learners say that they have changed, when the deal is over and they have learned from it.
 */
noticed: Array<Noticed>, 
/**
 * Whoever looks may ask for the next deal, change the pace and (where nobody plays) pause.
 */
may_control: boolean, };
