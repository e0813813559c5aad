use std::sync::Arc;

use kirifuda_arena::Maker;
use kirifuda_games::hearts::Hearts;
use kirifuda_games::oh_hell::OhHell;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_games::spades::Spades;
use kirifuda_learn::linear_q::{LinearQTraining, Player, Task};
use kirifuda_play::Game;
use kirifuda_players::tricks::linear_q::{
    ContractTask, HeartsTask, PaperFeatures, Part, PlainTask, PlayedSuit, Strengths, WideHeartsTask, WidePlainTask,
    WithoutWeakest,
};

use super::trainer::{BIDDING, Course, SETTINGS};
use crate::strength::fallible;
use crate::trainers::{Draft, Explain};
use crate::{Listed, Setting};

/// A game that linear Q-learning is put to.
pub trait Linear: Listed {
    /// What can be set.
    const SETTINGS: &'static [Setting] = SETTINGS;
    /// Puts what a model has learned into words, where that can be done.
    const EXPLAIN: Option<Explain<Self>> = None;
    /// What can be seen of its moves, by name.
    fn features() -> Vec<FeatureSet<Self>>;
}

impl Linear for Hearts {
    const EXPLAIN: Option<Explain<Hearts>> = Some(super::explain::hearts);
    fn features() -> Vec<FeatureSet<Hearts>> {
        let mut sets = vec![
            FeatureSet::new("ranks", HeartsTask(PaperFeatures::hearts(Strengths::Ranks))),
            FeatureSet::new("unplayed", HeartsTask(PaperFeatures::hearts(Strengths::Unplayed))),
            FeatureSet::new("wide", WideHeartsTask::default()).many(),
            FeatureSet::new("ranks-no-weakest", WithoutWeakest(HeartsTask(PaperFeatures::hearts(Strengths::Ranks)))),
            FeatureSet::new("ranks-of-played-suit", PlayedSuit(HeartsTask(PaperFeatures::hearts(Strengths::Ranks)))),
        ];
        let without = |part: Part| FeatureSet::new(part.left_out(), WideHeartsTask { without: Some(part) }).many();
        sets.extend(Part::ALL.map(without));
        sets
    }
}

impl Linear for PlainTricks {
    fn features() -> Vec<FeatureSet<PlainTricks>> {
        vec![
            FeatureSet::new("ranks", PlainTask(PaperFeatures::plain(Strengths::Ranks))),
            FeatureSet::new("unplayed", PlainTask(PaperFeatures::plain(Strengths::Unplayed))),
            FeatureSet::new("wide", WidePlainTask).many(),
            FeatureSet::new("ranks-no-weakest", WithoutWeakest(PlainTask(PaperFeatures::plain(Strengths::Ranks)))),
            FeatureSet::new("ranks-of-played-suit", PlayedSuit(PlainTask(PaperFeatures::plain(Strengths::Ranks)))),
        ]
    }
}

impl Linear for OhHell {
    const SETTINGS: &'static [Setting] = BIDDING;
    fn features() -> Vec<FeatureSet<OhHell>> {
        vec![FeatureSet::new("contract", ContractTask).many()]
    }
}

impl Linear for Spades {
    const SETTINGS: &'static [Setting] = BIDDING;
    fn features() -> Vec<FeatureSet<Spades>> {
        vec![FeatureSet::new("contract", ContractTask).many()]
    }
}

/// A [`Task`] with a name.
pub struct FeatureSet<G: Game> {
    /// The name in the setting `features`.
    pub name: &'static str,
    /// Too many are active at a time for a step that each of them makes in full: the weights would diverge.
    pub many: bool,
    features: Box<dyn Features<G>>,
}

impl<G: Listed> FeatureSet<G> {
    /// Names a task.
    pub fn new(name: &'static str, task: impl Task<G>) -> FeatureSet<G> {
        FeatureSet { name, many: false, features: Box::new(task) }
    }

    /// The same, of which many are active at a time.
    fn many(self) -> FeatureSet<G> {
        FeatureSet { many: true, ..self }
    }

    /// Which number means what, in model files.
    pub fn layout(&self) -> &'static str {
        self.features.layout()
    }

    /// Number of features.
    pub fn dimensions(&self) -> usize {
        self.features.dimensions()
    }

    /// A player with these weights, one for each feature, that misjudges moves by this error.
    pub(super) fn player(&self, weights: Arc<[f32]>, temperature: f64, error: f32) -> Maker<G> {
        self.features.player(weights, temperature, error)
    }

    /// A training with these features.
    pub(super) fn draft(&self, course: Course<G>, opponents: String) -> Draft<G> {
        self.features.draft(course, opponents)
    }
}

/// What can be done with a task whatever its type.
trait Features<G: Game> {
    fn layout(&self) -> &'static str;
    fn dimensions(&self) -> usize;
    fn player(&self, weights: Arc<[f32]>, temperature: f64, error: f32) -> Maker<G>;
    fn draft(&self, course: Course<G>, opponents: String) -> Draft<G>;
}

impl<G: Game, T: Task<G>> Features<G> for T {
    fn layout(&self) -> &'static str {
        Task::layout(self)
    }
    fn dimensions(&self) -> usize {
        Task::dimensions(self)
    }
    fn player(&self, weights: Arc<[f32]>, temperature: f64, error: f32) -> Maker<G> {
        fallible(Player::new(self.clone(), weights).with_temperature(temperature), error)
    }
    fn draft(&self, course: Course<G>, opponents: String) -> Draft<G> {
        Draft::of::<LinearQTraining<G, T>>(
            (self.clone(), course),
            Task::layout(self),
            Task::dimensions(self),
            opponents,
        )
    }
}
