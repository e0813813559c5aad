//! Q-learning finds best answers: on Kuhn poker, with a feature for each situation and action, the values that it
//! approaches are known exactly.

use std::collections::BTreeMap;
use std::sync::Arc;

use kirifuda_games::kuhn::{Action, Kuhn, Rules, Situation, View};
use kirifuda_learn::cfr::{Cfr, Strategy, Tree};
use kirifuda_learn::linear_q::{LinearQTraining, Opponents, Options, Selection, Step, Task};
use kirifuda_play::{Game, Imagine, Rng, Seat, Tabular, Turn};

/// A table: one feature for each situation and action.
#[derive(Clone)]
struct Situations(Arc<BTreeMap<Situation, u32>>);

impl Situations {
    fn of(tree: &Tree<Kuhn>) -> Situations {
        Situations(Arc::new(tree.iter().map(|(_, &key, _)| key).zip(0..).collect()))
    }

    fn feature(&self, key: Situation, action: Action) -> u32 {
        2 * self.0[&key] + action as u32
    }
}

impl Task<Kuhn> for Situations {
    fn layout(&self) -> &'static str {
        "situations"
    }
    fn dimensions(&self) -> usize {
        2 * self.0.len()
    }
    fn active(&self, view: View<'_>, action: Action, out: &mut Vec<u32>) {
        out.push(self.feature(Kuhn::key(view), action));
    }
    fn gain(&self, view: View<'_>) -> f32 {
        match view.turn() {
            Turn::Seat(_) => 0.0,
            // The chips won are the same in every world that the seat thinks possible.
            Turn::Over => Kuhn::imagine(view, &mut Rng::new(0)).payoff(view.seat()),
        }
    }
}

/// Steps of 200 / (400 + n) after n deals.
const STEP: Step = Step { size: 0.5, shared: false, halved_after: Some(400) };
const DEALS: u64 = 3_000_000;

/// Learns against an opponent; both seats' best answers and values against what is exact.
fn learns_the_best_answer(opponents: Opponents<Kuhn>, opponent: &Strategy<Kuhn>, slack: f64) {
    let tree = Tree::<Kuhn>::build(&Rules::kuhn()).unwrap();
    let task = Situations::of(&tree);
    assert_eq!(task.dimensions(), 24);
    let selection = Selection::Greedy { epsilon: 0.3 };
    let options = Options { step: STEP, discount: 1.0, selection, ..Options::default() };
    let mut training = LinearQTraining::new(Rules::kuhn(), task.clone(), options, opponents, 1);
    training.advance(DEALS).unwrap();
    let weights = training.learner().weights();
    let value = |key: Situation, action| f64::from(weights[task.feature(key, action) as usize]);
    let best = tree.best_response_values(opponent);
    for seat in Seat::all(2) {
        // The greedy answer at the seat's own situations; elsewhere the opponent.
        let mut answer = opponent.clone();
        for (_, &key, _) in tree.iter().filter(|(mover, _, _)| *mover == seat) {
            let bets = value(key, Action::Bet) > value(key, Action::Pass);
            answer.insert(key, [(if bets { Action::Bet } else { Action::Pass }, 1.0)]).unwrap();
        }
        let (found, exact) = (tree.value(&answer)[seat.index()], best[seat.index()]);
        println!("seat {seat}: the learned answer wins {found:.6} chips a game, the best one {exact:.6}");
        assert!(found <= exact + 1e-12 && found >= exact - slack, "seat {seat}: {found}, exact {exact}");
    }
    // What seat 0 expects before its first move, over the three cards. Rewards stay within 2 chips, so a value that has
    // settled keeps a standard deviation of at most 2 · √(step / 2) = 0.012 from its last steps; four of them.
    let first = |card| Situation::new(card, &[]).unwrap();
    let highest = |key| value(key, Action::Pass).max(value(key, Action::Bet));
    let expected = kirifuda_games::kuhn::Card::ALL.map(|card| highest(first(card))).iter().sum::<f64>() / 3.0;
    println!("seat 0 expects {expected:.4}, the best answer wins {:.4}", best[0]);
    assert!((expected - best[0]).abs() < 0.05, "{expected}, exact {}", best[0]);
}

#[test]
fn against_a_random_player_the_best_answer_is_found_exactly() {
    // No two actions of a situation are worth nearly the same here, so the greedy answer is the best one.
    learns_the_best_answer(Opponents::Random, &Strategy::uniform(), 1e-12);
}

#[test]
fn against_the_equilibrium_no_more_than_the_value_of_the_game_is_expected() {
    let mut cfr = Cfr::new(Tree::<Kuhn>::build(&Rules::kuhn()).unwrap());
    cfr.iterate(10_000);
    let equilibrium = cfr.average();
    let opponents = Opponents::Players(vec![Box::new(equilibrium.clone())]);
    // In equilibrium many actions are worth the same; taking either costs nothing, and confusing actions whose values
    // differ by less than their error of 0.05 costs at most that.
    learns_the_best_answer(opponents, &equilibrium, 0.05);
}

/// With λ = 1 and no exploration but that of a falling temperature, the rewards themselves are averaged.
#[test]
fn longer_targets_and_a_falling_temperature_find_the_same_answer() {
    let tree = Tree::<Kuhn>::build(&Rules::kuhn()).unwrap();
    let task = Situations::of(&tree);
    let selection = Selection::Boltzmann { temperature: 2.0, halved_after: Some(100_000) };
    let options = Options { step: STEP, discount: 1.0, selection, trace: 0.8, average: true };
    let mut training = LinearQTraining::new(Rules::kuhn(), task.clone(), options, Opponents::Random, 1);
    training.advance(DEALS).unwrap();
    let weights = training.learner().playing_weights();
    let mut answer = Strategy::uniform();
    for (_, &key, _) in tree.iter().filter(|(mover, _, _)| *mover == Seat(0)) {
        let value = |action| weights[task.feature(key, action) as usize];
        let bets = value(Action::Bet) > value(Action::Pass);
        answer.insert(key, [(if bets { Action::Bet } else { Action::Pass }, 1.0)]).unwrap();
    }
    let (found, exact) = (tree.value(&answer)[0], tree.best_response_values(&Strategy::uniform())[0]);
    assert!((found - exact).abs() < 1e-12, "{found}, exact {exact}");
}
