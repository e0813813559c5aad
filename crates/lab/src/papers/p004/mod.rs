//! Paper 004: a learner for a trading card game of monsters.

mod adapt;
mod apart;
mod as_printed;
mod beliefs;
mod course;
mod exam;
mod figure_2;
mod figure_3;
mod figure_4;
mod lands;
mod limit;
mod matches;
mod parts;
mod strength;
mod stronger;
#[cfg(test)]
mod tests;
mod verdicts;

use crate::{Cells, Paper, Source};

/// The paper.
pub const PAPER: Paper = Paper {
    id: "004",
    title: "Strategy-acquisition System for Video Trading Card Game",
    source: Some(Source {
        authors: "Nobuto Fujii, Haruhiro Katayose",
        venue: "Kwansei Gakuin University (our copy names no venue)",
        year: 2009,
    }),
    about: "Seven small nets learn a game of monsters from battles against rule players: what elements do to each other, what \
            the other will do, how good a state is, which monsters go together, and when poison and trap are worth a turn. \
            One utility joins them, over sampled hidden benches.",
    claims: "Seven small nets learn a game of monsters: from 25 % of the games against a rule player to about 80 %, what was \
             learned against all kinds of players helps against one, and poison and trap are learned by nets of their own.",
    printed: "the learner of section 4 word for word (experiment `as-printed`), where it was run.",
    best: "the learner with the settings that were found on other seeds, against balanced: it learns from examples of before again, \
           replays its team, and is told what a turn costs. It is another learner than the paper's, and a better one.",
    cells: CELLS,
    experiments: &[
        figure_2::FIGURE_2,
        figure_3::FIGURE_3,
        figure_4::FIGURE_4,
        as_printed::AS_PRINTED,
        apart::APART,
        parts::PARTS,
        limit::LIMIT,
        stronger::STRONGER,
        beliefs::BELIEFS,
        adapt::ADAPT,
        strength::STRENGTH,
        lands::LANDS,
    ],
    deviations: DEVIATIONS,
};

const CELLS: &[Cells] = &[
    Cells {
        experiment: "figure2",
        names: &[
            figure_2::LEVELS[0],
            figure_2::LEVELS[1],
            figure_2::LEVELS[2],
            figure_2::LEVELS[3],
            figure_2::ALIKE[0],
            figure_2::ALIKE[1],
        ],
    },
    Cells { experiment: "figure3", names: &figure_3::CELLS },
    Cells { experiment: "figure4", names: &figure_4::CELLS },
];

const DEVIATIONS: &str = "\
**The cards** are ours. The paper prints the chart of elements and the six stats of a monster, but neither its 15 monsters nor \
the formula of damage. Ours are balanced: each monster is in about as many winning teams as any other, and the rule players \
are about equally strong. So no curve can be the paper's to the point.

**A cap of turns.** The paper has none. A battle in which both sides switch for ever must end: after 100 turns more health \
wins. A learner can live on that, so every rate stands beside the one in which such games are lost (*outright*), and our \
targets are meant so. Its nets are taught the same: a game that the cap decides is a lost one, a turn costs a little, and a switch more with every \
one in a row before it.

**What the rule players call effective** is not printed. Poison: the victim is not poisoned, has more HP than two of the own best \
hits, and no trap of the other is in force. Trap: the other has not used its status attack, the own monster is not poisoned and has \
half of its HP. The reading in which a rule player poisons whatever is healthy makes it run into every trap.

**Teams.** The rule player's teams of the exams are drawn beforehand, 200 for each training, and the learner is told the kind of \
each: element counts, and sums of stats rounded to hundreds. The paper's deck type has sums of its learned features, which the other \
side of a table cannot know.

**The nets** learn with settings that were found on other seeds: cross-entropy, examples of before learned again, values by TD(0) \
with a linear output. The paper's sigmoid units and whole sums are settings (`value=sigmoid,returns=1`). Whether a trap snaps is learned from the turns in which one was set, not from every turn (`trap-lessons=every`): see the experiment `parts`.

**Runs.** Ten trainings of each kind with 95% intervals over them, from seeds that no setting was chosen with. The paper has three.

**Moving averages** run over the exams of the last 500 games, begin with the first exam, and begin anew where rules or opponents \
change. A point of the paper's curves after a change still holds exams of before.

**\"About.\"** The paper's figures have no numbers that could be read in our copy; what its text says of them is judged, and \"about \
80 %\" is taken as 80 ± 5.";
