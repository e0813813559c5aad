//! Kuhn poker as a task, and a memory that only takes notes.

use std::sync::{Arc, Mutex};

use kirifuda_games::kuhn::{Action, Card, Kuhn, Rules, View};
use kirifuda_learn::falcon::{
    Course, Deal, Filter, Memory, Move, Opponents, Parts, Place, Rule, Shape, Situation, Task,
};
use kirifuda_play::{Policy, Rng, Seat};

/// Card and bet are sensed; one network for each number of moves before; the actions are pass and bet.
#[derive(Clone, Default)]
pub struct KuhnTask {
    /// Has a say only in answer to a bet.
    pub answers_only: bool,
}

/// The bits: one for each card, and one for a bet that waits for an answer.
pub fn sensed(card: Card, is_bet: bool) -> u128 {
    1 << card as u32 | u128::from(is_bet) << 3
}

fn is_bet(view: View<'_>) -> bool {
    view.history().last() == Some(&Action::Bet)
}

impl Task<Kuhn> for KuhnTask {
    fn layout(&self) -> String {
        "kuhn".to_string()
    }

    fn shape(&self) -> Shape {
        Shape { networks: 3, parents: 2, actions: 2, width: 4, seats: 2 }
    }

    fn look(&self, view: View<'_>, legal: &[Action], out: &mut Situation<Kuhn>) -> bool {
        if self.answers_only && !is_bet(view) {
            return false;
        }
        let network = view.history().len() as u16;
        out.place = Place { network, parent: network % 2, bits: sensed(view.card(), is_bet(view)) };
        out.options.clear();
        out.options.extend((0..).zip(legal.iter().copied()));
        true
    }

    fn fallback(&self, _view: View<'_>, legal: &[Action]) -> Action {
        legal[0]
    }

    /// 2 less the payoff at the end, so that no cost is below 0.
    fn cost(&self, view: View<'_>) -> f32 {
        use Action::{Bet, Pass};
        let first = view.seat() == Seat(0);
        let wins = |stake: f32| if Some(view.card()) > view.other_card() { stake } else { -stake };
        2.0 - match view.history() {
            [Pass, Pass] => wins(1.0),
            [Bet, Bet] | [Pass, Bet, Bet] => wins(2.0),
            [Bet, Pass] => {
                if first {
                    1.0
                } else {
                    -1.0
                }
            }
            [Pass, Bet, Pass] => {
                if first {
                    -1.0
                } else {
                    1.0
                }
            }
            _ => 2.0,
        }
    }

    /// Both costs add up to this.
    fn stake(&self, _view: View<'_>) -> f32 {
        4.0
    }

    /// A deal that was won.
    fn bearable(&self) -> f32 {
        1.0
    }
}

/// A course at Kuhn poker with everything switched off.
pub fn course(opponents: Opponents<Kuhn>) -> Course<Kuhn> {
    in_turn(vec![opponents])
}

/// The same with opponents that take turns.
pub fn in_turn(opponents: Vec<Opponents<Kuhn>>) -> Course<Kuhn> {
    Course { rules: Rules, seed: 1, opponents, plan: 100, exploration: [0.0, 0.0], partner: None, filter: None }
}

/// Advises one action everywhere and takes notes of what it is told.
#[derive(Clone, Default)]
pub struct Notebook {
    pub favourite: u16,
    pub deals: Vec<Noted>,
    /// Decisions with what was paid for them, and what came next: the place of a decision, or a share at the end.
    pub followed: Vec<(Move, f32, Result<Place, f32>)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Noted {
    pub moves: Vec<Move>,
    pub cost: f32,
    pub good: bool,
    pub progress: f64,
}

impl Notebook {
    pub fn moves(&self) -> impl Iterator<Item = &Move> {
        self.deals.iter().flat_map(|deal| &deal.moves)
    }
}

impl Memory for Notebook {
    const NAME: &'static str = "notebook";
    /// The favourite action.
    type Options = u16;

    fn new(_shape: Shape, favourite: &u16) -> Self {
        Notebook { favourite: *favourite, ..Notebook::default() }
    }

    fn strengths(&mut self, _place: &Place, _applicable: u64, out: &mut [f32]) {
        out.fill(0.0);
        out[usize::from(self.favourite)] = 1.0;
    }

    fn follow(&mut self, from: &Move, paid: f32, to: Result<&Move, f32>) {
        self.followed.push((*from, paid, to.map(|next| next.place)));
    }

    fn learn(&mut self, deal: &Deal<'_>) {
        let Deal { moves, cost, good, progress } = *deal;
        self.deals.push(Noted { moves: moves.to_vec(), cost, good, progress });
    }

    fn categories(&self) -> usize {
        0
    }

    fn rules(&self, _visit: &mut dyn FnMut(Rule)) {}

    fn parts(&self) -> Parts {
        Vec::new()
    }

    fn restore(shape: Shape, options: &u16, _part: &mut dyn FnMut(&str) -> Option<Vec<f32>>) -> Option<Self> {
        Some(Notebook::new(shape, options))
    }
}

/// Who was asked, in order: a name and how many moves had been made.
pub type Asked = Arc<Mutex<Vec<(&'static str, usize)>>>;

/// Always does the same, and notes when.
pub struct Recorder {
    pub name: &'static str,
    pub action: Action,
    pub asked: Asked,
}

impl Policy<Kuhn> for Recorder {
    fn choose(&mut self, view: View<'_>, _legal: &[Action], _rng: &mut Rng) -> Action {
        self.asked.lock().unwrap().push((self.name, view.history().len()));
        self.action
    }
}

/// Allows only some actions.
pub struct Only(pub Vec<Action>);

impl Filter<Kuhn> for Only {
    fn allows(&mut self, _view: View<'_>, action: Action) -> bool {
        self.0.contains(&action)
    }
}
