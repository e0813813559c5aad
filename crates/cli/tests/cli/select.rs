//! Selecting percepts: both procedures, breaking off and going on, wrong requests.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Done, Folder, folder, number, run, run_words};

/// A folder for the files of a selection; removed at the end.
struct Place(Folder);

impl Place {
    fn new(name: &str) -> Place {
        Place(folder(name))
    }

    fn path(&self, file: &str) -> String {
        self.0.join(file).to_str().unwrap().to_string()
    }

    /// `kirifuda select … --out FILE` in this folder.
    fn select(&self, line: &str, file: &str) -> Done {
        run_words(["select"].into_iter().chain(line.split_whitespace()).chain(["--out", &self.path(file)]))
    }

    fn kept(&self, file: &str) -> Value {
        serde_json::from_str(&fs::read_to_string(self.0.join(file)).unwrap()).unwrap()
    }
}

/// Small and quick: rule players everywhere.
const QUICK: &str =
    "hearts:rules=falcon --side lead --learner falcon:follow-by=stock --opponents stock --against stock";
const SMALL: &str = "--among 0+6+14+15 --learn-deals 60 --exam-deals 10";

/// Results that differ only in where they were written.
fn without_file(mut result: Value) -> Value {
    result["file"] = Value::Null;
    result
}

#[test]
fn a_fast_selection_tells_its_steps_and_keeps_everything() {
    let place = Place::new("select-fast");
    let text = place.select(&format!("{QUICK} {SMALL}"), "a.json").fine();
    let first = "hearts under falcon: percepts of falcon:follow-by=stock,networks=4 for lead, 4 to choose from, seed 1\n\
                 learning against stock, examined against stock\n\
                 fast: races, 60 deals of learning and 10 of examination; duels of up to 5 runs, 60 deals of learning and 10 \
                 of examination; at most 400,000 deals\n";
    assert!(text.starts_with(first), "{text}");
    for word in ["add to none: ", "candidate  runs", "ratio", "so far", "selected for lead: ", "everything is in "] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let kept = place.kept("a.json");
    let result = &kept["result"];
    assert_eq!([&result["game"], &result["side"], &result["procedure"]], ["hearts", "lead", "fast"]);
    assert_eq!([&result["measure"], &result["ending"]], ["penalty_ratio", "complete"]);
    assert_eq!(result["among"].as_array().unwrap().len(), 4);
    // A deal of an examination is four games.
    let trials = kept["trials"].as_array().unwrap();
    let deals: f64 = trials.iter().map(|trial| number(&trial["learn"]) + 4.0 * number(&trial["exam"])).sum();
    assert_eq!((trials.len() as f64, deals), (number(&result["trials"]), number(&result["deals"])));
    let set = result["set"].as_str().unwrap();
    assert!(text.contains(&format!("selected for lead: {set}\n")), "{text}");
    for percept in result["percepts"].as_array().unwrap() {
        assert!(text.contains(percept["about"].as_str().unwrap()), "{text}");
    }
    // The result is printed again, for nothing.
    let again = place.select("hearts --side lead --resume --json", "a.json").json();
    assert_eq!(&again, result);
}

#[test]
fn what_is_not_said_is_cheap_for_the_fast_procedure_and_as_in_the_paper_for_the_printed_one() {
    let place = Place::new("select-usual");
    let small = "hearts --side lead --among 6+14 --learn-deals 4 --exam-deals 1";
    let usual = |file: &str| {
        let kept = place.kept(file);
        let of = |what: &str| kept["order"][what].as_str().unwrap().to_string();
        ([of("learner"), of("opponents"), of("against")], kept["budget"].clone())
    };
    place.select(small, "fast.json").fine();
    // A twentieth of (2 + 1) candidates × 10 runs × 80,000 deals: none is left for a third round.
    let expected = ["falcon:networks=4,follow=hand-picked", "stock", "stock"].map(str::to_string);
    assert_eq!(usual("fast.json"), (expected, 120_000.into()));
    place.select(&format!("{small} --confirm 1 --budget 80001"), "said.json").fine();
    assert_eq!(usual("said.json").1, 80_001);
    let other =
        "hearts --side follow --among 6+9 --learn-deals 4 --exam-deals 1 --learner falcon:networks=16,lead=none";
    place.select(other, "other.json").fine();
    assert_eq!(usual("other.json").0[0], "falcon:networks=16,lead=none");
    place.select(&format!("{small} --procedure printed --runs 1"), "printed.json").fine();
    let expected = ["falcon:follow-by=mc", "stock then mc", "mc"].map(str::to_string);
    assert_eq!(usual("printed.json"), (expected, Value::Null));
}

