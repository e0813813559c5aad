//! What the bench programs share. See README.md beside this crate.

use kirifuda_games::hearts::Rules;
use kirifuda_play::Rules as _;

/// `RULES DEALS` from the command line.
pub fn arguments() -> Result<(Rules, u64), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(rules), Some(deals)) = (arguments.next(), arguments.next()) else {
        return Err("two arguments are needed: RULES and DEALS, for example `falcon 2000`".into());
    };
    Ok((Rules::book().parse(&rules)?, deals.parse()?))
}
