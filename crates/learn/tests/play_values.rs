//! Play-evaluation learning against numbers computed by hand, against theory, and against itself.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod arms;

use std::sync::{Arc, Mutex};

use arms::{Arms, BANDIT, Pays, Pulls, Rules, View, episode};
use kirifuda_games::leduc::{self, Leduc};
use kirifuda_learn::cfr::{Strategy, Tree};
use kirifuda_learn::play_values::{
    Course, Fade, Opponents, Options, Place, PlayValueTraining, PlayValues, Shape, State, Task, Update, Values,
};
use kirifuda_play::{Actions, Game, Policy, Rng, Seat, Tabular, Turn};

/// A state for each seat, a choice for each arm.
#[derive(Clone, Default)]
struct Pull {
    /// Who chose which arm, in order.
    seen: Arc<Mutex<Vec<(Seat, u8)>>>,
}

impl Task<Arms> for Pull {
    fn layout(&self) -> &'static str {
        "seat; arm"
    }
    fn shape(&self) -> Shape {
        Shape { states: 8, choices: 3 }
    }
    fn place(&self, view: View<'_>, arm: u8) -> Option<Place> {
        self.seen.lock().unwrap().push((view.seat, arm));
        Some(Place { state: view.seat.0.into(), choice: arm.into() })
    }
    fn advise(&self, values: &Values, view: View<'_>, legal: &[u8]) -> u8 {
        values.best(view.seat.0.into(), legal.iter().map(|&arm| arm.into())).unwrap() as u8
    }
}

const STILL: Options = Options {
    step: 0.5,
    update: Update::Mean,
    step_fade: Fade::Never,
    start: 2.0,
    epsilon: 0.0,
    epsilon_fade: Fade::Never,
};

fn two(pays: Pays) -> Rules {
    Rules { seats: 2, pays }
}

#[test]
fn every_play_moves_half_way_to_what_the_game_was_worth() {
    let mut learner = PlayValues::<Arms, _>::new(Pull::default(), STILL);
    // Seat 0 pulls arm 2, seat 1 arm 1: they get 2 - 1 = 1 and 1 - 2 = -1.
    learner.study(&episode(two(Pays::Numbers), &[2, 1]), &[Seat(0), Seat(1)]);
    let value = |learner: &PlayValues<_, _>, state, choice| learner.values().get(Place { state, choice });
    assert_eq!(value(&learner, 0, 2), 1.5);
    assert_eq!(value(&learner, 1, 1), 0.5);
    // Only seats that learn; the others keep the value of the start.
    learner.study(&episode(two(Pays::Numbers), &[2, 1]), &[Seat(0)]);
    assert_eq!(value(&learner, 0, 2), 1.25);
    assert_eq!(value(&learner, 1, 1), 0.5);
    assert_eq!(value(&learner, 0, 0), 2.0);
    assert_eq!(learner.values().visits(Place { state: 0, choice: 2 }), 2);
    assert_eq!(learner.values().visits_of_state(1), 1);
    assert_eq!(learner.games(), 2);
    // A play that is made twice in a game moves twice: 1.25 -> 0.125 -> -0.4375.
    learner.reward(&[Place { state: 0, choice: 2 }; 2], -1.0);
    assert_eq!(value(&learner, 0, 2), -0.4375);
}

#[test]
fn the_best_choice_is_the_first_offered_of_equals() {
    let shape = Shape { states: 2, choices: 4 };
    let values = Values::restore(shape, vec![1.0, 3.0, 3.0, 0.0, 5.0, 4.0, 5.0, 5.0], vec![0; 8]).unwrap();
    assert_eq!(values.best(0, [0, 1, 2, 3]), Some(1));
    assert_eq!(values.best(0, [3, 2, 1]), Some(2));
    assert_eq!(values.best(0, [3, 0]), Some(0));
    assert_eq!(values.best(1, [1, 3, 0]), Some(3));
    assert_eq!(values.best(1, []), None);
    assert!(Values::restore(shape, vec![0.0; 7], vec![0; 8]).is_none());
    assert!(Values::restore(shape, vec![0.0; 8], vec![0; 9]).is_none());
}

