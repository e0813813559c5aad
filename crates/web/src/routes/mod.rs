//! What is served under which path.

mod invite;
mod learning;
mod page;
mod reviews;
mod socket;
mod status;
mod tables;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use serde::de::DeserializeOwned;

use crate::Refusal;
use crate::app::App;
use crate::limits::{Ticket, household};

/// Who asks.
#[derive(Clone)]
pub struct Client {
    /// From where.
    pub address: IpAddr,
    /// The connection that is taken.
    pub ticket: Arc<Ticket>,
}

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = Refusal;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Client, Refusal> {
        let found = Extension::<Client>::from_request_parts(parts, state).await;
        found.map(|Extension(client)| client).map_err(|_| Refusal::broken("a request from nowhere"))
    }
}

/// A body that has come in whole, in good time.
pub struct Posted(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for Posted {
    type Rejection = Response;
    async fn from_request(request: Request, state: &S) -> Result<Posted, Response> {
        match tokio::time::timeout(BODY_TIME, Bytes::from_request(request, state)).await {
            Ok(read) => read.map(Posted).map_err(IntoResponse::into_response),
            Err(_) => {
                let seconds = BODY_TIME.as_secs();
                let why = format!("the body did not come within {seconds} seconds");
                Err(Refusal::new(408, "slow", why, "try again over a faster line").into_response())
            }
        }
    }
}

/// A body must be there by then.
const BODY_TIME: Duration = Duration::from_secs(20);
/// The longest body, but for records.
const BODY: usize = 64 * 1024;
/// The longest file of records.
const RECORDS: usize = 1024 * 1024;

/// What pages may do: nothing but show what comes from here.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; \
    frame-ancestors 'none'; base-uri 'none'; form-action 'self'; connect-src 'self'";

/// All routes.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/api/catalog", get(status::catalog))
        .route("/api/tables", post(tables::create))
        .route("/api/tables/{id}", get(tables::info))
        .route("/api/tables/{id}/join", post(tables::join))
        .route("/api/tables/{id}/record", get(tables::record))
        .route("/api/tables/{id}/deals/{number}/review", get(tables::review))
        .route("/api/records", post(reviews::import).layer(DefaultBodyLimit::max(RECORDS)))
        .route("/api/reviews/{id}", get(reviews::show))
        .route("/api/reviews/{id}/deals/{number}", get(reviews::deal))
        .route("/api/learners", get(learning::learners).post(learning::create_learner))
        .route("/api/learners/{id}", get(learning::learner).delete(learning::delete_learner))
        .route("/api/learners/{id}/reset", post(learning::reset_learner))
        .route("/api/learners/{id}/open", post(learning::open_learner))
        .route("/api/learners/{id}/changes", get(learning::learner_changes))
        .route("/api/learners/{id}/model", get(learning::learner_model))
        .route("/api/learners/{id}/picture", get(learning::learner_picture))
        .route("/api/picture", get(learning::shipped_picture))
        .route("/api/trainings", get(learning::trainings).post(learning::create_training))
        .route("/api/trainings/{id}", get(learning::training).delete(learning::stop_training))
        .route("/api/trainings/{id}/model", get(learning::training_model))
        .route("/api/reach", get(invite::reach))
        .route("/api/qr", get(invite::qr))
        .route("/ws/{id}", get(socket::upgrade))
        .route("/health", get(status::health))
        .route("/metrics", get(status::metrics))
        .fallback(page::file)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard))
        .with_state(app)
}

