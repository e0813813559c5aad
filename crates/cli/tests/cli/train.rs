//! Training: the model file, the curve, checkpoints, breaking off and going on.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Done, Folder, command, folder, number, players, run, run_words};

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

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut files: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        files.sort();
        files
    }

    /// `kirifuda train … --out FILE` in this folder.
    fn train(&self, line: &str, file: &str) -> Done {
        run_words(["train"].into_iter().chain(line.split_whitespace()).chain(["--out", &self.path(file)]))
    }
}

fn model(path: &str) -> Value {
    run_words(["model", path, "--json"]).json()
}

const PLAIN: &str = "plain-tricks linear-q --opponents self-play --seed 3";

#[test]
fn a_trained_model_plays_and_tells_how_it_was_made() {
    let place = Place::new("train");
    let text = place
        .train(
            "hearts linear-q:features=ranks,step=0.1 --deals 4000 --opponents self-play --rules saito --seed 1",
            "a.kfm",
        )
        .fine();
    assert!(text.starts_with("hearts under saito: 4000 deals against self-play, seed 1\n"), "{text}");
    // A curve of about twenty points and the start, each with its interval and a bar.
    let points: Vec<&str> = text.lines().filter(|line| line.contains('±') && line.contains('│')).collect();
    assert_eq!(points.len(), 21, "{text}");
    assert!(points[0].trim_start().starts_with("0 ") && points[20].trim_start().starts_with("4000 "), "{text}");
    assert_eq!(place.files(), ["a.kfm"]);

    // The command at the end works.
    let command = text.lines().find_map(|line| line.strip_prefix("to play: kirifuda ")).unwrap();
    let result = run(&format!("{command} --deals 500 --json")).json();
    assert_eq!(result["rules"], "saito");
    let names: Vec<&Value> = players(&result).iter().map(|player| &player["name"]).collect();
    assert_eq!(names[1..], ["rule", "rule", "rule"]);
    // Par is 6.5; 4000 deals bring it well below 6.
    assert!(number(&players(&result)[0]["mean_points"]) < 6.3, "{result}");

    let about = model(&place.path("a.kfm"));
    assert_eq!([&about["kind"], &about["game"], &about["rules"]], ["model", "hearts", "saito"]);
    assert_eq!([&about["layout"], &about["opponents"]], ["hearts/ranks", "self-play"]);
    assert_eq!([&about["deals"], &about["seed"], &about["dimensions"]], [4000, 1, 24_415]);
    assert_eq!(about["options"]["step"], "0.1");
    assert_eq!(about["bytes"], place.bytes("a.kfm").len());
    let words = run_words(["model", &place.path("a.kfm")]).fine();
    for word in ["hearts/ranks", "self-play", "step=0.1", "24415 numbers", about["checksum"].as_str().unwrap()] {
        assert!(words.contains(word), "{word}: {words}");
    }
}

#[test]
fn neither_threads_nor_the_curve_change_a_model() {
    let place = Place::new("train-threads");
    let result = place.train(&format!("{PLAIN} --deals 1000 --threads 1 --json"), "one.kfm").json();
    let other = place.train(&format!("{PLAIN} --deals 1000 --threads 3 --json"), "three.kfm").json();
    assert_eq!(result["curve"], other["curve"]);
    place.train(&format!("{PLAIN} --deals 1000 --evaluate-every 0"), "no-curve.kfm").fine();
    place.train(&format!("{PLAIN} --deals 1000 --evaluate-every 7 --evaluate-deals 2"), "often.kfm").fine();
    for file in ["three.kfm", "no-curve.kfm", "often.kfm"] {
        assert!(place.bytes(file) == place.bytes("one.kfm"), "{file}");
    }
    place.train("plain-tricks linear-q --opponents self-play --seed 4 --deals 1000", "seed.kfm").fine();
    assert!(place.bytes("seed.kfm") != place.bytes("one.kfm"));
}

