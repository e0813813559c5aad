//! The learners of Daifugo by name: they can be broken off and taken up anywhere, what is asked for is checked, and what
//! they learn is worth something.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use kirifuda_arena::{Outcome, Plan, Quiet, play_deals, play_matches};
use kirifuda_catalog::trainers::{self, Explained, Trainee, Wish};
use kirifuda_catalog::{Listed, contestant};
use kirifuda_games::daifugo::{Daifugo, Rules};
use kirifuda_learn::model::{Kind, Model};
use kirifuda_learn::softmax::{Features, Sparse};
use kirifuda_play::{Actions, Game, Rng, Rules as _, Turn};
use kirifuda_players::daifugo::PolicyFeatures;

fn start(learner: &str, rules: &str, opponents: &str) -> Result<Box<dyn Trainee<Daifugo>>, String> {
    let rules = Some(Rules::book().parse(rules).unwrap());
    trainers::start(&Wish { learner, rules, opponents: Some(opponents), seed: Some(5) }).map_err(|why| why.to_string())
}

/// Stopped and taken up three times, it ends as a training that was never stopped.
fn goes_on(learner: &str, rules: &str, opponents: &str) {
    let whole = || start(learner, rules, opponents).unwrap_or_else(|why| panic!("{why}"));
    let mut uninterrupted = whole();
    uninterrupted.advance(600).unwrap();
    let mut parts = whole();
    for deals in [0, 133, 1] {
        parts.advance(deals).unwrap();
        let bytes = parts.checkpoint().unwrap().to_bytes();
        let wish = Wish { learner: learner.split(':').next().unwrap(), rules: None, opponents: None, seed: None };
        parts = trainers::resume(&wish, Model::from_bytes(&bytes).unwrap()).unwrap_or_else(|why| panic!("{why}"));
        assert!(
            parts.checkpoint().unwrap().to_bytes() == bytes,
            "{learner} against {opponents} changes when it is read"
        );
    }
    parts.advance(466).unwrap();
    assert_eq!(parts.header(), uninterrupted.header());
    for (part, whole) in [
        (parts.model().unwrap(), uninterrupted.model().unwrap()),
        (parts.checkpoint().unwrap(), uninterrupted.checkpoint().unwrap()),
    ] {
        assert!(part.to_bytes() == whole.to_bytes(), "{learner} against {opponents} differs");
    }
    let mut fresh = whole();
    assert!(fresh.model().unwrap().sections != uninterrupted.model().unwrap().sections, "nothing was learned");
    assert_eq!(fresh.checkpoint().unwrap().header.kind, Kind::Checkpoint);
    fresh.advance(1).unwrap();
    assert_eq!(fresh.deals(), 1);
}

#[test]
fn trainings_that_were_stopped_go_on_bit_for_bit() {
    for opponents in ["random", "mirror", "psunder12", "enemy+pairsave+default+random"] {
        goes_on("mel", "paper003", opponents);
        goes_on("mel:joker=on,sequences=on,revolution=on,passing=on,epsilon-fade=visits:50", "uecda", opponents);
    }
    goes_on("mel:learners=3,following=exact,explore=any,step-fade=games:100", "paper003", "psinallstate");
    for opponents in ["random", "mirror", "default", "self-play"] {
        goes_on("softmax:batch=50", "uecda", opponents);
    }
    goes_on("softmax:batch=40,hidden=3,mirror=0.5,snapshot-every=2,pool=4,average=off", "casual", "self-play");
}

