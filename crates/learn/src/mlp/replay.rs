use kirifuda_play::Rng;

/// The last examples, to be learned from again: rows of numbers of one width in one list. The oldest row makes place
/// for the newest.
///
/// ```
/// # use kirifuda_learn::mlp::Replay;
/// # use kirifuda_play::Rng;
/// let mut replay = Replay::new(3, 2); // three numbers a row, two rows
/// for example in 0..5 {
///     replay.push(&[&[example as f32, 0.0], &[1.0]]);
/// }
/// let row = replay.draw(&mut Rng::new(1)).unwrap();
/// assert!(row == [3.0, 0.0, 1.0] || row == [4.0, 0.0, 1.0]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    width: usize,
    capacity: usize,
    /// Where the next row goes once all places are taken.
    oldest: usize,
    rows: Vec<f32>,
}

impl Replay {
    /// Room for so many rows of so many numbers.
    pub fn new(width: usize, capacity: usize) -> Replay {
        Replay { width: width.max(1), capacity, oldest: 0, rows: Vec::new() }
    }

    /// One with the rows of another, as [`rows`](Replay::rows) and [`oldest`](Replay::oldest) gave them; nothing when
    /// they cannot be.
    pub fn restore(width: usize, capacity: usize, rows: Vec<f32>, oldest: usize) -> Option<Replay> {
        let mut replay = Replay::new(width, capacity);
        (replay.rows, replay.oldest) = (rows, oldest);
        let is_full = replay.len() == capacity;
        let fits = replay.rows.len().is_multiple_of(replay.width) && replay.len() <= capacity;
        (fits && if is_full { oldest < capacity.max(1) } else { oldest == 0 }).then_some(replay)
    }

    /// Adds a row, given in parts that are together as long as a row.
    pub fn push(&mut self, parts: &[&[f32]]) {
        debug_assert_eq!(parts.iter().map(|part| part.len()).sum::<usize>(), self.width);
        if self.capacity == 0 {
            return;
        }
        if self.len() < self.capacity {
            for part in parts {
                self.rows.extend_from_slice(part);
            }
            return;
        }
        let mut place = self.oldest * self.width;
        for part in parts {
            self.rows[place..place + part.len()].copy_from_slice(part);
            place += part.len();
        }
        self.oldest = (self.oldest + 1) % self.capacity;
    }

    /// One of the rows, each equally likely; nothing while there is none.
    #[inline]
    pub fn draw(&self, rng: &mut Rng) -> Option<&[f32]> {
        let length = self.len();
        (length > 0).then(|| &self.rows[rng.below(length) * self.width..][..self.width])
    }

    /// Number of rows.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows.len() / self.width
    }

    /// Whether there is no row yet.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Numbers in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The most rows.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// All rows in the order of their places, to be saved.
    pub fn rows(&self) -> &[f32] {
        &self.rows
    }

    /// The place of the row that goes next, to be saved.
    pub fn oldest(&self) -> usize {
        self.oldest
    }
}
