use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};
use kirifuda_players::poker::{self, Solution};

use crate::args::SolveOptions;
use crate::table::Table;

/// `kirifuda solve`.
pub fn run(options: &SolveOptions) -> Result<ExitCode> {
    let Some(solve) = poker::solver(&options.game) else {
        bail!("`{}` cannot be solved; games that can: {}", options.game, poker::SOLVABLE.join(", "));
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} by CFR+; exploitability: what a perfect opponent gains a game, in chips\n", options.game)?;
    let start = Instant::now();
    let mut table = Table::new(["iterations", "exploitability", "value of the first seat", "seconds"]);
    solve(options.iterations, &mut |solution: Solution| {
        table.row([
            solution.iterations.to_string(),
            format!("{:.7}", solution.exploitability),
            format!("{:.6}", solution.value),
            format!("{:.2}", start.elapsed().as_secs_f64()),
        ]);
    })?;
    write!(out, "{}", table.numbers())?;
    Ok(ExitCode::SUCCESS)
}
