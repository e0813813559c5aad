use kirifuda_games::monsters::{Action, Battle, Rules, TEAM};
use kirifuda_play::Rng;
use rayon::prelude::*;

use super::super::RulePlayer;
use super::coins;
use super::search::{Search, World};

/// How often battles can be won when everything lies open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// Battles looked at.
    pub battles: u64,
    /// Battles for which a line of play was found that wins before the cap of turns.
    pub won: u64,
    /// Actions of these lines, on the average.
    pub actions: f64,
}

/// Actions of side 0 that win a battle against a rule player before the cap of turns, replacements included, if some
/// are found. `coins` says for each turn whether side 1 goes first when both are equally fast. Up to `width` positions
/// of each turn are kept, few at first.
///
/// Everything lies open to it, so it is no player: it says what the best of all players could have done.
pub fn winning_line(
    rules: &Rules,
    battle: &Battle,
    opponent: RulePlayer,
    coins: u128,
    width: usize,
) -> Option<Vec<Action>> {
    let world = World { rules, opponent, coins };
    let mut tried = width.clamp(1, 8);
    loop {
        let mut search = Search::new(tried);
        if search.from(world, battle).won {
            return Some(search.line());
        }
        if tried >= width {
            return None;
        }
        tried = tried.saturating_mul(8).min(width);
    }
}

/// How many of some battles with random teams and leads can be won against a rule player. Battle number 17 of a seed is
/// the same whatever the number of battles and of threads.
pub fn upper_bound(rules: &Rules, opponent: RulePlayer, battles: u64, seed: u64, width: usize) -> Bound {
    let line = |number| {
        let rng = &mut Rng::stream(seed, &[number]);
        let teams = [rng.pick(rules.cards.teams()), rng.pick(rules.cards.teams())];
        let leads = [rng.below(TEAM) as u8, rng.below(TEAM) as u8];
        winning_line(rules, &Battle::new(rules.cards, teams, leads), opponent, coins(rng), width)
    };
    let lengths: Vec<Option<usize>> =
        (0..battles).into_par_iter().map(|number| line(number).map(|line| line.len())).collect();
    let won: Vec<usize> = lengths.into_iter().flatten().collect();
    let actions = won.iter().sum::<usize>() as f64 / won.len().max(1) as f64;
    Bound { battles, won: won.len() as u64, actions }
}
