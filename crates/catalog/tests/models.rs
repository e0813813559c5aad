//! Trained models at the table: those that come with the program, and files.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use kirifuda_arena::{Outcome, Plan, Quiet, play_deals};
use kirifuda_catalog::entries::linear_q::SHIPPED;
use kirifuda_catalog::entries::{daifugo, deep, falcon, monsters};
use kirifuda_catalog::trainers::{self, Wish};
use kirifuda_catalog::{Listed, Shipped, Spec, Visitor, contestant, games, visit};
use kirifuda_games::hearts::Hearts;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_learn::model::Model;
use kirifuda_play::Rules as _;
use sha2::{Digest, Sha256};

/// The nets that progress is measured against: their files, and how the SHA-256 of each begins. See docs/deep.md.
const REFERENCES: [(&str, &str); 10] = [
    ("reference/hearts-deep-falcon", "c9499a5090db824b"),
    ("hearts-deep-saito", "c102481238a44d4c"),
    ("reference/hearts-deep-standard", "f4e40933f88a0489"),
    ("reference/hearts-answer-standard", "58fb570322d255c0"),
    ("hearts-small-falcon", "172b20494e0a02c3"),
    ("hearts-small-standard", "2a0b8b2756cbc6ac"),
    ("reference/daifugo-deep", "69ab81d25f2d020e"),
    ("plain-deep", "88c94784819fead2"),
    ("reference/monsters-deep", "bb53801c1d8795fa"),
    ("reference/monsters-deep-dealt", "96beaef2fa155384"),
];

#[test]
fn the_nets_that_progress_is_measured_against_stay_as_they_are() {
    for (name, known) in REFERENCES {
        let path = format!("{}/../../models/{name}.kfm", env!("CARGO_MANIFEST_DIR"));
        let digest = Sha256::digest(fs::read(path).unwrap());
        let found: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found, known, "{name}: keep the old file as models/reference/{name}.kfm, and look for it there");
    }
}

fn one_against_three<G: Listed>(rules: &str, one: &str, three: &str, deals: u64) -> Outcome {
    let rules = G::Rules::book().parse(rules).unwrap();
    let table: Vec<_> = [one, three, three, three].iter().map(|name| contestant::<G>(&rules, name).unwrap()).collect();
    let plan = Plan { rules: &rules, contestants: &table, first: 0, deals, seed: 1, threads: None };
    play_deals(&plan, &Quiet, None).unwrap()
}

/// How much better a deal the first player does than the mean of the others; and half of its own 95% interval. (The
/// lead varies by up to 4/3 of that where payoffs add up to a constant.)
fn lead(outcome: &Outcome) -> (f64, f64) {
    let others: f64 = outcome.players[1..].iter().map(|player| player.payoff.mean).sum::<f64>() / 3.0;
    let own = outcome.players[0].payoff;
    (own.mean - others, own.ci95.unwrap())
}

fn error<G: Listed>(player: &str) -> String {
    let rules = G::Rules::book().parse("").unwrap();
    contestant::<G>(&rules, player).err().map_or_else(|| panic!("{player} plays"), |why| why.to_string())
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");

#[test]
fn a_model_that_is_trained_again_is_the_same_to_the_bit() {
    let kept = fs::read(format!("{DATA}/small.kfm")).unwrap();
    let kept = Model::from_bytes(&kept).unwrap();
    let header = &kept.header;
    assert_eq!([header.deals, header.seed], [3000, 7]);
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_string();
    let settings = header.options.iter().map(|(key, value)| (key.clone(), text(value))).collect();
    let learner = Spec { name: header.learner.clone(), settings }.to_string();
    let wish = Wish {
        learner: &learner,
        rules: Some(kirifuda_games::plain_tricks::Rules::book().parse(&header.rules).unwrap()),
        opponents: Some(&header.opponents),
        seed: Some(header.seed),
    };
    let mut training = trainers::start::<PlainTricks>(&wish).unwrap();
    training.advance(header.deals).unwrap();
    let mut trained = training.model().unwrap();
    trained.header.program.clone_from(&header.program);
    assert_eq!(trained.header, kept.header);
    let differences = trained.sections[0].values.iter().zip(&*kept.sections[0].values).filter(|(a, b)| a != b).count();
    assert_eq!(differences, 0, "weights differ: if that is meant, python3 scripts/models.py --write");
    assert!(trained.to_bytes() == kept.to_bytes());
}

#[test]
fn every_model_that_comes_with_the_program_is_sound_and_told_of() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    let readme = fs::read_to_string(format!("{root}/README.md")).unwrap();
    let linear = SHIPPED.iter().map(|shipped| (shipped, "linear-q"));
    let falcon = falcon::SHIPPED.iter().map(|shipped| (shipped, "falcon"));
    let daifugo = daifugo::SHIPPED.iter().zip(["softmax", "softmax", "mel", "mel"]);
    let monsters = monsters::SHIPPED.iter().map(|shipped| (shipped, "softmax"));
    let patterns = monsters::adaptive::PATTERNS.iter().map(|(_, shipped)| shipped);
    let nets = monsters::learner::SHIPPED.iter().chain(patterns).map(|shipped| (shipped, "learner"));
    let danger = [(falcon::shipped_danger(), "danger")];
    let deep = deep::SHIPPED.iter().map(|shipped| (shipped, "deep"));
    let averages = deep::AVERAGES.iter().map(|shipped| (shipped, "nfsp"));
    let all = linear.chain(falcon).chain(danger).chain(daifugo).chain(monsters).chain(nets).chain(deep).chain(averages);
    let mut all: Vec<(&Shipped, &str)> = all.collect();
    // Those that a game names in the list itself.
    for (game, _) in games() {
        for (shipped, learner) in visit(game, OfGame).unwrap() {
            if all.iter().all(|(known, _)| known.file != shipped.file) {
                all.push((shipped, learner));
            }
        }
    }
    for &(shipped, learner) in &all {
        let model = shipped.model().unwrap();
        assert_eq!(model.to_bytes(), fs::read(format!("{root}/{}", shipped.file)).unwrap());
        assert_eq!(model.header.learner, learner);
        let sum = crc32(&model);
        let row = readme.lines().find(|line| line.starts_with(&format!("| `{}`", shipped.file)));
        assert!(row.is_some_and(|row| row.contains(&sum)), "{} ({sum}) in models/README.md", shipped.file);
    }
    let files = fs::read_dir(root)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|extension| extension == "kfm"));
    assert_eq!(files.count(), all.len());
}

