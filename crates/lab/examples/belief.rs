//! What `deep-search` believes in Hearts or Daifugo: its net plays at all seats, and at every choice a searcher of the seat thinks, too. For each
//! stage of a game: how often the others seemed to play like the net, so that `deep-search` searches over it (where that is asked, and 100
//! otherwise), how many worlds were weighed, as many equally likely ones would tell as much, how many were played out, how often the net's move was
//! left, how likely the true holder of each hidden card seemed (the mean of its logarithm; guessing blindly between three is −1.10, between four
//! −1.39), and what leaving the net's move was said to gain and did gain in the true deal, in points: the net plays on, and at each own turn 30% of
//! what is left is what it thinks there. (TRACE is what is not, 0.7. With 1 only the end counts, which is noisy and owes nothing to what the net
//! thinks.) Below: how well playouts, and the net, foretold what each move that was tried gains.
//!
//! Stages: in Hearts 0 is passing and the others are the tricks; in Daifugo 0 is the exchange and the others are the cards that the seat still holds.
//!
//! `cargo run --release -p kirifuda-lab --example belief -- DEALS SEED deep-search:ms=200 [RULES [FILE [GAME [TRACE]]]]`
//!
//! A file gets a line for each move that was tried, to look at more closely; `-` stands for none.

use kirifuda_catalog::entries::deep::{daifugo_search, deep_search, load};
use kirifuda_catalog::{Listed, Spec};
use kirifuda_games::daifugo::{self, Daifugo};
use kirifuda_games::hearts::{self, Hearts};
use kirifuda_learn::blueprint::{ALIKE, Belief, Blueprint, Trial};
use kirifuda_learn::net::{Encoder, Player};
use kirifuda_play::{Actions, Game, Policy, Retrace, Rng, Rules as _, Seat, Watch, math};
use rayon::prelude::*;

