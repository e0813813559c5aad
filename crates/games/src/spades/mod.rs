//! Spades: two teams, seats 0 and 2 against 1 and 3, bid for tricks; spades are trump.
//!
//! An action is a bid or a card. Each player bids once, the player to the left of the dealer first; then that player leads.

mod numbers;
mod rules;
mod score;
mod text;
mod view;

use kirifuda_play::{Actions, Game, IllegalAction, Imagine, Measure, Measured, Rng, Seat, Series, Turn};

pub use crate::tricks::Action;
pub use rules::Rules;
pub use score::{Account, NIL};
pub use view::View;

use crate::cards::{Card, CardSet, Suit};
use crate::tricks::{Bids, OnTable, PLAYERS, SpadesTrump, Table, TableWorlds, WhyNot};

/// Teams at the table.
pub const TEAMS: usize = 2;

/// The team of a seat: 0 for seats 0 and 2, 1 for seats 1 and 3.
#[inline]
pub const fn team(seat: Seat) -> usize {
    seat.index() % TEAMS
}

/// The partner of a seat: across the table.
#[inline]
pub const fn partner(seat: Seat) -> Seat {
    seat.after(2, PLAYERS)
}

/// A deal of Spades.
#[derive(Clone, Debug)]
pub struct Spades {
    rules: Rules,
    bids: Bids,
    table: Table<SpadesTrump>,
    /// True once a spade has been played: from then on spades may be led.
    broken: bool,
    /// Where the match stands before this deal.
    standing: Standing,
}

/// The deals that agree with what one seat has seen: hand sizes, shown voids, and spades led because nothing else was held.
pub type SpadesWorlds = TableWorlds<Spades>;

impl Spades {
    /// A deal with these hands, in a match that stands like this.
    pub fn with_hands(rules: Rules, hands: [CardSet; PLAYERS], dealer: Seat, standing: Standing) -> Spades {
        let table = Table::with_form(SpadesTrump, hands, dealer.after(1, PLAYERS));
        Spades { rules, bids: Bids::after(dealer), table, broken: false, standing }
    }

    /// The cards that may be played.
    #[inline]
    pub fn legal_cards(&self) -> CardSet {
        let trick = self.table.trick();
        if !trick.is_empty() {
            // Follow the led suit if able; otherwise any card.
            return self.table.following();
        }
        // A spade may be led once spades are broken, or when nothing else is held.
        let hand = self.table.hand(trick.turn());
        let others = hand - Suit::Spades.cards();
        if self.broken || others.is_empty() { hand } else { others }
    }

    /// Why whoever is to move may not do this; nothing where it is legal.
    pub fn forbids(&self, action: Action) -> Option<WhyNot> {
        let bidding = self.bids.turn().is_some();
        match action {
            _ if self.turn() == Turn::Over => Some(WhyNot::Over),
            Action::Bid(_) if !bidding => Some(WhyNot::BidsAreMade),
            Action::Bid(bid) if bid > Action::MOST => Some(WhyNot::TooMany { most: Action::MOST }),
            Action::Bid(bid) => (bid == 0 && !self.rules.nil).then_some(WhyNot::NoNil),
            Action::Play(_) if bidding => Some(WhyNot::BidFirst),
            Action::Play(card) if self.legal_cards().contains(card) => None,
            Action::Play(card) => self.table.why_not_follow(card).or(Some(WhyNot::NotBroken(Suit::Spades))),
        }
    }

    /// A card to the trick. Trusts that it is held, not that it is legal.
    #[inline]
    fn play_card(&mut self, card: Card) {
        if !self.broken && card.suit() == Suit::Spades {
            self.break_spades();
        }
        self.table.play(card);
    }

    /// The first spade. Led, it proves that nothing else is held.
    #[cold]
    fn break_spades(&mut self) {
        self.broken = true;
        let trick = self.table.trick();
        if trick.is_empty() {
            self.table.exclude(trick.turn(), !Suit::Spades.cards());
        }
    }

    /// How bid and tricks of a team stand.
    pub fn account(&self, team: usize) -> Account {
        let of = |seat: u8| (self.bids.of(Seat(seat)), self.table.tricks_won(Seat(seat)));
        Account::of([of(team as u8), of(team as u8 + 2)])
    }

