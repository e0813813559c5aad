use kirifuda_play::suggest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::super::summon::{LARGEST_COST, usual_cost};
use super::{Constants, Element, LARGEST_STAT, MONSTERS, Monster, TEAM};

/// What a data file holds: constants, the chart in quarters, monsters.
pub(super) type Contents = (Constants, [[u8; 5]; 5], Vec<Monster>);

/// Letters that a name may have at most.
const LONGEST_NAME: usize = 24;
/// The largest multiplier of the chart.
const LARGEST_MULTIPLIER: u8 = 4;

/// What is wrong with a file, and at which byte, if at a certain one.
pub(super) struct Wrong {
    at: Option<usize>,
    why: String,
}

impl Wrong {
    fn at(place: usize, why: String) -> Wrong {
        Wrong { at: Some(place), why }
    }

    /// ` line 34: why`, where 34 is counted in `toml`; `: why` where it is no line.
    pub(super) fn text(&self, toml: &str) -> String {
        match self.at.and_then(|at| toml.as_bytes().get(..at)) {
            Some(before) => format!(" line {}: {}", 1 + before.iter().filter(|&&b| b == b'\n').count(), self.why),
            None => format!(": {}", self.why),
        }
    }
}

/// Reads a data file.
pub(super) fn read(toml: &str) -> Result<Contents, Wrong> {
    let document = DeTable::parse(toml).map_err(|error| Wrong {
        at: error.span().map(|span| span.start),
        why: format!("not TOML: {}", error.message().replace('\n', "; ")),
    })?;
    let file = Section { name: String::new(), at: None, entries: document.get_ref() };
    file.allow(&["constants", "chart", "monster"])?;
    let constants = read_constants(&file.section("constants")?)?;
    let chart = read_chart(&file.section("chart")?)?;
    let monsters = read_monsters(&file)?;
    Ok((constants, chart, monsters))
}

fn read_constants(section: &Section<'_>) -> Result<Constants, Wrong> {
    const KEYS: [&str; 7] =
        ["attack_power", "special_power", "level_factor", "divisor", "bonus", "poison_divisor", "trap_turns"];
    section.allow(&KEYS)?;
    Ok(Constants {
        attack_power: section.number("attack_power", 1, LARGEST_STAT)?,
        special_power: section.number("special_power", 1, LARGEST_STAT)?,
        level_factor: section.number("level_factor", 1, LARGEST_STAT)?,
        divisor: section.number("divisor", 1, LARGEST_STAT)?,
        bonus: section.number("bonus", 0, LARGEST_STAT)?,
        poison_divisor: section.number("poison_divisor", 1, LARGEST_STAT)?,
        trap_turns: section.number("trap_turns", 1, 100)?,
    })
}

fn read_chart(section: &Section<'_>) -> Result<[[u8; 5]; 5], Wrong> {
    let names = Element::ALL.map(Element::name);
    section.allow(&names)?;
    let mut chart = [[0; 5]; 5];
    for attacker in Element::ALL {
        let row = section.section(attacker.name())?;
        row.allow(&names)?;
        for defender in Element::ALL {
            chart[attacker.index()][defender.index()] = row.quarters(defender.name())?;
        }
    }
    Ok(chart)
}

fn read_monsters(file: &Section<'_>) -> Result<Vec<Monster>, Wrong> {
    let (at, value) = file.entry("monster")?;
    let DeValue::Array(list) = value else {
        return Err(Wrong::at(at, "`monster` is not a list: write `[[monster]]` above each monster".to_string()));
    };
    if !(TEAM..=MONSTERS).contains(&list.len()) {
        return Err(Wrong::at(at, format!("the number of monsters is {}: write {TEAM} to {MONSTERS}", list.len())));
    }
    let mut monsters: Vec<Monster> = Vec::with_capacity(list.len());
    let mut costs = Vec::with_capacity(list.len());
    for (number, item) in list.iter().enumerate() {
        let at = item.span().start;
        let DeValue::Table(entries) = item.get_ref() else {
            return Err(Wrong::at(at, format!("monster {}: write `[[monster]]` and below it its stats", number + 1)));
        };
        let section = Section { name: format!("monster {}", number + 1), at: Some(at), entries };
        let (monster, cost) = read_monster(section)?;
        let name = monster.name.to_lowercase();
        if let Some(other) = monsters.iter().position(|other| other.name.to_lowercase() == name) {
            return Err(Wrong::at(
                at,
                format!(
                    "monster `{}`: monster {} has this name already (capitals do not matter): write another",
                    monster.name,
                    other + 1
                ),
            ));
        }
        monsters.push(monster);
        costs.push(cost);
    }
    let strengths: Vec<u32> = monsters.iter().map(|monster| monster.stats().map(u32::from).iter().sum()).collect();
    for ((monster, cost), &strength) in monsters.iter_mut().zip(costs).zip(&strengths) {
        monster.cost = cost.unwrap_or_else(|| usual_cost(strength, &strengths));
    }
    Ok(monsters)
}

