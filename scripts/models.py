#!/usr/bin/env python3
"""Trains the models that come with the program, by the commands recorded here, and writes their table.

    cargo build --release && python3 scripts/models.py --check           # do the recorded commands give these files?
    python3 scripts/models.py --write                                    # train all, replace the files and the table
    python3 scripts/models.py hearts-saito --write                       # only one

After --write build again: the models are inside the program.
"""

import argparse
import json
import os
import pathlib
import shlex
import subprocess
import tempfile

from pages import PROGRAMS, ROOT, catalog, estimate, kirifuda, match, put, seats, table

# File: game, rules, learner, opponents, deals, seed; or the command itself.
BEST = "linear-q:features=wide,step=0.2,halved-after=0,shared-step=on,discount={},epsilon=0.2,trace=0.5,average=on"
FALCON = "falcon:lead=6+14+15+29,follow=3+9+11+12+13+14+17,networks=16,plan=10000000"
BATTLES = "softmax:hidden=32,halved-after=60000,entropy=0.001,mirror={}"
# What `adaptive` blends: a general strategy, and what comes of it against one style alone.
STYLES = "learner:mixed=balanced+steady+balanced:poison=naive+greedy+random,mixed-until=8000"
PATTERNS = [("general", "balanced", 8_000)] + [
    (f"pattern-{name}", player, 16_000)
    for name, player in {
        "balanced": "balanced", "steady": "steady", "naive": "balanced:poison=naive", "greedy": "greedy", "random": "random"
    }.items()
]
# Nets that are trained on a graphics card: without one they cannot be made or checked. On another kind of card the numbers
# differ in their last digits, and so do the nets.
DEEP = "deep:width=512,blocks={},batch=16384,minibatch=16384,share={},machine=cuda,span={}"
LEAGUE = (
    "deep:width=256,blocks=2,batch=8192,minibatch=8192,share=0.6,past=0.2,snapshot-every=400000,pool=3,machine=cuda,"
    "from=models/reference/{}.kfm,rate=0.0003,last-rate=0.00001,explore=0.1,last-explore=0.01,span={}"
)
RIVALS = "greedy+balanced+brute+steady+softmax+learner"
MONSTERS, DEALT = 4_653_056, 5_160_960
# Nets for playouts: small ones that have learned what the large ones think.
SMALL = (
    "deep:width=128,blocks=1,batch=16384,minibatch=16384,share=0.3,rate=0.001,explore=0.2,last-explore=0.05,machine=cuda,"
    "teacher=models/reference/hearts-deep-{}.kfm,span={}"
)


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def steps(name, game, rules, blocks, opponents, *parts, last=None):
    """A net that goes on from the reference of its name with the history of play, against a league, step by step. Of each step: deals,
    seed, share of deals against the opponents, and against the reference. Files between the steps are not kept, nor is the `last` one if it
    is named."""
    batch = 8192 if game == "daifugo" else 16384
    net = f"deep:width=512,blocks={blocks},batch={batch},minibatch=16384,history=on,machine=cuda"
    files = [*(f"{name}-{ordinal}.kfm" for ordinal in ORDINALS[: len(parts) - 1]), last or f"models/{name}.kfm"]
    recipes, before = {}, f"models/reference/{name}.kfm"
    for file, (deals, seed, share, past) in zip(files, parts):
        league = f"from={before},rival=models/reference/{name}.kfm,share={share},past={past},"
        if recipes:
            learner = f"{net},trace=0.5,rate=0.0003,last-rate=0.000002,explore=0.05,last-explore=0.01,{league}span={deals}"
        else:
            learner = f"{net},{league}rate=0.0004,last-rate=0.000005,explore=0.08,last-explore=0.01,span={deals}"
        recipes[file], before = (game, rules, learner, opponents, deals, seed), file
    return recipes


