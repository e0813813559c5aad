// @ts-check
// The table: the socket brings states, boards draw them, presses become actions.

import { announce, complain, toast } from "../a11y.js";
import { $, h, put, renew } from "../dom.js";
import { t } from "../i18n.js";
import { seatName } from "../names.js";
import { TableSocket } from "../net.js";
import { say } from "../phrase.js";
import { follow, meet } from "../rivals.js";
import { draw as redraw } from "../router.js";
import { moving, onChange, setting } from "../settings.js";
import { count } from "../statistics.js";
import { find, forget, remember } from "../tables.js";
import { boardOf } from "./boards.js";
import { Hand } from "./hand.js";
import { Guide } from "./guide.js";
import { HintPanel } from "./hint.js";
import { moments, perform } from "./moments.js";
import { capture, play } from "./motion.js";
import { Pace } from "./pace.js";
import { places, plate } from "./plates.js";
import { BEAT, move } from "./reel.js";
import { result } from "./result.js";
import { Toolbar } from "./toolbar.js";

/** @import { HandView, State } from "../../../types/page.d.ts" */

/** The title of the page; on the own turn it says so, for who looks at another tab. */
const title = () => (setting("language") === "ja" ? "切り札 Kirifuda" : "Kirifuda");
const LINGER = 1000; // milliseconds that a trick stays when it is over
const AWAY = 60_000; // milliseconds after which a player can take the place of who is away
const FORCED = 600; // milliseconds before the only legal move is made
const BACKLOG = 8; // states that may wait; more of them are skipped, as after a sleep

export class TableScreen {
  constructor(root, id, access) {
    this.root = root;
    this.id = id;
    this.access = access;
    /** @type {any} None before the first that comes: nothing is asked for before. */
    this.state = null;
    /** @type {State[]} */
    this.queue = [];
    /** @type {string[]} */
    this.plan = [];
    /** @type {number | null} */
    this.due = null;
    /** @type {Set<string>} */
    this.chosen = new Set();
    this.settled = true;
    this.sending = false;
    /** @type {any[]} What is played event by event: the frames that are left, the one that is shown first. */
    this.reel = [];
    /** @type {number | undefined} */
    this.timer = undefined;
    this.hand = new Hand({
      onPress: (card) => this.board.press(this, this.state, card),
      onCommit: (card, how) => this.board.commit(this, this.state, card, how),
      onRefuse: (why) => this.refuse(why),
    });
    this.hint = new HintPanel(this);
    this.toolbar = new Toolbar(this);
    this.guide = new Guide(this);
    this.cloth = h("div", { class: "cloth", onpointerdown: () => this.cut() });
    this.prompt = h("p", { class: "prompt" });
    this.actions = h("div", { class: "actions" });
    this.pace = new Pace(this);
    /** When the state was shown. */
    this.shown = performance.now();
    this.own = h(
      "div",
      { class: "own" },
      h("div", { class: "own-line" }, this.prompt, this.actions, this.pace.element),
      this.hand.element,
    );
    this.line = h("div", { class: "line", role: "status", hidden: true }, t("table.reconnecting"));
    this.element = h(
      "section",
      { class: "table", "aria-label": t("table.name") },
      this.toolbar.element,
      this.line,
      h("div", { class: "middle" }, this.cloth, this.hint.element),
      this.guide.element,
      this.own,
    );
    put(root, this.element);
    put(this.cloth, h("p", { class: "empty" }, t("loading")));
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.unlisten = onChange((name) => name !== "language" && this.state && this.draw());
    // Faces and names of characters may come after the first state.
    meet().then(() => this.state && this.draw(), () => {});
    this.socket = new TableSocket(id, access?.token, {
      onState: (state) => this.receive(state),
      onStatus: (status) => (this.line.hidden = status === "open"),
      onGone: (locked) => this.gone(locked),
      onNews: (error) => (error ? error.code !== "stale" && complain(error) : toast(t("table.closing"))),
    });
  }

