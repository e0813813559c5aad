use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Deref;

use crate::{Rng, Rules, Seat, Unit};

/// A card game with hidden hands, in one state.
///
/// All chance happens in [`deal`](Game::deal); from then on the game moves by actions alone. Choices that players
/// make at the same time are made one after the other, each hidden from the views of those who choose later.
pub trait Game: Clone + Send + Sync + 'static {
    /// The name in lists and on the command line.
    const NAME: &'static str;
    /// What a payoff counts.
    const UNIT: Unit = Unit::Points;
    /// The variant being played.
    type Rules: Rules;
    /// One move. Small and cheap to copy.
    type Action: Copy + Eq + Ord + Hash + Debug + Send + Sync;
    /// What one seat may know, and nothing else.
    type View<'a>: Copy
    where
        Self: 'a;

    /// A fresh game.
    fn deal(rules: &Self::Rules, rng: &mut Rng) -> Self;
    /// The rules in force.
    fn rules(&self) -> &Self::Rules;
    /// Whose move it is.
    fn turn(&self) -> Turn;
    /// Replaces the contents of `out` with the legal actions, ascending, not empty until the game is over.
    fn legal(&self, out: &mut Actions<Self>);
    /// Makes a legal move. Trusted: checked in debug builds only. Input from outside goes to [`try_play`](Game::try_play).
    fn play(&mut self, action: Self::Action);
    /// What the finished game is worth to a seat. Higher is better, in every game.
    fn payoff(&self, seat: Seat) -> f32;
    /// What a seat may know now.
    fn view(&self, seat: Seat) -> Self::View<'_>;

    /// Number of players.
    fn seats(&self) -> usize {
        self.rules().seats()
    }

    /// Makes a move that may be illegal; then nothing changes.
    fn try_play(&mut self, action: Self::Action) -> Result<(), IllegalAction> {
        if self.turn() == Turn::Over {
            return Err(IllegalAction::Over);
        }
        let mut legal = Actions::new();
        self.legal(&mut legal);
        if legal.contains(&action) {
            self.play(action);
            Ok(())
        } else {
            Err(IllegalAction::NotLegal)
        }
    }
}

/// Whose move it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// This seat is to choose.
    Seat(Seat),
    /// Nobody: the game is over.
    Over,
}

impl Turn {
    /// The seat to move, if the game goes on.
    #[inline]
    pub fn seat(self) -> Option<Seat> {
        match self {
            Turn::Seat(seat) => Some(seat),
            Turn::Over => None,
        }
    }
}

/// Why [`Game::try_play`] refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalAction {
    /// The game had ended.
    #[error("the game is over")]
    Over,
    /// The rules forbid it in this position.
    #[error("not legal in this position")]
    NotLegal,
}

/// A buffer of legal actions, owned by the caller and used again for every move.
pub struct Actions<G: Game> {
    /// Written up to `len`; what lies behind is left from earlier positions. Its own length is a multiple of eight.
    buffer: Vec<G::Action>,
    len: usize,
}

impl<G: Game> Actions<G> {
    /// An empty buffer; it grows to the largest position it meets and then allocates no more.
    pub fn new() -> Self {
        Actions { buffer: Vec::new(), len: 0 }
    }

    /// Replaces the contents.
    #[inline]
    pub fn fill(&mut self, actions: impl IntoIterator<Item = G::Action>) {
        let mut actions = actions.into_iter();
        // Eight at a time, so that the loop unrolls: 12 instructions a move fewer in Hearts than pushing one by one.
        let mut before = 0;
        for eight in self.buffer.chunks_exact_mut(8) {
            for (place, filled) in eight.iter_mut().zip(0..) {
                match actions.next() {
                    Some(action) => *place = action,
                    None => {
                        self.len = before + filled;
                        return;
                    }
                }
            }
            before += 8;
        }
        self.len = before;
        self.push_all(actions);
    }

    #[cold]
    fn push_all(&mut self, actions: impl Iterator<Item = G::Action>) {
        for action in actions {
            self.push(action);
        }
    }

    /// Adds one action.
    #[inline]
    pub fn push(&mut self, action: G::Action) {
        match self.buffer.get_mut(self.len) {
            Some(place) => *place = action,
            None => self.buffer.extend([action; 8]),
        }
        self.len += 1;
    }

    /// Puts them into ascending order.
    pub fn sort(&mut self) {
        self.buffer[..self.len].sort_unstable();
    }

