//! The percepts of paper 002, Tables 1 and 2.
//!
//! What the tables leave open is read so: suits stand in the order ♣ ♦ ♥ ♠; suits that are equally long are all
//! longest; a statement about a card that is not held is false; "average" is a quarter of the cards of the suit still
//! in all hands, and of a suit that nobody holds nobody holds the average; a void is known when it was shown.

use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::hearts::POINT_CARDS;
use kirifuda_play::Phrase;

use super::super::{ACE, KING, Look, QUEEN};
use super::Percept;
use super::words::{IMPOSSIBLE, amount, class, each_suit, either, listed, of, pack, suits};

pub(super) const HEARTS_BROKEN: Percept = Percept {
    number: 0,
    name: "hearts-broken",
    width: 1,
    about: "hearts are broken",
    sense: |look| u32::from(look.view.is_broken()),
    say: |bits| either(bits, "say.broken", "say.broken.not"),
};

pub(super) const LONGEST_SUIT: Percept = Percept {
    number: 0,
    name: "longest-suit",
    width: 2,
    about: "no suit of the hand is longer than ♦; than ♣",
    sense: |look| {
        let [clubs, diamonds, hearts, spades] = Suit::ALL.map(|suit| look.hand.of(suit).len());
        let longest = clubs.max(diamonds).max(hearts).max(spades);
        pack([diamonds == longest, clubs == longest])
    },
    say: |bits| {
        let longest = |suit: Suit| Phrase::new("say.longest").with("suit", suit.to_string());
        listed(bits, [longest(Suit::Diamonds), longest(Suit::Clubs)], Phrase::new("say.longest.other"))
    },
};

pub(super) const HEARTS_STANDING: Percept = Percept {
    number: 0,
    name: "hearts-standing",
    width: 5,
    about: "exactly one ♥ is held; opponents hold a ♥ above the own strongest; below the strongest; above the own \
            weakest; below the weakest",
    sense: |look| standing(look, Suit::Hearts),
    say: |bits| say_standing(bits, Some(Suit::Hearts)),
};

pub(super) const SPADES_STANDING: Percept = Percept {
    name: "spades-standing",
    about: "exactly one ♠ is held; opponents hold a ♠ above the own strongest; below the strongest; above the own \
            weakest; below the weakest",
    sense: |look| standing(look, Suit::Spades),
    say: |bits| say_standing(bits, Some(Suit::Spades)),
    ..HEARTS_STANDING
};

pub(super) const DIAMONDS_STANDING: Percept = Percept {
    name: "diamonds-standing",
    about: "exactly one ♦ is held; opponents hold a ♦ above the own strongest; below the strongest; above the own \
            weakest; below the weakest",
    sense: |look| standing(look, Suit::Diamonds),
    say: |bits| say_standing(bits, Some(Suit::Diamonds)),
    ..HEARTS_STANDING
};

pub(super) const CLUBS_STANDING: Percept = Percept {
    name: "clubs-standing",
    about: "exactly one ♣ is held; opponents hold a ♣ above the own strongest; below the strongest; above the own \
            weakest; below the weakest",
    sense: |look| standing(look, Suit::Clubs),
    say: |bits| say_standing(bits, Some(Suit::Clubs)),
    ..HEARTS_STANDING
};

pub(super) const LED_STANDING: Percept = Percept {
    name: "led-standing",
    about: "exactly one card of the led suit is held; opponents hold one above the own strongest; below the strongest; \
            above the own weakest; below the weakest",
    sense: |look| look.led.map_or(0, |led| standing(look, led)),
    say: |bits| say_standing(bits, None),
    ..HEARTS_STANDING
};

#[inline]
fn standing(look: &Look<'_>, suit: Suit) -> u32 {
    let (mine, theirs) = (look.hand.of(suit), look.unseen.of(suit));
    let (Some(weakest), Some(strongest)) = (mine.lowest(), mine.highest()) else {
        return 0;
    };
    let holds = |cards: CardSet| !(theirs & cards).is_empty();
    pack([
        mine.len() == 1,
        holds(strongest.higher()),
        holds(strongest.lower()),
        holds(weakest.higher()),
        holds(weakest.lower()),
    ])
}

