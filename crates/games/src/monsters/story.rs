use std::fmt::Write as _;

use kirifuda_play::{Game as _, Seat};

use super::{Action, Event, Kind, Monsters, Phase, Teams};

impl Monsters {
    /// The whole battle in words, a line for each turn: both teams, hidden choices and all.
    pub fn story(&self) -> String {
        let mut teller = Teller { game: self, text: String::new() };
        teller.teams();
        self.retell(|before, seat, action| teller.tell(before, seat, action));
        teller.end();
        teller.text
    }

    /// Plays the game again from its deal and shows every choice, with the position in which it was made.
    pub(super) fn retell(&self, mut show: impl FnMut(&Monsters, Seat, Action)) {
        let mut game = Monsters::started(&self.rules, self.dealt);
        for (seat, action, _) in self.story.moves() {
            show(&game, seat, action);
            game.play(action);
        }
    }

    /// Whether the monsters that are in front once these choices have switched are equally fast, so that the coin says
    /// who goes first.
    pub(super) fn is_tie(&self, choices: [Action; 2]) -> bool {
        let speed = |side: usize| {
            let front = choices[side].sent().unwrap_or(self.battle.sides[side].fighter().monster);
            self.rules.cards.monster(front).speed
        };
        speed(0) == speed(1)
    }
}

/// Puts a game into words.
struct Teller<'a> {
    game: &'a Monsters,
    text: String,
}

impl Teller<'_> {
    fn teams(&mut self) {
        for seat in 0..2 {
            let picked = usize::from(self.game.picks[seat]);
            let team: Vec<&str> =
                self.game.battle.sides[seat].fighters[..picked].iter().map(|f| self.plain(f.monster)).collect();
            let verb = if self.game.rules.teams == Teams::Dealt { "is dealt" } else { "picks" };
            if picked > 0 {
                self.line(&format!("Seat {seat} {verb} {}.", team.join(", ")));
            }
        }
    }

    fn tell(&mut self, before: &Monsters, seat: Seat, action: Action) {
        let both = seat == Seat(1) && (before.phase != Phase::Replace || before.needed[0]);
        match (before.phase, action.kind()) {
            (Phase::Battle, _) if both => self.turn(before, [before.pending, action]),
            (Phase::Lead | Phase::Replace, Kind::Send(monster)) => {
                let name = self.name(seat.index(), monster);
                if both {
                    let first = before.pending.sent().map_or_else(String::new, |first| self.name(0, first));
                    self.line(&format!("Seat 0 sends {first}, seat 1 sends {name} to the front."));
                } else if before.phase == Phase::Replace && !before.needed[1] || seat == Seat(1) {
                    self.line(&format!("Seat {seat} sends {name} to the front."));
                }
            }
            _ => {}
        }
    }

    fn turn(&mut self, before: &Monsters, choices: [Action; 2]) {
        let mut line = format!("Turn {}.", before.battle.turn + 1);
        let coin = before.dealt.coins >> before.battle.turn & 1 == 1;
        let mut order = match choices.iter().all(|choice| choice.code() <= Action::STATUS.code()) {
            true if before.is_tie(choices) => " is as fast, wins the toss and",
            true => " is faster and",
            false => "",
        };
        let mut battle = before.battle;
        let mut last = None;
        battle.turn(self.game.rules.cards, choices, coin, |event| {
            line.push(' ');
            line.push_str(&match event {
                Event::Poisoned { side, monster } if matches!(last, Some(Event::Reflected { .. })) => {
                    format!("{} is poisoned.", self.name(side, monster))
                }
                Event::Poisoned { side, monster } => {
                    let user = choices[1 - side].sent().unwrap_or(before.battle.sides[1 - side].fighter().monster);
                    format!("{}{order} poisons {}.", self.name(1 - side, user), self.name(side, monster))
                }
                Event::Switched { side, from, to } if choices[side].sent() == Some(to) => {
                    let (old, new) = (self.name(side, from), self.name(side, to));
                    format!("Seat {side} calls {old} back and sends {new} to the front.")
                }
                event => self.sentence(event, order),
            });
            // Only the first to act is the faster one.
            order = "";
            last = Some(event);
        });
        self.line(&line);
    }

    fn sentence(&self, event: Event, order: &str) -> String {
        match event {
            Event::Switched { side, to, .. } => {
                format!("{}, the last of seat {side}, comes to the front.", self.name(side, to))
            }
            Event::TrapSet { side, monster } => format!("{} sets a trap.", self.name(side, monster)),
            Event::LandLaid { side, monster, lands } => {
                let (name, s) = (self.name(side, monster), if lands == 1 { "" } else { "s" });
                format!("{name} stands by while seat {side} lays a land ({lands} land{s} now).")
            }
            Event::Hit { side, attacker, defender, special, damage, left } => {
                let (striker, struck) = (self.name(side, attacker), self.name(1 - side, defender));
                let how = if special { " with a special attack" } else { "" };
                let effect = match self.game.rules.cards.multiplier(attacker, defender) {
                    _ if !special => "",
                    0.0 => " it has no effect,",
                    by if by < 1.0 => " it is not very effective,",
                    by if by > 1.0 => " it is very effective,",
                    _ => "",
                };
                format!("{striker}{order} strikes {struck}{how}:{effect} {damage} damage ({left} left).")
            }
            Event::Poisoned { side, monster } => format!("{} is poisoned.", self.name(side, monster)),
            Event::Reflected { side, monster } => {
                let user = self.name(side, monster);
                format!("{user}{order} throws poison, but the trap of seat {} turns it back.", 1 - side)
            }
            Event::NoEffect { side, monster } => format!("{}{order} achieves nothing.", self.name(side, monster)),
            Event::Tick { side, monster, damage, left } => {
                format!("The poison takes {damage} from {} ({left} left).", self.name(side, monster))
            }
            Event::Out { side, monster } => format!("{} is knocked out.", self.name(side, monster)),
            Event::Lost { side, monster } => format!("{} can do nothing any more.", self.name(side, monster)),
        }
    }

    fn end(&mut self) {
        let game = self.game;
        if game.phase != Phase::Over {
            return;
        }
        let winner = game.winner;
        if game.capped {
            let [first, second] = game.battle.sides.map(|side| side.health(game.rules.cards));
            self.line(&format!(
                "After {} turns seat {winner} has won by health: {first:.3} to {second:.3}.",
                game.battle.turn
            ));
        } else {
            self.line(&format!("Seat {winner} has won."));
        }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    fn plain(&self, monster: u8) -> &str {
        &self.game.rules.cards.monster(monster).name
    }

    /// A monster's name; with its seat where both have one of that name.
    fn name(&self, side: usize, monster: u8) -> String {
        let name = self.plain(monster);
        match self.game.battle.sides[1 - side].slot_of(monster) {
            Some(_) => format!("{name} of seat {side}"),
            None => name.to_string(),
        }
    }
}
