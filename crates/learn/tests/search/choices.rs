//! Filters of candidates.

use kirifuda_games::cards::Card;
use kirifuda_games::hearts::{Hearts, Rules, View};
use kirifuda_learn::search::{AllLegal, Candidates, Flat, IsMcts, Method, Search, Uct};
use kirifuda_play::{Actions, Game, Policy, Rng, Uniform, play_out};

use super::endgames::OpenCards;
use super::puzzle::{self, Puzzle};
use super::{after, choose, simulations};

/// Some of the legal cards.
#[derive(Clone, Copy, Debug)]
enum Filter {
    /// The first and the last, each twice, in the wrong order.
    Ends,
    /// The last.
    Last,
    /// None.
    None,
    /// Only cards that cannot be played.
    Illegal,
}

impl Candidates<Hearts> for Filter {
    fn candidates(&self, view: View<'_>, legal: &[Card], out: &mut Vec<Card>) {
        let (first, last) = (legal[0], legal[legal.len() - 1]);
        match self {
            Filter::Ends => out.extend([last, first, last, first]),
            Filter::Last => out.push(last),
            Filter::None => {}
            Filter::Illegal => out.extend(view.unseen()),
        }
    }
}

/// The candidates that a search looked at, and the one it chose.
fn looked_at<M: Method<Hearts>>(method: M, filter: Filter, game: &Hearts) -> (Vec<Card>, Card, u64) {
    let mut player = Search::<Hearts, M, _>::new(method, Uniform, simulations(100)).with_candidates(filter);
    let choice = choose(&mut player, game, &mut Rng::new(2));
    (player.estimates().iter().map(|found| found.action).collect(), choice, player.simulations())
}

fn only_candidates_are_looked_at<M: Method<Hearts>>(method: M) {
    let mut rng = Rng::new(1);
    for _ in 0..20 {
        let game: Hearts = after(&Rules::falcon(), 24, &mut rng);
        let mut legal = Actions::new();
        game.legal(&mut legal);
        if legal.len() < 3 {
            continue;
        }
        let (first, last) = (legal[0], legal[legal.len() - 1]);
        let (looked, choice, simulations) = looked_at(method.clone(), Filter::Ends, &game);
        assert_eq!((looked, simulations), (vec![first, last], 100));
        assert!(choice == first || choice == last);
        assert_eq!(looked_at(method.clone(), Filter::Last, &game), (vec![last], last, 0), "nothing to choose");
        for nothing in [Filter::None, Filter::Illegal] {
            let (looked, _, simulations) = looked_at(method.clone(), nothing, &game);
            assert_eq!((&*looked, simulations), (&*legal, 100), "{nothing:?}: then all that is legal");
        }
    }
}

#[test]
fn only_candidates_are_looked_at_and_all_cards_where_there_are_none() {
    only_candidates_are_looked_at(Flat);
    only_candidates_are_looked_at(Uct { worlds: 5 });
    only_candidates_are_looked_at(IsMcts);
}

/// Seat 1 is not trusted.
#[derive(Clone, Copy)]
struct Distrust;

impl Candidates<Puzzle> for Distrust {
    fn candidates(&self, view: puzzle::View<'_>, legal: &[u8], out: &mut Vec<u8>) {
        if view.is_second_move() { out.push(0) } else { out.extend_from_slice(legal) }
    }
}

#[test]
fn candidates_narrow_the_moves_of_others_inside_a_tree() {
    let game = Puzzle::new(puzzle::Rules::Trust);
    let trusting = Search::<Puzzle, _, _>::new(IsMcts, Uniform, simulations(500));
    assert_eq!(choose(&mut trusting.clone().with_candidates(AllLegal), &game, &mut Rng::new(1)), 1);
    assert_eq!(choose(&mut trusting.with_candidates(Distrust), &game, &mut Rng::new(1)), 0);
}

/// Plays the highest card.
#[derive(Clone)]
struct Highest;

impl Policy<Hearts> for Highest {
    fn choose(&mut self, _view: View<'_>, legal: &[Card], _rng: &mut Rng) -> Card {
        legal[legal.len() - 1]
    }
}

#[test]
fn simulations_are_played_to_their_end_by_the_playout_policy() {
    // With the cards known and a policy without chance, every simulation of a move ends the same.
    let mut rng = Rng::new(6);
    for _ in 0..10 {
        let game: Hearts = after(&Rules::falcon(), 24, &mut rng);
        let seat = game.turn().seat().unwrap();
        let mut player =
            Search::<Hearts, _, _>::new(Flat, Highest, simulations(50)).with_sampler(OpenCards(game.clone()));
        choose(&mut player, &game, &mut rng);
        for found in player.estimates().iter().filter(|found| found.visits > 0) {
            let mut end = game.clone();
            end.play(found.action);
            play_out(&mut end, &mut Highest, &mut Actions::new(), &mut rng);
            assert_eq!(found.mean(), f64::from(end.payoff(seat)), "{}", found.action);
        }
    }
}
