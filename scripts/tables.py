#!/usr/bin/env python3
"""Measures and writes the tables of the documents. Duplicate deals, rotated seats, 95% intervals.

    cargo build --release && python3 scripts/tables.py --write            # all
    python3 scripts/tables.py strength                                    # print one
"""

import argparse
import json

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


WORDS = {"falls-short": "falls short", "open": "not decided"}


def answer(results):
    """What a paper claims and what came out, from the short form of its report."""
    with open(ROOT / "results" / results / "summary.json", encoding="utf-8") as file:
        summary = json.load(file)
    rows = []
    for cell in summary["cells"]:
        verdict = cell["verdict"] or "not run"
        rows.append(
            [cell["cell"], f"`{cell['experiment']}`", cell["paper"], cell["printed"], cell["best"]]
            + [WORDS.get(verdict, verdict), cell["rule"]]
        )
    heads = ["published", "experiment", "paper", "as printed", "best reading", "verdict", "rule"]
    return "\n\n".join(summary["says"]) + "\n\n" + table(heads, rows)


# Name of the table: how it is made, the page where it stands.
TABLES = {
    "strength": (strength, STRENGTHS),
    "best": (best, "README.md"),
    "originals": (originals, "docs/games/hearts.md"),
    "verdicts-001": (lambda: answer("001-paper"), "docs/papers/001.md"),
    "verdicts-000": (lambda: answer("000-paper"), "docs/papers/000.md"),
    "verdicts-002": (lambda: answer("002-paper"), "docs/papers/002.md"),
    "verdicts-003": (lambda: answer("003-paper"), "docs/papers/003.md"),
    "verdicts-004": (lambda: answer("004-paper"), "docs/papers/004.md"),
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
