//! Players of Oh Hell and Spades: what the rule players do, and what linear Q-learning sees and learns.
#![allow(clippy::unwrap_used)]

use kirifuda_games::oh_hell::{self, OhHell};
use kirifuda_games::spades::{self, Spades};
use kirifuda_games::tricks::Action;
use kirifuda_learn::linear_q::{LinearQTraining, Opponents, Options, Step, Task};
use kirifuda_play::{Actions, Game, Policy, Rng, Rules as _, Seat, Text, Turn, Uniform, conformance};
use kirifuda_players::tricks::linear_q::{Contract, ContractTask};
use kirifuda_players::{oh_hell as oh_hell_players, spades as spades_players};

/// What each deal is worth to the player at `seats`, on average, with `others` at the other seats.
fn mean_payoff<G: Game>(
    rules: &G::Rules,
    player: &mut dyn Policy<G>,
    others: &mut dyn Policy<G>,
    seats: &[u8],
    deals: u64,
) -> f32 {
    let (mut legal, mut sum) = (Actions::new(), 0.0);
    for deal in 0..deals {
        let mut rng = Rng::stream(deal, &[7]);
        let mut game = G::deal(rules, &mut rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let (view, own) = (game.view(seat), seats.contains(&seat.0));
            let action =
                if own { player.choose(view, &legal, &mut rng) } else { others.choose(view, &legal, &mut rng) };
            game.play(action);
        }
        sum += game.payoff(Seat(seats[0]));
    }
    sum / deals as f32
}

fn answer<G: Text>(rules: &str, deal: &str, moves: &str, mut player: impl Policy<G>) -> String {
    let rules = G::Rules::book().parse(rules).unwrap();
    let mut game = G::read_deal(&rules, deal).unwrap();
    for word in moves.split_whitespace() {
        game.try_play(G::read_action(&rules, word).unwrap()).unwrap();
    }
    let Turn::Seat(seat) = game.turn() else { panic!("the deal is over") };
    let mut legal = Actions::new();
    game.legal(&mut legal);
    G::show_action(&rules, player.choose(game.view(seat), &legal, &mut Rng::new(1)))
}

#[test]
fn the_rule_player_of_oh_hell_is_far_better_than_chance() {
    for preset in oh_hell::Rules::book().presets {
        let rules = (preset.rules)();
        let rule = mean_payoff::<OhHell>(&rules, &mut oh_hell_players::Rule, &mut Uniform, &[0], 400);
        let random = mean_payoff::<OhHell>(&rules, &mut Uniform, &mut Uniform, &[0], 400);
        let among = mean_payoff::<OhHell>(&rules, &mut oh_hell_players::Rule, &mut oh_hell_players::Rule, &[0], 400);
        println!("{}: rule {rule}, random {random}, among its like {among}", preset.name);
        assert!(rule > 2.0 * random, "{}: {rule} against {random}", preset.name);
        assert!(among > 2.0 * random, "{}: {among} against {random}", preset.name);
    }
}

#[test]
fn the_rule_player_of_spades_makes_its_contracts() {
    for preset in spades::Rules::book().presets {
        let rules = (preset.rules)();
        let rule = mean_payoff::<Spades>(&rules, &mut spades_players::Rule, &mut Uniform, &[0, 2], 300);
        let random = mean_payoff::<Spades>(&rules, &mut Uniform, &mut spades_players::Rule, &[0, 2], 300);
        let among = mean_payoff::<Spades>(&rules, &mut spades_players::Rule, &mut spades_players::Rule, &[0, 2], 300);
        println!("{}: rule {rule}, random {random}, among its like {among}", preset.name);
        assert!(rule > 40.0 && among > 20.0 && random < -50.0, "{}: {rule} {among} {random}", preset.name);
    }
}

#[test]
fn rule_players_see_no_hidden_card() {
    for preset in oh_hell::Rules::book().presets {
        conformance::no_leak::<OhHell>(&(preset.rules)(), 10, || Box::new(oh_hell_players::Rule));
    }
    for preset in spades::Rules::book().presets {
        conformance::no_leak::<Spades>(&(preset.rules)(), 10, || Box::new(spades_players::Rule));
    }
}

#[test]
fn in_oh_hell_tricks_are_taken_until_the_bid_is_reached() {
    // Seat 3 deals, hearts are trump; seat 0 leads.
    let deal = "3; ♥9; ♣3JA; ♣245; ♣67T; ♣89 ♠2";
    let play = |moves: &str| answer::<OhHell>("cards=3", deal, moves, oh_hell_players::Rule);
    assert_eq!(play("1 0 0 0"), "♣A", "the bid is not reached: with the highest");
    assert_eq!(play("0 0 0 0"), "♣3", "no trick is wanted: with the lowest");
    assert_eq!(play("1 0 0 0 ♣J"), "♣5", "the highest that loses");
    assert_eq!(play("1 0 0 1 ♣J ♣2 ♣6"), "♣8", "none takes it: the lowest is missed least");
}

