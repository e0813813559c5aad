//! Players of template game, and what nets see of it.

use kirifuda_games::template_game::{Card, TemplateGame, View};
use kirifuda_play::{Policy, Rng};

use crate::common::sighted;

sighted!(TemplateGame);

/// Answers with the lowest card that wins, else with its lowest; leads its highest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule;

impl Policy<TemplateGame> for Rule {
    fn choose(&mut self, view: View<'_>, legal: &[Card], _: &mut Rng) -> Card {
        match view.led() {
            Some(led) => legal.iter().copied().find(|&card| card > led).unwrap_or(legal[0]),
            None => legal[legal.len() - 1],
        }
    }
}
