//! Reports hold everything, need nothing, and read back.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::{HashMap, HashSet};
use std::fs;

use common::{PAPER, settings};
use kirifuda_lab::{Finding, Paper, Settings, Unwatched, report, reproduce};

/// The files of a report of the whole paper, the findings behind it, and the names of the kept steps.
fn report_of_the_paper(name: &str) -> (HashMap<String, String>, Vec<Finding>, HashSet<String>) {
    let settings = settings(name);
    let run = reproduce(&PAPER, &[], &settings, &Unwatched).unwrap();
    let place = report::write(&run, &settings.folder(&PAPER)).unwrap();
    let pages: HashMap<String, String> = report::pages(&run).into_iter().map(|page| (page.path, page.text)).collect();
    assert_eq!(fs::read_to_string(place).unwrap(), pages["report.html"]);
    for (path, text) in &pages {
        assert_eq!(fs::read_to_string(settings.folder(&PAPER).join(path)).unwrap(), *text);
    }
    let findings = run.found().map(|(_, finding, _)| finding.clone()).collect();
    let steps = HashSet::from(["steps.jsonl".to_string()]);
    fs::remove_dir_all(&settings.out).unwrap();
    (pages, findings, steps)
}

#[test]
fn the_page_holds_every_experiment_table_figure_and_verdict() {
    let (pages, findings, _) = report_of_the_paper("page");
    let (html, markdown) = (&pages["report.html"], &pages["report.md"]);
    for experiment in PAPER.experiments {
        assert!(html.contains(&format!("<section id=\"{}\">", experiment.name)));
        assert!(html.contains(experiment.title) && markdown.contains(experiment.title));
    }
    assert_eq!(html.matches("<figure>").count(), findings.iter().flat_map(Finding::figures).count());
    assert_eq!(html.matches("<caption>").count(), findings.iter().flat_map(Finding::tables).count());
    for verdict in findings.iter().flat_map(|finding| &finding.verdicts) {
        for word in [verdict.what.as_str(), verdict.outcome().word(), &verdict.ours_text(), &verdict.by_how_much()] {
            assert!(html.contains(word) && markdown.contains(word), "{word}");
        }
    }
    for part in ["Summary", "Beyond the paper", "Where we deviate, and why", "How it was made"] {
        assert!(html.contains(&format!("<h2>{part}</h2>")), "{part}");
        assert!(markdown.contains(&format!("## {part}\n")), "{part}");
    }
    // Beyond the paper is no part of the summary.
    let summary = html.split("<section id=\"summary\">").nth(1).unwrap().split("</section>").next().unwrap();
    assert!(summary.contains("loaded die") && !summary.contains("two show less than one"));
    assert!(!summary.contains("more than 3.5"), "what is not counted is no part of it, either");
}

#[test]
fn a_page_without_a_source_speaks_of_no_paper() {
    let (settings, own) =
        (settings("own"), Paper { id: "own", source: None, cells: &[], experiments: &PAPER.experiments[2..], ..PAPER });
    let run = reproduce(&own, &[], &settings, &Unwatched).unwrap();
    let pages: HashMap<String, String> = report::pages(&run).into_iter().map(|page| (page.path, page.text)).collect();
    let (html, markdown) = (&pages["report.html"], &pages["report.md"]);
    assert!(html.contains("Kirifuda beyond the papers: own") && markdown.starts_with("# On <dice> & cards\n"));
    for text in [html, markdown] {
        assert!(text.contains("How to read it") && text.contains("two show less than one"));
        for word in
            ["Paper own", "paper own", "Nobody", "Nowhere", "Beyond the paper\n", "Beyond the paper<", "deviate"]
        {
            assert!(!text.contains(word), "{word}");
        }
    }
    let summary = html.split("<section id=\"summary\">").nth(1).unwrap().split("</section>").next().unwrap();
    assert!(summary.contains("two show less than one"), "all verdicts are the page's own");
    assert_eq!(html.matches("<section").count(), html.matches("</section>").count());
    fs::remove_dir_all(&settings.out).unwrap();
}

#[test]
fn words_cannot_become_tags() {
    let (pages, ..) = report_of_the_paper("escaped");
    let html = &pages["report.html"];
    assert!(html.contains("On &lt;dice&gt; &amp; cards") && html.contains("A die shows 3.5 &amp; more."));
    assert!(html.contains("0 | &lt;b&gt;") && !html.contains("<b></td>"), "cells of tables");
    let opened = html.matches("<section").count();
    assert_eq!(opened, html.matches("</section>").count());
    assert_eq!(opened, PAPER.experiments.len() + 4);
}

#[test]
fn the_page_needs_nothing_else() {
    let (pages, ..) = report_of_the_paper("alone");
    let html = &pages["report.html"];
    assert!(html.contains("<meta charset=\"utf-8\">") && html.contains("name=\"viewport\""));
    assert!(html.contains("prefers-color-scheme:dark"));
    // The name of the language of drawings is no request.
    let html = html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for word in ["http:", "https:", "<script", "src=", "@import", "url(", "<link"] {
        assert!(!html.contains(word), "{word}");
    }
}

