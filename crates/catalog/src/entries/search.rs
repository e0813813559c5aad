//! Players that look ahead, for every game: which searchers there are, and what they are put together from.

use std::marker::PhantomData;
use std::time::Duration;

use kirifuda_arena::Maker;
use kirifuda_games::daifugo::Daifugo;
use kirifuda_games::hearts::Hearts;
use kirifuda_games::monsters::Monsters;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_learn::search::{AllLegal, Budget, Candidates, Flat, IsMcts, Method, Options, Search, Uct};
use kirifuda_play::{Imagine, Named, Policy, Uniform, Word, named, word, words};
use kirifuda_players::daifugo::{PairKeeper, SampleClient};
use kirifuda_players::hearts::{Depth, Jake, RandomAction, Scope, Stock, Worth};
use kirifuda_players::monsters::{Greedy, RulePlayer, Style};
use kirifuda_players::plain_tricks;

use crate::listed::same;
use crate::{Budget as Counted, Pace, Player, Setting, Settings, Spec};

/// What searchers of a game are put together from. [`AtRandom`] fits every game.
pub trait Parts {
    /// The game.
    type Game: Imagine;
    /// The settings of flat Monte Carlo, UCT and information-set search.
    const SETTINGS: [&'static [Setting]; 3];
    /// What a simulation costs: see [`Budget::one_in`](crate::Budget).
    const ONE_IN: u32 = 10;

    /// Puts a searcher together; an error names the setting that is wrong and what is allowed.
    fn assemble<M: Method<Self::Game>>(order: &Order<'_, M>) -> Result<Maker<Self::Game>, String>;
}

/// A searcher that is asked for.
pub struct Order<'a, M> {
    method: M,
    options: Options,
    spec: &'a Spec,
    known: &'static [Setting],
}

/// Flat Monte Carlo.
pub fn mc<P: Parts>() -> Player<P::Game> {
    Player {
        name: "mc",
        about: "Monte Carlo: plays each move on to the end in imagined worlds",
        settings: P::SETTINGS[0],
        pace: Pace::Long,
        models: &[],
        budget: counted::<P>(),
        build: |_, spec| build::<P, _>(spec, P::SETTINGS[0], Flat),
    }
}

/// UCT in imagined worlds.
pub fn uct<P: Parts>() -> Player<P::Game> {
    Player {
        name: "uct",
        about: "a search tree in each of some imagined worlds, as if the cards lay open",
        settings: P::SETTINGS[1],
        pace: Pace::Long,
        models: &[],
        budget: counted::<P>(),
        build: |_, spec| {
            let worlds = Settings::new(spec, P::SETTINGS[1]).whole("worlds")?;
            build::<P, _>(spec, P::SETTINGS[1], Uct { worlds })
        },
    }
}

/// Information-set search.
pub fn ismcts<P: Parts>() -> Player<P::Game> {
    Player {
        name: "ismcts",
        about: "one search tree for all imagined worlds (information-set Monte Carlo tree search)",
        settings: P::SETTINGS[2],
        pace: Pace::Long,
        models: &[],
        budget: counted::<P>(),
        build: |_, spec| build::<P, _>(spec, P::SETTINGS[2], IsMcts),
    }
}

fn counted<P: Parts>() -> Option<Counted> {
    Some(Counted { one_in: P::ONE_IN, ..Counted::SIMS })
}

fn build<P: Parts, M: Method<P::Game>>(
    spec: &Spec,
    known: &'static [Setting],
    method: M,
) -> Result<Maker<P::Game>, String> {
    let mut settings = Settings::new(spec, known);
    let budget = match settings.word(MS.name) {
        Some(_) => Budget::Simulations(settings.whole("sims")?),
        None if settings.is_given("sims") => {
            return Err("`sims` and `ms` exclude each other: give one of them".to_string());
        }
        None => Budget::Time(Duration::from_millis(settings.whole(MS.name)?)),
    };
    let (exploration, threads) = (settings.real("exploration")?, settings.whole("threads")?);
    P::assemble(&Order { method, options: Options { budget, exploration, threads }, spec, known })
}

impl<M> Order<'_, M> {
    /// What is asked for as one of some names.
    fn choice<T: Copy>(&self, key: &str, values: &[Named<T>]) -> Result<T, String> {
        Settings::new(self.spec, self.known).choice(key, values)
    }

