//! The solver against theory and published figures.
#![allow(clippy::unwrap_used)]

use kirifuda_games::kuhn::{Action, Card, Kuhn, Rules as KuhnRules, Situation};
use kirifuda_games::leduc::{Action as LeducAction, Leduc, Rules as LeducRules};
use kirifuda_learn::cfr::{Cfr, CfrError, Strategy, Tree};
use kirifuda_play::{Actions, Game, Policy, Preset, Rng, RuleBook, Seat, Tabular, Turn, conformance, play_out};

/// The probability of a bet with a card after some moves.
fn bet(strategy: &Strategy<Kuhn>, card: Card, history: &[Action]) -> f64 {
    let actions = strategy.get(&Situation::new(card, history).unwrap()).unwrap();
    actions.iter().find(|(action, _)| *action == Action::Bet).unwrap().1
}

fn kuhn() -> Tree<Kuhn> {
    Tree::build(&KuhnRules::kuhn()).unwrap()
}

fn leduc() -> Tree<Leduc> {
    Tree::build(&LeducRules::leduc()).unwrap()
}

#[test]
fn kuhn_value_is_minus_one_eighteenth() {
    let mut cfr = Cfr::new(kuhn());
    cfr.iterate(10_000);
    let strategy = cfr.average();
    let exploitability = cfr.tree().exploitability(&strategy);
    println!("Kuhn, {} iterations: exploitability {exploitability:.2e}", cfr.iterations());
    assert!(exploitability < 1e-4, "{exploitability}");
    // The value of a strategy pair is off by at most what a seat can gain, that is twice the exploitability.
    let [first, second] = cfr.tree().value(&strategy);
    assert!((first + 1.0 / 18.0).abs() < 2e-4, "{first}");
    assert_eq!(first, -second);
}

/// Kuhn's equilibria: seat 0 bets a Jack with probability a, between 0 and 1/3, and a King three times as often, and
/// answers a bet with a Queen with a + 1/3; seat 1 has one equilibrium strategy.
#[test]
fn kuhn_bets_a_king_three_times_as_often_as_a_jack() {
    use Action::{Bet, Pass};
    use Card::{Jack, King, Queen};
    let mut cfr = Cfr::new(kuhn());
    cfr.iterate(100_000);
    let strategy = cfr.average();
    let bluff = bet(&strategy, Jack, &[]);
    let near = |what: &str, probability: f64, expected: f64| {
        // Exploitability is about 2e-6 here; probabilities go with it by factors of about ten.
        assert!((probability - expected).abs() < 2e-3, "{what}: {probability}, expected {expected}");
    };
    assert!((0.0..=1.0 / 3.0 + 2e-3).contains(&bluff), "{bluff}");
    near("first bet with a King", bet(&strategy, King, &[]), 3.0 * bluff);
    near("first bet with a Queen", bet(&strategy, Queen, &[]), 0.0);
    near("answer with a Queen", bet(&strategy, Queen, &[Pass, Bet]), bluff + 1.0 / 3.0);
    near("answer with a Jack", bet(&strategy, Jack, &[Pass, Bet]), 0.0);
    near("answer with a King", bet(&strategy, King, &[Pass, Bet]), 1.0);
    near("seat 1 bluffs with a Jack", bet(&strategy, Jack, &[Pass]), 1.0 / 3.0);
    near("seat 1 passes with a Queen", bet(&strategy, Queen, &[Pass]), 0.0);
    near("seat 1 bets a King", bet(&strategy, King, &[Pass]), 1.0);
    near("seat 1 gives up a Jack", bet(&strategy, Jack, &[Bet]), 0.0);
    near("seat 1 calls with a Queen", bet(&strategy, Queen, &[Bet]), 1.0 / 3.0);
    near("seat 1 calls with a King", bet(&strategy, King, &[Bet]), 1.0);
}

#[test]
fn leduc_exploitability_is_below_one_thousandth_in_seconds() {
    let begin = std::time::Instant::now();
    let mut cfr = Cfr::new(leduc());
    let built = begin.elapsed();
    while cfr.tree().exploitability(&cfr.average()) >= 1e-3 {
        cfr.iterate(100);
        assert!(cfr.iterations() <= 10_000, "{}", cfr.tree().exploitability(&cfr.average()));
    }
    let strategy = cfr.average();
    let exploitability = cfr.tree().exploitability(&strategy);
    // The time is for people to read; the bound that is asserted is the number of iterations.
    println!(
        "Leduc, {} iterations in {:.1?}, of which the tree {built:.1?}: exploitability {exploitability:.2e}",
        cfr.iterations(),
        begin.elapsed()
    );
    // The value of the game is -0.0856 to four digits; a seat can gain at most twice the exploitability.
    let [first, _] = cfr.tree().value(&strategy);
    assert!((first + 0.0856).abs() < 2e-3, "{first}");
}

