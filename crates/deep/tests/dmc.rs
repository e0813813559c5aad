//! Deep Monte Carlo on the processor, in a game small enough to be known.
#![cfg(feature = "cpu")]
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kirifuda_deep::dmc::{Branch, Critic, DmcTraining, Options, PolicyGradient, shape};
use kirifuda_deep::{Cpu, League};
use kirifuda_games::cards::Card;
use kirifuda_games::plain_tricks::{PlainTricks, Rules, View};
use kirifuda_learn::net::{Encoder, Parts, Row, Shape};
use kirifuda_play::{Actions, Fault, Game, Policy, Rng, Seat, Standing, Uniform, play_out};

/// Hand and trick: enough to learn that high cards win.
#[derive(Clone)]
struct Sight;

impl Encoder<PlainTricks> for Sight {
    fn layout(&self) -> &'static str {
        "test"
    }
    fn inputs(&self) -> usize {
        156
    }
    fn active(&self) -> usize {
        15
    }
    fn outputs(&self) -> usize {
        52
    }
    fn position(&self, view: View<'_>, row: &mut Row<'_>) {
        row.put(view.hand().packed(), 52);
        row.put(view.trick().best().map_or(0, |card| card.set().packed()), 52);
        row.put(view.unseen().packed(), 52);
    }
    fn parts(&self, _: View<'_>, card: Card, parts: &mut Parts) {
        parts.add(card.index());
    }
    fn hidden(&self) -> usize {
        3 * 52
    }
    fn holders(&self) -> (usize, usize) {
        (3, 52)
    }
    fn reveal(&self, game: &PlainTricks, seat: Seat, row: &mut Row<'_>) {
        for steps in 1..4 {
            row.put(game.view(Seat((seat.0 + steps) % 4)).hand().packed(), 52);
        }
    }
    fn outcome(&self, game: &PlainTricks, seat: Seat) -> f32 {
        game.payoff(seat) / 3.25 - 1.0
    }
    fn known(&self, view: View<'_>) -> f32 {
        (f32::from(view.tricks_won(view.seat())) - 0.25 * view.trick_number() as f32) / 3.25
    }
}

const OPTIONS: Options = Options {
    batch: 256,
    minibatch: 512,
    rate: (2e-3, 2e-4),
    explore: (0.1, 0.02),
    span: 12 * 256,
    branch: None,
    trace: 1.0,
    guessed: None,
    policy: None,
    epochs: 1,
};
/// Half of the positions are searched, so that there are about as many lessons a deal.
const SEARCHED: Options = Options { branch: Some(Branch { chance: 0.5, width: 3, forgive: 0.8 }), ..OPTIONS };

/// What is hidden is learned.
const GUESSED: Options = Options { guessed: Some(0.5), ..OPTIONS };

/// Half of a target is what the net thinks later.
const TRACED: Options = Options { trace: 0.5, ..OPTIONS };

/// A policy is learned.
const SWAYED: Options = Options {
    policy: Some(PolicyGradient { temperature: 0.1, entropy: 0.5, width: 13, level: 0.2 }),
    explore: (0.02, 0.0),
    trace: 0.9,
    ..OPTIONS
};

/// A critic sees the hands of the others.
const CRITIC: Critic = Critic { width: 6, forgive: 0.8 };

fn training(league: League<PlainTricks>) -> DmcTraining<PlainTricks, Sight> {
    training_by(OPTIONS, None, league)
}

fn training_by(
    options: Options,
    critic: Option<Critic>,
    league: League<PlainTricks>,
) -> DmcTraining<PlainTricks, Sight> {
    let seen = shape::<PlainTricks, _>(&Sight, 32, 1);
    let training = DmcTraining::new(Rules, Sight, options, league, Box::new(Cpu::new(seen, 15, 1)), 1).unwrap();
    let all = Shape { inputs: seen.inputs + Sight.hidden(), ..seen };
    match critic {
        Some(how) => training.with_critic(Box::new(Cpu::new(all, 45, 2)), how).unwrap(),
        None => training,
    }
}

