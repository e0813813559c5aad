use std::fmt;

use kirifuda_arena::{Estimate, Moments};
use kirifuda_play::math;
use serde::{Deserialize, Serialize};

use crate::number;

/// What our run says about a published figure or a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// What was compared: `self-play, mean tricks`.
    pub what: String,
    /// The published figure; none for a claim.
    pub published: Option<Published>,
    /// Our figure; for a claim the difference that it is about.
    pub ours: Estimate,
    /// In which direction a figure is better; for a claim, which sign is claimed.
    pub better: Better,
    /// The judgement.
    pub outcome: Judgement,
    /// How far our figure lies from the published one (for a claim: from zero), signed as ours minus theirs.
    pub distance: f64,
    /// How far it may lie from it by rounding and chance.
    pub tolerance: f64,
}

/// A figure as it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Published {
    /// The figure.
    pub value: f64,
    /// Digits after the point.
    pub digits: usize,
}

/// Which direction is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Better {
    /// More is better.
    Higher,
    /// Less is better.
    Lower,
    /// Only the same is right: a figure that checks an engine or a fixed player.
    Neither,
}

/// The word of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// The published figure within rounding and chance; the claim, with an interval that excludes zero.
    Reproduced,
    /// Beyond the published figure, in the good direction.
    Better,
    /// Beyond the published figure, in the bad direction.
    FallsShort,
    /// Beyond the published figure, where only the same is right.
    Differs,
    /// Chance alone may explain what we see.
    Open,
    /// The opposite of the claim, with an interval that excludes zero.
    Contradicted,
}

impl Judgement {
    /// All of them, in the order of summaries.
    pub const ALL: [Judgement; 6] = [
        Judgement::Reproduced,
        Judgement::Better,
        Judgement::FallsShort,
        Judgement::Differs,
        Judgement::Open,
        Judgement::Contradicted,
    ];

