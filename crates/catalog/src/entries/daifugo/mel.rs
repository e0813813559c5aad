use std::mem::take;
use std::sync::Arc;

use kirifuda_arena::Maker;
use kirifuda_games::daifugo::{Daifugo, Rules};
use kirifuda_learn::model::{Header, Model};
use kirifuda_learn::play_values::{
    Course, Fade, Opponents, Options, PlayValueTraining, Player as MelPlayer, State, Task, Update, Values,
};
use kirifuda_play::{Episode, Named, Phrase, Seat, Word, named, word, words};
use kirifuda_players::common::{Chart, Explanation, Sentence};
use kirifuda_players::daifugo::{Explore, Following, PlayEvaluation, Scope, Ties, rank_name};
use serde_json::{Value, json};

use super::shipped::mel as shipped;
use crate::listed::same;
use crate::shipped::{MODEL, check, model_of};
use crate::trainers::{Draft, Explained, Learn, MISFIT, Opposition, Order, Saved, Trainer, made, recorded};
use crate::{Pace, Player, Setting, Settings, Spec};

/// The name of learner and player.
pub(crate) const LEARNER: &str = "mel";

/// The learner of the list.
pub(crate) fn trainer() -> Trainer<Daifugo> {
    let about = "play-evaluation learning: which pairs to keep, by the value of every play (paper 003)";
    Trainer {
        explain: Some(explain),
        idle: |_, _| ": with `--opponents mirror` all seats learn".to_string(),
        adapt: Some(adapt),
        ..Trainer::new(LEARNER, about, SETTINGS, "psinallstate", draft)
    }
}

/// The player that plays what the learner of the same name has learned.
pub(crate) fn player() -> Player<Daifugo> {
    Player {
        name: LEARNER,
        about: "play-evaluation learning, trained (UseMEL of paper 003): `kirifuda train`",
        settings: PLAYER_SETTINGS,
        pace: Pace::Quick,
        models: &[LEARNER],
        budget: None,
        build,
    }
}

/// What can be set.
pub const SETTINGS: &[Setting] = &[
    Setting::choice("following", &words(&FOLLOWING), "larger", "which ranks are kept back when following"),
    Setting::choice("explore", &words(&EXPLORE), "size", "what is tried"),
    Setting::choice("ties", &words(&TIES), "smaller", "which of equally valued plays is made"),
    Setting::choice("update", &words(&UPDATES), "mean", "what a reward does to a value"),
    Setting::real("step", 0.0..=1.0, "0.003", "α: the share of the error that a game closes"),
    fading("step-fade", "when the step is halved"),
    Setting::real("start", -1000.0..=1000.0, "1", "V₀: the value of a play never made"),
    Setting::real("epsilon", 0.0..=1.0, "0.05", "ε: how often another play is tried"),
    fading("epsilon-fade", "when ε is halved"),
    Setting::whole("learners", 1..=6, "1", "seats at which it sits and learns; for players as opponents"),
    Setting::switch("joker", "off", "groups and sequences with the joker are valued, too"),
    Setting::switch("sequences", "off", "sequences are valued, too"),
    Setting::switch("revolution", "off", "plays have values of their own while low beats high"),
    Setting::switch("passing", "off", "to pass, though something could be played, is valued, too"),
];

const FOLLOWING: [Named<Following>; 2] = [
    named("larger", Following::Larger, "those of which more are better played at once: B′"),
    named("exact", Following::Exact, "all of which another number is: B"),
];
const EXPLORE: [Named<Explore>; 2] =
    [named("size", Explore::Size, "another number of the lowest rank"), named("any", Explore::Any, "any play")];

const TIES: [Named<Ties>; 2] =
    [named("smaller", Ties::Smaller, "the one of fewer cards"), named("larger", Ties::Larger, "the one of more")];
const UPDATES: [Named<Update>; 2] =
    [named("mean", Update::Mean, "V + α (R − V)"), named("sum", Update::Sum, "V + α R")];

const fn fading(name: &'static str, about: &'static str) -> Setting {
    const AFTER: &[Word] = &[word("games", "after N games"), word("visits", "after N plays of the same kind")];
    const NEVER: &[Word] = &[word("off", "never")];
    Setting::tagged(name, AFTER, 1..=1_000_000_000_000, "off", about).or(NEVER)
}

const PLAYER_SETTINGS: &[Setting] = &[MODEL];

const VALUES: &str = "values";
const VISITS: &str = "visits";
const SCORE: &str = "score";