fn say_standing(bits: u32, suit: Option<Suit>) -> Vec<Phrase> {
    let about = |of_suit, of_led| match suit {
        Some(suit) => Phrase::new(of_suit).with("suit", suit.to_string()),
        None => Phrase::new(of_led),
    };
    let said = [
        about("say.single", "say.single.led"),
        Phrase::new("say.above-strongest"),
        Phrase::new("say.below-strongest"),
        Phrase::new("say.above-weakest"),
        Phrase::new("say.below-weakest"),
    ];
    listed(bits, said, about("say.single.not", "say.single.not.led"))
}

pub(super) const HIGH_SPADES: Percept = Percept {
    number: 0,
    name: "high-spades",
    width: 6,
    about: "♠Q is held; an opponent holds it; the same of ♠K; of ♠A",
    sense: |look| {
        let (mine, theirs) = (look.hand.ranks_of(Suit::Spades) >> 10, look.unseen.ranks_of(Suit::Spades) >> 10);
        // The queen, the king and the ace are the ranks 10, 11 and 12.
        (0..3).fold(0, |bits, i| bits | (mine >> i & 1) << (2 * i) | (theirs >> i & 1) << (2 * i + 1))
    },
    say: |bits| {
        let place = |card: Card, bits: u32| match bits & 3 {
            0 => Phrase::new("say.gone").with("card", card.to_string()),
            1 => Phrase::new("say.mine").with("card", card.to_string()),
            2 => Phrase::new("say.theirs").with("card", card.to_string()),
            _ => Phrase::new(IMPOSSIBLE),
        };
        vec![place(QUEEN, bits), place(KING, bits >> 2), place(ACE, bits >> 4)]
    },
};

pub(super) const CLUBS_COUNTS: Percept = Percept {
    number: 0,
    name: "clubs-counts",
    width: 4,
    about: "own ♣ as 0, 1–2, 3–5, 6 or more (2 bits); the opponents' ♣ as 0, 1, 2, 3 or more (2 bits)",
    sense: |look| counts(look, Suit::Clubs),
    say: |bits| say_counts(bits, Some(Suit::Clubs)),
};

pub(super) const DIAMONDS_COUNTS: Percept = Percept {
    name: "diamonds-counts",
    about: "own ♦ as 0, 1–2, 3–5, 6 or more (2 bits); the opponents' ♦ as 0, 1, 2, 3 or more (2 bits)",
    sense: |look| counts(look, Suit::Diamonds),
    say: |bits| say_counts(bits, Some(Suit::Diamonds)),
    ..CLUBS_COUNTS
};

pub(super) const SPADES_COUNTS: Percept = Percept {
    name: "spades-counts",
    about: "own ♠ as 0, 1–2, 3–5, 6 or more (2 bits); the opponents' ♠ as 0, 1, 2, 3 or more (2 bits)",
    sense: |look| counts(look, Suit::Spades),
    say: |bits| say_counts(bits, Some(Suit::Spades)),
    ..CLUBS_COUNTS
};

pub(super) const HEARTS_COUNTS: Percept = Percept {
    name: "hearts-counts",
    about: "own ♥ as 0, 1–2, 3–5, 6 or more (2 bits); the opponents' ♥ as 0, 1, 2, 3 or more (2 bits)",
    sense: |look| counts(look, Suit::Hearts),
    say: |bits| say_counts(bits, Some(Suit::Hearts)),
    ..CLUBS_COUNTS
};

pub(super) const LED_COUNTS: Percept = Percept {
    name: "led-counts",
    about: "own cards of the led suit as 0, 1–2, 3–5, 6 or more (2 bits); the opponents' as 0, 1, 2, 3 or more (2 bits)",
    sense: |look| look.led.map_or(0, |led| counts(look, led)),
    say: |bits| say_counts(bits, None),
    ..CLUBS_COUNTS
};

#[inline]
fn counts(look: &Look<'_>, suit: Suit) -> u32 {
    let (mine, theirs) = (look.hand.of(suit).len(), look.unseen.of(suit).len());
    class(mine, MINE) | class(theirs, THEIRS) << 2
}

const MINE: [usize; 3] = [1, 3, 6];
const THEIRS: [usize; 3] = [1, 2, 3];

fn say_counts(bits: u32, suit: Option<Suit>) -> Vec<Phrase> {
    vec![
        Phrase::new("say.mine.count").with("count", amount(bits & 3, MINE)).with("what", of(suit)),
        Phrase::new("say.theirs.count").with("count", amount(bits >> 2 & 3, THEIRS)).with("what", of(suit)),
    ]
}

