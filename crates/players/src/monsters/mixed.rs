use kirifuda_games::monsters::{Action, Monsters, View};
use kirifuda_play::{Policy, Rng};

use super::{RulePlayer, Style};

/// One of the three personalities, drawn anew for every game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mixed {
    style: Option<Style>,
}

impl Policy<Monsters> for Mixed {
    fn choose(&mut self, view: View<'_>, legal: &[Action], rng: &mut Rng) -> Action {
        let first = view.acts().all(|(seat, _)| seat != view.seat());
        let style = match self.style {
            Some(style) if !first => style,
            _ => rng.pick(&[Style::Balanced, Style::Brute, Style::Steady]),
        };
        self.style = Some(style);
        RulePlayer::new(style).choose(view, legal, rng)
    }
}
