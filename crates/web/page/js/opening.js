// @ts-check
// A new table: ordered from the server, remembered with the key to the seat, and sat down at.

import { complain } from "./a11y.js";
import { t } from "./i18n.js";
import { keyOf } from "./keys.js";
import { post } from "./net.js";
import { seated } from "./rivals.js";
import { go } from "./router.js";
import { setting } from "./settings.js";
import { remember } from "./tables.js";

/**
 * `order`: { game, rules, seats, series, move_seconds }. It is kept, so that the same can be played again; `kept`: what else is.
 */
export async function openTable(order, kept = {}) {
  const name = setting("name") || t("guest");
  try {
    // A learner learns from the games of whoever made it.
    const place = (seat) => (seat.learner ? { ...seat, token: keyOf(seat.learner) ?? null } : seat);
    const seats = await Promise.all(
      order.seats.map((seat) => (seat.rival ? seated(seat.rival, order.game, order.rules) : place(seat))),
    );
    const made = await post("/api/tables", { ...order, seats, pace_ms: setting("pace"), adviser: null, seed: null, name });
    remember({ id: made.table, token: made.token, seat: made.seat, game: order.game, rules: order.rules, order, ...kept });
    go(`/t/${made.table}`);
  } catch (error) {
    complain(error);
  }
}
