"""Attacks on the program from outside, over loopback, files and signals. `scripts/attacks.py` runs them."""

from dataclasses import dataclass
from typing import Callable

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
    specifications: int
    hints: int
    waits: int
    rounds: int


SMALL = Sizes(kills=4, tables=24, specifications=80, hints=40, waits=9, rounds=2)
LARGE = Sizes(kills=100, tables=150, specifications=190, hints=40, waits=15, rounds=4)


@dataclass(frozen=True)
class Attack:
    """An attack: `run` gets the program, a folder of its own and the sizes."""

    group: str
    name: str
    what: str
    bound: str
    run: Callable


ATTACKS = []


def attack(group, what, bound):
    """Adds a function to the list of attacks, under its name."""
    def add(run):
        ATTACKS.append(Attack(group, run.__name__.replace("_", "-"), what, bound, run))
        return run

    return add
