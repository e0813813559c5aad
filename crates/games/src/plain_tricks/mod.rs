//! Plain tricks: thirteen tricks without trump; every trick won counts one (paper 001, §4.1).

mod numbers;
mod text;

use std::ops::Deref;

use kirifuda_play::{
    Actions, Game, IllegalAction, Imagine, Measure, Measured, Preset, Retrace, Rng, RuleBook, Seat, Turn, Unit,
};

use crate::cards::{Card, CardSet};
use crate::tricks::{NoTrump, OnTable, PLAYERS, Table, TableView, TableWorlds, WhyNot};

/// A deal of plain tricks.
#[derive(Clone, Debug)]
pub struct PlainTricks {
    table: Table,
}

/// There is one variant: a random player leads any card to the first trick.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules;

impl kirifuda_play::Rules for Rules {
    fn book() -> &'static RuleBook<Rules> {
        static BOOK: RuleBook<Rules> = RuleBook {
            presets: &[Preset {
                name: "plain",
                about: "no trump; a random player leads; each trick counts one",
                rules: || Rules,
            }],
            switches: &[],
            check: |_| Ok(()),
        };
        &BOOK
    }
    fn seats(&self) -> usize {
        PLAYERS
    }
}

impl PlainTricks {
    /// A deal with these hands.
    pub fn with_hands(hands: [CardSet; PLAYERS], leader: Seat) -> PlainTricks {
        PlainTricks { table: Table::new(hands, leader) }
    }

    /// The legal actions as a set.
    #[inline]
    pub fn legal_cards(&self) -> CardSet {
        // Follow the led suit if able; otherwise any card.
        self.table.following()
    }

    /// Why whoever is to move may not play this card; nothing where it is legal.
    pub fn forbids(&self, card: Card) -> Option<WhyNot> {
        if self.table.is_over() { Some(WhyNot::Over) } else { self.table.why_not_follow(card) }
    }
}

impl Game for PlainTricks {
    const NAME: &'static str = "plain-tricks";
    const UNIT: Unit = Unit::Tricks;
    type Rules = Rules;
    type Action = Card;
    type View<'a> = View<'a>;

    fn deal(_rules: &Rules, rng: &mut Rng) -> PlainTricks {
        let leader = Seat(rng.below(PLAYERS) as u8);
        PlainTricks::with_hands(Table::deal_hands(rng), leader)
    }

    fn rules(&self) -> &Rules {
        &Rules
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.table.is_over() { Turn::Over } else { Turn::Seat(self.table.trick().turn()) }
    }

    #[inline]
    fn legal(&self, out: &mut Actions<PlainTricks>) {
        out.fill(self.legal_cards());
    }

    #[inline]
    fn play(&mut self, card: Card) {
        debug_assert!(self.legal_cards().contains(card), "{card} is not legal");
        self.table.play(card);
    }

    #[inline]
    fn payoff(&self, seat: Seat) -> f32 {
        f32::from(self.table.tricks_won(seat))
    }

    #[inline]
    fn view(&self, seat: Seat) -> View<'_> {
        View { game: self, table: self.table.view(seat) }
    }
}

/// What one seat may know: the table as it sees it, which this derefs to.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a PlainTricks,
    table: TableView<'a>,
}

impl<'a> View<'a> {
    /// What shares a table with other trick-taking games.
    #[inline]
    pub fn table(self) -> TableView<'a> {
        self.table
    }
}

impl<'a> Deref for View<'a> {
    type Target = TableView<'a>;
    #[inline]
    fn deref(&self) -> &TableView<'a> {
        &self.table
    }
}

/// The deals that agree with what one seat has seen: hand sizes and shown voids.
pub type PlainWorlds = TableWorlds<PlainTricks>;

impl OnTable for PlainTricks {
    type Form = NoTrump;
    fn table(&self) -> &Table {
        &self.table
    }
    fn table_mut(&mut self) -> &mut Table {
        &mut self.table
    }
    fn card(card: Card) -> Option<Card> {
        Some(card)
    }
    fn lay(&mut self, card: Card) -> Result<(), IllegalAction> {
        self.table.play(card);
        Ok(())
    }
}

impl Imagine for PlainTricks {
    type Worlds = PlainWorlds;
    fn worlds(view: View<'_>) -> PlainWorlds {
        TableWorlds::of(view.game, view.seat())
    }
}

impl Retrace for PlainTricks {
    fn retrace(&self, moves: &mut Vec<Card>) -> PlainTricks {
        let (table, hands) = (self.table.view(Seat(0)), [0, 1, 2, 3].map(|seat| self.table.first_hand(Seat(seat))));
        moves.clear();
        moves.extend(table.plays().map(|(_, card)| card));
        PlainTricks::with_hands(hands, table.first_leader())
    }
}

impl Measured for PlainTricks {
    const MEASURES: &'static [Measure] =
        &[Measure::new("mean_tricks", "tricks", "tricks", "tricks taken in a deal").par(3.25)];

    fn measure(&self, seat: Seat, out: &mut [f64]) {
        out.copy_from_slice(&[f64::from(self.table.tricks_won(seat))]);
    }
}
