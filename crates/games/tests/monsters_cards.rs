//! Monsters: the data file, what is worked out from it, and what is said about a wrong one.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use kirifuda_games::monsters::{Deck, Element, LARGEST_STAT, MONSTERS, Team};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn the_built_in_deck_has_three_monsters_of_each_element() {
    let deck = Deck::built_in();
    assert_eq!((deck.len(), deck.source(), deck.trap_turns()), (15, "built-in", 3));
    for element in Element::ALL {
        assert_eq!(deck.monsters().iter().filter(|monster| monster.element == element).count(), 3, "{element}");
    }
    let voltclaw = deck.monster(deck.find("voltCLAW").unwrap());
    assert_eq!((voltclaw.name.as_str(), voltclaw.element), ("Voltclaw", Element::Thunder));
    assert_eq!(voltclaw.stats(), [330, 355, 215, 235, 215, 295]);
    assert_eq!(deck.find("Volt"), None);
    assert_eq!(format!("{deck:?}"), "Deck(built-in, 15 monsters)");
}

#[test]
fn the_chart_is_that_of_the_paper() {
    let deck = Deck::built_in();
    let rows = Element::ALL.map(|attacker| Element::ALL.map(|defender| deck.chart(attacker, defender)));
    assert_eq!(
        rows,
        [
            [0.5, 0.5, 1.0, 2.0, 1.0],
            [2.0, 0.5, 1.0, 2.0, 1.0],
            [1.0, 2.0, 0.5, 0.0, 1.0],
            [2.0, 1.0, 2.0, 1.0, 1.0],
            [1.0, 1.0, 1.0, 1.0, 1.0],
        ]
    );
    assert_eq!(Element::ALL.map(Element::index), [0, 1, 2, 3, 4]);
}

#[test]
fn damage_is_rounded_down_after_each_step() {
    let deck = Deck::built_in();
    let id = |name: &str| deck.find(name).unwrap();
    // 42·60·320/200 = 4032; / 50 = 80.64 → 80; + 2 = 82; thunder × water 2: 164.
    assert_eq!(deck.special(id("Sparkwing"), id("Tidelord")), 164);
    assert_eq!(deck.neutral_special(id("Sparkwing"), id("Tidelord")), 82);
    // 42·40·195/185 = 1770.8 → 1770; / 50 = 35.4 → 35; + 2.
    assert_eq!(deck.attack(id("Sparkwing"), id("Tidelord")), 37);
    assert_eq!(deck.best_hit(id("Sparkwing"), id("Tidelord")), 164);
    assert_eq!(deck.special(id("Sparkwing"), id("Dustdjinn")), 0, "not even the bonus");
    assert_eq!(deck.best_hit(id("Sparkwing"), id("Dustdjinn")), deck.attack(id("Sparkwing"), id("Dustdjinn")));
    // 42·60·305/215 = 3574.9 → 3574; / 50 = 71; + 2 = 73; × ½ = 36.5 → 36.
    assert_eq!(deck.special(id("Emberfox"), id("Emberfox")), 36);
    assert_eq!(deck.multiplier(id("Emberfox"), id("Emberfox")), 0.5);
    assert_eq!((deck.poison(id("Emberfox")), deck.poison(id("Dustdjinn"))), (38, 35), "305 / 8 and 280 / 8");
    for (one, attacker) in deck.monsters().iter().enumerate() {
        for (other, defender) in deck.monsters().iter().enumerate() {
            let quotient = 42 * 40 * u32::from(attacker.attack) / u32::from(defender.defence);
            assert_eq!(u32::from(deck.attack(one as u8, other as u8)), quotient / 50 + 2);
        }
    }
}

#[test]
fn a_deck_type_counts_elements_and_rounds_sums_to_hundreds() {
    let deck = Deck::built_in();
    let team = Team::new(["Wardowl", "Emberfox", "Magmaul"].map(|name| deck.find(name).unwrap())).unwrap();
    assert_eq!(team, Team([0, 1, 14]), "in the order of the cards");
    let kind = deck.deck_type(team);
    assert_eq!(kind.elements, [2, 0, 0, 0, 1]);
    // Speed 285+150+135 = 570, HP 305+375+335 = 1015, attack 190+370+205 = 765, special 305+225+235 = 765,
    // defences 415+470+490 = 1375.
    assert_eq!(kind.styles, [600, 1000, 800, 800, 1400]);
    assert_eq!(Team::new([3, 3, 4]), None);
}

