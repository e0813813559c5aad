//! The numbers of lessons, contests, of papers 000 to 004 and of the ladder are what they say they are.
//!
//! All figures and verdicts of the smoke runs of the papers are snapshots, and what the ladder tells of. After a change that is meant
//! to change them:
//!
//! ```sh
//! INSTA_UPDATE=always cargo test -p kirifuda-lab --test numbers
//! ```
//!
//! then review the difference of `tests/snapshots/numbers__*_smoke.snap` like code.

#![allow(clippy::unwrap_used)]

mod common;

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, iter};

use common::{says_what_it_found, settings};
use kirifuda_arena::{Contestant, Estimate, Maker, Monitor, Plan, Quiet, Record, play_deals};
use kirifuda_catalog::contestant;
use kirifuda_catalog::trainers::{self, Wish};
use kirifuda_games::plain_tricks::{PlainTricks, Rules};
use kirifuda_lab::{
    Better, Cell, Contest, Exam, Exams, Finding, LabError, Lesson, Marks, Measures, Payoffs, ResultTable, Run,
    Settings, Unwatched, number, papers, reproduce,
};
use kirifuda_play::Rules as _;

const LESSON: Lesson<'_> = Lesson {
    game: "plain-tricks",
    rules: "plain",
    learner: "linear-q:features=ranks,halved-after=500",
    opponents: "self-play",
    // More than is learned between two looks at the monitor.
    deals: 1200,
    seed: 7,
};
const ON_THE_WAY: Exam<'_> = Exam { against: "rule", deals: 40, seed: 11 };
const FIRST_FINAL: Exam<'_> = Exam { against: "rule", deals: 60, seed: 12 };
const SECOND_FINAL: Exam<'_> = Exam { against: "random", deals: 50, seed: 13 };

fn exams() -> Exams<'static> {
    Exams {
        points: vec![0, 5, 1100],
        on_the_way: Some(ON_THE_WAY),
        finals: vec![FIRST_FINAL, SECOND_FINAL],
        distribution: true,
    }
}

#[test]
fn a_lesson_is_the_training_and_the_matches_that_it_names() {
    let base = LESSON.hold(&exams(), &Quiet).unwrap();
    assert_eq!(base, by_hand(&LESSON, &exams()));
    assert_eq!(base.curve.iter().map(|(deals, _)| *deals).collect::<Vec<_>>(), [0, 5, 1100]);
    // What was learned shows: a lesson that forgot to learn would be found out.
    let [before, .., (_, after)] = &base.curve[..] else { panic!("{base:?}") };
    assert!(after.payoff.mean > before.1.payoff.mean + 0.5, "{base:?}");

    // Each setting decides something, and what it says.
    let lessons = [
        Lesson { learner: "linear-q:features=ranks,halved-after=0", ..LESSON },
        Lesson { learner: "linear-q:features=unplayed,halved-after=500", ..LESSON },
        Lesson { opponents: "random", ..LESSON },
        Lesson { opponents: "mirror", ..LESSON },
        Lesson { opponents: "rule", ..LESSON },
        Lesson { deals: 1201, ..LESSON },
        Lesson { seed: 8, ..LESSON },
    ];
    let changed = [
        Exams { points: vec![0, 6, 1100], ..exams() },
        Exams { on_the_way: Some(Exam { against: "random", ..ON_THE_WAY }), ..exams() },
        Exams { on_the_way: Some(Exam { deals: 41, ..ON_THE_WAY }), ..exams() },
        Exams { on_the_way: Some(Exam { seed: 12, ..ON_THE_WAY }), ..exams() },
        Exams { finals: vec![SECOND_FINAL, FIRST_FINAL], ..exams() },
        Exams { finals: vec![Exam { against: "random", ..FIRST_FINAL }, SECOND_FINAL], ..exams() },
        Exams { finals: vec![Exam { deals: 61, ..FIRST_FINAL }, SECOND_FINAL], ..exams() },
        Exams { finals: vec![Exam { seed: 13, ..FIRST_FINAL }, SECOND_FINAL], ..exams() },
        Exams { distribution: false, ..exams() },
    ];
    let changes = lessons.iter().map(|lesson| (*lesson, exams()));
    for (lesson, exams) in changes.chain(changed.into_iter().map(|exams| (LESSON, exams))) {
        let marks = lesson.hold(&exams, &Quiet).unwrap();
        assert_ne!(marks, base, "{lesson:?} {exams:?}");
        assert_eq!(marks, by_hand(&lesson, &exams), "{lesson:?} {exams:?}");
    }
}

