use std::time::Instant;

use kirifuda_games::daifugo::{Cards, Daifugo, DaifugoWorlds, Meld, PLAYERS, Phase, View};
use kirifuda_play::{Actions, Game, Imagine, Rng, Seat, Turn, Worlds};

use super::Others;
use super::policy::Learned;
use crate::daifugo::{SampleClient, Sight};

/// How a player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// As the sample client of the contest.
    Client,
    /// By the learned policy.
    Learned,
}

/// What is believed of the others: hands and manners by how well they explain what was seen.
///
/// How likely a game is, is a product over the others, and the part of one of them depends on his own hand only. So a few
/// walkers, each a deal of the hidden cards, exchange cards between two hands at random and keep what they did in
/// proportion to how likely it makes the moves seen (Metropolis). Whenever a world is needed, one of them walks on and
/// its hands make the world.
#[derive(Default)]
pub(super) struct Belief {
    worlds: Option<DaifugoWorlds>,
    /// Moves that others made, seat by seat.
    decisions: Vec<Decision>,
    /// By seat: where its decisions begin and end.
    ranges: [(usize, usize); PLAYERS],
    /// Who returned cards to this seat, these cards, and what he has played.
    gift: Option<(usize, Cards, Cards)>,
    /// Seats whose hands are not known.
    hidden: Vec<usize>,
    /// By seat: how likely it is a sample client.
    clients: [f64; PLAYERS],
    /// By seat: in which manner its moves are explained.
    manners: [Option<Manner>; PLAYERS],
    walkers: Vec<Walker>,
    next: usize,
    until: Option<Instant>,
    legal: Actions<Daifugo>,
}

/// A move of another player.
struct Decision {
    seat: usize,
    /// The position in which it was made; the hands in it mean nothing.
    position: Daifugo,
    sight: Sight,
    /// What the seat has played since, this move included.
    since: Cards,
    meld: Meld,
}

/// A deal of the hidden cards.
#[derive(Clone, Copy)]
struct Walker {
    hands: [Cards; PLAYERS],
    /// How likely the moves of each seat are.
    chances: [f64; PLAYERS],
    /// Exchanges that can have led to the hands.
    ways: f64,
}

/// Walkers at a time.
const WALKERS: usize = 8;
/// Steps of a walker before it is used for the first time, and between two uses.
const WARM_UP: usize = 120;
const STEPS: usize = 16;
/// How often a player does what his manner does not say.
const SLIP: f64 = 0.03;
/// A step is so much more work where moves are explained by the learned policy.
const LEARNED_STEP: usize = 6;

impl Belief {
    /// Begins anew with what a seat has seen; walkers set out before some time only, where it is limited.
    pub fn begin(
        &mut self,
        view: View<'_>,
        (others, weigh): (Others, bool),
        until: Option<Instant>,
        learned: &mut Learned,
        rng: &mut Rng,
    ) {
        self.until = until;
        self.decisions.clear();
        self.hidden.clear();
        self.walkers.clear();
        self.gift = None;
        self.next = 0;
        self.clients = [others.clients(); PLAYERS];
        self.manners = [None; PLAYERS];
        let worlds = self.worlds.insert(Daifugo::worlds(view));
        if weigh && view.phase() == Phase::Play {
            let world = worlds.draw(rng);
            self.recall(view, &world);
            if !self.decisions.is_empty() || self.gift.is_some() {
                self.start(others, learned, rng);
            }
        }
    }

    /// A world, and how each seat plays in it.
    pub fn draw(&mut self, learned: &mut Learned, rng: &mut Rng) -> Option<(Daifugo, [Manner; PLAYERS])> {
        let manners = self.clients.map(|client| if rng.chance(client) { Manner::Client } else { Manner::Learned });
        if self.walkers.is_empty() {
            return Some((self.worlds.as_mut()?.draw(rng), manners));
        }
        let number = self.next % WALKERS;
        self.next += 1;
        let mut walker = self.walkers[number];
        self.walk(&mut walker, STEPS, learned, rng);
        self.walkers[number] = walker;
        Some((self.worlds.as_ref()?.with_hands(&walker.hands, rng), manners))
    }

