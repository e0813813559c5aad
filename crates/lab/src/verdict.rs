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
    /// Our figure; for a claim the difference that it is about.
    pub ours: Estimate,
    /// The rule that it was judged by.
    pub rule: VerdictRule,
    /// What the rule says of our figure.
    #[serde(flatten)]
    pub ruling: Ruling,
    /// Whether it counts, and for what.
    pub standing: Standing,
    /// What the paper does not say and we had to fix before it could be judged; nothing where the paper says all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criterion: Option<&'static str>,
}

/// How a verdict is reached, as data. [`VerdictRule::judge`] is the only judge: no paper has one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct VerdictRule {
    /// What is asked of our figure.
    pub test: Test,
    /// In which direction a figure is better; for a claim, which sign is claimed.
    pub direction: Better,
    /// The published figure, or the published size of a difference.
    pub published: Option<Published>,
    /// Half the width of the paper's own 95% interval; 0 where nothing is known of it.
    pub paper_error: f64,
    /// Of a figure: the widest tolerance that decides anything. Of "no different" and "no worse": how large a
    /// difference may be. Of the rest: 0, it has none.
    pub margin: f64,
}

/// What a rule asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// Is our figure the published one, up to rounding and chance?
    Figure,
    /// Has the difference the claimed sign?
    Sign,
    /// Has it the claimed sign, and the published size?
    SignAndSize,
    /// Is the difference smaller than the margin, whatever its sign?
    Same,
    /// Is it smaller than the margin in the bad direction?
    NoWorse,
}

/// What a rule says of a figure of ours.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ruling {
    /// The judgement.
    pub outcome: Judgement,
    /// How far our figure lies from the published one (without one: from zero), signed as ours minus theirs.
    pub distance: f64,
    /// How far it may lie from it by rounding and chance.
    pub tolerance: f64,
}

/// Whether a verdict counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It judges a published cell or claim, named as in the list of its paper, in some reading of the paper.
    Published(&'static str, Reading),
    /// It is listed and not counted: our own target or question, the same figure once more, another opponent.
    Own,
}

/// A reading of what a paper leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// The paper word for word.
    Printed,
    /// The one reading of ours that answers for the paper, the same for all of its cells.
    Best,
    /// There is only one reading.
    Only,
    /// A further reading: listed, not counted.
    Other,
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
    /// The published figure within rounding and chance; the claim, with an interval that leaves nothing else.
    Reproduced,
    /// Beyond the published figure, in the good direction: another learner than the paper's, not its figure.
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

/// "No different" everywhere: 2% of the level that the difference is measured at, such as par. It is what paper 002 calls
/// about as good: a ratio of 0.2547 beside 0.2500, at a par of 0.25.
pub const NO_DIFFERENT: f64 = 0.02;

/// The widest tolerance that decides anything about a figure, in units of the last printed digit.
const WIDEST: f64 = 10.0;

impl VerdictRule {
    /// A published figure.
    pub fn figure(published: f64, digits: usize, paper_error: f64, direction: Better) -> VerdictRule {
        let published = Published { value: published, digits };
        let margin = WIDEST * published.unit();
        VerdictRule { test: Test::Figure, direction, published: Some(published), paper_error, margin }
    }

    /// A claim that has a sign and nothing else.
    pub fn sign(direction: Better) -> VerdictRule {
        VerdictRule { test: Test::Sign, direction, published: None, paper_error: 0.0, margin: 0.0 }
    }

