//! The parts of a move, block after block; the table in `docs/games/daifugo.md` is their contract.

use kirifuda_games::daifugo::{Cards, DECK_SIZE, EIGHT, JACK, Joker, Kind, Meld, RANKS, Rules, View};
use kirifuda_learn::net::Parts;

use super::super::features::{bucket, column, losers};
use super::super::outlook::{Outlook, Plan, counts, strength};
use crate::common::blocks::blocks;

blocks! { OUTPUTS;
    CARD = DECK_SIZE;          // each card that is played or given
    JOKER_AS = 4;              // the suit that the joker stands for
    FORM = 10;                 // pass, single, pair, three, four and more; sequences of 3, 4, 5 and more; one, two given
    STRENGTH = 15;             // of its low end on the table; beyond both ends of the ranks, the joker alone
    RANK_LEFT = RANKS * 4;     // for each rank of its cards: strength, how many are left
    MELDS = 10;                // melds that the rest falls into
    LOSERS = 2 * 6 * 5;        // can be beaten, melds that do not lead, that do
    BEATERS = 7;               // how many beat it
    WEAKEST = 7;               // the weakest meld that is left, by twos
    SEQUENCES = 2;             // sequences left: one, more
    SPADE = 4;                 // ♠3 and the joker: both left, one left and the other unseen
    JOKER = 6;                 // with the joker: melds left, from one on
    STOP = 6;                  // with an eight that clears the table: melds left
    TURN = 6;                  // a revolution: melds left that do not lead
    LOCK = 2 * 2 * 2;          // locks: more than one suit, cannot be beaten, the highest card of the suits is left
    OUT = 2;                   // the last cards: as they should be, or such as must not be the last
}

const SEQUENCE_FORM: usize = 5;
const GIVE_FORM: usize = 8;

/// Adds the parts of a legal move.
#[inline]
pub(super) fn add(view: View<'_>, meld: Meld, parts: &mut Parts) {
    match meld {
        Meld::PASS => pass(parts),
        _ => Look::new(view).add(meld, parts),
    }
}

/// Adds the parts of all these moves.
pub(super) fn add_all(view: View<'_>, legal: &[Meld], parts: &mut Parts) {
    // A forced pass needs no look.
    if legal == [Meld::PASS] {
        pass(parts);
        parts.end();
        return;
    }
    let look = Look::new(view);
    for &meld in legal {
        match meld {
            Meld::PASS => pass(parts),
            _ => look.add(meld, parts),
        }
        parts.end();
    }
}

/// What a pass leaves is what there is: all of it is in the position.
#[inline]
fn pass(parts: &mut Parts) {
    tell(parts, FORM.at(0));
}

#[inline]
fn tell(parts: &mut Parts, part: u32) {
    parts.add(part as usize);
}

/// What all moves of a position share.
struct Look<'a> {
    rules: &'a Rules,
    outlook: Outlook,
    hand: Cards,
    unseen: Cards,
    table: Option<Meld>,
    lock: u8,
    /// Low beats high on the table.
    reversed: bool,
    /// Low beats high when it is cleared.
    revolution: bool,
    /// No other may answer.
    alone: bool,
}

