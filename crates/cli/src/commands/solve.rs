use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};
use kirifuda_arena::Monitor;
use kirifuda_players::poker::{self, Solution};
use serde_json::json;

use crate::args::SolveOptions;
use crate::monitor::Terminal;
use crate::report::INTERRUPTED;

/// `kirifuda solve`: a line whenever there is something to tell, so that an interrupted run leaves what it found.
pub fn run(options: &SolveOptions) -> Result<ExitCode> {
    let Some(solve) = poker::solver(&options.game) else {
        bail!("`{}` cannot be solved; games that can: {}", options.game, poker::SOLVABLE.join(", "));
    };
    let mut out = std::io::stdout().lock();
    let mut points = Vec::new();
    if !options.json {
        writeln!(out, "{} by CFR+; exploitability: what a perfect opponent gains a game, in chips\n", options.game)?;
        writeln!(out, "iterations  exploitability  value of the first seat  seconds")?;
    }
    let (start, monitor) = (Instant::now(), Terminal::new("iterations"));
    let mut written = Ok(());
    let mut tell = |solution: Solution| {
        let Solution { iterations, exploitability, value } = solution;
        let seconds = start.elapsed().as_secs_f64();
        points.push(json!({
            "iterations": iterations, "exploitability": exploitability, "value": value, "seconds": seconds,
        }));
        if options.json {
            return;
        }
        written =
            monitor.aside(|| writeln!(out, "{iterations:>10}  {exploitability:>14.7}  {value:>23.6}  {seconds:>7.2}"));
    };
    let finished = solve(options.iterations, &mut tell, &mut |done| {
        monitor.advance(done.into(), options.iterations.into());
        !monitor.stopped()
    })?;
    monitor.finish();
    written?;
    if options.json {
        let result = json!({
            "game": options.game,
            "iterations": options.iterations,
            "interrupted": !finished,
            "version": env!("CARGO_PKG_VERSION"),
            "points": points,
        });
        writeln!(out, "{result}")?;
    }
    Ok(if finished { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
}
