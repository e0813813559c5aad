use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use kirifuda_catalog::strength::{Calibration, Measured, calibrate, read_curves, write_curves};
use kirifuda_catalog::{Listed, Visitor, visit};

use crate::args::CalibrateOptions;
use crate::files::Whole;
use crate::monitor::Terminal;
use crate::seating::Choice;

/// `kirifuda calibrate`.
pub fn run(options: &CalibrateOptions) -> Result<ExitCode> {
    let choice = Choice::new(&options.game, options.rules.as_deref())?;
    visit(&choice.game, Measure { choice: &choice, options })?
}

struct Measure<'a> {
    choice: &'a Choice,
    options: &'a CalibrateOptions,
}

impl Visitor for Measure<'_> {
    type Output = Result<ExitCode>;

    fn visit<G: Listed>(self) -> Result<ExitCode> {
        let options = self.options;
        let rules: G::Rules = self.choice.rules()?;
        if options.deals < 2 {
            bail!("--deals {}: two deals at least, for an interval", options.deals);
        }
        // A file that cannot be read or written is told before anything is played.
        let kept = options.out.as_deref().map(|file| Ok::<_, anyhow::Error>((kept(file)?, Whole::create(file)?)));
        let kept = kept.transpose()?;
        let plan = Calibration::<G> {
            rules: &rules,
            player: &options.player,
            reference: &options.against,
            deals: options.deals,
            seed: options.seed,
            threads: options.threads.map(usize::from),
        };
        let monitor = Terminal::new("deals");
        let mut written = match options.json {
            true => Ok(()),
            false => writeln!(std::io::stdout(), "   error  share of games in which {} does better", options.against),
        };
        let measured = calibrate(&plan, &monitor, |point| {
            if !options.json && written.is_ok() {
                let line = format!("{:>8.4}  {:.4} ±{:.4}", point.error, point.share, point.ci95);
                written = monitor.aside(|| writeln!(std::io::stdout(), "{line}"));
            }
        });
        monitor.finish();
        let measured = measured.map_err(|why| match why {
            kirifuda_catalog::strength::CalibrationError::Arena(why) => anyhow::Error::new(why),
            why => anyhow::Error::new(why),
        })?;
        written?;
        if options.json {
            println!("{}", serde_json::to_string(&measured)?);
        }
        if let Some((mut curves, file)) = kept {
            curves.retain(|known| !known.is_of(&measured));
            curves.push(measured);
            file.publish_text(&write_curves(&curves))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The curves that a file has already; others than the one to be measured are kept.
fn kept(file: &Path) -> Result<Vec<Measured>> {
    match fs::read_to_string(file) {
        Ok(text) => {
            read_curves(&text).map_err(|why| anyhow::anyhow!("{}: {why}; or name another file", file.display()))
        }
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(why) => Err(why).with_context(|| format!("cannot read {}", file.display())),
    }
}
