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
    /// With an opinion beforehand: the arm that all are compared with.
    baseline: usize,
    worlds: u32,
    /// What each running arm brought in each world of the batch.
    batch: Vec<f32>,
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
    /// What somebody thinks of the choice beforehand.
    pub prior: Option<Prior>,
    worlds: u32,
    total: f64,
    /// Differences to the arm that was leading.
    behind: f64,
    behind_squared: f64,
}

impl Arm {
    /// Nothing is known yet.
    pub fn new(choice: u16, way: u8) -> Arm {
        let (handicap, prior) = (0.0, None);
        Arm { choice, way, handicap, prior, worlds: 0, total: 0.0, behind: 0.0, behind_squared: 0.0 }
    }

    /// The mean of its worlds.
    fn mean(&self) -> f64 {
        if self.worlds == 0 { f64::NEG_INFINITY } else { self.total / f64::from(self.worlds) }
    }
}

/// An opinion of a choice.
#[derive(Clone, Copy, Debug)]
pub struct Prior {
    /// What it is thought to be worth.
    pub value: f64,
    /// By how many points differences to other choices may be wrong.
    pub error: f64,
    /// The same of what many worlds say: playouts are not what will be played.
    pub bias: f64,
}

/// The variance of differences between choices, as so many worlds would show it, before any has been seen.
const USUAL: f64 = 16.0;
const FEW: f64 = 4.0;
/// Differences of so many standard errors are taken for real.
const SURE: f64 = 3.0;

impl Race {
    /// Begins with no arms.
    pub fn clear(&mut self) {
        self.arms.clear();
        self.running.clear();
        (self.leader, self.baseline, self.worlds) = (0, 0, 0);
        self.batch.clear();
    }

    /// One more arm, before the first world.
    pub fn enter(&mut self, arm: Arm) {
        self.running.push(self.arms.len() as u16);
        let value = |arm: &Arm| arm.prior.map_or(f64::NEG_INFINITY, |prior| prior.value - arm.handicap);
        if self.arms.get(self.baseline).is_some_and(|best| value(&arm) > value(best)) {
            self.baseline = self.arms.len();
        }
        self.arms.push(arm);
    }

    /// What an arm is worth, as far as is known. An opinion is corrected by what worlds say about the difference to the
    /// baseline, the more the surer they are.
    pub fn value(&self, arm: &Arm) -> f64 {
        let (Some(prior), Some(base)) = (arm.prior, self.arms.get(self.baseline)) else {
            return arm.mean() - arm.handicap;
        };
        let (count, error) = (f64::from(arm.worlds), prior.error * prior.error);
        let base_value = base.prior.map_or(prior.value, |base| base.value);
        let expected = prior.value - base_value;
        let found = if count == 0.0 { 0.0 } else { -arm.behind / count };
        let trust = count * error / (count * (error + prior.bias * prior.bias) + self.variance(arm));
        let start = if base.worlds == 0 { base_value } else { base.mean() };
        start + expected + trust * (found - expected) - arm.handicap
    }

    /// Does somebody have an opinion?
    fn is_advised(&self) -> bool {
        self.arms.first().is_some_and(|arm| arm.prior.is_some())
    }

    /// Of the differences of an arm; a few worlds tell little about it.
    fn variance(&self, arm: &Arm) -> f64 {
        let count = f64::from(arm.worlds);
        let mean = if count == 0.0 { 0.0 } else { arm.behind / count };
        let squares = (arm.behind_squared - count * mean * mean).max(0.0);
        if arm.prior.is_some() { (squares + FEW * USUAL) / (count + FEW) } else { squares / count + 0.01 }
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

    /// Takes in the worlds of the batch.
    pub fn fold(&mut self) {
        let reference = if self.is_advised() { self.baseline } else { self.leader };
        let ahead = self.running.iter().position(|&place| place as usize == reference).unwrap_or(0);
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
        if self.worlds == 0 {
            if !self.is_advised() {
                return true;
            }
            self.leader = self.best();
        }
        let leader = self.arms[self.leader];
        let best = self.value(&leader);
        let mut running = std::mem::take(&mut self.running);
        running.retain(|&place| {
            let arm = &self.arms[place as usize];
            let behind = best - self.value(arm);
            let mut spread = self.variance(arm) / f64::from(arm.worlds.max(1));
            if let Some(prior) = arm.prior {
                // What is left of the doubt about the opinion.
                let error = prior.error * prior.error;
                spread += prior.bias * prior.bias;
                spread = if arm.worlds == 0 { error } else { spread * error / (spread + error) };
                if place as usize == self.baseline {
                    return true;
                }
            }
            place as usize == self.leader || behind * behind <= SURE * SURE * spread || behind <= 0.0
        });
        self.running = running;
        self.running.iter().any(|&place| self.arms[place as usize].choice != leader.choice)
    }

    /// Tries no longer but the best `keep`.
    pub fn keep_best(&mut self, keep: usize) {
        let arms = &self.arms;
        let worth = |place: u16| arms[place as usize].mean() - arms[place as usize].handicap;
        self.running.sort_unstable_by(|&a, &b| worth(b).total_cmp(&worth(a)).then(a.cmp(&b)));
        self.running.truncate(keep.max(1));
        self.running.sort_unstable();
    }

    /// The place of the running arm that is worth most, the first among equals.
    fn best(&self) -> usize {
        let value = |place: u16| self.value(&self.arms[place as usize]);
        let first = self.running.first().copied().unwrap_or(0);
        let better = |best: u16, &place: &u16| if value(place) > value(best) { place } else { best };
        self.running.iter().fold(first, better) as usize
    }

    /// The arm that is worth most.
    pub fn leader(&self) -> Option<&Arm> {
        self.arms.get(self.leader)
    }
}
