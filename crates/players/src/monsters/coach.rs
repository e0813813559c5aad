use kirifuda_games::monsters::{Action, Deck, Fighter, Kind, Monsters, Phase, View};
use kirifuda_play::{Arg, Phrase};

use crate::common::{Coached, Reason};

/// A fact that speaks for a choice or against it in a battle of monsters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MonstersReason {
    /// The hit is at least what the monster in front of the other has left.
    Enough {
        /// Its damage.
        damage: u16,
        /// Who would be hit.
        target: &'static str,
        /// Hit points that it has left.
        hp: u16,
    },
    /// The special attack is multiplied by more than 1 against the monster in front of the other.
    Strong {
        /// The element of the attack.
        element: &'static str,
        /// Who would be hit.
        target: &'static str,
        /// The multiplier.
        times: f32,
    },
    /// Hits harder than the other kind of attack.
    Harder {
        /// Its damage.
        damage: u16,
        /// That of the other kind.
        other: u16,
    },
    /// The special attack of the monster in front of the other is multiplied by less than 1 against the one that is sent.
    Resists {
        /// Who is sent.
        monster: &'static str,
        /// The element that it resists.
        element: &'static str,
    },
    /// The special attack of the one that is sent is multiplied by more than 1 against the monster in front of the other.
    SendsStrong {
        /// Who is sent.
        monster: &'static str,
        /// Against whom.
        target: &'static str,
    },
    /// The special attack is multiplied by less than 1 against the monster in front of the other.
    Weak {
        /// The element of the attack.
        element: &'static str,
        /// Who would be hit.
        target: &'static str,
    },
    /// The special attack of the monster in front of the other is multiplied by more than 1 against the one that is sent.
    Suffers {
        /// Who is sent.
        monster: &'static str,
        /// The element.
        element: &'static str,
    },
}

fn name(kind: &'static str, name: &str) -> Arg {
    Arg::Name { kind, name: name.to_string() }
}

impl Reason for MonstersReason {
    fn phrase(&self) -> Phrase {
        match *self {
            MonstersReason::Enough { damage, target, hp } => {
                let phrase = Phrase::new("say.coach.enough").with("damage", damage).with("hp", hp);
                phrase.with("target", name("monster", target))
            }
            MonstersReason::Strong { element, target, times } => Phrase::new("say.coach.strong")
                .with("element", name("element", element))
                .with("target", name("monster", target))
                .with("times", Arg::real(times, if times.fract() == 0.0 { 0 } else { 1 })),
            MonstersReason::Harder { damage, other } => {
                Phrase::new("say.coach.harder").with("damage", damage).with("other", other)
            }
            MonstersReason::Resists { monster, element } => Phrase::new("say.coach.resists")
                .with("monster", name("monster", monster))
                .with("element", name("element", element)),
            MonstersReason::SendsStrong { monster, target } => Phrase::new("say.coach.sends-strong")
                .with("monster", name("monster", monster))
                .with("target", name("monster", target)),
            MonstersReason::Weak { element, target } => Phrase::new("say.coach.weak")
                .with("element", name("element", element))
                .with("target", name("monster", target)),
            MonstersReason::Suffers { monster, element } => Phrase::new("say.coach.suffers")
                .with("monster", name("monster", monster))
                .with("element", name("element", element)),
        }
    }
}

/// The two in front.
struct Duel {
    deck: &'static Deck,
    own: Fighter,
    other: Fighter,
}

impl Duel {
    fn of(view: View<'_>) -> Option<Duel> {
        let begun = matches!(view.phase(), Phase::Battle | Phase::Replace);
        let other = view.their_fighter().filter(|fighter| begun && fighter.hp > 0)?;
        Some(Duel { deck: view.deck(), own: view.own().fighter(), other })
    }

    fn name(&self, monster: u8) -> &'static str {
        &self.deck.monster(monster).name
    }

    fn element(&self, monster: u8) -> &'static str {
        self.deck.monster(monster).element.name()
    }
}

impl Coached for Monsters {
    type Reason = MonstersReason;

    fn speaks_for(view: View<'_>, _: &[Action], action: Action) -> Option<MonstersReason> {
        let duel = Duel::of(view)?;
        let (deck, own, other) = (duel.deck, duel.own.monster, duel.other.monster);
        let target = duel.name(other);
        let (attack, special) = (deck.attack(own, other), deck.special(own, other));
        let enough = |damage: u16| {
            let hp = duel.other.hp;
            (damage >= hp).then_some(MonstersReason::Enough { damage, target, hp })
        };
        match action.kind() {
            Kind::Attack => {
                let harder = (attack > special).then_some(MonstersReason::Harder { damage: attack, other: special });
                enough(attack).or(harder)
            }
            Kind::Special => {
                let times = deck.multiplier(own, other);
                let element = duel.element(own);
                let strong = (times > 1.0).then_some(MonstersReason::Strong { element, target, times });
                let harder = (special > attack).then_some(MonstersReason::Harder { damage: special, other: attack });
                enough(special).or(strong).or(harder)
            }
            Kind::Send(sent) => {
                let monster = duel.name(sent);
                let resists = deck.multiplier(other, sent) < 1.0;
                let strong = deck.multiplier(sent, other) > 1.0;
                let element = duel.element(other);
                let resists = resists.then_some(MonstersReason::Resists { monster, element });
                strong.then_some(MonstersReason::SendsStrong { monster, target }).or(resists)
            }
            Kind::Status | Kind::Trap | Kind::Land | Kind::Pick(_) => None,
        }
    }

    fn speaks_against(view: View<'_>, _: &[Action], action: Action) -> Option<MonstersReason> {
        let duel = Duel::of(view)?;
        let (deck, own, other) = (duel.deck, duel.own.monster, duel.other.monster);
        match action.kind() {
            Kind::Special if deck.multiplier(own, other) < 1.0 => {
                Some(MonstersReason::Weak { element: duel.element(own), target: duel.name(other) })
            }
            Kind::Send(sent) if deck.multiplier(other, sent) > 1.0 => {
                Some(MonstersReason::Suffers { monster: duel.name(sent), element: duel.element(other) })
            }
            _ => None,
        }
    }
}