pub(super) const VOIDS_SHOWN: Percept = Percept {
    number: 0,
    name: "voids-shown",
    width: 4,
    about: "for each suit: some opponent has shown that he has none",
    sense: |look| {
        let excluded = look.view.others().map(|seat| look.view.excluded(seat));
        each_suit(|suit| excluded.iter().any(|&cards| suit.cards().is_subset(cards)))
    },
    say: |bits| suits(bits, "say.void", "say.void.none"),
};

pub(super) const SUITS_HELD: Percept = Percept {
    number: 0,
    name: "suits-held",
    width: 4,
    about: "for each suit: one is held",
    sense: |look| each_suit(|suit| !look.hand.of(suit).is_empty()),
    say: |bits| suits(bits, "say.holding", "say.holding.none"),
};

pub(super) const AVERAGE_HELD: Percept = Percept {
    number: 0,
    name: "average-held",
    width: 4,
    about: "for each suit: one is held, and at least a quarter of those still in all hands",
    sense: |look| each_suit(|suit| !look.hand.of(suit).is_empty() && !look.is_below_average(suit)),
    say: |bits| suits(bits, "say.average", "say.average.none"),
};

pub(super) const LOW_SPADE_MINE: Percept = Percept {
    number: 0,
    name: "low-spade-mine",
    width: 1,
    about: "a ♠ below ♠Q is held",
    sense: |look| u32::from(!(look.hand & QUEEN.lower()).is_empty()),
    say: |bits| either(bits, "say.low-spade", "say.low-spade.none"),
};

pub(super) const LOW_SPADES_GONE: Percept = Percept {
    number: 0,
    name: "low-spades-gone",
    width: 1,
    about: "no opponent holds a ♠ below ♠Q",
    sense: |look| u32::from((look.unseen & QUEEN.lower()).is_empty()),
    say: |bits| either(bits, "say.low-spades-gone", "say.low-spades-gone.not"),
};

pub(super) const LATER_VOID_SHOWN: Percept = Percept {
    number: 0,
    name: "later-void-shown",
    width: 1,
    about: "a later player has shown that he has none of the led suit",
    sense: |look| u32::from(look.led.is_some_and(|led| look.later().any(|seat| look.view.is_void(seat, led)))),
    say: |bits| either(bits, "say.later-void", "say.later-void.none"),
};

pub(super) const LED_SUIT: Percept = Percept {
    number: 0,
    name: "led-suit",
    width: 2,
    about: "the led suit as a number: ♣ 0, ♦ 1, ♥ 2, ♠ 3",
    sense: |look| look.led.map_or(0, |led| led as u32),
    say: |bits| {
        let suit = Suit::ALL.get(bits as usize);
        vec![suit.map_or(Phrase::new(IMPOSSIBLE), |suit| Phrase::new("say.led-suit").with("suit", suit.to_string()))]
    },
};

pub(super) const LED_HELD: Percept = Percept {
    number: 0,
    name: "led-held",
    width: 3,
    about: "none of the led suit is held; one; two or more",
    sense: |look| look.led.map_or(0, |led| 1 << class(look.hand.of(led).len(), [1, 2])),
    say: |bits| {
        listed(
            bits,
            ["say.led-held.none", "say.led-held.one", "say.led-held.several"].map(Phrase::new),
            Phrase::new(IMPOSSIBLE),
        )
    },
};

pub(super) const LED_TOP_MINE: Percept = Percept {
    number: 0,
    name: "led-top-mine",
    width: 1,
    about: "the own strongest card of the led suit is stronger than all that opponents hold",
    sense: |look| {
        let strongest = look.led.and_then(|led| look.hand.of(led).highest());
        u32::from(strongest.is_some_and(|card| (look.unseen & card.higher()).is_empty()))
    },
    say: |bits| either(bits, "say.led-top", "say.led-top.not"),
};

pub(super) const POINTS_SHOWING: Percept = Percept {
    number: 0,
    name: "points-showing",
    width: 1,
    about: "a point card lies on the table",
    sense: |look| u32::from(!(look.on_table() & POINT_CARDS).is_empty()),
    say: |bits| either(bits, "say.table-points", "say.table-points.none"),
};
