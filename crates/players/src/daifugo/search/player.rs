use std::sync::Arc;
use std::time::{Duration, Instant};

use kirifuda_games::daifugo::{Daifugo, Meld, Phase, View};
use kirifuda_learn::net::Net;
use kirifuda_learn::strength::Judge;
use kirifuda_play::{Actions, Deadline, Game, Opinion, Policy, Rng, Scale, Seat};

use super::belief::{Belief, Manner};
use super::playout::{Chorus, play_out};
use super::policy::Learned;
use super::race::Race;
use crate::daifugo::DaifugoEncoder;
use crate::daifugo::features::Scene;

/// How long a move is thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So long, and one world at least. The move depends on the machine and its load.
    Time(Duration),
    /// So many worlds, in each of which all moves are tried that are still in the race: the same move on every machine.
    Worlds(u32),
    /// So many playouts, and one world at least: the same move on every machine.
    Playouts(u32),
}

/// How the other players are taken to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// Each as the sample client or by the learned policy, as its moves tell; both equally likely at first.
    Mixed,
    /// By the learned policy.
    Softmax,
    /// As the sample client.
    Default,
}

impl Others {
    /// How likely another player is a sample client before anything is seen of it.
    pub(super) fn clients(self) -> f64 {
        match self {
            Others::Mixed => 0.5,
            Others::Softmax => 0.0,
            Others::Default => 1.0,
        }
    }
}

/// What can be set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// How long a move is thought about.
    pub budget: Budget,
    /// How the other players are taken to play.
    pub others: Others,
    /// Are worlds weighed by how well they explain what the others did?
    pub weigh: bool,
    /// A move that is e times as likely by the learned policy starts with so many points more, as if made in one world.
    pub prior: f64,
    /// 0: the learned policy makes its best move in playouts; above, it draws in proportion to exp(score / temperature).
    pub temperature: f32,
    /// At most so many moves are tried, the likeliest.
    pub width: usize,
    /// Is the choice of cards in the exchange searched, too?
    pub exchange: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            budget: Budget::Time(Duration::from_millis(50)),
            others: Others::Mixed,
            weigh: true,
            prior: 0.5,
            temperature: 1.0,
            width: 12,
            exchange: true,
        }
    }
}

/// A move whose score is lower than the best one's by this is not tried: e^9 is 8000 to 1.
const UNLIKELY: f32 = 9.0;

/// Points by which a move that was not tried lies lower for each e times that it is less likely.
const UNTRIED: f32 = 0.1;

/// Advice on a search, such as that of a net.
pub trait Advice: Send + Sync {
    /// How likely the legal moves are, as logarithms to which any number may be added; `scores` come with those of the
    /// learned policy.
    fn prior(&self, view: View<'_>, legal: &[Meld], scores: &mut [f32]);
}

/// The player: tries moves in worlds that explain what was seen, all in the same ones, until one is ahead or its budget
/// is spent.
pub struct Searcher {
    options: Options,
    learned: Learned,
    advice: Option<Arc<dyn Advice>>,
    /// Plays on at the own seat, if not the learned policy does.
    chorus: Option<Chorus>,
    belief: Belief,
    race: Race,
    candidates: Vec<(f32, Meld)>,
    scores: Vec<f32>,
    payoffs: Vec<f64>,
    legal: Actions<Daifugo>,
    deadline: Option<Deadline>,
}

impl Searcher {
    /// A player with the weights of a softmax policy without hidden units; nothing if these are not as many as it has.
    pub fn new(options: Options, weights: Arc<[f32]>) -> Option<Searcher> {
        Learned::new(weights, options.temperature).map(|learned| Searcher::of(options, learned, None, None))
    }

    fn of(options: Options, learned: Learned, advice: Option<Arc<dyn Advice>>, chorus: Option<Chorus>) -> Searcher {
        Searcher {
            options,
            learned,
            advice,
            chorus,
            belief: Belief::default(),
            race: Race::default(),
            candidates: Vec::new(),
            scores: Vec::new(),
            payoffs: Vec::new(),
            legal: Actions::new(),
            deadline: None,
        }
    }

