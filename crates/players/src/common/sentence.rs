use kirifuda_play::Phrase;
use serde::Serialize;

/// What a model has learned, for people.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// What is best seen as a chart.
    pub charts: Vec<Chart>,
    /// What is best said.
    pub rules: Vec<Sentence>,
}

/// A learned rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sentence {
    /// When it applies: `4th to play`, `♠Q is out`, `the ace is held`.
    pub when: Vec<Phrase>,
    /// What to do: `play the weakest card`.
    pub then: Phrase,
    /// How often it was met while learning.
    pub uses: f32,
    /// How strongly the action is advised: what it means depends on the learner.
    pub strength: f32,
}

/// Numbers by row and column; one row of them is a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chart {
    /// What they are: a key of the dictionary.
    pub title: &'static str,
    /// Names of the rows.
    pub rows: Vec<Phrase>,
    /// Names of the columns.
    pub columns: Vec<Phrase>,
    /// By row; nothing where nothing was learned.
    pub values: Vec<Vec<Option<f32>>>,
    /// What is true, by row, where it is known; else empty.
    pub truth: Vec<Vec<f32>>,
}

impl From<Vec<Sentence>> for Explanation {
    fn from(rules: Vec<Sentence>) -> Explanation {
        Explanation { charts: Vec::new(), rules }
    }
}
