//! What it takes to send a monster to the front, where the rules ask for something: the one place of that idea.

use super::{Action, Deck, Fighter, Kind, Monsters, Phase, Rules, Side};

/// What sending a monster to the front takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Summon {
    /// Nothing, as in paper 004.
    Free,
    /// As many lands as the monster costs. A side begins with [`FIRST_LANDS`] and may lay one in a turn instead of
    /// anything else. Lands are never used up.
    Lands,
}

/// The lands that a side begins with.
pub const FIRST_LANDS: u8 = 1;
/// The most that a monster may cost.
pub const LARGEST_COST: u8 = 9;
/// The cost of a monster of which a file says nothing, at most.
const LARGEST_USUAL_COST: usize = 3;

/// What a monster costs of which a file says nothing: in how many whole quarters of the deck all monsters are weaker, by the
/// sum of their stats.
pub(super) fn usual_cost(stats: u32, all: &[u32]) -> u8 {
    let weaker = all.iter().filter(|&&other| other < stats).count();
    ((LARGEST_USUAL_COST + 1) * weaker / all.len().max(1)) as u8
}

impl Summon {
    /// Whether this side may lay a land: only while a monster of the cards costs more than it has.
    #[inline]
    pub fn may_lay_land(self, deck: &Deck, side: &Side) -> bool {
        self == Summon::Lands && side.lands < deck.dearest()
    }

    /// Whether this side may send a monster that waits to the front in a turn.
    #[inline]
    pub fn may_switch_to(self, deck: &Deck, side: &Side, monster: u8) -> bool {
        self == Summon::Free || deck.monster(monster).cost <= side.lands
    }

    /// Whether a monster that waits may come in place of the one in front, which is out. The cheapest may always come.
    #[inline]
    pub fn may_replace(self, deck: &Deck, side: &Side, monster: u8) -> bool {
        self.may_switch_to(deck, side, monster) || deck.monster(monster).cost <= cheapest(deck, side.bench())
    }

    /// Whether a monster of a fresh team may lead. The cheapest may always come.
    #[inline]
    pub fn may_lead(self, deck: &Deck, side: &Side, monster: u8) -> bool {
        let team = side.fighters.iter().copied();
        self.may_switch_to(deck, side, monster) || deck.monster(monster).cost <= cheapest(deck, team)
    }
}

fn cheapest(deck: &Deck, fighters: impl Iterator<Item = Fighter>) -> u8 {
    fighters.map(|fighter| deck.monster(fighter.monster).cost).min().unwrap_or(0)
}

impl Monsters {
    /// Whether the mover may send a monster of its team, that can fight and is not in front, to the front.
    #[inline]
    pub(super) fn may_send(&self, monster: u8) -> bool {
        self.rules.summon == Summon::Free || self.can_afford(monster)
    }

    #[cold]
    fn can_afford(&self, monster: u8) -> bool {
        let side = &self.battle.sides[usize::from(self.mover)];
        let Rules { summon, cards, .. } = self.rules;
        match self.phase {
            Phase::Lead => summon.may_lead(cards, side, monster),
            Phase::Replace => summon.may_replace(cards, side, monster),
            _ => summon.may_switch_to(cards, side, monster),
        }
    }
}

/// What the choices of a side that were seen, in order, tell of the monsters that it hides: they cost at least this much.
/// Whoever comes without the lands that it needs is the cheapest of those who could.
pub(super) fn hidden_cost(rules: &Rules, seen: impl Iterator<Item = Action>) -> u8 {
    if rules.summon == Summon::Free {
        return 0;
    }
    let (mut lands, mut least) = (FIRST_LANDS, 0);
    for action in seen {
        match action.kind() {
            Kind::Land => lands += 1,
            Kind::Send(monster) => {
                let cost = rules.cards.monster(monster).cost;
                if cost > lands {
                    least = least.max(cost);
                }
            }
            _ => {}
        }
    }
    least
}
