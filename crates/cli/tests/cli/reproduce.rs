//! Papers are listed, run, kept and reported.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Done, folder, run, run_words};

/// Runs `kirifuda reproduce …` with its results in a folder.
fn reproduce(line: &str, out: &Path) -> Done {
    run_words(["reproduce"].into_iter().chain(line.split_whitespace()).chain(["--out", out.to_str().unwrap()]))
}

/// The lines of kept steps.
fn kept_steps(out: &Path, paper: &str) -> Vec<String> {
    let text = fs::read_to_string(out.join(paper).join("steps.jsonl")).unwrap_or_default();
    text.lines().map(str::to_string).collect()
}

#[test]
fn without_a_name_all_experiments_are_listed_with_their_claims() {
    let out = folder("reproduce-list");
    let text = reproduce("", &out).fine();
    for word in ["001  Q-learning", "001/rows  ", "9.24 and 6.51 points"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert!(!text.contains("kept in"), "{text}");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0, "a list writes nothing");
    reproduce("001/rows --scale smoke", &out).fine();
    let text = reproduce("", &out).fine();
    let kept = text.lines().find(|line| line.contains("scale smoke: ")).unwrap_or_else(|| panic!("{text}"));
    let tally = kept.split("scale smoke: ").nth(1).unwrap();
    let verdicts: u32 = tally.split([',', ' ']).filter_map(|word| word.parse::<u32>().ok()).sum();
    assert!(tally.contains("not decided"), "so few deals decide little: {kept}");
    assert_eq!(verdicts, 6, "each published cell once: {kept}");
    let json = reproduce("--json", &out).json();
    let paper = json["papers"].as_array().unwrap().iter().find(|paper| paper["id"] == "001").unwrap();
    let experiments = paper["experiments"].as_array().unwrap();
    let rows = experiments.iter().find(|experiment| experiment["name"] == "rows").unwrap();
    assert_eq!(rows["kept"], serde_json::json!(["smoke"]));
}

