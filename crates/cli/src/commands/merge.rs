use std::fs;
use std::io::{Write, stdout};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use kirifuda_arena::{Contest, Tally, TallyError};
use kirifuda_catalog::{Listed, Visitor, portion, visit};

use crate::args::MergeOptions;
use crate::files::Whole;
use crate::report::Report;

/// `kirifuda merge`.
pub fn run(options: &MergeOptions) -> Result<ExitCode> {
    let csv = Report::prepare(options.csv.as_deref(), options.overwrite)?;
    let out = options.out.as_deref().map(|place| Whole::create_new(place, options.overwrite)).transpose()?;
    let (tally, cut) = merged(&options.parts)?;
    if let Some(out) = out {
        out.publish_text(&(tally.to_json() + "\n"))?;
        writeln!(stdout(), "{}", missing(&tally, &cut).unwrap_or_else(|| "all parts are there".to_string()))?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(missing) = missing(&tally, &cut) {
        bail!("{missing}; play them, and merge all parts");
    }
    let game = tally.identity().game.clone();
    let report = visit(&game, Conclude(&tally))??;
    report.publish(options.json, csv)
}

/// All parts as one, and which deals were in each file.
fn merged(parts: &[PathBuf]) -> Result<(Tally, Vec<Range<u64>>)> {
    let mut files: Vec<(&Path, Vec<Range<u64>>)> = Vec::new();
    let mut all: Option<Tally> = None;
    for file in parts {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let tally = Tally::from_json(&text).map_err(|why| anyhow!("{}: {why}", file.display()))?;
        match &mut all {
            None => all = Some(tally.clone()),
            Some(all) => all.merge(&tally).map_err(|why| refusal(file, &why, &files))?,
        }
        files.push((file, tally.ranges().collect()));
    }
    let all = all.context("no parts are given")?;
    Ok((all, files.into_iter().flat_map(|(_, ranges)| ranges).collect()))
}

/// Names both files of which one is wrong.
fn refusal(file: &Path, why: &TallyError, before: &[(&Path, Vec<Range<u64>>)]) -> anyhow::Error {
    let file = file.display();
    let holding = |deals: &Range<u64>| {
        let holds = |(_, ranges): &&(&Path, Vec<Range<u64>>)| ranges.iter().any(|range| range.contains(&deals.start));
        before.iter().find(holds).map_or_else(String::new, |(path, _)| path.display().to_string())
    };
    match why {
        TallyError::Overlap(deals) => anyhow!(
            "{file}: deals {} to {} are in {}, too: leave one of them out",
            deals.start,
            deals.end - 1,
            holding(deals)
        ),
        TallyError::Foreign { .. } => {
            let first = before.first().map_or_else(String::new, |(path, _)| path.display().to_string());
            anyhow!("{file}: {why} as in {first}")
        }
        _ => anyhow!("{file}: {why}"),
    }
}

/// Says which deals are missing, and which parts have them, if the others are parts of equal size.
fn missing(tally: &Tally, cut: &[Range<u64>]) -> Option<String> {
    /// So many are told one by one.
    const TOLD: usize = 10;
    let (missing, deals) = (tally.missing(), tally.identity().deals);
    if missing.is_empty() {
        return None;
    }
    let list = |all: Vec<String>| match all.len().saturating_sub(TOLD) {
        0 => all.join(", "),
        more => format!("{} and {more} more", all[..TOLD].join(", ")),
    };
    let ranges = missing.iter().map(|range| format!("{} to {}", range.start, range.end - 1)).collect();
    let text = format!("of {deals} deals (or matches) these are missing: {}", list(ranges));
    let Some(of) = parts(deals, cut) else { return Some(text) };
    let is_missing = |part: &Range<u64>| missing.iter().any(|range| range.start < part.end && part.start < range.end);
    let absent = (1..=of).filter(|&number| portion(deals, number, of).is_some_and(|part| is_missing(&part)));
    Some(format!("{text} (parts {})", list(absent.map(|number| format!("{number}/{of}")).collect())))
}

/// How many parts of equal size there are, if all of these are such.
fn parts(deals: u64, cut: &[Range<u64>]) -> Option<u64> {
    /// Sizes of parts differ by one at most, so that there are few numbers to try unless parts are tiny.
    const TRIES: usize = 1000;
    let size = cut.first().map(|range| range.end - range.start)?;
    let fits = |of: u64| {
        cut.iter().all(|range| {
            let near = (u128::from(range.start) * u128::from(of) / u128::from(deals)) as u64;
            (near..=near + 2).any(|number| portion(deals, number, of).as_ref() == Some(range))
        })
    };
    (deals / (size + 1)..=deals / size + 1).filter(|&of| of > 0).take(TRIES).find(|&of| fits(of))
}

/// The result of all parts.
struct Conclude<'a>(&'a Tally);

impl Visitor for Conclude<'_> {
    type Output = Result<Report>;

    fn visit<G: Listed>(self) -> Result<Report> {
        Ok(match self.0.identity().contest {
            Contest::Tournament => Report::of_tournament(&self.0.tournament::<G>()?),
            Contest::Deals | Contest::Matches => Report::of_match(&self.0.outcome::<G>()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_equal_parts_is_found() {
        for (deals, of) in [(10, 3), (1000, 7), (200_000, 40), (1_000_000_000, 4000), (5, 5)] {
            let cut: Vec<Range<u64>> = (1..=of).filter_map(|number| portion(deals, number, of)).collect();
            assert_eq!(parts(deals, &cut), Some(of));
            let some: Vec<Range<u64>> = cut.iter().skip(1).step_by(2).cloned().collect();
            assert!(parts(deals, &some).is_some_and(|found| found <= of));
        }
        assert_eq!(parts(10, &[0..3, 3..9]), None);
    }
}
