//! Template game: nine cards, four each, one stays out. Whoever leads plays a card, the other answers; the higher card wins
//! the round, and its owner leads the next.

mod text;

use std::fmt;

use kirifuda_play::{Actions, Game, Imagine, Measure, Measured, Preset, Rng, RuleBook, Seat, Turn, Worlds};

/// Players.
const SEATS: usize = 2;
/// Cards in each hand.
const HAND: usize = 4;
/// Cards in the deck.
const DECK: usize = 9;

/// A card: the higher the number, the stronger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

impl Card {
    /// All cards, ascending.
    pub const ALL: [Card; DECK] = [Card(1), Card(2), Card(3), Card(4), Card(5), Card(6), Card(7), Card(8), Card(9)];

    /// The place of the card in [`ALL`](Card::ALL).
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Some cards, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Cards(u16);

impl Cards {
    const ALL: Cards = Cards((1 << DECK) - 1);

    fn has(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    fn with(self, card: Card) -> Cards {
        Cards(self.0 | 1 << card.index())
    }

    fn without(self, others: Cards) -> Cards {
        Cards(self.0 & !others.0)
    }

    fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    fn iter(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().filter(move |&card| self.has(card))
    }
}

/// There is one variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rules;

impl kirifuda_play::Rules for Rules {
    fn book() -> &'static RuleBook<Rules> {
        static BOOK: RuleBook<Rules> = RuleBook {
            presets: &[Preset { name: "plain", about: "nine cards, four each; seat 0 leads", rules: || Rules }],
            switches: &[],
            check: |_| Ok(()),
        };
        &BOOK
    }

    fn seats(&self) -> usize {
        SEATS
    }
}

/// A deal, and what has been played of it.
#[derive(Clone, Debug)]
pub struct TemplateGame {
    /// What each seat was dealt.
    dealt: [Cards; SEATS],
    /// The cards played, in order; those behind `count` mean nothing.
    played: [Card; SEATS * HAND],
    count: usize,
    /// Rounds won, by seat.
    won: [u8; SEATS],
    /// Who leads this round.
    leader: Seat,
}

impl TemplateGame {
    fn with_hands(dealt: [Cards; SEATS]) -> TemplateGame {
        TemplateGame { dealt, played: [Card::ALL[0]; SEATS * HAND], count: 0, won: [0; SEATS], leader: Seat(0) }
    }

    /// What has been played, in order.
    fn so_far(&self) -> &[Card] {
        &self.played[..self.count]
    }

    fn all_played(&self) -> Cards {
        self.so_far().iter().fold(Cards::default(), |cards, &card| cards.with(card))
    }

    fn hand(&self, seat: Seat) -> Cards {
        self.dealt[seat.index()].without(self.all_played())
    }

    /// Every play so far with who made it.
    fn plays(&self) -> impl Iterator<Item = (Seat, Card)> {
        let dealt = self.dealt;
        self.so_far().iter().map(move |&card| (Seat(u8::from(!dealt[0].has(card))), card))
    }

    /// Who is to play, as long as cards are held.
    fn mover(&self) -> Seat {
        self.leader.after(self.count % SEATS, SEATS)
    }
}

impl Game for TemplateGame {
    const NAME: &'static str = "template-game";
    type Rules = Rules;
    type Action = Card;
    type View<'a> = View<'a>;

    fn deal(_rules: &Rules, rng: &mut Rng) -> TemplateGame {
        let mut deck = Card::ALL;
        rng.shuffle(&mut deck);
        let hand = |cards: &[Card]| cards.iter().fold(Cards::default(), |cards, &card| cards.with(card));
        TemplateGame::with_hands([hand(&deck[..HAND]), hand(&deck[HAND..2 * HAND])])
    }

    fn rules(&self) -> &Rules {
        &Rules
    }

    fn turn(&self) -> Turn {
        if self.count == self.played.len() { Turn::Over } else { Turn::Seat(self.mover()) }
    }

    fn legal(&self, out: &mut Actions<TemplateGame>) {
        out.fill(self.hand(self.mover()).iter());
    }

    fn play(&mut self, card: Card) {
        debug_assert!(self.hand(self.mover()).has(card), "{card} is not held");
        self.played[self.count] = card;
        self.count += 1;
        // The second card ends a round: the higher one wins it.
        if let (0, &[.., led, answer]) = (self.count % SEATS, self.so_far()) {
            let winner = if answer > led { self.leader.after(1, SEATS) } else { self.leader };
            self.won[winner.index()] += 1;
            self.leader = winner;
        }
    }

    /// Rounds won beyond those of the other.
    fn payoff(&self, seat: Seat) -> f32 {
        f32::from(self.won[seat.index()]) - f32::from(self.won[1 - seat.index()])
    }

    fn view(&self, seat: Seat) -> View<'_> {
        View { game: self, seat }
    }
}

/// What one seat may know: its own cards, and what was played.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a TemplateGame,
    seat: Seat,
}

impl View<'_> {
    /// Whose eyes.
    pub fn seat(self) -> Seat {
        self.seat
    }

    /// The card that has to be answered; nothing for who leads.
    pub fn led(self) -> Option<Card> {
        (self.game.count % SEATS == 1).then(|| self.game.played[self.game.count - 1])
    }

    /// The own cards, ascending.
    pub fn hand(self) -> impl Iterator<Item = Card> {
        self.game.hand(self.seat).iter()
    }

    /// Rounds won by a seat.
    pub fn won(self, seat: Seat) -> u8 {
        self.game.won[seat.index()]
    }
}

/// The deals that agree with what a seat has seen: the cards that it has not seen lie anywhere.
#[derive(Clone)]
pub struct TemplateGameWorlds {
    game: TemplateGame,
    seat: Seat,
}

impl Worlds<TemplateGame> for TemplateGameWorlds {
    fn draw(&mut self, rng: &mut Rng) -> TemplateGame {
        let mut world = self.game.clone();
        let other = self.seat.after(1, SEATS).index();
        let open = self.game.all_played();
        let shown = Cards(self.game.dealt[other].0 & open.0);
        let mut unseen = Cards::ALL.without(open).without(self.game.dealt[self.seat.index()]);
        let mut hand = shown;
        while hand.len() < HAND {
            let card = unseen.iter().nth(rng.below(unseen.len())).unwrap_or(Card::ALL[0]);
            hand = hand.with(card);
            unseen = unseen.without(Cards::default().with(card));
        }
        world.dealt[other] = hand;
        world
    }
}

impl Imagine for TemplateGame {
    type Worlds = TemplateGameWorlds;

    fn worlds(view: View<'_>) -> TemplateGameWorlds {
        TemplateGameWorlds { game: view.game.clone(), seat: view.seat }
    }
}

impl Measured for TemplateGame {
    const MEASURES: &'static [Measure] =
        &[Measure::new("mean_rounds", "rounds", "rounds", "rounds won in a deal").par(2.0)];

    fn measure(&self, seat: Seat, out: &mut [f64]) {
        out.copy_from_slice(&[f64::from(self.won[seat.index()])]);
    }
}
