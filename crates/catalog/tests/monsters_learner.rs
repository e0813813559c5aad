//! The learner of paper 004 by name: it can be broken off and taken up anywhere, what is asked for is checked, it looks at
//! nothing hidden, and what it learns is worth something.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use kirifuda_arena::{Contestant, Maker, Outcome, Plan, Quiet, play_deals};
use kirifuda_catalog::trainers::{self, Explained, Trainee, Wish};
use kirifuda_catalog::{Listed, contestant};
use kirifuda_games::monsters::{Action, Deck, Element, Monsters, Phase, Rules, Summon, Teams};
use kirifuda_learn::mlp::Scratch;
use kirifuda_learn::model::{Kind, Model};
use kirifuda_play::{Actions, Game, Imagine, Phrase, Policy, Rng, Rules as _, Seat, Turn, Uniform};
use kirifuda_players::monsters::learner::{
    Belief, LearnedPlayer, Mind, Opponents, Options, PAPER_ACTS, Parts, Senses, StrategyTraining, Thoughts,
    observation, open,
};
use kirifuda_players::monsters::{RulePlayer, Style};
use kirifuda_words::Language;

fn start(learner: &str, rules: &str, opponents: &str) -> Result<Box<dyn Trainee<Monsters>>, String> {
    let rules = Some(Rules::book().parse(rules).unwrap());
    trainers::start(&Wish { learner, rules, opponents: Some(opponents), seed: Some(5) }).map_err(|why| why.to_string())
}

fn training(options: Options, seed: u64) -> StrategyTraining {
    let regular = Box::new(RulePlayer::new(Style::Balanced));
    StrategyTraining::new(Rules::paper004(), options, Opponents { regular, mixed: Vec::new() }, seed)
}

fn against(rules: &Rules, maker: Maker<Monsters>, other: &str, deals: u64) -> Outcome {
    let one = Contestant { name: "learner".to_string(), maker, many: false };
    let table = [one, contestant::<Monsters>(rules, other).unwrap()];
    let plan = Plan { rules, contestants: &table, first: 0, deals, seed: 1, threads: None };
    play_deals(&plan, &Quiet, None).unwrap()
}

/// The share of games that the learner wins before the cap of turns.
fn outright(rules: &Rules, maker: Maker<Monsters>, other: &str, deals: u64) -> f64 {
    against(rules, maker, other, deals).players[0].measures[0].mean
}

/// Stopped and taken up three times, it ends as a training that was never stopped.
#[test]
fn trainings_that_were_stopped_go_on_bit_for_bit() {
    for (learner, opponents) in [
        ("learner", "balanced"),
        ("learner:memory=100,belief=learned,value=sigmoid,returns=1", "steady"),
        ("learner:magic-from=20,mixed-until=30,off=trap+features,memory=300", "random"),
    ] {
        let whole = || start(learner, "paper004", opponents).unwrap_or_else(|why| panic!("{why}"));
        let mut uninterrupted = whole();
        uninterrupted.advance(60).unwrap();
        let mut parts = whole();
        for games in [0, 17, 1] {
            parts.advance(games).unwrap();
            let bytes = parts.checkpoint().unwrap().to_bytes();
            let wish = Wish { learner: "learner", rules: None, opponents: None, seed: None };
            parts = trainers::resume(&wish, Model::from_bytes(&bytes).unwrap()).unwrap_or_else(|why| panic!("{why}"));
            assert!(
                parts.checkpoint().unwrap().to_bytes() == bytes,
                "{learner} against {opponents} changes when it is read"
            );
        }
        parts.advance(42).unwrap();
        assert_eq!(parts.header(), uninterrupted.header());
        assert!(
            parts.checkpoint().unwrap().to_bytes() == uninterrupted.checkpoint().unwrap().to_bytes(),
            "{learner} differs"
        );
        assert!(parts.model().unwrap().to_bytes() == uninterrupted.model().unwrap().to_bytes(), "{learner} differs");
        assert!(whole().model().unwrap().sections != uninterrupted.model().unwrap().sections, "nothing was learned");
        assert_eq!(uninterrupted.checkpoint().unwrap().header.kind, Kind::Checkpoint);
    }
}

