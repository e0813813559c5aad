use kirifuda_learn::mlp::{Net, Output, Replay, Scratch, Shape};
use kirifuda_learn::model::Model;
use kirifuda_play::{Arg, Phrase, Rng};
use serde_json::{Value, json};

/// What all parts of the learner have in common: a net with as many hidden units as inputs, and whether it is in use.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its name in settings and files.
    pub name: &'static str,
    /// A part that is off learns nothing and says nothing.
    pub on: bool,
    net: Net,
    /// Examples met, those of replays not counted.
    examples: u64,
}

impl Part {
    pub fn new(name: &'static str, inputs: usize, outputs: usize, output: Output, on: bool, rng: &mut Rng) -> Part {
        let net = Net::new(Shape { inputs, hidden: inputs, outputs, output }, rng);
        Part { name, on, net, examples: 0 }
    }

    #[inline]
    pub fn forward<'w>(&self, inputs: &[f32], work: &'w mut Scratch) -> &'w [f32] {
        self.net.forward(inputs, work)
    }

    #[inline]
    pub fn value(&self, inputs: &[f32], work: &mut Scratch) -> f32 {
        self.net.value(inputs, work)
    }

    /// A new example.
    pub fn learn(&mut self, inputs: &[f32], targets: &[f32], rate: f32, work: &mut Scratch) {
        self.examples += 1;
        self.net.learn(inputs, targets, rate, work);
    }

    /// An example of before.
    pub fn learn_again(&mut self, inputs: &[f32], targets: &[f32], rate: f32, work: &mut Scratch) {
        self.net.learn(inputs, targets, rate, work);
    }

    pub fn examples(&self) -> u64 {
        self.examples
    }

    pub fn is_finite(&self) -> bool {
        self.net.is_finite()
    }

    pub fn weights(&self) -> usize {
        self.net.weights().len()
    }

    /// Adds it to a model.
    pub fn save<'a>(&'a self, model: &mut Model<'a>) {
        model.header.state.insert(self.key(), json!(self.examples));
        put(model, self.name, self.net.weights());
    }

    /// Takes it out of a model.
    pub fn restore(&mut self, model: &mut Model<'_>) -> Result<(), String> {
        let examples = model.header.state.get(&self.key()).and_then(Value::as_u64);
        self.examples = examples.ok_or_else(|| misfit(self.name, "the number of examples is missing"))?;
        let weights = model.take(self.name).unwrap_or_default();
        let net = Net::restore(self.net.shape(), weights);
        self.net = net.map_err(|why| misfit(self.name, &why.to_string()))?;
        Ok(())
    }

    fn key(&self) -> String {
        format!("{}-examples", self.name)
    }
}

/// Adds a section to a model.
pub(super) fn put<'a>(model: &mut Model<'a>, name: &str, values: &'a [f32]) {
    model.sections.push(kirifuda_learn::model::Section { name: name.to_string(), values: values.into(), half: false });
}

/// Adds the rows of a replay to a checkpoint.
pub(super) fn put_replay<'a>(model: &mut Model<'a>, name: &str, replay: &'a Replay) {
    put(model, name, replay.rows());
    model.header.state.insert(name.to_string(), json!(replay.oldest()));
}

/// Takes the rows of a replay out of a checkpoint; the replay has its sizes.
pub(super) fn restore_replay(replay: &mut Replay, model: &mut Model<'_>, name: &str) -> Result<(), String> {
    let oldest = model.header.state.get(name).and_then(Value::as_u64);
    let rows = model.take(name).filter(|rows| rows.iter().all(|number| number.is_finite()));
    let (Some(rows), Some(oldest)) = (rows, oldest) else {
        return Err(misfit(name, "its examples are missing"));
    };
    *replay = Replay::restore(replay.width(), replay.capacity(), rows, oldest as usize)
        .ok_or_else(|| misfit(name, "its examples do not fit"))?;
    Ok(())
}

/// A monster with a number.
pub(super) fn valued(monster: &str, value: Arg) -> Phrase {
    Phrase::new("say.valued").with("name", Phrase::name("monster", monster)).with("value", value)
}

/// What to say of a file that does not hold a part.
pub(super) fn misfit(part: &str, why: &str) -> String {
    format!("its part `{part}` cannot be used ({why}): train again")
}
