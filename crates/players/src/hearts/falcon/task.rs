use std::sync::Arc;

use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::hearts::{Hearts, View};
use kirifuda_games::tricks::PLAYERS;
use kirifuda_learn::falcon::{Bits, MOST_BITS, Place, Shape, Situation, Task};
use kirifuda_play::Phrase;

use crate::common::NO_PERCEPTS;
use crate::hearts::{Action, ActionSet, Jake, Look, NEW, Percept, Side};

/// Hearts as FALCON sees it: percepts, actions, and one network for each trick and place in the trick, or fewer.
#[derive(Clone)]
pub struct HeartsTask {
    lead: Arc<[Percept]>,
    follow: Arc<[Percept]>,
    actions: &'static ActionSet,
    networks: Networks,
    only: Option<Side>,
    /// Whether the percepts of leading, and of following, fit into 64 bits.
    is_narrow: [bool; 2],
}

/// How many networks there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Networks {
    /// One for each trick and place in the trick.
    FiftyTwo,
    /// One for each quarter of the deal and place in the trick.
    Sixteen,
    /// One for each place in the trick.
    Four,
}

impl Networks {
    /// All, with their names.
    pub const ALL: [(&'static str, Networks); 3] =
        [("52", Networks::FiftyTwo), ("16", Networks::Sixteen), ("4", Networks::Four)];

    /// How many there are.
    pub fn count(self) -> usize {
        match self {
            Networks::FiftyTwo => 13 * PLAYERS,
            Networks::Sixteen => 4 * PLAYERS,
            Networks::Four => PLAYERS,
        }
    }

    /// The network of a trick, from 0, and a place in it, from 0.
    fn number(self, trick: usize, place: usize) -> usize {
        let part = match self {
            Networks::FiftyTwo => trick,
            Networks::Sixteen => trick * 4 / 13,
            Networks::Four => 0,
        };
        part * PLAYERS + place
    }

    /// The tricks, from 1, and the place, from 0, of a network.
    pub fn place(self, network: usize) -> (std::ops::RangeInclusive<usize>, usize) {
        let mut tricks = (0..13).filter(|&trick| self.number(trick, network % PLAYERS) == network);
        let first = tricks.next().unwrap_or_default();
        (first + 1..=tricks.next_back().unwrap_or(first) + 1, network % PLAYERS)
    }
}

/// A deal is good up to so many points.
const BEARABLE: f32 = 6.0;

impl HeartsTask {
    /// These percepts, actions and networks. An error when the percepts take too many bits.
    pub fn new(
        lead: &[Percept],
        follow: &[Percept],
        actions: &'static ActionSet,
        networks: Networks,
    ) -> Result<HeartsTask, String> {
        for (side, percepts) in [(Side::Lead, lead), (Side::Follow, follow)] {
            let width = width(percepts);
            if width > MOST_BITS {
                return Err(format!(
                    "the percepts of `{side}` take {width} bits, at most {MOST_BITS} fit: leave some out"
                ));
            }
        }
        let is_narrow = [lead, follow].map(|percepts| width(percepts) <= u64::BITS as usize);
        Ok(HeartsTask { lead: lead.into(), follow: follow.into(), actions, networks, only: None, is_narrow })
    }

    /// The hand-picked percepts of papers 000 and 002 with the new actions.
    pub fn hand_picked() -> HeartsTask {
        let of = |side: Side| side.hand_picked().iter().map(|&number| side.percepts()[number as usize]).collect();
        HeartsTask {
            lead: of(Side::Lead),
            follow: of(Side::Follow),
            actions: &NEW,
            networks: Networks::FiftyTwo,
            only: None,
            is_narrow: [true; 2],
        }
    }

    /// The same, deciding on one side only.
    pub fn only(self, side: Side) -> HeartsTask {
        HeartsTask { only: Some(side), ..self }
    }

    /// The side that FALCON decides on, where it is one.
    pub fn side(&self) -> Option<Side> {
        self.only
    }

    /// The percepts of a side.
    pub fn percepts(&self, side: Side) -> &[Percept] {
        match side {
            Side::Lead => &self.lead,
            Side::Follow => &self.follow,
        }
    }

    /// The actions.
    pub fn actions(&self) -> &'static ActionSet {
        self.actions
    }

    /// The networks.
    pub fn networks(&self) -> Networks {
        self.networks
    }

    /// What a side senses.
    #[inline]
    fn sense(&self, look: &Look<'_>, side: Side) -> Bits {
        // Words of 64 bits are shifted three times as fast as those of 128, and most choices of percepts fit.
        if !self.is_narrow[usize::from(side == Side::Follow)] {
            return self.sense_wide(look, side);
        }
        let mut bits = 0;
        for percept in self.percepts(side) {
            bits = bits << percept.width | u64::from((percept.sense)(look));
        }
        Bits::from(bits)
    }

    #[cold]
    fn sense_wide(&self, look: &Look<'_>, side: Side) -> Bits {
        let mut bits = 0;
        for percept in self.percepts(side) {
            bits = bits << percept.width | Bits::from((percept.sense)(look));
        }
        bits
    }

    /// What each percept of a side said, in the order of [`percepts`](HeartsTask::percepts).
    pub fn unpack(&self, side: Side, mut bits: Bits) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for percept in self.percepts(side).iter().rev() {
            values.push((bits & ((1 << percept.width) - 1)) as u32);
            bits >>= percept.width;
        }
        values.reverse();
        values
    }
}

