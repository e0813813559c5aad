//! How much knowing all cards would gain over a deep net: one seat that sees every card and plays all its moves out by the net,
//! against others of the net or of a rule, every deal in all seats. For the laboratory only; it cannot sit at a table.
//!
//! `cargo run --release -p kirifuda-lab --example limit -- DEALS SEED RULES [MODEL [GAME [OTHERS]]]`, the game being `hearts`, `plain-tricks`,
//! `daifugo` or `daifugo-sessions`: whole sessions, in which places become classes and decide who gives which cards; DEALS are then sessions.
//! OTHERS are `net` or a rule player: `stock` or `jake` in Hearts, `rule` in plain tricks, `default` in Daifugo. Prints what the one seat has
//! more than the others have in the mean: points of Hearts, of which fewer are better, tricks, or points a game.

use kirifuda_catalog::entries::deep::{Ruled, load};
use kirifuda_games::daifugo::Daifugo;
use kirifuda_games::hearts::Hearts;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_learn::blueprint::{Clairvoyant, Manner};
use kirifuda_learn::net::Player;
use kirifuda_play::{Actions, Game, Policy, Rng, Rules as _, Seat, Series};
use rayon::prelude::*;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.get(4).map_or(Hearts::NAME, String::as_str) {
        // Points are bad.
        Hearts::NAME => measure::<Hearts>(&arguments, -1.0, in_all_seats),
        PlainTricks::NAME => measure::<PlainTricks>(&arguments, 1.0, in_all_seats),
        Daifugo::NAME => measure::<Daifugo>(&arguments, 1.0, in_all_seats),
        "daifugo-sessions" => measure::<Daifugo>(&arguments, 1.0, in_a_session),
        game => Err(format!("unknown game `{game}`: name `hearts`, `plain-tricks`, `daifugo` or `daifugo-sessions`")),
    }
}

/// The players by a rule of a game, by name; nothing for those of the net.
fn others<G: Ruled>(name: &str) -> Result<Option<Manner<G>>, String> {
    if name == "net" {
        return Ok(None);
    }
    let known = G::MANNERS.iter().find(|known| known.name == name);
    let names = || G::MANNERS.iter().map(|known| format!(" or `{}`", known.name)).collect::<String>();
    known.map(|known| Some(known.value)).ok_or_else(|| format!("unknown players `{name}`: name `net`{}", names()))
}

/// Who plays the other seats, and one that sees all cards and plays moves out by the net.
struct Pair<G: Ruled> {
    net: Player<G, G::Sight>,
    rule: Option<Manner<G>>,
    clairvoyant: Clairvoyant<G, G::Sight>,
}

fn measure<G: Ruled>(
    arguments: &[String],
    sign: f64,
    ahead: fn(&G::Rules, u64, u64, &mut Pair<G>) -> f64,
) -> Result<(), String> {
    let argument = |place: usize, usual: &str| arguments.get(place).cloned().unwrap_or_else(|| usual.to_string());
    let number = |place: usize, usual: &str| {
        let text = argument(place, usual);
        text.parse::<u64>().map_err(|why| format!("`{text}` is no whole number ({why}): DEALS and SEED come first"))
    };
    let (deals, seed) = (number(0, "100")?, number(1, "1")?);
    let rules = G::Rules::book().parse(&argument(2, "standard")).map_err(|why| why.to_string())?;
    let net = load::<G>(&rules, &argument(3, "shipped"))?;
    let rule = others::<G>(&argument(5, "net"))?;
    let pair = || {
        let mut clairvoyant = Clairvoyant::new(net.encoder().clone(), net.net().clone())?;
        if let Some(rule) = rule {
            clairvoyant = clairvoyant.among(rule);
        }
        Some(Pair { net: net.clone(), rule, clairvoyant })
    };
    pair().ok_or("the net is for another game")?;
    let found: Vec<f64> = (0..deals)
        .into_par_iter()
        .map_init(pair, |pair, deal| pair.as_mut().map_or(0.0, |pair| sign * ahead(&rules, seed, deal, pair)))
        .collect();
    let count = found.len() as f64;
    let mean = found.iter().sum::<f64>() / count;
    let variance = found.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    println!("own − others {mean:.3} ± {:.3} ({deals} deals, seed {seed})", 1.96 * (variance / count).sqrt());
    Ok(())
}

/// A deal in all seats.
fn in_all_seats<G: Ruled>(rules: &G::Rules, seed: u64, deal: u64, pair: &mut Pair<G>) -> f64 {
    let seats = G::deal(rules, &mut Rng::stream(seed, &[deal])).seats();
    let all = Seat::all(seats).map(|me| {
        let mut rng = Rng::stream(seed, &[deal]);
        let mut game = G::deal(rules, &mut rng);
        play(&mut game, me, pair, &mut rng);
        beyond(seats, me, |seat| f64::from(game.payoff(seat)))
    });
    all.sum::<f64>() / seats as f64
}

/// A session: what is won a game.
fn in_a_session<G: Ruled + Series>(rules: &G::Rules, seed: u64, session: u64, pair: &mut Pair<G>) -> f64 {
    let (mut rng, mut standing, mut games) = (Rng::stream(seed, &[session]), G::opening(rules), 0);
    let mut won = 0.0;
    while !G::finished(rules, &standing) {
        let mut game = G::deal_next(rules, &standing, &mut rng);
        play(&mut game, Seat(0), pair, &mut rng);
        won += beyond(game.seats(), Seat(0), |seat| f64::from(game.payoff(seat)));
        games += 1;
        game.settle(&mut standing);
    }
    won / f64::from(games)
}

/// Plays a game to its end; one seat sees all cards.
fn play<G: Ruled>(game: &mut G, me: Seat, pair: &mut Pair<G>, rng: &mut Rng) {
    let mut legal = Actions::new();
    while let Some(seat) = game.turn().seat() {
        let chosen = if seat == me { pair.clairvoyant.choose(game) } else { None };
        game.legal(&mut legal);
        let action = chosen.unwrap_or_else(|| match pair.rule {
            Some(rule) => rule(game.view(seat), &legal, rng),
            None => pair.net.choose(game.view(seat), &legal, rng),
        });
        game.play(action);
    }
}

/// What a seat has more than the others have in the mean.
fn beyond(seats: usize, me: Seat, of: impl Fn(Seat) -> f64) -> f64 {
    let all: f64 = Seat::all(seats).map(&of).sum();
    of(me) - (all - of(me)) / (seats - 1) as f64
}