/// The best-response values enclose the value of the game from both sides, whatever the strategy.
#[test]
fn leduc_value_is_minus_0_0856() {
    let mut cfr = Cfr::new(leduc());
    cfr.iterate(20_000);
    let [first, second] = cfr.tree().best_response_values(&cfr.average());
    println!("the value of Leduc poker is between {} and {}", -second, first);
    assert!(-second <= first && first + second < 2e-4, "{first} {second}");
    assert!((first + 0.0856).abs() < 1.5e-4, "{first}");
}

/// OpenSpiel gives NashConv, which is twice the exploitability: 0.916667 for Kuhn and 4.747222 for Leduc poker.
#[test]
fn exploitability_of_the_uniform_strategy_is_the_published_one() {
    let kuhn = kuhn().exploitability(&Strategy::uniform());
    assert!((2.0 * kuhn - 0.916_667).abs() < 1e-6, "{kuhn}");
    let leduc = leduc().exploitability(&Strategy::uniform());
    assert!((2.0 * leduc - 4.747_222).abs() < 1e-6, "{leduc}");
}

/// Against a seat that always bets, the best answer calls with a King and a Queen and gives up a Jack. It is worth
/// 1/3 * 2 (King) + 1/3 * 0 (Queen) - 1/3 * 1 (Jack) = 1/3, from either seat.
#[test]
fn always_betting_loses_a_third_of_a_chip_in_kuhn() {
    let tree = kuhn();
    let mut always = Strategy::uniform();
    for (_, key, _) in tree.iter() {
        always.insert(*key, [(Action::Bet, 1.0)]).unwrap();
    }
    for value in tree.best_response_values(&always) {
        assert!((value - 1.0 / 3.0).abs() < 1e-12, "{value}");
    }
    assert!(tree.value(&always)[0].abs() < 1e-12, "every game is a showdown for 2");
}

/// Tries all 64 ways to play a seat's six situations without chance, against a strategy that is no equilibrium.
#[test]
fn the_best_response_is_the_best_of_all_pure_strategies() {
    let mut cfr = Cfr::new(kuhn());
    cfr.iterate(3);
    let (tree, fixed) = (cfr.tree(), cfr.average());
    let best = tree.best_response_values(&fixed);
    for seat in Seat::all(2) {
        let keys: Vec<Situation> = tree.iter().filter(|(of, _, _)| *of == seat).map(|(_, key, _)| *key).collect();
        assert_eq!(keys.len(), 6);
        let values = (0..64).map(|choices: usize| {
            let mut pure = fixed.clone();
            for (i, &key) in keys.iter().enumerate() {
                pure.insert(key, [(Action::ALL[choices >> i & 1], 1.0)]).unwrap();
            }
            tree.value(&pure)[seat.index()]
        });
        let most = values.fold(f64::NEG_INFINITY, f64::max);
        assert!((most - best[seat.index()]).abs() < 1e-12, "seat {seat}: {most}, best response {best:?}");
    }
}

#[test]
fn kuhn_has_12_information_sets_and_leduc_288_without_suits() {
    assert_eq!(kuhn().situations(), 12);
    assert_eq!(leduc().situations(), 288);
}

/// The policy that plays and the table that is measured are the same strategy.
#[test]
fn playing_a_strategy_earns_its_value() {
    let mut cfr = Cfr::new(leduc());
    cfr.iterate(50);
    let mut strategy = cfr.average();
    let mut mixed = strategy.clone();
    mixed.insert(cfr.tree().iter().next().map(|(_, key, _)| *key).unwrap(), [(LeducAction::Raise, 1.0)]).unwrap();
    for strategy in [&mut strategy, &mut mixed, &mut Strategy::uniform()] {
        let value = cfr.tree().value(strategy)[0];
        let (games, mut sum, mut squares) = (200_000, 0.0, 0.0);
        let mut rng = Rng::new(5);
        let mut legal = Actions::new();
        for _ in 0..games {
            let mut game = Leduc::deal(&LeducRules::leduc(), &mut rng);
            play_out(&mut game, strategy, &mut legal, &mut rng);
            let payoff = f64::from(game.payoff(Seat(0)));
            sum += payoff;
            squares += payoff * payoff;
        }
        let mean = sum / f64::from(games);
        let error = ((squares / f64::from(games) - mean * mean) / f64::from(games)).sqrt();
        // 4 standard errors: one fixed seed in 16,000 would fail.
        assert!((mean - value).abs() < 4.0 * error, "{mean} +- {error}, by the table {value}");
    }
}

