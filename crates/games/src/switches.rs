//! Rule switches that are fields of the rules: on or off, or one of a few names.

/// The names of a choice between two.
pub(crate) const ON_OFF: &[(&str, bool)] = &[("on", true), ("off", false)];

/// The name of a value.
pub(crate) fn name_of<T: Copy + PartialEq>(value: T, values: &[(&str, T)]) -> String {
    values.iter().find(|(_, v)| *v == value).map_or_else(String::new, |(name, _)| (*name).to_string())
}

/// The switch of a field: `switch!("lock", lock, "what it decides")` for on and off, with the text of its values and
/// the list of their names for others.
macro_rules! switch {
    ($name:literal, $field:ident, $about:literal) => {
        $crate::switches::switch!($name, $field, $about, "on | off", ($crate::switches::ON_OFF))
    };
    ($name:literal, $field:ident, $about:literal, $values:literal, $list:tt) => {
        ::kirifuda_play::Switch {
            name: $name,
            about: $about,
            values: $values,
            get: |rules| $crate::switches::name_of(rules.$field, $list),
            set: |rules, value| ::kirifuda_play::choice(value, $list).map(|chosen| rules.$field = chosen),
        }
    };
}
pub(crate) use switch;
