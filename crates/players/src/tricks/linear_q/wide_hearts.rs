use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::hearts::{Direction, Hearts, POINT_CARDS, View};
use kirifuda_games::tricks::PLAYERS;
use kirifuda_learn::linear_q::Task;
use kirifuda_play::{Meaning, Seat};

use super::paper::{RELATIVE, relative_score};
use super::position::{
    AMOUNTS, Block, COMBINATIONS, PAIRS, Position, ROLES, ROLES_ON_TOP, See, Sum, fill, later_seats,
};

/// Hearts with more features than paper 001 has: who has shown out of a suit, where ♠Q is, what lies on the table, who
/// has taken points (the moon), the holdings of each suit by rank and by place, and the cards to pass.
#[derive(Clone, Copy, Debug, Default)]
pub struct WideHeartsTask {
    /// Leaves a part of the features out, to measure what it brings.
    pub without: Option<Part>,
}

/// A part of the features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Who has shown out of a suit.
    Voids,
    /// Where ♠Q is.
    Queen,
    /// What lies on the table.
    Table,
    /// Who has taken points.
    Moon,
    /// Holdings suit by suit, with how many cards the others have; without it one table for all suits, as in the paper.
    Holdings,
    /// What to pass; without it the holdings of play decide.
    Passing,
}

impl Part {
    /// All parts.
    pub const ALL: [Part; 6] = [Part::Voids, Part::Queen, Part::Table, Part::Moon, Part::Holdings, Part::Passing];

    /// The name of the features without it, in the setting `features`.
    pub const fn left_out(self) -> &'static str {
        match self {
            Part::Voids => "wide-no-voids",
            Part::Queen => "wide-no-queen",
            Part::Table => "wide-no-table",
            Part::Moon => "wide-no-moon",
            Part::Holdings => "wide-no-holdings",
            Part::Passing => "wide-no-passing",
        }
    }

    /// What it is, in words.
    pub const fn about(self) -> &'static str {
        match self {
            Part::Voids => "who has shown out of a suit",
            Part::Queen => "where ♠Q is",
            Part::Table => "what lies on the table",
            Part::Moon => "who has taken points",
            Part::Holdings => "holdings by suit and by how many cards the others have",
            Part::Passing => "what to pass",
        }
    }
}

/// Leading or becoming the highest: place in the trick, (n, m), card.
const PLAY: Block = Block::first(ROLES_ON_TOP * PAIRS * 52);
/// Role, card, what lies on the table.
const TABLE: Block = PLAY.then(ROLES * 52 * WORTHS);
/// Role, card, where ♠Q is.
const QUEEN: Block = TABLE.then(ROLES * 52 * QUEENS);
/// Leading or becoming the highest: later players, how many of them are out of the suit, how many cards of it the
/// others hold, where ♠Q is, kind of suit, stronger cards unseen (0, 1, 2, more).
const DANGER: Block = QUEEN.then(4 * 4 * AMOUNTS * QUEENS * KINDS * 4);
/// Leading: card, how many of the others are out of its suit.
const LEAD: Block = DANGER.then(52 * 4);
/// Role, cards left.
const LEFT: Block = LEAD.then(ROLES * 13);
/// Role, who has taken points, how many are taken, what lies on the table.
const MOON: Block = LEFT.then(ROLES * TAKERS * TAKEN * WORTHS);
/// Suits not held after the move, cards left, whether ♠Q is gone.
const VOIDS: Block = MOON.then(4 * 13 * 2);
/// For each suit (spades without ♠Q apart): the ranks held, how many cards of it the others hold.
const RANKS: Block = VOIDS.then(5 * COMBINATIONS * AMOUNTS);
/// For each suit (spades without ♠Q apart): the places held among its unplayed cards.
const PLACES: Block = RANKS.then(5 * COMBINATIONS);
/// Passing: direction, card.
const GIVE: Block = PLACES.then(4 * 52);
/// Passing, for each suit: the ranks kept.
const KEEP: Block = GIVE.then(4 * COMBINATIONS);