#[test]
fn what_cannot_be_is_refused_with_a_remedy() {
    for (learner, opponents, words) in [
        ("learner:off=traps", "balanced", &["`off=traps`", "affinity", "trap"][..]),
        ("learner:value=tanh", "balanced", &["`value=tanh`", "linear, sigmoid"]),
        ("learner:epsilon=2", "balanced", &["`epsilon=2`", "from 0 to 1"]),
        ("learner:samples=0", "balanced", &["`samples=0`", "from 1 to"]),
        ("learner:belief=sure", "balanced", &["`belief=sure`", "uniform, learned, report"]),
        ("learner:hidden=3", "balanced", &["no setting `hidden`"]),
        ("learner", "mirror", &["opponents `mirror`", "`balanced`"]),
        ("learner", "nobody", &["opponents `nobody`"]),
    ] {
        let why = start(learner, "paper004", opponents).err().unwrap_or_else(|| panic!("{learner} starts"));
        assert!(words.iter().all(|word| why.contains(word)), "{learner}: {why}");
    }
    let error = |player: &str| contestant::<Monsters>(&Rules::paper004(), player).err().unwrap().to_string();
    assert!(error("learner:belief=sure").contains("uniform, learned, report, and model"));
    assert!(error("learner:samples=x").contains("`samples=x`"));
    assert!(error("learner:model=nowhere.kfm").contains("nowhere.kfm"));
}

#[test]
fn too_large_steps_are_told_and_not_played_with() {
    let mut trainee = start("learner:value-rate=10", "paper004", "balanced").unwrap();
    let why = trainee.advance(500).unwrap_err();
    assert!(why.contains("`value`") && why.contains("lower `value-rate`"), "{why}");
}

#[test]
fn damaged_models_are_refused_with_the_name_of_the_part() {
    let mut trainee = start("learner", "paper004", "balanced").unwrap();
    trainee.advance(5).unwrap();
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let refused = |damage: &dyn Fn(&mut Model<'_>), name: &str| {
        let mut model = trainee.model().unwrap();
        damage(&mut model);
        let file = folder.join(name);
        std::fs::write(&file, model.to_bytes()).unwrap();
        let player = format!("learner:model={}", file.display());
        contestant::<Monsters>(&Rules::paper004(), &player).err().unwrap_or_else(|| panic!("{name} plays")).to_string()
    };
    let cut = |model: &mut Model<'_>| model.sections.iter_mut().for_each(|section| section.values = vec![1.0].into());
    assert!(refused(&cut, "cut.kfm").contains("`affinity`"));
    let strange = |model: &mut Model<'_>| {
        let section = model.sections.iter_mut().find(|section| section.name == "trap").unwrap();
        section.values.to_mut()[7] = f32::NAN;
    };
    assert!(refused(&strange, "strange.kfm").contains("`trap`"));
    let checkpoint = |model: &mut Model<'_>| model.header.kind = Kind::Checkpoint;
    assert!(refused(&checkpoint, "checkpoint.kfm").contains("a checkpoint, not a model"));
    let layout = |model: &mut Model<'_>| model.header.layout = "another".to_string();
    assert!(refused(&layout, "layout.kfm").contains("layout `another`"));
    let other = |model: &mut Model<'_>| model.header.learner = "mel".to_string();
    assert!(refused(&other, "other.kfm").contains("learner `mel`"));
}

#[test]
fn a_model_of_other_cards_is_refused_with_the_command_that_trains_one() {
    let file = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("sixteen.toml");
    let last = Deck::BUILT_IN_FILE.rfind("[[monster]]").unwrap();
    let another = Deck::BUILT_IN_FILE[last..].replace("Wardowl", "Extra");
    std::fs::write(&file, format!("{}\n{another}", Deck::BUILT_IN_FILE)).unwrap();
    let rules = Rules::book().parse(&format!("cards={}", file.display())).unwrap();
    for player in ["learner", "adaptive"] {
        let why = contestant::<Monsters>(&rules, player).err().unwrap().to_string();
        assert!(
            why.contains("than the 16 in force") && why.contains("kirifuda train monsters learner --rules"),
            "{why}"
        );
    }
    // What goes by stats alone plays with any cards.
    assert!(contestant::<Monsters>(&rules, "softmax").is_ok());
}