#[test]
fn sizes_that_are_not_said_are_those_of_the_procedure() {
    let place = Place::new("select-sizes");
    // Too little for a single trial: nothing is played, and the file says what would have been.
    let numbers = |words: &str, file: &str| {
        place.select(&format!("hearts --side lead --budget 1 {words}"), file).fine();
        let procedure = place.kept(file)["order"]["procedure"].clone();
        (procedure["fast"]["duel"].clone(), procedure["fast"]["rungs"].clone(), procedure["printed"].clone())
    };
    let (duel, rungs, _) = numbers("", "fast.json");
    let rung = |learn: u64, exam: u64, first: u64, more: u64, most: u64, keep: u64| serde_json::json!({"size": {"learn": learn, "exam": exam}, "first": first, "more": more, "most": most, "keep": keep});
    assert_eq!(duel, rung(20_000, 1_000, 2, 1, 5, 1));
    assert_eq!(rungs, serde_json::json!([rung(20_000, 1_000, 1, 1, 1, 4), rung(20_000, 1_000, 2, 1, 2, 2)]));
    let (duel, rungs, _) = numbers("--thorough", "thorough.json");
    assert_eq!((duel, &rungs[1]), (rung(20_000, 1_000, 3, 3, 6, 1), &rung(12_000, 600, 1, 1, 1, 6)));
    let (duel, rungs, _) = numbers("--quick --runs 2", "quick.json");
    assert_eq!((duel, &rungs[1]), (rung(20_000, 1_000, 2, 3, 2, 1), &rung(3_000, 250, 1, 1, 1, 4)));
    let (.., printed) = numbers("--procedure printed", "printed.json");
    assert_eq!(printed, serde_json::json!({"size": {"learn": 75_000, "exam": 1_250}, "runs": 10, "budget": null}));
}

#[test]
fn the_printed_procedure_tries_every_percept_that_is_left_in_every_round() {
    let place = Place::new("select-printed");
    let line = format!("{QUICK} {SMALL} --procedure printed --runs 2 --json");
    let result = place.select(&line, "a.json").json();
    let steps = result["steps"].as_array().unwrap();
    // 4, 3, 2, 1 candidates of 2 runs each, until one does not help.
    let mut expected = 0.0;
    for (round, step) in steps.iter().enumerate() {
        assert_eq!(step["candidates"].as_array().unwrap().len(), 4 - round);
        expected += (4 - round) as f64 * 2.0 * 100.0;
        assert_eq!(number(&step["deals"]), expected);
    }
    assert_eq!(number(&result["deals"]), expected);
    let last = steps.iter().rev().find_map(|step| step["to"].as_str()).unwrap();
    assert_eq!(result["set"], last);
    assert_eq!(result["percepts"].as_array().unwrap().len(), last.split('+').count());
    // The best so far goes down from round to round.
    let chosen = |step: &Value| {
        let candidates = step["candidates"].as_array().unwrap();
        candidates.iter().find(|row| row["standing"] == "chosen").map(|row| number(&row["value"]["mean"]))
    };
    let bests: Vec<f64> = steps.iter().filter_map(chosen).collect();
    assert!(!bests.is_empty() && bests.windows(2).all(|two| two[1] < two[0]), "{bests:?}");
    assert_eq!(number(&result["value"]["mean"]), bests[bests.len() - 1]);
}

#[test]
fn a_selection_by_payoff_sees_the_same_games_as_one_by_ratio() {
    let place = Place::new("select-trial");
    place
        .select(&format!("{QUICK} --among 6 --learn-deals 50 --exam-deals 20 --procedure printed --runs 1"), "a.json")
        .fine();
    let value = &place.kept("a.json")["trials"][0]["value"];
    let both = Place::new("select-payoff");
    let line =
        format!("{QUICK} --among 6 --learn-deals 50 --exam-deals 20 --procedure printed --runs 1 --measure payoff");
    let result = both.select(&format!("{line} --json"), "a.json").json();
    // Under these rules a point is a payoff of −1, and a ratio of 1/26.
    assert_eq!(result["higher_is_better"], true);
    assert!((number(&result["value"]["mean"]) + 26.0 * number(value)).abs() < 1e-4, "{result} {value}");
}

