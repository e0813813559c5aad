use kirifuda_arena::{choices, nth_deal};
use kirifuda_catalog::{Listed, contestant};
use kirifuda_learn::net::{Encoder, Row, words};
use kirifuda_play::{Actions, Maker, Policy, Rng, Seat, Turn, Watch};

use crate::state::{StateOf, ViewOf, illegal};
use crate::team::Team;
use crate::{Error, State, View};

/// Many games that are stepped together. Results do not depend on the number of threads.
///
/// Row i plays the deals `first + i`, `first + i + games`, and so on: when a game ends, the next one is dealt in the same
/// step. The choices of the players of the list come from the same streams as in a match.
pub trait Batch: Send {
    /// Makes one move in every game, and then the moves of the players of the list until it is somebody else's turn.
    /// Without actions: all games from their first deals. What is wrong with an action is told before any is made.
    fn step(&mut self, actions: Option<&[i64]>, arrays: &mut Arrays<'_>) -> Result<(), Error>;
    /// A random legal move for every game.
    fn random(&mut self, out: &mut [i64]) -> Result<(), Error>;
    /// What a player of the list would do in every game.
    fn ask(&mut self, player: &str, out: &mut [i64]) -> Result<(), Error>;
    /// What the seat to move in a row may know.
    fn view(&self, row: usize) -> Result<Box<dyn View>, Error>;
    /// A copy of the game of a row.
    fn state(&self, row: usize) -> Result<Box<dyn State>, Error>;
}

/// What a batch is asked to be.
#[derive(Clone, Debug, Default)]
pub struct BatchOrder {
    /// How many games.
    pub games: usize,
    /// All chance comes from it.
    pub seed: u64,
    /// The number of the first deal.
    pub first: u64,
    /// Who sits where: a player of the list, or nobody, whose moves are the caller's. Empty: all are the caller's.
    pub seats: Vec<Option<String>>,
    /// Moves everybody on by one seat from deal to deal.
    pub rotate: bool,
    /// How many threads; nothing means one for each core.
    pub threads: Option<usize>,
}

/// Arrays that a step writes, row by row. Observations are written where there is space for them.
pub struct Arrays<'a> {
    /// games × bits, a byte for each bit; or empty.
    pub bytes: &'a mut [u8],
    /// games × words, bits packed; or empty.
    pub packed: &'a mut [u64],
    /// games × moves.
    pub mask: &'a mut [bool],
    /// The seat to move.
    pub seat: &'a mut [i32],
    /// games × seats: what the games that ended in this step were worth.
    pub reward: &'a mut [f32],
    /// The game ended in this step; the row is of the next one.
    pub done: &'a mut [bool],
    /// The number of the deal.
    pub deal: &'a mut [i64],
}

/// The most games of a batch: 2^20.
const MOST_GAMES: usize = 1 << 20;

pub(crate) struct BatchOf<G: Listed> {
    rules: G::Rules,
    order: BatchOrder,
    sight: G::Sight,
    lanes: Vec<Lane<G>>,
    team: Team,
    /// A random move for each game, drawn by the thread that made the position.
    drawn: Vec<i64>,
    draws: Draws,
    /// Players that are asked for advice: one for each lane.
    advisers: Option<(String, Vec<Boxed<G>>)>,
    /// Why it cannot go on.
    broken: Option<String>,
}

type Boxed<G> = Box<dyn Policy<G>>;

/// What is known of the random moves in [`BatchOf::drawn`].
#[derive(Clone, Copy, PartialEq)]
enum Draws {
    /// None are drawn: nobody asked in the last position.
    None,
    /// They are drawn, and not asked for.
    Ready,
    /// They were asked for.
    Used,
}

/// One game of a batch, with all that it needs.
struct Lane<G: Listed> {
    game: G,
    legal: Actions<G>,
    deal: u64,
    /// Moves made in this game.
    moves: u64,
    /// The choices of the players of the list.
    rng: Rng,
    /// Random moves that were asked for.
    dice: Rng,
    /// The same after the move that is drawn for this position, whether it is asked for or not.
    dice_after: Rng,
    players: Vec<Option<Boxed<G>>>,
    watched: bool,
    rotation: usize,
    row: Vec<u64>,
    chosen: Option<G::Action>,
    fault: Option<Error>,
}

