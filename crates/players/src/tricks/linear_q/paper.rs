use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::hearts::{self, Hearts};
use kirifuda_games::plain_tricks::{self, PlainTricks};
use kirifuda_games::tricks::{PLAYERS, TableView, Trick};
use kirifuda_learn::linear_q::Task;
use kirifuda_play::{Base, Meaning, Seat, Unit};

/// The features of paper 001, Tables 1 and 2, for games of tricks at a table of four.
///
/// With n the cards of a suit that the three others hold together, and m the place of a card among those and itself
/// (1 = strongest):
/// - leading a card: its (n, m);
/// - following as the second, third or fourth player with a card that becomes the highest: (n, m) and which player;
/// - for each suit, the combination of strengths that is held after the move; one table of weights for all suits, so
///   that a combination held in two suits counts twice.
///
/// In Hearts the first two also say which card it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaperFeatures {
    /// Number of weights for each (n, m): one for every card, or one for all.
    cards: usize,
    strengths: Strengths,
}

/// What "the combination of strengths held" is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strengths {
    /// The ranks held, 2 to A. With this reading the published figures come out.
    Ranks,
    /// The places held among the cards of the suit that have not been played, counted from the weakest.
    Unplayed,
}

/// Pairs (n, m) for n = 0 to 11. A suit of which one card is held and none has been played, n = 12, counts as 11.
const PAIRS: usize = 12 * 13 / 2;
/// Combinations of thirteen strengths, without the empty one.
const COMBINATIONS: usize = (1 << 13) - 1;

impl PaperFeatures {
    /// For plain tricks: 8,503 features.
    pub const fn plain(strengths: Strengths) -> PaperFeatures {
        PaperFeatures { cards: 1, strengths }
    }

    /// For Hearts: 24,415 features.
    pub const fn hearts(strengths: Strengths) -> PaperFeatures {
        PaperFeatures { cards: 52, strengths }
    }

    /// Number of features.
    pub const fn dimensions(&self) -> usize {
        self.combinations_from() + COMBINATIONS
    }

    /// Where the combinations begin, after one block for each place in a trick.
    const fn combinations_from(&self) -> usize {
        PLAYERS * PAIRS * self.cards
    }

