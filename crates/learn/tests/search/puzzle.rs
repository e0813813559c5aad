//! Made-up games of one or two moves, each of which shows what a search can and cannot find.

use kirifuda_play::{Actions, Game, Imagine, Preset, Rng, RuleBook, Seat, Turn, Worlds};

/// A puzzle under way.
#[derive(Clone, Debug)]
pub struct Puzzle {
    rules: Rules,
    /// What nobody can see: 0 or 1.
    secret: u8,
    first: Option<u8>,
    second: Option<u8>,
}

/// Which puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// Seat 0 takes 0.6 for sure (move 0), or guesses the secret (move 1, then the guess): 1 if right, otherwise 0. Seen
    /// with open cards, the guess is always right.
    Guess,
    /// The same for 1024 times as much.
    GreatGuess,
    /// Seat 0 takes 6 for sure (move 0) or lets seat 1 choose (move 1): seat 1 then gets 5 and seat 0 nothing, or seat 1
    /// gets 6 and seat 0 gets 10.
    Trust,
}

impl kirifuda_play::Rules for Rules {
    fn book() -> &'static RuleBook<Rules> {
        static BOOK: RuleBook<Rules> = RuleBook {
            presets: &[
                Preset { name: "guess", about: "guess or be safe", rules: || Rules::Guess },
                Preset { name: "great-guess", about: "for more", rules: || Rules::GreatGuess },
                Preset { name: "trust", about: "trust or be safe", rules: || Rules::Trust },
            ],
            switches: &[],
            check: |_| Ok(()),
        };
        &BOOK
    }
    fn seats(&self) -> usize {
        match self {
            Rules::Trust => 3,
            _ => 2,
        }
    }
}

/// What a seat sees: the moves.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Puzzle,
}

impl View<'_> {
    pub fn is_second_move(self) -> bool {
        self.game.first.is_some()
    }
}

impl Puzzle {
    pub fn new(rules: Rules) -> Puzzle {
        Puzzle { rules, secret: 0, first: None, second: None }
    }

    /// Payoffs by seat when it is over.
    fn payoffs(&self) -> [f32; 3] {
        let (first, second) = (self.first.unwrap_or_default(), self.second.unwrap_or_default());
        let gain = match (first, second) {
            (0, _) => 0.6,
            (_, guess) => f32::from(u8::from(guess == self.secret)),
        };
        match (self.rules, first, second) {
            (Rules::Guess, ..) => [gain, -gain, 0.0],
            (Rules::GreatGuess, ..) => [1024.0 * gain, -1024.0 * gain, 0.0],
            (Rules::Trust, 0, _) => [6.0, 0.0, 0.0],
            (Rules::Trust, _, 0) => [0.0, 5.0, 0.0],
            (Rules::Trust, ..) => [10.0, 6.0, 0.0],
        }
    }
}

impl Game for Puzzle {
    const NAME: &'static str = "puzzle";
    type Rules = Rules;
    type Action = u8;
    type View<'a> = View<'a>;

    fn deal(rules: &Rules, rng: &mut Rng) -> Puzzle {
        Puzzle { secret: rng.below(2) as u8, ..Puzzle::new(*rules) }
    }
    fn rules(&self) -> &Rules {
        &self.rules
    }
    fn turn(&self) -> Turn {
        match (self.first, self.second, self.rules) {
            (None, ..) => Turn::Seat(Seat(0)),
            (Some(1), None, Rules::Trust) => Turn::Seat(Seat(1)),
            (Some(1), None, _) => Turn::Seat(Seat(0)),
            _ => Turn::Over,
        }
    }
    fn legal(&self, out: &mut Actions<Puzzle>) {
        out.fill([0, 1]);
    }
    fn play(&mut self, action: u8) {
        match self.first {
            None => self.first = Some(action),
            Some(_) => self.second = Some(action),
        }
    }
    fn payoff(&self, seat: Seat) -> f32 {
        self.payoffs()[seat.index()]
    }
    fn view(&self, _seat: Seat) -> View<'_> {
        View { game: self }
    }
}

/// The secret is 0 or 1.
pub struct Secrets(Puzzle);

impl Worlds<Puzzle> for Secrets {
    fn draw(&mut self, rng: &mut Rng) -> Puzzle {
        Puzzle { secret: rng.below(2) as u8, ..self.0.clone() }
    }
}

impl Imagine for Puzzle {
    type Worlds = Secrets;
    fn worlds(view: View<'_>) -> Secrets {
        Secrets(view.game.clone())
    }
}
