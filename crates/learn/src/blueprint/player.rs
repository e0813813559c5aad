use std::time::{Duration, Instant};

use kirifuda_play::{Deadline, Fault, Game, Opinion, Policy, Retrace, Rng, Seat, Watch};

use super::belief::{Ears, Wanted};
use super::gain::{Gain, Gains};
use super::options::ALIKE;
use super::playouts::Playouts;
use super::until::Until;
use super::{Belief, Manner, Options};
use crate::elementary::exp;
use crate::net::{Desk, Encoder, Net, Pass, Row, words};
use crate::search::Budget;
use crate::strength::Judge;

/// Plays like a net, but for moves that are shown to be better.
#[derive(Clone)]
pub struct Blueprint<G: Game, E> {
    encoder: E,
    /// Chooses the own move, but for those that are shown to be better.
    net: Net,
    /// Plays all seats on in the worlds, with what it sees; a smaller one plays on in more of them.
    runner: (E, Net),
    /// Says how likely the others play what they play, with what it sees; a smaller one will do.
    listener: (E, Net),
    /// Tells whether the others play like the net at all, where that is not the listener, and what it believes.
    recogniser: Option<(E, Net)>,
    crowd: Belief<G>,
    /// Guesses what is hidden, and what it guessed.
    guesser: Option<(E, Net)>,
    odds: Vec<f32>,
    pass: Pass,
    manners: Vec<Manner<G>>,
    seat: for<'a> fn(G::View<'a>) -> Seat,
    options: Options,
    belief: Belief<G>,
    playouts: Playouts<G>,
    desk: Desk,
    gains: Gains,
    /// Moves with what the net thinks of them, the best first.
    tried: Vec<Tried>,
    /// By world: its number among those that were played out.
    met: Vec<u32>,
    drawn: Vec<(usize, u32)>,
    kinds: Vec<u8>,
    finding: Finding,
    /// By when it has to answer, where that was said.
    deadline: Option<Deadline>,
}

#[derive(Clone, Copy)]
struct Tried {
    place: usize,
    thought: f32,
    is_out: bool,
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// The blueprint's move, and the move to make, by their places among the legal ones.
    pub blueprint: usize,
    /// See [`blueprint`](Finding::blueprint).
    pub chosen: usize,
    /// How far the others seem to play like the net, from 0 to 1, where that was asked.
    pub likeness: Option<f64>,
    /// Worlds that were weighed, as many equally likely ones would tell as much, and those that were played out.
    pub weighed: usize,
    /// See [`weighed`](Finding::weighed).
    pub effective: f64,
    /// See [`weighed`](Finding::weighed).
    pub played: usize,
    /// What each legal move is worth, in units of the game.
    pub values: Vec<f64>,
    /// The moves that were tried beside the blueprint's.
    pub tried: Vec<Trial>,
}

/// What a search found about a move, in units of the game and over the blueprint's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// Its place among the legal moves.
    pub place: usize,
    /// What the net thinks that it gains.
    pub thought: f64,
    /// What it gained in playouts, and the standard error of that.
    pub played: f64,
    /// See [`played`](Trial::played).
    pub error: f64,
}

impl Trial {
    /// Playouts and what the net thinks together, each by what it may be wrong by.
    fn gain(&self, wrong: (f64, f64)) -> Gain {
        Gain { mean: self.played, error: self.error }.with(self.thought, wrong)
    }
}

/// The most worlds by which the others are recognised.
const RECOGNISED: usize = 48;
/// Worlds that tell as much as so many equally likely ones for each millisecond are weighed enough, but no fewer than some: more are not
/// played out.
const ENOUGH: f64 = 2.0;
const FEW: f64 = 128.0;
/// The share of the time for drawing worlds that are not weighed, and the most that are drawn.
const DRAWN: f64 = 0.15;
const UNWEIGHED: usize = 2048;
/// Not met.
const NEW: u32 = u32::MAX;
/// A move that is so many standard errors behind is out.
const BEHIND: f64 = 1.5;
/// No guess is surer than this, as a logarithm of odds: what a net thinks impossible may still be so.
const SURE: f32 = 8.0;
/// Worlds to a round of playouts with a budget of worlds.
const ROUND: u32 = 32;

