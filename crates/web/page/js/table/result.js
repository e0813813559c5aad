// The end of a deal: what everybody got and held, and what comes next.

import { chip } from "../cards.js";
import { h } from "../dom.js";
import { short, t } from "../i18n.js";
import { cardName, isCard, monsterName, seatName } from "../names.js";
import { sorted } from "../suits.js";
import { scoreTable } from "./score.js";

const ALL_POINTS = 26;

export function result(screen, state) {
  if (!state.result || screen.readonly) return null;
  const { payoffs, hands } = state.result;
  const finished = state.score.finished;
  const may = state.may_control ?? state.you !== null;
  const rows = state.seats
    .map((_, seat) => ({ seat, payoff: payoffs[seat] }))
    .sort((one, other) => other.payoff - one.payoff)
    .map(({ seat, payoff }) =>
      h(
        "li",
        { class: seat === state.you ? "own-row" : "" },
        h("strong", {}, seatName(state, seat)),
        h("span", { class: "payoff" }, points(state, seat, payoff)),
        held(state, seat, hands?.[seat]),
      ),
    );
  const go = h(
    "button",
    { class: "button primary big", data: { first: "yes", key: "next" }, onclick: () => screen.ask({ type: "next" }) },
    t(state.game === "monsters" ? "next.battle" : "next.deal"),
    h("kbd", { "aria-hidden": "true" }, "N"),
  );
  return h(
    "div",
    { class: "result", role: "region", "aria-label": t("deal.over") },
    h("h2", {}, headline(state)),
    h("ol", { class: "standing" }, rows),
    state.score.deals.length > 1 && h("details", {}, h("summary", {}, t("score.sheet")), scoreTable(state)),
    h(
      "div",
      { class: "row" },
      finished
        ? h("a", { class: "button primary big", href: `#/?game=${state.game}`, data: { first: "yes" } }, t("again"))
        : may && go,
      h("a", { class: "button", href: `#/r/table/${screen.id}?deal=${state.deal}`, data: { key: "review" } }, t("review")),
      h(
        "a",
        {
          class: "button quiet",
          href: `/api/tables/${encodeURIComponent(screen.id)}/record${screen.access?.token ? `?token=${encodeURIComponent(screen.access.token)}` : ""}`,
          download: `kirifuda-${state.game}.jsonl`,
        },
        t("record.download"),
      ),
      h("a", { class: "button quiet", href: "#/" }, t("lobby")),
    ),
  );
}

function headline(state) {
  const { payoffs } = state.result;
  if (state.score.finished && state.score.deals.length > 1) {
    const few = /few/.test(state.score.words ?? "");
    const best = few ? Math.min(...state.score.totals) : Math.max(...state.score.totals);
    const winner = state.score.totals.indexOf(best);
    return winner === state.you ? t("match.won.you") : t("match.won", { name: seatName(state, winner) });
  }
  const shot = moonShooter(state);
  if (shot !== null) return t(shot === state.you ? "moon.shot.you" : "moon.shot", { name: seatName(state, shot) });
  if (state.you === null) return t("deal.over");
  const mine = payoffs[state.you];
  if (mine === Math.max(...payoffs)) return t("deal.won");
  return t(mine === Math.min(...payoffs) ? "deal.lost" : "deal.middle");
}

/** Who has taken all the points of Hearts, if anybody. */
function moonShooter(state) {
  if (state.game !== "hearts") return null;
  const cards = state.board.points_cards ?? [];
  const seat = cards.findIndex((taken) => taken.filter((card) => card[0] === "♥" || card === "♠Q").length === 14);
  // Under rules without the moon, all the points are simply all the points.
  return seat >= 0 && state.result.payoffs[seat] > -ALL_POINTS ? seat : null;
}

function points(state, seat, payoff) {
  if (state.game === "hearts") return t("points", { n: short(0 - payoff) });
  if (state.game === "plain-tricks") return t("tricks", { n: short(payoff) });
  if (state.game === "monsters") return t(payoff > 0.5 ? "monsters.won" : "monsters.lost");
  return t("points", { n: short(payoff) });
}

function held(state, seat, hand) {
  if (state.board.kind === "monsters")
    hand = state.board.sides
      .find((side) => side.seat === seat)
      ?.team.filter(({ name }) => name)
      .map(({ name }) => name);
  if (!hand?.length) return null;
  if (hand.every(isCard))
    return h(
      "span",
      { class: "chips" },
      sorted(hand, state.game).map((card) => chip(card, cardName(card))),
    );
  return h("span", { class: "soft" }, hand.map(monsterName).join(t("list.comma")));
}
