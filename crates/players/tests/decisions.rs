//! Single decisions of the rule players, each a sentence of their description.
#![allow(clippy::unwrap_used)]

use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::hearts::{Direction, Hearts, Passing, Rules};
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_play::{Actions, Game, Policy, Rng, Turn};
use kirifuda_players::hearts::{Jake, Rule, Stock};

/// The three cards that a player gives away from a hand; the rest of the deck goes round the table.
fn passes(player: &mut dyn Policy<Hearts>, hand: &str) -> String {
    let rules = Rules { passing: Passing::Always(Direction::Left), ..Rules::standard() };
    let mine: CardSet = hand.parse().unwrap();
    let rest: Vec<Card> = (!mine).iter().collect();
    let other = |i: usize| rest.iter().copied().skip(i).step_by(3).collect::<CardSet>();
    let mut game = Hearts::with_hands(rules, [mine, other(0), other(1), other(2)], Direction::Left, [0; 4]);
    let mut given = CardSet::EMPTY;
    for _ in 0..3 {
        let card = choice(player, &game);
        given.insert(card);
        game.play(card);
    }
    given.to_string()
}

fn choice<G: Game>(player: &mut dyn Policy<G>, game: &G) -> G::Action {
    let mut legal = Actions::new();
    game.legal(&mut legal);
    let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
    player.choose(game.view(seat), &legal, &mut Rng::new(1))
}

#[test]
fn stock_passes_high_spades_then_singletons_then_the_highest_heart_then_the_highest_card() {
    let stock = &mut Stock;
    assert_eq!(passes(stock, "♣234 ♦234 ♥2345 ♠QKA"), "♠QKA");
    assert_eq!(passes(stock, "♣2 ♦23456789 ♥KA ♠2K"), "♣2 ♥A ♠K");
    assert_eq!(passes(stock, "♣2345 ♦3 ♥2KA ♠23456"), "♦3 ♥KA");
    assert_eq!(passes(stock, "♣2 ♦3 ♥2JQ ♠23456789"), "♣2 ♦3 ♥Q");
    assert_eq!(passes(stock, "♣2345A ♦23K ♠23456"), "♣A ♦K ♠6");
    assert_eq!(passes(&mut Rule, "♣2 ♦23456789 ♥KA ♠2K"), "♣2 ♥A ♠K", "the rule player passes like stock");
}

#[test]
fn jake_passes_high_spades_then_heart_faces_then_empties_a_short_side_suit() {
    let jake = &mut Jake;
    assert_eq!(passes(jake, "♣234 ♦2345 ♥2345 ♠KA"), "♣4 ♠KA");
    // ♠Q only when there are fewer than four spades.
    assert_eq!(passes(jake, "♣234 ♦234 ♥2345 ♠2JQ"), "♣34 ♠Q");
    assert_eq!(passes(jake, "♣2345 ♦2345 ♥2 ♠29TQ"), "♣5 ♦45");
    // Without a heart up to the six, the faces go, lowest first.
    assert_eq!(passes(jake, "♣2345 ♦2345 ♥7JQKA"), "♥JQK");
    assert_eq!(passes(jake, "♣2345 ♦2345 ♥6JQKA"), "♣5 ♦45");
    // The shorter side suit first, high cards first.
    assert_eq!(passes(jake, "♣2345 ♦5T ♥234567 ♠2"), "♣5 ♦5T");
}

/// A deal without passing, played up to a point.
fn after(hands: [&str; 4], cards: &[&str]) -> Hearts {
    let mut game = Hearts::with_hands(Rules::saito(), hands.map(|hand| hand.parse().unwrap()), Direction::Hold, [0; 4]);
    for card in cards {
        game.try_play(card.parse().unwrap()).unwrap_or_else(|why| panic!("{card}: {why}"));
    }
    game
}

const EVEN: [&str; 4] =
    ["♣2AK ♦27Q ♥269T ♠28J", "♣369 ♦38K ♥37J ♠39QK", "♣47T ♦49A ♥48Q ♠4TA", "♣58JQ ♦56TJ ♥5KA ♠567"];

