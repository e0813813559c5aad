//! "Did you mean": the nearest valid words to a wrong one.

/// The candidates that resemble `word`, nearest first, at most three.
///
/// ```
/// # use kirifuda_play::suggest::nearest;
/// assert_eq!(nearest("hart", ["hearts", "kuhn", "leduc"]), ["hearts"]);
/// assert!(nearest("chess", ["hearts", "kuhn"]).is_empty());
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let word = word.to_lowercase();
    let mut scored: Vec<(f64, &str)> = candidates
        .into_iter()
        .map(|candidate| {
            let prefix = !word.is_empty() && (candidate.starts_with(&word) || word.starts_with(candidate));
            let likeness = strsim::jaro_winkler(&word, &candidate.to_lowercase());
            (if prefix { likeness.max(0.95) } else { likeness }, candidate)
        })
        .filter(|(likeness, _)| *likeness >= 0.75)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().map(|(_, candidate)| candidate).take(3).collect()
}

/// "; did you mean `a` or `b`? Valid: a, b, c": the tail of an error about a wrong word.
pub fn remedy<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str> + Clone) -> String {
    let near = nearest(word, candidates.clone());
    let all: Vec<&str> = candidates.into_iter().collect();
    let mut text = String::new();
    if !near.is_empty() {
        let quoted: Vec<String> = near.iter().map(|n| format!("`{n}`")).collect();
        text.push_str(&format!("; did you mean {}?", quoted.join(" or ")));
    } else {
        text.push('.');
    }
    text.push_str(&format!(" Valid: {}", all.join(", ")));
    text
}
