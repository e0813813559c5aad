//! The sample client of the contest's kit: decisions of the original program, games of its server, and its rules one by
//! one.
#![allow(clippy::unwrap_used)]

use kirifuda_games::daifugo::{Cards, Daifugo, Dealt, Joker, Meld, PLAYERS, RANK_NAMES, Rules};
use kirifuda_play::{Actions, Game, Policy, Rng, Seat, Turn};
use kirifuda_players::daifugo::{SampleClient, Sight};
use serde_json::Value;

/// A position under the contest's rules. Flags: `reversed`, `locked`, `turned`.
fn sight(hand: &str, table: &str, flags: &str) -> Sight {
    let table = if table.is_empty() { Meld::PASS } else { table.parse().unwrap() };
    let has = |flag: &str| flags.split(' ').any(|f| f == flag);
    assert!(flags.split(' ').all(|f| ["", "reversed", "locked", "turned"].contains(&f)), "{flags}");
    Sight {
        hand: hand.parse().unwrap(),
        table,
        lock: if has("locked") { table.suits() } else { 0 },
        reversed: has("reversed"),
        turned: has("turned"),
        groups: 5,
        sequences: true,
        wild: true,
    }
}

#[test]
fn every_decision_is_that_of_the_original_program() {
    let (mut plays, mut gifts) = (0, 0);
    for (number, line) in include_str!("data/daifugo-default.jsonl").lines().enumerate().skip(1) {
        let position: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| position[key].as_str().unwrap_or_default();
        let expected: Meld = text("play").parse().unwrap();
        let choice = match position["give"].as_u64() {
            Some(count) => {
                gifts += 1;
                SampleClient::gift(text("hand").parse().unwrap(), count as usize)
            }
            None => {
                plays += 1;
                sight(text("hand"), text("table"), text("flags")).answer()
            }
        };
        assert_eq!(choice, expected, "line {}: {line}", number + 1);
    }
    assert_eq!((plays, gifts), (2900, 100));
}

/// Cards of the server's log: suit and rank; K, L, M, N is the joker as ♠, ♥, ♦, ♣, J the joker in hand or as a fifth
/// card, x the columns at either end.
fn cells(text: &str) -> (Cards, Option<Joker>) {
    let (mut cards, mut joker) = (Cards::EMPTY, None);
    let signs: Vec<char> = text.chars().collect();
    for sign in signs.chunks(2) {
        let rank = RANK_NAMES.iter().position(|&name| char::from(name) == sign[1]);
        if let Some(suit) = "SHDC".find(sign[0]) {
            cards |= Cards::card(rank.unwrap() as u8, suit as u8);
        } else {
            joker = Some(match "KLMN".find(sign[0]) {
                // Only seen in a sequence or alone; which end it is shows in the cards beside it.
                Some(suit) => Joker::Cell { column: rank.map_or(u8::MAX, |rank| rank as u8 + 1), suit: suit as u8 },
                None => Joker::Fifth,
            });
        }
    }
    joker = joker.map(|joker| match joker {
        _ if cards.is_empty() => Joker::Alone,
        Joker::Cell { column: u8::MAX, suit } => {
            Joker::Cell { column: if cards.of_rank(0) == 0 { 14 } else { 0 }, suit }
        }
        joker => joker,
    });
    (cards, joker)
}

fn digits(text: &str) -> [u8; PLAYERS] {
    let mut numbers = [5; PLAYERS];
    text.trim().bytes().zip(&mut numbers).for_each(|(digit, number)| *number = digit - b'0');
    numbers
}

/// A game of the server's log.
#[derive(Default)]
struct Logged {
    dealt: Option<Dealt>,
    gifts: Vec<Meld>,
    /// Who, and what he sent.
    plays: Vec<(Seat, Option<Meld>)>,
    result: [u8; PLAYERS],
}

