//! Trainings by name: they can be broken off and taken up anywhere, and what is asked for is checked.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use kirifuda_catalog::entries::linear_q::{Linear, SETTINGS};
use kirifuda_catalog::trainers::{self, Opposition, Trainee, Wish};
use kirifuda_catalog::{Listed, Visitor, games, visit};
use kirifuda_games::hearts::Hearts;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_learn::model::{Kind, Model};
use kirifuda_play::{Rng, Rules as _};

/// A training as it is asked for on the command line.
fn start<G: Listed>(learner: &str, rules: &str, opponents: &str, seed: u64) -> Result<Box<dyn Trainee<G>>, String> {
    let rules = Some(G::Rules::book().parse(rules).unwrap());
    trainers::start(&Wish { learner, rules, opponents: Some(opponents), seed: Some(seed) }).map_err(|e| e.to_string())
}

/// Takes up a training from its checkpoint in a file, asking for nothing in particular.
fn resume<G: Listed>(bytes: &[u8]) -> Box<dyn Trainee<G>> {
    let checkpoint = Model::from_bytes(bytes).unwrap();
    let wish = Wish { learner: "linear-q", rules: None, opponents: None, seed: None };
    trainers::resume(&wish, checkpoint).unwrap_or_else(|why| panic!("{why}"))
}

/// Stopped and taken up three times, it ends as a training that was never stopped.
fn goes_on<G: Listed>(learner: &str, rules: &str, opponents: &str) {
    let whole = || start::<G>(learner, rules, opponents, 5).unwrap_or_else(|why| panic!("{why}"));
    let mut uninterrupted = whole();
    uninterrupted.advance(1000).unwrap();
    let mut parts = whole();
    for deals in [0, 333, 1] {
        parts.advance(deals).unwrap();
        let bytes = parts.checkpoint().unwrap().to_bytes();
        parts = resume(&bytes);
        assert!(
            parts.checkpoint().unwrap().to_bytes() == bytes,
            "{learner} against {opponents} changes when it is read"
        );
    }
    parts.advance(666).unwrap();
    assert_eq!(parts.header(), uninterrupted.header());
    for (part, whole) in [
        (parts.model().unwrap(), uninterrupted.model().unwrap()),
        (parts.checkpoint().unwrap(), uninterrupted.checkpoint().unwrap()),
    ] {
        assert!(part.sections[0].values.iter().any(|&weight| weight != 0.0), "nothing was learned");
        assert!(part.to_bytes() == whole.to_bytes(), "{learner} against {opponents} differs");
    }
}

#[test]
fn a_training_that_was_stopped_goes_on_bit_for_bit_against_all_kinds_of_opponents() {
    for opponents in ["random", "mirror", "self-play", "stock", "stock+linear-q:temperature=1+random"] {
        goes_on::<Hearts>("linear-q", "saito", opponents);
    }
    for opponents in ["random", "mirror", "self-play", "rule"] {
        goes_on::<PlainTricks>("linear-q", "plain", opponents);
    }
}

#[test]
fn a_training_that_was_stopped_goes_on_bit_for_bit_with_all_kinds_of_settings() {
    for settings in [
        "average=on",
        "trace=0.7",
        "temperature=2,temperature-halved-after=300",
        "features=unplayed,shared-step=on,halved-after=0",
        "features=wide,shared-step=on,snapshot-every=500",
        // Full after 40 deals: thinned out many times.
        "snapshot-every=10,pool=4,average=on,trace=0.3",
    ] {
        goes_on::<Hearts>(&format!("linear-q:{settings}"), "standard", "self-play");
        goes_on::<PlainTricks>(&format!("linear-q:{settings}"), "plain", "self-play");
    }
}

