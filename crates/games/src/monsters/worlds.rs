use kirifuda_play::{Actions, Game, Imagine, Rng, Turn, Worlds};

use super::{
    Action, Fighter, LAND_BITS, LOST_BIT, Monsters, Phase, SEAT_BIT, Side, Story, Summon, TEAM, Team, Teams, View,
};

/// The most choices of a side that can be lost: each with a monster.
const MOST_LOST: usize = TEAM;
/// The bits of all slots of a team.
const EVERYONE: u8 = (1 << TEAM) - 1;

/// The worlds that agree with one view.
///
/// Hidden from a seat are the other's monsters that have never been in front, its draft, what it has chosen for this
/// turn, what it had chosen when a monster was knocked out before it acted, invisible traps, and coins to come. Who
/// goes first among equally fast monsters is seen by all, so coins of the past are known.
pub struct MonstersWorlds {
    other: usize,
    /// Does the other have a choice made that the viewer does not know?
    pending: bool,
    frames: Vec<Frame>,
    /// Ways of all frames together.
    ways: usize,
    /// What the other may have been dealt, where its team is its own choice.
    drafts: &'static [Team],
    choices: Actions<Monsters>,
    /// What those that hide cost at least.
    least: u8,
}

/// The course of the game except for the bench, the pending choice and lost choices: there are several only when a trap
/// may have been set unseen.
struct Frame {
    game: Monsters,
    /// Where a choice was lost, and how many the other had.
    lost: [(u16, u8); MOST_LOST],
    /// The most choices that may be pending, whatever is on the bench; 1 where none is.
    pending: usize,
    /// Ways to fill in lost and pending choices. Benches are as many in every frame.
    ways: usize,
}

impl Imagine for Monsters {
    type Worlds = MonstersWorlds;

    fn worlds(view: View<'_>) -> MonstersWorlds {
        let (game, other) = (view.game(), 1 - view.seat().index());
        // Seat 1 chooses last and is asked when seat 0 has chosen: for a turn, or what to send to the front.
        let pending = other == 0
            && game.mover == 1
            && match game.phase {
                Phase::Lead | Phase::Battle => true,
                Phase::Replace => game.needed == [true; 2],
                Phase::Team | Phase::Over => false,
            };
        let mut choices = Actions::new();
        let mut frame = |game: Monsters| Frame::new(game, other, pending, &mut choices);
        let frames: Vec<Frame> = match game.rules.trap && !game.rules.trap_visible {
            true => courses(view, pending).map(&mut frame).collect(),
            false => vec![frame(game.clone())],
        };
        let drafts = match view.report() {
            Some(kind) => game.rules.cards.teams_of(kind),
            None => game.rules.cards.teams(),
        };
        let ways = frames.iter().map(|frame| frame.ways).sum();
        let least = view.their_hidden_cost();
        MonstersWorlds { other, pending, frames, ways, drafts, choices, least }
    }
}

impl Worlds<Monsters> for MonstersWorlds {
    fn draw(&mut self, rng: &mut Rng) -> Monsters {
        loop {
            let mut number = rng.below(self.ways);
            let passed = |frame: &&Frame| {
                let here = number < frame.ways;
                if !here {
                    number -= frame.ways;
                }
                here
            };
            let frame = self.frames.iter().find(passed).unwrap_or(&self.frames[0]);
            let mut world = frame.game.clone();
            world.toss_coins_to_come(rng);
            for (place, ways) in frame.lost.into_iter().filter(|&(_, ways)| ways > 0) {
                let choice = [Action::ATTACK, Action::SPECIAL, Action::STATUS][rng.below(usize::from(ways))];
                world.story.rewrite(usize::from(place), choice);
            }
            world.fill_bench(self.other, self.drafts, self.least, rng);
            if self.pending {
                world.choices_of_first(&mut self.choices);
                // Not every bench can afford it: those that leave more choices are drawn more often, and all worlds equally.
                let Some(&choice) = self.choices.get(rng.below(frame.pending)) else { continue };
                world.pending = choice;
                world.story.rewrite(usize::from(world.story.count) - 1, world.pending);
            }
            return world;
        }
    }
}

impl Frame {
    fn new(mut game: Monsters, other: usize, pending: bool, choices: &mut Actions<Monsters>) -> Frame {
        let mut lost = [(0, 0); MOST_LOST];
        let mut losses = 0;
        let mut ways = 1;
        let mut status = game.rules.status;
        // A choice is lost only with a monster: as long as all of them stand there is nothing to look for.
        let fallen = game.battle.sides[other].fighters.iter().any(|fighter| fighter.hp == 0);
        for (place, (seat, action, was_lost)) in game.story.moves().enumerate().filter(|_| fallen) {
            if seat.index() != other {
                continue;
            }
            if was_lost && losses < MOST_LOST {
                // Switches and traps come first and are never lost.
                let options = 2 + u8::from(status);
                lost[losses] = (place as u16, options);
                losses += 1;
                ways *= usize::from(options);
            } else if action == Action::STATUS {
                status = false;
            }
        }
        let mut most = 1;
        if pending {
            let summon = std::mem::replace(&mut game.rules.summon, Summon::Free);
            game.choices_of_first(choices);
            game.rules.summon = summon;
            let land = game.phase == Phase::Battle && summon.may_lay_land(game.rules.cards, &game.battle.sides[0]);
            most = choices.len() + usize::from(land);
            ways *= most;
        } else if game.mover == 0 {
            // What is left from the last turn tells of a lost choice.
            game.pending = Action::ATTACK;
        }
        Frame { game, lost, pending: most, ways }
    }
}

