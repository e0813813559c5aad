use kirifuda_play::{Actions, Game, Retrace, Rng, Seat, Turn, Worlds, math};

use super::until::Until;
use super::{Manner, Options};
use crate::elementary::{exp, ln};
use crate::net::{Desk, Encoder, Net, Row, words};

/// Worlds that agree with what a seat has seen, and how likely each is after what the others have played.
///
/// Worlds are kept from turn to turn: those that agree with what happened since are weighed by the new moves only, and fresh
/// ones are drawn beside them. Uniform draws that still agree are uniform draws of what agrees now, so both count alike. Where a
/// net guesses what is hidden, all worlds are drawn afresh, likelier ones more often; how much the moves count beside the guess is
/// a matter of [`Options::heed`].
#[derive(Clone)]
pub struct Belief<G: Game> {
    worlds: Vec<G>,
    /// How likely each world makes what was played, by world, seat and kind, as logarithms.
    logs: Vec<f32>,
    /// How likely each was to be drawn, as a logarithm.
    drawn: Vec<f32>,
    /// How much the moves count.
    heed: f32,
    /// The weight of each world, the largest 1.
    weights: Vec<f32>,
    total: f64,
    seats: usize,
    kinds: usize,
    /// The turn that the worlds are of: all moves before it, and what the seat saw.
    moves: Vec<G::Action>,
    row: Vec<u64>,
    notes: Vec<Note>,
    desk: Desk,
    legal: Option<Box<Kept<G>>>,
}

/// Buffers, kept to allocate nothing.
struct Kept<G: Game> {
    legal: Actions<G>,
    moves: Vec<G::Action>,
    row: Vec<u64>,
    scores: Vec<f32>,
}

impl<G: Game> Clone for Kept<G> {
    fn clone(&self) -> Self {
        Kept::default()
    }
}

impl<G: Game> Kept<G> {
    /// Whether the moves from `from` on can be made in a game.
    fn agrees(&mut self, game: &G, from: usize) -> bool {
        let mut trial = game.clone();
        self.moves[from..].iter().all(|&action| {
            trial.legal(&mut self.legal);
            let agrees = self.legal.binary_search(&action).is_ok();
            if agrees {
                trial.play(action);
            }
            agrees
        })
    }
}

impl<G: Game> Default for Kept<G> {
    fn default() -> Self {
        Kept { legal: Actions::new(), moves: Vec::new(), row: Vec::new(), scores: Vec::new() }
    }
}

/// A move of another that a net is asked about.
#[derive(Clone, Copy)]
struct Note {
    world: u32,
    seat: u8,
    /// Its number among the legal moves.
    chosen: u16,
}

/// What listens to the others.
pub(super) struct Ears<'a, G: Game, E> {
    pub encoder: &'a E,
    pub net: &'a Net,
    pub manners: &'a [Manner<G>],
    pub options: &'a Options,
    /// A net's number in units of the game.
    pub factor: f32,
    /// A guess at what is hidden; empty where there is none.
    pub odds: &'a [f32],
}

/// When there are worlds enough.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// At most so many.
    pub most: usize,
    /// As many equally likely ones would tell as much.
    pub enough: f64,
    pub until: Until<'a>,
}

/// Where fresh worlds of a turn come from.
pub(super) struct Hearing<G: Retrace> {
    source: G::Worlds,
    /// One that was drawn to see what happened.
    first: Option<(G, f32)>,
    me: Seat,
    /// Whether worlds are drawn by a guess.
    guessed: bool,
}

impl<G: Retrace> Hearing<G> {
    /// A world, and how likely it was to be drawn, as a logarithm.
    fn draw(&mut self, rng: &mut Rng) -> (G, f32) {
        if let Some(first) = self.first.take() {
            return first;
        }
        if !self.guessed {
            return (self.source.draw(rng), 0.0);
        }
        let (world, likely) = self.source.draw_guessed(rng);
        (world, math::ln(likely) as f32)
    }
}

