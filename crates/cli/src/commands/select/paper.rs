use std::path::Path;
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration};
use kirifuda_arena::Estimate;
use kirifuda_catalog::Listed;
use kirifuda_learn::select::{Change, Ending, Progress, Row, Score, SelectError, Selection, Stage, Standing, Step};
use kirifuda_play::Rules;
use serde_json::{Value, json};

use super::order::{Candidates, Order, Procedure};
use crate::args::SelectOptions;
use crate::commands::matches::estimate;
use crate::commands::train::quoted;
use crate::table::Table;

/// What is told of a selection, in words and as data.
pub struct Paper<'a> {
    pub order: &'a Order,
    /// Deals at most.
    pub budget: Option<u64>,
    pub place: &'a Path,
    candidates: &'a Candidates,
    /// What is measured.
    unit: &'static str,
    /// Whether the values of trials are the measure times −1.
    higher_is_better: bool,
}

/// So many candidates are shown on the terminal, and in the list of steps.
const LIVE_ROWS: usize = 15;
const STEP_ROWS: usize = 6;

impl<'a> Paper<'a> {
    pub fn new(
        order: &'a Order,
        budget: Option<u64>,
        candidates: &'a Candidates,
        unit: (&'static str, bool),
        place: &'a Path,
    ) -> Paper<'a> {
        Paper { order, budget, place, candidates, unit: unit.0, higher_is_better: unit.1 }
    }

    /// What is going to be done.
    pub fn opening(&self, kept: usize) -> String {
        let Order { game, rules, learner, side, among, from, opponents, against, seed, procedure, .. } = self.order;
        let from = if from.is_empty() { String::new() } else { format!(", from {}", from.join("+")) };
        let budget = self.budget.map_or_else(String::new, |budget| format!("; at most {} deals", HumanCount(budget)));
        let kept = if kept > 0 { format!(", going on after {kept} trials") } else { String::new() };
        format!(
            "{game} under {rules}: percepts of {learner} for {side}, {} to choose from{from}, seed {seed}{kept}\n\
             learning against {opponents}, examined against {against}\n{}{budget}\n\n",
            among.len(),
            procedure.text()
        )
    }

    /// A finished step with its best candidates.
    pub fn step(&self, step: &Step) -> String {
        let mut text = format!("{}: ", self.attempt(Some(step.change), &step.from));
        match &step.to {
            Some(to) => text.push_str(&self.candidates.text(to)),
            None => text.push_str("no"),
        }
        if let Some(gain) = step.gain {
            text.push_str(&format!(", gain {}", self.difference(gain)));
        }
        let candidates = step.rows.iter().filter(|row| row.standing != Standing::Incumbent).count();
        text.push_str(&format!(" ({candidates} candidates, {} deals so far)\n", HumanCount(step.deals)));
        text.push_str(&indented(&self.table(&step.rows, STEP_ROWS)));
        text
    }

    /// The table of now.
    pub fn live(&self, progress: &Progress<'_>, pace: f64) -> String {
        let stage = match progress.stage {
            Stage::Round => "all candidates".to_string(),
            Stage::Race { number, of } => format!("race {number} of {of}"),
            Stage::Duel => "duel".to_string(),
            Stage::Confirmation => "confirmation".to_string(),
        };
        let head = format!(
            "step {} · {} · {stage}, trial {} of {} · {} + {} deals each",
            progress.steps + 1,
            self.attempt(progress.change, progress.set),
            (progress.wave.0 + 1).min(progress.wave.1),
            progress.wave.1,
            progress.size.learn,
            progress.size.exam,
        );
        let table = self.table(progress.rows, LIVE_ROWS);
        let foot = format!("{} trials, {} deals · {pace:.0} deals/s", progress.trials, HumanCount(progress.deals));
        format!("{head}\n{}{foot}", indented(&table))
    }

    /// What came out, for people.
    pub fn summary(&self, found: &Selection, elapsed: Duration, options: &SelectOptions) -> String {
        let (set, place) = (self.candidates.text(&found.set), self.place.display());
        let (trials, deals) = (HumanCount(found.trials), HumanCount(found.deals));
        if found.ending == Ending::Stopped {
            return format!(
                "\ninterrupted after {trials} trials, {deals} deals; so far: {set}\nto go on: kirifuda select {}\n",
                self.words_to_go_on(options)
            );
        }
        let mut text = String::new();
        if !found.steps.is_empty() {
            let mut steps = Table::new(["step", "from", "to", "gain", "deals so far"]);
            for step in &found.steps {
                let to = step.to.as_ref().map_or("no".to_string(), |to| self.candidates.text(to));
                let gain = step.gain.map_or_else(String::new, |gain| self.difference(gain));
                let deals = HumanCount(step.deals).to_string();
                steps.row([change(step.change).to_string(), self.candidates.text(&step.from), to, gain, deals]);
            }
            text.push_str(&format!("\n{}", steps.numbers()));
        }
        text.push_str(&format!("\nselected for {}: {set}\n", self.order.side));
        let mut names = Table::new(Vec::<String>::new());
        for &percept in &found.set {
            let Candidates { numbers, names: called, abouts, .. } = self.candidates;
            names.row([format!("  {}", numbers[percept]), called[percept].to_string(), abouts[percept].to_string()]);
        }
        text.push_str(names.words().trim_start_matches('\n'));
        if let Some((score, size)) = found.value {
            text.push_str(&format!(
                "{} {} against {}, in trials of {} deals of learning and {} of examination\n",
                self.unit,
                self.value(score),
                self.order.against,
                size.learn,
                size.exam
            ));
        }
        let elapsed = HumanDuration(elapsed);
        text.push_str(&format!("{} steps, {trials} trials, {deals} deals, {elapsed}\n", found.steps.len()));
        if found.set.is_empty() && found.ending == Ending::Complete {
            text.push_str(
                "no percept helps in trials of this size: let them learn from more with --learn-deals, or look further \
                 with --thorough\n",
            );
        }
        if found.ending == Ending::Budget {
            text.push_str(&format!(
                "the budget is spent; to go on: kirifuda select {} --budget N\n",
                self.words_to_go_on(options)
            ));
        }
        text.push_str(&format!("everything is in {place}\n"));
        text
    }

