use kirifuda_games::monsters::{Deck, MONSTERS};
use kirifuda_learn::mlp::{Output, Scratch};
use kirifuda_learn::model::Model;
use kirifuda_play::{Arg, Phrase, Rng};

use super::part::{Part, misfit, valued};
use super::state::Senses;
use crate::common::Sentence;

/// What kind of fighter a monster is (paper 004, section 4.2.1): a net from its six stats to six features, learned from
/// the records of all battles seen. Two hands for each: by attack, by special attack.
///
/// | feature | what battles say |
/// |---|---|
/// | fast | mean damage dealt × how often it hit first |
/// | heavy | mean damage dealt × hits taken until it was out |
/// | defensive | mean damage taken × hits taken until it was out |
#[derive(Clone, Debug)]
pub struct Features {
    part: Part,
    /// Of each monster.
    records: Vec<Record>,
    work: Scratch,
}

/// What was seen of a monster in all battles: sums and counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Record {
    /// Damage dealt, by attack and by special attack.
    pub dealt: [f32; 2],
    /// Hits that it landed.
    pub hits: [f32; 2],
    /// Damage taken from attacks and from special attacks.
    pub taken: [f32; 2],
    /// Hits that it took.
    pub blows: [f32; 2],
    /// Of its hits, those before the other could hit it in the turn.
    pub first: f32,
    /// How often it was knocked out.
    pub outs: f32,
    /// Hits that it had taken when it was knocked out.
    pub blows_until_out: f32,
}

/// Numbers of a [`Record`].
const RECORD: usize = 11;
/// Features of a monster.
pub const FEATURES: usize = 6;
/// Numbers of a kind of team.
pub const KIND: usize = 10;

impl Record {
    /// The features that it shows, each about 0 to 1; unknown ones are not numbers.
    pub fn features(&self) -> [f32; FEATURES] {
        let mean = |sum: f32, count: f32| if count > 0.0 { sum / count } else { f32::NAN };
        let first = mean(self.first, self.hits[0] + self.hits[1]);
        let until_out = mean(self.blows_until_out, self.outs);
        let hand = |hand: usize| {
            let (dealt, taken) = (mean(self.dealt[hand], self.hits[hand]), mean(self.taken[hand], self.blows[hand]));
            [dealt * first / FAST, dealt * until_out / SLOW, taken * until_out / SLOW]
        };
        let ([fast, heavy, defensive], [special_fast, special_heavy, special_defensive]) = (hand(0), hand(1));
        [fast, special_fast, heavy, special_heavy, defensive, special_defensive]
    }

    fn numbers(&self) -> [f32; RECORD] {
        let Record { dealt, hits, taken, blows, first, outs, blows_until_out } = *self;
        let [[a, b], [c, d], [e, f], [g, h]] = [dealt, hits, taken, blows];
        [a, b, c, d, e, f, g, h, first, outs, blows_until_out]
    }

    fn from_numbers([a, b, c, d, e, f, g, h, first, outs, blows_until_out]: [f32; RECORD]) -> Record {
        let [dealt, hits, taken, blows] = [[a, b], [c, d], [e, f], [g, h]];
        Record { dealt, hits, taken, blows, first, outs, blows_until_out }
    }
}

/// Scales: a strong hit deals 200, and five such hits are taken at most.
const FAST: f32 = 200.0;
const SLOW: f32 = 1000.0;

impl Features {
    /// Without any record. One that is off says 0 for all features.
    pub fn new(on: bool, rng: &mut Rng) -> Features {
        let part = Part::new("features", FEATURES, FEATURES, Output::PROBABILITY, on, rng);
        Features { part, records: vec![Record::default(); MONSTERS], work: Scratch::default() }
    }

    /// The record of a monster, to be carried on.
    pub fn record(&mut self, monster: u8) -> &mut Record {
        &mut self.records[usize::from(monster)]
    }

