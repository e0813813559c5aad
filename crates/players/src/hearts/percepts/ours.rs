//! Percepts of our own: what a player of Hearts looks at and the tables of paper 002 lack, or say in more bits.

use kirifuda_games::cards::{CardSet, Rank, Suit};
use kirifuda_games::hearts::POINT_CARDS;

use super::super::{ACE, KING, Look, QUEEN};
use super::Percept;
use super::words::{class, coded, each_suit, either, listed, pack, suits};

pub(super) const SAFE_EXITS: Percept = Percept {
    number: 0,
    name: "safe-exits",
    width: 4,
    about: "for each suit: a legal card of it is below all that opponents hold, and they hold some",
    sense: |look| {
        each_suit(|suit| match (look.leads.of(suit).lowest(), look.unseen.of(suit).lowest()) {
            (Some(mine), Some(theirs)) => mine < theirs,
            _ => false,
        })
    },
    say: |bits| suits(bits, "safe exits in", "no safe exit"),
};

pub(super) const BEATABLE: Percept = Percept {
    number: 0,
    name: "beatable",
    width: 4,
    about: "for each suit: a legal card of it is below some card that opponents hold",
    sense: |look| each_suit(|suit| theirs_above_weakest(look, suit) > 0),
    say: |bits| suits(bits, "the weakest may be beaten in", "every lead takes the trick"),
};

pub(super) const BEST_EXIT: Percept = Percept {
    number: 0,
    name: "best-exit",
    width: 2,
    about: "the most cards of the suit with opponents above a card that may be led, as 0, 1–2, 3–5, 6 or more",
    sense: |look| {
        let above = Suit::ALL.map(|suit| theirs_above_weakest(look, suit));
        class(above.into_iter().max().unwrap_or_default(), [1, 3, 6])
    },
    say: |bits| coded(bits, ["no exit", "a poor exit", "a fair exit", "a good exit"]),
};

/// How many cards with opponents beat the weakest card of a suit that may be led.
#[inline]
fn theirs_above_weakest(look: &Look<'_>, suit: Suit) -> usize {
    look.leads.of(suit).lowest().map_or(0, |card| (look.unseen & card.higher()).len())
}

pub(super) const QUEEN_PLACE: Percept = Percept {
    number: 0,
    name: "queen-place",
    width: 2,
    about: "♠Q as a number: played 0, with opponents 1, held 2",
    sense: |look| u32::from(look.unseen.contains(QUEEN)) | u32::from(look.hand.contains(QUEEN)) << 1,
    say: |bits| coded(bits, ["♠Q gone", "♠Q with opponents", "♠Q mine"]),
};

pub(super) const LOW_SPADES: Percept = Percept {
    number: 0,
    name: "low-spades",
    width: 2,
    about: "own ♠ below ♠Q, as 0, 1, 2–3, 4 or more",
    sense: |look| class((look.hand & QUEEN.lower()).len(), [1, 2, 4]),
    say: |bits| format!("{} ♠ below the queen", coded(bits, ["no", "one", "2–3", "4 or more"])),
};

pub(super) const SPADE_DANGER: Percept = Percept {
    number: 0,
    name: "spade-danger",
    width: 1,
    about: "an opponent holds ♠Q, and ♠K or ♠A is held",
    sense: |look| u32::from(look.unseen.contains(QUEEN) && holds_above_queen(look)),
    say: |bits| either(bits, "a ♠ that may catch the queen", "no ♠ that may catch the queen"),
};

pub(super) const SMOKE_SAFE: Percept = Percept {
    number: 0,
    name: "smoke-safe",
    width: 1,
    about: "an opponent holds ♠Q, a ♠ below it may be led, and neither ♠K nor ♠A is held",
    sense: |look| {
        let can_lead = !(look.leads & QUEEN.lower()).is_empty();
        u32::from(look.unseen.contains(QUEEN) && can_lead && !holds_above_queen(look))
    },
    say: |bits| either(bits, "the queen can be smoked out safely", "the queen cannot be smoked out safely"),
};

#[inline]
fn holds_above_queen(look: &Look<'_>) -> bool {
    const ABOVE: CardSet = KING.set().with(ACE);
    !(look.hand & ABOVE).is_empty()
}

pub(super) const CASH_SAFE: Percept = Percept {
    number: 0,
    name: "cash-safe",
    width: 3,
    about: "for ♣, ♦ and ♠: a legal card of it is above all that opponents hold, they hold five or more, none has \
            shown to be out of it, and (for ♠) none holds ♠Q and the card is not ♠Q",
    sense: |look| {
        pack([Suit::Clubs, Suit::Diamonds, Suit::Spades].map(|suit| {
            let theirs = look.unseen.of(suit);
            let top = look.leads.of(suit).without(QUEEN).highest();
            top.is_some_and(|card| (theirs & card.higher()).is_empty())
                && theirs.len() >= 5
                && !theirs.contains(QUEEN)
                && !look.someone_void(suit)
        }))
    },
    say: |bits| {
        listed(bits, &["♣ can be cashed", "♦ can be cashed", "♠ can be cashed"], "nothing can be cashed safely")
    },
};

