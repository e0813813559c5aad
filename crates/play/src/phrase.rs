use serde::{Serialize, Serializer};

/// Something to be said, in no language yet: a key of the dictionary, and what goes into the places of its words.
///
/// Players give phrases; the crate `words` and the page put them into English or Japanese.
///
/// ```
/// use kirifuda_play::Phrase;
///
/// let phrase = Phrase::new("say.lead.weakest").with("suit", "♠");
/// assert_eq!(phrase.args[0].0, "suit");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Phrase {
    /// The key of its words.
    pub key: &'static str,
    /// What goes into them, by the names of the places.
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<(&'static str, Arg)>,
}

/// What goes into a place of a phrase.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Arg {
    /// A whole number.
    Whole(i64),
    /// A number, and how many digits of it are shown behind the point.
    Real {
        /// The number.
        number: f64,
        /// The digits.
        digits: u8,
    },
    /// What is the same in all languages: a card, a suit, a rank.
    Text(String),
    /// A name of a kind, such as a monster's or an element's, which the dictionary may translate.
    Name {
        /// `monster`, `element`, `player`.
        kind: &'static str,
        /// The name as the program knows it.
        name: String,
    },
    /// Another phrase.
    Phrase(Phrase),
    /// Several, to be listed.
    List(Vec<Phrase>),
}

impl Phrase {
    /// A phrase; its places are filled by [`with`](Phrase::with).
    pub fn new(key: &'static str) -> Phrase {
        Phrase { key, args: Vec::new() }
    }

    /// The same phrase with something in a place of it.
    pub fn with(mut self, place: &'static str, arg: impl Into<Arg>) -> Phrase {
        self.args.push((place, arg.into()));
        self
    }

    /// What is the same in all languages, as a phrase.
    pub fn text(text: impl Into<String>) -> Phrase {
        Phrase::new("say.it").with("it", Arg::Text(text.into()))
    }

    /// A name as a phrase.
    pub fn name(kind: &'static str, name: impl Into<String>) -> Phrase {
        Phrase::new("say.it").with("it", Arg::Name { kind, name: name.into() })
    }
}

impl Arg {
    /// A number with so many digits behind the point.
    pub fn real(number: f32, digits: u8) -> Arg {
        Arg::Real { number: f64::from(number), digits }
    }

    /// A share as a whole number of hundredths.
    pub fn percent(share: f32) -> Arg {
        Arg::real(100.0 * share, 0)
    }
}

macro_rules! whole {
    ($($kind:ty),*) => {$(
        impl From<$kind> for Arg {
            fn from(number: $kind) -> Arg {
                Arg::Whole(i64::from(number))
            }
        }
    )*};
}
whole!(u8, u16, u32, i32, i64);

macro_rules! large {
    ($($kind:ty),*) => {$(
        impl From<$kind> for Arg {
            fn from(number: $kind) -> Arg {
                Arg::Whole(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )*};
}
large!(u64, usize);

impl From<&str> for Arg {
    fn from(text: &str) -> Arg {
        Arg::Text(text.to_string())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Arg {
        Arg::Text(text)
    }
}

impl From<Phrase> for Arg {
    fn from(phrase: Phrase) -> Arg {
        Arg::Phrase(phrase)
    }
}

impl From<Vec<Phrase>> for Arg {
    fn from(list: Vec<Phrase>) -> Arg {
        Arg::List(list)
    }
}

fn as_map<S: Serializer>(args: &[(&'static str, Arg)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(args.iter().map(|(place, arg)| (place, arg)))
}
