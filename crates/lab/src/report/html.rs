//! The report as one page that needs nothing else: no script, no request, light and dark, wide and narrow.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Chapter, Exhibit, Outline, RULES, counts, mark, tally};
use crate::store::FILE as STEPS;
use crate::{
    Block, Cell, Experiment, Judgement, Part, ResultTable, Scale, Source, State, VERSION, Verdict, command, markup,
    number, plot,
};

pub(super) const STYLE: &str = include_str!("page.css");
/// After what is read as a line, so that versions of a report can be compared.
const END: &str = "\n";

/// The whole page.
pub fn page(outline: &Outline<'_>) -> String {
    let (run, paper) = (outline.run, outline.run.paper);
    let (title, over, level) = match paper.source {
        Some(_) => (format!("Paper {}: {}", paper.id, paper.title), "Kirifuda reproduces paper", "h3"),
        None => (paper.title.to_string(), "Kirifuda beyond the papers:", "h2"),
    };
    let beyond = html! {
        @for chapter in outline.part(Part::Beyond) { (section(chapter, outline, level, "The question")) }
    };
    let page = html! {
        (DOCTYPE) (END)
        html lang="en" {
            head { (END)
                meta charset="utf-8"; (END)
                meta name="viewport" content="width=device-width, initial-scale=1"; (END)
                title { (title) } (END)
                style { (PreEscaped(STYLE)) (PreEscaped(plot::STYLE)) } (END)
            }
            body { (END)
                main { (END)
                    header { (END)
                        p.over { (over) " " (paper.id) } (END)
                        h1 { (paper.title) } (END)
                        @if let Some(Source { authors, venue, year }) = paper.source {
                            p.authors { (authors) ". " (venue) ", " (year) "." } (END)
                        }
                        @if paper.source.is_none() { p { (line(paper.about)) } (END) }
                        @if run.scale != Scale::Paper {
                            p.note { "Scale " strong { (run.scale) } ": " (paper.size(run.scale)) "." } (END)
                        }
                    } (END)
                    (summary(outline))
                    @for chapter in outline.part(Part::Paper) { (section(chapter, outline, "h2", "The paper says")) }
                    @if paper.source.is_none() {
                        (beyond)
                    } @else if outline.part(Part::Beyond).next().is_some() {
                        section #beyond {
                            h2 { "Beyond the paper" } (END)
                            p { "What the paper did not ask: our own experiments on the same ground." } (END)
                            (beyond)
                        } (END)
                    }
                    @if !paper.deviations.is_empty() {
                        details.chapter {
                            summary { h2 { (outline.remarks()) } } (END)
                            section #deviations { (text(paper.deviations)) }
                        } (END)
                    }
                    (making(outline))
                }
            }
        } (END)
    };
    page.into_string()
}

fn summary(outline: &Outline<'_>) -> Markup {
    let run = outline.run;
    let answered = !run.paper.cells.is_empty();
    let verdicts = outline.verdicts(outline.main());
    html! {
        section #summary {
            h2 { "Summary" } (END)
            @for sentence in run.sentences() { p.says { (line(&sentence)) } (END) }
            div.first {
                div {
                    @if answered {
                        (tallied(&run.answer().best()))
                        (answer(outline))
                    } @else {
                        (tallied(&tally(verdicts.iter().map(|(_, verdict)| *verdict))))
                        (judged(&verdicts, true))
                    }
                } (END)
                aside {
                    nav aria-label="Contents" {
                ol {
                    @for Chapter { experiment, .. } in outline.part(Part::Paper).chain(outline.part(Part::Beyond)) {
                        li { a href={ "#" (experiment.name) } { (experiment.title) } } (END)
                    }
                    @if !run.paper.deviations.is_empty() {
                        li { a href="#deviations" { (outline.remarks()) } } (END)
                    }
                    li { a href="#making" { "How it was made" } } (END)
                }
            }
                    (thumbnails(outline))
                }
            } (END)
            @if run.paper.source.is_some() { p.key { (line(run.paper.about)) } (END) }
        } (END)
    }
}

