//! Draws a figure as SVG.
//!
//! One drawing serves light and dark pages: marks take their colours from classes that follow the reader's preference.
//! It scales with its place and stays legible at the width of a telephone; text is text. What the paper prints is
//! hollow or dashed, so that it differs from ours by more than colour; series of the same name share a colour, so that
//! ours stands beside theirs.

mod axis;
mod marks;

use std::fmt::Write;

use crate::markup::{escape, plain};
use crate::{Figure, Look, Point, Series};
use axis::Ruler;

/// Width of the drawing in its own units: 13 of them are the size of the letters.
pub(crate) const WIDTH: f64 = 440.0;
/// Height of the field in which the points lie.
const FIELD: f64 = 210.0;
const LETTERS: f64 = 13.0;
/// Room for half of the last label.
const RIGHT: f64 = 24.0;
const LEGEND_ROW: f64 = 20.0;

/// The colours, for the page in which drawings stand. Eight hues that differ for the colour-blind (after Okabe and
/// Ito), each with a contrast of at least 3 to its ground.
pub const STYLE: &str = "\
.kf{--ink:#1f2328;--soft:#59636e;--grid:#e3e6ea;--ground:#fff;\
--c0:#0072b2;--c1:#d55e00;--c2:#008c66;--c3:#aa3377;--c4:#8c6d00;--c5:#5b5b5b;--c6:#3a86c8;--c7:#a04000;\
font:13px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}\
@media(prefers-color-scheme:dark){.kf{--ink:#e6e8eb;--soft:#a3abb5;--grid:#343a43;--ground:#16191d;\
--c0:#56b4e9;--c1:#ff8c42;--c2:#2bd4a0;--c3:#f08cc0;--c4:#e6c84b;--c5:#bdbdbd;--c6:#8fb8ff;--c7:#e09f7d}}\
.kf text{fill:var(--ink)}.kf .tick{fill:var(--soft);font-size:12px}\
.kf .grid{stroke:var(--grid);stroke-width:1}.kf .axis{stroke:var(--soft);stroke-width:1}\
.kf .line{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}\
.kf .band{fill:currentColor;opacity:.2}.kf .bar{fill:currentColor;stroke:currentColor;stroke-width:1}\
.kf .error{stroke:currentColor;stroke-width:1.2;fill:none}.kf .bars .error{stroke:var(--ink)}\
.kf .mark{fill:currentColor;stroke:currentColor;stroke-width:1.8}\
.kf .paper .mark{fill:var(--ground)}.kf .paper .line{stroke-dasharray:6 4}\
.kf .paper .bar{fill:none;stroke-width:1.8;stroke-dasharray:4 2}\
.kf .c0{color:var(--c0)}.kf .c1{color:var(--c1)}.kf .c2{color:var(--c2)}.kf .c3{color:var(--c3)}\
.kf .c4{color:var(--c4)}.kf .c5{color:var(--c5)}.kf .c6{color:var(--c6)}.kf .c7{color:var(--c7)}";

/// Number of colours.
const COLOURS: usize = 8;

/// A drawing that stands alone in a file, with its colours and ground.
pub fn file(figure: &Figure) -> String {
    let style = format!("<style>{STYLE}</style><rect width=\"100%\" height=\"100%\" style=\"fill:var(--ground)\"/>");
    draw(figure, &style, None)
}

/// A drawing for a page that has [`STYLE`].
pub fn inline(figure: &Figure, id: &str) -> String {
    draw(figure, "", Some(id))
}

