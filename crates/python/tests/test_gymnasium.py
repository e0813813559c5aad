"""The environments of Gymnasium: its own check for every game, and what the rules of the house add."""

import pickle

import kirifuda
import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from kirifuda.gymnasium import Env, VectorEnv, ids

GAMES = [name for name, _ in kirifuda.games()]


def masked(observation, info, rng):
    mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
    if mask.ndim == 1:
        return int(rng.choice(np.flatnonzero(mask)))
    return (rng.random(mask.shape) * mask).argmax(axis=1)


@pytest.mark.parametrize("mask", ["observation", "info"])
@pytest.mark.parametrize("game", GAMES)
def test_check_env_passes(game, mask, capsys):
    # check_env moves without looking at the mask.
    env = gymnasium.make(ids()[game], mask=mask, illegal="random")
    check_env(env.unwrapped)


@pytest.mark.parametrize("mask", ["observation", "info"])
@pytest.mark.parametrize("game", GAMES)
def test_the_reward_is_the_own_return_at_the_end(game, mask):
    env, rng = Env(game, mask=mask), np.random.default_rng(1)
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            seat = info["seat"]
            assert env.table.turn == seat
            observation, reward, over, cut, info = env.step(masked(observation, info, rng))
            assert info["seat"] == seat and not cut
            assert over or reward == 0
        assert reward == env.table.returns[seat] == info["returns"][seat]
        assert observation in env.observation_space


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_games(game):
    def run(seed):
        env, rng, seen = Env(game, opponents="random"), np.random.default_rng(1), []
        observation, info = env.reset(seed=seed)
        for _ in range(60):
            observation, reward, over, _, info = env.step(masked(observation, info, rng))
            seen.append((observation["observation"].tobytes(), reward, over))
            if over:
                observation, info = env.reset()
        return seen

    assert run(5) == run(5)
    assert run(5) != run(6)


def test_opponents_sit_after_the_learner():
    # With a fixed seed, the cards that `stock` plays are those that the list's player plays.
    env = Env("hearts", "falcon", opponents=["stock", "random", "jake"], seat=2)
    observation, info = env.reset(seed=1)
    assert info["seat"] == 2
    stock = env.game.player("stock")
    over = False
    while not over:
        before = env.table.clone()
        action = int(observation["action_mask"].argmax())
        observation, _, over, _, info = env.step(action)
        before.play(action)
        if before.turn == 3:
            assert env.table.text()[1][len(before.text()[1])] == env.game.action_text(stock.choose(before.view()))


def test_an_illegal_move_raises_and_changes_nothing():
    env = Env("hearts", "falcon")
    observation, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    before = env.table.text()
    with pytest.raises(kirifuda.IllegalAction):
        env.step(wrong)
    assert env.table.text() == before


def test_a_random_move_instead_of_an_illegal_one_is_told():
    env = Env("hearts", "falcon", illegal="random")
    observation, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    observation, _, _, _, info = env.step(wrong)
    assert info["illegal"] is True
    _, _, _, _, info = env.step(int(observation["action_mask"].argmax()))
    assert info["illegal"] is False


def test_a_finished_game_takes_no_move():
    env = Env("kuhn")
    observation, _ = env.reset(seed=1)
    over = False
    while not over:
        observation, _, over, _, _ = env.step(int(observation["action_mask"].argmax()))
    with pytest.raises(kirifuda.KirifudaError, match="reset"):
        env.step(0)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "hurts"}, "did you mean"),
        ({"opponents": "stick"}, "did you mean"),
        ({"opponents": ["stock"]}, "3 other seats"),
        ({"seat": 4}, "0 to 3"),
        ({"mask": "nowhere"}, "'observation', 'info'"),
        ({"render_mode": "rgb_array"}, "allowed are None"),
    ],
)
@pytest.mark.parametrize("kind", [Env, VectorEnv])
def test_what_is_wrong_is_told_at_once(kind, wrong, said):
    with pytest.raises(kirifuda.KirifudaError, match=said):
        kind(**wrong)


def test_nothing_goes_before_the_first_deal():
    with pytest.raises(kirifuda.KirifudaError, match="reset"):
        Env("kuhn").step(0)
    with pytest.raises(kirifuda.KirifudaError, match="'raise', 'random'"):
        Env("kuhn", illegal="laugh")