impl<G: Retrace, E: Encoder<G>> Blueprint<G, E> {
    /// A player; nothing if a net is not for positions and moves of this encoder. `seat` says whose eyes a view is of.
    pub fn new(encoder: E, net: Net, seat: for<'a> fn(G::View<'a>) -> Seat, options: Options) -> Option<Self> {
        if !net.is_for(&encoder) {
            return None;
        }
        let (desk, gains, tried, met, drawn, kinds, finding, odds) = Default::default();
        Some(Blueprint {
            listener: (encoder.clone(), net.clone()),
            runner: (encoder.clone(), net.clone()),
            recogniser: None,
            crowd: Belief::new(1),
            guesser: None,
            odds,
            pass: Pass::default(),
            encoder,
            net,
            manners: Vec::new(),
            seat,
            options,
            belief: Belief::new(1),
            playouts: Playouts::default(),
            desk,
            gains,
            tried,
            met,
            drawn,
            kinds,
            finding,
            deadline: None,
        })
    }

    /// The same player with another net, smaller say, that listens to the others; nothing if it is not for this encoder.
    pub fn with_listener(mut self, encoder: E, net: Net) -> Option<Self> {
        self.listener = net.is_for(&encoder).then_some((encoder, net))?;
        Some(self)
    }

    /// The same player with a net of its own that tells whether the others play like the net; nothing if it is not for this encoder.
    pub fn with_recogniser(mut self, encoder: E, net: Net) -> Option<Self> {
        self.recogniser = Some(net.is_for(&encoder).then_some((encoder, net))?);
        Some(self)
    }

    /// The same player with a net that [guesses](Encoder::hidden) what is hidden: worlds are drawn by it, and what was played counts so
    /// [much](Options::heed) beside it. Nothing if it is not for this encoder.
    pub fn with_guesser(mut self, encoder: E, net: Net, heed: f32) -> Option<Self> {
        let fits =
            encoder.hidden() > 0 && (net.shape().inputs, net.shape().outputs) == (encoder.inputs(), encoder.hidden());
        self.guesser = Some(fits.then_some((encoder, net))?);
        self.options.heed = heed;
        Some(self)
    }

    /// The same player with another net, smaller say, that plays on in the worlds; nothing if it is not for this encoder.
    pub fn with_runner(mut self, encoder: E, net: Net) -> Option<Self> {
        self.runner = net.is_for(&encoder).then_some((encoder, net))?;
        Some(self)
    }

    /// The same player who also reckons with others that go by rules, at most seven.
    pub fn with_manners(mut self, manners: &[Manner<G>]) -> Self {
        self.manners = manners[..manners.len().min(7)].to_vec();
        self.belief = Belief::new(1 + self.manners.len());
        self.crowd = self.belief.clone();
        self
    }

    /// What the last search found.
    pub fn finding(&self) -> &Finding {
        &self.finding
    }

    /// What the last search thought of the legal moves, in units of the game.
    pub(super) fn judged(&self) -> impl Iterator<Item = f32> {
        self.finding.values.iter().map(|&value| value as f32)
    }

    /// What it believes.
    pub fn belief(&self) -> &Belief<G> {
        &self.belief
    }

    /// Searches; `attention` is the share of the budget to spend.
    pub fn think(&mut self, view: G::View<'_>, legal: &[G::Action], attention: f64, rng: &mut Rng) -> &Finding {
        self.think_if(view, legal, attention, 0.0, rng);
        &self.finding
    }

    /// Searches if what the others have played looks like the net: if the mean share of the net over the other seats is at
    /// least `likeness`, from 0 to 1. False if not; finding that out takes a tenth of the time.
    pub fn think_if(
        &mut self,
        view: G::View<'_>,
        legal: &[G::Action],
        attention: f64,
        likeness: f64,
        rng: &mut Rng,
    ) -> bool {
        // One draw, whatever the budget: what follows in the game does not depend on it.
        let rng = &mut Rng::new(rng.bits());
        let scale = self.encoder.scale(view);
        let options = self.options;
        let me = (self.seat)(view);
        let plan = Plan::new(&options, attention);
        let deadline = self.deadline.clone();
        let until = |end| Until { end, deadline: deadline.as_ref() };
        let crowd_options = self.crowd_options();
        let is_deaf = self.guesser.is_some() && options.heed == 0.0;
        self.finding.likeness = None;
        if (likeness > 0.0 || is_deaf) && !self.manners.is_empty() {
            let Blueprint { listener, recogniser, manners, crowd, .. } = self;
            let (encoder, net) = recogniser.as_ref().unwrap_or(listener);
            let ears = Ears { encoder, net, manners, options: &crowd_options, factor: scale.factor, odds: &[] };
            // What is found afterwards does not depend on it.
            let rng = &mut rng.clone();
            let mut hearing = crowd.begin(view, me, &ears, until(plan.recognised), rng);
            let most = RECOGNISED.min(plan.pool);
            let wanted = Wanted { most, enough: f64::INFINITY, until: until(plan.recognised) };
            crowd.grow(&mut hearing, &ears, wanted, rng);
            let others = Seat::all(crowd.seats()).filter(|&seat| seat != me);
            let sum: f64 = others.map(|seat| crowd.share(seat, 0, &crowd_options)).sum();
            let found = sum / (crowd.seats() - 1) as f64;
            self.finding.likeness = Some(found);
            if found < likeness {
                return false;
            }
        }
        self.consider(view, legal);
        let known = self.encoder.known(view);
        self.finding.values.clear();
        self.finding.values.resize(legal.len(), f64::NEG_INFINITY);
        let best = self.tried[0];
        for tried in &self.tried {
            self.finding.values[tried.place] = scale.of(known + tried.thought);
        }
        (self.finding.blueprint, self.finding.chosen) = (best.place, best.place);
        (self.finding.weighed, self.finding.effective, self.finding.played) = (0, 0.0, 0);
        self.finding.tried.clear();
        let margin = best.thought - options.margin / scale.factor;
        let count = self.tried.iter().take(options.width.max(1)).filter(|tried| tried.thought >= margin).count();
        self.tried.truncate(count);
        if count > 1 {
            self.guess(view);
            let Blueprint { listener: (encoder, net), manners, belief, odds, .. } = self;
            let ears = Ears { encoder: &*encoder, net, manners, options: &options, factor: scale.factor, odds };
            let mut hearing = belief.begin(view, me, &ears, until(plan.heard), rng);
            let wanted = match belief.is_deaf() {
                true => Wanted { most: plan.pool.min(UNWEIGHED), enough: f64::INFINITY, until: until(plan.drawn) },
                false => Wanted { most: plan.pool, enough: plan.enough, until: until(plan.heard) },
            };
            belief.grow(&mut hearing, &ears, wanted, rng);
            self.search(me, legal, &plan, scale.factor, until(plan.end), rng);
            self.decide(scale.factor);
        }
        true
    }

    /// How it is asked whether the others play like the net at all.
    fn crowd_options(&self) -> Options {
        let options = self.options;
        let (temperature, doubt) = options.recognised.unwrap_or((options.temperature, options.doubt));
        Options { temperature, doubt, ..options }
    }

    /// What the net thinks of the moves, the best first.
    fn consider(&mut self, view: G::View<'_>, legal: &[G::Action]) {
        self.desk.clear();
        self.desk.put(&self.encoder, view, legal);
        self.desk.ask(&self.net);
        self.tried.clear();
        let desk = &self.desk;
        let thoughts = (0..legal.len()).map(|place| Tried { place, thought: desk.value(0, place), is_out: false });
        self.tried.extend(thoughts);
        self.tried.sort_unstable_by(|a, b| b.thought.total_cmp(&a.thought).then(a.place.cmp(&b.place)));
    }

    /// How much likelier than not each hidden thing is.
    fn guess(&mut self, view: G::View<'_>) {
        let Some((encoder, net)) = &self.guesser else { return };
        let mut row = vec![0; words(encoder.inputs())];
        encoder.position(view, &mut Row::new(&mut row));
        net.look(&row, &mut self.pass);
        let odds = |&guess: &f32| if guess < 0.0 { exp(guess.max(-SURE)) } else { 1.0 / exp(-guess.min(SURE)) };
        self.odds.clear();
        self.odds.extend(self.pass.outputs.iter().map(odds));
    }

    /// Plays the moves out in worlds of the belief.
    fn search(&mut self, me: Seat, legal: &[G::Action], plan: &Plan, factor: f32, until: Until<'_>, rng: &mut Rng) {
        self.finding.weighed = self.belief.worlds().len();
        self.finding.effective = self.belief.effective();
        self.gains.begin(self.tried.len() - 1);
        self.met.clear();
        self.met.resize(self.belief.worlds().len(), NEW);
        let luck = rng.bits();
        let end = plan.end;
        let (mut left, mut round) = (plan.tickets, if end.is_some() { 8 } else { ROUND.min(plan.tickets) });
        while left > 0 && round > 0 {
            let (begun, before) = (Instant::now(), self.gains.worlds());
            if !self.play_round(me, legal, round, luck, until, rng) {
                break;
            }
            left -= round.min(left);
            self.drop_hopeless(factor);
            if self.tried[1..].iter().all(|tried| tried.is_out) {
                break;
            }
            let fresh = self.gains.worlds() - before;
            round = match end {
                // All worlds that are at all likely were met.
                _ if fresh == 0 => 0,
                None => ROUND.min(left),
                Some(end) => next_round(round, fresh, begun, end),
            };
        }
        self.finding.played = self.gains.worlds();
    }

    /// Draws worlds and plays all moves that are still in the race out in those that are new. False when the time is over.
    fn play_round(
        &mut self,
        me: Seat,
        legal: &[G::Action],
        round: u32,
        luck: u64,
        until: Until<'_>,
        rng: &mut Rng,
    ) -> bool {
        let (options, crowd_options) = (self.options, self.crowd_options());
        self.drawn.clear();
        let drawn = &mut self.drawn;
        self.belief.draw(round, rng, |world, tickets| drawn.push((world, tickets)));
        self.playouts.clear();
        for &(world, _) in &self.drawn {
            if self.met[world] != NEW {
                continue;
            }
            let mut rng = Rng::stream(luck, &[world as u64]);
            match (self.belief.is_deaf() && !self.manners.is_empty(), self.finding.likeness) {
                // Worlds are drawn as if the others were like the net: where they seem so, they go on like it.
                (true, Some(ALIKE..)) => {
                    self.kinds.clear();
                    self.kinds.resize(self.belief.seats(), 0);
                }
                (true, _) => self.crowd.draw_kinds_of_any(&crowd_options, &mut rng, &mut self.kinds),
                (false, _) => self.belief.draw_kinds(world, &options, &mut rng, &mut self.kinds),
            }
            self.kinds[me.index()] = 0;
            for tried in self.tried.iter().filter(|tried| !tried.is_out) {
                let mut game = self.belief.worlds()[world].clone();
                game.play(legal[tried.place]);
                self.playouts.add(game, &self.kinds, rng.clone());
            }
        }
        let (encoder, net) = &self.runner;
        if !self.playouts.run((encoder, net), &self.manners, me, options.trace, until) {
            return false;
        }
        let mut ends = self.playouts.worth(encoder, me);
        for &(world, tickets) in &self.drawn {
            if self.met[world] != NEW {
                self.gains.again(self.met[world] as usize, tickets);
                continue;
            }
            self.met[world] = self.gains.worlds() as u32;
            self.gains.add_world(tickets);
            let mut base = 0.0;
            for (number, _) in self.tried.iter().enumerate().filter(|(_, tried)| !tried.is_out) {
                let Some(outcome) = ends.next() else { break };
                match number {
                    0 => base = outcome,
                    _ => self.gains.add(number - 1, outcome - base),
                }
            }
        }
        true
    }

    /// Drops moves that will hardly pass the threshold any more.
    fn drop_hopeless(&mut self, factor: f32) {
        if self.gains.worlds() < 8 {
            return;
        }
        for number in 1..self.tried.len() {
            if !self.tried[number].is_out {
                let gain = self.weighed(number, factor);
                self.tried[number].is_out = gain.mean + BEHIND * gain.error < 0.0;
            }
        }
    }

    /// What is known of a move.
    fn trial(&self, number: usize, factor: f32) -> Trial {
        let (factor, played) = (f64::from(factor), self.gains.of(number - 1));
        let thought = factor * f64::from(self.tried[number].thought - self.tried[0].thought);
        let place = self.tried[number].place;
        Trial { place, thought, played: factor * played.mean, error: factor * played.error }
    }

    /// What a move gains over the blueprint's, in units of the game, by playouts and by what the net thinks of both.
    fn weighed(&self, number: usize, factor: f32) -> Gain {
        self.trial(number, factor).gain(self.options.wrong)
    }

    /// The move with the largest gain that passes the threshold.
    fn decide(&mut self, factor: f32) {
        let base = self.finding.values[self.finding.blueprint];
        let mut most = 0.0;
        for number in 1..self.tried.len() {
            let (tried, trial) = (self.tried[number], self.trial(number, factor));
            let gain = trial.gain(self.options.wrong);
            self.finding.tried.push(trial);
            let passes = !tried.is_out && gain.mean > self.options.threshold * gain.error && gain.mean > 0.0;
            if passes && gain.mean > most {
                (most, self.finding.chosen) = (gain.mean, tried.place);
            }
            // What is not clearly better counts as a little worse.
            self.finding.values[tried.place] = base + if passes { gain.mean } else { gain.mean.min(-1e-3) };
        }
    }
}

