use std::cell::RefCell;
use std::sync::Arc;

use kirifuda_arena::Maker;
use kirifuda_deep::dmc::{Branch, Critic, DmcTraining, Options, PolicyGradient, State};
use kirifuda_deep::{League, Moments};
use kirifuda_learn::model::Model;
use kirifuda_learn::net::{Encoder, Layer, Net, Player as NetPlayer, Shape};
use kirifuda_play::{Named, Opening, Uniform, named, words};

use super::machine::{self, Build};
use super::{BLOCKS, BLOCKS_SETTING, HIDDEN, LEARNS, MACHINE, WEIGHTS, WIDTH, WIDTH_SETTING, learned};
use crate::listed::same;
use crate::shipped::{NONE as NO_MODEL, read};
use crate::trainers::{Draft, Learn, MISFIT, Opposition, Order, Saved};
use crate::{Listed, Setting, Settings};

/// What can be set.
pub(super) const SETTINGS: &[Setting] = &[
    WIDTH_SETTING.with_default("256"),
    BLOCKS_SETTING,
    Setting::switch(HISTORY, "off", "the net also sees how the game went, in games that have bits for it"),
    Setting::whole("batch", 1..=1_000_000, "8192", "deals that are played at once and then learned from"),
    Setting::whole(
        SERIES,
        1..=1000,
        "1",
        "deals that are played at a table one after the other, in games whose deals hand something on: what one hands on counts in the next",
    ),
    Setting::whole("minibatch", 1..=1_000_000, "8192", "moves to a step of learning"),
    Setting::whole(
        EPOCHS,
        1..=100,
        "1",
        "with `learns=policy`: how often each move is learned from; a move that has become much likelier is not pushed further",
    ),
    Setting::real("rate", 0.0..=1.0, "0.0004", "the size of a step (Adam) at the start"),
    Setting::real("last-rate", 0.0..=1.0, "0.00002", "the size of a step at the end of the span"),
    Setting::real("explore", 0.0..=1.0, "0.11", "how often a move is made at random at the start"),
    Setting::real("last-explore", 0.0..=1.0, "0.01", "the same at the end of the span"),
    Setting::whole(
        "span",
        1..=1_000_000_000_000,
        "1000000",
        "deals over which step and exploration fall: the length of the training",
    ),
    Setting::real(
        "share",
        0.0..=1.0,
        "0.25",
        "with other opponents than mirror: the share of deals in which one of them sits at all other seats",
    ),
    Setting::real(
        "past",
        0.0..=1.0,
        "0",
        "with players of the list as opponents: the share of deals in which an earlier self, or the `rival`, sits at all \
         other seats",
    ),
    Setting::real(
        "trace",
        0.0..=1.0,
        "1",
        "how much of a target is what the deal brought in the end; the rest is what the net thinks at later turns",
    ),
    Setting::real(
        "searched",
        0.0..=1.0,
        "0",
        "expert iteration: the share of positions whose moves are played out from the same cards; these are learned \
         instead of the moves that were made",
    ),
    Setting::switch(
        CRITIC,
        "off",
        "a second net, which also sees what is hidden, learns what the moves brought, and the net what that one thinks of \
         the best moves; in games that have bits for it",
    ),
    Setting::choice(
        LEARNS,
        &words(&GOALS),
        "moves",
        "what the net learns; a net that learned what is hidden draws the worlds of `deep-search`",
    ),
    Setting::whole(
        "tried",
        2..=1000,
        "6",
        "with `searched`, `critic` or `learns=policy`: at most so many moves of a position, the best by the net",
    ),
    Setting::real(
        "forgive",
        0.0..=1.0,
        "0.8",
        "with `searched`, `critic` or `learns=policy`: how much of the luck that all moves of a position share is left out",
    ),
    Setting::real(
        TEMPERATURE,
        0.001..=10.0,
        "0.05",
        "with `learns=policy`: moves are drawn by exp(value / temperature)",
    ),
    Setting::real(
        ENTROPY,
        0.0..=10.0,
        "1",
        "with `learns=policy`: what chance is worth, in temperatures; with 1 values stay what moves bring, with less the \
         policy settles",
    ),
    Setting::whole("snapshot-every", 1..=1_000_000_000_000, "1000000", "self-play: deals between two stored opponents"),
    Setting::whole(
        "pool",
        2..=1000,
        "16",
        "self-play: at most so many stored opponents; when it is full every second is dropped",
    )
    .shared_most(100.0),
    Setting::file(
        "teacher",
        "none",
        "a model of any size that plays instead; what it thinks of the moves is learned (distillation)",
    )
    .or(&[NO_MODEL]),
    Setting::file(
        "rival",
        "none",
        "a model that sits at all other seats in a `share` of the deals: an answer to it is learned; a smaller one grows",
    )
    .or(&[NO_MODEL]),
    Setting::file(
        "from",
        "none",
        "a model to start from instead of chance; a smaller one grows; of several, joined by +, the mean of their weights: they must have gone \
         on from one",
    )
    .or(&[NO_MODEL]),
    MACHINE,
];

