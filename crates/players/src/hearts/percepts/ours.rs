//! Percepts of our own: what a player of Hearts looks at and the tables of paper 002 lack, or say in more bits.

use kirifuda_games::cards::{CardSet, Rank, Suit};
use kirifuda_games::hearts::POINT_CARDS;
use kirifuda_play::Phrase;

use super::super::{ACE, KING, Look, QUEEN};
use super::Percept;
use super::words::{IMPOSSIBLE, amount, class, coded, each_suit, either, listed, of, pack, suits};

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
    say: |bits| suits(bits, "say.exits", "say.exits.none"),
};

pub(super) const BEATABLE: Percept = Percept {
    number: 0,
    name: "beatable",
    width: 4,
    about: "for each suit: a legal card of it is below some card that opponents hold",
    sense: |look| each_suit(|suit| theirs_above_weakest(look, suit) > 0),
    say: |bits| suits(bits, "say.beatable", "say.beatable.none"),
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
    say: |bits| coded(bits, ["say.exit.none", "say.exit.poor", "say.exit.fair", "say.exit.good"]),
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
    say: |bits| {
        let keys = ["say.gone", "say.theirs", "say.mine"];
        vec![
            keys.get(bits as usize)
                .map_or(Phrase::new(IMPOSSIBLE), |key| Phrase::new(key).with("card", QUEEN.to_string())),
        ]
    },
};

/// Classes of [`LOW_SPADES`].
const LOW: [usize; 3] = [1, 2, 4];

pub(super) const LOW_SPADES: Percept = Percept {
    number: 0,
    name: "low-spades",
    width: 2,
    about: "own ♠ below ♠Q, as 0, 1, 2–3, 4 or more",
    sense: |look| class((look.hand & QUEEN.lower()).len(), LOW),
    say: |bits| vec![Phrase::new("say.low-spades").with("count", amount(bits, LOW))],
};

pub(super) const SPADE_DANGER: Percept = Percept {
    number: 0,
    name: "spade-danger",
    width: 1,
    about: "an opponent holds ♠Q, and ♠K or ♠A is held",
    sense: |look| u32::from(look.unseen.contains(QUEEN) && holds_above_queen(look)),
    say: |bits| either(bits, "say.catch", "say.catch.none"),
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
    say: |bits| either(bits, "say.smoke", "say.smoke.not"),
};

#[inline]
fn holds_above_queen(look: &Look<'_>) -> bool {
    const ABOVE: CardSet = KING.set().with(ACE);
    !(look.hand & ABOVE).is_empty()
}

/// The suits of [`CASH_SAFE`].
const CASHED: [Suit; 3] = [Suit::Clubs, Suit::Diamonds, Suit::Spades];

pub(super) const CASH_SAFE: Percept = Percept {
    number: 0,
    name: "cash-safe",
    width: 3,
    about: "for ♣, ♦ and ♠: a legal card of it is above all that opponents hold, they hold five or more, none has \
            shown to be out of it, and (for ♠) none holds ♠Q and the card is not ♠Q",
    sense: |look| {
        pack(CASHED.map(|suit| {
            let theirs = look.unseen.of(suit);
            let top = look.leads.of(suit).without(QUEEN).highest();
            top.is_some_and(|card| (theirs & card.higher()).is_empty())
                && theirs.len() >= 5
                && !theirs.contains(QUEEN)
                && !look.someone_void(suit)
        }))
    },
    say: |bits| {
        listed(
            bits,
            CASHED.map(|suit| Phrase::new("say.cash").with("suit", suit.to_string())),
            Phrase::new("say.cash.none"),
        )
    },
};

pub(super) const THEIRS_GONE: Percept = Percept {
    number: 0,
    name: "theirs-gone",
    width: 4,
    about: "for each suit: no opponent holds any",
    sense: |look| each_suit(|suit| look.unseen.of(suit).is_empty()),
    say: |bits| suits(bits, "say.theirs-gone", "say.theirs-gone.none"),
};

/// The suits of [`SHORT_SIDES`].
const SIDES: [Suit; 2] = [Suit::Clubs, Suit::Diamonds];

pub(super) const SHORT_SIDES: Percept = Percept {
    number: 0,
    name: "short-sides",
    width: 2,
    about: "one or two ♣ are held; one or two ♦",
    sense: |look| pack(SIDES.map(|suit| (1..=2).contains(&look.hand.of(suit).len()))),
    say: |bits| {
        listed(
            bits,
            SIDES.map(|suit| Phrase::new("say.short").with("suit", suit.to_string())),
            Phrase::new("say.short.none"),
        )
    },
};

