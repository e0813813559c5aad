#!/usr/bin/env python3
"""Measures the ladders: every character of a game against the one below it, on duplicate deals with rotated seats.

    cargo build --release && python3 scripts/rivals.py --write     # crates/catalog/src/rivals/ladders.json and docs/rivals.md
    python3 scripts/rivals.py hearts --write                       # only one; the others stay as they are
    python3 scripts/rivals.py hearts                                # print one
"""

import argparse
import json

from pages import ROOT, catalog, match, put, seats, table

SEED = 317
FILE = ROOT / "crates/catalog/src/rivals/ladders.json"
PAGE = "docs/rivals.md"
# By the pace of the slower of two players; games of two are short.
DEALS = {"quick": 2000, "moment": 1000, "long": 100}
DEALS_OF_TWO = {**DEALS, "long": 4000}


def ladder(game):
    rules = game["presets"][0]["name"]
    paces = {player["name"]: player["pace"] for player in game["players"]}
    rungs = []
    for below, rival in zip(game["rivals"], game["rivals"][1:]):
        others = [below["player"]] * (seats(game, rules) - 1)
        known = DEALS if len(others) > 1 else DEALS_OF_TWO
        deals = min(known[paces[one["player"].split(":")[0]]] for one in (below, rival))
        own = match(game["name"], rival["player"], *others, "--rules", rules, "--deals", deals, "--seed", SEED)
        rungs.append(
            {
                "name": rival["name"],
                "player": rival["player"],
                "below": below["name"],
                "deals": deals,
                "difference": round(own["difference"], 4),
                "ci95": round(own["intervals"]["difference"], 4),
                "wins": round(own["win_rate"], 4),
            }
        )
    return {"game": game["name"], "rules": rules, "seed": SEED, "rungs": rungs}


def page(ladders):
    rows = []
    for game, one in ladders:
        first = game["rivals"][0]
        rows.append([f"`{one['game']}`", f"`{one['rules']}`", first["name"], f"`{first['player']}`", "", "", ""])
        for rung in one["rungs"]:
            difference = f"{rung['difference']:.3f} ± {rung['ci95']:.3f}"
            wins = f"{100 * rung['wins']:.0f}%"
            rows.append(["", "", rung["name"], f"`{rung['player']}`", rung["deals"], difference, wins])
    return table(["game", "rules", "character", "player", "deals", "more than the one below", "came first"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="which; all by default")
    parser.add_argument("--write", action="store_true", help="writes file and page")
    asked = parser.parse_args()
    games = [game for game in catalog() if game["rivals"]]
    unknown = set(asked.games) - {game["name"] for game in games}
    if unknown:
        raise SystemExit(f"no characters: {', '.join(sorted(unknown))}; there are {', '.join(game['name'] for game in games)}")
    wanted = asked.games or [game["name"] for game in games]
    known = {one["game"]: one for one in json.loads(FILE.read_text(encoding="utf-8"))}
    if not asked.write:
        games = [game for game in games if game["name"] in wanted]
    ladders = [(game, ladder(game) if game["name"] in wanted else known[game["name"]]) for game in games]
    if asked.write:
        FILE.write_text(json.dumps([one for _, one in ladders], indent=2) + "\n", encoding="utf-8")
        put(PAGE, "ladders", page(ladders))
    else:
        print(page(ladders), end="")


if __name__ == "__main__":
    main()