    /// Learns the features of a monster as its record shows them now.
    pub fn learn(&mut self, deck: &Deck, monster: u8, rate: f32) {
        if !self.part.on {
            return;
        }
        let shown = self.records[usize::from(monster)].features().map(|feature| feature.min(1.0));
        // A minimum with something that is not a number is a number.
        let known = self.records[usize::from(monster)].features().map(f32::is_nan);
        let targets = std::array::from_fn::<_, FEATURES, _>(|place| if known[place] { f32::NAN } else { shown[place] });
        self.part.learn(&stats(deck, monster), &targets, rate, &mut self.work);
    }

    /// The features of a monster.
    pub fn of(&self, deck: &Deck, monster: u8, work: &mut Scratch) -> [f32; FEATURES] {
        let mut features = [0.0; FEATURES];
        if self.part.on {
            features.copy_from_slice(self.part.forward(&stats(deck, monster), work));
        }
        features
    }

    /// What a monster adds to the kind of a team (section 4.2.2): monsters of each element; fast, heavy, attack, special
    /// attack, defence.
    pub fn profile(&self, senses: &Senses, monster: u8, work: &mut Scratch) -> [f32; KIND] {
        let mut kind = [0.0; KIND];
        kind[senses.element(monster)] = 1.0;
        let [fast, special_fast, heavy, special_heavy, defensive, special_defensive] =
            self.of(senses.deck(), monster, work);
        kind[5] = fast + special_fast;
        kind[6] = heavy + special_heavy;
        kind[7] = fast + heavy;
        kind[8] = special_fast + special_heavy;
        kind[9] = defensive + special_defensive;
        kind
    }

    /// What each monster is best at.
    pub fn explain(&self, deck: &Deck) -> Vec<Sentence> {
        if !self.part.on {
            return Vec::new();
        }
        let mut work = Scratch::default();
        let all: Vec<_> = (0..deck.len() as u8).map(|monster| self.of(deck, monster, &mut work)).collect();
        let mean = |place: usize| all.iter().map(|features| features[place]).sum::<f32>() / all.len() as f32;
        let means: [f32; FEATURES] = std::array::from_fn(mean);
        // Each monster by what it has most ahead of the mean.
        let mut kinds: [Vec<(f32, &str)>; FEATURES] = Default::default();
        for (monster, features) in all.iter().enumerate() {
            let more = |place: usize| features[place] / means[place].max(f32::MIN_POSITIVE);
            let place = (0..FEATURES).max_by(|&one, &other| more(one).total_cmp(&more(other))).unwrap_or(0);
            kinds[place].push((more(place), &deck.monster(monster as u8).name));
        }
        let hits = self.records.iter().map(|record| record.hits.iter().sum::<f32>()).sum();
        let sentence = |(place, mut monsters): (usize, Vec<(f32, &str)>)| {
            monsters.sort_by(|one, other| other.0.total_cmp(&one.0));
            let named: Vec<Phrase> = monsters.iter().map(|&(more, name)| valued(name, Arg::real(more, 2))).collect();
            Sentence {
                when: vec![Phrase::new("say.kinds")],
                then: Phrase::new("say.kind").with("kind", Phrase::new(KINDS[place])).with("monsters", named),
                uses: hits,
                strength: monsters.first().map_or(0.0, |(more, _)| more - 1.0),
            }
        };
        kinds.into_iter().enumerate().filter(|(_, monsters)| !monsters.is_empty()).map(sentence).collect()
    }

    pub(super) fn part(&self) -> &Part {
        &self.part
    }

    pub(super) fn save<'a>(&'a self, model: &mut Model<'a>) {
        self.part.save(model);
        let numbers: Vec<f32> = self.records.iter().flat_map(Record::numbers).collect();
        *model = std::mem::take(model).with(RECORDS, numbers);
    }

    pub(super) fn restore(&mut self, model: &mut Model<'_>) -> Result<(), String> {
        self.part.restore(model)?;
        let numbers = model.take(RECORDS).unwrap_or_default();
        let (rows, rest) = numbers.as_chunks::<RECORD>();
        if rows.len() != MONSTERS || !rest.is_empty() || numbers.iter().any(|number| !number.is_finite()) {
            return Err(misfit(self.part.name, "the records of the monsters are missing"));
        }
        self.records = rows.iter().map(|&row| Record::from_numbers(row)).collect();
        Ok(())
    }
}

