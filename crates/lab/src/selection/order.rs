use kirifuda_catalog::Listed;
use kirifuda_catalog::trainers::{self, NO_PERCEPTS};
use kirifuda_play::{Better, Rules, suggest};
use serde::{Deserialize, Serialize};

use super::learner::{self, MONTE_CARLO};
use super::{Candidates, Procedure, ProcedureWish};
use crate::LabError;

/// Everything that determines a selection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// The game.
    pub game: String,
    /// Its rules.
    pub rules: String,
    /// The learner with its settings, but for the percepts to be selected.
    pub learner: String,
    /// The part of play that percepts are selected for: the name of the learner's setting.
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
    /// All chance comes from it.
    pub seed: u64,
    /// How the set is found. The budget is not part of it: it may be changed later.
    pub procedure: Procedure,
}

/// A selection as it is asked for: what is left out has its default, or is as it was. An error names a field as the
/// option of `kirifuda select`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish<'a> {
    /// The rules; by default the game's first.
    pub rules: Option<&'a str>,
    /// The learner, with settings if wanted; by default the game's first that has percepts.
    pub learner: Option<&'a str>,
    /// The part of play that percepts are selected for.
    pub side: &'a str,
    /// Percepts that may be chosen, by number or name: `0-12+20`; by default all.
    pub among: Option<&'a str>,
    /// Percepts to start with; by default none.
    pub from: Option<&'a str>,
    /// Who sits at the other seats in learning.
    pub opponents: Option<&'a str>,
    /// Who sits at the other seats in examinations.
    pub against: Option<&'a str>,
    /// What is made as good as possible.
    pub measure: Option<&'a str>,
    /// The seed; by default 1.
    pub seed: Option<u64>,
    /// Deals at most.
    pub budget: Option<u64>,
    /// How the set is found.
    pub procedure: ProcedureWish,
}

/// The measure that every game has; higher is better.
pub const PAYOFF: &str = "payoff";
/// The measure of paper 002.
const RATIO: &str = "penalty_ratio";

impl Order {
    /// What is asked for; what is left out is as it was in `kept`, or has its default. Refuses to go on with another
    /// selection than the kept one.
    pub(super) fn new<G: Listed>(
        wish: &Wish<'_>,
        candidates: &Candidates,
        kept: Option<&Order>,
    ) -> Result<Order, LabError> {
        let book = G::Rules::book();
        let rules = match (wish.rules, kept) {
            (None, Some(kept)) => kept.rules.clone(),
            (given, _) => book.text(&book.parse(given.unwrap_or_default())?),
        };
        let procedure = match kept {
            Some(kept) if wish.procedure == ProcedureWish::default() => kept.procedure.clone(),
            _ => Procedure::new(&wish.procedure, book.parse(&rules)?.seats() as u64)?,
        };
        let learner = match (wish.learner, kept) {
            (None, Some(kept)) => kept.learner.clone(),
            (given, _) => learner::complete::<G>(given, wish.side, &procedure)?.to_string(),
        };
        let percepts = |option: &str, given: Option<&str>, kept: Option<&Vec<String>>| match given {
            Some(text) => candidates.read(option, text).map(Some),
            None => Ok(kept.cloned()),
        };
        let among = percepts("--among", wish.among, kept.map(|kept| &kept.among))?;
        let among = among.unwrap_or_else(|| candidates.numbers.clone());
        let from = percepts("--from", wish.from, kept.map(|kept| &kept.from))?.unwrap_or_default();
        let refuse = |why: String| Err(LabError::Other(why));
        if let Some(number) = from.iter().find(|number| !among.contains(number)) {
            return refuse(format!(
                "--from: percept {number} is not among those of --among: add it there, or leave it out here"
            ));
        }
        if among.is_empty() {
            return refuse(format!(
                "--among {NO_PERCEPTS}: there is nothing to select from; name some percepts, or leave it out"
            ));
        }
        if !procedure.is_fast() && !from.is_empty() {
            return refuse(
                "--from: the printed procedure starts from nothing; leave it out, or use --procedure fast".to_string(),
            );
        }
        let text = |given: Option<&str>, was: fn(&Order) -> &String| match given {
            Some(given) => Some(given.to_string()),
            None => kept.map(was).cloned(),
        };
        let against = text(wish.against, |kept| &kept.against).map_or_else(|| usual_player::<G>(&procedure), Ok)?;
        let measure = measure_of::<G>(text(wish.measure, |kept| &kept.measure).as_deref())?;
        let opponents = text(wish.opponents, |kept| &kept.opponents);
        let opponents = opponents.map_or_else(|| usual_opponents::<G>(&procedure, &rules, &learner), Ok)?;
        let (game, side) = (G::NAME.to_string(), wish.side.to_string());
        let seed = wish.seed.or(kept.map(|kept| kept.seed)).unwrap_or(1);
        let order = Order { game, rules, learner, side, among, from, opponents, against, measure, seed, procedure };
        kept.map_or(Ok(()), |kept| order.refuse_other_than(kept))?;
        Ok(order)
    }

    fn refuse_other_than(&self, kept: &Order) -> Result<(), LabError> {
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
        Err(LabError::Other(format!(
            "the file is of another selection ({}): ask for the same, or leave it out, since the file knows; or start \
             another with --out",
            differences.join("; ")
        )))
    }
}

/// Where the game and the learner have them: rule players, and for the printed procedure after these Monte Carlo, as in
/// paper 002.
fn usual_opponents<G: Listed>(procedure: &Procedure, rules: &str, learner: &str) -> Result<String, LabError> {
    let usual = if procedure.is_fast() { "stock" } else { "stock then mc" };
    let rules = Some(G::Rules::book().parse(rules)?);
    if trainers::plan::<G>(&trainers::Wish { learner, rules, opponents: Some(usual), seed: None }).is_ok() {
        return Ok(usual.to_string());
    }
    Ok(learner::find::<G>(Some(learner))?.0.opponents.to_string())
}

/// Whom the learner meets in examinations: the first of these that the game has. Monte Carlo takes hundreds of times as
/// long for a game as rules.
fn usual_player<G: Listed>(procedure: &Procedure) -> Result<String, LabError> {
    let players = G::players();
    let usual = [MONTE_CARLO, "stock", "rule", "random"].into_iter().skip(usize::from(procedure.is_fast()));
    let found = usual.filter(|name| players.iter().any(|player| player.name == *name)).map(str::to_string).next();
    found.ok_or_else(|| LabError::Other("--against is missing: name a player".to_string()))
}

/// What is measured: a name of the game's measures, or the payoff.
fn measure_of<G: Listed>(name: Option<&str>) -> Result<String, LabError> {
    let fit: Vec<&str> =
        G::MEASURES.iter().filter(|measure| measure.better == Better::Lower).map(|measure| measure.name).collect();
    match name {
        None if fit.contains(&RATIO) => Ok(RATIO.to_string()),
        None | Some(PAYOFF) => Ok(PAYOFF.to_string()),
        Some(name) if fit.contains(&name) => Ok(name.to_string()),
        Some(name) => {
            let remedy = suggest::remedy(name, fit.into_iter().chain([PAYOFF]));
            Err(LabError::Other(format!("--measure {name}: cannot be selected by{remedy}")))
        }
    }
}