impl<'a> Look<'a> {
    #[inline]
    fn new(view: View<'a>) -> Look<'a> {
        let unseen = view.unseen();
        Look {
            rules: view.rules(),
            outlook: Outlook::with_unseen(view, unseen),
            hand: view.hand(),
            unseen,
            table: view.table(),
            lock: view.lock(),
            reversed: view.is_reversed(),
            revolution: view.is_revolution(),
            alone: view.answering() == 0,
        }
    }

    #[inline]
    fn add(&self, meld: Meld, parts: &mut Parts) {
        let mut cards = meld.cards().bits();
        while cards != 0 {
            tell(parts, CARD.at(cards.trailing_zeros() as usize));
            cards &= cards - 1;
        }
        tell(parts, FORM.at(form(meld)));
        let left = self.hand - meld.cards();
        match meld.kind() {
            Kind::Give => self.rest(meld, left, self.outlook.plan(left, false), false, false, parts),
            _ => self.play(meld, left, parts),
        }
    }

    fn play(&self, meld: Meld, left: Cards, parts: &mut Parts) {
        let rules = self.rules;
        if let Some(Joker::Cell { suit, .. }) = meld.joker() {
            tell(parts, JOKER_AS.at(usize::from(suit)));
        }
        tell(parts, STRENGTH.at(column(meld, self.reversed)));
        if left.is_empty() {
            let highest = if self.reversed { 0 } else { RANKS as u8 - 1 };
            let forbidden = meld.has_joker() || meld.covers(EIGHT) || meld.covers(highest);
            tell(parts, OUT.at(usize::from(rules.forbidden_finish && forbidden)));
            return;
        }
        let turns = rules.revolution && meld.size() >= if meld.kind() == Kind::Sequence { 5 } else { 4 };
        // What holds for the answers, and what holds later.
        let reversed = self.reversed ^ turns ^ (rules.eleven_back && meld.covers(JACK));
        let revolution = self.revolution ^ turns;
        let stops = rules.eight_stop && meld.covers(EIGHT);
        let same_suits = self.table.is_some_and(|table| table.suits() == meld.suits());
        let locks = rules.lock && self.lock == 0 && same_suits && meld != Meld::JOKER;
        let lock = if locks { meld.suits() } else { self.lock };
        let beaters = if stops || self.alone { 0 } else { self.outlook.beaters(meld, lock, reversed) };
        let plan = self.outlook.plan(left, revolution);
        self.rest(meld, left, plan, revolution, beaters > 0, parts);
        tell(parts, BEATERS.at(bucket(beaters)));
        let melds = usize::from(plan.melds);
        if meld.has_joker() {
            tell(parts, JOKER.at(melds.clamp(1, 6) - 1));
        }
        if stops {
            tell(parts, STOP.at(melds.min(5)));
        }
        if turns {
            tell(parts, TURN.at(losers(plan)));
        }
        if locks {
            let high = holds_highest(left, self.unseen, lock, reversed);
            let places = [meld.size() > 1, beaters == 0, high];
            tell(parts, LOCK.at(places.into_iter().fold(0, |all, bit| all * 2 + usize::from(bit))));
        }
    }

    /// The cards that are left.
    #[inline]
    fn rest(&self, meld: Meld, left: Cards, plan: Plan, reversed: bool, beaten: bool, parts: &mut Parts) {
        let (gone, kept) = (counts(meld.naturals().bits()), counts(left.naturals().bits()));
        let mut ranks = (gone | gone >> 1 | gone >> 2) & 0x1_1111_1111_1111;
        while ranks != 0 {
            let place = ranks.trailing_zeros();
            ranks &= ranks - 1;
            let strong = usize::from(strength((place / 4) as u8, reversed)) - 1;
            tell(parts, RANK_LEFT.at(strong * 4 + (kept >> place & 15) as usize));
        }
        tell(parts, MELDS.at(usize::from(plan.melds).min(9)));
        tell(parts, LOSERS.at((usize::from(beaten) * 6 + losers(plan)) * 5 + usize::from(plan.leads).min(4)));
        tell(parts, WEAKEST.at((usize::from(plan.weakest).min(14) - 1) / 2));
        if plan.sequences > 0 {
            tell(parts, SEQUENCES.at(usize::from(plan.sequences > 1)));
        }
        let three = left.contains(Cards::SPADE_THREE);
        if three && left.has_joker() {
            tell(parts, SPADE.at(0));
        } else if three && self.outlook.joker() {
            tell(parts, SPADE.at(1));
        } else if left.has_joker() {
            tell(parts, SPADE.at(2 + usize::from(self.outlook.spade_three())));
        }
    }
}

fn form(meld: Meld) -> usize {
    let size = meld.size();
    match meld.kind() {
        Kind::Pass => 0,
        Kind::Single | Kind::Group => size.min(4),
        Kind::Sequence => SEQUENCE_FORM + size.clamp(3, 5) - 3,
        Kind::Give => GIVE_FORM + size.min(2) - 1,
    }
}

/// True when the strongest card of the locked suits is among those left.
fn holds_highest(left: Cards, unseen: Cards, lock: u8, reversed: bool) -> bool {
    let suits = 0x1_1111_1111_1111 * u64::from(lock);
    let (mine, theirs) = (left.naturals().bits() & suits, unseen.naturals().bits() & suits);
    if reversed {
        mine.trailing_zeros() < theirs.trailing_zeros()
    } else {
        mine.leading_zeros() < theirs.leading_zeros()
    }
}

#[cfg(test)]
mod tests {
    use kirifuda_games::daifugo::Daifugo;
    use kirifuda_play::{Actions, Game, Rng, Turn};

