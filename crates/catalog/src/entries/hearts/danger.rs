//! Danger learned from players of the list.

use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_games::tricks::PLAYERS;
use kirifuda_play::Rules as _;
use kirifuda_players::hearts::danger::{Features, Source};

use crate::contestant;

/// Games of four players of the list (one name for all, or four joined by `+`), of which at most `per_label` examples
/// are kept for each group and label. The rules as text: a preset, with changed switches if wanted.
pub fn source(rules: &str, players: &str, seed: u64, features: Features, per_label: usize) -> Result<Source, String> {
    let rules = Rules::book().parse(rules).map_err(|why| why.to_string())?;
    let names: Vec<&str> = players.split('+').map(str::trim).collect();
    if names.len() != 1 && names.len() != PLAYERS {
        return Err(format!(
            "players `{players}`: {} for {PLAYERS} seats; name one for all, or {PLAYERS} joined by `+`",
            names.len()
        ));
    }
    if let Some(program) = names.iter().find(|name| name.starts_with("exec:")) {
        return Err(format!("`{program}` is an outside program; only players of the list can sit here"));
    }
    let seated = names.iter().cycle().take(PLAYERS).map(|name| contestant::<Hearts>(&rules, name));
    let players = seated.collect::<Result<Vec<_>, _>>().map_err(|why| why.to_string())?;
    Source::new(rules, players, seed, features, per_label)
}
