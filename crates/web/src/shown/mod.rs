//! Games as the page sees them, one file for each: boards are made from views, never from the game itself.

mod daifugo;
mod hearts;
mod monsters;
mod plain_tricks;
mod poker;
mod tricks;

use kirifuda_catalog::Listed;
use kirifuda_games::daifugo::Daifugo;
use kirifuda_games::hearts::Hearts;
use kirifuda_games::kuhn::Kuhn;
use kirifuda_games::leduc::Leduc;
use kirifuda_games::monsters::Monsters;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_play::{Fact, Game, Rng, Seat, suggest};

use crate::Refusal;
use crate::picture::Place;
use crate::wire::{Board, NamedFact};

/// A game that can be played at a table in the browser.
pub trait Shown: Listed {
    /// What a series carries from deal to deal.
    type Standing: Clone + Send + 'static;
    /// True when it has series: a match to a limit, a session with classes.
    const SERIES: bool;
    /// By what a payoff is multiplied for the score: -1 where points are bad.
    const SIGN: f32 = 1.0;
    /// Who is asked for hints where nobody is named: the first that knows the rules.
    const ADVISERS: &'static [&'static str] = &["deep", "mc"];

    /// Before the first deal of a series.
    fn opening(rules: &Self::Rules) -> Self::Standing;
    /// The next deal of a series.
    fn deal_next(rules: &Self::Rules, standing: &Self::Standing, rng: &mut Rng) -> Self;
    /// Adds a finished deal to a series.
    fn settle(&self, standing: &mut Self::Standing);
    /// True when no further deal is played.
    fn finished(rules: &Self::Rules, standing: &Self::Standing) -> bool;

    /// What is going on, where everybody may know it.
    fn phase(view: Self::View<'_>) -> &'static str;
    /// The board for the eyes of the view's seat, which may choose between `legal` now.
    fn board(view: Self::View<'_>, legal: &[Self::Action]) -> Board;
    /// The board for everybody, from the views of all seats: only what all of them know.
    fn public_board(views: &[Self::View<'_>]) -> Board;
    /// Where a move stands in pictures of what a player thinks of moves.
    fn place(_view: Self::View<'_>, _action: Self::Action) -> Option<Place> {
        None
    }
    /// The board where everything lies open.
    fn open_board(views: &[Self::View<'_>]) -> Board {
        Self::public_board(views)
    }
}

/// For games without series: nothing is carried on, and there is no end.
macro_rules! no_series {
    () => {
        type Standing = ();
        const SERIES: bool = false;
        fn opening(_rules: &Self::Rules) {}
        fn deal_next(rules: &Self::Rules, _standing: &(), rng: &mut kirifuda_play::Rng) -> Self {
            <Self as kirifuda_play::Game>::deal(rules, rng)
        }
        fn settle(&self, _standing: &mut ()) {}
        fn finished(_rules: &Self::Rules, _standing: &()) -> bool {
            false
        }
    };
}

/// For games with series.
macro_rules! series {
    () => {
        type Standing = <Self as kirifuda_play::Series>::Standing;
        const SERIES: bool = true;
        fn opening(rules: &Self::Rules) -> Self::Standing {
            <Self as kirifuda_play::Series>::opening(rules)
        }
        fn deal_next(rules: &Self::Rules, standing: &Self::Standing, rng: &mut kirifuda_play::Rng) -> Self {
            <Self as kirifuda_play::Series>::deal_next(rules, standing, rng)
        }
        fn settle(&self, standing: &mut Self::Standing) {
            <Self as kirifuda_play::Series>::settle(self, standing);
        }
        fn finished(rules: &Self::Rules, standing: &Self::Standing) -> bool {
            <Self as kirifuda_play::Series>::finished(rules, standing)
        }
    };
}
use {no_series, series};

/// Work that can be done with any game of the page.
pub trait Visitor {
    /// What comes out.
    type Output;
    /// Does it.
    fn visit<G: Shown>(self) -> Self::Output;
}

/// Calls a macro with every game, in the order of the page.
macro_rules! with_all_games {
    ($then:ident) => {
        $then!(Hearts, Daifugo, Monsters, PlainTricks, Kuhn, Leduc)
    };
}

/// The names of all games, in the order of the page.
pub fn names() -> Vec<&'static str> {
    macro_rules! all {
        ($($game:ty),*) => { vec![$(<$game as Game>::NAME),*] };
    }
    with_all_games!(all)
}

/// Does some work with the game of a name.
pub fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, Refusal> {
    macro_rules! choose {
        ($($game:ty),*) => {
            match name {
                $(<$game as Game>::NAME => Ok(visitor.visit::<$game>()),)*
                _ => Err(Refusal::bad(
                    format!("unknown game `{name}`{}", suggest::remedy(name, names().into_iter())),
                    "ask /api/catalog for the games",
                )),
            }
        };
    }
    with_all_games!(choose)
}

fn facts(facts: &[Fact]) -> Vec<NamedFact> {
    facts.iter().map(|fact| NamedFact { name: fact.name.clone(), values: fact.values.clone() }).collect()
}

/// A list by seat.
fn by_seat<T>(seats: usize, of: impl FnMut(Seat) -> T) -> Vec<T> {
    Seat::all(seats).map(of).collect()
}
