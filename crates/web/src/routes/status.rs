use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::page::serve;
use crate::Refusal;
use crate::app::App;

/// Games, players and learners.
pub async fn catalog(State(app): State<Arc<App>>, request: HeaderMap) -> Result<Response, Refusal> {
    let catalog = app.catalog().await?;
    Ok(serve(StatusCode::OK, &catalog, &request))
}

/// Whether all is well.
pub async fn health(State(app): State<Arc<App>>) -> Json<Value> {
    let (connections, tables) = app.gate.counts();
    let failures = app.store.failures();
    Json(json!({
        "status": if app.store.ready().is_ok() { "ok" } else { "database" },
        "version": env!("CARGO_PKG_VERSION"),
        "tables": tables,
        "connections": connections,
        "failed_writes": failures,
        "seconds": app.started.elapsed().as_secs(),
    }))
}

/// Figures, in the text form of Prometheus.
pub async fn metrics(State(app): State<Arc<App>>) -> Response {
    let (connections, tables) = app.gate.counts();
    let (quick, slow) = app.runner.free();
    let (makers, held) = app.makers.counts();
    let gauges = [
        ("kirifuda_tables", "Tables in memory", tables as u64),
        ("kirifuda_connections", "Open connections", connections as u64),
        ("kirifuda_free_quick_threads", "Free threads for quick thoughts", quick as u64),
        ("kirifuda_free_slow_threads", "Free threads for long thoughts", slow as u64),
        ("kirifuda_makers", "Players that are kept put together", makers as u64),
        ("kirifuda_maker_bytes", "What they hold besides models that all share", held as u64),
        ("kirifuda_failed_writes", "Changes that the database did not take", app.store.failures()),
        ("kirifuda_uptime_seconds", "Seconds since the start", app.started.elapsed().as_secs()),
    ];
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.text(&gauges)).into_response()
}
