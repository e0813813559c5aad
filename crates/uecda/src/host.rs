use std::io::Write;
use std::time::{Duration, Instant};

use kirifuda_arena::Record;
use kirifuda_games::daifugo::{Daifugo, Meld, Phase, Standing};
use kirifuda_play::{Actions, Fault, Game, Rng, Seat, Series, Turn};

use crate::cells::{Rejection, objection, read_gift, read_play, write_play};
use crate::chair::{Answer, Chair, Sitter};
use crate::hex::NotHex;
use crate::scene::{SEATS, Scene};
use crate::server::{CutShort, Hall, ServeError, ServeOptions};
use crate::standings::{Standings, Tally};
use crate::table::Table;

/// Streams of randomness: the deals, and the players of ours.
const DEALS: u64 = 0;
const PLAYERS: u64 = 1;

/// What clients are told.
const ACCEPTED: i32 = 9;
const REJECTED: i32 = 8;
const GO_ON: i32 = 0;
const GAME_OVER: i32 = 1;
const MATCH_OVER: i32 = 2;

/// Who leads a match through its games: one thread that asks one player at a time, and waits for nobody longer than
/// the limit.
pub(crate) struct Host<'a> {
    chairs: Vec<Chair>,
    options: &'a ServeOptions<'a>,
    tally: Tally,
    legal: Actions<Daifugo>,
    actions: Vec<Meld>,
}

/// What a mover does.
struct Choice {
    meld: Meld,
    /// As it is to be shown.
    cells: Table,
    refused: Option<Rejection>,
}

/// The match was stopped while somebody was thinking.
struct Stopped;

