#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use kirifuda_deep::{League, Lesson, Machine, MachineError, Moments, Rows, Step, dmc, nfsp as fictitious};
use kirifuda_games::plain_tricks::{PlainTricks, Rules};
use kirifuda_learn::net::{Encoder, Shape};
use kirifuda_players::common::Sighted;

use super::machine::Build;
use super::{nfsp, trainer};
use crate::trainers::{Draft, Trainee};

/// Machines that can be broken, all at once.
#[derive(Clone, Default)]
struct Shed {
    broken: Arc<AtomicBool>,
    built: Arc<AtomicUsize>,
}

impl Shed {
    fn build(&self) -> Build {
        let shed = self.clone();
        Arc::new(move |shape, weights| {
            shed.built.fetch_add(1, Ordering::Relaxed);
            Ok(Box::new(Flaky { shape, weights: weights.to_vec(), broken: Arc::clone(&shed.broken) }))
        })
    }

    fn set_broken(&self, broken: bool) {
        self.broken.store(broken, Ordering::Relaxed);
    }
}

/// Learns by adding to its weights, as long as it works.
struct Flaky {
    shape: Shape,
    weights: Vec<f32>,
    broken: Arc<AtomicBool>,
}

impl Flaky {
    fn check(&self) -> Result<(), MachineError> {
        match self.broken.load(Ordering::Relaxed) {
            true => Err(MachineError("the card fell off".to_string())),
            false => Ok(()),
        }
    }
}

