/// A value for every choice in every state, with how often each was made.
///
/// ```
/// # use kirifuda_learn::play_values::{Place, Shape, Values};
/// let mut values = Values::new(Shape { states: 1, choices: 3 }, 2.0);
/// values.update(Place { state: 0, choice: 1 }, -2.0, 0.5);
/// assert_eq!(values.get(Place { state: 0, choice: 1 }), 0.0);
/// assert_eq!(values.best(0, [1, 2, 0]), Some(2)); // the first offered of equals
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    shape: Shape,
    values: Vec<f32>,
    visits: Vec<u64>,
}

/// The size of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Number of states.
    pub states: usize,
    /// Number of choices in each.
    pub choices: usize,
}

impl Shape {
    /// Number of values.
    pub fn places(self) -> usize {
        self.states * self.choices
    }
}

/// One value's place in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The state, from 0.
    pub state: u32,
    /// The choice, from 0.
    pub choice: u32,
}

impl Values {
    /// A table in which every choice has the same value.
    pub fn new(shape: Shape, start: f32) -> Values {
        Values { shape, values: vec![start; shape.places()], visits: vec![0; shape.places()] }
    }

    /// A table as it was, state after state; nothing when its size is another.
    pub fn restore(shape: Shape, values: Vec<f32>, visits: Vec<u64>) -> Option<Values> {
        let fits = values.len() == shape.places() && visits.len() == shape.places();
        fits.then_some(Values { shape, values, visits })
    }

    /// Its size.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The value of a choice.
    #[inline]
    pub fn get(&self, place: Place) -> f32 {
        self.values[self.index(place)]
    }

    /// How often a choice was made.
    #[inline]
    pub fn visits(&self, place: Place) -> u64 {
        self.visits[self.index(place)]
    }

    /// How often any choice was made in a state.
    #[inline]
    pub fn visits_of_state(&self, state: u32) -> u64 {
        let first = self.index(Place { state, choice: 0 });
        self.visits[first..first + self.shape.choices].iter().sum()
    }

    /// The choice of the highest value among those offered, the first offered of equals; nothing if none is offered.
    #[inline]
    pub fn best(&self, state: u32, offered: impl IntoIterator<Item = u32>) -> Option<u32> {
        let mut best: Option<(u32, f32)> = None;
        for choice in offered {
            let value = self.get(Place { state, choice });
            if best.is_none_or(|(_, highest)| value > highest) {
                best = Some((choice, value));
            }
        }
        best.map(|(choice, _)| choice)
    }

    /// Moves a value towards a reward by a share of the distance: V ← V + α (R − V).
    #[inline]
    pub fn update(&mut self, place: Place, reward: f32, step: f32) {
        let index = self.index(place);
        self.values[index] += step * (reward - self.values[index]);
        self.visits[index] += 1;
    }

    /// All values, state after state.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// How often each choice was made, state after state.
    pub fn all_visits(&self) -> &[u64] {
        &self.visits
    }

    #[inline]
    fn index(&self, place: Place) -> usize {
        debug_assert!((place.choice as usize) < self.shape.choices, "{place:?} in {:?}", self.shape);
        place.state as usize * self.shape.choices + place.choice as usize
    }
}
