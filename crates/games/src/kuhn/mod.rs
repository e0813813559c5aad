//! Kuhn poker: three cards, one bet, two players; the smallest game with bluffs.
//!
//! Both players put 1 chip into the pot and get one card of Jack, Queen, King. Seat 0 passes or bets 1 chip; the
//! other seat answers. After pass and bet, seat 0 may answer in turn. A pass in answer to a bet gives up the pot;
//! otherwise the higher card takes it. The game is worth -1/18 of a chip to seat 0 (H. W. Kuhn, "A simplified
//! two-person poker", 1950).

mod text;
mod view;

use std::fmt;

use kirifuda_play::{Actions, Game, Imagine, Measure, Measured, Preset, Rng, RuleBook, Seat, Tabular, Turn, Unit};

pub(crate) use text::{agree, list, replay, single_card};
pub use view::{Situation, View};

/// A game of Kuhn poker in one state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kuhn {
    cards: [Card; 2],
    betting: Betting,
}

/// A card; the order is the order of strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// The lowest.
    Jack,
    /// The middle one.
    Queen,
    /// The highest.
    King,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Adds nothing: a check, or a fold in answer to a bet.
    Pass,
    /// Adds 1 chip: a bet, or a call in answer to a bet.
    Bet,
}

/// Kuhn poker has no variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rules;

/// The moves so far; both players see all of them. Unused places hold [`Action::Pass`], so equal means equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Betting {
    actions: [Action; 3],
    count: u8,
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// A bet was not answered: the one who bet takes the ante of the other.
    GivenUp { by: Seat },
    /// The cards are shown; each player has put in `stake` chips.
    Showdown { stake: u8 },
}

impl Card {
    /// All cards, ascending.
    pub const ALL: [Card; 3] = [Card::Jack, Card::Queen, Card::King];

    /// Reads `J`, `Q` or `K`.
    pub fn read(text: &str) -> Option<Card> {
        Card::ALL.into_iter().find(|card| card.letter() == text)
    }

    const fn letter(self) -> &'static str {
        match self {
            Card::Jack => "J",
            Card::Queen => "Q",
            Card::King => "K",
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letter())
    }
}

impl Action {
    /// All actions, ascending.
    pub const ALL: [Action; 2] = [Action::Pass, Action::Bet];
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Action::Pass => "pass",
            Action::Bet => "bet",
        })
    }
}

impl Rules {
    /// The game as Kuhn wrote it down.
    pub const fn kuhn() -> Rules {
        Rules
    }
}

impl kirifuda_play::Rules for Rules {
    fn book() -> &'static RuleBook<Rules> {
        static BOOK: RuleBook<Rules> = RuleBook {
            presets: &[Preset {
                name: "kuhn",
                about: "Kuhn's game: three cards, ante 1, one bet of 1",
                rules: Rules::kuhn,
            }],
            switches: &[],
            check: |_| Ok(()),
        };
        &BOOK
    }

    fn seats(&self) -> usize {
        2
    }
}

impl Betting {
    const NONE: Betting = Betting { actions: [Action::Pass; 3], count: 0 };

    fn so_far(&self) -> &[Action] {
        &self.actions[..usize::from(self.count)]
    }

    fn push(&mut self, action: Action) {
        self.actions[usize::from(self.count)] = action;
        self.count += 1;
    }

    fn end(&self) -> Option<End> {
        use Action::{Bet, Pass};
        match self.so_far() {
            [Pass, Pass] => Some(End::Showdown { stake: 1 }),
            [Bet, Bet] | [Pass, Bet, Bet] => Some(End::Showdown { stake: 2 }),
            [Bet, Pass] => Some(End::GivenUp { by: Seat(1) }),
            [Pass, Bet, Pass] => Some(End::GivenUp { by: Seat(0) }),
            _ => None,
        }
    }
}

impl Kuhn {
    /// The game before its first move, with the card of each seat. The cards must differ.
    fn dealt(cards: [Card; 2]) -> Kuhn {
        debug_assert_ne!(cards[0], cards[1], "there is one card of each rank");
        Kuhn { cards, betting: Betting::NONE }
    }
}

impl Game for Kuhn {
    const NAME: &'static str = "kuhn";
    const UNIT: Unit = Unit::Chips;
    type Rules = Rules;
    type Action = Action;
    type View<'a> = View<'a>;

    fn deal(_rules: &Rules, rng: &mut Rng) -> Kuhn {
        let mut deck = Card::ALL;
        rng.shuffle_front(&mut deck, 2);
        Kuhn::dealt([deck[0], deck[1]])
    }

    fn rules(&self) -> &Rules {
        &Rules
    }

    fn turn(&self) -> Turn {
        match self.betting.end() {
            Some(_) => Turn::Over,
            None => Turn::Seat(Seat(self.betting.count % 2)),
        }
    }

    fn legal(&self, out: &mut Actions<Kuhn>) {
        match self.turn() {
            Turn::Seat(_) => out.fill(Action::ALL),
            Turn::Over => out.clear(),
        }
    }

    fn play(&mut self, action: Action) {
        debug_assert_ne!(self.turn(), Turn::Over);
        self.betting.push(action);
    }

    /// Chips won; 0 until the game is over.
    fn payoff(&self, seat: Seat) -> f32 {
        let (winner, chips) = match self.betting.end() {
            None => return 0.0,
            Some(End::GivenUp { by }) => (by.after(1, 2), 1),
            Some(End::Showdown { stake }) => (if self.cards[0] > self.cards[1] { Seat(0) } else { Seat(1) }, stake),
        };
        if seat == winner { f32::from(chips) } else { -f32::from(chips) }
    }

    fn view(&self, seat: Seat) -> View<'_> {
        View::new(self, seat)
    }
}

/// The deals that agree with a view.
#[derive(Clone, Debug)]
pub struct Worlds {
    possible: [Kuhn; 2],
    count: usize,
}

impl Imagine for Kuhn {
    type Worlds = Worlds;

    fn worlds(view: View<'_>) -> Worlds {
        let mut worlds = Worlds { possible: [Kuhn { cards: [view.card(); 2], betting: view.betting() }; 2], count: 0 };
        let other = view.seat().after(1, 2).index();
        for card in Card::ALL {
            if card != view.card() && view.other_card().is_none_or(|shown| shown == card) {
                worlds.possible[worlds.count].cards[other] = card;
                worlds.count += 1;
            }
        }
        worlds
    }
}

impl kirifuda_play::Worlds<Kuhn> for Worlds {
    fn draw(&mut self, rng: &mut Rng) -> Kuhn {
        rng.pick(&self.possible[..self.count])
    }
}

impl Tabular for Kuhn {
    type Key = Situation;

    fn key(view: View<'_>) -> Situation {
        Situation::of(view)
    }

    /// Six deals, equally likely.
    fn deals(_rules: &Rules) -> Vec<(f64, Kuhn)> {
        let pairs = Card::ALL.into_iter().flat_map(|mine| Card::ALL.map(|theirs| [mine, theirs]));
        pairs.filter(|[mine, theirs]| mine != theirs).map(|cards| (1.0 / 6.0, Kuhn::dealt(cards))).collect()
    }
}

/// Nothing is measured but the chips.
impl Measured for Kuhn {
    const MEASURES: &'static [Measure] = &[];
    fn measure(&self, _seat: Seat, _out: &mut [f64]) {}
}
