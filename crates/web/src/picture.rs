//! Pictures of what a model has learned.

use std::collections::BTreeMap;

use kirifuda_arena::Maker;
use kirifuda_catalog::trainers::Explained;
use kirifuda_learn::model::Model;
use kirifuda_play::{Actions, Policy, Rng, Turn, Uniform};
use kirifuda_players::common::Sentence;
use serde::Serialize;

use crate::Shown;
use crate::beginning::own;
use crate::words::japanese;

/// What a model has learned, for eyes.
#[derive(Clone, Debug, Serialize)]
pub struct Picture {
    /// What it is of.
    pub title: String,
    /// Its parts.
    pub panels: Vec<Panel>,
}

/// A part of a picture.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Panel {
    /// Values with names.
    Bars {
        /// What they are.
        title: String,
        /// The bars.
        items: Vec<Bar>,
    },
    /// Values by row and column; nothing where nothing is known.
    Grid {
        /// What they are.
        title: String,
        /// Names of the rows.
        rows: Vec<String>,
        /// Names of the columns.
        columns: Vec<String>,
        /// By row.
        values: Vec<Vec<Option<f32>>>,
    },
    /// Rules in words.
    Rules {
        /// What they are.
        title: String,
        /// The rules.
        items: Vec<RuleItem>,
    },
}

/// A bar.
#[derive(Clone, Debug, Serialize)]
pub struct Bar {
    /// Its name.
    pub label: String,
    /// Its length.
    pub value: f32,
    /// How far it may be off.
    pub error: Option<f32>,
}

/// A rule in words.
#[derive(Clone, Debug, Serialize)]
pub struct RuleItem {
    /// When it applies.
    pub when: String,
    /// What to do.
    pub then: String,
    /// The same in Japanese, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then_ja: Option<String>,
    /// How often it was met.
    pub uses: f32,
    /// How strongly it is advised.
    pub strength: f32,
}

/// Where a value of a move stands in a grid.
pub struct Place {
    /// The panel.
    pub panel: &'static str,
    /// The row: its order and name.
    pub row: (usize, String),
    /// The column: its order and name.
    pub column: (usize, String),
}

/// Deals that are looked at.
const DEALS: u64 = 150;
/// Rules that are told.
const RULES: usize = 12;

/// A picture of a model and of the player that it makes. Takes a moment.
pub fn picture<G: Shown>(rules: &G::Rules, model: &Model<'_>, player: &Maker<G>) -> Picture {
    let mut panels = G::panels(model);
    panels.extend(values::<G>(rules, player));
    let trainer = G::trainers().into_iter().find(|trainer| trainer.name == model.header.learner);
    let explain = trainer.and_then(|trainer| trainer.explain);
    if let (Some(explain), Ok(model)) = (explain, own(model)) {
        let told = explain(Explained::Model(Box::new(model)), 40).unwrap_or_default();
        panels.extend(chart(&told));
        let plain = told.into_iter().filter(|sentence| factors(sentence).is_none()).take(RULES);
        let items: Vec<RuleItem> = plain
            .map(|Sentence { when, then, uses, strength }| {
                let then_ja = Some(japanese(&then)).filter(|known| *known != then);
                RuleItem { when, then, then_ja, uses, strength }
            })
            .collect();
        if !items.is_empty() {
            panels.push(Panel::Rules { title: "Most used rules".to_string(), items });
        }
    }
    let header = &model.header;
    Picture { title: format!("{} after {} deals", header.learner, header.deals), panels }
}