pub(super) const THEIRS_GONE: Percept = Percept {
    number: 0,
    name: "theirs-gone",
    width: 4,
    about: "for each suit: no opponent holds any",
    sense: |look| each_suit(|suit| look.unseen.of(suit).is_empty()),
    say: |bits| suits(bits, "opponents are out of", "opponents hold every suit"),
};

pub(super) const SHORT_SIDES: Percept = Percept {
    number: 0,
    name: "short-sides",
    width: 2,
    about: "one or two ♣ are held; one or two ♦",
    sense: |look| pack([Suit::Clubs, Suit::Diamonds].map(|suit| (1..=2).contains(&look.hand.of(suit).len()))),
    say: |bits| listed(bits, &["♣ nearly empty", "♦ nearly empty"], "no side suit nearly empty"),
};

pub(super) const OWN_POINTS: Percept = Percept {
    number: 0,
    name: "own-points",
    width: 2,
    about: "points taken, as 0, 1–6, 7–12, 13 or more",
    sense: |look| class(usize::from(look.view.taken(look.view.seat())), [1, 7, 13]),
    say: |bits| coded(bits, ["no points taken", "1–6 points taken", "7–12 points taken", "13 or more points taken"]),
};

pub(super) const POINTS_LEFT: Percept = Percept {
    number: 0,
    name: "points-left",
    width: 2,
    about: "point cards still in hands, as none, 1–4 ♥, 5 or more ♥, ♠Q",
    sense: |look| {
        let left = look.unplayed() & POINT_CARDS;
        if left.contains(QUEEN) { 3 } else { class(left.len(), [1, 5]) }
    },
    say: |bits| coded(bits, ["no points left", "few ♥ left", "many ♥ left", "♠Q still in a hand"]),
};

pub(super) const CLUBS_LEFT: Percept = Percept {
    number: 0,
    name: "clubs-left",
    width: 2,
    about: "♣ with opponents, as 0, 1–3, 4–6, 7 or more",
    sense: |look| left(look, Suit::Clubs),
    say: |bits| say_left(bits, "♣"),
};

pub(super) const DIAMONDS_LEFT: Percept = Percept {
    name: "diamonds-left",
    about: "♦ with opponents, as 0, 1–3, 4–6, 7 or more",
    sense: |look| left(look, Suit::Diamonds),
    say: |bits| say_left(bits, "♦"),
    ..CLUBS_LEFT
};

pub(super) const HEARTS_LEFT: Percept = Percept {
    name: "hearts-left",
    about: "♥ with opponents, as 0, 1–3, 4–6, 7 or more",
    sense: |look| left(look, Suit::Hearts),
    say: |bits| say_left(bits, "♥"),
    ..CLUBS_LEFT
};

pub(super) const SPADES_LEFT: Percept = Percept {
    name: "spades-left",
    about: "♠ with opponents, as 0, 1–3, 4–6, 7 or more",
    sense: |look| left(look, Suit::Spades),
    say: |bits| say_left(bits, "♠"),
    ..CLUBS_LEFT
};

pub(super) const LED_LEFT: Percept = Percept {
    name: "led-left",
    about: "cards of the led suit with opponents, as 0, 1–3, 4–6, 7 or more",
    sense: |look| look.led.map_or(0, |led| left(look, led)),
    say: |bits| say_left(bits, "of the led suit"),
    ..CLUBS_LEFT
};

#[inline]
fn left(look: &Look<'_>, suit: Suit) -> u32 {
    class(look.unseen.of(suit).len(), [1, 4, 7])
}

fn say_left(bits: u32, what: &str) -> String {
    format!("{} {what} with opponents", coded(bits, ["no", "1–3", "4–6", "7 or more"]))
}

pub(super) const POINT_TAKERS: Percept = Percept {
    number: 0,
    name: "point-takers",
    width: 2,
    about: "who has points, as a number: nobody 0, this seat alone 1, one opponent alone 2, several 3",
    sense: |look| {
        let takers = look.view.others().iter().filter(|&&seat| look.view.taken(seat) > 0).count();
        match (look.view.taken(look.view.seat()) > 0, takers) {
            (false, 0) => 0,
            (true, 0) => 1,
            (false, 1) => 2,
            _ => 3,
        }
    },
    say: |bits| {
        coded(bits, ["nobody has points", "only I have points", "one opponent has all points", "several have points"])
    },
};

