use crate::Moments;

/// Everything about a training that its rules, encoder, options and seed do not tell: with it, training goes on where it
/// was, bit for bit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Games asked for so far.
    pub episodes: u64,
    /// By side: one for each seat, or a single one.
    pub sides: Vec<SideState>,
}

/// What a side has learned and what it learns from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideState {
    /// Decisions made so far.
    pub decisions: u64,
    /// Steps of the net of the best answer and of that of the average.
    pub steps: [u64; 2],
    /// Decisions that were offered to the reservoir.
    pub seen: u64,
    /// Weights of the best answer, of the same a while ago, and of the average.
    pub weights: [Vec<f32>; 3],
    /// Running means of the best answer and of the average.
    pub moments: [Moments; 2],
    /// Recent decisions, packed.
    pub replay: Vec<u32>,
    /// The reservoir, packed.
    pub reservoir: Vec<u32>,
}

/// Names of the sections of a side, in order.
const NAMES: [&str; 9] = [
    "best",
    "target",
    "average",
    "best_first",
    "best_second",
    "average_first",
    "average_second",
    "replay",
    "reservoir",
];

/// Numbers of a side that are no section.
const COUNTS: usize = 4;

impl State {
    /// The counts, and named lists of numbers as model files hold them. Packed words are bits of floats there.
    pub fn into_sections(self) -> (Vec<u64>, Vec<(String, Vec<f32>)>) {
        let mut counts = vec![self.episodes];
        let mut sections = Vec::new();
        let floats = |words: Vec<u32>| words.into_iter().map(f32::from_bits).collect();
        for (number, side) in self.sides.into_iter().enumerate() {
            counts.extend([side.decisions, side.steps[0], side.steps[1], side.seen]);
            let ([best, target, average], [of_best, of_average]) = (side.weights, side.moments);
            let lists = [
                best,
                target,
                average,
                of_best.first,
                of_best.second,
                of_average.first,
                of_average.second,
                floats(side.replay),
                floats(side.reservoir),
            ];
            sections.extend(NAMES.iter().zip(lists).map(|(name, list)| (format!("{name}{number}"), list)));
        }
        (counts, sections)
    }

    /// What was made by [`into_sections`](State::into_sections); nothing if a list is missing.
    pub fn from_sections(counts: &[u64], mut take: impl FnMut(&str) -> Option<Vec<f32>>) -> Option<State> {
        let (&episodes, counts) = counts.split_first()?;
        let (sides, rest) = counts.as_chunks::<COUNTS>();
        let mut state = State { episodes, sides: Vec::new() };
        for (number, &[decisions, best, average, seen]) in sides.iter().enumerate() {
            let mut lists = [const { Vec::new() }; 9];
            for (list, name) in lists.iter_mut().zip(NAMES) {
                *list = take(&format!("{name}{number}"))?;
            }
            let [best_net, target, average_net, best_first, best_second, first, second, replay, reservoir] = lists;
            let words = |list: Vec<f32>| list.into_iter().map(f32::to_bits).collect();
            state.sides.push(SideState {
                decisions,
                steps: [best, average],
                seen,
                weights: [best_net, target, average_net],
                moments: [Moments { first: best_first, second: best_second }, Moments { first, second }],
                replay: words(replay),
                reservoir: words(reservoir),
            });
        }
        rest.is_empty().then_some(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_comes_back_from_its_sections() {
        let list = |start: u32| (start..start + 3).map(|number| number as f32).collect::<Vec<f32>>();
        let side = |start: u32| SideState {
            decisions: 5,
            steps: [6, 7],
            seen: 8,
            weights: [list(start), list(start + 10), list(start + 20)],
            moments: [30, 50].map(|more| Moments { first: list(start + more), second: list(start + more + 10) }),
            replay: vec![0, 7, u32::MAX, 0x7F80_0001], // some are no numbers
            reservoir: vec![start],
        };
        let state = State { episodes: 9, sides: vec![side(1), side(100)] };
        let (counts, mut sections) = state.clone().into_sections();
        let mut take = |name: &str| {
            let place = sections.iter().position(|(other, _)| other == name)?;
            Some(sections.swap_remove(place).1)
        };
        assert_eq!(State::from_sections(&counts, &mut take), Some(state));
        assert_eq!(State::from_sections(&counts, &mut take), None, "nothing is left");
        assert_eq!(State::from_sections(&counts[..4], |_| Some(Vec::new())), None);
    }
}