const RECORDS: &str = "records";
const KINDS: [&str; FEATURES] = [
    "say.kind.fast",
    "say.kind.special-fast",
    "say.kind.heavy",
    "say.kind.special-heavy",
    "say.kind.firm",
    "say.kind.special-firm",
];

/// The six stats of a card, each about −1 to 1.
pub(super) fn stats(deck: &Deck, monster: u8) -> [f32; 6] {
    deck.monster(monster).stats().map(|stat| (f32::from(stat) - 250.0) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kirifuda_games::monsters::Summon;

    /// A record as of many battles: damage by its strength, first by its speed.
    fn fought(deck: &Deck, monster: u8) -> Record {
        let card = deck.monster(monster);
        let (attack, special) = (f32::from(card.attack), f32::from(card.special_attack));
        Record {
            dealt: [10.0 * attack / 5.0, 10.0 * special / 3.0],
            hits: [10.0; 2],
            taken: [10.0 * 16_000.0 / f32::from(card.defence), 10.0 * 20_000.0 / f32::from(card.special_defence)],
            blows: [10.0; 2],
            first: 20.0 * (f32::from(card.speed) - 100.0) / 220.0,
            outs: 5.0,
            blows_until_out: 20.0,
        }
    }

    #[test]
    fn features_are_products_of_what_was_seen() {
        let record = Record {
            dealt: [300.0, 0.0],
            hits: [3.0, 0.0],
            taken: [120.0, 160.0],
            blows: [2.0, 2.0],
            first: 1.5,
            outs: 1.0,
            blows_until_out: 4.0,
        };
        let [fast, special_fast, heavy, special_heavy, firm, special_firm] = record.features();
        assert_eq!([fast, heavy], [100.0 * 0.5 / FAST, 100.0 * 4.0 / SLOW]);
        assert!(special_fast.is_nan() && special_heavy.is_nan(), "no special attack was seen");
        assert_eq!([firm, special_firm], [60.0 * 4.0 / SLOW, 80.0 * 4.0 / SLOW]);
        assert_eq!(Record::from_numbers(record.numbers()), record);
    }

    #[test]
    fn the_fast_and_strong_become_fast_attackers() {
        let (deck, mut rng) = (Deck::built_in(), Rng::new(2));
        let mut features = Features::new(true, &mut Rng::new(1));
        for monster in 0..deck.len() as u8 {
            *features.record(monster) = fought(deck, monster);
        }
        for _ in 0..60_000 {
            features.learn(deck, rng.below(deck.len()) as u8, 0.05);
        }
        let of = |name: &str| features.of(deck, deck.find(name).unwrap(), &mut Scratch::default());
        // Swiftpaw attacks hard and first; Cindershell neither.
        assert!(of("Swiftpaw")[0] > 1.5 * of("Cindershell")[0]);
        assert!(of("Sparkwing")[1] > 1.5 * of("Brutebear")[1]);
        let kind = features.profile(&Senses::new(deck, Summon::Free), 3, &mut Scratch::default());
        assert_eq!(kind[..5], [0.0, 1.0, 0.0, 0.0, 0.0]);
        assert!((kind[5] + kind[6] - kind[7] - kind[8]).abs() < 1e-5, "every hand is fast or heavy: {kind:?}");
    }

    #[test]
    fn switched_off_only_elements_are_known() {
        let (deck, mut features) = (Deck::built_in(), Features::new(false, &mut Rng::new(1)));
        *features.record(0) = fought(deck, 0);
        features.learn(deck, 0, 0.1);
        let kind = features.profile(&Senses::new(deck, Summon::Free), 0, &mut Scratch::default());
        assert_eq!(kind, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    }
}
