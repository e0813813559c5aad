"""Whoever wants all for himself: memory, threads, time, places."""

import contextlib
import statistics
import threading
import time
from pathlib import Path

from . import HEARTS, LEARNER, MONSTERS, RANDOM, SEARCH, TRICKS, attack, found, not_there
from .client import Closed
from .house import House


@attack("80 specifications of one model at tables, 40 more as advisers over one websocket", "300 MiB above idle")
def specifications(program, folder, sizes):
    def falcon(number):
        return f"falcon:danger=shipped,queen-below=0.{number:06}"

    with House(program, folder) as house:
        house.catalog()
        idle = house.memory()
        house.forget_peak()
        tables = [house.table(HEARTS, "falcon", [falcon(number + 1), RANDOM, RANDOM])
                  for number in range(80)]
        sitter = house.sit(tables[0])
        sitter.turn()
        for number in range(40):
            sitter.say(type="hint", adviser=falcon(1000 + number))
            sitter.await_type("hint", "error")
        above, kept = house.memory("VmHWM") - idle, house.memory() - idle
        return found(f"{above:.0f} MiB at most, {kept:.0f} MiB in the end", above <= 300)


@attack("a hint of `best-response:worlds=1000,width=512`, where a thought may take 1 s", "3 s of processor")
def long_thought(program, folder, sizes):
    limit = ["--limit", "thought=1"] if program.understands("--limit", "play") else []
    with House(program, folder, *limit) as house:
        house.catalog()
        sitter = house.sit(house.table(MONSTERS, "paper004", [RANDOM], seed=5))
        # The first moves are quickly thought about.
        for _ in range(3):
            sitter.turn()
            sitter.act_and_see()
        sitter.turn()
        before = house.processor()
        sitter.say(type="hint", adviser="best-response:worlds=1000,width=512")
        sitter.await_type("hint", seconds=100)
        spent = house.processor() - before
    return found(f"{spent:.1f} s", spent <= 3)


class Besieged:
    """Three addresses with three tables each, at which nobody sits but those who think longest."""

    def __init__(self, house):
        self.sieging = []
        for last in (2, 3, 4):
            source = f"127.0.0.{last}"
            for _ in range(3):
                seats = [{"kind": "player", "player": "uct:ms=5000"}] * 4
                made = house.made({"game": HEARTS, "rules": "falcon", "seats": seats}, source)
                sitter = house.sit(made, source=source)
                threading.Thread(target=self.watch, args=[sitter], daemon=True).start()
                self.sieging.append(sitter)

    @staticmethod
    def watch(sitter):
        with contextlib.suppress(Closed, TimeoutError, OSError):
            while True:
                sitter.hear(3600)

    def pause(self, on):
        for sitter in self.sieging:
            sitter.say(type="pause", on=on)
        # Thoughts that have begun take their 5 seconds; lanes have to notice who uses much.
        time.sleep(6)


# Seconds after which nobody waits on: that much is no measure any more.
GIVEN_UP = 40


def waits_of(house, count):
    """How long somebody waits for three opponents that look ahead, move by move, in a deal that is always the same."""
    sitter = house.sit(house.table(HEARTS, "falcon", [SEARCH] * 3, seed=7))
    waits = []
    sitter.turn()
    while len(waits) < count and sum(waits) < GIVEN_UP:
        start = time.monotonic()
        with contextlib.suppress(TimeoutError):
            sitter.act_and_see(GIVEN_UP)
            sitter.turn(GIVEN_UP)
        waits.append(time.monotonic() - start)
    sitter.close()
    return waits


# Seconds that nobody notices: a wait of some milliseconds is many times as long when a busy machine looks elsewhere for a moment.
UNNOTICED = 0.2


@attack("the wait for `search` opponents while three addresses let nine tables think",
        "at the median move twice as long as alone or 200 ms longer")
def besieged(program, folder, sizes):
    alone, beset = [], []
    with House(program, folder) as house:
        house.catalog()
        waits_of(house, 1)
        siege = Besieged(house)
        # In turn, so that what else the machine does meets both.
        for _ in range(sizes.rounds):
            siege.pause(True)
            alone += waits_of(house, 9)
            siege.pause(False)
            beset += waits_of(house, 9)
            if sum(beset) >= GIVEN_UP:
                break
    # Move by move: some take 2 ms and some 500, so a median of them all leaps as soon as one or two are held up.
    longer = statistics.median(one - other for one, other in zip(beset, alone))
    usual = statistics.median(alone)
    return found(f"{1000 * longer:.0f} ms longer at the median move, which takes {1000 * usual:.0f} ms alone; "
                 f"{1000 * max(beset):.0f} ms at most", longer <= max(usual, UNNOTICED))


