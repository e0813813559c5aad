use std::collections::BTreeMap;
use std::ops::Range;

use kirifuda_play::Measured;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::counts::Counts;
use crate::exact::Sum;
use crate::sheet::{Run, Sheet};
use crate::statistics::{Moments, estimate};
use crate::tournament::pairs_of;
use crate::{Estimate, Outcome, Plan, Tournament, Unit, outcome, tournament};

/// What some deals of a run have shown, in a form that adds up: the parts of a run that is shared out over machines.
///
/// Sums are exact, so that parts may be cut and merged in any way: the result is that of one machine, to the last bit. A
/// tally says all that decided it ([`Identity`]); tallies of different runs, or with deals in common, are not merged.
///
/// ```
/// # use kirifuda_arena::{Tally, TallyError};
/// let wrong = Tally::from_json("{}").unwrap_err();
/// assert!(matches!(wrong, TallyError::NotATally(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    identity: Identity,
    /// The deals in it: first and end, ascending, never touching.
    ranges: Vec<(u64, u64)>,
    games: u64,
    /// For each column the sum and the sum of squares.
    columns: Vec<(Sum, Sum)>,
    /// In a tournament: who won how many deals.
    wins: Option<Counts>,
}

/// All that decides the result of a run. Two runs with the same identity have the same result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// What was played.
    pub contest: Contest,
    /// The game.
    pub game: String,
    /// Its rules, in canonical text.
    pub rules: String,
    /// The specifications of the players.
    pub players: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// Deals (or matches) of the whole run.
    pub deals: u64,
    /// The rest.
    pub origin: Origin,
}

/// What decides a result besides the plan of a run: the program, and the files that rules and players were read from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The program.
    pub program: Program,
    /// What each file is used for, and the checksum of its contents.
    pub files: BTreeMap<String, String>,
}

/// The program that played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// Its version.
    pub version: String,
    /// The commit that it was built from, with a checksum of what was changed since; `unknown` where that is not known.
    pub commit: String,
    /// The checksum of the models that come with it.
    pub models: String,
}

/// This version, of an unknown commit and without models.
impl Default for Program {
    fn default() -> Program {
        Program { version: outcome::VERSION.to_string(), commit: "unknown".to_string(), models: "none".to_string() }
    }
}

/// What is played in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contest {
    /// Single deals: [`play_deals`](crate::play_deals).
    Deals,
    /// Series of deals: [`play_matches`](crate::play_matches).
    Matches,
    /// All pairs: [`tournament`](crate::tournament()).
    Tournament,
}

/// Why a text is no tally, or tallies do not add up to a result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TallyError {
    /// Something else.
    #[error("not a part of a run ({0}): `kirifuda match … --part K/N --out FILE` writes them")]
    NotATally(String),
    /// A tally of another form.
    #[error("a part in the format {0}, not {FORMAT}: use the version of the program that wrote it")]
    Format(u32),
    /// Not what was written.
    #[error("damaged ({0}): play this part again")]
    Damaged(&'static str),
    /// A tally of another run.
    #[error("a part of another run: {what} is `{other}`, not `{one}`")]
    Foreign {
        /// What differs.
        what: String,
        /// As it is in the first.
        one: String,
        /// As it is in the other.
        other: String,
    },
    /// Deals that are in both.
    #[error("deals {} to {} are there twice: leave one of the parts out", .0.start, .0.end - 1)]
    Overlap(Range<u64>),
    /// Deals that are in none.
    #[error("deals are missing: {}", ranges_text(.0))]
    Missing(Vec<Range<u64>>),
    /// A tally of something else than what was asked for.
    #[error("a part of {found}, not of {asked}")]
    Other {
        /// What it is of.
        found: String,
        /// What was asked for.
        asked: String,
    },
}

/// `0 to 99, 200 to 299`: numbers of deals, from 0, as in records.
fn ranges_text(ranges: &[Range<u64>]) -> String {
    let each = ranges.iter().map(|range| format!("{} to {}", range.start, range.end - 1));
    each.collect::<Vec<_>>().join(", ")
}

const FORMAT: u32 = 1;

/// A tally as a file: the checksum is that of the tally as compact JSON.
#[derive(Serialize, Deserialize)]
struct File<T> {
    kirifuda: String,
    format: u32,
    sha256: String,
    tally: T,
}

impl Contest {
    /// As it is told to people.
    fn name(self) -> &'static str {
        match self {
            Contest::Deals => "a match of deals",
            Contest::Matches => "whole matches",
            Contest::Tournament => "a tournament",
        }
    }
}

