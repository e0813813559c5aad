// @ts-check
// Daifugo: cards picked one by one until they make a legal play; passes, classes, revolution, locks.

import { dialog } from "../a11y.js";
import { chip, shown } from "../cards.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { actionCards, cardName, cardNames, isYou, seatName, standsFor } from "../names.js";
import { setting } from "../settings.js";
import { sorted } from "../suits.js";
import { count } from "./plates.js";
import { ranks } from "./ranks.js";

/** @import { BoardView, Shown } from "../../../types/page.d.ts" */

/**
 * The cards of each legal play.
 * @param {Shown<"daifugo">} state
 */
function plays(state) {
  const known = state.board.legal_cards ?? {};
  return state.legal
    .filter((action) => action !== "pass")
    .map((action) => ({ action, cards: known[action] ?? actionCards(action) }));
}

const includes = (cards, chosen) => [...chosen].every((card) => cards.includes(card));
const fitting = (state, chosen) => plays(state).filter(({ cards }) => includes(cards, chosen));
const exact = (state, chosen) => fitting(state, chosen).filter(({ cards }) => chosen.size > 0 && cards.length === chosen.size);

/**
 * Is a card part of any legal play?
 * @param {Shown<"daifugo">} state
 * @param {string} card
 */
const inPlay = (state, card) => plays(state).some(({ cards }) => cards.includes(card));

/**
 * The cards got in the exchange, until the first card is played.
 * @param {Shown<"daifugo">} state
 */
function fresh(state) {
  const played = state.history.some(({ action }) => action && !action.startsWith("give "));
  return played ? [] : (state.board.received ?? []);
}

/**
 * What was given and received in the exchange, until the own first card is played; null where nothing was.
 * @param {Shown<"daifugo">} state
 */
function exchanged(state) {
  const played = state.history.some(({ seat, action }) => seat === state.you && action && !action.startsWith("give "));
  const { given, received } = state.board;
  if (played || (given.length === 0 && received.length === 0)) return null;
  const row = (key, cards) =>
    cards.length > 0 &&
    h(
      "div",
      { class: `swap ${key}` },
      h("b", {}, t(`daifugo.swap.${key}`)),
      h(
        "div",
        { class: "chips" },
        sorted(cards, "daifugo").map((card) => chip(card, cardName(card))),
      ),
    );
  return h("div", { class: "swaps" }, row("received", received), row("given", given));
}

/**
 * The play that has just cleared the table, or null.
 * @param {Shown<"daifugo">} state
 */
function clearing(state) {
  const act = state.history.at(-1);
  if (!act?.action || act.action === "pass" || act.action.startsWith("give ") || state.board.pile.length > 0) return null;
  return { seat: act.seat, cards: actionCards(act.action) };
}

/**
 * What lies on the table, or for a moment what has cleared it.
 * @param {Shown<"daifugo">} state
 * @param {boolean} settled
 */
function visible(state, settled) {
  const last = settled ? null : clearing(state);
  return last ? { pile: [last], beaten: last } : { pile: state.board.pile, beaten: state.board.to_beat };
}

/** The number of a class by its place among so many players: 0 the daifugo, 4 the daihinmin. */
function classOf(place, players) {
  const numbers = { 3: [0, 2, 4], 4: [0, 1, 3, 4], 5: [0, 1, 2, 3, 4], 6: [0, 1, 2, 2, 3, 4] }[players] ?? [];
  return numbers[place] ?? 2;
}

/** "daifugo", "fugo" … of a class among so many players. */
export const className = (place, players) => t(`class.${classOf(place, players)}`);

/** What a class means. */
export const classAbout = (place, players) => t(`class.${classOf(place, players)}.about`);