#[test]
fn a_solved_strategy_sees_no_hidden_card() {
    let mut cfr = Cfr::new(leduc());
    cfr.iterate(10);
    let strategy = cfr.average();
    conformance::no_leak::<Leduc>(&LeducRules::leduc(), 1_000, || Box::new(strategy.clone()));
}

#[test]
fn weights_that_are_no_probabilities_are_refused() {
    let key = Situation::new(Card::King, &[]).unwrap();
    for weights in [[0.0, 0.0], [-1.0, 2.0], [f64::NAN, 1.0], [f64::INFINITY, 1.0]] {
        let refused = Strategy::<Kuhn>::uniform().insert(key, Action::ALL.into_iter().zip(weights));
        assert!(matches!(refused, Err(CfrError::Weights { .. })), "{weights:?}");
    }
}

/// Two seats guess a coin in turn; the switches spoil what the solver relies on.
#[derive(Clone, Debug, PartialEq)]
struct Coin {
    spoil: Spoil,
    guesses: Vec<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Spoil {
    Seats,
    Sum,
    Deals,
    Recall,
}

impl kirifuda_play::Rules for Spoil {
    fn book() -> &'static RuleBook<Spoil> {
        static BOOK: RuleBook<Spoil> = RuleBook {
            presets: &[Preset { name: "seats", about: "", rules: || Spoil::Seats }],
            switches: &[],
            check: |_| Ok(()),
        };
        &BOOK
    }
    fn seats(&self) -> usize {
        if *self == Spoil::Seats { 3 } else { 2 }
    }
}

impl Game for Coin {
    const NAME: &'static str = "coin";
    type Rules = Spoil;
    type Action = bool;
    type View<'a> = (&'a Coin, Seat);
    fn deal(rules: &Spoil, _rng: &mut Rng) -> Coin {
        Coin { spoil: *rules, guesses: Vec::new() }
    }
    fn rules(&self) -> &Spoil {
        &self.spoil
    }
    fn turn(&self) -> Turn {
        if self.guesses.len() < 4 { Turn::Seat(Seat(self.guesses.len() as u8 % 2)) } else { Turn::Over }
    }
    fn legal(&self, out: &mut Actions<Coin>) {
        out.fill([false, true]);
    }
    fn play(&mut self, action: bool) {
        self.guesses.push(action);
    }
    fn payoff(&self, seat: Seat) -> f32 {
        if self.spoil == Spoil::Sum { 1.0 } else { f32::from(seat.0) - 0.5 }
    }
    fn view(&self, seat: Seat) -> (&Coin, Seat) {
        (self, seat)
    }
}

impl Tabular for Coin {
    type Key = Vec<bool>;
    fn key((game, _): (&Coin, Seat)) -> Vec<bool> {
        if game.spoil == Spoil::Recall { vec![false; game.guesses.len()] } else { game.guesses.clone() }
    }
    fn deals(rules: &Spoil) -> Vec<(f64, Coin)> {
        vec![(if *rules == Spoil::Deals { 0.5 } else { 1.0 }, Coin::deal(rules, &mut Rng::new(0)))]
    }
}

#[test]
fn games_that_the_solver_cannot_solve_are_refused() {
    let error = |spoil| Tree::<Coin>::build(&spoil).err().unwrap().to_string();
    assert_eq!(error(Spoil::Seats), "coin has 3 seats, but the solver is for games of two");
    assert_eq!(error(Spoil::Sum), "coin is not zero-sum: it can end with payoffs of 1 and 1");
    assert_eq!(error(Spoil::Deals), "the deals of coin have a total probability of 0.5 instead of 1");
    assert_eq!(
        error(Spoil::Recall),
        "coin: states with the key [false, false, false] differ in what the seat itself has done before"
    );
}

#[test]
fn an_unknown_situation_is_played_uniformly() {
    let mut strategy = Strategy::<Kuhn>::uniform();
    let mut rng = Rng::new(1);
    let game = Kuhn::deal(&KuhnRules::kuhn(), &mut rng);
    let bets =
        (0..10_000).filter(|_| strategy.choose(game.view(Seat(0)), &Action::ALL, &mut rng) == Action::Bet).count();
    // 5 standard deviations of 50.
    assert!(bets.abs_diff(5_000) < 250, "{bets}");
}
