//! Linear Q-learning of Hearts, paper 001's features and steps: `learn RULES DEALS random` against random players, or
//! `learn RULES DEALS self-play` against its own snapshots. Prints the moves, and the sum of the weights, so that a
//! faster learner that learns something else does not go unnoticed.

use kirifuda_games::hearts::{Direction, Hearts, Passing};
use kirifuda_learn::linear_q::{LinearQTraining, Opponents, Options, Pool, Task};
use kirifuda_players::tricks::linear_q::{HeartsTask, PaperFeatures, Strengths};

/// Cards of a deal without passing: moves are counted afterwards, so that the count does not cost what it counts.
const MOVES: u64 = 52;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (rules, deals) = kirifuda_benches::arguments()?;
    if rules.passing != Passing::Always(Direction::Hold) {
        return Err("rules without passing are needed, for example `saito-free`".into());
    }
    let task = HeartsTask(PaperFeatures::hearts(Strengths::Ranks));
    let opponents = match std::env::args().nth(3).as_deref() {
        Some("random") => Opponents::Random,
        Some("self-play") => Opponents::SelfPlay(Pool::new(task.dimensions(), 100, 1000)),
        _ => return Err("a third argument is needed: random or self-play".into()),
    };
    let mut training = LinearQTraining::<Hearts, _>::new(rules, task, Options::default(), opponents, 1);
    training.advance(deals)?;
    let sum: f64 = training.learner().weights().iter().map(|&weight| f64::from(weight)).sum();
    println!("{} moves, weights add up to {sum:.4}", deals * MOVES);
    Ok(())
}
