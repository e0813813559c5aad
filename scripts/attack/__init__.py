"""Attacks on the program from outside, over loopback, files and signals. `scripts/attacks.py` runs them."""

from dataclasses import dataclass
from typing import Callable

# What is attacked through: a quick game for four and one for two, those with large models and long thoughts; players.
TRICKS, DUEL, HEARTS, MONSTERS = "plain-tricks", "kuhn", "hearts", "monsters"
RANDOM, SEARCH, LEARNER = "random", "search:ms=200", "linear-q"

# What came of an attack.
HELD, BROKE, NOT_THERE = "held", "broke", "not there"


@dataclass(frozen=True)
class Finding:
    """What was measured, and whether it is within the bound. `not there`: the program lacks what is attacked."""

    figure: str
    verdict: str


def found(figure, held):
    return Finding(figure, HELD if held else BROKE)


def not_there(what):
    return Finding(what, NOT_THERE)


@dataclass(frozen=True)
class Sizes:
    """How much is tried."""

    kills: int
    tables: int
    rounds: int


SMALL = Sizes(kills=6, tables=24, rounds=2)
LARGE = Sizes(kills=100, tables=150, rounds=6)


@dataclass(frozen=True)
class Attack:
    """An attack: `run` gets the program, a folder of its own and the sizes."""

    name: str
    what: str
    bound: str
    run: Callable


ATTACKS = []


def attack(what, bound):
    """Adds a function to the list of attacks, under its name."""
    def add(run):
        ATTACKS.append(Attack(run.__name__.replace("_", "-"), what, bound, run))
        return run

    return add
