//! Searchers of Hearts: `search RULES POSITIONS METHOD PLAYOUT [PLAYED]`, where the method is `mc`, `uct` or `ismcts` with
//! the candidates that it has in the catalog and 200 simulations a move, the playout is `cards`, `actions` or `stock`, and
//! so many cards are played before the search, by default half of the deal. Prints the simulations, and a sum over the
//! cards chosen, so that a faster search that finds something else does not go unnoticed.

use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_learn::search::{Candidates, Flat, IsMcts, Method, Options, Search, Uct};
use kirifuda_play::{Actions, Game, Policy, Rng, Uniform};
use kirifuda_players::hearts::{RandomAction, Stock, Worth};

/// Where searches are made.
#[derive(Clone, Copy)]
struct Positions {
    rules: Rules,
    count: u64,
    /// Moves before the search.
    played: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (rules, count) = kirifuda_benches::arguments()?;
    let more: Vec<String> = std::env::args().skip(3).filter(|argument| argument != "--moves").collect();
    let played = more.get(2).map_or(Ok(26), |played| played.parse())?;
    if played > 51 {
        return Err("at most 51 cards can be played before a search".into());
    }
    let positions = Positions { rules, count, played };
    let method = more.first().map_or("", String::as_str);
    let (simulations, sum) = match more.get(1).map_or("", String::as_str) {
        "cards" => with_playout(positions, method, Uniform)?,
        "actions" => with_playout(positions, method, RandomAction)?,
        "stock" => with_playout(positions, method, Stock)?,
        _ => return Err("a fourth argument is needed: cards, actions or stock".into()),
    };
    println!("{simulations} simulations, choices add up to {sum}");
    Ok(())
}

type Answer = Result<(u64, u64), Box<dyn std::error::Error>>;

fn with_playout<P: Policy<Hearts> + Clone>(positions: Positions, method: &str, playout: P) -> Answer {
    Ok(match method {
        "mc" => search(positions, Flat, playout, Worth::Actions),
        "uct" => search(positions, Uct { worlds: 20 }, playout, Worth::All),
        "ismcts" => search(positions, IsMcts, playout, Worth::All),
        _ => return Err("a third argument is needed: mc, uct or ismcts".into()),
    })
}

fn search<M, P, C>(positions: Positions, method: M, playout: P, candidates: C) -> (u64, u64)
where
    M: Method<Hearts>,
    P: Policy<Hearts> + Clone,
    C: Candidates<Hearts>,
{
    let mut player = Search::<Hearts, M, P>::new(method, playout, Options::default()).with_candidates(candidates);
    let (mut rng, mut legal) = (Rng::new(1), Actions::new());
    let (mut simulations, mut sum) = (0, 0);
    for position in 0..positions.count {
        let mut game = Hearts::deal(&positions.rules, &mut rng);
        for _ in 0..positions.played {
            game.legal(&mut legal);
            game.play(rng.pick(&legal));
        }
        if let Some(seat) = game.turn().seat() {
            game.legal(&mut legal);
            let card = player.choose(game.view(seat), &legal, &mut rng);
            simulations += player.simulations();
            sum += (position + 1) * (card.suit() as u64 * 13 + u64::from(card.rank().0));
        }
    }
    (simulations, sum)
}
