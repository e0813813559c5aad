//! Monsters: what every game must pass, and what a seat may know.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use kirifuda_games::monsters::{
    Action, Deck, FIRST_LANDS, Kind, MONSTERS, Monsters, Phase, Rules, Summon, View, WhyNot,
};
use kirifuda_play::conformance::{self, honest_imagination, no_leak, perft, playthrough, random_play, uniform_worlds};
use kirifuda_play::{
    Actions, Fact, Game, Imagine, Measured, Numbered, Rng, Rules as _, Seat, Seen, Text, Turn, Uniform, Worlds, moves,
};

fn rules(text: &str) -> Rules {
    Rules::book().parse(text).unwrap()
}

/// Every preset and every switch, together and against each other.
const VARIANTS: [&str; 13] = [
    "paper004",
    "dealt",
    "plain",
    "paper004,scout=off",
    "paper004,trap-visible=off",
    "dealt,trap-visible=off,cap=127",
    "dealt,cap=3",
    "dealt,status=off",
    "paper004,trap=off,cap=20",
    "plain,teams=dealt,cap=1",
    "paper004,summon=lands",
    "dealt,summon=lands",
    "dealt,trap-visible=off,summon=lands,cap=40",
];

/// Five monsters of which three are equally fast, weak enough that every rule is met often.
const FEW: &str = r#"
[constants]
attack_power = 40
special_power = 60
level_factor = 42
divisor = 50
bonus = 2
poison_divisor = 4
trap_turns = 3
[chart]
fire = { fire = 0.5, water = 0.5, thunder = 1, earth = 2, normal = 1 }
water = { fire = 2, water = 0.5, thunder = 1, earth = 2, normal = 1 }
thunder = { fire = 1, water = 2, thunder = 0.5, earth = 0, normal = 1 }
earth = { fire = 2, water = 1, thunder = 2, earth = 1, normal = 1 }
normal = { fire = 1, water = 1, thunder = 1, earth = 1, normal = 1 }
"#;

fn few_monsters(count: usize) -> String {
    let elements = ["fire", "water", "thunder", "earth", "normal"];
    let mut text = FEW.to_string();
    for number in 0..count {
        let (name, element) = (["Ash", "Brook", "Crackle", "Dune", "Elk", "Fern"][number], elements[number % 5]);
        let (hp, speed) = (60 + 7 * number, [50, 50, 80, 50, 20, 50][number]);
        text.push_str(&format!(
            "[[monster]]\nname = \"{name}\"\nelement = \"{element}\"\nhp = {hp}\nattack = 90\ndefence = 100\n\
             special_attack = 110\nspecial_defence = 100\nspeed = {speed}\n"
        ));
    }
    text
}

/// Rules with a deck of few monsters, in a file, so that they can be written as text.
fn with_few(count: usize, text: &str) -> Rules {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("few-{count}.toml"));
    // Tests run at the same time: the file appears whole or not at all.
    if fs::read_to_string(&path).ok() != Some(few_monsters(count)) {
        let own = path.with_extension(format!("{:?}", std::thread::current().id()));
        fs::write(&own, few_monsters(count)).unwrap();
        fs::rename(&own, &path).unwrap();
    }
    rules(&format!("{text},cards={}", path.display()))
}

fn variants() -> Vec<Rules> {
    let few = VARIANTS.map(|text| with_few(5, text));
    let fewest = with_few(3, "paper004,trap-visible=off");
    VARIANTS.map(rules).into_iter().chain(few).chain([fewest]).collect()
}

/// Every action of the rules.
fn alphabet(rules: &Rules) -> Vec<Action> {
    let monsters = 0..rules.cards.len() as u8;
    let moves = [Action::ATTACK, Action::SPECIAL, Action::STATUS, Action::TRAP];
    let picks = monsters.clone().map(Action::send).chain(monsters.map(Action::pick));
    let land = (rules.summon == Summon::Lands).then_some(Action::LAND);
    moves.into_iter().chain(picks).chain(land).collect()
}

