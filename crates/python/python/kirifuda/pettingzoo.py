"""Every game as an environment of PettingZoo, in which agents move one after the other (AEC).

An agent is a seat: ``seat_0``, ``seat_1`` and so on. Its observation holds the bits that the seat may know and a mask of
its legal moves. Rewards come at the end of a game: they are what the game is worth, by seat.

>>> from kirifuda.pettingzoo import env
>>> hearts = env(game="hearts", rules="falcon")
>>> hearts.reset(seed=1)
>>> for agent in hearts.agent_iter():
...     observation, reward, termination, truncation, info = hearts.last()
...     hearts.step(None if termination else int(observation["action_mask"].argmax()))
...     if not termination and any(hearts.terminations.values()):
...         rewards = dict(hearts.rewards)
>>> sum(rewards.values())
-26.0

There is no parallel form of these environments. PettingZoo's parallel environments ask all agents at once, which in a game
of turns would mean that the players who wait have to make moves that count for nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import Game, KirifudaError, State

__all__ = ["env", "raw_env"]


def env(
    game: str = "hearts",
    rules: str = "",
    *,
    mask: str = "observation",
    illegal_reward: float | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Any, int]:
    """A game as an environment that also checks the order of calls.

    ``mask`` says where the legal moves are: in the ``observation``, which then is a dictionary of ``observation`` and
    ``action_mask``; or in the ``info``, and the observation is a plain array.

    An illegal move raises :class:`kirifuda.IllegalAction`. With ``illegal_reward`` it ends the game instead, with this
    reward for who made it and none for the others. Choose it with care: in Hearts all rewards are below zero, and an agent
    may well learn to end the game.
    """
    made: AECEnv[str, Any, int] = raw_env(game, rules, mask=mask, render_mode=render_mode)
    if illegal_reward is not None:
        made = wrappers.TerminateIllegalWrapper(made, illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]
    """A game as an environment, without wrappers. A pickle holds how it was made, not the game that is going on."""

    def __init__(
        self, game: str = "hearts", rules: str = "", *, mask: str = "observation", render_mode: str | None = None
    ) -> None:
        EzPickle.__init__(self, game, rules, mask=mask, render_mode=render_mode)
        super().__init__()
        if mask not in ("observation", "info"):
            raise KirifudaError(f"mask={mask!r}: allowed are 'observation' and 'info'")
        if render_mode not in (None, "ansi", "human"):
            raise KirifudaError(f"render_mode={render_mode!r}: allowed are None, 'ansi' and 'human'")
        #: The game and its rules.
        self.game = Game(game, rules)
        #: The game that is going on, everything open.
        self.table: State | None = None
        self.render_mode = render_mode
        self.metadata = {
            "name": f"kirifuda_{game.replace('-', '_')}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._masks_seen = mask == "observation"
        self._random: np.random.Generator | None = None
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}

    def _space(self) -> spaces.Space[Any]:
        bits = spaces.Box(0, 1, (self.game.observation_size,), np.uint8)
        if not self._masks_seen:
            return bits
        return spaces.Dict({"observation": bits, "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8)})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals anew. With a seed, this deal and those that follow are the same every time."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.table = self.game.deal(int(self._random.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn_over()

    def step(self, action: int | None) -> None:
        """Makes a move of the agent whose turn it is; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise KirifudaError(f"it is the turn of {agent}: None is for agents whose game is over")
        table = self._dealt()
        table.play(action)
        self._cumulative_rewards[agent] = 0.0
        if table.is_over:
            self.rewards = dict(zip(self.possible_agents, map(float, table.returns), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self._turn_over()
        if self.render_mode == "human":
            self.render()

    def _turn_over(self) -> None:
        """Tells whose turn it is, and what it may do."""
        turn = self._dealt().turn
        self.agent_selection = self.agents[0] if turn is None else self.possible_agents[turn]
        self.infos = {agent: {} if self._masks_seen else {"action_mask": self._mask(agent)} for agent in self.agents}

    def observe(self, agent: str) -> Any:
        """What an agent may know now, whether it is its turn or not."""
        bits = self._dealt().observation(self._seats[agent])
        return {"observation": bits, "action_mask": self._mask(agent)} if self._masks_seen else bits

    def _mask(self, agent: str) -> np.ndarray[Any, np.dtype[np.int8]]:
        """The legal moves of an agent: none while others are to move, and none when the game is over."""
        table = self._dealt()
        if table.turn == self._seats[agent]:
            return table.mask().view(np.int8)
        return np.zeros(self.game.num_actions, np.int8)

    def _dealt(self) -> State:
        if self.table is None:
            raise KirifudaError("nothing is dealt yet: call reset() first")
        return self.table

    def render(self) -> str | None:
        """The table with all cards open: a text in the mode ``ansi``, printed in the mode ``human``."""
        picture = str(self._dealt())
        if self.render_mode == "human":
            print(picture)
            return None
        return picture

    def close(self) -> None:
        """Nothing is held that must be given back."""
