use std::net::Ipv4Addr;
use std::sync::Arc;

use kirifuda_arena::Maker;
use kirifuda_games::cards::Card;
use kirifuda_games::plain_tricks::{PlainTricks, Rules, View};
use kirifuda_play::{Deadline, Fault, Game, Policy, Rng, Uniform};

use super::{AnyTable, Chair, GameTable, Pass, Sitter, Sitting};
use crate::runner::{Lane, Runner};

fn table(maker: Maker<PlainTricks>) -> GameTable<PlainTricks> {
    let chair =
        |seat: usize| Chair { sitter: Sitter::Player("odd".to_string()), name: format!("Odd {seat}"), agrees: false };
    let sitting = Sitting {
        game: PlainTricks::NAME.to_string(),
        rules: "plain".to_string(),
        chairs: (0..4).map(chair).collect(),
        series: false,
        pace_ms: 0,
        move_ms: 0,
        adviser: None,
        seed: 1,
        secret: None,
        owner: "owner".to_string(),
        marks: Default::default(),
        held: Default::default(),
    };
    GameTable::new(sitting, Rules, vec![Some(maker); 4])
}

/// Plays a card that it does not hold, or breaks off.
struct Odd {
    panics: bool,
}

impl Policy<PlainTricks> for Odd {
    fn choose(&mut self, view: View<'_>, _legal: &[Card], _rng: &mut Rng) -> Card {
        assert!(!self.panics, "this player breaks off");
        view.unseen().iter().next().unwrap_or(Card::TWO_OF_CLUBS)
    }
}

#[test]
fn a_player_that_cannot_be_made_or_plays_against_the_rules_is_replaced_by_chance() {
    let makers: [Maker<PlainTricks>; 2] =
        [Arc::new(|| Err(Fault("out of cards".to_string()))), Arc::new(|| Ok(Box::new(Odd { panics: false })))];
    for maker in makers {
        let mut table = table(maker);
        for number in 0..52 {
            let thought = table.think().unwrap()(&Deadline::never());
            let concluded = table.conclude(thought).unwrap();
            assert_eq!(concluded.step.number, number);
            assert_eq!(concluded.trouble.unwrap().code, "player-failed");
        }
        assert!(table.is_over());
    }
}

#[tokio::test]
async fn a_player_that_breaks_off_is_replaced_by_chance() {
    let runner = Runner::new(&crate::Limits { slow_threads: 1, ..crate::Limits::default() });
    let mut table = table(Arc::new(|| Ok(Box::new(Odd { panics: true }))));
    while !table.is_over() {
        let task = table.think().unwrap();
        let why = runner.run(Lane::Slow, Ipv4Addr::LOCALHOST.into(), task).await.err().unwrap();
        assert!(why.contains("breaks off"), "{why}");
        assert!(table.give_up(&why).unwrap().trouble.is_some());
    }
    // The lane is free again.
    assert_eq!(runner.free().1, 1);
}

#[test]
fn a_thought_about_a_position_of_before_is_forgotten() {
    let mut table = table(Arc::new(|| Ok(Box::new(Uniform))));
    let old = table.think().unwrap();
    assert!(table.think().is_none(), "one thought at a time");
    let first = old(&Deadline::never());
    assert!(table.conclude(first).is_some());
    let second = table.think().unwrap()(&Deadline::never());
    let late = table.give_up("late");
    assert!(late.is_some());
    assert!(table.conclude(second).is_none());
    assert!(table.give_up("later").is_none(), "nobody thinks now");
}

#[test]
fn a_record_is_played_again_to_the_same_state() {
    let mut first = table(Arc::new(|| Ok(Box::new(Uniform))));
    let mut moves = Vec::new();
    for _ in 0..70 {
        if first.is_over() {
            moves.push(Vec::new());
            first.next().unwrap();
            continue;
        }
        let thought = first.think().unwrap()(&Deadline::never());
        let step = first.conclude(thought).unwrap().step;
        let deals = step.deal as usize + 1;
        moves.resize(deals.max(moves.len()), Vec::new());
        moves[deals - 1].push(step.action);
    }
    let mut second = table(Arc::new(|| Ok(Box::new(Uniform))));
    second.replay(&moves).unwrap();
    let look = |table: &GameTable<PlainTricks>| {
        let mut state: serde_json::Value = serde_json::from_str(&table.state("t", Pass::Owner, &[]).unwrap()).unwrap();
        state["version"] = 0.into();
        state
    };
    assert_eq!(look(&first), look(&second));
    assert!(second.replay(&[vec!["♣2".to_string(); 2]]).is_err());
}