fn build(rules: &Rules, spec: &Spec) -> Result<Maker<Daifugo>, String> {
    let mut model = model_of::<Daifugo>(rules, LEARNER, spec.value("model", PLAYER_SETTINGS))?;
    let (task, values) = model.shared(|model| {
        let (task, values) = learned(take(model))?;
        Ok((task, Arc::new(values)))
    })?;
    Ok(same(MelPlayer::new(task, values)))
}

/// What a model of `mel` has learned.
pub fn learned(mut model: Model<'_>) -> Result<(PlayEvaluation, Values), String> {
    check::<Daifugo>(&model.header, LEARNER)?;
    let task = task(&mut Settings::new(&recorded(&model.header), SETTINGS))?;
    if model.header.layout != task.layout() {
        let (layout, program) = (&model.header.layout, &model.header.program);
        return Err(format!("its layout `{layout}` (program {program}) is not that of this program: train again"));
    }
    let visits = visits(&model.header);
    let values = model.take(VALUES).unwrap_or_default();
    let found = values.len();
    let values = Values::restore(task.shape(), values, visits.unwrap_or_default())
        .ok_or_else(|| format!("{found} values, but there are {} plays: train again", task.shape().places()))?;
    match values.values().iter().all(|value| value.is_finite()) {
        true => Ok((task, values)),
        false => Err("a value is not a number: train again".to_string()),
    }
}

/// What the deals of a training of `mel` were worth to it so far, in all, by its checkpoint.
pub fn score(checkpoint: &Header) -> Option<f64> {
    checkpoint.state.get(SCORE)?.as_f64()
}

fn visits(header: &Header) -> Option<Vec<u64>> {
    header.state.get(VISITS)?.as_array()?.iter().map(Value::as_u64).collect()
}

fn task(settings: &mut Settings<'_>) -> Result<PlayEvaluation, String> {
    Ok(PlayEvaluation {
        following: settings.choice("following", &FOLLOWING)?,
        explore: settings.choice("explore", &EXPLORE)?,
        ties: settings.choice("ties", &TIES)?,
        scope: Scope {
            joker: settings.on_off("joker")?,
            sequences: settings.on_off("sequences")?,
            revolution: settings.on_off("revolution")?,
            passing: settings.on_off("passing")?,
        },
    })
}

fn options(settings: &mut Settings<'_>) -> Result<Options, String> {
    Ok(Options {
        step: settings.real("step")? as f32,
        update: settings.choice("update", &UPDATES)?,
        step_fade: fade(settings, "step-fade")?,
        start: settings.real("start")? as f32,
        epsilon: settings.real("epsilon")?,
        epsilon_fade: fade(settings, "epsilon-fade")?,
    })
}

/// `off`, `games:N` or `visits:N`.
fn fade(settings: &mut Settings<'_>, key: &str) -> Result<Fade, String> {
    let fade = match settings.tagged(key)? {
        Some(("games", half)) => Fade::Games(half),
        Some((_, half)) => Fade::Visits(half),
        None => Fade::Never,
    };
    settings.keep_text(key);
    Ok(fade)
}

fn draft(order: &Order<'_, Daifugo>, settings: &mut Settings<'_>) -> Result<Draft<Daifugo>, String> {
    let (task, options) = (task(settings)?, options(settings)?);
    let opposition = Opposition::<Daifugo>::read(order.rules, order.opponents)?;
    let text = opposition.text();
    let opponents = match opposition {
        Opposition::Random => Opponents::Random,
        Opposition::Mirror => Opponents::Mirror,
        Opposition::Players(players) => Opponents::Players(made(&players)?),
        Opposition::SelfPlay => {
            return Err(format!(
                "opponents `{text}`: it learns against players (`psunder12`, `default`, …) or itself (`mirror`)"
            ));
        }
    };
    let learners = match &opponents {
        Opponents::Mirror => usize::from(order.rules.players),
        _ => learners(settings, order.rules.players)?,
    };
    let course = Course { learners, ..Course::new(*order.rules, opponents, order.seed) };
    let (layout, places) = (task.layout(), task.shape().places());
    Ok(Draft::of::<PlayValueTraining<Daifugo, PlayEvaluation>>((task, options, course), layout, places, text))
}

/// At most one for each seat.
fn learners(settings: &mut Settings<'_>, seats: u8) -> Result<usize, String> {
    let learners: usize = settings.whole("learners")?;
    if learners > usize::from(seats) {
        return Err(format!("`learners={learners}`: allowed are whole numbers from 1 to {seats}"));
    }
    Ok(learners)
}

/// A finished model does not tell what its training scored.
fn adapt(model: &mut Model<'static>) {
    model.header.state.insert(SCORE.to_string(), json!(0.0));
}

impl Learn<Daifugo> for PlayValueTraining<Daifugo, PlayEvaluation> {
    type Plan = (PlayEvaluation, Options, Course<Daifugo>);