/// A game that is looked at.
trait Looked: Listed + Retrace {
    /// The rules if none are named, and the setting that names the net.
    const RULES: &'static str;
    const NET: &'static str;
    /// What is compared: from the second number to the third, each a stage.
    const PARTS: [(usize, usize); 5];
    fn searcher(rules: &Self::Rules, spec: &Spec) -> Result<Blueprint<Self, Self::Sight>, String>;
    /// Which stage of the game it is, up to 13.
    fn stage(view: Self::View<'_>) -> usize;
    /// The share of worlds, by weight, in which each hidden card is where it really is.
    fn found(game: &Self, view: Self::View<'_>, belief: &Belief<Self>) -> Vec<f64>;
}

impl Looked for Hearts {
    const RULES: &'static str = "standard";
    const NET: &'static str = "model";
    const PARTS: [(usize, usize); 5] = [(0, 0), (1, 4), (5, 8), (9, 13), (1, 13)];

    fn searcher(rules: &hearts::Rules, spec: &Spec) -> Result<Blueprint<Hearts, Self::Sight>, String> {
        Ok(deep_search(rules, spec)?.blueprint().clone())
    }

    fn stage(view: hearts::View<'_>) -> usize {
        if view.is_passing() { 0 } else { 1 + view.plays().count() / 4 }
    }

    fn found(game: &Hearts, view: hearts::View<'_>, belief: &Belief<Hearts>) -> Vec<f64> {
        let cards = view
            .others()
            .into_iter()
            .flat_map(|holder| game.view(holder).hand().into_iter().map(move |card| (holder, card)));
        let share = |(holder, card)| share(belief, |world| world.view(holder).hand().contains(card));
        if view.is_passing() { Vec::new() } else { cards.map(share).collect() }
    }
}

impl Looked for Daifugo {
    const RULES: &'static str = "uecda";
    const NET: &'static str = "net";
    const PARTS: [(usize, usize); 5] = [(0, 0), (9, 13), (5, 8), (1, 4), (1, 13)];

    fn searcher(rules: &daifugo::Rules, spec: &Spec) -> Result<Blueprint<Daifugo, Self::Sight>, String> {
        Ok(daifugo_search(rules, spec)?.blueprint().clone())
    }

    fn stage(view: daifugo::View<'_>) -> usize {
        if view.to_give() > 0 { 0 } else { view.hand().len().min(13) }
    }

    fn found(game: &Daifugo, view: daifugo::View<'_>, belief: &Belief<Daifugo>) -> Vec<f64> {
        let others = Seat::all(game.seats()).filter(|&seat| seat != view.seat());
        let cards = others.flat_map(|holder| {
            (game.view(holder).hand() - view.known_in(holder)).iter().map(move |card| (holder, card))
        });
        let share = |(holder, card)| share(belief, |world| world.view(holder).hand().contains(card));
        if view.to_give() > 0 { Vec::new() } else { cards.map(share).collect() }
    }
}

/// The share of worlds, by weight, of which something is true.
fn share<G: Retrace>(belief: &Belief<G>, is_so: impl Fn(&G) -> bool) -> f64 {
    let total: f64 = belief.weights().iter().map(|&weight| f64::from(weight)).sum();
    let worlds = belief.worlds().iter().zip(belief.weights());
    worlds.filter(|(world, _)| is_so(world)).map(|(_, &weight)| f64::from(weight)).sum::<f64>() / total
}

/// Sums over the choices of a stage.
#[derive(Clone, Copy, Default)]
struct Sums {
    choices: f64,
    alike: f64,
    weighed: f64,
    effective: f64,
    played: f64,
    left: f64,
    /// Of hidden cards: how many, and the logarithms.
    cards: f64,
    logs: f64,
    /// What the moves gain for which the net's was left: as was said, in the true deal, and the squares of that.
    said: f64,
    gained: f64,
    squares: f64,
}

/// By stage.
type Table = [Sums; 14];

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.get(5).map_or(Hearts::NAME, String::as_str) {
        Hearts::NAME => look::<Hearts>(&arguments),
        Daifugo::NAME => look::<Daifugo>(&arguments),
        game => Err(format!("unknown game `{game}`: name `{}` or `{}`", Hearts::NAME, Daifugo::NAME)),
    }
}

fn look<G: Looked>(arguments: &[String]) -> Result<(), String> {
    let argument = |place: usize, usual: &str| arguments.get(place).cloned().unwrap_or_else(|| usual.to_string());
    let number = |place: usize, usual: &str| {
        let text = argument(place, usual);
        text.parse::<u64>().map_err(|why| format!("`{text}` is no whole number ({why}): DEALS and SEED come first"))
    };
    let (deals, seed, player) = (number(0, "20")?, number(1, "1")?, argument(2, "deep-search:ms=200"));
    // How much of what a move is worth comes after each own turn.
    let trace = argument(6, "0.7").parse::<f32>().map_err(|why| why.to_string())?;
    let rules = G::Rules::book().parse(&argument(3, G::RULES)).map_err(|why| why.to_string())?;
    let spec = Spec::parse(&player).map_err(|why| why.to_string())?;
    let (net, searcher) = (load::<G>(&rules, spec.given(G::NET).unwrap_or("shipped"))?, G::searcher(&rules, &spec)?);
    let found: Vec<(Table, Vec<Test>)> = (0..deals)
        .into_par_iter()
        .map(|deal| {
            let (mut rng, mut legal, mut table) = (Rng::stream(seed, &[deal]), Actions::new(), Table::default());
            let (mut tests, mut choices) = (Vec::new(), 0);
            let mut game = G::deal(&rules, &mut rng);
            let (mut net, mut searchers) = (net.clone(), vec![searcher.clone(); game.seats()]);
            for (seat, searcher) in Seat::all(game.seats()).zip(&mut searchers) {
                searcher.begin(game.view(seat));
            }
            while let Some(seat) = game.turn().seat() {
                game.legal(&mut legal);
                let view = game.view(seat);
                if legal.len() > 1 {
                    let place = G::stage(view);
                    let blueprint = &mut searchers[seat.index()];
                    let mut luck = Rng::stream(seed, &[deal, 1, choices]);
                    choices += 1;
                    let finding = blueprint.think(view, &legal, 1.0, &mut luck).clone();
                    let sums = &mut table[place];
                    sums.choices += 1.0;
                    sums.alike += f64::from(u8::from(finding.likeness.is_none_or(|likeness| likeness >= ALIKE)));
                    let mut worth = |place: usize| {
                        f64::from(worth(game.clone(), seat, legal[place], &mut net, trace, &mut rng.clone()))
                    };
                    let base = if finding.tried.is_empty() { 0.0 } else { worth(finding.blueprint) };
                    for &Trial { place: tried, thought, played, error } in &finding.tried {
                        let gained = worth(tried) - base;
                        if error.is_finite() {
                            let (deal, left) = (deal, tried == finding.chosen);
                            tests.push(Test { deal, seat, place, seen: [played, thought], error, gained, left });
                        }
                        if tried == finding.chosen {
                            sums.left += 1.0;
                            sums.said += finding.values[tried] - finding.values[finding.blueprint];
                            sums.gained += gained;
                            sums.squares += gained.powi(2);
                        }
                    }
                    if finding.weighed > 0 {
                        sums.weighed += finding.weighed as f64;
                        sums.effective += finding.effective;
                        sums.played += finding.played as f64;
                        let (effective, blind) = (finding.effective, 1.0 / (game.seats() - 1) as f64);
                        // One world more is shared among the others.
                        for share in G::found(&game, view, blueprint.belief()) {
                            sums.cards += 1.0;
                            sums.logs += math::ln((effective * share + blind) / (effective + 1.0));
                        }
                    }
                }
                let action = net.choose(view, &legal, &mut rng);
                game.play(action);
            }
            (table, tests)
        })
        .collect();
    println!("{player}: {deals} deals, seed {seed}");
    println!("stage  choices  alike %  weighed  effective  played  left %  holder   said  gained");
    let mut all = Sums::default();
    for place in 0..14 {
        let sums = found.iter().map(|(table, _)| table[place]).fold(Sums::default(), add);
        all = add(all, sums);
        println!("{place:5}  {}", row(sums));
    }
    println!("  all  {}", row(all));
    println!("\nstages    moves  played out  thought  said together");
    for (first, last) in G::PARTS {
        let tests = found.iter().flat_map(|(_, tests)| tests).filter(|test| (first..=last).contains(&test.place));
        println!("{first:2} to {last:2}  {}", told(&tests.map(Test::cut).collect::<Vec<_>>()));
    }
    if let Some(file) = arguments.get(4).filter(|file| *file != "-") {
        let mut text = String::from("deal\tseat\tstage\tplayed\terror\tthought\tgained\tleft\n");
        for test in found.iter().flat_map(|(_, tests)| tests) {
            let Test { deal, seat, place, seen: [played, thought], error, gained, left } = test;
            let Seat(seat) = seat;
            let left = u8::from(*left);
            text += &format!("{deal}\t{seat}\t{place}\t{played:.4}\t{error:.4}\t{thought:.4}\t{gained:.4}\t{left}\n");
        }
        std::fs::write(file, text).map_err(|why| format!("{file}: {why}"))?;
    }
    Ok(())
}

/// A move that was tried beside the net's.
#[derive(Clone, Copy)]
struct Test {
    deal: u64,
    seat: Seat,
    place: usize,
    /// What playouts and the net said that it gains, in points.
    seen: [f64; 2],
    /// The standard error of the playouts.
    error: f64,
    /// Whether the net's move was left for it.
    left: bool,
    /// What it gained in the true deal.
    gained: f64,
}

impl Test {
    /// Without what is far out: a few moons would decide.
    fn cut(&self) -> Test {
        let cut = |points: f64| points.clamp(-4.0, 4.0);
        Test { seen: self.seen.map(cut), gained: cut(self.gained), ..*self }
    }
}

/// How many moves; the correlation of what playouts, and the net, said with what was gained; and by how much of both together it is foretold
/// best (least squares).
fn told(tests: &[Test]) -> String {
    let sum = |of: &dyn Fn(&Test) -> f64| tests.iter().map(of).sum::<f64>();
    let mean = |of: &dyn Fn(&Test) -> f64| sum(of) / (tests.len() as f64).max(1.0);
    let alike = |place: usize| {
        let (own, other) = (mean(&|test| test.seen[place]), mean(&|test| test.gained));
        let both = mean(&|test| (test.seen[place] - own) * (test.gained - other));
        let spread = |of: &dyn Fn(&Test) -> f64, middle: f64| mean(&|test| (of(test) - middle).powi(2)).sqrt();
        both / (spread(&|test| test.seen[place], own) * spread(&|test| test.gained, other))
    };
    let moment = |a: usize, b: usize| sum(&|test| test.seen[a] * test.seen[b]);
    let with = |a: usize| sum(&|test| test.seen[a] * test.gained);
    let whole = moment(0, 0) * moment(1, 1) - moment(0, 1).powi(2);
    let played = (with(0) * moment(1, 1) - with(1) * moment(0, 1)) / whole;
    let thought = (with(1) * moment(0, 0) - with(0) * moment(0, 1)) / whole;
    format!("{:6}  {:10.3}  {:7.3}  {played:.2} · played out + {thought:.2} · thought", tests.len(), alike(0), alike(1))
}

fn row(sums: Sums) -> String {
    let each = |sum: f64| sum / sums.choices.max(1.0);
    let left = sums.left.max(1.0);
    let gained = sums.gained / left;
    let error = ((sums.squares / left - gained.powi(2)).max(0.0) / left).sqrt();
    format!(
        "{:7}  {:7.1}  {:7.0}  {:9.0}  {:6.0}  {:6.1}  {:6.3}  {:5.2}  {gained:6.2} ± {:.2}",
        sums.choices,
        100.0 * each(sums.alike),
        each(sums.weighed),
        each(sums.effective),
        each(sums.played),
        100.0 * each(sums.left),
        sums.logs / sums.cards.max(1.0),
        sums.said / left,
        1.96 * error
    )
}

/// What a move is worth in a deal when the net plays on, in points.
fn worth<G: Looked>(
    mut game: G,
    seat: Seat,
    action: G::Action,
    net: &mut Player<G, G::Sight>,
    trace: f32,
    rng: &mut Rng,
) -> f32 {
    let factor = net.encoder().scale(game.view(seat)).factor;
    let (mut worth, mut left, mut legal) = (0.0, 1.0, Actions::<G>::new());
    game.play(action);
    while let Some(mover) = game.turn().seat() {
        if game.is_settled(seat) {
            break;
        }
        game.legal(&mut legal);
        if mover == seat {
            let known = net.encoder().known(game.view(seat));
            let best = net.values(game.view(seat), &legal).iter().copied().fold(f32::NEG_INFINITY, f32::max);
            worth += left * (1.0 - trace) * (known + best);
            left *= trace;
        }
        let action = net.choose(game.view(mover), &legal, rng);
        game.play(action);
    }
    factor * (worth + left * net.encoder().outcome(&game, seat))
}

fn add(a: Sums, b: Sums) -> Sums {
    Sums {
        choices: a.choices + b.choices,
        alike: a.alike + b.alike,
        weighed: a.weighed + b.weighed,
        effective: a.effective + b.effective,
        played: a.played + b.played,
        left: a.left + b.left,
        cards: a.cards + b.cards,
        logs: a.logs + b.logs,
        said: a.said + b.said,
        gained: a.gained + b.gained,
        squares: a.squares + b.squares,
    }
}
