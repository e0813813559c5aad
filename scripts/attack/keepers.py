"""What was confirmed: kills, full disks, two programs, copies, clocks that jump."""

import contextlib
import random
import shutil
import subprocess
import threading
import time
from pathlib import Path

from . import DUEL, RANDOM, TRICKS, attack, found, not_there
from .client import PATIENCE, Closed
from .house import House


def is_behind(house, made, shown):
    """Whether a table is behind what was shown of it; `Closed` where it cannot be opened."""
    sitter = house.sit(made)
    (deal, history), (shown_deal, shown_history) = sitter.progress, shown
    sitter.close()
    return deal < shown_deal or (deal == shown_deal and history[:len(shown_history)] != shown_history)


def compare(house, tables):
    """How many tables are behind what was shown of them, and how many cannot be opened."""
    behind = damaged = 0
    for made, shown in tables:
        try:
            behind += is_behind(house, made, shown)
        except (Closed, TimeoutError):
            damaged += 1
    return behind, damaged


QUICK = [{"kind": "player", "player": RANDOM}] * 4


def play_on(house, made, seed, ready, shown):
    """Plays until the connection breaks, and keeps what was shown last."""
    try:
        sitter = house.sit(made, rng=random.Random(seed))
    finally:
        ready.release()
    try:
        while True:
            if sitter.state["legal"]:
                sitter.act()
            elif sitter.is_over:
                sitter.say(type="next")
            sitter.hear()
    except (Closed, TimeoutError):
        shown[made] = sitter.progress


@attack("kill -9 again and again while people play", "no table behind what was shown")
def kills(program, folder, sizes):
    tables, behind, damaged, moves, looks = [], 0, 0, 0, 0
    rng = random.Random(3)
    for kill in range(sizes.kills):
        shown, ready = {}, threading.Semaphore(0)
        with House(program, folder) as house:
            while len(tables) < sizes.tables:
                # Somebody plays at one, at the next somebody watches players who are as quick as they can be.
                seats = [{"kind": "person"}, *QUICK[:3]] if len(tables) % 2 else QUICK
                tables.append(house.made({"game": TRICKS, "rules": "plain", "seats": seats}))
            threads = [threading.Thread(target=play_on, args=(house, made, 1000 * kill + number, ready, shown), daemon=True)
                       for number, made in enumerate(tables)]
            for thread in threads:
                thread.start()
            for _ in threads:
                ready.acquire(timeout=PATIENCE)
            time.sleep(0.5 + rng.random())
            house.kill()
            for thread in threads:
                thread.join(PATIENCE)
        moves += sum(len(history) for _, history in shown.values())
        looks += len(shown)
        with House(program, folder) as house:
            late, broken = compare(house, shown.items())
            behind, damaged = behind + late, damaged + broken
    figure = f"{behind} of {looks} tables behind, {damaged} not opened, after {sizes.kills} kills"
    return found(figure, behind + damaged == 0 and moves > 0)


@attack("a disk that is full while people play, has room, and is full at the end",
        "nothing shown is lost, everybody is told, the end says so")
