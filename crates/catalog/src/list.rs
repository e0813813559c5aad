//! The one list of games and players by name.

use kirifuda_arena::{Maker, play_matches};
use kirifuda_games::daifugo::Daifugo;
use kirifuda_games::hearts::Hearts;
use kirifuda_games::kuhn::Kuhn;
use kirifuda_games::leduc::Leduc;
use kirifuda_games::monsters::Monsters;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_learn::net::Observer;
use kirifuda_play::{Game, Uniform, suggest};
use kirifuda_players::common::Sighted;
use kirifuda_players::daifugo::{PairKeeper, SampleClient};
use kirifuda_players::hearts::{Jake, Rule, Stock};
use kirifuda_players::monsters::{Greedy, Mixed};
use kirifuda_players::plain_tricks;

use crate::entries::{cfr, daifugo, deep, falcon, hearts, linear_q, monsters, search, softmax};
use crate::listed::same;
use crate::trainers::Trainer;
use crate::{CatalogError, Listed, MatchRunner, Pace, Player, Spec, Visitor};

impl Listed for Hearts {
    const ABOUT: &'static str = "take few points: each heart 1, ♠Q 13 (papers 000, 001, 002)";
    fn players() -> Vec<Player<Hearts>> {
        vec![
            random(),
            fixed("rule", "the rule player of paper 001", |_, _| Ok(same(Rule))),
            fixed("stock", "the default opponent of gnome-hearts: papers 000 and 002", |_, _| Ok(same(Stock))),
            fixed("jake", "the stronger opponent of gnome-hearts: remembers cards and voids", |_, _| Ok(same(Jake))),
            linear_q::player(),
            falcon::player(),
            search::mc(),
            search::uct(),
            search::ismcts(),
            hearts::search::player(),
            deep::player(),
            deep::nfsp_player(),
            deep::search::player(),
        ]
    }
    fn observer() -> Option<Box<dyn Observer<Hearts>>> {
        sight()
    }
    fn trainers() -> Vec<Trainer<Hearts>> {
        vec![linear_q::trainer(), falcon::trainer(), deep::trainer(), deep::nfsp_trainer()]
    }
    fn matches() -> Option<MatchRunner<Hearts>> {
        Some(play_matches)
    }
}

impl Listed for Daifugo {
    const ABOUT: &'static str = "get rid of the cards first; winners get the losers' best cards (paper 003, UECda)";
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
            search::mc(),
            search::uct(),
            search::ismcts(),
            daifugo::search::player(),
            deep::player(),
            deep::daifugo_search::player(),
        ]
    }
    fn observer() -> Option<Box<dyn Observer<Daifugo>>> {
        sight()
    }
    fn trainers() -> Vec<Trainer<Daifugo>> {
        vec![daifugo::mel_trainer(), softmax::trainer(), deep::trainer()]
    }
    fn matches() -> Option<MatchRunner<Daifugo>> {
        Some(play_matches)
    }
}

impl Listed for Monsters {
    const ABOUT: &'static str = "battles of three monsters against three, the bench hidden (paper 004)";
    fn players() -> Vec<Player<Monsters>> {
        vec![
            random(),
            fixed("greedy", "deals the most damage that it can in a turn", |_, _| Ok(same(Greedy))),
            monsters::balanced(),
            monsters::brute(),
            monsters::steady(),
            fixed("mixed", "balanced, brute or steady, drawn for every game", |_, _| Ok(same(Mixed::default()))),
            monsters::learner::player(),
            monsters::adaptive::player(),
            softmax::player(),
            search::mc(),
            search::uct(),
            search::ismcts(),
            monsters::best_response(),
            deep::player(),
        ]
    }
    fn observer() -> Option<Box<dyn Observer<Monsters>>> {
        sight()
    }
    fn trainers() -> Vec<Trainer<Monsters>> {
        vec![monsters::learner::trainer(), softmax::trainer(), deep::trainer()]
    }
}

impl Listed for PlainTricks {
    const ABOUT: &'static str = "take many tricks, no trump (paper 001)";
    fn players() -> Vec<Player<PlainTricks>> {
        vec![
            random(),
            fixed("rule", "the rule player of paper 001", |_, _| Ok(same(plain_tricks::Rule))),
            linear_q::player(),
            search::mc(),
            search::uct(),
            search::ismcts(),
            deep::player(),
            deep::nfsp_player(),
        ]
    }
    fn observer() -> Option<Box<dyn Observer<PlainTricks>>> {
        sight()
    }
    fn trainers() -> Vec<Trainer<PlainTricks>> {
        vec![linear_q::trainer(), deep::trainer(), deep::nfsp_trainer()]
    }
}

impl Listed for Kuhn {
    const ABOUT: &'static str = "poker with three cards: a proof of the solvers";
    fn players() -> Vec<Player<Kuhn>> {
        vec![random(), search::mc(), search::uct(), search::ismcts(), deep::nfsp_player(), cfr::player()]
    }
    fn observer() -> Option<Box<dyn Observer<Kuhn>>> {
        sight()
    }
    fn trainers() -> Vec<Trainer<Kuhn>> {
        vec![deep::nfsp_trainer()]
    }
}

impl Listed for Leduc {
    const ABOUT: &'static str = "poker with six cards and two rounds: a proof of the solvers";
    fn players() -> Vec<Player<Leduc>> {
        vec![random(), search::mc(), search::uct(), search::ismcts(), deep::nfsp_player(), cfr::player()]
    }
    fn observer() -> Option<Box<dyn Observer<Leduc>>> {
        sight()
    }
    fn trainers() -> Vec<Trainer<Leduc>> {
        vec![deep::nfsp_trainer()]
    }
}

/// The encoder of a game's nets.
fn sight<G: Sighted>() -> Option<Box<dyn Observer<G>>> {
    Some(Box::new(G::Sight::default()))
}

/// Calls a macro with every game of the list: the only place where games are named.
macro_rules! with_all_games {
    ($then:ident) => {
        $then!(Hearts, Daifugo, Monsters, PlainTricks, Kuhn, Leduc)
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
    Player { name, about, settings: &[], pace: Pace::Quick, build }
}

fn random<G: Game>() -> Player<G> {
    fixed("random", "every legal action equally likely", |_, _| Ok(same(Uniform)))
}
