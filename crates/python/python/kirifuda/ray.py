"""Matches, tournaments, sweeps of trainings and the experiments of papers over a Ray cluster.

A run is cut into parts (:func:`kirifuda.part`); every part is a task, a part whose worker is lost is played again, and the parts
merge to the result of one machine, to the last bit. Ray is not a dependency: ``pip install ray``, and call ``ray.init(...)``
first. All machines need the same build of Kirifuda; parts of another build are refused when they are merged.

    import ray, kirifuda.ray
    ray.init(address="auto")
    kirifuda.ray.match("hearts", ["deep", "stock", "stock", "stock"], deals=1_000_000, progress=True)

Ray listens on all network interfaces; on a machine that others can reach, start it behind a firewall or in a network namespace.
"""

from __future__ import annotations

import collections
import itertools
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import ray
from numpy.typing import NDArray

from . import Game, KirifudaError, Model, Progress, _Bar, _contender, _count, _game, merge, moves, part, replay, train
from . import match as _match
from . import reproduce as _reproduce
from ._kirifuda import do_step, keep_steps, steps_due, steps_kept

__all__ = ["Games", "match", "reproduce", "self_play", "sweep", "tournament"]


def match(
    game: Game | str,
    players: Sequence[Any],
    *,
    deals: int | None = None,
    matches: int | None = None,
    seed: int = 1,
    rules: str = "",
    parts: int | None = None,
    cpus: int = 1,
    retries: int = 10,
    progress: bool | Progress | None = None,
) -> dict[str, Any]:
    """The result of :func:`kirifuda.match`, played by the cluster.

    ``parts``: into how many it is cut; by default four for each processor of the cluster. ``cpus``: how many processors a part
    has. ``retries``: how often a part is played again whose worker was lost.
    """
    if deals is not None and matches is not None:
        raise KirifudaError("deals and matches are both given: name one of them")
    contest = "deals" if matches is None else "matches"
    count = _count(matches if matches is not None else 1000 if deals is None else deals, "deals")
    return _shared(game, players, contest, count, seed, rules, parts, cpus, retries, progress)


def tournament(
    game: Game | str,
    players: Sequence[Any],
    *,
    deals: int = 1000,
    seed: int = 1,
    rules: str = "",
    parts: int | None = None,
    cpus: int = 1,
    retries: int = 10,
    progress: bool | Progress | None = None,
) -> dict[str, Any]:
    """The result of :func:`kirifuda.tournament`, played by the cluster."""
    return _shared(game, players, "tournament", _count(deals, "deals"), seed, rules, parts, cpus, retries, progress)


def sweep(
    game: Game | str,
    learner: str,
    grid: Mapping[str, Sequence[Any]],
    *,
    deals: int = 100_000,
    seeds: Sequence[int] = (1,),
    opponents: str | None = None,
    rules: str = "",
    against: Sequence[str] = (),
    evaluate_deals: int = 1000,
    evaluate_seed: int = 1_000_001,
    retries: int = 3,
    progress: bool | Progress | None = None,
) -> list[dict[str, Any]]:
    """Trains a learner with every combination of some settings and every seed, and measures each against ``against``.

    A list of dictionaries in the order of the grid: ``settings``, ``seed``, ``model`` (a :class:`Model`), ``result`` (as of
    :func:`kirifuda.match`, the learner first). The deals of the measurement have a seed of their own.
    """
    of = _game(game, rules)
    work = [
        (dict(zip(grid, values, strict=True)), seed)
        for values in itertools.product(*grid.values())
        for seed in seeds
    ]

    def one(settings: dict[str, Any], seed: int) -> tuple[bytes, dict[str, Any] | None]:
        model = train(of, learner, deals=deals, opponents=opponents, seed=seed, **settings)
        result = None
        if against:
            result = _match(of, [model, *against], deals=evaluate_deals, seed=evaluate_seed, threads=1)
            result["players"][0]["name"] = learner
        return bytes(model), result

    task = ray.remote(num_cpus=1, max_retries=retries)(one)
    found = _gathered([task.remote(settings, seed) for settings, seed in work], "trainings", progress)
    return [
        {"settings": settings, "seed": seed, "model": Model.from_bytes(model), "result": result}
        for (settings, seed), (model, result) in zip(work, found, strict=True)
    ]


def reproduce(
    what: str,
    *,
    scale: str = "quick",
    seed: int = 1,
    out: str | os.PathLike[str] = "results",
    cpus: int = 1,
    retries: int = 10,
    progress: bool | Progress | None = None,
) -> dict[str, Any]:
    """The result of :func:`kirifuda.reproduce`, each step of it a task of the cluster.

    Steps that are kept in ``out`` are not made again; a step is kept as soon as it comes back, so that a run that was ended goes
    on where it stopped. Only the caller needs the folder ``out``. Steps that need others wait for them: the cluster is idle at
    the end of such a round while the longest step is finished.
    """
    with _Bar(progress, "steps") as told:
        done = 0
        while due := steps_due(what, scale, seed, out):
            kept = ray.put(steps_kept(what, scale, seed, out))

            def one(experiment: str, name: str, kept: list[str]) -> str:
                with tempfile.TemporaryDirectory(prefix="kirifuda-") as folder:
                    keep_steps(experiment, scale, seed, folder, kept)
                    return do_step(experiment, name, scale, seed, folder, cpus)

            task = ray.remote(num_cpus=cpus, max_retries=retries)(one)
            waiting = [task.remote(experiment, name, kept) for experiment, name, _ in due]
            total = done + len(waiting)
            try:
                while waiting:
                    ready, waiting = ray.wait(waiting, num_returns=1, timeout=1.0)
                    keep_steps(what, scale, seed, out, [ray.get(step) for step in ready])
                    done += len(ready)
                    if told is not None:
                        told(done, total)
            except ray.exceptions.RayTaskError as why:
                raise why.as_instanceof_cause() from None
            finally:
                for step in waiting:
                    ray.cancel(step, force=True)
    return _reproduce(what, scale=scale, seed=seed, out=out)