def full_disk(program, folder, sizes):
    def is_told(sitter, seconds):
        """Whether it is told within some seconds, without doing anything."""
        with contextlib.suppress(TimeoutError, Closed):
            while "not-stored" not in sitter.errors:
                sitter.hear(seconds)
        return "not-stored" in sitter.errors

    def press(sitter, moves):
        """Goes on playing where that is possible."""
        def told():
            return "not-stored" in sitter.errors

        with contextlib.suppress(TimeoutError, Closed):
            for _ in range(moves):
                while not (sitter.state["legal"] or sitter.is_over or told()):
                    sitter.hear(10)
                if sitter.is_over or told():
                    break
                before = sitter.progress
                sitter.act()
                while sitter.progress == before and not told():
                    sitter.hear(10)

    def insist(sitter):
        """Plays until a move is shown. One that was held is made when there is room; until then others are refused."""
        late, before = time.monotonic() + PATIENCE, sitter.progress
        while sitter.progress == before and not sitter.is_over:
            if time.monotonic() > late:
                raise RuntimeError("the game does not go on where there is room again")
            if sitter.state["legal"]:
                sitter.act()
            with contextlib.suppress(TimeoutError):
                sitter.await_type("state", seconds=0.5)

    with House(program, folder) as house:
        tables = [house.table(TRICKS, "plain", [RANDOM] * 3) for _ in range(6)]
        sitters = [house.sit(made, rng=random.Random(number)) for number, made in enumerate(tables)]
        for sitter in sitters:
            sitter.turn()
            sitter.act_and_see()
        house.fill_disk()
        for sitter in sitters:
            press(sitter, 4)
        told = sum(is_told(sitter, 10) for sitter in sitters)
        wish = {"game": DUEL, "seats": [{"kind": "person"}, {"kind": "player", "player": RANDOM}]}
        new = [house.ask("POST", "/api/tables", wish) for _ in range(4)]
        new = [(answer.value["table"], answer.value["token"]) for answer in new if answer.status == 201]
        house.fill_disk(False)
        for sitter in sitters:
            sitter.errors.clear()
            insist(sitter)
            insist(sitter)
        house.fill_disk(whole=True)
        for sitter in sitters:
            # What was heard late of the first time does not count.
            sitter.errors.clear()
            press(sitter, 1)
        status = house.stop()
        shown = [(made, sitter.progress) for made, sitter in zip(tables, sitters)]
    with House(program, folder) as house:
        behind, damaged = compare(house, shown)
        missing = sum(house.ask("GET", f"/api/tables/{table}").status != 200 for table, _ in new)
    tables = f"{behind} of 6 tables behind, {damaged} not opened, {missing} new ones missing"
    figure = f"{tables}, {told} of 6 told, exit status {status}"
    return found(figure, behind + damaged + missing == 0 and told == 6 and status not in (0, None))


@attack("a second program on a database in use", "it ends at once, with a reason")
def second_program(program, folder, sizes):
    with House(program, folder):
        try:
            second = House(program, folder)
        except RuntimeError as why:
            return found("refused: " + str(why).split(": ", 1)[1][:90], "database" in str(why) or "table.sqlite" in str(why))
        second.kill()
        return found("both serve it", False)


def played(house):
    """A table at which somebody has played a little, and what was shown."""
    made = house.table(TRICKS, "plain", [RANDOM] * 3)
    sitter = house.sit(made)
    for _ in range(3):
        sitter.turn()
        sitter.act_and_see()
    return made, sitter.progress


@attack("a copy of the one file, after a clean end, and while the table is open", "every table as it was shown")
def copies(program, folder, sizes):
    folder = Path(folder)
    places = [folder / "closed", folder / "open"]
    for place in places:
        place.mkdir()
    with House(program, folder) as house:
        shown = [played(house) for _ in range(3)]
        has_backup = program.understands("--database", "backup")
        if has_backup:
            program.run("backup", places[1] / "table.sqlite", "--database", house.database)
        else:
            shutil.copy(house.database, places[1] / "table.sqlite")
        house.stop()
        shutil.copy(house.database, places[0] / "table.sqlite")
    lost = []
    for place in places:
        with House(program, place) as house:
            lost.append(sum(compare(house, shown)))
    return found(f"{lost[0]} of 3 lost by the copy of a closed one, {lost[1]} by that of an open one", lost == [0, 0])


# The clock on the wall, seen from a program, is so many days ahead.
SHIFTED = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
int clock_gettime(clockid_t which, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int status = real(which, now);
    if (which == CLOCK_REALTIME) now->tv_sec += 86400L * atol(getenv("DAYS_AHEAD"));
    return status;
}
"""


@attack("a clock on the wall that jumps 400 days ahead, and back", "nothing is deleted")
def clock_jumps(program, folder, sizes):
    folder = Path(folder)
    source, library = folder / "shifted.c", folder / "shifted.so"
    source.write_text(SHIFTED)
    built = subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], capture_output=True)
    if built.returncode:
        return not_there("no compiler for a clock that jumps")
    with House(program, folder) as house:
        shown = [played(house) for _ in range(3)]
        house.stop()
    lost = []
    for days in (400, 0, -400):
        environment = {"LD_PRELOAD": str(library), "DAYS_AHEAD": str(days)}
        with House(program, folder, environment=environment) as house:
            lost.append(sum(compare(house, shown)))
            house.stop()
    return found(f"{lost[0]} of 3 tables gone after the jump, {max(lost[1:])} after the way back", not any(lost))
