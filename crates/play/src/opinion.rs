use serde::Serialize;

/// What a player thinks of each legal move, in the units of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// A value for each legal move: higher is better, −∞ for what the player would never do.
    pub values: Vec<f64>,
    /// What they are.
    pub meaning: Meaning,
}

/// What the values of an opinion are: what is counted, and from where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Meaning {
    /// What is counted.
    pub unit: Unit,
    /// From where.
    pub base: Base,
}

/// What is counted. A higher number is always better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Points that are good to have.
    Points,
    /// Points that are bad to have, as a minus.
    Penalty,
    /// Tricks won.
    Tricks,
    /// Chips won.
    Chips,
    /// The chance to win, from 0 to 1.
    Chance,
    /// Hit points.
    Health,
    /// How strongly something is advised: no unit of the game.
    Strength,
    /// How likely the player would do it, from 0 to 1.
    Likelihood,
}

/// From which loss on a move is a slip, and from which a blunder.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Grades {
    /// A slip costs at least so much.
    pub slip: f64,
    /// A blunder costs at least so much.
    pub blunder: f64,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// It cost something.
    Slip,
    /// It cost much.
    Blunder,
}

impl Unit {
    /// What counts as a slip or a blunder in this unit; nothing where a difference is no loss.
    ///
    /// ```
    /// use kirifuda_play::{Grade, Unit};
    ///
    /// let points = Unit::Penalty.grades().unwrap();
    /// assert_eq!([0.2, 0.5, 2.5].map(|loss| points.of(loss)), [None, Some(Grade::Slip), Some(Grade::Blunder)]);
    /// assert_eq!(Unit::Likelihood.grades(), None);
    /// ```
    pub const fn grades(self) -> Option<Grades> {
        let (slip, blunder) = match self {
            // A deal of Hearts has 26 points, of Daifugo one to five for a place.
            Unit::Penalty => (0.5, 2.0),
            Unit::Points => (0.2, 0.6),
            Unit::Tricks => (0.2, 0.6),
            Unit::Chips => (0.1, 0.5),
            Unit::Chance => (0.03, 0.1),
            Unit::Health => (10.0, 40.0),
            Unit::Strength | Unit::Likelihood => return None,
        };
        Some(Grades { slip, blunder })
    }
}

impl Grades {
    /// The grade of a loss.
    pub fn of(self, loss: f64) -> Option<Grade> {
        let blunder = (loss >= self.blunder).then_some(Grade::Blunder);
        blunder.or_else(|| (loss >= self.slip).then_some(Grade::Slip))
    }
}

/// From where something is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Base {
    /// The outcome of the whole deal.
    Outcome,
    /// The outcome of the whole deal, less the mean outcome of the others.
    Others,
    /// What is still to come.
    Rest,
    /// What is still to come, less the mean of the whole table.
    Table,
    /// The values are compared with each other only.
    Moves,
}

/// How a number that a learner thinks in becomes one of the game: `factor` × number + `offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The factor, above 0.
    pub factor: f32,
    /// The offset.
    pub offset: f32,
    /// What comes out.
    pub meaning: Meaning,
}

impl Scale {
    /// The outcome of the deal in this unit, as it is.
    pub const fn outcome(unit: Unit) -> Scale {
        Scale { factor: 1.0, offset: 0.0, meaning: Meaning { unit, base: Base::Outcome } }
    }

    /// The number in the units of the game. Different numbers stay different: that is why it is an f64.
    pub fn of(&self, number: f32) -> f64 {
        f64::from(self.factor) * f64::from(number) + f64::from(self.offset)
    }

    /// An opinion from such numbers.
    pub fn opinion(&self, numbers: &[f32]) -> Opinion {
        Opinion { values: numbers.iter().map(|&number| self.of(number)).collect(), meaning: self.meaning }
    }
}
