//! The paper's procedure, run by us at a smaller scale.

use kirifuda_arena::Estimate;
use kirifuda_learn::select::{Ending, Greedy, Score, Selection, Size, Standing};
use kirifuda_players::hearts::Side;

use super::pupils::{PAPER_EXAM, PAPER_LEARN, PAPER_RUNS, braces};
use super::selection::{Subject, paper_percepts};
use crate::{Bench, Cell, LabError, ResultTable, number};

/// A run of the printed procedure.
pub struct Printed {
    pub subject: Subject,
    pub greedy: Greedy,
    pub found: Selection,
}

impl Printed {
    /// Runs it for a side, or takes what is kept.
    pub fn run(bench: &Bench<'_>, side: Side) -> Result<Printed, LabError> {
        Printed::of(bench, subject(bench, side), greedy(bench, side))
    }

    /// Another run of it.
    pub fn of(bench: &Bench<'_>, subject: Subject, greedy: Greedy) -> Result<Printed, LabError> {
        let found = subject.printed(bench, &greedy)?;
        Ok(Printed { subject, greedy, found })
    }

    /// The percepts that it found, as the learner takes them.
    pub fn set(&self) -> String {
        self.subject.text(&self.found.set)
    }

    /// What was done, in words.
    pub fn words(&self) -> String {
        let Greedy { size, runs, .. } = self.greedy;
        let ending = self.ending();
        format!(
            "Our run is smaller than the paper's: {} deals of learning instead of {}, {} games of examination instead of \
             {}, {runs} runs instead of {PAPER_RUNS}, and Monte Carlo players with few simulations (`{}`) at the other \
             seats and for the other side. Round after round all candidates play the same deals. {ending} It took {} \
             trials and {} deals.\n\nThe same by command: `{}`",
            number::count(size.learn),
            number::count(PAPER_LEARN),
            number::count(size.exam * 4),
            number::count(PAPER_EXAM),
            self.subject.against,
            number::count(self.found.trials),
            number::count(self.found.deals),
            self.subject.command("printed", size, runs)
        )
    }

    /// How it ended, in words.
    pub fn ending(&self) -> &'static str {
        match self.found.ending {
            Ending::Complete => "It ended as printed: no candidate of the last round beats the round before.",
            _ => "It was ended after its budget of deals.",
        }
    }

    /// The candidates of every round.
    pub fn table(&self) -> ResultTable {
        let heads = ["round", "set before", "candidate", "ratio", "behind the best", "what became of it"];
        let caption = "Every candidate of every round of the printed procedure, best first".to_string();
        let mut table = ResultTable::new(format!("rounds-{}", self.subject.side), caption, heads);
        for (round, step) in self.found.steps.iter().enumerate() {
            for row in &step.rows {
                let added = row.set.iter().copied().filter(|place| !step.from.contains(place)).collect::<Vec<_>>();
                table.row([
                    Cell::text((round + 1).to_string()),
                    Cell::text(braces(&self.subject.text(&step.from))),
                    Cell::text(self.subject.text(&added)),
                    score(row.score),
                    score(row.behind),
                    Cell::text(if row.standing == Standing::Chosen { "registered" } else { "" }),
                ]);
            }
        }
        table
    }
}

/// A figure of a selection.
pub fn score(score: Option<Score>) -> Cell {
    score.map_or(Cell::Empty, |score| Cell::ours(Estimate { mean: score.mean, ci95: score.ci95 }, 4))
}

/// The other side by Monte Carlo, rule players and Monte Carlo to learn from, Monte Carlo to be examined by.
pub(super) fn subject(bench: &Bench<'_>, side: Side) -> Subject {
    let other = if side == Side::Lead { Side::Follow } else { Side::Lead };
    let monte_carlo = bench.scaled("mc:sims=2", "mc:sims=5", "mc:sims=10");
    Subject {
        side: side.to_string(),
        among: paper_percepts(side),
        other: format!("{other}-by={monte_carlo}"),
        opponents: bench.scaled("stock then mc:sims=2", "stock then mc:sims=5", "stock then mc:sims=10"),
        against: monte_carlo,
        seed: bench.seed(),
    }
}

fn greedy(bench: &Bench<'_>, side: Side) -> Greedy {
    let size = Size { learn: bench.scaled(4, 1_500, PAPER_LEARN / 10), exam: bench.scaled(1, 100, PAPER_EXAM / 4 / 2) };
    of_size(bench, side, size, bench.scaled(1, 2, 3))
}

/// The procedure with trials of a size: a trial of the machinery ends after two rounds, a whole run by itself.
pub(super) fn of_size(bench: &Bench<'_>, side: Side, size: Size, runs: u64) -> Greedy {
    let two_rounds = (2 * paper_percepts(side).len() as u64 - 1) * runs * Subject::cost(size);
    Greedy { size, runs, budget: bench.scaled(Some(two_rounds), None, None) }
}
