use kirifuda_games::monsters::{Action, Monsters, View};
use kirifuda_play::{Policy, Rng};

use super::{RulePlayer, Style};

/// One of three personalities, drawn anew for every game.
#[derive(Clone, Copy, Debug)]
pub struct Mixed {
    styles: [Style; 3],
    style: Option<Style>,
}

impl Mixed {
    /// One of these.
    pub const fn new(styles: [Style; 3]) -> Mixed {
        Mixed { styles, style: None }
    }
}

impl Policy<Monsters> for Mixed {
    fn choose(&mut self, view: View<'_>, legal: &[Action], rng: &mut Rng) -> Action {
        let first = view.acts().all(|(seat, _)| seat != view.seat());
        let style = match self.style {
            Some(style) if !first => style,
            _ => rng.pick(&self.styles),
        };
        self.style = Some(style);
        RulePlayer::new(style).choose(view, legal, rng)
    }
}