    /// What the deal is worth to the team of a seat as it stands.
    pub fn score(&self, seat: Seat) -> i16 {
        let team = team(seat);
        self.account(team).score(&self.rules, self.standing.bags[team])
    }
}

impl Game for Spades {
    const NAME: &'static str = "spades";
    type Rules = Rules;
    type Action = Action;
    type View<'a> = View<'a>;

    fn deal(rules: &Rules, rng: &mut Rng) -> Spades {
        let dealer = Seat(rng.below(PLAYERS) as u8);
        Spades::with_hands(*rules, Table::deal_hands(rng), dealer, Standing::default())
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
    fn legal(&self, out: &mut Actions<Spades>) {
        if self.bids.turn().is_some() {
            let least = u8::from(!self.rules.nil);
            out.fill((least..=Action::MOST).map(Action::Bid));
        } else {
            out.fill(self.legal_cards().iter().map(Action::Play));
        }
    }

    #[inline]
    fn play(&mut self, action: Action) {
        match action {
            Action::Bid(tricks) => self.bids.push(tricks),
            Action::Play(card) => {
                debug_assert!(self.legal_cards().contains(card), "{card} is not legal");
                self.play_card(card);
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

impl OnTable for Spades {
    type Form = SpadesTrump;
    fn table(&self) -> &Table<SpadesTrump> {
        &self.table
    }
    fn table_mut(&mut self) -> &mut Table<SpadesTrump> {
        &mut self.table
    }
    fn card(action: Action) -> Option<Card> {
        action.card()
    }
    fn lay(&mut self, card: Card) -> Result<(), IllegalAction> {
        if self.bids.turn().is_some() {
            return Err(IllegalAction::NotLegal);
        }
        self.play_card(card);
        Ok(())
    }
}

impl Imagine for Spades {
    type Worlds = SpadesWorlds;
    fn worlds(view: View<'_>) -> SpadesWorlds {
        TableWorlds::of(view.game(), view.seat())
    }
}

impl Measured for Spades {
    const MEASURES: &'static [Measure] = &[
        Measure::new("mean_points", "points", "points", "score of a deal, of the own team"),
        Measure::new(
            "made_rate",
            "made",
            "share of deals",
            "deals in which the own team took as many tricks as it bid",
        ),
        Measure::new("mean_bags", "bags", "tricks", "tricks of the own team above its contract").lower(),
        Measure::new("mean_bid", "bid", "tricks", "tricks bid in a deal").neither(),
        Measure::new("mean_tricks", "tricks", "tricks", "tricks taken in a deal").neither().par(3.25),
    ];

    fn measure(&self, seat: Seat, out: &mut [f64]) {
        let account = self.account(team(seat));
        out.copy_from_slice(&[
            f64::from(self.score(seat)),
            f64::from(u8::from(account.is_made())),
            f64::from(account.bags()),
            f64::from(self.bids.of(seat).unwrap_or_default()),
            f64::from(self.table.tricks_won(seat)),
        ]);
    }
}

/// The most points that a match can stand at, for or against.
const MOST: i16 = 9999;

/// Where a match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Points so far, by team.
    pub scores: [i16; TEAMS],
    /// Bags that have not cost anything yet, by team: 0 to 9.
    pub bags: [u8; TEAMS],
    /// Deals played.
    pub deals: u32,
}

impl Series for Spades {
    type Standing = Standing;

    fn opening(_rules: &Rules) -> Standing {
        Standing::default()
    }

    fn deal_next(rules: &Rules, standing: &Standing, rng: &mut Rng) -> Spades {
        let dealer = Seat(3).after(standing.deals as usize % PLAYERS, PLAYERS);
        Spades::with_hands(*rules, Table::deal_hands(rng), dealer, *standing)
    }

    fn settle(&self, standing: &mut Standing) {
        for team in 0..TEAMS {
            let score = self.standing.scores[team] + self.score(Seat(team as u8));
            standing.scores[team] = score.clamp(-MOST, MOST);
            standing.bags[team] = (self.standing.bags[team] + self.account(team).bags()) % 10;
        }
        standing.deals += 1;
    }

    fn finished(rules: &Rules, standing: &Standing) -> bool {
        standing.scores.iter().any(|score| score.unsigned_abs() >= rules.limit)
    }

    fn total(standing: &Standing, seat: Seat) -> f32 {
        f32::from(standing.scores[team(seat)])
    }
}
