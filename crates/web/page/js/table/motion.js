// @ts-check
// Motion of cards from where they were to where they are. Nothing moves if the player does not want it.

import { $, $$ } from "../dom.js";
import { moving } from "../settings.js";

const TIME = 320;
const EASE = "cubic-bezier(.2, .75, .25, 1)";

/** Where all cards lie now. */
export function capture(root) {
  const places = new Map();
  for (const element of $$("[data-card]", root))
    places.set(element.dataset.card, { rect: element.getBoundingClientRect(), element });
  return places;
}

/**
 * Moves cards from their places in `before`; new ones come from their seats, those of a trick that is over go to `winner`. Cards
 * that change hands go to `partner.to` and come from `partner.from`.
 * @param {HTMLElement} root
 * @param {Map<string, any>} before
 * @param {{ winner?: number | null, partner?: { to: number, from: number } | null }} [options]
 */
export function play(root, before, { winner = null, partner = null } = {}) {
  if (!moving() || document.hidden) return;
  const present = new Set();
  for (const element of $$("[data-card]", root)) {
    present.add(element.dataset.card);
    const giver = element.classList.contains("fresh") ? partner?.from : undefined;
    const from = before.get(element.dataset.card)?.rect ?? plate(root, element.dataset.seat ?? giver);
    if (from) slide(element, from);
  }
  const taker = partner ? plate(root, partner.to) : null;
  for (const [card, { rect, element }] of before)
    if (taker && !present.has(card) && element.matches(".hand *, .hand .card")) away(element, rect, taker);
  if (winner === null) return;
  const goal = plate(root, winner);
  for (const [card, { rect, element }] of before) {
    if (!present.has(card) && element.closest(".centre, .seen-out") && goal) away(element, rect, goal);
  }
}

/** The place of a seat: its name plate, or the own hand at the bottom. */
function plate(root, seat) {
  if (seat === undefined) return null;
  return ($(`.plate[data-plate="${seat}"]`, root) ?? $(`.hand`, root))?.getBoundingClientRect() ?? null;
}

function slide(element, from) {
  const to = element.getBoundingClientRect();
  const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
  if (Math.hypot(x, y) < 2) return;
  const size = Math.max(0.3, Math.min(1.6, from.height / to.height));
  // `translate` and `scale` leave `transform`, which holds the place on the table, alone.
  element.animate(
    [
      { translate: `${x}px ${y}px`, scale: size },
      { translate: "0 0", scale: 1 },
    ],
    { duration: TIME, easing: EASE },
  );
}

function away(element, rect, goal) {
  const ghost = element.cloneNode(true);
  ghost.removeAttribute("data-card");
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("ghost");
  Object.assign(ghost.style, { left: `${rect.x}px`, top: `${rect.y}px`, width: `${rect.width}px` });
  document.body.append(ghost);
  const [x, y] = [goal.x + goal.width / 2 - rect.x - rect.width / 2, goal.y + goal.height / 2 - rect.y - rect.height / 2];
  const flight = ghost.animate(
    [
      { translate: "0 0", opacity: 1 },
      { translate: `${x}px ${y}px`, scale: 0.35, opacity: 0 },
    ],
    { duration: TIME + 60, easing: "ease-in" },
  );
  flight.onfinish = flight.oncancel = () => ghost.remove();
}
