//! Daifugo (Daihinmin): get rid of the cards first. Everyone plays higher cards of the same kind, or passes; who goes
//! out first is the daifugo, the millionaire, and gets the best cards of the daihinmin in the next game.
//!
//! An action is a [`Meld`]: cards played together, a pass, or the cards that a winner of the last game returns in the
//! exchange. The losers' gifts are their strongest cards, so they are no choice: they change hands with the deal.

mod cards;
mod dealt;
mod generate;
mod meld;
mod numbers;
mod rules;
mod session;
mod text;
mod view;
mod why_not;
mod worlds;

use kirifuda_play::{Actions, Game, IllegalAction, Measure, Measured, Rng, Seat, Turn};

pub use cards::{Cards, EIGHT, FIVE, JACK, RANK_NAMES, RANKS, SUITS};
pub use dealt::Dealt;
pub use meld::{COLUMNS, Joker, Kind, Meld};
pub use rules::{JokerUse, Points, Rules, SpadeThree};
pub use session::Standing;
pub use view::{Moved, View};
pub use why_not::{Beyond, WhyNot};
pub use worlds::DaifugoWorlds;

use dealt::{is_permutation, permutations, place_of, sizes};
use generate::Demand;

/// The most players.
pub const PLAYERS: usize = 6;
/// So many passes in a row end the game; the rest are ranked by lot.
pub const GUARD: u8 = 20;
/// Cards in the deck.
pub const DECK_SIZE: usize = 53;

/// No class, no place.
const NONE: u8 = u8::MAX;

/// A game of Daifugo.
///
/// Inside, everything is counted by the places round the table; a seat of the outside is a player, who changes places
/// when seats are drawn anew in a session.
#[derive(Clone, Debug)]
pub struct Daifugo {
    rules: Rules,
    phase: Phase,
    /// The place to move.
    mover: u8,
    /// The place that played last, or shall lead.
    owner: u8,
    /// What lies on the table; a pass when it is empty.
    table: Meld,
    /// The suits that the table is locked to.
    lock: u8,
    /// Places that have passed since the table was cleared, as bits.
    passed: u8,
    /// Places that play no more, as bits.
    out: u8,
    revolution: bool,
    /// A jack has turned the order over until the table is cleared.
    back: bool,
    /// Passes in a row.
    streak: u8,
    /// The best and the worst place of the ranking that are free.
    best: u8,
    worst: u8,
    hands: [Cards; PLAYERS],
    played: [Cards; PLAYERS],
    ranks: [u8; PLAYERS],
    start: Start,
    /// What each place gave in the exchange.
    given: [Cards; PLAYERS],
    story: Story,
}

/// What is fixed before the cards are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Start {
    /// The player at each place.
    circle: [u8; PLAYERS],
    /// The place of each player.
    places: [u8; PLAYERS],
    /// Classes by place.
    classes: [u8; PLAYERS],
    /// The place that got the first card.
    first: u8,
    /// The number of the permutation by which the rest are ranked when nobody plays any more.
    lots: u16,
    /// The place that leads first; none before the exchange is over.
    leader: u8,
}

/// Every play so far. Passes are counted only: whose they were follows from the order of play.
#[derive(Clone, Copy)]
struct Story {
    count: u8,
    melds: [Meld; DECK_SIZE],
    movers: [u8; DECK_SIZE],
    passes_before: [u8; DECK_SIZE + 1],
}

impl std::fmt::Debug for Story {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.melds[..usize::from(self.count)]).finish()
    }
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// A winner of the last game returns cards: the daifugo (class 0), then the fugo (1).
    Exchange(u8),
    /// Cards are played.
    Play,
    /// All but one are out.
    Over,
}

impl Daifugo {
    /// The game of a deal; the error says why the deal is impossible.
    pub fn from_deal(rules: &Rules, dealt: &Dealt) -> Result<Daifugo, String> {
        dealt.check(rules).map(|()| Daifugo::started(rules, dealt))
    }

