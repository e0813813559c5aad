use std::fmt::Write;

use kirifuda_play::{Act, Fact, Game, Phrase, Rng, Rules as _, Seat, Seen, Text, Worlds};

use super::{Direction, Hearts, HeartsWorlds, MOST, PASSED, Passing, Phase, Rules, View, giver};
use crate::cards::{Card, CardSet};
use crate::tricks::notation::{
    DEALT, NO_DEAL, expect_turn, known_hands, read_cards, read_hands, read_plays, replay, show_trick,
};
use crate::tricks::{PLAYERS, Table};

/// Under what names the facts of a deal travel.
const PASSING: &str = "passing";
const SCORES: &str = "scores";
const LEADER: &str = "leader";
const RECEIVED: &str = "received";

impl Text for Hearts {
    fn show_action(_rules: &Rules, card: Card) -> String {
        card.to_string()
    }

    fn read_action(_rules: &Rules, text: &str) -> Result<Card, String> {
        text.parse().map_err(|why: crate::cards::NotACard| why.to_string())
    }

    /// `left; 0 0 0 0; ♣… ♠…; …`: the pass, the match scores, the four hands.
    fn show_deal(&self) -> String {
        let hands: Vec<String> = Seat::all(PLAYERS).map(|seat| self.view(seat).dealt().to_string()).collect();
        format!("{}; {}; {}", name(self.direction), self.scores.map(|s| s.to_string()).join(" "), hands.join("; "))
    }

    fn read_deal(rules: &Rules, text: &str) -> Result<Hearts, String> {
        let parts: Vec<&str> = text.split(';').map(str::trim).collect();
        let [direction, scores, hands @ ..] = parts.as_slice() else {
            return Err("a deal of hearts is `pass; scores; hand; hand; hand; hand`".to_string());
        };
        let direction = read_direction(rules, direction)?;
        let scores = read_scores(&scores.split_whitespace().collect::<Vec<_>>())?;
        Ok(Hearts::with_hands(*rules, read_hands(hands, 13)?, direction, scores))
    }

    fn trick_won(&self) -> Option<(Seat, usize)> {
        self.table.trick_won()
    }

    fn why_not(&self, card: Card) -> Option<Phrase> {
        self.forbids(card).map(Phrase::from)
    }

    fn picture(&self) -> String {
        let mut text = String::new();
        if self.direction != Direction::Hold {
            let _ = writeln!(text, "pass {}", name(self.direction));
        }
        for seat in Seat::all(PLAYERS) {
            let view = self.view(seat);
            let _ = write!(text, "seat {seat}: {}", view.hand());
            if !view.given().is_empty() {
                let _ = write!(text, ", gave {}", join(view.given()));
            }
            if self.table.tricks_won(seat) > 0 {
                let _ = write!(text, ", {} tricks, {} points", self.table.tricks_won(seat), view.taken(seat));
            }
            text.push('\n');
        }
        text.push_str(&show_trick(self.table.trick()));
        match self.phase {
            Phase::Over => {
                let scores: Vec<String> = Seat::all(PLAYERS).map(|seat| self.score(seat).to_string()).collect();
                let _ = writeln!(text, "scores: {}", scores.join(" "));
            }
            Phase::Play if self.broken => text.push_str("hearts are broken\n"),
            _ => {}
        }
        text
    }

    fn seen(view: View<'_>) -> Seen {
        let mut public = vec![Fact::new(PASSING, [name(view.direction())]), Fact::new(SCORES, view.scores())];
        let mut private = vec![Fact::new(DEALT, view.dealt())];
        if !view.is_passing() {
            public.push(Fact::new(LEADER, [view.first_leader()]));
            if view.direction() != Direction::Hold {
                private.push(Fact::new(RECEIVED, view.received()));
            }
        }
        let given = match view.phase() {
            Phase::Pass(given) => given,
            _ if view.direction() == Direction::Hold => 0,
            _ => (PASSED * PLAYERS) as u8,
        };
        let passes = (0..given).map(|i| {
            let seat = giver(i);
            let own = (seat == view.seat()).then(|| view.given()[i as usize % PASSED].to_string());
            Act { seat, action: own }
        });
        let plays = view.plays().map(|(seat, card)| Act { seat, action: Some(card.to_string()) });
        Seen {
            seat: view.seat(),
            hand: view.hand().iter().map(|card| card.to_string()).collect(),
            public,
            private,
            history: passes.chain(plays).collect(),
        }
    }

    fn reconstruct(rules: &Rules, seen: &Seen) -> Result<Hearts, String> {
        let skeleton = skeleton(rules, seen)?;
        let mut worlds = HeartsWorlds::of(skeleton.view(seen.seat));
        if !worlds.exist() {
            return Err(NO_DEAL.to_string());
        }
        // Any world will do; the same one every time.
        let world = worlds.draw(&mut Rng::new(0));
        replay(seen, &world, |i, seat| Some(world.given[seat.index()][i % PASSED]))
    }
}

