//! Which percepts a learner should be given: a selection as it is asked for, run, kept and taken up again.
//!
//! A [`Wish`] leaves out what it likes; an [`Order`] is complete. A [`Selector`] runs an order: its trials are trainings by
//! text, one for each set of percepts, in the procedures of [`kirifuda_learn::select`]. A [`Record`] is what is kept.

mod candidates;
mod learner;
mod order;
mod procedure;
mod record;

use std::sync::atomic::{AtomicU64, Ordering};

use kirifuda_arena::Monitor;
use kirifuda_catalog::trainers;
use kirifuda_catalog::{Listed, Spec, Visitor, visit};
use kirifuda_learn::select::{Ledger, Quiet, Selection, Size, Trial, Watch};
use kirifuda_play::{Rng, Rules};

pub use candidates::Candidates;
pub use order::{Order, PAYOFF, Wish};
pub use procedure::{Effort, Kind, Procedure, ProcedureWish};
pub use record::Record;

use crate::bench::pool;
use crate::{Exam, Exams, LabError, Lesson};
use learner::PLAN;

/// A selection that can be run: what it tries are trainings of a learner with some of the candidates, each examined.
pub struct Selector {
    order: Order,
    candidates: Candidates,
    budget: Option<u64>,
    /// The learner without the percepts to be selected.
    spec: Spec,
    /// Whether the learner wants to know how many deals there will be.
    plans: bool,
    seats: u64,
    /// What is measured, as people call it.
    unit: &'static str,
    higher_is_better: bool,
    /// Deals played, also in trials that are not finished yet.
    played: AtomicU64,
}

/// The streams of the seed that trainings and examinations have theirs from.
const LEARN: u64 = 1;
const EXAM: u64 = 2;

impl Selector {
    /// What is asked for; what is left out is as it was in `kept`, or has its default. Refuses what cannot begin, and to go
    /// on with another selection than the kept one.
    pub fn new(game: &str, wish: &Wish<'_>, kept: Option<&Record<'_>>) -> Result<Selector, LabError> {
        visit(game, New { wish, kept })?
    }

    /// By an order that leaves nothing open, with so many deals at most.
    pub fn of(order: Order, budget: Option<u64>) -> Result<Selector, LabError> {
        visit(&order.game.clone(), Of { order, budget: Some(budget) })?
    }

    /// Everything that determines it.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// What there is to choose from.
    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// Deals at most.
    pub fn budget(&self) -> Option<u64> {
        self.budget
    }

    /// What is measured, as people call it.
    pub fn unit(&self) -> &'static str {
        self.unit
    }

    /// What is measured, from the value of a trial: in trials lower is always better.
    pub fn value(&self, value: f64) -> f64 {
        if self.higher_is_better { -value } else { value }
    }

    /// Deals played so far, those of unfinished trials included.
    pub fn played(&self) -> u64 {
        self.played.load(Ordering::Relaxed)
    }

    /// Runs it on so many threads, going on from the trials in the ledger. The result does not depend on the number of
    /// threads.
    pub fn run(&self, threads: Option<usize>, ledger: &mut Ledger, watch: &dyn Watch) -> Result<Selection, LabError> {
        let start: Vec<usize> = self.order.from.iter().filter_map(|number| self.candidates.place(number)).collect();
        let procedure = self.order.procedure.within(self.budget);
        let count = self.candidates.numbers.len();
        Ok(pool(threads)?.install(|| procedure.run(count, &start, &self.trial(watch), ledger, watch))?)
    }

    /// One training with its examination, until somebody wants it to end.
    pub(crate) fn trial<'a>(&'a self, watch: &'a dyn Watch) -> impl Trial + 'a {
        TrialTraining { selector: self, watch }
    }

    /// The learner with these percepts, for so many deals.
    pub(crate) fn learner(&self, set: &[usize], deals: u64) -> String {
        let mut spec = self.spec.clone();
        spec.settings.push((self.order.side.clone(), self.candidates.text(set)));
        if self.plans {
            spec.settings.push((PLAN.to_string(), deals.to_string()));
        }
        spec.to_string()
    }

    /// A training in a run. Its seed is common to all sets.
    fn lesson<'a>(&'a self, learner: &'a str, run: u64, deals: u64) -> Lesson<'a> {
        let Order { game, rules, opponents, .. } = &self.order;
        Lesson { game, rules, learner, opponents, deals, seed: self.seed(run, LEARN) }
    }

    fn seed(&self, run: u64, part: u64) -> u64 {
        Rng::stream(self.order.seed, &[part, run]).bits()
    }
}

