use kirifuda_games::oh_hell::OhHell;
use kirifuda_games::tricks::Action;

use crate::common::Coached;
use crate::tricks::{TrickReason, for_action};

impl Coached for OhHell {
    type Reason = TrickReason;

    fn speaks_for(view: Self::View<'_>, legal: &[Action], action: Action) -> Option<TrickReason> {
        for_action(view.table(), legal, action)
    }
}