/// Moves that are weighed together: as many as a net looks at in one go. The time is looked at in between.
const BATCH: usize = 128;
/// Whether worlds are enough is looked at again when there are so many times as many.
const AGAIN: f64 = 1.25;
/// Draws without a world that agrees, one after the other, after which no more are waited for.
const PATIENCE: u32 = 16;

impl<G: Retrace> Belief<G> {
    pub(super) fn new(kinds: usize) -> Belief<G> {
        let (worlds, logs, drawn, weights, moves, row, notes) = Default::default();
        let desk = Desk::default();
        let (total, heed, seats, legal) = (0.0, 1.0, 0, None);
        Belief { worlds, logs, drawn, heed, weights, total, seats, kinds, moves, row, notes, desk, legal }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.worlds.clear();
        self.moves.clear();
        self.row.clear();
    }

    pub(super) fn seats(&self) -> usize {
        self.seats
    }

    /// The worlds.
    pub fn worlds(&self) -> &[G] {
        &self.worlds
    }

    /// The weight of each, the largest 1.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Whether what was played does not count beside a guess.
    pub(super) fn is_deaf(&self) -> bool {
        self.heed == 0.0
    }

    /// As many equally likely worlds would tell as much.
    pub fn effective(&self) -> f64 {
        let squares: f64 = self.weights.iter().map(|&weight| f64::from(weight).powi(2)).sum();
        if squares > 0.0 { self.total.powi(2) / squares } else { 0.0 }
    }

    /// Takes in what a seat sees now: keeps the worlds that agree. Fresh ones [follow](Belief::grow).
    pub(super) fn begin<E: Encoder<G>>(
        &mut self,
        view: G::View<'_>,
        me: Seat,
        ears: &Ears<'_, G, E>,
        until: Until<'_>,
        rng: &mut Rng,
    ) -> Hearing<G> {
        let mut kept = self.legal.take().unwrap_or_default();
        let mut source = G::worlds(view);
        let guessed = !ears.odds.is_empty() && source.guess(ears.odds);
        if guessed {
            // Those of before were drawn by another guess.
            self.forget();
        }
        self.heed = if guessed { ears.options.heed } else { 1.0 };
        let mut hearing: Hearing<G> = Hearing { source, first: None, me, guessed };
        let (first, likely) = hearing.draw(rng);
        self.seats = first.seats();
        let mut dealt = first.retrace(&mut kept.moves);
        self.keep(&mut kept, &first, &mut dealt, me, ears, until, rng);
        self.moves.clone_from(&kept.moves);
        write(ears.encoder, view, &mut self.row);
        self.legal = Some(kept);
        hearing.first = Some((first, likely));
        hearing
    }

    /// Draws and weighs fresh worlds until there are `most` of them, or they tell as much as `enough` equally likely ones, or the time is
    /// over.
    pub(super) fn grow<E: Encoder<G>>(
        &mut self,
        hearing: &mut Hearing<G>,
        ears: &Ears<'_, G, E>,
        Wanted { most, enough, until }: Wanted<'_>,
        rng: &mut Rng,
    ) {
        let mut kept = self.legal.take().unwrap_or_default();
        self.desk.clear();
        self.notes.clear();
        let (mut missed, mut looked) = (0, enough);
        while self.worlds.len() < most && missed < PATIENCE {
            let (world, likely) = hearing.draw(rng);
            let mut game = world.retrace(&mut kept.moves);
            match self.hear(&mut game, &mut kept, hearing.me, ears, rng) {
                true => {
                    self.worlds.push(world);
                    self.drawn.push(likely);
                    missed = 0;
                }
                false => missed += 1,
            }
            // Those that have nothing to be weighed by are many, and fast.
            if self.notes.len() >= BATCH || self.notes.is_empty() {
                self.weigh(&mut kept, ears);
                if until.has_passed() {
                    break;
                }
                if self.worlds.len() as f64 >= looked {
                    self.sum_up(ears.options);
                    if self.effective() >= enough {
                        break;
                    }
                    looked = AGAIN * self.worlds.len() as f64;
                }
            }
        }
        self.weigh(&mut kept, ears);
        self.sum_up(ears.options);
        self.legal = Some(kept);
    }

