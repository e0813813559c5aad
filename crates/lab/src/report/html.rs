//! The report as one page that needs nothing else: no script, no request, light and dark, wide and narrow.

use std::fmt::Write;

use super::{Chapter, Exhibit, Outline, RULES, mark, tally};
use crate::markup::{self, escape, inline};
use crate::{
    Block, Cell, Experiment, Judgement, Part, Scale, Source, State, Table, VERSION, Verdict, command, number, plot,
};

const STYLE: &str = include_str!("page.css");
const BEYOND: &str = "<section id=\"beyond\">\n<h2>Beyond the paper</h2>\n\
                      <p>What the paper did not ask: our own experiments on the same ground.</p>\n";

/// The whole page.
pub fn page(outline: &Outline<'_>) -> String {
    let (run, paper) = (outline.run, outline.run.paper);
    let title = match paper.source {
        Some(_) => format!("Paper {}: {}", paper.id, escape(paper.title)),
        None => escape(paper.title),
    };
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}{}\n</style>\n</head>\n<body>\n<main>\n",
        plot::STYLE
    );
    let over = if paper.source.is_some() { "Kirifuda reproduces paper" } else { "Kirifuda beyond the papers:" };
    let _ = writeln!(html, "<header>\n<p class=\"over\">{over} {}</p>\n<h1>{}</h1>", paper.id, escape(paper.title));
    if let Some(Source { authors, venue, year }) = paper.source {
        let (authors, venue) = (escape(authors), escape(venue));
        let _ = writeln!(html, "<p class=\"authors\">{authors}. {venue}, {year}.</p>");
    }
    let _ = writeln!(html, "<p>{}</p>", inline(paper.about));
    if run.scale != Scale::Paper {
        let size = paper.size(run.scale);
        let _ = writeln!(html, "<p class=\"note\">Scale <strong>{}</strong>: {size}.</p>", run.scale);
    }
    html.push_str("</header>\n");
    push_summary(&mut html, outline);
    for chapter in outline.part(Part::Paper) {
        push_chapter(&mut html, chapter, outline, "h2", "The paper says");
    }
    if outline.part(Part::Beyond).next().is_some() {
        let (open, level, close) = match paper.source {
            Some(_) => (BEYOND, "h3", "</section>\n"),
            None => ("", "h2", ""),
        };
        html.push_str(open);
        for chapter in outline.part(Part::Beyond) {
            push_chapter(&mut html, chapter, outline, level, "The question");
        }
        html.push_str(close);
    }
    if !paper.deviations.is_empty() {
        let deviations = markup::html(paper.deviations);
        let head = outline.remarks();
        let _ = writeln!(html, "<section id=\"deviations\">\n<h2>{head}</h2>\n{deviations}</section>");
    }
    push_making(&mut html, outline);
    html.push_str("</main>\n</body>\n</html>\n");
    html
}

fn push_summary(html: &mut String, outline: &Outline<'_>) {
    html.push_str("<section id=\"summary\">\n<h2>Summary</h2>\n");
    let verdicts = outline.verdicts(outline.main());
    push_counts(html, &verdicts);
    push_verdicts(html, &verdicts, true);
    html.push_str("<nav aria-label=\"Contents\">\n<ol>\n");
    let link = |html: &mut String, chapter: &Chapter<'_>| {
        let Experiment { name, title, .. } = chapter.experiment;
        let _ = writeln!(html, "<li><a href=\"#{}\">{}</a></li>", escape(name), escape(title));
    };
    outline.part(Part::Paper).for_each(|chapter| link(html, chapter));
    outline.part(Part::Beyond).for_each(|chapter| link(html, chapter));
    if !outline.run.paper.deviations.is_empty() {
        let _ = writeln!(html, "<li><a href=\"#deviations\">{}</a></li>", outline.remarks());
    }
    html.push_str("<li><a href=\"#making\">How it was made</a></li>\n</ol>\n</nav>\n</section>\n");
}

fn push_counts(html: &mut String, verdicts: &[(&Experiment, &Verdict)]) {
    let tally = tally(verdicts.iter().map(|(_, verdict)| *verdict));
    if tally.is_empty() {
        html.push_str("<p>No verdicts yet.</p>\n");
        return;
    }
    html.push_str("<ul class=\"counts\">\n");
    for (judgement, count) in tally {
        let _ = writeln!(html, "<li class=\"{}\"><b>{count}</b>{} {judgement}</li>", class(judgement), mark(judgement));
    }
    html.push_str("</ul>\n");
}

fn push_chapter(html: &mut String, chapter: &Chapter<'_>, outline: &Outline<'_>, level: &str, saying: &str) {
    let Experiment { name, title, claim, .. } = chapter.experiment;
    let _ = writeln!(
        html,
        "<section id=\"{0}\">\n<{level}>{1} <code>{0}</code></{level}>\n<blockquote>{saying}: {2}</blockquote>",
        escape(name),
        escape(title),
        inline(claim)
    );
    match chapter.state {
        State::Found { finding, .. } => {
            for exhibit in &chapter.exhibits {
                push_exhibit(html, exhibit);
            }
            let verdicts: Vec<_> = finding.verdicts.iter().map(|verdict| (chapter.experiment, verdict)).collect();
            push_verdicts(html, &verdicts, false);
        }
        State::NotRun => {
            let what = format!("{}/{name}", outline.run.paper.id);
            let command = escape(&command(&what, outline.run.scale, outline.run.seed));
            let _ = writeln!(html, "<p>Not run yet:</p>\n<pre>{command}</pre>");
        }
        State::Failed(why) => {
            let _ = writeln!(html, "<p class=\"note\">Could not be run: {}</p>", escape(&why.to_string()));
        }
    }
    html.push_str("</section>\n");
}