const HISTORY: &str = "history";
const SERIES: &str = "series";
const EPOCHS: &str = "epochs";
/// What a net learns.
#[derive(Clone, Copy, PartialEq)]
enum Goal {
    Moves,
    Policy,
    Hidden,
}

const GOALS: [Named<Goal>; 3] = [
    named("moves", Goal::Moves, "what moves are worth"),
    named(
        "policy",
        Goal::Policy,
        "which move to make: moves are drawn, and what they brought makes them likelier or less so",
    ),
    named(
        HIDDEN,
        Goal::Hidden,
        "what is hidden from the seat to move, while the `teacher` plays; in games that have bits for it",
    ),
];
/// One position in so many is guessed at: those of one deal are much alike.
const GUESSED: f64 = 0.25;
const TEMPERATURE: &str = "temperature";
const ENTROPY: &str = "entropy";
const CRITIC: &str = "critic";
const CRITIC_WEIGHTS: &str = "critic_weights";
const CRITIC_FIRST: &str = "critic_first_moments";
const CRITIC_SECOND: &str = "critic_second_moments";
const FIRST: &str = "first_moments";
const SECOND: &str = "second_moments";
const POOL: &str = "pool";
const STEPS: &str = "steps";

/// What is ordered.
pub(super) struct Plan<G: Listed> {
    pub rules: G::Rules,
    pub seed: u64,
    pub sight: G::Sight,
    pub shape: Shape,
    pub options: Options,
    /// How a critic is heeded, if there is one.
    pub critic: Option<Critic>,
    pub league: League<G>,
    /// Deals of a table, one after the other, and how they begin.
    pub series: Option<(usize, Opening<G>)>,
    /// Weights to start from instead of chance.
    pub from: Option<Vec<f32>>,
    pub teacher: Option<(Shape, Vec<f32>)>,
    pub rival: Option<Vec<f32>>,
    pub build: Build,
}

impl<G: Listed> Plan<G> {
    /// Who plays while the net learns what is hidden.
    fn plays(&self) -> Result<Option<NetPlayer<G, G::Sight>>, String> {
        let Some((shape, weights)) = self.teacher.as_ref().filter(|_| self.options.guessed.is_some()) else {
            return Ok(None);
        };
        let net = Net::new(*shape, weights.as_slice());
        net.and_then(|net| NetPlayer::new(self.sight.clone(), net)).map(Some).ok_or_else(|| MISFIT.to_string())
    }

