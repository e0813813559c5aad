//! The learner of paper 004.

use std::mem::take;
use std::sync::Arc;

use kirifuda_arena::Maker;
use kirifuda_games::monsters::{Monsters, Rules};
use kirifuda_learn::model::Model;
use kirifuda_play::{
    Episode, Items, Named, Policy, Rng, RuleBook, Rules as _, Seat, Uniform, Word, named, word, words,
};
use kirifuda_players::common::Explanation;
use kirifuda_players::monsters::learner::{
    Belief, LearnedPlayer, Mind, Opponents, Options, Parts, StrategyTraining, layout,
};
use serde_json::json;

use crate::listed::same;
use crate::shipped::{MODEL, Shipped, check, made_for, model_of, shipped};
use crate::strength::{CURVES, ERROR, REFERENCE, STRENGTH, error_of, fallible};
use crate::trainers::{Draft, Explained, Learn, MISFIT, Opposition, Order, Saved, Trainer, recorded};
use crate::{Pace, Player, Setting, Settings, Spec};

/// The models of the learner that come with the program.
pub static SHIPPED: [Shipped; 1] = [shipped!("monsters-learner.kfm")];

/// The one for these rules: teams, poison and trap are the same under all of them.
pub(crate) fn of_rules(_: &Rules) -> &'static Shipped {
    &SHIPPED[0]
}

/// The name of learner and player.
pub(crate) const LEARNER: &str = "learner";

/// The learner of the list.
pub(crate) fn trainer() -> Trainer<Monsters> {
    let about = "seven small nets joined by a utility: actions, teams, poison and trap (paper 004)";
    Trainer { explain: Some(explain), adapt: Some(adapt), ..Trainer::new(LEARNER, about, SETTINGS, "balanced", draft) }
}

/// The player that plays what the learner of the same name has learned.
pub(crate) fn player() -> Player<Monsters> {
    Player {
        name: LEARNER,
        about: "the learner of paper 004, trained, teams included: `kirifuda train`",
        settings: PLAYER_SETTINGS,
        pace: Pace::Moment,
        models: &[LEARNER],
        budget: None,
        build,
    }
}

/// What can be set.
pub const SETTINGS: &[Setting] = &[
    Setting::real("rate", 0.0..=10.0, "0.1", "the step of all nets but those of the values and the teams"),
    Setting::real("value-rate", 0.0..=10.0, "0.015", "the step of the net of the values"),
    Setting::real("team-rate", 0.0..=10.0, "0.05", "the step of the net of the teams"),
    Setting::choice("value", &words(&OUTPUTS), "linear", "the output of the values"),
    Setting::real(
        "returns",
        0.0..=1.0,
        "0",
        "what values are learned from: 1 the sum of all rewards to the end (the paper), 0 the reward of the turn and the \
         value of the next state, between them a mixture",
    ),
    Setting::real("epsilon", 0.0..=1.0, "0.1", "how often something random is done while learning"),
    Setting::whole("samples", 1..=1000, "6", "hidden benches that are imagined for a decision").shared_most(100.0),
    Setting::real("win", 0.0..=100.0, "5", "what a won game is worth").unit("hundreds of HP"),
    Setting::real("turn-cost", 0.0..=10.0, "0.05", "what a turn costs").unit("hundreds of HP"),
    Setting::real(
        "impatience",
        0.0..=10.0,
        "0.1",
        "what a switch costs for every one in a row before it (0: it may switch for ever)",
    )
    .unit("hundreds of HP"),
    Setting::whole("memory", 0..=1_000_000, "20000", "examples that each part keeps").shared_most(100_000.0),
    Setting::whole("replays", 0..=1000, "4", "examples of before learned again with every new one"),
    Setting::whole(
        "team-replays",
        0..=10_000,
        "64",
        "games of before from which teams are learned again after every game",
    ),
    Setting::whole(
        "magic-from",
        0..=MOST_GAMES,
        "0",
        "status attack and trap are forbidden in training games before this one (paper 004, section 5.3)",
    ),
    Setting::whole(
        "mixed-until",
        0..=MOST_GAMES,
        "0",
        "before this game the opponent is one of `mixed`, drawn for each game (section 5.4)",
    ),
    Setting::list(
        "mixed",
        Items::Players,
        "balanced+brute+steady",
        "whom the opponent is drawn from before the game `mixed-until`",
    ),
    Setting::choice("trap-lessons", &words(&TRAP_LESSONS), "set", "what turns tell whether a trap snaps"),
    Setting::list("off", Items::Words(PARTS), "none", "parts that are switched off").or(&[word("none", "")]),
    Setting::choice("belief", &words(&BELIEFS), "uniform", "what the hidden bench may be"),
];