    /// Can this be asked for?
    fn knows(&self, setting: &Setting) -> bool {
        self.known.iter().any(|known| known.name == setting.name)
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

/// The parts of Hearts.
pub struct OfHearts;

impl Parts for OfHearts {
    type Game = Hearts;
    const SETTINGS: [&'static [Setting]; 3] = [
        &[sims("200"), MS, HEARTS_PLAYOUT, hearts_candidates("actions"), EXPLORATION, THREADS],
        &[sims("1000"), MS, WORLDS, HEARTS_PLAYOUT, hearts_candidates("all"), DEPTH, EXPLORATION, THREADS],
        &[sims("1000"), MS, HEARTS_PLAYOUT, hearts_candidates("all"), DEPTH, EXPLORATION, THREADS],
    ];

    fn assemble<M: Method<Hearts>>(order: &Order<'_, M>) -> Result<Maker<Hearts>, String> {
        let depth = if order.knows(&DEPTH) { order.choice(DEPTH.name, &DEPTHS)? } else { Depth::Deal };
        let scope = Scope { worth: order.choice("candidates", &CANDIDATES)?, depth };
        // Each playout is a search of its own: chosen here once and not at every card.
        Ok(match order.choice("playout", &HEARTS_PLAYOUTS)? {
            HeartsPlayout::Cards => order.finish(Uniform, scope),
            HeartsPlayout::Actions => order.finish(RandomAction, scope),
            HeartsPlayout::Stock => order.finish(Stock, scope),
            HeartsPlayout::Jake => order.finish(Jake, scope),
        })
    }
}

/// The parts of plain tricks.
pub struct OfPlainTricks;

impl Parts for OfPlainTricks {
    type Game = PlainTricks;
    const SETTINGS: [&'static [Setting]; 3] = [
        &[sims("200"), MS, PLAIN_PLAYOUT, EXPLORATION, THREADS],
        &[sims("1000"), MS, WORLDS, PLAIN_PLAYOUT, EXPLORATION, THREADS],
        &[sims("1000"), MS, PLAIN_PLAYOUT, EXPLORATION, THREADS],
    ];

    fn assemble<M: Method<PlainTricks>>(order: &Order<'_, M>) -> Result<Maker<PlainTricks>, String> {
        Ok(match order.choice("playout", &PLAIN_PLAYOUTS)? {
            false => order.finish(Uniform, AllLegal),
            true => order.finish(plain_tricks::Rule, AllLegal),
        })
    }
}

/// The parts of Daifugo.
pub struct OfDaifugo;

impl Parts for OfDaifugo {
    type Game = Daifugo;
    const ONE_IN: u32 = 100;
    const SETTINGS: [&'static [Setting]; 3] = [
        &[sims("200"), MS, DAIFUGO_PLAYOUT, EXPLORATION, THREADS],
        &[sims("1000"), MS, WORLDS, DAIFUGO_PLAYOUT, EXPLORATION, THREADS],
        &[sims("1000"), MS, DAIFUGO_PLAYOUT, EXPLORATION, THREADS],
    ];

    fn assemble<M: Method<Daifugo>>(order: &Order<'_, M>) -> Result<Maker<Daifugo>, String> {
        Ok(match order.choice("playout", &DAIFUGO_PLAYOUTS)? {
            DaifugoPlayout::Random => order.finish(Uniform, AllLegal),
            DaifugoPlayout::Pairs => order.finish(PairKeeper::UNDER_12_NO_8, AllLegal),
            DaifugoPlayout::Default => order.finish(SampleClient, AllLegal),
        })
    }
}

/// The parts of Monsters.
pub struct OfMonsters;

impl Parts for OfMonsters {
    type Game = Monsters;
    const ONE_IN: u32 = 100;
    const SETTINGS: [&'static [Setting]; 3] = [
        &[sims("200"), MS, MONSTERS_PLAYOUT, EXPLORATION, THREADS],
        &[sims("1000"), MS, WORLDS, MONSTERS_PLAYOUT, EXPLORATION, THREADS],
        &[sims("1000"), MS, MONSTERS_PLAYOUT, EXPLORATION, THREADS],
    ];

    fn assemble<M: Method<Monsters>>(order: &Order<'_, M>) -> Result<Maker<Monsters>, String> {
        Ok(match order.choice("playout", &MONSTERS_PLAYOUTS)? {
            MonstersPlayout::Balanced => order.finish(RulePlayer::new(Style::Balanced), AllLegal),
            MonstersPlayout::Greedy => order.finish(Greedy, AllLegal),
            MonstersPlayout::Random => order.finish(Uniform, AllLegal),
        })
    }
}

/// Simulations are played to the end at random: for any game.
pub struct AtRandom<G>(PhantomData<G>);

impl<G: Imagine> Parts for AtRandom<G> {
    type Game = G;
    const SETTINGS: [&'static [Setting]; 3] = [
        &[sims("200"), MS, RANDOM_PLAYOUT, EXPLORATION, THREADS],
        &[sims("1000"), MS, WORLDS, RANDOM_PLAYOUT, EXPLORATION, THREADS],
        &[sims("1000"), MS, RANDOM_PLAYOUT, EXPLORATION, THREADS],
    ];

    fn assemble<M: Method<G>>(order: &Order<'_, M>) -> Result<Maker<G>, String> {
        order.choice("playout", &RANDOM_PLAYOUTS)?;
        Ok(order.finish(Uniform, AllLegal))
    }
}

const fn sims(default: &'static str) -> Setting {
    Setting::whole("sims", 1..=100_000_000, default, "simulations a move").shared_most(20_000.0).work()
}

const MS: Setting =
    Setting::whole("ms", 1..=600_000, "off", "time for a move instead of sims; moves then depend on the machine")
        .unit("ms")
        .or(&[word("off", "")])
        .shared_most(5_000.0)
        .time();

const WORLDS: Setting =
    Setting::whole("worlds", 1..=10_000, "20", "imagined worlds among which the budget is shared out")
        .shared_most(2_000.0);

const EXPLORATION: Setting = Setting::real(
    "exploration",
    0.0..=100.0,
    "0.7",
    "how much moves that were tried seldom are tried again; payoffs lie between 0 and 1",
);

const THREADS: Setting = Setting::whole(
    "threads",
    1..=256,
    "1",
    "threads a move, among which the budget is shared out; another number is another player",
)
.shared_most(1.0);

const fn playout(words: &'static [Word], default: &'static str) -> Setting {
    Setting::choice("playout", words, default, "how simulations are played to the end")
}

#[derive(Clone, Copy)]
enum HeartsPlayout {
    Cards,
    Actions,
    Stock,
    Jake,
}

const HEARTS_PLAYOUTS: [Named<HeartsPlayout>; 4] = [
    named("cards", HeartsPlayout::Cards, "random ones"),
    named("actions", HeartsPlayout::Actions, "random ones of FALCON"),
    named("stock", HeartsPlayout::Stock, ""),
    named("jake", HeartsPlayout::Jake, ""),
];
const HEARTS_PLAYOUT: Setting = playout(&words(&HEARTS_PLAYOUTS), "cards");

const CANDIDATES: [Named<Worth>; 2] =
    [named("all", Worth::All, ""), named("actions", Worth::Actions, "those that an action of FALCON names")];

const fn hearts_candidates(default: &'static str) -> Setting {
    const WORDS: &[Word] = &words(&CANDIDATES);
    Setting::choice("candidates", WORDS, default, "the cards that are tried")
}

const DEPTHS: [Named<Depth>; 2] = [
    named("deal", Depth::Deal, "to its end"),
    named("trick", Depth::Trick, "only to the end of the current trick (paper 000)"),
];
const DEPTH: Setting =
    Setting::choice("depth", &words(&DEPTHS), "deal", "how far the tree goes; what comes after is played out");

/// By rule, or at random.
const PLAIN_PLAYOUTS: [Named<bool>; 2] = [named("random", false, ""), named("rule", true, "")];
const PLAIN_PLAYOUT: Setting = playout(&words(&PLAIN_PLAYOUTS), "random");

#[derive(Clone, Copy)]
enum DaifugoPlayout {
    Default,
    Pairs,
    Random,
}

const DAIFUGO_PLAYOUTS: [Named<DaifugoPlayout>; 3] = [
    named("default", DaifugoPlayout::Default, "the contest's sample client"),
    named("pairs", DaifugoPlayout::Pairs, "psunder12no8"),
    named("random", DaifugoPlayout::Random, ""),
];
const DAIFUGO_PLAYOUT: Setting = playout(&words(&DAIFUGO_PLAYOUTS), "default");

#[derive(Clone, Copy)]
enum MonstersPlayout {
    Balanced,
    Greedy,
    Random,
}

const MONSTERS_PLAYOUTS: [Named<MonstersPlayout>; 3] = [
    named("balanced", MonstersPlayout::Balanced, "the rule player"),
    named("greedy", MonstersPlayout::Greedy, ""),
    named("random", MonstersPlayout::Random, ""),
];
const MONSTERS_PLAYOUT: Setting = playout(&words(&MONSTERS_PLAYOUTS), "balanced");

const RANDOM_PLAYOUTS: [Named<()>; 1] = [named("random", (), "")];
const RANDOM_PLAYOUT: Setting = playout(&words(&RANDOM_PLAYOUTS), "random");
