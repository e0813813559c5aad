//! Search over a blueprint, in games in which the blueprint is poor enough to be beaten soundly.
#![allow(clippy::unwrap_used)]

use kirifuda_games::cards::Card;
use kirifuda_games::plain_tricks::{PlainTricks, Rules, View};
use kirifuda_learn::blueprint::{Blueprint, Clairvoyant, Options};
use kirifuda_learn::net::{Encoder, Layer, Net, Shape};
use kirifuda_learn::search::Budget;
use kirifuda_play::{Actions, Game, Policy, Rng, Seat};
use kirifuda_players::common::Sighted;
use kirifuda_players::plain_tricks::PlainEncoder;

/// A net that likes high cards a little, whatever the position.
fn simple() -> Net {
    let shape = Shape { inputs: PlainEncoder.inputs(), width: 8, blocks: 0, outputs: PlainEncoder.outputs() };
    let mut weights = vec![0.0; shape.length()];
    for (card, bias) in weights[shape.place(Layer::OutputBias)].iter_mut().enumerate() {
        *bias = (card % 13) as f32 / 1000.0;
    }
    Net::new(shape, weights).unwrap()
}

fn options(worlds: u32) -> Options {
    Options { budget: Budget::Simulations(worlds), pool: 2, temperature: 0.1, margin: 1.0, ..Options::default() }
}

fn searcher(worlds: u32) -> Blueprint<PlainTricks, PlainEncoder> {
    Blueprint::<PlainTricks, _>::new(PlainEncoder, simple(), PlainTricks::seat, options(worlds)).unwrap()
}

/// Mean tricks of a player against three of another.
fn tricks(player: &mut dyn Policy<PlainTricks>, others: &mut dyn Policy<PlainTricks>, deals: u64) -> f32 {
    let (mut legal, mut sum) = (Actions::new(), 0.0);
    for deal in 0..deals {
        let mut rng = Rng::stream(7, &[deal]);
        let mut game = PlainTricks::deal(&Rules, &mut rng);
        let me = Seat((deal % 4) as u8);
        while let Some(seat) = game.turn().seat() {
            game.legal(&mut legal);
            let view = game.view(seat);
            let card =
                if seat == me { player.choose(view, &legal, &mut rng) } else { others.choose(view, &legal, &mut rng) };
            game.play(card);
        }
        sum += game.payoff(me);
    }
    sum / deals as f32
}

#[test]
fn search_beats_its_own_blueprint() {
    let mut blueprint = kirifuda_learn::net::Player::new(PlainEncoder, simple()).unwrap();
    let even = tricks(&mut blueprint.clone(), &mut blueprint, 60);
    let found = tricks(&mut searcher(8), &mut blueprint, 60);
    // A deal's tricks have a deviation of about 1.7: one trick is four and a half standard errors.
    assert!(found > even + 1.0, "{found} tricks, {even} without search");
}

#[test]
fn what_the_net_thinks_on_the_way_counts_by_the_trace() {
    let mut blueprint = kirifuda_learn::net::Player::new(PlainEncoder, simple()).unwrap();
    let even = tricks(&mut blueprint.clone(), &mut blueprint, 60);
    let with = |trace| {
        let options = Options { trace, ..options(8) };
        Blueprint::<PlainTricks, _>::new(PlainEncoder, simple(), PlainTricks::seat, options).unwrap()
    };
    // Its net knows nothing of what will come, but the tricks that were taken are known.
    let found = tricks(&mut with(0.5), &mut blueprint, 60);
    assert!(found > even + 0.5, "{found} tricks, {even} without search");
    let (mut legal, mut rng) = (Actions::new(), Rng::new(9));
    let game = PlainTricks::deal(&Rules, &mut rng);
    let values = |trace: f32, game: &PlainTricks, legal: &[Card]| {
        let Some(seat) = game.turn().seat() else { return Vec::new() };
        with(trace).think(game.view(seat), legal, 1.0, &mut Rng::new(1)).values.clone()
    };
    game.legal(&mut legal);
    let whole = values(1.0, &game, &legal);
    assert_eq!(whole, values(1.0, &game, &legal));
    assert_ne!(whole, values(0.5, &game, &legal), "another worth of the same playouts");
    // With nothing left for what follows only the next trick counts: no card is worth more than one of thirteen.
    let next = values(0.0, &game, &legal);
    let (most, least) = next
        .iter()
        .filter(|value| value.is_finite())
        .fold((f64::MIN, f64::MAX), |(most, least), &value| (most.max(value), least.min(value)));
    assert!(most - least <= 1.1, "{next:?}");
}

/// Always the lowest card.
fn lowest(_: View<'_>, legal: &[Card], _: &mut Rng) -> Card {
    legal[0]
}

#[test]
fn who_goes_by_a_rule_is_recognised() {
    let mut player = searcher(16).with_manners(&[lowest]);
    let (mut legal, mut rng) = (Actions::new(), Rng::new(3));
    let mut shares = Vec::new();
    for _ in 0..4 {
        let mut game = PlainTricks::deal(&Rules, &mut rng);
        while let Some(seat) = game.turn().seat() {
            game.legal(&mut legal);
            let view = game.view(seat);
            let card = match seat {
                Seat(0) => player.choose(view, &legal, &mut rng),
                _ => lowest(view, &legal, &mut rng),
            };
            game.play(card);
        }
        shares.push(player.belief().kinds(Seat(1), &options(16))[1]);
    }
    // Half before anything was seen.
    assert!(shares.iter().sum::<f64>() / 4.0 > 0.8, "{shares:?}");
}

#[test]
fn a_budget_of_worlds_gives_the_same_move_whatever_was_played_before() {
    let (mut legal, mut rng) = (Actions::new(), Rng::new(5));
    let mut used = searcher(12);
    for _ in 0..3 {
        let mut game = PlainTricks::deal(&Rules, &mut rng);
        let mut fresh = searcher(12);
        while let Some(seat) = game.turn().seat() {
            game.legal(&mut legal);
            let luck = Rng::new(rng.bits());
            let card = used.choose(game.view(seat), &legal, &mut luck.clone());
            assert_eq!(card, fresh.choose(game.view(seat), &legal, &mut luck.clone()));
            game.play(card);
        }
    }
}

#[test]
fn who_sees_all_cards_takes_more_tricks_still() {
    let mut blueprint = kirifuda_learn::net::Player::new(PlainEncoder, simple()).unwrap();
    let even = tricks(&mut blueprint.clone(), &mut blueprint, 60);
    let mut clairvoyant = Clairvoyant::<PlainTricks, _>::new(PlainEncoder, simple()).unwrap();
    let (mut legal, mut sum) = (Actions::new(), 0.0);
    for deal in 0..60 {
        let mut rng = Rng::stream(7, &[deal]);
        let mut game = PlainTricks::deal(&Rules, &mut rng);
        let me = Seat((deal % 4) as u8);
        while let Some(seat) = game.turn().seat() {
            game.legal(&mut legal);
            let card = match seat == me {
                true => clairvoyant.choose(&game).unwrap(),
                false => blueprint.choose(game.view(seat), &legal, &mut rng),
            };
            game.play(card);
        }
        sum += game.payoff(me);
    }
    assert!(sum / 60.0 > even + 1.5, "{} tricks, {even} by the blueprint", sum / 60.0);
}
