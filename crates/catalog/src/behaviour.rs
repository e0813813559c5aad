//! What players and learners do, as short checksums in one file: a refactoring leaves them alone, a change of behaviour
//! changes them on purpose.
//!
//! A player's checksum is that of the records of some deals: what was dealt, every action, the payoffs. A learner's is
//! that of its model and of its checkpoint after a short training. The file lists every player under every preset, every
//! learner under the first, and whatever specifications were added to it by hand (`?` for a checksum not yet known).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use kirifuda_arena::{Plan, Quiet, Record, play_deals};
use kirifuda_learn::model::Model;
use kirifuda_play::Rules;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use sha2::{Digest, Sha256};

use crate::trainers::{self, Trainee, Trainer, Wish};
use crate::{CatalogError, Listed, Player, Spec, Visitor, contestant, games, visit};

/// The file, in the repository: a line for each [`Case`], in order, the checksum last.
pub const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/behaviour.txt");

/// The command that writes it.
pub const COMMAND: &str = "cargo run -p kirifuda-catalog --example behaviour -- --write";

/// The checksum of a player that cannot play under the rules.
pub const REFUSED: &str = "refused";

/// About so many games a player plays: each deal in every rotation. A player that thinks long plays fewer.
const GAMES: usize = 64;
const GAMES_OF_THINKERS: usize = 8;
/// Deals that a learner learns from; after half of them it is stopped and taken up again.
const LESSONS: u64 = 1000;

/// Something whose behaviour is pinned.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// The name of the game.
    pub game: String,
    /// Its rules, in text.
    pub rules: String,
    /// What is looked at.
    pub what: What,
    /// The specification of the player or learner.
    pub spec: String,
    /// Who sits at the other seats.
    pub others: String,
}

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// What a learner learns.
    Learns,
    /// How a player plays.
    Plays,
}

/// As it stands in the file.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { game, rules, what, spec, others } = self;
        let what = match what {
            What::Learns => "learns",
            What::Plays => "plays",
        };
        write!(f, "{game} {rules} {what} {spec} {others}")
    }
}

/// The checksums of cases.
pub type Checksums = BTreeMap<Case, String>;

/// Reads checksums from the text of a file. An error names the line that is wrong.
pub fn read(text: &str) -> Result<Checksums, CatalogError> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let read = lines.map(|(line, number)| {
        let wrong = |why: &str| CatalogError(format!("line {number}, `{line}`: {why}"));
        let columns: Vec<&str> = line.split_whitespace().collect();
        let [game, rules, what, spec, others, checksum] = columns[..] else {
            return Err(wrong("expected six columns: game, rules, `plays` or `learns`, who, against whom, checksum"));
        };
        let what = match what {
            "plays" => What::Plays,
            "learns" => What::Learns,
            _ => return Err(wrong("the third column is `plays` or `learns`")),
        };
        let [game, rules, spec, others] = [game, rules, spec, others].map(str::to_string);
        Ok((Case { game, rules, what, spec, others }, checksum.to_string()))
    });
    read.collect()
}

/// The text of a file, which [`read`] reads.
pub fn text(checksums: &Checksums) -> String {
    let mut text = format!(
        "# What every player and learner does, as checksums (crates/catalog/src/behaviour.rs). Written by\n# {COMMAND}\n"
    );
    text.extend(checksums.iter().map(|(case, checksum)| format!("{case} {checksum}\n")));
    text
}

/// All cases: those of the file, and every player and learner of the list.
pub fn cases(file: &Checksums) -> Result<Vec<Case>, CatalogError> {
    let mut cases: Vec<Case> = file.keys().cloned().collect();
    for (game, _) in games() {
        cases.extend(visit(game, Usual)?);
    }
    cases.sort();
    cases.dedup();
    Ok(cases)
}

/// The checksums of some cases, computed on all cores. An error names all cases that have none, and why.
pub fn compute(cases: &[Case]) -> Result<Checksums, CatalogError> {
    let of = |case: &Case| match visit(&case.game, Checksum(case)) {
        Ok(Ok(checksum)) => Ok((case.clone(), checksum)),
        Ok(Err(why)) | Err(why) => Err(format!("{case}: {why}")),
    };
    let found: Vec<_> = cases.par_iter().map(of).collect();
    let failed: Vec<&str> = found.iter().filter_map(|found| found.as_ref().err().map(String::as_str)).collect();
    if failed.is_empty() { Ok(found.into_iter().flatten().collect()) } else { Err(CatalogError(failed.join("\n"))) }
}

static KNOWN: LazyLock<Checksums> = LazyLock::new(|| read(include_str!("behaviour.txt")).unwrap_or_default());

/// What a player of the list does under a preset, as a short text: another behaviour, or another model of the program, has
/// another. Nothing where it is not known.
pub fn player_fingerprint<G: Listed>(preset: &str, player: &Player<G>) -> Option<&'static str> {
    known(&case::<G>(preset, What::Plays, player.brief(), OTHERS))
}

/// What a learner of the list learns under the first preset, as a short text. Nothing for those that learn otherwise on
/// another machine.
pub fn learner_fingerprint<G: Listed>(trainer: &Trainer<G>) -> Option<&'static str> {
    let preset = G::Rules::book().presets[0].name;
    known(&case::<G>(preset, What::Learns, trainer.name.to_string(), trainer.opponents))
}

