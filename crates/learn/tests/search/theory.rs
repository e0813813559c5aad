//! What each method is known to find, and known to miss.

use kirifuda_learn::search::{Flat, IsMcts, Method, Options, Search, Uct};
use kirifuda_play::{Game, Policy, Rng, Uniform};

use super::puzzle::{Puzzle, Rules, View};
use super::{choose, simulations};

/// Enough exploration to know the worse move well, too.
const EAGER: f64 = 2.0;

/// Estimated values of the two first moves, and the one chosen.
fn search<M: Method<Puzzle>>(rules: Rules, method: M, exploration: f64) -> ([f64; 2], u8) {
    let options = Options { exploration, ..simulations(4000) };
    let mut player = Search::<Puzzle, M, _>::new(method, Uniform, options);
    let action = choose(&mut player, &Puzzle::new(rules), &mut Rng::new(1));
    let found = player.estimates();
    assert_eq!(found.len(), 2);
    ([found[0].mean(), found[1].mean()], action)
}

#[test]
fn trees_of_open_worlds_think_that_they_can_guess_and_information_sets_do_not() {
    // A guess is right half the time. 4,000 simulations: a standard error below 0.02 for a move tried 1,000 times.
    let ([safe, guess], action) = search(Rules::Guess, IsMcts, EAGER);
    assert_eq!(action, 0, "guessing is worth 0.5 and not {guess}");
    assert!((safe - 0.6).abs() < 1e-6 && (guess - 0.5).abs() < 0.1, "{safe} {guess}");
    let ([_, guess], action) = search(Rules::Guess, Flat, EAGER);
    assert_eq!(action, 0, "guessing is worth 0.5 and not {guess}");
    // The strategies that win in the two worlds are not one strategy: known as strategy fusion.
    let ([_, guess], action) = search(Rules::Guess, Uct { worlds: 20 }, EAGER);
    assert!(action == 1 && guess > 0.8, "in each world the guess is right: {guess}");
}

#[test]
fn every_seat_is_taken_to_want_its_own_payoff() {
    // Seat 1 gains by being kind; random playouts do not see that.
    for (values, action) in [search(Rules::Trust, IsMcts, 0.7), search(Rules::Trust, Uct { worlds: 5 }, 0.7)] {
        assert_eq!(action, 1, "{values:?}");
        assert!(values[1] > 9.0, "{values:?}");
    }
    let (values, action) = search(Rules::Trust, Flat, 0.7);
    assert!(action == 0 && (values[1] - 5.0).abs() < 0.5, "{values:?}");
}

#[test]
fn the_unit_of_payoffs_does_not_matter() {
    fn visits<M: Method<Puzzle>>(rules: Rules, method: M) -> Vec<u32> {
        let mut player = Search::<Puzzle, M, _>::new(method, Uniform, simulations(500));
        choose(&mut player, &Puzzle::new(rules), &mut Rng::new(7));
        player.estimates().iter().map(|found| found.visits).collect()
    }
    // A power of two changes no digit, so the visits must be the same to the last.
    assert_eq!(visits(Rules::Guess, Flat), visits(Rules::GreatGuess, Flat));
    assert_eq!(visits(Rules::Guess, IsMcts), visits(Rules::GreatGuess, IsMcts));
    assert_eq!(visits(Rules::Guess, Uct { worlds: 7 }), visits(Rules::GreatGuess, Uct { worlds: 7 }));
}

/// Makes the last of the legal moves.
#[derive(Clone)]
struct Last;

impl Policy<Puzzle> for Last {
    fn choose(&mut self, _view: View<'_>, legal: &[u8], _rng: &mut Rng) -> u8 {
        legal[legal.len() - 1]
    }
}

#[test]
fn the_next_simulation_is_of_the_move_with_the_highest_upper_bound() {
    for exploration in [0.2, 0.7, 2.0] {
        // With kind playouts the moves always bring 6 and 10, which are 0 and 1 between the least and the most.
        let mut visits = [1, 1];
        for done in 2_u32..400 {
            let mut player = Search::<Puzzle, _, _>::new(Flat, Last, Options { exploration, ..simulations(done) });
            choose(&mut player, &Puzzle::new(Rules::Trust), &mut Rng::new(1));
            let found: Vec<u32> = player.estimates().iter().map(|found| found.visits).collect();
            assert_eq!(found, visits, "{done} simulations, exploration {exploration}");
            let bound =
                |place: usize| place as f64 + exploration * (f64::from(done).ln() / f64::from(visits[place])).sqrt();
            visits[usize::from(bound(1) > bound(0))] += 1;
        }
    }
}

#[test]
fn every_world_has_a_tree_of_its_own() {
    // Two simulations of two moves: the tree of a world begins with what was never made in it.
    let options = Options { exploration: 0.0, ..simulations(10) };
    let mut player = Search::<Puzzle, _, _>::new(Uct { worlds: 5 }, Uniform, options);
    choose(&mut player, &Puzzle::new(Rules::Trust), &mut Rng::new(1));
    assert_eq!(player.estimates().iter().map(|found| found.visits).collect::<Vec<_>>(), [5, 5]);
}

#[test]
fn any_move_may_be_the_first_that_a_tree_tries() {
    let mut player = Search::<Puzzle, _, _>::new(IsMcts, Uniform, simulations(1));
    let mut first = [0; 2];
    for seed in 0..100 {
        choose(&mut player, &Puzzle::new(Rules::Trust), &mut Rng::new(seed));
        player.estimates().iter().zip(&mut first).for_each(|(found, first)| *first += found.visits);
    }
    // 50 each, four standard deviations of 5.
    assert!(first[0] + first[1] == 100 && first[0].abs_diff(50) <= 20, "{first:?}");
}

#[test]
fn without_exploration_a_search_stays_with_what_looks_best() {
    let game = Puzzle::deal(&Rules::Trust, &mut Rng::new(1));
    let seldom = |exploration| {
        let options = Options { exploration, ..simulations(1000) };
        let mut player = Search::<Puzzle, _, _>::new(Flat, Uniform, options);
        (0..20u64)
            .map(|seed| {
                choose(&mut player, &game, &mut Rng::new(seed));
                player.estimates().iter().map(|found| found.visits).min().unwrap()
            })
            .sum::<u32>()
    };
    // Trusting pays 10 or 0: once it looks worse than the sure 6, it is not tried again.
    let (never, often) = (seldom(0.0), seldom(2.0));
    assert!(4 * never < often, "the worse move was tried {never} times without exploration, {often} times with it");
}
