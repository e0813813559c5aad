use std::sync::Arc;
use std::time::Instant;

use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::hearts::{Hearts, Moon, View};
use kirifuda_learn::search::Budget;
use kirifuda_play::{Deadline, Game, Opinion, Policy, Rng, Scale, Seat, math};

use super::options::{MoonStyle, Options, PassBy, Playouts};
use super::pass::Passing;
use super::race::{Arm, Prior, Race};
use super::{Advice, Belief, Cast, Goal, Likeness, Manner, Position, Pupil, moon};
use kirifuda_learn::strength::Judge;

use crate::hearts::Jake;

/// Plays Hearts by looking ahead in likely worlds, played to the end by rule players.
pub struct Searcher {
    options: Options,
    advice: Option<Arc<dyn Advice>>,
    pupil: Option<Pupil>,
    /// Made when the first game shows which rules are played.
    belief: Option<Belief>,
    race: Race,
    passing: Passing,
    plan: Option<Plan>,
    prior: Vec<f32>,
    deadline: Option<Deadline>,
}

/// The cards to pass, found at the first of the three.
#[derive(Clone, Copy, Debug)]
struct Plan {
    dealt: CardSet,
    cards: CardSet,
}

/// What the last search found about a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The card.
    pub card: Card,
    /// What the seat is after when it plays it.
    pub goal: Goal,
    /// The mean payoff: minus the points of the deal.
    pub value: f64,
}

/// Worlds that are taken in together.
const BATCH: u32 = 16;
/// Worlds after which arms may be dropped for the first time.
const PATIENCE: u32 = 32;

/// The ways to go on after a card.
const WAYS: [Goal; 3] = [Goal::Plain, Goal::Shoot, Goal::Stop];

impl Searcher {
    /// A player with these options.
    pub fn new(options: Options) -> Searcher {
        Searcher {
            options,
            advice: None,
            pupil: None,
            belief: None,
            race: Race::default(),
            passing: Passing::default(),
            plan: None,
            prior: Vec::new(),
            deadline: None,
        }
    }

    /// The same player with an adviser. [`Options::prior`] says how much it is asked.
    pub fn with_advice(mut self, advice: Arc<dyn Advice>) -> Searcher {
        self.advice = Some(advice);
        self
    }

    /// The same player with a net that the others may play like: how far they do decides how much an adviser counts.
    pub fn with_pupil(mut self, pupil: Pupil) -> Searcher {
        self.pupil = Some(pupil);
        self
    }

    /// What the last search among cards to play found: each card with each goal that was tried.
    pub fn findings(&self, legal: &[Card]) -> impl Iterator<Item = Finding> {
        self.race.arms().iter().filter_map(|arm| {
            let card = legal.get(usize::from(arm.choice)).copied()?;
            Some(Finding { card, goal: WAYS[usize::from(arm.way)], value: self.race.value(arm) })
        })
    }

    /// Worlds of the last search.
    pub fn worlds(&self) -> u32 {
        self.race.worlds()
    }

    /// Looks ahead from a choice between at least two cards to play.
    fn think(&mut self, view: View<'_>, legal: &[Card], seed: u64) -> Card {
        let begun = Instant::now();
        let options = self.options;
        let mut rng = Rng::stream(seed, &[0]);
        let kinds = options.kinds(view.rules());
        let belief = self.belief.get_or_insert_with(|| {
            let belief = Belief::new(kinds, options.weigh);
            match &self.pupil {
                Some(pupil) => belief.with_pupil(pupil.clone(), options.sharpness),
                None => belief,
            }
        });
        belief.expect(kinds);
        belief.hurry(match options.budget {
            Budget::Simulations(worlds) => f64::from(worlds) / FEW_WORLDS,
            Budget::Time(_) => 1.0,
        });
        let base = belief.look(view, &mut rng);
        let likeness = belief.likeness();
        self.enter(view, legal, &base, likeness);
        let Searcher { belief: Some(belief), race, deadline, .. } = self else {
            return legal[0];
        };
        let (me, mut worlds) = (view.seat(), 0);
        // Where an opinion leaves no doubt there is nothing to find out.
        let mut go_on = race.drop_beaten();
        while go_on {
            for _ in 0..BATCH {
                go_on = match options.budget {
                    Budget::Simulations(limit) => worlds < limit,
                    Budget::Time(time) => worlds == 0 || (worlds < MOST_WORLDS && begun.elapsed() < time),
                };
                go_on &= worlds == 0 || !deadline.as_ref().is_some_and(Deadline::has_passed);
                if !go_on {
                    break;
                }
                worlds += 1;
                try_world(race, belief, legal, &options, me, &mut rng);
            }
            race.fold();
            go_on &= !worlds.is_multiple_of(PATIENCE) || race.drop_beaten();
        }
        race.leader().and_then(|arm| legal.get(usize::from(arm.choice)).copied()).unwrap_or(legal[0])
    }

