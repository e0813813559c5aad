//! Danger: models from games, LIBSVM's files, breaking off and going on.

use std::fs;

use serde_json::Value;

use crate::support::{Done, Folder, folder, run_words};

/// A folder with room for a model; removed at the end.
struct Place(Folder);

impl Place {
    fn new(name: &str) -> Place {
        Place(folder(name))
    }

    fn path(&self, file: &str) -> String {
        self.0.join(file).to_str().unwrap().to_string()
    }

    fn bytes(&self, file: &str) -> Vec<u8> {
        fs::read(self.0.join(file)).unwrap()
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.0.join(folder)).unwrap();
        let mut files: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        files.sort();
        files
    }

    /// `kirifuda danger hearts … --out FILE` in this folder.
    fn danger(&self, line: &str, file: &str) -> Done {
        run_words(["danger", "hearts", "--out", &self.path(file)].into_iter().chain(line.split_whitespace()))
    }
}

/// Seconds: few examples, no grid.
const QUICK: &str = "--players stock --deals 400 --per-label 25 --grid off --folds 2 --seed 5";

#[test]
fn models_are_learned_and_tell_how_they_were_made() {
    let place = Place::new("danger");
    let text = place.danger(&format!("{QUICK} --threads 2"), "a.kfm").fine();
    assert!(
        text.starts_with("hearts under falcon: danger from 400 deals of stock, paper features, seed 5\n"),
        "{text}"
    );
    let row = text.lines().find(|line| line.starts_with("points-second-03 ")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!([cells[1], cells[3], cells[4], cells[5]], ["50", "1", "0.5", "0.0370"], "{row}");
    assert!(text.contains("too few examples") && text.contains("model: "), "{text}");
    // What was kept on the way is gone.
    assert_eq!(place.files(""), ["a.kfm"]);

    let about: Value = run_words(["model", &place.path("a.kfm"), "--json"]).json();
    assert_eq!([&about["learner"], &about["game"], &about["rules"]], ["danger", "hearts", "falcon"]);
    assert_eq!([&about["layout"], &about["opponents"]], ["hearts/danger-paper", "stock"]);
    assert_eq!([&about["deals"], &about["dimensions"]], [400, 27]);
    assert_eq!([&about["options"]["grid"], &about["options"]["folds"]], ["off", "2"]);
    let part = &about["notes"]["parts"]["q-last-05"];
    assert_eq!(part["examples"], 50);
    assert!(part["auc"].as_f64().is_some_and(|auc| (0.0..=1.0).contains(&auc)), "{part}");
    let words = run_words(["model", &place.path("a.kfm")]).fine();
    assert!(words.contains("points-second-03") && words.contains("hearts/danger-paper"), "{words}");
    assert!(!words.contains("coefficients"), "{words}");
}

#[test]
fn neither_threads_nor_form_change_a_model() {
    let place = Place::new("danger-threads");
    let result = place.danger(&format!("{QUICK} --threads 1 --json"), "one.kfm").json();
    place.danger(&format!("{QUICK} --threads 3"), "three.kfm").fine();
    assert!(place.bytes("one.kfm") == place.bytes("three.kfm"));
    assert_eq!([&result["players"], &result["rules"]], ["stock", "falcon"]);
    assert_eq!(result["parts"]["q-last-05"]["examples"], 50);
    place.danger(&format!("{} --seed 6", QUICK.replace(" --seed 5", "")), "seed.kfm").fine();
    assert!(place.bytes("one.kfm") != place.bytes("seed.kfm"));
}

/// Equal examples are put together, or not: nearly the same models, and each file tells how its own were learned.
#[test]
fn both_solvers_and_one_target_alone_are_there_for_the_asking() {
    let place = Place::new("danger-solvers");
    let line = QUICK.replace("--per-label 25", "--per-label 60");
    let about = |solver: &str| -> Value {
        let file = format!("{solver}.kfm");
        place.danger(&format!("{line} --target q --solver {solver}"), &file).fine();
        run_words(["model", &place.path(&file), "--json"]).json()
    };
    let [merged, apart] = ["merged", "libsvm"].map(about);
    assert_eq!([&merged["options"]["solver"], &merged["options"]["target"]], ["merged", "q"]);
    assert!(apart["options"]["solver"].is_null(), "{apart}");
    let parts = |about: &Value| about["notes"]["parts"].as_object().unwrap().clone();
    let (merged, apart) = (parts(&merged), parts(&apart));
    assert!(merged.keys().eq(apart.keys()) && merged.keys().all(|name| name.starts_with("q-")), "{merged:?}");
    for (name, part) in &merged {
        let error = |part: &Value| part["mean_squared_error"].as_f64().unwrap();
        assert!((error(part) - error(&apart[name])).abs() < 0.01, "{name}: {part} and {}", apart[name]);
    }
    // Equal rows are one vector.
    let vectors = |parts: &serde_json::Map<String, Value>| {
        parts.values().map(|part| part["support_vectors"].as_u64().unwrap()).sum::<u64>()
    };
    assert!(vectors(&merged) < vectors(&apart), "{} and {}", vectors(&merged), vectors(&apart));
}

#[test]
fn files_of_libsvm_are_written_and_taken_in() {
    let place = Place::new("danger-libsvm");
    let (folder, grid) = (place.path("svm"), "--grid C=0.5,1;nu=0.5;gamma=0.04");
    let line = format!("{} {grid} --libsvm {folder}", QUICK.replace("--grid off ", ""));
    place.danger(&line, "a.kfm").fine();
    let files = place.files("svm");
    assert!(files.contains(&"q-last-05.model".to_string()) && files.contains(&"q-last-05.range".to_string()));
    let model = fs::read_to_string(place.path("svm/q-last-05.model")).unwrap();
    assert!(model.starts_with("svm_type nu_svr\nkernel_type rbf\ngamma 0.04"), "{model}");
    place.danger(&format!("--import {folder}"), "b.kfm").fine();
    // The same numbers; only how they were made is not known.
    let sections =
        |file: &str| -> Value { run_words(["model", &place.path(file), "--json"]).json()["sections"].clone() };
    assert_eq!(sections("a.kfm"), sections("b.kfm"));
    // What is there is not destroyed.
    place.danger(&line, "c.kfm").refused(&["there is something in it", "--overwrite"]);
    place.danger(&format!("--import {folder}"), "b.kfm").refused(&["exists", "--overwrite"]);
    // Damage is told with the file's name.
    fs::write(place.path("svm/q-last-05.model"), &model[..model.len() / 2]).unwrap();
    place.danger(&format!("--import {folder}"), "d.kfm").refused(&["q-last-05", "not a ν-SVR model"]);
    fs::remove_file(place.path("svm/q-last-05.range")).unwrap();
    place.danger(&format!("--import {folder}"), "d.kfm").refused(&["q-last-05.range"]);
    fs::write(place.path("svm/other.model"), "").unwrap();
    fs::remove_file(place.path("svm/q-last-05.model")).unwrap();
    place.danger(&format!("--import {folder}"), "d.kfm").refused(&["other.model", "q-lead-01.model"]);
    fs::create_dir(place.path("empty")).unwrap();
    place.danger(&format!("--import {}", place.path("empty")), "d.kfm").refused(&["no models"]);
}

#[test]
fn wrong_input_is_told_with_a_remedy() {
    let place = Place::new("danger-wrong");
    for (line, words) in [
        ("--players stok", &["stok", "stock"][..]),
        ("--players stock+stock", &["4 seats"]),
        ("--rules falcn", &["falcon"]),
        ("--grid maybe", &["--grid", "on, off"]),
        ("--grid C=-1", &["C=-1", "allowed"]),
        ("--features all", &["--features", "paper"]),
        ("--solver smo", &["--solver", "libsvm or merged"]),
        ("--target hearts", &["--target", "q or points"]),
        ("--deals 0", &["--deals"]),
        ("--deals 1 --players random --json", &["too few examples", "--deals 1", "more"]),
        ("--resume", &["nothing", "start without --resume"]),
        ("--libsvm /dev/null", &["not a folder"]),
        ("--import /nowhere/at/all", &["/nowhere/at/all"]),
    ] {
        let words: Vec<&str> = words.iter().copied().filter(|word| *word != "nothing").collect();
        place.danger(line, "a.kfm").refused(&words);
    }
    run_words(["danger", "kuhn", "--out", &place.path("a.kfm")]).refused(&["kuhn", "hearts"]);
    place.danger("--players stock", "no/such/folder/a.kfm").refused(&["cannot write"]);
    place.danger("--players stock", "a,b.kfm").refused(&["comma"]);
    assert!(place.files("").is_empty(), "{:?}", place.files(""));
    fs::write(place.path("a.kfm"), "mine").unwrap();
    place.danger(QUICK, "a.kfm").refused(&["a.kfm exists", "--overwrite"]);
    assert_eq!(place.bytes("a.kfm"), b"mine");
    place.danger(&format!("{QUICK} --overwrite"), "a.kfm").fine();
    assert!(place.bytes("a.kfm").starts_with(b"KIRIFUDA"));
    place.danger("--resume", "a.kfm").refused(&["is finished"]);
}

#[cfg(unix)]
mod interrupted {
    use super::*;
    use crate::interruption::{interrupt, wait_for};
    use crate::support::command;

    /// Interrupted while games are played, and again and again while models are learned: in the end the same file.
    #[test]
    fn work_that_is_broken_off_goes_on_and_gives_the_same() {
        let place = Place::new("danger-resume");
        let line = "--players stock --deals 400 --per-label 60 --grid C=0.5,1,2;nu=0.3,0.5;gamma=0.02,0.04 --folds 3";
        place.danger(&format!("{line} --threads 1"), "whole.kfm").fine();
        let out = place.path("a.kfm");
        let mut words = vec!["danger", "hearts", "--out", &out, "--threads", "1"];
        words.extend(line.split_whitespace());
        let go_on = ["danger", "hearts", "--resume", "--out", &out, "--threads", "2"];
        let (mut breaks, mut known) = (0, 0);
        loop {
            let again: &[&str] = if breaks == 0 { &words } else { &go_on };
            let mut child = command(again).spawn().unwrap();
            // The first time at once, then after another model.
            let parts = place.path("a.kfm.parts");
            let count = || fs::read_dir(&parts).map_or(0, |files| files.count());
            wait_for("another model", || count() > known || child.try_wait().unwrap().is_some());
            interrupt_if_running(&mut child);
            let output = child.wait_with_output().unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stderr), "");
            if output.status.code() == Some(0) {
                break;
            }
            assert_eq!(output.status.code(), Some(130));
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.contains("to go on: kirifuda danger hearts --resume --out"), "{text}");
            (breaks, known) = (breaks + 1, count().max(known + 20));
            if breaks == 1 {
                place.danger(line, "a.kfm").refused(&["--resume", "--overwrite"]);
                let other = "--resume --players random";
                place.danger(other, "a.kfm").refused(&["players: stock, not random", "leave it out"]);
                place.danger("--resume --grid off", "a.kfm").refused(&["--grid", "C=0.5,1,2"]);
                place.danger("--resume --folds 4", "a.kfm").refused(&["--folds", "3"]);
                place.danger("--resume --solver libsvm", "a.kfm").refused(&["--solver", "merged"]);
            }
            assert!(breaks < 200);
        }
        assert!(breaks >= 2, "{breaks}");
        assert!(place.bytes("a.kfm") == place.bytes("whole.kfm"));
        assert_eq!(place.files(""), ["a.kfm", "whole.kfm"]);
    }

    fn interrupt_if_running(child: &mut std::process::Child) {
        if child.try_wait().unwrap().is_none() {
            interrupt(child);
        }
    }
}