    /// Judges a figure of ours.
    pub fn judge(&self, ours: Estimate) -> Ruling {
        let known = self.published.map_or(0.0, |published| published.value);
        let distance = ours.mean - known;
        let half = ours.ci95.unwrap_or(f64::INFINITY);
        let tolerance = match (self.test, self.published) {
            (Test::Figure | Test::SignAndSize, Some(published)) => {
                0.5 * published.unit() + math::hypot(ours.ci95.unwrap_or(0.0), self.paper_error)
            }
            _ => half,
        };
        // Decimal figures have no exact binary form: a distance of exactly the tolerance must not fail by 1e-17.
        let inside = distance.abs() <= tolerance + 1e-12 * (1.0 + known.abs());
        let certain = ours.ci95.is_some() && distance.is_finite() && tolerance.is_finite();
        let outcome = match self.test {
            // Whatever lies within a tolerance as wide as this proves nothing.
            Test::Figure if inside && tolerance > self.margin => Judgement::Open,
            Test::Figure if inside => Judgement::Reproduced,
            Test::Figure if !certain => Judgement::Open,
            Test::Figure => self.beyond(distance),
            Test::Sign => self.signed(ours.mean, half),
            Test::SignAndSize => match self.signed(ours.mean, half) {
                Judgement::Contradicted => Judgement::Contradicted,
                _ if !inside && certain => self.beyond(distance),
                sign => sign,
            },
            Test::Same if distance.abs() + half <= self.margin => Judgement::Reproduced,
            Test::Same if distance.abs() - half > self.margin => Judgement::Contradicted,
            Test::NoWorse if self.worse(distance) + half < self.margin => Judgement::Reproduced,
            Test::NoWorse if self.worse(distance) - half > self.margin => Judgement::Contradicted,
            Test::Same | Test::NoWorse => Judgement::Open,
        };
        Ruling { outcome, distance, tolerance }
    }

    /// On which side of the published figure.
    fn beyond(&self, distance: f64) -> Judgement {
        match self.direction {
            Better::Higher if distance > 0.0 => Judgement::Better,
            Better::Lower if distance < 0.0 => Judgement::Better,
            Better::Neither => Judgement::Differs,
            _ => Judgement::FallsShort,
        }
    }

    /// On which side of zero.
    fn signed(&self, mean: f64, half: f64) -> Judgement {
        match self.direction {
            _ if mean.is_nan() || half.is_nan() || mean.abs() <= half => Judgement::Open,
            Better::Higher if mean > 0.0 => Judgement::Reproduced,
            Better::Lower if mean < 0.0 => Judgement::Reproduced,
            _ => Judgement::Contradicted,
        }
    }

    /// A difference, counted in the bad direction.
    fn worse(&self, difference: f64) -> f64 {
        if self.direction == Better::Higher { -difference } else { difference }
    }

    /// The rule in words, with the tolerance that it had for a figure of ours, in so many digits.
    pub fn words(&self, tolerance: f64, digits: usize) -> String {
        let plain = |value| number::plain(value, digits);
        let side = if self.direction == Better::Lower { "below" } else { "above" };
        let published = self.published.map(|published| number::plain(published.value, published.digits));
        let published = published.unwrap_or_default();
        match self.test {
            Test::Figure => {
                let good = match self.direction {
                    Better::Higher => "higher is better",
                    Better::Lower => "lower is better",
                    Better::Neither => "only the same is right",
                };
                format!("{published} ± {}, decides up to ± {}; {good}", plain(tolerance), plain(self.margin))
            }
            Test::Sign => format!("95% interval {side} 0"),
            Test::SignAndSize => format!("95% interval {side} 0, and {published} ± {}", plain(tolerance)),
            Test::Same => format!("95% interval within ± {}", plain(self.margin)),
            Test::NoWorse if self.direction == Better::Higher => format!("95% interval above −{}", plain(self.margin)),
            Test::NoWorse => format!("95% interval below {}", plain(self.margin)),
        }
    }
}

impl Verdict {
    /// Judges a figure of ours by a rule. It is not counted before it is said [what it judges](Verdict::of).
    pub fn by(rule: VerdictRule, what: impl Into<String>, ours: Estimate) -> Verdict {
        let ruling = rule.judge(ours);
        Verdict { what: what.into(), ours, rule, ruling, standing: Standing::Own, criterion: None }
    }

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
    /// assert_eq!(verdict.outcome(), Judgement::Better);
    /// assert_eq!(verdict.by_how_much(), "better by 0.060");
    /// ```
    pub fn figure(
        what: impl Into<String>,
        published: f64,
        digits: usize,
        ours: Estimate,
        paper_error: f64,
        better: Better,
    ) -> Verdict {
        Verdict::by(VerdictRule::figure(published, digits, paper_error, better), what, ours)
    }

