use kirifuda_play::Seat;

use super::{Event, Kind, Monsters, Phase, View};

/// Something that happened where a seat could see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// A monster came to the front outside a turn: a lead, or a replacement.
    Sent {
        /// Whose.
        seat: Seat,
        /// Which.
        monster: u8,
    },
    /// Something in a turn.
    Turn {
        /// The number of the turn, from 1.
        number: u8,
        /// What.
        event: Event,
    },
}

impl View<'_> {
    /// All that this seat has seen happen, in order. A choice that waits for the other's is not among it, nor a trap
    /// that the rules hide.
    pub fn sights(self) -> Vec<Sight> {
        let game = self.game();
        let mut sights = Vec::new();
        game.retell(|before, seat, action| {
            let both = seat == Seat(1) && (before.phase != Phase::Replace || before.needed[0]);
            match (before.phase, action.kind()) {
                (Phase::Battle, _) if both => self.see_turn(before, action, &mut sights),
                (Phase::Lead | Phase::Replace, Kind::Send(monster)) => {
                    if both {
                        let first = before.pending.sent();
                        sights.extend(first.map(|monster| Sight::Sent { seat: Seat(0), monster }));
                    }
                    // The first of two choices is seen only with the second.
                    let waits = seat == Seat(0) && (before.phase == Phase::Lead || before.needed[1]);
                    if !waits {
                        sights.push(Sight::Sent { seat, monster });
                    }
                }
                _ => {}
            }
        });
        sights
    }

    fn see_turn(self, before: &Monsters, second: super::Action, sights: &mut Vec<Sight>) {
        let coin = before.dealt.coins >> before.battle.turn & 1 == 1;
        let number = before.battle.turn + 1;
        let mut battle = before.battle;
        battle.turn(before.rules.cards, [before.pending, second], coin, |event| {
            let hidden = matches!(event, Event::TrapSet { side, .. }
                if side != self.seat().index() && !before.rules.trap_visible);
            if !hidden {
                sights.push(Sight::Turn { number, event });
            }
        });
    }
}
