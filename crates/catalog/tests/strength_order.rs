//! Strength to order: the shipped curves are kept to, mistakes belong to situations, wrong orders are refused.
#![allow(clippy::unwrap_used)]

use kirifuda_arena::{Quiet, nth_deal};
use kirifuda_catalog::strength::{Calibration, Measured, calibrate, errors, read_curves, shipped_curves, write_curves};
use kirifuda_catalog::{Listed, contestant};
use kirifuda_games::daifugo::Daifugo;
use kirifuda_games::hearts::Hearts;
use kirifuda_games::monsters::Monsters;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_play::{Actions, Game, Rng, Rules, Turn};

fn refusal<G: Listed>(player: &str) -> String {
    let rules = (G::Rules::book().presets[0].rules)();
    contestant::<G>(&rules, player).err().unwrap().to_string()
}

#[test]
fn wrong_orders_are_refused_with_a_remedy() {
    let cases = [
        ("learner:loses=2", "numbers from 0 to 1"),
        ("learner:strength=0.3", "no setting `strength`: it has another name now: write `loses=0.3`"),
        ("learner:loses=0.3,reference=balanced", "`reference`: it has another name now: write `against=balanced`"),
        ("learner:loses=much", "numbers from 0 to 1"),
        ("learner:loses=0.3,against=nobody", "balanced"),
        ("learner:loses=0.3,error=1", "exclude each other"),
        ("learner:against=balanced", "decides nothing without `loses`"),
        ("learner:error=-1", "numbers from 0 to 1000"),
        ("learner:loses=0.3,curves=/no/such/file", "cannot read /no/such/file"),
        ("learner:loses=0.3,samples=3", "kirifuda calibrate monsters learner:samples=3"),
        ("learner:loses=0.0001", "order a share in between"),
    ];
    for (player, remedy) in cases {
        let why = refusal::<Monsters>(player);
        assert!(why.contains(remedy), "{player}: {why}");
    }
    let why = refusal::<Hearts>("linear-q:temperature=1,error=1");
    assert!(why.contains("exclude each other"), "{why}");
}

#[test]
fn damaged_files_of_curves_are_refused() {
    for (text, remedy) in [
        ("", "kirifuda calibrate"),
        ("{}", "kirifuda calibrate"),
        (r#"[{"game":"kuhn","rules":"kuhn","player":"a","reference":"b","deals":1,"seed":1,"points":[]}]"#, "damaged"),
    ] {
        let why = read_curves(text).unwrap_err();
        assert!(why.contains(remedy), "{why}");
    }
    let curves = shipped_curves().unwrap();
    assert_eq!(read_curves(&write_curves(curves)).unwrap(), curves);
}

#[test]
fn a_situation_is_misjudged_in_the_same_way_whatever_the_dice_say() {
    let rules = (<Monsters as Game>::Rules::book().presets[0].rules)();
    let make = |player: &str| (contestant::<Monsters>(&rules, player).unwrap().maker)().unwrap();
    let (mut one, mut other, mut full) = (make("learner:error=2"), make("learner:error=2"), make("learner"));
    let (mut legal, mut decisions, mut mistakes) = (Actions::new(), 0, 0);
    for deal in 0..10 {
        let mut game = nth_deal::<Monsters>(&rules, 3, deal);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let action = one.choose(game.view(seat), &legal, &mut Rng::new(1));
            assert_eq!(other.choose(game.view(seat), &legal, &mut Rng::new(deal + 2)), action);
            mistakes += u32::from(full.choose(game.view(seat), &legal, &mut Rng::new(1)) != action);
            decisions += 1;
            game.play(action);
        }
    }
    assert!(mistakes > decisions / 20 && mistakes < decisions * 3 / 4, "{mistakes} of {decisions}");
}

