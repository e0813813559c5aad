"""Files and programs from elsewhere: lines without end, models that promise much, changed results, children that stay."""

import json
import os
import re
import signal
import struct
import sys
import time
import zlib
from pathlib import Path

from . import DUEL, LEARNER, RANDOM, TRICKS, attack, found

# Mebibytes: more than any of these commands needs, less than would hurt.
MOST = 1024


@attack("lines without end: of a record, of a program at the table, of a referee", "256 MiB; the first two refused")
def endless_lines(program, folder, sizes):
    record, _, first = program.run("replay", "/dev/zero", memory=MOST, seconds=60)
    match, _, second = program.run("match", DUEL, "exec:cat /dev/zero", RANDOM, "--deals", "1", memory=MOST, seconds=60)
    with open("/dev/zero", "rb") as zeros:
        # It reads on as long as there is something to read.
        _, _, third = program.run("bot", DUEL, RANDOM, memory=MOST, stdin=zeros, seconds=2)
    peak = max(first, second, third)
    return found(f"{peak:.0f} MiB, statuses {record} and {match}", peak <= 256 and record == 1 and match == 1)


def sparse_model(place, values):
    """A model file whose one section is so many zeros, which take a bit each."""
    header = {
        "kind": "model", "learner": LEARNER, "game": TRICKS, "rules": "plain", "layout": "paper", "dimensions": values,
        "seed": 1, "deals": 1, "opponents": RANDOM, "options": {}, "program": "0.1.0",
    }
    text = json.dumps(header).encode()
    body = struct.pack("<I", len(text)) + text + struct.pack("<I", 1)
    body += struct.pack("<H", 1) + b"x" + bytes([1]) + struct.pack("<Q", values) + bytes(-(-values // 8))
    whole = b"KIRIFUDA" + struct.pack("<IQ", 1, 8 + 4 + 8 + len(body) + 4) + body
    place.write_bytes(whole + struct.pack("<I", zlib.crc32(whole)))


@attack("a model of 32 MiB whose numbers would take 1 GiB", "256 MiB")
def sparse_section(program, folder, sizes):
    place = Path(folder) / "sparse.kfm"
    sparse_model(place, (1 << 28) + 8)
    status, words, peak = program.run("model", place, memory=4 * MOST)
    return found(f"{peak:.0f} MiB, status {status}", peak <= 256 and status == 1 and "error" in words)


def steps_of(folder):
    """Kept steps by title: where they are, and their contents. One file for each, or a line for each in one."""
    steps = {}
    for file in sorted(Path(folder).rglob("*.json*")):
        for line in [file.read_text()] if file.suffix == ".json" else file.read_text().splitlines():
            try:
                content = json.loads(line)
            except ValueError:
                continue
            content = content.get("step", content) if isinstance(content, dict) else content
            if isinstance(content, dict) and {"key", "value", "title"} <= content.keys():
                steps[content["title"]] = (file, content)
    return steps


def change_step(file, title):
    """Changes the first number of what a step gave; all else stays as it is."""
    whole = file.read_text()
    number = re.compile(r"\d+\.\d+").search(whole, whole.index('"value"', whole.index(json.dumps(title))))
    file.write_text(whole[:number.start()] + "0.123456" + whole[number.end():])


@attack("a changed number in a kept step, and what a killed run has left", "the step is made again, leftovers go")
def changed_step(program, folder, sizes):
    command = ["reproduce", "001/rows", "--scale", "smoke", "--threads", "1", "--out", folder]
    program.run(*command)
    steps = steps_of(folder)
    title, (file, content) = next(iter(steps.items()))
    change_step(file, title)
    leftover = file.parent / ".draft-left"
    leftover.write_text("half of")
    long_ago = time.time() - 7200
    os.utime(leftover, (long_ago, long_ago))
    program.run(*command)
    taken = steps_of(folder)[title][1]["value"] != content["value"]
    stays = leftover.exists()
    figure = f"the changed number is {'' if taken else 'not '}taken, the leftover {'stays' if stays else 'is gone'}"
    return found(figure, not taken and not stays)


BOT = """
import os, subprocess, sys
child = subprocess.Popen(["sleep", "120"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
with open({note!r}, "a") as note:
    print(child.pid, file=note)
sys.stdin.readline()
sys.exit(3)
"""


def lives(child):
    try:
        return ") Z " not in Path(f"/proc/{child}/stat").read_text()
    except OSError:
        return False


@attack("a program at the table that starts another and ends", "none of them is left")
def left_children(program, folder, sizes):
    folder = Path(folder)
    note, bot = folder / "children", folder / "bot.py"
    bot.write_text(BOT.format(note=str(note)))
    program.run("match", DUEL, f"exec:{sys.executable} {bot}", RANDOM, "--deals", "2")
    children = [int(line) for line in note.read_text().split()]
    late = time.monotonic() + 10
    while any(map(lives, children)) and time.monotonic() < late:
        time.sleep(0.05)
    left = [child for child in children if lives(child)]
    for child in left:
        os.kill(child, signal.SIGKILL)
    return found(f"{len(left)} of {len(children)} left", bool(children) and not left)
