// @ts-check
// Games of tricks: a trick in the middle, points or tricks taken, passing of three cards, bids.

import { chip, shown } from "../cards.js";
import { $$, h } from "../dom.js";
import { short, t } from "../i18n.js";
import { cardName, cardNames, isCard, isYou, moveName, seatName } from "../names.js";
import { sorted } from "../suits.js";
import { setting } from "../settings.js";
import { count, places } from "./plates.js";

/** @import { BoardView, Screen, Shown } from "../../../types/page.d.ts" */

const PASSED = 3;

/**
 * The trick that is to be shown: the one under way, or for a moment the one that is over.
 * @param {Shown<"tricks">} state
 * @param {boolean} settled
 */
function visible(state, settled) {
  const { trick, last } = state.board;
  if (trick.length > 0 || !last || settled) return { cards: trick, winner: null };
  return { cards: last.cards, winner: last.winner };
}

/** @type {BoardView<"tricks">} */
export const tricks = {
  bottom: (state) => state.bottom ?? state.you ?? 0,

  /** Cards in the middle. */
  centre(screen, state) {
    const where = places(state.seats.length, this.bottom(state));
    const { cards, winner } = visible(state, screen.settled);
    const direction = state.phase === "pass" && state.board.passing?.direction;
    return h(
      "div",
      {
        class: "trick",
        role: "group",
        "aria-label": t("trick.name", { n: Math.min(13, (state.board.trick_number ?? 0) + 1) }),
      },
      direction &&
        h(
          "div",
          { class: `pass-sign ${direction}` },
          h("span", { "aria-hidden": "true" }, { left: "←", right: "→", across: "↑", hold: "·" }[direction]),
          h("b", {}, t(`pass.${direction}`)),
        ),
      trumpSign(state),
      cards.map(({ seat, card }) =>
        shown(card, t("trick.card", { name: seatName(state, seat), card: cardName(card) }), {
          class: winner === seat ? "winning" : "",
          data: { card, seat, place: where[seat] },
        }),
      ),
    );
  },

  marks(screen, state, seat) {
    const { counts, taken } = state.board;
    const hearts = state.score.unit === "penalty";
    const value = taken[seat];
    const { contract } = state.board;
    if (contract) {
      const bid = contract.bids[seat];
      const words = bid === null ? t("bid.none") : t("bid.mark", { won: value, bid });
      return [
        seat !== state.you && count(counts[seat], state.board.hands),
        h(
          "span",
          { class: `mark bid ${bid === value ? "met" : ""}`, title: words, data: bid === null ? {} : { bid } },
          h("span", { "aria-hidden": "true" }, bid === null ? "–" : `▣ ${short(value)} / ${short(bid)}`),
          h("span", { class: "hidden-visually" }, words),
        ),
        isPartner(state, seat) && h("span", { class: "mark partner" }, t("bid.partner")),
        contract.dealer === seat && h("span", { class: "mark dealer", title: t("bid.dealer") }, "D"),
      ];
    }
    return [
      seat !== state.you && count(counts[seat], state.board.hands),
      h(
        "span",
        { class: `mark ${hearts && value ? "points" : ""}`, title: t(hearts ? "taken.points" : "taken.tricks", { n: value }) },
        h("span", { "aria-hidden": "true" }, `${hearts ? "♥\uFE0E" : "▣"} ${short(value)}`),
        h("span", { class: "hidden-visually" }, t(hearts ? "taken.points" : "taken.tricks", { n: value })),
      ),
      moon(state, seat) && h("span", { class: "mark moon", title: t("moon.danger") }, "☾"),
    ];
  },

  prompt(screen, state) {
    if (state.you === null) return null;
    if (state.phase === "pass") {
      if (held(state).length > 0) return t("pass.held");
      if (!choosing(state)) {
        // Nobody sits there yet: the table says so.
        if (state.turn === null || state.seats[state.turn].kind === "open") return null;
        return t("pass.wait", { name: seatName(state, state.turn) });
      }
      const n = wanted(state) - screen.chosen.size;
      const who = t(`pass.to.${state.board.passing?.direction ?? "left"}`);
      return n > 0 ? t("pass.choose", { n, who }) : t("pass.chosen", { who });
    }
    if (state.phase === "bid") return state.turn === state.you ? t("bid.prompt") : null;
    const received = state.board.passing?.received ?? [];
    if (state.turn === state.you) {
      const lead = state.board.trick.length === 0;
      const text = lead ? t("play.lead") : t("play.follow");
      return state.board.trick_number === 0 && received.length
        ? `${t("pass.received", { cards: cardNames(received) })} ${text}`
        : text;
    }
    if (state.board.trick_number === 0 && received.length) return t("pass.received", { cards: cardNames(received) });
    return null;
  },

  hand(screen, state) {
    const passing = state.phase === "pass";
    const mine = passing ? choosing(state) : state.turn === state.you && state.you !== null;
    const full = passing && screen.chosen.size >= wanted(state);
    const legal = new Set(full ? [...screen.chosen] : (state.choosing?.moves ?? state.legal).filter(isCard));
    return {
      cards: sorted(state.hand, state.board.kind, setting("sort") === "down"),
      legal,
      active: mine && state.phase !== "bid" && !screen.sending,
      many: passing,
      chosen: held(state).length > 0 ? new Set(held(state)) : screen.chosen,
      fresh: state.board.trick_number === 0 ? (state.board.passing?.received ?? []) : [],
      why: (card) => (full ? t("pass.full") : screen.why(card)),
    };
  },

  press(screen, state, card) {
    if (state.phase === "pass") screen.toggle(card);
    else if (setting("confirm") && !screen.chosen.has(card)) screen.choose([card]);
    else screen.act(card);
  },

  commit(screen, state, card, how) {
    if (state.phase !== "pass" && (how === "drag" || setting("confirm"))) screen.act(card);
    else if (how === "drag") screen.toggle(card);
  },

  actions(screen, state) {
    if (state.phase === "bid" && state.turn === state.you && state.you !== null)
      return [...state.legal, ...Object.keys(state.why_not)]
        .sort((one, other) => Number(one) - Number(other))
        .map((bid) => bidButton(screen, state, bid));
    if (state.phase === "pass" && held(state).length > 0)
      return [h("button", { class: "button", data: { key: "pass-change" }, onclick: () => choose(screen, state, []) }, t("pass.change"))];
    if (state.phase !== "pass" || !choosing(state)) return [];
    const missing = wanted(state) - screen.chosen.size;
    const send = () => pass(screen, state);
    return [
      h(
        "button",
        { class: "button primary", data: { key: "pass-cards" }, disabled: missing !== 0 || screen.sending, onclick: send },
        t("pass.send", { who: t(`pass.to.${state.board.passing?.direction ?? "left"}`) }),
      ),
    ];
  },

  /** Cards are passed to one neighbour and come from the other. */
  partner(state) {
    const step = { left: 1, across: 2, right: 3 }[state.board.passing?.direction ?? "hold"];
    if (!step || state.you === null || (state.board.trick_number ?? 0) > 0 || state.board.trick.length > 0) return null;
    const seats = state.seats.length;
    return { to: (state.you + step) % seats, from: (state.you - step + seats) % seats };
  },

  /** Enter outside of the hand. */
  confirm(screen, state) {
    if (state.phase === "pass" && choosing(state) && screen.chosen.size === wanted(state)) pass(screen, state);
  },

  /** Digits choose a bid while bids are made, else a card. */
  number(screen, state, n) {
    if (state.phase === "bid") $$(`.actions [data-action="${n}"]`, screen.element)[0]?.focus();
    else $$(".hand .card.playable", screen.element)[n - 1]?.focus();
  },

  /** What has happened since, in words. */
  told(state, acts, before) {
    const lines = acts
      .filter(({ action }) => action && state.phase !== "pass")
      .map(({ seat, action }) =>
        t(isYou(state, seat) ? "said.you" : "said.other", { name: seatName(state, seat), what: moveName(state.game, action) }),
      );
    const { last } = state.board;
    if (before && last && JSON.stringify(before.board.last) !== JSON.stringify(last))
      lines.push(t(isYou(state, last.winner) ? "trick.won.you" : "trick.won", { name: seatName(state, last.winner) }));
    if (before?.phase === "pass" && state.phase === "play" && state.board.passing?.received?.length)
      lines.push(t("pass.received", { cards: cardNames(state.board.passing.received) }));
    return lines;
  },

  /** Is a trick just over, so that it stays for a moment. */
  lingers: (state, before) => state.board.trick.length === 0 && state.board.last !== null && before !== null && before.board.trick.length > 0,
  winner: (state) => state.board.last?.winner ?? null,
  last: (state) =>
    state.board.last && {
      cards: state.board.last.cards.map(({ seat, card }) => ({ seat, cards: [card] })),
      winner: state.board.last.winner,
    },
};

