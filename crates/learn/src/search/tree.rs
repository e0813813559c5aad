use kirifuda_play::{Game, Policy, Rng, Seat, Turn, play_out};

use super::estimate::Range;
use super::{Candidates, Logs, SearchWork};

/// A search tree whose nodes are sequences of moves. The memory of its nodes is kept from search to search.
///
/// In one world it is the tree of UCT: a node always has the same choices. In many worlds it is the tree of
/// information-set search: a choice counts as often as it could be made.
pub struct Tree<G: Game> {
    /// The root first; it stands for no move.
    nodes: Vec<Node<G::Action>>,
    /// The nodes of the simulation under way, below the root.
    path: Vec<u32>,
    /// Payoffs met in this search, by seat.
    ranges: Vec<Range>,
    logs: Logs,
    /// A buffer for the candidates at a node.
    named: Vec<G::Action>,
}

/// A move after the moves of the nodes above.
#[derive(Clone, Copy, Debug)]
struct Node<A> {
    /// What was brought to the seat that made the move, together.
    total: f64,
    visits: u32,
    /// How often the move could have been made where it is.
    available: u32,
    /// The first move after this one, in ascending order.
    child: u32,
    /// The next move in place of this one.
    sibling: u32,
    seat: Seat,
    /// At the root any: it is not looked at.
    action: A,
}

/// No node: the root is nobody's child or sibling.
const NONE: u32 = 0;

impl<G: Game> Default for Tree<G> {
    fn default() -> Tree<G> {
        Tree { nodes: Vec::new(), path: Vec::new(), ranges: Vec::new(), logs: Logs::default(), named: Vec::new() }
    }
}

impl<G: Game> Tree<G> {
    /// Begins a search.
    pub(super) fn forget<P, C, W>(&mut self, work: &SearchWork<'_, G, P, C, W>) {
        self.plant(work);
        self.ranges.clear();
    }

    /// Begins a tree anew; the payoffs met so far still set the scale.
    pub(super) fn plant<P, C, W>(&mut self, work: &SearchWork<'_, G, P, C, W>) {
        self.nodes.clear();
        self.nodes.push(Node::new(work.estimates[0].action, Seat::default()));
    }

    /// Goes down the tree, adds one node, plays on to the end and takes in how it ended.
    pub(super) fn simulate<P: Policy<G>, C: Candidates<G>, W>(
        &mut self,
        game: &mut G,
        work: &mut SearchWork<'_, G, P, C, W>,
    ) {
        let Some(searcher) = game.turn().seat() else {
            return;
        };
        self.path.clear();
        let candidates = work.estimates.iter().map(|estimate| estimate.action);
        let (mut at, mut fresh) = self.descend(0, candidates, searcher, work.exploration, work.rng);
        loop {
            self.path.push(at);
            game.play(self.nodes[at as usize].action);
            if fresh || self.path.len() >= work.horizon {
                play_out(game, work.playout, work.legal, work.rng);
                break;
            }
            let Turn::Seat(seat) = game.turn() else {
                break;
            };
            game.legal(work.legal);
            let mut named = std::mem::take(&mut self.named);
            let choices = work.candidates.narrow(game.view(seat), work.legal, &mut named);
            (at, fresh) = self.descend(at, choices.iter().copied(), seat, work.exploration, work.rng);
            self.named = named;
        }
        self.learn(game);
        let taken = self.nodes[self.path[0] as usize].action;
        if let Some(estimate) = work.estimates.iter_mut().find(|estimate| estimate.action == taken) {
            estimate.visits += 1;
            estimate.total += f64::from(game.payoff(searcher));
        }
    }

    /// Chooses a move of `seat` at a node: one that was never made here, if there is one; otherwise the one that may yet
    /// be the best. True when it is new. `choices` are ascending, as are the children of a node.
    fn descend(
        &mut self,
        at: u32,
        choices: impl Iterator<Item = G::Action> + Clone,
        seat: Seat,
        exploration: f64,
        rng: &mut Rng,
    ) -> (u32, bool) {
        let (factor, offset) = self.ranges.get(seat.index()).unwrap_or(&Range::EMPTY).scale();
        let (mut best, mut most, mut new) = (NONE, f64::NEG_INFINITY, 0);
        let mut child = self.nodes[at as usize].child;
        for action in choices.clone() {
            while child != NONE && self.nodes[child as usize].action < action {
                child = self.nodes[child as usize].sibling;
            }
            let node = &mut self.nodes[child as usize];
            if child == NONE || node.action != action {
                new += 1;
                continue;
            }
            node.available += 1;
            if new == 0 {
                let share = 1.0 / f64::from(node.visits);
                let margin = exploration * (self.logs.of(node.available) * share).sqrt();
                let value = node.total * share * factor + offset + margin;
                if value > most {
                    (best, most) = (child, value);
                }
            }
            child = node.sibling;
        }
        if new == 0 { (best, false) } else { (self.grow(at, choices, seat, rng.below(new)), true) }
    }

    /// Adds the `skip`-th of the choices at a node that have never been made there.
    fn grow(&mut self, at: u32, choices: impl Iterator<Item = G::Action>, seat: Seat, mut skip: usize) -> u32 {
        let (mut before, mut child) = (NONE, self.nodes[at as usize].child);
        for action in choices {
            while child != NONE && self.nodes[child as usize].action < action {
                (before, child) = (child, self.nodes[child as usize].sibling);
            }
            if child != NONE && self.nodes[child as usize].action == action {
                continue;
            }
            if skip > 0 {
                skip -= 1;
                continue;
            }
            let place = self.nodes.len() as u32;
            self.nodes.push(Node { available: 1, sibling: child, ..Node::new(action, seat) });
            match before {
                NONE => self.nodes[at as usize].child = place,
                _ => self.nodes[before as usize].sibling = place,
            }
            return place;
        }
        debug_assert!(false, "a new choice was announced");
        at
    }

    /// Takes in a finished game: each move is credited with what its maker got.
    fn learn(&mut self, game: &G) {
        let seats = game.seats();
        self.ranges.resize(seats, Range::EMPTY);
        for (seat, range) in Seat::all(seats).zip(&mut self.ranges) {
            range.add(f64::from(game.payoff(seat)));
        }
        for &place in &self.path {
            let node = &mut self.nodes[place as usize];
            node.visits += 1;
            node.total += f64::from(game.payoff(node.seat));
        }
    }
}

impl<A> Node<A> {
    fn new(action: A, seat: Seat) -> Node<A> {
        Node { total: 0.0, visits: 0, available: 0, child: NONE, sibling: NONE, seat, action }
    }
}