    /// Keeps the worlds of an earlier turn of the same game that agree with the moves since, or as many as there is time for.
    #[allow(clippy::too_many_arguments)]
    fn keep<E: Encoder<G>>(
        &mut self,
        kept: &mut Kept<G>,
        now: &G,
        dealt: &mut G,
        me: Seat,
        ears: &Ears<'_, G, E>,
        until: Until<'_>,
        rng: &mut Rng,
    ) {
        let before = self.moves.len();
        let open = now.unseen_moves();
        let mut same = !self.worlds.is_empty() && before >= open && before < kept.moves.len();
        same = same && self.moves[open..] == kept.moves[open..before];
        if same {
            // The own cards, and what was passed, show in what the seat saw then.
            kept.moves[..before].iter().for_each(|&action| dealt.play(action));
            write(ears.encoder, dealt.view(me), &mut kept.row);
            same = dealt.turn() == Turn::Seat(me) && kept.row == self.row;
        }
        let old = std::mem::take(&mut self.worlds);
        let logs = std::mem::take(&mut self.logs);
        let drawn = std::mem::take(&mut self.drawn);
        if !same {
            return;
        }
        self.desk.clear();
        self.notes.clear();
        let size = self.seats * self.kinds;
        for (number, mut world) in old.into_iter().enumerate() {
            let place = self.logs.len();
            self.logs.extend_from_slice(&logs[number * size..(number + 1) * size]);
            if self.hear_on(&mut world, kept, before, me, ears, rng, place) {
                self.worlds.push(world);
                self.drawn.push(drawn[number]);
            } else {
                self.logs.truncate(place);
            }
            if self.notes.len() >= BATCH {
                self.weigh(kept, ears);
                if until.has_passed() {
                    break;
                }
            }
        }
        self.weigh(kept, ears);
    }

    /// Listens to all moves of a fresh world, with logarithms of its own. Where moves do not count they need only be possible.
    fn hear<E: Encoder<G>>(
        &mut self,
        game: &mut G,
        kept: &mut Kept<G>,
        me: Seat,
        ears: &Ears<'_, G, E>,
        rng: &mut Rng,
    ) -> bool {
        let place = self.logs.len();
        self.logs.resize(place + self.seats * self.kinds, 0.0);
        let heard = match self.is_deaf() {
            true => kept.agrees(game, 0),
            false => self.hear_on(game, kept, 0, me, ears, rng, place),
        };
        if !heard {
            self.logs.truncate(place);
        }
        heard
    }

    /// Plays the moves from `from` on, notes those of the others for the net and compares them with the rules. False, and
    /// nothing noted, where one of them cannot have been made in this world.
    #[allow(clippy::too_many_arguments)]
    fn hear_on<E: Encoder<G>>(
        &mut self,
        game: &mut G,
        kept: &mut Kept<G>,
        from: usize,
        me: Seat,
        ears: &Ears<'_, G, E>,
        rng: &mut Rng,
        place: usize,
    ) -> bool {
        if !kept.agrees(game, from) {
            return false;
        }
        let Kept { legal, moves, .. } = kept;
        for &action in &moves[from..] {
            let Turn::Seat(seat) = game.turn() else { return false };
            if seat != me {
                game.legal(legal);
                if let (2.., Ok(chosen)) = (legal.len(), legal.binary_search(&action)) {
                    let view = game.view(seat);
                    self.desk.put(ears.encoder, view, legal);
                    self.notes.push(Note {
                        world: (place / (self.seats * self.kinds)) as u32,
                        seat: seat.0,
                        chosen: chosen as u16,
                    });
                    let share = 1.0 / legal.len() as f32;
                    for (number, manner) in ears.manners.iter().enumerate() {
                        let same = manner(view, legal, rng) == action;
                        let doubt = ears.options.doubt;
                        let likely = doubt * share + if same { 1.0 - doubt } else { 0.0 };
                        self.logs[place + seat.index() * self.kinds + 1 + number] += ln(likely);
                    }
                }
            }
            game.play(action);
        }
        true
    }