    /// Judges a claim that a difference has a sign: `Higher` claims that it is positive, `Lower` that it is negative.
    ///
    /// Reproduced when the 95% interval lies on the claimed side of zero, contradicted when on the other, not decided
    /// when it includes zero or when there is no interval.
    ///
    /// ```
    /// use kirifuda_arena::Estimate;
    /// use kirifuda_lab::{Better, Judgement, Verdict};
    ///
    /// let difference = Estimate { mean: 0.19, ci95: Some(0.03) };
    /// let verdict = Verdict::claim("self-play takes more tricks", difference, Better::Higher);
    /// assert_eq!(verdict.outcome(), Judgement::Reproduced);
    /// ```
    pub fn claim(what: impl Into<String>, difference: Estimate, better: Better) -> Verdict {
        Verdict::by(VerdictRule::sign(better), what, difference)
    }

    /// Judges a claim that a difference has a sign, where the paper's figures also give its size.
    ///
    /// Reproduced when the sign is as claimed and the size is the published one, as for a [figure](Verdict::figure); a
    /// size that is excluded is better or falls short.
    ///
    /// ```
    /// use kirifuda_arena::Estimate;
    /// use kirifuda_lab::{Better, Judgement, Published, Verdict};
    ///
    /// let (difference, size) = (Estimate { mean: -0.03, ci95: Some(0.05) }, Published { value: -0.18, digits: 2 });
    /// let verdict = Verdict::sized("fewer points", difference, size, 0.0, Better::Lower);
    /// assert_eq!(verdict.outcome(), Judgement::FallsShort);
    /// ```
    pub fn sized(
        what: impl Into<String>,
        difference: Estimate,
        size: Published,
        paper_error: f64,
        better: Better,
    ) -> Verdict {
        let rule =
            VerdictRule { test: Test::SignAndSize, direction: better, published: Some(size), paper_error, margin: 0.0 };
        Verdict::by(rule, what, difference)
    }

    /// Judges a claim that there is no difference to speak of, at some level: reproduced when the 95% interval lies
    /// within ± [`NO_DIFFERENT`] of the level, contradicted when it lies outside.
    ///
    /// ```
    /// use kirifuda_arena::Estimate;
    /// use kirifuda_lab::{Judgement, Verdict};
    ///
    /// let difference = Estimate { mean: 0.001, ci95: Some(0.002) };
    /// assert_eq!(Verdict::same("the ratio stays", difference, 0.25).outcome(), Judgement::Reproduced);
    /// ```
    pub fn same(what: impl Into<String>, difference: Estimate, level: f64) -> Verdict {
        let margin = NO_DIFFERENT * level;
        let rule = VerdictRule { test: Test::Same, margin, ..VerdictRule::sign(Better::Neither) };
        Verdict::by(rule, what, difference)
    }

    /// Judges a claim that something is about as good as something else: worse by no more than [`NO_DIFFERENT`] of the
    /// level.
    pub fn no_worse(what: impl Into<String>, difference: Estimate, level: f64, better: Better) -> Verdict {
        let margin = NO_DIFFERENT * level;
        let rule = VerdictRule { test: Test::NoWorse, margin, ..VerdictRule::sign(better) };
        Verdict::by(rule, what, difference)
    }

    /// Says which published cell or claim it judges, and in which reading.
    pub fn of(self, cell: &'static str, reading: Reading) -> Verdict {
        Verdict { standing: Standing::Published(cell, reading), ..self }
    }

    /// Says what the paper leaves open and we have fixed.
    pub fn by_our(self, criterion: &'static str) -> Verdict {
        Verdict { criterion: Some(criterion), ..self }
    }

    /// The judgement.
    pub fn outcome(&self) -> Judgement {
        self.ruling.outcome
    }

    /// Digits in which our figure is shown: one more than the paper prints, or what the interval supports.
    pub fn digits(&self) -> usize {
        let published = self.rule.published;
        published.map_or_else(|| number::digits(self.ours), |published| published.digits + 1)
    }

