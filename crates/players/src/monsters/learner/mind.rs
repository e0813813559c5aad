use kirifuda_games::monsters::{Deck, DeckType, MONSTERS, Rules, Summon, Team};
use kirifuda_learn::mlp::Scratch;
use kirifuda_learn::model::Model;
use kirifuda_play::{Phrase, Rng};

use super::affinity::Affinity;
use super::features::{Features, KIND};
use super::foresight::Foresight;
use super::options::Options;
use super::part::Part;
use super::predictor::Predictor;
use super::state::Senses;
use super::status::Status;
use super::team::TeamValue;
use super::trap::Trap;
use super::value::Value;
use crate::common::Explanation;

/// Everything that the learner knows: its seven parts, and what follows from them.
#[derive(Clone, Debug)]
pub struct Mind {
    /// How it learns and plays.
    pub options: Options,
    /// States of its deck.
    pub senses: Senses,
    /// What elements do to each other.
    pub affinity: Affinity,
    /// What the other will do.
    pub predictor: Predictor,
    /// How good a state is.
    pub value: Value,
    /// What kind of fighters the monsters are.
    pub features: Features,
    /// How good a team is.
    pub team: TeamValue,
    /// What a status attack does.
    pub status: Status,
    /// Whether a trap would snap.
    pub trap: Trap,
    /// What a turn is expected to do.
    pub foresight: Foresight,
    /// What each monster adds to the kind of a team.
    profiles: [[f32; KIND]; MONSTERS],
    /// What a scout would tell of each team.
    reports: Vec<DeckType>,
}

/// Names the numbers in model files.
const LAYOUT: &str = "monsters: 32 numbers of a state, 9 acts";
/// The same where monsters need lands.
const LANDS_LAYOUT: &str = "monsters with lands: 44 numbers of a state, 10 acts";

/// Names the numbers in model files for such rules.
pub fn layout(rules: &Rules) -> &'static str {
    match rules.summon {
        Summon::Free => LAYOUT,
        Summon::Lands => LANDS_LAYOUT,
    }
}

impl Mind {
    /// One that has learned nothing.
    pub fn new(rules: &Rules, options: Options, rng: &mut Rng) -> Mind {
        let deck = rules.cards;
        let senses = Senses::new(deck, rules.summon);
        let sizes = senses.sizes();
        let (has, memory) = (|name: &str| options.parts.has(name), options.memory);
        let mut mind = Mind {
            options,
            senses,
            affinity: Affinity::new(has("affinity"), memory, rng),
            predictor: Predictor::new(has("predictor"), sizes, memory, rng),
            value: Value::new(has("value"), sizes, options.linear, memory, rng),
            features: Features::new(has("features"), rng),
            team: TeamValue::new(has("team"), deck.len(), memory, rng),
            status: Status::new(has("status"), memory, rng),
            trap: Trap::new(has("trap"), sizes, memory, rng),
            foresight: Foresight::new(deck),
            profiles: [[0.0; KIND]; MONSTERS],
            reports: deck.teams().iter().map(|&team| deck.deck_type(team)).collect(),
        };
        mind.refresh();
        mind
    }

    /// Draws conclusions from what was learned since.
    pub fn refresh(&mut self) {
        let work = &mut Scratch::default();
        self.foresight.refresh(&self.senses, &self.affinity, &self.status, work);
        for (monster, profile) in self.profiles.iter_mut().enumerate().take(self.senses.deck().len()) {
            *profile = self.features.profile(&self.senses, monster as u8, work);
        }
    }

    /// The cards.
    pub fn deck(&self) -> &'static Deck {
        self.senses.deck()
    }

    /// The kind of a team (section 4.2.2 of the paper).
    pub fn kind(&self, team: Team) -> [f32; KIND] {
        kind(&self.profiles, team)
    }

    /// What a monster adds to the kind of a team.
    pub fn profile(&self, monster: u8) -> &[f32; KIND] {
        &self.profiles[usize::from(monster)]
    }

    /// The teams of which a scout would tell this.
    pub fn fitting(&self, report: DeckType) -> impl Iterator<Item = Team> + '_ {
        let teams = self.deck().teams().iter().zip(&self.reports);
        teams.filter(move |(_, other)| **other == report).map(|(&team, _)| team)
    }

    /// The mean kind of all teams of which a scout would tell this.
    pub fn reported_kind(&self, report: DeckType) -> [f32; KIND] {
        self.mean_kind(self.fitting(report))
    }

    fn mean_kind(&self, teams: impl Iterator<Item = Team>) -> [f32; KIND] {
        let (mut sum, mut count) = ([0.0; KIND], 0.0);
        for team in teams {
            for (sum, number) in sum.iter_mut().zip(self.kind(team)) {
                *sum += number;
            }
            count += 1.0;
        }
        sum.map(|number| number / f32::max(count, 1.0))
    }

    /// A game was won or lost by a team against another.
    pub(super) fn learn_team(&mut self, teams: [Team; 2], won: bool, rng: &mut Rng) {
        let Options { team_rate, team_replays, .. } = self.options;
        let profiles = &self.profiles;
        self.team.learn(teams, won, |team| kind(profiles, team), team_rate, team_replays, rng);
    }

    /// What was learned, part by part.
    pub fn explain(&self) -> Explanation {
        let deck = self.deck();
        let name = |monster: u8| Phrase::name("monster", deck.monster(monster).name.as_str());
        let mean = self.mean_kind(deck.teams().iter().copied());
        let mut said = self.team.explain(deck.teams(), name, &mean);
        said.extend(self.predictor.explain(&self.senses));
        said.extend(self.status.explain(deck));
        said.extend(self.trap.explain(&self.senses));
        said.extend(self.features.explain(deck));
        Explanation { charts: self.affinity.chart(deck).into_iter().collect(), rules: said }
    }

    fn parts(&self) -> [&Part; 7] {
        let nets = [self.affinity.part(), self.predictor.part(), self.value.part(), self.features.part()];
        let [affinity, predictor, value, features] = nets;
        [affinity, predictor, value, features, self.team.part(), self.status.part(), self.trap.part()]
    }

    /// Number of weights of all nets.
    pub fn weights(&self) -> usize {
        self.parts().iter().map(|part| part.weights()).sum()
    }

    /// The part whose weights are no longer numbers: its steps were too large.
    pub fn diverged(&self) -> Option<&'static str> {
        self.parts().iter().find(|part| !part.is_finite()).map(|part| part.name)
    }

    /// Adds everything to a model; with the examples that are kept, if training shall go on.
    pub fn save<'a>(&'a self, model: &mut Model<'a>, whole: bool) {
        self.affinity.save(model, whole);
        self.predictor.save(model, whole);
        self.value.save(model, whole);
        self.features.save(model);
        self.team.save(model, whole);
        self.status.save(model, whole);
        self.trap.save(model, whole);
    }

    /// Takes everything out of a model.
    pub fn restore(&mut self, model: &mut Model<'_>, whole: bool) -> Result<(), String> {
        self.affinity.restore(model, whole)?;
        self.predictor.restore(model, whole)?;
        self.value.restore(model, whole)?;
        self.features.restore(model)?;
        self.team.restore(model, whole)?;
        self.status.restore(model, whole)?;
        self.trap.restore(model, whole)?;
        self.refresh();
        Ok(())
    }
}

fn kind(profiles: &[[f32; KIND]; MONSTERS], team: Team) -> [f32; KIND] {
    let [a, b, c] = team.0.map(|monster| &profiles[usize::from(monster)]);
    std::array::from_fn(|place| a[place] + b[place] + c[place])
}
