use kirifuda_games::tricks::PLAYERS;

/// How far the others seem to play like a net.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeness {
    /// The share of them that does.
    pub share: f64,
    /// How likely all of them do.
    pub all: f64,
}

/// How likely the others are all of one sort, whatever they have played. They often are.
const OF_ONE_SORT: f64 = 0.5;

impl Likeness {
    /// From how likely each of them plays like a net, judged alone and beforehand as likely as not.
    pub fn new(each: [f64; PLAYERS - 1]) -> Likeness {
        let (mut weights, mut nets, mut all) = (0.0, 0.0, 0.0);
        for sorts in 0..1u32 << each.len() {
            let is_net = |place: usize| sorts >> place & 1 == 1;
            let same = sorts.count_ones() == 0 || sorts.count_ones() as usize == each.len();
            let before = (1.0 - OF_ONE_SORT) / 8.0 + if same { OF_ONE_SORT / 2.0 } else { 0.0 };
            let seen: f64 =
                (0..each.len()).map(|place| if is_net(place) { each[place] } else { 1.0 - each[place] }).product();
            weights += before * seen;
            nets += before * seen * f64::from(sorts.count_ones()) / each.len() as f64;
            if sorts.count_ones() as usize == each.len() {
                all = before * seen;
            }
        }
        if weights > 0.0 {
            Likeness { share: nets / weights, all: all / weights }
        } else {
            Likeness { share: 0.0, all: 0.0 }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_is_tells_about_the_others() {
        let unknown = Likeness::new([0.5; 3]);
        assert!((unknown.share - 0.5).abs() < 1e-12 && (unknown.all - 0.3125).abs() < 1e-12, "{unknown:?}");
        assert_eq!(Likeness::new([1.0; 3]), Likeness { share: 1.0, all: 1.0 });
        assert_eq!(Likeness::new([0.0; 3]), Likeness { share: 0.0, all: 0.0 });
        let one_known = Likeness::new([1.0, 0.5, 0.5]);
        assert!(one_known.share > 2.0 / 3.0 + 0.1 && one_known.all > 0.5, "{one_known:?}");
        let mixed = Likeness::new([1.0, 0.0, 1.0]);
        assert!((mixed.share - 2.0 / 3.0).abs() < 1e-12 && mixed.all == 0.0, "{mixed:?}");
    }
}