fn logged_games() -> Vec<Logged> {
    let mut games: Vec<Logged> = Vec::new();
    let (mut classes, mut circle) = (None, [0; PLAYERS]);
    for line in include_str!("data/daifugo-kit.log").lines().filter(|line| line.starts_with('%')) {
        let [_, _, what, rest] = line.splitn(4, '%').collect::<Vec<_>>().try_into().unwrap();
        let words = || rest.split_whitespace();
        match what {
            "mibun" => {
                games.push(Logged::default());
                classes = (rest.trim() != "22222").then(|| digits(rest));
            }
            "seat" => circle = digits(rest),
            "palyer_cards" => {
                let mut hands = [Cards::EMPTY; PLAYERS];
                for (hand, text) in hands.iter_mut().zip(words()) {
                    let (cards, joker) = cells(text);
                    *hand = if joker.is_some() { cards | Cards::JOKER } else { cards };
                }
                // The first three round the table have a card more.
                let size = |place: usize| hands[usize::from(circle[place % 5])].len();
                let first = (0..5).find(|&place| (place..place + 3).all(|place| size(place) == 11)).unwrap();
                let dealt = Dealt { hands, circle, classes, first: circle[first], lots: 0 };
                games.last_mut().unwrap().dealt = Some(dealt);
            }
            // The losers' gifts come first: the rules take them by themselves.
            "change_cards" => {
                let gift = |text: &str| {
                    let (cards, joker) = cells(text[2..].trim_end_matches("EE"));
                    Meld::give(if joker.is_some() { cards | Cards::JOKER } else { cards })
                };
                games.last_mut().unwrap().gifts = words().skip(2).map(gift).collect();
            }
            "play" => {
                let play = |text: &str| {
                    let (cards, joker) = cells(text[1..].trim_end_matches("EE"));
                    let meld =
                        if cards.is_empty() && joker.is_none() { Some(Meld::PASS) } else { Meld::of(cards, joker) };
                    (Seat(text.as_bytes()[0] - b'0'), meld)
                };
                games.last_mut().unwrap().plays = words().map(play).collect();
            }
            "result" => games.last_mut().unwrap().result = digits(rest),
            _ => panic!("{line}"),
        }
    }
    games
}

#[test]
fn games_of_the_contest_server_are_replayed_play_by_play() {
    let (mut rng, mut legal, mut decisions, mut refused) = (Rng::new(1), Actions::new(), 0, 0);
    let games = logged_games();
    assert_eq!(games.len(), 100);
    for (number, logged) in games.iter().enumerate() {
        let mut game = Daifugo::from_deal(&Rules::uecda(), &logged.dealt.unwrap()).unwrap();
        for &gift in &logged.gifts {
            game.legal(&mut legal);
            let seat = game.turn().seat().unwrap();
            assert_eq!(SampleClient.choose(game.view(seat), &legal, &mut rng), gift, "game {number}");
            game.play(gift);
        }
        for (turn, &(seat, sent)) in logged.plays.iter().enumerate() {
            assert_eq!(game.turn(), Turn::Seat(seat), "game {number}, turn {turn}");
            game.legal(&mut legal);
            // The log has plays before they are checked; a refused one is a pass.
            let meld = sent.filter(|meld| legal.contains(meld)).unwrap_or(Meld::PASS);
            refused += u32::from(sent != Some(meld));
            let choice = SampleClient.choose(game.view(seat), &legal, &mut rng);
            assert_eq!(choice, meld, "game {number}, turn {turn}: {}", game.view(seat).hand());
            game.play(meld);
            decisions += 1;
        }
        assert_eq!(game.turn(), Turn::Over, "game {number}");
        for (place, &player) in logged.result[..5].iter().enumerate() {
            assert_eq!(game.payoff(Seat(player)), 5.0 - place as f32, "game {number}");
        }
    }
    println!("{decisions} decisions, {refused} refused");
    assert!(decisions > 7_000, "{decisions}");
}

/// Checks one rule of the client: hand, table, flags and the play.
fn plays(cases: &[(&str, &str, &str, &str)]) {
    for &(hand, table, flags, play) in cases {
        let answer = sight(hand, table, flags).answer();
        assert_eq!(answer, play.parse().unwrap(), "{hand} on {table:?} {flags}: {answer}");
    }
}

#[test]
fn it_leads_the_longest_sequence() {
    plays(&[
        ("♠345 ♥3 ♦3 ♣3", "", "", "♠3-5"),
        ("♠345 ♥6789", "", "", "♥6-9"),
        // Of equal ones the lowest, ♠ first; from above when reversed, ♣ first.
        ("♠567 ♥567 ♣345", "", "", "♣3-5"),
        ("♠567 ♥567", "", "", "♠5-7"),
        ("♠567 ♥567 ♣345", "", "reversed", "♥5-7"),
        ("♠345 ♣JQK", "", "reversed", "♣J-K"),
    ]);
}

#[test]
fn leading_a_sequence_the_joker_fills_a_gap_or_stands_below() {
    plays(&[
        ("♠568 ★", "", "", "♠56★8"),
        ("♠567 ♥3 ★", "", "", "♠★567"),
        ("♥34 ★", "", "", "♥★34"),
        ("♥A2 ★", "", "", "♥★A2"),
        ("♥34 ★", "", "reversed", "♥★34"),
        ("♠JQ ♥JQ ★", "", "reversed", "♥★JQ"),
        ("♠JQA ★", "", "reversed", "♠JQ★A"),
    ]);
}

