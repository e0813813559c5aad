use std::collections::HashMap;
use std::ops::Range;

use kirifuda_play::{Actions, Rules as _, Seat, Tabular, Turn};

use super::{CfrError, Strategy};

/// A two-player zero-sum game, written out in full.
///
/// It is kept in sequence form (D. Koller, N. Megiddo and B. von Stengel, "Fast algorithms for finding randomized
/// strategies in game trees", 1994). A *sequence* of a seat is one of its situations with one of its actions there;
/// with perfect recall it stands for all earlier choices of the seat, too. The tree of nodes then shrinks to the
/// situations of each seat and to the payoffs at the ends, and everything is computed in straight passes over these.
pub struct Tree<G: Tabular> {
    /// By seat; a situation comes after those that lead to it.
    pub(super) situations: [Vec<Situation<G::Key>>; 2],
    /// The action of each sequence but [`START`], from index 0.
    actions: Vec<G::Action>,
    pub(super) ends: Vec<End>,
}

/// The sequence of a seat that has not moved yet. The sequences of both seats are numbered together, from 1.
pub(super) const START: usize = 0;

/// An information set of one seat.
pub(super) struct Situation<K> {
    pub(super) key: K,
    /// The sequence of the same seat that leads here.
    pub(super) parent: u32,
    /// Number of the first action's sequence; the others follow.
    first: u32,
    count: u32,
}

/// All ends of the game that the same two sequences lead to.
pub(super) struct End {
    /// The last sequence of each seat.
    pub(super) sequences: [u32; 2],
    /// Payoff to seat 0 times the probability of the deal, added up over the ends.
    pub(super) payoff: f64,
}

impl<K> Situation<K> {
    #[inline]
    pub(super) fn sequences(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

impl End {
    /// The weighted payoff to a seat.
    #[inline]
    pub(super) fn payoff_to(&self, seat: usize) -> f64 {
        if seat == 0 { self.payoff } else { -self.payoff }
    }
}

impl<G: Tabular> Tree<G> {
    /// Writes a game out. It must be for two players and zero-sum, and its keys must tell apart all that a seat has
    /// seen and done (perfect recall).
    pub fn build(rules: &G::Rules) -> Result<Tree<G>, CfrError> {
        if rules.seats() != 2 {
            return Err(CfrError::Seats { game: G::NAME, seats: rules.seats() });
        }
        let deals = G::deals(rules);
        let total: f64 = deals.iter().map(|(probability, _)| probability).sum();
        if (total - 1.0).abs() > 1e-9 {
            return Err(CfrError::Deals { game: G::NAME, total });
        }
        let mut builder = Builder::<G>::new();
        for (probability, game) in &deals {
            builder.grow(game, *probability, [START as u32; 2])?;
        }
        Ok(builder.finish())
    }

    /// Number of information sets in which some seat is to move.
    pub fn situations(&self) -> usize {
        self.situations.iter().map(Vec::len).sum()
    }

    /// Every information set: the seat to move, its key and its legal actions.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &G::Key, &[G::Action])> {
        self.situations.iter().enumerate().flat_map(move |(seat, situations)| {
            situations.iter().map(move |situation| (Seat(seat as u8), &situation.key, self.actions(situation)))
        })
    }

    /// What the game is worth to each seat when both play by the strategy: expected payoff of a game.
    pub fn value(&self, strategy: &Strategy<G>) -> [f64; 2] {
        let reach = self.reach(&self.probabilities(strategy));
        let ends = self.ends.iter();
        let value: f64 =
            ends.map(|end| end.payoff * reach[end.sequences[0] as usize] * reach[end.sequences[1] as usize]).sum();
        [value, -value]
    }

    /// What each seat can expect at most when the other plays by the strategy: the payoff of the best answer that
    /// sees no hidden card.
    pub fn best_response_values(&self, strategy: &Strategy<G>) -> [f64; 2] {
        let reach = self.reach(&self.probabilities(strategy));
        let mut values = vec![0.0; self.sequences()];
        [0, 1].map(|seat| {
            self.weigh_ends(seat, &reach, &mut values);
            for situation in self.situations[seat].iter().rev() {
                let best = values[situation.sequences()].iter().copied().fold(f64::NEG_INFINITY, f64::max);
                values[situation.parent as usize] += best;
            }
            values[START]
        })
    }

    /// How far the strategy is from an equilibrium, in the payoff's unit a game: what a best answer gains over the
    /// strategy, averaged over the two seats. It is 0 in an equilibrium.
    ///
    /// This is half of NashConv, and the same as OpenSpiel's `exploitability`.
    pub fn exploitability(&self, strategy: &Strategy<G>) -> f64 {
        // The values of the strategy itself add up to 0.
        self.best_response_values(strategy).iter().sum::<f64>() / 2.0
    }

    pub(super) fn actions(&self, situation: &Situation<G::Key>) -> &[G::Action] {
        let sequences = situation.sequences();
        &self.actions[sequences.start - 1..sequences.end - 1]
    }

    /// Number of sequences of both seats, [`START`] included.
    pub(super) fn sequences(&self) -> usize {
        self.actions.len() + 1
    }

    /// What each sequence of a seat is worth by the ends that directly follow it, when the other seat gets there with
    /// the probabilities `reach`; the values of later situations are still to be added.
    #[inline]
    pub(super) fn weigh_ends(&self, seat: usize, reach: &[f64], values: &mut [f64]) {
        values.fill(0.0);
        for end in &self.ends {
            let (mine, theirs) = (end.sequences[seat] as usize, end.sequences[1 - seat] as usize);
            values[mine] += end.payoff_to(seat) * reach[theirs];
        }
    }

    /// The probability with which each seat, as far as it depends on the seat, plays all of a sequence.
    fn reach(&self, probabilities: &[f64]) -> Vec<f64> {
        let mut reach = vec![1.0; self.sequences()];
        for situation in self.situations.iter().flatten() {
            for sequence in situation.sequences() {
                reach[sequence] = reach[situation.parent as usize] * probabilities[sequence];
            }
        }
        reach
    }

    /// The strategy as one probability for each sequence.
    fn probabilities(&self, strategy: &Strategy<G>) -> Vec<f64> {
        let mut probabilities = vec![1.0; self.sequences()];
        for situation in self.situations.iter().flatten() {
            let weights = strategy.weights(&situation.key, self.actions(situation));
            let total: f64 = weights.clone().map(|(_, weight)| weight).sum();
            for (sequence, (_, weight)) in situation.sequences().zip(weights) {
                probabilities[sequence] = weight / total;
            }
        }
        probabilities
    }
}

/// A tree under construction.
struct Builder<G: Tabular> {
    tree: Tree<G>,
    /// Seat and number of the situation of each key.
    places: HashMap<G::Key, (usize, usize)>,
}

impl<G: Tabular> Builder<G> {
    fn new() -> Builder<G> {
        let tree = Tree { situations: [Vec::new(), Vec::new()], actions: Vec::new(), ends: Vec::new() };
        Builder { tree, places: HashMap::new() }
    }