#[test]
fn threads_change_nothing_and_the_seed_does() {
    let place = Place::new("select-threads");
    let one = place.select(&format!("{QUICK} {SMALL} --threads 1 --json"), "one.json").json();
    let three = place.select(&format!("{QUICK} {SMALL} --threads 3 --json"), "three.json").json();
    assert_eq!(without_file(one.clone()), without_file(three));
    assert_eq!(place.kept("one.json")["trials"], place.kept("three.json")["trials"]);
    let other = place.select(&format!("{QUICK} {SMALL} --seed 2 --json"), "other.json").json();
    assert_ne!(one["steps"], other["steps"]);
}

#[test]
fn a_selection_starts_from_a_set_and_takes_names() {
    let place = Place::new("select-from");
    let line = format!("{QUICK} --among 0-2+14 --from 14+1 --learn-deals 20 --exam-deals 5 --json");
    let result = place.select(&line, "a.json").json();
    assert_eq!(result["among"], serde_json::json!(["0", "1", "2", "14"]));
    assert_eq!(result["from"], serde_json::json!(["1", "14"]));
    assert_eq!([&result["steps"][0]["change"], &result["steps"][0]["from"]], ["drop", "1+14"]);
}

#[test]
fn a_budget_that_is_spent_can_be_raised() {
    let place = Place::new("select-budget");
    let whole = place.select(&format!("{QUICK} {SMALL} --json"), "whole.json").json();
    let part = place.select(&format!("{QUICK} {SMALL} --budget 500 --json"), "part.json").json();
    assert_eq!(part["ending"], "budget");
    assert!(number(&part["deals"]) <= 500.0);
    // Not before that is asked for.
    let again = place.select("hearts --side lead --resume --json", "part.json").json();
    assert_eq!(again, part);
    let rest = place.select("hearts --side lead --resume --budget 1000000000 --json", "part.json").json();
    assert_eq!(without_file(rest), without_file(whole));
}

#[test]
fn what_is_there_is_not_destroyed_and_not_mixed_up() {
    let place = Place::new("select-safe");
    let line = format!("{QUICK} {SMALL} --procedure printed --runs 1");
    place.select(&line, "a.json").fine();
    place.select(&line, "a.json").refused(&["a.json holds a selection", "--resume", "--overwrite"]);
    place.select(&format!("{line} --overwrite"), "a.json").fine();
    place.select(&format!("{line} --resume"), "b.json").refused(&["there is no", "b.json to resume"]);
    place.select(&format!("{line} --seed 2 --resume"), "a.json").refused(&["another selection", "seed: 1, not 2"]);
    place.select("hearts:rules=saito --side follow --resume", "a.json").refused(&[
        "another selection",
        "rules: falcon, not saito",
        "side: lead, not follow",
    ]);
    place
        .select("hearts --side lead --runs 7 --procedure printed --resume", "a.json")
        .refused(&["another selection", "procedure: as printed in paper 002: 1 runs"]);
    fs::write(place.path("other.json"), "{\"kind\": \"letter\"}").unwrap();
    place
        .select("hearts --side lead --resume", "other.json")
        .refused(&["not a file that `kirifuda select` has written"]);
    fs::write(place.path("model.json"), b"kirifuda\x00\xff\xfe").unwrap();
    place.select("hearts --side lead --resume", "model.json").refused(&["model.json", "not a file that"]);
    fs::write(place.path("torn.json"), "{\"kind\": ").unwrap();
    place.select("hearts --side lead --resume", "torn.json").refused(&["torn.json", "not a file that"]);
}

