//! The softmax policy of Monsters: what it sees is well-formed under all rules and with other cards, a training can be
//! broken off and taken up anywhere, and what comes with the program is strong.
#![allow(clippy::unwrap_used)]

use kirifuda_arena::{Outcome, Plan, Quiet, play_deals};
use kirifuda_catalog::contestant;
use kirifuda_catalog::trainers::{self, Trainee, Wish};
use kirifuda_games::monsters::{Monsters, Rules};
use kirifuda_learn::model::Model;
use kirifuda_learn::softmax::{Features, Sparse};
use kirifuda_play::{Actions, Game, Rng, Rules as _, Seat, Turn};
use kirifuda_players::monsters::PolicyFeatures;

fn start(learner: &str, rules: &str, opponents: &str) -> Result<Box<dyn Trainee<Monsters>>, String> {
    let rules = Some(Rules::book().parse(rules).unwrap());
    trainers::start(&Wish { learner, rules, opponents: Some(opponents), seed: Some(5) }).map_err(|why| why.to_string())
}

/// A deck of so many monsters, stronger the later they come.
fn cards(monsters: usize) -> String {
    let elements = ["fire", "water", "thunder", "earth", "normal"];
    let chart: String = kirifuda_games::monsters::Deck::BUILT_IN_FILE.split("[[monster]]").next().unwrap().to_string();
    let monster = |number: usize| {
        let element = elements[number % elements.len()];
        let stat = |factor: usize| 150 + (number * factor) % 200;
        format!(
            "[[monster]]\nname = \"M{number}\"\nelement = \"{element}\"\nhp = {}\nattack = {}\ndefence = {}\n\
             special_attack = {}\nspecial_defence = {}\nspeed = {}\n",
            stat(7),
            stat(13),
            stat(29),
            stat(31),
            stat(37),
            stat(3),
        )
    };
    chart + &(0..monsters).map(monster).collect::<String>()
}

#[test]
fn features_are_in_range_under_all_rules_and_each_move_has_its_row() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let mut all: Vec<String> =
        ["paper004", "dealt", "plain", "plain,teams=dealt", "paper004,trap-visible=off", "dealt,cap=1"]
            .map(String::from)
            .into();
    all.push("paper004,scout=off".to_string());
    for monsters in [3, 4, 5, 30] {
        let file = folder.join(format!("monsters-{monsters}.toml"));
        std::fs::write(&file, cards(monsters)).unwrap();
        all.push(format!("paper004,cards={}", file.display()));
        all.push(format!("dealt,cards={}", file.display()));
    }
    let (mut legal, mut sparse, mut rows) = (Actions::new(), Sparse::new(), 0);
    for rules in all.iter().map(|text| Rules::book().parse(text).unwrap()) {
        for seed in 0..60 {
            let rng = &mut Rng::new(seed);
            let mut game = Monsters::deal(&rules, rng);
            while let Turn::Seat(seat) = game.turn() {
                game.legal(&mut legal);
                sparse.clear();
                sparse.begin();
                PolicyFeatures.extract(game.view(seat), &legal, &mut sparse);
                assert_eq!(sparse.rows(), legal.len() + 1);
                assert!(sparse.row(0).all(|(feature, _)| feature < PolicyFeatures.positions()));
                for row in 1..sparse.rows() {
                    // Numbers of a size: one that ran away would rule all others.
                    let fits = |(feature, value): (usize, f32)| feature < PolicyFeatures.moves() && value.abs() < 50.0;
                    assert!(sparse.row(row).all(fits), "{:?}", game.view(seat));
                    assert!(sparse.row(row).count() > 2, "{:?} in {:?}", legal[row - 1], game.view(seat));
                    rows += 1;
                }
                game.play(rng.pick(&legal));
            }
        }
    }
    assert!(rows > 50_000, "{rows}");
}

