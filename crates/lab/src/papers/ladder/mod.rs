//! The ladder: all players of the list side by side. No paper, but what the papers' players are measured by.

mod average;
mod clock;
mod learning;
mod nfsp;
mod standings;
mod thought;

use std::sync::LazyLock;

use kirifuda_catalog::{Listed, Visitor, games, visit};
use kirifuda_play::Rules;
use standings::{Field, standings};

use crate::{Bench, Experiment, Finding, LabError, Paper, Part};

/// The page.
pub fn paper() -> Paper {
    static EXPERIMENTS: LazyLock<Vec<Experiment>> = LazyLock::new(|| {
        let fields = FIELDS.iter().map(|(_, field)| *field);
        let nets = [thought::THOUGHT, learning::LEARNING, nfsp::EQUILIBRIUM, average::AVERAGE];
        fields.chain(other_games()).chain(nets).collect()
    });
    Paper {
        id: "ladder",
        title: "The ladder: every player of every game",
        source: None,
        about: "Every listed player of every game against every other on the same deals: ratings with intervals, and the \
                time that a decision takes. Then deep nets: what more time brings a search over one, how they learn beside the papers' players, and how near neural \
                fictitious self-play comes to an equilibrium.",
        claims: "",
        printed: "",
        best: "",
        cells: &[],
        experiments: &EXPERIMENTS,
        deviations: REMARKS,
    }
}

/// Games with tournaments of their own: which rules, how many deals.
const FIELDS: [(&str, Experiment); 9] = [
    ("hearts", HEARTS_STANDARD),
    ("hearts", HEARTS_FALCON),
    ("hearts", HEARTS_SAITO_FREE),
    ("plain-tricks", PLAIN_TRICKS),
    ("daifugo", DAIFUGO),
    ("monsters", MONSTERS),
    ("monsters", MONSTERS_DEALT),
    ("leduc", LEDUC),
    ("kuhn", KUHN),
];

/// A tournament for every other game of the list, under its first rules.
fn other_games() -> impl Iterator<Item = Experiment> {
    struct Usual;
    impl Visitor for Usual {
        type Output = Experiment;
        fn visit<G: Listed>(self) -> Experiment {
            Experiment { run: usual::<G>, ..of_field(G::NAME, G::ABOUT) }
        }
    }
    fn usual<G: Listed>(bench: &Bench<'_>) -> Result<Finding, LabError> {
        let rules = G::Rules::book().presets[0].name;
        standings(bench, Field { game: G::NAME, rules, deals: [2, 20, 60] })
    }
    let others = games().into_iter().filter(|(game, _)| FIELDS.iter().all(|(known, _)| known != game));
    others.filter_map(|(game, _)| visit(game, Usual).ok())
}

const HEARTS_STANDARD: Experiment = Experiment {
    run: |bench| standings(bench, Field { game: "hearts", rules: "standard", deals: [2, 20, 60] }),
    ..of_field("hearts-standard", "Hearts, standard")
};
const HEARTS_FALCON: Experiment = Experiment {
    run: |bench| standings(bench, Field { game: "hearts", rules: "falcon", deals: [2, 20, 60] }),
    ..of_field("hearts-falcon", "Hearts, falcon: the rules of papers 000 and 002")
};
const HEARTS_SAITO_FREE: Experiment = Experiment {
    run: |bench| standings(bench, Field { game: "hearts", rules: "saito-free", deals: [2, 20, 60] }),
    ..of_field("hearts-saito-free", "Hearts, saito-free: the rules of paper 001")
};
const PLAIN_TRICKS: Experiment = Experiment {
    run: |bench| standings(bench, Field { game: "plain-tricks", rules: "plain", deals: [2, 60, 200] }),
    ..of_field("plain-tricks", "Plain tricks")
};
const DAIFUGO: Experiment = Experiment {
    run: |bench| {
        // Five seats have twenty seatings: too many for a trial of the machinery.
        let rules = bench.scaled("uecda,players=3", "uecda", "uecda");
        standings(bench, Field { game: "daifugo", rules, deals: [2, 6, 15] })
    },
    ..of_field("daifugo-uecda", "Daifugo, uecda")
};
const MONSTERS: Experiment = Experiment {
    run: |bench| standings(bench, Field { game: "monsters", rules: "paper004", deals: [2, 30, 150] }),
    ..of_field("monsters-paper004", "Monsters, paper004: teams are chosen")
};
const MONSTERS_DEALT: Experiment = Experiment {
    run: |bench| standings(bench, Field { game: "monsters", rules: "dealt", deals: [2, 30, 150] }),
    ..of_field("monsters-dealt", "Monsters, dealt: teams are drawn")
};
const LEDUC: Experiment = Experiment {
    run: |bench| standings(bench, Field { game: "leduc", rules: "leduc", deals: [20, 2_000, 20_000] }),
    ..of_field("leduc", "Leduc poker")
};
const KUHN: Experiment = Experiment {
    run: |bench| standings(bench, Field { game: "kuhn", rules: "kuhn", deals: [20, 2_000, 20_000] }),
    ..of_field("kuhn", "Kuhn poker")
};

/// What the tournaments have in common.
const fn of_field(name: &'static str, title: &'static str) -> Experiment {
    Experiment {
        name,
        title,
        claim: "Who is the strongest, and what does it cost?",
        part: Part::Beyond,
        run: |_| Err(LabError::Unavailable(String::new())),
    }
}

/// What an experiment says where this program cannot train deep nets.
fn without_deep() -> LabError {
    LabError::Unavailable(
        "it trains deep nets, for which this program was not built: build one with `cargo build --release --features deep`"
            .to_string(),
    )
}

const REMARKS: &str = "\
**Who takes part.** All players that `kirifuda list players GAME` names, as they are listed, with the models that come \
with the program. Players that look ahead have a small budget that is counted, simulations or imagined worlds, as their \
names in the tables say: with it a result can be made again anywhere. Given more they are stronger, and slower.

**How they meet.** As in `kirifuda tournament`: two kinds of players at a table, every pair on the same deals, in every \
seating that gives half of the seats to either (where the seats are odd, also those that give one more to the other). \
A deal is won by whose seats have the higher mean payoff over all its seatings. Ratings make these wins most likely \
(Bradley and Terry); their intervals come from drawing the deals again.

**What a rating does not say.** It is about this company: a player that was made against one opponent, or that takes much \
from weak players and little from strong ones, has another place elsewhere. Learned models know the rules for which they \
were trained; under other rules they play what comes nearest.

**Time** is measured on one thread, at a table of its like: all its thinking, divided by its moves \
with a choice. It is the one figure here that depends on the machine.";