#[test]
fn wrong_requests_are_refused_with_a_remedy() {
    let cases: &[(&str, &[&str])] = &[
        ("select hearts --side middle", &["--side middle", "`falcon` has no such side", "Valid: lead, follow"]),
        ("select hearts --side leed", &["did you mean `lead`"]),
        ("select hearts --side lead --learner linear-q", &["`linear-q` has no percepts", "these have: falcon"]),
        ("select hearts --side lead --learner falcn", &["unknown learner `falcn`", "did you mean `falcon`"]),
        ("select kuhn --side lead", &["no learner of kuhn has percepts", "hearts"]),
        ("select plain-tricks --side lead", &["no learner of plain-tricks has percepts", "hearts"]),
        ("select harts --side lead", &["unknown game `harts`", "did you mean `hearts`"]),
        ("select hearts --side lead --from 6+99", &["--from", "no percept `99` for lead", "0-"]),
        ("select hearts --side lead --among 5-3", &["--among", "no percept `5-3`"]),
        ("select hearts --side lead --among none", &["--among none", "nothing to select from"]),
        ("select hearts --side lead --among 0-3 --from 6", &["percept 6 is not among"]),
        ("select hearts --side lead --learner falcon:lead=6", &["`lead`", "leave it out", "--from"]),
        ("select hearts --side lead --learner falcon:spoon=6", &["no setting `spoon`"]),
        ("select hearts --side lead --procedure printed --from 6", &["--from", "starts from nothing"]),
        ("select hearts --side lead --procedure printed --quick", &["--quick", "leave it out"]),
        ("select hearts --side lead --procedure printed --thorough", &["--thorough", "leave it out"]),
        ("select hearts --side lead --quick --thorough", &["--quick", "--thorough", "cannot be used with"]),
        ("select hearts --side lead --procedure printed --confirm 2", &["--confirm", "leave it out"]),
        ("select hearts --side lead --measure mean_tricks", &["--measure mean_tricks", "penalty_ratio", "payoff"]),
        ("select hearts --side lead --against nobody", &["--against nobody", "unknown player `nobody`"]),
        ("select hearts --side lead --opponents nobody", &["unknown player `nobody`"]),
        ("select hearts --side lead --budget 10 --confirm 1", &["budget of 10", "80000"]),
        ("select hearts --side lead --resume", &["select-hearts-lead.json to resume"]),
    ];
    for (line, words) in cases {
        eprintln!("kirifuda {line}");
        run(line).refused(words);
    }
    // Nothing is written before it is clear that there will be something to keep.
    assert!(!Path::new("select-hearts-lead.json").exists());
}

#[cfg(unix)]
mod stopped {
    use std::process::Output;

    use super::*;
    use crate::interruption::{interrupt, signal, wait_for};
    use crate::support::command;

    /// Long enough to be stopped in the middle, also on a machine that is busy with other things.
    const LONG: &str = "--among 0+6+14+15 --learn-deals 4000 --exam-deals 40";

    fn started(place: &Place, line: &str, file: &str) -> std::process::Child {
        let path = place.path(file);
        let child =
            command(["select"].into_iter().chain(line.split_whitespace()).chain(["--out", &path])).spawn().unwrap();
        wait_for("some trials", || {
            let text = fs::read_to_string(&path).unwrap_or_default();
            serde_json::from_str(&text).is_ok_and(|kept: Value| kept["trials"].as_array().unwrap().len() >= 5)
        });
        child
    }

    #[test]
    fn a_selection_that_is_killed_goes_on_and_ends_as_if_nothing_had_happened() {
        let place = Place::new("select-killed");
        let whole = place.select(&format!("{QUICK} {LONG} --json"), "whole.json").json();
        let mut child = started(&place, &format!("{QUICK} {LONG} --threads 1 --json"), "part.json");
        signal(&child, "KILL", 1);
        child.wait().unwrap();
        let before = place.kept("part.json");
        assert_eq!(before["result"], Value::Null);
        assert!(before["trials"].as_array().unwrap().len() < whole["trials"].as_u64().unwrap() as usize);
        let result = place.select("hearts --side lead --resume --json", "part.json").json();
        assert_eq!(without_file(result), without_file(whole));
        assert_eq!(place.kept("part.json")["trials"], place.kept("whole.json")["trials"]);
    }

    #[test]
    fn ctrl_c_says_how_to_go_on() {
        let place = Place::new("select-interrupted");
        let child = started(&place, &format!("{QUICK} {LONG} --threads 1"), "a.json");
        interrupt(&child);
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        let text = String::from_utf8(stdout).unwrap();
        assert_eq!((status.code(), String::from_utf8(stderr).unwrap().as_str()), (Some(130), ""));
        let words =
            text.lines().find_map(|line| line.strip_prefix("to go on: kirifuda ")).unwrap_or_else(|| panic!("{text}"));
        assert!(words.ends_with("--threads 1"), "{words}");
        // No draft is left, and the command works.
        assert_eq!(fs::read_dir(&place.0).unwrap().count(), 1);
        let rest = run(words).fine();
        assert!(rest.contains("going on after") && rest.contains("selected for lead: "), "{rest}");
    }
}
