use anyhow::{Result, anyhow, bail};
use kirifuda_catalog::trainers::{NO_PERCEPTS, Trainer, Wish, start};
use kirifuda_catalog::{Listed, Spec, games};
use kirifuda_learn::select::{Fast, Greedy, Size, Trial};
use kirifuda_play::{Rules, suggest};
use serde::{Deserialize, Serialize};

use crate::args::{self, SelectOptions};
use crate::seating::Choice;

/// Everything that determines a selection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    pub game: String,
    pub rules: String,
    /// The learner with its settings, but for the percepts to be selected.
    pub learner: String,
    pub side: String,
    /// Numbers of the percepts that may be chosen.
    pub among: Vec<String>,
    /// Numbers of the percepts to start with.
    pub from: Vec<String>,
    /// Who sits at the other seats in learning.
    pub opponents: String,
    /// Who sits at the other seats in examinations.
    pub against: String,
    /// What is measured: [`PAYOFF`] or a measure of the game.
    pub measure: String,
    pub seed: u64,
    /// The budget is not part of it: it may be changed later.
    pub procedure: Procedure,
}

/// So many percepts are taken to be chosen where the cost of a selection is foretold: paper 002 chose five.
const CHOSEN: usize = 5;

/// How the set is found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Procedure {
    Printed(Greedy),
    Fast(Fast),
}

/// The measure that every game has; higher is better.
pub const PAYOFF: &str = "payoff";
/// Said of a measure that can be made as small as possible.
const LOWER: &str = "lower is better";
/// The measure of paper 002.
const RATIO: &str = "penalty_ratio";
/// The name of the setting that tells a learner for how many deals it shall plan.
pub const PLAN: &str = "plan";

/// What a learner's percepts are selected from.
pub struct Candidates {
    /// Their numbers as text, in the order of the list.
    pub numbers: Vec<String>,
    pub names: Vec<&'static str>,
    pub abouts: Vec<&'static str>,
    side: String,
}

impl Candidates {
    /// The percepts of the side of the learner that are asked for.
    pub fn find<G: Listed>(options: &SelectOptions) -> Result<Candidates> {
        let trainer = learner::<G>(options.learner.as_deref())?.0;
        let Some(choice) = trainer.percepts.iter().find(|choice| choice.side == options.side) else {
            let sides = trainer.percepts.iter().map(|choice| choice.side);
            bail!(
                "--side {}: learner `{}` has no such side{}",
                options.side,
                trainer.name,
                suggest::remedy(&options.side, sides)
            );
        };
        let mut found =
            Candidates { numbers: Vec::new(), names: Vec::new(), abouts: Vec::new(), side: options.side.clone() };
        for (number, name, about) in (choice.names)() {
            found.numbers.push(number);
            found.names.push(name);
            found.abouts.push(about);
        }
        Ok(found)
    }

    /// Only these, which are among them.
    pub fn among(&self, numbers: &[String]) -> Result<Candidates> {
        let mut few =
            Candidates { numbers: Vec::new(), names: Vec::new(), abouts: Vec::new(), side: self.side.clone() };
        for number in numbers {
            let place = self.place(number).ok_or_else(|| self.unknown("--among", number))?;
            few.numbers.push(number.clone());
            few.names.push(self.names[place]);
            few.abouts.push(self.abouts[place]);
        }
        Ok(few)
    }

    /// The place of a percept in the list, by number or name.
    pub fn place(&self, word: &str) -> Option<usize> {
        let named = || self.names.iter().position(|name| *name == word);
        self.numbers.iter().position(|number| number == word).or_else(named)
    }

    /// `6+14+15`, or `none`: the value of the setting.
    pub fn text(&self, set: &[usize]) -> String {
        if set.is_empty() {
            return NO_PERCEPTS.to_string();
        }
        set.iter().map(|&place| self.numbers[place].as_str()).collect::<Vec<_>>().join("+")
    }

