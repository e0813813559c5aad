use kirifuda_games::cards::{Card, CardSet, Rank, Suit};

use super::super::{ACE, KING, Look, QUEEN, first_of, lowest};
use super::Technique::{Cash, Exit, SmokeOut, Spear, Void};
use super::{About, Action, ActionSet, ask};

/// The 29 actions of paper 000. Those that its Table 1 prints have their numbers there (par1–7, par15, ch1–5,
/// ch'4–6); the others are ours, completed from its five techniques.
pub static NEW: ActionSet = ActionSet { name: "new", lead: &LEADS, follow: &FOLLOWS, applying };

const LEADS: [Action; 18] = [
    Action::new("par1", "weakest-spade", About::of(Suit::Spades, "say.lead.weakest"), |look| {
        look.leads.of(Suit::Spades).lowest()
    })
    .with(SmokeOut),
    Action::new("par2", "spade-below-queen", About::plain("say.lead.below-queen"), |look| {
        (look.leads & QUEEN.lower()).highest()
    })
    .with(SmokeOut),
    Action::new("par3", "short-hearts", About::of(Suit::Hearts, "say.lead.short"), |look| short(look, Suit::Hearts))
        .with(Void),
    Action::new("par4", "clubs-under-theirs", About::of(Suit::Clubs, "say.lead.few-under"), |look| {
        few_under_theirs(look, Suit::Clubs)
    })
    .with(Void),
    Action::new("par5", "diamonds-under-theirs", About::of(Suit::Diamonds, "say.lead.few-under"), |look| {
        few_under_theirs(look, Suit::Diamonds)
    })
    .with(Void),
    Action::new("par6", "spades-under-theirs", About::of(Suit::Spades, "say.lead.few-under"), |look| {
        few_under_theirs(look, Suit::Spades)
    })
    .with(Void),
    Action::new("par7", "hearts-under-theirs", About::of(Suit::Hearts, "say.lead.under"), |look| {
        under_theirs(look, Suit::Hearts)
    })
    .with(Exit),
    Action::new("par8", "weakest-club", About::of(Suit::Clubs, "say.lead.weakest"), |look| {
        look.leads.of(Suit::Clubs).lowest()
    })
    .with(Exit),
    Action::new("par9", "weakest-diamond", About::of(Suit::Diamonds, "say.lead.weakest"), |look| {
        look.leads.of(Suit::Diamonds).lowest()
    })
    .with(Exit),
    Action::new("par10", "weakest-heart", About::of(Suit::Hearts, "say.lead.weakest"), |look| {
        look.leads.of(Suit::Hearts).lowest()
    })
    .with(Exit),
    Action::new("par11", "short-clubs", About::of(Suit::Clubs, "say.lead.short"), |look| short(look, Suit::Clubs))
        .with(Void),
    Action::new("par12", "short-diamonds", About::of(Suit::Diamonds, "say.lead.short"), |look| {
        short(look, Suit::Diamonds)
    })
    .with(Void),
    Action::new("par13", "strongest-club", About::of(Suit::Clubs, "say.lead.strongest"), |look| {
        look.leads.of(Suit::Clubs).highest()
    })
    .with(Cash),
    Action::new("par14", "strongest-diamond", About::of(Suit::Diamonds, "say.lead.strongest"), |look| {
        look.leads.of(Suit::Diamonds).highest()
    })
    .with(Cash),
    Action::new("par15", "strongest-heart", About::of(Suit::Hearts, "say.lead.strongest"), |look| {
        look.leads.of(Suit::Hearts).highest()
    })
    .with(Cash),
    Action::new("par16", "strongest-spade", About::plain("say.lead.safe-spade"), |look| {
        look.leads.of(Suit::Spades).without(QUEEN).highest().filter(|_| !look.unseen.contains(QUEEN))
    })
    .with(Cash),
    Action::new("par17", "queen", About::plain("say.lead.queen"), |look| (look.leads & QUEEN.set()).lowest())
        .with(Spear),
    Action::new("par18", "weakest", About::plain("say.lead.weakest-card"), |look| lowest(look.leads.without(QUEEN)))
        .with(Exit),
];

