use kirifuda_play::{Game, IllegalAction, Rng, Seat, Worlds};

use super::{Form, Hidden, Leaning, PLAYERS, Table};
use crate::cards::{Card, CardSet};

/// Games whose hidden cards are all in the hands and the stock of a [`Table`], and whose moves everybody sees.
pub trait OnTable: Game {
    /// What is trump, and how many cards are dealt.
    type Form: Form;
    /// The table.
    fn table(&self) -> &Table<Self::Form>;
    /// The table, to be changed.
    fn table_mut(&mut self) -> &mut Table<Self::Form>;
    /// The card that an action plays.
    fn card(action: Self::Action) -> Option<Card>;
    /// Plays a card that is held but need not be legal. Refused when it is not the time to play cards.
    fn lay(&mut self, card: Card) -> Result<(), IllegalAction>;
}

/// The deals that agree with what one seat has seen: each equally likely, given hand sizes and what play has proved.
#[derive(Clone, Debug)]
pub struct TableWorlds<G> {
    template: G,
    seat: Seat,
    hidden: Hidden,
    guess: Option<Box<Leaning>>,
}

impl<G: OnTable> TableWorlds<G> {
    /// What `seat` thinks possible. Nothing of the game is kept that it cannot see.
    pub(crate) fn of(game: &G, seat: Seat) -> TableWorlds<G> {
        let hidden = game.table().view(seat).hidden(|_| CardSet::EMPTY);
        let mut template = game.clone();
        template.table_mut().hide_others(seat);
        TableWorlds { template, seat, hidden, guess: None }
    }

    /// False when nothing agrees with what was seen (it was made up outside).
    pub(crate) fn exist(&self) -> bool {
        self.hidden.count() > 0
    }
}

impl<G: OnTable> Worlds<G> for TableWorlds<G> {
    fn draw(&mut self, rng: &mut Rng) -> G {
        let mut world = self.template.clone();
        world.table_mut().deal_hidden(self.seat, &self.hidden, rng);
        world
    }

    /// How much likelier than not each of the others, from the left, holds each card. Not where there is a stock.
    fn guess(&mut self, odds: &[f32]) -> bool {
        let is_for_hands = odds.len() == (PLAYERS - 1) * 52 && self.template.table().form().stock() == 0;
        self.guess = is_for_hands.then(|| {
            Box::new(Leaning::new(&self.hidden, |receiver, card| f64::from(odds[receiver * 52 + card.index()])))
        });
        is_for_hands
    }

    fn draw_guessed(&mut self, rng: &mut Rng) -> (G, f64) {
        let Some(guess) = &self.guess else { return (self.draw(rng), 1.0) };
        let mut world = self.template.clone();
        let likely = world.table_mut().deal_leaning(self.seat, guess, rng);
        (world, likely)
    }
}