    fn layout(&self) -> &'static str {
        match (self.cards, self.strengths) {
            (1, Strengths::Ranks) => "plain/ranks",
            (1, Strengths::Unplayed) => "plain/unplayed",
            (_, Strengths::Ranks) => "hearts/ranks",
            (_, Strengths::Unplayed) => "hearts/unplayed",
        }
    }

    #[inline]
    fn active(&self, table: TableView<'_>, card: Card, out: &mut Vec<u32>) {
        match self.strengths {
            Strengths::Ranks => self.active_by::<ByRank>(table, card, out),
            Strengths::Unplayed => self.active_by::<ByPlace>(table, card, out),
        }
    }

    #[inline]
    fn values(&self, weights: &[f32], table: TableView<'_>, legal: &[Card], out: &mut Vec<f32>) {
        match self.strengths {
            Strengths::Ranks => self.values_by::<ByRank>(weights, table, legal, out),
            Strengths::Unplayed => self.values_by::<ByPlace>(weights, table, legal, out),
        }
    }

    #[inline]
    fn active_by<H: Held>(&self, table: TableView<'_>, card: Card, out: &mut Vec<u32>) {
        let (hand, unseen, trick) = (table.hand(), table.unseen(), table.trick());
        let (mut features, mut count) = ([0; 1 + Suit::ALL.len()], 0);
        let mut add = |feature: usize, there: bool| {
            features[count] = feature as u32;
            count += usize::from(there);
        };
        let others = not_above(unseen.ranks_of(card.suit()));
        add(self.play(trick.cards().len(), others, card), beating(trick).contains(card));
        for suit in Suit::ALL {
            let held = H::of(hand.ranks_of(suit), unseen.ranks_of(suit));
            let held = if suit == card.suit() { held.after(card) } else { held.combination() } as usize;
            add((self.combinations_from() + held).wrapping_sub(1), held > 0);
        }
        out.extend(features.into_iter().take(count));
    }

    #[inline]
    fn values_by<H: Held>(&self, weights: &[f32], table: TableView<'_>, legal: &[Card], out: &mut Vec<f32>) {
        let (hand, unseen, trick) = (table.hand(), table.unseen(), table.trick());
        let (plays, combinations) = weights.split_at(self.combinations_from().min(weights.len()));
        // The empty combination has no weight: its place is before the first.
        let weight = |held: u32| combinations.get((held as usize).wrapping_sub(1)).copied().unwrap_or_default();
        let play = |place, others, card| plays.get(self.play(place, others, card)).copied().unwrap_or_default();
        let held = Suit::ALL.map(|suit| H::of(hand.ranks_of(suit), unseen.ranks_of(suit)));
        // A move changes the combination of one suit; the others are kept, and added up only once.
        let [clubs, diamonds, hearts, spades] = held.map(|held| weight(held.combination()));
        let kept =
            [diamonds + hearts + spades, clubs + hearts + spades, clubs + diamonds + spades, clubs + diamonds + hearts];
        let moved = |suit: usize, card| kept[suit & 3] + weight(held[suit & 3].after(card));
        out.clear();
        if let Some(best) = trick.best() {
            let (beating, place, others) =
                (best.higher(), trick.cards().len(), not_above(unseen.ranks_of(best.suit())));
            out.extend(legal.iter().map(|&card| {
                let value = moved(card.suit() as usize, card);
                if beating.contains(card) { value + play(place, others, card) } else { value }
            }));
        } else {
            let others = Suit::ALL.map(|suit| not_above(unseen.ranks_of(suit)));
            out.extend(legal.iter().map(|&card| {
                let suit = card.suit() as usize;
                moved(suit, card) + play(0, others[suit & 3], card)
            }));
        }
    }

    /// The feature of playing a card as the first to fourth of a trick (`place` = 0 to 3), where `others` is
    /// [`not_above`] of the ranks of its suit that the others hold.
    #[inline]
    fn play(&self, place: usize, others: u64, card: Card) -> usize {
        let (suit, rank) = (card.suit() as usize, card.rank().0 as usize);
        let n = (others >> 60) as usize;
        let stronger = n - (others >> (4 * rank) & 15) as usize;
        let (n, stronger) = (n.min(11), stronger.min(11));
        let pairs_before = n * (n + 1) / 2;
        if self.cards == 1 {
            place * PAIRS + pairs_before + stronger
        } else {
            // The cards of a suit lie together for each n, so that a hand finds most of them in a few cache lines.
            ((place * 4 + suit) * PAIRS + pairs_before) * 13 + rank * (n + 1) + stronger
        }
    }
}

/// The cards that lead a trick or become its highest.
#[inline]
fn beating(trick: &Trick) -> CardSet {
    trick.best().map_or(CardSet::DECK, Card::higher)
}

/// For each rank, in four bits, how many of `ranks` are not above it; in the highest four bits, how many there are.
///
/// One multiplication adds up all the prefixes of the ranks: 13 at most, so that no sum runs into the next.
#[inline]
fn not_above(ranks: u32) -> u64 {
    let mut spread = u64::from(ranks);
    spread = (spread | spread << 24) & 0x0000_00FF_0000_00FF;
    spread = (spread | spread << 12) & 0x000F_000F_000F_000F;
    spread = (spread | spread << 6) & 0x0303_0303_0303_0303;
    spread = (spread | spread << 3) & 0x1111_1111_1111_1111;
    spread.wrapping_mul(0x1111_1111_1111_1111)
}

/// The cards of one suit in a hand, as a combination of strengths.
trait Held: Copy {
    /// From the ranks in the hand and those that the others hold.
    fn of(hand: u32, unseen: u32) -> Self;
    /// The combination, as bits.
    fn combination(self) -> u32;
    /// The combination when a card of the suit has been played.
    fn after(self, card: Card) -> u32;
}

/// [`Strengths::Ranks`].
#[derive(Clone, Copy)]
struct ByRank(u32);

impl Held for ByRank {
    #[inline]
    fn of(hand: u32, _unseen: u32) -> ByRank {
        ByRank(hand)
    }
    #[inline]
    fn combination(self) -> u32 {
        self.0
    }
    #[inline]
    fn after(self, card: Card) -> u32 {
        self.0 & !(1 << card.rank().0)
    }
}

