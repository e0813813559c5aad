use std::net::IpAddr;
use std::sync::LazyLock;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use kirifuda_play::{Actions, Rng, Rules};
use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt, DuplexStream};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::house::House;
use super::{Known, Person, Seen, Undo, trace};
use crate::Shown;
use crate::shown::{self, Visitor};
use crate::table::Pass;

/// Somebody's line to the server.
#[derive(Clone, Copy)]
pub struct Line {
    pub number: usize,
    pub address: IpAddr,
}

impl Line {
    /// Everybody has an address of his own; vandals share one.
    fn new(number: usize) -> Line {
        Line { number, address: IpAddr::from([192, 0, 2, (number % 200) as u8]) }
    }

    fn vandal(number: usize) -> Line {
        Line { number: 1000 + number, address: IpAddr::from([198, 51, 100, 1]) }
    }
}

/// How somebody behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// Plays, and takes a move back now and then.
    Steady,
    /// Reads late.
    Slow,
    /// Reads nothing any more.
    Deaf,
    /// Comes and goes.
    Restless,
    /// Sends whatever comes to mind.
    Rude,
}

/// Most people behave.
const MANNERS: [Manner; 7] =
    [Manner::Steady, Manner::Steady, Manner::Steady, Manner::Slow, Manner::Deaf, Manner::Restless, Manner::Rude];

type Socket = WebSocketStream<DuplexStream>;
/// Nobody waits longer for anything.
const LONG: Duration = Duration::from_secs(40);

/// Those who know a table sit down, others make new ones, vandals come.
pub fn come(house: &House, rng: &mut Rng) {
    let mut number = 0;
    let mut next = || {
        number += 1;
        number
    };
    let known: Vec<(usize, usize)> = {
        let ledger = house.book.lock();
        let people = |(table, known): (usize, &Known)| (0..known.people.len()).map(move |person| (table, person));
        ledger.tables.iter().enumerate().flat_map(|known| people(known).collect::<Vec<_>>()).collect()
    };
    for (table, person) in known {
        let (house, line, rng) = (house.clone(), Line::new(next()), Rng::new(rng.bits()));
        tokio::spawn(async move { sit(&house, line, rng, table, person).await });
    }
    for _ in 0..1 + rng.below(2) {
        let (house, line, guest, rng) = (house.clone(), Line::new(next()), Line::new(next()), Rng::new(rng.bits()));
        tokio::spawn(host(house, line, guest, rng));
    }
    for _ in 0..rng.below(4) {
        let (house, line, rng) = (house.clone(), Line::vandal(next()), Rng::new(rng.bits()));
        tokio::spawn(vandalise(house, line, rng));
    }
}

/// A game of the list.
struct Offer {
    game: &'static str,
    seats: usize,
    /// A deal is over after a few moves.
    quick: bool,
}

/// All games of the list, under their first rules.
static OFFERS: LazyLock<Vec<Offer>> = LazyLock::new(|| {
    let offer = |game| shown::visit(game, Look).ok();
    shown::names().into_iter().filter_map(offer).collect()
});

/// Looks at a game.
struct Look;

impl Visitor for Look {
    type Output = Offer;

    fn visit<G: Shown>(self) -> Offer {
        let rules = (G::Rules::book().presets[0].rules)();
        let mut rng = Rng::new(1);
        let mut game = G::deal(&rules, &mut rng);
        let (mut legal, mut moves) = (Actions::<G>::new(), 0);
        while game.turn().seat().is_some() {
            game.legal(&mut legal);
            game.play(rng.pick(&legal));
            moves += 1;
        }
        Offer { game: G::NAME, seats: rules.seats(), quick: moves < 15 }
    }
}

/// A table that somebody may want: quick games mostly, so that there can be many runs.
fn wish(rng: &mut Rng) -> Value {
    let quick = rng.chance(0.9);
    let offers: Vec<&Offer> = OFFERS.iter().filter(|offer| !quick || offer.quick).collect();
    let Offer { game, seats, .. } = offers[rng.below(offers.len())];
    let mut sitters = vec![json!({ "kind": "player", "player": "random" }); *seats];
    let place = rng.below(*seats);
    sitters[place] = json!({ "kind": "person" });
    if rng.chance(0.4) {
        sitters[(place + 1) % seats] = json!({ "kind": "open" });
    }
    let pace = rng.pick(&[0, 0, 50, 2000]);
    json!({ "game": game, "seats": sitters, "pace_ms": pace, "move_seconds": rng.pick(&[0, 0, 3]) })
}