pub(super) const BELOW_AND_ABOVE: Percept = Percept {
    number: 0,
    name: "below-and-above",
    width: 2,
    about: "a card of the led suit below the best on the table is held; one above it",
    sense: |look| {
        let holds = |cards: CardSet| !(look.hand & cards).is_empty();
        look.best.map_or(0, |best| pack([holds(best.lower()), holds(best.higher())]))
    },
    say: |bits| coded(bits, ["void", "can only duck", "can only overtake", "can duck or overtake"]),
};

pub(super) const QUEEN_ON_TABLE: Percept = Percept {
    number: 0,
    name: "queen-on-table",
    width: 1,
    about: "♠Q lies on the table",
    sense: |look| u32::from(look.on_table().contains(QUEEN)),
    say: |bits| either(bits, "♠Q on the table", "♠Q not on the table"),
};

pub(super) const POINTS_ON_TABLE: Percept = Percept {
    number: 0,
    name: "points-on-table",
    width: 2,
    about: "point cards on the table, as none, one ♥, several ♥, ♠Q",
    sense: |look| {
        let points = look.on_table() & POINT_CARDS;
        if points.contains(QUEEN) { 3 } else { class(points.len(), [1, 2]) }
    },
    say: |bits| {
        coded(bits, ["no points on the table", "one ♥ on the table", "several ♥ on the table", "♠Q on the table"])
    },
};

pub(super) const QUEEN_MAY_FOLLOW: Percept = Percept {
    number: 0,
    name: "queen-may-follow",
    width: 1,
    about: "a later player may hold ♠Q",
    sense: |look| {
        u32::from(look.unseen.contains(QUEEN) && look.later().any(|seat| look.may_hold(seat).contains(QUEEN)))
    },
    say: |bits| either(bits, "♠Q may come yet", "♠Q cannot come in this trick"),
};

pub(super) const ESCAPE: Percept = Percept {
    number: 0,
    name: "escape",
    width: 2,
    about: "cards above the own weakest card of the led suit that later players may hold, as 0, 1, 2–3, 4 or more",
    sense: |look| {
        let Some(weakest) = look.led.and_then(|led| look.hand.of(led).lowest()) else { return 0 };
        let later = look.later().fold(CardSet::EMPTY, |all, seat| all | look.may_hold(seat));
        class((later & weakest.higher()).len(), [1, 2, 4])
    },
    say: |bits| {
        let count = coded(bits, ["no card", "one card", "2–3 cards", "4 or more cards"]);
        format!("{count} to come above the weakest")
    },
};

pub(super) const LATER_VOIDS: Percept = Percept {
    number: 0,
    name: "later-voids",
    width: 2,
    about: "how many later players have shown that they have none of the led suit",
    sense: |look| look.led.map_or(0, |led| look.later().filter(|&seat| look.view.is_void(seat, led)).count() as u32),
    say: |bits| format!("{} later players out of the led suit", bits & 3),
};

pub(super) const CLEAN_TRICK: Percept = Percept {
    number: 0,
    name: "clean-trick",
    width: 1,
    about: "no points lie on the table and none are to be feared: nobody plays later, or ♥ is not led, no later player \
            has shown to be out of the led suit, and on ♠ no opponent holds ♠Q",
    sense: |look| {
        let Some(led) = look.led else { return 0 };
        let fear = || {
            let queen = led == Suit::Spades && look.unseen.contains(QUEEN);
            led == Suit::Hearts || queen || look.later().any(|seat| look.view.is_void(seat, led))
        };
        let nobody_later = look.later().next().is_none();
        u32::from((look.on_table() & POINT_CARDS).is_empty() && (nobody_later || !fear()))
    },
    say: |bits| either(bits, "a clean trick", "a trick with points, or in danger of them"),
};

pub(super) const TOP_HEART: Percept = Percept {
    number: 0,
    name: "top-heart",
    width: 2,
    about: "the strongest ♥ held, as none, 2–6, 7–J, Q or higher",
    sense: |look| {
        let strongest = look.hand.of(Suit::Hearts).highest();
        strongest
            .map_or(0, |card| 1 + class(usize::from(card.rank().0), [SEVEN, Rank::QUEEN].map(|rank| rank.0.into())))
    },
    say: |bits| coded(bits, ["no ♥", "low ♥ only", "♥ up to 7–J", "♥ of Q or higher"]),
};

const SEVEN: Rank = Rank(5);

pub(super) const UNSAFE_SUITS: Percept = Percept {
    number: 0,
    name: "unsafe-suits",
    width: 4,
    about: "for each suit: one is held, and opponents hold two or more below the own weakest",
    sense: |look| {
        each_suit(|suit| look.hand.of(suit).lowest().is_some_and(|card| (look.unseen & card.lower()).len() >= 2))
    },
    say: |bits| suits(bits, "no low card of", "low cards of every suit held"),
};
