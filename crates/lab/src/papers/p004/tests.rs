//! Numbers of paper 004 on made-up trainings, and that its exams are the matches of the command line.

use kirifuda_arena::Quiet;
use kirifuda_catalog::contestant;
use kirifuda_games::monsters::{Monsters, Rules};
use kirifuda_play::Rules as _;

use super::course::{
    CHOSEN, CHOSEN_OUTRIGHT, Course, DEALT, Mark, Marks, PAPER_LEARNER, STYLES, Sizes, Stage, curve, exact_at,
    last_exams, reaches, smooth, smooth_at,
};
use super::exam::{Magic, Tally, exam};
use super::figure_2::judged;
use super::verdicts::{about, about_hundreds, target};
use crate::{Better, Contest, Judgement};

const SIZES: Sizes = Sizes { unit: 100, deals: 100, runs: 3 };

/// An exam of 100 games of which so many are won, a tenth of them by the cap.
fn tally(won: u64) -> Tally {
    Tally { games: 100, won, outright: won - won / 10, capped: 10, turns: 2_000, magic: [Magic::default(); 2] }
}

/// A training of one stage with exams after 0, 100, 200, … games, with random teams half as good.
fn training(rates: &[u64]) -> Marks {
    let mark =
        |(number, &won): (u64, &u64)| Mark { stage: 0, games: 100 * number, chosen: tally(won), dealt: tally(won / 2) };
    (0..).zip(rates).map(mark).collect()
}

#[test]
fn an_exam_is_the_match_of_the_same_players_and_seed() {
    for (rules, player, other) in [
        ("paper004", "greedy", "balanced"),
        ("dealt", "mixed", "steady"),
        ("plain", "random", "brute"),
        ("plain,teams=dealt,cap=12", "brute", "balanced"),
    ] {
        let parsed = Rules::book().parse(rules).unwrap();
        let [one, two] = [player, other].map(|name| contestant::<Monsters>(&parsed, name).unwrap().maker);
        let tally = exam(&parsed, &one, &two, 60, 7, &Quiet).unwrap();
        let contest = Contest { game: "monsters", rules, players: &[player, other], deals: 60 };
        let measures = contest.play(7, 1, &Quiet).unwrap();
        let near = |ours: f64, theirs: f64| assert!((ours - theirs).abs() < 1e-9, "{rules}: {ours} and {theirs}");
        near(tally.won(), 100.0 * measures.payoff.mean);
        near(tally.outright(), 100.0 * measures.get("outright").unwrap().mean);
        near(tally.capped(), 100.0 * measures.get("capped").unwrap().mean);
        near(tally.mean(tally.turns), measures.get("turns").unwrap().mean);
        assert_eq!(tally.games, 120);
        assert_ne!(exam(&parsed, &one, &two, 60, 8, &Quiet).unwrap(), tally, "another seed, other deals");
    }
}

#[test]
fn magic_is_counted_for_who_does_it() {
    let rules = Rules::book().parse("dealt").unwrap();
    let maker = |name: &str| contestant::<Monsters>(&rules, name).unwrap().maker;
    // Who poisons naively runs into traps; careful players see them.
    let tally = exam(&rules, &maker("balanced:poison=naive"), &maker("balanced"), 100, 3, &Quiet).unwrap();
    let [naive, careful] = tally.magic;
    assert!(naive.reflected > 50 && careful.reflected == 0, "{tally:?}");
    assert!(naive.landed + naive.reflected <= naive.tried && naive.tried <= tally.games, "{tally:?}");
    assert!(naive.bitten_by_own > 0 && naive.bitten_by_own <= naive.bitten && careful.bitten_by_own == 0, "{tally:?}");
    assert!(naive.reflected_won <= naive.reflected && careful.landed_won <= careful.landed, "{tally:?}");
    assert!(naive.trapped <= tally.games && careful.hit > 0, "{tally:?}");
    // The other way round the same games are told by the other side.
    let turned = exam(&rules, &maker("balanced"), &maker("balanced:poison=naive"), 100, 3, &Quiet).unwrap();
    assert!(turned.magic[1].reflected > 50 && turned.magic[0].reflected == 0, "{turned:?}");
    // Nothing of it where it is forbidden.
    let plain = Rules::book().parse("plain").unwrap();
    let none = exam(&plain, &maker("greedy"), &maker("balanced"), 20, 3, &Quiet).unwrap();
    let without_hits = none.magic.map(|magic| Magic { hit: 0, ..magic });
    assert_eq!(without_hits, [Magic::default(); 2]);
    assert!(none.magic[0].hit > 0);
}

