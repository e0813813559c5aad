//! Monsters: the rules, read slowly from the page and compared with the engine; and every rule in a position of its own.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use kirifuda_games::monsters::{Action, Battle, Deck, Event, Monsters, Phase, Rules, Side, Summon, Team};
use kirifuda_play::{Actions, Game, Measured, Rng, Rules as _, Seat, Text, Turn};

fn rules(text: &str) -> Rules {
    Rules::book().parse(text).unwrap()
}

const CHART: &str = r#"
[chart]
fire = { fire = 0.5, water = 0.5, thunder = 1, earth = 2, normal = 1 }
water = { fire = 2, water = 0.5, thunder = 1, earth = 2, normal = 1 }
thunder = { fire = 1, water = 2, thunder = 0.5, earth = 0, normal = 1 }
earth = { fire = 2, water = 1, thunder = 2, earth = 1, normal = 1 }
normal = { fire = 1, water = 1, thunder = 1, earth = 1, normal = 1 }
[constants]
attack_power = 40
special_power = 60
level_factor = 42
divisor = 50
bonus = 2
poison_divisor = 8
trap_turns = 3
"#;

/// A deck of monsters given as name, element, HP, attack, defence, special attack, special defence, speed.
fn deck(monsters: &[(&str, &str, [u16; 6])]) -> &'static Deck {
    let mut text = CHART.to_string();
    for (name, element, [hp, attack, defence, special_attack, special_defence, speed]) in monsters {
        text.push_str(&format!(
            "[[monster]]\nname = \"{name}\"\nelement = \"{element}\"\nhp = {hp}\nattack = {attack}\ndefence = {defence}\n\
             special_attack = {special_attack}\nspecial_defence = {special_defence}\nspeed = {speed}\n"
        ));
    }
    Box::leak(Box::new(Deck::parse("test", &text).unwrap()))
}

/// The rules of the page, with everything looked up by name and worked out anew.
struct Slow {
    rules: Rules,
    coins: Vec<bool>,
    last_coin: bool,
    sides: [SlowSide; 2],
    turns: usize,
    /// What each side is to do next.
    to_choose: Vec<(usize, &'static str)>,
    chosen: Vec<(usize, String)>,
    winner: Option<usize>,
    capped: bool,
}

#[derive(Clone, Default)]
struct SlowSide {
    team: Vec<String>,
    hp: BTreeMap<String, i64>,
    poisoned: Vec<String>,
    front: String,
    status_used: bool,
    trap_used: bool,
    /// The turns, counted from 0, in which the trap is in force.
    trap: Vec<usize>,
    /// Lands beyond the first.
    laid: u8,
}

impl Slow {
    fn stat(&self, name: &str) -> [i64; 6] {
        let deck = self.rules.cards;
        deck.monster(deck.find(name).unwrap()).stats().map(i64::from)
    }

    fn cost(&self, name: &str) -> u8 {
        let deck = self.rules.cards;
        deck.monster(deck.find(name).unwrap()).cost
    }

    fn choices(&self) -> Vec<String> {
        let (side, what) = self.to_choose[0];
        let own = &self.sides[side];
        let bench = own.team.iter().filter(|name| **name != own.front && own.hp[*name] > 0);
        let lands = 1 + own.laid;
        let needs_lands = self.rules.summon == Summon::Lands;
        let affordable = |waiting: Vec<&String>, always: bool| {
            let cheapest = waiting.iter().map(|name| self.cost(name)).min().unwrap_or(0);
            let comes =
                |name: &&String| !needs_lands || self.cost(name) <= lands || (always && self.cost(name) == cheapest);
            waiting.into_iter().filter(comes).map(|name| format!("send:{name}")).collect::<Vec<_>>()
        };
        let sends = |always| affordable(bench.clone().collect(), always);
        match what {
            "lead" => affordable(own.team.iter().collect(), true),
            "replace" => sends(true),
            _ => {
                let mut all = vec!["attack".to_string(), "special".to_string()];
                if self.rules.status && !own.status_used {
                    all.push("status".to_string());
                }
                if self.rules.trap && !own.trap_used {
                    all.push("trap".to_string());
                }
                all.extend(sends(false));
                let dearest = self.rules.cards.monsters().iter().map(|monster| monster.cost).max().unwrap();
                if needs_lands && lands < dearest {
                    all.push("land".to_string());
                }
                all
            }
        }
    }

