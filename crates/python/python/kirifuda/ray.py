"""Matches, tournaments and sweeps of trainings over a Ray cluster.

A run is cut into parts (:func:`kirifuda.part`); every part is a task, a part whose worker is lost is played again, and the parts
merge to the result of one machine, to the last bit. Ray is not a dependency: ``pip install ray``, and call ``ray.init(...)``
first. All machines need the same build of Kirifuda; parts of another build are refused when they are merged.

    import ray, kirifuda.ray
    ray.init(address="auto")
    kirifuda.ray.match("hearts", ["deep", "stock", "stock", "stock"], deals=1_000_000, progress=True)

Ray listens on all network interfaces; on a machine that others can reach, start it behind a firewall or in a network namespace.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import ray

from . import Game, KirifudaError, Model, Progress, _Bar, _contender, _count, _game, merge, part, train
from . import match as _match

__all__ = ["match", "sweep", "tournament"]


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