impl<G: Listed> BatchOf<G> {
    pub fn make(rules: &G::Rules, order: BatchOrder) -> Result<Self, Error> {
        use kirifuda_play::Rules;
        let (seats, sight) = (rules.seats(), G::Sight::default());
        if order.games == 0 || order.games > MOST_GAMES {
            return Err(Error::Input(format!("a batch of {} games: allowed are 1 to {MOST_GAMES}", order.games)));
        }
        if !order.seats.is_empty() && order.seats.len() != seats {
            let given = order.seats.len();
            return Err(Error::Input(format!(
                "{given} seats are named, and {} has {seats} under these rules",
                G::NAME
            )));
        }
        if !order.seats.is_empty() && order.seats.iter().all(Option::is_some) {
            return Err(Error::Input("all seats are held by players of the list: leave one to yourself (None)".into()));
        }
        let maker = |spec: &Option<String>| -> Result<Option<Maker<G>>, Error> {
            spec.as_ref().map(|text| Ok(contestant::<G>(rules, text)?.maker)).transpose()
        };
        let makers = order.seats.iter().map(maker).collect::<Result<Vec<_>, _>>()?;
        let lane = |number: usize| -> Result<Lane<G>, Error> {
            let made = makers.iter().map(|maker| maker.as_ref().map(|make| make()).transpose());
            let mut players: Vec<Option<Boxed<G>>> =
                made.collect::<Result<_, _>>().map_err(|why| Error::Player(format!("a player cannot start: {why}")))?;
            let watched = players.iter_mut().flatten().any(|player| player.watch().is_some());
            Ok(Lane {
                game: nth_deal(rules, order.seed, order.first),
                legal: Actions::new(),
                deal: 0,
                moves: 0,
                rng: Rng::new(0),
                dice: Rng::stream(order.seed, &[DICE, order.first, number as u64]),
                dice_after: Rng::new(0),
                players,
                watched,
                rotation: 0,
                row: vec![0; words(sight.inputs())],
                chosen: None,
                fault: None,
            })
        };
        let lanes = (0..order.games).map(lane).collect::<Result<_, _>>()?;
        let (team, drawn) = (Team::make(order.threads)?, vec![0; order.games]);
        Ok(BatchOf {
            rules: rules.clone(),
            order,
            sight,
            lanes,
            team,
            drawn,
            draws: Draws::None,
            advisers: None,
            broken: None,
        })
    }

    /// Looks at every lane, and if no look says no, does something with every lane, its part of the arrays and its random
    /// move, on all threads. Says whether it did.
    fn each(
        &mut self,
        look: impl Fn(&mut Lane<G>, usize) -> bool + Sync,
        work: impl Fn(&Table<'_, G>, &mut Lane<G>, usize, &mut Shard<'_>, &mut i64) + Sync,
        arrays: &mut Arrays<'_>,
    ) -> bool {
        let BatchOf { rules, order, sight, lanes, team, drawn, draws, .. } = self;
        let table = Table { rules, order, sight, draws: *draws };
        let size = team.size(lanes.len());
        let shards = Shard::whole(arrays, lanes.len()).pieces(size);
        team.each(
            lanes.chunks_mut(size).zip(shards).zip(drawn.chunks_mut(size)),
            |((lanes, shard), _)| {
                let mut numbered = lanes.iter_mut().zip(shard.first..);
                numbered.all(|(lane, number)| look(lane, number))
            },
            |((lanes, shard), drawn)| {
                for ((lane, number), drawn) in lanes.iter_mut().zip(shard.first..).zip(drawn.iter_mut()) {
                    work(&table, lane, number, shard, drawn);
                }
            },
        )
    }

    /// The first lane that something went wrong in: only players of the list do wrong.
    fn fault(&mut self) -> Option<(usize, Error)> {
        if self.order.seats.is_empty() {
            return None;
        }
        self.lanes.iter_mut().enumerate().find_map(|(row, lane)| Some((row, lane.fault.take()?)))
    }