/// The models of a game's learners, under each preset.
struct OfGame;

impl Visitor for OfGame {
    type Output = Vec<(&'static Shipped, &'static str)>;
    fn visit<G: Listed>(self) -> Self::Output {
        let presets = G::Rules::book().presets;
        let of = |learner: &'static str| {
            presets.iter().filter_map(move |preset| Some((G::shipped(learner, &(preset.rules)())?, learner)))
        };
        G::trainers().iter().flat_map(|trainer| of(trainer.name)).collect()
    }
}

fn crc32(model: &Model<'_>) -> String {
    let bytes = model.to_bytes();
    format!("{:08x}", u32::from_le_bytes(*bytes.last_chunk().unwrap()))
}

#[test]
fn rules_choose_among_the_models_that_come_with_the_program() {
    let file = |rules| {
        let rules = kirifuda_games::hearts::Rules::book().parse(rules).unwrap();
        Hearts::shipped("linear-q", &rules).unwrap().file
    };
    for rules in ["saito", "saito-free", "falcon", "falcon,jack=on", "standard,passing=hold,moon=off"] {
        assert_eq!(file(rules), "hearts-saito.kfm", "{rules}");
    }
    for rules in ["standard", "saito,passing=left", "falcon,moon=self", "standard,jack=on,limit=50"] {
        assert_eq!(file(rules), "hearts-standard.kfm", "{rules}");
    }
}

#[test]
fn the_models_that_come_with_the_program_beat_rule_players_clearly() {
    for rules in ["saito", "saito-free", "falcon", "standard", "standard,jack=on", "saito,moon=self"] {
        let (lead, interval) = lead(&one_against_three::<Hearts>(rules, "linear-q", "rule", 1000));
        // A point and a half a deal, and not by chance.
        assert!(lead > 1.5 && lead > 3.0 * interval, "{rules}: {lead} ± {interval}");
    }
    let (lead, interval) = lead(&one_against_three::<PlainTricks>("plain", "linear-q", "rule", 1000));
    assert!(lead > 0.4 && lead > 3.0 * interval, "{lead} ± {interval}");
}

#[test]
fn a_model_file_plays_like_the_same_model_inside_the_program() {
    for rules in ["saito", "standard"] {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/hearts-");
        let inside = one_against_three::<Hearts>(rules, "linear-q", "stock", 200);
        let outside = one_against_three::<Hearts>(rules, &format!("linear-q:model={file}{rules}.kfm"), "stock", 200);
        assert_eq!(outside.players[0].payoff, inside.players[0].payoff);
    }
    // A model may play under other rules than those of its training.
    let other = concat!("linear-q:model=", env!("CARGO_MANIFEST_DIR"), "/../../models/hearts-saito.kfm");
    assert!(lead(&one_against_three::<Hearts>("standard", other, "random", 300)).0 > 2.0);
}

