use kirifuda_learn::falcon::{Channel, Fusion, FusionOptions, Tracking};
use proptest::prelude::*;

use crate::coded;

/// The definitions word for word, one category after the other.
#[derive(Default)]
struct Slow {
    categories: Vec<[Vec<f32>; 3]>,
}

impl Slow {
    fn overlap(input: &[f32], weights: &[f32]) -> f32 {
        input.iter().zip(weights).map(|(x, w)| x.min(*w)).sum()
    }

    fn choice(options: &FusionOptions, inputs: &[Option<Vec<f32>>; 3], weights: &[Vec<f32>; 3]) -> f32 {
        let mut choice = 0.0;
        for (channel, (input, weights)) in options.channels.iter().zip(inputs.iter().zip(weights)) {
            if let Some(input) = input {
                let scale = channel.share / (channel.choice + weights.iter().sum::<f32>());
                choice += Slow::overlap(input, weights) * scale;
            }
        }
        choice
    }

    fn winner(&self, options: &FusionOptions, inputs: &[Option<Vec<f32>>; 3]) -> Option<usize> {
        let ones = options.channels.map(|channel| vec![1.0; channel.width]);
        let mut all: Vec<_> = self.categories.iter().collect();
        if options.uncommitted {
            all.push(&ones);
        }
        let choices: Vec<f32> = all.iter().map(|weights| Slow::choice(options, inputs, weights)).collect();
        let most = choices.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        choices.iter().position(|&choice| choice == most).filter(|&winner| winner < self.categories.len())
    }

    fn learn(&mut self, options: &FusionOptions, inputs: &[Vec<f32>; 3]) -> usize {
        let given = inputs.clone().map(Some);
        let mut left: Vec<usize> = (0..self.categories.len()).collect();
        let mut vigilance = options.channels.map(|channel| channel.vigilance);
        let floor = Slow::choice(options, &given, &options.channels.map(|channel| vec![1.0; channel.width]));
        while !left.is_empty() {
            let choice = |category: usize| Slow::choice(options, &given, &self.categories[category]);
            let first = (0..left.len()).reduce(|a, b| if choice(left[b]) > choice(left[a]) { b } else { a }).unwrap();
            let category = left.remove(first);
            if options.uncommitted && floor > choice(category) {
                break;
            }
            let matches: Vec<f32> = (0..3)
                .map(|c| match inputs[c].iter().sum::<f32>() {
                    0.0 => 1.0,
                    size => Slow::overlap(&inputs[c], &self.categories[category][c]) / size,
                })
                .collect();
            let resonates = (0..3).all(|c| matches[c] >= vigilance[c]);
            if resonates || (options.overwrite && matches[0] == 1.0 && matches[1] == 1.0) {
                for (c, channel) in options.channels.iter().enumerate() {
                    for (x, w) in inputs[c].iter().zip(&mut self.categories[category][c]) {
                        let toward = if channel.follows { *x } else { x.min(*w) };
                        *w = if resonates { (1.0 - channel.rate) * *w + channel.rate * toward } else { *x };
                    }
                }
                return category;
            }
            let (tracked, more) = match options.tracking {
                Tracking::Off => (0..0, 0.0),
                Tracking::First(more) => (0..1, more),
                Tracking::Matched(more) => (0..3, more),
            };
            for c in tracked.filter(|&c| matches[c] >= vigilance[c]).collect::<Vec<_>>() {
                vigilance[c] = (matches[c] + more).min(1.0);
            }
        }
        self.categories.push(std::array::from_fn(|c| {
            let rate = if options.fast_commit { 1.0 } else { options.channels[c].rate };
            inputs[c].iter().map(|x| 1.0 - rate + rate * x).collect()
        }));
        self.categories.len() - 1
    }
}

fn eighths(count: usize) -> impl Strategy<Value = Vec<f32>> {
    proptest::collection::vec((0u8..=8).prop_map(|eighth| f32::from(eighth) / 8.0), count)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn the_fast_network_does_what_the_definitions_say(
        samples in proptest::collection::vec((eighths(3), 0usize..4, eighths(1)), 1..60),
        vigilance in eighths(3),
        tracking in 0usize..3,
        switches in proptest::collection::vec(any::<bool>(), 5),
    ) {
        let channel = |width, vigilance, follows| Channel {
            width, choice: 0.125, share: 0.5, vigilance, rate: if switches[4] { 1.0 } else { 0.5 }, follows
        };
        let options = FusionOptions {
            channels: [
                channel(6, vigilance[0], false),
                channel(4, vigilance[1], false),
                channel(2, vigilance[2], switches[0]),
            ],
            tracking: [Tracking::Off, Tracking::First(0.125), Tracking::Matched(0.0)][tracking],
            uncommitted: switches[1],
            fast_commit: switches[2],
            overwrite: switches[3],
            limit: usize::MAX,
        };
        let (mut fast, mut slow) = (Fusion::new(options), Slow::default());
        let mut winners = Vec::new();
        for (state, action, reward) in samples {
            let hot = |action| (0..4).map(|place| f32::from(place == action)).collect::<Vec<f32>>();
            let inputs = [coded(&state), hot(action), coded(&reward)];
            fast.one_hot_winners(&inputs[0], &[3, 1, 0], Some(&[1.0, 1.0]), 0.0, &mut winners);
            for (winner, action) in winners.iter().zip([3, 1, 0]) {
                let asked = [Some(inputs[0].clone()), Some(hot(action)), Some(vec![1.0, 1.0])];
                let expected = slow.winner(&options, &asked);
                // Sums are made in another order here: what is all but equal may win instead.
                if *winner != expected {
                    let ones = options.channels.map(|channel| vec![1.0; channel.width]);
                    let [a, b] = [*winner, expected].map(|category| {
                        Slow::choice(&options, &asked, category.map_or(&ones, |category| &slow.categories[category]))
                    });
                    prop_assert!((a - b).abs() < 1e-6, "{winner:?} with {a}, not {expected:?} with {b}");
                }
            }
            let given = [&inputs[0][..], &inputs[1], &inputs[2]];
            prop_assert_eq!(fast.winner([Some(given[0]), None, Some(given[2])]),
                slow.winner(&options, &[Some(inputs[0].clone()), None, Some(inputs[2].clone())]));
            prop_assert_eq!(fast.learn(given), Some(slow.learn(&options, &inputs)));
        }
        prop_assert_eq!(fast.parts(), slow.categories.concat().concat());
    }
}
