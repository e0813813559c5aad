use super::Position;

/// Choices that are tried in the same worlds until one is ahead of all others.
///
/// A choice may be tried in several ways (play on, shoot the moon, …): each way is an arm, and the best arm of a choice
/// counts. Arms that are clearly behind are tried no longer.
#[derive(Clone, Debug, Default)]
pub struct Race {
    arms: Vec<Arm>,
    /// Places of the arms that are still in.
    running: Vec<u16>,
    leader: usize,
    worlds: u32,
    /// What each running arm brought in each world of the batch.
    batch: Vec<f32>,
    /// Positions still to be valued, with their place in the batch.
    leaves: Vec<Position>,
    owners: Vec<u32>,
    values: Vec<f32>,
}

/// One way to try one choice.
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    /// The choice.
    pub choice: u16,
    /// The way.
    pub way: u8,
    /// What is taken off its mean: ways that are risky must be that much better.
    pub handicap: f64,
    /// What is known of the choice beforehand, and for how many worlds that counts.
    pub prior: (f64, f64),
    worlds: u32,
    total: f64,
    /// Differences to the arm that was leading.
    behind: f64,
    behind_squared: f64,
}

impl Arm {
    /// Nothing is known yet.
    pub fn new(choice: u16, way: u8) -> Arm {
        let (handicap, prior) = (0.0, (0.0, 0.0));
        Arm { choice, way, handicap, prior, worlds: 0, total: 0.0, behind: 0.0, behind_squared: 0.0 }
    }

    /// What it is worth, as far as is known.
    pub fn value(&self) -> f64 {
        let (prior, weight) = self.prior;
        let known = f64::from(self.worlds) + weight;
        if known == 0.0 { f64::NEG_INFINITY } else { (self.total + weight * prior) / known - self.handicap }
    }
}

/// Differences of so many standard errors are taken for real.
const SURE: f64 = 3.0;

impl Race {
    /// Begins with no arms.
    pub fn clear(&mut self) {
        self.arms.clear();
        self.running.clear();
        (self.leader, self.worlds) = (0, 0);
        self.batch.clear();
        self.leaves.clear();
        self.owners.clear();
    }

    /// One more arm, before the first world.
    pub fn enter(&mut self, arm: Arm) {
        self.running.push(self.arms.len() as u16);
        self.arms.push(arm);
    }

    /// The arms that are still in, by place.
    pub fn running(&self) -> usize {
        self.running.len()
    }

    /// Choice and way of a running arm.
    #[inline]
    pub fn arm(&self, place: usize) -> (u16, u8) {
        let arm = &self.arms[self.running[place] as usize];
        (arm.choice, arm.way)
    }

    /// All arms, in the order in which they entered.
    pub fn arms(&self) -> &[Arm] {
        &self.arms
    }

    /// Worlds so far.
    pub fn worlds(&self) -> u32 {
        self.worlds
    }

    /// What the next running arm brought, in the order of the running arms, world after world.
    #[inline]
    pub fn add(&mut self, value: f32) {
        self.batch.push(value);
    }

    /// The same, where it is still to be valued.
    #[inline]
    pub fn add_leaf(&mut self, position: Position) {
        self.owners.push(self.batch.len() as u32);
        self.leaves.push(position);
        self.batch.push(0.0);
    }

    /// Takes in the worlds of the batch; `judge` values the leaves.
    pub fn fold(&mut self, judge: impl FnOnce(&[Position], &mut [f32])) {
        if !self.leaves.is_empty() {
            self.values.clear();
            self.values.resize(self.leaves.len(), 0.0);
            judge(&self.leaves, &mut self.values);
            for (&owner, &value) in self.owners.iter().zip(&self.values) {
                self.batch[owner as usize] = value;
            }
            self.leaves.clear();
            self.owners.clear();
        }
        let ahead = self.running.iter().position(|&place| place as usize == self.leader).unwrap_or(0);
        for world in self.batch.chunks_exact(self.running.len().max(1)) {
            self.worlds += 1;
            let lead = world[ahead];
            for (&place, &value) in self.running.iter().zip(world) {
                let arm = &mut self.arms[place as usize];
                arm.worlds += 1;
                arm.total += f64::from(value);
                let behind = f64::from(lead - value);
                arm.behind += behind;
                arm.behind_squared += behind * behind;
            }
        }
        self.batch.clear();
        self.leader = self.best();
    }

    /// Tries no longer what is surely behind. False when only one choice is left.
    pub fn drop_beaten(&mut self) -> bool {
        let leader = self.arms[self.leader];
        let arms = &self.arms;
        self.running.retain(|&place| {
            let arm = &arms[place as usize];
            let count = f64::from(arm.worlds);
            let variance = (arm.behind_squared / count - (arm.behind / count).powi(2)).max(0.0);
            let behind = leader.value() - arm.value();
            place as usize == self.leader || behind * behind * count <= SURE * SURE * (variance + 0.01) || behind <= 0.0
        });
        self.running.iter().any(|&place| self.arms[place as usize].choice != leader.choice)
    }

    /// Tries no longer but the best `keep`.
    pub fn keep_best(&mut self, keep: usize) {
        let arms = &self.arms;
        let worth = |place: u16| arms[place as usize].value();
        self.running.sort_unstable_by(|&a, &b| worth(b).total_cmp(&worth(a)).then(a.cmp(&b)));
        self.running.truncate(keep.max(1));
        self.running.sort_unstable();
    }

    /// The place of the running arm that is worth most, the first among equals.
    fn best(&self) -> usize {
        let value = |place: u16| self.arms[place as usize].value();
        let first = self.running.first().copied().unwrap_or(0);
        let better = |best: u16, &place: &u16| if value(place) > value(best) { place } else { best };
        self.running.iter().fold(first, better) as usize
    }

    /// The arm that is worth most.
    pub fn leader(&self) -> Option<&Arm> {
        self.arms.get(self.leader)
    }
}
