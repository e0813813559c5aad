//! What players that weigh worlds use: the moves of a game as a seat has seen them, and worlds made of given hands.
#![allow(clippy::unwrap_used)]

use kirifuda_games::daifugo::{Cards, Daifugo, Meld, PLAYERS, Phase, Rules};
use kirifuda_play::{Actions, Game, Imagine, Rng, Seat, Text, Turn};

/// Random games under all presets; calls back with every position in play.
fn positions(games: u64, mut look: impl FnMut(&Daifugo, &mut Rng)) {
    let mut legal = Actions::new();
    for rules in [Rules::uecda(), Rules::paper003(), Rules::casual(), Rules { players: 3, ..Rules::uecda() }] {
        for seed in 0..games {
            let rng = &mut Rng::new(seed);
            let mut game = Daifugo::deal(&rules, rng);
            while let Turn::Seat(seat) = game.turn() {
                if game.view(seat).phase() == Phase::Play {
                    look(&game, rng);
                }
                game.legal(&mut legal);
                let meld = rng.pick(&legal);
                game.play(meld);
            }
        }
    }
}

#[test]
fn the_moves_that_a_seat_has_seen_lead_to_the_position() {
    positions(30, |game, _| {
        let mut again = Daifugo::from_deal(game.rules(), &game.dealt()).unwrap();
        while let (Phase::Exchange(_), Turn::Seat(seat)) = (again.view(Seat(0)).phase(), again.turn()) {
            again.try_play(Meld::give(game.view(seat).given())).unwrap();
        }
        game.view(Seat(1)).moves().for_each(|meld| again.try_play(meld).unwrap());
        assert_eq!(again.turn(), game.turn());
        for seat in Seat::all(game.seats()) {
            assert_eq!(Daifugo::seen(again.view(seat)), Daifugo::seen(game.view(seat)));
        }
    });
}

#[test]
fn choices_with_the_hand_that_is_held_are_the_legal_ones() {
    let (mut legal, mut choices) = (Actions::new(), Actions::new());
    positions(30, |game, _| {
        let Turn::Seat(seat) = game.turn() else { return };
        game.legal(&mut legal);
        game.view(seat).choices_with(game.view(seat).hand(), &mut choices);
        assert_eq!(*legal, *choices);
    });
}

#[test]
fn a_world_made_of_hands_has_them_and_looks_the_same() {
    let (mut possible, mut tried) = (0, 0);
    positions(12, |game, rng| {
        let Turn::Seat(me) = game.turn() else { return };
        let worlds = Daifugo::worlds(game.view(me));
        let hands = worlds.deal_hands(rng);
        tried += 1;
        if worlds.ways(&hands) == 0.0 {
            return;
        }
        possible += 1;
        let world = worlds.with_hands(&hands, rng);
        for seat in Seat::all(game.seats()).filter(|&seat| seat != me) {
            assert_eq!(world.view(seat).hand(), hands[seat.index()]);
        }
        assert_eq!(Daifugo::seen(world.view(me)), Daifugo::seen(game.view(me)));
        assert!(Daifugo::from_deal(game.rules(), &world.dealt()).is_ok());
    });
    assert!(possible > 500 && possible * 3 > tried, "{possible} of {tried}");
}

#[test]
fn hands_that_cannot_be_have_come_about_in_no_way() {
    let mut refused = 0;
    positions(12, |game, rng| {
        let Turn::Seat(me) = game.turn() else { return };
        let view = game.view(me);
        let worlds = Daifugo::worlds(view);
        let mut hands = worlds.deal_hands(rng);
        // The true hands are always possible.
        let truth: [Cards; PLAYERS] = std::array::from_fn(|seat| match seat {
            seat if seat < game.seats() && seat != me.index() => game.view(Seat(seat as u8)).hand(),
            _ => Cards::EMPTY,
        });
        assert!(worlds.ways(&truth) > 0.0);
        // A card that is known to lie with one seat goes to another.
        let seats = || Seat::all(game.seats()).filter(|&seat| seat != me && !view.is_out(seat));
        let known = seats().find_map(|seat| Some((seat, view.known_in(seat).lowest()?)));
        let other = seats().find(|&seat| known.is_some_and(|(owner, _)| owner != seat));
        if let (Some((owner, card)), Some(other)) = (known, other) {
            let back = hands[other.index()].lowest().unwrap();
            hands[owner.index()] = (hands[owner.index()] - card) | back;
            hands[other.index()] = (hands[other.index()] - back) | card;
            assert_eq!(worlds.ways(&hands), 0.0);
            refused += 1;
        }
    });
    assert!(refused > 100, "{refused}");
}
