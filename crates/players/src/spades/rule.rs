use kirifuda_games::cards::{CardSet, Rank, Suit};
use kirifuda_games::spades::{Action, Spades, View, partner, team};
use kirifuda_play::{Policy, Rng, Seat};

use crate::tricks::contract::{expected_tricks, leave, take, throw};

/// Bids what its hand may expect, nil with a hand that can hardly take a trick; then takes tricks until its team has as
/// many as it bid, does not take them from its partner, and leaves the rest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule;

/// With fewer expected tricks nil is bid.
const NIL_BELOW: f32 = 1.3;
/// What is expected above a whole number of tricks is bid from here on.
const ROUNDED_UP_FROM: f32 = 0.5;

impl Rule {
    fn bid(view: View<'_>) -> u8 {
        let expected = expected_tricks(view.table());
        let partner_bid = view.bid(partner(view.seat()));
        if view.rules().nil && partner_bid != Some(0) && expected < NIL_BELOW && Rule::is_low(view.hand()) {
            return 0;
        }
        let bid = (expected + 1.0 - ROUNDED_UP_FROM).floor() as u8;
        // A team cannot take more than thirteen tricks.
        bid.clamp(1, (Action::MOST - partner_bid.unwrap_or_default()).max(1))
    }

    /// True for a hand that can stay below the others: few and low spades, no bare high card.
    fn is_low(hand: CardSet) -> bool {
        let spades = hand.of(Suit::Spades);
        let low_spades = spades.len() <= 3 && spades.highest().is_none_or(|card| card.rank() < Rank::QUEEN);
        let covered =
            |suit: Suit| hand.of(suit).len() != 1 || hand.of(suit).lowest().is_none_or(|c| c.rank() < Rank::JACK);
        low_spades && Suit::ALL.into_iter().all(covered)
    }

    fn card(view: View<'_>, legal: CardSet) -> Option<kirifuda_games::cards::Card> {
        let (seat, table) = (view.seat(), view.table());
        let mate = partner(seat);
        let has_trick = |player: Seat| !table.trick().is_empty() && table.trick().winner() == player;
        if view.bid(seat) == Some(0) {
            return leave(table, legal);
        }
        if view.bid(mate) == Some(0) && view.tricks_won(mate) == 0 && has_trick(mate) {
            // The partner must not take it.
            return take(table, legal);
        }
        let (own, other) = (view.account(team(seat)), view.account(1 - team(seat)));
        let left = view.hand().len() as u8;
        // One more trick is too many for opponents who need all that are left.
        let breaks = other.contract > other.won && other.contract - other.won >= left;
        if own.is_made() && !breaks {
            return leave(table, legal);
        }
        let is_safe = table.trick().is_last() || Rule::partner_is_high(view);
        if has_trick(mate) && is_safe { throw(table, legal) } else { take(table, legal) }
    }

    /// True if nobody holds a higher card than the one that lies highest.
    fn partner_is_high(view: View<'_>) -> bool {
        view.trick().best().is_some_and(|best| (view.unseen() & best.higher()).is_empty())
    }
}

impl Policy<Spades> for Rule {
    fn choose(&mut self, view: View<'_>, legal: &[Action], _rng: &mut Rng) -> Action {
        let choice = if view.is_bidding() {
            Some(Action::Bid(Rule::bid(view)))
        } else {
            Rule::card(view, legal.iter().filter_map(|action| action.card()).collect()).map(Action::Play)
        };
        choice.filter(|action| legal.contains(action)).unwrap_or(legal[0])
    }
}
