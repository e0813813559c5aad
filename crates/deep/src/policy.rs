//! Policy gradient: what moves brought makes them likelier, or less likely.

use kirifuda_learn::net::Parts;
use kirifuda_play::math::single;
use rayon::prelude::*;

use crate::dmc::PIECE;
use crate::self_play::PolicyGradient;

/// Some positions in which moves were drawn.
pub(crate) struct Decisions<'a> {
    /// The moves that were drawn from, position by position.
    pub moves: &'a Parts,
    /// Where those of each position end.
    pub ends: &'a [u32],
    /// Which of them was made, and how likely that was.
    pub made: &'a [(u16, f32)],
    /// What it brought.
    pub targets: &'a [f32],
}

/// A move that has become likelier, or less likely, by more than this share is not pushed further by the same deal (PPO).
const CLIP: f32 = 0.2;

/// The slopes of what the policy is worth, downward, in temperatures; returns the mean squared error of its estimate.
///
/// `wanted` are outputs that tell what moves are worth: a critic's, or the net's own. How good they are decides how much chance is in the
/// slopes, not where they lead: what the made move brought beyond its estimate is added, by how likely it was.
pub(crate) fn sway(
    decisions: &Decisions<'_>,
    policy: PolicyGradient,
    wanted: &[f32],
    outputs: usize,
    values: &[f32],
    slopes: &mut [f32],
) -> f32 {
    let &Decisions { moves, ends, made, targets } = decisions;
    let share = 1.0 / ends.len().max(1) as f32;
    let pieces = slopes.par_chunks_mut(PIECE * outputs).enumerate().map(|(piece, slopes)| {
        let (mut loss, mut own, mut likely, mut worth) = (0.0, Vec::new(), Vec::new(), Vec::new());
        for (number, slopes) in slopes.chunks_exact_mut(outputs).enumerate() {
            let row = piece * PIECE + number;
            let start = if row == 0 { 0 } else { ends[row - 1] as usize };
            let place = row * outputs..(row + 1) * outputs;
            let (values, wanted, (which, chance)) = (&values[place.clone()], &wanted[place], made[row]);
            own.clear();
            own.extend((start..ends[row] as usize).map(|choice| moves.value(choice, values)));
            likelihoods(&own, policy.temperature, &mut likely);
            worth.clear();
            worth.extend((start..ends[row] as usize).zip(&likely).map(|(choice, &likely)| {
                moves.value(choice, wanted) - policy.entropy * policy.temperature * single::ln(likely.max(1e-30))
            }));
            let mean: f32 = likely.iter().zip(&worth).map(|(likely, worth)| likely * worth).sum();
            let estimate: f32 = likely.iter().zip(&own).map(|(likely, own)| likely * own).sum();
            let which = usize::from(which);
            let surprise = targets[row] - moves.value(start + which, wanted);
            let ratio = likely[which] / chance;
            let is_far = if surprise > 0.0 { ratio > 1.0 + CLIP } else { ratio < 1.0 - CLIP };
            let push = if is_far { 0.0 } else { ratio * surprise };
            let error = estimate - targets[row];
            loss += error * error * share;
            for (number, (&likely, &worth)) in likely.iter().zip(&worth).enumerate() {
                let is_made = if number == which { 1.0 } else { 0.0 };
                let better = likely * (worth - mean) + push * (is_made - likely);
                let slope = share * (2.0 * policy.level * error * likely - better);
                for &part in moves.of(start + number) {
                    slopes[usize::from(part)] += slope;
                }
            }
        }
        loss
    });
    // Added up in their order, however many threads there are.
    pieces.collect::<Vec<f32>>().iter().sum()
}

/// How likely moves are that are worth so much.
pub(crate) fn likelihoods(values: &[f32], temperature: f32, out: &mut Vec<f32>) {
    let highest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    out.clear();
    out.extend(values.iter().map(|value| single::exp((value - highest) / temperature)));
    let all: f32 = out.iter().sum();
    out.iter_mut().for_each(|likely| *likely /= all);
}

#[cfg(test)]
mod tests {
    use kirifuda_play::math::ln;

    use super::*;

    const POLICY: PolicyGradient = PolicyGradient { temperature: 0.5, entropy: 0.0, width: 3, level: 0.0 };
    const VALUES: [f32; 4] = [0.3, -0.2, 0.5, 0.1];
    /// What the moves are really worth.
    const TRUE: [f32; 3] = [0.8, -0.4, 0.2];

    /// One position with three moves: of parts 0, 1 and 3, and 2.
    fn moves() -> Parts {
        let mut moves = Parts::new();
        [&[0][..], &[1, 3], &[2]].into_iter().for_each(|parts| moves.copy(parts));
        moves
    }

