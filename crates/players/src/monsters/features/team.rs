use kirifuda_games::monsters::{Action, Kind, MONSTERS, TEAM, View};
use kirifuda_learn::softmax::Sparse;

use super::duel::Duel;
use super::outlook::{DRAFTS, Drafts, fresh};
use crate::common::blocks::{Block, blocks};

blocks! { PICKS;
    WORTH = 1;                     // of the best team that can still be had, against the best of all
    PARTS = TEAM * 3;              // its parts, by the number of the pick
    MONSTER = MONSTERS;            // which monster
    AGAINST = 5 * 5;               // its element, how many of each element the other has
}

/// What a team does against another: parts of its worth.
#[derive(Clone, Copy, Default)]
struct Worth {
    /// For each of theirs the best answer: the mean.
    answers: f32,
    /// The least of them.
    least: f32,
    /// All duels: the mean.
    duels: f32,
}

impl Worth {
    fn total(self) -> f32 {
        self.answers + 0.5 * self.least + self.duels
    }
}

/// Adds a row for each monster that may be picked: `place` gives the number of a feature.
pub(super) fn picks(view: View<'_>, legal: &[Action], place: impl Fn(Block, usize) -> u32, out: &mut Sparse) {
    let deck = view.deck();
    let drafts = Drafts::new(view);
    // Own monster, draft and monster of it: the margin of their duel.
    let mut margins = [[[0.0f32; TEAM]; DRAFTS]; MONSTERS];
    for (monster, rows) in margins.iter_mut().enumerate().take(deck.len()) {
        let mine = fresh(deck, monster as u8);
        for (row, draft) in rows.iter_mut().zip(drafts.teams()) {
            *row = draft.0.map(|theirs| Duel::new(deck, mine, fresh(deck, theirs)).margin);
        }
    }
    let count = drafts.teams().len();
    let mut taken = [0u8; TEAM];
    let picked = view.picked().len().min(TEAM - 1);
    taken.iter_mut().zip(view.picked()).for_each(|(place, monster)| *place = monster);
    // The best team by the next monster of it.
    let mut best = [None::<Worth>; MONSTERS];
    for team in deck.teams().iter().filter(|team| team.0[..picked] == taken[..picked]) {
        let mut worth = Worth::default();
        let rows = team.0.map(|monster| &margins[usize::from(monster)]);
        for draft in 0..count {
            let mut least = 1.0f32;
            for theirs in 0..TEAM {
                let all = rows.map(|row| row[draft][theirs]);
                let answer = all[0].max(all[1]).max(all[2]);
                least = least.min(answer);
                worth.answers += answer / (TEAM * count) as f32;
                worth.duels += all.iter().sum::<f32>() / (TEAM * TEAM * count) as f32;
            }
            worth.least += least / count as f32;
        }
        let entry = &mut best[usize::from(team.0[picked])];
        if entry.is_none_or(|other| worth.total() > other.total()) {
            *entry = Some(worth);
        }
    }
    let highest = best.iter().flatten().map(|worth| worth.total()).fold(f32::NEG_INFINITY, f32::max);
    let elements = drafts_elements(view, &drafts);
    for action in legal {
        out.next_move();
        let Kind::Pick(monster) = action.kind() else { continue };
        let worth = best[usize::from(monster)].unwrap_or_default();
        out.add_value(place(WORTH, 0), 10.0 * (worth.total() - highest));
        for (part, value) in [worth.answers, worth.least, worth.duels].into_iter().enumerate() {
            out.add_value(place(PARTS, picked * 3 + part), value);
        }
        out.add(place(MONSTER, usize::from(monster)));
        let element = deck.monster(monster).element.index();
        for (other, &number) in elements.iter().enumerate() {
            out.add_value(place(AGAINST, element * 5 + other), number);
        }
    }
}

/// How many monsters of each element the other has, as far as is known.
fn drafts_elements(view: View<'_>, drafts: &Drafts) -> [f32; 5] {
    let mut elements = [0.0; 5];
    let share = 1.0 / drafts.teams().len().max(1) as f32;
    for monster in drafts.teams().iter().flat_map(|team| team.0) {
        elements[view.deck().monster(monster).element.index()] += share;
    }
    elements
}
