use kirifuda_arena::{Contestant, nth_deal};
use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_games::tricks::PLAYERS;
use kirifuda_learn::model::{Header, Kind, Model};
use kirifuda_learn::svr::{Examples, SvrError};
use kirifuda_play::{Actions, Game, Policy, Rng, Rules as _, Seat, Turn};
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::{Features, Group, LEARNER, Target, part_name};
use crate::common::table_text;
use crate::hearts::Look;

/// Where examples come from: everything that determines them but the number of deals.
#[derive(Clone)]
pub struct Source {
    rules: Rules,
    players: Vec<Contestant<Hearts>>,
    seed: u64,
    features: Features,
    per_label: usize,
}

impl Source {
    /// Games of four players, of which at most `per_label` examples are kept for each group and label.
    pub fn new(
        rules: Rules,
        players: Vec<Contestant<Hearts>>,
        seed: u64,
        features: Features,
        per_label: usize,
    ) -> Result<Source, String> {
        if per_label == 0 {
            return Err("0 examples for each label: at least 1 is needed".to_string());
        }
        if players.len() != PLAYERS {
            return Err(format!("{} players for {PLAYERS} seats", players.len()));
        }
        for player in &players {
            if (player.maker)().map_err(|why| why.to_string())?.watch().is_some() {
                return Err(format!("`{}` follows whole games and cannot be learned from", player.name));
            }
        }
        Ok(Source { rules, players, seed, features, per_label })
    }

    /// What is seen of a decision.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// Examples kept for each group and label.
    pub fn per_label(&self) -> usize {
        self.per_label
    }

    /// All chance comes from it.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How models of so many deals from here are made.
    pub fn header(&self, deals: u64) -> Header {
        let options = [("features", json!(self.features.name())), ("per-label", json!(self.per_label.to_string()))];
        Header {
            kind: Kind::Model,
            learner: LEARNER.to_string(),
            game: Hearts::NAME.to_string(),
            rules: Rules::book().text(&self.rules),
            layout: self.features.layout(),
            dimensions: crate::hearts::Side::ALL.map(|side| self.features.width(side)).into_iter().max().unwrap_or(0)
                as u64,
            seed: self.seed,
            deals,
            opponents: table_text(&self.players),
            options: options.map(|(key, value)| (key.to_string(), value)).into_iter().collect(),
            program: env!("CARGO_PKG_VERSION").to_string(),
            state: Map::new(),
            notes: Map::new(),
        }
    }

    /// Every decision of a deal that was one.
    fn play(&self, deal: u64, table: &mut WatchedDeal) -> Result<Vec<Decision>, String> {
        let mut game: Hearts = nth_deal(&self.rules, self.seed, deal);
        // The same games as those of rotation `deal % 4` in a match with this seed.
        let rotation = deal as usize % PLAYERS;
        let mut rng = Rng::stream(self.seed, &[PLAY, deal, rotation as u64]);
        let mut decisions = Vec::with_capacity(52);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut table.legal);
            let contestant = (seat.index() + PLAYERS - rotation) % PLAYERS;
            let card = table.policies[contestant].choose(game.view(seat), &table.legal, &mut rng);
            if !table.legal.contains(&card) {
                return Err(format!("player `{}` chose the illegal card {card}", self.players[contestant].name));
            }
            if table.legal.len() > 1 && !game.view(seat).is_passing() {
                let view = game.view(seat);
                let look = Look::new(view, table.legal.iter().copied().collect::<CardSet>());
                decisions.push(Decision {
                    seat,
                    group: Group::of(&look),
                    example: Example { situation: self.features.sense(&look), card: card.index() as u8, happened: 0 },
                    taken: view.taken(seat),
                    settled: Target::ALL.map(|target| target.is_settled(view)),
                });
            }
            game.play(card);
        }
        for decision in &mut decisions {
            decision.taken = game.view(decision.seat).taken(decision.seat) - decision.taken;
        }
        let queen = game.view(Seat(0)).done().find(|trick| trick.cards().contains(&Card::QUEEN_OF_SPADES));
        let taker = queen.map(|trick| trick.winner());
        for decision in &mut decisions {
            decision.example.happened = u8::from(taker == Some(decision.seat));
        }
        Ok(decisions)
    }
}