#[test]
fn with_steps_that_fade_by_visits_a_value_is_the_mean_of_its_rewards() {
    // Steps of 1, 1/2, 1/3, …: the start has no say, all rewards have the same.
    let options = Options { step: 1.0, step_fade: Fade::Visits(1), epsilon: 1.0, ..STILL };
    let mut training = PlayValueTraining::new(Course::new(BANDIT, Opponents::Mirror, 7), Pull::default(), options);
    let mut rewards = [(0.0, 0u32); 3];
    for _ in 0..6000 {
        let (before, score) = (training.learner().values().all_visits().to_vec(), training.score());
        training.advance(1);
        let arm = (0..3).find(|&arm| training.learner().values().all_visits()[arm] != before[arm]).unwrap();
        rewards[arm].0 += training.score() - score;
        rewards[arm].1 += 1;
    }
    for (choice, (sum, count)) in (0..).zip(rewards) {
        let (mean, found) = (sum / f64::from(count), training.learner().values().get(Place { state: 0, choice }));
        // 2,000 roundings of 2^-24.
        assert!((f64::from(found) - mean).abs() < 1e-4, "arm {choice}: {found}, {mean}");
        // And a mean of 2,000 or so draws is near the chance: within 4.5 standard errors.
        let chance = [0.2, 0.5, 0.8][choice as usize];
        assert!((mean - chance).abs() < 4.5 * 0.5 / f64::from(count).sqrt(), "arm {choice}: {mean}, {chance}");
    }
}

#[test]
fn an_optimistic_start_tries_every_choice_without_exploration() {
    let options = Options { step: 0.05, ..STILL };
    let mut training = PlayValueTraining::new(Course::new(BANDIT, Opponents::Mirror, 1), Pull::default(), options);
    training.advance(2000);
    let visits = &training.learner().values().all_visits()[..3];
    assert!(visits.iter().all(|&visits| visits > 10), "{visits:?}");
    assert!(visits[2] > 1500, "and stays with the best: {visits:?}");
    // A start below all rewards stays with the first choice that was made.
    let options = Options { start: -1.0, ..options };
    let mut training = PlayValueTraining::new(Course::new(BANDIT, Opponents::Mirror, 1), Pull::default(), options);
    training.advance(2000);
    assert_eq!(training.learner().values().all_visits()[..3], [2000, 0, 0]);
}

#[test]
fn exploration_fades_by_games_or_by_visits() {
    assert_eq!(Fade::Never.left(1_000_000, 1_000_000), 1.0);
    assert_eq!(Fade::Games(100).left(100, 7), 0.5);
    assert_eq!(Fade::Games(100).left(300, 7), 0.25);
    assert_eq!(Fade::Visits(100).left(7, 100), 0.5);
    assert_eq!(Fade::Visits(0).left(7, 1), 0.5, "a half-life below one is one");
    // The advised arm is 0 throughout: steps of 0. Tried ones are drawn from all three, so 2/3 of them show.
    let tried = |fade: Fade| {
        let options = Options { step: 0.0, epsilon: 0.6, epsilon_fade: fade, ..STILL };
        let mut training = PlayValueTraining::new(Course::new(BANDIT, Opponents::Mirror, 3), Pull::default(), options);
        let mut counts = [0u64; 2];
        for part in &mut counts {
            let before: u64 = training.learner().values().all_visits()[1..3].iter().sum();
            training.advance(10_000);
            *part = training.learner().values().all_visits()[1..3].iter().sum::<u64>() - before;
        }
        counts.map(|count| count as f64 / 10_000.0 * 1.5)
    };
    // Means of 0.6 / (1 + n / 10,000) over the first and second ten thousand; 5 standard errors are 0.03.
    let means = [0.6 * 2f64.ln(), 0.6 * 1.5f64.ln()];
    for (fade, expected) in [(Fade::Never, [0.6; 2]), (Fade::Games(10_000), means), (Fade::Visits(10_000), means)] {
        for (found, expected) in tried(fade).into_iter().zip(expected) {
            assert!((found - expected).abs() < 0.04, "{fade:?}: {found}, {expected}");
        }
    }
}

