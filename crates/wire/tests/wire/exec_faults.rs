use std::sync::Arc;
use std::time::{Duration, Instant};

use kirifuda_games::leduc::{Leduc, Rules};
use kirifuda_play::{Fault, Game, Policy, Rng, Seat};
use kirifuda_wire::{ExecOptions, ExecPlayer, FaultLog, OnFault};

use crate::table::{First, hurried, one_game, patient, python, python_command};

/// Plays one game with a program that fails; the report of its fault.
fn fault_of(bot: &str) -> String {
    let (mut player, log) = python::<Leduc>(bot, &Rules, &patient(OnFault::Stop));
    let started = Instant::now();
    let Err(Fault(report)) = one_game::<Leduc>(&Rules, 1, &mut player) else { panic!("no fault was reported:{bot}") };
    drop(player);
    // Far below the hour that some programs sleep, far above what a slow machine needs.
    assert!(started.elapsed() < Duration::from_secs(60), "the fault took {:?}", started.elapsed());
    assert_eq!(log.count(), 0, "a fault that stops the game is returned, not counted");
    report
}

fn says(bot: &str, expected: &[&str]) {
    let report = fault_of(bot);
    for words in expected {
        assert!(report.contains(words), "`{words}` is missing in the report of{bot}\n{report}");
    }
}

#[test]
fn a_crash_is_reported_with_exit_status_and_error_output() {
    says(
        "
for question in questions():
    print('first complaint', file=sys.stderr)
    raise ValueError('no idea')
",
        &["ended by itself", "exit status: 1", "first complaint", "ValueError: no idea", "seat 0 of leduc"],
    );
    says("\nsys.exit(7)", &["ended by itself", "exit status: 7"]);
    says("\nnext(questions()); os.kill(os.getpid(), 9)", &["ended by itself", "signal: 9"]);
}

#[test]
fn a_hang_is_reported_when_the_time_is_over() {
    let hang = "
for question in questions():
    time.sleep(3600)
";
    let (mut player, _) = python::<Leduc>(hang, &Rules, &hurried(OnFault::Stop));
    let Err(Fault(report)) = one_game::<Leduc>(&Rules, 1, &mut player) else { panic!("no fault") };
    assert!(report.contains("did not answer within 1.3 s"), "{report}");
}

#[test]
fn malformed_answers_are_reported_with_their_line() {
    let answers = [
        ("'nonsense'", "malformed: it is not a JSON object"),
        ("'{\"action\": \"call\"'", "malformed: EOF"),
        ("'[null, null, \"call\"]'", "it is not a JSON object"),
        ("'\"call\"'", "it is not a JSON object"),
        ("{'move': 'call'}", "the field `action` is missing"),
        ("{'action': 3}", "`action` must be a string, not 3"),
        ("{'action': None}", "the field `action` is missing"),
        ("'{\"action\": \"call\", \"action\": \"raise\"}'", "duplicate field `action`"),
        ("{'type': 'choose', 'action': 'call'}", "its `type` is `choose`"),
        ("{'type': 7, 'action': 'call'}", "malformed"),
        ("{'type': 'error', 'message': 'I give up'}", "it reports an error: I give up"),
        ("'{\"action\":' + '[' * 100000", "malformed: recursion limit"),
    ];
    for (answer, expected) in answers {
        let bot = format!("\nfor question in questions():\n    say({answer})\n");
        says(&bot, &[expected, "line 1 of its output"]);
    }
    let binary = "\nnext(questions()); sys.stdout.buffer.write(b'{\"action\":\"\\xff\"}\\n'); sys.stdout.flush(); next(questions())";
    says(binary, &["not UTF-8 (byte 12", "line 1 of its output"]);
}

#[test]
fn an_illegal_action_is_reported_with_the_legal_ones() {
    says(
        "
say({'type': 'hello', 'name': 'cheat'})
for question in questions():
    say({'action': 'fold'})
",
        &["`fold` is not legal here; legal: call raise", "line 2 of its output: {\"action\": \"fold\"}"],
    );
    says("\nfor q in questions(): say({'action': 'cal'})", &["`cal` is not legal here", "did you mean `call`"]);
}

