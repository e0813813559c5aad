#!/usr/bin/env python3
"""Counts instructions a move, or a simulation of a search, with valgrind's callgrind: they do not depend on how busy the
machine is.

Each program runs with two numbers of deals; the difference cancels start-up. Build first:
`cargo build --profile measured -p kirifuda-benches`.

    python3 benches/count.py            # print the table
    python3 benches/count.py --write    # and put it into benches/README.md
    python3 benches/count.py --check    # fail when a limit is passed, or an answer has changed
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "scripts"))
from pages import TARGET, put, table  # noqa: E402

# What, program (with what it is told after rules and deals), rules, most instructions a move (or simulation), the answer
# for the larger number of deals: moves or simulations, and the mean payoff, the sum of the weights or of the choices.
ENGINE, ARENA = "random play through `Game`", "the same in the arena, boxed players, statistics"
LEARN = "linear Q-learning, one seat of four"
FALCON = "FALCON learning against `stock`, one seat of four"
MC, MC_ACTIONS = "Monte Carlo from the middle of a deal, random cards", "the same, random actions of FALCON"
UCT, ISMCTS = "UCT in 20 imagined worlds, random cards", "information-set search, random cards"
SVR, SVR_DENSE = "a prediction from 2,000 support vectors, LIBSVM's way", "the same, ours"
DAIFUGO = "whole games of Daifugo through `Game`, all seats by one player"
MONSTERS, WORLDS = "whole games of Monsters through `Game`, at random", "the same, a world drawn before each move"
TD_CHOOSE, TD_LEARN = "TD-FALCON, 1,000 categories, 30 inputs, 20 actions: an action", "the same: a learning step"
ROWS = [
    (ENGINE, "engine", "falcon", 130, "156000 moves, mean payoff -6.5027"),
    (ENGINE, "engine", "saito-free", 130, "156000 moves, mean payoff -6.3110"),
    (ENGINE, "engine", "standard", 130, "182940 moves, mean payoff -6.5033"),
    (ARENA, "arena", "falcon", 325, "624000 moves, mean payoff -6.5430"),
    (ARENA, "arena", "standard", 325, "732864 moves, mean payoff -6.6396"),
    (LEARN, "learn random", "saito-free", 440, "156000 moves, weights add up to -387.4474"),
    (LEARN, "learn self-play", "saito-free", 700, "156000 moves, weights add up to -598.5845"),
    (FALCON, "falcon average", "falcon", 465, "156000 moves, rules add up to 40175.3351"),
    (FALCON, "falcon resonant", "falcon", 800, "156000 moves, rules add up to 17348.4778"),
    (MC, "search mc cards", "falcon", 4150, "18800 simulations, choices add up to 217817"),
    (MC_ACTIONS, "search mc actions", "falcon", 7450, "18800 simulations, choices add up to 210299"),
    (UCT, "search uct cards", "falcon", 3800, "18600 simulations, choices add up to 227870"),
    (ISMCTS, "search ismcts cards", "falcon", 5300, "18600 simulations, choices add up to 233825"),
    (DAIFUGO, "daifugo random", "paper003", 340, "384490 moves, mean squared payoff 2.0223"),
    (DAIFUGO, "daifugo pairs", "paper003", 570, "235718 moves, mean squared payoff 1.9730"),
    (DAIFUGO, "daifugo random", "uecda", 460, "386311 moves, mean squared payoff 10.9863"),
    (DAIFUGO, "daifugo default", "uecda", 680, "242650 moves, mean squared payoff 10.9367"),
    (MONSTERS, "monsters play", "dealt", 270, "194757 moves, mean turns 30.5027, worlds add up to 0"),
    (MONSTERS, "monsters play", "paper004", 265, "217755 moves, mean turns 31.3310, worlds add up to 0"),
    (WORLDS, "monsters worlds", "dealt", 1950, "194425 moves, mean turns 30.4490, worlds add up to 1370638"),
    (TD_CHOOSE, "td_falcon", "choose", 200_000, "300 moves, answers add up to 2765.8933"),
    (TD_LEARN, "td_falcon", "learn", 550_000, "300 moves, answers add up to 32015.8511"),
    (SVR, "svr", "libsvm", 1_300_000, "600 predictions, sum -807.80"),
    (SVR_DENSE, "svr", "dense", 105_000, "600 predictions, sum -807.80"),
]
# Numbers of deals; a search is made in the middle of each, of 200 simulations.
FEW_MANY = {"search": (20, 120), "svr": (100, 600), "td_falcon": (100, 300)}
FEW_MANY_ELSE = (1000, 3000)


def output(command):
    return subprocess.run(command, capture_output=True, text=True, check=True)


def command(program, rules, deals):
    name, *more = program.split()
    return [TARGET / "measured" / name, rules, str(deals), *more]


def few_many(program):
    return FEW_MANY.get(program.split()[0], FEW_MANY_ELSE)


def answer(program, rules, deals):
    """`156000 moves, mean payoff -6.4`: must not change when the program gets faster."""
    return output([*command(program, rules, deals), "--moves"]).stdout.strip()


def units(text):
    """What an answer counts: moves or simulations."""
    return int(re.match(r"(\d+) (moves|simulations|predictions)", text).group(1))


def instructions(program, rules, deals):
    with tempfile.TemporaryDirectory() as folder:
        profile = f"--callgrind-out-file={folder}/profile"
        text = output(["valgrind", "--tool=callgrind", profile, *command(program, rules, deals)]).stderr
    return int(re.search(r"Collected : (\d+)", text).group(1))


def per_unit(program, rules):
    few, many = few_many(program)
    more = instructions(program, rules, many) - instructions(program, rules, few)
    return more / (units(answer(program, rules, many)) - units(answer(program, rules, few)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the table into benches/README.md")
    parser.add_argument("--check", action="store_true", help="fail when a limit is passed or an answer has changed")
    options = parser.parse_args()
    rows, wrong = [], []
    for what, program, rules, most, expected in ROWS:
        _, many = few_many(program)
        found = answer(program, rules, many)
        if found != expected:
            wrong.append(f"{program} {rules} {many}: the answer is `{found}`, not `{expected}`: it plays another game")
        count = per_unit(program, rules)
        rows.append([what, f"`{program}`", f"`{rules}`", f"{count:.1f}", most])
        if count > most:
            wrong.append(f"{program} {rules}: {count:.1f} instructions a move (or simulation), at most {most} are allowed")
    text = table(["what", "program", "rules", "instructions a move or simulation", "at most"], rows)
    print(text, end="")
    if options.write:
        put("benches/README.md", "counts", text)
    if options.check and wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
