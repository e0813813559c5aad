#!/usr/bin/env python3
"""A small Hearts player for Kirifuda, in plain Python.

    kirifuda match hearts "exec:python3 examples/bot_hearts.py" stock stock stock

It keeps no state: every question says all that its seat has seen (docs/protocol.md). It passes its most dangerous
cards, follows suit with the highest card that still loses the trick, and throws the queen of spades and high hearts
away when it cannot follow. Python 3.9 or later, standard library only.
"""

import json
import sys

RANKS = "23456789TJQKA"
HIGH_SPADES = ("♠Q", "♠K", "♠A")


def rank(card):
    """0 for a two up to 12 for an ace."""
    return RANKS.index(card[1])


def points(card):
    return 13 if card == "♠Q" else 1 if card[0] == "♥" else 0


def current_trick(question):
    """The cards on the table, in the order they were played."""
    passing = question["public"]["passing"][0] != "hold"
    plays = [act["action"] for act in question["history"][12 if passing else 0:]]
    return plays[len(plays) - len(plays) % 4:]


def danger(card, hand):
    """How much a card is worth getting rid of."""
    spades = sum(1 for other in hand if other[0] == "♠")
    if card in HIGH_SPADES:
        # With many spades in hand the high ones are guarded.
        return 30 + (card == "♠Q") if spades <= 4 else 5
    short_suit = 13 - sum(1 for other in hand if other[0] == card[0])
    return rank(card) + (4 if card[0] == "♥" else 0) + short_suit / 4


def follow(legal, trick):
    """Cards of the led suit: the highest that loses, else low, or high where it costs nothing."""
    led = trick[0][0]
    best = max((card for card in trick if card[0] == led), key=rank)
    losing = [card for card in legal if rank(card) < rank(best)]
    if losing:
        return "♠Q" if "♠Q" in losing else max(losing, key=rank)
    safe = [card for card in legal if card != "♠Q"] or legal
    last_and_clean = len(trick) == 3 and not any(points(card) for card in trick)
    return max(safe, key=rank) if last_and_clean else min(safe, key=rank)


def choose(question):
    hand, legal = question["hand"], question["legal"]
    passing = question["public"]["passing"][0] != "hold"
    if passing and len(question["history"]) < 12:
        return max(legal, key=lambda card: danger(card, hand))
    trick = current_trick(question)
    if not trick:
        return min(legal, key=lambda card: (card in HIGH_SPADES, rank(card)))
    if legal[0][0] == trick[0][0]:
        return follow(legal, trick)
    # Void in the led suit: the queen first, then whatever is most dangerous.
    return "♠Q" if "♠Q" in legal else max(legal, key=lambda card: danger(card, hand))


def main():
    sys.stdin.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        question = json.loads(line)
        if question["type"] == "choose":
            print(json.dumps({"id": question["id"], "action": choose(question)}), flush=True)


if __name__ == "__main__":
    main()