    /// The numbers, in the order of the list, that `6+14+15`, `0-15+20`, names joined by `+`, or `none` stand for.
    fn read(&self, option: &str, text: &str) -> Result<Vec<String>> {
        let mut chosen = vec![false; self.numbers.len()];
        for word in text.split('+').map(str::trim).filter(|_| text.trim() != NO_PERCEPTS) {
            if let Some(place) = self.place(word) {
                chosen[place] = true;
                continue;
            }
            let ends = word.split_once('-').and_then(|(first, last)| Some((self.place(first)?, self.place(last)?)));
            match ends {
                Some((first, last)) if first <= last => chosen[first..=last].fill(true),
                _ => return Err(self.unknown(option, word)),
            }
        }
        Ok(self.numbers.iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(number, _)| number.clone()).collect())
    }

    fn unknown(&self, option: &str, word: &str) -> anyhow::Error {
        let near = suggest::nearest(word, self.names.iter().copied());
        let near = near.first().map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"));
        anyhow!(
            "{option}: there is no percept `{word}` for {}{near}; write numbers joined by `+`, a range such as `{}-{}`, or \
             `{NO_PERCEPTS}`",
            self.side,
            self.numbers.first().map_or("", String::as_str),
            self.numbers.last().map_or("", String::as_str)
        )
    }
}

impl Order {
    /// What is asked for; what is left out is as it was in `kept`, or has its default. Refuses to go on with another
    /// selection than the kept one.
    pub fn new<G: Listed>(
        options: &SelectOptions,
        choice: &Choice,
        candidates: &Candidates,
        kept: Option<&Order>,
    ) -> Result<Order> {
        let book = G::Rules::book();
        let rules = match (choice.given_rules::<G::Rules>()?, kept) {
            (None, Some(kept)) => kept.rules.clone(),
            (given, _) => book.text(&given.map_or_else(|| choice.rules(), Ok)?),
        };
        let procedure = match kept {
            Some(kept) if !names_procedure(options) => kept.procedure.clone(),
            _ => Procedure::new(options, book.parse(&rules)?.seats() as u64)?,
        };
        let learner_text = match (&options.learner, kept) {
            (None, Some(kept)) => kept.learner.clone(),
            (given, _) => full_learner::<G>(given.as_deref(), &options.side, &procedure)?.to_string(),
        };
        let percepts = |option: &str, given: &Option<String>, kept: Option<&Vec<String>>| match (given, kept) {
            (Some(text), _) => candidates.read(option, text).map(Some),
            (None, kept) => Ok(kept.cloned()),
        };
        let among = percepts("--among", &options.among, kept.map(|kept| &kept.among))?;
        let among = among.unwrap_or_else(|| candidates.numbers.clone());
        let from = percepts("--from", &options.from, kept.map(|kept| &kept.from))?.unwrap_or_default();
        if let Some(number) = from.iter().find(|number| !among.contains(number)) {
            bail!("--from: percept {number} is not among those of --among: add it there, or leave it out here");
        }
        if among.is_empty() {
            bail!("--among {NO_PERCEPTS}: there is nothing to select from; name some percepts, or leave it out");
        }
        if matches!(procedure, Procedure::Printed(_)) && !from.is_empty() {
            bail!("--from: the printed procedure starts from nothing; leave it out, or use --procedure fast");
        }
        let against = options.against.clone().or(kept.map(|kept| kept.against.clone()));
        let against = against.map_or_else(|| usual_player::<G>(&procedure), Ok)?;
        let measure = options.measure.clone().or(kept.map(|kept| kept.measure.clone()));
        let opponents = options.opponents.clone().or(kept.map(|kept| kept.opponents.clone()));
        let mut order = Order {
            game: G::NAME.to_string(),
            rules,
            side: options.side.clone(),
            among,
            from,
            opponents: String::new(),
            against,
            measure: measure_of::<G>(measure.as_deref())?,
            seed: options.seed.or(kept.map(|kept| kept.seed)).unwrap_or(1),
            procedure,
            learner: learner_text,
        };
        order.opponents = opponents.map_or_else(|| order.usual_opponents::<G>(), Ok)?;
        match kept {
            Some(kept) => order.refuse_other_than(kept).map(|()| order),
            None => Ok(order),
        }
    }

    /// The rules.
    pub fn parsed_rules<R: Rules>(&self) -> Result<R> {
        Ok(R::book().parse(&self.rules)?)
    }

    /// Where the game and the learner have them: rule players, and for the printed procedure after these Monte Carlo, as in
    /// paper 002.
    fn usual_opponents<G: Listed>(&self) -> Result<String> {
        let usual = if self.procedure.is_fast() { "stock" } else { "stock then mc" };
        let rules = Some(self.parsed_rules::<G::Rules>()?);
        let wish = Wish { learner: &self.learner, rules, opponents: Some(usual), seed: None };
        if start::<G>(&wish).is_ok() {
            return Ok(usual.to_string());
        }
        Ok(learner::<G>(Some(&self.learner))?.0.opponents.to_string())
    }