    /// A training whose net has these weights.
    fn training(self, weights: &[f32]) -> Result<DmcTraining<G, G::Sight>, String> {
        let Plan { rules, seed, sight, shape, options, critic, league, series, teacher, rival, build, .. } = self;
        let net = build(shape, weights)?;
        let hidden = sight.hidden();
        let mut training = DmcTraining::new(rules, sight, options, league, net, seed).map_err(|why| why.to_string())?;
        if let Some(how) = critic {
            // It begins as the net, and learns to use what it sees beyond it.
            let all = Shape { inputs: shape.inputs + hidden, ..shape };
            let critic = build(all, &all.grown(shape, weights).ok_or(MISFIT)?)?;
            training = training.with_critic(critic, how).map_err(|why| why.to_string())?;
        }
        if let Some((shape, weights)) = teacher {
            training = training.with_teacher(build(shape, &weights)?).map_err(|why| why.to_string())?;
        }
        if let Some((deals, open)) = series {
            training = training.with_series(deals, open).map_err(|why| why.to_string())?;
        }
        if let Some(rival) = rival {
            training = training.with_rival(rival).map_err(|why| why.to_string())?;
        }
        Ok(training)
    }
}

pub(super) fn draft<G: Listed>(order: &Order<'_, G>, settings: &mut Settings<'_>) -> Result<Draft<G>, String> {
    let width = settings.whole(WIDTH)?;
    let blocks = settings.whole(BLOCKS)?;
    let sight = sight::<G>(settings)?;
    let options = Options {
        batch: settings.whole("batch")?,
        minibatch: settings.whole("minibatch")?,
        rate: (settings.real("rate")? as f32, settings.real("last-rate")? as f32),
        explore: (settings.real("explore")?, settings.real("last-explore")?),
        span: settings.whole("span")?,
        branch: branch(settings)?,
        trace: if settings.is_given("trace") { settings.real("trace")? as f32 } else { 1.0 },
        guessed: guessed::<G>(settings, &sight)?,
        policy: policy(settings)?,
        epochs: if settings.is_given(EPOCHS) && goal(settings)? == Goal::Policy { settings.whole(EPOCHS)? } else { 1 },
    };
    let critic = critic::<G>(settings, &sight)?;
    let series = series::<G>(settings, options.batch)?;
    let opposition = Opposition::<G>::read_league(order.rules, order.opponents)?;
    let text = opposition.text();
    let mut league = League::alone();
    let rival = settings.text("rival").to_string();
    if rival != NONE {
        settings.keep("rival", &rival);
    }
    match opposition {
        Opposition::Mirror if rival != NONE => league.past_share = settings.real("share")?,
        Opposition::Mirror => {}
        Opposition::SelfPlay | Opposition::Random if rival != NONE => {
            return Err(format!(
                "`rival={rival}` goes with `--opponents mirror`, or with players of the list and `past`: what they leave \
                 is played by the learner"
            ));
        }
        Opposition::SelfPlay => {
            league.past_share = settings.real("share")?;
            league.past_every = settings.whole("snapshot-every")?;
            league.past_most = settings.whole("pool")?;
        }
        Opposition::Random => {
            league.players_share = settings.real("share")?;
            league.players = vec![Arc::new(|| Ok(Box::new(Uniform)))];
        }
        Opposition::Players(players) => {
            league.players_share = settings.real("share")?;
            league.players = players.into_iter().map(|player| player.maker).collect();
            if settings.is_given("past") {
                league.past_share = settings.real("past")?;
                if rival == NONE {
                    league.past_every = settings.whole("snapshot-every")?;
                    league.past_most = settings.whole("pool")?;
                }
            } else if rival != NONE {
                return Err(format!(
                    "`rival={rival}` sits at the table in a share of the deals: say which with `past`"
                ));
            }
        }
    }
    let outputs = if options.guessed.is_some() { sight.hidden() } else { sight.outputs() };
    let shape = Shape { inputs: sight.inputs(), width, blocks, outputs };
    let from = match settings.keep_text("from").as_str() {
        NONE => None,
        file if options.guessed.is_some() => {
            // What it makes of a position is a start; what it tells is another thing.
            let moves = Shape { outputs: sight.outputs(), ..shape };
            let mut weights = mean::<G>("from", file, moves)?;
            weights.truncate(moves.place(Layer::Output).start);
            let fresh = shape.weights(sight.active(), order.seed);
            weights.extend_from_slice(&fresh[shape.place(Layer::Output).start..]);
            Some(weights)
        }
        file => Some(mean::<G>("from", file, shape)?),
    };
    let rival = (rival != NONE).then(|| in_size::<G>("rival", &rival, shape)).transpose()?;
    let (build, _) = machine::read(settings)?;
    let teacher = match settings.keep_text("teacher").as_str() {
        NONE => None,
        file => {
            let player = read(file).and_then(learned::<G>).map_err(|why| format!("`teacher={file}`: {why}"))?;
            Some(
                to_teach(&player, &sight)
                    .ok_or_else(|| format!("`teacher={file}` sees more than the learner: ask for `history=on`"))?,
            )
        }
    };
    let (rules, seed, layout) = (order.rules.clone(), order.seed, sight.layout());
    let plan = Plan { rules, seed, sight, shape, options, critic, league, series, from, teacher, rival, build };
    Ok(Draft::of::<Deep<G>>(plan, layout, shape.length(), text))
}