/// Tricks of a player at one seat against three that play anything.
fn tricks(player: &mut impl Policy<PlainTricks>) -> f32 {
    let (mut legal, mut sum) = (Actions::new(), 0.0);
    for deal in 0..400 {
        let mut rng = Rng::stream(99, &[deal]);
        let mut game = PlainTricks::deal(&Rules, &mut rng);
        while let Some(seat) = game.turn().seat() {
            game.legal(&mut legal);
            let card = match seat {
                Seat(0) => player.choose(game.view(seat), &legal, &mut rng),
                _ => Policy::<PlainTricks>::choose(&mut Uniform, game.view(seat), &legal, &mut rng),
            };
            game.play(card);
        }
        sum += game.payoff(Seat(0));
    }
    sum / 400.0
}

#[test]
fn a_net_that_plays_against_itself_learns_to_take_tricks() {
    let mut training = training(League::alone());
    let before = tricks(&mut training.player().unwrap());
    for _ in 0..12 {
        training.batch().unwrap();
    }
    let after = tricks(&mut training.player().unwrap());
    assert_eq!(training.deals(), 12 * 256);
    assert!((2.0..4.2).contains(&before), "{before} tricks untrained");
    // Means of 400 deals: half a trick is five standard deviations.
    assert!(after > before + 0.5, "{before} tricks, then {after}");
}

#[test]
fn a_net_learns_from_searched_positions_from_its_own_later_thoughts_from_a_critic_and_by_policy_gradient() {
    for (options, critic) in
        [(SEARCHED, None), (TRACED, None), (TRACED, Some(CRITIC)), (SWAYED, None), (SWAYED, Some(CRITIC))]
    {
        let mut training = training_by(options, critic, League::alone());
        let before = tricks(&mut training.player().unwrap());
        // A critic has to learn first.
        for _ in 0..if critic.is_some() { 24 } else { 12 } {
            training.batch().unwrap();
        }
        let after = tricks(&mut training.player().unwrap());
        assert!(after > before + 0.5, "{options:?} {critic:?}: {before} tricks, then {after}");
    }
}

/// The same, and who has shown to have none of which cards.
#[derive(Clone)]
struct Voids;

impl Encoder<PlainTricks> for Voids {
    fn layout(&self) -> &'static str {
        "voids"
    }
    fn inputs(&self) -> usize {
        156 + 3 * 52
    }
    fn active(&self) -> usize {
        30
    }
    fn outputs(&self) -> usize {
        52
    }
    fn position(&self, view: View<'_>, row: &mut Row<'_>) {
        Sight.position(view, row);
        view.others().into_iter().for_each(|other| row.put(view.excluded(other).packed(), 52));
    }
    fn parts(&self, _: View<'_>, card: Card, parts: &mut Parts) {
        parts.add(card.index());
    }
    fn hidden(&self) -> usize {
        Sight.hidden()
    }
    fn holders(&self) -> (usize, usize) {
        (3, 52)
    }
    fn reveal(&self, game: &PlainTricks, seat: Seat, row: &mut Row<'_>) {
        Sight.reveal(game, seat, row);
    }
}

#[test]
fn a_net_learns_who_holds_what() {
    let seen = shape::<PlainTricks, _>(&Voids, 32, 1);
    let net = |outputs, seed| Box::new(Cpu::new(Shape { outputs, ..seen }, 30, seed));
    let training = |outputs| DmcTraining::new(Rules, Voids, GUESSED, League::alone(), net(outputs, 3), 1);
    assert!(training(Voids.hidden()).unwrap().batch().is_err(), "nobody to play");
    let mut training_of = training(Voids.hidden()).unwrap().with_teacher(net(52, 1)).unwrap();
    training_of.batch().unwrap();
    // Some 21 hidden cards, each with one of three: nobody knows.
    let first = training_of.loss();
    for _ in 0..15 {
        training_of.batch().unwrap();
    }
    let last = training_of.loss();
    assert!((20.0..30.0).contains(&first), "{first} at first");
    assert!(last < first - 0.5, "{first}, then {last}");
    assert!(training_of.player().is_err(), "it cannot play");
    assert!(training(52).is_err(), "a net for moves");
}