    /// Everything, as data. Sets are written as the setting of the learner takes them.
    pub fn json<G: Listed>(&self, found: &Selection) -> Value {
        let order = self.order;
        let (procedure, numbers) = match &order.procedure {
            Procedure::Printed(printed) => ("printed", json!(printed)),
            Procedure::Fast(fast) => ("fast", json!(fast)),
        };
        let score = |score: Score| json!({"mean": self.sign() * score.mean, "ci95": score.ci95});
        let difference = |score: Score| json!({"mean": score.mean, "ci95": score.ci95});
        let row = |row: &Row| {
            json!({
                "set": self.candidates.text(&row.set), "runs": row.runs, "value": row.score.map(score),
                "behind": row.behind.map(difference), "standing": row.standing,
            })
        };
        let step = |step: &Step| {
            json!({
                "change": step.change, "from": self.candidates.text(&step.from),
                "to": step.to.as_ref().map(|to| self.candidates.text(to)), "gain": step.gain.map(difference),
                "deals": step.deals, "candidates": step.rows.iter().map(row).collect::<Vec<_>>(),
            })
        };
        let percept = |&place: &usize| {
            let Candidates { numbers, names, abouts, .. } = self.candidates;
            json!({"number": numbers[place], "name": names[place], "about": abouts[place]})
        };
        let value = found.value.map(|(mean, size)| {
            json!({"mean": self.sign() * mean.mean, "ci95": mean.ci95, "learn": size.learn, "exam": size.exam})
        });
        json!({
            "game": order.game, "rules": order.rules, "learner": order.learner, "side": order.side,
            "among": order.among, "from": order.from, "opponents": order.opponents, "against": order.against,
            "measure": order.measure, "higher_is_better": self.higher_is_better, "seed": order.seed,
            "seats": order.parsed_rules::<G::Rules>().map_or(0, |rules| rules.seats()),
            "procedure": procedure, "numbers": numbers,
            "set": self.candidates.text(&found.set),
            "percepts": found.set.iter().map(percept).collect::<Vec<_>>(), "value": value,
            "deals": found.deals, "trials": found.trials, "ending": found.ending,
            "interrupted": found.ending == Ending::Stopped, "steps": found.steps.iter().map(step).collect::<Vec<_>>(),
            "version": env!("CARGO_PKG_VERSION"), "file": self.place.display().to_string(),
        })
    }

    /// A failure, with the percepts as people know them.
    pub fn failure(&self, why: &SelectError) -> String {
        match why {
            SelectError::Trial { set, run, size, why } => format!(
                "the trial of {}={}, run {run}, {} deals of learning and {} of examination, failed: {why}\nWhat was \
                 finished before is kept in {}; go on with --resume when the cause is removed",
                self.order.side,
                self.candidates.text(set),
                size.learn,
                size.exam,
                self.place.display()
            ),
            other => other.to_string(),
        }
    }

    /// `add to 6+14`.
    fn attempt(&self, kind: Option<Change>, from: &[usize]) -> String {
        let set = self.candidates.text(from);
        match kind {
            None => set,
            Some(kind @ (Change::Add | Change::AddTwo)) => format!("{} to {set}", change(kind)),
            Some(kind @ (Change::Drop | Change::Swap)) => format!("{} of {set}", change(kind)),
        }
    }

    fn table(&self, rows: &[Row], most: usize) -> String {
        let mut table = Table::new(["candidate", "runs", self.unit, "behind", ""]);
        for row in rows.iter().take(most) {
            let standing = match row.standing {
                Standing::Alive => "",
                Standing::Eliminated => "out",
                Standing::Incumbent => "so far",
                Standing::Chosen => "chosen",
            };
            table.row([
                self.candidates.text(&row.set),
                row.runs.to_string(),
                row.score.map_or_else(String::new, |score| self.value(score)),
                row.behind.map_or_else(String::new, |behind| self.difference(behind)),
                standing.to_string(),
            ]);
        }
        let mut text = table.numbers();
        if rows.len() > most {
            text.push_str(&format!("… and {} more\n", rows.len() - most));
        }
        text
    }

    fn sign(&self) -> f64 {
        if self.higher_is_better { -1.0 } else { 1.0 }
    }

    fn value(&self, score: Score) -> String {
        digits(Estimate { mean: self.sign() * score.mean, ci95: score.ci95 })
    }

    fn difference(&self, score: Score) -> String {
        digits(Estimate { mean: score.mean, ci95: score.ci95 })
    }

    fn words_to_go_on(&self, options: &SelectOptions) -> String {
        let mut words = format!("{} --side {} --resume", options.game, options.side);
        if let Some(out) = &options.out {
            words.push_str(&format!(" --out {}", quoted(&out.display().to_string())));
        }
        if let Some(threads) = options.threads {
            words.push_str(&format!(" --threads {threads}"));
        }
        words
    }
}

/// A single run has no interval that would say how many digits count.
fn digits(value: Estimate) -> String {
    match value.ci95 {
        Some(_) => estimate(value),
        None => format!("{:.4}", value.mean),
    }
}

fn change(change: Change) -> &'static str {
    match change {
        Change::Add => "add",
        Change::Drop => "drop",
        Change::Swap => "swap",
        Change::AddTwo => "add two",
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
