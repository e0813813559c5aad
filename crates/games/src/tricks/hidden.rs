use kirifuda_play::Rng;

use crate::cards::CardSet;

/// Cards whose holders are not known, to be dealt at random to receivers who may hold only some of them.
///
/// Prepared once for a situation, then drawn from many times. Every way to deal is equally likely, and a draw takes
/// bounded time however tight the constraints: the cards fall into classes by who may hold them; how many of each
/// class go to whom is drawn by exact counts of the ways to deal the rest, then which ones. (Cards of one class are
/// interchangeable, so at most 2^receivers − 1 classes matter, whatever the suits.)
#[derive(Clone, Debug)]
pub struct Hidden {
    receivers: usize,
    /// Cards that only one receiver may hold.
    certain: [CardSet; MAX],
    /// Room left for the others.
    rooms: Rooms,
    classes: Vec<Class>,
    /// For each class but the last, which fills what room is left: every room that can be left for it and the classes
    /// after it, the first that of the start.
    states: Vec<Vec<State>>,
    count: Option<u128>,
}

pub(super) const MAX: usize = 5;
type Rooms = [u8; MAX];

#[derive(Clone, Debug)]
struct Class {
    /// Who may hold them, as bits.
    holders: u8,
    cards: CardSet,
}

/// Room left for a class and the classes after it.
#[derive(Clone, Debug)]
struct State {
    rooms: Rooms,
    /// Ways to deal all these classes.
    ways: u128,
    splits: Vec<Split>,
}

/// How many cards of a class go to whom.
#[derive(Clone, Debug)]
struct Split {
    given: Rooms,
    /// The ways to deal with this split or one before it in the list.
    upto: u128,
    /// The state that it leads to, of the next class.
    next: u32,
}

impl Hidden {
    /// `cards` for receivers with `rooms`, each of whom may hold only `may_hold`. At most five receivers.
    pub fn new(cards: CardSet, rooms: &[usize], may_hold: &[CardSet]) -> Hidden {
        debug_assert!(rooms.len() <= MAX && rooms.len() == may_hold.len());
        let receivers = rooms.len();
        let mut hidden = Hidden {
            receivers,
            certain: [CardSet::EMPTY; MAX],
            rooms: [0; MAX],
            classes: Vec::new(),
            states: Vec::new(),
            count: None,
        };
        let mut possible = cards.len() == rooms.iter().sum::<usize>();
        for (place, &room) in hidden.rooms.iter_mut().zip(rooms) {
            *place = room as u8;
        }
        let mut left = cards;
        // By number of holders, so that the widest class comes last, where it only fills what room is left.
        let mut masks: Vec<u8> = (1..1u8 << receivers).collect();
        masks.sort_by_key(|mask| mask.count_ones());
        for holders in masks {
            let of_class = (0..receivers)
                .fold(left, |set, r| if holders >> r & 1 == 1 { set & may_hold[r] } else { set - may_hold[r] });
            left -= of_class;
            if of_class.is_empty() {
                continue;
            }
            if holders.is_power_of_two() {
                let receiver = holders.trailing_zeros() as usize;
                hidden.certain[receiver] = of_class;
                match hidden.rooms[receiver].checked_sub(of_class.len() as u8) {
                    Some(room) => hidden.rooms[receiver] = room,
                    None => possible = false,
                }
            } else {
                hidden.classes.push(Class { holders, cards: of_class });
            }
        }
        if !possible || !left.is_empty() {
            hidden.count = Some(0);
        } else if hidden.classes.len() > 1 {
            hidden.states = vec![Vec::new(); hidden.classes.len() - 1];
            hidden.count = Some(hidden.prepare(0, hidden.rooms).0);
        }
        hidden
    }

    /// Number of ways to deal the cards; 0 when the constraints contradict each other.
    pub fn count(&self) -> u128 {
        self.count.unwrap_or_else(|| match self.classes.first() {
            None => u128::from(self.rooms.iter().all(|&room| room == 0)),
            Some(class) => fill(class, &self.rooms),
        })
    }

    /// What each receiver holds for certain, the room left for the other cards, and the number of receivers.
    pub(super) fn certain(&self) -> ([CardSet; MAX], [u8; MAX], usize) {
        (self.certain, self.rooms, self.receivers)
    }

