use std::sync::{Arc, Mutex};

use kirifuda_games::hearts::Hearts;
use kirifuda_games::kuhn::Kuhn;
use kirifuda_games::leduc::Leduc;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_play::{Actions, Fault, Game, Policy, Rng, Rules, Seat, Text, Turn, Uniform, Watch};
use kirifuda_wire::{BotOptions, MAX_LINE, Served, serve};
use serde_json::{Value, json};

use crate::table::{First, Hashed, dialogue, play, question};

/// Every question of some games, asked of a player directly and through the protocol.
fn asked_both_ways<G: Text>(rules: &str, games: u64) {
    let rules = G::Rules::book().parse(rules).unwrap();
    let mut input = Vec::new();
    let mut direct: Vec<String> = Vec::new();
    let mut legal = Actions::new();
    for deal in 0..games {
        let mut game = G::deal(&rules, &mut Rng::stream(8, &[deal]));
        while let Turn::Seat(seat) = game.turn() {
            let number = direct.len() as u64;
            game.legal(&mut legal);
            let mut rng = Rng::stream(9, &[number]);
            let action = Policy::<G>::choose(&mut Hashed, game.view(seat), &legal, &mut rng);
            serde_json::to_writer(&mut input, &question(&game, seat, number)).unwrap();
            input.push(b'\n');
            direct.push(G::show_action(&rules, action));
            game.play(action);
        }
    }
    let answers = dialogue::<G>(|_| Ok(Box::new(Hashed)), 9, &input);
    assert_eq!(answers.len(), direct.len());
    for (number, (answer, action)) in answers.iter().zip(&direct).enumerate() {
        assert_eq!(answer["action"], json!(action), "{answer}");
        assert_eq!(answer["id"], json!(number));
    }
}

#[test]
fn a_player_answers_through_the_protocol_as_it_does_directly() {
    asked_both_ways::<Kuhn>("", 50);
    asked_both_ways::<Leduc>("", 50);
    asked_both_ways::<PlainTricks>("", 5);
    for rules in ["saito", "saito-free", "falcon", "standard", "standard,passing=left,moon=self,jack=on"] {
        asked_both_ways::<Hearts>(rules, 5);
    }
}

/// Writes down all that it is shown.
#[derive(Clone, Default)]
pub struct Diary(Arc<Mutex<Vec<String>>>);

impl Diary {
    /// What it has written.
    pub fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    fn note(&self, line: String) {
        self.0.lock().unwrap().push(line);
    }
}

impl<G: Text> Policy<G> for Diary {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], _rng: &mut Rng) -> G::Action {
        self.note(format!("choose {:?} of {legal:?}", G::seen(view)));
        legal[legal.len() / 2]
    }
    fn watch(&mut self) -> Option<&mut dyn Watch<G>> {
        Some(self)
    }
}

impl<G: Text> Watch<G> for Diary {
    fn begin(&mut self, view: G::View<'_>) {
        self.note(format!("begin {:?}", G::seen(view)));
    }
    fn saw(&mut self, view: G::View<'_>, seat: Seat) {
        self.note(format!("seat {seat} moved: {:?}", G::seen(view)));
    }
    fn end(&mut self, view: G::View<'_>, payoffs: &[f32]) -> Result<(), Fault> {
        self.note(format!("end {:?} {payoffs:?}", G::seen(view)));
        Ok(())
    }
}

#[test]
fn a_watching_player_is_shown_by_questions_alone_what_it_would_have_watched() {
    let rules = <Hearts as Game>::Rules::book().parse("standard,passing=right").unwrap();
    let watched = Diary::default();
    let mut questions = Vec::new();
    for deal in 0..3 {
        let dealt = Hearts::deal(&rules, &mut Rng::new(deal));
        let mut players: Vec<Box<dyn Policy<Hearts>>> = (0..3).map(|_| Box::new(Hashed) as _).collect();
        players.insert(2, Box::new(watched.clone()));
        let mut game = dealt.clone();
        let moves = play(&mut game, &mut players).unwrap();
        // The same game, as questions to seat 2 and its end.
        let mut again = dealt;
        for text in moves {
            if again.turn() == Turn::Seat(Seat(2)) {
                questions.push(question(&again, Seat(2), 0));
            }
            again.play(text.parse().unwrap());
        }
        let mut end = question(&again, Seat(2), 0);
        end["type"] = json!("end");
        end["payoffs"] = Seat::all(4).map(|seat| again.payoff(seat)).collect();
        questions.push(end);
    }
    let input: Vec<String> = questions.iter().map(Value::to_string).collect();
    let shown = Diary::default();
    let answers = dialogue::<Hearts>(|_| Ok(Box::new(shown.clone())), 0, input.join("\n").as_bytes());
    assert_eq!(answers.len(), 3 * 16, "{:?}", answers.last());
    let (shown, watched) = (shown.lines(), watched.lines());
    assert_eq!(shown.len(), watched.len());
    for (shown, watched) in shown.iter().zip(watched.iter()) {
        assert_eq!(shown, watched);
    }
}

