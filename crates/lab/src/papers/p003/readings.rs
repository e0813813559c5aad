use kirifuda_games::daifugo::EIGHT;
use kirifuda_players::daifugo::{Explore, PlayEvaluation, Ties};

use super::curves::{games, lowest};
use super::learned::{
    ALL_STATE, B, B_PRIME, History, NO_8, Phase, Pupil, RULES, UNDER_12, ahead, finals, phase, runs, scores_at, seeds,
};
use super::values::judged;
use crate::{
    Bench, Better, Cell, Experiment, Finding, LabError, Part, Reading, ResultTable, Verdict, number, over_seeds,
};

pub const READINGS: Experiment = Experiment {
    name: "readings",
    title: "Other readings: what is tried, how fast is learned, where values begin, who sits at the table",
    claim: "The paper does not say how large a step is, where values begin, what is tried, and how many of the five seats the \
            learner has. Which of it gives which figure?",
    part: Part::Beyond,
    run: readings,
};

const fn changed(base: Pupil, name: &'static str, explore: Explore, step: f32, start: f32) -> Pupil {
    Pupil { name, task: PlayEvaluation { explore, ..base.task }, step, start, ..base }
}

/// B′ with all settings of B: what differs is only which ranks are kept back.
const CLOSEST: &str = "B′, α = 0.01, V₀ = +2, tries any play";

/// B′ with the step of B.
const FASTER: &str = "B′, α = 0.01";

/// Values that all begin alike: of equal ones the larger play, as Figure 1 draws it.
const LARGER: Pupil = Pupil {
    name: "B′, of equals the larger play",
    task: PlayEvaluation { ties: Ties::Larger, ..B_PRIME.task },
    ..B_PRIME
};

/// Those on which all that the paper says is judged, like on B and B′ in its own part.
const JUDGED: [&str; 4] = [CLOSEST, FASTER, FADING_STEP.name, LARGER.name];

/// A large step that is halved after 30 plays of its kind: rare plays are learned fast, common ones become exact.
pub const FADING_STEP: Pupil =
    Pupil { name: "B′, α = 0.1, halved after 30 plays", step: 0.1, step_fade: Some(30), ..B_PRIME };

/// What is tried, one thing changed at a time, with the learner's number of seats.
const TRIED: [(Pupil, usize); 18] = [
    (B, 1),
    (changed(B, "B, tries sizes of the lowest rank", Explore::Size, 0.01, 2.0), 1),
    (changed(B, "B, α = 0.003", Explore::Any, 0.003, 2.0), 1),
    (changed(B, "B, α = 0.03", Explore::Any, 0.03, 2.0), 1),
    (changed(B, "B, V₀ = 0", Explore::Any, 0.01, 0.0), 1),
    (Pupil { name: "B, of equals the larger play", task: PlayEvaluation { ties: Ties::Larger, ..B.task }, ..B }, 1),
    (B, 2),
    (B, 3),
    (B_PRIME, 1),
    (changed(B_PRIME, "B′, tries any play", Explore::Any, 0.003, 1.0), 1),
    (changed(B_PRIME, FASTER, Explore::Size, 0.01, 1.0), 1),
    (changed(B_PRIME, CLOSEST, Explore::Any, 0.01, 2.0), 1),
    (changed(B_PRIME, "B′, V₀ = 0", Explore::Size, 0.003, 0.0), 1),
    (FADING_STEP, 1),
    (LARGER, 1),
    (Pupil { name: "B′, rewards added up (V + α R)", additive: true, ..B_PRIME }, 1),
    (B_PRIME, 2),
    (B_PRIME, 3),
];