    /// Asks the net about all moves that are noted, and notes nothing any more.
    fn weigh<E: Encoder<G>>(&mut self, kept: &mut Kept<G>, ears: &Ears<'_, G, E>) {
        self.desk.glance(ears.net);
        let (noise, scale) = (ears.options.noise, ears.factor / ears.options.temperature);
        for (position, note) in self.notes.iter().enumerate() {
            let moves = self.desk.moves(position);
            kept.scores.clear();
            kept.scores.extend(moves.map(|number| scale * self.desk.value(position, number)));
            let highest = kept.scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let all: f32 = kept.scores.iter().map(|&score| exp((score - highest).max(-80.0))).sum();
            let chosen = exp((kept.scores[usize::from(note.chosen)] - highest).max(-80.0)) / all;
            let likely = noise / kept.scores.len() as f32 + (1.0 - noise) * chosen;
            let place = (note.world as usize * self.seats + usize::from(note.seat)) * self.kinds;
            self.logs[place] += ln(likely);
        }
        self.desk.clear();
        self.notes.clear();
    }

    /// How likely each world is, whatever the others are.
    fn sum_up(&mut self, options: &Options) {
        let size = self.seats * self.kinds;
        self.weights.clear();
        for (logs, drawn) in self.logs.chunks_exact(size.max(1)).zip(&self.drawn) {
            let likely = Tables::of(logs, self.kinds, options).all - drawn;
            self.weights.push(if self.is_deaf() { 0.0 } else { self.heed * likely });
        }
        let highest = self.weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        self.weights.iter_mut().for_each(|weight| *weight = exp((*weight - highest).max(-80.0)));
        self.total = self.weights.iter().map(|&weight| f64::from(weight)).sum();
    }

    /// Draws worlds by weight, evenly spread: calls back with each that is drawn, and how often.
    pub(super) fn draw(&self, count: u32, rng: &mut Rng, mut tell: impl FnMut(usize, u32)) {
        let step = self.total / f64::from(count);
        let (mut next, mut sum) = (rng.unit() * step, 0.0);
        for (world, &weight) in self.weights.iter().enumerate() {
            sum += f64::from(weight);
            let mut tickets = 0;
            while next < sum {
                tickets += 1;
                next += step;
            }
            if tickets > 0 {
                tell(world, tickets);
            }
        }
    }

    /// Draws what the others are, whatever the world.
    pub(super) fn draw_kinds_of_any(&self, options: &Options, rng: &mut Rng, out: &mut Vec<u8>) {
        let mut drawn = None;
        self.draw(1, rng, |world, _| drawn = Some(world));
        match drawn {
            Some(world) => self.draw_kinds(world, options, rng, out),
            // Nothing was heard.
            None => {
                out.clear();
                out.resize(self.seats, 0);
            }
        }
    }

    /// Draws what the others are in a world: 0 like the net, then the rules.
    pub(super) fn draw_kinds(&self, world: usize, options: &Options, rng: &mut Rng, out: &mut Vec<u8>) {
        let size = self.seats * self.kinds;
        let logs = &self.logs[world * size..(world + 1) * size];
        Tables::of(logs, self.kinds, options).draw(logs, self.kinds, options, rng, out);
    }

    /// How likely each kind is at a seat: 0 like the net, then the rules.
    pub fn kinds(&self, seat: Seat, options: &Options) -> Vec<f64> {
        (0..self.kinds).map(|kind| self.share(seat, kind, options)).collect()
    }

    /// How likely one kind is at a seat.
    pub(super) fn share(&self, seat: Seat, kind: usize, options: &Options) -> f64 {
        let size = self.seats * self.kinds;
        let worlds = self.logs.chunks_exact(size.max(1)).zip(&self.weights);
        let shares = worlds.map(|(logs, &weight)| {
            let tables = Tables::of(logs, self.kinds, options);
            f64::from(weight) * tables.share(logs, self.kinds, options, seat, kind)
        });
        shares.sum::<f64>() / self.total
    }
}