/// Leduc poker: a state for every situation.
#[derive(Clone)]
struct Situations(Arc<Vec<<Leduc as Tabular>::Key>>);

impl Situations {
    fn new() -> Situations {
        let tree = Tree::<Leduc>::build(&leduc::Rules::leduc()).unwrap();
        let mut keys: Vec<_> = tree.iter().map(|(_, key, _)| *key).collect();
        keys.sort();
        keys.dedup();
        Situations(Arc::new(keys))
    }
    fn state(&self, view: leduc::View<'_>) -> u32 {
        self.0.binary_search(&Leduc::key(view)).unwrap() as u32
    }
}

impl Task<Leduc> for Situations {
    fn layout(&self) -> &'static str {
        "situation; action"
    }
    fn shape(&self) -> Shape {
        Shape { states: self.0.len(), choices: 3 }
    }
    fn place(&self, view: leduc::View<'_>, action: leduc::Action) -> Option<Place> {
        Some(Place { state: self.state(view), choice: action as u32 })
    }
    fn advise(&self, values: &Values, view: leduc::View<'_>, legal: &[leduc::Action]) -> leduc::Action {
        let best = values.best(self.state(view), legal.iter().map(|&action| action as u32));
        *legal.iter().find(|&&action| Some(action as u32) == best).unwrap()
    }
}

fn uniform() -> Opponents<Leduc> {
    Opponents::Players(vec![Box::new(Strategy::<Leduc>::uniform())])
}

#[test]
fn against_a_random_player_of_leduc_it_nears_the_best_answer() {
    let options = Options { step: 0.02, start: 5.0, epsilon: 0.1, epsilon_fade: Fade::Games(20_000), ..STILL };
    let course = Course::new(leduc::Rules::leduc(), uniform(), 1);
    let mut training = PlayValueTraining::new(course, Situations::new(), options);
    training.advance(200_000);
    let mut player = training.player();
    let (mut legal, mut total) = (Actions::new(), 0.0);
    for deal in 0..40_000u64 {
        let rng = &mut Rng::stream(9, &[deal]);
        let (mut game, me) = (Leduc::deal(&leduc::Rules::leduc(), rng), Seat((deal % 2) as u8));
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let action = if seat == me { player.choose(game.view(seat), &legal, rng) } else { rng.pick(&legal) };
            game.play(action);
        }
        total += f64::from(game.payoff(me));
    }
    let mean = total / 40_000.0;
    let tree = Tree::<Leduc>::build(&leduc::Rules::leduc()).unwrap();
    let best = tree.best_response_values(&Strategy::uniform()).iter().sum::<f64>() / 2.0;
    println!("{mean} chips a game, the best answer {best}");
    // A standard error is 0.03 chips; values of rare situations are rough.
    assert!(mean > 0.9 * best && mean < best + 0.12, "{mean}, {best}");
}

#[test]
fn a_training_that_was_stopped_goes_on_to_the_same_bits() {
    let options = Options { epsilon: 0.3, epsilon_fade: Fade::Visits(50), step_fade: Fade::Visits(100), ..STILL };
    for opponents in [uniform, || Opponents::Mirror, || Opponents::Players(Vec::new())] {
        let course = || Course::new(leduc::Rules::leduc(), opponents(), 5);
        let mut whole = PlayValueTraining::new(course(), Situations::new(), options);
        whole.advance(1500);
        let mut parts = PlayValueTraining::new(course(), Situations::new(), options);
        for stop in [0, 1, 99, 730, 1500] {
            parts.advance(stop - parts.deals());
            let state: State = parts.state();
            parts = PlayValueTraining::restore(course(), Situations::new(), options, state).unwrap();
        }
        let bits = |state: &State| state.values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&parts.state()), bits(&whole.state()));
        assert_eq!(parts.state(), whole.state());
        assert_eq!(parts.deals(), 1500);
        // Another seed is another training.
        let mut other = PlayValueTraining::new(Course { seed: 6, ..course() }, Situations::new(), options);
        other.advance(1500);
        assert_ne!(other.state(), whole.state());
    }
}

