//! Rule switches that are fields of the rules: on or off, or one of a few names.

/// The names of a choice between two.
pub(crate) const ON_OFF: &[(&str, bool)] = &[("on", true), ("off", false)];

/// The name of a value.
pub(crate) fn name_of<T: Copy + PartialEq>(value: T, values: &[(&str, T)]) -> String {
    values.iter().find(|(_, v)| *v == value).map_or_else(String::new, |(name, _)| (*name).to_string())
}

/// The switch of a field: `switch!("lock", lock, "what it decides")` for on and off, with the list of the values' names for
/// others, and with a range for whole numbers.
macro_rules! switch {
    ($name:literal, $field:ident, $about:literal) => {
        ::kirifuda_play::Switch {
            kind: ::kirifuda_play::Kind::Switch,
            ..$crate::switches::switch!($name, $field, $about, ($crate::switches::ON_OFF))
        }
    };
    ($name:literal, $field:ident, $about:literal, $least:literal..=$most:expr) => {
        ::kirifuda_play::Switch {
            name: $name,
            about: $about,
            kind: ::kirifuda_play::Kind::whole($least..=$most as u64),
            words: &[],
            get: |rules| rules.$field.to_string(),
            set: |rules, value| {
                let number = value.parse().ok().filter(|number| ($least..=$most).contains(number));
                rules.$field =
                    number.ok_or_else(|| format!("allowed are whole numbers from {} to {}", $least, $most))?;
                Ok(())
            },
        }
    };
    ($name:literal, $field:ident, $about:literal, $list:tt) => {
        ::kirifuda_play::Switch {
            name: $name,
            about: $about,
            kind: ::kirifuda_play::Kind::Choice(&::kirifuda_play::names::<_, { $list.len() }>($list)),
            words: &[],
            get: |rules| $crate::switches::name_of(rules.$field, $list),
            set: |rules, value| ::kirifuda_play::choice(value, $list).map(|chosen| rules.$field = chosen),
        }
    };
}
pub(crate) use switch;
