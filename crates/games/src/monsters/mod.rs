//! Monsters: a battle of two teams of three, whose benches are hidden (paper 004).
//!
//! Each side picks three monsters and sends one of them to the front. In every turn both sides choose at the same time:
//! attack, special attack, status attack (poison), trap, or another monster to the front; then the choices are carried
//! out ([`Battle::turn`]). Who has no monster left has lost. Where the rules say so, coming to the front takes lands
//! ([`Summon`]).
//!
//! Monsters, the chart of elements and the constants are data ([`Deck`]); all chance is in the deal: a random draft for
//! each side, which it may keep as its team, and the coins that decide between equally fast monsters.

mod action;
mod battle;
mod deck;
mod numbers;
mod rules;
mod sight;
mod story;
mod summon;
mod text;
mod view;
mod why_not;
mod worlds;

use kirifuda_play::{Actions, Game, Measure, Measured, Rng, Seat, Turn, Unit};

pub use action::{Action, Kind};
pub use battle::{After, Battle, Event, Fighter, Numbers, Side};
pub use deck::{Constants, Deck, DeckError, DeckType, Element, LARGEST_STAT, MONSTERS, Monster, TEAM, Team};
pub use rules::{MOST_TURNS, Rules, Teams};
pub use sight::Sight;
pub use summon::{FIRST_LANDS, LARGEST_COST, Summon};
pub use view::View;
pub use why_not::WhyNot;
pub use worlds::MonstersWorlds;

/// The longest game: six picks, two leads, two choices a turn, and one replacement for each side.
const MOST_MOVES: usize = 2 * TEAM + 2 + 2 * MOST_TURNS as usize + 2;

/// A game of Monsters.
#[derive(Clone, Debug)]
pub struct Monsters {
    rules: Rules,
    dealt: Dealt,
    phase: Phase,
    /// Who is to move.
    mover: u8,
    /// Who has still to choose a replacement.
    needed: [bool; 2],
    /// What seat 0 has chosen while seat 1 has still to choose.
    pending: Action,
    /// Picks so far, by seat.
    picks: [u8; 2],
    battle: Battle,
    /// Slots that have been in front, as bits, by seat.
    shown: [u8; 2],
    winner: u8,
    capped: bool,
    story: Story,
}

/// All the chance of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Dealt {
    /// Three monsters for each seat: its team, if it likes.
    drafts: [Team; 2],
    /// A coin for each turn, the lowest bit for the first; the highest decides a battle that ends level at the cap.
    coins: u128,
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Teams are picked: three monsters by seat 0, three by seat 1, in the order of the cards.
    Team,
    /// Each seat sends a monster to the front.
    Lead,
    /// Each seat chooses what to do in the turn.
    Battle,
    /// A seat sends a monster to the front in place of one that was knocked out.
    Replace,
    /// Somebody has won.
    Over,
}

/// Every move so far.
#[derive(Clone)]
struct Story {
    count: u16,
    /// The action in the low six bits, then the seat, then whether the choice was lost before it was shown.
    moves: [u8; MOST_MOVES],
}

const SEAT_BIT: u8 = 64;
const LOST_BIT: u8 = 128;
/// A land, for which six bits have no room: the last pick, lost. No pick can be lost.
const LAND_BITS: u8 = LOST_BIT | (SEAT_BIT - 1);

impl Story {
    const EMPTY: Story = Story { count: 0, moves: [0; MOST_MOVES] };

    #[inline]
    fn push(&mut self, seat: u8, action: Action) {
        self.moves[usize::from(self.count)] = Story::bits(action) | if seat == 0 { 0 } else { SEAT_BIT };
        self.count += 1;
    }

    #[inline]
    const fn bits(action: Action) -> u8 {
        if action.code() == Action::LAND.code() { LAND_BITS } else { action.code() }
    }

    /// The latest choice of a seat in the turn that was just played is never shown.
    fn lose(&mut self, seat: usize) {
        self.moves[usize::from(self.count) - 2 + seat] |= LOST_BIT;
    }

