use kirifuda_arena::Estimate;
use kirifuda_games::daifugo::EIGHT;
use kirifuda_players::daifugo::{PlayEvaluation, Scope, rank_name};

use super::learned::{
    ALL_STATE, B_PRIME, FIXED, History, NO_8, Phase, Pupil, RULES, UNDER_12, over_standards, phase, ranks, runs, seeds,
};
use crate::{
    Axis, Bench, Better, Cell, Experiment, Figure, Finding, LabError, Look, Part, Point, ResultTable, Series, Verdict,
    difference, number,
};

pub const STANDARDS: Experiment = Experiment {
    name: "standards",
    title: "How the standard of keeping pairs moves with the opponents and the rules",
    claim: "The paper's motive is that the standard depends on the opponents and on local rules, and its future work is to \
            look at it. Here one learner meets several opponents and several rules: which pairs does it break?",
    part: Part::Beyond,
    run: standards,
};

/// Where is learned: name, rules, opponents, and what is valued besides natural groups.
struct Situation {
    name: &'static str,
    rules: &'static str,
    opponents: &'static str,
    scope: Scope,
}

const fn under(name: &'static str, rules: &'static str) -> Situation {
    Situation { name, rules, opponents: NO_8, scope: super::learned::PAPERS }
}

/// The paper's rules, against each of these.
const OPPONENTS: [&str; 7] = ["random", "enemy", "pairsave", ALL_STATE, UNDER_12, NO_8, "default"];

/// Rules, against the best fixed player; where plays of other kinds are in the rules, they are valued, too.
const RULE_SETS: [Situation; 7] = [
    under("the paper's rules", RULES),
    under("no 8-stop", "paper003,eight-stop=off"),
    under("no suit lock", "paper003,lock=off"),
    under("3 players", "paper003,players=3"),
    under("4 players", "paper003,players=4"),
    Situation {
        name: "wild joker",
        rules: "paper003,joker=wild",
        opponents: NO_8,
        scope: Scope { joker: true, ..super::learned::PAPERS },
    },
    Situation {
        name: "the contest's rules against `default`",
        rules: "uecda,exchange=off",
        opponents: "default",
        scope: Scope { passing: false, ..Scope::ALL },
    },
];

/// Ranks whose standard is judged.
const KING: u8 = 10;
const ACE: u8 = 11;

fn standards(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let seeds = seeds(bench, bench.scaled(2, 4, 10));
    let games = bench.scaled(600, 30_000, 100_000);
    let by_opponent = OPPONENTS.iter().map(|&opponents| (B_PRIME, RULES, vec![learning(opponents, games)]));
    let by_rules = RULE_SETS.iter().map(|situation| {
        let pupil = Pupil { task: PlayEvaluation { scope: situation.scope, ..B_PRIME.task }, ..B_PRIME };
        (pupil, situation.rules, vec![learning(situation.opponents, games)])
    });
    let lives: Vec<_> = by_opponent.chain(by_rules).collect();
    let all = runs(bench, &lives, &seeds, 10)?;
    let histories: Vec<Vec<&History>> = all.iter().map(|runs| phase(runs, 0)).collect::<Result<_, _>>()?;
    let (opponents, rules) = histories.split_at(OPPONENTS.len());
    let name_of = |player: &'static str| {
        FIXED
            .iter()
            .find(|(known, _)| *known == player)
            .map_or_else(|| format!("`{player}`"), |(_, name)| (*name).into())
    };
    let opponents: Vec<(String, &Vec<&History>)> = OPPONENTS.into_iter().map(name_of).zip(opponents).collect();
    let rules: Vec<(String, &Vec<&History>)> =
        RULE_SETS.iter().map(|situation| situation.name.to_string()).zip(rules).collect();
    let how = format!(
        "B′, ε fading, {} runs of {} games in each situation. Shown is the value of playing one card of a pair less the value \
         of playing both: above 0 the pair is broken, below 0 it is kept. Ranks: 1 is the threes, 6 the eights, 11 the \
         kings, 12 the aces, 13 the twos. Opponents of the second part: four (with fewer players, fewer) PSUnder12No8, \
         where nothing else is said.",
        seeds.len(),
        number::count(games),
    );
    Ok(Finding::new()
        .text(how)
        .figure(figure("opponents", "Breaking less keeping, by opponent, under the paper's rules", &opponents))
        .table(table("opponents", "Breaking less keeping, by opponent, under the paper's rules", &opponents))
        .figure(figure("rules", "Breaking less keeping, by rules", &rules))
        .table(table("rules", "Breaking less keeping, by rules", &rules))
        .verdicts(judged(&opponents, &rules)))
}

