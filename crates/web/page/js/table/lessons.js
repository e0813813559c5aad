// @ts-check
// The guided first deal of each game, as data. A game that is not here has none.
//
// A step is shown from when all facts of `when` are so, until all facts of one of `until` are; a step whose `until` comes first is
// left out. Its words are `guide.GAME.say`; `at` is what it points to, the first that is there. `read`: it can also be put away
// by a press, since there is nothing to do.
//
// A fact is one of the table's (`phase`; `mine`: it is the own turn; `chosen`: cards picked; `since`: own moves since the step was
// shown; `deals`: deals that are over) or a field of the board (`trick_number`, `passing.received`). It is a value, or
// { min: n }, or true and false: there is something in it, or not.

/** @typedef {Record<string, string | boolean | number | { min: number }>} Facts */
/** @typedef {{ say: string, at: string[], when: Facts, until: Facts[], read?: boolean }} Step */

/** Whatever a step waits for, the end of the deal ends it. */
const OVER = { phase: "over" };

/** @type {Record<string, Step[]>} */
export const LESSONS = {
  hearts: [
    { say: "pass", at: [".hand"], when: { phase: "pass", mine: true }, until: [{ chosen: { min: 3 } }, { phase: "play" }, OVER] },
    {
      say: "send",
      at: ["[data-key=pass-cards]"],
      when: { phase: "pass", mine: true, chosen: { min: 3 } },
      until: [{ phase: "play" }, OVER],
    },
    {
      say: "received",
      at: [".hand .fresh"],
      when: { phase: "play", "passing.received": true },
      until: [{ since: { min: 1 } }, { trick_number: { min: 1 } }, OVER],
      read: true,
    },
    {
      say: "follow",
      at: [".hand .card.playable", ".hand"],
      when: { phase: "play", mine: true, trick: true },
      until: [{ since: { min: 1 } }, OVER],
    },
    { say: "lead", at: [".hand"], when: { phase: "play", mine: true, trick: false }, until: [{ since: { min: 1 } }, OVER] },
    {
      say: "points",
      at: [".plate .mark.points"],
      when: { phase: "play", taken: true },
      until: [{ since: { min: 2 } }, OVER],
      read: true,
    },
    {
      say: "hint",
      at: ["[data-tool=hint]"],
      when: { phase: "play", mine: true, trick_number: { min: 2 } },
      until: [{ since: { min: 1 } }, OVER],
      read: true,
    },
    { say: "end", at: [".result h2"], when: OVER, until: [{ deals: { min: 1 }, phase: "pass" }, { deals: { min: 1 }, phase: "play" }], read: true },
  ],
  daifugo: [
    {
      say: "lead",
      at: [".hand"],
      when: { phase: "play", mine: true, to_beat: false },
      until: [{ since: { min: 1 } }, OVER],
    },
    {
      say: "beat",
      at: [".meld.top", ".hand"],
      when: { phase: "play", mine: true, to_beat: true },
      until: [{ since: { min: 1 } }, OVER],
    },
    {
      say: "ranks",
      at: [".ranks"],
      when: { phase: "play", mine: true },
      until: [{ since: { min: 2 } }, OVER],
      read: true,
    },
    { say: "lock", at: [".sign.lock"], when: { phase: "play", locked: true }, until: [{ locked: false }, OVER], read: true },
    {
      say: "revolution",
      at: [".ranks"],
      when: { phase: "play", revolution: true },
      until: [{ since: { min: 2 } }, OVER],
      read: true,
    },
    {
      say: "classes",
      at: [".result .mark.class", ".result h2"],
      when: OVER,
      until: [{ deals: { min: 1 }, phase: "exchange" }, { deals: { min: 1 }, phase: "play" }],
      read: true,
    },
  ],
  monsters: [
    {
      say: "team",
      at: [".monster-grid"],
      when: { phase: "team", mine: true },
      until: [{ chosen: { min: 3 } }, { phase: "battle" }, OVER],
    },
    {
      say: "send",
      at: ["[data-key=team]"],
      when: { phase: "team", mine: true, chosen: { min: 3 } },
      until: [{ phase: "battle" }, OVER],
    },
    {
      say: "front",
      at: [".options"],
      when: { phase: "battle", mine: true, "options.0.kind": "lead" },
      until: [{ since: { min: 1 } }, OVER],
    },
    {
      say: "fight",
      at: [".options"],
      when: { phase: "battle", mine: true, "options.0.kind": "attack" },
      until: [{ since: { min: 1 } }, OVER],
    },
    {
      say: "story",
      at: [".story"],
      when: { phase: "battle", mine: true, turn_number: { min: 2 } },
      until: [{ since: { min: 1 } }, OVER],
      read: true,
    },
    {
      say: "switch",
      at: [".options .switch", ".options"],
      when: { phase: "battle", mine: true, turn_number: { min: 3 } },
      until: [{ since: { min: 1 } }, OVER],
      read: true,
    },
    { say: "end", at: [".result h2"], when: OVER, until: [{ deals: { min: 1 }, phase: "team" }], read: true },
  ],
};
