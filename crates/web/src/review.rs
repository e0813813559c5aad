use std::time::Duration;

use kirifuda_catalog::thinks_long;
use kirifuda_play::{Actions, Deadline, Game, Grade, Rules, Seat, Unit};
use serde::Serialize;
use serde_json::{Value, json};

use crate::hint::{self, finite, think};
use crate::makers::Makers;
use crate::table::hands_at_the_deal;
use crate::{Refusal, Shown, coach};

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
/// A thought about a move takes so long at most: there are many of them in a deal.
const THOUGHT: Duration = Duration::from_millis(600);

/// A finished deal, move by move, everything open, with what an adviser thinks of each move that was a choice.
pub fn review<G: Shown>(
    case: &Case<G>,
    adviser: Option<&str>,
    makers: &Makers,
    deadline: &Deadline,
) -> Result<Value, Refusal> {
    let seats = case.rules.seats();
    let judged = case.judged(adviser);
    let mut left = judged.iter().filter(|&&judged| judged).count() as u32;
    let mut game = case.dealt.clone();
    let mut steps = Vec::with_capacity(case.actions.len());
    let mut losses: Vec<(usize, f64)> = Vec::new();
    let mut lost = vec![Lost::default(); seats];
    let anybody = case.people.iter().any(|&person| person);
    let mut hurried = false;
    for (number, &action) in case.actions.iter().enumerate() {
        let Some(seat) = game.turn().seat() else {
            break;
        };
        let mut legal = Actions::new();
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
        let thinks = match adviser.filter(|_| !hurried && judged[number]) {
            Some(adviser) => {
                // Every move gets its share of the time.
                let share = deadline.left().map_or(THOUGHT, |time| (time / left.max(1)).min(THOUGHT));
                left -= 1;
                Some(think(&position, adviser, makers, &Deadline::within(share))?)
            }
            None => None,
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
        let grades = opinion.and_then(|opinion| opinion.meaning.unit.grades());
        let grade = loss.zip(grades).and_then(|(loss, grades)| grades.of(loss));
        if let (Some(loss), Some(opinion)) = (loss, opinion) {
            lost[seat.index()].add(loss, opinion.meaning.unit, grade);
        }
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
            "grades": grades,
            "grade": grade,
            "because": thinks.as_ref().and_then(|thinks| coach::because(&game, seat, thinks)),
            "against": thinks.as_ref().filter(|_| grade.is_some()).and_then(|thinks| coach::against(&game, seat, thinks, action)),
            "why": thinks.as_ref().and_then(|thinks| thinks.reason.as_ref()),
            "best": thinks.as_ref().map(|thinks| G::show_action(&case.rules, thinks.best)),
            "loss": loss,
            "state": open_state::<G>(&game),
            // The same from the eyes of whoever chose, to try it again.
            "eyes": values.map(|_| eyes::<G>(&game, seat, &legal)),
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
        "lost": lost,
        // The adviser was too slow to judge all moves.
        "hurried": hurried,
        "end": open_state::<G>(&game),
    }))
}

/// What the moves of a seat cost together.
#[derive(Clone, Default, Serialize)]
struct Lost {
    /// The sum of the losses; nothing before a move was judged.
    total: Option<f64>,
    /// What they are counted in.
    unit: Option<Unit>,
    slips: usize,
    blunders: usize,
}

impl Lost {
    fn add(&mut self, loss: f64, unit: Unit, grade: Option<Grade>) {
        // What has no price cannot be added up.
        if unit.grades().is_some() {
            *self.total.get_or_insert(0.0) += loss;
            self.unit = Some(unit);
        }
        self.slips += usize::from(grade == Some(Grade::Slip));
        self.blunders += usize::from(grade == Some(Grade::Blunder));
    }
}

impl<G: Shown> Case<G> {
    /// Which moves are judged: those that were choices, and only of people where the adviser thinks long.
    fn judged(&self, adviser: Option<&str>) -> Vec<bool> {
        let only_people = adviser.is_some_and(thinks_long::<G>) && self.people.iter().any(|&person| person);
        let (mut game, mut legal) = (self.dealt.clone(), Actions::new());
        let judge = |&action: &G::Action| {
            game.legal(&mut legal);
            let mover = game.turn().seat().map(Seat::index);
            let person = mover.is_some_and(|seat| self.people.get(seat).copied().unwrap_or(false));
            // An illegal move is told of when it is shown.
            let played = game.try_play(action).is_ok();
            played && legal.len() > 1 && (person || !only_people)
        };
        self.actions.iter().map(judge).collect()
    }
}

/// A position from the eyes of the seat that chooses.
fn eyes<G: Shown>(game: &G, seat: Seat, legal: &[G::Action]) -> Value {
    let view = game.view(seat);
    let seen = G::seen(view);
    let history: Vec<Value> =
        seen.history.iter().map(|act| json!({ "seat": act.seat.index(), "action": act.action })).collect();
    json!({ "board": G::board(view, legal), "hand": seen.hand, "history": history })
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
