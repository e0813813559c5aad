//! Kuhn and Leduc poker: what every game must pass, the rules, and the counts that are known for these games.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeSet, HashSet};

use kirifuda_games::{kuhn, kuhn::Kuhn, leduc, leduc::Leduc};
use kirifuda_play::{
    Act, Actions, Fact, Game, Imagine, Measured, Rng, Rules, Seat, Seen, Tabular, Text, Turn, conformance,
};

const KUHN: kuhn::Rules = kuhn::Rules::kuhn();
const LEDUC: leduc::Rules = leduc::Rules::leduc();

/// A game from its deal and its moves.
fn position<G: Text>(rules: &G::Rules, deal: &str, moves: &str) -> G {
    let mut game = G::read_deal(rules, deal).unwrap();
    for word in moves.split_whitespace() {
        game.try_play(G::read_action(rules, word).unwrap()).unwrap_or_else(|why| panic!("{word}: {why}"));
    }
    game
}

/// What seat 0 wins.
fn payoff<G: Text>(rules: &G::Rules, deal: &str, moves: &str) -> f32 {
    let game: G = position(rules, deal, moves);
    assert_eq!(game.turn(), Turn::Over, "{moves}");
    assert_eq!(game.payoff(Seat(0)), -game.payoff(Seat(1)), "what one wins the other loses");
    game.payoff(Seat(0))
}

/// Visits every state of every deal.
fn everywhere<G: Tabular>(rules: &G::Rules, visit: &mut impl FnMut(&G)) {
    fn below<G: Game>(game: &G, visit: &mut impl FnMut(&G)) {
        visit(game);
        let mut legal = Actions::new();
        game.legal(&mut legal);
        for &action in legal.iter() {
            let mut next = game.clone();
            next.play(action);
            below(&next, visit);
        }
    }
    for (_, game) in G::deals(rules) {
        below(&game, visit);
    }
}

#[test]
fn random_play_conserves_chips() {
    conformance::random_play::<Kuhn>(&KUHN, &kuhn::Action::ALL, 1_000, |game| {
        assert_eq!(game.payoff(Seat(0)) + game.payoff(Seat(1)), 0.0);
        let won = game.payoff(Seat(0)).abs();
        assert!(if game.turn() == Turn::Over { won == 1.0 || won == 2.0 } else { won == 0.0 }, "{won}");
    });
    conformance::random_play::<Leduc>(&LEDUC, &leduc::Action::ALL, 1_000, |game| {
        assert_eq!(game.payoff(Seat(0)) + game.payoff(Seat(1)), 0.0);
        let won = game.payoff(Seat(0)).abs();
        // The ante of 1, and raises of 2 and 4: an odd number up to 1 + 2 * 2 + 2 * 4, unless the pot is shared.
        assert!(won == 0.0 || (won % 2.0 == 1.0 && won <= 13.0), "{won}");
        let stakes = game.view(Seat(0)).betting().stakes();
        assert!(stakes.iter().all(|stake| (1..=13).contains(stake)), "{stakes:?}");
    });
}

#[test]
fn imagined_worlds_are_possible_and_look_the_same() {
    conformance::honest_imagination::<Kuhn>(&KUHN, 1_000, |view| {
        format!("{} {:?} {:?} {:?}", view.card(), view.other_card(), view.history(), view.turn())
    });
    conformance::honest_imagination::<Leduc>(&LEDUC, 1_000, |view| {
        format!("{} {:?} {:?} {:?}", view.card(), view.other_card(), view.public_card(), view.betting())
    });
}

#[test]
fn kuhn_and_leduc_pass_every_check() {
    conformance::all::<Kuhn>();
    conformance::all::<Leduc>();
}

/// Checks the drawn worlds against all deals in which the seat would have seen the same.
fn worlds_are_uniform<G: Text + Tabular + Imagine>(
    rules: &G::Rules,
    deal: &str,
    moves: &str,
    seat: Seat,
    count: usize,
) {
    let game: G = position(rules, deal, moves);
    let seen = G::seen(game.view(seat));
    let deals = G::deals(rules).into_iter().map(|(_, other)| position::<G>(rules, &other.show_deal(), moves));
    let possible: Vec<G> = deals.filter(|other| G::seen(other.view(seat)) == seen).collect();
    assert_eq!(possible.len(), count, "{deal}: {moves}");
    conformance::uniform_worlds(game.view(seat), &possible, G::show_deal, &mut Rng::new(17));
}

