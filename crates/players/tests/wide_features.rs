//! The wide features against a slow reading, in words, of the tables in docs/games.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeSet, HashMap};

use kirifuda_games::cards::{Card, Suit};
use kirifuda_games::hearts::{self, BrokenBy, Direction, FirstTrick, Hearts, Leading, Opening, Rules, points};
use kirifuda_games::plain_tricks::{self, PlainTricks};
use kirifuda_games::tricks::TableView;
use kirifuda_learn::linear_q::Task;
use kirifuda_play::{Actions, Game, Imagine, Rng, Rules as _, Seat, Turn, Worlds};
use kirifuda_players::tricks::linear_q::{HeartsTask, PaperFeatures, Part, Strengths, WideHeartsTask, WidePlainTask};

const HEARTS_PAGE: &str = include_str!("../../../docs/games/hearts.md");
const PLAIN_PAGE: &str = include_str!("../../../docs/games/plain-tricks.md");

/// Everything, and everything but one part.
fn hearts_tasks() -> Vec<WideHeartsTask> {
    [None].into_iter().chain(Part::ALL.map(Some)).map(|without| WideHeartsTask { without }).collect()
}

/// The sizes of the blocks of `features=wide`, in the order of the table in the docs: "4 × 91 × 52" is 18,928.
fn block_sizes(page: &str) -> Vec<usize> {
    let table = page.split_once("`features=wide`: ours").unwrap().1;
    let rows = table.lines().skip_while(|line| !line.starts_with("|---")).skip(1).take_while(|line| !line.is_empty());
    let size = |row: &str| {
        let factors = row.trim_end_matches([' ', '|']).rsplit('|').next().unwrap().replace(',', "");
        factors.split('×').map(|factor| factor.trim().parse::<usize>().unwrap()).product()
    };
    rows.map(size).collect()
}

/// A feature in words: the row of the table in the docs it stands in, from 0, and what it says.
type Word = (usize, String);
/// A card with who played it.
type Play = (Seat, Card);

/// What a seat knows of a table, card by card.
struct Sight {
    hand: BTreeSet<Card>,
    /// What is neither held nor played.
    others: BTreeSet<Card>,
    /// Full tricks, and last the one under way.
    tricks: Vec<Vec<Play>>,
    /// Those who play after this seat.
    later: Vec<Seat>,
    /// By seat, what play has proved it not to hold.
    lacks: [BTreeSet<Card>; 4],
}

impl Sight {
    /// `proof` tells what a seat has not got, given the tricks before its card and the card.
    fn of(table: TableView<'_>, proof: impl Fn(&[Vec<Play>], Card) -> Vec<Card>) -> Sight {
        let mut tricks: Vec<Vec<Play>> = vec![vec![]];
        let mut lacks: [BTreeSet<Card>; 4] = Default::default();
        for (seat, card) in table.plays() {
            lacks[seat.index()].extend(proof(&tricks, card));
            tricks.last_mut().unwrap().push((seat, card));
            if tricks.last().unwrap().len() == 4 {
                tricks.push(vec![]);
            }
        }
        let hand: BTreeSet<Card> = table.hand().iter().collect();
        let played: BTreeSet<Card> = tricks.iter().flatten().map(|&(_, card)| card).collect();
        let others = Card::DECK.into_iter().filter(|card| !hand.contains(card) && !played.contains(card)).collect();
        let to_come = 3 - tricks.last().unwrap().len();
        let later = (1..=to_come).map(|steps| Seat((table.seat().0 + steps as u8) % 4)).collect();
        Sight { hand, others, tricks, later, lacks }
    }

    fn trick(&self) -> &[Play] {
        self.tricks.last().unwrap()
    }

    fn role(&self, card: Card) -> String {
        let place = ["first", "second", "third", "fourth"][self.trick().len()];
        match best(self.trick()) {
            None => "leads".to_string(),
            Some((_, best)) if card.suit() != best.suit() => format!("other suit as {place}"),
            Some((_, best)) if card.rank() > best.rank() => format!("highest as {place}"),
            Some(_) => format!("below as {place}"),
        }
    }

    fn with_others(&self, suit: Suit) -> Vec<Card> {
        self.others.iter().copied().filter(|card| card.suit() == suit).collect()
    }

