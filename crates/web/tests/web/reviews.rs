//! Hints, reviews, and files of records.

use kirifuda_play::Rng;
use serde_json::{Value, json};

use crate::support::{House, get, request, wish};

#[tokio::test(flavor = "multi_thread")]
async fn an_adviser_says_what_it_thinks_of_every_legal_move() {
    let house = House::open().await;
    for (game, rules, players, adviser) in [
        ("hearts", "falcon", vec!["random"; 3], "mc:sims=50,candidates=all"),
        ("daifugo", "uecda", vec!["random"; 4], "mc:sims=50"),
        ("monsters", "dealt", vec!["random"], "mc:sims=50"),
    ] {
        let mut order = wish(game, rules, &players);
        order["adviser"] = json!(adviser);
        let made = house.table(order).await;
        let mut sitter = made.sit().await;
        // A turn with a choice.
        let mut rng = Rng::new(1);
        while sitter.turn().await && sitter.legal().len() < 2 {
            let only = sitter.legal()[rng.below(1)].clone();
            sitter.act_and_see(&only).await;
        }
        sitter.say(json!({ "type": "hint", "adviser": null, "id": 3 })).await;
        let hint = sitter.await_type("hint").await;
        assert_eq!((&hint["re"], &hint["adviser"]), (&json!(3), &json!(adviser)));
        let values = hint["values"].as_array().unwrap();
        let mut named: Vec<&str> = values.iter().map(|value| value["action"].as_str().unwrap()).collect();
        assert_eq!(named[0], hint["best"].as_str().unwrap());
        let worth: Vec<f64> = values.iter().map(|value| value["value"].as_f64().unwrap()).collect();
        assert!(worth.windows(2).all(|two| two[0] >= two[1]), "{worth:?}");
        let mut legal = sitter.legal();
        named.sort_unstable();
        legal.sort_unstable();
        assert_eq!(named, legal);
        sitter.say(json!({ "type": "hint", "adviser": "mc:sims=99999999" })).await;
        assert_eq!(sitter.refusal().await, "forbidden");
    }
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_deal_is_reviewed_and_its_record_can_be_imported() {
    let house = House::open().await;
    let made = house.table(wish("hearts", "falcon", &["random", "random", "random"])).await;
    let mut sitter = made.sit().await;
    let (status, _) = get(house.address(), &format!("/api/tables/{}/deals/1/review", made.table)).await;
    assert_eq!(status, 404, "a deal under way must not be shown");
    sitter.play_deal(&mut Rng::new(1)).await;
    let path = format!("/api/tables/{}/deals/1/review?adviser=mc:sims=20,candidates=all", made.table);
    let (status, review) = get(house.address(), &path).await;
    assert_eq!(status, 200, "{review}");
    check(&review);
    // The most costly moves are those of the person.
    for number in review["worst"].as_array().unwrap() {
        assert_eq!(review["steps"][number.as_u64().unwrap() as usize]["seat"], 0);
    }
    let record = format!("/api/tables/{}/record", made.table);
    let (_, head, file) = request(house.address(), "GET", &record, &[], b"").await;
    assert!(head.contains("content-disposition: attachment"), "{head}");
    let (status, _, answer) = request(house.address(), "POST", "/api/records", &[], &file).await;
    assert_eq!(status, 200, "{}", String::from_utf8_lossy(&answer));
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    let id = answer["review"].as_str().unwrap();
    let (_, shown) = get(house.address(), &format!("/api/reviews/{id}")).await;
    assert_eq!((&shown["game"], &shown["deals"]), (&json!("hearts"), &json!(1)));
    let (_, imported) =
        get(house.address(), &format!("/api/reviews/{id}/deals/1?adviser=mc:sims=20,candidates=all")).await;
    check(&imported);
    assert_eq!(imported["steps"], review["steps"]);
    house.server.stop().await.unwrap();
}

fn check(review: &Value) {
    let steps = review["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 52);
    let mut judged = 0;
    for step in steps {
        let legal = step["legal"].as_array().unwrap();
        assert!(legal.contains(&step["action"]));
        assert_eq!(step["state"]["hands"].as_array().unwrap().len(), 4);
        if legal.len() > 1 {
            assert_eq!(step["values"].as_array().unwrap().len(), legal.len());
            assert!(step["loss"].as_f64().unwrap() >= 0.0);
            judged += 1;
        }
    }
    assert!(judged > 10);
    assert_eq!(review["payoffs"].as_array().unwrap().len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_are_no_records_are_refused_with_the_line() {
    let house = House::open().await;
    let record = "{\"format\":\"kirifuda-record-1\",\"game\":\"hearts\",\"rules\":\"falcon\",\"dealt\":\"x\",\"actions\":[],\
        \"payoffs\":[0,0,0,0]}";
    for (file, word) in
        [("", "no record"), ("hello", "line 1"), (record, "line 1"), ("\n\n{\"format\":\"x\"}", "line 3")]
    {
        let (status, _, answer) = request(house.address(), "POST", "/api/records", &[], file.as_bytes()).await;
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        assert_eq!(status, 400, "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(word), "{answer}");
    }
    let (status, ..) = request(house.address(), "POST", "/api/records", &[], &vec![b'x'; 2_000_000]).await;
    assert_eq!(status, 413);
    house.server.stop().await.unwrap();
}
