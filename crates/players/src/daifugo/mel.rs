use kirifuda_games::daifugo::{
    Cards, Daifugo, JokerUse, Kind, Meld, Points, RANK_NAMES, RANKS, Rules, SpadeThree, View,
};
use kirifuda_learn::play_values::{Place, Shape, Task, Values};
use kirifuda_play::{Game, Rng, Seat};

use super::pairs::lowest_gift;

/// What UseMEL of paper 003 values: for each rank and number of cards held of it, how many of them to play at once.
///
/// A leader plays his lowest rank, as many of it as are valued most. Who follows plays the lowest rank that is not
/// kept back for a better use. What the paper leaves for later can be valued, too: see [`Scope`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayEvaluation {
    /// Which ranks are kept back when following.
    pub following: Following,
    /// What is tried while learning.
    pub explore: Explore,
    /// Which of equally valued plays is made.
    pub ties: Ties,
    /// What is valued besides groups of natural cards.
    pub scope: Scope,
}

/// Which of equally valued plays is made; at the start all are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The one of fewer cards.
    #[default]
    Smaller,
    /// The one of more cards.
    Larger,
}

/// When a rank is kept back by one who follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Following {
    /// When more cards of it at once are valued most: reading B′.
    #[default]
    Larger,
    /// When another number of cards than the table's is valued most: reading B.
    Exact,
}

/// What is tried while learning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Explore {
    /// Any number of cards of the lowest rank that can be played.
    #[default]
    Size,
    /// Any cards that can be played: a pass is no play.
    Any,
}

/// What is valued besides groups of natural cards; the paper values nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Groups and sequences with the joker, where the rules make it wild.
    pub joker: bool,
    /// Sequences.
    pub sequences: bool,
    /// Ranks have other values while low beats high.
    pub revolution: bool,
    /// Passing, though something could be played.
    pub passing: bool,
}

impl Scope {
    /// Everything.
    pub const ALL: Scope = Scope { joker: true, sequences: true, revolution: true, passing: true };
}

/// Choices: 1 to 4 natural cards, 2 to 5 cards with the joker, a sequence without and with the joker, a pass.
const WITH_JOKER: u32 = 4;
const SEQUENCE: u32 = 8;
const JOKER_SEQUENCE: u32 = 9;
const PASS: u32 = 10;
const CHOICES: usize = 11;

/// States: rank, cards held of it less one, the joker held, order reversed; then the lone joker in either order.
const RANK_STATES: u32 = RANKS as u32 * 4 * 2 * 2;

impl PlayEvaluation {
    /// The value of playing so many of so many natural cards held of a rank (0: the threes), without the joker and in
    /// the usual order: the only ones that the paper has. Numbers are from 1 to 4.
    pub fn place_of(rank: u8, held: u8, played: u8) -> Place {
        let (held, played) = (held.clamp(1, 4), played.clamp(1, 4));
        Place { state: (u32::from(rank) * 4 + u32::from(held) - 1) * 4, choice: u32::from(played) - 1 }
    }

    /// The value of playing so many cards at once, the joker among them: 2 to 5, with 1 to 4 of a rank held.
    pub fn place_with_joker(rank: u8, held: u8, cards: u8) -> Place {
        let state = PlayEvaluation::place_of(rank, held, 1).state + 2;
        Place { state, choice: WITH_JOKER + u32::from(cards.clamp(2, 5)) - 2 }
    }

    /// The value of playing so many natural cards while the joker is held.
    pub fn place_beside_joker(rank: u8, held: u8, played: u8) -> Place {
        let place = PlayEvaluation::place_of(rank, held, played);
        Place { state: place.state + 2, ..place }
    }

    /// The value of passing when this rank is the weakest that could be played.
    pub fn place_of_pass(rank: u8, held: u8) -> Place {
        Place { choice: PASS, ..PlayEvaluation::place_of(rank, held, 1) }
    }

    fn state(&self, view: View<'_>, rank: u8) -> u32 {
        let hand = view.hand();
        let held = hand.of_rank(rank).count_ones().max(1);
        let joker = u32::from(self.has_wild(view, hand));
        (u32::from(rank) * 4 + held - 1) * 4 + joker * 2 + self.reversed(view)
    }

    fn joker_state(&self, view: View<'_>) -> u32 {
        RANK_STATES + self.reversed(view)
    }

