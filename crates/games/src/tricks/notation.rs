//! Reading hands and plays, and rebuilding a game from what a seat has seen, for the text forms of the games.

use std::ops::RangeInclusive;

use kirifuda_play::{Act, Fact, Rng, Seat, Seen, Text, Turn, Worlds};

use super::{Form, OnTable, PLAYERS, TableView, TableWorlds, Trick};
use crate::cards::{Card, CardSet};

/// The cards that a fact names, each once.
pub(crate) fn read_cards(fact: &str, values: &[String]) -> Result<CardSet, String> {
    let cards: Result<CardSet, _> = values.iter().map(|text| text.parse::<Card>()).collect();
    let cards = cards.map_err(|why| format!("the fact `{fact}`: {why}"))?;
    if cards.len() != values.len() {
        return Err(format!("the fact `{fact}` names a card twice"));
    }
    Ok(cards)
}

/// Four hands of so many cards each, no card twice.
pub(crate) fn read_hands(texts: &[&str], cards: usize) -> Result<[CardSet; PLAYERS], String> {
    let mut hands = [CardSet::EMPTY; PLAYERS];
    if texts.len() != PLAYERS {
        return Err(format!("a deal has 4 hands, not {}", texts.len()));
    }
    for (seat, (hand, text)) in hands.iter_mut().zip(texts).enumerate() {
        *hand = text.parse().map_err(|why| format!("hand of seat {seat}: {why}"))?;
        if hand.len() != cards {
            return Err(format!("the hand of seat {seat} has {} cards, not {cards}", hand.len()));
        }
    }
    if hands.iter().fold(CardSet::EMPTY, |all, &hand| all | hand).len() != PLAYERS * cards {
        return Err("the four hands share a card: a card is dealt twice".to_string());
    }
    Ok(hands)
}

/// A seat of the table, such as the `leader` or the `dealer`.
pub(crate) fn read_seat(who: &str, text: &str) -> Result<Seat, String> {
    match text.parse() {
        Ok(seat @ 0..=3) => Ok(Seat(seat)),
        _ => Err(format!("the {who} must be a seat from 0 to 3, not `{text}`")),
    }
}

/// The hands as far as one seat knows them before the first card is played: its own, of so many cards as are allowed.
pub(crate) fn known_hands(game: &str, seen: &Seen, cards: RangeInclusive<usize>) -> Result<[CardSet; PLAYERS], String> {
    if seen.seat.index() >= PLAYERS {
        return Err(format!("seat {} does not exist: {game} has seats 0 to 3", seen.seat));
    }
    let dealt = read_cards(DEALT, seen.fact(DEALT)?)?;
    if !cards.contains(&dealt.len()) {
        let (least, most) = (cards.start(), cards.end());
        let range = if least == most { most.to_string() } else { format!("{least} to {most}") };
        return Err(format!("the fact `{DEALT}` must have {range} different cards, not {}", dealt.len()));
    }
    let mut hands = [CardSet::EMPTY; PLAYERS];
    hands[seen.seat.index()] = dealt;
    Ok(hands)
}

/// What a seat has seen of a game whose moves everybody sees. The facts are the game's; the cards dealt are added.
pub(crate) fn seen<G: OnTable>(
    view: TableView<'_, G::Form>,
    public: Vec<Fact>,
    bids: impl Iterator<Item = (Seat, u8)>,
) -> Seen {
    let bids = bids.map(|(seat, bid)| Act { seat, action: Some(bid.to_string()) });
    let plays = view.plays().map(|(seat, card)| Act { seat, action: Some(card.to_string()) });
    Seen {
        seat: view.seat(),
        hand: view.hand().iter().map(|card| card.to_string()).collect(),
        public,
        private: vec![Fact::new(DEALT, view.hand() | view.played_by(view.seat()))],
        history: bids.chain(plays).collect(),
    }
}

