use std::collections::BTreeMap;

use kirifuda_play::Phrase;
use serde::Serialize;

/// The game's own picture of a deal.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Board {
    /// Hearts and plain tricks.
    Tricks(TricksBoard),
    /// Daifugo.
    Daifugo(DaifugoBoard),
    /// Monsters.
    Monsters(MonstersBoard),
    /// Poker with few cards: the facts in words.
    Facts(FactsBoard),
    /// Any game without a drawing of its own: the facts in words.
    Generic(FactsBoard),
}

impl Board {
    /// Shows all hands, where the board has a place for them.
    pub fn open(&mut self, hands: Vec<Vec<String>>) {
        match self {
            Board::Tricks(board) => board.hands = Some(hands),
            Board::Daifugo(board) => board.hands = Some(hands),
            Board::Facts(board) | Board::Generic(board) => board.hands = Some(hands),
            // Its sides are shown open by themselves.
            Board::Monsters(_) => {}
        }
    }
}

/// Thirteen tricks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TricksBoard {
    /// The trick under way.
    pub trick: Vec<OnTable>,
    /// Who leads it.
    pub leader: usize,
    /// The trick before.
    pub last: Option<LastTrick>,
    /// Cards in hand, by seat.
    pub counts: Vec<usize>,
    /// Points (Hearts) or tricks of this deal, by seat.
    pub taken: Vec<i32>,
    /// The cards that count among those taken, by seat.
    pub points_cards: Vec<Vec<String>>,
    /// Hearts may be led.
    pub broken: bool,
    /// Whoever takes all points shoots the moon.
    pub moon: bool,
    /// The cards that change hands before the first trick.
    pub passing: Option<Pass>,
    /// Number of the trick under way, from 0.
    pub trick_number: usize,
    /// What was bid, where tricks are bid for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub contract: Option<ContractBoard>,
    /// All hands, where everything lies open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub hands: Option<Vec<Vec<String>>>,
}

/// Trump and bids.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ContractBoard {
    /// The sign of the trump suit.
    pub trump: Option<String>,
    /// The card that was turned up and names it.
    pub turned: Option<String>,
    /// Tricks bid, by seat.
    pub bids: Vec<Option<u8>>,
    /// Who deals.
    pub dealer: usize,
    /// Partners have the same number, by seat; nothing where everybody plays alone.
    pub teams: Option<Vec<usize>>,
}

/// A card on the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OnTable {
    /// Who played it.
    pub seat: usize,
    /// The card.
    pub card: String,
}

/// A full trick.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LastTrick {
    /// Its cards, in order.
    pub cards: Vec<OnTable>,
    /// Who took it.
    pub winner: usize,
}

/// The exchange of three cards in Hearts.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Pass {
    /// `left`, `right`, `across` or `hold`.
    pub direction: &'static str,
    /// What the own seat has given.
    pub given: Vec<String>,
    /// What it has got.
    pub received: Vec<String>,
}

/// A game of Daifugo.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DaifugoBoard {
    /// The plays on the table, the oldest first.
    pub pile: Vec<Pile>,
    /// What has to be beaten.
    pub to_beat: Option<Beat>,
    /// Cards in hand, by seat.
    pub counts: Vec<usize>,
    /// Who has passed since the table was cleared, by seat.
    pub passed: Vec<bool>,
    /// The seats that are out, by their places.
    pub out: Vec<usize>,
    /// Low beats high until the next revolution.
    pub revolution: bool,
    /// A jack has turned the order over until the table is cleared.
    pub back: bool,
    /// The suits that the table is locked to.
    pub locked: Vec<String>,
    /// The places of this game are the classes of the next.
    pub ranked: bool,
    /// The classes of the game before, by seat: 0 the daifugo.
    pub classes: Vec<Option<u8>>,
    /// The seats in the order of play.
    pub circle: Vec<usize>,
    /// Who returns cards to whom now.
    pub exchange: Option<Exchange>,
    /// What the own seat has given in the exchange.
    pub given: Vec<String>,
    /// What it has got.
    pub received: Vec<String>,
    /// The cards of each legal play.
    pub legal_cards: BTreeMap<String, Vec<String>>,
    /// All hands, where everything lies open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub hands: Option<Vec<Vec<String>>>,
}

/// A play on the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Pile {
    /// Who played it.
    pub seat: usize,
    /// Its cards.
    pub cards: Vec<String>,
    /// In the game's notation: what the joker stands for is seen there.
    pub play: String,
}

/// What has to be beaten.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Beat {
    /// Its cards.
    pub cards: Vec<String>,
    /// Who played it.
    pub seat: usize,
    /// In the game's notation.
    pub play: String,
}