    fn reversed(&self, view: View<'_>) -> u32 {
        u32::from(self.scope.revolution && view.is_reversed())
    }

    #[inline]
    fn has_wild(&self, view: View<'_>, hand: Cards) -> bool {
        self.scope.joker && hand.has_joker() && view.rules().joker == JokerUse::Wild
    }

    /// The best use of the cards held of a rank.
    fn best(&self, values: &Values, view: View<'_>, rank: u8) -> Option<u32> {
        let (state, uses) = (self.state(view, rank), self.uses(view, rank));
        match self.ties {
            Ties::Smaller => values.best(state, bits(uses)),
            Ties::Larger => values.best(state, bits_from_above(uses)),
        }
    }

    /// What can be done with the cards held of a rank, as bits of choices.
    fn uses(&self, view: View<'_>, rank: u8) -> u32 {
        let (hand, rules) = (view.hand(), view.rules());
        let held = hand.of_rank(rank).count_ones();
        let largest = held.min(u32::from(rules.groups));
        let mut uses = (1 << largest) - 1;
        let joker = self.has_wild(view, hand);
        if joker {
            // One to four natural cards and the joker.
            let largest = held.min(u32::from(rules.groups) - 1);
            uses |= ((1 << largest) - 1) << WITH_JOKER;
        }
        if self.scope.sequences && rules.sequences {
            for suit in 0..4 {
                uses |= sequences(hand.ranks_of(suit), rank, joker);
            }
        }
        uses
    }

    /// The weakest rank with which the table can be answered, with the bits of the choices that do it; the lone joker
    /// comes last, as rank 13. Nothing for sequences.
    fn weakest_answer(&self, view: View<'_>, table: Meld) -> Option<(u8, u32)> {
        if !matches!(table.kind(), Kind::Single | Kind::Group) {
            return None;
        }
        let hand = view.hand();
        if table == Meld::JOKER {
            let answers = view.rules().spade_three != SpadeThree::Off && hand.contains(Cards::SPADE_THREE);
            return answers.then_some((0, 1));
        }
        let (size, lock, top) = (table.size() as u32, view.lock(), table.low() - 1);
        let joker = size > 1 && self.has_wild(view, hand);
        let strengths = if view.is_reversed() { 13 - top..13 } else { top + 1..13 };
        for strength in strengths {
            let rank = rank_of(strength, view.is_reversed());
            let suits = hand.of_rank(rank) & if lock == 0 { 15 } else { lock };
            let held = suits.count_ones();
            let natural = if held >= size { 1 << (size - 1) } else { 0 };
            let with_joker = if joker && held + 1 >= size { 1 << (WITH_JOKER + size - 2) } else { 0 };
            if natural | with_joker != 0 {
                return Some((rank, natural | with_joker));
            }
        }
        (size == 1 && hand.has_joker()).then_some((RANKS as u8, 1))
    }

    fn lead(&self, values: &Values, view: View<'_>, legal: &[Meld]) -> Meld {
        let Some(rank) = weakest_rank(view) else { return last(legal) };
        let best = self.best(values, view, rank);
        best.and_then(|choice| self.find(view, legal, rank, choice)).unwrap_or_else(|| last(legal))
    }

    fn follow(&self, values: &Values, view: View<'_>, legal: &[Meld], table: Meld) -> Meld {
        if self.scope.passing
            && let Some((rank, answers)) = self.weakest_answer(view, table)
        {
            let state = if usize::from(rank) == RANKS { self.joker_state(view) } else { self.state(view, rank) };
            // Of equals the play: it is offered first.
            if values.best(state, bits(answers | 1 << PASS)) == Some(PASS) {
                return Meld::PASS;
            }
        }
        if table.kind() == Kind::Sequence {
            return self.answer_sequence(values, view, legal);
        }
        let size = table.size() as u32;
        let (mut naturals, mut with_joker) = ([Meld::PASS; RANKS], [Meld::PASS; RANKS]);
        for &meld in legal.iter().filter(|&&meld| meld != Meld::PASS && meld != Meld::JOKER) {
            let melds = if meld.has_joker() { &mut with_joker } else { &mut naturals };
            let first = &mut melds[usize::from(meld.low() - 1)];
            if *first == Meld::PASS {
                *first = meld;
            }
        }
        for strength in 0..RANKS as u8 {
            let rank = usize::from(rank_of(strength, view.is_reversed()));
            let joker = self.scope.joker && with_joker[rank] != Meld::PASS;
            if naturals[rank] == Meld::PASS && !joker {
                continue;
            }
            let Some(best) = self.best(values, view, rank as u8) else { continue };
            if self.keeps_back(best, size) {
                continue;
            }
            // The joker is spent on a rank only if that is the best use of both.
            if joker && best == WITH_JOKER + size.max(2) - 2 {
                return with_joker[rank];
            }
            if naturals[rank] != Meld::PASS {
                return naturals[rank];
            }
        }
        // The joker is the last resort.
        if legal.contains(&Meld::JOKER) { Meld::JOKER } else { Meld::PASS }
    }

