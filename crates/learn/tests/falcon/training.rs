//! What a training does with its course, deal by deal.

use std::sync::{Arc, Mutex};

use kirifuda_games::cards::Card;
use kirifuda_games::hearts::{self, Hearts};
use kirifuda_games::kuhn::{Action, Kuhn};
use kirifuda_learn::falcon::{
    AsPrinted, Average, AverageOptions, Course, Deal, FalconTraining, Filter, Memory, Opponents, PrintedOptions,
    Resonant, ResonantOptions, Shape, Situation, Task, TdOptions, Temporal,
};
use kirifuda_play::{Actions, Game, Policy, Rng, Seat, Uniform};

use crate::table::{Asked, KuhnTask, Notebook, Only, Recorder, course, in_turn};

const PASS: u16 = 0;
const BET: u16 = 1;

fn recorder(name: &'static str, asked: &Asked) -> Box<dyn Policy<Kuhn>> {
    Box::new(Recorder { name, action: Action::Pass, asked: asked.clone() })
}

fn random() -> Opponents<Kuhn> {
    Opponents::Players(vec![Box::new(Uniform)])
}

fn noting(course: Course<Kuhn>, task: KuhnTask, favourite: u16, deals: u64) -> Notebook {
    let mut training = FalconTraining::<Kuhn, _, Notebook>::new(course, task, &favourite);
    training.advance(deals);
    assert_eq!(training.deals(), deals);
    training.memory().clone()
}

#[test]
fn opponents_change_after_equal_parts_of_the_plan_and_the_last_stay() {
    for (names, expected) in [
        (&["a", "b"][..], vec![("a", 5), ("b", 9)]),
        (&["a"], vec![("a", 14)]),
        (&["a", "b", "c", "d", "e"], vec![("a", 2), ("b", 2), ("c", 2), ("d", 2), ("e", 6)]),
    ] {
        let asked = Asked::default();
        let phases = names.iter().map(|name| Opponents::Players(vec![recorder(name, &asked)])).collect();
        noting(Course { plan: 10, ..in_turn(phases) }, KuhnTask::default(), PASS, 14);
        // The other seat is asked once in each deal before two moves have been made.
        let firsts: Vec<&str> = asked.lock().unwrap().iter().filter(|ask| ask.1 < 2).map(|ask| ask.0).collect();
        let counts: Vec<_> = expected.into_iter().flat_map(|(name, times)| vec![name; times]).collect();
        assert_eq!(firsts, counts);
    }
}

#[test]
fn without_opponents_the_others_are_random() {
    for opponents in [vec![], vec![Opponents::Random], vec![Opponents::Players(Vec::new())]] {
        let nobody = noting(in_turn(opponents), KuhnTask::default(), BET, 200);
        assert_eq!(nobody.deals, noting(course(random()), KuhnTask::default(), BET, 200).deals);
    }
}

#[test]
fn the_learner_sits_at_every_seat_in_turn_and_its_deals_tell_how_far_it_has_come() {
    let notes = noting(course(random()), KuhnTask::default(), BET, 250);
    // A decision before which an even number of moves was made is that of seat 0.
    for (number, deal) in notes.deals.iter().enumerate() {
        assert!(deal.moves.iter().all(|a_move| usize::from(a_move.place.network) % 2 == number % 2));
        assert_eq!(deal.progress, (number as f64 / 100.0).min(1.0));
        assert_eq!(deal.good, deal.cost <= 1.0);
    }
    assert_eq!(notes.deals.len(), 250);
}

#[test]
fn in_a_mirror_all_seats_learn() {
    let notes = noting(course(Opponents::Mirror), KuhnTask::default(), BET, 100);
    assert_eq!(notes.deals.len(), 200);
    for both in notes.deals.chunks(2) {
        // Seat 0 bets, seat 1 calls.
        assert_eq!(both.iter().map(|deal| deal.moves.len()).collect::<Vec<_>>(), [1, 1]);
        assert_eq!([both[0].moves[0].place.network, both[1].moves[0].place.network], [0, 1]);
        // What one loses the other wins.
        assert_eq!(both[0].cost + both[1].cost, 4.0);
    }
}