/// The deal as far as the seat has seen it: the public course of play, the own hand, the others' hands empty.
fn skeleton(rules: &Rules, seen: &Seen) -> Result<Hearts, String> {
    let mut hands = known_hands("hearts", seen, 13..=13)?;
    let dealt = hands[seen.seat.index()];
    let direction = read_direction(rules, seen.single(PASSING)?)?;
    let scores: Vec<&str> = seen.fact(SCORES)?.iter().map(String::as_str).collect();
    let mut game = Hearts::with_hands(*rules, [CardSet::EMPTY; PLAYERS], direction, read_scores(&scores)?);
    let passes = if direction == Direction::Hold { 0 } else { PASSED * PLAYERS };
    let (gave, played) = seen.history.split_at(passes.min(seen.history.len()));
    game.table.set_hand(seen.seat, dealt);
    for (i, act) in gave.iter().enumerate() {
        if act.seat != giver(i as u8) {
            return Err(format!("history[{i}]: seat {} gives this card, not seat {}", giver(i as u8), act.seat));
        }
        match &act.action {
            Some(text) if act.seat == seen.seat => {
                let card: Card = text.parse().map_err(|why| format!("history[{i}]: {why}"))?;
                if !hands[act.seat.index()].contains(card) {
                    return Err(format!("history[{i}]: {card} was not in the hand to give"));
                }
                game.given[act.seat.index()][i % PASSED] = card;
                hands[act.seat.index()].remove(card);
            }
            None if act.seat != seen.seat => {}
            _ => return Err(format!("history[{i}]: a seat sees the cards it gives, and no others (null)")),
        }
    }
    game.table.set_hand(seen.seat, hands[seen.seat.index()]);
    if seen.history.len() < passes {
        game.phase = Phase::Pass(seen.history.len() as u8);
        return Ok(game);
    }
    if let Some(from) = direction.giver(seen.seat) {
        let received = read_cards(RECEIVED, seen.fact(RECEIVED)?)?;
        let (&[a, b, c], true) = (received.iter().collect::<Vec<_>>().as_slice(), (received & dealt).is_empty()) else {
            return Err(format!("the fact `{RECEIVED}` must have 3 cards that were not dealt to this seat"));
        };
        game.given[from.index()] = [a, b, c];
        hands[seen.seat.index()] |= received;
    }
    let leader: u8 = seen.single(LEADER)?.parse().map_err(|_| format!("the fact `{LEADER}` must be a seat"))?;
    let holds = hands[seen.seat.index()].contains(Card::TWO_OF_CLUBS);
    if leader as usize >= PLAYERS || holds != (Seat(leader) == seen.seat) {
        return Err(format!("the fact `{LEADER}` must be the seat that holds ♣2"));
    }
    game.table = Table::new(hands, Seat(leader));
    game.start_play();
    for play in read_plays(played, passes) {
        let (i, seat, card) = play?;
        expect_turn(i, seat, game.turn())?;
        // The others' cards come to light only as they are played.
        if seat != seen.seat {
            game.table.set_hand(seat, card.set());
        } else if !game.table.hand(seat).contains(card) {
            return Err(format!("history[{i}]: {card} was not in the hand of seat {seat}"));
        }
        game.play_card(card);
    }
    Ok(game)
}

fn name(direction: Direction) -> &'static str {
    match direction {
        Direction::Left => "left",
        Direction::Right => "right",
        Direction::Across => "across",
        Direction::Hold => "hold",
    }
}

fn read_direction(rules: &Rules, text: &str) -> Result<Direction, String> {
    let direction = Direction::ALL.into_iter().find(|&d| name(d) == text);
    let direction = direction.ok_or_else(|| format!("`{text}` is not a pass: left, right, across or hold"))?;
    match rules.passing {
        Passing::Always(always) if always != direction => Err(format!(
            "the pass cannot be {text} under the rules {}: it is {}",
            Rules::book().text(rules),
            name(always)
        )),
        _ => Ok(direction),
    }
}

fn read_scores(values: &[&str]) -> Result<[i16; PLAYERS], String> {
    let scores: Vec<i16> =
        values.iter().filter_map(|v| v.parse().ok()).filter(|s| (-MOST..=MOST).contains(s)).collect();
    match <[i16; PLAYERS]>::try_from(scores) {
        Ok(scores) if values.len() == PLAYERS => Ok(scores),
        _ => Err(format!("the match scores must be 4 whole numbers, not `{}`", values.join(" "))),
    }
}

fn join(cards: &[Card]) -> String {
    cards.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}