/// Makes a table and plays at it; a guest joins where a seat is open.
async fn host(house: House, line: Line, guest: Line, mut rng: Rng) {
    sleep(Duration::from_millis(rng.below(5000) as u64)).await;
    let wish = wish(&mut rng);
    let open = wish["seats"].as_array().is_some_and(|seats| seats.iter().any(|seat| seat["kind"] == "open"));
    for _ in 0..5 {
        house.book.lock().perhaps += 1;
        let Some((status, answer)) = house.ask(&line, "POST", "/api/tables", &wish.to_string()).await else {
            return;
        };
        if let Some(table) = told(&house, status, &answer) {
            if open {
                let (house, rng) = (house.clone(), Rng::new(rng.bits()));
                tokio::spawn(join(house, guest, rng, table));
            }
            return sit(&house, line, rng, table, 0).await;
        }
        sleep(Duration::from_millis(500 + rng.below(2000) as u64)).await;
    }
}

/// Notes what came of the wish for a table: its place among those that are known.
fn told(house: &House, status: u16, answer: &Value) -> Option<usize> {
    let mut ledger = house.book.lock();
    // One that could not be stored may be there until it is taken back.
    match status {
        507 => ledger.refused += 1,
        _ => ledger.perhaps -= 1,
    }
    if status != 201 {
        return None;
    }
    let id = answer["table"].as_str().unwrap_or_default().to_string();
    ledger.tables.push(Known { id, people: vec![person(answer)], undos: Vec::new() });
    Some(ledger.tables.len() - 1)
}

fn person(answer: &Value) -> Person {
    let token = answer["token"].as_str().unwrap_or_default().to_string();
    Person { seat: answer["seat"].as_u64().unwrap_or(99) as usize, token, seen: None }
}

/// Takes the open seat of a table, which nobody else wants.
async fn join(house: House, line: Line, mut rng: Rng, table: usize) {
    let path = format!("/api/tables/{}/join", house.book.lock().tables[table].id);
    for _ in 0..10 {
        sleep(Duration::from_millis(200 + rng.below(3000) as u64)).await;
        let Some((status, answer)) = house.ask(&line, "POST", &path, "{\"name\":\"Guest\"}").await else {
            // Whether he has the seat is not known.
            return;
        };
        if status == 200 {
            let person = {
                let mut ledger = house.book.lock();
                ledger.tables[table].people.push(person(&answer));
                ledger.tables[table].people.len() - 1
            };
            return sit(&house, line, rng, table, person).await;
        }
        if answer["error"]["code"] == "taken" {
            return house.book.fault(format!("a seat is taken that nobody was given: {answer}"));
        }
    }
}

/// Opens a websocket; nothing where that is refused.
async fn open(house: &House, line: &Line, id: &str, token: Option<&str>, bytes: usize) -> Option<Socket> {
    let stream = house.connect(line.address, bytes)?;
    let mut request = format!("ws://localhost/ws/{id}").into_client_request().ok()?;
    let offer = token.map_or("kirifuda".to_string(), |token| format!("kirifuda, kirifuda.token.{token}"));
    request.headers_mut().insert("Sec-WebSocket-Protocol", offer.parse().ok()?);
    timeout(LONG, client_async(request, stream)).await.ok()?.ok().map(|(socket, _)| socket)
}

/// The next text; nothing where there is none, or the server is dead.
async fn hear(house: &House, line: &Line, socket: &mut Socket) -> Option<(String, Value)> {
    loop {
        match timeout(LONG, socket.next()).await.ok()?? {
            Ok(Message::Text(text)) if !house.disk.is_dead() => {
                trace(&house.book, house.begun, line.number, &text);
                let value = serde_json::from_str(&text).ok()?;
                return Some((text.to_string(), value));
            }
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            _ => return None,
        }
    }
}

async fn say(socket: &mut Socket, message: &Value) -> bool {
    send(socket, Message::Text(message.to_string().into())).await
}

async fn send(socket: &mut Socket, message: Message) -> bool {
    matches!(timeout(LONG, socket.send(message)).await, Ok(Ok::<(), tungstenite::Error>(())))
}