    /// Is a rank whose best use is this kept back from a table of so many cards? A sequence takes one card of a rank, but
    /// is no single card.
    fn keeps_back(&self, best: u32, size: u32) -> bool {
        let cards = match best {
            0..WITH_JOKER => best + 1,
            WITH_JOKER..SEQUENCE => best - WITH_JOKER + 2,
            _ => 1,
        };
        match self.following {
            Following::Larger => cards > size,
            Following::Exact => cards != size || best >= SEQUENCE,
        }
    }

    /// The weakest sequence that answers. The joker is spent on it only if that is the best use of its weakest rank; in
    /// reading B no sequence is played that is not.
    fn answer_sequence(&self, values: &Values, view: View<'_>, legal: &[Meld]) -> Meld {
        if !self.scope.sequences {
            return Meld::PASS;
        }
        let reversed = view.is_reversed();
        let (mut answer, mut least) = (Meld::PASS, u8::MAX);
        for &meld in legal.iter().filter(|meld| meld.kind() == Kind::Sequence) {
            let rank = weakest_of(meld, reversed);
            let strength = rank_of(rank, reversed);
            if strength >= least || meld.has_joker() && !self.scope.joker {
                continue;
            }
            let wanted = meld.has_joker() || self.following == Following::Exact;
            if !wanted || self.best(values, view, rank) == choice_of(meld) {
                (answer, least) = (meld, strength);
            }
        }
        answer
    }

    /// The first play that is this use of a rank; of sequences the longest.
    fn find(&self, view: View<'_>, legal: &[Meld], rank: u8, choice: u32) -> Option<Meld> {
        let reversed = view.is_reversed();
        let fits = |meld: &&Meld| choice_of(**meld) == Some(choice) && weakest_of(**meld, reversed) == rank;
        let fitting = legal.iter().filter(fits);
        // `max_by_key` gives the last of equals.
        fitting.rev().max_by_key(|meld| meld.size()).copied()
    }
}

impl Task<Daifugo> for PlayEvaluation {
    fn layout(&self) -> &'static str {
        "daifugo: rank, held, joker, reversed; naturals 1-4, with joker 2-5, sequence, joker sequence, pass"
    }

    fn shape(&self) -> Shape {
        Shape { states: RANK_STATES as usize + 2, choices: CHOICES }
    }

    fn place(&self, view: View<'_>, action: Meld) -> Option<Place> {
        if view.to_give() > 0 {
            return None;
        }
        if action == Meld::PASS {
            let (rank, _) = view.table().filter(|_| self.scope.passing).and_then(|t| self.weakest_answer(view, t))?;
            let state = if usize::from(rank) == RANKS { self.joker_state(view) } else { self.state(view, rank) };
            return Some(Place { state, choice: PASS });
        }
        if action == Meld::JOKER {
            return self.scope.passing.then(|| Place { state: self.joker_state(view), choice: 0 });
        }
        let sequence = action.kind() == Kind::Sequence;
        if action.has_joker() && !self.scope.joker || sequence && !self.scope.sequences {
            return None;
        }
        let rank = weakest_of(action, view.is_reversed());
        Some(Place { state: self.state(view, rank), choice: choice_of(action)? })
    }

    fn advise(&self, values: &Values, view: View<'_>, legal: &[Meld]) -> Meld {
        match view.table() {
            _ if view.to_give() > 0 => lowest_gift(legal),
            None => self.lead(values, view, legal),
            Some(table) => self.follow(values, view, legal, table),
        }
    }

    fn explore(&self, view: View<'_>, legal: &[Meld], rng: &mut Rng) -> Meld {
        if self.explore == Explore::Any || view.to_give() > 0 {
            return any(legal, rng);
        }
        let pass = if self.scope.passing { 1 << PASS } else { 0 };
        let found = match view.table() {
            None => weakest_rank(view).map(|rank| (rank, self.uses(view, rank))),
            Some(table) if table.kind() == Kind::Sequence => return any(legal, rng),
            Some(table) => self.weakest_answer(view, table).map(|(rank, answers)| (rank, answers | pass)),
        };
        let Some((rank, choices)) = found else { return last(legal) };
        let choice = bits(choices).nth(rng.below(choices.count_ones() as usize));
        match choice {
            Some(PASS) => Meld::PASS,
            _ if usize::from(rank) == RANKS => Meld::JOKER,
            Some(choice) => self.find(view, legal, rank, choice).unwrap_or_else(|| last(legal)),
            None => last(legal),
        }
    }

    /// The places count +2 to −2, whatever the contest gives for them.
    fn reward(&self, game: &Daifugo, seat: Seat) -> f32 {
        centred(game.view(seat).rules(), game.payoff(seat))
    }
}

