//! Numbers in steps.

use super::super::features::duel::Duel;

/// Hits to a knock-out: 1, 2, 3, 4, 5 and more.
pub(super) const HITS: usize = 5;
/// Who of two is faster: the first, none, the second.
pub(super) const SPEEDS: usize = 3;

/// A share in so many steps: 0 only for nothing, all of them for the whole and more.
#[inline]
pub(super) fn share(part: u16, whole: u16, steps: usize) -> usize {
    (usize::from(part) * steps).div_ceil(usize::from(whole.max(1))).min(steps)
}

/// The margin of a duel, from −1 to 1, in so many steps.
#[inline]
pub(super) fn margin(margin: f32, steps: usize) -> usize {
    ((margin + 1.0) * 0.5 * steps as f32) as usize
}

/// Hits in five steps.
#[inline]
pub(super) fn hits(hits: u16) -> usize {
    usize::from(hits).clamp(1, HITS) - 1
}

/// Who is faster.
#[inline]
pub(super) fn speed(duel: &Duel) -> usize {
    match duel.first {
        first if first > 0.75 => 0,
        first if first > 0.25 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nothing_is_no_step_and_only_the_whole_is_all() {
        assert_eq!([0, 1, 50, 51, 99, 100, 300].map(|part| share(part, 100, 2)), [0, 1, 1, 2, 2, 2, 2]);
        assert_eq!(share(0, 0, 4), 0);
        assert_eq!([-1.0, -0.9, 0.0, 0.9, 1.0].map(|value| margin(value, 4)), [0, 0, 2, 3, 4]);
        assert_eq!([1, 2, 4, 5, 9, Duel::NEVER].map(hits), [0, 1, 3, 4, 4, 4]);
    }
}