/// Cards that a winner returns.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Exchange {
    /// How many.
    pub give: usize,
    /// By whom.
    pub from: usize,
    /// To whom.
    pub to: usize,
}

/// A battle of monsters.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MonstersBoard {
    /// Both sides, by seat.
    pub sides: Vec<SideBoard>,
    /// The turn to come, from 1.
    pub turn_number: u8,
    /// After so many turns health decides.
    pub cap: u8,
    /// What happened, the newest last.
    pub events: Vec<StoryEvent>,
    /// What the own seat may choose.
    pub options: Vec<MonsterOption>,
    /// What elements do to each other.
    pub chart: Affinity,
    /// All monsters that there are.
    pub catalog: Vec<MonsterCard>,
    /// While teams are chosen: the own picks so far.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub picked: Vec<String>,
    /// While teams are chosen: the three that were dealt to the own seat, which it may keep.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub draft: Vec<String>,
    /// While teams are chosen, where a scout tells: how many of each element the other's draft has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub report: Vec<NamedFact>,
}

/// One side of a battle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SideBoard {
    /// Whose.
    pub seat: usize,
    /// Its monsters; those never seen come last, without a name.
    pub team: Vec<MonsterInTeam>,
    /// Which of them is in front.
    pub active: Option<usize>,
    /// A trap is in force; nothing where it is not known.
    pub trap: Option<bool>,
    /// The status attack has been used.
    pub status_used: bool,
    /// The trap has been used, as far as is known.
    pub trap_used: bool,
    /// Its lands, where monsters need them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lands: Option<u8>,
    /// Monsters that can still fight.
    pub score: usize,
}

/// A monster of a team.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MonsterInTeam {
    /// Its name; empty for one that was never seen.
    pub name: String,
    /// The same, in small letters, for pictures.
    pub kind: String,
    /// Its element; empty for one that was never seen.
    pub element: &'static str,
    /// Hit points left.
    pub hp: u16,
    /// Full hit points.
    pub max: u16,
    /// Whoever looks knows what it is.
    pub known: bool,
    /// `poisoned`.
    pub status: Vec<&'static str>,
    /// It can fight.
    pub alive: bool,
}

/// Something that happened in a battle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StoryEvent {
    /// The turn, from 1; 0 outside turns.
    pub turn: u8,
    /// `sent`, `switched`, `trap-set`, `land-laid`, `hit`, `poisoned`, `reflected`, `no-effect`, `tick`, `out`, `lost`.
    pub event: &'static str,
    /// Whose monster.
    pub seat: usize,
    /// The monster that acts, or suffers where nobody acts.
    pub monster: String,
    /// The monster that is hit, or that left for this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub other: Option<String>,
    /// By a special attack.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub special: Option<bool>,
    /// How the chart of elements counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub multiplier: Option<f32>,
    /// The damage.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub damage: Option<u16>,
    /// Hit points left.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub left: Option<u16>,
}

/// Something that may be chosen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MonsterOption {
    /// In the game's notation.
    pub action: String,
    /// `pick`, `lead`, `attack`, `special`, `status`, `trap`, `land`, `switch`, `replace`.
    pub kind: &'static str,
    /// What it would do, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "Phrase"))]
    pub detail: Option<Phrase>,
    /// The damage to the monster in front, where it hits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub damage: Option<u16>,
    /// How the chart of elements counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub multiplier: Option<f32>,
}

/// The chart of elements.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Affinity {
    /// Their names.
    pub elements: Vec<&'static str>,
    /// By attacker, then defender.
    pub affinity: Vec<Vec<f32>>,
}

/// A card of the deck of monsters.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MonsterCard {
    /// Its name.
    pub name: String,
    /// Its element.
    pub element: &'static str,
    /// Its numbers.
    pub stats: Stats,
}

/// The numbers of a monster.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs)]
pub struct Stats {
    pub hp: u16,
    pub attack: u16,
    pub defence: u16,
    pub special_attack: u16,
    pub special_defence: u16,
    pub speed: u16,
    /// Lands that it needs, where monsters need them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub cost: Option<u8>,
}

/// A game in words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FactsBoard {
    /// What whoever looks knows.
    pub facts: Vec<NamedFact>,
    /// All hands, where everything lies open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub hands: Option<Vec<Vec<String>>>,
}

/// A fact.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NamedFact {
    /// Its name.
    pub name: String,
    /// Its values, in the game's notation.
    pub values: Vec<String>,
}
