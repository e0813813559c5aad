//! Neural fictitious self-play: what it finds, and that it goes on where it stopped.
#![cfg(feature = "cpu")]
#![allow(clippy::unwrap_used)]

use kirifuda_deep::Cpu;
use kirifuda_deep::nfsp::{Habits, Machines, Nfsp, NfspError, Options, State, tabulate};
use kirifuda_games::cards::Card;
use kirifuda_games::hearts::{self, Hearts};
use kirifuda_games::kuhn::{self, Kuhn};
use kirifuda_learn::cfr::Tree;
use kirifuda_learn::net::{Encoder, Parts, Row};
use kirifuda_play::{Actions, Game, Policy, Rng, Seat, Turn};

/// The card and the moves so far.
#[derive(Clone)]
struct Poker;

impl Encoder<Kuhn> for Poker {
    fn layout(&self) -> &'static str {
        "test-kuhn"
    }
    fn inputs(&self) -> usize {
        7
    }
    fn active(&self) -> usize {
        2
    }
    fn outputs(&self) -> usize {
        2
    }
    fn position(&self, view: kuhn::View<'_>, row: &mut Row<'_>) {
        row.one_of(view.card() as usize, 3);
        for number in 0..2 {
            match view.history().get(number) {
                Some(&action) => row.one_of(action as usize, 2),
                None => row.skip(2),
            }
        }
    }
    fn parts(&self, _: kuhn::View<'_>, action: kuhn::Action, parts: &mut Parts) {
        parts.add(action as usize);
    }
}

/// The hand and the cards of the trick; a card is its only part. What has been taken is known beforehand.
#[derive(Clone)]
struct Tricks;

impl Encoder<Hearts> for Tricks {
    fn layout(&self) -> &'static str {
        "test-hearts"
    }
    fn inputs(&self) -> usize {
        104
    }
    fn active(&self) -> usize {
        9
    }
    fn outputs(&self) -> usize {
        52
    }
    fn position(&self, view: hearts::View<'_>, row: &mut Row<'_>) {
        let set = |cards: &mut dyn Iterator<Item = Card>| cards.fold(0u64, |bits, card| bits | 1 << card.index());
        row.put(set(&mut view.hand().iter()), 52);
        row.put(set(&mut view.trick().cards().iter().copied()), 52);
    }
    fn parts(&self, _: hearts::View<'_>, action: Card, parts: &mut Parts) {
        parts.add(action.index());
    }
    fn outcome(&self, game: &Hearts, seat: Seat) -> f32 {
        game.payoff(seat) / 26.0
    }
    fn known(&self, view: hearts::View<'_>) -> f32 {
        -f32::from(view.taken(view.seat())) / 26.0
    }
}

fn cpu() -> Machines {
    Box::new(|shape, seed| Ok(Box::new(Cpu::new(shape, 2, seed))))
}

fn small() -> Options {
    Options {
        width: 16,
        tables: 32,
        exploration: 0.1,
        exploration_games: 1_000_000,
        replay: 5_000,
        reservoir: 100_000,
        emphasis: 1,
        warmup: 200,
        learn_every: 16,
        batch: 64,
        target_every: 20,
        best_rate: 5e-3,
        average_rate: 5e-3,
        rate_games: 50_000,
        ..Options::default()
    }
}

fn kuhn(options: Options, seed: u64) -> Nfsp<Kuhn, Poker> {
    Nfsp::new(kuhn::Rules::kuhn(), Poker, options, cpu(), seed).unwrap()
}

fn exploitability(training: &mut Nfsp<Kuhn, Poker>) -> f64 {
    let rules = kuhn::Rules::kuhn();
    let mut players = [0, 1].map(|seat| training.average_player(Seat(seat)).unwrap());
    let strategy = tabulate::<Kuhn>(&rules, |seat, view, legal, out| {
        out.extend_from_slice(players[seat.index()].probabilities(view, legal));
    });
    Tree::build(&rules).unwrap().exploitability(&strategy.unwrap())
}

#[test]
fn the_average_approaches_an_equilibrium_of_kuhn_poker() {
    let mut training = kuhn(small(), 1);
    let before = exploitability(&mut training);
    training.advance(60_000).unwrap();
    let after = exploitability(&mut training);
    // The seed is fixed; four seeds ended between 0.03 and 0.06.
    assert!(before > 0.3 && after < 0.1, "{before}, then {after}");
    let [best, average] = training.losses().unwrap();
    assert!(best > 0.0 && average > 0.0 && best.is_finite() && average.is_finite());
}

#[test]
fn one_pair_of_nets_can_serve_all_seats_and_games_can_wait_for_each_other() {
    let options = Options { shared: true, batched: true, tables: 128, ..small() };
    let mut training = kuhn(options, 2);
    training.advance(60_000).unwrap();
    let found = exploitability(&mut training);
    assert!(found < 0.12, "{found}");
    assert_eq!(training.state().unwrap().sides.len(), 1);
}

/// Bits, not numbers: packed words need not be numbers.
fn bits(state: State) -> (Vec<u64>, Vec<(String, Vec<u32>)>) {
    let (counts, sections) = state.into_sections();
    let bits = |(name, list): (String, Vec<f32>)| (name, list.into_iter().map(f32::to_bits).collect());
    (counts, sections.into_iter().map(bits).collect())
}

