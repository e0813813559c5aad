//! Non-interference at the boundary: two tables that look alike to a seat send it the same bytes, and advisers tell it the same,
//! whatever the others hold.

use kirifuda_play::{Actions, Deadline, Rng, Rules, Seat};
use serde_json::Value;

use super::{AnyTable, Chair, GameTable, Pass, Sitter, Sitting};
use crate::Shown;
use crate::hint::{Case, hint};
use crate::makers::Makers;
use crate::shown::{self, Visitor};

/// A table of people at which these cards are dealt.
fn table<G: Shown>(rules: &G::Rules, dealt: &G) -> GameTable<G> {
    let chair = |seat: usize| Chair {
        sitter: Sitter::Person(format!("hash {seat}")),
        name: format!("Person {seat}"),
        agrees: false,
    };
    let sitting = Sitting {
        game: G::NAME.to_string(),
        rules: G::Rules::book().text(rules),
        chairs: (0..rules.seats()).map(chair).collect(),
        series: false,
        pace_ms: 0,
        move_ms: 0,
        adviser: None,
        seed: 1,
        secret: Some("secret".to_string()),
        owner: "owner".to_string(),
        marks: Default::default(),
        held: Default::default(),
    };
    let makers = (0..rules.seats()).map(|_| None).collect();
    let mut table = GameTable::<G>::new(sitting, rules.clone(), makers);
    (table.dealt, table.game) = (dealt.clone(), dealt.clone());
    table
}

/// What an adviser tells a seat, but for the time it took.
fn advice<G: Shown>(table: &GameTable<G>, seat: Seat, adviser: &str, makers: &Makers) -> Value {
    let case = Case {
        version: table.version,
        rules: table.rules.clone(),
        dealt: table.dealt.clone(),
        actions: table.actions.clone(),
        game: table.game.clone(),
        seat,
    };
    let told = hint(&case, adviser, makers, &Deadline::never());
    let mut told = serde_json::to_value(told.unwrap()).unwrap();
    told["ms"] = Value::Null;
    told
}

/// Compares the tables of a game: states and hints that were equal.
struct Alike;

impl Visitor for Alike {
    type Output = (usize, usize);

    fn visit<G: Shown>(self) -> (usize, usize) {
        let makers = Makers::default();
        let (mut states, mut hints) = (0, 0);
        for preset in G::Rules::book().presets {
            let rules = (preset.rules)();
            let brief = G::players().iter().map(|player| player.brief()).collect::<Vec<_>>();
            let advisers: Vec<&String> = brief.iter().filter(|spec| makers.get::<G>(&rules, spec).is_ok()).collect();
            for number in 0..3 {
                let mut rng = Rng::stream(number, &[17]);
                let dealt = G::deal(&rules, &mut rng);
                let seat = Seat(rng.below(rules.seats()) as u8);
                let other = G::imagine(dealt.view(seat), &mut rng);
                let (mut one, mut two) = (table(&rules, &dealt), table(&rules, &other));
                let mut asked = false;
                while !one.is_over() && G::seen(one.game.view(seat)) == G::seen(two.game.view(seat)) {
                    for pass in [Pass::Seat(seat.index()), Pass::Watcher] {
                        let state = |table: &GameTable<G>| table.state("t", pass, &[]).unwrap();
                        assert_eq!(state(&one), state(&two), "{pass:?} of {} under {}", G::NAME, preset.name);
                        states += 1;
                    }
                    let Some(turn) = one.game.turn().seat() else { break };
                    // In the first deal everybody is asked, at the first choice of the seat.
                    if turn == seat && number == 0 && !asked && one.legal().len() > 1 {
                        asked = true;
                        for adviser in &advisers {
                            let told = advice(&one, seat, adviser, &makers);
                            assert_eq!(told, advice(&two, seat, adviser, &makers), "{adviser} in {}", G::NAME);
                            hints += 1;
                        }
                    }
                    let (legal, others): (Actions<G>, Actions<G>) = (one.legal(), two.legal());
                    let both: Vec<G::Action> = legal.iter().copied().filter(|action| others.contains(action)).collect();
                    if both.is_empty() {
                        break;
                    }
                    let action = G::show_action(&rules, rng.pick(&both));
                    for table in [&mut one, &mut two] {
                        table.act(turn.index(), &action, table.version()).unwrap();
                    }
                }
            }
        }
        (states, hints)
    }
}

#[test]
fn tables_that_look_alike_to_a_seat_send_it_the_same_bytes() {
    for game in shown::names() {
        let (states, hints) = shown::visit(game, Alike).unwrap();
        assert!(states > 0 && hints > 0, "{game}: {states} states, {hints} hints");
    }
}
