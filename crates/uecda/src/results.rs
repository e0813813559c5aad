use kirifuda_games::daifugo::Rules;

use crate::client::Farewell;
use crate::scene::SEATS;
use crate::standings::{Conduct, Standings, Tally};
use crate::table::Table;

/// What a client can tell of a match from the tables: who went out when.
pub struct Results {
    me: usize,
    rules: Rules,
    tally: Tally,
    /// Who went out in the game that is on, in order.
    out: Vec<u8>,
    sizes: [i32; SEATS],
    /// The places of a game in which nobody played any more; the next exchange table tells them.
    unknown: bool,
    untold: u64,
    /// Our plays that were not taken.
    pub rejected: u64,
    /// Games that could not be followed.
    pub confused: u64,
}

/// What came of a visit.
#[derive(Clone, Debug)]
pub struct Visit {
    /// Our number.
    pub number: usize,
    /// How all players did, as far as the tables told.
    pub standings: Standings,
    /// Games whose end was drawn by lot, and not told: they do not count.
    pub untold: u64,
    /// Our plays that were not taken.
    pub rejected: u64,
    /// Games that could not be followed to their end.
    pub confused: u64,
    /// How it ended.
    pub farewell: Farewell,
}

impl Results {
    pub(crate) fn new(me: usize, rules: &Rules) -> Results {
        let tally = Tally::new(u64::from(rules.reset));
        Results {
            me,
            rules: *rules,
            tally,
            out: Vec::new(),
            sizes: [0; SEATS],
            unknown: false,
            untold: 0,
            rejected: 0,
            confused: 0,
        }
    }

    /// Games that count so far.
    pub fn games(&self) -> u64 {
        self.tally.games()
    }

    /// Our points so far.
    pub fn points(&self) -> f64 {
        self.tally.points(self.me)
    }

    /// The exchange table: the classes are the places of the game before.
    pub(crate) fn begin(&mut self, table: &Table) {
        let classes: [i32; SEATS] = std::array::from_fn(|player| table.get(6, 5 + player));
        if self.unknown {
            let told = (0..SEATS as i32).all(|class| classes.contains(&class));
            if told {
                self.add(classes.map(|class| class as u8));
            } else {
                self.untold += 1;
            }
            self.unknown = false;
        }
        self.out.clear();
        self.sizes = std::array::from_fn(|player| table.get(6, player));
    }

    pub(crate) fn saw(&mut self, stage: &Table) {
        for player in 0..SEATS {
            let size = stage.get(6, player);
            if size == 0 && self.sizes[player] != 0 {
                self.out.push(player as u8);
            }
            self.sizes[player] = size;
        }
    }

    pub(crate) fn end(&mut self) {
        if self.out.len() < SEATS - 1 {
            self.unknown = true;
            return;
        }
        let place = |player: u8| self.out.iter().position(|&out| out == player).unwrap_or(SEATS - 1) as u8;
        self.add(std::array::from_fn(|player| place(player as u8)));
    }

    fn add(&mut self, places: [u8; SEATS]) {
        let points = places.map(|place| f64::from(self.rules.points_of(place)));
        self.tally.add(&points, &places);
    }

    pub(crate) fn visit(&self, farewell: Farewell) -> Visit {
        let conduct: [Conduct; SEATS] = std::array::from_fn(|player| {
            let mut conduct = Conduct::default();
            conduct.rejected = if player == self.me { self.rejected } else { 0 };
            conduct
        });
        let name = |player: usize| if player == self.me { "we".to_string() } else { format!("player {player}") };
        let players = conduct.iter().enumerate().map(|(player, conduct)| (name(player), "server".to_string(), conduct));
        Visit {
            number: self.me,
            standings: self.tally.standings(players),
            untold: self.untold + u64::from(self.unknown),
            rejected: self.rejected,
            confused: self.confused,
            farewell,
        }
    }
}