    /// Which action is the first that cannot be made.
    fn refused(&mut self, actions: &[i64]) -> Error {
        let found = self.lanes.iter_mut().zip(actions).position(|(lane, &number)| !lane.consider(number));
        let Some(row) = found else { return Error::Illegal("an action is illegal".into()) };
        let (lane, number) = (&self.lanes[row], actions[row]);
        let numbers: Vec<usize> = lane.legal.iter().map(|&action| G::number(action)).collect();
        let why = match usize::try_from(number) {
            Ok(number) => illegal::<G>(&lane.game, number, &numbers).to_string(),
            Err(_) => format!("action {number}: moves are numbered 0 to {}", G::actions(lane.game.rules()) - 1),
        };
        Error::Illegal(format!("row {row}: {why}"))
    }

    fn check(&self) -> Result<(), Error> {
        match &self.broken {
            Some(why) => Err(Error::Player(format!("the batch cannot go on ({why}): call reset()"))),
            None => Ok(()),
        }
    }

    fn lane(&self, row: usize) -> Result<&Lane<G>, Error> {
        let most = self.lanes.len() - 1;
        self.lanes.get(row).ok_or_else(|| Error::Input(format!("row {row}: rows are 0 to {most}")))
    }
}

/// The first step of the path of the streams of random moves; the arena has 1 to 3.
const DICE: u64 = 64;

/// What all lanes share.
struct Table<'a, G: Listed> {
    rules: &'a G::Rules,
    order: &'a BatchOrder,
    sight: &'a G::Sight,
    draws: Draws,
}

impl<G: Listed> Batch for BatchOf<G> {
    fn step(&mut self, actions: Option<&[i64]>, arrays: &mut Arrays<'_>) -> Result<(), Error> {
        let games = self.lanes.len();
        match actions {
            None => {
                self.broken = None;
                self.each(|_, _| true, |table, lane, number, shard, _| lane.restart(table, number, shard), arrays);
                self.draws = Draws::None;
            }
            Some(actions) => {
                self.check()?;
                if actions.len() != games {
                    return Err(Error::Input(format!(
                        "{} actions for {games} games: give one for each",
                        actions.len()
                    )));
                }
                // All are looked at before one is made.
                let made = self.each(
                    |lane, number| lane.consider(actions[number]),
                    |table, lane, number, shard, drawn| {
                        lane.go_on(table, number, shard);
                        // Who asked in this position will ask in the next.
                        if table.draws == Draws::Used {
                            *drawn = lane.draw(table.draws);
                        }
                    },
                    arrays,
                );
                if !made {
                    return Err(self.refused(actions));
                }
                self.draws = if self.draws == Draws::Used { Draws::Ready } else { Draws::None };
            }
        }
        match self.fault() {
            Some((row, why)) => {
                self.broken = Some(format!("row {row}: {why}"));
                Err(Error::Player(format!("row {row}: {why}")))
            }
            None => Ok(()),
        }
    }

    fn random(&mut self, out: &mut [i64]) -> Result<(), Error> {
        self.check()?;
        if self.draws != Draws::Ready {
            self.each(|_, _| true, |table, lane, _, _, drawn| *drawn = lane.draw(table.draws), &mut Arrays::none());
        }
        self.draws = Draws::Used;
        out.copy_from_slice(&self.drawn);
        Ok(())
    }

