use kirifuda_arena::Maker;
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_learn::falcon::{Course, FalconTraining, Memory, Opponents, Task};
use kirifuda_learn::model::Model;
use kirifuda_play::{Episode, Items, Seat, named, suggest, word, words};
use kirifuda_players::hearts::falcon::{HeartsTask, Networks, best, numbers, seat};
use kirifuda_players::hearts::{ACTION_SETS, Percept, Side};

use super::explain::explain;
use super::guard::{self, DANGER, POINTS_BELOW, QUEEN_BELOW};
use super::mode::{KINDS, MODES, Mode, SIGNALS, STARTS, With};
use crate::trainers::{
    Draft, Learn, MIRROR, MISFIT, NO_PERCEPTS, Opposition, Order, PerceptChoice, Saved, Trainer, made,
};
use crate::{Setting, Settings, contestant};

/// The name of learner and player.
pub(crate) const LEARNER: &str = "falcon";

/// The learner of the list.
pub fn trainer() -> Trainer<Hearts> {
    let about = "FALCON: fuzzy-ART networks over percepts and actions (papers 000 and 002)";
    Trainer {
        percepts: PERCEPTS,
        explain: Some(explain),
        idle: |_, settings| format!(" (`mode={}`): leave it out", settings.text("mode")),
        adapt: Some(adapt),
        ..Trainer::new(LEARNER, about, SETTINGS, "stock", draft)
    }
}

/// What can be set.
pub const SETTINGS: &[Setting] = &[
    Setting::choice("mode", &words(&MODES), "average", "how it learns"),
    Setting::list("lead", Items::Percepts, "hand-picked", "percepts when leading").or(&[
        word(NO_PERCEPTS, ""),
        word("hand-picked", "6+14+15"),
        word("automatic", "paper 002"),
        word("best", "the best found"),
    ]),
    Setting::list("follow", Items::Percepts, "hand-picked", "percepts when following").or(&[
        word(NO_PERCEPTS, ""),
        word("hand-picked", "0+3+9+10+11"),
        word("automatic", "paper 002"),
        word("best", "the best found"),
    ]),
    Setting::choice(
        "actions",
        &[
            word("new", "paper 000"),
            word("previous", "the work before it"),
            word("ducking", "the same with the highest card that does not win"),
        ],
        "new",
        "what can be done",
    ),
    Setting::choice(
        "networks",
        &[
            word("52", "one for each trick and place in it"),
            word("16", "for each quarter of the deal and place"),
            word("4", "for each place"),
        ],
        "52",
        "how many networks there are",
    ),
    Setting::whole(
        "plan",
        1..=1_000_000_000_000,
        "100000",
        "deals that the training is planned for: steps and exploration fall, and opponents change, over so many",
    ),
    Setting::real("explore", 0.0..=1.0, "auto", "how often any action is tried")
        .or(&[word("auto", "0.2 for average, 0.5 for td-falcon, 0 for the others")]),
    Setting::real("explore-end", 0.0..=1.0, "auto", "the same at the end of the plan")
        .or(&[word("auto", "as at the start, 0.005 for td-falcon")]),
    Setting::real("lean", 0.0..=1e6, "50", "average: a mean over all tricks counts as so many deals"),
    Setting::real("doubt", 0.0..=1e6, "3", "average: the mean over all tricks leans on 0 with this weight"),
    Setting::switch(
        "alike",
        "off",
        "average: all actions that name the same card learn from it, not only the one chosen",
    ),
    Setting::choice("signal", &words(&SIGNALS), "rest", "average: what the mean is taken of"),
    Setting::real(
        "reward",
        0.0..=1e6,
        "7",
        "as-printed, resonant: what a good deal takes off the actions not taken; average with signal=printed: what it is worth",
    ),
    Setting::choice("start", &words(&STARTS), "printed", "as-printed: what feedback weights begin as"),
    Setting::switch("complement", "off", "as-printed: percepts with their complements, as fuzzy ART has them"),
    Setting::choice("kind", &words(&KINDS), "tan", "td-falcon: which"),
    Setting::real("step", 0.0..=1.0, "auto", "td-falcon: TD step").or(&[word("auto", "0.5")]),
    Setting::real("discount", 0.0..=1.0, "auto", "td-falcon: what a reward one move later counts")
        .or(&[word("auto", "0.9")]),
    Setting::real("rate", 0.0..=1.0, "auto", "td-falcon: β").or(&[word("auto", "0.5, for table 1")]),
    Setting::real("vigilance", 0.0..=1.0, "auto", "td-falcon: ρ of the percepts")
        .or(&[word("auto", "0.2, for table 1")]),
    Setting::real("reward-vigilance", 0.0..=1.0, "auto", "td-falcon: ρ of the reward")
        .or(&[word("auto", "0.5, for table 0")]),
    DANGER,
    QUEEN_BELOW,
    POINTS_BELOW,
    Setting::player("lead-by", "off", "another player leads, and FALCON only follows")
        .or(&[word("off", "")])
        .private()
        .stays(),
    Setting::player("follow-by", "off", "another player follows, and FALCON only leads")
        .or(&[word("off", "")])
        .private()
        .stays(),
];