#[test]
fn a_decision_is_followed_by_the_next_one_or_by_the_end() {
    let asked = Asked::default();
    let bets = Box::new(Recorder { name: "bets", action: Action::Bet, asked });
    let notes = noting(course(Opponents::Players(vec![bets])), KuhnTask::default(), PASS, 2);
    // At seat 0 it passes, and folds in answer to the bet; at seat 1 it folds. It loses 1: 3 of 4 are paid.
    let networks: Vec<Vec<u16>> =
        notes.deals.iter().map(|deal| deal.moves.iter().map(|a_move| a_move.place.network).collect()).collect();
    assert_eq!(networks, [vec![0, 2], vec![1]]);
    let [first, second] = [notes.deals[0].moves[0], notes.deals[0].moves[1]];
    assert_eq!(
        notes.followed,
        [(first, 0.0, Ok(second.place)), (second, 3.0, Err(0.75)), (notes.deals[1].moves[0], 3.0, Err(0.75)),]
    );
    assert_eq!((first.free, first.applicable, first.alike, first.stake), (true, 0b11, 0b01, 4.0));
}

#[test]
fn exploration_goes_from_its_start_to_its_end_over_the_plan() {
    let share = |exploration, deals: std::ops::Range<usize>| {
        let course = Course { exploration, plan: 2000, ..course(random()) };
        let notes = noting(course, KuhnTask::default(), PASS, 3000);
        let moves: Vec<u16> = notes.deals[deals].iter().flat_map(|deal| &deal.moves).map(|m| m.action).collect();
        moves.iter().filter(|&&action| action == BET).count() as f64 / moves.len() as f64
    };
    assert_eq!(share([0.0, 0.0], 0..3000), 0.0);
    // Any of two actions: half of what is tried is a bet. About 1,000 decisions each: a standard error of 0.016.
    for (found, expected) in [
        (share([1.0, 1.0], 0..1000), 0.5),
        (share([1.0, 0.0], 0..1000), 0.375),
        (share([1.0, 0.0], 1000..2000), 0.125),
        (share([0.0, 0.4], 2000..3000), 0.2),
    ] {
        assert!((found - expected).abs() < 0.06, "{found}, not {expected}");
    }
    assert_eq!(share([1.0, 0.0], 2000..3000), 0.0);
}

#[test]
fn a_filter_refuses_moves_while_learning_and_the_first_choice_stays_where_all_are_refused() {
    let all = |filter: Vec<Action>, exploration| {
        let filter = Some(Box::new(Only(filter)) as Box<dyn Filter<Kuhn>>);
        let course = Course { filter, exploration: [exploration; 2], ..course(random()) };
        let notes = noting(course, KuhnTask::default(), BET, 100);
        let mut actions: Vec<u16> = notes.moves().map(|a_move| a_move.action).collect();
        actions.sort_unstable();
        actions.dedup();
        actions
    };
    assert_eq!(all(vec![Action::Pass], 0.0), [PASS]);
    assert_eq!(all(vec![Action::Pass], 1.0), [PASS]);
    assert_eq!(all(vec![], 0.0), [BET]);
    assert_eq!(all(vec![], 1.0), [PASS, BET]);
    assert_eq!(all(vec![Action::Pass, Action::Bet], 0.0), [BET]);
}

#[test]
fn a_filter_refuses_moves_in_play() {
    let training = FalconTraining::<Kuhn, _, Notebook>::new(course(random()), KuhnTask::default(), &BET);
    let rng = &mut Rng::new(1);
    let game = Kuhn::deal(&kirifuda_games::kuhn::Rules, rng);
    let mut legal = Actions::new();
    game.legal(&mut legal);
    for (allowed, chosen) in [
        (None, Action::Bet),
        (Some(vec![Action::Pass]), Action::Pass),
        (Some(vec![]), Action::Bet),
        (Some(vec![Action::Bet]), Action::Bet),
    ] {
        let mut player = training.player();
        if let Some(allowed) = allowed {
            player = player.with_filter(Box::new(Only(allowed)));
        }
        assert_eq!(player.choose(game.view(Seat(0)), &legal, rng), chosen);
        // A single legal move is played, whatever is allowed.
        assert_eq!(player.choose(game.view(Seat(0)), &[Action::Pass], rng), Action::Pass);
    }
}