#[test]
fn all_hp_that_a_loser_had_were_lost_by_hits_or_poison() {
    let rules = Rules::book().parse("dealt").unwrap();
    let maker = |name: &str| contestant::<Monsters>(&rules, name).unwrap().maker;
    for seed in 0..20 {
        let tally = exam(&rules, &maker("random"), &maker("balanced"), 1, seed, &Quiet).unwrap();
        let [lost, left] = tally.magic.map(|magic| magic.hit + magic.bitten);
        // Teams have 865 HP or more.
        let beaten = tally.games - tally.won;
        assert!(tally.capped > 0 || lost >= 865 * beaten, "{tally:?}");
        assert!(tally.capped > 0 || left >= 865 * tally.won, "{tally:?}");
    }
}

#[test]
fn lands_are_counted_for_who_lays_them_and_only_where_there_are_some() {
    let maker = |rules: &Rules, name: &str| contestant::<Monsters>(rules, name).unwrap().maker;
    let lands = Rules::book().parse("dealt,summon=lands").unwrap();
    let tally = exam(&lands, &maker(&lands, "greedy"), &maker(&lands, "balanced"), 50, 3, &Quiet).unwrap();
    assert!(tally.magic[0].lands == 0 && tally.magic[1].lands > 20, "{tally:?}");
    // Steps that were kept before there were lands are the same steps, and say the same.
    let free = Rules::book().parse("dealt").unwrap();
    let tally = exam(&free, &maker(&free, "greedy"), &maker(&free, "balanced"), 5, 3, &Quiet).unwrap();
    let told = serde_json::to_string(&tally).unwrap();
    assert!(!told.contains("lands"), "{told}");
    assert_eq!(serde_json::from_str::<Tally>(&told).unwrap(), tally);
    let course = SIZES.course(PAPER_LEARNER, "balanced");
    assert!(!serde_json::to_string(&course).unwrap().contains("rules"));
    let with = Course { rules: ",summon=lands", ..course };
    assert!(serde_json::to_string(&with).unwrap().contains("summon=lands"));
}

#[test]
fn exams_are_held_in_every_stage_that_a_point_belongs_to() {
    let stage = |from, until| Stage { from, until, magic: true, against: "balanced" };
    let course = Course {
        games: 450,
        stages: vec![stage(0, 200), stage(200, 450), stage(450, 450)],
        ..SIZES.course(PAPER_LEARNER, "balanced")
    };
    let expected: [(u64, &[usize]); 6] =
        [(0, &[0]), (100, &[0]), (200, &[0, 1]), (300, &[1]), (400, &[1]), (450, &[1, 2])];
    assert_eq!(course.points(), expected.map(|(games, stages)| (games, stages.to_vec())));
    assert_eq!(SIZES.course(PAPER_LEARNER, "brute").points().len(), 53);
    let short = SIZES.short(PAPER_LEARNER, "brute", 250, 9);
    assert_eq!(short.points().last(), Some(&(250, vec![0])));
    assert_eq!(short.points().iter().filter(|(_, stages)| !stages.is_empty()).count(), 1);
}

#[test]
fn moving_averages_run_over_five_exams_and_begin_with_the_first() {
    let marks = training(&[10, 20, 30, 40, 50, 60]);
    let expected = [(0, 10.0), (100, 15.0), (200, 20.0), (300, 25.0), (400, 30.0), (500, 40.0)];
    assert_eq!(smooth(&marks, 0, CHOSEN), expected);
    assert_eq!(smooth(&marks, 1, CHOSEN), []);
    let runs = [marks, training(&[20, 30, 40, 50, 60, 70])];
    assert_eq!(smooth_at(&runs, 0, 500, CHOSEN), [40.0, 50.0]);
    assert_eq!(exact_at(&runs, 0, 500, CHOSEN), [60.0, 70.0]);
    assert_eq!(exact_at(&runs, 0, 500, DEALT), [30.0, 35.0]);
    assert_eq!(exact_at(&runs, 0, 500, CHOSEN_OUTRIGHT), [54.0, 63.0]);
    assert_eq!(reaches(&runs, 0, 25.0, CHOSEN), [Some(300), Some(100)]);
    assert_eq!(reaches(&runs, 0, 45.0, CHOSEN), [None, Some(500)]);
    let points = curve(&runs, 0, CHOSEN);
    assert_eq!((points.len(), points[5].x, points[5].y), (6, 500.0, 45.0));
    assert_eq!(last_exams(&runs, 0, |mark| &mark.chosen)[0].won, 200);
}

#[test]
fn games_to_a_level_are_counted_from_the_start_of_a_stage() {
    let mut marks = training(&[50, 50, 50]);
    let later = training(&[20, 20, 90]).into_iter().map(|mark| Mark { stage: 1, games: mark.games + 200, ..mark });
    marks.extend(later);
    assert_eq!(reaches(&[marks.clone()], 1, 40.0, CHOSEN), [Some(200)]);
    assert_eq!(smooth(&marks, 1, CHOSEN)[1], (300, 20.0), "nothing of the stage before is in it");
}