#[test]
fn exams_on_the_way_change_nothing_about_what_is_learned() {
    let base = LESSON.hold(&exams(), &Quiet).unwrap();
    let mixed = Exams { points: vec![9999, 1100, 0, 5, 5], ..exams() };
    assert_eq!(LESSON.hold(&mixed, &Quiet).unwrap(), base, "points in any order, twice, or never reached");
    let none = Exams { on_the_way: None, ..exams() };
    assert_eq!(LESSON.hold(&none, &Quiet).unwrap(), Marks { curve: Vec::new(), ..base.clone() });
    let end = Exams { points: vec![1200], on_the_way: Some(FIRST_FINAL), ..exams() };
    let at_the_end = LESSON.hold(&end, &Quiet).unwrap();
    assert_eq!(at_the_end.curve, [(1200, base.finals[0].clone())], "the last point is after the last deal");
}

/// The same through the trainers and the arena, where each of them is asked for everything in turn.
fn by_hand(lesson: &Lesson<'_>, exams: &Exams<'_>) -> Marks {
    let wish = Wish::<PlainTricks> {
        learner: lesson.learner,
        rules: Some(Rules::book().parse(lesson.rules).unwrap()),
        opponents: Some(lesson.opponents),
        seed: Some(lesson.seed),
    };
    let mut trainee = trainers::start(&wish).unwrap();
    let mut curve = Vec::new();
    for &point in &exams.points {
        trainee.advance(point - trainee.deals()).unwrap();
        curve.push((point, sit(trainee.player().unwrap(), &exams.on_the_way.unwrap()).0));
    }
    trainee.advance(lesson.deals - trainee.deals()).unwrap();
    let (finals, mut payoffs): (Vec<Measures>, Vec<Payoffs>) =
        exams.finals.iter().map(|exam| sit(trainee.player().unwrap(), exam)).unzip();
    Marks { curve, finals, payoffs: if exams.distribution { payoffs.swap_remove(0) } else { Payoffs::new() } }
}

fn sit(player: Maker<PlainTricks>, exam: &Exam<'_>) -> (Measures, Payoffs) {
    let other = contestant::<PlainTricks>(&Rules, exam.against).unwrap();
    let player = Contestant { name: "player".to_string(), maker: player, many: false };
    play(&[player, other.clone(), other.clone(), other], exam.deals, exam.seed)
}

/// How the first contestant does, and its payoffs by where it sits, not by its name.
fn play(contestants: &[Contestant<PlainTricks>], deals: u64, seed: u64) -> (Measures, Payoffs) {
    let mut payoffs = Payoffs::new();
    let mut count = |record: &Record| {
        // In rotation r the first contestant sits at seat r.
        let payoff = f64::from(record.payoffs[record.rotation.unwrap() as usize]);
        match payoffs.iter_mut().find(|(known, _)| *known == payoff) {
            Some((_, games)) => *games += 1,
            None => payoffs.push((payoff, 1)),
        }
        Ok(())
    };
    let plan = Plan { rules: &Rules, contestants, first: 0, deals, seed, threads: Some(2) };
    let outcome = play_deals(&plan, &Quiet, Some(&mut count)).unwrap();
    payoffs.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let names = outcome.measures.iter().map(|measure| measure.name.to_string());
    let first = &outcome.players[0];
    (Measures { payoff: first.payoff, measures: names.zip(first.measures.clone()).collect() }, payoffs)
}

#[test]
fn payoffs_are_those_of_the_first_player_and_of_every_game() {
    // The same player at several seats, so that its name does not tell the seats apart.
    for players in [["random", "rule", "rule", "random"], ["rule", "rule", "random", "rule"]] {
        let contest = Contest { game: "plain-tricks", rules: "plain", players: &players, deals: 150 };
        let payoffs = contest.payoffs(3, 1, &Quiet).unwrap();
        let measures = contest.play(3, 1, &Quiet).unwrap();
        let contestants = players.map(|name| contestant::<PlainTricks>(&Rules, name).unwrap());
        assert_eq!((measures, payoffs.clone()), play(&contestants, 150, 3), "{players:?}");
        assert_eq!(contest.payoffs(3, 2, &Quiet).unwrap(), payoffs, "{players:?}");
        assert_ne!(contest.payoffs(4, 1, &Quiet).unwrap(), payoffs, "{players:?}");
    }
    let hearts = ["jake", "stock", "jake", "random"];
    for (game, rules, players) in [("plain-tricks", "plain", ["random"; 4]), ("hearts", "standard", hearts)] {
        let contest = Contest { game, rules, players: &players, deals: 120 };
        let payoffs = contest.payoffs(5, 2, &Quiet).unwrap();
        let games: u64 = payoffs.iter().map(|(_, games)| games).sum();
        assert_eq!(games, 4 * contest.deals, "{game}: one player in four rotations");
        assert!(payoffs.is_sorted_by(|(a, _), (b, _)| a < b), "{game}: {payoffs:?}");
        let sum: f64 = payoffs.iter().map(|&(payoff, games)| payoff * games as f64).sum();
        let mean = contest.play(5, 2, &Quiet).unwrap().payoff.mean;
        // Both are quotients of whole numbers; they may differ by rounding alone.
        assert!((sum / games as f64 - mean).abs() < 1e-12, "{game}: {payoffs:?} and {mean}");
    }
}