#[test]
fn the_curve_is_printed_written_and_returned() {
    let place = Place::new("train-curve");
    let (csv, line) = (place.path("curve.csv"), format!("{PLAIN} --deals 1000 --evaluate-every 300 --against random"));
    let result = place.train(&format!("{line} --json --curve {csv}"), "a.kfm").json();
    let curve = &result["curve"];
    assert_eq!([&curve["measure"], &curve["against"]], ["mean_tricks", "random"]);
    assert_eq!(curve["deals"], 2000);
    let points = curve["points"].as_array().unwrap();
    let deals: Vec<u64> = points.iter().map(|point| point["deals"].as_u64().unwrap()).collect();
    assert_eq!(deals, [0, 300, 600, 900, 1000]);
    let written = fs::read_to_string(csv).unwrap();
    let mut lines = written.lines();
    assert_eq!(lines.next(), Some("deals,mean_tricks,mean_tricks_ci95"));
    for (line, point) in lines.zip(points) {
        assert_eq!(line, format!("{},{},{}", point["deals"], point["mean"], point["ci95"]));
    }
    assert_eq!(written.lines().count(), 6);
    // The last point is the model's.
    let player = format!("linear-q:model={}", place.path("a.kfm"));
    let seed = curve["seed"].to_string();
    let words = ["match", "plain-tricks", &player, "random", "random", "random", "--deals", "2000", "--seed", &seed];
    let match_result = run_words(words.into_iter().chain(["--json"])).json();
    assert_eq!(players(&match_result)[0]["mean_tricks"], points[4]["mean"]);
    // Without a curve there is none.
    let text = place.train(&format!("{PLAIN} --deals 100 --evaluate-every 0"), "b.kfm").fine();
    assert!(!text.contains('±'), "{text}");
}

#[test]
fn a_finished_training_goes_on_from_a_kept_checkpoint() {
    let place = Place::new("train-further");
    let whole = place.train(&format!("{PLAIN} --deals 2500 --evaluate-every 500 --json"), "whole.kfm").json();
    let line = format!("{PLAIN} --deals 1000 --evaluate-every 500 --keep-checkpoint --json");
    let first = place.train(&line, "a.kfm").json();
    assert_eq!(first["checkpoint"], place.path("a.kfm.checkpoint"));
    assert_eq!(place.files(), ["a.kfm", "a.kfm.checkpoint", "whole.kfm"]);
    // Everything that is not said is as it was.
    let second = place.train("plain-tricks linear-q --resume --deals 2500 --json", "a.kfm").json();
    assert_eq!(second["curve"], whole["curve"]);
    assert!(place.bytes("a.kfm") == place.bytes("whole.kfm"));
    assert_eq!(place.files(), ["a.kfm", "whole.kfm"]);
    place.train("plain-tricks linear-q --resume", "a.kfm").refused(&[
        "no",
        "to resume",
        "is finished",
        "--keep-checkpoint",
    ]);
}

#[test]
fn a_kept_checkpoint_stays_when_there_is_nothing_more_to_learn() {
    let place = Place::new("train-no-more");
    place.train(&format!("{PLAIN} --deals 300 --evaluate-every 100 --keep-checkpoint"), "a.kfm").fine();
    let (model_bytes, checkpoint) = (place.bytes("a.kfm"), place.bytes("a.kfm.checkpoint"));
    for line in ["--resume", "--resume --deals 300"] {
        place
            .train(&format!("plain-tricks linear-q {line}"), "a.kfm")
            .refused(&["all 300 deals are learned: name more with --deals"]);
        assert!(place.bytes("a.kfm.checkpoint") == checkpoint);
    }
    // Its model can be written again, and it still stays.
    fs::remove_file(place.path("a.kfm")).unwrap();
    let again = place.train("plain-tricks linear-q --resume --json", "a.kfm").json();
    assert_eq!(again["checkpoint"], place.path("a.kfm.checkpoint"));
    assert!(place.bytes("a.kfm") == model_bytes);
    assert!(place.bytes("a.kfm.checkpoint") == checkpoint);
    let text = place.train("plain-tricks linear-q --resume --deals 400 --keep-checkpoint", "a.kfm").fine();
    assert!(text.contains("a.kfm.checkpoint (more deals: --resume --deals N)"), "{text}");
}

