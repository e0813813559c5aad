use std::sync::Arc;

use kirifuda_arena::{Contestant, Monitor, Plan, Sink, play_deals, tournament};
use kirifuda_catalog::{Listed, contestant};
use kirifuda_play::Policy;
use serde_json::Value;

use crate::guest::Seated;
use crate::{Error, Guest};

/// A player of a match.
#[derive(Clone)]
pub enum Contender {
    /// One of the list, with its settings.
    Listed(String),
    /// One from outside.
    Guest(Guest),
}

/// A match or a tournament.
#[derive(Clone)]
pub struct Match {
    /// Who plays: as many as there are seats; in a tournament at least two.
    pub players: Vec<Contender>,
    /// How many deals, each in every rotation; in a series: how many matches.
    pub deals: u64,
    /// All chance comes from it.
    pub seed: u64,
    /// How many threads; nothing means one for each core. The result does not depend on it.
    pub threads: Option<usize>,
    /// Whole series of deals, where the game has them.
    pub series: bool,
}

pub(crate) fn play<G: Listed>(
    rules: &G::Rules,
    order: &Match,
    monitor: &dyn Monitor,
    records: Option<Sink<'_>>,
) -> Result<Value, Error> {
    let contestants = contestants::<G>(rules, order)?;
    let plan = plan(rules, order, &contestants);
    let outcome = match (order.series, G::matches()) {
        (false, _) => play_deals(&plan, monitor, records),
        (true, Some(play_matches)) => play_matches(&plan, monitor, records),
        (true, None) => return Err(Error::Input(format!("{} is not played in matches; name deals", G::NAME))),
    };
    Ok(outcome?.json())
}

pub(crate) fn compete<G: Listed>(rules: &G::Rules, order: &Match, monitor: &dyn Monitor) -> Result<Value, Error> {
    let contestants = contestants::<G>(rules, order)?;
    Ok(tournament(&plan(rules, order, &contestants), monitor)?.json())
}

fn plan<'a, G: Listed>(rules: &'a G::Rules, order: &Match, contestants: &'a [Contestant<G>]) -> Plan<'a, G> {
    Plan { rules, contestants, deals: order.deals, seed: order.seed, threads: order.threads }
}

fn contestants<G: Listed>(rules: &G::Rules, order: &Match) -> Result<Vec<Contestant<G>>, Error> {
    let one = |contender: &Contender| -> Result<Contestant<G>, Error> {
        match contender {
            Contender::Listed(text) => Ok(contestant::<G>(rules, text)?),
            Contender::Guest(guest) => {
                let (name, guest) = (guest.name.clone(), guest.clone());
                let maker = move || Ok(Box::new(Seated::<G>::new(guest.clone())) as Box<dyn Policy<G>>);
                Ok(Contestant { name, maker: Arc::new(maker) })
            }
        }
    };
    order.players.iter().map(one).collect()
}
