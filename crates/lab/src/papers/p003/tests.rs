//! Numbers of paper 003 on made-up runs, and that its texts say what its learners are.

use kirifuda_arena::Quiet;
use kirifuda_catalog::contestant;
use kirifuda_catalog::entries::daifugo::score;
use kirifuda_games::daifugo::{Daifugo, Rules};
use kirifuda_learn::play_values::{Course, Fade, Opponents, Options, Place, PlayValueTraining, Shape, Update, Values};
use kirifuda_play::Rules as _;
use kirifuda_players::daifugo::{PlayEvaluation, Scope};

use super::curves::{dip_and_rise, flattening, lowest};
use super::learned::{
    ALL_STATE, B, B_PRIME, History, NO_8, Phase, Pupil, READINGS, RULES, Standard, UNDER_12, ahead, curve, finals,
    live, phase, rates, scores_at,
};
use super::readings::FADING_STEP;
use super::values::{advice, judged};
use crate::{Better, Judgement, LabError, Reading};

/// A run with these scores after 0, 10, 20, … games.
fn run(scores: &[f64]) -> History {
    History { scores: (0..).map(|ten| 10 * ten).zip(scores.iter().copied()).collect(), standard: Standard::default() }
}

/// A run whose values are all 0 but for these: rank, held, played, value.
fn valued(values: &[(u8, u8, u8, f32)]) -> History {
    let mut table = Values::new(Shape { states: 210, choices: 11 }, 0.0);
    for &(rank, held, played, value) in values {
        table.update(PlayEvaluation::place_of(rank, held, played), value, 1.0);
    }
    History { scores: Vec::new(), standard: Standard::of(&table) }
}

fn near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-6, "{one} and {other}");
}

#[test]
fn scores_are_read_at_the_nearest_point_and_rates_between_two() {
    let (one, other) = (run(&[0.0, -4.0, 2.0]), run(&[0.0, -2.0, -6.0]));
    let runs = [&one, &other];
    assert_eq!(scores_at(&runs, 11), [-4.0, -2.0]);
    assert_eq!(finals(&runs), [2.0, -6.0]);
    assert_eq!(ahead(&finals(&runs)), 1);
    assert_eq!(rates(&runs, 10, 20), [0.6, -0.4]);
    let points = curve(&runs);
    assert_eq!(
        points.iter().map(|point| (point.x, point.y)).collect::<Vec<_>>(),
        [(0.0, 0.0), (10.0, -3.0), (20.0, -2.0)]
    );
    let (games, least) = lowest(&runs);
    assert_eq!((games, least.mean), (10, -3.0));
    assert!(matches!(phase(&[vec![one.clone()], Vec::new()], 0), Err(LabError::Other(_))));
}

#[test]
fn a_dip_and_a_rise_are_told_from_a_fall() {
    // Points at 0, 10, … 60 games: the turn is at a sixth.
    let falls_and_rises = [run(&[0.0, -9.0, -5.0, 0.0, 5.0, 8.0, 10.0]), run(&[0.0, -8.0, -5.0, 0.0, 5.0, 8.0, 11.0])];
    let outcomes = |runs: &[History]| -> Vec<Judgement> {
        let runs: Vec<&History> = runs.iter().collect();
        dip_and_rise(&B, &runs, 60).iter().map(|verdict| verdict.outcome()).collect()
    };
    // Two runs have wide intervals: t = 12.7 for one degree of freedom, 0.5 apart from their mean.
    assert_eq!(outcomes(&falls_and_rises), [Judgement::Reproduced; 3]);
    let rises: Vec<History> =
        (0..4).map(|more| run(&[0.0, 9.0, 12.0, 15.0, 17.0, 19.0, 20.0 + 0.1 * f64::from(more)])).collect();
    assert_eq!(outcomes(&rises)[0], Judgement::Contradicted, "there is no dip");
    let falls: Vec<History> =
        (0..4).map(|more| run(&[0.0, -9.0, -12.0, -15.0, -17.0, -19.0, -20.0 - 0.1 * f64::from(more)])).collect();
    assert_eq!(outcomes(&falls)[1..], [Judgement::Contradicted; 2], "there is no rise");
}

#[test]
fn a_loss_flattens_when_games_cost_less_later() {
    // 2 a game in the first 10 of 60, then 0.1 a game.
    let runs: Vec<History> =
        (0..3).map(|more| run(&[0.0, -20.0 - 0.1 * f64::from(more), -21.0, -22.0, -23.0, -24.0, -25.0])).collect();
    let verdicts = flattening(&B_PRIME, &runs.iter().collect::<Vec<_>>(), 60);
    near(verdicts[1].ours.mean, -0.1 + 2.01);
    assert_eq!(verdicts[1].outcome(), Judgement::Reproduced);
    assert_eq!((verdicts[0].rule.direction, verdicts[0].ours.mean), (Better::Lower, -25.0));
}

