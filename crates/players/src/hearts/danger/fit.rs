use std::fmt;
use std::str::FromStr;

use kirifuda_learn::svr::{Examples, Grid, Machine, Parameters, Ranges, Solver, SvrError, Validation, Watch, validate};
use kirifuda_play::Rng;
use serde_json::{Value, json};

use super::{Collection, Features, Group, Source, Target, part_name};

/// How models are learned from examples.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// How the parameters are chosen.
    pub tuning: Tuning,
    /// Parts of the cross-validation.
    pub folds: usize,
    /// Most examples of each label (in all: twice as many) for choosing parameters and for cross-validation; the model
    /// itself is learned from all.
    pub tuning_per_label: usize,
    /// A label with fewer examples makes a group without a model.
    pub fewest: usize,
    /// How trainings are done.
    pub solver: Solver,
}

impl Default for Recipe {
    fn default() -> Self {
        Recipe { tuning: Tuning::default(), folds: 5, tuning_per_label: 1000, fewest: 20, solver: Solver::Merged }
    }
}

impl Recipe {
    /// Trainings that the cross-validations of one model take.
    pub fn trainings(&self) -> usize {
        let points = self.tuning.grid(1).map_or(1, |grid| grid.points(&Parameters::for_width(1)).len());
        points * self.folds
    }
}

/// How the parameters of a model are chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Tuning {
    /// LIBSVM's defaults: C = 1, ν = 0.5, γ = 1/features.
    Off,
    /// A grid; what is empty has the values of [`Grid::for_width`].
    #[default]
    On,
    /// A grid with these values in place of the standard ones.
    Values(Grid),
}

impl Tuning {
    fn grid(&self, width: usize) -> Option<Grid> {
        let standard = Grid::for_width(width);
        let or = |values: &[f64], standard: Vec<f64>| if values.is_empty() { standard } else { values.to_vec() };
        match self {
            Tuning::Off => None,
            Tuning::On => Some(standard),
            Tuning::Values(Grid { costs, nus, gammas }) => Some(Grid {
                costs: or(costs, standard.costs),
                nus: or(nus, standard.nus),
                gammas: or(gammas, standard.gammas),
            }),
        }
    }
}

/// `on`, `off`, or values: `C=0.25,1,4;nu=0.5;gamma=0.02,0.04`, where what is left out has the standard values.
impl FromStr for Tuning {
    type Err = String;

    fn from_str(text: &str) -> Result<Tuning, String> {
        let mut grid = Grid { costs: Vec::new(), nus: Vec::new(), gammas: Vec::new() };
        match text {
            "on" => return Ok(Tuning::On),
            "off" => return Ok(Tuning::Off),
            _ => {}
        }
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let wrong = || format!("`{part}`: write on, off, or values such as `C=0.25,1,4;nu=0.5;gamma=0.02,0.04`");
            let (key, values) = part.split_once('=').ok_or_else(wrong)?;
            let (place, range) = match key.trim() {
                "C" | "c" => (&mut grid.costs, 1e-6..=1e6),
                "nu" => (&mut grid.nus, 1e-6..=1.0),
                "gamma" => (&mut grid.gammas, 1e-9..=1e6),
                _ => return Err(wrong()),
            };
            if !place.is_empty() {
                return Err(format!("`{key}` is given twice; keep one"));
            }
            for value in values.split(',') {
                let (key, value) = (key.trim(), value.trim());
                let number = value.parse().ok().filter(|number| range.contains(number));
                place.push(number.ok_or_else(|| {
                    format!("`{key}={value}`: allowed are numbers from {} to {}", range.start(), range.end())
                })?);
            }
        }
        match grid.costs.len() + grid.nus.len() + grid.gammas.len() {
            0 => Err(format!("`{text}`: write on, off, or values such as `C=0.25,1,4;nu=0.5;gamma=0.02,0.04`")),
            _ => Ok(Tuning::Values(grid)),
        }
    }
}

impl fmt::Display for Tuning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tuning::Values(grid) = self else {
            return f.write_str(if *self == Tuning::On { "on" } else { "off" });
        };
        let values = [("C", &grid.costs), ("nu", &grid.nus), ("gamma", &grid.gammas)];
        let values = values
            .into_iter()
            .filter(|(_, values)| !values.is_empty())
            .map(|(key, values)| format!("{key}={}", values.iter().map(f64::to_string).collect::<Vec<_>>().join(",")));
        f.write_str(&values.collect::<Vec<_>>().join(";"))
    }
}

/// The model of one target and group, with how it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What it foretells.
    pub target: Target,
    /// For which decisions.
    pub group: Group,
    /// Learned from so many examples; 0 for models that were learned elsewhere.
    pub examples: usize,
    /// C and ν; unknown for models that were learned elsewhere.
    pub parameters: Option<Parameters>,
    /// How well examples are predicted that were not learned from.
    pub validation: Option<Validation>,
    /// How rows are scaled.
    pub ranges: Ranges,
    /// The model.
    pub machine: Machine,
}

