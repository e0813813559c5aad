"""Anything may be thrown at the interface: it answers, or raises an exception of its own. The interpreter stays alive."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import kirifuda

NAMES = [name for name, _ in kirifuda.games()]
EXPECTED = (ValueError, TypeError, OverflowError, IndexError, OSError)
junk = st.one_of(
    st.integers(),
    st.text(max_size=8),
    st.floats(),
    st.none(),
    st.booleans(),
    st.binary(max_size=8),
    st.lists(st.integers(-3, 60), max_size=5),
)
texts = st.one_of(
    st.text(max_size=12), st.sampled_from(["", "standard", "standard,moon=self", "players=9", "a=b,a=b", "uecda,players=3"])
)
specs = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["random", "stock", "mc:sims=5", "mc:sims=-1", "linear-q:model=/dev/null", "deep:x", "cfr:", ":", "exec:ls"]),
)


def tried(call: object, *arguments: object, **named: object) -> object:
    try:
        return call(*arguments, **named)  # type: ignore[operator]
    except EXPECTED:
        return None


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.sampled_from(NAMES), st.text(max_size=8)), texts, specs, junk, junk)
def test_games_and_players(name: str, rules: str, spec: str, one: object, two: object) -> None:
    game = tried(kirifuda.game, name, rules)
    if game is None:
        return
    assert isinstance(game, kirifuda.Game)
    player = tried(game.player, spec, one)
    state = game.deal(1)
    for call in [state.play, state.view, state.observation, game.action_text, game.action_number, game.deal, game.read]:
        tried(call, one)
    tried(state.imagine, one, two)
    tried(game.read, one, two)
    if isinstance(player, kirifuda.Player):
        tried(player.choose, one)
        assert player.choose(game.deal(2).view()) in game.deal(2).legal()


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(NAMES),
    st.integers(-1, 6),
    st.lists(st.one_of(st.none(), specs), max_size=6),
    st.lists(st.one_of(st.lists(st.integers(-2, 5000), max_size=6), junk), max_size=8),
    st.sampled_from(["bits", "packed", "none", "x"]),
)
def test_batches(name: str, n: int, seats: list[str | None], actions: list[object], observation: str) -> None:
    game = kirifuda.game(name)
    batch = tried(game.batch, n, 1, seats=seats, observation=observation, threads=1)
    if batch is None:
        return
    assert isinstance(batch, kirifuda.Batch)
    for action in actions:
        tried(batch.step, action)
        tried(batch.ask, action)
        tried(batch.view, action)
    # Whatever was tried: legal moves are made, and the mask is that of the game.
    for _ in range(3):
        assert batch.mask[np.arange(n), batch.random()].all()
        batch.step(batch.random())
        for row in range(n):
            assert np.flatnonzero(batch.mask[row]).tolist() == sorted(batch.state(row).legal())


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["kuhn", "leduc"]), st.lists(st.one_of(specs, junk), max_size=3), junk, junk, junk)
def test_matches(name: str, players: list[object], deals: object, seed: object, rules: object) -> None:
    small = deals if not isinstance(deals, int) else deals % 50
    tried(kirifuda.match, name, players, deals=small, seed=seed)
    tried(kirifuda.match, name, ["random", "random"], deals=5, seed=1, rules=rules)
    tried(kirifuda.tournament, name, players, deals=small, seed=seed)
    tried(kirifuda.train, name, "nfsp" if players else "", deals=small, seed=seed, rules=rules)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_function_may_return_anything(data: st.DataObject) -> None:
    def anything(view: kirifuda.View) -> object:
        return data.draw(st.one_of(st.integers(-1, 3), junk))

    tried(kirifuda.match, "leduc", [anything, "random"], deals=2, threads=1)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_files(content: bytes) -> None:
    import tempfile

    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        tried(kirifuda.Model, file.name)
        tried(lambda: list(kirifuda.records(file.name)))
        tried(kirifuda.decisions, file.name)
        tried(kirifuda.train, "kuhn", "nfsp", deals=1, checkpoint=file.name, resume=True)