fn kuhn_question() -> Value {
    question(&Kuhn::deal(&Default::default(), &mut Rng::new(1)), Seat(0), 7)
}

/// The one answer to one line.
fn answer_to<G: Text>(line: &str) -> Value {
    let mut answers = dialogue::<G>(|_| Ok(Box::new(First)), 0, line.as_bytes());
    assert_eq!(answers.len(), 1, "{line}: {answers:?}");
    answers.remove(0)
}

/// A question with some fields changed; `null` removes a field.
fn changed(mut question: Value, changes: Value) -> String {
    for (name, value) in changes.as_object().unwrap() {
        if value.is_null() {
            question.as_object_mut().unwrap().remove(name);
        } else {
            question[name] = value.clone();
        }
    }
    question.to_string()
}

#[test]
fn a_question_that_cannot_be_answered_gets_an_error_that_names_the_problem() {
    for (changes, expected) in [
        (json!({"protocol": 2}), "protocol 2 is not known here; send \"protocol\":1"),
        (json!({"protocol": null}), "the field `protocol` is missing"),
        (json!({"game": "chess"}), "the game is `chess`, but this bot plays `kuhn`"),
        (json!({"game": null}), "the field `game` is missing"),
        (json!({"rules": "blitz"}), "unknown rules `blitz`"),
        (json!({"rules": null}), "the field `rules` is missing; presets are"),
        (json!({"seat": null}), "missing field `seat`"),
        (json!({"seat": 2}), "no such seat: the seats are 0 to 1"),
        (json!({"seat": 256}), "invalid value: integer `256`"),
        (json!({"seat": 1}), "seat 1 is asked, but seat 0 is to move"),
        (json!({"seats": 3}), "`seats` is 3, but kuhn under these rules has 2"),
        (json!({"hand": null}), "missing field `hand`"),
        (json!({"hand": []}), "a hand is one card, not 0"),
        (json!({"hand": ["J", "Q"]}), "a hand is one card, not 2"),
        (json!({"hand": ["♠A"]}), "`♠A` is not a card"),
        (json!({"hand": [3]}), "invalid type: integer `3`"),
        (json!({"history": null}), "missing field `history`"),
        (json!({"history": [{"seat": 0, "action": "check"}]}), "`check` is not an action"),
        (json!({"history": [{"seat": 0, "action": null}]}), "move 1 is hidden"),
        (json!({"history": [{"seat": 9, "action": "pass"}]}), "no such seat"),
        (json!({"history": [{"seat": 1, "action": "pass"}]}), "it is the turn of seat 0"),
        (json!({"public": {"showdown": ["J", "Q"]}}), "contradiction"),
        (json!({"public": []}), "an object from names of facts"),
        (json!({"legal": []}), "legal but not listed: pass bet"),
        (json!({"legal": ["pass"]}), "legal but not listed: bet"),
        (json!({"legal": ["pass", "bet", "raise"]}), "not legal: raise"),
        (json!({"type": "chose"}), "did you mean `choose`"),
        (json!({"type": null}), "the field `type` is missing"),
    ] {
        let line = changed(kuhn_question(), changes);
        let answer = answer_to::<Kuhn>(&line);
        assert_eq!(answer["type"], "error", "{line}");
        assert_eq!(answer["line"], 1);
        assert_eq!(answer["id"], 7, "{line}");
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains(expected), "`{expected}` is missing in `{message}`");
    }
    let twice = kuhn_question().to_string().replace("\"public\":{}", "\"public\":{\"a\":[],\"a\":[]}");
    assert!(answer_to::<Kuhn>(&twice)["message"].as_str().unwrap().contains("the fact `a` is given twice"));
}

