//! "Did you mean": the nearest valid words to a wrong one.

/// The candidates that resemble `word`, nearest first, at most three.
///
/// ```
/// # use kirifuda_play::suggest::nearest;
/// assert_eq!(nearest("hart", ["hearts", "kuhn", "leduc"]), ["hearts"]);
/// assert!(nearest("chess", ["hearts", "kuhn"]).is_empty());
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    nearest_of(word, &candidates.into_iter().collect::<Vec<_>>())
}

/// "; did you mean `a` or `b`? Valid: a, b, c": the tail of an error about a wrong word.
pub fn remedy<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    remedy_of(word, &candidates.into_iter().collect::<Vec<_>>())
}

// The work is compiled once, not for every kind of list: a hundred copies were a twentieth of the program.

fn nearest_of<'a>(word: &str, candidates: &[&'a str]) -> Vec<&'a str> {
    let word = word.to_lowercase();
    let likeness = |candidate: &&'a str| {
        let prefix = !word.is_empty() && (candidate.starts_with(&word) || word.starts_with(candidate));
        let likeness = strsim::jaro_winkler(&word, &candidate.to_lowercase());
        (if prefix { likeness.max(0.95) } else { likeness }, *candidate)
    };
    let mut scored: Vec<(f64, &str)> =
        candidates.iter().map(likeness).filter(|(likeness, _)| *likeness >= 0.75).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().map(|(_, candidate)| candidate).take(3).collect()
}

fn remedy_of(word: &str, candidates: &[&str]) -> String {
    let near: Vec<String> = nearest_of(word, candidates).iter().map(|word| format!("`{word}`")).collect();
    let guess = if near.is_empty() { ".".to_string() } else { format!("; did you mean {}?", near.join(" or ")) };
    format!("{guess} Valid: {}", candidates.join(", "))
}
