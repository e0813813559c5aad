use kirifuda_games::daifugo::{Daifugo, EIGHT, Kind, Meld, View};
use kirifuda_play::{Policy, Rng};

/// The players of paper 003: they play the lowest cards that they can, and differ in which pairs they break.
///
/// Sequences and the joker as another card are not in the paper; these players leave them alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairKeeper {
    /// Which pairs are not broken when following.
    following: Keep,
    /// Which pairs are not broken when leading.
    leading: Keep,
    /// True for players that lead the largest group, false for those that lead the lowest rank.
    leads_largest: bool,
}

/// Pairs that are not broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Keep {
    /// Of ranks below this one.
    below: u8,
    /// And the eights?
    eights: bool,
}

const NONE: Keep = Keep { below: 0, eights: false };
const ALL: Keep = Keep { below: 13, eights: true };

impl PairKeeper {
    /// Keeps no pair; leads the largest group.
    pub const ENEMY: PairKeeper = PairKeeper { following: NONE, leading: NONE, leads_largest: true };
    /// Keeps pairs when following; leads the largest group.
    pub const PAIR_SAVE: PairKeeper = PairKeeper { following: ALL, leading: NONE, leads_largest: true };
    /// Keeps pairs always.
    pub const IN_ALL_STATE: PairKeeper = PairKeeper { following: ALL, leading: ALL, leads_largest: false };
    /// Keeps pairs up to K.
    pub const UNDER_12: PairKeeper = PairKeeper::under(11, true);
    /// Keeps pairs up to K, but those of eights.
    pub const UNDER_12_NO_8: PairKeeper = PairKeeper::under(11, false);

    /// Keeps pairs of ranks below one, counted from the threes, with or without those of eights.
    pub const fn under(below: u8, eights: bool) -> PairKeeper {
        let keep = Keep { below, eights };
        PairKeeper { following: keep, leading: keep, leads_largest: false }
    }
}

impl Keep {
    #[inline]
    fn keeps(self, rank: u8) -> bool {
        rank < self.below && (self.eights || rank != EIGHT)
    }
}

impl Policy<Daifugo> for PairKeeper {
    fn choose(&mut self, view: View<'_>, legal: &[Meld], _rng: &mut Rng) -> Meld {
        if view.to_give() > 0 {
            return lowest_gift(legal);
        }
        let (hand, reversed, largest) = (view.hand(), view.is_reversed(), view.rules().groups as usize);
        let leading = view.table().is_none();
        let keep = if leading { self.leading } else { self.following };
        let (mut best, mut least) = (Meld::PASS, u32::MAX);
        for &meld in legal {
            let strength = match meld.kind() {
                Kind::Single | Kind::Group if !meld.has_joker() => {
                    let rank = meld.low() - 1;
                    let held = (hand.of_rank(rank).count_ones() as usize).min(largest);
                    if meld.size() < held && keep.keeps(rank) {
                        continue;
                    }
                    if reversed { 12 - rank } else { rank }
                }
                _ if meld == Meld::JOKER => 13,
                _ => continue,
            };
            let size = meld.size() as u32;
            let key = if leading && self.leads_largest {
                (8 - size) * 16 + u32::from(strength)
            } else {
                u32::from(strength) * 8 + size
            };
            if key < least {
                (best, least) = (meld, key);
            }
        }
        // A leader who must play always finds a single card that breaks nothing, or a whole group; unless only
        // groups larger than the rules allow are held.
        if best == Meld::PASS && legal[0] != Meld::PASS { legal[0] } else { best }
    }
}

