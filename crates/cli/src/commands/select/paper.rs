use std::path::Path;
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration};
use kirifuda_arena::Estimate;
use kirifuda_lab::LabError;
use kirifuda_lab::selection::{Candidates, Order, Selector};
use kirifuda_learn::select::{Change, Ending, Progress, Row, Score, SelectError, Selection, Stage, Standing, Step};

use crate::args::SelectOptions;
use crate::commands::matches::estimate;
use crate::commands::train::quoted;
use crate::table::TextTable;

/// What is told of a selection.
pub struct Paper<'a> {
    pub selector: &'a Selector,
    pub place: &'a Path,
}

/// So many candidates are shown on the terminal, and in the list of steps.
const LIVE_ROWS: usize = 15;
const STEP_ROWS: usize = 6;

impl Paper<'_> {
    /// What is going to be done.
    pub fn opening(&self, kept: usize) -> String {
        let Order { game, rules, learner, side, among, from, opponents, against, seed, procedure, .. } =
            self.selector.order();
        let from = if from.is_empty() { String::new() } else { format!(", from {}", from.join("+")) };
        let budget =
            self.selector.budget().map_or_else(String::new, |budget| format!("; at most {} deals", HumanCount(budget)));
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
            Some(to) => text.push_str(&self.text(to)),
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
        let (set, place) = (self.text(&found.set), self.place.display());
        let (trials, deals) = (HumanCount(found.trials), HumanCount(found.deals));
        if found.ending == Ending::Stopped {
            return format!(
                "\ninterrupted after {trials} trials, {deals} deals; so far: {set}\nto go on: kirifuda select {}\n",
                self.words_to_go_on(options)
            );
        }
        let mut text = String::new();
        if !found.steps.is_empty() {
            let mut steps = TextTable::new(["step", "from", "to", "gain", "deals so far"]);
            for step in &found.steps {
                let to = step.to.as_ref().map_or("no".to_string(), |to| self.text(to));
                let gain = step.gain.map_or_else(String::new, |gain| self.difference(gain));
                let deals = HumanCount(step.deals).to_string();
                steps.row([change(step.change).to_string(), self.text(&step.from), to, gain, deals]);
            }
            text.push_str(&format!("\n{}", steps.numbers()));
        }
        text.push_str(&format!("\nselected for {}: {set}\n", self.selector.order().side));
        let mut names = TextTable::new(Vec::<String>::new());
        for &percept in &found.set {
            let Candidates { numbers, names: called, abouts, .. } = self.selector.candidates();
            names.row([format!("  {}", numbers[percept]), called[percept].to_string(), abouts[percept].to_string()]);
        }
        text.push_str(names.words().trim_start_matches('\n'));
        if let Some((score, size)) = found.value {
            text.push_str(&format!(
                "{} {} against {}, in trials of {} deals of learning and {} of examination\n",
                self.selector.unit(),
                self.value(score),
                self.selector.order().against,
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

    /// A failure, with the percepts as people know them.
    pub fn failure(&self, why: &LabError) -> String {
        match why {
            LabError::Select(SelectError::Trial { set, run, size, why }) => format!(
                "the trial of {}={}, run {run}, {} deals of learning and {} of examination, failed: {why}\nWhat was \
                 finished before is kept in {}; go on with --resume when the cause is removed",
                self.selector.order().side,
                self.text(set),
                size.learn,
                size.exam,
                self.place.display()
            ),
            other => other.to_string(),
        }
    }

    /// `6+14+15`.
    fn text(&self, set: &[usize]) -> String {
        self.selector.candidates().text(set)
    }

    /// `add to 6+14`.
    fn attempt(&self, kind: Option<Change>, from: &[usize]) -> String {
        let set = self.text(from);
        match kind {
            None => set,
            Some(kind @ (Change::Add | Change::AddTwo)) => format!("{} to {set}", change(kind)),
            Some(kind @ (Change::Drop | Change::Swap)) => format!("{} of {set}", change(kind)),
        }
    }

    fn table(&self, rows: &[Row], most: usize) -> String {
        let mut table = TextTable::new(["candidate", "runs", self.selector.unit(), "behind", ""]);
        for row in rows.iter().take(most) {
            let standing = match row.standing {
                Standing::Alive => "",
                Standing::Eliminated => "out",
                Standing::Incumbent => "so far",
                Standing::Chosen => "chosen",
            };
            table.row([
                self.text(&row.set),
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

    fn value(&self, score: Score) -> String {
        digits(Estimate { mean: self.selector.value(score.mean), ci95: score.ci95 })
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
