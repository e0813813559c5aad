//! Adam (Kingma and Ba, 2015): steps of a size that does not depend on the scale of the gradient.

use kirifuda_play::math::power;

/// The running means that steps are made from, in the order of the weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moments {
    /// Of the gradient.
    pub first: Vec<f32>,
    /// Of its square.
    pub second: Vec<f32>,
}

const FIRST_DECAY: f32 = 0.9; // β₁
const SECOND_DECAY: f32 = 0.999; // β₂
const TINY: f32 = 1e-8; // ε

impl Moments {
    /// For so many weights, from 0.
    pub fn new(length: usize) -> Moments {
        Moments { first: vec![0.0; length], second: vec![0.0; length] }
    }
}

/// The factors of one update, the same for all weights.
#[derive(Clone, Copy, Debug)]
pub struct Stride {
    size: f32,
    first_bias: f32,
    second_bias: f32,
}

impl Stride {
    /// Update number `number`, from 1, with steps of a size.
    pub fn new(size: f32, number: u64) -> Stride {
        let [first_bias, second_bias] = [FIRST_DECAY, SECOND_DECAY].map(|decay| bias(f64::from(decay), number));
        Stride { size, first_bias, second_bias }
    }

    /// What to add to a weight to go uphill, or to take from it to go downhill.
    #[inline]
    pub fn change(self, gradient: f32, first: &mut f32, second: &mut f32) -> f32 {
        *first += (1.0 - FIRST_DECAY) * (gradient - *first);
        *second += (1.0 - SECOND_DECAY) * (gradient * gradient - *second);
        self.size * (*first / self.first_bias) / ((*second / self.second_bias).sqrt() + TINY)
    }
}

/// How much of a running mean that began with 0 is filled after so many updates.
pub fn bias(decay: f64, number: u64) -> f32 {
    (1.0 - power(decay, number)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_has_its_size_whatever_the_scale_of_the_gradient() {
        for gradient in [1e-4f32, -3.0, 1e4] {
            let (mut first, mut second) = (0.0, 0.0);
            let change = Stride::new(0.1, 1).change(gradient, &mut first, &mut second);
            // ε is 1e-4 of the smallest gradient.
            assert!((change - 0.1 * gradient.signum()).abs() < 2e-5, "{change} for {gradient}");
        }
    }

    #[test]
    fn a_parabola_is_climbed_to_its_top() {
        let (mut place, mut first, mut second) = (0.0f32, 0.0, 0.0);
        for number in 1..=2000 {
            let step = 0.1 / (1.0 + number as f32 / 100.0);
            place += Stride::new(step, number).change(2.0 * (3.0 - place), &mut first, &mut second);
        }
        assert!((place - 3.0).abs() < 1e-3, "{place}");
    }
}
