//! Settings: defaults, and what is refused.

use kirifuda_catalog::entries::falcon::SETTINGS;
use kirifuda_catalog::trainers::{self, Wish};
use kirifuda_games::hearts::Hearts;
use kirifuda_players::hearts::Side;

use crate::{has, learner, refused, rules, start};

#[test]
fn wrong_settings_are_refused_with_what_is_allowed() {
    for (settings, words) in [
        ("mode=mean", &["`mode=mean`", "average, resonant, as-printed, td-falcon"][..]),
        ("lead=6+99", &["`lead=6+99`", "no percept `99`", "0 to 32"]),
        ("follow=queen", &["`follow=queen`", "no percept `queen`", "0 to 29", "joined by `+`"]),
        ("lead=", &["`lead=`", "no percept ``"]),
        ("lead=6+6", &["`lead=6+6`", "percept 6 is there twice", "keep one"]),
        ("lead=high-spades+6", &["percept 6 is there twice"]),
        ("actions=old", &["`actions=old`", "new, previous"]),
        ("networks=13", &["`networks=13`", "52, 16, 4"]),
        ("plan=0", &["`plan=0`", "whole numbers from 1"]),
        ("explore=2", &["`explore=2`", "0 to 1, and auto"]),
        ("explore-end=often", &["`explore-end=often`", "0 to 1, and auto"]),
        ("lean=-1", &["`lean=-1`", "0 to 1000000"]),
        ("doubt=NaN", &["`doubt=NaN`"]),
        ("alike=yes", &["`alike=yes`", "on and off"]),
        ("mode=resonant,reward=-7", &["`reward=-7`", "0 to 1000000"]),
        ("mode=as-printed,start=zero", &["`start=zero`", "printed, ones"]),
        ("mode=as-printed,complement=1", &["`complement=1`", "on and off"]),
        ("mode=td-falcon,kind=fast", &["`kind=fast`", "tan, table"]),
        ("mode=td-falcon,step=2", &["`step=2`", "0 to 1, and auto"]),
        ("mode=td-falcon,discount=x", &["`discount=x`", "0 to 1, and auto"]),
        ("mode=td-falcon,rate=-1", &["`rate=-1`", "0 to 1, and auto"]),
        ("mode=td-falcon,vigilance=1.5", &["`vigilance=1.5`"]),
        ("mode=td-falcon,reward-vigilance=inf", &["`reward-vigilance=inf`"]),
        ("danger=nowhere.kfm", &["nowhere.kfm"]),
        ("danger=", &["`danger=`", "kirifuda danger", "leave it out"]),
        ("danger=nowhere.kfm,queen-below=3", &["`queen-below=3`", "-2 to 2, and off"]),
        ("lead-by=stok", &["`lead-by=stok`", "did you mean `stock`"]),
        ("lead-by=stock,follow-by=stock", &["`lead-by` and `follow-by`", "keep one of them"]),
        ("percepts=6", &["learner `falcon` has no setting `percepts`"]),
        ("lead=6,lead=7", &["`lead` twice"]),
    ] {
        has(&refused(settings, "stock"), words);
    }
}

#[test]
fn settings_that_decide_nothing_are_refused() {
    for (settings, idle, mode) in [
        ("mode=resonant,lean=5", "lean=5", "resonant"),
        ("mode=resonant,start=ones", "start=ones", "resonant"),
        ("mode=as-printed,alike=on", "alike=on", "as-printed"),
        ("reward=3", "reward=3", "average"),
        ("mode=average,kind=table", "kind=table", "average"),
        ("step=0.1", "step=0.1", "average"),
        ("mode=td-falcon,doubt=1", "doubt=1", "td-falcon"),
        ("queen-below=0.5", "queen-below=0.5", "average"),
        ("danger=off,points-below=0", "points-below=0", "average"),
    ] {
        let error = refused(settings, "stock");
        has(&error, &[&format!("`{idle}` decides nothing here (`mode={mode}`)"), "leave it out"]);
    }
}

#[test]
fn percepts_that_take_too_many_bits_are_refused() {
    for side in Side::ALL {
        let bits: u32 = side.percepts().iter().map(|percept| percept.width).sum();
        let all: Vec<String> = side.percepts().iter().map(|percept| percept.number.to_string()).collect();
        let settings = format!("{side}={}", all.join("+"));
        if bits > 112 {
            has(
                &refused(&settings, "stock"),
                &[&format!("`{side}` take {bits} bits"), "at most 112", "leave some out"],
            );
        } else {
            assert!(start(&settings, "stock").is_ok(), "{side}: {bits} bits");
        }
    }
}

