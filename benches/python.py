#!/usr/bin/env python3
"""Hearts in Python, beside OpenSpiel: contenders are taken in turn, medians of deals a second of processor time.

    pip install ./crates/python open_spiel
    python benches/python.py [--rounds 7] [--write benches/python.txt]

Every contender plays deals with passing at random to their end. "With observations" means that what the seat to move sees
is written into an array before every move: bits in Kirifuda, OpenSpiel's observer in OpenSpiel. Two threads are measured by
the clock, not by processor time, and need two idle cores; beside them stands what two processes reach that know nothing of each
other, the most that the machine gives.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import platform
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

import kirifuda

SECONDS = 1.0
HEARTS = kirifuda.game("hearts", "standard")
SPIEL = pyspiel.load_game("hearts")
OBSERVER = make_observation(SPIEL, pyspiel.IIGObservationType(perfect_recall=True))
#: Moves of a deal: 52 cards played and, in three of four deals, 12 given.
MOVES = 61


def ours(observe: bool) -> Callable[[], int]:
    start = [0]

    def run(deals: int = 50) -> int:
        points = 0.0
        for deal in range(start[0], start[0] + deals):
            state = HEARTS.deal(1, deal)
            while state.turn is not None:
                if observe:
                    state.observation()
                state.play(random.choice(state.legal()))
            points += sum(state.returns)
        start[0] += deals
        assert points <= -26 * deals + 1e-3, "26 points a deal, or a moon"
        return deals

    return run


def theirs(observe: bool) -> Callable[[], int]:
    def run(deals: int = 15) -> int:
        for _ in range(deals):
            state = SPIEL.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    # All cards left are equally likely: quicker than to ask for `chance_outcomes()`.
                    state.apply_action(random.choice(state.legal_actions()))
                    continue
                if observe:
                    OBSERVER.set_from(state, state.current_player())
                state.apply_action(random.choice(state.legal_actions()))
            assert len(state.returns()) == 4
        return deals

    return run


def batch(observation: str, threads: int = 1, count: int = 1024) -> Callable[[], int]:
    games = HEARTS.batch(count, seed=1, observation=observation, threads=threads)  # type: ignore[arg-type]

    def run() -> int:
        done = 0
        for _ in range(MOVES):
            games.step(games.random())
            done += int(games.done.sum())
        assert done >= count // 8, "games end, and others begin"
        return done

    return run


def batch_numpy(count: int = 1024) -> Callable[[], int]:
    games = HEARTS.batch(count, seed=1, threads=1)
    rng = np.random.default_rng(1)

    def run() -> int:
        done = 0
        for _ in range(MOVES):
            scores = rng.random(games.mask.shape, dtype=np.float32) * games.mask
            games.step(scores.argmax(1))
            done += int(games.done.sum())
        return done

    return run


def arena() -> int:
    return 4 * int(kirifuda.match(HEARTS, ["random"] * 4, deals=4000, threads=1)["deals"])


def function(view: kirifuda.View) -> int:
    return view.legal()[0]


@kirifuda.batched
def in_numbers(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
    return mask.argmax(1)


def guest(player: object, deals: int) -> Callable[[], int]:
    return lambda: 4 * int(kirifuda.match(HEARTS, [player, "random", "random", "random"], deals=deals, threads=1)["deals"])


CONTENDERS: dict[str, Callable[[], int]] = {
    "kirifuda, one by one": ours(False),
    "kirifuda, one by one, with observations": ours(True),
    "OpenSpiel, one by one": theirs(False),
    "OpenSpiel, one by one, with observations": theirs(True),
    "kirifuda, Batch(1024)": batch("none"),
    "kirifuda, Batch(1024), packed observations": batch("packed"),
    "kirifuda, Batch(1024), observations": batch("bits"),
    "kirifuda, Batch(1024), observations, actions by NumPy": batch_numpy(),
    "kirifuda, a match of random players (games)": arena,
    "kirifuda, a match with a function of views (games)": guest(function, 100),
    "kirifuda, a match with a batched function (games)": guest(in_numbers, 400),
}
#: What is asked of the ratios.
ASKED = [
    ("kirifuda, one by one", "OpenSpiel, one by one", 4.0),
    ("kirifuda, one by one, with observations", "OpenSpiel, one by one, with observations", 3.5),
    ("kirifuda, Batch(1024), observations", "OpenSpiel, one by one, with observations", 12.0),
]


def rate(run: Callable[[], int], clock: Callable[[], float]) -> float:
    start, deals = clock(), 0
    while clock() - start < SECONDS:
        deals += run()
    return deals / (clock() - start)


def lone(pipe: Any) -> None:
    """A process that plays whenever it is told to, and says how fast."""
    run = batch("bits")
    while pipe.recv():
        pipe.send(rate(run, time.perf_counter))


def processes() -> tuple[Callable[[int], float], Callable[[], None]]:
    """How fast so many processes play together; and how they end."""
    context = multiprocessing.get_context("spawn")
    pipes = []
    for _ in range(2):
        ours, other = context.Pipe()
        context.Process(target=lone, args=(other,), daemon=True).start()
        pipes.append(ours)

    def together(count: int) -> float:
        for pipe in pipes[:count]:
            pipe.send(True)
        return sum(pipe.recv() for pipe in pipes[:count])

    def end() -> None:
        for pipe in pipes:
            pipe.send(False)

    return together, end


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    rates: dict[str, list[float]] = {name: [] for name in CONTENDERS}
    threads: dict[int, list[float]] = {1: [], 2: []}
    runs = {count: batch("bits", threads=count) for count in threads}
    together, end = processes()
    apart: dict[int, list[float]] = {1: [], 2: []}
    for turn in range(options.rounds + 1):
        for name, run in CONTENDERS.items():
            found = rate(run, time.process_time)
            if turn:  # the first round warms up
                rates[name].append(found)
        for count, run in runs.items():
            found = rate(run, time.perf_counter)
            if turn:
                threads[count].append(found)
        for count in apart:
            found = together(count)
            if turn:
                apart[count].append(found)
    end()
    median = {name: statistics.median(found) for name, found in rates.items()}
    lines = [
        f"python benches/python.py --rounds {options.rounds}",
        f"kirifuda 0.1.0, open_spiel {pyspiel.__version__ if hasattr(pyspiel, '__version__') else ''}".rstrip(" ,")
        + f", CPython {platform.python_version()}, {os.cpu_count()} cores; deals a second of processor time, median (range)",
        "",
    ]
    for name, found in rates.items():
        lines.append(f"{name:55s} {median[name]:10,.0f}   ({min(found):,.0f} to {max(found):,.0f})")
    lines.append("")
    for one, other, least in ASKED:
        ratio = statistics.median(a / b for a, b in zip(rates[one], rates[other]))
        lines.append(f"{ratio:5.1f} times (asked: {least:g})   {one} / {other}")
    speed = statistics.median(b / a for a, b in zip(threads[1], threads[2]))
    lines.append(f"{speed:5.2f} times (asked: 1.8)   Batch(1024), observations: two threads / one, by the clock")
    most = statistics.median(b / a for a, b in zip(apart[1], apart[2]))
    lines.append(f"{most:5.2f} times (the most)     the same: two processes / one, by the clock")
    text = "\n".join(lines) + "\n"
    print(text, end="")
    if options.write:
        options.write.write_text(text)


if __name__ == "__main__":
    main()
