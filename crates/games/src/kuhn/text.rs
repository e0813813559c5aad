use kirifuda_play::{Act, Fact, Game, Imagine, Numbered, Phrase, Rng, Seat, Seen, Text, Turn, suggest};

use super::{Action, Betting, Card, End, Kuhn, Rules, View};

/// The fact that both cards have been shown: the card of seat 0, then that of seat 1.
const SHOWDOWN: &str = "showdown";

impl Text for Kuhn {
    fn show_action(_rules: &Rules, action: Action) -> String {
        action.to_string()
    }

    fn read_action(_rules: &Rules, text: &str) -> Result<Action, String> {
        let found = Action::ALL.into_iter().find(|action| action.to_string() == text);
        found.ok_or_else(|| format!("`{text}` is not an action{}", suggest::remedy(text, ["pass", "bet"])))
    }

    /// The card of seat 0, then that of seat 1: `K J`.
    fn show_deal(&self) -> String {
        format!("{} {}", self.cards[0], self.cards[1])
    }

    fn read_deal(_rules: &Rules, text: &str) -> Result<Kuhn, String> {
        let cards = text.split_whitespace().map(read_card).collect::<Result<Vec<_>, _>>()?;
        let [first, second] = cards[..] else {
            return Err(format!("a deal is two cards, like `K J`, not {}", cards.len()));
        };
        Ok(Kuhn::dealt(distinct([first, second])?))
    }

    fn why_not(&self, _action: Action) -> Option<Phrase> {
        (self.turn() == Turn::Over).then(|| Phrase::new("say.not.over"))
    }

    fn picture(&self) -> String {
        let state = match (self.turn(), self.betting.end()) {
            (Turn::Seat(seat), _) => format!("seat {seat} to move"),
            (_, Some(End::GivenUp { by })) => format!("seat {by} gave up"),
            (_, _) => "showdown".to_string(),
        };
        format!("cards: {}\nmoves: {}\n{state}\n", self.show_deal(), list(self.betting.so_far()))
    }

    fn seen(view: View<'_>) -> Seen {
        let history = view.history().iter().enumerate();
        let showdown = view.other_card().map(|other| {
            let mut cards = [view.card(), other];
            cards.rotate_right(view.seat().index());
            Fact::new(SHOWDOWN, cards)
        });
        Seen {
            seat: view.seat(),
            hand: vec![view.card().to_string()],
            public: showdown.into_iter().collect(),
            private: Vec::new(),
            history: history
                .map(|(i, action)| Act { seat: Seat(i as u8 % 2), action: Some(action.to_string()) })
                .collect(),
        }
    }

    fn reconstruct(rules: &Rules, seen: &Seen) -> Result<Kuhn, String> {
        let card = read_card(single_card(seen)?)?;
        // The moves come first: they tell whether the other card is open.
        let mut game = Kuhn { cards: [card; 2], betting: Betting::NONE };
        replay(&mut game, rules, &seen.history)?;
        if matches!(game.betting.end(), Some(End::Showdown { .. })) {
            game.cards = match seen.fact(SHOWDOWN)? {
                [first, second] => distinct([read_card(first)?, read_card(second)?])?,
                cards => return Err(format!("the fact `{SHOWDOWN}` must have two cards, not {}", cards.len())),
            };
        }
        agree(&Kuhn::imagine(game.view(seen.seat), &mut Rng::new(0)), seen, str::to_string)
    }
}

fn read_card(text: &str) -> Result<Card, String> {
    Card::read(text).ok_or_else(|| format!("`{text}` is not a card: write J, Q or K"))
}

fn distinct(cards: [Card; 2]) -> Result<[Card; 2], String> {
    if cards[0] == cards[1] {
        return Err(format!("both seats cannot have the {}: there is one card of each rank", cards[0]));
    }
    Ok(cards)
}

/// The one card that a poker player holds, and checks the seat.
pub(crate) fn single_card(seen: &Seen) -> Result<&str, String> {
    if seen.seat.index() >= 2 {
        return Err(format!("there is no seat {}: the seats are 0 and 1", seen.seat));
    }
    match seen.hand.as_slice() {
        [card] => Ok(card),
        hand => Err(format!("a hand is one card, not {}", hand.len())),
    }
}

/// Plays moves that came from outside, all of them open. The error names the first that is out of place.
pub(crate) fn replay<G: Text>(game: &mut G, rules: &G::Rules, history: &[Act]) -> Result<(), String> {
    for (i, act) in history.iter().enumerate() {
        let number = i + 1;
        match game.turn() {
            Turn::Seat(seat) if seat == act.seat => {}
            Turn::Seat(seat) => {
                return Err(format!("move {number} is by seat {}, but it is the turn of seat {seat}", act.seat));
            }
            Turn::Over => return Err(format!("move {number} comes after the end of the game")),
        }
        let text = act.action.as_deref().ok_or_else(|| format!("move {number} is hidden, but all moves are open"))?;
        let action = G::read_action(rules, text).map_err(|why| format!("move {number}: {why}"))?;
        game.try_play(action).map_err(|why| format!("move {number}, `{text}`: {why}"))?;
    }
    Ok(())
}

/// Hands the game over when the seat sees in it exactly what it said, in whatever notation (`canonical` gives ours);
/// the error names the part that differs.
pub(crate) fn agree<G: Text>(game: &G, seen: &Seen, canonical: impl Fn(&str) -> String) -> Result<G, String> {
    let now = G::seen(game.view(seen.seat));
    let all = |values: &[String]| values.iter().map(|value| canonical(value)).collect::<Vec<_>>();
    let hand = all(&seen.hand);
    let same = |facts: &[Fact]| facts.iter().map(|fact| Fact::new(&fact.name, all(&fact.values))).collect::<Vec<_>>();
    let facts = |facts: &[Fact]| {
        list(&facts.iter().map(|fact| format!("{} = {}", fact.name, fact.values.join(" "))).collect::<Vec<_>>())
    };
    let differs = |part: &str, said: String, known: String| {
        Err(format!("contradiction: {part} `{said}`, by the rest it must be `{known}`"))
    };
    if now.hand != hand {
        return differs("the hand is", seen.hand.join(" "), now.hand.join(" "));
    }
    if now.public != same(&seen.public) {
        return differs("the public facts are", facts(&seen.public), facts(&now.public));
    }
    if now.private != same(&seen.private) {
        return differs("the private facts are", facts(&seen.private), facts(&now.private));
    }
    Ok(game.clone())
}

/// Items in a row for people, `none` where there are none.
pub(crate) fn list<T: ToString>(items: &[T]) -> String {
    if items.is_empty() {
        return "none".to_string();
    }
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

/// The own card is known, and both when they are shown.
impl Numbered for Kuhn {
    const NUMBERS: &'static str = "kuhn-moves-1";
    const SEATS: usize = 2;
    const ACTIONS: usize = Action::ALL.len();
    const KNOWN: usize = 2 * Card::ALL.len();
    const LARGE: f32 = 2.0;

    fn number(action: Action) -> usize {
        action as usize
    }

    fn numbered(number: usize) -> Option<Action> {
        Action::ALL.get(number).copied()
    }

    fn known(view: View<'_>, tell: &mut dyn FnMut(usize)) {
        tell(view.card() as usize);
        if let Some(other) = view.other_card() {
            tell(Card::ALL.len() + other as usize);
        }
    }
}
