use kirifuda_games::daifugo::{Cards, Daifugo, EIGHT, JACK, Kind, Meld, Rules, View};
use kirifuda_learn::softmax::{Features, Sparse};

use super::outlook::{Outlook, Plan, counts, strength};
use crate::common::blocks::blocks;

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

/// Where the features of a move go: into a row of numbers, or at once into the sum of their weights.
pub(super) trait Sink {
    /// One feature more.
    fn add(&mut self, feature: u32);
}

impl Sink for Sparse {
    #[inline]
    fn add(&mut self, feature: u32) {
        Sparse::add(self, feature);
    }
}

/// What all moves of a position share.
#[derive(Clone, Copy)]
pub(super) struct Scene {
    rules: Rules,
    outlook: Outlook,
    hand: Cards,
    unseen: Cards,
    table: Option<Meld>,
    lock: u8,
    /// How many places after the seat the owner of the table sits, and his cards.
    owner: (usize, usize),
    answering: usize,
    alive: usize,
    giving: bool,
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

impl Scene {
    /// What the seat sees.
    pub fn new(view: View<'_>) -> Scene {
        Scene::with_hand(view, view.hand())
    }

    /// What the seat would see if it held these cards, as many as it does hold.
    pub fn with_hand(view: View<'_>, hand: Cards) -> Scene {
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
        let owner = view.owner();
        let distance = (0..players).find(|&steps| view.after(steps) == owner).unwrap_or(0);
        let unseen = Cards::DECK - view.played() - hand;
        Scene {
            rules: *view.rules(),
            outlook: Outlook::with_unseen(view, unseen),
            hand,
            unseen,
            table: view.table(),
            lock: view.lock(),
            owner: (distance, view.hand_size(owner)),
            answering: view.answering(),
            alive: view.alive(),
            giving: view.to_give() > 0,
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

    fn position(&self, view: View<'_>, out: &mut Sparse) {
        let order = usize::from(self.revolution);
        let mut add = |feature: u32| out.position(feature, 1.0);
        add_counts(self.held, self.revolution, |strength, count| add(HAND.at((order * 13 + strength) * 5 + count)));
        if self.hand.has_joker() {
            add(HAND_JOKER.at(0));
        }
        let plan = self.outlook.plan(self.hand, self.revolution);
        add(HAND_MELDS.at(usize::from(plan.melds).min(11)));
        add(HAND_LOSERS.at(losers(plan) * 5 + usize::from(plan.leads).min(4)));
        add(HAND_SIZE.at(self.hand.len().min(13)));
        add(STAND.at(if self.giving { STANDS } else { self.stand }));
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

    /// The features of a move.
    #[inline]
    pub fn describe(&self, meld: Meld, out: &mut impl Sink) {
        match meld.kind() {
            Kind::Pass => self.pass(self.outlook.plan(self.hand, self.revolution), out),
            Kind::Give => self.give(meld, out),
            _ => self.play(meld, out),
        }
    }

    fn pass(&self, plan: Plan, out: &mut impl Sink) {
        let stand = self.stand;
        let table = self.table.unwrap_or(Meld::PASS);
        out.add(PASS_PLAN.at((stand * FORMS + form(table)) * 6 + losers(plan)));
        out.add(
            PASS_TABLE.at((usize::from(self.reversed) * FORMS + form(table)) * COLUMNS + column(table, self.reversed)),
        );
        let (distance, cards) = self.owner;
        out.add(PASS_OWNER.at(distance * 6 + cards.min(5)));
        out.add(PASS_COUNT.at(self.answering.min(5) * 6 + self.alive.min(5)));
        self.after(self.hand, plan, self.revolution, 2, out);
    }

    /// The hand that is left; `control`: 0 the lead is taken, 1 it may not be, 2 a pass.
    fn after(&self, left: Cards, plan: Plan, reversed: bool, control: usize, out: &mut impl Sink) {
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

    /// What a play does to the table.
    #[inline]
    fn effect(&self, meld: Meld) -> Effect {
        let rules = &self.rules;
        let turns = rules.revolution && meld.size() >= if meld.kind() == Kind::Sequence { 5 } else { 4 };
        let reversed = self.reversed ^ turns ^ (rules.eleven_back && meld.covers(JACK));
        let eight = rules.eight_stop && meld.covers(EIGHT);
        let locks = rules.lock && self.lock == 0 && self.table.is_some_and(|table| table.suits() == meld.suits());
        let lock = if locks { meld.suits() } else { self.lock };
        let beaters = if eight || self.alone { 0 } else { self.outlook.beaters(meld, lock, reversed) };
        Effect { turns, reversed, revolution: self.revolution ^ turns, eight, locks, lock, beaters }
    }

    /// A move after which the seat goes out whatever the others hold: it has the last word with everything but the last
    /// meld. Not every such move is seen; where going out may be forbidden or jacks turn the order, none is.
    pub fn sure_win(&self, legal: &[Meld]) -> Option<Meld> {
        if self.rules.forbidden_finish || self.rules.eleven_back || self.rules.groups < 3 || self.giving {
            return None;
        }
        // A play does away with one meld, and one may be left.
        if self.losers(self.hand, self.revolution) > 2 {
            return None;
        }
        legal.iter().copied().find(|&meld| match meld.kind() {
            // All others have passed on one's own play: the lead comes next.
            Kind::Pass => self.stand == 3 && self.goes_through(self.hand, self.revolution),
            _ => {
                let left = self.hand - meld.cards();
                let effect = self.effect(meld);
                left.is_empty() || effect.beaters == 0 && self.goes_through(left, effect.revolution)
            }
        })
    }

    /// True when a hand that has the lead goes out without ever losing it.
    fn goes_through(&self, hand: Cards, revolution: bool) -> bool {
        // Four of a kind or a sequence of five would turn the order in which the rest is unbeatable.
        let counts = counts(hand.naturals().bits());
        counts & 0x4_4444_4444_4444 == 0 && !has_long_run(hand) && self.losers(hand, revolution) <= 1
    }

    /// Melds of a hand that may be beaten, the joker counted as one of its own.
    fn losers(&self, hand: Cards, revolution: bool) -> u8 {
        let plan = self.outlook.plan(hand, revolution);
        if plan.sequences > 0 && !self.rules.sequences {
            return u8::MAX;
        }
        plan.melds + u8::from(hand.has_joker()) - plan.leads
    }

    fn play(&self, meld: Meld, out: &mut impl Sink) {
        let (rules, stand) = (&self.rules, self.stand);
        let left = self.hand - meld.cards();
        if left.is_empty() {
            let highest = if self.reversed { 0 } else { 12 };
            let forbidden = meld.has_joker() || meld.covers(EIGHT) || meld.covers(highest);
            out.add(OUT.at(usize::from(rules.forbidden_finish && forbidden)));
            return;
        }
        let (size, form) = (meld.size(), form(meld));
        let Effect { turns, reversed, revolution, eight, locks, lock, beaters } = self.effect(meld);
        let order = usize::from(self.reversed);
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
            let theirs = self.unseen.naturals().bits() & suits;
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

    fn give(&self, meld: Meld, out: &mut impl Sink) {
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
        scene.position(view, out);
        for &meld in legal {
            out.next_move();
            scene.describe(meld, out);
        }
    }
}

/// What a play does to the table.
struct Effect {
    /// It is a revolution.
    turns: bool,
    /// Low beats high for the answers, and later.
    reversed: bool,
    revolution: bool,
    /// It clears the table.
    eight: bool,
    locks: bool,
    lock: u8,
    /// How many unseen melds beat it; none where nobody may answer.
    beaters: u8,
}

/// True when there is a run of five.
#[inline]
fn has_long_run(hand: Cards) -> bool {
    let cards = hand.naturals().bits();
    let pairs = cards & cards >> 4;
    pairs & pairs >> 8 & cards >> 16 != 0
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
pub(super) fn column(meld: Meld, reversed: bool) -> usize {
    match meld.kind() {
        Kind::Pass | Kind::Give => 0,
        _ if meld == Meld::JOKER => COLUMNS - 1,
        _ if reversed => COLUMNS - 1 - usize::from(meld.high()),
        _ => usize::from(meld.low()),
    }
}

pub(super) fn losers(plan: Plan) -> usize {
    usize::from(plan.melds.saturating_sub(plan.leads)).min(5)
}

fn threat(fewest: usize) -> usize {
    match fewest {
        0..=1 => 0,
        2..=3 => 1,
        _ => 2,
    }
}

pub(super) fn bucket(count: u8) -> usize {
    match count {
        0..=3 => usize::from(count),
        4..=6 => 4,
        7..=12 => 5,
        _ => 6,
    }
}