    /// Goes through the game again, in some world, and notes what the others did.
    fn recall(&mut self, view: View<'_>, world: &Daifugo) {
        let (me, seats) = (view.seat(), usize::from(view.rules().players));
        let Ok(mut game) = Daifugo::from_deal(view.rules(), &world.dealt()) else {
            return;
        };
        while let (Phase::Exchange(_), Turn::Seat(seat)) = (game.view(me).phase(), game.turn()) {
            if game.try_play(Meld::give(world.view(seat).given())).is_err() {
                return;
            }
        }
        for meld in view.moves() {
            let Turn::Seat(seat) = game.turn() else {
                break;
            };
            if seat != me && !view.is_out(seat) {
                let position = game.view(seat);
                let since = view.played_by(seat) - position.played_by(seat);
                let sight = Sight::of(position);
                self.decisions.push(Decision { seat: seat.index(), position: game.clone(), sight, since, meld });
            }
            game.play(meld);
        }
        self.decisions.sort_by_key(|decision| decision.seat);
        for (seat, range) in self.ranges.iter_mut().enumerate() {
            let start = self.decisions.partition_point(|decision| decision.seat < seat);
            let end = self.decisions.partition_point(|decision| decision.seat <= seat);
            *range = (start, end);
        }
        let others = Seat::all(seats).filter(|&seat| seat != me && !view.is_out(seat));
        self.hidden.extend(others.map(Seat::index));
        let winner = view.partner().filter(|&partner| view.class(partner) < view.class(me) && !view.is_out(partner));
        self.gift = winner.map(|winner| (winner.index(), view.received(), view.played_by(winner)));
    }

    fn start(&mut self, others: Others, learned: &mut Learned, rng: &mut Rng) {
        let Some(worlds) = &self.worlds else {
            return;
        };
        for _ in 0..WALKERS {
            // One of a few deals by how often it can have come about: a good place to start from.
            let (mut hands, mut all) = ([Cards::EMPTY; PLAYERS], 0.0);
            let mut chosen = 0.0;
            for _ in 0..8 {
                let tried = worlds.deal_hands(rng);
                let ways = worlds.ways(&tried);
                all += ways;
                if hands == [Cards::EMPTY; PLAYERS] || rng.unit() * all < ways {
                    (hands, chosen) = (tried, ways);
                }
            }
            self.walkers.push(Walker { hands, chances: [1.0; PLAYERS], ways: chosen });
        }
        // What the sample client would do is found quickly: whoever can be one is explained as one first.
        let first = if others == Others::Softmax { Manner::Learned } else { Manner::Client };
        for place in 0..self.hidden.len() {
            self.explain(self.hidden[place], first, learned);
        }
        self.walk_all(learned, rng);
        if others == Others::Mixed {
            self.tell_apart(learned, rng);
        }
    }

    /// Finds out who is a sample client and who is not.
    fn tell_apart(&mut self, learned: &mut Learned, rng: &mut Rng) {
        let mut others = false;
        for place in 0..self.hidden.len() {
            let seat = self.hidden[place];
            let mut sum = 0.0;
            for number in 0..WALKERS / 2 {
                let Walker { hands, chances, .. } = self.walkers[number];
                let other = self.chance(seat, hands[seat], Manner::Learned, learned);
                sum += chances[seat] / (chances[seat] + other);
            }
            self.clients[seat] = sum / (WALKERS / 2) as f64;
            if self.clients[seat] < 0.5 {
                self.explain(seat, Manner::Learned, learned);
                others = true;
            }
        }
        if others {
            self.walk_all(learned, rng);
        }
    }

    /// Explains the moves of a seat in a manner from now on.
    fn explain(&mut self, seat: usize, manner: Manner, learned: &mut Learned) {
        self.manners[seat] = Some(manner);
        for number in 0..self.walkers.len() {
            let hand = self.walkers[number].hands[seat];
            self.walkers[number].chances[seat] = self.chance(seat, hand, manner, learned);
        }
    }