/// Wants the run to end from so many questions on.
struct Patience {
    questions: u64,
    asked: AtomicU64,
}

impl Patience {
    fn of(questions: u64) -> Patience {
        Patience { questions, asked: AtomicU64::new(0) }
    }
}

impl Monitor for Patience {
    fn stopped(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.questions
    }
}

/// Runs something that is stopped at its start, at its end and in between: no figure may come out.
fn never_in_part<T: std::fmt::Debug + PartialEq>(work: impl Fn(&dyn Monitor) -> Result<T, LabError>) {
    let whole = Patience::of(u64::MAX);
    let result = work(&whole).unwrap();
    let all = whole.asked.into_inner();
    for questions in [0, 1, 2].into_iter().chain((0..all).step_by(89)).chain([all - 1]) {
        let stopped = work(&Patience::of(questions));
        assert!(matches!(stopped, Err(LabError::Interrupted)), "after {questions} of {all} questions: {stopped:?}");
    }
    assert_eq!(work(&Patience::of(all)).unwrap(), result, "nothing was left to stop");
}

#[test]
fn what_is_stopped_has_no_figures() {
    let players = ["rule", "random", "random", "random"];
    let contest = Contest { game: "plain-tricks", rules: "plain", players: &players, deals: 20 };
    never_in_part(|monitor| contest.play(1, 1, monitor));
    never_in_part(|monitor| contest.payoffs(1, 1, monitor));
    let exam = |deals| Exam { against: "random", deals, seed: 1 };
    let exams =
        Exams { points: vec![0, 1500], on_the_way: Some(exam(3)), finals: vec![exam(4), exam(3)], distribution: true };
    let lesson = Lesson { deals: 2500, ..LESSON };
    never_in_part(|monitor| lesson.hold(&exams, monitor));
    never_in_part(|monitor| lesson.hold(&Exams::default(), monitor));
}

/// One test, since the run takes seconds.
#[test]
fn the_smoke_run_of_paper_001() {
    let settings = Settings { seed: 1, ..settings("numbers-001") };
    let paper = papers().iter().find(|paper| paper.id == "001").unwrap();
    let run = reproduce(paper, &[], &settings, &Unwatched).unwrap();
    assert_eq!(run.failures().map(|(experiment, why)| format!("{}: {why}", experiment.name)).next(), None);
    assert_eq!(run.found().count(), paper.experiments.len());
    differences_are_those_of_their_columns(&run);
    shares_have_the_means_of_their_players(&run);
    insta::assert_snapshot!("paper_001_smoke", in_words(&run));
    fs::remove_dir_all(&settings.out).unwrap();
}

/// One test, since the run takes seconds.
#[test]
fn the_smoke_run_of_paper_000() {
    let settings = Settings { seed: 1, ..settings("numbers-000") };
    let paper = papers().iter().find(|paper| paper.id == "000").unwrap();
    let run = reproduce(paper, &[], &settings, &Unwatched).unwrap();
    assert_eq!(run.failures().map(|(experiment, why)| format!("{}: {why}", experiment.name)).next(), None);
    assert_eq!(run.found().count(), paper.experiments.len());
    falcon_differences_are_those_of_their_columns(&run);
    curves_end_in_the_rows_of_their_table(&run);
    places_are_whole(&run);
    insta::assert_snapshot!("paper_000_smoke", in_words(&run));
    fs::remove_dir_all(&settings.out).unwrap();
}

/// One test, since the run takes seconds.
#[test]
fn the_smoke_run_of_paper_002() {
    let settings = Settings { seed: 1, ..settings("numbers-002") };
    let paper = papers().iter().find(|paper| paper.id == "002").unwrap();
    let run = reproduce(paper, &[], &settings, &Unwatched).unwrap();
    assert_eq!(run.failures().map(|(experiment, why)| format!("{}: {why}", experiment.name)).next(), None);
    assert_eq!(run.found().count(), paper.experiments.len());
    the_best_of_a_round_is_registered_and_stays(&run);
    sets_are_compared_with_the_hand_picked(&run);
    the_fast_procedure_stays_below_a_twentieth(&run);
    insta::assert_snapshot!("paper_002_smoke", in_words(&run));
    fs::remove_dir_all(&settings.out).unwrap();
}

/// One test, since the run takes seconds.
#[test]
fn the_smoke_run_of_paper_003() {
    let settings = Settings { seed: 1, ..settings("numbers-003") };
    let paper = papers().iter().find(|paper| paper.id == "003").unwrap();
    let run = reproduce(paper, &[], &settings, &Unwatched).unwrap();
    assert_eq!(run.failures().map(|(experiment, why)| format!("{}: {why}", experiment.name)).next(), None);
    assert_eq!(run.found().count(), paper.experiments.len());
    claims_are_the_ends_of_the_curves(&run);
    what_a_play_brought_is_a_difference_of_rows(&run);
    pairs_are_broken_where_that_is_worth_more(&run);
    insta::assert_snapshot!("paper_003_smoke", in_words(&run));
    fs::remove_dir_all(&settings.out).unwrap();
}

