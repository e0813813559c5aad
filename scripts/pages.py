"""Tables in documents that are written by programs: between `<!-- NAME … -->` and `<!-- end of NAME -->`."""

import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
PROGRAMS = TARGET / "release"


def table(heads, rows):
    """A Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)


def put(page, name, text):
    """Replaces what stands between the marks of a page."""
    path = ROOT / page
    marks = re.compile(rf"(<!-- {name}\b[^\n]*-->\n).*?(<!-- end of {name} -->\n)", re.DOTALL)
    before = path.read_text(encoding="utf-8")
    if not marks.search(before):
        raise SystemExit(f"{page} has no place for the table `{name}`")
    path.write_text(marks.sub(lambda found: found[1] + text + found[2], before), encoding="utf-8")


def kirifuda(*arguments):
    """What `kirifuda` prints."""
    command = [PROGRAMS / "kirifuda", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8").stdout


def catalog():
    """Every game of the list, with its players, learners and yardsticks."""
    return json.loads(kirifuda("list", "--json"))["games"]


def seats(game, rules):
    """How many sit at a table of a game of the catalog, under a preset and its switches."""
    preset, *switches = rules.split(",")
    own = [int(switch.removeprefix("players=")) for switch in switches if switch.startswith("players=")]
    return own[0] if own else next(known["seats"] for known in game["presets"] if known["name"] == preset)


def match(*arguments):
    """The first player's result of `kirifuda match`."""
    return json.loads(kirifuda("match", *arguments, "--json"))["players"][0]


def estimate(player, key, digits):
    """`mean ± half of the 95% interval`."""
    interval = player["ci95"] if key == "mean" else player["intervals"][key]
    return f"{player[key]:.{digits}f} ± {interval:.{digits}f}"
