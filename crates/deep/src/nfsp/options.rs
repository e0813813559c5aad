use super::NfspError;

/// How neural fictitious self-play is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Units of the stream of each net.
    pub width: usize,
    /// Residual blocks of each net.
    pub blocks: usize,
    /// One pair of nets for all seats; otherwise each seat has its own, as published. For games whose seats are alike, and
    /// whose encoder tells the seats apart where they are not.
    pub shared: bool,
    /// Games wait for each other, and their positions go to the machine together: for graphics cards. Otherwise each
    /// game asks the plain net by itself, which is faster on a processor.
    pub batched: bool,
    /// Games of a round, played with the same nets.
    pub tables: usize,
    /// How often a seat plays its best answer rather than its average.
    pub anticipation: f64, // η
    /// How often a best answer is replaced by a random move at the start.
    pub exploration: f64, // ε
    /// After so many games exploration is 1/√2 of that at the start, after three times as many a half, and so on.
    pub exploration_games: u64,
    /// What of the best answers becomes part of the average.
    pub habits: Habits,
    /// Recent decisions that are kept for Q-learning, for each pair of nets.
    pub replay: usize,
    /// Best answers that are kept for the average, for each pair of nets.
    pub reservoir: usize,
    /// The average counts a best answer in proportion to this power of its number among all: 0 is as published, 1 lets the
    /// first attempts of a beginner fade sooner, which helps where best answers follow changes at once (Kuhn poker) and lets
    /// the average swing where they are slow (Leduc poker).
    pub emphasis: u32,
    /// Decisions of a pair of nets before it begins to learn.
    pub warmup: u64,
    /// Decisions of a pair of nets for which each of the two takes a step.
    pub learn_every: u64,
    /// Decisions that a step is learned from.
    pub batch: usize,
    /// Steps for which the net that looks ahead stays the same.
    pub target_every: u64,
    /// The size of a step of Q-learning at the start.
    pub best_rate: f32,
    /// The size of a step of the average at the start.
    pub average_rate: f32,
    /// After so many games steps are 1/√2 of those at the start, after three times as many a half, and so on.
    pub rate_games: u64,
}

/// What of the best answers becomes part of the average.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habits {
    /// All moves that were played, random ones too: as published.
    Played,
    /// What the net thought best, up to the first random move of the game that went another way.
    Best,
}

impl Default for Options {
    /// For small games, such as Leduc poker.
    fn default() -> Options {
        Options {
            width: 64,
            blocks: 1,
            shared: false,
            batched: false,
            tables: 128,
            anticipation: 0.1,
            exploration: 0.1,
            exploration_games: 10_000_000,
            habits: Habits::Best,
            replay: 100_000,
            reservoir: 2_000_000,
            emphasis: 0,
            warmup: 1_000,
            learn_every: 128,
            batch: 128,
            target_every: 100,
            best_rate: 1e-3,
            average_rate: 1e-3,
            rate_games: 1_000_000,
        }
    }
}

impl Options {
    /// Names the first option that cannot be.
    pub fn check(&self) -> Result<(), NfspError> {
        let chance = |value: f64| (0.0..=1.0).contains(&value);
        let rate = |value: f32| value >= 0.0 && value.is_finite();
        let several = "1 or more";
        let all = [
            ("width", self.width.to_string(), self.width > 0, several),
            ("tables", self.tables.to_string(), self.tables > 0, several),
            ("anticipation", self.anticipation.to_string(), chance(self.anticipation), "0 to 1"),
            ("exploration", self.exploration.to_string(), chance(self.exploration), "0 to 1"),
            ("exploration_games", self.exploration_games.to_string(), self.exploration_games > 0, several),
            ("replay", self.replay.to_string(), self.replay > 0, several),
            ("reservoir", self.reservoir.to_string(), self.reservoir > 0, several),
            ("emphasis", self.emphasis.to_string(), self.emphasis <= 8, "0 to 8"),
            ("learn_every", self.learn_every.to_string(), self.learn_every > 0, several),
            ("batch", self.batch.to_string(), self.batch > 0, several),
            ("target_every", self.target_every.to_string(), self.target_every > 0, several),
            ("best_rate", self.best_rate.to_string(), rate(self.best_rate), "a number from 0 up"),
            ("average_rate", self.average_rate.to_string(), rate(self.average_rate), "a number from 0 up"),
            ("rate_games", self.rate_games.to_string(), self.rate_games > 0, several),
        ];
        match all.into_iter().find(|(_, _, fits, _)| !fits) {
            Some((name, value, _, allowed)) => Err(NfspError::Option { name, value, allowed }),
            None => Ok(()),
        }
    }

    /// How often a best answer is replaced by a random move after so many games.
    pub fn exploration_after(&self, games: u64) -> f64 {
        self.exploration * fallen(games, self.exploration_games)
    }

    /// The sizes of steps of Q-learning and of the average after so many games.
    pub fn rates_after(&self, games: u64) -> [f32; 2] {
        let share = fallen(games, self.rate_games) as f32;
        [self.best_rate * share, self.average_rate * share]
    }
}

/// 1 / √(1 + games / scale).
fn fallen(games: u64, scale: u64) -> f64 {
    1.0 / (1.0 + games as f64 / scale as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exploration_and_rates_fall_with_the_root_of_the_games() {
        let options = Options { exploration_games: 100, rate_games: 10, ..Options::default() };
        assert_eq!(options.exploration_after(0), options.exploration);
        assert!((options.exploration_after(300) - options.exploration / 2.0).abs() < 1e-12);
        assert_eq!(options.rates_after(30), [options.best_rate / 2.0, options.average_rate / 2.0]);
    }

    #[test]
    fn an_option_that_cannot_be_is_named() {
        assert_eq!(Options::default().check(), Ok(()));
        let why = Options { anticipation: 1.5, ..Options::default() }.check().map_err(|why| why.to_string());
        assert_eq!(why, Err("anticipation must be 0 to 1, not 1.5".to_string()));
        let why = Options { batch: 0, ..Options::default() }.check().map_err(|why| why.to_string());
        assert_eq!(why, Err("batch must be 1 or more, not 0".to_string()));
    }
}
