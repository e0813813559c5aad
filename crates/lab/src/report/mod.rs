//! Reports of a run: a page in HTML, the same in Markdown with its figures, every table and figure as CSV.
//!
//! A report tells the state of a folder of kept steps and nothing else: made again, it is the same to the last byte.

mod csv;
mod html;
mod index;
mod markdown;

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::machine::Machine;
use crate::store::{replace, slug};
use crate::{
    Block, Experiment, Finding, Judgement, LabError, Part, Reading, Run, Standing, State, Verdict, command, plot,
    readable,
};

pub use index::{Summary, SummaryCell, SummaryExhibit, write_index};

/// A file of a report: its place in the folder, and what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// `report.html`, `figures/table-3-points.svg`.
    pub path: String,
    /// The whole text.
    pub text: String,
}

/// All files of a report.
pub fn pages(run: &Run<'_>) -> Vec<Page> {
    let outline = Outline::new(run);
    let mut pages = vec![
        Page { path: "report.html".to_string(), text: html::page(&outline) },
        Page { path: "report.md".to_string(), text: markdown::page(&outline) },
        Page { path: "verdicts.csv".to_string(), text: csv::verdicts(run) },
        Page { path: index::FILE.to_string(), text: readable::json(&json!(Summary::of(&outline))) },
    ];
    for exhibit in outline.chapters.iter().flat_map(|chapter| &chapter.exhibits) {
        match exhibit.block {
            Block::Text(_) => {}
            Block::Table(table) => pages.push(Page { path: exhibit.csv(), text: csv::table(table) }),
            Block::Figure(figure) => {
                pages.push(Page { path: exhibit.svg(), text: plot::file(figure) });
                pages.push(Page { path: exhibit.csv(), text: csv::figure(figure) });
            }
        }
    }
    pages
}

/// Writes a report into the folder of a run and gives the place of its page. Tables and figures of earlier reports that
/// no longer exist are taken away.
pub fn write(run: &Run<'_>, folder: &Path) -> Result<PathBuf, LabError> {
    let pages = pages(run);
    let made: HashSet<PathBuf> = pages.iter().map(|page| folder.join(&page.path)).collect();
    for sub_folder in ["figures", "tables"].map(|name| folder.join(name)) {
        if made.iter().any(|place| place.starts_with(&sub_folder)) {
            fs::create_dir_all(&sub_folder).map_err(LabError::write(&sub_folder))?;
        }
        for entry in fs::read_dir(&sub_folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let ours = path.extension().is_some_and(|extension| extension == "svg" || extension == "csv");
            if ours && !made.contains(&path) {
                fs::remove_file(&path).map_err(LabError::write(&path))?;
            }
        }
    }
    for page in &pages {
        replace(&folder.join(&page.path), page.text.as_bytes())?;
    }
    Ok(folder.join("report.html"))
}

/// How verdicts are reached, for readers.
const RULES: &str = "\
One rule for all papers, printed beside every row that it judges; what in it the paper does not say is named ours.

- **A figure** is **reproduced** when it differs from the published one by no more than half of the last printed digit plus \
the error of the difference, √(our 95% half-width² + the paper's²). Where that is more than ten units of the last printed \
digit, it is **not decided**. Outside of it, it is **better**, **falls short**, or **differs** where only the same is right. \
Better is not reproduced: a learner that is much better than the paper's is another learner.
- **A claim** that something is higher or lower is reproduced when the 95% interval lies on that side of zero, \
**contradicted** when on the other; where the paper's figures give its size, the size must fit, too.
- **No different** and **as good** mean a 95% interval within 2% of the level that is compared, everywhere.

**What counts.** Every published cell or claim counts once, by the one reading that answers for the paper. Other readings and \
opponents, figures said once more and our own targets are listed and not counted.

± is half the width of a 95% interval.";

/// What a verdict counts for, in a word.
pub fn counts(verdict: &Verdict) -> &'static str {
    match verdict.standing {
        Standing::Published(_, Reading::Printed) => "as printed",
        Standing::Published(_, Reading::Best) => "best reading",
        Standing::Published(_, Reading::Only) => "only reading",
        Standing::Published(_, Reading::Other) => "other reading, not counted",
        Standing::Own => "not counted",
    }
}

/// A run in the order of the report.
struct Outline<'a> {
    run: &'a Run<'a>,
    chapters: Vec<Chapter<'a>>,
}

/// An experiment in the report.
struct Chapter<'a> {
    experiment: &'a Experiment,
    state: &'a State,
    exhibits: Vec<Exhibit<'a>>,
}

/// A part of a finding with the name of its files.
struct Exhibit<'a> {
    block: &'a Block,
    stem: String,
}