#[test]
fn teams_of_a_kind_are_found() {
    let deck = Deck::built_in();
    assert_eq!(deck.teams().len(), 455);
    assert!(deck.teams().is_sorted());
    let mut found = 0;
    for &team in deck.teams() {
        let kind = deck.deck_type(team);
        let slow: Vec<Team> = deck.teams().iter().copied().filter(|&other| deck.deck_type(other) == kind).collect();
        assert_eq!(deck.teams_of(kind), slow);
        found += usize::from(slow.len() > 1);
    }
    assert!(found > 0 && found < 455, "{found} teams share their kind with another");
    let mut nobody = deck.deck_type(Team([0, 1, 2]));
    nobody.elements[0] = 9;
    assert_eq!(deck.teams_of(nobody), []);
}

#[test]
fn a_deck_is_loaded_once_and_again_when_its_file_changes() {
    let path = path("loaded.toml");
    fs::write(&path, Deck::BUILT_IN_FILE).unwrap();
    let name = path.to_str().unwrap();
    let first = Deck::load(name).unwrap();
    assert_eq!(first.source(), name);
    assert!(std::ptr::eq(first, Deck::load(name).unwrap()));
    assert_ne!(first, Deck::built_in(), "the source is a part of it: the text of the rules names it");
    fs::write(&path, Deck::BUILT_IN_FILE.replace("hp = 305", "hp = 306")).unwrap();
    let second = Deck::load(name).unwrap();
    assert_eq!((first.monster(0).hp, second.monster(0).hp), (305, 306));
    assert!(std::ptr::eq(Deck::load("built-in").unwrap(), Deck::built_in()));
}

#[test]
fn the_largest_deck_and_the_largest_stats_are_allowed() {
    let head = Deck::BUILT_IN_FILE.split("[[monster]]").next().unwrap();
    let monster = |number: usize| {
        format!(
            "[[monster]]\nname = \"Grün-{number}\"\nelement = \"earth\"\nhp = 1\nattack = {LARGEST_STAT}\ndefence = 1\n\
             special_attack = {LARGEST_STAT}\nspecial_defence = 1\nspeed = 1\n"
        )
    };
    let text = |count: usize| format!("{head}{}", (0..count).map(monster).collect::<String>());
    let deck = Deck::parse("many", &text(MONSTERS).replace("earth = 1, normal", "earth = 4.0, normal")).unwrap();
    assert_eq!(deck.find("grün-29"), Some(29));
    assert_eq!(deck.attack(0, 29), 33568, "42·40·999/50 + 2");
    assert_eq!(deck.special(29, 0), u16::MAX, "201,404 does not fit and need not");
    assert_eq!(deck.poison(0), 1, "at least one");
    assert!(Deck::parse("many", &text(MONSTERS + 1)).is_err());
    assert_eq!(Deck::parse("few", &text(3)).unwrap().teams(), [Team([0, 1, 2])]);
    assert!(Deck::parse("few", &text(2)).is_err());
}

