// @ts-check
// The end of a deal: what everybody got and held, and what comes next.

import { chip } from "../cards.js";
import { dailyOf } from "../daily.js";
import { h } from "../dom.js";
import { face } from "../faces.js";
import { short, t } from "../i18n.js";
import { cardName, isCard, monsterName, seatName } from "../names.js";
import { openTable } from "../opening.js";
import { say } from "../phrase.js";
import { rivalAt } from "../rivals.js";
import { asCard, sorted } from "../suits.js";
import { find } from "../tables.js";
import { classAbout, className } from "./daifugo.js";
import { leaders, scoreTable, standing } from "./score.js";

/** @import { State } from "../../../types/page.d.ts" */

/**
 * @param {any} screen
 * @param {State} state
 */
export function result(screen, state) {
  if (!state.result || screen.readonly) return null;
  const { payoffs, hands } = state.result;
  const finished = state.score.finished;
  const may = state.may_control ?? state.you !== null;
  const several = state.score.deals.length > 1;
  // At the end of a match the totals count, before that the deal.
  const worth = (seat) => (finished && several ? standing(state, seat) : payoffs[seat]);
  const order = state.seats
    .map((_, seat) => ({ seat, payoff: payoffs[seat] }))
    .sort((one, other) => worth(other.seat) - worth(one.seat));
  const rows = order.map(({ seat, payoff }, place) =>
    h(
      "li",
      { class: seat === state.you ? "own-row" : "" },
      h(
        "span",
        { class: "standing-name" },
        h("strong", {}, seatName(state, seat)),
        ranked(state) &&
          h(
            "span",
            { class: `mark class class-${place}`, title: classAbout(place, state.seats.length) },
            className(place, state.seats.length),
          ),
      ),
      h("span", { class: "payoff" }, points(state, payoff)),
      several ? h("span", { class: "sum soft" }, `${t("score.total")} ${short(state.score.totals[seat])}`) : h("span"),
      held(state, seat, hands?.[seat]),
    ),
  );
  const daily = dailyOf(screen.id);
  const go = h(
    "button",
    { class: "button primary big", data: { first: "yes", key: "next" }, onclick: () => screen.ask({ type: "next" }) },
    t(state.board.kind === "monsters" ? "next.battle" : "next.deal"),
    h("kbd", { "aria-hidden": "true" }, "N"),
  );
  return h(
    "div",
    { class: "result", role: "region", "aria-label": t("deal.over") },
    h("h2", {}, headline(state)),
    screen.news?.length > 0 && h("p", { class: "news" }, screen.news.join(t("story.gap"))),
    h("ol", { class: "standing" }, rows),
    noticed(state),
    several && h("details", {}, h("summary", {}, t("score.sheet")), scoreTable(state)),
    h(
      "div",
      { class: "row result-go" },
      daily && h("a", { class: "button primary big", href: `#${daily}`, data: { first: "yes", key: "daily" } }, t("daily.compare")),
      daily ? null : finished ? again(screen, state) : may && go,
      h("a", { class: "button", href: `#/r/table/${screen.id}?deal=${state.deal}`, data: { key: "review" } }, t("review")),
      h(
        "a",
        {
          class: "button quiet",
          href: `/api/tables/${encodeURIComponent(screen.id)}/record`,
          download: `kirifuda-${state.game}.jsonl`,
        },
        t("record.download"),
      ),
      h("a", { class: "button quiet", href: "#/" }, t("lobby")),
    ),
  );
}

/**
 * What learners say that they have changed by this deal.
 * @param {State} state
 */
function noticed(state) {
  const one = ({ seat, words }) => {
    const rival = rivalAt(state.game, state.seats[seat]);
    return h(
      "li",
      {},
      rival && face(rival.looks),
      h("span", {}, t("rivals.says", { name: seatName(state, seat), words: say(words) })),
    );
  };
  return state.noticed?.length > 0 && h("ul", { class: "noticed" }, state.noticed.map(one));
}

/** The same table once more, where it was made here; else the lobby. */
function again(screen, state) {
  const order = find(screen.id)?.order;
  const looks = { class: "button primary big", data: { first: "yes", key: "again" } };
  return order
    ? h("button", { ...looks, onclick: () => openTable(order) }, t("again"))
    : h("a", { ...looks, href: `#/?game=${state.game}` }, t("again"));
}

/** Do the places of this game give classes for the next one. */
const ranked = (state) => Boolean(state.board.ranked);

/** @param {State} state */
function headline(state) {
  const payoffs = state.result?.payoffs ?? [];
  if (state.score.finished && state.score.deals.length > 1) {
    const best = leaders(state);
    if (best.length === 1 && best[0] === state.you) return t("match.won.you");
    const names = best.map((seat) => seatName(state, seat)).join(t("list.and.words"));
    return t(best.length === 1 ? "match.won" : "match.shared", { name: names });
  }
  const shot = moonShooter(state);
  if (shot !== null) return t(shot === state.you ? "moon.shot.you" : "moon.shot", { name: seatName(state, shot) });
  if (state.you === null) return t("deal.over");
  const mine = payoffs[state.you];
  const kind = state.board.kind === "monsters" ? "battle" : "deal";
  if (Math.max(...payoffs) === Math.min(...payoffs)) return t("deal.even");
  if (mine === Math.max(...payoffs)) return t(`${kind}.won`);
  return t(mine === Math.min(...payoffs) ? `${kind}.lost` : "deal.middle");
}

/**
 * Who has shot the moon, if anybody.
 * @param {State} state
 */
function moonShooter(state) {
  if (state.board.kind !== "tricks" || !state.board.moon) return null;
  const cards = state.board.points_cards ?? [];
  const seat = cards.findIndex((taken) => taken.filter((card) => card[0] === "♥" || card === "♠Q").length === 14);
  return seat >= 0 ? seat : null;
}

/** @type {(state: State, payoff: number) => string} */
function points(state, payoff) {
  switch (state.score.unit) {
    case "penalty":
      return t("points", { n: short(0 - payoff) });
    case "tricks":
      return t("tricks", { n: short(payoff) });
    case "chips":
      return t("poker.chips", { n: (payoff > 0 ? "+" : "") + short(payoff) });
    case "chance":
      return t(payoff > 0.5 ? "monsters.won" : "monsters.lost");
    default:
      return t("points", { n: short(payoff) });
  }
}

/**
 * @param {State} state
 * @param {number} seat
 * @param {string[] | undefined} hand
 */
function held(state, seat, hand) {
  if (state.board.kind === "monsters")
    hand = state.board.sides
      .find((side) => side.seat === seat)
      ?.team.filter(({ name }) => name)
      .map(({ name }) => name);
  if (!hand?.length) return null;
  hand = hand.map(asCard);
  if (hand.every(isCard))
    return h(
      "span",
      { class: "chips" },
      sorted(hand, state.board.kind).map((card) => chip(card, cardName(card))),
    );
  return h("span", { class: "soft" }, hand.map(monsterName).join(t("list.comma")));
}