fn readings(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let seeds = seeds(bench, bench.scaled(2, 3, 10));
    let [first, second, playing, last] = games(bench);
    let lives: Vec<_> = TRIED
        .iter()
        .flat_map(|&(pupil, learners)| {
            let at = |phase: Phase| Phase { learners, ..phase };
            let tables = [
                vec![at(Phase::learning(ALL_STATE, first))],
                vec![
                    at(Phase::learning(UNDER_12, second)),
                    at(Phase::playing(UNDER_12, playing)),
                    at(Phase::playing(NO_8, last)),
                ],
            ];
            tables.map(|phases| (pupil, RULES, phases))
        })
        .collect();
    let all = runs(bench, &lives, &seeds, 60)?;
    let turn = number::count(first / 6);
    let heads = [
        "reading".to_string(),
        "seats".to_string(),
        format!("PSInAllState, {turn}"),
        "lowest at".to_string(),
        format!("PSInAllState, {}", number::count(first)),
        format!("PSUnder12, {}", number::count(second)),
        "PSUnder12, ε = 0".to_string(),
        "runs ahead".to_string(),
        "PSUnder12No8, ε = 0".to_string(),
        "runs ahead".to_string(),
        "8s broken".to_string(),
    ];
    let caption = "Cumulative scores, means of the runs; the mean of the learner's seats where it has several";
    let mut table = ResultTable::new("readings", caption, heads);
    let mut verdicts = Vec::new();
    for ((pupil, learners), tables) in TRIED.iter().zip(all.chunks(2)) {
        let [one, two] = tables else { continue };
        let (one, learned) = (phase(one, 0)?, phase(two, 0)?);
        let [under, no_8] = [finals(&phase(two, 1)?), finals(&phase(two, 2)?)];
        if *learners == 1 && JUDGED.contains(&pupil.name) {
            let claim = |what: &str, scores: &[f64], better| {
                Verdict::claim(format!("{}: {what}", pupil.name), over_seeds(scores), better)
            };
            verdicts.extend([
                claim(
                    "behind after a sixth of the games against PSInAllState",
                    &scores_at(&one, first / 6),
                    Better::Lower,
                ),
                claim("ahead of PSInAllState while learning", &finals(&one), Better::Higher),
                claim("behind PSUnder12 while learning", &finals(&learned), Better::Lower),
                claim("ahead of PSUnder12 without exploration", &under, Better::Higher),
                claim("ahead of PSUnder12No8, which it never met", &no_8, Better::Higher),
            ]);
            verdicts.extend(judged(pupil.name, Reading::Other, &learned, EIGHT, Better::Higher));
        }
        let broken = learned.iter().filter(|run| breaks_eights(run)).count();
        table.row([
            Cell::text(pupil.name),
            Cell::text(format!("{learners}–{}", 5 - learners)),
            Cell::ours(over_seeds(&scores_at(&one, first / 6)), 0),
            Cell::text(number::count(lowest(&one).0)),
            Cell::ours(over_seeds(&finals(&one)), 0),
            Cell::ours(over_seeds(&finals(&learned)), 0),
            Cell::ours(over_seeds(&under), 0),
            Cell::text(format!("{} of {}", ahead(&under), under.len())),
            Cell::ours(over_seeds(&no_8), 0),
            Cell::text(format!("{} of {}", ahead(&no_8), no_8.len())),
            Cell::text(format!("{broken} of {}", learned.len())),
        ]);
    }
    let text = format!(
        "{} runs each. B as it is: `{}`; B′ as it is: `{}`. ε is 0.05 where nothing is said.",
        seeds.len(),
        B.text(&Phase::learning(ALL_STATE, 0)),
        B_PRIME.text(&Phase::learning(ALL_STATE, 0)),
    );
    Ok(Finding::new().text(text).table(table).verdicts(verdicts))
}

/// Has a run learned to play eights one by one?
pub fn breaks_eights(run: &History) -> bool {
    run.standard.breaking(EIGHT) > 0.0
}

#[cfg(test)]
mod tests {
    use kirifuda_players::daifugo::Following;

    use super::*;

    #[test]
    fn changes_stay_within_their_reading() {
        for (pupil, _) in TRIED {
            let exact = pupil.task.following == Following::Exact;
            assert_eq!(exact, !pupil.name.starts_with("B′"), "{}", pupil.name);
        }
    }
}
