use std::sync::Arc;

use kirifuda_games::daifugo::{Cards, Daifugo, Meld, View};
use kirifuda_learn::choice::{Rest, draw, softmax};
use kirifuda_learn::softmax::{Features, Network};
use kirifuda_play::{Actions, Rng};

use crate::daifugo::features::{PolicyFeatures, Scene, Sink};

/// The learned softmax policy, put for playouts: the weights of a move are summed up as its features are found, and
/// nothing is written down.
///
/// It has no hidden units, which would be most of the work.
#[derive(Clone)]
pub(super) struct Learned {
    /// A weight for each feature of moves; those of the value of positions follow.
    weights: Arc<[f32]>,
    /// Differences of scores are divided by this before a move is drawn; 0: the best move is made.
    temperature: f32,
    scores: Vec<f32>,
}

/// Sums up weights.
struct Sum<'a> {
    weights: &'a [f32],
    total: f32,
}

impl Sink for Sum<'_> {
    #[inline]
    fn add(&mut self, feature: u32) {
        self.total += self.weights[feature as usize];
    }
}

impl Learned {
    /// By the weights of a network without hidden units; nothing if these are not as many as it has.
    pub fn new(weights: Arc<[f32]>, temperature: f32) -> Option<Learned> {
        let (moves, positions) = (PolicyFeatures.moves(), PolicyFeatures.positions());
        let length = Network { moves, positions, hidden: 0 }.length();
        (weights.len() == length).then(|| Learned { weights, temperature, scores: Vec::new() })
    }

    /// The scores of moves: differences are logarithms of ratios of probabilities.
    pub fn scores(&mut self, scene: &Scene, legal: &[Meld]) -> &[f32] {
        self.scores.clear();
        for &meld in legal {
            let mut sum = Sum { weights: &self.weights, total: 0.0 };
            scene.describe(meld, &mut sum);
            self.scores.push(sum.total);
        }
        &self.scores
    }

    /// A move of a playout.
    #[inline]
    pub fn choose(&mut self, view: View<'_>, legal: &[Meld], rng: &mut Rng) -> Meld {
        if let [only] = legal {
            return *only;
        }
        let scene = Scene::new(view);
        if let Some(meld) = scene.sure_win(legal) {
            return meld;
        }
        self.scores(&scene, legal);
        if self.temperature <= 0.0 {
            return legal[highest(&self.scores)];
        }
        softmax(&mut self.scores, self.temperature);
        legal[draw(&self.scores, Rest::Likeliest, rng)]
    }

    /// How likely a move is for the seat of a view if it holds these cards.
    pub fn chance(&mut self, view: View<'_>, hand: Cards, meld: Meld, legal: &mut Actions<Daifugo>) -> f64 {
        view.choices_with(hand, legal);
        if legal.len() == 1 {
            return 1.0;
        }
        let Ok(place) = legal.binary_search(&meld) else {
            return 0.0;
        };
        self.scores(&Scene::with_hand(view, hand), legal);
        softmax(&mut self.scores, 1.0);
        f64::from(self.scores[place])
    }
}

/// The place of the highest score, the first among equals.
#[inline]
pub(super) fn highest(scores: &[f32]) -> usize {
    (1..scores.len()).fold(0, |best, place| if scores[place] > scores[best] { place } else { best })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use kirifuda_games::daifugo::Rules;
    use kirifuda_learn::model::Model;
    use kirifuda_learn::softmax::Player;
    use kirifuda_play::{Game, Turn};

    /// The weights of the policy that comes with the program.
    fn weights(rules: &Rules) -> Arc<[f32]> {
        let file =
            if rules.sequences || rules.revolution { "daifugo-softmax.kfm" } else { "daifugo-softmax-paper003.kfm" };
        let path = format!("{}/../../models/{file}", env!("CARGO_MANIFEST_DIR"));
        let mut model = Model::from_bytes(&std::fs::read(path).unwrap()).unwrap();
        Arc::from(model.take("weights").unwrap())
    }

    /// The policy that comes with the program.
    pub fn shipped(rules: &Rules, temperature: f32) -> Learned {
        Learned::new(weights(rules), temperature).unwrap()
    }

    #[test]
    fn summed_as_they_are_found_features_give_the_scores_of_the_network() {
        let mut legal = Actions::new();
        for rules in [Rules::uecda(), Rules::paper003(), Rules::casual()] {
            let mut fast = shipped(&rules, 0.0);
            let mut slow = Player::<Daifugo, _>::new(PolicyFeatures, 0, weights(&rules)).unwrap();
            for seed in 0..40 {
                let rng = &mut Rng::new(seed);
                let mut game = Daifugo::deal(&rules, rng);
                while let Turn::Seat(seat) = game.turn() {
                    game.legal(&mut legal);
                    let view = game.view(seat);
                    let mut scores = fast.scores(&Scene::new(view), &legal).to_vec();
                    softmax(&mut scores, 1.0);
                    assert_eq!(scores, slow.judge(view, &legal).0, "seed {seed}");
                    let meld = rng.pick(&legal);
                    // In play it does not matter whether the hand is held or assumed.
                    if view.to_give() == 0 && legal.len() > 1 {
                        let place = legal.binary_search(&meld).unwrap();
                        let chance = fast.chance(view, view.hand(), meld, &mut Actions::new());
                        assert_eq!(chance, f64::from(scores[place]), "seed {seed}");
                    }
                    game.play(meld);
                }
            }
        }
    }

    #[test]
    fn a_sure_win_is_never_lost() {
        let mut legal = Actions::new();
        for rules in [Rules::uecda(), Rules::paper003(), Rules { overplay: false, ..Rules::uecda() }] {
            let mut won = 0;
            for seed in 0..3000 {
                let rng = &mut Rng::new(seed);
                let mut game = Daifugo::deal(&rules, rng);
                // Who has seen a sure win, and when there were so many players.
                let mut winner = None;
                while let Turn::Seat(seat) = game.turn() {
                    game.legal(&mut legal);
                    let sure = Scene::new(game.view(seat)).sure_win(&legal);
                    match winner {
                        None => winner = sure.map(|_| (seat, game.view(seat).alive())),
                        Some((winner, _)) => assert!(winner != seat || sure.is_some(), "seed {seed}: lost on the way"),
                    }
                    // Whoever has not seen one plays as high as he can: that is what it must stand up to.
                    let meld = match (winner, sure) {
                        (Some((winner, _)), Some(meld)) if winner == seat => meld,
                        _ if rng.chance(0.5) => legal[legal.len() - 1],
                        _ => rng.pick(&legal),
                    };
                    game.play(meld);
                    if let Some((winner, alive)) = winner {
                        let out = game.view(winner).alive() < alive;
                        assert!(!out || game.place_of(winner).is_some(), "seed {seed}: another went out first");
                        if out {
                            won += 1;
                            break;
                        }
                    }
                }
            }
            assert!(won > 1000, "{won}");
        }
    }
}
