use std::fmt::Write;

use super::axis::Ruler;
use super::points;
use crate::markup::escape;
use crate::{Figure, Look, Point, Series, number};

/// The field with its axes.
pub struct Canvas<'a> {
    pub x: &'a Ruler,
    pub y: &'a Ruler,
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    pub bars: &'a Bars,
}

/// How bars of several series stand side by side.
pub struct Bars {
    /// Numbers of the series that are bars.
    series: Vec<usize>,
    /// Distance between neighbouring places of bars, in units of x.
    gap: f64,
}

impl Bars {
    pub fn new(figure: &Figure) -> Bars {
        let numbered = figure.series.iter().enumerate();
        let series = numbered.filter(|(_, series)| series.look == Look::Bars).map(|(number, _)| number).collect();
        let bars = figure.series.iter().filter(|series| series.look == Look::Bars);
        let mut places: Vec<f64> = bars.flat_map(points).map(|point| point.x).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        let gap = places.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
        Bars { series, gap: if gap.is_finite() { gap } else { 1.0 } }
    }

    /// What the bars need on both sides of their place, in units of x.
    pub fn room(&self) -> f64 {
        self.gap / 2.0
    }

    /// The ends of a bar of a series around its place, in units of x; a fifth of the gap stays free.
    fn span(&self, number: usize) -> (f64, f64) {
        let all = self.series.len().max(1) as f64;
        let nth = self.series.iter().position(|&series| series == number).unwrap_or(0) as f64;
        let width = 0.8 * self.gap / all;
        let low = -0.4 * self.gap + nth * width;
        (low, low + width)
    }
}

impl Canvas<'_> {
    /// Draws a series.
    pub fn draw(&self, svg: &mut String, number: usize, series: &Series, colour: usize) {
        let (class, bars) = (class(series, colour), if series.look == Look::Bars { " bars" } else { "" });
        let _ = writeln!(svg, "<g class=\"{class}{bars}\">");
        match series.look {
            Look::Line => self.clipped(svg, |svg| {
                self.band(svg, series);
                self.line(svg, series);
            }),
            Look::LineMarkers => {
                self.clipped(svg, |svg| self.line(svg, series));
                self.markers(svg, number, series);
            }
            Look::Markers => self.markers(svg, number, series),
            Look::Bars => self.bar_row(svg, number, series),
            Look::Level => self.level(svg, series),
        }
        svg.push_str("</g>\n");
    }

    /// What lies outside the field is cut off: a picture within the picture does that.
    fn clipped(&self, svg: &mut String, draw: impl FnOnce(&mut String)) {
        let Canvas { left, right, top, bottom, .. } = self;
        let (width, height) = (right - left, bottom - top);
        let _ = write!(
            svg,
            "<svg x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             viewBox=\"{left:.1} {top:.1} {width:.1} {height:.1}\">"
        );
        draw(svg);
        svg.push_str("</svg>\n");
    }

    fn place(&self, x: f64, y: f64) -> Option<(f64, f64)> {
        self.x.place(x).zip(self.y.place(y))
    }

    fn line(&self, svg: &mut String, series: &Series) {
        let places = points(series).filter_map(|point| self.place(point.x, point.y));
        path(svg, "line", places, "");
    }

    /// The intervals from left to right along the upper ends and back along the lower ones.
    fn band(&self, svg: &mut String, series: &Series) {
        let ends = |point: &Point| {
            let half = point.ci95.filter(|half| half.is_finite())?;
            let x = self.x.place(point.x)?;
            // On a logarithmic axis an interval may reach to zero and below: to the end of the axis, then.
            let low = self.y.place(point.y - half).unwrap_or(self.bottom);
            Some((x, low, self.y.place(point.y + half)?))
        };
        let ends: Vec<(f64, f64, f64)> = points(series).filter_map(ends).collect();
        if ends.len() > 1 {
            let upper = ends.iter().map(|&(x, _, high)| (x, high));
            let lower = ends.iter().rev().map(|&(x, low, _)| (x, low));
            path(svg, "band", upper.chain(lower), "Z");
        }
    }

    fn markers(&self, svg: &mut String, number: usize, series: &Series) {
        for point in points(series).filter(|point| self.x.holds(point.x) && self.y.holds(point.y)) {
            let Some((x, y)) = self.place(point.x, point.y) else { continue };
            self.error(svg, point, x);
            marker(svg, number, x, y, &tooltip(series, point));
        }
    }

    fn bar_row(&self, svg: &mut String, number: usize, series: &Series) {
        let (low, high) = self.bars.span(number);
        let ground = self.y.ground();
        for point in points(series) {
            let ends = self.x.place(point.x + low).zip(self.x.place(point.x + high));
            let (Some((left, right)), Some(y)) = (ends, self.y.place(point.y)) else { continue };
            let (y, left, right) = (y.clamp(self.top, self.bottom), left.max(self.left), right.min(self.right));
            if left < right {
                let _ = writeln!(
                    svg,
                    "<rect class=\"bar\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\">\
                     <title>{}</title></rect>",
                    y.min(ground),
                    right - left,
                    (y - ground).abs(),
                    escape(&tooltip(series, point))
                );
                self.error(svg, point, (left + right) / 2.0);
            }
        }
    }

    /// A line over the whole width.
    fn level(&self, svg: &mut String, series: &Series) {
        if let Some(point) = points(series).next().filter(|point| self.y.holds(point.y))
            && let Some(y) = self.y.place(point.y)
        {
            path(svg, "line", [(self.left, y), (self.right, y)].into_iter(), "");
        }
    }

    /// The interval as a line with ends.
    fn error(&self, svg: &mut String, point: &Point, x: f64) {
        let Some(half) = point.ci95.filter(|half| half.is_finite()) else { return };
        let low = self.y.place(point.y - half).unwrap_or(self.bottom).clamp(self.top, self.bottom);
        let Some(high) = self.y.place(point.y + half) else { return };
        let high = high.clamp(self.top, self.bottom);
        let _ = writeln!(
            svg,
            "<path class=\"error\" d=\"M{x:.1} {low:.1}V{high:.1}M{0:.1} {low:.1}h6M{0:.1} {high:.1}h6\"/>",
            x - 3.0
        );
    }
}

