//! The report as Markdown, with links to its figures and tables.

use std::fmt::Write;

use super::{Chapter, Exhibit, Outline, RULES, counts, mark, tally, tally_text};
use crate::markup::plain;
use crate::store::FILE as STEPS;
use crate::{Block, Cell, Experiment, Part, ResultTable, Run, Source, State, VERSION, Verdict, command, number};

/// The whole page.
pub fn page(outline: &Outline<'_>) -> String {
    let (run, paper) = (outline.run, outline.run.paper);
    let mut text = match paper.source {
        Some(Source { authors, venue, year }) => {
            format!("# Paper {}: {}\n\n{authors}. {venue}, {year}.\n\n", paper.id, paper.title)
        }
        None => format!("# {}\n\n", paper.title),
    };
    let _ = writeln!(text, "{}\n", paper.about);
    let _ = writeln!(text, "Scale `{}` ({}), seed {}.\n", run.scale, paper.size(run.scale), run.seed);
    let _ = writeln!(text, "## Summary\n");
    if paper.cells.is_empty() {
        let verdicts = outline.verdicts(outline.main());
        let _ = writeln!(text, "{}.\n", tally_text(&tally(verdicts.iter().map(|(_, verdict)| *verdict))));
        push_verdicts(&mut text, &verdicts, true);
    } else {
        text.push_str(&answer(run));
    }
    for chapter in outline.part(Part::Paper) {
        push_chapter(&mut text, chapter, outline, "##", "The paper says");
    }
    if outline.part(Part::Beyond).next().is_some() {
        let level = if paper.source.is_some() { "###" } else { "##" };
        text.push_str(if paper.source.is_some() { "## Beyond the paper\n\n" } else { "" });
        for chapter in outline.part(Part::Beyond) {
            push_chapter(&mut text, chapter, outline, level, "The question");
        }
    }
    if !paper.deviations.is_empty() {
        let _ = writeln!(text, "## {}\n\n{}\n", outline.remarks(), paper.deviations.trim());
    }
    push_making(&mut text, outline);
    text
}

/// The answer: three sentences, and a row for each published cell.
pub fn answer(run: &Run<'_>) -> String {
    let mut text = String::new();
    for sentence in run.sentences() {
        let _ = writeln!(text, "{sentence}\n");
    }
    let _ = writeln!(text, "- **As printed**: {}\n- **Best reading**: {}\n", run.paper.printed, run.paper.best);
    push_row(
        &mut text,
        ["published", "paper", "as printed", "best reading", "verdict", "rule"].map(String::from).into_iter(),
    );
    push_row(&mut text, ["---", "---:", "---:", "---:", "---", "---"].map(String::from).into_iter());
    for row in &run.answer().rows {
        let [printed, best] = row.ours();
        let verdict = match row.outcome() {
            Some(outcome) => format!("{} **{outcome}**", mark(outcome)),
            None => "not run".to_string(),
        };
        push_row(&mut text, [row.cell.to_string(), row.paper(), printed, best, verdict, row.rule()].into_iter());
    }
    text.push('\n');
    text
}

fn push_chapter(text: &mut String, chapter: &Chapter<'_>, outline: &Outline<'_>, level: &str, saying: &str) {
    let Experiment { name, title, claim, .. } = chapter.experiment;
    let _ = writeln!(text, "{level} {title} (`{name}`)\n\n> {saying}: {claim}\n");
    match chapter.state {
        State::Found { finding, .. } => {
            for exhibit in &chapter.exhibits {
                push_exhibit(text, exhibit);
            }
            let verdicts: Vec<_> = finding.verdicts.iter().map(|verdict| (chapter.experiment, verdict)).collect();
            push_verdicts(text, &verdicts, false);
        }
        State::NotRun => {
            let what = format!("{}/{name}", outline.run.paper.id);
            let command = command(&what, outline.run.scale, outline.run.seed);
            let _ = writeln!(text, "Not run yet: `{command}`\n");
        }
        State::Failed(why) => {
            let _ = writeln!(text, "Could not be run: {why}\n");
        }
    }
}

