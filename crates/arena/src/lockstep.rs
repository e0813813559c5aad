//! Many games side by side, for players that answer many questions at once.
//!
//! Deals are taken in blocks. All games of a block (each deal in every rotation) go on until it is the turn of a player
//! that is asked in numbers; then it is asked about all of them at once. Every game has its own stream of choices and its own
//! instances of the other players, so that the results are those of games that are played one by one.

use kirifuda_play::{Actions, Fault, Game, Measured, Policy, Question, Rng, Seat, Text, Turn};

use crate::deals::choices;
use crate::sheet::Sheet;
use crate::waves::Halt;
use crate::{ArenaError, Contestant, Place, Plan, Record, Unit, nth_deal};

/// Games side by side on one thread: enough for matrices, few enough for the players' memories.
const GAMES: usize = 256;

fn made<G: Game>(contestant: &Contestant<G>) -> Result<Box<dyn Policy<G>>, ArenaError> {
    (contestant.maker)().map_err(|why| ArenaError::Maker { contestant: contestant.name.clone(), why })
}

/// What the deals of a block gave.
#[derive(Default)]
pub(crate) struct Block {
    /// A row of observations for each deal.
    pub rows: Vec<f64>,
    /// The records of each deal, where they are wanted.
    pub records: Vec<Record>,
    pub games: u64,
}

/// One thread's games, used again for every block.
pub(crate) struct Lockstep<'a, G: Game> {
    plan: &'a Plan<'a, G>,
    sheet: Sheet,
    recording: bool,
    /// For each contestant: one that is asked in numbers, or nothing.
    crowds: Vec<Option<Box<dyn Policy<G>>>>,
    lanes: Vec<Lane<G>>,
    /// By contestant, the lanes that wait for its answer.
    waiting: Vec<Vec<usize>>,
    chosen: Vec<G::Action>,
    measures: Vec<f64>,
    scratch: Vec<f64>,
    payoffs: Vec<f32>,
}

struct Lane<G: Game> {
    game: Option<G>,
    rng: Rng,
    deal: u64,
    rotation: usize,
    legal: Actions<G>,
    /// Instances of the contestants that are asked one by one.
    players: Vec<Option<Box<dyn Policy<G>>>>,
    watched: bool,
    moves: Vec<G::Action>,
}

impl<'a, G: Text + Measured> Lockstep<'a, G> {
    /// Deals of a block.
    pub fn block(plan: &Plan<'_, G>) -> u64 {
        (GAMES / plan.contestants.len()).max(1) as u64
    }

    pub fn new(plan: &'a Plan<'a, G>, recording: bool) -> Result<Self, ArenaError> {
        let sheet = Sheet::new::<G>(plan.contestants.len());
        let mut crowds = Vec::new();
        for contestant in plan.contestants {
            crowds.push(if contestant.many { Some(made(contestant)?) } else { None });
        }
        Ok(Lockstep {
            plan,
            sheet,
            recording,
            waiting: vec![Vec::new(); crowds.len()],
            crowds,
            lanes: Vec::new(),
            chosen: Vec::new(),
            measures: sheet.measures(),
            scratch: sheet.measures(),
            payoffs: vec![0.0; plan.contestants.len()],
        })
    }

    /// Plays the deals `first..end`.
    pub fn play(&mut self, first: u64, end: u64, stopped: &dyn Fn() -> bool) -> Result<Block, Halt> {
        let seats = self.plan.contestants.len();
        let games = (end - first) as usize * seats;
        self.seat(games).map_err(Halt::Failed)?;
        for (number, lane) in self.lanes[..games].iter_mut().enumerate() {
            let (deal, rotation) = (first + (number / seats) as u64, number % seats);
            lane.begin(nth_deal(self.plan.rules, self.plan.seed, deal), self.plan.seed, deal, rotation);
        }
        // In order: of several failures, that of the first game is told.
        let mut going: Vec<usize> = (0..games).collect();
        while !going.is_empty() {
            if stopped() {
                return Err(Halt::Braked);
            }
            self.waiting.iter_mut().for_each(Vec::clear);
            let mut still = Vec::with_capacity(going.len());
            for &number in &going {
                if let Some(contestant) = self.lanes[number].go_on(self.plan, &self.crowds, self.recording)? {
                    self.waiting[contestant].push(number);
                    still.push(number);
                }
            }
            self.answer()?;
            going = still;
        }
        self.count(first, end).map_err(Halt::Failed)
    }

