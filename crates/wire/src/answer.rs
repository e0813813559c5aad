use kirifuda_play::Text;
use serde::Deserialize;
use serde_json::Value;

use crate::lines::shorten;
use crate::report::Problem;

/// A question that waits for its answer.
pub struct Asked<'a, G: Text> {
    /// Its number.
    pub id: u64,
    /// What may be answered.
    pub legal: &'a [G::Action],
    /// The same, as it was sent.
    pub legal_text: &'a [String],
    /// The rules in force.
    pub rules: &'a G::Rules,
}

/// A line of a program. Fields that are not listed are ignored (`comment` is meant for people).
#[derive(Deserialize)]
struct Line {
    r#type: Option<String>,
    id: Option<Value>,
    action: Option<Value>,
    message: Option<Value>,
}

/// Whether a line is an introduction, which a program may print once before its first answer.
pub fn is_hello(line: &[u8]) -> bool {
    serde_json::from_slice::<Line>(line).is_ok_and(|line| line.r#type.as_deref() == Some("hello"))
}

impl<G: Text> Asked<'_, G> {
    /// Reads a line of the program as the answer.
    pub fn judge(&self, line: &[u8]) -> Result<G::Action, Problem> {
        let text = std::str::from_utf8(line).map_err(|why| Problem::NotText(why.valid_up_to() + 1))?;
        if !text.trim_start().starts_with('{') {
            return Err(self.malformed("it is not a JSON object".into()));
        }
        let line: Line = serde_json::from_str(text).map_err(|why| self.malformed(why.to_string()))?;
        match line.r#type.as_deref() {
            None | Some("answer") => {}
            Some("error") => {
                let message = line.message.map_or_else(|| "no `message` given".into(), |m| plain(&m));
                return Err(Problem::Reported(shorten(&message, 500)));
            }
            Some("hello") => {
                return Err(self.malformed("`hello` may be said once, before the first answer".into()));
            }
            Some(other) => {
                let other = shorten(other, 50);
                return Err(self.malformed(format!("its `type` is `{other}`, which answers nothing")));
            }
        }
        if let Some(id) = line.id.filter(|id| !id.is_null() && id.as_u64() != Some(self.id)) {
            return Err(Problem::WrongId { asked: self.id, got: shorten(&id.to_string(), 50) });
        }
        match line.action {
            Some(Value::String(action)) => self.legal_action(&action),
            Some(other) => {
                Err(self.malformed(format!("`action` must be a string, not {}", shorten(&other.to_string(), 50))))
            }
            None => Err(self.malformed("the field `action` is missing".into())),
        }
    }

    /// As it was sent, or in any other notation that the game reads.
    fn legal_action(&self, text: &str) -> Result<G::Action, Problem> {
        if let Some(index) = self.legal_text.iter().position(|legal| legal == text) {
            return Ok(self.legal[index]);
        }
        let why = match G::read_action(self.rules, text) {
            Ok(action) if self.legal.contains(&action) => return Ok(action),
            Ok(_) => String::new(),
            Err(why) => format!(" ({})", shorten(&why, 200)),
        };
        Err(Problem::Illegal { action: shorten(text, 50), why, legal: self.legal_text.join(" ") })
    }

    fn malformed(&self, what: String) -> Problem {
        Problem::Malformed(what, self.legal_text.first().cloned().unwrap_or_default())
    }
}

/// A JSON value as text; strings without their quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}