    /// Every card enters the race in every way that makes sense now.
    fn enter(&mut self, view: View<'_>, legal: &[Card], base: &Position, likeness: Likeness) {
        let (me, options) = (view.seat(), &self.options);
        self.prior.clear();
        self.prior.resize(legal.len(), 0.0);
        let advised = match &self.advice {
            Some(advice) if options.heed => advice.prior(view, legal, likeness, &mut self.prior),
            _ => false,
        };
        let moon_counts = view.rules().moon != Moon::Off && options.moon != MoonStyle::Off;
        let makes_sense = |goal: Goal| match goal {
            Goal::Plain => true,
            Goal::Shoot => moon_counts && base.may_shoot(me),
            Goal::Stop => moon_counts && moon::threat(base, me).is_some(),
        };
        self.race.clear();
        // A net knows little about players that go by rules, and nothing about going for the moon with them; playouts by
        // rules know little about players like nets. Between the two, by steps of equal factors.
        let likes = if self.pupil.is_some() { likeness.share } else { 1.0 };
        let between =
            |net: f64, rule: f64, likes: f64| math::pow(net.max(1e-6), likes) * math::pow(rule.max(1e-6), 1.0 - likes);
        let opinion = |goal: Goal, value: f32| {
            let likes = if goal == Goal::Plain { likes } else { likes * likes };
            let error = between(options.prior, options.rule_prior, likes);
            Prior { value: value.into(), error, bias: between(BIAS.0, BIAS.1, likes) }
        };
        for (choice, &prior) in self.prior.iter().enumerate() {
            for (way, _) in WAYS.iter().enumerate().filter(|(_, goal)| makes_sense(**goal)) {
                let mut arm = Arm::new(choice as u16, way as u8);
                arm.handicap = if WAYS[way] == Goal::Shoot { options.margin() } else { 0.0 };
                arm.prior = advised.then(|| opinion(WAYS[way], prior));
                self.race.enter(arm);
            }
        }
    }

    /// The card that the adviser likes best to pass.
    fn pass_as_advised(&mut self, view: View<'_>, legal: &[Card]) -> Option<Card> {
        self.prior.clear();
        self.prior.resize(legal.len(), 0.0);
        let advised = self.advice.as_deref()?.prior(view, legal, Likeness::new([0.5; 3]), &mut self.prior);
        let better = |a: &(&Card, &f32), b: &(&Card, &f32)| a.1.total_cmp(b.1).then(b.0.cmp(a.0));
        let best = legal.iter().zip(&self.prior).max_by(better).map(|(card, _)| *card);
        best.filter(|_| advised)
    }

    fn pass(&mut self, view: View<'_>, legal: &[Card], seed: u64) -> Card {
        let given: CardSet = view.given().iter().copied().collect();
        // At the first card of a game there is never a plan: one of an earlier game must not count.
        let plan = match self.plan {
            Some(plan) if !given.is_empty() && plan.dealt == view.dealt() && given.is_subset(plan.cards) => plan,
            _ => {
                let cards = self.passing.search(view, &self.options, self.deadline.as_ref(), &mut self.race, seed);
                *self.plan.insert(Plan { dealt: view.dealt(), cards })
            }
        };
        (plan.cards - given).lowest().filter(|card| legal.contains(card)).unwrap_or(legal[0])
    }
}

