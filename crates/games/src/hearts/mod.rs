//! Hearts: take few points. Each heart counts 1, ♠Q 13.
//!
//! An action is one card. Under passing, each seat in turn first gives three cards, one at a time, hidden from the
//! others until all have given; then thirteen tricks are played.

mod numbers;
mod rules;
mod text;
mod view;
mod worlds;

use kirifuda_play::{Actions, Game, Measure, Measured, Rng, Seat, Series, Turn, Unit};

pub use rules::{BrokenBy, FirstTrick, Leading, Moon, Opening, Passing, Rules};
pub use view::View;
pub use worlds::HeartsWorlds;

use crate::cards::{Card, CardSet, Suit};
use crate::tricks::{PLAYERS, Table, WhyNot};

/// The cards that count: all hearts and ♠Q.
pub const POINT_CARDS: CardSet = Suit::Hearts.cards().with(Card::QUEEN_OF_SPADES);

/// The point cards and ♦J.
const SCORING_CARDS: CardSet = POINT_CARDS.with(Card::JACK_OF_DIAMONDS);

/// Cards each seat passes.
pub const PASSED: usize = 3;

/// The points of a card: a heart 1, ♠Q 13.
#[inline]
pub fn points(card: Card) -> u8 {
    match card {
        Card::QUEEN_OF_SPADES => 13,
        _ => u8::from(card.suit() == Suit::Hearts),
    }
}

/// A deal of Hearts.
///
/// A player is a [`Policy`](kirifuda_play::Policy): it gets what its seat may know, never the deal.
///
/// ```
/// use kirifuda_games::cards::Card;
/// use kirifuda_games::hearts::{Hearts, Rules, View};
/// use kirifuda_play::{Actions, Game, Policy, Rng, Rules as _, Seat, play_out};
///
/// /// Plays the lowest legal card, ♠Q as late as it may.
/// struct Shy;
///
/// impl Policy<Hearts> for Shy {
///     fn choose(&mut self, _: View<'_>, legal: &[Card], _: &mut Rng) -> Card {
///         let other = |card: &&Card| **card != Card::QUEEN_OF_SPADES;
///         *legal.iter().filter(other).min_by_key(|card| card.rank()).unwrap_or(&legal[0])
///     }
/// }
///
/// let rules = Rules::book().parse("standard,jack=on")?;
/// let mut rng = Rng::new(1);
/// let mut game = Hearts::deal(&rules, &mut rng);
/// play_out(&mut game, &mut Shy, &mut Actions::new(), &mut rng);
/// let payoffs: f32 = (0..4).map(|seat| game.payoff(Seat(seat))).sum();
/// assert!(payoffs <= 10.0, "26 points are lost, ♦J wins 10");
/// # Ok::<(), kirifuda_play::RuleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hearts {
    rules: Rules,
    phase: Phase,
    /// True from the second trick to the end: one test on the hot path instead of one for each exception.
    routine: bool,
    table: Table,
    broken: bool,
    /// Points in the tricks taken, before moon and jack.
    taken: [u8; PLAYERS],
    jack_taker: Option<Seat>,
    on_table: OnTable,
    direction: Direction,
    /// Cards given so far, each seat's three in a row.
    given: [[Card; PASSED]; PLAYERS],
    /// Match scores before this deal.
    scores: [i16; PLAYERS],
}

/// What the trick under way is worth so far.
#[derive(Clone, Copy, Debug, Default)]
struct OnTable {
    points: u8,
    jack: bool,
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Cards are given; so many have been.
    Pass(u8),
    /// Tricks are played.
    Play,
    /// All tricks are played.
    Over,
}

/// To whom cards are passed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Direction {
    Hold,
    Left,
    Across,
    Right,
}

impl Direction {
    /// All, in the order of a match.
    pub const ALL: [Direction; 4] = [Direction::Left, Direction::Right, Direction::Across, Direction::Hold];

