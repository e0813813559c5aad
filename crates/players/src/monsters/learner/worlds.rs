use kirifuda_games::monsters::{Battle, Side, TEAM, Team, View};
use kirifuda_play::Rng;

use super::evidence::Evidence;
use super::mind::Mind;
use super::options::Belief;

/// Hidden monsters that are imagined for a decision.
#[derive(Clone, Debug, Default)]
pub(super) struct Worlds {
    /// Monsters that may be hidden, in random order.
    hidden: Vec<u8>,
    /// Teams that the other may have, by what the scout has told.
    teams: Vec<Team>,
    /// What the other's play tells of its bench.
    evidence: Evidence,
    drawn: Vec<(Team, f32)>,
    /// The battles that were imagined.
    battles: Vec<Battle>,
    /// What each of them counts; all the same if there is none.
    weights: Vec<f32>,
}

impl Worlds {
    /// Imagines battles that agree with what is seen, side 0 being the own: one if nothing is hidden. None is
    /// imagined twice before all hidden monsters have had their turn.
    pub fn imagine(&mut self, mind: &Mind, view: View<'_>, samples: usize, rng: &mut Rng) {
        self.battles.clear();
        self.weights.clear();
        let missing = view.their_unseen();
        if mind.options.belief == Belief::Learned {
            self.evidence.note(mind, view);
        }
        if missing == 0 {
            self.battles.push(view.battle([0; 2]));
            return;
        }
        if mind.options.belief == Belief::Learned {
            self.evidence.draw(mind, view, samples, rng, &mut self.drawn);
            for &(team, weight) in &self.drawn {
                self.battles.push(with_team(view, team));
                self.weights.push(weight);
            }
            return;
        }
        self.gather(mind, view);
        if !self.teams.is_empty() {
            rng.shuffle(&mut self.teams);
            self.battles.extend(self.teams.iter().take(samples).map(|&team| with_team(view, team)));
            return;
        }
        self.hidden.clear();
        let all = 0..mind.deck().len() as u8;
        let least = view.their_hidden_cost();
        let hides =
            |id: &u8| view.their_seen().all(|seen| seen.monster != *id) && mind.deck().monster(*id).cost >= least;
        self.hidden.extend(all.filter(hides));
        let missing = missing.min(2);
        while self.battles.len() < samples {
            rng.shuffle(&mut self.hidden);
            for bench in self.hidden.chunks_exact(missing).take(samples - self.battles.len()) {
                let unseen = [bench[0], bench[missing - 1]];
                self.battles.push(view.battle(unseen));
            }
        }
    }

    /// Imagines teams and leads of the other before anything of it was seen: several for each sample, since it is only
    /// one decision a game. The own team leads with its first.
    pub fn imagine_leads(&mut self, mind: &Mind, view: View<'_>, samples: usize, rng: &mut Rng) {
        self.battles.clear();
        self.weights.clear();
        let Some(own) = view.team() else { return };
        self.gather(mind, view);
        for _ in 0..LEADS * samples {
            let theirs = match self.teams.is_empty() {
                true => rng.pick(mind.deck().teams()),
                false => rng.pick(&self.teams),
            };
            let lead = loop {
                let slot = rng.below(TEAM);
                if mind.senses.summon().may_lead(mind.deck(), &Side::new(mind.deck(), theirs, 0), theirs.0[slot]) {
                    break slot as u8;
                }
            };
            self.battles.push(Battle::new(mind.deck(), [own, theirs], [0, lead]));
        }
    }

    /// The battles that were imagined, and what each counts: 1 together.
    pub fn battles(&self) -> impl Iterator<Item = (&Battle, f32)> {
        let same = 1.0 / self.battles.len().max(1) as f32;
        let weight = move |place: usize| self.weights.get(place).copied().unwrap_or(same);
        self.battles.iter().enumerate().map(move |(place, battle)| (battle, weight(place)))
    }

    /// The teams that agree with what the scout has told and with what was seen, if that is believed.
    fn gather(&mut self, mind: &Mind, view: View<'_>) {
        self.teams.clear();
        if let (Belief::Report, Some(report)) = (mind.options.belief, view.report()) {
            let agrees = |team: &Team| view.their_seen().all(|seen| team.contains(seen.monster));
            self.teams.extend(mind.fitting(report).filter(agrees));
        }
    }
}

/// The battle if the other has this team.
fn with_team(view: View<'_>, team: Team) -> Battle {
    let mut unseen = [0; 2];
    let hidden = team.0.into_iter().filter(|&id| view.their_seen().all(|seen| seen.monster != id));
    unseen.iter_mut().zip(hidden).for_each(|(place, id)| *place = id);
    view.battle(unseen)
}

/// Leads that are imagined for each sample.
const LEADS: usize = 4;
