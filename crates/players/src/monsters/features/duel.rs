use std::cmp::Ordering;

use kirifuda_games::monsters::{Deck, Fighter};

/// Two monsters that stand in front of each other, as seen by the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::monsters) struct Duel {
    /// Hits that the first needs to knock the other out; [`NEVER`](Duel::NEVER) when it cannot hurt it.
    pub needs: u16,
    /// Hits that the other needs.
    pub suffers: u16,
    /// How sure it is that the first acts first: 1, ½ when both are equally fast, 0.
    pub first: f32,
    /// What is left of who stays if both hit with all they have: a share of its full HP, negative when that is the other.
    pub margin: f32,
}

impl Duel {
    /// More hits than any battle has turns.
    pub const NEVER: u16 = 200;

    /// Both as they are. Poison counts as a part of every hit that its victim takes.
    pub fn new(deck: &Deck, mine: Fighter, theirs: Fighter) -> Duel {
        let dealt = deck.best_hit(mine.monster, theirs.monster) + tick(deck, theirs);
        let taken = deck.best_hit(theirs.monster, mine.monster) + tick(deck, mine);
        let (own, other) = (deck.monster(mine.monster), deck.monster(theirs.monster));
        let (needs, suffers) = (hits(theirs.hp, dealt), hits(mine.hp, taken));
        let first = match own.speed.cmp(&other.speed) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Less => 0.0,
        };
        let left = |fighter: Fighter, full: u16, blows: u16, damage: u16| {
            f32::from(fighter.hp.saturating_sub(blows.saturating_mul(damage))) / f32::from(full)
        };
        // Who is second takes one blow more.
        let mine_left = |first| left(mine, own.hp, needs - u16::from(first), taken);
        let theirs_left = |first| left(theirs, other.hp, suffers - u16::from(first), dealt);
        let margin_if = |first: bool| match needs.cmp(&suffers) {
            Ordering::Less => mine_left(first),
            Ordering::Greater => -theirs_left(!first),
            Ordering::Equal if needs == Duel::NEVER => 0.0,
            Ordering::Equal if first => mine_left(true),
            Ordering::Equal => -theirs_left(true),
        };
        let margin = match own.speed.cmp(&other.speed) {
            Ordering::Equal => (margin_if(true) + margin_if(false)) / 2.0,
            order => margin_if(order.is_gt()),
        };
        Duel { needs, suffers, first, margin }
    }
}

/// What poison takes from a monster that acts.
fn tick(deck: &Deck, fighter: Fighter) -> u16 {
    if fighter.poisoned { deck.poison(fighter.monster) } else { 0 }
}

fn hits(hp: u16, damage: u16) -> u16 {
    if damage == 0 { Duel::NEVER } else { hp.div_ceil(damage).clamp(1, Duel::NEVER) }
}

#[cfg(test)]
mod tests {
    use kirifuda_games::monsters::{Action, After, Battle, Side, Team};

    use super::*;

    /// What is left when two monsters hit each other with all they have, in a real battle in which nobody switches.
    fn played_out(deck: &Deck, mine: Fighter, theirs: Fighter, coin: bool) -> f32 {
        let side = |fighter: Fighter| {
            let mut side = Side::new(deck, Team([fighter.monster; 3]), 0);
            side.fighters = [Fighter { hp: 0, ..fighter }; 3];
            side.fighters[0] = fighter;
            side
        };
        let mut battle = Battle { sides: [side(mine), side(theirs)], turn: 0 };
        let best = |one: u8, other: u8| {
            if deck.special(one, other) > deck.attack(one, other) { Action::SPECIAL } else { Action::ATTACK }
        };
        let choices = [best(mine.monster, theirs.monster), best(theirs.monster, mine.monster)];
        loop {
            if let After::Won(winner) = battle.turn(deck, choices, coin, |_| {}) {
                let health = |side: usize| {
                    let fighter = battle.sides[side].fighters[0];
                    f32::from(fighter.hp) / f32::from(deck.monster(fighter.monster).hp)
                };
                return if winner == 0 { health(0) } else { -health(1) };
            }
        }
    }

    #[test]
    fn the_margin_of_a_duel_is_what_a_battle_leaves() {
        let deck = Deck::built_in();
        let fighter = |monster, share: u16| {
            let hp = deck.monster(monster).hp * share / 4;
            Fighter { monster, poisoned: false, hp }
        };
        let mut duels = 0;
        for (one, other) in (0..15).flat_map(|one| (0..15).map(move |other| (one, other))) {
            for (own, their) in (1..=4).flat_map(|own| (1..=4).map(move |their| (own, their))) {
                let (mine, theirs) = (fighter(one, own), fighter(other, their));
                // Who is first among equals decides: the mean of both.
                let battles = [false, true].map(|coin| played_out(deck, mine, theirs, coin));
                let expected = (battles[0] + battles[1]) / 2.0;
                let margin = Duel::new(deck, mine, theirs).margin;
                assert!((margin - expected).abs() < 1e-5, "{mine:?} {theirs:?}: {margin}, {expected}");
                duels += 1;
            }
        }
        assert_eq!(duels, 15 * 15 * 16);
    }

    #[test]
    fn a_duel_seen_from_the_other_side_is_its_opposite() {
        let deck = Deck::built_in();
        for (one, other) in (0..15).flat_map(|one| (0..15).map(move |other| (one, other))) {
            let mine = Fighter { monster: one, poisoned: one % 2 == 0, hp: 100 };
            let theirs = Fighter { monster: other, poisoned: other % 3 == 0, hp: 160 };
            let (duel, mirrored) = (Duel::new(deck, mine, theirs), Duel::new(deck, theirs, mine));
            assert_eq!([duel.needs, duel.suffers], [mirrored.suffers, mirrored.needs]);
            assert_eq!([duel.first, duel.margin], [1.0 - mirrored.first, -mirrored.margin]);
        }
    }
}