/// A payoff with the mean of all places taken away.
fn centred(rules: &Rules, payoff: f32) -> f32 {
    match rules.points {
        Points::Centred => payoff,
        Points::Contest => payoff - (f32::from(rules.players) + 1.0) / 2.0,
    }
}

/// The name of a rank, for tables.
pub fn rank_name(rank: u8) -> char {
    RANK_NAMES.get(usize::from(rank)).map_or('★', |&name| char::from(name))
}

/// Which use of a rank a play is; nothing for a pass, a gift and the lone joker.
fn choice_of(meld: Meld) -> Option<u32> {
    let size = meld.size() as u32;
    match (meld.kind(), meld.has_joker()) {
        (Kind::Single | Kind::Group, false) => Some(size - 1),
        (Kind::Group, true) => Some(WITH_JOKER + size - 2),
        (Kind::Sequence, false) => Some(SEQUENCE),
        (Kind::Sequence, true) => Some(JOKER_SEQUENCE),
        _ => None,
    }
}

/// The weakest rank of the natural cards of a play.
fn weakest_of(meld: Meld, reversed: bool) -> u8 {
    let cards = meld.naturals().bits().max(1);
    (if reversed { cards.ilog2() } else { cards.trailing_zeros() }) as u8 / 4
}

/// The weakest rank held; nothing if only the joker is left.
fn weakest_rank(view: View<'_>) -> Option<u8> {
    let cards = view.hand().naturals().bits();
    (cards != 0).then(|| (if view.is_reversed() { cards.ilog2() } else { cards.trailing_zeros() }) as u8 / 4)
}

/// A rank by its strength, or its strength by the rank: the same turned over.
#[inline]
fn rank_of(strength: u8, reversed: bool) -> u8 {
    if reversed { RANKS as u8 - 1 - strength } else { strength }
}

/// The sequences of a suit's ranks, as bits, that a rank may be played in.
fn sequences(ranks: u16, rank: u8, joker: bool) -> u32 {
    if ranks >> rank & 1 == 0 {
        return 0;
    }
    let around = |distance: u8| ranks >> (rank + distance) & 1 == 1;
    let below = |distance: u8| rank >= distance && ranks >> (rank - distance) & 1 == 1;
    let natural = around(1) && around(2) || below(1) && below(2) || below(1) && around(1);
    let with_joker = joker && (around(1) || around(2) || below(1) || below(2));
    u32::from(natural) << SEQUENCE | u32::from(with_joker) << JOKER_SEQUENCE
}

/// The numbers of the bits set, ascending.
#[inline]
fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        next
    })
}

/// The numbers of the bits that are set, the highest first.
fn bits_from_above(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let next = set.checked_ilog2()?;
        set ^= 1 << next;
        Some(next)
    })
}

/// Any play; a pass only if there is no other.
fn any(legal: &[Meld], rng: &mut Rng) -> Meld {
    match legal {
        [Meld::PASS, plays @ ..] if !plays.is_empty() => rng.pick(plays),
        _ => rng.pick(legal),
    }
}

/// A play where the table does not help: the lone joker, or the strongest thing there is.
fn last(legal: &[Meld]) -> Meld {
    legal.last().copied().unwrap_or(Meld::PASS)
}