    /// The game of a deal that is right.
    fn started(rules: &Rules, dealt: &Dealt) -> Daifugo {
        let players = usize::from(rules.players);
        let mut start = Start {
            circle: dealt.circle,
            places: [0; PLAYERS],
            classes: [NONE; PLAYERS],
            first: place_of(&dealt.circle, dealt.first) as u8,
            lots: dealt.lots,
            leader: NONE,
        };
        let mut hands = [Cards::EMPTY; PLAYERS];
        for (place, &player) in dealt.circle[..players].iter().enumerate() {
            start.places[usize::from(player)] = place as u8;
            hands[place] = dealt.hands[usize::from(player)];
            if let Some(classes) = dealt.classes {
                start.classes[place] = classes[usize::from(player)];
            }
        }
        let mut game = Daifugo {
            rules: *rules,
            phase: Phase::Play,
            mover: 0,
            owner: 0,
            table: Meld::PASS,
            lock: 0,
            passed: 0,
            out: 0,
            revolution: false,
            back: false,
            streak: 0,
            best: 0,
            worst: rules.players - 1,
            hands,
            played: [Cards::EMPTY; PLAYERS],
            ranks: [NONE; PLAYERS],
            start,
            given: [Cards::EMPTY; PLAYERS],
            story: Story {
                count: 0,
                melds: [Meld::PASS; DECK_SIZE],
                movers: [0; DECK_SIZE],
                passes_before: [0; DECK_SIZE + 1],
            },
        };
        if dealt.classes.is_some() && rules.exchange {
            game.collect_gifts();
        } else {
            game.start_play();
        }
        game
    }

    /// The losers of the last game give their strongest cards.
    fn collect_gifts(&mut self) {
        let last = self.rules.players - 1;
        for class in 0..2 {
            let (count, winner, loser) = (self.rules.exchanged(class), self.holder(class), self.holder(last - class));
            if count > 0 {
                let gift = self.hands[loser].strongest_of(count);
                self.give(loser, winner, gift);
            }
        }
        self.phase = Phase::Exchange(0);
        self.mover = self.holder(0) as u8;
    }

    /// The place of a class.
    fn holder(&self, class: u8) -> usize {
        self.start.classes.iter().position(|&of| of == class).unwrap_or_default()
    }

    fn give(&mut self, from: usize, to: usize, cards: Cards) {
        self.hands[from] -= cards;
        self.hands[to] |= cards;
        self.given[from] = cards;
    }

    /// A winner returns cards.
    fn give_back(&mut self, class: u8, cards: Cards) {
        let (winner, loser) = (self.holder(class), self.holder(self.rules.players - 1 - class));
        self.give(winner, loser, cards);
        if class == 0 && self.rules.exchanged(1) > 0 {
            self.phase = Phase::Exchange(1);
            self.mover = self.holder(1) as u8;
        } else {
            self.start_play();
        }
    }

    /// The holder of ♦3 leads.
    fn start_play(&mut self) {
        self.phase = Phase::Play;
        let leader = self.hands.iter().position(|hand| hand.contains(Cards::DIAMOND_THREE)).unwrap_or_default();
        self.mover = leader as u8;
        self.owner = self.mover;
        self.start.leader = self.mover;
    }

    #[inline]
    fn players_mask(&self) -> u8 {
        (1 << self.rules.players) - 1
    }

    /// Places that still play, as bits.
    #[inline]
    fn alive(&self) -> u8 {
        self.players_mask() & !self.out
    }

    /// The first place of a set that comes after a place.
    #[inline]
    fn next_of(&self, places: u8, after: u8) -> u8 {
        let players = self.rules.players;
        let twice = u32::from(places) | u32::from(places) << players;
        let next = (twice >> (after + 1)).trailing_zeros() as u8 + after + 1;
        if next >= players { next - players } else { next }
    }

    fn pass(&mut self) {
        self.passed |= 1 << self.mover;
        self.streak += 1;
        self.story.passes_before[usize::from(self.story.count)] += 1;
        if self.streak >= GUARD {
            self.draw_lots();
        } else {
            self.next_turn(0);
        }
    }

