use kirifuda_play::Phrase;

use super::action::{Action, Kind};
use super::{Monsters, Phase, Summon};

/// Why a choice is not open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// The battle is over.
    Over,
    /// Teams are picked first.
    PickFirst,
    /// The team is complete.
    TeamIsComplete,
    /// This monster is in the team already, or comes before one that is: picks go in the order of the cards.
    PickedPast(u8),
    /// So late in the cards that the team could not be filled any more.
    TooLate(u8),
    /// A monster must be sent to the front first.
    SendFirst,
    /// This monster is not in the team.
    NotInTeam(u8),
    /// This monster is at the front.
    InFront(u8),
    /// This monster is knocked out.
    KnockedOut(u8),
    /// The status attack has been used in this battle.
    StatusUsed,
    /// These rules have no status attacks.
    NoStatus,
    /// The trap has been set in this battle.
    TrapUsed,
    /// These rules have no traps.
    NoTrap,
    /// This monster costs more lands than the side has.
    TooFewLands {
        /// Which.
        monster: u8,
        /// What the side has.
        lands: u8,
    },
    /// No monster needs more lands than the side has.
    EnoughLands,
    /// These rules have no lands.
    NoLands,
}

impl Monsters {
    /// Why the mover may not choose this; nothing where it is legal.
    pub fn forbids(&self, action: Action) -> Option<WhyNot> {
        let seat = usize::from(self.mover);
        let (side, picks) = (&self.battle.sides[seat], self.picks_left(seat));
        let poor = |monster: u8| {
            let lands = side.lands;
            (!self.may_send(monster)).then_some(WhyNot::TooFewLands { monster, lands })
        };
        let send = |monster: u8| match side.fighters.iter().position(|fighter| fighter.monster == monster) {
            None => Some(WhyNot::NotInTeam(monster)),
            Some(_) if self.phase == Phase::Lead => poor(monster),
            Some(slot) if side.fighters[slot].hp == 0 => Some(WhyNot::KnockedOut(monster)),
            Some(slot) if slot == usize::from(side.active) => Some(WhyNot::InFront(monster)),
            Some(_) => poor(monster),
        };
        match (self.phase, action.kind()) {
            (Phase::Over, _) => Some(WhyNot::Over),
            (Phase::Team, Kind::Pick(monster)) if monster < picks.start => Some(WhyNot::PickedPast(monster)),
            (Phase::Team, Kind::Pick(monster)) => (monster >= picks.end).then_some(WhyNot::TooLate(monster)),
            (Phase::Team, _) => Some(WhyNot::PickFirst),
            (_, Kind::Pick(_)) => Some(WhyNot::TeamIsComplete),
            (_, Kind::Send(monster)) => send(monster),
            (Phase::Lead | Phase::Replace, _) => Some(WhyNot::SendFirst),
            (Phase::Battle, Kind::Attack | Kind::Special) => None,
            (Phase::Battle, Kind::Status) if !self.rules.status => Some(WhyNot::NoStatus),
            (Phase::Battle, Kind::Status) => side.status_used.then_some(WhyNot::StatusUsed),
            (Phase::Battle, Kind::Trap) if !self.rules.trap => Some(WhyNot::NoTrap),
            (Phase::Battle, Kind::Trap) => side.trap_used.then_some(WhyNot::TrapUsed),
            (Phase::Battle, Kind::Land) if self.rules.summon == Summon::Free => Some(WhyNot::NoLands),
            (Phase::Battle, Kind::Land) => {
                (!self.rules.summon.may_lay_land(self.rules.cards, side)).then_some(WhyNot::EnoughLands)
            }
        }
    }

    /// A reason in words.
    pub(super) fn say(&self, why: WhyNot) -> Phrase {
        let about = |key: &'static str, monster: u8| {
            let name = self.rules.cards.monster(monster).name.as_str();
            Phrase::new(key).with("monster", Phrase::name("monster", name))
        };
        match why {
            WhyNot::Over => Phrase::new("say.not.over"),
            WhyNot::PickFirst => Phrase::new("say.not.pick-first"),
            WhyNot::TeamIsComplete => Phrase::new("say.not.team"),
            WhyNot::PickedPast(monster) => about("say.not.picked-past", monster),
            WhyNot::TooLate(monster) => about("say.not.too-late", monster),
            WhyNot::SendFirst => Phrase::new("say.not.send-first"),
            WhyNot::NotInTeam(monster) => about("say.not.in-team", monster),
            WhyNot::InFront(monster) => about("say.not.in-front", monster),
            WhyNot::KnockedOut(monster) => about("say.not.knocked-out", monster),
            WhyNot::StatusUsed => Phrase::new("say.not.status-used"),
            WhyNot::NoStatus => Phrase::new("say.not.status"),
            WhyNot::TrapUsed => Phrase::new("say.not.trap-used"),
            WhyNot::NoTrap => Phrase::new("say.not.trap"),
            WhyNot::TooFewLands { monster, lands } => {
                let cost = self.rules.cards.monster(monster).cost;
                about("say.not.too-few-lands", monster).with("cost", cost).with("lands", lands)
            }
            WhyNot::EnoughLands => Phrase::new("say.not.enough-lands"),
            WhyNot::NoLands => Phrase::new("say.not.lands"),
        }
    }
}
