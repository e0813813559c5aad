//! Players that look ahead, for every game: which searchers there are, and what they are put together from.

use std::time::Duration;

use kirifuda_arena::Maker;
use kirifuda_games::daifugo::Daifugo;
use kirifuda_games::hearts::Hearts;
use kirifuda_games::kuhn::Kuhn;
use kirifuda_games::leduc::Leduc;
use kirifuda_games::monsters::Monsters;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_learn::search::{AllLegal, Budget, Candidates, Flat, IsMcts, Method, Options, Search, Uct};
use kirifuda_play::{Imagine, Policy, Uniform};
use kirifuda_players::daifugo::{PairKeeper, SampleClient};
use kirifuda_players::hearts::{Jake, RandomAction, Stock, Worth};
use kirifuda_players::monsters::{Greedy, RulePlayer, Style};
use kirifuda_players::plain_tricks;

use crate::listed::same;
use crate::{Player, Setting, Spec, real, whole};

/// A game with the parts that its searchers are put together from.
pub trait Searched: Imagine {
    /// The settings of flat Monte Carlo, UCT and information-set search.
    const SETTINGS: [&'static [Setting]; 3];

    /// Puts a searcher together; an error names the setting that is wrong and what is allowed.
    fn assemble<M: Method<Self>>(order: &Order<'_, M>) -> Result<Maker<Self>, String>;
}

/// A searcher that is asked for.
pub struct Order<'a, M> {
    method: M,
    options: Options,
    spec: &'a Spec,
    settings: &'a [Setting],
}

/// Flat Monte Carlo.
pub fn mc<G: Searched>() -> Player<G> {
    Player {
        name: "mc",
        about: "Monte Carlo: plays each move on to the end in imagined worlds",
        settings: G::SETTINGS[0],
        build: |_, spec| build(spec, G::SETTINGS[0], Flat),
    }
}

/// UCT in imagined worlds.
pub fn uct<G: Searched>() -> Player<G> {
    Player {
        name: "uct",
        about: "a search tree in each of some imagined worlds, as if the cards lay open",
        settings: G::SETTINGS[1],
        build: |_, spec| {
            let worlds = whole("worlds", spec.value("worlds", G::SETTINGS[1]), 1..=10_000)?;
            build(spec, G::SETTINGS[1], Uct { worlds })
        },
    }
}

/// Information-set search.
pub fn ismcts<G: Searched>() -> Player<G> {
    Player {
        name: "ismcts",
        about: "one search tree for all imagined worlds (information-set Monte Carlo tree search)",
        settings: G::SETTINGS[2],
        build: |_, spec| build(spec, G::SETTINGS[2], IsMcts),
    }
}

fn build<G: Searched, M: Method<G>>(spec: &Spec, settings: &[Setting], method: M) -> Result<Maker<G>, String> {
    let budget = match (spec.given("sims"), spec.given("ms")) {
        (Some(_), Some(_)) => return Err("`sims` and `ms` exclude each other: give one of them".to_string()),
        (None, Some(ms)) => Budget::Time(Duration::from_millis(whole("ms", ms, 1..=600_000)?)),
        _ => Budget::Simulations(whole("sims", spec.value("sims", settings), 1..=100_000_000)?),
    };
    let exploration = real("exploration", spec.value("exploration", settings), 0.0..=100.0)?;
    let threads = whole("threads", spec.value("threads", settings), 1..=256)?;
    G::assemble(&Order { method, options: Options { budget, exploration, threads }, spec, settings })
}

impl<M> Order<'_, M> {
    /// What is asked for as one of some names.
    fn choice<T: Copy>(&self, key: &str, known: &[(&str, T)]) -> Result<T, String> {
        let value = self.spec.value(key, self.settings);
        known.iter().find(|(name, _)| *name == value).map(|(_, choice)| *choice).ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            format!("`{key}={value}`: allowed are {}", names.join(", "))
        })
    }

    fn finish<G, P, C>(&self, playout: P, candidates: C) -> Maker<G>
    where
        G: Imagine,
        M: Method<G>,
        P: Policy<G> + Clone + Sync + 'static,
        C: Candidates<G>,
    {
        same(Search::<G, M, P>::new(self.method.clone(), playout, self.options).with_candidates(candidates))
    }
}

impl Searched for Hearts {
    const SETTINGS: [&'static [Setting]; 3] = [
        &[sims("200"), MS, hearts_playout("cards"), hearts_candidates("actions"), EXPLORATION, THREADS],
        &[sims("1000"), MS, WORLDS, hearts_playout("cards"), hearts_candidates("all"), EXPLORATION, THREADS],
        &[sims("1000"), MS, hearts_playout("cards"), hearts_candidates("all"), EXPLORATION, THREADS],
    ];

    fn assemble<M: Method<Hearts>>(order: &Order<'_, M>) -> Result<Maker<Hearts>, String> {
        let worth = order.choice("candidates", &[("all", Worth::All), ("actions", Worth::Actions)])?;
        #[derive(Clone, Copy)]
        enum Playout {
            Cards,
            Actions,
            Stock,
            Jake,
        }
        use Playout::{Actions, Cards};
        let known = [("cards", Cards), ("actions", Actions), ("stock", Playout::Stock), ("jake", Playout::Jake)];
        // Each playout is a search of its own: chosen here once and not at every card.
        Ok(match order.choice("playout", &known)? {
            Cards => order.finish(Uniform, worth),
            Actions => order.finish(RandomAction, worth),
            Playout::Stock => order.finish(Stock, worth),
            Playout::Jake => order.finish(Jake, worth),
        })
    }
}

