//! What the coach says is true: a thousand positions of each game, every move of them, every fact checked against the game
//! itself: the move is made and looked at, cards are counted by their names, hidden hands are opened.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use kirifuda_games::daifugo::{Daifugo, Joker, Kind as MeldKind, Meld};
use kirifuda_games::hearts::{self, Hearts};
use kirifuda_games::kuhn::{self, Kuhn};
use kirifuda_games::leduc::{self, Leduc};
use kirifuda_games::monsters::{self, Monsters};
use kirifuda_games::oh_hell::OhHell;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_games::spades::Spades;
use kirifuda_play::{Actions, Game, Imagine, Rng, Rules as _, Seat, Text};
use kirifuda_players::common::{Coached, Reason};
use kirifuda_players::daifugo::DaifugoReason;
use kirifuda_players::hearts::HeartsReason;
use kirifuda_players::monsters::MonstersReason;
use kirifuda_players::poker::PokerReason;
use kirifuda_players::tricks::TrickReason;
use kirifuda_words::Language;

const POSITIONS: usize = 1_000;

/// A position with a choice.
struct Position<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    legal: &'a [G::Action],
    /// The moves so far, as text.
    moves: &'a [String],
}

impl<G: Text> Position<'_, G> {
    fn hand(&self) -> Vec<String> {
        G::seen(self.game.view(self.seat)).hand
    }

    fn text(&self, action: G::Action) -> String {
        G::show_action(self.game.rules(), action)
    }

    fn legal_texts(&self) -> Vec<String> {
        self.legal.iter().map(|&action| self.text(action)).collect()
    }

    fn after(&self, action: G::Action) -> G {
        let mut game = self.game.clone();
        game.play(action);
        game
    }

    /// The hand after a move.
    fn left(&self, action: G::Action) -> Vec<String> {
        G::seen(self.after(action).view(self.seat)).hand
    }
}