#[test]
fn breaking_is_one_card_less_all_cards() {
    let keeps = [valued(&[(0, 2, 1, -0.5), (0, 2, 2, 0.25), (0, 3, 1, -0.5), (0, 3, 3, 0.5)])];
    let runs: Vec<&History> = keeps.iter().chain(&keeps).collect();
    near(runs[0].standard.breaking(0), -0.75);
    let verdicts = judged("B", Reading::Other, &runs, 0, Better::Lower);
    assert_eq!(verdicts.iter().map(|verdict| verdict.ours.mean).collect::<Vec<_>>(), [-0.75, -1.0]);
    assert_eq!(verdicts.iter().map(|verdict| verdict.outcome()).collect::<Vec<_>>(), [Judgement::Reproduced; 2]);
    assert_eq!(judged("B", Reading::Other, &runs, 0, Better::Higher)[0].outcome(), Judgement::Contradicted);
    assert_eq!([2, 3].map(|held| advice(&keeps[0], 0, held)), [2, 3]);
    assert_eq!(advice(&keeps[0], 1, 3), 1, "the fewest of equals");
}

#[test]
fn the_standard_holds_each_value_at_its_own_place() {
    let history = valued(&[(12, 4, 3, 7.0), (5, 2, 1, 3.0), (0, 1, 1, 1.0)]);
    let standard = &history.standard;
    assert_eq!(
        [(12, 4, 3), (5, 2, 1), (0, 1, 1), (5, 2, 2)].map(|(r, h, p)| standard.value(r, h, p)),
        [7.0, 3.0, 1.0, 0.0]
    );
    assert_eq!(standard.visits(5, 2, 1), 1);
    assert_eq!(standard.visits(5, 1, 1), 0);
    let mut table = Values::new(Shape { states: 210, choices: 11 }, 0.0);
    table.update(PlayEvaluation::place_with_joker(4, 1, 2), 0.5, 1.0);
    table.update(PlayEvaluation::place_of_pass(7, 1), 0.25, 1.0);
    table.update(Place { state: 0, choice: 0 }, -1.0, 1.0);
    let standard = Standard::of(&table);
    assert_eq!((standard.joker[4], standard.passing[7], standard.passing[0]), ([0.0, 0.5], [0.0, 0.25], [-1.0, 0.0]));
}

/// By hand, from the parts of the learner: what the text has to say.
fn by_hand(pupil: &Pupil, rules: &Rules, phase: &Phase, seed: u64) -> PlayValueTraining<Daifugo, PlayEvaluation> {
    let maker = contestant::<Daifugo>(rules, phase.opponents).unwrap().maker;
    let players = (phase.learners..usize::from(rules.players)).map(|_| maker().unwrap()).collect();
    let course = Course { learners: phase.learners, ..Course::new(*rules, Opponents::Players(players), seed) };
    let options = Options {
        step: pupil.step,
        update: if pupil.additive { Update::Sum } else { Update::Mean },
        step_fade: pupil.step_fade.map_or(Fade::Never, Fade::Visits),
        start: pupil.start,
        epsilon: phase.epsilon,
        epsilon_fade: phase.fade.map_or(Fade::Never, Fade::Games),
    };
    PlayValueTraining::new(course, pupil.task, options)
}

#[test]
fn a_pupil_by_text_is_the_pupil() {
    let everything = Pupil { task: PlayEvaluation { scope: Scope::ALL, ..B_PRIME.task }, ..B_PRIME };
    let fading = Phase { fade: Some(50), learners: 2, ..Phase::learning(UNDER_12, 150) };
    for (pupil, phase, rules) in [
        (B, Phase::learning(ALL_STATE, 150), RULES),
        (B_PRIME, fading, RULES),
        (FADING_STEP, fading, RULES),
        (everything, Phase::learning("default", 60), "uecda,exchange=off"),
    ] {
        let mut training = by_hand(&pupil, &Rules::book().parse(rules).unwrap(), &phase, 5);
        training.advance(phase.games);
        let text = pupil.text(&phase);
        let trainee = pupil.lesson(&text, rules, &phase, 5).train::<Daifugo>(&Quiet).unwrap();
        let values: Vec<f32> = trainee.model().unwrap().take("values").unwrap();
        assert_eq!(values, training.learner().values().values(), "{text}");
        assert_eq!(score(&trainee.checkpoint().unwrap().header), Some(training.score()), "{text}");
        assert!(values.iter().any(|&value| value != pupil.start), "{text} has learned nothing");
    }
}

#[test]
fn what_was_learned_is_played_and_does_not_move() {
    let phases = [Phase::learning(UNDER_12, 200), Phase::playing(UNDER_12, 100), Phase::playing(NO_8, 50)];
    let histories = live(&B_PRIME, RULES, &phases, 3, 10, &Quiet).unwrap();
    assert_eq!(histories.len(), 3);
    assert_eq!(histories.iter().map(|history| history.scores.last().unwrap().0).collect::<Vec<_>>(), [200, 100, 50]);
    assert_ne!(histories[0].standard, Standard::default());
    assert_eq!(histories[1].standard, Standard::default(), "nothing was learned there");
    // Its first phase alone is the same: later tables change nothing about earlier ones.
    assert_eq!(live(&B_PRIME, RULES, &phases[..1], 3, 10, &Quiet).unwrap()[0], histories[0]);
    // And the second plays the values of the first: another first phase, another score.
    let other = [Phase { games: 150, ..phases[0] }, phases[1]];
    assert_ne!(live(&B_PRIME, RULES, &other, 3, 10, &Quiet).unwrap()[1], histories[1]);
    assert_ne!(live(&B, RULES, &phases[..1], 3, 10, &Quiet).unwrap()[0], histories[0]);
    assert_eq!(READINGS.map(|reading| reading.name), ["B", "B′"]);
}
