use kirifuda_games::hearts::Hearts;
use kirifuda_learn::model::{Header, Kind, Model};
use kirifuda_learn::svr::{Dense, Ranges};
use kirifuda_play::Game;
use serde_json::{Map, Value};

use super::{Features, Group, Part, Target, part_name};

/// The learner's name in model files.
pub const LEARNER: &str = "danger";

/// The note that tells how each part was made.
pub(super) const PARTS: &str = "parts";

/// The model file of some parts. Each has the sections of its [`Dense`] and one more, `NAME/ranges`; the notes tell how it
/// was made.
pub fn model(header: Header, parts: &[Part]) -> Model<'static> {
    let mut model = Model::new(Header { kind: Kind::Model, ..header });
    let mut about = Map::new();
    for part in parts {
        let (name, dense) = (part.name(), Dense::new(&part.machine));
        let mut told = part.about();
        told["merged_vectors"] = dense.support_vectors().into();
        about.insert(name.clone(), told);
        model.sections.extend(dense.sections(&name));
        model = model.with(&format!("{name}/ranges"), part.ranges.numbers());
    }
    model.header.notes.insert(PARTS.to_string(), Value::Object(about));
    model
}

/// What a model file holds for playing.
pub(super) struct Contents {
    pub features: Features,
    pub parts: Vec<((Target, Group), Dense, Ranges)>,
}

/// Reads a model file. An error goes after the file's name and a colon.
pub(super) fn contents(model: &Model<'_>) -> Result<Contents, String> {
    let header = &model.header;
    if header.learner != LEARNER {
        let learner = &header.learner;
        return Err(format!("a model of the learner `{learner}`, not of danger: make one with `kirifuda danger`"));
    }
    if header.game != Hearts::NAME {
        return Err(format!("it is about {}, not about {}", header.game, Hearts::NAME));
    }
    if header.kind != Kind::Model {
        return Err("examples in progress, not a model: finish it with `kirifuda danger … --resume`".to_string());
    }
    let name = header.layout.strip_prefix("hearts/danger-").unwrap_or_default();
    let features: Features = name.parse().map_err(|_| {
        let (layout, program) = (&header.layout, &header.program);
        format!("its features `{layout}` (program {program}) are not known: make it again, or use that program")
    })?;
    let mut parts = Vec::new();
    for target in Target::ALL {
        for group in Group::all() {
            let (name, width) = (part_name(target, group), features.width(group.side()));
            let Some(dense) = Dense::from_sections(model, &name).map_err(|why| why.to_string())? else { continue };
            let ranges = model.section(&format!("{name}/ranges")).map(Ranges::from_numbers);
            let ranges = ranges.and_then(Result::ok).ok_or_else(|| format!("section `{name}/ranges` is wrong"))?;
            if dense.width() != width || ranges.width() != width {
                return Err(format!(
                    "`{name}` has {} features and {} ranges, but `{}` has {width}: make it again",
                    dense.width(),
                    ranges.width(),
                    features.layout()
                ));
            }
            parts.push(((target, group), dense, ranges));
        }
    }
    Ok(Contents { features, parts })
}
