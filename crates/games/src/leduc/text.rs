use kirifuda_play::{Act, Fact, Game, Imagine, Phrase, Rng, Seen, Text, Turn, suggest};

use super::{Action, Betting, DECK, Leduc, Phase, Rules, View};
use crate::cards::Card;
use crate::kuhn::{agree, list, replay, single_card};

/// The fact that the public card is open.
const PUBLIC: &str = "public";
/// The fact that both hands have been shown: the card of seat 0, then that of seat 1.
const SHOWDOWN: &str = "showdown";

impl Text for Leduc {
    fn show_action(_rules: &Rules, action: Action) -> String {
        action.to_string()
    }

    fn read_action(_rules: &Rules, text: &str) -> Result<Action, String> {
        let found = Action::ALL.into_iter().find(|action| action.to_string() == text);
        found.ok_or_else(|| format!("`{text}` is not an action{}", suggest::remedy(text, ["fold", "call", "raise"])))
    }

    /// The card of seat 0, that of seat 1, and the public card: `♠J ♥Q / ♠K`.
    fn show_deal(&self) -> String {
        format!("{} {} / {}", self.hands[0], self.hands[1], self.public)
    }

    fn read_deal(_rules: &Rules, text: &str) -> Result<Leduc, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [first, second, "/", public] = words[..] else {
            return Err(format!("`{text}` is not a deal: write two cards, a stroke and a card, like `♠J ♥Q / ♠K`"));
        };
        let (hands, public) = ([read_card(first)?, read_card(second)?], read_card(public)?);
        distinct(&[hands[0], hands[1], public])?;
        Ok(Leduc::dealt(hands, public))
    }

    fn why_not(&self, action: Action) -> Option<Phrase> {
        match action {
            _ if self.betting.allows(action) => None,
            _ if self.turn() == Turn::Over => Some(Phrase::new("say.not.over")),
            Action::Fold => Some(Phrase::new("say.not.fold")),
            Action::Call | Action::Raise => Some(Phrase::new("say.not.raise").with("n", Betting::MOST_RAISES)),
        }
    }

    fn tries(&self) -> Vec<Action> {
        Action::ALL.to_vec()
    }

    fn picture(&self) -> String {
        let open = if self.betting.public_card_is_open() { "open" } else { "hidden" };
        let [first, second] = self.betting.rounds().map(list);
        let state = match (self.turn(), self.betting.phase()) {
            (Turn::Seat(seat), _) => format!("seat {seat} to move"),
            (_, Phase::Folded { by }) => format!("seat {by} folded"),
            (_, _) => "showdown".to_string(),
        };
        let [mine, theirs] = self.betting.stakes();
        format!(
            "hands: {} {}\npublic card: {} ({open})\nfirst round: {first}\nsecond round: {second}\n\
             chips in the pot: {mine} + {theirs}\n{state}\n",
            self.hands[0], self.hands[1], self.public
        )
    }

    fn seen(view: View<'_>) -> Seen {
        let showdown = view.other_card().map(|other| {
            let mut cards = [view.card(), other];
            cards.rotate_right(view.seat().index());
            Fact::new(SHOWDOWN, cards)
        });
        let public = view.public_card().map(|card| Fact::new(PUBLIC, [card]));
        Seen {
            seat: view.seat(),
            hand: vec![view.card().to_string()],
            public: public.into_iter().chain(showdown).collect(),
            private: Vec::new(),
            history: view
                .betting()
                .history()
                .map(|(seat, action)| Act { seat, action: Some(action.to_string()) })
                .collect(),
        }
    }

    fn reconstruct(rules: &Rules, seen: &Seen) -> Result<Leduc, String> {
        let card = read_card(single_card(seen)?)?;
        // Legality does not depend on the cards, so the moves come first: they tell which cards are open.
        let mut game = Leduc { hands: [card; 2], public: card, betting: Betting::NONE };
        replay(&mut game, rules, &seen.history)?;
        if game.betting.public_card_is_open() {
            game.public = read_card(seen.single(PUBLIC)?)?;
            distinct(&[card, game.public])?;
        }
        if game.betting.phase() == Phase::Showdown {
            game.hands = read_showdown(seen)?;
            distinct(&[game.hands[0], game.hands[1], game.public])?;
        }
        let canonical = |text: &str| read_card(text).map_or_else(|_| text.to_string(), |card| card.to_string());
        agree(&Leduc::imagine(game.view(seen.seat), &mut Rng::new(0)), seen, canonical)
    }
}

fn read_showdown(seen: &Seen) -> Result<[Card; 2], String> {
    match seen.fact(SHOWDOWN)? {
        [first, second] => Ok([read_card(first)?, read_card(second)?]),
        cards => Err(format!("the fact `{SHOWDOWN}` must have two cards, not {}", cards.len())),
    }
}

fn read_card(text: &str) -> Result<Card, String> {
    let card = text.parse().ok().filter(|card| DECK.contains(card));
    card.ok_or_else(|| {
        format!("`{text}` is not a card of this deck, which has J, Q and K in ♥ and ♠: write `♠J` or `SJ`")
    })
}

fn distinct(cards: &[Card]) -> Result<(), String> {
    let twice = cards.iter().enumerate().find(|(i, card)| cards[..*i].contains(card));
    twice.map_or(Ok(()), |(_, card)| Err(format!("the {card} is there twice: each card is in the deck once")))
}
