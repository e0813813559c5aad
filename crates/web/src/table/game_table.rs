use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use kirifuda_arena::{Maker, Record};
use kirifuda_catalog::{Pace, pace, thinks_long};
use kirifuda_play::{Actions, Policy, Rng, Rules, Seat, Seen, Standing};
use serde_json::Value;
use tokio::time::Instant;

use super::finished::Finished;
use super::thought::{Question, Thought};
use super::{AnyTable, Concluded, Lesson, Marks, Pass, Presence, Sitter, Sitting, Step};
use crate::learners::Learners;
use crate::makers::Makers;
use crate::store::Store;
use crate::wire::{HintMessage, Noticed, TableInfo};
use crate::{Refusal, Shown, Task, hint, review};

/// The streams of random numbers of a table.
const DEALS: u64 = 1;
const CHOICES: u64 = 2;
/// A table plays at most so many deals.
const MOST_DEALS: usize = 1_000;
/// A player that needs longer waits in the slow lane.
const SLOW: Duration = Duration::from_millis(15);

/// A table of one game.
pub struct GameTable<G: Shown> {
    pub(super) sitting: Sitting,
    pub(super) rules: G::Rules,
    chairs: Vec<Seated<G>>,
    /// Deals that are over, the present one included.
    pub(super) past: Vec<Finished<G>>,
    pub(super) dealt: G,
    pub(super) game: G,
    pub(super) actions: Vec<G::Action>,
    /// Number of the deal, from 0.
    pub(super) deal: u64,
    /// Where the series stands, where one is played.
    standing: Option<Box<dyn Standing<G>>>,
    /// So many of the last moves are by the same person and have told him nothing.
    pub(super) undoable: usize,
    pub(super) last_mover: Option<Seat>,
    pub(super) version: u64,
    /// The version when a move was last made or taken back.
    position: u64,
    /// The position that is being thought about.
    thinking: Option<u64>,
    pub(super) paused: bool,
    /// So many finished deals have been learned from.
    taught: usize,
    /// What learners have said after this deal.
    pub(super) noticed: Vec<Noticed>,
    /// The time of a person ends then, in this position.
    due: Option<(u64, Instant)>,
}

/// A seat's player.
struct Seated<G: Shown> {
    maker: Option<Maker<G>>,
    policy: Option<Box<dyn Policy<G>>>,
    followed: Option<usize>,
    slow: bool,
    /// The player that moves for a person who is away.
    stand_in: Option<String>,
}

impl<G: Shown> GameTable<G> {
    /// A table with its first deal. `makers` makes the players, by seat.
    pub fn new(sitting: Sitting, rules: G::Rules, makers: Vec<Option<Maker<G>>>) -> GameTable<G> {
        let series = G::series().filter(|_| sitting.series);
        let standing = series.map(|series| (series.open)(&rules));
        let dealt = deal::<G>(&rules, standing.as_deref(), &sitting, 0);
        let slow = |sitter: &Sitter| sitter.player().and_then(pace::<G>).is_some_and(|pace| pace > Pace::Quick);
        let chairs = makers.into_iter().zip(&sitting.chairs).map(|(maker, chair)| Seated {
            maker,
            policy: None,
            followed: None,
            slow: slow(&chair.sitter),
            stand_in: None,
        });
        GameTable {
            chairs: chairs.collect(),
            past: Vec::new(),
            game: dealt.clone(),
            dealt,
            actions: Vec::new(),
            deal: 0,
            standing,
            undoable: 0,
            last_mover: None,
            version: 1,
            position: 1,
            thinking: None,
            paused: false,
            taught: 0,
            noticed: Vec::new(),
            due: None,
            sitting,
            rules,
        }
    }

