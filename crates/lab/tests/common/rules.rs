//! A slow second reading of the rule of verdicts, on their machine-readable form.

use std::collections::HashMap;

use kirifuda_lab::{Finding, Paper};
use serde_json::{Value, json};

/// Every verdict is what its printed rule says.
pub fn verdicts_follow_their_rules(name: &str, finding: &Finding) {
    for verdict in &finding.verdicts {
        let data = json!(verdict);
        assert_eq!(data["outcome"], reached(&data), "{name}: {data}");
        let (published, margin) = (&data["rule"]["published"]["value"], data["rule"]["margin"].as_f64().unwrap());
        let words = verdict.rule_text();
        match data["rule"]["test"].as_str().unwrap() {
            "figure" => {
                let unit = 0.1f64.powi(data["rule"]["published"]["digits"].as_i64().unwrap() as i32);
                assert!((margin / unit - 10.0).abs() < 1e-6, "{name}: a margin of its own: {data}");
                assert!(words.contains("decides up to"), "{words}");
            }
            "sign-and-size" => {
                assert!(published.is_f64() && words.contains("interval") && words.contains('±'), "{words}")
            }
            _ => assert!(published.is_null() && words.starts_with("95% interval"), "{words}"),
        }
    }
}

fn reached(verdict: &Value) -> &'static str {
    let rule = &verdict["rule"];
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    let (mean, half) = (number(&verdict["ours"]["mean"]), verdict["ours"]["ci95"].as_f64());
    let (known, margin) = (rule["published"]["value"].as_f64().unwrap_or(0.0), number(&rule["margin"]));
    let higher = rule["direction"] == "higher";
    let lower = rule["direction"] == "lower";
    let sign = match half {
        Some(half) if mean - half > 0.0 && higher || mean + half < 0.0 && lower => "reproduced",
        Some(half) if mean - half > 0.0 && lower || mean + half < 0.0 && higher => "contradicted",
        _ => "open",
    };
    let digits = rule["published"]["digits"].as_i64().unwrap_or(0) as i32;
    let error = (half.unwrap_or(0.0).powi(2) + number(&rule["paper_error"]).powi(2)).sqrt();
    let tolerance = 0.5 * 0.1f64.powi(digits) + error;
    let inside = (mean - known).abs() <= tolerance + 1e-12 * (1.0 + known.abs());
    let beyond = match () {
        () if half.is_none() || !(mean - known).is_finite() || !tolerance.is_finite() => None,
        () if mean > known && higher || mean < known && lower => Some("better"),
        () if higher || lower => Some("falls-short"),
        () => Some("differs"),
    };
    match (rule["test"].as_str().unwrap(), half) {
        ("figure", _) if inside && tolerance <= margin => "reproduced",
        ("figure", _) if inside => "open",
        ("figure", _) => beyond.unwrap_or("open"),
        ("sign", _) => sign,
        ("sign-and-size", _) if sign == "contradicted" || inside => sign,
        ("sign-and-size", _) => beyond.unwrap_or(sign),
        ("same", Some(half)) if mean - half >= -margin && mean + half <= margin => "reproduced",
        ("same", Some(half)) if mean - half > margin || mean + half < -margin => "contradicted",
        ("no-worse", Some(half)) if lower && mean + half < margin || higher && mean - half > -margin => "reproduced",
        ("no-worse", Some(half)) if lower && mean - half > margin || higher && mean + half < -margin => "contradicted",
        _ => "open",
    }
}

/// Every published cell of the list has one verdict that counts, and at most one as printed; nothing else counts.
pub fn every_published_cell_counts_once<'a>(paper: &Paper, findings: impl Iterator<Item = &'a Finding>) {
    let listed: Vec<&str> = paper.cells.iter().flat_map(|cells| cells.names).copied().collect();
    let mut counted: HashMap<&str, [usize; 2]> = listed.iter().map(|name| (*name, [0, 0])).collect();
    assert_eq!(counted.len(), listed.len(), "{}: a cell is listed twice", paper.id);
    for cells in paper.cells {
        assert!(paper.experiment(cells.experiment).is_some(), "{}: {}", paper.id, cells.experiment);
    }
    for verdict in findings.flat_map(|finding| &finding.verdicts) {
        let kirifuda_lab::Standing::Published(cell, reading) = verdict.standing else { continue };
        let count = counted.get_mut(cell).unwrap_or_else(|| panic!("{}: `{cell}` is not in the list", paper.id));
        match reading {
            kirifuda_lab::Reading::Best => count[0] += 1,
            kirifuda_lab::Reading::Printed => count[1] += 1,
            kirifuda_lab::Reading::Only => *count = [count[0] + 1, count[1] + 1],
            kirifuda_lab::Reading::Other => {}
        }
    }
    for (cell, [best, printed]) in counted {
        assert!(best == 1 && printed <= 1, "{}: `{cell}` counts {best} times, {printed} as printed", paper.id);
    }
}
