//! Opinions are in the units of the game: a net's number, a point, a trick and a chance are what they are said to be.
#![allow(clippy::unwrap_used)]

use kirifuda_catalog::{Listed, contestant};
use kirifuda_games::daifugo::Daifugo;
use kirifuda_games::hearts::Hearts;
use kirifuda_games::kuhn::Kuhn;
use kirifuda_games::leduc::Leduc;
use kirifuda_games::monsters::Monsters;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_learn::net::Encoder;
use kirifuda_play::{Actions, Base, Game, Meaning, Opinion, Rng, Rules, Seat, Turn, Uniform, Unit, play_out};
use kirifuda_players::common::Sighted;
use kirifuda_words::Language;

/// What really came out for a seat, measured as an opinion says.
fn real<G: Game>(game: &G, seat: Seat, base: Base) -> f64 {
    let own = f64::from(game.payoff(seat));
    let all: f64 = Seat::all(game.seats()).map(|seat| f64::from(game.payoff(seat))).sum();
    match base {
        Base::Outcome => own,
        Base::Others => own - (all - own) / (game.seats() - 1) as f64,
        base => panic!("no net thinks in {base:?}"),
    }
}

/// What a net is to learn from a game, in the units of the game, is what came out of the game: under every preset.
fn targets_are_outcomes<G: Listed + Sighted>(more: &[&str]) {
    let book = G::Rules::book();
    let more = more.iter().map(|text| book.parse(text).unwrap());
    for rules in book.presets.iter().map(|preset| (preset.rules)()).chain(more) {
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let mut game = G::deal(&rules, &mut rng);
            play_out(&mut game, &mut Uniform, &mut Actions::new(), &mut rng);
            for seat in Seat::all(game.seats()) {
                let sight = G::Sight::default();
                let scale = sight.scale(game.view(seat));
                let (said, came) = (scale.of(sight.outcome(&game, seat)), real(&game, seat, scale.meaning.base));
                assert!((said - came).abs() < 1e-4, "{} {rules:?}: {said} instead of {came}", G::NAME);
                assert_eq!(scale.meaning.unit, G::UNIT);
            }
        }
    }
}

#[test]
fn the_target_of_a_net_is_the_outcome_of_the_deal() {
    targets_are_outcomes::<Hearts>(&["standard,moon=off", "standard,jack=on", "falcon,moon=others", "saito,moon=self"]);
    targets_are_outcomes::<PlainTricks>(&[]);
    targets_are_outcomes::<Daifugo>(&["uecda,players=3"]);
    targets_are_outcomes::<Monsters>(&[]);
    targets_are_outcomes::<Kuhn>(&[]);
    targets_are_outcomes::<Leduc>(&[]);
}

/// Plays deals of one player against itself; at the seventh trick of each, what every seat thinks of the card that it plays,
/// and what came out for it.
fn foretold(rules: &str, text: &str, deals: u64) -> (Meaning, Vec<(f64, f64)>) {
    let rules = <Hearts as Game>::Rules::book().parse(rules).unwrap();
    let mut player = (contestant::<Hearts>(&rules, text).unwrap().maker)().unwrap();
    let (mut legal, mut pairs, mut meaning) = (Actions::new(), Vec::new(), None);
    for seed in 0..deals {
        let mut rng = Rng::new(seed);
        let mut game = Hearts::deal(&rules, &mut rng);
        let mut said = Vec::new();
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let view = game.view(seat);
            if !view.is_passing() && view.trick_number() == 6 {
                let Opinion { values, meaning: means } = player.opinion(view, &legal, &mut rng).unwrap();
                meaning = Some(means);
                said.push((seat, values.into_iter().fold(f64::NEG_INFINITY, f64::max)));
            }
            let card = player.choose(game.view(seat), &legal, &mut rng);
            game.play(card);
        }
        let base = meaning.unwrap().base;
        pairs.extend(said.into_iter().map(|(seat, said)| (said, real(&game, seat, base))));
    }
    (meaning.unwrap(), pairs)
}

