//! The one list of games and players by name.

use kirifuda_arena::Maker;
use kirifuda_games::daifugo::Daifugo;
use kirifuda_games::hearts::Hearts;
use kirifuda_games::kuhn::Kuhn;
use kirifuda_games::leduc::Leduc;
use kirifuda_games::monsters::{Monsters, Summon};
use kirifuda_games::oh_hell::OhHell;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_games::spades::Spades;
use kirifuda_play::{Game, Phrase, Uniform, suggest};
use kirifuda_players::daifugo::{PairKeeper, SampleClient};
use kirifuda_players::hearts::{Jake, Rule, Stock};
use kirifuda_players::monsters::Greedy;
use kirifuda_players::{oh_hell, plain_tricks, spades};

use crate::entries::search::{AtRandom, OfDaifugo, OfHearts, OfMonsters, OfPlainTricks};
use crate::entries::{cfr, daifugo, deep, falcon, hearts, linear_q, monsters, search, softmax};
use crate::listed::{About, coached, same};
use crate::rivals;
use crate::shipped::shipped;
use crate::trainers::Trainer;
use crate::{
    CatalogError, Face, Listed, Pace, Player, Shelf, Shipped, Spec, Succession, Visitor, WrittenOut, Yardstick,
};

impl Listed for Hearts {
    const ABOUT: &'static str = "take few points: each heart 1, ♠Q 13 (papers 000, 001, 002)";
    const FACE: Face = Face { cards: &["♠Q", "♥A", "♥5"], rivals: rivals::HEARTS, ..Face::USUAL };
    const EXAMINER: &'static str = "rule";
    const YARDSTICKS: &'static [Yardstick] = &[
        Yardstick {
            rules: "falcon",
            against: "stock",
            deals: 30_000,
            measure: "penalty_ratio",
            digits: 4,
            title: "penalty ratio (par 0.25, lower is better)",
        },
        Yardstick {
            rules: "standard",
            against: "stock",
            deals: 30_000,
            measure: "mean_points",
            digits: 3,
            title: "points a deal (lower is better)",
        },
    ];

    fn reason(view: Self::View<'_>, legal: &[Self::Action], action: Self::Action, about: About) -> Option<Phrase> {
        coached::<Self>(view, legal, action, about)
    }

    fn players() -> Vec<Player<Hearts>> {
        vec![
            random(),
            fixed("rule", "the rule player of paper 001", |_, _| Ok(same(Rule))),
            fixed("stock", "the default opponent of gnome-hearts: papers 000 and 002", |_, _| Ok(same(Stock))),
            fixed("jake", "the stronger opponent of gnome-hearts: remembers cards and voids", |_, _| Ok(same(Jake))),
            linear_q::player(),
            falcon::player(),
            search::mc::<OfHearts>(),
            search::uct::<OfHearts>(),
            search::ismcts::<OfHearts>(),
            hearts::search::player(),
            deep::player(),
            deep::nfsp_player(),
            deep::search::player(),
        ]
    }
    fn trainers() -> Vec<Trainer<Hearts>> {
        vec![linear_q::trainer(), falcon::trainer(), deep::trainer(), deep::nfsp_trainer()]
    }
    fn shipped(learner: &str, rules: &Self::Rules) -> Option<&'static Shipped> {
        Some(match learner {
            linear_q::LEARNER => linear_q::shipped_hearts(rules),
            falcon::LEARNER => falcon::shipped(rules),
            deep::LEARNER => deep::hearts_net(rules),
            deep::NFSP => &deep::AVERAGES[0],
            _ => return None,
        })
    }
    fn series() -> Option<Succession<Hearts>> {
        Some(Succession::new())
    }
}

