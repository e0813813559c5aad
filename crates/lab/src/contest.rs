use kirifuda_arena::{Contestant, Estimate, Monitor, Plan, Record, play_deals};
use kirifuda_play::{Game, Rules};
use kirifuda_players::{Listed, Visitor, contestant, visit};
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
    /// How often the first player gets which payoff. The result does not depend on the number of threads.
    pub fn payoffs(&self, seed: u64, threads: usize, monitor: &dyn Monitor) -> Result<Payoffs, LabError> {
        visit(self.game, Count { contest: self, seed, threads, monitor })?
    }

    /// Plays it. The result does not depend on the number of threads.
    pub fn play(&self, seed: u64, threads: usize, monitor: &dyn Monitor) -> Result<Measures, LabError> {
        visit(self.game, Play { contest: self, seed, threads, monitor })?
    }
}

impl Contest<'_> {
    fn table<G: Listed>(&self) -> Result<(G::Rules, Vec<Contestant<G>>), LabError> {
        let rules = <G as Game>::Rules::book().parse(self.rules)?;
        let players = self.players.iter().map(|name| contestant::<G>(&rules, name)).collect::<Result<_, _>>()?;
        Ok((rules, players))
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

struct Count<'a> {
    contest: &'a Contest<'a>,
    seed: u64,
    threads: usize,
    monitor: &'a dyn Monitor,
}

impl Visitor for Count<'_> {
    type Output = Result<Payoffs, LabError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let (rules, contestants) = self.contest.table::<G>()?;
        payoffs(&rules, &contestants, self.contest.deals, self.seed, self.threads, self.monitor)
    }
}

struct Play<'a> {
    contest: &'a Contest<'a>,
    seed: u64,
    threads: usize,
    monitor: &'a dyn Monitor,
}

impl Visitor for Play<'_> {
    type Output = Result<Measures, LabError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let (rules, contestants) = self.contest.table::<G>()?;
        measure(&rules, &contestants, self.contest.deals, self.seed, self.threads, self.monitor)
    }
}

/// How the first contestant does.
pub(crate) fn measure<G: Listed>(
    rules: &G::Rules,
    contestants: &[Contestant<G>],
    deals: u64,
    seed: u64,
    threads: usize,
    monitor: &dyn Monitor,
) -> Result<Measures, LabError> {
    let plan = Plan { rules, contestants, deals, seed, threads: Some(threads) };
    let outcome = play_deals(&plan, monitor, None)?;
    let names = outcome.measures.iter().map(|measure| measure.name.to_string());
    let Some(first) = outcome.players.into_iter().next() else {
        return Err(LabError::Other(format!("{} has no players", G::NAME)));
    };
    Ok(Measures { payoff: first.payoff, measures: names.zip(first.measures).collect() })
}

/// How often each payoff came up, by ascending payoff.
pub type Payoffs = Vec<(f64, u64)>;

/// How often the first contestant got which payoff.
pub(crate) fn payoffs<G: Listed>(
    rules: &G::Rules,
    contestants: &[Contestant<G>],
    deals: u64,
    seed: u64,
    threads: usize,
    monitor: &dyn Monitor,
) -> Result<Payoffs, LabError> {
    // A name of its own, by which it is found in the records.
    let mut contestants = contestants.to_vec();
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
    play_deals(
        &Plan { rules, contestants: &contestants, deals, seed, threads: Some(threads) },
        monitor,
        Some(&mut count),
    )?;
    Ok(counts)
}

const FIRST: &str = "the player that is measured";
