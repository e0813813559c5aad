//! Learners, trainings, and pictures of what was learned.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kirifuda_learn::model::Model;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Client, Posted, read_json};
use crate::app::{App, blocking};
use crate::beginning::{CreateLearner, trained};
use crate::learners::Card;
use crate::memory::Learned;
use crate::owner::Claim;
use crate::picture::{Picture, picture};
use crate::runner::Lane;
use crate::shipped::shipped_model;
use crate::shown::{self, Visitor};
use crate::trainings::CreateTraining;
use crate::{Refusal, Shown, admit};

/// All learners.
pub async fn learners(State(app): State<Arc<App>>) -> Result<Json<Vec<Card>>, Refusal> {
    app.store.catch_up().await;
    blocking(move || app.learners.list(&app.store)).await.map(Json)
}

/// Makes a learner.
pub async fn create_learner(
    State(app): State<Arc<App>>,
    client: Client,
    Posted(body): Posted,
) -> Result<(StatusCode, Json<Value>), Refusal> {
    let wish: CreateLearner = read_json(&body)?;
    app.gate.learner(client.address)?;
    let house = Arc::clone(&app);
    let made = app.work(Lane::Tables, client.address, move || house.learners.create(&house.store, &wish));
    let (id, token) = made.await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id, "token": token }))))
}

/// One learner.
pub async fn learner(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Card>, Refusal> {
    app.store.catch_up().await;
    blocking(move || app.learners.card(&app.store, &id)).await.map(Json)
}

/// Makes a learner forget.
pub async fn reset_learner(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    claim: Claim,
) -> Result<Json<Value>, Refusal> {
    app.store.flush().await?;
    let house = Arc::clone(&app);
    app.work(Lane::Tables, client.address, move || house.learners.reset(&house.store, &id, &claim)).await?;
    app.store.flush().await?;
    Ok(Json(json!({})))
}

/// Whether a learner learns from everybody's games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    open: bool,
}

/// Says whether a learner learns from everybody's games.
pub async fn open_learner(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    claim: Claim,
    Posted(body): Posted,
) -> Result<Json<Value>, Refusal> {
    let Opened { open } = read_json(&body)?;
    app.store.flush().await?;
    let house = Arc::clone(&app);
    blocking(move || house.learners.open(&house.store, &id, open, &claim)).await?;
    app.store.flush().await?;
    Ok(Json(json!({})))
}

/// Deletes a learner.
pub async fn delete_learner(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    claim: Claim,
) -> Result<Json<Value>, Refusal> {
    app.store.flush().await?;
    let house = Arc::clone(&app);
    blocking(move || house.learners.delete(&house.store, &id, &claim)).await?;
    app.store.flush().await?;
    Ok(Json(json!({})))
}

/// What a learner has changed since it began.
pub async fn learner_changes(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Json<Learned>, Refusal> {
    app.store.catch_up().await;
    let house = Arc::clone(&app);
    app.work(Lane::Study, client.address, move || house.learners.changes(&house.store, &id)).await.map(Json)
}

/// The model of a learner, as a file.
pub async fn learner_model(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    app.store.catch_up().await;
    let house = Arc::clone(&app);
    let model = app.work(Lane::Tables, client.address, move || house.learners.model(&house.store, &id));
    let (card, bytes) = model.await?;
    Ok(file(&format!("{}-{}", card.game, card.learner), bytes))
}

/// What a learner has learned.
pub async fn learner_picture(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Json<Picture>, Refusal> {
    app.store.catch_up().await;
    let house = Arc::clone(&app);
    let drawn = app.work(Lane::Study, client.address, move || {
        let (card, bytes) = house.learners.model(&house.store, &id)?;
        let model = Model::from_bytes(&bytes).map_err(|why| Refusal::broken(why.to_string()))?;
        let draw = Draw { app: &house, rules: &card.rules, model: Some(model), learner: Some(id), name: &card.learner };
        shown::visit(&card.game, draw)?
    });
    drawn.await.map(Json)
}

/// What is asked of a picture.
#[derive(Deserialize)]
pub struct PictureQuery {
    game: String,
    #[serde(default)]
    rules: String,
    learner: String,
}

/// What a model that comes with the program has learned.
pub async fn shipped_picture(
    State(app): State<Arc<App>>,
    client: Client,
    Query(query): Query<PictureQuery>,
) -> Result<Json<Picture>, Refusal> {
    let house = Arc::clone(&app);
    let drawn = app.work(Lane::Study, client.address, move || {
        let draw = Draw { app: &house, rules: &query.rules, model: None, learner: None, name: &query.learner };
        shown::visit(&query.game, draw)?
    });
    drawn.await.map(Json)
}

struct Draw<'a> {
    app: &'a App,
    rules: &'a str,
    model: Option<Model<'static>>,
    /// A learner of the database.
    learner: Option<String>,
    /// The player that plays such models.
    name: &'a str,
}

impl Visitor for Draw<'_> {
    type Output = Result<Picture, Refusal>;
    fn visit<G: Shown>(self) -> Self::Output {
        let rules = admit::rules::<G>(self.rules)?;
        let name = admit::learner::<G>(self.name)?.name;
        let player = match &self.learner {
            Some(id) => self.app.learners.maker::<G>(&self.app.store, id)?,
            None => self.app.makers.get::<G>(&rules, &name)?,
        };
        let model = self.model.or_else(|| shipped_model::<G>(&rules, &name));
        let model = model.ok_or_else(|| Refusal::missing("model of this learner in the program"))?;
        Ok(picture::<G>(&rules, &model, &player))
    }
}

/// All trainings.
pub async fn trainings(State(app): State<Arc<App>>) -> Result<Json<Vec<Value>>, Refusal> {
    blocking(move || app.trainings.list(&app.store)).await.map(Json)
}

/// Starts a training.
pub async fn create_training(
    State(app): State<Arc<App>>,
    client: Client,
    Posted(body): Posted,
) -> Result<(StatusCode, Json<Value>), Refusal> {
    let wish: CreateTraining = read_json(&body)?;
    let house = Arc::clone(&app);
    let (limits, place) = (app.gate.limits().clone(), app.gate.training(client.address)?);
    let made =
        app.work(Lane::Tables, client.address, move || house.trainings.create(&house.store, wish, place, &limits));
    let (id, token) = made.await?;
    Ok((StatusCode::CREATED, Json(json!({ "training": id, "token": token }))))
}

/// How a training goes.
pub async fn training(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Value>, Refusal> {
    blocking(move || app.trainings.report(&app.store, &id)).await.map(Json)
}

/// Stops a training.
pub async fn stop_training(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    claim: Claim,
) -> Result<Json<Value>, Refusal> {
    let house = Arc::clone(&app);
    blocking(move || house.trainings.stop(&house.store, &id, &claim)).await?;
    app.store.flush().await?;
    Ok(Json(json!({})))
}

/// The model of a training that has ended, as a file.
pub async fn training_model(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    app.store.catch_up().await;
    let model = blocking(move || trained(&app.store, &id)).await?;
    Ok(file(&format!("{}-{}", model.header.game, model.header.learner), model.to_bytes()))
}

fn file(name: &str, bytes: Vec<u8>) -> Response {
    let name = format!("attachment; filename=\"{name}.kfm\"");
    let headers = [(header::CONTENT_TYPE, "application/octet-stream"), (header::CONTENT_DISPOSITION, name.as_str())];
    (headers, bytes).into_response()
}