fn known(case: &Case) -> Option<&'static str> {
    KNOWN.get(case).map(String::as_str).filter(|checksum| *checksum != REFUSED)
}

/// Where checksums differ from what they are meant to be, a line each.
pub fn differences(meant: &Checksums, found: &Checksums) -> Vec<String> {
    let of = |(case, found): (&Case, &String)| match meant.get(case) {
        Some(meant) if meant == found => None,
        Some(meant) => Some(format!("{case}: was {meant}, is {found}")),
        None => Some(format!("{case}: new, is {found}")),
    };
    found.iter().filter_map(of).collect()
}

/// The checksum of a player's records: `spec` at one half of the table, `others` at the other half.
pub fn of_player<G: Listed>(rules: &G::Rules, spec: &str, others: &str) -> Result<String, CatalogError> {
    let seats = rules.seats();
    let names = (0..seats).map(|seat| if 2 * seat < seats { spec } else { others });
    let contestants = names.map(|name| contestant::<G>(rules, name)).collect::<Result<Vec<_>, _>>()?;
    let thinks = find::<G>(spec)?.is_some_and(|player| player.budget.is_some());
    let deals = if thinks { GAMES_OF_THINKERS } else { GAMES }.div_ceil(seats) as u64;
    let plan = Plan { rules, contestants: &contestants, first: 0, deals, seed: 1, threads: Some(1) };
    let mut digest = Sha256::new();
    let mut note = |record: &Record| {
        digest.update(format!("{}\n{:?}\n{:?}\n", record.dealt, record.actions, record.payoffs));
        Ok(())
    };
    play_deals(&plan, &Quiet, Some(&mut note)).map_err(|why| CatalogError(format!("player `{spec}`: {why}")))?;
    Ok(short(digest))
}

/// The checksums of a learner's model and of its checkpoint after a short training, joined by `+`.
///
/// An error if a training that was stopped half-way and taken up again ends as another one.
pub fn of_learner<G: Listed>(rules: &G::Rules, spec: &str, others: &str) -> Result<String, CatalogError> {
    let wrong = |why: String| CatalogError(format!("learner `{spec}` of {}: {why}", G::NAME));
    let wish = Wish { learner: spec, rules: Some(rules.clone()), opponents: Some(others), seed: Some(1) };
    let mut whole = trainers::start::<G>(&wish)?;
    whole.advance(LESSONS).map_err(wrong)?;
    let mut half = trainers::start::<G>(&wish)?;
    half.advance(LESSONS / 2).map_err(wrong)?;
    let bytes = half.checkpoint().map_err(wrong)?.to_bytes();
    let checkpoint = Model::from_bytes(&bytes).map_err(|why| wrong(why.to_string()))?;
    let mut resumed = trainers::resume::<G>(&wish, checkpoint)?;
    resumed.advance(LESSONS - LESSONS / 2).map_err(wrong)?;
    let (whole, resumed) = (learned(&*whole).map_err(wrong)?, learned(&*resumed).map_err(wrong)?);
    if whole == resumed { Ok(whole) } else { Err(wrong("stopped and taken up again it learns something else".into())) }
}

fn learned<G: Listed>(training: &dyn Trainee<G>) -> Result<String, String> {
    let sum = |mut model: Model<'_>| {
        // A new version of the program is no new behaviour.
        model.header.program.clear();
        short(Sha256::new_with_prefix(model.to_bytes()))
    };
    Ok(format!("{}+{}", sum(training.model()?), sum(training.checkpoint()?)))
}

/// Sixteen digits are enough to tell behaviours apart.
fn short(digest: Sha256) -> String {
    digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn find<G: Listed>(spec: &str) -> Result<Option<Player<G>>, CatalogError> {
    let name = Spec::parse(spec)?.name;
    Ok(G::players().into_iter().find(|player| player.name == name))
}

/// Who sits at the other seats when a player is looked at.
const OTHERS: &str = "random";

fn case<G: Listed>(rules: &str, what: What, spec: String, others: &str) -> Case {
    Case { game: G::NAME.to_string(), rules: rules.to_string(), what, spec, others: others.to_string() }
}

/// The cases that every game has.
struct Usual;

impl Visitor for Usual {
    type Output = Vec<Case>;

    fn visit<G: Listed>(self) -> Vec<Case> {
        let presets = G::Rules::book().presets;
        let mut cases = Vec::new();
        for player in G::players() {
            // Without a model there is nothing to look at yet.
            let ready = presets.iter().filter(|preset| player.is_ready(&(preset.rules)()));
            cases.extend(ready.map(|preset| case::<G>(preset.name, What::Plays, player.brief(), OTHERS)));
        }
        for trainer in G::trainers() {
            if trainer.portable {
                cases.push(case::<G>(presets[0].name, What::Learns, trainer.name.to_string(), trainer.opponents));
            }
        }
        cases
    }
}

struct Checksum<'a>(&'a Case);

impl Visitor for Checksum<'_> {
    type Output = Result<String, CatalogError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let Case { rules, what, spec, others, .. } = self.0;
        let rules = G::Rules::book().parse(rules).map_err(|why| CatalogError(why.to_string()))?;
        match what {
            What::Learns => of_learner::<G>(&rules, spec, others),
            What::Plays if contestant::<G>(&rules, spec).is_err() && find::<G>(spec)?.is_some() => {
                Ok(REFUSED.to_string())
            }
            What::Plays => of_player::<G>(&rules, spec, others),
        }
    }
}
