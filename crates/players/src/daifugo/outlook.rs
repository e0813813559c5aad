use kirifuda_games::daifugo::{Cards, EIGHT, JokerUse, Kind, Meld, SpadeThree, View};

/// What the others may hold, put so that many melds can be judged quickly; and how a hand falls into melds.
///
/// Cards of all others count as one hand: what is unbeatable here is so in truth, what is not may still be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    unseen: u64,
    joker: bool,
    spade_three: bool,
    eight_stop: bool,
    wild: bool,
    /// The most cards that another player holds, and of those who may still answer.
    most: u8,
    most_answering: u8,
    /// By order (low beats high: 1) and size of the group: the strength of the strongest unseen group of that size, from
    /// 1 for the weakest rank to 13, 14 for a lone joker; 0 if there is none.
    strongest: [[u8; 5]; 2],
    /// By order: the strength of the low end of the strongest unseen sequence of three; 0 if there is none.
    sequence: [u8; 2],
}

/// How a hand may be played: the fewest melds, of which some cannot be beaten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// Melds that the natural cards fall into.
    pub melds: u8,
    /// Of these, those that take the lead: unbeatable, or with an eight. A joker adds one.
    pub leads: u8,
    /// Sequences among the melds.
    pub sequences: u8,
    /// Strength of the weakest meld, 1 to 13.
    pub weakest: u8,
}

