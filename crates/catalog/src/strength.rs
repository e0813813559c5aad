//! Strength to order, for every player that is a [`Judge`]: its settings, and how curves are measured and found.
//!
//! `learner:loses=0.35,against=balanced` plays so that `balanced` does better than it in 35 of 100 games. The error
//! that this takes comes from a measured [`Curve`]: one that comes with the program (`models/strength.json`), or a file
//! that `kirifuda calibrate` has written.

use std::cmp::Ordering;
use std::sync::LazyLock;

use kirifuda_arena::{ArenaError, Contestant, Maker, Moments, Monitor, Plan, Record, play_deals};
use kirifuda_learn::strength::{Curve, Fallible, Judge, Point};
use kirifuda_play::{Game, Rules, math, suggest, word};
use serde::{Deserialize, Serialize};

use crate::listed::same;
use crate::{CatalogError, Listed, Setting, Settings, Spec, contestant};

/// What a player that can be made weaker takes besides its own settings.
pub const STRENGTH: Setting = Setting::real(
    "loses",
    0.0..=1.0,
    "full",
    "weaker, so that the opponent does better in this share of the games: more is weaker",
)
.or(&[word("full", "as strong as it is")]);
/// See [`STRENGTH`].
pub const REFERENCE: Setting = Setting::player("against", "measured", "the opponent that `loses` is meant against")
    .or(&[word("measured", "the only one in the curves")]);
/// See [`STRENGTH`].
pub const CURVES: Setting = Setting::file("curves", "shipped", "measured strengths, written by `kirifuda calibrate`")
    .or(&[word("shipped", "the curves that come with the program")]);
/// See [`STRENGTH`].
pub const ERROR: Setting = Setting::real(
    "error",
    0.0..=1000.0,
    "0",
    "how far it misjudges moves, in its own units; `loses` finds the error by itself",
);
/// All of them, in the order of help.
pub(crate) const TO_ORDER: &[Setting] = &[STRENGTH, REFERENCE, CURVES, ERROR];

/// A measured curve, and what it is of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The game.
    pub game: String,
    /// Its rules, in text.
    pub rules: String,
    /// The player at full strength.
    pub player: String,
    /// Who plays at all other seats.
    pub reference: String,
    /// Deals of each point, each in every rotation.
    pub deals: u64,
    /// The seed of the deals.
    pub seed: u64,
    /// What came out.
    #[serde(flatten)]
    pub curve: Curve,
}

impl Measured {
    /// Of the same player in the same game against the same reference.
    pub fn is_of(&self, other: &Measured) -> bool {
        let key = |measured: &Measured| {
            [&measured.game, &measured.rules, &measured.player, &measured.reference].map(String::clone)
        };
        key(self) == key(other)
    }
}

/// Reads a file of curves.
pub fn read_curves(text: &str) -> Result<Vec<Measured>, String> {
    let curves: Vec<Measured> = serde_json::from_str(text)
        .map_err(|why| format!("not a file of curves ({why}): write one by `kirifuda calibrate`"))?;
    for measured in &curves {
        let points = &measured.curve.points;
        let ascending = points.windows(2).all(|pair| pair[0].error < pair[1].error);
        let sound = |point: &Point| point.error >= 0.0 && (0.0..=1.0).contains(&point.share);
        if points.len() < 2 || !ascending || !points.iter().all(sound) {
            return Err(format!(
                "the curve of `{}` in {} is damaged: it needs two points or more with ascending errors and shares from 0 to \
                 1; measure it again by `kirifuda calibrate`",
                measured.player, measured.game
            ));
        }
    }
    Ok(curves)
}

/// The text of a file of curves, a point to a line.
pub fn write_curves(curves: &[Measured]) -> String {
    let mut text = serde_json::to_string_pretty(curves).unwrap_or_default();
    text.push('\n');
    text
}

static SHIPPED: LazyLock<Result<Vec<Measured>, String>> =
    LazyLock::new(|| read_curves(include_str!("../../../models/strength.json")));

/// The curves that come with the program.
pub fn shipped_curves() -> Result<&'static [Measured], String> {
    SHIPPED.as_deref().map_err(|why| format!("models/strength.json: {why}"))
}

