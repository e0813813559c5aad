use crate::{Actions, Game, Phrase, Seat};

/// Games in words: the notation of actions and deals, a picture for people, and what a seat has seen as a value that
/// can leave the process.
pub trait Text: Game {
    /// An action in the game's notation.
    fn show_action(rules: &Self::Rules, action: Self::Action) -> String;
    /// Reads an action; the error says what was expected.
    fn read_action(rules: &Self::Rules, text: &str) -> Result<Self::Action, String>;
    /// The deal in one line: [`read_deal`](Text::read_deal) gives the game before its first move.
    fn show_deal(&self) -> String;
    /// Reads a deal.
    fn read_deal(rules: &Self::Rules, text: &str) -> Result<Self, String>;
    /// The whole state for people, over several lines, ending in a line break.
    fn picture(&self) -> String;
    /// All that a seat has seen.
    fn seen(view: Self::View<'_>) -> Seen;
    /// A game in which `seen.seat` has seen exactly this; what it has not seen is filled in somehow.
    /// The error names what is malformed or contradicts the rules.
    fn reconstruct(rules: &Self::Rules, seen: &Seen) -> Result<Self, String>;

    /// Who has just won a trick, of which the last move was the last, and of how many moves it was. Nothing in games without
    /// tricks.
    fn trick_won(&self) -> Option<(Seat, usize)> {
        None
    }

    /// The position as facts that follow from what the seat has seen, for programs that do not know the rules: what lies on
    /// the table, say. Nothing where the facts of [`seen`](Text::seen) say it.
    fn position(_view: Self::View<'_>) -> Vec<Fact> {
        Vec::new()
    }

    /// Why a move is not legal now, from what whoever is to move may know; nothing where it is legal. A game that says nothing
    /// of its own says only that it is not.
    fn why_not(&self, action: Self::Action) -> Option<Phrase> {
        let mut legal = Actions::new();
        self.legal(&mut legal);
        (!legal.contains(&action)).then(|| Phrase::new("say.not.legal"))
    }

    /// Moves that whoever is to move might try, legal or not: by default what the seat holds, where that is written like a
    /// move.
    fn tries(&self) -> Vec<Self::Action> {
        let Some(seat) = self.turn().seat() else { return Vec::new() };
        let hand = Self::seen(self.view(seat)).hand;
        hand.iter().filter_map(|text| Self::read_action(self.rules(), text).ok()).collect()
    }
}

/// All that one seat has seen of a game so far, in the game's notation. Two states give a seat the same view exactly
/// when this is equal.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Seen {
    /// Whose eyes.
    pub seat: Seat,
    /// What the seat holds now.
    pub hand: Vec<String>,
    /// Facts of the deal that everyone knows.
    pub public: Vec<Fact>,
    /// Facts that this seat alone knows.
    pub private: Vec<Fact>,
    /// Every move so far.
    pub history: Vec<Act>,
}

/// A named fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its name, unique within its list.
    pub name: String,
    /// Its values, in the game's notation.
    pub values: Vec<String>,
}

/// A move as a seat saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Who moved.
    pub seat: Seat,
    /// The move; nothing where it is hidden from the seat that looks.
    pub action: Option<String>,
}

/// Every move of a game so far, hidden ones included: each seat sees its own. For games whose hidden part is known
/// to whoever asks (replays, imagined worlds), not for players.
pub fn moves<G: Text>(game: &G) -> Result<Vec<G::Action>, String> {
    let by_seat: Vec<Vec<Act>> = Seat::all(game.seats()).map(|seat| G::seen(game.view(seat)).history).collect();
    let mut actions = Vec::new();
    for number in 0..by_seat.first().map_or(0, Vec::len) {
        let text = by_seat.iter().enumerate().find_map(|(seat, history)| {
            history.get(number).filter(|act| act.seat.index() == seat).and_then(|act| act.action.as_deref())
        });
        let text = text.ok_or_else(|| format!("nobody knows move {}", number + 1))?;
        actions.push(G::read_action(game.rules(), text)?);
    }
    Ok(actions)
}

impl Fact {
    /// A fact from anything that can be shown.
    pub fn new<T: ToString>(name: &str, values: impl IntoIterator<Item = T>) -> Fact {
        Fact { name: name.to_string(), values: values.into_iter().map(|v| v.to_string()).collect() }
    }
}

impl Seen {
    /// The values of a fact, public or private; the error names it.
    pub fn fact(&self, name: &str) -> Result<&[String], String> {
        let found = self.public.iter().chain(&self.private).find(|fact| fact.name == name);
        found.map(|fact| fact.values.as_slice()).ok_or_else(|| format!("the fact `{name}` is missing"))
    }

    /// The single value of a fact, public or private.
    pub fn single(&self, name: &str) -> Result<&str, String> {
        match self.fact(name)? {
            [value] => Ok(value),
            values => Err(format!("the fact `{name}` must have one value, not {}", values.len())),
        }
    }
}
