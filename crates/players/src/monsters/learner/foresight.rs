use kirifuda_games::monsters::{Action, After, Battle, Deck, Event, Fighter, Numbers};
use kirifuda_learn::mlp::Scratch;

use super::affinity::Affinity;
use super::state::Senses;
use super::status::Status;

/// Rows of the table of damages: a power of two above the most monsters of a deck.
const ROWS: usize = 32;

/// What the learner thinks that a turn does. It knows the order of things in a turn, the stats on the cards and what an
/// attack does without elements; what elements and poison do it only knows as far as it has learned.
#[derive(Clone, Debug)]
pub struct Foresight {
    deck: &'static Deck,
    /// Expected damage of special attacks, by attacker and defender.
    special: Vec<u16>,
    /// What poison is expected to take from each monster when it acts.
    bites: [u16; ROWS],
    speeds: [u16; ROWS],
}

/// What a turn is expected to lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foreseen {
    /// After the turn; replacements that have to be chosen are still to come.
    pub battle: Battle,
    /// How it goes on.
    pub after: After,
    /// Damage that side 0 deals minus damage that it takes: HP that are really lost.
    pub gain: i32,
    /// Who is newly poisoned, by side, as it was then.
    pub poisoned: [Option<Fighter>; 2],
}

impl Foresight {
    /// What has been learned of a deck.
    pub fn new(deck: &'static Deck) -> Foresight {
        let mut speeds = [0; ROWS];
        for (speed, monster) in speeds.iter_mut().zip(deck.monsters()) {
            *speed = monster.speed;
        }
        Foresight { deck, special: vec![0; ROWS * ROWS], bites: [0; ROWS], speeds }
    }

    /// Takes over what was learned since.
    pub fn refresh(&mut self, senses: &Senses, affinity: &Affinity, status: &Status, work: &mut Scratch) {
        let mut factors = [[0.0; 5]; 5];
        for (attacker, row) in factors.iter_mut().enumerate() {
            for (defender, factor) in row.iter_mut().enumerate() {
                *factor = affinity.factor(attacker, defender, work);
            }
        }
        let factor = |attacker: u8, defender: u8| factors[senses.element(attacker)][senses.element(defender)];
        self.believe(factor, status.bite());
    }

    /// Takes these factors on special attacks, and this share of full HP as what poison takes, for true.
    pub fn believe(&mut self, factor: impl Fn(u8, u8) -> f32, bite: f32) {
        let all = 0..self.deck.len() as u8;
        for attacker in all.clone() {
            for defender in all.clone() {
                let neutral = f32::from(self.deck.neutral_special(attacker, defender));
                self.special[usize::from(attacker) * ROWS + usize::from(defender)] =
                    (neutral * factor(attacker, defender)).round() as u16;
            }
            self.bites[usize::from(attacker) % ROWS] = (f32::from(self.deck.monster(attacker).hp) * bite) as u16;
        }
    }

    /// Expected damage of an attack or a special attack.
    #[inline]
    pub fn damage(&self, special: bool, attacker: u8, defender: u8) -> u16 {
        match special {
            true => self.special[usize::from(attacker) * ROWS + usize::from(defender)],
            false => self.deck.attack(attacker, defender),
        }
    }

    /// What poison is expected to take from a monster that acts.
    #[inline]
    pub fn bite(&self, monster: u8) -> u16 {
        self.bites[usize::from(monster) % ROWS]
    }

    /// Are the monsters that would be in front equally fast, so that a coin decides?
    #[inline]
    pub fn is_tie(&self, battle: &Battle, choices: [Action; 2]) -> bool {
        let speed = |side: usize| {
            let front = choices[side].sent().unwrap_or(battle.sides[side].fighter().monster);
            self.speed(front)
        };
        let hits = |choice: Action| choice.code() <= Action::STATUS.code();
        hits(choices[0]) && hits(choices[1]) && speed(0) == speed(1)
    }

    /// A turn as it is expected; `coin` says whether side 1 goes first when both are equally fast.
    #[inline]
    pub fn turn(&self, battle: &Battle, choices: [Action; 2], coin: bool) -> Foreseen {
        let mut next = *battle;
        // HP of the two in front, as the turn goes on.
        let mut front = battle.sides.map(|side| side.fighter().hp);
        let mut poisoned = [None; 2];
        let after = next.turn(self, choices, coin, |event| match event {
            Event::Switched { side, to, .. } => {
                let own = &battle.sides[side];
                front[side] = own.slot_of(to).map_or(0, |slot| own.fighters[usize::from(slot)].hp);
            }
            Event::Hit { side, left, .. } => front[1 - side] = left,
            Event::Tick { side, left, .. } => front[side] = left,
            Event::Poisoned { side, monster } => {
                poisoned[side] = Some(Fighter { monster, poisoned: false, hp: front[side] });
            }
            _ => {}
        });
        let lost = |side: usize| {
            let sum =
                |battle: &Battle| battle.sides[side].fighters.iter().map(|fighter| i32::from(fighter.hp)).sum::<i32>();
            sum(battle) - sum(&next)
        };
        Foreseen { battle: next, after, gain: lost(1) - lost(0), poisoned }
    }
}