    /// Plays a stored record again: the moves of each deal.
    pub fn replay(&mut self, deals: &[Vec<String>]) -> Result<(), String> {
        for (number, moves) in deals.iter().enumerate() {
            if number > 0 {
                self.next().map_err(|why| format!("deal {number}: {why}"))?;
            }
            for (place, text) in moves.iter().enumerate() {
                let wrong = |why: String| format!("deal {}, move {}, `{text}`: {why}", number + 1, place + 1);
                let action = G::read_action(&self.rules, text).map_err(wrong)?;
                self.play(action).map_err(|why| wrong(why.to_string()))?;
            }
        }
        self.undoable = 0;
        // What was played before was learned from before.
        self.taught = self.past.len();
        Ok(())
    }

    pub(super) fn legal(&self) -> Actions<G> {
        let mut legal = Actions::new();
        self.game.legal(&mut legal);
        legal
    }

    pub(super) fn payoffs(&self) -> Vec<f32> {
        Seat::all(self.rules.seats()).map(|seat| self.game.payoff(seat)).collect()
    }

    /// No further deal is played.
    pub(super) fn is_finished(&self) -> bool {
        self.past.len() >= MOST_DEALS
            || self.standing.as_ref().is_some_and(|standing| standing.is_finished(&self.rules))
    }

    /// Makes a move that may be illegal.
    pub(super) fn play(&mut self, action: G::Action) -> Result<Step, kirifuda_play::IllegalAction> {
        let mover = self.game.turn().seat();
        self.game.try_play(action)?;
        let step =
            Step { deal: self.deal, number: self.actions.len() as u64, action: G::show_action(&self.rules, action) };
        self.actions.push(action);
        self.last_mover = mover;
        self.moved();
        if self.game.turn().seat().is_none() {
            if let Some(standing) = &mut self.standing {
                standing.settle(&self.game);
            }
            let (dealt, actions) = (self.dealt.clone(), self.actions.clone());
            self.past.push(Finished { dealt, actions, payoffs: self.payoffs() });
            self.forget();
        }
        Ok(step)
    }

    fn moved(&mut self) {
        self.version += 1;
        self.position = self.version;
        self.thinking = None;
    }

    /// Lets go of what players remember; they begin anew from the record.
    fn forget(&mut self) {
        for chair in &mut self.chairs {
            (chair.policy, chair.followed) = (None, None);
        }
    }

    /// The seat of a player whose move it is.
    fn player_to_move(&self) -> Option<Seat> {
        let seat = self.game.turn().seat()?;
        self.chairs[seat.index()].maker.as_ref().map(|_| seat)
    }

    fn rng(&self) -> Rng {
        let number = self.actions.len() as u64;
        match self.sitting.seed_of(CHOICES, self.deal) {
            Some(seed) => Rng::stream(seed, &[number]),
            None => Rng::stream(self.sitting.seed, &[CHOICES, self.deal, number]),
        }
    }

    /// The seed of the present deal, from which anybody can deal it again: only for those who may see all of it.
    pub(super) fn seed_of_deal(&self) -> Option<u64> {
        self.sitting.seed_of(DEALS, self.deal)
    }

    /// What is left of the time of whoever is to move.
    pub(super) fn left(&self) -> Option<Duration> {
        let (_, end) = self.due.filter(|(position, _)| *position == self.position)?;
        Some(end.saturating_duration_since(Instant::now()))
    }

    /// The seat of a person whose move it is.
    fn person_to_move(&self) -> Option<Seat> {
        let seat = self.game.turn().seat()?;
        let person = matches!(self.sitting.chairs[seat.index()].sitter, Sitter::Person(_));
        (person && self.stand_in_of(seat.index()).is_none()).then_some(seat)
    }

    /// The player that moves for a person who is away.
    pub(super) fn stand_in_of(&self, seat: usize) -> Option<&str> {
        self.chairs[seat].stand_in.as_deref()
    }