/// One test, since the run takes seconds.
#[test]
fn the_smoke_run_of_paper_004() {
    let settings = Settings { seed: 1, ..settings("numbers-004") };
    let paper = papers().iter().find(|paper| paper.id == "004").unwrap();
    let run = reproduce(paper, &[], &settings, &Unwatched).unwrap();
    assert_eq!(run.failures().map(|(experiment, why)| format!("{}: {why}", experiment.name)).next(), None);
    assert_eq!(run.found().count(), paper.experiments.len());
    levels_are_the_points_of_the_curves(&run);
    magic_brings_the_difference_of_its_columns(&run);
    what_is_lost_or_gained_is_a_difference_of_rows(&run);
    insta::assert_snapshot!("paper_004_smoke", in_words(&run));
    fs::remove_dir_all(&settings.out).unwrap();
}

/// Who plays, what is measured and by which rules it is judged. The numbers are not here: each new net or mended player would change
/// hundreds of them, what every player does is pinned by the catalog (`behaviour.txt`), and how ratings are made of it by the arena.
#[test]
fn the_smoke_run_of_the_ladder() {
    let settings = Settings { seed: 1, ..settings("numbers-ladder") };
    let paper = papers().iter().find(|paper| paper.id == "ladder").unwrap();
    let run = reproduce(paper, &[], &settings, &Unwatched).unwrap();
    assert_eq!(run.failures().map(|(experiment, why)| format!("{}: {why}", experiment.name)).next(), None);
    for (experiment, ..) in run.found() {
        says_what_it_found(&run, experiment);
    }
    ladders_are_sorted_and_fair(&run);
    insta::assert_snapshot!("ladder_smoke", in_outline(&run));
    fs::remove_dir_all(&settings.out).unwrap();
}

const TIME: &str = "µs a decision";

/// The best stands first, ratings have mean 1000, everyone has thought, and what one wins the other loses.
fn ladders_are_sorted_and_fair(run: &Run<'_>) {
    let of_players = |finding: &&Finding| finding.tables().any(|table| table.name == "ranking");
    let ladders: Vec<&Finding> = run.found().map(|(_, finding, _)| finding).filter(of_players).collect();
    assert!(ladders.len() >= kirifuda_catalog::games().len(), "every game has a ladder");
    for finding in ladders {
        let [ranking, pairs] = ["ranking", "pairs"].map(|name| finding.tables().find(|at| at.name == name).unwrap());
        let ratings: Vec<f64> = means(ranking, "rating").into_iter().map(Option::unwrap).collect();
        let places = ratings.len();
        assert!(ratings.windows(2).all(|pair| pair[0] >= pair[1]), "{ratings:?}");
        assert!((ratings.iter().sum::<f64>() / places as f64 - 1000.0).abs() < 1e-6, "{ratings:?}");
        assert!(means(ranking, TIME).iter().all(|time| time.unwrap() > 0.0));
        assert_eq!(texts(ranking, "player"), texts(pairs, "player"));
        for row in 0..places {
            for other in 0..places {
                let share = |a: usize, b: usize| means(pairs, &(b + 1).to_string())[a];
                match (share(row, other), share(other, row)) {
                    (Some(won), Some(lost)) => same(won + lost, 100.0, "shares"),
                    both => assert!(row == other && both == (None, None), "{row} {other} {both:?}"),
                }
            }
        }
    }
}

/// Tables, curves and verdicts of figure 2 tell the same, for each rule player.
fn levels_are_the_points_of_the_curves(run: &Run<'_>) {
    let finding = finding(run, "figure2");
    let table = finding.tables().find(|table| table.name == "levels").unwrap();
    let (games, against) = (texts(table, "games"), texts(table, "against"));
    let curves = ["won, moving average", "outright, moving average"].map(|head| means(table, head));
    let players: Vec<&String> = against.iter().step_by(5).collect();
    assert_eq!(players, ["balanced", "brute", "steady"]);
    for row in 0..table.rows.len() {
        let figure = finding.figures().find(|figure| figure.name == format!("against-{}", against[row])).unwrap();
        for (series, curve) in figure.series.iter().zip(&curves) {
            let point = series.points.iter().find(|point| point.x == games[row].parse::<f64>().unwrap()).unwrap();
            same(point.y, curve[row].unwrap(), &format!("{} after {}", against[row], games[row]));
        }
        let level = curves[0][row].unwrap();
        let named = format!("against {}: games won after {} games, %", against[row], games[row]);
        for verdict in finding.verdicts.iter().filter(|verdict| verdict.what == named) {
            same(verdict.ours.mean, level, &named);
        }
    }
}

