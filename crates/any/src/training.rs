use kirifuda_arena::Stretch;
use kirifuda_catalog::Listed;
use kirifuda_catalog::trainers::{self, Wish};
use kirifuda_learn::model::Model;

use crate::Error;

/// A training as a text, as on the command line.
#[derive(Clone, Debug, Default)]
pub struct TrainOrder {
    /// The learner and its settings: `linear-q:step=0.2`.
    pub learner: String,
    /// Who sits at the other seats; nothing: whom the learner names.
    pub opponents: Option<String>,
    /// The seed; nothing: 1, or that of the checkpoint.
    pub seed: Option<u64>,
    /// How many deals in all.
    pub deals: u64,
    /// The bytes of a checkpoint to go on from.
    pub checkpoint: Option<Vec<u8>>,
}

/// Follows a training.
pub trait Progress {
    /// So many deals are learned, and how it goes in a few words; false: stop.
    fn advance(&mut self, deals: u64, total: u64, note: Option<String>) -> bool;
    /// Whether a checkpoint is wanted now.
    fn is_due(&mut self) -> bool;
    /// Keeps a checkpoint.
    fn keep(&mut self, checkpoint: &[u8]) -> Result<(), Error>;
}

/// Trains; gives the bytes of the model, or nothing when it was stopped: then a checkpoint is kept.
pub(crate) fn train<G: Listed>(
    rules: &G::Rules,
    order: &TrainOrder,
    progress: &mut dyn Progress,
) -> Result<Option<Vec<u8>>, Error> {
    let wish = Wish::<G> {
        learner: &order.learner,
        rules: Some(rules.clone()),
        opponents: order.opponents.as_deref(),
        seed: order.seed,
    };
    let mut trainee = match &order.checkpoint {
        Some(bytes) => {
            let read = Model::from_bytes(bytes).map_err(|why| Error::File(format!("the checkpoint: {why}")))?;
            trainers::resume::<G>(&wish, read)?
        }
        None => trainers::start::<G>(&wish)?,
    };
    if order.deals == 0 || order.deals < trainee.deals() {
        let done = trainee.deals();
        return Err(Error::Input(format!(
            "{} deals: name at least 1, and no fewer than the {done} learned",
            order.deals
        )));
    }
    let failed = |why: String| Error::Player(format!("learner `{}`: {why}", order.learner));
    let mut stretch = Stretch::default();
    while trainee.deals() < order.deals {
        let left = order.deals - trainee.deals();
        stretch.work(left, |deals| trainee.advance(deals)).map_err(failed)?;
        let going = progress.advance(trainee.deals(), order.deals, trainee.note());
        if !going || progress.is_due() {
            progress.keep(&trainee.checkpoint().map_err(failed)?.to_bytes())?;
        }
        if !going {
            return Ok(None);
        }
    }
    Ok(Some(trainee.model().map_err(failed)?.to_bytes()))
}
