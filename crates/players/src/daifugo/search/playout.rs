use kirifuda_games::daifugo::{Daifugo, Meld, PLAYERS, View};
use kirifuda_learn::net::{Desk, Net};
use kirifuda_play::{Actions, Game, Rng, Seat, Turn};

use super::belief::Manner;
use super::policy::Learned;
use crate::daifugo::features::Scene;
use crate::daifugo::{DaifugoEncoder, SampleClient, Sight};

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
        answer(world, seat, manners[seat.index()], learned, legal, rng);
    }
}

/// Makes the move of a seat.
#[inline]
fn answer(
    world: &mut Daifugo,
    seat: Seat,
    manner: Manner,
    learned: &mut Learned,
    legal: &mut Actions<Daifugo>,
    rng: &mut Rng,
) {
    let meld = match manner {
        Manner::Client => answer_of_client(world.view(seat)),
        Manner::Learned => {
            world.legal(legal);
            learned.choose(world.view(seat), legal, rng)
        }
    };
    world.play(meld);
}

/// What the sample client does.
#[inline]
fn answer_of_client(view: View<'_>) -> Meld {
    match view.to_give() {
        0 => Sight::of(view).answer(),
        count => SampleClient::gift(view.hand(), count),
    }
}

/// Worlds that are played on side by side, a net playing the own seat in all of them: it is asked about many positions at once.
#[derive(Clone)]
pub(super) struct Chorus {
    net: Net,
    encoder: DaifugoEncoder,
    playouts: Vec<Playout>,
    /// Playouts that wait for the net, and the moves that are open in them.
    waiting: Vec<usize>,
    melds: Vec<Meld>,
    desk: Desk,
}

#[derive(Clone)]
struct Playout {
    world: Daifugo,
    manners: [Manner; PLAYERS],
    rng: Rng,
}

impl Chorus {
    /// A net that sees what the encoder says.
    pub fn new(encoder: DaifugoEncoder, net: Net) -> Chorus {
        let (playouts, waiting, melds, desk) = Default::default();
        Chorus { net, encoder, playouts, waiting, melds, desk }
    }

    /// Forgets all worlds.
    pub fn clear(&mut self) {
        self.playouts.clear();
    }

    /// Adds a world that is to be played on.
    pub fn add(&mut self, world: Daifugo, manners: [Manner; PLAYERS], rng: Rng) {
        self.playouts.push(Playout { world, manners, rng });
    }

    /// What each world brought to a seat, in the order in which they were added.
    pub fn payoffs(&self, me: Seat) -> impl Iterator<Item = f64> {
        self.playouts.iter().map(move |playout| f64::from(playout.world.payoff(me)))
    }

    /// Plays all worlds on until it is known what a seat gets; false if that takes too long.
    pub fn play_out(
        &mut self,
        me: Seat,
        learned: &mut Learned,
        legal: &mut Actions<Daifugo>,
        is_over: impl Fn() -> bool,
    ) -> bool {
        loop {
            self.waiting.clear();
            self.melds.clear();
            self.desk.clear();
            for number in 0..self.playouts.len() {
                self.play_on(number, me, learned, legal);
            }
            if self.waiting.is_empty() {
                return true;
            }
            if is_over() {
                return false;
            }
            self.desk.glance(&self.net);
            for (position, &number) in self.waiting.iter().enumerate() {
                let meld = self.melds[self.desk.moves(position).start + self.desk.best(position)];
                self.playouts[number].world.play(meld);
            }
        }
    }

    /// Plays a world on until the net is to decide, or to its end.
    fn play_on(&mut self, number: usize, me: Seat, learned: &mut Learned, legal: &mut Actions<Daifugo>) {
        let Playout { world, manners, rng } = &mut self.playouts[number];
        while let (Turn::Seat(seat), None) = (world.turn(), world.place_of(me)) {
            if seat != me {
                answer(world, seat, manners[seat.index()], learned, legal, rng);
                continue;
            }
            world.legal(legal);
            let view = world.view(me);
            if let [only] = **legal {
                world.play(only);
            } else if let Some(meld) = Scene::new(view).sure_win(legal) {
                world.play(meld);
            } else {
                self.desk.put(&self.encoder, view, legal);
                self.melds.extend_from_slice(legal);
                self.waiting.push(number);
                return;
            }
        }
    }
}
