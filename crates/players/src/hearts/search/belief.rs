use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::hearts::{Direction, Hearts, HeartsWorlds, Rules, View};
use kirifuda_games::tricks::PLAYERS;
use kirifuda_play::{Game, Imagine, Rng, Seat, Worlds};

use super::kind::{KINDS, Kinds, NET, PASSES};
use super::sight::Passed;
use super::{Cast, Likeness, Manner, Position, Pupil, Sightings};

/// Where the hidden cards may be, and who the others may be: worlds come up as often as they are likely after what the
/// others were seen to play and to pass.
///
/// The game's own worlds are all equally likely. A chain of worlds goes from one to the next by swapping two cards of
/// two opponents (or by letting another card have been passed), which is accepted as often as it makes what was seen
/// likelier (Metropolis). Some chains run side by side, each begun from a world of its own.
pub struct Belief {
    seat: Seat,
    others: [Seat; PLAYERS - 1],
    kinds: Kinds,
    weighed: bool,
    /// The position reached, without hands.
    base: Position,
    worlds: Option<HeartsWorlds>,
    /// What a seat may hold, as far as is proved.
    may_hold: [CardSet; PLAYERS],
    played_by: [CardSet; PLAYERS],
    direction: Direction,
    sightings: Sightings,
    /// From 0 to 1: how much is thought about what was seen.
    effort: f64,
    chains: Vec<World>,
    next: usize,
    pupil: Option<Pupil>,
    /// How surely it plays the better card.
    sharpness: f32,
    /// Which seats may play by the net, as far as has been seen.
    netlike: [bool; PLAYERS],
    likeness: Likeness,
}

/// Chains that run side by side.
const CHAINS: usize = 8;
/// Steps of a chain before its first world is used, and between two that are.
const WARM_UP: usize = 120;
const STRIDE: usize = 8;
/// The same where a net is asked at each step: before it is looked at who plays like it at all, and after that.
const NET_WARM_UP: (usize, usize) = (20, 40);
const NET_STRIDE: usize = 4;
/// A seat that is less likely than this to play by the net, by what all the others did, is not compared with it any longer: asking a net at each
/// step costs more worlds than so small a doubt is worth.
const HARDLY: f64 = 0.07;
/// How likely a card passed is that a kind would not have passed, one that it would have passed being 1.
const PASS_DOUBT: [f64; 4] = [0.03, 0.1, 0.3, 1.0];

#[derive(Clone, Copy, Debug)]
struct World {
    hands: [CardSet; PLAYERS],
    /// What each seat got when cards were passed; some of it may be played by now.
    received: [CardSet; PLAYERS],
    plays: [[f64; KINDS]; PLAYERS],
    passed: [[f64; PASSES]; PLAYERS],
    /// How likely each card played is for the net.
    factors: [[f32; 13]; PLAYERS],
    /// Cards dealt, and which of them the net would pass.
    net_passes: [(CardSet, CardSet); PLAYERS],
    evidence: f64,
}

impl Belief {
    /// Knows nothing yet.
    pub fn new(kinds: Kinds, weighed: bool) -> Belief {
        Belief {
            seat: Seat(0),
            others: [Seat(1), Seat(2), Seat(3)],
            kinds,
            weighed,
            base: Position::opening(Rules::standard(), Seat(0)),
            worlds: None,
            may_hold: [CardSet::EMPTY; PLAYERS],
            played_by: [CardSet::EMPTY; PLAYERS],
            direction: Direction::Hold,
            sightings: Sightings::default(),
            effort: 1.0,
            chains: Vec::with_capacity(CHAINS),
            next: 0,
            pupil: None,
            sharpness: 0.0,
            netlike: [false; PLAYERS],
            likeness: Likeness::new([0.0; 3]),
        }
    }

    /// The same with a net by which opponents may play: as often as the kinds say, and the more likely the better it
    /// explains what they did.
    pub fn with_pupil(mut self, pupil: Pupil, sharpness: f64) -> Belief {
        (self.pupil, self.sharpness) = (Some(pupil), sharpness as f32);
        self
    }

    /// How far the others seem to play like the net, after the last [`look`](Belief::look).
    pub fn likeness(&self) -> Likeness {
        self.likeness
    }

    /// What the opponents may be from now on.
    pub fn expect(&mut self, kinds: Kinds) {
        self.kinds = kinds;
    }

    /// How much is thought about what was seen before the first world: 1 for all, 0 for next to nothing.
    pub fn hurry(&mut self, effort: f64) {
        self.effort = effort.clamp(0.0, 1.0);
    }

    /// So many steps at full effort.
    fn steps(&self, all: usize) -> usize {
        ((all as f64 * self.effort) as usize).max(1)
    }

