use kirifuda_arena::Estimate;
use serde::Serialize;

use crate::{Verdict, number};

/// What an experiment has shown: what is to be printed, in order, and the verdicts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Finding {
    /// Text, tables and figures, in the order of the report.
    pub blocks: Vec<Block>,
    /// The judgements.
    pub verdicts: Vec<Verdict>,
}

/// A part of a finding.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Block {
    /// Paragraphs of [markup](crate::markup).
    Text(String),
    /// A table.
    Table(ResultTable),
    /// A figure.
    Figure(Figure),
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ResultTable {
    /// Its name for files, unique within the experiment: `mean-tricks`.
    pub name: String,
    /// What it shows, markup within a line.
    pub caption: String,
    /// Heads of the columns.
    pub heads: Vec<String>,
    /// The rows; a short one is filled up with empty cells.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cell {
    /// Words: markup within a line.
    Text(String),
    /// A figure of the paper, with the digits after the point that it prints.
    Published(f64, usize),
    /// A figure of ours.
    Ours {
        /// Mean and interval.
        #[serde(flatten)]
        estimate: Estimate,
        /// Digits after the point.
        digits: usize,
    },
    /// Nothing.
    Empty,
}

/// A figure: series over two axes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// Its name for files, unique within the experiment: `mean-tricks`.
    pub name: String,
    /// What it shows, markup within a line.
    pub caption: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What is drawn, first at the bottom.
    pub series: Vec<Series>,
}

/// An axis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Axis {
    /// What it measures, with the unit: `deals learned`.
    pub label: String,
    /// Logarithmic. Points that are not positive are left out.
    pub log: bool,
    /// From where to where; by the points where none is given.
    pub range: Option<(f64, f64)>,
    /// What stands at 1, 2, … instead of numbers; nothing where numbers are meant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

/// One line, row of bars or cloud of points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// The points, by ascending x.
    pub points: Vec<Point>,
    /// How it is drawn.
    pub look: Look,
    /// True for what the paper prints: hollow markers, dashed lines.
    pub published: bool,
}

/// A point of a series.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Where.
    pub x: f64,
    /// How much.
    pub y: f64,
    /// Half the width of the 95% interval of y.
    pub ci95: Option<f64>,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// A line, its intervals as a band.
    Line,
    /// A line with a marker at every point, its intervals as bars: distributions over few values.
    LineMarkers,
    /// Bars; the bars of several series stand side by side. Intervals as error bars.
    Bars,
    /// Markers, intervals as error bars.
    Markers,
    /// A horizontal line over the whole width at the y of its first point.
    Level,
}

impl Finding {
    /// Nothing yet.
    pub fn new() -> Finding {
        Finding::default()
    }

    /// Adds paragraphs of [markup](crate::markup).
    pub fn text(mut self, text: impl Into<String>) -> Finding {
        self.blocks.push(Block::Text(text.into()));
        self
    }

    /// Adds a table.
    pub fn table(mut self, table: ResultTable) -> Finding {
        self.blocks.push(Block::Table(table));
        self
    }

    /// Adds a figure.
    pub fn figure(mut self, figure: Figure) -> Finding {
        self.blocks.push(Block::Figure(figure));
        self
    }

    /// Adds a verdict.
    pub fn verdict(mut self, verdict: Verdict) -> Finding {
        self.verdicts.push(verdict);
        self
    }

    /// Adds verdicts.
    pub fn verdicts(mut self, verdicts: impl IntoIterator<Item = Verdict>) -> Finding {
        self.verdicts.extend(verdicts);
        self
    }

    /// Its tables.
    pub fn tables(&self) -> impl Iterator<Item = &ResultTable> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        })
    }

    /// Its figures.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Figure(figure) => Some(figure),
            _ => None,
        })
    }
}

impl ResultTable {
    /// A table without rows.
    pub fn new<S: Into<String>>(
        name: impl Into<String>,
        caption: impl Into<String>,
        heads: impl IntoIterator<Item = S>,
    ) -> ResultTable {
        let heads = heads.into_iter().map(Into::into).collect();
        ResultTable { name: name.into(), caption: caption.into(), heads, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }
}

impl Cell {
    /// Words.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    /// A figure of ours.
    pub fn ours(estimate: Estimate, digits: usize) -> Cell {
        Cell::Ours { estimate, digits }
    }
}

impl Figure {
    /// A figure without series.
    pub fn new(name: impl Into<String>, caption: impl Into<String>, x: Axis, y: Axis) -> Figure {
        Figure { name: name.into(), caption: caption.into(), x, y, series: Vec::new() }
    }

    /// Adds a series.
    pub fn series(mut self, series: Series) -> Figure {
        self.series.push(series);
        self
    }
}

impl Axis {
    /// A linear axis as long as the points need.
    pub fn new(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), log: false, range: None, names: Vec::new() }
    }

    /// Made logarithmic.
    pub fn log(self) -> Axis {
        Axis { log: true, ..self }
    }

    /// With names at 1, 2, … instead of numbers.
    pub fn names<S: Into<String>>(self, names: impl IntoIterator<Item = S>) -> Axis {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        Axis { range: Some((0.5, names.len() as f64 + 0.5)), names, ..self }
    }

    /// From `low` to `high`.
    pub fn range(self, low: f64, high: f64) -> Axis {
        Axis { range: Some((low, high)), ..self }
    }
}

impl Series {
    /// A series of ours.
    pub fn ours(name: impl Into<String>, look: Look, points: impl IntoIterator<Item = Point>) -> Series {
        Series { name: name.into(), points: points.into_iter().collect(), look, published: false }
    }

    /// A series of the paper.
    pub fn published(name: impl Into<String>, look: Look, points: impl IntoIterator<Item = Point>) -> Series {
        Series { published: true, ..Series::ours(name, look, points) }
    }

    /// A horizontal line at a published figure.
    pub fn level(name: impl Into<String>, y: f64) -> Series {
        Series::published(name, Look::Level, [Point::new(0.0, y)])
    }
}

impl Point {
    /// A point without an interval.
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y, ci95: None }
    }

    /// An estimate at a place.
    pub fn estimate(x: f64, estimate: Estimate) -> Point {
        Point { x, y: estimate.mean, ci95: estimate.ci95 }
    }
}

impl ResultTable {
    /// True for a column of numbers, which stand to the right.
    pub(crate) fn is_numeric(&self, column: usize) -> bool {
        self.rows.iter().any(|row| matches!(row.get(column), Some(Cell::Published(..) | Cell::Ours { .. })))
    }
}

impl Cell {
    /// The cell as people read it, with its markup.
    pub fn text_for_people(&self) -> String {
        match self {
            Cell::Text(words) => words.clone(),
            Cell::Published(value, digits) => number::plain(*value, *digits),
            Cell::Ours { estimate, digits } => number::estimate(*estimate, *digits),
            Cell::Empty => String::new(),
        }
    }
}