#[test]
fn it_leads_the_largest_group_of_the_weakest_rank() {
    plays(&[
        ("♠3 ♠5 ♥5 ♠9 ♥9 ♦9", "", "", "♠9♥9♦9"),
        ("♠5 ♥5 ♣9 ♦9", "", "", "♠5♥5"),
        ("♠5 ♥5 ♣9 ♦9", "", "reversed", "♦9♣9"),
        // With the joker there is always one: its suit is the first that is missing.
        ("♠3 ♦7 ♣9 ★", "", "", "♠3★♥3"),
        ("♥3 ♦7 ♣9 ★", "", "", "★♠3♥3"),
        ("♥3 ♦7 ♣9 ★", "", "reversed", "★♠9♣9"),
        ("♠7T ♥7T ♦T ★", "", "", "♠T♥T♦T★♣T"),
        ("♠8 ♥8 ♦8 ♣8 ★", "", "", "♠8♥8♦8♣8★"),
    ]);
}

#[test]
fn four_threes_are_led_without_the_joker() {
    plays(&[("♠3 ♥3 ♦3 ♣3 ★", "", "", "♠3♥3♦3♣3"), ("♠3 ♥3 ♦3 ♣3 ★", "", "reversed", "♠3♥3♦3♣3")]);
}

#[test]
fn it_leads_its_weakest_card_when_there_is_nothing_better() {
    plays(&[
        ("♥9 ♦4 ♣7", "", "", "♦4"),
        ("♥9 ♦4 ♣7", "", "reversed", "♥9"),
        ("★", "", "", "★"),
        ("★", "", "reversed", "★"),
    ]);
}

#[test]
fn on_a_single_card_groups_and_sequences_are_kept_together() {
    plays(&[
        ("♠6 ♥6 ♦9", "♠5", "", "♦9"),
        ("♠678 ♦9", "♠5", "", "♦9"),
        // The other ♥8 belongs to the sequence and to the pair of eights.
        ("♠678 ♥8 ♣K", "♠5", "", "♣K"),
        ("♠6 ♥6 ♠A ♥A", "♠5", "", "pass"),
        ("♠6 ♥6 ★", "♠5", "", "★"),
        ("♠67 ♦9 ★", "♠5", "", "♠6"),
        ("♠67 ♦9 ★", "♠8", "reversed", "♠7"),
        ("♠9 ♥J", "♠8", "reversed", "pass"),
        ("♠9 ♥J ★", "♠8", "reversed", "★"),
    ]);
}

#[test]
fn on_a_locked_single_card_it_plays_the_suit_or_the_joker() {
    plays(&[
        ("♠6 ♥7 ♥9", "♥5", "locked", "♥7"),
        ("♠6 ♣9", "♥5", "locked", "pass"),
        ("♠6 ♣9 ★", "♥5", "locked", "★"),
        ("♠4 ♥3", "♥5", "reversed locked", "♥3"),
    ]);
}

#[test]
fn a_lone_joker_is_never_answered() {
    plays(&[("♠3 ♥7", "★", "", "pass"), ("♠3", "★", "", "pass"), ("♠3 ♥7", "★", "reversed", "pass")]);
}

#[test]
fn groups_are_answered_by_groups_of_the_size() {
    plays(&[
        ("♠6 ♥6 ♦6 ♠9 ♥9", "♠5♥5", "", "♠9♥9"),
        ("♠6 ♥6 ♦6", "♠5♥5", "", "pass"),
        ("♠6 ♥6 ♦6", "♠5♥5", "locked", "♠6♥6"),
        ("♠6 ♥6 ♦6 ★", "♠5♥5", "", "pass"),
        ("♠7 ♥6 ♦6 ♣6 ★", "♠5♥5", "", "♠7★♥7"),
        ("♥7 ★", "♠5♥5", "", "★♠7♥7"),
        ("♥7 ★", "♦5♥5", "locked", "♥7★♦7"),
        ("♥7 ♠9 ★", "♦5♣5", "locked", "pass"),
        ("♠3 ♥4 ★", "♦5♣5", "reversed", "★♠4♥4"),
        ("♠3 ♥3 ♥4 ★", "♦5♣5", "reversed", "♠3♥3"),
        ("♠9 ♥9 ♦9 ★", "♠4♥4♦4♣4", "", "♠9♥9♦9★♣9"),
        ("♠9 ♥9 ♦9 ♣9", "♠4♥4♦4♣4★", "", "pass"),
    ]);
}