    fn ask(&mut self, player: &str, out: &mut [i64]) -> Result<(), Error> {
        self.check()?;
        if self.advisers.as_ref().is_none_or(|(name, _)| name != player) {
            let maker = contestant::<G>(&self.rules, player)?.maker;
            let made = self.lanes.iter().map(|_| maker()).collect::<Result<Vec<_>, _>>();
            let made = made.map_err(|why| Error::Player(format!("player `{player}` cannot start: {why}")))?;
            self.advisers = Some((player.to_string(), made));
        }
        let Some((_, advisers)) = &mut self.advisers else { return Ok(()) };
        // Advice has dice of its own: asking changes nothing in the games.
        let seed = self.order.seed;
        let size = self.team.size(self.lanes.len());
        let pieces = self.lanes.chunks_mut(size).zip(advisers.chunks_mut(size)).zip(out.chunks_mut(size));
        self.team.each(
            pieces.zip((0..).step_by(size)),
            |_| true,
            |(((lanes, advisers), out), first)| {
                let asked = lanes.iter_mut().zip(advisers.iter_mut()).zip(out.iter_mut());
                for (((lane, adviser), out), number) in asked.zip(*first as u64..) {
                    let Turn::Seat(seat) = lane.game.turn() else { continue };
                    let mut rng = Rng::stream(seed, &[DICE + 1, lane.deal, number, lane.moves]);
                    let action = adviser.choose(lane.game.view(seat), &lane.legal, &mut rng);
                    *out = G::number(action) as i64;
                }
            },
        );
        Ok(())
    }

    fn view(&self, row: usize) -> Result<Box<dyn View>, Error> {
        let lane = self.lane(row)?;
        let seat = lane.game.turn().seat().unwrap_or(Seat(0));
        Ok(Box::new(ViewOf::<G>::new(lane.game.view(seat))))
    }

    fn state(&self, row: usize) -> Result<Box<dyn State>, Error> {
        Ok(Box::new(StateOf::new(self.lane(row)?.game.clone())))
    }
}

impl<G: Listed> Lane<G> {
    /// Looks whether an action is legal.
    fn consider(&mut self, number: i64) -> bool {
        let action = usize::try_from(number).ok().and_then(G::numbered);
        // No early exit: where a random player's action stands is not predictable.
        let found = action.filter(|action| self.legal.iter().fold(false, |found, legal| found | (legal == action)));
        self.chosen = found;
        found.is_some()
    }

    /// The random move that was drawn counts, if it was asked for.
    fn settle(&mut self, draws: Draws) {
        if draws == Draws::Used {
            self.dice = self.dice_after.clone();
        }
    }

    /// Draws a random move.
    fn draw(&mut self, draws: Draws) -> i64 {
        self.settle(draws);
        self.dice_after = self.dice.clone();
        let action = if let [only] = *self.legal { only } else { self.dice_after.pick(&self.legal) };
        G::number(action) as i64
    }

    fn restart(&mut self, table: &Table<'_, G>, number: usize, shard: &mut Shard<'_>) {
        shard.clear_mask(number);
        self.settle(table.draws);
        self.fault = None;
        self.deal = table.order.first.wrapping_add(number as u64);
        self.begin(table);
        // What ended before the caller's first choice is not told.
        self.play_on(table);
        shard.reward(number).fill(0.0);
        self.tell(table, number, shard, false);
    }

    fn go_on(&mut self, table: &Table<'_, G>, number: usize, shard: &mut Shard<'_>) {
        let Some(action) = self.chosen.take() else { return };
        let mask = shard.mask(number);
        for &action in self.legal.iter() {
            mask[G::number(action)] = false;
        }
        self.make(action);
        let reward = shard.reward(number);
        reward.fill(0.0);
        let payoffs = self.play_on(table);
        let done = payoffs.is_some();
        if let Some(payoffs) = payoffs {
            for (seat, place) in Seat::all(reward.len()).zip(reward) {
                *place = payoffs.payoff(seat);
            }
        }
        self.tell(table, number, shard, done);
    }

    /// Deals the game of this lane's number.
    fn begin(&mut self, table: &Table<'_, G>) {
        let BatchOrder { seed, rotate, .. } = *table.order;
        self.game = nth_deal(table.rules, seed, self.deal);
        self.moves = 0;
        let seats = self.game.seats();
        self.rotation = if rotate { (self.deal % seats as u64) as usize } else { 0 };
        self.rng = choices(seed, self.deal, self.rotation as u64);
        if self.watched {
            self.news(|watch, view, _| watch.begin(view));
        }
    }

    /// Who sits at a seat.
    fn place(&self, seat: Seat) -> usize {
        let seats = self.players.len();
        if seats == 0 { 0 } else { (seat.index() + seats - self.rotation) % seats }
    }

