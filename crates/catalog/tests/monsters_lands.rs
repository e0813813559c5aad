//! Players where monsters need lands: who can play it plays by the rules, who cannot is refused, and lands are learned.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use std::fs;
use std::path::Path;

use kirifuda_arena::{Plan, Quiet, play_deals};
use kirifuda_catalog::trainers::{self, Wish};
use kirifuda_catalog::{Listed, contestant};
use kirifuda_games::monsters::{Action, Battle, Monsters, Phase, Rules, Team};
use kirifuda_learn::model::Model;
use kirifuda_play::conformance::no_leak;
use kirifuda_play::{Actions, Game, Policy, Rng, Rules as _, Seat, Turn};
use kirifuda_players::monsters::learner::{LearnedPlayer, Opponents, Options, Parts, StrategyTraining};
use kirifuda_players::monsters::{RulePlayer, Situation, Style};

fn rules(text: &str) -> Rules {
    Rules::book().parse(text).unwrap()
}

fn refusal(rules: &Rules, player: &str) -> String {
    contestant::<Monsters>(rules, player).err().map_or_else(|| panic!("{player} plays"), |why| why.to_string())
}

/// Lands that both sides laid in games of two players; every choice is checked.
fn laid(rules: &Rules, players: &mut [Box<dyn Policy<Monsters>>; 2], games: u64) -> [u32; 2] {
    let (mut legal, mut lands) = (Actions::new(), [0; 2]);
    for number in 0..games {
        let rng = &mut Rng::stream(number, &[5]);
        let mut game = Monsters::deal(rules, rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let action = players[seat.index()].choose(game.view(seat), &legal, rng);
            assert!(legal.contains(&action), "{action:?} in\n{}", kirifuda_play::Text::picture(&game));
            lands[seat.index()] += u32::from(action == Action::LAND);
            game.play(action);
        }
    }
    lands
}

fn training(options: Options) -> StrategyTraining {
    let regular = Box::new(RulePlayer::new(Style::Balanced));
    StrategyTraining::new(rules("summon=lands"), options, Opponents { regular, mixed: Vec::new() }, 4)
}

#[test]
fn players_of_the_list_play_by_the_rules_or_are_refused() {
    for text in ["paper004,summon=lands", "dealt,summon=lands"] {
        let rules = rules(text);
        let mut played = Vec::new();
        for player in Monsters::players() {
            let brief = player.budget.as_ref().map_or(String::new(), |budget| format!(":{}", budget.brief));
            let name = format!("{}{brief}", player.name);
            match contestant::<Monsters>(&rules, &name) {
                Ok(one) => {
                    let table = [one, contestant::<Monsters>(&rules, "mixed").unwrap()];
                    let plan =
                        Plan { rules: &rules, contestants: &table, first: 0, deals: 3, seed: 1, threads: Some(1) };
                    play_deals(&plan, &Quiet, None).unwrap_or_else(|why| panic!("{name} under {text}: {why}"));
                    played.push(player.name);
                }
                Err(why) => {
                    let why = why.to_string();
                    let remedy = why.contains("summon=free") || why.contains("--rules") && why.contains("summon=lands");
                    assert!(remedy, "{name}: {why}");
                }
            }
        }
        let all = ["random", "greedy", "balanced", "brute", "steady", "mixed", "mc", "uct", "ismcts", "best-response"];
        assert_eq!(played, all, "under {text}");
    }
}

#[test]
fn nothing_that_was_learned_without_lands_is_used_with_them() {
    let lands = rules("dealt,summon=lands");
    let models = format!("{}/../../models", env!("CARGO_MANIFEST_DIR"));
    for (player, file) in [("deep", "monsters-deep-dealt.kfm"), ("learner", "monsters-learner.kfm")] {
        let why = refusal(&lands, &format!("{player}:model={models}/{file}"));
        assert!(why.contains("other moves") && why.contains("--rules dealt,summon=lands"), "{why}");
        contestant::<Monsters>(&rules("dealt"), &format!("{player}:model={models}/{file}")).unwrap();
    }
    assert!(refusal(&lands, "softmax").contains("does not see lands"));
    assert!(refusal(&lands, "adaptive").contains("other moves"));
    let wish = |learner| Wish { learner, rules: Some(lands), opponents: None, seed: Some(1) };
    let why = trainers::start::<Monsters>(&wish("softmax")).err().unwrap().to_string();
    assert!(why.contains("does not see lands"), "{why}");
    // And the other way round.
    let mut trainee = trainers::start::<Monsters>(&Wish { opponents: Some("balanced"), ..wish("learner") }).unwrap();
    trainee.advance(3).unwrap();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lands-learner.kfm");
    fs::write(&path, trainee.model().unwrap().to_bytes()).unwrap();
    let name = format!("learner:model={}", path.display());
    contestant::<Monsters>(&lands, &name).unwrap();
    let why = refusal(&rules("dealt"), &name);
    assert!(why.contains("other moves") && why.contains("--rules dealt"), "{why}");
}