/**
 * A bid to press; one that the rules forbid says why.
 * @param {Screen} screen
 * @param {Shown<"tricks">} state
 * @param {string} bid
 */
function bidButton(screen, state, bid) {
  const why = screen.why(bid);
  const name = moveName(state.game, bid);
  return h(
    "button",
    {
      class: `button bid${screen.hint.answer?.best === bid ? " best" : ""}${why ? " refused" : ""}`,
      "aria-label": why ? `${name}${t("list.comma")}${why}` : name,
      "aria-disabled": why ? "true" : null,
      data: { key: `bid-${bid}`, action: bid },
      disabled: screen.sending,
      onclick: () => (why ? screen.refuse(why) : screen.act(bid)),
    },
    bid,
  );
}

/**
 * Which suit is trump, and the card that says so.
 * @param {Shown<"tricks">} state
 */
function trumpSign(state) {
  const { contract } = state.board;
  if (!contract) return null;
  const { trump, turned } = contract;
  const words = trump === null ? t("trump.none") : t("trump.name", { suit: trump });
  return h(
    "div",
    { class: "trump-sign" },
    h("b", {}, words),
    turned && h("span", { class: "chips" }, chip(turned, t("trump.turned", { card: cardName(turned) }))),
  );
}

/**
 * Does a seat play together with the own one?
 * @param {Shown<"tricks">} state
 * @param {number} seat
 */
