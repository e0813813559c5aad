use kirifuda_learn::net::Parts;

/// The legal moves of a decision by their parts, and the one that was made, in short numbers: the one made, how many there
/// are, where each ends, and the parts of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice<'a>(pub &'a [u16]);

impl<'a> Choice<'a> {
    /// Writes a choice at the end of a list.
    pub fn write(made: usize, moves: &Parts, out: &mut Vec<u16>) {
        debug_assert!(moves.places().len() <= usize::from(u16::MAX));
        out.extend([made as u16, moves.len() as u16]);
        let mut end = 0;
        for number in 0..moves.len() {
            end += moves.of(number).len() as u16;
            out.push(end);
        }
        out.extend_from_slice(moves.places());
    }

    /// True if the numbers are a choice between moves of parts below a bound.
    pub fn fits(self, outputs: usize) -> bool {
        let [made, count, rest @ ..] = self.0 else { return false };
        let Some((ends, places)) = rest.split_at_checked(usize::from(*count)) else { return false };
        made < count
            && ends.is_sorted()
            && ends.last().is_some_and(|&end| usize::from(end) == places.len())
            && places.iter().all(|&place| usize::from(place) < outputs)
    }

    /// The number of the move that was made.
    pub fn made(self) -> usize {
        usize::from(self.0[0])
    }

    /// Number of moves.
    pub fn len(self) -> usize {
        usize::from(self.0[1])
    }

    /// The parts of a move.
    pub fn parts(self, number: usize) -> &'a [u16] {
        let places = &self.0[2 + self.len()..];
        let start = if number == 0 { 0 } else { self.0[1 + number] };
        &places[usize::from(start)..usize::from(self.0[2 + number])]
    }

    /// What a move is worth by the outputs of a net.
    pub fn value(self, number: usize, outputs: &[f32]) -> f32 {
        self.parts(number).iter().map(|&place| outputs[usize::from(place)]).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_reads_as_it_was_written() {
        let mut moves = Parts::new();
        [&[4u16, 2][..], &[0], &[1, 2, 3]].iter().for_each(|places| moves.copy(places));
        let mut list = vec![9];
        Choice::write(1, &moves, &mut list);
        let choice = Choice(&list[1..]);
        assert_eq!((choice.made(), choice.len()), (1, 3));
        assert_eq!([0, 1, 2].map(|number| choice.parts(number)), [&[4u16, 2][..], &[0], &[1, 2, 3]]);
        assert_eq!(choice.value(2, &[1.0, 2.0, 4.0, 8.0, 16.0]), 14.0);
        assert!(choice.fits(5) && !choice.fits(4));
        assert!(!Choice(&list).fits(5) && !Choice(&[]).fits(5) && !Choice(&list[1..7]).fits(5));
    }
}
