//! Passing at the same time: what is held back is nobody else's business, and the record is as if all had waited.

use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_play::Rules as _;

use super::{AnyTable, Chair, GameTable, Pass, Sitter, Sitting};

fn table(people: usize, seed: u64) -> GameTable<Hearts> {
    let chair = |seat: usize| Chair {
        sitter: if seat < people {
            Sitter::Person(format!("hash {seat}"))
        } else {
            Sitter::Player("random".to_string())
        },
        name: format!("Seat {seat}"),
        agrees: false,
    };
    let rules = Rules::standard();
    let sitting = Sitting {
        game: "hearts".to_string(),
        rules: Rules::book().text(&rules),
        chairs: (0..4).map(chair).collect(),
        series: false,
        pace_ms: 0,
        move_ms: 0,
        adviser: None,
        seed,
        secret: None,
        owner: "owner".to_string(),
        marks: Default::default(),
        held: Default::default(),
    };
    GameTable::new(sitting, rules, vec![None; 4])
}

/// A table of four people whose deal has passing.
fn passing() -> GameTable<Hearts> {
    let all = (0..).map(|seed| table(4, seed));
    all.into_iter().find(|table| table.choosing(0).is_some()).unwrap()
}

fn pick(table: &GameTable<Hearts>, seat: usize, first: usize) -> Vec<String> {
    table.choosing(seat).unwrap().moves[first..first + 3].to_vec()
}

fn release(table: &mut GameTable<Hearts>) -> Vec<String> {
    std::iter::from_fn(|| table.play_chosen()).map(|step| step.action).collect()
}

#[test]
fn choices_wait_for_the_turn_and_the_record_is_that_of_waiting() {
    let (mut free, mut waiting) = (passing(), passing());
    let picks: Vec<Vec<String>> = (0..4).map(|seat| pick(&free, seat, seat)).collect();
    // From the last to the first: nothing is played before the turn comes, then all of it.
    for seat in (1..4).rev() {
        free.choose(seat, 1, &picks[seat]).unwrap();
        assert_eq!(release(&mut free), Vec::<String>::new());
    }
    free.choose(0, 1, &picks[0]).unwrap();
    assert_eq!(release(&mut free), picks.concat());
    for (seat, cards) in picks.iter().enumerate() {
        for card in cards {
            waiting.act(seat, card, waiting.version()).unwrap();
        }
    }
    assert_eq!(free.actions, waiting.actions);
    assert_eq!(free.choosing(0).map(|choosing| choosing.count), None, "passing is over");
}

#[test]
fn a_choice_can_be_changed_until_it_is_played_and_must_be_whole() {
    let mut table = passing();
    let (one, two) = (pick(&table, 2, 0), pick(&table, 2, 5));
    table.choose(2, 1, &one).unwrap();
    table.choose(2, 1, &two).unwrap();
    assert_eq!(table.choosing(2).unwrap().held, two);
    table.choose(2, 1, &[]).unwrap();
    assert!(table.choosing(2).unwrap().held.is_empty());
    let other = pick(&table, 3, 0);
    for (wrong, code) in [
        (one[..2].to_vec(), "illegal"),
        (vec![one[0].clone(); 3], "illegal"),
        (vec![one[0].clone(), one[1].clone(), other[0].clone()], "illegal"),
        (vec!["nonsense".to_string(); 3], "illegal"),
    ] {
        assert_eq!(table.choose(2, 1, &wrong).unwrap_err().code, code, "{wrong:?}");
    }
    assert_eq!(table.choose(2, 2, &one).unwrap_err().code, "stale", "another deal");
    assert_eq!(table.choose(9, 1, &one).unwrap_err().code, "stale", "no such seat");
    // Played is played: the next in turn can change his, the first cannot.
    table.choose(0, 1, &pick(&table, 0, 0)).unwrap();
    release(&mut table);
    assert!(table.choosing(0).is_none());
    assert_eq!(table.choose(0, 1, &[]).unwrap_err().code, "stale");
}

#[test]
fn nobody_sees_what_another_has_chosen() {
    let (mut one, mut two) = (passing(), passing());
    one.choose(2, 1, &pick(&one, 2, 0)).unwrap();
    two.choose(2, 1, &pick(&two, 2, 4)).unwrap();
    for pass in [Pass::Seat(0), Pass::Seat(1), Pass::Seat(3), Pass::Owner, Pass::Watcher] {
        assert_eq!(one.state("t", pass, &[]).unwrap(), two.state("t", pass, &[]).unwrap(), "{pass:?}");
    }
    assert_ne!(one.state("t", Pass::Seat(2), &[]).unwrap(), two.state("t", Pass::Seat(2), &[]).unwrap());
}

#[test]
fn a_choice_is_stored_with_the_table_and_goes_on_after_a_restart_in_the_middle() {
    let mut table = passing();
    let (first, second) = (pick(&table, 0, 0), pick(&table, 1, 3));
    table.choose(1, 1, &second).unwrap();
    table.choose(0, 1, &first).unwrap();
    // The sitting is stored now; of the moves only the first two.
    let stored = serde_json::to_string(table.sitting()).unwrap();
    let made: Vec<String> = (0..2).map(|_| table.play_chosen().unwrap().action).collect();
    let again: Sitting = serde_json::from_str(&stored).unwrap();
    let mut opened = GameTable::<Hearts>::new(again, Rules::standard(), vec![None; 4]);
    opened.replay(&[made]).unwrap();
    assert_eq!(release(&mut opened), [&first[2..], &second[..]].concat());
}

#[test]
fn time_that_is_over_and_people_who_left_hold_up_nobody() {
    // Whoever has chosen is not hurried; whoever has not is.
    let mut table = passing();
    table.sitting.move_ms = 1;
    table.choose(1, 1, &pick(&table, 1, 0)).unwrap();
    let rt = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    rt.block_on(async {
        for _ in 0..3 {
            let (position, end) = table.clock().unwrap();
            tokio::time::sleep_until(end).await;
            assert!(table.expire(position).is_some());
        }
    });
    assert_eq!(release(&mut table).len(), 3, "the second had chosen");
    // Whoever gives up his seat takes his choice with him.
    table.choose(3, 1, &pick(&table, 3, 0)).unwrap();
    table.arrange(&mut |sitting| sitting.leave(3));
    assert!(!table.sitting().held.contains_key(&3));
}

#[test]
fn whoever_plays_alone_chooses_in_his_turn() {
    for seed in 0..20 {
        assert!(table(1, seed).choosing(0).is_none());
    }
}
