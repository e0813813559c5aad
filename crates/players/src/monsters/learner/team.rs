use kirifuda_games::monsters::Team;
use kirifuda_learn::mlp::{Output, Replay, Scratch};
use kirifuda_learn::model::Model;
use kirifuda_play::{Arg, Phrase, Rng};

use super::features::KIND;
use super::part::{Part, put_replay, restore_replay};
use crate::common::Sentence;

/// How good a team is against a kind of team (paper 004, section 4.2.3): a net from the own three monsters and the ten
/// numbers of the other's kind to the chance to win, learned from the end of every game.
#[derive(Clone, Debug)]
pub struct TeamValue {
    part: Part,
    monsters: usize,
    /// Both teams and who won. Kinds are worked out when a row is learned again: the features have changed since.
    replay: Replay,
    inputs: Vec<f32>,
    work: Scratch,
}

impl TeamValue {
    /// One that has seen no game, for a deck of so many monsters.
    pub fn new(on: bool, monsters: usize, capacity: usize, rng: &mut Rng) -> TeamValue {
        TeamValue {
            part: Part::new("team", monsters + KIND, 1, Output::PROBABILITY, on, rng),
            monsters,
            replay: Replay::new(7, capacity),
            inputs: Vec::new(),
            work: Scratch::default(),
        }
    }

    /// Is it in use? One that is off leaves the choice of a team to others.
    pub fn is_on(&self) -> bool {
        self.part.on
    }

    /// A game was won or lost; so many games of before are learned again. `kind` tells the kind of a team.
    pub fn learn(
        &mut self,
        [own, theirs]: [Team; 2],
        won: bool,
        kind: impl Fn(Team) -> [f32; KIND],
        rate: f32,
        replays: usize,
        rng: &mut Rng,
    ) {
        if !self.part.on {
            return;
        }
        let mut inputs = std::mem::take(&mut self.inputs);
        self.fill(own, &kind(theirs), &mut inputs);
        self.part.learn(&inputs, &[f32::from(won)], rate, &mut self.work);
        for _ in 0..replays {
            let Some(row) = self.replay.draw(rng) else { break };
            let team = |at: usize| Team([0, 1, 2].map(|place| row[at + place] as u8));
            let (own, theirs, won) = (team(0), team(3), row[6]);
            self.fill(own, &kind(theirs), &mut inputs);
            self.part.learn_again(&inputs, &[won], rate, &mut self.work);
        }
        self.inputs = inputs;
        self.replay.push(&[&own.0.map(f32::from), &theirs.0.map(f32::from), &[f32::from(won)]]);
    }

    /// The chance of a team to win against a kind of team. `inputs` is memory.
    pub fn chance(&self, own: Team, kind: &[f32; KIND], inputs: &mut Vec<f32>, work: &mut Scratch) -> f32 {
        self.fill(own, kind, inputs);
        self.part.value(inputs, work)
    }

    fn fill(&self, own: Team, kind: &[f32; KIND], inputs: &mut Vec<f32>) {
        inputs.clear();
        inputs.resize(self.monsters, 0.0);
        for monster in own.0 {
            inputs[usize::from(monster)] = 1.0;
        }
        inputs.extend_from_slice(kind);
    }

    /// The best teams against a kind that is the mean of all teams.
    pub fn explain(&self, teams: &[Team], name: impl Fn(u8) -> Phrase, mean: &[f32; KIND]) -> Vec<Sentence> {
        if self.part.examples() == 0 {
            return Vec::new();
        }
        let (mut work, mut inputs) = (Scratch::default(), Vec::new());
        let mut rated: Vec<(f32, Team)> =
            teams.iter().map(|&team| (self.chance(team, mean, &mut inputs, &mut work), team)).collect();
        rated.sort_by(|one, other| other.0.total_cmp(&one.0));
        rated.truncate(5);
        let uses = self.part.examples() as f32 / teams.len() as f32;
        let said = rated.into_iter().map(|(chance, team)| Sentence {
            when: vec![Phrase::new("say.teams")],
            then: Phrase::new("say.team")
                .with("monsters", team.0.map(&name).to_vec())
                .with("share", Arg::percent(chance)),
            uses,
            strength: chance,
        });
        said.collect()
    }

    pub(super) fn part(&self) -> &Part {
        &self.part
    }

    pub(super) fn save<'a>(&'a self, model: &mut Model<'a>, whole: bool) {
        self.part.save(model);
        if whole {
            put_replay(model, REPLAY, &self.replay);
        }
    }

    pub(super) fn restore(&mut self, model: &mut Model<'_>, whole: bool) -> Result<(), String> {
        self.part.restore(model)?;
        if !whole {
            return Ok(());
        }
        restore_replay(&mut self.replay, model, REPLAY)?;
        let (rows, _) = self.replay.rows().as_chunks::<7>();
        let in_deck = |row: &[f32; 7]| row[..6].iter().all(|&monster| (0.0..self.monsters as f32).contains(&monster));
        match rows.iter().all(in_deck) {
            true => Ok(()),
            false => Err(super::part::misfit(REPLAY, "monsters that are not in the deck")),
        }
    }
}

const REPLAY: &str = "team-replay";

#[cfg(test)]
mod tests {
    use super::*;
    use kirifuda_games::monsters::Deck;

    #[test]
    fn the_team_that_wins_against_a_kind_is_found() {
        let (mut team, mut rng) = (TeamValue::new(true, 15, 5000, &mut Rng::new(1)), Rng::new(2));
        // Monster 3 wins against teams with monster 0, whose kind has a 1 at its head; monster 7 against others.
        let kind = |team: Team| {
            let mut kind = [0.0; KIND];
            kind[0] = f32::from(team.contains(0));
            kind
        };
        let mut draws = Rng::new(9);
        for _ in 0..2000 {
            let teams = [rng.pick(Deck::built_in().teams()), rng.pick(Deck::built_in().teams())];
            let won = teams[0].contains(if teams[1].contains(0) { 3 } else { 7 });
            team.learn(teams, won, kind, 0.05, 32, &mut draws);
        }
        let chance = |own: [u8; 3], theirs: [u8; 3]| {
            team.chance(Team(own), &kind(Team(theirs)), &mut Vec::new(), &mut Scratch::default())
        };
        assert!(chance([1, 3, 5], [0, 4, 9]) > 0.7 && chance([1, 3, 5], [1, 4, 9]) < 0.3);
        assert!(chance([1, 7, 12], [0, 4, 9]) < 0.3 && chance([1, 7, 12], [1, 4, 9]) > 0.7);
    }

    #[test]
    fn switched_off_it_learns_nothing() {
        let mut team = TeamValue::new(false, 15, 100, &mut Rng::new(1));
        team.learn([Team([0, 1, 2]), Team([3, 4, 5])], true, |_| [0.0; KIND], 0.5, 4, &mut Rng::new(1));
        assert_eq!(team.part().examples(), 0);
    }
}