fn tallied(tally: &[(Judgement, usize)]) -> Markup {
    html! {
        @if tally.is_empty() {
            p { "No verdicts yet." } (END)
        } @else {
            ul.counts {
                @for (judgement, count) in tally {
                    li class=(class(*judgement)) { b { (count) } " " (mark(*judgement)) " " (judgement) } (END)
                }
            }
        }
    }
}

/// A row for each published cell or claim.
fn answer(outline: &Outline<'_>) -> Markup {
    let paper = outline.run.paper;
    html! {
        div.scroll {
            table.verdicts.answer {
                thead {
                    tr {
                        th scope="col" { "published" }
                        th.n scope="col" { "paper" }
                        th.n scope="col" { "as printed" }
                        th.n scope="col" { "best reading" }
                        th scope="col" { "verdict" }
                    }
                } (END)
                tbody {
                    @for row in &outline.run.answer().rows {
                        @let [printed, best] = row.ours();
                        tr title=(row.rule()) {
                            td.what { a href={ "#" (row.experiment.name) } { (row.cell) } }
                            td.n.paper data-label="paper" { (row.paper()) }
                            td.n data-label="as printed" { (printed) }
                            td.n data-label="best reading" { (best) }
                            td.is {
                                @match row.outcome() {
                                    Some(outcome) => span class={ "v " (class(outcome)) } { (mark(outcome)) " " (outcome) },
                                    None => "not run",
                                }
                            }
                        } (END)
                    }
                }
            }
        } (END)
        p.key { strong { "As printed" } ": " (line(paper.printed)) " " strong { "Best reading" } ": " (line(paper.best)) } (END)
    }
}

/// The experiment of a chapter and the name of its first picture.
fn first_picture<'a>(chapter: &Chapter<'a>) -> Option<(&'a Experiment, String)> {
    let exhibit = chapter.exhibits.iter().find(|exhibit| matches!(exhibit.block, Block::Figure(_)))?;
    Some((chapter.experiment, exhibit.stem.clone()))
}

/// The first picture of every experiment, small.
fn thumbnails(outline: &Outline<'_>) -> Markup {
    let pictures: Vec<_> = outline.part(outline.main()).filter_map(first_picture).collect();
    html! {
        @if !pictures.is_empty() {
            div.thumbs {
                @for (experiment, stem) in pictures {
                    a href={ "#" (experiment.name) } {
                        svg viewBox={ "0 0 " (plot::WIDTH) " 340" } aria-hidden="true" { use href={ "#picture-" (stem) } {} }
                        span { (experiment.title) }
                    } (END)
                }
            }
        }
    }
}

fn section(chapter: &Chapter<'_>, outline: &Outline<'_>, level: &str, saying: &str) -> Markup {
    let Experiment { name, title, claim, .. } = chapter.experiment;
    let head = html! { (title) " " code { (name) } };
    html! {
        details.chapter {
            summary { @if level == "h2" { h2 { (head) } } @else { h3 { (head) } } } (END)
            section id=(name) {
            blockquote { (saying) ": " (line(claim)) } (END)
            @match chapter.state {
                State::Found { finding, .. } => {
                    @for exhibit in &chapter.exhibits { (shown(exhibit)) (END) }
                    (judged(&finding.verdicts.iter().map(|verdict| (chapter.experiment, verdict)).collect::<Vec<_>>(), false))
                }
                State::NotRun => {
                    p { "Not run yet:" } (END)
                    pre { (command(&format!("{}/{name}", outline.run.paper.id), outline.run.scale, outline.run.seed)) } (END)
                }
                State::Failed(why) => { p.note { "Could not be run: " (why) } (END) }
            }
            }
        } (END)
    }
}

fn shown(exhibit: &Exhibit<'_>) -> Markup {
    match exhibit.block {
        Block::Text(words) => text(words),
        Block::Table(table) => tabular(table),
        Block::Figure(figure) => html! {
            figure { (END) (PreEscaped(plot::inline(figure, &format!("picture-{}", exhibit.stem)))) figcaption { (line(&figure.caption)) } }
        },
    }
}