/// What a player thinks of moves on average, compared with the other moves of the same choice, by the places that the
/// game gives them.
fn values<G: Shown>(rules: &G::Rules, player: &Maker<G>) -> Vec<Panel> {
    let Ok(mut policy) = player() else {
        return Vec::new();
    };
    type Cells = BTreeMap<((usize, String), (usize, String)), (f64, u32)>;
    let mut panels: BTreeMap<&'static str, Cells> = BTreeMap::new();
    let (mut legal, mut opinions) = (Actions::<G>::new(), Vec::new());
    for deal in 0..DEALS {
        let mut rng = Rng::stream(7, &[deal]);
        let mut game = G::deal(rules, &mut rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let view = game.view(seat);
            // Some have an opinion in a part of the game only.
            if legal.len() > 1 && policy.opinion(view, &legal, &mut rng, &mut opinions) && opinions.len() == legal.len()
            {
                // What is out of the question has no value to compare with.
                let thought = || legal.iter().zip(&opinions).filter(|(_, value)| value.is_finite());
                let mean = thought().map(|(_, value)| value).sum::<f32>() / thought().count().max(1) as f32;
                for (&action, &value) in thought() {
                    if let Some(place) = G::place(view, action) {
                        let cell = panels.entry(place.panel).or_default().entry((place.row, place.column)).or_default();
                        cell.0 += f64::from(value - mean);
                        cell.1 += 1;
                    }
                }
            }
            // Random play leads into many positions.
            let action = Policy::<G>::choose(&mut Uniform, game.view(seat), &legal, &mut rng);
            game.play(action);
        }
    }
    panels.into_iter().map(|(title, cells)| grid(title, &cells)).collect()
}

#[allow(clippy::type_complexity)]
fn grid(title: &str, cells: &BTreeMap<((usize, String), (usize, String)), (f64, u32)>) -> Panel {
    let mut rows: Vec<(usize, String)> = cells.keys().map(|(row, _)| row.clone()).collect();
    let mut columns: Vec<(usize, String)> = cells.keys().map(|(_, column)| column.clone()).collect();
    for names in [&mut rows, &mut columns] {
        names.sort();
        names.dedup();
    }
    let value = |row: &(usize, String), column: &(usize, String)| {
        let cell = cells.get(&(row.clone(), column.clone()));
        cell.filter(|(_, count)| *count >= 3).map(|(sum, count)| (sum / f64::from(*count)) as f32)
    };
    if rows.len() == 1 {
        let items = columns.iter().filter_map(|column| {
            let value = value(&rows[0], column)?;
            Some(Bar { label: column.1.clone(), value, error: None })
        });
        return Panel::Bars { title: title.to_string(), items: items.collect() };
    }
    let values = rows.iter().map(|row| columns.iter().map(|column| value(row, column)).collect()).collect();
    let names = |names: Vec<(usize, String)>| names.into_iter().map(|(_, name)| name).collect();
    Panel::Grid { title: title.to_string(), rows: names(rows), columns: names(columns), values }
}

/// The chart of elements as it was learned, from its sentences.
fn chart(told: &[Sentence]) -> Option<Panel> {
    let read: Vec<_> = told.iter().filter_map(factors).collect();
    let columns: Vec<String> = read.first()?.1.iter().map(|(name, _)| name.clone()).collect();
    Some(Panel::Grid {
        title: "Chart of elements, as learned".to_string(),
        rows: read.iter().map(|(attacker, _)| attacker.clone()).collect(),
        columns,
        values: read.iter().map(|(_, row)| row.iter().map(|(_, factor)| Some(*factor)).collect()).collect(),
    })
}

/// `a special attack of fire (…)`, `times 0.98 on fire (1), …`: the attacker, and the factor for each defender.
fn factors(sentence: &Sentence) -> Option<(String, Vec<(String, f32)>)> {
    let attacker = sentence.when.strip_prefix("a special attack of ")?.split(' ').next()?.to_string();
    let cells = sentence.then.strip_prefix("times ")?.split(", ").map(|cell| {
        let (factor, defender) = cell.split_once(" on ")?;
        Some((defender.split(' ').next()?.to_string(), factor.parse().ok()?))
    });
    Some((attacker, cells.collect::<Option<Vec<_>>>()?))
}
