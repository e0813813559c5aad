use kirifuda_play::{Preset, RuleBook};

use super::PLAYERS;
use crate::switches::switch;

/// The variant of Daifugo.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Number of players.
    pub players: u8,
    /// The largest group.
    pub groups: u8,
    /// May neighbours of one suit be played together?
    pub sequences: bool,
    /// Does a group of four or a sequence of five turn the order of the ranks over?
    pub revolution: bool,
    /// What the joker may be played as.
    pub joker: JokerUse,
    /// Does a play with an eight clear the table?
    pub eight_stop: bool,
    /// What ♠3 does to the joker.
    pub spade_three: SpadeThree,
    /// Does a play of the same suits as the one before lock the table to them?
    pub lock: bool,
    /// May the last to play play once more on his own cards, when all others have passed?
    pub overplay: bool,
    /// May a leader pass?
    pub leader_pass: bool,
    /// Do the losers of the last game give their best cards to its winners?
    pub exchange: bool,
    /// What the places are worth.
    pub points: Points,
    /// Does a jack turn the order over until the table is cleared?
    pub eleven_back: bool,
    /// Does a five skip the next player?
    pub five_skip: bool,
    /// Does it lose the game to go out with a joker, an eight, or the highest rank?
    pub forbidden_finish: bool,
    /// Does the daifugo fall to the last place when another goes out first?
    pub capital_fall: bool,
    /// Games of a session.
    pub session: u16,
    /// Seats are drawn anew after so many games; never if 0.
    pub reseat: u16,
    /// Classes are forgotten after so many games; never if 0.
    pub reset: u16,
}

/// What the joker may be played as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum JokerUse {
    /// A single card, stronger than all others.
    Single,
    /// Any card, too.
    Wild,
}

/// What ♠3 does to a joker that was played alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SpadeThree {
    /// Nothing.
    Off,
    /// It beats the joker.
    Beats,
    /// It beats the joker and clears the table.
    Clears,
}

/// What the places are worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Points {
    /// +2 +1 0 −1 −2 with five players.
    Centred,
    /// 5 4 3 2 1 with five players.
    Contest,
}

impl Rules {
    /// The contest's standard.
    pub const fn uecda() -> Rules {
        Rules {
            players: 5,
            groups: 5,
            sequences: true,
            revolution: true,
            joker: JokerUse::Wild,
            eight_stop: true,
            spade_three: SpadeThree::Clears,
            lock: true,
            overplay: true,
            leader_pass: true,
            exchange: true,
            points: Points::Contest,
            eleven_back: false,
            five_skip: false,
            forbidden_finish: false,
            capital_fall: false,
            session: 100,
            reseat: 3,
            reset: 100,
        }
    }

    /// Paper 003: no sequences, no revolution, no exchange, the joker a single card.
    pub const fn paper003() -> Rules {
        Rules {
            groups: 3,
            sequences: false,
            revolution: false,
            joker: JokerUse::Single,
            spade_three: SpadeThree::Beats,
            exchange: false,
            points: Points::Centred,
            reseat: 0,
            reset: 0,
            ..Rules::uecda()
        }
    }

    /// What people play at home, with its local rules.
    pub const fn casual() -> Rules {
        Rules {
            overplay: false,
            leader_pass: false,
            eleven_back: true,
            five_skip: true,
            forbidden_finish: true,
            capital_fall: true,
            session: 10,
            reseat: 0,
            reset: 0,
            ..Rules::uecda()
        }
    }

    /// What a place is worth, the first being 0.
    pub fn points_of(&self, place: u8) -> f32 {
        match self.points {
            Points::Contest => f32::from(self.players) - f32::from(place),
            Points::Centred => (f32::from(self.players) - 1.0) / 2.0 - f32::from(place),
        }
    }

    /// How many cards a class gives, or gets back: daifugo and daihinmin two, fugo and hinmin one.
    pub(super) fn exchanged(&self, class: u8) -> usize {
        let last = self.players - 1;
        match class {
            _ if !self.exchange => 0,
            0 => 2,
            class if class == last => 2,
            // With three players there is nobody between the middle and either end.
            1 if self.players > 3 => 1,
            class if class == last - 1 && self.players > 3 => 1,
            _ => 0,
        }
    }
}

impl kirifuda_play::Rules for Rules {
    fn book() -> &'static RuleBook<Rules> {
        &BOOK
    }
    fn seats(&self) -> usize {
        usize::from(self.players)
    }
}

const JOKER: &[(&str, JokerUse)] = &[("single", JokerUse::Single), ("wild", JokerUse::Wild)];
const SPADE_THREE: &[(&str, SpadeThree)] =
    &[("off", SpadeThree::Off), ("beats", SpadeThree::Beats), ("clears", SpadeThree::Clears)];
const POINTS: &[(&str, Points)] = &[("centred", Points::Centred), ("contest", Points::Contest)];

static BOOK: RuleBook<Rules> = RuleBook {
    presets: &[
        Preset {
            name: "uecda",
            about: "the standard rules of the UECda contest: five players, classes and exchange",
            rules: Rules::uecda,
        },
        Preset {
            name: "paper003",
            about: "paper 003: groups up to three, the joker only alone, no sequences, no exchange",
            rules: Rules::paper003,
        },
        Preset {
            name: "casual",
            about: "what people play at home: 11-back, 5-skip, forbidden finishes, capital fall",
            rules: Rules::casual,
        },
    ],
    switches: &[
        switch!("players", players, "number of players", 3..=PLAYERS as u8),
        switch!("groups", groups, "the largest group of equal rank", 1..=5),
        switch!("sequences", sequences, "three or more neighbours of one suit may be played together"),
        switch!("revolution", revolution, "four of a rank or a sequence of five turns the ranks over"),
        switch!("joker", joker, "what the joker may be played as", JOKER),
        switch!("eight-stop", eight_stop, "a play with an eight clears the table"),
        switch!("spade-three", spade_three, "what ♠3 does to a lone joker", SPADE_THREE),
        switch!("lock", lock, "a play of the same suits as the one before locks the table to them"),
        switch!("overplay", overplay, "the last to play may play on his own cards when all others have passed"),
        switch!("leader-pass", leader_pass, "a leader may pass"),
        switch!("exchange", exchange, "the losers of the last game give their best cards to the winners"),
        switch!("points", points, "what the places are worth: +2 … −2, or 5 … 1", POINTS),
        switch!("eleven-back", eleven_back, "a jack turns the ranks over until the table is cleared"),
        switch!("five-skip", five_skip, "each five played skips a player"),
        switch!("forbidden-finish", forbidden_finish, "going out with a joker, an eight or the highest rank loses"),
        switch!("capital-fall", capital_fall, "a daifugo who does not go out first becomes last"),
        switch!("session", session, "games of a session (`--matches`)", 1..=10_000),
        switch!("reseat", reseat, "seats are drawn anew after so many games of a session; 0: never", 0..=10_000),
        switch!("reset", reset, "classes are forgotten after so many games of a session; 0: never", 0..=10_000),
    ],
    check: |rules| {
        if rules.groups == 5 && rules.joker == JokerUse::Single {
            return Err("`groups=5` needs `joker=wild`, since five of a rank can only be four and the joker".into());
        }
        if rules.capital_fall && !rules.exchange {
            return Err("`capital-fall=on` needs `exchange=on`: without classes there is no daifugo to fall".into());
        }
        Ok(())
    },
};