/// [`Strengths::Unplayed`].
#[derive(Clone, Copy)]
struct ByPlace {
    places: u32,
    unplayed: u64,
}

impl Held for ByPlace {
    #[inline]
    fn of(hand: u32, unseen: u32) -> ByPlace {
        let unplayed = not_above(hand | unseen);
        ByPlace { places: places_among(hand, unplayed), unplayed }
    }
    #[inline]
    fn combination(self) -> u32 {
        self.places
    }
    #[inline]
    fn after(self, card: Card) -> u32 {
        // Those above the card come down by one place.
        let lower = (1 << place_among(u32::from(card.rank().0), self.unplayed)) - 1;
        self.places & lower | self.places >> 1 & !lower
    }
}

/// Where the members of `ranks` stand among those of `unplayed`, of which they are some, from the weakest.
#[inline]
pub(super) fn places(ranks: u32, unplayed: u32) -> u32 {
    places_among(ranks, not_above(unplayed))
}

/// The same, given [`not_above`] of the unplayed.
#[inline]
fn places_among(ranks: u32, unplayed: u64) -> u32 {
    let (mut left, mut places) = (ranks, 0);
    while left > 0 {
        places |= 1 << place_among(left.trailing_zeros(), unplayed);
        left &= left - 1;
    }
    places
}

/// Where one of the unplayed ranks stands among them, given [`not_above`] of them: those not above it less itself.
#[inline]
fn place_among(rank: u32, unplayed: u64) -> u32 {
    ((unplayed >> (4 * rank)) as u32 & 15).wrapping_sub(1)
}

/// Plain tricks as paper 001 puts it: a trick won is a reward of 1.
#[derive(Clone, Copy, Debug)]
pub struct PlainTask(pub PaperFeatures);

impl Task<PlainTricks> for PlainTask {
    fn layout(&self) -> &'static str {
        self.0.layout()
    }
    fn dimensions(&self) -> usize {
        self.0.dimensions()
    }
    #[inline]
    fn active(&self, view: plain_tricks::View<'_>, card: Card, out: &mut Vec<u32>) {
        self.0.active(view.table(), card, out);
    }
    #[inline]
    fn values(&self, weights: &[f32], view: plain_tricks::View<'_>, legal: &[Card], out: &mut Vec<f32>) {
        self.0.values(weights, view.table(), legal, out);
    }
    #[inline]
    fn gain(&self, view: plain_tricks::View<'_>) -> f32 {
        f32::from(view.tricks_won(view.seat()))
    }
}

/// Hearts as paper 001 puts it: the reward of a trick is a quarter of its points less the points taken.
#[derive(Clone, Copy, Debug)]
pub struct HeartsTask(pub PaperFeatures);

impl Task<Hearts> for HeartsTask {
    fn layout(&self) -> &'static str {
        self.0.layout()
    }
    fn dimensions(&self) -> usize {
        self.0.dimensions()
    }
    #[inline]
    fn active(&self, view: hearts::View<'_>, card: Card, out: &mut Vec<u32>) {
        self.0.active(view.table(), card, out);
    }
    #[inline]
    fn values(&self, weights: &[f32], view: hearts::View<'_>, legal: &[Card], out: &mut Vec<f32>) {
        self.0.values(weights, view.table(), legal, out);
    }
    #[inline]
    fn gain(&self, view: hearts::View<'_>) -> f32 {
        relative_score(view)
    }
    fn meaning(&self) -> Meaning {
        RELATIVE
    }
}

/// The other reading of the 78 pairs (n, m): the weakest card, m = n + 1, has no feature. For comparison only.
#[derive(Clone, Copy, Debug)]
pub struct WithoutWeakest<T>(pub T);

impl<T> WithoutWeakest<T> {
    /// Leaves out the feature of playing a card that all of its suit with the others beat.
    fn leave_out(table: TableView<'_>, card: Card, out: &mut Vec<u32>, from: usize) {
        let unseen = table.unseen();
        let is_weakest = (unseen & card.lower()).is_empty();
        if is_weakest && beating(table.trick()).contains(card) {
            out.remove(from);
        }
    }
}

