// @ts-check
// A battle of monsters: two sides, those in front large, and the story.

import { creature, elementSign } from "../creatures.js";
import { h } from "../dom.js";
import { t, told } from "../i18n.js";
import { face } from "../faces.js";
import { elementName, monsterName, seatName } from "../names.js";
import { rivalAt } from "../rivals.js";
import { chart } from "./elements.js";
import { inviteButton } from "./plates.js";
import { has, keep, showStats } from "./stats.js";
import { story } from "./story.js";

/** @import { MonsterInTeam, Shown, SideBoard } from "../../../types/page.d.ts" */

/** @param {Shown<"monsters">} state */
const begun = (state) => state.board.sides?.some(({ active }) => active !== null && active !== undefined);

/**
 * Both sides and the story; `bottom` is the seat that is shown near; `invite` calls somebody to an open seat.
 * @param {Shown<"monsters">} state
 * @param {number} bottom
 * @param {(() => void) | null} [invite]
 */
export function arena(state, bottom, invite = null) {
  keep(state.board.catalog);
  const { sides, turn_number: turn, cap } = state.board;
  const turns = story(state);
  const own = sides.find(({ seat }) => seat === bottom) ?? sides[0];
  const other = sides.find((side) => side !== own);
  return h(
    "div",
    { class: "arena" },
    other && side(state, other, "far", invite),
    own && side(state, own, "near", null),
    h(
      "div",
      { class: "story", role: "log", "aria-label": t("monsters.story"), tabindex: "0" },
      h(
        "div",
        { class: "row apart" },
        h("b", {}, begun(state) ? t("monsters.turn", { n: turn, cap }) : t("monsters.before")),
        h("button", { class: "button small quiet", data: { key: "chart" }, onclick: () => chart(state) }, t("monsters.chart")),
      ),
      turns.length > 0
        ? h(
            "ol",
            {},
            turns
              .slice(-8)
              .map(({ turn: n, lines }) =>
                h("li", {}, n > 0 && h("b", {}, t("story.turn", { n }), " "), lines.join(t("story.gap"))),
              ),
          )
        : h("p", { class: "soft" }, t("monsters.story.none")),
    ),
  );
}

/**
 * @param {Shown<"monsters">} state
 * @param {SideBoard} side
 * @param {"near" | "far"} place
 * @param {(() => void) | null} invite
 */
function side(state, { seat, team, active, trap, lands }, place, invite) {
  const front = active === null || active === undefined ? null : team[active];
  const turn = state.turn === seat;
  const rival = rivalAt(state.game, state.seats[seat]);
  return h(
    "div",
    { class: `side ${place}${turn ? " turn" : ""}`, role: "group", "aria-label": seatName(state, seat) },
    h(
      "div",
      { class: "side-name", data: { plate: seat } },
      h("span", { class: `who ${state.seats[seat].kind}`, "aria-hidden": "true" }),
      rival && face(rival.looks),
      h("strong", {}, seatName(state, seat)),
      trap && h("span", { class: "tag trap" }, t("monsters.trap.set")),
      lands !== undefined && h("span", { class: "tag" }, t("monsters.lands", { n: lands })),
      state.seats[seat].kind === "open" && invite && inviteButton(seat, invite),
    ),
    h(
      "div",
      { class: "front", data: { monster: front?.name ?? "" } },
      front ? [figure(front), info(front)] : h("div", { class: "unknown" }, "?"),
    ),
    h(
      "ul",
      { class: "bench", "aria-label": t("monsters.bench") },
      team.map((monster, index) => index !== active && h("li", {}, bench(monster))),
    ),
  );
}

/**
 * The monster itself; where its numbers are known a press shows them.
 * @param {MonsterInTeam} monster
 */
function figure({ name, element }) {
  if (!has(name)) return creature(name, element);
  const show = () => showStats(name);
  return h(
    "button",
    { class: "figure-button", "aria-label": t("monsters.stats", { name: monsterName(name) }), onclick: show },
    creature(name, element),
  );
}

/** @param {MonsterInTeam} monster */
function info(monster) {
  return h(
    "div",
    { class: "monster-info" },
    h(
      "div",
      { class: "row apart" },
      h("strong", {}, monsterName(monster.name)),
      h("span", { class: "element" }, elementSign(monster.element), elementName(monster.element)),
    ),
    health(monster),
    monster.status?.length > 0 &&
      h("span", { class: "tag bad" }, monster.status.map((word) => told(`status.${word}`, word)).join(", ")),
  );
}

/** @param {MonsterInTeam} monster */
function health({ hp, max }) {
  const share = max ? Math.max(0, hp / max) : 0;
  const level = share > 0.5 ? "good" : share > 0.2 ? "low" : "dire";
  return h(
    "div",
    {
      class: "health",
      role: "meter",
      "aria-valuenow": hp,
      "aria-valuemin": 0,
      "aria-valuemax": max,
      "aria-label": t("stat.hp"),
    },
    h("div", { class: "health-bar" }, h("i", { class: `fill ${level}`, style: { width: `${share * 100}%` } })),
    h("span", {}, `${hp} / ${max}`),
  );
}

/** @param {MonsterInTeam} monster */
function bench(monster) {
  if (!monster.known || !monster.name) return h("div", { class: "bench-monster unknown", title: t("monsters.unknown") }, "?");
  const out = monster.alive === false || monster.hp === 0;
  return h(
    "div",
    { class: `bench-monster${out ? " out" : ""}` },
    creature(monster.name, monster.element),
    h("span", {}, monsterName(monster.name)),
    out ? h("span", { class: "tag" }, t("monsters.out")) : health(monster),
  );
}
