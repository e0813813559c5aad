"""Every game as an environment of Gymnasium: one seat learns, players of the list hold the others.

>>> import gymnasium
>>> import kirifuda.gymnasium
>>> env = gymnasium.make("kirifuda/Hearts-v0", rules="falcon", opponents="stock")
>>> observation, info = env.reset(seed=1)
>>> over = False
>>> while not over:
...     observation, reward, over, _, info = env.step(observation["action_mask"].argmax())
>>> float(info["returns"][info["seat"]]) == reward
True

Many games at once, stepped by one call and on all cores:

>>> envs = gymnasium.make_vec("kirifuda/Hearts-v0", num_envs=64, rules="falcon", opponents="stock")
>>> observations, infos = envs.reset(seed=1)
>>> observations, rewards, terminations, truncations, infos = envs.step(observations["action_mask"].argmax(axis=1))
>>> rewards.shape
(64,)
>>> envs.close()
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from . import Batch, Game, KirifudaError, Player, State, games

__all__ = ["Env", "VectorEnv", "ids"]


class Env(gymnasium.Env):
    """One seat of a game. The reward is what the game is worth to it, and comes at the end.

    ``opponents`` is a player of the list for all other seats, or a list of one for each of them, in the order of the seats
    after the learner's. ``seat`` is the seat that learns; None draws one for every deal. ``mask`` says where the legal moves
    are: in the ``observation``, which then is a dictionary of ``observation`` and ``action_mask``, or in the ``info``, and
    the observation is a plain array.

    ``illegal`` says what an illegal move does: ``raise`` an :class:`kirifuda.IllegalAction`, and the game stays as it is;
    or a ``random`` legal move is made instead, which the info tells (for learners that know no masks).
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self,
        game: str = "hearts",
        rules: str = "",
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        mask: str = "observation",
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        #: The game and its rules.
        self.game = Game(game, rules)
        #: The game that is going on, everything open.
        self.table: State | None = None
        self._opponents = _others(self.game, opponents)
        self._fixed = _seat(self.game, seat)
        _one_of("illegal", illegal, ("raise", "random"))
        _one_of("render_mode", render_mode, (None, "ansi", "human"))
        self._replaces = illegal == "random"
        self._masks_seen = _mask_place(mask)
        self.render_mode = render_mode
        self.observation_space = _space(self.game, self._masks_seen)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._seat = 0
        self._players: list[Player] | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deals anew. With a seed, this deal and those that follow are the same every time."""
        super().reset(seed=seed)
        if self._players is None or seed is not None:
            self._players = [
                self.game.player(spec, int(self.np_random.integers(2**63))) for spec in self._opponents
            ]
        while True:
            self.table = self.game.deal(int(self.np_random.integers(2**63)))
            self._seat = int(self.np_random.integers(self.game.seats)) if self._fixed is None else self._fixed
            self._others_move()
            # Where the others end a game before the learner's first turn, there is nothing to learn from it.
            if not self.table.is_over:
                break
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes a move, and then those of the others until it is the learner's turn again or the game is over."""
        table = self._dealt()
        if table.is_over:
            raise KirifudaError("the game is over: call reset() to deal anew")
        legal = table.legal()
        replaced = self._replaces and action not in legal
        table.play(int(self.np_random.choice(legal)) if replaced else action)
        self._others_move()
        info = self._info()
        if self._replaces:
            info["illegal"] = replaced
        if self.render_mode == "human":
            self.render()
        return self._observation(), float(table.returns[self._seat]), table.is_over, False, info

    def _others_move(self) -> None:
        table, players = self._dealt(), self._players or []
        while (turn := table.turn) is not None and turn != self._seat:
            table.play(players[(turn - self._seat - 1) % self.game.seats].choose(table.view()))

    def _observation(self) -> Any:
        bits = self._dealt().observation(self._seat)
        return {"observation": bits, "action_mask": self._mask()} if self._masks_seen else bits

    def _mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        return self._dealt().mask().view(np.int8)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"seat": self._seat}
        if not self._masks_seen:
            info["action_mask"] = self._mask()
        if self._dealt().is_over:
            info["returns"] = np.array(self._dealt().returns, np.float32)
        return info

    def _dealt(self) -> State:
        if self.table is None:
            raise KirifudaError("nothing is dealt yet: call reset() first")
        return self.table

    def render(self) -> str | None:
        """The table with all cards open: a text in the mode ``ansi``, printed in the mode ``human``."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode: name one when you make the environment")
            return None
        picture = str(self._dealt())
        if self.render_mode == "ansi":
            return picture
        print(picture)
        return None


class VectorEnv(gymnasium.vector.VectorEnv):
    """Many games that are stepped together; see :class:`Env` for the words.

    Games that end are dealt anew in the same step. Their infos say what they were worth to every seat:
    ``infos["final_info"]["returns"]``, for the rows in ``infos["final_info"]["_returns"]``. There is no ``final_obs``: a
    game always ends by its rules, never by a limit of time, so nothing has to be learned from what comes after.

    ``seat`` is the seat that learns; None moves it on by one from deal to deal, with all opponents. An illegal move raises
    :class:`kirifuda.IllegalAction`, and no game moves. ``threads``: one for each core, unless said otherwise; nothing but
    the time depends on it.
    """

    metadata = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.SAME_STEP}
    # Older versions of Gymnasium close what is let go of, even where the making of it has failed.
    _batch: Batch | None = None

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "hearts",
        rules: str = "",
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        mask: str = "observation",
        threads: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        #: The game and its rules.
        self.game = Game(game, rules)
        self.num_envs = num_envs
        _one_of("render_mode", render_mode, (None, "ansi"))
        fixed = _seat(self.game, seat)
        self._masks_seen = _mask_place(mask)
        self._threads = threads
        self._rotate = fixed is None
        others = _others(self.game, opponents)
        first = fixed or 0
        self._seats: list[str | None] = [None] * self.game.seats
        for step, spec in enumerate(others, start=1):
            self._seats[(first + step) % self.game.seats] = spec
        self.render_mode = render_mode
        self.single_observation_space = _space(self.game, self._masks_seen)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        # Names that are wrong are told now, not at the first reset.
        self._deal(0)

    def _deal(self, seed: int) -> Batch:
        if self._batch is not None:
            self._batch.close()
        self._batch = self.game.batch(
            self.num_envs, seed, seats=self._seats, rotate=self._rotate, threads=self._threads
        )
        return self._batch

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deals all games anew. With a seed, all that follows is the same every time."""
        super().reset(seed=seed)
        self._open()
        batch = self._deal(int(self.np_random.integers(2**63)))
        return self._observation(batch), self._info(batch)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Makes one move in every game, then those of the others; games that end are dealt anew."""
        batch = self._open()
        seat = batch.seat.copy()
        batch.step(actions)
        done = batch.done.copy()
        info = self._info(batch)
        if done.any():
            info["final_info"] = {"seat": seat, "_seat": done, "returns": batch.reward.copy(), "_returns": done.copy()}
            info["_final_info"] = done.copy()
        rewards = batch.reward[self._rows, seat].astype(np.float64)
        return self._observation(batch), rewards, done, np.zeros(self.num_envs, np.bool_), info

    def _observation(self, batch: Batch) -> Any:
        bits = batch.observation.copy()
        return {"observation": bits, "action_mask": batch.mask.astype(np.int8)} if self._masks_seen else bits

    def _info(self, batch: Batch) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        info = {"seat": batch.seat.copy(), "_seat": everywhere}
        if not self._masks_seen:
            info |= {"action_mask": batch.mask.astype(np.int8), "_action_mask": everywhere.copy()}
        return info

    def _open(self) -> Batch:
        if self._batch is None:
            raise KirifudaError("the environments are closed: make them anew")
        return self._batch

    def render(self) -> tuple[str, ...] | None:
        """The tables with all cards open, as texts."""
        if self.render_mode is None:
            return None
        batch = self._open()
        return tuple(str(batch.state(row)) for row in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        """Gives games and threads back."""
        if self._batch is not None:
            self._batch.close()
            self._batch = None


def ids() -> dict[str, str]:
    """The names under which the games are registered: ``kirifuda/Hearts-v0`` for ``hearts``, and so on.

    >>> ids()["plain-tricks"]
    'kirifuda/PlainTricks-v0'
    """
    return {name: f"kirifuda/{name.title().replace('-', '')}-v0" for name, _ in games()}


def _space(game: Game, masks_seen: bool) -> spaces.Space[Any]:
    bits = spaces.Box(0, 1, (game.observation_size,), np.uint8)
    if not masks_seen:
        return bits
    return spaces.Dict({"observation": bits, "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8)})


def _others(game: Game, opponents: str | Sequence[str]) -> list[str]:
    """The players of the other seats, each checked."""
    names = [opponents] * (game.seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != game.seats - 1:
        raise KirifudaError(f"{len(names)} opponents are named, and {game.name} has {game.seats - 1} other seats")
    for name in dict.fromkeys(names):
        game.player(name)
    return names


def _seat(game: Game, seat: int | None) -> int | None:
    if seat is not None and seat not in range(game.seats):
        raise KirifudaError(f"seat={seat!r}: the seats of {game.name} are 0 to {game.seats - 1}; None for all in turn")
    return seat


def _mask_place(mask: str) -> bool:
    _one_of("mask", mask, ("observation", "info"))
    return mask == "observation"


def _one_of(name: str, value: Any, allowed: tuple[Any, ...]) -> None:
    if value not in allowed:
        raise KirifudaError(f"{name}={value!r}: allowed are {', '.join(map(repr, allowed))}")


for _name, _id in ids().items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id, entry_point="kirifuda.gymnasium:Env", vector_entry_point="kirifuda.gymnasium:VectorEnv", kwargs={"game": _name}
        )