#[test]
fn the_answer_to_another_question_is_reported() {
    let bot = "\nfor q in questions(): say({'action': 'call', 'id': q['id'] + 1})";
    says(bot, &["answered question 2, but was asked question 1"]);
    says("\nfor q in questions(): say({'action': 'call', 'id': str(q['id'])})", &["answered question \"1\""]);
}

#[test]
fn lines_that_nobody_asked_for_are_reported() {
    says("\nsay('ready')\nfor q in questions(): say({'action': 'call'})", &["line 1 of its output: ready"]);
    let twice = "
for question in questions():
    print(json.dumps({'action': 'call'}) + '\\n' + json.dumps({'action': 'call'}), flush=True)
time.sleep(3600)
";
    says(twice, &["print exactly one line for each `choose`"]);
    let hello_twice = "\nfor q in questions():\n    say({'type': 'hello'})\n    say({'type': 'hello'})\n";
    says(hello_twice, &["`hello` may be said once", "line 2"]);
}

#[test]
fn a_closed_output_is_reported() {
    says("\nnext(questions()); os.close(1); time.sleep(3600)", &["it closed its output"]);
}

#[test]
fn a_flood_is_reported() {
    says("\nwhile True: print('x' * 1000)", &["line 1 of its output: xxx", "(1000 bytes in all)"]);
    says("\nwhile True: sys.stdout.write('x' * 1000)", &["longer than 1048576 bytes", "line 1 of its output: xxx"]);
    let (mut player, _) =
        python::<Leduc>("\nwhile True: print('x' * 1000, file=sys.stderr)", &Rules, &hurried(OnFault::Stop));
    let Err(Fault(report)) = one_game::<Leduc>(&Rules, 1, &mut player) else { panic!("no fault") };
    assert!(report.contains("did not answer within 1.3 s") && report.len() < 10_000, "{report}");
}

#[test]
fn a_program_that_does_not_read_cannot_hold_up_the_game() {
    let options = hurried(OnFault::Stop);
    let (mut player, _) = python::<Leduc>("\ntime.sleep(3600)", &Rules, &options);
    let game = Leduc::deal(&Rules, &mut Rng::new(1));
    // More than the pipe and the queue hold.
    for _ in 0..5_000 {
        player.watch().unwrap().begin(game.view(Seat(0)));
    }
    let Err(Fault(report)) = player.watch().unwrap().end(game.view(Seat(0)), &[0.0, 0.0]) else { panic!("no fault") };
    assert!(report.contains("did not read its input for 300 ms"), "{report}");

    let (mut player, _) = python::<Leduc>("\nos.close(0); time.sleep(3600)", &Rules, &options);
    std::thread::sleep(Duration::from_millis(500));
    assert!(one_game::<Leduc>(&Rules, 1, &mut player).is_err());
}

#[test]
fn a_command_that_cannot_be_started_is_refused() {
    let spawn = |command: &str| {
        let log = Arc::new(FaultLog::new());
        match ExecPlayer::<Leduc>::spawn(command, &Rules, &ExecOptions::default(), log) {
            Ok(_) => panic!("`{command}` was started"),
            Err(Fault(why)) => why,
        }
    };
    let missing = spawn("/no/such/program --fast");
    assert!(missing.contains("program `/no/such/program --fast`: cannot be started: No such file"), "{missing}");
    assert!(spawn("python3 'bot.py").contains("missing closing quote"));
    assert!(spawn("  ").contains("is empty"));
}

#[test]
fn after_a_fault_the_game_ends_quickly_and_the_fault_stays() {
    let (mut player, _) = python::<Leduc>("\nsys.exit(1)", &Rules, &patient(OnFault::Stop));
    let first = one_game::<Leduc>(&Rules, 1, &mut player).unwrap_err();
    let again = one_game::<Leduc>(&Rules, 2, &mut player).unwrap_err();
    assert_eq!(first, again);
}

