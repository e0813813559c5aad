use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::{Client, json_text, read_json};
use crate::app::App;
use crate::runner::Lane;
use crate::wire::{CreateTable, JoinTable, Joined, MadeTable, TableInfo};
use crate::{Refusal, admit};

/// Makes a table.
pub async fn create(
    State(app): State<Arc<App>>,
    client: Client,
    body: Bytes,
) -> Result<(StatusCode, Json<MadeTable>), Refusal> {
    let wish: CreateTable = read_json(&body)?;
    let made = app.create(wish, client.address).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// What everybody may know of a table.
pub async fn info(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<TableInfo>, Refusal> {
    let live = app.table(&id).await?;
    Ok(Json(live.look(|core| core.table.info(&id))))
}

/// Takes an open seat.
pub async fn join(State(app): State<Arc<App>>, Path(id): Path<String>, body: Bytes) -> Result<Json<Joined>, Refusal> {
    let wish: JoinTable = read_json(&body)?;
    let live = app.table(&id).await?;
    let name = admit::name(&wish.name);
    let joined = live.change(|core| {
        let mut joined = None;
        core.table.arrange(&mut |sitting| joined = Some(sitting.join(wish.seat, name.clone())));
        app.store.put_table(&id, core.table.sitting(), core.table.deal() + 1);
        joined
    });
    let (seat, token) = joined.unwrap_or_else(|| Err(Refusal::broken("nobody was asked")))?;
    Ok(Json(Joined { seat, token }))
}

/// The deals that are over, as records.
pub async fn record(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let live = app.table(&id).await?;
    let mut text = Vec::new();
    for record in live.look(|core| core.table.records()) {
        record.write(&mut text).map_err(|why| Refusal::broken(format!("a record cannot be written: {why}")))?;
    }
    let name = format!("attachment; filename=\"kirifuda-{id}.jsonl\"");
    let headers = [(header::CONTENT_TYPE, "application/jsonl; charset=utf-8"), (header::CONTENT_DISPOSITION, &name)];
    Ok((headers, text).into_response())
}

/// What is asked of a review.
#[derive(Deserialize)]
pub struct ReviewQuery {
    /// Who judges the moves.
    #[serde(default)]
    pub adviser: Option<String>,
}

/// Looks back at a finished deal of a table.
pub async fn review(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, usize)>,
    Query(query): Query<ReviewQuery>,
) -> Result<Response, Refusal> {
    let live = app.table(&id).await?;
    let adviser = query.adviser.filter(|adviser| !adviser.is_empty());
    let deal = number.checked_sub(1).ok_or_else(|| Refusal::missing("deal: they are counted from 1"))?;
    let task = live.look(|core| core.table.review(deal, adviser.as_deref(), &app.makers))?;
    let review = app.runner.run(Lane::Slow, task).await.map_err(Refusal::broken)??;
    Ok(json_text(review.to_string()))
}
