//! What each method is known to find, and known to miss.

use kirifuda_learn::search::{Flat, IsMcts, Method, Options, Search, Uct};
use kirifuda_play::{Game, Rng, Uniform};

use super::puzzle::{Puzzle, Rules};
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
