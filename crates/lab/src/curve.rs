use kirifuda_arena::{ArenaError, Contestant, Estimate, Maker, Monitor, Plan, PlayerOutcome, play_deals};
use kirifuda_catalog::Listed;
use kirifuda_catalog::trainers::others;
use kirifuda_play::Measure;
use kirifuda_players::common::table_text;
use serde_json::{Map, Value, json};

use crate::LabError;

/// How strong a learner is after so many deals: always on the same deals, against the same players.
pub struct Curve<G: Listed> {
    rules: G::Rules,
    others: Vec<Contestant<G>>,
    /// Deals of each point.
    deals: u64,
    /// Deals of learning between two points; 0: there is no curve.
    every: u64,
    threads: Option<usize>,
    points: Vec<CurvePoint>,
}

/// One point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// Deals learned from.
    pub deals: u64,
    /// The game's first measure, or the payoff.
    pub value: Estimate,
}

/// What may be asked of a curve; what is not is as it was, or has its default.
#[derive(Clone, Copy, Debug, Default)]
pub struct CurveWish<'a> {
    /// Whom it meets: a player, or one for each seat joined by `+`; by default a rule player.
    pub against: Option<&'a str>,
    /// Deals of each point; by default 2000.
    pub deals: Option<u64>,
    /// Deals of learning between two points, 0 for no curve; by default a twentieth of the training.
    pub every: Option<u64>,
    /// Threads to measure on; by default one for each core.
    pub threads: Option<usize>,
}

/// The seed of the deals of all curves. (No deal of a training is among them: a training draws from other streams.)
const SEED: u64 = 20_261;

impl<G: Listed> Curve<G> {
    /// A curve for a training of so many deals. `kept` is what [`notes`](Curve::notes) of an earlier part gave.
    pub fn new(rules: G::Rules, wish: &CurveWish<'_>, target: u64, kept: Option<&Value>) -> Result<Curve<G>, LabError> {
        let kept = kept.unwrap_or(&Value::Null);
        let against = wish.against.or(kept["against"].as_str()).unwrap_or(G::EXAMINER);
        let others =
            others::<G>(&rules, against).map_err(|why| LabError::Other(format!("--against {against}: {why}")))?;
        let mut curve = Curve {
            rules,
            others,
            deals: wish.deals.or(kept["deals"].as_u64()).unwrap_or(2000),
            every: wish.every.or(kept["every"].as_u64()).unwrap_or((target / 20).max(1)),
            threads: wish.threads,
            points: Vec::new(),
        };
        // Points against others or on other deals belong to another curve.
        let same = kept["against"] == json!(curve.against()) && kept["deals"] == json!(curve.deals);
        if same {
            let points = kept["points"].as_array().and_then(|points| points.iter().map(CurvePoint::read).collect());
            let unreadable = "the checkpoint's curve cannot be read: start anew with --overwrite";
            curve.points = points.ok_or_else(|| LabError::Other(unreadable.to_string()))?;
        }
        Ok(curve)
    }

    /// What a later part of the training needs to continue the curve.
    pub fn notes(&self) -> Value {
        let points: Vec<Value> = self.points.iter().map(CurvePoint::json).collect();
        json!({"against": self.against(), "deals": self.deals, "every": self.every, "points": points})
    }

    /// False where no curve was asked for.
    pub fn is_wanted(&self) -> bool {
        self.every > 0
    }

    /// Whether a point is missing after so many deals.
    pub fn is_due(&self, deals: u64, target: u64) -> bool {
        let wanted = self.is_wanted() && (deals.is_multiple_of(self.every) || deals == target);
        wanted && !self.points.iter().any(|point| point.deals == deals)
    }

    /// The next deal after which a point may be due.
    pub fn next(&self, deals: u64, target: u64) -> u64 {
        match deals.checked_div(self.every) {
            Some(before) => before.saturating_add(1).saturating_mul(self.every).min(target),
            None => target,
        }
    }

    /// Measures the player of now and adds the point; nothing when it was stopped. Also what all players of the table
    /// have on average.
    pub fn measure(
        &mut self,
        deals: u64,
        learner: &str,
        player: Maker<G>,
        monitor: &dyn Monitor,
    ) -> Result<Option<(CurvePoint, f64)>, LabError> {
        let mut contestants = vec![Contestant { name: learner.to_string(), maker: player, many: false }];
        contestants.extend(self.others.iter().cloned());
        let plan = Plan {
            rules: &self.rules,
            contestants: &contestants,
            first: 0,
            deals: self.deals,
            seed: SEED,
            threads: self.threads,
        };
        let outcome = match play_deals(&plan, &Silent(monitor), None) {
            Ok(outcome) if !outcome.interrupted => outcome,
            Ok(_) | Err(ArenaError::Interrupted) => return Ok(None),
            Err(why) => return Err(why.into()),
        };
        let value = |player: &PlayerOutcome| player.measures.first().copied().unwrap_or(player.payoff);
        let point = CurvePoint { deals, value: value(&outcome.players[0]) };
        let total: f64 = outcome.players.iter().map(|player| value(player).mean).sum();
        self.points.push(point);
        self.points.sort_by_key(|point| point.deals);
        Ok(Some((point, total / outcome.players.len() as f64)))
    }

    /// The points so far.
    pub fn points(&self) -> &[CurvePoint] {
        &self.points
    }

    /// What is measured.
    pub fn measure_of() -> Measure {
        let payoff = Measure::new("mean_payoff", "payoff", "payoff", "what a deal is worth");
        G::MEASURES.first().copied().unwrap_or(payoff)
    }

    /// The other players.
    pub fn others(&self) -> &[Contestant<G>] {
        &self.others
    }

    /// The other players as text.
    pub fn against(&self) -> String {
        table_text(&self.others)
    }

    /// `2000 deals against rule, seed 20261`.
    pub fn conditions(&self) -> String {
        format!("{} deals against {}, seed {SEED}", self.deals, self.against())
    }

    /// One line for each point under a line of column names.
    pub fn csv(&self) -> String {
        let name = Self::measure_of().name;
        let mut text = format!("deals,{name},{name}_ci95\n");
        for CurvePoint { deals, value } in &self.points {
            let half = value.ci95.map_or_else(String::new, |half| half.to_string());
            text.push_str(&format!("{deals},{},{half}\n", value.mean));
        }
        text
    }

    /// The curve in a machine-readable result.
    pub fn json(&self) -> Value {
        let points: Vec<Value> = self.points.iter().map(CurvePoint::json).collect();
        let measure = Self::measure_of().name;
        json!({"measure": measure, "against": self.against(), "deals": self.deals, "seed": SEED, "points": points})
    }
}

impl CurvePoint {
    fn json(&self) -> Value {
        json!({"deals": self.deals, "mean": self.value.mean, "ci95": self.value.ci95})
    }

    fn read(value: &Value) -> Option<CurvePoint> {
        let fields: &Map<String, Value> = value.as_object()?;
        let value = Estimate { mean: fields.get("mean")?.as_f64()?, ci95: fields.get("ci95")?.as_f64() };
        Some(CurvePoint { deals: fields.get("deals")?.as_u64()?, value })
    }
}

/// Hears the wish to stop, but shows no progress: the bar is that of the training.
struct Silent<'a>(&'a dyn Monitor);

impl Monitor for Silent<'_> {
    fn stopped(&self) -> bool {
        self.0.stopped()
    }
}