    fn amount(&self, suit: Suit) -> String {
        let words = ["no", "1-2", "1-2", "3-5", "3-5", "3-5", "6-8", "6-8", "6-8"];
        format!("{} with others", words.get(self.with_others(suit).len()).unwrap_or(&"9 or more"))
    }

    fn stronger(&self, card: Card) -> usize {
        self.with_others(card.suit()).iter().filter(|other| other.rank() > card.rank()).count()
    }

    fn pair(&self, card: Card) -> String {
        format!("n {}, m {}", self.with_others(card.suit()).len(), self.stronger(card) + 1)
    }

    fn shown_out(&self, suit: Suit) -> String {
        let is_out =
            |seat: Seat| Card::DECK.iter().all(|card| card.suit() != suit || self.lacks[seat.index()].contains(card));
        format!("{} shown out", self.later.iter().filter(|&&seat| is_out(seat)).count())
    }

    fn left(&self) -> String {
        format!("{} left", self.hand.len() - 1)
    }

    /// The suits: that of the card first.
    fn suits(card: Card) -> Vec<Suit> {
        [card.suit()].into_iter().chain(Suit::ALL.into_iter().filter(|&suit| suit != card.suit())).collect()
    }

    /// Of a suit, after the move: the ranks held, and the places held among its unplayed cards.
    fn held(&self, suit: Suit, card: Card) -> (String, String) {
        let of = |cards: &BTreeSet<Card>| -> BTreeSet<Card> {
            cards.iter().copied().filter(|&other| other.suit() == suit && other != card).collect()
        };
        let mine = of(&self.hand);
        let unplayed: BTreeSet<Card> = of(&self.others).union(&mine).copied().collect();
        let ranks: Vec<u8> = mine.iter().map(|card| card.rank().0).collect();
        let places: Vec<usize> = (0..).zip(&unplayed).filter(|(_, card)| mine.contains(card)).map(|(i, _)| i).collect();
        (format!("ranks {ranks:?}"), format!("places {places:?}"))
    }
}

/// The card that would take the trick, with who played it.
fn best(trick: &[Play]) -> Option<Play> {
    let led = trick.first()?.1.suit();
    trick.iter().copied().filter(|(_, card)| card.suit() == led).max_by_key(|(_, card)| card.rank())
}

/// "A seat that did not follow holds none of that suit."
fn plain_proof(tricks: &[Vec<Play>], card: Card) -> Vec<Card> {
    match tricks.last().unwrap().first() {
        Some(&(_, led)) if led.suit() != card.suit() => the_deck(|other| other.suit() == led.suit()),
        _ => vec![],
    }
}

fn the_deck(which: impl Fn(Card) -> bool) -> Vec<Card> {
    Card::DECK.into_iter().filter(|&card| which(card)).collect()
}

fn plain_words(game: &PlainTricks, seat: Seat, legal: &[Card]) -> Vec<Vec<Word>> {
    let sight = Sight::of(game.view(seat).table(), plain_proof);
    let words = |&card: &Card| {
        let role = sight.role(card);
        let mut words = vec![
            (0, format!("{role}, {}, {}", sight.pair(card), sight.shown_out(card.suit()))),
            (1, format!("{role}, {}", sight.left())),
        ];
        for suit in Sight::suits(card) {
            let (ranks, places) = sight.held(suit, card);
            words.extend([(2, format!("{ranks}, {}", sight.amount(suit))), (3, places)]);
        }
        words
    };
    legal.iter().map(words).collect()
}

/// The proofs of the page, ♣2 aside, which makes nobody out of a suit.
fn hearts_proof(rules: &Rules, tricks: &[Vec<Play>], card: Card) -> Vec<Card> {
    let breaks = |card: Card| {
        card.suit() == Suit::Hearts || rules.broken_by == BrokenBy::Points && card == Card::QUEEN_OF_SPADES
    };
    let broken = tricks.iter().flatten().any(|&(_, card)| breaks(card));
    let held_back = |card: Card| match rules.leading {
        Leading::Free => false,
        Leading::NoHearts => !broken && card.suit() == Suit::Hearts,
        Leading::NoPoints => !broken && points(card) > 0,
    };
    let better: Vec<Card> = match tricks.last().unwrap().first() {
        // "A heart (or ♠Q) led before it may be shows that nothing better was held."
        None if held_back(card) => the_deck(|other| !held_back(other)),
        // "A point card on the first trick", likewise: nothing better of what could be played.
        Some(&(_, led)) if tricks.len() == 1 && rules.first_trick == FirstTrick::NoPoints && points(card) > 0 => {
            the_deck(|other| points(other) == 0 && (card.suit() != led.suit() || other.suit() == led.suit()))
        }
        _ => vec![],
    };
    [better, plain_proof(tricks, card)].concat()
}