/// What can be selected automatically.
const PERCEPTS: &[PerceptChoice] = &[
    PerceptChoice { side: "lead", names: || names(Side::Lead) },
    PerceptChoice { side: "follow", names: || names(Side::Follow) },
];

fn names(side: Side) -> Vec<(String, &'static str, &'static str)> {
    side.percepts().iter().map(|percept| (percept.number.to_string(), percept.name, percept.about)).collect()
}

/// Settings that decide what is sensed and done, read alike for a training and for a model.
pub(super) struct Body {
    pub task: HeartsTask,
    pub mode: Mode,
    /// Who plays the side that FALCON does not.
    pub partner: Option<Maker<Hearts>>,
}

impl Body {
    pub fn read(settings: &mut Settings<'_>, rules: &Rules) -> Result<Body, String> {
        let mode = Mode::read(settings)?;
        let lead = percepts(settings, Side::Lead)?;
        let follow = percepts(settings, Side::Follow)?;
        let actions = settings.choice("actions", &ACTION_SETS.map(|set| named(set.name, set, "")))?;
        let networks = settings.choice("networks", &Networks::ALL.map(|(name, value)| named(name, value, "")))?;
        let mut task = HeartsTask::new(&lead, &follow, actions, networks)?;
        let mut partner = None;
        for (key, own) in [("lead-by", Side::Follow), ("follow-by", Side::Lead)] {
            let text = settings.keep_text(key);
            if settings.word(key).is_some() {
                continue;
            }
            if partner.is_some() {
                return Err("`lead-by` and `follow-by` leave nothing to FALCON: keep one of them".to_string());
            }
            let other = contestant::<Hearts>(rules, &text).map_err(|why| format!("`{key}={text}`: {why}"))?;
            partner = Some(other.maker);
            task = task.only(own);
        }
        Ok(Body { task, mode, partner })
    }
}

/// The percepts of a side.
fn percepts(settings: &mut Settings<'_>, side: Side) -> Result<Vec<Percept>, String> {
    let key = side.to_string();
    let text = settings.text(&key).to_string();
    let known = side.percepts();
    let listed = |numbers: &[u8]| -> Vec<Percept> { numbers.iter().map(|&number| known[number as usize]).collect() };
    let mut chosen: Vec<Percept> = match text.as_str() {
        NO_PERCEPTS => Vec::new(),
        "hand-picked" => listed(side.hand_picked()),
        "automatic" => listed(side.automatic()),
        "best" => listed(best(side)),
        text => {
            let mut chosen = Vec::new();
            for part in text.split('+').map(str::trim) {
                let percept = side.percept(part).ok_or_else(|| {
                    let last = known.len().saturating_sub(1);
                    let near = suggest::nearest(part, known.iter().map(|percept| percept.name));
                    let near = near.first().map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"));
                    format!("`{key}={text}`: there is no percept `{part}`{near}; allowed are numbers from 0 to {last} or names, joined by `+` (docs/games/hearts.md)")
                })?;
                chosen.push(*percept);
            }
            chosen
        }
    };
    chosen.sort_by_key(|percept| percept.number);
    if let Some(pair) = chosen.windows(2).find(|pair| pair[0].number == pair[1].number) {
        return Err(format!("`{key}={text}`: percept {} is there twice; keep one", pair[0].number));
    }
    settings.keep(&key, numbers(&chosen));
    Ok(chosen)
}

