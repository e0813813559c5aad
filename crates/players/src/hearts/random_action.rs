use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::hearts::{Hearts, View};
use kirifuda_games::tricks::PLAYERS;
use kirifuda_learn::search::Candidates;
use kirifuda_play::{Policy, Rng};

use super::actions::{Action, NEW};
use super::look::Look;
use super::stock::Stock;

/// Plays a random one of FALCON's actions that apply, each equally likely; the lowest card where none does. It passes
/// like [`Stock`].
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomAction;

/// How many of the actions that follow are for who holds the led suit; those after them are for who is void.
const HOLDING: usize = 5;

/// More than there are actions on any side.
const MOST: usize = 32;

impl Policy<Hearts> for RandomAction {
    #[inline]
    fn choose(&mut self, view: View<'_>, legal: &[Card], rng: &mut Rng) -> Card {
        // A third of all moves are forced.
        if let [only] = legal {
            return *only;
        }
        let cards: CardSet = legal.iter().copied().collect();
        if view.is_passing() {
            return Stock::pass(cards).unwrap_or(legal[0]);
        }
        let look = Look::new(view, cards);
        // In random order until one applies: so only a few are asked.
        let mut order: [u8; MOST] = ORDER;
        let actions = could_apply(&look);
        let mut draws = rng.small_draws(MOST);
        for asked in 0..actions.len() {
            order.swap(asked, asked + draws.below(actions.len() - asked));
            if let Some(card) = (actions[order[asked] as usize].pick)(&look) {
                return card;
            }
        }
        look.fallback().unwrap_or(legal[0])
    }
}

const ORDER: [u8; MOST] = {
    let mut order = [0; MOST];
    let mut place = 0;
    while place < MOST {
        order[place] = place as u8;
        place += 1;
    }
    order
};

/// The actions for who leads, follows suit, or is void: the others cannot apply.
#[inline]
fn could_apply(look: &Look<'_>) -> &'static [Action] {
    if look.led.is_none() {
        NEW.lead
    } else if look.follows.is_empty() {
        &NEW.follow[HOLDING..]
    } else {
        &NEW.follow[..HOLDING]
    }
}

/// Which cards a searcher of Hearts looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// All that are legal.
    All,
    /// Those that an applicable action of FALCON names (papers 000 and 002); all in passing.
    Actions,
}

/// How far the trees of a searcher of Hearts go; what comes after is played out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Depth {
    /// To the end of the deal, or of what the simulations reach.
    #[default]
    Deal,
    /// To the end of the current trick, as paper 000 has it (§2.2).
    Trick,
}

/// What a searcher of Hearts looks at.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// Which cards.
    pub worth: Worth,
    /// How far.
    pub depth: Depth,
}

impl Candidates<Hearts> for Scope {
    fn candidates(&self, view: View<'_>, legal: &[Card], out: &mut Vec<Card>) {
        self.worth.candidates(view, legal, out);
    }

    #[inline]
    fn narrow<'a>(&self, view: View<'_>, legal: &'a [Card], buffer: &'a mut Vec<Card>) -> &'a [Card] {
        self.worth.narrow(view, legal, buffer)
    }

    fn horizon(&self, view: View<'_>) -> usize {
        match self.depth {
            Depth::Trick if !view.is_passing() => PLAYERS - view.trick().cards().len(),
            _ => usize::MAX,
        }
    }
}

impl Candidates<Hearts> for Worth {
    fn candidates(&self, view: View<'_>, legal: &[Card], out: &mut Vec<Card>) {
        match self {
            Worth::Actions if !view.is_passing() => {
                let look = Look::new(view, legal.iter().copied().collect());
                out.extend(could_apply(&look).iter().filter_map(|action| (action.pick)(&look)));
            }
            _ => out.extend_from_slice(legal),
        }
    }

