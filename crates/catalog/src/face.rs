use crate::Rival;

/// How a game is offered to people: the page reads it from the catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// Where it stands in the lobby.
    pub shelf: Shelf,
    /// Cards that stand for it, in the notation of cards; a back where there are none.
    pub cards: &'static [&'static str],
    /// The characters whom one can meet, the weakest first.
    pub rivals: &'static [Rival],
    /// Who is asked for hints where nobody is named: the first of these that can play under the rules.
    pub advisers: &'static [&'static str],
}

/// A place in the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelf {
    /// With a picture.
    Front,
    /// By its name: small games.
    Small,
}

impl Shelf {
    /// The name in `--json` and in the catalog of the page.
    pub fn name(self) -> &'static str {
        match self {
            Shelf::Front => "front",
            Shelf::Small => "small",
        }
    }
}

impl Face {
    /// A game of which nothing is said.
    pub const USUAL: Face =
        Face { shelf: Shelf::Front, cards: &[], rivals: &[], advisers: &["deep-search", "cfr", "deep", "mc"] };
}
