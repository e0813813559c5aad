use std::any::Any;

use kirifuda_catalog::Listed;
use kirifuda_learn::net::{Encoder, Row};
use kirifuda_play::{Actions, Fact, Numbered, Rng, Seat, Turn, moves};
use serde_json::{Map, Value, json};

use crate::Error;

/// A game in one state, everything open: for whoever deals. Agents get a [`View`].
pub trait State: Send + Sync {
    /// Number of seats.
    fn seats(&self) -> usize;
    /// The seat to move; none when the game is over.
    fn turn(&self) -> Option<usize>;
    /// The numbers of the legal moves, ascending by move; empty when the game is over.
    fn legal(&mut self) -> &[usize];
    /// Makes a move; an illegal one changes nothing.
    fn play(&mut self, number: usize) -> Result<(), Error>;
    /// What the finished game is worth, by seat; zeros before its end.
    fn payoffs(&self) -> Vec<f32>;
    /// What a seat sees, as bits.
    fn observe(&self, seat: usize, row: &mut [u64]) -> Result<(), Error>;
    /// What a seat may know.
    fn view(&self, seat: usize) -> Result<Box<dyn View>, Error>;
    /// The whole state for people.
    fn picture(&self) -> String;
    /// The deal and every move, in the game's notation.
    fn write(&self) -> Result<(String, Vec<String>), Error>;
    /// A copy.
    fn copy(&self) -> Box<dyn State>;
}

/// What one seat may know of a game. It holds a world that looks the same to the seat, never the game itself.
pub trait View: Send + Sync {
    /// Whose eyes.
    fn seat(&self) -> usize;
    /// The seat to move; none when the game is over.
    fn turn(&self) -> Option<usize>;
    /// The numbers of the moves that this seat can make now; empty when it is not its turn.
    fn legal(&self) -> &[usize];
    /// What the seat sees, as bits.
    fn observe(&self, row: &mut [u64]);
    /// All that the seat has seen: hand, public and private facts, every move so far.
    fn seen(&self) -> Value;
    /// What the finished game is worth, by seat; zeros before its end.
    fn payoffs(&self) -> Vec<f32>;
    /// A world that agrees with the view, each equally likely.
    fn imagine(&self, seed: u64) -> Box<dyn State>;
    /// Names the situation: equal exactly when the seat cannot tell two positions apart.
    fn key(&self) -> String;
    /// A copy.
    fn copy(&self) -> Box<dyn View>;
    /// For players, who know the game.
    fn as_any(&self) -> &dyn Any;
}

/// The seat of a number.
pub(crate) fn seat(number: usize, seats: usize) -> Result<Seat, Error> {
    match u8::try_from(number) {
        Ok(seat) if number < seats => Ok(Seat(seat)),
        _ => Err(Error::Input(format!("seat {number}: seats are 0 to {}", seats - 1))),
    }
}

pub(crate) struct StateOf<G: Listed> {
    pub game: G,
    legal: Actions<G>,
    numbers: Vec<usize>,
    /// Whether `legal` and `numbers` are of this position.
    known: bool,
}

impl<G: Listed> StateOf<G> {
    pub fn new(game: G) -> Self {
        StateOf { game, legal: Actions::new(), numbers: Vec::new(), known: false }
    }

    fn look(&mut self) {
        if self.known {
            return;
        }
        self.numbers.clear();
        if self.game.turn() != Turn::Over {
            self.game.legal(&mut self.legal);
            self.numbers.extend(self.legal.iter().map(|&action| G::number(action)));
        }
        self.known = true;
    }
}

impl<G: Listed> State for StateOf<G> {
    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn turn(&self) -> Option<usize> {
        self.game.turn().seat().map(Seat::index)
    }

    fn legal(&mut self) -> &[usize] {
        self.look();
        &self.numbers
    }

    fn play(&mut self, number: usize) -> Result<(), Error> {
        self.look();
        let Some(place) = self.numbers.iter().position(|&legal| legal == number) else {
            return Err(illegal::<G>(&self.game, number, &self.numbers));
        };
        self.game.play(self.legal[place]);
        self.known = false;
        Ok(())
    }

    fn payoffs(&self) -> Vec<f32> {
        payoffs(&self.game)
    }

    fn observe(&self, number: usize, row: &mut [u64]) -> Result<(), Error> {
        let view = self.game.view(seat(number, self.seats())?);
        G::Sight::default().position(view, &mut Row::new(row));
        Ok(())
    }

