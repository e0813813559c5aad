use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::wire::Fault;

/// Why something was not done: the problem and the remedy, for people and for programs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// The status of an answer over HTTP.
    pub status: u16,
    /// One word for programs.
    pub code: &'static str,
    /// The problem.
    pub message: String,
    /// The remedy.
    pub remedy: String,
}

impl Refusal {
    /// A refusal.
    pub fn new(status: u16, code: &'static str, message: impl Into<String>, remedy: impl Into<String>) -> Refusal {
        Refusal { status, code, message: message.into(), remedy: remedy.into() }
    }

    /// What was sent makes no sense.
    pub fn bad(message: impl Into<String>, remedy: impl Into<String>) -> Refusal {
        Refusal::new(400, "bad-request", message, remedy)
    }

    /// There is no such thing.
    pub fn missing(what: &str) -> Refusal {
        Refusal::new(404, "unknown", format!("there is no such {what}"), "check the link; it may be of another server")
    }

    /// Nothing, where it was only that something is not there; else the refusal itself.
    pub fn unless_missing(self) -> Result<(), Refusal> {
        if self.status == 404 { Ok(()) } else { Err(self) }
    }

    /// Something broke that should not.
    pub fn broken(message: impl Into<String>) -> Refusal {
        Refusal::new(500, "broken", message, "try again; if it stays, look at the server's output")
    }

    /// Too much at once.
    pub fn busy(message: impl Into<String>, remedy: impl Into<String>) -> Refusal {
        Refusal::new(429, "busy", message, remedy)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(json!({ "error": Fault::from(&self) }))).into_response()
    }
}
