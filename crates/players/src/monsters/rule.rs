use std::cmp::Reverse;

use kirifuda_games::monsters::{Action, Battle, Deck, Fighter, Monsters, Phase, Rules, Side, Summon, View};
use kirifuda_play::{Policy, Rng};

/// The rule player of paper 004 in one of its personalities: the first rule that applies decides.
///
/// It keeps the draft it was dealt, leads with any of it, and replaces a monster that is out by the one that hits
/// hardest by elements, then the one that suffers least, then the healthiest.
///
/// Where monsters need lands it sends only whom it can afford, and lays a land where only one that it cannot afford would hurt
/// theirs (rule 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulePlayer {
    /// The order of its rules.
    pub style: Style,
    /// When it thinks that poison is worth a turn.
    pub poison: Poison,
}

/// A personality: the order of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The printed order.
    Balanced,
    /// Away from a monster that it cannot hurt (8 to 10) before away from one that hurts it (5 to 7).
    Brute,
    /// Away from a monster that hurts it (5 to 7) before towards one that it hurts (4).
    Steady,
    /// Brute, and further: never sets a trap (1) and never gives way (5 to 7).
    Reckless,
    /// Steady, and further: gives way (5 to 7) even where it hurts the other (3), and never goes to meet one (4).
    Timid,
}

/// When a status attack is thought to be effective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Poison {
    /// The target is not poisoned, it survives two of the own best hits, and no trap is known to be in force.
    Careful,
    /// The target is not poisoned, has half its HP, and survives the own best hit: walks into every trap.
    Naive,
}

/// What a rule player looks at: its own side and what it knows of the other. It never depends on the other's bench.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    deck: &'a Deck,
    own: &'a Side,
    /// The other's monster in front.
    theirs: Fighter,
    may_trap: bool,
    may_poison: bool,
    /// The other can still poison.
    poison_threatens: bool,
    /// The other's trap is known to be in force.
    trap_threatens: bool,
    summon: Summon,
}

/// How an element does against another: the signs of the paper's table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sign {
    /// × no damage.
    None,
    /// △ less.
    Weak,
    /// − neither.
    Even,
    /// ○ more.
    Strong,
}

impl Style {
    /// The personalities of the paper.
    pub const ALL: [Style; 3] = [Style::Balanced, Style::Brute, Style::Steady];
    /// The same further apart.
    pub const APART: [Style; 3] = [Style::Balanced, Style::Reckless, Style::Timid];
}

impl RulePlayer {
    /// A personality with the careful reading of the rule on poison.
    pub const fn new(style: Style) -> RulePlayer {
        RulePlayer { style, poison: Poison::Careful }
    }

    /// What it does in a turn.
    #[inline]
    pub fn act(self, at: &Situation<'_>) -> Action {
        if self.style != Style::Reckless && at.trap_is_effective() {
            return Action::TRAP;
        }
        if self.poison_is_effective(at) {
            return Action::STATUS;
        }
        if let (Style::Timid, Some(away)) = (self.style, at.away()) {
            return away;
        }
        let hits = at.hits(at.own.fighter());
        if hits == Sign::Strong {
            return Action::SPECIAL;
        }
        let switch = match self.style {
            Style::Balanced => at.attack().or_else(|| at.away()).or_else(|| at.useful(hits)),
            Style::Brute => at.attack().or_else(|| at.useful(hits)).or_else(|| at.away()),
            Style::Steady => at.away().or_else(|| at.attack()).or_else(|| at.useful(hits)),
            Style::Reckless => at.attack().or_else(|| at.useful(hits)),
            Style::Timid => at.useful(hits),
        };
        switch.unwrap_or_else(|| at.stronger_hit())
    }

    /// Rule 2.
    #[inline]
    fn poison_is_effective(self, at: &Situation<'_>) -> bool {
        if !at.may_poison || at.theirs.poisoned {
            return false;
        }
        let hit = u32::from(at.deck.best_hit(at.own.fighter().monster, at.theirs.monster));
        let hp = u32::from(at.theirs.hp);
        match self.poison {
            Poison::Careful => hp > 2 * hit && !at.trap_threatens,
            Poison::Naive => 2 * hp >= u32::from(at.deck.monster(at.theirs.monster).hp) && hp > hit,
        }
    }
}

impl<'a> Situation<'a> {
    /// As a seat sees it; nothing before the battle begins.
    #[inline]
    pub fn seen(view: View<'a>) -> Option<Situation<'a>> {
        let (rules, own) = (view.rules(), view.own());
        Some(Situation {
            deck: view.deck(),
            own,
            theirs: view.their_fighter()?,
            may_trap: rules.trap && !own.trap_used,
            may_poison: rules.status && !own.status_used,
            poison_threatens: rules.status && !view.their_status_used(),
            trap_threatens: view.their_trap_in_force(),
            summon: rules.summon,
        })
    }

    /// As a side of an open battle sees it: what [`seen`](Situation::seen) says in a game that stands like this.
    #[inline]
    pub fn in_battle(rules: &'a Rules, battle: &'a Battle, side: usize) -> Situation<'a> {
        let (own, other) = (&battle.sides[side], &battle.sides[1 - side]);
        Situation {
            deck: rules.cards,
            own,
            theirs: other.fighter(),
            may_trap: rules.trap && !own.trap_used,
            may_poison: rules.status && !own.status_used,
            poison_threatens: rules.status && !other.status_used,
            trap_threatens: rules.trap_visible && battle.trap_in_force(1 - side),
            summon: rules.summon,
        }
    }

