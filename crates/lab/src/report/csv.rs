//! Tables, figures and verdicts as comma-separated values.

use super::counts;
use crate::markup::plain;
use crate::{Better, Cell, Figure, Part, ResultTable, Run, Standing};
use kirifuda_arena::csv::{optional, push_line};

/// A table: a column of our figures has its half-widths beside it, all with full precision.
pub fn table(table: &ResultTable) -> String {
    let columns = table.rows.iter().map(Vec::len).chain([table.heads.len()]).max().unwrap_or(0);
    let wide: Vec<bool> = (0..columns)
        .map(|column| table.rows.iter().any(|row| matches!(row.get(column), Some(Cell::Ours { .. }))))
        .collect();
    let mut text = String::new();
    let mut line = Vec::new();
    for (column, &wide) in wide.iter().enumerate() {
        let head = plain(table.heads.get(column).map_or("", String::as_str));
        line.push(head.clone());
        if wide {
            line.push(format!("{head} ci95").trim_start().to_string());
        }
    }
    push_line(&mut text, &line);
    for row in &table.rows {
        line.clear();
        for (column, &wide) in wide.iter().enumerate() {
            let (cell, half) = match row.get(column) {
                Some(Cell::Text(words)) => (plain(words), None),
                Some(Cell::Published(value, digits)) => (format!("{value:.digits$}"), None),
                Some(Cell::Ours { estimate, .. }) => (estimate.mean.to_string(), estimate.ci95),
                Some(Cell::Empty) | None => (String::new(), None),
            };
            line.push(cell);
            if wide {
                line.push(optional(half));
            }
        }
        push_line(&mut text, &line);
    }
    text
}

/// A figure: one line for each point.
pub fn figure(figure: &Figure) -> String {
    let mut text = String::new();
    push_line(&mut text, ["series", "source", "x", "y", "ci95"]);
    for series in &figure.series {
        let source = if series.published { "paper" } else { "ours" };
        for point in &series.points {
            let words = [series.name.clone(), source.to_string()];
            let numbers = [point.x.to_string(), point.y.to_string(), optional(point.ci95)];
            push_line(&mut text, [&words[..], &numbers[..]].concat());
        }
    }
    text
}

/// All verdicts of a run.
pub fn verdicts(run: &Run<'_>) -> String {
    let mut text = String::new();
    let heads = [
        "experiment",
        "part",
        "what",
        "published",
        "ours",
        "ci95",
        "better",
        "verdict",
        "distance",
        "tolerance",
        "cell",
        "counts",
        "rule",
    ];
    push_line(&mut text, heads);
    for (experiment, finding, _) in run.found() {
        for verdict in &finding.verdicts {
            let part = match experiment.part {
                Part::Paper => "paper",
                Part::Beyond => "beyond",
            };
            let better = match verdict.rule.direction {
                Better::Higher => "higher",
                Better::Lower => "lower",
                Better::Neither => "neither",
            };
            let published = verdict.rule.published.map(|p| format!("{:.*}", p.digits, p.value)).unwrap_or_default();
            let cell = match verdict.standing {
                Standing::Published(cell, _) => cell,
                Standing::Own => "",
            };
            push_line(
                &mut text,
                &[
                    experiment.name.to_string(),
                    part.to_string(),
                    plain(&verdict.what),
                    published,
                    verdict.ours.mean.to_string(),
                    optional(verdict.ours.ci95),
                    better.to_string(),
                    verdict.outcome().to_string(),
                    verdict.ruling.distance.to_string(),
                    optional(Some(verdict.ruling.tolerance).filter(|tolerance| tolerance.is_finite())),
                    cell.to_string(),
                    counts(verdict).to_string(),
                    verdict.rule_text(),
                ],
            );
        }
    }
    text
}
