"""Card games with hidden hands, for agents that learn.

A game is dealt once, with all its chance, and then moves by actions alone. Actions are numbers, the same in every
position; an observation is a row of bits, what a seat may know.

>>> import kirifuda
>>> hearts = kirifuda.game("hearts", "standard")
>>> state = hearts.deal(seed=1)
>>> stock = hearts.player("stock")
>>> while not state.is_over:
...     state.play(stock.choose(state.view()))
>>> sum(state.returns)
-26.0
"""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ._kirifuda import (
    Batch,
    Game,
    IllegalAction,
    KirifudaError,
    Player,
    PlayerError,
    Records,
    State,
    View,
    games,
    merge_parts,
    model_about,
    play_match,
    play_moves,
    play_part,
    play_tournament,
    replay_moves,
    run_reproduction,
    run_training,
)
from ._kirifuda import decisions as _decisions

__all__ = [
    "Batch",
    "Game",
    "IllegalAction",
    "KirifudaError",
    "Model",
    "Player",
    "PlayerError",
    "Records",
    "State",
    "View",
    "batched",
    "decisions",
    "game",
    "games",
    "match",
    "merge",
    "moves",
    "part",
    "records",
    "replay",
    "reproduce",
    "tournament",
    "train",
]

Function = TypeVar("Function", bound=Callable[..., Any])
#: What is told of a run: how much is done, and of how much.
Progress = Callable[[int, int], object]


def game(name: str, rules: str = "") -> Game:
    """A game of the list; without rules, those of its first preset.

    >>> game("hearts", "standard,moon=self").seats
    4
    >>> game("hurts")
    Traceback (most recent call last):
    ...
    kirifuda.KirifudaError: unknown game `hurts`; did you mean `hearts`?
    """
    return Game(name, rules)


def batched(function: Function) -> Function:
    """Marks a function as one that is asked about many positions at once.

    It gets an array of observations (n × bits, uint8) and an array of legal actions (n × actions, bool), and returns n
    actions.

    >>> @batched
    ... def first(observation, mask):
    ...     return mask.argmax(axis=1)
    >>> match("kuhn", [first, "random"], deals=100)["games"]
    200
    """
    function.batched = True  # type: ignore[attr-defined]
    return function


def match(
    game: Game | str,
    players: Sequence[Any],
    *,
    deals: int | None = None,
    matches: int | None = None,
    seed: int = 1,
    rules: str = "",
    threads: int | None = None,
    record: str | os.PathLike[str] | None = None,
    overwrite: bool = False,
    progress: bool | Progress | None = None,
) -> dict[str, Any]:
    """Plays duplicate deals: every deal once in each rotation of the players. The result is that of
    ``kirifuda match --json``, to the last bit.

    A player is a text (``"mc:sims=500"``), a :class:`Player`, a :class:`Model`, a function of a :class:`View` that
    returns an action, or a function of many positions (see :func:`batched`).

    ``matches`` plays whole series of deals instead. ``record`` names a file for the games. ``progress`` is a function of
    what is done and of how much, or True for a bar.

    >>> result = match("hearts", ["jake", "stock", "stock", "stock"], deals=100, seed=7)
    >>> result["players"][0]["name"], result["deals"], result["games"]
    ('jake', 100, 400)
    """
    if deals is not None and matches is not None:
        raise KirifudaError("deals and matches are both given: name one of them")
    of = _game(game, rules)
    with _Bar(progress, "matches" if matches is not None else "deals") as told:
        result: dict[str, Any] = play_match(
            of,
            [_contender(player) for player in players],
            _count(matches if matches is not None else 1000 if deals is None else deals, "deals"),
            seed,
            threads,
            matches is not None,
            None if record is None else os.fspath(record),
            overwrite,
            told,
        )
    return result


def tournament(
    game: Game | str,
    players: Sequence[Any],
    *,
    deals: int = 1000,
    seed: int = 1,
    rules: str = "",
    threads: int | None = None,
    progress: bool | Progress | None = None,
) -> dict[str, Any]:
    """Every two players against each other, and ratings. The result is that of ``kirifuda tournament --json``.

    >>> result = tournament("kuhn", ["random", "cfr"], deals=500)
    >>> ratings = {player["name"]: player["rating"] for player in result["players"]}
    >>> ratings["cfr"] > ratings["random"]
    True
    """
    of = _game(game, rules)
    with _Bar(progress, "deals") as told:
        result: dict[str, Any] = play_tournament(
            of, [_contender(player) for player in players], _count(deals, "deals"), seed, threads, told
        )
    return result


