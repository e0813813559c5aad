/// A measurement that every player of a game has in the tables of the documents: so many deals against a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yardstick {
    /// The rules; empty for the first preset.
    pub rules: &'static str,
    /// Who sits at all other seats.
    pub against: &'static str,
    /// Deals, of quick players.
    pub deals: u32,
    /// What is measured: the name of a measure of the game, or `mean`, the payoff.
    pub measure: &'static str,
    /// Digits behind the point.
    pub digits: u8,
    /// What it is called in tables.
    pub title: &'static str,
}

impl Yardstick {
    /// For a game of which nothing is said.
    pub const USUAL: Yardstick =
        Yardstick { rules: "", against: "random", deals: 30_000, measure: "mean", digits: 3, title: "payoff a deal" };
}