impl Listed for Daifugo {
    const ABOUT: &'static str = "get rid of the cards first; winners get the losers' best cards (paper 003, UECda)";
    const FACE: Face = Face { cards: &["♠3", "♥3", "★"], rivals: rivals::DAIFUGO, ..Face::USUAL };
    const EXAMINER: &'static str = "default";
    const YARDSTICKS: &'static [Yardstick] = &[
        Yardstick {
            rules: "uecda",
            against: "default",
            deals: 10_000,
            measure: "mean",
            digits: 3,
            title: "points a game (par 3), classes at random",
        },
        Yardstick {
            rules: "paper003",
            against: "psunder12no8",
            deals: 30_000,
            measure: "mean",
            digits: 4,
            title: "points a game (par 0)",
        },
    ];

    fn reason(view: Self::View<'_>, legal: &[Self::Action], action: Self::Action, about: About) -> Option<Phrase> {
        coached::<Self>(view, legal, action, about)
    }

    fn players() -> Vec<Player<Daifugo>> {
        vec![
            random(),
            fixed("enemy", "paper 003: plays the lowest cards it can, leads its largest group", |_, _| {
                Ok(same(PairKeeper::ENEMY))
            }),
            fixed("pairsave", "paper 003: as enemy, but breaks no pair when following", |_, _| {
                Ok(same(PairKeeper::PAIR_SAVE))
            }),
            fixed("psinallstate", "paper 003: breaks no pair at all", |_, _| Ok(same(PairKeeper::IN_ALL_STATE))),
            daifugo::under_12("psunder12", "paper 003: breaks pairs of strong ranks only", true),
            daifugo::under_12("psunder12no8", "paper 003: breaks pairs of strong ranks and eights only", false),
            daifugo::mel(),
            fixed("default", "the sample client of the UECda contest", |_, _| Ok(same(SampleClient))),
            softmax::player(),
            search::mc::<OfDaifugo>(),
            search::uct::<OfDaifugo>(),
            search::ismcts::<OfDaifugo>(),
            daifugo::search::player(),
            deep::player(),
            deep::daifugo_search::player(),
        ]
    }
    fn trainers() -> Vec<Trainer<Daifugo>> {
        vec![daifugo::mel_trainer(), softmax::trainer(), deep::trainer()]
    }
    fn shipped(learner: &str, rules: &Self::Rules) -> Option<&'static Shipped> {
        Some(match learner {
            daifugo::MEL => daifugo::shipped_mel(rules),
            softmax::LEARNER => daifugo::shipped_softmax(rules),
            deep::LEARNER => deep::DAIFUGO_NET,
            _ => return None,
        })
    }
    fn series() -> Option<Succession<Daifugo>> {
        Some(Succession::new())
    }
}

impl Listed for Monsters {
    const ABOUT: &'static str = "battles of three monsters against three, the bench hidden (paper 004)";
    const FACE: Face = Face { rivals: rivals::MONSTERS, ..Face::USUAL };
    const EXAMINER: &'static str = "balanced";
    const YARDSTICKS: &'static [Yardstick] = &[
        Yardstick {
            rules: "paper004",
            against: "balanced",
            deals: 10_000,
            measure: "outright",
            digits: 4,
            title: "share of games won before the cap",
        },
        Yardstick {
            rules: "dealt",
            against: "balanced",
            deals: 10_000,
            measure: "outright",
            digits: 4,
            title: "share of games won before the cap",
        },
    ];

    fn reason(view: Self::View<'_>, legal: &[Self::Action], action: Self::Action, about: About) -> Option<Phrase> {
        coached::<Self>(view, legal, action, about)
    }

    fn players() -> Vec<Player<Monsters>> {
        vec![
            random(),
            fixed("greedy", "deals the most damage that it can in a turn", |_, _| Ok(same(Greedy))),
            monsters::balanced(),
            monsters::brute(),
            monsters::steady(),
            monsters::mixed(),
            monsters::learner::player(),
            monsters::adaptive::player(),
            softmax::player(),
            search::mc::<OfMonsters>(),
            search::uct::<OfMonsters>(),
            search::ismcts::<OfMonsters>(),
            monsters::best_response(),
            deep::player(),
        ]
    }
    fn trainers() -> Vec<Trainer<Monsters>> {
        vec![monsters::learner::trainer(), softmax::trainer(), deep::trainer()]
    }
    /// Who has learned without lands knows neither that they can be laid nor that they are missing.
    fn carries_over(learned: &Self::Rules, used: &Self::Rules) -> bool {
        learned.summon == used.summon
    }
    fn shipped(learner: &str, rules: &Self::Rules) -> Option<&'static Shipped> {
        if rules.summon != Summon::Free {
            return None;
        }
        Some(match learner {
            monsters::learner::LEARNER => monsters::learner::of_rules(rules),
            softmax::LEARNER => monsters::shipped_softmax(rules),
            deep::LEARNER => deep::monsters_net(rules),
            _ => return None,
        })
    }
}