/// The games that look the same when a trap may have been set unseen: it was set in one of the turns in which the other
/// did nothing that could be seen, or in none of them, when all those choices may have been lost.
fn courses(view: View<'_>, pending: bool) -> impl Iterator<Item = Monsters> {
    let (game, other) = (view.game(), 1 - view.seat().index());
    let hidden = move |place: usize, action: Action, lost: bool| {
        let last = place + 1 == usize::from(game.story.count);
        (lost || action == Action::TRAP) && !(last && pending)
    };
    let others = game.story.moves().enumerate().filter(move |(_, (seat, ..))| seat.index() == other);
    let places = others.filter(move |&(place, (_, action, lost))| hidden(place, action, lost)).map(|(place, _)| place);
    let traps = places.map(Some).chain([None]);
    let mut legal = Actions::new();
    let replay = move |trap: Option<usize>| {
        let mut again = Monsters::started(&game.rules, game.dealt);
        for (place, (seat, action, lost)) in game.story.moves().enumerate() {
            let last = place + 1 == usize::from(game.story.count);
            let action = match seat.index() == other {
                true if trap == Some(place) => Action::TRAP,
                true if hidden(place, action, lost) || (last && pending && action == Action::TRAP) => Action::ATTACK,
                _ => action,
            };
            // Another course may leave the game where this move makes no sense.
            again.legal(&mut legal);
            if again.turn() != Turn::Seat(seat) || !legal.contains(&action) {
                return None;
            }
            again.play(action);
        }
        look_alike(view, again.view(view.seat())).then_some(again)
    };
    traps.filter_map(replay)
}

/// Two games with the same monsters look the same to a seat.
fn look_alike(one: View<'_>, two: View<'_>) -> bool {
    let (mine, theirs) = (one.game(), two.game());
    let state = |game: &Monsters| (game.phase, game.mover, game.needed, game.shown, game.winner, game.capped);
    let other = 1 - one.seat().index();
    let seen = |side: &Side| (side.fighters, side.active, side.status_used);
    state(mine) == state(theirs)
        && mine.battle.turn == theirs.battle.turn
        && one.own() == two.own()
        && seen(&mine.battle.sides[other]) == seen(&theirs.battle.sides[other])
        && one.acts().eq(two.acts())
}

impl Monsters {
    fn toss_coins_to_come(&mut self, rng: &mut Rng) {
        let known = match self.phase {
            Phase::Over => u128::MAX,
            _ => !u128::MAX.checked_shl(u32::from(self.battle.turn)).unwrap_or(0),
        };
        let fresh = u128::from(rng.bits()) << 64 | u128::from(rng.bits());
        self.dealt.coins = self.dealt.coins & known | fresh & !known;
    }

    /// Gives a side other monsters in place of those that have never been in front, which cost at least so much, and
    /// another draft.
    fn fill_bench(&mut self, side: usize, drafts: &[Team], least: u8, rng: &mut Rng) {
        if self.rules.teams == Teams::Choose {
            self.dealt.drafts[side] = rng.pick(drafts);
        }
        if self.shown[side] == EVERYONE {
            return;
        }
        let picked = usize::from(self.picks[side]);
        let (old, shown) = (self.battle.sides[side], self.shown[side]);
        let seen = |slot: usize| shown >> slot & 1 == 1;
        // Picks ascend: the first of three leaves room for two more.
        let mut free: u32 = (1 << (self.rules.cards.len() + picked - TEAM)) - 1;
        let mut team: u32 = 0;
        for slot in (0..TEAM).filter(|&slot| seen(slot)) {
            team |= 1 << old.fighters[slot].monster;
        }
        free &= !team;
        if least > 0 {
            let cheap = |monster: &u8| self.rules.cards.monster(*monster).cost < least;
            (0..self.rules.cards.len() as u8).filter(cheap).for_each(|monster| free &= !(1 << monster));
        }
        for _ in team.count_ones() as usize..picked {
            let mut left = free;
            for _ in 0..rng.below(free.count_ones() as usize) {
                left &= left - 1;
            }
            let monster = left & left.wrapping_neg();
            free &= !monster;
            team |= monster;
        }
        let new = &mut self.battle.sides[side];
        self.shown[side] = 0;
        for slot in 0..picked {
            let monster = team.trailing_zeros() as u8;
            team &= team - 1;
            let known = old.slot_of(monster).map(usize::from).filter(|&slot| seen(slot));
            new.fighters[slot] = match known {
                Some(known) => old.fighters[known],
                None => Fighter { monster, poisoned: false, hp: self.rules.cards.monster(monster).hp },
            };
            if let Some(known) = known {
                self.shown[side] |= 1 << slot;
                if known == usize::from(old.active) {
                    new.active = slot as u8;
                }
            }
        }
        let fighters = new.fighters;
        match self.rules.teams {
            Teams::Dealt => self.dealt.drafts[side] = Team(fighters.map(|fighter| fighter.monster)),
            Teams::Choose => {
                for (slot, fighter) in fighters[..picked].iter().enumerate() {
                    self.story.rewrite(side * TEAM + slot, Action::pick(fighter.monster));
                }
            }
        }
    }

    /// What seat 0, which has chosen, could choose between.
    fn choices_of_first(&mut self, out: &mut Actions<Monsters>) {
        self.mover = 0;
        self.legal(out);
        self.mover = 1;
    }
}

impl Story {
    /// Another action in the place of one.
    fn rewrite(&mut self, place: usize, action: Action) {
        let code = &mut self.moves[place];
        let kept = if *code | SEAT_BIT == LAND_BITS | SEAT_BIT { SEAT_BIT } else { SEAT_BIT | LOST_BIT };
        *code = *code & kept | Story::bits(action);
    }
}