/// What is said about the built-in file with one part replaced, which must be there.
fn wrong(part: &str, by: &str) -> String {
    assert!(Deck::BUILT_IN_FILE.contains(part), "{part}");
    let text = Deck::BUILT_IN_FILE.replacen(part, by, 1);
    format!("{}\n", Deck::parse("cards.toml", &text).map(|deck| format!("{deck:?}")).expect_err(by))
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_line_and_the_remedy() {
    let mut text = String::new();
    for (part, by) in [
        // Not TOML.
        ("[chart]", "[chart"),
        ("hp = 305", "hp = "),
        ("hp = 305", "hp = 305\nhp = 306"),
        ("name = \"Emberfox\"", "name = Emberfox"),
        // Sections.
        ("[chart]", "[charts]"),
        ("[constants]\n", ""),
        ("[constants]", "constants = 3\n[constant]"),
        // Constants.
        ("bonus = 2\n", ""),
        ("bonus = 2", "bonos = 2"),
        ("divisor = 50", "divisor = 0"),
        ("trap_turns = 3", "trap_turns = 101"),
        ("attack_power = 40", "attack_power = 40.5"),
        // The chart.
        ("thunder = 1,   earth = 2, normal = 1 }", "thunder = 1, normal = 1 }"),
        ("earth = 2, normal = 1 }", "earth = 2, norml = 1 }"),
        ("earth = 2, normal = 1 }", "earth = 2, normal = 0.3 }"),
        ("earth = 2, normal = 1 }", "earth = 5, normal = 1 }"),
        ("earth = 2, normal = 1 }", "earth = -1, normal = 1 }"),
        ("earth = 2, normal = 1 }", "earth = nan, normal = 1 }"),
        ("earth = 2, normal = 1 }", "earth = \"2\", normal = 1 }"),
        ("fire    = { fire = 0.5, water = 0.5, thunder = 1,   earth = 2, normal = 1 }", "fire = 1"),
        // Monsters.
        ("name = \"Emberfox\"\n", ""),
        ("name = \"Emberfox\"", "name = 3"),
        ("\"Emberfox\"", "\"Ember fox\""),
        ("\"Emberfox\"", "\"\""),
        ("\"Emberfox\"", "\"a/b\""),
        ("\"Emberfox\"", "\"Emberfoxemberfoxemberfoxe\""),
        ("\"Magmaul\"", "\"emberFOX\""),
        ("element = \"fire\"", "element = \"Fire\""),
        ("element = \"fire\"", "element = \"wood\""),
        ("hp = 305", "hp = 0"),
        ("hp = 305", "hp = 1000"),
        ("hp = 305", "hp = -5"),
        ("hp = 305", "hp = 99999999999999999999"),
        ("speed = 285\n", ""),
        ("speed = 285", "speed = true"),
        ("speed = 285", "speed = 285\ncolour = \"red\""),
        ("speed = 285", "spede = 285"),
        ("speed = 285", "speed = 285\ncost = 10"),
        ("speed = 285", "speed = 285\ncost = \"two\""),
    ] {
        text.push_str(&wrong(part, by));
    }
    let head = Deck::BUILT_IN_FILE.split("[[monster]]").next().unwrap();
    for whole in ["", "# nothing\n", head, &format!("monster = 3\n{head}"), &format!("monster = [1, 2, 3]\n{head}")] {
        text.push_str(&format!("{}\n", Deck::parse("cards.toml", whole).unwrap_err()));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_monster_costs_what_its_file_says_or_the_quarters_of_the_deck_that_are_weaker() {
    let costs = |deck: &Deck| deck.monsters().iter().map(|monster| monster.cost).collect::<Vec<_>>();
    let built_in = Deck::built_in();
    assert_eq!(costs(built_in), [1, 3, 1, 1, 0, 0, 2, 3, 1, 2, 1, 0, 3, 2, 0]);
    assert_eq!(built_in.dearest(), 3);
    let text = Deck::BUILT_IN_FILE.replacen("speed = 285", "speed = 285\ncost = 9", 1);
    let written = Deck::parse("cards.toml", &text).unwrap();
    assert_eq!((costs(&written)[0], written.dearest()), (9, 9));
    assert_eq!(costs(&written)[1..], costs(built_in)[1..], "the others cost what they did");
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    let why = Deck::load("no/such/file.toml").unwrap_err().to_string();
    assert!(why.contains("cannot read the cards in `no/such/file.toml`"), "{why}");
    let large = path("large.toml");
    fs::write(&large, "#".repeat((1 << 20) + 1)).unwrap();
    let why = Deck::load(large.to_str().unwrap()).unwrap_err().to_string();
    assert!(why.contains("more than 1048576 bytes"), "{why}");
    let binary = path("binary.toml");
    fs::write(&binary, [0xff, 0xfe, 0]).unwrap();
    assert!(Deck::load(binary.to_str().unwrap()).is_err());
    assert!(Deck::load(env!("CARGO_TARGET_TMPDIR")).is_err(), "a folder");
}

#[test]
fn no_text_makes_the_reader_fail() {
    use proptest::prelude::*;
    proptest!(ProptestConfig::with_cases(300), |(start in 0usize..3300, length in 0usize..60, put in "[\\x00-\\x7f]{0,6}")| {
        let file = Deck::BUILT_IN_FILE;
        let at = |place: usize| (0..=place.min(file.len())).rev().find(|&place| file.is_char_boundary(place)).unwrap_or(0);
        let text = format!("{}{put}{}", &file[..at(start)], &file[at(start + length)..]);
        // Any answer will do: a deck, or an error in words.
        if let Err(why) = Deck::parse("changed", &text) {
            prop_assert!(why.to_string().starts_with("changed"));
        }
    });
}
