use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use kirifuda_arena::Contestant;
use kirifuda_play::{Fault, Game, Policy, Rng, Seat, Watch};

/// How long players have thought, and about how many decisions.
#[derive(Debug, Default)]
pub struct Clock {
    nanoseconds: AtomicU64,
    decisions: AtomicU64,
}

impl Clock {
    /// A player whose thinking is timed: its choices, and what it does while it follows the game.
    pub fn time<G: Game>(self: &Arc<Clock>, contestant: &Contestant<G>) -> Contestant<G> {
        let (maker, clock) = (Arc::clone(&contestant.maker), Arc::clone(self));
        Contestant::new(contestant.name.clone(), move || {
            let policy: Box<dyn Policy<G>> = Box::new(Timed { policy: maker()?, clock: Arc::clone(&clock) });
            Ok(policy)
        })
    }

    /// All of the thinking so far.
    pub fn thought(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }

    /// Decisions so far: moves with more than one legal action.
    pub fn decisions(&self) -> u64 {
        self.decisions.load(Ordering::Relaxed)
    }

    fn around<T>(&self, deed: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = deed();
        self.nanoseconds.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
        done
    }
}

struct Timed<G: Game> {
    policy: Box<dyn Policy<G>>,
    clock: Arc<Clock>,
}

impl<G: Game> Timed<G> {
    /// Lets the player follow the game, where it wants to.
    fn follow<T>(&mut self, nothing: T, deed: impl FnOnce(&mut dyn Watch<G>) -> T) -> T {
        let Timed { policy, clock } = self;
        match policy.watch() {
            Some(watch) => clock.around(|| deed(watch)),
            None => nothing,
        }
    }
}

impl<G: Game> Policy<G> for Timed<G> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        let Timed { policy, clock } = self;
        clock.decisions.fetch_add(u64::from(legal.len() > 1), Ordering::Relaxed);
        clock.around(|| policy.choose(view, legal, rng))
    }

    fn watch(&mut self) -> Option<&mut dyn Watch<G>> {
        if self.policy.watch().is_some() { Some(self) } else { None }
    }
}

impl<G: Game> Watch<G> for Timed<G> {
    fn begin(&mut self, view: G::View<'_>) {
        self.follow((), |watch| watch.begin(view));
    }

    fn saw(&mut self, view: G::View<'_>, seat: Seat) {
        self.follow((), |watch| watch.saw(view, seat));
    }

    fn end(&mut self, view: G::View<'_>, payoffs: &[f32]) -> Result<(), Fault> {
        self.follow(Ok(()), |watch| watch.end(view, payoffs))
    }
}