    fn begin((task, options, course): Self::Plan) -> Result<Self, String> {
        Ok(PlayValueTraining::new(course, task, options))
    }

    fn restore((task, options, course): Self::Plan, saved: &mut Saved) -> Result<Self, String> {
        let state = State {
            deals: saved.deals(),
            visits: saved.wholes(VISITS)?,
            score: saved.real(SCORE)?,
            values: saved.numbers(VALUES)?,
        };
        PlayValueTraining::restore(course, task, options, state).ok_or_else(|| MISFIT.to_string())
    }

    fn deals(&self) -> u64 {
        self.deals()
    }

    fn advance(&mut self, deals: u64) -> Result<(), String> {
        self.advance(deals);
        Ok(())
    }

    fn study(&mut self, episode: &Episode<Daifugo>, seats: &[Seat]) -> Result<(), String> {
        self.study(episode, seats);
        Ok(())
    }

    fn player(&self) -> Result<Maker<Daifugo>, String> {
        Ok(same(self.player()))
    }

    fn model<'a>(&'a self, model: Model<'a>) -> Result<Model<'a>, String> {
        let values = self.learner().values();
        Ok(model.with(VALUES, values.values()).with_state(VISITS, json!(values.all_visits())))
    }

    fn checkpoint<'a>(&'a self, model: Model<'a>) -> Result<Model<'a>, String> {
        Ok(Learn::model(self, model)?.with_state(SCORE, self.score()))
    }
}

/// For each rank and number held of it: how many to play at once, the most used first; and what was learned of all plays.
fn explain(explained: Explained<'_, Daifugo>, count: usize) -> Result<Explanation, String> {
    let (_, values) = match explained {
        Explained::Model(model) => learned(*model)?,
        Explained::Shipped(rules) => learned(shipped(rules).model().map_err(|why| why.to_string())?)?,
    };
    let mut rules = Vec::new();
    for (rank, held) in (0..RANKS).flat_map(|rank| (2..=4).map(move |held| (rank, held))) {
        let place = |played| PlayEvaluation::place_of(rank, held, played);
        let uses: u64 = (1..=held).map(|played| values.visits(place(played))).sum();
        let mut by_value: Vec<u8> = (1..=held).filter(|&played| values.visits(place(played)) > 0).collect();
        by_value.sort_by(|&one, &other| values.get(place(other)).total_cmp(&values.get(place(one))));
        let [best, next, ..] = *by_value else { continue };
        let then = match best {
            best if best == held => Phrase::new("say.together"),
            1 => Phrase::new("say.one-by-one"),
            best => Phrase::new("say.at-once").with("n", best),
        };
        rules.push(Sentence {
            when: vec![Phrase::new("say.held").with("n", held).with("rank", said_rank(rank))],
            then,
            uses: uses as f32,
            strength: values.get(place(best)) - values.get(place(next)),
        });
    }
    rules.sort_by(|one, other| other.uses.total_cmp(&one.uses));
    rules.truncate(count);
    Ok(Explanation { charts: charts(&values), rules })
}

const RANKS: u8 = 13;

/// What keeping a pair together brings, and what every play is worth.
fn charts(values: &Values) -> Vec<Chart> {
    let value = |rank: u8, held: u8, played: u8| {
        let place = PlayEvaluation::place_of(rank, held, played);
        (values.visits(place) > 0).then(|| values.get(place))
    };
    let pair = |rank: u8| Some(value(rank, 2, 2)? - value(rank, 2, 1)?);
    let plays: Vec<(u8, u8)> = (1..=4).flat_map(|held| (1..=held).map(move |played| (held, played))).collect();
    let name = |&(held, played): &(u8, u8)| Phrase::new("say.of-held").with("n", played).with("all", held);
    let chart = |title, rows: Vec<Phrase>, values: Vec<Vec<Option<f32>>>| {
        let columns = (0..RANKS).map(|rank| Phrase::text(said_rank(rank))).collect();
        Chart { title, rows, columns, values, truth: Vec::new() }
    };
    let of_play = |&(held, played): &(u8, u8)| (0..RANKS).map(|rank| value(rank, held, played)).collect();
    vec![
        chart("picture.pairs", vec![Phrase::new("say.pair")], vec![(0..RANKS).map(pair).collect()]),
        chart("picture.plays", plays.iter().map(name).collect(), plays.iter().map(of_play).collect()),
    ]
}

/// A rank as people write it.
fn said_rank(rank: u8) -> String {
    match rank_name(rank) {
        'T' => "10".to_string(),
        name => name.to_string(),
    }
}