impl Task<PlainTricks> for WithoutWeakest<PlainTask> {
    fn layout(&self) -> &'static str {
        "plain/ranks-no-weakest"
    }
    fn dimensions(&self) -> usize {
        self.0.dimensions()
    }
    fn active(&self, view: plain_tricks::View<'_>, card: Card, out: &mut Vec<u32>) {
        let from = out.len();
        self.0.active(view, card, out);
        Self::leave_out(view.table(), card, out, from);
    }
    fn gain(&self, view: plain_tricks::View<'_>) -> f32 {
        self.0.gain(view)
    }
}

impl Task<Hearts> for WithoutWeakest<HeartsTask> {
    fn layout(&self) -> &'static str {
        "hearts/ranks-no-weakest"
    }
    fn dimensions(&self) -> usize {
        self.0.dimensions()
    }
    fn active(&self, view: hearts::View<'_>, card: Card, out: &mut Vec<u32>) {
        let from = out.len();
        self.0.active(view, card, out);
        Self::leave_out(view.table(), card, out, from);
    }
    fn gain(&self, view: hearts::View<'_>) -> f32 {
        self.0.gain(view)
    }
    fn meaning(&self) -> Meaning {
        RELATIVE
    }
}

/// Another reading of "the combination of strengths held": only that of the suit that is played, so that at most two features
/// are active. For comparison only.
#[derive(Clone, Copy, Debug)]
pub struct PlayedSuit<T>(pub T);

impl PaperFeatures {
    fn active_of_played_suit(&self, table: TableView<'_>, card: Card, out: &mut Vec<u32>) {
        let (hand, unseen, trick) = (table.hand(), table.unseen(), table.trick());
        let of_suit = unseen.ranks_of(card.suit());
        if beating(trick).contains(card) {
            out.push(self.play(trick.cards().len(), not_above(of_suit), card) as u32);
        }
        let held = ByRank::of(hand.ranks_of(card.suit()), of_suit).after(card) as usize;
        if held > 0 {
            out.push((self.combinations_from() + held - 1) as u32);
        }
    }
}

impl Task<PlainTricks> for PlayedSuit<PlainTask> {
    fn layout(&self) -> &'static str {
        "plain/ranks-of-played-suit"
    }
    fn dimensions(&self) -> usize {
        self.0.dimensions()
    }
    fn active(&self, view: plain_tricks::View<'_>, card: Card, out: &mut Vec<u32>) {
        self.0.0.active_of_played_suit(view.table(), card, out);
    }
    fn gain(&self, view: plain_tricks::View<'_>) -> f32 {
        self.0.gain(view)
    }
}

impl Task<Hearts> for PlayedSuit<HeartsTask> {
    fn layout(&self) -> &'static str {
        "hearts/ranks-of-played-suit"
    }
    fn dimensions(&self) -> usize {
        self.0.dimensions()
    }
    fn active(&self, view: hearts::View<'_>, card: Card, out: &mut Vec<u32>) {
        self.0.0.active_of_played_suit(view.table(), card, out);
    }
    fn gain(&self, view: hearts::View<'_>) -> f32 {
        self.0.gain(view)
    }
    fn meaning(&self) -> Meaning {
        RELATIVE
    }
}

/// What is gained where [`relative_score`] is rewarded.
pub(super) const RELATIVE: Meaning = Meaning { unit: Unit::Penalty, base: Base::Table };

/// How much better than the average of the table a seat stands.
#[inline]
pub(super) fn relative_score(view: hearts::View<'_>) -> f32 {
    let seats = || Seat::all(PLAYERS);
    let taken = || seats().map(|seat| i32::from(view.taken(seat)));
    // Neither moon nor jack nearly always: the points are the score.
    let (total, own) = if view.jack_taker().is_none() && taken().all(|points| points < 26) {
        (taken().sum::<i32>(), i32::from(view.taken(view.seat())))
    } else {
        (seats().map(|seat| i32::from(view.score(seat))).sum(), i32::from(view.score(view.seat())))
    };
    total as f32 / PLAYERS as f32 - own as f32
}