const PLAYER_SETTINGS: &[Setting] = &[
    MODEL,
    Setting::whole("samples", 1..=1000, "model", "hidden benches that are imagined")
        .or(&[AS_IN_TRAINING])
        .shared_most(100.0),
    Setting::choice("belief", &words(&BELIEFS), "model", "what the hidden bench may be").or(&[AS_IN_TRAINING]),
    STRENGTH,
    REFERENCE,
    CURVES,
    ERROR,
];
const AS_IN_TRAINING: Word = word("model", "as in training");

/// Is the output linear?
const OUTPUTS: [Named<bool>; 2] =
    [named("linear", true, ""), named("sigmoid", false, "from -15 to 15: the paper's unit")];
/// Is every turn a lesson?
const TRAP_LESSONS: [Named<bool>; 2] =
    [named("every", true, "the paper"), named("set", false, "turns in which it was set")];
const BELIEFS: [Named<Belief>; 3] = [
    named("uniform", Belief::Uniform, "any, as in the paper"),
    named("learned", Belief::Learned, "by how likely the predictor finds what the other has done"),
    named("report", Belief::Report, "the draft that the scout has told of"),
];
/// The parts that can be switched off.
const PARTS: &[Word] = &{
    let mut words = [word("", ""); Parts::ALL_NAMES.len()];
    let mut place = 0;
    while place < words.len() {
        words[place] = word(Parts::ALL_NAMES[place], "");
        place += 1;
    }
    words
};
/// Games of a training at most.
const MOST_GAMES: u64 = 1_000_000_000_000;
const WON: &str = "won";
/// In the header of a checkpoint that was a finished model.
const ADOPTED: &str = "adopted";

fn build(rules: &Rules, spec: &Spec) -> Result<Maker<Monsters>, String> {
    let error = error_of::<Monsters>(rules, spec)?;
    let mut model = model_of::<Monsters>(rules, LEARNER, spec.value("model", PLAYER_SETTINGS))?;
    let mut mind = model.own(|model| learned(rules, take(model)))?;
    let mut settings = Settings::new(spec, PLAYER_SETTINGS);
    if settings.word("samples").is_none() {
        mind.options.samples = settings.whole("samples")?;
    }
    if settings.word("belief").is_none() {
        mind.options.belief = settings.choice("belief", &BELIEFS)?;
    }
    Ok(fallible(LearnedPlayer::new(Arc::new(mind)), error))
}

/// What a model has learned, for these rules.
pub fn learned(rules: &Rules, mut model: Model<'_>) -> Result<Mind, String> {
    check::<Monsters>(&model.header, LEARNER)?;
    made_for::<Monsters>(&model.header, rules)?;
    if model.header.layout != layout(rules) {
        let (layout, program) = (&model.header.layout, &model.header.program);
        return Err(format!("its layout `{layout}` (program {program}) is not that of this program: train again"));
    }
    let options = options(&mut Settings::new(&recorded(&model.header), SETTINGS))?;
    // The seed decides nothing: all weights are replaced.
    let mut mind = Mind::new(rules, options, &mut Rng::new(0));
    if model.header.dimensions != mind.weights() as u64 {
        let (book, learned_under): (&RuleBook<Rules>, _) = (Rules::book(), &model.header.rules);
        return Err(format!(
            "it was learned under `{learned_under}`, with another number of monsters than the {} in force: train one by `kirifuda \
             train monsters learner --rules {}`",
            rules.cards.len(),
            book.text(rules)
        ));
    }
    mind.restore(&mut model, false)?;
    Ok(mind)
}

fn options(settings: &mut Settings<'_>) -> Result<Options, String> {
    let parts = Parts::without(settings.text("off")).map_err(|why| format!("`off={}`: {why}", settings.text("off")))?;
    settings.keep("off", parts.off_text());
    Ok(Options {
        rate: settings.real("rate")? as f32,
        value_rate: settings.real("value-rate")? as f32,
        team_rate: settings.real("team-rate")? as f32,
        linear: settings.choice("value", &OUTPUTS)?,
        returns: settings.real("returns")? as f32,
        epsilon: settings.real("epsilon")?,
        samples: settings.whole("samples")?,
        win: settings.real("win")? as f32,
        turn_cost: settings.real("turn-cost")? as f32,
        impatience: settings.real("impatience")? as f32,
        memory: settings.whole("memory")?,
        replays: settings.whole("replays")?,
        team_replays: settings.whole("team-replays")?,
        magic_from: settings.whole("magic-from")?,
        mixed_until: settings.whole("mixed-until")?,
        every_trap: settings.choice("trap-lessons", &TRAP_LESSONS)?,
        parts,
        belief: settings.choice("belief", &BELIEFS)?,
    })
}