fn queen_in_words(view: hearts::View<'_>, sight: &Sight) -> &'static str {
    let queen = Card::QUEEN_OF_SPADES;
    let receiver = view.direction().receiver(view.seat());
    let may_have_it = |seat: &Seat| match view.given().contains(&queen) {
        true => receiver == Some(*seat),
        false => !sight.lacks[seat.index()].contains(&queen),
    };
    if sight.hand.contains(&queen) {
        "♠Q own"
    } else if sight.trick().iter().any(|&(_, card)| card == queen) {
        "♠Q on the table"
    } else if !sight.others.contains(&queen) {
        "♠Q gone"
    } else if sight.later.iter().any(may_have_it) {
        "♠Q perhaps later"
    } else {
        "♠Q with another"
    }
}

fn table_in_words(sight: &Sight) -> &'static str {
    let lies = |is: fn(Card) -> bool| sight.trick().iter().any(|&(_, card)| is(card));
    match (lies(|card| card == Card::QUEEN_OF_SPADES), lies(|card| card.suit() == Suit::Hearts)) {
        (true, _) => "♠Q lies there",
        (_, true) => "hearts lie there",
        _ => "nothing lies there",
    }
}

fn moon_in_words(me: Seat, sight: &Sight) -> (&'static str, &'static str) {
    let mut taken = [0; 4];
    for trick in sight.tricks.iter().filter(|trick| trick.len() == 4) {
        taken[best(trick).unwrap().0.index()] += trick.iter().map(|&(_, card)| points(card)).sum::<u8>();
    }
    let takers: Vec<Seat> = Seat::all(4).filter(|seat| taken[seat.index()] > 0).collect();
    let who = match takers[..] {
        [] => "points nobody",
        [seat] if seat == me => "points me",
        [seat] if best(sight.trick()).is_some_and(|(best, _)| best == seat) => "points who takes this",
        [_] => "points who does not take this",
        _ => "points several",
    };
    let much = match taken.iter().sum::<u8>() {
        0 => "0 taken",
        1..6 => "1-5 taken",
        6..13 => "6-12 taken",
        13..19 => "13-18 taken",
        _ => "19-26 taken",
    };
    (who, much)
}