#[test]
fn games_at_random_keep_the_rules_of_every_game() {
    for rules in variants() {
        random_play::<Monsters>(&rules, &alphabet(&rules), 150, |game| {
            for seat in Seat::all(2) {
                let view = game.view(seat);
                for fighter in view.own().fighters.iter().take(view.picked().len()) {
                    assert!(fighter.hp <= view.deck().monster(fighter.monster).hp);
                }
                assert_eq!(view.picked().len() == 3, view.team().is_some());
                if matches!(view.phase(), Phase::Battle) {
                    assert!(view.own().fighter().hp > 0, "somebody fights who is out:\n{}", game.picture());
                }
                assert!(view.turns() <= rules.cap);
                let other = game.view(Seat(1 - seat.0));
                assert_eq!(other.their_lands(), view.own().lands, "lands lie open");
                let laid = other.acts().filter(|act| *act == (seat, Some(Action::LAND))).count();
                // A land that was to be laid after the end is not laid, but shown.
                let (shown, lies) = (usize::from(FIRST_LANDS) + laid, usize::from(view.own().lands));
                assert!(shown == lies || (shown == lies + 1 && view.phase() == Phase::Over), "{}", game.picture());
            }
            if game.turn() == Turn::Over {
                assert_eq!(game.payoff(Seat(0)) + game.payoff(Seat(1)), 1.0);
                let mut measures = [[0.0; 3]; 2];
                Seat::all(2).for_each(|seat| game.measure(seat, &mut measures[seat.index()]));
                assert_eq!(measures[0][0] + measures[1][0] + measures[0][1], 1.0, "won outright or by the cap");
                let alive = Seat::all(2).map(|seat| game.view(seat).own().alive()).min();
                assert_eq!(alive == Some(0), measures[0][1] == 0.0, "{}", game.picture());
            }
        });
    }
}

/// All that the methods of a view tell.
fn said(view: View<'_>) -> String {
    let own = (view.draft(), view.report(), view.picked().collect::<Vec<_>>(), view.team(), *view.own());
    let known = view.their_unseen();
    let theirs = (view.their_fighter(), view.their_seen().collect::<Vec<_>>(), known, view.their_alive());
    let flags =
        (view.own_trap_in_force(), view.their_status_used(), view.their_trap_used(), view.their_trap_in_force());
    let flags = (flags, view.their_lands(), view.their_hidden_cost());
    let battle = (view.phase() == Phase::Battle).then(|| view.battle([0, 1]));
    let end = (view.winner(), view.capped(), view.turns(), view.phase(), view.turn());
    format!("{own:?} {theirs:?} {flags:?} {battle:?} {end:?} {:?} {view:?}", view.acts().collect::<Vec<_>>())
}

#[test]
fn monsters_passes_every_check() {
    conformance::all::<Monsters>();
}

#[test]
fn imagined_worlds_agree_with_what_was_seen() {
    for rules in variants() {
        honest_imagination::<Monsters>(&rules, 40, said);
        no_leak::<Monsters>(&rules, 10, || Box::new(Uniform));
    }
}

/// A world's hidden part in words: the draft of the other and every move. Coins are told apart elsewhere.
fn hidden_part(world: &Monsters) -> String {
    let deal = world.show_deal();
    let drafts = deal.rsplit_once(';').unwrap().0;
    let moves: Vec<String> =
        moves(world).unwrap().into_iter().map(|action| Monsters::show_action(world.rules(), action)).collect();
    format!("{drafts}: {}", moves.join(" "))
}