#[test]
fn opponents_are_players_in_turn_or_a_mirror() {
    for opponents in ["self-play", "stock then self-play", "mirror then stock", "stock then mirror"] {
        has(&refused("", opponents), &["FALCON learns against players", "`stock then mc`", "`mirror` alone"]);
    }
    for (opponents, words) in [
        ("stok", &["opponents `stok`", "did you mean `stock`"][..]),
        ("stock then", &["opponents `stock then`"]),
        ("stock then  then jake", &["opponents"]),
        ("stock then jake+stock", &["2 players for 3 seats"]),
        ("exec:bot then stock", &["outside program"]),
    ] {
        has(&refused("", opponents), words);
    }
    let text = |opponents| start("", opponents).map(|trainee| trainee.header().opponents).unwrap();
    for (given, canonical) in [
        ("stock", "stock"),
        ("mirror", "mirror"),
        ("random", "random"),
        ("stock+stock+stock then jake", "stock then jake"),
        ("stock+jake+random then random+random+random then  jake", "stock+jake+random then random then jake"),
    ] {
        assert_eq!(text(given), canonical);
        // What a header says can be asked for.
        assert_eq!(text(canonical), canonical);
    }
}

#[test]
fn who_sits_at_the_other_seats_by_default_is_stock() {
    let wish = Wish { learner: "falcon", rules: Some(rules("falcon")), opponents: None, seed: None };
    assert_eq!(trainers::start::<Hearts>(&wish).unwrap().header().opponents, "stock");
}

#[test]
fn a_header_tells_what_was_in_force() {
    let header = start("", "stock").unwrap().header();
    let text = |key: &str| header.options[key].as_str().unwrap().to_string();
    assert_eq!([text("lead"), text("follow")], ["6+14+15", "0+3+9+10+11"]);
    assert_eq!([text("explore"), text("explore-end")], ["0.2", "0.2"]);
    let idle = ["reward", "start", "complement", "kind", "step", "discount", "rate", "vigilance", "reward-vigilance"];
    for setting in SETTINGS {
        let told = header.options.get(setting.name).and_then(|value| value.as_str());
        if idle.contains(&setting.name) || setting.name.ends_with("-below") {
            assert_eq!(told, None, "{}", setting.name);
        } else if !["lead", "follow", "explore", "explore-end"].contains(&setting.name) {
            assert_eq!(told, Some(setting.default), "{}", setting.name);
        }
    }
    let layout = "hearts falcon 1: lead 6+14+15, follow 0+3+9+10+11, actions new, networks 52";
    assert_eq!([header.layout.as_str(), header.learner.as_str()], [layout, "falcon"]);
    assert_eq!(header.dimensions, 52 * 18);
}

#[test]
fn percepts_can_be_named_numbered_and_chosen_in_sets() {
    let percepts = |settings: &str| {
        let options = start(settings, "stock").unwrap().header().options;
        [options["lead"].as_str().unwrap().to_string(), options["follow"].as_str().unwrap().to_string()]
    };
    assert_eq!(percepts("lead=automatic,follow=automatic"), ["3+6+9+14+15", "0+2+5+10"]);
    assert_eq!(percepts("lead=none,follow=none"), ["none", "none"]);
    assert_eq!(percepts("lead=15+high-spades+ 14,follow=led-suit"), ["6+14+15", "9"]);
    for side in Side::ALL {
        let best = kirifuda_players::hearts::falcon::best(side).iter().map(u8::to_string).collect::<Vec<_>>().join("+");
        assert!(percepts("lead=best,follow=best").contains(&best));
    }
}

#[test]
fn exploration_is_that_of_the_mode_unless_it_is_set() {
    let explore = |settings: &str| {
        let options = start(settings, "stock").unwrap().header().options;
        ["explore", "explore-end"].map(|key| options[key].as_str().unwrap().parse::<f64>().unwrap())
    };
    let near = |found: [f64; 2], expected: [f64; 2]| {
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}, not {expected:?}");
    };
    near(explore(""), [0.2, 0.2]);
    near(explore("mode=resonant"), [0.0, 0.0]);
    near(explore("mode=as-printed"), [0.0, 0.0]);
    near(explore("mode=td-falcon"), [0.5, 0.005]);
    // The end is as the start where the mode's own is.
    near(explore("explore=0.6"), [0.6, 0.6]);
    near(explore("explore=0.1"), [0.1, 0.1]);
    near(explore("mode=resonant,explore=0.3"), [0.3, 0.3]);
    near(explore("mode=td-falcon,explore=0.3"), [0.3, 0.005]);
    near(explore("mode=td-falcon,explore=0.001"), [0.001, 0.001]);
    near(explore("explore=0.6,explore-end=0.1"), [0.6, 0.1]);
}

#[test]
fn the_learner_names_its_percepts_for_selection() {
    let learner = learner();
    let sides: Vec<&str> = learner.percepts.iter().map(|choice| choice.side).collect();
    assert_eq!(sides, ["lead", "follow"]);
    for (choice, side) in learner.percepts.iter().zip(Side::ALL) {
        let names = (choice.names)();
        assert_eq!(names.len(), side.percepts().len());
        assert!(names.iter().enumerate().all(|(number, name)| name.0 == number.to_string()));
    }
}