#[test]
fn a_file_of_something_else_does_not_become_the_curve() {
    let place = Place::new("train-curve-file");
    let (csv, other) = (place.path("curve.csv"), place.path("other.csv"));
    fs::write(&csv, "mine").unwrap();
    fs::write(&other, "mine").unwrap();
    let line = format!("{PLAIN} --deals 200 --evaluate-every 100 --evaluate-deals 20 --keep-checkpoint");
    let with = |curve: &str| format!("{line} --curve {curve}");
    place.train(&with(&csv), "a.kfm").refused(&["curve.csv exists", "name another file", "--overwrite"]);
    assert_eq!(place.bytes("curve.csv"), b"mine");
    assert_eq!(place.files(), ["curve.csv", "other.csv"]);
    place.train(&with(&format!("{csv} --overwrite")), "a.kfm").fine();
    let lines = || fs::read_to_string(&csv).unwrap().lines().count();
    assert_eq!(lines(), 4);

    // Its own is replaced when it goes on, named or not, and no other.
    let further = |deals: u64, more: &str| {
        place.train(&format!("plain-tricks linear-q --resume --keep-checkpoint --deals {deals} {more}"), "a.kfm")
    };
    further(300, &format!("--curve {other}")).refused(&["other.csv exists and is not the curve of this training"]);
    assert_eq!(place.bytes("other.csv"), b"mine");
    further(300, &format!("--curve {}", place.path("./curve.csv"))).fine();
    assert_eq!(lines(), 5);
    further(400, "").fine();
    assert_eq!(lines(), 6);
    // A new one has all points, and is the one from then on.
    let new = place.path("new.csv");
    further(500, &format!("--curve {new}")).fine();
    further(600, "").fine();
    assert_eq!(lines(), 6);
    let written = fs::read_to_string(new).unwrap();
    let deals: Vec<&str> = written.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(deals, ["0", "100", "200", "300", "400", "500", "600"]);
    // There is none to write.
    further(700, &format!("--evaluate-every 0 --curve {csv}")).refused(&["with --evaluate-every 0 there is no curve"]);
    further(700, "--evaluate-every 0").fine();
    assert_eq!(lines(), 6);
}

#[test]
fn what_is_asked_of_a_resumed_training_must_agree_with_the_checkpoint() {
    let place = Place::new("train-disagree");
    let saito = "hearts linear-q:step=0.2 --rules saito --opponents random --seed 5";
    place.train(&format!("{saito} --deals 300 --keep-checkpoint"), "a.kfm").fine();
    let kept = place.bytes("a.kfm.checkpoint");
    let resume =
        |line: &str, words: &[&str]| place.train(&format!("{line} --resume --deals 400"), "a.kfm").refused(words);
    resume("hearts linear-q --seed 6", &["a.kfm.checkpoint cannot be resumed", "seed: 5, not 6"]);
    resume("hearts linear-q --rules falcon", &["rules: saito, not falcon"]);
    resume("hearts:standard linear-q", &["rules: saito, not standard"]);
    resume("hearts linear-q:step=0.1", &["step: 0.2, not 0.1"]);
    resume("hearts linear-q --opponents self-play", &["opponents: random, not self-play"]);
    resume("plain-tricks linear-q", &["game: hearts, not plain-tricks"]);
    place.train(&format!("{PLAIN} --deals 10 --keep-checkpoint"), "b.kfm").fine();
    place
        .train("plain-tricks linear-q --opponents random --resume --deals 20", "b.kfm")
        .refused(&["(opponents: self-play, not random)"]);
    place.train("hearts linear-q --resume --deals 200", "a.kfm").refused(&["--deals 200: 300 deals have been learned"]);
    assert!(place.bytes("a.kfm.checkpoint") == kept, "a refused request changes nothing");
    // The same in other words.
    place.train("hearts:rules=saito linear-q:step=0.20 --resume --seed 5 --deals 400", "a.kfm").fine();
    assert_eq!(model(&place.path("a.kfm"))["deals"], 400);
}