function isPartner({ you, board }, seat) {
  const teams = board.contract?.teams;
  return teams && you !== null && seat !== you ? teams[seat] === teams[you] : false;
}

/** @param {Shown<"tricks">} state */
const given = (state) => state.board.passing?.given ?? [];

/**
 * What is chosen already and waits for its turn.
 * @param {Shown<"tricks">} state
 */
const held = (state) => state.choosing?.held ?? [];

/**
 * May cards be chosen to pass: where several people play all of them choose at the same time.
 * @param {Shown<"tricks">} state
 */
const choosing = (state) => state.you !== null && (state.choosing ? held(state).length === 0 : state.turn === state.you);

/**
 * How many cards are to be passed yet.
 * @param {Shown<"tricks">} state
 */
const wanted = (state) => state.choosing?.count ?? PASSED - given(state).length;

/**
 * Passes what is chosen: at once in one's own turn, else when the turn comes.
 * @param {Screen} screen
 * @param {Shown<"tricks">} state
 */
function pass(screen, state) {
  const cards = sorted([...screen.chosen], state.board.kind);
  if (state.choosing) choose(screen, state, cards);
  else screen.acts(cards);
}

/**
 * @param {Screen} screen
 * @param {Shown<"tricks">} state
 * @param {string[]} moves
 */
const choose = (screen, state, moves) => screen.ask({ type: "choose", moves, deal: state.deal });

/**
 * Somebody alone has taken all points so far, and many: the moon is near.
 * @param {Shown<"tricks">} state
 * @param {number} seat
 */
function moon(state, seat) {
  const { taken } = state.board;
  if (!state.board.moon) return false;
  return taken[seat] >= 14 && taken.every((points, other) => other === seat || points === 0);
}