    /// Who gets the cards of `giver`; nobody when they are kept.
    pub fn receiver(self, giver: Seat) -> Option<Seat> {
        // Their order is that of the seats.
        if self == Direction::Hold { None } else { Some(giver.after(self as usize, PLAYERS)) }
    }

    /// Whose cards `receiver` gets.
    pub fn giver(self, receiver: Seat) -> Option<Seat> {
        Seat::all(PLAYERS).find(|&giver| self.receiver(giver) == Some(receiver))
    }
}

impl Hearts {
    /// A deal with these hands, in a match that stands at `scores`.
    pub fn with_hands(rules: Rules, hands: [CardSet; PLAYERS], direction: Direction, scores: [i16; PLAYERS]) -> Hearts {
        let mut game = Hearts {
            rules,
            phase: Phase::Pass(0),
            routine: false,
            table: Table::new(hands, Seat(0)),
            broken: false,
            taken: [0; PLAYERS],
            jack_taker: None,
            on_table: OnTable::default(),
            direction,
            given: [[Card::TWO_OF_CLUBS; PASSED]; PLAYERS],
            scores,
        };
        if direction == Direction::Hold {
            game.table.lead_first(holder_of_two(&game.table));
            game.start_play();
        }
        game
    }

    /// The legal actions as a set.
    #[inline]
    pub fn legal_cards(&self) -> CardSet {
        if !self.routine {
            return self.legal_at_edge();
        }
        let trick = self.table.trick();
        let hand = self.table.hand(trick.turn());
        if trick.is_empty() {
            // What is not broken may be led only when nothing else is held.
            prefer(hand - self.held_back(), hand)
        } else {
            // Follow the led suit if able; otherwise any card.
            prefer(hand & trick.follow(), hand)
        }
    }

    /// Why whoever is to move may not play this card; nothing where it is legal.
    pub fn forbids(&self, card: Card) -> Option<WhyNot> {
        let Turn::Seat(seat) = self.turn() else { return Some(WhyNot::Over) };
        let hand = self.table.hand(seat);
        if self.legal_cards().contains(card) {
            return None;
        }
        if !hand.contains(card) {
            return Some(WhyNot::NotHeld(card));
        }
        Some(match self.table.trick().suit() {
            None if self.table.is_first_trick() && self.rules.opening == Opening::TwoOfClubs => WhyNot::TwoOfClubs,
            None if card.suit() == Suit::Hearts => WhyNot::NotBroken(Suit::Hearts),
            None => WhyNot::QueenNotBroken,
            Some(suit) if card.suit() != suit && !hand.of(suit).is_empty() => WhyNot::Follow(suit),
            Some(_) => WhyNot::FirstTrick,
        })
    }

    /// The exchange, the first trick, and when all is over.
    #[cold]
    fn turn_at_edge(&self) -> Turn {
        match self.phase {
            Phase::Pass(given) => Turn::Seat(giver(given)),
            Phase::Play => Turn::Seat(self.table.trick().turn()),
            Phase::Over => Turn::Over,
        }
    }

    #[cold]
    fn play_at_edge(&mut self, card: Card) {
        match self.phase {
            Phase::Pass(given) => self.give(card, given),
            _ => self.play_card(card),
        }
    }

    #[cold]
    fn legal_at_edge(&self) -> CardSet {
        if let Phase::Pass(given) = self.phase {
            return self.table.hand(giver(given));
        }
        let trick = self.table.trick();
        let hand = self.table.hand(trick.turn());
        if trick.is_empty() {
            return match self.rules.opening {
                // The holder of ♣2 leads it to the first trick.
                Opening::TwoOfClubs => hand & Card::TWO_OF_CLUBS.set(),
                Opening::AnyCard => prefer(hand - self.held_back(), hand),
            };
        }
        let may = prefer(hand & trick.follow(), hand);
        match self.rules.first_trick {
            // No point card on the first trick, unless nothing else is legal.
            FirstTrick::NoPoints => prefer(may - POINT_CARDS, may),
            FirstTrick::Free => may,
        }
    }

