use kirifuda_games::cards::CardSet;
use kirifuda_games::oh_hell::{Action, OhHell, Scoring, View};
use kirifuda_play::{Policy, Rng};

use crate::tricks::contract::{expected_tricks, leave, sure_trumps, take};

/// Bids what its hand may expect; then takes tricks until it has as many as it bid, and leaves the rest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule;

impl Rule {
    /// The legal bid that is nearest to what the hand may expect.
    fn bid(view: View<'_>, legal: &[Action]) -> Option<Action> {
        let expected = expected_tricks(view.table());
        let off = |action: &&Action| match action {
            Action::Bid(tricks) => (f32::from(*tricks) - expected).abs(),
            Action::Play(_) => f32::INFINITY,
        };
        legal.iter().min_by(|one, other| off(one).total_cmp(&off(other))).copied()
    }

    /// True if another trick is wanted.
    fn wants_trick(view: View<'_>) -> bool {
        let (bid, won) = (view.bid(view.seat()).unwrap_or_default(), view.tricks_won(view.seat()));
        if won > bid && view.rules().scoring == Scoring::Tricks {
            // The bid is missed for good: every trick counts.
            return true;
        }
        // Trumps that nothing beats can wait.
        let wanted = usize::from(bid.saturating_sub(won));
        wanted > 0 && (sure_trumps(view.table()) < wanted || view.hand().len() <= wanted)
    }
}

impl Policy<OhHell> for Rule {
    fn choose(&mut self, view: View<'_>, legal: &[Action], _rng: &mut Rng) -> Action {
        let choice = if view.is_bidding() {
            Rule::bid(view, legal)
        } else {
            let cards: CardSet = legal.iter().filter_map(|action| action.card()).collect();
            let card = if Rule::wants_trick(view) { take(view.table(), cards) } else { leave(view.table(), cards) };
            card.map(Action::Play)
        };
        choice.unwrap_or(legal[0])
    }
}