@dataclass(frozen=True)
class Games:
    """Games that actors have played: the moves came over the network, the decisions are made of them here."""

    game: Game
    #: Their deals.
    deals: range
    seed: int
    #: The numbers of the moves, game after game, and where each game ends.
    numbers: NDArray[np.uint16]
    ends: NDArray[np.uint64]

    def decisions(self) -> dict[str, NDArray[Any]]:
        """Every decision, in arrays as those of :func:`kirifuda.decisions`."""
        return replay(self.game, self.numbers, self.ends, first=self.deals.start, seed=self.seed)


def self_play(
    game: Game | str,
    players: Sequence[Any] | Callable[[], Sequence[Any]],
    *,
    deals: int,
    block: int = 100,
    first: int = 0,
    seed: int = 1,
    rules: str = "",
    ahead: int | None = None,
    cpus: int = 1,
    retries: int = 10,
) -> Iterator[Games]:
    """Games for one learner, played by the cluster: blocks of ``block`` deals, in the order of the deals.

    For players whose moves are dear: those that search, or large nets. ``players`` is a list, or a function that gives the list
    as it is now; it is called whenever a block is given out, so that what was learned reaches the actors. ``ahead`` blocks are
    given out before the first is asked for, by default two for each processor: so old are the players of a block at most. A
    block whose worker is lost is given out again, with the players that it had. Actors send moves, two bytes each.

    With a list the games are the same on every cluster. With a function they depend on when it was called: on ``ahead``, not on
    how fast the machines are.

        for games in self_play("hearts", lambda: [f"search:worlds={worlds}"] * 4, deals=10_000):
            learn(games.decisions())
    """
    of = _game(game, rules)
    if block < 1:
        raise KirifudaError(f"block={block}: a block has at least one deal")
    last = first + _count(deals, "deals")
    starts = iter(range(first, last, block))
    if ahead is None:
        ahead = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)) // cpus)

    def one(contenders: list[Any], start: int, end: int) -> tuple[NDArray[np.uint16], NDArray[np.uint64]]:
        return moves(of, contenders, deals=range(start, end), seed=seed, threads=cpus)

    task = ray.remote(num_cpus=cpus, max_retries=retries)(one)
    waiting: collections.deque[tuple[range, Any]] = collections.deque()

    def give_out() -> None:
        start = next(starts, None)
        if start is not None:
            seated = players() if callable(players) else players
            asked = range(start, min(start + block, last))
            waiting.append((asked, task.remote([_contender(player) for player in seated], asked.start, asked.stop)))

    try:
        for _ in range(max(1, ahead)):
            give_out()
        while waiting:
            asked, promise = waiting.popleft()
            numbers, ends = ray.get(promise)
            yield Games(of, asked, seed, numbers, ends)
            give_out()
    except ray.exceptions.RayTaskError as why:
        raise why.as_instanceof_cause() from None
    finally:
        for _, promise in waiting:
            ray.cancel(promise, force=True)


def _shared(
    game: Game | str,
    players: Sequence[Any],
    contest: str,
    deals: int,
    seed: int,
    rules: str,
    parts: int | None,
    cpus: int,
    retries: int,
    progress: bool | Progress | None,
) -> dict[str, Any]:
    of = _game(game, rules)
    contenders = [_contender(player) for player in players]
    if parts is None:
        parts = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)) // cpus)
    parts = min(parts, deals)

    def one(number: int) -> str:
        return part(of, contenders, number, parts, deals=deals, seed=seed, contest=contest, threads=cpus)

    task = ray.remote(num_cpus=cpus, max_retries=retries)(one)
    return merge(_gathered([task.remote(number) for number in range(1, parts + 1)], "parts", progress))


def _gathered(tasks: list[Any], unit: str, progress: bool | Progress | None) -> list[Any]:
    """What the tasks gave, in their order. One that fails ends all; so does Ctrl-C."""
    waiting = list(tasks)
    try:
        with _Bar(progress, unit) as told:
            while waiting:
                _, waiting = ray.wait(waiting, num_returns=1, timeout=1.0)
                if told is not None:
                    told(len(tasks) - len(waiting), len(tasks))
            return list(ray.get(tasks))
    except ray.exceptions.RayTaskError as why:
        raise why.as_instanceof_cause() from None
    finally:
        for task in waiting:
            ray.cancel(task, force=True)