    /// Makes sure that there are so many lanes.
    fn seat(&mut self, games: usize) -> Result<(), ArenaError> {
        while self.lanes.len() < games {
            let mut players = Vec::new();
            for (contestant, crowd) in self.plan.contestants.iter().zip(&self.crowds) {
                players.push(if crowd.is_some() { None } else { Some(made(contestant)?) });
            }
            let watched = players.iter_mut().flatten().any(|player| player.watch().is_some());
            self.lanes.push(Lane {
                game: None,
                rng: Rng::new(0),
                deal: 0,
                rotation: 0,
                legal: Actions::new(),
                players,
                watched,
                moves: Vec::new(),
            });
        }
        Ok(())
    }

    /// Asks every contestant about the games that wait for it, and makes the moves.
    fn answer(&mut self) -> Result<(), Halt> {
        for contestant in 0..self.crowds.len() {
            let waiting = &self.waiting[contestant];
            let (Some(crowd), Some(&first)) = (&mut self.crowds[contestant], waiting.first()) else { continue };
            let Some(many) = crowd.many() else {
                let why = Fault("it does not answer many questions at once, as it is said to".to_string());
                return Err(Halt::Failed(self.lanes[first].fault(self.plan, contestant, why)));
            };
            let mut questions = Vec::with_capacity(waiting.len());
            let mut next = waiting.iter().copied().peekable();
            for (number, lane) in self.lanes.iter_mut().enumerate() {
                if next.next_if_eq(&number).is_none() {
                    continue;
                }
                let Lane { game: Some(game), legal, rng, .. } = lane else { continue };
                let Turn::Seat(seat) = game.turn() else { continue };
                questions.push(Question { view: game.view(seat), legal, rng });
            }
            let asked = questions.len();
            self.chosen.clear();
            let answered = many.choose_many(&mut questions, &mut self.chosen);
            drop(questions);
            let answered = answered.and_then(|()| {
                let told = self.chosen.len();
                if told == asked { Ok(()) } else { Err(Fault(format!("{told} answers to {asked} questions"))) }
            });
            if let Err(why) = answered {
                return Err(Halt::Failed(self.lanes[first].fault(self.plan, contestant, why)));
            }
            for (&number, &action) in self.waiting[contestant].iter().zip(&self.chosen) {
                self.lanes[number].make(self.plan, contestant, action, self.recording).map_err(Halt::Failed)?;
            }
        }
        Ok(())
    }

    /// What the finished games gave.
    fn count(&mut self, first: u64, end: u64) -> Result<Block, ArenaError> {
        let (seats, columns) = (self.plan.contestants.len(), self.sheet.columns());
        let mut block = Block { rows: vec![0.0; (end - first) as usize * columns], ..Block::default() };
        for (deal, row) in block.rows.chunks_exact_mut(columns).enumerate() {
            for lane in &mut self.lanes[deal * seats..(deal + 1) * seats] {
                let Some(game) = &lane.game else { continue };
                for (seat, payoff) in Seat::all(seats).zip(&mut self.payoffs) {
                    *payoff = game.payoff(seat);
                }
                lane.end(self.plan, &self.payoffs)?;
                let Some(game) = &lane.game else { continue };
                self.measures.fill(0.0);
                self.sheet.measure(game, &mut self.scratch, &mut self.measures);
                let sits = |seat: Seat| lane.contestant(seat, seats);
                self.sheet.add(row, sits, &self.payoffs, &self.measures, 1);
                block.games += 1;
                if self.recording {
                    let names = Seat::all(seats).map(|seat| self.plan.contestants[sits(seat)].name.clone()).collect();
                    let dealt: G = nth_deal(self.plan.rules, self.plan.seed, lane.deal);
                    let record = Record::new(&dealt, &lane.moves, &self.payoffs, names);
                    block.records.push(record.from_run(self.plan.seed, lane.deal, lane.rotation as u64, None));
                }
            }
        }
        Ok(block)
    }
}