    /// The other cards, by who may hold them, as bits.
    pub(super) fn open(&self) -> impl Iterator<Item = (u8, CardSet)> {
        self.classes.iter().map(|class| (class.holders, class.cards))
    }

    /// Deals: `out[r]` becomes what receiver `r` holds.
    pub fn draw(&self, rng: &mut Rng, out: &mut [CardSet]) {
        debug_assert!(self.count() > 0, "the constraints contradict each other");
        let out = &mut out[..self.receivers];
        out.copy_from_slice(&self.certain[..self.receivers]);
        let Some((last, earlier)) = self.classes.split_last() else {
            return;
        };
        let (mut rooms, mut at) = (self.rooms, 0);
        for (class, states) in earlier.iter().zip(&self.states) {
            let state = &states[at];
            let target = rng.below_u128(state.ways.max(1));
            let Some(split) = state.splits.iter().find(|split| target < split.upto) else {
                return;
            };
            deal(class.cards, &split.given, rng, out);
            for (room, given) in rooms.iter_mut().zip(split.given) {
                *room -= given;
            }
            at = split.next as usize;
        }
        deal(last.cards, &rooms, rng, out);
    }

    /// Ways to deal the classes from `k` on into `rooms`, and the place of that state.
    fn prepare(&mut self, k: usize, rooms: Rooms) -> (u128, u32) {
        if k + 1 == self.classes.len() {
            return (fill(&self.classes[k], &rooms), 0);
        }
        if let Some(place) = self.states[k].iter().position(|state| state.rooms == rooms) {
            return (self.states[k][place].ways, place as u32);
        }
        let place = self.states[k].len();
        self.states[k].push(State { rooms, ways: 0, splits: Vec::new() });
        let mut branches = Vec::new();
        splits(&self.classes[k], &rooms, &mut |given, rest, ways| branches.push((*given, *rest, ways)));
        let (mut all, mut drawn) = (0, Vec::with_capacity(branches.len()));
        for (given, rest, ways) in branches {
            let (ways_after, next) = self.prepare(k + 1, rest);
            if ways_after > 0 {
                all += ways * ways_after;
                drawn.push(Split { given, upto: all, next });
            }
        }
        let state = &mut self.states[k][place];
        (state.ways, state.splits) = (all, drawn);
        (all, place as u32)
    }
}

/// Deals cards, so many to each, every way equally likely. The last who gets any takes what is left.
#[inline]
fn deal(mut cards: CardSet, given: &Rooms, rng: &mut Rng, out: &mut [CardSet]) {
    for (hand, &count) in out.iter_mut().zip(given) {
        let part = match count as usize {
            0 => continue,
            count if count == cards.len() => cards,
            count => cards.random_part(count, rng),
        };
        cards -= part;
        *hand |= part;
    }
}

/// Ways to fill the rooms exactly with the last class; 0 when it does not fit.
fn fill(class: &Class, rooms: &Rooms) -> u128 {
    let fits = (0..MAX).all(|r| rooms[r] == 0 || class.holders >> r & 1 == 1);
    if !fits || rooms.iter().map(|&room| room as usize).sum::<usize>() != class.cards.len() {
        return 0;
    }
    let mut left = class.cards.len();
    let mut ways = 1;
    for &room in rooms {
        ways *= choose(left, room as usize);
        left -= room as usize;
    }
    ways
}

/// Every way to split a class among its holders: how many to each, the room left, and in how many ways.
fn splits(class: &Class, rooms: &Rooms, visit: &mut impl FnMut(&Rooms, &Rooms, u128)) {
    fn next(
        class: &Class,
        r: usize,
        left: usize,
        state: (&mut Rooms, &mut Rooms),
        ways: u128,
        visit: &mut impl FnMut(&Rooms, &Rooms, u128),
    ) {
        let (split, rest) = state;
        if left == 0 {
            return visit(split, rest, ways);
        }
        if r == MAX {
            return;
        }
        let most = if class.holders >> r & 1 == 1 { left.min(rest[r] as usize) } else { 0 };
        for given in 0..=most {
            split[r] += given as u8;
            rest[r] -= given as u8;
            next(class, r + 1, left - given, (split, rest), ways * choose(left, given), visit);
            split[r] -= given as u8;
            rest[r] += given as u8;
        }
    }
    next(class, 0, class.cards.len(), (&mut [0; MAX], &mut rooms.clone()), 1, visit);
}

