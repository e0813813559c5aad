//! Players of Kuhn and Leduc poker, by solving the games.

use kirifuda_games::kuhn::Kuhn;
use kirifuda_games::leduc::Leduc;
use kirifuda_learn::cfr::{Cfr, CfrError, Strategy, Tree};
use kirifuda_play::{Actions, Game, Policy, Rng, Rules, Tabular, Turn, Unit};

mod coach;
mod encoder;

pub use coach::PokerReason;
pub use encoder::{KuhnEncoder, LeducEncoder};

/// The average strategy of CFR+ after so many iterations, solved on the spot.
pub fn solve<G: Tabular>(rules: &G::Rules, iterations: u32) -> Result<Strategy<G>, CfrError> {
    let mut solver = Cfr::new(Tree::<G>::build(rules)?);
    solver.iterate(iterations);
    Ok(solver.average())
}

/// What a perfect opponent gains a game against a player that says how likely it makes each move, averaged over the seats,
/// in the unit of the payoff.
pub fn exploitability<G: Tabular>(rules: &G::Rules, policy: &mut dyn Policy<G>) -> Result<f64, String> {
    let mut strategy = Strategy::<G>::uniform();
    for (_, deal) in G::deals(rules) {
        write_down(&deal, policy, &mut strategy)?;
    }
    Ok(Tree::<G>::build(rules).map_err(|why| why.to_string())?.exploitability(&strategy))
}

/// Writes down every situation of a deal.
fn write_down<G: Tabular>(game: &G, policy: &mut dyn Policy<G>, strategy: &mut Strategy<G>) -> Result<(), String> {
    let Turn::Seat(seat) = game.turn() else { return Ok(()) };
    let mut legal = Actions::new();
    game.legal(&mut legal);
    let (view, key) = (game.view(seat), G::key(game.view(seat)));
    if strategy.get(&key).is_none() {
        // What is said must not depend on chance: a likelihood does not.
        let opinion = policy.opinion(view, &legal, &mut Rng::new(0));
        let likely = opinion.filter(|opinion| opinion.meaning.unit == Unit::Likelihood);
        let likely = likely.ok_or("this player does not say how likely it makes each move")?;
        strategy.insert(key, legal.iter().copied().zip(likely.values)).map_err(|why| why.to_string())?;
    }
    for &action in legal.iter() {
        let mut next = game.clone();
        next.play(action);
        write_down(&next, policy, strategy)?;
    }
    Ok(())
}

/// How far a solution is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// Iterations of CFR+ so far.
    pub iterations: u32,
    /// What a perfect opponent gains a game, averaged over the seats, in the unit of the payoff.
    pub exploitability: f64,
    /// Expected payoff of the first seat.
    pub value: f64,
}

/// Solves a game for so many iterations and tells how far it is at 1, 2, 5, 10, … and at the end. Asks now and then,
/// with the iterations done, whether to go on; false when it was told to stop.
pub type Solver = fn(u32, &mut dyn FnMut(Solution), &mut dyn FnMut(u32) -> bool) -> Result<bool, CfrError>;

/// Names of the games that [`solver`] knows.
pub const SOLVABLE: [&str; 2] = [Kuhn::NAME, Leduc::NAME];

/// The solver of a game.
pub fn solver(game: &str) -> Option<Solver> {
    match game {
        Kuhn::NAME => Some(report::<Kuhn>),
        Leduc::NAME => Some(report::<Leduc>),
        _ => None,
    }
}

fn report<G: Tabular>(
    iterations: u32,
    tell: &mut dyn FnMut(Solution),
    go_on: &mut dyn FnMut(u32) -> bool,
) -> Result<bool, CfrError> {
    /// Iterations between two questions whether to go on: some milliseconds in Leduc.
    const STRETCH: u32 = 500;
    let rules = (G::Rules::book().presets[0].rules)();
    let mut solver = Cfr::new(Tree::<G>::build(&rules)?);
    let round_numbers = (0..10).flat_map(|power| [1u32, 2, 5].map(|step| step.saturating_mul(10u32.pow(power))));
    for stop in round_numbers.take_while(|&stop| stop < iterations).chain([iterations]) {
        let mut going = true;
        while going && solver.iterations() < stop {
            solver.iterate(STRETCH.min(stop - solver.iterations()));
            going = go_on(solver.iterations());
        }
        let average = solver.average();
        let tree = solver.tree();
        let exploitability = tree.exploitability(&average);
        tell(Solution { iterations: solver.iterations(), exploitability, value: tree.value(&average)[0] });
        if !going {
            return Ok(false);
        }
    }
    Ok(true)
}