#[test]
fn links_lead_somewhere() {
    let (pages, _, steps) = report_of_the_paper("links");
    let leads = |target: &str| pages.contains_key(target) || steps.contains(target);
    let markdown = &pages["report.md"];
    let targets: Vec<&str> = markdown.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    assert!(targets.len() >= 4 + steps.len(), "{targets:?}");
    for target in targets {
        assert!(leads(target), "{target}");
    }
    let html = &pages["report.html"];
    for target in html.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        match target.strip_prefix('#') {
            Some(id) => assert!(html.contains(&format!("id=\"{id}\"")), "{target}"),
            None => assert!(leads(target), "{target}"),
        }
    }
}

/// Reads comma-separated values by RFC 4180.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => cell.push(letters.next().unwrap()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            letter => cell.push(letter),
        }
    }
    assert!(!quoted && cell.is_empty() && row.is_empty(), "the last line has no end");
    rows
}

#[test]
fn tables_figures_and_verdicts_read_back_from_csv() {
    let (pages, findings, _) = report_of_the_paper("csv");
    for (path, text) in pages.iter().filter(|(path, _)| path.ends_with(".csv")) {
        let rows = read_csv(text);
        assert!(rows.len() > 1 && rows.iter().all(|row| row.len() == rows[0].len()), "{path}");
    }
    let table = read_csv(&pages["tables/table-1-means.csv"]);
    assert_eq!(table[0], ["run", "paper", "ours", "ours ci95", "remark, \"if any\""]);
    let last = table.last().unwrap();
    let ours = findings[0].verdicts[0].ours;
    assert_eq!((last[0].as_str(), last[1].as_str(), last[4].as_str()), ("all", "3.5", "four, in all"));
    assert_eq!((last[2].parse().ok(), last[3].parse().ok()), (Some(ours.mean), ours.ci95));

    let figure = findings[1].figures().next().unwrap();
    let rows = read_csv(&pages["tables/figure-2-means.csv"]);
    let points: usize = figure.series.iter().map(|series| series.points.len()).sum();
    assert_eq!(rows.len(), points + 1);
    assert_eq!(rows[1][..2], ["die", "ours"]);
    let first = figure.series[0].points[0];
    assert_eq!(rows[1][2..4].iter().map(|cell| cell.parse().unwrap()).collect::<Vec<f64>>(), [first.x, first.y]);

    let verdicts = read_csv(&pages["verdicts.csv"]);
    let all: Vec<_> = findings.iter().flat_map(|finding| &finding.verdicts).collect();
    assert_eq!(verdicts.len(), all.len() + 1);
    for (row, verdict) in verdicts[1..].iter().zip(all) {
        assert_eq!((row[2].as_str(), row[7].as_str()), (verdict.what.as_str(), verdict.outcome().word()));
        assert_eq!(row[4].parse(), Ok(verdict.ours.mean));
    }
}

#[test]
fn tables_and_figures_of_earlier_reports_are_taken_away() {
    let settings = settings("stale");
    let run = reproduce(&PAPER, &["table-1"], &settings, &Unwatched).unwrap();
    let folder = settings.folder(&PAPER);
    report::write(&run, &folder).unwrap();
    for (file, stays) in [("tables/old.csv", false), ("figures/old.svg", false), ("figures/notes.txt", true)] {
        fs::create_dir_all(folder.join("figures")).unwrap();
        fs::write(folder.join(file), "old").unwrap();
        report::write(&run, &folder).unwrap();
        assert_eq!(folder.join(file).exists(), stays, "{file}");
    }
    fs::remove_dir_all(&settings.out).unwrap();
}

#[test]
fn the_front_page_leads_to_every_report_and_says_what_each_says() {
    let settings = settings("index");
    let other = Settings { seed: 6, ..settings.clone() };
    for settings in [&settings, &other] {
        let run = reproduce(&PAPER, &[], settings, &Unwatched).unwrap();
        report::write(&run, &settings.folder(&PAPER)).unwrap();
    }
    let page = fs::read_to_string(report::write_index(&settings.out).unwrap()).unwrap();
    let mut pictures = 0;
    for target in page.split("href=\"").chain(page.split("src=\"")).filter_map(|rest| rest.split('"').next()) {
        let (file, anchor) = target.split_once('#').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
        if !file.contains('/') {
            continue;
        }
        let text = fs::read_to_string(settings.out.join(file)).unwrap_or_else(|why| panic!("{target}: {why}"));
        assert!(anchor.is_none_or(|anchor| text.contains(&format!("id=\"{anchor}\""))), "{target}");
        pictures += usize::from(file.ends_with(".svg"));
    }
    assert_eq!(pictures, 2, "one of each report's figures");
    assert_eq!(page.matches("Dice show what they show.").count(), 2);
    assert!(page.contains("judges nothing of the paper's size"), "a smoke run says so");
    fs::write(settings.folder(&PAPER).join("summary.json"), "{").unwrap();
    assert!(report::write_index(&settings.out).is_ok(), "what cannot be read is left out");
    fs::remove_dir_all(&settings.out).unwrap();
}
