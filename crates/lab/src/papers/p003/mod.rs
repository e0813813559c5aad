//! Paper 003: play-evaluation learning of which pairs to keep in Daifugo.

mod claims;
mod curves;
mod fading;
mod learned;
mod readings;
mod standards;
mod strength;
mod table_1;
#[cfg(test)]
mod tests;
mod values;
mod wild;

use crate::{Cells, Paper, Source};

/// The paper.
pub const PAPER: Paper = Paper {
    id: "003",
    title: "Acquisition of pair keeping strategy standard in DAIFUGOU game",
    source: Some(Source {
        authors: "Kohei Sakata, Takeshi Ohashi",
        venue: "Kyushu Institute of Technology (our copy names no venue)",
        year: 2008,
    }),
    about: "Which pairs to keep and which to break in Daifugo depends on rules and opponents. Play-evaluation learning \
            gives a value to every number of cards played of every rank, and moves it after each game toward the points \
            of the final class.",
    claims: "Play-evaluation learning finds out which pairs to keep in Daifugo: it gets ahead of players with fixed standards, \
             even of the best of them, which it never met.",
    printed: "reading B, the nearest to the text: a rank answers only if the table's number of cards is its best. Word for word, \
              among plays of the lowest rank, there would be nothing to learn. In Table 1: the paper's 5,000 games.",
    best: "reading B′: a rank is kept back only if more of its cards at once are valued higher. Its step and start were chosen on \
           other seeds. Of 15 readings tried since (`readings`) some do better; they are listed and not counted. In Table 1: 500,000 \
           games.",
    cells: CELLS,
    experiments: &[
        table_1::TABLE_1,
        values::FIGURES_2_3,
        curves::FIGURES_4_5,
        values::FIGURE_6,
        curves::FIGURE_7,
        curves::FIGURE_8,
        values::FIGURE_9,
        curves::FIGURE_10,
        claims::CLAIMS,
        readings::READINGS,
        fading::FADING,
        standards::STANDARDS,
        wild::WILD,
        strength::STRENGTH,
    ],
    deviations: DEVIATIONS,
};

const CELLS: &[Cells] = &[
    Cells { experiment: "table-1", names: &table_1::CELLS },
    Cells { experiment: "figures-2-3", names: &[values::NINES] },
    Cells { experiment: "figures-4-5", names: &curves::DIP },
    Cells { experiment: "figure-6", names: &values::FIGURE_6_CELLS },
    Cells { experiment: "figure-7", names: &curves::FLATTER },
    Cells { experiment: "figure-8", names: &[curves::AHEAD[0]] },
    Cells { experiment: "figure-9", names: &values::EIGHTS },
    Cells { experiment: "figure-10", names: &[curves::AHEAD[1]] },
];

const DEVIATIONS: &str = "\
**How a follower chooses.** The paper compares plays of one rank. Who follows must play the table's number of cards, so \
that among plays of the lowest rank there is nothing to choose; read so, nothing can be learned. Two readings remain, and \
everything is reported for both. **B**: a rank answers only if the table's number is its best-valued one. **B′**: a rank is \
kept back only if more of its cards at once are valued higher. Of the ranks that are left the lowest is played.

**The formula of the update** is lost in our copy. The text says that values move by the points of the final class: V ← V \
+ α (R − V) for every play of the game. Neither α nor the values at the start are printed. B has α = 0.01 and starts at +2, \
B′ has α = 0.003 and starts at +1, chosen on other seeds; `readings` has others.

**What is tried.** With probability ε \"a play regardless of the values\": any cards that can be played (B), or any number of \
the lowest rank (B′). The deep dip at the start of the paper's curves comes with the first; the second learns faster and \
loses less.

**Who sits at the table.** Five seats, two players: one learner against four of the other, its seat going round the \
table. Two against three and three against two are in Table 1 and in `readings`.

**\"Under 12\"** keeps pairs up to K, counting 3 as rank 1, as the paper's own \"rank 11 and below\" says. Table 1 has the \
other reading, up to J, too.

**Enemy and PairSave** lead their largest group, as the contest's sample player does, on which they are based. If they led \
the lowest single card, the order of Table 1 would break.

**Runs.** The paper shows one run of each. We give means of many with intervals, and how many single runs would have shown \
the same: luck alone moves the score of 50,000 games by ±316.

**Numbers of figures.** The captions of Figures 4 and 5 are lost in our copy, and its text calls the curve against \
PSInAllState Figure 3. It is given here as Figures 4 and 5.

**What is not published.** No figure has numbers that can be read; what the text says of them is judged.";
