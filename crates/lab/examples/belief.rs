//! What `deep-search` believes in Hearts: four of its net play, and at every choice of theirs a searcher of each seat thinks, too. For each trick: how
//! many worlds were weighed, as many equally likely ones would tell as much, how many were played out, how often the net's move was left, and
//! how likely the true holder of each hidden card seemed (the mean of its logarithm; guessing blindly between three is −1.10).
//!
//! `cargo run --release -p kirifuda-lab --example belief -- DEALS SEED deep-search:ms=200 [RULES]`

use kirifuda_catalog::Spec;
use kirifuda_catalog::entries::deep::{deep_search, load};
use kirifuda_games::hearts::{Hearts, Rules, View};
use kirifuda_learn::blueprint::Belief;
use kirifuda_play::{Actions, Game, Policy, Rng, Rules as _, Seat, Watch, math};
use rayon::prelude::*;

/// Sums over the choices of a trick.
#[derive(Clone, Copy, Default)]
struct Sums {
    choices: f64,
    weighed: f64,
    effective: f64,
    played: f64,
    left: f64,
    /// Of hidden cards: how many, and the logarithms.
    cards: f64,
    logs: f64,
}

/// Before the first trick, and in each of the thirteen.
type Table = [Sums; 14];

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |place: usize, usual: &str| arguments.get(place).cloned().unwrap_or_else(|| usual.to_string());
    let number = |place: usize, usual: &str| argument(place, usual).parse::<u64>().map_err(|why| why.to_string());
    let (deals, seed, player) = (number(0, "20")?, number(1, "1")?, argument(2, "deep-search:ms=200"));
    let rules = Rules::book().parse(&argument(3, "standard")).map_err(|why| why.to_string())?;
    let spec = Spec::parse(&player).map_err(|why| why.to_string())?;
    let (net, searcher) =
        (load::<Hearts>(&rules, spec.given("model").unwrap_or("shipped"))?, deep_search(&rules, &spec)?);
    let tables: Vec<Table> = (0..deals)
        .into_par_iter()
        .map(|deal| {
            let (mut net, mut searchers) = (net.clone(), [0, 1, 2, 3].map(|_| searcher.clone()));
            let (mut rng, mut legal, mut table) = (Rng::stream(seed, &[deal]), Actions::new(), Table::default());
            let mut game = Hearts::deal(&rules, &mut rng);
            for (seat, searcher) in Seat::all(4).zip(&mut searchers) {
                searcher.blueprint().begin(game.view(seat));
            }
            while let Some(seat) = game.turn().seat() {
                game.legal(&mut legal);
                let view = game.view(seat);
                if legal.len() > 1 {
                    let place = if view.is_passing() { 0 } else { 1 + view.plays().count() / 4 };
                    let blueprint = searchers[seat.index()].blueprint();
                    let mut luck = Rng::stream(seed, &[deal, 1, view.plays().count() as u64]);
                    let finding = blueprint.think(view, &legal, 1.0, &mut luck).clone();
                    let sums = &mut table[place];
                    sums.choices += 1.0;
                    sums.left += f64::from(finding.chosen != finding.blueprint);
                    if finding.weighed > 0 {
                        sums.weighed += finding.weighed as f64;
                        sums.effective += finding.effective;
                        sums.played += finding.played as f64;
                        if place > 0 {
                            score(&game, view, blueprint.belief(), finding.effective, sums);
                        }
                    }
                }
                let action = net.choose(view, &legal, &mut rng);
                game.play(action);
            }
            table
        })
        .collect();
    println!("{player}: {deals} deals, seed {seed}");
    println!("trick  choices  weighed  effective  played  left %  holder");
    let mut all = Sums::default();
    for place in 0..14 {
        let sums = tables.iter().map(|table| table[place]).fold(Sums::default(), add);
        all = add(all, sums);
        println!("{place:5}  {}", row(sums));
    }
    println!("  all  {}", row(all));
    Ok(())
}

fn row(sums: Sums) -> String {
    let each = |sum: f64| sum / sums.choices.max(1.0);
    format!(
        "{:7}  {:7.0}  {:9.0}  {:6.0}  {:6.1}  {:6.3}",
        sums.choices,
        each(sums.weighed),
        each(sums.effective),
        each(sums.played),
        100.0 * each(sums.left),
        sums.logs / sums.cards.max(1.0)
    )
}

/// How likely the belief makes who holds each card that a seat does not see. One world more is shared among the three.
fn score(game: &Hearts, view: View<'_>, belief: &Belief<Hearts>, effective: f64, sums: &mut Sums) {
    let total: f64 = belief.weights().iter().map(|&weight| f64::from(weight)).sum();
    for holder in view.others() {
        for card in game.view(holder).hand() {
            let worlds = belief.worlds().iter().zip(belief.weights());
            let agree = worlds.filter(|(world, _)| world.view(holder).hand().contains(card));
            let share = agree.map(|(_, &weight)| f64::from(weight)).sum::<f64>() / total;
            sums.cards += 1.0;
            sums.logs += math::ln((effective * share + 1.0 / 3.0) / (effective + 1.0));
        }
    }
}

fn add(a: Sums, b: Sums) -> Sums {
    Sums {
        choices: a.choices + b.choices,
        weighed: a.weighed + b.weighed,
        effective: a.effective + b.effective,
        played: a.played + b.played,
        left: a.left + b.left,
        cards: a.cards + b.cards,
        logs: a.logs + b.logs,
    }
}
