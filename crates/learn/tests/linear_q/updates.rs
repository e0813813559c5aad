//! The update rule of paper 001, Eq. 9, and its longer targets, against numbers computed by hand.

use kirifuda_learn::linear_q::{LinearQ, LinearQTraining, Opponents, Options, Step};
use kirifuda_play::Seat;

use super::toll::{Sight, TWO, Takes, Toll, episode, halves};

/// The weights after games of these coins, learned from by the seats.
fn learned(task: Sight, options: Options, seats: &[Seat], games: &[[u8; 6]]) -> Vec<f32> {
    let mut learner = LinearQ::<Toll, Sight>::new(task, options);
    for &coins in games {
        learner.study(&episode(coins), seats);
    }
    learner.weights().to_vec()
}

const FIRST: &[Seat] = &[Seat(0)];

#[test]
fn a_move_is_worth_what_is_gained_until_the_next_and_a_share_of_what_that_is_worth() {
    // Rewards of seat 0, what it takes less what it pays afterwards: 2 - 1, 1 - 2, 2 - 0.
    let game = [2, 1, 1, 2, 2, 0];
    let weights = |games| learned(Sight::RoundAndCoins, halves(), FIRST, &vec![game; games]);
    // Nothing is known: half of each reward.
    assert_eq!(weights(1), [0.0, 0.0, 0.5, 0.0, -0.5, 0.0, 0.0, 0.0, 1.0]);
    // Round 0: 0.5 + 0.5 (1 + 0.5 max(0, -0.5, 0) - 0.5). Round 1: -0.5 + 0.5 (-1 + 0.5 · 1 + 0.5). The last move has
    // no next position: 1 + 0.5 (2 - 1).
    assert_eq!(weights(2), [0.0, 0.0, 0.75, 0.0, -0.5, 0.0, 0.0, 0.0, 1.5]);
    // 0.75 + 0.5 (1 + 0 - 0.75), -0.5 + 0.5 (-1 + 0.75 + 0.5), 1.5 + 0.5 (2 - 1.5)
    assert_eq!(weights(3), [0.0, 0.0, 0.875, 0.0, -0.375, 0.0, 0.0, 0.0, 1.75]);
}

