use kirifuda_learn::falcon::{Fusion, TdFalcon, TdOptions};
use kirifuda_play::Rng;

use crate::maze::{available, fields, sensed, trained};
use crate::small;

#[test]
fn what_is_kept_and_restored_goes_on_with_the_same_bits() {
    for options in [TdOptions::default(), TdOptions::table(), TdOptions::artlib()] {
        let falcon = trained(options, 40, 5);
        let parts = falcon.parts();
        assert_eq!(parts.len(), 3 + falcon.categories() * (22 + 4 + 2));
        assert_eq!(trained(options, 40, 5).parts(), parts, "the same seed learns the same");
        let restored = TdFalcon::restore(11, 4, options, &parts).unwrap();
        assert_eq!(restored.exploration(), falcon.exploration());
        let [mut kept, mut restored] = [falcon, restored].map(|mut falcon| {
            let mut rng = Rng::new(6);
            let all: Vec<_> = fields().collect();
            for _ in 0..200 {
                let (field, to) = (rng.pick(&all), rng.pick(&all));
                let action = falcon.choose(&sensed(field), &available(field), &mut rng);
                falcon.update(&sensed(field), action, rng.unit() as f32, Some((&sensed(to), &available(to))));
            }
            falcon
        });
        assert_eq!(kept.parts(), restored.parts());
        let (mut first, mut second) = (Vec::new(), Vec::new());
        kept.values(&sensed((2, 2)), &[0, 1, 2, 3], &mut first);
        restored.values(&sensed((2, 2)), &[0, 1, 2, 3], &mut second);
        assert_eq!(first, second);
    }
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let options = TdOptions::default();
    let parts = trained(options, 2, 1).parts();
    let fits = |inputs, actions, parts: &[f32]| TdFalcon::restore(inputs, actions, options, parts).is_some();
    assert!(fits(11, 4, &parts) && fits(11, 4, &parts[..3]));
    assert!(!fits(10, 4, &parts) && !fits(11, 5, &parts), "another size");
    assert!(!fits(11, 4, &[]) && !fits(11, 4, &parts[..2]) && !fits(11, 4, &parts[..parts.len() - 1]), "too short");
    assert!(!fits(11, 4, &[&parts[..], &[0.5]].concat()), "too long");
    for (place, wrong) in [(2, -1.0), (2, 0.5), (2, f32::NAN), (2, 1e9), (3, -0.1), (4, 1.5), (5, f32::NAN)] {
        let mut parts = parts.clone();
        parts[place] = wrong;
        assert!(!fits(11, 4, &parts), "{wrong} at {place}");
    }
    let network = Fusion::new(small());
    assert!(Fusion::restore(small(), &network.parts()).is_some() && Fusion::restore(small(), &[0.5; 4]).is_none());
}

#[test]
fn a_copy_learns_on_its_own() {
    let falcon = trained(TdOptions::table(), 20, 3);
    let before = falcon.parts();
    let mut copy = falcon.clone();
    copy.learn(&sensed((0, 0)), 3, 1.0);
    assert_ne!(copy.parts(), before);
    assert_eq!(falcon.parts(), before);
}
