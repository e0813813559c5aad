//! FALCON learning Hearts against three `stock` players, with the percepts picked by hand: `falcon RULES DEALS average` or
//! `falcon RULES DEALS resonant`. Prints the moves, and with `--moves` a sum of what was learned, so that a faster learner
//! that learns something else does not go unnoticed.

use kirifuda_catalog::contestant;
use kirifuda_games::hearts::{Direction, Hearts, Passing, Rules};
use kirifuda_learn::falcon::{
    Average, AverageOptions, Course, FalconTraining, Memory, Opponents, Resonant, ResonantOptions,
};
use kirifuda_players::hearts::falcon::HeartsTask;

/// Cards of a deal without passing: moves are counted afterwards, so that the count does not cost what it counts.
const MOVES: u64 = 52;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (rules, deals) = kirifuda_benches::arguments()?;
    if rules.passing != Passing::Always(Direction::Hold) {
        return Err("rules without passing are needed, for example `falcon`".into());
    }
    let sum = match std::env::args().nth(3).as_deref() {
        Some("average") => learn::<Average>(rules, deals, 0.2, &AverageOptions::default())?,
        Some("resonant") => learn::<Resonant>(rules, deals, 0.0, &ResonantOptions::default())?,
        _ => return Err("a third argument is needed: average or resonant".into()),
    };
    match sum {
        Some(sum) => println!("{} moves, rules add up to {sum:.4}", deals * MOVES),
        None => println!("{} moves", deals * MOVES),
    }
    Ok(())
}

/// The sum over all rules of how strongly their actions are advised, where actions count by their numbers.
fn learn<M: Memory>(
    rules: Rules,
    deals: u64,
    exploration: f64,
    options: &M::Options,
) -> Result<Option<f64>, Box<dyn std::error::Error>> {
    let stock = contestant::<Hearts>(&rules, "stock")?;
    let course = Course {
        rules,
        seed: 1,
        opponents: vec![Opponents::Players(vec![(stock.maker)()?])],
        plan: 100_000,
        exploration: [exploration; 2],
        partner: None,
        filter: None,
    };
    let mut training = FalconTraining::<Hearts, _, M>::new(course, HeartsTask::hand_picked(), options);
    training.advance(deals);
    // There are more rules after more deals: the sum would be counted as a cost of moves.
    if !std::env::args().any(|argument| argument == "--moves") {
        return Ok(None);
    }
    let mut sum = 0.0;
    training.memory().rules(&mut |rule| sum += f64::from(rule.strength) * f64::from(rule.action + 1));
    Ok(Some(sum))
}