#[test]
fn a_model_file_plays_like_the_trainee() {
    let mut trainee = start("learner", "paper004", "balanced").unwrap();
    trainee.advance(100).unwrap();
    let file = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("same.kfm");
    std::fs::write(&file, trainee.model().unwrap().to_bytes()).unwrap();
    let rules = Rules::paper004();
    let read = contestant::<Monsters>(&rules, &format!("learner:model={}", file.display())).unwrap();
    let (inside, outside) =
        (against(&rules, trainee.player().unwrap(), "balanced", 20), against(&rules, read.maker, "balanced", 20));
    assert_eq!(inside.players[0].payoff, outside.players[0].payoff);
}

/// Well above the rule player after 1,000 games; the figures of 2,200 and 5,200 games are in the report on the paper.
#[test]
fn a_thousand_games_make_it_win_clearly() {
    let (mut chosen, mut untrained) = (0.0, 0.0);
    for seed in 1..=2 {
        let rules = Some(Rules::paper004());
        let wish = Wish { learner: "learner", rules, opponents: Some("balanced"), seed: Some(seed) };
        let mut trainee = trainers::start(&wish).unwrap();
        untrained += outright(&Rules::paper004(), trainee.player().unwrap(), "balanced", 50) / 2.0;
        trainee.advance(1000).unwrap();
        chosen += outright(&Rules::paper004(), trainee.player().unwrap(), "balanced", 50) / 2.0;
    }
    // 200 games: standard deviation 3.5 points at most.
    assert!(chosen > 0.7, "{chosen} after 1,000 games");
    assert!(untrained < 0.6, "{untrained} untrained");
}

#[test]
fn the_model_that_comes_with_the_program_beats_all_rule_players() {
    for other in ["balanced", "brute", "steady"] {
        for (rules, least) in [(Rules::paper004(), 0.8), (Rules::dealt(), 0.62)] {
            let player = contestant::<Monsters>(&rules, "learner").unwrap();
            let won = outright(&rules, player.maker, other, 150);
            assert!(won > least, "{won} against {other}, teams {:?}", rules.teams);
        }
    }
}

#[test]
fn what_was_learned_is_put_into_words() {
    let trainer = Monsters::trainers().into_iter().find(|trainer| trainer.name == "learner").unwrap();
    let explain = trainer.explain.unwrap();
    let told = explain(Explained::Shipped(&Rules::paper004()), 1000).unwrap();
    let said: Vec<(String, String)> = (told.rules.iter())
        .map(|rule| (Language::English.list(&rule.when), Language::English.say(&rule.then)))
        .collect();
    let find = |words: &str| &said.iter().find(|(when, _)| when.contains(words)).unwrap_or_else(|| panic!("{words}")).1;
    // The best teams, what is expected of the other, when it poisons and traps.
    assert_eq!(said.iter().filter(|(when, _)| when.contains("team is picked")).count(), 5);
    assert!(find("the other chooses").contains("special attack"));
    assert!(find("very effective against ours").starts_with("expect the other to"));
    assert!(find("a status attack is thought of").contains("with half"));
    assert!(find("the other has its status attack").contains("a trap snapped"));
    assert!(said.iter().any(|(_, then)| then.contains("Sparkwing")));
    assert!(told.rules.iter().all(|rule| rule.uses > 0.0));
    // The chart beside the true one: thunder does nothing to earth.
    let [chart] = &told.charts[..] else { panic!("{:?}", told.charts) };
    let of =
        |element: Element| chart.rows.iter().position(|row| *row == Phrase::name("element", element.name())).unwrap();
    let (thunder, earth) = (of(Element::Thunder), of(Element::Earth));
    assert_eq!(chart.truth[thunder][earth], 0.0);
    assert!(chart.values[thunder][earth].unwrap().abs() < 0.1, "{chart:?}");
    assert_eq!(explain(Explained::Shipped(&Rules::paper004()), 3).unwrap().rules.len(), 3);
    let mut trainee = start("learner", "paper004", "balanced").unwrap();
    trainee.advance(20).unwrap();
    let model = Model::from_bytes(&trainee.model().unwrap().to_bytes()).unwrap();
    assert!(!explain(Explained::Model(Box::new(model)), 1000).unwrap().rules.is_empty());
}

