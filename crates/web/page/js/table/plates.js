// @ts-check
// The others at the table: where they sit, who they are, what can be seen of them.

import { chip } from "../cards.js";
import { h } from "../dom.js";
import { face } from "../faces.js";
import { short, t } from "../i18n.js";
import { icon } from "../icons.js";
import { cardName, isCard, opponentName, seatName } from "../names.js";
import { rivalAt } from "../rivals.js";
import { asCard, sorted } from "../suits.js";

/** @import { Shown } from "../../../types/page.d.ts" */

/** Places of the others, in the order of play from the own left. */
const PLACES = {
  1: ["top"],
  2: ["top-left", "top-right"],
  3: ["left", "top", "right"],
  4: ["left", "top-left", "top-right", "right"],
  5: ["left", "top-left", "top", "top-right", "right"],
};

/** Where each seat sits, seen from `bottom`. */
export function places(seats, bottom) {
  const around = PLACES[seats - 1] ?? PLACES[3];
  return Array.from({ length: seats }, (_, seat) => {
    const turn = (seat - bottom + seats) % seats;
    return turn === 0 ? "bottom" : around[turn - 1];
  });
}

/**
 * The plate of a seat. `marks`: what the game shows beside the name; `invite`: calls somebody to an open seat;
 * `replace`: lets a player move for who is away.
 * @param {Shown<any>} state
 * @param {number} seat
 * @param {string} place
 * @param {any} marks
 * @param {(() => void) | null} [invite]
 * @param {((seat: number) => void) | null} [replace]
 */
export function plate(state, seat, place, marks, invite = null, replace = null) {
  const { kind, connected, thinking, stand_in: stand } = state.seats[seat];
  const rival = rivalAt(state.game, state.seats[seat]);
  const turn = state.turn === seat;
  const away = kind === "person" && !connected;
  const total = state.score?.totals?.[seat];
  const status = turn ? t(seat === state.you ? "turn.you" : "turn.other") : "";
  return h(
    "div",
    { class: `plate${turn ? " turn" : ""}`, data: { plate: seat, place } },
    h(
      "div",
      { class: "plate-name" },
      rival ? face(rival.looks) : h("span", { class: `who ${kind}`, "aria-hidden": "true" }),
      h("strong", {}, seatName(state, seat)),
      turn && thinking && h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
      status && h("span", { class: "hidden-visually" }, status),
      away && h("span", { class: "tag" }, stand ? t("seat.stand-in", { player: opponentName(state.game, stand) }) : t("seat.away")),
      kind === "open" && !invite && h("span", { class: "tag" }, t("seat.free")),
    ),
    kind === "open" && invite && inviteButton(seat, invite),
    away && !stand && replace && replaceButton(seat, replace),
    h(
      "div",
      { class: "plate-marks" },
      marks,
      total !== undefined &&
        state.score.deals.length > 0 &&
        h("span", { class: "mark", title: t("score.total") }, `Σ ${short(total)}`),
    ),
    openHand(state, seat),
  );
}

/**
 * Calls somebody to an open seat.
 * @param {number} seat
 * @param {() => void} invite
 */
export function inviteButton(seat, invite) {
  return h(
    "button",
    { class: "button primary small invite", data: { key: `invite-${seat}` }, onclick: invite },
    icon("link"),
    t("table.invite"),
  );
}

/**
 * Lets a player move for somebody who has been away for a minute.
 * @param {number} seat
 * @param {(seat: number) => void} replace
 */
function replaceButton(seat, replace) {
  return h("button", { class: "button small invite", data: { key: `replace-${seat}` }, onclick: () => replace(seat) }, t("seat.replace"));
}

/**
 * The cards of a seat where all hands lie open.
 * @param {Shown<any>} state
 * @param {number} seat
 */
function openHand(state, seat) {
  const cards = "hands" in state.board ? state.board.hands?.[seat] : undefined;
  if (!cards?.length || (seat === state.you && state.hand.length > 0)) return null;
  const shown = cards.map(asCard);
  if (!shown.every(isCard)) return h("div", { class: "open-hand soft tiny" }, shown.join(t("list.comma")));
  return h(
    "div",
    { class: "chips open-hand" },
    sorted(shown, state.board.kind).map((card) => chip(card, cardName(card))),
  );
}

/** "7 cards" beside a plate, and their backs in a fan. */
export function count(n, open) {
  const middle = (n - 1) / 2;
  const fan = Array.from({ length: n }, (_, index) =>
    h("i", {
      style: { "--turn": `${((index - middle) * 5).toFixed(1)}deg`, "--shift": `${((index - middle) * 0.42).toFixed(2)}rem` },
    }),
  );
  return [!open && h("span", { class: "fan", "aria-hidden": "true" }, fan), counted(n)];
}

function counted(n) {
  return h(
    "span",
    { class: "mark cards", title: t("cards.left", { n }) },
    h("span", { class: "mini-back", "aria-hidden": "true" }),
    h("span", { class: "hidden-visually" }, t("cards.left", { n })),
    h("span", { "aria-hidden": "true" }, n),
  );
}
