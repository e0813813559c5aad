use std::ops::Range;

use kirifuda_arena::{Contestant, Monitor, choices, nth_deal};
use kirifuda_catalog::Listed;
use kirifuda_learn::net::{Encoder, Row, words};
use kirifuda_play::{Actions, Policy, Rng, Rules, Seat, Turn, Watch};
use rayon::prelude::*;

use crate::state::{illegal, payoffs};
use crate::{Error, Match, run};

/// The moves of some games, as numbers: all that has to travel from who plays to who learns. Deals are known by seed and
/// number, and what was seen comes out when the moves are made again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// Game after game.
    pub numbers: Vec<u16>,
    /// Where each game ends in `numbers`.
    pub ends: Vec<u64>,
}

/// Decisions as columns: a row for each, its legal moves one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    /// A byte for each bit that the seat sees.
    pub observation: Vec<u8>,
    /// The numbers of legal moves, decision after decision.
    pub legal: Vec<i32>,
    /// Where those of each decision end.
    pub legal_ends: Vec<i64>,
    /// The number of the move that was made.
    pub action: Vec<i64>,
    /// Who made it.
    pub seat: Vec<i32>,
    /// In which game.
    pub game: Vec<i64>,
    /// What the game was worth to the seat.
    pub payoff: Vec<f32>,
}

type Players<G> = Vec<Box<dyn Policy<G>>>;

/// Plays some deals once each, the players one seat further from deal to deal, as a batch with `rotate` does.
pub(crate) fn play<G: Listed>(
    rules: &G::Rules,
    order: &Match,
    first: u64,
    monitor: &dyn Monitor,
) -> Result<Moves, Error> {
    const { assert!(G::ACTIONS <= 1 << 16, "numbers of moves have 16 bits") };
    let contestants = run::contestants::<G>(rules, order)?;
    let (given, seats) = (contestants.len(), rules.seats());
    if given != seats {
        return Err(Error::Input(format!("{given} players, and {} has {seats} seats under these rules", G::NAME)));
    }
    let last = first.checked_add(order.deals).ok_or_else(|| Error::Input("there are no such deals".into()))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(order.threads.unwrap_or(0)).build();
    let pool = pool.map_err(|why| Error::Input(format!("cannot start the threads: {why}")))?;
    let games: Vec<Vec<u16>> = pool.install(|| {
        let one = |players: &mut Result<Players<G>, Error>, deal: u64| match players {
            Ok(players) => game::<G>(rules, order, &contestants, players, deal, monitor),
            Err(why) => Err(why.clone()),
        };
        let deals: Range<u64> = first..last;
        deals.into_par_iter().map_init(|| seated(&contestants), one).collect::<Result<_, Error>>()
    })?;
    let mut moves = Moves::default();
    for game in games {
        moves.numbers.extend(game);
        moves.ends.push(moves.numbers.len() as u64);
    }
    Ok(moves)
}

fn seated<G: Listed>(contestants: &[Contestant<G>]) -> Result<Players<G>, Error> {
    let make = |contestant: &Contestant<G>| {
        let name = &contestant.name;
        (contestant.maker)().map_err(|why| Error::Player(format!("player `{name}` cannot start: {why}")))
    };
    contestants.iter().map(make).collect()
}

fn game<G: Listed>(
    rules: &G::Rules,
    order: &Match,
    contestants: &[Contestant<G>],
    players: &mut Players<G>,
    deal: u64,
    monitor: &dyn Monitor,
) -> Result<Vec<u16>, Error> {
    let seats = players.len();
    let rotation = (deal % seats as u64) as usize;
    let place = |seat: Seat| (seat.index() + seats - rotation) % seats;
    let mut game: G = nth_deal(rules, order.seed, deal);
    let mut rng: Rng = choices(order.seed, deal, rotation as u64);
    let (mut legal, mut numbers) = (Actions::<G>::new(), Vec::new());
    news(&game, players, place, |watch, view| watch.begin(view));
    while let Turn::Seat(seat) = game.turn() {
        if monitor.stopped() {
            return Err(Error::Stopped);
        }
        game.legal(&mut legal);
        let action = players[place(seat)].choose(game.view(seat), &legal, &mut rng);
        if !legal.contains(&action) {
            let (name, action) = (&contestants[place(seat)].name, G::show_action(rules, action));
            return Err(Error::Player(format!("player `{name}` chose the illegal action {action} in deal {deal}")));
        }
        numbers.push(G::number(action) as u16);
        game.play(action);
        news(&game, players, place, |watch, view| watch.saw(view, seat));
    }
    let (payoffs, mut fault) = (payoffs(&game), None);
    news(&game, players, place, |watch, view| {
        if let Err(why) = watch.end(view, &payoffs) {
            fault.get_or_insert(why);
        }
    });
    match fault {
        Some(why) => Err(Error::Player(format!("deal {deal}: {why}"))),
        None => Ok(numbers),
    }
}

/// Tells everybody at the table who wants to see the whole game.
fn news<G: Listed>(
    game: &G,
    players: &mut Players<G>,
    place: impl Fn(Seat) -> usize,
    mut tell: impl FnMut(&mut dyn Watch<G>, G::View<'_>),
) {
    for seat in Seat::all(players.len()) {
        if let Some(watch) = players[place(seat)].watch() {
            tell(watch, game.view(seat));
        }
    }
}

/// Makes the moves of some deals again: what was seen, what could be done, what was done, and what it brought.
pub(crate) fn replay<G: Listed>(rules: &G::Rules, seed: u64, first: u64, moves: &Moves) -> Result<Columns, Error> {
    let sight = G::Sight::default();
    let (mut row, mut legal, mut columns) = (vec![0; words(sight.inputs())], Actions::<G>::new(), Columns::default());
    let mut start = 0;
    for (deal, &end) in (first..).zip(&moves.ends) {
        let wrong = |why: String| Error::Input(format!("the moves of deal {deal}: {why}"));
        let numbers = usize::try_from(end).ok().and_then(|end| moves.numbers.get(start..end));
        let numbers = numbers.ok_or_else(|| wrong("they end before they begin, or beyond the last".into()))?;
        start += numbers.len();
        let mut game: G = nth_deal(rules, seed, deal);
        let begun = columns.action.len();
        for &number in numbers {
            let Turn::Seat(seat) = game.turn() else {
                return Err(wrong(format!("move {number} after the end of the game")));
            };
            let number = usize::from(number);
            game.legal(&mut legal);
            let action = G::numbered(number).filter(|action| legal.contains(action));
            let Some(action) = action else {
                let numbers: Vec<usize> = legal.iter().map(|&action| G::number(action)).collect();
                return Err(wrong(illegal::<G>(&game, number, &numbers).to_string()));
            };
            sight.position(game.view(seat), &mut Row::new(&mut row));
            let bits = (0..sight.inputs()).map(|bit| (row[bit / 64] >> (bit % 64) & 1) as u8);
            columns.observation.extend(bits);
            columns.legal.extend(legal.iter().map(|&action| G::number(action) as i32));
            columns.legal_ends.push(columns.legal.len() as i64);
            columns.action.push(number as i64);
            columns.seat.push(seat.index() as i32);
            columns.game.push(deal as i64);
            game.play(action);
        }
        if game.turn().seat().is_some() {
            return Err(wrong("the game is not over: some are missing".into()));
        }
        let payoffs = payoffs(&game);
        columns.payoff.extend(columns.seat[begun..].iter().map(|&seat| payoffs[seat as usize]));
    }
    Ok(columns)
}
