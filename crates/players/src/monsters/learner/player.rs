use std::sync::Arc;

use kirifuda_games::monsters::{Action, Monsters, View};
use kirifuda_learn::strength::Judge;
use kirifuda_play::{Opinion, Policy, Rng};

use super::mind::Mind;
use super::utility::Thoughts;

/// Plays what was learned: the team, the lead and every action of the highest utility.
#[derive(Clone, Debug)]
pub struct LearnedPlayer {
    mind: Arc<Mind>,
    thoughts: Thoughts,
}

impl LearnedPlayer {
    /// A player that knows this.
    pub fn new(mind: Arc<Mind>) -> LearnedPlayer {
        LearnedPlayer { mind, thoughts: Thoughts::default() }
    }

    /// What it knows.
    pub fn mind(&self) -> &Mind {
        &self.mind
    }
}

impl Policy<Monsters> for LearnedPlayer {
    fn choose(&mut self, view: View<'_>, legal: &[Action], rng: &mut Rng) -> Action {
        if let [only] = legal {
            return *only;
        }
        self.mind.consider(view, legal, &mut self.thoughts, rng);
        legal[self.thoughts.best()]
    }
}

/// In hundreds of HP; with less attention it imagines fewer hidden benches.
impl Judge<Monsters> for LearnedPlayer {
    fn judge(&mut self, view: View<'_>, legal: &[Action], attention: f32, rng: &mut Rng, out: &mut Vec<f32>) {
        let samples = (self.mind.options.samples as f32 * attention).round().max(1.0) as usize;
        self.mind.consider_with(samples, view, legal, &mut self.thoughts, rng);
        out.clear();
        out.extend_from_slice(&self.thoughts.worth);
    }

    fn express(&self, view: View<'_>, judged: &[f32]) -> Opinion {
        self.mind.scale(view).opinion(judged)
    }

    /// A good hit more or less.
    fn unit(&self) -> f32 {
        1.0
    }
}
