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
        let (mut nets, mut all) = (0.0, 0.0);
        for (sorts, likely) in sorts(each) {
            nets += likely * f64::from(sorts.count_ones()) / each.len() as f64;
            if sorts == ALL {
                all = likely;
            }
        }
        Likeness { share: nets, all }
    }

    /// How likely each of them does, by what all of them did.
    pub fn together(each: [f64; PLAYERS - 1]) -> [f64; PLAYERS - 1] {
        let mut together = [0.0; PLAYERS - 1];
        for (sorts, likely) in sorts(each) {
            for (place, together) in together.iter_mut().enumerate() {
                *together += likely * f64::from(sorts >> place & 1);
            }
        }
        together
    }
}

/// All of them, as bits.
const ALL: u32 = (1 << (PLAYERS - 1)) - 1;

/// Who of them may play like a net, as bits, and how likely these do and the others do not; all zero where that is impossible.
fn sorts(each: [f64; PLAYERS - 1]) -> impl Iterator<Item = (u32, f64)> {
    let likely = move |sorts: u32| {
        let same = sorts == 0 || sorts == ALL;
        let before = (1.0 - OF_ONE_SORT) / 8.0 + if same { OF_ONE_SORT / 2.0 } else { 0.0 };
        let fits = |place: usize| if sorts >> place & 1 == 1 { each[place] } else { 1.0 - each[place] };
        before * (0..each.len()).map(fits).product::<f64>()
    };
    let weights: f64 = (0..=ALL).map(likely).sum();
    (0..=ALL).map(move |sorts| (sorts, if weights > 0.0 { likely(sorts) / weights } else { 0.0 }))
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

    #[test]
    fn each_is_judged_by_all() {
        // Three times one in five is hardly ever: they are often of one sort.
        let alike = Likeness::together([0.2; 3]);
        assert!(alike.iter().all(|&likely| (likely - Likeness::new([0.2; 3]).share).abs() < 1e-12));
        assert!(alike[0] < 0.08, "{alike:?}");
        // Beside two nets the same one in five is doubtful.
        let beside_nets = Likeness::together([0.2, 0.9, 0.9]);
        assert!(beside_nets[0] > 0.4 && beside_nets[1] > 0.9, "{beside_nets:?}");
        assert_eq!(Likeness::together([1.0, 0.0, 1.0]), [1.0, 0.0, 1.0]);
    }
}