impl Listed for PlainTricks {
    const ABOUT: &'static str = "take many tricks, no trump (paper 001)";
    const FACE: Face = Face { cards: &["♣K", "♦T", "♠A"], rivals: rivals::PLAIN_TRICKS, ..Face::USUAL };
    const EXAMINER: &'static str = "rule";
    const YARDSTICKS: &'static [Yardstick] = &[Yardstick {
        rules: "plain",
        against: "rule",
        deals: 30_000,
        measure: "mean_tricks",
        digits: 3,
        title: "tricks a deal (par 3.25)",
    }];

    fn reason(view: Self::View<'_>, legal: &[Self::Action], action: Self::Action, about: About) -> Option<Phrase> {
        coached::<Self>(view, legal, action, about)
    }

    fn players() -> Vec<Player<PlainTricks>> {
        vec![
            random(),
            fixed("rule", "the rule player of paper 001", |_, _| Ok(same(plain_tricks::Rule))),
            linear_q::player(),
            search::mc::<OfPlainTricks>(),
            search::uct::<OfPlainTricks>(),
            search::ismcts::<OfPlainTricks>(),
            deep::player(),
            deep::nfsp_player(),
            deep::blueprint::player(),
        ]
    }
    fn trainers() -> Vec<Trainer<PlainTricks>> {
        vec![linear_q::trainer(), deep::trainer(), deep::nfsp_trainer()]
    }
    fn shipped(learner: &str, _: &Self::Rules) -> Option<&'static Shipped> {
        Some(match learner {
            linear_q::LEARNER => linear_q::shipped_plain(),
            deep::LEARNER => deep::PLAIN_NET,
            deep::NFSP => &deep::AVERAGES[1],
            _ => return None,
        })
    }
}

impl Listed for OhHell {
    const ABOUT: &'static str = "say how many tricks you will take, then take exactly so many";
    const FACE: Face = Face { cards: &["♦A", "♣7", "♥2"], rivals: rivals::OH_HELL, ..Face::USUAL };
    const EXAMINER: &'static str = "rule";
    const YARDSTICKS: &'static [Yardstick] = &[Yardstick {
        rules: "standard",
        against: "rule",
        deals: 30_000,
        measure: "mean_points",
        digits: 2,
        title: "points a deal",
    }];

    fn reason(view: Self::View<'_>, legal: &[Self::Action], action: Self::Action, about: About) -> Option<Phrase> {
        coached::<Self>(view, legal, action, about)
    }

    fn players() -> Vec<Player<OhHell>> {
        vec![
            random(),
            fixed("rule", "bids what its cards should take, then takes tricks until it has them", |_, _| {
                Ok(same(oh_hell::Rule))
            }),
            linear_q::player(),
            search::mc::<AtRandom<_>>(),
            search::uct::<AtRandom<_>>(),
            search::ismcts::<AtRandom<_>>(),
            deep::player(),
        ]
    }
    fn trainers() -> Vec<Trainer<OhHell>> {
        vec![linear_q::trainer(), deep::trainer()]
    }
    fn shipped(learner: &str, _: &Self::Rules) -> Option<&'static Shipped> {
        static MODELS: [Shipped; 2] = [shipped!("oh-hell.kfm"), shipped!("oh-hell-deep.kfm")];
        match learner {
            linear_q::LEARNER => Some(&MODELS[0]),
            deep::LEARNER => Some(&MODELS[1]),
            _ => None,
        }
    }
    fn series() -> Option<Succession<OhHell>> {
        Some(Succession::new())
    }
}

impl Listed for Spades {
    const ABOUT: &'static str = "bid and play with a partner; spades are trump";
    const FACE: Face = Face { cards: &["♠A", "♠K", "♦2"], rivals: rivals::SPADES, ..Face::USUAL };
    const EXAMINER: &'static str = "rule";
    const YARDSTICKS: &'static [Yardstick] = &[Yardstick {
        rules: "standard",
        against: "rule",
        deals: 30_000,
        measure: "mean_points",
        digits: 1,
        title: "points a deal of the own team, whose other seat the opponent has, too",
    }];

    fn reason(view: Self::View<'_>, legal: &[Self::Action], action: Self::Action, about: About) -> Option<Phrase> {
        coached::<Self>(view, legal, action, about)
    }

    fn players() -> Vec<Player<Spades>> {
        vec![
            random(),
            fixed("rule", "bids what its cards should take, and plays for the contract of its team", |_, _| {
                Ok(same(spades::Rule))
            }),
            linear_q::player(),
            search::mc::<AtRandom<_>>(),
            search::uct::<AtRandom<_>>(),
            search::ismcts::<AtRandom<_>>(),
            deep::player(),
        ]
    }
    fn trainers() -> Vec<Trainer<Spades>> {
        vec![linear_q::trainer(), deep::trainer()]
    }
    fn shipped(learner: &str, _: &Self::Rules) -> Option<&'static Shipped> {
        static MODELS: [Shipped; 2] = [shipped!("spades.kfm"), shipped!("spades-deep.kfm")];
        match learner {
            linear_q::LEARNER => Some(&MODELS[0]),
            deep::LEARNER => Some(&MODELS[1]),
            _ => None,
        }
    }
    fn series() -> Option<Succession<Spades>> {
        Some(Succession::new())
    }
}

