// @ts-check
// Monsters: the teams are chosen, then two sides face each other.

import { creature } from "../creatures.js";
import { $$, h } from "../dom.js";
import { t, told } from "../i18n.js";
import { icon } from "../icons.js";
import { actionName, isYou } from "../names.js";
import { say } from "../phrase.js";
import { arena } from "./arena.js";
import { frames } from "./reel.js";
import { news } from "./story.js";
import { TEAM, picking, teams } from "./teams.js";

/** @import { BoardView, MonsterOption, Screen, Shown } from "../../../types/page.d.ts" */

/** @param {Shown<"monsters">} state */
const leading = (state) => state.board.options?.[0]?.kind === "lead" || (state.phase === "team" && !picking(state));

/** @type {BoardView<"monsters">} */
export const monsters = {
  bottom: (state) => state.bottom ?? state.you ?? 0,

  /** The whole cloth: cards to choose from, or the battle. */
  arena(screen, state) {
    if (state.phase === "team" && state.board.catalog?.length) return teams(screen, state);
    return arena(state, this.bottom(state), screen.invite);
  },

  frames,
  centre: () => null,
  marks: () => [],

  prompt(screen, state) {
    if (state.you === null || state.phase === "over") return null;
    if (picking(state) && state.turn === state.you) {
      const n = TEAM - (state.board.picked?.length ?? 0) - screen.chosen.size;
      return n > 0 ? t("monsters.choose", { n }) : t("monsters.chosen");
    }
    if (state.turn !== state.you) return null;
    if (state.phase === "replace") return t("monsters.replace");
    if (leading(state)) return t("monsters.lead");
    return t("monsters.what", { n: state.board.turn_number ?? 1 });
  },

  hand: () => null,
  press() {},
  commit() {},

  actions(screen, state) {
    if (state.turn !== state.you || state.you === null) return [];
    if (picking(state)) {
      const missing = TEAM - (state.board.picked?.length ?? 0) - screen.chosen.size;
      return [
        h(
          "button",
          {
            class: "button primary",
            data: { key: "team" },
            disabled: missing !== 0 || screen.sending,
            onclick: () => send(screen, state),
          },
          t("monsters.team.go"),
        ),
      ];
    }
    const best = screen.hint.answer?.best;
    return [
      h(
        "div",
        { class: "options", role: "group", "aria-label": t("monsters.options") },
        placed(state).map((option, index) =>
          option.action in state.why_not
            ? refusedButton(screen, state, option.action)
            : optionButton(screen, state, option, index, best),
        ),
      ),
    ];
  },

  confirm(screen, state) {
    if (picking(state) && screen.chosen.size + (state.board.picked?.length ?? 0) === TEAM) send(screen, state);
  },

  number(screen, state, n) {
    $$(picking(state) ? ".monster-card:not(:disabled)" : ".options button", screen.element)[n - 1]?.focus();
  },

  told(state, acts, before) {
    const fresh = before ? news(state, before) : [];
    if (fresh.length > 0) return fresh;
    return acts
      .filter(({ seat, action }) => action && isYou(state, seat))
      .map(({ action }) => t("said.you", { what: actionName(action) }));
  },

  lingers: () => false,
  winner: () => null,
  last: () => null,
};

/**
 * Picks are made in the order of the cards.
 * @param {Screen} screen
 * @param {Shown<"monsters">} state
 */
function send(screen, state) {
  const order = state.board.catalog.map(({ name }) => name);
  screen.acts([...screen.chosen].sort((one, other) => order.indexOf(one) - order.indexOf(other)).map((name) => `pick:${name}`));
}

/**
 * @param {Shown<"monsters">} state
 * @returns {(Partial<MonsterOption> & { action: string, kind: string })[]}
 */
function options(state) {
  return state.board.options?.length
    ? state.board.options
    : state.legal.map((action) => ({ action, kind: action.split(":")[0] }));
}

/**
 * All choices, open or not, each always in its place: the moves, then the team.
 * @param {Shown<"monsters">} state
 */
function placed(state) {
  const team = state.board.sides?.find(({ seat }) => seat === state.you)?.team ?? [];
  const order = [...["attack", "special", "status", "trap", "land"], ...team.map(({ name }) => `send:${name}`)];
  const all = [...options(state), ...Object.keys(state.why_not).map((action) => ({ action, kind: action.split(":")[0] }))];
  return all.sort((one, other) => order.indexOf(one.action) - order.indexOf(other.action));
}

/**
 * What the element of a monster does to the one in front on the other side; nothing where that is not known.
 * @param {Shown<"monsters">} state
 * @param {string} element
 */
function matchUp(state, element) {
  const { elements, affinity } = state.board.chart;
  const other = state.board.sides.find(({ seat }) => seat !== state.you);
  const front = other && other.active !== null ? other.team[other.active] : null;
  return front ? affinity[elements.indexOf(element)]?.[elements.indexOf(front.element)] : undefined;
}

/**
 * A choice that is not open now: a press says why.
 * @param {Screen} screen
 * @param {Shown<"monsters">} state
 * @param {string} action
 */
function refusedButton(screen, state, action) {
  const [kind, target] = action.split(":");
  const monster = target && state.board.catalog?.find(({ name }) => name === target);
  const why = screen.why(action);
  return h(
    "button",
    {
      class: `option ${kind} refused`,
      data: { key: `option-${action}`, action },
      "aria-disabled": "true",
      onclick: () => screen.refuse(why),
    },
    h("span", { class: "option-sign", "aria-hidden": "true" }, monster ? creature(target, monster.element) : icon(action)),
    h("span", { class: "option-text" }, h("b", {}, actionName(action)), h("small", {}, why)),
  );
}

function optionButton(screen, state, option, index, best) {
  const { action, kind, damage } = option;
  const target = action.includes(":") ? action.split(":")[1] : null;
  const team = state.board.sides?.flatMap((one) => (one.seat === state.you ? one.team : [])) ?? [];
  const monster =
    target && (team.find(({ name }) => name === target) ?? state.board.catalog?.find(({ name }) => name === target));
  const times = option.multiplier ?? (monster ? matchUp(state, monster.element) : undefined);
  const effect =
    times === undefined || times === null || times === 1
      ? ""
      : t(times === 0 ? "effect.none" : times > 1 ? "effect.strong" : "effect.weak");
  const detail = option.detail ? say(option.detail) : "";
  const below =
    damage !== undefined && damage !== null
      ? [t("monsters.damage", { n: damage }), effect].filter(Boolean).join(t("list.comma"))
      : monster && monster.hp !== undefined
        ? [`${monster.hp} / ${monster.max}`, effect].filter(Boolean).join(t("list.comma"))
        : told(`monsters.detail.${kind}`, detail);
  return h(
    "button",
    {
      class: `option ${kind}${action === best ? " best" : ""}`,
      data: { key: `option-${action}`, action },
      disabled: screen.sending,
      onclick: () => screen.act(action),
      title: detail,
    },
    h("span", { class: "option-sign", "aria-hidden": "true" }, monster ? creature(target, monster.element) : icon(action)),
    h("span", { class: "option-text" }, h("b", {}, actionName(action)), below && h("small", {}, below)),
    h("kbd", { "aria-hidden": "true" }, index + 1),
  );
}
