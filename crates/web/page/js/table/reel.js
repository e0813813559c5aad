// @ts-check
// A turn of a battle, event by event: what the table looked like after each of them, and how it moves. A player never waits for it:
// the choices are those of the newest state, and the next state or a press ends it.

import { $, $$, h } from "../dom.js";

/** @import { Shown, StoryEvent } from "../../../types/page.d.ts" */
/** @typedef {{ state: Shown<"monsters">, event: StoryEvent }} Frame */

export const BEAT = 480; // milliseconds of an event
const MOST = 8; // events of one turn; after a long absence only the last are played

/**
 * The state after each event that is new since another state; the last is the state itself.
 * @param {Shown<"monsters">} state
 * @param {Shown<"monsters"> | null} before
 * @returns {Frame[]}
 */
export function frames(state, before) {
  const { events } = state.board;
  const grown = before ? newer(events, before.board.events) : 0;
  if (!before || grown === 0 || grown > MOST) return [];
  // The teams as they are known now, with the health that they had before.
  const sides = state.board.sides.map((side) => {
    const old = before.board.sides.find(({ seat }) => seat === side.seat);
    const was = (name) => old?.team.find((monster) => monster.name === name);
    const front = old && old.active !== null ? old.team[old.active]?.name : null;
    return {
      ...side,
      active: place(side.team, front),
      team: side.team.map((monster) => {
        const { hp = monster.max, status = [], alive = true } = was(monster.name) ?? {};
        return { ...monster, hp, status, alive };
      }),
    };
  });
  return events.slice(-grown).map((event, number) => {
    happen(sides, event);
    if (number + 1 === grown) return { state, event };
    const board = { ...state.board, sides: structuredClone(sides), events: events.slice(0, events.length - grown + number + 1) };
    return { state: { ...state, board }, event };
  });
}

/** How many events are new. The list keeps only the newest, so that its length alone does not tell. */
function newer(events, old) {
  const last = JSON.stringify(old.at(-1));
  const found = old.length === 0 ? -1 : events.findLastIndex((event) => JSON.stringify(event) === last);
  return events.length - 1 - found;
}

const place = (team, name) => {
  const found = team.findIndex((monster) => name && monster.name === name);
  return found < 0 ? null : found;
};

/**
 * Lets an event happen to the sides.
 * @param {any[]} sides
 * @param {StoryEvent} event
 */
function happen(sides, { event, seat, monster, other, left }) {
  const side = (wanted) => sides.find((one) => one.seat === wanted);
  const of = (wanted, name) => side(wanted)?.team.find((one) => one.name === name);
  const set = (one, change) => one && Object.assign(one, change);
  if (event === "sent" || event === "switched") set(side(seat), { active: place(side(seat)?.team ?? [], monster) });
  if (event === "hit") set(of(1 - seat, other), { hp: left });
  if (event === "tick") set(of(seat, monster), { hp: left });
  if (event === "out") set(of(seat, monster), { hp: 0, alive: false });
}

/** Who is struck or touched by an event, and who strikes. */
const TOUCHED = { hit: "shake", tick: "shake", poisoned: "shake", reflected: "shake", out: "faint", sent: "enter", switched: "enter" };

const MOVES = {
  shake: [{ translate: "0 0" }, { translate: "-7px 0" }, { translate: "7px 0" }, { translate: "-4px 0" }, { translate: "0 0" }],
  faint: [{ opacity: 1, translate: "0 0" }, { opacity: 0.25, translate: "0 18px" }],
  enter: [{ opacity: 0, scale: 0.6 }, { opacity: 1, scale: 1 }],
};

/**
 * Moves what an event is about, on a table that is drawn as it was after it.
 * @param {HTMLElement} root
 * @param {StoryEvent} event
 */
export function move(root, event) {
  const side = (seat) => $$(".side", root).find((one) => $(`[data-plate="${seat}"]`, one));
  const figure = (seat) => $(".front .creature", side(seat));
  const hits = event.event === "hit";
  const move = TOUCHED[event.event];
  const touched = hits ? 1 - event.seat : event.seat;
  if (move) figure(touched)?.animate(MOVES[move], { duration: BEAT * 0.8, delay: hits ? BEAT * 0.2 : 0, easing: "ease-out" });
  if (hits) {
    const up = side(event.seat)?.classList.contains("near") ? -1 : 1;
    figure(event.seat)?.animate([{ translate: "0 0" }, { translate: `${up * -14}px ${up * 14}px` }, { translate: "0 0" }], BEAT * 0.5);
  }
  if (event.damage) {
    const sign = h("span", { class: "damage", "aria-hidden": "true" }, `−${event.damage}`);
    $(".front", side(touched))?.append(sign);
    const flight = sign.animate([{ opacity: 1, translate: "0 0" }, { opacity: 0, translate: "0 -34px" }], BEAT * 1.6);
    flight.onfinish = flight.oncancel = () => sign.remove();
  }
}