/// How far a state is.
fn progress(state: &Value) -> Seen {
    let number = |name: &str| state[name].as_u64().unwrap_or(0);
    let moves = state["history"].as_array().cloned().unwrap_or_default();
    Seen { version: number("version"), deal: number("deal"), moves }
}

/// Compares a state with that of another deal that looks alike to whoever got it.
fn compare(house: &House, id: &str, pass: Pass, state: &Value) {
    let Some(live) = house.app.in_memory(id) else { return };
    let version = state["version"].as_u64().unwrap_or(0);
    let other = live.change(|core| {
        let presence = core.presence.clone();
        core.table.state_elsewhere(id, pass, &presence, version)
    });
    let Some(mut other) = other.and_then(|text| serde_json::from_str::<Value>(&text).ok()) else { return };
    let mut state = state.clone();
    // Clocks have gone on since.
    for state in [&mut state, &mut other] {
        state["left_ms"] = Value::Null;
        for seat in state["seats"].as_array_mut().into_iter().flatten() {
            seat["away_ms"] = Value::Null;
        }
    }
    // The table may have moved on, too.
    if other["version"] == state["version"] {
        house.book.lock().compared += 1;
        if other != state {
            house.book.fault(format!("{pass:?} can tell two deals that look alike: {state} and {other}"));
        }
    }
}

/// Notes what a person was shown.
fn note(house: &House, table: usize, person: usize, state: &Value) {
    let (id, seat) = {
        let mut ledger = house.book.lock();
        ledger.shown += 1;
        let known = &mut ledger.tables[table];
        known.people[person].seen = Some(progress(state));
        (known.id.clone(), known.people[person].seat)
    };
    if state["you"] != json!(seat) {
        house.book.fault(format!("seat {seat} got the state of another: {state}"));
    }
    compare(house, &id, Pass::Seat(seat), state);
}

/// Somebody sits at his seat, again and again.
async fn sit(house: &House, line: Line, mut rng: Rng, table: usize, person: usize) {
    let (id, token) = {
        let ledger = house.book.lock();
        (ledger.tables[table].id.clone(), ledger.tables[table].people[person].token.clone())
    };
    let manner = rng.pick(&MANNERS);
    for _ in 0..3 {
        let bytes = if manner == Manner::Deaf { 256 } else { rng.pick(&[256, 4096, 65536]) };
        if let Some(mut socket) = open(house, &line, &id, Some(&token), bytes).await {
            talk(house, &line, &mut rng, &mut socket, manner, table, person).await;
        }
        sleep(Duration::from_millis(rng.below(4000) as u64)).await;
    }
}

async fn talk(
    house: &House,
    line: &Line,
    rng: &mut Rng,
    socket: &mut Socket,
    manner: Manner,
    table: usize,
    person: usize,
) {
    // The undo that he waits for: its place among those of the table.
    let mut undo: Option<usize> = None;
    for number in 0..50 {
        let Some((_, said)) = hear(house, line, socket).await else { return };
        if let Some(place) = undo
            && said["type"] == "error"
            && said["re"] == json!(77)
        {
            undo = None;
            house.book.lock().tables[table].undos[place].done = Some(0);
        }
        if said["type"] != "state" {
            continue;
        }
        note(house, table, person, &said);
        let seen = progress(&said);
        if let Some(place) = undo {
            let asked = &mut house.book.lock().tables[table].undos[place];
            if seen.deal > asked.deal || seen.moves.len() <= asked.number {
                asked.done = Some(seen.version);
                undo = None;
            }
        }
        match manner {
            Manner::Slow => sleep(Duration::from_millis(rng.below(12_000) as u64)).await,
            Manner::Restless if rng.chance(0.3) => return,
            Manner::Deaf if number > 1 => {
                // The answers fill the pipe.
                while say(socket, &json!({ "type": "ping" })).await {}
                return sleep(Duration::from_secs(30)).await;
            }
            Manner::Rude => {
                if !rudeness(house, rng, socket, table, &said).await {
                    return;
                }
            }
            _ => sleep(Duration::from_millis(rng.below(500) as u64)).await,
        }
        let legal = said["legal"].as_array().cloned().unwrap_or_default();
        let message = if said["can_undo"] == true && undo.is_none() && rng.chance(0.3) {
            let undos = &mut house.book.lock().tables[table].undos;
            undo = Some(undos.len());
            // His own last move goes, and all that came after it.
            let own = seen.moves.iter().rposition(|made| made["seat"] == said["you"]);
            let number = own.unwrap_or(seen.moves.len().saturating_sub(1));
            undos.push(Undo { deal: seen.deal, number, done: None });
            json!({ "type": "undo", "id": 77 })
        } else if let Some(moves) = said["choosing"]["moves"].as_array().filter(|_| rng.chance(0.5)) {
            // All choose at the same time, and some change their minds.
            let count = said["choosing"]["count"].as_u64().map_or(0, |count| count as usize);
            let first = rng.below(moves.len() + 1 - count.min(moves.len()));
            let chosen = if rng.chance(0.8) { &moves[first..first + count] } else { &[] };
            json!({ "type": "choose", "moves": chosen, "deal": said["deal"] })
        } else if !legal.is_empty() {
            house.book.lock().moves += 1;
            json!({ "type": "act", "action": legal[rng.below(legal.len())], "at": said["version"] })
        } else if said["phase"] == "over" && rng.chance(0.7) {
            json!({ "type": "next" })
        } else {
            continue;
        };
        if !say(socket, &message).await {
            return;
        }
    }
}