#[test]
fn a_strong_hand_bids_more_than_a_weak_one() {
    let bid = |deal: &str| -> u8 { answer::<OhHell>("short", deal, "", oh_hell_players::Rule).parse().unwrap() };
    assert!(bid("3; ♥9; ♥AKQ ♣AK; ♣2345 ♦2; ♦3456 ♠2; ♠3456 ♥2") >= 4);
    assert_eq!(bid("3; ♥9; ♣2 ♦23 ♠23; ♣AKQJ ♦A; ♦KQJT ♠A; ♠KQJT ♥A"), 0);
    let low = "3; 0 0; 0 0; ♣2345 ♦2345 ♥234 ♠23; ♣6789 ♦6789 ♥567 ♠45; ♣TJQ ♦TJQ ♥89T ♠6789; ♣KA ♦KA ♥JQKA ♠TJQKA";
    assert_eq!(answer::<Spades>("standard", low, "", spades_players::Rule), "0", "nil");
    assert_eq!(answer::<Spades>("nonil", low, "", spades_players::Rule), "1");
}

#[test]
fn a_partner_who_has_the_trick_keeps_it() {
    let deal = "3; 0 0; 0 0; ♣A23 ♦2345 ♥234 ♠234; ♣4567 ♦678 ♥567 ♠567; ♣KQ8 ♦9TJ ♥89TJ ♠89T; ♣9TJ ♦QKA ♥QKA ♠JQKA";
    assert_eq!(answer::<Spades>("standard", deal, "3 3 3 3 ♣A ♣4", spades_players::Rule), "♣8");
    // ♣2 instead: now the partner takes it.
    assert_eq!(answer::<Spades>("standard", deal, "3 3 3 3 ♣2 ♣4", spades_players::Rule), "♣Q");
}

/// The fast values of all moves are the sums of the weights of their features, wherever they are.
fn values_are_sums<G: Contract>(rules: &G::Rules) {
    let dimensions = Task::<G>::dimensions(&ContractTask);
    let mut rng = Rng::new(5);
    let weights: Vec<f32> = (0..dimensions).map(|_| rng.below(64) as f32 - 32.0).collect();
    let (mut legal, mut values, mut active) = (Actions::new(), Vec::new(), Vec::new());
    for _ in 0..30 {
        let mut game = G::deal(rules, &mut rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            Task::<G>::values(&ContractTask, &weights, game.view(seat), &legal, &mut values);
            assert_eq!(values.len(), legal.len());
            for (&action, &value) in legal.iter().zip(&values) {
                active.clear();
                Task::<G>::active(&ContractTask, game.view(seat), action, &mut active);
                assert!(active.len() >= 4 && active.iter().all(|&feature| (feature as usize) < dimensions));
                // Whole numbers: sums are exact in any order.
                assert_eq!(value, active.iter().map(|&feature| weights[feature as usize]).sum::<f32>(), "{action:?}");
            }
            assert_eq!(Task::<G>::gain(&ContractTask, game.view(seat)), 0.0, "all is gained at the end");
            game.play(rng.pick(&legal));
        }
        for seat in Seat::all(4) {
            assert_eq!(Task::<G>::gain(&ContractTask, game.view(seat)), game.payoff(seat));
        }
    }
}

#[test]
fn values_of_bids_and_cards_are_the_sums_of_their_weights() {
    for preset in oh_hell::Rules::book().presets {
        values_are_sums::<OhHell>(&(preset.rules)());
    }
    values_are_sums::<Spades>(&spades::Rules::standard());
}

#[test]
fn different_bids_and_different_cards_have_different_features() {
    let game = OhHell::deal(&oh_hell::Rules::full(), &mut Rng::new(1));
    let mut all = std::collections::BTreeSet::new();
    for bid in 0..=13 {
        let mut active = Vec::new();
        Task::<OhHell>::active(&ContractTask, game.view(Seat(0)), Action::Bid(bid), &mut active);
        assert!(all.insert(active));
    }
}

#[test]
fn linear_q_learns_to_bid_and_to_play() {
    let options = || Options {
        discount: 1.0,
        trace: 0.9,
        average: true,
        step: Step { size: 0.1, shared: true, ..Step::default() },
        ..Options::default()
    };
    let rules = oh_hell::Rules::short();
    let mut training = LinearQTraining::new(rules, ContractTask, options(), Opponents::Random, 1);
    training.advance(3_000).unwrap();
    let learned = mean_payoff::<OhHell>(&rules, &mut training.player(), &mut Uniform, &[0], 400);
    let random = mean_payoff::<OhHell>(&rules, &mut Uniform, &mut Uniform, &[0], 400);
    println!("oh-hell: {learned} against {random}");
    assert!(learned > 1.5 * random, "{learned} against {random}");

    let rules = spades::Rules::standard();
    let mut training = LinearQTraining::new(rules, ContractTask, options(), Opponents::Mirror, 1);
    training.advance(1_500).unwrap();
    let learned = mean_payoff::<Spades>(&rules, &mut training.player(), &mut Uniform, &[0, 2], 300);
    let random = mean_payoff::<Spades>(&rules, &mut Uniform, &mut Uniform, &[0, 2], 300);
    println!("spades: {learned} against {random}");
    assert!(learned > random + 50.0, "{learned} against {random}");
}
