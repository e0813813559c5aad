use kirifuda_games::monsters::{Action, Battle, Deck, Event, Fighter, TEAM};
use kirifuda_play::Rng;

use super::mind::Mind;

/// What happened in a game, as it can be told when it is over and all monsters are known. Side 0 is the learner.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    turns: Vec<Written>,
    /// The battle at the end.
    end: Option<Battle>,
}

/// A turn.
#[derive(Clone, Copy, Debug)]
struct Written {
    /// Before it.
    before: Battle,
    choices: [Action; 2],
}

/// A turn and what can be learned from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    /// The battle before it.
    pub before: Battle,
    /// What the other did, where it was seen.
    pub answer: Option<Action>,
    /// Damage dealt minus damage taken, in hundreds of HP, as the learner estimates it.
    pub reward: f32,
    /// The other used its status attack and was seen doing it.
    pub poisons: bool,
    /// The learner set its trap.
    pub sets_trap: bool,
}

/// A monster that was poisoned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Poisoning {
    side: usize,
    /// As it was then.
    pub victim: Fighter,
    /// What poison has taken from it since.
    pub damage: u16,
}

impl Journal {
    pub fn clear(&mut self) {
        self.turns.clear();
        self.end = None;
    }

    /// A turn begins.
    pub fn begin(&mut self, before: Battle) {
        self.turns.push(Written { before, choices: [Action::ATTACK; 2] });
    }

    /// A side has chosen.
    pub fn choose(&mut self, side: usize, choice: Action) {
        if let Some(turn) = self.turns.last_mut() {
            turn.choices[side] = choice;
        }
    }

    /// The game is over.
    pub fn close(&mut self, end: Battle) {
        self.end = Some(end);
    }

    pub fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Goes through the game: lets the mind see hits, bites and knock-outs, and tells the turns and the poisonings.
    pub fn tell(
        &self,
        mind: &mut Mind,
        trap_visible: bool,
        rng: &mut Rng,
        told: &mut Vec<Told>,
        poisonings: &mut Vec<Poisoning>,
    ) {
        told.clear();
        poisonings.clear();
        let mut blows = [[0.0; TEAM]; 2];
        for (number, turn) in self.turns.iter().enumerate() {
            let next = self.turns.get(number + 1).map(|next| next.before).or(self.end);
            let coin = next.is_some_and(|next| coin(mind.deck(), turn, &next));
            let mut seen = Seen::of(turn, trap_visible);
            let mut battle = turn.before;
            battle.turn(mind.deck(), turn.choices, coin, |event| {
                seen.event(event, mind, rng, &mut blows, poisonings);
            });
            told.push(Told {
                before: turn.before,
                answer: (!seen.hidden).then_some(turn.choices[1]),
                reward: seen.gain / 100.0,
                poisons: turn.choices[1] == Action::STATUS && !seen.hidden,
                sets_trap: turn.choices[0] == Action::TRAP,
            });
        }
    }
}

/// What is seen of a turn while it is played.
struct Seen {
    /// HP of all fighters, by side and slot.
    battle: Battle,
    gain: f32,
    /// What the other did was not seen.
    hidden: bool,
    /// Somebody of this side has hit.
    has_hit: [bool; 2],
}

impl Seen {
    fn of(turn: &Written, trap_visible: bool) -> Seen {
        let hidden = turn.choices[1] == Action::TRAP && !trap_visible;
        Seen { battle: turn.before, gain: 0.0, hidden, has_hit: [false; 2] }
    }

    fn event(
        &mut self,
        event: Event,
        mind: &mut Mind,
        rng: &mut Rng,
        blows: &mut [[f32; TEAM]; 2],
        poisonings: &mut Vec<Poisoning>,
    ) {
        let deck = mind.deck();
        match event {
            Event::Hit { side, attacker, defender, special, damage, left } => {
                let expected = mind.foresight.damage(special, attacker, defender);
                let slot = self.battle.sides[1 - side].slot_of(defender).map_or(0, usize::from);
                self.lose(1 - side, slot, expected, left);
                let hand = usize::from(special);
                let record = mind.features.record(attacker);
                record.dealt[hand] += f32::from(damage);
                record.hits[hand] += 1.0;
                record.first += f32::from(!self.has_hit[1 - side]);
                self.has_hit[side] = true;
                let record = mind.features.record(defender);
                record.taken[hand] += f32::from(damage);
                record.blows[hand] += 1.0;
                blows[1 - side][slot] += 1.0;
                // What a last hit would have done to more HP is not seen.
                if special && left > 0 {
                    let factor = f32::from(damage) / f32::from(deck.neutral_special(attacker, defender).max(1));
                    let pair = [mind.senses.element(attacker), mind.senses.element(defender)];
                    mind.affinity.learn(pair, factor, mind.options.rate, mind.options.replays, rng);
                }
            }
            Event::Tick { side, monster, damage, left } => {
                let slot = self.battle.sides[side].slot_of(monster).map_or(0, usize::from);
                let had = self.battle.sides[side].fighters[slot].hp;
                let expected = mind.foresight.bite(monster);
                self.lose(side, slot, expected, left);
                if left > 0 {
                    mind.status.see_bite(f32::from(damage) / f32::from(deck.monster(monster).hp));
                }
                let poisoning = poisonings.iter_mut().find(|one| one.side == side && one.victim.monster == monster);
                if let Some(poisoning) = poisoning {
                    poisoning.damage += had - left;
                }
            }
            Event::Poisoned { side, monster } => {
                let slot = self.battle.sides[side].slot_of(monster).map_or(0, usize::from);
                poisonings.push(Poisoning { side, victim: self.battle.sides[side].fighters[slot], damage: 0 });
            }
            Event::Out { side, monster } => {
                let slot = self.battle.sides[side].slot_of(monster).map_or(0, usize::from);
                let record = mind.features.record(monster);
                record.outs += 1.0;
                record.blows_until_out += blows[side][slot];
            }
            Event::Lost { side: 1, .. } => self.hidden = true,
            _ => {}
        }
    }

    /// A fighter has `left` HP; the learner counts what it had expected it to lose, but no more than it had.
    fn lose(&mut self, side: usize, slot: usize, expected: u16, left: u16) {
        let fighter = &mut self.battle.sides[side].fighters[slot];
        let lost = f32::from(expected.min(fighter.hp));
        self.gain += if side == 0 { -lost } else { lost };
        fighter.hp = left;
    }
}

/// What the coin was that decided between equally fast monsters: the one that leads to what came next.
fn coin(deck: &Deck, turn: &Written, next: &Battle) -> bool {
    let mut battle = turn.before;
    battle.turn(deck, turn.choices, false, |_| {});
    let fighters = |battle: &Battle| battle.sides.map(|side| side.fighters);
    fighters(&battle) != fighters(next)
}