#[test]
fn a_training_with_lands_is_taken_up_bit_for_bit() {
    let wish = Wish {
        learner: "learner:memory=200",
        rules: Some(rules("summon=lands")),
        opponents: Some("steady"),
        seed: Some(5),
    };
    let mut whole = trainers::start::<Monsters>(&wish).unwrap();
    whole.advance(40).unwrap();
    let mut parts = trainers::start::<Monsters>(&wish).unwrap();
    parts.advance(17).unwrap();
    let bytes = parts.checkpoint().unwrap().to_bytes();
    let again = Wish { learner: "learner", rules: None, opponents: None, seed: None };
    let mut parts = trainers::resume::<Monsters>(&again, Model::from_bytes(&bytes).unwrap()).unwrap();
    parts.advance(23).unwrap();
    assert!(parts.checkpoint().unwrap().to_bytes() == whole.checkpoint().unwrap().to_bytes());
}

/// A rule player lays lands for a monster that would hurt theirs, and for no other.
#[test]
fn a_rule_player_lays_lands_for_whom_it_wants() {
    let rules = rules("dealt,summon=lands");
    let deck = rules.cards;
    let team = |names: [&str; 3]| Team::new(names.map(|name| deck.find(name).unwrap())).unwrap();
    // Wardowl cannot hurt Cindershell much; Quakehorn, earth, would, but costs 2.
    let teams = [team(["Wardowl", "Quakehorn", "Swiftpaw"]), team(["Cindershell", "Tidelord", "Dustdjinn"])];
    let mut battle = Battle::new(deck, teams, [0, 0]);
    battle.replace(0, deck.find("Wardowl").unwrap());
    battle.replace(1, deck.find("Cindershell").unwrap());
    for side in &mut battle.sides {
        (side.status_used, side.trap_used) = (true, true);
    }
    let act = |battle: &Battle| RulePlayer::new(Style::Balanced).act(&Situation::in_battle(&rules, battle, 0));
    assert_eq!(act(&battle), Action::LAND);
    battle.sides[0].lands = 2;
    assert_eq!(act(&battle), Action::send(deck.find("Quakehorn").unwrap()));
    // Nobody there would hurt a normal monster.
    battle.sides[0].lands = 1;
    battle.sides[1] = kirifuda_games::monsters::Side {
        status_used: true,
        trap_used: true,
        ..kirifuda_games::monsters::Side::new(deck, team(["Wardowl", "Brutebear", "Swiftpaw"]), 0)
    };
    assert!(act(&battle) != Action::LAND);
}

#[test]
fn the_learner_lays_lands_unless_it_is_switched_off_and_looks_at_nothing_hidden() {
    let never = Options { parts: Parts::without("lands").unwrap(), ..Options::new() };
    let rules = rules("dealt,summon=lands");
    for (options, lays) in [(Options::new(), true), (never, false)] {
        let mut training = training(options);
        training.advance(300).unwrap();
        let player = training.player();
        let mut table: [Box<dyn Policy<Monsters>>; 2] =
            [Box::new(player.clone()), Box::new(RulePlayer::new(Style::Balanced))];
        let [own, theirs] = laid(&rules, &mut table, 200);
        assert_eq!(own > 20, lays, "{own} lands");
        assert!(own == 0 || lays, "{own} lands");
        assert!(theirs > 20, "{theirs} lands of the rule player");
        no_leak::<Monsters>(&rules, 4, || Box::new(LearnedPlayer::clone(&player)));
    }
}

/// What a land is worth is learned: the same net thinks less of a state in which more lands are missing.
#[test]
fn missing_lands_are_told_in_the_state() {
    let mind = training(Options::new()).mind().clone();
    let mut rng = Rng::new(3);
    let (mut legal, mut told) = (Actions::new(), 0);
    let rules = rules("dealt,summon=lands");
    for number in 0..30 {
        let mut game = Monsters::deal(&rules, &mut Rng::stream(number, &[6]));
        while game.turn() != Turn::Over {
            game.legal(&mut legal);
            let view = game.view(Seat(0));
            if view.phase() == Phase::Battle {
                let battle = view.battle([0, 1]);
                let mut richer = battle;
                richer.sides[0].lands += 1;
                let [before, after] = [&battle, &richer].map(|battle| mind.senses.state(battle));
                let missing = |state: &[f32]| state[32..37].iter().sum::<f32>();
                let poor = view.own().bench().filter(|one| rules.cards.monster(one.monster).cost > view.own().lands);
                assert_eq!(missing(&before) - missing(&after), poor.count() as f32);
                assert_eq!(after[42] - before[42], 1.0);
                told += u32::from(missing(&before) > 0.0);
            }
            game.play(rng.pick(&legal));
        }
    }
    assert!(told > 100, "{told}");
}
