use kirifuda_games::hearts::Hearts;
use kirifuda_learn::linear_q::Task;
use kirifuda_players::common::Explanation;
use kirifuda_players::tricks::linear_q::{WideHeartsTask, charts};

use super::shipped;
use super::trainer::WEIGHTS;
use crate::trainers::Explained;

/// The weights of a model of Hearts that can be read by themselves; of other features than the wide ones, none.
pub(super) fn hearts(explained: Explained<'_, Hearts>, _: usize) -> Result<Explanation, String> {
    let mut model = match explained {
        Explained::Model(model) => *model,
        Explained::Shipped(rules) => shipped::hearts(rules).model().map_err(|why| why.to_string())?,
    };
    if model.header.layout != Task::<Hearts>::layout(&WideHeartsTask::default()) {
        return Ok(Explanation::default());
    }
    let weights = model.take(WEIGHTS).unwrap_or_default();
    Ok(Explanation { charts: charts(&weights), rules: Vec::new() })
}