#[test]
fn a_partner_decides_where_there_is_no_say_and_without_one_the_task_does() {
    let task = KuhnTask { answers_only: true };
    let asked = Asked::default();
    let partner = Some(Box::new(Recorder { name: "partner", action: Action::Bet, asked: asked.clone() }) as Box<_>);
    let notes = noting(Course { partner, ..course(random()) }, task.clone(), BET, 200);
    assert!(notes.moves().count() > 20 && notes.moves().all(|a_move| a_move.place.bits >> 3 == 1), "only answers");
    // The partner is asked whenever no bet waits: at the start, and at seat 1 after a pass.
    let asked = asked.lock().unwrap();
    assert!(asked.iter().filter(|ask| ask.1 == 0).count() == 100 && asked.iter().any(|ask| ask.1 == 1));
    // Deals in which nothing was decided are not learned from: at seat 0, where the partner bets and the other answers.
    assert!(notes.deals.len() < 100 && notes.deals.iter().all(|deal| !deal.moves.is_empty()));
    // The task itself passes.
    let alone = noting(course(random()), task, BET, 200);
    assert!(alone.moves().any(|a_move| a_move.place.network == 2), "passes first, and answers a bet");
}

#[test]
fn deals_at_once_or_in_parts_or_after_a_break_are_the_same() {
    fn check<M: Memory>(options: &M::Options) {
        let new = || {
            let course = Course { exploration: [0.4, 0.1], ..course(random()) };
            FalconTraining::<Kuhn, _, M>::new(course, KuhnTask::default(), options)
        };
        let bits = |memory: &M| -> Vec<u32> {
            memory.parts().into_iter().flat_map(|(_, values)| values).map(f32::to_bits).collect()
        };
        let (mut whole, mut parts) = (new(), new());
        whole.advance(150);
        parts.advance(40);
        parts.advance(0);
        parts.advance(33);
        let written = parts.memory().parts();
        let memory = M::restore(KuhnTask::default().shape(), options, &mut |name| {
            written.iter().find(|part| part.0 == name).map(|part| part.1.clone())
        });
        let again = Course { exploration: [0.4, 0.1], ..course(random()) };
        let mut parts =
            FalconTraining::<Kuhn, _, M>::restore(again, KuhnTask::default(), memory.unwrap(), parts.deals());
        parts.advance(77);
        assert_eq!((parts.deals(), bits(parts.memory())), (150, bits(whole.memory())), "{}", M::NAME);
    }
    check::<Average>(&AverageOptions::default());
    check::<Resonant>(&ResonantOptions::default());
    check::<AsPrinted>(&PrintedOptions::default());
    check::<Temporal>(&TdOptions::default());
}

/// Hearts without a say in anything.
#[derive(Clone)]
struct Silent;

impl Task<Hearts> for Silent {
    fn layout(&self) -> String {
        "silent".to_string()
    }
    fn shape(&self) -> Shape {
        Shape { networks: 1, parents: 1, actions: 1, width: 0, seats: 4 }
    }
    fn look(&self, _view: hearts::View<'_>, _legal: &[Card], _out: &mut Situation<Hearts>) -> bool {
        false
    }
    fn fallback(&self, _view: hearts::View<'_>, legal: &[Card]) -> Card {
        legal[0]
    }
    fn cost(&self, view: hearts::View<'_>) -> f32 {
        f32::from(view.score(view.seat()))
    }
    fn stake(&self, _view: hearts::View<'_>) -> f32 {
        26.0
    }
    fn bearable(&self) -> f32 {
        6.0
    }
}

