#!/usr/bin/env python3
"""Runs the recipes of docs/many-machines.md as they stand there, under xargs, and compares what merges with a single run.

    cargo build --release && python3 scripts/parts.py

The commands of the Slurm script and of the Kubernetes job are started once for each number of their parts, two at a time; the
files are merged in a random order. All must give the bytes of one run without parts. The steps of a paper are done one by one, and
must give the verdicts of one run.
"""

import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

from pages import PROGRAMS, ROOT

PAGE = (ROOT / "docs/many-machines.md").read_text(encoding="utf-8")


def block(name):
    """The code below a mark of the page."""
    found = re.search(rf"<!-- {name}: run by scripts/parts.py -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)
    if not found:
        sys.exit(f"docs/many-machines.md has no recipe `{name}`")
    return found[1]


def run(command, folder, **variables):
    """What a shell prints that runs a command in a folder."""
    environment = {**os.environ, "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}", **variables}
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{command}\n{done.stdout}{done.stderr}ended with {done.returncode}")
    return done.stdout


def slurm():
    """The script, and how Slurm starts it: the name of the number, the numbers."""
    script = block("slurm")
    first, last = map(int, re.search(r"--array=(\d+)-(\d+)", script).groups())
    cpus = re.search(r"--cpus-per-task=(\d+)", script)[1]
    return script, "SLURM_ARRAY_TASK_ID", range(first, last + 1), {"SLURM_CPUS_PER_TASK": cpus}


def kubernetes():
    """The same of the job."""
    job = block("kubernetes")
    lines = re.search(r"- \|\n((?: {14}.*\n)+)", job)[1]
    script = "".join(line[14:] for line in lines.splitlines(keepends=True))
    return script, "JOB_COMPLETION_INDEX", range(int(re.search(r"completions: (\d+)", job)[1])), {}


def main():
    seed = random.randrange(2**32)
    shuffle = random.Random(seed).shuffle
    merge = block("merge").strip()
    start = time.time()
    alone = None
    for name, (script, number, numbers, variables) in {"slurm": slurm(), "kubernetes": kubernetes()}.items():
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "part.sh").write_text(script, encoding="utf-8")
            if alone is None:
                # The same line without parts, as JSON.
                line = re.sub(r"\s--(part|out) \S+|\s--overwrite|\s--threads \S+", "", script.replace("\\\n", " "))
                line = re.search(r"kirifuda match .*", line)[0]
                alone = run(f"{line} --json", folder)
                print(f"{line.split(' --part')[0].strip()}: {time.time() - start:.1f} s", flush=True)
            given = "\n".join(map(str, numbers))
            begun = time.time()
            run(f"echo '{given}' | xargs -P 2 -I NUMBER env {number}=NUMBER sh part.sh", folder, **variables)
            files = [str(path) for path in (folder / "parts").iterdir()]
            assert len(files) == len(numbers), f"{name}: {len(files)} files for {len(numbers)} parts"
            shuffle(files)
            for command in (merge, merge.replace("parts/*.json", " ".join(files))):
                if run(command, folder) != alone:
                    sys.exit(f"{name}: the parts do not merge into the result of one run (order {seed})")
            size = sum(pathlib.Path(file).stat().st_size for file in files)
            print(f"{name}: {len(files)} parts of {size // len(files)} bytes, equal bytes; {time.time() - begun:.1f} s", flush=True)
    begun = time.time()
    verdicts = []
    recipe = block("reproduce")
    for script in (recipe, recipe.strip().splitlines()[-1]):
        with tempfile.TemporaryDirectory() as folder:
            run(script, folder)
            verdicts += [page.read_bytes() for page in sorted(pathlib.Path(folder).glob("results/*/verdicts.csv"))]
    if len(verdicts) != 2 or verdicts[0] != verdicts[1]:
        sys.exit("reproduce: the steps that were done one by one do not make the verdicts of one run")
    print(f"reproduce: steps one by one, equal verdicts; {time.time() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main()