    /// How likely what a seat did is, if it holds a hand now.
    fn chance(&mut self, seat: usize, hand: Cards, manner: Manner, learned: &mut Learned) -> f64 {
        let (start, end) = self.ranges[seat];
        let mut chance = 1.0;
        for decision in &self.decisions[start..end] {
            let held = hand | decision.since;
            chance *= match manner {
                Manner::Client => {
                    let answer = Sight { hand: held, ..decision.sight }.answer();
                    if answer == decision.meld { 1.0 } else { SLIP }
                }
                Manner::Learned => {
                    let view = decision.position.view(Seat(seat as u8));
                    SLIP + (1.0 - SLIP) * learned.chance(view, held, decision.meld, &mut self.legal)
                }
            };
        }
        match self.gift {
            Some((giver, gift, played)) if giver == seat && manner == Manner::Client => {
                let lowest = SampleClient::gift(hand | played | gift, gift.len()).cards() == gift;
                chance * if lowest { 1.0 } else { SLIP }
            }
            _ => chance,
        }
    }

    fn walk_all(&mut self, learned: &mut Learned, rng: &mut Rng) {
        for number in 0..self.walkers.len() {
            if self.until.is_some_and(|until| Instant::now() >= until) {
                return;
            }
            let mut walker = self.walkers[number];
            self.walk(&mut walker, WARM_UP, learned, rng);
            self.walkers[number] = walker;
        }
    }

    /// Walks on for so much work.
    fn walk(&mut self, walker: &mut Walker, work: usize, learned: &mut Learned, rng: &mut Rng) {
        let mut done = 0;
        while done < work {
            done += self.step(walker, learned, rng);
        }
    }

    /// Tries to exchange a card, or two, between two hands; tells how much work it was.
    fn step(&mut self, walker: &mut Walker, learned: &mut Learned, rng: &mut Rng) -> usize {
        let (Some(worlds), 2..) = (&self.worlds, self.hidden.len()) else {
            return usize::MAX / 2;
        };
        let place = rng.below(self.hidden.len());
        let other = (place + 1 + rng.below(self.hidden.len() - 1)) % self.hidden.len();
        let (one, two) = (self.hidden[place], self.hidden[other]);
        let (mut first, mut second) = (walker.hands[one], walker.hands[two]);
        let count = if first.len().min(second.len()) > 1 && rng.chance(0.3) { 2 } else { 1 };
        for _ in 0..count {
            let (a, b) = (any_card(walker.hands[one] & first, rng), any_card(walker.hands[two] & second, rng));
            first = (first - a) | b;
            second = (second - b) | a;
        }
        let mut hands = walker.hands;
        (hands[one], hands[two]) = (first, second);
        let ways = worlds.ways(&hands);
        let least = rng.unit() * walker.ways * walker.chances[one] * walker.chances[two];
        // Chances are at most 1.
        if ways <= least {
            return 1;
        }
        let (Some(manner_one), Some(manner_two)) = (self.manners[one], self.manners[two]) else {
            return 1;
        };
        let chance_one = self.chance(one, first, manner_one, learned);
        if ways * chance_one > least {
            let chance_two = self.chance(two, second, manner_two, learned);
            if ways * chance_one * chance_two > least {
                walker.hands = hands;
                (walker.chances[one], walker.chances[two]) = (chance_one, chance_two);
                walker.ways = ways;
            }
        }
        if manner_one == Manner::Learned || manner_two == Manner::Learned { LEARNED_STEP } else { 1 }
    }
}

