use kirifuda_learn::adam::Stride;
use rayon::prelude::*;

use crate::{Moments, Step};

/// Moves weights downhill by a step of Adam. Every weight for itself: threads change nothing.
pub(crate) fn descend(weights: &mut [f32], slopes: &[f32], moments: &mut Moments, step: Step) {
    const PIECE: usize = 1 << 14;
    let stride = Stride::new(step.rate, step.number);
    type Piece<'a> = ((&'a mut [f32], &'a [f32]), (&'a mut [f32], &'a mut [f32]));
    let one = |((weights, slopes), (first, second)): Piece<'_>| {
        for ((weight, &slope), (first, second)) in weights.iter_mut().zip(slopes).zip(first.iter_mut().zip(second)) {
            *weight -= stride.change(slope, first, second);
        }
    };
    let Moments { first, second } = moments;
    if weights.len() <= PIECE {
        one(((weights, slopes), (first, second)));
    } else {
        let moments = first.par_chunks_mut(PIECE).zip(second.par_chunks_mut(PIECE));
        weights.par_chunks_mut(PIECE).zip(slopes.par_chunks(PIECE)).zip(moments).for_each(one);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_steps_are_those_computed_by_hand() {
        let mut moments = Moments { first: vec![0.0; 2], second: vec![0.0; 2] };
        let mut weights = [1.0, 1.0];
        descend(&mut weights, &[0.5, -4.0], &mut moments, Step { rate: 0.1, number: 1 });
        // The first step has the size of the rate, whatever the slope.
        assert!((weights[0] - 0.9).abs() < 1e-6 && (weights[1] - 1.1).abs() < 1e-6, "{weights:?}");
        assert!((moments.first[0] - 0.05).abs() < 1e-7 && (moments.second[1] - 0.016).abs() < 2e-6);
        descend(&mut weights, &[-1.0, -4.0], &mut moments, Step { rate: 0.1, number: 2 });
        // First: mean (0.9 · 0.05 − 0.1) / 0.19 = −0.289474, square (0.999 · 0.00025 + 0.001) / 0.001999 = 0.625188,
        // so + 0.1 · 0.289474 / 0.790688 = 0.036610. Second: the slope again, so another whole step.
        assert!((weights[0] - 0.936_610).abs() < 1e-5 && (weights[1] - 1.2).abs() < 1e-5, "{weights:?}");
    }

    #[test]
    fn long_lists_move_like_short_ones() {
        let length = 40_000;
        let slopes: Vec<f32> = (0..length).map(|place| (place % 97) as f32 - 48.0).collect();
        let mut long = (vec![0.5; length], Moments { first: vec![0.1; length], second: vec![0.2; length] });
        let mut short = long.clone();
        let step = Step { rate: 0.01, number: 5 };
        descend(&mut long.0, &slopes, &mut long.1, step);
        for place in 0..length {
            let mut moments = Moments { first: vec![short.1.first[place]], second: vec![short.1.second[place]] };
            descend(&mut short.0[place..=place], &slopes[place..=place], &mut moments, step);
        }
        assert_eq!(long.0, short.0);
    }
}