fn tabular(table: &ResultTable) -> Markup {
    let columns = table.rows.iter().map(Vec::len).chain([table.heads.len()]).max().unwrap_or(0);
    html! {
        div.scroll {
            table {
                caption { (line(&table.caption)) } (END)
                thead {
                    tr {
                        @for column in 0..columns {
                            th scope="col" class=[table.is_numeric(column).then_some("n")] {
                                (line(table.heads.get(column).map_or("", String::as_str)))
                            }
                        }
                    }
                } (END)
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for cell in (0..columns).map(|column| row.get(column).unwrap_or(&Cell::Empty)) {
                                td class=[cell_class(cell)] { (line(&cell.text_for_people())) }
                            }
                        } (END)
                    }
                }
            }
        }
    }
}

fn judged(verdicts: &[(&Experiment, &Verdict)], named: bool) -> Markup {
    html! {
        @if !verdicts.is_empty() {
            div.scroll {
                table.verdicts {
                    thead {
                        tr {
                            @if named { th scope="col" { "experiment" } }
                            th scope="col" { "what" }
                            th scope="col" { "verdict" }
                            th.n scope="col" { "paper" }
                            th.n scope="col" { "ours" }
                            th scope="col" { "by how much" }
                            th scope="col" { "rule" }
                            th scope="col" { "counts" }
                        }
                    } (END)
                    tbody {
                        @for (experiment, verdict) in verdicts {
                            tr {
                                @if named { td.w { a href={ "#" (experiment.name) } { (experiment.name) } } }
                                td.what { (line(&verdict.what)) }
                                td.is { span class={ "v " (class(verdict.outcome())) } { (mark(verdict.outcome())) " " (verdict.outcome()) } }
                                td.n.paper data-label="paper" { (verdict.published_text()) }
                                td.n data-label="ours" { (verdict.ours_text()) }
                                td.by { (verdict.by_how_much()) }
                                td.by data-label="rule" { (verdict.rule_text()) }
                                td.by { (counts(verdict)) }
                            } (END)
                        }
                    }
                }
            } (END)
        }
    }
}

fn making(outline: &Outline<'_>) -> Markup {
    let (run, notes) = (outline.run, outline.run.notes());
    html! {
        details.chapter {
        summary { h2 { "How it was made" } } (END)
        section #making {
            pre { (outline.command()) } (END)
            ul {
                li { "Version " (VERSION) ", seed " (run.seed) ", scale " (run.scale) ": " (run.paper.size(run.scale)) "." } (END)
                @for machine in outline.machines() { li { (machine) "." } (END) }
                @if let Some(days) = outline.days() {
                    li {
                        (notes.len()) " steps, " (number::duration(notes.iter().map(|note| note.seconds).sum()))
                        " of work, " (days) "."
                    } (END)
                }
            }
            h3 { "How verdicts are reached" } (END)
            (text(RULES))
            @if !notes.is_empty() {
                details {
                    summary { "All " (notes.len()) " steps with their times" } (END)
                    p { "What came out of each is a line of " a href=(STEPS) { (STEPS) } "." } (END)
                    div.scroll {
                        table {
                            thead { tr { th scope="col" { "step" } th.n scope="col" { "time" } th scope="col" { "finished" } } } (END)
                            tbody {
                                @for note in &notes {
                                    tr {
                                        td { (note.title) }
                                        td.n { (number::duration(note.seconds)) }
                                        td.w { (note.date) }
                                    } (END)
                                }
                            }
                        }
                    }
                } (END)
            }
        }
        }
    }
}

/// Paragraphs and lists of Markdown.
fn text(words: &str) -> Markup {
    PreEscaped(markup::html(words))
}

/// A line of Markdown.
pub(super) fn line(words: &str) -> Markup {
    PreEscaped(markup::inline(words))
}

fn cell_class(cell: &Cell) -> Option<&'static str> {
    match cell {
        Cell::Published(..) => Some("n paper"),
        Cell::Ours { .. } => Some("n"),
        Cell::Empty | Cell::Text(_) => None,
    }
}

/// The class of a judgement's colours.
pub(super) fn class(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Reproduced => "reproduced",
        Judgement::Better => "better",
        Judgement::FallsShort | Judgement::Differs => "falls-short",
        Judgement::Open => "not-decided",
        Judgement::Contradicted => "contradicted",
    }
}
