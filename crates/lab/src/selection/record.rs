use std::borrow::Cow;

use kirifuda_learn::select::{Ending, Ledger, Row, Score, Selection, Step};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Candidates, Order, Procedure, Selector};
use crate::VERSION;

/// What is kept of a selection, finished or not: all that is needed to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record<'a> {
    kind: Cow<'a, str>,
    version: Cow<'a, str>,
    /// What is done.
    pub order: Cow<'a, Order>,
    /// Deals at most, unless something else is said.
    #[serde(default)]
    pub budget: Option<u64>,
    /// What came out, where it is finished.
    pub result: Option<Cow<'a, Value>>,
    /// Every finished trial.
    pub trials: Cow<'a, Ledger>,
}

/// What tells such a file from others.
const KIND: &str = "kirifuda selection of percepts";

impl Record<'_> {
    /// Reads what was written as JSON; an error says why it is none.
    pub fn read(text: &[u8]) -> Result<Record<'static>, String> {
        let value: Value = serde_json::from_slice(text).map_err(|why| why.to_string())?;
        if value["kind"] != KIND {
            return Err("name another with --out".to_string());
        }
        serde_json::from_value(value).map_err(|why| why.to_string())
    }
}

impl Selector {
    /// What is to be kept.
    pub fn record<'a>(&'a self, trials: &'a Ledger, result: Option<&'a Value>) -> Record<'a> {
        Record {
            kind: KIND.into(),
            version: VERSION.into(),
            order: Cow::Borrowed(&self.order),
            budget: self.budget,
            result: result.map(Cow::Borrowed),
            trials: Cow::Borrowed(trials),
        }
    }

    /// Everything that came out, as data. Sets are written as the setting of the learner takes them.
    pub fn json(&self, found: &Selection) -> Value {
        let Selector { order, candidates, .. } = self;
        let (procedure, numbers) = match &order.procedure {
            Procedure::Printed(printed) => ("printed", json!(printed)),
            Procedure::Fast(fast) => ("fast", json!(fast)),
        };
        let score = |score: Score| json!({"mean": self.value(score.mean), "ci95": score.ci95});
        let difference = |score: Score| json!({"mean": score.mean, "ci95": score.ci95});
        let row = |row: &Row| {
            json!({
                "set": candidates.text(&row.set), "runs": row.runs, "value": row.score.map(score),
                "behind": row.behind.map(difference), "standing": row.standing,
            })
        };
        let step = |step: &Step| {
            json!({
                "change": step.change, "from": candidates.text(&step.from),
                "to": step.to.as_ref().map(|to| candidates.text(to)), "gain": step.gain.map(difference),
                "deals": step.deals, "candidates": step.rows.iter().map(row).collect::<Vec<_>>(),
            })
        };
        let percept = |&place: &usize| {
            let Candidates { numbers, names, abouts, .. } = candidates;
            json!({"number": numbers[place], "name": names[place], "about": abouts[place]})
        };
        let value = found.value.map(|(mean, size)| {
            json!({"mean": self.value(mean.mean), "ci95": mean.ci95, "learn": size.learn, "exam": size.exam})
        });
        json!({
            "game": order.game, "rules": order.rules, "learner": order.learner, "side": order.side,
            "among": order.among, "from": order.from, "opponents": order.opponents, "against": order.against,
            "measure": order.measure, "higher_is_better": self.higher_is_better, "seed": order.seed,
            "seats": self.seats, "procedure": procedure, "numbers": numbers,
            "set": candidates.text(&found.set),
            "percepts": found.set.iter().map(percept).collect::<Vec<_>>(), "value": value,
            "deals": found.deals, "trials": found.trials, "ending": found.ending,
            "interrupted": found.ending == Ending::Stopped, "steps": found.steps.iter().map(step).collect::<Vec<_>>(),
            "version": VERSION,
        })
    }
}
