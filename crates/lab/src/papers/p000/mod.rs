//! Paper 000: FALCON for Hearts, with strategic actions and predictions of danger.

mod anchors;
mod best;
mod claims;
mod figures;
mod fresh;
mod future;
mod learned;
mod ranks;
mod readings;
mod svr_size;
mod table_2;
#[cfg(test)]
mod tests;

use crate::{Cells, Paper, Source};

/// The paper.
pub const PAPER: Paper = Paper {
    id: "000",
    title: "Learning experiments on Hearts by FALCON with support vector regression",
    source: Some(Source {
        authors: "K. Kasahara and others, by the journal article of the same work (our copy names nobody)",
        venue: "Journal of Japan Society for Fuzzy Theory and Intelligent Informatics 30 (4), pp. 643–651",
        year: 2018,
    }),
    about: "FALCON, a network of fuzzy adaptive resonance, learns to choose among rules of thumb in Hearts. New: rules made \
            from the strategies of people, and predictions by support vector regression of who will take ♠Q, heeded \
            while learning.",
    claims: "Actions made from people's strategies lower FALCON's share of the penalty points, a support vector regression \
             that foretells danger lowers it further, and both together are a match for Monte Carlo players.",
    printed: "mode `as-printed`: network and rule of learning word for word. Places in matches were not played with it.",
    best: "mode `average`: the mean of what each action has cost from then on, our own reading, against Monte Carlo players \
           with random playouts. It was chosen for its play, on other seeds; the same mode answers for every cell.",
    cells: CELLS,
    experiments: &[
        anchors::ANCHORS,
        table_2::TABLE_2,
        figures::FIGURE_3,
        figures::FIGURE_4,
        ranks::TABLES_3_4,
        claims::CLAIM_ACTIONS,
        claims::CLAIM_SVR,
        future::FUTURE_WORK,
        readings::READINGS,
        fresh::FRESH,
        svr_size::SVR_SIZE,
        best::BEST,
    ],
    deviations: DEVIATIONS,
};

const CELLS: &[Cells] = &[
    Cells { experiment: "anchors", names: &[anchors::STRONGER] },
    Cells {
        experiment: "table-2",
        names: &[
            learned::CELLS[0][0],
            learned::CELLS[0][1],
            learned::CELLS[1][0],
            learned::CELLS[1][1],
            learned::CELLS[2][0],
            learned::CELLS[2][1],
            learned::CELLS[3][0],
            learned::CELLS[3][1],
        ],
    },
    Cells { experiment: "figure-3", names: &[figures::BELOW_PAR, figures::LOWER[0]] },
    Cells { experiment: "figure-4", names: &[figures::NEVER_BELOW, figures::LOWER[1], figures::SOME_RUNS] },
    Cells {
        experiment: "tables-3-4",
        names: &[
            "Table 3, rule players: first places",
            "Table 3, rule players: second places",
            "Table 3, rule players: third places",
            "Table 3, rule players: fourth places",
            "Table 3, rule players: mean rank",
            "Table 3, Monte Carlo: first places",
            "Table 3, Monte Carlo: second places",
            "Table 3, Monte Carlo: third places",
            "Table 3, Monte Carlo: fourth places",
            "Table 3, Monte Carlo: mean rank",
            "Table 4, rule players: first places",
            "Table 4, rule players: second places",
            "Table 4, rule players: third places",
            "Table 4, rule players: fourth places",
            "Table 4, rule players: mean rank",
            "Table 4, Monte Carlo: first places",
            "Table 4, Monte Carlo: second places",
            "Table 4, Monte Carlo: third places",
            "Table 4, Monte Carlo: fourth places",
            "Table 4, Monte Carlo: mean rank",
        ],
    },
    Cells {
        experiment: "claim-actions",
        names: &[
            "new actions help against rule players",
            "new actions help against Monte Carlo",
            "new actions help with SVR against rule players",
            "new actions help with SVR against Monte Carlo",
        ],
    },
    Cells {
        experiment: "claim-svr",
        names: &[
            "SVR helps with new actions against rule players",
            "SVR helps with new actions against Monte Carlo",
            "SVR alone makes little difference against rule players",
            "SVR alone makes little difference against Monte Carlo",
        ],
    },
];

const DEVIATIONS: &str = "\
**What the paper's network can learn.** Word for word (mode `as-printed`) it does not learn to play: feedback weights \
that begin as (1, 0) never resonate with negative feedback, and without complements the most general categories win. The \
printed rule of learning with a category for every state (`resonant`) stays with the first action that has seen a good \
deal. The tables have both, as they are, beside our own reading (`average`: means of what each action has cost from then \
on) and the textbook's network with temporal differences (`td-falcon`). Every verdict names its mode.

**Actions.** The paper prints a part of its 18 + 5 + 6 actions; the rest is completed from the five techniques that it \
names. The actions of the previous work are not in the paper: highest, lowest and point cards by suit, after what it says \
of them.

**Monte Carlo.** The paper's player tries the cards that its actions name, 200 simulations. How these are played to the \
end is not said, and decides how strong it is. Columns against Monte Carlo are given with random cards and with random \
actions. The player may try any card that an action of the new set names.

**SVR.** Degrees of danger are predicted by ν-SVR, one model for each trick and place, from games of Monte Carlo players; \
sizes, features and parameters are those of the model that comes with the program (`models/README.md`). The paper's \
threshold is not printed; ours, 0.25, was chosen among five on other seeds.

**Matches and runs.** The paper plays 5,000 deals once for each run and each kind of opponent. We play each deal in all \
four rotations around the table and give intervals. Each run has a seed of its own for learning and for its matches; \
learners are compared on equal seeds. The paper's own error is taken to be that of five such runs.

**What is not published.** Figures 3 and 4 have no numbers; what the text says of them is judged.";
