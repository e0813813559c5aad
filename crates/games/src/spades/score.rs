use super::Rules;

/// What a nil that was kept counts; one that was not counts as much below 0.
pub const NIL: i16 = 100;

/// How many bags cost [`BAGS_COST`].
const BAGS_FULL: u8 = 10;
const BAGS_COST: i16 = 100;

/// What a team has bid and taken.
///
/// The contract is the bids of those who did not bid nil, and their tricks count for it. The tricks of a player who bid
/// nil are bags.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Account {
    /// Tricks bid, without nil.
    pub contract: u8,
    /// Tricks taken by those who did not bid nil.
    pub won: u8,
    /// Tricks taken by those who bid nil.
    pub nil_tricks: u8,
    /// Players who bid nil and have taken no trick.
    pub nils_kept: u8,
    /// Players who bid nil and have taken one.
    pub nils_lost: u8,
}

impl Account {
    /// From the bids and tricks of the two partners. Who has not bid yet counts as one who bid more than nil.
    pub(super) fn of(partners: [(Option<u8>, u8); 2]) -> Account {
        let mut account = Account::default();
        for (bid, tricks) in partners {
            if bid == Some(0) {
                account.nil_tricks += tricks;
                account.nils_kept += u8::from(tricks == 0);
                account.nils_lost += u8::from(tricks > 0);
            } else {
                account.contract += bid.unwrap_or_default();
                account.won += tricks;
            }
        }
        account
    }

    /// True when the contract has been reached.
    #[inline]
    pub fn is_made(&self) -> bool {
        self.won >= self.contract
    }

    /// Tricks above the contract, if it was reached, and those of who bid nil.
    #[inline]
    pub fn bags(&self) -> u8 {
        self.won.saturating_sub(self.contract) + self.nil_tricks
    }

    /// What the deal is worth to the team, which came to it with so many bags.
    pub(super) fn score(&self, rules: &Rules, bags_before: u8) -> i16 {
        let contract = 10 * i16::from(self.contract) * if self.is_made() { 1 } else { -1 };
        let nil = NIL * (i16::from(self.nils_kept) - i16::from(self.nils_lost));
        let full = (bags_before + self.bags()) / BAGS_FULL;
        contract + nil + i16::from(self.bags()) * i16::from(rules.bags) - i16::from(full) * BAGS_COST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(one: (u8, u8), other: (u8, u8), bags_before: u8) -> i16 {
        let partners = [one, other].map(|(bid, won)| (Some(bid), won));
        Account::of(partners).score(&Rules::standard(), bags_before)
    }

    #[test]
    fn a_contract_counts_ten_a_trick_and_a_bag_one() {
        assert_eq!(score((4, 5), (3, 2), 0), 70);
        assert_eq!(score((4, 5), (3, 4), 0), 72);
        assert_eq!(score((4, 2), (3, 4), 0), -70);
        assert_eq!(score((4, 4), (3, 4), 9), 71 - 100, "the tenth bag");
        assert_eq!(score((1, 10), (1, 1), 0), 20 + 9);
        assert_eq!(score((1, 10), (1, 2), 0), 20 + 10 - 100);
    }

    #[test]
    fn nil_counts_a_hundred_either_way_and_its_tricks_are_bags() {
        assert_eq!(score((0, 0), (4, 4), 0), 140);
        assert_eq!(score((0, 0), (4, 3), 0), 60);
        assert_eq!(score((0, 2), (4, 3), 0), -100 - 40 + 2, "they do not help the partner");
        assert_eq!(score((0, 1), (0, 0), 0), 1);
    }
}