impl Machine for Flaky {
    fn name(&self) -> String {
        "flaky".to_string()
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn values(&mut self, rows: Rows<'_>, out: &mut Vec<f32>) -> Result<(), MachineError> {
        out.clear();
        out.resize(rows.len() * self.shape.outputs, 0.0);
        self.check()
    }

    fn learn(&mut self, _: Rows<'_>, _: Lesson<'_>, _: Step) -> Result<(), MachineError> {
        self.weights[0] += 1.0;
        self.check()
    }

    fn loss(&mut self) -> Result<f64, MachineError> {
        self.check().map(|()| 1.0)
    }

    fn weights(&mut self) -> Result<Vec<f32>, MachineError> {
        self.check().map(|()| self.weights.clone())
    }

    fn moments(&mut self) -> Result<Moments, MachineError> {
        let zero = || vec![0.0; self.shape.length()];
        self.check().map(|()| Moments { first: zero(), second: zero() })
    }

    fn load(&mut self, weights: &[f32], _: Option<&Moments>) -> Result<(), MachineError> {
        self.weights = weights.to_vec();
        self.check()
    }

    fn twin(&mut self) -> Result<Box<dyn Machine>, MachineError> {
        let Flaky { shape, weights, broken } = self;
        Ok(Box::new(Flaky { shape: *shape, weights: weights.clone(), broken: Arc::clone(broken) }))
    }
}

/// Nothing is saved while the machine does not answer, and nothing at all once learning has failed.
fn saves_all_or_nothing(draft: Draft<PlainTricks>, shed: &Shed, deals: u64) {
    assert_eq!(shed.built.load(Ordering::Relaxed), 0, "a plan puts no net on a machine");
    let mut trainee = draft.start().unwrap();
    assert!(shed.built.load(Ordering::Relaxed) > 0);
    trainee.advance(deals).unwrap();
    let kept = trainee.checkpoint().unwrap().to_bytes();
    let refused = |trainee: &dyn Trainee<PlainTricks>| {
        let saved = [trainee.checkpoint().map(drop), trainee.model().map(drop), trainee.player().map(drop)]
            .map(Result::unwrap_err);
        assert!(saved.iter().all(|why| why.contains("the card fell off")), "{saved:?}");
    };
    shed.set_broken(true);
    refused(&*trainee);
    shed.set_broken(false);
    assert!(trainee.checkpoint().unwrap().to_bytes() == kept, "it is as it was");
    assert!(!trainee.model().unwrap().sections.is_empty());
    shed.set_broken(true);
    assert!(trainee.advance(deals).unwrap_err().contains("the card fell off"));
    shed.set_broken(false);
    // It answers again, but a step may have been half made.
    refused(&*trainee);
}

#[test]
fn deep_monte_carlo_never_saves_less_than_it_has_learned() {
    let (shed, sight) = (Shed::default(), <PlainTricks as Sighted>::Sight::default());
    let shape = Shape { inputs: sight.inputs(), width: 8, blocks: 0, outputs: sight.outputs() };
    let plan = trainer::Plan {
        rules: Rules,
        seed: 1,
        sight,
        shape,
        options: dmc::Options { batch: 16, minibatch: 64, ..dmc::Options::default() },
        critic: None,
        league: League::alone(),
        series: None,
        from: None,
        teacher: None,
        rival: None,
        build: shed.build(),
    };
    let draft = Draft::of::<trainer::Deep<PlainTricks>>(plan, sight.layout(), shape.length(), String::new());
    saves_all_or_nothing(draft, &shed, 40);
}

#[test]
fn fictitious_self_play_never_saves_less_than_it_has_learned() {
    let shed = Shed::default();
    let options =
        fictitious::Options { width: 8, blocks: 0, tables: 16, replay: 500, reservoir: 500, ..Default::default() };
    let plan = nfsp::Plan { rules: Rules, seed: 1, options, build: shed.build() };
    saves_all_or_nothing(Draft::of::<nfsp::Fictitious<PlainTricks>>(plan, "", 0, String::new()), &shed, 40);
}

/// A learner that has learned from a few deals, as it is kept in a file; or why there is none.
#[cfg(feature = "deep-cpu")]
fn taught<G: crate::Listed>(settings: &str, deals: u64) -> Result<Vec<u8>, String> {
    taught_in_size::<G>((8, 1), settings, deals)
}

/// The same with so many units and blocks.
#[cfg(feature = "deep-cpu")]
fn taught_in_size<G: crate::Listed>(size: (usize, usize), settings: &str, deals: u64) -> Result<Vec<u8>, String> {
    let (width, blocks) = size;
    let learner = format!("deep:width={width},blocks={blocks},batch=4,minibatch=64,rate=0.01,machine=cpu{settings}");
    let wish = crate::trainers::Wish { learner: &learner, rules: None, opponents: None, seed: Some(1) };
    let mut trainee = crate::trainers::start::<G>(&wish).map_err(|why| why.to_string())?;
    trainee.advance(deals).map_err(|why| why.to_string())?;
    Ok(trainee.model().map_err(|why| why.to_string())?.to_bytes())
}

#[cfg(feature = "deep-cpu")]
#[test]
fn a_net_goes_on_with_the_history_of_play_and_thinks_at_first_what_it_thought() {
    use kirifuda_games::hearts::Hearts;
    use kirifuda_learn::model::Model;
    use kirifuda_play::{Actions, Game, Rng, Rules as _, Turn};

    let file = |name: &str| std::env::temp_dir().join(format!("kirifuda-{name}-{}.kfm", std::process::id()));
    let (plain, long) = (file("plain"), file("long"));
    std::fs::write(&plain, taught::<Hearts>("", 8).unwrap()).unwrap();
    let from = |path: &std::path::Path| format!(",from={}", path.display());
    std::fs::write(&long, taught::<Hearts>(&format!(",history=on{}", from(&plain)), 0).unwrap()).unwrap();
    let player = |bytes: &[u8]| super::learned::<Hearts>(Model::from_bytes(bytes).unwrap()).unwrap();
    let [mut before, mut after] = [&plain, &long].map(|path| player(&std::fs::read(path).unwrap()));
    assert_eq!([before.encoder().layout(), after.encoder().layout()], ["hearts-1", "hearts-2"]);
    let learned = taught::<Hearts>(&format!(",history=on{}", from(&plain)), 40).unwrap();
    let (mut learned, mut differ) = (player(&learned), false);
    let rules = <Hearts as Game>::Rules::book().parse("").unwrap();
    let (mut rng, mut legal) = (Rng::new(3), Actions::new());
    let mut game = Hearts::deal(&rules, &mut rng);
    while let Turn::Seat(seat) = game.turn() {
        game.legal(&mut legal);
        let view = game.view(seat);
        assert_eq!(before.values(view, &legal), after.values(view, &legal));
        differ |= learned.values(view, &legal) != after.values(view, &legal);
        game.play(rng.pick(&legal));
    }
    assert!(differ, "it learns");
    let why = taught::<Hearts>(&from(&long), 0).unwrap_err();
    assert!(why.contains("history=on"), "{why}");
    let why = taught::<PlainTricks>(",history=on", 0).unwrap_err();
    assert!(why.contains("history=on"), "{why}");
    for path in [plain, long] {
        let _ = std::fs::remove_file(path);
    }
}

#[cfg(feature = "deep-cpu")]
#[test]
fn a_smaller_net_grows_and_a_larger_one_is_refused() {
    let file = std::env::temp_dir().join(format!("kirifuda-small-{}.kfm", std::process::id()));
    std::fs::write(&file, taught_in_size::<PlainTricks>((16, 1), "", 8).unwrap()).unwrap();
    let from = format!(",from={}", file.display());
    for size in [(16, 1), (16, 2), (48, 1), (32, 3)] {
        let grown = taught_in_size::<PlainTricks>(size, &from, 4).unwrap();
        assert_ne!(grown, taught_in_size::<PlainTricks>(size, &from, 8).unwrap(), "it learns");
    }
    for size in [(24, 1), (8, 1), (16, 0)] {
        let why = taught_in_size::<PlainTricks>(size, &from, 0).unwrap_err();
        assert!(why.contains("width=16,blocks=1") && why.contains("multiple"), "{size:?}: {why}");
    }
    let _ = std::fs::remove_file(file);
}

#[cfg(feature = "deep-cpu")]
#[test]
fn a_net_begins_as_the_mean_of_several() {
    use kirifuda_learn::model::Model;

    let file = |name: &str| std::env::temp_dir().join(format!("kirifuda-{name}-{}.kfm", std::process::id()));
    let paths = ["one", "two", "three"].map(file);
    for (path, deals) in paths.iter().zip([4, 8, 12]) {
        std::fs::write(path, taught::<PlainTricks>("", deals).unwrap()).unwrap();
    }
    let weights = |bytes: &[u8]| Model::from_bytes(bytes).unwrap().take(super::WEIGHTS).unwrap();
    let each = paths.each_ref().map(|path| weights(&std::fs::read(path).unwrap()));
    let joined = paths.each_ref().map(|path| path.display().to_string()).join("+");
    let mean = weights(&taught::<PlainTricks>(&format!(",from={joined}"), 0).unwrap());
    let mut differ = 0;
    for (place, &mean) in mean.iter().enumerate() {
        let expected = each.iter().map(|weights| weights[place]).sum::<f32>() / 3.0;
        // Stored in 16 bits.
        assert!((mean - expected).abs() <= 0.001 * expected.abs() + 1e-6, "{mean}, not {expected}");
        differ += usize::from(each[0][place] != mean && each[2][place] != mean);
    }
    assert!(differ > mean.len() / 4, "{differ} of {}", mean.len());
    let why = taught::<PlainTricks>(&format!(",from={joined}+missing.kfm"), 0).unwrap_err();
    assert!(why.contains("`from=missing.kfm`"), "{why}");
    for path in paths {
        let _ = std::fs::remove_file(path);
    }
}

#[cfg(feature = "deep-cpu")]
#[test]
fn deals_follow_each_other_as_in_a_match_where_one_hands_something_on() {
    use kirifuda_games::daifugo::Daifugo;

    assert_ne!(taught::<Daifugo>(",series=4", 8).unwrap(), taught::<Daifugo>("", 8).unwrap());
    for (why, part) in [
        (taught::<Daifugo>(",series=3", 0).unwrap_err(), "`batch=4` is no multiple"),
        (taught::<PlainTricks>(",series=4", 0).unwrap_err(), "leave it out"),
        (taught::<PlainTricks>(",epochs=2", 0).unwrap_err(), "learns=policy"),
    ] {
        assert!(why.contains(part), "{why}");
    }
    let (policy, twice) = (",learns=policy", ",learns=policy,epochs=2");
    assert_ne!(taught::<PlainTricks>(twice, 40).unwrap(), taught::<PlainTricks>(policy, 40).unwrap());
}

#[cfg(feature = "deep-cpu")]
#[test]
fn a_policy_is_learned_and_what_does_not_go_with_it_is_refused() {
    let policy = ",learns=policy,temperature=0.1,entropy=0.5";
    assert_ne!(taught::<PlainTricks>(policy, 40).unwrap(), taught::<PlainTricks>("", 40).unwrap());
    for (settings, part) in [
        (format!("{policy},searched=0.5"), "`searched`"),
        (format!("{policy},teacher=none.kfm"), "`teacher`"),
        (",temperature=0.1".to_string(), "learns=policy"),
        (",learns=policy,temperature=0".to_string(), "temperature"),
    ] {
        let why = taught::<PlainTricks>(&settings, 0).unwrap_err();
        assert!(why.contains(part), "{settings}: {why}");
    }
}

#[cfg(feature = "deep-cpu")]
#[test]
fn a_critic_learns_along_and_is_refused_where_it_sees_nothing_more() {
    use kirifuda_games::monsters::Monsters;

    let (with, without) = (",critic=on", "");
    assert_ne!(taught::<PlainTricks>(with, 40).unwrap(), taught::<PlainTricks>(without, 40).unwrap());
    let why = taught::<Monsters>(with, 0).unwrap_err();
    assert!(why.contains("critic=on") && why.contains("leave it out"), "{why}");
    let why = taught::<PlainTricks>(",critic=on,searched=0.5", 0).unwrap_err();
    assert!(why.contains("`searched`"), "{why}");
}

#[cfg(feature = "deep-cpu")]
#[test]
fn a_net_learns_what_is_hidden_and_is_taken_for_nothing_else() {
    use kirifuda_games::hearts::Hearts;
    use kirifuda_games::monsters::Monsters;
    use kirifuda_learn::model::Model;

    use crate::Spec;

    let file = |name: &str| std::env::temp_dir().join(format!("kirifuda-{name}-{}.kfm", std::process::id()));
    let (moves, hidden) = (file("moves"), file("hidden"));
    std::fs::write(&moves, taught::<Hearts>("", 4).unwrap()).unwrap();
    let settings = format!(",learns=hidden,teacher={}", moves.display());
    let bytes = taught::<Hearts>(&settings, 8).unwrap();
    assert_ne!(bytes, taught::<Hearts>(&settings, 16).unwrap(), "it learns");
    std::fs::write(&hidden, &bytes).unwrap();
    let taken_by =
        |file: &std::path::Path| super::taken_by(&Model::from_bytes(&std::fs::read(file).unwrap()).unwrap().header);
    assert_eq!([taken_by(&moves), taken_by(&hidden)], ["deep:model", "deep-search:guess"]);
    let (sight, net) = super::guesser::<Hearts>(Model::from_bytes(&bytes).unwrap()).unwrap();
    assert_eq!((net.shape().inputs, net.shape().outputs), (sight.inputs(), sight.hidden()));

    let rules = <<Hearts as kirifuda_play::Game>::Rules as kirifuda_play::Rules>::book().parse("standard").unwrap();
    let search = |guess: &std::path::Path| {
        let spec = Spec::parse(&format!("deep-search:worlds=2,pool=2,guess={}", guess.display())).unwrap();
        super::deep_search(&rules, &spec).map(drop)
    };
    search(&hidden).unwrap();
    let why = search(&moves).unwrap_err();
    assert!(why.contains("guess=") && why.contains("learns=hidden"), "{why}");
    let why = super::load::<Hearts>(&rules, &hidden.display().to_string()).map(drop).unwrap_err();
    assert!(why.contains("`guess`"), "{why}");
    for (settings, part) in [
        (",learns=hidden".to_string(), "`teacher`"),
        (format!("{settings},trace=0.5"), "`trace`"),
        (format!("{settings},critic=on"), "`critic`"),
    ] {
        let why = taught::<Hearts>(&settings, 0).unwrap_err();
        assert!(why.contains(part), "{settings}: {why}");
    }
    let why = taught::<Monsters>(&settings, 0).unwrap_err();
    assert!(why.contains("learns=hidden") && why.contains("leave it out"), "{why}");
    for path in [moves, hidden] {
        let _ = std::fs::remove_file(path);
    }
}
