use std::sync::Arc;

use kirifuda_catalog::Listed;
use kirifuda_learn::net::{Encoder, Row, words};
use kirifuda_play::{Fault, Many, Numbered, Policy, Question, Rng, Seat, Watch};

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

/// From a view to the number of a move.
pub type Each = Arc<dyn Fn(Box<dyn View>) -> Result<usize, String> + Send + Sync>;
/// From many positions to the numbers of their moves, which are added to a list.
pub type AllAtOnce = Arc<dyn Fn(&Asked<'_>, &mut Vec<usize>) -> Result<(), String> + Send + Sync>;

/// How a player from outside is asked.
#[derive(Clone)]
pub enum Answers {
    /// One view at a time: the number of its move. Called from several threads.
    Each(Each),
    /// Many positions at once. Called from several threads.
    Many(AllAtOnce),
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
    rows: Vec<u64>,
    numbers: Vec<usize>,
    ends: Vec<usize>,
    seats: Vec<usize>,
    answers: Vec<usize>,
    fault: Option<Fault>,
}

impl<G: Listed> Seated<G> {
    pub fn new(guest: Guest) -> Self {
        Seated {
            guest,
            sight: G::Sight::default(),
            rows: Vec::new(),
            numbers: Vec::new(),
            ends: Vec::new(),
            seats: Vec::new(),
            answers: Vec::new(),
            fault: None,
        }
    }

    fn ask(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> Result<G::Action, String> {
        if let Answers::Each(choose) = &self.guest.answers {
            return chosen::<G>(choose(Box::new(ViewOf::<G>::new(view)))?, legal);
        }
        let mut answer = Vec::with_capacity(1);
        self.choose_many(&mut [Question { view, legal, rng }], &mut answer).map_err(|Fault(why)| why)?;
        answer.pop().ok_or_else(|| "no answer".to_string())
    }
}

impl<G: Listed> Many<G> for Seated<G> {
    fn choose_many(
        &mut self,
        questions: &mut [Question<'_, '_, G>],
        actions: &mut Vec<G::Action>,
    ) -> Result<(), Fault> {
        let Answers::Many(choose) = &self.guest.answers else {
            return Err(Fault("it is asked one view at a time".to_string()));
        };
        let words = words(self.sight.inputs());
        self.rows.resize(questions.len() * words, 0);
        self.numbers.clear();
        self.ends.clear();
        self.seats.clear();
        for (question, row) in questions.iter().zip(self.rows.chunks_exact_mut(words)) {
            self.sight.position(question.view, &mut Row::new(row));
            self.numbers.extend(question.legal.iter().map(|&action| G::number(action)));
            self.ends.push(self.numbers.len());
            self.seats.push(<G as Numbered>::seat(question.view).index());
        }
        let asked = Asked {
            rows: questions.len(),
            observations: &self.rows,
            legal: &self.numbers,
            ends: &self.ends,
            seats: &self.seats,
        };
        self.answers.clear();
        choose(&asked, &mut self.answers).map_err(Fault)?;
        for (question, &number) in questions.iter().zip(&self.answers) {
            actions.push(chosen::<G>(number, question.legal).map_err(Fault)?);
        }
        Ok(())
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

impl<G: Listed> Policy<G> for Seated<G> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        if self.fault.is_some() {
            return legal[0];
        }
        match self.ask(view, legal, rng) {
            Ok(action) => action,
            Err(why) => {
                self.fault = Some(Fault(why));
                legal[0]
            }
        }
    }

    fn many(&mut self) -> Option<&mut dyn Many<G>> {
        match self.guest.answers {
            Answers::Many(_) => Some(self),
            Answers::Each(_) => None,
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