    /// How many moves are left when a person takes back the last one: one that has told nothing yet, or, where only players
    /// would be deceived, any.
    pub(super) fn undo_to(&self, seat: usize) -> Option<usize> {
        if self.is_over() {
            return None;
        }
        if self.undoable > 0 && self.last_mover.is_some_and(|mover| mover.index() == seat) {
            return self.actions.len().checked_sub(1);
        }
        if !self.sitting.is_solitary() || !matches!(self.sitting.chairs[seat].sitter, Sitter::Person(_)) {
            return None;
        }
        let mut game = self.dealt.clone();
        let mut last = None;
        for (number, &action) in self.actions.iter().enumerate() {
            if game.turn().seat().is_some_and(|mover| mover.index() == seat) {
                last = Some(number);
            }
            game.play(action);
        }
        last
    }

    /// What a record says of the present deal besides its moves.
    fn marks(&mut self) -> &mut Marks {
        self.sitting.marks.entry(self.deal).or_default()
    }

    fn random_move(&mut self, why: &str) -> Option<Concluded> {
        let seat = self.player_to_move()?;
        let action = self.rng().pick(&self.legal());
        let name = self.sitting.chairs[seat.index()].name.clone();
        let trouble = Refusal::new(
            500,
            "player-failed",
            format!("{name} could not play: {why}"),
            "a random move was made instead; take another player if it happens again",
        );
        let step = self.play(action).ok()?;
        self.undoable = 0;
        Some(Concluded { step, trouble: Some(trouble) })
    }
}

impl<G: Shown> AnyTable for GameTable<G> {
    fn sitting(&self) -> &Sitting {
        &self.sitting
    }

