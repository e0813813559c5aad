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


def match(*arguments):
    """The first player's result of `kirifuda match`."""
    return json.loads(kirifuda("match", *arguments, "--json"))["players"][0]


def estimate(player, key, digits):
    """`mean ± half of the 95% interval`."""
    interval = player["ci95"] if key == "mean" else player["intervals"][key]
    return f"{player[key]:.{digits}f} ± {interval:.{digits}f}"
