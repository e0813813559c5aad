use kirifuda_arena::{Contestant, Estimate, Monitor, Outcome, Plan, Record, play_deals};
use kirifuda_catalog::{Listed, Visitor, contestant, visit};
use kirifuda_play::{Game, Rules};
use serde::{Deserialize, Serialize};

use crate::LabError;

/// A contest on duplicate deals between players of the list, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contest<'a> {
    /// The game.
    pub game: &'a str,
    /// Its rules.
    pub rules: &'a str,
    /// As many players as the game has seats; the first is the one that is measured.
    pub players: &'a [&'a str],
    /// How many deals; each is played in every rotation.
    pub deals: u64,
}

/// How the first player of a contest did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// Its payoff.
    pub payoff: Estimate,
    /// What the game measures, by name.
    pub measures: Vec<(String, Estimate)>,
}

impl Contest<'_> {
    /// Plays it. The result does not depend on the number of threads.
    pub fn play(&self, seed: u64, threads: usize, monitor: &dyn Monitor) -> Result<Measures, LabError> {
        let (measures, _) = visit(self.game, Play { contest: self, seed, threads, monitor, count: false })??;
        Ok(measures)
    }

    /// How often the first player gets which payoff. The result does not depend on the number of threads.
    pub fn payoffs(&self, seed: u64, threads: usize, monitor: &dyn Monitor) -> Result<Payoffs, LabError> {
        let (_, payoffs) = visit(self.game, Play { contest: self, seed, threads, monitor, count: true })??;
        Ok(payoffs)
    }
}

impl Measures {
    /// A measure by its name in machine-readable results: `mean_points`.
    pub fn get(&self, name: &str) -> Result<Estimate, LabError> {
        let found = self.measures.iter().find(|(measure, _)| measure == name);
        found.map(|(_, estimate)| *estimate).ok_or_else(|| {
            let names: Vec<&str> = self.measures.iter().map(|(measure, _)| measure.as_str()).collect();
            LabError::Other(format!("there is no measure `{name}`, only {}", names.join(", ")))
        })
    }
}

struct Play<'a> {
    contest: &'a Contest<'a>,
    seed: u64,
    threads: usize,
    monitor: &'a dyn Monitor,
    /// Whether payoffs are counted.
    count: bool,
}

impl Visitor for Play<'_> {
    type Output = Result<(Measures, Payoffs), LabError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let Play { contest, seed, threads, monitor, count } = self;
        let rules = &<G as Game>::Rules::book().parse(contest.rules)?;
        let contestants: Vec<Contestant<G>> =
            contest.players.iter().map(|name| contestant::<G>(rules, name)).collect::<Result<_, _>>()?;
        let plan =
            Plan { rules, contestants: &contestants, first: 0, deals: contest.deals, seed, threads: Some(threads) };
        if count { count_payoffs(&plan, monitor) } else { Ok((measure(&plan, monitor)?, Payoffs::new())) }
    }
}

/// How the first contestant does.
pub(crate) fn measure<G: Listed>(plan: &Plan<'_, G>, monitor: &dyn Monitor) -> Result<Measures, LabError> {
    first(play_deals(plan, monitor, None)?)
}

/// How often each payoff came up, by ascending payoff.
pub type Payoffs = Vec<(f64, u64)>;

/// How the first contestant does, and how often it gets which payoff.
pub(crate) fn count_payoffs<G: Listed>(
    plan: &Plan<'_, G>,
    monitor: &dyn Monitor,
) -> Result<(Measures, Payoffs), LabError> {
    // A name of its own, by which it is found in the records.
    const FIRST: &str = "the player that is measured";
    let mut contestants = plan.contestants.to_vec();
    if let Some(first) = contestants.first_mut() {
        first.name = FIRST.to_string();
    }
    let mut counts = Payoffs::new();
    let mut count = |record: &Record| {
        let mine = record.players.iter().zip(&record.payoffs).filter(|(name, _)| *name == FIRST);
        for (_, &payoff) in mine {
            let payoff = f64::from(payoff);
            match counts.binary_search_by(|(known, _)| known.total_cmp(&payoff)) {
                Ok(place) => counts[place].1 += 1,
                Err(place) => counts.insert(place, (payoff, 1)),
            }
        }
        Ok(())
    };
    let outcome = play_deals(&Plan { contestants: &contestants, ..*plan }, monitor, Some(&mut count))?;
    Ok((first(outcome)?, counts))
}

fn first(outcome: Outcome) -> Result<Measures, LabError> {
    // A part of a match is no result.
    if outcome.interrupted {
        return Err(LabError::Interrupted);
    }
    let names = outcome.measures.iter().map(|measure| measure.name.to_string());
    let Some(first) = outcome.players.into_iter().next() else {
        return Err(LabError::Other(format!("{} has no players", outcome.game)));
    };
    Ok(Measures { payoff: first.payoff, measures: names.zip(first.measures).collect() })
}
