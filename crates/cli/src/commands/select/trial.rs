use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Result, anyhow};
use kirifuda_arena::{Contestant, Monitor, Plan, play_deals};
use kirifuda_catalog::trainers::{self, Trainee, Wish};
use kirifuda_catalog::{Listed, Spec};
use kirifuda_learn::select::{Size, Trial};
use kirifuda_play::{Rng, Rules};

use super::order::{Candidates, Order, PAYOFF, PLAN, learner};
use crate::monitor::stopped;

/// Trains the learner with a choice of percepts and examines it.
pub struct Training<'a, G: Listed> {
    order: &'a Order,
    candidates: &'a Candidates,
    rules: G::Rules,
    against: Vec<Contestant<G>>,
    spec: Spec,
    /// Whether the learner wants to know how many deals there will be.
    plans: bool,
    /// Place of the measure; nothing for the payoff.
    measure: Option<usize>,
    /// Deals played in trials that may not be finished yet.
    played: AtomicU64,
}

/// The streams of the seed that trainings and examinations have theirs from.
const LEARN: u64 = 1;
const EXAM: u64 = 2;

impl<'a, G: Listed> Training<'a, G> {
    pub fn new(order: &'a Order, candidates: &'a Candidates) -> Result<Training<'a, G>> {
        let rules: G::Rules = order.parsed_rules()?;
        let (trainer, spec) = learner::<G>(Some(&order.learner))?;
        let against = trainers::others::<G>(&rules, &order.against)
            .map_err(|why| anyhow!("--against {}: {why}", order.against))?;
        let plans = trainer.settings.iter().any(|setting| setting.name == PLAN) && spec.given(PLAN).is_none();
        let measure = G::MEASURES.iter().position(|measure| measure.name == order.measure);
        let played = AtomicU64::new(0);
        Ok(Training { order, candidates, rules, against, spec, plans, measure, played })
    }

    /// Finds out whether a trial can begin, before anything is written.
    pub fn rehearse(&self) -> Result<()> {
        let everything: Vec<usize> = (0..self.candidates.numbers.len()).collect();
        for set in [&everything[..0], &everything[..1]] {
            self.start(set, 0, 1).map_err(|why| anyhow!(why))?;
        }
        Ok(())
    }

    /// Seats at the table.
    pub fn seats(&self) -> u64 {
        self.rules.seats() as u64
    }

    /// What is measured, as people call it, and whether higher is better.
    pub fn unit(&self) -> (&'static str, bool) {
        match self.measure {
            Some(place) => (G::MEASURES[place].title, false),
            None => (PAYOFF, true),
        }
    }

    fn start(&self, set: &[usize], run: u64, deals: u64) -> Result<Box<dyn Trainee<G>>, String> {
        let mut spec = self.spec.clone();
        spec.settings.push((self.order.side.clone(), self.candidates.text(set)));
        if self.plans {
            spec.settings.push((PLAN.to_string(), deals.to_string()));
        }
        let wish = Wish {
            learner: &spec.to_string(),
            rules: Some(self.rules.clone()),
            opponents: Some(&self.order.opponents),
            seed: Some(self.seed(run, LEARN)),
        };
        trainers::start::<G>(&wish).map_err(|why| why.to_string())
    }

    /// The seed of all trainings, or of all examinations, of a run: common to all sets.
    fn seed(&self, run: u64, part: u64) -> u64 {
        Rng::stream(self.order.seed, &[part, run]).bits()
    }
}

/// Counts the deals that are played, whatever the game.
pub trait Counted: Sync {
    /// Deals played so far, those of unfinished trials included.
    fn played(&self) -> u64;
}

impl<G: Listed> Counted for Training<'_, G> {
    fn played(&self) -> u64 {
        self.played.load(Ordering::Relaxed)
    }
}

impl<G: Listed> Trial for Training<'_, G> {
    fn run(&self, set: &[usize], run: u64, size: Size) -> Result<f64, String> {
        let mut trainee = self.start(set, run, size.learn)?;
        // Doubled until it takes long enough to look up from: players may be fast or slow.
        let mut stretch = 1;
        while trainee.deals() < size.learn {
            if stopped() {
                return Err("stopped".to_string());
            }
            let begin = Instant::now();
            let deals = stretch.min(size.learn - trainee.deals());
            trainee.advance(deals)?;
            self.played.fetch_add(deals, Ordering::Relaxed);
            match begin.elapsed().as_millis() {
                ..20 => stretch *= 2,
                100.. => stretch = (stretch / 2).max(1),
                _ => {}
            }
        }
        let mut contestants = vec![Contestant { name: self.spec.name.clone(), maker: trainee.player() }];
        contestants.extend(self.against.iter().cloned());
        // Trials run side by side; within each of them there is one thread.
        let plan = Plan {
            rules: &self.rules,
            contestants: &contestants,
            deals: size.exam,
            seed: self.seed(run, EXAM),
            threads: Some(1),
        };
        let outcome = play_deals(&plan, &Silent, None).map_err(|why| why.to_string())?;
        if outcome.interrupted {
            return Err("stopped".to_string());
        }
        self.played.fetch_add(outcome.games, Ordering::Relaxed);
        let player = &outcome.players[0];
        Ok(self.measure.map_or(-player.payoff.mean, |place| player.measures[place].mean))
    }

    /// A deal of the examination is played in every rotation of the players.
    fn cost(&self, size: Size) -> u64 {
        size.learn.saturating_add(size.exam.saturating_mul(self.seats()))
    }
}

/// Hears the wish to stop.
struct Silent;

impl Monitor for Silent {
    fn stopped(&self) -> bool {
        stopped()
    }
}