/// All games that look the same to a seat, by trying every draft of the other and every hidden choice.
fn possible(game: &Monsters, seat: Seat) -> Vec<Monsters> {
    let seen = Monsters::seen(game.view(seat));
    let rules = game.rules();
    let deal = game.show_deal();
    let parts: Vec<&str> = deal.split("; ").collect();
    let mut frontier = Vec::new();
    for team in rules.cards.teams() {
        let draft: Vec<&str> = team.0.iter().map(|&id| rules.cards.monster(id).name.as_str()).collect();
        let mut parts = parts.clone();
        let draft = draft.join(" ");
        parts[1 - seat.index()] = &draft;
        frontier.push(Monsters::read_deal(rules, &parts.join("; ")).unwrap());
    }
    let acts: Vec<(Seat, Option<Action>)> = game.view(seat).acts().collect();
    for (number, &(mover, known)) in acts.iter().enumerate() {
        let mut next = Vec::new();
        let mut legal = Actions::new();
        for world in frontier {
            if world.turn() != Turn::Seat(mover) {
                continue;
            }
            world.legal(&mut legal);
            for &action in legal.iter().filter(|&&action| known.is_none_or(|known| known == action)) {
                let mut played = world.clone();
                played.play(action);
                // What is hidden while it is pending may show later: only what contradicts is left out.
                let mut so_far = played.view(seat).acts().map(|(_, action)| action).zip(&acts[..=number]);
                let fits = so_far.all(|(ours, (_, theirs))| ours.is_none() || ours == *theirs);
                drop(so_far);
                if fits {
                    next.push(played);
                }
            }
        }
        frontier = next;
    }
    frontier.retain(|world| Monsters::seen(world.view(seat)) == seen);
    frontier
}

/// How often drawn worlds differ from the full list, over many positions.
#[derive(Default)]
struct Comparison {
    positions: usize,
    largest: usize,
    chi_square: f64,
    freedom: f64,
}

impl Comparison {
    /// Draws worlds of one view. Few worlds tell too little by themselves: their statistics are added up.
    fn add(&mut self, view: View<'_>, possible: &[Monsters], rng: &mut Rng) {
        let mut counts: BTreeMap<String, f64> = possible.iter().map(|world| (hidden_part(world), 0.0)).collect();
        assert_eq!(counts.len(), possible.len(), "the list of possible worlds has doubles");
        let mut worlds = Monsters::worlds(view);
        for _ in 0..20 * possible.len() {
            let name = hidden_part(&worlds.draw(rng));
            *counts
                .get_mut(&name)
                .unwrap_or_else(|| panic!("an impossible world was drawn: {name} for {:?}", Monsters::seen(view))) +=
                1.0;
        }
        self.positions += 1;
        self.largest = self.largest.max(possible.len());
        self.chi_square += counts.values().map(|count| (count - 20.0) * (count - 20.0) / 20.0).sum::<f64>();
        self.freedom += possible.len() as f64 - 1.0;
    }

    fn check(&self, what: &str, positions: usize, largest: usize) {
        assert!(self.positions >= positions && self.largest >= largest, "{what}: {} {}", self.positions, self.largest);
        // Mean k, variance 2k for k degrees of freedom: four standard deviations.
        let bound = 4.0 * (2.0 * self.freedom).sqrt();
        assert!((self.chi_square - self.freedom).abs() < bound, "{what}: {} of {}", self.chi_square, self.freedom);
    }
}

/// Compares drawn worlds with the full list in positions of random games.
fn compare_with_brute_force(rules: &Rules, seeds: u64, most: usize, per_game: usize) -> Comparison {
    let mut comparison = Comparison::default();
    for seed in 0..seeds {
        let mut rng = Rng::stream(seed, &[7]);
        let mut game = Monsters::deal(rules, &mut rng);
        let mut legal = Actions::new();
        let mut compared = 0;
        while game.turn() != Turn::Over && compared < per_game {
            game.legal(&mut legal);
            game.play(rng.pick(&legal));
            for seat in Seat::all(2) {
                if rng.below(3) > 0 {
                    continue;
                }
                let worlds = possible(&game, seat);
                assert!(worlds.iter().any(|world| hidden_part(world) == hidden_part(&game)), "the truth is possible");
                if worlds.len() > most {
                    continue;
                }
                comparison.add(game.view(seat), &worlds, &mut rng);
                if worlds.len() > 100 {
                    uniform_worlds::<Monsters>(game.view(seat), &worlds, hidden_part, &mut rng);
                }
                compared += 1;
            }
        }
    }
    comparison
}