/// Something that nobody wants to hear; false where the connection is gone.
async fn rudeness(house: &House, rng: &mut Rng, socket: &mut Socket, table: usize, state: &Value) -> bool {
    let message = match rng.below(10) {
        0 => Message::Binary(vec![0; 10].into()),
        1 => Message::Text("x".repeat(5000).into()),
        2 => Message::Text("{\"type\":".into()),
        3 => {
            // What comes of it he does not listen to.
            let undo = Undo { deal: progress(state).deal, number: 0, done: None };
            house.book.lock().tables[table].undos.push(undo);
            Message::Text("{\"type\":\"undo\"}".into())
        }
        4 => Message::Text(json!({ "type": "act", "action": "♠Q", "at": state["version"] }).to_string().into()),
        5 => Message::Text("{\"type\":\"pause\",\"on\":true}".into()),
        6 => Message::Text(json!({ "type": "pace", "ms": rng.below(3000) }).to_string().into()),
        7 => Message::Text(
            json!({ "type": "hint", "adviser": rng.pick(&["random", "exec:ls", "?"]) }).to_string().into(),
        ),
        8 => Message::Text("{\"type\":\"hints\",\"on\":true}".into()),
        _ => {
            for _ in 0..70 {
                if !say(socket, &json!({ "type": "ping" })).await {
                    return false;
                }
            }
            return true;
        }
    };
    send(socket, message).await
}

