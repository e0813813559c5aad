use kirifuda_learn::falcon::{Channel, Fusion, FusionOptions, Readout, TdFalcon, TdOptions, Tracking};
use kirifuda_play::Rng;

use crate::{close, small, weights};

#[test]
fn choice_match_and_learning_are_as_computed_by_hand() {
    let mut fusion = Fusion::new(small());
    assert_eq!(fusion.learn([&[0.75, 0.25], &[1.0, 0.0], &[0.5]]), Some(0));
    assert_eq!(weights(&fusion, 0), [0.75, 0.25, 1.0, 0.0, 0.5]);

    let input: [&[f32]; 3] = [&[0.5, 0.5], &[0.5, 0.5], &[1.0]];
    // State: (0.5 + 0.25) / (0.5 + 1); action: 0.5 / (0.5 + 1); reward: 0.5 / (0.5 + 0.5): 1/2 + 1/3 + 1/2, times 1/4.
    let (mut choices, mut matches) = (Vec::new(), Vec::new());
    fusion.choices(input.map(Some), &mut choices);
    assert!(close(&choices, &[1.0 / 3.0]), "{choices:?}");
    // Without the reward: (1/2 + 1/3) / 4.
    fusion.choices([Some(input[0]), Some(input[1]), None], &mut choices);
    assert!(close(&choices, &[5.0 / 24.0]), "{choices:?}");
    // State: 0.75 / 1; action: 0.5 / 1; reward: 0.5 / 1.
    fusion.matches(input, &mut matches);
    assert_eq!(matches, [[0.75, 0.5, 0.5]]);
    // All at least their vigilance, so it learns: half way from w to x ∧ w = (0.5, 0.25), (0.5, 0), (0.5).
    assert_eq!(fusion.learn(input), Some(0));
    assert_eq!(weights(&fusion, 0), [0.625, 0.25, 0.75, 0.0, 0.5]);
}

#[test]
fn what_matches_nothing_makes_a_category() {
    let mut fusion = Fusion::new(small());
    fusion.learn([&[1.0, 0.0], &[1.0, 0.0], &[1.0]]);
    // The action does not match at all (0 < 0.5), however well the rest does.
    assert_eq!(fusion.learn([&[1.0, 0.0], &[0.0, 1.0], &[1.0]]), Some(1));
    // An input of zeros matches everything: the older category learns it.
    assert_eq!(fusion.learn([&[0.0, 0.0], &[0.0, 0.0], &[0.0]]), Some(0));
    assert_eq!(weights(&fusion, 0), [0.5, 0.0, 0.5, 0.0, 0.5]);
    assert_eq!(weights(&fusion, 1), [1.0, 0.0, 0.0, 1.0, 1.0]);
    assert_eq!(fusion.categories(), 2);
}

#[test]
fn a_new_category_may_learn_like_the_others_from_weights_of_one() {
    let mut fusion = Fusion::new(FusionOptions { fast_commit: false, ..small() });
    fusion.learn([&[0.75, 0.25], &[1.0, 0.0], &[0.5]]);
    assert_eq!(weights(&fusion, 0), [0.875, 0.625, 1.0, 0.5, 0.75]);
}

#[test]
fn the_uncommitted_category_wins_where_others_fit_worse_than_nothing() {
    // T of the uncommitted one: state 1 / (0.5 + 2), action 1 / 2.5, reward 1 / 1.5; the reward alone is 2/3.
    // Category 0 for the opposite state and action: reward 1 / 1.5. The same, and 0 for the rest.
    let inputs: [&[f32]; 3] = [&[0.0, 1.0], &[0.0, 1.0], &[1.0]];
    let channels = small().channels.map(|channel| Channel { vigilance: 0.0, ..channel });
    for uncommitted in [false, true] {
        let mut fusion = Fusion::new(FusionOptions { uncommitted, channels, ..small() });
        fusion.learn([&[1.0, 0.0], &[1.0, 0.0], &[1.0]]);
        assert_eq!(fusion.winner(inputs.map(Some)), if uncommitted { None } else { Some(0) });
        let mut winners = Vec::new();
        fusion.one_hot_winners(inputs[0], &[0, 1], Some(inputs[2]), 0.0, &mut winners);
        // Action 0: category 0 has 1 / 1.5 + 1 / 1.5 against 2/5 + 2/5 + 2/3.
        assert_eq!(winners, [if uncommitted { None } else { Some(0) }; 2]);
        assert_eq!(fusion.learn(inputs), Some(usize::from(uncommitted)));
    }
}

#[test]
fn tracking_makes_the_rest_of_a_search_stricter() {
    // Category 0 fits the state fully, not the action. Category 1 fits the action, and the state by 3/4: enough for the
    // vigilance of 1/2, not for one raised to the match of category 0.
    let learned = |tracking| {
        let mut fusion = Fusion::new(FusionOptions { tracking, ..small() });
        fusion.learn([&[1.0, 0.0], &[1.0, 0.0], &[1.0]]);
        fusion.learn([&[0.75, 0.25], &[0.0, 1.0], &[0.0]]);
        fusion.learn([&[1.0, 0.0], &[0.0, 1.0], &[1.0]])
    };
    assert_eq!(learned(Tracking::Off), Some(1));
    assert_eq!(learned(Tracking::First(0.001)), Some(2));
    assert_eq!(learned(Tracking::Matched(0.0)), Some(2));
}