impl Numbers for Foresight {
    #[inline]
    fn attack(&self, attacker: u8, defender: u8) -> u16 {
        self.damage(false, attacker, defender)
    }
    #[inline]
    fn special(&self, attacker: u8, defender: u8) -> u16 {
        self.damage(true, attacker, defender)
    }
    #[inline]
    fn poison(&self, monster: u8) -> u16 {
        self.bite(monster)
    }
    #[inline]
    fn speed(&self, monster: u8) -> u16 {
        self.speeds[usize::from(monster) % ROWS]
    }
    #[inline]
    fn trap_turns(&self) -> u8 {
        self.deck.trap_turns()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kirifuda_games::monsters::Summon;
    use kirifuda_play::Rng;

    /// With the true chart and the true poison the learner foresees exactly what happens.
    #[test]
    fn who_knows_the_chart_foresees_every_turn() {
        let (deck, mut rng) = (Deck::built_in(), Rng::new(5));
        let mut foresight = Foresight::new(deck);
        // Factors in quarters times whole damages, rounded down, are what the game deals: rounding has to agree.
        foresight.believe(
            |one, other| f32::from(deck.special(one, other)) / f32::from(deck.neutral_special(one, other)),
            0.125,
        );
        let (mut turns, mut poisonings, mut ties) = (0, 0, 0);
        for _ in 0..3000 {
            let teams = [rng.pick(deck.teams()), rng.pick(deck.teams())];
            let mut battle = Battle::new(deck, teams, [rng.below(3) as u8, rng.below(3) as u8]);
            while battle.turn < 60 {
                let choices = [0, 1].map(|side| choice(&battle, side, &mut rng));
                let (before, coin) = (battle, rng.chance(0.5));
                let mut poisoned = [None; 2];
                let after = battle.turn(deck, choices, coin, |event| {
                    if let Event::Poisoned { side, monster } = event {
                        poisoned[side] = Some(monster);
                    }
                });
                let foreseen = foresight.turn(&before, choices, coin);
                assert_eq!((foreseen.battle, foreseen.after), (battle, after), "{before:?} {choices:?}");
                assert_eq!(foreseen.poisoned.map(|victim| victim.map(|fighter| fighter.monster)), poisoned);
                let hp = |battle: &Battle, side: usize| {
                    battle.sides[side].fighters.iter().map(|fighter| i32::from(fighter.hp)).sum::<i32>()
                };
                let lost = |side: usize| hp(&before, side) - hp(&battle, side);
                assert_eq!(foreseen.gain, lost(1) - lost(0));
                if foresight.is_tie(&before, choices) {
                    ties += 1;
                } else {
                    assert_eq!(foresight.turn(&before, choices, !coin), foreseen, "the coin decided {choices:?}");
                }
                turns += 1;
                poisonings += poisoned.iter().flatten().count();
                match after {
                    After::Won(_) => break,
                    After::Next => {}
                    After::Replace(needed) => {
                        for side in (0..2).filter(|&side| needed[side]) {
                            let bench: Vec<u8> = battle.sides[side].bench().map(|fighter| fighter.monster).collect();
                            battle.replace(side, rng.pick(&bench));
                        }
                    }
                }
            }
        }
        assert!(turns > 30_000 && poisonings > 1000 && ties > 100, "{turns} turns, {poisonings}, {ties}");
    }

    fn choice(battle: &Battle, side: usize, rng: &mut Rng) -> Action {
        let own = &battle.sides[side];
        let mut choices = vec![Action::ATTACK, Action::SPECIAL];
        if !own.status_used {
            choices.push(Action::STATUS);
        }
        if !own.trap_used {
            choices.push(Action::TRAP);
        }
        choices.extend(own.bench().map(|fighter| Action::send(fighter.monster)));
        rng.pick(&choices)
    }

    #[test]
    fn who_has_learned_nothing_expects_no_elements_and_no_poison() {
        let deck = Deck::built_in();
        let senses = Senses::new(deck, Summon::Free);
        let mut foresight = Foresight::new(deck);
        let affinity = Affinity::new(false, 10, &mut Rng::new(1));
        foresight.refresh(&senses, &affinity, &Status::new(true, 10, &mut Rng::new(1)), &mut Scratch::default());
        for (one, other) in (0..15).flat_map(|one| (0..15).map(move |other| (one, other))) {
            assert_eq!(foresight.damage(true, one, other), deck.neutral_special(one, other));
            assert_eq!(foresight.damage(false, one, other), deck.attack(one, other));
        }
        assert_eq!(foresight.bite(0), 0);
    }
}