fn draw(figure: &Figure, before: &str, id: Option<&str>) -> String {
    let colours = colours(&figure.series);
    let legend = Legend::new(&figure.series);
    let y_label = legend.height() + 6.0;
    let top = y_label + LETTERS + 12.0;
    let bars = marks::Bars::new(figure);
    let y = Ruler::vertical(&figure.y, y_extent(figure), top + FIELD, top);
    let left = y.widest_label() + 10.0;
    let x = Ruler::horizontal(&figure.x, x_extent(figure, &bars), left, WIDTH - RIGHT);
    let height = top + FIELD + 2.0 * LETTERS + 22.0;

    let mut svg = String::new();
    let name = escape(&plain(&figure.caption));
    let id = id.map_or(String::new(), |id| format!(" id=\"{}\"", escape(id)));
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kf\"{id} viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"100%\" \
         role=\"img\" aria-label=\"{name}\">{before}"
    );
    y.draw_vertical(&mut svg, left, WIDTH - RIGHT);
    x.draw_horizontal(&mut svg, top, top + FIELD);
    let _ = writeln!(svg, "<text x=\"0\" y=\"{:.1}\">{}</text>", y_label + LETTERS, escape(&figure.y.label));
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
        (left + WIDTH - RIGHT) / 2.0,
        height - 6.0,
        escape(&figure.x.label)
    );
    legend.draw(&mut svg, &figure.series, &colours);
    let canvas = marks::Canvas { x: &x, y: &y, left, right: WIDTH - RIGHT, top, bottom: top + FIELD, bars: &bars };
    for (number, series) in figure.series.iter().enumerate() {
        canvas.draw(&mut svg, number, series, colours[number]);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Series of the same name share a colour; otherwise each takes the next.
fn colours(series: &[Series]) -> Vec<usize> {
    let mut names: Vec<&str> = Vec::new();
    let mut colour = |name| {
        names.iter().position(|&there| there == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        })
    };
    series.iter().map(|series| colour(series.name.as_str()) % COLOURS).collect()
}

/// Points that have a place.
fn points(series: &Series) -> impl Iterator<Item = &Point> {
    series.points.iter().filter(|point| point.x.is_finite() && point.y.is_finite())
}

fn y_extent(figure: &Figure) -> Vec<f64> {
    let all = figure.series.iter().flat_map(points);
    let mut values: Vec<f64> = all
        .flat_map(|point| {
            let half = point.ci95.filter(|half| half.is_finite()).unwrap_or(0.0);
            [point.y - half, point.y + half]
        })
        .collect();
    // What is never negative does not become so by its interval.
    if figure.series.iter().flat_map(points).all(|point| point.y >= 0.0) {
        values.iter_mut().for_each(|value| *value = value.max(0.0));
    }
    // A bar is as long as its figure only if it begins at zero.
    if figure.series.iter().any(|series| series.look == Look::Bars) {
        values.push(0.0);
    }
    values
}

fn x_extent(figure: &Figure, bars: &marks::Bars) -> Vec<f64> {
    let all = figure.series.iter().filter(|series| series.look != Look::Level).flat_map(|series| {
        let room = if series.look == Look::Bars { bars.room() } else { 0.0 };
        points(series).flat_map(move |point| [point.x - room, point.x + room])
    });
    all.collect()
}

/// What stands for what, in rows above the field.
struct Legend {
    /// Left edge and row of each entry.
    places: Vec<(f64, usize)>,
    rows: usize,
}

impl Legend {
    const SAMPLE: f64 = 26.0;

    fn new(series: &[Series]) -> Legend {
        let (mut x, mut row) = (0.0, 0);
        let places = series
            .iter()
            .map(|series| {
                let width = Legend::SAMPLE + 6.0 + width(&label(series)) + 14.0;
                if x > 0.0 && x + width > WIDTH {
                    (x, row) = (0.0, row + 1);
                }
                let place = (x, row);
                x += width;
                place
            })
            .collect();
        Legend { places, rows: if series.is_empty() { 0 } else { row + 1 } }
    }

    fn height(&self) -> f64 {
        self.rows as f64 * LEGEND_ROW
    }

