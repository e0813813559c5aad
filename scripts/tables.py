#!/usr/bin/env python3
"""Measures and writes the tables of the documents. Duplicate deals, rotated seats, 95% intervals.

    cargo build --release && python3 scripts/tables.py --write            # all
    python3 scripts/tables.py strength                                    # print one
"""

import argparse
import csv
import json

from pages import ROOT, estimate, kirifuda, match, put, table

STRENGTH_SEED = 20260
STRENGTHS = "docs/players.md"
# For each game: rules, opponents, deals, measure (key in the JSON result), digits, its name in the table.
STRENGTH = {
    "hearts": [
        ("falcon", ["stock"] * 3, 30_000, "penalty_ratio", 4, "penalty ratio (par 0.25, lower is better)"),
        ("standard", ["stock"] * 3, 30_000, "mean_points", 3, "points a deal (lower is better)"),
    ],
    "daifugo": [
        ("uecda", ["default"] * 4, 10_000, "mean", 3, "points a game (par 3), classes at random"),
        ("paper003", ["psunder12no8"] * 4, 30_000, "mean", 4, "points a game (par 0)"),
    ],
    "monsters": [
        ("paper004", ["balanced"], 10_000, "outright", 4, "share of games won before the cap"),
        ("dealt", ["balanced"], 10_000, "outright", 4, "share of games won before the cap"),
    ],
    "plain-tricks": [("plain", ["rule"] * 3, 30_000, "mean_tricks", 3, "tricks a deal (par 3.25)")],
    "kuhn": [
        ("kuhn", ["cfr"], 200_000, "mean", 4, "chips a game"),
        ("kuhn", ["random"], 200_000, "mean", 4, "chips a game"),
    ],
    "leduc": [
        ("leduc", ["cfr"], 200_000, "mean", 4, "chips a game"),
        ("leduc", ["random"], 200_000, "mean", 4, "chips a game"),
    ],
}


# Players that think for long play a tenth of the deals, in Daifugo and Monsters, whose games are long, a hundredth: their
# intervals are about three, or ten, times as wide.
SLOW = {"mc", "uct", "ismcts", "best-response", "deep"}
# Players whose moves would depend on the pace of the machine: the budget they are measured with, and a divisor of the deals.
BUDGETS = {"search": ("worlds=100", 60), "deep-search": ("worlds=100", 600)}


def strength(new=False):
    """Every listed player against a reference; or, of those that have rows already, the rows."""
    page = (ROOT / STRENGTHS).read_text(encoding="utf-8").splitlines()
    kept = lambda game, player: [line.strip("| ").split(" | ") for line in page if line.startswith(f"| `{game}` | `{player}` |")]
    rows = []
    for game, measures in STRENGTH.items():
        listed = kirifuda("list", "players", game).splitlines()
        players = [line.split()[0] for line in listed if line.startswith("  ") and not line.startswith("    ")]
        for player in players:
            if new and kept(game, player):
                rows.extend(kept(game, player))
                continue
            for rules, opponents, deals, key, digits, name in measures:
                budget, divisor = BUDGETS.get(player, ("", 1))
                against = f"`{opponents[0]}`" if len(opponents) == 1 else f"{len(opponents)} × `{opponents[0]}`"
                deals = deals // (100 if game in ("daifugo", "monsters") else 10) if player in SLOW else deals
                spec = f"{player}:{budget}" if budget else player
                deals = deals // divisor
                own = match(game, spec, *opponents, "--rules", rules, "--deals", deals, "--seed", STRENGTH_SEED)
                name = f"{name}, {budget}" if budget else name
                rows.append([f"`{game}`", f"`{player}`", f"`{rules}`", against, name, estimate(own, key, digits)])
    return table(["game", "player", "rules", "against", "measure", "result"], rows)


def best():
    """The strongest player of each game, rules and reference, from the table of strengths."""
    measures = json.loads(kirifuda("list", "games", "--json"))["games"]
    lower = {(game["name"], measure["name"]) for game in measures for measure in game["measures"] if measure["better"] == "lower"}
    page = (ROOT / STRENGTHS).read_text(encoding="utf-8").splitlines()
    lines = [line.strip("| ").split(" | ") for line in page if line.startswith("| `")]
    rows = []
    for game, measures in STRENGTH.items():
        # The first reference of each rules: against a solved game there is nothing to win.
        for rules, _, _, key, _, _ in {measure[0]: measure for measure in reversed(measures)}.values():
            of_rules = [line for line in lines if line[0] == f"`{game}`" and line[2] == f"`{rules}`"]
            of_rules = [line for line in of_rules if line[3] == of_rules[0][3]]
            sign = -1 if (game, key) in lower else 1
            rows.append(max(of_rules, key=lambda line: sign * float(line[5].split()[0])))
    return table(["game", "player", "rules", "against", "measure", "result"], rows)


