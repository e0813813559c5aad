//! Parts of a run merge into the output of one machine, to the byte; what does not fit together is refused by name.

use std::fs;
use std::path::Path;

use crate::support::{Folder, folder, repository, run, run_words};

/// Plays a run in parts, and gives their files.
fn cut(folder: &Path, line: &str, parts: u64) -> Vec<String> {
    let play = |number: u64| {
        let file = folder.join(format!("{number}-of-{parts}.json")).to_str().unwrap().to_string();
        let (part, threads) = (format!("{number}/{parts}"), (1 + number % 3).to_string());
        let more = ["--part", &part, "--out", &file, "--threads", &threads];
        let told = run_words(line.split_whitespace().chain(more)).fine();
        assert!(told.starts_with(&format!("part {part}, numbers ")), "{told}");
        file
    };
    (1..=parts).map(play).collect()
}

fn merge(files: &[String], more: &[&str]) -> String {
    let files = files.iter().map(String::as_str);
    run_words(["merge"].into_iter().chain(files).chain(more.iter().copied())).fine()
}

/// Text, JSON and CSV of a run and of its parts.
#[track_caller]
fn merges(name: &str, line: &str) {
    let folder = folder(name);
    let csv = |file: &str| folder.join(file).to_str().unwrap().to_string();
    let alone = run(&format!("{line} --csv {}", csv("alone.csv"))).fine();
    let json = run(&format!("{line} --json")).fine();
    for parts in [1, 2, 5] {
        let mut files = cut(&folder, line, parts);
        files.reverse();
        files.rotate_left(parts as usize / 2);
        let file = csv(&format!("{parts}.csv"));
        assert!(merge(&files, &["--csv", &file]) == alone, "{line} in {parts} parts");
        assert!(merge(&files, &["--json"]) == json);
        assert!(fs::read(file).unwrap() == fs::read(folder.join("alone.csv")).unwrap());
        // Larger parts from smaller ones: the same bytes as the whole.
        let (one, whole) = (csv(&format!("{parts}-one.json")), csv("1-of-1.json"));
        assert_eq!(merge(&files, &["--out", &one]), "all parts are there\n");
        assert!(fs::read(one).unwrap() == fs::read(whole).unwrap());
    }
}

#[test]
fn a_match_in_parts_is_the_match() {
    merges("parts-match", "match hearts random rule stock jake --rules falcon --deals 101 --seed 7");
}

#[test]
fn whole_matches_in_parts_are_the_matches() {
    merges("parts-matches", "match daifugo random enemy default default pairsave --matches 5 --seed 3");
}

#[test]
fn a_tournament_in_parts_is_the_tournament() {
    merges("parts-tournament", "tournament leduc random cfr:iterations=5 cfr:iterations=50 --deals 201 --seed 7");
}

#[test]
fn records_of_parts_follow_each_other() {
    let folder = folder("parts-records");
    let path = |file: &str| folder.join(file).to_str().unwrap().to_string();
    let line = "match leduc random random --deals 9";
    run(&format!("{line} --record {}", path("all.jsonl"))).fine();
    let mut records = String::new();
    for number in 1..=2 {
        let record = path(&format!("{number}.jsonl"));
        run(&format!("{line} --part {number}/2 --out {} --record {record}", path(&format!("{number}.json")))).fine();
        records += &fs::read_to_string(record).unwrap();
    }
    assert!(records == fs::read_to_string(path("all.jsonl")).unwrap());
}

/// Four parts of a run, and the start of a command that merges some of them.
fn four() -> (Folder, Vec<String>) {
    let folder = folder("parts-four");
    let files = cut(&folder, "match leduc random random --deals 40", 4);
    (folder, files)
}

#[test]
fn parts_that_are_missing_or_there_twice_are_named() {
    let (folder, files) = four();
    let [one, two, three, four] = &files[..] else { panic!("{files:?}") };
    let of = |parts: &[&String]| run_words(["merge".to_string()].iter().chain(parts.iter().copied()));
    of(&[one, three]).refused(&["of 40 deals (or matches) these are missing: 10 to 19, 30 to 39 (parts 2/4, 4/4)"]);
    of(&[one, two, three, four, two]).refused(&["2-of-4.json: deals 10 to 19 are in", "2-of-4.json, too", "leave one"]);
    let whole = cut(&folder, "match leduc random random --deals 40", 1);
    of(&[three, &whole[0]]).refused(&["1-of-1.json: deals 20 to 29 are in", "3-of-4.json, too"]);
    let half = folder.join("half.json").to_str().unwrap().to_string();
    let told = merge(&files[..2], &["--out", &half]);
    assert_eq!(told, "of 40 deals (or matches) these are missing: 20 to 39 (parts 3/4, 4/4)\n");
    of(&[three, &half, four]).fine();
    run("merge").refused(&["FILE"]);
    run("merge nowhere.json").refused(&["cannot read nowhere.json"]);
}