    /// The cards that may not be led yet.
    #[inline]
    fn held_back(&self) -> CardSet {
        if self.broken {
            return CardSet::EMPTY;
        }
        match self.rules.leading {
            Leading::Free => CardSet::EMPTY,
            Leading::NoHearts => Suit::Hearts.cards(),
            Leading::NoPoints => POINT_CARDS,
        }
    }

    fn give(&mut self, card: Card, given: u8) {
        let seat = giver(given);
        self.given[seat.index()][given as usize - PASSED * seat.index()] = card;
        self.table.set_hand(seat, self.table.hand(seat).without(card));
        if given as usize + 1 < PASSED * PLAYERS {
            self.phase = Phase::Pass(given + 1);
            return;
        }
        for giver in Seat::all(PLAYERS) {
            if let Some(receiver) = self.direction.receiver(giver) {
                let cards = self.given[giver.index()].into_iter().collect();
                self.table.set_hand(receiver, self.table.hand(receiver) | cards);
            }
        }
        self.table.lead_first(holder_of_two(&self.table));
        self.start_play();
    }

    /// The leader is known to hold ♣2, so the others are known not to.
    fn start_play(&mut self) {
        self.phase = Phase::Play;
        let leader = self.table.trick().turn();
        for steps in 1..PLAYERS {
            self.table.exclude(leader.after(steps, PLAYERS), Card::TWO_OF_CLUBS.set());
        }
    }

    /// A card to the trick. Trusts that it is held, not that it is legal.
    #[inline]
    fn play_card(&mut self, card: Card) {
        // One card in four counts; the others pass by.
        if SCORING_CARDS.contains(card) {
            self.note_scoring_card(card);
        }
        if let Some(winner) = self.table.play(card) {
            self.taken[winner.index() & (PLAYERS - 1)] += self.on_table.points;
            if self.on_table.jack && self.rules.jack {
                self.jack_taker = Some(winner);
            }
            self.on_table = OnTable::default();
            self.routine = !self.table.is_over();
            if !self.routine {
                self.phase = Phase::Over;
            }
        }
    }

    #[inline]
    fn note_scoring_card(&mut self, card: Card) {
        if card == Card::JACK_OF_DIAMONDS {
            self.on_table.jack = true;
            return;
        }
        if !self.broken || !self.routine {
            self.note_early_points(card);
        }
        self.on_table.points += if card == Card::QUEEN_OF_SPADES { 13 } else { 1 };
    }

    /// The first points break hearts; and a point card played where the rules would rather have another proves that
    /// no other was held.
    #[cold]
    fn note_early_points(&mut self, card: Card) {
        self.note_proof(card);
        self.broken |= self.rules.broken_by == BrokenBy::Points || card != Card::QUEEN_OF_SPADES;
    }

    fn note_proof(&mut self, card: Card) {
        let trick = self.table.trick();
        let seat = trick.turn();
        match trick.suit() {
            None if self.table.is_first_trick() && self.rules.opening == Opening::TwoOfClubs => {}
            None if self.held_back().contains(card) => self.table.exclude(seat, !self.held_back()),
            Some(suit) if self.table.is_first_trick() && self.rules.first_trick == FirstTrick::NoPoints => {
                let choice = if card.suit() == suit { suit.cards() } else { CardSet::DECK };
                self.table.exclude(seat, choice - POINT_CARDS);
            }
            _ => {}
        }
    }

    /// The score of the deal so far, moon and jack included: what is added to the match score.
    #[inline]
    pub fn score(&self, seat: Seat) -> i16 {
        let taken = i16::from(self.taken[seat.index()]);
        let shooter = Seat::all(PLAYERS).find(|s| self.taken[s.index()] == 26);
        let points = match (shooter, self.rules.moon) {
            (None, _) | (_, Moon::Off) => taken,
            (Some(shooter), Moon::OthersGain) => 26 * i16::from(seat != shooter),
            (Some(shooter), Moon::ShooterLoses) => -26 * i16::from(seat == shooter),
        };
        points - 10 * i16::from(self.jack_taker == Some(seat))
    }
}