impl<'a> Host<'a> {
    pub fn new(chairs: Vec<Chair>, options: &'a ServeOptions<'a>) -> Host<'a> {
        let tally = Tally::new(u64::from(options.rules.reset));
        Host { chairs, options, tally, legal: Actions::new(), actions: Vec::new() }
    }

    /// Plays all games.
    pub fn play(
        mut self,
        hall: &mut dyn Hall,
        mut record: Option<&mut dyn Write>,
    ) -> Result<(Standings, Option<CutShort>), ServeError> {
        let rules = self.options.rules;
        let players: Vec<(String, String)> =
            self.chairs.iter().map(|chair| (chair.name.clone(), chair.from.clone())).collect();
        hall.seated(&players);
        let mut standing: Standing = Daifugo::opening(&rules);
        let mut cut_short = None;
        for number in 0..self.options.games {
            if self.chairs.iter().all(Chair::is_empty) {
                cut_short = Some(CutShort::Deserted);
                break;
            }
            let mut rng = Rng::stream(self.options.seed, &[DEALS, number]);
            let dealt = Daifugo::deal_next(&rules, &standing, &mut rng);
            hall.dealt(number, &dealt);
            let game = match self.play_game(number, dealt.clone(), hall) {
                Ok(game) => game,
                Err(Stopped) => {
                    cut_short = Some(CutShort::Stopped);
                    break;
                }
            };
            game.settle(&mut standing);
            let payoffs: [f32; SEATS] = std::array::from_fn(|player| game.payoff(Seat(player as u8)));
            let places = std::array::from_fn(|player| game.place_of(Seat(player as u8)).unwrap_or(u8::MAX));
            self.tally.add(&payoffs.map(f64::from), &places);
            if let Some(out) = record.as_deref_mut() {
                let names = players.iter().map(|(name, _)| name.clone()).collect();
                let line = Record::new(&dealt, &self.actions, &payoffs, names);
                line.from_run(self.options.seed, number, 0, None).write(out).map_err(ServeError::Record)?;
            }
            hall.over(number, &game, &std::array::from_fn(|player| self.tally.points(player)));
        }
        self.flush(self.tally.games(), 0, hall);
        self.part();
        let chairs = self.chairs.iter().map(|chair| (chair.name.clone(), chair.from.clone(), &chair.conduct));
        Ok((self.tally.standings(chairs), cut_short))
    }

    fn play_game(&mut self, number: u64, mut game: Daifugo, hall: &mut dyn Hall) -> Result<Daifugo, Stopped> {
        self.actions.clear();
        let mut scene = Scene::new(&game);
        for (player, chair) in self.chairs.iter_mut().enumerate() {
            let seat = Seat(player as u8);
            if let Sitter::Own { player, rng } = &mut chair.sitter {
                *rng = Rng::stream(self.options.seed, &[PLAYERS, number, seat.0.into()]);
                if let Some(watch) = player.watch() {
                    watch.begin(game.view(seat));
                }
            }
            if let Some(connection) = chair.connection() {
                connection.queue_table(&scene.exchange(&game, seat));
            }
        }
        while let Turn::Seat(seat) = game.turn() {
            if matches!(game.view(seat).phase(), Phase::Exchange(_)) {
                self.exchange(number, &mut game, seat, hall).inspect_err(|Stopped| self.end_early(&game, &scene))?;
            } else {
                self.turn(number, &mut game, &mut scene, seat, hall)?;
            }
        }
        let payoffs: [f32; SEATS] = std::array::from_fn(|player| game.payoff(Seat(player as u8)));
        for (player, chair) in self.chairs.iter_mut().enumerate() {
            if let Sitter::Own { player: own, .. } = &mut chair.sitter
                && let Some(watch) = own.watch()
                && let Err(Fault(why)) = watch.end(game.view(Seat(player as u8)), &payoffs)
            {
                hall.problem(&format!("`{}` in game {}: {why}", chair.name, number + 1));
            }
        }
        Ok(game)
    }

    /// A winner of the last game returns cards.
    fn exchange(&mut self, number: u64, game: &mut Daifugo, seat: Seat, hall: &mut dyn Hall) -> Result<(), Stopped> {
        self.flush(number, seat.index(), hall);
        let view = game.view(seat);
        let (hand, count) = (view.hand(), view.to_give());
        let (cards, refused) = match self.ask(number, game, seat, hall)? {
            Heard::Own(meld) => (meld.cards(), None),
            Heard::Nothing => (hand.strongest_of(count), None),
            Heard::Table(table) => match table.map_err(Rejection::from).and_then(|t| read_gift(&t, hand, count)) {
                Ok(cards) => (cards, None),
                // The contest's penalty for a gift that cannot be taken.
                Err(why) => (hand.strongest_of(count), Some(why)),
            },
        };
        if let Some(why) = &refused {
            self.chairs[seat.index()].conduct.reject(|| format!("game {}, exchange: {why}", number + 1));
        }
        let choice = Choice { meld: Meld::give(cards), cells: Table::EMPTY, refused };
        self.make(game, seat, &choice, hall);
        Ok(())
    }

    fn turn(
        &mut self,
        number: u64,
        game: &mut Daifugo,
        scene: &mut Scene,
        seat: Seat,
        hall: &mut dyn Hall,
    ) -> Result<(), Stopped> {
        self.queue(|player| scene.hand(game, player));
        self.flush(number, seat.index(), hall);
        let Ok(choice) = self.choose(number, game, seat, hall) else {
            // The mover may answer still, and then looks for the verdict.
            self.tell(seat, REJECTED);
            self.end(&scene.stage_unmoved(game, seat));
            return Err(Stopped);
        };
        let leads = game.view(seat).table().is_none();
        let accepted = choice.meld != Meld::PASS || (leads && choice.refused.is_none());
        scene.turn(game, choice.meld, &choice.cells);
        self.make(game, seat, &choice, hall);
        self.tell(seat, if accepted { ACCEPTED } else { REJECTED });
        let stage = scene.stage(game, seat);
        let verdict = match game.turn() {
            Turn::Seat(_) => GO_ON,
            Turn::Over if number + 1 == self.options.games => MATCH_OVER,
            Turn::Over => GAME_OVER,
        };
        for connection in self.chairs.iter_mut().filter_map(Chair::connection) {
            connection.queue_table(&stage);
            connection.queue_number(verdict);
        }
        Ok(())
    }

    /// What the mover plays; what cannot be taken is a pass.
    fn choose(&mut self, number: u64, game: &Daifugo, seat: Seat, hall: &mut dyn Hall) -> Result<Choice, Stopped> {
        let pass = |refused| Choice { meld: Meld::PASS, cells: Table::EMPTY, refused };
        let table = match self.ask(number, game, seat, hall)? {
            Heard::Own(meld) => {
                let mut cells = Table::EMPTY;
                write_play(&mut cells, meld);
                return Ok(Choice { meld, cells, refused: None });
            }
            // The contest takes silence for a table of zeros.
            Heard::Nothing => return Ok(pass(None)),
            Heard::Table(table) => table,
        };
        let played = table.map_err(Rejection::from).and_then(|cells| {
            let meld = read_play(&cells)?;
            game.legal(&mut self.legal);
            if self.legal.contains(&meld) { Ok((meld, cells)) } else { Err(objection(game.view(seat), meld)) }
        });
        Ok(match played {
            Ok((meld, cells)) => Choice { meld, cells, refused: None },
            Err(why) => {
                self.chairs[seat.index()].conduct.reject(|| format!("game {}: {why}", number + 1));
                pass(Some(why))
            }
        })
    }

    fn ask(&mut self, number: u64, game: &Daifugo, seat: Seat, hall: &mut dyn Hall) -> Result<Heard, Stopped> {
        let chair = &mut self.chairs[seat.index()];
        if let Sitter::Own { player, rng } = &mut chair.sitter {
            if (self.options.stopped)() {
                return Err(Stopped);
            }
            let start = Instant::now();
            game.legal(&mut self.legal);
            let mut meld = player.choose(game.view(seat), &self.legal, rng);
            chair.conduct.answered(start.elapsed());
            if !self.legal.contains(&meld) {
                hall.problem(&format!(
                    "`{}` chose {meld}, which is not legal; {} is played",
                    chair.name, self.legal[0]
                ));
                meld = self.legal[0];
            }
            return Ok(Heard::Own(meld));
        }
        let (answer, gone) = chair.ask(self.options.move_limit, self.options.stopped, number);
        if let Some(why) = gone {
            hall.problem(&why);
        }
        match answer {
            Answer::Table(table) => Ok(Heard::Table(table)),
            Answer::Nothing => Ok(Heard::Nothing),
            Answer::Stopped => Err(Stopped),
        }
    }

    /// Tells the game, and those who follow it, of a move.
    fn make(&mut self, game: &mut Daifugo, seat: Seat, choice: &Choice, hall: &mut dyn Hall) {
        game.play(choice.meld);
        self.actions.push(choice.meld);
        for (player, chair) in self.chairs.iter_mut().enumerate() {
            if let Sitter::Own { player: own, .. } = &mut chair.sitter
                && let Some(watch) = own.watch()
            {
                watch.saw(game.view(Seat(player as u8)), seat);
            }
        }
        hall.moved(game, seat, choice.meld, choice.refused.as_ref());
    }

    /// Ends the match in the middle of a game, in such a way that every client understands it.
    fn end_early(&mut self, game: &Daifugo, scene: &Scene) {
        self.queue(|player| scene.hand_of_nobody(game, player));
        self.end(&scene.stage_unmoved(game, Seat(0)));
    }

    fn end(&mut self, stage: &Table) {
        for connection in self.chairs.iter_mut().filter_map(Chair::connection) {
            connection.queue_table(stage);
            connection.queue_number(MATCH_OVER);
        }
    }

    fn queue(&mut self, table: impl Fn(Seat) -> Table) {
        for (player, chair) in self.chairs.iter_mut().enumerate() {
            if let Some(connection) = chair.connection() {
                connection.queue_table(&table(Seat(player as u8)));
            }
        }
    }

    fn tell(&mut self, seat: Seat, number: i32) {
        if let Some(connection) = self.chairs[seat.index()].connection() {
            connection.queue_number(number);
        }
    }

    /// Closes all connections.
    fn part(&mut self) {
        /// How long clients may take to go.
        const FAREWELL: Duration = Duration::from_millis(300);
        let deadline = Instant::now() + FAREWELL;
        let mut connections: Vec<_> = self.chairs.iter_mut().filter_map(Chair::connection).collect();
        connections.iter_mut().for_each(|connection| connection.finish());
        connections.iter_mut().for_each(|connection| connection.linger(deadline));
    }

    /// Sends what is queued, to the one who is to answer first: it can think while the others are served.
    fn flush(&mut self, number: u64, first: usize, hall: &mut dyn Hall) {
        let (before, rest) = self.chairs.split_at_mut(first);
        for chair in rest.iter_mut().chain(before) {
            if let Some(why) = chair.flush(number) {
                hall.problem(&why);
            }
        }
    }
}

/// Who was asked, and what came back.
#[expect(clippy::large_enum_variant, reason = "it lives on the stack for one answer")]
enum Heard {
    Own(Meld),
    Table(Result<Table, NotHex>),
    Nothing,
}