    /// Who chose what, and whether it was lost, in order.
    fn moves(&self) -> impl ExactSizeIterator<Item = (Seat, Action, bool)> + '_ {
        let decode = |&code: &u8| {
            let seat = Seat(code >> 6 & 1);
            match code | SEAT_BIT == LAND_BITS | SEAT_BIT {
                true => (seat, Action::LAND, false),
                false => (seat, Action::from_code(code & (SEAT_BIT - 1)), code & LOST_BIT != 0),
            }
        };
        self.moves[..usize::from(self.count)].iter().map(decode)
    }
}

impl std::fmt::Debug for Story {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.moves()).finish()
    }
}

impl Monsters {
    /// The game of a deal.
    fn started(rules: &Rules, dealt: Dealt) -> Monsters {
        let mut game = Monsters {
            rules: *rules,
            dealt,
            phase: Phase::Team,
            mover: 0,
            needed: [false; 2],
            pending: Action::ATTACK,
            picks: [0; 2],
            battle: Battle { sides: [Side::EMPTY; 2], turn: 0 },
            shown: [0; 2],
            winner: 0,
            capped: false,
            story: Story::EMPTY,
        };
        if rules.teams == Teams::Dealt {
            for (side, team) in dealt.drafts.into_iter().enumerate() {
                game.battle.sides[side] = Side::new(rules.cards, team, 0);
            }
            game.picks = [TEAM as u8; 2];
            game.phase = Phase::Lead;
        }
        game
    }

    /// The team of a seat, once it is complete.
    fn team(&self, seat: usize) -> Option<Team> {
        let complete = usize::from(self.picks[seat]) == TEAM;
        complete.then(|| Team(self.battle.sides[seat].fighters.map(|fighter| fighter.monster)))
    }

    fn pick(&mut self, monster: u8) {
        let seat = usize::from(self.mover);
        let hp = self.rules.cards.monster(monster).hp;
        let slot = usize::from(self.picks[seat]);
        self.battle.sides[seat].fighters[slot] = Fighter { monster, poisoned: false, hp };
        self.picks[seat] += 1;
        if usize::from(self.picks[seat]) == TEAM {
            self.phase = if seat == 1 { Phase::Lead } else { Phase::Team };
            self.mover = 1 - self.mover;
        }
    }

    /// A monster comes to the front where all can see it.
    fn front(&mut self, seat: usize, action: Action) {
        if let Some(monster) = action.sent() {
            self.battle.replace(seat, monster);
            self.shown[seat] |= 1 << self.battle.sides[seat].active;
        }
    }

    /// Both seats have chosen: the turn is played.
    #[inline]
    fn play_turn(&mut self, choices: [Action; 2]) {
        let coin = self.dealt.coins >> self.battle.turn & 1 == 1;
        let mut lost = [false; 2];
        let after = self.battle.turn(self.rules.cards, choices, coin, |event| {
            if let Event::Lost { side, .. } = event {
                lost[side] = true;
            }
        });
        for side in 0..2 {
            self.shown[side] |= 1 << self.battle.sides[side].active;
            if let Some(slot) = choices[side].sent().and_then(|monster| self.battle.sides[side].slot_of(monster)) {
                self.shown[side] |= 1 << slot;
            }
            if lost[side] {
                self.story.lose(side);
            }
        }
        match after {
            After::Won(side) => self.finish(side),
            _ if self.battle.turn >= self.rules.cap => self.decide_by_health(),
            After::Next => {}
            After::Replace(needed) => {
                self.needed = needed;
                self.phase = Phase::Replace;
                self.mover = u8::from(!needed[0]);
            }
        }
    }

    fn finish(&mut self, winner: usize) {
        self.winner = winner as u8;
        self.phase = Phase::Over;
    }

    #[cold]
    fn decide_by_health(&mut self) {
        self.capped = true;
        let [mine, theirs] = self.battle.sides.map(|side| side.exact_health(self.rules.cards));
        let coin = self.dealt.coins >> 127 == 1;
        let (mine, theirs) = (mine.0 * theirs.1, theirs.0 * mine.1);
        self.finish(usize::from(theirs > mine || (theirs == mine && coin)));
    }

    #[inline]
    fn push_sends(&self, side: &Side, out: &mut Actions<Monsters>) {
        let bench = side.bench().map(|fighter| fighter.monster);
        bench.filter(|&monster| self.may_send(monster)).for_each(|monster| out.push(Action::send(monster)));
    }