    /// The same player with advice on which moves to try.
    pub fn with_advice(self, advice: Arc<dyn Advice>) -> Searcher {
        Searcher::of(self.options, self.learned, Some(advice), self.chorus)
    }

    /// The same player, at whose own seat a net plays on in the worlds; the net is one for what the encoder says.
    pub fn with_own(self, encoder: DaifugoEncoder, net: Net) -> Searcher {
        Searcher::of(self.options, self.learned, self.advice, Some(Chorus::new(encoder, net)))
    }

    /// The moves worth a look, the likeliest first; one only where one is the best whatever the others hold.
    fn find_candidates(&mut self, view: View<'_>, legal: &[Meld]) {
        let scene = Scene::new(view);
        self.candidates.clear();
        if let Some(meld) = scene.sure_win(legal) {
            self.candidates.push((0.0, meld));
            return;
        }
        self.rate(view, &scene, legal);
        self.candidates.extend(self.scores.iter().copied().zip(legal.iter().copied()));
        self.candidates.sort_unstable_by(|one, two| two.0.total_cmp(&one.0).then(one.1.cmp(&two.1)));
        let least = self.candidates[0].0 - UNLIKELY;
        self.candidates.retain(|&(score, _)| score > least);
        let searched = view.phase() == Phase::Play || self.options.exchange;
        self.candidates.truncate(if searched { self.options.width } else { 1 });
    }

    /// How likely the legal moves are, before any is tried.
    fn rate(&mut self, view: View<'_>, scene: &Scene, legal: &[Meld]) {
        self.scores.clear();
        self.scores.extend_from_slice(self.learned.scores(scene, legal));
        if let Some(advice) = &self.advice {
            advice.prior(view, legal, &mut self.scores);
        }
    }

    /// Lets the candidates race, and gives the winner.
    fn think(&mut self, view: View<'_>, rng: &mut Rng) -> usize {
        let start = Instant::now();
        let options = self.options;
        let highest = self.candidates[0].0;
        self.race.begin(self.candidates.iter().map(|(score, _)| options.prior * f64::from(score - highest)));
        // A third of the time at most is for thinking about what has been.
        let until = match options.budget {
            Budget::Time(time) => start.checked_add(time / 3),
            _ => None,
        };
        self.belief.begin(view, (options.others, options.weigh), until, &mut self.learned, rng);
        let mut playouts: u32 = 0;
        loop {
            let left = self.race.left().len() as u32;
            let go_on = match options.budget {
                _ if left < 2 => false,
                _ if playouts == 0 => true,
                _ if self.deadline.as_ref().is_some_and(Deadline::has_passed) => false,
                Budget::Time(time) => start.elapsed() < time,
                Budget::Worlds(most) => self.race.worlds() < most,
                Budget::Playouts(most) => playouts.saturating_add(left) <= most,
            };
            if !go_on {
                return self.race.best();
            }
            let worlds = self.race.worlds();
            let tried = match options.budget {
                _ if self.chorus.is_none() => self.try_all(view.seat(), rng),
                // One, for an answer to begin with.
                Budget::Time(_) if worlds == 0 => self.try_together(1, view.seat(), None, rng),
                Budget::Time(time) => self.try_together(u32::MAX, view.seat(), start.checked_add(time), rng),
                Budget::Worlds(most) => self.try_together(most - worlds, view.seat(), None, rng),
                Budget::Playouts(most) => self.try_together((most - playouts) / left, view.seat(), None, rng),
            };
            if !tried {
                return self.race.best();
            }
            playouts = playouts.saturating_add(left * (self.race.worlds() - worlds));
        }
    }