fn hearts_words(game: &Hearts, seat: Seat, legal: &[Card], without: Option<Part>) -> Vec<Vec<Word>> {
    let view = game.view(seat);
    let sight = Sight::of(view.table(), |tricks, card| hearts_proof(view.rules(), tricks, card));
    let keep = |part: Part, words: &str| if without == Some(part) { String::new() } else { words.to_string() };
    let queen = keep(Part::Queen, queen_in_words(view, &sight));
    let table = keep(Part::Table, table_in_words(&sight));
    let (who, taken) = moon_in_words(seat, &sight);
    let (who, taken) = (keep(Part::Moon, who), keep(Part::Moon, taken));
    let put = |card: Card| {
        let (role, left, suit) = (sight.role(card), sight.left(), card.suit());
        let shown_out = keep(Part::Voids, &sight.shown_out(suit));
        let kept: BTreeSet<Suit> = sight.hand.iter().filter(|&&held| held != card).map(|held| held.suit()).collect();
        // All four when the last card is played: then three are said to be empty.
        let empty = (4 - kept.len()).min(3);
        let gone = if queen == "♠Q gone" { "gone" } else { "" };
        let mut words = vec![
            (1, format!("{role}, {card}, {table}")),
            (2, format!("{role}, {card}, {queen}")),
            (5, format!("{role}, {left}")),
            (6, format!("{role}, {who}, {taken}, {table}")),
            (7, format!("{empty} empty, {left}, {gone}")),
        ];
        if role == "leads" || role.starts_with("highest") {
            let kind = ["plain suit", "plain suit", "hearts", "spades"][suit as usize];
            let stronger =
                ["0 stronger", "1 stronger", "2 stronger"].get(sight.stronger(card)).unwrap_or(&"more stronger");
            let (later, amount) = (sight.later.len(), sight.amount(suit));
            words.push((0, format!("{role}, {}, {card}", sight.pair(card))));
            words.push((3, format!("{later} later, {shown_out}, {amount}, {queen}, {kind}, {stronger}")));
        }
        if role == "leads" {
            words.push((4, format!("{card}, {shown_out}")));
        }
        words
    };
    let hold = |suit: Suit, card: Card| {
        let (ranks, places) = sight.held(suit, card);
        if without == Some(Part::Holdings) {
            return vec![(8, ranks), (9, places)];
        }
        let queen_is_out = suit == Suit::Spades && ["♠Q gone", "♠Q on the table"].contains(&queen.as_str());
        let table = if queen_is_out { "spades without ♠Q".to_string() } else { format!("{suit:?}") };
        vec![(8, format!("{table}, {ranks}, {}", sight.amount(suit))), (9, format!("{table}, {places}"))]
    };
    let words = |&card: &Card| {
        let suits = Sight::suits(card).into_iter();
        match (view.is_passing(), without) {
            (false, _) => put(card).into_iter().chain(suits.flat_map(|suit| hold(suit, card))).collect(),
            (true, Some(Part::Passing)) => suits.flat_map(|suit| hold(suit, card)).collect(),
            (true, _) => {
                let keep = |suit: Suit| (11, format!("{suit:?}, keeps {}", sight.held(suit, card).0));
                [(10, format!("gives {:?}, {card}", view.direction()))].into_iter().chain(suits.map(keep)).collect()
            }
        }
    };
    legal.iter().map(words).collect()
}

/// Shows every position of a random deal under each of the rules, with its legal cards.
fn walk<G: Game<Action = Card>>(rules: &[G::Rules], deals: u64, mut show: impl FnMut(&G, Seat, &[Card], &mut Rng)) {
    let mut legal = Actions::new();
    for (variant, rules) in rules.iter().enumerate() {
        for deal in 0..deals {
            let mut rng = Rng::stream(1, &[variant as u64, deal]);
            let mut game = G::deal(rules, &mut rng);
            while let Turn::Seat(seat) = game.turn() {
                game.legal(&mut legal);
                show(&game, seat, &legal, &mut rng);
                game.play(rng.pick(&legal));
            }
        }
    }
}

fn active<G: Game<Action = Card>>(task: &impl Task<G>, game: &G, seat: Seat, card: Card) -> Vec<u32> {
    let mut active = vec![7, 7]; // what is there stays
    task.active(game.view(seat), card, &mut active);
    assert_eq!(active[..2], [7, 7]);
    active.split_off(2)
}

/// Numbers and words of the same moves: each number always means the same words, and no two numbers do. Returns the
/// phrases of all words.
fn numbers_are_words<G: Game<Action = Card>>(
    page: &str,
    task: &impl Task<G>,
    rules: &[G::Rules],
    deals: u64,
    words: impl Fn(&G, Seat, &[Card]) -> Vec<Vec<Word>>,
) -> BTreeSet<String> {
    let sizes = block_sizes(page);
    assert_eq!(task.dimensions(), sizes.iter().sum::<usize>());
    let blocks: Vec<usize> = (0..sizes.len()).flat_map(|block| std::iter::repeat_n(block, sizes[block])).collect();
    let mut words_of: HashMap<u32, Word> = HashMap::new();
    let mut number_of: HashMap<Word, u32> = HashMap::new();
    let mut moves = 0;
    walk::<G>(rules, deals, |game, seat, legal, _| {
        for (&card, mut words) in legal.iter().zip(words(game, seat, legal)) {
            let mut numbers = active(task, game, seat, card);
            assert_eq!(numbers.len(), words.len(), "{card}: {words:?}");
            // Within a block, the suit of the card comes first and then the other suits.
            numbers.sort_by_key(|&number| blocks[number as usize]);
            words.sort_by_key(|&(block, _)| block);
            for (number, word) in numbers.into_iter().zip(words) {
                assert_eq!(blocks[number as usize], word.0, "{card}: {word:?}");
                assert_eq!(words_of.entry(number).or_insert_with(|| word.clone()), &word, "{card}: {number}");
                assert_eq!(*number_of.entry(word.clone()).or_insert(number), number, "{card}: {word:?}");
            }
            moves += 1;
        }
    });
    println!("{}: {moves} moves, {} of {} features", task.layout(), words_of.len(), task.dimensions());
    number_of.keys().flat_map(|(_, words)| words.split(", ").map(str::to_string)).collect()
}