    /// What a seat may choose between when it picks its next monster.
    fn picks_left(&self, seat: usize) -> std::ops::Range<u8> {
        let picked = usize::from(self.picks[seat]);
        let first = match picked {
            0 => 0,
            _ => self.battle.sides[seat].fighters[picked - 1].monster + 1,
        };
        first..(self.rules.cards.len() + picked + 1 - TEAM) as u8
    }
}

impl Game for Monsters {
    const NAME: &'static str = "monsters";
    const UNIT: Unit = Unit::Chance;
    type Rules = Rules;
    type Action = Action;
    type View<'a> = View<'a>;

    fn deal(rules: &Rules, rng: &mut Rng) -> Monsters {
        let teams = rules.cards.teams();
        let drafts = [rng.pick(teams), rng.pick(teams)];
        let coins = u128::from(rng.bits()) << 64 | u128::from(rng.bits());
        Monsters::started(rules, Dealt { drafts, coins })
    }

    #[inline]
    fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Over => Turn::Over,
            _ => Turn::Seat(Seat(self.mover)),
        }
    }

    fn legal(&self, out: &mut Actions<Monsters>) {
        out.clear();
        let seat = usize::from(self.mover);
        let side = &self.battle.sides[seat];
        match self.phase {
            Phase::Team => self.picks_left(seat).for_each(|monster| out.push(Action::pick(monster))),
            Phase::Lead => {
                let team = side.fighters.iter().map(|fighter| fighter.monster);
                team.filter(|&monster| self.may_send(monster)).for_each(|monster| out.push(Action::send(monster)));
            }
            Phase::Battle => {
                out.push(Action::ATTACK);
                out.push(Action::SPECIAL);
                if self.rules.status && !side.status_used {
                    out.push(Action::STATUS);
                }
                if self.rules.trap && !side.trap_used {
                    out.push(Action::TRAP);
                }
                self.push_sends(side, out);
                if self.rules.summon.may_lay_land(self.rules.cards, side) {
                    out.push(Action::LAND);
                }
            }
            Phase::Replace => self.push_sends(side, out),
            Phase::Over => {}
        }
    }

    #[inline]
    fn play(&mut self, action: Action) {
        debug_assert_ne!(self.phase, Phase::Over);
        self.story.push(self.mover, action);
        match self.phase {
            Phase::Battle if self.mover == 0 => {
                self.pending = action;
                self.mover = 1;
            }
            Phase::Battle => {
                self.mover = 0;
                self.play_turn([self.pending, action]);
            }
            Phase::Team => {
                if let Kind::Pick(monster) = action.kind() {
                    self.pick(monster);
                }
            }
            Phase::Lead if self.mover == 0 => {
                self.pending = action;
                self.mover = 1;
            }
            Phase::Lead => {
                self.front(0, self.pending);
                self.front(1, action);
                self.mover = 0;
                self.phase = Phase::Battle;
            }
            Phase::Replace if self.mover == 0 && self.needed[1] => {
                self.pending = action;
                self.mover = 1;
            }
            Phase::Replace => {
                if self.needed == [true; 2] {
                    self.front(0, self.pending);
                }
                self.front(usize::from(self.mover), action);
                self.needed = [false; 2];
                self.mover = 0;
                self.phase = Phase::Battle;
            }
            Phase::Over => {}
        }
    }

    /// 1 for the winner, 0 for the loser and until the game is over.
    fn payoff(&self, seat: Seat) -> f32 {
        if self.phase == Phase::Over && seat.index() == usize::from(self.winner) { 1.0 } else { 0.0 }
    }

    #[inline]
    fn view(&self, seat: Seat) -> View<'_> {
        View::new(self, seat)
    }
}

impl Measured for Monsters {
    const MEASURES: &'static [Measure] = &[
        Measure::new("outright", "outright", "share of games", "games won before the cap of turns"),
        Measure::new("capped", "capped", "share of games", "games that the cap of turns decided").neither(),
        Measure::new("turns", "turns", "turns", "turns of a game").neither(),
    ];

    fn measure(&self, seat: Seat, out: &mut [f64]) {
        out[0] = if self.capped { 0.0 } else { f64::from(self.payoff(seat)) };
        out[1] = f64::from(u8::from(self.capped));
        out[2] = f64::from(self.battle.turn);
    }
}