#[test]
fn a_battle_that_the_cap_decides_is_worth_nothing() {
    let rules = Rules::book().parse("dealt,cap=2").unwrap();
    let (mut legal, mut capped, mut won) = (Actions::new(), 0, 0);
    for seed in 0..200 {
        let rng = &mut Rng::new(seed);
        let mut game = Monsters::deal(&rules, rng);
        while let Turn::Seat(_) = game.turn() {
            game.legal(&mut legal);
            game.play(rng.pick(&legal));
        }
        for seat in [Seat(0), Seat(1)] {
            let reward = PolicyFeatures.reward(&game, seat);
            capped += u32::from(game.view(seat).capped() && game.payoff(seat) == 1.0);
            won += u32::from(reward > 0.0);
            assert_eq!(reward, if game.view(seat).capped() { 0.0 } else { game.payoff(seat) });
        }
    }
    assert!(capped > 150 && won + capped == 200, "{capped} capped, {won} won");
}

#[test]
fn trainings_that_were_stopped_go_on_bit_for_bit() {
    for (learner, rules, opponents) in [
        ("softmax:batch=50", "paper004", "mixed"),
        ("softmax:batch=40,hidden=3,mirror=0.5,average=off", "dealt", "balanced"),
        ("softmax:batch=40,snapshot-every=2,pool=4", "plain", "self-play"),
    ] {
        let whole = || start(learner, rules, opponents).unwrap_or_else(|why| panic!("{why}"));
        let mut uninterrupted = whole();
        uninterrupted.advance(300).unwrap();
        let mut parts = whole();
        for deals in [133, 1] {
            parts.advance(deals).unwrap();
            let bytes = parts.checkpoint().unwrap().to_bytes();
            let wish = Wish { learner: "softmax", rules: None, opponents: None, seed: None };
            parts = trainers::resume(&wish, Model::from_bytes(&bytes).unwrap()).unwrap_or_else(|why| panic!("{why}"));
            assert!(
                parts.checkpoint().unwrap().to_bytes() == bytes,
                "{learner} against {opponents} changes when it is read"
            );
        }
        parts.advance(166).unwrap();
        assert!(
            parts.model().unwrap().to_bytes() == uninterrupted.model().unwrap().to_bytes(),
            "{learner} against {opponents} differs"
        );
        assert!(whole().model().unwrap().sections != uninterrupted.model().unwrap().sections, "nothing was learned");
    }
}

/// One player against another: share of games won before the cap, with half of its 95% interval.
fn outright(rules: &str, one: &str, other: &str, deals: u64) -> (f64, f64) {
    let rules = Rules::book().parse(rules).unwrap();
    let table = [one, other].map(|name| contestant::<Monsters>(&rules, name).unwrap());
    let plan = Plan { rules: &rules, contestants: &table, first: 0, deals, seed: 1, threads: None };
    let outcome: Outcome = play_deals(&plan, &Quiet, None).unwrap();
    let share = outcome.players[0].measures[0];
    (share.mean, share.ci95.unwrap())
}

#[test]
fn in_seconds_the_softmax_policy_learns_to_beat_the_rule_players() {
    let mut training = start("softmax:step=0.03,batch=200", "paper004", "mixed").unwrap();
    training.advance(4_000).unwrap();
    let file = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("monsters-in-seconds.kfm");
    std::fs::write(&file, training.model().unwrap().to_bytes()).unwrap();
    let (share, interval) = outright("paper004", &format!("softmax:model={}", file.display()), "balanced", 200);
    assert!(share - interval > 0.75, "{share} ± {interval}");
}

#[test]
fn the_model_for_chosen_teams_wins_95_of_100_games_before_the_cap() {
    for other in ["balanced", "brute", "steady"] {
        let (share, interval) = outright("paper004", "softmax", other, 400);
        assert!(share - interval > 0.95, "{other}: {share} ± {interval}");
    }
}

#[test]
fn the_model_for_battles_without_poison_wins_95_of_100_games_before_the_cap() {
    let (share, interval) = outright("plain", "softmax", "balanced", 400);
    assert!(share - interval > 0.95, "{share} ± {interval}");
}

#[test]
fn who_simply_strikes_is_beaten_though_nobody_did_so_in_the_training() {
    let (share, interval) = outright("paper004", "softmax", "greedy", 300);
    assert!(share - interval > 0.8, "{share} ± {interval}");
}

#[test]
fn the_model_for_dealt_teams_wins_95_of_100_games_before_the_cap() {
    for other in ["balanced", "brute", "steady"] {
        let (share, interval) = outright("dealt", "softmax", other, 400);
        assert!(share - interval > 0.95, "{other}: {share} ± {interval}");
    }
}