/// The error that a specification asks for; 0 for full strength.
pub(crate) fn error_of<G: Game>(rules: &G::Rules, spec: &Spec) -> Result<f32, String> {
    let mut settings = Settings::new(spec, TO_ORDER);
    let error = settings.real(ERROR.name)? as f32;
    let strength = spec.given(STRENGTH.name).filter(|text| *text != STRENGTH.default);
    let Some(strength) = strength else {
        let idle = [REFERENCE.name, CURVES.name].into_iter().find(|key| spec.given(key).is_some());
        return match idle {
            Some(key) => Err(format!(
                "`{key}` decides nothing without `{}`: leave it out, or say how often it loses",
                STRENGTH.name
            )),
            None => Ok(error),
        };
    };
    if spec.given(ERROR.name).is_some() {
        return Err(format!("`{}` and `{}` exclude each other: give one of them", STRENGTH.name, ERROR.name));
    }
    let share = settings.real(STRENGTH.name)?;
    let own;
    let curves = match spec.given(CURVES.name).filter(|file| *file != CURVES.default) {
        None => shipped_curves()?,
        Some(file) => {
            let text = std::fs::read_to_string(file).map_err(|why| format!("cannot read {file}: {why}"))?;
            own = read_curves(&text).map_err(|why| format!("{file}: {why}"))?;
            &own
        }
    };
    let found = find::<G>(curves, rules, spec)?;
    found
        .curve
        .error_for(share)
        .map_err(|why| format!("`{}={strength}` against `{}`: {why}", STRENGTH.name, found.reference))
}

/// The curve of a specification.
fn find<'a, G: Game>(curves: &'a [Measured], rules: &G::Rules, spec: &Spec) -> Result<&'a Measured, String> {
    let (rules, player) = (G::Rules::book().text(rules), full_strength(spec).to_string());
    let fits = |m: &&Measured| m.game == G::NAME && m.rules == rules && m.player == player;
    let fitting: Vec<&Measured> = curves.iter().filter(fits).collect();
    let measure = |reference: &str| {
        format!(
            "measure one by `kirifuda calibrate {} {player} --rules {rules} --against {reference} --out FILE` and give it as \
             `curves=FILE`",
            G::NAME
        )
    };
    let wanted = spec.given(REFERENCE.name).filter(|name| *name != REFERENCE.default);
    match (wanted, fitting.as_slice()) {
        (_, []) => Err(format!("no curve of `{player}` under these rules: {}", measure(wanted.unwrap_or("PLAYER")))),
        (None, [only]) => Ok(only),
        (None, several) => {
            let names: Vec<&str> = several.iter().map(|measured| measured.reference.as_str()).collect();
            Err(format!("curves against several players: name one by `{}=`: {}", REFERENCE.name, names.join(", ")))
        }
        (Some(name), several) => several.iter().find(|measured| measured.reference == name).copied().ok_or_else(|| {
            let known = several.iter().map(|measured| measured.reference.as_str());
            format!("no curve against `{name}`{}; or {}", suggest::remedy(name, known), measure(name))
        }),
    }
}

/// A specification without what makes the player weaker.
fn full_strength(spec: &Spec) -> Spec {
    let weaker = [STRENGTH.name, REFERENCE.name, CURVES.name, ERROR.name];
    let settings = spec.settings.iter().filter(|(key, _)| !weaker.contains(&key.as_str()));
    Spec { name: spec.name.clone(), settings: settings.cloned().collect() }
}

/// A maker of a player with this error.
pub(crate) fn fallible<G: Game, J: Judge<G> + Clone + Sync + 'static>(judge: J, error: f32) -> Maker<G> {
    same(Fallible::new(judge, error))
}

/// Errors that a curve is measured at: none, then from 1/16 to 32 in steps of √2.
pub fn errors() -> impl ExactSizeIterator<Item = f32> {
    (0..20).map(|step: i32| if step == 0 { 0.0 } else { math::single::pow(2.0, f32::from(step as i16 - 9) / 2.0) })
}