/// Figure 3 and figure 4 hold exams under both rules, or against both players, after the same games.
fn magic_brings_the_difference_of_its_columns(run: &Run<'_>) {
    let table = finding(run, "figure3").tables().find(|table| table.name == "worth").unwrap();
    let [without, with, brings] =
        ["outright, magic forbidden", "outright, magic allowed", "what it brings"].map(|head| means(table, head));
    assert_eq!(brings.len(), 4);
    for row in 0..brings.len() {
        same(brings[row].unwrap(), with[row].unwrap() - without[row].unwrap(), "worth");
    }
    let magic = finding(run, "figure3").tables().find(|table| table.name == "magic").unwrap();
    let [tried, poisons, thrown_back] =
        ["tries to poison, % of games", "poisons", "is thrown back"].map(|head| means(magic, head));
    for row in 0..magic.rows.len() {
        assert!(poisons[row].unwrap() + thrown_back[row].unwrap() <= tried[row].unwrap() + 1e-9, "row {row}");
    }
}

fn what_is_lost_or_gained_is_a_difference_of_rows(run: &Run<'_>) {
    for (name, sign, rows) in [("parts", -1.0, 9), ("beliefs", 1.0, 3)] {
        let table = finding(run, name).tables().next().unwrap();
        assert!(table.rows.len().is_multiple_of(rows), "{name}");
        // Outright with a chosen team, then with random teams; each is followed or preceded by its difference.
        for column in ["outright", "random teams: won"] {
            let place = table.heads.iter().position(|head| head == column).unwrap();
            let place = if column == "outright" { place } else { place + 1 };
            let differences = (place + 1..table.heads.len())
                .find(|&at| matches!(table.heads[at].as_str(), "lost without it" | "gained"));
            let at = |row: usize, place: usize| match &table.rows[row][place] {
                Cell::Ours { estimate, .. } => Some(estimate.mean),
                _ => None,
            };
            for row in 0..table.rows.len() {
                let base = row - row % rows;
                let difference = at(row, differences.unwrap());
                match row == base {
                    true => assert_eq!(difference, None, "{name}"),
                    false => {
                        let expected = sign * (at(row, place).unwrap() - at(base, place).unwrap());
                        same(difference.unwrap(), expected, &format!("{name} row {row}"));
                    }
                }
            }
        }
    }
}

/// The three claims are about the last points of three figures, for both readings.
fn claims_are_the_ends_of_the_curves(run: &Run<'_>) {
    let claims = finding(run, "claims");
    let scores = means(claims.tables().next().unwrap(), "score");
    let figures = [("figures-4-5", "after 600"), ("figure-8", "after 600"), ("figure-10", "after 1,000")];
    for ((name, head), (scores, verdicts)) in iter::zip(figures, iter::zip(scores.chunks(2), claims.verdicts.chunks(2)))
    {
        let figure = finding(run, name);
        let ends = means(figure.tables().next().unwrap(), head);
        for (reading, end) in ends.iter().enumerate() {
            let end = end.unwrap();
            same(scores[reading].unwrap(), end, name);
            same(verdicts[reading].ours.mean, end, name);
            same(figure.figures().next().unwrap().series[reading].points.last().unwrap().y, end, name);
        }
        assert_eq!(ends.len(), 2, "{name}");
    }
}

/// Each row of the learner's scopes beside the one before it; the last two beside the row of all plays.
fn what_a_play_brought_is_a_difference_of_rows(run: &Run<'_>) {
    let table = finding(run, "wild").tables().find(|table| table.name == "scopes").unwrap();
    let results = means(table, "against 4 default");
    let brought = means(table, "brought");
    // Two fixed players and the paper's learner have nothing before them.
    assert_eq!(brought[..3], [None; 3]);
    for (row, base) in [(3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 6)] {
        same(brought[row].unwrap(), results[row].unwrap() - results[base].unwrap(), &format!("row {row}"));
    }
}

fn pairs_are_broken_where_that_is_worth_more(run: &Run<'_>) {
    for table in finding(run, "standards").tables() {
        for (row, broken) in texts(table, "broken").iter().enumerate() {
            for rank in "3456789TJQKA2".chars() {
                let worth = means(table, &rank.to_string())[row].unwrap();
                assert_eq!(worth > 0.0, broken.contains(rank), "{} row {row} rank {rank}", table.name);
            }
        }
    }
}