    /// Adds all that follows from a state, which the seats reach by the sequences `last`.
    fn grow(&mut self, game: &G, probability: f64, last: [u32; 2]) -> Result<(), CfrError> {
        let Turn::Seat(seat) = game.turn() else {
            return self.end(game, probability, last);
        };
        let mut legal = Actions::new();
        game.legal(&mut legal);
        let first = self.situation(seat, G::key(game.view(seat)), &legal, last[seat.index()])?;
        for (sequence, &action) in (first..).zip(legal.iter()) {
            let mut next = game.clone();
            next.play(action);
            let mut last = last;
            last[seat.index()] = sequence;
            self.grow(&next, probability, last)?;
        }
        Ok(())
    }

    fn end(&mut self, game: &G, probability: f64, sequences: [u32; 2]) -> Result<(), CfrError> {
        let payoffs = [game.payoff(Seat(0)), game.payoff(Seat(1))];
        if payoffs[0] != -payoffs[1] {
            return Err(CfrError::NotZeroSum { game: G::NAME, payoffs });
        }
        self.tree.ends.push(End { sequences, payoff: probability * f64::from(payoffs[0]) });
        Ok(())
    }

    /// The first sequence of a situation, which is added when it is new.
    fn situation(&mut self, seat: Seat, key: G::Key, legal: &[G::Action], parent: u32) -> Result<u32, CfrError> {
        let tree = &mut self.tree;
        let Some(&(of, number)) = self.places.get(&key) else {
            let situations = &mut tree.situations[seat.index()];
            self.places.insert(key.clone(), (seat.index(), situations.len()));
            let first = tree.actions.len() as u32 + 1;
            situations.push(Situation { key, parent, first, count: legal.len() as u32 });
            tree.actions.extend_from_slice(legal);
            return Ok(first);
        };
        let known = &tree.situations[of][number];
        let differ = |what| Err(CfrError::Key { game: G::NAME, key: format!("{key:?}"), what });
        if of != seat.index() {
            return differ("the seat to move");
        }
        if tree.actions(known) != legal {
            return differ("the legal actions");
        }
        if known.parent != parent {
            return differ("what the seat itself has done before");
        }
        Ok(known.first)
    }

    /// Joins the ends of equal sequences: for Leduc poker 5,880 become 1,116.
    fn finish(self) -> Tree<G> {
        let mut tree = self.tree;
        // Stable, so that sums are taken in the order of the deals.
        tree.ends.sort_by_key(|end| end.sequences);
        tree.ends.dedup_by(|next, kept| {
            let same = next.sequences == kept.sequences;
            if same {
                kept.payoff += next.payoff;
            }
            same
        });
        tree
    }
}
