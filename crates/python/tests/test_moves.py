"""Games as moves alone, and decisions made of them again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kirifuda


@pytest.mark.parametrize("name", [name for name, _ in kirifuda.games()])
def test_what_is_replayed_is_what_was_played(name: str) -> None:
    game = kirifuda.game(name)
    players = ["random"] * game.seats
    numbers, ends = kirifuda.moves(game, players, deals=range(5, 17), seed=3)
    assert numbers.dtype == np.uint16 and len(ends) == 12
    found = kirifuda.replay(game, numbers, ends, first=5, seed=3)
    assert (found["action"] == numbers).all()
    start = 0
    for deal, end in zip(range(5, 17), ends.tolist(), strict=True):
        state = game.deal(3, deal)
        for row in range(start, end):
            assert found["seat"][row] == state.turn
            assert (found["observation"][row] == state.observation()).all()
            legal = found["legal"][found["legal_ends"][row - 1] if row else 0 : found["legal_ends"][row]]
            assert sorted(legal.tolist()) == sorted(state.legal())
            state.play(int(numbers[row]))
        assert state.is_over
        assert all(found["payoff"][row] == state.returns[found["seat"][row]] for row in range(start, end))
        assert set(found["game"][start:end].tolist()) <= {deal}
        start = end


def test_moves_do_not_depend_on_threads_or_on_the_cut() -> None:
    players = ["stock", "search:worlds=2", "random", "falcon"]
    whole, ends = kirifuda.moves("hearts", players, rules="falcon", deals=12, threads=1)
    parts = [kirifuda.moves("hearts", players, rules="falcon", deals=range(*cut), threads=2)[0] for cut in [(0, 5), (5, 12)]]
    assert (np.concatenate(parts) == whole).all() and len(ends) == 12


def test_a_function_plays_and_its_exception_is_the_cause() -> None:
    numbers, _ = kirifuda.moves("kuhn", [lambda view: view.legal()[0], "random"], deals=4)
    assert len(numbers) >= 8

    def fails(view: kirifuda.View) -> int:
        raise RuntimeError("no idea")

    with pytest.raises(kirifuda.PlayerError) as raised:
        kirifuda.moves("kuhn", [fails, "random"], deals=2)
    assert isinstance(raised.value.__cause__, RuntimeError)


def test_wrong_moves_are_refused(tmp_path: Path) -> None:
    numbers, ends = kirifuda.moves("kuhn", ["cfr", "cfr"], deals=3)
    for wrong_numbers, wrong_ends, word in [
        (numbers[:-1], ends, "end before they begin, or beyond"),
        (numbers + np.uint16(40), ends, "deal 0"),
        (numbers, ends[:-1] * 0 + ends[-1], "after the end of the game"),
        (numbers[: ends[0] - 1], ends[:1] - 1, "not over"),
    ]:
        with pytest.raises(kirifuda.KirifudaError, match=word):
            kirifuda.replay("kuhn", wrong_numbers.astype(np.uint16), wrong_ends.astype(np.uint64))
    with pytest.raises(kirifuda.KirifudaError, match="3 players"):
        kirifuda.moves("kuhn", ["cfr"] * 3, deals=1)
    with pytest.raises(kirifuda.KirifudaError, match="leaves none out"):
        kirifuda.moves("kuhn", ["cfr"] * 2, deals=range(0, 10, 2))
