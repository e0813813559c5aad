//! The softmax policy against theory and against itself. (Gradients against differences: beside the code.)
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod arms;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use arms::{Arms, BANDIT, COINS, Pays, Pulls, Rules, View};
use kirifuda_games::kuhn::{self, Kuhn};
use kirifuda_games::leduc::{self, Leduc};
use kirifuda_learn::adam::Moments;
use kirifuda_learn::cfr::{Strategy, Tree};
use kirifuda_learn::softmax::{
    Course, Features, Network, Opponents, Options, Player, Pool, SoftmaxTraining, Sparse, State, Unfit,
};
use kirifuda_play::{Fault, Game, Maker, Policy, Rng, Seat, Tabular};
use rayon::ThreadPoolBuilder;

/// The arms, each coin with each arm, and the coins.
#[derive(Clone)]
struct Sight;

impl Features<Arms> for Sight {
    fn layout(&self) -> &'static str {
        "arm, arm and coin"
    }
    fn moves(&self) -> usize {
        3 + 3 * 2
    }
    fn positions(&self) -> usize {
        2
    }
    fn extract(&self, view: View<'_>, legal: &[u8], out: &mut Sparse) {
        for (coin, _) in view.coins.iter().enumerate().filter(|(_, up)| **up) {
            out.position(coin as u32, 1.0);
        }
        for &arm in legal {
            out.next_move();
            out.add(arm.into());
            for (coin, _) in view.coins.iter().enumerate().filter(|(_, up)| **up) {
                out.add_value(3 + 2 * u32::from(arm) + coin as u32, 1.0);
            }
        }
    }
}

/// Every situation of a small game, with each of its actions.
struct Situations<G: Tabular>(Arc<BTreeMap<G::Key, Vec<G::Action>>>);

impl<G: Tabular> Clone for Situations<G> {
    fn clone(&self) -> Self {
        Situations(Arc::clone(&self.0))
    }
}

impl<G: Tabular> Situations<G> {
    fn new(tree: &Tree<G>) -> Self {
        Situations(Arc::new(tree.iter().map(|(_, key, actions)| (key.clone(), actions.to_vec())).collect()))
    }

    /// The policy of some weights, written out.
    fn strategy(&self, weights: &[f32]) -> Strategy<G> {
        let mut strategy = Strategy::uniform();
        for (number, (key, actions)) in self.0.iter().enumerate() {
            let weight = |place: usize| f64::from(weights[3 * number + place]).exp();
            let actions = actions.iter().enumerate().map(|(place, &action)| (action, weight(place)));
            strategy.insert(key.clone(), actions).unwrap();
        }
        strategy
    }
}

impl<G: Tabular> Features<G> for Situations<G> {
    fn layout(&self) -> &'static str {
        "situation and action"
    }
    fn moves(&self) -> usize {
        3 * self.0.len()
    }
    fn positions(&self) -> usize {
        self.0.len()
    }
    fn extract(&self, view: G::View<'_>, legal: &[G::Action], out: &mut Sparse) {
        let key = G::key(view);
        let number = self.0.range(..key).count() as u32;
        out.position(number, 1.0);
        for place in 0..legal.len() as u32 {
            out.next_move();
            out.add(3 * number + place);
        }
    }
}

fn kuhn() -> (Tree<Kuhn>, Situations<Kuhn>) {
    let tree = Tree::build(&kuhn::Rules::kuhn()).unwrap();
    let situations = Situations::new(&tree);
    (tree, situations)
}

/// Probabilities of the arms when both coins are down.
fn chances(player: &mut Player<Arms, Sight>, rules: Rules) -> (Vec<f32>, f32) {
    let mut game = Arms::deal(&rules, &mut Rng::new(1));
    game.coins = [false; 2];
    let (chances, value) = player.judge(game.view(Seat(0)), &[0, 1, 2]);
    (chances.to_vec(), value)
}

#[test]
fn the_best_arm_of_a_bandit_is_found_and_its_payoff_foretold() {
    let options = Options { batch: 50, step: 0.05, entropy: 0.0, ..Options::default() };
    let mut training = SoftmaxTraining::new(Course::new(BANDIT, Opponents::Mirror, 1), Sight, options).unwrap();
    training.advance(20_000).unwrap();
    let (chances, value) = chances(&mut training.player(), BANDIT);
    assert!(chances[2] > 0.95, "{chances:?}");
    // It pays 0.8; the others are still pulled now and then.
    assert!((value - 0.8).abs() < 0.05, "{value}");
    let last = training.last().unwrap();
    assert!((last.reward - 0.8).abs() < 0.3 && last.decisions == 1.0 && last.entropy < 0.3, "{last:?}");
}