#[test]
fn worlds_of_a_small_deck_are_uniform() {
    for text in [
        "paper004",
        "paper004,scout=off",
        "dealt",
        "dealt,trap-visible=off",
        "plain",
        "paper004,summon=lands",
        "dealt,summon=lands",
        "dealt,trap-visible=off,summon=lands",
    ] {
        compare_with_brute_force(&with_few(5, text), 12, 4000, 12).check(text, 40, 20);
    }
}

#[test]
fn worlds_of_the_whole_deck_are_uniform() {
    for text in ["dealt", "dealt,trap-visible=off", "dealt,summon=lands"] {
        compare_with_brute_force(&rules(text), 3, 1500, 10).check(text, 20, 60);
    }
}

#[test]
fn coins_of_the_past_are_kept_and_those_to_come_are_fair() {
    let rules = with_few(5, "dealt");
    let (mut rng, mut legal) = (Rng::new(3), Actions::new());
    let mut game = Monsters::deal(&rules, &mut rng);
    while game.view(Seat(0)).turns() < 2 {
        game.legal(&mut legal);
        game.play(legal[0]);
    }
    let coins = |game: &Monsters| u128::from_str_radix(game.show_deal().rsplit_once("; ").unwrap().1, 16).unwrap();
    let mut worlds = Monsters::worlds(game.view(Seat(0)));
    let mut heads = [0u32; 128];
    let draws = 2000;
    for _ in 0..draws {
        let drawn = coins(&worlds.draw(&mut rng));
        assert_eq!(drawn & 3, coins(&game) & 3);
        (2..128).for_each(|bit| heads[bit] += (drawn >> bit & 1) as u32);
    }
    // Five standard deviations of a binomial: 1000 ± 112.
    assert!(heads[2..].iter().all(|&heads| heads.abs_diff(draws / 2) < 112), "{heads:?}");
}

#[test]
fn a_lost_choice_is_hidden_and_uses_nothing_up() {
    // Crackle is faster and strikes Ash again and again; Ash's last choice, a status attack, is lost.
    let rules = with_few(5, "dealt");
    let mut game = Monsters::read_deal(&rules, "Ash Brook Dune; Brook Crackle Elk; 0").unwrap();
    play(&mut game, "send:Ash send:Crackle attack special status special");
    let view = game.view(Seat(1));
    assert_eq!(view.phase(), Phase::Replace, "{}", game.picture());
    let acts: Vec<Option<Action>> = view.acts().map(|(_, action)| action).collect();
    assert_eq!(acts[4], None, "hidden from the other");
    assert_eq!(game.view(Seat(0)).acts().nth(4).unwrap().1, Some(Action::STATUS), "not from its owner");
    assert!(!game.view(Seat(0)).own().status_used);
    play(&mut game, "send:Brook");
    let mut legal = Actions::new();
    game.legal(&mut legal);
    assert!(legal.contains(&Action::STATUS));
    // Attack, special attack or status attack may have been lost, equally often.
    let mut lost: BTreeMap<String, u32> = BTreeMap::new();
    let mut worlds = Monsters::worlds(game.view(Seat(1)));
    let mut rng = Rng::new(2);
    for _ in 0..3000 {
        let world = hidden_part(&worlds.draw(&mut rng));
        let choice = world.split(": ").nth(1).and_then(|moves| moves.split(' ').nth(4)).unwrap();
        *lost.entry(choice.to_string()).or_default() += 1;
    }
    assert_eq!(lost.keys().collect::<Vec<_>>(), ["attack", "special", "status"]);
    assert!(lost.values().all(|&count| count.abs_diff(1000) < 130), "five standard deviations: {lost:?}");
}

fn play(game: &mut Monsters, moves: &str) {
    for text in moves.split_whitespace() {
        let action = Monsters::read_action(game.rules(), text).unwrap();
        game.try_play(action).unwrap_or_else(|why| panic!("{text}: {why} in\n{}", game.picture()));
    }
}