fn push_exhibit(text: &mut String, exhibit: &Exhibit<'_>) {
    match exhibit.block {
        Block::Text(words) => {
            let _ = writeln!(text, "{}\n", words.trim());
        }
        Block::Table(table) => {
            push_table(text, table);
            let _ = writeln!(text, "*{}* ([CSV]({}))\n", table.caption, exhibit.csv());
        }
        Block::Figure(figure) => {
            let _ = writeln!(text, "![{}]({})\n", plain(&figure.caption).replace(['[', ']'], ""), exhibit.svg());
            let _ = writeln!(text, "*{}* ([CSV]({}))\n", figure.caption, exhibit.csv());
        }
    }
}

fn push_table(text: &mut String, table: &ResultTable) {
    let columns = table.rows.iter().map(Vec::len).chain([table.heads.len()]).max().unwrap_or(0);
    let head = |column: usize| table.heads.get(column).cloned().unwrap_or_default();
    push_row(text, (0..columns).map(head));
    push_row(text, (0..columns).map(|column| if table.is_numeric(column) { "---:" } else { "---" }.to_string()));
    for row in &table.rows {
        push_row(text, (0..columns).map(|column| row.get(column).map(Cell::text_for_people).unwrap_or_default()));
    }
    text.push('\n');
}

fn push_verdicts(text: &mut String, verdicts: &[(&Experiment, &Verdict)], named: bool) {
    if verdicts.is_empty() {
        return;
    }
    let heads = ["experiment", "what", "paper", "ours", "verdict", "by how much", "rule", "counts"];
    let rules = ["---", "---", "---:", "---:", "---", "---", "---", "---"];
    let from = usize::from(!named);
    push_row(text, heads[from..].iter().map(ToString::to_string));
    push_row(text, rules[from..].iter().map(ToString::to_string));
    for (experiment, verdict) in verdicts {
        let cells = [
            format!("`{}`", experiment.name),
            verdict.what.clone(),
            verdict.published_text(),
            verdict.ours_text(),
            format!("{} **{}**", mark(verdict.outcome()), verdict.outcome()),
            verdict.by_how_much(),
            verdict.rule_text(),
            counts(verdict).to_string(),
        ];
        push_row(text, cells.into_iter().skip(from));
    }
    text.push('\n');
}

fn push_row(text: &mut String, cells: impl Iterator<Item = String>) {
    text.push('|');
    for cell in cells {
        let _ = write!(text, " {} |", cell.replace('|', "\\|").replace('\n', " "));
    }
    text.push('\n');
}

fn push_making(text: &mut String, outline: &Outline<'_>) {
    let notes = outline.run.notes();
    let _ = writeln!(text, "## How it was made\n\n```\n{}\n```\n", outline.command());
    let _ = writeln!(text, "- Version {VERSION}, seed {}, scale `{}`.", outline.run.seed, outline.run.scale);
    for machine in outline.machines() {
        let _ = writeln!(text, "- {machine}.");
    }
    if let Some(days) = outline.days() {
        let seconds = number::duration(notes.iter().map(|note| note.seconds).sum());
        let _ = writeln!(text, "- {} steps, {seconds} of work, {days}.", notes.len());
    }
    let _ =
        writeln!(text, "- All verdicts: [verdicts.csv](verdicts.csv).\n\n### How verdicts are reached\n\n{RULES}\n");
    if notes.is_empty() {
        return;
    }
    let _ = writeln!(text, "### Steps\n\nWhat came out of each is a line of [{STEPS}]({STEPS}).\n");
    push_row(text, ["step", "time", "finished"].map(String::from).into_iter());
    push_row(text, ["---", "---:", "---"].map(String::from).into_iter());
    for note in notes {
        push_row(text, [note.title.clone(), number::duration(note.seconds), note.date.clone()].into_iter());
    }
}