/// What may be spent on a move.
struct Plan {
    /// Draws of worlds that are played out.
    tickets: u32,
    /// Weighed worlds, and as many equally likely ones that are enough.
    pool: usize,
    enough: f64,
    /// When the others must be recognised, all worlds weighed, and all be over.
    recognised: Option<Instant>,
    heard: Option<Instant>,
    /// When all worlds must be drawn where they are not weighed.
    drawn: Option<Instant>,
    end: Option<Instant>,
}

impl Plan {
    fn new(options: &Options, attention: f64) -> Plan {
        match options.budget {
            Budget::Simulations(worlds) => {
                let tickets = ((f64::from(worlds) * attention) as u32).max(1);
                let pool = tickets as usize * options.pool.max(1) as usize;
                Plan { tickets, pool, enough: f64::INFINITY, recognised: None, heard: None, drawn: None, end: None }
            }
            Budget::Time(time) => {
                let (start, time) = (Instant::now(), time.mul_f64(attention.min(1.0)));
                let after = |share: f64| Some(start.checked_add(time.mul_f64(share)).unwrap_or(start));
                let (recognised, heard) = (after(0.1 * options.share.min(1.0)), after(options.share.min(1.0)));
                let drawn = after(DRAWN);
                let enough = (ENOUGH * 1000.0 * time.as_secs_f64()).max(FEW);
                Plan { tickets: u32::MAX, pool: options.most, enough, recognised, heard, drawn, end: after(1.0) }
            }
        }
    }
}

