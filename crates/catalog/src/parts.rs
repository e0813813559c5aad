//! Runs that are shared out over machines: which part has which deals, what can be repeated elsewhere, and what decides it.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;

use kirifuda_arena::{ArenaError, Contest, Monitor, Origin, Plan, Program, Sink, Tally, tally_deals, tally_tournament};
use kirifuda_learn::model::Model;
use kirifuda_play::{Kind, Rules};
use sha2::{Digest, Sha256};

use crate::frame::recorded;
use crate::{CatalogError, Limit, Listed, Player, Setting, Spec};

/// The deals of part `number`, from 1, of `of` parts, which are as equal as can be. Nothing if there is no such part, or if
/// there are more parts than deals.
///
/// ```
/// # use kirifuda_catalog::portion;
/// assert_eq!([1, 2, 3].map(|part| portion(10, part, 3)), [Some(0..3), Some(3..6), Some(6..10)]);
/// assert_eq!([portion(10, 0, 3), portion(10, 4, 3), portion(2, 1, 3)], [None, None, None]);
/// ```
pub fn portion(deals: u64, number: u64, of: u64) -> Option<Range<u64>> {
    let bound = |parts: u64| (u128::from(deals) * u128::from(parts) / u128::from(of)) as u64;
    ((1..=of).contains(&number) && of <= deals).then(|| bound(number - 1)..bound(number))
}

/// Plays the deals of a plan as a part of a run of `whole` deals. Records are not kept of tournaments.
pub fn tally<G: Listed>(
    contest: Contest,
    plan: &Plan<'_, G>,
    whole: u64,
    origin: &Origin,
    monitor: &dyn Monitor,
    records: Option<Sink<'_>>,
) -> Result<Tally, PartError> {
    Ok(match (contest, G::series()) {
        (Contest::Deals, _) => tally_deals(plan, whole, origin, monitor, records),
        (Contest::Matches, Some(series)) => (series.tally)(plan, whole, origin, monitor, records),
        (Contest::Matches, None) => return Err(PartError::NoMatches { game: G::NAME }),
        (Contest::Tournament, _) => tally_tournament(plan, whole, origin, monitor),
    }?)
}

/// Why a part was not played.
#[derive(Debug, thiserror::Error)]
pub enum PartError {
    /// A game without series.
    #[error("{game} is not played in matches; use --deals")]
    NoMatches {
        /// The game.
        game: &'static str,
    },
    /// The games could not be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

/// What decides a run besides its plan: the program, and the contents of all files that rules and players are read from. A
/// player whose moves depend on the machine is refused: parts of its run would not add up to anything that can be repeated.
pub fn origin<G: Listed>(
    rules: &G::Rules,
    players: &[impl AsRef<str>],
    program: Program,
) -> Result<Origin, CatalogError> {
    let mut files = BTreeMap::new();
    for switch in G::Rules::book().switches {
        let value = (switch.get)(rules);
        if switch.kind == Kind::File && switch.words.iter().all(|word| word.name != value) {
            files.insert(format!("the file of the rule `{}`", switch.name), checksum(&contents(&value)?));
        }
    }
    for text in players {
        let text = text.as_ref();
        if let Some(why) = timed::<G>(rules, text)? {
            return Err(CatalogError(why.refusal(text)));
        }
        note_files::<G>(rules, text, &mut files)?;
    }
    Ok(Origin { program, files })
}

/// Notes the files that a player is read from, and those of players that it plays with.
fn note_files<G: Listed>(
    rules: &G::Rules,
    text: &str,
    files: &mut BTreeMap<String, String>,
) -> Result<(), CatalogError> {
    let (spec, player) = find::<G>(text)?;
    for (setting, file) in files_of(&spec, player.settings) {
        files.insert(format!("the file `{}` of `{spec}`", setting.name), checksum(&contents(file)?));
    }
    partners::<G>(rules, &spec, &player)?.iter().try_for_each(|partner| note_files::<G>(rules, partner, files))
}

/// A player whose moves depend on how fast the machine is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timed {
    /// The specification of the player that is given time: of this one, or of one that it plays with.
    pub player: String,
    /// The setting by which.
    pub setting: &'static str,
    /// Settings that count its work instead, where it has such.
    pub instead: &'static str,
}

