use std::fs;
use std::path::Path;
use std::sync::Arc;

use kirifuda_games::cards::Card;
use kirifuda_learn::model::Model;
use kirifuda_learn::svr::{Dense, Ranges};
use rustc_hash::FxHashMap;

use super::{CARD_FEATURES, Features, Group, Part, Target, file};
use crate::hearts::{Look, Side};

/// Tells how dangerous a card is.
///
/// A clone shares the models and has a memory of its own: there are finitely many inputs, and each is computed once. So
/// give one to each player, and the degrees cost next to nothing after a while. What it tells does not depend on what it
/// remembers.
pub struct Danger {
    models: Arc<Models>,
    memory: FxHashMap<Question, f32>,
    row: Vec<f32>,
}

impl Clone for Danger {
    fn clone(&self) -> Self {
        Danger { models: Arc::clone(&self.models), memory: FxHashMap::default(), row: Vec::new() }
    }
}

/// A decision as the models see it, for all its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    group: Group,
    bits: u128,
    settled: [bool; Target::ALL.len()],
}

/// So many degrees are remembered (about 100 MB); then all are forgotten.
const MEMORY: usize = 1 << 21;

impl Danger {
    /// From the contents of a file that `kirifuda danger` has written. An error goes after the file's name and a colon.
    pub fn from_model(model: &Model<'_>) -> Result<Danger, String> {
        let contents = file::contents(model)?;
        let mut models = Models { features: contents.features, parts: Vec::new() };
        models.parts.resize_with(Target::ALL.len() * Group::COUNT, || None);
        for ((target, group), dense, ranges) in contents.parts {
            models.parts[place(target, group)] = Some(Evaluator::new(dense, &ranges));
        }
        Ok(Danger::of(models))
    }

    /// From a file that `kirifuda danger` has written.
    pub fn load(path: &Path) -> Result<Danger, String> {
        let name = path.display();
        let bytes = fs::read(path).map_err(|why| format!("cannot read {name}: {why}"))?;
        let model = Model::from_bytes(&bytes).map_err(|why| format!("{name}: {why}"))?;
        Danger::from_model(&model).map_err(|why| format!("{name}: {why}"))
    }

    /// From parts, without a file.
    pub fn from_parts(features: Features, parts: &[Part]) -> Danger {
        let mut models = Models { features, parts: Vec::new() };
        models.parts.resize_with(Target::ALL.len() * Group::COUNT, || None);
        for part in parts {
            let evaluator = Evaluator::new(Dense::new(&part.machine), &part.ranges);
            models.parts[place(part.target, part.group)] = Some(evaluator);
        }
        Danger::of(models)
    }

    fn of(models: Models) -> Danger {
        Danger { models: Arc::new(models), memory: FxHashMap::default(), row: Vec::new() }
    }

    /// What is seen of a decision.
    pub fn features(&self) -> &Features {
        &self.models.features
    }

    /// True when there is a model of a target and group.
    pub fn knows(&self, target: Target, group: Group) -> bool {
        self.models.parts[place(target, group)].is_some()
    }

    /// A decision, to ask about its cards.
    #[inline]
    pub fn situation(&self, look: &Look<'_>) -> Situation {
        Situation {
            group: Group::of(look),
            bits: self.models.features.sense(look),
            settled: Target::ALL.map(|target| target.is_settled(look.view)),
        }
    }

    /// The degree of danger of a card, from about −1 (none) to about 1: [`Target`] tells what it means. Nothing when too
    /// few such decisions were seen to know. When the target is settled it is −1.
    pub fn degree(&mut self, target: Target, situation: &Situation, card: Card) -> Option<f32> {
        if situation.settled[target as usize] {
            return Some(Target::NONE);
        }
        let place = place(target, situation.group);
        let evaluator = self.models.parts[place].as_ref()?;
        let question = Question { bits: situation.bits, place: place as u8, card: card.index() as u8 };
        if let Some(&degree) = self.memory.get(&question) {
            return Some(degree);
        }
        let degree = evaluator.degree(situation.bits, card, &mut self.row);
        if self.memory.len() >= MEMORY {
            self.memory.clear();
        }
        self.memory.insert(question, degree);
        Some(degree)
    }

    /// How many degrees are remembered.
    pub fn remembered(&self) -> usize {
        self.memory.len()
    }
}

#[derive(PartialEq, Eq, Hash)]
struct Question {
    bits: u128,
    place: u8,
    card: u8,
}

struct Models {
    features: Features,
    /// By target and group.
    parts: Vec<Option<Evaluator>>,
}

fn place(target: Target, group: Group) -> usize {
    target as usize * Group::COUNT + group.index()
}

/// A model with the few values that its features can have, scaled.
struct Evaluator {
    dense: Dense,
    suits: [[f32; 2]; 4],
    ranks: [f32; 13],
    bits: Vec<[f32; 2]>,
}

impl Evaluator {
    fn new(dense: Dense, ranges: &Ranges) -> Evaluator {
        let scaled = |feature: usize, value: usize| ranges.scaled_value(feature, value as f64) as f32;
        let pair = |feature: usize| [scaled(feature, 0), scaled(feature, 1)];
        Evaluator {
            suits: std::array::from_fn(pair),
            ranks: std::array::from_fn(|rank| scaled(4, rank)),
            bits: (CARD_FEATURES..ranges.width()).map(pair).collect(),
            dense,
        }
    }

    fn degree(&self, bits: u128, card: Card, row: &mut Vec<f32>) -> f32 {
        row.clear();
        let suit = card.suit() as usize;
        row.extend(self.suits.iter().enumerate().map(|(place, pair)| pair[usize::from(place == suit)]));
        row.push(self.ranks[card.rank().0 as usize % 13]);
        row.extend(self.bits.iter().enumerate().map(|(place, pair)| pair[(bits >> place & 1) as usize]));
        self.dense.predict(row)
    }
}

impl Situation {
    /// Where in the deal it is.
    pub fn group(&self) -> Group {
        self.group
    }

    /// Leading, or following.
    pub fn side(&self) -> Side {
        self.group.side()
    }
}