    /// Nobody wants to play any more: those who are left are ranked by lot.
    #[cold]
    fn draw_lots(&mut self) {
        for place in order_of_lots(self.rules.players, self.start.lots) {
            if self.out >> place & 1 == 0 {
                self.ranks[usize::from(place)] = self.best;
                self.best += 1;
            }
        }
        self.phase = Phase::Over;
    }

    #[inline]
    fn next_turn(&mut self, skipped: u32) {
        let active = self.alive() & !self.passed;
        let owner_alone = !self.rules.overplay && self.table != Meld::PASS && active == 1 << self.owner;
        if active == 0 || owner_alone {
            return self.clear_table();
        }
        self.mover = self.next_of(active, self.mover);
        for _ in 0..skipped {
            self.mover = self.next_of(active, self.mover);
        }
        if skipped > 0 && !self.rules.overplay && self.mover == self.owner {
            self.clear_table();
        }
    }

    /// The last to play leads; if out, the next who still plays.
    fn clear_table(&mut self) {
        self.table = Meld::PASS;
        self.lock = 0;
        self.passed = 0;
        self.back = false;
        self.mover = if self.out >> self.owner & 1 == 0 { self.owner } else { self.next_of(self.alive(), self.owner) };
    }

    #[inline]
    fn lay(&mut self, meld: Meld) {
        let mover = usize::from(self.mover);
        self.story.melds[usize::from(self.story.count)] = meld;
        self.story.movers[usize::from(self.story.count)] = self.mover;
        self.story.count += 1;
        self.streak = 0;
        self.hands[mover] -= meld.cards();
        self.played[mover] |= meld.cards();
        let before = std::mem::replace(&mut self.table, meld);
        self.owner = self.mover;
        if meld == Meld::JOKER {
            self.lock = 0;
        } else if self.rules.lock && self.lock == 0 && before.form() != 0 && before.suits() == meld.suits() {
            self.lock = meld.suits();
        }
        if self.hands[mover].is_empty() {
            self.finish(meld);
            if self.phase == Phase::Over {
                return;
            }
        }
        let turns = meld.size() >= if meld.kind() == Kind::Sequence { 5 } else { 4 };
        self.revolution ^= turns && self.rules.revolution;
        self.back ^= self.rules.eleven_back && meld.covers(JACK);
        let eight = self.rules.eight_stop && meld.covers(EIGHT);
        if eight || (before == Meld::JOKER && self.rules.spade_three == SpadeThree::Clears) {
            self.clear_table();
        } else {
            let skipped = if self.rules.five_skip { (meld.cells() >> (4 * FIVE + 4) & 15).count_ones() } else { 0 };
            self.next_turn(skipped);
        }
    }

    /// The mover has played the last card.
    fn finish(&mut self, meld: Meld) {
        let first = self.best == 0 && self.worst == self.rules.players - 1;
        self.out |= 1 << self.mover;
        if self.rules.forbidden_finish && self.is_forbidden_finish(meld) {
            self.rank_last(self.mover);
        } else {
            self.ranks[usize::from(self.mover)] = self.best;
            self.best += 1;
        }
        if self.rules.capital_fall && first && self.ranks[usize::from(self.mover)] == 0 {
            let daifugo = self.start.classes.iter().position(|&class| class == 0).map(|place| place as u8);
            if let Some(daifugo) = daifugo.filter(|&place| self.out >> place & 1 == 0) {
                self.out |= 1 << daifugo;
                self.rank_last(daifugo);
            }
        }
        if self.alive().count_ones() <= 1 {
            self.draw_lots();
        }
    }

    fn rank_last(&mut self, place: u8) {
        self.ranks[usize::from(place)] = self.worst;
        self.worst = self.worst.wrapping_sub(1);
    }

    /// The joker, an eight, or the highest rank of now.
    fn is_forbidden_finish(&self, meld: Meld) -> bool {
        let highest = if self.is_reversed() { 0 } else { RANKS as u8 - 1 };
        meld.has_joker() || meld.covers(EIGHT) || meld.covers(highest)
    }

    /// True when low beats high.
    #[inline]
    fn is_reversed(&self) -> bool {
        self.revolution ^ self.back
    }