const FOLLOWS: [Action; 11] = [
    Action::new("ch1", "ace-or-king", About::plain("say.play.ace-or-king"), |look| {
        first_of(look.follows, &[ACE, KING]).filter(|_| look.led == Some(Suit::Spades) && is_queen_played(look))
    })
    .with(Cash),
    Action::new("ch2", "duck", About::plain("say.play.duck"), |look| (look.follows & look.best?.lower()).highest())
        .with(Exit),
    Action::new("ch3", "strongest-following", About::plain("say.play.strongest"), |look| look.follows.highest())
        .with(Cash),
    Action::new("ch4", "middle", About::plain("say.play.middle"), |look| {
        let suit = look.led?;
        (look.follows & suit.card(SIX).higher() & suit.card(Rank::QUEEN).lower()).lowest()
    }),
    Action::new("ch5", "weakest-following", About::plain("say.play.weakest"), |look| look.follows.lowest()).with(Exit),
    Action::new("ch'1", "discard-queen", About::plain("say.discard.queen"), |look| {
        (look.discards & QUEEN.set()).lowest()
    }),
    Action::new("ch'2", "discard-high-spade", About::plain("say.discard.high-spade"), |look| {
        first_of(look.discards, &[ACE, KING]).filter(|_| !is_queen_played(look))
    }),
    Action::new("ch'3", "discard-highest", About::plain("say.discard.highest"), |look| {
        first_suit(look.discards.top_ranked())
    }),
    Action::new("ch'4", "discard-short-diamonds", About::of(Suit::Diamonds, "say.discard.short"), |look| {
        look.discards.of(Suit::Diamonds).highest().filter(|_| is_short(look, Suit::Diamonds))
    })
    .with(Void),
    Action::new("ch'5", "discard-short-clubs", About::of(Suit::Clubs, "say.discard.short"), |look| {
        look.discards.of(Suit::Clubs).highest().filter(|_| is_short(look, Suit::Clubs))
    })
    .with(Void),
    Action::new("ch'6", "discard-by-suit", About::plain("say.discard.by-suit"), |look| first_suit(look.discards)),
];

fn applying(look: &Look<'_>, out: &mut Vec<(u16, Card)>) {
    if look.led.is_none() {
        ask!(LEADS, look, out, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
    } else if look.follows.is_empty() {
        ask!(FOLLOWS, look, out, [5, 6, 7, 8, 9, 10]);
    } else {
        ask!(FOLLOWS, look, out, [0, 1, 2, 3, 4]);
    }
}

const SIX: Rank = Rank(4);

#[inline]
fn is_short(look: &Look<'_>, suit: Suit) -> bool {
    look.hand.of(suit).len() <= 2
}

/// The strongest card of a suit of which at most two are held.
#[inline]
fn short(look: &Look<'_>, suit: Suit) -> Option<Card> {
    look.leads.of(suit).highest().filter(|_| is_short(look, suit))
}

/// The strongest card of a suit that is weaker than the strongest one of the opponents.
#[inline]
fn under_theirs(look: &Look<'_>, suit: Suit) -> Option<Card> {
    (look.leads & look.unseen.of(suit).highest()?.lower()).highest()
}

#[inline]
fn few_under_theirs(look: &Look<'_>, suit: Suit) -> Option<Card> {
    if look.is_below_average(suit) { under_theirs(look, suit) } else { None }
}

/// Played in this trick or before.
#[inline]
fn is_queen_played(look: &Look<'_>) -> bool {
    !look.unplayed().contains(QUEEN)
}

/// The strongest card of the first suit there is of ♥ ♠ ♦ ♣.
#[inline]
fn first_suit(cards: CardSet) -> Option<Card> {
    let suits = [Suit::Hearts, Suit::Spades, Suit::Diamonds, Suit::Clubs];
    suits.into_iter().find_map(|suit| cards.of(suit).highest())
}
