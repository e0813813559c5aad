use kirifuda_learn::falcon::{
    AsPrinted, Average, AverageOptions, Memory, PrintedOptions, Resonant, ResonantOptions, Signal, Start, TdOptions,
    Temporal,
};
use kirifuda_play::{Named, named};

use crate::settings::Settings;

/// The way to learn, with what can be set about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mode {
    Average(AverageOptions),
    Resonant(ResonantOptions),
    AsPrinted(PrintedOptions),
    Temporal(TdOptions),
}

/// All of them by name.
pub(super) const MODES: [Named<&str>; 4] = [
    named(Average::NAME, Average::NAME, "ours"),
    named(Resonant::NAME, Resonant::NAME, ""),
    named(AsPrinted::NAME, AsPrinted::NAME, "papers 000 and 002"),
    named(Temporal::NAME, Temporal::NAME, "Tan's"),
];
/// How feedback weights begin.
pub(super) const STARTS: [Named<Start>; 2] =
    [named("printed", Start::Printed, "(1, 0)"), named("ones", Start::Ones, "(1, 1)")];
/// Is the mean that of the paper's feedback?
pub(super) const SIGNALS: [Named<bool>; 2] = [
    named("rest", false, "ours: points from the move on, against an equal share"),
    named("printed", true, "paper 000: for the whole deal, `reward` for a good one, less its points for a bad one"),
];
/// Is there a category for every state?
pub(super) const KINDS: [Named<bool>; 2] = [
    named("tan", false, "as published"),
    named("table", true, "ours: a category for every state, whose values can rise and fall"),
];

/// Work that is done alike in all modes.
pub(super) trait With {
    type Output;
    fn with<M: Memory>(self, options: &M::Options) -> Self::Output;
}

impl Mode {
    pub fn read(settings: &mut Settings<'_>) -> Result<Mode, String> {
        Ok(match settings.choice("mode", &MODES)? {
            Average::NAME => Mode::Average(AverageOptions {
                lean: settings.real("lean")? as f32,
                doubt: settings.real("doubt")? as f32,
                alike: settings.on_off("alike")?,
                signal: match settings.choice("signal", &SIGNALS)? {
                    true => Signal::Printed(settings.real("reward")? as f32),
                    false => Signal::Rest,
                },
            }),
            Resonant::NAME => Mode::Resonant(ResonantOptions { reward: settings.real("reward")? as f32 }),
            AsPrinted::NAME => Mode::AsPrinted(PrintedOptions {
                reward: settings.real("reward")? as f32,
                start: settings.choice("start", &STARTS)?,
                complement: settings.on_off("complement")?,
            }),
            _ => {
                let default = match settings.choice("kind", &KINDS)? {
                    false => TdOptions::default(),
                    true => TdOptions::table(),
                };
                let mut number = |key: &str, own: f32| match settings.word(key) {
                    Some(_) => {
                        settings.keep(key, own);
                        Ok::<_, String>(own)
                    }
                    None => settings.real(key).map(|value| value as f32),
                };
                Mode::Temporal(TdOptions {
                    step: number("step", default.step)?,
                    discount: number("discount", default.discount)?,
                    rate: number("rate", default.rate)?,
                    vigilance: [
                        number("vigilance", default.vigilance[0])?,
                        default.vigilance[1],
                        number("reward-vigilance", default.vigilance[2])?,
                    ],
                    ..default
                })
            }
        })
    }

    /// How often any action is tried, at the start and at the end of a training, where nothing is said.
    pub fn exploration(&self) -> [f64; 2] {
        match self {
            Mode::Average(_) => [0.2, 0.2],
            Mode::Resonant(_) | Mode::AsPrinted(_) => [0.0, 0.0],
            Mode::Temporal(options) => [options.exploration, options.exploration_end].map(f64::from),
        }
    }

    pub fn with<W: With>(self, work: W) -> W::Output {
        match self {
            Mode::Average(options) => work.with::<Average>(&options),
            Mode::Resonant(options) => work.with::<Resonant>(&options),
            Mode::AsPrinted(options) => work.with::<AsPrinted>(&options),
            Mode::Temporal(options) => work.with::<Temporal>(&options),
        }
    }
}