#[test]
fn an_invisible_trap_may_have_been_any_choice_that_was_not_seen() {
    let rules = with_few(5, "dealt,trap-visible=off");
    let mut game = Monsters::read_deal(&rules, "Ash Brook Dune; Brook Crackle Elk; 0").unwrap();
    // Ash sets a trap unseen and is knocked out in the same turn: it might as well have lost its choice.
    play(&mut game, "send:Ash send:Crackle attack special trap special send:Brook");
    let view = game.view(Seat(1));
    assert!(!view.their_trap_used() && !view.their_trap_in_force());
    // The last of the bench is one of three, the hidden choice a trap or one of three that was lost.
    let all: Vec<String> = possible(&game, Seat(1)).iter().map(hidden_part).collect();
    assert_eq!((all.len(), all.iter().filter(|world| world.contains("trap")).count()), (12, 3), "{all:?}");
    let mut worlds = Monsters::worlds(view);
    let mut rng = Rng::new(1);
    let traps = (0..1000).filter(|_| worlds.draw(&mut rng).view(Seat(0)).own().trap_used).count();
    assert!(traps.abs_diff(250) < 69, "five standard deviations: {traps}");
    // It is found out by a status attack that comes back.
    play(&mut game, "attack status");
    assert!(game.view(Seat(1)).own().fighter().poisoned, "{}", game.picture());
    let mut worlds = Monsters::worlds(game.view(Seat(1)));
    assert!((0..100).all(|_| worlds.draw(&mut rng).view(Seat(0)).own().trap_used));
}

#[test]
fn a_scout_tells_the_kind_of_the_draft_and_the_worlds_keep_to_it() {
    let rules = rules("paper004");
    let mut rng = Rng::new(5);
    let game = Monsters::deal(&rules, &mut rng);
    let view = game.view(Seat(0));
    let kind = view.report().unwrap();
    assert_eq!(kind, rules.cards.deck_type(game.view(Seat(1)).draft()));
    let mut worlds = Monsters::worlds(view);
    for _ in 0..100 {
        let world = worlds.draw(&mut rng);
        assert_eq!(rules.cards.deck_type(world.view(Seat(1)).draft()), kind);
        assert_eq!(world.view(Seat(0)).draft(), view.draft());
    }
    assert_eq!(Monsters::deal(&self::rules("dealt"), &mut rng).view(Seat(0)).report(), None);
    assert_eq!(Monsters::deal(&self::rules("paper004,scout=off"), &mut rng).view(Seat(0)).report(), None);
}

