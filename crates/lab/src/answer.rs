use serde::Serialize;
use serde_json::{Value, json};

use crate::report::{tally, tally_text};
use crate::{Experiment, Judgement, Reading, Run, Scale, Standing, Verdict};

/// What a run says of a paper, as short as it can be said: one row for each published cell or claim.
#[derive(Debug)]
pub struct Answer<'a> {
    /// In the order of the paper's list.
    pub rows: Vec<AnswerRow<'a>>,
}

/// A published cell or claim and what became of it.
#[derive(Clone, Copy, Debug)]
pub struct AnswerRow<'a> {
    /// Its name.
    pub cell: &'static str,
    /// The experiment that judges it.
    pub experiment: &'a Experiment,
    /// The paper word for word; nothing where that was not run.
    pub printed: Option<&'a Verdict>,
    /// The reading that answers for the paper; nothing before it was run.
    pub best: Option<&'a Verdict>,
}

impl<'a> AnswerRow<'a> {
    /// What the paper says.
    pub fn paper(&self) -> String {
        self.best.or(self.printed).map(Verdict::published_text).unwrap_or_default()
    }

    /// Our figures: as printed, and in the best reading.
    pub fn ours(&self) -> [String; 2] {
        [self.printed, self.best].map(|verdict| verdict.map_or("–".to_string(), Verdict::ours_text))
    }

    /// The judgement that counts.
    pub fn outcome(&self) -> Option<Judgement> {
        self.best.map(Verdict::outcome)
    }

    /// The rule of that judgement.
    pub fn rule(&self) -> String {
        self.best.map(Verdict::rule_text).unwrap_or_default()
    }
}

impl Run<'_> {
    /// The answer to what the paper claims.
    pub fn answer(&self) -> Answer<'_> {
        let all: Vec<&Verdict> = self.found().flat_map(|(_, finding, _)| &finding.verdicts).collect();
        let find = |cell: &str, wanted: Reading| {
            let fits = |verdict: &&&Verdict| match verdict.standing {
                Standing::Published(name, reading) => name == cell && (reading == wanted || reading == Reading::Only),
                Standing::Own => false,
            };
            all.iter().find(fits).copied()
        };
        let mut rows = Vec::new();
        for cells in self.paper.cells {
            let Some(experiment) = self.paper.experiment(cells.experiment) else { continue };
            rows.extend(cells.names.iter().map(|&cell| AnswerRow {
                cell,
                experiment,
                printed: find(cell, Reading::Printed),
                best: find(cell, Reading::Best),
            }));
        }
        Answer { rows }
    }

    /// What the paper claims, what held, what did not: three sentences. A run that is smaller than the paper's says that
    /// it judges nothing.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = vec![self.paper.claims.to_string()];
        match self.scale {
            _ if self.paper.cells.is_empty() => sentences.clear(),
            Scale::Paper => sentences.extend(self.answer().sentences()),
            scale => sentences.push(format!(
                "This is a `{scale}` run: it is smaller than the paper's and judges nothing of what the paper says. What it \
                 shows below is the way, not the result; `--scale paper` has the paper's size."
            )),
        }
        sentences
    }
}

impl Answer<'_> {
    /// How often each judgement was passed in the best reading.
    pub fn best(&self) -> Vec<(Judgement, usize)> {
        tally(self.rows.iter().filter_map(|row| row.best))
    }

    /// The same of the paper word for word.
    pub fn printed(&self) -> Vec<(Judgement, usize)> {
        tally(self.rows.iter().filter_map(|row| row.printed))
    }

    /// The rows with one of these judgements.
    fn with(&self, judgements: &[Judgement]) -> Vec<&str> {
        let has = |row: &&AnswerRow<'_>| row.outcome().is_some_and(|outcome| judgements.contains(&outcome));
        self.rows.iter().filter(has).map(|row| row.cell).collect()
    }

    fn sentences(&self) -> [String; 2] {
        let (all, judged) = (self.rows.len(), self.rows.iter().filter(|row| row.best.is_some()).count());
        let held = self.with(&[Judgement::Reproduced]).len();
        let better = self.with(&[Judgement::Better]).len();
        let mut first = format!("{held} of {all} published figures and claims held in our best reading of the paper");
        if better > 0 {
            first.push_str(&format!(
                ", and in {better} more our learner does better than the paper's, so it is another learner"
            ));
        }
        if judged < all {
            first.push_str(&format!(" ({} are not run yet)", all - judged));
        }
        let not = self.with(&[Judgement::FallsShort, Judgement::Differs, Judgement::Contradicted]);
        let open = self.with(&[Judgement::Open]).len();
        let mut second = match not.len() {
            0 => "Nothing was refuted".to_string(),
            count => format!("{count} did not: {}", some_of(&not)),
        };
        second.push_str(&match open {
            0 => String::new(),
            1 => "; 1 is not decided".to_string(),
            open => format!("; {open} are not decided"),
        });
        let printed = self.printed();
        if !printed.is_empty() {
            second.push_str(&format!(". As printed: {}", tally_text(&printed)));
        }
        [first + ".", second + "."]
    }

    /// The machine-readable form.
    pub fn json(&self) -> Value {
        #[derive(Serialize)]
        struct Row<'a> {
            cell: &'a str,
            experiment: &'a str,
            paper: String,
            printed: Option<&'a Verdict>,
            best: Option<&'a Verdict>,
            verdict: Option<Judgement>,
            rule: String,
        }
        let rows = self.rows.iter().map(|row| Row {
            cell: row.cell,
            experiment: row.experiment.name,
            paper: row.paper(),
            printed: row.printed,
            best: row.best,
            verdict: row.outcome(),
            rule: row.rule(),
        });
        json!(rows.collect::<Vec<_>>())
    }
}

/// The first few of some names.
fn some_of(names: &[&str]) -> String {
    const MOST: usize = 3;
    let shown = names.iter().take(MOST).copied().collect::<Vec<_>>().join("; ");
    match names.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown}; and {more} more"),
    }
}