pub(super) fn idle(key: &str, _: &Settings<'_>) -> String {
    let why = match key {
        "share" => "with `--opponents mirror` the learner sits everywhere",
        "past" => "it is for players of the list as opponents; `share` says it for `self-play` and a `rival`",
        "tried" | "forgive" => "it is for positions that are `searched`, for a `critic` and for `learns=policy`",
        TEMPERATURE | ENTROPY | EPOCHS => "it is for `learns=policy`",
        _ => "it is for `--opponents self-play`",
    };
    format!(": {why}; leave it out")
}

/// What is searched, if anything.
fn branch(settings: &mut Settings<'_>) -> Result<Option<Branch>, String> {
    let chance = if settings.is_given("searched") { settings.real("searched")? } else { 0.0 };
    if chance <= 0.0 {
        return Ok(None);
    }
    if settings.text("teacher") != NONE {
        return Err("`searched` and `teacher` exclude each other: give one of them".to_string());
    }
    if settings.is_given("trace") {
        return Err("`searched` and `trace` exclude each other: give one of them".to_string());
    }
    let (width, forgive) = (settings.whole("tried")?, settings.real("forgive")? as f32);
    Ok(Some(Branch { chance, width, forgive }))
}

/// Deals of a table, one after the other.
fn series<G: Listed>(settings: &mut Settings<'_>, batch: usize) -> Result<Option<(usize, Opening<G>)>, String> {
    let deals = if settings.is_given(SERIES) { settings.whole(SERIES)? } else { 1 };
    if deals == 1 {
        return Ok(None);
    }
    let Some(series) = G::series() else {
        return Err(format!("`{SERIES}={deals}`: no deal of this game hands anything on to the next; leave it out"));
    };
    if !batch.is_multiple_of(deals) {
        return Err(format!("`{SERIES}={deals}`: `batch={batch}` is no multiple of it"));
    }
    Ok(Some((deals, series.open)))
}

/// What is to be learned.
fn goal(settings: &mut Settings<'_>) -> Result<Goal, String> {
    if settings.is_given(LEARNS) { settings.choice(LEARNS, &GOALS) } else { Ok(Goal::Moves) }
}

/// How a policy is learned, if one is.
fn policy(settings: &mut Settings<'_>) -> Result<Option<PolicyGradient>, String> {
    if goal(settings)? != Goal::Policy {
        return Ok(None);
    }
    for other in ["teacher", "searched"] {
        if settings.is_given(other) && settings.text(other) != NONE {
            return Err(format!("`learns=policy` and `{other}` exclude each other: give one of them"));
        }
    }
    Ok(Some(PolicyGradient {
        temperature: settings.real(TEMPERATURE)? as f32,
        entropy: settings.real(ENTROPY)? as f32,
        width: settings.whole("tried")?,
        level: (1.0 - settings.real("forgive")?) as f32,
    }))
}

