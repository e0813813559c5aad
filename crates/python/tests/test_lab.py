"""The experiments of papers, whole and step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

import kirifuda
from kirifuda._kirifuda import do_step, keep_steps, steps_due, steps_kept

WHAT = "003/table-1"


def findings(run: dict) -> list:
    return [experiment.get("finding") for experiment in run["experiments"]]


def test_steps_that_are_done_elsewhere_make_the_same_result(tmp_path: Path) -> None:
    alone = kirifuda.reproduce(WHAT, scale="smoke", out=tmp_path / "alone")
    assert Path(alone["report"]).is_file()
    rounds = 0
    while due := steps_due(WHAT, "smoke", 1, tmp_path / "here"):
        rounds += 1
        for number, (experiment, name, title) in enumerate(due):
            assert experiment == WHAT and title
            folder = tmp_path / f"there-{rounds}-{number}"
            keep_steps(experiment, "smoke", 1, folder, steps_kept(WHAT, "smoke", 1, tmp_path / "here"))
            keep_steps(WHAT, "smoke", 1, tmp_path / "here", [do_step(experiment, name, "smoke", 1, folder, 1)])
    assert rounds >= 1
    told: list[tuple[int, int]] = []
    shared = kirifuda.reproduce(WHAT, scale="smoke", out=tmp_path / "here", progress=lambda *now: told.append(now))
    assert findings(shared) == findings(alone)
    assert told and told[-1][0] == told[-1][1]


def test_what_is_wrong_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(kirifuda.KirifudaError, match="005"):
        kirifuda.reproduce("005", out=tmp_path)
    with pytest.raises(kirifuda.KirifudaError, match="smoke"):
        kirifuda.reproduce(WHAT, scale="smke", out=tmp_path)
    with pytest.raises(kirifuda.KirifudaError, match="no step `nothing` that is due"):
        do_step(WHAT, "nothing", "smoke", 1, tmp_path, 1)
    with pytest.raises(kirifuda.KirifudaError, match="whole paper"):
        do_step("003", "nothing", "smoke", 1, tmp_path, 1)
    with pytest.raises(kirifuda.KirifudaError, match="not a step"):
        keep_steps(WHAT, "smoke", 1, tmp_path, ["{}"])
    _, name, _ = steps_due(WHAT, "smoke", 1, tmp_path)[0]
    step = do_step(WHAT, name, "smoke", 1, tmp_path / "there", 1)
    with pytest.raises(kirifuda.KirifudaError, match="something else"):
        keep_steps(WHAT, "smoke", 2, tmp_path, [step])
    damaged = step.replace('"seconds":', '"seconds":1')
    with pytest.raises(kirifuda.KirifudaError, match="checksum"):
        keep_steps(WHAT, "smoke", 1, tmp_path, [damaged])
