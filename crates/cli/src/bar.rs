/// A value as a bar, `│` standing where all players are equal: `███████▋   │`. Nothing where that is not above 0.
pub fn bar(value: f64, par: f64) -> String {
    const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    const PAR: usize = 24;
    const MOST: usize = 60;
    if par.is_nan() || par <= 0.0 {
        return String::new();
    }
    let eighths = ((8 * PAR) as f64 * value / par).clamp(0.0, (8 * MOST) as f64) as usize;
    let cell = |place: usize| match place {
        PAR => '│',
        _ if place < eighths / 8 => '█',
        _ if place == eighths / 8 => EIGHTHS[eighths % 8],
        _ => ' ',
    };
    let bar: String = (0..=PAR.max(eighths / 8)).map(cell).collect();
    bar.trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn a_bar_ends_at_its_value_and_marks_par() {
        assert_eq!(bar(6.5, 6.5), "████████████████████████│");
        assert_eq!(bar(3.25, 6.5), "████████████            │");
        assert_eq!(bar(13.0, 6.5), "████████████████████████│███████████████████████");
        assert_eq!(bar(0.0, 6.5), "                        │");
        assert_eq!(bar(-1.0, 6.5), bar(0.0, 6.5));
        assert_eq!(bar(6.5 * 25.5 / 24.0, 6.5), "████████████████████████│▌");
        assert_eq!(bar(6.5 * 4.125 / 24.0, 6.5), "████▏                   │");
        assert!(bar(1e300, 6.5).chars().count() <= 61);
        assert_eq!(bar(1.0, 0.0), "");
        assert_eq!(bar(1.0, f64::NAN), "");
    }
}