    fn choose(&mut self, choice: &str) {
        let (side, what) = self.to_choose.remove(0);
        self.chosen.push((side, choice.to_string()));
        if !self.to_choose.is_empty() {
            return;
        }
        let chosen = std::mem::take(&mut self.chosen);
        if what == "turn" {
            let choices: Vec<String> = chosen.into_iter().map(|(_, choice)| choice).collect();
            self.turn(&choices);
        } else {
            for (side, choice) in chosen {
                self.sides[side].front = choice[5..].to_string();
            }
        }
        if self.winner.is_none() && self.to_choose.is_empty() {
            self.to_choose = vec![(0, "turn"), (1, "turn")];
        }
    }

    fn turn(&mut self, choices: &[String]) {
        for (side, choice) in choices.iter().enumerate() {
            if let Some(name) = choice.strip_prefix("send:") {
                self.sides[side].front = name.to_string();
            }
        }
        let speed = |slow: &Slow, side: usize| slow.stat(&slow.sides[side].front)[5];
        let (first, second) = match speed(self, 0) - speed(self, 1) {
            0 if self.coins[self.turns] => (1, 0),
            0 => (0, 1),
            more if more > 0 => (0, 1),
            _ => (1, 0),
        };
        // Traps and lands before attacks; among them, and among attacks, by speed.
        let prepares = |side: &usize| ["trap", "land"].contains(&choices[*side].as_str());
        let mut steps: Vec<usize> = [first, second].into_iter().filter(prepares).collect();
        let attacks = |side: &usize| ["attack", "special", "status"].contains(&choices[*side].as_str());
        steps.extend([first, second].iter().filter(|side| attacks(side)));
        for side in steps {
            if self.winner.is_none() {
                self.act(side, &choices[side]);
            }
        }
        self.turns += 1;
        for side in 0..2 {
            if self.winner.is_some() {
                break;
            }
            let own = &mut self.sides[side];
            if own.hp[&own.front] == 0 {
                let living: Vec<String> = own.team.iter().filter(|name| own.hp[*name] > 0).cloned().collect();
                match living.as_slice() {
                    [last] => own.front = last.clone(),
                    _ => self.to_choose.push((side, "replace")),
                }
            }
        }
        if self.winner.is_none() && self.turns == usize::from(self.rules.cap) {
            self.capped = true;
            self.to_choose.clear();
            // As whole numbers: the fractions times a number that every full HP divides.
            let fighting = || self.sides.iter().flat_map(|side| side.hp.keys());
            let common = fighting().map(|name| i128::from(self.stat(name)[0])).fold(1, lcm);
            let share = |(name, hp): (&String, &i64)| i128::from(*hp) * (common / i128::from(self.stat(name)[0]));
            let health = [0, 1].map(|side| self.sides[side].hp.iter().map(share).sum::<i128>());
            self.winner = Some(match health[0] - health[1] {
                0 => usize::from(self.last_coin),
                more if more > 0 => 0,
                _ => 1,
            });
        }
    }

    fn act(&mut self, side: usize, choice: &str) {
        let me = self.sides[side].front.clone();
        let foe = self.sides[1 - side].front.clone();
        if self.sides[side].hp[&me] == 0 {
            return;
        }
        match choice {
            "trap" => {
                self.sides[side].trap_used = true;
                self.sides[side].trap = (self.turns..self.turns + usize::from(self.rules.cards.trap_turns())).collect();
            }
            "land" => self.sides[side].laid += 1,
            "status" => {
                self.sides[side].status_used = true;
                let victim = if self.sides[1 - side].trap.contains(&self.turns) {
                    self.sides[1 - side].trap.clear();
                    side
                } else {
                    1 - side
                };
                let name = if victim == side { &me } else { &foe };
                let poisoned = &mut self.sides[victim];
                if poisoned.hp[name] > 0 && !poisoned.poisoned.contains(name) {
                    poisoned.poisoned.push(name.clone());
                }
            }
            kind => self.hit(side, kind, &me, &foe),
        }
        if self.winner.is_none() && self.sides[side].poisoned.contains(&me) {
            let lost = (self.stat(&me)[0] / 8).max(1);
            self.hurt(side, &me, lost);
        }
    }