    /// Looks at the tricks so far; to be called before worlds are drawn. Gives the position reached, without hands.
    pub fn look(&mut self, view: View<'_>, rng: &mut Rng) -> Position {
        self.seat = view.seat();
        self.others = view.others();
        self.direction = view.direction();
        self.base = self.sightings.look(view);
        let mut worlds = Hearts::worlds(view);
        self.chains.clear();
        self.next = 0;
        let asked = self.pupil.is_some() && self.kinds.shares[NET] > 0.0;
        self.netlike = [0, 1, 2, 3].map(|place| asked && Seat(place) != self.seat);
        self.likeness = Likeness::new([if asked { self.kinds.shares[NET] } else { 0.0 }; 3]);
        if let Some(pupil) = &mut self.pupil {
            pupil.forget();
        }
        let told = !view.played().is_empty() || self.direction != Direction::Hold;
        if self.weighed && told {
            for seat in Seat::all(PLAYERS) {
                let elsewhere = Seat::all(PLAYERS).filter(|&other| other != seat).map(|other| view.known_in(other));
                let known_elsewhere = elsewhere.fold(CardSet::EMPTY, |all, cards| all | cards);
                self.may_hold[seat.index()] = !(view.excluded(seat) | known_elsewhere);
                self.played_by[seat.index()] = view.played_by(seat);
            }
            for _ in 0..CHAINS {
                let world = self.begin(&worlds.draw(rng));
                self.chains.push(world);
            }
            if asked {
                self.recognise(rng);
            }
        }
        self.worlds = Some(worlds);
        self.base
    }

    /// One more world, with who is who in it.
    pub fn draw(&mut self, cast: &mut Cast, rng: &mut Rng) -> Position {
        let count = self.chains.len();
        if count == 0 {
            return self.draw_any(cast, rng);
        }
        let place = self.next % count;
        let asked = self.netlike.contains(&true);
        let steps = match self.next < count {
            true => self.steps(WARM_UP),
            false if asked => NET_STRIDE,
            false => STRIDE,
        };
        self.next += 1;
        let mut world = self.chains[place];
        for _ in 0..steps {
            self.step(&mut world, rng);
        }
        self.chains[place] = world;
        for &seat in &self.others {
            let place = seat.index();
            self.kinds.draw(seat, &world.plays[place], &world.passed[place], cast, rng);
        }
        self.base.with_hands(world.hands)
    }

    /// Finds out who plays like the net: all chains get under way. Who hardly does is soon not compared with it any longer,
    /// for that takes time.
    fn recognise(&mut self, rng: &mut Rng) {
        let mut chains = std::mem::take(&mut self.chains);
        for steps in [NET_WARM_UP.0, NET_WARM_UP.1] {
            let steps = self.steps(if self.netlike.contains(&true) { steps } else { WARM_UP });
            for world in &mut chains {
                for _ in 0..steps {
                    self.step(world, rng);
                }
            }
            let each = self.others.map(|seat| self.like_net(&chains, seat));
            self.likeness = Likeness::new(each);
            for (seat, likely) in self.others.into_iter().zip(Likeness::together(each)) {
                if likely < HARDLY {
                    self.set_apart(&mut chains, seat);
                }
            }
        }
        self.next = chains.len();
        self.chains = chains;
    }

    /// In how many of the worlds a seat plays like the net.
    fn like_net(&self, chains: &[World], seat: Seat) -> f64 {
        let (place, kinds) = (seat.index(), self.kinds);
        let share = |world: &World| {
            let (plays, passed) = (&world.plays[place], &world.passed[place]);
            kinds.shares[NET] * plays[NET] * passed[2] / kinds.evidence(plays, passed)
        };
        chains.iter().map(share).sum::<f64>() / chains.len() as f64
    }

    /// A seat does not play like the net, in no world from now on.
    fn set_apart(&mut self, chains: &mut [World], seat: Seat) {
        let place = seat.index();
        if self.netlike[place] {
            self.netlike[place] = false;
            for world in chains {
                world.plays[place][NET] = 0.0;
                self.sum_up(world);
            }
        }
    }

    /// A world, each equally likely.
    fn draw_any(&mut self, cast: &mut Cast, rng: &mut Rng) -> Position {
        for &seat in &self.others {
            self.kinds.draw(seat, &[1.0; KINDS], &[1.0; PASSES], cast, rng);
        }
        match &mut self.worlds {
            Some(worlds) => {
                let world = worlds.draw(rng);
                self.base.with_hands([0, 1, 2, 3].map(|seat| world.view(Seat(seat)).hand()))
            }
            None => self.base,
        }
    }

    /// The start of a chain.
    fn begin(&mut self, game: &Hearts) -> World {
        let mut world = World {
            hands: [0, 1, 2, 3].map(|seat| game.view(Seat(seat)).hand()),
            received: [CardSet::EMPTY; PLAYERS],
            plays: [[1.0; KINDS]; PLAYERS],
            passed: [[1.0; PASSES]; PLAYERS],
            factors: [[1.0; 13]; PLAYERS],
            net_passes: [(CardSet::EMPTY, CardSet::EMPTY); PLAYERS],
            evidence: 1.0,
        };
        for giver in Seat::all(PLAYERS) {
            if let Some(receiver) = self.direction.receiver(giver) {
                world.received[receiver.index()] = game.view(giver).given().iter().copied().collect();
            }
        }
        for seat in self.others {
            self.judge_plays(&mut world, seat, (Card::TWO_OF_CLUBS, Card::TWO_OF_CLUBS));
        }
        self.judge_passes(&mut world);
        self.sum_up(&mut world);
        world
    }