#[test]
fn nothing_is_overwritten_unasked() {
    let place = Place::new("train-overwrite");
    let line = format!("{PLAIN} --deals 200 --keep-checkpoint");
    place.train(&line, "a.kfm").fine();
    let before = place.bytes("a.kfm");
    place.train(&line, "a.kfm").refused(&["a.kfm.checkpoint", "--resume", "--overwrite"]);
    fs::remove_file(place.path("a.kfm.checkpoint")).unwrap();
    place.train(&line, "a.kfm").refused(&["a.kfm exists", "name another file", "--overwrite"]);
    place.train(&format!("{line} --resume"), "b.kfm").refused(&[
        "no",
        "b.kfm.checkpoint to resume",
        "without --resume",
    ]);
    assert!(place.bytes("a.kfm") == before);
    place.train("plain-tricks linear-q --deals 100 --overwrite", "a.kfm").fine();
    assert_eq!(model(&place.path("a.kfm"))["deals"], 100);
    place.train("plain-tricks linear-q --resume --overwrite", "a.kfm").refused(&["--overwrite", "cannot be used with"]);
    // A checkpoint of something else does not survive a new start.
    fs::write(place.path("c.kfm.checkpoint"), "old").unwrap();
    place.train(&format!("{PLAIN} --resume"), "c.kfm").refused(&["c.kfm.checkpoint: not a Kirifuda model file"]);
    place.train(&format!("{PLAIN} --deals 100 --overwrite"), "c.kfm").fine();
    assert_eq!(place.files(), ["a.kfm", "c.kfm"]);
}

#[test]
fn wrong_requests_are_refused_before_anything_is_learned() {
    let place = Place::new("train-refused");
    let long = "--deals 1000000000";
    for (line, words) in [
        ("harts linear-q", &["unknown game `harts`", "did you mean `hearts`"][..]),
        ("hearts linearq", &["unknown learner `linearq`", "did you mean `linear-q`"]),
        ("kuhn linear-q", &["unknown learner `linear-q` for kuhn", "Valid: nfsp"]),
        ("hearts linear-q:alpha=1", &["no setting `alpha`", "Valid: features"]),
        ("hearts linear-q:step=0", &["learner `linear-q:step=0`", "`step=0`", "0.000001 to 10"]),
        ("hearts linear-q --opponents stok", &["opponents `stok`", "did you mean `stock`"]),
        ("hearts linear-q --opponents exec:bot", &["outside program"]),
        ("hearts linear-q --rules saitoh", &["unknown rules `saitoh`", "did you mean `saito`"]),
        ("hearts linear-q --against nobody", &["--against nobody", "unknown player `nobody`"]),
        ("hearts linear-q --against stock+jake", &["--against stock+jake", "2 players for 3 seats"]),
        (
            "hearts linear-q --checkpoint-every 0",
            &["'0' for '--checkpoint-every <TIME>': allowed are 0.01 to 86400 seconds\n"],
        ),
        ("hearts linear-q --checkpoint-every NaN", &["'NaN' for '--checkpoint-every <TIME>'"]),
        (
            "hearts linear-q --curve c.csv --evaluate-every 0",
            &["--curve c.csv: with --evaluate-every 0", "leave out one"],
        ),
        ("hearts linear-q --evaluate-deals 0", &["'0' for '--evaluate-deals <N>': at least 1 is needed\n"]),
        ("hearts linear-q --seed -1", &["invalid value '-1' for '--seed <N>'"]),
    ] {
        place.train(&format!("{line} {long}"), "a.kfm").refused(words);
    }
    place.train(&format!("hearts linear-q {long}"), "a,b.kfm").refused(&["a,b.kfm", "name a file without one"]);
    place.train("hearts linear-q --deals 0", "a.kfm").refused(&["--deals must be at least 1"]);
    for curve in [place.path("a.kfm"), place.path("./a.kfm"), place.path("a.kfm.checkpoint")] {
        place.train(&format!("hearts linear-q {long} --curve {curve}"), "a.kfm").refused(&["name the same file"]);
    }
    place.train(&format!("hearts linear-q {long}"), "no/such/a.kfm").refused(&["cannot write", "No such file"]);
    place
        .train(&format!("hearts linear-q {long} --curve {}", place.path("no/b.csv")), "a.kfm")
        .refused(&["cannot write"]);
    place.train(&format!("hearts linear-q {long}"), "").refused(&["cannot write", "directory"]);
    run(&format!("train hearts linear-q {long}")).refused(&["--out <FILE>"]);
    assert_eq!(place.files(), [""; 0]);
    run_words(["model", &place.path("nowhere.kfm")]).refused(&["cannot read", "nowhere.kfm"]);
}

#[test]
fn weights_without_bounds_are_told_with_a_remedy() {
    let place = Place::new("train-diverged");
    let done = place.train(
        "hearts linear-q:features=ranks,step=10,halved-after=0 --deals 100000 --evaluate-every 0 --json",
        "a.kfm",
    );
    done.refused(&["beyond all bounds", "take a smaller step", "`shared-step=on`"]);
    assert_eq!(place.files(), [""; 0]);
}

