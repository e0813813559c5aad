use kirifuda_games::monsters::{Team, View};

/// What the other may have that has not been seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drafts {
    /// The drafts of which the scout tells; none where nothing is told.
    told: &'static [Team],
    /// The monsters that have been in front, as bits.
    seen: u32,
}

impl Drafts {
    /// What a seat may think.
    #[inline]
    pub fn new(view: View<'_>) -> Drafts {
        let seen = view.their_seen().fold(0, |seen, fighter| seen | 1 << fighter.monster);
        let hidden = view.their_unseen() > 0;
        let told = view.report().filter(|_| hidden).map_or(&[][..], |kind| view.deck().teams_of(kind));
        Drafts { told, seen }
    }

    /// The drafts of which the scout tells and that have all monsters that have been seen.
    #[inline]
    pub fn fitting(&self) -> impl Iterator<Item = Team> + use<> {
        let seen = self.seen;
        self.told.iter().copied().filter(move |&team| bits(team) & seen == seen)
    }

    /// The monsters that may be hidden, as bits, and whether a draft that was told of fits. If none does, any may.
    #[inline]
    pub fn hidden(&self, monsters: usize) -> (u32, bool) {
        let fitting = self.fitting().fold(0, |all, team| all | bits(team));
        match fitting {
            0 => (((1u64 << monsters) - 1) as u32 & !self.seen, false),
            all => (all & !self.seen, true),
        }
    }

    /// The hidden monsters by the first draft that fits.
    #[inline]
    pub fn first(&self) -> Option<[u8; 2]> {
        let mut left = bits(self.fitting().next()?) & !self.seen;
        let mut monsters = [0; 2];
        for monster in monsters.iter_mut().take(left.count_ones() as usize) {
            *monster = left.trailing_zeros() as u8;
            left &= left - 1;
        }
        Some(monsters)
    }
}

#[inline]
fn bits(team: Team) -> u32 {
    team.0.iter().fold(0, |bits, monster| bits | 1 << monster)
}
