//! Cards as cells: what is taken, and why the rest is not.

use kirifuda_play::{Actions, Game, Rng, Turn};
use kirifuda_uecda::Rejection;
use kirifuda_uecda::Table;
use kirifuda_uecda::cells::{objection, read_gift, read_hand, read_play, write_hand, write_play};
use kirifuda_uecda::daifugo::{Cards, Daifugo, Meld, Phase, Rules};

fn table(cells: &[(usize, usize, i32)]) -> Table {
    let mut table = Table::EMPTY;
    cells.iter().for_each(|&(row, column, value)| table.set(row, column, value));
    table
}

fn cells(table: &Table) -> Vec<(usize, usize, i32)> {
    table.cards().filter(|cell| cell.2 != 0).collect()
}

fn cards(text: &str) -> Cards {
    text.parse().unwrap()
}

#[test]
fn a_play_is_read_by_its_form() {
    let read = |cells: &[(usize, usize, i32)]| read_play(&table(cells));
    assert_eq!(read(&[]), Ok(Meld::PASS));
    assert_eq!(read(&[(0, 1, 1)]), Ok(Meld::single(0, 0)));
    // The lone joker lies anywhere but in row 4.
    for (row, column) in [(0, 14), (0, 0), (3, 7)] {
        assert_eq!(read(&[(row, column, 2)]), Ok(Meld::JOKER));
    }
    assert_eq!(read(&[(4, 1, 2)]), Err(Rejection::RowFour));
    assert_eq!(read(&[(0, 5, 1), (2, 5, 2)]), Ok(Meld::group(4, 1, Some(2))));
    let four = [(0, 9, 1), (1, 9, 1), (2, 9, 1), (3, 9, 1)];
    assert_eq!(read(&four), Ok(Meld::group(8, 15, None)));
    assert_eq!(read(&[&four[..], &[(4, 9, 2)]].concat()), Ok(Meld::five(8)));
    assert_eq!(read(&[&four[..], &[(4, 8, 2)]].concat()), Err(Rejection::RowFour));
    assert_eq!(read(&[(0, 9, 1), (4, 9, 2)]), Err(Rejection::RowFour));
    assert_eq!(read(&[(1, 3, 1), (1, 4, 2), (1, 5, 1)]), Ok(Meld::sequence(1, 3, 3, Some(4))));
    assert_eq!(read(&[(1, 0, 2), (1, 1, 1), (1, 2, 1)]), Ok(Meld::sequence(1, 0, 3, Some(0))));
    assert_eq!(read(&[(1, 12, 1), (1, 13, 1), (1, 14, 2)]), Ok(Meld::sequence(1, 12, 3, Some(14))));
    assert_eq!(read(&[(1, 3, 1), (1, 4, 1)]), Err(Rejection::Shape));
    assert_eq!(read(&[(1, 3, 1), (1, 5, 1), (1, 6, 1)]), Err(Rejection::Shape));
    assert_eq!(read(&[(1, 3, 1), (2, 4, 1), (1, 5, 1)]), Err(Rejection::Shape));
    assert_eq!(read(&[(1, 3, 1), (2, 3, 1), (1, 4, 1), (1, 5, 1)]), Err(Rejection::Shape));
}

#[test]
fn cells_that_mean_nothing_are_rejected() {
    let read = |cells: &[(usize, usize, i32)]| read_play(&table(cells)).unwrap_err();
    assert_eq!(read(&[(0, 3, 3)]), Rejection::Value { row: 0, column: 3, value: 3 });
    assert_eq!(read(&[(0, 3, -1)]), Rejection::Value { row: 0, column: 3, value: -1 });
    assert_eq!(read(&[(2, 0, 1)]), Rejection::Outside { row: 2, column: 0 });
    assert_eq!(read(&[(2, 14, 1)]), Rejection::Outside { row: 2, column: 14 });
    assert_eq!(read(&[(4, 5, 1)]), Rejection::Outside { row: 4, column: 5 });
    assert_eq!(read(&[(2, 4, 2), (3, 4, 2)]), Rejection::Jokers(2));
    // What stands in the other rows is no card.
    assert_eq!(read_play(&table(&[(5, 3, 77), (6, 1, 9), (7, 14, -5)])), Ok(Meld::PASS));
}