/// Looks at every request before it is answered, and gives every answer its headers.
async fn guard(State(app): State<Arc<App>>, client: Client, mut request: Request, next: Next) -> Response {
    let policy = policy(request.headers());
    let checked = check_host(&app, request.headers())
        .and_then(|()| check_origin(request.method(), request.headers()))
        .and_then(|()| real_client(&app, client, request.headers()))
        .and_then(|client| app.gate.request(client.address).map(|()| client));
    let mut response = match checked {
        Ok(client) => {
            request.extensions_mut().insert(client);
            next.run(request).await
        }
        Err(refusal) => refusal.into_response(),
    };
    if response.status().is_client_error() {
        app.metrics.refusals.add();
        response = in_words(response).await;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Who asks, where a trusted proxy says it: the last address of the header, which the proxy itself has written. What is
/// before it the client may have made up.
fn real_client(app: &Arc<App>, client: Client, headers: &HeaderMap) -> Result<Client, Refusal> {
    if !app.reach.trust_proxy {
        return Ok(client);
    }
    let told = headers.get_all(FORWARDED).iter().next_back().and_then(|header| header.to_str().ok());
    let address = told.and_then(|told| told.rsplit(',').next()).and_then(|last| last.trim().parse().ok());
    let Some(address) = address else {
        return Err(Refusal::bad(
            format!("the proxy does not say from where the request comes (`{FORWARDED}`)"),
            "let the proxy write the header, or start the table without --trust-proxy",
        ));
    };
    // Counted for as long as it is answered, or as its websocket is open.
    let ticket = app.gate.connection(household(address))?;
    Ok(Client { address: ticket.address(), ticket: Arc::new(ticket) })
}

/// The header in which a proxy says for whom it asks.
const FORWARDED: &str = "x-forwarded-for";

/// The policy, with our own websockets: not every browser counts them as `'self'`.
fn policy(headers: &HeaderMap) -> HeaderValue {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || b".-:".contains(&letter);
    match HeaderValue::from_str(&format!("{POLICY} ws://{host} wss://{host}")) {
        Ok(policy) if !host.is_empty() && host.bytes().all(plain) => policy,
        _ => HeaderValue::from_static(POLICY),
    }
}

/// What was refused before it came to a handler of ours, in the form of all refusals.
async fn in_words(response: Response) -> Response {
    let words = ["application/json", "text/html; charset=utf-8"].map(HeaderValue::from_static);
    if response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| words.contains(kind)) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let said = axum::body::to_bytes(body, 1024).await.unwrap_or_default();
    let why = match String::from_utf8_lossy(&said).trim() {
        "" => parts.status.canonical_reason().unwrap_or("refused").to_lowercase(),
        said => said.to_string(),
    };
    let code = match parts.status.as_u16() {
        405 => "method",
        413 => "too-large",
        _ => "bad-request",
    };
    let mut answer = Refusal::new(parts.status.as_u16(), code, why, "see docs/table.md").into_response();
    for gone in [header::CONTENT_TYPE, header::CONTENT_LENGTH] {
        parts.headers.remove(gone);
    }
    answer.headers_mut().extend(parts.headers);
    answer
}

/// A page elsewhere may have a name that leads here (DNS rebinding): only names that are meant are answered. An address is no
/// name: where others can reach the server, any will do.
fn check_host(app: &App, headers: &HeaderMap) -> Result<(), Refusal> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok()).unwrap_or_default();
    if hosts.next().is_some() {
        return Err(Refusal::bad("a request for two hosts", "send one `Host` header"));
    }
    let name = host_name(host);
    let reach = &app.reach;
    let mut names = ["localhost", "127.0.0.1", "[::1]"].into_iter().chain(reach.hosts.iter().map(String::as_str));
    let address = || name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
    if names.any(|known| known.eq_ignore_ascii_case(name)) || (!reach.local && reach.hosts.is_empty() && address()) {
        return Ok(());
    }
    Err(Refusal::new(
        421,
        "host",
        format!("this table is not called `{}`", name.chars().take(80).collect::<String>()),
        "open it by the address that the program printed, or start it with --name and the name",
    ))
}

/// What changes something, and every websocket, must come from our own page, if from a page at all.
fn check_origin(method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
    let upgrade = headers.contains_key(header::UPGRADE);
    if method == Method::GET && !upgrade || method == Method::HEAD {
        return Ok(());
    }
    let Some(origin) = headers.get(header::ORIGIN) else {
        // Programs have none.
        return Ok(());
    };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let from = origin.to_str().unwrap_or_default();
    let from = from.strip_prefix("http://").or_else(|| from.strip_prefix("https://"));
    if from.is_some_and(|from| !host.is_empty() && from.eq_ignore_ascii_case(host)) {
        return Ok(());
    }
    Err(Refusal::new(403, "origin", "this comes from the page of another place", "open the table's own page"))
}

/// A host without its port.
fn host_name(host: &str) -> &str {
    match host.rfind(':') {
        Some(colon) if !host[colon..].contains(']') => &host[..colon],
        _ => host,
    }
}

/// Reads a body as JSON.
fn read_json<T: DeserializeOwned>(body: &Bytes) -> Result<T, Refusal> {
    serde_json::from_slice(body)
        .map_err(|why| Refusal::bad(format!("the body is not what was expected: {why}"), "see docs/table.md"))
}

/// JSON that is written already.
fn json_text(text: impl Into<axum::body::Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json; charset=utf-8")], text.into()).into_response()
}