/// The chart that was learned in games is the real one.
#[test]
fn elements_are_learned_in_games() {
    let mut training = training(Options::new(), 3);
    training.advance(1500).unwrap();
    let (deck, mut work) = (Deck::built_in(), Scratch::default());
    for attacker in Element::ALL {
        for defender in Element::ALL {
            let found = training.mind().affinity.factor(attacker.index(), defender.index(), &mut work);
            let factor = deck.chart(attacker, defender);
            assert!((found - factor).abs() < 0.4, "{attacker} on {defender}: {found} instead of {factor}");
        }
    }
    let bite = training.mind().status.bite();
    assert!((bite - 0.125).abs() < 0.005, "a poisoned monster loses {bite} of its HP");
}

/// Positions of games between a rule player and a random one.
fn positions(rules: &Rules, games: u64, mut look: impl FnMut(&Monsters, Seat, &[Action], &mut Rng)) {
    let (mut legal, mut policy) = (Actions::new(), RulePlayer::new(Style::Balanced));
    for number in 0..games {
        let mut rng = Rng::stream(9, &[number]);
        let mut game = Monsters::deal(rules, &mut rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            look(&game, seat, &legal, &mut rng);
            let view = game.view(seat);
            let action = match seat {
                Seat(0) => policy.choose(view, &legal, &mut rng),
                _ => Policy::<Monsters>::choose(&mut Uniform, view, &legal, &mut rng),
            };
            game.play(action);
        }
    }
}

fn some_mind(options: Options) -> Mind {
    let mut training = training(options, 4);
    training.advance(60).unwrap();
    training.mind().clone()
}

#[test]
fn it_decides_by_nothing_that_is_hidden() {
    for belief in [Belief::Uniform, Belief::Report, Belief::Learned] {
        let mind = some_mind(Options { belief, ..Options::new() });
        for rules in [Rules::paper004(), Rules::dealt(), Rules { trap_visible: false, ..Rules::dealt() }] {
            // Of each seat: what was seen earlier in the game counts, too.
            let mut minds: [[Thoughts; 2]; 2] = Default::default();
            positions(&rules, 15, |game, seat, legal, rng| {
                // A world that looks the same from this seat.
                let world = Monsters::imagine(game.view(seat), rng);
                let [thoughts, other] = &mut minds[seat.index()];
                mind.consider(game.view(seat), legal, thoughts, &mut Rng::new(3));
                mind.consider(world.view(seat), legal, other, &mut Rng::new(3));
                assert_eq!(thoughts.worth, other.worth, "{belief:?}: {:?}", game.view(seat));
                assert!(thoughts.worth.iter().all(|worth| !worth.is_nan()));
                assert!(thoughts.worth[thoughts.best()].is_finite());
            });
        }
    }
}

#[test]
fn every_choice_is_legal_whatever_is_switched_off() {
    let off = Parts::NAMES.into_iter().chain(["affinity+predictor+value+features+team+status+trap"]);
    for off in off {
        let options = Options { parts: Parts::without(off).unwrap(), ..Options::new() };
        let mut player = LearnedPlayer::new(std::sync::Arc::new(some_mind(options)));
        for rules in [Rules::paper004(), Rules::plain(), Rules { scout: false, ..Rules::paper004() }] {
            positions(&rules, 4, |game, seat, legal, rng| {
                let choice = player.choose(game.view(seat), legal, rng);
                assert!(legal.contains(&choice), "without {off}: {choice:?}");
            });
        }
    }
}