/// Learns the model of a target and group; nothing when there are too few examples. Everything random comes from the
/// source's seed, and the result does not depend on the number of threads.
pub fn fit(
    source: &Source,
    collection: &Collection,
    (target, group): (Target, Group),
    recipe: &Recipe,
    watch: &dyn Watch,
) -> Result<Option<Part>, SvrError> {
    let classes = collection.counts(target, group);
    let needed = recipe.fewest.max(recipe.folds) * 2 / classes.len();
    if classes.iter().any(|&count| count < needed) {
        return Ok(None);
    }
    let stream = |use_of_it: u64| Rng::stream(source.seed(), &[DANGER, target as u64, group.index() as u64, use_of_it]);
    let drawn = |examples: &Examples, per_label: usize, rng: &mut Rng| match target {
        Target::Queen => examples.balanced(per_label, rng),
        Target::Points => examples.sampled(2 * per_label, rng),
    };
    let all = collection.examples(source.features(), target, group)?;
    let all = drawn(&all, source.per_label(), &mut stream(0));
    let ranges = Ranges::of(&all);
    let scaled = ranges.scaled(&all)?;
    let some = drawn(&scaled, recipe.tuning_per_label, &mut stream(1));
    let standard = Parameters { solver: recipe.solver, ..Parameters::for_width(scaled.width()) };
    let seed = stream(2).bits();
    let (parameters, validation) = match recipe.tuning.grid(scaled.width()) {
        Some(grid) => {
            let found = grid.search(&some, &standard, recipe.folds, seed, watch)?;
            (found.best, found.validation)
        }
        None => (standard, validate(&some, &standard, recipe.folds, seed, watch)?),
    };
    if watch.stopped() {
        return Err(SvrError::Stopped);
    }
    let machine = Machine::train(&scaled, &parameters)?;
    // As its file has it, so that models are the same whether they come from memory or from files.
    let machine = Machine::read(&text_of(&machine), scaled.width())?;
    let (examples, parameters, validation) = (scaled.len(), Some(parameters), Some(validation));
    Ok(Some(Part { target, group, examples, parameters, validation, ranges, machine }))
}

/// First step of the streams of random numbers.
const DANGER: u64 = 40;

impl Part {
    /// `q-lead-05`.
    pub fn name(&self) -> String {
        part_name(self.target, self.group)
    }

    /// The model file of LIBSVM.
    pub fn model_text(&self) -> String {
        text_of(&self.machine)
    }

    /// The range file of `svm-scale`.
    pub fn range_text(&self) -> String {
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = self.ranges.write(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// A model that was learned elsewhere, from its files.
    pub fn imported(
        features: &Features,
        (target, group): (Target, Group),
        model: &str,
        range: &str,
    ) -> Result<Part, SvrError> {
        let width = features.width(group.side());
        let (machine, ranges) = (Machine::read(model, width)?, Ranges::read(range, width)?);
        Ok(Part { target, group, examples: 0, parameters: None, validation: None, ranges, machine })
    }

    /// How it was made, for people and programs.
    pub fn about(&self) -> Value {
        let validation = |figure: fn(&Validation) -> Option<f64>| self.validation.as_ref().and_then(figure);
        json!({
            "examples": self.examples,
            "C": self.parameters.map(|parameters| parameters.cost),
            "nu": self.parameters.map(|parameters| parameters.nu),
            "gamma": self.machine.gamma(),
            "support_vectors": self.machine.support_vectors(),
            "folds": self.validation.map(|validation| validation.folds),
            "validation_examples": self.validation.map(|validation| validation.examples),
            "mean_squared_error": validation(|figures| Some(figures.mean_squared_error)),
            "correlation": validation(|figures| figures.correlation),
            "accuracy": validation(|figures| figures.accuracy),
            "auc": validation(|figures| figures.auc),
        })
    }

    /// All of it, to be kept.
    pub fn json(&self) -> Value {
        let mut json = self.about();
        json["tolerance"] = json!(self.parameters.map(|parameters| parameters.tolerance));
        json["cache"] = json!(self.parameters.map(|parameters| parameters.cache));
        json["solver"] = json!(self.parameters.map(|parameters| parameters.solver.name()));
        json["model"] = json!(self.model_text());
        json["range"] = json!(self.range_text());
        json
    }

    /// Reads what [`json`](Part::json) has made.
    pub fn from_json(features: &Features, what: (Target, Group), json: &Value) -> Result<Part, String> {
        let text = |key: &str| json[key].as_str().ok_or_else(|| format!("`{key}` is missing"));
        let imported = Part::imported(features, what, text("model")?, text("range")?).map_err(|why| why.to_string())?;
        let (real, whole) =
            (|key: &str| json[key].as_f64(), |key: &str| json[key].as_u64().map(|number| number as usize));
        let parameters = || {
            let (cost, nu, tolerance, cache) = (real("C")?, real("nu")?, real("tolerance")?, real("cache")?);
            // Parts of earlier programs do not tell.
            let solver = json["solver"].as_str().map_or(Some(Solver::Libsvm), |name| name.parse().ok())?;
            Some(Parameters { cost, nu, gamma: imported.machine.gamma(), tolerance, cache, solver })
        };
        let validation = || {
            Some(Validation {
                folds: whole("folds")?,
                examples: whole("validation_examples")?,
                mean_squared_error: real("mean_squared_error")?,
                correlation: real("correlation"),
                accuracy: real("accuracy"),
                auc: real("auc"),
            })
        };
        let examples = whole("examples").ok_or("`examples` is missing")?;
        Ok(Part { examples, parameters: parameters(), validation: validation(), ..imported })
    }
}

fn text_of(machine: &Machine) -> String {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = machine.write(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}
