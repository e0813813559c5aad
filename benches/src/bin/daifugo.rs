//! Whole games of Daifugo through the public `Game` trait, all seats by one player: `daifugo RULES GAMES PLAYER`, the
//! player being `random`, `pairs` (psunder12no8) or `default`. Prints the moves and the mean of the squared payoffs of
//! one seat after another, so that a faster engine that plays another game does not go unnoticed.

use kirifuda_games::daifugo::{Daifugo, Meld, Rules, View};
use kirifuda_play::{Actions, Game, Policy, Rng, Rules as _, Seat, Uniform, play_out};
use kirifuda_players::daifugo::{PairKeeper, SampleClient};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(rules), Some(games), Some(player)) = (arguments.next(), arguments.next(), arguments.next()) else {
        return Err("three arguments are needed: RULES, GAMES and PLAYER, for example `uecda 2000 default`".into());
    };
    let (rules, games) = (Rules::book().parse(&rules)?, games.parse()?);
    let counting = arguments.next().is_some();
    match player.as_str() {
        "random" => run(&rules, games, Uniform, counting),
        "pairs" => run(&rules, games, PairKeeper::UNDER_12_NO_8, counting),
        "default" => run(&rules, games, SampleClient, counting),
        other => return Err(format!("unknown player `{other}`: random, pairs, default").into()),
    }
    Ok(())
}

/// A player that counts its moves, for a second run.
struct Counting<P>(P, u64);

impl<P: Policy<Daifugo>> Policy<Daifugo> for Counting<P> {
    fn choose(&mut self, view: View<'_>, legal: &[Meld], rng: &mut Rng) -> Meld {
        self.1 += 1;
        self.0.choose(view, legal, rng)
    }
}

fn run<P: Policy<Daifugo>>(rules: &Rules, games: u64, mut player: P, counting: bool) {
    let (worth, moves) = if counting {
        let mut player = Counting(player, 0);
        (play(rules, games, &mut player), player.1)
    } else {
        (play(rules, games, &mut player), 0)
    };
    println!("{moves} moves, mean squared payoff {:.4}", worth / games as f64);
}

fn play<P: Policy<Daifugo>>(rules: &Rules, games: u64, player: &mut P) -> f64 {
    let (mut legal, mut rng, mut worth) = (Actions::new(), Rng::new(1), 0f64);
    for number in 0..games {
        let mut game = Daifugo::deal(rules, &mut rng);
        play_out(&mut game, player, &mut legal, &mut rng);
        worth += f64::from(game.payoff(Seat((number % rules.seats() as u64) as u8))).powi(2);
    }
    worth
}
