use kirifuda_learn::choice::{Rest, draw, softmax};
use kirifuda_learn::net::{Encoder, Net, Parts, Pass, Row, words};
use kirifuda_play::{Actions, Game, Rng, Seat, Turn};

use super::choice::Choice;
use super::replay::End;
use super::side::Side;
use super::{Habits, Options};

/// A game of a round, and what the seats decided in it.
pub(super) struct NfspTable<G: Game> {
    game: Option<G>,
    rng: Rng,
    exploration: f64,
    habits: Habits,
    /// By seat: how it plays this game.
    styles: Vec<Style>,
    legal: Actions<G>,
    /// The position in which a seat is to decide, its legal moves and what is known of the outcome.
    pub row: Vec<u64>,
    moves: Parts,
    known: f32,
    values: Vec<f32>,
    pass: Pass,
    log: Log,
}

/// How a seat plays a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Like the average.
    Average,
    /// As well as it can.
    Best,
    /// As well as it can, after a move at random that it would not have made.
    Strayed,
}

/// The decisions of a game, in order.
#[derive(Default)]
struct Log {
    rows: Vec<u64>,
    moves: Vec<u16>,
    decisions: Vec<Decision>,
}

#[derive(Clone, Copy)]
struct Decision {
    seat: Seat,
    known: f32,
    /// Where its choice ends among the moves.
    end: usize,
    /// The move that becomes part of the average, if any does.
    habit: Option<u16>,
}

impl<G: Game> NfspTable<G> {
    pub fn new() -> NfspTable<G> {
        NfspTable {
            game: None,
            rng: Rng::new(0),
            exploration: 0.0,
            habits: Habits::Best,
            styles: Vec::new(),
            legal: Actions::new(),
            row: Vec::new(),
            moves: Parts::new(),
            known: 0.0,
            values: Vec::new(),
            pass: Pass::default(),
            log: Log::default(),
        }
    }

    /// Deals a game and lets every seat choose how to play it.
    pub fn start(&mut self, rules: &G::Rules, inputs: usize, options: &Options, exploration: f64, mut rng: Rng) {
        let game = G::deal(rules, &mut rng);
        self.styles.clear();
        for _ in 0..game.seats() {
            self.styles.push(if rng.chance(options.anticipation) { Style::Best } else { Style::Average });
        }
        self.row.resize(words(inputs), 0);
        (self.game, self.rng, self.exploration, self.habits) = (Some(game), rng, exploration, options.habits);
        self.log.rows.clear();
        self.log.moves.clear();
        self.log.decisions.clear();
    }

    /// Makes forced moves until a seat has something to decide: which, and how it plays. Nothing when the game is over.
    pub fn wait<E: Encoder<G>>(&mut self, encoder: &E) -> Option<(Seat, Style)> {
        let game = self.game.as_mut()?;
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut self.legal);
            if let [only] = *self.legal {
                game.play(only);
                continue;
            }
            let view = game.view(seat);
            let mut row = Row::new(&mut self.row);
            encoder.position(view, &mut row);
            debug_assert_eq!(row.len(), encoder.inputs(), "the bits that the encoder says");
            self.known = encoder.known(view);
            self.moves.clear();
            for &action in self.legal.iter() {
                encoder.parts(view, action, &mut self.moves);
                self.moves.end();
            }
            return Some((seat, self.styles[seat.index()]));
        }
        None
    }

    /// Makes the move of a seat that waits, by what its net thinks.
    pub fn decide(&mut self, seat: Seat, outputs: &[f32]) {
        let Some(game) = self.game.as_mut() else { return };
        self.values.clear();
        self.values.extend((0..self.moves.len()).map(|number| self.moves.value(number, outputs)));
        let style = &mut self.styles[seat.index()];
        let (made, habit) = match *style {
            Style::Average => {
                softmax(&mut self.values, 1.0);
                (draw(&self.values, Rest::Last, &mut self.rng), None)
            }
            Style::Best | Style::Strayed => {
                let best = best(&self.values);
                let explores = self.rng.chance(self.exploration);
                let made = if explores { self.rng.below(self.values.len()) } else { best };
                let habit = match (self.habits, *style) {
                    (Habits::Played, _) => Some(made as u16),
                    (Habits::Best, Style::Best) => Some(best as u16),
                    (Habits::Best, _) => None,
                };
                if made != best {
                    *style = Style::Strayed;
                }
                (made, habit)
            }
        };
        self.log.rows.extend_from_slice(&self.row);
        Choice::write(made, &self.moves, &mut self.log.moves);
        let end = self.log.moves.len();
        self.log.decisions.push(Decision { seat, known: self.known, end, habit });
        game.play(self.legal[made]);
    }

    /// Plays the game to its end with plain nets: by side, that of the best answer and that of the average.
    pub fn play<E: Encoder<G>>(&mut self, encoder: &E, nets: &[[Net; 2]]) {
        while let Some((seat, style)) = self.wait(encoder) {
            let mut pass = std::mem::take(&mut self.pass);
            nets[seat.index() % nets.len()][usize::from(style == Style::Average)].look(&self.row, &mut pass);
            self.decide(seat, &pass.outputs);
            self.pass = pass;
        }
    }

    /// Gives the decisions of the game, which is over, to the sides that made them.
    pub fn collect<E: Encoder<G>>(&mut self, encoder: &E, sides: &mut [Side], stream: impl Fn(u64, u64) -> Rng) {
        let Some(game) = self.game.as_ref() else { return };
        let Log { rows, moves, decisions } = &mut self.log;
        for seat in 0..game.seats() {
            let number = seat % sides.len();
            let side = &mut sides[number];
            let of_seat = |place: &usize| decisions[*place].seat.index() == seat;
            let mut places = (0..decisions.len()).filter(of_seat).peekable();
            while let Some(place) = places.next() {
                let start = if place == 0 { 0 } else { decisions[place - 1].end };
                let Decision { known, end, habit, .. } = decisions[place];
                let row = &rows[place * self.row.len()..(place + 1) * self.row.len()];
                let last = places.peek().is_none();
                let outcome = last.then(|| encoder.outcome(game, Seat(seat as u8)));
                side.replay.push(row, Choice(&moves[start..end]), End { known, outcome });
                side.decisions += 1;
                if let Some(habit) = habit {
                    // Each offer has a stream of its own, so that a training goes on wherever it stopped.
                    let mut rng = stream(number as u64, side.reservoir.seen());
                    moves[start] = habit;
                    side.reservoir.offer(row, Choice(&moves[start..end]), &mut rng);
                }
            }
        }
    }
}

