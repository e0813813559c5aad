//! One step of temporal differences by hand, with a table's options: step 0.5, discount 0.9, unknown values 0.5, and the
//! bounded rule ΔQ = step · (target − Q) · (1 − Q).

use kirifuda_learn::falcon::{Memory, TdOptions, Temporal};

use crate::{a_move, at, close, shape, strengths};

#[test]
fn a_step_goes_half_of_the_bounded_way_to_the_reward_or_to_the_discounted_value_of_what_follows() {
    let mut memory = Temporal::new(shape(3), &TdOptions::table());
    assert_eq!(strengths(&mut memory, at(0, 0b111)), [0.5; 3]);
    // A quarter of all was paid: the reward is 0.75. 0.5 + 0.5 · 0.25 · 0.5 = 0.5625.
    let last = a_move(0b111, 2);
    memory.follow(&last, 6.5, Err(0.25));
    close(&strengths(&mut memory, at(0, 0b111)), &[0.5, 0.5, 0.5625]);
    // The move before it: 0.9 · 0.5625 = 0.50625; 0.5 + 0.5 · 0.00625 · 0.5 = 0.5015625.
    let first = a_move(0b000, 0);
    memory.follow(&first, 0.0, Ok(&last));
    // An action that was never done here takes after the same action elsewhere.
    close(&strengths(&mut memory, at(0, 0b000)), &[0.501_562_5, 0.5, 0.5625]);
    assert_eq!(memory.categories(), 2);
    // The other network knows nothing of it.
    assert_eq!(strengths(&mut memory, at(1, 0b111)), [0.5; 3]);
}

#[test]
fn only_what_can_be_done_next_has_a_value_for_what_was_done_before() {
    let mut memory = Temporal::new(shape(3), &TdOptions::table());
    let mut last = a_move(0b111, 2);
    memory.follow(&last, 0.0, Err(0.0));
    // 0.5 + 0.5 · 0.5 · 0.5.
    close(&strengths(&mut memory, at(0, 0b111)), &[0.5, 0.5, 0.625]);
    last.applicable = 0b011;
    memory.follow(&a_move(0b000, 0), 0.0, Ok(&last));
    // 0.9 · 0.5 = 0.45; 0.5 − 0.5 · 0.05 · 0.5.
    close(&strengths(&mut memory, at(0, 0b000)), &[0.4875, 0.5, 0.625]);
}

#[test]
fn a_share_beyond_all_is_all() {
    let mut memory = Temporal::new(shape(3), &TdOptions::table());
    memory.follow(&a_move(0b111, 1), 0.0, Err(7.0));
    // A reward of 0: 0.5 − 0.5 · 0.5 · 0.5.
    close(&strengths(&mut memory, at(0, 0b111)), &[0.5, 0.375, 0.5]);
}

#[test]
fn a_rule_is_a_category() {
    let mut memory = Temporal::new(shape(3), &TdOptions::table());
    memory.follow(&a_move(0b101, 1), 0.0, Err(0.25));
    let mut rules = Vec::new();
    memory.rules(&mut |rule| rules.push(rule));
    assert_eq!(rules.len(), 1);
    assert_eq!((rules[0].place.bits, rules[0].action, rules[0].uses), (0b101, 1, 1.0));
    close(&[rules[0].strength], &[0.5625]);
    // Categories do not count: they share what their network has learned.
    memory.follow(&a_move(0b010, 2), 0.0, Err(0.25));
    memory.follow(&a_move(0b010, 2), 0.0, Err(0.25));
    let mut uses = Vec::new();
    memory.rules(&mut |rule| uses.push(rule.uses));
    assert_eq!(uses, [1.5; 2]);
}
