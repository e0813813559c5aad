use kirifuda_catalog::Listed;
use kirifuda_catalog::trainers::NO_PERCEPTS;
use kirifuda_play::suggest;

use super::learner::find;
use crate::LabError;

/// What a learner's percepts are selected from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// Their numbers as text, in the order of the list.
    pub numbers: Vec<String>,
    /// Their names.
    pub names: Vec<&'static str>,
    /// What is perceived.
    pub abouts: Vec<&'static str>,
    side: String,
}

impl Candidates {
    /// The percepts of a side of a learner, by default the game's first that has some.
    pub(super) fn find<G: Listed>(learner: Option<&str>, side: &str) -> Result<Candidates, LabError> {
        let trainer = find::<G>(learner)?.0;
        let Some(choice) = trainer.percepts.iter().find(|choice| choice.side == side) else {
            let remedy = suggest::remedy(side, trainer.percepts.iter().map(|choice| choice.side));
            let name = trainer.name;
            return Err(LabError::Other(format!("--side {side}: learner `{name}` has no such side{remedy}")));
        };
        let mut found = Candidates::none(side);
        for (number, name, about) in (choice.names)() {
            found.numbers.push(number);
            found.names.push(name);
            found.abouts.push(about);
        }
        Ok(found)
    }

    fn none(side: &str) -> Candidates {
        Candidates { numbers: Vec::new(), names: Vec::new(), abouts: Vec::new(), side: side.to_string() }
    }

    /// Only these, which are among them.
    pub(super) fn among(&self, numbers: &[String]) -> Result<Candidates, LabError> {
        let mut few = Candidates::none(&self.side);
        for number in numbers {
            let place = self.place(number).ok_or_else(|| self.unknown("--among", number))?;
            few.numbers.push(number.clone());
            few.names.push(self.names[place]);
            few.abouts.push(self.abouts[place]);
        }
        Ok(few)
    }

    /// The place of a percept in the list, by number or name.
    pub(super) fn place(&self, word: &str) -> Option<usize> {
        let named = || self.names.iter().position(|name| *name == word);
        self.numbers.iter().position(|number| number == word).or_else(named)
    }

    /// `6+14+15`, or `none`: the value of the setting.
    pub fn text(&self, set: &[usize]) -> String {
        if set.is_empty() {
            return NO_PERCEPTS.to_string();
        }
        set.iter().map(|&place| self.numbers[place].as_str()).collect::<Vec<_>>().join("+")
    }

    /// The numbers, in the order of the list, that `6+14+15`, `0-15+20`, names joined by `+`, or `none` stand for.
    pub(super) fn read(&self, option: &str, text: &str) -> Result<Vec<String>, LabError> {
        let mut chosen = vec![false; self.numbers.len()];
        for word in text.split('+').map(str::trim).filter(|_| text.trim() != NO_PERCEPTS) {
            if let Some(place) = self.place(word) {
                chosen[place] = true;
                continue;
            }
            let ends = word.split_once('-').and_then(|(first, last)| Some((self.place(first)?, self.place(last)?)));
            match ends {
                Some((first, last)) if first <= last => chosen[first..=last].fill(true),
                _ => return Err(self.unknown(option, word)),
            }
        }
        Ok(self.numbers.iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(number, _)| number.clone()).collect())
    }

    fn unknown(&self, option: &str, word: &str) -> LabError {
        let near = suggest::nearest(word, self.names.iter().copied());
        let near = near.first().map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"));
        LabError::Other(format!(
            "{option}: there is no percept `{word}` for {}{near}; write numbers joined by `+`, a range such as `{}-{}`, or \
             `{NO_PERCEPTS}`",
            self.side,
            self.numbers.first().map_or("", String::as_str),
            self.numbers.last().map_or("", String::as_str)
        ))
    }
}
