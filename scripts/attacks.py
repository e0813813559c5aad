#!/usr/bin/env python3
"""Attacks a program from outside and says what it withstands.

    python3 scripts/attacks.py                        # the built program, or that which KIRIFUDA names; two minutes
    python3 scripts/attacks.py --program PATH --only NAME --only NAME
    python3 scripts/attacks.py --large                # more kills, more tables: half an hour
    python3 scripts/attacks.py --before PATH --commits OLD NEW --write      # benches/attacks.txt, the table of SECURITY.md

Every attack has a bound, a folder and a process of its own, and an end, whatever the program does. The exit status is 1 if
one of them broke the program. Needs Linux.
"""

import argparse
import dataclasses
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

from attack import ATTACKS, BROKE, LARGE, SMALL, Finding, found
from attack import doors, files, keepers, people, takers  # noqa: F401: they fill the list
from attack.house import Program
from pages import ROOT, put, table

COMMAND = "python3 scripts/attacks.py --before OLD --program NEW --commits … --write"
# Seconds after which an attack is over, also a large one.
MOST = {SMALL: 240, LARGE: 1800}


def carry_out(one, program, sizes):
    """Runs an attack in a process group of its own, which is gone afterwards."""
    command = [sys.executable, __file__, "--program", program, "--alone", one.name, *(["--large"] if sizes is LARGE else [])]
    with tempfile.TemporaryDirectory(prefix="attack-") as folder:
        process = subprocess.Popen([*command, "--folder", folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   start_new_session=True)
        try:
            told, complaint = process.communicate(timeout=MOST[sizes])
        except subprocess.TimeoutExpired:
            told, complaint = "", f"no end within {MOST[sizes]} s"
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
    try:
        return Finding(**json.loads(told))
    except ValueError:
        return found((complaint.strip().splitlines() or ["it said nothing"])[-1], False)


def attack_all(program, sizes, chosen, quiet, twice):
    """All attacks on a program. What breaks it counts if it does so `twice`: some bounds are times, and machines are busy."""
    rows = []
    for one in chosen:
        start = time.monotonic()
        finding = carry_out(one, program, sizes)
        if twice and finding.verdict == BROKE:
            if not quiet:
                print(f"once more   {one.name:<20} {finding.figure}", flush=True)
            finding = carry_out(one, program, sizes)
        seconds = time.monotonic() - start
        rows.append((one, finding, seconds))
        if not quiet:
            print(f"{finding.verdict:<9}  {one.name:<20} {seconds:4.0f} s  {finding.figure}", flush=True)
    return rows


def report(programs):
    """What was found, attack by attack, for people."""
    lines = [COMMAND, ""]
    lines += [f"{name}: commit {commit}" for name, commit, _ in programs]
    for place, (one, _, _) in enumerate(programs[0][2]):
        lines += ["", one.name, f"  attack  {one.what}", f"  bound   {one.bound}"]
        lines += [f"  {name:<7} {rows[place][1].verdict}: {rows[place][1].figure}" for name, _, rows in programs]
    return "\n".join(lines) + "\n"


def short(programs):
    """The same as a table."""
    def row(place, one):
        return [one.what, one.bound, *(f"{rows[place][1].verdict}: {rows[place][1].figure}" for _, _, rows in programs)]

    heads = [f"{name} ({commit})" for name, commit, _ in programs]
    return table(["attack", "bound", *heads], [row(place, one) for place, (one, _, _) in enumerate(programs[0][2])])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    usual = os.environ.get("KIRIFUDA", str(ROOT / "target/release/kirifuda"))
    parser.add_argument("--program", default=usual, help="the program to attack")
    parser.add_argument("--before", help="another program, an earlier one, to attack as well")
    parser.add_argument("--only", action="append", choices=[one.name for one in ATTACKS], help="only this attack")
    parser.add_argument("--large", action="store_true", help="more of everything")
    parser.add_argument("--json", action="store_true", help="print the findings as one JSON array")
    parser.add_argument("--write", action="store_true", help="write what was found into the documents")
    parser.add_argument("--commits", nargs=2, default=["unknown"] * 2, metavar="COMMIT", help="what both were built from")
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    options = parser.parse_args()
    sizes = LARGE if options.large else SMALL
    if options.alone:
        run = next(one.run for one in ATTACKS if one.name == options.alone)
        print(json.dumps(dataclasses.asdict(run(Program(options.program), options.folder, sizes))))
        return 0
    for path in filter(None, [options.program, options.before]):
        if not os.access(path, os.X_OK):
            parser.error(f"{path} is no program: build it by `cargo build --release`, or name another by --program")
    if options.write and not options.before:
        parser.error("--write compares two programs: name the earlier one by --before")
    chosen = [one for one in ATTACKS if not options.only or one.name in options.only]
    paths = [("before", options.before), ("after", options.program)] if options.before else [("program", options.program)]
    programs = [(name, commit, attack_all(path, sizes, chosen, options.json, path == options.program))
                for (name, path), commit in zip(paths, options.commits)]
    rows = programs[-1][2]
    if options.json:
        print(json.dumps([{"name": one.name, "attack": one.what, "bound": one.bound,
                           **dataclasses.asdict(finding), "seconds": round(seconds, 1)} for one, finding, seconds in rows]))
    if options.write:
        (ROOT / "benches/attacks.txt").write_text(report(programs))
        put("SECURITY.md", "attacks", short(programs))
    broken = sum(finding.verdict == BROKE for _, finding, _ in rows)
    if not options.json:
        print(f"{len(rows) - broken} of {len(rows)} attacks held" if broken else f"all {len(rows)} attacks held")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