#[test]
fn without_its_team_part_it_keeps_the_draft() {
    let options = Options { parts: Parts::without("team").unwrap(), ..Options::new() };
    let mut player = LearnedPlayer::new(std::sync::Arc::new(some_mind(options)));
    positions(&Rules::paper004(), 5, |game, seat, legal, rng| {
        let view = game.view(seat);
        if view.phase() == Phase::Team && view.picked().zip(view.draft().0).all(|(mine, other)| mine == other) {
            let next = view.draft().0[view.picked().len()];
            // The other seat picks at random, so that only picks along the draft can be told.
            assert_eq!(player.choose(view, legal, rng), Action::pick(next));
        }
    });
}

#[test]
fn the_team_that_is_picked_is_the_best_of_all() {
    let mind = some_mind(Options::new());
    let mut player = LearnedPlayer::new(std::sync::Arc::new(mind.clone()));
    let (mut legal, rules) = (Actions::new(), Rules::paper004());
    let (mut inputs, mut work) = (Vec::new(), Scratch::default());
    for number in 0..10 {
        let mut rng = Rng::stream(3, &[number]);
        let mut game = Monsters::deal(&rules, &mut rng);
        let kind = mind.reported_kind(game.view(Seat(0)).report().unwrap());
        while game.turn() == Turn::Seat(Seat(0)) {
            game.legal(&mut legal);
            game.play(player.choose(game.view(Seat(0)), &legal, &mut rng));
        }
        let picked = game.view(Seat(0)).team().unwrap();
        let mut chance = |team| mind.team.chance(team, &kind, &mut inputs, &mut work);
        let chosen = chance(picked);
        let best = rules.cards.teams().iter().map(|&team| chance(team)).fold(0.0, f32::max);
        assert_eq!(chosen, best);
    }
}

#[test]
fn states_say_what_the_table_says() {
    let deck = Deck::built_in();
    let senses = Senses::new(deck, Summon::Free);
    let mut seen = 0;
    positions(&Rules::dealt(), 10, |game, seat, _, _| {
        if game.view(seat).phase() != Phase::Battle {
            return;
        }
        seen += 1;
        let battle = open(game, seat);
        let state = senses.state(&battle);
        let [own, theirs] = battle.sides.map(|side| side.fighter());
        let [mine, yours] = [own, theirs].map(|fighter| deck.monster(fighter.monster));
        assert_eq!(state[mine.element.index()] + state[5 + yours.element.index()], 2.0);
        assert_eq!(state[..10].iter().sum::<f32>(), 2.0);
        let logarithm = |x: u16| (1.0 + f32::from(x)).ln() - 5.0;
        let difference = |a: u16, b: u16| {
            let x = f32::from(a) - f32::from(b);
            x.signum() * (1.0 + x.abs()).ln() / 6.0
        };
        let sums = battle.sides.map(|side| side.fighters.iter().map(|fighter| fighter.hp).sum());
        let expected = [
            (10, logarithm(own.hp)),
            (11, logarithm(theirs.hp)),
            (12, logarithm(mine.speed)),
            (13, logarithm(yours.speed)),
            (14, difference(mine.attack, yours.defence)),
            (15, difference(yours.attack, mine.defence)),
            (16, difference(mine.special_attack, yours.special_defence)),
            (17, difference(yours.special_attack, mine.special_defence)),
            (30, logarithm(sums[0])),
            (31, logarithm(sums[1])),
        ];
        for (place, number) in expected {
            assert!((state[place] - number).abs() < 1e-5, "place {place}: {} instead of {number}", state[place]);
        }
        let alive = battle.sides.map(|side| side.alive() as f32);
        assert_eq!([state[18..23].iter().sum::<f32>(), state[23..28].iter().sum::<f32>()], alive);
        assert_eq!([state[28] + alive[0], state[29] + alive[1]], [3.0, 3.0]);
        let known = observation(&state);
        assert_eq!(known[..23], state[..23]);
        assert_eq!(known[23..], state[28..30]);
    });
    assert!(seen > 100);
}