#[test]
fn imagined_worlds_are_equally_likely() {
    for seat in Seat::all(2) {
        worlds_are_uniform::<Kuhn>(&KUHN, "Q J", "", seat, 2);
        worlds_are_uniform::<Kuhn>(&KUHN, "K Q", "pass bet", seat, 2);
        worlds_are_uniform::<Kuhn>(&KUHN, "K Q", "bet pass", seat, 2); // given up: the cards stay hidden
        worlds_are_uniform::<Kuhn>(&KUHN, "K Q", "bet bet", seat, 1);
        worlds_are_uniform::<Leduc>(&LEDUC, "SJ HQ / SK", "", seat, 20);
        worlds_are_uniform::<Leduc>(&LEDUC, "SJ HQ / SK", "call raise", seat, 20);
        worlds_are_uniform::<Leduc>(&LEDUC, "SJ HQ / SK", "raise fold", seat, 20);
        worlds_are_uniform::<Leduc>(&LEDUC, "SJ HJ / SK", "raise call raise", seat, 4);
        worlds_are_uniform::<Leduc>(&LEDUC, "SJ HJ / SK", "call call raise fold", seat, 4);
        worlds_are_uniform::<Leduc>(&LEDUC, "SJ HJ / SK", "call call call call", seat, 1);
    }
}

/// pass pass, pass bet pass, pass bet bet, bet pass, bet bet.
#[test]
fn a_deal_of_kuhn_can_go_five_ways() {
    let game: Kuhn = position(&KUHN, "J Q", "");
    assert_eq!([1, 2, 3, 4].map(|depth| conformance::perft(&game, depth)), [2, 4, 5, 5]);
    let mut ends = 0;
    everywhere::<Kuhn>(&KUHN, &mut |game| ends += u32::from(game.turn() == Turn::Over));
    assert_eq!(ends, 30); // as OpenSpiel counts: 6 deals of 5
}

/// A round ends in 4 ways by a fold and in 5 by a call, so there are 4 + 5 * (4 + 5) ways.
#[test]
fn a_deal_of_leduc_can_go_49_ways() {
    // At depth 4 by hand: 5 lines of the first round that have ended by a fold or end with this move, 2 * 5 two moves into the
    // second round, and 2 * 2 one move into it.
    const PERFT: [u64; 9] = [2, 5, 10, 19, 32, 43, 48, 49, 49];
    let game: Leduc = position(&LEDUC, "SJ HQ / SK", "");
    assert_eq!([1, 2, 3, 4, 5, 6, 7, 8, 9].map(|depth| conformance::perft(&game, depth)), PERFT);
    let mut ends = 0;
    everywhere::<Leduc>(&LEDUC, &mut |game| ends += u32::from(game.turn() == Turn::Over));
    assert_eq!(ends, 120 * 49);
}

/// The numbers of information sets that OpenSpiel gives: 12; 936 with suits and 288 without.
#[test]
fn kuhn_has_12_information_sets_and_leduc_936_or_288_without_suits() {
    fn count<G: Text + Tabular>(rules: &G::Rules) -> (usize, usize) {
        let (mut seen, mut keys) = (BTreeSet::new(), HashSet::new());
        everywhere::<G>(rules, &mut |game| {
            if let Turn::Seat(seat) = game.turn() {
                seen.insert(format!("{:?}", G::seen(game.view(seat))));
                keys.insert(G::key(game.view(seat)));
            }
        });
        (seen.len(), keys.len())
    }
    assert_eq!(count::<Kuhn>(&KUHN), (12, 12));
    assert_eq!(count::<Leduc>(&LEDUC), (936, 288));
}

#[test]
fn all_deals_are_listed_and_their_probabilities_add_up() {
    fn check<G: Text + Tabular>(rules: &G::Rules, count: usize) {
        let deals = G::deals(rules);
        let names: BTreeSet<String> = deals.iter().map(|(_, game)| game.show_deal()).collect();
        assert_eq!((deals.len(), names.len()), (count, count));
        assert!((deals.iter().map(|(probability, _)| probability).sum::<f64>() - 1.0).abs() < 1e-12);
    }
    check::<Kuhn>(&KUHN, 6);
    check::<Leduc>(&LEDUC, 120);
}

#[test]
fn kuhn_pays_1_without_a_called_bet_and_2_with_one() {
    for (moves, with_king, with_jack) in [
        ("pass pass", 1.0, -1.0),
        ("pass bet pass", -1.0, -1.0),
        ("pass bet bet", 2.0, -2.0),
        ("bet pass", 1.0, 1.0),
        ("bet bet", 2.0, -2.0),
    ] {
        assert_eq!(payoff::<Kuhn>(&KUHN, "K Q", moves), with_king, "{moves}");
        assert_eq!(payoff::<Kuhn>(&KUHN, "J Q", moves), with_jack, "{moves}");
    }
}

#[test]
fn a_pair_with_the_public_card_beats_a_higher_rank() {
    assert_eq!(payoff::<Leduc>(&LEDUC, "SJ HK / HJ", "call call call call"), 1.0);
    assert_eq!(payoff::<Leduc>(&LEDUC, "SQ HK / HJ", "call call call call"), -1.0);
}

