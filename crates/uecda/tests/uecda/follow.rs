//! What a client makes of the tables: the game as its player would have seen it at our own table.

use kirifuda_play::{Actions, Game, Rng, Seat, Series, Text, Turn};
use kirifuda_uecda::cells::write_play;
use kirifuda_uecda::daifugo::{Daifugo, Kind, Rules};
use kirifuda_uecda::{Follow, SEATS, Scene, Table};

#[test]
fn a_followed_game_looks_like_the_true_game_to_its_player() {
    let rules = Rules::uecda();
    let mut standing = Daifugo::opening(&rules);
    let mut legal = Actions::<Daifugo>::new();
    let mut compared = 0;
    for number in 0..120 {
        let mut rng = Rng::stream(31, &[number]);
        let mut game = Daifugo::deal_next(&rules, &standing, &mut rng);
        let mut scene = Scene::new(&game);
        let mut follows: Vec<Follow> =
            Seat::all(SEATS).map(|seat| Follow::new(&rules, seat, &scene.exchange(&game, seat)).unwrap()).collect();
        while let Turn::Seat(mover) = game.turn() {
            let exchange = game.view(mover).to_give() > 0;
            for (seat, follow) in Seat::all(SEATS).zip(&mut follows) {
                if !exchange {
                    follow.hand(&scene.hand(&game, seat)).unwrap();
                }
                // In the exchange only who is to choose must know how things stand.
                if exchange && seat != mover {
                    continue;
                }
                let followed = follow.game().unwrap();
                let (mut theirs, mut ours) = (Daifugo::seen(game.view(seat)), Daifugo::seen(followed.view(seat)));
                if game.view(seat).class(seat).is_some_and(|class| class < 2) {
                    // Winners are not told which of their cards they got.
                    let hide = |seen: &mut kirifuda_play::Seen| seen.private.retain(|fact| fact.name == "given");
                    hide(&mut theirs);
                    hide(&mut ours);
                }
                assert_eq!(ours, theirs, "game {number}, seat {seat}");
                if !exchange {
                    follow.check(&followed, &scene.hand(&game, seat)).unwrap();
                }
                compared += 1;
            }
            game.legal(&mut legal);
            let meld = rng.pick(&legal);
            if meld.kind() == Kind::Give {
                follows[mover.index()].gave(meld.cards());
                game.play(meld);
                continue;
            }
            let mut cells = Table::EMPTY;
            write_play(&mut cells, meld);
            scene.turn(&game, meld, &cells);
            game.play(meld);
            let stage = scene.stage(&game, mover);
            for follow in &mut follows {
                assert_eq!(follow.stage(&stage).unwrap(), (mover, meld));
            }
        }
        game.settle(&mut standing);
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn a_winner_takes_its_strongest_cards_for_those_it_got() {
    let rules = Rules::uecda();
    let mut rng = Rng::new(1);
    let game = Daifugo::deal(&rules, &mut rng);
    let scene = Scene::new(&game);
    let daifugo = Seat::all(SEATS).find(|&seat| game.view(seat).class(seat) == Some(0)).unwrap();
    let follow = Follow::new(&rules, daifugo, &scene.exchange(&game, daifugo)).unwrap();
    assert_eq!(follow.to_give(), 2);
    let followed = follow.game().unwrap();
    let view = followed.view(daifugo);
    assert_eq!(view.hand(), game.view(daifugo).hand());
    assert_eq!(view.received(), view.hand().strongest_of(2));
    // The daihinmin then has nothing better: no world is excluded that could be the true one.
    assert!(game.view(daifugo).received().len() == 2);
}

#[test]
fn tables_that_contradict_each_other_are_an_error_with_a_remedy() {
    let rules = Rules::uecda();
    let game = Daifugo::deal(&rules, &mut Rng::new(2));
    let scene = Scene::new(&game);
    let exchange = scene.exchange(&game, Seat(0));
    let refuse = |row: usize, column: usize, value: i32| {
        let mut table = exchange;
        table.set(row, column, value);
        Follow::new(&rules, Seat(0), &table).unwrap_err().to_string()
    };
    for (row, column, value, word) in
        [(5, 0, 0, "[5][0] = 1"), (6, 10, 9, "seats"), (6, 5, 7, "classes"), (6, 0, 12, "hands"), (0, 1, 5, "hand")]
    {
        let told = refuse(row, column, value);
        assert!(told.contains(word) && told.contains("--rules"), "{told}");
    }
}
