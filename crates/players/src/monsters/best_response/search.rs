use kirifuda_games::monsters::{Action, After, Battle, Rules, Side};

use super::super::{RulePlayer, Situation};

/// Looks for a way to win a battle against a rule player: side 0 chooses, side 1 does what its rules say. With both
/// sides open that is a game for one, searched turn by turn, the most promising positions of each turn kept.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// Positions kept of each turn.
    width: usize,
    kept: Vec<Node>,
    reached: Vec<Node>,
    /// How the positions kept were reached.
    trail: Vec<Step>,
}

/// What the search is made in.
#[derive(Clone, Copy, Debug)]
pub(super) struct World<'a> {
    pub rules: &'a Rules,
    pub opponent: RulePlayer,
    /// Who goes first when both are equally fast, a bit for each turn: set, if it is the opponent.
    pub coins: u128,
}

/// How a battle ends after the best line that was found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Ending {
    /// It is won before the cap of turns.
    pub won: bool,
    /// What it is worth: more than 1 if it is won, the sooner the more; 0 to 1 otherwise.
    pub worth: f32,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    promise: i32,
    battle: Battle,
    /// The last of its steps in the trail.
    step: u32,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    before: u32,
    action: Action,
}

const NO_STEP: u32 = u32::MAX;
/// No battle that can be won takes longer: positions after so many turns are judged as they are.
const HORIZON: u8 = 48;

/// What is left when a turn, or a replacement, is over.
enum Next {
    On(Battle),
    /// Side 0 is to choose a replacement; that of side 1 has been chosen.
    Choose(Battle),
    Won,
    Lost,
}

impl Search {
    pub fn new(width: usize) -> Search {
        Search { width, kept: Vec::new(), reached: Vec::new(), trail: Vec::new() }
    }

    /// What an action in a turn is worth.
    pub fn after(&mut self, world: World<'_>, battle: &Battle, action: Action) -> Ending {
        self.begin();
        let reply = world.reply(battle);
        match self.reach(world, battle, action, reply, NO_STEP) {
            Some(step) => self.won_at(step, 1),
            None => self.run(world, battle.turn),
        }
    }

    /// What a replacement is worth. That of the other side, where it needs one, is made at the same time.
    pub fn after_replacement(&mut self, world: World<'_>, battle: &Battle, action: Action) -> Ending {
        self.begin();
        let mut next = *battle;
        world.replace_theirs(&mut next);
        if let Some(monster) = action.sent() {
            next.replace(0, monster);
        }
        self.push(world, next, NO_STEP, action);
        self.run(world, battle.turn)
    }

    /// What a position before a turn is worth.
    pub fn from(&mut self, world: World<'_>, battle: &Battle) -> Ending {
        self.begin();
        self.reached.push(Node { promise: 0, battle: *battle, step: NO_STEP });
        self.run(world, battle.turn)
    }

    /// The actions of the line that was found last, in order.
    pub fn line(&self) -> Vec<Action> {
        let mut line = Vec::new();
        let mut at = self.trail.len().checked_sub(1).map_or(NO_STEP, |last| last as u32);
        while let Some(step) = self.trail.get(at as usize) {
            line.push(step.action);
            at = step.before;
        }
        line.reverse();
        line
    }

    fn begin(&mut self) {
        self.kept.clear();
        self.reached.clear();
        self.trail.clear();
    }

    fn run(&mut self, world: World<'_>, start: u8) -> Ending {
        let end = world.rules.cap.min(start.saturating_add(HORIZON));
        let mut turn = start;
        loop {
            self.keep_the_best();
            let Some(best) = self.kept.first().copied() else {
                return Ending { won: false, worth: f32::from(turn - start) / 1000.0 };
            };
            turn = best.battle.turn;
            if turn >= end {
                return judged(world.rules, &best.battle);
            }
            let kept = std::mem::take(&mut self.kept);
            let won = kept.iter().find_map(|node| self.expand(world, node));
            self.kept = kept;
            if let Some(step) = won {
                return self.won_at(step, turn + 1 - start);
            }
        }
    }

    /// The battle is won by a step, after so many turns.
    fn won_at(&mut self, step: Step, turns: u8) -> Ending {
        self.trail.push(step);
        Ending { won: true, worth: 2.0 - f32::from(turns) / 256.0 }
    }