    #[inline]
    fn demand(&self) -> Demand {
        Demand { meld: self.table, lock: self.lock, reversed: self.is_reversed() }
    }

    /// All ways to give so many cards.
    fn gifts(hand: Cards, count: usize, out: &mut Actions<Daifugo>) {
        out.clear();
        for card in hand.iter() {
            if count == 1 {
                out.push(Meld::give(card));
                continue;
            }
            for other in hand.iter().take_while(|&other| other < card) {
                out.push(Meld::give(card | other));
            }
        }
        out.sort();
    }

    #[inline]
    fn place(&self, seat: Seat) -> usize {
        usize::from(self.start.places[seat.index()])
    }

    #[inline]
    fn seat(&self, place: usize) -> Seat {
        Seat(self.start.circle[place])
    }

    /// Where a seat ended, 0 the first; nothing while it plays.
    pub fn place_of(&self, seat: Seat) -> Option<u8> {
        Some(self.ranks[self.place(seat)]).filter(|&rank| rank != NONE)
    }

    /// The deal that this game began with.
    pub fn dealt(&self) -> Dealt {
        let players = usize::from(self.rules.players);
        let mut hands = [Cards::EMPTY; PLAYERS];
        let mut classes = [0; PLAYERS];
        for place in 0..players {
            let player = usize::from(self.start.circle[place]);
            hands[player] = self.dealt_to(place);
            classes[player] = self.start.classes[place];
        }
        let has_classes = self.start.classes[0] != NONE;
        Dealt {
            hands,
            circle: self.start.circle,
            classes: has_classes.then_some(classes),
            first: self.start.circle[usize::from(self.start.first)],
            lots: self.start.lots,
        }
    }

    /// The hand of a place before the exchange. A loser gives first, a winner gets first: what he returns may be what
    /// he got.
    fn dealt_to(&self, place: usize) -> Cards {
        let (held, given, received) = (self.hands[place] | self.played[place], self.given[place], self.received(place));
        if self.is_winner(place) { (held | given) - received } else { (held - received) | given }
    }

    fn is_winner(&self, place: usize) -> bool {
        self.start.classes[place] < self.rules.players / 2
    }

    /// Calls back with every position so far and the move made in it.
    fn retell(&self, mut tell: impl FnMut(&Daifugo, Meld)) {
        let mut game = Daifugo::started(&self.rules, &self.dealt());
        let mut play = |game: &mut Daifugo, meld: Meld| {
            tell(game, meld);
            game.play(meld);
        };
        while let Phase::Exchange(class) = game.phase {
            let given = self.given[self.holder(class)];
            if given.is_empty() {
                return;
            }
            play(&mut game, Meld::give(given));
        }
        for number in 0..=usize::from(self.story.count) {
            for _ in 0..self.story.passes_before[number] {
                play(&mut game, Meld::PASS);
            }
            if number < usize::from(self.story.count) {
                play(&mut game, self.story.melds[number]);
            }
        }
    }

    /// What a place has got in the exchange so far.
    fn received(&self, place: usize) -> Cards {
        match self.partner(place) {
            Some(partner) => self.given[partner],
            None => Cards::EMPTY,
        }
    }

    /// With whom a place exchanges cards.
    fn partner(&self, place: usize) -> Option<usize> {
        let class = self.start.classes[place];
        (class != NONE && self.rules.exchanged(class) > 0).then(|| self.holder(self.rules.players - 1 - class))
    }
}

/// The places in the order of a permutation's number.
fn order_of_lots(players: u8, lots: u16) -> impl Iterator<Item = u8> {
    let mut left: u8 = (1 << players) - 1;
    let mut number = lots;
    (1..=u16::from(players)).rev().map(move |count| {
        let mut which = number % count;
        number /= count;
        let mut places = left;
        while which > 0 {
            places &= places - 1;
            which -= 1;
        }
        let place = places.trailing_zeros() as u8;
        left &= !(1 << place);
        place
    })
}

impl Game for Daifugo {
    const NAME: &'static str = "daifugo";
    type Rules = Rules;
    type Action = Meld;
    type View<'a> = View<'a>;