#[test]
fn entropy_that_is_worth_something_keeps_the_policy_mixed() {
    // With a unit of entropy worth w the best policy is softmax of the payoffs / w.
    let options = Options { batch: 200, step: 0.02, entropy: 0.5, halved_after: Some(20_000), ..Options::default() };
    let mut training = SoftmaxTraining::new(Course::new(BANDIT, Opponents::Mirror, 1), Sight, options).unwrap();
    training.advance(200_000).unwrap();
    let powers = [0.2f32, 0.5, 0.8].map(|pays| (pays / 0.5).exp());
    let (chances, _) = chances(&mut training.player(), BANDIT);
    for (found, power) in chances.iter().zip(powers) {
        assert!((found - power / powers.iter().sum::<f32>()).abs() < 0.03, "{chances:?}");
    }
}

#[test]
fn hidden_units_see_what_no_sum_of_features_shows() {
    let reward = |hidden| {
        let options = Options { hidden, batch: 100, step: 0.02, entropy: 0.0, ..Options::default() };
        let mut training = SoftmaxTraining::new(Course::new(COINS, Opponents::Mirror, 2), Sight, options).unwrap();
        training.advance(40_000).unwrap();
        let mut player = training.player();
        let wins = (0..400).filter(|&seed| {
            let mut rng = Rng::new(seed);
            let mut game = Arms::deal(&COINS, &mut rng);
            let arm = player.choose(game.view(Seat(0)), &[0, 1, 2], &mut rng);
            game.play(arm);
            game.payoff(Seat(0)) > 0.0
        });
        wins.count() as f64 / 400.0
    };
    // Two coins that must differ: a sum gets three of the four cases right at most.
    assert!(reward(0) < 0.85);
    assert_eq!(reward(8), 1.0);
}

#[test]
fn kuhn_poker_in_the_mirror_becomes_hard_to_exploit() {
    let (tree, situations) = kuhn();
    let course = Course::new(kuhn::Rules::kuhn(), Opponents::Mirror, 1);
    let options = Options { batch: 200, step: 0.02, halved_after: Some(100_000), entropy: 0.05, ..Options::default() };
    let mut training = SoftmaxTraining::new(course, situations.clone(), options).unwrap();
    let exploitability = |training: &SoftmaxTraining<Kuhn, _>| {
        tree.exploitability(&situations.strategy(&training.playing_weights()[..situations.moves()]))
    };
    let before = exploitability(&training);
    training.advance(600_000).unwrap();
    let after = exploitability(&training);
    println!("exploitability {before} -> {after}");
    // The entropy keeps it from the equilibrium itself.
    assert!((before - 0.916_667 / 2.0).abs() < 1e-4 && after < 0.06, "{before} -> {after}");
}

#[test]
fn against_a_random_player_of_leduc_it_finds_the_best_answer() {
    let tree = Tree::<Leduc>::build(&leduc::Rules::leduc()).unwrap();
    let situations = Situations::new(&tree);
    let course = Course::new(leduc::Rules::leduc(), Opponents::Random, 1);
    let options = Options { batch: 200, step: 0.05, entropy: 0.0, ..Options::default() };
    let mut training = SoftmaxTraining::new(course, situations.clone(), options).unwrap();
    training.advance(600_000).unwrap();
    let strategy = situations.strategy(&training.playing_weights()[..situations.moves()]);
    let best = tree.best_response_values(&Strategy::uniform()).iter().sum::<f64>() / 2.0;
    // What it wins from the uniform strategy, exactly: both seats.
    let mean = Seat::all(2).map(|seat| versus_uniform(&tree, &strategy, seat)).sum::<f64>() / 2.0;
    println!("{mean} chips a game, the best answer {best}");
    // Rare situations are learned slowly.
    assert!(mean > 0.95 * best && mean <= best + 1e-9, "{mean}, {best}");
}

/// The expected payoff of a seat that plays a strategy against the uniform one.
fn versus_uniform(tree: &Tree<Leduc>, strategy: &Strategy<Leduc>, seat: Seat) -> f64 {
    let mut table = Strategy::uniform();
    for (mover, key, actions) in tree.iter() {
        let weights = actions.iter().map(|&action| {
            let written = strategy.get(key).and_then(|all| all.iter().find(|(known, _)| *known == action));
            (action, if mover == seat { written.map_or(0.0, |(_, weight)| *weight) } else { 1.0 })
        });
        table.insert(*key, weights.collect::<Vec<_>>()).unwrap();
    }
    tree.value(&table)[seat.index()]
}

/// Every kind of opponents.
fn opponents(network: Network) -> [Opponents<Kuhn>; 4] {
    let player: Maker<Kuhn> = Arc::new(|| Ok(Box::new(Strategy::<Kuhn>::uniform())));
    [
        Opponents::Random,
        Opponents::Players(vec![player]),
        Opponents::SelfPlay(Pool::new(network.length(), 2, 3)),
        Opponents::Mirror,
    ]
}

