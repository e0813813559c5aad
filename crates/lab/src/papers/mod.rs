//! One folder for each paper, and one for the ladder; an experiment is one file and one line in the list of its paper.

mod ladder;
mod p000;
mod p001;
mod p002;
mod p003;
mod p004;

use std::sync::LazyLock;

use kirifuda_play::suggest;

use crate::{LabError, Paper, run};

/// All papers, by number, and the ladder.
pub fn papers() -> &'static [Paper] {
    static PAPERS: LazyLock<[Paper; 6]> =
        LazyLock::new(|| [p000::PAPER, p001::PAPER, p002::PAPER, p003::PAPER, p004::PAPER, ladder::paper()]);
    &*PAPERS
}

/// Every paper there is; the ladder is none.
pub const ALL: &str = "all";

/// A paper, and one of its experiments if only one is wanted.
pub type Selected<'a> = (&'a Paper, Option<&'static str>);

/// What some names mean, in their order; `all` is all papers.
pub fn select_each<'a>(papers: &'a [Paper], names: &[String]) -> Result<Vec<Selected<'a>>, LabError> {
    let mut found = Vec::new();
    for name in names {
        match name.as_str() {
            ALL => found.extend(papers.iter().filter(|paper| paper.source.is_some()).map(|paper| (paper, None))),
            name => found.push(select(papers, name)?),
        }
    }
    Ok(found)
}

/// What `001` or `001/table-3` means: a paper, and one of its experiments if only one is wanted.
pub fn select<'a>(papers: &'a [Paper], what: &str) -> Result<Selected<'a>, LabError> {
    let (id, name) = what.split_once('/').map_or((what, None), |(id, name)| (id, Some(name)));
    let Some(paper) = papers.iter().find(|paper| paper.id == id) else {
        let ids: Vec<&str> = papers.iter().map(|paper| paper.id).chain([ALL]).collect();
        return Err(LabError::Other(format!("unknown paper `{id}`{}", suggest::remedy(id, ids))));
    };
    let Some(name) = name else { return Ok((paper, None)) };
    let experiment = paper.experiment(name).ok_or_else(|| run::unknown_experiment(paper, name))?;
    Ok((paper, Some(experiment.name)))
}