impl Searched for PlainTricks {
    const SETTINGS: [&'static [Setting]; 3] = [
        &[sims("200"), MS, PLAIN_PLAYOUT, EXPLORATION, THREADS],
        &[sims("1000"), MS, WORLDS, PLAIN_PLAYOUT, EXPLORATION, THREADS],
        &[sims("1000"), MS, PLAIN_PLAYOUT, EXPLORATION, THREADS],
    ];

    fn assemble<M: Method<PlainTricks>>(order: &Order<'_, M>) -> Result<Maker<PlainTricks>, String> {
        Ok(match order.choice("playout", &[("random", false), ("rule", true)])? {
            false => order.finish(Uniform, AllLegal),
            true => order.finish(plain_tricks::Rule, AllLegal),
        })
    }
}

impl Searched for Daifugo {
    const SETTINGS: [&'static [Setting]; 3] = [
        &[sims("200"), MS, DAIFUGO_PLAYOUT, EXPLORATION, THREADS],
        &[sims("1000"), MS, WORLDS, DAIFUGO_PLAYOUT, EXPLORATION, THREADS],
        &[sims("1000"), MS, DAIFUGO_PLAYOUT, EXPLORATION, THREADS],
    ];

    fn assemble<M: Method<Daifugo>>(order: &Order<'_, M>) -> Result<Maker<Daifugo>, String> {
        #[derive(Clone, Copy)]
        enum Playout {
            Random,
            Pairs,
            Default,
        }
        let known = [("default", Playout::Default), ("pairs", Playout::Pairs), ("random", Playout::Random)];
        Ok(match order.choice("playout", &known)? {
            Playout::Random => order.finish(Uniform, AllLegal),
            Playout::Pairs => order.finish(PairKeeper::UNDER_12_NO_8, AllLegal),
            Playout::Default => order.finish(SampleClient, AllLegal),
        })
    }
}

impl Searched for Monsters {
    const SETTINGS: [&'static [Setting]; 3] = [
        &[sims("200"), MS, MONSTERS_PLAYOUT, EXPLORATION, THREADS],
        &[sims("1000"), MS, WORLDS, MONSTERS_PLAYOUT, EXPLORATION, THREADS],
        &[sims("1000"), MS, MONSTERS_PLAYOUT, EXPLORATION, THREADS],
    ];

    fn assemble<M: Method<Monsters>>(order: &Order<'_, M>) -> Result<Maker<Monsters>, String> {
        #[derive(Clone, Copy)]
        enum Playout {
            Balanced,
            Greedy,
            Random,
        }
        let known = [("balanced", Playout::Balanced), ("greedy", Playout::Greedy), ("random", Playout::Random)];
        Ok(match order.choice("playout", &known)? {
            Playout::Balanced => order.finish(RulePlayer::new(Style::Balanced), AllLegal),
            Playout::Greedy => order.finish(Greedy, AllLegal),
            Playout::Random => order.finish(Uniform, AllLegal),
        })
    }
}

/// Poker has one playout.
macro_rules! with_random_playouts {
    ($($game:ty),*) => { $(
        impl Searched for $game {
            const SETTINGS: [&'static [Setting]; 3] = [
                &[sims("200"), MS, RANDOM_PLAYOUT, EXPLORATION, THREADS],
                &[sims("1000"), MS, WORLDS, RANDOM_PLAYOUT, EXPLORATION, THREADS],
                &[sims("1000"), MS, RANDOM_PLAYOUT, EXPLORATION, THREADS],
            ];

            fn assemble<M: Method<$game>>(order: &Order<'_, M>) -> Result<Maker<$game>, String> {
                order.choice("playout", &[("random", ())])?;
                Ok(order.finish(Uniform, AllLegal))
            }
        }
    )* };
}
with_random_playouts!(Kuhn, Leduc);

const fn sims(default: &'static str) -> Setting {
    Setting { name: "sims", default, about: "simulations a move, 1 to 100000000" }
}

const MS: Setting = Setting {
    name: "ms",
    default: "off",
    about: "milliseconds a move, 1 to 600000, instead of sims; moves then depend on the machine",
};

const WORLDS: Setting = Setting {
    name: "worlds",
    default: "20",
    about: "imagined worlds, 1 to 10000, among which the budget is shared out",
};

const EXPLORATION: Setting = Setting {
    name: "exploration",
    default: "0.7",
    about: "how much moves that were tried seldom are tried again, 0 to 100; payoffs lie between 0 and 1",
};

const THREADS: Setting = Setting {
    name: "threads",
    default: "1",
    about: "threads a move, 1 to 256, among which the budget is shared out; another number is another player",
};

const fn hearts_playout(default: &'static str) -> Setting {
    Setting {
        name: "playout",
        default,
        about: "how simulations are played to the end: cards (random ones), actions (random ones of FALCON), stock, jake",
    }
}

const fn hearts_candidates(default: &'static str) -> Setting {
    Setting {
        name: "candidates",
        default,
        about: "the cards that are tried: all, or actions (those that an action of FALCON names)",
    }
}

const PLAIN_PLAYOUT: Setting =
    Setting { name: "playout", default: "random", about: "how simulations are played to the end: random, rule" };

const DAIFUGO_PLAYOUT: Setting = Setting {
    name: "playout",
    default: "default",
    about: "how simulations are played to the end: default (the contest's sample client), pairs (psunder12no8), random",
};

const MONSTERS_PLAYOUT: Setting = Setting {
    name: "playout",
    default: "balanced",
    about: "how simulations are played to the end: balanced (the rule player), greedy, random",
};

const RANDOM_PLAYOUT: Setting =
    Setting { name: "playout", default: "random", about: "how simulations are played to the end: random" };
