/// How the learner learns and plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The step of all nets but those of the values and of the teams.
    pub rate: f32,
    /// The step of the net of the values.
    pub value_rate: f32,
    /// The step of the net of the teams: a game is a single, chancy example for it.
    pub team_rate: f32,
    /// The net of the values has a linear output; otherwise a sigmoid unit, as in the paper.
    pub linear: bool,
    /// The share of what really followed in what values are learned from: 1 is the paper's sum of all rewards, 0 is the
    /// reward of the turn and the value of the next state.
    pub returns: f32,
    /// How often something random is done in training.
    pub epsilon: f64,
    /// Hidden benches that are imagined for a decision.
    pub samples: usize,
    /// What a won game is worth, in hundreds of HP; a lost one costs as much.
    pub win: f32,
    /// What a turn costs, in hundreds of HP: who gains nothing by waiting does not wait for the cap of turns.
    pub turn_cost: f32,
    /// What a switch costs for every switch in a row before it, in hundreds of HP: without it two that both have
    /// something better on the bench switch for ever.
    pub impatience: f32,
    /// Examples that are kept of each kind.
    pub memory: usize,
    /// Examples of before that are learned again with every new one.
    pub replays: usize,
    /// Games of before from which the value of teams is learned again after every game.
    pub team_replays: usize,
    /// Status attack and trap are forbidden in all training games before this one.
    pub magic_from: u64,
    /// The other is one of several, drawn for each game, in all training games before this one.
    pub mixed_until: u64,
    /// Whether a trap would snap is learned from every turn, as in the paper; otherwise only from turns in which one was
    /// set: an opponent that sees it does something else.
    pub every_trap: bool,
    /// Which parts are in use.
    pub parts: Parts,
    /// What is thought of the hidden bench.
    pub belief: Belief,
}

/// What is thought of the hidden bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Belief {
    /// Every bench is equally likely, as in the paper.
    Uniform,
    /// The other has kept the draft that the scout has told of, as long as nothing speaks against it.
    Report,
    /// A bench is the more likely, the likelier the predictor finds what the other did if it had it.
    Learned,
}

/// The parts of the learner, each of which can be switched off alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    off: u8,
}

impl Options {
    /// The settings that were found to work best.
    pub fn new() -> Options {
        Options {
            rate: 0.1,
            value_rate: 0.015,
            team_rate: 0.05,
            linear: true,
            returns: 0.0,
            epsilon: 0.1,
            samples: 6,
            win: 5.0,
            turn_cost: 0.05,
            impatience: 0.1,
            memory: 20_000,
            replays: 4,
            team_replays: 64,
            magic_from: 0,
            mixed_until: 0,
            every_trap: false,
            parts: Parts::ALL,
            belief: Belief::Uniform,
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::new()
    }
}

impl Parts {
    /// All in use.
    pub const ALL: Parts = Parts { off: 0 };
    /// The names of the nets.
    pub const NAMES: [&'static str; 7] = ["affinity", "predictor", "value", "features", "team", "status", "trap"];
    /// To lay lands, where monsters need them. It is no net: what a land is worth, the value says.
    pub const LANDS: &'static str = "lands";
    /// All that can be switched off.
    pub const ALL_NAMES: [&'static str; 8] = {
        let [affinity, predictor, value, features, team, status, trap] = Parts::NAMES;
        [affinity, predictor, value, features, team, status, trap, Parts::LANDS]
    };

    /// Is a part of [`Parts::ALL_NAMES`] in use?
    pub fn has(self, name: &str) -> bool {
        Parts::ALL_NAMES.iter().position(|known| *known == name).is_some_and(|place| self.off >> place & 1 == 0)
    }

    /// All but those of a text: `none`, or names joined by `+`.
    pub fn without(text: &str) -> Result<Parts, String> {
        let mut off = 0;
        for name in text.split('+').map(str::trim).filter(|name| *name != "none") {
            let Some(place) = Parts::ALL_NAMES.iter().position(|known| *known == name) else {
                return Err(format!("allowed are none and {} joined by `+`", Parts::ALL_NAMES.join(", ")));
            };
            off |= 1 << place;
        }
        Ok(Parts { off })
    }

    /// The text of those that are off, as [`without`](Parts::without) takes it.
    pub fn off_text(self) -> String {
        let off: Vec<&str> = Parts::ALL_NAMES.into_iter().filter(|name| !self.has(name)).collect();
        if off.is_empty() { "none".to_string() } else { off.join("+") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_switched_off_by_name() {
        let parts = Parts::without("trap+status").unwrap();
        assert!(!parts.has("trap") && !parts.has("status") && parts.has("value"));
        assert_eq!(parts.off_text(), "status+trap");
        assert_eq!(Parts::without("none"), Ok(Parts::ALL));
        assert_eq!(Parts::without("none").unwrap().off_text(), "none");
        assert!(Parts::without("traps").unwrap_err().contains("trap"));
        assert!(!Parts::ALL.has("nothing"));
        let parts = Parts::without("lands").unwrap();
        assert!(!parts.has(Parts::LANDS) && Parts::NAMES.iter().all(|name| parts.has(name)));
    }
}
