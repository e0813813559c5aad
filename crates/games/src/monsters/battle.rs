use super::{Action, Deck, FIRST_LANDS, Kind, TEAM, Team};

/// A battle between two teams, everything open: what a turn does. Hiding is the business of the
/// [view](super::View); players that look ahead play on in a battle of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Battle {
    /// Both sides.
    pub sides: [Side; 2],
    /// Turns played.
    pub turn: u8,
}

/// One side of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side {
    /// The team, by number of the card, ascending.
    pub fighters: [Fighter; TEAM],
    /// Which of them is in front.
    pub active: u8,
    /// The status attack has been used.
    pub status_used: bool,
    /// The trap has been set.
    pub trap_used: bool,
    /// The trap is in force in all turns before this one.
    pub trap_until: u8,
    /// Lands that it has; they count only where monsters need them.
    pub lands: u8,
}

/// A monster in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fighter {
    /// Which card.
    pub monster: u8,
    /// It loses HP whenever it acts.
    pub poisoned: bool,
    /// HP left; 0: knocked out.
    pub hp: u16,
}

/// What hits and poison do: by the cards ([`Deck`]), or as somebody expects it.
pub trait Numbers {
    /// Damage of an attack.
    fn attack(&self, attacker: u8, defender: u8) -> u16;
    /// Damage of a special attack.
    fn special(&self, attacker: u8, defender: u8) -> u16;
    /// What a poisoned monster loses when it acts.
    fn poison(&self, monster: u8) -> u16;
    /// The faster of two acts first.
    fn speed(&self, monster: u8) -> u16;
    /// Turns that a trap is in force.
    fn trap_turns(&self) -> u8;
}

impl Numbers for Deck {
    #[inline]
    fn attack(&self, attacker: u8, defender: u8) -> u16 {
        self.attack(attacker, defender)
    }
    #[inline]
    fn special(&self, attacker: u8, defender: u8) -> u16 {
        self.special(attacker, defender)
    }
    #[inline]
    fn poison(&self, monster: u8) -> u16 {
        self.poison(monster)
    }
    #[inline]
    fn speed(&self, monster: u8) -> u16 {
        self.monster(monster).speed
    }
    #[inline]
    fn trap_turns(&self) -> u8 {
        self.trap_turns()
    }
}

/// What comes after a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// The next turn.
    Next,
    /// These sides choose who comes to the front.
    Replace([bool; 2]),
    /// This side has won.
    Won(usize),
}

/// Something that happens in a turn. Sides are those of who does it, victims included where they suffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A monster comes to the front in place of another.
    Switched {
        /// Whose.
        side: usize,
        /// It leaves, or was knocked out.
        from: u8,
        /// It comes.
        to: u8,
    },
    /// The trap is set.
    TrapSet {
        /// Whose.
        side: usize,
        /// Who sets it.
        monster: u8,
    },
    /// A land is laid.
    LandLaid {
        /// Whose.
        side: usize,
        /// Who was in front.
        monster: u8,
        /// Lands that the side has now.
        lands: u8,
    },
    /// An attack hits.
    Hit {
        /// The side of the attacker.
        side: usize,
        /// Who attacks.
        attacker: u8,
        /// Who is hit.
        defender: u8,
        /// A special attack.
        special: bool,
        /// The damage of the move, more than there were HP perhaps.
        damage: u16,
        /// HP left.
        left: u16,
    },
    /// A status attack poisons.
    Poisoned {
        /// The side of the victim.
        side: usize,
        /// The victim.
        monster: u8,
    },
    /// A status attack is reflected by the trap: its user is the victim.
    Reflected {
        /// The side of the user.
        side: usize,
        /// The user.
        monster: u8,
    },
    /// A status attack on a monster that is poisoned already, or a move against a monster that is out.
    NoEffect {
        /// The side of who acted.
        side: usize,
        /// Who acted.
        monster: u8,
    },
    /// The poison bites.
    Tick {
        /// The side of the victim.
        side: usize,
        /// The victim.
        monster: u8,
        /// HP lost.
        damage: u16,
        /// HP left.
        left: u16,
    },
    /// A monster is knocked out.
    Out {
        /// Its side.
        side: usize,
        /// Which one.
        monster: u8,
    },
    /// A monster was knocked out before it could act: its choice is lost.
    Lost {
        /// Its side.
        side: usize,
        /// Which one.
        monster: u8,
    },
}

