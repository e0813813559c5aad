//! Positions made by hand, for the tests of percepts and actions, and a walk through random ones.
#![allow(dead_code)] // Each test file uses its part.

use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::hearts::{Direction, FirstTrick, Hearts, Leading, Opening, POINT_CARDS, Rules};
use kirifuda_play::{Game, Rng, Rules as _, Seat, Turn};
use kirifuda_players::hearts::Look;

/// Thirteen cards each; seat 0 has ♣2.
pub const EVEN: [&str; 4] =
    ["♣2KA ♦27Q ♥269T ♠28J", "♣369 ♦38K ♥37J ♠39QK", "♣47T ♦49A ♥48Q ♠4TA", "♣58JQ ♦56TJ ♥5KA ♠567"];
/// Five of each suit are left.
pub const FIVES: [&str; 4] = ["♣9 ♦25 ♥Q ♠J", "♣3K ♦8 ♥4 ♠Q", "♣6 ♦T ♥79 ♠2", "♣J ♦A ♥A ♠9K"];
/// The opponents' spades are all high.
pub const HIGH: [&str; 4] = ["♠TJ", "♣A ♠Q", "♦A ♠K", "♥A ♠A"];
/// Seat 0 holds nothing but the highest spades, and ♠Q is gone.
pub const TOP: [&str; 4] = ["♠KA", "♠23", "♣A ♠4", "♦A ♥A"];
/// Seat 0 holds two suits that the others are out of.
pub const ALONE: [&str; 4] = ["♣A ♥A", "♠23", "♦A ♠4", "♠5Q"];
/// Nine spades are left, and an ace of each other suit; the queen of spades is gone.
pub const SPADES: [&str; 4] = ["♣A ♦A ♠2", "♠345", "♠678", "♥A ♠TJ"];
/// Seat 0 has the best spades and diamonds; seat 3 has no spade; ♠Q is gone.
pub const CASH: [&str; 4] = ["♦TJA ♠KA", "♦2 ♠2345", "♦34 ♠678", "♣A ♦567 ♥A"];

/// A deal that has come down to these hands, with `leader` to lead, and then goes on with `plays`.
///
/// What is gone was played four of a suit at a time, so that nobody has shown anything; the leader has taken it all.
/// So of each suit 1, 5, 9 or 13 cards must be left, and ♣2, if left, must be the leader's. Points may not be led
/// before they are broken, and nothing else is forbidden.
pub fn rest(hands: [&str; 4], leader: u8, plays: &[&str]) -> Hearts {
    let left = hands.map(|hand| hand.parse::<CardSet>().unwrap());
    let gone = !left.iter().fold(CardSet::EMPTY, |all, &hand| all | hand);
    let seats = [1, 2, 3, 0].map(|steps| Seat(leader).after(steps, 4));
    let (mut dealt, mut history) = (left, Vec::new());
    for suit in [Suit::Clubs, Suit::Diamonds, Suit::Spades, Suit::Hearts] {
        let cards: Vec<Card> = gone.of(suit).iter().collect();
        assert_eq!(cards.len() % 4, 0, "{suit} cannot be played four at a time");
        for four in cards.chunks(4) {
            // The last of the seats, the leader, gets the highest card.
            seats.iter().zip(four).for_each(|(seat, &card)| dealt[seat.index()].insert(card));
            let led_by_two = four.contains(&Card::TWO_OF_CLUBS);
            history.extend([0, 1, 2, 3].map(|i| four[if led_by_two { i } else { (i + 3) % 4 }]));
        }
    }
    let leading = if (gone & POINT_CARDS).is_empty() { Leading::NoPoints } else { Leading::Free };
    let rules = Rules { opening: Opening::AnyCard, first_trick: FirstTrick::Free, leading, ..Rules::falcon() };
    let mut game = Hearts::with_hands(rules, dealt, Direction::Hold, [0; 4]);
    history.extend(plays.iter().map(|card| card.parse::<Card>().unwrap()));
    for card in history {
        game.try_play(card).unwrap_or_else(|why| panic!("{card}: {why}"));
    }
    game
}

/// A deal under the rules of papers 000 and 002 from its first card.
pub fn deal(hands: [&str; 4], plays: &[&str]) -> Hearts {
    let hands = hands.map(|hand| hand.parse().unwrap());
    let mut game = Hearts::with_hands(Rules::falcon(), hands, Direction::Hold, [0; 4]);
    for card in plays {
        game.try_play(card.parse().unwrap()).unwrap_or_else(|why| panic!("{card}: {why}"));
    }
    game
}

/// What the seat to play sees.
pub fn look(game: &Hearts) -> Look<'_> {
    let Turn::Seat(seat) = game.turn() else { panic!("the deal is over") };
    Look::new(game.view(seat), game.legal_cards())
}

/// Shows every position of random deals under every preset, passing excepted.
pub fn walk(deals: u64, mut show: impl FnMut(&Hearts, Look<'_>, &mut Rng)) {
    for preset in Rules::book().presets {
        for deal in 0..deals {
            let mut rng = Rng::stream(11, &[deal]);
            let mut game = Hearts::deal(&(preset.rules)(), &mut rng);
            while let Turn::Seat(seat) = game.turn() {
                if !game.view(seat).is_passing() {
                    show(&game, look(&game), &mut rng);
                }
                let legal: Vec<Card> = game.legal_cards().iter().collect();
                game.play(rng.pick(&legal));
            }
        }
    }
}

/// The cells of the table in the docs that follows a line starting with `title`, row by row.
pub fn table(page: &str, title: &str) -> Vec<Vec<String>> {
    let lines = page.lines().skip_while(|line| !line.starts_with(title)).skip_while(|line| !line.starts_with("|---"));
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()).collect()
}
