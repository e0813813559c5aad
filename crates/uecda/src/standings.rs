use std::time::Duration;

use kirifuda_arena::{Estimate, Moments};
use serde::Serialize;

use crate::scene::SEATS;

/// How the players stand after some games.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// Games that count.
    pub games: u64,
    /// Games that were taken together for the intervals: a block from one reset of the classes to the next, since
    /// games within it depend on each other. Nothing where there are too few blocks: then there are no intervals, since
    /// those of single games would be far too narrow.
    pub interval_games: Option<u64>,
    /// The players, by number.
    pub players: Vec<PlayerStanding>,
}

/// How one player stands.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerStanding {
    /// 0 to 4.
    pub number: u8,
    /// What it calls itself.
    pub name: String,
    /// `own` or the version of the protocol.
    pub from: String,
    /// Points in all.
    pub points: f64,
    /// Points a game, with the 95% interval.
    pub points_per_game: Estimate,
    /// How often it was first, second, …
    pub places: [u64; SEATS],
    /// Plays that were no pass and were not taken, exchanges included.
    pub rejected: u64,
    /// The reason of the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_rejection: Option<String>,
    /// Answers that did not come in time.
    pub late: u64,
    /// Mean time for an answer, in seconds.
    pub mean_seconds: f64,
    /// Longest time for an answer, in seconds.
    pub longest_seconds: f64,
    /// Why and in which game, counted from 1, it left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Left>,
}

/// The end of a client before the end of the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Left {
    /// The game, counted from 1.
    pub game: u64,
    /// Why.
    pub why: String,
}

/// What a player did, besides winning and losing.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// Plays that were not taken.
    pub rejected: u64,
    /// Why, the first time.
    pub first_rejection: Option<String>,
    /// Answers that came too late.
    pub late: u64,
    /// When and why it left.
    pub left: Option<Left>,
    answers: u64,
    thinking: Duration,
    longest: Duration,
}

impl Conduct {
    /// Counts an answer that took so long.
    pub fn answered(&mut self, after: Duration) {
        self.answers += 1;
        self.thinking += after;
        self.longest = self.longest.max(after);
    }

    /// Counts a play that was not taken.
    pub fn reject(&mut self, why: impl FnOnce() -> String) {
        self.rejected += 1;
        self.first_rejection.get_or_insert_with(why);
    }
}

/// From how many blocks on intervals are taken from blocks. With four blocks Student's t is 3.2, not yet absurd.
const BLOCKS: u64 = 4;

/// Adds up games.
pub struct Tally {
    by_game: Moments,
    by_block: Moments,
    block: [f64; SEATS],
    block_games: u64,
    in_block: u64,
    points: [f64; SEATS],
    places: [[u64; SEATS]; SEATS],
}

impl Tally {
    /// No games yet; blocks of so many games (0: there are none).
    pub fn new(block_games: u64) -> Tally {
        Tally {
            by_game: Moments::new(SEATS),
            by_block: Moments::new(SEATS),
            block: [0.0; SEATS],
            block_games,
            in_block: 0,
            points: [0.0; SEATS],
            places: [[0; SEATS]; SEATS],
        }
    }

    /// Adds a game: points and places by player.
    pub fn add(&mut self, points: &[f64; SEATS], places: &[u8; SEATS]) {
        self.by_game.push(points);
        for player in 0..SEATS {
            self.points[player] += points[player];
            self.block[player] += points[player];
            if let Some(count) = self.places[player].get_mut(usize::from(places[player])) {
                *count += 1;
            }
        }
        self.in_block += 1;
        if self.in_block == self.block_games {
            self.by_block.push(&self.block.map(|sum| sum / self.block_games as f64));
            self.block = [0.0; SEATS];
            self.in_block = 0;
        }
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        self.by_game.count()
    }

    /// Points of a player so far.
    pub fn points(&self, player: usize) -> f64 {
        self.points.get(player).copied().unwrap_or(0.0)
    }

    /// The standings, for players of these names, origins and conduct.
    pub fn standings<'a>(&self, players: impl Iterator<Item = (String, String, &'a Conduct)>) -> Standings {
        let blocks = self.by_block.count() >= BLOCKS;
        let standing = |(number, (name, from, conduct)): (usize, (String, String, &Conduct))| {
            let mut estimate = self.by_game.estimate(number);
            // The mean is that of all games, those of a block that is not full included.
            estimate.ci95 = self.by_block.estimate(number).ci95.filter(|_| blocks);
            if self.games() == 0 {
                estimate = Estimate { mean: 0.0, ci95: None };
            }
            PlayerStanding {
                number: number as u8,
                name,
                from,
                points: self.points(number),
                points_per_game: estimate,
                places: self.places[number],
                rejected: conduct.rejected,
                first_rejection: conduct.first_rejection.clone(),
                late: conduct.late,
                mean_seconds: conduct.thinking.as_secs_f64() / conduct.answers.max(1) as f64,
                longest_seconds: conduct.longest.as_secs_f64(),
                left: conduct.left.clone(),
            }
        };
        Standings {
            games: self.games(),
            interval_games: blocks.then_some(self.block_games),
            players: players.take(SEATS).enumerate().map(standing).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standings(tally: &Tally) -> Standings {
        let conduct = Conduct::default();
        tally.standings((0..5).map(|number| (number.to_string(), "own".to_string(), &conduct)))
    }

    #[test]
    fn points_and_places_add_up() {
        let mut tally = Tally::new(100);
        tally.add(&[5.0, 4.0, 3.0, 2.0, 1.0], &[0, 1, 2, 3, 4]);
        tally.add(&[5.0, 1.0, 2.0, 3.0, 4.0], &[0, 4, 3, 2, 1]);
        let standings = standings(&tally);
        assert_eq!(standings.games, 2);
        assert_eq!(standings.interval_games, None, "two games of a block of 100 have no interval");
        assert_eq!(standings.players[0].places, [2, 0, 0, 0, 0]);
        assert_eq!(standings.players[1].points, 5.0);
        assert_eq!(standings.players[1].points_per_game.mean, 2.5);
        assert!(standings.players.iter().all(|player| player.points_per_game.ci95.is_none()));
    }

    #[test]
    fn games_that_hang_together_are_one_observation() {
        // The same player wins all games of a block: single games would pretend to know more.
        let mut tally = Tally::new(10);
        for game in 0..44 {
            let winner = game / 10 % 2;
            let points = std::array::from_fn(|player| if player == winner { 5.0 } else { 2.5 });
            tally.add(&points, &[0; 5]);
        }
        let standings = standings(&tally);
        assert_eq!(standings.interval_games, Some(10));
        let first = standings.players[0].points_per_game;
        assert!((first.mean - (24.0 * 5.0 + 20.0 * 2.5) / 44.0).abs() < 1e-12);
        // Four blocks of 5, 2.5, 5, 2.5: standard deviation 1.4434, half of it the error, t of three degrees 3.1824.
        assert!((first.ci95.unwrap_or(0.0) - 1.443_376 / 2.0 * 3.182_446).abs() < 1e-4);
    }

    #[test]
    fn no_game_is_no_mean() {
        assert_eq!(standings(&Tally::new(100)).players[0].points_per_game.mean, 0.0);
    }
}