/// Walks through random games and has every reason for and against every move checked. The kinds of reasons must be met.
fn walk<G: Coached + Text>(kinds: &[&str], check: impl Fn(&Position<'_, G>, G::Action, G::Reason)) {
    let presets = G::Rules::book().presets;
    let (mut met, mut positions) = (BTreeMap::<String, usize>::new(), 0);
    for number in 0.. {
        if positions >= POSITIONS {
            break;
        }
        let rules = (presets[number % presets.len()].rules)();
        let mut rng = Rng::stream(7, &[number as u64]);
        let mut game = G::deal(&rules, &mut rng);
        let (mut moves, mut legal) = (Vec::new(), Actions::new());
        while let Some(seat) = game.turn().seat() {
            game.legal(&mut legal);
            if legal.len() > 1 {
                positions += 1;
                let position = Position { game: &game, seat, legal: &legal, moves: &moves };
                for &action in legal.iter() {
                    let view = game.view(seat);
                    let reasons = [G::speaks_for(view, &legal, action), G::speaks_against(view, &legal, action)];
                    for reason in reasons.into_iter().flatten() {
                        check(&position, action, reason);
                        words(reason);
                        let kind = format!("{reason:?}");
                        let kind = kind.trim_start_matches("Trick(").split([' ', '(', ')']).next().unwrap();
                        *met.entry(kind.to_string()).or_default() += 1;
                    }
                }
            }
            let action = rng.pick(&legal);
            moves.push(G::show_action(&rules, action));
            game.play(action);
        }
    }
    for kind in kinds {
        assert!(met.contains_key(*kind), "{}: never {kind}, but {met:?}", G::NAME);
    }
}

/// A reason has words in both languages, and all its places are filled.
fn words(reason: impl Reason) {
    let phrase = reason.phrase();
    for language in Language::ALL {
        let entry = language.entries().get(phrase.key).unwrap_or_else(|| panic!("no words: {phrase:?}"));
        let mut given: Vec<&str> = phrase.args.iter().map(|(place, _)| *place).collect();
        given.sort_unstable();
        assert_eq!(entry.places(), given, "{phrase:?}");
        let said = language.say(&phrase);
        assert!(said.ends_with(['.', '。']), "{said}");
        let latin = said.split(|letter: char| !letter.is_ascii_alphabetic()).any(|word| word.len() > 2);
        assert!(language == Language::English || !latin, "not Japanese: {said}");
    }
}

/// The suit and the rank of a card by its name.
fn card(text: &str) -> (char, usize) {
    let mut letters = text.chars();
    let suit = letters.next().unwrap();
    (suit, "23456789TJQKA".find(letters.next().unwrap()).unwrap())
}

fn is_card(text: &str) -> bool {
    text.starts_with(['♣', '♦', '♥', '♠'])
}

/// What a game of tricks shows of the trick under way: the cards, and what is trump.
struct Trick {
    cards: Vec<String>,
    trump: Option<char>,
    /// Cards that lie open besides.
    open: Vec<String>,
    /// Cards that were played, as text.
    played: Vec<String>,
}

impl Trick {
    fn value(&self, text: &str) -> (u8, usize) {
        let ((suit, rank), led) = (card(text), card(&self.cards[0]).0);
        (if Some(suit) == self.trump { 2 } else { u8::from(suit == led) }, rank)
    }

    fn winning(&self) -> &String {
        self.cards.iter().max_by_key(|text| self.value(text)).unwrap()
    }

    fn beats(&self, text: &str) -> bool {
        self.value(text) > self.value(self.winning())
    }
}

fn check_trick<G: Text>(at: &Position<'_, G>, trick: &Trick, action: G::Action, reason: TrickReason) {
    let (own, hand) = (at.text(action), at.hand());
    let told = || format!("{reason:?} of {own} in {hand:?} to {:?}", trick.cards);
    let takes = |action: G::Action| at.after(action).trick_won().is_some_and(|(winner, _)| winner == at.seat);
    let legal = at.legal_texts();
    match reason {
        TrickReason::WinsAnyway { card: named } => {
            assert_eq!(named.to_string(), own);
            assert!(at.legal.iter().all(|&other| takes(other)), "{}", told());
            assert!(
                legal.iter().all(|other| card(other).0 == card(&own).0 && card(other).1 <= card(&own).1),
                "{}",
                told()
            );
        }
        TrickReason::LowestWinner { card: named } => {
            assert_eq!(named.to_string(), own);
            assert!(takes(action), "{}", told());
            let mut cheaper = at.legal.iter().filter(|&&other| takes(other) && card(&at.text(other)).1 < card(&own).1);
            assert!(cheaper.next().is_none(), "{}", told());
        }
        TrickReason::Trumps { trump } => {
            assert_eq!(Some(trump.to_string()), trick.trump.map(String::from), "{}", told());
            assert!(card(&own).0 != card(&trick.cards[0]).0 && trick.beats(&own), "{}", told());
        }
        TrickReason::CannotWin { winning } => {
            assert_eq!(&winning.to_string(), trick.winning(), "{}", told());
            assert!(!legal.iter().any(|other| trick.beats(other)), "{}", told());
            assert!(legal.iter().all(|other| card(other).1 >= card(&own).1), "{}", told());
        }
        TrickReason::Under { winning, highest } => {
            let below = |text: &str| card(text).0 == card(&own).0 && card(text).1 < card(&winning.to_string()).1;
            assert_eq!(&winning.to_string(), trick.winning(), "{}", told());
            assert!(below(&own), "{}", told());
            let others = || legal.iter().filter(|other| **other != own && below(other));
            let best = others().count() > 0 && others().all(|other| card(other).1 < card(&own).1);
            assert_eq!(highest, best, "{}", told());
            // However the trick goes on, somebody else takes it.
            let (mut game, mut buffer, mut rng) = (at.after(action), Actions::new(), Rng::new(at.moves.len() as u64));
            while game.trick_won().is_none() {
                game.legal(&mut buffer);
                let next = rng.pick(&buffer);
                game.play(next);
            }
            assert_ne!(game.trick_won().unwrap().0, at.seat, "{}", told());
        }
        TrickReason::Voids { suit } => {
            assert!(!at.left(action).iter().any(|left| card(left).0.to_string() == suit.to_string()), "{}", told());
            assert!(!trick.beats(&own), "{}", told());
        }
        TrickReason::ThrowsHighest { card: named } => {
            assert_eq!(named.to_string(), own);
            let same: Vec<&String> = hand.iter().filter(|other| card(other).0 == card(&own).0).collect();
            assert!(same.len() > 1 && same.iter().all(|other| card(other).1 <= card(&own).1), "{}", told());
            assert!(!trick.beats(&own), "{}", told());
        }
        TrickReason::Master { .. } | TrickReason::Beatable { .. } => {
            assert!(trick.cards.is_empty());
            let known: Vec<&String> = hand.iter().chain(&trick.played).chain(&trick.open).collect();
            let (suit, rank) = card(&own);
            let higher = "23456789TJQKA".chars().skip(rank + 1).map(|rank| format!("{suit}{rank}"));
            let higher = higher.filter(|text| !known.contains(&text)).count();
            let said = if let TrickReason::Beatable { higher, .. } = reason { usize::from(higher) } else { 0 };
            assert_eq!(said, higher, "{}", told());
        }
        TrickReason::Holds { aces, trumps } => {
            assert_eq!(usize::from(aces), hand.iter().filter(|text| text.ends_with('A')).count());
            assert_eq!(usize::from(trumps), hand.iter().filter(|text| Some(card(text).0) == trick.trump).count());
        }
    }
}

fn trick(cards: &[kirifuda_games::cards::Card], moves: &[String], passed: usize) -> Trick {
    let played = moves.iter().skip(passed).filter(|text| is_card(text)).cloned().collect();
    Trick { cards: cards.iter().map(ToString::to_string).collect(), trump: None, open: Vec::new(), played }
}

const PLAY: [&str; 6] = ["WinsAnyway", "CannotWin", "Under", "Voids", "ThrowsHighest", "Beatable"];

#[test]
fn reasons_in_plain_tricks_are_true() {
    let kinds = [&PLAY[..], &["LowestWinner", "Master"]].concat();
    walk::<PlainTricks>(&kinds, |at, action, reason| {
        check_trick(at, &trick(at.game.view(at.seat).table().trick().cards(), at.moves, 0), action, reason);
    });
}

#[test]
fn reasons_in_oh_hell_are_true() {
    let kinds = ["Holds", "Trumps", "LowestWinner", "Under", "Beatable"];
    walk::<OhHell>(&kinds, |at, action, reason| {
        let view = at.game.view(at.seat);
        let mut trick = trick(view.table().trick().cards(), at.moves, 0);
        trick.trump = view.turned().map(|turned| card(&turned.to_string()).0);
        trick.open = view.turned().iter().map(ToString::to_string).collect();
        check_trick(at, &trick, action, reason);
    });
}

#[test]
fn reasons_in_spades_are_true() {
    let kinds = ["Holds", "Trumps", "LowestWinner", "Under", "Beatable", "Master"];
    walk::<Spades>(&kinds, |at, action, reason| {
        let mut trick = trick(at.game.view(at.seat).table().trick().cards(), at.moves, 0);
        trick.trump = Some('♠');
        check_trick(at, &trick, action, reason);
    });
}

#[test]
fn reasons_in_hearts_are_true() {
    let kinds = [
        &PLAY[..],
        &["PassesQueen", "PassesAbove", "LastOfSuit", "PassesHighest", "ThrowsQueen", "ThrowsHeart"],
        &["NoPoints", "BelowQueen", "AboveQueen", "TakesPoints"],
    ]
    .concat();
    walk::<Hearts>(&kinds, |at, action, reason| {
        let (view, own, hand) = (at.game.view(at.seat), action.to_string(), at.hand());
        let passed = if view.direction() == hearts::Direction::Hold { 0 } else { 12 };
        let trick = trick(view.trick().cards(), at.moves, passed);
        let told = || format!("{reason:?} of {own} in {hand:?} to {:?}", trick.cards);
        let spades = || hand.iter().filter(|text| text.starts_with('♠'));
        let queen_elsewhere = || {
            let others = Seat::all(4).filter(|&seat| seat != at.seat);
            others.flat_map(|seat| Hearts::seen(at.game.view(seat)).hand).any(|text| text == "♠Q")
        };
        let taken = |game: &Hearts| game.view(at.seat).taken(at.seat);
        let follows = || hand.iter().any(|text| card(text).0 == card(&trick.cards[0]).0);
        match reason {
            HeartsReason::Trick(reason) => check_trick(at, &trick, action, reason),
            HeartsReason::PassesQueen { guards } => {
                assert_eq!((own.as_str(), usize::from(guards)), ("♠Q", spades().count() - 1), "{}", told());
            }
            HeartsReason::PassesAbove { card } => {
                assert!(["♠K", "♠A"].contains(&own.as_str()) && card.to_string() == own, "{}", told());
                // Nor has it been laid aside: it is with one of the others.
                let dealt = Hearts::seen(view).fact("dealt").unwrap().to_vec();
                assert!(!dealt.contains(&"♠Q".to_string()), "{}", told());
            }
            HeartsReason::LastOfSuit { suit } => {
                let same = hand.iter().filter(|text| text.starts_with(&suit.to_string())).collect::<Vec<_>>();
                assert_eq!(same, [&own], "{}", told());
                assert!(view.is_passing() || trick.cards.is_empty(), "{}", told());
            }
            HeartsReason::PassesHighest { .. } => {
                let same = hand.iter().filter(|text| card(text).0 == card(&own).0);
                assert!(same.into_iter().all(|text| card(text).1 <= card(&own).1), "{}", told());
            }
            HeartsReason::ThrowsQueen => assert!(own == "♠Q" && !follows(), "{}", told()),
            HeartsReason::ThrowsHeart => assert!(own.starts_with('♥') && !follows(), "{}", told()),
            HeartsReason::NoPoints => {
                let game = at.after(action);
                assert_eq!(game.trick_won().map(|(winner, _)| winner), Some(at.seat), "{}", told());
                assert_eq!(taken(&game), taken(at.game), "{}", told());
            }
            HeartsReason::BelowQueen => {
                assert!(trick.cards.is_empty() && own.starts_with('♠') && card(&own).1 < card("♠Q").1, "{}", told());
                assert!(queen_elsewhere(), "{}", told());
            }
            HeartsReason::AboveQueen { .. } => {
                assert!(["♠K", "♠A"].contains(&own.as_str()) && queen_elsewhere(), "{}", told());
                assert!(at.after(action).trick_won().is_none(), "others are still to play: {}", told());
            }
            HeartsReason::TakesPoints { points } => {
                assert_eq!(taken(&at.after(action)) - taken(at.game), points, "{}", told());
                assert!(at.legal.iter().any(|&other| taken(&at.after(other)) == taken(at.game)), "{}", told());
            }
        }
    });
}

/// How hard a meld is to beat: by the lowest place that a card of it, or the joker in it, has in the order of ranks.
fn strength(meld: Meld, reversed: bool) -> usize {
    let text = meld.naturals().iter().map(|card| card.to_string());
    let ranks = text.map(|text| "3456789TJQKA2".find(text.chars().last().unwrap()).unwrap() + 1);
    let joker = match meld.joker() {
        Some(Joker::Cell { column, .. }) => Some(usize::from(column)),
        _ => None,
    };
    match ranks.chain(joker).min() {
        None => 99,
        Some(low) if reversed => 20 - low,
        Some(low) => low,
    }
}

#[test]
fn reasons_in_daifugo_are_true() {
    let kinds = [
        "GoesOut",
        "Revolution",
        "ClearsTable",
        "AllOfRank",
        "BreaksNothing",
        "Weakest",
        "WeakestRank",
        "Many",
        "Saves",
        "Breaks",
    ];
    walk::<Daifugo>(&kinds, |at, action, reason| {
        let (view, hand) = (at.game.view(at.seat), at.hand());
        let told = || format!("{reason:?} of {action} in {hand:?} on {:?}", view.table());
        let name = |rank: u8| "3456789TJQKA2".chars().nth(usize::from(rank)).unwrap();
        let of_rank = |hand: &[String], rank: u8| hand.iter().filter(|text| text.ends_with(name(rank))).count();
        let weaker = |than: Meld| {
            let reversed = view.is_reversed();
            let plays = at.legal.iter().filter(|meld| meld.kind() != MeldKind::Pass);
            plays.into_iter().any(|&meld| strength(meld, reversed) < strength(than, reversed))
        };
        match reason {
            DaifugoReason::GoesOut => assert!(at.left(action).is_empty(), "{}", told()),
            DaifugoReason::Revolution => {
                assert_ne!(at.after(action).view(at.seat).is_revolution(), view.is_revolution(), "{}", told());
            }
            DaifugoReason::ClearsTable => {
                let game = at.after(action);
                assert!(game.view(at.seat).table().is_none() && game.turn().seat() == Some(at.seat), "{}", told());
            }
            DaifugoReason::AllOfRank { rank, count } => {
                let (before, left) = (of_rank(&hand, rank), of_rank(&at.left(action), rank));
                assert!(count >= 2 && before == usize::from(count) && left == 0, "{}", told());
            }
            DaifugoReason::BreaksNothing { rank } => {
                assert_eq!((of_rank(&hand, rank), hand.len() - at.left(action).len()), (1, 1), "{}", told());
                let breaking = |meld: &&Meld| {
                    let left = at.left(**meld);
                    let gone: Vec<&String> = hand.iter().filter(|text| !left.contains(text)).collect();
                    let [one] = gone[..] else { return false };
                    !one.contains('★') && left.iter().any(|text| text.ends_with(one.chars().last().unwrap()))
                };
                assert!(at.legal.iter().any(|meld| breaking(&meld)), "{}", told());
            }
            DaifugoReason::Weakest => assert!(view.table().is_some() && !weaker(action), "{}", told()),
            DaifugoReason::WeakestRank { rank } => {
                let places = hand.iter().filter_map(|text| "3456789TJQKA2".find(text.chars().last().unwrap()));
                let weakest = if view.is_reversed() { places.max() } else { places.min() };
                assert_eq!(weakest, Some(usize::from(rank)), "{}", told());
            }
            DaifugoReason::Many { count } => {
                assert!(count >= 2 && hand.len() - at.left(action).len() == usize::from(count), "{}", told());
            }
            DaifugoReason::Saves { meld } => {
                assert!(action == Meld::PASS && at.legal.contains(&meld) && !weaker(meld), "{}", told());
            }
            DaifugoReason::GivesWeakest => {
                let place = |text: &String| "3456789TJQKA2".find(text.chars().last().unwrap()).unwrap_or(99);
                let given: Vec<String> = action.cards().iter().map(|card| card.to_string()).collect();
                let most = given.iter().map(place).max();
                let kept = hand.iter().filter(|text| !given.contains(text)).map(place).min();
                assert!(kept.is_none() || most <= kept, "{}", told());
            }
            DaifugoReason::Breaks { rank, left } => {
                assert_eq!(of_rank(&at.left(action), rank), usize::from(left), "{}", told());
                assert!(left > 0 && of_rank(&hand, rank) > usize::from(left), "{}", told());
            }
        }
    });
}

#[test]
fn reasons_in_monsters_are_true() {
    let kinds = ["Enough", "Strong", "Harder", "Resists", "SendsStrong", "Weak", "Suffers"];
    walk::<Monsters>(&kinds, |at, action, reason| {
        let view = at.game.view(at.seat);
        let (deck, own, other) = (view.deck(), view.own().fighter(), view.their_fighter().unwrap());
        let monster = |name: &str| deck.find(name).unwrap();
        // Elements matter when the special attack is not what it would be without them.
        let factor = |attacker: u8, defender: u8| {
            deck.special(attacker, defender).cmp(&deck.neutral_special(attacker, defender))
        };
        let element = |monster: u8| deck.monster(monster).element.name();
        use std::cmp::Ordering::{Greater, Less};
        match reason {
            MonstersReason::Enough { damage, target, hp } => {
                assert_eq!((monster(target), hp), (other.monster, other.hp));
                assert!(damage >= hp);
                hits(at, action, damage);
            }
            MonstersReason::Strong { element: named, target, times } => {
                assert_eq!((monster(target), named), (other.monster, element(own.monster)));
                assert!(times > 1.0);
                assert_eq!(factor(own.monster, other.monster), Greater);
            }
            MonstersReason::Harder { damage, other: less } => {
                assert!(damage > less);
                hits(at, action, damage);
                let another = if action == monsters::Action::ATTACK {
                    monsters::Action::SPECIAL
                } else {
                    monsters::Action::ATTACK
                };
                hits(at, another, less);
            }
            MonstersReason::Resists { monster: sent, element: named } => {
                assert_eq!(action, monsters::Action::send(monster(sent)));
                assert_eq!((factor(other.monster, monster(sent)), named), (Less, element(other.monster)));
            }
            MonstersReason::SendsStrong { monster: sent, target } => {
                assert_eq!(action, monsters::Action::send(monster(sent)));
                assert_eq!(monster(target), other.monster);
                assert_eq!(factor(monster(sent), other.monster), Greater);
            }
            MonstersReason::Weak { element: named, target } => {
                assert_eq!((monster(target), named), (other.monster, element(own.monster)));
                assert_eq!(factor(own.monster, other.monster), Less);
            }
            MonstersReason::Suffers { monster: sent, element: named } => {
                assert_eq!(action, monsters::Action::send(monster(sent)));
                assert_eq!((factor(other.monster, monster(sent)), named), (Greater, element(other.monster)));
            }
        }
    });
}

/// The other, without poison, sets a trap or attacks: then its monster loses as many hit points as were told, or all.
fn hits(at: &Position<'_, Monsters>, action: monsters::Action, damage: u16) {
    let before = at.game.view(at.seat).their_fighter().unwrap();
    let (own, other) = (at.seat, Seat(1 - at.seat.0));
    // Seat 1 chooses when seat 0 has: what that was is left open here.
    if own != Seat(0) || before.poisoned || at.game.view(own).own().fighter().poisoned {
        return;
    }
    let mut game = at.after(action);
    if game.turn().seat() != Some(other) || game.try_play(monsters::Action::TRAP).is_err() {
        return;
    }
    // Whoever is knocked out and not replaced yet is still in front.
    let after = game.view(own).their_fighter().unwrap();
    assert_eq!(after.monster, before.monster);
    assert_eq!(before.hp - after.hp, damage.min(before.hp), "{action:?}");
}

#[test]
fn reasons_in_kuhn_are_true() {
    walk::<Kuhn>(&["PokerReason"], |at, _, PokerReason { beats, ties, of }| {
        // Worlds that look the same, bet and called: who wins?
        let counted = showdowns(
            at,
            |game: &mut Kuhn| game.play(kuhn::Action::Bet),
            |game, seat| game.view(seat).card().to_string(),
        );
        assert_eq!((beats, ties, of), counted);
    });
}

#[test]
fn reasons_in_leduc_are_true() {
    walk::<Leduc>(&["PokerReason"], |at, _, PokerReason { beats, ties, of }| {
        let view = at.game.view(at.seat);
        if view.public_card().is_some() {
            let call = |game: &mut Leduc| game.play(leduc::Action::Call);
            assert_eq!((beats, ties, of), showdowns(at, call, |game, seat| game.view(seat).card().to_string()));
        } else {
            // Six cards, two of each rank: the other of the own rank ties.
            let rank = "JQK".find(view.card().to_string().chars().last().unwrap()).unwrap() as u8;
            assert_eq!((beats, ties, of), (2 * rank, 1, 5));
        }
    });
}

/// Of the cards that the other may hold: how many lose, how many are as good, how many there are.
fn showdowns<G: Imagine + Text>(
    at: &Position<'_, G>,
    go_on: impl Fn(&mut G),
    card: impl Fn(&G, Seat) -> String,
) -> (u8, u8, u8) {
    let (mut worlds, mut rng) = (BTreeMap::new(), Rng::new(5));
    for _ in 0..80 {
        let mut world = G::imagine(at.game.view(at.seat), &mut rng);
        let held = card(&world, Seat(1 - at.seat.0));
        while world.turn().seat().is_some() {
            go_on(&mut world);
        }
        worlds.insert(held, world.payoff(at.seat));
    }
    let count = |found: &dyn Fn(f32) -> bool| worlds.values().filter(|&&payoff| found(payoff)).count() as u8;
    (count(&|payoff| payoff > 0.0), count(&|payoff| payoff == 0.0), worlds.len() as u8)
}
