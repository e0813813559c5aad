//! What FALCON can do: each action is a rule that names a legal card, or does not apply now.

mod new;
mod previous;

use std::fmt;

use kirifuda_games::cards::{Card, Suit};
use kirifuda_play::Phrase;

use super::{Look, Side};

pub use new::NEW;
pub use previous::{DUCKING, PREVIOUS};

/// A rule that names a card.
#[derive(Clone, Copy, Debug)]
pub struct Action {
    /// Its place in paper 000, Table 1: `par1` when leading, `ch1` with the led suit, `ch'1` without it.
    pub id: &'static str,
    /// A name, unique in its set.
    pub name: &'static str,
    /// What it does, as an instruction.
    pub about: About,
    /// What it is good for. Paper 000 names five techniques, but not which action serves which: this is our reading.
    pub technique: Option<Technique>,
    /// The card, always a legal one; none when the action does not apply now or belongs to another kind of decision.
    pub pick: fn(&Look<'_>) -> Option<Card>,
}

impl Action {
    const fn new(id: &'static str, name: &'static str, about: About, pick: Pick) -> Action {
        Action { id, name, about, technique: None, pick }
    }

    const fn with(self, technique: Technique) -> Action {
        Action { technique: Some(technique), ..self }
    }

    /// What it does, as an instruction.
    pub fn phrase(&self) -> Phrase {
        let phrase = Phrase::new(self.about.key);
        self.about.suit.map_or(phrase.clone(), |suit| phrase.with("suit", suit.to_string()))
    }
}

/// The phrase of an action, as a constant: its key, and the suit that it is about.
#[derive(Clone, Copy, Debug)]
pub struct About {
    key: &'static str,
    suit: Option<Suit>,
}

impl About {
    const fn plain(key: &'static str) -> About {
        About { key, suit: None }
    }

    const fn of(suit: Suit, key: &'static str) -> About {
        About { key, suit: Some(suit) }
    }
}

type Pick = fn(&Look<'_>) -> Option<Card>;

/// The techniques of human players that paper 000 (§5.1) builds its actions on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Technique {
    /// Empty a suit.
    Void,
    /// Lead a suit again and again, to force a card out.
    SmokeOut,
    /// Take a trick on purpose, with a high card.
    Cash,
    /// Play a low card, so as not to take the trick.
    Exit,
    /// Lead ♠Q.
    Spear,
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Technique::Void => "Void",
            Technique::SmokeOut => "Smoke Out",
            Technique::Cash => "Cash",
            Technique::Exit => "Exit",
            Technique::Spear => "Spear",
        })
    }
}

/// The actions that a learner chooses from.
#[derive(Debug)]
pub struct ActionSet {
    /// How settings call it.
    pub name: &'static str,
    /// What can be led.
    pub lead: &'static [Action],
    /// What can be played to a trick: first the actions for when the led suit is held, then those for when it is not.
    pub follow: &'static [Action],
    /// Adds the actions that apply, by their numbers among those of their side, with the cards that they name: what asking
    /// each of them gives, in one go.
    pub applying: fn(&Look<'_>, &mut Vec<(u16, Card)>),
}

/// Asks the actions of a constant list by their numbers. Each is known when the program is built, so that what they have in
/// common is computed once: that takes half of the instructions of calling them through pointers.
macro_rules! ask {
    ($list:ident, $look:expr, $out:expr, [$($number:literal),*]) => {{
        $(if let Some(card) = ($list[$number].pick)($look) {
            $out.push(($number, card));
        })*
    }};
}
use ask;

/// All sets.
pub static ACTION_SETS: [&ActionSet; 3] = [&NEW, &PREVIOUS, &DUCKING];

impl ActionSet {
    /// The set of a name.
    pub fn named(text: &str) -> Option<&'static ActionSet> {
        ACTION_SETS.into_iter().find(|set| set.name == text)
    }

    /// The actions of a side.
    #[inline]
    pub fn of(&self, side: Side) -> &'static [Action] {
        match side {
            Side::Lead => self.lead,
            Side::Follow => self.follow,
        }
    }
}