impl Exhibit<'_> {
    fn csv(&self) -> String {
        format!("tables/{}.csv", self.stem)
    }

    fn svg(&self) -> String {
        format!("figures/{}.svg", self.stem)
    }
}

impl<'a> Outline<'a> {
    fn new(run: &'a Run<'a>) -> Outline<'a> {
        let mut taken = HashSet::new();
        let chapters = run.results.iter().map(|(experiment, state)| {
            let blocks = match state {
                State::Found { finding, .. } => finding.blocks.as_slice(),
                _ => &[],
            };
            let mut exhibit = |block| Exhibit { block, stem: stem(experiment.name, block, &mut taken) };
            let exhibits = blocks.iter().map(&mut exhibit).collect();
            Chapter { experiment, state, exhibits }
        });
        Outline { run, chapters: chapters.collect() }
    }

    /// The part that the summary is about: what a paper claims, or all of a page of our own.
    fn main(&self) -> Part {
        if self.run.paper.source.is_some() { Part::Paper } else { Part::Beyond }
    }

    /// The head of the remarks at the end.
    fn remarks(&self) -> &'static str {
        if self.run.paper.source.is_some() { "Where we deviate, and why" } else { "How to read it" }
    }

    /// The chapters of a part.
    fn part(&self, part: Part) -> impl Iterator<Item = &Chapter<'a>> {
        self.chapters.iter().filter(move |chapter| chapter.experiment.part == part)
    }

    /// The verdicts of a part, each with its experiment.
    fn verdicts(&self, part: Part) -> Vec<(&'a Experiment, &'a Verdict)> {
        let of = |chapter: &Chapter<'a>| {
            let verdicts = chapter.finding().map_or(&[][..], |finding| &finding.verdicts);
            verdicts.iter().map(|verdict| (chapter.experiment, verdict)).collect::<Vec<_>>()
        };
        self.part(part).flat_map(of).collect()
    }

    /// The command that makes all of it again.
    fn command(&self) -> String {
        command(self.run.paper.id, self.run.scale, self.run.seed)
    }

    /// The machines that did the work.
    fn machines(&self) -> Vec<String> {
        let mut machines: Vec<String> = self.run.notes().into_iter().map(|note| Machine::text(&note.machine)).collect();
        let mut seen = HashSet::new();
        machines.retain(|machine| seen.insert(machine.clone()));
        machines
    }

    /// First and last day of the work.
    fn days(&self) -> Option<String> {
        let notes = self.run.notes();
        let days: BTreeSet<&str> = notes.iter().filter_map(|note| note.date.get(..10)).collect();
        let (first, last) = (days.first()?, days.last()?);
        Some(if first == last { (*first).to_string() } else { format!("{first} to {last}") })
    }
}

impl<'a> Chapter<'a> {
    fn finding(&self) -> Option<&'a Finding> {
        match self.state {
            State::Found { finding, .. } => Some(finding),
            _ => None,
        }
    }
}

/// How often each judgement was passed: those that were, in the order of summaries.
pub fn tally<'a>(verdicts: impl IntoIterator<Item = &'a Verdict>) -> Vec<(Judgement, usize)> {
    let mut counts = Judgement::ALL.map(|judgement| (judgement, 0));
    for verdict in verdicts {
        for (judgement, count) in &mut counts {
            *count += usize::from(*judgement == verdict.outcome());
        }
    }
    counts.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// `8 reproduced, 2 falls short`; `no verdicts` where there are none.
pub fn tally_text(tally: &[(Judgement, usize)]) -> String {
    let words: Vec<String> = tally.iter().map(|(judgement, count)| format!("{count} {judgement}")).collect();
    if words.is_empty() { "no verdicts".to_string() } else { words.join(", ") }
}

/// The name of a block's files: the experiment's and its own, a number behind it where that is taken.
fn stem(experiment: &str, block: &Block, taken: &mut HashSet<String>) -> String {
    let name = match block {
        Block::Text(_) => return String::new(),
        Block::Table(table) => &table.name,
        Block::Figure(figure) => &figure.name,
    };
    let stem = if name == experiment { slug(name) } else { slug(&format!("{experiment} {name}")) };
    let numbered = |number: usize| if number == 1 { stem.clone() } else { format!("{stem}-{number}") };
    let free = (1..).map(numbered).find(|stem| !taken.contains(stem)).unwrap_or_default();
    taken.insert(free.clone());
    free
}

/// The mark of a judgement: never colour alone.
fn mark(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Reproduced => "✓",
        Judgement::Better => "▲",
        Judgement::FallsShort => "▼",
        Judgement::Differs => "≠",
        Judgement::Open => "○",
        Judgement::Contradicted => "✗",
    }
}
