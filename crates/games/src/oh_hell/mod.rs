//! Oh Hell: say how many tricks you will take, then take exactly so many.
//!
//! An action is a bid or a card. Each player bids once, the player to the left of the dealer first; then that player leads.
//! The card turned up after the deal names the trump; what is not dealt stays hidden. Where all 52 cards are dealt there is
//! no trump.

mod numbers;
mod rules;
mod text;
mod view;

use kirifuda_play::{Actions, Game, IllegalAction, Imagine, Measure, Measured, Rng, Seat, Series, Turn};

pub use crate::tricks::Action;
pub use rules::{Rules, Scoring};
pub use view::View;

use crate::cards::{Card, CardSet};
use crate::tricks::{Bids, OnTable, PLAYERS, Table, TableWorlds, TurnedUp, WhyNot};

/// A deal of Oh Hell.
#[derive(Clone, Debug)]
pub struct OhHell {
    rules: Rules,
    bids: Bids,
    table: Table<TurnedUp>,
}

/// The deals that agree with what one seat has seen: hand sizes, shown voids, and any cards in the stock.
pub type OhHellWorlds = TableWorlds<OhHell>;

impl OhHell {
    /// A deal with these hands, all of one size. `turned` is a card of the stock, where there is one.
    pub fn with_hands(rules: Rules, hands: [CardSet; PLAYERS], turned: Option<Card>, dealer: Seat) -> OhHell {
        // Of hands that are not known yet, as many cards as of those that are.
        let tricks = hands.iter().map(|hand| hand.len()).max().unwrap_or_default() as u8;
        let form = TurnedUp { card: turned, tricks };
        OhHell { rules, bids: Bids::after(dealer), table: Table::with_form(form, hands, dealer.after(1, PLAYERS)) }
    }

    /// So many cards to each, every deal equally likely; then a card is turned up if any is left.
    fn deal_cards(rules: Rules, cards: usize, dealer: Seat, rng: &mut Rng) -> OhHell {
        let (mut rest, mut hands) = (CardSet::DECK, [CardSet::EMPTY; PLAYERS]);
        for hand in &mut hands {
            *hand = rest.random_part(cards, rng);
            rest -= *hand;
        }
        let turned = if rest.is_empty() { None } else { rest.random_part(1, rng).lowest() };
        OhHell::with_hands(rules, hands, turned, dealer)
    }

    /// Tricks of the deal.
    #[inline]
    fn tricks(&self) -> u8 {
        self.table.form().tricks
    }

    /// The bid that the hook forbids the dealer, who is to bid.
    fn hooked(&self) -> Option<u8> {
        if self.rules.hook && self.bids.turn() == Some(self.bids.dealer()) {
            self.tricks().checked_sub(self.bids.sum())
        } else {
            None
        }
    }

    /// Why whoever is to move may not do this; nothing where it is legal.
    pub fn forbids(&self, action: Action) -> Option<WhyNot> {
        let (most, bidding) = (self.tricks(), self.bids.turn().is_some());
        match action {
            _ if self.turn() == Turn::Over => Some(WhyNot::Over),
            Action::Bid(_) if !bidding => Some(WhyNot::BidsAreMade),
            Action::Bid(bid) if bid > most => Some(WhyNot::TooMany { most }),
            Action::Bid(bid) => (self.hooked() == Some(bid)).then_some(WhyNot::Hooked { bid, tricks: most }),
            Action::Play(_) if bidding => Some(WhyNot::BidFirst),
            Action::Play(card) => self.table.why_not_follow(card),
        }
    }

    /// What the deal is worth to a seat as it stands.
    pub fn score(&self, seat: Seat) -> i16 {
        let (bid, won) = (i16::from(self.bids.of(seat).unwrap_or_default()), i16::from(self.table.tricks_won(seat)));
        let exactly = i16::from(bid == won);
        match self.rules.scoring {
            Scoring::Exact => exactly * (10 + bid),
            Scoring::Tricks => won + 10 * exactly,
            Scoring::Penalty => -(bid - won).abs(),
        }
    }
}

impl Game for OhHell {
    const NAME: &'static str = "oh-hell";
    type Rules = Rules;
    type Action = Action;
    type View<'a> = View<'a>;

