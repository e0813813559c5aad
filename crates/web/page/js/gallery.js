// @ts-check
// The characters of a game, from first steps to master: to choose from, and what is known of each.

import { complain, dialog } from "./a11y.js";
import { h, put } from "./dom.js";
import { face } from "./faces.js";
import { number, percent, t } from "./i18n.js";
import { playerAbout, playerName } from "./names.js";
import { get } from "./net.js";
import { say } from "./phrase.js";
import { levelWord, pupilOf, rivalAbout, rivalName } from "./rivals.js";

/** `those`: the characters that can play; `here`: the names of those at the seats; `pick(rival)` takes one. */
export function gallery(game, those, rules, here, pick) {
  const card = (rival) =>
    h(
      "li",
      { class: "rival" },
      h(
        "button",
        {
          class: "rival-pick",
          type: "button",
          "aria-pressed": String(here.has(rival.name)),
          data: { rival: rival.name },
          onclick: () => pick(rival),
        },
        face(rival.looks, "large"),
        h("strong", {}, rivalName(rival.name)),
        h("span", { class: "tiny soft" }, levelWord(game, game.rivals.indexOf(rival))),
      ),
      h(
        "button",
        {
          class: "button quiet small",
          type: "button",
          "aria-label": t("rivals.about", { name: rivalName(rival.name) }),
          data: { about: rival.name },
          onclick: () => about(game, rival, rules),
        },
        "?",
      ),
    );
  return h(
    "div",
    { class: "rivals" },
    h("p", { class: "soft tiny", id: "rivals-choose" }, t("rivals.choose")),
    h("ul", { class: "rival-list", "aria-labelledby": "rivals-choose" }, those.map(card)),
  );
}

/** The card of a character: what it is like, how strong it is, what it really is, and what it has learned. */
function about(game, rival, rules) {
  const player = game.players.find(({ name }) => name === rival.player.split(":")[0]);
  const { measured, paper } = rival;
  const learned = h("div", { class: "learned" });
  dialog(
    t("rivals.about", { name: rivalName(rival.name) }),
    h(
      "div",
      { class: "rival-card" },
      face(rival.looks, "large"),
      h("p", {}, h("strong", {}, rivalAbout(rival.name))),
      h(
        "p",
        {},
        t("rivals.rung", { n: game.rivals.indexOf(rival) + 1, of: game.rivals.length }),
        rival.learns && [" · ", t("rivals.learns")],
      ),
      measured &&
        h(
          "p",
          { class: "soft" },
          t("rivals.measured", {
            below: rivalName(measured.below),
            wins: percent(measured.wins),
            deals: number(measured.deals),
          }),
        ),
      h(
        "p",
        { class: "soft tiny" },
        t("rivals.player", { player: playerName(rival.player) }),
        " ",
        player && playerAbout(game.name, player),
        " ",
        paper && t("rivals.paper", { paper }),
      ),
      rival.learns && learned,
    ),
  );
  if (rival.learns) memory(learned, pupilOf(game.name, rules, rival.name)).catch(complain);
}

/** "What it has learned": games, and the largest changes of its model since it began. */
async function memory(place, id) {
  const none = h("p", { class: "soft" }, t("rivals.learned.none"));
  const told = id && (await get(`/api/learners/${id}/changes`).catch(() => null));
  put(
    place,
    h("h3", {}, t("rivals.learned")),
    told?.games ? h("p", {}, t("rivals.learned.games", { n: told.games })) : none,
    told?.changes.length > 0 && [
      h("p", { class: "soft tiny" }, t("rivals.learned.since")),
      h("ul", {}, told.changes.map((phrase) => h("li", {}, say(phrase)))),
    ],
  );
}