/// In every round but the last, which may end the procedure, the candidate with the lowest ratio is registered, and the
/// next round begins with it.
fn the_best_of_a_round_is_registered_and_stays(run: &Run<'_>) {
    for (name, candidates) in [("table-3", 16), ("table-4", 13)] {
        let table = finding(run, name).tables().find(|table| table.name.starts_with("rounds-")).unwrap();
        let rounds: Vec<usize> = texts(table, "round").iter().map(|round| round.parse().unwrap()).collect();
        let ratios: Vec<f64> = means(table, "ratio").into_iter().map(Option::unwrap).collect();
        let [before, added, became] = ["set before", "candidate", "what became of it"].map(|head| texts(table, head));
        let mut set: Vec<usize> = Vec::new();
        for round in 1..=*rounds.last().unwrap() {
            let rows: Vec<usize> = (0..rounds.len()).filter(|&row| rounds[row] == round).collect();
            assert_eq!(rows.len(), candidates - set.len(), "{name}, round {round}: all that are left are tried");
            let words: Vec<String> = set.iter().map(usize::to_string).collect();
            let expected = format!("{{{}}}", words.join(", "));
            assert!(rows.iter().all(|&row| before[row] == expected), "{name}, round {round}: {expected}");
            let best = rows.iter().copied().min_by(|&a, &b| ratios[a].total_cmp(&ratios[b])).unwrap();
            for row in rows {
                let registered = became[row] == "registered";
                assert!(!registered || ratios[row] == ratios[best], "{name}, round {round}");
                if registered {
                    set.push(added[row].parse().unwrap());
                }
            }
            set.sort_unstable();
        }
    }
}

/// The differences of `sets` are those of its columns, and its verdicts are about them.
fn sets_are_compared_with_the_hand_picked(run: &Run<'_>) {
    let sets = finding(run, "sets");
    let table = sets.tables().next().unwrap();
    assert_eq!((table.rows.len(), texts(table, "percepts")[0].as_str()), (7, "hand-picked"));
    let places = |name: &str| texts(table, "percepts").iter().position(|row| row == name).unwrap();
    for (against, head) in [("rule", "rule: above hand-picked"), ("Monte Carlo", "Monte Carlo: above hand-picked")] {
        let (ratios, above) = (means(table, against), means(table, head));
        assert_eq!(above[0], None);
        for row in 1..table.rows.len() {
            same(above[row].unwrap(), ratios[row].unwrap() - ratios[0].unwrap(), head);
        }
        for fast in ["fast, the paper's percepts", "fast, all percepts"] {
            for (other, row) in [("the hand-picked", 0), ("our find by", places("our find by the printed procedure"))] {
                let what = format!("{fast} beside {other}");
                let about = |what: &str| what.contains(&format!("against {against}"));
                let verdict = sets.verdicts.iter().find(|at| at.what.starts_with(&what) && about(&at.what)).unwrap();
                let difference = ratios[places(fast)].unwrap() - ratios[row].unwrap();
                same(verdict.ours.mean, difference, &verdict.what);
                assert_eq!(verdict.rule.direction, Better::Lower);
            }
        }
    }
    let claim = finding(run, "claim-as-good");
    let differences = claim.tables().next().unwrap();
    let columns = ["rule: above hand-picked", "Monte Carlo: above hand-picked"].map(|head| means(differences, head));
    let expected = (0..differences.rows.len()).flat_map(|row| [columns[0][row].unwrap(), columns[1][row].unwrap()]);
    assert_eq!(claim.verdicts.len(), 2 * differences.rows.len());
    for (verdict, difference) in claim.verdicts.iter().zip(expected) {
        same(verdict.ours.mean, difference, &verdict.what);
    }
}

/// The deals of the fast procedure against those of the printed one, as they stand in the table.
fn the_fast_procedure_stays_below_a_twentieth(run: &Run<'_>) {
    let table = finding(run, "fast").tables().next().unwrap();
    let count = |text: &String| text.replace(',', "").parse::<u64>().unwrap();
    let [deals, printed] = ["deals", "printed procedure's deals"].map(|head| texts(table, head));
    assert_eq!(table.rows.len(), 6);
    for (deals, printed) in deals.iter().zip(&printed) {
        assert!(20 * count(deals) <= count(printed), "{deals} of {printed}");
    }
    assert_eq!(texts(table, "printed procedure's deals")[0], "64,800,000");
}

fn falcon_differences_are_those_of_their_columns(run: &Run<'_>) {
    for name in ["claim-actions", "claim-svr"] {
        let finding = finding(run, name);
        let table = finding.tables().next().unwrap();
        assert_eq!(table.rows.len(), finding.verdicts.len(), "{name}");
        let [with, without, difference] = ["ratio with", "ratio without", "difference"].map(|head| means(table, head));
        for (row, verdict) in finding.verdicts.iter().enumerate() {
            let expected = with[row].unwrap() - without[row].unwrap();
            same(difference[row].unwrap(), expected, &verdict.what);
            same(verdict.ours.mean, expected, &verdict.what);
        }
    }
    let danger = finding(run, "future-work").tables().find(|table| table.name == "danger").unwrap();
    for other in ["3 stock", "3 mc (cards)"] {
        let results = means(danger, &format!("against {other}"));
        for (row, result) in results.iter().enumerate().skip(1) {
            // The row of nothing has no gain, and so fewer cells.
            let head = danger.heads.iter().position(|head| *head == format!("gained against {other}")).unwrap();
            let Cell::Ours { estimate, .. } = &danger.rows[row][head] else { panic!("{other}, row {row}") };
            same(estimate.mean, result.unwrap() - results[0].unwrap(), other);
        }
    }
    let readings = finding(run, "readings").tables().next().unwrap();
    let (changes, results) = (texts(readings, "change"), means(readings, "against 3 stock"));
    let mut base = None;
    for (row, brought) in means(readings, "what it brought against 3 stock").into_iter().enumerate() {
        if changes[row] == "as it is" {
            base = results[row];
            assert_eq!(brought, None);
        } else {
            same(brought.unwrap(), results[row].unwrap() - base.unwrap(), &changes[row]);
        }
    }
}