    fn make(&mut self, action: G::Action) {
        let mover = self.game.turn().seat();
        self.game.play(action);
        self.moves += 1;
        if let Some(mover) = mover.filter(|_| self.watched) {
            self.news(|watch, view, _| watch.saw(view, mover));
        }
    }

    /// The players of the list move until it is the caller's turn; the first game that ends is given back.
    fn play_on(&mut self, table: &Table<'_, G>) -> Option<G> {
        let mut ended = None;
        loop {
            let Turn::Seat(seat) = self.game.turn() else {
                self.end();
                if ended.is_none() {
                    ended = Some(self.game.clone());
                }
                self.deal = self.deal.wrapping_add(table.order.games as u64);
                self.begin(table);
                continue;
            };
            self.game.legal(&mut self.legal);
            let place = self.place(seat);
            let Some(Some(player)) = self.players.get_mut(place) else { return ended };
            let action = player.choose(self.game.view(seat), &self.legal, &mut self.rng);
            if !self.legal.contains(&action) {
                let name = table.order.seats.get(place).and_then(Option::as_deref).unwrap_or_default();
                let action = G::show_action(table.rules, action);
                self.fault = Some(Error::Player(format!("player `{name}` chose the illegal action {action}")));
                return ended;
            }
            self.make(action);
        }
    }

    fn end(&mut self) {
        if !self.watched {
            return;
        }
        let payoffs = crate::state::payoffs(&self.game);
        let mut fault = None;
        self.news(|watch, view, _| {
            if let Err(why) = watch.end(view, &payoffs) {
                fault.get_or_insert(Error::Player(why.to_string()));
            }
        });
        self.fault = self.fault.take().or(fault);
    }

    fn news(&mut self, mut tell: impl FnMut(&mut dyn Watch<G>, G::View<'_>, Seat)) {
        for seat in Seat::all(self.players.len()) {
            let place = self.place(seat);
            if let Some(watch) = self.players[place].as_mut().and_then(|player| player.watch()) {
                tell(watch, self.game.view(seat), seat);
            }
        }
    }

    /// Writes what the caller sees of the position.
    fn tell(&mut self, table: &Table<'_, G>, number: usize, shard: &mut Shard<'_>, done: bool) {
        let Some(seat) = self.game.turn().seat() else { return };
        let mask = shard.mask(number);
        for &action in self.legal.iter() {
            mask[G::number(action)] = true;
        }
        shard.put(number, seat.index() as i32, done, self.deal as i64);
        if shard.wants_observations() {
            table.sight.position(self.game.view(seat), &mut Row::new(&mut self.row));
            shard.observation(number, &self.row);
        }
    }
}

impl Arrays<'_> {
    fn none() -> Arrays<'static> {
        Arrays {
            bytes: &mut [],
            packed: &mut [],
            mask: &mut [],
            seat: &mut [],
            reward: &mut [],
            done: &mut [],
            deal: &mut [],
        }
    }
}

/// The rows of some lanes.
struct Shard<'a> {
    /// The number of the first row.
    first: usize,
    rows: usize,
    arrays: Arrays<'a>,
    /// Bytes, words, moves and seats of a row.
    widths: [usize; 4],
}

impl<'a> Shard<'a> {
    fn whole<'b>(arrays: &'b mut Arrays<'_>, rows: usize) -> Shard<'b> {
        let lengths = [arrays.bytes.len(), arrays.packed.len(), arrays.mask.len(), arrays.reward.len()];
        let arrays = Arrays {
            bytes: arrays.bytes,
            packed: arrays.packed,
            mask: arrays.mask,
            seat: arrays.seat,
            reward: arrays.reward,
            done: arrays.done,
            deal: arrays.deal,
        };
        Shard { first: 0, rows, arrays, widths: lengths.map(|length| length / rows) }
    }