/// Rules under which play proves different things, and all ways to pass.
fn hearts_variants() -> Vec<Rules> {
    let texts = [
        "standard,passing=left",
        "standard,passing=right,opening=any-card,first-trick=free",
        "standard,passing=across,leading=free",
        "saito,opening=any-card",
        "saito-free,opening=any-card",
        "falcon",
    ];
    texts.map(|text| Rules::book().parse(text).unwrap()).to_vec()
}

const ROLES: [&str; 4] = ["leads", "highest as second", "below as third", "other suit as fourth"];
const AMOUNTS: [&str; 5] =
    ["no with others", "1-2 with others", "3-5 with others", "6-8 with others", "9 or more with others"];
const SHOWN_OUT: [&str; 4] = ["0 shown out", "1 shown out", "2 shown out", "3 shown out"];
const QUEENS: [&str; 5] = ["♠Q own", "♠Q on the table", "♠Q perhaps later", "♠Q with another", "♠Q gone"];
const TABLES: [&str; 3] = ["nothing lies there", "hearts lie there", "♠Q lies there"];
const TAKERS: [&str; 5] =
    ["points nobody", "points me", "points who takes this", "points who does not take this", "points several"];
const TAKEN: [&str; 5] = ["0 taken", "1-5 taken", "6-12 taken", "13-18 taken", "19-26 taken"];

fn assert_all_said(phrases: &BTreeSet<String>, expected: &[&str]) {
    let missing: Vec<_> = expected.iter().filter(|&&phrase| !phrases.contains(phrase)).collect();
    assert!(missing.is_empty(), "never seen: {missing:?}");
}

#[test]
fn the_wide_features_of_hearts_are_those_of_the_docs() {
    let phrases =
        numbers_are_words(HEARTS_PAGE, &WideHeartsTask::default(), &hearts_variants(), 40, |game, seat, legal| {
            hearts_words(game, seat, legal, None)
        });
    for expected in [&ROLES[..], &AMOUNTS, &SHOWN_OUT, &QUEENS, &TABLES, &TAKERS, &TAKEN] {
        assert_all_said(&phrases, expected);
    }
    let others = ["3 empty", "0 left", "12 left", "0 later", "3 later", "plain suit", "hearts", "spades", "2 stronger"];
    assert_all_said(&phrases, &others);
    assert_all_said(&phrases, &["more stronger", "spades without ♠Q", "gives Left", "gives Right", "gives Across"]);
}

#[test]
fn without_a_part_the_other_features_of_hearts_stay_those_of_the_docs() {
    for part in Part::ALL {
        let task = WideHeartsTask { without: Some(part) };
        numbers_are_words(HEARTS_PAGE, &task, &hearts_variants(), 8, |game, seat, legal| {
            hearts_words(game, seat, legal, Some(part))
        });
    }
}

#[test]
fn the_wide_features_of_plain_tricks_are_those_of_the_docs() {
    let phrases = numbers_are_words(PLAIN_PAGE, &WidePlainTask, &[plain_tricks::Rules], 200, plain_words);
    for expected in [&ROLES[..], &AMOUNTS, &SHOWN_OUT, &["0 left", "12 left"]] {
        assert_all_said(&phrases, expected);
    }
}

/// A deal in which anything may be led and played, after some cards: the holder of ♣2 leads.
fn played(direction: Direction, hands: [&str; 4], cards: &str) -> Hearts {
    let free = Rules { opening: Opening::AnyCard, first_trick: FirstTrick::Free, ..Rules::saito_free() };
    let mut game = Hearts::with_hands(free, hands.map(|hand| hand.parse().unwrap()), direction, [0; 4]);
    for card in cards.split_whitespace() {
        game.play(card.parse().unwrap());
    }
    assert_eq!(game.turn(), Turn::Seat(Seat(0)), "{cards}");
    game
}

