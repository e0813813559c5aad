"""Every game as a game of OpenSpiel, and our players as its policies and bots.

Kuhn and Leduc poker begin with a chance node that has every deal, so OpenSpiel can walk the whole game: its exploitability
of a player is the one that :meth:`kirifuda.Game.exploitability` tells.

>>> from kirifuda.openspiel import PlayerPolicy, load_game
>>> from open_spiel.python.algorithms.exploitability import exploitability
>>> leduc = load_game("leduc")
>>> theirs = exploitability(leduc, PlayerPolicy(leduc, "cfr:iterations=50"))
>>> abs(theirs - leduc.kirifuda.exploitability("cfr:iterations=50")) < 1e-9
True

The other games have too many deals to be listed. They begin with a chance node that has one outcome, "deal", and what is
dealt is drawn from a seed; OpenSpiel calls this sampled chance. Importing this module registers all of them:

>>> import pyspiel
>>> hearts = pyspiel.load_game("kirifuda_hearts(rules=falcon,seed=7)")
>>> hearts.num_players(), hearts.num_distinct_actions()
(4, 52)
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import policy

from . import Game, KirifudaError, Player, State, games

__all__ = ["PlayerBot", "PlayerPolicy", "load_game", "name_of"]

#: Games whose deals can all be listed, and whose observation tells all that a seat has seen (but for the suits of Leduc
#: poker, which mean nothing).
_SMALL = ("kuhn", "leduc")
#: No deal of a large game is worth more than this, nor less than its negative; and none has more moves.
_LARGE_UTILITY, _LARGE_LENGTH = 1000.0, 1000


def name_of(game: str) -> str:
    """The name of a game in OpenSpiel's list.

    >>> name_of("plain-tricks")
    'kirifuda_plain_tricks'
    """
    return f"kirifuda_{game.replace('-', '_')}"


def load_game(game: str, rules: str = "", seed: int = 1) -> pyspiel.Game:
    """A game of OpenSpiel. Without rules, those of the game's first preset; the seed is for games with sampled chance.

    >>> load_game("kuhn").max_chance_outcomes()
    6
    """
    Game(game, rules)
    return pyspiel.load_game(name_of(game), {"rules": rules, "seed": seed})


class _Game(pyspiel.Game):  # type: ignore[misc]
    """A game under some rules. Each game of the list has its own class."""

    #: The name in our list.
    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        name, params = self.name, dict(params or {})
        #: The game as the package has it.
        self.kirifuda = Game(name, params.get("rules", ""))
        self.seed = params.get("seed", 1)
        #: How many games have been dealt from the seed.
        self.dealt = 0
        small = name in _SMALL
        #: Every deal with its probability, in the small games.
        self.deals = self.kirifuda.all_deals() if small else None
        most = self.kirifuda.large if small else _LARGE_UTILITY
        info = pyspiel.GameInfo(
            num_distinct_actions=self.kirifuda.num_actions,
            max_chance_outcomes=len(self.deals) if self.deals else 1,
            num_players=self.kirifuda.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if small else None,
            # All deals of these pokers allow the same bets.
            max_game_length=_longest(self.deals[0][1]) if self.deals else _LARGE_LENGTH,
        )
        super().__init__(_type(name), info, params)

    def new_initial_state(self) -> pyspiel.State:
        return _State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return _Observer(self, kind, params)

    def deal(self) -> State:
        """The next deal of the seed."""
        self.dealt += 1
        return self.kirifuda.deal(self.seed, self.dealt - 1)


class _State(pyspiel.State):  # type: ignore[misc]
    """A position. OpenSpiel copies it by copying its fields, so it holds nothing but the table."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        #: The game that is going on, everything open; None before the deal.
        self.table: State | None = None

    def current_player(self) -> int:
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.table.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn

    def _legal_actions(self, player: int) -> list[int]:
        table = self.table
        return sorted(table.legal()) if table is not None and table.turn == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.get_game().deals
        return [(0, 1.0)] if deals is None else [(number, chance) for number, (chance, _) in enumerate(deals)]

    def _apply_action(self, action: int) -> None:
        if self.table is not None:
            self.table.play(action)
            return
        game = self.get_game()
        self.table = game.deal() if game.deals is None else game.deals[action][1].clone()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(self.get_game().kirifuda.action_text(action))

    def is_terminal(self) -> bool:
        return self.table is not None and self.table.is_over

    def returns(self) -> list[float]:
        if self.table is None:
            return [0.0] * self.get_game().num_players()
        return [float(worth) for worth in self.table.returns]

    def __str__(self) -> str:
        return "before the deal" if self.table is None else str(self.table)


