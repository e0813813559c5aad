//! A slow reading, in words, of the tables of percepts in paper 002 and in docs/games/hearts.md.

use std::collections::BTreeSet;

use kirifuda_games::cards::{Card, Rank, Suit};
use kirifuda_games::hearts::{BrokenBy, FirstTrick, Leading, points};
use kirifuda_play::Seat;
use kirifuda_players::hearts::Look;

/// What a seat knows, card by card, read off the plays.
pub struct Slow<'a> {
    look: Look<'a>,
    hand: Vec<Card>,
    legal: Vec<Card>,
    /// What is neither held nor played.
    theirs: Vec<Card>,
    /// The trick under way.
    trick: Vec<Card>,
    later: Vec<Seat>,
    /// By seat, what it has proved not to hold, and the points in its tricks.
    lacks: [BTreeSet<Card>; 4],
    taken: [u8; 4],
    broken: bool,
}

impl<'a> Slow<'a> {
    pub fn of(look: Look<'a>) -> Slow<'a> {
        let (view, rules) = (look.view, look.view.rules());
        let mut tricks: Vec<Vec<(Seat, Card)>> = vec![vec![]];
        let mut lacks: [BTreeSet<Card>; 4] = Default::default();
        let (mut taken, mut broken) = ([0; 4], false);
        for (seat, card) in view.plays() {
            let trick = tricks.last().unwrap();
            let held_back = |card: Card| match rules.leading {
                _ if broken => false,
                Leading::Free => false,
                Leading::NoHearts => card.suit() == Suit::Hearts,
                Leading::NoPoints => points(card) > 0,
            };
            // "A seat that did not follow holds none of that suit; a heart (or ♠Q) led before it may be, or a point
            // card on the first trick, shows that nothing better was held."
            let proves = |other: Card| match trick.first() {
                None => held_back(card) && !held_back(other),
                Some((_, led)) => {
                    let early = tricks.len() == 1 && rules.first_trick == FirstTrick::NoPoints && points(card) > 0;
                    let follows = card.suit() == led.suit();
                    !follows && other.suit() == led.suit()
                        || early && points(other) == 0 && (!follows || other.suit() == led.suit())
                }
            };
            let proved: Vec<Card> = Card::DECK.into_iter().filter(|&other| proves(other)).collect();
            lacks[seat.index()].extend(proved);
            let queen_breaks = rules.broken_by == BrokenBy::Points;
            broken |= card.suit() == Suit::Hearts || queen_breaks && card == Card::QUEEN_OF_SPADES;
            tricks.last_mut().unwrap().push((seat, card));
            let trick = tricks.last().unwrap();
            if trick.len() == 4 {
                let best = trick.iter().filter(|(_, card)| card.suit() == trick[0].1.suit()).max_by_key(|play| play.1);
                taken[best.unwrap().0.index()] += trick.iter().map(|&(_, card)| points(card)).sum::<u8>();
                tricks.push(vec![]);
            }
        }
        let played: Vec<Card> = tricks.iter().flatten().map(|&(_, card)| card).collect();
        let hand: Vec<Card> = view.hand().iter().collect();
        let theirs = Card::DECK.into_iter().filter(|card| !hand.contains(card) && !played.contains(card)).collect();
        let trick: Vec<Card> = tricks.pop().unwrap().into_iter().map(|(_, card)| card).collect();
        let later = (1..=3 - trick.len()).map(|steps| Seat((view.seat().0 + steps as u8) % 4)).collect();
        Slow { look, hand, legal: look.legal.iter().collect(), theirs, trick, later, lacks, taken, broken }
    }

    fn is_void(&self, seat: Seat, suit: Suit) -> bool {
        Card::DECK.iter().all(|card| card.suit() != suit || self.lacks[seat.index()].contains(card))
    }

    fn others(&self) -> Vec<Seat> {
        Seat::all(4).filter(|&seat| seat != self.look.view.seat()).collect()
    }

    fn may_hold(&self, seat: Seat, card: Card) -> bool {
        let view = self.look.view;
        let given = view.given().contains(&card) && view.direction().receiver(view.seat()) != Some(seat);
        let two = card == Card::TWO_OF_CLUBS; // Its holder leads it, or is known to.
        self.theirs.contains(&card) && !self.lacks[seat.index()].contains(&card) && !given && !two
    }

    /// The bits of a percept, the lowest first.
    pub fn bits(&self, name: &str) -> Vec<bool> {
        let led = self.trick.first().map(|card| card.suit());
        let best = self.trick.iter().filter(|card| Some(card.suit()) == led).max_by_key(|card| card.rank()).copied();
        let mine = |suit: Suit| of(&self.hand, suit);
        let theirs = |suit: Suit| of(&self.theirs, suit);
        let legal = |suit: Suit| of(&self.legal, suit);
        let left = |suit: Suit| code(theirs(suit).len(), &[0, 1, 4, 7]);
        let suits = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
        let queen = Card::QUEEN_OF_SPADES;
        let low = |card: &&Card| card.suit() == Suit::Spades && card.rank() <= Rank::JACK;
        let table_points: u8 = self.trick.iter().map(|&card| points(card)).sum();
        let void_later = || self.later.iter().filter(|&&seat| self.is_void(seat, led.unwrap())).count();
        match name {
            "hearts-broken" => vec![self.broken],
            "longest-suit" => {
                let longest = |suit| suits.iter().all(|&other| mine(other).len() <= mine(suit).len());
                vec![longest(Suit::Diamonds), longest(Suit::Clubs)]
            }
            "hearts-standing" => self.standing(Suit::Hearts),
            "spades-standing" => self.standing(Suit::Spades),
            "diamonds-standing" => self.standing(Suit::Diamonds),
            "clubs-standing" => self.standing(Suit::Clubs),
            "led-standing" => self.standing(led.unwrap()),
            "high-spades" => [Rank::QUEEN, Rank::KING, Rank::ACE]
                .map(|rank| Suit::Spades.card(rank))
                .iter()
                .flat_map(|card| [self.hand.contains(card), self.theirs.contains(card)])
                .collect(),
            "clubs-counts" => self.counts(Suit::Clubs),
            "diamonds-counts" => self.counts(Suit::Diamonds),
            "spades-counts" => self.counts(Suit::Spades),
            "hearts-counts" => self.counts(Suit::Hearts),
            "led-counts" => self.counts(led.unwrap()),
            "voids-shown" => suits.map(|suit| self.others().iter().any(|&seat| self.is_void(seat, suit))).to_vec(),
            "suits-held" => suits.map(|suit| !mine(suit).is_empty()).to_vec(),
            "average-held" => {
                let average = |suit| (mine(suit).len() + theirs(suit).len()) as f64 / 4.0;
                suits.map(|suit| !mine(suit).is_empty() && mine(suit).len() as f64 >= average(suit)).to_vec()
            }
            "low-spade-mine" => vec![self.hand.iter().any(|card| low(&card))],
            "low-spades-gone" => vec![!self.theirs.iter().any(|card| low(&card))],
            "later-void-shown" => vec![void_later() > 0],
            "led-suit" => number(suits.iter().position(|&suit| Some(suit) == led).unwrap(), 2),
            "led-held" => [0..1, 1..2, 2..14].map(|range| range.contains(&mine(led.unwrap()).len())).to_vec(),
            "led-top-mine" => {
                let (mine, theirs) = (mine(led.unwrap()), theirs(led.unwrap()));
                vec![mine.iter().any(|card| theirs.iter().all(|other| other.rank() < card.rank()))]
            }
            "points-showing" => vec![table_points > 0],
            "safe-exits" => suits
                .map(|suit| {
                    let below_all = |card: &Card| theirs(suit).iter().all(|other| other.rank() > card.rank());
                    !theirs(suit).is_empty() && legal(suit).iter().any(below_all)
                })
                .to_vec(),
            "beatable" => suits.map(|suit| legal(suit).iter().any(|&card| above(&theirs(suit), card) > 0)).to_vec(),
            "best-exit" => {
                let most = self.legal.iter().map(|&card| above(&self.theirs, card)).max();
                code(most.unwrap(), &[0, 1, 3, 6])
            }
            "queen-place" if self.hand.contains(&queen) => number(2, 2),
            "queen-place" => number(usize::from(self.theirs.contains(&queen)), 2),
            "low-spades" => code(self.hand.iter().filter(low).count(), &[0, 1, 2, 4]),
            "spade-danger" => vec![self.theirs.contains(&queen) && above(&self.hand, queen) > 0],
            "smoke-safe" => {
                let can_lead = self.legal.iter().any(|card| low(&card));
                vec![self.theirs.contains(&queen) && can_lead && above(&self.hand, queen) == 0]
            }
            "cash-safe" => [Suit::Clubs, Suit::Diamonds, Suit::Spades]
                .map(|suit| {
                    let cashes = |card: &Card| *card != queen && above(&theirs(suit), *card) == 0;
                    let queen_falls = suit == Suit::Spades && self.theirs.contains(&queen);
                    let shown = self.others().iter().any(|&seat| self.is_void(seat, suit));
                    legal(suit).iter().any(cashes) && theirs(suit).len() >= 5 && !queen_falls && !shown
                })
                .to_vec(),
            "theirs-gone" => suits.map(|suit| theirs(suit).is_empty()).to_vec(),
            "short-sides" => [Suit::Clubs, Suit::Diamonds].map(|suit| [1, 2].contains(&mine(suit).len())).to_vec(),
            "own-points" => code(self.taken[self.look.view.seat().index()].into(), &[0, 1, 7, 13]),
            "points-left" => {
                let cards = [self.hand.clone(), self.theirs.clone()].concat();
                let hearts = of(&cards, Suit::Hearts).len();
                if cards.contains(&queen) { number(3, 2) } else { code(hearts, &[0, 1, 5]) }
            }
            "clubs-left" => left(Suit::Clubs),
            "diamonds-left" => left(Suit::Diamonds),
            "hearts-left" => left(Suit::Hearts),
            "spades-left" => left(Suit::Spades),
            "led-left" => left(led.unwrap()),
            "point-takers" => {
                let takers: Vec<Seat> = Seat::all(4).filter(|seat| self.taken[seat.index()] > 0).collect();
                match takers.as_slice() {
                    [] => number(0, 2),
                    [one] => number(if *one == self.look.view.seat() { 1 } else { 2 }, 2),
                    _ => number(3, 2),
                }
            }
            "below-and-above" => {
                let (mine, best) = (mine(led.unwrap()), best.unwrap());
                vec![mine.iter().any(|card| card.rank() < best.rank()), above(&mine, best) > 0]
            }
            "queen-on-table" => vec![self.trick.contains(&queen)],
            "points-on-table" if table_points >= 13 => number(3, 2),
            "points-on-table" => code(table_points.into(), &[0, 1, 2]),
            "queen-may-follow" => vec![self.later.iter().any(|&seat| self.may_hold(seat, queen))],
            "escape" => {
                let weakest = mine(led.unwrap()).into_iter().min();
                let to_come = |card: &&Card| self.later.iter().any(|&seat| self.may_hold(seat, **card));
                let cards: Vec<Card> = self.theirs.iter().filter(to_come).copied().collect();
                code(weakest.map_or(0, |card| above(&cards, card)), &[0, 1, 2, 4])
            }
            "later-voids" => number(void_later(), 2),
            "clean-trick" => {
                let queen_falls = led == Some(Suit::Spades) && self.theirs.contains(&queen);
                let calm = led != Some(Suit::Hearts) && !queen_falls && void_later() == 0;
                vec![table_points == 0 && (self.later.is_empty() || calm)]
            }
            "top-heart" => {
                let top = mine(Suit::Hearts).iter().map(|card| usize::from(card.rank().0) + 2).max();
                code(top.unwrap_or(0), &[0, 2, 7, 12])
            }
            "unsafe-suits" => suits
                .map(|suit| {
                    let below = |card: Card| theirs(suit).iter().filter(|other| other.rank() < card.rank()).count();
                    mine(suit).into_iter().min().is_some_and(|card| below(card) >= 2)
                })
                .to_vec(),
            name => panic!("no slow reading of {name}"),
        }
    }

    /// "One held; opponents hold one stronger than the strongest, weaker than it, stronger than the weakest, weaker."
    fn standing(&self, suit: Suit) -> Vec<bool> {
        let (mine, theirs) = (of(&self.hand, suit), of(&self.theirs, suit));
        let (Some(weakest), Some(strongest)) = (mine.iter().min(), mine.iter().max()) else {
            return vec![false; 5];
        };
        vec![
            mine.len() == 1,
            theirs.iter().any(|card| card.rank() > strongest.rank()),
            theirs.iter().any(|card| card.rank() < strongest.rank()),
            theirs.iter().any(|card| card.rank() > weakest.rank()),
            theirs.iter().any(|card| card.rank() < weakest.rank()),
        ]
    }

    /// "Mine as 0, 1–2, 3–5, 6 and more; the opponents' as 0, 1, 2, 3 and more."
    fn counts(&self, suit: Suit) -> Vec<bool> {
        let (mine, theirs) = (of(&self.hand, suit).len(), of(&self.theirs, suit).len());
        [code(mine, &[0, 1, 3, 6]), code(theirs, &[0, 1, 2, 3])].concat()
    }
}

fn of(cards: &[Card], suit: Suit) -> Vec<Card> {
    cards.iter().copied().filter(|card| card.suit() == suit).collect()
}

/// How many of the cards would beat a card.
fn above(cards: &[Card], card: Card) -> usize {
    of(cards, card.suit()).iter().filter(|other| other.rank() > card.rank()).count()
}

/// A number in so many bits, the lowest first.
pub fn number(value: usize, width: usize) -> Vec<bool> {
    (0..width).map(|bit| value >> bit & 1 == 1).collect()
}

/// The place of a value among classes that start at these values, in two bits.
fn code(value: usize, starts: &[usize]) -> Vec<bool> {
    number(starts.iter().rposition(|&start| start <= value).unwrap(), 2)
}