#[test]
fn temperature_goes_from_the_best_move_to_a_random_one() {
    let payoff = |temperature: &str| {
        let player = format!("linear-q:temperature={temperature}");
        one_against_three::<Hearts>("saito", &player, "stock", 1000).players[0].payoff
    };
    let [greedy, hardly, warm, hot] = ["0", "0.000001", "1", "1000000"].map(payoff);
    // Hardly warm, it draws only between equal values, of which the greedy player takes the first.
    assert!((greedy.mean - hardly.mean).abs() < greedy.ci95.unwrap() / 3.0, "{greedy:?}, {hardly:?}");
    assert!(greedy.mean > warm.mean + greedy.ci95.unwrap(), "{greedy:?}, {warm:?}");
    assert!(warm.mean > hot.mean + warm.ci95.unwrap(), "{warm:?}, {hot:?}");
    let random = one_against_three::<Hearts>("saito", "random", "stock", 1000).players[0].payoff;
    // Two intervals of two independent means.
    assert!((hot.mean - random.mean).abs() < hot.ci95.unwrap() + random.ci95.unwrap(), "{hot:?}, {random:?}");
}

#[test]
fn files_that_are_no_model_of_this_player_are_refused_with_what_they_are() {
    let folder = folder("refused-models");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        format!("linear-q:model={}", path.to_str().unwrap())
    };
    let good = Model::from_bytes(&fs::read(format!("{DATA}/small.kfm")).unwrap()).unwrap();
    let bytes = good.to_bytes();
    let changed = |name: &str, change: fn(&mut Model<'static>)| {
        let mut model = good.clone();
        change(&mut model);
        write(name, &model.to_bytes())
    };
    let mut damaged = bytes.clone();
    damaged[5000] ^= 4;
    for (player, words) in [
        (format!("linear-q:model={}/nowhere.kfm", folder.display()), &["cannot read", "nowhere.kfm"][..]),
        (format!("linear-q:model={}", folder.display()), &["cannot read"]),
        ("linear-q:model=".to_string(), &["`model=`: name a file", "or leave it out"]),
        (write("text.kfm", b"hello"), &["text.kfm: not a Kirifuda model file"]),
        (write("empty.kfm", b""), &["not a Kirifuda model file"]),
        (write("cut.kfm", &bytes[..bytes.len() - 9]), &["cut.kfm: the file is cut off", "copy it again"]),
        (write("damaged.kfm", &damaged), &["damaged.kfm: damaged, the checksum is wrong"]),
        (
            changed("hearts.kfm", |model| model.header.game = "hearts".into()),
            &["a model for hearts, not for plain-tricks"],
        ),
        (
            changed("falcon.kfm", |model| model.header.learner = "falcon".into()),
            &["a model of the learner `falcon`, not of `linear-q`"],
        ),
        (
            changed("checkpoint.kfm", |model| model.header.kind = kirifuda_learn::model::Kind::Checkpoint),
            &["a checkpoint, not a model", "--resume"],
        ),
        (
            changed("layout.kfm", |model| model.header.layout = "plain/old".into()),
            &["layout `plain/old`", "plain/ranks, plain/unplayed", "train again"],
        ),
        (
            changed("dimensions.kfm", |model| model.header.dimensions += 1),
            &["its header tells of 8504 weights, but it has 8503"],
        ),
        (
            changed("other.kfm", |model| model.header.layout = "plain/wide".into()),
            &["8503 weights, but `plain/wide` has"],
        ),
        (changed("short.kfm", |model| model.sections.clear()), &["header tells of 8503 weights, but it has 0"]),
        (changed("nan.kfm", |model| model.sections[0].values.to_mut()[8502] = f32::NAN), &["a weight is not a number"]),
        (
            changed("endless.kfm", |model| model.sections[0].values.to_mut()[3] = f32::INFINITY),
            &["a weight is not a number"],
        ),
    ] {
        let error = error::<PlainTricks>(&player);
        assert!(words.iter().all(|word| error.contains(word)), "{player}: {error}");
        assert!(error.starts_with("player `linear-q:model="), "{error}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn names_of_files_may_have_equals_signs_and_spaces_but_no_commas() {
    let folder = folder("odd=names of models");
    let path = folder.join("a=b c:d+e.kfm");
    fs::copy(format!("{DATA}/small.kfm"), &path).unwrap();
    let player = format!("linear-q:model={},temperature=0.5", path.to_str().unwrap());
    one_against_three::<PlainTricks>("plain", &player, "random", 2);
    let comma = error::<PlainTricks>("linear-q:model=a,b.kfm");
    assert!(comma.contains("`b.kfm`") && comma.contains("values (file names, too) have no commas"), "{comma}");
    let wrong = error::<PlainTricks>("linear-q:temperature=-1");
    assert!(wrong.contains("`temperature=-1`: allowed are numbers from 0 to 1000000"), "{wrong}");
    fs::remove_dir_all(folder).unwrap();
}