/// How a series looks, for the legend.
pub fn sample(svg: &mut String, number: usize, series: &Series, colour: usize, x: f64, y: f64, width: f64) {
    let _ = write!(svg, "<g class=\"{}\">", class(series, colour));
    let ends = [(x + 1.0, y), (x + width - 1.0, y)];
    let middle = x + width / 2.0;
    if matches!(series.look, Look::Line | Look::LineMarkers | Look::Level) {
        path(svg, "line", ends.into_iter(), "");
    }
    if matches!(series.look, Look::Markers | Look::LineMarkers) {
        marker(svg, number, middle, y, "");
    }
    if series.look == Look::Bars {
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"12\" height=\"12\"/>",
            middle - 6.0,
            y - 6.0
        );
    }
    svg.push_str("</g>");
}

fn class(series: &Series, colour: usize) -> String {
    format!("{}c{colour}", if series.published { "paper " } else { "" })
}

fn path(svg: &mut String, class: &str, places: impl Iterator<Item = (f64, f64)>, end: &str) {
    let mut line = String::new();
    for (i, (x, y)) in places.enumerate() {
        let _ = write!(line, "{}{x:.1} {y:.1}", if i == 0 { 'M' } else { 'L' });
    }
    if !line.is_empty() {
        let _ = write!(svg, "<path class=\"{class}\" d=\"{line}{end}\"/>");
    }
}

/// Shapes differ from series to series, for those who see colours alike.
fn marker(svg: &mut String, number: usize, x: f64, y: f64, tooltip: &str) {
    let shape = match number % 5 {
        0 => format!("M{:.1} {y:.1}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z", x - 4.0),
        1 => format!("M{:.1} {:.1}h7v7h-7Z", x - 3.5, y - 3.5),
        2 => format!("M{x:.1} {:.1}l4.5 8h-9Z", y - 5.0),
        3 => format!("M{x:.1} {:.1}l5 5l-5 5l-5 -5Z", y - 5.0),
        _ => format!("M{x:.1} {:.1}l4.5 -8h-9Z", y + 5.0),
    };
    let _ = write!(svg, "<path class=\"mark\" d=\"{shape}\">");
    if !tooltip.is_empty() {
        let _ = write!(svg, "<title>{}</title>", escape(tooltip));
    }
    svg.push_str("</path>\n");
}

/// `self-play: 3.69 ± 0.02 at 1000`.
fn tooltip(series: &Series, point: &Point) -> String {
    let estimate = kirifuda_arena::Estimate { mean: point.y, ci95: point.ci95 };
    let y = number::estimate(estimate, number::digits(estimate));
    format!("{}: {y} at {}", super::label(series), point.x)
}
