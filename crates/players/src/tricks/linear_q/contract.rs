use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::oh_hell::{self, OhHell};
use kirifuda_games::spades::{self, Spades, partner, team};
use kirifuda_games::tricks::{Action, Bids, Form, SpadesTrump, TableView, TurnedUp};
use kirifuda_learn::linear_q::Task;
use kirifuda_play::{Base, Game, Meaning, Seat};

use super::position::{Block, COMBINATIONS, PAIRS, Position, ROLES, See, Sum, fill};
use crate::tricks::contract::expected_tricks;

/// Games in which tricks are bid for, as a task for learning: a bid is seen with the strength of the hand, a card with how
/// many tricks are still wanted. The reward is the score of the deal, when it is over.
#[derive(Clone, Copy, Debug, Default)]
pub struct ContractTask;

/// What the task asks of a game.
pub trait Contract: Game<Action = Action> {
    /// Trump and cards dealt.
    type Form: Form;
    /// Names its features in model files.
    const LAYOUT: &'static str;
    /// The table.
    fn table(view: Self::View<'_>) -> TableView<'_, Self::Form>;
    /// The bids so far.
    fn bids(view: Self::View<'_>) -> &Bids;
    /// How many tricks the seat still wants; below 0 when it has too many.
    fn wanted(view: Self::View<'_>) -> i8;
    /// True if the player's side would take the trick as it lies, through a partner.
    fn is_with_partner(view: Self::View<'_>) -> bool;
    /// The score as it stands.
    fn score(view: Self::View<'_>) -> i16;
}

impl Contract for OhHell {
    type Form = TurnedUp;
    const LAYOUT: &'static str = "oh-hell/contract";

    fn table(view: Self::View<'_>) -> TableView<'_, TurnedUp> {
        view.table()
    }
    fn bids(view: Self::View<'_>) -> &Bids {
        view.bids()
    }
    fn wanted(view: oh_hell::View<'_>) -> i8 {
        view.bid(view.seat()).unwrap_or_default() as i8 - view.tricks_won(view.seat()) as i8
    }
    fn is_with_partner(_view: oh_hell::View<'_>) -> bool {
        false
    }
    fn score(view: oh_hell::View<'_>) -> i16 {
        view.score(view.seat())
    }
}

impl Contract for Spades {
    type Form = SpadesTrump;
    const LAYOUT: &'static str = "spades/contract";

    fn table(view: Self::View<'_>) -> TableView<'_, SpadesTrump> {
        view.table()
    }
    fn bids(view: Self::View<'_>) -> &Bids {
        view.bids()
    }
    fn wanted(view: spades::View<'_>) -> i8 {
        let account = view.account(team(view.seat()));
        // Who bid nil wants none, however many the partner does.
        if view.bid(view.seat()) == Some(0) { -1 } else { account.contract as i8 - account.won as i8 }
    }
    fn is_with_partner(view: spades::View<'_>) -> bool {
        !view.trick().is_empty() && view.trick().winner() == partner(view.seat())
    }
    fn score(view: spades::View<'_>) -> i16 {
        view.score(view.seat())
    }
}

/// Bids from 0 to 13.
const BIDS: usize = Action::MOST as usize + 1;
/// Expected tricks, in halves.
const HALVES: usize = 2 * BIDS;
/// The bids before, added up; 13 and more are one.
const SUMS: usize = BIDS;
/// How many tricks are wanted: none and too many, none, one, some, most, all that are left, more than are left.
const WANTS: usize = 7;
/// Expected tricks, bid.
const STRENGTH: Block = Block::first(HALVES * BIDS);
/// Trumps held, bid.
const TRUMPS: Block = STRENGTH.then(BIDS * BIDS);
/// Players who have bid, their bids added up, bid.
const BEFORE: Block = TRUMPS.then(4 * SUMS * BIDS);
/// What the player before the last bid (the partner, where there is one), bid; the first when it has not.
const ACROSS: Block = BEFORE.then((BIDS + 1) * BIDS);
/// Tricks wanted, role, is it a trump, (n, m).
const PLAY: Block = ACROSS.then(WANTS * ROLES * 2 * PAIRS);
/// Tricks wanted, role, has the partner the trick.
const PARTNER: Block = PLAY.then(WANTS * ROLES * 2);
/// Tricks wanted, role, cards left.
const LEFT: Block = PARTNER.then(WANTS * ROLES * 13);
/// For each suit: is it trump, is a trick wanted, the ranks held.
const HELD: Block = LEFT.then(2 * 2 * COMBINATIONS);

/// A position looked at once for all cards that may be played.
struct Wanted<'a, F: Form> {
    position: Position<'a, F>,
    wants: usize,
    with_partner: bool,
}

impl<'a, F: Form> Wanted<'a, F> {
    fn of<G: Contract<Form = F>>(view: G::View<'a>) -> Wanted<'a, F> {
        let table = G::table(view);
        let (wanted, left) = (G::wanted(view), table.hand().len() as i8);
        let wants = match wanted {
            ..0 => 0,
            0 => 1,
            _ if wanted > left => 6,
            _ if wanted == left => 5,
            _ if 2 * wanted > left => 4,
            1 => 2,
            _ => 3,
        };
        Wanted { position: Position::of(table), wants, with_partner: G::is_with_partner(view) }
    }

    #[inline]
    fn is_trump(&self, suit: Suit) -> bool {
        self.position.table.trump() == Some(suit)
    }

    #[inline]
    fn play(&self, card: Card, see: &mut impl See) {
        let Wanted { position, wants, .. } = self;
        let role = wants * ROLES + position.role(card);
        let trump = usize::from(self.is_trump(card.suit()));
        see.see(PLAY.at((role * 2 + trump) * PAIRS + position.pair(card)));
        see.see(PARTNER.at(role * 2 + usize::from(self.with_partner)));
        see.see(LEFT.at(role * 13 + position.left()));
        self.hold(card.suit(), card.set(), see);
    }

    #[inline]
    fn hold(&self, suit: Suit, gone: CardSet, see: &mut impl See) {
        let ranks = (self.position.hand - gone).ranks_of(suit) as usize;
        let kind = 2 * usize::from(self.is_trump(suit)) + usize::from(self.wants > 1);
        see.see(HELD.at(kind * COMBINATIONS + ranks));
    }
}

/// What is the same for all bids of a position.
struct Auction {
    halves: usize,
    trumps: usize,
    before: usize,
    across: usize,
}

impl Auction {
    fn of<G: Contract>(view: G::View<'_>) -> Auction {
        let (table, bids) = (G::table(view), G::bids(view));
        let made = bids.iter().count().min(3);
        Auction {
            halves: ((2.0 * expected_tricks(table)).round() as usize).min(HALVES - 1),
            trumps: table.trump().map_or(0, |suit| table.hand().of(suit).len()),
            before: made * SUMS + (bids.sum() as usize).min(SUMS - 1),
            across: across(table.seat(), bids).map_or(0, |bid| 1 + bid as usize),
        }
    }

    #[inline]
    fn bid(&self, tricks: u8, see: &mut impl See) {
        let tricks = (tricks as usize).min(BIDS - 1);
        see.see(STRENGTH.at(self.halves * BIDS + tricks));
        see.see(TRUMPS.at(self.trumps * BIDS + tricks));
        see.see(BEFORE.at(self.before * BIDS + tricks));
        see.see(ACROSS.at(self.across * BIDS + tricks));
    }
}

/// What the player across the table has bid.
fn across(seat: Seat, bids: &Bids) -> Option<u8> {
    bids.of(seat.after(2, 4))
}

impl<G: Contract> Task<G> for ContractTask {
    fn layout(&self) -> &'static str {
        G::LAYOUT
    }

    fn dimensions(&self) -> usize {
        HELD.end()
    }

    fn active(&self, view: G::View<'_>, action: Action, out: &mut Vec<u32>) {
        let mut out = out;
        match action {
            Action::Bid(tricks) => Auction::of::<G>(view).bid(tricks, &mut out),
            Action::Play(card) => {
                let wanted = Wanted::of::<G>(view);
                wanted.play(card, &mut out);
                for suit in Suit::ALL.into_iter().filter(|&suit| suit != card.suit()) {
                    wanted.hold(suit, CardSet::EMPTY, &mut out);
                }
            }
        }
    }

    fn values(&self, weights: &[f32], view: G::View<'_>, legal: &[Action], out: &mut Vec<f32>) {
        if let [Action::Bid(_), ..] = legal {
            let auction = Auction::of::<G>(view);
            out.clear();
            out.extend(legal.iter().map(|action| match action {
                Action::Bid(tricks) => Sum::of(weights, |see| auction.bid(*tricks, see)),
                Action::Play(_) => 0.0,
            }));
            return;
        }
        let wanted = Wanted::of::<G>(view);
        let suits = Suit::ALL.map(|suit| Sum::of(weights, |see| wanted.hold(suit, CardSet::EMPTY, see)));
        let cards = legal.iter().filter_map(|action| action.card());
        fill(cards, out, suits, |card| Sum::of(weights, |see| wanted.play(card, see)));
    }

    fn gain(&self, view: G::View<'_>) -> f32 {
        let table = G::table(view);
        if table.trick_number() == table.tricks() { f32::from(G::score(view)) } else { 0.0 }
    }

    /// All is gained at the end.
    fn meaning(&self) -> Meaning {
        Meaning { unit: G::UNIT, base: Base::Outcome }
    }
}
