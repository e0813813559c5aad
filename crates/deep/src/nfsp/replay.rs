use super::choice::Choice;

/// The last so many decisions of a side, for Q-learning.
///
/// The decisions of a seat in a game lie one after the other, so what followed a decision is its neighbour.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    capacity: usize,
    stride: usize,
    rows: Vec<u64>,
    moves: Vec<Vec<u16>>,
    ends: Vec<End>,
    /// Where the next decision goes.
    next: usize,
}

/// What a decision led to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct End {
    /// How much of the outcome was known before it.
    pub known: f32,
    /// The outcome, if no other decision followed.
    pub outcome: Option<f32>,
}

impl Replay {
    /// Room for so many decisions in positions of so many words.
    pub fn new(capacity: usize, stride: usize) -> Replay {
        Replay { capacity, stride, rows: Vec::new(), moves: Vec::new(), ends: Vec::new(), next: 0 }
    }

    /// Decisions that it holds.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True before the first.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Takes the next decision of a seat, which replaces the oldest one when there is no room left. All decisions of a game
    /// are to come in a row, the last with the outcome.
    pub(super) fn push(&mut self, row: &[u64], choice: Choice<'_>, end: End) {
        debug_assert_eq!(row.len(), self.stride);
        if self.len() < self.capacity {
            self.rows.extend_from_slice(row);
            self.moves.push(choice.0.to_vec());
            self.ends.push(end);
        } else {
            let place = self.next;
            self.rows[place * self.stride..(place + 1) * self.stride].copy_from_slice(row);
            self.moves[place].clear();
            self.moves[place].extend_from_slice(choice.0);
            self.ends[place] = end;
        }
        self.next = (self.next + 1) % self.capacity;
    }

    pub(super) fn row(&self, place: usize) -> &[u64] {
        &self.rows[place * self.stride..(place + 1) * self.stride]
    }

    pub(super) fn choice(&self, place: usize) -> Choice<'_> {
        Choice(&self.moves[place])
    }

    pub(super) fn end(&self, place: usize) -> End {
        self.ends[place]
    }

    /// The decision that followed one without outcome.
    pub(super) fn after(&self, place: usize) -> usize {
        (place + 1) % self.capacity
    }

    /// Everything in packed words: where the next decision goes, and the decisions by their places.
    pub(super) fn pack(&self) -> Vec<u32> {
        let mut out = vec![self.next as u32];
        for place in 0..self.len() {
            let End { known, outcome } = self.ends[place];
            out.extend([known.to_bits(), u32::from(outcome.is_some()), outcome.unwrap_or(0.0).to_bits()]);
            pack(self.row(place), self.choice(place), &mut out);
        }
        out
    }

    /// What was packed; nothing if it does not fit.
    pub(super) fn unpack(capacity: usize, stride: usize, outputs: usize, words: &[u32]) -> Option<Replay> {
        let (&next, mut words) = words.split_first()?;
        let mut replay = Replay::new(capacity, stride);
        let (mut row, mut moves) = (Vec::new(), Vec::new());
        while let [known, last, outcome, rest @ ..] = words {
            if replay.len() == capacity {
                return None;
            }
            words = unpack(stride, outputs, rest, &mut row, &mut moves)?;
            let outcome = (*last == 1).then_some(f32::from_bits(*outcome));
            replay.push(&row, Choice(&moves), End { known: f32::from_bits(*known), outcome });
        }
        let next = next as usize;
        let full = replay.len() == capacity;
        // The newest decision must not lead on to nowhere.
        let newest = (next + capacity - 1) % capacity;
        let whole = replay.ends.get(newest).is_none_or(|end| end.outcome.is_some());
        let fits = words.is_empty() && whole && if full { next < capacity } else { next == replay.len() };
        replay.next = next;
        fits.then_some(replay)
    }
}

/// A decision in words of 32 bits: its position, the length of its choice, and that, two numbers to a word.
pub(super) fn pack(row: &[u64], choice: Choice<'_>, out: &mut Vec<u32>) {
    out.extend(row.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]));
    out.push(choice.0.len() as u32);
    out.extend(choice.0.chunks(2).map(|two| u32::from(two[0]) | u32::from(two.get(1).copied().unwrap_or(0)) << 16));
}

/// Reads a decision and gives what is left.
pub(super) fn unpack<'a>(
    stride: usize,
    outputs: usize,
    words: &'a [u32],
    row: &mut Vec<u64>,
    moves: &mut Vec<u16>,
) -> Option<&'a [u32]> {
    let (halves, rest) = words.split_at_checked(2 * stride)?;
    row.clear();
    row.extend(halves.chunks_exact(2).map(|two| u64::from(two[0]) | u64::from(two[1]) << 32));
    let (&length, rest) = rest.split_first()?;
    let (pairs, rest) = rest.split_at_checked((length as usize).div_ceil(2))?;
    moves.clear();
    moves.extend(pairs.iter().flat_map(|&pair| [pair as u16, (pair >> 16) as u16]).take(length as usize));
    Choice(moves).fits(outputs).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE_OF_TWO: Choice<'static> = Choice(&[1, 2, 1, 2, 0, 1]);

    fn filled(capacity: usize, games: u64) -> Replay {
        let mut replay = Replay::new(capacity, 1);
        for game in 0..games {
            // Games of one, two and three decisions.
            for decision in 0..=game % 3 {
                let outcome = (decision == game % 3).then_some(game as f32);
                replay.push(&[10 * game + decision], ONE_OF_TWO, End { known: 0.5, outcome });
            }
        }
        replay
    }

    #[test]
    fn the_oldest_decisions_give_way_and_what_followed_is_the_neighbour() {
        let replay = filled(10, 9); // 18 decisions: the last ten are from 41 on
        assert_eq!(replay.len(), 10);
        let mut rows: Vec<u64> = (0..10).map(|place| replay.row(place)[0]).collect();
        for place in 0..10 {
            let row = replay.row(place)[0];
            match replay.end(place).outcome {
                Some(outcome) => assert_eq!((outcome as u64, row % 10), (row / 10, row / 10 % 3)),
                None => assert_eq!(replay.row(replay.after(place))[0], row + 1),
            }
        }
        rows.sort_unstable();
        assert_eq!(rows, [41, 50, 51, 52, 60, 70, 71, 80, 81, 82]);
    }

    #[test]
    fn what_is_packed_comes_back() {
        for games in [0, 3, 9] {
            let replay = filled(10, games);
            let words = replay.pack();
            assert_eq!(Replay::unpack(10, 1, 2, &words).as_ref(), Some(&replay));
            if games > 0 {
                assert!(Replay::unpack(10, 1, 2, &words[..words.len() - 1]).is_none());
                assert!(Replay::unpack(10, 1, 1, &words).is_none(), "a part beyond the outputs");
                assert!(Replay::unpack(replay.len() - 1, 1, 2, &words).is_none());
            }
        }
    }
}
