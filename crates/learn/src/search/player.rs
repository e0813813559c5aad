use kirifuda_play::{Actions, Base, Deadline, Game, Meaning, Opinion, Policy, Rng};

use super::{AllLegal, AnyWorld, Budget, Candidates, Clock, Estimate, Method, Sampler, SearchWork};

/// A player that looks ahead: put together from a method, a policy for playouts, a filter of candidates and a sampler of
/// worlds.
///
/// A playout policy is asked in the middle of games that it has not seen begin: it must not need to watch them.
///
/// ```
/// # use kirifuda_games::hearts::{Hearts, Rules};
/// # use kirifuda_learn::search::{Budget, IsMcts, Options, Search};
/// # use kirifuda_play::{Actions, Game, Policy, Rng, Uniform};
/// let mut rng = Rng::new(1);
/// let mut game = Hearts::deal(&Rules::falcon(), &mut rng);
/// let options = Options { budget: Budget::Simulations(50), ..Options::default() };
/// let mut player = Search::<Hearts, _, _>::new(IsMcts, Uniform, options);
/// let mut legal = Actions::new();
/// while let Some(seat) = game.turn().seat() {
///     game.legal(&mut legal);
///     let card = player.choose(game.view(seat), &legal, &mut rng);
///     game.play(card);
/// }
/// ```
pub struct Search<G: Game, M: Method<G>, P, C = AllLegal, S = AnyWorld> {
    method: M,
    options: Options,
    playout: P,
    candidates: C,
    sampler: S,
    estimates: Vec<Estimate<G::Action>>,
    named: Vec<G::Action>,
    shares: Vec<Share<G, M, P>>,
    deadline: Option<Deadline>,
}

/// What can be set for every method.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// How long a move is thought about.
    pub budget: Budget,
    /// How much exploration is worth, on payoffs between 0 and 1: C in UCB1, mean + C √(ln n / n_i).
    pub exploration: f64,
    /// Shares, at least 1, into which the budget is split, each on a thread of its own: faster, and a little weaker than
    /// the same number of simulations in one share. With a budget of simulations, the same number of shares makes the
    /// same move on every machine.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { budget: Budget::Simulations(200), exploration: 0.7, threads: 1 }
    }
}

/// What one thread works with, kept between moves.
struct Share<G: Game, M: Method<G>, P> {
    playout: P,
    memory: M::Memory,
    legal: Actions<G>,
    estimates: Vec<Estimate<G::Action>>,
}

impl<G: Game, M: Method<G>, P: Policy<G> + Clone> Search<G, M, P> {
    /// A player that considers all legal actions, in worlds that are all equally likely.
    pub fn new(method: M, playout: P, options: Options) -> Search<G, M, P> {
        Search::assemble(method, options, playout, AllLegal, AnyWorld)
    }
}

impl<G: Game, M: Method<G>, P, C, S> Search<G, M, P, C, S> {
    fn assemble(method: M, options: Options, playout: P, candidates: C, sampler: S) -> Search<G, M, P, C, S> {
        let (estimates, named, shares) = (Vec::new(), Vec::new(), Vec::new());
        Search { method, options, playout, candidates, sampler, estimates, named, shares, deadline: None }
    }

    /// The same player with another filter of candidates, at the root and inside trees.
    pub fn with_candidates<D: Candidates<G>>(self, candidates: D) -> Search<G, M, P, D, S> {
        Search::assemble(self.method, self.options, self.playout, candidates, self.sampler)
    }

    /// The same player with another sampler of worlds.
    pub fn with_sampler<T: Sampler<G>>(self, sampler: T) -> Search<G, M, P, C, T> {
        Search::assemble(self.method, self.options, self.playout, self.candidates, sampler)
    }

    /// What the last search found, in ascending order of the actions.
    pub fn estimates(&self) -> &[Estimate<G::Action>] {
        &self.estimates
    }

    /// Simulations of the last search; none where there was nothing to choose.
    pub fn simulations(&self) -> u64 {
        self.estimates.iter().map(|estimate| u64::from(estimate.visits)).sum()
    }

    /// The action that the last search found best.
    pub fn best(&self) -> Option<G::Action> {
        let place = self.method.best(&self.estimates);
        self.estimates.get(place).map(|estimate| estimate.action)
    }
}