#[test]
fn a_training_goes_on_when_nobody_reads_its_lines_any_more() {
    let place = Place::new("train-unread");
    let out = place.path("a.kfm");
    let words = PLAIN.split(' ').chain("--deals 2000 --evaluate-every 10 --evaluate-deals 2 --out".split(' '));
    let mut child = command(["train"].into_iter().chain(words).chain([out.as_str()])).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(model(&out)["deals"], 2000);
}

#[test]
fn learners_are_listed_with_their_settings() {
    let text = run("list learners").fine();
    for word in ["hearts\n", "plain-tricks\n", "  linear-q ", "    step=", "    pool=", "kuhn\n  nfsp "] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let hearts = run("list learners hearts").fine();
    assert!(hearts.starts_with("hearts\n") && !hearts.contains("kuhn"), "{hearts}");
    run("list learners harts").refused(&["unknown game `harts`", "did you mean `hearts`"]);
}

/// Ctrl-C and worse.
#[cfg(unix)]
mod breaks {
    use super::*;
    use crate::interruption::{interrupt, signal, wait_for};
    use std::process::Child;

    /// More deals than anyone can wait for.
    const ENDLESS: &str = "--deals 1000000000000 --checkpoint-every 0.05 --evaluate-every 1000 --evaluate-deals 20";

    /// Starts a training and waits until it has something to lose.
    fn begin(place: &Place, line: &str) -> Child {
        let words = ["train"].into_iter().chain(line.split_whitespace()).chain(ENDLESS.split_whitespace());
        let child = command(words.chain(["--json", "--out", &place.path("a.kfm")])).spawn().unwrap();
        wait_for("a checkpoint after the first deals", || learned(place) > 0);
        child
    }

    /// Deals in the checkpoint; 0 if there is none.
    fn learned(place: &Place) -> u64 {
        let checkpoint = place.path("a.kfm.checkpoint");
        if Path::new(&checkpoint).exists() { model(&checkpoint)["deals"].as_u64().unwrap() } else { 0 }
    }

    /// Goes on to some more deals than the checkpoint has, and compares with a training that was never stopped.
    fn goes_on(place: &Place, line: &str) {
        let deals = learned(place) + 1234;
        let game = line.split(' ').next().unwrap();
        let parts = place.train(&format!("{game} linear-q --resume --deals {deals} --json"), "a.kfm").json();
        let options = format!("--deals {deals} --evaluate-every 1000 --evaluate-deals 20 --json");
        let whole = place.train(&format!("{line} {options}"), "whole.kfm").json();
        assert!(place.bytes("a.kfm") == place.bytes("whole.kfm"), "the models differ");
        assert_eq!(parts["curve"], whole["curve"]);
        assert_eq!(place.files(), ["a.kfm", "whole.kfm"]);
    }

    #[test]
    fn an_interrupted_training_goes_on_bit_for_bit() {
        let place = Place::new("train-interrupted");
        let line = "hearts linear-q:average=on,pool=20 --rules saito --opponents self-play --seed 11";
        let child = begin(&place, line);
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        assert_eq!(output.status.code(), Some(130));
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(result["interrupted"], true);
        assert_eq!(result["model"], Value::Null);
        assert_eq!(result["checkpoint"], place.path("a.kfm.checkpoint"));
        assert_eq!(result["deals"], model(&place.path("a.kfm.checkpoint"))["deals"]);
        assert_eq!(place.files(), ["a.kfm.checkpoint"], "no draft, no model");
        goes_on(&place, line);
    }

