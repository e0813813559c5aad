//! What is spent, and that nothing else decides a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_learn::search::{Budget, Estimate, Flat, IsMcts, Method, Options, Sampler, Search, Uct};
use kirifuda_play::{Game, Imagine, Policy, Rng, Uniform, Worlds};

use super::{after, choose, simulations};

/// Counts the worlds drawn.
#[derive(Clone, Default)]
struct Counted(Arc<AtomicU64>);

struct CountedWorlds<W>(W, Arc<AtomicU64>);

impl<G: Imagine> Sampler<G> for Counted {
    type Worlds = CountedWorlds<G::Worlds>;
    fn worlds(&self, view: G::View<'_>) -> Self::Worlds {
        CountedWorlds(G::worlds(view), self.0.clone())
    }
}

impl<G: Game, W: Worlds<G>> Worlds<G> for CountedWorlds<W> {
    fn draw(&mut self, rng: &mut Rng) -> G {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.draw(rng)
    }
}

/// A position with many choices: the middle of a deal, on lead.
fn middle() -> Hearts {
    after(&Rules::falcon(), 20, &mut Rng::new(3))
}

/// Simulations counted, and worlds drawn.
fn spent<M: Method<Hearts>>(method: M, sims: u32, threads: usize) -> (u64, u64) {
    let (options, counted) = (Options { threads, ..simulations(sims) }, Counted::default());
    let mut player = Search::<Hearts, M, _>::new(method, Uniform, options).with_sampler(counted.clone());
    choose(&mut player, &middle(), &mut Rng::new(1));
    (player.simulations(), counted.0.load(Ordering::Relaxed))
}

#[test]
fn exactly_the_simulations_asked_for_are_spent() {
    for threads in [1, 2, 3, 8] {
        for sims in [1, 5, 200, 1001] {
            let all = u64::from(sims);
            assert_eq!(spent(Flat, sims, threads), (all, all), "{sims} on {threads} threads");
            assert_eq!(spent(IsMcts, sims, threads), (all, all), "{sims} on {threads} threads");
            assert_eq!(spent(Uct { worlds: 20 }, sims, threads).0, all, "{sims} on {threads} threads");
        }
        assert_eq!(spent(Uct { worlds: 24 }, 1001, threads).1, 24, "worlds on {threads} threads");
    }
    assert_eq!(spent(Uct { worlds: 20 }, 5, 1).1, 5, "no world is drawn in which nothing is played");
}

#[test]
fn a_forced_move_costs_nothing() {
    let rules = Rules::falcon();
    let game = Hearts::deal(&rules, &mut Rng::new(1)); // ♣2 must be led.
    let mut player = Search::<Hearts, _, _>::new(IsMcts, Uniform, simulations(u32::MAX));
    let mut rng = Rng::new(9);
    choose(&mut player, &game, &mut rng);
    assert_eq!(player.simulations(), 0);
    assert_eq!(rng, Rng::new(9), "and no random number");
}

#[test]
fn a_budget_of_time_is_kept() {
    fn check<M: Method<Hearts>>(method: M, threads: usize) {
        let budget = Budget::Time(Duration::from_millis(40));
        let mut player =
            Search::<Hearts, M, _>::new(method, Uniform, Options { budget, threads, ..Options::default() });
        let start = Instant::now();
        choose(&mut player, &middle(), &mut Rng::new(1));
        let time = start.elapsed();
        assert!(time >= Duration::from_millis(40), "{time:?}");
        // Machines are busy; only what is out of all proportion is wrong.
        assert!(time < Duration::from_secs(4), "{time:?}");
        assert!(player.simulations() > 8, "{} simulations in {time:?}", player.simulations());
    }
    for threads in [1, 3] {
        check(Flat, threads);
        check(Uct { worlds: 5 }, threads);
        check(IsMcts, threads);
    }
}

/// What a fresh player finds in a position.
fn found<M: Method<Hearts>>(method: M, threads: usize, seed: u64) -> Vec<Estimate<<Hearts as Game>::Action>> {
    let mut player = Search::<Hearts, M, _>::new(method, Uniform, Options { threads, ..simulations(300) });
    choose(&mut player, &middle(), &mut Rng::new(seed));
    player.estimates().to_vec()
}

fn only_the_random_numbers_decide<M: Method<Hearts>>(method: M) {
    for threads in [1, 4] {
        let first = found(method.clone(), threads, 1);
        for _ in 0..3 {
            assert_eq!(found(method.clone(), threads, 1), first);
        }
        assert_ne!(found(method.clone(), threads, 2), first, "another seed finds other numbers");
        // What was searched before, and what came of it, is forgotten; a copy is a fresh player.
        let options = Options { threads, ..simulations(300) };
        let mut player = Search::<Hearts, M, _>::new(method.clone(), Uniform, options);
        for seed in 0..5 {
            let other = after(&Rules::standard(), 20 + 3 * seed as usize, &mut Rng::new(seed));
            choose(&mut player, &other, &mut Rng::new(seed));
        }
        let mut copy = player.clone();
        for player in [&mut player, &mut copy] {
            choose(player, &middle(), &mut Rng::new(1));
            assert_eq!(player.estimates(), first);
        }
    }
}

#[test]
fn only_the_random_numbers_decide_a_move() {
    only_the_random_numbers_decide(Flat);
    only_the_random_numbers_decide(Uct { worlds: 10 });
    only_the_random_numbers_decide(IsMcts);
}

#[test]
fn a_search_takes_one_random_number_whatever_its_budget() {
    let draw = |sims, threads| {
        let options = Options { threads, ..simulations(sims) };
        let (mut player, mut rng) = (Search::<Hearts, _, _>::new(Flat, Uniform, options), Rng::new(4));
        choose(&mut player, &middle(), &mut rng);
        rng.bits()
    };
    let mut once = Rng::new(4);
    once.bits();
    let expected = once.bits();
    assert_eq!([draw(10, 1), draw(1000, 1), draw(100, 3)], [expected; 3]);
}

#[test]
fn a_searcher_plays_whole_deals_under_all_rules() {
    use kirifuda_play::{Rules as _, play_out};
    for preset in Rules::book().presets {
        let mut player = Search::<Hearts, _, _>::new(IsMcts, Uniform, simulations(20));
        let (mut rng, mut legal) = (Rng::new(1), kirifuda_play::Actions::new());
        let mut game = Hearts::deal(&(preset.rules)(), &mut rng);
        play_out(&mut game, &mut player, &mut legal, &mut rng);
        assert!(Policy::<Hearts>::watch(&mut player).is_none());
        assert_eq!(game.turn().seat(), None);
    }
}
