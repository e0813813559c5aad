//! Dangerous cards refused.

use std::fs;

use kirifuda_catalog::entries::hearts::danger::source as read_source;
use kirifuda_learn::model::Model;
use kirifuda_learn::svr::{Solver, Unwatched};
use kirifuda_players::hearts::danger::{Collection, Features, Group, Recipe, Target, Tuning, fit, model};

use crate::{choices, folder, has, player, refused, rules, start, trained};

/// A file that tells the danger of ♠Q, learned from a few deals of random players.
fn danger() -> Vec<u8> {
    let source = read_source("falcon", "random", 1, "paper".parse::<Features>().unwrap(), 20).unwrap();
    let mut collection = Collection::new();
    collection.advance(&source, 400, &|| false).unwrap();
    let recipe = Recipe { tuning: Tuning::Off, folds: 2, tuning_per_label: 20, fewest: 5, solver: Solver::Libsvm };
    let part = |group| fit(&source, &collection, (Target::Queen, group), &recipe, &Unwatched).unwrap();
    let parts: Vec<_> = Group::all().filter_map(part).collect();
    assert!(parts.len() > 10, "{} groups have models", parts.len());
    model(source.header(400), &parts).to_bytes()
}

#[test]
fn a_guard_that_refuses_everything_or_nothing_leaves_the_first_choice() {
    let folder = folder("guard");
    let (file, danger_file) = (folder.join("falcon.kfm"), folder.join("danger.kfm"));
    fs::write(&danger_file, danger()).unwrap();
    fs::write(&file, trained("", "stock", 300).model().unwrap().to_bytes()).unwrap();
    let rules = rules("falcon");
    let played = |settings: &str| {
        let maker = player(&rules, &format!("falcon:model={}{settings}", file.display())).unwrap();
        choices(&rules, &maker, 20)
    };
    let guarded = |below: &str| played(&format!(",danger={},queen-below={below}", danger_file.display()));
    let free = played("");
    assert!(guarded("-2") == free, "all refused");
    assert!(guarded("2") == free, "none refused");
    assert!(guarded("off") == free, "nothing asked");
    let careful = guarded("0");
    assert!(careful != free, "a guard that never refuses");
    // It chooses among legal cards as before, and what it does not know it does not refuse.
    let points = played(&format!(",danger={},queen-below=off,points-below=0", danger_file.display()));
    assert!(points == free, "there are no models of points");

    // While learning it changes what is learned; the player that has learned is free.
    let learned = |settings: &str| {
        let bytes = trained(settings, "stock", 100).model().unwrap().to_bytes();
        Model::from_bytes(&bytes).unwrap().sections
    };
    let below = |below: &str| format!("danger={},queen-below={below}", danger_file.display());
    assert!(learned("") == learned(&below("2")) && learned("") == learned(&below("-2")));
    assert!(learned("") != learned(&below("0")));
    let header = start(&below("0.5"), "stock").unwrap().header();
    assert_eq!([&header.options["queen-below"], &header.options["points-below"]], ["0.5", "off"]);

    // A model of FALCON is no model of danger.
    has(&refused(&format!("danger={}", file.display()), "stock"), &["falcon.kfm", "danger"]);
    fs::remove_dir_all(folder).unwrap();
}