impl Tally {
    /// What was counted in the deals of a plan, which is a part of a run of `whole` deals.
    pub(crate) fn new<G: Measured>(
        plan: &Plan<'_, G>,
        (contest, whole, origin): (Contest, u64, &Origin),
        games: u64,
        moments: &Moments,
        wins: Option<Counts>,
    ) -> Tally {
        let identity = Identity {
            contest,
            game: G::NAME.to_string(),
            rules: outcome::rules_text::<G>(plan.rules),
            players: plan.contestants.iter().map(|contestant| contestant.name.clone()).collect(),
            seed: plan.seed,
            deals: whole,
            origin: origin.clone(),
        };
        let ranges = vec![(plan.first, plan.first + moments.count())];
        Tally { identity, ranges, games, columns: moments.sums().collect(), wins }
    }

    /// Of which run it is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Numbers of the deals in it, ascending; deals that follow each other are one range.
    pub fn ranges(&self) -> impl Iterator<Item = Range<u64>> + '_ {
        self.ranges.iter().map(|&(first, end)| first..end)
    }

    /// Deals of the run that are not in it.
    pub fn missing(&self) -> Vec<Range<u64>> {
        let starts = self.ranges.iter().map(|range| range.0).chain([self.identity.deals]);
        let ends = [0].into_iter().chain(self.ranges.iter().map(|range| range.1));
        ends.zip(starts).filter(|(end, start)| end < start).map(|(end, start)| end..start).collect()
    }

    /// Adds the deals of another part of the same run. An error leaves this one as it was.
    pub fn merge(&mut self, other: &Tally) -> Result<(), TallyError> {
        self.identity.check_same(&other.identity)?;
        let ranges = joined(&self.ranges, &other.ranges)?;
        if self.columns.len() != other.columns.len() || self.wins.is_some() != other.wins.is_some() {
            return Err(TallyError::Damaged("its columns are not those of its players"));
        }
        let games = self.games.checked_add(other.games).ok_or(TOO_MANY)?;
        let wins = match (&self.wins, &other.wins) {
            (Some(mine), Some(theirs)) => Some(mine.plus(theirs).ok_or(TOO_MANY)?),
            _ => None,
        };
        (self.ranges, self.games, self.wins) = (ranges, games, wins);
        for (mine, theirs) in self.columns.iter_mut().zip(&other.columns) {
            mine.0.add(&theirs.0);
            mine.1.add(&theirs.1);
        }
        Ok(())
    }

    /// What a match has shown, once all its parts are in it.
    pub fn outcome<G: Measured>(&self) -> Result<Outcome, TallyError> {
        let contest = self.identity.contest;
        if contest == Contest::Tournament {
            return Err(TallyError::Other { found: contest.name().into(), asked: Contest::Deals.name().into() });
        }
        self.check_whole::<G>()?;
        let sheet = Sheet::new::<G>(self.identity.players.len());
        self.check_columns(sheet.columns())?;
        let unit = if contest == Contest::Matches { Unit::Match } else { Unit::Deal };
        let run = self.run(unit);
        Ok(sheet.outcome::<G>(&run, |column| self.estimate(column)))
    }

    /// What a tournament has shown, once all its parts are in it.
    pub fn tournament<G: Measured>(&self) -> Result<Tournament, TallyError> {
        let Some(wins) = &self.wins else {
            let (found, asked) = (self.identity.contest.name().into(), Contest::Tournament.name().into());
            return Err(TallyError::Other { found, asked });
        };
        self.check_whole::<G>()?;
        let players = self.identity.players.len();
        self.check_columns(pairs_of(players).count() + players)?;
        Ok(tournament::conclude::<G>(&self.run(Unit::Deal), wins, |column| self.estimate(column)))
    }

    fn run(&self, unit: Unit) -> Run<'_> {
        let Identity { rules, players, seed, deals, .. } = &self.identity;
        Run { rules, players, seed: *seed, deals: *deals, games: self.games, unit, interrupted: false }
    }

    fn check_whole<G: Measured>(&self) -> Result<(), TallyError> {
        let Identity { game, origin: Origin { program, .. }, .. } = &self.identity;
        if game != G::NAME {
            return Err(TallyError::Other { found: game.clone(), asked: G::NAME.to_string() });
        }
        if program.version != outcome::VERSION {
            let (found, asked) = (&program.version, outcome::VERSION);
            return Err(TallyError::Other { found: format!("version {found}"), asked: format!("version {asked}") });
        }
        let missing = self.missing();
        if missing.is_empty() { Ok(()) } else { Err(TallyError::Missing(missing)) }
    }

    fn check_columns(&self, columns: usize) -> Result<(), TallyError> {
        if self.columns.len() == columns {
            return Ok(());
        }
        Err(TallyError::Damaged("its columns are not those of its players"))
    }

    fn estimate(&self, column: usize) -> Estimate {
        let count = self.ranges().map(|range| range.end - range.start).sum();
        let (sum, squares) = &self.columns[column];
        estimate(count, sum, squares)
    }

    /// As text, which [`from_json`](Tally::from_json) reads: one line of JSON with a checksum. Tallies that hold the same
    /// deals of the same run have the same text, however they were cut and merged.
    pub fn to_json(&self) -> String {
        let file = File { kirifuda: "tally".to_string(), format: FORMAT, sha256: self.checksum(), tally: self };
        serde_json::to_string(&file).unwrap_or_default()
    }

    /// Reads a tally. What is not as it was written is refused.
    pub fn from_json(text: &str) -> Result<Tally, TallyError> {
        let wrong = |why: serde_json::Error| TallyError::NotATally(why.to_string());
        let file: File<serde_json::Value> = serde_json::from_str(text).map_err(wrong)?;
        if file.kirifuda != "tally" {
            return Err(TallyError::NotATally(format!("it is `{}`", file.kirifuda)));
        }
        if file.format != FORMAT {
            return Err(TallyError::Format(file.format));
        }
        let tally: Tally =
            serde_json::from_value(file.tally).map_err(|_| TallyError::Damaged("not all of it can be read"))?;
        if tally.checksum() != file.sha256 {
            return Err(TallyError::Damaged("its checksum is another"));
        }
        tally.check()?;
        Ok(tally)
    }

    /// SHA-256 of the tally as compact JSON, in base 16.
    fn checksum(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Refuses what this program would not have written.
    fn check(&self) -> Result<(), TallyError> {
        let Identity { players, deals, contest, .. } = &self.identity;
        let ascending = self.ranges.windows(2).all(|pair| pair[0].1 < pair[1].0);
        let filled = self.ranges.iter().all(|(first, end)| first < end && end <= deals);
        if !ascending || !filled || self.ranges.is_empty() {
            return Err(TallyError::Damaged("its deals are not in order"));
        }
        let fits = match &self.wins {
            None => *contest != Contest::Tournament,
            Some(wins) => *contest == Contest::Tournament && wins.fits(pairs_of(players.len()).count()),
        };
        if fits { Ok(()) } else { Err(TallyError::Damaged("its wins are not those of its players")) }
    }
}

