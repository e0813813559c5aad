use std::sync::{Arc, Mutex};

use kirifuda_arena::{Monitor, Sink, nth_deal};
use kirifuda_catalog::{Listed, Player as Entry, Setting, Spec, Visitor, contestant, listing, visit};
use kirifuda_learn::net::Encoder;
use kirifuda_play::{Kind, Rules};
use serde_json::{Map, Value, json};

use crate::batch::BatchOf;
use crate::player::PlayerOf;
use crate::state::StateOf;
use crate::{
    Batch, BatchOrder, Columns, Error, Match, Moves, Part, Player, Progress, State, TrainOrder, moves, run, training,
};

/// A game of the list under some rules.
pub trait Game: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// The rules in canonical text.
    fn rules(&self) -> String;
    /// Number of seats.
    fn seats(&self) -> usize;
    /// All moves that there are: numbers are below this.
    fn actions(&self) -> usize;
    /// Name and version of the numbers of moves.
    fn numbers(&self) -> &'static str;
    /// The move of a number, in the game's notation.
    fn action_text(&self, number: usize) -> Result<String, Error>;
    /// The number of a move in the game's notation.
    fn action_number(&self, text: &str) -> Result<usize, Error>;
    /// Bits of an observation.
    fn bits(&self) -> usize;
    /// Name and version of the bits of an observation.
    fn layout(&self) -> &'static str;
    /// A number by which learners divide payoffs.
    fn large(&self) -> f32;
    /// What the list tells of the game: players with their settings, learners, measures, presets.
    fn about(&self) -> Value;
    /// Deal number `deal` of a seed: the cards of a match of this seed.
    fn deal(&self, seed: u64, deal: u64) -> Box<dyn State>;
    /// A game from its deal and its moves, in the game's notation.
    fn read(&self, deal: &str, actions: &[String]) -> Result<Box<dyn State>, Error>;
    /// Every deal with its probability, where the game is small enough to be written out in full.
    fn all_deals(&self) -> Option<Vec<(f64, Box<dyn State>)>>;
    /// What a perfect opponent gains a game against a player, where the game is small enough.
    fn exploitability(&self, player: &str) -> Result<f64, Error>;
    /// A player of the list.
    fn player(&self, text: &str, seed: u64) -> Result<Box<Mutex<dyn Player>>, Error>;
    /// Every setting of a player with the value in force.
    fn settings(&self, text: &str) -> Result<Map<String, Value>, Error>;
    /// Many games that are stepped together.
    fn batch(&self, order: BatchOrder) -> Result<Box<dyn Batch>, Error>;
    /// Plays a match on duplicate deals: the result as data.
    fn play(&self, order: &Match, monitor: &dyn Monitor, records: Option<Sink<'_>>) -> Result<Value, Error>;
    /// Plays a tournament, two by two: the result as data.
    fn compete(&self, order: &Match, monitor: &dyn Monitor) -> Result<Value, Error>;
    /// Plays a part of a match or a tournament: a text that [`merge`](crate::merge) adds up with the other parts.
    fn part(&self, order: &Match, part: &Part, monitor: &dyn Monitor) -> Result<String, Error>;
    /// Plays some deals once each, and gives the moves alone.
    fn moves(&self, order: &Match, first: u64, monitor: &dyn Monitor) -> Result<Moves, Error>;
    /// Makes the moves of the deals from `first` on again, and tells all decisions.
    fn replay(&self, seed: u64, first: u64, moves: &Moves) -> Result<Columns, Error>;
    /// Trains a learner: the bytes of the model, or nothing when it was stopped.
    fn train(&self, order: &TrainOrder, progress: &mut dyn Progress) -> Result<Option<Vec<u8>>, Error>;
}

/// A game by name. Without rules: those of its first preset.
pub fn game(name: &str, rules: &str) -> Result<Arc<dyn Game>, Error> {
    struct Make<'a>(&'a str);
    impl Visitor for Make<'_> {
        type Output = Result<Arc<dyn Game>, Error>;
        fn visit<G: Listed>(self) -> Self::Output {
            let rules = G::Rules::book().parse(self.0).map_err(|why| Error::Input(why.to_string()))?;
            Ok(Arc::new(GameOf::<G> { rules, sight: G::Sight::default() }))
        }
    }
    visit(name, Make(rules))?
}

struct GameOf<G: Listed> {
    rules: G::Rules,
    sight: G::Sight,
}

