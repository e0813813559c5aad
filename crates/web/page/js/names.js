// @ts-check
// How things are called: cards, actions, games, rules, players.

import { t, told } from "./i18n.js";
import { ofPlayer, rivalAt, rivalName } from "./rivals.js";
import { JOKER, NAMES, read } from "./suits.js";

/** @import { State } from "../../types/page.d.ts" */

/** "queen of spades" */
export function cardName(card) {
  const { suit, rank } = read(card);
  if (suit === JOKER) return t("card.joker");
  return t("card.name", { rank: t(`rank.${rank}`), suit: t(`suit.${NAMES[suit]}`) });
}

export const cardNames = (cards) => cards.map(cardName).join(t("list.and"));

/** Is this the text of one card? */
export const isCard = (text) => /^([♣♦♥♠]([2-9TJQKA])|★)$/u.test(text);

/** An action in words for a screen reader or a list. `cards`: what it is made of, where that is known. */
export function actionName(action, cards) {
  if (action === "pass") return t("daifugo.pass");
  if (isCard(action)) return cardName(action);
  const [verb, name] = action.split(":");
  if (name) return told(`monsters.${verb}.named`, action, { name: monsterName(name) });
  if (action.startsWith("give ")) return t("daifugo.give.named", { cards: cards ? cardNames(cards) : action.slice(5) });
  return told(`monsters.${action}`, cards ? cardNames(cards) : action);
}

/** The cards of an action of Daifugo, read from its notation. */
export function actionCards(action) {
  if (action === "pass") return [];
  const text = action.replace(/^give /, "");
  const run = text.match(/^([♣♦♥♠])(.+)$/u);
  if (run && !/[♣♦♥♠\s]/u.test(run[2]) && run[2].length > 1) return sequence(run[1], run[2], action.startsWith("give"));
  const cards = [];
  let standsFor = false;
  for (const part of text.match(/[♣♦♥♠][2-9TJQKA]+|★/gu) ?? []) {
    // ★♥7: the joker as ♥7. The card behind the star is not played.
    if (part === JOKER) cards.push(JOKER);
    else if (!standsFor || action.startsWith("give")) cards.push(...[...part.slice(1)].map((rank) => part[0] + rank));
    standsFor = part === JOKER;
  }
  return cards;
}

const ORDER = "3456789TJQKA2";

function sequence(suit, ranks, given) {
  const ends = ranks.match(/^(.)-(.)$/);
  if (ends) return [...ORDER.slice(ORDER.indexOf(ends[1]), ORDER.indexOf(ends[2]) + 1)].map((rank) => suit + rank);
  if (given) return [...ranks].map((rank) => suit + rank);
  return [...ranks].map((rank) => (rank === JOKER ? JOKER : suit + rank));
}

/** The card that the joker stands for in a play with others: "♥7" of ♠7★♥7, "♦T" of ♦9★J; null where there is no such card. */
export function standsFor(action) {
  const [, named] = action.match(/★([♣♦♥♠][2-9TJQKA])/u) ?? [];
  if (named) return named;
  const [, suit, before, after] = action.match(/^([♣♦♥♠])([2-9TJQKA]*)★([2-9TJQKA]*)$/u) ?? [];
  if (!suit) return null;
  const place = before ? ORDER.indexOf(before.at(-1)) + 1 : ORDER.indexOf(after[0]) - 1;
  return ORDER[place] ? suit + ORDER[place] : null;
}

/** A move of any game: "bid 3" has the words of `move.GAME.bid`, "3" those of `move.GAME.n`; a card its name; else the notation. */
export function moveName(game, action) {
  if (isCard(action)) return cardName(action);
  const [verb, ...rest] = action.split(" ");
  const words = /^\d+$/.test(action)
    ? told(`move.${game}.n`, action, { n: action })
    : told(`move.${game}.${verb}`, action, { n: rest.join(" ") });
  return told(`move.${game}.${action}`, words);
}

/** A fact of any game. */
export const factName = (game, name) => told(`fact.${game}.${name}`, told(`fact.${name}`, name));

export const gameName = (game) => told(`game.${game}`, game);
export const gameAbout = (game) => told(`game.${game.name}.about`, game.about);
export const monsterName = (name) => told(`monster.${name}`, name);
export const elementName = (element) => told(`element.${element}`, element);

/** "uecda,lock=off" as words: the preset, and what was switched. */
export function rulesName(game, rules) {
  const [preset, ...switches] = rules.split(",");
  const words = (text) => {
    const [name, value] = text.split("=");
    return `${switchName(game, name)}: ${valueName(value)}`;
  };
  return [presetName(game, preset), ...switches.map(words)].join(t("list.comma"));
}

export const presetName = (game, preset) => told(`preset.${game}.${preset}`, preset);
export const presetAbout = (game, preset) => told(`preset.${game}.${preset.name}.about`, preset.about);
export const switchName = (game, name) => told(`switch.${game}.${name}`, name);
export const switchAbout = (game, name, about) => told(`switch.${game}.${name}.about`, about);
export const valueName = (value) => told(`value.${value}`, value);

/** A player by the name of the character that it is in a game, else by its own. */
export function opponentName(game, spec) {
  const rival = ofPlayer(game, spec);
  return rival ? rivalName(rival.name) : playerName(spec);
}

/** "linear-q:loses=0.35" as a name for a seat. */
export function playerName(spec) {
  const [name] = (spec ?? "").split(":");
  return told(`player.${name}`, name);
}

/** A player of the catalog in a list: its name, and whether it thinks long. Some hundred simulations take a moment. */
export const playerLabel = ({ name, pace, budget }) =>
  playerName(name) + (pace === "long" && budget?.setting !== "sims" ? ` (${t("player.slow")})` : "");

export const playerAbout = (game, player) =>
  told(`player.${game}.${player.name}`, told(`player.${player.name}.about`, player.about));

/**
 * A seat's name as the table says it; equal names are numbered.
 * @param {Pick<State, "seats" | "you"> & { game?: string }} state
 * @param {number} seat
 */
export function seatName(state, seat) {
  if (seat === state.you) return t("you");
  const name = plainName(state, seat);
  const alike = state.seats.map((_, other) => other).filter((other) => other !== state.you && plainName(state, other) === name);
  return alike.length > 1 ? `${name} ${alike.indexOf(seat) + 1}` : name;
}

/**
 * @param {Pick<State, "seats" | "you"> & { game?: string }} state
 * @param {number} seat
 */
function plainName(state, seat) {
  const { name, kind, player } = state.seats[seat];
  const rival = rivalAt(state.game ?? "", state.seats[seat]);
  if (rival) return rivalName(rival.name);
  if (kind === "open") return t("seat.open");
  if (name && name !== player) return kind === "player" ? told(`player.${name}`, name) : name;
  return player ? playerName(player) : t("seat.number", { n: seat + 1 });
}

/**
 * Are you meant: "you" needs other verbs than a name.
 * @type {(state: Pick<State, "you">, seat: number) => boolean}
 */
export const isYou = (state, seat) => seat === state.you;