pub(super) const OWN_POINTS: Percept = Percept {
    number: 0,
    name: "own-points",
    width: 2,
    about: "points taken, as 0, 1–6, 7–12, 13 or more",
    sense: |look| class(usize::from(look.view.taken(look.view.seat())), [1, 7, 13]),
    say: |bits| coded(bits, ["say.taken.none", "say.taken.few", "say.taken.many", "say.taken.most"]),
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
    say: |bits| coded(bits, ["say.left.none", "say.left.few", "say.left.many", "say.left.queen"]),
};

pub(super) const CLUBS_LEFT: Percept = Percept {
    number: 0,
    name: "clubs-left",
    width: 2,
    about: "♣ with opponents, as 0, 1–3, 4–6, 7 or more",
    sense: |look| left(look, Suit::Clubs),
    say: |bits| say_left(bits, Some(Suit::Clubs)),
};

pub(super) const DIAMONDS_LEFT: Percept = Percept {
    name: "diamonds-left",
    about: "♦ with opponents, as 0, 1–3, 4–6, 7 or more",
    sense: |look| left(look, Suit::Diamonds),
    say: |bits| say_left(bits, Some(Suit::Diamonds)),
    ..CLUBS_LEFT
};

pub(super) const HEARTS_LEFT: Percept = Percept {
    name: "hearts-left",
    about: "♥ with opponents, as 0, 1–3, 4–6, 7 or more",
    sense: |look| left(look, Suit::Hearts),
    say: |bits| say_left(bits, Some(Suit::Hearts)),
    ..CLUBS_LEFT
};

pub(super) const SPADES_LEFT: Percept = Percept {
    name: "spades-left",
    about: "♠ with opponents, as 0, 1–3, 4–6, 7 or more",
    sense: |look| left(look, Suit::Spades),
    say: |bits| say_left(bits, Some(Suit::Spades)),
    ..CLUBS_LEFT
};

pub(super) const LED_LEFT: Percept = Percept {
    name: "led-left",
    about: "cards of the led suit with opponents, as 0, 1–3, 4–6, 7 or more",
    sense: |look| look.led.map_or(0, |led| left(look, led)),
    say: |bits| say_left(bits, None),
    ..CLUBS_LEFT
};

#[inline]
fn left(look: &Look<'_>, suit: Suit) -> u32 {
    class(look.unseen.of(suit).len(), LEFT)
}

const LEFT: [usize; 3] = [1, 4, 7];

fn say_left(bits: u32, suit: Option<Suit>) -> Vec<Phrase> {
    vec![Phrase::new("say.theirs.count").with("count", amount(bits, LEFT)).with("what", of(suit))]
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
    say: |bits| coded(bits, ["say.takers.none", "say.takers.me", "say.takers.one", "say.takers.several"]),
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
    say: |bits| coded(bits, ["say.reach.void", "say.reach.duck", "say.reach.over", "say.reach.both"]),
};

pub(super) const QUEEN_ON_TABLE: Percept = Percept {
    number: 0,
    name: "queen-on-table",
    width: 1,
    about: "♠Q lies on the table",
    sense: |look| u32::from(look.on_table().contains(QUEEN)),
    say: |bits| either(bits, "say.queen-table", "say.queen-table.not"),
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
        coded(bits, ["say.table-points.none", "say.table-points.one", "say.table-points.several", "say.queen-table"])
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
    say: |bits| either(bits, "say.queen-comes", "say.queen-comes.not"),
};

/// Classes of [`ESCAPE`].
const ABOVE: [usize; 3] = [1, 2, 4];

pub(super) const ESCAPE: Percept = Percept {
    number: 0,
    name: "escape",
    width: 2,
    about: "cards above the own weakest card of the led suit that later players may hold, as 0, 1, 2–3, 4 or more",
    sense: |look| {
        let Some(weakest) = look.led.and_then(|led| look.hand.of(led).lowest()) else { return 0 };
        let later = look.later().fold(CardSet::EMPTY, |all, seat| all | look.may_hold(seat));
        class((later & weakest.higher()).len(), ABOVE)
    },
    say: |bits| vec![Phrase::new("say.escape").with("count", amount(bits, ABOVE))],
};

pub(super) const LATER_VOIDS: Percept = Percept {
    number: 0,
    name: "later-voids",
    width: 2,
    about: "how many later players have shown that they have none of the led suit",
    sense: |look| look.led.map_or(0, |led| look.later().filter(|&seat| look.view.is_void(seat, led)).count() as u32),
    say: |bits| vec![Phrase::new("say.later-voids").with("n", bits & 3)],
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
    say: |bits| either(bits, "say.clean", "say.clean.not"),
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
    say: |bits| coded(bits, ["say.top-heart.none", "say.top-heart.low", "say.top-heart.middle", "say.top-heart.high"]),
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
    say: |bits| suits(bits, "say.unsafe", "say.unsafe.none"),
};