impl<G: Listed> Game for GameOf<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn rules(&self) -> String {
        G::Rules::book().text(&self.rules)
    }

    fn seats(&self) -> usize {
        self.rules.seats()
    }

    fn actions(&self) -> usize {
        G::actions(&self.rules)
    }

    fn numbers(&self) -> &'static str {
        G::NUMBERS
    }

    fn action_text(&self, number: usize) -> Result<String, Error> {
        let action = G::numbered(number).filter(|&action| G::exists(&self.rules, action));
        let action = action.ok_or_else(|| {
            Error::Input(format!(
                "action {number}: {} has no such move, they are numbered 0 to {}",
                G::NAME,
                G::actions(&self.rules) - 1
            ))
        });
        Ok(G::show_action(&self.rules, action?))
    }

    fn action_number(&self, text: &str) -> Result<usize, Error> {
        G::read_action(&self.rules, text).map(G::number).map_err(|why| Error::Input(format!("action `{text}`: {why}")))
    }

    fn bits(&self) -> usize {
        self.sight.inputs()
    }

    fn layout(&self) -> &'static str {
        self.sight.layout()
    }

    fn large(&self) -> f32 {
        G::LARGE
    }

    fn about(&self) -> Value {
        listing::game::<G>(true)
    }

    fn deal(&self, seed: u64, deal: u64) -> Box<dyn State> {
        Box::new(StateOf::<G>::new(nth_deal(&self.rules, seed, deal)))
    }

    fn read(&self, deal: &str, actions: &[String]) -> Result<Box<dyn State>, Error> {
        let mut game = G::read_deal(&self.rules, deal).map_err(|why| Error::Input(format!("the deal: {why}")))?;
        for (place, text) in actions.iter().enumerate() {
            let wrong = |why: &str| Error::Input(format!("move {} (`{text}`): {why}", place + 1));
            let action = G::read_action(&self.rules, text).map_err(|why| wrong(&why))?;
            game.try_play(action).map_err(|why| wrong(&why.to_string()))?;
        }
        Ok(Box::new(StateOf::<G>::new(game)))
    }

    fn all_deals(&self) -> Option<Vec<(f64, Box<dyn State>)>> {
        let deals = (G::written_out()?.deals)(&self.rules);
        Some(deals.into_iter().map(|(chance, game)| (chance, Box::new(StateOf::new(game)) as Box<dyn State>)).collect())
    }

    fn exploitability(&self, player: &str) -> Result<f64, Error> {
        let Some(written_out) = G::written_out() else {
            return Err(Error::Input(format!("{} is too large for an exact best answer", G::NAME)));
        };
        let made = (contestant::<G>(&self.rules, player)?.maker)();
        let mut policy = made.map_err(|why| Error::Player(format!("player `{player}` cannot start: {why}")))?;
        (written_out.exploitability)(&self.rules, &mut *policy)
            .map_err(|why| Error::Input(format!("player `{player}`: {why}")))
    }

    fn player(&self, text: &str, seed: u64) -> Result<Box<Mutex<dyn Player>>, Error> {
        PlayerOf::<G>::make(&self.rules, text, seed)
    }

    fn settings(&self, text: &str) -> Result<Map<String, Value>, Error> {
        let spec = Spec::parse(text)?;
        // It says what is wrong with names and values.
        contestant::<G>(&self.rules, text)?;
        let players = G::players();
        let settings =
            players.iter().find(|player: &&Entry<G>| player.name == spec.name).map_or(&[][..], |p| p.settings);
        Ok(settings.iter().map(|one| (one.name.to_string(), typed(one, spec.value(one.name, settings)))).collect())
    }

    fn batch(&self, order: BatchOrder) -> Result<Box<dyn Batch>, Error> {
        Ok(Box::new(BatchOf::<G>::make(&self.rules, order)?))
    }

    fn play(&self, order: &Match, monitor: &dyn Monitor, records: Option<Sink<'_>>) -> Result<Value, Error> {
        run::play::<G>(&self.rules, order, monitor, records)
    }

    fn compete(&self, order: &Match, monitor: &dyn Monitor) -> Result<Value, Error> {
        run::compete::<G>(&self.rules, order, monitor)
    }

    fn part(&self, order: &Match, part: &Part, monitor: &dyn Monitor) -> Result<String, Error> {
        run::part::<G>(&self.rules, order, part, monitor)
    }

    fn moves(&self, order: &Match, first: u64, monitor: &dyn Monitor) -> Result<Moves, Error> {
        moves::play::<G>(&self.rules, order, first, monitor)
    }

    fn replay(&self, seed: u64, first: u64, moves: &Moves) -> Result<Columns, Error> {
        moves::replay::<G>(&self.rules, seed, first, moves)
    }

    fn train(&self, order: &TrainOrder, progress: &mut dyn Progress) -> Result<Option<Vec<u8>>, Error> {
        training::train::<G>(&self.rules, order, progress)
    }
}

/// A value of a setting as what it is: a number, a switch, or a text.
fn typed(setting: &Setting, value: &str) -> Value {
    let number = match setting.kind {
        _ if setting.word(value).is_some() => None,
        Kind::Whole { .. } => kirifuda_play::whole_number(value).ok().map(|number| json!(number)),
        Kind::Real { .. } => value.parse::<f64>().ok().map(|number| json!(number)),
        Kind::Switch => Some(json!(value == "on")),
        _ => None,
    };
    number.unwrap_or_else(|| json!(value))
}