fn draft(order: &Order<'_, Monsters>, settings: &mut Settings<'_>) -> Result<Draft<Monsters>, String> {
    let options = options(settings)?;
    let opposition = Opposition::<Monsters>::read(order.rules, order.opponents)?;
    let text = opposition.text();
    let regular: Box<dyn Policy<Monsters>> = match opposition {
        Opposition::Random => Box::new(Uniform),
        Opposition::Players(players) => match players.first() {
            Some(player) => (player.maker)().map_err(|why| why.to_string())?,
            None => Box::new(Uniform),
        },
        Opposition::SelfPlay | Opposition::Mirror => {
            return Err(format!(
                "opponents `{text}`: it learns what one opponent does: name a player (`balanced`, `mixed`, …)"
            ));
        }
    };
    let mixed = settings.text("mixed").to_string();
    let opponents = Opponents { regular, mixed: drawn_from(order.rules, &mixed)? };
    settings.keep("mixed", mixed);
    let training = StrategyTraining::new(*order.rules, options, opponents, order.seed);
    let weights = training.mind().weights();
    Ok(Draft::of::<StrategyTraining>(training, layout(order.rules), weights, text))
}

/// The players of a text, joined by `+`.
fn drawn_from(rules: &Rules, text: &str) -> Result<Vec<Box<dyn Policy<Monsters>>>, String> {
    let player = |name: &str| match Opposition::<Monsters>::read(rules, name)? {
        Opposition::Random => Ok(Box::new(Uniform) as Box<dyn Policy<Monsters>>),
        Opposition::Players(players) if players.len() == 1 => (players[0].maker)().map_err(|why| why.to_string()),
        _ => Err(format!("`{name}` is no player")),
    };
    let players = text.split('+').map(str::trim).map(player);
    players.collect::<Result<_, _>>().map_err(|why| format!("`mixed={text}`: {why}"))
}

/// A finished model does not hold the games that its parts replay: they fill up again.
fn adapt(model: &mut Model<'static>) {
    model.header.state.insert(WON.to_string(), json!(0));
    model.header.state.insert(ADOPTED.to_string(), json!(true));
}

impl Learn<Monsters> for StrategyTraining {
    /// Seven nets of a few hundred weights each are made at once.
    type Plan = StrategyTraining;

    fn begin(plan: StrategyTraining) -> Result<Self, String> {
        Ok(plan)
    }

    fn restore(plan: StrategyTraining, saved: &mut Saved) -> Result<Self, String> {
        let (games, won) = (saved.deals(), saved.whole(WON)?);
        if won > games {
            return Err(MISFIT.to_string());
        }
        let (mut mind, whole) = (plan.mind().clone(), !saved.has(ADOPTED));
        mind.restore(saved.model(), whole)?;
        Ok(plan.with(mind, games, won))
    }

    fn deals(&self) -> u64 {
        self.games()
    }

    fn advance(&mut self, deals: u64) -> Result<(), String> {
        self.advance(deals)
    }

    fn study(&mut self, episode: &Episode<Monsters>, seats: &[Seat]) -> Result<(), String> {
        self.study(episode, seats)
    }

    fn player(&self) -> Result<Maker<Monsters>, String> {
        Ok(same(self.player()))
    }

    fn model<'a>(&'a self, mut model: Model<'a>) -> Result<Model<'a>, String> {
        self.mind().save(&mut model, false);
        Ok(model)
    }

    fn checkpoint<'a>(&'a self, model: Model<'a>) -> Result<Model<'a>, String> {
        let mut model = model.with_state(WON, self.won());
        self.mind().save(&mut model, true);
        Ok(model)
    }
}

/// What was learned, part by part.
fn explain(explained: Explained<'_, Monsters>, count: usize) -> Result<Explanation, String> {
    let mind = match explained {
        Explained::Model(model) => {
            let book: &RuleBook<Rules> = Rules::book();
            let rules = book.parse(&model.header.rules).map_err(|why| why.to_string())?;
            learned(&rules, *model)?
        }
        Explained::Shipped(rules) => learned(rules, of_rules(rules).model().map_err(|why| why.to_string())?)?,
    };
    let mut told = mind.explain();
    told.rules.truncate(count);
    Ok(told)
}