fn width(percepts: &[Percept]) -> usize {
    percepts.iter().map(|percept| percept.width as usize).sum()
}

/// Numbers of percepts as text: `6+14+15`.
pub fn numbers(percepts: &[Percept]) -> String {
    let numbers: Vec<String> = percepts.iter().map(|percept| percept.number.to_string()).collect();
    if numbers.is_empty() { NO_PERCEPTS.to_string() } else { numbers.join("+") }
}

impl Task<Hearts> for HeartsTask {
    fn layout(&self) -> String {
        let (lead, follow) = (numbers(&self.lead), numbers(&self.follow));
        let (actions, networks) = (self.actions.name, self.networks.count());
        format!("hearts falcon 1: lead {lead}, follow {follow}, actions {actions}, networks {networks}")
    }

    fn shape(&self) -> Shape {
        Shape {
            networks: self.networks.count(),
            parents: PLAYERS,
            actions: self.actions.lead.len().max(self.actions.follow.len()),
            width: width(&self.lead).max(width(&self.follow)),
            seats: PLAYERS,
        }
    }

    #[inline]
    fn look(&self, view: View<'_>, legal: &[Card], out: &mut Situation<Hearts>) -> bool {
        if view.is_passing() {
            return false;
        }
        let look = Look::new(view, legal.iter().copied().collect::<CardSet>());
        let side = look.side();
        if self.only.is_some_and(|only| only != side) {
            return false;
        }
        let place = view.trick().cards().len();
        out.place = Place {
            network: self.networks.number(view.trick_number(), place) as u16,
            parent: place as u16,
            bits: self.sense(&look, side),
        };
        out.options.clear();
        (self.actions.applying)(&look, &mut out.options);
        true
    }

    /// Cards are passed as `jake` does; where no action applies, the lowest card is played.
    fn fallback(&self, view: View<'_>, legal: &[Card]) -> Card {
        let cards: CardSet = legal.iter().copied().collect();
        let choice = if view.is_passing() { Jake::pass(view) } else { Look::new(view, cards).fallback() };
        choice.filter(|&card| cards.contains(card)).unwrap_or(legal[0])
    }

    #[inline]
    fn cost(&self, view: View<'_>) -> f32 {
        f32::from(view.score(view.seat()))
    }

    #[inline]
    fn stake(&self, view: View<'_>) -> f32 {
        let taken: u8 = kirifuda_play::Seat::all(PLAYERS).map(|seat| view.taken(seat)).sum();
        26.0 - f32::from(taken)
    }

    fn bearable(&self) -> f32 {
        BEARABLE
    }

    fn phrase(&self, place: &Place, action: u16) -> Option<Phrase> {
        let side = if place.parent == 0 { Side::Lead } else { Side::Follow };
        self.actions.of(side).get(usize::from(action)).map(Action::phrase)
    }
}
