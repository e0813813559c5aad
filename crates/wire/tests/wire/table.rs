//! A small table to play at: the arena's loop in a few lines, players that are easy to predict, questions in JSON.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use kirifuda_play::{Actions, Fact, Fault, Game, Policy, Rng, Rules, Seat, Text, Turn};
use kirifuda_wire::{BotOptions, ExecOptions, ExecPlayer, FaultLog, OnFault, serve};
use serde_json::{Map, Value, json};

/// Plays a game to its end, telling those who watch. Returns the moves in the game's notation.
pub fn play<G: Text>(game: &mut G, players: &mut [Box<dyn Policy<G>>]) -> Result<Vec<String>, Fault> {
    let seats: Vec<Seat> = Seat::all(game.seats()).collect();
    let mut legal = Actions::new();
    let mut moves = Vec::new();
    for &seat in &seats {
        if let Some(watch) = players[seat.index()].watch() {
            watch.begin(game.view(seat));
        }
    }
    while let Turn::Seat(mover) = game.turn() {
        game.legal(&mut legal);
        let mut rng = Rng::stream(5, &[moves.len() as u64]);
        let action = players[mover.index()].choose(game.view(mover), &legal, &mut rng);
        game.play(action);
        moves.push(G::show_action(game.rules(), action));
        for &seat in &seats {
            if let Some(watch) = players[seat.index()].watch() {
                watch.saw(game.view(seat), mover);
            }
        }
    }
    let payoffs: Vec<f32> = seats.iter().map(|&seat| game.payoff(seat)).collect();
    for &seat in &seats {
        if let Some(watch) = players[seat.index()].watch() {
            watch.end(game.view(seat), &payoffs)?;
        }
    }
    Ok(moves)
}

/// One game of `make`'s player at seat 0 against first-legal players.
pub fn one_game<G: Text>(rules: &G::Rules, seed: u64, player: &mut Box<dyn Policy<G>>) -> Result<Vec<String>, Fault> {
    let mut game = G::deal(rules, &mut Rng::new(seed));
    let mut players: Vec<Box<dyn Policy<G>>> = (0..rules.seats()).map(|_| Box::new(First) as _).collect();
    std::mem::swap(player, &mut players[0]);
    let moves = play(&mut game, &mut players);
    std::mem::swap(player, &mut players[0]);
    moves
}

/// The first legal action.
pub struct First;

impl<G: Game> Policy<G> for First {
    fn choose(&mut self, _view: G::View<'_>, legal: &[G::Action], _rng: &mut Rng) -> G::Action {
        legal[0]
    }
}

/// A choice that depends on everything the seat has seen, on the legal actions and on the randomness.
pub struct Hashed;

impl<G: Text> Policy<G> for Hashed {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        let mut hasher = DefaultHasher::new();
        format!("{:?} {legal:?} {}", G::seen(view), rng.bits()).hash(&mut hasher);
        legal[(hasher.finish() % legal.len() as u64) as usize]
    }
}

/// The question of a foreign referee, written without our own message types.
pub fn question<G: Text>(game: &G, seat: Seat, id: u64) -> Value {
    let seen = G::seen(game.view(seat));
    let facts = |facts: &[Fact]| -> Map<String, Value> {
        facts.iter().map(|fact| (fact.name.clone(), json!(fact.values))).collect()
    };
    let mut legal = Actions::new();
    if game.turn() == Turn::Seat(seat) {
        game.legal(&mut legal);
    }
    let legal: Vec<String> = legal.iter().map(|&action| G::show_action(game.rules(), action)).collect();
    json!({
        "type": "choose", "protocol": 1, "id": id, "game": G::NAME, "rules": G::Rules::book().text(game.rules()),
        "seat": seat.0, "seats": game.seats(), "hand": seen.hand,
        "public": facts(&seen.public), "private": facts(&seen.private),
        "history": seen.history.iter().map(|act| json!({"seat": act.seat.0, "action": act.action})).collect::<Vec<_>>(),
        "legal": legal, "time_ms": 1000,
    })
}

/// A dialogue with a player of ours: its lines, read as JSON.
pub fn dialogue<G: Text>(
    make: impl FnMut(&G::Rules) -> Result<Box<dyn Policy<G>>, Fault>,
    seed: u64,
    input: &[u8],
) -> Vec<Value> {
    let options = BotOptions { name: "test".to_string(), seed, rules: None };
    let mut output = Vec::new();
    serve::<G>(&options, make, input, &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Options for programs that answer soon: long limits, so that a busy machine is not taken for a fault.
pub fn patient(on_fault: OnFault) -> ExecOptions {
    ExecOptions {
        move_time: Duration::from_secs(10),
        start_time: Duration::from_secs(20),
        on_fault,
        show_errors: false,
    }
}

/// Options for programs that are known never to answer.
pub fn hurried(on_fault: OnFault) -> ExecOptions {
    ExecOptions {
        move_time: Duration::from_millis(300),
        start_time: Duration::from_secs(1),
        on_fault,
        show_errors: false,
    }
}

/// A Python program as a player; `body` may use `messages()` and `say(…)`.
pub fn python<G: Text>(body: &str, rules: &G::Rules, options: &ExecOptions) -> (Box<dyn Policy<G>>, Arc<FaultLog>) {
    let log = Arc::new(FaultLog::new());
    let command = python_command(body);
    let player = ExecPlayer::<G>::spawn(&command, rules, options, Arc::clone(&log)).unwrap();
    (Box::new(player), log)
}

/// The command line of a Python program.
pub fn python_command(body: &str) -> String {
    let prelude = "
import json, os, sys, time
sys.stdin.reconfigure(encoding='utf-8')
def say(answer):
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)
def messages():
    for line in sys.stdin:
        yield json.loads(line)
def questions():
    return (message for message in messages() if message['type'] == 'choose')
";
    shell_words::join(["python3", "-c", &format!("{prelude}{body}")])
}
