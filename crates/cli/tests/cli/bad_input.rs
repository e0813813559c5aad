//! Wrong requests are refused with the problem and its remedy, before anything is played or printed.

use std::fs;

use crate::support::{folder, run, run_words};

/// Each line is refused with these words.
#[track_caller]
fn refused(cases: &[(&str, &[&str])]) {
    for (line, words) in cases {
        eprintln!("kirifuda {line}");
        run(line).refused(words);
    }
}

const HEARTS: &[&str] = &["unknown game `harts`", "did you mean `hearts`", "Valid: hearts, daifugo, "];

#[test]
fn an_unknown_game_is_refused_by_every_command_with_the_nearest_one() {
    refused(&[
        ("match harts stock stock stock stock", HEARTS),
        ("tournament harts stock rule", HEARTS),
        ("list players harts", HEARTS),
        ("rules harts", HEARTS),
        ("bot harts stock", HEARTS),
        ("bench harts", HEARTS),
        ("match chess a b", &["unknown game `chess`", "Valid: hearts"]),
        ("solve hearts", &["`hearts` cannot be solved", "kuhn, leduc"]),
    ]);
}

#[test]
fn an_unknown_player_is_refused_with_the_nearest_one() {
    let stock: &[&str] =
        &["unknown player `stok` for hearts", "did you mean `stock`", "Valid: random, rule, stock, jake"];
    refused(&[
        ("match hearts stok rule rule rule", stock),
        ("tournament hearts rule stok", stock),
        ("match kuhn stock random", &["unknown player `stock` for kuhn", "Valid: random, mc, uct, ismcts, nfsp, cfr"]),
    ]);
}

#[test]
fn unknown_rules_are_refused_with_the_nearest_ones() {
    let hearts = "match hearts stock stock stock stock --rules";
    let preset: &[&str] = &["unknown rules `falcn`", "did you mean `falcon`", "Valid: standard, saito"];
    let switch: &[&str] = &["unknown rule switch `mon`", "did you mean `moon`", "Valid: opening"];
    let value: &[&str] = &["rule switch `moon` cannot be `full`", "allowed are off, others, self"];
    refused(&[
        (&format!("{hearts} falcn"), preset),
        (&format!("{hearts} falcon,mon=off"), switch),
        (&format!("{hearts} moon=full"), value),
        (&format!("{hearts} limit=0"), &["`limit` cannot be `0`", "1 to 1000"]),
        (&format!("{hearts} moon"), &["unknown rules `moon`", "Valid: standard"]),
        ("rules hearts falcn", preset),
        ("tournament hearts stock rule --rules falcn", preset),
        ("bot hearts stock --rules moon=full", value),
        ("match kuhn random random --rules x=1", &["unknown rule switch `x`", "this game has none"]),
    ]);
}

#[test]
fn contradictory_rules_are_refused_with_a_way_out() {
    let hearts = "match hearts stock stock stock stock --rules";
    refused(&[
        (&format!("{hearts} leading=free,broken-by=points"), &["contradictory rules", "drop `broken-by`"]),
        (&format!("{hearts} moon=off,moon=self"), &["contradictory rules: `moon=off` and `moon=self`", "keep one"]),
        ("match hearts:rules=saito stock stock stock stock --rules falcon", &["given twice", "keep one of them"]),
        ("rules hearts:saito falcon", &["given twice"]),
    ]);
}

#[test]
fn a_wrong_setting_is_refused_with_what_is_allowed() {
    refused(&[
        ("match kuhn cfr:iteration=5 random", &["no setting `iteration`", "did you mean `iterations`"]),
        ("match kuhn cfr:iterations=many random", &["`iterations=many`", "whole numbers from 1 to 1000000"]),
        ("match kuhn cfr:iterations=0 random", &["`iterations=0`", "whole numbers from 1 to 1000000"]),
        ("match kuhn cfr:iterations=5,iterations=6 random", &["sets `iterations` twice", "keep one"]),
        ("match kuhn cfr:fast random", &["`fast`", "write `key=value`"]),
        ("match hearts stock:level=3 stock stock stock", &["player `stock` has no setting `level`", "takes none"]),
    ]);
}

#[test]
fn nothing_to_play_is_refused() {
    refused(&[
        ("match kuhn random random --deals 0", &["must be at least 1"]),
        ("match hearts stock stock stock stock --matches 0", &["must be at least 1"]),
        ("tournament kuhn random cfr --deals 0", &["must be at least 1"]),
        ("match kuhn random random --deals -5", &["invalid value '-5' for '--deals <N>'"]),
        ("match kuhn random random --deals many", &["invalid value 'many' for '--deals <N>'"]),
        (
            "match hearts stock stock stock stock --deals 3 --matches 3",
            &["--matches", "cannot be used with", "--deals"],
        ),
        ("solve kuhn --iterations 0", &["'0' for '--iterations <N>': allowed are 1 to 4294967295\n"]),
    ]);
}