#[test]
fn a_gift_is_so_many_cards_of_the_hand() {
    let hand = cards("♠35 ♦2 ★");
    let give = |cells: &[(usize, usize, i32)]| read_gift(&table(cells), hand, 2);
    assert_eq!(give(&[(0, 1, 1), (2, 13, 1)]), Ok(cards("♠3 ♦2")));
    // The joker may be given, wherever it is put.
    assert_eq!(give(&[(0, 1, 1), (4, 1, 2)]), Ok(cards("♠3 ★")));
    assert_eq!(give(&[(0, 1, 1), (2, 0, 2)]), Ok(cards("♠3 ★")));
    assert_eq!(give(&[(0, 1, 1), (0, 2, 1)]), Err(Rejection::NotHeld(cards("♠4"))));
    assert_eq!(give(&[(0, 1, 1)]), Err(Rejection::Gift { given: 1, needed: 2 }));
    assert_eq!(give(&[]), Err(Rejection::Gift { given: 0, needed: 2 }));
    assert!(matches!(give(&[(0, 1, 1), (0, 3, 1), (2, 13, 7)]), Err(Rejection::Value { .. })));
}

/// The rules of the contest's table a second time, slowly, on cells.
fn slow_accepts(hand: Cards, lying: &[(usize, usize, i32)], lock: bool, reversed: bool, played: &Table) -> bool {
    let cells = cells(played);
    let held = |&(row, column, value): &(usize, usize, i32)| match value {
        1 => row < 4 && (1..=13).contains(&column) && hand.contains(Cards::card(column as u8 - 1, row as u8)),
        2 => hand.has_joker(),
        _ => false,
    };
    let jokers = cells.iter().filter(|cell| cell.2 == 2).count();
    if !cells.iter().all(held) || jokers > 1 {
        return false;
    }
    #[derive(PartialEq)]
    enum Form {
        Single,
        Group,
        Sequence,
    }
    let form = |cells: &[(usize, usize, i32)]| -> Option<Form> {
        let columns: Vec<usize> = cells.iter().map(|cell| cell.1).collect();
        let (low, high) = (*columns.iter().min()?, *columns.iter().max()?);
        let rows: Vec<usize> = cells.iter().map(|cell| cell.0).collect();
        if rows.contains(&4) && !(cells.len() == 5 && low == high) {
            return None;
        }
        match cells.len() {
            1 => Some(Form::Single),
            _ if low == high => Some(Form::Group),
            n if n >= 3 && rows.iter().all(|row| *row == rows[0]) && high - low + 1 == n => Some(Form::Sequence),
            _ => None,
        }
    };
    if cells.is_empty() {
        return true;
    }
    let Some(shape) = form(&cells) else { return false };
    if lying.is_empty() {
        return true;
    }
    if lying.len() == 1 && lying[0].2 == 2 {
        return cells == [(0, 1, 1)];
    }
    if cells.len() != lying.len() {
        return false;
    }
    if cells.len() == 1 && cells[0].2 == 2 {
        return true;
    }
    let suits =
        |cells: &[(usize, usize, i32)]| -> std::collections::BTreeSet<usize> { cells.iter().map(|c| c.0).collect() };
    let low = |cells: &[(usize, usize, i32)]| cells.iter().map(|cell| cell.1).min();
    let high = |cells: &[(usize, usize, i32)]| cells.iter().map(|cell| cell.1).max();
    let higher = if reversed { high(&cells) < low(lying) } else { low(&cells) > high(lying) };
    Some(shape) == form(lying) && higher && (!lock || suits(&cells) == suits(lying))
}

