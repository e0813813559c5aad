use kirifuda_games::monsters::{
    Action, Battle, Deck, Element, FIRST_LANDS, Fighter, Kind, LARGEST_STAT, Side, Summon, TEAM,
};
use kirifuda_play::{Phrase, math};

/// Numbers of a state in the paper.
pub const PAPER_STATE: usize = 32;
/// Numbers of a state, where monsters need lands; elsewhere those behind [`PAPER_STATE`] are 0 and no net sees them.
pub const STATE: usize = 44;
/// Numbers of an observation.
pub const OBSERVATION: usize = 25;
/// What the learner tells apart in what a side does in the paper: attack, special, status, trap, and to switch to each element.
pub const PAPER_ACTS: usize = 9;
/// The same where monsters need lands: the last is to lay one.
pub const ACTS: usize = 10;

/// A battle in numbers, seen from side 0 (paper 004, section 4.1.6):
///
/// | places | what |
/// |---|---|
/// | 0–4, 5–9 | element of the own front, of theirs |
/// | 10, 11 | HP of the own front, of theirs: ln(1 + x) − 5 |
/// | 12, 13 | speed: ln(1 + x) − 5 |
/// | 14, 15 | own attack − their defence, their attack − own defence: ± ln(1 + \|x\|) / 6 |
/// | 16, 17 | the same for special attack and special defence |
/// | 18–22, 23–27 | own monsters of each element, theirs |
/// | 28, 29 | own monsters that are out, theirs |
/// | 30, 31 | sum of HP, own and theirs: ln(1 + x) − 5 |
///
/// Where monsters need lands, which the paper leaves to others (section 6.1), also:
///
/// | places | what |
/// |---|---|
/// | 32–36, 37–41 | lands that those who wait still need, by their element, own and theirs |
/// | 42, 43 | lands laid, own and theirs |
pub type State = [f32; STATE];

/// What of a state is seen for certain: all but their elements (23–27) and the sums of HP (30, 31).
///
/// The paper leaves out 18–22, the own elements, which nobody hides from their owner: a slip.
pub fn observation(state: &State) -> [f32; OBSERVATION] {
    let mut seen = [0.0; OBSERVATION];
    seen[..23].copy_from_slice(&state[..23]);
    seen[23..].copy_from_slice(&state[28..30]);
    seen
}

/// What a deck's states are made of, worked out once.
#[derive(Clone, Debug)]
pub struct Senses {
    deck: &'static Deck,
    summon: Summon,
    elements: Vec<u8>,
    speeds: Vec<f32>,
    /// Attack minus defence, special attack minus special defence, by attacker and defender.
    differences: Vec<[f32; 2]>,
    /// ln(1 + x) − 5 for all HP and sums of HP.
    logarithms: Vec<f32>,
}

impl Senses {
    /// For a deck, and for what sending a monster to the front takes.
    pub fn new(deck: &'static Deck, summon: Summon) -> Senses {
        let logarithm = |x: u16| (math::ln(1.0 + f64::from(x)) - 5.0) as f32;
        let difference = |strength: u16, resistance: u16| {
            let difference = f64::from(strength) - f64::from(resistance);
            (difference.signum() * math::ln(1.0 + difference.abs()) / 6.0) as f32
        };
        let monsters = deck.monsters();
        let pairs = monsters.iter().flat_map(|one| monsters.iter().map(move |other| (one, other)));
        Senses {
            deck,
            summon,
            elements: monsters.iter().map(|monster| monster.element.index() as u8).collect(),
            speeds: monsters.iter().map(|monster| logarithm(monster.speed)).collect(),
            differences: pairs
                .map(|(one, other)| {
                    let physical = difference(one.attack, other.defence);
                    [physical, difference(one.special_attack, other.special_defence)]
                })
                .collect(),
            logarithms: (0..=LARGEST_STAT * TEAM as u16).map(logarithm).collect(),
        }
    }