#[test]
fn parts_of_another_run_and_damaged_ones_are_named() {
    let (folder, files) = four();
    let path = |file: &str| folder.join(file).to_str().unwrap().to_string();
    let other = path("other.json");
    let with = |other: &str| run(&format!("merge {} {other} {} {}", files[0], files[2], files[3]));
    for (line, why) in [
        ("match leduc random random --deals 40 --seed 2", "the seed is `2`, not `1` as in"),
        ("match leduc random uct:sims=1 --deals 40", "the list of players is `random uct:sims=1`"),
        ("match kuhn random random --deals 40", "the game is `kuhn`, not `leduc`"),
        ("match leduc random random --deals 41", "the number of deals is `41`, not `40`"),
        ("tournament leduc random random --deals 40", "the contest is `a tournament`, not `a match of deals`"),
    ] {
        run(&format!("{line} --part 2/4 --out {other} --overwrite")).fine();
        with(&other).refused(&["other.json: a part of another run", why, "1-of-4.json"]);
    }
    let text = fs::read_to_string(&files[1]).unwrap();
    for (wrong, why) in [
        (text[..text.len() / 2].to_string(), "not a part of a run"),
        (text.replace("\"games\":20", "\"games\":21"), "damaged (its checksum is another): play this part again"),
        (text.replace("\"format\":1", "\"format\":9"), "a part in the format 9"),
        (String::new(), "not a part of a run"),
        (fs::read_to_string(repository("README.md")).unwrap(), "not a part of a run"),
    ] {
        assert!(wrong != text);
        fs::write(&other, wrong).unwrap();
        with(&other).refused(&["other.json: ", why]);
    }
    fs::write(&other, [0xFF, 0xFE]).unwrap();
    with(&other).refused(&["cannot read", "other.json"]);
}

#[test]
fn the_contents_of_files_belong_to_a_run() {
    let folder = folder("parts-files");
    let path = |file: &str| folder.join(file).to_str().unwrap().to_string();
    let (model, line) = (path("model.kfm"), "match plain-tricks");
    fs::copy(repository("models/plain.kfm"), &model).unwrap();
    let part = |number: u32| {
        let out = path(&format!("{number}.json"));
        run(&format!("{line} linear-q:model={model} rule rule rule --deals 4 --part {number}/2 --out {out}")).fine();
        out
    };
    let one = part(1);
    let seed = "train plain-tricks linear-q --deals 10 --evaluate-every 0";
    run(&format!("{seed} --out {model} --overwrite")).fine();
    let two = part(2);
    run(&format!("merge {one} {two}")).refused(&["the file `model` of `linear-q:model="]);
    let monsters = path("monsters.toml");
    fs::copy(repository("crates/games/src/monsters/cards.toml"), &monsters).unwrap();
    let rules = format!("match monsters random random --rules dealt,cards={monsters} --deals 2");
    run(&format!("{rules} --part 1/2 --out {}", path("a.json"))).fine();
    let changed = fs::read_to_string(&monsters).unwrap() + "\n# another\n";
    fs::write(&monsters, changed).unwrap();
    run(&format!("{rules} --part 2/2 --out {}", path("b.json"))).fine();
    run(&format!("merge {} {}", path("a.json"), path("b.json"))).refused(&["the file of the rule `cards` is"]);
}

#[test]
fn what_cannot_be_repeated_is_not_played_in_parts() {
    let folder = folder("parts-refused");
    let out = folder.join("part.json").to_str().unwrap().to_string();
    let part = |line: &str, words: &[&str]| run(&format!("{line} --part 1/2 --out {out}")).refused(words);
    part("match hearts search jake jake jake --deals 4", &["`search`", "`ms`", "for example by `worlds=100`"]);
    part("match hearts deep-search:ms=5 jake jake jake --deals 4", &["`deep-search:ms=5`", "`worlds=100`"]);
    part("tournament leduc uct:ms=5 random --deals 4", &["`uct:ms=5`", "cannot be played in parts", "`sims=20`"]);
    let words: Vec<&str> = "match leduc random --deals 4 --part 1/2 --out x".split_whitespace().collect();
    let exec = [&words[..3], &["exec:python3 bot.py"], &words[3..]].concat();
    run_words(exec).refused(&["`exec:python3 bot.py` cannot be played in parts", "without --part"]);
    part("match leduc random random --deals 1", &["1 deals (or matches) cannot be cut into 2 parts"]);
    part("match leduc random random --matches 4", &["leduc is not played in matches"]);
    part("match leduc random random --json", &["--part", "--json"]);
    run("match leduc random random --part 1/2").refused(&["--out"]);
    run("match leduc random random --out x").refused(&["--part"]);
    for wrong in ["0/2", "3/2", "x", "1"] {
        run(&format!("match leduc random random --part {wrong} --out {out}")).refused(&["K/N"]);
    }
    assert!(!Path::new(&out).exists());
    let line = format!("match leduc random random --deals 4 --part 1/2 --out {out}");
    run(&line).fine();
    let before = fs::read(&out).unwrap();
    run(&line).refused(&["exists", "--overwrite"]);
    run(&format!("{line} --overwrite")).fine();
    assert!(fs::read(&out).unwrap() == before, "a part that is played again is the same");
    run(&format!("{line} --overwrite --record {out}")).refused(&["--record and --out name the same file"]);
}
