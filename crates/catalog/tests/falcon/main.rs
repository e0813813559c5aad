//! FALCON for Hearts: what can be set, what is sensed, files, the table, and its rules in words.
#![allow(clippy::unwrap_used)]

mod explain;
mod files;
mod guard;
mod settings;
mod shipped;
mod sides;
mod task;

use std::fs;
use std::path::PathBuf;

use kirifuda_arena::Maker;
use kirifuda_catalog::trainers::{self, Trainee, Wish};
use kirifuda_catalog::{Listed, contestant};
use kirifuda_games::cards::Card;
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_play::{Actions, Game, Rng, Rules as _, Turn};

fn rules(text: &str) -> Rules {
    Rules::book().parse(text).unwrap()
}

/// A training as it is asked for on the command line, under the rules of the papers.
fn start(settings: &str, opponents: &str) -> Result<Box<dyn Trainee<Hearts>>, String> {
    let learner = &format!("falcon:{settings}");
    let wish = Wish { learner, rules: Some(rules("falcon")), opponents: Some(opponents), seed: Some(2) };
    trainers::start(&wish).map_err(|why| why.to_string())
}

/// A learner after so many deals.
#[track_caller]
fn trained(settings: &str, opponents: &str, deals: u64) -> Box<dyn Trainee<Hearts>> {
    let mut trainee = start(settings, opponents).unwrap_or_else(|why| panic!("{why}"));
    trainee.advance(deals).unwrap();
    trainee
}

#[track_caller]
fn refused(settings: &str, opponents: &str) -> String {
    start(settings, opponents).err().unwrap_or_else(|| panic!("`{settings}` against `{opponents}` is accepted"))
}

#[track_caller]
fn has(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "`{word}` is missing in: {text}");
    }
}

/// A player of the list.
fn player(rules: &Rules, text: &str) -> Result<Maker<Hearts>, String> {
    contestant::<Hearts>(rules, text).map(|seated| seated.maker).map_err(|why| why.to_string())
}

/// What a player does in positions that random play leads to, and whether it led.
fn choices(rules: &Rules, maker: &Maker<Hearts>, deals: u64) -> Vec<(bool, Card)> {
    let mut policy = maker().unwrap();
    let (mut legal, mut chosen) = (Actions::<Hearts>::new(), Vec::new());
    for number in 0..deals {
        let rng = &mut Rng::stream(11, &[number]);
        let mut game = Hearts::deal(rules, rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let view = game.view(seat);
            let leads = !view.is_passing() && view.trick().is_empty();
            // A player may draw; what it draws does not change the game.
            chosen.push((leads, policy.choose(view, &legal, &mut rng.clone())));
            game.play(rng.pick(&legal));
        }
    }
    chosen
}

/// An empty folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("falcon-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn learner() -> trainers::Trainer<Hearts> {
    Hearts::trainers().into_iter().find(|trainer| trainer.name == "falcon").unwrap()
}
