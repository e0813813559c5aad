//! What each pair of eyes sees of a table.

use std::collections::BTreeMap;

use kirifuda_play::{Act, Phrase, Rules, Seat, Seen};

use super::game_table::GameTable;
use super::{AnyTable, Pass, Presence};
use crate::Shown;
use crate::wire::{Happened, Outcome, Score, SeatState, State};

impl<G: Shown> GameTable<G> {
    /// The state for somebody.
    pub(super) fn look(&self, id: &str, pass: Pass, presence: &[Presence]) -> State {
        let (seats, you) = (self.rules.seats(), pass.seat());
        let turn = self.game.turn().seat().map(Seat::index);
        let open = self.sitting.is_open() || self.is_over();
        let legal = if you.is_some() && turn == you { self.legal().to_vec() } else { Vec::new() };
        let views: Vec<G::View<'_>> = Seat::all(seats).map(|seat| self.game.view(seat)).collect();
        let hands = || views.iter().map(|&view| G::seen(view).hand).collect();
        let (mut board, hand, history) = match you {
            Some(seat) => {
                let seen: Seen = G::seen(views[seat]);
                (G::board(views[seat], &legal), seen.hand, happened(&seen.history))
            }
            None => {
                (G::public_board(&views), Vec::new(), common(&views.iter().map(|&v| G::seen(v)).collect::<Vec<_>>()))
            }
        };
        let history = if open { happened(&everything::<G>(&views)) } else { history };
        if open {
            // The open board has all sides; what is the seat's own stays as it is.
            if you.is_none() || self.is_over() {
                board = G::open_board(&views);
            }
            board.open(hands());
        }
        let may_control = match pass {
            Pass::Seat(_) => true,
            Pass::Owner => self.sitting.is_open(),
            Pass::Watcher => false,
        };
        State {
            version: self.version,
            table: id.to_string(),
            game: G::NAME,
            rules: self.sitting.rules.clone(),
            you,
            open,
            seats: self.seats(turn, presence),
            deal: self.deal + 1,
            turn,
            phase: self.game.phase(),
            hand,
            legal: legal.iter().map(|&action| G::show_action(&self.rules, action)).collect(),
            why_not: if legal.is_empty() { Default::default() } else { self.reasons() },
            history,
            board,
            score: self.score(),
            choosing: you.and_then(|seat| self.choosing(seat)),
            can_undo: you.is_some_and(|seat| self.undo_to(seat).is_some()),
            result: self.is_over().then(|| self.outcome()),
            pace_ms: self.sitting.pace_ms,
            hints: you.is_some() && self.sitting.has_hints(),
            left_ms: self.left().map(|left| left.as_millis() as u64),
            paused: self.paused,
            noticed: if self.is_over() { self.noticed.clone() } else { Vec::new() },
            may_control,
        }
    }

    /// Why moves that whoever is to move might try are not legal.
    fn reasons(&self) -> BTreeMap<String, Phrase> {
        let reason = |action| Some((G::show_action(&self.rules, action), self.game.why_not(action)?));
        self.game.tries().into_iter().filter_map(reason).collect()
    }

    fn seats(&self, turn: Option<usize>, presence: &[Presence]) -> Vec<SeatState> {
        let chairs = self.sitting.chairs.iter().enumerate();
        chairs
            .map(|(seat, chair)| SeatState {
                name: chair.name.clone(),
                kind: chair.sitter.kind(),
                player: chair.sitter.player().map(str::to_string),
                connected: presence.get(seat).is_some_and(|presence| presence.looks > 0),
                away_ms: presence
                    .get(seat)
                    .filter(|presence| presence.looks == 0)
                    .map(|presence| u64::try_from(presence.since.elapsed().as_millis()).unwrap_or(u64::MAX)),
                stand_in: self.stand_in_of(seat).map(str::to_string),
                agrees: chair.agrees,
                thinking: turn == Some(seat)
                    && (!chair.sitter.is_person() || self.stand_in_of(seat).is_some())
                    && !self.paused,
            })
            .collect()
    }

    fn score(&self) -> Score {
        // Neither is ever −0.
        let signed = |payoff: f32| if G::wants_few() { 0.0 - payoff } else { payoff + 0.0 };
        let deals: Vec<Vec<f32>> =
            self.past.iter().map(|past| past.payoffs.iter().map(|&payoff| signed(payoff)).collect()).collect();
        let mut totals = vec![0.0; self.rules.seats()];
        for deal in &deals {
            for (total, points) in totals.iter_mut().zip(deal) {
                *total += points;
            }
        }
        Score { totals, deals, finished: self.is_finished(), few: G::wants_few(), unit: G::UNIT }
    }

    fn outcome(&self) -> Outcome {
        let seed = self.seed_of_deal().map(|seed| seed.to_string());
        Outcome { payoffs: self.payoffs(), hands: hands_at_the_deal(&self.dealt), seed }
    }
}

/// What everybody held when the cards were dealt.
pub fn hands_at_the_deal<G: Shown>(dealt: &G) -> Vec<Vec<String>> {
    let hand = |seat: Seat| {
        let seen = G::seen(dealt.view(seat));
        let fact = seen.private.into_iter().find(|fact| fact.name == "dealt" || fact.name == "draft");
        fact.map_or(seen.hand, |fact| fact.values)
    };
    Seat::all(dealt.seats()).map(hand).collect()
}

fn happened(acts: &[Act]) -> Vec<Happened> {
    acts.iter().map(|act| Happened { seat: act.seat.index(), action: act.action.clone() }).collect()
}

/// Every move with what all seats have seen of it.
fn common(seen: &[Seen]) -> Vec<Happened> {
    let mut all = seen.first().map_or_else(Vec::new, |first| happened(&first.history));
    for (number, act) in all.iter_mut().enumerate() {
        if seen.iter().any(|seen| seen.history.get(number).is_none_or(|act| act.action.is_none())) {
            act.action = None;
        }
    }
    all
}

/// Every move, hidden ones included: whoever moved has seen it. Only where everything lies open.
fn everything<G: Shown>(views: &[G::View<'_>]) -> Vec<Act> {
    let seen: Vec<Seen> = views.iter().map(|&view| G::seen(view)).collect();
    let mut all = seen.first().map_or_else(Vec::new, |first| first.history.clone());
    for (number, act) in all.iter_mut().enumerate() {
        let own = seen.get(act.seat.index()).and_then(|seen| seen.history.get(number));
        act.action = own.and_then(|own| own.action.clone());
    }
    all
}