#[test]
fn about_eighty_is_eighty_within_five() {
    let outcome = |rates: &[f64]| about("x", 80.0, rates, Better::Higher).outcome();
    assert_eq!(outcome(&[79.0, 80.0, 81.0]), Judgement::Reproduced);
    assert_eq!(outcome(&[76.0, 76.0, 76.1]), Judgement::Reproduced);
    assert_eq!(outcome(&[90.0, 90.5, 91.0]), Judgement::Better);
    assert_eq!(outcome(&[70.0, 70.5, 71.0]), Judgement::FallsShort);
    assert_eq!(outcome(&[60.0, 80.0, 99.0]), Judgement::Open);
    let hundreds = |games: &[Option<u64>]| about_hundreds("x", 22.0, games, 5_200, 100);
    assert_eq!(hundreds(&[Some(700), Some(800), Some(900)]).outcome(), Judgement::Better);
    assert_eq!(hundreds(&[Some(4_900), None, None]).ours.mean, 51.0, "who never gets there counts in full");
    assert_eq!(target("x", 80.0, &[85.0, 86.0]).outcome(), Judgement::Open, "two trainings decide little");
    assert_eq!(target("x", 80.0, &[85.0, 85.1, 85.2]).outcome(), Judgement::Reproduced);
    assert_eq!(target("x", 80.0, &[75.0, 75.1, 75.2]).outcome(), Judgement::Contradicted);
}

#[test]
fn verdicts_of_figure_2_are_about_the_numbers_that_they_name() {
    // 25 % at 0, half way at 500, 80 % from 2,200 on.
    let rates = |more: u64| -> Vec<u64> {
        (0..=52u64).map(|hundreds| if hundreds < 22 { 25 + 5 * hundreds.min(10) + more } else { 80 + more }).collect()
    };
    let runs: Vec<Marks> = (0..3).map(|more| training(&rates(more))).collect();
    let verdicts = judged(SIZES, STYLES[0], &runs, &runs);
    let ours: Vec<f64> = verdicts.iter().take(4).map(|verdict| verdict.ours.mean).collect();
    // Means of 1, 5, 5 and 5 exams; 1 more on the average of the three.
    let level = (4.0 * 76.0 + 81.0) / 5.0;
    assert_eq!(ours, [26.0, 41.0, level, 81.0]);
    assert_eq!(verdicts.len(), 10);
    let other = judged(SIZES, STYLES[1], &runs, &runs);
    assert_eq!(other.len(), 11);
    assert!(other.iter().any(|verdict| verdict.what.contains("apart from balanced") && verdict.ours.mean == 0.0));
}

#[test]
fn a_training_is_that_of_its_text_and_seed() {
    let sizes = Sizes { unit: 2, deals: 1, runs: 1 };
    let course = |learner: &str| Course { games: 6, ..sizes.short(learner, "balanced", 6, 5) };
    let hold = |learner: &str, seed| course(learner).hold(seed, &Quiet).unwrap();
    let marks = hold(PAPER_LEARNER, 10_001);
    assert_eq!(marks, hold(PAPER_LEARNER, 10_001));
    assert_ne!(marks, hold(PAPER_LEARNER, 10_002));
    assert_eq!(
        marks.iter().map(|mark| (mark.games, mark.chosen.games, mark.dealt.games)).collect::<Vec<_>>(),
        [(6, 10, 10)]
    );
    // Exams on the way change nothing about what is learned.
    let stage = Stage { from: 0, until: 6, magic: true, against: "balanced" };
    let often = Course { stages: vec![stage], ..course(PAPER_LEARNER) }.hold(10_001, &Quiet).unwrap();
    assert_eq!(often.last(), marks.last());
    assert_eq!(often.len(), 4);
    assert!(course("learner:belief=nothing").hold(1, &Quiet).is_err());
}

#[test]
fn what_is_believed_decides_games_with_a_report_only() {
    let sizes = Sizes { unit: 20, deals: 20, runs: 1 };
    let hold = |belief: &str| {
        sizes
            .short(&format!("learner:belief={belief}"), "balanced", 200, 20)
            .hold(10_001, &Quiet)
            .unwrap()
            .swap_remove(0)
    };
    let [uniform, report, learned] = ["uniform", "report", "learned"].map(hold);
    assert_ne!(report.chosen, uniform.chosen);
    assert_eq!(report.dealt, uniform.dealt, "training games have no report, and these neither");
    assert_ne!(learned.dealt, uniform.dealt);
}