/** @type {BoardView<"daifugo">} */
export const daifugo = {
  bottom: (state) => state.bottom ?? state.you ?? 0,

  centre(screen, state) {
    const { revolution, back, locked } = state.board;
    const { pile, beaten } = visible(state, screen.settled);
    const top = beaten?.cards ?? pile.at(-1)?.cards ?? [];
    const older = pile.slice(-4, -1);
    const owner = beaten?.seat ?? pile.at(-1)?.seat ?? 0;
    const signs = [
      revolution && { kind: "revolution", text: t("daifugo.revolution") },
      back && { kind: "back", text: t("daifugo.back") },
      locked.length > 0 && { kind: "lock", text: t("daifugo.locked", { suits: locked.map((suit) => suit + "\uFE0E").join("") }) },
    ];
    const middle = h(
      "div",
      { class: "pile", role: "group", "aria-label": t("daifugo.pile") },
      h(
        "div",
        { class: "signs" },
        signs.map((sign) => sign && h("span", { class: `sign ${sign.kind}` }, sign.text)),
      ),
      h(
        "div",
        { class: "older", "aria-hidden": "true" },
        older.map(({ seat, cards }) =>
          h(
            "div",
            { class: "meld" },
            cards.map((card) => shown(card, cardName(card), { data: { card, seat } })),
          ),
        ),
      ),
      top.length > 0
        ? h(
            "div",
            { class: "meld top" },
            top.map((card) =>
              shown(card, t("trick.card", { name: seatName(state, owner), card: cardName(card) }), {
                data: { card, seat: owner },
              }),
            ),
          )
        : h(
            "p",
            { class: "clear" },
            state.phase === "play" ? t("daifugo.empty") : state.phase === "exchange" ? t("daifugo.exchanging") : "",
          ),
      top.length > 0 && h("p", { class: "owner", "aria-hidden": "true" }, seatName(state, owner)),
      exchanged(state),
    );
    return [middle, ranks(state)];
  },

  marks(screen, state, seat) {
    const { counts, passed, out, classes } = state.board;
    const place = out.indexOf(seat);
    return [
      classes?.[seat] !== null &&
        classes?.[seat] !== undefined &&
        h(
          "span",
          { class: `mark class class-${classes[seat]}`, title: classAbout(classes[seat], state.seats.length) },
          className(classes[seat], state.seats.length),
        ),
      place < 0 && seat !== state.you && count(counts[seat], state.board.hands),
      place >= 0 && h("span", { class: "mark out" }, t("daifugo.place", { n: place + 1 })),
      place < 0 && passed?.[seat] && h("span", { class: "mark passed" }, t("daifugo.passed")),
    ];
  },

  prompt(screen, state) {
    if (state.you === null || state.phase === "over") return null;
    if (state.board.out.includes(state.you)) return t("daifugo.out", { n: state.board.out.indexOf(state.you) + 1 });
    if (state.turn !== state.you) return null;
    const got = fresh(state).length > 0 ? `${t("pass.received", { cards: cardNames(fresh(state)) })} ` : "";
    if (state.phase === "exchange") return got + t("daifugo.give", { n: state.board.exchange?.give ?? 1 });
    if (state.legal.length === 1 && state.legal[0] === "pass") return t("daifugo.only-pass");
    return t(state.board.to_beat ? "daifugo.beat" : "daifugo.lead");
  },

  hand(screen, state) {
    const mine = state.turn === state.you && state.you !== null;
    const possible = mine ? fitting(state, screen.chosen).flatMap(({ cards }) => cards) : [];
    return {
      cards: sorted(state.hand, "daifugo", setting("sort") === "down"),
      legal: new Set([...possible, ...screen.chosen]),
      active: mine && !screen.sending,
      many: true,
      chosen: screen.chosen,
      fresh: fresh(state),
      // Alone it may be legal, but not with what is chosen already.
      why: (card) => (screen.chosen.size > 0 && inPlay(state, card) ? t("daifugo.not-together") : screen.why(card)),
    };
  },

  /** Picks a card, and with it every card that any play with it must have. */
  press(screen, state, card) {
    if (screen.chosen.has(card)) {
      screen.toggle(card);
      return;
    }
    const chosen = new Set([...screen.chosen, card]);
    const fit = fitting(state, chosen).map(({ cards }) => cards);
    if (fit.length === 0) return;
    screen.choose(fit.reduce((common, cards) => common.filter((other) => cards.includes(other))));
  },

  commit(screen, state, card, how) {
    const chosen = how === "drag" ? new Set([...screen.chosen, card]) : new Set([card]);
    const fit = exact(state, screen.chosen.has(card) && screen.chosen.size > 1 ? screen.chosen : chosen);
    if (fit.length > 0) choosePlay(screen, state, fit);
    else screen.choose([...chosen]);
  },

  actions(screen, state) {
    if (state.turn !== state.you || state.you === null || state.legal.length === 0) return [];
    const fit = exact(state, screen.chosen);
    const giving = state.phase === "exchange";
    const play = () => choosePlay(screen, state, exact(state, screen.chosen));
    return [
      state.legal.includes("pass") &&
        h(
          "button",
          { class: "button", data: { key: "pass" }, disabled: screen.sending, onclick: () => screen.act("pass") },
          t("daifugo.pass"),
          h("kbd", { "aria-hidden": "true" }, "P"),
        ),
      h(
        "button",
        { class: "button primary", data: { key: "play" }, disabled: fit.length === 0 || screen.sending, onclick: play },
        t(giving ? "daifugo.give.do" : "daifugo.play"),
      ),
    ];
  },

  /** The rich and the poor exchange: the first with the last, the second with the last but one. */
  partner(state) {
    const { classes } = state.board;
    const own = state.you === null ? null : classes?.[state.you];
    if (own === null || own === undefined || state.board.pile.length > 0 || fresh(state).length + state.board.given.length === 0) return null;
    const other = classes.indexOf(state.seats.length - 1 - own);
    return other < 0 || other === state.you ? null : { to: other, from: other };
  },

  confirm(screen, state) {
    const fit = exact(state, screen.chosen);
    if (fit.length > 0) choosePlay(screen, state, fit);
  },

  key(screen, state, key) {
    if (key === "p" && state.legal.includes("pass")) screen.act("pass");
  },

  told(state, acts, before) {
    const lines = acts.flatMap(({ seat, action }) => {
      if (!action) return [];
      const you = isYou(state, seat);
      if (action === "pass") return t(you ? "said.pass.you" : "said.pass", { name: seatName(state, seat) });
      const given = action.startsWith("give ");
      return t(`said.${given ? "gave." : ""}${you ? "you" : "other"}`, {
        name: seatName(state, seat),
        what: cardNames(actionCards(action)),
      });
    });
    if (before && !before.board.revolution && state.board.revolution) lines.push(t("daifugo.revolution"));
    if (before && before.board.to_beat && !state.board.to_beat && state.phase === "play") lines.push(t("daifugo.clear"));
    for (const seat of state.board.out)
      if (before && !before.board.out.includes(seat))
        lines.push(t("daifugo.went-out", { name: seatName(state, seat), n: state.board.out.indexOf(seat) + 1 }));
    return lines;
  },

  /** A play that cleared the table, an eight, stays for a moment. */
  lingers: (state, before) => before !== null && clearing(state) !== null && state.history.length > before.history.length,
  winner: (state) => state.history.at(-1)?.seat ?? null,
  last: (state) => state.board.pile.length > 0 && { cards: state.board.pile, winner: null },
};

/** What the joker stands for: a card, or in a sequence a place beyond the ends of the ranks; null where it is just a joker. */
export function jokerMark(action) {
  const card = standsFor(action);
  if (card) return chip(card, cardName(card));
  const [, before] = action.match(/^[♣♦♥♠]([2-9TJQKA]*)★/u) ?? [];
  if (before === undefined || /[♣♦♥♠].*[♣♦♥♠]/u.test(action)) return null;
  return t(before ? "daifugo.joker.above" : "daifugo.joker.below");
}

/** Plays; where the joker can stand for several cards, asks for which. */
function choosePlay(screen, state, fit) {
  if (fit.length === 1) return screen.act(fit[0].action);
  const box = dialog(
    t("daifugo.joker"),
    h(
      "div",
      { class: "row" },
      fit.map(({ action }) =>
        h("button", { class: "button", onclick: () => (box.close(), screen.act(action)) }, jokerMark(action) ?? action),
      ),
    ),
  );
  return box;
}
