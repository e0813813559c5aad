//! Why a move is not legal: the facts of every reason are read off the position again, by the book and slowly.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use kirifuda_games::cards::{Card, Suit};
use kirifuda_games::daifugo::{self, Cards, Daifugo, JokerUse, Kind, Meld, SpadeThree};
use kirifuda_games::hearts::{self, Hearts, POINT_CARDS};
use kirifuda_games::leduc::{self, Leduc};
use kirifuda_games::monsters::{self, Monsters};
use kirifuda_games::oh_hell::{self, OhHell};
use kirifuda_games::plain_tricks::{self, PlainTricks};
use kirifuda_games::spades::{self, Spades};
use kirifuda_games::tricks::{Action, Form, TableView, WhyNot};
use kirifuda_play::{Actions, Arg, Game, Numbered, Phrase, Rng, Rules, Seat, Text, Turn};

/// Positions of each game and preset in which every move is asked about.
const POSITIONS: usize = 1_000;

/// Asks about all moves (or some of many) in at least so many random positions; gives what was said, so that a test can tell that all of it
/// was met.
fn ask<G: Numbered, W>(
    rules: &G::Rules,
    least: usize,
    forbids: impl Fn(&G, G::Action) -> Option<W>,
    mut check: impl FnMut(&G, Seat, G::Action, W) -> &'static str,
) -> BTreeSet<&'static str> {
    let (mut met, mut legal, mut positions) = (BTreeSet::new(), Actions::new(), 0);
    let moves: Vec<G::Action> =
        (0..G::ACTIONS).filter_map(G::numbered).filter(|&action| G::exists(rules, action)).collect();
    for seed in 0.. {
        let mut rng = Rng::stream(seed, &[7]);
        let mut game = G::deal(rules, &mut rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let asked = if moves.len() > 100 { (0..60).map(|_| rng.pick(&moves)).collect() } else { moves.clone() };
            for action in asked.into_iter().chain(game.tries()) {
                match forbids(&game, action) {
                    None => assert!(legal.contains(&action), "{action:?} has no reason against it\n{}", game.picture()),
                    Some(why) => {
                        assert!(!legal.contains(&action), "{action:?} is legal\n{}", game.picture());
                        assert!(game.why_not(action).is_some());
                        met.insert(check(&game, seat, action, why));
                    }
                }
            }
            positions += 1;
            game.play(rng.pick(&legal));
        }
        if positions >= least {
            return met;
        }
    }
    met
}

