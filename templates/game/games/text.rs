use std::fmt::Write;

use kirifuda_play::{Act, Fact, Game, Imagine, Numbered, Rng, Seat, Seen, Text};

use super::{Card, Cards, DECK, HAND, Rules, SEATS, TemplateGame, View};

const DEALT: &str = "dealt";

impl Text for TemplateGame {
    fn show_action(_rules: &Rules, card: Card) -> String {
        card.to_string()
    }

    fn read_action(_rules: &Rules, text: &str) -> Result<Card, String> {
        let found = Card::ALL.into_iter().find(|card| card.to_string() == text);
        found.ok_or_else(|| format!("`{text}` is not a card: write a number from 1 to {DECK}"))
    }

    /// The cards of seat 0, then those of seat 1: `1 4 5 9; 2 3 6 8`.
    fn show_deal(&self) -> String {
        self.dealt.map(show).join("; ")
    }

    fn read_deal(_rules: &Rules, text: &str) -> Result<TemplateGame, String> {
        let hands = text.split(';').map(|hand| read(hand.split_whitespace())).collect::<Result<Vec<_>, _>>()?;
        let [one, other] = hands[..] else { return Err(format!("a deal is {SEATS} hands, not {}", hands.len())) };
        match one.without(other) == one && one.len() == HAND && other.len() == HAND {
            true => Ok(TemplateGame::with_hands([one, other])),
            false => Err(format!("a deal is {HAND} different cards for each seat, not `{text}`")),
        }
    }

    fn picture(&self) -> String {
        let mut text = String::new();
        for seat in Seat::all(SEATS) {
            let _ = writeln!(text, "seat {seat}: {}, {} rounds", show(self.hand(seat)), self.won[seat.index()]);
        }
        let plays: Vec<String> = self.plays().map(|(seat, card)| format!("{seat} {card}")).collect();
        let _ = writeln!(text, "played: {}", plays.join(", "));
        text
    }

    fn seen(view: View<'_>) -> Seen {
        let game = view.game;
        Seen {
            seat: view.seat,
            hand: view.hand().map(|card| card.to_string()).collect(),
            public: Vec::new(),
            private: vec![Fact::new(DEALT, game.dealt[view.seat.index()].iter())],
            history: game.plays().map(|(seat, card)| Act { seat, action: Some(card.to_string()) }).collect(),
        }
    }

    fn reconstruct(rules: &Rules, seen: &Seen) -> Result<TemplateGame, String> {
        if seen.seat.index() >= SEATS {
            return Err(format!("there is no seat {}", seen.seat));
        }
        let dealt = read(seen.fact(DEALT)?.iter().map(String::as_str))?;
        let mut plays = Vec::new();
        for act in &seen.history {
            let text = act.action.as_deref().ok_or("every card is played open")?;
            plays.push((act.seat, TemplateGame::read_action(rules, text)?));
        }
        // The other has what it played; the rest of its hand comes from an imagined world.
        let others = plays.iter().filter(|(seat, _)| *seat != seen.seat).map(|&(_, card)| card);
        let shown = others.fold(Cards::default(), Cards::with);
        if dealt.len() != HAND || shown.len() > HAND || dealt.without(shown) != dealt {
            return Err(format!("{HAND} different cards are dealt to each seat"));
        }
        let mut hands = [shown; SEATS];
        hands[seen.seat.index()] = dealt;
        let mut game = TemplateGame::with_hands(hands);
        for (place, &(_, card)) in plays.iter().enumerate() {
            game.played[place] = card;
            game.count = place + 1;
        }
        let world = TemplateGame::imagine(game.view(seen.seat), &mut Rng::new(0));
        // Replayed from its deal, so that every play is checked.
        let mut replay = TemplateGame::with_hands(world.dealt);
        for (place, &(seat, card)) in plays.iter().enumerate() {
            if replay.turn().seat() != Some(seat) {
                return Err(format!("history[{place}]: it is not the turn of seat {seat}"));
            }
            replay.try_play(card).map_err(|why| format!("history[{place}]: {card} by seat {seat}: {why}"))?;
        }
        match TemplateGame::seen(replay.view(seen.seat)) == *seen {
            true => Ok(replay),
            false => Err("the hand is not what the history leaves of it".to_string()),
        }
    }
}

/// A move is a card, and its number that of the card: nets can be trained from the first day.
impl Numbered for TemplateGame {
    const NUMBERS: &'static str = "template-game-1";
    const SEATS: usize = SEATS;
    const ACTIONS: usize = DECK;
    const LARGE: f32 = HAND as f32;

    fn number(card: Card) -> usize {
        card.index()
    }

    fn numbered(number: usize) -> Option<Card> {
        Card::ALL.get(number).copied()
    }
}

fn show(cards: Cards) -> String {
    let texts: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
    texts.join(" ")
}

fn read<'a>(texts: impl Iterator<Item = &'a str>) -> Result<Cards, String> {
    let mut cards = Cards::default();
    for text in texts {
        let card = TemplateGame::read_action(&Rules, text)?;
        if cards.has(card) {
            return Err(format!("the card {card} is there twice"));
        }
        cards = cards.with(card);
    }
    Ok(cards)
}
