//! Pictures of what a model has learned.

use std::collections::BTreeMap;

use kirifuda_arena::Maker;
use kirifuda_catalog::trainers::Explained;
use kirifuda_learn::model::Model;
use kirifuda_play::{Actions, Arg, Opinion, Phrase, Policy, Rng, Turn, Uniform};
use kirifuda_players::common::{Chart, Explanation, Sentence};
use serde::Serialize;

use crate::Shown;

/// What a model has learned, for eyes.
#[derive(Clone, Debug, Serialize)]
pub struct Picture {
    /// What it is of.
    pub title: Phrase,
    /// Its parts.
    pub panels: Vec<Panel>,
}

/// A part of a picture. Its title is a key of the dictionary.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Panel {
    /// Values with names.
    Bars {
        /// What they are.
        title: &'static str,
        /// The bars.
        items: Vec<Bar>,
    },
    /// Values by row and column; nothing where nothing is known.
    Grid(Chart),
    /// Rules in words.
    Rules {
        /// What they are.
        title: &'static str,
        /// The rules.
        items: Vec<Sentence>,
    },
}

/// A bar.
#[derive(Clone, Debug, Serialize)]
pub struct Bar {
    /// Its name.
    pub label: Phrase,
    /// Its length.
    pub value: f32,
}

/// Where a value of a move stands in a grid.
pub struct Place {
    /// The panel, by the key of its title.
    pub panel: &'static str,
    /// The row: its order and name.
    pub row: (usize, Phrase),
    /// The column: its order and name.
    pub column: (usize, Phrase),
}

/// Deals that are looked at.
const DEALS: u64 = 150;
/// Rules that are told.
const RULES: usize = 12;

/// A picture of a model and of the player that it makes. Takes a moment.
pub fn picture<G: Shown>(rules: &G::Rules, model: &Model<'_>, player: &Maker<G>) -> Picture {
    let trainer = G::trainers().into_iter().find(|trainer| trainer.name == model.header.learner);
    let explain = trainer.and_then(|trainer| trainer.explain);
    let model_of = || Explained::Model(Box::new(model.clone().into_owned()));
    let told = explain.and_then(|explain| explain(model_of(), RULES).ok());
    let Explanation { charts, rules: items } = told.unwrap_or_default();
    let mut panels: Vec<Panel> = charts.into_iter().map(panel).collect();
    panels.extend(values::<G>(rules, player));
    if !items.is_empty() {
        panels.push(Panel::Rules { title: "picture.rules", items });
    }
    let header = &model.header;
    let title = Phrase::new("picture.after")
        .with("name", Arg::Name { kind: "player", name: header.learner.clone() })
        .with("deals", header.deals);
    Picture { title, panels }
}

/// What a player thinks of moves on average, compared with the other moves of the same choice, by the places that the
/// game gives them.
fn values<G: Shown>(rules: &G::Rules, player: &Maker<G>) -> Vec<Panel> {
    let Ok(mut policy) = player() else {
        return Vec::new();
    };
    let mut panels: BTreeMap<&'static str, Grid> = BTreeMap::new();
    let mut legal = Actions::<G>::new();
    for deal in 0..DEALS {
        let mut rng = Rng::stream(7, &[deal]);
        let mut game = G::deal(rules, &mut rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let view = game.view(seat);
            // Some have an opinion in a part of the game only.
            let opinion = if legal.len() > 1 { policy.opinion(view, &legal, &mut rng) } else { None };
            if let Some(Opinion { values, .. }) = opinion.filter(|opinion| opinion.values.len() == legal.len()) {
                // What is out of the question has no value to compare with.
                let thought = || legal.iter().zip(&values).filter(|(_, value)| value.is_finite());
                let mean = thought().map(|(_, value)| value).sum::<f64>() / thought().count().max(1) as f64;
                for (&action, &value) in thought() {
                    if let Some(place) = G::place(view, action) {
                        panels.entry(place.panel).or_default().add(place, value - mean);
                    }
                }
            }
            // Random play leads into many positions.
            let action = Policy::<G>::choose(&mut Uniform, game.view(seat), &legal, &mut rng);
            game.play(action);
        }
    }
    panels.into_iter().map(|(title, grid)| panel(grid.chart(title))).collect()
}

/// Sums of values by row and column.
#[derive(Default)]
struct Grid {
    rows: BTreeMap<usize, Phrase>,
    columns: BTreeMap<usize, Phrase>,
    cells: BTreeMap<(usize, usize), (f64, u32)>,
}

impl Grid {
    fn add(&mut self, place: Place, value: f64) {
        let cell = self.cells.entry((place.row.0, place.column.0)).or_default();
        cell.0 += value;
        cell.1 += 1;
        self.rows.entry(place.row.0).or_insert(place.row.1);
        self.columns.entry(place.column.0).or_insert(place.column.1);
    }

    /// The means, where there are a few values.
    fn chart(self, title: &'static str) -> Chart {
        let mean = |row: &usize, column: &usize| {
            let cell = self.cells.get(&(*row, *column));
            cell.filter(|(_, count)| *count >= 3).map(|(sum, count)| (sum / f64::from(*count)) as f32)
        };
        let row = |row: &usize| self.columns.keys().map(|column| mean(row, column)).collect();
        let values = self.rows.keys().map(row).collect();
        Chart {
            title,
            values,
            rows: self.rows.into_values().collect(),
            columns: self.columns.into_values().collect(),
            truth: Vec::new(),
        }
    }
}

/// A chart of one row is drawn as bars.
fn panel(chart: Chart) -> Panel {
    let [row] = &chart.values[..] else {
        return Panel::Grid(chart);
    };
    let items = chart.columns.iter().zip(row);
    let items = items.filter_map(|(label, value)| Some(Bar { label: label.clone(), value: (*value)? }));
    Panel::Bars { title: chart.title, items: items.collect() }
}
