//! Games as the page sees them: boards are made from views, never from the game itself.
//!
//! A game has a [`Drawing`] in a file of its own, or is shown by the one that every game has ([`generic`]).

mod bidding;
mod daifugo;
mod generic;
mod hearts;
mod monsters;
mod plain_tricks;
mod poker;
mod tricks;

use std::any::Any;
use std::sync::LazyLock;

use kirifuda_catalog::Listed;
pub use kirifuda_catalog::Visitor;
use kirifuda_play::{Fact, Game, Seat, Turn, Unit};

use crate::Refusal;
use crate::picture::Place;
use crate::wire::{Board, NamedFact};

/// How a game is drawn.
pub struct Drawing<G: Game> {
    /// What is going on before the deal is over, where everybody may know it.
    phase: for<'a> fn(G::View<'a>) -> &'static str,
    /// The board for the eyes of the view's seat, which may choose between some moves now.
    board: for<'a> fn(G::View<'a>, &[G::Action]) -> Board,
    /// The board for everybody, from the views of all seats: only what all of them know.
    public_board: for<'a> fn(&[G::View<'a>]) -> Board,
    /// The board where everything lies open.
    open_board: for<'a> fn(&[G::View<'a>]) -> Board,
    /// Where a move stands in pictures of what a player thinks of moves.
    place: for<'a> fn(G::View<'a>, G::Action) -> Option<Place>,
    /// What the view's seat may choose before its turn, because all choose at the same time; nothing in most games.
    ahead: for<'a> fn(G::View<'a>) -> Option<Ahead<G>>,
}

/// Moves that are made at the same time, though the record has them one after the other: a seat may choose them before its turn.
pub struct Ahead<G: Game> {
    /// Those that may be chosen.
    pub moves: Vec<G::Action>,
    /// How many are.
    pub count: usize,
}

/// Drawings of games that have one of their own.
static DRAWINGS: LazyLock<Vec<Box<dyn Any + Send + Sync>>> = LazyLock::new(|| {
    vec![
        Box::new(hearts::drawing()),
        Box::new(daifugo::drawing()),
        Box::new(monsters::drawing()),
        Box::new(plain_tricks::drawing()),
        Box::new(bidding::oh_hell()),
        Box::new(bidding::spades()),
        Box::new(poker::kuhn()),
        Box::new(poker::leduc()),
    ]
});

/// Does something with the drawing of a game.
fn drawn<G: Listed, T>(draw: impl FnOnce(&Drawing<G>) -> T) -> T {
    match DRAWINGS.iter().find_map(|drawing| drawing.downcast_ref::<Drawing<G>>()) {
        Some(own) => draw(own),
        None => draw(&generic::drawing()),
    }
}

/// A game that can be played at a table in the browser: every game of the list.
pub trait Shown: Listed {
    /// True when it has series: a match to a limit, a session with classes.
    fn has_series() -> bool {
        Self::series().is_some()
    }

    /// Few points are good.
    fn wants_few() -> bool {
        Self::UNIT == Unit::Penalty
    }

    /// What is going on, where everybody may know it.
    fn phase(&self) -> &'static str {
        match self.turn() {
            Turn::Over => "over",
            Turn::Seat(_) => drawn::<Self, _>(|drawing| (drawing.phase)(self.view(Seat(0)))),
        }
    }

    /// The board for the eyes of the view's seat, which may choose between `legal` now.
    fn board(view: Self::View<'_>, legal: &[Self::Action]) -> Board {
        drawn::<Self, _>(|drawing| (drawing.board)(view, legal))
    }

    /// The board for everybody, from the views of all seats: only what all of them know.
    fn public_board(views: &[Self::View<'_>]) -> Board {
        drawn::<Self, _>(|drawing| (drawing.public_board)(views))
    }

    /// The board where everything lies open.
    fn open_board(views: &[Self::View<'_>]) -> Board {
        drawn::<Self, _>(|drawing| (drawing.open_board)(views))
    }

    /// What the view's seat may choose before its turn; nothing in most games, and nothing when it has made those moves.
    fn ahead(view: Self::View<'_>) -> Option<Ahead<Self>> {
        drawn::<Self, _>(|drawing| (drawing.ahead)(view))
    }

    /// Where a move stands in pictures of what a player thinks of moves.
    fn place(view: Self::View<'_>, action: Self::Action) -> Option<Place> {
        drawn::<Self, _>(|drawing| (drawing.place)(view, action))
    }
}

impl<G: Listed> Shown for G {}

/// The names of all games, in the order of the page.
pub fn names() -> Vec<&'static str> {
    kirifuda_catalog::games().into_iter().map(|(name, _)| name).collect()
}

/// Does some work with the game of a name.
pub fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, Refusal> {
    kirifuda_catalog::visit(name, visitor)
        .map_err(|why| Refusal::bad(why.to_string(), "ask /api/catalog for the games"))
}

fn facts(facts: &[Fact]) -> Vec<NamedFact> {
    facts.iter().map(|fact| NamedFact { name: fact.name.clone(), values: fact.values.clone() }).collect()
}

/// A list by seat.
fn by_seat<T>(seats: usize, of: impl FnMut(Seat) -> T) -> Vec<T> {
    Seat::all(seats).map(of).collect()
}