def policy_steps(name, *parts, means, critics):
    """Daifugo's net after its third step, which goes on by policy gradient. Of each step: the one before, its own name, deals, seed, deals of a
    batch and how many follow each other at a table, rates, exploration, the share of deals against the opponents, and against the reference;
    `critics` are those with one. Others are `means` of steps, that without a name the net: a training of fewer deals than a batch stores what it
    begins with."""
    recipes, file = {}, lambda step: f"{name}-{step}.kfm" if step else f"models/{name}.kfm"
    for before, step, deals, seed, batch, series, rate, last_rate, explore, last_explore, share, past in parts:
        critic = "critic=on," if step in critics else ""
        rival = f"rival=models/reference/{name}.kfm,past={past}," if past else ""
        learner = (
            f"deep:width=512,blocks=2,batch={batch},minibatch=16384,history=on,machine=cuda,series={series},from={file(before)},"
            f"learns=policy,temperature=0.05,entropy=0.3,tried=8,trace=0.8,{critic}{rival}share={share},"
            f"rate={rate},last-rate={last_rate},explore={explore},last-explore={last_explore},span={deals}"
        ).replace("series=1,", "")
        recipes[file(step)] = ("daifugo", "uecda", learner, "default", deals, seed)
    for step, of in means.items():
        learner = f"deep:width=512,blocks=2,history=on,from={'+'.join(map(file, of))},machine=cpu"
        recipes[file(step)] = ("daifugo", "uecda", learner, "mirror", 1, 1)
    return recipes