fn draft(order: &Order<'_, Hearts>, settings: &mut Settings<'_>) -> Result<Draft<Hearts>, String> {
    let Body { task, mode, partner } = Body::read(settings, order.rules)?;
    let plan = settings.whole("plan")?;
    let exploration = exploration(settings, &mode)?;
    let guard = guard::read(settings)?;
    let (opponents, text) = opponents(order)?;
    let course = Course {
        rules: *order.rules,
        seed: order.seed,
        opponents,
        plan,
        exploration,
        partner: partner.as_ref().map(|maker| maker()).transpose().map_err(|why| why.to_string())?,
        filter: guard.map(|guard| guard.filter()),
    };
    Ok(mode.with(Ordered { task, course, partner, text }))
}

fn exploration(settings: &mut Settings<'_>, mode: &Mode) -> Result<[f64; 2], String> {
    let [own_start, own_end] = mode.exploration();
    let mut read = |key: &str, auto: f64| match settings.word(key) {
        Some(_) => {
            settings.keep(key, auto);
            Ok(auto)
        }
        None => settings.real(key),
    };
    let start = read("explore", own_start)?;
    let end = if own_end < own_start { own_end.min(start) } else { start };
    Ok([start, read("explore-end", end)?])
}

/// Players that take turns: `stock`, `stock then mc`, `stock+jake+random then jake`; or `mirror`.
fn opponents(order: &Order<'_, Hearts>) -> Result<(Vec<Opponents<Hearts>>, String), String> {
    let (mut phases, mut texts) = (Vec::new(), Vec::new());
    let parts: Vec<&str> = order.opponents.split(" then ").collect();
    for part in &parts {
        let opposition = Opposition::<Hearts>::read(order.rules, part)?;
        texts.push(opposition.text());
        match opposition {
            Opposition::Random => phases.push(Opponents::Random),
            Opposition::Players(players) => phases.push(Opponents::Players(made(&players)?)),
            Opposition::Mirror if parts.len() == 1 => return Ok((vec![Opponents::Mirror], texts.concat())),
            Opposition::Mirror | Opposition::SelfPlay => {
                return Err(format!(
                    "opponents `{part}`: FALCON learns against players (`stock`, `stock then mc`) or against itself (`mirror` alone)"
                ));
            }
        }
    }
    Ok((phases, texts.join(" then ")))
}

/// A model holds all that was learned; whoever sat there while it learned will not again.
fn adapt(model: &mut Model<'static>) {
    model.header.opponents = MIRROR.to_string();
}

/// What was ordered, for any mode.
struct Ordered {
    task: HeartsTask,
    course: Course<Hearts>,
    partner: Option<Maker<Hearts>>,
    text: String,
}

impl With for Ordered {
    type Output = Draft<Hearts>;

    fn with<M: Memory>(self, options: &M::Options) -> Self::Output {
        let (layout, shape) = (self.task.layout(), self.task.shape());
        let plan = (self.task, self.course, self.partner, options.clone());
        Draft::of::<Falcon<M>>(plan, &layout, shape.networks * shape.actions, self.text)
    }
}

/// A training in any mode.
struct Falcon<M> {
    training: FalconTraining<Hearts, HeartsTask, M>,
    partner: Option<Maker<Hearts>>,
}

impl<M: Memory> Learn<Hearts> for Falcon<M> {
    type Plan = (HeartsTask, Course<Hearts>, Option<Maker<Hearts>>, M::Options);

    fn begin((task, course, partner, options): Self::Plan) -> Result<Self, String> {
        Ok(Falcon { training: FalconTraining::new(course, task, &options), partner })
    }

    fn restore((task, course, partner, options): Self::Plan, saved: &mut Saved) -> Result<Self, String> {
        let memory = M::restore(task.shape(), &options, &mut |name| saved.bits(name)).ok_or(MISFIT)?;
        Ok(Falcon { training: FalconTraining::restore(course, task, memory, saved.deals()), partner })
    }

    fn deals(&self) -> u64 {
        self.training.deals()
    }

    fn advance(&mut self, deals: u64) -> Result<(), String> {
        self.training.advance(deals);
        Ok(())
    }

    fn study(&mut self, episode: &Episode<Hearts>, seats: &[Seat]) -> Result<(), String> {
        self.training.study(episode, seats);
        Ok(())
    }

    fn player(&self) -> Result<Maker<Hearts>, String> {
        let training = &self.training;
        Ok(seat(training.task().clone(), training.memory().clone(), self.partner.clone(), None))
    }

    fn model<'a>(&'a self, model: Model<'a>) -> Result<Model<'a>, String> {
        let parts = self.training.memory().parts().into_iter();
        Ok(parts.fold(model, |model, (name, values)| model.with(name, values)))
    }
}
