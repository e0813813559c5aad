use std::sync::Arc;

use kirifuda_catalog::Listed;
use kirifuda_learn::net::{Encoder, Row, words};
use kirifuda_play::{Fault, Policy, Rng, Seat, Watch};

use crate::View;
use crate::state::ViewOf;

/// A player from outside: a function of what its seat may know.
#[derive(Clone)]
pub struct Guest {
    /// Its name in results.
    pub name: String,
    /// How it is asked.
    pub answers: Answers,
}

/// How a player from outside is asked.
#[derive(Clone)]
pub enum Answers {
    /// One view at a time: the number of its move. Called from several threads.
    Each(Arc<dyn Fn(Box<dyn View>) -> Result<usize, String> + Send + Sync>),
    /// Many positions at once. Called from several threads.
    Many(Arc<dyn Fn(&Asked<'_>, &mut Vec<usize>) -> Result<(), String> + Send + Sync>),
}

/// Many positions, row by row.
pub struct Asked<'a> {
    /// How many.
    pub rows: usize,
    /// What the seat to move sees: a row of bits for each.
    pub observations: &'a [u64],
    /// The numbers of the legal moves of all positions, one after the other.
    pub legal: &'a [usize],
    /// For each position, where its legal moves end.
    pub ends: &'a [usize],
    /// The seats to move.
    pub seats: &'a [usize],
}

/// A guest at the table. What it says is checked; a fault is told at the end of the game, which then does not count.
pub(crate) struct Seated<G: Listed> {
    guest: Guest,
    sight: G::Sight,
    row: Vec<u64>,
    numbers: Vec<usize>,
    answer: Vec<usize>,
    fault: Option<Fault>,
}

impl<G: Listed> Seated<G> {
    pub fn new(guest: Guest) -> Self {
        let sight = G::Sight::default();
        let row = vec![0; words(sight.inputs())];
        Seated { guest, sight, row, numbers: Vec::new(), answer: Vec::new(), fault: None }
    }

    fn ask(&mut self, view: G::View<'_>, legal: &[G::Action]) -> Result<G::Action, String> {
        let number = match &self.guest.answers {
            Answers::Each(choose) => choose(Box::new(ViewOf::<G>::new(view)))?,
            Answers::Many(choose) => {
                self.sight.position(view, &mut Row::new(&mut self.row));
                self.numbers.clear();
                self.numbers.extend(legal.iter().map(|&action| G::number(action)));
                let (ends, seats) = ([self.numbers.len()], [G::seat_of(view)]);
                let asked =
                    Asked { rows: 1, observations: &self.row, legal: &self.numbers, ends: &ends, seats: &seats };
                self.answer.clear();
                choose(&asked, &mut self.answer)?;
                *self.answer.first().ok_or("no answer")?
            }
        };
        chosen::<G>(number, legal)
    }
}

/// The legal move of a number.
pub(crate) fn chosen<G: Listed>(number: usize, legal: &[G::Action]) -> Result<G::Action, String> {
    let found = legal.iter().copied().find(|&action| G::number(action) == number);
    found.ok_or_else(|| {
        let numbers: Vec<String> = legal.iter().take(8).map(|&action| G::number(action).to_string()).collect();
        let more = if legal.len() > numbers.len() { ", …" } else { "" };
        format!("it chose action {number}, which is not legal; legal: {}{more}", numbers.join(", "))
    })
}

trait SeatOf: Listed {
    fn seat_of(view: Self::View<'_>) -> usize {
        <Self as kirifuda_play::Numbered>::seat(view).index()
    }
}
impl<G: Listed> SeatOf for G {}

impl<G: Listed> Policy<G> for Seated<G> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], _: &mut Rng) -> G::Action {
        if self.fault.is_some() {
            return legal[0];
        }
        match self.ask(view, legal) {
            Ok(action) => action,
            Err(why) => {
                self.fault = Some(Fault(why));
                legal[0]
            }
        }
    }

    fn watch(&mut self) -> Option<&mut dyn Watch<G>> {
        Some(self)
    }
}

impl<G: Listed> Watch<G> for Seated<G> {
    fn begin(&mut self, _: G::View<'_>) {
        self.fault = None;
    }

    fn saw(&mut self, _: G::View<'_>, _: Seat) {}

    fn end(&mut self, _: G::View<'_>, _: &[f32]) -> Result<(), Fault> {
        self.fault.take().map_or(Ok(()), Err)
    }
}