fn learning(opponents: &'static str, games: u64) -> Phase {
    Phase { fade: Some(games.max(10) / 10), ..Phase::learning(opponents, games) }
}

fn breaking(histories: &[&History], rank: u8) -> Estimate {
    over_standards(histories, |values| values.breaking(rank))
}

fn figure(name: &str, caption: &str, shown: &[(String, &Vec<&History>)]) -> Figure {
    let mut figure = Figure::new(
        name,
        caption,
        Axis::new("rank: 1 is 3, 6 is 8, 11 is K, 13 is 2"),
        Axis::new("value of breaking less keeping"),
    );
    for (name, histories) in shown {
        let points = ranks().map(|rank| Point::estimate(f64::from(rank) + 1.0, breaking(histories, rank)));
        figure = figure.series(Series::ours(name.replace('`', ""), Look::LineMarkers, points));
    }
    figure.series(Series::ours("indifferent", Look::Level, [Point::new(0.0, 0.0)]))
}

fn table(name: &str, caption: &str, shown: &[(String, &Vec<&History>)]) -> ResultTable {
    let heads = ["situation".to_string()].into_iter().chain(ranks().map(|rank| rank_name(rank).to_string()));
    let mut table = ResultTable::new(name, caption, heads.chain(["broken".to_string()]));
    for (name, histories) in shown {
        let each: Vec<(u8, Estimate)> = ranks().map(|rank| (rank, breaking(histories, rank))).collect();
        let broken: String =
            each.iter().filter(|(_, value)| value.mean > 0.0).map(|(rank, _)| rank_name(*rank)).collect();
        let cells = each.into_iter().map(|(_, value)| Cell::ours(value, 2));
        table.row([Cell::text(name.as_str())].into_iter().chain(cells).chain([Cell::text(broken)]));
    }
    table
}

/// What the paper expects of its own rules, and where the standard moves.
fn judged(opponents: &[(String, &Vec<&History>)], rules: &[(String, &Vec<&History>)]) -> Vec<Verdict> {
    let at = |list: &[(String, &Vec<&History>)], name: &str, rank: u8| {
        let found = list.iter().find(|(known, _)| known == name);
        found.map_or(Estimate { mean: f64::NAN, ci95: None }, |(_, histories)| breaking(histories, rank))
    };
    let [plain, without] = ["the paper's rules", "no 8-stop"].map(|name| at(rules, name, EIGHT));
    let mut verdicts = vec![
        Verdict::claim("pairs of 8 are broken where an 8 clears the table", plain, Better::Higher),
        Verdict::claim("pairs of 8 are kept where it does not", without, Better::Lower),
        Verdict::claim("breaking pairs of 8 is worth more with the 8-stop", difference(plain, without), Better::Higher),
    ];
    for rank in [KING, ACE] {
        let [weak, strong] = ["PSInAllState", "PSUnder12"].map(|name| at(opponents, name, rank));
        let what = format!("breaking pairs of {} is worth more against PSInAllState than PSUnder12", rank_name(rank));
        verdicts.push(Verdict::claim(what, difference(weak, strong), Better::Higher));
    }
    verdicts
}
