use kirifuda_games::monsters::{Action, Battle, Fighter, Phase, TEAM, Team, View};
use kirifuda_learn::mlp::Scratch;
use kirifuda_play::{Rng, Seat, math};

use super::mind::Mind;

/// What the other has done so far in a game tells something of its bench: with another bench it had done something
/// else. Of every team that it may have, how likely the predictor finds its acts.
#[derive(Clone, Debug, Default)]
pub(super) struct Evidence {
    /// Logarithms of the likelihoods, by place of the team in the deck.
    scores: Vec<f32>,
    /// What was to be decided when it was asked last.
    question: Option<Question>,
    /// The teams that are still possible, and their weights.
    possible: Vec<(Team, f32)>,
    work: Scratch,
}

/// A turn whose answer is not known yet.
#[derive(Clone, Copy, Debug)]
struct Question {
    /// The unseen monsters of side 1 come last, whoever they are.
    battle: Battle,
    /// How many of side 1 had been seen.
    seen: usize,
    /// The other's choice is that one of all acts.
    answer: usize,
    /// Tells whether it is the same game.
    story: u64,
}

/// No act is taken for less likely: no predictor is that sure of itself.
const DOUBT: f32 = 0.02;
/// How much a turn counts: what one does in two turns in a row has the same reasons.
const WEIGHT: f32 = 0.5;

impl Evidence {
    /// Takes note of what was done since it was asked last, and of what is to be decided now.
    pub fn note(&mut self, mind: &Mind, view: View<'_>) {
        let same_game =
            |question: &Question| question.answer < view.acts().len() && story(view, question.answer) == question.story;
        match self.question.take().filter(same_game) {
            Some(question) => {
                let answer = view.acts().nth(question.answer).and_then(|(_, action)| action);
                if let Some(act) = answer.and_then(|action| mind.senses.act(action)) {
                    self.learn(mind, view, &question, act);
                }
            }
            None => {
                self.scores.clear();
                self.scores.resize(mind.deck().teams().len(), 0.0);
            }
        }
        if view.phase() == Phase::Battle {
            let acts = view.acts().len();
            // Who moves second finds the other's choice made, but hidden.
            let answer = if view.seat() == Seat(0) { acts + 1 } else { acts - 1 };
            let seen = TEAM - view.their_unseen();
            self.question = Some(Question { battle: view.battle([0; 2]), seen, answer, story: story(view, answer) });
        }
    }

    fn learn(&mut self, mind: &Mind, view: View<'_>, question: &Question, act: usize) {
        // With everything seen then, nothing can be told from it.
        if question.seen == TEAM {
            return;
        }
        let rules = view.rules();
        for (score, &team) in self.scores.iter_mut().zip(mind.deck().teams()) {
            if !view.their_seen().all(|seen| team.contains(seen.monster)) {
                continue;
            }
            let battle = question.with(mind, team);
            let actions = mind.senses.actions(&battle.sides[1], rules.status, rules.trap);
            let possible = |act: usize| actions[act].is_some();
            let chances = mind.predictor.predict(&mind.senses.state(&battle), possible, &mut self.work);
            *score += WEIGHT * math::single::ln(chances[act].max(DOUBT));
        }
    }

    /// Draws teams of the other by their likelihood, so many at most, each with its weight; weights sum up to 1.
    pub fn draw(&mut self, mind: &Mind, view: View<'_>, samples: usize, rng: &mut Rng, out: &mut Vec<(Team, f32)>) {
        out.clear();
        self.possible.clear();
        let scored = mind.deck().teams().iter().zip(&self.scores);
        let fits = |team: &Team| view.their_seen().all(|seen| team.contains(seen.monster));
        self.possible.extend(scored.filter(|(team, _)| fits(team)).map(|(&team, &score)| (team, score)));
        rng.shuffle(&mut self.possible);
        let best = self.possible.iter().map(|(_, score)| *score).fold(f32::NEG_INFINITY, f32::max);
        let mut total = 0.0;
        for (_, score) in &mut self.possible {
            *score = math::single::exp(*score - best);
            total += *score;
        }
        // Equal steps through all weights from a random start: no team is drawn more often than it deserves.
        let step = total / samples as f32;
        let (mut next, mut sum) = (step * rng.unit() as f32, 0.0);
        for &(team, weight) in &self.possible {
            sum += weight;
            let mut times = 0.0;
            while next < sum {
                times += 1.0;
                next += step;
            }
            if times > 0.0 {
                out.push((team, times));
            }
        }
        let drawn: f32 = out.iter().map(|(_, times)| times).sum();
        out.iter_mut().for_each(|(_, times)| *times /= drawn.max(1.0));
    }
}

impl Question {
    /// The battle of the question if the other has this team.
    fn with(&self, mind: &Mind, team: Team) -> Battle {
        let mut battle = self.battle;
        let (known, hidden) = battle.sides[1].fighters.split_at_mut(self.seen);
        let unseen = team.0.into_iter().filter(|&id| known.iter().all(|fighter| fighter.monster != id));
        for (place, monster) in hidden.iter_mut().zip(unseen) {
            *place = Fighter { monster, poisoned: false, hp: mind.deck().monster(monster).hp };
        }
        battle
    }
}

/// The draft and all acts before this one, as far as they are seen, in one number.
fn story(view: View<'_>, upto: usize) -> u64 {
    let mix = |sum: u64, number: u64| (sum ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
    let draft = view.draft().0.iter().fold(u64::from(view.seat().0), |sum, &monster| mix(sum, u64::from(monster)));
    // The own choice of the turn is not made yet when a question is asked.
    let turn = if view.seat() == Seat(0) { 1 } else { 0 };
    let code = |(_, action): (Seat, Option<Action>)| action.map_or(255, |action| u64::from(action.code()));
    view.acts().take(upto - turn).map(code).fold(draft, mix)
}