@pytest.mark.parametrize("mask", ["observation", "info"])
@pytest.mark.parametrize("game", GAMES)
def test_many_games_are_stepped_together(game, mask):
    envs, rng = VectorEnv(16, game, mask=mask), np.random.default_rng(1)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observation, info = envs.reset(seed=2)
    assert observation in envs.observation_space
    ended = 0
    for _ in range(200):
        seat = info["seat"]
        observation, reward, done, cut, info = envs.step(masked(observation, info, rng))
        assert observation in envs.observation_space
        assert reward.shape == done.shape == cut.shape == (16,) and not cut.any()
        assert not reward[~done].any()
        ended += done.sum()
        assert done.any() == ("final_info" in info)
        if done.any():
            final = info["final_info"]
            assert (info["_final_info"] == done).all()
            assert (final["returns"][np.arange(16), seat] == reward).all()
    assert ended > 0
    envs.close()


def test_vectors_with_the_same_seed_are_the_same_on_any_number_of_threads():
    def run(threads, seed):
        envs, rng, seen = VectorEnv(32, "hearts", "falcon", opponents="stock", threads=threads), np.random.default_rng(1), []
        observation, info = envs.reset(seed=seed)
        for _ in range(30):
            observation, reward, _, _, info = envs.step(masked(observation, info, rng))
            seen.append((observation["observation"].tobytes(), reward.tobytes()))
        envs.close()
        return seen

    assert run(1, 7) == run(2, 7)
    assert run(1, 7) != run(1, 8)


def test_arrays_of_a_vector_are_not_used_again():
    envs = VectorEnv(4, "kuhn")
    first, info = envs.reset(seed=1)
    kept = first["observation"].copy(), info["seat"].copy()
    for _ in range(3):
        envs.step(first["action_mask"].argmax(axis=1))
    assert (first["observation"] == kept[0]).all() and (info["seat"] == kept[1]).all()


def test_a_reset_without_a_seed_deals_other_games():
    envs = VectorEnv(64, "hearts", "falcon")
    first, _ = envs.reset(seed=1)
    second, _ = envs.reset()
    assert (first["observation"] != second["observation"]).any()


def test_the_seat_stays_or_moves_on():
    def seats(seat):
        envs = VectorEnv(1, "kuhn", seat=seat)
        observation, info = envs.reset(seed=1)
        told = []
        for _ in range(60):
            observation, _, done, _, info = envs.step(observation["action_mask"].argmax(axis=1))
            if done[0]:
                told.append(int(info["seat"][0]))
        return told

    assert set(seats(1)) == {1}
    moving = seats(None)
    assert all(one != other for one, other in zip(moving, moving[1:]))


def test_an_illegal_move_stops_the_vector_before_it_moves():
    envs = VectorEnv(4, "hearts", "falcon", render_mode="ansi")
    observation, _ = envs.reset(seed=1)
    before = envs.render()
    actions = observation["action_mask"].argmax(axis=1)
    actions[2] = np.flatnonzero(observation["action_mask"][2] == 0)[0]
    with pytest.raises(kirifuda.IllegalAction):
        envs.step(actions)
    assert envs.render() == before


def test_a_closed_vector_says_so():
    envs = VectorEnv(2, "kuhn")
    envs.close()
    envs.close()
    with pytest.raises(kirifuda.KirifudaError, match="closed"):
        envs.reset()


def test_registered_games_are_made_by_name():
    env = gymnasium.make("kirifuda/Leduc-v0", opponents="cfr:iterations=10")
    observation, _ = env.reset(seed=1)
    assert observation["action_mask"].any()
    envs = gymnasium.make_vec("kirifuda/Leduc-v0", num_envs=3, opponents="cfr:iterations=10")
    assert isinstance(envs.unwrapped, VectorEnv) and envs.num_envs == 3
    envs.close()
    assert pickle.loads(pickle.dumps(env.spec)).make().unwrapped.game == env.unwrapped.game


def test_statistics_of_gymnasium_understand_the_vector():
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(VectorEnv(8, "leduc"))
    observation, info = envs.reset(seed=1)
    total = 0
    for _ in range(40):
        observation, reward, done, _, info = envs.step(observation["action_mask"].argmax(axis=1))
        total += done.sum()
    assert envs.episode_count == total > 0
    envs.close()
