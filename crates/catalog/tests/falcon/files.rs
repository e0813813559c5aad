//! Models and checkpoints in files.

use std::fs;

use kirifuda_catalog::trainers::{self, Trainee, Wish};
use kirifuda_games::hearts::Hearts;
use kirifuda_learn::model::{Kind, Model};

use crate::{choices, folder, has, player, rules, start, trained};

const MODES: [&str; 9] = [
    "mode=average",
    "mode=average,alike=on,networks=16,actions=previous",
    "mode=resonant,networks=4",
    "mode=resonant,explore=0.3,lead=none",
    "mode=as-printed,networks=4",
    "mode=as-printed,start=ones,complement=on",
    "mode=td-falcon",
    "mode=td-falcon,kind=table,networks=4,step=0.2",
    "follow-by=stock,explore=0.4,explore-end=0.1",
];

#[test]
fn a_model_file_plays_like_the_learner_that_wrote_it() {
    let folder = folder("plays");
    for (number, settings) in MODES.into_iter().enumerate() {
        let trainee = trained(settings, "stock", 120);
        let file = folder.join(format!("{number}.kfm"));
        fs::write(&file, trainee.model().unwrap().to_bytes()).unwrap();
        // Also under other rules than those of the training.
        for rules in ["falcon", "saito-free", "standard"].map(rules) {
            let read = player(&rules, &format!("falcon:model={}", file.display())).unwrap();
            let [inside, outside] = [trainee.player().unwrap(), read].map(|maker| choices(&rules, &maker, 10));
            assert!(inside == outside, "{settings}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

fn resume(bytes: &[u8]) -> Box<dyn Trainee<Hearts>> {
    let wish = Wish { learner: "falcon", rules: None, opponents: None, seed: None };
    trainers::resume(&wish, Model::from_bytes(bytes).unwrap()).unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn a_training_that_was_stopped_goes_on_bit_for_bit() {
    for (number, settings) in MODES.into_iter().enumerate() {
        let settings = &format!("{settings},plan=200");
        let opponents = ["stock then random", "mirror", "stock+jake+random"][number % 3];
        let whole = trained(settings, opponents, 150);
        let mut parts = start(settings, opponents).unwrap();
        for deals in [0, 77, 1] {
            parts.advance(deals).unwrap();
            let bytes = parts.checkpoint().unwrap().to_bytes();
            parts = resume(&bytes);
            assert!(parts.checkpoint().unwrap().to_bytes() == bytes, "{settings} changes when it is read");
        }
        parts.advance(72).unwrap();
        assert_eq!(parts.header(), whole.header());
        assert!(
            parts.model().unwrap().to_bytes() == whole.model().unwrap().to_bytes(),
            "{settings} against {opponents} differs"
        );
        assert_eq!(parts.checkpoint().unwrap().header.kind, Kind::Checkpoint);
    }
}

#[test]
fn a_checkpoint_of_another_training_is_not_taken_up() {
    let bytes = trained("", "stock then jake", 5).checkpoint().unwrap().to_bytes();
    let error = |learner: &str, opponents| {
        let wish = Wish { learner, rules: None, opponents, seed: None };
        let resumed = trainers::resume::<Hearts>(&wish, Model::from_bytes(&bytes).unwrap());
        resumed.err().unwrap_or_else(|| panic!("{learner} goes on")).to_string()
    };
    has(&error("falcon:lean=4", None), &["another training", "lean: 50, not 4"]);
    has(&error("falcon:mode=resonant", None), &["another training", "mode: average, not resonant"]);
    has(&error("falcon:lead=6", None), &["lead: 6+14+15, not 6"]);
    has(&error("falcon", Some("stock")), &["opponents: stock then jake, not stock"]);
    has(&error("linear-q", None), &["learner: falcon, not linear-q"]);
}

#[test]
fn a_damaged_checkpoint_is_not_taken_up() {
    for settings in MODES {
        let checkpoint = Model::from_bytes(&trained(settings, "stock", 5).checkpoint().unwrap().to_bytes()).unwrap();
        for section in 0..checkpoint.sections.len() {
            let mut damaged = checkpoint.clone();
            damaged.sections[section].values.to_mut().pop();
            let wish = Wish { learner: "falcon", rules: None, opponents: None, seed: None };
            let error = trainers::resume::<Hearts>(&wish, damaged).err().unwrap().to_string();
            has(&error, &["does not hold what such a training needs", "start again"]);
        }
    }
}

#[test]
fn files_that_are_no_model_of_this_player_are_refused_with_what_they_are() {
    let folder = folder("refused");
    let rules = rules("falcon");
    let trainee = trained("", "stock", 50);
    let good = Model::from_bytes(&trainee.model().unwrap().to_bytes()).unwrap();
    let bytes = good.to_bytes();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        format!("falcon:model={}", path.display())
    };
    let changed = |name: &str, change: &dyn Fn(&mut Model<'static>)| {
        let mut model = good.clone();
        change(&mut model);
        write(name, &model.to_bytes())
    };
    let with = |name: &str, option: &'static str, value: &'static str| {
        changed(name, &|model| {
            model.header.options.insert(option.to_string(), value.into());
        })
    };
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 4;
    let mut cases: Vec<(String, Vec<&str>)> = vec![
        (format!("falcon:model={}/nowhere.kfm", folder.display()), vec!["cannot read", "nowhere.kfm"]),
        ("falcon:model=".to_string(), vec!["`model=`: name a file written by `kirifuda train`", "leave it out"]),
        (write("text.kfm", b"hello"), vec!["text.kfm: not a Kirifuda model file"]),
        (write("cut.kfm", &bytes[..bytes.len() - 9]), vec!["cut.kfm: the file is cut off", "copy it again"]),
        (write("damaged.kfm", &damaged), vec!["damaged.kfm: damaged, the checksum is wrong"]),
        (
            changed("game.kfm", &|model| model.header.game = "plain-tricks".into()),
            vec!["a model for plain-tricks, not for hearts", "train one"],
        ),
        (
            changed("learner.kfm", &|model| model.header.learner = "linear-q".into()),
            vec!["a model of the learner `linear-q`, not of `falcon`", "give it to `linear-q`"],
        ),
        (
            write("checkpoint.kfm", &trainee.checkpoint().unwrap().to_bytes()),
            vec!["a checkpoint, not a model", "--resume"],
        ),
        (
            changed("layout.kfm", &|model| model.header.layout = "hearts falcon 0: old".into()),
            vec!["its layout `hearts falcon 0: old`", "train again"],
        ),
        (with("percepts.kfm", "lead", "6+14"), vec!["its layout", "lead 6+14+15"]),
        (with("networks.kfm", "networks", "4"), vec!["its layout"]),
        (with("mode.kfm", "mode", "resonant"), vec!["does not hold what its header tells of"]),
        (with("unknown.kfm", "mode", "dreams"), vec!["`mode=dreams`"]),
        (with("partner.kfm", "lead-by", "nobody"), vec!["`lead-by=nobody`"]),
        ("falcon:queen-below=1".to_string(), vec!["`queen-below=1` decides nothing", "goes with `danger`"]),
        ("falcon:depth=1".to_string(), vec!["has no setting `depth`"]),
    ];
    for number in 0..good.sections.len() {
        cases.push((
            changed(&format!("short{number}.kfm"), &|model| {
                model.sections[number].values.to_mut().pop();
            }),
            vec!["does not hold what its header tells of", "copy it again, or train again"],
        ));
        cases.push((
            changed(&format!("nan{number}.kfm"), &|model| model.sections[number].values.to_mut()[0] = f32::NAN),
            vec!["does not hold what its header tells of"],
        ));
    }
    cases.push((changed("empty.kfm", &|model| model.sections.clear()), vec!["does not hold what its header tells of"]));
    // A setting that decides nothing is found behind others, too.
    let idle = format!("falcon:model={},points-below=1", folder.join("cut.kfm").display());
    cases.push((idle, vec!["`points-below=1` decides nothing"]));
    for (text, words) in cases {
        let error = player(&rules, &text).err().unwrap_or_else(|| panic!("{text} plays"));
        has(&error, &words);
        assert!(error.starts_with("player `falcon"), "{error}");
    }
    fs::remove_dir_all(folder).unwrap();
}