#[test]
fn a_state_of_another_table_is_refused() {
    let course = || Course::new(BANDIT, Opponents::Mirror, 1);
    let state = |places| State { deals: 3, values: vec![0.0; places], visits: vec![0; places], score: 0.0 };
    assert!(PlayValueTraining::<Arms, _>::restore(course(), Pull::default(), STILL, state(24)).is_some());
    assert!(PlayValueTraining::<Arms, _>::restore(course(), Pull::default(), STILL, state(23)).is_none());
    let values = |states| Values::new(Shape { states, choices: 3 }, 0.5);
    assert!(PlayValueTraining::<Arms, _>::from_values(course(), Pull::default(), STILL, values(7)).is_none());
    let training = PlayValueTraining::<Arms, _>::from_values(course(), Pull::default(), STILL, values(8)).unwrap();
    assert_eq!((training.deals(), training.learner().values().values()[0]), (0, 0.5));
}

#[test]
fn learners_are_spread_round_the_table_and_move_on() {
    let rules = Rules { seats: 5, pays: Pays::Numbers };
    let learned = |learners| {
        let task = Pull::default();
        // Values of 2 and no steps: arm 0 is advised. The players pull 1 and 2.
        let opponents = Opponents::Players(vec![Box::new(Pulls(1)), Box::new(Pulls(2))]);
        let course = Course { learners, ..Course::new(rules, opponents, 1) };
        let mut training = PlayValueTraining::new(course, task.clone(), Options { step: 0.0, ..STILL });
        training.advance(2);
        let seats: Vec<u8> = task.seen.lock().unwrap().iter().map(|(seat, _)| seat.0).collect();
        (seats, training.score())
    };
    // Seat by seat the first deal is 0 1 2 1 2: the learner gets 0 - 2.
    assert_eq!(learned(1), (vec![0, 1], -4.0));
    // 0 1 0 2 1, the learners at 0 and 2 get 0 - 1 each; then one seat further round.
    assert_eq!(learned(2), (vec![0, 2, 1, 3], -2.0));
    assert_eq!(learned(3).0, [0, 1, 3, 1, 2, 4]);
    assert_eq!(learned(5).0.len(), 10);
    assert_eq!(learned(99).0.len(), 10, "no more than there are seats");
}

#[test]
fn without_exploration_the_choice_draws_nothing_and_players_do_not_learn_on() {
    let learner = PlayValues::<Arms, _>::new(Pull::default(), STILL);
    let game = Arms::deal(&BANDIT, &mut Rng::new(1));
    let mut rng = Rng::new(7);
    assert_eq!(learner.choose(game.view(Seat(0)), &[1, 2], &mut rng), 1);
    let forced = PlayValues::<Arms, _>::new(Pull::default(), Options { epsilon: 1.0, ..STILL });
    assert_eq!(forced.choose(game.view(Seat(0)), &[2], &mut rng), 2);
    assert_eq!(rng, Rng::new(7));
    let mut training = PlayValueTraining::new(Course::new(BANDIT, Opponents::Mirror, 1), Pull::default(), STILL);
    let player = training.player();
    training.advance(10);
    assert_eq!(player.values().values()[0], 2.0);
    assert_ne!(training.player().values().values()[0], 2.0);
}

#[test]
fn rewards_may_be_added_up_instead() {
    let place = Place { state: 0, choice: 1 };
    let reward = |update: Update| {
        let mut learner = PlayValues::<Arms, _>::new(Pull::default(), Options { update, ..STILL });
        learner.reward(&[place], 1.0);
        learner.reward(&[place], 1.0);
        learner.values().get(place)
    };
    // From 2 by a step of 0.5: towards the reward, or up by half of it each time.
    assert_eq!(reward(Update::Mean), 1.25);
    assert_eq!(reward(Update::Sum), 3.0);
}
