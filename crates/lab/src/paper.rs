use serde::Serialize;

use crate::{Bench, Finding, LabError, Scale};

/// A paper and what is reproduced of it; or, without a source, a page of our own experiments.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// Its number in this collection, `001`; of a page of our own its name, `ladder`.
    pub id: &'static str,
    /// Its title, in English.
    pub title: &'static str,
    /// Where it comes from; none for a page of our own, which reproduces nothing.
    pub source: Option<Source>,
    /// What it is about, in a sentence or two.
    pub about: &'static str,
    /// What it claims, in one sentence: the first that a report says.
    pub claims: &'static str,
    /// What stands in the column "as printed", or why nothing does.
    pub printed: &'static str,
    /// Which reading of ours answers for the paper, and when it was chosen.
    pub best: &'static str,
    /// Every published cell and claim that is judged, each once, by the experiment that judges it.
    pub cells: &'static [Cells],
    /// Its tables and figures, in the order of the report.
    pub experiments: &'static [Experiment],
    /// Where we do something else than the paper says, and why: paragraphs of [markup](crate::markup).
    pub deviations: &'static str,
}

/// What a table or figure publishes: figures and claims, each under a name of its own within the paper.
#[derive(Clone, Copy, Debug)]
pub struct Cells {
    /// The experiment.
    pub experiment: &'static str,
    /// The names of the cells, in the order of the paper.
    pub names: &'static [&'static str],
}

/// Where a paper comes from.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Who wrote it.
    pub authors: &'static str,
    /// Where it appeared.
    pub venue: &'static str,
    /// When it appeared.
    pub year: u16,
}

/// One table or figure: what it claims, and how we run it.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Its name in the paper, for commands and files: `table-3`.
    pub name: &'static str,
    /// What it shows, in a few words.
    pub title: &'static str,
    /// What the paper says about it; of an experiment beyond the paper: the question.
    pub claim: &'static str,
    /// The paper's own, or ours.
    pub part: Part,
    /// Runs it. All long work is in [steps](Bench::step), so that it is kept; the rest takes no time.
    pub run: fn(&Bench<'_>) -> Result<Finding, LabError>,
}

/// In which part of the report an experiment stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// It reproduces what is published.
    Paper,
    /// It goes beyond the paper: what becomes better or is learned with our own means.
    Beyond,
}

impl Paper {
    /// What it is called in a sentence: `paper 001`, `ladder`.
    pub fn name(&self) -> String {
        if self.source.is_some() { format!("paper {}", self.id) } else { self.id.to_string() }
    }

    /// What to expect of a scale, in a few words.
    pub fn size(&self, scale: Scale) -> &'static str {
        match (self.source, scale) {
            (None, Scale::Quick) => "smaller than the full size: shows the direction",
            (None, Scale::Paper) => "the full size",
            _ => scale.about(),
        }
    }

    /// The experiment of a name.
    pub fn experiment(&self, name: &str) -> Option<&'static Experiment> {
        self.experiments.iter().find(|experiment| experiment.name == name)
    }
}