/// A monster, and its cost where it is written.
fn read_monster(mut section: Section<'_>) -> Result<(Monster, Option<u8>), Wrong> {
    const KEYS: [&str; 9] =
        ["name", "element", "hp", "attack", "defence", "special_attack", "special_defence", "speed", "cost"];
    let (at, name) = section.text("name")?;
    let first = name.chars().next().is_some_and(char::is_alphabetic);
    let word = name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '\''));
    if !first || !word || name.chars().count() > LONGEST_NAME {
        return Err(section.wrong(
            at,
            &format!(
                "the name `{}` is not a word: write a letter, then letters, digits, `-`, `_` or `'`, \
                 at most {LONGEST_NAME} in all",
                name.escape_debug()
            ),
        ));
    }
    section.name = format!("monster `{name}`");
    section.allow(&KEYS)?;
    let (at, element) = section.text("element")?;
    let element = Element::ALL.into_iter().find(|known| known.name() == element).ok_or_else(|| {
        let remedy = suggest::remedy(element, Element::ALL.map(Element::name));
        section.wrong(at, &format!("there is no element `{}`{remedy}", element.escape_debug()))
    })?;
    let stat = |name| section.number(name, 1, LARGEST_STAT);
    let cost = match section.has("cost") {
        true => Some(section.number("cost", 0, LARGEST_COST.into())? as u8),
        false => None,
    };
    let monster = Monster {
        name: name.to_string(),
        element,
        hp: stat("hp")?,
        attack: stat("attack")?,
        defence: stat("defence")?,
        special_attack: stat("special_attack")?,
        special_defence: stat("special_defence")?,
        speed: stat("speed")?,
        cost: 0,
    };
    Ok((monster, cost))
}

/// A table of the file, with what it is called in messages and where it begins. The file itself has no name.
struct Section<'a> {
    name: String,
    at: Option<usize>,
    entries: &'a DeTable<'a>,
}

impl<'a> Section<'a> {
    fn wrong(&self, at: usize, why: &str) -> Wrong {
        let name = &self.name;
        Wrong::at(at, if name.is_empty() { why.to_string() } else { format!("{name}: {why}") })
    }

    /// Refuses keys that mean nothing here: a misspelt stat must not be ignored.
    fn allow(&self, keys: &[&str]) -> Result<(), Wrong> {
        let unknown = self.entries.keys().find(|key| !keys.contains(&key.get_ref().as_ref()));
        unknown.map_or(Ok(()), |key| {
            let word: &str = key.get_ref();
            let remedy = suggest::remedy(word, keys.iter().copied());
            Err(self.wrong(key.span().start, &format!("unknown key `{}`{remedy}", word.escape_debug())))
        })
    }

    fn has(&self, key: &str) -> bool {
        self.entries.keys().any(|name| name.get_ref() == key)
    }

    /// The value of a key and where it is.
    fn entry(&self, key: &str) -> Result<(usize, &'a DeValue<'a>), Wrong> {
        let found = self.entries.iter().find(|(name, _)| name.get_ref() == key);
        let Some((_, value)) = found else {
            return Err(match self.at {
                Some(at) => self.wrong(at, &format!("`{key}` is missing: write `{key} = …`")),
                None => Wrong { at: None, why: format!("the section `{key}` is missing, as in the built-in file") },
            });
        };
        Ok((Spanned::span(value).start, value.get_ref()))
    }

    /// A table inside, named by this one's name and its key.
    fn section(&self, key: &str) -> Result<Section<'a>, Wrong> {
        let name = if self.name.is_empty() { key.to_string() } else { format!("{}: row `{key}`", self.name) };
        match self.entry(key)? {
            (at, DeValue::Table(entries)) => Ok(Section { name, at: Some(at), entries }),
            (at, _) => {
                Err(Wrong::at(at, format!("{name}: this is not a table: write `{{ key = value, … }}` or `[key]`")))
            }
        }
    }

    fn text(&self, key: &str) -> Result<(usize, &'a str), Wrong> {
        match self.entry(key)? {
            (at, DeValue::String(text)) => Ok((at, text)),
            (at, _) => Err(self.wrong(at, &format!("`{key}` is not a text: write it in quotes"))),
        }
    }

    fn number(&self, key: &str, low: u16, high: u16) -> Result<u16, Wrong> {
        let (at, value) = self.entry(key)?;
        let DeValue::Integer(written) = value else {
            return Err(self.wrong(at, &format!("`{key}` is not a whole number: write {low} to {high}")));
        };
        let number = u16::from_str_radix(written.as_str(), written.radix()).ok();
        let number = number.filter(|number| (low..=high).contains(number));
        number.ok_or_else(|| self.wrong(at, &format!("`{key}` is {written}: write {low} to {high}")))
    }

    /// A multiplier of the chart in quarters.
    fn quarters(&self, key: &str) -> Result<u8, Wrong> {
        let (at, value) = self.entry(key)?;
        let written = match value {
            DeValue::Integer(whole) if whole.radix() == 10 => whole.as_str(),
            DeValue::Float(real) => real.as_str(),
            _ => return Err(self.wrong(at, &format!("`{key}` is not a number: write 0, 0.5, 1 or 2"))),
        };
        let quarters = written.parse::<f64>().unwrap_or(f64::NAN) * 4.0;
        if quarters.fract() != 0.0 || !(0.0..=f64::from(4 * LARGEST_MULTIPLIER)).contains(&quarters) {
            let why = format!("`{key}` is {written}: write a quarter of a whole number, 0 to {LARGEST_MULTIPLIER}");
            return Err(self.wrong(at, &why));
        }
        Ok(quarters as u8)
    }
}
