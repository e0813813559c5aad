//! Leduc poker: six cards, two rounds of betting, one public card, two players.
//!
//! Both players put 1 chip into the pot and get one card of two Jacks, two Queens and two Kings. After a round of
//! betting with raises of 2 chips a public card is opened, and a second round with raises of 4 follows; there are at
//! most two raises a round. Whoever makes a pair with the public card wins, else the higher rank; equal ranks share
//! the pot (F. Southey et al., "Bayes' bluff: opponent modelling in poker", 2005). The game is worth about -0.0856
//! chips to seat 0.

mod betting;
mod numbers;
mod text;
mod view;

use std::cmp::Ordering;

use kirifuda_play::{Actions, Game, Imagine, Measure, Measured, Preset, Rng, RuleBook, Seat, Tabular, Turn, Unit};

pub use betting::{Action, Betting, Phase};
pub use view::{Situation, View};

use crate::cards::{Card, Rank, Suit};

/// A game of Leduc poker in one state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leduc {
    hands: [Card; 2],
    /// Dealt with the hands, and hidden from both seats until the second round.
    public: Card,
    betting: Betting,
}

/// The six cards, in order of rank. Suits only tell the two cards of a rank apart.
pub const DECK: [Card; 6] = [
    Suit::Hearts.card(Rank::JACK),
    Suit::Spades.card(Rank::JACK),
    Suit::Hearts.card(Rank::QUEEN),
    Suit::Spades.card(Rank::QUEEN),
    Suit::Hearts.card(Rank::KING),
    Suit::Spades.card(Rank::KING),
];

/// Leduc poker has no variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rules;

impl Rules {
    /// The game as Southey and others wrote it down.
    pub const fn leduc() -> Rules {
        Rules
    }
}

impl kirifuda_play::Rules for Rules {
    fn book() -> &'static RuleBook<Rules> {
        static BOOK: RuleBook<Rules> = RuleBook {
            presets: &[Preset {
                name: "leduc",
                about: "Leduc hold'em: six cards, ante 1, raises of 2 and then 4, two a round",
                rules: Rules::leduc,
            }],
            switches: &[],
            check: |_| Ok(()),
        };
        &BOOK
    }

    fn seats(&self) -> usize {
        2
    }
}

impl Leduc {
    /// The game before its first move. The cards must differ.
    fn dealt(hands: [Card; 2], public: Card) -> Leduc {
        debug_assert!(hands[0] != hands[1] && !hands.contains(&public), "each card is in the deck once");
        Leduc { hands, public, betting: Betting::NONE }
    }

    /// How strong a hand is at the showdown: a pair with the public card comes first, then the rank.
    fn strength(&self, seat: Seat) -> (bool, Rank) {
        let rank = self.hands[seat.index()].rank();
        (rank == self.public.rank(), rank)
    }
}

impl Game for Leduc {
    const NAME: &'static str = "leduc";
    const UNIT: Unit = Unit::Chips;
    type Rules = Rules;
    type Action = Action;
    type View<'a> = View<'a>;

    fn deal(_rules: &Rules, rng: &mut Rng) -> Leduc {
        let mut deck = DECK;
        rng.shuffle_front(&mut deck, 3);
        Leduc::dealt([deck[0], deck[1]], deck[2])
    }

    fn rules(&self) -> &Rules {
        &Rules
    }

    fn turn(&self) -> Turn {
        self.betting.turn()
    }

    fn legal(&self, out: &mut Actions<Leduc>) {
        out.fill(self.betting.legal());
    }

    fn play(&mut self, action: Action) {
        self.betting.play(action);
    }

    /// Chips won; 0 until the game is over.
    fn payoff(&self, seat: Seat) -> f32 {
        let other = seat.after(1, 2);
        let outcome = match self.betting.phase() {
            Phase::First | Phase::Second => Ordering::Equal,
            Phase::Folded { by } if by == seat => Ordering::Less,
            Phase::Folded { .. } => Ordering::Greater,
            Phase::Showdown => self.strength(seat).cmp(&self.strength(other)),
        };
        // The winner gains what the loser has put in.
        let stakes = self.betting.stakes();
        match outcome {
            Ordering::Greater => f32::from(stakes[other.index()]),
            Ordering::Equal => 0.0,
            Ordering::Less => -f32::from(stakes[seat.index()]),
        }
    }

    fn view(&self, seat: Seat) -> View<'_> {
        View::new(self, seat)
    }
}

/// The deals that agree with a view.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// What the seat sees; cards that it does not see are filled in by each draw.
    known: Leduc,
    seat: Seat,
    /// The cards that the seat has not seen: the first `count`.
    unseen: [Card; 5],
    count: usize,
}

impl Imagine for Leduc {
    type Worlds = Worlds;

    fn worlds(view: View<'_>) -> Worlds {
        let seen = [Some(view.card()), view.public_card(), view.other_card()];
        // What the seat does not see is not kept, not even to be overwritten.
        let mut known = *view.game();
        known.hands[view.seat().after(1, 2).index()] = view.other_card().unwrap_or(view.card());
        known.public = view.public_card().unwrap_or(view.card());
        let mut worlds = Worlds { known, seat: view.seat(), unseen: [view.card(); 5], count: 0 };
        for card in DECK {
            if !seen.contains(&Some(card)) {
                worlds.unseen[worlds.count] = card;
                worlds.count += 1;
            }
        }
        worlds
    }
}

impl kirifuda_play::Worlds<Leduc> for Worlds {
    fn draw(&mut self, rng: &mut Rng) -> Leduc {
        let mut world = self.known;
        let unseen = &mut self.unseen[..self.count];
        // At most two cards are hidden: that of the other seat and the public card.
        rng.shuffle_front(unseen, 2);
        if world.betting.phase() != Phase::Showdown {
            world.hands[self.seat.after(1, 2).index()] = unseen[0];
        }
        if !world.betting.public_card_is_open() {
            world.public = unseen[1];
        }
        world
    }
}

impl Tabular for Leduc {
    type Key = Situation;

    fn key(view: View<'_>) -> Situation {
        Situation::of(view)
    }

    /// 120 deals, equally likely.
    fn deals(_rules: &Rules) -> Vec<(f64, Leduc)> {
        let mut deals = Vec::with_capacity(120);
        for first in DECK {
            for second in DECK.into_iter().filter(|&card| card != first) {
                for public in DECK.into_iter().filter(|card| ![first, second].contains(card)) {
                    deals.push((1.0 / 120.0, Leduc::dealt([first, second], public)));
                }
            }
        }
        deals
    }
}

/// Nothing is measured but the chips.
impl Measured for Leduc {
    const MEASURES: &'static [Measure] = &[];
    fn measure(&self, _seat: Seat, _out: &mut [f64]) {}
}