/// What lies on the table: nothing that counts, hearts, ♠Q.
const WORTHS: usize = 3;
/// Where ♠Q is: in the own hand, on the table, perhaps with a later player, with another, gone in an earlier trick.
const QUEENS: usize = 5;
const QUEEN_ON_TABLE: usize = 1;
const QUEEN_GONE: usize = 4;
/// Clubs or diamonds, hearts, spades.
const KINDS: usize = 3;
/// Who has taken points: nobody, this seat alone, one other alone who would take this trick, one other alone who would
/// not, several.
const TAKERS: usize = 5;
/// How many points are taken: 0, 1–5, 6–12, 13–18, more.
const TAKEN: usize = 5;

/// The feature of leading a card while so many of the others are out of its suit.
#[inline]
pub(super) fn lead(card: Card, out: usize) -> usize {
    LEAD.at(card.index() * 4 + out)
}

/// The feature of passing a card in a direction.
pub(super) fn give(direction: Direction, card: Card) -> usize {
    GIVE.at(direction as usize * 52 + card.index())
}

struct Sight<'a> {
    position: Position<'a>,
    queen: usize,
    worth: usize,
    taker: usize,
    taken: usize,
    /// While cards are passed: the direction.
    passing: Option<usize>,
    without: Option<Part>,
}

