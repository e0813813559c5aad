use kirifuda_games::cards::{Card, CardSet, Rank, Suit};
use kirifuda_games::hearts::{Hearts, PASSED, POINT_CARDS, View};
use kirifuda_games::tricks::PLAYERS;
use kirifuda_play::{Policy, Rng, Seat};

use super::{ACE, KING, QUEEN, first_of, highest};

/// The stronger opponent of gnome-hearts: remembers the cards played and the voids shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Jake;

/// ♠Q and above.
const HIGH_SPADES: CardSet = QUEEN.set().with(KING).with(ACE);

impl Jake {
    /// The next of the three cards to give.
    pub fn pass(view: View<'_>) -> Option<Card> {
        pass(view)
    }
}

impl Policy<Hearts> for Jake {
    fn choose(&mut self, view: View<'_>, legal: &[Card], _rng: &mut Rng) -> Card {
        let cards: CardSet = legal.iter().copied().collect();
        let choice = match view.trick().suit() {
            _ if view.is_passing() => pass(view),
            None => lead(view, cards),
            Some(suit) if cards.of(suit).is_empty() => discard(view, cards),
            Some(suit) => follow(view, cards.of(suit), suit),
        };
        choice.filter(|&card| cards.contains(card)).unwrap_or(legal[0])
    }
}

/// The next of the three cards to give: the list is made from the hand as dealt.
fn pass(view: View<'_>) -> Option<Card> {
    let dealt = view.dealt();
    let mut list = [None; PASSED];
    let mut count = 0;
    let mut give = |card: Card| {
        if count < PASSED && !list.contains(&Some(card)) {
            list[count] = Some(card);
            count += 1;
        }
    };
    let spades = dealt.of(Suit::Spades);
    let few = spades.len() < 4;
    [ACE, KING].into_iter().filter(|&card| spades.contains(card)).for_each(&mut give);
    spades.iter().filter(|&card| card == QUEEN && few).for_each(&mut give);
    // Without a low heart, the faces are dangerous.
    let hearts = dealt.of(Suit::Hearts);
    if hearts.lowest().is_some_and(|card| card.rank() > Rank(4)) {
        hearts.iter().filter(|card| card.rank() >= Rank::JACK).for_each(&mut give);
    }
    // Empty a short side suit, the shorter first.
    let mut short = [dealt.of(Suit::Clubs), dealt.of(Suit::Diamonds)];
    short.sort_by_key(|cards| cards.len());
    short.into_iter().filter(|cards| cards.len() <= 3).flat_map(|cards| cards.iter().rev()).for_each(&mut give);
    let mut sides = dealt.of(Suit::Clubs) | dealt.of(Suit::Diamonds);
    while let Some(card) = highest(sides) {
        give(card);
        sides.remove(card);
    }
    hearts.iter().rev().for_each(&mut give);
    spades.iter().rev().for_each(&mut give);
    list.get(view.given().len()).copied().flatten()
}

fn lead(view: View<'_>, cards: CardSet) -> Option<Card> {
    let unseen = view.unseen();
    let hand = view.hand();
    let queen_unseen = unseen.contains(QUEEN);
    let nobody_void = |suit: Suit| !view.others().iter().any(|&seat| view.is_void(seat, suit));
    // Cards of a suit that cannot score are cashed while everyone follows, longest suits first.
    let cannot_score = |suit: Suit| match suit {
        Suit::Clubs | Suit::Diamonds => true,
        Suit::Spades => view.played().contains(QUEEN),
        Suit::Hearts => false,
    };
    let mut suits = Suit::ALL;
    suits.sort_by_key(|&suit| std::cmp::Reverse(hand.of(suit).len()));
    let safe = suits.into_iter().filter(|&suit| cannot_score(suit) && nobody_void(suit) && unseen.of(suit).len() > 5);
    let cash = safe.filter_map(|suit| cards.of(suit).highest()).find(|card| card.rank() >= Rank::KING);
    // Spades below the queen drive her out.
    let no_high_spade = (hand & HIGH_SPADES).is_empty();
    let spades = cards.of(Suit::Spades);
    let smoke = || spades.highest().filter(|_| queen_unseen && nobody_void(Suit::Spades) && no_high_spade);
    // A card that all who can follow must beat.
    let gives_away =
        |card: &Card| (unseen & card.lower()).is_empty() && !(unseen & card.higher()).is_empty() && *card != QUEEN;
    let giveaway = |among: CardSet| among.iter().rev().find(gives_away);
    cash.or_else(smoke)
        .or_else(|| giveaway(cards.of(Suit::Hearts)))
        .or_else(|| spades.lowest().filter(|_| queen_unseen && no_high_spade))
        .or_else(|| giveaway(cards - Suit::Hearts.cards()))
        .or_else(|| {
            let keep = if no_high_spade { CardSet::EMPTY } else { Suit::Spades.cards() };
            under_most(unseen, cards - keep).or_else(|| under_most(unseen, cards))
        })
}

/// The lowest card of the suit with most unseen cards above it.
fn under_most(unseen: CardSet, cards: CardSet) -> Option<Card> {
    let lows = Suit::ALL.into_iter().filter_map(|suit| cards.of(suit).lowest());
    lows.max_by_key(|card| (unseen & card.higher()).len())
}

fn follow(view: View<'_>, cards: CardSet, suit: Suit) -> Option<Card> {
    let trick = view.trick();
    let best = trick.best()?;
    let has_points = trick.cards().iter().any(|&card| POINT_CARDS.contains(card));
    let losing = (cards & best.lower()).highest();
    let last = trick.is_last();
    if has_points || (!last && is_dangerous(view, suit)) {
        let calm = cards.without(QUEEN);
        return losing.or_else(|| if last { calm.highest() } else { calm.lowest() }).or(cards.highest());
    }
    if cards.contains(QUEEN) && best > QUEEN && suit == Suit::Spades {
        return Some(QUEEN);
    }
    let without_points = cards - POINT_CARDS;
    let below_queen = without_points & QUEEN.lower();
    if suit == Suit::Spades && view.unseen().contains(QUEEN) && !below_queen.is_empty() {
        return below_queen.highest();
    }
    without_points.highest().or(cards.highest())
}

/// Somebody behind may put points on the trick.
fn is_dangerous(view: View<'_>, suit: Suit) -> bool {
    let trick = view.trick();
    let scarce = view.unseen().of(suit).len() + trick.cards().len() < 6;
    let points_out = !(view.unseen() & POINT_CARDS).is_empty();
    let behind = (1..PLAYERS - trick.cards().len()).map(|steps| view.seat().after(steps, PLAYERS));
    scarce || (points_out && behind.into_iter().any(|seat: Seat| view.is_void(seat, suit)))
}

fn discard(view: View<'_>, cards: CardSet) -> Option<Card> {
    let queen_live = view.unseen().contains(QUEEN);
    first_of(cards, &[QUEEN])
        .or_else(|| first_of(cards, &[ACE, KING]).filter(|_| queen_live))
        .or_else(|| highest(cards).filter(|card| card.rank() >= Rank::QUEEN))
        .or_else(|| cards.of(Suit::Hearts).highest())
        .or_else(|| highest(cards))
}