    /// A single game. Where cards are exchanged, the classes of the game before are drawn at random.
    fn deal(rules: &Rules, rng: &mut Rng) -> Daifugo {
        let players = usize::from(rules.players);
        let classes = rules.exchange.then(|| {
            let mut classes = IDENTITY;
            rng.shuffle(&mut classes[..players]);
            classes
        });
        Daifugo::started(rules, &Dealt::random(rules, IDENTITY, classes, rng))
    }

    #[inline]
    fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Over => Turn::Over,
            _ => Turn::Seat(self.seat(usize::from(self.mover))),
        }
    }

    #[inline]
    fn legal(&self, out: &mut Actions<Daifugo>) {
        let hand = self.hands[usize::from(self.mover)];
        match self.phase {
            Phase::Over => out.clear(),
            Phase::Exchange(class) => Daifugo::gifts(hand, self.rules.exchanged(class), out),
            Phase::Play => self.choices(hand, out),
        }
    }

    #[inline]
    fn play(&mut self, meld: Meld) {
        debug_assert!(self.is_legal(meld), "{meld} is not legal");
        match self.phase {
            Phase::Play if meld == Meld::PASS => self.pass(),
            Phase::Play => self.lay(meld),
            Phase::Exchange(class) => self.give_back(class, meld.cards()),
            Phase::Over => {}
        }
    }

    fn try_play(&mut self, meld: Meld) -> Result<(), IllegalAction> {
        if self.phase == Phase::Over {
            return Err(IllegalAction::Over);
        }
        if !self.is_legal(meld) {
            return Err(IllegalAction::NotLegal);
        }
        self.play(meld);
        Ok(())
    }

    #[inline]
    fn payoff(&self, seat: Seat) -> f32 {
        match self.place_of(seat) {
            Some(place) => self.rules.points_of(place),
            None => 0.0,
        }
    }

    #[inline]
    fn view(&self, seat: Seat) -> View<'_> {
        View::new(self, seat)
    }
}

impl Daifugo {
    /// What can be done in play with a hand.
    #[inline]
    fn choices(&self, hand: Cards, out: &mut Actions<Daifugo>) {
        out.clear();
        if self.table != Meld::PASS || self.rules.leader_pass {
            out.push(Meld::PASS);
        }
        generate::plays(&self.rules, hand, self.demand(), |meld| out.push(meld));
        // Only sequences with the joker come in another order.
        if hand.has_joker() && self.rules.sequences && !matches!(self.table.kind(), Kind::Single | Kind::Group) {
            out.sort();
        }
    }

    /// True when the mover may do this.
    pub fn is_legal(&self, meld: Meld) -> bool {
        let hand = self.hands[usize::from(self.mover)];
        match self.phase {
            Phase::Over => false,
            Phase::Exchange(class) => {
                let count = self.rules.exchanged(class);
                meld.kind() == Kind::Give && meld.size() == count && hand.contains(meld.cards())
            }
            Phase::Play if meld == Meld::PASS => self.table != Meld::PASS || self.rules.leader_pass,
            Phase::Play => {
                let mut found = false;
                generate::plays(&self.rules, hand, self.demand(), |legal| found |= legal == meld);
                found
            }
        }
    }
}

/// Everyone in order.
const IDENTITY: [u8; PLAYERS] = [0, 1, 2, 3, 4, 5];

impl Measured for Daifugo {
    const MEASURES: &'static [Measure] = &[
        Measure::new("mean_place", "place", "place", "place at the end, 1 the best").lower(),
        Measure::new("first_rate", "first", "share of games", "games in which it went out first"),
        Measure::new("last_rate", "last", "share of games", "games in which it came last").lower(),
    ];

    fn measure(&self, seat: Seat, out: &mut [f64]) {
        let place = self.place_of(seat).unwrap_or(self.rules.players - 1);
        let is = |which: u8| f64::from(u8::from(place == which));
        out.copy_from_slice(&[f64::from(place) + 1.0, is(0), is(self.rules.players - 1)]);
    }
}
