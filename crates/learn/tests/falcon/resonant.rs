//! Exact categories by hand.

use kirifuda_learn::falcon::{Memory, Resonant, ResonantOptions};

use crate::{at, bad, close, good, lesson, part, shape, strengths};

fn resonant() -> Resonant {
    Resonant::new(shape(4), &ResonantOptions::default())
}

#[test]
fn the_first_lesson_of_a_place_only_adds_its_category() {
    let mut memory = resonant();
    assert_eq!((memory.categories(), strengths(&mut memory, at(0, 5))), (0, [1.0; 3]));
    good(&mut memory, 0b0101, 1);
    // Eq. 6 from ones: 0.999 (1, 1) + 0.001 (1, 0) = (1, 0.999).
    close(&part(&memory, "feedback weights"), &[1.0, 0.999]);
    assert_eq!((memory.categories(), strengths(&mut memory, at(0, 5))), (1, [1.0; 3]));
    good(&mut memory, 0b0101, 1);
    // (0.999 + 0.001, 0.999 · 0.999); 1 − 7 · 0.00001.
    close(&part(&memory, "feedback weights"), &[1.0, 0.998_001]);
    close(&strengths(&mut memory, at(0, 5)), &[0.999_93, 1.0, 0.999_93]);
    bad(&mut memory, 0b0101, 1, 4.0);
    // (0.999, 0.999 · 0.998001 + 0.001 · 0.998001); 1 − 4 · 0.00001.
    close(&part(&memory, "feedback weights"), &[0.999, 0.998_001]);
    close(&strengths(&mut memory, at(0, 5)), &[0.999_93, 0.999_96, 0.999_93]);
    lesson(&mut memory, 0b0101, 0, 1.0, true);
    close(&strengths(&mut memory, at(0, 5)), &[0.999_92, 0.999_89, 0.999_86]);
    assert_eq!(memory.categories(), 1);
}

#[test]
fn a_place_of_which_only_bad_was_heard_has_a_second_category_for_the_good() {
    let mut memory = resonant();
    // The feedback weight of the good is 0.999ⁿ after n bad deals: 0.5004 after 692, 0.4999 after 693.
    for _ in 0..690 {
        bad(&mut memory, 3, 0, 1.0);
    }
    let mut before = memory.clone();
    good(&mut before, 3, 2);
    assert_eq!(before.categories(), 1);
    for _ in 0..10 {
        bad(&mut memory, 3, 0, 1.0);
    }
    let old = strengths(&mut memory, at(0, 3));
    // 699 lessons of one point; f32 rounds each of them.
    assert!((old[0] - (1.0 - 699.0 * 0.000_01)).abs() < 3e-5 && old[1..] == [1.0; 2], "{old:?}");
    good(&mut memory, 3, 2);
    assert_eq!(memory.categories(), 2);
    // The second promises more, 1 / (0.001 + 1 + 0.999) = 0.5 against 0.496 / (0.001 + 0.496 + 1) = 0.33, so it is asked.
    assert_eq!(strengths(&mut memory, at(0, 3)), [1.0; 3]);
    good(&mut memory, 3, 2);
    close(&strengths(&mut memory, at(0, 3)), &[0.999_93, 0.999_93, 1.0]);
    // Bad deals resonate with both; the more promising one learns them.
    bad(&mut memory, 3, 2, 5.0);
    close(&strengths(&mut memory, at(0, 3)), &[0.999_93, 0.999_93, 0.999_95]);
    close(&part(&memory, "action weights")[..3], &old);
}

#[test]
fn an_unseen_place_takes_after_the_category_that_differs_least() {
    let mut memory = resonant();
    for (bits, action) in [(0b0000, 0), (0b0111, 1), (0b1111, 2)] {
        good(&mut memory, bits, action);
        good(&mut memory, bits, action);
    }
    let [none, three, all] = [0, 1, 2].map(|best| {
        let mut expected = [0.999_93_f32; 3];
        expected[best] = 1.0;
        expected
    });
    close(&strengths(&mut memory, at(0, 0b0001)), &none); // differs in 1, 2 and 3 bits
    close(&strengths(&mut memory, at(0, 0b0011)), &three); // 2, 1, 2
    close(&strengths(&mut memory, at(0, 0b1101)), &all); // 3, 2, 1
    // Another network has categories of its own.
    assert_eq!(strengths(&mut memory, at(1, 0b0001)), [1.0; 3]);
}

#[test]
fn among_equally_near_categories_the_most_promising_is_asked_then_the_first() {
    let mut memory = resonant();
    for (bits, action) in [(0b0001, 0), (0b0010, 1)] {
        good(&mut memory, bits, action);
        good(&mut memory, bits, action);
    }
    close(&strengths(&mut memory, at(0, 0)), &[1.0, 0.999_93, 0.999_93]);
    bad(&mut memory, 0b0001, 0, 0.0);
    close(&strengths(&mut memory, at(0, 0)), &[0.999_93, 1.0, 0.999_93]);
}

#[test]
fn a_rule_tells_how_often_its_category_has_learned() {
    let mut memory = resonant();
    for (bits, lessons) in [(0b0101, 4), (0b0011, 2), (0b1000, 1)] {
        (0..lessons).for_each(|_| good(&mut memory, bits, 1));
    }
    let mut rules = Vec::new();
    memory.rules(&mut |rule| rules.push((rule.place.bits, rule.action, rule.uses)));
    // The first lesson only adds the category; of actions that are all as strong the first is told.
    assert_eq!(rules, [(0b0101, 1, 3.0), (0b0011, 1, 1.0), (0b1000, 0, 0.0)]);
}