    /// What the paper says: the figure as it is printed, or the claim.
    pub fn published_text(&self) -> String {
        match (self.rule.published, self.rule.test, self.rule.direction) {
            (Some(published), ..) => number::plain(published.value, published.digits),
            (None, Test::Same, _) => "no different".to_string(),
            (None, Test::NoWorse, _) => "as good".to_string(),
            (None, _, Better::Lower) => "below 0".to_string(),
            (None, ..) => "above 0".to_string(),
        }
    }

    /// Our figure with its interval: `3.752 ± 0.021`.
    pub fn ours_text(&self) -> String {
        number::estimate(self.ours, self.digits())
    }

    /// The rule that it was judged by, with what in it is ours.
    pub fn rule_text(&self) -> String {
        let rule = self.rule.words(self.ruling.tolerance, self.digits());
        match self.criterion {
            Some(criterion) => format!("{rule}; our criterion: {criterion}"),
            None => rule,
        }
    }

    /// By how much, in words: `better by 0.060`, `off by 0.005 of ±0.034`.
    pub fn by_how_much(&self) -> String {
        let digits = self.digits();
        let Ruling { outcome, distance, tolerance } = self.ruling;
        let by = number::plain(distance.abs(), digits);
        match (outcome, self.rule.test) {
            (Judgement::Better, _) => format!("better by {by}"),
            (Judgement::Differs, _) => format!("differs by {by}"),
            (Judgement::FallsShort, _) => format!("short by {by}"),
            (Judgement::Reproduced, Test::Figure | Test::SignAndSize) => {
                format!("off by {by} of ±{}", number::plain(tolerance, digits))
            }
            (Judgement::Reproduced, Test::Sign) => "interval excludes 0".to_string(),
            (Judgement::Reproduced, Test::Same | Test::NoWorse) => "interval within the margin".to_string(),
            (Judgement::Contradicted, Test::Same | Test::NoWorse) => "interval outside of the margin".to_string(),
            (Judgement::Contradicted, _) => "the opposite, interval excludes 0".to_string(),
            (Judgement::Open, _) if self.ours.ci95.is_none() => "no interval: a single run".to_string(),
            (Judgement::Open, Test::Figure) => {
                format!("off by {by} of ±{}: too wide", number::plain(tolerance, digits))
            }
            (Judgement::Open, Test::Same | Test::NoWorse) => "interval crosses the margin".to_string(),
            (Judgement::Open, _) => "interval includes 0".to_string(),
        }
    }
}

impl Published {
    /// One unit of the last printed digit.
    pub fn unit(self) -> f64 {
        10f64.powi(-(self.digits as i32))
    }