    #[test]
    fn a_training_that_is_told_to_end_or_interrupted_in_haste_leaves_its_checkpoint() {
        for (name, times) in [("TERM", 1), ("INT", 20)] {
            let place = Place::new(&format!("train-{name}"));
            let child = begin(&place, PLAIN);
            let before = learned(&place);
            signal(&child, name, times);
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(130), "{name}");
            let result: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert!(result["interrupted"] == true && result["deals"].as_u64() >= Some(before), "{name}: {result}");
            goes_on(&place, PLAIN);
        }
    }

    #[test]
    fn two_trainings_do_not_write_the_same_file() {
        let place = Place::new("train-twice");
        let out = place.path("a.kfm");
        // Its checkpoint is the first, from before the first deal.
        let line = format!("train {PLAIN} --deals 1000000000000 --json --out");
        let child = command(line.split(' ').chain([out.as_str()])).spawn().unwrap();
        wait_for("the first checkpoint", || Path::new(&place.path("a.kfm.checkpoint")).exists());
        place
            .train(&format!("{PLAIN} --deals 10"), "a.kfm")
            .refused(&["a.kfm.checkpoint is of a training that can go on"]);
        interrupt(&child);
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
        assert_eq!(place.files(), ["a.kfm.checkpoint"]);
    }

    #[test]
    fn a_model_that_appears_during_a_training_is_not_overwritten() {
        let place = Place::new("train-appeared");
        let (out, deals) = (place.path("a.kfm"), "100000");
        let words = format!("{PLAIN} --deals {deals} --evaluate-every 0");
        let begin = |more: &str| {
            let line = format!("train {words} {more} --out {out}");
            let child = command(line.split_whitespace()).spawn().unwrap();
            wait_for("the first checkpoint", || Path::new(&place.path("a.kfm.checkpoint")).exists());
            fs::write(&out, "of someone else").unwrap();
            child.wait_with_output().unwrap()
        };
        let output = begin("");
        assert_eq!(output.status.code(), Some(1));
        let message = String::from_utf8(output.stderr).unwrap();
        for word in ["a.kfm has appeared", "all 100000 deals are kept in", "a.kfm.checkpoint; move", "--resume"] {
            assert!(message.contains(word), "{word}: {message}");
        }
        assert_eq!(place.bytes("a.kfm"), b"of someone else");
        assert_eq!(learned(&place), 100_000);
        // As it says.
        fs::remove_file(&out).unwrap();
        place.train("plain-tricks linear-q --resume", "a.kfm").fine();
        place.train(&words, "whole.kfm").fine();
        assert!(place.bytes("a.kfm") == place.bytes("whole.kfm"));
        fs::remove_file(&out).unwrap();
        fs::remove_file(place.path("a.kfm.checkpoint")).unwrap();
        assert_eq!(begin("--overwrite").status.code(), Some(0));
        assert!(place.bytes("a.kfm") == place.bytes("whole.kfm"));
    }

    #[test]
    fn a_training_that_was_killed_goes_on_from_its_last_checkpoint() {
        let place = Place::new("train-killed");
        let line = "plain-tricks linear-q:trace=0.5 --opponents rule --seed 12";
        let mut child = begin(&place, line);
        child.kill().unwrap();
        child.wait().unwrap();
        // Killed in the middle of writing, a draft may be left; the checkpoint is whole.
        for draft in place.files().iter().filter(|file| file.contains("draft")) {
            fs::remove_file(place.path(draft)).unwrap();
        }
        goes_on(&place, line);
    }

    #[test]
    fn an_interrupted_training_tells_people_how_to_go_on() {
        let place = Place::new("train-told");
        let (out, csv) = (place.path("a.kfm"), place.path("curve.csv"));
        let words = "train plain-tricks linear-q --deals 1000000000000 --checkpoint-every 0.05 --opponents random \
                     --keep-checkpoint --threads 2 --curve";
        let child = command(words.split(' ').chain([&csv, "--out", &out])).spawn().unwrap();
        wait_for("the first checkpoint", || Path::new(&place.path("a.kfm.checkpoint")).exists());
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let text = String::from_utf8(output.stdout).unwrap();
        let remedy = text.lines().last().unwrap();
        assert!(remedy.starts_with("interrupted after "), "{text}");
        let line = remedy.split("to go on: kirifuda ").nth(1).unwrap();
        // All that the checkpoint does not know.
        let options = format!(" --out {out} --curve {csv} --checkpoint-every 0.05 --threads 2 --keep-checkpoint");
        assert!(line.ends_with(&options), "{line}");
        let deals = learned(&place) + 10;
        run(&format!("{line} --deals {deals}")).fine();
        assert_eq!(model(&out)["deals"], deals);
        assert_eq!(model(&out)["opponents"], "random");
        let curve = fs::read_to_string(csv).unwrap();
        assert!(curve.lines().last().unwrap().starts_with(&format!("{deals},")), "{curve}");
        assert_eq!(place.files(), ["a.kfm", "a.kfm.checkpoint", "curve.csv"]);
    }
}