/// Reasons about cards that all games of tricks have.
fn follows<F: Form>(table: TableView<'_, F>, card: Card, why: WhyNot) -> &'static str {
    let (hand, trick) = (table.hand(), table.trick());
    match why {
        WhyNot::NotHeld(said) => {
            assert!(said == card && !hand.contains(card));
            "held"
        }
        WhyNot::Follow(suit) => {
            assert_eq!(trick.cards()[0].suit(), suit, "the lead is {suit:?}");
            assert!(hand.iter().any(|held| held.suit() == suit), "a {suit:?} is held");
            assert!(hand.contains(card) && card.suit() != suit);
            "follow"
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn hearts_says_which_rule_a_card_breaks() {
    let mut met = BTreeSet::new();
    for preset in hearts::Rules::book().presets {
        let rules = (preset.rules)();
        // Seldom has somebody no club in the first trick, and points.
        met.extend(ask::<Hearts, _>(&rules, 6 * POSITIONS, Hearts::forbids, |game, seat, card, why| {
            let view = game.view(seat);
            let (hand, trick) = (view.hand(), view.table().trick());
            let others = |barred: fn(Card) -> bool| assert!(hand.iter().any(|card| !barred(card)));
            match why {
                WhyNot::TwoOfClubs => {
                    assert!(hand.contains(Card::TWO_OF_CLUBS) && trick.is_empty() && view.trick_number() == 0);
                    "two"
                }
                WhyNot::FirstTrick => {
                    assert!(view.trick_number() == 0 && POINT_CARDS.contains(card));
                    others(|card| POINT_CARDS.contains(card));
                    "first-trick"
                }
                WhyNot::NotBroken(suit) => {
                    assert!(suit == Suit::Hearts && card.suit() == suit && !view.is_broken() && trick.is_empty());
                    others(|card| card.suit() == Suit::Hearts);
                    "broken"
                }
                WhyNot::QueenNotBroken => {
                    assert!(card == Card::QUEEN_OF_SPADES && !view.is_broken() && trick.is_empty());
                    others(|card| POINT_CARDS.contains(card));
                    "queen"
                }
                other => follows(view.table(), card, other),
            }
        }));
    }
    assert_eq!(met.into_iter().collect::<Vec<_>>(), ["broken", "first-trick", "follow", "held", "queen", "two"]);
}

#[test]
fn plain_tricks_asks_to_follow_suit() {
    let met = ask::<PlainTricks, _>(&plain_tricks::Rules, POSITIONS, PlainTricks::forbids, |game, seat, card, why| {
        follows(game.view(seat).table(), card, why)
    });
    assert_eq!(met.into_iter().collect::<Vec<_>>(), ["follow", "held"]);
}

#[test]
fn oh_hell_says_what_is_wrong_with_a_bid() {
    let rules = oh_hell::Rules::book().parse("standard,hook=on").unwrap();
    let met = ask::<OhHell, _>(&rules, POSITIONS, OhHell::forbids, |game, seat, action, why| {
        let view = game.view(seat);
        match (action, why) {
            (Action::Bid(bid), WhyNot::Hooked { bid: said, tricks }) => {
                assert!(bid == said && view.dealer() == seat && view.is_bidding());
                assert_eq!(view.bids().iter().map(|(_, bid)| bid).sum::<u8>() + bid, tricks);
                assert_eq!(usize::from(tricks), view.hand().len(), "as many tricks as cards");
                "hooked"
            }
            (Action::Bid(bid), WhyNot::TooMany { most }) => {
                assert!(bid > most && usize::from(most) == view.hand().len());
                "too-many"
            }
            (Action::Bid(_), WhyNot::BidsAreMade) => {
                assert_eq!(view.bids().iter().count(), 4);
                "made"
            }
            (Action::Play(_), WhyNot::BidFirst) => {
                assert!(view.bids().iter().count() < 4);
                "first"
            }
            (Action::Play(card), other) => follows(view.table(), card, other),
            other => panic!("{other:?}"),
        }
    });
    assert_eq!(met.into_iter().collect::<Vec<_>>(), ["first", "follow", "held", "hooked", "made", "too-many"]);
}

#[test]
fn spades_says_when_spades_are_not_broken() {
    let rules = spades::Rules::book().parse("standard,nil=off").unwrap();
    let met = ask::<Spades, _>(&rules, POSITIONS, Spades::forbids, |game, seat, action, why| {
        let view = game.view(seat);
        match (action, why) {
            (Action::Bid(0), WhyNot::NoNil) => "nil",
            (Action::Bid(_), WhyNot::BidsAreMade) => {
                assert_eq!(view.bids().iter().count(), 4);
                "made"
            }
            (Action::Play(_), WhyNot::BidFirst) => {
                assert!(view.is_bidding());
                "first"
            }
            (Action::Play(card), WhyNot::NotBroken(suit)) => {
                assert!(suit == Suit::Spades && card.suit() == suit && !view.is_broken());
                assert!(view.table().trick().is_empty() && view.hand().iter().any(|held| held.suit() != suit));
                "broken"
            }
            (Action::Play(card), other) => follows(view.table(), card, other),
            other => panic!("{other:?}"),
        }
    });
    assert_eq!(met.into_iter().collect::<Vec<_>>(), ["broken", "first", "follow", "held", "made", "nil"]);
}

/// Does a meld go beyond what must be beaten, column by column?
fn beats(meld: Meld, beyond: daifugo::Beyond) -> bool {
    let mut columns = (0..15u8).filter(|column| meld.cells() >> (4 * column) & 15 != 0);
    columns.all(|column| if beyond.lower { column < beyond.column } else { column > beyond.column })
}

#[test]
fn daifugo_says_what_the_table_asks_for() {
    let mut met = BTreeSet::new();
    for preset in daifugo::Rules::book().presets {
        let rules = (preset.rules)();
        met.extend(ask::<Daifugo, _>(&rules, POSITIONS, Daifugo::forbids, |game, seat, meld, why| {
            use daifugo::WhyNot as Why;
            let view = game.view(seat);
            let (hand, rules) = (view.hand(), view.rules());
            let giving = matches!(view.phase(), daifugo::Phase::Exchange(_));
            match why {
                Why::Over => unreachable!("somebody is to move"),
                Why::Give { count } => {
                    assert!(giving && view.to_give() == count);
                    assert!(meld.kind() != Kind::Give || meld.size() != count);
                    "give"
                }
                Why::NoExchange => {
                    assert!(!giving && meld.kind() == Kind::Give);
                    "exchange"
                }
                Why::NotHeld(cards) => {
                    assert!(!cards.is_empty() && meld.cards().contains(cards));
                    assert!(cards.iter().all(|card| !hand.contains(card)));
                    "held"
                }
                Why::MustLead => {
                    assert!(meld == Meld::PASS && view.table().is_none() && !rules.leader_pass);
                    "lead"
                }
                Why::JokerAlone => {
                    assert!(meld.cards().contains(Cards::JOKER) && meld.size() > 1 && rules.joker != JokerUse::Wild);
                    "joker-alone"
                }
                Why::GroupsUpTo(most) => {
                    assert!(meld.kind() == Kind::Group && meld.size() > usize::from(most) && view.table().is_none());
                    "groups"
                }
                Why::NoRuns => {
                    assert!(meld.kind() == Kind::Sequence && !rules.sequences);
                    "runs"
                }
                Why::OnlySpadeThree | Why::NothingBeatsJoker => {
                    assert_eq!(view.table(), Some(Meld::JOKER));
                    assert_eq!(why == Why::NothingBeatsJoker, rules.spade_three == SpadeThree::Off);
                    "joker"
                }
                Why::Needs { kind, size, beyond } => {
                    let table = view.table().unwrap();
                    assert_eq!((table.kind(), table.size()), (kind, size));
                    assert!((meld.kind(), meld.size()) != (kind, size) && beyond.lower == view.is_reversed());
                    assert!(table.cells() >> (4 * beyond.column) & 15 != 0 && !beats(table, beyond));
                    "needs"
                }
                Why::TooWeak(beyond) => {
                    let table = view.table().unwrap();
                    assert_eq!((table.kind(), table.size()), (meld.kind(), meld.size()));
                    assert!(beyond.lower == view.is_reversed() && !beats(meld, beyond));
                    assert!(table.cells() >> (4 * beyond.column) & 15 != 0);
                    "weak"
                }
                Why::Locked { suits } => {
                    assert!(suits != 0 && suits == view.lock() && meld.suits() != suits);
                    "locked"
                }
            }
        }));
    }
    for reason in ["exchange", "held", "lead", "needs", "weak", "locked", "joker"] {
        assert!(met.contains(reason), "{reason} never came up: {met:?}");
    }
}

#[test]
fn monsters_says_who_cannot_come_and_what_is_used_up() {
    let mut met = BTreeSet::new();
    let book = monsters::Rules::book();
    let lands = ["summon=lands", "dealt,summon=lands"].map(|text| book.parse(text).unwrap());
    for rules in book.presets.iter().map(|preset| (preset.rules)()).chain(lands) {
        met.extend(ask::<Monsters, _>(&rules, POSITIONS, Monsters::forbids, |game, seat, action, why| {
            use monsters::{Kind, Phase, WhyNot as Why};
            let view = game.view(seat);
            let own = view.own();
            let fighter = |monster: u8| own.fighters.iter().find(|fighter| fighter.monster == monster);
            match (why, action.kind()) {
                (Why::PickFirst, kind) => {
                    assert!(view.phase() == Phase::Team && !matches!(kind, Kind::Pick(_)));
                    "pick-first"
                }
                (Why::TeamIsComplete, Kind::Pick(_)) => {
                    assert_eq!(view.picked().len(), monsters::TEAM);
                    "team"
                }
                (Why::PickedPast(monster), Kind::Pick(_)) => {
                    assert!(view.picked().max().unwrap() >= monster);
                    "past"
                }
                (Why::TooLate(monster), Kind::Pick(_)) => {
                    let behind = view.deck().monsters().len() - usize::from(monster) - 1;
                    assert!(view.picked().len() + 1 + behind < monsters::TEAM);
                    "late"
                }
                (Why::SendFirst, kind) => {
                    assert!(matches!(view.phase(), Phase::Lead | Phase::Replace) && !matches!(kind, Kind::Send(_)));
                    "send-first"
                }
                (Why::NotInTeam(monster), Kind::Send(_)) => {
                    assert!(fighter(monster).is_none());
                    "in-team"
                }
                (Why::InFront(monster), Kind::Send(_)) => {
                    assert_eq!(own.fighter().monster, monster);
                    "front"
                }
                (Why::KnockedOut(monster), Kind::Send(_)) => {
                    assert_eq!(fighter(monster).unwrap().hp, 0);
                    "out"
                }
                (Why::StatusUsed, Kind::Status) => {
                    assert!(own.status_used);
                    "status-used"
                }
                (Why::TrapUsed, Kind::Trap) => {
                    assert!(own.trap_used);
                    "trap-used"
                }
                (Why::NoStatus, Kind::Status) => {
                    assert!(!view.rules().status);
                    "status"
                }
                (Why::NoTrap, Kind::Trap) => {
                    assert!(!view.rules().trap);
                    "trap"
                }
                (Why::TooFewLands { monster, lands }, Kind::Send(_)) => {
                    assert_eq!(own.lands, lands);
                    assert!(view.deck().monster(monster).cost > lands && fighter(monster).unwrap().hp > 0);
                    "too-few-lands"
                }
                (Why::EnoughLands, Kind::Land) => {
                    assert!(view.deck().monsters().iter().all(|monster| monster.cost <= own.lands));
                    "enough-lands"
                }
                other => panic!("{other:?}"),
            }
        }));
    }
    for reason in
        ["pick-first", "team", "past", "late", "send-first", "in-team", "front", "out", "status-used", "trap-used"]
            .into_iter()
            .chain(["too-few-lands", "enough-lands"])
    {
        assert!(met.contains(reason), "{reason} never came up: {met:?}");
    }
}

#[test]
fn leduc_says_that_nothing_is_to_be_folded_to_or_that_raises_are_spent() {
    use leduc::Action as Say;
    let met = ask::<Leduc, Phrase>(&leduc::Rules, POSITIONS, Text::why_not, |game, _, action, why| {
        // The moves of the round under way, from the whole story.
        let view = game.view(Seat(0));
        let round = view.betting().rounds()[usize::from(view.betting().public_card_is_open())];
        match action {
            Say::Fold => {
                assert_eq!(why, Phrase::new("say.not.fold"));
                assert_ne!(round.last(), Some(&Say::Raise), "nobody has raised");
                "fold"
            }
            Say::Raise => {
                let raises = round.iter().filter(|&&action| action == Say::Raise).count();
                assert_eq!(why.args, [("n", Arg::from(raises))]);
                "raise"
            }
            Say::Call => unreachable!("a call is always legal"),
        }
    });
    assert_eq!(met.into_iter().collect::<Vec<_>>(), ["fold", "raise"]);
}
