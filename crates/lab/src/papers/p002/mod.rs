//! Paper 002: which percepts a learner of Hearts should be given, found automatically.

mod claims;
mod fast;
mod full_size;
mod printed;
mod pupils;
mod selection;
mod sets;
mod tables;
#[cfg(test)]
mod tests;
mod with_svr;

use crate::{Cells, Paper, Source};

/// The paper.
pub const PAPER: Paper = Paper {
    id: "002",
    title: "Automatic Determination of State Space for Learning Agents in Card Games",
    source: Some(Source {
        authors: "T. Ito, M. Okamatsu, K. Takahashi",
        venue: "Our copy names neither venue nor year; latest work cited",
        year: 2018,
    }),
    about: "FALCON learns Hearts from a few percepts, which people had picked by hand. Here they are selected \
            automatically, for leading and for following: in each round the percept is added with which the trained \
            player takes the fewest points.",
    claims: "A greedy procedure selects a learner's percepts automatically, {3, 6, 9, 14, 15} for leading and {0, 2, 5, 10} for \
             following, and the player is about as strong as with those that people had picked.",
    printed: "nothing: the network as printed does not learn to play (paper 000), so no player was trained with it.",
    best: "mode `average`, trained against the paper's opponents, rule players and then Monte Carlo players with few simulations. \
           The mode was chosen for paper 000, on other seeds.",
    cells: CELLS,
    experiments: &[
        tables::TABLE_3,
        tables::TABLE_4,
        claims::AS_GOOD,
        fast::FAST,
        sets::SETS,
        with_svr::WITH_SVR,
        full_size::FULL_SIZE,
    ],
    deviations: DEVIATIONS,
};

const CELLS: &[Cells] = &[
    Cells {
        experiment: "table-3",
        names: &[
            tables::SETS[0],
            tables::SELECTED[0][0],
            tables::SELECTED[0][1],
            tables::HAND_PICKED[0],
            tables::HAND_PICKED[1],
        ],
    },
    Cells { experiment: "table-4", names: &[tables::SETS[1], tables::SELECTED[1][0], tables::SELECTED[1][1]] },
    Cells {
        experiment: "claim-as-good",
        names: &[claims::CELLS[0][0], claims::CELLS[0][1], claims::CELLS[1][0], claims::CELLS[1][1]],
    },
];

const DEVIATIONS: &str = "\
**Which network.** The network as printed does not learn to play (paper 000 has the measurements). The tables have the \
printed rule with a category for every state (`resonant`) and our own reading, means of what each action has cost from then \
on (`average`); selections use `average`. There is no prediction of danger in any of them but `with-svr`.

**What the tables of the paper measure.** Tables 3 and 4 have one column of figures for hand-picked percepts, so each side \
seems to be measured with the hand-picked percepts at the other. How many games were played is not said; the error of \
the paper's figures is taken to be that of ten runs that vary as ours do. Four digits are printed, of which so many games \
know two or three: what lies within the error of both is not decided, since that error is more than ten units of the last digit.

**Monte Carlo.** The paper's player has 200 simulations; how these are played to the end is not said, and decides how \
strong it is (paper 000). Here they are played with random cards. Examinations of whole players have 200 simulations; \
where Monte Carlo players are at the table in learning, they have 10, since 37,500 games with 200 take minutes for every \
run. Such weak players may teach less than the paper's. So the tables also have players that learned against rule players \
alone.

**The printed procedure is run at a smaller scale**: a tenth of the deals, half of the examination, three runs instead of \
ten, and 10 simulations for all Monte Carlo players, that which plays the other side included. At the paper's size it \
would take two to four days of one core for each side. With rule players in the place of Monte Carlo players everywhere it takes \
minutes, and has been run at the paper's size (`full-size`). Which percept is added hangs on differences that are smaller than the error of ten runs, at the paper's \
size as well; the tables of the rounds show them with their intervals. From few deals little can be learned, and the \
fewer percepts the better: a smaller scale prefers smaller sets.

**Percepts.** Those of Tables 1 and 2 are read as `docs/games/hearts.md` says. The fast procedure is also given percepts of \
our own, from number 16 (leading) and 13 (following) on.

**Duplicate deals and seeds.** Each deal of an examination is played in all four rotations of the players around the \
table. Runs have deals of their own, which are the same for all that are compared; differences are means over equal runs. \
No player is judged on trainings or deals by which its percepts were selected.";
