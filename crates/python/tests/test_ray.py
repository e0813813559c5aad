"""Runs over a Ray cluster, where Ray is installed: the bits of one machine, also when workers are lost.

Ray listens on all interfaces. Where that matters, run these tests in a network namespace that has only `lo`:

    WITH_RAY=1 scripts/python-tests --collect-only -q
    unshare -n bash -c 'ip link set lo up; cd crates/python; ../../target/python/bin/python -m pytest tests/test_ray.py'
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kirifuda

ray = pytest.importorskip("ray", reason="Ray is not installed: WITH_RAY=1 scripts/python-tests")
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """Two nodes of one processor each, on this machine."""
    from ray.cluster_utils import Cluster

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False)
    yield
    ray.shutdown()
    nodes.shutdown()


def workers() -> list[int]:
    """Processes that play a part at this moment."""
    found = subprocess.run(["pgrep", "-f", "^ray::one"], capture_output=True, text=True).stdout
    return [int(line) for line in found.split()]


def test_a_match_has_the_bits_of_one_machine_though_workers_are_killed(cluster: None) -> None:
    import kirifuda.ray

    players = ["stock", "jake", "rule", "random"]
    alone = kirifuda.match("hearts", players, rules="falcon", deals=200_000, seed=7)
    killed: set[int] = set()
    over = threading.Event()

    def kill() -> None:
        while len(killed) < 2 and not over.is_set():
            for pid in workers()[: 2 - len(killed)]:
                if pid not in killed:
                    os.kill(pid, signal.SIGKILL)
                    killed.add(pid)
            time.sleep(0.5)

    killer = threading.Thread(target=kill)
    killer.start()
    told: list[tuple[int, int]] = []
    result = kirifuda.ray.match(
        "hearts", players, rules="falcon", deals=200_000, seed=7, parts=40, progress=lambda *now: told.append(now)
    )
    over.set()
    killer.join()
    assert len(killed) == 2, "two workers were killed in the middle"
    assert result == alone
    assert told[-1] == (40, 40)


def test_a_tournament_and_a_sweep(cluster: None) -> None:
    import kirifuda.ray

    players = ["random", "cfr", "mc:sims=5"]
    assert kirifuda.ray.tournament("kuhn", players, deals=300, parts=7) == kirifuda.tournament("kuhn", players, deals=300)
    found = kirifuda.ray.sweep(
        "plain-tricks", "linear-q", {"step": [0.1, 0.3]}, deals=200, seeds=[1, 2], against=["random"] * 3, evaluate_deals=50
    )
    assert [(one["settings"]["step"], one["seed"]) for one in found] == [(0.1, 1), (0.1, 2), (0.3, 1), (0.3, 2)]
    model = kirifuda.train("plain-tricks", "linear-q", step=0.3, deals=200, seed=2)
    assert bytes(found[3]["model"]) == bytes(model)
    assert found[3]["result"]["deals"] == 50


def test_what_cannot_be_shared_out_is_refused(cluster: None) -> None:
    import kirifuda.ray

    with pytest.raises(kirifuda.KirifudaError, match="cannot be played in parts"):
        kirifuda.ray.match("kuhn", [lambda view: 0, "random"], deals=10)
    with pytest.raises(kirifuda.KirifudaError, match="unknown player"):
        kirifuda.ray.match("kuhn", ["nobody", "random"], deals=10)


def test_experiments_of_a_paper_and_kept_steps_are_not_made_again(cluster: None, tmp_path: Path) -> None:
    import kirifuda.ray

    def findings(run: dict[str, Any]) -> list[Any]:
        return [experiment.get("finding") for experiment in run["experiments"]]

    alone = kirifuda.reproduce("001/rows", scale="smoke", out=tmp_path / "alone")
    told: list[tuple[int, int]] = []
    shared = kirifuda.ray.reproduce(
        "001/rows", scale="smoke", out=tmp_path / "shared", progress=lambda *now: told.append(now)
    )
    assert findings(shared) == findings(alone)
    assert told and told[-1][0] == told[-1][1]
    told.clear()
    again = kirifuda.ray.reproduce("001/rows", scale="smoke", out=tmp_path / "shared", progress=lambda *now: told.append(now))
    assert findings(again) == findings(alone) and not told


def test_actors_play_for_one_learner_and_a_lost_block_is_given_out_again(cluster: None) -> None:
    import kirifuda.ray

    game, teacher = kirifuda.game("plain-tricks"), ["uct:sims=60"] * 4
    killed: list[int] = []
    blocks = []
    for games in kirifuda.ray.self_play(game, teacher, deals=24, block=4, seed=5):
        if not killed and (found := workers()):
            os.kill(found[0], signal.SIGKILL)
            killed.append(found[0])
        blocks.append(games)
    assert killed, "a worker was killed"
    assert [games.deals for games in blocks] == [range(start, start + 4) for start in range(0, 24, 4)]
    numbers, _ = kirifuda.moves(game, teacher, deals=24, seed=5)
    assert [int(number) for games in blocks for number in games.numbers] == numbers.tolist()
    assert blocks[1].decisions()["game"].min() == 4

    # What was learned reaches the actors, after as many blocks as were given out ahead.
    calls = iter(range(100))
    players = lambda: [["random", "uct:sims=2"][next(calls) % 2]] * 4  # noqa: E731
    found = [games.numbers.tolist() for games in kirifuda.ray.self_play(game, players, deals=6, block=2, ahead=1)]
    for number, start in enumerate(range(0, 6, 2)):
        one = ["random", "uct:sims=2"][number % 2]
        assert found[number] == kirifuda.moves(game, [one] * 4, deals=range(start, start + 2))[0].tolist()