    fn draw(&self, svg: &mut String, series: &[Series], colours: &[usize]) {
        for (number, (series, &(x, row))) in series.iter().zip(&self.places).enumerate() {
            let y = row as f64 * LEGEND_ROW + LEGEND_ROW / 2.0;
            marks::sample(svg, number, series, colours[number], x, y, Legend::SAMPLE);
            let text = x + Legend::SAMPLE + 6.0;
            let _ = writeln!(svg, "<text x=\"{text:.1}\" y=\"{:.1}\">{}</text>", y + 4.5, escape(&label(series)));
        }
    }
}

/// The name in the legend says what is the paper's.
fn label(series: &Series) -> String {
    if series.published && !series.name.to_lowercase().contains("paper") {
        format!("{} (paper)", series.name)
    } else {
        series.name.clone()
    }
}

/// About how wide a text is: letters of such fonts are a little more than half as wide as high.
fn width(text: &str) -> f64 {
    let letters = text.chars().map(|letter| match letter {
        'i' | 'l' | 'j' | 't' | 'f' | '.' | ',' | ' ' | '(' | ')' | '-' | '\'' => 0.34,
        'm' | 'w' | 'M' | 'W' => 0.88,
        letter if letter.is_ascii_uppercase() => 0.68,
        letter if letter.is_ascii() => 0.57,
        // Cards' suits, dashes, letters of other scripts.
        _ => 0.95,
    });
    letters.sum::<f64>() * LETTERS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Axis;

    fn figure(series: Vec<Series>) -> Figure {
        Figure { series, ..Figure::new("x", "a < b", Axis::new("deals").log(), Axis::new("tricks & more")) }
    }

    fn curve(name: &str, published: bool, look: Look) -> Series {
        let points = [10.0, 100.0, 1000.0].map(|x: f64| Point { x, y: x.sqrt(), ci95: Some(1.0) });
        Series { published, ..Series::ours(name, look, points) }
    }

    #[test]
    fn what_is_published_is_hollow_or_dashed_and_named_so() {
        let svg = inline(&figure(vec![curve("q", false, Look::Line), curve("q", true, Look::Markers)]), "x");
        assert!(svg.contains(">q<") && svg.contains(">q (paper)<"), "{svg}");
        assert!(svg.contains("class=\"paper c0\""), "{svg}");
        assert!(!svg.contains("c1"), "the same name has the same colour: {svg}");
    }

    #[test]
    fn text_is_escaped_and_labels_are_there() {
        let svg = file(&figure(vec![curve("a & b", false, Look::Line)]));
        for word in ["a &amp; b", "tricks &amp; more", "aria-label=\"a &lt; b\"", "viewBox", ">1,000<", "<style>"] {
            assert!(svg.contains(word), "{word}: {svg}");
        }
    }

    #[test]
    fn every_look_survives_empty_single_and_infinite_points() {
        for look in [Look::Line, Look::LineMarkers, Look::Bars, Look::Markers, Look::Level] {
            for points in [
                vec![],
                vec![Point::new(0.0, 0.0)],
                vec![Point::new(-1.0, 2.0), Point::new(1.0, f64::NAN), Point::new(f64::INFINITY, 1.0)],
                vec![Point { x: 1.0, y: 1e-300, ci95: Some(f64::INFINITY) }, Point::new(1e300, 1e300)],
            ] {
                let mut drawn = figure(vec![Series::ours("s", look, points)]);
                for log in [false, true] {
                    (drawn.x.log, drawn.y.log) = (log, log);
                    let svg = inline(&drawn, "x");
                    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{look:?}: {svg}");
                }
            }
        }
    }

    #[test]
    fn long_legends_take_several_rows_and_stay_inside() {
        let names: Vec<Series> = (0..9).map(|i| curve(&format!("learner number {i}"), false, Look::Line)).collect();
        let legend = Legend::new(&names);
        assert!(legend.rows >= 3);
        assert!(legend.places.iter().all(|&(x, _)| x < WIDTH - 100.0));
    }
}
