//! The features of paper 001 against a slow reading of its tables, and its rewards against the rules.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use kirifuda_games::cards::{Card, Suit};
use kirifuda_games::hearts::{self, Hearts, Moon, points};
use kirifuda_games::plain_tricks::{self, PlainTricks};
use kirifuda_games::tricks::TableView;
use kirifuda_learn::linear_q::Task;
use kirifuda_play::{Actions, Game, Imagine, Rng, Seat, Turn, Uniform, Worlds, play_out};
use kirifuda_players::tricks::linear_q::{HeartsTask, PaperFeatures, PlainTask, PlayedSuit, Strengths};

const BOTH: [Strengths; 2] = [Strengths::Ranks, Strengths::Unplayed];

/// Games of tricks as the tests need them.
trait Tricks: Game<Action = Card> + Imagine {
    type Task: Task<Self>;
    /// Does a feature of a card played say which card it is?
    const NAMED: bool;
    fn task(strengths: Strengths) -> Self::Task;
    fn table(&self, seat: Seat) -> TableView<'_>;
    fn variants() -> Vec<Self::Rules>;
}

impl Tricks for Hearts {
    type Task = HeartsTask;
    const NAMED: bool = true;
    fn task(strengths: Strengths) -> HeartsTask {
        HeartsTask(PaperFeatures::hearts(strengths))
    }
    fn table(&self, seat: Seat) -> TableView<'_> {
        self.view(seat).table()
    }
    fn variants() -> Vec<hearts::Rules> {
        vec![hearts::Rules::saito(), hearts::Rules::saito_free(), hearts::Rules::standard()]
    }
}

impl Tricks for PlainTricks {
    type Task = PlainTask;
    const NAMED: bool = false;
    fn task(strengths: Strengths) -> PlainTask {
        PlainTask(PaperFeatures::plain(strengths))
    }
    fn table(&self, seat: Seat) -> TableView<'_> {
        self.view(seat).table()
    }
    fn variants() -> Vec<plain_tricks::Rules> {
        vec![plain_tricks::Rules]
    }
}

/// Shows every position of random deals, with its legal cards.
fn walk<G: Tricks>(deals: u64, mut show: impl FnMut(&G, Seat, &[Card], &mut Rng)) {
    let mut legal = Actions::new();
    for rules in G::variants() {
        for deal in 0..deals {
            let mut rng = Rng::stream(1, &[deal]);
            let mut game = G::deal(&rules, &mut rng);
            while let Turn::Seat(seat) = game.turn() {
                game.legal(&mut legal);
                show(&game, seat, &legal, &mut rng);
                game.play(rng.pick(&legal));
            }
        }
    }
}

fn active<G: Tricks>(task: &G::Task, view: G::View<'_>, card: Card) -> Vec<u32> {
    let mut active = vec![7, 7]; // what is there stays
    task.active(view, card, &mut active);
    assert_eq!(active[..2], [7, 7]);
    active.split_off(2)
}

/// The features of a move in words, read off the paper's tables card by card.
fn in_words<G: Tricks>(table: TableView<'_>, card: Card, strengths: Strengths) -> Vec<String> {
    let played: Vec<Card> = table.plays().map(|(_, card)| card).collect();
    let hand: Vec<Card> = table.hand().iter().collect();
    let others: Vec<Card> = Card::DECK.into_iter().filter(|c| !played.contains(c) && !hand.contains(c)).collect();
    let of = |cards: &[Card], suit: Suit| -> Vec<Card> {
        cards.iter().copied().filter(|card| card.suit() == suit).collect()
    };
    let mut words = Vec::new();
    // "The three opponents hold n cards of the suit together, and the card is the m-th strongest."
    let rivals = of(&others, card.suit());
    let (n, m) = (rivals.len(), 1 + rivals.iter().filter(|rival| rival.rank() > card.rank()).count());
    let (n, m) = if n == 12 { (11, m.min(12)) } else { (n, m) };
    let name = if G::NAMED { card.to_string() } else { String::new() };
    let trick = table.trick().cards();
    match trick {
        [] => words.push(format!("lead {name} n {n} m {m}")),
        [led, ..] => {
            let highest = of(trick, led.suit()).into_iter().map(Card::rank).max().unwrap();
            if card.suit() == led.suit() && card.rank() > highest {
                words.push(format!("highest {name} as {} n {n} m {m}", trick.len() + 1));
            }
        }
    }
    // "The combination of the strengths of the own cards in each suit, without cards already played."
    let kept: Vec<Card> = hand.into_iter().filter(|&held| held != card).collect();
    for suit in Suit::ALL {
        let mine = of(&kept, suit);
        let mut unplayed = [of(&others, suit), mine.clone()].concat();
        unplayed.sort();
        let strength = |held: &Card| match strengths {
            Strengths::Ranks => held.rank().0 as usize,
            Strengths::Unplayed => unplayed.iter().position(|card| card == held).unwrap(),
        };
        if !mine.is_empty() {
            words.push(combination(&mine.iter().map(strength).collect::<Vec<_>>()));
        }
    }
    words
}