    fn arrange(&mut self, change: &mut dyn FnMut(&mut Sitting)) {
        change(&mut self.sitting);
        self.version += 1;
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn touch(&mut self) {
        self.version += 1;
    }

    fn info(&self, id: &str) -> TableInfo {
        TableInfo {
            table: id.to_string(),
            game: self.sitting.game.clone(),
            rules: self.sitting.rules.clone(),
            series: self.sitting.series,
            seats: self.sitting.seats(),
            deal: self.deal + 1,
            over: self.is_over(),
            deals: self.past.len(),
            adviser: self.sitting.adviser.clone(),
        }
    }

    fn state(&self, id: &str, pass: Pass, presence: &[Presence]) -> Result<String, Refusal> {
        let state = self.look(id, pass, presence);
        serde_json::to_string(&state).map_err(|why| Refusal::broken(format!("the state cannot be written: {why}")))
    }

    #[cfg(test)]
    fn state_elsewhere(&mut self, id: &str, pass: Pass, presence: &[Presence], seed: u64) -> Option<String> {
        if self.sitting.is_open() || self.is_over() {
            return None;
        }
        let mut rng = Rng::new(seed);
        let seat = pass.seat().unwrap_or_else(|| rng.below(self.rules.seats()));
        let other = G::imagine(self.game.view(Seat(seat as u8)), &mut rng);
        let game = std::mem::replace(&mut self.game, other);
        let state = self.look(id, pass, presence);
        self.game = game;
        serde_json::to_string(&state).ok()
    }

    fn act(&mut self, seat: usize, action: &str, at: u64) -> Result<Step, Refusal> {
        if at < self.position || at > self.version {
            return Err(Refusal::new(
                409,
                "stale",
                format!("the table has moved on: version {} was seen, {} is now", at, self.version),
                "look at the newest state and choose again",
            ));
        }
        let Some(turn) = self.game.turn().seat() else {
            return Err(Refusal::new(409, "over", "the deal is over", "ask for the next deal"));
        };
        if turn.index() != seat {
            return Err(Refusal::new(
                409,
                "not-your-turn",
                format!("it is the move of seat {}", turn.index() + 1),
                "wait for your turn",
            ));
        }
        let short: String = action.chars().take(80).collect();
        let read = G::read_action(&self.rules, &short);
        let action = read.map_err(|why| Refusal::new(400, "unreadable", why, "send one of the texts in `legal`"))?;
        let before = G::seen(self.game.view(turn));
        let before_count = if self.last_mover == Some(turn) { self.undoable } else { 0 };
        let step = self.play(action).map_err(|_| {
            Refusal::new(409, "illegal", format!("`{short}` is not legal now"), "send one of the texts in `legal`")
        })?;
        let quiet = !self.is_over() && tells_nothing(&before, &G::seen(self.game.view(turn)));
        self.undoable = if quiet { before_count + 1 } else { 0 };
        Ok(step)
    }

    fn choose(&mut self, seat: usize, deal: u64, moves: &[String]) -> Result<(), Refusal> {
        self.hold(seat, deal, moves)
    }

    fn play_chosen(&mut self) -> Option<Step> {
        self.release()
    }

    fn undo(&mut self, seat: usize) -> Result<Step, Refusal> {
        let Some(left) = self.undo_to(seat) else {
            return Err(Refusal::new(
                409,
                "no-undo",
                "the last move cannot be taken back",
                "where several people play a move can be taken back only before anybody answers or it shows something new",
            ));
        };
        // Else it would be played again at once.
        self.sitting.held.remove(&seat);
        let quiet = self.undoable > 0 && left + 1 == self.actions.len();
        let mut actions = std::mem::take(&mut self.actions);
        let gone = actions.drain(left..).next();
        let (mut game, mut mover) = (self.dealt.clone(), None);
        for &action in &actions {
            mover = game.turn().seat();
            game.play(action);
        }
        let step = Step {
            deal: self.deal,
            number: left as u64,
            action: gone.map_or_else(String::new, |action| G::show_action(&self.rules, action)),
        };
        (self.game, self.actions, self.last_mover) = (game, actions, mover);
        let due = self.due;
        if quiet {
            self.undoable -= 1;
        } else {
            self.undoable = 0;
            self.marks().taken_back += 1;
        }
        // Players may have followed the move that is gone.
        self.forget();
        self.moved();
        // Who takes back again and again gains no time.
        self.due = due.map(|(_, end)| (self.position, end));
        Ok(step)
    }

    fn stand_in(&mut self, seat: usize, makers: &Makers) -> Result<(), Refusal> {
        let away = self.sitting.chairs.get(seat).is_some_and(|chair| matches!(chair.sitter, Sitter::Person(_)));
        if !away {
            return Err(Refusal::bad("nobody sits there who could be replaced", "name the seat of a person"));
        }
        // The strongest character that does not think for long.
        let quick = G::FACE.rivals.iter().rev().map(|rival| rival.player).filter(|player| !thinks_long::<G>(player));
        let known = quick.chain(["random"]).find_map(|name| {
            let maker = makers.get::<G>(&self.rules, name).ok()?;
            Some((name, maker))
        });
        let (name, maker) = known.ok_or_else(|| Refusal::broken("no player knows these rules"))?;
        let chair = &mut self.chairs[seat];
        (chair.maker, chair.policy, chair.followed) = (Some(maker), None, None);
        chair.stand_in = Some(name.to_string());
        self.marks().stood_in.insert(seat);
        self.undoable = 0;
        self.moved();
        Ok(())
    }

    fn come_back(&mut self, seat: usize) -> bool {
        let chair = &mut self.chairs[seat];
        if chair.stand_in.take().is_none() {
            return false;
        }
        (chair.maker, chair.policy, chair.followed) = (None, None, None);
        // What the player was about to do is not done.
        self.moved();
        true
    }

    fn next(&mut self) -> Result<u64, Refusal> {
        if !self.is_over() {
            return Err(Refusal::new(409, "not-over", "the deal is not over", "play it to its end"));
        }
        if self.is_finished() {
            return Err(Refusal::new(409, "finished", "the series is over", "make a new table"));
        }
        self.deal += 1;
        self.dealt = deal::<G>(&self.rules, self.standing.as_deref(), &self.sitting, self.deal);
        self.game = self.dealt.clone();
        self.actions.clear();
        self.sitting.held.clear();
        (self.undoable, self.last_mover) = (0, None);
        self.noticed.clear();
        self.forget();
        self.moved();
        Ok(self.deal)
    }

    fn pause(&mut self, on: bool) {
        self.paused = on;
        self.version += 1;
    }

    fn think(&mut self) -> Option<Task<Box<dyn Any + Send>>> {
        let seat = self.player_to_move()?;
        if self.paused || self.thinking == Some(self.position) {
            return None;
        }
        self.thinking = Some(self.position);
        let (position, rng) = (self.position, self.rng());
        let chair = &mut self.chairs[seat.index()];
        let question = Question {
            position,
            seat,
            policy: chair.policy.take(),
            followed: chair.followed,
            maker: chair.maker.clone()?,
            dealt: self.dealt.clone(),
            actions: self.actions.clone(),
            game: self.game.clone(),
            rng,
        };
        Some(Box::new(move |deadline| Box::new(question.answer(deadline))))
    }

    fn conclude(&mut self, thought: Box<dyn Any + Send>) -> Option<Concluded> {
        let thought = thought.downcast::<Thought<G>>().ok()?;
        let chair = &mut self.chairs[thought.seat.index()];
        chair.slow = thought.took > SLOW;
        if thought.position != self.position {
            return None;
        }
        // What somebody who looks ahead remembers (a tree, imagined worlds) may be much, and there may be many tables: it
        // follows the deal anew when it is to move again.
        let keep = !chair.slow;
        chair.policy = thought.policy.filter(|_| keep);
        chair.followed = keep.then_some(self.actions.len());
        match thought.action {
            Err(why) => self.random_move(&why),
            Ok(action) => {
                let step = self.play(action).ok()?;
                self.undoable = 0;
                Some(Concluded { step, trouble: None })
            }
        }
    }

    fn give_up(&mut self, why: &str) -> Option<Concluded> {
        // A thought about an earlier position may break off, too.
        if self.thinking != Some(self.position) {
            return None;
        }
        self.random_move(why)
    }

    fn clock(&mut self) -> Option<(u64, Instant)> {
        self.person_to_move().filter(|_| self.sitting.move_ms > 0)?;
        let position = self.position;
        if self.due.is_none_or(|(known, _)| known != position) {
            let begun = Instant::now();
            self.due = Some((position, begun + Duration::from_millis(self.sitting.move_ms)));
            self.version += 1;
        }
        self.due
    }

    fn stop_clock(&mut self) {
        self.due = None;
    }

    fn expire(&mut self, position: u64) -> Option<Concluded> {
        let is_due = self.due.is_some_and(|(known, end)| known == position && end <= Instant::now());
        let seat = self.person_to_move().filter(|_| self.position == position && is_due)?;
        let name = self.sitting.chairs[seat.index()].name.clone();
        let trouble = Refusal::new(
            408,
            "time-over",
            format!("the time of {name} for a move was over"),
            "a random move was made instead; play faster, or make a table without a clock",
        );
        let action = self.rng().pick(&self.legal());
        let step = self.play(action).ok()?;
        self.undoable = 0;
        Some(Concluded { step, trouble: Some(trouble) })
    }

    fn is_slow(&self) -> bool {
        self.game.turn().seat().is_some_and(|seat| self.chairs[seat.index()].slow)
    }

    fn hint(
        &self,
        seat: usize,
        adviser: Option<&str>,
        makers: &Arc<Makers>,
    ) -> Result<Task<Result<HintMessage, Refusal>>, Refusal> {
        if self.game.turn().seat().map(Seat::index) != Some(seat) {
            return Err(Refusal::new(409, "not-your-turn", "a hint is for the own turn", "ask when it is your turn"));
        }
        if !self.sitting.has_hints() {
            return Err(Refusal::new(
                409,
                "no-hints",
                "several people play here, and not all have agreed to hints",
                "ask the others to agree, or play alone",
            ));
        }
        let case = hint::Case {
            version: self.version,
            rules: self.rules.clone(),
            dealt: self.dealt.clone(),
            actions: self.actions.clone(),
            game: self.game.clone(),
            seat: Seat(seat as u8),
        };
        let (adviser, makers) = (adviser.map(str::to_string), Arc::clone(makers));
        Ok(Box::new(move |deadline| {
            let adviser = adviser.map_or_else(|| makers.adviser::<G>(&case.rules), Ok)?;
            hint::hint(&case, &adviser, &makers, deadline)
        }))
    }

    fn review(
        &self,
        deal: usize,
        adviser: Option<&str>,
        makers: &Arc<Makers>,
    ) -> Result<Task<Result<Value, Refusal>>, Refusal> {
        let Some(past) = self.past.get(deal) else {
            return Err(Refusal::missing("finished deal at this table"));
        };
        let people = self.sitting.chairs.iter().map(|chair| chair.sitter.is_person()).collect();
        let case = review::Case {
            rules: self.rules.clone(),
            dealt: past.dealt.clone(),
            actions: past.actions.clone(),
            players: self.sitting.chairs.iter().map(|chair| chair.name.clone()).collect(),
            people,
        };
        let (adviser, makers) = (adviser.map(str::to_string), Arc::clone(makers));
        Ok(Box::new(move |deadline| review::review(&case, adviser.as_deref(), &makers, deadline)))
    }

    fn lessons(&mut self) -> Vec<Lesson> {
        let Some(past) = self.past.get(self.taught) else {
            return Vec::new();
        };
        self.taught = self.past.len();
        // What a player did in the place of a person teaches nothing about people.
        let marks = self.sitting.marks.get(&self.deal).cloned().unwrap_or_default();
        let is_person =
            |(seat, chair): (usize, &super::Chair)| chair.sitter.is_person() && !marks.stood_in.contains(&seat);
        let people: Vec<bool> = self.sitting.chairs.iter().enumerate().map(is_person).collect();
        let mut lessons: Vec<Lesson> = Vec::new();
        for (seat, chair) in self.sitting.chairs.iter().enumerate() {
            let (Sitter::Learner { id, taught: true, .. }, Some(score)) = (&chair.sitter, past.score(seat, &people))
            else {
                continue;
            };
            // It learns from its own moves and from those of the people.
            let studied = |place: usize| place == seat || people[place];
            let seats = Seat::all(people.len()).filter(|place| studied(place.index())).collect::<Vec<_>>();
            let (id, episode) = (id.clone(), past.episode());
            let learn = Box::new(move |learners: &Learners, store: &Store| {
                learners.study::<G>(store, &id, &episode, &seats, score)
            });
            lessons.push(Lesson { deal: self.deal, seat, learn });
        }
        lessons
    }

    fn notice(&mut self, deal: u64, noticed: Noticed) {
        // The next deal may have begun.
        if deal == self.deal {
            self.noticed.push(noticed);
            self.version += 1;
        }
    }

    fn records(&self) -> Vec<Record> {
        let name = |chair: &super::Chair| match chair.sitter.player() {
            Some(player) => player.to_string(),
            None => chair.name.clone(),
        };
        let names: Vec<String> = self.sitting.chairs.iter().map(name).collect();
        let record = |(past, round): (&Finished<G>, u64)| past.record(&names, round, self.sitting.marks.get(&round));
        self.past.iter().zip(0..).map(record).collect()
    }

    fn deal(&self) -> u64 {
        self.deal
    }

    fn is_over(&self) -> bool {
        self.game.turn().seat().is_none()
    }
}

/// Deal `number` of a table.
fn deal<G: Shown>(rules: &G::Rules, standing: Option<&dyn Standing<G>>, sitting: &Sitting, number: u64) -> G {
    let mut rng = match sitting.seed_of(DEALS, number) {
        Some(seed) => Rng::new(seed),
        None => Rng::stream(sitting.seed, &[DEALS, number]),
    };
    match standing {
        Some(standing) => standing.deal_next(rules, &mut rng),
        None => G::deal(rules, &mut rng),
    }
}

/// True when a seat has learned nothing by its own move: neither what was hidden nor a new fact.
fn tells_nothing(before: &Seen, after: &Seen) -> bool {
    before.public == after.public && after.history.starts_with(&before.history)
}
