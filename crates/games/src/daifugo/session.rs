use kirifuda_play::{Game, Rng, Seat, Series};

use super::{Daifugo, Dealt, IDENTITY, PLAYERS, Rules};

/// Where a session stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// Games played.
    pub games: u32,
    /// The order of play of the last game.
    pub circle: [u8; PLAYERS],
    /// The players' places in the last game, 0 the best; nothing before the first.
    pub classes: Option<[u8; PLAYERS]>,
    /// Points so far, by player.
    pub totals: [f32; PLAYERS],
}

impl Series for Daifugo {
    type Standing = Standing;

    fn opening(_rules: &Rules) -> Standing {
        Standing { games: 0, circle: IDENTITY, classes: None, totals: [0.0; PLAYERS] }
    }

    /// Seats are drawn anew every `reseat` games, from the first on; every `reset` games classes are forgotten.
    fn deal_next(rules: &Rules, standing: &Standing, rng: &mut Rng) -> Daifugo {
        let mut circle = standing.circle;
        let due = |every: u16| every > 0 && standing.games.is_multiple_of(u32::from(every));
        if due(rules.reseat) {
            circle = IDENTITY;
            rng.shuffle(&mut circle[..usize::from(rules.players)]);
        }
        let classes = standing.classes.filter(|_| rules.exchange && !due(rules.reset));
        Daifugo::started(rules, &Dealt::random(rules, circle, classes, rng))
    }

    fn settle(&self, standing: &mut Standing) {
        let mut classes = [0; PLAYERS];
        for seat in Seat::all(self.seats()) {
            classes[seat.index()] = self.place_of(seat).unwrap_or_default();
            standing.totals[seat.index()] += self.payoff(seat);
        }
        standing.classes = Some(classes);
        standing.circle = self.start.circle;
        standing.games += 1;
    }

    fn finished(rules: &Rules, standing: &Standing) -> bool {
        standing.games >= u32::from(rules.session)
    }

    fn total(standing: &Standing, seat: Seat) -> f32 {
        standing.totals[seat.index()]
    }
}