/// The last points of figures 3 and 4 are trainings of Table 2; in the smoke run the seeds are the same, too.
fn curves_end_in_the_rows_of_their_table(run: &Run<'_>) {
    for (name, head) in [("figure-3", "ours, 3 stock"), ("figure-4", "ours, 3 mc (cards)")] {
        for curve in finding(run, name).tables() {
            let rows = finding(run, "table-2").tables().find(|table| table.name == curve.name).unwrap();
            let of_row = |row: &str| {
                let place = texts(rows, "learner").iter().position(|known| known == row).unwrap();
                means(rows, head)[place].unwrap()
            };
            for (column, row) in [("with the method", "both"), ("without", "previous work")] {
                same(means(curve, column).last().unwrap().unwrap(), of_row(row), &format!("{name} {row}"));
            }
        }
    }
}

/// Shares of places add up to 1, and the mean rank is theirs.
fn places_are_whole(run: &Run<'_>) {
    for table in finding(run, "tables-3-4").tables() {
        for head in ["paper, rule", "ours, 3 stock", "paper, Monte Carlo", "ours, 3 mc (cards)"] {
            let numbers: Vec<f64> = column(table, head)
                .map(|cell| match cell {
                    Cell::Ours { estimate, .. } => estimate.mean,
                    Cell::Published(value, _) => *value,
                    _ => panic!("{head}"),
                })
                .collect();
            let [shares @ .., mean] = &numbers[..] else { panic!("{head}") };
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{head}: {shares:?}");
            let expected: f64 = (1..).map(f64::from).zip(shares).map(|(rank, share)| rank * share).sum();
            assert!((mean - expected).abs() < 1e-3, "{head}: {mean} and {expected}");
        }
    }
}

/// Every difference has the sign that its table names, and the verdict on it looks for the right one.
fn differences_are_those_of_their_columns(run: &Run<'_>) {
    for (name, minuend, subtrahend) in
        [("claim-beats-rule", "learned", "rule"), ("claim-self-play", "self-play", "learned against random")]
    {
        let finding = finding(run, name);
        let table = finding.tables().next().unwrap();
        assert_eq!(table.rows.len(), finding.verdicts.len(), "{name}");
        for ((row, verdict), measure) in (0..).zip(&finding.verdicts).zip(texts(table, "measure")) {
            let difference = means(table, "difference")[row].unwrap();
            same(
                difference,
                means(table, minuend)[row].unwrap() - means(table, subtrahend)[row].unwrap(),
                &verdict.what,
            );
            same(difference, verdict.ours.mean, &verdict.what);
            let better = if measure == "points" { Better::Lower } else { Better::Higher };
            assert_eq!(verdict.rule.direction, better, "{}", verdict.what);
        }
    }
    for (name, measure) in [("ladder-plain", "tricks against 3 rule"), ("ladder-hearts", "points against 3 rule")] {
        let table = finding(run, name).tables().next().unwrap();
        let (results, gains) = (means(table, measure), means(table, "what it brought against 3 rule"));
        assert_eq!(gains[0], None, "{name}");
        for rung in 1..table.rows.len() {
            same(gains[rung].unwrap(), results[rung].unwrap() - results[rung - 1].unwrap(), name);
        }
    }
    let parts = finding(run, "parts").tables().next().unwrap();
    for other in ["stock", "jake"] {
        let results = means(parts, &format!("points against 3 {other}"));
        for (lost, result) in iter::zip(means(parts, &format!("lost against 3 {other}")), &results).skip(1) {
            same(lost.unwrap(), result.unwrap() - results[0].unwrap(), "parts");
        }
    }
    let gains = finding(run, "exploit").tables().next().unwrap();
    let [stranger, exploiter] =
        ["stranger against 3 targets", "exploiter against 3 targets"].map(|head| means(gains, head));
    for (row, gained) in means(gains, "gained by having met it").into_iter().enumerate() {
        // Points are bad: what a player takes less, it gains.
        same(gained.unwrap(), stranger[row].unwrap() - exploiter[row].unwrap(), "exploit");
    }
}

/// The distributions of figure 1 are whole, and their means are those of the players that they stand beside.
fn shares_have_the_means_of_their_players(run: &Run<'_>) {
    let shares = finding(run, "figure-1").tables().next().unwrap();
    let ours = finding(run, "means").tables().next().unwrap();
    let players = texts(ours, "player");
    assert_eq!(players.len(), 4);
    for (player, mean) in iter::zip(&players, means(ours, "ours")) {
        let column: Vec<f64> = means(shares, player).into_iter().flatten().collect();
        same(column.iter().sum(), 1.0, player);
        same((0..).map(f64::from).zip(&column).map(|(tricks, share)| tricks * share).sum(), mean.unwrap(), player);
    }
}