    #[inline]
    fn narrow<'a>(&self, view: View<'_>, legal: &'a [Card], buffer: &'a mut Vec<Card>) -> &'a [Card] {
        if *self == Worth::All || legal.len() == 1 || view.is_passing() {
            return legal;
        }
        // A set is ascending and has no doubles; what an action names is legal.
        buffer.clear();
        self.candidates(view, legal, buffer);
        let named: CardSet = buffer.iter().copied().collect();
        buffer.clear();
        buffer.extend(named);
        if buffer.is_empty() { legal } else { buffer }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kirifuda_games::hearts::Rules;
    use kirifuda_play::{Actions, Game};

    #[test]
    fn actions_for_the_void_come_after_those_for_the_holders_of_the_suit() {
        for (place, action) in NEW.follow.iter().enumerate() {
            assert_eq!(action.id.starts_with("ch'"), place >= HOLDING, "{}", action.id);
        }
        assert!(NEW.lead.len() <= MOST && NEW.follow.len() <= MOST);
    }

    /// Visits decisions of random deals.
    fn decisions(rules: &Rules, deals: u64, mut visit: impl FnMut(View<'_>, &[Card], &mut Rng)) {
        let (mut rng, mut legal) = (Rng::new(4), Actions::new());
        for _ in 0..deals {
            let mut game = Hearts::deal(rules, &mut rng);
            while let Some(seat) = game.turn().seat() {
                game.legal(&mut legal);
                visit(game.view(seat), &legal, &mut rng);
                game.play(RandomAction.choose(game.view(seat), &legal, &mut rng));
            }
        }
    }

    #[test]
    fn candidates_are_the_cards_that_all_actions_name() {
        let (mut buffer, mut fewer, mut none) = (Vec::new(), 0, 0);
        decisions(&Rules::falcon(), 100, |view, legal, _| {
            let look = Look::new(view, legal.iter().copied().collect());
            let all = NEW.of(look.side()).iter().filter_map(|action| (action.pick)(&look));
            let mut named: Vec<Card> = all.collect::<CardSet>().iter().collect();
            if named.is_empty() {
                (none, named) = (none + 1, legal.to_vec());
            }
            assert_eq!(Worth::Actions.narrow(view, legal, &mut buffer), named);
            assert_eq!(Worth::All.narrow(view, legal, &mut buffer), legal);
            fewer += usize::from(named.len() < legal.len());
        });
        assert!(fewer > 1000, "{fewer} decisions of 5200 narrowed, {none} without an action");
    }

    #[test]
    fn a_tree_of_the_trick_ends_with_its_last_card() {
        let [trick, deal] = [Depth::Trick, Depth::Deal].map(|depth| Scope { worth: Worth::All, depth });
        decisions(&Rules::standard(), 5, |view, _, _| {
            let left = PLAYERS - view.trick().cards().len();
            assert_eq!(trick.horizon(view), if view.is_passing() { usize::MAX } else { left });
            assert_eq!(deal.horizon(view), usize::MAX);
        });
    }

    #[test]
    fn every_applicable_action_is_equally_likely() {
        let mut tested = 0;
        decisions(&Rules::falcon(), 30, |view, legal, rng| {
            let look = Look::new(view, legal.iter().copied().collect());
            let picks: Vec<Card> = NEW.of(look.side()).iter().filter_map(|action| (action.pick)(&look)).collect();
            let mut cards = picks.clone();
            cards.sort_unstable();
            cards.dedup();
            if cards.len() < 3 || rng.below(8) > 0 {
                return;
            }
            tested += 1;
            let draws = 2000;
            let mut chi2 = 0.0;
            let drawn: Vec<Card> = (0..draws).map(|_| RandomAction.choose(view, legal, rng)).collect();
            for card in &cards {
                let share = picks.iter().filter(|pick| *pick == card).count() as f64 / picks.len() as f64;
                let (expected, found) = (draws as f64 * share, drawn.iter().filter(|c| *c == card).count() as f64);
                chi2 += (found - expected).powi(2) / expected;
            }
            assert!(drawn.iter().all(|card| cards.contains(card)));
            // Mean plus six standard deviations: some hundred positions are tested, and the seed is fixed.
            let freedom = cards.len() as f64 - 1.0;
            assert!(chi2 <= freedom + 6.0 * (2.0 * freedom).sqrt(), "chi-square {chi2:.1} of {freedom}");
        });
        assert!(tested > 20, "{tested} positions");
    }

    #[test]
    fn it_passes_like_stock() {
        decisions(&Rules::standard(), 10, |view, legal, rng| {
            if view.is_passing() {
                let stock = Stock.choose(view, legal, rng);
                assert_eq!(RandomAction.choose(view, legal, rng), stock);
            }
        });
    }
}