#[test]
fn jake_cashes_high_cards_of_a_long_side_suit_while_everyone_follows() {
    let mut game = after(EVEN, &["♣2", "♣9", "♣T", "♣Q"]);
    // Seat 3 leads: it has no ace or king of a side suit, no high spade, and the queen is out: its highest spade.
    assert_eq!(choice(&mut Jake, &game).to_string(), "♠7");
    for card in ["♣8", "♣A", "♣6", "♣7"] {
        game.try_play(card.parse().unwrap()).unwrap();
    }
    // Seat 0 has ♣K, but few clubs are unseen; the smoke comes before anything else.
    assert_eq!(choice(&mut Jake, &game).to_string(), "♠J");
    let game = after(EVEN, &["♣2", "♣3", "♣T", "♣5"]);
    assert_eq!(choice(&mut Jake, &game).to_string(), "♦A", "nine diamonds are unseen, nobody is void");
}

#[test]
fn jake_ducks_when_a_void_player_behind_may_add_points() {
    let hands = ["♦2345678 ♥234567", "♣2456 ♦9TJ ♥89T ♠234", "♣78TK ♦QK ♥JQ ♠56789", "♣39JQA ♦A ♥KA ♠TJQKA"];
    let game = after(hands, &["♣2", "♣K", "♣Q", "♦2", "♣T"]);
    assert_eq!(choice(&mut Jake, &game).to_string(), "♣9", "seat 0, the last to play, has shown that it has no club");
    let game = after(hands, &["♣2", "♣K"]);
    assert_eq!(choice(&mut Jake, &game).to_string(), "♣A", "nobody is known to be void");
}

#[test]
fn jake_discards_high_spades_only_while_the_queen_is_live() {
    let hands = ["♦23 ♥23456789TJ ♠Q", "♣23456789TJQKA", "♦456789TJQKA ♥QK", "♥A ♠23456789TJKA"];
    let mut game = after(hands, &["♣2", "♦4", "♠2", "♦2", "♣3", "♦5"]);
    assert_eq!(choice(&mut Jake, &game).to_string(), "♠A");
    for card in ["♠A", "♠Q", "♣4", "♦6"] {
        game.try_play(card.parse().unwrap()).unwrap();
    }
    assert_eq!(choice(&mut Jake, &game).to_string(), "♥A", "the queen is gone: the highest card, not ♠K");
}

#[test]
fn random_choices_of_the_rule_players_reach_every_suit() {
    let mut legal = Actions::new();
    let game = after(EVEN, &["♣2", "♣9", "♣T", "♣Q"]);
    game.legal(&mut legal);
    let (mut rng, view) = (Rng::new(3), game.view(kirifuda_play::Seat(3)));
    let led: CardSet = (0..400).map(|_| Policy::<Hearts>::choose(&mut Rule, view, &legal, &mut rng)).collect();
    assert_eq!(led, legal.iter().copied().collect(), "every legal card is led some time");

    let hands = ["♣2 ♦23456789TJQK", "♣3456789TJQKA ♥2", "♦A ♥3456789TJQ ♠23", "♥KA ♠456789TJQKA"];
    let hands = hands.map(|hand| hand.parse().unwrap());
    let mut plain = PlainTricks::with_hands(hands, kirifuda_play::Seat(0));
    let mut rule = kirifuda_players::plain_tricks::Rule;
    let leads: CardSet = (0..400).map(|_| with_rng(&mut rule, &plain, &mut rng)).collect();
    assert_eq!(leads.len(), 13, "every card of the hand is led some time");
    plain.try_play("♣2".parse().unwrap()).unwrap();
    assert_eq!(with_rng(&mut rule, &plain, &mut rng).to_string(), "♣3", "the weakest card that wins");
    plain.try_play("♣3".parse().unwrap()).unwrap();
    let discards: CardSet = (0..400).map(|_| with_rng(&mut rule, &plain, &mut rng)).collect();
    assert_eq!(discards.to_string(), "♦A ♥3 ♠2", "void: the weakest card of a random card's suit");
}

fn legal_of(game: &PlainTricks) -> Actions<PlainTricks> {
    let mut legal = Actions::new();
    game.legal(&mut legal);
    legal
}

fn with_rng(player: &mut dyn Policy<PlainTricks>, game: &PlainTricks, rng: &mut Rng) -> Card {
    let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
    player.choose(game.view(seat), &legal_of(game), rng)
}