#[test]
fn a_run_prints_its_verdicts_and_writes_a_report_that_stays_the_same() {
    let out = folder("reproduce-run");
    let text = reproduce("001/rows --scale smoke", &out).fine();
    for word in ["hearts, saito-free, random: points", "9.24", "±", "report: ", "report.html"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let report = |name: &str| fs::read_to_string(out.join("001-smoke").join(name)).unwrap();
    let pages = ["report.html", "report.md", "verdicts.csv", "tables/rows.csv"];
    let first = pages.map(report);
    let again = reproduce("001/rows --scale smoke --threads 1", &out).fine();
    assert!(again.contains("6 of 6 steps were kept"), "{again}");
    assert_eq!(first, pages.map(report));
    assert_eq!(kept_steps(&out, "001-smoke").len(), 6);
    let fresh = reproduce("001/rows --scale smoke --overwrite", &out).fine();
    assert!(!fresh.contains("were kept"), "{fresh}");
    assert_eq!(first[2..], pages.map(report)[2..], "the same seed gives the same numbers");
}

#[test]
fn the_result_is_one_json_object() {
    let out = folder("reproduce-json");
    let result = reproduce("001/rows --scale smoke --seed 7 --json", &out).json();
    assert_eq!(result["seed"], 7);
    let rows = result["experiments"].as_array().unwrap().iter().find(|found| found["name"] == "rows").unwrap();
    assert_eq!(rows["state"], "found");
    let verdicts = rows["finding"]["verdicts"].as_array().unwrap();
    assert_eq!(verdicts.len(), 10);
    for verdict in verdicts {
        assert!(verdict["ours"]["mean"].is_f64() && verdict["outcome"].is_string(), "{verdict}");
    }
    assert!(Path::new(result["report"].as_str().unwrap()).exists());
}

#[test]
fn unknown_papers_experiments_and_scales_are_refused_with_the_nearest() {
    run("reproduce 00").refused(&["unknown paper `00`", "did you mean `000` or `001`"]);
    run("reproduce 001 00").refused(&["unknown paper `00`"]);
    run("reproduce 001/row").refused(&["paper 001 has no experiment `row`", "did you mean `rows`"]);
    run("reproduce 001 --scale quik").refused(&["unknown scale `quik`", "did you mean `quick`"]);
    run("reproduce 001 --threads 0").refused(&["--threads"]);
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_the_work() {
    let out = folder("reproduce-place");
    fs::write(out.join("file"), "").unwrap();
    reproduce("001 --scale paper", &out.join("file")).refused(&["cannot write", "001-paper"]);
}

#[test]
fn a_damaged_step_is_told_and_run_again() {
    let out = folder("reproduce-damaged");
    let text = reproduce("001/rows --scale smoke", &out).fine();
    let steps = kept_steps(&out, "001-smoke");
    let name = steps[0].split('"').nth(3).unwrap();
    let half = &steps[0][..steps[0].len() / 2];
    fs::write(out.join("001-smoke/steps.jsonl"), format!("{half}\n{}\n", steps[1..].join("\n"))).unwrap();
    let done = reproduce("001/rows --scale smoke", &out);
    assert_eq!(done.code, Some(0));
    for word in ["warning: ", name, "damaged", "run again"] {
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
    assert!(done.stdout.contains("5 of 6 steps were kept"), "{}", done.stdout);
    assert_eq!(text.lines().nth(4), done.stdout.lines().nth(4));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on_and_goes_on() {
    use crate::interruption::{interrupt, wait_for};
    use crate::support::command;

    let (whole, broken) = (folder("reproduce-whole"), folder("reproduce-broken"));
    let words = ["reproduce", "001/rows", "--scale", "quick", "--threads", "1", "--out", broken.to_str().unwrap()];
    let child = command(words).spawn().unwrap();
    wait_for("the first step", || !kept_steps(&broken, "001-quick").is_empty());
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(output.stdout.is_empty());
    let kept = kept_steps(&broken, "001-quick").len();
    assert!((1..6).contains(&kept), "{kept}");
    let way_on = "kirifuda reproduce 001/rows --scale quick --seed 1 --out ";
    assert!(message.contains(&format!("{kept} finished step")) && message.contains(way_on), "{message}");
    assert!(!broken.join("001-quick/report.html").exists(), "nothing is reported before it is whole");

    let text = reproduce("001/rows --scale quick", &broken).fine();
    assert!(text.contains(&format!("{kept} of 6 steps were kept")), "{text}");
    reproduce("001/rows --scale quick", &whole).fine();
    let values = |out: &Path| {
        let read = |line: &String| serde_json::from_str::<Value>(line).unwrap();
        kept_steps(out, "001-quick").iter().map(|line| read(line)["step"]["value"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(values(&broken), values(&whole));
    let verdicts = |out: &Path| fs::read_to_string(out.join("001-quick/verdicts.csv")).unwrap();
    assert_eq!(verdicts(&broken), verdicts(&whole));
}

#[test]
fn steps_can_be_done_one_by_one_and_make_the_same_report() {
    let (whole, shared) = (folder("reproduce-whole"), folder("reproduce-shared"));
    reproduce("001/rows --scale smoke", &whole).fine();
    let due = reproduce("001/rows --scale smoke --due", &shared).fine();
    assert_eq!(due.lines().count(), 6, "{due}");
    assert!(kept_steps(&shared, "001-smoke").is_empty(), "a list runs nothing");
    let json = reproduce("001/rows --scale smoke --due --json", &shared).json();
    assert_eq!(json["due"].as_array().unwrap().len(), 6, "{json}");
    // In any order.
    for (done, line) in due.lines().rev().enumerate() {
        let (what, name) = line.split_once(' ').unwrap();
        assert_eq!(what, "001/rows");
        reproduce(&format!("{what} --scale smoke --step {name}"), &shared).fine();
        assert_eq!(kept_steps(&shared, "001-smoke").len(), done + 1);
    }
    assert_eq!(reproduce("001/rows --scale smoke --due", &shared).fine(), "");
    let text = reproduce("001/rows --scale smoke", &shared).fine();
    assert!(text.contains("6 of 6 steps were kept"), "{text}");
    let report = |out: &Path| fs::read_to_string(out.join("001-smoke").join("verdicts.csv")).unwrap();
    assert_eq!(report(&shared), report(&whole));
    let name = due.lines().next().unwrap().split_once(' ').unwrap().1;
    let (again, paper) = (format!("001/rows --scale smoke --step {name}"), format!("001 --scale smoke --step {name}"));
    for (line, word) in [(again.as_str(), "done already"), (&paper, "needs one experiment"), ("--due", "need a paper")]
    {
        reproduce(line, &shared).refused(&[word]);
    }
}
