use kirifuda_uecda::Standings;

use crate::table::TextTable;

/// The standings for people, the best first. `conduct`: how the players behaved is known, too.
pub fn standings(standings: &Standings, conduct: bool) -> String {
    let mut heads = vec!["player", "points/game", "95%", "points", "1st", "2nd", "3rd", "4th", "5th"];
    if conduct {
        heads.extend(["rejected", "late", "ms/move"]);
    }
    let mut table = TextTable::new(heads);
    let mut players: Vec<_> = standings.players.iter().collect();
    players.sort_by(|a, b| b.points.total_cmp(&a.points));
    for player in &players {
        let estimate = player.points_per_game;
        let from = if conduct { format!(" ({})", player.from) } else { String::new() };
        let mut row = vec![
            format!("{} {}{from}", player.number, player.name),
            format!("{:.3}", estimate.mean),
            estimate.ci95.map_or_else(|| "–".to_string(), |half| format!("±{half:.3}")),
            format!("{}", player.points),
        ];
        row.extend(player.places.iter().map(u64::to_string));
        if conduct {
            row.extend([player.rejected.to_string(), player.late.to_string()]);
            row.push(format!("{:.2}", player.mean_seconds * 1e3));
        }
        table.row(row);
    }
    let unit = match standings.interval_games {
        None => "no intervals before four blocks of games between resets of the classes".to_string(),
        Some(1) => "intervals from games".to_string(),
        Some(games) => format!("intervals from blocks of {games} games"),
    };
    let mut text = format!("{} games; {unit}\n{}", standings.games, table.numbers());
    for player in players {
        if let Some(left) = &player.left {
            text.push_str(&format!("{} {} left in game {}: {}\n", player.number, player.name, left.game, left.why));
        }
        if let Some(why) = &player.first_rejection {
            text.push_str(&format!("{} {}: the first rejected play: {why}\n", player.number, player.name));
        }
    }
    text
}

/// Tells problems as they come, but not without end.
#[derive(Default)]
pub struct Problems {
    count: u64,
}

/// So many are told one by one.
const TOLD: u64 = 20;

impl Problems {
    /// Tells one.
    pub fn tell(&mut self, what: &str) {
        self.count += 1;
        if self.count <= TOLD {
            eprintln!("{what}");
        }
    }

    /// Tells how many were not told.
    pub fn finish(&self) {
        if self.count > TOLD {
            eprintln!("and {} more such messages", self.count - TOLD);
        }
    }
}