impl Side {
    /// A fresh team with one of its slots in front.
    pub fn new(deck: &Deck, team: Team, active: u8) -> Side {
        let fighters = team.0.map(|monster| Fighter { monster, poisoned: false, hp: deck.monster(monster).hp });
        Side { fighters, active, status_used: false, trap_used: false, trap_until: 0, lands: FIRST_LANDS }
    }

    /// Nobody.
    pub(super) const EMPTY: Side = Side {
        fighters: [Fighter { monster: 0, poisoned: false, hp: 0 }; TEAM],
        active: 0,
        status_used: false,
        trap_used: false,
        trap_until: 0,
        lands: FIRST_LANDS,
    };

    /// The monster in front.
    #[inline]
    pub fn fighter(&self) -> Fighter {
        self.fighters[usize::from(self.active)]
    }

    #[inline]
    fn fighter_mut(&mut self) -> &mut Fighter {
        &mut self.fighters[usize::from(self.active)]
    }

    /// How many can still fight.
    #[inline]
    pub fn alive(&self) -> usize {
        self.fighters.iter().map(|fighter| usize::from(fighter.hp > 0)).sum()
    }

    /// The slot of a monster of the team.
    #[inline]
    pub fn slot_of(&self, monster: u8) -> Option<u8> {
        (0..TEAM as u8).find(|&slot| self.fighters[usize::from(slot)].monster == monster)
    }

    /// Those behind the front that can fight.
    #[inline]
    pub fn bench(&self) -> impl Iterator<Item = Fighter> + '_ {
        let waiting = (0..TEAM as u8).filter(|&slot| slot != self.active);
        waiting.map(|slot| self.fighters[usize::from(slot)]).filter(|fighter| fighter.hp > 0)
    }

    /// HP left as shares of what the monsters had, summed up: 0 to 3.
    pub fn health(&self, deck: &Deck) -> f32 {
        self.fighters.iter().map(|fighter| f32::from(fighter.hp) / f32::from(deck.monster(fighter.monster).hp)).sum()
    }

    /// The same sum as a fraction, numerator and denominator: exact, whatever the order of the slots.
    pub(super) fn exact_health(&self, deck: &Deck) -> (u64, u64) {
        self.fighters.iter().fold((0, 1), |(sum, all), fighter| {
            let full = u64::from(deck.monster(fighter.monster).hp);
            (sum * full + u64::from(fighter.hp) * all, all * full)
        })
    }

    #[inline]
    fn send(&mut self, monster: u8) {
        if let Some(slot) = self.slot_of(monster) {
            self.active = slot;
        }
    }
}

impl Battle {
    /// The start: teams, and which slot of each is in front.
    pub fn new(deck: &Deck, teams: [Team; 2], leads: [u8; 2]) -> Battle {
        Battle { sides: [Side::new(deck, teams[0], leads[0]), Side::new(deck, teams[1], leads[1])], turn: 0 }
    }

    /// The trap of a side is in force in the turn that comes next.
    #[inline]
    pub fn trap_in_force(&self, side: usize) -> bool {
        self.turn < self.sides[side].trap_until
    }

    /// Brings a monster to the front in place of one that is out.
    pub fn replace(&mut self, side: usize, monster: u8) {
        self.sides[side].send(monster);
    }

    /// Plays a turn: switches first, then traps and lands, then the faster monster; `coin` says whether side 1 goes first when both
    /// are equally fast. A side whose front is knocked out and that has one monster left brings it to the front by itself.
    #[inline]
    pub fn turn<N: Numbers>(
        &mut self,
        numbers: &N,
        choices: [Action; 2],
        coin: bool,
        mut see: impl FnMut(Event),
    ) -> After {
        for (side, choice) in choices.iter().enumerate() {
            if let Kind::Send(to) = choice.kind() {
                let from = self.sides[side].fighter().monster;
                self.sides[side].send(to);
                see(Event::Switched { side, from, to });
            }
        }
        let speed = |side: usize| numbers.speed(self.sides[side].fighter().monster);
        let (mine, theirs) = (speed(0), speed(1));
        let first = usize::from(theirs > mine || (theirs == mine && coin));
        let mut won = None;
        for side in [first, 1 - first] {
            let prepares = choices[side] == Action::TRAP || choices[side] == Action::LAND;
            if prepares && won.is_none() {
                match choices[side] {
                    Action::LAND => self.lay_land(side, &mut see),
                    _ => self.set_trap(side, numbers, &mut see),
                }
                won = self.tick(side, numbers, &mut see);
            }
        }
        for side in [first, 1 - first] {
            if choices[side].code() <= Action::STATUS.code() && won.is_none() {
                won = self.act(side, choices[side], numbers, &mut see);
            }
        }
        self.turn += 1;
        match won {
            Some(side) => After::Won(side),
            None => self.replacements(see),
        }
    }

