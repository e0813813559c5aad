use kirifuda_games::daifugo::{Daifugo, JACK, Kind, Meld, View};
use kirifuda_play::{Game, Seat, Turn};

use crate::cells::write_hand;
use crate::table::Table;

/// Players at the contest's table.
pub const SEATS: usize = 5;
/// Who acts, in the exchange: nobody.
const NOBODY: i32 = 6;

/// What the contest shows of a game, from its deal to its end: the tables that are sent, and when.
///
/// Once everyone has the exchange table, each turn is: [`hand`](Scene::hand) to all; the mover answers;
/// [`turn`](Scene::turn); [`stage`](Scene::stage) to all. A cleared table shows only in the next hand table.
pub struct Scene {
    /// The cards last played, as their player sent them; none on an empty table.
    cards: Table,
    flags: Flags,
    /// Old classes by player; none in the first game of a block.
    classes: Option<[u8; SEATS]>,
    /// The player of each class: the old one, until somebody goes out and takes the place.
    ranks: [u8; SEATS],
}

/// The part of row 5 that says how things stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Flags {
    empty: bool,
    back: bool,
    revolution: bool,
    lock: bool,
}

impl Flags {
    fn of(view: View<'_>) -> Flags {
        let revolution = view.is_revolution();
        Flags {
            empty: view.table().is_none(),
            back: view.is_reversed() != revolution,
            revolution,
            lock: view.lock() != 0,
        }
    }

    fn write(self, table: &mut Table) {
        for (column, flag) in [self.empty, self.back, self.revolution, self.lock].into_iter().enumerate() {
            table.set(5, 4 + column, i32::from(flag));
        }
    }
}

impl Scene {
    /// The scene of a game that has just been dealt.
    pub fn new(game: &Daifugo) -> Scene {
        let view = game.view(Seat(0));
        let mut classes = [0; SEATS];
        let mut ranks = [0, 1, 2, 3, 4];
        for seat in Seat::all(SEATS) {
            if let Some(class) = view.class(seat) {
                classes[seat.index()] = class;
                ranks[usize::from(class).min(SEATS - 1)] = seat.0;
            }
        }
        let classes = view.class(Seat(0)).map(|_| classes);
        Scene { cards: Table::EMPTY, flags: Flags::of(view), classes, ranks }
    }

    /// The first table of a game, to be sent before anybody has returned cards. Losers see the cards that they are
    /// about to lose, winners those that they have got; sizes are as dealt.
    pub fn exchange(&self, game: &Daifugo, seat: Seat) -> Table {
        let mut table = Table::EMPTY;
        let dealt = game.dealt();
        let received = game.view(seat).received();
        // Losers give with the deal; what they have not got back yet is what they hold and gave.
        write_hand(&mut table, dealt.hands[seat.index()] | received);
        table.set(5, 0, 1);
        if let (Some(classes), true) = (self.classes, game.rules().exchange) {
            table.set(5, 1, 2 - i32::from(classes[seat.index()]));
        }
        table.set(5, 3, NOBODY);
        for player in 0..SEATS {
            table.set(6, player, dealt.hands[player].len() as i32);
        }
        self.write_seats(&mut table, game);
        table
    }

    /// A player's own cards, before each turn.
    pub fn hand(&self, game: &Daifugo, seat: Seat) -> Table {
        let mut table = Table::EMPTY;
        let view = game.view(seat);
        write_hand(&mut table, view.hand());
        let mover = game.turn().seat();
        table.set(5, 2, i32::from(mover == Some(seat)));
        table.set(5, 3, mover.map_or(0, |seat| i32::from(seat.0)));
        Flags::of(view).write(&mut table);
        self.write_sizes(&mut table, game);
        self.write_seats(&mut table, game);
        table
    }

    /// The hand table when the match ends before anybody has moved.
    pub fn hand_of_nobody(&self, game: &Daifugo, seat: Seat) -> Table {
        let mut table = self.hand(game, seat);
        table.set(5, 2, 0);
        table
    }

    /// The stage table when the match ends in the middle of a turn.
    pub fn stage_unmoved(&self, game: &Daifugo, actor: Seat) -> Table {
        let flags = Flags::of(game.view(actor));
        let mut table = self.stage(game, actor);
        if flags.empty {
            table.copy_cards(&Table::EMPTY);
        }
        flags.write(&mut table);
        table
    }

    /// Notes what the mover does, before the game is told. `cells` is the play as it was sent.
    pub fn turn(&mut self, game: &Daifugo, meld: Meld, cells: &Table) {
        let Turn::Seat(seat) = game.turn() else { return };
        let (view, rules) = (game.view(seat), game.rules());
        self.flags = Flags::of(view);
        if self.flags.empty {
            self.cards = Table::EMPTY;
        }
        if meld == Meld::PASS {
            return;
        }
        self.cards.copy_cards(cells);
        self.flags.empty = false;
        if meld == Meld::JOKER {
            self.flags.lock = false;
        } else if rules.lock && view.table().is_some_and(|table| table.suits() == meld.suits()) {
            self.flags.lock = true;
        }
        let turns = meld.size() >= if meld.kind() == Kind::Sequence { 5 } else { 4 };
        self.flags.revolution ^= rules.revolution && turns;
        self.flags.back ^= rules.eleven_back && meld.covers(JACK);
        if view.hand() == meld.cards() {
            let place = Seat::all(SEATS).filter(|&other| view.is_out(other)).count();
            self.ranks[place.min(SEATS - 1)] = seat.0;
        }
    }

    /// The table after a turn, before it is cleared. Call it when the game has been told.
    pub fn stage(&self, game: &Daifugo, actor: Seat) -> Table {
        let mut table = self.cards;
        table.set(5, 3, i32::from(actor.0));
        self.flags.write(&mut table);
        self.write_sizes(&mut table, game);
        self.write_seats(&mut table, game);
        table
    }

    fn write_sizes(&self, table: &mut Table, game: &Daifugo) {
        let view = game.view(Seat(0));
        for seat in Seat::all(SEATS) {
            table.set(6, seat.index(), view.hand_size(seat) as i32);
        }
    }

    fn write_seats(&self, table: &mut Table, game: &Daifugo) {
        if let Some(classes) = self.classes {
            for (player, &class) in classes.iter().enumerate() {
                table.set(6, 5 + player, i32::from(class));
            }
            for (class, &player) in self.ranks.iter().enumerate() {
                table.set(6, 5 + usize::from(player), class as i32);
            }
        }
        for (place, seat) in game.view(Seat(0)).circle().enumerate() {
            table.set(6, 10 + place, i32::from(seat.0));
        }
    }
}
