use kirifuda_play::{Actions, Deadline, Game, Opinion, Phrase, Rng, Seat};
use tokio::time::Instant;

use crate::makers::Makers;
use crate::table::follow;
use crate::wire::{HintMessage, HintValue};
use crate::{Refusal, Shown, coach};

/// A position in which somebody asks for advice.
#[derive(Clone)]
pub struct Case<G: Game> {
    /// The version of the table.
    pub version: u64,
    /// The rules.
    pub rules: G::Rules,
    /// The deal.
    pub dealt: G,
    /// The moves so far.
    pub actions: Vec<G::Action>,
    /// The position.
    pub game: G,
    /// Who asks.
    pub seat: Seat,
}

/// The chance of an adviser: the same position gets the same advice.
const CHANCE: u64 = 0x6869_6e74;

/// What an adviser would play, and what it thinks of every legal move. It sees what the seat sees.
pub fn hint<G: Shown>(
    case: &Case<G>,
    adviser: &str,
    makers: &Makers,
    deadline: &Deadline,
) -> Result<HintMessage, Refusal> {
    let start = Instant::now();
    let thinks = think(case, adviser, makers, deadline)?;
    let text = |action: G::Action| G::show_action(&case.rules, action);
    let meaning = thinks.opinion.as_ref().map(|opinion| opinion.meaning);
    let values = thinks.opinion.as_ref().map(|Opinion { values, .. }| {
        let mut named: Vec<(f64, G::Action)> = values.iter().copied().zip(thinks.legal.iter().copied()).collect();
        named.sort_by(|one, other| other.0.total_cmp(&one.0));
        named.into_iter().map(|(value, action)| HintValue { action: text(action), value: finite(value) }).collect()
    });
    let because = coach::because(&case.game, case.seat, &thinks);
    let plan = plan(case, thinks.best, adviser, makers, deadline)?;
    Ok(HintMessage {
        re: None,
        version: case.version,
        adviser: adviser.to_string(),
        best: text(thinks.best),
        plan: plan.into_iter().map(text).collect(),
        values,
        meaning,
        grades: meaning.and_then(|meaning| meaning.unit.grades()),
        because,
        why: thinks.reason,
        ms: start.elapsed().as_millis() as u64,
    })
}

/// Phases in which the moves that a seat makes one after the other are one decision, such as three cards to pass.
const TOGETHER: [&str; 3] = ["pass", "exchange", "team"];

/// The best move, and those that belong to the same decision.
fn plan<G: Shown>(
    case: &Case<G>,
    best: G::Action,
    adviser: &str,
    makers: &Makers,
    deadline: &Deadline,
) -> Result<Vec<G::Action>, Refusal> {
    let (mut plan, mut next, phase) = (vec![best], case.clone(), case.game.phase());
    while TOGETHER.contains(&phase) {
        let Some(&last) = plan.last() else { break };
        next.actions.push(last);
        next.game.play(last);
        if next.game.phase() != phase || next.game.turn().seat() != Some(case.seat) {
            break;
        }
        plan.push(think(&next, adviser, makers, deadline)?.best);
    }
    Ok(plan)
}

/// What an adviser thinks of a position.
pub struct Advice<G: Game> {
    /// The legal moves.
    pub legal: Vec<G::Action>,
    /// What each is worth, where it can say.
    pub opinion: Option<Opinion>,
    /// The best.
    pub best: G::Action,
    /// Why, where it can say.
    pub reason: Option<Phrase>,
}

/// A value that is one: −∞ stands for what an adviser would never do.
pub fn finite(value: f64) -> Option<f32> {
    value.is_finite().then_some(value as f32)
}

/// Asks an adviser.
pub fn think<G: Shown>(
    case: &Case<G>,
    adviser: &str,
    makers: &Makers,
    deadline: &Deadline,
) -> Result<Advice<G>, Refusal> {
    let maker = makers.get::<G>(&case.rules, adviser)?;
    let mut policy = maker().map_err(|why| Refusal::broken(format!("the adviser `{adviser}` cannot play: {why}")))?;
    policy.hurry(deadline);
    follow(&mut *policy, case.seat, &case.dealt, &case.actions, None);
    let mut legal = Actions::new();
    case.game.legal(&mut legal);
    let view = case.game.view(case.seat);
    let mut rng = Rng::stream(CHANCE, &[case.actions.len() as u64]);
    let opinion = if legal.len() > 1 { policy.opinion(view, &legal, &mut rng) } else { None };
    let opinion = opinion.filter(|Opinion { values, .. }| {
        values.len() == legal.len()
            && values.iter().any(|value| value.is_finite())
            && !values.iter().any(|value| value.is_nan())
    });
    let chosen = policy.choose(view, &legal, &mut rng);
    let reason = policy.reason();
    let best = opinion.as_ref().map_or(chosen, |Opinion { values, .. }| {
        let best = (0..legal.len()).max_by(|&a, &b| values[a].total_cmp(&values[b]).then(b.cmp(&a)));
        legal[best.unwrap_or(0)]
    });
    Ok(Advice {
        legal: legal.to_vec(),
        opinion,
        best,
        // The reason is that of the choice.
        reason: reason.filter(|_| best == chosen),
    })
}