#[test]
fn perft_counts_stay_as_they_are() {
    let mut text = String::new();
    for (name, rules, depth) in [
        ("paper004", rules("paper004"), 4),
        ("dealt", rules("dealt"), 6),
        ("plain", rules("plain"), 4),
        ("dealt, five monsters", with_few(5, "dealt"), 8),
        ("dealt, five monsters, invisible traps", with_few(5, "dealt,trap-visible=off"), 8),
        ("paper004, three monsters", with_few(3, "paper004"), 12),
        ("dealt, lands", rules("dealt,summon=lands"), 6),
    ] {
        let game = Monsters::deal(&rules, &mut Rng::stream(0, &[0]));
        let counts: Vec<String> = (1..=depth).map(|depth| perft(&game, depth).to_string()).collect();
        text.push_str(&format!("{name}: {}\n", counts.join(" ")));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn games_read_like_stories() {
    for name in ["paper004", "dealt", "plain"] {
        insta::assert_snapshot!(format!("monsters_{name}"), playthrough::<Monsters>(&rules(name), 1));
    }
    insta::assert_snapshot!("monsters_lands", playthrough::<Monsters>(&rules("dealt,summon=lands"), 1));
    insta::assert_snapshot!(
        "monsters_few",
        playthrough::<Monsters>(&with_few(5, "dealt,cap=12"), 4).replace(env!("CARGO_TARGET_TMPDIR"), "TMP")
    );
}

#[test]
fn a_story_names_the_seat_where_both_have_the_same_monster() {
    let rules = rules("dealt");
    let mut game = Monsters::read_deal(&rules, "Emberfox Magmaul Sparkwing; Emberfox Rapidfin Tidelord; 1").unwrap();
    play(&mut game, "send:Sparkwing send:Tidelord special attack send:Emberfox attack attack attack");
    assert_eq!(
        game.story(),
        "Seat 0 is dealt Emberfox, Magmaul, Sparkwing.\n\
         Seat 1 is dealt Emberfox, Rapidfin, Tidelord.\n\
         Seat 0 sends Sparkwing, seat 1 sends Tidelord to the front.\n\
         Turn 1. Sparkwing is faster and strikes Tidelord with a special attack: it is very effective, 164 damage (121 left). \
         Tidelord strikes Sparkwing: 28 damage (282 left).\n\
         Turn 2. Seat 0 calls Sparkwing back and sends Emberfox of seat 0 to the front. \
         Tidelord strikes Emberfox of seat 0: 28 damage (277 left).\n\
         Turn 3. Emberfox of seat 0 is faster and strikes Tidelord: 36 damage (85 left). \
         Tidelord strikes Emberfox of seat 0: 28 damage (249 left).\n"
    );
}

/// What is wrong with a view from outside.
fn refused(rules: &Rules, seen: &Seen, change: impl FnOnce(&mut Seen)) -> String {
    let mut changed = seen.clone();
    change(&mut changed);
    Monsters::reconstruct(rules, &changed).map(|game| game.picture()).expect_err("it should be refused")
}

#[test]
fn errors_name_what_is_wrong() {
    let rules = rules("paper004");
    let mut text = String::new();
    for action in ["", "atack", "send", "send:Sparkwin", "pick:", "send:Nobody", "Emberfox", "attack special"] {
        text.push_str(&format!("action `{action}`: {}\n", Monsters::read_action(&rules, action).unwrap_err()));
    }
    for deal in [
        "",
        "Emberfox Magmaul Tidelord; Rapidfin Sparkwing Wardowl",
        "Emberfox Magmaul; Rapidfin Sparkwing Wardowl; 0",
        "Emberfox Magmaul Magmaul; Rapidfin Sparkwing Wardowl; 0",
        "Emberfox Magmaul Tidelord; Rapidfin Sparkwing Wardowly; 0",
        "Emberfox Magmaul Tidelord; Rapidfin Sparkwing Wardowl; 0x1",
        "Emberfox Magmaul Tidelord; Rapidfin Sparkwing Wardowl; 123456789012345678901234567890123",
        "Emberfox Magmaul Tidelord; Rapidfin Sparkwing Wardowl; +1",
    ] {
        let why = Monsters::read_deal(&rules, deal).map(|game| game.picture()).unwrap_err();
        text.push_str(&format!("deal `{deal}`: {why}\n"));
    }
    let mut game = Monsters::read_deal(&rules, "Emberfox Magmaul Tidelord; Rapidfin Sparkwing Wardowl; 0").unwrap();
    play(&mut game, "pick:Emberfox pick:Magmaul pick:Tidelord pick:Rapidfin pick:Sparkwing pick:Wardowl");
    play(&mut game, "send:Emberfox send:Rapidfin attack special trap status attack");
    let seen = Monsters::seen(game.view(Seat(1)));
    let fact = |name: &'static str, values: &'static [&'static str]| {
        move |seen: &mut Seen| {
            for fact in seen.public.iter_mut().chain(&mut seen.private).filter(|fact| fact.name == name) {
                *fact = Fact::new(name, values);
            }
        }
    };
    let cases: Vec<(&str, String)> = vec![
        ("seat 2", refused(&rules, &seen, |seen| seen.seat = Seat(2))),
        ("no draft", refused(&rules, &seen, |seen| seen.private.clear())),
        ("draft of two", refused(&rules, &seen, fact("draft", &["Emberfox", "Magmaul"]))),
        ("report of nothing", refused(&rules, &seen, fact("report", &["fire=1"]))),
        (
            "report that fits no team",
            refused(&rules, &seen, |seen| {
                let report = seen.private.iter_mut().find(|fact| fact.name == "report").unwrap();
                report.values[0] = "fire=3".to_string();
            }),
        ),
        ("coins", refused(&rules, &seen, fact("coins", &["heads"]))),
        ("too many coins", refused(&rules, &seen, fact("coins", &["0"]))),
        ("seen twice", refused(&rules, &seen, fact("seen0", &["Emberfox 1/305", "Emberfox 1/305"]))),
        ("seen unknown", refused(&rules, &seen, fact("seen0", &["Embrfox 1/305"]))),
        ("wrong HP", refused(&rules, &seen, fact("seen0", &["Emberfox 1/305"]))),
        ("wrong turn", refused(&rules, &seen, fact("turn", &["7"]))),
        ("own move hidden", refused(&rules, &seen, |seen| seen.history[3].action = None)),
        ("wrong seat", refused(&rules, &seen, |seen| seen.history[0].seat = Seat(1))),
        ("no such action", refused(&rules, &seen, |seen| seen.history[6].action = Some("sent:Emberfox".into()))),
        ("illegal", refused(&rules, &seen, |seen| seen.history[8].action = Some("pick:Emberfox".into()))),
        ("trap twice", refused(&rules, &seen, |seen| seen.history[12].action = Some("trap".into()))),
        ("hand", refused(&rules, &seen, |seen| seen.hand.clear())),
        (
            "a move that is shown too early",
            refused(&rules, &seen, |seen| seen.history[12].action = Some("attack".into())),
        ),
        ("two moves too few", refused(&rules, &seen, |seen| seen.history.truncate(11))),
    ];
    for (case, why) in cases {
        text.push_str(&format!("{case}: {why}\n"));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn names_of_rules_are_read_back_and_wrong_ones_are_refused() {
    for (text, part) in [
        ("cap=0", "1 to 127"),
        ("cap=128", "1 to 127"),
        ("cards=/nowhere/cards.toml", "cannot read"),
        ("teams=both", "choose, dealt"),
        ("summon=land", "lands"),
        ("paper04", "paper004"),
    ] {
        let why = Rules::book().parse(text).unwrap_err().to_string();
        assert!(why.contains(part), "{text}: {why}");
    }
    let rules = with_few(5, "paper004");
    assert!(std::ptr::eq(rules.cards, with_few(5, "plain").cards), "a file is kept in memory once");
}

#[test]
fn every_action_has_its_kind_and_its_code() {
    let rules = rules("summon=lands");
    let deck = rules.cards;
    for (number, action) in alphabet(&rules).into_iter().enumerate() {
        let expected = match number {
            0 => Kind::Attack,
            1 => Kind::Special,
            2 => Kind::Status,
            3 => Kind::Trap,
            number if number < 4 + deck.len() => Kind::Send(number as u8 - 4),
            number if number == 4 + 2 * deck.len() => Kind::Land,
            number => Kind::Pick((number - 4 - deck.len()) as u8),
        };
        assert_eq!(action.kind(), expected);
        assert!(action.code() < Action::COUNT);
    }
    // Numbers of moves without lands are as they always were, and all that there are without lands.
    assert_eq!(Action::pick(MONSTERS as u8 - 1).code(), 63);
    assert_eq!(Action::LAND.code(), 64);
    assert_eq!([self::rules("dealt"), rules].map(|rules| Monsters::actions(&rules)), [64, 65]);
    assert_eq!(Action::LAND.code(), Action::COUNT - 1);
}

/// A monster costs 0 to 3: the quarters of the deck that are weaker.
#[test]
fn a_monster_comes_only_with_the_lands_that_it_costs() {
    let rules = rules("dealt,summon=lands");
    let cost = |name: &str| rules.cards.monster(rules.cards.find(name).unwrap()).cost;
    assert_eq!(["Tidelord", "Dustdjinn", "Cindershell", "Magmaul"].map(cost), [0, 0, 1, 3]);
    let open = |game: &Monsters| {
        let mut legal = Actions::new();
        game.legal(&mut legal);
        legal.iter().map(|&action| Monsters::show_action(&rules, action)).collect::<Vec<_>>().join(" ")
    };
    let no = |game: &Monsters, text: &str| game.forbids(Monsters::read_action(&rules, text).unwrap());
    let magmaul = rules.cards.find("Magmaul").unwrap();
    let mut game = Monsters::read_deal(&rules, "Magmaul Cindershell Tidelord; Magmaul Quakehorn Swiftpaw; 1").unwrap();
    assert_eq!(open(&game), "send:Cindershell send:Tidelord");
    assert_eq!(no(&game, "send:Magmaul"), Some(WhyNot::TooFewLands { monster: magmaul, lands: 1 }));
    play(&mut game, "send:Tidelord");
    // Nobody of seat 1 can be afforded: the cheapest comes.
    assert_eq!(open(&game), "send:Quakehorn");
    play(&mut game, "send:Quakehorn");
    assert_eq!(open(&game), "attack special status trap send:Cindershell land");
    play(&mut game, "land land land attack");
    assert_eq!(game.view(Seat(1)).their_lands(), 3);
    assert_eq!(no(&game, "land"), Some(WhyNot::EnoughLands));
    assert_eq!(open(&game), "attack special status trap send:Magmaul send:Cindershell");
    play(&mut game, "send:Magmaul");
    assert_eq!(open(&game), "attack special status trap land");
    // The three cards of seat 1 are all that Quakehorn tells of: what is hidden costs as much.
    assert_eq!(game.view(Seat(0)).their_hidden_cost(), cost("Quakehorn"));
    assert!(game.story().contains("lays a land (3 lands now)."), "{}", game.story());
    let free = self::rules("dealt");
    let mut game = Monsters::read_deal(&free, "Magmaul Cindershell Tidelord; Magmaul Quakehorn Swiftpaw; 1").unwrap();
    play(&mut game, "send:Magmaul send:Magmaul");
    assert_eq!(game.forbids(Action::LAND), Some(WhyNot::NoLands));
}

/// A poisoned monster that waits while a land is laid has acted.
#[test]
fn poison_bites_who_stands_by_while_a_land_is_laid() {
    let rules = rules("dealt,summon=lands");
    let mut game = Monsters::read_deal(&rules, "Magmaul Cindershell Tidelord; Wardowl Dustdjinn Swiftpaw; 1").unwrap();
    play(&mut game, "send:Tidelord send:Wardowl attack status");
    let before = game.view(Seat(0)).own().fighter().hp;
    play(&mut game, "land send:Dustdjinn");
    assert_eq!(
        before - game.view(Seat(0)).own().fighter().hp,
        rules.cards.poison(rules.cards.find("Tidelord").unwrap())
    );
}

/// The last replacement needs no lands, and of two whom nobody can afford the cheaper comes.
#[test]
fn games_with_costs_at_random_always_go_on_and_end() {
    let (mut legal, mut forced, mut lands) = (Actions::new(), 0, 0);
    for seed in 0..3000 {
        let mut rng = Rng::stream(seed, &[11]);
        let mut cards = few_monsters(3 + rng.below(4));
        // A cost behind some of the monsters; the others have the usual one.
        for _ in 0..rng.below(5) {
            let cost = format!("\ncost = {}\nspeed", rng.below(10));
            cards = match rng.below(2) {
                0 => cards.replacen("\nspeed", &cost, 1),
                _ => match cards.rfind("special_defence = 100\nspeed") {
                    Some(at) => format!("{}{}", &cards[..at], cards[at..].replacen("\nspeed", &cost, 1)),
                    None => cards,
                },
            };
        }
        let Ok(deck) = Deck::parse("random", &cards) else { continue };
        let presets = ["paper004,summon=lands", "dealt,summon=lands", "plain,summon=lands,cap=127"];
        let rules = Rules { cards: Box::leak(Box::new(deck)), ..rules(presets[rng.below(3)]) };
        let mut game = Monsters::deal(&rules, &mut rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            assert!(!legal.is_empty(), "{}", game.picture());
            let action = rng.pick(&legal);
            let own = game.view(seat).own();
            forced += u32::from(action.sent().is_some_and(|monster| rules.cards.monster(monster).cost > own.lands));
            lands += u32::from(action == Action::LAND);
            game.play(action);
        }
    }
    assert!(forced > 500 && lands > 3000, "{forced} came without lands, {lands} lands");
}
