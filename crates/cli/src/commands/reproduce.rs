use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use kirifuda_lab::{
    Finding, LabError, Note, Paper, ResultTable, Run, Scale, Selected, Settings, Source, State, Store, Verdict,
    command, due, markup, papers, perform, report, reproduce, select_each, survey,
};
use serde_json::{Map, Value, json};
use textwrap::{Options, WordSplitter};

use crate::args::ReproduceOptions;
use crate::report::INTERRUPTED;
use crate::steps::Steps;
use crate::table::TextTable;

/// `kirifuda reproduce`.
pub fn run(options: &ReproduceOptions) -> Result<ExitCode> {
    if options.what.is_empty() && (options.due || options.step.is_some()) {
        bail!("--due and --step need a paper or an experiment: kirifuda reproduce 001 --due");
    }
    if options.what.is_empty() {
        let text = if options.json { format!("{}\n", list_json(options)) } else { list(options) };
        std::io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    // A wrong name is told of before hours of work on a right one.
    let wanted = select_each(papers(), &options.what)?;
    if options.due {
        return list_due(options, &wanted);
    }
    if let Some(step) = &options.step {
        return run_step(options, &wanted, step);
    }
    for (paper, experiment) in wanted {
        let what = experiment.map_or(paper.id.to_string(), |name| format!("{}/{name}", paper.id));
        let done = run_one(options, &what, paper, experiment)?;
        if done != ExitCode::SUCCESS {
            return Ok(done);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn settings(options: &ReproduceOptions) -> Settings {
    Settings {
        scale: options.scale.unwrap_or(Scale::Quick),
        seed: options.seed,
        threads: options.threads.map(usize::from),
        out: options.out.clone(),
        fresh: options.overwrite,
    }
}

/// `--due`: what other machines can do now.
fn list_due(options: &ReproduceOptions, wanted: &[Selected<'static>]) -> Result<ExitCode> {
    let mut steps = Vec::new();
    for (paper, experiment) in wanted {
        let names: Vec<&str> = experiment.iter().copied().collect();
        for step in due(paper, &names, &settings(options))? {
            steps.push((format!("{}/{}", paper.id, step.experiment), step));
        }
    }
    let mut out = std::io::stdout().lock();
    if options.json {
        let steps = steps.iter().map(|(what, step)| json!({"what": what, "step": step.name, "title": step.title}));
        writeln!(out, "{}", json!({"due": steps.collect::<Vec<_>>()}))?;
    } else {
        for (what, step) in steps {
            writeln!(out, "{what} {}", step.name)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// `--step`: one of them.
fn run_step(options: &ReproduceOptions, wanted: &[Selected<'static>], step: &str) -> Result<ExitCode> {
    let [(paper, Some(experiment))] = wanted else {
        bail!("--step needs one experiment, as `--due` lists it: kirifuda reproduce 001/rows --step NAME");
    };
    let watch = Steps::new();
    let done = perform(paper, experiment, step, &settings(options), &watch);
    watch.finish();
    match done {
        Err(LabError::Interrupted) => Ok(ExitCode::from(INTERRUPTED)),
        done => {
            let done = done?;
            if options.json {
                println!("{}", json!({"title": done.title, "seconds": done.seconds}));
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Runs a paper, or one experiment of it.
fn run_one(
    options: &ReproduceOptions,
    what: &str,
    paper: &Paper,
    experiment: Option<&'static str>,
) -> Result<ExitCode> {
    let settings = settings(options);
    let watch = Steps::new();
    let names: Vec<&str> = experiment.into_iter().collect();
    let run = reproduce(paper, &names, &settings, &watch);
    watch.finish();
    let folder = settings.folder(paper);
    let run = match run {
        Err(LabError::Interrupted) => {
            eprintln!("{}", way_on(what, &settings, &folder));
            return Ok(ExitCode::from(INTERRUPTED));
        }
        run => run?,
    };
    let page = report::write(&run, &folder)?;
    report::write_index(&settings.out)?;
    let mut out = std::io::stdout().lock();
    if options.json {
        let mut json = run.json();
        json["report"] = json!(page.to_string_lossy());
        writeln!(out, "{json}")?;
    } else {
        writeln!(out, "{}report: {}", summary(&run, experiment), page.display())?;
    }
    let failures: Vec<String> =
        run.failures().map(|(experiment, why)| format!("{}/{}: {why}", paper.id, experiment.name)).collect();
    if failures.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    bail!("not all could be run: {}", failures.join("; "))
}

/// What to tell after Ctrl-C.
fn way_on(what: &str, settings: &Settings, folder: &Path) -> String {
    let kept = Store::new(folder, settings.scale, settings.seed, "", false).count();
    let mut again = command(what, settings.scale, settings.seed);
    if settings.out != Path::new("results") {
        again.push_str(&format!(" --out '{}'", settings.out.display()));
    }
    let steps = if kept == 1 { "1 finished step is" } else { &format!("{kept} finished steps are") };
    format!("interrupted; {steps} kept in {}. To go on from there:\n  {again}", folder.display())
}

/// The verdicts for people.
fn summary(run: &Run<'_>, only: Option<&str>) -> String {
    let paper = run.paper;
    let mut text =
        format!("{} {}\nscale {} ({}), seed {}\n\n", paper.id, paper.title, run.scale, paper.size(run.scale), run.seed);
    let found: Vec<_> =
        run.found().filter(|(experiment, ..)| only.is_none_or(|only| only == experiment.name)).collect();
    let answer = answer_table(run, only);
    if !paper.cells.is_empty() {
        for sentence in run.sentences() {
            let _ = writeln!(text, "{}", textwrap::fill(&markup::plain(&sentence), 110));
        }
        if let Some(answer) = answer {
            let _ = writeln!(text, "\n{answer}");
        }
        text.push('\n');
    }
    for (experiment, finding, _) in &found {
        // A page of our own is about its tables; a single experiment shows all of its verdicts, counted or not.
        if let (None, Some(table)) = (paper.source, finding.tables().next()) {
            let _ = writeln!(text, "{}\n{}", experiment.title, plain_table(table));
        }
        if !finding.verdicts.is_empty() && (only.is_some() || paper.cells.is_empty()) {
            let tally = report::tally_text(&report::tally(&finding.verdicts));
            let _ = writeln!(text, "{}\n{tally}\n", verdict_table(&finding.verdicts));
        }
    }
    // Experiments share steps: one that an earlier experiment of this run has made was not there before.
    let mut notes: Vec<&Note> = Vec::new();
    for note in found.iter().flat_map(|(_, _, notes)| *notes) {
        if notes.iter().all(|there| there.name != note.name) {
            notes.push(note);
        }
    }
    let kept = notes.iter().filter(|note| note.kept).count();
    if kept > 0 {
        text.push_str(&format!(
            "{kept} of {} steps were kept from before (--overwrite runs them again)\n",
            notes.len()
        ));
    }
    text
}

/// One row for each published cell or claim; nothing where none is asked for.
fn answer_table(run: &Run<'_>, only: Option<&str>) -> Option<String> {
    let mut table = TextTable::new(["published", "paper", "as printed", "best reading", "verdict", "rule"]);
    let answer = run.answer();
    let rows = answer.rows.iter().filter(|row| only.is_none_or(|only| only == row.experiment.name));
    let mut any = false;
    for row in rows {
        any = true;
        let [printed, best] = row.ours();
        let verdict = row.outcome().map_or("not run".to_string(), |outcome| outcome.to_string());
        table.row([row.cell.to_string(), row.paper(), printed, best, verdict, row.rule()]);
    }
    any.then(|| table.words())
}

/// A table of a report, in plain words.
fn plain_table(table: &ResultTable) -> String {
    let mut text = TextTable::new(table.heads.iter().map(|head| markup::plain(head)));
    for row in &table.rows {
        text.row(row.iter().map(|cell| markup::plain(&cell.text_for_people())));
    }
    text.words()
}

fn verdict_table(verdicts: &[Verdict]) -> String {
    let mut table = TextTable::new(["what", "paper", "ours", "verdict", "by how much", "rule", "counts"]);
    for verdict in verdicts {
        table.row([
            markup::plain(&verdict.what),
            verdict.published_text(),
            verdict.ours_text(),
            verdict.outcome().to_string(),
            verdict.by_how_much(),
            verdict.rule_text(),
            report::counts(verdict).to_string(),
        ]);
    }
    table.words()
}

/// All papers and experiments, with what is known of them.
fn list(options: &ReproduceOptions) -> String {
    let mut text = String::new();
    for paper in papers() {
        let Paper { id, title, source, .. } = paper;
        text.push_str(&format!("{id}  {title}\n"));
        if let Some(Source { authors, venue, year }) = source {
            text.push_str(&format!("     {authors}. {venue}, {year}.\n"));
        }
        let surveys: Vec<Run<'_>> =
            scales(options).map(|scale| survey(paper, scale, options.seed, &options.out)).collect();
        for (number, experiment) in paper.experiments.iter().enumerate() {
            text.push_str(&format!("\n  {id}/{}  {}\n", experiment.name, experiment.title));
            let lines = Options::new(104).initial_indent("      ").subsequent_indent("      ");
            let lines = lines.word_splitter(WordSplitter::NoHyphenation);
            let _ = writeln!(text, "{}", textwrap::fill(&markup::plain(experiment.claim), lines));
            for run in &surveys {
                if let Some((_, State::Found { finding, .. })) = run.results.get(number) {
                    let tally = kept_in_words(run, experiment.name, finding);
                    text.push_str(&format!("      kept in {}, scale {}: {tally}\n", options.out.display(), run.scale));
                }
            }
        }
        text.push('\n');
    }
    text.push_str("kirifuda reproduce 001 --scale paper runs a paper at its own size; see kirifuda help reproduce\n");
    text
}

/// How the published cells of an experiment came out; of one that has none, its verdicts.
fn kept_in_words(run: &Run<'_>, experiment: &str, finding: &Finding) -> String {
    let answer = run.answer();
    let of: Vec<&Verdict> =
        answer.rows.iter().filter(|row| row.experiment.name == experiment).filter_map(|row| row.best).collect();
    match of.is_empty() {
        true if finding.verdicts.is_empty() => report::tally_text(&[]),
        true => format!("{} (not counted)", report::tally_text(&report::tally(&finding.verdicts))),
        false => report::tally_text(&report::tally(of)),
    }
}

fn list_json(options: &ReproduceOptions) -> Value {
    let papers = papers().iter().map(|paper| {
        let surveys: Vec<Run<'_>> =
            scales(options).map(|scale| survey(paper, scale, options.seed, &options.out)).collect();
        let experiments = paper.experiments.iter().enumerate().map(|(number, experiment)| {
            let kept = surveys.iter().filter(|run| matches!(run.results.get(number), Some((_, State::Found { .. }))));
            let mut object = Map::new();
            object.insert("name".into(), json!(experiment.name));
            object.insert("title".into(), json!(experiment.title));
            object.insert("claim".into(), json!(experiment.claim));
            object.insert("part".into(), json!(experiment.part));
            object.insert("kept".into(), kept.map(|run| run.scale.name()).collect());
            Value::Object(object)
        });
        json!({
            "id": paper.id,
            "title": paper.title,
            "authors": paper.source.map(|source| source.authors),
            "venue": paper.source.map(|source| source.venue),
            "year": paper.source.map(|source| source.year),
            "experiments": experiments.collect::<Vec<_>>(),
        })
    });
    json!({ "papers": papers.collect::<Vec<_>>(), "seed": options.seed })
}

/// The scale that was asked for, or all.
fn scales(options: &ReproduceOptions) -> impl Iterator<Item = Scale> {
    let wanted = options.scale;
    Scale::ALL.into_iter().filter(move |scale| wanted.is_none_or(|wanted| wanted == *scale))
}
