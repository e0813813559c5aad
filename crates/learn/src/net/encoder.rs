use kirifuda_play::{Game, Scale, Seat};

use super::Row;

/// What a net sees of a game: from what a seat may know to bits, and from moves to their parts.
///
/// A position is a fixed number of bits. A move is a set of parts, each an output of the net; what the net thinks of the
/// move is the sum of them. Where every move is a card, a card is its only part; a meld of cards has parts for its kind,
/// its rank, its suits, what it leaves in the hand.
pub trait Encoder<G: Game>: Clone + Send + Sync + 'static {
    /// Name and version of the bits and parts; another encoding has another.
    fn layout(&self) -> &'static str;
    /// Bits of a position.
    fn inputs(&self) -> usize;
    /// How many of them are set, typically.
    fn active(&self) -> usize;
    /// All parts that moves can have.
    fn outputs(&self) -> usize;
    /// Writes a position from the eyes of the seat to move.
    fn position(&self, view: G::View<'_>, row: &mut Row<'_>);
    /// Adds the parts of a legal move, at least one, each below [`outputs`](Encoder::outputs), none twice.
    fn parts(&self, view: G::View<'_>, action: G::Action, parts: &mut Parts);

    /// Adds the parts of all these moves, each told to its end. To be written where moves of a position have work in common.
    #[inline]
    fn moves(&self, view: G::View<'_>, legal: &[G::Action], parts: &mut Parts) {
        for &action in legal {
            self.parts(view, action, parts);
            parts.end();
        }
    }

    /// What a finished game was worth to a seat, in numbers of about 1: what is to be learned. The higher, the better.
    fn outcome(&self, game: &G, seat: Seat) -> f32 {
        game.payoff(seat)
    }

    /// How an [`outcome`](Encoder::outcome) becomes a number of the game, under the rules of a view.
    fn scale(&self, _view: G::View<'_>) -> Scale {
        Scale::outcome(G::UNIT)
    }

    /// The same that also sees how the game went: its bits follow those of this one. Nothing where there are none.
    fn with_history(&self) -> Option<Self> {
        None
    }

    /// Bits that show what is hidden from the seat to move, behind those of the position: for the critic of a training, and for nets that learn
    /// to guess them; never for a player. 0 where there are none.
    fn hidden(&self) -> usize {
        0
    }

    /// How many of the hidden bits say who holds what: holders × things, at the beginning and holder by holder. Who holds a thing is one of
    /// them, or none where it is not hidden. The other hidden bits stand for themselves.
    fn holders(&self) -> (usize, usize) {
        (0, 0)
    }

    /// Writes them.
    fn reveal(&self, _game: &G, _seat: Seat, _row: &mut Row<'_>) {}

    /// How much of the outcome is known beforehand: learned is what is left of it. The same for all moves of a position.
    fn known(&self, _view: G::View<'_>) -> f32 {
        0.0
    }
}

/// The parts of some moves, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    places: Vec<u16>,
    ends: Vec<u32>,
}

impl Parts {
    /// No moves.
    pub fn new() -> Parts {
        Parts::default()
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.places.clear();
        self.ends.clear();
    }

    /// A part of the move that is being told.
    #[inline]
    pub fn add(&mut self, place: usize) {
        debug_assert!(place <= usize::from(u16::MAX));
        self.places.push(place as u16);
    }

    /// The move is told.
    #[inline]
    pub fn end(&mut self) {
        self.ends.push(self.places.len() as u32);
    }

    /// A move with the same parts as one of another list.
    #[inline]
    pub fn copy(&mut self, places: &[u16]) {
        self.places.extend_from_slice(places);
        self.end();
    }

    /// Number of moves.
    #[inline]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True without moves.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The parts of a move.
    #[inline]
    pub fn of(&self, number: usize) -> &[u16] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.places[start as usize..self.ends[number] as usize]
    }

    /// The parts of all moves, one after the other.
    pub fn places(&self) -> &[u16] {
        &self.places
    }

    /// Where the parts of each move end among all.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// What a move is worth by the outputs of a net.
    #[inline]
    pub fn value(&self, number: usize, outputs: &[f32]) -> f32 {
        self.of(number).iter().map(|&place| outputs[usize::from(place)]).sum()
    }
}