    /// Who comes to the front in place of one that is out: the one that hits hardest by elements, then the one that
    /// suffers least, then the healthiest.
    pub fn replacement(&self) -> Option<Action> {
        let worth = |mine: Fighter| (self.hits(mine), Reverse(self.suffers(mine)));
        let mut best: Option<Fighter> = None;
        for fighter in self.own.bench() {
            if !self.summon.may_replace(self.deck, self.own, fighter.monster) {
                continue;
            }
            let better = |best: Fighter| match worth(fighter).cmp(&worth(best)) {
                std::cmp::Ordering::Equal => self.healthier(fighter, best),
                order => order.is_gt(),
            };
            if best.is_none_or(better) {
                best = Some(fighter);
            }
        }
        best.map(|fighter| Action::send(fighter.monster))
    }

    /// Rule 1.
    #[inline]
    fn trap_is_effective(&self) -> bool {
        let fighter = self.own.fighter();
        self.may_trap
            && self.poison_threatens
            && !fighter.poisoned
            && 2 * u32::from(fighter.hp) >= u32::from(self.deck.monster(fighter.monster).hp)
    }

    /// Rule 4: to one that hurts theirs; a land, if one that does cannot be afforded yet.
    #[inline]
    fn attack(&self) -> Option<Action> {
        let hurts = |mine| self.hits(mine) == Sign::Strong;
        self.switch_to(hurts).or_else(|| match self.summon {
            Summon::Free => None,
            Summon::Lands => {
                let wanted = self.summon.may_lay_land(self.deck, self.own) && self.own.bench().any(hurts);
                wanted.then_some(Action::LAND)
            }
        })
    }

    /// Rules 5 to 7: away from a monster that hurts, to where it hurts least.
    #[inline]
    fn away(&self) -> Option<Action> {
        if self.suffers(self.own.fighter()) != Sign::Strong {
            return None;
        }
        let to = |wanted| self.switch_to(|mine| self.suffers(mine) == wanted);
        to(Sign::None).or_else(|| to(Sign::Weak)).or_else(|| to(Sign::Even))
    }

    /// Rules 8 to 10: away from a monster that cannot be hurt; `hits`: how the one in front does.
    #[inline]
    fn useful(&self, hits: Sign) -> Option<Action> {
        let to = |wanted| self.switch_to(|mine| self.hits(mine) == wanted);
        match hits {
            Sign::None => to(Sign::Even).or_else(|| to(Sign::Weak)),
            Sign::Weak => to(Sign::Even),
            _ => None,
        }
    }

    /// Rule 11.
    #[inline]
    fn stronger_hit(&self) -> Action {
        let (mine, theirs) = (self.own.fighter().monster, self.theirs.monster);
        if self.deck.special(mine, theirs) > self.deck.attack(mine, theirs) { Action::SPECIAL } else { Action::ATTACK }
    }

    /// The healthiest on the bench that fits and may come.
    #[inline]
    fn switch_to(&self, fits: impl Fn(Fighter) -> bool) -> Option<Action> {
        let mut best: Option<Fighter> = None;
        for fighter in self.own.bench() {
            let comes = self.summon.may_switch_to(self.deck, self.own, fighter.monster);
            if comes && fits(fighter) && best.is_none_or(|best| self.healthier(fighter, best)) {
                best = Some(fighter);
            }
        }
        best.map(|fighter| Action::send(fighter.monster))
    }

    /// One has a larger share of its HP than another.
    fn healthier(&self, one: Fighter, other: Fighter) -> bool {
        let full = |fighter: Fighter| u32::from(self.deck.monster(fighter.monster).hp);
        u32::from(one.hp) * full(other) > u32::from(other.hp) * full(one)
    }

    /// How a monster of the own side does against theirs.
    #[inline]
    fn hits(&self, mine: Fighter) -> Sign {
        Sign::of(self.deck.multiplier(mine.monster, self.theirs.monster))
    }

    /// How theirs does against a monster of the own side.
    #[inline]
    fn suffers(&self, mine: Fighter) -> Sign {
        Sign::of(self.deck.multiplier(self.theirs.monster, mine.monster))
    }
}

impl Sign {
    #[inline]
    fn of(multiplier: f32) -> Sign {
        match multiplier {
            0.0 => Sign::None,
            less if less < 1.0 => Sign::Weak,
            1.0 => Sign::Even,
            _ => Sign::Strong,
        }
    }
}

impl Policy<Monsters> for RulePlayer {
    #[inline]
    fn choose(&mut self, view: View<'_>, legal: &[Action], rng: &mut Rng) -> Action {
        match (view.phase(), Situation::seen(view)) {
            (Phase::Battle, Some(at)) => self.act(&at),
            (Phase::Replace, Some(at)) => at.replacement().unwrap_or(legal[0]),
            (Phase::Team, _) => next_of_draft(view, legal),
            _ => rng.pick(legal),
        }
    }
}

/// The next monster of the own draft. Where other monsters were picked before, the lowest of the draft that may still
/// be picked.
pub(super) fn next_of_draft(view: View<'_>, legal: &[Action]) -> Action {
    let picks = view.draft().0.map(Action::pick);
    picks.into_iter().find(|pick| legal.contains(pick)).unwrap_or(legal[0])
}