#[test]
fn equal_ranks_share_the_pot() {
    assert_eq!(payoff::<Leduc>(&LEDUC, "SK HK / HJ", "raise raise call raise raise call"), 0.0);
}

#[test]
fn raises_are_of_2_chips_and_then_of_4() {
    assert_eq!(payoff::<Leduc>(&LEDUC, "SK HQ / HJ", "raise call call call"), 3.0);
    assert_eq!(payoff::<Leduc>(&LEDUC, "SK HQ / HJ", "call call raise call"), 5.0);
    assert_eq!(payoff::<Leduc>(&LEDUC, "SK HQ / HJ", "call raise raise call call raise raise call"), 13.0);
}

#[test]
fn who_folds_loses_what_it_has_put_in() {
    assert_eq!(payoff::<Leduc>(&LEDUC, "SK HQ / HJ", "raise fold"), 1.0);
    assert_eq!(payoff::<Leduc>(&LEDUC, "SK HQ / HJ", "raise raise fold"), -3.0);
    assert_eq!(payoff::<Leduc>(&LEDUC, "SK HQ / HJ", "raise call call raise raise fold"), 7.0);
}

#[test]
fn only_a_raise_can_be_folded_to_and_the_third_raise_is_refused() {
    let legal = |moves| {
        let mut legal = Actions::new();
        position::<Leduc>(&LEDUC, "SK HQ / HJ", moves).legal(&mut legal);
        legal.to_vec()
    };
    use leduc::Action::{Call, Fold, Raise};
    assert_eq!(legal(""), [Call, Raise]);
    assert_eq!(legal("call"), [Call, Raise]);
    assert_eq!(legal("raise"), [Fold, Call, Raise]);
    assert_eq!(legal("raise raise"), [Fold, Call]);
    assert_eq!(legal("raise raise call"), [Call, Raise]); // the count begins again
    assert_eq!(legal("raise fold"), []);
}

#[test]
fn cards_are_shown_only_when_the_rules_say_so() {
    let other = |moves| position::<Kuhn>(&KUHN, "K Q", moves).view(Seat(1)).other_card();
    assert_eq!(other("bet"), None);
    assert_eq!(other("bet pass"), None);
    assert_eq!(other("bet bet"), Some(kuhn::Card::King));
    let shown = |moves| {
        let game: Leduc = position(&LEDUC, "SK HQ / HJ", moves);
        let view = game.view(Seat(1));
        (view.public_card().map(|card| card.to_string()), view.other_card().map(|card| card.to_string()))
    };
    assert_eq!(shown("call raise"), (None, None));
    assert_eq!(shown("raise fold"), (None, None));
    assert_eq!(shown("raise call"), (Some("♥J".to_string()), None));
    assert_eq!(shown("call call raise fold"), (Some("♥J".to_string()), None));
    assert_eq!(shown("call call call call"), (Some("♥J".to_string()), Some("♠K".to_string())));
}

#[test]
fn situations_are_written_with_cards_and_letters() {
    let key = Kuhn::key(position::<Kuhn>(&KUHN, "K Q", "pass bet").view(Seat(0)));
    assert_eq!(key.to_string(), "K pb");
    assert_eq!(kuhn::Situation::new(kuhn::Card::King, &[kuhn::Action::Pass, kuhn::Action::Bet]), Some(key));
    assert_eq!(kuhn::Situation::new(kuhn::Card::King, &[kuhn::Action::Pass; 3]), None);
    let key = |moves| Leduc::key(position::<Leduc>(&LEDUC, "SK HQ / HJ", moves).view(Seat(0))).to_string();
    assert_eq!(key("call raise"), "K cr");
    assert_eq!(key("raise call call raise"), "KJ rc/cr");
}

