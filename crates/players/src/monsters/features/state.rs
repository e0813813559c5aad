use kirifuda_games::monsters::{Battle, Deck, Fighter, Kind, TEAM};

use super::duel::Duel;
use super::outlook::Outlook;
use crate::common::blocks::{Block, blocks};

/// Numbers that describe a battle.
pub(super) type State = [f32; STATE];

/// Hits to a knock-out: 1, 2, 3, 4 and more, never.
const HITS: usize = 5;

blocks! { STATE;
    ENDED = 2;                     // won, lost
    COUNTS = 3 * 3;                // own and their monsters that can fight
    HEALTH = 2;                    // HP shares, summed
    RACE = HITS * HITS * 2;        // hits the own front needs, theirs, who is first
    MARGIN = 2;                    // the duel in front: won by, lost by
    DAMAGE = 2;                    // best hits as shares of full HP
    SIGNS = 5 * 5;                 // multipliers of both specials
    NEXT = 5;                      // what they do next: attack, special, status, trap, switch
    NEXT_DAMAGE = 2;               // damage they do next as a share of the HP left, and whether it knocks out
    NEXT_FRONT = 1;                // the duel with the one they switch to
    BENCH = 2;                     // best duel of a bench with the front, both ways
    COVER = 4;                     // for each monster the best answer to it: mean and least, both ways
    ELEMENTS = 2 * 5;              // health by element
    MAGIC = 8;                     // status and trap left, traps in force, fronts poisoned; both ways
    POISONED = 2;                  // health of poisoned monsters
    RISK = 2;                      // status left and the other's trap in force
    TURNS = 3;                     // how near the cap is
}

pub(super) const WON: usize = ENDED.start as usize;
pub(super) const LOST: usize = WON + 1;

/// The duels of every own monster with every other, of which battles that come out of one another share most.
pub(super) struct Margins<'a> {
    battle: &'a Battle,
    margins: MatchUps,
}

/// By own slot and slot of the other; nothing where one of the two is out.
type MatchUps = [[Option<f32>; TEAM]; TEAM];

impl<'a> Margins<'a> {
    pub fn new(deck: &Deck, battle: &'a Battle) -> Margins<'a> {
        let mut margins = Margins { battle, margins: [[None; TEAM]; TEAM] };
        let [own, other] = &battle.sides;
        for (row, &mine) in margins.margins.iter_mut().zip(&own.fighters) {
            for (place, &theirs) in row.iter_mut().zip(&other.fighters) {
                *place = margin(deck, mine, theirs);
            }
        }
        margins
    }

    /// Those of a battle that came out of this one: only duels of who has changed are fought again.
    fn after(&self, deck: &Deck, battle: &Battle) -> MatchUps {
        let mut table = self.margins;
        let [own, other] = &battle.sides;
        let [before, other_before] = &self.battle.sides;
        for (row, (mine, was)) in table.iter_mut().zip(own.fighters.iter().zip(&before.fighters)) {
            for (place, (theirs, were)) in row.iter_mut().zip(other.fighters.iter().zip(&other_before.fighters)) {
                if mine != was || theirs != were {
                    *place = margin(deck, *mine, *theirs);
                }
            }
        }
        table
    }
}

fn margin(deck: &Deck, mine: Fighter, theirs: Fighter) -> Option<f32> {
    (mine.hp > 0 && theirs.hp > 0).then(|| Duel::new(deck, mine, theirs).margin)
}

/// Adds the description of a battle that goes on, and that came out of the one of the margins, with a weight.
pub(super) fn describe(outlook: &Outlook<'_>, from: &Margins<'_>, battle: &Battle, weight: f32, out: &mut State) {
    let margins = from.after(outlook.deck, battle);
    let mut scene = Scene { outlook, battle, margins, weight, out };
    scene.health();
    scene.front();
    scene.next();
    scene.bench();
    scene.magic();
    let used = f32::from(battle.turn) / f32::from(outlook.rules.cap.max(1));
    scene.add(TURNS, 0, used);
    scene.add(TURNS, 1, (used - 0.5).max(0.0) * 2.0);
    scene.add(TURNS, 2, (used - 0.8).max(0.0) * 5.0);
}

struct Scene<'a> {
    outlook: &'a Outlook<'a>,
    battle: &'a Battle,
    margins: MatchUps,
    weight: f32,
    out: &'a mut State,
}

