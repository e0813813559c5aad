use kirifuda_play::{Deadline, Fault, Game, Opinion, Phrase, Policy, Retrace, Rng, Seat, Watch};

use super::Blueprint;
use super::options::ALIKE;
use crate::net::Encoder;
use crate::strength::Judge;

/// Searches over a blueprint as long as the others seem to play like it, and otherwise leaves the move to a player who knows
/// those that go by rules.
#[derive(Clone)]
pub struct Either<G: Game, E, O> {
    blueprint: Blueprint<G, E>,
    other: O,
    when: When,
    /// Who judged last.
    by_blueprint: bool,
}

/// When the blueprint is searched over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum When {
    /// Where the others seem to play like the net rather than by rules.
    #[default]
    Alike,
    /// At every move.
    Always,
    /// Not at all.
    Never,
}

impl<G: Retrace, E: Encoder<G>, O: Judge<G>> Either<G, E, O> {
    /// A player of both.
    pub fn new(blueprint: Blueprint<G, E>, other: O, when: When) -> Self {
        Either { blueprint, other, when, by_blueprint: false }
    }

    /// Who searches over the blueprint.
    pub fn blueprint(&mut self) -> &mut Blueprint<G, E> {
        &mut self.blueprint
    }

    /// Whether the blueprint is for this move; then it has thought.
    fn ask(&mut self, view: G::View<'_>, legal: &[G::Action], attention: f32, rng: &mut Rng) -> bool {
        let likeness = match self.when {
            When::Always | When::Never => 0.0,
            When::Alike => ALIKE,
        };
        // The other's randomness is its own: it does as it would alone.
        let luck = &mut rng.clone();
        self.by_blueprint =
            self.when != When::Never && self.blueprint.think_if(view, legal, f64::from(attention), likeness, luck);
        self.by_blueprint
    }
}

impl<G: Retrace, E: Encoder<G>, O: Judge<G>> Policy<G> for Either<G, E, O> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        if self.ask(view, legal, 1.0, rng) {
            rng.bits();
            return legal[self.blueprint.finding().chosen];
        }
        self.other.choose(view, legal, rng)
    }

    fn opinion(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> Option<Opinion> {
        if self.ask(view, legal, 1.0, rng) {
            return Some(self.blueprint.express(view, &self.blueprint.judged().collect::<Vec<_>>()));
        }
        self.other.opinion(view, legal, rng)
    }

    fn reason(&self) -> Option<Phrase> {
        if self.by_blueprint { self.blueprint.reason() } else { self.other.reason() }
    }

    fn hurry(&mut self, deadline: &Deadline) {
        self.blueprint.hurry(deadline);
        self.other.hurry(deadline);
    }

    fn watch(&mut self) -> Option<&mut dyn Watch<G>> {
        Some(self)
    }
}

impl<G: Retrace, E: Encoder<G>, O: Judge<G>> Watch<G> for Either<G, E, O> {
    fn begin(&mut self, view: G::View<'_>) {
        self.blueprint.begin(view);
        if let Some(other) = self.other.watch() {
            other.begin(view);
        }
    }

    fn saw(&mut self, view: G::View<'_>, seat: Seat) {
        if let Some(other) = self.other.watch() {
            other.saw(view, seat);
        }
    }

    fn end(&mut self, view: G::View<'_>, payoffs: &[f32]) -> Result<(), Fault> {
        self.other.watch().map_or(Ok(()), |other| other.end(view, payoffs))
    }
}

impl<G: Retrace, E: Encoder<G>, O: Judge<G>> Judge<G> for Either<G, E, O> {
    fn judge(&mut self, view: G::View<'_>, legal: &[G::Action], attention: f32, rng: &mut Rng, out: &mut Vec<f32>) {
        if self.ask(view, legal, attention, rng) {
            rng.bits();
            out.clear();
            out.extend(self.blueprint.judged());
        } else {
            self.other.judge(view, legal, attention, rng, out);
        }
    }

    fn speaks(&self, view: G::View<'_>) -> bool {
        match self.when {
            When::Always => self.blueprint.speaks(view),
            _ => self.other.speaks(view),
        }
    }

    fn express(&self, view: G::View<'_>, judged: &[f32]) -> Opinion {
        if self.by_blueprint { self.blueprint.express(view, judged) } else { self.other.express(view, judged) }
    }

    fn unit(&self) -> f32 {
        self.other.unit()
    }
}