    fn hit(&mut self, side: usize, kind: &str, me: &str, foe: &str) {
        let constants = self.rules.cards.constants();
        let ([_, attack, _, special_attack, ..], [_, _, defence, _, special_defence, _]) =
            (self.stat(me), self.stat(foe));
        let formula = |power: u16, strength: i64, resistance: i64| {
            (i64::from(constants.level_factor) * i64::from(power) * strength / resistance)
                / i64::from(constants.divisor)
                + i64::from(constants.bonus)
        };
        let deck = self.rules.cards;
        let damage = if kind == "special" {
            let plain = formula(constants.special_power, special_attack, special_defence);
            let element = |name: &str| deck.monster(deck.find(name).unwrap()).element;
            (plain as f64 * f64::from(deck.chart(element(me), element(foe)))).floor() as i64
        } else {
            formula(constants.attack_power, attack, defence)
        };
        if self.sides[1 - side].hp[foe] > 0 {
            self.hurt(1 - side, foe, damage);
        }
    }

    fn hurt(&mut self, side: usize, name: &str, damage: i64) {
        let hp = self.sides[side].hp.get_mut(name).unwrap();
        *hp = (*hp - damage).max(0);
        if self.sides[side].hp.values().all(|&hp| hp == 0) {
            self.winner = Some(1 - side);
        }
    }
}

fn lcm(a: i128, b: i128) -> i128 {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// The game of a deal with dealt teams, read slowly.
fn slow(game: &Monsters) -> Slow {
    let deal = game.show_deal();
    let parts: Vec<&str> = deal.split("; ").collect();
    let bits = u128::from_str_radix(parts[2], 16).unwrap();
    let rules = *game.rules();
    let side = |text: &str| {
        let team: Vec<String> = text.split(' ').map(str::to_string).collect();
        let full = |name: &String| i64::from(rules.cards.monster(rules.cards.find(name).unwrap()).hp);
        SlowSide { hp: team.iter().map(|name| (name.clone(), full(name))).collect(), team, ..SlowSide::default() }
    };
    Slow {
        rules,
        coins: (0..127).map(|turn| bits >> turn & 1 == 1).collect(),
        last_coin: bits >> 127 == 1,
        sides: [side(parts[0]), side(parts[1])],
        turns: 0,
        to_choose: vec![(0, "lead"), (1, "lead")],
        chosen: Vec::new(),
        winner: None,
        capped: false,
    }
}

fn compare(game: &Monsters, slow: &Slow) {
    for seat in Seat::all(2) {
        let (view, own) = (game.view(seat), &slow.sides[seat.index()]);
        let place = || format!("seat {seat} in\n{}", game.picture());
        for fighter in view.own().fighters {
            let name = &view.deck().monster(fighter.monster).name;
            assert_eq!(i64::from(fighter.hp), own.hp[name], "HP of {name}: {}", place());
            assert_eq!(fighter.poisoned, own.poisoned.contains(name), "poison of {name}: {}", place());
        }
        if view.phase() != Phase::Lead {
            assert_eq!(view.deck().monster(view.own().fighter().monster).name, own.front, "{}", place());
        }
        assert_eq!(view.own().status_used, own.status_used, "{}", place());
        assert_eq!(view.own().trap_used, own.trap_used, "{}", place());
        assert_eq!(view.own().lands, 1 + own.laid, "{}", place());
        if view.phase() == Phase::Battle {
            assert_eq!(view.own_trap_in_force(), own.trap.contains(&slow.turns), "trap: {}", place());
        }
        assert_eq!(view.winner(), slow.winner.map(|side| Seat(side as u8)), "{}", place());
        assert_eq!(view.capped(), slow.capped, "{}", place());
        assert_eq!(usize::from(view.turns()), slow.turns, "{}", place());
    }
}

/// Monsters with stats at random, drawn small and alike, so that ties, knock-outs by poison and full reversals are common.
fn random_deck(rng: &mut Rng) -> &'static Deck {
    let elements = ["fire", "water", "thunder", "earth", "normal"];
    let names: Vec<String> = (0..6).map(|number| format!("M{number}")).collect();
    let monsters: Vec<(&str, &str, [u16; 6])> = names
        .iter()
        .map(|name| {
            let mut stat = |low: usize, span: usize| (low + rng.below(span)) as u16;
            let stats = [stat(3, 160), stat(40, 200), stat(60, 200), stat(40, 200), stat(60, 200), 10 * stat(1, 3)];
            (name.as_str(), elements[rng.below(5)], stats)
        })
        .collect();
    deck(&monsters)
}

#[test]
fn battles_go_as_a_slow_reading_of_the_rules_says() {
    let mut legal = Actions::new();
    let (mut ties, mut capped, mut games) = (0, 0, 0);
    for seed in 0..1500 {
        let mut rng = Rng::stream(seed, &[3]);
        let cards = if seed % 3 == 0 { Deck::built_in() } else { random_deck(&mut rng) };
        let text = [
            "dealt",
            "dealt,cap=4",
            "dealt,trap-visible=off,cap=30",
            "dealt,status=off",
            "dealt,trap=off",
            "dealt,summon=lands",
            "dealt,summon=lands,trap-visible=off",
        ];
        let mut game = Monsters::deal(&Rules { cards, ..rules(text[rng.below(text.len())]) }, &mut rng);
        let mut slow = slow(&game);
        // Status and trap are chosen more often than by one choice in six, else they are rare.
        while game.turn() != Turn::Over {
            compare(&game, &slow);
            game.legal(&mut legal);
            let texts: Vec<String> = legal.iter().map(|&a| Monsters::show_action(game.rules(), a)).collect();
            assert_eq!(texts, slow.choices(), "{}", game.picture());
            assert_eq!(game.turn(), Turn::Seat(Seat(slow.to_choose[0].0 as u8)));
            let special = [Action::STATUS, Action::TRAP].into_iter().find(|action| legal.contains(action));
            let action = special.filter(|_| rng.below(4) == 0).unwrap_or_else(|| rng.pick(&legal));
            slow.choose(&Monsters::show_action(game.rules(), action));
            game.play(action);
        }
        compare(&game, &slow);
        games += 1;
        capped += u32::from(slow.capped);
        ties += game.story().matches("wins the toss").count();
    }
    assert!(capped > 100 && ties > 500 && games == 1500, "{capped} capped, {ties} ties");
}

/// Rules with six monsters made for hand-made positions. All have attack 100 against defence 100: an attack deals
/// 42·40/50 + 2 = 35, a special attack 42·60/50 + 2 = 52, times the chart.
fn six() -> Rules {
    let stats = |hp, speed| [hp, 100, 100, 100, 100, speed];
    let cards = deck(&[
        ("Coal", "fire", stats(100, 30)),
        ("Drop", "water", stats(100, 20)),
        ("Zap", "thunder", stats(100, 40)),
        ("Clay", "earth", stats(100, 20)),
        ("Dot", "normal", stats(40, 10)),
        ("Rock", "earth", stats(800, 5)),
    ]);
    Rules { cards, ..rules("dealt") }
}

fn start(rules: Rules, first: &str, second: &str, coins: &str) -> Monsters {
    Monsters::read_deal(&rules, &format!("{first}; {second}; {coins}")).unwrap()
}

fn play(game: &mut Monsters, moves: &str) {
    for text in moves.split_whitespace() {
        let action = Monsters::read_action(game.rules(), text).unwrap();
        game.try_play(action).unwrap_or_else(|why| panic!("{text}: {why} in\n{}", game.picture()));
    }
}

/// HP of a monster of a seat.
fn hp(game: &Monsters, seat: u8, name: &str) -> u16 {
    fighter(game, seat, name).0
}

fn fighter(game: &Monsters, seat: u8, name: &str) -> (u16, bool) {
    let side: &Side = game.view(Seat(seat)).own();
    let slot = side.slot_of(game.rules().cards.find(name).unwrap()).unwrap();
    let fighter = side.fighters[usize::from(slot)];
    (fighter.hp, fighter.poisoned)
}

fn front(game: &Monsters, seat: u8) -> &str {
    let side = game.view(Seat(seat)).own();
    &game.rules().cards.monster(side.fighter().monster).name
}

#[test]
fn elements_multiply_special_attacks_only() {
    let mut game = start(six(), "Coal Zap Dot", "Drop Clay Rock", "0");
    play(&mut game, "send:Coal send:Clay special special");
    assert_eq!((hp(&game, 1, "Clay"), game.view(Seat(1)).phase()), (0, Phase::Replace), "fire × earth 2: 104");
    let mut game = start(six(), "Coal Zap Dot", "Drop Clay Rock", "0");
    play(&mut game, "send:Coal send:Drop special special");
    assert_eq!(hp(&game, 1, "Drop"), 100 - 26, "fire × water ½");
    assert_eq!(hp(&game, 0, "Coal"), 0, "water × fire 2");
    let mut game = start(six(), "Coal Zap Dot", "Drop Clay Rock", "0");
    play(&mut game, "send:Coal send:Drop attack attack");
    assert_eq!((hp(&game, 0, "Coal"), hp(&game, 1, "Drop")), (65, 65), "attacks have no element");
}

#[test]
fn thunder_does_nothing_to_earth_not_even_the_two_points_of_the_bonus() {
    let mut game = start(six(), "Coal Zap Dot", "Drop Clay Rock", "0");
    play(&mut game, "send:Zap send:Clay special attack");
    assert_eq!(hp(&game, 1, "Clay"), 100);
    play(&mut game, "attack attack");
    assert_eq!(hp(&game, 1, "Clay"), 65);
}

#[test]
fn the_faster_monster_strikes_first_and_who_is_out_strikes_no_more() {
    let mut game = start(six(), "Coal Zap Dot", "Drop Clay Rock", "0");
    play(&mut game, "send:Coal send:Clay special special");
    assert_eq!(hp(&game, 0, "Coal"), 100, "Clay is out before it acts");
    assert_eq!(game.view(Seat(0)).acts().last().unwrap().1, None, "and nobody sees what it would have done");
    assert_eq!(game.view(Seat(1)).acts().last().unwrap().1, Some(Action::SPECIAL));
}

#[test]
fn a_coin_decides_between_equally_fast_monsters() {
    for (coins, first) in [("0", "Drop of seat 0"), ("1", "Clay"), ("2", "Drop of seat 0")] {
        let mut game = start(six(), "Coal Drop Dot", "Drop Clay Rock", coins);
        play(&mut game, "send:Drop send:Clay attack attack");
        let expected = format!("Turn 1. {first} is as fast, wins the toss and strikes");
        assert!(game.story().contains(&expected), "{coins}: {}", game.story());
    }
    // The coin of turn 3 is the third bit.
    for (coins, survivor) in [("0", 0), ("4", 1), ("3", 0), ("7", 1)] {
        let mut game = start(six(), "Coal Drop Dot", "Drop Clay Rock", coins);
        play(&mut game, "send:Drop send:Clay attack attack attack attack attack attack");
        assert_eq!(hp(&game, survivor, if survivor == 0 { "Drop" } else { "Clay" }), 30, "{coins}: {}", game.story());
    }
}

#[test]
fn switches_come_before_everything_else() {
    let mut game = start(six(), "Coal Zap Dot", "Drop Clay Rock", "0");
    // Zap is the fastest; its special attack still meets the earth that comes in.
    play(&mut game, "send:Zap send:Drop special send:Clay");
    assert_eq!((front(&game, 1), hp(&game, 1, "Clay"), hp(&game, 1, "Drop")), ("Clay", 100, 100));
    // Both switch: both are in front, nothing else happens.
    play(&mut game, "send:Dot send:Drop");
    assert_eq!((front(&game, 0), front(&game, 1), game.view(Seat(0)).turns()), ("Dot", "Drop", 2));
}

#[test]
fn poison_bites_after_each_own_action_but_not_on_a_switch_and_stays_on_the_bench() {
    let mut game = start(six(), "Coal Zap Rock", "Drop Clay Rock", "0");
    play(&mut game, "send:Rock send:Rock status attack");
    assert_eq!(fighter(&game, 1, "Rock"), (800 - 100, true), "an eighth of 800, in the same turn, being second");
    play(&mut game, "attack special");
    assert_eq!(hp(&game, 1, "Rock"), 700 - 35 - 100);
    play(&mut game, "attack send:Drop");
    assert_eq!(fighter(&game, 1, "Rock"), (565, true), "no bite on a switch, still poisoned behind the front");
    play(&mut game, "attack send:Rock");
    assert_eq!(fighter(&game, 1, "Rock"), (530, true), "only the attack hits who comes back");
    play(&mut game, "send:Coal trap");
    assert_eq!(hp(&game, 1, "Rock"), 430, "setting a trap is an action");
    play(&mut game, "send:Rock status");
    assert_eq!(hp(&game, 1, "Rock"), 330, "so is a status attack");
}

#[test]
fn poison_takes_an_eighth_rounded_down_and_can_knock_out() {
    let mut game = start(six(), "Coal Zap Rock", "Drop Clay Rock", "0");
    play(&mut game, "send:Rock send:Clay status attack");
    assert_eq!(hp(&game, 1, "Clay"), 100, "it had acted before it was poisoned");
    for (number, front) in ["Coal", "Rock", "Zap", "Rock", "Coal", "Rock", "Zap", "Rock"].iter().enumerate() {
        play(&mut game, &format!("send:{front} attack"));
        assert_eq!(usize::from(hp(&game, 1, "Clay")), 100 - 12 * (number + 1), "100 / 8 = 12");
    }
    play(&mut game, "send:Coal trap");
    assert_eq!((hp(&game, 1, "Clay"), game.view(Seat(1)).phase()), (0, Phase::Replace), "{}", game.story());
}

#[test]
fn status_is_used_up_even_on_a_poisoned_monster() {
    let mut game = start(six(), "Coal Zap Dot", "Drop Clay Rock", "0");
    play(&mut game, "send:Zap send:Rock attack trap status attack");
    assert!(fighter(&game, 0, "Zap").1, "turned back by the trap");
    let before = game.clone();
    play(&mut game, "attack status");
    assert_eq!(fighter(&game, 0, "Zap"), (fighter(&before, 0, "Zap").0 - 12, true), "wasted: Zap is poisoned already");
    assert!(game.view(Seat(0)).their_status_used());
    let mut legal = Actions::new();
    play(&mut game, "attack");
    game.legal(&mut legal);
    assert!(!legal.contains(&Action::STATUS));
}

#[test]
fn a_trap_is_in_force_for_three_turns_the_one_it_is_set_in_included() {
    for (waiting, reflected) in [(0, true), (1, true), (2, true), (3, false)] {
        let mut game = start(six(), "Coal Zap Rock", "Drop Clay Rock", "0");
        // The trap is set in turn 1; the status attack comes so many turns later.
        play(&mut game, "send:Rock send:Rock");
        play(&mut game, if waiting == 0 { "status trap" } else { "special trap" });
        for _ in 1..waiting {
            play(&mut game, "special special");
        }
        if waiting > 0 {
            assert_eq!(game.view(Seat(0)).their_trap_in_force(), reflected, "{waiting}");
            play(&mut game, "status send:Drop");
        }
        let struck = if waiting == 0 { "Rock" } else { "Drop" };
        assert_eq!(fighter(&game, 1, struck).1, !reflected, "{waiting}: a trap protects the side, not the monster");
        let (hits, bite) = (52 * (waiting.max(1) - 1), if reflected { 100 } else { 0 });
        assert_eq!(
            fighter(&game, 0, "Rock"),
            (800 - hits - bite, reflected),
            "{waiting}: its own poison bites at once"
        );
        assert!(!game.view(Seat(0)).their_trap_in_force(), "used up, or run out");
        assert!(game.view(Seat(0)).their_trap_used());
    }
}

#[test]
fn a_reflected_status_uses_the_trap_up() {
    let mut game = start(six(), "Coal Zap Rock", "Drop Clay Rock", "0");
    play(&mut game, "send:Zap send:Rock status trap");
    assert!(fighter(&game, 0, "Zap").1 && !fighter(&game, 1, "Rock").1);
    assert!(!game.view(Seat(1)).own_trap_in_force());
    let mut legal = Actions::new();
    play(&mut game, "special");
    game.legal(&mut legal);
    assert!(!legal.contains(&Action::TRAP), "once a game");
}

#[test]
fn the_owner_chooses_a_replacement_from_two_and_the_last_comes_by_itself() {
    let mut game = start(six(), "Coal Zap Dot", "Drop Clay Rock", "0");
    play(&mut game, "send:Coal send:Clay special attack");
    assert_eq!((game.turn(), game.view(Seat(0)).phase()), (Turn::Seat(Seat(1)), Phase::Replace));
    let mut legal = Actions::new();
    game.legal(&mut legal);
    assert_eq!(legal.len(), 2);
    play(&mut game, "send:Drop attack attack");
    assert_eq!((hp(&game, 0, "Coal"), hp(&game, 1, "Drop")), (65, 65));
    play(&mut game, "attack attack attack attack");
    assert_eq!(hp(&game, 1, "Drop"), 0, "{}", game.story());
    assert_eq!((front(&game, 1), game.view(Seat(1)).phase()), ("Rock", Phase::Battle), "nothing to choose");
    assert_eq!(game.view(Seat(0)).their_unseen(), 0);
    assert_eq!(game.view(Seat(0)).their_fighter().unwrap().hp, 800);
}

#[test]
fn after_both_fall_both_choose_at_once() {
    let mut game = start(six(), "Coal Dot Rock", "Drop Dot Zap", "0");
    let mut battle = Battle::new(game.rules().cards, [Team([0, 4, 5]), Team([1, 2, 4])], [1, 2]);
    battle.sides[0].fighters[1].hp = 5;
    battle.sides[0].fighters[1].poisoned = true;
    battle.sides[1].fighters[2].hp = 30;
    let mut events = Vec::new();
    let after = battle.turn(game.rules().cards, [Action::ATTACK, Action::ATTACK], false, |event| events.push(event));
    assert_eq!(after, kirifuda_games::monsters::After::Replace([true, true]), "{events:?}");
    assert!(events.contains(&Event::Lost { side: 1, monster: 4 }), "{events:?}");
    // The same in a whole game: seat 1 does not see what seat 0 sends until it has chosen itself.
    play(&mut game, "send:Dot send:Dot status trap attack send:Drop attack send:Dot attack send:Zap attack send:Drop");
    play(&mut game, "attack send:Zap trap send:Drop");
    assert_eq!((hp(&game, 0, "Dot"), hp(&game, 1, "Dot")), (5, 5), "{}", game.story());
    play(&mut game, "attack send:Dot");
    assert_eq!((hp(&game, 0, "Dot"), hp(&game, 1, "Dot")), (0, 0), "{}", game.story());
    assert_eq!((game.turn(), game.view(Seat(1)).phase()), (Turn::Seat(Seat(0)), Phase::Replace));
    play(&mut game, "send:Rock");
    assert_eq!(game.turn(), Turn::Seat(Seat(1)));
    assert_eq!(game.view(Seat(1)).acts().last().unwrap(), (Seat(0), None));
    assert_eq!(game.view(Seat(1)).their_unseen(), 2, "Rock is not in front yet");
}

#[test]
fn the_last_hit_wins_before_any_poison_bites() {
    let rules = six();
    let mut battle = Battle::new(rules.cards, [Team([0, 1, 2]), Team([3, 4, 5])], [0, 0]);
    for side in 0..2 {
        for slot in 1..3 {
            battle.sides[side].fighters[slot].hp = 0;
        }
        battle.sides[side].fighters[0] =
            kirifuda_games::monsters::Fighter { hp: 5, poisoned: true, ..battle.sides[side].fighters[0] };
    }
    let after = battle.turn(rules.cards, [Action::ATTACK; 2], false, |_| {});
    assert_eq!(after, kirifuda_games::monsters::After::Won(0), "Coal is faster and its own poison comes too late");
    assert_eq!(battle.sides[0].fighters[0].hp, 5);
}

#[test]
fn at_the_cap_more_health_wins_and_a_coin_decides_when_it_is_level() {
    let capped = |cap: u8| Rules { cap, ..six() };
    let mut game = start(capped(1), "Coal Zap Dot", "Drop Clay Rock", "0");
    play(&mut game, "send:Coal send:Rock special attack");
    // 65 of 100 against 696 of 800: the fraction counts, not the HP.
    assert_eq!((hp(&game, 0, "Coal"), hp(&game, 1, "Rock")), (65, 696));
    assert_eq!((game.payoff(Seat(0)), game.payoff(Seat(1))), (0.0, 1.0));
    let mut measures = [0.0; 3];
    game.measure(Seat(1), &mut measures);
    assert_eq!(measures, [0.0, 1.0, 1.0], "not outright, by the cap, one turn");
    for (coins, winner) in [("0", 0), ("80000000000000000000000000000000", 1)] {
        let mut game = start(capped(2), "Coal Zap Dot", "Drop Clay Rock", coins);
        play(&mut game, "send:Coal send:Drop attack attack send:Zap send:Clay");
        assert_eq!(game.view(Seat(0)).winner(), Some(Seat(winner)), "{}", game.story());
    }
}

#[test]
fn health_is_compared_exactly_whatever_the_order_of_the_slots() {
    // 1 + 1/3 + 1/3 against 1/3 + 1 + 1/3 in another order of cards: level, however the sums are rounded.
    let stats = |hp| [hp, 100, 100, 100, 100, 10];
    let cards = deck(&[
        ("A", "normal", stats(105)),
        ("B", "normal", stats(111)),
        ("C", "normal", stats(123)),
        ("D", "normal", stats(117)),
        ("E", "normal", stats(129)),
        ("F", "normal", stats(141)),
    ]);
    for seed in 0..300 {
        let mut rng = Rng::stream(seed, &[11]);
        let mut game =
            Monsters::deal(&Rules { cards, cap: 1 + rng.below(8) as u8, ..rules("dealt,status=off") }, &mut rng);
        let mut slow = slow(&game);
        let mut legal = Actions::new();
        while game.turn() != Turn::Over {
            game.legal(&mut legal);
            let action = rng.pick(&legal);
            slow.choose(&Monsters::show_action(game.rules(), action));
            game.play(action);
        }
        compare(&game, &slow);
    }
}

#[test]
fn a_monster_that_falls_in_the_turn_it_comes_in_has_been_seen() {
    let mut game = start(six(), "Coal Zap Rock", "Clay Dot Rock", "0");
    play(&mut game, "send:Zap send:Dot attack attack attack attack send:Rock send:Coal attack special send:Clay");
    assert_eq!(front(&game, 1), "Rock", "Clay came, was struck by fire, and Rock is the last: {}", game.story());
    assert_eq!(game.view(Seat(0)).their_unseen(), 0);
    assert_eq!(game.view(Seat(0)).their_alive(), 1);
}

#[test]
fn teams_are_picked_in_the_order_of_the_cards_and_unseen() {
    let rules = rules("paper004");
    let mut game = Monsters::deal(&rules, &mut Rng::new(1));
    let mut legal = Actions::new();
    game.legal(&mut legal);
    assert_eq!(legal.len(), 13, "the first of three leaves two to pick");
    play(&mut game, "pick:Voltclaw");
    game.legal(&mut legal);
    assert_eq!(Monsters::show_action(&rules, legal[0]), "pick:Stormcoil");
    play(&mut game, "pick:Brutebear pick:Wardowl");
    assert_eq!(game.turn(), Turn::Seat(Seat(1)));
    assert!(game.view(Seat(1)).acts().all(|(_, action)| action.is_none()));
    // Both may pick the same.
    play(&mut game, "pick:Voltclaw pick:Brutebear pick:Wardowl send:Wardowl");
    assert_eq!(game.view(Seat(1)).acts().last().unwrap(), (Seat(0), None), "leads are sent at the same time");
    assert!(game.view(Seat(0)).team().is_some());
}
