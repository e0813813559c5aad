"""Among people: other people's learners, clocks, hints, deals that might be foretold."""

import time

from . import DUEL, LEARNER, RANDOM, TRICKS, attack, found, not_there
from .house import House

GAME = {"game": TRICKS, "rules": "plain"}


@attack("a stranger plays against somebody's learner, badly", "it learns from its owner's game only")
def spoiled_learner(program, folder, sizes):
    with House(program, folder, "--name", "cards.example") as house:
        made = house.ask("POST", "/api/learners", {**GAME, "learner": LEARNER, "start": "shipped"}).value

        def games():
            return house.ask("GET", f"/api/learners/{made['id']}").value["games"]

        def play(proof, source):
            other = {"kind": "player", "player": RANDOM}
            seats = [{"kind": "person"}, {"kind": "learner", "learner": made["id"], **proof}, other, other]
            house.sit(house.made({**GAME, "seats": seats}, source), source=source).play_deal()

        play({}, "127.0.0.2")
        # Its owner's game is learned from afterwards: when it has been, so has the stranger's, if at all.
        try:
            play({"token": made["token"]}, "127.0.0.1")
        except RuntimeError:
            # A program that asks for no proof.
            play({}, "127.0.0.1")
        late = time.monotonic() + 60
        while games() == 0 and time.monotonic() < late:
            time.sleep(0.1)
        time.sleep(1)
        return found(f"it has learned from {games()} of 2 games", games() == 1)


def two_people(house, **wish):
    """A table of two people, both of whom sit down."""
    made = house.made({"game": DUEL, "seats": [{"kind": "person"}, {"kind": "open"}], **wish})
    joined = house.ask("POST", f"/api/tables/{made[0]}/join", {"name": "other"}).value
    return [house.sit(made), house.sit((made[0], joined["token"]))]


@attack("somebody who never moves, at a table with one second for a move", "the game goes on")
def absent_person(program, folder, sizes):
    with House(program, folder) as house:
        try:
            one, _ = two_people(house, move_seconds=1)
        except RuntimeError:
            return not_there("no clock for moves")
        start = time.monotonic()
        try:
            while not one.is_over:
                one.await_type("state", seconds=30)
        except TimeoutError:
            return found("it does not", False)
        return found(f"over after {time.monotonic() - start:.0f} s, nobody having moved", True)


@attack("a hint asked for at a table of two people who have not agreed", "refused")
def secret_hint(program, folder, sizes):
    with House(program, folder) as house:
        sitters = two_people(house)
        while not any(sitter.state["legal"] for sitter in sitters):
            sitters[0].hear()
        mover = next(sitter for sitter in sitters if sitter.state["legal"])
        mover.say(type="hint")
        answer = mover.await_type("hint", "error")
        return found("given" if answer["type"] == "hint" else f"refused: {answer['code']}", answer["type"] == "error")


MASK = (1 << 64) - 1
GOLDEN = 0x9E37_79B9_7F4A_7C15


def mix(x):
    """The finaliser of SplitMix64, by which the program makes one number of another."""
    x = ((x ^ (x >> 30)) * 0xBF58_476D_1CE4_E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D0_49BB_1331_11EB) & MASK
    return x ^ (x >> 31)


def unmix(x):
    """What was mixed: it can be undone."""
    def unshift(x, by):
        back = x
        for _ in range(64 // by + 1):
            back = x ^ (back >> by)
        return back

    x = unshift(x, 31) * pow(0x94D0_49BB_1331_11EB, -1, 1 << 64) & MASK
    x = unshift(x, 27) * pow(0xBF58_476D_1CE4_E5B9, -1, 1 << 64) & MASK
    return unshift(x, 30)


def foretold(seed, number):
    """What the next deal might be, if it were made of the table's number and its own by mixing, as streams of chance are; or by
    counting on."""
    def step(key, part):
        return mix(key ^ mix((part + GOLDEN) & MASK))

    guesses = {seed, (seed + 1) & MASK, mix(seed), unmix(seed), (seed + GOLDEN) & MASK}
    for first in (number - 1, number):
        # The key before the last step, whatever it was made of.
        key = unmix(seed) ^ mix((first + GOLDEN) & MASK)
        guesses |= {step(key, first + 1), step(key, first + 2)}
    return guesses


@attack("seeds of deals that are over, taken back to what they were made of", "no later deal is foretold")
def foretold_deals(program, folder, sizes):
    with House(program, folder) as house:
        sitter = house.sit(house.table(DUEL, DUEL, [RANDOM]))
        seeds = []
        for _ in range(8):
            sitter.play_deal()
            seed = (sitter.state.get("result") or {}).get("seed")
            if seed is None:
                return not_there("no seed is shown")
            seeds.append(int(seed))
            sitter.next_deal()
    hits = sum(after in foretold(before, number) for number, (before, after) in enumerate(zip(seeds, seeds[1:]), 1))
    return found(f"{hits} of 7 foretold, {len(set(seeds))} of 8 seeds different", hits == 0 and len(set(seeds)) == 8)
