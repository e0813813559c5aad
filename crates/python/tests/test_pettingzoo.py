"""The environments of PettingZoo: its own tests for every game, and what the rules of the house add."""

import pickle
import warnings

import kirifuda
import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from kirifuda.pettingzoo import env, raw_env
from pettingzoo.test import api_test, seed_test

GAMES = [name for name, _ in kirifuda.games()]

#: What `api_test` says of every environment with masks that is not on PettingZoo's own list; and of a finished game, in
#: which nobody has a legal move.
UNAVOIDABLE = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Action mask numpy array is all zeros",
)


def play(zoo, rng):
    """A random game; gives the agents in their order, and the rewards."""
    order, rewards = [], {}
    for agent in zoo.agent_iter():
        observation, reward, termination, truncation, info = zoo.last()
        mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
        order.append(agent)
        if termination:
            rewards[agent] = reward
            assert not mask.any()
        else:
            assert reward == 0
        zoo.step(None if termination else int(rng.choice(np.flatnonzero(mask))))
    return order, rewards


@pytest.mark.parametrize("game", GAMES)
def test_api_test_passes_without_a_warning_when_the_mask_is_in_the_info(game, capsys):
    api_test(env(game=game, mask="info"), num_cycles=60)


@pytest.mark.parametrize("game", GAMES)
def test_api_test_passes_when_the_mask_is_in_the_observation(game, capsys):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(env(game=game), num_cycles=60)
    others = {str(warning.message) for warning in told if not str(warning.message).startswith(UNAVOIDABLE)}
    assert not others


@pytest.mark.parametrize("mask", ["observation", "info"])
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_games(game, mask):
    seed_test(lambda: env(game=game, mask=mask), num_cycles=60)


@pytest.mark.parametrize("game", GAMES)
def test_rewards_are_what_the_game_is_worth(game):
    zoo, rng = env(game=game), np.random.default_rng(3)
    zoo.reset(seed=3)
    order, rewards = play(zoo, rng)
    assert list(rewards.values()) == zoo.unwrapped.table.returns
    # Everybody hears of the end once.
    assert sorted(order[-len(rewards) :]) == sorted(zoo.possible_agents)


def test_who_waits_sees_what_it_may_know_and_has_no_move():
    zoo = raw_env("hearts", "falcon")
    zoo.reset(seed=1)
    for seat, agent in enumerate(zoo.agents):
        seen = zoo.observe(agent)
        assert (seen["observation"] == zoo.table.view(seat).observation()).all()
        assert seen["action_mask"].any() == (agent == zoo.agent_selection)


def test_the_cards_of_others_do_not_show():
    zoo = raw_env("hearts", "falcon")
    zoo.reset(seed=5)
    waits = next(seat for seat in range(4) if seat != zoo.table.turn)
    seen = zoo.observe(f"seat_{waits}")["observation"]
    zoo.table = zoo.table.imagine(waits, seed=9)
    assert (seen == zoo.observe(f"seat_{waits}")["observation"]).all()


@pytest.mark.parametrize("game", GAMES)
def test_illegal_moves_raise_and_change_nothing(game):
    zoo = env(game=game)
    zoo.reset(seed=1)
    agent = zoo.agent_selection
    before = zoo.observe(agent)
    for wrong in np.flatnonzero(before["action_mask"] == 0):
        with pytest.raises(kirifuda.IllegalAction):
            zoo.step(int(wrong))
    with pytest.raises(kirifuda.KirifudaError):
        zoo.step(zoo.unwrapped.game.num_actions)
    with pytest.raises(kirifuda.KirifudaError, match=f"turn of {agent}"):
        zoo.step(None)
    assert zoo.agent_selection == agent
    assert (before["observation"] == zoo.observe(agent)["observation"]).all()


def test_an_illegal_move_can_end_the_game_at_a_price():
    zoo = env(game="hearts", rules="falcon", illegal_reward=-26.0)
    zoo.reset(seed=1)
    agent = zoo.agent_selection
    wrong = int(np.flatnonzero(zoo.observe(agent)["action_mask"] == 0)[0])
    with warnings.catch_warnings():
        # PettingZoo tells of the illegal move.
        warnings.simplefilter("ignore")
        zoo.step(wrong)
    assert all(zoo.terminations.values())
    assert zoo.rewards[agent] == -26.0


def test_a_pickle_makes_the_same_environment():
    one = raw_env("hearts", "saito", mask="info", render_mode="ansi")
    other = pickle.loads(pickle.dumps(one))
    assert other.game == one.game and other.render_mode == "ansi"
    one.reset(seed=4), other.reset(seed=4)
    assert one.render() == other.render()
    assert (one.observe("seat_2") == other.observe("seat_2")).all()


def test_human_mode_prints_the_table(capsys):
    zoo = raw_env("kuhn", render_mode="human")
    zoo.reset(seed=1)
    zoo.step(0)
    assert "cards:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "hurts"}, "did you mean `hearts`"),
        ({"mask": "nowhere"}, "'observation' and 'info'"),
        ({"render_mode": "rgb_array"}, "'ansi' and 'human'"),
    ],
)
def test_what_is_wrong_is_told(wrong, said):
    with pytest.raises(kirifuda.KirifudaError, match=said):
        raw_env(**wrong)


def test_before_the_deal_there_is_nothing_to_see():
    with pytest.raises(kirifuda.KirifudaError, match="reset"):
        raw_env("kuhn").observe("seat_0")
