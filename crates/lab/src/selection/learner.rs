//! The learner whose percepts are selected: found by name, and completed with what is not said about it.

use kirifuda_catalog::trainers::Trainer;
use kirifuda_catalog::{Listed, Spec, Visitor, games, visit};
use kirifuda_play::suggest;

use super::Procedure;
use crate::LabError;

/// The name of the setting that tells a learner for how many deals it shall plan.
pub(super) const PLAN: &str = "plan";
/// The player that stands in for the other sides in paper 002.
pub(super) const MONTE_CARLO: &str = "mc";
/// The setting of how many networks a learner has, and so few of them that a percept shows soon what it is worth.
const NETWORKS: &str = "networks";
const FEW: &str = "4";

/// The learner of a text, or the game's first that has percepts.
pub(super) fn find<G: Listed>(text: Option<&str>) -> Result<(Trainer<G>, Spec), LabError> {
    let mut trainers = G::trainers();
    let with_percepts: Vec<&str> =
        trainers.iter().filter(|trainer| !trainer.percepts.is_empty()).map(|trainer| trainer.name).collect();
    if with_percepts.is_empty() {
        let games: Vec<&str> = games().into_iter().map(|(name, _)| name).filter(|name| has_percepts(name)).collect();
        return Err(LabError::Other(format!(
            "no learner of {} has percepts to select from; games that have one: {}",
            G::NAME,
            games.join(", ")
        )));
    }
    let spec = Spec::parse(text.unwrap_or(with_percepts[0]))?;
    let Some(place) = trainers.iter().position(|trainer| trainer.name == spec.name) else {
        let remedy = suggest::remedy(&spec.name, with_percepts.iter().copied());
        return Err(LabError::Other(format!("unknown learner `{}` for {}{remedy}", spec.name, G::NAME)));
    };
    let trainer = trainers.swap_remove(place);
    if trainer.percepts.is_empty() {
        return Err(LabError::Other(format!(
            "learner `{}` has no percepts to select from; of the learners of {} these have: {}",
            trainer.name,
            G::NAME,
            with_percepts.join(", ")
        )));
    }
    Ok((trainer, spec))
}

/// Whether percepts can be selected in the game of a name.
fn has_percepts(game: &str) -> bool {
    struct Has;
    impl Visitor for Has {
        type Output = bool;
        fn visit<G: Listed>(self) -> bool {
            G::trainers().iter().any(|trainer| !trainer.percepts.is_empty())
        }
    }
    visit(game, Has).unwrap_or(false)
}

/// The learner with what is not said about it. For the fast procedure it plays the other sides itself, with its usual
/// percepts, and has few networks; for the printed one the other sides are in other hands, as in paper 002.
pub(super) fn complete<G: Listed>(text: Option<&str>, side: &str, procedure: &Procedure) -> Result<Spec, LabError> {
    let (trainer, mut spec) = find::<G>(text)?;
    if spec.given(side).is_some() {
        return Err(LabError::Other(format!(
            "`{side}` in `{spec}` is what shall be selected: leave it out, or start from it with --from"
        )));
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