#[test]
fn a_contradiction_overwrites_and_a_full_network_learns_no_more_categories() {
    let mut channels = small().channels;
    channels[2].vigilance = 0.5;
    let mut fusion = Fusion::new(FusionOptions { channels, overwrite: true, limit: 1, ..small() });
    fusion.learn([&[1.0, 0.0], &[1.0, 0.0], &[0.25]]);
    assert_eq!(fusion.learn([&[1.0, 0.0], &[1.0, 0.0], &[1.0]]), Some(0));
    assert_eq!(weights(&fusion, 0), [1.0, 0.0, 1.0, 0.0, 1.0]);
    assert_eq!(fusion.learn([&[0.0, 1.0], &[1.0, 0.0], &[1.0]]), None);
    assert_eq!(fusion.categories(), 1);
}

#[test]
fn values_are_read_from_the_rewards_of_the_winner() {
    let readings = [(Readout::Share, 0.25 / 0.75), (Readout::Middle, 0.375), (Readout::Least, 0.25)];
    for (readout, expected) in readings {
        let mut falcon = TdFalcon::new(1, 2, TdOptions { readout, uncommitted: false, ..TdOptions::fast() });
        let mut values = vec![9.0];
        falcon.values(&[1.0], &[0, 1], &mut values);
        assert_eq!(values, [0.5, 0.5], "nothing is known yet");
        falcon.learn(&[1.0], 1, 0.25);
        falcon.learn(&[1.0], 1, 0.5); // (0.25, 0.75) ∧ (0.5, 0.5) = (0.25, 0.5)
        falcon.values(&[1.0], &[1], &mut values);
        assert!(close(&values, &[expected]), "{readout:?}: {values:?}");
    }
}

#[test]
fn an_update_moves_the_value_by_the_bounded_rule() {
    let mut values = Vec::new();
    let mut falcon = TdFalcon::new(1, 2, TdOptions { discount: 0.5, ..TdOptions::fast() });
    // From 0.5: + 0.5 · (1 − 0.5) · (1 − 0.5) = 0.625.
    falcon.update(&[1.0], 0, 1.0, None);
    falcon.values(&[1.0], &[0], &mut values);
    assert!(close(&values, &[0.625]), "{values:?}");
    // In the other state, from 0.5, nothing now, and 0.625 after it: + 0.5 · (0.5 · 0.625 − 0.5) · 0.5 = 0.453125.
    falcon.update(&[0.0], 1, 0.0, Some((&[1.0], &[0])));
    falcon.values(&[0.0], &[1], &mut values);
    assert!(close(&values, &[0.453_125]), "{values:?}");
    // Not bounded: from 0.5, + 0.5 · (1 − 0.5) = 0.75.
    let mut falcon = TdFalcon::new(1, 2, TdOptions { bounded: false, ..TdOptions::fast() });
    falcon.update(&[1.0], 0, 1.0, None);
    falcon.values(&[1.0], &[0], &mut values);
    assert!(close(&values, &[0.75]), "{values:?}");
}

#[test]
fn exploration_falls_with_the_episodes_to_its_end() {
    let mut falcon = TdFalcon::new(1, 2, TdOptions { exploration_fall: 0.1, ..TdOptions::default() });
    assert_eq!(falcon.exploration(), 0.5);
    falcon.update(&[1.0], 0, 0.0, Some((&[0.0], &[0, 1])));
    assert_eq!(falcon.exploration(), 0.5);
    falcon.update(&[0.0], 0, 0.0, None);
    assert!(close(&[falcon.exploration()], &[0.4]));
    (0..9).for_each(|_| falcon.end_episode());
    assert_eq!(falcon.exploration(), 0.005);
}

#[test]
fn exploration_takes_every_action_and_the_rest_the_best() {
    let mut falcon = TdFalcon::new(1, 4, TdOptions { own_action: true, ..TdOptions::fast() });
    falcon.learn(&[1.0], 2, 1.0);
    let (mut counts, mut rng) = ([0; 4], Rng::new(1));
    for _ in 0..8000 {
        counts[usize::from(falcon.choose(&[1.0], &[0, 1, 2, 3], &mut rng))] += 1;
    }
    // 1/2 of the time any of four: 1000 each, and 4000 more for the best; four standard deviations are 4 · 30 and 4 · 44.
    assert!([0, 1, 3].iter().all(|&action| (880..1120).contains(&counts[action])), "{counts:?}");
    assert!((4820..5180).contains(&counts[2]), "{counts:?}");
    // A forced action, and none at all.
    assert_eq!(falcon.choose(&[1.0], &[3], &mut rng), 3);
    assert_eq!((falcon.choose(&[1.0], &[], &mut rng), falcon.best(&[1.0], &[])), (0, 0));
}

#[test]
fn a_category_of_another_action_tells_a_value_unless_each_has_its_own() {
    let mut values = Vec::new();
    for (own_action, expected) in [(false, 0.9), (true, 0.5)] {
        let mut falcon = TdFalcon::new(2, 4, TdOptions { own_action, ..TdOptions::fast() });
        falcon.learn(&[1.0, 0.0], 0, 0.9);
        falcon.values(&[1.0, 0.0], &[1], &mut values);
        assert!(close(&values, &[expected]), "{values:?}");
    }
}

#[test]
fn values_that_are_followed_rise_and_fall() {
    let mut values = Vec::new();
    // Where weights only fall: (0.2, 0.8), then ∧ (0.6, 0.4) = (0.2, 0.4), then ∧ (0.3, 0.7): no change.
    for (follows, expected) in [(false, [0.2, 0.2 / 0.6, 0.2 / 0.6]), (true, [0.2, 0.6, 0.3])] {
        let mut falcon = TdFalcon::new(1, 1, TdOptions { follows, ..TdOptions::fast() });
        for (value, expected) in [0.2, 0.6, 0.3].into_iter().zip(expected) {
            falcon.learn(&[1.0], 0, value);
            falcon.values(&[1.0], &[0], &mut values);
            assert!(close(&values, &[expected]), "{values:?}");
        }
    }
}
