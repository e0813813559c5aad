use super::{Deck, Element, TEAM};

/// Three different monsters, by number, ascending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Team(pub [u8; TEAM]);

/// What a scout tells about a team: how many of each element, and how strong it is in each style, roughly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeckType {
    /// Monsters of each element, in the order of [`Element::ALL`].
    pub elements: [u8; 5],
    /// Sums over the team of speed, HP, attack, special attack, and defence with special defence, each rounded to the
    /// nearest hundred.
    pub styles: [u16; 5],
}

impl Team {
    /// The team of these monsters in any order; none when one is there twice.
    pub fn new(mut monsters: [u8; TEAM]) -> Option<Team> {
        monsters.sort_unstable();
        monsters.is_sorted_by(|low, high| low < high).then_some(Team(monsters))
    }

    /// Every team of a deck of `monsters`, in ascending order.
    pub(super) fn all(monsters: usize) -> impl Iterator<Item = Team> {
        let end = monsters as u8;
        (0..end).flat_map(move |a| (a + 1..end).flat_map(move |b| (b + 1..end).map(move |c| Team([a, b, c]))))
    }

    /// Whether `monster` is in the team.
    pub fn contains(self, monster: u8) -> bool {
        self.0.contains(&monster)
    }
}

impl DeckType {
    pub(super) fn of(deck: &Deck, team: Team) -> DeckType {
        let mut elements = [0; Element::ALL.len()];
        let mut styles = [0; 5];
        for monster in team.0.map(|id| deck.monster(id)) {
            elements[monster.element.index()] += 1;
            let defences = monster.defence + monster.special_defence;
            let strengths = [monster.speed, monster.hp, monster.attack, monster.special_attack, defences];
            for (sum, strength) in styles.iter_mut().zip(strengths) {
                *sum += strength;
            }
        }
        DeckType { elements, styles: styles.map(|sum| (sum + 50) / 100 * 100) }
    }
}