struct New<'a> {
    wish: &'a Wish<'a>,
    kept: Option<&'a Record<'a>>,
}

impl Visitor for New<'_> {
    type Output = Result<Selector, LabError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let New { wish, kept } = self;
        let was = kept.map(|kept| &*kept.order);
        let learner = wish.learner.or(was.map(|was| was.learner.as_str()));
        let candidates = Candidates::find::<G>(learner, wish.side)?;
        let order = Order::new::<G>(wish, &candidates, was)?;
        let budget = wish.budget.map(Some).or(kept.map(|kept| kept.budget));
        Of { order, budget }.visit::<G>()
    }
}

struct Of {
    order: Order,
    /// Deals at most; the usual number where nothing is said.
    budget: Option<Option<u64>>,
}

impl Visitor for Of {
    type Output = Result<Selector, LabError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let Of { order, budget } = self;
        let rules = G::Rules::book().parse(&order.rules)?;
        let (trainer, spec) = learner::find::<G>(Some(&order.learner))?;
        trainers::others::<G>(&rules, &order.against)
            .map_err(|why| LabError::Other(format!("--against {}: {why}", order.against)))?;
        let candidates = Candidates::find::<G>(Some(&order.learner), &order.side)?.among(&order.among)?;
        let measure = G::MEASURES.iter().find(|measure| measure.name == order.measure);
        let mut selector = Selector {
            candidates,
            budget: None,
            plans: trainer.settings.iter().any(|setting| setting.name == PLAN) && spec.given(PLAN).is_none(),
            spec,
            seats: rules.seats() as u64,
            unit: measure.map_or(PAYOFF, |measure| measure.title),
            higher_is_better: measure.is_none(),
            played: AtomicU64::new(0),
            order,
        };
        // Whether a training can begin is better known before anything is written.
        for set in [&[][..], &[0]] {
            selector.lesson(&selector.learner(set, 1), 0, 1).begin::<G>()?;
        }
        let (procedure, percepts) = (&selector.order.procedure, selector.candidates.numbers.len());
        let trial = selector.trial(&Quiet);
        let budget = budget.unwrap_or_else(|| procedure.usual_budget(percepts, selector.seats, &trial));
        procedure.within(budget).check(&trial)?;
        drop(trial);
        selector.budget = budget;
        Ok(selector)
    }
}

/// Trains the learner with a choice of percepts and examines it.
struct TrialTraining<'a> {
    selector: &'a Selector,
    watch: &'a dyn Watch,
}

impl Trial for TrialTraining<'_> {
    fn run(&self, set: &[usize], run: u64, size: Size) -> Result<f64, String> {
        let Selector { order, higher_is_better, played, .. } = self.selector;
        let learner = self.selector.learner(set, size.learn);
        let exam = Exam { against: &order.against, deals: size.exam, seed: self.selector.seed(run, EXAM) };
        let exams = Exams { finals: vec![exam], ..Exams::default() };
        let count = Count { played, told: AtomicU64::new(0), watch: self.watch };
        let lesson = self.selector.lesson(&learner, run, size.learn);
        let marks = lesson.hold(&exams, &count).map_err(|why| why.to_string())?;
        let measures = marks.finals.first().ok_or("the training has no examination")?;
        if *higher_is_better {
            return Ok(-measures.payoff.mean);
        }
        Ok(measures.get(&order.measure).map_err(|why| why.to_string())?.mean)
    }

    /// A deal of the examination is played in every rotation of the players.
    fn cost(&self, size: Size) -> u64 {
        size.learn.saturating_add(size.exam.saturating_mul(self.selector.seats))
    }
}

/// Counts the deals of a trial, and hears the wish to stop.
struct Count<'a> {
    played: &'a AtomicU64,
    /// Deals of this trial that are counted.
    told: AtomicU64,
    watch: &'a dyn Watch,
}

impl Monitor for Count<'_> {
    fn advance(&self, done: u64, _total: u64) {
        let before = self.told.fetch_max(done, Ordering::Relaxed);
        self.played.fetch_add(done.saturating_sub(before), Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.watch.stopped()
    }
}
