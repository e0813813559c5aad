use kirifuda_games::daifugo::{Daifugo, Meld, PLAYERS, View};
use kirifuda_play::{Actions, Game, Rng, Seat, Turn};

use super::belief::Manner;
use super::policy::Learned;
use crate::daifugo::{SampleClient, Sight};

/// Plays a world on until it is known what a seat gets.
pub(super) fn play_out(
    world: &mut Daifugo,
    me: Seat,
    manners: &[Manner; PLAYERS],
    learned: &mut Learned,
    legal: &mut Actions<Daifugo>,
    rng: &mut Rng,
) {
    // Who is out has his place: what the others do changes nothing.
    while let (Turn::Seat(seat), None) = (world.turn(), world.place_of(me)) {
        let meld = match manners[seat.index()] {
            Manner::Client => answer_of_client(world.view(seat)),
            Manner::Learned => {
                world.legal(legal);
                learned.choose(world.view(seat), legal, rng)
            }
        };
        world.play(meld);
    }
}

/// What the sample client does.
#[inline]
fn answer_of_client(view: View<'_>) -> Meld {
    match view.to_give() {
        0 => Sight::of(view).answer(),
        count => SampleClient::gift(view.hand(), count),
    }
}