impl<'a> Sight<'a> {
    fn of(view: View<'a>, without: Option<Part>) -> Sight<'a> {
        let mut position = Position::of(view.table());
        if without == Some(Part::Voids) {
            position.void = [0; 4];
        }
        let keep = |part: Part, seen: usize| if without == Some(part) { 0 } else { seen };
        Sight {
            queen: keep(Part::Queen, queen(view, &position)),
            worth: keep(Part::Table, worth(view)),
            taker: keep(Part::Moon, taker(view)),
            taken: keep(Part::Moon, taken(view)),
            passing: view.is_passing().then_some(keep(Part::Passing, view.direction() as usize)),
            position,
            without,
        }
    }

    /// The features of a card and of its suit after it.
    #[inline]
    fn play(&self, card: Card, see: &mut impl See) {
        match self.passing {
            Some(_) if self.without == Some(Part::Passing) => {}
            Some(direction) => see.see(GIVE.at(direction * 52 + card.index())),
            None => self.put(card, see),
        }
        self.hold(card.suit(), card.set(), see);
    }

    /// The features of a card put into a trick.
    #[inline]
    fn put(&self, card: Card, see: &mut impl See) {
        let Sight { position, queen, worth, taker, taken, .. } = self;
        let (suit, role, which) = (card.suit(), position.role(card), card.index());
        let void = position.void[suit as usize];
        if role < ROLES_ON_TOP {
            see.see(PLAY.at((role * PAIRS + position.pair(card)) * 52 + which));
            let kind = match suit {
                Suit::Clubs | Suit::Diamonds => 0,
                Suit::Hearts => 1,
                Suit::Spades => 2,
            };
            let danger = (position.later * 4 + void) * AMOUNTS + position.amount(suit);
            see.see(DANGER.at(((danger * QUEENS + queen) * KINDS + kind) * 4 + position.stronger(card).min(3)));
            if role == 0 {
                see.see(lead(card, void));
            }
        }
        let left = position.left();
        see.see(TABLE.at((role * 52 + which) * WORTHS + worth));
        see.see(QUEEN.at((role * 52 + which) * QUEENS + queen));
        see.see(LEFT.at(role * 13 + left));
        see.see(MOON.at(((role * TAKERS + taker) * TAKEN + taken) * WORTHS + worth));
        let hand = position.hand.without(card);
        let empty = Suit::ALL.into_iter().filter(|&suit| hand.of(suit).is_empty()).count().min(3);
        see.see(VOIDS.at((empty * 13 + left) * 2 + usize::from(*queen == QUEEN_GONE)));
    }

    /// The features of what is held of a suit when `gone` has been played or given.
    #[inline]
    fn hold(&self, suit: Suit, gone: CardSet, see: &mut impl See) {
        let (ranks, places) = self.position.held(suit, gone);
        if self.passing.is_some() && self.without != Some(Part::Passing) {
            return see.see(KEEP.at(suit as usize * COMBINATIONS + ranks));
        }
        if self.without == Some(Part::Holdings) {
            see.see(RANKS.at(ranks * AMOUNTS));
            return see.see(PLACES.at(places));
        }
        let table = match suit {
            Suit::Spades if self.queen == QUEEN_GONE || self.queen == QUEEN_ON_TABLE => 4,
            _ => suit as usize,
        };
        see.see(RANKS.at((table * COMBINATIONS + ranks) * AMOUNTS + self.position.amount(suit)));
        see.see(PLACES.at(table * COMBINATIONS + places));
    }
}

fn queen(view: View<'_>, position: &Position<'_>) -> usize {
    let queen = Card::QUEEN_OF_SPADES;
    let may_hold = |seat: Seat| {
        let elsewhere = view.others().into_iter().any(|other| other != seat && view.known_in(other).contains(queen));
        !elsewhere && !view.excluded(seat).contains(queen)
    };
    match queen {
        _ if position.hand.contains(queen) => 0,
        _ if view.trick().cards().contains(&queen) => QUEEN_ON_TABLE,
        _ if !position.unseen.contains(queen) => QUEEN_GONE,
        _ if later_seats(view.table(), position.later).any(may_hold) => 2,
        _ => 3,
    }
}

fn worth(view: View<'_>) -> usize {
    let cards = view.trick().cards();
    if cards.contains(&Card::QUEEN_OF_SPADES) {
        return 2;
    }
    usize::from(cards.iter().any(|&card| POINT_CARDS.contains(card)))
}

fn taker(view: View<'_>) -> usize {
    let mut takers = Seat::all(PLAYERS).filter(|&seat| view.taken(seat) > 0);
    let trick = view.trick();
    match (takers.next(), takers.next()) {
        (None, _) => 0,
        (Some(seat), None) if seat == view.seat() => 1,
        (Some(seat), None) if !trick.is_empty() && trick.winner() == seat => 2,
        (Some(_), None) => 3,
        _ => 4,
    }
}

fn taken(view: View<'_>) -> usize {
    match Seat::all(PLAYERS).map(|seat| view.taken(seat)).sum::<u8>() {
        0 => 0,
        1..=5 => 1,
        6..=12 => 2,
        13..=18 => 3,
        _ => 4,
    }
}

impl Task<Hearts> for WideHeartsTask {
    fn layout(&self) -> &'static str {
        match self.without {
            None => "hearts/wide",
            Some(Part::Voids) => "hearts/wide-no-voids",
            Some(Part::Queen) => "hearts/wide-no-queen",
            Some(Part::Table) => "hearts/wide-no-table",
            Some(Part::Moon) => "hearts/wide-no-moon",
            Some(Part::Holdings) => "hearts/wide-no-holdings",
            Some(Part::Passing) => "hearts/wide-no-passing",
        }
    }

    fn dimensions(&self) -> usize {
        KEEP.end()
    }

    fn active(&self, view: View<'_>, card: Card, out: &mut Vec<u32>) {
        let sight = Sight::of(view, self.without);
        let mut out = out;
        sight.play(card, &mut out);
        for suit in Suit::ALL.into_iter().filter(|&suit| suit != card.suit()) {
            sight.hold(suit, CardSet::EMPTY, &mut out);
        }
    }

    fn values(&self, weights: &[f32], view: View<'_>, legal: &[Card], out: &mut Vec<f32>) {
        let sight = Sight::of(view, self.without);
        let suits = Suit::ALL.map(|suit| Sum::of(weights, |see| sight.hold(suit, CardSet::EMPTY, see)));
        fill(legal.iter().copied(), out, suits, |card| Sum::of(weights, |see| sight.play(card, see)));
    }

    fn gain(&self, view: View<'_>) -> f32 {
        relative_score(view)
    }
    fn meaning(&self) -> Meaning {
        RELATIVE
    }
}
