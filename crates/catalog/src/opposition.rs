use kirifuda_arena::Contestant;
use kirifuda_play::{Game, Policy, Rules};
use kirifuda_players::common::table_text;

use crate::{Listed, contestant};

/// Who sits at the other seats while a learner learns.
pub enum Opposition<G: Game> {
    /// Uniformly random players.
    Random,
    /// Earlier selves of the learner.
    SelfPlay,
    /// The learner itself, learning at every seat.
    Mirror,
    /// These players of the list, from the learner's left.
    Players(Vec<Contestant<G>>),
}

/// The text of [`Opposition::SelfPlay`].
pub const SELF_PLAY: &str = "self-play";
const RANDOM: &str = "random";
/// The text of [`Opposition::Mirror`].
pub(crate) const MIRROR: &str = "mirror";

impl<G: Listed> Opposition<G> {
    /// Reads `random`, `self-play`, `mirror`, the name of a player for all other seats (`stock`), or one for each of
    /// them from the learner's left, joined by `+` (`stock+jake+random`).
    pub fn read(rules: &G::Rules, text: &str) -> Result<Opposition<G>, String> {
        Self::read_by(text, |text| others::<G>(rules, text))
    }

    /// The same for a learner that meets one of them at all other seats, drawn for every deal: as many as wanted.
    #[cfg(feature = "deep")]
    pub(crate) fn read_league(rules: &G::Rules, text: &str) -> Result<Opposition<G>, String> {
        let several = text.contains('+');
        Self::read_by(text, |text| if several { listed::<G>(rules, &names(text)) } else { others::<G>(rules, text) })
    }

    fn read_by(
        text: &str,
        players: impl FnOnce(&str) -> Result<Vec<Contestant<G>>, String>,
    ) -> Result<Opposition<G>, String> {
        Ok(match text.trim() {
            SELF_PLAY => Opposition::SelfPlay,
            MIRROR => Opposition::Mirror,
            text => {
                let players = players(text)
                    .map_err(|why| format!("opponents `{text}`: {why} (or `{RANDOM}`, `{SELF_PLAY}`, `{MIRROR}`)"))?;
                if players.iter().all(|player| player.name == RANDOM) {
                    return Ok(Opposition::Random);
                }
                let follows = made(&players)?.iter_mut().position(|player| player.watch().is_some());
                if let Some(place) = follows {
                    let name = &players[place].name;
                    return Err(format!(
                        "opponents `{text}`: `{name}` follows whole games and cannot be learned against"
                    ));
                }
                Opposition::Players(players)
            }
        })
    }

    /// The text that [`read`](Opposition::read) takes, the same for all ways to say the same.
    pub fn text(&self) -> String {
        match self {
            Opposition::Random => RANDOM.to_string(),
            Opposition::SelfPlay => SELF_PLAY.to_string(),
            Opposition::Mirror => MIRROR.to_string(),
            Opposition::Players(players) => table_text(players),
        }
    }
}

/// Instances of players, one of each.
pub(crate) fn made<G: Game>(players: &[Contestant<G>]) -> Result<Vec<Box<dyn Policy<G>>>, String> {
    players.iter().map(|player| (player.maker)().map_err(|why| why.to_string())).collect()
}

/// The players of a text for all seats but one: one name for all of them, or one for each, joined by `+`.
pub fn others<G: Listed>(rules: &G::Rules, text: &str) -> Result<Vec<Contestant<G>>, String> {
    let (seats, names) = (rules.seats() - 1, names(text));
    if names.len() != 1 && names.len() != seats {
        return Err(format!("{} players for {seats} seats; name one for all, or {seats} joined by `+`", names.len()));
    }
    listed(rules, &names.into_iter().cycle().take(seats).collect::<Vec<_>>())
}

fn names(text: &str) -> Vec<&str> {
    text.split('+').map(str::trim).collect()
}

/// At most so many players are learned against.
const MOST: usize = 32;

/// Players of these names.
fn listed<G: Listed>(rules: &G::Rules, names: &[&str]) -> Result<Vec<Contestant<G>>, String> {
    if names.len() > MOST {
        return Err(format!("{} players; name at most {MOST}", names.len()));
    }
    if let Some(program) = names.iter().find(|name| name.starts_with("exec:")) {
        return Err(format!("`{program}` is an outside program; only players of the list can sit here"));
    }
    let players = names.iter().map(|name| contestant::<G>(rules, name));
    players.collect::<Result<Vec<_>, _>>().map_err(|why| why.to_string())
}
