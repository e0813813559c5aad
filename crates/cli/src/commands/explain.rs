use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use kirifuda_catalog::trainers::Explained;
use kirifuda_catalog::{Listed, Visitor, visit};
use kirifuda_play::{Arg, Phrase};
use kirifuda_players::common::{Chart, Explanation, Sentence};
use kirifuda_words::Language;
use serde_json::json;

use super::model::read;
use crate::args::ExplainOptions;
use crate::seating::Choice;
use crate::table::TextTable;

/// `kirifuda explain`.
pub fn run(options: &ExplainOptions) -> Result<ExitCode> {
    let choice = Choice::new(&options.game, options.rules.as_deref())?;
    let Explanation { charts, rules } = visit(&choice.game, Explain { options, choice: &choice })??;
    let (mut out, words) = (std::io::stdout().lock(), options.lang);
    if options.json {
        let names = |names: &[Phrase]| names.iter().map(|name| words.say(name)).collect::<Vec<_>>();
        let charts = charts.iter().map(|chart| {
            json!({
                "title": words.say(&Phrase::new(chart.title)),
                "rows": names(&chart.rows),
                "columns": names(&chart.columns),
                "values": chart.values,
                "truth": chart.truth,
            })
        });
        let rules = rules.iter().map(|Sentence { when, then, uses, strength }| {
            json!({"when": words.list(when), "then": words.say(then), "uses": uses, "strength": strength})
        });
        writeln!(out, "{}", json!({"charts": charts.collect::<Vec<_>>(), "rules": rules.collect::<Vec<_>>()}))?;
        return Ok(ExitCode::SUCCESS);
    }
    for chart in &charts {
        writeln!(out, "{}\n{}", words.say(&Phrase::new(chart.title)), table(chart, words))?;
    }
    for (number, Sentence { when, then, uses, strength }) in rules.iter().enumerate() {
        writeln!(out, "{:>3}. {}: {}", number + 1, words.list(when), words.say(then))?;
        let uses = Phrase::new("picture.uses").with("n", Arg::real(*uses, 0));
        let strength = Phrase::new("picture.strength").with("n", Arg::real(*strength, 3));
        writeln!(out, "     {}", words.list(&[uses, strength]))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A chart as a table, with what is true in brackets where that is known.
fn table(chart: &Chart, words: Language) -> String {
    let heads = chart.columns.iter().map(|column| words.say(column));
    let mut table = TextTable::new(std::iter::once(String::new()).chain(heads));
    for (row, (name, values)) in chart.rows.iter().zip(&chart.values).enumerate() {
        let truth = |column: usize| chart.truth.get(row).and_then(|row| row.get(column));
        let cell = |(column, value): (usize, &Option<f32>)| match (value, truth(column)) {
            (Some(value), Some(truth)) => format!("{value:.2} ({truth})"),
            (Some(value), None) => format!("{value:.2}"),
            (None, _) => "–".to_string(),
        };
        table.row(std::iter::once(words.say(name)).chain(values.iter().enumerate().map(cell)));
    }
    table.numbers()
}

struct Explain<'a> {
    options: &'a ExplainOptions,
    choice: &'a Choice,
}

impl Visitor for Explain<'_> {
    type Output = Result<Explanation>;

    fn visit<G: Listed>(self) -> Self::Output {
        let most = self.options.most;
        let trainers = G::trainers();
        let told =
            |name: &str| trainers.iter().find(|trainer| trainer.name == name).and_then(|trainer| trainer.explain);
        let known: Vec<&str> =
            trainers.iter().filter(|trainer| trainer.explain.is_some()).map(|trainer| trainer.name).collect();
        if known.is_empty() {
            bail!("no learner of {} puts its rules into words", G::NAME);
        }
        let names = known.join(", ");
        let text = self.options.model.as_str();
        // The name of a learner stands for the model that comes with the program.
        if !Path::new(text).exists() && trainers.iter().any(|trainer| trainer.name == text) {
            let explain =
                told(text).with_context(|| format!("`{text}` has no rules to tell; those that have: {names}"))?;
            let rules = self.choice.rules()?;
            return explain(Explained::Shipped(&rules), most).map_err(|why| anyhow!("{text}: {why}"));
        }
        if self.choice.text().is_some() {
            bail!("a model file knows its rules: leave `--rules` out, or name a learner ({names}) instead of a file");
        }
        let (model, _) = read(Path::new(text)).with_context(|| {
            format!("MODEL is a file written by `kirifuda train`, or the name of a learner whose model comes with the program ({names})")
        })?;
        let learner = model.header.learner.clone();
        if model.header.game != G::NAME {
            bail!("{text}: a model for {0}; ask for it there: kirifuda explain {0} {text}", model.header.game);
        }
        let explain = told(&learner).with_context(|| {
            format!("{text}: a model of `{learner}`, which has no rules to tell; those that have: {names}")
        })?;
        explain(Explained::Model(Box::new(model)), most).map_err(|why| anyhow!("{text}: {why}"))
    }
}