#[test]
fn a_header_tells_how_the_model_was_made() {
    let mut training =
        start::<Hearts>("linear-q:features=ranks,step=0.050", "saito,moon=self", "jake+jake+jake", 9).unwrap();
    training.advance(10).unwrap();
    let header = training.model().unwrap().header;
    assert_eq!([header.learner, header.game, header.rules], ["linear-q", "hearts", "saito,moon=self"]);
    assert_eq!([header.layout, header.opponents], ["hearts/ranks", "jake"]);
    assert_eq!([header.dimensions, header.seed, header.deals], [24_415, 9, 10]);
    assert_eq!((header.kind, training.checkpoint().unwrap().header.kind), (Kind::Model, Kind::Checkpoint));
    assert_eq!(header.program, env!("CARGO_PKG_VERSION"));
    assert_eq!(header.options["step"], "0.05");
    // What decides nothing is not told: nothing was stored, and nothing drawn by temperature.
    for key in ["pool", "snapshot-every", "temperature", "temperature-halved-after"] {
        assert!(!header.options.contains_key(key), "{key}");
    }
    // As defaults are changed, models say what held when they were made.
    let used = start::<Hearts>("linear-q", "saito", "self-play", 1).unwrap().header().options;
    for setting in SETTINGS.iter().filter(|setting| !setting.name.starts_with("temperature")) {
        let decided = match setting.name {
            "shared-step" => "off",
            "pool" => "1000",
            _ => setting.default,
        };
        assert_eq!(used[setting.name], decided, "{}", setting.name);
    }
}

#[test]
fn all_ways_to_name_opponents_have_one_text() {
    let rules = kirifuda_games::hearts::Rules::saito();
    let text = |text| Opposition::<Hearts>::read(&rules, text).map(|opponents| opponents.text());
    for (given, canonical) in [
        ("random", "random"),
        (" random + random+random", "random"),
        ("self-play", "self-play"),
        ("mirror ", "mirror"),
        ("stock", "stock"),
        ("stock+stock+stock", "stock"),
        ("stock+jake+stock", "stock+jake+stock"),
    ] {
        assert_eq!(text(given).unwrap(), canonical);
    }
    for (given, words) in [
        ("stok", &["opponents `stok`", "did you mean `stock`", "`self-play`, `mirror`"][..]),
        ("stock+jake", &["2 players for 3 seats", "joined by `+`"]),
        ("self-play+jake+jake", &["unknown player `self-play`"]),
        ("exec:python3 bot.py", &["outside program", "players of the list"]),
        ("", &["unknown player ``"]),
    ] {
        let error = text(given).unwrap_err();
        assert!(words.iter().all(|word| error.contains(word)), "{given}: {error}");
    }
}

#[test]
fn wrong_settings_are_refused_with_what_is_allowed() {
    let error = |learner: &str, opponents| match start::<Hearts>(learner, "saito", opponents, 1) {
        Ok(_) => panic!("{learner} is accepted"),
        Err(why) => why,
    };
    for (settings, words) in [
        ("features=rank", &["`features=rank`", "ranks, unplayed, wide"][..]),
        ("step=0", &["`step=0`", "0.000001 to 10"]),
        ("step=fast", &["`step=fast`", "numbers from 0.000001 to 10"]),
        ("step=NaN", &["`step=NaN`"]),
        ("step=inf", &["`step=inf`"]),
        ("halved-after=-1", &["`halved-after=-1`", "whole numbers from 0"]),
        ("halved-after=2.5", &["`halved-after=2.5`", "whole numbers"]),
        ("shared-step=yes", &["`shared-step=yes`", "on and off, and auto"]),
        ("discount=1.01", &["`discount=1.01`", "0 to 1"]),
        ("epsilon=-0.1", &["`epsilon=-0.1`", "0 to 1"]),
        ("temperature=0", &["`temperature=0`", "0.000001 to 1000000, and off"]),
        ("temperature=1,epsilon=0.2", &["`epsilon=0.2` decides nothing", "`temperature`; give one of them"]),
        ("temperature-halved-after=5", &["decides nothing", "there is no `temperature`"]),
        ("trace=2", &["`trace=2`", "0 to 1"]),
        ("average=1", &["`average=1`", "on and off"]),
        ("snapshot-every=0", &["`snapshot-every=0`", "whole numbers from 1"]),
        ("pool=1", &["`pool=1`", "2 to 10000"]),
        ("alpha=0.1", &["learner `linear-q` has no setting `alpha`", "Valid: features, step"]),
        ("step=1,step=2", &["sets `step` twice"]),
    ] {
        let error = error(&format!("linear-q:{settings}"), "self-play");
        assert!(words.iter().all(|word| error.contains(word)), "{settings}: {error}");
    }
    let error_against_random = error("linear-q:pool=10", "random");
    assert!(error_against_random.contains("`pool=10` decides nothing here"), "{error_against_random}");
    let behind_another = error("linear-q:temperature=off,pool=10", "random");
    assert!(behind_another.contains("`pool=10` decides nothing here"), "{behind_another}");
    assert!(error("linearq", "random").contains("did you mean `linear-q`"));
    assert!(start::<Hearts>("linear-q:temperature=off,epsilon=0.2", "saito", "random", 1).is_ok());
    let other = start::<kirifuda_games::kuhn::Kuhn>("linear-q", "kuhn", "random", 1).err().unwrap();
    assert!(other.contains("unknown learner `linear-q` for kuhn. Valid: nfsp"), "{other}");
}