class _Observer:
    """What a seat may know: bits as a tensor, and a text that names the situation."""

    def __init__(self, game: _Game, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise KirifudaError(f"observations have no parameters, and {params} are given")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise KirifudaError("an observation is what one seat may know: public, and its own private information")
        self.tensor = np.zeros(game.kirifuda.observation_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        self.tensor[:] = 0 if state.table is None else state.table.observation(player)

    def string_from(self, state: _State, player: int) -> str:
        return "before the deal" if state.table is None else str(state.table.view(player).key)


class PlayerPolicy(policy.Policy):  # type: ignore[misc]
    """How likely one of our players makes each move. It must be able to say so, as ``cfr`` and ``nfsp`` can."""

    def __init__(self, game: pyspiel.Game, player: str | Player, player_ids: list[int] | None = None) -> None:
        super().__init__(game, list(range(game.num_players())) if player_ids is None else player_ids)
        self._player = _player(game, player)
        self._known: dict[str, dict[int, float]] = {}

    def action_probabilities(self, state: _State, player_id: int | None = None) -> dict[int, float]:
        view = _table(state).view(player_id)
        key = view.key
        if key not in self._known:
            self._known[key] = self._ask(view)
        return dict(self._known[key])

    def _ask(self, view: Any) -> dict[int, float]:
        opinion = self._player.opinion(view)
        if opinion is None or opinion["unit"] != "likelihood":
            raise KirifudaError(
                f"player `{self._player.spec}` does not say how likely it makes each move: seat it as a PlayerBot"
            )
        total = sum(opinion["values"].values())
        return {action: likely / total for action, likely in opinion["values"].items()}


class PlayerBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our players as a bot, which moves and says no more. It gets a view, never the state.

    >>> import numpy
    >>> from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
    >>> hearts = load_game("hearts", "falcon")
    >>> bots = [PlayerBot(hearts, "stock", seed) for seed in range(4)]
    >>> float(sum(evaluate_bots(hearts.new_initial_state(), bots, numpy.random)))
    -26.0
    """

    def __init__(self, game: pyspiel.Game, player: str | Player, seed: int = 0) -> None:
        super().__init__()
        self._player = _player(game, player, seed)

    def step(self, state: _State) -> int:
        return int(self._player.choose(_table(state).view()))

    def restart(self) -> None:
        pass

    def restart_at(self, state: _State) -> None:
        pass

    def inform_action(self, state: _State, player: int, action: int) -> None:
        pass


def _player(game: pyspiel.Game, player: str | Player, seed: int = 0) -> Player:
    if not isinstance(game, _Game):
        raise KirifudaError(f"{game} is not a game of this package: make it with kirifuda.openspiel.load_game()")
    if isinstance(player, str):
        return game.kirifuda.player(player, seed)
    if player.game != game.kirifuda:
        raise KirifudaError(f"{player!r} was made for {player.game!r}, not for {game.kirifuda!r}")
    return player


def _table(state: _State) -> State:
    if state.table is None:
        raise KirifudaError("nothing is dealt yet: a player has nothing to look at")
    return state.table


def _longest(state: State) -> int:
    """The moves of the longest game from here on."""
    lengths = [0]
    for action in state.legal():
        after = state.clone()
        after.play(action)
        lengths.append(1 + _longest(after))
    return max(lengths)


def _type(name: str) -> pyspiel.GameType:
    small = name in _SMALL
    chance, utility = pyspiel.GameType.ChanceMode, pyspiel.GameType.Utility
    seats = [Game(name, preset["name"]).seats for preset in Game(name).about["presets"]]
    return pyspiel.GameType(
        short_name=name_of(name),
        long_name=f"{name} of Kirifuda",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if small else chance.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if small else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=small,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": "", "seed": 1},
    )


for _name, _ in games():
    if name_of(_name) not in pyspiel.registered_names():
        # A class, not a function: OpenSpiel lets go of it after Python has ended, and a class is never freed then.
        pyspiel.register_game(_type(_name), type(f"_Game_{_name}", (_Game,), {"name": _name}))