    /// In pieces of so many rows.
    fn pieces(self, size: usize) -> impl Iterator<Item = Shard<'a>> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let (piece, others) = rest.take().filter(|rest| rest.rows > 0)?.split(size);
            rest = Some(others);
            Some(piece)
        })
    }

    fn split(self, rows: usize) -> (Shard<'a>, Shard<'a>) {
        fn at<T>(slice: &mut [T], rows: usize, width: usize) -> (&mut [T], &mut [T]) {
            let middle = (rows * width).min(slice.len());
            slice.split_at_mut(middle)
        }
        let Shard { first, rows: all, arrays, widths } = self;
        let rows = rows.min(all);
        let (bytes, more_bytes) = at(arrays.bytes, rows, widths[0]);
        let (packed, more_packed) = at(arrays.packed, rows, widths[1]);
        let (mask, more_mask) = at(arrays.mask, rows, widths[2]);
        let (reward, more_reward) = at(arrays.reward, rows, widths[3]);
        let (seat, more_seat) = at(arrays.seat, rows, 1);
        let (done, more_done) = at(arrays.done, rows, 1);
        let (deal, more_deal) = at(arrays.deal, rows, 1);
        let own = Arrays { bytes, packed, mask, seat, reward, done, deal };
        let others = Arrays {
            bytes: more_bytes,
            packed: more_packed,
            mask: more_mask,
            seat: more_seat,
            reward: more_reward,
            done: more_done,
            deal: more_deal,
        };
        (
            Shard { first, rows, arrays: own, widths },
            Shard { first: first + rows, rows: all - rows, arrays: others, widths },
        )
    }

    fn mask(&mut self, number: usize) -> &mut [bool] {
        let width = self.widths[2];
        &mut self.arrays.mask[(number - self.first) * width..][..width]
    }

    fn clear_mask(&mut self, number: usize) {
        self.mask(number).fill(false);
    }

    fn reward(&mut self, number: usize) -> &mut [f32] {
        let width = self.widths[3];
        &mut self.arrays.reward[(number - self.first) * width..][..width]
    }

    fn put(&mut self, number: usize, seat: i32, done: bool, deal: i64) {
        let place = number - self.first;
        self.arrays.seat[place] = seat;
        self.arrays.done[place] = done;
        self.arrays.deal[place] = deal;
    }

    fn wants_observations(&self) -> bool {
        self.widths[0] + self.widths[1] > 0
    }

    fn observation(&mut self, number: usize, row: &[u64]) {
        let place = number - self.first;
        let [bytes, packed, ..] = self.widths;
        if bytes > 0 {
            bytes_of(row, &mut self.arrays.bytes[place * bytes..][..bytes]);
        }
        if packed > 0 {
            self.arrays.packed[place * packed..][..packed].copy_from_slice(row);
        }
    }
}

/// Bits as bytes: 0 or 1 each, from the lowest bit of the first word on.
pub fn bytes_of(row: &[u64], out: &mut [u8]) {
    let (blocks, rest) = out.as_chunks_mut::<64>();
    let (whole, last) = row.split_at(blocks.len().min(row.len()));
    for (block, &word) in blocks.iter_mut().zip(whole) {
        let (eights, _) = block.as_chunks_mut::<8>();
        for (place, eight) in eights.iter_mut().enumerate() {
            *eight = SPREAD[(word >> (8 * place) & 255) as usize];
        }
    }
    let last = last.first().copied().unwrap_or(0);
    for (bit, byte) in rest.iter_mut().enumerate() {
        *byte = (last >> bit & 1) as u8;
    }
}

/// The bits of a byte as bytes.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut octet = 0;
    while octet < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[octet][bit] = (octet >> bit & 1) as u8;
            bit += 1;
        }
        octet += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_bytes_in_their_order() {
        let row = [0x8000_0000_0000_0005, 0b1011];
        for length in [1, 7, 8, 9, 63, 64, 65, 68, 128] {
            let mut bytes = vec![9; length];
            bytes_of(&row, &mut bytes);
            let slow: Vec<u8> = (0..length).map(|bit| (row[bit / 64] >> (bit % 64) & 1) as u8).collect();
            assert_eq!(bytes, slow, "{length} bits");
        }
    }
}