#[test]
fn another_number_of_players_than_seats_is_refused() {
    refused(&[
        ("match hearts", &["hearts", "seats 4 players", "not 0"]),
        ("match hearts stock", &["hearts", "seats 4 players", "not 1"]),
        ("match hearts stock stock stock stock stock", &["hearts", "seats 4 players", "not 5"]),
        ("match leduc random", &["leduc", "seats 2 players"]),
        ("match", &["required", "<GAME>", "Usage: kirifuda match"]),
        ("tournament hearts", &["at least two players"]),
        ("tournament hearts stock", &["at least two players"]),
    ]);
}

#[test]
fn matches_of_a_game_without_matches_are_refused() {
    for line in ["match kuhn random random", "match plain-tricks rule rule rule rule", "match leduc random random"] {
        run(&format!("{line} --matches 3")).refused(&["is not played in matches", "use --deals"]);
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    let kuhn = "match kuhn random random";
    refused(&[
        (&format!("{kuhn} --threads 0"), &["invalid value '0' for '--threads <N>': allowed are 1 to 1024\n"]),
        (&format!("{kuhn} --threads -1"), &["invalid value '-1' for '--threads <N>': `-1` is no number"]),
        (&format!("{kuhn} --threads 100000"), &["invalid value '100000' for '--threads <N>'"]),
        (&format!("{kuhn} --threads two"), &["invalid value 'two' for '--threads <N>'"]),
        (&format!("{kuhn} --seed -1"), &["invalid value '-1' for '--seed <N>'"]),
        (&format!("{kuhn} --move-time -1"), &["'-1' for '--move-time <TIME>': allowed are 0.001 to 86400 seconds\n"]),
        (&format!("{kuhn} --move-time 0"), &["'0' for '--move-time <TIME>': allowed are 0.001 to 86400 seconds\n"]),
        (&format!("{kuhn} --start-time -1"), &["'-1' for '--start-time <TIME>': allowed are 0 to 86400 seconds\n"]),
        (&format!("{kuhn} --start-time 25h"), &["'25h' for '--start-time <TIME>': allowed are 0 to 86400 seconds\n"]),
        (&format!("{kuhn} --move-time NaN"), &["'NaN' for '--move-time <TIME>': a time is written 90, 90s, 5m, 1h or"]),
        (&format!("{kuhn} --move-time inf"), &["'inf' for '--move-time <TIME>': a time is written 90, 90s, 5m, 1h or"]),
        (&format!("{kuhn} --on-fault pray"), &["invalid value 'pray'", "stop, first-legal"]),
        ("bench --time NaN", &["'NaN' for '--time <TIME>': a time is written 90, 90s, 5m, 1h or 500ms\n"]),
        ("bench --time -1", &["'-1' for '--time <TIME>': allowed are 0.01 to 600 seconds\n"]),
    ]);
}

#[test]
fn a_count_may_be_written_short_and_must_be_whole() {
    let deals = |text: &str| run(&format!("match kuhn random random --deals {text} --json")).json()["deals"].clone();
    assert_eq!([deals("2e2"), deals("0.1k"), deals("1_00")], [200, 100, 100]);
    let kuhn = "match kuhn random random --deals";
    let line = |text: &str| format!("{kuhn} {text}");
    refused(&[
        (&line("1.5e0"), &["error: invalid value '1.5e0' for '--deals <N>': `1.5e0` is not a whole number\n"]),
        (&line("1e20"), &["'1e20' for '--deals <N>': `1e20` is too large: 18446744073709551615 is the most\n"]),
        (&line("1,000"), &["'1,000' for '--deals <N>': `1,000` is no number: write 1000, 1_000, 10k, 2m or 1e5\n"]),
        ("match kuhn mc:sims=1.5 random", &["`sims=1.5`: allowed are whole numbers from 1 to 100000000"]),
    ]);
    let tens = run("match kuhn mc:sims=1e1 random --deals 3 --json").json();
    let plain = run("match kuhn mc:sims=10 random --deals 3 --json").json();
    assert_eq!(tens["players"][1], plain["players"][1]);
}

#[test]
fn an_option_that_has_another_name_now_is_refused_with_the_new_one() {
    let now = |old: &str, new: &str| format!("error: --{old} has another name now: write {new}\n");
    for (line, old, new) in [
        ("play --host 0.0.0.0", "host", "--listen"),
        ("calibrate monsters learner --reference balanced", "reference", "--against"),
        ("bench --seconds 5", "seconds", "--time"),
        ("reproduce 001 --fresh", "fresh", "--overwrite"),
        ("reproduce --fresh 001", "fresh", "--overwrite"),
        ("uecda serve --seats default,default", "seats", "--players"),
        ("uecda serve --join-wait 5", "join-wait", "--wait"),
        ("uecda serve --move-limit -500", "move-limit", "--move-time (in seconds)"),
    ] {
        run(line).refused(&[&now(old, new)]);
        let help = run(&format!("{} --help", line.split(" -").next().unwrap())).fine();
        assert!(!help.contains(&format!("--{old} ")), "{help}");
    }
    run("match monsters learner:strength=0.3 balanced")
        .refused(&["player `learner` has no setting `strength`: it has another name now: write `loses=0.3`\n"]);
}

#[test]
fn a_file_that_is_there_is_replaced_only_if_asked_to() {
    let folder = folder("taken");
    let place = folder.join("model.kfm");
    let path = place.to_str().unwrap();
    fs::write(&place, "learned for hours").unwrap();
    let message = format!("error: {path} exists: name another file, or replace it with --overwrite\n");
    let all = " random".repeat(5).replace(' ', ",");
    for line in [
        format!("match kuhn random random --deals 2 --record {path}"),
        format!("match kuhn random random --deals 2 --csv {path}"),
        format!("tournament kuhn random random --deals 2 --csv {path}"),
        format!("uecda serve --games 1 --players {} --record {path}", &all[1..]),
        format!("uecda join --player random --record {path}"),
    ] {
        let done = run(&line);
        assert_eq!(done.stderr, message, "{line}");
        done.refused(&[]);
        assert_eq!(fs::read_to_string(&place).unwrap(), "learned for hours", "{line}");
    }
    run(&format!("match kuhn random random --deals 2 --record {path} --overwrite")).fine();
    assert!(fs::read_to_string(&place).unwrap().contains("kirifuda-record-1"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn an_unknown_command_or_option_is_refused() {
    refused(&[
        ("shuffle hearts", &["unrecognized subcommand 'shuffle'", "--help"]),
        ("play chess", &["unknown game `chess`"]),
        ("play --port 70000", &["70000 is not in 0..=65535"]),
        ("play --no-browser --port 0 --database /dev/null/table.sqlite", &["/dev/null"]),
        ("match kuhn random random --deal 5", &["unexpected argument '--deal'", "'--deals'"]),
    ]);
    let bare = run("list");
    assert_ne!(bare.code, Some(0));
    assert!(bare.stderr.contains("games") && bare.stderr.contains("players"), "{}", bare.stderr);
}

#[test]
fn an_unwritable_path_is_refused_before_anything_is_played() {
    let folder = folder("unwritable");
    let missing = folder.join("no/such/folder/file").to_str().unwrap().to_string();
    let directory = folder.to_str().unwrap();
    // So many deals would take hours.
    let long = "match hearts stock stock stock stock --deals 1000000000";
    for (line, options) in
        [(long, &["--csv", "--record"][..]), ("tournament hearts stock jake --deals 1000000000", &["--csv"])]
    {
        for option in options {
            for (path, why) in [(missing.as_str(), "No such file or directory"), (directory, "is a directory")] {
                run_words(line.split(' ').chain([*option, path])).refused(&["cannot write", path, why]);
            }
        }
    }
    let both = folder.join("both").to_str().unwrap().to_string();
    let words = long.split(' ').chain(["--csv", &both, "--record", &both]);
    run_words(words).refused(&["--record and --csv name the same file"]);
    let left: Vec<_> = fs::read_dir(&folder).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[cfg(unix)]
#[test]
fn a_device_or_link_is_written_to_and_not_replaced() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = folder("links");
    let (target, link, null) = (folder.join("target.csv"), folder.join("link.csv"), folder.join("null"));
    fs::write(&target, "old").unwrap();
    symlink(&target, &link).unwrap();
    symlink("/dev/null", &null).unwrap();
    let words = ["match", "kuhn", "random", "random", "--deals", "2", "--csv", link.to_str().unwrap(), "--record"];
    run_words(words.into_iter().chain([null.to_str().unwrap(), "--overwrite"])).fine();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().starts_with("name,mean"));
    assert!(fs::metadata(&null).unwrap().file_type().is_char_device());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
}

#[test]
fn a_program_that_is_not_there_is_refused() {
    let lines = ["match kuhn exec:no-such-program random", "tournament kuhn random exec:no-such-program"];
    for line in lines {
        for on_fault in ["stop", "first-legal"] {
            let words: &[&str] = &["exec:no-such-program", "cannot be started", "check the name `no-such-program`"];
            run(&format!("{line} --deals 2 --on-fault {on_fault}")).refused(words);
        }
    }
    run("match kuhn exec: random").refused(&["command of an outside player is empty", "python3 bot.py"]);
    run("match kuhn exec:'unfinished random").refused(&["cannot read command"]);
}
