use std::f64::consts::LN_10;

use kirifuda_play::math;

/// Ratings on the Elo scale, with mean 1000, that make the given scores most likely (Bradley and Terry, 1952).
///
/// `wins[i][j]` is what i scored against j (shares of a win add up, too). Half a win for either side is added to each
/// pair, so that a perfect score stays finite. A difference of 400 means odds of ten to one.
///
/// ```
/// # use kirifuda_arena::bradley_terry;
/// let ratings = bradley_terry(&[vec![0.0, 9_999.5], vec![999.5, 0.0]]);
/// assert!((ratings[0] - ratings[1] - 400.0).abs() < 1e-6);
/// ```
pub fn bradley_terry(wins: &[Vec<f64>]) -> Vec<f64> {
    let players = wins.len();
    let score = |i: usize, j: usize| wins[i][j] + 0.5;
    let mut strengths = vec![0.0f64; players];
    // Newton's method on the log-likelihood, which is concave; steps are kept below 1 (odds of e), where the second
    // derivative of the logistic function cannot change by more than a factor of e, so every step goes uphill.
    for _ in 0..200 {
        // All strengths may be shifted alike: the added ones fix their sum and leave differences alone.
        let mut system = vec![vec![1.0; players + 1]; players];
        for i in 0..players {
            system[i][players] = 0.0;
            for j in (0..players).filter(|&j| j != i) {
                let games = score(i, j) + score(j, i);
                let expected = 1.0 / (1.0 + math::exp(strengths[j] - strengths[i]));
                let curvature = games * expected * (1.0 - expected);
                system[i][i] += curvature;
                system[i][j] -= curvature;
                system[i][players] += score(i, j) - games * expected;
            }
        }
        let step = solve(system);
        let largest = step.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        for (strength, step) in strengths.iter_mut().zip(step) {
            *strength += step / largest.max(1.0);
        }
        if largest < 1e-10 {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / players as f64;
    strengths.iter().map(|strength| 1000.0 + (strength - mean) * 400.0 / LN_10).collect()
}

/// Solves a symmetric positive definite system, the right side in the last column, by elimination.
fn solve(mut system: Vec<Vec<f64>>) -> Vec<f64> {
    let size = system.len();
    for pivot in 0..size {
        let (above, below) = system.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for row in below {
            let factor = row[pivot] / pivot_row[pivot];
            for (x, p) in row[pivot..].iter_mut().zip(&pivot_row[pivot..]) {
                *x -= factor * p;
            }
        }
    }
    let mut solution = vec![0.0; size];
    for i in (0..size).rev() {
        let known: f64 = (i + 1..size).map(|j| system[i][j] * solution[j]).sum();
        solution[i] = (system[i][size] - known) / system[i][i];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_recovered_from_expected_scores() {
        let truth = [1330.0, 1050.0, 920.0, 700.0];
        let games = 1e9;
        let expected = |i: usize, j: usize| games / (1.0 + math::pow(10.0, (truth[j] - truth[i]) / 400.0));
        let wins: Vec<Vec<f64>> = (0..4).map(|i| (0..4).map(|j| expected(i, j)).collect()).collect();
        for (rating, truth) in bradley_terry(&wins).iter().zip(truth) {
            assert!((rating - truth).abs() < 1e-4, "{rating} for {truth}");
        }
    }

    #[test]
    fn a_perfect_score_stays_finite_and_grows_with_the_number_of_games() {
        let gap = |games: f64| {
            let ratings = bradley_terry(&[vec![0.0, games, games], vec![0.0, 0.0, games], vec![0.0; 3]]);
            assert!(ratings.iter().all(|rating| rating.is_finite()), "{ratings:?}");
            assert!((ratings.iter().sum::<f64>() - 3000.0).abs() < 1e-6);
            assert!(ratings[0] > ratings[1] && ratings[1] > ratings[2], "{ratings:?}");
            ratings[0] - ratings[2]
        };
        assert!(gap(1_000_000.0) > gap(1000.0));
    }

    #[test]
    fn players_without_games_are_rated_alike() {
        assert_eq!(bradley_terry(&vec![vec![0.0; 3]; 3]), [1000.0; 3]);
    }
}
