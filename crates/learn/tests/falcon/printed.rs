//! Papers 000 and 002 by hand: α = 0.001, γ = (1, 0, 0.01), ρ = (1, 0, 0.5), β = 0.001, ε = 0.00001 at the start.

use kirifuda_learn::falcon::{AsPrinted, Deal, Memory, PrintedOptions, Start};

use crate::{a_move, at, bad, close, good, lesson, part, shape, strengths};

fn printed(width: usize) -> AsPrinted {
    AsPrinted::new(shape(width), &PrintedOptions::default())
}

fn ones(width: usize) -> AsPrinted {
    AsPrinted::new(shape(width), &PrintedOptions { start: Start::Ones, ..PrintedOptions::default() })
}

/// The percept weights of the categories of both networks, as bits.
fn sensed(memory: &AsPrinted) -> Vec<u32> {
    part(memory, "percept weights").chunks(8).map(|key| key[0] as u32).collect()
}

#[test]
fn a_network_begins_with_one_category_that_stands_for_everything() {
    let mut memory = printed(2);
    assert_eq!(memory.categories(), 2);
    assert_eq!(sensed(&memory), [0b11, 0b11]);
    assert_eq!(part(&memory, "feedback weights"), [1.0, 0.0, 1.0, 0.0]);
    assert_eq!(part(&ones(2), "feedback weights"), [1.0; 4]);
    for bits in 0..4 {
        assert_eq!(strengths(&mut memory, at(0, bits)), [1.0; 3]);
    }
}

#[test]
fn a_good_deal_lowers_the_actions_not_taken() {
    let mut memory = printed(2);
    // S = 01 lies in W^S = 11, R = (1, 0) in W^R = (1, 0): it resonates.
    good(&mut memory, 0b01, 1);
    assert_eq!(memory.categories(), 2);
    // Eq. 5: 01 ∧ 11 = 01. Eq. 6: 0.999 (1, 0) + 0.001 (1, 0) = (1, 0). Eqs. 7 and 9: 1 − 7 · 0.00001 = 0.99993.
    assert_eq!(sensed(&memory)[0], 0b01);
    close(&part(&memory, "feedback weights")[..2], &[1.0, 0.0]);
    close(&strengths(&mut memory, at(0, 0b01)), &[0.999_93, 1.0, 0.999_93]);
    // The other network knows nothing of it.
    assert_eq!(strengths(&mut memory, at(1, 0b01)), [1.0; 3]);
}

#[test]
fn a_bad_deal_only_adds_a_category_when_feedback_begins_as_printed() {
    let mut memory = printed(2);
    good(&mut memory, 0b01, 1);
    for number in 1..=3 {
        // R = (0, 1) meets W^R = (1, 0) in nothing: 0 < 0.5. Nor does what was added before resonate.
        bad(&mut memory, 0b01, 1, 13.0);
        assert_eq!(memory.categories(), 2 + number);
    }
    // Eq. 5 from ones: 01 ∧ 11. Eq. 6: 0.999 (1, 0) + 0.001 ((0, 1) ∧ (1, 0)) = (0.999, 0). Equal ones are kept as one.
    assert_eq!(sensed(&memory), [0b01, 0b01, 0b11]);
    close(&part(&memory, "feedback weights")[2..4], &[0.999, 0.0]);
    // T of the first 1 / 1.001 + 0.01 · 1 / 1.001, of the others 1 / 1.001 + 0.01 · 0.999: the first wins.
    close(&strengths(&mut memory, at(0, 0b01)), &[0.999_93, 1.0, 0.999_93]);
}

