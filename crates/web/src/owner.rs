use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;

use crate::app::App;
use crate::{Refusal, secret};

/// What proves that somebody has made a learner or a training: he alone may reset, stop or delete it.
///
/// On a server that only the person at its machine can reach, nothing has to be proved: a browser that has forgotten
/// everything locks nobody out.
pub struct Claim {
    needed: bool,
    token: Option<String>,
}

impl Claim {
    /// Refuses requests without the owner's secret. Rows from before there were owners have none.
    pub fn check(&self, owner: Option<&str>) -> Result<(), Refusal> {
        let proved = owner.zip(self.token.as_deref()).is_some_and(|(owner, token)| secret::proves(owner, token));
        if proved || !self.needed {
            return Ok(());
        }
        Err(Refusal::new(
            403,
            "owner",
            "only whoever made it may do this",
            "use the browser in which it was made, or make one of your own",
        ))
    }
}

impl FromRequestParts<Arc<App>> for Claim {
    type Rejection = Refusal;
    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Claim, Refusal> {
        let header = parts.headers.get(header::AUTHORIZATION).and_then(|header| header.to_str().ok());
        let token = header.and_then(|text| text.strip_prefix("Bearer ")).map(|token| token.trim().to_string());
        Ok(Claim { needed: app.reach.shared, token })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_others_come_only_the_right_token_will_do() {
        let claim = |needed, token: Option<&str>| Claim { needed, token: token.map(str::to_string) };
        assert!(claim(true, Some("secret")).check(Some(&secret::hash("secret"))).is_ok());
        for (token, owner) in [
            (Some("other"), Some("secret")),
            (Some("secret"), Some("secret")),
            (None, Some("secret")),
            (Some("x"), None),
            (None, None),
        ] {
            assert_eq!(claim(true, token).check(owner).unwrap_err().status, 403);
            assert!(claim(false, token).check(owner).is_ok());
        }
    }
}
