//! Parts of a run add up to the run, to the last bit; what does not belong together is refused.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;

use common::{Boast, BoastRules, plan, steady, uniform};
use kirifuda_arena::{
    ArenaError, Contest, Contestant, Monitor, Origin, Plan, Program, Quiet, Record, Tally, TallyError, play_deals,
    play_matches, tally_deals, tally_matches, tally_tournament, tournament,
};
use kirifuda_play::Rng;
use proptest::prelude::*;
use serde_json::{Value, json};

const DEALS: u64 = 30;

fn table() -> [Contestant<Boast>; 4] {
    [uniform(), steady(1), uniform(), steady(0)]
}

/// A part of a run of `DEALS` deals (or matches).
fn part(contest: Contest, first: u64, end: u64, threads: usize) -> Tally {
    let (table, origin) = (table(), Origin::default());
    let plan = Plan { first, ..plan(&table, end - first, threads) };
    let tally = match contest {
        Contest::Deals => tally_deals(&plan, DEALS, &origin, &Quiet, None),
        Contest::Matches => tally_matches(&plan, DEALS, &origin, &Quiet, None),
        Contest::Tournament => tally_tournament(&plan, DEALS, &origin, &Quiet),
    };
    tally.unwrap()
}

/// The result of one machine, and that of a tally, as text.
fn alone(contest: Contest) -> String {
    let table = table();
    let plan = plan(&table, DEALS, 2);
    match contest {
        Contest::Deals => play_deals(&plan, &Quiet, None).unwrap().json().to_string(),
        Contest::Matches => play_matches(&plan, &Quiet, None).unwrap().json().to_string(),
        Contest::Tournament => tournament(&plan, &Quiet).unwrap().json().to_string(),
    }
}

fn result(tally: &Tally) -> Result<String, TallyError> {
    Ok(match tally.identity().contest {
        Contest::Tournament => tally.tournament::<Boast>()?.json(),
        _ => tally.outcome::<Boast>()?.json(),
    }
    .to_string())
}

#[test]
fn every_cut_in_every_order_on_every_number_of_threads_gives_the_result_of_one_machine() {
    let mut rng = Rng::new(5);
    for contest in [Contest::Deals, Contest::Matches, Contest::Tournament] {
        let (expected, whole) = (alone(contest), part(contest, 0, DEALS, 1));
        assert_eq!(result(&whole).unwrap(), expected);
        for parts in [2, 3, 7, DEALS] {
            let bounds = |k: u64| k * DEALS / parts;
            let threads = |k: u64| 1 + (k % 3) as usize;
            let mut cut: Vec<Tally> = (0..parts).map(|k| part(contest, bounds(k), bounds(k + 1), threads(k))).collect();
            rng.shuffle(&mut cut);
            // Through text, as between machines.
            let mut read = cut.iter().map(|tally| Tally::from_json(&tally.to_json()).unwrap());
            let mut merged = read.next().unwrap();
            read.for_each(|tally| merged.merge(&tally).unwrap());
            assert_eq!(result(&merged).unwrap(), expected, "{contest:?} in {parts} parts");
            assert_eq!(merged.to_json(), whole.to_json());
        }
    }
}

#[test]
fn records_of_parts_are_those_of_the_run() {
    let table = table();
    let lines = |first: u64, deals: u64| {
        let mut text = Vec::new();
        let mut sink = |record: &Record| record.write(&mut text);
        tally_deals(&Plan { first, ..plan(&table, deals, 2) }, DEALS, &Origin::default(), &Quiet, Some(&mut sink))
            .unwrap();
        text
    };
    assert_eq!([lines(0, 11), lines(11, 19)].concat(), lines(0, DEALS));
}

#[test]
fn parts_that_overlap_or_are_missing_are_named() {
    let mut tally = part(Contest::Deals, 0, 10, 1);
    tally.merge(&part(Contest::Deals, 20, 25, 1)).unwrap();
    assert_eq!(tally.missing(), [10..20, 25..30]);
    let before = tally.clone();
    for (first, end, twice) in [(20, 25, 20..25), (5, 12, 5..10), (18, 30, 20..25), (24, 26, 24..25)] {
        assert_eq!(tally.merge(&part(Contest::Deals, first, end, 1)), Err(TallyError::Overlap(twice)));
        assert_eq!(tally, before, "an error changes nothing");
    }
    let why = tally.outcome::<Boast>().unwrap_err();
    assert_eq!(why.to_string(), "deals are missing: 10 to 19, 25 to 29");
    tally.merge(&part(Contest::Deals, 10, 20, 1)).unwrap();
    tally.merge(&part(Contest::Deals, 25, 30, 1)).unwrap();
    assert!(tally.ranges().eq(std::iter::once(0..30)) && tally.missing().is_empty());
    assert_eq!(result(&tally).unwrap(), alone(Contest::Deals));
}