/// Whether what is hidden is learned, and at how many positions.
fn guessed<G: Listed>(settings: &mut Settings<'_>, sight: &G::Sight) -> Result<Option<f64>, String> {
    if goal(settings)? != Goal::Hidden {
        return Ok(None);
    }
    if sight.hidden() == 0 {
        return Err(
            "`learns=hidden`: what nets see of this game has no bits for what is hidden; leave it out".to_string()
        );
    }
    if settings.text("teacher") == NONE {
        return Err("`learns=hidden` needs a `teacher`: the model that plays".to_string());
    }
    for other in [CRITIC, "searched", "trace", "rival"] {
        if settings.is_given(other) {
            return Err(format!("`learns=hidden` and `{other}` exclude each other: give one of them"));
        }
    }
    Ok(Some(GUESSED))
}

/// Whether a critic is heard, and how.
fn critic<G: Listed>(settings: &mut Settings<'_>, sight: &G::Sight) -> Result<Option<Critic>, String> {
    if !settings.is_given(CRITIC) || !settings.on_off(CRITIC)? {
        return Ok(None);
    }
    if sight.hidden() == 0 {
        return Err("`critic=on`: what nets see of this game has no bits for what is hidden; leave it out".to_string());
    }
    if settings.text("teacher") != NONE || settings.is_given("searched") {
        return Err("`critic` goes neither with `teacher` nor with `searched`: give one of them".to_string());
    }
    Ok(Some(Critic { width: settings.whole("tried")?, forgive: settings.real("forgive")? as f32 }))
}

/// No model.
const NONE: &str = "none";

/// The mean of the weights of some models, joined by +, in the learner's size.
fn mean<G: Listed>(key: &str, files: &str, shape: Shape) -> Result<Vec<f32>, String> {
    let mut sum = vec![0.0; shape.length()];
    let mut count = 0.0;
    for file in files.split('+') {
        count += 1.0;
        for (sum, weight) in sum.iter_mut().zip(in_size::<G>(key, file, shape)?) {
            *sum += f64::from(weight);
        }
    }
    Ok(sum.into_iter().map(|sum| (sum / count) as f32).collect())
}

/// The weights of a model in the learner's size: its net may be smaller, and see less.
fn in_size<G: Listed>(key: &str, file: &str, shape: Shape) -> Result<Vec<f32>, String> {
    let player = read(file).and_then(learned::<G>).map_err(|why| format!("`{key}={file}`: {why}"))?;
    let other = player.net().shape();
    if let Some(weights) = shape.grown(other, player.net().weights()) {
        return Ok(weights);
    }
    if other.inputs > shape.inputs {
        return Err(format!("`{key}={file}` sees more than the learner: ask for `history=on`"));
    }
    Err(format!(
        "`{key}={file}` has {} blocks of {} units: ask for `width={},blocks={}`, or for a multiple of its width and more blocks",
        other.blocks, other.width, other.width, other.blocks
    ))
}

/// What the net sees: with the history of play where that is asked for.
fn sight<G: Listed>(settings: &mut Settings<'_>) -> Result<G::Sight, String> {
    let plain = G::Sight::default();
    if !settings.is_given(HISTORY) || !settings.on_off(HISTORY)? {
        return Ok(plain);
    }
    plain
        .with_history()
        .ok_or_else(|| "`history=on`: what nets see of this game has no bits for it; leave it out".to_string())
}

/// A teacher's shape and weights, so that it sees what the learner sees; nothing if it needs more.
fn to_teach<G: Listed>(teacher: &NetPlayer<G, G::Sight>, sight: &G::Sight) -> Option<(Shape, Vec<f32>)> {
    let own = teacher.net().shape();
    let shape = Shape { inputs: sight.inputs(), ..own };
    Some((shape, shape.grown(own, teacher.net().weights())?))
}