    /// Removes all.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<G: Game> Default for Actions<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Deref for Actions<G> {
    type Target = [G::Action];
    #[inline]
    fn deref(&self) -> &[G::Action] {
        &self.buffer[..self.len]
    }
}

/// Games whose hidden part can be imagined.
pub trait Imagine: Game {
    /// What was prepared once for a view, to draw many worlds from.
    type Worlds: Worlds<Self> + Send;
    /// All worlds that agree with a view: the moves made were legal in them and the seat saw the same.
    fn worlds(view: Self::View<'_>) -> Self::Worlds;

    /// One world that agrees with a view.
    fn imagine(view: Self::View<'_>, rng: &mut Rng) -> Self {
        Self::worlds(view).draw(rng)
    }
}

/// Games whose past can be told again from a state in which nothing is hidden.
pub trait Retrace: Imagine {
    /// The game before its first move; `moves` becomes all moves made since, in order.
    fn retrace(&self, moves: &mut Vec<Self::Action>) -> Self;

    /// How many of the first moves not everybody has seen. All after them are open.
    fn unseen_moves(&self) -> usize {
        0
    }

    /// True when nothing can change any more what the game is worth to a seat, not even its score against the others.
    fn is_settled(&self, _seat: Seat) -> bool {
        self.turn() == Turn::Over
    }
}

/// The worlds that agree with one view.
pub trait Worlds<G: Game> {
    /// One of them, each equally likely, in bounded time.
    fn draw(&mut self, rng: &mut Rng) -> G;

    /// Takes in a guess at what is hidden, in an order that each game says: how much likelier than not each thing is, all above 0.
    /// False where the game cannot use one, or not one of this length.
    fn guess(&mut self, _odds: &[f32]) -> bool {
        false
    }

    /// One of them by the guess, if there is one, and how likely it was to be drawn; where that is not known, 1.
    fn draw_guessed(&mut self, rng: &mut Rng) -> (G, f64) {
        (self.draw(rng), 1.0)
    }
}

/// Games that are judged by more than the payoff.
pub trait Measured: Game {
    /// What is measured for each player, besides the payoff.
    const MEASURES: &'static [Measure];
    /// Writes the measures of a finished game for a seat, in the order of [`MEASURES`](Measured::MEASURES).
    fn measure(&self, seat: Seat, out: &mut [f64]);
}

/// A figure whose mean over many games is reported.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// Name in machine-readable results, for example `mean_points`.
    pub name: &'static str,
    /// Column head in tables, for example `points`.
    pub title: &'static str,
    /// What it says, in one line.
    pub about: &'static str,
    /// What it is counted in: `points`, `share of games`.
    pub unit: &'static str,
    /// Which direction is better for the player it is of.
    pub better: Better,
    /// What players of equal strength have.
    pub par: Option<f64>,
}

/// Which direction of a measure is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// Less is better.
    Lower,
    /// More is better.
    Higher,
    /// It tells how a game was, not how well it was played.
    Neither,
}

impl Better {
    /// The name in `--json` and in the catalog of the page.
    pub fn name(self) -> &'static str {
        match self {
            Better::Lower => "lower",
            Better::Higher => "higher",
            Better::Neither => "neither",
        }
    }
}

impl Measure {
    /// A measure of which more is better.
    pub const fn new(name: &'static str, title: &'static str, unit: &'static str, about: &'static str) -> Measure {
        Measure { name, title, about, unit, better: Better::Higher, par: None }
    }

    /// Less is better.
    pub const fn lower(self) -> Measure {
        Measure { better: Better::Lower, ..self }
    }

    /// Neither direction is better.
    pub const fn neither(self) -> Measure {
        Measure { better: Better::Neither, ..self }
    }

    /// Players of equal strength have this.
    pub const fn par(self, par: f64) -> Measure {
        Measure { par: Some(par), ..self }
    }

    /// All of it in a line: `own score / 26 (par 0.25, lower is better)`.
    pub fn help(&self) -> String {
        let par = self.par.map(|par| format!("par {par}"));
        let better = match self.better {
            Better::Lower => Some("lower is better".to_string()),
            Better::Higher | Better::Neither => None,
        };
        let facts: Vec<String> = par.into_iter().chain(better).collect();
        if facts.is_empty() { self.about.to_string() } else { format!("{} ({})", self.about, facts.join(", ")) }
    }
}