    /// After `swapped.0` of a seat has been replaced by `swapped.1`; the same card twice stands for a new world.
    fn judge_plays(&mut self, world: &mut World, seat: Seat, swapped: (Card, Card)) {
        let place = seat.index();
        world.plays[place] = self.sightings.likelihood(seat, world.hands[place], &self.kinds);
        world.plays[place][NET] = 0.0;
        if let Some(pupil) = self.pupil.as_mut().filter(|_| self.netlike[place]) {
            let mut passed = Passed { direction: self.direction, ..Passed::NOTHING };
            if let (Some(giver), Some(receiver)) = (self.direction.giver(seat), self.direction.receiver(seat)) {
                passed.by[giver.index()] = world.received[place];
                passed.by[place] = world.received[receiver.index()];
            }
            let sightings = self.sightings.of(seat);
            let (player, factors) = ((seat, world.hands[place]), &mut world.factors[place]);
            world.plays[place][NET] = pupil.likelihood(player, swapped, sightings, &passed, self.sharpness, factors);
        }
    }

    fn judge_passes(&mut self, world: &mut World) {
        for giver in self.others {
            let Some(receiver) = self.direction.receiver(giver) else {
                return;
            };
            let (place, given) = (giver.index(), world.received[receiver.index()]);
            let dealt = ((world.hands[place] | self.played_by[place]) - world.received[place]) | given;
            let fit = |cards: CardSet| PASS_DOUBT[(cards & given).len() & 3];
            if let Some(pupil) = self.pupil.as_mut().filter(|_| self.netlike[place])
                && world.net_passes[place].0 != dealt
            {
                world.net_passes[place] = (dealt, pupil.pass(dealt, self.direction));
            }
            let by_net = world.net_passes[place].1;
            world.passed[place] = [fit(Manner::Stock.pass(dealt)), fit(Manner::Jake.pass(dealt)), fit(by_net)];
        }
    }

    fn sum_up(&self, world: &mut World) {
        let evidence = |seat: &Seat| self.kinds.evidence(&world.plays[seat.index()], &world.passed[seat.index()]);
        world.evidence = self.others.iter().map(evidence).product();
    }

    /// One step of a chain.
    fn step(&mut self, world: &mut World, rng: &mut Rng) {
        let mut other = *world;
        let passing = self.direction != Direction::Hold;
        let changed =
            if passing && rng.below(4) == 0 { self.pass_another(&mut other, rng) } else { self.swap(&mut other, rng) };
        if !changed {
            return;
        }
        if passing {
            self.judge_passes(&mut other);
        }
        self.sum_up(&mut other);
        if other.evidence >= world.evidence || rng.unit() * world.evidence < other.evidence {
            *world = other;
        }
    }

    /// Two opponents swap a card.
    fn swap(&mut self, world: &mut World, rng: &mut Rng) -> bool {
        let left_out = rng.below(PLAYERS - 1);
        let (a, b) = (self.others[(left_out + 1) % 3], self.others[(left_out + 2) % 3]);
        let (Some(from_a), Some(from_b)) =
            (random_card(world.hands[a.index()], rng), random_card(world.hands[b.index()], rng))
        else {
            return false;
        };
        if !self.may_hold[b.index()].contains(from_a) || !self.may_hold[a.index()].contains(from_b) {
            return false;
        }
        for (seat, out, into) in [(a, from_a, from_b), (b, from_b, from_a)] {
            let place = seat.index();
            world.hands[place] = world.hands[place].without(out).with(into);
            if world.received[place].contains(out) {
                world.received[place] = world.received[place].without(out).with(into);
            }
        }
        self.judge_plays(world, a, (from_a, from_b));
        self.judge_plays(world, b, (from_b, from_a));
        true
    }

    /// An opponent got another card from another opponent.
    fn pass_another(&self, world: &mut World, rng: &mut Rng) -> bool {
        let receiver = self.others[rng.below(PLAYERS - 1)];
        if self.direction.giver(receiver) == Some(self.seat) {
            return false;
        }
        let place = receiver.index();
        let received = world.received[place];
        let own = (world.hands[place] | self.played_by[place]) - received;
        let (Some(out), Some(into)) = (random_card(received, rng), random_card(own, rng)) else {
            return false;
        };
        world.received[place] = received.without(out).with(into);
        true
    }
}

/// A card of a set, each equally likely.
#[inline]
fn random_card(cards: CardSet, rng: &mut Rng) -> Option<Card> {
    if cards.is_empty() { None } else { cards.iter().nth(rng.below(cards.len())) }
}
