use kirifuda_arena::{Maker, Monitor, nth_deal};
use kirifuda_games::monsters::{Action, Battle, Event, Monsters, Phase, Rules, TEAM};
use kirifuda_play::{Actions, Game, Policy, Rng, Seat, Turn};
use serde::{Deserialize, Serialize};

use crate::LabError;

/// What came of some games between two players, told by the first of them: the one that is examined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub games: u64,
    /// Games won, also by more health at the cap of turns.
    pub won: u64,
    /// Games won before the cap of turns.
    pub outright: u64,
    /// Games that the cap of turns decided.
    pub capped: u64,
    pub turns: u64,
    /// Status attack, trap and damage: of the first player, and of the other.
    pub magic: [Magic; 2],
}

/// What a side did by magic, and what it suffered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Magic {
    /// Games in which its status attack was carried out.
    pub tried: u64,
    /// Of these: a monster of the other was poisoned.
    pub landed: u64,
    /// Of these that landed: games won before the cap.
    pub landed_won: u64,
    /// Of those tried: the other's trap threw it back.
    pub reflected: u64,
    /// Of those thrown back: games won all the same before the cap.
    pub reflected_won: u64,
    /// Games in which it set its trap.
    pub trapped: u64,
    /// HP that its monsters lost by hits.
    pub hit: u64,
    /// HP that they lost by poison.
    pub bitten: u64,
    /// Of these: by the status attack that was thrown back.
    pub bitten_by_own: u64,
    /// Lands laid, where monsters need them.
    #[serde(default, skip_serializing_if = "is_none")]
    pub lands: u64,
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

impl Tally {
    /// Games won, in percent, as the rules count them.
    pub fn won(&self) -> f64 {
        percent(self.won, self.games)
    }

    /// Games won, in percent, those that the cap decides being lost.
    pub fn outright(&self) -> f64 {
        percent(self.outright, self.games)
    }

    /// Games that the cap decides, in percent.
    pub fn capped(&self) -> f64 {
        percent(self.capped, self.games)
    }

    /// Something of a game, on the average.
    pub fn mean(&self, of: u64) -> f64 {
        of as f64 / self.games.max(1) as f64
    }

    /// Both together.
    pub fn and(&self, other: &Tally) -> Tally {
        let mut magic = self.magic;
        for (one, more) in magic.iter_mut().zip(&other.magic) {
            one.add(more);
        }
        Tally {
            games: self.games + other.games,
            won: self.won + other.won,
            outright: self.outright + other.outright,
            capped: self.capped + other.capped,
            turns: self.turns + other.turns,
            magic,
        }
    }
}

impl Magic {
    fn add(&mut self, more: &Magic) {
        self.tried += more.tried;
        self.landed += more.landed;
        self.landed_won += more.landed_won;
        self.reflected += more.reflected;
        self.reflected_won += more.reflected_won;
        self.trapped += more.trapped;
        self.hit += more.hit;
        self.bitten += more.bitten;
        self.bitten_by_own += more.bitten_by_own;
        self.lands += more.lands;
    }
}

/// A part in percent; nothing of nothing is 0.
pub fn percent(part: u64, of: u64) -> f64 {
    100.0 * part as f64 / of.max(1) as f64
}

/// Plays every deal in both rotations, with the deals and all chance of `kirifuda match` from the same seed. A rule
/// player keeps what it was dealt, so a seed is a list of its teams.
pub fn exam(
    rules: &Rules,
    player: &Maker<Monsters>,
    other: &Maker<Monsters>,
    deals: u64,
    seed: u64,
    monitor: &dyn Monitor,
) -> Result<Tally, LabError> {
    let make = |maker: &Maker<Monsters>| maker().map_err(|why| LabError::Other(why.to_string()));
    let mut table = Sitting { players: [make(player)?, make(other)?], legal: Actions::<Monsters>::new() };
    let mut tally = Tally::default();
    for deal in 0..deals {
        for rotation in 0..2u8 {
            let game = nth_deal::<Monsters>(rules, seed, deal);
            let mut rng = Rng::stream(seed, &[PLAY, deal, u64::from(rotation)]);
            tally = tally.and(&table.play(game, Seat(rotation), &mut rng)?);
        }
        monitor.advance(2 * (deal + 1), 2 * deals);
        if monitor.stopped() {
            return Err(LabError::Interrupted);
        }
    }
    Ok(tally)
}

/// The stream of the arena's choices.
const PLAY: u64 = 2;

/// Two players at a table.
struct Sitting {
    players: [Box<dyn Policy<Monsters>>; 2],
    legal: Actions<Monsters>,
}