/// Plays an ordered strength in the middle of each shipped curve.
fn kept_to<G: Listed>(measured: &Measured, deals: u64) {
    let rules = G::Rules::book().parse(&measured.rules).unwrap();
    let points = &measured.curve.points;
    let (low, high) = (points[0].share, points[points.len() - 1].share);
    let wanted = (low + high) / 2.0;
    let error = measured.curve.error_for(wanted).unwrap();
    let joint = if measured.player.contains(':') { ',' } else { ':' };
    let ordered = format!("{}{joint}loses={wanted},against={}", measured.player, measured.reference);
    let by_error = format!("{}{joint}error={error}", measured.player);
    let others = vec![measured.reference.as_str(); rules.seats() - 1];
    let share = |player: &str| {
        let names = std::iter::once(player).chain(others.iter().copied());
        let players: Vec<_> = names.map(|name| contestant::<G>(&rules, name).unwrap()).collect();
        let mut makers: Vec<_> = players.iter().map(|player| (player.maker)().unwrap()).collect();
        let (mut legal, mut better, mut pairs) = (Actions::new(), 0.0, 0.0);
        for deal in 0..deals {
            // Fresh deals: curves were measured with other seeds.
            let mut game = nth_deal::<G>(&rules, 777, deal);
            let seats = rules.seats();
            let mine = deal as usize % seats;
            let mut rng = Rng::stream(777, &[deal]);
            while let Turn::Seat(seat) = game.turn() {
                game.legal(&mut legal);
                let place = (seat.index() + seats - mine) % seats;
                let action = makers[place].choose(game.view(seat), &legal, &mut rng);
                game.play(action);
            }
            let payoff = |seat: usize| game.payoff(kirifuda_play::Seat(seat as u8));
            for seat in (0..seats).filter(|&seat| seat != mine) {
                better += if payoff(seat) > payoff(mine) {
                    1.0
                } else if payoff(seat) < payoff(mine) {
                    0.0
                } else {
                    0.5
                };
                pairs += 1.0;
            }
        }
        better / pairs
    };
    let got = share(&ordered);
    assert_eq!(got, share(&by_error), "the order is carried out by another error than the curve's");
    // Three points, and three standard errors of so few deals.
    let noise = 3.0 * (wanted * (1.0 - wanted) / deals as f64).sqrt();
    assert!((got - wanted).abs() < 0.03 + noise, "{ordered}: {wanted:.3} ordered, {got:.3} played");
}

#[test]
fn shipped_curves_are_kept_to() {
    let curves = shipped_curves().unwrap();
    let games: Vec<&str> = curves.iter().map(|measured| measured.game.as_str()).collect();
    for game in ["monsters", "hearts", "daifugo", "plain-tricks"] {
        assert!(games.contains(&game), "no curve for {game}");
    }
    for measured in curves {
        match measured.game.as_str() {
            "monsters" => kept_to::<Monsters>(measured, 400),
            "hearts" => kept_to::<Hearts>(measured, 400),
            "daifugo" => kept_to::<Daifugo>(measured, 400),
            _ => kept_to::<PlainTricks>(measured, 400),
        }
    }
}

#[test]
fn a_calibration_tells_every_point_and_rises() {
    let rules = (<PlainTricks as Game>::Rules::book().presets[0].rules)();
    let plan = Calibration::<PlainTricks> {
        rules: &rules,
        player: "linear-q",
        reference: "rule",
        deals: 60,
        seed: 5,
        threads: Some(2),
    };
    let mut told = Vec::new();
    let measured = calibrate(&plan, &Quiet, |point| told.push(*point)).unwrap();
    assert_eq!(told, measured.curve.points);
    assert_eq!(told.len(), errors().len());
    let last = told[told.len() - 1];
    assert!(last.share > told[0].share + 0.1, "{} to {}", told[0].share, last.share);
    let again = calibrate(&Calibration { threads: Some(1), ..plan }, &Quiet, |_| {}).unwrap();
    assert_eq!(again, measured);
    let weaker = Calibration { player: "linear-q:error=1", ..plan };
    assert!(calibrate(&weaker, &Quiet, |_| {}).unwrap_err().to_string().contains("weaker already"));
    let none = Calibration { player: "rule", ..plan };
    assert!(calibrate(&none, &Quiet, |_| {}).unwrap_err().to_string().contains("error"));
}