#[test]
fn a_bad_trick_lowers_the_action_taken_when_feedback_begins_with_ones() {
    let mut memory = ones(2);
    bad(&mut memory, 0b01, 2, 3.0);
    assert_eq!(memory.categories(), 2);
    // Eq. 6: 0.999 (1, 1) + 0.001 ((0, 1) ∧ (1, 1)) = (0.999, 1). Eq. 8: 1 − 3 · 0.00001.
    close(&part(&memory, "feedback weights")[..2], &[0.999, 1.0]);
    close(&strengths(&mut memory, at(0, 0b01)), &[1.0, 1.0, 0.999_97]);
    // A good deal still resonates: min(1, 0.999) ≥ 0.5. Eq. 6: (0.999 · 0.999 + 0.001 · 0.999, 0.999 · 1 + 0).
    good(&mut memory, 0b01, 0);
    close(&part(&memory, "feedback weights")[..2], &[0.999, 0.999]);
    close(&strengths(&mut memory, at(0, 0b01)), &[1.0, 0.999_93, 0.999_90]);
    // A bad deal without a bad trick says nothing about actions.
    bad(&mut memory, 0b01, 0, 0.0);
    close(&strengths(&mut memory, at(0, 0b01)), &[1.0, 0.999_93, 0.999_90]);
}

#[test]
fn a_bad_trick_in_a_good_deal_lowers_all_actions() {
    let mut memory = printed(2);
    lesson(&mut memory, 0b10, 0, 2.0, true);
    // Eq. 8 takes 2 ε off the action taken, Eq. 9 takes 7 ε off the others.
    close(&strengths(&mut memory, at(0, 0b10)), &[0.999_98, 0.999_93, 0.999_93]);
}

#[test]
fn steps_fall_to_nothing_over_the_plan() {
    let mut memory = printed(2);
    for (progress, expected) in [(0.75, 1.0 - 7.0 * 0.000_002_5), (1.0, 1.0 - 7.0 * 0.000_002_5)] {
        memory.learn(&Deal { moves: &[a_move(0b01, 0)], cost: 0.0, good: true, progress });
        close(&strengths(&mut memory, at(0, 0b01)), &[1.0, expected, expected]);
    }
}

#[test]
fn what_a_trick_costs_counts_from_a_move_to_the_next() {
    let mut memory = ones(2);
    let mut later = a_move(0b10, 1);
    later.cost = 4.0;
    // 4 points before the second move, 5 more after it.
    memory.learn(&Deal { moves: &[a_move(0b01, 0), later], cost: 9.0, good: false, progress: 0.0 });
    // The first move made the category of everything its own, so the second one only adds: all its actions are 1.
    close(&strengths(&mut memory, at(0, 0b01)), &[0.999_96, 1.0, 1.0]);
    assert_eq!(strengths(&mut memory, at(0, 0b10)), [1.0; 3]);
    memory.learn(&Deal { moves: &[later], cost: 9.0, good: false, progress: 0.0 });
    close(&strengths(&mut memory, at(0, 0b10)), &[1.0, 0.999_95, 1.0]);
}

#[test]
fn what_a_trick_costs_that_another_player_played_is_not_counted() {
    let mut memory = ones(2);
    let mut first = a_move(0b01, 0);
    first.left_off = Some(1.0);
    memory.learn(&Deal { moves: &[first], cost: 9.0, good: false, progress: 0.0 });
    close(&strengths(&mut memory, at(0, 0b01)), &[0.999_99, 1.0, 1.0]);
}

