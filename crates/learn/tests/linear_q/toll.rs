//! A made-up game whose numbers can be computed by hand, and what is seen of it.

use std::sync::{Arc, Mutex};

use kirifuda_learn::linear_q::{Options, Selection, Step, Task};
use kirifuda_play::{
    Actions, Decision, Episode, Game, Kind, Policy, Preset, Rng, RuleBook, Rules as _, Seat, Turn, choice, word,
};

/// Seats in turn take 0 to 2 coins, three times each. Coins taken by one seat are paid by the next: a seat's score is
/// what it has taken less what the seat before it has taken.
#[derive(Clone, Debug)]
pub struct Toll {
    rules: Rules,
    taken: Vec<u8>,
}

/// How many play, and how many coins they may take at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub seats: usize,
    pub most: u8,
}

pub const ROUNDS: usize = 3;
pub const TWO: Rules = Rules { seats: 2, most: 2 };
pub const FOUR: Rules = Rules { seats: 4, most: 2 };

impl kirifuda_play::Rules for Rules {
    fn book() -> &'static RuleBook<Rules> {
        static BOOK: RuleBook<Rules> = RuleBook {
            presets: &[
                Preset { name: "two", about: "for two", rules: || TWO },
                Preset { name: "four", about: "for four", rules: || FOUR },
            ],
            switches: &[kirifuda_play::Switch {
                name: "most",
                about: "coins to take at most",
                kind: Kind::Choice(&[word("0", ""), word("2", "")]),
                words: &[],
                get: |rules| rules.most.to_string(),
                set: |rules, value| choice(value, &[("0", 0), ("2", 2)]).map(|most| rules.most = most),
            }],
            check: |_| Ok(()),
        };
        &BOOK
    }
    fn seats(&self) -> usize {
        self.seats
    }
}

/// What a seat sees: everything.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub game: &'a Toll,
    pub seat: Seat,
}

impl Toll {
    pub fn new(rules: Rules) -> Toll {
        Toll { rules, taken: Vec::new() }
    }

    pub fn round(&self) -> usize {
        self.taken.len() / self.rules.seats
    }

    fn taken_by(&self, seat: usize) -> f32 {
        self.taken.iter().skip(seat).step_by(self.rules.seats).map(|&coins| f32::from(coins)).sum()
    }

    pub fn score(&self, seat: Seat) -> f32 {
        let before = (seat.index() + self.rules.seats - 1) % self.rules.seats;
        self.taken_by(seat.index()) - self.taken_by(before)
    }
}

impl Game for Toll {
    const NAME: &'static str = "toll";
    type Rules = Rules;
    type Action = u8;
    type View<'a> = View<'a>;

    fn deal(rules: &Rules, _rng: &mut Rng) -> Toll {
        Toll::new(*rules)
    }
    fn rules(&self) -> &Rules {
        &self.rules
    }
    fn turn(&self) -> Turn {
        match self.round() {
            ROUNDS => Turn::Over,
            _ => Turn::Seat(Seat((self.taken.len() % self.rules.seats) as u8)),
        }
    }
    fn legal(&self, out: &mut Actions<Toll>) {
        out.fill(0..=self.rules.most);
    }
    fn play(&mut self, coins: u8) {
        self.taken.push(coins);
    }
    fn payoff(&self, seat: Seat) -> f32 {
        self.score(seat)
    }
    fn view(&self, seat: Seat) -> View<'_> {
        View { game: self, seat }
    }
}

/// What is seen of a move, in three ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// The round and the coins: a feature for each pair.
    RoundAndCoins,
    /// The coins only, and in every move one feature more.
    CoinsAndOne,
    /// The coins only, twice.
    CoinsTwice,
}

impl Task<Toll> for Sight {
    fn layout(&self) -> &'static str {
        "test"
    }
    fn dimensions(&self) -> usize {
        3 * ROUNDS
    }
    fn active(&self, view: View<'_>, coins: u8, out: &mut Vec<u32>) {
        let coins = u32::from(coins);
        match self {
            Sight::RoundAndCoins => out.push(3 * view.game.round() as u32 + coins),
            Sight::CoinsAndOne => out.extend([coins, 3]),
            Sight::CoinsTwice => out.extend([coins, coins]),
        }
    }
    fn gain(&self, view: View<'_>) -> f32 {
        view.game.score(view.seat)
    }
}

/// Writes down who learned and by which weights moves were valued (a weight names the snapshot).
#[derive(Clone, Default)]
pub struct Spy {
    pub learned: Arc<Mutex<Vec<Seat>>>,
    pub valued: Arc<Mutex<Vec<f32>>>,
}

impl Task<Toll> for Spy {
    fn layout(&self) -> &'static str {
        "spy"
    }
    fn dimensions(&self) -> usize {
        1
    }
    fn active(&self, view: View<'_>, _coins: u8, _out: &mut Vec<u32>) {
        self.learned.lock().unwrap().push(view.seat);
    }
    fn values(&self, weights: &[f32], _view: View<'_>, legal: &[u8], out: &mut Vec<f32>) {
        self.valued.lock().unwrap().push(weights[0]);
        out.clear();
        out.extend(legal.iter().map(|_| 0.0));
    }
    fn gain(&self, _view: View<'_>) -> f32 {
        0.0
    }
}

/// Always takes so many coins.
pub struct Takes(pub u8);

impl Policy<Toll> for Takes {
    fn choose(&mut self, _view: View<'_>, _legal: &[u8], _rng: &mut Rng) -> u8 {
        self.0
    }
}

/// A game of two in which these coins are taken, one after the other.
pub fn episode(coins: [u8; 2 * ROUNDS]) -> Episode<Toll> {
    let dealt = Toll::new(TWO);
    let mut game = dealt.clone();
    let mut decisions = Vec::new();
    for action in coins {
        decisions.push(Decision { seat: game.turn().seat().unwrap(), action });
        game.try_play(action).unwrap();
    }
    let payoffs = Seat::all(TWO.seats()).map(|seat| game.payoff(seat)).collect();
    Episode { dealt, decisions, payoffs }
}

/// Half a step, half a discount, no exploration: numbers that are exact in binary.
pub fn halves() -> Options {
    Options {
        step: Step { size: 0.5, ..Step::default() },
        discount: 0.5,
        selection: Selection::Greedy { epsilon: 0.0 },
        ..Options::default()
    }
}
