use std::fmt::Write;

use kirifuda_play::math;

use super::{LETTERS, width};
use crate::{Axis, number};

/// An axis with its place on the drawing.
pub struct Ruler {
    log: bool,
    /// Values at both ends.
    low: f64,
    high: f64,
    /// Places of both ends.
    start: f64,
    end: f64,
    ticks: Vec<(f64, String)>,
}

impl Ruler {
    /// An axis from left to right.
    pub fn horizontal(axis: &Axis, values: Vec<f64>, start: f64, end: f64) -> Ruler {
        let mut ruler = Ruler::new(axis, values, start, end, 0.02);
        let fits = |ticks: &[(f64, String)]| {
            ticks.iter().map(|(_, label)| width(label) + 8.0).sum::<f64>() <= (end - start).abs()
        };
        let named: Vec<(f64, String)> = (1u32..).map(f64::from).zip(axis.names.iter().cloned()).collect();
        if !named.is_empty() && fits(&named) {
            ruler.ticks = named;
            return ruler;
        }
        // As many ticks as there is room for their labels.
        for ticks in (2..=9).rev() {
            ruler.ticks = ruler.ticks(ticks);
            let room = ruler.ticks.iter().map(|(_, label)| width(label) + 12.0).sum::<f64>();
            if room <= (end - start).abs() {
                break;
            }
        }
        ruler
    }

    /// An axis from bottom to top.
    pub fn vertical(axis: &Axis, values: Vec<f64>, start: f64, end: f64) -> Ruler {
        let mut ruler = Ruler::new(axis, values, start, end, 0.05);
        ruler.ticks = ruler.ticks(6);
        ruler
    }

    fn new(axis: &Axis, values: Vec<f64>, start: f64, end: f64, margin: f64) -> Ruler {
        let usable = |&value: &f64| value.is_finite() && value.abs() < 1e290 && (!axis.log || value > 1e-290);
        let range = axis.range.filter(|(low, high)| usable(low) && usable(high) && low < high);
        let (low, high) = range.unwrap_or_else(|| {
            let values: Vec<f64> =
                values.into_iter().filter(usable).map(|v| if axis.log { math::log10(v) } else { v }).collect();
            let low = values.iter().copied().fold(f64::INFINITY, f64::min);
            let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let (low, high) = match () {
                () if low > high => (0.0, 1.0),
                () if high - low <= 1e-12 * low.abs().max(1e-9) => (low - 0.5, high + 0.5),
                () => {
                    let room = margin * (high - low);
                    // Zero is a fine end: nothing lies below it.
                    (if low == 0.0 && !axis.log { 0.0 } else { low - room }, high + room)
                }
            };
            if axis.log { (math::pow(10.0, low), math::pow(10.0, high)) } else { (low, high) }
        });
        Ruler { log: axis.log, low, high, start, end, ticks: Vec::new() }
    }

    /// Where a value lies; nothing for one that has no place on this axis.
    pub fn place(&self, value: f64) -> Option<f64> {
        let share = if self.log {
            (math::ln(value) - math::ln(self.low)) / (math::ln(self.high) - math::ln(self.low))
        } else {
            (value - self.low) / (self.high - self.low)
        };
        // Far outside is far enough: browsers do not like coordinates of 1e300.
        share.is_finite().then(|| self.start + share.clamp(-9.0, 10.0) * (self.end - self.start))
    }

    /// True for a value between the ends.
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Where bars begin: zero, or the low end of an axis that has none.
    pub fn ground(&self) -> f64 {
        let zero = if self.log { None } else { self.place(0.0) };
        let (low, high) = (self.start.min(self.end), self.start.max(self.end));
        zero.unwrap_or(self.start).clamp(low, high)
    }

    pub fn widest_label(&self) -> f64 {
        self.ticks.iter().map(|(_, label)| width(label)).fold(0.0, f64::max)
    }

    fn ticks(&self, most: usize) -> Vec<(f64, String)> {
        let values = if self.log { self.log_ticks(most) } else { Vec::new() };
        if values.len() >= 2 { labels(values, true) } else { labels(self.linear_ticks(most), false) }
    }

    /// Multiples of 1, 2 or 5 times a power of ten.
    fn linear_ticks(&self, most: usize) -> Vec<f64> {
        let rough = (self.high - self.low) / most.max(1) as f64;
        let power = math::pow(10.0, math::log10(rough).floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|&step| step >= rough * 0.75);
        let step = step.unwrap_or(10.0 * power);
        let first = (self.low / step - 1e-9).ceil();
        let ticks = (0..=2 * most + 2).map(|i| (first + i as f64) * step);
        ticks.take_while(|&tick| tick <= self.high + 1e-9 * step && tick.is_finite()).collect()
    }