/// By how many points many playouts are wrong about two cards where an adviser is heard: if the others play like nets, and
/// if they go by rules.
const BIAS: (f64, f64) = (1.0, 0.1);
/// Who is to look at fewer worlds than these thinks less about where they come from, too.
const FEW_WORLDS: f64 = 20.0;
/// More worlds than this change nothing any more.
const MOST_WORLDS: u32 = 100_000;

/// Tries every running arm in one more world.
#[inline]
fn try_world(race: &mut Race, belief: &mut Belief, legal: &[Card], options: &Options, me: Seat, rng: &mut Rng) {
    let mut cast = Cast::new(options.noise);
    let world = belief.draw(&mut cast, rng);
    cast.manner[me.index()] = own_manner(options.playouts);
    // The same chance for every arm: differences between them are then differences between cards.
    let chance = rng.bits();
    for place in 0..race.running() {
        let (choice, way) = race.arm(place);
        let mut position = world;
        cast.goal[me.index()] = WAYS[usize::from(way)];
        position.play(legal[usize::from(choice)]);
        cast.play_out(&mut position, &mut Rng::new(chance));
        race.add(position.payoff(me));
    }
}

/// How the searching seat itself plays on.
#[inline]
pub(super) fn own_manner(playouts: Playouts) -> Manner {
    match playouts {
        Playouts::Stock => Manner::Stock,
        // Against either kind no worse than stock, and better against jake.
        Playouts::Mixed | Playouts::Jake => Manner::Jake,
    }
}

impl Policy<Hearts> for Searcher {
    fn choose(&mut self, view: View<'_>, legal: &[Card], rng: &mut Rng) -> Card {
        if let [only] = legal {
            return *only;
        }
        // One draw, whatever the budget: what follows in the game does not depend on it.
        let seed = rng.bits();
        if !view.is_passing() {
            return self.think(view, legal, seed);
        }
        match self.options.pass {
            PassBy::Search => self.pass(view, legal, seed),
            PassBy::Rule => Jake::pass(view).unwrap_or(legal[0]),
            PassBy::Advice => self.pass_as_advised(view, legal).unwrap_or_else(|| self.pass(view, legal, seed)),
        }
    }

    fn hurry(&mut self, deadline: &Deadline) {
        self.deadline = Some(deadline.clone());
    }
}

impl Judge<Hearts> for Searcher {
    fn speaks(&self, view: View<'_>) -> bool {
        !view.is_passing()
    }

    fn express(&self, _view: View<'_>, judged: &[f32]) -> Opinion {
        Scale::outcome(Hearts::UNIT).opinion(judged)
    }

    /// What the search found about each card; with less attention in fewer worlds. While cards are passed, the one that it
    /// would pass stands out.
    fn judge(&mut self, view: View<'_>, legal: &[Card], attention: f32, rng: &mut Rng, out: &mut Vec<f32>) {
        out.clear();
        if view.is_passing() || legal.len() < 2 {
            let card = self.choose(view, legal, rng);
            out.extend(legal.iter().map(|&other| if other == card { self.unit() } else { 0.0 }));
            return;
        }
        let full = self.options.budget;
        self.options.budget = match full {
            Budget::Simulations(worlds) => Budget::Simulations(((worlds as f32 * attention) as u32).max(1)),
            Budget::Time(time) => Budget::Time(time.mul_f32(attention)),
        };
        self.think(view, legal, rng.bits());
        self.options.budget = full;
        out.resize(legal.len(), f32::NEG_INFINITY);
        for arm in self.race.arms() {
            if let Some(value) = out.get_mut(usize::from(arm.choice)) {
                *value = value.max(self.race.value(arm) as f32);
            }
        }
    }

    /// A point.
    fn unit(&self) -> f32 {
        1.0
    }
}

/// A player with the same options; what it knows of its game stays behind.
impl Clone for Searcher {
    fn clone(&self) -> Searcher {
        Searcher { advice: self.advice.clone(), pupil: self.pupil.clone(), ..Searcher::new(self.options) }
    }
}