/// Measures the curve of a player against a reference at all other seats, calling `tell` with every point. A reference
/// that does as well counts half.
pub fn calibrate<G: Listed>(
    plan: &Calibration<'_, G>,
    monitor: &dyn Monitor,
    mut tell: impl FnMut(&Point),
) -> Result<Measured, CalibrationError> {
    let player = Spec::parse(plan.player)?;
    if full_strength(&player) != player {
        return Err(CalibrationError::Player(CatalogError(format!(
            "`{}` is weaker already: leave out {}, {}, {} and {}",
            plan.player, STRENGTH.name, REFERENCE.name, CURVES.name, ERROR.name
        ))));
    }
    let reference: Contestant<G> = contestant(plan.rules, plan.reference)?;
    let with = |error: f32| {
        let mut weaker = player.clone();
        if error > 0.0 {
            weaker.settings.push((ERROR.name.to_string(), error.to_string()));
        }
        contestant::<G>(plan.rules, &weaker.to_string())
    };
    // A player that cannot be made weaker is refused before anything is played.
    with(1.0)?;
    let mut points = Vec::new();
    for (number, error) in errors().enumerate() {
        let mut contestants = vec![with(error)?];
        contestants.resize(plan.rules.seats(), reference.clone());
        let slice = Slice { monitor, before: number as u64 * plan.deals, total: errors().len() as u64 * plan.deals };
        let point = share_of(plan, &contestants, error, &slice)?;
        tell(&point);
        points.push(point);
    }
    Ok(Measured {
        game: G::NAME.to_string(),
        rules: G::Rules::book().text(plan.rules),
        player: plan.player.to_string(),
        reference: plan.reference.to_string(),
        deals: plan.deals,
        seed: plan.seed,
        curve: Curve { points },
    })
}

/// What is to be measured.
pub struct Calibration<'a, G: Game> {
    /// The variant.
    pub rules: &'a G::Rules,
    /// The player at full strength.
    pub player: &'a str,
    /// Who plays at all other seats.
    pub reference: &'a str,
    /// Deals of each point.
    pub deals: u64,
    /// All chance comes from it.
    pub seed: u64,
    /// Threads; nothing depends on it.
    pub threads: Option<usize>,
}

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum CalibrationError {
    /// A name leads to no player, or to one that cannot be made weaker.
    #[error(transparent)]
    Player(#[from] CatalogError),
    /// The games could not be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

/// The share of games in which the reference does better than the first contestant.
fn share_of<G: Listed>(
    plan: &Calibration<'_, G>,
    contestants: &[Contestant<G>],
    error: f32,
    monitor: &Slice<'_>,
) -> Result<Point, CalibrationError> {
    let seats = contestants.len();
    let mut moments = Moments::new(1);
    let (mut games, mut sum) = (0, 0.0);
    let mut sink = |record: &Record| {
        // The first contestant has been moved this far round the table.
        let own = record.payoffs[games % seats];
        let others = record.payoffs.iter().enumerate().filter(|(seat, _)| *seat != games % seats);
        sum += others.map(|(_, payoff)| better(*payoff, own)).sum::<f64>();
        games += 1;
        if games.is_multiple_of(seats) {
            moments.push(&[sum / (seats * (seats - 1)) as f64]);
            sum = 0.0;
        }
        Ok(())
    };
    let run =
        Plan { rules: plan.rules, contestants, first: 0, deals: plan.deals, seed: plan.seed, threads: plan.threads };
    let outcome = play_deals(&run, monitor, Some(&mut sink))?;
    if outcome.interrupted {
        return Err(ArenaError::Interrupted.into());
    }
    let share = moments.estimate(0);
    Ok(Point { error, share: share.mean, ci95: share.ci95.unwrap_or(1.0) })
}

/// 1 if a payoff is better than another, 0 if it is worse, half if it is the same.
fn better(payoff: f32, other: f32) -> f64 {
    match payoff.total_cmp(&other) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    }
}

/// A monitor of one of several runs.
struct Slice<'a> {
    monitor: &'a dyn Monitor,
    before: u64,
    total: u64,
}

impl Monitor for Slice<'_> {
    fn advance(&self, done: u64, _total: u64) {
        self.monitor.advance(self.before + done, self.total);
    }
    fn stopped(&self) -> bool {
        self.monitor.stopped()
    }
}
