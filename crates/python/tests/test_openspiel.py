"""Our games in OpenSpiel: its own simulations, and the exploitability of our players."""

import kirifuda
import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from kirifuda.openspiel import PlayerBot, PlayerPolicy, load_game, name_of
from open_spiel.python.algorithms import evaluate_bots, expected_game_score, get_all_states
from open_spiel.python.algorithms.exploitability import exploitability, nash_conv
from open_spiel.python.policy import UniformRandomPolicy

GAMES = [name for name, _ in kirifuda.games()]
SMALL = ["kuhn", "leduc"]


@pytest.mark.parametrize("game", GAMES)
def test_random_games_of_openspiel_run(game, capfd):
    pyspiel.random_sim_test(load_game(game), num_sims=3, serialize=False, verbose=False)


@pytest.mark.parametrize("game", SMALL)
def test_positions_are_written_and_read(game, capfd):
    pyspiel.random_sim_test(load_game(game), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("spec", ["cfr:iterations=200", "nfsp"])
@pytest.mark.parametrize("name", SMALL)
def test_exploitability_is_that_of_openspiel(name, spec):
    game = load_game(name)
    policy = PlayerPolicy(game, spec)
    ours = game.kirifuda.exploitability(spec)
    assert ours > 0
    # OpenSpiel calls half of NashConv exploitability, as we do: what a perfect opponent gains, averaged over the seats.
    assert exploitability(game, policy) == pytest.approx(ours, abs=1e-9)
    assert nash_conv(game, policy, use_cpp_br=True) / 2 == pytest.approx(ours, abs=1e-9)


@pytest.mark.parametrize(("name", "known"), [("kuhn", "kuhn_poker"), ("leduc", "leduc_poker")])
def test_the_uniform_player_is_as_exploitable_as_in_openspiel_s_own_game(name, known):
    # The same game by other hands: the trees must agree.
    game, own = load_game(name), pyspiel.load_game(known)
    here, there = exploitability(game, UniformRandomPolicy(game)), exploitability(own, UniformRandomPolicy(own))
    assert here == pytest.approx(there, abs=1e-9)


def test_the_value_of_kuhn_is_minus_one_eighteenth():
    game = load_game("kuhn")
    policy = PlayerPolicy(game, "cfr:iterations=2000")
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert value[0] == pytest.approx(-1 / 18, abs=1e-3)


@pytest.mark.parametrize("name", SMALL)
def test_a_tensor_names_a_situation_as_its_text_does(name):
    game = load_game(name)
    texts, tensors, longest, worth = {}, {}, 0, 0.0
    states = get_all_states.get_all_states(game, include_terminals=True, include_chance_states=False, to_string=str)
    for state in states.values():
        longest = max(longest, len(state.history()) - 1)
        if state.is_terminal():
            worth = max(worth, *state.returns())
            continue
        seat = state.current_player()
        # Suits mean nothing in Leduc poker: the tensor leaves them out.
        text = seat, state.information_state_string(seat).replace("♠", "").replace("♥", "")
        tensor = seat, *state.information_state_tensor(seat)
        assert texts.setdefault(text, tensor) == tensor
        assert tensors.setdefault(tensor, text) == text
    assert longest == game.max_game_length()
    assert worth == game.max_utility()


def test_large_games_deal_from_their_seed():
    def dealt(seed):
        state = load_game("hearts", "falcon", seed).new_initial_state()
        assert state.is_chance_node() and state.chance_outcomes() == [(0, 1.0)]
        state.apply_action(0)
        return str(state)

    assert dealt(3) == dealt(3) == str(kirifuda.game("hearts", "falcon").deal(3, 0))
    assert dealt(3) != dealt(4)


def test_every_new_game_gets_the_next_deal_and_a_copy_keeps_its_own():
    game = load_game("hearts", "falcon", 5)
    first, second = game.new_initial_state(), game.new_initial_state()
    first.apply_action(0), second.apply_action(0)
    assert str(first) != str(second)
    copy = first.clone()
    assert str(copy) == str(first)
    copy.apply_action(copy.legal_actions()[0])
    assert str(copy) != str(first)


@pytest.mark.parametrize("name", GAMES)
def test_tensors_are_what_the_seat_may_know(name):
    game, rng = load_game(name), np.random.default_rng(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(rng.choice([action for action, _ in state.chance_outcomes()])))
            continue
        for seat in range(game.num_players()):
            assert (np.array(state.observation_tensor(seat)) == state.table.observation(seat)).all()
        assert state.legal_actions() == sorted(state.table.legal())
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert state.returns() == state.table.returns
    assert all(game.min_utility() <= worth <= game.max_utility() for worth in state.returns())


def test_our_players_are_bots():
    game, rng = load_game("hearts", "falcon"), np.random.RandomState(1)
    bots = [PlayerBot(game, "stock"), *(PlayerBot(game, "random", seed) for seed in range(3))]
    worth = np.mean([evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng) for _ in range(40)], axis=0)
    assert worth[0] > max(worth[1:])
    assert worth.sum() == -26


def test_who_does_not_say_how_likely_is_told_to_be_a_bot():
    game = load_game("hearts", "falcon")
    state = game.new_initial_state()
    state.apply_action(0)
    with pytest.raises(kirifuda.KirifudaError, match="PlayerBot"):
        PlayerPolicy(game, "stock").action_probabilities(state)


def test_what_is_wrong_is_told():
    with pytest.raises(kirifuda.KirifudaError, match="did you mean"):
        load_game("hurts")
    with pytest.raises(kirifuda.KirifudaError, match="load_game"):
        PlayerPolicy(pyspiel.load_game("kuhn_poker"), "cfr")
    with pytest.raises(kirifuda.KirifudaError, match="was made for"):
        PlayerPolicy(load_game("kuhn"), kirifuda.game("leduc").player("cfr:iterations=10"))
    with pytest.raises(kirifuda.KirifudaError, match="nothing is dealt"):
        game = load_game("kuhn")
        PlayerPolicy(game, "cfr:iterations=10").action_probabilities(game.new_initial_state())


def test_games_are_in_openspiel_s_list():
    assert {name_of(game) for game in GAMES} <= set(pyspiel.registered_names())
    assert pyspiel.load_game("kirifuda_hearts(rules=saito)").kirifuda.rules == kirifuda.game("hearts", "saito").rules