    /// The cards.
    #[inline]
    pub fn deck(&self) -> &'static Deck {
        self.deck
    }

    /// What sending a monster to the front takes.
    #[inline]
    pub fn summon(&self) -> Summon {
        self.summon
    }

    /// How many numbers of a state, and how many acts, the nets are made for.
    pub fn sizes(&self) -> Sizes {
        match self.summon {
            Summon::Free => Sizes::PAPER,
            Summon::Lands => Sizes { state: STATE, acts: ACTS },
        }
    }

    /// The place of a monster's element.
    #[inline]
    pub fn element(&self, monster: u8) -> usize {
        usize::from(self.elements[usize::from(monster)])
    }

    /// A battle in numbers.
    #[inline]
    pub fn state(&self, battle: &Battle) -> State {
        let mut state = [0.0; STATE];
        let [own, theirs] = [battle.sides[0].fighter(), battle.sides[1].fighter()];
        state[self.element(own.monster)] = 1.0;
        state[5 + self.element(theirs.monster)] = 1.0;
        state[10] = self.logarithms[usize::from(own.hp)];
        state[11] = self.logarithms[usize::from(theirs.hp)];
        state[12] = self.speeds[usize::from(own.monster)];
        state[13] = self.speeds[usize::from(theirs.monster)];
        let [physical, special] = self.difference(own.monster, theirs.monster);
        (state[14], state[16]) = (physical, special);
        let [physical, special] = self.difference(theirs.monster, own.monster);
        (state[15], state[17]) = (physical, special);
        for (place, side) in battle.sides.iter().enumerate() {
            let mut sum = 0;
            for fighter in side.fighters {
                sum += fighter.hp;
                if fighter.hp > 0 {
                    state[18 + 5 * place + self.element(fighter.monster)] += 1.0;
                } else {
                    state[28 + place] += 1.0;
                }
            }
            state[30 + place] = self.logarithms[usize::from(sum)];
        }
        if self.summon == Summon::Lands {
            self.count_lands(battle, &mut state);
        }
        state
    }

    fn count_lands(&self, battle: &Battle, state: &mut State) {
        for (place, side) in battle.sides.iter().enumerate() {
            for fighter in side.bench() {
                let needed = self.deck.monster(fighter.monster).cost.saturating_sub(side.lands);
                state[32 + 5 * place + self.element(fighter.monster)] += f32::from(needed);
            }
            state[42 + place] = f32::from(side.lands.saturating_sub(FIRST_LANDS));
        }
    }

    #[inline]
    fn difference(&self, attacker: u8, defender: u8) -> [f32; 2] {
        self.differences[usize::from(attacker) * self.elements.len() + usize::from(defender)]
    }

    /// Which of the acts an action is.
    #[inline]
    pub fn act(&self, action: Action) -> Option<usize> {
        match action.kind() {
            Kind::Attack => Some(0),
            Kind::Special => Some(1),
            Kind::Status => Some(2),
            Kind::Trap => Some(3),
            Kind::Send(monster) => Some(4 + self.element(monster)),
            Kind::Land => Some(LAND),
            Kind::Pick(_) => None,
        }
    }

    /// The actions that a side may choose between under the rules, by act: of two monsters of one element on the bench
    /// the one with the larger share of its HP is meant, at a tie the first.
    #[inline]
    pub fn actions(&self, side: &Side, status: bool, trap: bool) -> [Option<Action>; ACTS] {
        let mut actions = [None; ACTS];
        (actions[0], actions[1]) = (Some(Action::ATTACK), Some(Action::SPECIAL));
        actions[2] = (status && !side.status_used).then_some(Action::STATUS);
        actions[3] = (trap && !side.trap_used).then_some(Action::TRAP);
        let mut best: [Option<Fighter>; 5] = [None; 5];
        for fighter in side.bench() {
            if !self.summon.may_switch_to(self.deck, side, fighter.monster) {
                continue;
            }
            let place = &mut best[self.element(fighter.monster)];
            if place.is_none_or(|known| self.share(fighter) > self.share(known)) {
                *place = Some(fighter);
            }
        }
        for (action, fighter) in actions[4..LAND].iter_mut().zip(best) {
            *action = fighter.map(|fighter| Action::send(fighter.monster));
        }
        actions[LAND] = self.summon.may_lay_land(self.deck, side).then_some(Action::LAND);
        actions
    }

    /// The share of its HP that a fighter has left.
    #[inline]
    pub fn share(&self, fighter: Fighter) -> f32 {
        f32::from(fighter.hp) / f32::from(self.deck.monster(fighter.monster).hp)
    }
}

/// The place of the act to lay a land.
pub(super) const LAND: usize = ACTS - 1;

/// What nets are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Numbers of a state.
    pub state: usize,
    /// Acts that are told apart.
    pub acts: usize,
}

impl Sizes {
    /// Those of the paper.
    pub const PAPER: Sizes = Sizes { state: PAPER_STATE, acts: PAPER_ACTS };
}

/// An act, for people.
pub(super) fn said_act(act: usize) -> Phrase {
    let plain = ["say.act.attack", "say.act.special", "say.act.status", "say.act.trap"];
    if act == LAND {
        return Phrase::new("say.act.land");
    }
    match (plain.get(act), Element::ALL.get(act.wrapping_sub(plain.len()))) {
        (Some(key), _) => Phrase::new(key),
        (None, Some(to)) => Phrase::new("say.act.switch").with("element", Phrase::name("element", to.name())),
        (None, None) => Phrase::new("say.impossible"),
    }
}
