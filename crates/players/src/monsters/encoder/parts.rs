//! The parts of a move, block after block; the table in `docs/games/monsters.md` is their contract.

use kirifuda_games::monsters::{Action, After, Battle, Deck, Fighter, Kind, Phase, Rules, Side, TEAM, View};
use kirifuda_learn::net::Parts;

use super::super::features::duel::Duel;
use super::super::{RulePlayer, Situation, Style};
use super::drafts::Drafts;
use super::steps::{self, HITS, SPEEDS};
use crate::common::blocks::blocks;

/// Steps of health that a side loses: none, up to seven eighths of a monster, more.
const LOSSES: usize = 9;
const MARGINS: usize = 12;
const WORTHS: usize = 8;

blocks! { TURN;
    ENDED = 2;                 // won, lost
    DEALT = LOSSES;            // health that the other loses
    TAKEN = LOSSES;            // health that is lost
    FALLEN = 2;                // one of theirs, one of the own
    POISONED = 2;              // the one in front then: theirs, the own
    RACE = HITS * HITS;        // the two in front then: hits that each needs
    FIRST = SPEEDS;            // who is faster
    MARGIN = MARGINS;          // what is left of the winner
}

/// A land has the part of the last pick, which is never open in a battle: layouts of nets are older than lands.
const ACTION: usize = Action::COUNT_WITHOUT_LAND as usize;
/// The turn against the hardest hit, and against what a rule player does.
const HIT: usize = ACTION;
const RULE: usize = HIT + TURN;
/// A monster to pick or to lead with, against those that the other may have.
const DUELS: usize = RULE + TURN;
/// For picks, with those picked before: the best answer to each of theirs, mean and least.
const ANSWERS: usize = DUELS + WORTHS;
const LEAST: usize = ANSWERS + WORTHS;

/// All parts.
pub(super) const OUTPUTS: usize = LEAST + WORTHS;

/// Drafts that a pick is held against.
const DRAFTS: usize = 4;

/// Adds the parts of a legal move.
#[inline]
pub(super) fn add(view: View<'_>, action: Action, parts: &mut Parts) {
    Outlook::new(view).add(action, parts);
}

/// Adds the parts of all these moves.
pub(super) fn add_all(view: View<'_>, legal: &[Action], parts: &mut Parts) {
    let outlook = Outlook::new(view);
    for &action in legal {
        outlook.add(action, parts);
        parts.end();
    }
}