/// The number of the highest value; of equal ones the first.
fn best(values: &[f32]) -> usize {
    (1..values.len()).fold(0, |best, number| if values[number] > values[best] { number } else { best })
}

#[cfg(test)]
mod tests {
    use kirifuda_games::kuhn::{Action, Kuhn, Rules, View};

    use super::*;

    #[derive(Clone)]
    struct Card;

    impl Encoder<Kuhn> for Card {
        fn layout(&self) -> &'static str {
            "test"
        }
        fn inputs(&self) -> usize {
            3
        }
        fn active(&self) -> usize {
            1
        }
        fn outputs(&self) -> usize {
            2
        }
        fn position(&self, view: View<'_>, row: &mut Row<'_>) {
            row.one_of(view.card() as usize, 3);
        }
        fn parts(&self, _: View<'_>, action: Action, parts: &mut Parts) {
            parts.add(action as usize);
        }
    }

    /// Plays games by a net that thinks the same of the two moves everywhere, and hands each over.
    fn games(options: Options, outputs: [f32; 2], count: u64, mut see: impl FnMut(&NfspTable<Kuhn>, &[Style])) {
        let mut table = NfspTable::<Kuhn>::new();
        for game in 0..count {
            table.start(&Rules::kuhn(), 3, &options, options.exploration, Rng::stream(1, &[game]));
            let styles = table.styles.clone();
            while let Some((seat, _)) = table.wait(&Card) {
                table.decide(seat, &outputs);
            }
            see(&table, &styles);
        }
    }

    #[test]
    fn every_seat_chooses_for_itself_and_for_the_whole_game_how_to_play() {
        let mut counts = [[0; 2]; 2];
        let options = Options { anticipation: 0.2, exploration: 0.0, ..Options::default() };
        games(options, [1.0, 0.0], 10_000, |table, styles| {
            let [first, second] = [0, 1].map(|seat| usize::from(styles[seat] == Style::Best));
            counts[first][second] += 1;
            for decision in &table.log.decisions {
                assert_eq!(decision.habit.is_some(), styles[decision.seat.index()] == Style::Best);
            }
        });
        // Four standard deviations: 160, 160 and 80.
        for (count, expected) in [(counts[0][1], 1600), (counts[1][0], 1600), (counts[1][1], 400)] {
            let count: i32 = count;
            assert!((count - expected).abs() < 160, "{counts:?}");
        }
    }

    #[test]
    fn the_average_plays_by_the_softmax() {
        let mut bets = 0;
        let options = Options { anticipation: 0.0, ..Options::default() };
        games(options, [1.0, 0.0], 10_000, |table, _| bets += u32::from(table.log.moves[0] == Action::Bet as u16));
        // 1 / (1 + e): 2,689 with a standard deviation of 44.
        assert!((2510..2870).contains(&bets), "{bets}");
    }

    #[test]
    fn habits_end_where_a_random_move_leaves_the_best_answer() {
        let options = Options { anticipation: 1.0, exploration: 0.5, ..Options::default() };
        let (mut strayed, mut after) = (0, 0);
        // A seat that passes where it would rather bet may have to answer a bet.
        games(options, [0.0, 1.0], 2_000, |table, _| {
            let mut kept = [true; 2];
            let mut start = 0;
            for decision in &table.log.decisions {
                let kept = &mut kept[decision.seat.index()];
                after += u32::from(!*kept);
                assert_eq!(decision.habit, kept.then_some(Action::Bet as u16), "what it thought best");
                if table.log.moves[start] == Action::Pass as u16 {
                    (*kept, strayed) = (false, strayed + 1);
                }
                start = decision.end;
            }
        });
        assert!(strayed > 500 && after > 50, "{strayed} left, {after} decisions after it");

        let options = Options { habits: Habits::Played, ..options };
        games(options, [0.0, 1.0], 100, |table, _| {
            let mut start = 0;
            for decision in &table.log.decisions {
                assert_eq!(decision.habit, Some(table.log.moves[start]));
                start = decision.end;
            }
        });
    }
}
