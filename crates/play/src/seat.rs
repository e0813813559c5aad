use std::fmt;

/// A place at the table, counted from 0 in the order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seat(pub u8);

impl Seat {
    /// The seats of a table, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..seats as u8).map(Seat)
    }

    /// The seat as an index into arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat `steps` further round a table of `seats`.
    ///
    /// ```
    /// # use kirifuda_play::Seat;
    /// assert_eq!(Seat(3).after(1, 4), Seat(0));
    /// ```
    #[inline]
    pub const fn after(self, steps: usize, seats: usize) -> Seat {
        Seat(((self.0 as usize + steps) % seats) as u8)
    }

    /// How many steps after `other` this seat comes at a table of `seats`.
    ///
    /// ```
    /// # use kirifuda_play::Seat;
    /// assert_eq!(Seat(0).steps_after(Seat(3), 4), 1);
    /// ```
    #[inline]
    pub const fn steps_after(self, other: Seat, seats: usize) -> usize {
        (self.0 as usize + seats - other.0 as usize) % seats
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
