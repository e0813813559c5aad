use std::io::{self, Write};

use libsvm_rs::io::format_17g;

use super::{Examples, SvrError};

/// Brings every feature to [−1, 1], exactly as LIBSVM's `svm-scale` does by default, and reads and writes its range
/// files.
///
/// A feature that had the same value in all examples is left out of the file and becomes 0. Values beyond those seen are
/// not cut off. (`svm-scale` prints six digits; here all are kept.)
#[derive(Clone, Debug, PartialEq)]
pub struct Ranges {
    lower: f64,
    upper: f64,
    /// Least and greatest value of each feature; nothing where they are the same.
    columns: Vec<Option<(f64, f64)>>,
}

impl Ranges {
    /// The ranges of some examples.
    pub fn of(examples: &Examples) -> Ranges {
        let column = |feature: usize| {
            let mut range = (f64::INFINITY, f64::NEG_INFINITY);
            for row in examples.rows() {
                range = (range.0.min(row[feature]), range.1.max(row[feature]));
            }
            Some(range).filter(|(least, greatest)| least < greatest)
        };
        Ranges { lower: -1.0, upper: 1.0, columns: (0..examples.width()).map(column).collect() }
    }

    /// Number of features.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// Least and greatest value of each feature; nothing where they are the same.
    pub fn columns(&self) -> &[Option<(f64, f64)>] {
        &self.columns
    }

    /// One value, scaled.
    pub fn scaled_value(&self, feature: usize, value: f64) -> f64 {
        match self.columns[feature] {
            None => 0.0,
            Some((least, _)) if value == least => self.lower,
            Some((_, greatest)) if value == greatest => self.upper,
            Some((least, greatest)) => self.lower + (self.upper - self.lower) * (value - least) / (greatest - least),
        }
    }

    /// One row, scaled.
    pub fn scaled_row(&self, row: &[f64]) -> Result<Vec<f64>, SvrError> {
        if row.len() != self.width() {
            return Err(SvrError::Width { found: row.len(), needed: self.width() });
        }
        Ok(row.iter().enumerate().map(|(feature, &value)| self.scaled_value(feature, value)).collect())
    }

    /// All rows, scaled; the labels stay.
    pub fn scaled(&self, examples: &Examples) -> Result<Examples, SvrError> {
        let mut scaled = Examples::new(self.width());
        for (row, &label) in examples.rows().zip(examples.labels()) {
            scaled.push(&self.scaled_row(row)?, label)?;
        }
        Ok(scaled)
    }

    /// Writes the file that `svm-scale -s` writes.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "x\n{} {}", format_17g(self.lower), format_17g(self.upper))?;
        for (feature, range) in self.columns.iter().enumerate() {
            if let Some((least, greatest)) = range {
                writeln!(out, "{} {} {}", feature + 1, format_17g(*least), format_17g(*greatest))?;
            }
        }
        Ok(())
    }

    /// As numbers for a section of a model file: the two limits, then for each feature 1 and its range, or three zeros.
    pub fn numbers(&self) -> Vec<f32> {
        let limits = [self.lower as f32, self.upper as f32];
        let columns = self.columns.iter().flat_map(|range| match range {
            Some((least, greatest)) => [1.0, *least as f32, *greatest as f32],
            None => [0.0; 3],
        });
        limits.into_iter().chain(columns).collect()
    }

    /// Reads what [`numbers`](Ranges::numbers) has made.
    pub fn from_numbers(numbers: &[f32]) -> Result<Ranges, SvrError> {
        let wrong = || SvrError::File("the ranges of features are not as they should be: train again".to_string());
        let (&[lower, upper], columns) = numbers.split_first_chunk().ok_or_else(wrong)?;
        let (columns, rest) = columns.as_chunks::<3>();
        let column = |&[kind, least, greatest]: &[f32; 3]| match kind {
            0.0 => Some(None),
            1.0 if least < greatest => Some(Some((f64::from(least), f64::from(greatest)))),
            _ => None,
        };
        let columns: Option<Vec<_>> = columns.iter().map(column).collect();
        let fine = rest.is_empty() && lower < upper && numbers.iter().all(|number| number.is_finite());
        let columns = columns.filter(|_| fine).ok_or_else(wrong)?;
        Ok(Ranges { lower: lower.into(), upper: upper.into(), columns })
    }

    /// Reads the file that `svm-scale -s` writes, for so many features. An error goes after the file's name and a colon.
    pub fn read(text: &str, width: usize) -> Result<Ranges, SvrError> {
        let wrong = |why: String| SvrError::File(format!("not a range file of svm-scale: {why}"));
        let mut lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
        match lines.next() {
            Some((_, "x")) => {}
            Some((_, "y")) => {
                return Err(SvrError::File("labels are scaled, too (svm-scale -y): scale features only".to_string()));
            }
            _ => return Err(wrong("the first line must be `x`".to_string())),
        }
        let limits =
            lines.next().and_then(|(_, line)| numbers(line)).and_then(|limits| <[f64; 2]>::try_from(limits).ok());
        let [lower, upper] = limits
            .filter(|[lower, upper]| lower < upper)
            .ok_or_else(|| wrong("line 2 must hold the lower and the upper limit".to_string()))?;
        let mut ranges = Ranges { lower, upper, columns: vec![None; width] };
        let mut last = 0;
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let row = numbers(line).and_then(|row| <[f64; 3]>::try_from(row).ok());
            let [feature, least, greatest] =
                row.ok_or_else(|| wrong(format!("line {number} must hold a feature's number and its two limits")))?;
            if feature.fract() != 0.0 || feature < 1.0 || feature > width as f64 {
                return Err(wrong(format!("line {number}: feature {feature}, allowed are 1 to {width}")));
            }
            if feature as usize <= last {
                return Err(wrong(format!("line {number}: feature {feature} comes after feature {last}")));
            }
            if least >= greatest {
                return Err(wrong(format!("line {number}: {least} is not below {greatest}")));
            }
            last = feature as usize;
            ranges.columns[last - 1] = Some((least, greatest));
        }
        Ok(ranges)
    }
}

/// The finite numbers of a line; nothing when there is something else.
fn numbers(line: &str) -> Option<Vec<f64>> {
    line.split_whitespace().map(|word| word.parse().ok().filter(|number: &f64| number.is_finite())).collect()
}