/// Every text from outside is read or refused, and what is read is what was said.
#[test]
fn garbage_is_refused_with_an_error_and_never_panics() {
    let words = [
        "",
        " ",
        "J",
        "Q",
        "K",
        "SJ",
        "♥Q",
        "♠K",
        "HK",
        "S2",
        "pass",
        "bet",
        "fold",
        "call",
        "raise",
        "Fold",
        "/",
        "J Q",
        "SJ HQ / SK",
        "♠♠",
        "切",
        "public",
        "showdown",
        "\0",
        "-1",
    ];
    fn check<G: Text>(rules: &G::Rules, words: &[&str]) -> u32 {
        let mut rng = Rng::new(23);
        let mut accepted = 0;
        for round in 0..100_000 {
            let mut some = |most: usize| -> Vec<String> {
                (0..rng.below(most + 1)).map(|_| rng.pick(words).to_string()).collect()
            };
            let text = some(5).join(" ");
            let (_, _) = (G::read_action(rules, &text), G::read_deal(rules, &text));
            let mut seen = Seen { hand: some(2), ..Seen::default() };
            seen.public = some(1).into_iter().map(|name| Fact::new(&name, some(2))).collect();
            seen.private = some(1).into_iter().filter(|_| round % 4 == 0).map(|name| Fact::new(&name, [0])).collect();
            seen.history = some(4)
                .into_iter()
                .enumerate()
                .map(|(i, word)| Act { seat: Seat(i as u8 % 2), action: (word != "切").then_some(word) })
                .collect();
            seen.seat = Seat(rng.below(3) as u8);
            if let Ok(game) = G::reconstruct(rules, &seen) {
                // In our own notation it says the same again.
                let said = G::seen(game.view(seen.seat));
                let again = G::reconstruct(rules, &said).unwrap();
                assert_eq!((G::seen(again.view(seen.seat)), said.history.len()), (said, seen.history.len()));
                accepted += 1;
            }
        }
        accepted
    }
    // Some of the random texts make sense: the check above was put to use.
    assert!(check::<Kuhn>(&KUHN, &words) > 100);
    assert!(check::<Leduc>(&LEDUC, &words) > 100);
}

#[test]
fn errors_name_what_is_wrong() {
    let refused = |change: &dyn Fn(&mut Seen)| {
        let mut seen = Leduc::seen(position::<Leduc>(&LEDUC, "SK HQ / HJ", "raise call call call").view(Seat(1)));
        change(&mut seen);
        Leduc::reconstruct(&LEDUC, &seen).unwrap_err()
    };
    let errors = [
        refused(&|seen| seen.seat = Seat(2)),
        refused(&|seen| seen.hand.clear()),
        refused(&|seen| seen.hand = vec!["S7".to_string()]),
        refused(&|seen| seen.hand = vec!["♥K".to_string()]),
        refused(&|seen| seen.history[1].seat = Seat(0)),
        refused(&|seen| seen.history[2].action = Some("fold".to_string())),
        refused(&|seen| seen.history[2].action = Some("rais".to_string())),
        refused(&|seen| seen.history[2].action = None),
        refused(&|seen| seen.history.truncate(3)),
        refused(&|seen| seen.history.extend_from_within(3..)),
        refused(&|seen| seen.public.truncate(0)),
        refused(&|seen| seen.public.truncate(1)),
        refused(&|seen| seen.public[0].values = vec!["♥Q".to_string()]),
        refused(&|seen| seen.public[1].values.truncate(1)),
        refused(&|seen| seen.private.push(Fact::new("rumour", ["♠J"]))),
        Leduc::read_deal(&LEDUC, "SK HQ HJ").unwrap_err(),
        Leduc::read_deal(&LEDUC, "SK SK / HJ").unwrap_err(),
        Kuhn::read_deal(&KUHN, "K").unwrap_err(),
        Kuhn::read_deal(&KUHN, "K K").unwrap_err(),
        Kuhn::read_deal(&KUHN, "K A").unwrap_err(),
        Kuhn::read_action(&KUHN, "best").unwrap_err(),
        kuhn::Rules::book().parse("leduc").unwrap_err().to_string(),
        kuhn::Rules::book().parse("ante=2").unwrap_err().to_string(),
    ];
    insta::assert_snapshot!(errors.join("\n"));
}

#[test]
fn playthrough_of_kuhn() {
    insta::assert_snapshot!(conformance::playthrough::<Kuhn>(&KUHN, 1));
}

#[test]
fn playthrough_of_leduc() {
    insta::assert_snapshot!(conformance::playthrough::<Leduc>(&LEDUC, 20));
}

#[test]
fn nothing_but_chips_is_measured() {
    assert!(Kuhn::MEASURES.is_empty() && Leduc::MEASURES.is_empty());
}

#[test]
fn prepared_worlds_of_leduc_do_not_hold_the_hidden_cards() {
    for seed in 0..20 {
        let game = Leduc::deal(&LEDUC, &mut Rng::new(seed));
        let view = game.view(Seat(0));
        let before = format!("{:?}", Leduc::worlds(view));
        // Another deal that looks the same is prepared the same way.
        let other = Leduc::imagine(view, &mut Rng::new(seed + 1));
        assert_eq!(format!("{:?}", Leduc::worlds(other.view(Seat(0)))), before, "seed {seed}");
    }
}

#[test]
fn a_card_of_leduc_is_read_in_every_notation() {
    let game = Leduc::read_deal(&LEDUC, "♥K ♠K / ♠Q").unwrap();
    let mut seen = Leduc::seen(game.view(Seat(0)));
    seen.hand = vec!["HK".to_string()];
    assert!(Leduc::reconstruct(&LEDUC, &seen).is_ok());
}