#[test]
fn a_checkpoint_of_another_training_is_refused_with_what_differs() {
    let mut training =
        start::<Hearts>("linear-q:features=ranks,step=0.2,average=off,pool=1000", "saito", "self-play", 1).unwrap();
    training.advance(50).unwrap();
    let bytes = training.checkpoint().unwrap().to_bytes();
    let again = |learner: &str, rules: Option<&str>, opponents: Option<&str>, seed: Option<u64>| {
        let rules = rules.map(|rules| kirifuda_games::hearts::Rules::book().parse(rules).unwrap());
        let wish = Wish::<Hearts> { learner, rules, opponents, seed };
        trainers::resume(&wish, Model::from_bytes(&bytes).unwrap()).map(|_| ()).map_err(|why| why.to_string())
    };
    // The same said in other words is the same.
    again("linear-q:step=0.20,pool=1000", Some("saito,moon=off"), Some("self-play"), Some(1)).unwrap();
    let refused = |result: Result<(), String>, words: &[&str]| {
        let error = result.unwrap_err();
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    };
    refused(again("linear-q", None, None, Some(2)), &["another training", "seed: 1, not 2", "leave it out"]);
    refused(again("linear-q", Some("falcon"), None, None), &["rules: saito, not falcon"]);
    refused(again("linear-q:step=0.1", None, None, None), &["step: 0.2, not 0.1"]);
    refused(again("linear-q:average=on", None, None, None), &["average: off, not on"]);
    refused(again("linear-q:features=wide", None, None, None), &["features: ranks, not wide"]);
    refused(again("linear-q:step=x", None, None, None), &["`step=x`"]);
    // Settings of the checkpoint that do not go with what is asked for are not the user's mistake.
    refused(again("linear-q", None, Some("random"), None), &["another training (opponents: self-play, not random)"]);
    let three = again("linear-q:step=0.3", None, Some("stock"), Some(1));
    refused(three, &["(opponents: self-play, not stock; step: 0.2, not 0.3)"]);
    refused(again("linear-q:temperature=2", None, None, None), &["(temperature: not set, not 2)"]);
    refused(again("linear-q:pool=7", None, Some("random"), None), &["(opponents: self-play, not random)"]);
    let two = again("linear-q:step=0.1", Some("falcon"), None, Some(3));
    refused(two, &["rules: saito", "seed: 1", "step: 0.2"]);

    let finished = training.model().unwrap().to_bytes();
    let wish = Wish::<Hearts> { learner: "linear-q", rules: None, opponents: None, seed: None };
    let error = trainers::resume(&wish, Model::from_bytes(&finished).unwrap()).err().unwrap().to_string();
    assert!(error.contains("a finished model, not a checkpoint"), "{error}");
    let wish = Wish::<PlainTricks> { learner: "linear-q", rules: None, opponents: None, seed: None };
    let error = trainers::resume(&wish, Model::from_bytes(&bytes).unwrap()).err().unwrap().to_string();
    assert!(error.contains("game: hearts, not plain-tricks"), "{error}");
}