    /// Deals at most where nothing is said of them: for the fast procedure a part of what the printed one would take at
    /// the paper's size, and what its trials at the end cost.
    pub fn usual_budget(&self, trial: &dyn Trial, seats: u64) -> Option<u64> {
        match &self.procedure {
            Procedure::Printed(_) => None,
            Procedure::Fast(fast) => {
                let paper = Greedy::paper(seats);
                let printed = paper.deals(self.among.len(), CHOSEN, trial.cost(paper.size));
                Some((printed / Fast::SHARE).saturating_add(fast.confirmation(trial)))
            }
        }
    }

    fn refuse_other_than(&self, kept: &Order) -> Result<()> {
        let mut differences = Vec::new();
        let mut note = |what: &str, was: &str, asked: &str| {
            if was != asked {
                differences.push(format!("{what}: {was}, not {asked}"));
            }
        };
        note("game", &kept.game, &self.game);
        note("rules", &kept.rules, &self.rules);
        note("learner", &kept.learner, &self.learner);
        note("side", &kept.side, &self.side);
        note("among", &kept.among.join("+"), &self.among.join("+"));
        note("from", &kept.from.join("+"), &self.from.join("+"));
        note("opponents", &kept.opponents, &self.opponents);
        note("against", &kept.against, &self.against);
        note("measure", &kept.measure, &self.measure);
        note("seed", &kept.seed.to_string(), &self.seed.to_string());
        note("procedure", &kept.procedure.text(), &self.procedure.text());
        if differences.is_empty() && self != kept {
            differences.push("the numbers of the procedure".to_string());
        }
        if differences.is_empty() {
            return Ok(());
        }
        bail!(
            "the file is of another selection ({}): ask for the same, or leave it out, since the file knows; or start \
             another with --out",
            differences.join("; ")
        )
    }
}

impl Procedure {
    /// The procedure asked for, at a table of so many seats.
    fn new(options: &SelectOptions, seats: u64) -> Result<Procedure> {
        let sized = |usual: Size| Size {
            learn: options.learn_deals.unwrap_or(usual.learn),
            exam: options.exam_deals.unwrap_or(usual.exam),
        };
        let paper = Greedy::paper(seats);
        Ok(match options.procedure.unwrap_or(args::Procedure::Fast) {
            args::Procedure::Printed => {
                for (option, given) in [("--quick", options.quick), ("--thorough", options.thorough)] {
                    if given {
                        bail!("{option}: it is about the fast procedure's races; leave it out, or --procedure printed");
                    }
                }
                if options.confirm.is_some() {
                    bail!("--confirm: the trials of the printed procedure are of full size anyway; leave it out");
                }
                Procedure::Printed(Greedy {
                    size: sized(paper.size),
                    runs: options.runs.unwrap_or(paper.runs),
                    ..paper
                })
            }
            args::Procedure::Fast => {
                let size = sized(Fast::usual_size(seats));
                let mut fast = match (options.quick, options.thorough) {
                    (true, _) => Fast::quick(size),
                    (_, true) => Fast::thorough(size),
                    _ => Fast::new(size),
                };
                fast.duel.most = options.runs.unwrap_or(fast.duel.most);
                fast.duel.first = fast.duel.first.min(fast.duel.most);
                fast.confirm = options.confirm.filter(|&runs| runs > 0).map(|runs| (paper.size, runs));
                Procedure::Fast(fast)
            }
        })
    }

    fn is_fast(&self) -> bool {
        matches!(self, Procedure::Fast(_))
    }

    /// One line about it.
    pub fn text(&self) -> String {
        let size = |size: Size| format!("{} deals of learning and {} of examination", size.learn, size.exam);
        match self {
            Procedure::Printed(Greedy { size: trial, runs, .. }) => {
                format!("as printed in paper 002: {runs} runs of each candidate, {}", size(*trial))
            }
            Procedure::Fast(fast) => {
                let race = fast.rungs.last().unwrap_or(&fast.duel).size;
                let confirm = match fast.confirm {
                    Some((full, runs)) => format!("; at the end {runs} runs, {}", size(full)),
                    None => String::new(),
                };
                let most = fast.duel.most;
                format!("fast: races, {}; duels of up to {most} runs, {}{confirm}", size(race), size(fast.duel.size))
            }
        }
    }
}

fn names_procedure(options: &SelectOptions) -> bool {
    let numbers = [options.runs, options.learn_deals, options.exam_deals, options.confirm];
    options.quick || options.thorough || options.procedure.is_some() || numbers.iter().any(Option::is_some)
}

