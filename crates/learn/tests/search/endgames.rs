//! The ends of deals of Hearts and plain tricks, against brute force.

use std::collections::BTreeMap;

use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_games::plain_tricks::{self, PlainTricks};
use kirifuda_learn::search::{Flat, IsMcts, Method, Sampler, Search, Uct};
use kirifuda_play::{Actions, Game, Imagine, Rng, Seat, Text, Turn, Uniform, Worlds};

use super::{after, choose, simulations};

fn legal<G: Game>(game: &G) -> Vec<G::Action> {
    let mut legal = Actions::new();
    game.legal(&mut legal);
    legal.to_vec()
}

fn next<G: Game>(game: &G, action: G::Action) -> G {
    let mut next = game.clone();
    next.play(action);
    next
}

/// What a seat can expect when all play at random from here.
fn random_value<G: Game>(game: &G, seat: Seat) -> f64 {
    if game.turn() == Turn::Over {
        return f64::from(game.payoff(seat));
    }
    let legal = legal(game);
    legal.iter().map(|&action| random_value(&next(game, action), seat)).sum::<f64>() / legal.len() as f64
}

/// Every world of a view. Each is drawn many times over, so none is missed.
fn all_worlds<G: Imagine + Text>(view: G::View<'_>, rng: &mut Rng) -> Vec<G> {
    let mut worlds = G::worlds(view);
    let mut found = BTreeMap::new();
    for _ in 0..3000 {
        let world = worlds.draw(rng);
        found.insert(world.show_deal(), world);
    }
    assert!(found.len() <= 90, "{} worlds are too many to be sure of all", found.len());
    found.into_values().collect()
}

/// Flat Monte Carlo finds the mean over all worlds and all ways to play on.
fn flat_agrees_with_brute_force<G: Imagine + Text>(rules: &G::Rules) {
    let mut rng = Rng::new(11);
    let (mut compared, mut decided) = (0, 0);
    for _ in 0..40 {
        // Two tricks before the end.
        let game: G = after(rules, 44, &mut rng);
        let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
        let actions = legal(&game);
        if actions.len() < 2 {
            continue;
        }
        let worlds = all_worlds::<G>(game.view(seat), &mut rng);
        let value = |action| {
            worlds.iter().map(|world| random_value(&next(world, action), seat)).sum::<f64>() / worlds.len() as f64
        };
        let values: Vec<f64> = actions.iter().map(|&action| value(action)).collect();
        let mut player = Search::<G, _, _>::new(Flat, Uniform, simulations(4000));
        let choice = choose(&mut player, &game, &mut rng);
        for (found, &value) in player.estimates().iter().zip(&values) {
            // Payoffs of one position spread over 14 points at most, so their standard deviation is at most 7.
            let tolerance = 5.0 * 7.0 / f64::from(found.visits).sqrt();
            assert!((found.mean() - value).abs() < tolerance, "{:?}: {} and not {value}", found.action, found.mean());
            compared += 1;
        }
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let chosen = values[actions.iter().position(|&action| action == choice).unwrap()];
        assert!(best - chosen < 0.3, "a move worth {chosen} was chosen, the best is worth {best}");
        decided += usize::from(values.iter().any(|value| best - value > 0.3));
    }
    assert!(compared > 30 && decided > 5, "{compared} values, {decided} decisions that matter");
}

#[test]
fn flat_monte_carlo_finds_the_mean_over_all_worlds() {
    flat_agrees_with_brute_force::<Hearts>(&Rules::falcon());
    flat_agrees_with_brute_force::<PlainTricks>(&plain_tricks::Rules);
}

/// Shows a searcher the true cards.
#[derive(Clone)]
pub struct OpenCards<G>(pub G);

impl<G: Game> Sampler<G> for OpenCards<G> {
    type Worlds = OneWorld<G>;
    fn worlds(&self, _view: G::View<'_>) -> OneWorld<G> {
        OneWorld(self.0.clone())
    }
}

pub struct OneWorld<G>(G);

impl<G: Game> Worlds<G> for OneWorld<G> {
    fn draw(&mut self, _rng: &mut Rng) -> G {
        self.0.clone()
    }
}

/// What each seat can get at least and at most when every seat plays for its own payoff with open cards. They differ
/// where a seat has two moves that are equally good for it, but not for the others.
fn open_values<G: Game>(game: &G) -> Vec<(f32, f32)> {
    let Turn::Seat(mover) = game.turn() else {
        return Seat::all(game.seats()).map(|seat| (game.payoff(seat), game.payoff(seat))).collect();
    };
    let after: Vec<Vec<(f32, f32)>> = legal(game).into_iter().map(|a| open_values(&next(game, a))).collect();
    // A move may be made unless another is surely better.
    let sure = after.iter().map(|values| values[mover.index()].0).fold(f32::NEG_INFINITY, f32::max);
    let made: Vec<_> = after.iter().filter(|values| values[mover.index()].1 >= sure).collect();
    let seats = Seat::all(game.seats()).map(Seat::index);
    seats
        .map(|seat| {
            let least = made.iter().map(|values| values[seat].0).fold(f32::INFINITY, f32::min);
            (least, made.iter().map(|values| values[seat].1).fold(f32::NEG_INFINITY, f32::max))
        })
        .collect()
}

fn trees_solve_open_endgames<G: Imagine, M: Method<G>>(rules: &G::Rules, method: M) {
    let (mut rng, mut decided) = (Rng::new(5), 0);
    for _ in 0..60 {
        // Three tricks before the end.
        let game: G = after(rules, 40, &mut rng);
        let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
        let values: Vec<_> =
            legal(&game).into_iter().map(|action| (action, open_values(&next(&game, action))[seat.index()])).collect();
        let sure = values.iter().map(|(_, value)| value.0).fold(f32::NEG_INFINITY, f32::max);
        let mut player =
            Search::<G, M, _>::new(method.clone(), Uniform, simulations(8000)).with_sampler(OpenCards(game.clone()));
        let choice = choose(&mut player, &game, &mut rng);
        let (_, value) = values.iter().find(|(action, _)| *action == choice).unwrap();
        assert!(value.1 >= sure, "{choice:?} brings {} at most, another move {sure} at least", value.1);
        decided += usize::from(values.iter().any(|(_, value)| value.1 < sure));
    }
    assert!(decided > 10, "{decided} positions in which the move matters");
}

#[test]
fn trees_solve_the_last_three_tricks_with_open_cards() {
    trees_solve_open_endgames::<Hearts, _>(&Rules::falcon(), Uct { worlds: 1 });
    trees_solve_open_endgames::<Hearts, _>(&Rules::falcon(), IsMcts);
    trees_solve_open_endgames::<PlainTricks, _>(&plain_tricks::Rules, Uct { worlds: 1 });
    trees_solve_open_endgames::<PlainTricks, _>(&plain_tricks::Rules, IsMcts);
}
