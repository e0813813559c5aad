use kirifuda_arena::Estimate;

use crate::{Better, Verdict, over_seeds, paired};

/// How exactly the paper's "about 80 %" can be taken: the words, the width of a line in its figures, and the luck of
/// three trainings, as half the width of an interval in points of percent.
const ABOUT: f64 = 5.0;

/// Judges a rate that the paper gives as "about" so much, in percent.
pub fn about(what: impl Into<String>, published: f64, ours: &[f64], better: Better) -> Verdict {
    Verdict::figure(what, published, 0, over_seeds(ours), ABOUT, better)
}

/// Half of the games: what two equal players win, in percent.
pub const PAR: f64 = 50.0;

/// Judges that two rates of trainings from equal seeds are alike.
pub fn alike(what: impl Into<String>, ours: &[f64], theirs: &[f64]) -> Verdict {
    Verdict::same(what, paired(ours, theirs), PAR)
}

/// Judges a difference of two rates of trainings from equal seeds that the paper gives as "about" so much.
pub fn about_apart(what: impl Into<String>, published: f64, ours: &[f64], theirs: &[f64]) -> Verdict {
    Verdict::figure(what, published, 0, paired(ours, theirs), ABOUT, Better::Neither)
}

/// Judges a number of games that the paper gives as "about" so much, in hundreds. A training that never gets there counts
/// with its whole length.
pub fn about_hundreds(what: impl Into<String>, published: f64, ours: &[Option<u64>], whole: u64, unit: u64) -> Verdict {
    let hundreds = ours.iter().map(|games| games.unwrap_or(whole) as f64 / unit.max(1) as f64);
    // The paper's points are 100 games apart, and "about" means a few of them.
    Verdict::figure(what, published, 0, over_seeds(&hundreds.collect::<Vec<_>>()), 2.0, Better::Lower)
}

/// Judges whether a rate is above what we want of it, in percent: the difference is told.
pub fn target(what: &str, least: f64, ours: &[f64]) -> Verdict {
    let above: Vec<f64> = ours.iter().map(|rate| rate - least).collect();
    Verdict::claim(format!("target: {what}: at least {least} %"), over_seeds(&above), Better::Higher)
}

/// The same of a single estimate.
pub fn target_of(what: &str, least: f64, ours: Estimate) -> Verdict {
    let above = Estimate { mean: ours.mean - least, ..ours };
    Verdict::claim(format!("target: {what}: at least {least} %"), above, Better::Higher)
}