#[test]
fn neither_threads_nor_a_break_change_a_bit() {
    for (options, critic) in [
        (OPTIONS, None),
        (SEARCHED, None),
        (TRACED, None),
        (TRACED, Some(CRITIC)),
        (SWAYED, None),
        (SWAYED, Some(CRITIC)),
    ] {
        bits_are_the_same(options, critic);
    }
}

#[test]
fn with_series_and_several_epochs_neither_threads_nor_a_break_change_a_bit() {
    let options = Options { epochs: 2, ..SWAYED };
    bits_of(|league| training_by(options, None, league).with_series(4, counted).unwrap());
}

fn bits_are_the_same(options: Options, critic: Option<Critic>) {
    bits_of(|league| training_by(options, critic, league));
}

fn bits_of(training: impl Fn(League<PlainTricks>) -> DmcTraining<PlainTricks, Sight> + Sync) {
    let weights = |threads: usize, broken: bool| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let league = || League { past_share: 0.3, past_every: 256, past_most: 2, ..League::alone() };
            let mut one = training(league());
            for number in 0..5 {
                if broken && number == 3 {
                    let state = one.state().unwrap();
                    one = training(league());
                    one.restore(state).unwrap();
                }
                one.batch().unwrap();
            }
            one.state().unwrap()
        })
    };
    let expected = weights(1, false);
    assert_eq!(expected.deals, 5 * 256);
    assert!(expected.pool.len() <= 2 && !expected.pool.is_empty());
    assert_eq!(weights(3, false), expected);
    assert_eq!(weights(2, true), expected);
}

/// A series that hands nothing on, but counts the deals that are over.
struct Counted(u32);

fn counted(_: &Rules) -> Box<dyn Standing<PlainTricks>> {
    Box::new(Counted(0))
}

/// Deals that were settled by a series that went on, in all.
static SETTLED: AtomicUsize = AtomicUsize::new(0);

impl Standing<PlainTricks> for Counted {
    fn deal_next(&self, rules: &Rules, rng: &mut Rng) -> PlainTricks {
        PlainTricks::deal(rules, rng)
    }
    fn settle(&mut self, game: &PlainTricks) {
        assert!(game.turn().seat().is_none(), "a deal that is not over");
        self.0 += 1;
        assert!(self.0 < 4, "no more deals than were asked for");
    }
    fn is_finished(&self, _: &Rules) -> bool {
        false
    }
}

/// The same, and counts for one test alone.
struct Watched(Counted);

fn watched(_: &Rules) -> Box<dyn Standing<PlainTricks>> {
    Box::new(Watched(Counted(0)))
}

impl Standing<PlainTricks> for Watched {
    fn deal_next(&self, rules: &Rules, rng: &mut Rng) -> PlainTricks {
        self.0.deal_next(rules, rng)
    }
    fn settle(&mut self, game: &PlainTricks) {
        self.0.settle(game);
        SETTLED.fetch_add(1, Ordering::Relaxed);
    }
    fn is_finished(&self, rules: &Rules) -> bool {
        self.0.is_finished(rules)
    }
}

#[test]
fn a_net_learns_from_all_deals_of_a_series() {
    for options in [OPTIONS, SWAYED, SEARCHED] {
        let mut training = training_by(options, None, League::alone()).with_series(4, watched).unwrap();
        let before = tricks(&mut training.player().unwrap());
        SETTLED.store(0, Ordering::Relaxed);
        for _ in 0..12 {
            training.batch().unwrap();
        }
        assert_eq!(training.deals(), 12 * 256);
        // The last deal of a series hands nothing on.
        assert_eq!(SETTLED.load(Ordering::Relaxed), 12 * 64 * 3, "{options:?}");
        let after = tricks(&mut training.player().unwrap());
        assert!(after > before + 0.4, "{options:?}: {before} tricks, then {after}");
    }
    let why = training(League::alone()).with_series(3, counted).err().unwrap();
    assert_eq!(why.to_string(), "a batch of 256 deals is no whole number of series of 3");
}

/// Counts its moves.
struct Counting(Arc<AtomicUsize>);

