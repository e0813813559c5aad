use kirifuda_play::{Act, Fact, Seat, Seen};
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The version of the protocol. It grows when a message changes its meaning; new optional fields do not change it.
pub const PROTOCOL: u64 = 1;

/// What a referee says to a player. One line each.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Message<'a> {
    /// Once, when the program has been started.
    Hello { protocol: u64, game: &'a str, rules: &'a str, seats: usize, time_ms: u64, referee: &'a str },
    /// The cards are dealt.
    Begin {
        protocol: u64,
        game: &'a str,
        rules: &'a str,
        seats: usize,
        #[serde(flatten)]
        seen: SeenText,
    },
    /// Somebody has moved; hand and facts as they are after the move.
    Event { seat: u8, r#move: Option<ActText>, hand: Vec<String>, public: Facts, private: Facts },
    /// A question, complete in itself.
    Choose {
        protocol: u64,
        id: u64,
        game: &'a str,
        rules: &'a str,
        seats: usize,
        #[serde(flatten)]
        seen: SeenText,
        #[serde(skip_serializing_if = "Facts::is_empty")]
        position: Facts,
        legal: &'a [String],
        time_ms: u64,
    },
    /// The game is over.
    End {
        protocol: u64,
        game: &'a str,
        rules: &'a str,
        seats: usize,
        #[serde(flatten)]
        seen: SeenText,
        payoffs: &'a [f32],
    },
    /// Nothing more will be asked.
    Bye,
}

impl Message<'_> {
    /// The message as one line, with its line break.
    pub fn line(&self) -> Vec<u8> {
        // Strings, numbers and lists only: writing them to memory cannot fail.
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line
    }
}

/// [`Seen`] in the form it travels in.
#[derive(Serialize)]
pub struct SeenText {
    seat: u8,
    hand: Vec<String>,
    public: Facts,
    private: Facts,
    history: Vec<ActText>,
}

impl From<Seen> for SeenText {
    fn from(seen: Seen) -> SeenText {
        SeenText {
            seat: seen.seat.0,
            hand: seen.hand,
            public: Facts(seen.public),
            private: Facts(seen.private),
            history: seen.history.into_iter().map(ActText::from).collect(),
        }
    }
}

/// A move in the form it travels in; `null` where it is hidden.
#[derive(Serialize, Deserialize)]
pub struct ActText {
    seat: u8,
    action: Option<String>,
}

impl From<Act> for ActText {
    fn from(act: Act) -> ActText {
        ActText { seat: act.seat.0, action: act.action }
    }
}

impl From<ActText> for Act {
    fn from(act: ActText) -> Act {
        Act { seat: Seat(act.seat), action: act.action }
    }
}

/// Facts as a JSON object from name to list of values, in their order.
#[derive(Default)]
pub struct Facts(pub Vec<Fact>);

impl Facts {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Facts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for fact in &self.0 {
            map.serialize_entry(&fact.name, &fact.values)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Facts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Facts, D::Error> {
        deserializer.deserialize_map(FactVisitor)
    }
}

struct FactVisitor;

impl<'de> Visitor<'de> for FactVisitor {
    type Value = Facts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object from names of facts to lists of strings")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Facts, A::Error> {
        let mut facts: Vec<Fact> = Vec::new();
        while let Some((name, values)) = map.next_entry::<String, Vec<String>>()? {
            if facts.iter().any(|fact| fact.name == name) {
                return Err(A::Error::custom(format!("the fact `{name}` is given twice")));
            }
            facts.push(Fact { name, values });
        }
        Ok(Facts(facts))
    }
}
