use crate::{Rules, Seat, Seen, Text};

/// Games whose moves have numbers, the same in every position and under all rules: what a net, or a program in another
/// language, has to know of any game.
///
/// A game says how many moves there are, and which number each has. The rest is told by its notation, which is slow: a
/// game that is trained much tells it from its view itself. [`conformance::numbers`](crate::conformance::numbers) checks it.
pub trait Numbered: Text {
    /// Name and version of the numbers, for model files: `oh-hell-1`. Other numbers have another.
    const NUMBERS: &'static str;
    /// The most seats, under any rules.
    const SEATS: usize;
    /// Moves that there are, under any rules.
    const ACTIONS: usize;
    /// Things that a seat can know besides the moves that were made, as [`known`](Numbered::known) tells them.
    const KNOWN: usize = 3 * Self::ACTIONS;
    /// A payoff that is large: learners divide payoffs by it, so that they are numbers of about 1.
    const LARGE: f32 = 1.0;

    /// The number of a move, below [`ACTIONS`](Numbered::ACTIONS).
    fn number(action: Self::Action) -> usize;
    /// The move of a number; nothing for numbers that no move has.
    fn numbered(number: usize) -> Option<Self::Action>;

    /// Whether there is such a move under these rules; only such moves can be written in the game's notation.
    fn exists(_rules: &Self::Rules, _action: Self::Action) -> bool {
        true
    }

    /// Numbers that moves can have under these rules: the first so many of [`ACTIONS`](Numbered::ACTIONS). A net or a
    /// program that knows these rules needs no more.
    fn actions(_rules: &Self::Rules) -> usize {
        Self::ACTIONS
    }

    /// Whose eyes a view is of.
    fn seat(view: Self::View<'_>) -> Seat {
        Self::seen(view).seat
    }

    /// Tells the numbers of what the seat knows besides the moves that were made, each below [`KNOWN`](Numbered::KNOWN).
    ///
    /// By default: the number of each move that the seat holds (in most games a card is its move), then in a block each,
    /// the same for the values of public and of private facts. What is not written like a move is left out.
    fn known(view: Self::View<'_>, tell: &mut dyn FnMut(usize)) {
        let Seen { hand, public, private, .. } = Self::seen(view);
        let facts = [public, private].map(|facts| facts.into_iter().flat_map(|fact| fact.values).collect());
        let [public, private]: [Vec<String>; 2] = facts;
        let rules = first::<Self>();
        for (block, texts) in [hand, public, private].iter().enumerate() {
            for action in texts.iter().filter_map(|text| Self::read_action(&rules, text).ok()) {
                tell(block * Self::ACTIONS + Self::number(action));
            }
        }
    }

    /// Tells every move so far, in order, with who made it; nothing for one that the seat has not seen.
    fn made(view: Self::View<'_>, tell: &mut dyn FnMut(Seat, Option<Self::Action>)) {
        let rules = first::<Self>();
        for act in Self::seen(view).history {
            tell(act.seat, act.action.and_then(|text| Self::read_action(&rules, &text).ok()));
        }
    }
}

/// Moves are written alike under all rules: the first preset will do.
fn first<G: Text>() -> G::Rules {
    (G::Rules::book().presets[0].rules)()
}