AVERAGE = (
    "nfsp:machine=cuda,width=256,blocks=1,shared=on,tables=4096,learn-every=4096,batch=2048,replay=2000000,"
    "reservoir=4000000,explore=0.06,explore-games=1000000,emphasis=1,target-every=300,rate-games=1000000,rate=0.0005,"
    "average-rate=0.0005,warmup=100000"
)
# Games in which tricks are bid for.
CONTRACT = "linear-q:features=contract,step=0.1,halved-after=0,discount=1,epsilon=0.02,trace=0.9,average=on"
CONTRACT_NETS = "deep:width=256,blocks=2,batch=8192,minibatch=8192,share=0.3,machine=cuda,span={}"
RECIPES = {
    "models/plain.kfm": ("plain-tricks", "plain", BEST.format(1), "mirror", 1_000_000, 1),
    "models/hearts-saito.kfm": ("hearts", "saito", BEST.format(0.95), "mirror", 2_000_000, 1),
    "models/hearts-standard.kfm": ("hearts", "standard", BEST.format(0.95), "mirror", 2_000_000, 1),
    "models/hearts-falcon.kfm": ("hearts", "falcon", FALCON, "mirror", 10_000_000, 1),
    "models/hearts-falcon-standard.kfm": ("hearts", "standard", FALCON, "mirror", 10_000_000, 1),
    "models/hearts-danger.kfm": (
        "danger hearts --players mc --deals 100000 --per-label 2000 --grid C=1,4;nu=0.5;gamma=0.02,0.05,0.1 "
        "--folds 3 --solver libsvm --seed 1"
    ),
    "models/daifugo-softmax.kfm": (
        "daifugo", "uecda", "softmax:mirror=0.5,halved-after=2000000", "default", 10_000_000, 1
    ),
    "models/daifugo-softmax-paper003.kfm": (
        "daifugo", "paper003", "softmax:mirror=0.5,halved-after=300000", "psunder12no8", 600_000, 1
    ),
    "models/daifugo-mel.kfm": (
        "daifugo", "uecda", "mel:joker=on,sequences=on,revolution=on,passing=on,epsilon-fade=games:50000", "default",
        1_000_000, 1
    ),
    "models/daifugo-mel-paper003.kfm": (
        "daifugo", "paper003", "mel:epsilon-fade=games:50000", "psunder12no8", 1_000_000, 1
    ),
    "models/monsters-softmax.kfm": ("monsters", "paper004", BATTLES.format(0.5), "mixed", 100_000, 1),
    "models/monsters-softmax-dealt.kfm": ("monsters", "dealt", BATTLES.format(0.25), "mixed", 200_000, 1),
    "models/monsters-softmax-plain.kfm": ("monsters", "plain", BATTLES.format(0.25), "mixed", 200_000, 1),
    "models/monsters-learner.kfm": ("monsters", "paper004", "learner", "mixed", 20_000, 1),
    **{
        f"models/monsters-{name}.kfm": ("monsters", "paper004", STYLES, opponents, deals, 1)
        for name, opponents, deals in PATTERNS
    },
    **steps(
        "hearts-deep-falcon", "hearts", "falcon", 3, "stock+stock+jake",
        (29_114_368, 52, 0.25, 0.2), (21_299_200, 72, 0.2, 0.4), (54_509_568, 82, 0.3, 0.45)
    ),
    "models/hearts-deep-saito.kfm": ("hearts", "saito-free", DEEP.format(2, 0.3, 33_619_968), "rule", 33_619_968, 1),
    **steps(
        "hearts-deep-standard", "hearts", "standard", 3, "stock+stock+jake",
        (24_559_616, 51, 0.25, 0.2), (18_022_400, 71, 0.2, 0.4), (43_614_208, 81, 0.4, 0.4), (25_575_424, 91, 0.25, 0.45),
        (11_862_016, 101, 0.25, 0.45), (46_809_088, 111, 0.25, 0.45), (42_598_400, 121, 0.25, 0.45)
    ),
    "models/hearts-small-falcon.kfm": (
        "hearts", "falcon", SMALL.format("falcon", 19_595_264), "stock+stock+jake", 19_595_264, 1
    ),
    "models/hearts-small-standard.kfm": (
        "hearts", "standard", SMALL.format("standard", 14_925_824), "stock+stock+jake", 14_925_824, 1
    ),
    # Hears what the others play, for search over the large net: it has learned what that one thought three steps before.
    "models/hearts-listener-standard.kfm": (
        "hearts", "standard",
        "deep:width=256,blocks=2,batch=16384,minibatch=16384,history=on,share=0.3,rate=0.0008,explore=0.2,last-explore=0.05,machine=cuda,"
        "teacher=hearts-deep-standard-third.kfm,span=7372800", "stock+stock+jake", 7_372_800, 1
    ),
    # Guesses what is hidden where four of the large net play, for search over it: of its sixth step, of which the file says `models/`.
    "models/hearts-guess-standard.kfm": (
        "hearts", "standard",
        "deep:width=512,blocks=3,history=on,learns=hidden,teacher=hearts-deep-standard-sixth.kfm,from=hearts-deep-standard-sixth.kfm,"
        "batch=16384,minibatch=16384,rate=0.001,last-rate=0.00003,explore=0.03,last-explore=0.03,machine=cuda,span=24756224", "mirror",
        24_756_224, 1
    ),
    # An answer to the first net of these rules, from which it starts. The files of these three say `models/`: there it was then.
    "models/reference/hearts-answer-standard.kfm": (
        "hearts", "standard",
        "deep:width=512,blocks=3,batch=16384,minibatch=16384,machine=cuda,from=models/reference/hearts-deep-standard.kfm,"
        "rival=models/reference/hearts-deep-standard.kfm,rate=0.0003,last-rate=0.00001,explore=0.05,last-explore=0.005,share=1,"
        "span=26836992", "mirror", 26_836_992, 1
    ),
    "models/plain-deep.kfm": ("plain-tricks", "plain", DEEP.format(2, 0.3, 36_978_688), "rule", 36_978_688, 1),
    **steps(
        "daifugo-deep", "daifugo", "uecda", 2, "default",
        (12_279_808, 53, 0.4, 0.2), (9_011_200, 73, 0.5, 0.25), (20_242_432, 83, 0.5, 0.35), last="daifugo-deep-third.kfm"
    ),
    **policy_steps(
        "daifugo-deep",
        ("third", "fourth", 1_572_864, 201, 8192, 1, "0.0003", "0.00001", 0.02, 0.01, 0.15, 0.3),
        ("fourth", "fifth", 5_242_880, 301, 8192, 1, "0.0003", "0.00015", 0.02, 0.01, 0.15, 0.3),
        ("fifth", "sixth", 5_439_488, 302, 8192, 1, "0.00015", "0.000002", 0.01, 0.003, 0.15, 0.3),
        ("sixth", "seventh", 6_750_208, 401, 16384, 8, "0.0003", "0.00001", 0.01, 0.003, 0.5, 0.35),
        ("sixth", "answer", 14_254_080, 402, 16384, 8, "0.0003", "0.00001", 0.01, 0.003, 1, 0),
        ("seventh", "eighth", 11_468_800, 411, 65536, 8, "0.0003", "0.00015", 0.01, 0.01, 0.4, 0.45),
        ("eighth", "ninth", 12_189_696, 421, 65536, 8, "0.0002", "0.000002", 0.01, 0.003, 0.4, 0.45),
        ("tenth", "eleventh", 20_971_520, 431, 65536, 8, "0.0002", "0.000002", 0.01, 0.003, 0.4, 0.35),
        ("tenth", "answer-again", 47_185_920, 432, 65536, 8, "0.0002", "0.000002", 0.01, 0.003, 1, 0),
        means={"tenth": ("seventh", "ninth", "answer"), None: ("eleventh", "eleventh", "answer-again")},
        critics=("eleventh", "answer-again"),
    ),
    # They go on from the nets that are kept as references, against a league; with dealt teams in two steps.
    "models/monsters-deep.kfm": ("monsters", "paper004", LEAGUE.format("monsters-deep", MONSTERS), RIVALS, MONSTERS, 41),
    "models/reference/monsters-deep-dealt-league.kfm": (
        "monsters", "dealt", LEAGUE.format("monsters-deep-dealt", DEALT), RIVALS, DEALT, 41
    ),
    "models/monsters-deep-dealt.kfm": (
        "monsters", "dealt",
        "deep:width=256,blocks=2,batch=8192,minibatch=8192,trace=0.7,share=0.7,past=0.15,snapshot-every=400000,pool=3,machine=cuda,"
        "from=models/reference/monsters-deep-dealt-league.kfm,rate=0.0003,last-rate=0.000005,explore=0.1,last-explore=0.01,"
        "span=4120576", "greedy+" + RIVALS, 4_120_576, 42
    ),
    "models/oh-hell.kfm": ("oh-hell", "standard", CONTRACT, "mirror", 2_000_000, 1),
    "models/spades.kfm": ("spades", "standard", CONTRACT, "rule", 2_000_000, 1),
    "models/oh-hell-deep.kfm": ("oh-hell", "standard", CONTRACT_NETS.format(38_567_936), "rule", 38_567_936, 1),
    "models/spades-deep.kfm": ("spades", "standard", CONTRACT_NETS.format(30_261_248), "rule", 30_261_248, 1),
    "models/hearts-nfsp.kfm": ("hearts", "saito-free", AVERAGE, "mirror", 5_906_432, 1),
    "models/plain-nfsp.kfm": ("plain-tricks", "plain", AVERAGE, "mirror", 6_086_656, 1),
    "models/kuhn-nfsp.kfm": (
        "kuhn", "kuhn",
        "nfsp:machine=cpu,width=32,replay=30000,target-every=100,explore=0.1,explore-games=10000000,rate-games=100000,"
        "emphasis=0,learn-every=128", "mirror", 1_048_576, 1
    ),
    "models/leduc-nfsp.kfm": (
        "leduc", "leduc",
        "nfsp:machine=cpu,replay=100000,target-every=100,explore=0.1,explore-games=10000000,emphasis=0,learn-every=128",
        "mirror", 6_746_112, 1
    ),
    # Small enough that the tests train it again.
    "crates/catalog/tests/data/small.kfm": ("plain-tricks", "plain", "linear-q:features=ranks", "self-play", 3_000, 7),
}

