//! A tiny game for the tests, and players of known strength.
#![allow(dead_code, clippy::unwrap_used)] // each test file uses its part; helpers may panic like tests

use std::sync::Arc;

use kirifuda_arena::{Contestant, Monitor, Outcome, Plan, Quiet, Record, play_deals};
use kirifuda_play::{
    Act, Actions, Fact, Fault, Game, Kind, Measure, Measured, Policy, Preset, Rng, RuleBook, Rules, Seat, Seen, Series,
    Switch, Text, Turn, Uniform,
};

/// Everyone holds a card of 0 to 99. In every round each seat in turn boasts 0, 1 or 2. The score is the card plus
/// ten times what was boasted; the payoff is the score minus the mean score. So boasting more is better, each boast
/// of 1 is worth 10 * (1 - 1 / seats), and the cards, not the boasts, decide most games.
#[derive(Clone, Copy, Debug)]
pub struct Boast {
    rules: BoastRules,
    cards: [u8; 6],
    boasted: [u8; 6],
    moves: u8,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoastRules {
    pub seats: u8,
    pub rounds: u8,
    pub length: u8, // deals of a match; 0: it never ends
}

impl BoastRules {
    pub const TABLE: BoastRules = BoastRules { seats: 4, rounds: 2, length: 3 };
}

#[derive(Clone, Copy)]
pub struct BoastView<'a> {
    game: &'a Boast,
    seat: Seat,
}

impl BoastView<'_> {
    pub fn card(&self) -> u8 {
        self.game.cards[self.seat.index()]
    }
    pub fn moves(&self) -> u8 {
        self.game.moves
    }
}

fn number(value: &str) -> Result<u8, String> {
    value.parse().map_err(|_| "allowed are small numbers".to_string())
}

impl Rules for BoastRules {
    fn book() -> &'static RuleBook<Self> {
        static BOOK: RuleBook<BoastRules> = RuleBook {
            presets: &[Preset { name: "table", about: "four seats", rules: || BoastRules::TABLE }],
            switches: &[
                Switch {
                    name: "seats",
                    about: "",
                    kind: Kind::whole(2..=6),
                    words: &[],
                    get: |r| r.seats.to_string(),
                    set: |r, v| number(v).map(|n| r.seats = n),
                },
                Switch {
                    name: "rounds",
                    about: "",
                    kind: Kind::whole(0..=255),
                    words: &[],
                    get: |r| r.rounds.to_string(),
                    set: |r, v| number(v).map(|n| r.rounds = n),
                },
                Switch {
                    name: "length",
                    about: "",
                    kind: Kind::whole(0..=255),
                    words: &[],
                    get: |r| r.length.to_string(),
                    set: |r, v| number(v).map(|n| r.length = n),
                },
            ],
            check: |_| Ok(()),
        };
        &BOOK
    }
    fn seats(&self) -> usize {
        self.seats.into()
    }
}

impl Boast {
    fn with_cards(rules: &BoastRules, cards: [u8; 6]) -> Boast {
        Boast { rules: *rules, cards, boasted: [0; 6], moves: 0 }
    }
    fn score(&self, seat: usize) -> f32 {
        f32::from(self.cards[seat]) + 10.0 * f32::from(self.boasted[seat])
    }
}

impl Game for Boast {
    const NAME: &'static str = "boast";
    type Rules = BoastRules;
    type Action = u8;
    type View<'a> = BoastView<'a>;

    fn deal(rules: &BoastRules, rng: &mut Rng) -> Boast {
        let mut cards = [0; 6];
        cards[..rules.seats()].fill_with(|| rng.below(100) as u8);
        Boast::with_cards(rules, cards)
    }
    fn rules(&self) -> &BoastRules {
        &self.rules
    }
    fn turn(&self) -> Turn {
        let over = self.moves == self.rules.seats * self.rules.rounds;
        if over { Turn::Over } else { Turn::Seat(Seat(self.moves % self.rules.seats)) }
    }
    fn legal(&self, out: &mut Actions<Self>) {
        out.fill(0..=2);
    }
    fn play(&mut self, action: u8) {
        self.boasted[usize::from(self.moves % self.rules.seats)] += action;
        self.moves += 1;
    }
    fn payoff(&self, seat: Seat) -> f32 {
        let seats = self.rules.seats();
        self.score(seat.index()) - (0..seats).map(|s| self.score(s)).sum::<f32>() / seats as f32
    }
    fn view(&self, seat: Seat) -> BoastView<'_> {
        BoastView { game: self, seat }
    }
}

