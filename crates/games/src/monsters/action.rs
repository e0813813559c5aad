use super::MONSTERS;

/// One choice: a move of the monster in front, a monster to send to the front, or a monster to pick for the team.
///
/// One byte: the four moves, then the monsters to send, then the monsters to pick, then the land.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u8);

/// What an [`Action`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An attack: attack against defence, no elements.
    Attack,
    /// A special attack: special attack against special defence, times the chart of elements.
    Special,
    /// A status attack: poisons, once a game.
    Status,
    /// Sets the trap that reflects a status attack, once a game.
    Trap,
    /// Sends this monster to the front: the lead, a switch or a replacement.
    Send(u8),
    /// Takes this monster into the team.
    Pick(u8),
    /// Lays a land, where monsters need them.
    Land,
}

const FIRST_SEND: u8 = 4;
const FIRST_PICK: u8 = FIRST_SEND + MONSTERS as u8;
const LAND: u8 = FIRST_PICK + MONSTERS as u8;

impl Action {
    /// An attack.
    pub const ATTACK: Action = Action(0);
    /// A special attack.
    pub const SPECIAL: Action = Action(1);
    /// A status attack.
    pub const STATUS: Action = Action(2);
    /// Sets the trap.
    pub const TRAP: Action = Action(3);
    /// Lays a land.
    pub const LAND: Action = Action(LAND);
    /// There are fewer actions than this.
    pub const COUNT: u8 = LAND + 1;
    /// There are fewer actions than this where monsters come without lands.
    pub const COUNT_WITHOUT_LAND: u8 = LAND;

    /// Sends a monster to the front.
    #[inline]
    pub const fn send(monster: u8) -> Action {
        Action(FIRST_SEND + monster)
    }

    /// Takes a monster into the team.
    #[inline]
    pub const fn pick(monster: u8) -> Action {
        Action(FIRST_PICK + monster)
    }

    /// What it is.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self.0 {
            0 => Kind::Attack,
            1 => Kind::Special,
            2 => Kind::Status,
            3 => Kind::Trap,
            code if code < FIRST_PICK => Kind::Send(code - FIRST_SEND),
            LAND => Kind::Land,
            code => Kind::Pick(code - FIRST_PICK),
        }
    }

    /// The monster to send to the front, if it is that.
    #[inline]
    pub const fn sent(self) -> Option<u8> {
        match self.kind() {
            Kind::Send(monster) => Some(monster),
            _ => None,
        }
    }

    /// Its number: below [`COUNT`](Action::COUNT).
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The action of a number below [`COUNT`](Action::COUNT).
    #[inline]
    pub(super) const fn from_code(code: u8) -> Action {
        Action(code)
    }
}

impl std::fmt::Debug for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.kind().fmt(f)
    }
}