    /// Goes on from a position by every action worth trying; the step that wins, if one does.
    fn expand(&mut self, world: World<'_>, node: &Node) -> Option<Step> {
        let battle = &node.battle;
        let reply = world.reply(battle);
        let own = &battle.sides[0];
        // Of the two attacks the one that does more to whoever will stand there.
        let target = reply.sent().unwrap_or(battle.sides[1].fighter().monster);
        let (mine, deck) = (own.fighter().monster, world.rules.cards);
        let special = deck.special(mine, target) > deck.attack(mine, target);
        let hit = if special { Action::SPECIAL } else { Action::ATTACK };
        let poison = (world.rules.status && !own.status_used).then_some(Action::STATUS);
        // Nothing is to be reflected when the other has poisoned.
        let trap = (world.rules.trap && !own.trap_used && !battle.sides[1].status_used).then_some(Action::TRAP);
        let summon = world.rules.summon;
        let waiting = own.bench().filter(|fighter| summon.may_switch_to(deck, own, fighter.monster));
        let switches = waiting.map(|fighter| Action::send(fighter.monster));
        let land = summon.may_lay_land(deck, own).then_some(Action::LAND);
        let mut actions = std::iter::once(hit).chain(switches).chain(poison).chain(trap).chain(land);
        actions.find_map(|action| self.reach(world, battle, action, reply, node.step))
    }

    /// Adds what an action leads to; the step, if it wins.
    fn reach(&mut self, world: World<'_>, battle: &Battle, action: Action, reply: Action, before: u32) -> Option<Step> {
        match world.play(battle, action, reply) {
            Next::On(next) => self.push(world, next, before, action),
            Next::Choose(next) => {
                let step = self.step(before, action);
                let Rules { summon, cards, .. } = *world.rules;
                let own = &next.sides[0];
                for fighter in own.bench().filter(|fighter| summon.may_replace(cards, own, fighter.monster)) {
                    let mut filled = next;
                    filled.replace(0, fighter.monster);
                    self.push(world, filled, step, Action::send(fighter.monster));
                }
            }
            Next::Won => return Some(Step { before, action }),
            Next::Lost => {}
        }
        None
    }

    fn step(&mut self, before: u32, action: Action) -> u32 {
        self.trail.push(Step { before, action });
        self.trail.len() as u32 - 1
    }

    fn push(&mut self, world: World<'_>, battle: Battle, before: u32, action: Action) {
        let step = self.step(before, action);
        self.reached.push(Node { promise: promise(world.rules, &battle), battle, step });
    }

    /// The most promising of the positions reached, each once, become those kept.
    fn keep_the_best(&mut self) {
        // Steps are all different: the order does not hang on how it is sorted.
        self.reached.sort_unstable_by_key(|node| (std::cmp::Reverse(node.promise), node.step));
        self.kept.clear();
        for node in &self.reached {
            let alike = self.kept.iter().rev().take_while(|other| other.promise == node.promise);
            if alike.clone().all(|other| other.battle != node.battle) {
                self.kept.push(*node);
                if self.kept.len() == self.width {
                    break;
                }
            }
        }
        self.reached.clear();
    }
}

impl World<'_> {
    fn reply(&self, battle: &Battle) -> Action {
        self.opponent.act(&Situation::in_battle(self.rules, battle, 1))
    }

    fn replace_theirs(&self, battle: &mut Battle) {
        let theirs = &battle.sides[1];
        if theirs.fighter().hp > 0 {
            return;
        }
        if let Some(monster) = Situation::in_battle(self.rules, battle, 1).replacement().and_then(Action::sent) {
            battle.replace(1, monster);
        }
    }

    fn play(&self, battle: &Battle, action: Action, reply: Action) -> Next {
        let mut next = *battle;
        let coin = self.coins >> battle.turn & 1 == 1;
        match next.turn(self.rules.cards, [action, reply], coin, |_| {}) {
            After::Won(0) => Next::Won,
            After::Won(_) => Next::Lost,
            After::Next => Next::On(next),
            After::Replace(needed) => {
                self.replace_theirs(&mut next);
                if needed[0] { Next::Choose(next) } else { Next::On(next) }
            }
        }
    }
}

/// How well a position promises to go on, in thousandths of a healthy monster.
fn promise(rules: &Rules, battle: &Battle) -> i32 {
    let side = |side: &Side| -> i32 {
        let worth = side.fighters.iter().map(|fighter| {
            if fighter.hp == 0 {
                return 0;
            }
            let share = i32::from(fighter.hp) * 1000 / i32::from(rules.cards.monster(fighter.monster).hp);
            500 + share - if fighter.poisoned { 150 } else { 0 }
        });
        worth.sum::<i32>() + if side.status_used { 0 } else { 100 }
    };
    side(&battle.sides[0]) - side(&battle.sides[1])
}

/// What a position is worth where the search stops.
fn judged(rules: &Rules, battle: &Battle) -> Ending {
    let [mine, theirs] = battle.sides.map(|side| side.health(rules.cards));
    // At the cap the healthier side wins; before it, that side is well off.
    let ahead = if mine > theirs { 0.5 } else { 0.0 };
    Ending { won: false, worth: ahead + (3.0 + mine - theirs) / 12.0 }
}