/// The weakest cards, for players who do not think about what they give: the first of the list, which goes by the
/// highest card; the joker is given last.
pub(super) fn lowest_gift(legal: &[Meld]) -> Meld {
    legal.iter().copied().find(|meld| !meld.cards().has_joker()).unwrap_or(legal[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use kirifuda_games::daifugo::{Cards, Dealt, PLAYERS, Rules};
    use kirifuda_play::{Actions, Game, Rules as _};

    /// What a player does with a hand, on a table.
    fn answer(player: PairKeeper, hand: &str, table: Option<&str>) -> String {
        let rules = Rules::book().parse("paper003").unwrap();
        // The hand is that of seat 0, or of seat 1 when seat 0 leads.
        let mine: Cards = hand.parse().unwrap();
        let (me, lead) = match table {
            None => (0, Cards::DIAMOND_THREE),
            Some(table) => (1, table.parse::<Meld>().unwrap().cards() | Cards::DIAMOND_THREE),
        };
        let mut hands = [Cards::EMPTY; PLAYERS];
        hands[me] = mine;
        hands[0] |= lead;
        let mut left: Vec<Cards> = (Cards::DECK - mine - lead).iter().collect();
        for (seat, size) in [11, 11, 11, 10, 10].into_iter().enumerate() {
            while hands[seat].len() < size {
                hands[seat] |= left.pop().unwrap();
            }
        }
        let dealt = Dealt { hands, circle: [0, 1, 2, 3, 4, 5], classes: None, first: 0, lots: 0 };
        let mut game = Daifugo::from_deal(&rules, &dealt).unwrap();
        if let Some(table) = table {
            game.try_play(table.parse().unwrap()).unwrap();
        }
        let mut legal = Actions::new();
        game.legal(&mut legal);
        let seat = game.turn().seat().unwrap();
        assert_eq!(seat.index(), me);
        let mut player = player;
        player.choose(game.view(seat), &legal, &mut Rng::new(1)).to_string()
    }

    const FIVE: [PairKeeper; 5] = [
        PairKeeper::ENEMY,
        PairKeeper::PAIR_SAVE,
        PairKeeper::IN_ALL_STATE,
        PairKeeper::UNDER_12,
        PairKeeper::UNDER_12_NO_8,
    ];

    #[test]
    fn the_five_differ_as_the_paper_says() {
        let answers = |hand: &str, table: Option<&str>| FIVE.map(|player| answer(player, hand, table));
        // A pair of 5s, single 9, pair of 8s, three 2s.
        let hand = "♠5 ♥5 ♠8 ♥8 ♠9 ♠K ♥K ♠A ♠2 ♥2 ♦2";
        assert_eq!(answers(hand, Some("♣4")), ["♠5", "♠9", "♠9", "♠9", "♠8"]);
        assert_eq!(answers(hand, Some("♣9")), ["♠K", "♠A", "♠A", "♠A", "♠A"]);
        assert_eq!(answers(hand, Some("♣A")), ["♠2", "pass", "pass", "♠2", "♠2"]);
        assert_eq!(answers(hand, Some("♣4♦4")), ["♠5♥5"; 5]);
        assert_eq!(answers(hand, Some("♣K♦K")), ["♠2♥2", "pass", "pass", "♠2♥2", "♠2♥2"]);
        // Leading: the largest group first, or the lowest rank, whole.
        let hand = "♦3 ♠4 ♥4 ♦4 ♠9 ♥9 ♠K ♠A ♥A ♠2 ★";
        assert_eq!(answers(hand, None), ["♠4♥4♦4", "♠4♥4♦4", "♦3", "♦3", "♦3"]);
        let hand = "♦3 ♠3 ♥4 ♦4 ♠9 ♥9 ♠K ♠A ♥A ♠2 ★";
        assert_eq!(answers(hand, None), ["♠3♦3"; 5]);
    }

    #[test]
    fn the_joker_is_the_last_resort() {
        let hand = "♠4 ♥5 ♦6 ♠7 ♥8 ♦9 ♠T ♥J ♦Q ♠K ★";
        assert_eq!(FIVE.map(|player| answer(player, hand, Some("♣K"))), ["★"; 5]);
        assert_eq!(FIVE.map(|player| answer(player, hand, Some("♣Q"))), ["♠K"; 5]);
    }
}