#[test]
fn the_nine_acts_name_elements_and_mean_the_healthiest() {
    let deck = Deck::built_in();
    let senses = Senses::new(deck, Summon::Free);
    let (mut twice, mut named) = (0, 0);
    positions(&Rules::dealt(), 200, |game, seat, legal, _| {
        if game.view(seat).phase() != Phase::Battle {
            return;
        }
        let side = game.view(seat).own();
        let actions = senses.actions(side, true, true);
        for (act, action) in actions.iter().enumerate() {
            let Some(action) = action else { continue };
            assert!(legal.contains(action));
            assert_eq!(senses.act(*action), Some(act));
            named += 1;
        }
        for action in legal.iter().filter(|action| !actions.contains(&Some(**action))) {
            // Only a monster with a healthier one of its element beside it is not named.
            let fighter = |id: u8| side.bench().find(|fighter| fighter.monster == id).unwrap();
            let unnamed = fighter(action.sent().unwrap());
            let meant = actions[4 + senses.element(unnamed.monster)].unwrap();
            assert!(senses.share(fighter(meant.sent().unwrap())) >= senses.share(unnamed));
            twice += 1;
        }
    });
    assert!(named > 1000 && twice > 20, "{named}, {twice}");
    assert_eq!(senses.act(Action::pick(0)), None);
    assert_eq!(PAPER_ACTS, 9);
}

#[test]
fn before_magic_is_allowed_nobody_uses_it() {
    let mut plain = training(Options { magic_from: 30, ..Options::new() }, 6);
    plain.advance(30).unwrap();
    assert_eq!(plain.mind().status.bite(), 0.0, "somebody was poisoned");
    assert!(plain.mind().trap.explain(&plain.mind().senses).is_empty());
    plain.advance(30).unwrap();
    assert!(plain.mind().status.bite() > 0.0);
    assert!(!plain.mind().trap.explain(&plain.mind().senses).is_empty());
}

/// The learner meets whom it should: before `mixed-until` anybody of the list, then the regular opponent.
#[test]
fn opponents_change_when_they_should() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    struct Counted(Arc<AtomicU64>);
    impl Policy<Monsters> for Counted {
        fn choose(&mut self, view: kirifuda_games::monsters::View<'_>, legal: &[Action], rng: &mut Rng) -> Action {
            self.0.fetch_add(u64::from(view.phase() == Phase::Lead), Ordering::Relaxed);
            RulePlayer::new(Style::Balanced).choose(view, legal, rng)
        }
    }
    let counts: [Arc<AtomicU64>; 3] = std::array::from_fn(|_| Arc::new(AtomicU64::new(0)));
    let counted = |place: usize| Box::new(Counted(Arc::clone(&counts[place]))) as Box<dyn Policy<Monsters>>;
    let opponents = Opponents { regular: counted(0), mixed: vec![counted(1), counted(2)] };
    let options = Options { mixed_until: 40, ..Options::new() };
    let mut training =
        StrategyTraining::new(Rules { teams: Teams::Choose, ..Rules::paper004() }, options, opponents, 8);
    let met = || [0, 1, 2].map(|place| counts[place].load(Ordering::Relaxed));
    training.advance(40).unwrap();
    let [regular, one, other] = met();
    assert_eq!((regular, one + other), (0, 40));
    assert!(one > 8 && other > 8, "{one}, {other}"); // standard deviation 3.2
    training.advance(20).unwrap();
    assert_eq!(met(), [20, one, other]);
}

/// Two that both have something better on the bench would switch for ever.
#[test]
fn impatience_ends_games_before_the_cap() {
    let capped = |impatience: f32| {
        let mut training = training(Options { impatience, ..Options::new() }, 2);
        training.advance(1500).unwrap();
        let player = training.player();
        let maker: Maker<Monsters> = std::sync::Arc::new(move || Ok(Box::new(player.clone())));
        against(&Rules::paper004(), maker, "balanced", 60).players[0].measures[1].mean
    };
    let (patient, impatient) = (capped(0.0), capped(0.1));
    assert!(impatient < 0.02, "{impatient}");
    assert!(patient > impatient + 0.03, "{patient} of the games of a patient one end at the cap");
}
