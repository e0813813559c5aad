use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use kirifuda_catalog::trainers::Explained;
use kirifuda_catalog::{Listed, Visitor, visit};
use kirifuda_players::common::Sentence;
use serde_json::json;

use super::model::read;
use crate::args::ExplainOptions;
use crate::seating::Choice;

/// `kirifuda explain`.
pub fn run(options: &ExplainOptions) -> Result<ExitCode> {
    let choice = Choice::new(&options.game, options.rules.as_deref())?;
    let sentences = visit(&choice.game, Explain { options, choice: &choice })??;
    let mut out = std::io::stdout().lock();
    if options.json {
        let all: Vec<_> = sentences
            .iter()
            .map(|Sentence { when, then, uses, strength }| {
                json!({"when": when, "then": then, "uses": uses, "strength": strength})
            })
            .collect();
        writeln!(out, "{}", json!(all))?;
        return Ok(ExitCode::SUCCESS);
    }
    for (number, Sentence { when, then, uses, strength }) in sentences.iter().enumerate() {
        writeln!(out, "{:>3}. {when}: {then}", number + 1)?;
        writeln!(out, "     met {uses:.0} times, strength {strength:.3}")?;
    }
    Ok(ExitCode::SUCCESS)
}

struct Explain<'a> {
    options: &'a ExplainOptions,
    choice: &'a Choice,
}

impl Visitor for Explain<'_> {
    type Output = Result<Vec<Sentence>>;

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