impl Scene<'_> {
    #[inline]
    fn add(&mut self, block: Block, place: usize, value: f32) {
        self.out[block.at(place) as usize] += self.weight * value;
    }

    fn health(&mut self) {
        let (deck, battle) = (self.outlook.deck, self.battle);
        for (place, side) in battle.sides.iter().enumerate() {
            let mut sum = 0.0;
            for fighter in side.fighters.iter().filter(|fighter| fighter.hp > 0) {
                let monster = deck.monster(fighter.monster);
                let health = f32::from(fighter.hp) / f32::from(monster.hp);
                sum += health;
                self.add(ELEMENTS, place * 5 + monster.element.index(), health);
                if fighter.poisoned {
                    self.add(POISONED, place, health);
                }
            }
            self.add(HEALTH, place, sum / 3.0);
        }
        let [alive, against] = battle.sides.each_ref().map(|side| side.alive().clamp(1, 3) - 1);
        self.add(COUNTS, alive * 3 + against, 1.0);
    }

    /// The two monsters in front.
    fn front(&mut self) {
        let (deck, [mine, theirs]) = (self.outlook.deck, self.battle.sides.each_ref().map(|side| side.fighter()));
        let duel = Duel::new(deck, mine, theirs);
        let race = (column(duel.needs) * HITS + column(duel.suffers)) * 2;
        self.add(RACE, race, 1.0 - duel.first);
        self.add(RACE, race + 1, duel.first);
        self.add(MARGIN, usize::from(duel.margin < 0.0), duel.margin.abs());
        let (mine, theirs) = (mine.monster, theirs.monster);
        self.add(DAMAGE, 0, share(deck.best_hit(mine, theirs), deck.monster(theirs).hp));
        self.add(DAMAGE, 1, share(deck.best_hit(theirs, mine), deck.monster(mine).hp));
        let signs = sign(deck.multiplier(mine, theirs)) * 5 + sign(deck.multiplier(theirs, mine));
        self.add(SIGNS, signs, 1.0);
    }

    /// What they do next, if they play by the rules.
    fn next(&mut self) {
        let (outlook, battle) = (self.outlook, self.battle);
        let (deck, [own, other]) = (outlook.deck, &battle.sides);
        let (mine, theirs) = (own.fighter(), other.fighter());
        outlook.replies(battle, |reply, chance| {
            let (kind, damage) = match reply.kind() {
                Kind::Attack => (0, deck.attack(theirs.monster, mine.monster)),
                Kind::Special => (1, deck.special(theirs.monster, mine.monster)),
                Kind::Status => (2, 0),
                Kind::Trap => (3, 0),
                _ => (4, 0),
            };
            self.add(NEXT, kind, chance);
            if damage > 0 {
                self.add(NEXT_DAMAGE, 0, chance * share(damage, mine.hp.max(1)));
                self.add(NEXT_DAMAGE, 1, if damage >= mine.hp { chance } else { 0.0 });
            }
            if let Some(next) = reply.sent().and_then(|monster| other.slot_of(monster)) {
                let margin = self.margins[usize::from(own.active)][usize::from(next)];
                self.add(NEXT_FRONT, 0, chance * margin.unwrap_or(0.0));
            }
        });
    }

    /// Those who wait, and who could stand up to whom.
    fn bench(&mut self) {
        let [here, there] = self.battle.sides.each_ref().map(|side| usize::from(side.active));
        let mut best = [-1.0f32; 2];
        // For each own monster what the other can best do about it, and the reverse.
        let (mut against, mut answers) = ([None; TEAM], [None; TEAM]);
        for (one, row) in self.margins.iter().enumerate() {
            for (other, margin) in row.iter().enumerate() {
                let &Some(margin) = margin else { continue };
                if one != here && other == there {
                    best[0] = best[0].max(margin);
                }
                if one == here && other != there {
                    best[1] = best[1].max(-margin);
                }
                raise(&mut answers[other], margin);
                raise(&mut against[one], -margin);
            }
        }
        self.add(BENCH, 0, best[0]);
        self.add(BENCH, 1, best[1]);
        for (first, covers) in [(0, answers), (2, against)] {
            let (mut sum, mut count, mut least) = (0.0, 0.0, 1.0f32);
            for cover in covers.into_iter().flatten() {
                (sum, count, least) = (sum + cover, count + 1.0, least.min(cover));
            }
            self.add(COVER, first, if count > 0.0 { sum / count } else { 0.0 });
            self.add(COVER, first + 1, least);
        }
    }

    /// Status attack and trap.
    fn magic(&mut self) {
        let (rules, battle) = (self.outlook.rules, self.battle);
        for (place, side) in battle.sides.iter().enumerate() {
            let status = rules.status && !side.status_used;
            let trap = rules.trap && !side.trap_used;
            let flags = [status, trap, battle.trap_in_force(place), side.fighter().poisoned];
            for (flag, _) in flags.into_iter().enumerate().filter(|(_, on)| *on) {
                self.add(MAGIC, place * 4 + flag, 1.0);
            }
            if status && battle.trap_in_force(1 - place) {
                self.add(RISK, place, 1.0);
            }
        }
    }
}

/// Numbers that describe a turn in which the other strikes as hard as it can.
pub(super) type Blow = [f32; BLOW];
/// Won, lost; health of both sides; monsters lost by both; the duel that comes then: won by, lost by.
pub(super) const BLOW: usize = 8;

/// Adds the description of such a turn.
pub(super) fn struck(
    outlook: &Outlook<'_>,
    before: &Battle,
    after: &Battle,
    won: Option<usize>,
    weight: f32,
    out: &mut Blow,
) {
    if let Some(side) = won {
        out[side] += weight;
        return;
    }
    for (place, (now, was)) in after.sides.iter().zip(&before.sides).enumerate() {
        out[2 + place] += weight * now.health(outlook.deck) / 3.0;
        out[4 + place] += weight * (was.alive() - now.alive().min(was.alive())) as f32;
    }
    let margin = Duel::new(outlook.deck, after.sides[0].fighter(), after.sides[1].fighter()).margin;
    out[6 + usize::from(margin < 0.0)] += weight * margin.abs();
}

fn raise(best: &mut Option<f32>, value: f32) {
    *best = Some(best.map_or(value, |best| best.max(value)));
}

/// Damage as a share of HP.
fn share(damage: u16, hp: u16) -> f32 {
    (f32::from(damage) / f32::from(hp)).min(1.0)
}

fn column(hits: u16) -> usize {
    match hits {
        Duel::NEVER => HITS - 1,
        hits => usize::from(hits.clamp(1, 4)) - 1,
    }
}

/// None, less, even, more, much more.
fn sign(multiplier: f32) -> usize {
    match multiplier {
        0.0 => 0,
        less if less < 1.0 => 1,
        1.0 => 2,
        more if more <= 2.0 => 3,
        _ => 4,
    }
}
