//! The front page over all reports of a folder, made from the short form that every report leaves beside it.

use std::fs;
use std::path::{Path, PathBuf};

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};

use super::html::{STYLE, class, line};
use super::{Outline, mark, tally};
use crate::store::replace;
use crate::{AnswerRow, Block, Judgement, LabError, Scale};

/// The short form of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// `paper 001`, `ladder`.
    pub name: String,
    /// The title of the paper.
    pub title: String,
    /// The scale of the run.
    pub scale: String,
    /// The seed of the run.
    pub seed: u64,
    /// What the paper claims, what held, what did not: markup within a line.
    pub says: Vec<String>,
    /// How its published cells came out.
    pub counts: Vec<(Judgement, usize)>,
    /// The published cells, one by one.
    pub cells: Vec<SummaryCell>,
    /// Its tables and figures.
    pub exhibits: Vec<SummaryExhibit>,
}

/// A published cell or claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SummaryCell {
    /// Its name.
    pub cell: String,
    /// The experiment that judges it.
    pub experiment: String,
    /// What the paper says.
    pub paper: String,
    /// Our figure as printed; `–` where that was not run.
    pub printed: String,
    /// Our figure in the best reading.
    pub best: String,
    /// The judgement; nothing before it was run.
    pub verdict: Option<Judgement>,
    /// The rule of the judgement.
    pub rule: String,
}

/// A table or figure at a glance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SummaryExhibit {
    /// The name of the experiment, an anchor of the report.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// How its published cells came out.
    pub counts: Vec<(Judgement, usize)>,
    /// The file of its first picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// The name of the file of a short form.
pub const FILE: &str = "summary.json";

impl Summary {
    pub(super) fn of(outline: &Outline<'_>) -> Summary {
        let run = outline.run;
        let answer = run.answer();
        let exhibits = outline.part(outline.main()).map(|chapter| {
            let own = answer.rows.iter().filter(|row| row.experiment.name == chapter.experiment.name);
            let picture = chapter.exhibits.iter().find(|exhibit| matches!(exhibit.block, Block::Figure(_)));
            SummaryExhibit {
                name: chapter.experiment.name.to_string(),
                title: chapter.experiment.title.to_string(),
                counts: tally(own.filter_map(|row| row.best)),
                picture: picture.map(super::Exhibit::svg),
            }
        });
        Summary {
            name: run.paper.name(),
            title: run.paper.title.to_string(),
            scale: run.scale.name().to_string(),
            seed: run.seed,
            says: run.sentences(),
            counts: answer.best(),
            cells: answer.rows.iter().map(cell).collect(),
            exhibits: exhibits.collect(),
        }
    }
}

fn cell(row: &AnswerRow<'_>) -> SummaryCell {
    let [printed, best] = row.ours();
    SummaryCell {
        cell: row.cell.to_string(),
        experiment: row.experiment.name.to_string(),
        paper: row.paper(),
        printed,
        best,
        verdict: row.outcome(),
        rule: row.rule(),
    }
}

/// Writes `index.html` over all reports in a folder. What is no report, or one of another program, is left out.
pub fn write_index(out: &Path) -> Result<PathBuf, LabError> {
    let mut reports: Vec<(String, Summary)> = Vec::new();
    for entry in fs::read_dir(out).into_iter().flatten().flatten() {
        let Ok(text) = fs::read_to_string(entry.path().join(FILE)) else { continue };
        let Ok(summary) = serde_json::from_str(&text) else { continue };
        reports.push((entry.file_name().to_string_lossy().into_owned(), summary));
    }
    reports.sort_by(|one, other| one.0.cmp(&other.0));
    let place = out.join("index.html");
    replace(&place, page(&reports).as_bytes())?;
    Ok(place)
}

fn page(reports: &[(String, Summary)]) -> String {
    let page = html! {
        (DOCTYPE) "\n"
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Kirifuda: the papers, reproduced" }
                style { (PreEscaped(STYLE)) }
            } "\n"
            body {
                main {
                    header {
                        p.over { "Kirifuda" }
                        h1 { "The papers, reproduced" }
                        p { "What each paper claims, what held and what did not. Every published cell or claim counts once; \
                             the reports have every number and every rule." }
                    } "\n"
                    @for (folder, report) in reports { (one(folder, report)) "\n" }
                }
            }
        } "\n"
    };
    page.into_string()
}

fn one(folder: &str, report: &Summary) -> Markup {
    let link = format!("{folder}/report.html");
    let whole = report.scale == Scale::Paper.name();
    html! {
        section.paper {
            h2 { a href=(link) { (report.name) ": " (report.title) } }
            p.key { "scale " (report.scale) ", seed " (report.seed) @if !whole { ": it judges nothing of the paper's size" } }
            @for sentence in &report.says { p.says { (line(sentence)) } }
            @if whole { (counted(&report.counts)) }
            div.glance {
                @for exhibit in &report.exhibits {
                    a href={ (link) "#" (exhibit.name) } {
                        @if let Some(picture) = &exhibit.picture { img src={ (folder) "/" (picture) } alt="" loading="lazy"; }
                        span { (exhibit.title) }
                        @if whole { (counted(&exhibit.counts)) }
                    } "\n"
                }
            }
        }
    }
}

fn counted(counts: &[(Judgement, usize)]) -> Markup {
    html! {
        @if !counts.is_empty() {
            span.tally {
                @for (judgement, count) in counts {
                    span class={ "v " (class(*judgement)) } { (count) " " (mark(*judgement)) " " (judgement) } " "
                }
            }
        }
    }
}
