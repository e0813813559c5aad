#!/usr/bin/env python3
"""What Ray costs: a match as one run of the package on all cores, and the same match in parts on two local nodes, in turn.

    pip install ./crates/python ray
    unshare -n bash -c 'ip link set lo up; python benches/cluster.py [--seconds 10] [--rounds 3] [--write benches/cluster.txt]'

Parts are so large that one takes about `--seconds`, two for each core. Times are of the clock, so that the cores must be idle.
Then the same for self-play by actors with players that search: blocks of about a second, for one learner that replays them.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import time
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

import kirifuda
import kirifuda.ray

CORES = os.cpu_count() or 2
PLAYERS = ["stock", "jake", "rule", "random"]
TEACHER = ["uct:sims=100"] * 4


def timed(work) -> tuple[float, object]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def alone(deals: int, threads: int | None = None) -> dict:
    return kirifuda.match("hearts", PLAYERS, rules="falcon", deals=deals, seed=7, threads=threads)


def shared(deals: int, parts: int) -> dict:
    return kirifuda.ray.match("hearts", PLAYERS, rules="falcon", deals=deals, seed=7, parts=parts)


def actors(deals: int, block: int) -> int:
    blocks = kirifuda.ray.self_play("plain-tricks", TEACHER, deals=deals, block=block)
    return sum(len(games.decisions()["action"]) for games in blocks)


def here(deals: int) -> int:
    numbers, ends = kirifuda.moves("plain-tricks", TEACHER, deals=deals)
    return len(kirifuda.replay("plain-tricks", numbers, ends)["action"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": CORES // 2, "include_dashboard": False})
    nodes.add_node(num_cpus=CORES - CORES // 2)
    ray.init(address=nodes.address, log_to_driver=False)
    parts = 2 * CORES
    pace = 20_000 / timed(lambda: alone(20_000, 1))[0]
    deals = parts * int(pace * options.seconds)
    one_second = max(1, int(8 / timed(lambda: kirifuda.moves("plain-tricks", TEACHER, deals=8, threads=1))[0]))
    taught = 10 * CORES * one_second
    shared(parts * 100, parts)  # workers are started
    times: dict[str, list[float]] = {"match, one run": [], "match, Ray": [], "self-play, one run": [], "self-play, Ray": []}
    for _ in range(options.rounds):
        one, expected = timed(lambda: alone(deals))
        many, found = timed(lambda: shared(deals, parts))
        assert found == expected, "the bits of one run"
        times["match, one run"].append(deals / one)
        times["match, Ray"].append(deals / many)
        one, expected = timed(lambda: here(taught))
        many, found = timed(lambda: actors(taught, one_second))
        assert found == expected
        times["self-play, one run"].append(taught / one)
        times["self-play, Ray"].append(taught / many)
    lines = [
        f"python benches/cluster.py --seconds {options.seconds:g} --rounds {options.rounds}",
        f"kirifuda 0.1.0, ray {ray.__version__}, CPython {platform.python_version()}, {CORES} cores; {deals:,} deals of "
        f"{', '.join(PLAYERS)} in {parts} parts; {taught:,} deals of {TEACHER[0]} in plain tricks in blocks of {one_second}",
        "",
    ]
    for name, found in times.items():
        lines.append(f"{name:22s} {statistics.median(found):10,.0f} deals a second   ({min(found):,.0f} to {max(found):,.0f})")
    lines.append("")
    for what in ("match", "self-play"):
        ratio = statistics.median(b / a for a, b in zip(times[f"{what}, one run"], times[f"{what}, Ray"]))
        lines.append(f"{100 * ratio:5.1f}%   {what}: Ray / one run (asked: 85%)")
    text = "\n".join(lines) + "\n"
    print(text, end="")
    if options.write:
        options.write.write_text(text)
    ray.shutdown()
    nodes.shutdown()


if __name__ == "__main__":
    main()