#[test]
fn a_general_category_hides_a_special_one() {
    let mut memory = printed(3);
    good(&mut memory, 0b011, 0); // W^S of the first: 011.
    good(&mut memory, 0b111, 0); // 111 does not lie in 011: a second category, which has learned nothing.
    assert_eq!((memory.categories(), sensed(&memory)[..2].to_vec()), (3, vec![0b011, 0b111]));
    // T at 111: 2 / 2.001 and 3 / 3.001 (and 0.01 of feedback each): the second.
    assert_eq!(strengths(&mut memory, at(0, 0b111)), [1.0; 3]);
    // T at 011: 2 / 2.001 and 2 / 3.001: the first.
    close(&strengths(&mut memory, at(0, 0b011)), &[1.0, 0.999_93, 0.999_93]);
    // T at 001: 1 / 2.001 and 1 / 3.001: the first learns and becomes 001.
    good(&mut memory, 0b001, 2);
    assert_eq!(sensed(&memory)[..2], [0b001, 0b111]);
    close(&strengths(&mut memory, at(0, 0b001)), &[0.999_93, 0.999_86, 0.999_93]);
    // T at 111: 1 / 1.001 = 0.9990 and 3 / 3.001 = 0.9997; T at 011: 0.9990 and 2 / 3.001 = 0.6664. So the first hides
    // the second at 011, although only the second lies over it.
    assert_eq!(strengths(&mut memory, at(0, 0b111)), [1.0; 3]);
    close(&strengths(&mut memory, at(0, 0b011)), &[0.999_93, 0.999_86, 0.999_93]);
    // While learning, it is passed over: 011 does not lie in 001.
    good(&mut memory, 0b011, 1);
    assert_eq!(sensed(&memory)[..2], [0b001, 0b011]);
    // Now 2 / 2.001 is above 1 / 1.001.
    close(&strengths(&mut memory, at(0, 0b011)), &[0.999_93, 1.0, 0.999_93]);
}

#[test]
fn nothing_sensed_matches_everything_and_the_first_among_equals_wins() {
    let mut memory = printed(2);
    good(&mut memory, 0b01, 0);
    good(&mut memory, 0b10, 0); // a second category
    good(&mut memory, 0b10, 1); // which learns
    // T at 00 is 0.01 / 1.001 for both, so the first one wins, and its W^S becomes 00.
    close(&strengths(&mut memory, at(0, 0b00)), &[1.0, 0.999_93, 0.999_93]);
    good(&mut memory, 0b00, 0);
    assert_eq!(sensed(&memory)[..2], [0b00, 0b10]);
    close(&strengths(&mut memory, at(0, 0b00)), &[1.0, 0.999_86, 0.999_86]);
    close(&strengths(&mut memory, at(0, 0b10)), &[0.999_93, 1.0, 0.999_93]);
}

#[test]
fn with_complements_a_category_stands_for_exactly_what_it_has_sensed() {
    let options = PrintedOptions { complement: true, start: Start::Ones, ..PrintedOptions::default() };
    let mut memory = AsPrinted::new(shape(2), &options);
    good(&mut memory, 0b11, 0);
    // Without complements 01 would lie in 11 and narrow it.
    for action in [1, 1] {
        good(&mut memory, 0b01, action);
    }
    assert_eq!(memory.categories(), 3);
    assert_eq!(sensed(&memory)[..2], [0b11, 0b01]);
    let complements: Vec<f32> = part(&memory, "complement weights").chunks(8).map(|key| key[0]).collect();
    assert_eq!(complements[..2], [0.0, 2.0]);
    close(&strengths(&mut memory, at(0, 0b11)), &[1.0, 0.999_93, 0.999_93]);
    close(&strengths(&mut memory, at(0, 0b01)), &[0.999_93, 1.0, 0.999_93]);
    // 00 has 2 of 2 components in common with neither; 1 with 01, none with 11.
    close(&strengths(&mut memory, at(0, 0b00)), &[0.999_93, 1.0, 0.999_93]);
}

#[test]
fn the_reward_of_a_good_deal_can_be_set() {
    let mut memory = AsPrinted::new(shape(2), &PrintedOptions { reward: 3.0, ..PrintedOptions::default() });
    good(&mut memory, 0b01, 0);
    close(&strengths(&mut memory, at(0, 0b01)), &[1.0, 0.999_97, 0.999_97]);
}

#[test]
fn a_rule_tells_the_strongest_action_and_how_often_it_was_learned() {
    let mut memory = printed(2);
    good(&mut memory, 0b01, 2);
    good(&mut memory, 0b01, 2);
    let mut rules = Vec::new();
    memory.rules(&mut |rule| rules.push(rule));
    assert_eq!(rules.len(), 2, "one for each network");
    assert_eq!((rules[0].place.bits, rules[0].action, rules[0].uses), (0b01, 2, 2.0));
    assert_eq!((rules[1].place.network, rules[1].place.bits, rules[1].uses), (1, 0b11, 0.0));
}