#[test]
fn exactly_the_plays_of_a_slow_second_reading_are_taken() {
    let rules = Rules::uecda();
    let mut legal = Actions::<Daifugo>::new();
    let (mut taken, mut refused) = (0u32, 0u32);
    for number in 0..400 {
        let mut rng = Rng::stream(11, &[number]);
        let mut game = Daifugo::deal(&rules, &mut rng);
        let mut lying: Vec<(usize, usize, i32)> = Vec::new();
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let view = game.view(seat);
            if view.phase() == Phase::Play {
                if view.table().is_none() {
                    lying.clear();
                }
                let (lock, reversed) = (view.lock() != 0, view.is_reversed());
                let mut judge = |play: &Table| {
                    let ours = read_play(play).ok().filter(|meld| legal.contains(meld)).is_some();
                    let slow = slow_accepts(view.hand(), &lying, lock, reversed, play);
                    assert_eq!(ours, slow, "{lying:?} lock {lock} reversed {reversed} {}\n{play:?}", view.hand());
                    if slow { taken += 1 } else { refused += 1 }
                };
                // Every legal play, and each spoilt or changed a little.
                for &meld in legal.iter() {
                    let mut play = Table::EMPTY;
                    write_play(&mut play, meld);
                    assert_eq!(read_play(&play), Ok(meld));
                    judge(&play);
                    let (row, column) = (rng.below(5), rng.below(15));
                    play.set(row, column, rng.below(3) as i32);
                    judge(&play);
                }
                // Some cards of the hand, and the joker somewhere.
                for _ in 0..4 {
                    let some: Cards = view.hand().naturals().iter().filter(|_| rng.chance(0.2)).collect();
                    let mut play = Table::EMPTY;
                    write_hand(&mut play, some);
                    if rng.chance(0.3) {
                        play.set(rng.below(5), rng.below(15), 2);
                    }
                    judge(&play);
                }
            }
            let meld = rng.pick(&legal);
            if view.phase() == Phase::Play && meld != Meld::PASS {
                let mut play = Table::EMPTY;
                write_play(&mut play, meld);
                lying = cells(&play);
            }
            game.play(meld);
        }
    }
    assert!(taken > 10_000 && refused > 10_000, "{taken} {refused}");
}

#[test]
fn people_are_told_why_a_play_is_not_taken() {
    let rules = Rules::uecda();
    let mut legal = Actions::<Daifugo>::new();
    let mut reasons = std::collections::BTreeSet::new();
    for number in 0..300 {
        let mut rng = Rng::stream(12, &[number]);
        let mut game = Daifugo::deal(&rules, &mut rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let view = game.view(seat);
            if let Some(table) = view.table() {
                // Whatever could be led with these cards, and cards of others.
                let others = [Meld::JOKER, Meld::single(0, 0), Meld::single(12, 1), Meld::group(3, 3, None)];
                let held = view.hand().naturals().iter().filter_map(|card| Meld::of(card, None));
                for meld in others.into_iter().chain(held).filter(|meld| !legal.contains(meld)) {
                    let why = objection(view, meld);
                    let right = match why {
                        Rejection::NotHeld(cards) => !cards.is_empty() && (cards & view.hand()).is_empty(),
                        Rejection::Size { played, needed } => (played, needed) == (meld.size(), table.size()),
                        Rejection::LoneJoker => table == Meld::JOKER,
                        Rejection::Lock => view.lock() != 0 && meld.suits() != view.lock(),
                        Rejection::Weak => {
                            meld.low() == table.low() || (meld.low() < table.low()) != view.is_reversed()
                        }
                        Rejection::Kind => meld.kind() != table.kind(),
                        _ => false,
                    };
                    assert!(right, "{meld} on {table}: {why}");
                    reasons.insert(why.to_string().chars().rev().take(12).collect::<String>());
                }
            }
            let meld = rng.pick(&legal);
            game.play(meld);
        }
    }
    assert!(reasons.len() >= 5, "{reasons:?}");
}

#[test]
fn a_hand_of_the_contest_reads_back() {
    for number in 0..200 {
        let mut rng = Rng::stream(13, &[number]);
        let hand: Cards = Cards::DECK.iter().filter(|_| rng.chance(0.2)).collect();
        let mut table = Table::EMPTY;
        write_hand(&mut table, hand);
        assert_eq!(read_hand(&table), Ok(hand));
        assert_eq!(table.get(4, 1), if hand.has_joker() { 2 } else { 0 });
    }
}
