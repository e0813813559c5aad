use std::fmt;

use kirifuda_play::{Game, Measure, Rules};
use serde_json::{Map, Value, json};

use crate::csv;
use crate::statistics::Estimate;

/// What a run on duplicate deals has shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The game.
    pub game: &'static str,
    /// Its rules, in canonical text.
    pub rules: String,
    /// The seed.
    pub seed: u64,
    /// Deals (or matches, see `unit`) that count. Each was played in every rotation.
    pub deals: u64,
    /// Games played to their end.
    pub games: u64,
    /// What one observation is.
    pub unit: Unit,
    /// True when the run was stopped before all deals were played; the outcome is that of a run of `deals` deals.
    pub interrupted: bool,
    /// The version of the program.
    pub version: &'static str,
    /// What is measured besides the payoff.
    pub measures: &'static [Measure],
    /// One for each contestant, in the order of the plan.
    pub players: Vec<PlayerOutcome>,
}

/// How one player did.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerOutcome {
    /// The player's specification.
    pub name: String,
    /// The payoff of a deal, or of a match.
    pub payoff: Estimate,
    /// The measures, in the game's order.
    pub measures: Vec<Estimate>,
    /// Share of games (or matches) with the highest payoff; players with equal payoffs share.
    pub win_rate: Estimate,
    /// The own payoff less the mean of the others' in the same games. Both come from the same deals, so that the interval is
    /// that of paired observations.
    pub difference: Estimate,
    /// Shares of first place, second place and so on; equal players share their places. They add up to 1.
    pub rank_shares: Vec<f64>,
}

/// What is counted and observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// One deal in every rotation.
    Deal,
    /// A series of deals in every rotation.
    Match,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::Deal => "deal",
            Unit::Match => "match",
        })
    }
}

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) fn rules_text<G: Game>(rules: &G::Rules) -> String {
    G::Rules::book().text(rules)
}

impl Outcome {
    /// The machine-readable form. Each measure stands under its own name; `ci95` and `intervals` hold half-widths of
    /// 95% intervals, null where a single observation gives none.
    pub fn json(&self) -> Value {
        json!({
            "game": self.game,
            "rules": self.rules,
            "seed": self.seed,
            "deals": self.deals,
            "games": self.games,
            "unit": self.unit.to_string(),
            "interrupted": self.interrupted,
            "version": self.version,
            "players": self.players.iter().map(|player| self.player_json(player)).collect::<Vec<_>>(),
        })
    }

    fn player_json(&self, player: &PlayerOutcome) -> Value {
        let mut object = Map::new();
        let mut intervals = Map::new();
        object.insert("name".into(), json!(player.name));
        object.insert("mean".into(), json!(player.payoff.mean));
        object.insert("ci95".into(), json!(player.payoff.ci95));
        for (name, estimate) in self.named(player) {
            object.insert(name.into(), json!(estimate.mean));
            intervals.insert(name.into(), json!(estimate.ci95));
        }
        object.insert("rank_shares".into(), json!(player.rank_shares));
        object.insert("intervals".into(), Value::Object(intervals));
        Value::Object(object)
    }

    /// One line for each player under a line of column names: the estimates, each measure with its half-width
    /// (`…_ci95`, empty where there is none), the shares of places, and last what is needed to play it again.
    pub fn csv(&self) -> String {
        let measures = self.measures.iter().map(|measure| measure.name).chain(["win_rate", "difference"]);
        let mut head: Vec<String> = ["name", "mean", "ci95"].map(String::from).into();
        head.extend(measures.flat_map(|name| [name.to_string(), format!("{name}_ci95")]));
        let places = self.players.first().map_or(0, |player| player.rank_shares.len());
        head.extend((1..=places).map(|place| format!("rank_{place}")));
        head.extend(["game", "rules", "seed", "deals", "games", "unit", "interrupted", "version"].map(String::from));
        let mut text = String::new();
        csv::push_line(&mut text, head);
        for player in &self.players {
            let mut line = vec![player.name.clone()];
            let estimates = [player.payoff].into_iter().chain(self.named(player).map(|(_, estimate)| estimate));
            line.extend(estimates.flat_map(|estimate| [estimate.mean.to_string(), csv::optional(estimate.ci95)]));
            line.extend(player.rank_shares.iter().map(f64::to_string));
            line.extend([self.game.to_string(), self.rules.clone(), self.seed.to_string(), self.deals.to_string()]);
            line.extend([self.games.to_string(), self.unit.to_string(), self.interrupted.to_string()]);
            line.push(self.version.to_string());
            csv::push_line(&mut text, line);
        }
        text
    }

    /// The measures, the win rate and the difference from the others, by name.
    fn named<'a>(&'a self, player: &'a PlayerOutcome) -> impl Iterator<Item = (&'static str, Estimate)> + 'a {
        let measures = self.measures.iter().map(|measure| measure.name).zip(player.measures.iter().copied());
        measures.chain([("win_rate", player.win_rate), ("difference", player.difference)])
    }
}