/// Somebody who has no seat and means no good.
async fn vandalise(house: House, line: Line, mut rng: Rng) {
    for _ in 0..4 {
        sleep(Duration::from_millis(rng.below(8000) as u64)).await;
        let id = {
            let ledger = house.book.lock();
            let known = !ledger.tables.is_empty();
            if known { ledger.tables[rng.below(ledger.tables.len())].id.clone() } else { "nowhere".to_string() }
        };
        match rng.below(5) {
            // Watches, and tries to play.
            0 | 1 => {
                let Some(mut socket) = open(&house, &line, &id, None, 4096).await else { continue };
                for _ in 0..10 {
                    let Some((_, said)) = hear(&house, &line, &mut socket).await else { break };
                    if said["type"] == "state" {
                        if !said["you"].is_null() || !said["legal"].as_array().is_some_and(Vec::is_empty) {
                            house.book.fault(format!("somebody without a seat is told {said}"));
                        }
                        compare(&house, &id, Pass::Watcher, &said);
                        let message = rng.pick(&["act", "undo", "next", "hint"]);
                        let message = json!({ "type": message, "action": "bet", "at": said["version"] });
                        if !say(&mut socket, &message).await {
                            break;
                        }
                    }
                }
            }
            // Tries a token.
            2 => {
                let Some(mut socket) = open(&house, &line, &id, Some("abcdefghijkmnpqrstuvwxyz23"), 4096).await else {
                    continue;
                };
                if let Some((_, said)) = hear(&house, &line, &mut socket).await
                    && said["type"] == "state"
                {
                    house.book.fault(format!("somebody with a wrong token is told {said}"));
                }
            }
            // Says half of something and stays.
            3 => {
                let Some(mut stream) = house.connect(line.address, 64) else { continue };
                let _ = timeout(LONG, stream.write_all(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Le"))
                    .await;
                sleep(LONG).await;
            }
            // Says nothing that makes sense.
            _ => {
                let Some(mut stream) = house.connect(line.address, 64) else { continue };
                let bytes: Vec<u8> = (0..rng.below(400)).map(|_| rng.bits() as u8).collect();
                let _ = timeout(LONG, stream.write_all(&bytes)).await;
            }
        }
    }
}

/// True where a person was shown something that is not found any more, though nobody has taken it back.
fn missing(seen: &Seen, found: &Seen, undos: &[Undo]) -> bool {
    if found.deal != seen.deal {
        return found.deal < seen.deal;
    }
    let open = |undo: &&Undo| undo.deal == seen.deal && undo.done.is_none_or(|version| seen.version < version);
    let sure = undos.iter().filter(open).map(|undo| undo.number).fold(seen.moves.len(), usize::min);
    // What was hidden may lie open now.
    let agrees = |(seen, found): (&Value, &Value)| {
        seen["seat"] == found["seat"] && (seen["action"] == found["action"] || seen["action"].is_null())
    };
    found.moves.len() < sure || !seen.moves[..sure].iter().zip(&found.moves).all(agrees)
}

/// Everybody comes back after a life of the server: nothing that he was told may be missing.
pub async fn look_again(house: &House) {
    let tables = house.book.lock().tables.len();
    for table in 0..tables {
        let (id, undos, people) = {
            let ledger = house.book.lock();
            let known = &ledger.tables[table];
            (known.id.clone(), known.undos.clone(), known.people.clone())
        };
        for (place, person) in people.iter().enumerate() {
            let line = Line::new(100 + 10 * table + place);
            let Some(mut socket) = open(house, &line, &id, Some(&person.token), 65536).await else {
                house.book.fault(format!("table {id} cannot be opened"));
                continue;
            };
            let Some((_, state)) = hear(house, &line, &mut socket).await.filter(|(_, said)| said["type"] == "state")
            else {
                house.book.fault(format!("seat {} of table {id} is not let in", person.seat));
                continue;
            };
            let found = progress(&state);
            if let Some(seen) = person.seen.as_ref().filter(|seen| missing(seen, &found, &undos)) {
                house.book.fault(format!("table {id}: {seen} was shown, {found} is there; {undos:?}"));
            }
            note(house, table, place, &state);
            let _ = timeout(LONG, socket.close(None)).await;
        }
        house.book.lock().tables[table].undos.clear();
    }
}

/// Every table whose people are all known is played to the end of its deal.
pub async fn play_on(house: &House) {
    let tables = house.book.lock().tables.len();
    let mut playing = Vec::new();
    for table in 0..tables {
        let people = house.book.lock().tables[table].people.len();
        for person in 0..people {
            let (house, line) = (house.clone(), Line::new(100 + 10 * table + person));
            playing.push(tokio::spawn(async move { finish(&house, line, table, person, people).await }));
        }
    }
    for task in playing {
        if !matches!(task.await, Ok(Some(()))) {
            house.book.fault("a table cannot be played to its end".to_string());
        }
    }
}

/// Plays a deal to its end.
async fn finish(house: &House, line: Line, table: usize, person: usize, people: usize) -> Option<()> {
    let (id, token) = {
        let ledger = house.book.lock();
        (ledger.tables[table].id.clone(), ledger.tables[table].people[person].token.clone())
    };
    let mut socket = open(house, &line, &id, Some(&token), 65536).await?;
    say(&mut socket, &json!({ "type": "pace", "ms": 0 })).await;
    loop {
        let (_, said) = hear(house, &line, &mut socket).await?;
        if said["type"] != "state" {
            continue;
        }
        note(house, table, person, &said);
        let seats = said["seats"].as_array()?.iter();
        let others = seats.filter(|seat| seat["kind"] == "open" || seat["kind"] == "person").count();
        if said["phase"] == "over" || others > people {
            return Some(());
        }
        if let Some(action) = said["legal"].as_array()?.first() {
            sleep(Duration::from_millis(200)).await;
            say(&mut socket, &json!({ "type": "act", "action": action, "at": said["version"] })).await;
        }
    }
}