# Games, or games and rules, whose models are measured by more than the game's yardsticks in the catalog:
# opponents, measure (key in the JSON result), digits, its name in the table, how much is played.
STRENGTH_DEALS, STRENGTH_SESSIONS, STRENGTH_SEED = 30_000, 300, 20260
DEALS, SESSIONS = ["--deals", STRENGTH_DEALS], ["--matches", STRENGTH_SESSIONS]
STRENGTH = {
    "plain-tricks": [("rule", "mean_tricks", 3, "tricks", DEALS)],
    "hearts": [(other, "mean_points", 2, "points", DEALS) for other in ("rule", "stock", "jake")],
    "daifugo uecda": [("default", "mean", 1, "points in a session of 100 games", SESSIONS)],
    "daifugo paper003": [(other, "mean", 3, "a game", DEALS) for other in ("psunder12", "psunder12no8")],
    "monsters": [(other, "outright", 4, "won before the cap", DEALS) for other in ("balanced", "brute", "steady")],
}
FEWER = {"--deals": ["--deals", 2_000], "--matches": ["--matches", 20]}


def command(path):
    """The arguments of `kirifuda` that train a model."""
    if isinstance(RECIPES[path], str):
        return RECIPES[path].split()
    game, rules, learner, opponents, deals, seed = RECIPES[path]
    options = ["--rules", rules, "--opponents", opponents, "--deals", deals, "--seed", seed]
    return ["train", game, learner, *map(str, options)]


def train(path, place):
    """Trains a model and gives its bytes. Progress goes to the terminal."""
    made = command(path)
    line = [PROGRAMS / "kirifuda", *made, "--out", place, "--overwrite"]
    line += ["--evaluate-every", "0"] if made[0] == "train" else []
    print("kirifuda", shlex.join(made), "--out", path, flush=True)
    subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
    return pathlib.Path(place).read_bytes()


def about(path):
    """What `kirifuda model` tells."""
    return json.loads(kirifuda("model", path, "--json"))