#[test]
fn what_the_net_of_hearts_foretells_comes_out_in_points() {
    for (rules, base) in [("falcon", Base::Outcome), ("standard", Base::Others)] {
        let (meaning, pairs) = foretold(rules, "deep", 150);
        assert_eq!(meaning, Meaning { unit: Unit::Penalty, base }, "{rules}");
        let count = pairs.len() as f64;
        let (x, y) = pairs.iter().fold((0.0, 0.0), |(x, y), (said, came)| (x + said / count, y + came / count));
        let (covariance, variance) = pairs.iter().fold((0.0, 0.0), |(covariance, variance), (said, came)| {
            (covariance + (said - x) * (came - y), variance + (said - x).powi(2))
        });
        // A point foretold is a point: 600 pairs give the slope with a standard error of about 0.04, and a unit that is
        // wrong by 4/3 gives 0.75 or 1.33.
        let slope = covariance / variance;
        assert!((0.85..1.15).contains(&slope), "{rules}: slope {slope}");
        assert!((x - y).abs() < 0.8, "{rules}: {x} foretold, {y} came");
    }
}

#[test]
fn every_meaning_has_words() {
    fn check<G: Listed>(rules: &str, text: &str, expected: (Unit, Base)) {
        let rules = G::Rules::book().parse(rules).unwrap();
        let mut player = (contestant::<G>(&rules, text).unwrap().maker)().unwrap();
        let (mut game, mut legal) = (G::deal(&rules, &mut Rng::new(3)), Actions::new());
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            if let Some(Opinion { values, meaning }) = player.opinion(game.view(seat), &legal, &mut Rng::new(5)) {
                assert_eq!((meaning.unit, meaning.base), expected, "{} {text}", G::NAME);
                let key = format!("unit.{:?}.{:?}", meaning.unit, meaning.base).to_lowercase();
                assert!(Language::English.entries().contains_key(&key), "{key}");
                if matches!(meaning.unit, Unit::Chance | Unit::Likelihood) && text != "deep" {
                    assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
                }
                return;
            }
            game.play(legal[0]);
        }
        panic!("{} {text} has no opinion", G::NAME);
    }
    check::<Hearts>("standard", "linear-q", (Unit::Penalty, Base::Table));
    check::<Hearts>("standard", "search:worlds=2", (Unit::Penalty, Base::Outcome));
    check::<Hearts>("standard", "mc:sims=20", (Unit::Penalty, Base::Outcome));
    check::<Hearts>("falcon", "falcon", (Unit::Strength, Base::Moves));
    check::<Hearts>("falcon", "deep", (Unit::Penalty, Base::Outcome));
    check::<Hearts>("standard", "deep", (Unit::Penalty, Base::Others));
    check::<PlainTricks>("plain", "linear-q", (Unit::Tricks, Base::Rest));
    check::<PlainTricks>("plain", "deep", (Unit::Tricks, Base::Outcome));
    check::<Daifugo>("uecda", "softmax", (Unit::Likelihood, Base::Moves));
    check::<Daifugo>("uecda", "deep", (Unit::Points, Base::Outcome));
    check::<Daifugo>("uecda", "search:worlds=2", (Unit::Points, Base::Outcome));
    check::<Monsters>("paper004", "deep", (Unit::Chance, Base::Outcome));
    // A team by its chance where a scout tells of the other's, else by how well it does against all; a battle in HP.
    check::<Monsters>("paper004", "learner", (Unit::Chance, Base::Outcome));
    check::<Monsters>("paper004,scout=off", "learner", (Unit::Strength, Base::Moves));
    check::<Monsters>("dealt", "learner", (Unit::Health, Base::Rest));
    check::<Monsters>("paper004", "mc:sims=20", (Unit::Chance, Base::Outcome));
    check::<Kuhn>("kuhn", "mc:sims=20", (Unit::Chips, Base::Outcome));
}
