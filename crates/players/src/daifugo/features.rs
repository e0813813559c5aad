use kirifuda_games::daifugo::{Cards, Daifugo, EIGHT, JACK, Kind, Meld, View};
use kirifuda_learn::softmax::{Features, Sparse};

use super::outlook::{Outlook, Plan, counts, strength};
use crate::blocks::blocks;

/// What the softmax policy sees of Daifugo: above all the hand that is left after a move, how many melds it falls into and
/// which of them take the lead; the move itself against what is unseen; and the threat of the others.
///
/// Ranks are counted by strength under the order that holds after the move. Suits show only in locks and sequences.
#[derive(Clone, Copy, Debug, Default)]
pub struct PolicyFeatures;

/// Leading, following, the last who may answer, and on top of one's own play when all others have passed.
const STANDS: usize = 4;
/// Pass, single, pair, three and more of a rank, sequence.
const FORMS: usize = 5;
/// Strengths, the joker included, and beyond both ends.
const COLUMNS: usize = 15;

blocks! { MOVES;
    LEFT = STANDS * 2 * 13 * 4;          // stand, order, strength, how many are left of a rank
    MELDS = STANDS * 12;                 // melds left
    LOSERS = 3 * 6 * 5 * 3;              // control, melds that do not lead, that do, threat
    MOVE = 2 * 2 * FORMS * COLUMNS;      // leading, order, form, strength
    BEATERS = STANDS * FORMS * 7 * 3;    // stand, form, how many beat it, threat
    BREAK = 2 * 2 * 5 * 5 * 13;          // leading, order, held, played, strength
    PASS_PLAN = STANDS * FORMS * 6;      // stand, table, melds that do not lead
    PASS_TABLE = 2 * FORMS * COLUMNS;    // order, table
    PASS_OWNER = 6 * 6;                  // distance of the owner, his cards
    PASS_COUNT = 6 * 6;                  // answering, playing
    JOKER = STANDS * FORMS * 6;          // with the joker: stand, form, melds left
    SPADE = 4;                           // joker and ♠3
    LOCK = 2 * 2 * 2 * 2;                // size, takes the lead, high card of the suit left, last to answer
    TURN = 6 * 3;                        // revolution: weakest left, melds that do not lead
    EIGHT_STOP = STANDS * 4 * 6;         // stand, size, melds left
    RACE = 13 * 5;                       // cards left, fewest cards of another
    ALIKE = FORMS * 5;                   // leading: form, groups of the same size
    NEXT = 2 * FORMS * 4;                // takes the lead, form, cards of the next player
    WEAKEST = 2 * 14 * 3;                // leading, weakest meld left, control
    SEQUENCES = STANDS * 3;              // sequences left
    PAIRS = 2 * 2 * 4 * 13 * 13 * 5;     // leading, order, size and strength played, another strength, its count left
    OUT = 2;                             // no card left: as it should be, or with a card that must not be the last
    // The exchange, by the number of cards to give.
    GIFT_LEFT = 2 * 13 * 5;              // rank, how many are left
    GIFT_MELDS = 2 * 12;
    GIFT_LEADS = 2 * 8;
    GIFT_CARDS = 2 * 13 * 5;             // rank, how many are given
    GIFT_THREES = 2 * 3;                 // ♦3, ♠3, joker given
    GIFT_SEQUENCES = 2 * 3;
    GIFT_PAIRS = 2 * 13 * 5 * 13 * 5;    // rank and count left, for the ranks given, with each other rank
}

blocks! { POSITIONS;
    HAND = 2 * 13 * 5;                   // order, strength, count
    HAND_JOKER = 1;
    HAND_MELDS = 12;
    HAND_LOSERS = 6 * 5;
    HAND_SIZE = 14;
    STAND = STANDS + 1;                  // and the exchange
    OTHERS = 5 * 14;                     // by turn: cards
    PASSED = 5;
    CLASS = 7;
    ALIVE = 7;
    UNSEEN = 2 * 13 * 5;                 // order, strength, count
    UNSEEN_JOKER = 1;
    TABLE = FORMS * COLUMNS;
    LOCKED = 1;
    THREAT = STANDS * 5;
}