fn push_exhibit(html: &mut String, exhibit: &Exhibit<'_>) {
    match exhibit.block {
        Block::Text(words) => html.push_str(&markup::html(words)),
        Block::Table(table) => push_table(html, table),
        Block::Figure(figure) => {
            let drawing = plot::inline(figure);
            let _ =
                writeln!(html, "<figure>\n{drawing}<figcaption>{}</figcaption>\n</figure>", inline(&figure.caption));
        }
    }
}

fn push_table(html: &mut String, table: &Table) {
    let columns = table.rows.iter().map(Vec::len).chain([table.heads.len()]).max().unwrap_or(0);
    let _ = write!(html, "<div class=\"scroll\">\n<table>\n<caption>{}</caption>\n<thead><tr>", inline(&table.caption));
    for column in 0..columns {
        let class = if table.is_numeric(column) { " class=\"n\"" } else { "" };
        let head = table.heads.get(column).map_or("", String::as_str);
        let _ = write!(html, "<th scope=\"col\"{class}>{}</th>", inline(head));
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        html.push_str("<tr>");
        for column in 0..columns {
            let cell = row.get(column).unwrap_or(&Cell::Empty);
            let class = match cell {
                Cell::Published(..) => " class=\"n paper\"",
                Cell::Ours { .. } => " class=\"n\"",
                Cell::Empty | Cell::Text(_) => "",
            };
            let _ = write!(html, "<td{class}>{}</td>", inline(&cell.text_for_people()));
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table>\n</div>\n");
}

fn push_verdicts(html: &mut String, verdicts: &[(&Experiment, &Verdict)], named: bool) {
    if verdicts.is_empty() {
        return;
    }
    // Claims have no published figure.
    let published = verdicts.iter().any(|(_, verdict)| verdict.published.is_some());
    html.push_str("<div class=\"scroll\">\n<table class=\"verdicts\">\n<thead><tr>");
    html.push_str(if named { "<th scope=\"col\">experiment</th>" } else { "" });
    html.push_str("<th scope=\"col\">what</th><th scope=\"col\">verdict</th>");
    html.push_str(if published { "<th scope=\"col\" class=\"n\">paper</th>" } else { "" });
    html.push_str("<th scope=\"col\" class=\"n\">ours</th><th scope=\"col\">by how much</th></tr></thead>\n<tbody>\n");
    for (experiment, verdict) in verdicts {
        html.push_str("<tr>");
        if named {
            let _ = write!(html, "<td class=\"w\"><a href=\"#{0}\">{0}</a></td>", escape(experiment.name));
        }
        let _ = write!(
            html,
            "<td class=\"what\">{}</td><td class=\"is\"><span class=\"v {}\">{} {}</span></td>",
            inline(&verdict.what),
            class(verdict.outcome),
            mark(verdict.outcome),
            verdict.outcome
        );
        if published {
            let _ = write!(html, "<td class=\"n paper\" data-label=\"paper\">{}</td>", verdict.published_text());
        }
        let _ = writeln!(
            html,
            "<td class=\"n\" data-label=\"ours\">{}</td><td class=\"by\">{}</td></tr>",
            verdict.ours_text(),
            verdict.margin()
        );
    }
    html.push_str("</tbody>\n</table>\n</div>\n");
}

fn push_making(html: &mut String, outline: &Outline<'_>) {
    let (run, notes) = (outline.run, outline.run.notes());
    let _ = writeln!(
        html,
        "<section id=\"making\">\n<h2>How it was made</h2>\n<pre>{}</pre>\n<ul>\n<li>Version {VERSION}, seed {}, scale {}: \
         {}.</li>",
        escape(&outline.command()),
        run.seed,
        run.scale,
        run.paper.size(run.scale)
    );
    for machine in outline.machines() {
        let _ = writeln!(html, "<li>{}.</li>", escape(&machine));
    }
    if let Some(days) = outline.days() {
        let seconds = number::duration(notes.iter().map(|note| note.seconds).sum());
        let _ = writeln!(html, "<li>{} steps, {seconds} of work, {days}.</li>", notes.len());
    }
    let _ = writeln!(html, "</ul>\n<h3>How verdicts are reached</h3>\n{}", markup::html(RULES));
    if !notes.is_empty() {
        let _ = write!(
            html,
            "<details>\n<summary>All {} steps with their times</summary>\n<div class=\"scroll\">\n<table>\n<thead><tr>\
             <th scope=\"col\">step</th><th scope=\"col\" class=\"n\">time</th>\
             <th scope=\"col\">finished</th></tr></thead>\n<tbody>\n",
            notes.len()
        );
        for note in &notes {
            let _ = writeln!(
                html,
                "<tr><td><a href=\"steps/{}\">{}</a></td><td class=\"n\">{}</td><td class=\"w\">{}</td></tr>",
                escape(&note.file),
                escape(&note.title),
                number::duration(note.seconds),
                escape(&note.date)
            );
        }
        html.push_str("</tbody>\n</table>\n</div>\n</details>\n");
    }
    html.push_str("</section>\n");
}

/// The class of a judgement's colours.
fn class(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Reproduced => "reproduced",
        Judgement::Better => "better",
        Judgement::FallsShort | Judgement::Differs => "falls-short",
        Judgement::Open => "not-decided",
        Judgement::Contradicted => "contradicted",
    }
}
