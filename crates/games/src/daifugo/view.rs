use kirifuda_play::{Actions, Seat};

use super::{Cards, Daifugo, Kind, Meld, NONE, Phase, Rules};

/// What one seat may know of a game of Daifugo.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Daifugo,
    place: u8,
}

/// A turn of the play, and what lay on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Whose turn.
    pub seat: Seat,
    /// What was to be beaten; nothing before a lead.
    pub table: Option<Meld>,
    /// The suits that the table was locked to, as bits.
    pub lock: u8,
    /// Whether low beat high.
    pub reversed: bool,
    /// What was done; it may be a pass.
    pub meld: Meld,
}

impl<'a> View<'a> {
    #[inline]
    pub(super) fn new(game: &'a Daifugo, seat: Seat) -> View<'a> {
        View { game, place: game.start.places[seat.index()] }
    }

    /// The public half of the game, for worlds: everything in it that this seat cannot see must be overwritten.
    pub(super) fn template(self) -> &'a Daifugo {
        self.game
    }

    /// Whose eyes.
    #[inline]
    pub fn seat(self) -> Seat {
        self.game.seat(usize::from(self.place))
    }

    /// The rules in force.
    #[inline]
    pub fn rules(self) -> &'a Rules {
        &self.game.rules
    }

    /// What is going on.
    #[inline]
    pub fn phase(self) -> Phase {
        self.game.phase
    }

    /// How many cards this seat is to return in the exchange now; 0 in play.
    #[inline]
    pub fn to_give(self) -> usize {
        match self.game.phase {
            Phase::Exchange(class) if self.game.mover == self.place => self.game.rules.exchanged(class),
            _ => 0,
        }
    }

    /// The cards of this seat.
    #[inline]
    pub fn hand(self) -> Cards {
        self.game.hands[usize::from(self.place)]
    }

    /// Number of cards that a seat holds.
    #[inline]
    pub fn hand_size(self, seat: Seat) -> usize {
        self.game.hands[self.game.place(seat)].len()
    }

    /// What lies on the table; nothing when it is empty.
    #[inline]
    pub fn table(self) -> Option<Meld> {
        Some(self.game.table).filter(|&meld| meld != Meld::PASS)
    }

    /// Who played last, even if the table has been cleared since; at first, who leads.
    #[inline]
    pub fn owner(self) -> Seat {
        self.game.seat(usize::from(self.game.owner))
    }

    /// The suits that the table is locked to, as bits; 0 when it is not.
    #[inline]
    pub fn lock(self) -> u8 {
        self.game.lock
    }

    /// True after a revolution, until the next.
    #[inline]
    pub fn is_revolution(self) -> bool {
        self.game.revolution
    }

    /// True when low beats high, by a revolution or by 11-back.
    #[inline]
    pub fn is_reversed(self) -> bool {
        self.game.is_reversed()
    }

    /// True when a seat has passed since the table was cleared.
    #[inline]
    pub fn has_passed(self, seat: Seat) -> bool {
        self.game.passed >> self.game.place(seat) & 1 == 1
    }

    /// True when a seat plays no more.
    #[inline]
    pub fn is_out(self, seat: Seat) -> bool {
        self.game.out >> self.game.place(seat) & 1 == 1
    }

    /// Number of seats that still play.
    #[inline]
    pub fn alive(self) -> usize {
        self.game.alive().count_ones() as usize
    }

    /// Number of other seats that may still answer before the table is cleared.
    #[inline]
    pub fn answering(self) -> usize {
        (self.game.alive() & !self.game.passed & !(1 << self.place)).count_ones() as usize
    }

    /// The place in which a seat ended, 0 the first.
    pub fn place_of(self, seat: Seat) -> Option<u8> {
        self.game.place_of(seat)
    }

    /// The class of a seat from the game before, 0 the daifugo.
    pub fn class(self, seat: Seat) -> Option<u8> {
        Some(self.game.start.classes[self.game.place(seat)]).filter(|&class| class != NONE)
    }

    /// The seats in the order of play.
    pub fn circle(self) -> impl ExactSizeIterator<Item = Seat> + 'a {
        self.game.start.circle[..usize::from(self.game.rules.players)].iter().map(|&player| Seat(player))
    }

    /// The seat so many places after this one.
    #[inline]
    pub fn after(self, steps: usize) -> Seat {
        self.game.seat((usize::from(self.place) + steps) % usize::from(self.game.rules.players))
    }

    /// Passes in a row.
    pub fn passes(self) -> u8 {
        self.game.streak
    }

    /// Cards played so far.
    #[inline]
    pub fn played(self) -> Cards {
        self.game.played.iter().fold(Cards::EMPTY, |all, &cards| all | cards)
    }

    /// Cards that a seat has played.
    #[inline]
    pub fn played_by(self, seat: Seat) -> Cards {
        self.game.played[self.game.place(seat)]
    }

    /// Cards that the others hold together.
    #[inline]
    pub fn unseen(self) -> Cards {
        Cards::DECK - self.played() - self.hand()
    }

    /// The plays so far, in order: who and what. Passes are left out.
    pub fn plays(self) -> impl ExactSizeIterator<Item = (Seat, Meld)> + 'a {
        let game = self.game;
        let count = usize::from(game.story.count);
        (0..count).map(move |n| (game.seat(usize::from(game.story.movers[n])), game.story.melds[n]))
    }

    /// The plays that lie on the table, one upon the other, the oldest first; none when it is empty.
    pub fn pile(self) -> Vec<(Seat, Meld)> {
        let mut pile = Vec::new();
        self.game.retell(|before, meld| {
            if before.table == Meld::PASS {
                pile.clear();
            }
            if !matches!(meld.kind(), Kind::Pass | Kind::Give) {
                pile.push((before.seat(usize::from(before.mover)), meld));
            }
        });
        if self.game.table == Meld::PASS {
            pile.clear();
        }
        pile
    }

    /// Tells of every turn of the play so far, in order, passes included. The exchange is left out.
    pub fn turns(self, mut tell: impl FnMut(Moved)) {
        self.game.retell(|before, meld| {
            if before.phase == Phase::Play {
                let table = Some(before.table).filter(|&table| table != Meld::PASS);
                let (seat, reversed) = (before.seat(usize::from(before.mover)), before.is_reversed());
                tell(Moved { seat, table, lock: before.lock, reversed, meld });
            }
        });
    }

    /// Who returns cards to whom now, and how many; nothing in play.
    pub fn exchange(self) -> Option<(Seat, Seat, usize)> {
        let Phase::Exchange(class) = self.game.phase else {
            return None;
        };
        let (winner, loser) = (self.game.holder(class), self.game.holder(self.game.rules.players - 1 - class));
        Some((self.game.seat(winner), self.game.seat(loser), self.game.rules.exchanged(class)))
    }

    /// All moves of the play so far, in order, passes included: whose they were follows from the order of play. The
    /// exchange is left out.
    pub fn moves(self) -> impl Iterator<Item = Meld> + 'a {
        let story = &self.game.story;
        let count = usize::from(story.count);
        (0..=count).flat_map(move |n| {
            let passes = (0..story.passes_before[n]).map(|_| Meld::PASS);
            passes.chain((n < count).then(|| story.melds[n]))
        })
    }

    /// What this seat could do if it held these cards and it were its turn, in play; ascending.
    pub fn choices_with(self, hand: Cards, out: &mut Actions<Daifugo>) {
        self.game.choices(hand, out);
    }

    /// The cards that this seat has given in the exchange.
    pub fn given(self) -> Cards {
        self.game.given[usize::from(self.place)]
    }

    /// The cards that this seat has got in the exchange.
    pub fn received(self) -> Cards {
        self.game.received(usize::from(self.place))
    }

    /// With whom this seat exchanges cards.
    pub fn partner(self) -> Option<Seat> {
        self.game.partner(usize::from(self.place)).map(|place| self.game.seat(place))
    }

    /// Who led first, being the holder of ♦3; nothing before the exchange is over.
    pub fn leader(self) -> Option<Seat> {
        Some(self.game.start.leader).filter(|&place| place != NONE).map(|place| self.game.seat(usize::from(place)))
    }

    /// Cards that another seat is known to hold: what it got from this one, and ♦3 if it led.
    pub fn known_in(self, seat: Seat) -> Cards {
        if seat == self.seat() {
            return self.hand();
        }
        let given = if self.partner() == Some(seat) { self.given() } else { Cards::EMPTY };
        let three = if self.leader() == Some(seat) { Cards::DIAMOND_THREE } else { Cards::EMPTY };
        (given | three) - self.played() - self.hand()
    }
}
