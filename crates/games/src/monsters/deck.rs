use std::fmt;
use std::io::Read as _;
use std::sync::{LazyLock, Mutex, PoisonError};

mod element;
mod file;
mod team;

pub use element::Element;
pub use team::{DeckType, Team};

/// Monsters in a team.
pub const TEAM: usize = 3;
/// Monsters that a deck may have at most: with the four moves, what a side can choose or pick fills six bits. The land has
/// bits of its own.
pub const MONSTERS: usize = 30;
/// Rows and columns of the tables: a power of two, so that no look-up needs a check.
const ROWS: usize = 32;
/// The largest value of a stat.
pub const LARGEST_STAT: u16 = 999;

/// What [`Deck::source`] is called for the deck that comes with the game.
const BUILT_IN: &str = "built-in";
/// A file of cards has a few kilobytes; a file of this size is something else.
const LARGEST_FILE: u64 = 1 << 20;

/// The cards: monsters, what elements do to each other, and the constants of damage, with every damage worked out.
///
/// ```
/// use kirifuda_games::monsters::{Deck, Element};
///
/// let deck = Deck::built_in();
/// let (sparkwing, tidelord) = (deck.find("sparkwing").unwrap(), deck.find("tidelord").unwrap());
/// assert_eq!(deck.chart(Element::Thunder, Element::Water), 2.0);
/// assert_eq!(deck.special(sparkwing, tidelord), 164);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Deck {
    source: String,
    monsters: Vec<Monster>,
    constants: Constants,
    /// Multipliers in quarters, by attacker and defender: whole numbers, so that rounding down is exact.
    chart: [[u8; 5]; 5],
    attack: Damages,
    special: Damages,
    poison: [u16; ROWS],
    /// What the dearest monster costs.
    dearest: u8,
    /// Ascending.
    teams: Vec<Team>,
    /// The kinds of all teams, ascending, and the teams in the same order.
    kinds: Vec<DeckType>,
    by_kind: Vec<Team>,
}

type Damages = [[u16; ROWS]; ROWS];

/// One card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monster {
    /// One word, different from all others of the deck whatever their case.
    pub name: String,
    /// What its special attack is made of, and what it suffers by.
    pub element: Element,
    /// Full hit points.
    pub hp: u16,
    /// Strength of its attack.
    pub attack: u16,
    /// Resistance to attacks.
    pub defence: u16,
    /// Strength of its special attack.
    pub special_attack: u16,
    /// Resistance to special attacks.
    pub special_defence: u16,
    /// The faster of two acts first.
    pub speed: u16,
    /// Lands that it needs to come to the front, where monsters need them.
    pub cost: u8,
}

/// The numbers of the damage formula and of poison and trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constants {
    /// Power of an attack.
    pub attack_power: u16,
    /// Power of a special attack.
    pub special_power: u16,
    /// What the level of the monsters contributes.
    pub level_factor: u16,
    /// Divisor of the formula.
    pub divisor: u16,
    /// Added to every hit.
    pub bonus: u16,
    /// A poisoned monster that acts loses its full HP divided by this.
    pub poison_divisor: u16,
    /// Turns that a trap is in force, the one in which it is set included.
    pub trap_turns: u16,
}

/// Why a file gives no deck: where, what is wrong, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckError(String);

impl Deck {
    /// The file of the built-in deck, to start one's own from.
    pub const BUILT_IN_FILE: &'static str = include_str!("cards.toml");

