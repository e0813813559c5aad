use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use kirifuda_arena::{Record, read_records, replay};
use kirifuda_play::Deadline;
use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};

use super::tables::{ReviewQuery, review_lane};
use super::{Client, Posted, json_text};
use crate::app::{App, blocking};
use crate::disk::now;
use crate::forget::keep_newest;
use crate::makers::Makers;
use crate::runner::Lane;
use crate::shown::{self, Visitor};
use crate::{Refusal, Shown, Task, admit, review, secret};

/// So many deals of a file are kept.
const MOST: usize = 500;

/// Takes a file of records for review.
pub async fn import(State(app): State<Arc<App>>, client: Client, Posted(body): Posted) -> Result<Json<Value>, Refusal> {
    app.gate.import(client.address)?;
    let id = secret::name(12)?;
    let text = app.work(Lane::Study, client.address, move || check(&body)).await?;
    let (name, most, used) = (id.clone(), app.gate.limits().stored_reviews, app.store.clock() as i64);
    app.store.write(move |db| {
        let sql = "INSERT INTO reviews (id, records, created, touched) VALUES (?1, ?2, ?3, ?4)";
        db.prepare_cached(sql)?.execute(params![name, text, now() as i64, used])?;
        // The least recently opened gives way where there are too many.
        keep_newest(db, "reviews", most)
    });
    app.store.flush().await?;
    Ok(Json(json!({ "review": id })))
}

/// The records of a file, each played again; the text in which they are stored.
fn check(body: &[u8]) -> Result<String, Refusal> {
    let wrong = |why: String| Refusal::bad(why, "send a file that `kirifuda match --record` or a table has written");
    let mut text = Vec::new();
    let mut game: Option<String> = None;
    let mut count = 0;
    for record in read_records(body) {
        let record = record.map_err(|why| wrong(why.to_string()))?;
        let of = game.get_or_insert_with(|| record.game.clone());
        if *of != record.game {
            let line = record.line.unwrap_or_default();
            return Err(wrong(format!("line {line}: a record of `{}` among those of `{of}`", record.game)));
        }
        shown::visit(&record.game, Replay(&record))?.map_err(wrong)?;
        record.write(&mut text).map_err(|why| wrong(why.to_string()))?;
        count += 1;
        if count > MOST {
            return Err(wrong(format!("more than {MOST} deals in a file")));
        }
    }
    if count == 0 {
        return Err(wrong("the file has no record".to_string()));
    }
    String::from_utf8(text).map_err(|why| wrong(why.to_string()))
}

struct Replay<'a>(&'a Record);

impl Visitor for Replay<'_> {
    type Output = Result<(), String>;
    fn visit<G: Shown>(self) -> Self::Output {
        let line = self.0.line.map(|line| format!("line {line}: ")).unwrap_or_default();
        // Rules that name files are refused before they are read.
        admit::rules::<G>(&self.0.rules).map_err(|why| format!("{line}{why}"))?;
        replay::<G>(self.0).map(drop).map_err(|why| why.to_string())
    }
}

/// What was imported.
pub async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Value>, Refusal> {
    let records = load(&app, &id).await?;
    let Some(first) = records.first() else {
        return Err(Refusal::missing("review"));
    };
    Ok(Json(json!({
        "review": id,
        "game": first.game,
        "rules": first.rules,
        "players": first.players,
        "record": first,
        "deals": records.len(),
    })))
}

/// Looks back at a deal that was imported.
pub async fn deal(
    State(app): State<Arc<App>>,
    client: Client,
    Path((id, number)): Path<(String, usize)>,
    Query(query): Query<ReviewQuery>,
) -> Result<Response, Refusal> {
    let records = load(&app, &id).await?;
    let record = number.checked_sub(1).and_then(|place| records.into_iter().nth(place));
    let record = record.ok_or_else(|| Refusal::missing("deal in this review: they are counted from 1"))?;
    let adviser = query.adviser.filter(|adviser| !adviser.is_empty());
    let (lane, makers) = (review_lane(adviser.as_deref()), Arc::clone(&app.makers));
    let task: Task<Result<Value, Refusal>> = Box::new(move |deadline| {
        let game = record.game.clone();
        shown::visit(&game, LookBack { record, adviser, makers: &makers, deadline })?
    });
    let review = app.ponder(lane, client.address, task);
    Ok(json_text(review.await?.to_string()))
}

struct LookBack<'a> {
    record: Record,
    adviser: Option<String>,
    makers: &'a Makers,
    deadline: &'a Deadline,
}

impl Visitor for LookBack<'_> {
    type Output = Result<Value, Refusal>;
    fn visit<G: Shown>(self) -> Self::Output {
        let record = self.record;
        let damaged = |why: String| Refusal::broken(format!("the stored record is damaged: {why}"));
        let rules = admit::rules::<G>(&record.rules)?;
        let dealt = G::read_deal(&rules, &record.dealt).map_err(damaged)?;
        let actions = record.actions.iter().map(|text| G::read_action(&rules, text));
        let case = review::Case {
            actions: actions.collect::<Result<Vec<_>, _>>().map_err(damaged)?,
            dealt,
            people: vec![false; record.players.len()],
            players: record.players,
            rules,
        };
        review::review(&case, self.adviser.as_deref(), self.makers, self.deadline)
    }
}

async fn load(app: &Arc<App>, id: &str) -> Result<Vec<Record>, Refusal> {
    app.store.touch("reviews", id);
    // What was imported a moment ago may not be written yet.
    app.store.catch_up().await;
    let (app, id) = (Arc::clone(app), id.to_string());
    blocking(move || {
        let text = app.store.read(|db| {
            let sql = "SELECT records FROM reviews WHERE id = ?1";
            db.prepare_cached(sql)?.query_row([&id], |row| row.get::<_, String>(0)).optional()
        })?;
        let text = text.ok_or_else(|| Refusal::missing("review"))?;
        let records: Result<Vec<Record>, _> = read_records(text.as_bytes()).collect();
        records.map_err(|why| Refusal::broken(format!("the stored records are damaged: {why}")))
    })
    .await
}