#[test]
fn faults_that_do_not_stop_the_game_are_counted_and_answered_by_the_first_legal_action() {
    let bot = "\nfor question in questions(): say({'action': 'all in'})";
    let (mut player, log) = python::<Leduc>(bot, &Rules, &patient(OnFault::FirstLegal));
    let mut questions = 0;
    for seed in 0..6 {
        let moves = one_game::<Leduc>(&Rules, seed, &mut player).unwrap();
        let mut inside: Box<dyn Policy<Leduc>> = Box::new(First);
        assert_eq!(moves, one_game::<Leduc>(&Rules, seed, &mut inside).unwrap());
        questions += moves.len() as u64 / 2;
    }
    assert_eq!(log.count(), questions);
    assert_eq!(log.messages().len(), FaultLog::KEPT);
    // The program stayed in step, so it was never started again: its lines are counted on.
    assert!(log.messages()[4].contains("line 5 of its output"), "{}", log.messages()[4]);
}

#[test]
fn a_crashing_program_is_started_again_a_bounded_number_of_times() {
    let (mut player, log) = python::<Leduc>("\nsys.exit(2)", &Rules, &patient(OnFault::FirstLegal));
    // Every question of every game fails: eleven programs crash, and then nobody is left to ask.
    for seed in 0..12 {
        one_game::<Leduc>(&Rules, seed, &mut player).unwrap();
    }
    let before = log.count();
    let moves = one_game::<Leduc>(&Rules, 99, &mut player).unwrap();
    assert_eq!(log.count() - before, moves.len() as u64 / 2, "after ten restarts every own move is a fault");
}

#[test]
fn a_late_answer_is_never_taken_for_the_answer_to_a_later_question() {
    let folder = tempfile::tempdir().unwrap();
    let marker = folder.path().join("late");
    // The first program answers its first question far too late, and by then with `raise`; its successor calls.
    let bot = format!(
        "
late = not os.path.exists({marker:?})
open({marker:?}, 'w').close()
for question in questions():
    if late:
        time.sleep(4)
        say({{'action': 'raise'}})
        say({{'action': 'raise'}})
    else:
        say({{'action': 'call'}})
"
    );
    let options = ExecOptions {
        move_time: Duration::from_millis(1500),
        start_time: Duration::from_millis(1500),
        on_fault: OnFault::FirstLegal,
        show_errors: false,
    };
    let (mut player, log) = python::<Leduc>(&bot, &Rules, &options);
    for seed in 0..3 {
        let moves = one_game::<Leduc>(&Rules, seed, &mut player).unwrap();
        assert!(moves.iter().all(|action| action == "call"), "seed {seed}: {moves:?}");
    }
    assert_eq!(log.count(), 1, "{:?}", log.messages());
    assert!(log.messages()[0].contains("did not answer within 3 s"), "{:?}", log.messages());
}

#[test]
fn the_log_is_shared_by_several_players() {
    let log = Arc::new(FaultLog::new());
    let command = python_command("\nfor question in questions(): say('?')");
    for seed in 0..2 {
        let options = patient(OnFault::FirstLegal);
        let player = ExecPlayer::<Leduc>::spawn(&command, &Rules, &options, Arc::clone(&log)).unwrap();
        let mut player: Box<dyn Policy<Leduc>> = Box::new(player);
        one_game::<Leduc>(&Rules, seed, &mut player).unwrap();
        assert!(log.count() >= 2 * (seed + 1));
    }
}

/// What a program has started ends with it, also where the program has ended well.
#[cfg(target_os = "linux")]
#[test]
fn what_a_program_has_started_ends_with_it() {
    for ending in ["sys.exit(3)", "time.sleep(3600)"] {
        let folder = tempfile::tempdir().unwrap();
        let note = folder.path().join("child");
        let bot = format!(
            "
import subprocess
child = subprocess.Popen(['sleep', '3600'], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
open('{}', 'w').write(str(child.pid))
for question in questions():
    {ending}
",
            note.display()
        );
        let (mut player, _) = python::<Leduc>(&bot, &Rules, &hurried(OnFault::Stop));
        assert!(one_game::<Leduc>(&Rules, 1, &mut player).is_err());
        drop(player);
        let child = std::fs::read_to_string(&note).unwrap();
        // It may take a moment until somebody has reaped it.
        let begun = Instant::now();
        let lives = || {
            let status = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
            !status.is_empty() && !status.contains(") Z ")
        };
        while lives() {
            assert!(begun.elapsed() < Duration::from_secs(10), "{child} lives on after `{ending}`");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
