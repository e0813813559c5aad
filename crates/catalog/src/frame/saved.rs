use kirifuda_learn::linear_q::Pool;
use kirifuda_learn::model::Model;
use serde_json::Value;

/// What a checkpoint holds of a learner.
pub(crate) struct Saved {
    model: Model<'static>,
}

/// Said of a checkpoint whose header is that of the training, but whose numbers are not.
pub(crate) const MISFIT: &str = "the checkpoint does not hold what such a training needs: start again";

// Names in checkpoints.
const POOL: &str = "pool";
const POOL_EVERY: &str = "pool_every";
const POOL_MOST: &str = "pool_most";

impl Saved {
    pub(super) fn new(model: Model<'static>) -> Saved {
        Saved { model }
    }

    /// Deals learned from.
    pub fn deals(&self) -> u64 {
        self.model.header.deals
    }

    /// The numbers of a section, which must be there and finite.
    pub fn numbers(&mut self, section: &str) -> Result<Vec<f32>, String> {
        self.numbers_if_any(section)?.ok_or_else(|| MISFIT.to_string())
    }

    /// The same of a section that need not be there.
    pub fn numbers_if_any(&mut self, section: &str) -> Result<Option<Vec<f32>>, String> {
        match self.model.take(section) {
            Some(values) if values.iter().any(|value| !value.is_finite()) => Err(MISFIT.to_string()),
            values => Ok(values),
        }
    }

    /// A section whose values are bits, not numbers, or that the learner checks itself.
    pub fn bits(&mut self, section: &str) -> Option<Vec<f32>> {
        self.model.take(section)
    }

    /// A whole number of the header's state.
    pub fn whole(&self, key: &str) -> Result<u64, String> {
        self.state(key).and_then(Value::as_u64).ok_or_else(|| MISFIT.to_string())
    }

    /// A number of it.
    pub fn real(&self, key: &str) -> Result<f64, String> {
        self.state(key).and_then(Value::as_f64).ok_or_else(|| MISFIT.to_string())
    }

    /// A list of whole numbers of it.
    pub fn wholes(&self, key: &str) -> Result<Vec<u64>, String> {
        let list = self.state(key).and_then(Value::as_array);
        let numbers = list.and_then(|list| list.iter().map(Value::as_u64).collect());
        numbers.ok_or_else(|| MISFIT.to_string())
    }

    /// Is it in the header's state?
    pub fn has(&self, key: &str) -> bool {
        self.state(key).is_some()
    }

    /// Earlier selves of so many weights, if there are any.
    pub fn pool(&mut self, dimensions: usize) -> Result<Option<Pool>, String> {
        let Some(weights) = self.numbers_if_any(POOL)? else { return Ok(None) };
        let (every, most) = (self.whole(POOL_EVERY)?, self.whole(POOL_MOST)?);
        let most = usize::try_from(most).map_err(|_| MISFIT)?;
        Pool::restore(dimensions, every, most, weights).map(Some).ok_or_else(|| MISFIT.to_string())
    }

    /// All of it, for a learner that takes it apart itself.
    pub fn model(&mut self) -> &mut Model<'static> {
        &mut self.model
    }

    fn state(&self, key: &str) -> Option<&Value> {
        self.model.header.state.get(key)
    }
}

/// Adds what [`Saved::pool`] reads.
pub(crate) fn with_pool<'a>(model: Model<'a>, pool: Option<&'a Pool>) -> Model<'a> {
    match pool {
        Some(pool) => model
            .with(POOL, pool.weights())
            .with_state(POOL_EVERY, pool.every())
            .with_state(POOL_MOST, pool.most() as u64),
        None => model,
    }
}