    fn view(&self, number: usize) -> Result<Box<dyn View>, Error> {
        let seat = seat(number, self.seats())?;
        Ok(Box::new(ViewOf::<G>::new(self.game.view(seat))))
    }

    fn picture(&self) -> String {
        self.game.picture()
    }

    fn write(&self) -> Result<(String, Vec<String>), Error> {
        let rules = self.game.rules();
        let actions = moves(&self.game).map_err(Error::Input)?;
        Ok((self.game.show_deal(), actions.into_iter().map(|action| G::show_action(rules, action)).collect()))
    }

    fn copy(&self) -> Box<dyn State> {
        Box::new(StateOf::new(self.game.clone()))
    }
}

/// Why a move is refused.
pub(crate) fn illegal<G: Listed>(game: &G, number: usize, legal: &[usize]) -> Error {
    let rules = game.rules();
    let move_of = |number: usize| G::numbered(number).filter(|&action| G::exists(rules, action));
    let show = |number: usize| move_of(number).map_or_else(|| number.to_string(), |action| named::<G>(rules, action));
    let why = match (game.turn(), move_of(number)) {
        (Turn::Over, _) => "the game is over".to_string(),
        (_, None) => format!("{} has no such move, they are numbered 0 to {}", G::NAME, G::actions(rules) - 1),
        (Turn::Seat(seat), Some(_)) => {
            let few: Vec<String> = legal.iter().take(8).map(|&number| show(number)).collect();
            let more = if legal.len() > few.len() { ", …" } else { "" };
            format!("not legal for seat {seat} now; legal: {}{more}", few.join(", "))
        }
    };
    Error::Illegal(format!("action {}: {why}", show(number)))
}

/// `51 (♥A)`.
fn named<G: Listed>(rules: &G::Rules, action: G::Action) -> String {
    format!("{} ({})", G::number(action), G::show_action(rules, action))
}

pub(crate) fn payoffs<G: Listed>(game: &G) -> Vec<f32> {
    let over = game.turn() == Turn::Over;
    Seat::all(game.seats()).map(|seat| if over { game.payoff(seat) } else { 0.0 }).collect()
}

pub(crate) struct ViewOf<G: Listed> {
    /// A world in which the seat has seen the same: whoever looks at it finds nothing that the seat may not know.
    world: G,
    seat: Seat,
    pub actions: Vec<G::Action>,
    numbers: Vec<usize>,
}

impl<G: Listed> ViewOf<G> {
    pub fn new(view: G::View<'_>) -> Self {
        let seat = <G as Numbered>::seat(view);
        // Any world will do; which one must not depend on what is hidden.
        let world = G::imagine(view, &mut Rng::new(0));
        let mut legal = Actions::<G>::new();
        if world.turn() == Turn::Seat(seat) {
            world.legal(&mut legal);
        }
        let numbers = legal.iter().map(|&action| G::number(action)).collect();
        ViewOf { world, seat, actions: legal.to_vec(), numbers }
    }

    pub fn view(&self) -> G::View<'_> {
        self.world.view(self.seat)
    }
}

impl<G: Listed> View for ViewOf<G> {
    fn seat(&self) -> usize {
        self.seat.index()
    }

    fn turn(&self) -> Option<usize> {
        self.world.turn().seat().map(Seat::index)
    }

    fn legal(&self) -> &[usize] {
        &self.numbers
    }

    fn observe(&self, row: &mut [u64]) {
        G::Sight::default().position(self.view(), &mut Row::new(row));
    }

    fn seen(&self) -> Value {
        let seen = G::seen(self.view());
        let facts = |facts: &[Fact]| -> Map<String, Value> {
            facts.iter().map(|fact| (fact.name.clone(), json!(fact.values))).collect()
        };
        let history: Vec<Value> = seen.history.iter().map(|act| json!([act.seat.0, act.action])).collect();
        json!({
            "seat": seen.seat.0,
            "hand": seen.hand,
            "public": facts(&seen.public),
            "private": facts(&seen.private),
            "position": facts(&G::position(self.view())),
            "history": history,
        })
    }

    fn payoffs(&self) -> Vec<f32> {
        payoffs(&self.world)
    }

    fn imagine(&self, seed: u64) -> Box<dyn State> {
        Box::new(StateOf::new(G::imagine(self.view(), &mut Rng::new(seed))))
    }

    fn key(&self) -> String {
        self.seen().to_string()
    }

    fn copy(&self) -> Box<dyn View> {
        let ViewOf { world, seat, actions, numbers } = self;
        Box::new(ViewOf::<G> { world: world.clone(), seat: *seat, actions: actions.clone(), numbers: numbers.clone() })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
