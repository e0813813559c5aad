use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::Refusal;
use crate::bundle::{Asset, assets};

/// The files of the page: part of the program; in builds for development read from the folder when the program starts.
#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// The dictionary, which the page reads, too.
#[derive(RustEmbed)]
#[folder = "../words/dictionary/"]
#[prefix = "words/"]
struct Words;

/// What is served, by path.
static ASSETS: LazyLock<Result<HashMap<String, Asset>, String>> = LazyLock::new(|| {
    let page = Page::iter().filter_map(|path| Some((path.to_string(), Page::get(&path)?)));
    let words = Words::iter().filter_map(|path| Some((path.to_string(), Words::get(&path)?)));
    assets(&page.chain(words).map(|(path, file)| (path, file.data.into_owned())).collect())
});

/// A file of the page.
pub async fn file(method: Method, uri: Uri, request: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Refusal::new(405, "method", "this can only be read", "use GET").into_response();
    }
    let assets = match &*ASSETS {
        Ok(assets) => assets,
        Err(why) => return Refusal::broken(format!("the page cannot be put together: {why}")).into_response(),
    };
    let path = uri.path().trim_start_matches('/');
    let (status, asset) = match assets.get(if path.is_empty() { "index.html" } else { path }) {
        Some(asset) => (StatusCode::OK, asset),
        // People are shown the way back, programs what is wrong.
        None => match assets.get("missing.html").filter(|_| wants_page(&request)) {
            Some(asset) => (StatusCode::NOT_FOUND, asset),
            None => return Refusal::missing("page").into_response(),
        },
    };
    serve(status, asset, &request)
}

/// Is it a browser that asks, for its reader?
fn wants_page(request: &HeaderMap) -> bool {
    request.get_all(header::ACCEPT).iter().any(|kinds| kinds.to_str().is_ok_and(|kinds| kinds.contains("text/html")))
}

/// A file for whoever asks: compressed where that is understood, and nothing where it is known.
pub fn serve(status: StatusCode, asset: &Asset, request: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", asset.tag);
    let knows = request.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    if knows && status == StatusCode::OK {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    // What has its contents in its name never changes; else it is asked for again, but carried again only when it has changed.
    let kept = if asset.lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(asset.kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static(kept)),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
        (header::ETAG, HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\""))),
    ];
    let understands = |kinds: &HeaderValue| kinds.to_str().is_ok_and(|kinds| kinds.contains("gzip"));
    match asset.gzip.as_ref().filter(|_| request.get_all(header::ACCEPT_ENCODING).iter().any(understands)) {
        Some(gzip) => {
            let encoding = [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
            (status, headers, encoding, gzip.clone()).into_response()
        }
        None => (status, headers, asset.plain.clone()).into_response(),
    }
}
