//! What can be repeated on another machine, and what decides it.
#![allow(clippy::unwrap_used)]

use kirifuda_arena::{Contest, Plan, Program, Quiet, play_deals};
use kirifuda_catalog::trainers::{Wish, start};
use kirifuda_catalog::{Limit, Listed, Visitor, contestant, games, origin, portion, tally, timed, visit};
use kirifuda_games::daifugo::Daifugo;
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_games::leduc::Leduc;
use kirifuda_play::Rules as _;

/// What a player of the list says of time: as it is, and with a budget that is counted.
struct Clocks;

impl Visitor for Clocks {
    type Output = Vec<String>;

    fn visit<G: Listed>(self) -> Vec<String> {
        let rules = G::Rules::book().parse("").unwrap();
        let mut found = Vec::new();
        for player in G::players() {
            let by_time = timed::<G>(&rules, player.name).unwrap();
            found.extend(by_time.map(|timed| format!("{} {}: {}", G::NAME, player.name, timed.instead)));
            assert_eq!(timed::<G>(&rules, &player.brief()).unwrap(), None, "{} is counted", player.brief());
            if player.settings.iter().any(|setting| setting.limit == Some(Limit::Time)) {
                let given = timed::<G>(&rules, &player.with("ms=3")).unwrap().unwrap();
                assert_eq!((given.setting, given.player), ("ms", player.with("ms=3")));
                assert!(!given.instead.is_empty());
                assert_eq!(timed::<G>(&rules, &player.with(given.instead)).unwrap(), None);
            } else {
                assert!(player.settings.iter().all(|setting| setting.unit != Some("ms")), "{}", player.name);
            }
        }
        found
    }
}

#[test]
fn players_that_are_given_time_unless_told_otherwise_are_known() {
    let found: Vec<String> = games().into_iter().flat_map(|(game, _)| visit(game, Clocks).unwrap()).collect();
    assert_eq!(
        found,
        [
            "hearts search: worlds=100",
            "hearts deep-search: worlds=100",
            "daifugo search: worlds=100",
            "daifugo deep-search: worlds=100",
            "plain-tricks deep-search: worlds=16"
        ]
    );
}

#[test]
fn worlds_of_a_tree_search_measure_nothing_out() {
    let of = |text: &str| timed::<Hearts>(&Rules::falcon(), text).unwrap().map(|timed| timed.setting);
    assert_eq!(["uct", "uct:worlds=5", "uct:ms=off"].map(of), [None; 3]);
    assert_eq!(of("uct:worlds=5,ms=9"), Some("ms"));
    let daifugo = kirifuda_games::daifugo::Rules::book().parse("").unwrap();
    assert_eq!(timed::<Daifugo>(&daifugo, "search:sims=9").unwrap(), None);
}

#[test]
fn a_partner_that_is_given_time_is_found_in_the_model() {
    let folder = tempfile::tempdir().unwrap();
    let rules = Rules::falcon();
    let file = |name: &str, learner: &str| {
        let wish = Wish { learner, rules: Some(rules), opponents: Some("stock"), seed: Some(1) };
        let mut training = start::<Hearts>(&wish).unwrap();
        training.advance(1).unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, training.model().unwrap().to_bytes()).unwrap();
        format!("falcon:model={}", path.display())
    };
    let (hasty, calm) = (file("hasty.kfm", "falcon:lead-by=mc:ms=1"), file("calm.kfm", "falcon:lead-by=stock"));
    let found = timed::<Hearts>(&rules, &hasty).unwrap().unwrap();
    assert_eq!((found.player.as_str(), found.instead), ("mc:ms=1", "sims=20"));
    let refused = origin::<Hearts>(&rules, &[hasty], Program::default()).unwrap_err().to_string();
    assert!(refused.contains("its moves of its partner `mc:ms=1` depend on the time"), "{refused}");
    let files = origin::<Hearts>(&rules, &[calm.as_str(), "stock"], Program::default()).unwrap().files;
    assert_eq!(files.keys().collect::<Vec<_>>(), [&format!("the file `model` of `{calm}`")]);
}

#[test]
fn a_run_in_parts_is_the_run_for_any_program() {
    let rules = kirifuda_games::leduc::Rules::book().parse("").unwrap();
    let names = ["cfr:iterations=5", "random"];
    let contestants = names.map(|name| contestant::<Leduc>(&rules, name).unwrap());
    let origin = origin::<Leduc>(&rules, &names, Program::default()).unwrap();
    let plan = |deals: std::ops::Range<u64>| Plan {
        rules: &rules,
        contestants: &contestants,
        first: deals.start,
        deals: deals.end - deals.start,
        seed: 1,
        threads: Some(1),
    };
    let mut parts = (1..=3).map(|number| {
        let plan = plan(portion(50, number, 3).unwrap());
        tally::<Leduc>(Contest::Deals, &plan, 50, &origin, &Quiet, None).unwrap()
    });
    let mut all = parts.next().unwrap();
    parts.for_each(|part| all.merge(&part).unwrap());
    assert_eq!(all.outcome::<Leduc>().unwrap(), play_deals(&plan(0..50), &Quiet, None).unwrap());
    let refused = tally::<Leduc>(Contest::Matches, &plan(0..50), 50, &origin, &Quiet, None).unwrap_err().to_string();
    assert_eq!(refused, "leduc is not played in matches; use --deals");
}