    fn deal(rules: &Rules, rng: &mut Rng) -> OhHell {
        let dealer = Seat(rng.below(PLAYERS) as u8);
        OhHell::deal_cards(*rules, rules.cards as usize, dealer, rng)
    }

    #[inline]
    fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.bids.turn() {
            Some(seat) => Turn::Seat(seat),
            None if self.table.is_over() => Turn::Over,
            None => Turn::Seat(self.table.trick().turn()),
        }
    }

    #[inline]
    fn legal(&self, out: &mut Actions<OhHell>) {
        if self.bids.turn().is_some() {
            let hooked = self.hooked();
            out.fill((0..=self.tricks()).filter(|&bid| Some(bid) != hooked).map(Action::Bid));
        } else {
            // Follow the led suit if able; otherwise any card.
            out.fill(self.table.following().iter().map(Action::Play));
        }
    }

    #[inline]
    fn play(&mut self, action: Action) {
        match action {
            Action::Bid(tricks) => self.bids.push(tricks),
            Action::Play(card) => {
                debug_assert!(self.table.following().contains(card), "{card} is not legal");
                self.table.play(card);
            }
        }
    }

    #[inline]
    fn payoff(&self, seat: Seat) -> f32 {
        f32::from(self.score(seat))
    }

    #[inline]
    fn view(&self, seat: Seat) -> View<'_> {
        View::new(self, seat)
    }
}

impl OnTable for OhHell {
    type Form = TurnedUp;
    fn table(&self) -> &Table<TurnedUp> {
        &self.table
    }
    fn table_mut(&mut self) -> &mut Table<TurnedUp> {
        &mut self.table
    }
    fn card(action: Action) -> Option<Card> {
        action.card()
    }
    fn lay(&mut self, card: Card) -> Result<(), IllegalAction> {
        if self.bids.turn().is_some() {
            return Err(IllegalAction::NotLegal);
        }
        self.table.play(card);
        Ok(())
    }
}

impl Imagine for OhHell {
    type Worlds = OhHellWorlds;
    fn worlds(view: View<'_>) -> OhHellWorlds {
        TableWorlds::of(view.game(), view.seat())
    }
}

impl Measured for OhHell {
    const MEASURES: &'static [Measure] = &[
        Measure::new("mean_points", "points", "points", "own score of a deal"),
        Measure::new("exact_rate", "exact", "share of deals", "deals with as many tricks as were bid"),
        Measure::new("mean_bid", "bid", "tricks", "tricks bid in a deal").neither(),
        Measure::new("mean_tricks", "tricks", "tricks", "tricks taken in a deal").neither(),
    ];

    fn measure(&self, seat: Seat, out: &mut [f64]) {
        let (bid, won) = (self.bids.of(seat).unwrap_or_default(), self.table.tricks_won(seat));
        out.copy_from_slice(&[
            f64::from(self.score(seat)),
            f64::from(u8::from(bid == won)),
            f64::from(bid),
            f64::from(won),
        ]);
    }
}

/// Where a series stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Points so far, by seat.
    pub scores: [i16; PLAYERS],
    /// Deals played.
    pub deals: u32,
}

/// A series goes down from the cards of the rules to one card, and up again: 10, 9, …, 1, …, 9, 10. The deal goes round.
impl Series for OhHell {
    type Standing = Standing;

    fn opening(_rules: &Rules) -> Standing {
        Standing::default()
    }

    fn deal_next(rules: &Rules, standing: &Standing, rng: &mut Rng) -> OhHell {
        let down = u32::from(rules.cards) - 1;
        let cards = 1 + down.abs_diff(standing.deals).min(down);
        OhHell::deal_cards(*rules, cards as usize, Seat(3).after(standing.deals as usize % PLAYERS, PLAYERS), rng)
    }

    fn settle(&self, standing: &mut Standing) {
        for seat in Seat::all(PLAYERS) {
            standing.scores[seat.index()] += self.score(seat);
        }
        standing.deals += 1;
    }

    fn finished(rules: &Rules, standing: &Standing) -> bool {
        standing.deals >= 2 * u32::from(rules.cards) - 1
    }

    fn total(standing: &Standing, seat: Seat) -> f32 {
        f32::from(standing.scores[seat.index()])
    }
}