fn combination(strengths: &[usize]) -> String {
    format!("holds {strengths:?}")
}

/// Every feature of Table 1 or 2, in words.
fn all_in_words(named: bool) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let cards: Vec<String> = if named { Card::DECK.map(|card| card.to_string()).to_vec() } else { vec![String::new()] };
    for name in cards {
        for (n, m) in (0..=11).flat_map(|n| (1..=n + 1).map(move |m| (n, m))) {
            all.insert(format!("lead {name} n {n} m {m}"));
            for place in 2..=4 {
                all.insert(format!("highest {name} as {place} n {n} m {m}"));
            }
        }
    }
    for bits in 1..1u32 << 13 {
        all.insert(combination(&(0..13).filter(|strength| bits >> strength & 1 == 1).collect::<Vec<_>>()));
    }
    all
}

#[test]
fn there_are_as_many_features_as_the_paper_prints() {
    let pairs = (0..=11).map(|n| (1..=n + 1).count()).sum::<usize>();
    assert_eq!(pairs, 78);
    assert_eq!((all_in_words(false).len(), all_in_words(true).len()), (8503, 24415));
    for strengths in BOTH {
        assert_eq!(PlainTricks::task(strengths).dimensions(), all_in_words(false).len());
        assert_eq!(Hearts::task(strengths).dimensions(), all_in_words(true).len());
    }
}

#[test]
fn model_files_tell_the_readings_apart() {
    let layouts: BTreeSet<&str> =
        BOTH.iter().flat_map(|&s| [PlainTricks::task(s).layout(), Hearts::task(s).layout()]).collect();
    assert_eq!(layouts.len(), 4);
}

/// Numbers and words of the same moves: each number always means the same words, and no two numbers do.
fn numbers_are_words<G: Tricks>(deals: u64) {
    let all = all_in_words(G::NAMED);
    for strengths in BOTH {
        let task = G::task(strengths);
        let (mut words_of, mut number_of) = (BTreeMap::new(), BTreeMap::new());
        let mut moves = 0;
        walk::<G>(deals, |game, seat, legal, _| {
            let view = game.view(seat);
            for &card in legal {
                let (mut numbers, words) =
                    (active::<G>(&task, view, card), in_words::<G>(game.table(seat), card, strengths));
                assert!(words.len() <= 5); // none when the last card loses
                assert_eq!(numbers.len(), words.len(), "{card}: {words:?}");
                assert!(numbers.iter().all(|&number| (number as usize) < task.dimensions()));
                assert!(words.iter().all(|word| all.contains(word)), "{words:?}");
                // The order is the same: the card played, then the suits.
                for (number, word) in numbers.drain(..).zip(words) {
                    assert_eq!(*words_of.entry(number).or_insert_with(|| word.clone()), word);
                    assert_eq!(*number_of.entry(word.clone()).or_insert(number), number, "{word}");
                }
                moves += 1;
            }
        });
        println!("{} {strengths:?}: {moves} moves, {} of {} features", G::NAME, words_of.len(), task.dimensions());
        assert!(moves > 20_000);
    }
}

#[test]
fn the_features_of_hearts_are_those_of_table_2() {
    numbers_are_words::<Hearts>(150);
}

#[test]
fn the_features_of_plain_tricks_are_those_of_table_1() {
    numbers_are_words::<PlainTricks>(300);
}

#[test]
fn a_lonely_card_of_an_unplayed_suit_counts_as_if_one_less_were_out() {
    // ♠2 is the only spade held and none has been played: n = 12, m = 13 fold into n = 11, m = 12.
    let hands = ["♣23456789TJQK ♠2", "♣A ♦23456789TJQK", "♦A ♥23456789TJQK", "♥A ♠3456789TJQKA"];
    let hands = hands.map(|text| text.parse().unwrap());
    let spade: Card = "♠2".parse().unwrap();
    let game = Hearts::with_hands(
        hearts::Rules { opening: hearts::Opening::AnyCard, ..hearts::Rules::saito() },
        hands,
        hearts::Direction::Hold,
        [0; 4],
    );
    let view = game.view(Seat(0));
    let words = in_words::<Hearts>(view.table(), spade, Strengths::Ranks);
    assert_eq!(words[0], "lead ♠2 n 11 m 12");
    for strengths in BOTH {
        let found = active::<Hearts>(&Hearts::task(strengths), view, spade);
        assert_eq!(found.len(), 2, "the lead, and twelve clubs");
        assert!(found.iter().all(|&feature| feature < 24415));
    }
}