fn kinds() -> impl Iterator<Item = (usize, Options)> {
    let options = Options { batch: 70, step: 0.03, ..Options::default() };
    (0..4).flat_map(move |kind| [0, 3].map(|hidden| (kind, Options { hidden, average: hidden == 0, ..options })))
}

fn course(kind: usize, options: &Options, situations: &Situations<Kuhn>) -> Course<Kuhn> {
    let (moves, positions) = (situations.moves(), situations.positions());
    let network = Network { moves, positions, hidden: options.hidden };
    let opponents = opponents(network).into_iter().nth(kind).unwrap();
    Course { mirror: 0.25, ..Course::new(kuhn::Rules::kuhn(), opponents, 5) }
}

fn bits(state: &State) -> Vec<u32> {
    let State { weights, adam: Moments { first, second }, average, .. } = state;
    [weights, first, second, average].into_iter().flatten().map(|number| number.to_bits()).collect()
}

#[test]
fn a_training_that_was_stopped_goes_on_to_the_same_bits() {
    let (_, situations) = kuhn();
    for (kind, options) in kinds() {
        let start = || SoftmaxTraining::new(course(kind, &options, &situations), situations.clone(), options).unwrap();
        let mut whole = start();
        whole.advance(1500).unwrap();
        let mut parts = start();
        // Within a batch, at its end, after the pool was thinned out.
        for stop in [0, 1, 69, 70, 140, 771, 1500] {
            parts.advance(stop - parts.deals()).unwrap();
            let course = course(kind, &options, &situations);
            parts = SoftmaxTraining::restore(course, situations.clone(), options, parts.state()).unwrap();
        }
        assert_eq!(bits(&parts.state()), bits(&whole.state()), "{kind} {options:?}");
        assert_eq!(parts.state(), whole.state());
        assert_ne!(bits(&start().state()), bits(&whole.state()));
        let mut other = SoftmaxTraining::new(
            Course { seed: 6, ..course(kind, &options, &situations) },
            situations.clone(),
            options,
        )
        .unwrap();
        other.advance(1500).unwrap();
        assert_ne!(bits(&other.state()), bits(&whole.state()), "another seed");
    }
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let (_, situations) = kuhn();
    for (kind, options) in kinds() {
        let trained = |threads| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut training =
                    SoftmaxTraining::new(course(kind, &options, &situations), situations.clone(), options).unwrap();
                training.advance(700).unwrap();
                (bits(&training.state()), training.last())
            })
        };
        let one = trained(1);
        assert_eq!(trained(2), one);
        assert_eq!(trained(7), one);
    }
}

#[test]
fn deals_are_learned_from_in_whole_batches() {
    let (_, situations) = kuhn();
    let options = Options { batch: 100, ..Options::default() };
    let mut training = SoftmaxTraining::new(course(3, &options, &situations), situations, options).unwrap();
    let start = training.weights().to_vec();
    training.advance(99).unwrap();
    assert_eq!((training.deals(), training.weights()), (99, &start[..]));
    assert!(training.last().is_none());
    training.advance(1).unwrap();
    assert_ne!(training.weights(), start);
    // The first step of Adam is of the size that was asked for.
    let largest = training.weights().iter().zip(&start).map(|(new, old)| (new - old).abs()).fold(0.0, f32::max);
    assert!((largest - options.step).abs() < 1e-5, "{largest}");
}

#[test]
fn a_state_of_another_training_is_refused() {
    let (_, situations) = kuhn();
    let options = Options::default();
    let fits = |kind, options: Options, state| {
        SoftmaxTraining::restore(course(kind, &options, &situations), situations.clone(), options, state).is_ok()
    };
    let state =
        |kind| SoftmaxTraining::new(course(kind, &options, &situations), situations.clone(), options).unwrap().state();
    assert!(fits(0, options, state(0)) && fits(2, options, state(2)));
    assert!(!fits(0, options, state(2)), "a pool where there is none");
    assert!(!fits(2, options, state(0)), "none where there is one");
    assert!(!fits(0, Options { hidden: 2, ..options }, state(0)));
    assert!(!fits(0, Options { average: false, ..options }, state(0)));
    let mut short = state(0);
    short.adam.second.pop();
    assert!(!fits(0, options, short));
    let weights = |length| vec![0.5; length];
    let from =
        |weights| SoftmaxTraining::from_weights(course(0, &options, &situations), situations.clone(), options, weights);
    let length = state(0).weights.len();
    assert_eq!(from(weights(length + 1)).err(), Some(Unfit::State));
    assert_eq!(from(weights(length)).unwrap().playing_weights(), weights(length));
}