# Player, opponents, rules, points a deal of the original program.
ORIGINALS = [
    ("stock", "random", "standard", 2.24),
    ("stock", "random", "standard,passing=hold", 2.73),
    ("jake", "random", "standard", 1.71),
    ("jake", "random", "standard,passing=hold", 2.58),
    ("jake", "stock", "standard", 5.09),
    ("jake", "stock", "standard,passing=hold", 6.12),
]


def originals():
    """`stock` and `jake` beside the programs they follow."""
    rows = []
    for player, other, rules, original in ORIGINALS:
        own = match("hearts", player, other, other, other, "--rules", rules, "--deals", 30_000, "--seed", 1)
        ours = estimate(own, "mean_points", 2)
        rows.append([f"`{player}`", f"3 × `{other}`", f"`{rules}`", f"{original:.2f}", ours])
    return table(["player", "against", "rules", "original", "ours"], rows)


def verdicts(results, published_digits, digits_beside):
    """The verdicts of a paper, from its kept results."""
    with open(ROOT / "results" / results / "verdicts.csv", encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    rows = []
    for line in lines:
        # Sums over thousands of games have no digits after the point.
        of_claim = 0 if line["ci95"] and float(line["ci95"]) >= 1 else 4
        digits = digits_beside if line["published"] else of_claim
        interval = f" ± {float(line['ci95']):.{digits}f}" if line["ci95"] else ""
        ours = f"{float(line['ours']):.{digits}f}{interval}".replace("-", "−")
        paper = f"{float(line['published']):.{published_digits}f}" if line["published"] else ""
        rows.append([f"`{line['experiment']}`", line["what"], paper, ours, line["verdict"]])
    return table(["experiment", "what", "paper", "ours", "verdict"], rows)


def verdicts_in_percent(results):
    """The verdicts of a paper whose rates are in percent, with one digit; shares below 1 have three."""
    with open(ROOT / "results" / results / "verdicts.csv", encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    rows = []
    for line in lines:
        paper = float(line["published"]) if line["published"] else None
        digits = 3 if paper is not None and 0 < abs(paper) < 1 else 1
        interval = f" ± {float(line['ci95']):.{digits}f}" if line["ci95"] else ""
        ours = f"{float(line['ours']):.{digits}f}{interval}".replace("-", "−")
        published = "" if paper is None else f"{paper:g}".replace("-", "−")
        rows.append([f"`{line['experiment']}`", line["what"], published, ours, line["verdict"]])
    return table(["experiment", "what", "paper or order", "ours", "verdict"], rows)


# Name of the table: how it is made, the page where it stands.
TABLES = {
    "strength": (strength, STRENGTHS),
    "best": (best, "README.md"),
    "originals": (originals, "docs/games/hearts.md"),
    "verdicts": (lambda: verdicts("001-paper", 2, 3), "docs/papers/001.md"),
    "verdicts-000": (lambda: verdicts("000-paper", 4, 4), "docs/papers/000.md"),
    "verdicts-002": (lambda: verdicts("002-paper", 4, 4), "docs/papers/002.md"),
    "verdicts-003": (lambda: verdicts("003-paper", 4, 4), "docs/papers/003.md"),
    "verdicts-004": (lambda: verdicts_in_percent("004-paper"), "docs/papers/004.md"),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", choices=[[], *TABLES], help="which; all if none is named")
    parser.add_argument("--new", action="store_true", help="strength: measure only players that have no rows yet")
    parser.add_argument("--write", action="store_true", help="put them into their pages")
    options = parser.parse_args()
    for name in options.tables or TABLES:
        make, page = TABLES[name]
        text = make(new=True) if options.new and name == "strength" else make()
        print(f"{page}, {name}:\n\n{text}")
        if options.write:
            put(page, name, text)


if __name__ == "__main__":
    main()