impl Measured for Boast {
    const MEASURES: &'static [Measure] = &[
        Measure::new("mean_card", "card", "cards", "the card held"),
        Measure::new("mean_boast", "boast", "boasts", "what was boasted"),
    ];
    fn measure(&self, seat: Seat, out: &mut [f64]) {
        out.copy_from_slice(&[self.cards[seat.index()].into(), self.boasted[seat.index()].into()]);
    }
}

impl Series for Boast {
    type Standing = (u8, [f32; 6]);
    fn opening(_: &BoastRules) -> Self::Standing {
        (0, [0.0; 6])
    }
    /// Draws more random numbers when seat 0 leads: what is carried over may change what a deal needs.
    fn deal_next(rules: &BoastRules, standing: &Self::Standing, rng: &mut Rng) -> Boast {
        let game = Boast::deal(rules, rng);
        if standing.1[0] > 0.0 {
            rng.bits();
        }
        game
    }
    fn settle(&self, standing: &mut Self::Standing) {
        standing.0 = if self.rules.length == 0 { 1 } else { standing.0 + 1 };
        for seat in Seat::all(self.seats()) {
            standing.1[seat.index()] += self.payoff(seat);
        }
    }
    fn finished(rules: &BoastRules, standing: &Self::Standing) -> bool {
        rules.length != 0 && standing.0 == rules.length
    }
    fn total(standing: &Self::Standing, seat: Seat) -> f32 {
        standing.1[seat.index()]
    }
}

impl Text for Boast {
    fn show_action(_: &BoastRules, action: u8) -> String {
        action.to_string()
    }
    fn read_action(_: &BoastRules, text: &str) -> Result<u8, String> {
        text.parse().map_err(|_| "expected a number".to_string())
    }
    fn show_deal(&self) -> String {
        let cards: Vec<String> = self.cards[..self.seats()].iter().map(u8::to_string).collect();
        cards.join(" ")
    }
    fn read_deal(rules: &BoastRules, text: &str) -> Result<Boast, String> {
        let mut cards = [0; 6];
        let read: Result<Vec<u8>, String> = text.split(' ').map(number).collect();
        let read = read?;
        if read.len() != rules.seats() {
            return Err(format!("expected {} cards, not {}", rules.seats, read.len()));
        }
        cards[..read.len()].copy_from_slice(&read);
        Ok(Boast::with_cards(rules, cards))
    }
    fn picture(&self) -> String {
        format!("{} after {} moves: {:?}\n", self.show_deal(), self.moves, self.boasted)
    }
    fn seen(view: BoastView<'_>) -> Seen {
        let act = |i: u8| Act { seat: Seat(i % view.game.rules.seats), action: None };
        Seen {
            seat: view.seat,
            hand: vec![view.card().to_string()],
            public: vec![Fact::new("boasted", view.game.boasted)],
            private: Vec::new(),
            history: (0..view.game.moves).map(act).collect(),
        }
    }
    fn reconstruct(_: &BoastRules, _: &Seen) -> Result<Boast, String> {
        Err("not needed here".to_string())
    }
}

/// Always boasts the same.
pub struct Steady(pub u8);

impl Policy<Boast> for Steady {
    fn choose(&mut self, _: BoastView<'_>, _: &[u8], _: &mut Rng) -> u8 {
        self.0
    }
}

pub fn steady(boast: u8) -> Contestant<Boast> {
    Contestant::new(format!("steady:boast={boast}"), move || Ok(Box::new(Steady(boast))))
}

pub fn uniform() -> Contestant<Boast> {
    Contestant::new("uniform", || Ok(Box::new(Uniform)))
}

pub fn failing_to_start(why: &'static str) -> Contestant<Boast> {
    Contestant { name: "broken".into(), maker: Arc::new(move || Err(Fault(why.to_string()))), many: false }
}

pub fn plan<'a>(contestants: &'a [Contestant<Boast>], deals: u64, threads: usize) -> Plan<'a, Boast> {
    Plan { rules: &BoastRules::TABLE, contestants, first: 0, deals, seed: 7, threads: Some(threads) }
}

/// A run with its records as text.
pub fn recorded(plan: &Plan<'_, Boast>, monitor: &dyn Monitor) -> (Outcome, Vec<u8>) {
    let mut text = Vec::new();
    let mut sink = |record: &Record| record.write(&mut text);
    let outcome = play_deals(plan, monitor, Some(&mut sink)).unwrap();
    (outcome, text)
}

pub fn quietly(plan: &Plan<'_, Boast>) -> Outcome {
    play_deals(plan, &Quiet, None).unwrap()
}
