//! Experiments of the papers: their claims, our runs, verdicts and reports.
//!
//! An [`Experiment`] is one table or figure of a [`Paper`]: its claim, the published numbers, and the run at three
//! [scales](Scale). It works at a [`Bench`], in steps whose results are kept in files, so that an interrupted or
//! repeated run goes on from what is done, and gives a [`Finding`]: tables, figures and [verdicts](Verdict).
//! [`reproduce`] runs a paper, [`report::write`] makes pages of it.
//!
//! A new experiment is one file under `papers` and one line in the list of its paper.

mod answer;
mod bench;
mod contest;
mod curve;
pub mod danger;
mod error;
mod finding;
mod fingerprints;
mod lesson;
mod machine;
pub mod markup;
pub mod number;
mod paper;
mod papers;
pub mod plot;
mod readable;
pub mod report;
mod run;
mod scale;
pub mod selection;
mod share;
mod store;
mod verdict;

pub use answer::{Answer, AnswerRow};
pub use bench::{Bench, Event, Note, Step, Unwatched, Watch};
pub use contest::{Contest, Measures, Payoffs};
pub use curve::{Curve, CurvePoint, CurveWish};
pub use error::LabError;
pub use finding::{Axis, Block, Cell, Figure, Finding, Look, Point, ResultTable, Series};
pub use lesson::{Exam, Exams, Lesson, Marks};
pub use machine::Machine;
pub use paper::{Cells, Experiment, Paper, Part, Source};
pub use papers::{Selected, papers, select, select_each};
pub use run::{Run, Settings, State, command, reproduce, survey};
pub use scale::Scale;
pub use share::{Due, accept, due, kept, perform};
pub use store::{Kept, Store, VERSION};
pub use verdict::{
    Better, Judgement, NO_DIFFERENT, Published, Reading, Ruling, Standing, Test, Verdict, VerdictRule, difference,
    over_runs, over_seeds, paired,
};