/// As in the arena.
const PLAY: u64 = 2;

/// What a thread keeps from deal to deal.
struct WatchedDeal {
    policies: Vec<Box<dyn Policy<Hearts>>>,
    legal: Actions<Hearts>,
}

/// A decision as it is gathered; `happened` tells of ♠Q, `taken` of points.
struct Decision {
    seat: Seat,
    group: Group,
    example: Example,
    taken: u8,
    settled: [bool; 2],
}

/// A decision that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Example {
    situation: u128,
    card: u8,
    /// What [`Target::label`] takes.
    happened: u8,
}

/// Examples from games, for every target and group: the first so many of each label, in the order of the deals, so that
/// nothing depends on the number of threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Collection {
    deals: u64,
    /// By target, group and class.
    cells: Vec<Vec<Example>>,
}

/// Classes of all targets.
const CLASSES: usize = 3;

impl Collection {
    /// Nothing yet.
    pub fn new() -> Collection {
        Collection { deals: 0, cells: vec![Vec::new(); Group::COUNT * CLASSES] }
    }

    /// Deals played.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// Plays so many deals more, on the threads of the current pool; false when stopped, and then nothing has changed.
    pub fn advance(
        &mut self,
        source: &Source,
        deals: u64,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<bool, String> {
        let hire = || -> Result<WatchedDeal, String> {
            let policies = source.players.iter().map(|player| (player.maker)().map_err(|why| why.to_string()));
            Ok(WatchedDeal { policies: policies.collect::<Result<_, _>>()?, legal: Actions::new() })
        };
        let played: Vec<Result<Option<Vec<Decision>>, String>> = (self.deals..self.deals + deals)
            .into_par_iter()
            .map_init(hire, |table, deal| {
                let table = table.as_mut().map_err(|why| why.clone())?;
                if stopped() { Ok(None) } else { source.play(deal, table).map(Some) }
            })
            .collect();
        let Some(played) = played.into_iter().collect::<Result<Option<Vec<_>>, _>>()? else { return Ok(false) };
        for decision in played.iter().flatten() {
            self.keep(decision, source.per_label);
        }
        self.deals += deals;
        Ok(true)
    }

    fn keep(&mut self, decision: &Decision, per_label: usize) {
        for (target, settled) in Target::ALL.into_iter().zip(decision.settled) {
            if settled {
                continue;
            }
            let (happened, class) = match target {
                Target::Queen => (decision.example.happened, decision.example.happened as usize),
                Target::Points => (decision.taken, 0),
            };
            // Where labels are not kept apart there is room for as many examples in all.
            let room = per_label * 2 / target.classes();
            let cell = &mut self.cells[cell(target, decision.group, class)];
            if cell.len() < room {
                cell.push(Example { happened, ..decision.example });
            }
        }
    }

    /// How many examples there are of each class.
    pub fn counts(&self, target: Target, group: Group) -> Vec<usize> {
        (0..target.classes()).map(|class| self.cells[cell(target, group, class)].len()).collect()
    }

    /// The examples of a group, not scaled.
    pub fn examples(&self, features: &Features, target: Target, group: Group) -> Result<Examples, SvrError> {
        let mut examples = Examples::new(features.width(group.side()));
        for class in 0..target.classes() {
            for example in &self.cells[cell(target, group, class)] {
                let row = features.row(group.side(), example.situation, Card::from_index(example.card.into()));
                examples.push(&row, target.label(example.happened))?;
            }
        }
        Ok(examples)
    }

    /// What is needed to go on.
    pub fn checkpoint(&self, source: &Source) -> Model<'static> {
        let mut model = Model::new(Header { kind: Kind::Checkpoint, ..source.header(self.deals) });
        for (name, group, place) in names() {
            let words = words(&source.features, group);
            let mut values = Vec::with_capacity(self.cells[place].len() * (words + 1));
            for example in &self.cells[place] {
                values.extend((0..words).map(|word| (example.situation >> (WORD * word) & WORD_MASK) as f32));
                values.push((u32::from(example.card) * HAPPENED + u32::from(example.happened)) as f32);
            }
            model = model.with(&name, values);
        }
        model
    }

