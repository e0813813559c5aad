//! What the page is told of games, players and learners.

use crate::support::{House, get};

/// A refactoring leaves it alone. `INSTA_UPDATE=always cargo test -p kirifuda-web --test web catalog` writes it anew.
#[tokio::test(flavor = "multi_thread")]
async fn the_catalog_of_the_page_is_that_of_the_golden_copy() {
    let house = House::open().await;
    let (status, mut told) = get(house.address(), "/api/catalog").await;
    assert_eq!(status, 200);
    assert_eq!(told["version"].take(), env!("CARGO_PKG_VERSION"));
    for game in told["games"].as_array_mut().unwrap() {
        // Pinned elsewhere: crates/catalog/tests/behaviour.rs.
        game["players"].as_array_mut().unwrap().iter_mut().for_each(|player| drop(player["fingerprints"].take()));
        game["learners"].as_array_mut().unwrap().iter_mut().for_each(|learner| drop(learner["fingerprint"].take()));
    }
    insta::assert_snapshot!("catalog", serde_json::to_string_pretty(&told).unwrap());
}
