use std::time::{Duration, Instant};

use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::hearts::{Hearts, Moon, Rules, View};
use kirifuda_games::tricks::PLAYERS;
use kirifuda_learn::search::Budget;
use kirifuda_play::{Deadline, Game, Imagine, Rng, Seat, Worlds};

use super::kind::{KINDS, Kinds, PASSES};
use super::options::{MoonStyle, Options};
use super::player::own_manner;
use super::race::{Arm, Race};
use super::{Cast, Goal, Position};

/// Finds the three cards to pass: all triples are tried in a few worlds, the better ones in more (successive halving).
#[derive(Clone, Debug, Default)]
pub struct Passing {
    triples: Vec<CardSet>,
}

/// How many triples are left after each round, of each goal together; the last round decides.
const KEPT: [usize; 5] = [120, 40, 14, 5, 1];
/// The share of the worlds that each round has, in 1/16.
const SHARES: [u32; 5] = [1, 1, 2, 4, 8];
/// The ways to go on after passing.
const WAYS: [Goal; 2] = [Goal::Plain, Goal::Shoot];

impl Passing {
    /// The triple that is worth most; it holds what has been given already.
    pub fn search(
        &mut self,
        view: View<'_>,
        options: &Options,
        deadline: Option<&Deadline>,
        race: &mut Race,
        seed: u64,
    ) -> CardSet {
        let late = || deadline.is_some_and(Deadline::has_passed);
        let begun = Instant::now();
        let mut rng = Rng::stream(seed, &[1]);
        let mut worlds = Hearts::worlds(view);
        let kinds = options.kinds(view.rules());
        let shooting = view.rules().moon != Moon::Off && options.moon != MoonStyle::Off;
        self.list(view);
        race.clear();
        for choice in 0..self.triples.len() {
            for (way, &goal) in WAYS.iter().enumerate() {
                if goal == Goal::Plain || shooting {
                    let mut arm = Arm::new(choice as u16, way as u8);
                    arm.handicap = if goal == Goal::Shoot { options.margin() } else { 0.0 };
                    race.enter(arm);
                }
            }
        }
        let me = view.seat();
        let mut deal = |race: &mut Race, rng: &mut Rng| {
            let world = worlds.draw(rng);
            let exchange = Exchange::imagine(&world, &kinds, options, me, rng);
            exchange.try_all(race, &self.triples, rng);
            race.fold();
        };
        for (round, (keep, share)) in KEPT.into_iter().zip(SHARES).enumerate() {
            match options.budget {
                Budget::Simulations(limit) => {
                    for number in 0..(limit * share / 16).max(2) {
                        if number > 0 && late() {
                            break;
                        }
                        deal(race, &mut rng);
                    }
                }
                Budget::Time(time) => {
                    // Equal parts of the time; the first worlds of a round are not weighed against it.
                    let end: Duration = time * (round as u32 + 1) / KEPT.len() as u32;
                    deal(race, &mut rng);
                    while begun.elapsed() < end && !late() {
                        deal(race, &mut rng);
                    }
                }
            }
            race.keep_best(keep);
        }
        race.leader().map_or(CardSet::EMPTY, |arm| self.triples[usize::from(arm.choice)])
    }

    /// All triples of the cards dealt that hold what has been given.
    fn list(&mut self, view: View<'_>) {
        let given: CardSet = view.given().iter().copied().collect();
        let mut cards = [Card::TWO_OF_CLUBS; 13];
        for (place, card) in cards.iter_mut().zip(view.dealt()) {
            *place = card;
        }
        self.triples.clear();
        for a in 0..13 {
            for b in a + 1..13 {
                for c in b + 1..13 {
                    let triple = cards[a].set().with(cards[b]).with(cards[c]);
                    if given.is_subset(triple) {
                        self.triples.push(triple);
                    }
                }
            }
        }
    }
}

/// One imagined deal: everybody's cards after the exchange but for what the searching seat gives.
struct Exchange {
    me: Seat,
    receiver: Seat,
    hands: [CardSet; PLAYERS],
    cast: Cast,
    rules: Rules,
}

impl Exchange {
    fn imagine(world: &Hearts, kinds: &Kinds, options: &Options, me: Seat, rng: &mut Rng) -> Exchange {
        let mut cast = Cast::new(options.noise);
        let direction = world.view(me).direction();
        let dealt = [0, 1, 2, 3].map(|seat| world.view(Seat(seat)).dealt());
        let mut hands = dealt;
        for giver in Seat::all(PLAYERS).filter(|&giver| giver != me) {
            kinds.draw(giver, &[1.0; KINDS], &[1.0; PASSES], &mut cast, rng);
            let cards = cast.manner[giver.index()].pass(dealt[giver.index()]);
            if let Some(receiver) = direction.receiver(giver) {
                hands[giver.index()] -= cards;
                hands[receiver.index()] |= cards;
            }
        }
        cast.manner[me.index()] = own_manner(options.playouts);
        let receiver = direction.receiver(me).unwrap_or(me);
        Exchange { me, receiver, hands, cast, rules: *world.rules() }
    }

    /// Plays every running arm to the end.
    fn try_all(&self, race: &mut Race, triples: &[CardSet], rng: &mut Rng) {
        let chance = rng.bits();
        let mut cast = self.cast;
        for place in 0..race.running() {
            let (choice, way) = race.arm(place);
            let triple = triples[usize::from(choice)];
            let mut hands = self.hands;
            hands[self.me.index()] -= triple;
            hands[self.receiver.index()] |= triple;
            let leader = Seat::all(PLAYERS).find(|seat| hands[seat.index()].contains(Card::TWO_OF_CLUBS));
            let mut position = Position::opening(self.rules, leader.unwrap_or_default()).with_hands(hands);
            cast.goal[self.me.index()] = WAYS[usize::from(way)];
            cast.play_out(&mut position, &mut Rng::new(chance));
            race.add(position.payoff(self.me));
        }
    }
}
