//! How much knowing all cards would gain over a deep net: one seat that sees every card and plays all its moves out by the net,
//! against three of the net, every deal in all four seats. For the laboratory only; it cannot sit at a table.
//!
//! `cargo run --release -p kirifuda-lab --example limit -- DEALS SEED RULES [MODEL]`

use kirifuda_catalog::entries::deep::load;
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_learn::blueprint::Clairvoyant;
use kirifuda_play::{Actions, Game, Policy, Rng, Rules as _, Seat};
use rayon::prelude::*;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |place: usize, usual: &str| arguments.get(place).cloned().unwrap_or_else(|| usual.to_string());
    let number = |place: usize, usual: &str| argument(place, usual).parse::<u64>().map_err(|why| why.to_string());
    let (deals, seed) = (number(0, "100")?, number(1, "1")?);
    let rules = Rules::book().parse(&argument(2, "standard")).map_err(|why| why.to_string())?;
    let net = load::<Hearts>(&rules, &argument(3, "shipped"))?;
    let differences: Vec<f64> = (0..deals)
        .into_par_iter()
        .map_init(
            || (net.clone(), Clairvoyant::new(*net.encoder(), net.net().clone())),
            |(net, clairvoyant), deal| {
                let Some(clairvoyant) = clairvoyant else { return 0.0 };
                (0..4).map(|seat| difference(&rules, seed, deal, Seat(seat), net, clairvoyant)).sum::<f64>() / 4.0
            },
        )
        .collect();
    let count = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / count;
    let variance = differences.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    println!("own − others {mean:.2} ± {:.2} ({deals} deals, seed {seed})", 1.96 * (variance / count).sqrt());
    Ok(())
}

/// Own points less the mean of the others in one game.
fn difference(
    rules: &Rules,
    seed: u64,
    deal: u64,
    me: Seat,
    net: &mut impl Policy<Hearts>,
    clairvoyant: &mut Clairvoyant<Hearts, kirifuda_players::hearts::HeartsEncoder>,
) -> f64 {
    let (mut rng, mut legal) = (Rng::stream(seed, &[deal]), Actions::new());
    let mut game = Hearts::deal(rules, &mut rng);
    while let Some(seat) = game.turn().seat() {
        let chosen = if seat == me { clairvoyant.choose(&game) } else { None };
        game.legal(&mut legal);
        let action = chosen.unwrap_or_else(|| net.choose(game.view(seat), &legal, &mut rng));
        game.play(action);
    }
    let all: f32 = Seat::all(4).map(|seat| game.payoff(seat)).sum();
    f64::from((all - game.payoff(me)) / 3.0 - game.payoff(me))
}