fn finding<'a>(run: &'a Run<'_>, name: &str) -> &'a Finding {
    run.found().find(|(experiment, ..)| experiment.name == name).unwrap().1
}

fn column<'a>(table: &'a ResultTable, head: &str) -> impl Iterator<Item = &'a Cell> {
    let place = table.heads.iter().position(|known| known == head);
    let place = place.unwrap_or_else(|| panic!("{} has no column {head}", table.name));
    table.rows.iter().map(move |row| &row[place])
}

fn means(table: &ResultTable, head: &str) -> Vec<Option<f64>> {
    let mean = |cell: &Cell| match cell {
        Cell::Ours { estimate, .. } => Some(estimate.mean),
        _ => None,
    };
    column(table, head).map(mean).collect()
}

fn texts(table: &ResultTable, head: &str) -> Vec<String> {
    column(table, head).map(cell).collect()
}

/// Equal but for rounding.
fn same(one: f64, other: f64, what: &str) {
    assert!((one - other).abs() < 1e-9, "{what}: {one} and {other}");
}

/// All numbers of a run.
fn in_words(run: &Run<'_>) -> String {
    let mut text = String::new();
    for (experiment, finding, _) in run.found() {
        writeln!(text, "== {}", experiment.name).unwrap();
        for table in finding.tables() {
            writeln!(text, "\ntable {}\n{}", table.name, table.heads.join(" | ")).unwrap();
            for row in &table.rows {
                writeln!(text, "{}", row.iter().map(cell).collect::<Vec<_>>().join(" | ").trim_end()).unwrap();
            }
        }
        for figure in finding.figures() {
            writeln!(text, "\nfigure {}", figure.name).unwrap();
            for series in &figure.series {
                let whose = if series.published { "paper" } else { "ours" };
                let point = |x, mean, ci95| format!("{x}: {}", number::estimate(Estimate { mean, ci95 }, 3));
                let points = series.points.iter().map(|at| point(at.x, at.y, at.ci95)).collect::<Vec<_>>();
                writeln!(text, "{} ({whose}): {}", series.name, points.join(", ")).unwrap();
            }
        }
        if !finding.verdicts.is_empty() {
            writeln!(text, "\nverdicts").unwrap();
        }
        for verdict in &finding.verdicts {
            // Claims show few digits in a report; here small changes must show, too.
            let digits = verdict.digits().max(3);
            let (ours, tolerance) =
                (number::estimate(verdict.ours, digits), number::plain(verdict.ruling.tolerance, digits));
            let published = verdict.published_text();
            let against = if published.is_empty() { String::new() } else { format!(", paper {published}") };
            let judged = format!("{}, {} (tolerance {tolerance})", verdict.outcome(), verdict.by_how_much());
            let (rule, standing) = (verdict.rule_text(), verdict.standing);
            writeln!(text, "{}: {ours}{against}: {judged}; {rule}; {standing:?}", verdict.what).unwrap();
        }
        text.push('\n');
    }
    text
}

/// What a run tells, without what was measured; of experiments that every program can do.
fn in_outline(run: &Run<'_>) -> String {
    let mut text = String::new();
    for (experiment, finding, _) in run.found().filter(|(found, ..)| !found.claim.contains("feature `deep`")) {
        writeln!(text, "== {}", experiment.name).unwrap();
        for table in finding.tables() {
            // Places and the players at them are measured, too.
            let heads = table.heads.iter().filter(|head| head.parse::<u32>().is_err()).map(String::as_str);
            writeln!(text, "\ntable {}: {}", table.name, heads.collect::<Vec<_>>().join(" | ")).unwrap();
            for of in ["game", "target", "player"].into_iter().filter(|of| table.heads.iter().any(|head| head == of)) {
                let mut names = texts(table, of);
                names.sort();
                names.dedup();
                writeln!(text, "{of}: {}", names.join(", ")).unwrap();
            }
        }
        for figure in finding.figures() {
            let mut series: Vec<&str> = figure.series.iter().map(|series| series.name.as_str()).collect();
            series.sort_unstable();
            writeln!(text, "\nfigure {}: {}", figure.name, series.join(", ")).unwrap();
        }
        for verdict in &finding.verdicts {
            writeln!(text, "\nverdict {}: {}; {:?}", verdict.what, verdict.rule_text(), verdict.standing).unwrap();
        }
        text.push('\n');
    }
    text
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Text(words) => words.clone(),
        Cell::Published(value, digits) => format!("paper {}", number::plain(*value, *digits)),
        Cell::Ours { estimate, digits } => number::estimate(*estimate, *digits),
        Cell::Empty => "–".to_string(),
    }
}
