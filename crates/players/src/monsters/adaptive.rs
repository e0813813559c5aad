use std::sync::Arc;

use kirifuda_games::monsters::{Action, Monsters, Phase, View};
use kirifuda_learn::mlp::Scratch;
use kirifuda_play::{Episode, Game, Policy, Rng, Seat, math};

use super::learner::{Mind, Thoughts, open};

/// Adapts to one opponent from game to game (paper 004, section 6.2): a general strategy first, then, within a few games,
/// the learned pattern that the opponent follows.
///
/// Each pattern is what the learner has learned against one style of play; its predictor says how likely that style finds
/// what the opponent did. After every game these likelihoods are the evidence for the patterns; older evidence fades, so
/// that a change of style is noticed. What the next game is played with is a blend of all patterns by their evidence.
#[derive(Clone, Debug)]
pub struct Adaptive {
    patterns: Vec<Pattern>,
    /// Logarithms of how well each pattern explains the games so far.
    evidence: Vec<f64>,
    memory: f64,
    work: Scratch,
}

/// What was learned against one style of play.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Its name.
    pub name: String,
    /// What was learned.
    pub mind: Arc<Mind>,
}

/// How much of the evidence of earlier games is left after a game.
pub const MEMORY: f64 = 0.5;
/// What the general strategy has ahead of every pattern before the first game, in natural logarithms: about 20 to 1.
const HEAD_START: f64 = 3.0;
/// No act is taken for less likely: no predictor is that sure of itself.
const DOUBT: f32 = 0.02;
/// No pattern has a smaller share at the start of a game: whoever changes style shall be recognised within it.
const SMALLEST: f64 = 0.02;
/// How much a turn counts: what one does in two turns in a row has the same reasons.
const WEIGHT: f64 = 0.5;

impl Adaptive {
    /// Knows these patterns, the general strategy first, and nothing of the opponent. `memory`, 0 to 1, is the share of
    /// the evidence that is left after a game: [`MEMORY`].
    pub fn new(general: Arc<Mind>, patterns: Vec<Pattern>, memory: f64) -> Adaptive {
        let general = Pattern { name: "general".to_string(), mind: general };
        let patterns: Vec<Pattern> = std::iter::once(general).chain(patterns).collect();
        let evidence = vec![0.0; patterns.len()];
        Adaptive { patterns, evidence, memory, work: Scratch::default() }
    }

    /// The patterns, the general strategy first, each with its share in the blend.
    pub fn shares(&self) -> Vec<(&Pattern, f64)> {
        let ahead = |place: usize| if place == 0 { HEAD_START } else { 0.0 };
        let scores: Vec<f64> = self.evidence.iter().enumerate().map(|(place, score)| score + ahead(place)).collect();
        let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares: Vec<f64> = scores.iter().map(|score| math::exp(score - highest)).collect();
        let sum: f64 = shares.iter().sum();
        self.patterns.iter().zip(shares.into_iter().map(|share| share / sum)).collect()
    }

    /// Forgets the opponent.
    pub fn forget(&mut self) {
        self.evidence.fill(0.0);
    }

    /// Who plays the next game; what is learned later does not change it.
    pub fn player(&self) -> Blend {
        let voices = self.shares().into_iter().map(|(pattern, share)| Voice {
            mind: Arc::clone(&pattern.mind),
            before: math::ln(share.max(SMALLEST)) as f32,
            now: 0.0,
            thoughts: Thoughts::default(),
        });
        Blend { voices: voices.collect(), worth: Vec::new(), question: None }
    }

    /// Looks at what the opponent of these seats did: both teams are known when the game is over.
    pub fn study(&mut self, episode: &Episode<Monsters>, seats: &[Seat]) {
        for &me in seats {
            self.evidence.iter_mut().for_each(|evidence| *evidence *= self.memory);
            let mut game = episode.dealt.clone();
            let mut questions = Vec::new();
            for (number, decision) in episode.decisions.iter().enumerate() {
                if decision.seat != me && game.view(me).phase() == Phase::Battle {
                    questions.push((number, open(&game, me)));
                }
                game.play(decision.action);
            }
            let seen: Vec<Option<Action>> = game.view(me).acts().map(|(_, action)| action).collect();
            let rules = game.rules();
            for (number, battle) in questions {
                let Some(action) = seen.get(number).copied().flatten() else { continue };
                for (pattern, evidence) in self.patterns.iter().zip(&mut self.evidence) {
                    let senses = &pattern.mind.senses;
                    let Some(act) = senses.act(action) else { continue };
                    let theirs = senses.actions(&battle.sides[1], rules.status, rules.trap);
                    let possible = |act: usize| theirs[act].is_some();
                    let chances = pattern.mind.predictor.predict(&senses.state(&battle), possible, &mut self.work);
                    *evidence += WEIGHT * math::ln(f64::from(chances[act].max(DOUBT)));
                }
            }
        }
    }
}

/// Plays a blend of patterns: the action of the highest utility, each pattern having a say by its share. Within a game
/// the shares follow what the opponent does.
#[derive(Clone, Debug)]
pub struct Blend {
    voices: Vec<Voice>,
    worth: Vec<f32>,
    /// The latest own choice whose answer has not been looked at: the turn, and which of all acts is the answer.
    question: Option<(u8, usize)>,
}

#[derive(Clone, Debug)]
struct Voice {
    mind: Arc<Mind>,
    /// What the games before say for it, as a logarithm.
    before: f32,
    /// What this game says for it.
    now: f32,
    thoughts: Thoughts,
}

impl Blend {
    /// What the opponent has done since the last choice speaks for those that expected it.
    fn listen(&mut self, view: View<'_>) {
        if view.turns() == 0 {
            self.voices.iter_mut().for_each(|voice| voice.now = 0.0);
            self.question = None;
        }
        if let Some((_, answer)) = self.question.take_if(|(turn, _)| *turn + 1 == view.turns()) {
            let action = view.acts().nth(answer).and_then(|(_, action)| action);
            for voice in &mut self.voices {
                if let Some(act) = action.and_then(|action| voice.mind.senses.act(action)) {
                    voice.now += WEIGHT as f32 * math::single::ln(voice.thoughts.expected[act].max(DOUBT));
                }
            }
        }
        if view.phase() == Phase::Battle {
            let acts = view.acts().len();
            // Seat 0 chooses before seat 1, which finds the choice made but hidden.
            let answer = if view.seat() == Seat(0) { acts + 1 } else { acts.saturating_sub(1) };
            self.question = Some((view.turns(), answer));
        }
    }
}

impl Policy<Monsters> for Blend {
    fn choose(&mut self, view: View<'_>, legal: &[Action], rng: &mut Rng) -> Action {
        if let [only] = legal {
            return *only;
        }
        self.listen(view);
        let score = |voice: &Voice| voice.before + voice.now;
        let highest = self.voices.iter().map(score).fold(f32::NEG_INFINITY, f32::max);
        self.worth.clear();
        self.worth.resize(legal.len(), 0.0);
        for voice in &mut self.voices {
            let share = math::single::exp(voice.before + voice.now - highest);
            voice.mind.consider(view, legal, &mut voice.thoughts, rng);
            for (sum, worth) in self.worth.iter_mut().zip(&voice.thoughts.worth) {
                *sum += share * worth;
            }
        }
        let mut best = 0;
        for (place, worth) in self.worth.iter().enumerate() {
            if *worth > self.worth[best] {
                best = place;
            }
        }
        legal[best]
    }
}
