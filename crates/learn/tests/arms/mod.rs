//! A made-up game for learners: at every seat, once round the table, one of some arms is pulled. Everybody sees two coins.
#![allow(dead_code)] // Each file of tests uses a part of it.

use kirifuda_play::{Actions, Episode, Game, Policy, Preset, Rng, RuleBook, Seat, Turn};

/// How many play, and what the arms bring.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rules {
    pub seats: usize,
    pub pays: Pays,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pays {
    /// Each arm 1 with a chance of its own, else 0.
    Chances([f64; 3]),
    /// Arm 1 pays 1 when the coins differ, arm 0 when they are equal, arm 2 pays nothing.
    Coins,
    /// An arm pays its number less that of the seat before.
    Numbers,
}

pub const BANDIT: Rules = Rules { seats: 1, pays: Pays::Chances([0.2, 0.5, 0.8]) };
pub const COINS: Rules = Rules { seats: 1, pays: Pays::Coins };

impl kirifuda_play::Rules for Rules {
    fn book() -> &'static RuleBook<Rules> {
        static BOOK: RuleBook<Rules> = RuleBook {
            presets: &[Preset { name: "bandit", about: "three arms", rules: || BANDIT }],
            switches: &[],
            check: |_| Ok(()),
        };
        &BOOK
    }
    fn seats(&self) -> usize {
        self.seats
    }
}

#[derive(Clone, Debug)]
pub struct Arms {
    rules: Rules,
    pub coins: [bool; 2],
    /// What each arm pays, by seat.
    pays: Vec<[f32; 3]>,
    pub pulled: Vec<u8>,
}

/// What a seat sees: the coins, who it is, and what was pulled.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub coins: [bool; 2],
    pub seat: Seat,
    pub pulled: &'a [u8],
}

impl Game for Arms {
    const NAME: &'static str = "arms";
    type Rules = Rules;
    type Action = u8;
    type View<'a> = View<'a>;

    fn deal(rules: &Rules, rng: &mut Rng) -> Arms {
        let coins = [rng.chance(0.5), rng.chance(0.5)];
        let mut paid = |chance| if rng.chance(chance) { 1.0 } else { 0.0 };
        let pays = (0..rules.seats).map(|_| match rules.pays {
            Pays::Chances(chances) => chances.map(&mut paid),
            Pays::Coins if coins[0] == coins[1] => [1.0, 0.0, 0.0],
            Pays::Coins => [0.0, 1.0, 0.0],
            Pays::Numbers => [0.0, 1.0, 2.0],
        });
        Arms { rules: *rules, coins, pays: pays.collect(), pulled: Vec::new() }
    }
    fn rules(&self) -> &Rules {
        &self.rules
    }
    fn turn(&self) -> Turn {
        if self.pulled.len() == self.rules.seats { Turn::Over } else { Turn::Seat(Seat(self.pulled.len() as u8)) }
    }
    fn legal(&self, out: &mut Actions<Arms>) {
        out.fill(0..3);
    }
    fn play(&mut self, arm: u8) {
        self.pulled.push(arm);
    }
    fn payoff(&self, seat: Seat) -> f32 {
        let pays = |seat: usize| self.pays[seat][usize::from(self.pulled[seat])];
        match self.rules.pays {
            Pays::Numbers => pays(seat.index()) - pays((seat.index() + self.rules.seats - 1) % self.rules.seats),
            _ => pays(seat.index()),
        }
    }
    fn view(&self, seat: Seat) -> View<'_> {
        View { coins: self.coins, seat, pulled: &self.pulled }
    }
}

/// Always pulls the same arm.
#[derive(Clone, Copy)]
pub struct Pulls(pub u8);

impl Policy<Arms> for Pulls {
    fn choose(&mut self, _view: View<'_>, _legal: &[u8], _rng: &mut Rng) -> u8 {
        self.0
    }
}

/// A finished game.
pub fn episode(rules: Rules, pulled: &[u8]) -> Episode<Arms> {
    let dealt = Arms::deal(&rules, &mut Rng::new(1));
    let mut game = dealt.clone();
    let mut decisions = Vec::new();
    for &action in pulled {
        if let Turn::Seat(seat) = game.turn() {
            decisions.push(kirifuda_play::Decision { seat, action });
        }
        game.play(action);
    }
    let payoffs = Seat::all(rules.seats).map(|seat| game.payoff(seat)).collect();
    Episode { dealt, decisions, payoffs }
}