impl Policy<PlainTricks> for Counting {
    fn choose(&mut self, _: View<'_>, legal: &[Card], _: &mut Rng) -> Card {
        self.0.fetch_add(1, Ordering::Relaxed);
        legal[0]
    }
}

#[test]
fn a_player_that_cannot_be_made_ends_the_training() {
    let missing = || Err(Fault("its file is gone".to_string()));
    let league = League { players: vec![Arc::new(missing)], players_share: 0.5, ..League::alone() };
    assert_eq!(training(league).batch().unwrap_err().to_string(), "its file is gone");
}

#[test]
fn listed_players_get_their_share_of_the_deals() {
    let count = Arc::new(AtomicUsize::new(0));
    let shared = Arc::clone(&count);
    let league = League {
        players: vec![Arc::new(move || Ok(Box::new(Counting(Arc::clone(&shared)))))],
        players_share: 0.5,
        ..League::alone()
    };
    let mut training = training(league);
    training.batch().unwrap();
    // Decisions that are not forced, of deals at random; three seats of four in half of the deals.
    let made = count.load(Ordering::Relaxed) as f64 / 256.0;
    let mut all = 0usize;
    let (mut legal, mut rng) = (Actions::new(), Rng::new(1));
    for _ in 0..256 {
        let mut game = PlainTricks::deal(&Rules, &mut rng);
        while game.turn().seat().is_some() {
            game.legal(&mut legal);
            all += usize::from(legal.len() > 1);
            game.play(rng.pick(&legal));
        }
    }
    let expected = all as f64 / 256.0 * 0.75 * 0.5;
    assert!((made / expected - 1.0).abs() < 0.15, "{made} of {expected}");
    let mut game = PlainTricks::deal(&Rules, &mut rng);
    play_out(&mut game, &mut training.player().unwrap(), &mut legal, &mut rng);
}

#[test]
fn a_small_net_learns_what_a_large_one_thinks() {
    let mut teacher = training(League::alone());
    for _ in 0..8 {
        teacher.batch().unwrap();
    }
    let weights = teacher.machine().weights().unwrap();
    let large = Cpu::with(shape::<PlainTricks, _>(&Sight, 32, 1), weights).unwrap();
    let small = Cpu::new(shape::<PlainTricks, _>(&Sight, 16, 0), 15, 2);
    let options = Options { explore: (0.1, 0.1), rate: (5e-3, 5e-4), ..OPTIONS };
    let student = DmcTraining::new(Rules, Sight, options, League::alone(), Box::new(small), 3).unwrap();
    let mut student = student.with_teacher(Box::new(large)).unwrap();
    student.batch().unwrap();
    let first = student.loss();
    for _ in 0..11 {
        student.batch().unwrap();
    }
    assert!(student.loss() < 0.3 * first, "{first} to {}", student.loss());
}

#[test]
fn a_rival_sits_at_the_other_seats_and_does_not_learn() {
    // A quarter of the moves is learned from where a rival has the three other seats.
    let steps = |past_share: f64| {
        let mut training = training(League { past_share, ..League::alone() });
        let rival = vec![0.01; training.machine().shape().length()];
        training = training.with_rival(rival.clone()).unwrap();
        for _ in 0..3 {
            training.batch().unwrap();
        }
        assert_eq!(training.state().unwrap().pool, [rival], "no other self is stored");
        training.steps()
    };
    let (alone, among_rivals) = (steps(0.0), steps(1.0));
    assert!((3 * among_rivals..=5 * among_rivals).contains(&alone), "{alone}, {among_rivals}");
    let why = training(League::alone()).with_rival(vec![0.0; 3]).err().unwrap();
    assert!(why.to_string().contains("another size"), "{why}");
}

#[test]
fn a_critic_must_see_what_is_hidden_and_is_never_left_behind() {
    let seen = shape::<PlainTricks, _>(&Sight, 32, 1);
    let blind = Cpu::new(seen, 15, 1);
    assert!(training(League::alone()).with_critic(Box::new(blind), CRITIC).is_err());
    let state = training_by(OPTIONS, Some(CRITIC), League::alone()).state().unwrap();
    assert!(training(League::alone()).restore(state).is_err(), "a state with a critic for a training without");
}
