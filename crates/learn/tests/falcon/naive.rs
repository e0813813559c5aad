//! The papers' rules once more, as a plain list of categories, to compare with.

use kirifuda_learn::falcon::{AsPrinted, Bits, Deal, Memory, Move, PrintedOptions, Resonant, ResonantOptions, Start};
use proptest::prelude::*;

use crate::{a_move, at, shape, strengths};

const ALPHA: f32 = 0.001;
const BETA: f32 = 0.001;

/// One category with all its weights.
struct Category {
    sensed: Vec<f32>,
    actions: [f32; 3],
    feedback: [f32; 2],
}

/// Two networks as paper 002, §3.1, has them: every category is kept, looked at, and written down by itself.
struct Naive {
    options: PrintedOptions,
    width: usize,
    networks: [Vec<Category>; 2],
}

fn meet(one: &[f32], other: &[f32]) -> Vec<f32> {
    one.iter().zip(other).map(|(a, b)| a.min(*b)).collect()
}

fn sum(values: &[f32]) -> f32 {
    values.iter().sum()
}

impl Naive {
    fn new(width: usize, options: PrintedOptions) -> Naive {
        let mut naive = Naive { options, width, networks: [Vec::new(), Vec::new()] };
        let sensed = vec![1.0; naive.channel(0).len()];
        let feedback = naive.start();
        for network in &mut naive.networks {
            network.push(Category { sensed: sensed.clone(), actions: [1.0; 3], feedback });
        }
        naive
    }

    fn start(&self) -> [f32; 2] {
        if self.options.start == Start::Ones { [1.0, 1.0] } else { [1.0, 0.0] }
    }

    fn channel(&self, bits: Bits) -> Vec<f32> {
        let bit = |place: usize| (bits >> place & 1) as f32;
        let plain = (0..self.width).map(bit);
        let complements = (0..self.width).map(|place| 1.0 - bit(place));
        if self.options.complement { plain.chain(complements).collect() } else { plain.collect() }
    }

    /// Categories by T of what is sensed and the wish for (1, 0), the highest first; the first among equals comes first.
    fn ranking(&self, network: usize, sensed: &[f32]) -> Vec<usize> {
        let choice = |category: &Category| {
            let [good, bad] = category.feedback;
            sum(&meet(sensed, &category.sensed)) / (ALPHA + sum(&category.sensed))
                + 0.01 * (good / (ALPHA + good + bad))
        };
        let choices: Vec<f32> = self.networks[network].iter().map(choice).collect();
        let mut ranking: Vec<usize> = (0..choices.len()).collect();
        ranking.sort_by(|&one, &other| choices[other].total_cmp(&choices[one]));
        ranking
    }

    fn strengths(&self, network: usize, bits: Bits) -> [f32; 3] {
        self.networks[network][self.ranking(network, &self.channel(bits))[0]].actions
    }

    fn learn(&mut self, deal: &Deal<'_>) {
        for (number, a_move) in deal.moves.iter().enumerate() {
            let network = usize::from(a_move.place.network);
            let (sensed, feedback) = (self.channel(a_move.place.bits), if deal.good { [1.0, 0.0] } else { [0.0, 1.0] });
            let adapted = |weights: [f32; 2]| {
                let met = meet(&feedback, &weights);
                [0, 1].map(|side| (1.0 - BETA) * weights[side] + BETA * met[side])
            };
            let resonates = |category: &Category| {
                let matched = sum(&sensed) == 0.0 || sum(&meet(&sensed, &category.sensed)) / sum(&sensed) >= 1.0;
                matched && sum(&meet(&feedback, &category.feedback)) >= 0.5
            };
            let ranking = self.ranking(network, &sensed);
            let found = ranking.into_iter().find(|&number| resonates(&self.networks[network][number]));
            let Some(found) = found else {
                let feedback = adapted(self.start());
                self.networks[network].push(Category { sensed, actions: [1.0; 3], feedback });
                continue;
            };
            let category = &mut self.networks[network][found];
            category.sensed = meet(&sensed, &category.sensed);
            category.feedback = adapted(category.feedback);
            let (paid, epsilon) = (deal.paid(number), (0.00001 * (1.0 - deal.progress)) as f32);
            for (action, weight) in category.actions.iter_mut().enumerate() {
                let taken = action == usize::from(a_move.action);
                if taken && paid > 0.0 {
                    *weight -= paid * epsilon;
                }
                if !taken && deal.good {
                    *weight -= self.options.reward * epsilon;
                }
            }
        }
    }
}

