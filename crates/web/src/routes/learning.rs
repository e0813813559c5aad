//! Learners, trainings, and pictures of what was learned.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kirifuda_learn::model::Model;
use serde::Deserialize;
use serde_json::{Value, json};

use super::read_json;
use crate::app::{App, blocking};
use crate::learners::{Card, CreateLearner, trained};
use crate::picture::{Picture, picture};
use crate::runner::Lane;
use crate::shipped::shipped_model;
use crate::shown::{self, Visitor};
use crate::trainings::CreateTraining;
use crate::{Refusal, Shown, admit};

/// All learners.
pub async fn learners(State(app): State<Arc<App>>) -> Result<Json<Vec<Card>>, Refusal> {
    app.store.flush().await;
    blocking(move || app.learners.list(&app.store)).await.map(Json)
}

/// Makes a learner.
pub async fn create_learner(State(app): State<Arc<App>>, body: Bytes) -> Result<(StatusCode, Json<Value>), Refusal> {
    let wish: CreateLearner = read_json(&body)?;
    app.store.flush().await;
    let done = Arc::clone(&app);
    let id = blocking(move || app.learners.create(&app.store, &wish)).await?;
    done.store.flush().await;
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))))
}

/// One learner.
pub async fn learner(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Card>, Refusal> {
    app.store.flush().await;
    blocking(move || app.learners.card(&app.store, &id)).await.map(Json)
}

/// Makes a learner forget.
pub async fn reset_learner(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Value>, Refusal> {
    app.store.flush().await;
    blocking(move || app.learners.reset(&app.store, &id)).await?;
    Ok(Json(json!({})))
}

/// Deletes a learner.
pub async fn delete_learner(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Value>, Refusal> {
    app.store.flush().await;
    blocking(move || app.learners.delete(&app.store, &id)).await?;
    Ok(Json(json!({})))
}

/// The model of a learner, as a file.
pub async fn learner_model(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    app.store.flush().await;
    let (card, bytes) = blocking(move || app.learners.model(&app.store, &id)).await?;
    Ok(file(&format!("{}-{}", card.game, card.learner), bytes))
}

/// What a learner has learned.
pub async fn learner_picture(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Picture>, Refusal> {
    app.store.flush().await;
    let house = Arc::clone(&app);
    let task = Box::new(move || {
        let (card, bytes) = house.learners.model(&house.store, &id)?;
        let model = Model::from_bytes(&bytes).map_err(|why| Refusal::broken(why.to_string()))?;
        let maker = Some(id);
        shown::visit(
            &card.game,
            Draw { app: &house, rules: &card.rules, model: Some(model), learner: maker, name: &card.learner },
        )?
    });
    app.runner.run(Lane::Slow, task).await.map_err(Refusal::broken)?.map(Json)
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
    Query(query): Query<PictureQuery>,
) -> Result<Json<Picture>, Refusal> {
    let house = Arc::clone(&app);
    let task = Box::new(move || {
        let draw = Draw { app: &house, rules: &query.rules, model: None, learner: None, name: &query.learner };
        shown::visit(&query.game, draw)?
    });
    app.runner.run(Lane::Slow, task).await.map_err(Refusal::broken)?.map(Json)
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
pub async fn create_training(State(app): State<Arc<App>>, body: Bytes) -> Result<(StatusCode, Json<Value>), Refusal> {
    let wish: CreateTraining = read_json(&body)?;
    let most = app.gate.limits().trainings;
    let id = blocking(move || app.trainings.create(&app.store, wish, most)).await?;
    Ok((StatusCode::CREATED, Json(json!({ "training": id }))))
}

/// How a training goes.
pub async fn training(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Value>, Refusal> {
    blocking(move || app.trainings.report(&app.store, &id)).await.map(Json)
}

/// Stops a training.
pub async fn stop_training(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Value>, Refusal> {
    blocking(move || app.trainings.stop(&app.store, &id)).await?;
    Ok(Json(json!({})))
}

/// The model of a training that has ended, as a file.
pub async fn training_model(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    app.store.flush().await;
    let model = blocking(move || trained(&app.store, &id)).await?;
    Ok(file(&format!("{}-{}", model.header.game, model.header.learner), model.to_bytes()))
}

fn file(name: &str, bytes: Vec<u8>) -> Response {
    let name = format!("attachment; filename=\"{name}.kfm\"");
    let headers = [(header::CONTENT_TYPE, "application/octet-stream"), (header::CONTENT_DISPOSITION, name.as_str())];
    (headers, bytes).into_response()
}
