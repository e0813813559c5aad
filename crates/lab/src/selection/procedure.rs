use kirifuda_learn::select::{Fast, Greedy, Ledger, SelectError, Selection, Size, Trial, Watch};
use serde::{Deserialize, Serialize};

use crate::LabError;

/// How the set is found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Procedure {
    /// The greedy procedure of paper 002.
    Printed(Greedy),
    /// Races on common deals, with dropping and exchanging.
    Fast(Fast),
}

/// A procedure as it is asked for: what is left out has its default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcedureWish {
    /// Which; by default the fast one.
    pub kind: Option<Kind>,
    /// How much the fast one does.
    pub effort: Option<Effort>,
    /// Printed: runs of each candidate; fast: runs of a duel at most.
    pub runs: Option<u64>,
    /// Deals that a trial learns from.
    pub learn_deals: Option<u64>,
    /// Deals of a trial's examination, each in every rotation.
    pub exam_deals: Option<u64>,
    /// Fast: trials of the printed size at the end.
    pub confirm: Option<u64>,
}

/// A procedure by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// [`Procedure::Printed`].
    Printed,
    /// [`Procedure::Fast`].
    Fast,
}

/// Less or more than usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// [`Fast::quick`].
    Quick,
    /// [`Fast::thorough`].
    Thorough,
}

/// So many percepts are taken to be chosen where the cost of a selection is foretold: paper 002 chose five.
const CHOSEN: usize = 5;

impl Procedure {
    /// The procedure asked for, at a table of so many seats.
    pub(super) fn new(wish: &ProcedureWish, seats: u64) -> Result<Procedure, LabError> {
        let sized = |usual: Size| Size {
            learn: wish.learn_deals.unwrap_or(usual.learn),
            exam: wish.exam_deals.unwrap_or(usual.exam),
        };
        let paper = Greedy::paper(seats);
        Ok(match wish.kind.unwrap_or(Kind::Fast) {
            Kind::Printed => {
                if let Some(effort) = wish.effort {
                    let option = if effort == Effort::Quick { "--quick" } else { "--thorough" };
                    return Err(LabError::Other(format!(
                        "{option}: it is about the fast procedure's races; leave it out, or --procedure printed"
                    )));
                }
                if wish.confirm.is_some() {
                    let why = "--confirm: the trials of the printed procedure are of full size anyway; leave it out"
                        .to_string();
                    return Err(LabError::Other(why));
                }
                Procedure::Printed(Greedy { size: sized(paper.size), runs: wish.runs.unwrap_or(paper.runs), ..paper })
            }
            Kind::Fast => {
                let size = sized(Fast::usual_size(seats));
                let mut fast = match wish.effort {
                    Some(Effort::Quick) => Fast::quick(size),
                    Some(Effort::Thorough) => Fast::thorough(size),
                    None => Fast::new(size),
                };
                fast.duel.most = wish.runs.unwrap_or(fast.duel.most);
                fast.duel.first = fast.duel.first.min(fast.duel.most);
                fast.confirm = wish.confirm.filter(|&runs| runs > 0).map(|runs| (paper.size, runs));
                Procedure::Fast(fast)
            }
        })
    }

    pub(super) fn is_fast(&self) -> bool {
        matches!(self, Procedure::Fast(_))
    }

    /// The same, with so many deals at most.
    pub(super) fn within(&self, budget: Option<u64>) -> Procedure {
        match self.clone() {
            Procedure::Printed(printed) => Procedure::Printed(Greedy { budget, ..printed }),
            Procedure::Fast(fast) => Procedure::Fast(Fast { budget, ..fast }),
        }
    }

    /// Deals at most where nothing is said of them: for the fast procedure a part of what the printed one would take at
    /// the paper's size with so many percepts, and what its trials at the end cost.
    pub(super) fn usual_budget(&self, percepts: usize, seats: u64, trial: &dyn Trial) -> Option<u64> {
        let Procedure::Fast(fast) = self else { return None };
        let paper = Greedy::paper(seats);
        let printed = paper.deals(percepts, CHOSEN, trial.cost(paper.size));
        Some((printed / Fast::SHARE).saturating_add(fast.confirmation(trial)))
    }

    /// Refuses a budget that is too small for what is certain to be played.
    pub(super) fn check(&self, trial: &dyn Trial) -> Result<(), SelectError> {
        match self {
            Procedure::Printed(_) => Ok(()),
            Procedure::Fast(fast) => fast.check(trial),
        }
    }

    /// Runs it, in the thread pool of the caller.
    pub(super) fn run(
        &self,
        percepts: usize,
        start: &[usize],
        trial: &dyn Trial,
        ledger: &mut Ledger,
        watch: &dyn Watch,
    ) -> Result<Selection, SelectError> {
        match self {
            Procedure::Printed(printed) => printed.run(percepts, trial, ledger, watch),
            Procedure::Fast(fast) => fast.run(percepts, start, trial, ledger, watch),
        }
    }

    /// One line about it.
    pub fn text(&self) -> String {
        let size = |size: Size| format!("{} deals of learning and {} of examination", size.learn, size.exam);
        match self {
            Procedure::Printed(Greedy { size: trial, runs, .. }) => {
                format!("as printed in paper 002: {runs} runs of each candidate, {}", size(*trial))
            }
            Procedure::Fast(fast) => {
                let race = fast.rungs.last().unwrap_or(&fast.duel).size;
                let confirm = match fast.confirm {
                    Some((full, runs)) => format!("; at the end {runs} runs, {}", size(full)),
                    None => String::new(),
                };
                let most = fast.duel.most;
                format!("fast: races, {}; duels of up to {most} runs, {}{confirm}", size(race), size(fast.duel.size))
            }
        }
    }
}
