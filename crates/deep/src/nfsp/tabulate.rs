use kirifuda_learn::cfr::{CfrError, Strategy};
use kirifuda_play::{Actions, Seat, Tabular, Turn};

/// Writes down how likely each action is in every situation of a small game, to measure it exactly.
///
/// `probabilities` is asked for the legal actions of a seat that sees a view, and writes a number for each of them.
pub fn tabulate<G: Tabular>(
    rules: &G::Rules,
    mut probabilities: impl FnMut(Seat, G::View<'_>, &[G::Action], &mut Vec<f32>),
) -> Result<Strategy<G>, CfrError> {
    let mut strategy = Strategy::uniform();
    let mut found = Vec::new();
    for (_, game) in G::deals(rules) {
        walk(&game, &mut probabilities, &mut found, &mut strategy)?;
    }
    Ok(strategy)
}

fn walk<G: Tabular>(
    game: &G,
    probabilities: &mut impl FnMut(Seat, G::View<'_>, &[G::Action], &mut Vec<f32>),
    found: &mut Vec<f32>,
    strategy: &mut Strategy<G>,
) -> Result<(), CfrError> {
    let Turn::Seat(seat) = game.turn() else { return Ok(()) };
    let mut legal = Actions::new();
    game.legal(&mut legal);
    let key = G::key(game.view(seat));
    if strategy.get(&key).is_none() {
        found.clear();
        probabilities(seat, game.view(seat), &legal, found);
        strategy.insert(key, legal.iter().copied().zip(found.iter().map(|&weight| f64::from(weight))))?;
    }
    for &action in legal.iter() {
        let mut next = game.clone();
        next.play(action);
        walk(&next, probabilities, found, strategy)?;
    }
    Ok(())
}
