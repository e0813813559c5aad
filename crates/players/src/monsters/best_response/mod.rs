//! The yardstick: how well a player can do that knows how its opponent decides.
//!
//! A rule player is deterministic, so the best answer to it is a search for one: with the bench revealed
//! ([`winning_line`], [`upper_bound`]), or in possible worlds ([`BestResponse`]).

mod beliefs;
mod bound;
mod search;
mod teams;

use kirifuda_games::monsters::{Action, Battle, Monsters, Phase, Rules, Side, Team, View};
use kirifuda_play::{Deadline, Policy, Rng};

use self::beliefs::Beliefs;
use self::search::{Ending, Search, World};
use self::teams::Scout;
use super::RulePlayer;

pub use bound::{Bound, upper_bound, winning_line};

/// Answers a rule player: it believes in the benches under which that player would have done what it did, looks for a
/// way to win in some of them, and takes the action that wins in most.
#[derive(Clone, Debug)]
pub struct BestResponse {
    /// Whom the other may be.
    opponents: Vec<RulePlayer>,
    worlds: usize,
    beliefs: Beliefs,
    search: Search,
    scout: Scout,
    /// What each legal action is worth so far.
    worths: Vec<f64>,
    /// The team that is being picked.
    team: Option<Team>,
    deadline: Option<Deadline>,
}

impl BestResponse {
    /// Against one of these players; looks into up to `worlds` worlds and keeps `width` positions of each turn in them.
    pub fn new(opponents: &[RulePlayer], worlds: usize, width: usize) -> BestResponse {
        BestResponse {
            opponents: opponents.to_vec(),
            worlds,
            beliefs: Beliefs::default(),
            search: Search::new(width),
            scout: Scout::new(width),
            worths: Vec::new(),
            team: None,
            deadline: None,
        }
    }

    /// Picks for the best team that begins with what was picked.
    fn pick(&mut self, view: View<'_>, legal: &[Action], rng: &mut Rng) -> Action {
        let picked = view.picked().len();
        let begins = |team: Team| team.0.into_iter().zip(view.picked()).all(|(planned, done)| planned == done);
        if picked == 0 || !self.team.is_some_and(begins) {
            self.team = Some(self.scout.best_team(view, &self.opponents, self.deadline.as_ref(), rng));
        }
        let planned = self.team.map(|team| Action::pick(team.0[picked]));
        planned.filter(|pick| legal.contains(pick)).unwrap_or(legal[0])
    }

    fn lead(&mut self, view: View<'_>, legal: &[Action], rng: &mut Rng) -> Action {
        let Some(team) = view.team() else { return legal[0] };
        self.forget(legal);
        for number in 0..self.worlds {
            if number > 0 && self.is_late() {
                break;
            }
            let theirs = self.scout.their_team(view, rng);
            let lead = random_lead(view.rules(), theirs, rng);
            let opponent = self.opponents[number % self.opponents.len()];
            let world = World { rules: view.rules(), opponent, coins: coins(rng) };
            for (worth, action) in self.worths.iter_mut().zip(legal) {
                let mut battle = Battle::new(view.deck(), [team, theirs], [0, lead]);
                if let Some(monster) = action.sent() {
                    battle.replace(0, monster);
                }
                *worth += f64::from(self.search.from(world, &battle).worth);
            }
        }
        self.best(legal)
    }

    /// In a turn, or for a replacement.
    fn act(&mut self, view: View<'_>, legal: &[Action], rng: &mut Rng) -> Action {
        self.forget(legal);
        let after: fn(&mut Search, World<'_>, &Battle, Action) -> Ending = match view.phase() {
            Phase::Replace => Search::after_replacement,
            _ => Search::after,
        };
        let deadline = self.deadline.clone();
        for (number, belief) in self.beliefs.draw(view, &self.opponents, self.worlds, rng).iter().enumerate() {
            if number > 0 && deadline.as_ref().is_some_and(Deadline::has_passed) {
                break;
            }
            let world = World { rules: view.rules(), opponent: belief.opponent, coins: coins(rng) };
            for (worth, &action) in self.worths.iter_mut().zip(legal) {
                *worth += belief.weight * f64::from(after(&mut self.search, world, &belief.battle, action).worth);
            }
        }
        self.best(legal)
    }

    fn is_late(&self) -> bool {
        self.deadline.as_ref().is_some_and(Deadline::has_passed)
    }

    fn forget(&mut self, legal: &[Action]) {
        self.worths.clear();
        self.worths.resize(legal.len(), 0.0);
    }

    /// The action that is worth most, the first of equals.
    fn best(&self, legal: &[Action]) -> Action {
        let mut best = 0;
        for place in 1..legal.len() {
            if self.worths[place] > self.worths[best] {
                best = place;
            }
        }
        legal[best]
    }
}

impl Policy<Monsters> for BestResponse {
    fn choose(&mut self, view: View<'_>, legal: &[Action], rng: &mut Rng) -> Action {
        match (legal, view.phase()) {
            ([only], _) => *only,
            (_, Phase::Team) => self.pick(view, legal, rng),
            (_, Phase::Lead) => self.lead(view, legal, rng),
            _ => self.act(view, legal, rng),
        }
    }

    fn hurry(&mut self, deadline: &Deadline) {
        self.deadline = Some(deadline.clone());
    }
}

/// The slot of a monster of a fresh team that may lead it, any of them.
fn random_lead(rules: &Rules, team: Team, rng: &mut Rng) -> u8 {
    let side = Side::new(rules.cards, team, 0);
    loop {
        let slot = rng.below(team.0.len());
        if rules.summon.may_lead(rules.cards, &side, team.0[slot]) {
            return slot as u8;
        }
    }
}

fn coins(rng: &mut Rng) -> u128 {
    u128::from(rng.bits()) << 64 | u128::from(rng.bits())
}