/// The fast sum over all legal cards is the sum of the weights of the active features. Weights are whole multiples of
/// 1/64 below 16, so that every sum is exact in whatever order it is taken.
fn values_are_sums<G: Tricks>(deals: u64) {
    for strengths in BOTH {
        let task = G::task(strengths);
        let mut rng = Rng::new(5);
        let weights: Vec<f32> = (0..task.dimensions()).map(|_| rng.below(2048) as f32 / 64.0 - 16.0).collect();
        let (mut values, mut positions) = (vec![9.0; 99], 0);
        walk::<G>(deals, |game, seat, legal, _| {
            let view = game.view(seat);
            task.values(&weights, view, legal, &mut values);
            let sum = |card| active::<G>(&task, view, card).iter().map(|&f| weights[f as usize]).sum::<f32>();
            assert_eq!(values, legal.iter().map(|&card| sum(card)).collect::<Vec<_>>());
            positions += 1;
        });
        assert!(positions > 10_000, "{positions}");
    }
}

#[test]
fn the_value_of_a_move_is_the_sum_of_the_weights_of_its_features() {
    values_are_sums::<Hearts>(100);
    values_are_sums::<PlainTricks>(300);
}

/// In the true state and in an imagined world of the same view, features, values and gain are the same.
fn nothing_hidden_is_seen<G: Tricks>(deals: u64) {
    let tasks = BOTH.map(G::task);
    let weights: Vec<f32> = (0..tasks[0].dimensions()).map(|feature| feature as f32).collect();
    walk::<G>(deals, |game, seat, legal, rng| {
        let world = G::worlds(game.view(seat)).draw(rng);
        for task in &tasks {
            let (mut here, mut there) = (Vec::new(), Vec::new());
            task.values(&weights, game.view(seat), legal, &mut here);
            task.values(&weights, world.view(seat), legal, &mut there);
            assert_eq!(here, there);
            assert_eq!(task.gain(game.view(seat)), task.gain(world.view(seat)));
            for &card in legal {
                assert_eq!(active::<G>(task, game.view(seat), card), active::<G>(task, world.view(seat), card));
            }
        }
    });
}

#[test]
fn features_and_gains_depend_on_what_the_seat_may_know_only() {
    nothing_hidden_is_seen::<Hearts>(30);
    nothing_hidden_is_seen::<PlainTricks>(30);
}

#[test]
fn a_trick_of_plain_tricks_is_rewarded_with_one() {
    let task = PlainTricks::task(Strengths::Ranks);
    let hands = ["♠23456789TJQKA", "♣23456789TJQKA", "♦23456789TJQKA", "♥23456789TJQKA"];
    let mut game = PlainTricks::with_hands(hands.map(|text| text.parse().unwrap()), Seat(2));
    let gains = |game: &PlainTricks| Seat::all(4).map(|seat| task.gain(game.view(seat))).collect::<Vec<_>>();
    for card in ["♦2", "♥A", "♠A"] {
        game.play(card.parse().unwrap());
        assert_eq!(gains(&game), [0.0; 4]);
    }
    game.play("♣A".parse().unwrap());
    assert_eq!(gains(&game), [0.0, 0.0, 1.0, 0.0]);
    play_out(&mut game, &mut Uniform, &mut Actions::new(), &mut Rng::new(1));
    assert_eq!(gains(&game), [0.0, 0.0, 13.0, 0.0]);
}

/// The scores of the tricks played so far, added up card by card, with moon and jack.
fn scores(view: hearts::View<'_>) -> [f32; 4] {
    let mut scores = [0.0; 4];
    for trick in view.table().done() {
        let taker = &mut scores[trick.winner().index()];
        for &card in trick.cards() {
            *taker += f32::from(points(card));
        }
    }
    if let Some(shooter) = scores.iter().position(|&score| score == 26.0) {
        match view.rules().moon {
            Moon::Off => {}
            Moon::OthersGain => scores = [0, 1, 2, 3].map(|seat| if seat == shooter { 0.0 } else { 26.0 }),
            Moon::ShooterLoses => scores[shooter] = -26.0,
        }
    }
    for trick in view.table().done() {
        if view.rules().jack && trick.cards().contains(&Card::JACK_OF_DIAMONDS) {
            scores[trick.winner().index()] -= 10.0;
        }
    }
    scores
}