#[test]
fn sequences_are_answered_by_the_upper_end_of_a_run() {
    plays(&[
        ("♥6789T", "♠3-5", "", "♥8-T"),
        ("♥678 ♠9TJ", "♠3-5", "", "♥6-8"),
        ("♥678 ♠9TJ", "♠3-5", "locked", "♠9-J"),
        ("♠678 ♥678", "♣3-5", "", "♠6-8"),
        ("♠678 ♥678", "♣J-K", "reversed", "♥6-8"),
        ("♠45678", "♣J-K", "reversed", "♠6-8"),
        ("♠345", "♣3-5", "", "pass"),
    ]);
}

#[test]
fn sequences_are_answered_with_the_joker_only_where_there_is_none_without() {
    plays(&[
        ("♥8T ♠JQK ★", "♠3-5", "", "♠J-K"),
        ("♥8T ★", "♠3-5", "", "♥8★T"),
        ("♥9T ★", "♠3-5", "", "♥★9T"),
        ("♥A2 ★", "♠3-5", "", "♥★A2"),
        ("♥34 ★", "♠J-K", "reversed", "♥★34"),
        ("♥9T ★", "♠J-K", "reversed", "♥★9T"),
    ]);
}

/// It measures the joker's cell too, and takes the lowest start: here ♥5, the top rank of the table.
#[test]
fn two_cards_right_above_a_sequence_make_it_pass() {
    plays(&[("♥67 ★", "♠3-5", "", "pass"), ("♥67 ♦89 ★", "♠3-5", "", "pass"), ("♥67 ♦89 ★", "♦3-5", "locked", "♦★89")]);
}

/// The highest start that it holds comes first; only at the end of a run the joker stands below it.
#[test]
fn in_reversed_order_the_highest_start_is_played() {
    plays(&[
        ("♥679 ★", "♠T-Q", "reversed", "♥7★9"),
        ("♥67 ★", "♠T-Q", "reversed", "♥★67"),
        ("♥67 ♣67 ★", "♠8-T", "reversed", "♣★67"),
    ]);
}

/// The one who acts right after a revolution by a sequence goes by the order before it.
#[test]
fn after_a_sequence_that_turns_the_order_over_it_measures_the_wrong_end() {
    plays(&[
        ("♥56789", "♠T-A", "reversed", "♥5-9"),
        ("♥56789", "♠T-A", "reversed turned", "♥5-9"),
        ("♥56789TJ", "♠T-A", "reversed", "♥5-9"),
        ("♥56789TJ", "♠T-A", "reversed turned", "pass"),
        ("♥56789TJ ♣9TJQKA2", "♠4-8", "", "♣J-2"),
        ("♥56789TJ ♣9TJQKA2", "♠4-8", "turned", "pass"),
    ]);
}

#[test]
fn it_gives_away_its_lowest_cards_but_not_the_joker() {
    for (hand, count, gift) in
        [("♠4 ♦3 ♣3 ★", 2, "give ♦3 ♣3"), ("♠4 ♥4 ♦K", 1, "give ♠4"), ("♠2 ♥2 ♦2 ★", 2, "give ♠2 ♥2")]
    {
        assert_eq!(SampleClient::gift(hand.parse().unwrap(), count), gift.parse().unwrap());
    }
}

#[test]
fn its_choices_are_legal_under_every_switch_of_the_rules() {
    use kirifuda_play::Rules as _;
    let mut legal = Actions::new();
    let texts = [
        "uecda",
        "paper003",
        "casual",
        "uecda,groups=1",
        "uecda,groups=2",
        "uecda,groups=3",
        "uecda,groups=4",
        "uecda,sequences=off",
        "casual,joker=single,groups=4",
        "paper003,joker=wild",
        "uecda,lock=off,players=3",
        "casual,players=6,leader-pass=on",
    ];
    for text in texts {
        let rules = Rules::book().parse(text).unwrap();
        for seed in 0..300 {
            let rng = &mut Rng::new(seed);
            let mut game = Daifugo::deal(&rules, rng);
            while let Turn::Seat(seat) = game.turn() {
                game.legal(&mut legal);
                // Half of the moves at random, so that strange positions come up too.
                let choice = SampleClient.choose(game.view(seat), &legal, rng);
                assert!(legal.contains(&choice), "{text} {seed}: {choice} of {}", game.view(seat).hand());
                let random = rng.below(2) == 0;
                game.play(if random { rng.pick(&legal) } else { choice });
            }
            assert_eq!(game.turn(), Turn::Over);
        }
    }
}
