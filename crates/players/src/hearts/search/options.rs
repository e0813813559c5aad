use std::time::Duration;

use kirifuda_games::hearts::{Moon, Rules};
use kirifuda_learn::search::Budget;

use super::kind::Kinds;

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// How long a move is thought about; simulations are worlds.
    pub budget: Budget,
    /// How the seats play in playouts.
    pub playouts: Playouts,
    /// Share of random moves in playouts.
    pub noise: f64,
    /// How the cards to pass are found.
    pub pass: PassBy,
    /// Are worlds weighed by what the others were seen to do?
    pub weigh: bool,
    /// How likely a card is that an opponent of the kind in question would not have played.
    pub doubt: f64,
    /// Shooting the moon.
    pub moon: MoonStyle,
    /// Is an adviser asked what it thinks of the cards?
    pub heed: bool,
    /// By how many points it may be wrong about the difference between two cards, if the others play like nets.
    pub prior: f64,
    /// The same if they go by rules.
    pub rule_prior: f64,
    /// The share of opponents that play by a net, before they have played a card; where there is a [`Pupil`](super::Pupil).
    pub net: f64,
    /// How many times less likely (as a power of e) such an opponent plays a card that is a point worse.
    pub sharpness: f64,
}

/// How the cards to pass are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassBy {
    /// By search.
    Search,
    /// As jake does.
    Rule,
    /// As the adviser likes; by search without one.
    Advice,
}

/// How the seats play in playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playouts {
    /// All like stock.
    Stock,
    /// All like jake.
    Jake,
    /// Each opponent like the one of the two that it resembles.
    Mixed,
}

/// How the moon is treated where the rules have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoonStyle {
    /// It is not thought about.
    Off,
    /// The others often defend; shooting must be clearly better.
    Cautious,
    /// The others do not defend.
    Bold,
    /// Whether the others shoot or defend is inferred from what they do.
    Adaptive,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            budget: Budget::Time(Duration::from_millis(50)),
            playouts: Playouts::Mixed,
            noise: 0.03,
            pass: PassBy::Search,
            weigh: true,
            doubt: 0.05,
            moon: MoonStyle::Adaptive,
            heed: false,
            prior: 0.0,
            rule_prior: 3.0,
            net: 0.0,
            sharpness: 3.0,
        }
    }
}

impl Options {
    /// What the opponents may be.
    pub(super) fn kinds(&self, rules: &Rules) -> Kinds {
        let jake = match self.playouts {
            Playouts::Stock => 0.0,
            Playouts::Jake => 1.0,
            Playouts::Mixed => 0.5,
        };
        let (defends, shoots) = match self.moon {
            MoonStyle::Off => (0.0, 0.0),
            MoonStyle::Cautious => (0.4, 0.05),
            MoonStyle::Bold => (0.0, 0.02),
            MoonStyle::Adaptive => (0.2, 0.05),
        };
        let moon = rules.moon != Moon::Off;
        Kinds::new(jake, defends, shoots, self.doubt, moon, self.moon == MoonStyle::Adaptive).with_net(self.net)
    }

    /// Points by which shooting must be better than anything else.
    pub(super) fn margin(&self) -> f64 {
        match self.moon {
            MoonStyle::Cautious => 2.0,
            MoonStyle::Adaptive => 0.5,
            MoonStyle::Bold | MoonStyle::Off => 0.0,
        }
    }
}