/// Who leads the first trick.
fn holder_of_two(table: &Table) -> Seat {
    Seat::all(PLAYERS).find(|&seat| table.hand(seat).contains(Card::TWO_OF_CLUBS)).unwrap_or_default()
}

/// Who gives the next card when so many have been given.
#[inline]
fn giver(given: u8) -> Seat {
    Seat(given / PASSED as u8)
}

/// The better choices if there are any.
#[inline]
fn prefer(better: CardSet, all: CardSet) -> CardSet {
    if better.is_empty() { all } else { better }
}

impl Game for Hearts {
    const NAME: &'static str = "hearts";
    const UNIT: Unit = Unit::Penalty;
    type Rules = Rules;
    type Action = Card;
    type View<'a> = View<'a>;

    fn deal(rules: &Rules, rng: &mut Rng) -> Hearts {
        let direction = match rules.passing {
            Passing::Always(direction) => direction,
            Passing::Cycle => Direction::ALL[rng.below(4)],
        };
        Hearts::with_hands(*rules, Table::deal_hands(rng), direction, [0; PLAYERS])
    }

    #[inline]
    fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.routine { Turn::Seat(self.table.trick().turn()) } else { self.turn_at_edge() }
    }

    #[inline]
    fn legal(&self, out: &mut Actions<Hearts>) {
        out.fill(self.legal_cards());
    }

    #[inline]
    fn play(&mut self, card: Card) {
        debug_assert!(self.legal_cards().contains(card), "{card} is not legal");
        if self.routine { self.play_card(card) } else { self.play_at_edge(card) }
    }

    #[inline]
    fn payoff(&self, seat: Seat) -> f32 {
        -f32::from(self.score(seat))
    }

    #[inline]
    fn view(&self, seat: Seat) -> View<'_> {
        View::new(self, seat)
    }
}

impl Measured for Hearts {
    const MEASURES: &'static [Measure] = &[
        Measure::new("mean_points", "points", "points", "own score of a deal").lower(),
        Measure::new("penalty_ratio", "ratio", "share of 26 points", "own score / 26").lower().par(0.25),
        Measure::new("zero_rate", "zero", "share of deals", "deals with a score of 0"),
        Measure::new("mean_tricks", "tricks", "tricks", "tricks taken in a deal").neither(),
    ];

    fn measure(&self, seat: Seat, out: &mut [f64]) {
        let score = f64::from(self.score(seat));
        out.copy_from_slice(&[
            score,
            score / 26.0,
            f64::from(u8::from(score == 0.0)),
            f64::from(self.table.tricks_won(seat)),
        ]);
    }
}

/// The most points that a match can stand at, for or against.
const MOST: i16 = 9999;

/// Where a match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Points so far, by seat.
    pub scores: [i16; PLAYERS],
    /// Deals played.
    pub deals: u32,
}

impl Series for Hearts {
    type Standing = Standing;

    fn opening(_rules: &Rules) -> Standing {
        Standing::default()
    }

    fn deal_next(rules: &Rules, standing: &Standing, rng: &mut Rng) -> Hearts {
        let direction = match rules.passing {
            Passing::Always(direction) => direction,
            Passing::Cycle => Direction::ALL[standing.deals as usize % 4],
        };
        Hearts::with_hands(*rules, Table::deal_hands(rng), direction, standing.scores)
    }

    fn settle(&self, standing: &mut Standing) {
        for seat in Seat::all(PLAYERS) {
            // Bounded: a match in which outside programs keep shooting the moon for each other need never end.
            let score = self.scores[seat.index()] + self.score(seat);
            standing.scores[seat.index()] = score.clamp(-MOST, MOST);
        }
        standing.deals += 1;
    }

    fn finished(rules: &Rules, standing: &Standing) -> bool {
        standing.scores.iter().any(|&score| score >= rules.limit as i16)
    }

    fn total(standing: &Standing, seat: Seat) -> f32 {
        -f32::from(standing.scores[seat.index()])
    }
}
