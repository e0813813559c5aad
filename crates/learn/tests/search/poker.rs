//! Decisions in Kuhn and Leduc poker that are right whatever the opponent does.

use kirifuda_games::kuhn::{self, Kuhn};
use kirifuda_games::leduc::{self, Leduc};
use kirifuda_learn::search::{Flat, IsMcts, Method, Search, Uct};
use kirifuda_play::{Actions, Game, Imagine, Rng, Uniform};

use super::{choose, simulations};

/// All decisions of random games, with what the method chooses.
fn decisions<G: Imagine, M: Method<G>>(rules: &G::Rules, method: M, games: u64, visit: impl Fn(&G, G::Action)) {
    let mut player = Search::<G, M, _>::new(method, Uniform, simulations(300));
    let (mut rng, mut legal) = (Rng::new(2), Actions::new());
    for _ in 0..games {
        let mut game = G::deal(rules, &mut rng);
        while game.turn().seat().is_some() {
            visit(&game, choose(&mut player, &game, &mut rng));
            game.legal(&mut legal);
            game.play(rng.pick(&legal));
        }
    }
}

fn kuhn<M: Method<Kuhn>>(method: M) {
    use kuhn::{Action, Card};
    decisions::<Kuhn, M>(&kuhn::Rules::kuhn(), method, 60, |game, action| {
        let view = game.view(game.turn().seat().unwrap());
        if view.history().last() == Some(&Action::Bet) {
            match view.card() {
                Card::King => assert_eq!(action, Action::Bet, "a king wins every showdown"),
                Card::Jack => assert_eq!(action, Action::Pass, "a jack loses every showdown"),
                Card::Queen => {}
            }
        }
    });
}

#[test]
fn a_king_is_never_folded_and_a_jack_never_calls() {
    kuhn(Flat);
    kuhn(Uct { worlds: 10 });
    kuhn(IsMcts);
}

fn leduc<M: Method<Leduc>>(method: M) {
    decisions::<Leduc, M>(&leduc::Rules::leduc(), method, 150, |game, action| {
        let view = game.view(game.turn().seat().unwrap());
        let pair = view.public_card().is_some_and(|public| public.rank() == view.card().rank());
        assert!(!pair || action != leduc::Action::Fold, "a pair cannot lose: {view:?}");
    });
}

#[test]
fn a_pair_is_never_folded() {
    leduc(Flat);
    leduc(Uct { worlds: 10 });
    leduc(IsMcts);
}