impl<G: Text> Lane<G> {
    fn begin(&mut self, game: G, seed: u64, deal: u64, rotation: usize) {
        (self.deal, self.rotation) = (deal, rotation);
        self.rng = choices(seed, deal, rotation as u64);
        self.moves.clear();
        self.game = Some(game);
        if self.watched {
            self.news(|watch, view| watch.begin(view));
        }
    }

    /// Who sits at a seat: contestant 0 at seat `rotation`.
    fn contestant(&self, seat: Seat, seats: usize) -> usize {
        (seat.index() + seats - self.rotation) % seats
    }

    /// Goes on until a contestant that is asked in numbers is to move: which; nothing when the game is over.
    fn go_on(
        &mut self,
        plan: &Plan<'_, G>,
        crowds: &[Option<Box<dyn Policy<G>>>],
        recording: bool,
    ) -> Result<Option<usize>, Halt> {
        loop {
            let Some(game) = &mut self.game else { return Ok(None) };
            let Turn::Seat(seat) = game.turn() else { return Ok(None) };
            game.legal(&mut self.legal);
            let seats = crowds.len();
            let contestant = (seat.index() + seats - self.rotation) % seats;
            let Some(player) = &mut self.players[contestant] else { return Ok(Some(contestant)) };
            let action = player.choose(game.view(seat), &self.legal, &mut self.rng);
            self.make(plan, contestant, action, recording).map_err(Halt::Failed)?;
        }
    }

    fn make(
        &mut self,
        plan: &Plan<'_, G>,
        contestant: usize,
        action: G::Action,
        recording: bool,
    ) -> Result<(), ArenaError> {
        let Some(game) = &mut self.game else { return Ok(()) };
        let Turn::Seat(seat) = game.turn() else { return Ok(()) };
        if !self.legal.contains(&action) {
            let action = G::show_action(plan.rules, action);
            let contestant = plan.contestants[contestant].name.clone();
            return Err(ArenaError::Illegal { contestant, place: self.place(), action });
        }
        if recording {
            self.moves.push(action);
        }
        game.play(action);
        if self.watched {
            self.news(|watch, view| watch.saw(view, seat));
        }
        Ok(())
    }

    fn end(&mut self, plan: &Plan<'_, G>, payoffs: &[f32]) -> Result<(), ArenaError> {
        if !self.watched {
            return Ok(());
        }
        let mut fault = None;
        self.news_by(|contestant, watch, view| {
            if let Err(why) = watch.end(view, payoffs) {
                fault.get_or_insert((contestant, why));
            }
        });
        match fault {
            Some((contestant, why)) => Err(self.fault(plan, contestant, why)),
            None => Ok(()),
        }
    }

    fn news(&mut self, mut tell: impl FnMut(&mut dyn kirifuda_play::Watch<G>, G::View<'_>)) {
        self.news_by(|_, watch, view| tell(watch, view));
    }

    fn news_by(&mut self, mut tell: impl FnMut(usize, &mut dyn kirifuda_play::Watch<G>, G::View<'_>)) {
        let seats = self.players.len();
        let Some(game) = &self.game else { return };
        for seat in Seat::all(seats) {
            let contestant = (seat.index() + seats - self.rotation) % seats;
            if let Some(watch) = self.players[contestant].as_mut().and_then(|player| player.watch()) {
                tell(contestant, watch, game.view(seat));
            }
        }
    }

    fn fault(&self, plan: &Plan<'_, G>, contestant: usize, why: Fault) -> ArenaError {
        ArenaError::Fault { contestant: plan.contestants[contestant].name.clone(), place: self.place(), why }
    }

    fn place(&self) -> Place {
        Place { unit: Unit::Deal, number: self.deal, rotation: self.rotation as u64 }
    }
}
