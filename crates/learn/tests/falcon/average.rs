//! Means by hand.

use kirifuda_learn::falcon::{Average, AverageOptions, Deal, Memory, Place, Signal};

use crate::{a_move, at, close, lesson, part, shape, strengths};

fn average(options: AverageOptions) -> Average {
    Average::new(shape(4), &options)
}

fn plain() -> Average {
    average(AverageOptions { lean: 0.0, doubt: 0.0, alike: false, ..AverageOptions::default() })
}

#[test]
fn what_followed_is_the_share_of_what_was_left_that_was_not_paid() {
    let mut memory = plain();
    let mut later = a_move(2, 1);
    (later.cost, later.stake) = (1.0, 20.0);
    memory.learn(&Deal { moves: &[a_move(1, 0), later], cost: 5.0, good: true, progress: 0.5 });
    // 26 / 4 − 5 = 1.5 and 20 / 4 − (5 − 1) = 1.
    assert_eq!(strengths(&mut memory, at(0, 1)), [1.5, 0.0, 0.0]);
    assert_eq!(strengths(&mut memory, at(0, 2)), [0.0, 1.0, 0.0]);
    assert_eq!(memory.categories(), 2);
    // 26 / 4 − 13 = −6.5: the mean is −2.5, whether the deal was good or not.
    lesson(&mut memory, 1, 0, 13.0, false);
    assert_eq!(strengths(&mut memory, at(0, 1)), [-2.5, 0.0, 0.0]);
    assert_eq!(part(&memory, "counts"), [2.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
}

#[test]
fn a_place_that_was_seldom_met_leans_on_its_coarser_network() {
    let mut memory = average(AverageOptions::default());
    lesson(&mut memory, 1, 0, 5.0, true);
    // Coarse: (1.5 + 3 · 0) / (1 + 3) = 0.375. Fine: (1.5 + 50 · 0.375) / (1 + 50) = 20.25 / 51.
    close(&strengths(&mut memory, at(0, 1)), &[20.25 / 51.0, 0.0, 0.0]);
    // The other network has the same parent.
    assert_eq!(strengths(&mut memory, at(1, 1)), [0.375, 0.0, 0.0]);
    assert_eq!(strengths(&mut memory, at(1, 2)), [0.0; 3]);
    // Of another parent nothing is known.
    assert_eq!(strengths(&mut memory, Place { parent: 1, ..at(1, 1) }), [0.0; 3]);
    let mut second = a_move(1, 0);
    second.place.network = 1;
    memory.learn(&Deal { moves: &[second], cost: 6.5, good: true, progress: 0.0 });
    // Coarse: mean 0.75 of 2, 1.5 / 5 = 0.3. Fine: (1.5 + 50 · 0.3) / 51 and (0 + 50 · 0.3) / 51.
    close(&strengths(&mut memory, at(0, 1)), &[16.5 / 51.0, 0.0, 0.0]);
    close(&strengths(&mut memory, at(1, 1)), &[15.0 / 51.0, 0.0, 0.0]);
}

#[test]
fn lean_and_doubt_can_be_set() {
    let mut memory = average(AverageOptions { lean: 4.0, doubt: 1.0, alike: false, ..AverageOptions::default() });
    lesson(&mut memory, 1, 2, 5.0, true);
    // Coarse: 1.5 / 2 = 0.75. Fine: (1.5 + 4 · 0.75) / 5 = 0.9.
    close(&strengths(&mut memory, at(0, 1)), &[0.0, 0.0, 0.9]);
}

#[test]
fn actions_that_name_the_same_move_learn_together_where_that_is_wanted() {
    let mut both = a_move(1, 2);
    both.alike = 0b101;
    for (alike, expected) in [(false, [0.0, 0.0, 1.5]), (true, [1.5, 0.0, 1.5])] {
        let mut memory = average(AverageOptions { lean: 0.0, doubt: 0.0, alike, ..AverageOptions::default() });
        memory.learn(&Deal { moves: &[both], cost: 5.0, good: true, progress: 0.0 });
        assert_eq!(strengths(&mut memory, at(0, 1)), expected);
    }
}

#[test]
fn forced_moves_are_not_learned() {
    let mut memory = plain();
    let mut forced = a_move(1, 0);
    forced.free = false;
    memory.learn(&Deal { moves: &[forced], cost: 5.0, good: true, progress: 0.0 });
    assert_eq!((memory.categories(), strengths(&mut memory, at(0, 1))), (0, [0.0; 3]));
}

#[test]
fn a_clone_does_not_learn_with_the_original() {
    let mut memory = plain();
    lesson(&mut memory, 1, 0, 5.0, true);
    let mut earlier = memory.clone();
    lesson(&mut memory, 1, 0, 13.0, true);
    assert_eq!(strengths(&mut earlier, at(0, 1)), [1.5, 0.0, 0.0]);
    assert_eq!(strengths(&mut memory, at(0, 1)), [-2.5, 0.0, 0.0]);
}

#[test]
fn a_rule_tells_the_best_of_the_actions_that_were_tried() {
    let mut memory = plain();
    for (action, cost) in [(1, 13.0), (1, 13.0), (2, 20.0)] {
        lesson(&mut memory, 6, action, cost, false);
    }
    let mut rules = Vec::new();
    memory.rules(&mut |rule| rules.push(rule));
    // The first action was never tried: that its mean is 0 does not make it the best.
    assert_eq!(rules.len(), 1);
    assert_eq!((rules[0].place.bits, rules[0].action, rules[0].strength, rules[0].uses), (6, 1, -6.5, 3.0));
}

#[test]
fn the_printed_feedback_is_for_the_whole_deal() {
    let mut memory =
        average(AverageOptions { lean: 0.0, doubt: 0.0, signal: Signal::Printed(7.0), ..AverageOptions::default() });
    lesson(&mut memory, 1, 0, 5.0, true);
    assert_eq!(strengths(&mut memory, at(0, 1)), [7.0, 0.0, 0.0]);
    // A bad deal costs its points: (7 − 13) / 2.
    lesson(&mut memory, 1, 0, 13.0, false);
    assert_eq!(strengths(&mut memory, at(0, 1)), [-3.0, 0.0, 0.0]);
}