/// How likely the sorts of tables make what was played in a world, as logarithms: all others of one kind, for each kind, and
/// each of its own.
struct Tables {
    alike: [f32; KINDS],
    mixed: f32,
    all: f32,
}

/// The most kinds.
const KINDS: usize = 8;

impl Tables {
    fn of(logs: &[f32], kinds: usize, options: &Options) -> Tables {
        let mut tables = Tables { alike: [f32::NEG_INFINITY; KINDS], mixed: ln(1.0 - options.alike), all: 0.0 };
        if kinds == 1 {
            tables.all = logs.iter().sum();
            (tables.alike[0], tables.mixed) = (tables.all, f32::NEG_INFINITY);
            return tables;
        }
        for (kind, log) in tables.alike[..kinds].iter_mut().enumerate() {
            *log = ln(options.alike * prior(kind, kinds, options)) + logs.iter().skip(kind).step_by(kinds).sum::<f32>();
        }
        for seat in logs.chunks_exact(kinds) {
            let each = |(kind, &log): (usize, &f32)| ln(prior(kind, kinds, options)) + log;
            tables.mixed += sum(seat.iter().enumerate().map(each));
        }
        tables.all = sum(tables.alike[..kinds].iter().copied().chain([tables.mixed]));
        tables
    }

    fn draw(&self, logs: &[f32], kinds: usize, options: &Options, rng: &mut Rng, out: &mut Vec<u8>) {
        out.clear();
        let mut left = rng.unit() as f32;
        for (kind, &log) in self.alike[..kinds].iter().enumerate() {
            left -= exp((log - self.all).min(0.0));
            if left < 0.0 {
                out.resize(logs.len() / kinds, kind as u8);
                return;
            }
        }
        for seat in logs.chunks_exact(kinds) {
            let each = |(kind, &log): (usize, &f32)| ln(prior(kind, kinds, options)) + log;
            let all = sum(seat.iter().enumerate().map(each));
            let (mut left, mut drawn) = (rng.unit() as f32, 0);
            for place in seat.iter().enumerate() {
                left -= exp((each(place) - all).min(0.0));
                drawn = place.0 as u8;
                if left < 0.0 {
                    break;
                }
            }
            out.push(drawn);
        }
    }

    fn share(&self, logs: &[f32], kinds: usize, options: &Options, seat: Seat, kind: usize) -> f64 {
        let alike = exp((self.alike[kind] - self.all).min(0.0));
        if kinds == 1 {
            return f64::from(alike);
        }
        let logs = &logs[seat.index() * kinds..(seat.index() + 1) * kinds];
        let each = |(kind, &log): (usize, &f32)| ln(prior(kind, kinds, options)) + log;
        let all = sum(logs.iter().enumerate().map(each));
        let own = exp((each((kind, &logs[kind])) - all).min(0.0));
        f64::from(alike + exp((self.mixed - self.all).min(0.0)) * own)
    }
}

/// The share of a kind before anything was seen.
fn prior(kind: usize, kinds: usize, options: &Options) -> f32 {
    if kind == 0 { options.net } else { (1.0 - options.net) / (kinds - 1) as f32 }
}

/// The logarithm of a sum of numbers that are given by theirs.
fn sum(logs: impl Iterator<Item = f32> + Clone) -> f32 {
    let highest = logs.clone().fold(f32::NEG_INFINITY, f32::max);
    if highest == f32::NEG_INFINITY {
        return highest;
    }
    highest + ln(logs.map(|log| exp((log - highest).max(-80.0))).sum())
}

fn write<G: Game, E: Encoder<G>>(encoder: &E, view: G::View<'_>, row: &mut Vec<u64>) {
    row.resize(words(encoder.inputs()), 0);
    encoder.position(view, &mut Row::new(row));
}