/// Undamaged by its checksum, but not what a training leaves behind.
#[test]
fn a_checkpoint_that_lacks_something_is_refused() {
    let mut training = start::<Hearts>("linear-q:features=ranks,average=on,pool=5", "saito", "self-play", 1).unwrap();
    training.advance(700).unwrap();
    let bytes = training.checkpoint().unwrap().to_bytes();
    let spoilt = |spoil: fn(&mut Model<'static>)| {
        let mut model = Model::from_bytes(&bytes).unwrap();
        spoil(&mut model);
        let wish = Wish::<Hearts> { learner: "linear-q", rules: None, opponents: None, seed: None };
        trainers::resume(&wish, model).map(|_| ()).map_err(|why| why.to_string())
    };
    assert_eq!(spoilt(|_| {}), Ok(()));
    let spoilers: [fn(&mut Model<'static>); 9] = [
        |model| model.sections.retain(|section| section.name != "weights"),
        |model| model.sections.retain(|section| section.name != "average"),
        |model| model.sections.retain(|section| section.name != "pool"),
        |model| model.sections[0].values.to_mut().truncate(100),
        |model| model.sections[1].values.to_mut().push(1.0),
        |model| model.sections[2].values.to_mut().truncate(24_415 + 1),
        |model| model.sections[0].values.to_mut()[7] = f32::NAN,
        |model| model.header.state.clear(),
        |model| {
            model.header.state.insert("pool_every".into(), 0.into());
        },
    ];
    for (number, spoil) in spoilers.into_iter().enumerate() {
        let error = spoilt(spoil).unwrap_err();
        assert!(error.contains("does not hold what such a training needs: start again"), "{number}: {error}");
    }
}

#[test]
fn the_step_is_shared_among_wide_features_unless_told_otherwise() {
    fn check<G: Linear>() {
        for features in G::features() {
            let shared = |setting: &str| {
                let learner = format!("linear-q:features={}{setting}", features.name);
                start::<G>(&learner, "", "random", 1).unwrap().header().options["shared-step"].clone()
            };
            let usual = if features.name.starts_with("wide") { "on" } else { "off" };
            assert_eq!([shared(""), shared(",shared-step=auto")], [usual, usual], "{}", features.name);
            assert_eq!([shared(",shared-step=on"), shared(",shared-step=off")], ["on", "off"]);
        }
        // So that nothing more needs to be said to learn with them.
        start::<G>("linear-q:features=wide", "", "random", 1).unwrap().advance(3000).unwrap();
    }
    check::<Hearts>();
    check::<PlainTricks>();
    let diverged =
        start::<PlainTricks>("linear-q:features=wide,shared-step=off", "", "mirror", 1).unwrap().advance(3000);
    assert!(diverged.unwrap_err().contains("half of it, or `shared-step=on`"));
    let steep = "linear-q:features=wide,step=10,halved-after=0";
    let diverged = start::<Hearts>(steep, "", "mirror", 1).unwrap().advance(3000);
    assert!(diverged.unwrap_err().ends_with("half of it"), "what is on already is no remedy");
}

#[test]
fn weights_that_grow_beyond_all_bounds_are_an_error_with_a_remedy() {
    let mut training = start::<Hearts>("linear-q:step=10,halved-after=0", "saito", "random", 1).unwrap();
    let error = training.advance(2000).unwrap_err();
    assert!(error.contains("beyond all bounds") && error.contains("take a smaller step"), "{error}");
    // What is left of it replaces no checkpoint.
    for kept in [training.checkpoint().map(drop), training.model().map(drop), training.player().map(drop)] {
        let why = kept.unwrap_err();
        assert!(why.contains("has failed") && why.contains("beyond all bounds"), "{why}");
    }
    assert!(training.advance(1).is_err());
}

#[test]
fn a_plan_tells_the_header_of_the_training() {
    struct Check;
    impl Visitor for Check {
        type Output = usize;
        fn visit<G: Listed>(self) -> usize {
            let mut planned = 0;
            for trainer in G::trainers() {
                let wish = || Wish::<G> { learner: trainer.name, rules: None, opponents: None, seed: Some(3) };
                // Without the feature `deep` some cannot be trained.
                let Ok(plan) = trainers::plan(&wish()) else { continue };
                let header = plan.header().clone();
                assert_eq!((header.deals, header.seed, header.learner.as_str()), (0, 3, trainer.name));
                assert_eq!(header, trainers::start(&wish()).unwrap().header());
                planned += 1;
            }
            planned
        }
    }
    let planned: usize = games().into_iter().map(|(game, _)| visit(game, Check).unwrap()).sum();
    assert!(planned >= 7, "{planned}");
}

#[test]
fn every_learner_has_a_player_of_its_name_and_settings_that_work() {
    struct Check;
    impl Visitor for Check {
        type Output = usize;
        fn visit<G: Listed>(self) -> usize {
            for trainer in G::trainers() {
                let mut fine = 0;
                assert!(G::players().iter().any(|player| player.name == trainer.name), "{}", trainer.name);
                for setting in trainer.settings.iter().filter(|setting| !setting.name.starts_with("temperature")) {
                    let learner = format!("{}:{}={}", trainer.name, setting.name, setting.default);
                    match start::<G>(&learner, "", trainer.opponents, 1) {
                        Ok(_) => fine += 1,
                        // A setting of another mode.
                        Err(why) => assert!(why.to_string().contains("decides nothing here"), "{learner}: {why}"),
                    }
                }
                assert!(fine >= 7, "{}: {fine} settings", trainer.name);
            }
            G::trainers().len()
        }
    }
    let trainers: usize = games().into_iter().map(|(game, _)| visit(game, Check).unwrap()).sum();
    assert!(trainers >= 2);
}

#[test]
fn all_feature_sets_are_named_in_the_help_and_no_two_share_a_layout() {
    let words = SETTINGS.iter().find(|setting| setting.name == "features").unwrap().kind.choices();
    let (mut layouts, mut named) = (Vec::new(), BTreeSet::new());
    let hearts = Hearts::features().into_iter().map(|set| (set.name, set.layout(), set.dimensions()));
    let plain = PlainTricks::features().into_iter().map(|set| (set.name, set.layout(), set.dimensions()));
    for (name, layout, dimensions) in hearts.chain(plain) {
        assert!(words.iter().any(|word| word.name == name), "{name}: {words:?}");
        named.insert(name);
        assert!(!layouts.contains(&layout), "{layout}");
        assert!(dimensions > 1000);
        layouts.push(layout);
    }
    assert_eq!(named.len(), words.len(), "words without features: {words:?}");
}

/// The player of a learner at work is a copy: later learning does not change it.
#[test]
fn a_player_stays_as_it_was_when_learning_goes_on() {
    use kirifuda_play::{Actions, Game, Turn};
    let mut training = start::<Hearts>("linear-q", "saito", "random", 1).unwrap();
    training.advance(200).unwrap();
    let (player, rules) = (training.player().unwrap(), kirifuda_games::hearts::Rules::saito());
    let moves = || {
        let (mut moves, mut legal) = (Vec::new(), Actions::new());
        for seed in 0..20 {
            let mut policy = player().unwrap();
            let mut rng = Rng::new(seed);
            let mut game = Hearts::deal(&rules, &mut rng);
            while let Turn::Seat(seat) = game.turn() {
                game.legal(&mut legal);
                let card = policy.choose(game.view(seat), &legal, &mut rng);
                moves.push(card);
                game.play(card);
            }
        }
        moves
    };
    let before = moves();
    training.advance(2000).unwrap();
    assert_eq!(moves(), before);
}