#[test]
fn the_second_seat_is_not_rewarded_for_what_happened_before_its_first_move() {
    // Seat 1 pays for what seat 0 takes. Its rewards: 1 - 1 (round 1's toll), 2 - 2, 0 - 0; the 2 of round 0 came before.
    let weights = learned(Sight::RoundAndCoins, halves(), &[Seat(1)], &[[2, 1, 1, 2, 2, 0]]);
    assert_eq!(weights, [0.0; 9]);
    let weights = learned(Sight::RoundAndCoins, halves(), &[Seat(1)], &[[2, 2, 0, 1, 1, 0]]);
    assert_eq!(weights, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn without_a_discount_the_last_reward_reaches_the_first_move_whole_after_three_games() {
    let options = Options { step: Step { size: 1.0, ..Step::default() }, discount: 1.0, ..halves() };
    let game = [0, 0, 0, 0, 2, 0];
    let weights = |games| learned(Sight::RoundAndCoins, options, FIRST, &vec![game; games]);
    assert_eq!(weights(1), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0]);
    assert_eq!(weights(2), [0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 2.0]);
    assert_eq!(weights(3), [2.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 2.0]);
}

#[test]
fn a_step_closes_its_share_of_an_error_for_each_active_feature_unless_it_is_shared() {
    let last_only = [0, 0, 0, 0, 2, 0];
    let options = |shared| Options { step: Step { size: 0.25, shared, halved_after: None }, discount: 0.0, ..halves() };
    let weights = |sight, shared| learned(sight, options(shared), FIRST, &[last_only]);
    // An error of 2, two features: each moves by 0.25 · 2, or by half of that.
    assert_eq!(weights(Sight::CoinsAndOne, false)[..4], [0.0, 0.0, 0.5, 0.5]);
    assert_eq!(weights(Sight::CoinsAndOne, true)[..4], [0.0, 0.0, 0.25, 0.25]);
    // A feature that is there twice counts twice and moves twice.
    assert_eq!(weights(Sight::CoinsTwice, false)[..4], [0.0, 0.0, 1.0, 0.0]);
    assert_eq!(weights(Sight::CoinsTwice, true)[..4], [0.0, 0.0, 0.5, 0.0]);
}

#[test]
fn a_falling_step_is_halved_on_time() {
    let options = Options { step: Step { size: 1.0, shared: false, halved_after: Some(1) }, discount: 0.0, ..halves() };
    // The last move brings 2 in every game. Steps: 1, 1/2, 1/3 of what is missing, so the first game settles it.
    let game = [0, 0, 0, 0, 2, 0];
    assert_eq!(learned(Sight::RoundAndCoins, options, FIRST, &[game; 3])[8], 2.0);
    // Then the toll is 2, too: the mean of the rewards 2, 0, 2, since steps of 1/n make a mean.
    let mean = learned(Sight::RoundAndCoins, options, FIRST, &[game, [0, 0, 0, 0, 2, 2], game])[8];
    assert!((mean - 4.0 / 3.0).abs() < 1e-6, "{mean}");
}

/// Eq. 5: the steps add up to more than any bound, their squares do not. Their sum from deal n to deal 2n does not
/// shrink as n grows, that of the squares is halved each time.
#[test]
fn a_falling_step_satisfies_the_theorem_of_convergence() {
    let step = Step { size: 0.1, shared: false, halved_after: Some(100) };
    assert_eq!([step.at(0, 1), step.at(100, 1), step.at(300, 1)], [0.1, 0.05, 0.025]);
    let sums = |n: u64| {
        let steps = (n..2 * n).map(|deal| f64::from(step.at(deal, 1)));
        (steps.clone().sum::<f64>(), steps.map(|step| step * step).sum::<f64>())
    };
    // size · h · ln 2 and (size · h)² / 2n, in the limit.
    for n in [100_000, 200_000, 400_000] {
        let (sum, squares) = sums(n);
        assert!((sum / (10.0 * 2f64.ln()) - 1.0).abs() < 1e-3, "{sum}");
        assert!((squares * 2.0 * n as f64 / 100.0 - 1.0).abs() < 2e-3, "{squares}");
    }
    let constant = Step { halved_after: None, ..step };
    assert_eq!(constant.at(0, 1), constant.at(1_000_000_000, 1));
    assert!(Step { halved_after: Some(0), ..step }.at(0, 1).is_finite(), "a half-life of nothing");
}

#[test]
fn a_move_is_chosen_by_weights_that_have_learned_from_the_last_one() {
    // Only the coins are seen, twice. The other seat always takes 1. Round 0: all values are 0, the first is taken: 0
    // coins, reward -1, and its weight falls to -1 before round 1, where 1 coin is the first of the best. That brings 0,
    // so it stays the best in round 2. Chosen by the old weights, round 1 would take 0 coins again, and bring them back
    // to 0.
    let mut training =
        LinearQTraining::new(TWO, Sight::CoinsTwice, halves(), Opponents::Players(vec![Box::new(Takes(1))]), 1);
    training.advance(1).unwrap();
    assert_eq!(training.learner().weights()[..3], [-1.0, 0.0, 0.0]);
}

#[test]
fn a_target_of_what_really_followed_is_the_discounted_sum_of_the_rewards() {
    // The best move (the first of equals) is made in every round; the rewards are -1, -2, -1.
    let game = [0, 1, 0, 2, 0, 1];
    let options = Options { trace: 1.0, ..halves() };
    // -1 + 0.5 (-2 + 0.5 · -1), -2 + 0.5 · -1, -1; half a step.
    let weights = learned(Sight::RoundAndCoins, options, FIRST, &[game]);
    assert_eq!(weights, [-1.125, 0.0, 0.0, -1.25, 0.0, 0.0, -0.5, 0.0, 0.0]);
    // With λ = 1/2, half of it is the estimate, which is 0: -1 + 0.25 (-2 + 0.25 · -1), -2 + 0.25 · -1, -1.
    let weights = learned(Sight::RoundAndCoins, Options { trace: 0.5, ..halves() }, FIRST, &[game]);
    assert_eq!(weights, [-0.78125, 0.0, 0.0, -1.125, 0.0, 0.0, -0.5, 0.0, 0.0]);
}

#[test]
fn what_follows_a_move_that_is_not_the_best_does_not_count_for_moves_before_it() {
    let options = Options { trace: 1.0, ..halves() };
    // In round 1 seat 0 takes 2 coins, which is not the first of equals. Rewards: -1, 2 - 2, -1.
    let weights = learned(Sight::RoundAndCoins, options, FIRST, &[[0, 1, 2, 2, 0, 1]]);
    // Round 0 sees the estimate of round 1, 0, and no reward beyond; round 1 is 0 + 0.5 · -1; round 2 is -1.
    assert_eq!(weights, [-0.5, 0.0, 0.0, 0.0, 0.0, -0.25, -0.5, 0.0, 0.0]);
}

/// λ = 0 is not the limit of λ → 0: it learns after each move, with estimates by weights that have just changed; above
/// 0 everything is learned at the end, with the estimates of the time. Both are the same rule where no feature of a
/// move is seen again later in the game.
#[test]
fn learning_at_once_and_at_the_end_agree_where_moves_share_no_feature() {
    let late = Options { trace: f32::MIN_POSITIVE, ..halves() };
    let games = [[2, 1, 1, 2, 2, 0], [0, 1, 2, 2, 1, 1], [2, 0, 1, 0, 2, 1], [1, 1, 1, 1, 0, 2]];
    let weights = |task, options| learned(task, options, FIRST, &games);
    assert_eq!(weights(Sight::RoundAndCoins, halves()), weights(Sight::RoundAndCoins, late));
    assert_ne!(weights(Sight::CoinsTwice, halves()), weights(Sight::CoinsTwice, late));
}

#[test]
fn all_seats_of_a_game_can_be_learned_from_with_the_same_weights() {
    let game = [2, 1, 1, 2, 2, 0];
    let both = learned(Sight::RoundAndCoins, halves(), &[Seat(0), Seat(1)], &[game]);
    // Seat 0 as above; seat 1's reward of round 0, 1 - 1, comes with the estimate of round 1 as of then: max(0, 0, 0);
    // that of round 1, 2 - 2, with max(0, 0, 0) in round 2, since seat 0's last move is not learned from before the end.
    assert_eq!(both, [0.0, 0.0, 0.5, 0.0, -0.5, 0.0, 0.0, 0.0, 1.0]);
    // In a second game seat 1 finds a round 2 worth 1: 0 + 0.5 (0 + 0.5 · 1) for 2 coins in round 1.
    let twice = learned(Sight::RoundAndCoins, halves(), &[Seat(0), Seat(1)], &[game, game]);
    assert_eq!(twice[5], 0.25);
}