#[test]
fn parts_of_another_run_are_refused_by_what_differs() {
    let table = table();
    let other = [steady(1), uniform(), uniform(), steady(0)];
    let rules = BoastRules { rounds: 5, ..BoastRules::TABLE };
    let of =
        |plan: &Plan<'_, Boast>, whole: u64, origin: &Origin| tally_deals(plan, whole, origin, &Quiet, None).unwrap();
    let late = |contestants| Plan { first: 10, ..plan(contestants, 10, 1) };
    let none = Origin::default();
    let program = |version: &str, commit: &str| Origin {
        program: Program { version: version.into(), commit: commit.into(), ..Program::default() },
        ..Origin::default()
    };
    let files = |sum: &str| Origin { files: BTreeMap::from([("the model".into(), sum.into())]), ..Origin::default() };
    let mut first = of(&plan(&table, 10, 1), DEALS, &none);
    let version = Program::default().version;
    let foreign = [
        (of(&Plan { seed: 8, ..late(&table) }, DEALS, &none), "the seed is `8`, not `7`"),
        (of(&Plan { rules: &rules, ..late(&table) }, DEALS, &none), "rules is `"),
        (
            of(&late(&other), DEALS, &none),
            "the list of players is `steady:boast=1 uniform uniform steady:boast=0`, not `uniform",
        ),
        (of(&late(&table), DEALS + 1, &none), "the number of deals is `31`, not `30`"),
        (part(Contest::Matches, 10, 11, 1), "the contest is `whole matches`, not `a match of deals`"),
        (of(&late(&table), DEALS, &program("9.9.9", "unknown")), "the version of the program is `9.9.9`"),
        (of(&late(&table), DEALS, &program(&version, "abc")), "the commit of the program is `abc`, not `unknown`"),
        (of(&late(&table), DEALS, &files("12")), "the model is `12`, not `none`"),
    ];
    for (tally, why) in foreign {
        let refused = first.merge(&tally).unwrap_err();
        assert!(matches!(refused, TallyError::Foreign { .. }));
        assert!(refused.to_string().starts_with(&format!("a part of another run: {why}")), "{refused}");
    }
    let mut first = of(&plan(&table, 10, 1), DEALS, &files("12"));
    let refused = first.merge(&of(&late(&table), DEALS, &files("13"))).unwrap_err().to_string();
    assert_eq!(refused, "a part of another run: the model is `13`, not `12`");
}

#[test]
fn a_tally_is_asked_for_what_it_is_of() {
    let refused = part(Contest::Tournament, 0, DEALS, 1).outcome::<Boast>().unwrap_err().to_string();
    assert_eq!(refused, "a part of a tournament, not of a match of deals");
    let refused = part(Contest::Deals, 0, DEALS, 1).tournament::<Boast>().unwrap_err().to_string();
    assert_eq!(refused, "a part of a match of deals, not of a tournament");
    let table = table();
    let old = Origin { program: Program { version: "0.0.0".into(), ..Program::default() }, ..Origin::default() };
    let tally = tally_deals(&plan(&table, DEALS, 1), DEALS, &old, &Quiet, None).unwrap();
    assert!(tally.outcome::<Boast>().unwrap_err().to_string().starts_with("a part of version 0.0.0, not of version"));
}

#[test]
fn what_is_not_as_it_was_written_is_refused() {
    let text = part(Contest::Tournament, 0, 5, 1).to_json();
    assert_eq!(Tally::from_json(&text).unwrap().to_json(), text);
    let spaced = serde_json::to_string_pretty(&serde_json::from_str::<Value>(&text).unwrap()).unwrap();
    assert_eq!(Tally::from_json(&spaced).unwrap().to_json(), text, "spaces mean nothing");
    for (wrong, why) in
        [("", "not a part of a run"), ("[]", "not a part of a run"), ("{\"players\": []}", "not a part of a run")]
    {
        assert!(Tally::from_json(wrong).unwrap_err().to_string().contains(why));
    }
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(&text).unwrap();
        change(&mut value);
        Tally::from_json(&value.to_string()).unwrap_err()
    };
    assert!(matches!(changed(&|value| value["kirifuda"] = json!("record")), TallyError::NotATally(_)));
    assert_eq!(changed(&|value| value["format"] = json!(2)), TallyError::Format(2));
    for change in [
        &(|value: &mut Value| value["tally"]["games"] = json!(1)) as &dyn Fn(&mut Value),
        &|value| value["tally"]["identity"]["seed"] = json!(8),
        &|value| value["tally"]["columns"][0][0] = json!("1p0"),
        &|value| value["tally"]["columns"][0][0] = json!("2p0"),
        &|value| value["tally"]["ranges"] = json!([[0, 6]]),
        &|value| value["tally"]["more"] = json!(1),
        &|value| value["sha256"] = json!(""),
    ] {
        assert!(matches!(changed(change), TallyError::Damaged(_)));
    }
}