#[test]
fn a_training_stopped_and_resumed_ends_with_the_same_bits() {
    let small = || Options { replay: 1_000, reservoir: 200, ..small() }; // both overflow
    let mut whole = kuhn(small(), 3);
    whole.advance(4_000).unwrap();

    let mut first = kuhn(small(), 3);
    first.advance(1_111).unwrap(); // within a round
    let (counts, mut sections) = first.state().unwrap().into_sections();
    let take = |name: &str| {
        let place = sections.iter().position(|(other, _)| other == name)?;
        Some(sections.swap_remove(place).1)
    };
    let state = State::from_sections(&counts, take).unwrap();
    let mut second = Nfsp::restore(kuhn::Rules::kuhn(), Poker, small(), cpu(), 3, state).unwrap();
    assert_eq!((second.episodes(), second.steps()), (1_111, first.steps()));
    second.advance(2_889).unwrap();
    let state = whole.state().unwrap();
    assert!(state.sides[0].seen > 300 && state.sides[0].decisions > 2_000, "replay and reservoir were in use");
    assert!(bits(state) == bits(second.state().unwrap()));
}

#[test]
fn the_number_of_threads_changes_no_bit_and_another_seed_does() {
    let train = |threads: usize, seed: u64, batched: bool| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut training = kuhn(Options { batched, ..small() }, seed);
            training.advance(1_000).unwrap();
            bits(training.state().unwrap())
        })
    };
    for batched in [false, true] {
        let one = train(1, 4, batched);
        assert!(one == train(3, 4, batched));
        assert!(one != train(1, 5, batched));
    }
}

#[test]
fn the_net_that_looks_ahead_follows_every_so_many_steps() {
    let weights = |target_every: u64, episodes: u64| {
        let mut training = kuhn(Options { target_every, ..small() }, 6);
        training.advance(episodes).unwrap();
        let state = training.state().unwrap();
        (state.sides[0].steps[0], state.sides[0].weights[0].clone(), state.sides[0].weights[1].clone())
    };
    let (_, start, _) = weights(1, 0);
    let (steps, best, target) = weights(1_000_000, 2_000);
    assert!(steps > 100 && best != start && target == start, "it never follows");
    let (_, best, target) = weights(1, 2_000);
    assert!(target != start && target != best, "it is one step behind");
    let distance = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(distance(&target, &best) < 3.0 * small().best_rate, "a step of Adam is about as large as its rate");
}

#[test]
fn the_share_of_best_answers_is_the_anticipation() {
    let seen = |anticipation: f64, habits: Habits| {
        let options = Options { anticipation, habits, exploration: 0.0, warmup: u64::MAX, ..small() };
        let mut training = kuhn(options, 7);
        training.advance(10_000).unwrap();
        let state = training.state().unwrap();
        let sum = |of: fn(&kirifuda_deep::nfsp::SideState) -> u64| state.sides.iter().map(of).sum::<u64>() as f64;
        sum(|side| side.seen) / sum(|side| side.decisions)
    };
    assert_eq!(seen(0.0, Habits::Best), 0.0);
    assert_eq!(seen(1.0, Habits::Best), 1.0);
    let share = seen(0.1, Habits::Played);
    // 20,000 games of a seat, of one or two decisions: a standard deviation of at most 0.003.
    assert!((share - 0.1).abs() < 0.01, "{share}");
}

#[test]
fn four_players_learn_hearts() {
    let options = Options { tables: 8, learn_every: 32, batch: 32, warmup: 100, replay: 1_000, ..small() };
    for (shared, batched) in [(false, false), (true, false), (true, true)] {
        let options = Options { shared, batched, ..options };
        let mut training: Nfsp<Hearts, Tricks> =
            Nfsp::new(hearts::Rules::standard(), Tricks, options, cpu(), 8).unwrap();
        training.advance(24).unwrap();
        // Three cards passed and at most twelve played that are not forced, by each of four seats.
        assert!((24 * 20..=24 * 60).contains(&training.steps()), "{}", training.steps());
        assert!(training.updates() > 20);
        let mut rng = Rng::new(1);
        let mut players = [0, 1, 2, 3].map(|seat| training.average_player(Seat(seat)).unwrap());
        let mut best = training.best_player(Seat(2)).unwrap();
        let mut game = Hearts::deal(&hearts::Rules::standard(), &mut rng);
        let mut legal = Actions::new();
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let view = game.view(seat);
            let action = match seat {
                Seat(2) => best.choose(view, &legal, &mut rng),
                _ => players[seat.index()].choose(view, &legal, &mut rng),
            };
            game.try_play(action).unwrap();
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = Nfsp::<Kuhn, Poker>::new(kuhn::Rules::kuhn(), Poker, Options { width: 0, ..small() }, cpu(), 1);
    assert_eq!(refused.err().unwrap().to_string(), "width must be 1 or more, not 0");
    let mut training = kuhn(small(), 1);
    training.advance(500).unwrap();
    let state = training.state().unwrap();
    let restore = |options: Options, state: State| {
        Nfsp::<Kuhn, Poker>::restore(kuhn::Rules::kuhn(), Poker, options, cpu(), 1, state).err().unwrap()
    };
    assert!(matches!(restore(Options { width: 8, ..small() }, state.clone()), NfspError::Machine(_)));
    assert_eq!(restore(Options { shared: true, ..small() }, state.clone()), NfspError::State("the number of nets"));
    assert_eq!(restore(Options { replay: 100, ..small() }, state.clone()), NfspError::State("the recent decisions"));
    let mut cut = state;
    cut.sides[1].reservoir.pop();
    assert_eq!(restore(small(), cut), NfspError::State("the reservoir"));
}

#[test]
fn a_training_that_diverges_says_so() {
    let mut training = kuhn(Options { best_rate: 1e38, ..small() }, 1);
    let why = training.advance(2_000).unwrap_err();
    assert!(matches!(why, NfspError::Diverged(_)), "{why}");
}
