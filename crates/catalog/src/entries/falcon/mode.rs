use kirifuda_learn::falcon::{
    AsPrinted, Average, AverageOptions, Memory, PrintedOptions, Resonant, ResonantOptions, Start, TdOptions, Temporal,
};

use crate::settings::Settings;

/// The way to learn, with what can be set about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mode {
    Average(AverageOptions),
    Resonant(ResonantOptions),
    AsPrinted(PrintedOptions),
    Temporal(TdOptions),
}

/// Work that is done alike in all modes.
pub(super) trait With {
    type Output;
    fn with<M: Memory>(self, options: &M::Options) -> Self::Output;
}

impl Mode {
    pub fn read(settings: &mut Settings<'_>) -> Result<Mode, String> {
        let modes = [Average::NAME, Resonant::NAME, AsPrinted::NAME, Temporal::NAME].map(|name| (name, name));
        Ok(match settings.choice("mode", &modes)? {
            Average::NAME => Mode::Average(AverageOptions {
                lean: settings.real("lean", 0.0..=1e6)? as f32,
                doubt: settings.real("doubt", 0.0..=1e6)? as f32,
                alike: settings.on_off("alike")?,
            }),
            Resonant::NAME => Mode::Resonant(ResonantOptions { reward: settings.real("reward", 0.0..=1e6)? as f32 }),
            AsPrinted::NAME => Mode::AsPrinted(PrintedOptions {
                reward: settings.real("reward", 0.0..=1e6)? as f32,
                start: settings.choice("start", &[("printed", Start::Printed), ("ones", Start::Ones)])?,
                complement: settings.on_off("complement")?,
            }),
            _ => {
                let kinds = [("tan", TdOptions::default()), ("table", TdOptions::table())];
                let default = settings.choice("kind", &kinds)?;
                let mut number = |key: &str, own: f32| match settings.text(key) {
                    "auto" => {
                        settings.keep(key, own);
                        Ok(own)
                    }
                    _ => settings
                        .real(key, 0.0..=1.0)
                        .map(|value| value as f32)
                        .map_err(|why| format!("{why}, and auto")),
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