/// The learner of a text, or the game's first that has percepts.
pub fn learner<G: Listed>(text: Option<&str>) -> Result<(Trainer<G>, Spec)> {
    let mut trainers = G::trainers();
    let with_percepts: Vec<&str> =
        trainers.iter().filter(|trainer| !trainer.percepts.is_empty()).map(|trainer| trainer.name).collect();
    if with_percepts.is_empty() {
        let games: Vec<&str> = games().into_iter().map(|(name, _)| name).filter(|name| has_percepts(name)).collect();
        bail!("no learner of {} has percepts to select from; games that have one: {}", G::NAME, games.join(", "));
    }
    let spec = Spec::parse(text.unwrap_or(with_percepts[0]))?;
    let Some(place) = trainers.iter().position(|trainer| trainer.name == spec.name) else {
        let remedy = suggest::remedy(&spec.name, with_percepts.iter().copied());
        bail!("unknown learner `{}` for {}{remedy}", spec.name, G::NAME);
    };
    let trainer = trainers.swap_remove(place);
    if trainer.percepts.is_empty() {
        bail!(
            "learner `{}` has no percepts to select from; of the learners of {} these have: {}",
            trainer.name,
            G::NAME,
            with_percepts.join(", ")
        );
    }
    Ok((trainer, spec))
}

/// Whether percepts can be selected in the game of a name.
fn has_percepts(game: &str) -> bool {
    struct Has;
    impl kirifuda_catalog::Visitor for Has {
        type Output = bool;
        fn visit<G: Listed>(self) -> bool {
            G::trainers().iter().any(|trainer| !trainer.percepts.is_empty())
        }
    }
    kirifuda_catalog::visit(game, Has).unwrap_or(false)
}

/// The learner with what is not said about it. For the fast procedure it plays the other sides itself, with its usual
/// percepts, and has few networks; for the printed one the other sides are in other hands, as in paper 002.
fn full_learner<G: Listed>(text: Option<&str>, side: &str, procedure: &Procedure) -> Result<Spec> {
    let (trainer, mut spec) = learner::<G>(text)?;
    if spec.given(side).is_some() {
        bail!("`{side}` in `{spec}` is what shall be selected: leave it out, or start from it with --from");
    }
    let setting = |name: &str| trainer.settings.iter().find(|setting| setting.name == name);
    let has_monte_carlo = G::players().iter().any(|player| player.name == MONTE_CARLO);
    let fast = procedure.is_fast();
    if fast && setting(NETWORKS).is_some() && spec.given(NETWORKS).is_none() {
        spec.settings.push((NETWORKS.to_string(), FEW.to_string()));
    }
    for other in trainer.percepts.iter().map(|choice| choice.side).filter(|other| *other != side) {
        let by = format!("{other}-by");
        if spec.given(&by).is_some() || spec.given(other).is_some() {
            continue;
        }
        match setting(other) {
            Some(own) if fast => spec.settings.push((other.to_string(), own.default.to_string())),
            _ if has_monte_carlo && setting(&by).is_some() => spec.settings.push((by, MONTE_CARLO.to_string())),
            _ => {}
        }
    }
    Ok(spec)
}

const MONTE_CARLO: &str = "mc";
/// The setting of how many networks a learner has, and so few of them that a percept shows soon what it is worth.
const NETWORKS: &str = "networks";
const FEW: &str = "4";

/// Whom the learner meets in examinations: the first of these that the game has. Monte Carlo takes hundreds of times as
/// long for a game as rules.
fn usual_player<G: Listed>(procedure: &Procedure) -> Result<String> {
    let players = G::players();
    let usual = [MONTE_CARLO, "stock", "rule", "random"].into_iter().skip(usize::from(procedure.is_fast()));
    let found = usual.filter(|name| players.iter().any(|player| player.name == *name)).map(str::to_string).next();
    found.ok_or_else(|| anyhow!("--against is missing: name a player"))
}

/// What is measured: a name of the game's measures, or the payoff.
fn measure_of<G: Listed>(name: Option<&str>) -> Result<String> {
    let fit: Vec<&str> =
        G::MEASURES.iter().filter(|measure| measure.about.contains(LOWER)).map(|measure| measure.name).collect();
    match name {
        None if fit.contains(&RATIO) => Ok(RATIO.to_string()),
        None | Some(PAYOFF) => Ok(PAYOFF.to_string()),
        Some(name) if fit.contains(&name) => Ok(name.to_string()),
        Some(name) => {
            bail!("--measure {name}: cannot be selected by{}", suggest::remedy(name, fit.into_iter().chain([PAYOFF])))
        }
    }
}