impl Sitting {
    /// A game in which the first player has this seat.
    fn play(&mut self, mut game: Monsters, first: Seat, rng: &mut Rng) -> Result<Tally, LabError> {
        let mut story = Story::default();
        let mut pending = Action::ATTACK;
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut self.legal);
            let view = game.view(seat);
            let action = self.players[usize::from(seat != first)].choose(view, &self.legal, rng);
            if !self.legal.contains(&action) {
                return Err(LabError::Other(format!("a player of the exam chose {action:?}, which is not allowed")));
            }
            let fights = view.phase() == Phase::Battle;
            if !fights || seat == Seat(0) {
                pending = action;
                game.play(action);
                continue;
            }
            let before = open(&game);
            game.play(action);
            story.turn(game.rules(), &before, [pending, action], &open(&game));
        }
        let capped = game.view(first).capped();
        let wins = [first, Seat(1 - first.0)].map(|seat| game.payoff(seat) > 0.5);
        let mut magic = [first, Seat(1 - first.0)].map(|seat| story.magic[seat.index()]);
        for (magic, won) in magic.iter_mut().zip(wins) {
            let outright = u64::from(won && !capped);
            magic.landed_won = magic.landed * outright;
            magic.reflected_won = magic.reflected * outright;
        }
        Ok(Tally {
            games: 1,
            won: u64::from(wins[0]),
            outright: u64::from(wins[0] && !capped),
            capped: u64::from(capped),
            turns: u64::from(game.view(first).turns()),
            magic,
        })
    }
}

/// The whole battle, both benches open.
fn open(game: &Monsters) -> Battle {
    let [one, other] = [Seat(0), Seat(1)].map(|seat| *game.view(seat).own());
    Battle { sides: [one, other], turn: game.view(Seat(0)).turns() }
}

/// What has happened in a game, by side.
#[derive(Default)]
struct Story {
    magic: [Magic; 2],
    /// The monster that a side has poisoned itself.
    own_victim: [Option<u8>; 2],
    /// Events of a turn.
    events: Vec<Event>,
}

impl Story {
    /// Tells of a turn what lies between the battle before and after it. A game does not say which way its coin fell,
    /// but only one way leads there, or both do the same.
    fn turn(&mut self, rules: &Rules, before: &Battle, choices: [Action; 2], after: &Battle) {
        for coin in [false, true] {
            self.events.clear();
            let mut again = *before;
            again.turn(rules.cards, choices, coin, |event| self.events.push(event));
            if again == *after {
                break;
            }
        }
        let mut hp = before.sides.map(|side| side.fighters.map(|fighter| fighter.hp));
        // Its own status attack comes back to the side in this turn.
        let mut thrown_back = [false; 2];
        for &event in &self.events {
            match event {
                Event::TrapSet { side, .. } => self.magic[side].trapped += 1,
                Event::Reflected { side, .. } => {
                    thrown_back[side] = true;
                    self.magic[side].reflected += 1;
                }
                Event::Poisoned { side, monster } => {
                    if std::mem::take(&mut thrown_back[side]) {
                        self.own_victim[side] = Some(monster);
                    } else {
                        self.magic[1 - side].landed += 1;
                    }
                }
                Event::Hit { side, defender, left, .. } => {
                    self.magic[1 - side].hit += lost(before, &mut hp, 1 - side, defender, left);
                }
                Event::Tick { side, monster, left, .. } => {
                    let bite = lost(before, &mut hp, side, monster, left);
                    self.magic[side].bitten += bite;
                    if self.own_victim[side] == Some(monster) {
                        self.magic[side].bitten_by_own += bite;
                    }
                }
                // It is poisoned already.
                Event::NoEffect { side, .. } => thrown_back[side] = false,
                Event::LandLaid { side, .. } => self.magic[side].lands += 1,
                Event::Switched { .. } | Event::Out { .. } | Event::Lost { .. } => {}
            }
        }
        for side in 0..2 {
            let used = !before.sides[side].status_used && after.sides[side].status_used;
            self.magic[side].tried += u64::from(used);
        }
    }
}

/// HP that a monster has lost, given what is left.
fn lost(battle: &Battle, hp: &mut [[u16; TEAM]; 2], side: usize, monster: u8, left: u16) -> u64 {
    let Some(slot) = battle.sides[side].slot_of(monster) else { return 0 };
    let had = std::mem::replace(&mut hp[side][usize::from(slot)], left);
    u64::from(had.saturating_sub(left))
}
