//! Bits of percepts, packed and put into phrases.

use kirifuda_games::cards::Suit;
use kirifuda_play::{Arg, Phrase};

/// One bit for each statement, the first lowest.
#[inline]
pub(super) fn pack<const N: usize>(statements: [bool; N]) -> u32 {
    statements.iter().rev().fold(0, |bits, &statement| bits << 1 | u32::from(statement))
}

/// One bit for each suit: ♣ lowest, then ♦ ♥ ♠.
#[inline]
pub(super) fn each_suit(statement: impl Fn(Suit) -> bool) -> u32 {
    pack(Suit::ALL.map(statement))
}

/// The class of a number: how many of the bounds it reaches.
#[inline]
pub(super) fn class<const N: usize>(number: usize, bounds: [usize; N]) -> u32 {
    // By reference: 4 ns; an array iterated by value took 40 (opt-level 2).
    bounds.iter().map(|&bound| u32::from(number >= bound)).sum()
}

/// The one bit of a percept.
pub(super) fn either(bits: u32, yes: &'static str, no: &'static str) -> Vec<Phrase> {
    vec![Phrase::new(if bits & 1 == 1 { yes } else { no })]
}

/// The words of a code.
pub(super) fn coded<const N: usize>(code: u32, keys: [&'static str; N]) -> Vec<Phrase> {
    vec![Phrase::new(keys.get(code as usize).copied().unwrap_or(IMPOSSIBLE))]
}

/// Bits that no position has.
pub(super) const IMPOSSIBLE: &str = "say.impossible";

/// What the bits that are set say, or what it means when none is.
pub(super) fn listed<const N: usize>(bits: u32, said: [Phrase; N], none: Phrase) -> Vec<Phrase> {
    let set: Vec<Phrase> = (0..).zip(said).filter(|&(bit, _)| bits >> bit & 1 == 1).map(|(_, said)| said).collect();
    if set.is_empty() { vec![none] } else { set }
}

/// A statement about the suits whose bits are set, or what it means when none is.
pub(super) fn suits(bits: u32, statement: &'static str, none: &'static str) -> Vec<Phrase> {
    let set: Vec<String> =
        Suit::ALL.iter().filter(|&&suit| bits >> suit as u32 & 1 == 1).map(Suit::to_string).collect();
    vec![if set.is_empty() { Phrase::new(none) } else { Phrase::new(statement).with("suits", set.join(" ")) }]
}

/// The numbers of a [`class`].
pub(super) fn amount<const N: usize>(code: u32, bounds: [usize; N]) -> Phrase {
    let (from, next) = (code.checked_sub(1).and_then(|place| bounds.get(place as usize)), bounds.get(code as usize));
    match (from.copied(), next.map(|next| next - 1)) {
        (Some(from), Some(to)) if from == to => Phrase::new("say.count").with("n", from),
        (Some(from), Some(to)) => Phrase::new("say.count.range").with("from", from).with("to", to),
        (Some(from), None) => Phrase::new("say.count.more").with("n", from),
        (None, _) if code == 0 => Phrase::new("say.count").with("n", 0),
        (None, _) => Phrase::new(IMPOSSIBLE),
    }
}

/// What something is about: a suit, or the led one.
pub(super) fn of(suit: Option<Suit>) -> Arg {
    suit.map_or_else(|| Phrase::new("say.led").into(), |suit| suit.to_string().into())
}