    /// Tries all moves that are left in one world; false if there is none.
    fn try_all(&mut self, me: Seat, rng: &mut Rng) -> bool {
        let Some((world, mut manners)) = self.belief.draw(&mut self.learned, rng) else {
            return false;
        };
        manners[me.index()] = Manner::Learned;
        // The same luck for all.
        let seed = rng.bits();
        self.payoffs.clear();
        for &place in self.race.left() {
            let mut world = world.clone();
            world.play(self.candidates[place].1);
            play_out(&mut world, me, &manners, &mut self.learned, &mut self.legal, &mut Rng::new(seed));
            self.payoffs.push(f64::from(world.payoff(me)));
        }
        self.race.note(&self.payoffs);
        true
    }
}

impl Searcher {
    /// Tries all moves that are left in some worlds at once, in one at least and in no more than until the race is looked at; false if there is
    /// no world, or no time to play them out.
    fn try_together(&mut self, most: u32, me: Seat, until: Option<Instant>, rng: &mut Rng) -> bool {
        let Some(chorus) = &mut self.chorus else {
            return false;
        };
        chorus.clear();
        for _ in 0..most.clamp(1, self.race.until_look()) {
            let Some((world, manners)) = self.belief.draw(&mut self.learned, rng) else {
                break;
            };
            // The same luck for all.
            let seed = rng.bits();
            for &place in self.race.left() {
                let mut world = world.clone();
                world.play(self.candidates[place].1);
                chorus.add(world, manners, Rng::new(seed));
            }
        }
        let (left, deadline) = (self.race.left().len(), &self.deadline);
        let is_over = || {
            until.is_some_and(|until| Instant::now() >= until)
                || until.is_some() && deadline.as_ref().is_some_and(Deadline::has_passed)
        };
        if !chorus.play_out(me, &mut self.learned, &mut self.legal, is_over) {
            return false;
        }
        self.payoffs.clear();
        self.payoffs.extend(chorus.payoffs(me));
        // The race is looked at after the last of them only: the same moves are left in all.
        self.payoffs.chunks(left).for_each(|payoffs| self.race.note(payoffs));
        !self.payoffs.is_empty()
    }
}

/// A player with the same settings.
impl Clone for Searcher {
    fn clone(&self) -> Searcher {
        Searcher::of(self.options, self.learned.clone(), self.advice.clone(), self.chorus.clone())
    }
}

impl Policy<Daifugo> for Searcher {
    fn choose(&mut self, view: View<'_>, legal: &[Meld], rng: &mut Rng) -> Meld {
        if let [only] = legal {
            return *only;
        }
        // One draw, whatever the budget: what follows in the game does not depend on it.
        let rng = &mut Rng::new(rng.bits());
        self.find_candidates(view, legal);
        let best = if self.candidates.len() > 1 { self.think(view, rng) } else { 0 };
        self.candidates.get(best).map_or(legal[0], |&(_, meld)| meld)
    }

    fn hurry(&mut self, deadline: &Deadline) {
        self.deadline = Some(deadline.clone());
    }
}

impl Judge<Daifugo> for Searcher {
    /// What the search found about each move, in points of the game; with less attention in fewer worlds. Moves that it did
    /// not try lie a point and more below those that it tried, the unlikeliest lowest.
    fn judge(&mut self, view: View<'_>, legal: &[Meld], attention: f32, rng: &mut Rng, out: &mut Vec<f32>) {
        out.clear();
        self.find_candidates(view, legal);
        if self.candidates.len() > 1 {
            let full = self.options.budget;
            let share = |count: u32| ((count as f32 * attention) as u32).max(1);
            self.options.budget = match full {
                Budget::Time(time) => Budget::Time(time.mul_f32(attention)),
                Budget::Worlds(worlds) => Budget::Worlds(share(worlds)),
                Budget::Playouts(playouts) => Budget::Playouts(share(playouts)),
            };
            self.think(view, &mut Rng::new(rng.bits()));
            self.options.budget = full;
        } else {
            self.race.begin(self.candidates.iter().map(|_| 0.0));
            self.rate(view, &Scene::new(view), legal);
        }
        let likeliest = self.scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let found = |place: usize| self.race.mean(place) as f32;
        let worst = (0..self.candidates.len()).map(found).fold(f32::INFINITY, f32::min);
        out.extend(legal.iter().zip(&self.scores).map(|(meld, score)| {
            let place = self.candidates.iter().position(|(_, candidate)| candidate == meld);
            place.map_or_else(|| worst - self.unit() + UNTRIED * (score - likeliest), found)
        }));
    }

    fn express(&self, _view: View<'_>, judged: &[f32]) -> Opinion {
        Scale::outcome(Daifugo::UNIT).opinion(judged)
    }

    /// A point.
    fn unit(&self) -> f32 {
        1.0
    }
}
