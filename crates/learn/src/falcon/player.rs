use std::marker::PhantomData;

use kirifuda_play::{Base, Game, Meaning, Opinion, Phrase, Policy, Rng, Unit};

use super::memory::strongest;
use super::{Memory, Situation, Task};

/// Refuses moves: FALCON then takes its next best action, and its first choice where all are refused.
pub trait Filter<G: Game>: Send {
    /// False when the move is refused.
    fn allows(&mut self, view: G::View<'_>, action: G::Action) -> bool;
}

/// Plays what was learned: always the strongest action.
pub struct Player<G: Game, T, M> {
    task: T,
    memory: M,
    filter: Option<Box<dyn Filter<G>>>,
    mind: Mind<G>,
    /// The action chosen last, if FALCON had a say.
    last: Option<u16>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, T: Task<G>, M: Memory> Player<G, T, M> {
    /// A player with what was learned.
    pub fn new(task: T, memory: M) -> Self {
        let mind = Mind::new(task.shape().actions);
        Player { task, memory, filter: None, mind, last: None, game: PhantomData }
    }

    /// The same player, whose moves have to pass a filter.
    pub fn with_filter(self, filter: Box<dyn Filter<G>>) -> Self {
        Player { filter: Some(filter), ..self }
    }
}

impl<G: Game, T: Task<G>, M: Memory> Policy<G> for Player<G, T, M> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], _rng: &mut Rng) -> G::Action {
        self.last = None;
        if let [only] = legal {
            return *only;
        }
        let mind = &mut self.mind;
        if !mind.look(&self.task, view, legal) {
            return self.task.fallback(view, legal);
        }
        mind.weigh(&mut self.memory);
        match mind.best(view, self.filter.as_deref_mut()) {
            Some((number, action)) => {
                self.last = Some(number);
                action
            }
            None => self.task.fallback(view, legal),
        }
    }

    /// The strength of the strongest action that names a move; moves that none names lie as low as the weakest.
    fn opinion(&mut self, view: G::View<'_>, legal: &[G::Action], _rng: &mut Rng) -> Option<Opinion> {
        if !self.mind.look(&self.task, view, legal) || self.mind.applicable == 0 {
            return None;
        }
        self.mind.weigh(&mut self.memory);
        let Mind { situation, strengths, .. } = &self.mind;
        let named = || situation.options.iter().map(|&(action, named)| (strengths[usize::from(action)], named));
        let weakest = named().map(|(strength, _)| strength).fold(f32::INFINITY, f32::min);
        let values = legal.iter().map(|&action| {
            let naming = named().filter(|(_, named)| *named == action);
            f64::from(naming.map(|(strength, _)| strength).fold(weakest, f32::max))
        });
        let meaning = Meaning { unit: Unit::Strength, base: Base::Moves };
        Some(Opinion { values: values.collect(), meaning })
    }

    fn reason(&self) -> Option<Phrase> {
        self.last.and_then(|action| self.task.phrase(&self.mind.situation.place, action))
    }
}

/// What is thought about one position; kept between positions to allocate nothing.
pub(super) struct Mind<G: Game> {
    pub situation: Situation<G>,
    /// The actions that apply, as bits.
    pub applicable: u64,
    strengths: Vec<f32>,
}

impl<G: Game> Mind<G> {
    /// A mind with so many actions.
    pub fn new(actions: usize) -> Self {
        let situation = Situation { options: Vec::with_capacity(actions), ..Situation::default() };
        Mind { situation, applicable: 0, strengths: vec![0.0; actions] }
    }

    /// Looks at a position. False when FALCON has no say in it.
    #[inline]
    pub fn look(&mut self, task: &impl Task<G>, view: G::View<'_>, legal: &[G::Action]) -> bool {
        let has_say = task.look(view, legal, &mut self.situation);
        self.applicable = self.situation.options.iter().fold(0, |all, &(action, _)| all | 1 << action);
        has_say
    }

    /// Asks the memory.
    #[inline]
    pub fn weigh(&mut self, memory: &mut impl Memory) {
        memory.strengths(&self.situation.place, self.applicable, &mut self.strengths);
    }

    /// Makes up its mind at random: every order of the actions is equally likely.
    pub fn toss(&mut self, rng: &mut Rng) {
        for &(action, _) in &self.situation.options {
            self.strengths[action as usize] = rng.unit() as f32;
        }
    }

    /// The strongest action that applies and passes the filter; if none passes, the strongest of all.
    #[inline]
    pub fn best(&self, view: G::View<'_>, filter: Option<&mut (dyn Filter<G> + 'static)>) -> Option<(u16, G::Action)> {
        let mut left = self.applicable;
        let first = strongest(&self.strengths, left)?;
        if let Some(filter) = filter {
            while let Some(action) = strongest(&self.strengths, left) {
                let choice = self.named(action)?;
                if filter.allows(view, choice.1) {
                    return Some(choice);
                }
                left &= !(1 << action);
            }
        }
        self.named(first)
    }

    /// The strongest action that names a move.
    pub fn naming(&self, made: G::Action) -> Option<u16> {
        let naming = self
            .situation
            .options
            .iter()
            .filter(|option| option.1 == made)
            .fold(0, |all, &(action, _)| all | 1 << action);
        strongest(&self.strengths, naming).map(|action| action as u16)
    }

    /// An action with the move that it names: there are as many before it as apply of those with lower numbers.
    #[inline]
    fn named(&self, action: usize) -> Option<(u16, G::Action)> {
        let before = self.applicable & ((1 << action) - 1);
        self.situation.options.get(before.count_ones() as usize).copied()
    }
}