#[test]
fn what_cannot_be_is_refused_with_a_remedy() {
    for (learner, opponents, words) in [
        ("mel:following=smaller", "mirror", &["`following=smaller`", "larger, exact"][..]),
        ("mel:epsilon=2", "mirror", &["`epsilon=2`", "from 0 to 1"]),
        (
            "mel:epsilon-fade=games",
            "mirror",
            &["`epsilon-fade=games`", "games:N, visits:N with N from 1 to", "and off"],
        ),
        ("mel:epsilon-fade=games:0", "mirror", &["epsilon-fade", "from 1 to"]),
        ("mel:learners=9", "default", &["`learners=9`", "from 1 to 6"]),
        ("mel:learners=6", "default", &["`learners=6`", "from 1 to 5"]),
        ("mel:learners=2", "mirror", &["`learners=2` decides nothing", "all seats learn"]),
        ("mel", "self-play", &["opponents `self-play`", "`mirror`"]),
        ("mel:hidden=3", "mirror", &["no setting `hidden`"]),
        ("softmax:mirror=0.5", "mirror", &["`mirror=0.5` decides nothing", "leave it out"]),
        ("softmax:pool=10", "default", &["`pool=10` decides nothing", "self-play"]),
        ("softmax:batch=0", "mirror", &["`batch=0`", "from 1 to"]),
        ("softmax:step=x", "mirror", &["`step=x`", "numbers from"]),
        ("softmax", "nobody", &["opponents `nobody`"]),
    ] {
        let why = start(learner, "uecda", opponents).err().unwrap_or_else(|| panic!("{learner} starts"));
        assert!(words.iter().all(|word| why.contains(word)), "{learner}: {why}");
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn models_in_files_play_and_files_that_are_none_are_refused() {
    let folder = folder("daifugo-models");
    let rules = Rules::uecda();
    for (learner, other) in [("mel", "softmax"), ("softmax:batch=20", "mel")] {
        let name = learner.split(':').next().unwrap();
        let mut training = start(learner, "uecda", "default").unwrap();
        training.advance(40).unwrap();
        let good = training.model().unwrap();
        let file = folder.join("model.kfm");
        let at = file.to_str().unwrap();
        let error = |player: String| contestant::<Daifugo>(&rules, &player).err().map(|why| why.to_string());
        fs::write(&file, good.to_bytes()).unwrap();
        assert_eq!(error(format!("{name}:model={at}")), None);
        let why = error(format!("{other}:model={at}")).unwrap();
        assert!(why.contains(&format!("a model of the learner `{name}`")), "{why}");
        let changed = |change: &dyn Fn(&mut Model<'_>)| {
            let mut model = good.clone();
            change(&mut model);
            fs::write(&file, model.to_bytes()).unwrap();
            error(format!("{name}:model={at}")).unwrap()
        };
        for (why, words) in [
            (changed(&|model| model.header.layout = "old".into()), "layout `old`"),
            (changed(&|model| model.sections[0].values.to_mut()[3] = f32::NAN), "is not a number"),
            (changed(&|model| _ = model.sections[0].values.to_mut().pop()), "train again"),
            (changed(&|model| model.header.kind = Kind::Checkpoint), "a checkpoint, not a model"),
            (changed(&|model| model.header.game = "hearts".into()), "a model for hearts"),
        ] {
            assert!(why.contains(words), "{why}");
        }
    }
    let why = contestant::<Daifugo>(&rules, "softmax:temperature=-1").err().unwrap().to_string();
    assert!(why.contains("`temperature=-1`: allowed are numbers from 0 to 1000000"), "{why}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn features_are_in_range_under_all_rules_and_each_move_has_its_row() {
    let (mut legal, mut sparse, mut rows) = (Actions::new(), Sparse::new(), 0);
    let presets = ["uecda", "paper003", "casual", "casual,players=3", "uecda,players=6", "uecda,players=4"];
    for rules in presets.map(|text| Rules::book().parse(text).unwrap()) {
        for seed in 0..150 {
            let rng = &mut Rng::new(seed);
            let mut game = Daifugo::deal(&rules, rng);
            while let Turn::Seat(seat) = game.turn() {
                game.legal(&mut legal);
                sparse.clear();
                sparse.begin();
                PolicyFeatures.extract(game.view(seat), &legal, &mut sparse);
                assert_eq!(sparse.rows(), legal.len() + 1);
                assert!(sparse.row(0).all(|(feature, _)| feature < PolicyFeatures.positions()));
                for row in 1..sparse.rows() {
                    assert!(sparse.row(row).all(|(feature, _)| feature < PolicyFeatures.moves()));
                    assert!(sparse.row(row).count() > 0, "{} in {}", legal[row - 1], game.view(seat).hand());
                    rows += 1;
                }
                game.play(rng.pick(&legal));
            }
        }
    }
    assert!(rows > 100_000, "{rows}");
}

fn table(rules: &Rules, one: &str, others: &str) -> Vec<kirifuda_arena::Contestant<Daifugo>> {
    [one, others, others, others, others].iter().map(|name| contestant::<Daifugo>(rules, name).unwrap()).collect()
}

/// One player against four, deals or whole sessions: mean and half of its 95% interval.
fn one_against_four(rules: &str, one: &str, others: &str, count: u64, sessions: bool) -> (f64, f64) {
    let rules = Rules::book().parse(rules).unwrap();
    let contestants = table(&rules, one, others);
    let plan = Plan { rules: &rules, contestants: &contestants, first: 0, deals: count, seed: 1, threads: None };
    let run = if sessions { play_matches } else { play_deals };
    let outcome: Outcome = run(&plan, &Quiet, None).unwrap();
    let own = outcome.players[0].payoff;
    (own.mean, own.ci95.unwrap())
}

#[test]
fn in_seconds_the_softmax_policy_learns_to_beat_the_sample_client() {
    let folder = folder("softmax-in-seconds");
    let file = folder.join("trained.kfm");
    let mut training = start("softmax:step=0.02", "uecda", "default").unwrap();
    training.advance(20_000).unwrap();
    fs::write(&file, training.model().unwrap().to_bytes()).unwrap();
    let player = format!("softmax:model={}", file.display());
    let (mean, interval) = one_against_four("uecda", &player, "default", 200, false);
    // Five equal players have 3 points.
    assert!(mean > 3.0 + interval, "{mean} ± {interval}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_mel_has_learned_is_put_into_words() {
    let mut training = start("mel", "paper003", "psunder12").unwrap();
    training.advance(20_000).unwrap();
    let model = Model::from_bytes(&training.model().unwrap().to_bytes()).unwrap();
    let explain = Daifugo::trainers().into_iter().find(|trainer| trainer.name == "mel").unwrap().explain.unwrap();
    let told = explain(Explained::Model(Box::new(model)), 5).unwrap();
    let sentences = told.rules;
    assert_eq!(sentences.len(), 5);
    let pairs = &told.charts[0];
    assert_eq!((pairs.title, pairs.rows.len(), pairs.columns.len()), ("picture.pairs", 1, 13));
    // Three aces or more are seldom held, but every rank has been a pair.
    assert!(pairs.values[0].iter().flatten().count() > 10, "{pairs:?}");
    assert!(sentences.is_sorted_by(|one, other| one.uses >= other.uses), "{sentences:?}");
    assert!(
        sentences.iter().all(|sentence| sentence.when[0].key == "say.held" && sentence.strength >= 0.0),
        "{sentences:?}"
    );
    assert!(explain(Explained::Shipped(&Rules::paper003()), 3).unwrap().rules.len() <= 3);
}

#[test]
fn the_softmax_policy_that_comes_with_the_program_has_more_than_4_3_points_a_game() {
    let (total, interval) = one_against_four("uecda", "softmax", "default", 12, true);
    let (mean, interval) = (total / 100.0, interval / 100.0);
    // 6,000 games; two small learners of the contest have 4.23 and 4.28.
    assert!(mean - interval > 4.3, "{mean} ± {interval}");
    let (mean, interval) = one_against_four("paper003", "softmax", "psunder12no8", 400, false);
    assert!(mean > 0.3 && mean > 3.0 * interval, "{mean} ± {interval}");
}

#[test]
fn the_values_that_come_with_the_program_beat_the_players_of_paper_003() {
    for other in ["enemy", "pairsave", "psinallstate"] {
        let (mean, interval) = one_against_four("paper003", "mel", other, 2000, false);
        assert!(mean > interval, "{other}: {mean} ± {interval}");
    }
    let (mean, interval) = one_against_four("uecda", "mel", "default", 500, false);
    assert!(mean > 3.0 - interval, "{mean} ± {interval}");
}

#[test]
fn in_the_exchange_strong_cards_are_kept() {
    let rules = Rules::uecda();
    let mut player = (contestant::<Daifugo>(&rules, "softmax").unwrap().maker)().unwrap();
    let (mut legal, mut given, mut strong) = (Actions::new(), 0, 0);
    for seed in 0..1000 {
        let rng = &mut Rng::new(seed);
        let mut game = Daifugo::deal(&rules, rng);
        while let Some(seat) = game.turn().seat().filter(|&seat| game.view(seat).to_give() > 0) {
            game.legal(&mut legal);
            let gift = player.choose(game.view(seat), &legal, rng);
            given += gift.size();
            // Aces, twos and the joker.
            strong += (gift.cards().bits() >> 44).count_ones();
            game.play(gift);
        }
    }
    assert_eq!(given, 3000);
    assert!(strong < 30, "{strong} of {given}");
}