    fn set_trap(&mut self, side: usize, numbers: &impl Numbers, see: &mut impl FnMut(Event)) {
        let until = self.turn.saturating_add(numbers.trap_turns());
        let own = &mut self.sides[side];
        own.trap_used = true;
        own.trap_until = until;
        see(Event::TrapSet { side, monster: own.fighter().monster });
    }

    #[cold]
    fn lay_land(&mut self, side: usize, see: &mut impl FnMut(Event)) {
        let own = &mut self.sides[side];
        own.lands = own.lands.saturating_add(1);
        see(Event::LandLaid { side, monster: own.fighter().monster, lands: own.lands });
    }

    /// One monster attacks or poisons; the side that has won, if that decides it.
    #[inline]
    fn act(
        &mut self,
        side: usize,
        choice: Action,
        numbers: &impl Numbers,
        see: &mut impl FnMut(Event),
    ) -> Option<usize> {
        let (actor, target) = (self.sides[side].fighter(), self.sides[1 - side].fighter());
        if actor.hp == 0 {
            see(Event::Lost { side, monster: actor.monster });
            return None;
        }
        if choice == Action::STATUS {
            self.poison(side, see);
        } else if target.hp == 0 {
            see(Event::NoEffect { side, monster: actor.monster });
        } else {
            let special = choice == Action::SPECIAL;
            let damage = match special {
                true => numbers.special(actor.monster, target.monster),
                false => numbers.attack(actor.monster, target.monster),
            };
            let left = target.hp.saturating_sub(damage);
            self.sides[1 - side].fighter_mut().hp = left;
            see(Event::Hit { side, attacker: actor.monster, defender: target.monster, special, damage, left });
            if left == 0 {
                see(Event::Out { side: 1 - side, monster: target.monster });
                if self.sides[1 - side].alive() == 0 {
                    return Some(side);
                }
            }
        }
        self.tick(side, numbers, see)
    }

    fn poison(&mut self, side: usize, see: &mut impl FnMut(Event)) {
        self.sides[side].status_used = true;
        let user = self.sides[side].fighter().monster;
        let reflected = self.trap_in_force(1 - side);
        if reflected {
            self.sides[1 - side].trap_until = 0;
            see(Event::Reflected { side, monster: user });
        }
        let victims = if reflected { side } else { 1 - side };
        let victim = self.sides[victims].fighter_mut();
        if victim.poisoned || victim.hp == 0 {
            see(Event::NoEffect { side, monster: user });
        } else {
            victim.poisoned = true;
            see(Event::Poisoned { side: victims, monster: victim.monster });
        }
    }

    /// The poison bites who has acted; the side that has won, if that decides it.
    #[inline]
    fn tick(&mut self, side: usize, numbers: &impl Numbers, see: &mut impl FnMut(Event)) -> Option<usize> {
        let victim = self.sides[side].fighter_mut();
        if !victim.poisoned {
            return None;
        }
        let (monster, damage) = (victim.monster, numbers.poison(victim.monster));
        victim.hp = victim.hp.saturating_sub(damage);
        let left = victim.hp;
        see(Event::Tick { side, monster, damage, left });
        if left > 0 {
            return None;
        }
        see(Event::Out { side, monster });
        (self.sides[side].alive() == 0).then_some(1 - side)
    }

    /// Who has to send another monster to the front.
    #[inline]
    fn replacements(&mut self, mut see: impl FnMut(Event)) -> After {
        let mut needed = [false; 2];
        for (side, needed) in needed.iter_mut().enumerate() {
            let own = &mut self.sides[side];
            let fallen = own.fighter();
            if fallen.hp > 0 {
                continue;
            }
            let mut bench = own.bench();
            let (first, second) = (bench.next(), bench.next());
            drop(bench);
            match (first, second) {
                (Some(last), None) => {
                    own.send(last.monster);
                    see(Event::Switched { side, from: fallen.monster, to: last.monster });
                }
                _ => *needed = true,
            }
        }
        if needed == [false; 2] { After::Next } else { After::Replace(needed) }
    }
}