impl<G, M, P, C, S> Search<G, M, P, C, S>
where
    G: Game,
    M: Method<G>,
    P: Policy<G> + Clone,
    C: Candidates<G>,
    S: Sampler<G>,
{
    /// Searches, and tells what was found about each candidate. A single candidate costs nothing.
    pub fn think(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> &[Estimate<G::Action>] {
        let named = self.candidates.narrow(view, legal, &mut self.named);
        self.estimates.clear();
        self.estimates.extend(named.iter().copied().map(Estimate::new));
        if self.estimates.len() > 1 {
            // One draw, whatever the budget: what follows in the game does not depend on it.
            let seed = rng.bits();
            self.spend(view, seed);
        }
        &self.estimates
    }

    fn spend(&mut self, view: G::View<'_>, seed: u64) {
        let count = self.options.threads.max(1);
        let (method, options, candidates) = (&self.method, &self.options, &self.candidates);
        let (playout, deadline) = (&self.playout, self.deadline.as_ref());
        self.shares.resize_with(count, || Share::new(playout.clone()));
        for share in &mut self.shares {
            share.estimates.clone_from(&self.estimates);
        }
        let horizon = candidates.horizon(view);
        let work = |index: usize, share: &mut Share<G, M, P>, mut worlds: S::Worlds| {
            let clock = Clock::start(options.budget, deadline, index, count);
            let work = SearchWork {
                worlds: &mut worlds,
                playout: &mut share.playout,
                candidates,
                horizon,
                exploration: options.exploration,
                clock,
                share: (index, count),
                estimates: &mut share.estimates,
                legal: &mut share.legal,
                rng: &mut Rng::stream(seed, &[index as u64]),
            };
            method.explore(&mut share.memory, work);
        };
        // Threads of their own and not those of a pool: shares with a budget of time must run at the same time.
        std::thread::scope(|scope| {
            let (first, others) = self.shares.split_at_mut(1);
            for (index, share) in others.iter_mut().enumerate() {
                // A view stays on its thread; what it allows is prepared here.
                let worlds = self.sampler.worlds(view);
                let work = &work;
                scope.spawn(move || work(index + 1, share, worlds));
            }
            for share in first {
                work(0, share, self.sampler.worlds(view));
            }
        });
        // In the order of the shares: sums of real numbers depend on it.
        for share in &self.shares {
            for (sum, found) in self.estimates.iter_mut().zip(&share.estimates) {
                sum.visits += found.visits;
                sum.total += found.total;
            }
        }
    }
}

impl<G, M, P, C, S> Policy<G> for Search<G, M, P, C, S>
where
    G: Game,
    M: Method<G>,
    P: Policy<G> + Clone,
    C: Candidates<G>,
    S: Sampler<G>,
{
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        self.think(view, legal, rng);
        self.best().unwrap_or(legal[0])
    }

    fn hurry(&mut self, deadline: &Deadline) {
        self.deadline = Some(deadline.clone());
    }

    /// The mean payoffs; actions that are no candidates, or that were never tried, lie as low as the worst that was.
    fn opinion(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> Option<Opinion> {
        self.think(view, legal, rng);
        let tried = self.estimates.iter().filter(|estimate| estimate.visits > 0);
        let worst = tried.map(Estimate::mean).fold(f64::INFINITY, f64::min);
        if worst == f64::INFINITY {
            return None;
        }
        let values = legal.iter().map(|action| {
            let found = self.estimates.iter().find(|estimate| estimate.action == *action && estimate.visits > 0);
            found.map_or(worst, Estimate::mean)
        });
        Some(Opinion { values: values.collect(), meaning: Meaning { unit: G::UNIT, base: Base::Outcome } })
    }
}

/// A player with the same settings; what the last search found stays behind.
impl<G: Game, M: Method<G>, P: Clone, C: Clone, S: Clone> Clone for Search<G, M, P, C, S> {
    fn clone(&self) -> Self {
        let (method, playout) = (self.method.clone(), self.playout.clone());
        Search::assemble(method, self.options, playout, self.candidates.clone(), self.sampler.clone())
    }
}

impl<G: Game, M: Method<G>, P> Share<G, M, P> {
    fn new(playout: P) -> Share<G, M, P> {
        Share { playout, memory: M::Memory::default(), legal: Actions::new(), estimates: Vec::new() }
    }
}