/// How many worlds still fit into the time, by those of the last round; at most four times as many.
fn next_round(round: u32, fresh: usize, begun: Instant, end: Instant) -> u32 {
    let now = Instant::now();
    let each = (now - begun).div_f64(fresh.max(1) as f64).max(Duration::from_nanos(1));
    let fits = end.saturating_duration_since(now).as_secs_f64() / each.as_secs_f64();
    // Larger rounds are faster, and a round that is cut off is lost.
    let next = (0.9 * fits) as u32;
    if next < 2 { 0 } else { next.min(4 * round).min(256) }
}

impl<G: Retrace, E: Encoder<G>> Policy<G> for Blueprint<G, E> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        legal[self.think(view, legal, 1.0, rng).chosen]
    }

    fn hurry(&mut self, deadline: &Deadline) {
        self.deadline = Some(deadline.clone());
    }

    fn watch(&mut self) -> Option<&mut dyn Watch<G>> {
        Some(self)
    }
}

impl<G: Retrace, E: Encoder<G>> Watch<G> for Blueprint<G, E> {
    fn begin(&mut self, _: G::View<'_>) {
        self.belief.forget();
        self.crowd.forget();
    }

    fn saw(&mut self, _: G::View<'_>, _: Seat) {}

    fn end(&mut self, _: G::View<'_>, _: &[f32]) -> Result<(), Fault> {
        Ok(())
    }
}

impl<G: Retrace, E: Encoder<G>> Judge<G> for Blueprint<G, E> {
    fn judge(&mut self, view: G::View<'_>, legal: &[G::Action], attention: f32, rng: &mut Rng, out: &mut Vec<f32>) {
        self.think(view, legal, f64::from(attention), rng);
        out.clear();
        out.extend(self.judged());
    }

    fn express(&self, view: G::View<'_>, judged: &[f32]) -> Opinion {
        let meaning = self.encoder.scale(view).meaning;
        Opinion { values: judged.iter().map(|&value| f64::from(value)).collect(), meaning }
    }

    /// In points: a middling move costs half a one.
    fn unit(&self) -> f32 {
        0.5
    }
}
