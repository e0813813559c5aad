#!/usr/bin/env python3
"""A referee for Hearts that knows nothing of Kirifuda but its protocol (docs/protocol.md).

It deals under the rules `saito` (no passing, no moon), seats Kirifuda's players as `kirifuda bot hearts PLAYER`
processes, plays the other seats at random itself, checks every answer by its own reading of the rules, and prints
the points. Python 3.9 or later, standard library only.

    python3 examples/referee_hearts.py --kirifuda target/release/kirifuda stock random stock random
"""

import argparse
import json
import random
import shlex
import subprocess
import sys

SUITS = "♣♦♥♠"
RANKS = "23456789TJQKA"
DECK = [suit + rank for suit in SUITS for rank in RANKS]
SEATS = 4
OURS = "-"


class Foul(Exception):
    """A player did not play by the protocol or the rules."""


class Deal:
    """One deal of Hearts under the rules `saito`."""

    def __init__(self, shuffler):
        cards = DECK[:]
        shuffler.shuffle(cards)
        self.dealt = [sorted(cards[13 * seat:13 * seat + 13], key=DECK.index) for seat in range(SEATS)]
        self.hands = [hand[:] for hand in self.dealt]
        self.leader = next(seat for seat in range(SEATS) if "♣2" in self.hands[seat])
        self.turn = self.leader
        self.history = []
        self.trick = []
        self.points = [0] * SEATS
        self.broken = False

    def legal(self):
        hand = self.hands[self.turn]
        first_trick = len(self.history) < SEATS
        if not self.trick:
            # The holder of ♣2 leads it; no heart before hearts are broken, unless only hearts are held.
            if first_trick:
                return ["♣2"]
            return hand if self.broken else [card for card in hand if card[0] != "♥"] or hand
        cards = [card for card in hand if card[0] == self.trick[0][1][0]] or hand
        # No point card on the first trick, unless nothing else is legal.
        if first_trick:
            cards = [card for card in cards if not points(card)] or cards
        return cards

    def play(self, card):
        self.hands[self.turn].remove(card)
        self.history.append({"seat": self.turn, "action": card})
        self.trick.append((self.turn, card))
        self.broken = self.broken or card[0] == "♥"
        if len(self.trick) < SEATS:
            self.turn = (self.turn + 1) % SEATS
            return
        led = self.trick[0][1][0]
        winner, _ = max((play for play in self.trick if play[1][0] == led), key=lambda play: RANKS.index(play[1][1]))
        self.points[winner] += sum(points(card) for _, card in self.trick)
        self.turn, self.trick = winner, []

    def question(self, number):
        """All that the seat to move has seen, and nothing else."""
        return {
            "type": "choose", "protocol": 1, "id": number, "game": "hearts", "rules": "saito",
            "seat": self.turn, "seats": SEATS, "hand": self.hands[self.turn],
            "public": {"passing": ["hold"], "scores": ["0"] * SEATS, "leader": [str(self.leader)]},
            "private": {"dealt": self.dealt[self.turn]},
            "history": self.history, "legal": self.legal(),
        }


class Bot:
    """A `kirifuda bot` process."""

    def __init__(self, command):
        self.command = command
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def choose(self, question):
        try:
            print(json.dumps(question), file=self.process.stdin, flush=True)
        except BrokenPipeError:
            pass  # It is gone: then there is no answer to read, either.
        line = self.process.stdout.readline()
        if not line:
            raise Foul(f"{' '.join(self.command)} ended with status {self.process.wait()}")
        answer = json.loads(line)
        if answer.get("type") == "error":
            raise Foul(f"{' '.join(self.command)}: {answer.get('message')}")
        if answer.get("id") != question["id"]:
            raise Foul(f"{' '.join(self.command)} answered another question: {line.strip()}")
        return answer.get("action")

    def close(self):
        try:
            print(json.dumps({"type": "bye"}), file=self.process.stdin, flush=True)
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            return self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def points(card):
    return 13 if card == "♠Q" else 1 if card[0] == "♥" else 0


def play_deals(bots, deals, seed):
    """Plays the deals and returns the points of each, by seat."""
    number = 0
    results = []
    for deal_number in range(deals):
        dice = random.Random(f"{seed}/{deal_number}")
        deal = Deal(dice)
        while len(deal.history) < len(DECK):
            bot, legal = bots[deal.turn], deal.legal()
            number += 1
            card = bot.choose(deal.question(number)) if bot else dice.choice(legal)
            if card not in legal:
                raise Foul(f"deal {deal_number}, seat {deal.turn}: {card} is not legal: {' '.join(legal)}")
            deal.play(card)
        assert sum(deal.points) == 26
        results.append(deal.points)
    return results


def main():
    sys.stdout.reconfigure(encoding="utf-8")
    parser = argparse.ArgumentParser(description="Referees Hearts between Kirifuda's players and random ones.")
    parser.add_argument("players", nargs=SEATS, metavar="PLAYER",
                        help=f"a player of Kirifuda, such as stock, for each of the four seats; "
                             f"`{OURS}` is a random player of the referee's own")
    parser.add_argument("--kirifuda", default="kirifuda", metavar="COMMAND",
                        help="how kirifuda is started, for example \"cargo run -rq --\" (default: %(default)s)")
    parser.add_argument("--deals", type=int, default=10, metavar="N", help="number of deals (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N",
                        help="seed of deals and random players (default: %(default)s)")
    options = parser.parse_args()
    if options.deals < 1:
        parser.error("--deals must be at least 1")

    bots = []
    try:
        for seat, player in enumerate(options.players):
            command = shlex.split(options.kirifuda) + ["bot", "hearts", player, "--seed", str(options.seed + seat)]
            bots.append(None if player == OURS else Bot(command))
        results = play_deals(bots, options.deals, options.seed)
    except (Foul, OSError, json.JSONDecodeError) as foul:
        sys.exit(f"referee: {foul}")
    finally:
        statuses = [bot.close() if bot else 0 for bot in bots]
    for number, result in enumerate(results, 1):
        print(f"deal {number}: " + " ".join(f"{taken:2}" for taken in result))
    for seat, player in enumerate(options.players):
        name = "random (referee)" if player == OURS else player
        mean = sum(result[seat] for result in results) / len(results)
        print(f"seat {seat}: {name}: {mean:.2f} points a deal")
    if any(statuses):
        sys.exit(f"referee: a player ended with a bad status: {statuses}")


if __name__ == "__main__":
    main()