const TOO_MANY: TallyError = TallyError::Damaged("it counts more than can be counted");

/// Both lists as one; deals in both are an error.
fn joined(one: &[(u64, u64)], other: &[(u64, u64)]) -> Result<Vec<(u64, u64)>, TallyError> {
    let mut all: Vec<(u64, u64)> = one.iter().chain(other).copied().collect();
    all.sort_unstable();
    let mut joined: Vec<(u64, u64)> = Vec::with_capacity(all.len());
    for (first, end) in all {
        match joined.last_mut() {
            Some(last) if first < last.1 => return Err(TallyError::Overlap(first..end.min(last.1))),
            Some(last) if first == last.1 => last.1 = end,
            _ => joined.push((first, end)),
        }
    }
    Ok(joined)
}

impl Identity {
    /// Refuses another run, and says what is different.
    pub fn check_same(&self, other: &Identity) -> Result<(), TallyError> {
        let Identity { contest, game, rules, players, seed, deals, origin } = self;
        let Program { version, commit, models } = &origin.program;
        let theirs = &other.origin.program;
        let facts = [
            ("the game", game.clone(), other.game.clone()),
            ("the contest", contest.name().to_string(), other.contest.name().to_string()),
            ("rules", rules.clone(), other.rules.clone()),
            ("the list of players", players.join(" "), other.players.join(" ")),
            ("the seed", seed.to_string(), other.seed.to_string()),
            ("the number of deals", deals.to_string(), other.deals.to_string()),
            ("the version of the program", version.clone(), theirs.version.clone()),
            ("the commit of the program", commit.clone(), theirs.commit.clone()),
            ("the checksum of the program's models", models.clone(), theirs.models.clone()),
        ];
        let files = origin.files.keys().chain(other.origin.files.keys()).map(|name| {
            let of = |origin: &Origin| origin.files.get(name).cloned().unwrap_or_else(|| "none".to_string());
            (name.as_str(), of(origin), of(&other.origin))
        });
        match facts.into_iter().chain(files).find(|(_, one, other)| one != other) {
            None => Ok(()),
            Some((what, one, other)) => Err(TallyError::Foreign { what: what.to_string(), one, other }),
        }
    }
}