  /** The server does not know the table, or the key of the seat: then one may still look on. */
  gone(locked) {
    forget(this.id);
    if (locked) return redraw();
    put(
      this.root,
      h("div", { class: "page" }, h("p", { class: "notice bad" }, t("table.unknown"), " ", h("a", { href: "#/" }, t("lobby")))),
    );
  }

  get board() {
    return boardOf(this.state);
  }

  /** Calls others to an open seat; who only looks on does not. */
  get invite() {
    return this.state.you === null ? null : () => this.toolbar.invite();
  }

  /** @param {State} state */
  receive(state) {
    this.queue.push(state);
    if (this.queue.length > BACKLOG) this.queue.splice(0, this.queue.length - 1);
    this.pump();
  }

  /** Shows what waits, one state after the other; a trick that is over stays for a moment. */
  pump() {
    if (this.timer) return;
    const state = this.queue.shift();
    if (!state) {
      if (!this.settled) this.settle();
      return;
    }
    const before = this.state;
    this.show(state);
    if (this.settled) return this.pump();
    const pause = Math.min(LINGER, Math.max(250, state.pace_ms ?? setting("pace")));
    this.timer = setTimeout(() => this.hurry(), before ? pause : 0);
  }

  hurry() {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.queue.length > 0 && !this.settled) this.settle();
    this.pump();
  }

  settle() {
    this.settled = true;
    this.draw({ winner: this.board.winner(this.state) });
  }

  /** @param {State} state */
  show(state) {
    const before = this.state;
    this.state = state;
    this.shown = performance.now();
    /** When the time of whoever is to move is over. */
    this.due = state.left_ms == null ? null : performance.now() + state.left_ms;
    this.sending = false;
    const same = before && before.deal === state.deal;
    this.settled = !boardOf(state).lingers(state, same ? before : null);
    // Where all choose at the same time, what others do takes nothing from a choice that is being made.
    const going = same && before.choosing && state.choosing && state.choosing.held.length === 0;
    const moved = !same || state.phase !== before.phase || state.turn !== before.turn || state.history.length !== before.history.length;
    if (moved && !going) this.chosen = new Set();
    this.cut(false);
    this.reel = same && moving() && !document.hidden ? (this.board.frames?.(state, before) ?? []) : [];
    this.hint.follow(state);
    if (state.phase !== "over") this.news = [];
    else if (this.access) this.news = [...(this.news ?? []), ...count(state, this.id)];
    this.draw({ winner: before ? this.board.winner(state) : null });
    this.roll();
    perform(this.element, moments(state, before));
    this.tell(same ? before : null);
    this.settleLevel(before, state);
    document.title = state.turn === state.you && state.you !== null ? `● ${t("turn.you")}` : title();
    remember({
      id: this.id,
      ...this.access,
      game: state.game,
      rules: state.rules,
      deal: state.deal,
      names: state.seats.map(({ name, player }) => name ?? player),
    });
    this.follow(same ? before : null);
  }

  /** Plays the frame that is shown, then the next. */
  roll() {
    if (this.reel.length === 0) return;
    move(this.element, this.reel[0].event);
    this.beat = setTimeout(() => {
      this.reel.shift();
      this.draw();
      this.roll();
    }, BEAT);
  }

  /** Ends what is being played: whoever presses does not wait. */
  cut(draw = true) {
    if (this.reel.length === 0) return;
    clearTimeout(this.beat);
    this.reel = [];
    if (draw) this.draw();
  }

  /** A deal has just ended at a table whose opponents are as strong as fits: the next game's are found by it. */
  settleLevel(before, state) {
    if (!before || before.phase === "over" || state.phase !== "over" || !state.result || state.you === null) return;
    if (find(this.id)?.fits) follow(state.game, state.result.payoffs, state.you);
  }

  /** Goes on with what was planned: the second and third card of a pass. */
  follow(before) {
    clearTimeout(this.obvious);
    if (this.plan.length === 0) return this.force(before);
    const { state } = this;
    if (state.turn === state.you && state.legal.includes(this.plan[0])) this.act(this.plan.shift());
    else if (state.turn !== null) this.plan = [];
  }

  /** Makes the only legal move by itself, where that is wanted; not when it has just been taken back. */
  force(before) {
    const { state } = this;
    const wanted = setting("forced") === "on" || (setting("forced") === "auto" && state.board.kind === "daifugo");
    const back = before && before.history.length > state.history.length;
    if (!wanted || back || state.turn !== state.you || state.you === null || state.legal.length !== 1) return;
    this.obvious = setTimeout(() => this.state === state && this.act(state.legal[0]), Math.min(FORCED, setting("pace") + 1));
  }

  draw({ winner = null } = {}) {
    const { state, board } = this;
    const places = capture(this.element);
    const key = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
    this.element.dataset.game = state.game;
    this.element.dataset.version = state.version;
    this.element.classList.toggle("watching", state.you === null);
    this.toolbar.show(state);
    renew(
      this.cloth,
      board.arena ? board.arena(this, this.reel[0]?.state ?? state) : this.around(state),
      state.phase === "over" && this.settled && this.reel.length === 0 && result(this, state),
    );
    const prompt = board.prompt(this, state) ?? this.waiting(state);
    put(this.prompt, prompt);
    this.prompt.classList.toggle("yours", state.turn === state.you && state.you !== null);
    const hand = board.hand(this, state);
    this.hand.element.hidden = !hand || state.hand.length === 0;
    if (hand) this.hand.show({ why: (card) => this.why(card), ...hand, best: this.hint.cards() });
    put(this.actions, board.actions(this, state));
    this.pace.show(state);
    // Buttons were made anew: the focus goes to the one of the same name, the only one left, or back to the hand.
    if ((key || this.lost) && document.activeElement === document.body) {
      const again =
        $(`[data-key="${CSS.escape(key ?? "")}"]`, this.element) ??
        $(".result [data-first]", this.element) ??
        $(".actions button:not(:disabled)", this.element) ??
        $(".hand:not([hidden]) .card[tabindex='0']", this.element);
      again?.focus({ preventScroll: true });
      // Nothing to focus yet, as after the last card: the next drawing tries again.
      this.lost = !again;
    }
    // The deal is over: who has cards in hand yet, or nothing in focus, goes on from here.
    const next = $(".result [data-first]", this.element);
    const idle = [document.body, $("#main")].includes(document.activeElement);
    if (next && this.over !== state.deal && (idle || this.hand.element.contains(document.activeElement)))
      next.focus({ preventScroll: true });
    if (next) this.over = state.deal;
    // The newest part of a story is at its end.
    $(".story", this.element)?.scrollTo(0, Number.MAX_SAFE_INTEGER);
    // Before anything moves: where things lie is asked for.
    this.guide.follow(state);
    play(this.element, places, { winner, partner: board.partner?.(state) ?? null });
  }

  /**
   * Plates around the middle.
   * @param {State} state
   */
  around(state) {
    const where = places(state.seats.length, this.board.bottom(state));
    return [
      state.seats.map((_, seat) => 
        plate(state, seat, where[seat], this.board.marks(this, state, seat), this.invite, this.replacing(state, seat)),
      ),
      h("div", { class: "centre" }, this.board.centre(this, state)),
    ];
  }

  /**
   * What lets a player move for a seat, once its person has been away for long enough; before that the table looks again then.
   * @param {State} state
   * @param {number} seat
   */
  replacing(state, seat) {
    const { kind, away_ms: away } = state.seats[seat];
    if (kind !== "person" || away === null || state.you === null || state.phase === "over") return null;
    const left = AWAY - away - (performance.now() - this.shown);
    if (left <= 0) return () => this.ask({ type: "replace", seat });
    clearTimeout(this.patience);
    this.patience = setTimeout(() => !this.closed && this.state === state && this.draw(), left + 50);
    return null;
  }

  /** @param {State} state */
  waiting(state) {
    if (state.phase === "over" || state.turn === null) return "";
    if (state.paused) return t("paused");
    if (state.turn === state.you) return t("turn.you");
    if (state.seats[state.turn].kind === "open") return t("table.waiting-people");
    const { kind } = state.seats[state.turn];
    return t(kind === "person" ? "turn.person" : "turn.wait", { name: seatName(state, state.turn) });
  }

  /** Says what has happened. */
  tell(before) {
    const { state } = this;
    if (before && state.history.length < before.history.length) announce(t("undone"));
    const acts = before ? state.history.slice(before.history.length) : [];
    this.board.told(state, acts, before).forEach(announce);
    const turned = !before || before.turn !== state.turn || before.phase !== state.phase || acts.length > 0;
    if (turned && state.turn === state.you && state.you !== null) announce(t("turn.you"));
    if (state.phase === "over" && before?.phase !== "over") announce(t("deal.over"));
  }

  /** Why a move is not legal now, in words; nothing where nobody knows. */
  why(action) {
    const reason = this.state.why_not[action];
    return reason ? say(reason) : "";
  }

  /** Says why a press does nothing: to eyes in a short note, which a screen reader says, too. */
  refuse(why) {
    if (this.refused?.isConnected) this.refused.remove();
    this.refused = toast(why);
  }

  toggle(card) {
    if (!this.chosen.delete(card)) this.chosen.add(card);
    this.draw();
  }

  choose(cards) {
    this.chosen = new Set(cards);
    this.draw();
  }

  async act(action) {
    const { state } = this;
    if (this.sending || !state.legal.includes(action)) return;
    this.sending = true;
    this.cut();
    try {
      await this.socket.send({ type: "act", action, at: state.version });
    } catch (error) {
      this.plan = [];
      // Another message was on its way; the state that made this one stale is shown already or comes next.
      if (error.code !== "stale") complain(error);
      this.sending = false;
      this.chosen = new Set();
      this.draw();
      return;
    }
    // Who plays does not wait for the trick before to be cleared away.
    if (this.timer) this.hurry();
  }

  acts([first, ...others]) {
    this.plan = others;
    this.act(first);
  }

  async ask(message) {
    try {
      return await this.socket.send(message);
    } catch (error) {
      complain(error);
      return null;
    }
  }

  key(event) {
    if (!this.state || event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const key = event.key.toLowerCase();
    if (/^\d$/.test(key)) {
      this.board.number ? this.board.number(this, this.state, Number(key) || 10) : this.hand.focus(Number(key) || 10);
    } else if (
      key === "enter" &&
      (event.target.tagName !== "BUTTON" || (event.target.closest(".hand") && event.target.classList.contains("chosen")))
    ) {
      if (!event.target.closest(".hand") || this.board.hand(this, this.state)?.many) {
        event.preventDefault();
        this.board.confirm(this, this.state);
      }
    } else if (key === "n" && this.state.phase === "over") $(".result [data-key=next]", this.element)?.click();
    else if (key === " " && !this.pace.element.hidden && this.state.phase !== "over" && event.target.tagName !== "BUTTON") {
      event.preventDefault();
      this.pace.toggle();
    } else if (key === "escape" && !this.guide.element.hidden) this.guide.skip();
    else if (!this.toolbar.key(key)) this.board.key?.(this, this.state, key);
  }

  close() {
    this.closed = true;
    document.title = title();
    clearTimeout(this.timer);
    clearTimeout(this.patience);
    clearTimeout(this.obvious);
    clearTimeout(this.beat);
    this.unlisten();
    this.hand.close();
    this.guide.close();
    this.pace.close();
    document.removeEventListener("keydown", this.keys);
    this.socket.close();
  }
}
