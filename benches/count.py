#!/usr/bin/env python3
"""Counts instructions a move with valgrind's callgrind, which do not depend on how busy the machine is.

Each program runs with two numbers of deals; the difference cancels start-up. Build first:
`cargo build --release -p kirifuda-benches`.

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
from pages import PROGRAMS, put, table  # noqa: E402

# What, program (with what it is told after rules and deals), rules, most instructions a move, the answer for MANY
# deals: moves, and the mean payoff or the sum of the weights.
ENGINE, ARENA = "random play through `Game`", "the same in the arena, boxed players, statistics"
LEARN = "linear Q-learning, one seat of four"
ROWS = [
    (ENGINE, "engine", "falcon", 130, "156000 moves, mean payoff -6.5027"),
    (ENGINE, "engine", "saito-free", 130, "156000 moves, mean payoff -6.3110"),
    (ENGINE, "engine", "standard", 130, "182940 moves, mean payoff -6.5033"),
    (ARENA, "arena", "falcon", 325, "624000 moves, mean payoff -6.5430"),
    (ARENA, "arena", "standard", 325, "732864 moves, mean payoff -6.6396"),
    (LEARN, "learn random", "saito-free", 440, "156000 moves, weights add up to -387.4474"),
    (LEARN, "learn self-play", "saito-free", 700, "156000 moves, weights add up to -598.5845"),
]
FEW, MANY = 1000, 3000


def output(command):
    return subprocess.run(command, capture_output=True, text=True, check=True)


def command(program, rules, deals):
    name, *more = program.split()
    return [PROGRAMS / name, rules, str(deals), *more]


def answer(program, rules, deals):
    """`156000 moves, mean payoff -6.4`: must not change when the program gets faster."""
    return output([*command(program, rules, deals), "--moves"]).stdout.strip()


def moves(text):
    return int(re.match(r"(\d+) moves", text).group(1))


def instructions(program, rules, deals):
    with tempfile.TemporaryDirectory() as folder:
        profile = f"--callgrind-out-file={folder}/profile"
        text = output(["valgrind", "--tool=callgrind", profile, *command(program, rules, deals)]).stderr
    return int(re.search(r"Collected : (\d+)", text).group(1))


def per_move(program, rules):
    more = instructions(program, rules, MANY) - instructions(program, rules, FEW)
    return more / (moves(answer(program, rules, MANY)) - moves(answer(program, rules, FEW)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the table into benches/README.md")
    parser.add_argument("--check", action="store_true", help="fail when a limit is passed or an answer has changed")
    options = parser.parse_args()
    rows, wrong = [], []
    for what, program, rules, most, expected in ROWS:
        found = answer(program, rules, MANY)
        if found != expected:
            wrong.append(f"{program} {rules} {MANY}: the answer is `{found}`, not `{expected}`: it plays another game")
        count = per_move(program, rules)
        rows.append([what, f"`{program}`", f"`{rules}`", f"{count:.1f}", most])
        if count > most:
            wrong.append(f"{program} {rules}: {count:.1f} instructions a move, at most {most} are allowed")
    text = table(["what", "program", "rules", "instructions a move", "at most"], rows)
    print(text, end="")
    if options.write:
        put("benches/README.md", "counts", text)
    if options.check and wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