    /// A difference of two figures that are printed with as many digits.
    pub fn less(self, other: Published) -> Published {
        Published { value: self.value - other.value, digits: self.digits }
    }
}

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
            assert_eq!(figure(mean, Some(0.03), Better::Higher).outcome(), Judgement::Reproduced, "{mean}");
        }
        assert_eq!(figure(3.7451, Some(0.03), Better::Higher).outcome(), Judgement::Better);
        assert_eq!(figure(3.6349, Some(0.03), Better::Higher).outcome(), Judgement::FallsShort);
        assert_eq!(figure(3.7451, Some(0.03), Better::Lower).outcome(), Judgement::FallsShort);
        assert_eq!(figure(3.6349, Some(0.03), Better::Lower).outcome(), Judgement::Better);
    }

    #[test]
    fn a_noisy_run_does_not_agree_with_everything() {
        // 0.005 + sqrt(0.08² + 0.04²) = 0.0944, and with 0.09: 0.1035, more than ten units of 0.01
        assert_eq!(figure(3.70, Some(0.08), Better::Higher).outcome(), Judgement::Reproduced);
        let noisy = figure(3.70, Some(0.09), Better::Higher);
        assert_eq!(
            (noisy.outcome(), noisy.by_how_much().as_str()),
            (Judgement::Open, "off by 0.010 of ±0.103: too wide")
        );
    }

    #[test]
    fn where_only_the_same_is_right_both_directions_differ() {
        for mean in [3.75, 3.63] {
            let verdict = figure(mean, Some(0.03), Better::Neither);
            assert_eq!(verdict.outcome(), Judgement::Differs);
            assert_eq!(verdict.by_how_much(), "differs by 0.060");
        }
    }

    #[test]
    fn a_single_run_can_agree_but_not_disagree() {
        assert_eq!(figure(3.70, None, Better::Higher).outcome(), Judgement::Reproduced);
        for mean in [3.0, 5.0, f64::NAN] {
            assert_eq!(figure(mean, None, Better::Higher).outcome(), Judgement::Open, "{mean}");
        }
        assert_eq!(figure(f64::NAN, Some(f64::NAN), Better::Higher).outcome(), Judgement::Open);
    }

    #[test]
    fn a_claim_needs_an_interval_that_excludes_zero() {
        let claim = |mean, ci95, better| Verdict::claim("x", Estimate { mean, ci95 }, better).outcome();
        assert_eq!(claim(0.1, Some(0.0999), Better::Higher), Judgement::Reproduced);
        assert_eq!(claim(0.1, Some(0.1), Better::Higher), Judgement::Open);
        assert_eq!(claim(-0.1, Some(0.0999), Better::Higher), Judgement::Contradicted);
        assert_eq!(claim(-0.1, Some(0.0999), Better::Lower), Judgement::Reproduced);
        assert_eq!(claim(0.1, Some(0.0999), Better::Lower), Judgement::Contradicted);
        assert_eq!(claim(0.1, None, Better::Higher), Judgement::Open);
        assert_eq!(claim(f64::NAN, Some(f64::NAN), Better::Higher), Judgement::Open);
    }

    #[test]
    fn errors_of_independent_estimates_add_as_squares() {
        let estimate = |mean, ci95| Estimate { mean, ci95 };
        assert_eq!(difference(estimate(5.0, Some(0.3)), estimate(3.0, Some(0.4))), estimate(2.0, Some(0.5)));
        assert_eq!(difference(estimate(5.0, None), estimate(3.0, Some(0.4))), estimate(2.0, None));
    }

    #[test]
    fn no_difference_needs_an_interval_within_the_margin() {
        // 2% of 0.25 is 0.005.
        let same = |mean, ci95| Verdict::same("x", Estimate { mean, ci95 }, 0.25).outcome();
        assert_eq!(same(-0.002, Some(0.0029)), Judgement::Reproduced);
        assert_eq!(same(-0.002, Some(0.0031)), Judgement::Open);
        assert_eq!(same(-0.009, Some(0.0031)), Judgement::Contradicted);
        assert_eq!(same(0.0, None), Judgement::Open);
        assert_eq!(same(f64::NAN, Some(f64::NAN)), Judgement::Open);
        let no_worse =
            |mean, better| Verdict::no_worse("x", Estimate { mean, ci95: Some(0.001) }, 0.25, better).outcome();
        assert_eq!(no_worse(-0.5, Better::Lower), Judgement::Reproduced, "much better is no worse");
        assert_eq!(no_worse(0.0039, Better::Lower), Judgement::Reproduced);
        assert_eq!(no_worse(0.0041, Better::Lower), Judgement::Open);
        assert_eq!(no_worse(0.0061, Better::Lower), Judgement::Contradicted);
        assert_eq!(no_worse(0.5, Better::Higher), Judgement::Reproduced);
        assert_eq!(no_worse(-0.0061, Better::Higher), Judgement::Contradicted);
    }

    #[test]
    fn a_claim_with_a_published_size_is_judged_by_both() {
        let size = Published { value: -0.18, digits: 2 };
        let sized = |mean, ci95| Verdict::sized("x", Estimate { mean, ci95 }, size, 0.03, Better::Lower).outcome();
        // 0.005 + sqrt(0.04² + 0.03²) = 0.055
        assert_eq!(sized(-0.13, Some(0.04)), Judgement::Reproduced);
        assert_eq!(sized(-0.12, Some(0.04)), Judgement::FallsShort, "the sign alone is not enough");
        assert_eq!(sized(-0.24, Some(0.04)), Judgement::Better);
        assert_eq!(sized(-0.03, Some(0.04)), Judgement::FallsShort);
        assert_eq!(sized(0.05, Some(0.04)), Judgement::Contradicted);
        assert_eq!(sized(-0.15, Some(0.2)), Judgement::Open);
        assert_eq!(sized(-0.15, None), Judgement::Open);
    }
}