/// What all moves of a position share.
struct Scene<'a> {
    view: View<'a>,
    outlook: Outlook,
    hand: Cards,
    held: u64,
    stand: usize,
    leading: usize,
    /// Low beats high on the table.
    reversed: bool,
    /// Low beats high when it is cleared.
    revolution: bool,
    /// 0: another is about to go out; 1: soon; 2: not yet.
    threat: usize,
    fewest: usize,
    next: usize,
    alone: bool,
}

impl<'a> Scene<'a> {
    fn new(view: View<'a>) -> Scene<'a> {
        let me = view.seat();
        let players = usize::from(view.rules().players);
        let others = || (1..players).map(|steps| view.after(steps)).filter(|&seat| !view.is_out(seat));
        let fewest = others().map(|seat| view.hand_size(seat)).min().unwrap_or(0);
        let next = others().next().map_or(0, |seat| view.hand_size(seat));
        let alone = view.answering() == 0;
        let stand = match view.table() {
            None => 0,
            Some(_) if !alone => 1,
            Some(_) if view.owner() != me => 2,
            Some(_) => 3,
        };
        let hand = view.hand();
        Scene {
            view,
            outlook: Outlook::new(view),
            hand,
            held: counts(hand.naturals().bits()),
            stand,
            leading: usize::from(stand == 0),
            reversed: view.is_reversed(),
            revolution: view.is_revolution(),
            threat: threat(fewest),
            fewest,
            next,
            alone,
        }
    }

    fn position(&self, out: &mut Sparse) {
        let (view, order) = (self.view, usize::from(self.revolution));
        let mut add = |feature: u32| out.position(feature, 1.0);
        add_counts(self.held, self.revolution, |strength, count| add(HAND.at((order * 13 + strength) * 5 + count)));
        if self.hand.has_joker() {
            add(HAND_JOKER.at(0));
        }
        let plan = self.outlook.plan(self.hand, self.revolution);
        add(HAND_MELDS.at(usize::from(plan.melds).min(11)));
        add(HAND_LOSERS.at(losers(plan) * 5 + usize::from(plan.leads).min(4)));
        add(HAND_SIZE.at(self.hand.len().min(13)));
        add(STAND.at(if view.to_give() > 0 { STANDS } else { self.stand }));
        for steps in 1..usize::from(view.rules().players) {
            let seat = view.after(steps);
            add(OTHERS.at((steps - 1) * 14 + view.hand_size(seat).min(13)));
            if view.has_passed(seat) {
                add(PASSED.at(steps - 1));
            }
        }
        add(CLASS.at(view.class(view.seat()).map_or(6, usize::from)));
        add(ALIVE.at(view.alive().min(6)));
        let unseen = counts(view.unseen().naturals().bits());
        add_counts(unseen, self.revolution, |strength, count| add(UNSEEN.at((order * 13 + strength) * 5 + count)));
        if self.outlook.joker() {
            add(UNSEEN_JOKER.at(0));
        }
        if let Some(table) = view.table() {
            add(TABLE.at(form(table) * COLUMNS + column(table, self.reversed)));
        }
        if view.lock() != 0 {
            add(LOCKED.at(0));
        }
        add(THREAT.at(self.stand * 5 + self.fewest.min(5).saturating_sub(1)));
    }

    fn pass(&self, plan: Plan, out: &mut Sparse) {
        let (view, stand) = (self.view, self.stand);
        let table = view.table().unwrap_or(Meld::PASS);
        out.add(PASS_PLAN.at((stand * FORMS + form(table)) * 6 + losers(plan)));
        out.add(
            PASS_TABLE.at((usize::from(self.reversed) * FORMS + form(table)) * COLUMNS + column(table, self.reversed)),
        );
        let players = usize::from(view.rules().players);
        let owner = view.owner();
        let distance = (0..players).find(|&steps| view.after(steps) == owner).unwrap_or(0);
        out.add(PASS_OWNER.at(distance * 6 + view.hand_size(owner).min(5)));
        out.add(PASS_COUNT.at(view.answering().min(5) * 6 + view.alive().min(5)));
        self.after(self.hand, plan, self.revolution, 2, out);
    }

    /// The hand that is left; `control`: 0 the lead is taken, 1 it may not be, 2 a pass.
    fn after(&self, left: Cards, plan: Plan, reversed: bool, control: usize, out: &mut Sparse) {
        let (stand, order) = (self.stand, usize::from(reversed));
        add_counts(counts(left.naturals().bits()), reversed, |strength, count| {
            if count > 0 {
                out.add(LEFT.at(((stand * 2 + order) * 13 + strength) * 4 + count - 1));
            }
        });
        out.add(MELDS.at(stand * 12 + usize::from(plan.melds).min(11)));
        out.add(LOSERS.at(((control * 6 + losers(plan)) * 5 + usize::from(plan.leads).min(4)) * 3 + self.threat));
        out.add(RACE.at(left.len().min(12) * 5 + self.fewest.min(5).saturating_sub(1)));
        out.add(WEAKEST.at((self.leading * 14 + usize::from(plan.weakest).min(14) - 1) * 3 + control));
        out.add(SEQUENCES.at(stand * 3 + usize::from(plan.sequences).min(2)));
        let three = left.contains(Cards::SPADE_THREE);
        if three && left.has_joker() {
            out.add(SPADE.at(0));
        } else if three && self.outlook.joker() {
            out.add(SPADE.at(1));
        } else if left.has_joker() {
            out.add(SPADE.at(2 + usize::from(self.outlook.spade_three())));
        }
    }

    fn play(&self, meld: Meld, out: &mut Sparse) {
        let (view, rules, stand) = (self.view, self.view.rules(), self.stand);
        let left = self.hand - meld.cards();
        if left.is_empty() {
            let highest = if self.reversed { 0 } else { 12 };
            let forbidden = meld.has_joker() || meld.covers(EIGHT) || meld.covers(highest);
            out.add(OUT.at(usize::from(rules.forbidden_finish && forbidden)));
            return;
        }
        let (size, form) = (meld.size(), form(meld));
        let turns = rules.revolution && size >= if meld.kind() == Kind::Sequence { 5 } else { 4 };
        // What holds for the answers, and what holds later.
        let reversed = self.reversed ^ turns ^ (rules.eleven_back && meld.covers(JACK));
        let revolution = self.revolution ^ turns;
        let order = usize::from(self.reversed);
        let table = view.table();
        let eight = rules.eight_stop && meld.covers(EIGHT);
        let locks = rules.lock && view.lock() == 0 && table.is_some_and(|table| table.suits() == meld.suits());
        let lock = if locks { meld.suits() } else { view.lock() };
        let beaters = if eight || self.alone { 0 } else { self.outlook.beaters(meld, lock, reversed) };
        let control = usize::from(beaters > 0);
        let plan = self.outlook.plan(left, revolution);
        self.after(left, plan, revolution, control, out);
        let strong = column(meld, self.reversed);
        out.add(MOVE.at(((self.leading * 2 + order) * FORMS + form) * COLUMNS + strong));
        let few = bucket(beaters);
        out.add(BEATERS.at(((stand * FORMS + form) * 7 + few) * 3 + self.threat));
        out.add(NEXT.at((control * FORMS + form) * 4 + self.next.clamp(1, 4) - 1));
        let few_melds = usize::from(plan.melds).min(5);
        if meld.has_joker() {
            out.add(JOKER.at((stand * FORMS + form) * 6 + few_melds));
        }
        if eight {
            out.add(EIGHT_STOP.at((stand * 4 + size.min(4) - 1) * 6 + few_melds));
        }
        if turns {
            out.add(TURN.at(losers(plan) * 3 + usize::from(plan.weakest).min(14) / 5));
        }
        if locks {
            let suits = 0x1_1111_1111_1111 * u64::from(lock);
            let mine = left.naturals().bits() & suits;
            let theirs = view.unseen().naturals().bits() & suits;
            let high = if reversed {
                mine.trailing_zeros() < theirs.trailing_zeros()
            } else {
                mine.leading_zeros() < theirs.leading_zeros()
            };
            let places = [size > 1, control == 0, high, self.alone];
            out.add(LOCK.at(places.into_iter().fold(0, |all, bit| all * 2 + usize::from(bit))));
        }
        if meld.kind() == Kind::Sequence || meld == Meld::JOKER {
            return;
        }
        let rank = meld.low() - 1;
        let naturals = meld.naturals().len();
        let held = (self.held >> (4 * rank) & 15) as usize;
        let strong = usize::from(strength(rank, self.reversed)) - 1;
        let situation = self.leading * 2 + order;
        out.add(BREAK.at(((situation * 5 + held) * 5 + naturals) * 13 + strong));
        if stand == 0 {
            let alike = (0..13).filter(|rank| (self.held >> (4 * rank) & 15) as usize == naturals).count();
            out.add(ALIKE.at(form * 5 + alike.min(4)));
        }
        let played = (situation * 4 + size.min(4) - 1) * 13 + strong;
        add_counts(counts(left.naturals().bits()), self.reversed, |other, count| {
            out.add(PAIRS.at((played * 13 + other) * 5 + count));
        });
    }

    fn give(&self, meld: Meld, out: &mut Sparse) {
        let (gift, left) = (meld.cards(), self.hand - meld.cards());
        let two = usize::from(gift.len() > 1);
        let plan = self.outlook.plan(left, false);
        out.add(GIFT_MELDS.at(two * 12 + usize::from(plan.melds).min(11)));
        out.add(GIFT_LEADS.at(two * 8 + usize::from(plan.leads).min(7)));
        out.add(GIFT_SEQUENCES.at(two * 3 + usize::from(plan.sequences).min(2)));
        let (given, kept) = (counts(gift.naturals().bits()), counts(left.naturals().bits()));
        let of = |counts: u64, rank: usize| (counts >> (4 * rank) & 15) as usize;
        for rank in 0..13 {
            out.add(GIFT_LEFT.at((two * 13 + rank) * 5 + of(kept, rank)));
            if of(given, rank) > 0 {
                out.add(GIFT_CARDS.at((two * 13 + rank) * 5 + of(given, rank)));
                for other in 0..13 {
                    let pair = ((two * 13 + rank) * 5 + of(kept, rank)) * 13 + other;
                    out.add(GIFT_PAIRS.at(pair * 5 + of(kept, other)));
                }
            }
        }
        for (place, card) in [Cards::DIAMOND_THREE, Cards::SPADE_THREE, Cards::JOKER].into_iter().enumerate() {
            if gift.contains(card) {
                out.add(GIFT_THREES.at(two * 3 + place));
            }
        }
    }
}

impl Features<Daifugo> for PolicyFeatures {
    fn layout(&self) -> &'static str {
        "daifugo/policy"
    }
    fn moves(&self) -> usize {
        MOVES
    }
    fn positions(&self) -> usize {
        POSITIONS
    }