/// Deep Monte Carlo at work.
pub(super) struct Deep<G: Listed> {
    training: RefCell<DmcTraining<G, G::Sight>>,
    /// Who plays, where the net itself does not.
    plays: Option<NetPlayer<G, G::Sight>>,
    /// Deals asked for: learned are whole batches of them.
    asked: u64,
}

impl<G: Listed> Learn<G> for Deep<G> {
    type Plan = Plan<G>;

    fn begin(mut plan: Plan<G>) -> Result<Self, String> {
        let weights = match plan.from.take() {
            Some(weights) => weights,
            None => plan.shape.weights(plan.sight.active(), plan.seed),
        };
        let plays = plan.plays()?;
        Ok(Deep { training: RefCell::new(plan.training(&weights)?), plays, asked: 0 })
    }

    fn restore(plan: Plan<G>, saved: &mut Saved) -> Result<Self, String> {
        let (asked, batch, length) = (saved.deals(), plan.options.batch as u64, plan.shape.length());
        let state = State {
            deals: asked / batch * batch,
            steps: saved.whole(STEPS)?,
            weights: saved.numbers(WEIGHTS)?,
            moments: Moments { first: saved.numbers(FIRST)?, second: saved.numbers(SECOND)? },
            pool: saved.numbers(POOL)?.chunks(length).map(<[f32]>::to_vec).collect(),
            critic: match plan.critic {
                Some(_) => {
                    let moments =
                        Moments { first: saved.numbers(CRITIC_FIRST)?, second: saved.numbers(CRITIC_SECOND)? };
                    Some((saved.numbers(CRITIC_WEIGHTS)?, moments))
                }
                None => None,
            },
        };
        let lists = [&state.weights, &state.moments.first, &state.moments.second];
        if lists.into_iter().chain(&state.pool).any(|list| list.len() != length) {
            return Err(MISFIT.to_string());
        }
        let plays = plan.plays()?;
        let mut training = plan.training(&state.weights)?;
        training.restore(state).map_err(|why| why.to_string())?;
        Ok(Deep { training: RefCell::new(training), plays, asked })
    }

    fn deals(&self) -> u64 {
        self.asked
    }

    fn advance(&mut self, deals: u64) -> Result<(), String> {
        self.asked += deals;
        let training = self.training.get_mut();
        while training.deals() + training.options().batch as u64 <= self.asked {
            training.batch().map_err(|why| why.to_string())?;
        }
        Ok(())
    }

    fn note(&self) -> Option<String> {
        let training = self.training.borrow();
        (training.steps() > 0).then(|| format!("loss {:.4}", training.loss()))
    }

    fn player(&self) -> Result<Maker<G>, String> {
        match &self.plays {
            Some(player) => Ok(same(player.clone())),
            None => self.training.borrow_mut().player().map(same).map_err(|why| why.to_string()),
        }
    }

    fn model<'a>(&'a self, model: Model<'a>) -> Result<Model<'a>, String> {
        let net = self.training.borrow_mut().net().map_err(|why| why.to_string())?;
        Ok(model.with_halves(WEIGHTS, net.weights()))
    }

    fn checkpoint<'a>(&'a self, model: Model<'a>) -> Result<Model<'a>, String> {
        let state = self.training.borrow_mut().state().map_err(|why| why.to_string())?;
        let model = model
            .with(WEIGHTS, state.weights)
            .with(FIRST, state.moments.first)
            .with(SECOND, state.moments.second)
            .with(POOL, state.pool.concat())
            .with_state(STEPS, state.steps);
        Ok(match state.critic {
            Some((weights, moments)) => model
                .with(CRITIC_WEIGHTS, weights)
                .with(CRITIC_FIRST, moments.first)
                .with(CRITIC_SECOND, moments.second),
            None => model,
        })
    }
}