#[test]
fn the_gain_in_hearts_is_the_mean_score_less_the_own() {
    let task = Hearts::task(Strengths::Ranks);
    let mut legal = Actions::new();
    for moon in [Moon::Off, Moon::OthersGain, Moon::ShooterLoses] {
        for jack in [false, true] {
            let rules = hearts::Rules { moon, jack, ..hearts::Rules::saito_free() };
            let mut moons = 0;
            for deal in 0..400 {
                let mut rng = Rng::stream(2, &[deal]);
                let mut game = Hearts::deal(&rules, &mut rng);
                // Seat 0 plays its highest cards, the others their lowest: the moon is shot now and then.
                while let Turn::Seat(seat) = game.turn() {
                    for seat in Seat::all(4) {
                        let view = game.view(seat);
                        let scores = scores(view);
                        let expected = scores.iter().sum::<f32>() / 4.0 - scores[seat.index()];
                        assert_eq!(task.gain(view), expected, "{rules:?}");
                    }
                    game.legal(&mut legal);
                    let by_rank = |card: &&Card| (card.rank(), card.suit());
                    let card = if seat == Seat(0) {
                        legal.iter().max_by_key(by_rank)
                    } else {
                        legal.iter().min_by_key(by_rank)
                    };
                    game.play(*card.unwrap());
                }
                let gains: Vec<f32> = Seat::all(4).map(|seat| task.gain(game.view(seat))).collect();
                assert_eq!(gains.iter().sum::<f32>(), 0.0, "what one seat gains the others lose");
                let last = scores(game.view(Seat(0)));
                assert_eq!(gains[0], last.iter().sum::<f32>() / 4.0 - last[0]);
                let shot = Seat::all(4).any(|seat| game.view(seat).taken(seat) == 26);
                moons += u32::from(shot);
                if shot && !jack {
                    // A quarter of 26 less 26; three quarters of 26 for the shooter; a quarter of -26 and 26.
                    let shooter = if moon == Moon::Off { -19.5 } else { 19.5 };
                    assert!(gains.contains(&shooter), "{gains:?}");
                }
            }
            assert!(moons > 0, "no moon was shot under {rules:?}");
        }
    }
}

/// Paper 001: the reward of a trick is a quarter of its points less the points taken.
#[test]
fn a_trick_of_hearts_is_rewarded_with_a_quarter_of_its_points_less_those_taken() {
    let task = Hearts::task(Strengths::Ranks);
    let mut legal = Actions::new();
    for deal in 0..50 {
        let mut rng = Rng::stream(3, &[deal]);
        let mut game = Hearts::deal(&hearts::Rules::saito(), &mut rng);
        let mut before = [0.0; 4];
        while let Turn::Seat(_) = game.turn() {
            game.legal(&mut legal);
            game.play(rng.pick(&legal));
            let after = [0, 1, 2, 3].map(|seat| task.gain(game.view(Seat(seat))));
            let view = game.view(Seat(0));
            if view.trick().is_empty() {
                let trick = view.table().done().last().unwrap();
                let total: f32 = trick.cards().iter().map(|&card| f32::from(points(card))).sum();
                for seat in Seat::all(4) {
                    let taken = if trick.winner() == seat { total } else { 0.0 };
                    assert_eq!(after[seat.index()] - before[seat.index()], total / 4.0 - taken);
                }
                before = after;
            } else {
                assert_eq!(after, before, "nothing is gained within a trick");
            }
        }
    }
}

#[test]
fn of_the_played_suit_alone_at_most_two_features_are_active() {
    let (all, played) = (Hearts::task(Strengths::Ranks), PlayedSuit(Hearts::task(Strengths::Ranks)));
    let (mut of_all, mut of_played, mut fewer) = (Vec::new(), Vec::new(), 0);
    walk::<Hearts>(3, |game, seat, legal, _| {
        for &card in legal.iter().filter(|_| !game.view(seat).is_passing()) {
            of_all.clear();
            of_played.clear();
            all.active(game.view(seat), card, &mut of_all);
            played.active(game.view(seat), card, &mut of_played);
            assert!(of_played.len() <= 2 && of_played.iter().all(|feature| of_all.contains(feature)));
            fewer += usize::from(of_played.len() < of_all.len());
        }
    });
    assert!(fewer > 100, "{fewer}");
}