/// Binomial coefficient.
fn choose(n: usize, k: usize) -> u128 {
    (0..k.min(n - k)).fold(1, |product, i| product * (n - i) as u128 / (i + 1) as u128)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn set(text: &str) -> CardSet {
        text.parse().unwrap()
    }

    /// All deals by brute force: each card to each receiver in turn.
    fn enumerate(cards: CardSet, rooms: &[usize], may_hold: &[CardSet]) -> Vec<Vec<CardSet>> {
        let Some(card) = cards.lowest() else {
            return vec![vec![CardSet::EMPTY; rooms.len()]];
        };
        let mut all = Vec::new();
        for r in 0..rooms.len() {
            if rooms[r] > 0 && may_hold[r].contains(card) {
                let mut fewer = rooms.to_vec();
                fewer[r] -= 1;
                for mut deal in enumerate(cards.without(card), &fewer, may_hold) {
                    deal[r].insert(card);
                    all.push(deal);
                }
            }
        }
        all
    }

    fn check(cards: &str, rooms: &[usize], cannot: &[&str]) {
        let cards = set(cards);
        let may_hold: Vec<CardSet> = cannot.iter().map(|c| !set(c)).collect();
        let hidden = Hidden::new(cards, rooms, &may_hold);
        let all = enumerate(cards, rooms, &may_hold);
        assert_eq!(hidden.count(), all.len() as u128, "number of deals of {cards}");
        let mut counts: BTreeMap<Vec<CardSet>, u32> = all.into_iter().map(|deal| (deal, 0)).collect();
        let mut rng = Rng::new(5);
        let draws = 30 * counts.len();
        for _ in 0..draws {
            let mut deal = vec![CardSet::EMPTY; rooms.len()];
            hidden.draw(&mut rng, &mut deal);
            *counts.get_mut(&deal).expect("an impossible deal") += 1;
        }
        let chi2: f64 = counts.values().map(|&n| (f64::from(n) - 30.0).powi(2) / 30.0).sum();
        let freedom = counts.len() as f64 - 1.0;
        // Mean plus 4.5 standard deviations of the statistic; the seed is fixed.
        assert!(chi2 <= freedom + 4.5 * (2.0 * freedom).sqrt(), "chi-square {chi2:.1} at {freedom} degrees of freedom");
    }

    #[test]
    fn draws_are_uniform_over_all_deals_that_the_constraints_allow() {
        check("♣234 ♦234 ♥23 ♠2", &[3, 3, 3], &["–", "–", "–"]);
        check("♣234 ♦234 ♥23 ♠2", &[3, 3, 3], &["♣23456", "–", "–"]);
        check("♣234 ♦234 ♥23 ♠2", &[3, 3, 3], &["♣23456", "♦23456", "♠2"]);
        check("♣2345 ♦23 ♥23 ♠2", &[2, 3, 4], &["♣23456", "♦23456 ♠2", "♥23"]);
        check("♣2345 ♦23 ♥23 ♠2Q", &[2, 4, 4], &["♣23456 ♦2345 ♠2", "–", "♥23"]);
        check("♣234567 ♦2", &[1, 2, 2, 2], &["–", "♣2", "♣23", "♦2"]);
        check("♣23", &[1, 1, 0], &["♣2", "–", "–"]);
    }

    #[test]
    fn contradictions_have_no_deal() {
        let count = |rooms: &[usize], may: &[&str]| {
            Hidden::new(set("♣23 ♦2"), rooms, &may.iter().map(|m| set(m)).collect::<Vec<_>>()).count()
        };
        assert_eq!(count(&[2, 1], &["♣23", "♣23"]), 0, "nobody may hold ♦2");
        assert_eq!(count(&[2, 2], &["♣23 ♦2", "♣23 ♦2"]), 0, "too much room");
        assert_eq!(count(&[2, 1], &["♦2", "♣23"]), 0, "two clubs into one place");
        assert_eq!(count(&[1, 2], &["♦2", "♣23 ♦2"]), 1);
    }

    #[test]
    fn a_full_deal_has_its_known_number_of_ways() {
        let hidden = Hidden::new(!set("♣23456789TJQKA"), &[13, 13, 13], &[CardSet::DECK; 3]);
        assert_eq!(hidden.count(), 84_478_098_072_866_400); // 39! / 13!^3
    }
}