    /// The word for people.
    pub fn word(self) -> &'static str {
        match self {
            Judgement::Reproduced => "reproduced",
            Judgement::Better => "better",
            Judgement::FallsShort => "falls short",
            Judgement::Differs => "differs",
            Judgement::Open => "not decided",
            Judgement::Contradicted => "contradicted",
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Verdict {
    /// Compares our figure with a published one.
    ///
    /// Reproduced: the two differ by no more than half of the last printed digit plus the error of the difference,
    /// `sqrt(ours.ci95² + paper_error²)`, where `paper_error` is half the width of the paper's own 95% interval (0 if
    /// nothing is known about it). Where that is more than ten units of the last printed digit, nothing is decided: a
    /// noisy run must not agree with everything. Otherwise better or falling short, by direction. A figure of ours without an
    /// interval (a single run) that lies outside is not decided: nobody knows how far chance carried it.
    ///
    /// ```
    /// use kirifuda_arena::Estimate;
    /// use kirifuda_lab::{Better, Judgement, Verdict};
    ///
    /// let ours = Estimate { mean: 3.75, ci95: Some(0.02) };
    /// let verdict = Verdict::figure("mean tricks", 3.69, 2, ours, 0.01, Better::Higher);
    /// assert_eq!(verdict.outcome, Judgement::Better);
    /// assert_eq!(verdict.margin(), "better by 0.060");
    /// ```
    pub fn figure(
        what: impl Into<String>,
        published: f64,
        digits: usize,
        ours: Estimate,
        paper_error: f64,
        better: Better,
    ) -> Verdict {
        let distance = ours.mean - published;
        let tolerance = 0.5 * 10f64.powi(-(digits as i32)) + math::hypot(ours.ci95.unwrap_or(0.0), paper_error);
        // Decimal figures have no exact binary form: a distance of exactly the tolerance must not fail by 1e-17.
        let inside = distance.abs() <= tolerance + 1e-12 * (1.0 + published.abs());
        let outcome = match better {
            // Whatever lies within a tolerance as wide as this proves nothing.
            _ if inside && tolerance > WIDEST * 10f64.powi(-(digits as i32)) => Judgement::Open,
            _ if inside => Judgement::Reproduced,
            _ if ours.ci95.is_none() || !distance.is_finite() || !tolerance.is_finite() => Judgement::Open,
            Better::Higher if distance > 0.0 => Judgement::Better,
            Better::Lower if distance < 0.0 => Judgement::Better,
            Better::Neither => Judgement::Differs,
            _ => Judgement::FallsShort,
        };
        let published = Some(Published { value: published, digits });
        Verdict { what: what.into(), published, ours, better, outcome, distance, tolerance }
    }

    /// Judges a claim that a difference has a sign: `Higher` claims that it is positive, `Lower` that it is negative,
    /// `Neither` that there is none.
    ///
    /// Reproduced when the 95% interval lies on the claimed side of zero, contradicted when on the other, not decided
    /// when it includes zero or when there is no interval. "No difference" can only be contradicted or stay open.
    ///
    /// ```
    /// use kirifuda_arena::Estimate;
    /// use kirifuda_lab::{Better, Judgement, Verdict};
    ///
    /// let difference = Estimate { mean: 0.19, ci95: Some(0.03) };
    /// let verdict = Verdict::claim("self-play takes more tricks", difference, Better::Higher);
    /// assert_eq!(verdict.outcome, Judgement::Reproduced);
    /// ```
    pub fn claim(what: impl Into<String>, difference: Estimate, better: Better) -> Verdict {
        let tolerance = difference.ci95.unwrap_or(f64::INFINITY);
        let decided = difference.mean.abs() > tolerance;
        let outcome = match better {
            _ if !decided => Judgement::Open,
            Better::Higher if difference.mean > 0.0 => Judgement::Reproduced,
            Better::Lower if difference.mean < 0.0 => Judgement::Reproduced,
            _ => Judgement::Contradicted,
        };
        let distance = difference.mean;
        Verdict { what: what.into(), published: None, ours: difference, better, outcome, distance, tolerance }
    }

    /// Digits in which our figure is shown: one more than the paper prints, or what the interval supports.
    pub fn digits(&self) -> usize {
        self.published.map_or_else(|| number::digits(self.ours), |published| published.digits + 1)
    }

    /// The published figure as it is printed; nothing for a claim.
    pub fn published_text(&self) -> String {
        self.published.map(|published| number::plain(published.value, published.digits)).unwrap_or_default()
    }

    /// Our figure with its interval: `3.752 ± 0.021`.
    pub fn ours_text(&self) -> String {
        number::estimate(self.ours, self.digits())
    }

    /// By how much, in words: `better by 0.060`, `off by 0.005 of ±0.034`.
    pub fn margin(&self) -> String {
        let digits = self.digits();
        let by = number::plain(self.distance.abs(), digits);
        match (self.outcome, self.published) {
            (Judgement::Reproduced, Some(_)) => {
                format!("off by {by} of ±{}", number::plain(self.tolerance, digits))
            }
            (Judgement::Better, _) => format!("better by {by}"),
            (Judgement::Differs, _) => format!("differs by {by}"),
            (Judgement::FallsShort, _) => format!("short by {by}"),
            (Judgement::Reproduced, None) => "interval excludes 0".to_string(),
            (Judgement::Contradicted, _) => "the opposite, interval excludes 0".to_string(),
            (Judgement::Open, _) if self.ours.ci95.is_none() => "no interval: a single run".to_string(),
            (Judgement::Open, Some(_)) => {
                format!("off by {by} of ±{}: too wide", number::plain(self.tolerance, digits))
            }
            (Judgement::Open, _) => "interval includes 0".to_string(),
        }
    }
}

/// The widest tolerance that decides anything, in units of the last printed digit.
const WIDEST: f64 = 10.0;

/// Mean of independent runs with its 95% interval, by Student's t. The mean of nothing is not a number.
///
/// ```
/// let estimate = kirifuda_lab::over_seeds(&[1.0, 2.0, 3.0]);
/// assert_eq!(estimate.mean, 2.0);
/// assert!((estimate.ci95.unwrap() - 2.484).abs() < 0.001);
/// ```
pub fn over_seeds(values: &[f64]) -> Estimate {
    let mut moments = Moments::new(1);
    values.iter().for_each(|&value| moments.push(&[value]));
    moments.estimate(0)
}

/// Mean of runs that were measured on the same deals: the error of the runs and, which they have in common, that of the
/// deals.
///
/// ```
/// use kirifuda_arena::Estimate;
///
/// let runs = [1.0, 2.0, 3.0].map(|mean| Estimate { mean, ci95: Some(3.0) });
/// let estimate = kirifuda_lab::over_runs(&runs);
/// assert!((estimate.ci95.unwrap() - 2.484f64.hypot(3.0)).abs() < 0.001);
/// ```
pub fn over_runs(runs: &[Estimate]) -> Estimate {
    let seeds = over_seeds(&runs.iter().map(|run| run.mean).collect::<Vec<_>>());
    let deals = runs.iter().filter_map(|run| run.ci95).sum::<f64>() / runs.len().max(1) as f64;
    Estimate { ci95: seeds.ci95.map(|seeds| math::hypot(seeds, deals)), ..seeds }
}

/// The mean of the differences `a - b` of runs from equal seeds, measured on the same deals.
///
/// ```
/// assert_eq!(kirifuda_lab::paired(&[3.0, 5.0], &[1.0, 2.0]).mean, 2.5);
/// ```
pub fn paired(a: &[f64], b: &[f64]) -> Estimate {
    over_seeds(&a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<_>>())
}

/// The means of estimates.
pub(crate) fn means(estimates: &[Estimate]) -> Vec<f64> {
    estimates.iter().map(|estimate| estimate.mean).collect()
}

/// The difference `a - b` of two independent estimates. Of two results on the same seeds or deals take the mean of the
/// differences instead: its interval is smaller.
pub fn difference(a: Estimate, b: Estimate) -> Estimate {
    Estimate { mean: a.mean - b.mean, ci95: a.ci95.zip(b.ci95).map(|(a, b)| math::hypot(a, b)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(mean: f64, ci95: Option<f64>, better: Better) -> Verdict {
        Verdict::figure("x", 3.69, 2, Estimate { mean, ci95 }, 0.04, better)
    }

    #[test]
    fn a_figure_is_reproduced_up_to_rounding_plus_the_error_of_both_sides() {
        // 0.005 + sqrt(0.03² + 0.04²) = 0.055
        for mean in [3.69, 3.745, 3.635] {
            assert_eq!(figure(mean, Some(0.03), Better::Higher).outcome, Judgement::Reproduced, "{mean}");
        }
        assert_eq!(figure(3.7451, Some(0.03), Better::Higher).outcome, Judgement::Better);
        assert_eq!(figure(3.6349, Some(0.03), Better::Higher).outcome, Judgement::FallsShort);
        assert_eq!(figure(3.7451, Some(0.03), Better::Lower).outcome, Judgement::FallsShort);
        assert_eq!(figure(3.6349, Some(0.03), Better::Lower).outcome, Judgement::Better);
    }

    #[test]
    fn a_noisy_run_does_not_agree_with_everything() {
        // 0.005 + sqrt(0.08² + 0.04²) = 0.0944, and with 0.09: 0.1035, more than ten units of 0.01
        assert_eq!(figure(3.70, Some(0.08), Better::Higher).outcome, Judgement::Reproduced);
        let noisy = figure(3.70, Some(0.09), Better::Higher);
        assert_eq!((noisy.outcome, noisy.margin().as_str()), (Judgement::Open, "off by 0.010 of ±0.103: too wide"));
    }

    #[test]
    fn where_only_the_same_is_right_both_directions_differ() {
        for mean in [3.75, 3.63] {
            let verdict = figure(mean, Some(0.03), Better::Neither);
            assert_eq!(verdict.outcome, Judgement::Differs);
            assert_eq!(verdict.margin(), "differs by 0.060");
        }
    }

    #[test]
    fn a_single_run_can_agree_but_not_disagree() {
        assert_eq!(figure(3.70, None, Better::Higher).outcome, Judgement::Reproduced);
        for mean in [3.0, 5.0, f64::NAN] {
            assert_eq!(figure(mean, None, Better::Higher).outcome, Judgement::Open, "{mean}");
        }
        assert_eq!(figure(f64::NAN, Some(f64::NAN), Better::Higher).outcome, Judgement::Open);
    }

    #[test]
    fn a_claim_needs_an_interval_that_excludes_zero() {
        let claim = |mean, ci95, better| Verdict::claim("x", Estimate { mean, ci95 }, better).outcome;
        assert_eq!(claim(0.1, Some(0.0999), Better::Higher), Judgement::Reproduced);
        assert_eq!(claim(0.1, Some(0.1), Better::Higher), Judgement::Open);
        assert_eq!(claim(-0.1, Some(0.0999), Better::Higher), Judgement::Contradicted);
        assert_eq!(claim(-0.1, Some(0.0999), Better::Lower), Judgement::Reproduced);
        assert_eq!(claim(0.1, Some(0.0999), Better::Lower), Judgement::Contradicted);
        assert_eq!(claim(0.1, None, Better::Higher), Judgement::Open);
        assert_eq!(claim(0.1, Some(0.2), Better::Neither), Judgement::Open);
        assert_eq!(claim(0.1, Some(0.05), Better::Neither), Judgement::Contradicted);
        assert_eq!(claim(f64::NAN, Some(f64::NAN), Better::Higher), Judgement::Open);
    }

    #[test]
    fn errors_of_independent_estimates_add_as_squares() {
        let estimate = |mean, ci95| Estimate { mean, ci95 };
        assert_eq!(difference(estimate(5.0, Some(0.3)), estimate(3.0, Some(0.4))), estimate(2.0, Some(0.5)));
        assert_eq!(difference(estimate(5.0, None), estimate(3.0, Some(0.4))), estimate(2.0, None));
    }
}