    /// Takes up what [`checkpoint`](Collection::checkpoint) has kept, which must be of the same source.
    pub fn restore(source: &Source, model: &Model<'_>) -> Result<Collection, String> {
        differences(&model.header, &source.header(model.header.deals))?;
        if model.header.kind != Kind::Checkpoint {
            return Err("it is a finished model: only examples in progress go on".to_string());
        }
        let mut collection = Collection { deals: model.header.deals, ..Collection::new() };
        for (name, group, place) in names() {
            let wrong = || format!("section `{name}` is not as it should be: start anew with --overwrite");
            let words = words(&source.features, group);
            let values = model.section(&name).filter(|values| values.len() % (words + 1) == 0).ok_or_else(wrong)?;
            for values in values.chunks(words + 1) {
                let whole = |value: &f32| value.fract() == 0.0 && (0.0..(1 << WORD) as f32).contains(value);
                if !values.iter().all(whole) {
                    return Err(wrong());
                }
                let code = values[words] as u32;
                let (card, happened) = (code / HAPPENED, code % HAPPENED);
                let bits = |(word, &value): (usize, &f32)| u128::from(value as u32) << (WORD * word);
                let situation = values[..words].iter().enumerate().map(bits).sum();
                if card >= 52 || happened > 26 || situation >> source.features.bits(group.side()) != 0 {
                    return Err(wrong());
                }
                collection.cells[place].push(Example { situation, card: card as u8, happened: happened as u8 });
            }
        }
        Ok(collection)
    }
}

impl Default for Collection {
    fn default() -> Self {
        Collection::new()
    }
}

/// Whole numbers of so many bits are exact in a section.
const WORD: usize = 24;
const WORD_MASK: u128 = (1 << WORD) - 1;
/// More than can happen: 26 points.
const HAPPENED: u32 = 32;

fn words(features: &Features, group: Group) -> usize {
    features.bits(group.side()).div_ceil(WORD)
}

fn cell(target: Target, group: Group, class: usize) -> usize {
    let before = if target == Target::Queen { 0 } else { Target::Queen.classes() };
    group.index() * CLASSES + before + class
}

/// The sections of a checkpoint, with their group and cell.
fn names() -> impl Iterator<Item = (String, Group, usize)> {
    Target::ALL.into_iter().flat_map(|target| {
        Group::all().flat_map(move |group| {
            (0..target.classes())
                .map(move |class| (format!("{}/{class}", part_name(target, group)), group, cell(target, group, class)))
        })
    })
}

/// Where examples or models are not those that were asked for.
fn differences(was: &Header, asked: &Header) -> Result<(), String> {
    let option = |header: &Header, key: &str| header.options.get(key).and_then(Value::as_str).map(str::to_string);
    let mut pairs = vec![
        ("learner", was.learner.clone(), asked.learner.clone()),
        ("game", was.game.clone(), asked.game.clone()),
        ("rules", was.rules.clone(), asked.rules.clone()),
        ("players", was.opponents.clone(), asked.opponents.clone()),
        ("seed", was.seed.to_string(), asked.seed.to_string()),
    ];
    for key in ["features", "per-label"] {
        pairs.push((key, option(was, key).unwrap_or_default(), option(asked, key).unwrap_or_default()));
    }
    let different: Vec<String> = pairs
        .into_iter()
        .filter(|(_, was, asked)| was != asked)
        .map(|(what, was, asked)| format!("{what}: {was}, not {asked}"))
        .collect();
    if different.is_empty() {
        return Ok(());
    }
    Err(format!("it is of other examples ({}): ask for the same, or leave it out", different.join("; ")))
}