/// A game in which `seen.seat` has seen exactly this. `skeleton` is the deal with the [`known_hands`]; bids and plays follow.
pub(crate) fn reconstruct<G: OnTable + Text>(seen: &Seen, mut skeleton: G) -> Result<G, String> {
    let rules = skeleton.rules().clone();
    let mut gone = CardSet::EMPTY;
    for (i, act) in seen.history.iter().enumerate() {
        let text = act.action.as_ref().ok_or_else(|| format!("history[{i}]: a move is seen by all"))?;
        let action = G::read_action(&rules, text).map_err(|why| format!("history[{i}]: {why}"))?;
        expect_turn(i, act.seat, skeleton.turn())?;
        let moved = match G::card(action) {
            None => skeleton.try_play(action),
            Some(card) if gone.contains(card) => return Err(format!("history[{i}]: {card} was played before")),
            Some(card) => {
                gone.insert(card);
                // The others' cards come to light only as they are played.
                if act.seat != seen.seat {
                    skeleton.table_mut().set_hand(act.seat, card.set());
                } else if !skeleton.table().hand(act.seat).contains(card) {
                    return Err(format!("history[{i}]: {card} was not in the hand of seat {}", act.seat));
                }
                skeleton.lay(card)
            }
        };
        moved.map_err(|why| format!("history[{i}]: {text} by seat {}: {why}", act.seat))?;
    }
    let mut worlds = TableWorlds::of(&skeleton, seen.seat);
    if !worlds.exist() {
        return Err(NO_DEAL.to_string());
    }
    // Any world will do; the same one every time.
    replay(seen, &worlds.draw(&mut Rng::new(0)), |_, _| None)
}

/// The deal of a world with the history of what was seen, every move checked. `unseen` gives the moves that are hidden.
pub(crate) fn replay<G: Text>(
    seen: &Seen,
    world: &G,
    unseen: impl Fn(usize, Seat) -> Option<G::Action>,
) -> Result<G, String> {
    let rules = world.rules();
    let mut replay = G::read_deal(rules, &world.show_deal())?;
    for (i, act) in seen.history.iter().enumerate() {
        let action = match &act.action {
            Some(text) => G::read_action(rules, text).map_err(|why| format!("history[{i}]: {why}"))?,
            None => unseen(i, act.seat).ok_or_else(|| format!("history[{i}]: a move is seen by all"))?,
        };
        let text = G::show_action(rules, action);
        replay.try_play(action).map_err(|why| format!("history[{i}]: {text} by seat {}: {why}", act.seat))?;
    }
    let rebuilt = G::seen(replay.view(seen.seat));
    if !same_cards(&rebuilt.hand, &seen.hand) {
        return Err(format!("the hand should be {} after this history", rebuilt.hand.join(" ")));
    }
    Ok(replay)
}

/// Why there is no world of a history.
pub(crate) const NO_DEAL: &str = "no deal agrees with the history: somebody played a card that he cannot have held";

/// The fact of the cards dealt to a seat.
pub(crate) const DEALT: &str = "dealt";

/// The trick under way in a line; nothing before the lead.
pub(crate) fn show_trick<F: Form>(trick: &Trick<F>) -> String {
    if trick.is_empty() {
        return String::new();
    }
    let plays: Vec<String> = trick.plays().map(|(seat, card)| format!("{seat} {card}")).collect();
    format!("on the table: {}\n", plays.join(", "))
}

/// The plays of a history that starts at index `first`: each card once, none hidden.
pub(crate) fn read_plays(acts: &[Act], first: usize) -> impl Iterator<Item = Result<(usize, Seat, Card), String>> + '_ {
    let mut gone = CardSet::EMPTY;
    acts.iter().zip(first..).map(move |(act, i)| {
        let text = act.action.as_ref().ok_or_else(|| format!("history[{i}]: a card played is seen by all"))?;
        let card: Card = text.parse().map_err(|why| format!("history[{i}]: {why}"))?;
        if gone.contains(card) {
            return Err(format!("history[{i}]: {card} was played before"));
        }
        gone.insert(card);
        Ok((i, act.seat, card))
    })
}

/// Refuses a play out of turn.
pub(crate) fn expect_turn(i: usize, seat: Seat, turn: Turn) -> Result<(), String> {
    match turn {
        Turn::Seat(turn) if turn == seat => Ok(()),
        Turn::Seat(turn) => Err(format!("history[{i}]: seat {turn} is to play, not seat {seat}")),
        Turn::Over => Err(format!("history[{i}]: the deal is over")),
    }
}

/// True when both lists name the same cards, in whatever order and notation.
fn same_cards(ours: &[String], theirs: &[String]) -> bool {
    let read = |texts: &[String]| texts.iter().map(|text| text.parse::<Card>()).collect::<Result<CardSet, _>>();
    ours.len() == theirs.len() && read(ours) == read(theirs)
}
