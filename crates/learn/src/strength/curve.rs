use serde::{Deserialize, Serialize};

/// How much an error costs: measured, from no error to a large one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// By ascending error, the first without.
    pub points: Vec<Point>,
}

/// One measurement.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The error.
    pub error: f32,
    /// The share of games in which the reference did better.
    pub share: f64,
    /// Half the width of its 95% interval.
    pub ci95: f64,
}

/// A share that no error leads to.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the other wins {from:.3} to {to:.3} of the games against this player; order a share in between")]
pub struct Unreachable {
    /// Against the full strength.
    pub from: f64,
    /// Against the largest error that was measured.
    pub to: f64,
}

impl Curve {
    /// The error for which the reference wins this share: straight lines between the points, made ascending first.
    pub fn error_for(&self, share: f64) -> Result<f32, Unreachable> {
        let rising = self.rising();
        let (from, to) = (rising.first().copied().unwrap_or(0.0), rising.last().copied().unwrap_or(0.0));
        if !(from..=to).contains(&share) {
            return Err(Unreachable { from, to });
        }
        for (shares, points) in rising.windows(2).zip(self.points.windows(2)) {
            if share <= shares[1] && shares[1] > shares[0] {
                let way = ((share - shares[0]) / (shares[1] - shares[0])).max(0.0) as f32;
                return Ok(points[0].error + way * (points[1].error - points[0].error));
            }
        }
        // The share is that of a curve that never rises.
        Ok(self.points.first().map_or(0.0, |point| point.error))
    }

    /// The shares, where they fall by chance evened out to the mean of those around (pool adjacent violators).
    fn rising(&self) -> Vec<f64> {
        let mut blocks: Vec<(f64, usize)> = Vec::new();
        for point in &self.points {
            let mut block = (point.share, 1);
            while let Some(&(share, count)) = blocks.last().filter(|(share, _)| *share > block.0) {
                block = ((share * count as f64 + block.0 * block.1 as f64) / (count + block.1) as f64, count + block.1);
                blocks.pop();
            }
            blocks.push(block);
        }
        blocks.into_iter().flat_map(|(share, count)| std::iter::repeat_n(share, count)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(shares: &[f64]) -> Curve {
        let point = |(error, &share): (usize, &f64)| Point { error: error as f32, share, ci95: 0.0 };
        Curve { points: shares.iter().enumerate().map(point).collect() }
    }

    #[test]
    fn errors_between_two_points_lie_on_the_line() {
        let curve = curve(&[0.1, 0.3, 0.7]);
        assert_eq!(curve.error_for(0.1), Ok(0.0));
        assert_eq!(curve.error_for(0.2), Ok(0.5));
        assert_eq!(curve.error_for(0.5), Ok(1.5));
        assert_eq!(curve.error_for(0.7), Ok(2.0));
    }

    #[test]
    fn a_fall_by_chance_is_evened_out() {
        let curve = curve(&[0.1, 0.4, 0.2, 0.5]);
        assert!((curve.rising()[1] - 0.3).abs() < 1e-12 && (curve.rising()[2] - 0.3).abs() < 1e-12);
        assert!((curve.error_for(0.4).unwrap() - 2.5).abs() < 1e-6);
        assert!((curve.error_for(0.2).unwrap() - 0.5).abs() < 1e-6);
    }

    #[test]
    fn what_cannot_be_reached_is_told_with_the_limits() {
        let curve = curve(&[0.1, 0.3, 0.7]);
        assert_eq!(curve.error_for(0.05), Err(Unreachable { from: 0.1, to: 0.7 }));
        assert!(curve.error_for(0.71).unwrap_err().to_string().contains("0.100 to 0.700"));
        assert!(curve.error_for(f64::NAN).is_err());
    }
}
