use kirifuda_play::{Deadline, Game, Rules, Seat};
use serde_json::{Value, json};

use crate::hint::{self, finite, think};
use crate::makers::Makers;
use crate::table::hands_at_the_deal;
use crate::{Refusal, Shown};

/// A finished deal to look back at.
pub struct Case<G: Game> {
    /// The rules.
    pub rules: G::Rules,
    /// The deal.
    pub dealt: G,
    /// Every move.
    pub actions: Vec<G::Action>,
    /// The names of the players, by seat.
    pub players: Vec<String>,
    /// Which of them are people.
    pub people: Vec<bool>,
}

/// So many of the most costly moves are named.
const WORST: usize = 5;

/// A finished deal, move by move, everything open, with what an adviser thinks of each move that was a choice.
pub fn review<G: Shown>(
    case: &Case<G>,
    adviser: Option<&str>,
    makers: &Makers,
    deadline: &Deadline,
) -> Result<Value, Refusal> {
    let seats = case.rules.seats();
    let mut game = case.dealt.clone();
    let mut steps = Vec::with_capacity(case.actions.len());
    let mut losses: Vec<(usize, f64)> = Vec::new();
    let anybody = case.people.iter().any(|&person| person);
    let mut hurried = false;
    for (number, &action) in case.actions.iter().enumerate() {
        let Some(seat) = game.turn().seat() else {
            break;
        };
        let mut legal = kirifuda_play::Actions::new();
        game.legal(&mut legal);
        let position = hint::Case {
            version: 0,
            rules: case.rules.clone(),
            dealt: case.dealt.clone(),
            actions: case.actions[..number].to_vec(),
            game: game.clone(),
            seat,
        };
        // An adviser that needs longer judges only the first moves: others wait.
        hurried |= deadline.has_passed();
        let thinks = match adviser.filter(|_| !hurried) {
            Some(adviser) if legal.len() > 1 => Some(think(&position, adviser, makers, deadline)?),
            _ => None,
        };
        let opinion = thinks.as_ref().and_then(|thinks| thinks.opinion.as_ref());
        let values = opinion.map(|opinion| &opinion.values);
        let loss = values.and_then(|values| {
            let own = legal.iter().position(|&known| known == action)?;
            let known = || values.iter().copied().filter(|value| value.is_finite());
            let (best, worst) = (known().fold(f64::NEG_INFINITY, f64::max), known().fold(f64::INFINITY, f64::min));
            // What the adviser would never do is at least as bad as the worst.
            Some(best - values[own].max(worst))
        });
        let is_human = case.people.get(seat.index()).copied().unwrap_or(false);
        if let Some(loss) = loss.filter(|&loss| loss > 0.0 && (is_human || !anybody)) {
            losses.push((number, loss));
        }
        steps.push(json!({
            "number": number,
            "seat": seat.index(),
            "action": G::show_action(&case.rules, action),
            "legal": legal.iter().map(|&action| G::show_action(&case.rules, action)).collect::<Vec<_>>(),
            "values": values.map(|values| values.iter().copied().map(finite).collect::<Vec<_>>()),
            "meaning": opinion.map(|opinion| opinion.meaning),
            "why": thinks.as_ref().and_then(|thinks| thinks.reason.as_ref()),
            "best": thinks.as_ref().map(|thinks| thinks.best.as_str()),
            "loss": loss,
            "state": open_state::<G>(&game),
        }));
        if game.try_play(action).is_err() {
            return Err(Refusal::broken(format!("move {} of the record is not legal", number + 1)));
        }
    }
    losses.sort_by(|one, other| other.1.total_cmp(&one.1));
    let worst: Vec<usize> = losses.iter().take(WORST).map(|(number, _)| *number).collect();
    Ok(json!({
        "game": G::NAME,
        "rules": G::Rules::book().text(&case.rules),
        "players": case.players,
        "people": case.people,
        "dealt": hands_at_the_deal(&case.dealt),
        "payoffs": Seat::all(seats).map(|seat| game.payoff(seat)).collect::<Vec<_>>(),
        "unit": G::UNIT,
        "adviser": adviser,
        "steps": steps,
        "worst": worst,
        // The adviser was too slow to judge all moves.
        "hurried": hurried,
        "end": open_state::<G>(&game),
    }))
}

/// A position of a finished deal, everything open.
fn open_state<G: Shown>(game: &G) -> Value {
    let views: Vec<G::View<'_>> = Seat::all(game.seats()).map(|seat| game.view(seat)).collect();
    let hands: Vec<Vec<String>> = views.iter().map(|&view| G::seen(view).hand).collect();
    let mut board = G::open_board(&views);
    board.open(hands.clone());
    json!({
        "turn": game.turn().seat().map(Seat::index),
        "phase": game.phase(),
        "hands": hands,
        "board": board,
        "open": true,
    })
}