/// Two positions that look the same to seat 0 but for one part.
fn alike_but_for(part: Part) -> [Hearts; 2] {
    let hold = |hands, cards| played(Direction::Hold, hands, cards);
    let even = ["♣345 ♦47 ♥789T ♠5678", "♣QKA ♥QKA ♠49TJQKA", "♣2 ♦5689TJQKA ♥2 ♠23", "♣6789TJ ♦23 ♥3456J"];
    match part {
        // Seat 3 is out of diamonds now; who discarded ♣3 before, it or the later seat 1?
        Part::Voids => {
            let (me, leader) = ("♣QKA ♦47 ♥234 ♠56789", "♣2 ♦25689TJQKA ♠34");
            let one = [me, "♣3456789TJ ♠JQKA", leader, "♦3 ♥56789TJQKA ♠2T"];
            let other = [me, "♣456789TJ ♦3 ♠JQKA", leader, "♣3 ♥56789TJQKA ♠2T"];
            [hold(one, "♦A ♦3 ♦4 ♣3 ♦5 ♠2"), hold(other, "♦A ♣3 ♦4 ♦3 ♦5 ♠2")]
        }
        // Either the later seat 1 or seat 3 cannot have ♠Q.
        Part::Queen => {
            let (me, leader) = ("♣QKA ♦47 ♥234 ♠56789", "♣2 ♦589TJ ♠24TJQKA");
            let one = [me, "♣3456789TJ ♦3QKA", leader, "♦26 ♥56789TJQKA ♠3"];
            let other = [me, "♣456789TJ ♦3QKA ♠3", leader, "♣3 ♦26 ♥56789TJQKA"];
            [hold(one, "♠A ♠3 ♠5 ♣3 ♦5 ♦6"), hold(other, "♠A ♣3 ♠5 ♠3 ♦5 ♦6")]
        }
        // A heart or a club on the table; nine or more of both suits are still with the others.
        Part::Table => {
            let hands = ["♣345 ♦47 ♥234 ♠56789", "♣A ♥56789 ♠34TJQKA", "♣2 ♦235689TJQKA ♠2", "♣6789TJQK ♥TJQKA"];
            [hold(hands, "♦5 ♥K"), hold(hands, "♦5 ♣K")]
        }
        // ♥K went to seat 1, or to seat 2 that would take this trick, too.
        Part::Moon => {
            let (me, third) = ("♣345 ♦47 ♥234 ♠56789", "♦23 ♥56789TJQK ♠2T");
            let one = [me, "♣2789A ♦689T ♠34QA", "♣6TJQK ♦5JQKA ♥A ♠JK", third];
            let other = [me, "♣26789 ♦689T ♠34QA", "♣TJQKA ♦5JQKA ♥A ♠JK", third];
            [hold(one, "♣A ♣6 ♥K ♣3 ♠3 ♠K ♠2 ♠5 ♦5 ♦3"), hold(other, "♣6 ♣A ♥K ♣3 ♠K ♠2 ♠5 ♠3 ♦5 ♦3")]
        }
        // All clubs and hearts are exchanged, before any of them is played.
        Part::Holdings => {
            let exchange = |hand: &str| hand.replace('♣', "x").replace('♥', "♣").replace('x', "♥");
            let other = even.map(exchange);
            [hold(even, "♦5 ♦3"), hold([0, 1, 2, 3].map(|seat| other[seat].as_str()), "♦5 ♦3")]
        }
        // To the left or to the right.
        Part::Passing => [Direction::Left, Direction::Right].map(|direction| played(direction, even, "")),
    }
}

#[test]
fn a_part_left_out_does_not_change_the_features_and_any_other_part_does() {
    for part in Part::ALL {
        let positions = alike_but_for(part);
        let mut legal = Actions::new();
        positions[0].legal(&mut legal);
        assert_eq!(positions[0].legal_cards(), positions[1].legal_cards());
        for task in hearts_tasks() {
            let [one, other] = positions.each_ref().map(|game| {
                let features = |&card: &Card| {
                    let mut active = active(&task, game, Seat(0), card);
                    active.sort_unstable();
                    active
                };
                legal.iter().map(features).collect::<Vec<_>>()
            });
            assert_eq!(one == other, task.without == Some(part), "{part:?}, {}", task.layout());
        }
    }
}

