#!/usr/bin/env python3
"""Adds a game from the template to a copy of the source, as docs/add-a-game.md says, and uses it.

    cargo build --release && python3 scripts/template.py

Follows the lines that `kirifuda new-game` prints, and edits nothing else: the copy compiles, the game passes conformance,
`random` plays against `mc`, `deep` is trained and plays, and the table in the browser deals it on the board that every game has.
What was compiled for the tests is used again (target/debug), so run it after them.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request

from pages import PROGRAMS, ROOT, TARGET

NAME = "high-low"
FEATURES = ["--workspace", "--features", "kirifuda/deep,kirifuda/arrow"]


def run(*command, cwd=ROOT, **options):
    """Runs a command; what it prints."""
    print("+", *map(str, command[:4]), "…" if len(command) > 4 else "", flush=True)
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", **options)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}{done.stderr}\n{command[0]} ended with {done.returncode}")
    return done.stdout


def copy(folder):
    """The source without what is made from it."""
    names = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    for name in filter(None, names):
        if name.startswith("results/") or not (ROOT / name).is_file():
            continue
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)


def blocks(text):
    """What is to be added where: (the line that says it, the lines to add)."""
    found, where = [], None
    for line in text.splitlines():
        if line.startswith("crates/"):
            where = line
            found.append((where, []))
        elif line.startswith("    ") and where:
            found[-1][1].append(line[4:])
        elif line.startswith("Then:"):
            break
    return found


def add(folder, where, lines):
    """Adds lines to a file, as whoever reads them would: what they are says where they belong."""
    path = folder / re.match(r"[\w/.]+", where)[0]
    if path.suffix == ".json":
        return  # the words are optional
    text, block = path.read_text(encoding="utf-8"), "\n".join(lines)
    if block.startswith(", "):
        text = re.sub(r"(\$then!\([^)]*)\)", lambda found: f"{found[1]}{block})", text, count=1)
    elif block.startswith("impl "):
        first = re.search(r"^(///.*\n)*macro_rules! with_all_games", text, re.MULTILINE)
        text = f"{text[: first.start()]}{block}\n\n{text[first.start() :]}"
    else:
        # Modules and imports: before the first of them.
        first = re.search(r"^(pub mod|use) ", text, re.MULTILINE)
        text = f"{text[: first.start()]}{block}\n{text[first.start() :]}"
    path.write_text(text, encoding="utf-8")


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder) / "source"
        copy(folder)
        said = run(PROGRAMS / "kirifuda", "new-game", NAME, "--folder", folder)
        for where, lines in blocks(said):
            add(folder, where, lines)
        # Our own crates without optimisation: they are compiled for this only. Everything else is there from the tests.
        quick = []
        for crate in sorted(path.parent.name for path in folder.glob("crates/*/Cargo.toml")):
            name = "kirifuda" if crate == "cli" else f"kirifuda-{crate}"
            quick += ["--config", f"profile.dev.package.{name}.opt-level=0"]
        environment = {**os.environ, "CARGO_TARGET_DIR": str(TARGET), "INSTA_UPDATE": "always"}
        options = ["--quiet", *FEATURES, *quick]
        test = ["--test", NAME.replace("-", "_")]
        run("cargo", "test", *options, *test, cwd=folder, env=environment)
        run("cargo", "build", *options, *test, "--bin", "kirifuda", cwd=folder, env=environment)
        program = TARGET / "debug" / "kirifuda"
        use(program, folder)
    print("a game from the template compiles, is sound, is played, learned and shown")


def use(program, folder):
    """Plays, trains and shows the new game."""
    result = json.loads(run(program, "match", NAME, "mc", "random", "--deals", "200", "--json"))
    mc, random = (player["mean"] for player in result["players"])
    assert mc > random, result
    model = folder / "model.kfm"
    order = "deep:width=32,blocks=1,batch=256,minibatch=256,span=20000"
    run(program, "train", NAME, order, "--deals", "20000", "--out", model, "--evaluate-every", "0")
    result = json.loads(run(program, "match", NAME, f"deep:model={model}", "random", "--deals", "500", "--json"))
    deep, random = (player["mean"] for player in result["players"])
    assert deep > random, result
    show(program, folder)


def show(program, folder):
    """The table deals the new game, and says how it is drawn."""
    command = [program, "play", "--no-browser", "--port", "0", "--database", folder / "table.sqlite"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
        try:
            address = re.search(r"http://\S+", server.stdout.readline())[0].split("#")[0]
            with urllib.request.urlopen(f"{address}api/catalog") as answer:
                games = {game["name"]: game for game in json.load(answer)["games"]}
            assert games[NAME]["board"] == "generic", games[NAME]
            wish = {"game": NAME, "rules": "", "seats": [{"kind": "person"}, {"kind": "player", "player": "random"}], "name": "Ada"}
            request = urllib.request.Request(
                f"{address}api/tables", json.dumps(wish).encode(), {"Content-Type": "application/json"}
            )
            with urllib.request.urlopen(request) as answer:
                assert answer.status == 201 and json.load(answer)["table"]
        finally:
            server.terminate()
            server.communicate()


if __name__ == "__main__":
    main()