/// Somebody may write a checksum to nonsense: it is refused or harmless, but never stops the program.
#[test]
fn nonsense_with_a_checksum_is_refused() {
    use sha2::{Digest, Sha256};
    let signed = |text: &str, change: &dyn Fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(text).unwrap();
        change(&mut value["tally"]);
        let sum: String = Sha256::digest(value["tally"].to_string()).iter().map(|byte| format!("{byte:02x}")).collect();
        value["sha256"] = json!(sum);
        Tally::from_json(&value.to_string())
    };
    let (deals, pairs) = (part(Contest::Deals, 0, 5, 1).to_json(), part(Contest::Tournament, 0, 5, 1).to_json());
    assert!(signed(&deals, &|_| {}).is_ok(), "the checksum of the test is that of the program");
    for ranges in [
        json!([]),
        json!([[5, 5]]),
        json!([[3, 2]]),
        json!([[0, 31]]),
        json!([[0, 3], [3, 5]]),
        json!([[4, 5], [0, 3]]),
    ] {
        assert_eq!(
            signed(&deals, &|tally| tally["ranges"] = ranges.clone()),
            Err(TallyError::Damaged("its deals are not in order"))
        );
    }
    let wins = Err(TallyError::Damaged("its wins are not those of its players"));
    assert_eq!(signed(&pairs, &|tally| tally["wins"] = json!(null)), wins);
    assert_eq!(signed(&pairs, &|tally| tally["wins"]["halves"] = json!([1])), wins);
    assert_eq!(signed(&pairs, &|tally| tally["identity"]["players"] = json!([])), wins);
    let mut few = signed(&deals, &|tally| tally["columns"] = json!([])).unwrap();
    let columns = TallyError::Damaged("its columns are not those of its players");
    assert_eq!(few.merge(&part(Contest::Deals, 5, 6, 1)), Err(columns.clone()));
    let whole = |tally: &mut Value| (tally["ranges"], tally["columns"]) = (json!([[0, 30]]), json!([]));
    assert_eq!(signed(&deals, &whole).unwrap().outcome::<Boast>(), Err(columns));
    let full = signed(&deals, &|tally| tally["games"] = json!(u64::MAX)).unwrap();
    assert!(matches!(full.clone().merge(&part(Contest::Deals, 5, 6, 1)), Err(TallyError::Damaged(_))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn a_changed_byte_changes_the_tally_or_is_found(place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let text = part(Contest::Deals, 0, 3, 1).to_json();
        let mut bytes = text.clone().into_bytes();
        let place = place.index(bytes.len());
        prop_assume!(bytes[place] != byte);
        bytes[place] = byte;
        if let Ok(changed) = String::from_utf8(bytes) {
            prop_assert!(Tally::from_json(&changed).is_err_and(|why| !why.to_string().is_empty()));
        }
    }

    #[test]
    fn no_text_stops_the_program(text in "\\PC{0,200}") {
        prop_assert!(Tally::from_json(&text).is_err());
    }
}

struct Impatient;

impl Monitor for Impatient {
    fn stopped(&self) -> bool {
        true
    }
}

#[test]
fn a_part_that_was_stopped_or_is_not_in_its_run_is_nothing() {
    let table = table();
    let origin = Origin::default();
    let stopped = tally_deals(&plan(&table, 10, 1), DEALS, &origin, &Impatient, None);
    assert!(matches!(stopped, Err(ArenaError::Interrupted)));
    let beyond = tally_deals(&Plan { first: 25, ..plan(&table, 6, 1) }, DEALS, &origin, &Quiet, None).unwrap_err();
    assert_eq!(beyond.to_string(), "a part that ends after 31 deals is not in a run of 30");
    let endless = tally_deals(&Plan { first: u64::MAX, ..plan(&table, 6, 1) }, DEALS, &origin, &Quiet, None);
    assert!(matches!(endless, Err(ArenaError::Beyond { .. })));
}
