//! Hearts as FALCON sees it.

use kirifuda_games::cards::CardSet;
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_learn::falcon::{Situation, Task};
use kirifuda_play::{Actions, Game, Rng, Turn};
use kirifuda_players::hearts::falcon::{HeartsTask, Networks};
use kirifuda_players::hearts::{ACTION_SETS, Look, NEW, Side};

/// Every decision of some random deals.
fn decisions(rules: &Rules, deals: u64, mut visit: impl FnMut(&Hearts, &[kirifuda_games::cards::Card])) {
    let mut legal = Actions::<Hearts>::new();
    for number in 0..deals {
        let rng = &mut Rng::stream(4, &[number]);
        let mut game = Hearts::deal(rules, rng);
        while let Turn::Seat(_) = game.turn() {
            game.legal(&mut legal);
            visit(&game, &legal);
            game.play(rng.pick(&legal));
        }
    }
}

fn seat(game: &Hearts) -> kirifuda_play::Seat {
    game.turn().seat().unwrap()
}

#[test]
fn what_is_sensed_can_be_told_apart_again() {
    let half = |side: Side| side.percepts().iter().step_by(2).copied().collect::<Vec<_>>();
    let task = HeartsTask::new(&half(Side::Lead), &half(Side::Follow), &NEW, Networks::FiftyTwo).unwrap();
    for task in [HeartsTask::hand_picked(), task] {
        let mut situation = Situation::<Hearts>::default();
        decisions(&Rules::falcon(), 30, |game, legal| {
            let view = game.view(seat(game));
            assert!(task.look(view, legal, &mut situation));
            let look = Look::new(view, legal.iter().copied().collect::<CardSet>());
            let sensed: Vec<u32> = task.percepts(look.side()).iter().map(|percept| (percept.sense)(&look)).collect();
            assert_eq!(task.unpack(look.side(), situation.place.bits), sensed);
            assert_eq!(situation.place.bits >> task.shape().width, 0);
        });
    }
}

#[test]
fn the_actions_that_apply_are_named_with_their_legal_cards() {
    for actions in ACTION_SETS {
        let task = HeartsTask::new(&[], &[], actions, Networks::Four).unwrap();
        let mut situation = Situation::<Hearts>::default();
        decisions(&Rules::standard(), 30, |game, legal| {
            let view = game.view(seat(game));
            assert_eq!(task.look(view, legal, &mut situation), !view.is_passing());
            assert!(legal.contains(&task.fallback(view, legal)));
            if view.is_passing() {
                return;
            }
            let look = Look::new(view, legal.iter().copied().collect::<CardSet>());
            let expected: Vec<_> = (0..)
                .zip(actions.of(look.side()))
                .filter_map(|(number, action)| Some((number, (action.pick)(&look)?)))
                .collect();
            assert_eq!(situation.options, expected);
            assert!(
                expected
                    .iter()
                    .all(|(number, card)| { legal.contains(card) && usize::from(*number) < task.shape().actions })
            );
        });
    }
}

#[test]
fn every_trick_and_place_has_its_network() {
    for ((_, networks), count) in Networks::ALL.into_iter().zip([52, 16, 4]) {
        assert_eq!(networks.count(), count);
        let task = HeartsTask::new(&[], &[], &NEW, networks).unwrap();
        let mut met = vec![false; count];
        let mut situation = Situation::<Hearts>::default();
        decisions(&Rules::falcon(), 5, |game, legal| {
            let view = game.view(seat(game));
            task.look(view, legal, &mut situation);
            let number = usize::from(situation.place.network);
            met[number] = true;
            let (tricks, place) = networks.place(number);
            assert_eq!(place, view.trick().cards().len());
            assert_eq!(usize::from(situation.place.parent), place);
            assert!(tricks.contains(&(view.trick_number() + 1)), "network {number} is for {tricks:?}");
        });
        assert!(met.iter().all(|&met| met));
    }
    // The quarters of a deal.
    let quarters: Vec<_> = (0..4).map(|quarter| Networks::Sixteen.place(4 * quarter).0).collect();
    assert_eq!(quarters, [1..=4, 5..=7, 8..=10, 11..=13]);
    assert_eq!(Networks::Four.place(2), (1..=13, 2));
    assert_eq!(Networks::FiftyTwo.place(51), (13..=13, 3));
}

#[test]
fn costs_and_stakes_are_points_taken_and_left() {
    let task = HeartsTask::hand_picked();
    decisions(&Rules::falcon(), 20, |game, _| {
        let view = game.view(seat(game));
        let taken: f32 = kirifuda_play::Seat::all(4).map(|seat| task.cost(game.view(seat))).sum();
        assert_eq!(task.stake(view), 26.0 - taken);
        assert_eq!(task.cost(view), f32::from(view.score(view.seat())));
    });
    assert_eq!(task.bearable(), 6.0);
}

#[test]
fn a_task_of_one_side_has_no_say_on_the_other() {
    for own in Side::ALL {
        let task = HeartsTask::hand_picked().only(own);
        assert_eq!(task.side(), Some(own));
        let mut situation = Situation::<Hearts>::default();
        decisions(&Rules::falcon(), 5, |game, legal| {
            let view = game.view(seat(game));
            let side = if view.trick().is_empty() { Side::Lead } else { Side::Follow };
            assert_eq!(task.look(view, legal, &mut situation), side == own);
        });
    }
}