/// The fast sum over all legal cards is the sum of the weights of the active features. Weights are whole multiples of
/// 1/64 below 16, so that every sum is exact in whatever order it is taken. All of it is the same in an imagined world.
fn values_are_sums_of_what_is_known<G: Game<Action = Card> + Imagine>(
    task: &impl Task<G>,
    rules: &[G::Rules],
    deals: u64,
    gain: impl Fn(&G, Seat) -> f32,
) {
    let mut rng = Rng::new(5);
    let weights: Vec<f32> = (0..task.dimensions()).map(|_| rng.below(2048) as f32 / 64.0 - 16.0).collect();
    let (mut values, mut there) = (vec![9.0; 99], vec![]);
    walk::<G>(rules, deals, |game, seat, legal, rng| {
        let world = G::worlds(game.view(seat)).draw(rng);
        let features = |game: &G| -> Vec<_> { legal.iter().map(|&card| active(task, game, seat, card)).collect() };
        assert_eq!(features(game), features(&world));
        task.values(&weights, game.view(seat), legal, &mut values);
        task.values(&weights, world.view(seat), legal, &mut there);
        assert_eq!(values, there);
        let sum = |active: &Vec<u32>| active.iter().map(|&feature| weights[feature as usize]).sum::<f32>();
        assert_eq!(values, features(game).iter().map(sum).collect::<Vec<_>>());
        assert_eq!(task.gain(game.view(seat)), gain(game, seat));
        assert_eq!(task.gain(world.view(seat)), gain(game, seat));
    });
}

/// All presets with all values of the switches that features or rewards could depend on, as far as they agree.
fn all_rules() -> Vec<Rules> {
    let mut texts = ["standard", "saito", "saito-free", "falcon"].map(str::to_string).to_vec();
    for (switch, values) in [
        ("opening", &["two-of-clubs", "any-card"][..]),
        ("first-trick", &["no-points", "free"]),
        ("leading", &["free", "no-hearts", "no-points"]),
        ("passing", &["cycle", "left", "right", "across", "hold"]),
        ("moon", &["off", "others", "self"]),
        ("jack", &["off", "on"]),
    ] {
        let all = |text: &String| values.iter().map(|value| format!("{text},{switch}={value}")).collect::<Vec<_>>();
        texts = texts.iter().flat_map(all).collect();
    }
    texts.iter().filter_map(|text| Rules::book().parse(text).ok()).collect()
}

#[test]
fn values_in_hearts_are_sums_of_weights_and_see_nothing_hidden_under_all_rules() {
    let (rules, tasks) = (all_rules(), hearts_tasks());
    // Each preset refuses one of the three values of `leading`.
    assert_eq!(rules.len(), 4 * 2 * 2 * (3 - 1) * 5 * 3 * 2);
    // The reward is that of the paper's features, which tests of their own hold against the rules.
    let paper = HeartsTask(PaperFeatures::hearts(Strengths::Ranks));
    let gain = |game: &Hearts, seat| paper.gain(game.view(seat));
    for (n, task) in tasks.iter().enumerate() {
        // Seven tasks and no switch with seven values: every task meets every value.
        let some: Vec<Rules> = rules.iter().copied().skip(n).step_by(tasks.len()).collect();
        values_are_sums_of_what_is_known(task, &some, 1, gain);
    }
}

#[test]
fn values_in_plain_tricks_are_sums_of_weights_and_see_nothing_hidden() {
    let tricks =
        |game: &PlainTricks, seat| game.view(seat).table().done().filter(|trick| trick.winner() == seat).count() as f32;
    values_are_sums_of_what_is_known(&WidePlainTask, &[plain_tricks::Rules], 200, tricks);
}

#[test]
fn model_files_tell_the_parts_apart() {
    let layouts: BTreeSet<&str> = hearts_tasks().iter().map(Task::<Hearts>::layout).collect();
    let expected = Part::ALL.map(|part| format!("hearts/{}", part.left_out()));
    assert_eq!(layouts, expected.iter().map(String::as_str).chain(["hearts/wide"]).collect());
    assert_eq!(Task::<PlainTricks>::layout(&WidePlainTask), "plain/wide");
}
