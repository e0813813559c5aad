//! What a learner has changed its mind about: two explanations of it, compared.

use kirifuda_play::{Arg, Phrase};
use kirifuda_players::common::Explanation;

/// A number that a learner has changed: a cell of a chart of its explanation.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// What the number is about.
    pub about: Phrase,
    /// What it was; nothing where nothing was known.
    pub from: Option<f32>,
    /// What it is now.
    pub to: f32,
}

/// Most digits behind the point that are said of a number. What differs only behind them is not worth a word.
const MOST_DIGITS: u8 = 4;
/// Fewest digits.
const FEWEST_DIGITS: u8 = 2;

/// Everything that differs between two explanations of one learner, the largest change first; what is known for the first
/// time comes last. Charts of which nobody can speak are left out: a learner without readable parts changes nothing here.
pub fn changes(before: &Explanation, after: &Explanation) -> Vec<Change> {
    let mut found = Vec::new();
    for now in &after.charts {
        let was = before.charts.iter().find(|chart| chart.title == now.title && chart.rows == now.rows);
        let (Some(key), Some(was)) = (about(now.title), was) else { continue };
        for (row, (values, old)) in now.rows.iter().zip(now.values.iter().zip(&was.values)) {
            for (column, (to, from)) in now.columns.iter().zip(values.iter().zip(old)) {
                let Some(to) = *to else { continue };
                if *from == Some(to) || !to.is_finite() {
                    continue;
                }
                // What a row is made of can be said by itself, too.
                let args = row.args.iter().filter(|(place, _)| *place != "it").cloned();
                let about =
                    Phrase { key, args: args.collect() }.with("row", row.clone()).with("column", column.clone());
                found.push(Change { about, from: *from, to });
            }
        }
    }
    found.sort_by(|one, other| other.size().total_cmp(&one.size()));
    found
}

/// The words for a number of a chart.
fn about(title: &str) -> Option<&'static str> {
    Some(match title {
        "picture.leads" => "say.about.leads",
        "picture.gives" => "say.about.gives",
        "picture.pairs" => "say.about.pairs",
        "picture.plays" => "say.about.plays",
        "picture.elements" => "say.about.elements",
        _ => return None,
    })
}

impl Change {
    /// How much has changed; 0 for what is known for the first time.
    pub fn size(&self) -> f32 {
        self.from.map_or(0.0, |from| (self.to - from).abs())
    }

    /// The change in words, with the numbers in it; nothing where it is too small to be seen.
    pub fn phrase(&self) -> Option<Phrase> {
        let Some(from) = self.from else {
            let to = Arg::real(self.to, FEWEST_DIGITS);
            return Some(Phrase::new("say.changed.first").with("about", self.about.clone()).with("to", to));
        };
        let written = |number: f32, digits: u8| format!("{number:.*}", usize::from(digits));
        let digits = (FEWEST_DIGITS..=MOST_DIGITS).find(|&digits| written(from, digits) != written(self.to, digits))?;
        let key = if self.to > from { "say.changed.more" } else { "say.changed.less" };
        let about = self.about.clone();
        Some(
            Phrase::new(key)
                .with("about", about)
                .with("from", Arg::real(from, digits))
                .with("to", Arg::real(self.to, digits)),
        )
    }
}

impl Change {
    /// The change as a line of a list; nothing where it is too small to be seen, or where nothing was known before.
    pub fn since(&self) -> Option<Phrase> {
        let args = self.phrase()?.args;
        self.from.map(|_| Phrase { key: "say.changed.since", args })
    }
}

#[cfg(test)]
mod tests {
    use kirifuda_players::common::Chart;

    use super::*;

    fn explanation(title: &'static str, values: [[Option<f32>; 2]; 1]) -> Explanation {
        let rows = vec![Phrase::new("say.of-held").with("n", 1u8).with("all", 2u8)];
        let columns = vec![Phrase::text("7"), Phrase::text("8")];
        let values = values.map(|row| row.to_vec()).to_vec();
        Explanation { charts: vec![Chart { title, rows, columns, values, truth: Vec::new() }], rules: Vec::new() }
    }

    #[test]
    fn the_largest_change_comes_first_and_is_said_with_both_numbers() {
        let before = explanation("picture.plays", [[Some(0.5), Some(1.0)]]);
        let after = explanation("picture.plays", [[Some(0.501), Some(0.7)]]);
        let found = changes(&before, &after);
        assert_eq!(
            found.iter().map(|change| (change.from, change.to)).collect::<Vec<_>>(),
            [(Some(1.0), 0.7), (Some(0.5), 0.501)]
        );
        let [first, second] = [0, 1].map(|place| found[place].phrase().unwrap());
        assert_eq!(first.key, "say.changed.less");
        assert_eq!(first.args[1..], [("from", Arg::real(1.0, 2)), ("to", Arg::real(0.7, 2))]);
        // As many digits as it takes to see it.
        assert_eq!(second.args[2], ("to", Arg::real(0.501, 3)));
        let Arg::Phrase(about) = &first.args[0].1 else { panic!("{first:?}") };
        assert_eq!((about.key, &about.args[0]), ("say.about.plays", &("n", Arg::Whole(1))));
    }

    #[test]
    fn what_cannot_be_seen_or_read_is_not_said() {
        let before = explanation("picture.plays", [[Some(0.5), None]]);
        assert_eq!(changes(&before, &before), []);
        let tiny = explanation("picture.plays", [[Some(0.500_001), None]]);
        assert_eq!(changes(&before, &tiny)[0].phrase(), None);
        let new = explanation("picture.plays", [[Some(0.5), Some(2.0)]]);
        assert_eq!(changes(&before, &new)[0].phrase().unwrap().key, "say.changed.first");
        let unread = |value| explanation("nothing", [[Some(value), None]]);
        assert_eq!(changes(&unread(0.0), &unread(1.0)), []);
    }
}
