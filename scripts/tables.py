#!/usr/bin/env python3
"""Measures and writes the tables of the documents. Duplicate deals, rotated seats, 95% intervals.

    cargo build --release && python3 scripts/tables.py --write            # all
    python3 scripts/tables.py strength                                    # print one
"""

import argparse
import csv

from pages import ROOT, catalog, estimate, match, put, seats, table

STRENGTH_SEED = 20260
STRENGTHS = "docs/players.md"


def strength(new=False):
    """Every listed player by the yardsticks of its game; or, of those that have rows already, the rows."""
    page = (ROOT / STRENGTHS).read_text(encoding="utf-8").splitlines()
    kept = lambda game, player: [line.strip("| ").split(" | ") for line in page if line.startswith(f"| `{game}` | `{player}` |")]
    rows = []
    for game in catalog():
        for player in game["players"]:
            old = kept(game["name"], player["name"])
            if new and old:
                rows.extend(old)
                continue
            for yardstick in game["yardsticks"]:
                if None not in player["models"].get(yardstick["rules"], []):
                    rows.append(measured(game, player, yardstick))
    return table(["game", "player", "rules", "against", "measure", "result"], rows)


def measured(game, player, yardstick):
    """A player by a yardstick. One that looks ahead plays fewer deals, with a budget that is counted."""
    name, rules, against, title = game["name"], yardstick["rules"], yardstick["against"], yardstick["title"]
    budget = player["budget"] or {"measured": "", "one_in": 1}
    spec = f"{player['name']}:{budget['measured']}" if budget["measured"] else player["name"]
    others, deals = seats(game, rules) - 1, yardstick["deals"] // budget["one_in"]
    own = match(name, spec, *[against] * others, "--rules", rules, "--deals", deals, "--seed", STRENGTH_SEED)
    told = f"`{against}`" if others == 1 else f"{others} × `{against}`"
    title = f"{title}, {budget['measured']}" if budget["measured"] else title
    result = estimate(own, yardstick["measure"], yardstick["digits"])
    return [f"`{name}`", f"`{player['name']}`", f"`{rules}`", told, title, result]


def best():
    """The strongest player of each game, rules and reference, from the table of strengths."""
    page = (ROOT / STRENGTHS).read_text(encoding="utf-8").splitlines()
    lines = [line.strip("| ").split(" | ") for line in page if line.startswith("| `")]
    rows = []
    for game in catalog():
        lower = {measure["name"] for measure in game["measures"] if measure["better"] == "lower"}
        # The first reference of each rules: against a solved game there is nothing to win.
        for rules, key in {one["rules"]: one["measure"] for one in reversed(game["yardsticks"])}.items():
            of_rules = [line for line in lines if line[0] == f"`{game['name']}`" and line[2] == f"`{rules}`"]
            of_rules = [line for line in of_rules if line[3] == of_rules[0][3]]
            sign = -1 if key in lower else 1
            rows.append(max(of_rules, key=lambda line: sign * float(line[5].split()[0].replace("−", "-"))))
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
