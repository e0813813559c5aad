use kirifuda_games::monsters::Rules;

use crate::shipped::Shipped;

/// The models of the learner that come with the program.
pub static SHIPPED: [Shipped; 1] =
    [Shipped { file: "monsters-learner.kfm", bytes: include_bytes!("../../../../../models/monsters-learner.kfm") }];

/// The one for these rules: teams, poison and trap are the same under all of them.
pub(super) fn shipped(_: &Rules) -> &'static Shipped {
    &SHIPPED[0]
}
