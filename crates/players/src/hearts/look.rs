use std::fmt;
use std::str::FromStr;

use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::hearts::View;
use kirifuda_games::tricks::PLAYERS;
use kirifuda_play::Seat;

use super::lowest;

/// A position of the playing phase as [percepts](super::Percept) and [actions](super::Action) look at it: computed once a
/// decision, everything cheap to read.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// What the seat may know.
    pub view: View<'a>,
    /// The own cards.
    pub hand: CardSet,
    /// Those that may be played.
    pub legal: CardSet,
    /// The cards that the opponents hold together.
    pub unseen: CardSet,
    /// The led suit; none when leading.
    pub led: Option<Suit>,
    /// The card that would take the trick as it lies; none when leading.
    pub best: Option<Card>,
    /// The legal cards when leading, otherwise none.
    pub leads: CardSet,
    /// The legal cards when the led suit is held, otherwise none.
    pub follows: CardSet,
    /// The legal cards when the led suit is not held, otherwise none.
    pub discards: CardSet,
}

impl<'a> Look<'a> {
    /// What a seat sees that has to choose one of `legal`. Not for the passing of cards: nothing is led there.
    #[inline]
    pub fn new(view: View<'a>, legal: CardSet) -> Look<'a> {
        debug_assert!(!view.is_passing(), "percepts and actions are about tricks");
        let (hand, trick, none) = (view.hand(), view.trick(), CardSet::EMPTY);
        let (leads, follows, discards) = match trick.suit() {
            None => (legal, none, none),
            Some(suit) if hand.of(suit).is_empty() => (none, none, legal),
            Some(_) => (none, legal, none),
        };
        let unseen = view.table().unseen();
        Look { view, hand, legal, unseen, led: trick.suit(), best: trick.best(), leads, follows, discards }
    }

    /// Leading, or following (with the suit or without).
    #[inline]
    pub fn side(&self) -> Side {
        if self.led.is_none() { Side::Lead } else { Side::Follow }
    }

    /// The cards of the trick so far.
    #[inline]
    pub fn on_table(&self) -> CardSet {
        self.view.trick().cards().iter().fold(CardSet::EMPTY, |cards, &card| cards.with(card))
    }

    /// The opponents who play after this seat in the trick: all when leading.
    #[inline]
    pub fn later(&self) -> impl Iterator<Item = Seat> + use<> {
        let (seat, count) = (self.view.seat(), PLAYERS - 1 - self.view.trick().cards().len().min(PLAYERS - 1));
        (1..=count).map(move |steps| seat.after(steps, PLAYERS))
    }

    /// True when an opponent has shown that he is out of a suit.
    #[inline]
    pub fn someone_void(&self, suit: Suit) -> bool {
        self.view.others().iter().any(|&seat| self.view.is_void(seat, suit))
    }

    /// The cards that an opponent may hold, by what play has shown and by what this seat has passed.
    #[inline]
    pub fn may_hold(&self, seat: Seat) -> CardSet {
        let given = self.view.given();
        let elsewhere = if given.is_empty() || self.view.direction().receiver(self.view.seat()) == Some(seat) {
            CardSet::EMPTY
        } else {
            given.iter().copied().collect()
        };
        self.unseen - self.view.excluded(seat) - elsewhere
    }

    /// The cards that are still in hands, the own ones included.
    #[inline]
    pub fn unplayed(&self) -> CardSet {
        self.hand | self.unseen
    }

    /// True when fewer cards of the suit are held than a quarter of those still in all hands.
    #[inline]
    pub fn is_below_average(&self, suit: Suit) -> bool {
        self.hand.of(suit).len() * PLAYERS < self.unplayed().of(suit).len()
    }

    /// What is played when no action applies: the lowest legal card by rank, the lower suit among equals.
    #[inline]
    pub fn fallback(&self) -> Option<Card> {
        lowest(self.legal)
    }
}

/// What a decision is about: percepts and actions come in two lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Leading a trick (a "parent" in papers 000 and 002).
    Lead,
    /// Playing to a trick that another has led (a "child").
    Follow,
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::Lead, Side::Follow];

    fn name(self) -> &'static str {
        match self {
            Side::Lead => "lead",
            Side::Follow => "follow",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Side {
    type Err = String;

    fn from_str(text: &str) -> Result<Side, String> {
        let side = Side::ALL.into_iter().find(|side| side.name() == text);
        side.ok_or_else(|| format!("`{text}` is not a side: it is `lead` or `follow`"))
    }
}