    /// The mean slopes over what is drawn by the policy, which learns by what `wanted` says.
    fn mean(policy: PolicyGradient, wanted: &[f32]) -> Vec<f32> {
        let (moves, mut likely) = (moves(), Vec::new());
        let own: Vec<f32> = (0..3).map(|choice| moves.value(choice, &VALUES)).collect();
        likelihoods(&own, policy.temperature, &mut likely);
        let mut mean = vec![0.0; 4];
        for (which, &chance) in likely.iter().enumerate() {
            let mut slopes = [0.0; 4];
            let (made, targets) = ([(which as u16, chance)], [TRUE[which]]);
            let decisions = Decisions { moves: &moves, ends: &[3], made: &made, targets: &targets };
            sway(&decisions, policy, wanted, 4, &VALUES, &mut slopes);
            mean.iter_mut().zip(slopes).for_each(|(mean, slope)| *mean += chance * slope);
        }
        mean
    }

    /// What the policy is worth, with what chance is worth.
    fn worth(policy: PolicyGradient, values: &[f32; 4]) -> f64 {
        let (moves, mut likely) = (moves(), Vec::new());
        let own: Vec<f32> = (0..3).map(|choice| moves.value(choice, values)).collect();
        likelihoods(&own, policy.temperature, &mut likely);
        let entropy: f64 = likely.iter().map(|&likely| -f64::from(likely) * ln(f64::from(likely))).sum();
        let payoff: f64 = likely.iter().zip(TRUE).map(|(&likely, worth)| f64::from(likely) * f64::from(worth)).sum();
        payoff + f64::from(policy.entropy * policy.temperature) * entropy
    }

    #[test]
    fn slopes_lead_to_a_better_policy_whatever_the_estimates_say() {
        for entropy in [0.0, 0.7] {
            let policy = PolicyGradient { entropy, ..POLICY };
            for wanted in [[0.0; 4], VALUES, [0.8, -0.4, 0.2, 0.0], [5.0, -3.0, 1.0, 2.0]] {
                let slopes = mean(policy, &wanted);
                for part in 0..4 {
                    let moved = |by: f32| {
                        let mut values = VALUES;
                        values[part] += by;
                        worth(policy, &values)
                    };
                    let expected = -f64::from(policy.temperature) * (moved(1e-2) - moved(-1e-2)) / 2e-2;
                    let slope = f64::from(slopes[part]);
                    assert!((slope - expected).abs() < 2e-4, "{wanted:?} part {part}: {slope}, not {expected}");
                }
            }
        }
    }

    #[test]
    fn with_entropy_the_values_come_to_be_what_moves_bring_and_their_level_is_kept() {
        let (policy, mut values) = (PolicyGradient { entropy: 1.0, level: 0.5, ..POLICY }, VALUES);
        let (moves, mut likely) = (moves(), Vec::new());
        for _ in 0..3_000 {
            let own: Vec<f32> = (0..3).map(|choice| moves.value(choice, &values)).collect();
            likelihoods(&own, policy.temperature, &mut likely);
            let mut sum = [0.0; 4];
            for (which, &chance) in likely.iter().enumerate() {
                let (mut slopes, made, targets) = ([0.0; 4], [(which as u16, chance)], [TRUE[which]]);
                let decisions = Decisions { moves: &moves, ends: &[3], made: &made, targets: &targets };
                sway(&decisions, policy, &values, 4, &values, &mut slopes);
                sum.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += chance * slope);
            }
            values.iter_mut().zip(sum).for_each(|(value, slope)| *value -= 0.5 * slope);
        }
        let own: Vec<f32> = (0..3).map(|choice| moves.value(choice, &values)).collect();
        for (own, worth) in own.iter().zip(TRUE) {
            assert!((own - worth).abs() < 0.01, "{own:?}, not {worth}");
        }
    }

    #[test]
    fn a_move_that_has_become_much_likelier_is_not_pushed_further() {
        let (moves, targets) = (moves(), [9.0]);
        let pushed = |chance: f32| {
            let (mut slopes, made) = ([0.0; 4], [(0, chance)]);
            let decisions = Decisions { moves: &moves, ends: &[3], made: &made, targets: &targets };
            sway(&decisions, POLICY, &[0.0; 4], 4, &VALUES, &mut slopes);
            slopes[0]
        };
        assert!(pushed(0.5) < 0.0);
        assert!(pushed(0.1).abs() < 1e-6, "{}", pushed(0.1));
    }
}