#[derive(Clone, Debug)]
struct Played {
    moves: Vec<Move>,
    cost: f32,
    good: bool,
    progress: f64,
}

impl Played {
    fn deal(&self) -> Deal<'_> {
        Deal { moves: &self.moves, cost: self.cost, good: self.good, progress: self.progress }
    }
}

fn played(width: u32, most: usize) -> impl Strategy<Value = Vec<Played>> {
    let one = (0..2u16, 0..1u128 << width, 0..3u16, 0..4u8);
    let deal = (prop::collection::vec(one, 1..5), any::<bool>(), 0..3u8).prop_map(|(moves, good, third)| {
        let mut cost = 0.0;
        let moves = moves.into_iter().map(|(network, bits, action, paid)| {
            let mut a_move = Move { cost, ..a_move(bits, action) };
            a_move.place.network = network;
            cost += f32::from(paid);
            a_move
        });
        let moves = moves.collect();
        Played { moves, cost, good, progress: f64::from(third) / 2.0 }
    });
    prop::collection::vec(deal, 1..most)
}

fn options() -> impl Strategy<Value = PrintedOptions> {
    (any::<bool>(), any::<bool>()).prop_map(|(ones, complement)| PrintedOptions {
        start: if ones { Start::Ones } else { Start::Printed },
        complement,
        ..PrintedOptions::default()
    })
}

proptest! {
    #[test]
    fn keeping_equal_categories_as_one_changes_nothing(options in options(), deals in played(3, 60)) {
        let mut naive = Naive::new(3, options);
        let mut memory = AsPrinted::new(shape(3), &options);
        for played in &deals {
            naive.learn(&played.deal());
            memory.learn(&played.deal());
            prop_assert_eq!(memory.categories(), naive.networks.iter().map(Vec::len).sum::<usize>());
            for (network, bits) in (0..2).flat_map(|network| (0..8).map(move |bits| (network, bits))) {
                let found = strengths(&mut memory, at(network, bits));
                prop_assert_eq!(found, naive.strengths(usize::from(network), bits), "network {}, bits {}", network, bits);
            }
        }
    }

    /// With complements, and feedback from ones, a category of the list stands for one place, too. What is left: the list
    /// begins with a category for everything, which makes the first place of its network its own and learns at once, where
    /// the exact categories only add. So after a first lesson that takes nothing off any action (ε is 0 at the end of the
    /// plan), both know the same of every place that was learned. A place has one category as long as fewer than 693
    /// lessons are alike.
    #[test]
    fn exact_categories_are_the_list_with_complements_wherever_it_has_learned(deals in played(3, 60)) {
        let options = PrintedOptions { start: Start::Ones, complement: true, ..PrintedOptions::default() };
        let mut list = AsPrinted::new(shape(3), &options);
        let mut exact = Resonant::new(shape(3), &ResonantOptions::default());
        let mut learned = Vec::new();
        for network in 0..2 {
            let mut first = a_move(5, 0);
            first.place.network = network;
            let deal = Deal { moves: &[first], cost: 0.0, good: true, progress: 1.0 };
            list.learn(&deal);
            exact.learn(&deal);
            learned.push(first.place);
        }
        for played in &deals {
            list.learn(&played.deal());
            exact.learn(&played.deal());
            learned.extend(played.moves.iter().map(|a_move| a_move.place));
            prop_assert_eq!(exact.categories(), list.categories());
            for &place in &learned {
                prop_assert_eq!(strengths(&mut exact, place), strengths(&mut list, place));
            }
        }
        // Where nothing was learned, both take after a category that differs least; the list rounds what decides among
        // those, so it need not be the same one.
        for (network, bits) in (0..2).flat_map(|network| (0..8).map(move |bits| (network, bits))) {
            let apart = |place: u128| (place ^ bits).count_ones();
            let own = || learned.iter().filter(|place| place.network == network);
            let least = own().map(|place| apart(place.bits)).min();
            let nearest: Vec<_> = own().filter(|place| Some(apart(place.bits)) == least).copied().collect();
            let known: Vec<[f32; 3]> = nearest.into_iter().map(|place| strengths(&mut exact, place)).collect();
            prop_assert!(known.contains(&strengths(&mut exact, at(network, bits))));
            prop_assert!(known.contains(&strengths(&mut list, at(network, bits))));
        }
    }
}
