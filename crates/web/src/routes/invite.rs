use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use qrcodegen::{QrCode, QrCodeEcc};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Refusal;
use crate::app::App;

/// Longer texts are no links of ours.
const LONGEST: usize = 300;
/// Light modules around a code.
const EDGE: i32 = 4;

/// From where others can come to a table: `machine`, `network` with its addresses, or `name` where the server has one.
pub async fn reach(State(app): State<Arc<App>>) -> Json<Value> {
    let reach = &app.reach;
    let named = !reach.hosts.is_empty() || reach.trust_proxy;
    let scope = if named {
        "name"
    } else if reach.local {
        "machine"
    } else {
        "network"
    };
    let addresses = if scope == "network" { addresses(reach.address) } else { Vec::new() };
    Json(json!({ "scope": scope, "addresses": addresses }))
}

/// Addresses of this machine under which others find it: what it listens at, or where it would send from.
fn addresses(listening: SocketAddr) -> Vec<String> {
    let ip = match listening.ip().is_unspecified() {
        false => Some(listening.ip()),
        true => outward(),
    };
    let ip = ip.filter(|ip| !ip.is_loopback());
    ip.map(|ip| format!("http://{}", SocketAddr::new(ip, listening.port()))).into_iter().collect()
}

/// The address that this machine would send from. A datagram socket that is connected sends nothing; the far address is one
/// that is kept for documents.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

/// What is to be drawn.
#[derive(Deserialize)]
pub struct Drawn {
    text: String,
}

/// A link as a QR code, for a phone's camera.
pub async fn qr(Query(Drawn { text }): Query<Drawn>) -> Result<Response, Refusal> {
    if text.len() > LONGEST {
        let why = format!("a text of {} bytes, {LONGEST} are allowed", text.len());
        return Err(Refusal::new(413, "too-large", why, "draw a shorter link"));
    }
    let code = QrCode::encode_text(&text, QrCodeEcc::Medium);
    let code = code.map_err(|why| Refusal::bad(format!("it cannot be drawn: {why}"), "draw a shorter link"))?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg(&code)).into_response())
}

fn svg(code: &QrCode) -> String {
    let (size, whole) = (code.size(), code.size() + 2 * EDGE);
    let dark = (0..size).flat_map(|y| (0..size).map(move |x| (x, y))).filter(|&(x, y)| code.get_module(x, y));
    let path: String = dark.map(|(x, y)| format!("M{},{}h1v1h-1z", x + EDGE, y + EDGE)).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0,0h{whole}v{whole}H0z\"/><path d=\"{path}\"/></svg>"
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_corners_of_a_code_are_where_cameras_look_for_them() {
        let code = QrCode::encode_text("http://192.168.0.7:7777/#/t/abc?join", QrCodeEcc::Medium).unwrap();
        let drawn = svg(&code);
        let end = code.size() - 7;
        for (x, y) in [(0, 0), (end, 0), (0, end)] {
            assert!(drawn.contains(&format!("M{},{}h1v1h-1z", x + EDGE, y + EDGE)), "{x}, {y}");
        }
        assert!(!drawn.contains("M3,") && !drawn.contains(",3h1"), "the edge is light");
    }

    #[test]
    fn a_machine_that_listens_at_one_address_names_it() {
        assert_eq!(addresses("192.168.0.7:80".parse().unwrap()), ["http://192.168.0.7:80"]);
        assert_eq!(addresses("127.0.0.1:80".parse().unwrap()), Vec::<String>::new());
    }
}