def part(
    game: Game | str,
    players: Sequence[Any],
    number: int,
    of: int,
    *,
    deals: int,
    seed: int = 1,
    rules: str = "",
    contest: str = "deals",
    threads: int | None = None,
    progress: bool | Progress | None = None,
) -> str:
    """Part ``number`` (from 1) of ``of`` parts of a run: a text for :func:`merge`, as ``kirifuda match --part`` writes it.

    ``contest`` is ``deals``, ``matches`` or ``tournament``. Players that cannot be repeated on another machine are refused:
    those with a limit of time, and functions.

    >>> parts = [part("kuhn", ["random", "cfr"], number, 3, deals=100) for number in (2, 3, 1)]
    >>> merge(parts) == match("kuhn", ["random", "cfr"], deals=100)
    True
    """
    of_game = _game(game, rules)
    with _Bar(progress, "deals") as told:
        return play_part(
            of_game, [_contender(player) for player in players], _count(deals, "deals"), seed, threads, contest, number, of, told
        )


def merge(parts: Iterable[str]) -> dict[str, Any]:
    """The result of all parts of a run: that of one machine, to the last bit. Parts that overlap, are missing, damaged or of
    another run are refused."""
    result: dict[str, Any] = merge_parts(list(parts))
    return result


def moves(
    game: Game | str,
    players: Sequence[Any],
    *,
    deals: int | range,
    seed: int = 1,
    rules: str = "",
    threads: int | None = None,
    progress: bool | Progress | None = None,
) -> tuple[NDArray[np.uint16], NDArray[np.uint64]]:
    """Plays deals once each, and gives the moves alone: their numbers, and where each game ends.

    The players sit one seat further from deal to deal. This is all that has to travel from who plays to who learns, two bytes a
    move: :func:`replay` makes observations of it.

    >>> numbers, ends = moves("kuhn", ["cfr", "cfr"], deals=range(100, 110))
    >>> len(ends), int(ends[-1]) == len(numbers)
    (10, True)
    """
    asked = range(_count(deals, "deals")) if isinstance(deals, int) else deals
    if asked.step != 1 or asked.start < 0:
        raise KirifudaError(f"deals={asked!r}: a range of deals begins at 0 or later and leaves none out")
    with _Bar(progress, "deals") as told:
        contenders = [_contender(player) for player in players]
        return play_moves(_game(game, rules), contenders, asked.start, len(asked), seed, threads, told)


def replay(
    game: Game | str,
    numbers: NDArray[np.uint16],
    ends: NDArray[np.uint64],
    *,
    first: int = 0,
    seed: int = 1,
    rules: str = "",
) -> dict[str, NDArray[Any]]:
    """Makes the moves of :func:`moves` again: every decision, in arrays as those of :func:`decisions`. ``game`` is the number of
    the deal.

    >>> numbers, ends = moves("kuhn", ["cfr", "cfr"], deals=range(100, 110), seed=7)
    >>> replay("kuhn", numbers, ends, first=100, seed=7)["action"].shape == numbers.shape
    True
    """
    return replay_moves(_game(game, rules), seed, first, numbers, ends)


def reproduce(
    what: str,
    *,
    scale: str = "quick",
    seed: int = 1,
    out: str | os.PathLike[str] = "results",
    threads: int | None = None,
    progress: bool | Progress | None = None,
) -> dict[str, Any]:
    """Runs the experiments of a paper (``001``) or one of them (``001/rows``) again, and writes the report, as ``kirifuda
    reproduce`` does. Steps that are kept in ``out`` are not run again.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run = reproduce("003/pairs-first", scale="smoke", out=folder)  # doctest: +SKIP
    >>> run["experiments"][0]["finding"]["verdicts"]  # doctest: +SKIP
    """
    with _Bar(progress, "steps") as told:
        result: dict[str, Any] = run_reproduction(what, scale, seed, out, threads, told)
        return result


