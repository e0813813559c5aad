use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::Refusal;

/// The files of the page: part of the program; in builds for development read from the folder.
#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// The dictionary, which the page reads, too.
#[derive(RustEmbed)]
#[folder = "../words/dictionary/"]
#[prefix = "words/"]
struct Words;

/// A file of the page.
pub async fn file(method: Method, uri: Uri, request: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Refusal::new(405, "method", "this can only be read", "use GET").into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(file) = Page::get(path).or_else(|| Words::get(path)) else {
        return Refusal::missing("page").into_response();
    };
    let kind = kind_of(path);
    let tag: String = file.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    if request.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        // Asked for again each time, but carried again only when it has changed.
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::ETAG, HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\""))),
    ];
    (StatusCode::OK, headers, file.data.into_owned()).into_response()
}

fn kind_of(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "webmanifest" => "application/json; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