impl Timed {
    /// Why it is not played in parts, and what to do.
    fn refusal(&self, text: &str) -> String {
        let Timed { player, setting, instead } = self;
        let whose = if player == text { String::new() } else { format!(" of its partner `{player}`") };
        let remedy = if instead.is_empty() { String::new() } else { format!(", for example by `{instead}`") };
        format!(
            "player `{text}` cannot be played in parts: its moves{whose} depend on the time that they are given (`{setting}`), so \
             that another machine plays others; let it count its work instead{remedy}"
        )
    }
}

/// Whether the moves of a player depend on the time that it is given, and by which setting. What a learned player was learned
/// with is looked at, too.
pub fn timed<G: Listed>(rules: &G::Rules, text: &str) -> Result<Option<Timed>, CatalogError> {
    let (spec, player) = find::<G>(text)?;
    if let Some(setting) = clock(&spec, player.settings) {
        let instead = player.budget.map_or("", |budget| match budget.measured {
            "" => budget.brief,
            measured => measured,
        });
        return Ok(Some(Timed { player: spec.to_string(), setting: setting.name, instead }));
    }
    for partner in partners::<G>(rules, &spec, &player)? {
        if let Some(found) = timed::<G>(rules, &partner)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The setting that gives it time: one that is in force unless its work is counted.
fn clock(spec: &Spec, known: &'static [Setting]) -> Option<&'static Setting> {
    let of = |limit: Limit| known.iter().filter(move |setting| setting.limit == Some(limit));
    let counted = of(Limit::Work).any(|setting| spec.given(setting.name).is_some());
    of(Limit::Time).find(|setting| {
        let off = setting.word(spec.value(setting.name, known)).is_some();
        !off && (spec.given(setting.name).is_some() || !counted)
    })
}

/// The players that sit at the table with what was learned.
fn partners<G: Listed>(rules: &G::Rules, spec: &Spec, player: &Player<G>) -> Result<Vec<String>, CatalogError> {
    let trainers = G::trainers();
    let staying = |learner: &str| {
        let trainer = trainers.iter().find(|trainer| trainer.name == learner);
        let settings = trainer.map_or(&[] as &[Setting], |trainer| trainer.settings);
        settings.iter().filter(|setting| setting.stays).collect::<Vec<_>>()
    };
    if player.models.iter().all(|learner| staying(learner).is_empty()) {
        return Ok(Vec::new());
    }
    let mut headers = Vec::new();
    for (_, file) in files_of(spec, player.settings) {
        // What is no model (a file of curves) was learned with nobody.
        headers.extend(Model::from_bytes(&contents(file)?).ok().map(|model| model.header));
    }
    let shipped = player.models.iter().filter_map(|learner| G::shipped(learner, rules));
    headers.extend(shipped.filter_map(|shipped| shipped.model().ok()).map(|model| model.header));
    let named = headers.iter().flat_map(|header| {
        let (learned, staying) = (recorded(header), staying(&header.learner));
        let given = staying.into_iter().filter_map(move |setting| {
            learned.given(setting.name).filter(|value| setting.word(value).is_none()).map(str::to_string)
        });
        given.collect::<Vec<_>>()
    });
    Ok(named.collect())
}

/// The settings of a specification that name files, with the files.
fn files_of<'a>(spec: &'a Spec, known: &'static [Setting]) -> impl Iterator<Item = (&'static Setting, &'a str)> {
    let files = known.iter().filter(|setting| setting.kind == Kind::File);
    files
        .filter_map(|setting| Some((setting, spec.given(setting.name)?)))
        .filter(|(setting, file)| setting.word(file).is_none())
}

fn find<G: Listed>(text: &str) -> Result<(Spec, Player<G>), CatalogError> {
    let spec = Spec::parse(text)?;
    let found = G::players().into_iter().find(|player| player.name == spec.name);
    let player = found.ok_or_else(|| CatalogError(format!("unknown player `{}` for {}", spec.name, G::NAME)))?;
    Ok((spec, player))
}

fn contents(file: &str) -> Result<Vec<u8>, CatalogError> {
    fs::read(file).map_err(|why| CatalogError(format!("cannot read {file}: {why}")))
}

fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
