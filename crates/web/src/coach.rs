//! Why a move: one true sentence, from the rules and from what the adviser thinks.

use kirifuda_catalog::About;
use kirifuda_play::{Opinion, Phrase, Seat};

use crate::Shown;
use crate::hint::Advice;

/// Why the best move is.
pub fn because<G: Shown>(game: &G, seat: Seat, advice: &Advice<G>) -> Option<Phrase> {
    if advice.opinion.as_ref().is_some_and(is_alike) {
        return Some(Phrase::new("say.coach.alike"));
    }
    G::reason(game.view(seat), &advice.legal, advice.best, About::For).filter(|_| advice.legal.len() > 1)
}

/// Why a move that was made is not.
pub fn against<G: Shown>(game: &G, seat: Seat, advice: &Advice<G>, action: G::Action) -> Option<Phrase> {
    G::reason(game.view(seat), &advice.legal, action, About::Against).filter(|_| action != advice.best)
}

/// All moves are worth about the same: less than half a slip lies between the best and the worst.
fn is_alike(opinion: &Opinion) -> bool {
    let Some(grades) = opinion.meaning.unit.grades() else {
        return false;
    };
    let (low, high) = opinion
        .values
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| (low.min(value), high.max(value)));
    opinion.values.len() > 1 && high - low < grades.slip / 2.0
}

#[cfg(test)]
mod tests {
    use kirifuda_play::{Base, Meaning, Unit};

    use super::*;

    #[test]
    fn moves_are_alike_when_less_than_half_a_slip_lies_between_them() {
        let opinion =
            |unit, values: &[f64]| Opinion { values: values.to_vec(), meaning: Meaning { unit, base: Base::Outcome } };
        assert!(is_alike(&opinion(Unit::Penalty, &[-3.1, -3.0, -3.2])));
        assert!(!is_alike(&opinion(Unit::Penalty, &[-3.1, -3.0, -3.3])));
        // What an adviser would never do is not like the others.
        assert!(!is_alike(&opinion(Unit::Penalty, &[-3.1, f64::NEG_INFINITY])));
        assert!(!is_alike(&opinion(Unit::Likelihood, &[0.5, 0.5])));
    }
}