def ended(house, training, seconds):
    """Waits for the end of a training; its report, or nothing."""
    late = time.monotonic() + seconds
    while time.monotonic() < late:
        report = house.ask("GET", f"/api/trainings/{training}").value
        if report.get("done"):
            return report
        time.sleep(0.05)
    return None


@attack("trainings of every learner, stopped at once; opponents that think 5 s a move",
        "refused, or ended after 5 s of processor")
def stopped_trainings(program, folder, sizes):
    longest, refused, running = 0.0, 0, []
    with House(program, folder) as house:
        wishes = [{"game": game["name"], "learner": learner["name"]}
                  for game in house.catalog() for learner in game["learners"]]
        for wish in [*wishes, {"game": HEARTS, "learner": LEARNER, "opponents": "uct:ms=5000"}]:
            answer = house.ask("POST", "/api/trainings", {**wish, "deals": 5_000_000})
            if answer.status != 201:
                refused += 1
                continue
            time.sleep(0.5)
            before, name = house.processor(), answer.value["training"]
            house.ask("DELETE", f"/api/trainings/{name}")
            if not ended(house, name, 30):
                running.append(wish["learner"] + (" against " + wish["opponents"] if "opponents" in wish else ""))
            longest = max(longest, house.processor() - before)
    figure = f"{longest:.1f} s, {refused} refused" + "".join(f", {one} goes on after 30 s" for one in running)
    return found(figure, longest <= 5 and not running)


@attack("three kills while a training runs", "it goes on after each, and gives the model that it would have given")
def killed_training(program, folder, sizes):
    folder = Path(folder)
    wish = {"game": TRICKS, "rules": "plain", "learner": LEARNER, "deals": 3000, "seed": 1}

    def model(house, training):
        return house.ask("GET", f"/api/trainings/{training}/model").body

    with House(program, folder) as house:
        training = house.ask("POST", "/api/trainings", wish).value["training"]
        ended(house, training, 120)
        expected = model(house, training)
    other = folder / "killed"
    other.mkdir()
    with House(program, other) as house:
        training = house.ask("POST", "/api/trainings", wish).value["training"]
    for kill in range(3):
        # Its end is a kill.
        with House(program, other) as house:
            if house.ask("GET", f"/api/trainings/{training}").status != 200:
                return found(f"forgotten by kill {kill + 1}", False)
            time.sleep(0.1)
    with House(program, other) as house:
        report = ended(house, training, 120)
        same = report is not None and model(house, training) == expected
        return found(f"{report['deals'] if report else 0} of 3000 deals, {'the same' if same else 'another'} model", same)


# Quotas hold where others can reach the table.
NAME = ("--name", "cards.example")


@attack("one address takes all places for trainings", "another one gets a place")
def training_places(program, folder, sizes):
    wish = {"game": HEARTS, "rules": "saito", "learner": LEARNER, "deals": 5_000_000}
    with House(program, folder, *NAME) as house:
        taken = sum(house.ask("POST", "/api/trainings", wish, source="127.0.0.2").status == 201 for _ in range(4))
        left = house.ask("POST", "/api/trainings", wish, source="127.0.0.3").status == 201
        return found(f"{taken} taken, {'a place' if left else 'none'} left", left)


@attack("learners and imported files without end from one address", "50 and 200 a day")
def daily_shares(program, folder, sizes):
    def taken(house, path, body, tries):
        return sum(house.ask("POST", path, body, source="127.0.0.2").status != 429 for _ in range(tries))

    with House(program, folder, *NAME) as house:
        learners = taken(house, "/api/learners", {"game": TRICKS, "learner": LEARNER}, 60)
        files = taken(house, "/api/records", "x", 220)
        other = house.ask("POST", "/api/records", "x", source="127.0.0.3").status
        held = learners <= 51 and files <= 201 and other != 429
        return found(f"{learners} of 60 learners, {files} of 220 files", held)


@attack("addresses made up before a trusted proxy", "51 of 60 learners; none without an address")
def made_up_addresses(program, folder, sizes):
    if not program.understands("--trust-proxy", "play"):
        return not_there("no --trust-proxy")
    wish = {"game": TRICKS, "learner": LEARNER}
    with House(program, folder, "--trust-proxy") as house:
        statuses = [house.ask("POST", "/api/learners", wish, headers={"X-Forwarded-For": f"203.0.113.{n}, 192.0.2.1"}).status
                    for n in range(60)]
        made, nobody = statuses.count(201), house.ask("POST", "/api/learners", wish).status
        return found(f"{made} learners, status {nobody} without an address", made <= 51 and nobody == 400)