def same(path, other):
    """Whether two files hold the same model; the version of the program may differ."""
    sections = [bytes_of_sections(pathlib.Path(file)) for file in (path, other)]
    headers = [{key: value for key, value in about(file).items() if key not in FLEETING} for file in (path, other)]
    return sections[0] == sections[1] and headers[0] == headers[1]


# What changes with the version of the program.
FLEETING = {"program", "bytes", "checksum"}


def bytes_of_sections(path):
    """Everything between header and checksum: docs/training.md."""
    contents = path.read_bytes()
    header = int.from_bytes(contents[20:24], "little")
    return contents[24 + header : -4]


def rows(path):
    """The lines of the table for a model: how it was made, how strong it is."""
    made = about(ROOT / path)
    game, rules = made["game"], made["rules"]
    results = []
    listed = next(known for known in catalog() if known["name"] == game)
    others = seats(listed, rules) - 1
    strength = STRENGTH.get(game) or STRENGTH.get(f"{game} {rules}") or yardsticks(listed, rules)
    if made["options"].get("mixed-until") == "8000":
        # A pattern is for one opponent, the general strategy was met by all: the one that it was trained against last.
        strength = [(made["opponents"], *strength[0][1:4], ["--deals", 5_000])]
    if not all(known["portable"] for known in listed["learners"] if known["name"] == made["learner"]):
        # Nets are slower players: fewer deals, which the table tells.
        strength = [(*row[:3], row[3], FEWER[row[4][0]]) for row in strength]
    plays_no_moves = {"danger": "[what it foretells](../docs/danger.md)", "guess": "[what it brings](../docs/search.md#search-over-a-net-deep-search)"}
    kind = "guess" if made["options"].get("learns") == "hidden" else made["learner"]
    for other, key, digits, name, much in strength if kind not in plays_no_moves else []:
        player = f"{made['learner']}:model={ROOT / path}"
        own = match(game, player, *[other] * others, "--rules", rules, *much, "--seed", STRENGTH_SEED)
        results.append(f"{estimate(own, key, digits)} {name} against {others} × `{other}`")
    options = ",".join(f"{key}={value}" for key, value in made["options"].items())
    line = shlex.join(["kirifuda", *command(path), "--out", path])
    file = pathlib.Path(path).name
    strength = plays_no_moves.get(kind) or "; ".join(results)
    return [f"`{file}`", f"`{line}`", f"`{options}`", f"{made['bytes']:,}", f"`{made['checksum']}`", strength]


def yardsticks(game, rules):
    """What the players of a game are measured by, under these rules or the first ones of them."""
    known = [one for one in game["yardsticks"] if one["rules"] == rules] or game["yardsticks"]
    return [(one["against"], one["measure"], one["digits"], one["title"], DEALS) for one in known]


def write_table(trained):
    """The table of models/README.md. Lines of models that were not trained now stay as they are."""
    shipped = [path for path in RECIPES if path.startswith("models/")]
    heads = ["model", "command", "settings in force", "bytes", "checksum", "strength"]
    lines = (ROOT / "models" / "README.md").read_text(encoding="utf-8").splitlines()
    known = {line.split("`")[1]: [cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if line.startswith("| `")}
    kept = lambda path: None if path in trained else known.get(pathlib.Path(path).name)
    put("models/README.md", "models", table(heads, [kept(path) or rows(path) for path in shipped]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = {pathlib.Path(path).stem: path for path in RECIPES}
    parser.add_argument("models", nargs="*", choices=[[], *names], help="which; all if none is named")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="replace the files and the table")
    what.add_argument("--check", action="store_true", help="compare with the files")
    what.add_argument("--table", action="store_true", help="train nothing; measure their strength and write the table")
    options = parser.parse_args()
    if options.table:
        return write_table([names[name] for name in options.models or names])
    different = []
    with tempfile.TemporaryDirectory() as folder:
        for name in options.models or names:
            path, place = names[name], os.path.join(folder, name)
            trained = train(path, place)
            # A step between two nets has no folder: it is not kept, so there is nothing to compare with.
            if options.write or "/" not in path:
                (ROOT / path).write_bytes(trained)
            elif not same(ROOT / path, place):
                different.append(path)
    if different:
        raise SystemExit(f"not what the recorded commands give: {', '.join(different)}")
    if options.write:
        write_table([names[name] for name in options.models or names])


if __name__ == "__main__":
    main()
