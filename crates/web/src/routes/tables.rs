use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::{Client, Posted, json_text, read_json};
use crate::app::App;
use crate::runner::Lane;
use crate::table::Sitting;
use crate::wire::{CreateTable, JoinTable, Joined, MadeTable, TableInfo};
use crate::{Refusal, admit};

/// Makes a table.
pub async fn create(
    State(app): State<Arc<App>>,
    client: Client,
    Posted(body): Posted,
) -> Result<(StatusCode, Json<MadeTable>), Refusal> {
    let wish: CreateTable = read_json(&body)?;
    let made = app.create(wish, client.address).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// What everybody may know of a table.
pub async fn info(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Json<TableInfo>, Refusal> {
    let live = app.table(&id, client.address).await?;
    Ok(Json(live.look(|core| core.table.info(&id))))
}

/// Takes an open seat.
pub async fn join(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Posted(body): Posted,
) -> Result<Json<Joined>, Refusal> {
    let wish: JoinTable = read_json(&body)?;
    let live = app.table(&id, client.address).await?;
    app.store.ready()?;
    let change = |change: &mut dyn FnMut(&mut Sitting) -> Result<(), Refusal>| {
        live.change(|core| {
            // Whoever is refused changes nothing: those who play are not disturbed.
            let mut sitting = core.table.sitting().clone();
            change(&mut sitting)?;
            core.table.arrange(&mut |known| known.clone_from(&sitting));
            app.store.put_table(&id, core.table.sitting(), core.table.deal() + 1);
            Ok(())
        })
    };
    let mut joined = None;
    change(&mut |sitting| {
        let (seat, token) = sitting.join(wish.seat, admit::name(&wish.name))?;
        joined = Some(Joined { seat, token });
        Ok(())
    })?;
    let joined = joined.ok_or_else(|| Refusal::broken("nobody has sat down"))?;
    if let Err(refusal) = app.store.flush().await {
        // Nobody knows the token: the seat is free for whoever tries again.
        change(&mut |sitting| {
            sitting.leave(joined.seat);
            Ok(())
        })?;
        return Err(refusal);
    }
    Ok(Json(joined))
}

/// The deals that are over, as records.
pub async fn record(State(app): State<Arc<App>>, client: Client, Path(id): Path<String>) -> Result<Response, Refusal> {
    let live = app.table(&id, client.address).await?;
    let text = app.work(Lane::Tables, client.address, move || {
        let mut text = Vec::new();
        for record in live.look(|core| core.table.records()) {
            record.write(&mut text).map_err(|why| Refusal::broken(format!("a record cannot be written: {why}")))?;
        }
        Ok(text)
    });
    let text = text.await?;
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
    client: Client,
    Path((id, number)): Path<(String, usize)>,
    Query(query): Query<ReviewQuery>,
) -> Result<Response, Refusal> {
    let live = app.table(&id, client.address).await?;
    let adviser = query.adviser.filter(|adviser| !adviser.is_empty());
    let deal = number.checked_sub(1).ok_or_else(|| Refusal::missing("deal: they are counted from 1"))?;
    let task = live.look(|core| core.table.review(deal, adviser.as_deref(), &app.makers))?;
    let review = app.ponder(review_lane(adviser.as_deref()), client.address, task).await?;
    Ok(json_text(review.to_string()))
}

/// Moves alone are there in a moment; an adviser takes its time for each of them.
pub fn review_lane(adviser: Option<&str>) -> Lane {
    if adviser.is_some() { Lane::Study } else { Lane::Tables }
}