#[test]
fn fields_may_be_left_out_where_the_rest_tells_them() {
    let line = changed(
        kuhn_question(),
        json!({"legal": null, "seats": null, "public": null, "private": null, "time_ms": null, "extra": 1}),
    );
    assert_eq!(answer_to::<Kuhn>(&line), json!({"type": "answer", "id": 7, "action": "pass"}));
    assert_eq!(answer_to::<Kuhn>(&changed(kuhn_question(), json!({"id": null})))["action"], "pass");
    assert_eq!(answer_to::<Kuhn>(&changed(kuhn_question(), json!({"id": "a-7"})))["id"], "a-7");
    let options = BotOptions { name: "test".into(), seed: 0, rules: Some(Default::default()) };
    let mut output = Vec::new();
    let line = changed(kuhn_question(), json!({"rules": null}));
    let served = serve::<Kuhn>(&options, |_| Ok(Box::new(First)), line.as_bytes(), &mut output).unwrap();
    assert_eq!(served, Served { questions: 1, errors: 0 });
}

#[test]
fn the_answer_is_spelt_as_the_referee_spells_it() {
    let rules = <Hearts as Game>::Rules::book().parse("saito").unwrap();
    let game = Hearts::deal(&rules, &mut Rng::new(1));
    let leader = game.turn().seat().unwrap();
    let line = changed(question(&game, leader, 1), json!({"legal": ["C2"]}));
    assert_eq!(answer_to::<Hearts>(&line)["action"], "C2");
}

#[test]
fn bad_lines_do_not_end_the_dialogue() {
    let good = kuhn_question().to_string();
    let hello = json!({"type": "hello", "protocol": 1, "game": "kuhn"}).to_string();
    let lines: Vec<Vec<u8>> = vec![
        b"nonsense".to_vec(),
        b"{\"type\":\"choose\"".to_vec(),
        b"[]".to_vec(),
        b"\xff\xfe{}".to_vec(),
        "[".repeat(5000).into_bytes(),
        vec![b' '; MAX_LINE + 5],
        vec![b'{'; 3 * MAX_LINE],
        b"{\"type\":\"choose\",\"type\":\"bye\"}".to_vec(),
        good.clone().into_bytes(),
        b"".to_vec(),
        b"  \r".to_vec(),
        b"{\"type\":\"begin\"}".to_vec(),
        b"{\"type\":\"event\"}".to_vec(),
        b"{\"type\":\"end\"}".to_vec(),
        hello.into_bytes(),
        format!("{good}\r").into_bytes(),
        b"{\"type\":\"bye\"}".to_vec(),
        b"never read".to_vec(),
    ];
    let answers = dialogue::<Kuhn>(|_| Ok(Box::new(First)), 0, &lines.join(&b'\n'));
    let kinds: Vec<&str> = answers.iter().map(|answer| answer["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, [["error"; 8].as_slice(), &["answer", "hello", "answer"]].concat());
    let numbers: Vec<u64> = answers.iter().filter_map(|answer| answer["line"].as_u64()).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(answers[9], json!({"type": "hello", "protocol": 1, "name": "test"}));
}

#[test]
fn a_dialogue_can_be_repeated_from_its_seed() {
    let input = [kuhn_question().to_string() + "\n", kuhn_question().to_string() + "\n"].concat().repeat(20);
    let run = |seed| dialogue::<Kuhn>(|_| Ok(Box::new(Uniform)), seed, input.as_bytes());
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn a_player_is_made_once_for_each_rules_and_seat() {
    let mut input = String::new();
    for rules in ["saito", "falcon", "passing=hold,moon=off", "saito"] {
        let rules = <Hearts as Game>::Rules::book().parse(rules).unwrap();
        let game = Hearts::deal(&rules, &mut Rng::new(1));
        input += &format!("{}\n", question(&game, game.turn().seat().unwrap(), 0));
    }
    let mut made = Vec::new();
    let answers = dialogue::<Hearts>(
        |rules| {
            made.push(<Hearts as Game>::Rules::book().text(rules));
            if made.len() == 2 { Err(Fault("no player for falcon".into())) } else { Ok(Box::new(First)) }
        },
        0,
        input.as_bytes(),
    );
    assert_eq!(made, ["saito", "falcon"]);
    assert_eq!(answers[1]["message"], "no player for falcon");
    assert_eq!(answers[3]["action"], "♣2");
}