    fn extract(&self, view: View<'_>, legal: &[Meld], out: &mut Sparse) {
        let scene = Scene::new(view);
        scene.position(out);
        for &meld in legal {
            out.next_move();
            match meld.kind() {
                Kind::Pass => scene.pass(scene.outlook.plan(scene.hand, scene.revolution), out),
                Kind::Give => scene.give(meld, out),
                _ => scene.play(meld, out),
            }
        }
    }
}

/// Calls back with every strength from 0 and how many there are of it.
#[inline]
fn add_counts(counts: u64, reversed: bool, mut add: impl FnMut(usize, usize)) {
    for rank in 0..13u8 {
        let count = (counts >> (4 * rank) & 15) as usize;
        add(usize::from(strength(rank, reversed)) - 1, count);
    }
}

fn form(meld: Meld) -> usize {
    match meld.kind() {
        Kind::Sequence => 4,
        _ => meld.size().min(3),
    }
}

/// The strength of a meld's low end; 14 for the joker alone, 0 beyond the ranks.
fn column(meld: Meld, reversed: bool) -> usize {
    match meld.kind() {
        Kind::Pass | Kind::Give => 0,
        _ if meld == Meld::JOKER => COLUMNS - 1,
        _ if reversed => COLUMNS - 1 - usize::from(meld.high()),
        _ => usize::from(meld.low()),
    }
}

fn losers(plan: Plan) -> usize {
    usize::from(plan.melds.saturating_sub(plan.leads)).min(5)
}

fn threat(fewest: usize) -> usize {
    match fewest {
        0..=1 => 0,
        2..=3 => 1,
        _ => 2,
    }
}

fn bucket(count: u8) -> usize {
    match count {
        0..=3 => usize::from(count),
        4..=6 => 4,
        7..=12 => 5,
        _ => 6,
    }
}
