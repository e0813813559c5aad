//! What a net sees of Kuhn and Leduc poker. The tables in `docs/games` are the contract of the bits.

use kirifuda_games::kuhn::{self, Kuhn};
use kirifuda_games::leduc::{self, Leduc};
use kirifuda_learn::net::{Encoder, Parts, Row};
use kirifuda_play::{Game, Scale, Seat};

use crate::common::sighted;

/// What a net sees of Kuhn poker: the card and the moves so far, each as one bit of what it can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KuhnEncoder;

sighted!(Kuhn: KuhnEncoder);

/// The most that can be won.
const KUHN_CHIPS: f32 = 2.0;
/// Moves before the last decision.
const KUHN_MOVES: usize = 2;

impl Encoder<Kuhn> for KuhnEncoder {
    fn layout(&self) -> &'static str {
        "kuhn-1"
    }
    fn inputs(&self) -> usize {
        kuhn::Card::ALL.len() + KUHN_MOVES * kuhn::Action::ALL.len()
    }
    fn active(&self) -> usize {
        2
    }
    fn outputs(&self) -> usize {
        kuhn::Action::ALL.len()
    }

    fn position(&self, view: kuhn::View<'_>, row: &mut Row<'_>) {
        row.one_of(view.card() as usize, kuhn::Card::ALL.len());
        moves(view.history().iter().map(|&action| action as usize), KUHN_MOVES, kuhn::Action::ALL.len(), row);
    }

    fn parts(&self, _view: kuhn::View<'_>, action: kuhn::Action, parts: &mut Parts) {
        parts.add(action as usize);
    }

    /// Chips won, as a share of the two that can be.
    fn outcome(&self, game: &Kuhn, seat: Seat) -> f32 {
        game.payoff(seat) / KUHN_CHIPS
    }

    fn scale(&self, _view: kuhn::View<'_>) -> Scale {
        Scale { factor: KUHN_CHIPS, ..Scale::outcome(Kuhn::UNIT) }
    }
}

/// What a net sees of Leduc poker: the ranks of the own and of the public card, whether they make a pair, the seat, and the
/// moves of both rounds. Suits decide nothing and are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeducEncoder;

sighted!(Leduc: LeducEncoder);

/// A raise of the second round.
const LEDUC_CHIPS: f32 = 4.0;
const LEDUC_RANKS: usize = 3;
/// Moves before a decision, by round: check, raise, raise, call, and the same without the call that ends the game.
const LEDUC_MOVES: [usize; 2] = [4, 3];
/// Call and raise; who folds ends the game.
const LEDUC_KINDS: usize = 2;

impl Encoder<Leduc> for LeducEncoder {
    fn layout(&self) -> &'static str {
        "leduc-1"
    }
    fn inputs(&self) -> usize {
        2 * LEDUC_RANKS + 2 + (LEDUC_MOVES[0] + LEDUC_MOVES[1]) * LEDUC_KINDS
    }
    fn active(&self) -> usize {
        5
    }
    fn outputs(&self) -> usize {
        leduc::Action::ALL.len()
    }

    fn position(&self, view: leduc::View<'_>, row: &mut Row<'_>) {
        // The deck lists the cards by rank, two of each.
        let rank = |card| leduc::DECK.iter().position(|&other| other == card).unwrap_or_default() / 2;
        let mine = rank(view.card());
        row.one_of(mine, LEDUC_RANKS);
        match view.public_card().map(rank) {
            Some(public) => {
                row.one_of(public, LEDUC_RANKS);
                row.flag(public == mine);
            }
            None => row.skip(LEDUC_RANKS + 1),
        }
        row.flag(view.seat() == Seat(1));
        for (round, places) in view.betting().rounds().into_iter().zip(LEDUC_MOVES) {
            let raises = round.iter().map(|&action| usize::from(action == leduc::Action::Raise));
            moves(raises, places, LEDUC_KINDS, row);
        }
    }

    fn parts(&self, _view: leduc::View<'_>, action: leduc::Action, parts: &mut Parts) {
        parts.add(action as usize);
    }

    /// Chips won, in raises of the second round.
    fn outcome(&self, game: &Leduc, seat: Seat) -> f32 {
        game.payoff(seat) / LEDUC_CHIPS
    }

    fn scale(&self, _view: leduc::View<'_>) -> Scale {
        Scale { factor: LEDUC_CHIPS, ..Scale::outcome(Leduc::UNIT) }
    }
}

/// One bit of `kinds` for each of `places` moves; none for those to come.
fn moves(made: impl Iterator<Item = usize>, places: usize, kinds: usize, row: &mut Row<'_>) {
    let end = row.len() + places * kinds;
    for kind in made.take(places) {
        row.one_of(kind, kinds);
    }
    row.skip(end - row.len());
}