impl Listed for Kuhn {
    const ABOUT: &'static str = "poker with three cards: a proof of the solvers";
    const FACE: Face = Face { shelf: Shelf::Small, rivals: rivals::KUHN, ..Face::USUAL };
    const YARDSTICKS: &'static [Yardstick] = &[
        Yardstick { rules: "kuhn", against: "cfr", deals: 200_000, measure: "mean", digits: 4, title: "chips a game" },
        Yardstick {
            rules: "kuhn",
            against: "random",
            deals: 200_000,
            measure: "mean",
            digits: 4,
            title: "chips a game",
        },
    ];

    fn reason(view: Self::View<'_>, legal: &[Self::Action], action: Self::Action, about: About) -> Option<Phrase> {
        coached::<Self>(view, legal, action, about)
    }

    fn players() -> Vec<Player<Kuhn>> {
        vec![
            random(),
            search::mc::<AtRandom<_>>(),
            search::uct::<AtRandom<_>>(),
            search::ismcts::<AtRandom<_>>(),
            deep::nfsp_player(),
            cfr::player(),
        ]
    }
    fn trainers() -> Vec<Trainer<Kuhn>> {
        vec![deep::nfsp_trainer()]
    }
    fn shipped(learner: &str, _: &Self::Rules) -> Option<&'static Shipped> {
        (learner == deep::NFSP).then_some(&deep::AVERAGES[2])
    }
    fn written_out() -> Option<WrittenOut<Kuhn>> {
        Some(WrittenOut::new())
    }
}

impl Listed for Leduc {
    const ABOUT: &'static str = "poker with six cards and two rounds: a proof of the solvers";
    const FACE: Face = Face { shelf: Shelf::Small, rivals: rivals::LEDUC, ..Face::USUAL };
    const YARDSTICKS: &'static [Yardstick] = &[
        Yardstick { rules: "leduc", against: "cfr", deals: 200_000, measure: "mean", digits: 4, title: "chips a game" },
        Yardstick {
            rules: "leduc",
            against: "random",
            deals: 200_000,
            measure: "mean",
            digits: 4,
            title: "chips a game",
        },
    ];

    fn reason(view: Self::View<'_>, legal: &[Self::Action], action: Self::Action, about: About) -> Option<Phrase> {
        coached::<Self>(view, legal, action, about)
    }

    fn players() -> Vec<Player<Leduc>> {
        vec![
            random(),
            search::mc::<AtRandom<_>>(),
            search::uct::<AtRandom<_>>(),
            search::ismcts::<AtRandom<_>>(),
            deep::nfsp_player(),
            cfr::player(),
        ]
    }
    fn trainers() -> Vec<Trainer<Leduc>> {
        vec![deep::nfsp_trainer()]
    }
    fn shipped(learner: &str, _: &Self::Rules) -> Option<&'static Shipped> {
        (learner == deep::NFSP).then_some(&deep::AVERAGES[3])
    }
    fn written_out() -> Option<WrittenOut<Leduc>> {
        Some(WrittenOut::new())
    }
}

/// Calls a macro with every game of the list: the only place where games are named.
macro_rules! with_all_games {
    ($then:ident) => {
        $then!(Hearts, Daifugo, Monsters, PlainTricks, OhHell, Spades, Kuhn, Leduc)
    };
}

/// Names and descriptions of all games.
pub fn games() -> Vec<(&'static str, &'static str)> {
    macro_rules! all {
        ($($game:ty),*) => { vec![$((<$game as Game>::NAME, <$game as Listed>::ABOUT)),*] };
    }
    with_all_games!(all)
}

/// Does some work with the game of a name.
pub fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, CatalogError> {
    macro_rules! choose {
        ($($game:ty),*) => {
            match name {
                $(<$game as Game>::NAME => Ok(visitor.visit::<$game>()),)*
                _ => Err(CatalogError(format!(
                    "unknown game `{name}`{}",
                    suggest::remedy(name, games().into_iter().map(|(name, _)| name))
                ))),
            }
        };
    }
    with_all_games!(choose)
}

fn fixed<G: Game>(
    name: &'static str,
    about: &'static str,
    build: fn(&G::Rules, &Spec) -> Result<Maker<G>, String>,
) -> Player<G> {
    Player { name, about, settings: &[], pace: Pace::Quick, models: &[], budget: None, build }
}

fn random<G: Game>() -> Player<G> {
    fixed("random", "every legal action equally likely", |_, _| Ok(same(Uniform)))
}