/// Writes down who chose.
#[derive(Clone, Default)]
struct Spy(Arc<Mutex<Vec<u8>>>);

impl Features<Arms> for Spy {
    fn layout(&self) -> &'static str {
        "spy"
    }
    fn moves(&self) -> usize {
        1
    }
    fn positions(&self) -> usize {
        0
    }
    fn extract(&self, view: View<'_>, legal: &[u8], out: &mut Sparse) {
        self.0.lock().unwrap().push(view.seat.0);
        legal.iter().for_each(|_| out.next_move());
    }
}

#[test]
fn the_learner_goes_round_the_table_and_sits_at_other_seats_as_often_as_told() {
    let rules = Rules { seats: 5, pays: Pays::Numbers };
    let learned = |opponents, mirror, deals: u64| {
        let spy = Spy::default();
        let course = Course { mirror, ..Course::new(rules, opponents, 1) };
        // One deal a batch: one part, in order.
        let mut training =
            SoftmaxTraining::new(course, spy.clone(), Options { batch: 1, ..Options::default() }).unwrap();
        training.advance(deals).unwrap();
        let seats = spy.0.lock().unwrap().clone();
        (seats, training.last().unwrap().reward)
    };
    let pulls = |arm| -> Maker<Arms> { Arc::new(move || Ok(Box::new(Pulls(arm)))) };
    let players = || Opponents::Players([0, 1, 2].map(pulls).to_vec());
    // From the learner's left the others pull 0, 1, 2, 0: it pays nothing to them and has what it pulls.
    let (seats, reward) = learned(players(), 0.0, 7);
    assert_eq!(seats, [0, 1, 2, 3, 4, 0, 1]);
    assert!([0.0, 1.0, 2.0].contains(&reward), "{reward}");
    assert_eq!(learned(Opponents::Random, 0.0, 3).0, [0, 1, 2]);
    assert_eq!(learned(Opponents::Mirror, 0.0, 1).0, [0, 1, 2, 3, 4]);
    assert_eq!(learned(players(), 1.0, 1).0, [0, 1, 2, 3, 4]);
    // One seat and a quarter of the four others: 2 of 5; 4.5 standard errors are 0.12.
    let seats = learned(players(), 0.25, 1000).0.len() as f64 / 1000.0;
    assert!((seats - 2.0).abs() < 0.13, "{seats}");
}

#[test]
fn an_opponent_that_cannot_be_made_stops_the_training_before_it_starts() {
    let maker: Maker<Arms> = Arc::new(|| Err(Fault("away".to_string())));
    let course = Course::new(BANDIT, Opponents::Players(vec![maker]), 1);
    let why = SoftmaxTraining::new(course, Sight, Options::default()).err();
    assert_eq!(why, Some(Fault("away".to_string())));
}

#[test]
fn weights_beyond_all_bounds_are_reported() {
    let options = Options { step: f32::MAX, batch: 10, ..Options::default() };
    let mut training = SoftmaxTraining::new(Course::new(BANDIT, Opponents::Mirror, 1), Sight, options).unwrap();
    let why = training.advance(1000).unwrap_err();
    assert!(why.to_string().contains("smaller step"), "{why}");
}

#[test]
fn a_player_makes_the_best_move_or_one_by_its_temperature() {
    let network = Network { moves: 9, positions: 2, hidden: 0 };
    let mut weights = vec![0.0f32; network.length()];
    weights[..3].copy_from_slice(&[0.0, 2.0, 1.0]);
    assert!(Player::<Arms, _>::new(Sight, 1, Arc::from(&weights[..])).is_none(), "weights of another network");
    let mut player = Player::<Arms, _>::new(Sight, 0, Arc::from(weights)).unwrap();
    let game = Arms::deal(&BANDIT, &mut Rng::new(1));
    let (view, mut rng) = (game.view(Seat(0)), Rng::new(3));
    assert!((0..100).all(|_| player.choose(view, &[0, 1, 2], &mut rng) == 1));
    assert_eq!(player.choose(view, &[0, 2], &mut rng), 2);
    assert_eq!(player.choose(view, &[0], &mut rng), 0);
    assert_eq!(rng, Rng::new(3), "a greedy player draws nothing");
    let (mut warm, mut counts) = (player.with_temperature(2.0), [0u32; 3]);
    for _ in 0..60_000 {
        counts[usize::from(warm.choose(view, &[0, 1, 2], &mut rng))] += 1;
    }
    let powers = [0f64, 1.0, 0.5].map(f64::exp);
    for (count, power) in counts.into_iter().zip(powers) {
        let expected = 60_000.0 * power / powers.iter().sum::<f64>();
        // 4.5 standard errors.
        assert!((f64::from(count) - expected).abs() < 4.5 * expected.sqrt(), "{counts:?}");
    }
}