    /// The deck that comes with the game: 15 monsters, three of each element.
    pub fn built_in() -> &'static Deck {
        static DECK: LazyLock<Deck> = LazyLock::new(|| {
            // The file is part of the program: what is wrong with it is a mistake in the program, and tested.
            Deck::parse(BUILT_IN, Deck::BUILT_IN_FILE).unwrap_or_else(|why| panic!("{why}"))
        });
        &DECK
    }

    /// Reads the text of a data file. `source` names it in messages and in the text of the rules.
    pub fn parse(source: &str, toml: &str) -> Result<Deck, DeckError> {
        let (constants, chart, monsters) =
            file::read(toml).map_err(|why| DeckError(format!("{source}{}", why.text(toml))))?;
        let mut deck = Deck {
            source: source.to_string(),
            monsters,
            constants,
            chart,
            attack: [[0; ROWS]; ROWS],
            special: [[0; ROWS]; ROWS],
            poison: [0; ROWS],
            dearest: 0,
            teams: Vec::new(),
            kinds: Vec::new(),
            by_kind: Vec::new(),
        };
        deck.work_out();
        Ok(deck)
    }

    /// The deck of a file, or the built-in one by its name. Decks stay in memory, each content of a file once: rules
    /// are copied from game to game and only point to their deck.
    pub fn load(path: &str) -> Result<&'static Deck, DeckError> {
        static LOADED: Mutex<Vec<&'static Deck>> = Mutex::new(Vec::new());
        if path == BUILT_IN {
            return Ok(Deck::built_in());
        }
        let deck = Deck::parse(path, &read_file(path)?)?;
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&known) = loaded.iter().find(|known| ***known == deck) {
            return Ok(known);
        }
        let deck: &'static Deck = Box::leak(Box::new(deck));
        loaded.push(deck);
        Ok(deck)
    }

    /// Where it came from: `built-in`, or the path of its file.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Number of monsters.
    #[allow(clippy::len_without_is_empty)] // A deck has three monsters at least.
    pub fn len(&self) -> usize {
        self.monsters.len()
    }

    /// The monster of a number below [`len`](Deck::len).
    pub fn monster(&self, id: u8) -> &Monster {
        &self.monsters[usize::from(id)]
    }

    /// All monsters; a monster's number is its place.
    pub fn monsters(&self) -> &[Monster] {
        &self.monsters
    }

    /// All teams, in the order of the cards.
    pub fn teams(&self) -> &[Team] {
        &self.teams
    }

    /// The number of the monster of this name, whatever its case.
    pub fn find(&self, name: &str) -> Option<u8> {
        let name = name.to_lowercase();
        self.monsters.iter().position(|monster| monster.name.to_lowercase() == name).map(|id| id as u8)
    }

    /// The numbers of the damage formula and of poison and trap.
    pub fn constants(&self) -> Constants {
        self.constants
    }

    /// What a special attack is multiplied by.
    pub fn chart(&self, attacker: Element, defender: Element) -> f32 {
        f32::from(self.chart[attacker.index()][defender.index()]) / 4.0
    }

    /// What the special attack of one monster against another is multiplied by.
    pub fn multiplier(&self, attacker: u8, defender: u8) -> f32 {
        self.chart(self.monster(attacker).element, self.monster(defender).element)
    }

    /// Damage of an attack.
    pub fn attack(&self, attacker: u8, defender: u8) -> u16 {
        self.attack[usize::from(attacker) % ROWS][usize::from(defender) % ROWS]
    }

    /// Damage of a special attack.
    pub fn special(&self, attacker: u8, defender: u8) -> u16 {
        self.special[usize::from(attacker) % ROWS][usize::from(defender) % ROWS]
    }

    /// Damage of a special attack if elements did not matter.
    pub fn neutral_special(&self, attacker: u8, defender: u8) -> u16 {
        let (attacker, defender) = (self.monster(attacker), self.monster(defender));
        let power = self.constants.special_power;
        self.constants.damage(power, attacker.special_attack, defender.special_defence, 4)
    }

    /// Damage of the better of attack and special attack.
    pub fn best_hit(&self, attacker: u8, defender: u8) -> u16 {
        self.attack(attacker, defender).max(self.special(attacker, defender))
    }

    /// What a poisoned monster loses when it acts.
    pub fn poison(&self, monster: u8) -> u16 {
        self.poison[usize::from(monster) % ROWS]
    }

    /// Turns that a trap is in force, the one in which it is set included.
    pub fn trap_turns(&self) -> u8 {
        self.constants.trap_turns as u8
    }

    /// What the dearest monster costs.
    #[inline]
    pub fn dearest(&self) -> u8 {
        self.dearest
    }

    /// What a scout tells about a team.
    pub fn deck_type(&self, team: Team) -> DeckType {
        DeckType::of(self, team)
    }

    /// Every team about which a scout tells this, ascending.
    pub fn teams_of(&self, kind: DeckType) -> &[Team] {
        let first = self.kinds.partition_point(|other| *other < kind);
        let end = self.kinds.partition_point(|other| *other <= kind);
        &self.by_kind[first..end]
    }

    /// Fills the tables, so that play only looks up.
    fn work_out(&mut self) {
        self.teams = Team::all(self.len()).collect();
        let mut kinds: Vec<_> = self.teams.iter().map(|&team| (self.deck_type(team), team)).collect();
        kinds.sort_unstable();
        (self.kinds, self.by_kind) = kinds.into_iter().unzip();
        let constants = self.constants;
        self.dearest = self.monsters.iter().map(|monster| monster.cost).max().unwrap_or(0);
        for (one, attacker) in self.monsters.iter().enumerate() {
            self.poison[one] = (attacker.hp / constants.poison_divisor).max(1);
            for (other, defender) in self.monsters.iter().enumerate() {
                let quarters = self.chart[attacker.element.index()][defender.element.index()];
                self.attack[one][other] =
                    constants.damage(constants.attack_power, attacker.attack, defender.defence, 4);
                self.special[one][other] = constants.damage(
                    constants.special_power,
                    attacker.special_attack,
                    defender.special_defence,
                    quarters,
                );
            }
        }
    }
}

impl Monster {
    /// HP, attack, defence, special attack, special defence, speed.
    pub fn stats(&self) -> [u16; 6] {
        [self.hp, self.attack, self.defence, self.special_attack, self.special_defence, self.speed]
    }
}

impl Constants {
    /// The damage formula: rounded down after the quotient of the stats, after the divisor and after the multiplier.
    fn damage(self, power: u16, strength: u16, resistance: u16, quarters: u8) -> u16 {
        let product = u64::from(self.level_factor) * u64::from(power) * u64::from(strength);
        let whole = product / u64::from(resistance) / u64::from(self.divisor) + u64::from(self.bonus);
        // A monster has 999 HP at most: what does not fit deals no more than what does.
        (whole * u64::from(quarters) / 4).min(u64::from(u16::MAX)) as u16
    }
}

/// The source and the number of monsters: a deck is a part of the rules, which are shown often.
impl fmt::Debug for Deck {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Deck({}, {} monsters)", self.source, self.len())
    }
}

impl fmt::Display for DeckError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for DeckError {}

fn read_file(path: &str) -> Result<String, DeckError> {
    let fail = |why: std::io::Error| DeckError(format!("cannot read the cards in `{path}`: {why}"));
    let mut text = String::new();
    let read = std::fs::File::open(path).map_err(fail)?.take(LARGEST_FILE + 1).read_to_string(&mut text);
    if read.map_err(fail)? as u64 > LARGEST_FILE {
        return Err(DeckError(format!("`{path}` is no file of cards: it has more than {LARGEST_FILE} bytes")));
    }
    Ok(text)
}