/// One of some cards, all equally likely.
fn any_card(cards: Cards, rng: &mut Rng) -> Cards {
    cards.iter().nth(rng.below(cards.len().max(1))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::policy::tests::shipped;
    use super::*;
    use crate::daifugo::SampleClient;
    use kirifuda_games::daifugo::Rules;
    use kirifuda_play::Policy;

    /// Plays games of one manner and calls back with positions in which the first seat is to move, at least so many plays
    /// from the start.
    fn positions(manner: Manner, games: u64, plays: usize, mut look: impl FnMut(&Daifugo)) {
        let rules = Rules::uecda();
        let (mut learned, mut legal) = (shipped(&rules, 1.0), Actions::new());
        for seed in 0..games {
            let rng = &mut Rng::new(1000 + seed);
            let mut game = Daifugo::deal(&rules, rng);
            while let Turn::Seat(seat) = game.turn() {
                game.legal(&mut legal);
                let view = game.view(seat);
                if seat == Seat(0) && view.plays().len() >= plays && legal.len() > 1 {
                    look(&game);
                    break;
                }
                let meld = match manner {
                    Manner::Client => SampleClient.choose(view, &legal, rng),
                    Manner::Learned => learned.choose(view, &legal, rng),
                };
                game.play(meld);
            }
        }
    }

    #[test]
    fn believed_worlds_are_possible_and_deal_out_the_unseen_cards() {
        let (mut learned, mut belief) = (shipped(&Rules::uecda(), 1.0), Belief::default());
        for others in [Others::Default, Others::Mixed] {
            positions(Manner::Client, 12, 12, |game| {
                let (view, rng) = (game.view(Seat(0)), &mut Rng::new(5));
                belief.begin(view, (others, true), None, &mut learned, rng);
                for _ in 0..20 {
                    let (world, _) = belief.draw(&mut learned, rng).unwrap();
                    let mut dealt = Cards::EMPTY;
                    for seat in Seat::all(5) {
                        let hand = world.view(seat).hand();
                        assert_eq!(hand.len(), view.hand_size(seat));
                        assert!(hand.contains(view.known_in(seat)));
                        assert!((dealt & hand).is_empty());
                        dealt |= hand;
                    }
                    assert_eq!(dealt | view.played(), Cards::DECK);
                    assert_eq!(world.view(Seat(0)).hand(), view.hand());
                    assert!(Daifugo::from_deal(view.rules(), &world.dealt()).is_ok());
                }
            });
        }
    }

    #[test]
    fn believed_hands_explain_what_sample_clients_did() {
        let (mut learned, mut belief) = (shipped(&Rules::uecda(), 1.0), Belief::default());
        // Moves that are not those of a client with the hand of the world, of all: weighed, and not.
        let mut slips = [0.0, 0.0];
        positions(Manner::Client, 20, 12, |game| {
            let (view, rng) = (game.view(Seat(0)), &mut Rng::new(5));
            for (weigh, slips) in [true, false].into_iter().zip(&mut slips) {
                belief.begin(view, (Others::Default, true), None, &mut learned, rng);
                if !weigh {
                    belief.walkers.clear();
                }
                for _ in 0..20 {
                    let (world, _) = belief.draw(&mut learned, rng).unwrap();
                    for decision in &belief.decisions {
                        let hand = world.view(Seat(decision.seat as u8)).hand() | decision.since;
                        let slip = Sight { hand, ..decision.sight }.answer() != decision.meld;
                        *slips += f64::from(u8::from(slip)) / (20.0 * belief.decisions.len() as f64);
                    }
                }
            }
        });
        let [weighed, not] = slips.map(|sum| sum / 20.0);
        assert!(weighed < 0.04 && not > 3.0 * weighed, "{weighed} weighed, {not} not");
    }

    #[test]
    fn sample_clients_are_told_from_others_by_their_moves() {
        let (mut learned, mut belief) = (shipped(&Rules::uecda(), 1.0), Belief::default());
        let mut share = |manner| {
            let (mut sum, mut count) = (0.0, 0.0);
            positions(manner, 30, 15, |game| {
                belief.begin(game.view(Seat(0)), (Others::Mixed, true), None, &mut learned, &mut Rng::new(5));
                for &seat in &belief.hidden {
                    sum += belief.clients[seat];
                    count += 1.0;
                }
            });
            sum / count
        };
        let (clients, others) = (share(Manner::Client), share(Manner::Learned));
        assert!(clients > 0.8 && others < 0.45, "clients are found so with {clients}, others with {others}");
    }
}