    /// Powers of ten, and if these are few also 2 and 5 times them; every second or third power if they are many.
    fn log_ticks(&self, most: usize) -> Vec<f64> {
        let (low, high) = (math::log10(self.low).floor() as i32, math::log10(self.high).ceil() as i32);
        let inside = |multiples: &[f64], stride: i32| -> Vec<f64> {
            let powers = (low..=high).filter(|power| power.rem_euclid(stride) == 0);
            let ticks = powers.flat_map(|power| multiples.iter().map(move |multiple| multiple * 10f64.powi(power)));
            ticks.filter(|&tick| tick >= self.low * (1.0 - 1e-9) && tick <= self.high * (1.0 + 1e-9)).collect()
        };
        let finest = [inside(&[1.0, 2.0, 5.0], 1), inside(&[1.0], 1), inside(&[1.0], 2), inside(&[1.0], 3)];
        let coarse = (high - low) / most.max(1) as i32 + 1;
        finest.into_iter().find(|ticks| ticks.len() <= most).unwrap_or_else(|| inside(&[1.0], coarse))
    }

    /// Lines across the field and labels left of it.
    pub fn draw_vertical(&self, svg: &mut String, left: f64, right: f64) {
        for (value, label) in &self.ticks {
            let Some(y) = self.place(*value) else { continue };
            let _ = writeln!(
                svg,
                "<line class=\"grid\" x1=\"{left:.1}\" x2=\"{right:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                left - 6.0,
                y + 4.0
            );
        }
    }

    /// The line below the field, its ticks and labels.
    pub fn draw_horizontal(&self, svg: &mut String, top: f64, bottom: f64) {
        let (left, right) = (self.start, self.end);
        let _ = writeln!(svg, "<path class=\"axis\" fill=\"none\" d=\"M{left:.1} {top:.1}V{bottom:.1}H{right:.1}\"/>");
        for (value, label) in &self.ticks {
            let Some(x) = self.place(*value) else { continue };
            let _ = writeln!(
                svg,
                "<line class=\"axis\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{bottom:.1}\" y2=\"{:.1}\"/>\
                 <text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
                bottom + 4.0,
                bottom + LETTERS + 5.0
            );
        }
    }
}

/// Labels with the digits that tell neighbours apart; on a logarithmic axis with those that each value needs.
fn labels(ticks: Vec<f64>, log: bool) -> Vec<(f64, String)> {
    let gap = ticks.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    let needed = |size: f64| (-math::log10(size) - 1e-6).ceil().clamp(0.0, 8.0) as usize;
    ticks.into_iter().map(|tick| (tick, label(tick, needed(if log { tick } else { gap })))).collect()
}

/// `20,000`, `0.25`, `1e9`.
fn label(value: f64, digits: usize) -> String {
    if value != 0.0 && !(1e-6..1e7).contains(&value.abs()) {
        return format!("{value:e}");
    }
    number::grouped(&number::plain(value, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(axis: Axis, low: f64, high: f64) -> Vec<String> {
        let ruler = Ruler::horizontal(&axis.range(low, high), vec![], 30.0, 466.0);
        ruler.ticks.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(shown(Axis::new(""), 0.0, 13.0), ["0", "2", "4", "6", "8", "10", "12"]);
        assert_eq!(shown(Axis::new(""), 2.9, 3.75), ["2.9", "3.0", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7"]);
        assert_eq!(shown(Axis::new(""), -0.3, 0.25), ["−0.3", "−0.2", "−0.1", "0.0", "0.1", "0.2"]);
        let deals = shown(Axis::new(""), 0.0, 100_000.0);
        assert_eq!(deals, ["0", "20,000", "40,000", "60,000", "80,000", "100,000"]);
        assert_eq!(shown(Axis::new(""), -2000.0, 1000.0).first().map(String::as_str), Some("−2,000"));
    }

    #[test]
    fn a_logarithmic_axis_shows_powers_of_ten() {
        assert_eq!(shown(Axis::new("").log(), 100.0, 100_000.0), ["100", "1,000", "10,000", "100,000"]);
        assert_eq!(shown(Axis::new("").log(), 0.01, 1.0), ["0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"]);
        let wide = shown(Axis::new("").log(), 1e-12, 1e12);
        assert!((3..=9).contains(&wide.len()), "{wide:?}");
    }

    #[test]
    fn a_logarithmic_axis_within_one_power_has_ticks_too() {
        assert!(shown(Axis::new("").log(), 11.0, 18.0).len() >= 2);
    }

    #[test]
    fn values_lie_in_proportion() {
        let ruler = Ruler::horizontal(&Axis::new("").range(0.0, 10.0), vec![], 100.0, 200.0);
        assert_eq!(ruler.place(2.5), Some(125.0));
        let ruler = Ruler::horizontal(&Axis::new("").log().range(1.0, 100.0), vec![], 100.0, 200.0);
        assert_eq!(ruler.place(10.0), Some(150.0));
        assert_eq!(ruler.place(0.0), None);
        assert!(ruler.place(-1.0).is_none() && !ruler.holds(-1.0));
    }
}
