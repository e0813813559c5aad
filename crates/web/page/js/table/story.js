// @ts-check
// The story of a battle, told from its events in the language of the player.

import { t, told } from "../i18n.js";
import { monsterName, seatName } from "../names.js";

/** "your Emberfox", "Learner's Tidelord" */
function whose(state, seat, monster) {
  const name = monsterName(monster);
  return seat === state.you ? t("story.yours", { name }) : t("story.theirs", { owner: seatName(state, seat), name });
}

function sentence(state, event) {
  const { seat, multiplier } = event;
  const values = {
    who: whose(state, seat, event.monster),
    // What is hit belongs to the other side; what was called back, to the same.
    other: event.other ? whose(state, event.event === "hit" ? 1 - seat : seat, event.other) : "",
    damage: event.damage ?? "",
    left: event.left ?? "",
    effect:
      multiplier === undefined || multiplier === null || multiplier === 1
        ? ""
        : t(multiplier === 0 ? "story.effect.none" : multiplier > 1 ? "story.effect.strong" : "story.effect.weak"),
  };
  const kind = event.event === "hit" && event.special ? "special" : event.event;
  const text = told(`story.${kind}`, `${values.who}: ${event.event}`, values);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The battle turn by turn: [{ turn, lines }], the newest last. */
export function story(state) {
  const turns = [];
  for (const event of state.board.events) {
    if (turns.at(-1)?.turn !== event.turn) turns.push({ turn: event.turn, lines: [] });
    turns.at(-1).lines.push(sentence(state, event));
  }
  return turns;
}

/** What has been added to the story since another state. */
export function news(state, before) {
  const count = (one) => one?.board.events?.length ?? 0;
  const lines = story(state).flatMap((turn) => turn.lines);
  const grown = count(state) - count(before);
  return grown > 0 ? lines.slice(-grown) : [];
}