    use super::*;
    use crate::common::blocks::Block;

    /// Which of a block is told.
    fn told(parts: &Parts, block: Block) -> Vec<u32> {
        let places = parts.places().iter().map(|&part| u32::from(part).wrapping_sub(block.start));
        places.filter(|&place| place < block.size).collect()
    }

    #[test]
    fn what_the_parts_say_of_a_play_is_what_the_rules_make_of_it() {
        let (mut legal, mut parts) = (Actions::new(), Parts::new());
        let (mut ends, mut turns, mut locks, mut stops) = (0, 0, 0, 0);
        for rules in [Rules::uecda(), Rules::paper003(), Rules::casual()] {
            for seed in 0..300 {
                let rng = &mut Rng::new(seed);
                let mut game = Daifugo::deal(&rules, rng);
                while let Turn::Seat(seat) = game.turn() {
                    game.legal(&mut legal);
                    // Rather the large ones, which do most.
                    let meld = if rng.below(2) == 0 { rng.pick(&legal) } else { legal[legal.len() - 1] };
                    let before = game.clone();
                    let (was, in_play) = (before.view(seat), before.view(seat).to_give() == 0);
                    parts.clear();
                    add(was, meld, &mut parts);
                    game.play(meld);
                    let now = game.view(seat);
                    if meld == Meld::PASS || !in_play {
                        continue;
                    }
                    let place = || format!("{meld} of {}, seed {seed}", was.hand());
                    assert_eq!(told(&parts, CARD).len(), meld.size(), "{}", place());
                    assert_eq!(!told(&parts, OUT).is_empty(), now.hand().is_empty(), "{}", place());
                    if now.hand().is_empty() {
                        let forbidden = told(&parts, OUT) == [1];
                        let reached = game.place_of(seat);
                        let better =
                            was.circle().filter(|&other| was.place_of(other).is_some_and(|of| Some(of) < reached));
                        // Behind those who went out before, or behind all who are left.
                        let expected = better.count() + if forbidden { was.alive() - 1 } else { 0 };
                        assert_eq!(reached.map(usize::from), Some(expected), "{}", place());
                        ends += 1;
                        continue;
                    }
                    let turned = now.is_revolution() != was.is_revolution();
                    assert_eq!(!told(&parts, TURN).is_empty(), turned, "{}", place());
                    let cleared = now.table().is_none();
                    if !cleared {
                        let locked = was.lock() == 0 && now.lock() != 0;
                        assert_eq!(!told(&parts, LOCK).is_empty(), locked, "{}", place());
                        locks += u32::from(locked);
                    }
                    let stopped = !told(&parts, STOP).is_empty();
                    assert!(!stopped || cleared, "{}", place());
                    let left = told(&parts, RANK_LEFT);
                    for rank in (0..13u8).filter(|&rank| meld.naturals().of_rank(rank) != 0) {
                        let strong = u32::from(strength(rank, now.is_revolution())) - 1;
                        let kept = now.hand().of_rank(rank).count_ones();
                        assert!(left.contains(&(4 * strong + kept)), "{}: {left:?}", place());
                    }
                    turns += u32::from(turned);
                    stops += u32::from(stopped);
                }
            }
        }
        assert!(ends > 500 && turns > 20 && locks > 500 && stops > 500, "{ends} {turns} {locks} {stops}");
    }
}