class Model:
    """What a learner has learned: a file with a header that says how it was made.

    >>> model = train("kuhn", "nfsp", deals=0)  # doctest: +SKIP
    >>> Model("net.kfm").header["learner"]  # doctest: +SKIP
    'nfsp'
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)
        with open(self._path, "rb") as file:
            self._bytes = file.read()
        self._about: dict[str, Any] = model_about(self._bytes)

    @classmethod
    def from_bytes(cls, data: bytes) -> Model:
        """A model from the bytes of its file."""
        folder = tempfile.mkdtemp(prefix="kirifuda-")
        path = os.path.join(folder, "model.kfm")
        with open(path, "wb") as file:
            file.write(data)
        model = cls(path)
        # The file goes with the model.
        weakref.finalize(model, shutil.rmtree, folder, True)
        return model

    @property
    def header(self) -> dict[str, Any]:
        """Game, rules, learner, settings, seed, deals: how it was made."""
        return self._about

    @property
    def path(self) -> str:
        """Where its file is."""
        return self._path

    @property
    def spec(self) -> str:
        """The player of this model, as a text: ``linear-q:model=net.kfm``."""
        return f"{self._about['learner']}:model={self._path}"

    def player(self, seed: int = 0, **settings: Any) -> Player:
        """The player of this model, under the rules that it was trained for."""
        return Game(self._about["game"], self._about["rules"]).player(self.spec, seed, **settings)

    def save(self, path: str | os.PathLike[str], overwrite: bool = False) -> None:
        """Writes the file; one that is there is kept, unless asked to replace it."""
        path = os.fspath(path)
        if os.path.exists(path) and not overwrite:
            raise FileExistsError(f"{path} exists: name another file, or say overwrite=True")
        handle, draft = tempfile.mkstemp(dir=os.path.dirname(path) or ".")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(self._bytes)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, path)
        except BaseException:
            os.unlink(draft)
            raise

    def __bytes__(self) -> bytes:
        return self._bytes

    def __reduce__(self) -> tuple[Any, ...]:
        return (Model.from_bytes, (self._bytes,))

    def __repr__(self) -> str:
        about = self._about
        return f"<kirifuda.Model {about['learner']} of {about['game']}, {about['deals']} deals>"


def train(
    game: Game | str,
    learner: str,
    *,
    deals: int = 100_000,
    opponents: str | None = None,
    seed: int | None = None,
    rules: str = "",
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: bool | Progress | None = None,
    **settings: Any,
) -> Model:
    """Trains a learner of the list, as ``kirifuda train`` does: the same words give the same bytes.

    With ``checkpoint`` a file is kept every minute, and when Ctrl-C is pressed; ``resume=True`` goes on from it.

    >>> model = train("plain-tricks", "linear-q", deals=200, seed=3)
    >>> model.header["deals"]
    200
    >>> result = match("plain-tricks", [model, "random", "random", "random"], deals=50)
    >>> result["deals"]
    50
    """
    of = _game(game, rules)
    for name, value in settings.items():
        text = ("on" if value else "off") if isinstance(value, bool) else str(value)
        learner += ("," if ":" in learner else ":") + f"{name.replace('_', '-')}={text}"
    place = None if checkpoint is None else os.fspath(checkpoint)
    data = None
    if resume:
        if place is None:
            raise KirifudaError("resume=True goes on from a checkpoint: name its file, checkpoint=…")
        with open(place, "rb") as file:
            data = file.read()
    elif place is not None and os.path.exists(place):
        raise FileExistsError(f"{place} is of a training that can go on: say resume=True, or name another file")
    with _Bar(progress, "deals") as told:
        model: bytes = run_training(of, learner, _count(deals, "deals"), opponents, seed, place, data, told)
    if place is not None and os.path.exists(place):
        os.unlink(place)
    return Model.from_bytes(model)


def records(path: str | os.PathLike[str]) -> Iterator[dict[str, Any]]:
    """The games of a record file, one after the other, as dictionaries."""
    return iter(Records(os.fspath(path)))


def decisions(path: str | os.PathLike[str], *, arrow: bool = False) -> Any:
    """Every decision of a record file.

    A dictionary of arrays with a row for each decision: ``observation`` (bits), ``action``, ``seat``, ``game``,
    ``payoff``; ``legal`` has the legal actions of all decisions one after the other, ``legal_ends`` where those of each
    end. With ``arrow=True`` a ``pyarrow.Table`` in which ``legal`` is a column of lists.
    """
    columns = _decisions(os.fspath(path))
    if not arrow:
        return columns
    import numpy
    import pyarrow

    ends = columns.pop("legal_ends")
    offsets = numpy.concatenate([[0], ends]).astype("int32")
    observation = columns.pop("observation")
    lists = {
        "observation": pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(observation.reshape(-1)), observation.shape[1]),
        "legal": pyarrow.ListArray.from_arrays(pyarrow.array(offsets), pyarrow.array(columns.pop("legal"))),
    }
    return pyarrow.table({**lists, **{name: pyarrow.array(values) for name, values in columns.items()}})


def _game(game: Game | str, rules: str) -> Game:
    if isinstance(game, Game):
        if rules:
            raise KirifudaError(f"the rules are given twice: {game!r} has its own; leave out rules={rules!r}")
        return game
    return Game(game, rules)


def _contender(player: Any) -> Any:
    return player.spec if isinstance(player, Model) else player


def _count(number: int, what: str) -> int:
    if isinstance(number, bool) or int(number) != number or number < 1:
        raise KirifudaError(f"{what}={number!r}: a whole number from 1 on is expected")
    return int(number)


class _Bar:
    """Tells the progress: to a function, or in a bar where tqdm is installed."""

    def __init__(self, progress: bool | Progress | None, unit: str) -> None:
        self._function: Progress | None = None
        self._bar: Any = None
        if progress is True:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return
            self._bar = tqdm(unit=unit)
            self._function = self._advance
        elif progress:
            self._function = progress

    def _advance(self, done: int, total: int) -> None:
        self._bar.total = total
        self._bar.update(done - self._bar.n)

    def __enter__(self) -> Progress | None:
        return self._function

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