struct Sitter(usize, Arc<Mutex<Vec<(usize, usize)>>>);

impl Policy<Hearts> for Sitter {
    fn choose(&mut self, view: hearts::View<'_>, legal: &[Card], _rng: &mut Rng) -> Card {
        self.1.lock().unwrap().push((self.0, view.seat().index()));
        legal[0]
    }
}

#[test]
fn opponents_sit_from_the_left_of_the_learner_and_too_few_sit_round_again() {
    for (count, expected) in [(3, [0, 1, 2]), (2, [0, 1, 0]), (1, [0, 0, 0])] {
        for deals in 1..=4 {
            let seen = Arc::new(Mutex::new(Vec::new()));
            let players = (0..count).map(|number| Box::new(Sitter(number, seen.clone())) as Box<dyn Policy<Hearts>>);
            let course = Course {
                rules: hearts::Rules::falcon(),
                seed: 1,
                opponents: vec![Opponents::Players(players.collect())],
                plan: 1,
                exploration: [0.0, 0.0],
                partner: None,
                filter: None,
            };
            let mut training = FalconTraining::<Hearts, _, Average>::restore(
                course,
                Silent,
                Average::new(Silent.shape(), &AverageOptions::default()),
                deals,
            );
            training.advance(1);
            let mut seen = seen.lock().unwrap().clone();
            seen.sort_unstable_by_key(|&(number, seat)| (seat, number));
            seen.dedup();
            let me = deals as usize % 4;
            let mut table: Vec<_> = expected.iter().zip(1..).map(|(&number, step)| (number, (me + step) % 4)).collect();
            table.sort_unstable_by_key(|&(_, seat)| seat);
            assert_eq!(seen, table, "{count} players, the learner at seat {me}");
        }
    }
}

/// FALCON follows; another leads.
#[derive(Clone)]
struct Follows;

impl Task<Hearts> for Follows {
    fn layout(&self) -> String {
        "follows".to_string()
    }
    fn shape(&self) -> Shape {
        Silent.shape()
    }
    fn look(&self, view: hearts::View<'_>, legal: &[Card], out: &mut Situation<Hearts>) -> bool {
        out.options.clear();
        out.options.push((0, legal[0]));
        !view.trick().is_empty()
    }
    fn fallback(&self, _view: hearts::View<'_>, legal: &[Card]) -> Card {
        legal[0]
    }
    fn cost(&self, view: hearts::View<'_>) -> f32 {
        Silent.cost(view)
    }
    fn stake(&self, view: hearts::View<'_>) -> f32 {
        Silent.stake(view)
    }
    fn bearable(&self) -> f32 {
        6.0
    }
}

#[test]
fn what_a_move_costs_ends_where_another_decides_next() {
    let course = Course {
        rules: hearts::Rules::falcon(),
        seed: 1,
        opponents: Vec::new(),
        plan: 1,
        exploration: [0.0, 0.0],
        partner: None,
        filter: None,
    };
    let mut training = FalconTraining::<Hearts, _, Notebook>::new(course, Follows, &0);
    training.advance(200);
    let mut elsewhere = 0.0;
    for noted in &training.memory().deals {
        let deal = Deal { moves: &noted.moves, cost: noted.cost, good: noted.good, progress: noted.progress };
        let paid: Vec<f32> = (0..noted.moves.len()).map(|number| deal.paid(number)).collect();
        // A trick costs 26 at most, and none is paid twice.
        assert!(paid.iter().all(|&paid| (0.0..=26.0).contains(&paid)) && paid.iter().sum::<f32>() <= noted.cost);
        for (number, a_move) in noted.moves.iter().enumerate() {
            let next = noted.moves.get(number + 1).map_or(noted.cost, |next| next.cost);
            elsewhere += a_move.left_off.map_or(0.0, |left_off| next - left_off);
        }
    }
    // Led tricks cost something, and not for the moves before them.
    assert!(elsewhere > 100.0, "{elsewhere}");
}
