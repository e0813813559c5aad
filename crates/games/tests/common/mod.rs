//! Deals and variants that several tests of the trick-taking games use.
#![allow(dead_code, clippy::unwrap_used)] // Each test program uses its part.

use kirifuda_games::cards::Suit;
use kirifuda_games::hearts::{Direction, Hearts, Rules, View};
use kirifuda_play::{Game, Rules as _, Seat};

pub fn rules(text: &str) -> Rules {
    Rules::book().parse(text).unwrap()
}

/// Every preset, and changes that reach every switch.
pub fn variants() -> Vec<Rules> {
    let presets = Rules::book().presets.iter().map(|preset| (preset.rules)());
    let changed = [
        "saito-free,opening=any-card",
        "saito,first-trick=free,opening=any-card",
        "standard,jack=on,moon=self",
        "standard,passing=across,broken-by=points",
        "falcon,passing=right,opening=any-card",
    ];
    presets.chain(changed.map(rules)).collect()
}

pub fn dealt(rules: Rules, hands: [&str; 4]) -> Hearts {
    Hearts::with_hands(rules, hands.map(|hand| hand.parse().unwrap()), Direction::Hold, [0; 4])
}

/// Seat 0 has no club and only points but for ♦2 3; seat 1 holds the clubs; three have played to the first trick.
pub fn first_trick_deal(rules: Rules) -> Hearts {
    let mut game = dealt(rules, ["♦23 ♥23456789TJ ♠Q", "♣23456789TJQKA", "♦456789TJQKA ♥QK", "♥A ♠23456789TJKA"]);
    for card in ["♣2", "♦4", "♠2"] {
        game.try_play(card.parse().unwrap()).unwrap();
    }
    game
}

/// All that a view can be asked, as text: the public half of the check that nothing hidden shows.
pub fn everything_said(view: View<'_>) -> String {
    let seats: Vec<String> = Seat::all(4)
        .map(|seat| {
            let voids = Suit::ALL.map(|suit| view.is_void(seat, suit));
            format!(
                "{:?} {:?} {} {} {:?} {} {} {voids:?}",
                view.played_by(seat),
                view.excluded(seat),
                view.hand_size(seat),
                view.tricks_won(seat),
                view.known_in(seat),
                view.taken(seat),
                view.count_given(seat)
            )
        })
        .collect();
    format!(
        "{:?} {:?} {:?} {} {:?} {:?} {:?} {:?} {:?} {:?} {} {:?} {:?} {:?} {:?}",
        view.rules(),
        view.phase(),
        view.hand(),
        view.is_broken(),
        view.jack_taker(),
        view.direction(),
        view.scores(),
        view.given(),
        view.received(),
        view.dealt(),
        view.trick_number(),
        view.first_leader(),
        view.unseen(),
        view.plays().collect::<Vec<_>>(),
        seats
    )
}
