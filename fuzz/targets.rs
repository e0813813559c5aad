//! What reads bytes of others, each as a function of any bytes: it may refuse them, but neither panic nor run on, and what it
//! has taken it writes as it would read it again.

use kirifuda_arena::read_records;
use kirifuda_catalog::{Listed, Spec, Visitor, contestant, games, visit};
use kirifuda_games::kuhn::Kuhn;
use kirifuda_games::monsters::Deck;
use kirifuda_learn::model::Model;
use kirifuda_play::{Rules, Uniform};
use kirifuda_web::wire::{CreateTable, Message};
use kirifuda_wire::{BotOptions, serve};

/// A model file.
pub fn models(bytes: &[u8]) {
    if let Ok(model) = Model::from_bytes(bytes) {
        let again = Model::from_bytes(&model.to_bytes()).expect("what was written can be read");
        assert_eq!(again.header, model.header);
    }
}

/// A file of records, replayed.
pub fn records(bytes: &[u8]) {
    for record in read_records(bytes).flatten() {
        let game = record.game.clone();
        // A game that there is not is refused.
        let _ = visit(&game, Replay(record));
    }
}

struct Replay(kirifuda_arena::Record);

impl Visitor for Replay {
    type Output = ();
    fn visit<G: Listed>(self) {
        // A record that does not hold is refused.
        let _ = kirifuda_arena::replay::<G>(&self.0);
    }
}

/// Rules of every game. What names a file is left out: it would be read.
pub fn rules(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if text.contains("cards") {
        return;
    }
    for (game, _) in games() {
        visit(game, ReadRules(text)).expect("a game of the list");
    }
}

struct ReadRules<'a>(&'a str);

impl Visitor for ReadRules<'_> {
    type Output = ();
    fn visit<G: Listed>(self) {
        if let Ok(rules) = G::Rules::book().parse(self.0) {
            let text = G::Rules::book().text(&rules);
            let again = G::Rules::book().parse(&text).expect("what was written can be read");
            assert_eq!(G::Rules::book().text(&again), text);
        }
    }
}

/// The specification of a player of Kuhn poker, which is made; what names a file is left out.
pub fn specifications(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(spec) = Spec::parse(text) else { return };
    let again = Spec::parse(&spec.to_string()).expect("what was written can be read");
    assert_eq!(again.to_string(), spec.to_string());
    let long = |value: &str| value.bytes().filter(u8::is_ascii_digit).count() > 2;
    if spec.name == "exec" || spec.settings.iter().any(|(key, value)| key == "model" || long(value)) {
        return;
    }
    let rules = (<Kuhn as kirifuda_play::Game>::Rules::book().presets[0].rules)();
    // A player that there is not is refused.
    let _ = contestant::<Kuhn>(&rules, text).map(drop);
}

/// A file of cards of Monsters.
pub fn cards(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = Deck::parse("any", text);
    }
}

/// Lines of a referee to one of our players.
pub fn protocol(bytes: &[u8]) {
    let rules = (<Kuhn as kirifuda_play::Game>::Rules::book().presets[0].rules)();
    let mut answers = Vec::new();
    let options = BotOptions { name: "any".to_string(), seed: 1, rules: Some(rules) };
    let _ = serve::<Kuhn>(&options, |_| Ok(Box::new(Uniform)), bytes, &mut answers);
}

/// A message over the websocket, and the order of a table.
pub fn messages(bytes: &[u8]) {
    let _ = serde_json::from_slice::<Message>(bytes);
    let _ = serde_json::from_slice::<CreateTable>(bytes);
}