/// What all moves of a position share.
enum Outlook<'a> {
    /// A team or who leads: who may be met.
    Before(Meeting<'a>),
    /// The battle.
    Battle(Ahead<'a>),
}

impl<'a> Outlook<'a> {
    #[inline]
    fn new(view: View<'a>) -> Outlook<'a> {
        match view.phase() {
            Phase::Team | Phase::Lead => Outlook::Before(Meeting::new(view)),
            Phase::Battle | Phase::Replace | Phase::Over => Outlook::Battle(Ahead::new(view)),
        }
    }

    #[inline]
    fn add(&self, action: Action, parts: &mut Parts) {
        parts.add(usize::from(action.code()).min(ACTION - 1));
        match (self, action.kind()) {
            (Outlook::Before(meeting), Kind::Pick(monster)) => meeting.pick(monster, parts),
            (Outlook::Before(meeting), Kind::Send(monster)) => meeting.lead(monster, parts),
            (Outlook::Battle(ahead), Kind::Send(monster)) if ahead.replaces => ahead.replacement(monster, parts),
            (Outlook::Battle(ahead), _) => ahead.turns(action, parts),
            (Outlook::Before(_), _) => {}
        }
    }
}

/// The battle as far as it is known, to play on in.
struct Ahead<'a> {
    rules: &'a Rules,
    deck: &'static Deck,
    battle: Battle,
    /// The other's bench is known, or the report tells who may be there.
    known: bool,
    /// A monster is to be sent in place of one that is out.
    replaces: bool,
    /// The hardest hit that the other has, and what a rule player would do in its place.
    hit: Action,
    rule: Action,
}

impl<'a> Ahead<'a> {
    #[inline]
    fn new(view: View<'a>) -> Ahead<'a> {
        let missing = view.their_unseen();
        let told = if missing == 0 { Some([0; 2]) } else { Drafts::new(view).first() };
        // Where nobody knows, the bench is as the front: no rule player would switch to it.
        let front = view.their_fighter().map_or(0, |fighter| fighter.monster);
        let (rules, deck) = (view.rules(), view.deck());
        let battle = view.battle(told.unwrap_or([front; 2]));
        let [mine, theirs] = battle.sides.each_ref().map(|side| side.fighter().monster);
        let special = deck.special(theirs, mine) > deck.attack(theirs, mine);
        Ahead {
            rules,
            deck,
            battle,
            known: told.is_some(),
            replaces: view.phase() == Phase::Replace,
            hit: if special { Action::SPECIAL } else { Action::ATTACK },
            rule: RulePlayer::new(Style::Balanced).act(&Situation::in_battle(rules, &battle, 1)),
        }
    }

    /// The turn with this move.
    fn turns(&self, action: Action, parts: &mut Parts) {
        // Of equally fast monsters the other goes first: the worst is expected from who hits hardest.
        self.turn(action, self.hit, true, HIT, parts);
        self.turn(action, self.rule, false, RULE, parts);
    }

    fn turn(&self, action: Action, reply: Action, coin: bool, first: usize, parts: &mut Parts) {
        let mut after = self.battle;
        let ended = after.turn(self.deck, [action, reply], coin, |_| {});
        if let After::Won(side) = ended {
            parts.add(first + ENDED.at(side) as usize);
            return;
        }
        let mut fallen = [false; 2];
        for (side, (block, fallen)) in [TAKEN, DEALT].into_iter().zip(&mut fallen).enumerate() {
            let (lost, falls) = losses(self.deck, &self.battle.sides[side], &after.sides[side]);
            parts.add(first + block.at(lost) as usize);
            *fallen = falls;
            if falls {
                parts.add(first + FALLEN.at(1 - side) as usize);
            }
        }
        if fallen[1] && !self.known {
            return; // Nobody knows who comes next.
        }
        if let After::Replace([own, other]) = ended {
            if other {
                let replacement = Situation::in_battle(self.rules, &after, 1).replacement();
                if let Some(monster) = replacement.and_then(Action::sent) {
                    after.replace(1, monster);
                }
            }
            if own && let Some(monster) = self.best_against(&after) {
                after.replace(0, monster);
            }
        }
        self.fronts(&after, first, parts);
    }

    /// Of those who wait the one that does best against theirs in front.
    fn best_against(&self, battle: &Battle) -> Option<u8> {
        let theirs = battle.sides[1].fighter();
        let margin = |fighter: &Fighter| Duel::new(self.deck, *fighter, theirs).margin;
        let best = battle.sides[0].bench().max_by(|one, other| margin(one).total_cmp(&margin(other)));
        best.map(|fighter| fighter.monster)
    }

    /// The two in front.
    #[inline]
    fn fronts(&self, battle: &Battle, first: usize, parts: &mut Parts) {
        let [mine, theirs] = battle.sides.each_ref().map(Side::fighter);
        for (place, fighter) in [theirs, mine].into_iter().enumerate() {
            if fighter.poisoned {
                parts.add(first + POISONED.at(place) as usize);
            }
        }
        let duel = Duel::new(self.deck, mine, theirs);
        parts.add(first + RACE.at(steps::hits(duel.needs) * HITS + steps::hits(duel.suffers)) as usize);
        parts.add(first + FIRST.at(steps::speed(&duel)) as usize);
        parts.add(first + MARGIN.at(steps::margin(duel.margin, MARGINS).min(MARGINS - 1)) as usize);
    }

    /// A monster in place of one that is out: against theirs in front, or, if that is out as well, all who wait there.
    fn replacement(&self, monster: u8, parts: &mut Parts) {
        let mut after = self.battle;
        after.replace(0, monster);
        if after.sides[1].fighter().hp > 0 {
            self.fronts(&after, HIT, parts);
            return;
        }
        let mine = after.sides[0].fighter();
        let (mut sum, mut count) = (0.0, 0.0);
        for theirs in after.sides[1].bench().filter(|_| self.known) {
            sum += Duel::new(self.deck, mine, theirs).margin;
            count += 1.0;
        }
        if count > 0.0 {
            parts.add(DUELS + worth(sum / count));
        }
    }
}

/// The health that a side loses, in steps, and whether one of its monsters falls.
#[inline]
fn losses(deck: &Deck, before: &Side, after: &Side) -> (usize, bool) {
    let (mut lost, mut falls) = (0, false);
    for (was, now) in before.fighters.iter().zip(&after.fighters) {
        if was.hp != now.hp {
            lost += steps::share(was.hp - now.hp.min(was.hp), deck.monster(was.monster).hp, LOSSES - 1);
            falls |= now.hp == 0;
        }
    }
    (lost.min(LOSSES - 1), falls)
}

/// Monsters that may be met: those of some drafts of which the scout tells.
struct Meeting<'a> {
    deck: &'a Deck,
    theirs: [[Met; TEAM]; DRAFTS],
    count: usize,
}

#[derive(Clone, Copy)]
struct Met {
    monster: u8,
    /// The best margin against it of those who have been picked.
    answer: f32,
}

impl<'a> Meeting<'a> {
    fn new(view: View<'a>) -> Meeting<'a> {
        let nobody = Met { monster: 0, answer: -1.0 };
        let mut meeting = Meeting { deck: view.deck(), theirs: [[nobody; TEAM]; DRAFTS], count: 0 };
        let drafts = Drafts::new(view);
        for (theirs, draft) in meeting.theirs.iter_mut().zip(drafts.fitting()) {
            *theirs = draft.0.map(|monster| Met { monster, ..nobody });
            meeting.count += 1;
        }
        if view.phase() == Phase::Team {
            for picked in view.picked() {
                for met in meeting.theirs[..meeting.count].as_flattened_mut() {
                    met.answer = met.answer.max(margin(meeting.deck, picked, met.monster));
                }
            }
        }
        meeting
    }

    /// A monster to lead with.
    fn lead(&self, monster: u8, parts: &mut Parts) {
        let theirs = self.theirs[..self.count].as_flattened();
        if !theirs.is_empty() {
            let sum: f32 = theirs.iter().map(|met| margin(self.deck, monster, met.monster)).sum();
            parts.add(DUELS + worth(sum / theirs.len() as f32));
        }
    }

    /// A monster for the team.
    fn pick(&self, monster: u8, parts: &mut Parts) {
        if self.count == 0 {
            return;
        }
        let (mut duels, mut answers, mut least) = (0.0, 0.0, 0.0);
        for draft in &self.theirs[..self.count] {
            let mut weakest = 1.0f32;
            for met in draft {
                let own = margin(self.deck, monster, met.monster);
                let answer = own.max(met.answer);
                duels += own;
                answers += answer;
                weakest = weakest.min(answer);
            }
            least += weakest;
        }
        let count = self.count as f32;
        parts.add(DUELS + worth(duels / (TEAM as f32 * count)));
        parts.add(ANSWERS + worth(answers / (TEAM as f32 * count)));
        parts.add(LEAST + worth(least / count));
    }
}

/// What is left when two fresh monsters fight it out.
#[inline]
fn margin(deck: &Deck, mine: u8, theirs: u8) -> f32 {
    let fresh = |monster| Fighter { monster, poisoned: false, hp: deck.monster(monster).hp };
    Duel::new(deck, fresh(mine), fresh(theirs)).margin
}

#[inline]
fn worth(margin: f32) -> usize {
    steps::margin(margin, WORTHS).min(WORTHS - 1)
}

#[cfg(test)]
mod tests {
    use kirifuda_games::monsters::Monsters;
    use kirifuda_play::{Actions, Game, Rng, Seat, Turn};

    use super::*;

    #[test]
    fn a_turn_that_is_foreseen_comes_when_the_other_does_that() {
        let (mut legal, mut parts) = (Actions::new(), Parts::new());
        let (mut foreseen, mut won, mut fallen) = (0, 0, 0);
        for (rules, seed) in
            [Rules::paper004(), Rules::dealt()].iter().flat_map(|rules| (0..300).map(move |seed| (rules, seed)))
        {
            let rng = &mut Rng::new(seed);
            let mut game = Monsters::deal(rules, rng);
            while game.turn() != Turn::Over {
                game.legal(&mut legal);
                let action = rng.pick(&legal);
                if game.view(Seat(0)).phase() != Phase::Battle || game.turn() != Turn::Seat(Seat(0)) {
                    game.play(action);
                    continue;
                }
                let before = game.clone();
                let view = before.view(Seat(0));
                parts.clear();
                add(view, action, &mut parts);
                let told = |part: usize| parts.places().contains(&(part as u16));
                let ahead = Ahead::new(view);
                game.play(action);
                game.legal(&mut legal);
                let reply = ahead.hit;
                game.play(reply);
                let after = game.view(Seat(0));
                let front = action.sent().unwrap_or(view.own().fighter().monster);
                let speeds = [front, ahead.battle.sides[1].fighter().monster].map(|m| ahead.deck.monster(m).speed);
                if after.capped() || speeds[0] == speeds[1] {
                    continue;
                }
                foreseen += 1;
                let place = || format!("{action:?} in {view:?}, then {after:?}: {:?}", parts.places());
                if let Some(winner) = after.winner() {
                    assert!(told(HIT + ENDED.at(winner.index()) as usize), "{}", place());
                    won += 1;
                    continue;
                }
                let falls = [after.their_alive() < view.their_alive(), after.own().alive() < view.own().alive()];
                for (side, falls) in falls.into_iter().enumerate() {
                    assert_eq!(told(HIT + FALLEN.at(side) as usize), falls, "{}", place());
                    fallen += u32::from(falls);
                }
                let (lost, _) = losses(ahead.deck, view.own(), after.own());
                assert!(told(HIT + TAKEN.at(lost) as usize), "{}", place());
            }
        }
        assert!(foreseen > 3000 && won > 300 && fallen > 1000, "{foreseen} {won} {fallen}");
    }
}