/// Four bits for each rank: how many cards of it.
#[inline]
pub(super) fn counts(cards: u64) -> u64 {
    let pairs = (cards & 0x5555_5555_5555_5555) + (cards >> 1 & 0x5555_5555_5555_5555);
    (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
}

/// The strength of a rank, 1 to 13.
#[inline]
pub(super) fn strength(rank: u8, reversed: bool) -> u8 {
    if reversed { 13 - rank } else { rank + 1 }
}

/// First cards of runs of three.
#[inline]
fn runs(cards: u64) -> u64 {
    cards & cards >> 4 & cards >> 8
}

impl Outlook {
    /// What the others may hold if these cards are unseen.
    pub fn with_unseen(view: View<'_>, unseen: Cards) -> Outlook {
        let rules = view.rules();
        let naturals = unseen.naturals().bits();
        let others = (1..usize::from(rules.players)).map(|steps| view.after(steps)).filter(|&seat| !view.is_out(seat));
        let mut outlook = Outlook {
            unseen: naturals,
            joker: unseen.has_joker(),
            spade_three: rules.spade_three != SpadeThree::Off && unseen.contains(Cards::SPADE_THREE),
            eight_stop: rules.eight_stop,
            wild: rules.joker == JokerUse::Wild,
            most: others.clone().map(|seat| view.hand_size(seat)).max().unwrap_or(0) as u8,
            most_answering: others
                .filter(|&seat| !view.has_passed(seat))
                .map(|seat| view.hand_size(seat))
                .max()
                .unwrap_or(0) as u8,
            strongest: [[0; 5]; 2],
            sequence: [0; 2],
        };
        outlook.weigh(rules.sequences);
        outlook
    }

    /// Finds the strongest groups and sequences.
    fn weigh(&mut self, sequences: bool) {
        let naturals = self.unseen;
        let joker = u8::from(self.joker && self.wild);
        let counts = counts(naturals);
        for rank in 0..13u8 {
            let count = (counts >> (4 * rank) & 15) as u8;
            if count == 0 {
                continue;
            }
            for size in 1..=(count + joker).min(4).min(self.most) {
                let (up, down) = (strength(rank, false), strength(rank, true));
                self.strongest[0][usize::from(size)] = self.strongest[0][usize::from(size)].max(up);
                self.strongest[1][usize::from(size)] = self.strongest[1][usize::from(size)].max(down);
            }
        }
        if self.joker {
            self.strongest[0][1] = 14;
            self.strongest[1][1] = 14;
        }
        if sequences && self.most >= 3 {
            let mut found = runs(naturals);
            if joker == 1 {
                // Two of three, the joker for the missing one or beyond an end.
                found |= naturals & naturals >> 4 | naturals & naturals >> 8;
            }
            if found != 0 {
                let (low, high) = ((found.trailing_zeros() / 4) as u8, (found.ilog2() / 4) as u8);
                self.sequence = [strength(high, false), strength((low + 2 - joker).min(12), true)];
            }
        }
    }

    /// True when the others may hold the joker.
    pub fn joker(&self) -> bool {
        self.joker
    }

    /// True when the others may hold ♠3.
    pub fn spade_three(&self) -> bool {
        self.spade_three
    }

    /// How many unseen cards (groups: ranks, sequences: their first cards) beat a meld, under a lock if there is one: 0
    /// when nobody can answer.
    pub fn beaters(&self, meld: Meld, lock: u8, reversed: bool) -> u8 {
        if meld.size() > usize::from(self.most_answering) {
            return 0;
        }
        if meld == Meld::JOKER {
            return u8::from(self.spade_three);
        }
        let joker = self.joker && self.wild;
        match meld.kind() {
            Kind::Single => {
                let cards = self.unseen & stronger(meld.low(), reversed) & suits(lock);
                (cards.count_ones() + u32::from(self.joker)) as u8
            }
            Kind::Group => {
                let cards = self.unseen & stronger(meld.low(), reversed) & suits(lock);
                let need = (meld.size() as u64).saturating_sub(u64::from(joker)).max(1);
                let counts = counts(cards);
                (0..13).filter(|rank| counts >> (4 * rank) & 15 >= need).count() as u8
            }
            Kind::Sequence => {
                let end = if reversed { meld.low() } else { meld.high() };
                let cards = self.unseen & stronger(end, reversed) & suits(lock);
                let size = meld.size() as u32;
                let all_but = |missing| {
                    (0..size).filter(|&step| step != missing).fold(u64::MAX, |found, step| found & cards >> (4 * step))
                };
                // The joker fills a gap or lengthens a run at its end.
                let found = if joker { (1..size).fold(0, |found, gap| found | all_but(gap)) } else { all_but(size) };
                found.count_ones() as u8
            }
            Kind::Pass | Kind::Give => 0,
        }
    }

    /// True when a group of a hand takes the lead whoever answers.
    #[inline]
    fn leads(&self, rank: u8, size: u8, reversed: bool) -> bool {
        (rank == EIGHT && self.eight_stop)
            || self.strongest[usize::from(reversed)][usize::from(size.min(4))] <= strength(rank, reversed)
    }

    /// How a hand falls into the fewest melds.
    pub fn plan(&self, hand: Cards, reversed: bool) -> Plan {
        let mut left = hand.naturals().bits();
        let mut best = self.groups(left, reversed);
        let (mut sequences, mut leading) = (0, 0);
        // The longest sequence, again and again: the first may break groups that the second does away with.
        while let Some((run, low, high)) = longest(left) {
            left &= !run;
            sequences += 1;
            let end = if reversed { strength(low, true) } else { strength(high, false) };
            let eight = self.eight_stop && run & 15 << (4 * EIGHT) != 0;
            leading += u8::from(eight || self.sequence[usize::from(reversed)] <= end);
            let groups = self.groups(left, reversed);
            if groups.melds + sequences < best.melds {
                best = Plan { melds: groups.melds + sequences, leads: groups.leads + leading, sequences, ..groups };
            }
        }
        best.leads += u8::from(hand.has_joker() && !self.spade_three);
        best
    }

    /// Cards as groups of equal rank only.
    #[inline]
    fn groups(&self, cards: u64, reversed: bool) -> Plan {
        let counts = counts(cards);
        let mut plan = Plan { weakest: 14, ..Plan::default() };
        let mut left = (counts | counts >> 1 | counts >> 2) & 0x1_1111_1111_1111;
        while left != 0 {
            let rank = (left.trailing_zeros() / 4) as u8;
            left &= left - 1;
            let size = (counts >> (4 * rank) & 15) as u8;
            plan.melds += 1;
            plan.leads += u8::from(self.leads(rank, size, reversed));
            plan.weakest = plan.weakest.min(strength(rank, reversed));
        }
        plan
    }
}

/// The longest run of three or more of one suit: its cards, its lowest and its highest rank.
fn longest(cards: u64) -> Option<(u64, u8, u8)> {
    let mut starts = runs(cards);
    if starts == 0 {
        return None;
    }
    let mut length = 3;
    loop {
        let longer = starts & cards >> (4 * length);
        if longer == 0 {
            break;
        }
        starts = longer;
        length += 1;
    }
    let first = starts.trailing_zeros();
    let run = (0..length).fold(0, |run, step| run | 1u64 << (first + 4 * step));
    Some((run, (first / 4) as u8, (first / 4 + length - 1) as u8))
}

/// The cards that beat a column: rank + 1.
#[inline]
fn stronger(column: u8, reversed: bool) -> u64 {
    let all = Cards::JOKER.bits() - 1;
    match (column, reversed) {
        (0, true) => 0,
        (_, true) => all & ((1 << (4 * (column - 1))) - 1),
        (_, false) => all & !((1u64 << (4 * column)) - 1),
    }
}

#[inline]
fn suits(lock: u8) -> u64 {
    if lock == 0 { u64::MAX } else { 0x1_1111_1111_1111 * u64::from(lock) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kirifuda_games::daifugo::{Daifugo, Rules};
    use kirifuda_play::{Actions, Game, Rng, Seat, Turn};

    /// A look at nothing but these unseen cards, in hands that are large enough.
    fn unseen(cards: &str) -> Outlook {
        let unseen: Cards = cards.parse().unwrap();
        let mut outlook = Outlook {
            unseen: unseen.naturals().bits(),
            joker: unseen.has_joker(),
            spade_three: unseen.contains(Cards::SPADE_THREE),
            eight_stop: true,
            wild: true,
            most: 10,
            most_answering: 10,
            strongest: [[0; 5]; 2],
            sequence: [0; 2],
        };
        outlook.weigh(true);
        outlook
    }

    fn plan(outlook: &Outlook, hand: &str, reversed: bool) -> (u8, u8, u8, u8) {
        let plan = outlook.plan(hand.parse().unwrap(), reversed);
        (plan.melds, plan.leads, plan.sequences, plan.weakest)
    }

    #[test]
    fn a_hand_falls_into_groups_and_sequences_of_which_some_lead() {
        let outlook = unseen("♠A ♥A ♣K ♦9");
        // 4s, 8s, K and 2: the 8s and the 2 lead, the others can be beaten.
        assert_eq!(plan(&outlook, "♠48K2 ♥48", false), (4, 2, 0, 2));
        // Three aces lead though there are two aces elsewhere: equals do not beat.
        assert_eq!(plan(&outlook, "♦A ♣A", false), (1, 1, 0, 12));
        assert_eq!(plan(&outlook, "♦A", false), (1, 1, 0, 12));
        assert_eq!(plan(&outlook, "♦K", false), (1, 0, 0, 11));
        // Low beats high: the 3 leads, the 2 does not.
        assert_eq!(plan(&outlook, "♦3 ♦2", true), (2, 1, 0, 1));
        // A sequence saves melds, and leads where no higher one is left.
        assert_eq!(plan(&outlook, "♦4567 ♣J", false), (2, 1, 1, 9));
        // Unless it breaks groups for nothing: 4 4, 5 5, 6 6 are three melds, ♠456 and ♥456 are two.
        assert_eq!(plan(&outlook, "♠456 ♥456", false), (2, 2, 2, 14));
        assert_eq!(plan(&outlook, "♠456 ♥456 ♦456", false).0, 3);
        // The joker is one that leads more.
        assert_eq!(plan(&outlook, "♦K ★", false), (1, 1, 0, 11));
        assert_eq!(plan(&unseen("♠3"), "♦K ★", false), (1, 1, 0, 11), "♠3 may beat it; the K leads");
        assert_eq!(plan(&unseen("♠3 ♠2"), "♦K ★", false), (1, 0, 0, 11));
    }

    #[test]
    fn what_beats_a_meld_is_counted() {
        let outlook = unseen("♠A2 ♥A ♣K ♦9 ★");
        let beaters = |meld: &str, lock, reversed| outlook.beaters(meld.parse().unwrap(), lock, reversed);
        assert_eq!(beaters("♦K", 0, false), 4, "three cards and the joker");
        assert_eq!(beaters("♦K", 0b0010, false), 2, "♥A and the joker");
        assert_eq!(beaters("♦K", 0, true), 2, "the 9 and the joker");
        assert_eq!(beaters("♦K♣K", 0, false), 2, "two aces, a 2 with the joker");
        assert_eq!(beaters("♦2♣2", 0, false), 0);
        assert_eq!(beaters("★", 0, false), 0);
        assert_eq!(unseen("♠3").beaters(Meld::JOKER, 0, false), 1);
        assert_eq!(beaters("♠T-Q", 0, false), 1, "♠A2 and the joker: K or above the 2");
        assert_eq!(unseen("♠A2 ♥A").beaters("♠9-J".parse().unwrap(), 0, false), 0);
        let few = Outlook { most_answering: 1, ..outlook };
        assert_eq!(few.beaters("♦K♣K".parse().unwrap(), 0, false), 0, "nobody has two cards");
    }

    #[test]
    fn what_is_called_unbeatable_is_never_beaten() {
        let (mut legal, mut judged, mut free) = (Actions::new(), 0, 0);
        for rules in [Rules::uecda(), Rules::paper003(), Rules { five_skip: false, ..Rules::casual() }] {
            for seed in 0..400 {
                let rng = &mut Rng::new(seed);
                let mut game = Daifugo::deal(&rules, rng);
                // The last play, and whether it was called unbeatable.
                let mut last: Option<(Seat, bool)> = None;
                while let Turn::Seat(seat) = game.turn() {
                    game.legal(&mut legal);
                    let meld = rng.pick(&legal);
                    let view = game.view(seat);
                    if meld != Meld::PASS && view.to_give() == 0 {
                        if let (Some((owner, unbeatable)), Some(table)) = (last, view.table()) {
                            assert!(owner == seat || !unbeatable, "{meld} beats {table}");
                        }
                        let outlook = Outlook::with_unseen(view, view.unseen());
                        let before = view.table();
                        game.play(meld);
                        // Judged by what holds after the play.
                        let view = game.view(seat);
                        let beaters = outlook.beaters(meld, view.lock(), view.is_reversed());
                        let left = before.is_none() && outlook.plan(meld.cards(), view.is_reversed()).leads > 0;
                        let whole = meld.kind() == Kind::Group || meld.kind() == Kind::Single;
                        let leads = left && whole && !meld.has_joker() && !view.is_reversed();
                        judged += 1;
                        free += u32::from(beaters == 0);
                        last = Some((seat, beaters == 0 || leads && !rules.eleven_back));
                    } else {
                        game.play(meld);
                    }
                }
            }
        }
        assert!(free > 1000 && free < judged / 2, "{free} of {judged}");
    }
}
