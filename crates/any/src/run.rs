use std::sync::Arc;

use kirifuda_arena::{Contest, Contestant, Monitor, Plan, Program, Sink, Tally, TallyError, play_deals, tournament};
use kirifuda_catalog::{Listed, PartError, Visitor, contestant, origin, portion, side_by_side, tally, visit};
use kirifuda_play::Policy;
use serde_json::Value;

use crate::guest::Seated;
use crate::{Answers, Error, Guest};

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

/// A part of a run that is shared out.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its number, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
    /// What is played.
    pub contest: Contest,
    /// Which program plays.
    pub program: Program,
}

/// Plays a part of a match or tournament: a text that [`merge`](crate::merge) adds up with the other parts.
pub(crate) fn part<G: Listed>(
    rules: &G::Rules,
    order: &Match,
    part: &Part,
    monitor: &dyn Monitor,
) -> Result<String, Error> {
    let Part { number, of, contest, ref program } = *part;
    if let Some(guest) = order.players.iter().find_map(|player| match player {
        Contender::Guest(guest) => Some(&guest.name),
        Contender::Listed(_) => None,
    }) {
        return Err(Error::Input(format!(
            "player `{guest}` cannot be played in parts: nobody knows whether a function plays the same on another machine; play \
             it whole"
        )));
    }
    let Some(deals) = portion(order.deals, number, of) else {
        return Err(Error::Input(format!("part {number} of {of}: {} deals cannot be cut so", order.deals)));
    };
    let contestants = contestants::<G>(rules, order)?;
    let names: Vec<&str> = contestants.iter().map(|contestant| contestant.name.as_str()).collect();
    let origin = origin::<G>(rules, &names, program.clone())?;
    let plan = Plan { first: deals.start, deals: deals.end - deals.start, ..plan(rules, order, &contestants) };
    match tally(contest, &plan, order.deals, &origin, monitor, None) {
        Ok(tally) => Ok(tally.to_json()),
        Err(PartError::Arena(why)) => Err(why.into()),
        Err(why) => Err(Error::Input(why.to_string())),
    }
}

/// The result of all parts of a run, as data: that of one machine, to the last bit.
pub fn merge(parts: &[String]) -> Result<Value, Error> {
    struct Conclude(Tally);
    impl Visitor for Conclude {
        type Output = Result<Value, TallyError>;
        fn visit<G: Listed>(self) -> Self::Output {
            Ok(match self.0.identity().contest {
                Contest::Tournament => self.0.tournament::<G>()?.json(),
                Contest::Deals | Contest::Matches => self.0.outcome::<G>()?.json(),
            })
        }
    }
    let mut all: Option<Tally> = None;
    for (place, text) in parts.iter().enumerate() {
        let wrong = |why: TallyError| Error::Input(format!("the {}. part: {why}", place + 1));
        let tally = Tally::from_json(text).map_err(wrong)?;
        match &mut all {
            None => all = Some(tally),
            Some(all) => all.merge(&tally).map_err(wrong)?,
        }
    }
    let all = all.ok_or_else(|| Error::Input("no parts are given".to_string()))?;
    let game = all.identity().game.clone();
    visit(&game, Conclude(all))?.map_err(|why| Error::Input(why.to_string()))
}

fn plan<'a, G: Listed>(rules: &'a G::Rules, order: &Match, contestants: &'a [Contestant<G>]) -> Plan<'a, G> {
    Plan { rules, contestants, first: 0, deals: order.deals, seed: order.seed, threads: order.threads }
}

pub(crate) fn contestants<G: Listed>(rules: &G::Rules, order: &Match) -> Result<Vec<Contestant<G>>, Error> {
    let one = |contender: &Contender| -> Result<Contestant<G>, Error> {
        match contender {
            Contender::Listed(text) => Ok(contestant::<G>(rules, text)?),
            Contender::Guest(guest) => {
                let many = matches!(guest.answers, Answers::Many(_));
                let (name, guest) = (guest.name.clone(), guest.clone());
                let maker = move || Ok(Box::new(Seated::<G>::new(guest.clone())) as Box<dyn Policy<G>>);
                Ok(Contestant { name, maker: Arc::new(maker), many })
            }
        }
    };
    Ok(side_by_side(order.players.iter().map(one).collect::<Result<_, _>>()?))
}
