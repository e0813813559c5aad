use kirifuda_arena::Maker;
use kirifuda_learn::model::{Header, Kind, Model};
use kirifuda_play::{Episode, Game, Seat};

use super::{Saved, Started, Trainee};

/// What a learner brings to a training; the frame around it is the same for all.
///
/// Header, checks of what was asked for and of what was saved, and refusals are the frame's: see [`Draft`], [`Saved`] and
/// [`Trainee`].
pub(crate) trait Learn<G: Game>: Sized + 'static {
    /// Everything that an order says of a training, read and checked. It is cheap to make: nothing is learned, and no net
    /// is put on a card.
    type Plan: 'static;

    /// A training from the start.
    fn begin(plan: Self::Plan) -> Result<Self, String>;
    /// A training as it was.
    fn restore(plan: Self::Plan, saved: &mut Saved) -> Result<Self, String>;
    /// Deals learned from.
    fn deals(&self) -> u64;
    /// Plays and learns so many deals more. An error says what went wrong and what to do.
    fn advance(&mut self, deals: u64) -> Result<(), String>;
    /// Learns from a game that was played elsewhere, as if it had sat at these seats. An error says why not.
    fn study(&mut self, _episode: &Episode<G>, _seats: &[Seat]) -> Result<(), String> {
        Err("it learns from its own play only".to_string())
    }
    /// How it goes, in a few words for the line of progress.
    fn note(&self) -> Option<String> {
        None
    }
    /// The player that the learner has become so far.
    fn player(&self) -> Result<Maker<G>, String>;
    /// Adds what the player needs.
    fn model<'a>(&'a self, model: Model<'a>) -> Result<Model<'a>, String>;
    /// Adds what is needed to go on, bit for bit as if there had been no break.
    fn checkpoint<'a>(&'a self, model: Model<'a>) -> Result<Model<'a>, String> {
        self.model(model)
    }
}

/// What a learner makes of an order: its plan, and what the header tells of it.
pub(crate) struct Draft<G: Game> {
    pub(super) layout: String,
    pub(super) dimensions: usize,
    pub(super) opponents: String,
    pub(super) open: Open<G>,
}

/// Starts a training, or takes it up.
type Open<G> = Box<dyn FnOnce(Header, Option<Saved>) -> Started<G>>;

impl<G: Game> Draft<G> {
    /// The plan of a learner, the name of its features, their number, and the text of its opponents.
    pub fn of<L: Learn<G>>(plan: L::Plan, layout: &str, dimensions: usize, opponents: String) -> Draft<G> {
        let open: Open<G> = Box::new(|header, saved| {
            let learner = match saved {
                None => L::begin(plan)?,
                Some(mut saved) => L::restore(plan, &mut saved)?,
            };
            Ok(Box::new(Trained { learner, header, failed: None }))
        });
        Draft { layout: layout.to_string(), dimensions, opponents, open }
    }

    /// Starts it without an order.
    #[cfg(all(test, feature = "deep"))]
    pub fn start(self) -> Started<G> {
        (self.open)(Header::default(), None)
    }
}

/// A training that was asked for and can start, or go on. Until then it has cost little.
pub struct Planned<G: Game> {
    pub(super) header: Header,
    pub(super) open: Open<G>,
}

impl<G: Game> Planned<G> {
    /// How its model is made, before the first deal.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Starts it.
    pub fn start(self) -> Started<G> {
        (self.open)(self.header, None)
    }

    /// Takes it up from a checkpoint of the same training.
    pub(crate) fn resume(self, checkpoint: Model<'static>) -> Started<G> {
        (self.open)(self.header, Some(Saved::new(checkpoint)))
    }
}

/// Any learner at work.
struct Trained<L> {
    learner: L,
    /// As it was before the first deal.
    header: Header,
    /// Why it cannot go on. What it holds then may be half of a step, and must not replace anything that was saved.
    failed: Option<String>,
}

impl<L> Trained<L> {
    /// Refuses to go on after an error.
    fn check(&self) -> Result<(), String> {
        match &self.failed {
            Some(why) => Err(format!("the training has failed, and nothing of it is kept ({why})")),
            None => Ok(()),
        }
    }
}

impl<G: Game, L: Learn<G>> Trainee<G> for Trained<L> {
    fn deals(&self) -> u64 {
        self.learner.deals()
    }

    fn advance(&mut self, deals: u64) -> Result<(), String> {
        self.check()?;
        let done = self.learner.advance(deals);
        self.failed = done.as_ref().err().cloned();
        done
    }

    fn study(&mut self, episode: &Episode<G>, seats: &[Seat]) -> Result<(), String> {
        self.check()?;
        self.learner.study(episode, seats)
    }

    fn note(&self) -> Option<String> {
        self.learner.note()
    }

    fn player(&self) -> Result<Maker<G>, String> {
        self.check()?;
        self.learner.player()
    }

    fn header(&self) -> Header {
        Header { deals: self.learner.deals(), ..self.header.clone() }
    }

    fn model(&self) -> Result<Model<'_>, String> {
        self.check()?;
        self.learner.model(Model::new(Trainee::<G>::header(self)))
    }

    fn checkpoint(&self) -> Result<Model<'_>, String> {
        self.check()?;
        let header = Header { kind: Kind::Checkpoint, ..Trainee::<G>::header(self) };
        self.learner.checkpoint(Model::new(header))
    }
}
