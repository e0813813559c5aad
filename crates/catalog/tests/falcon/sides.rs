//! One side by FALCON, the other by another player.

use kirifuda_catalog::trainers::Trainee;

use crate::{choices, player, rules, start, trained};

/// FALCON and `stock` on their sides, and the player that both make together.
fn sides(settings: &str) -> [Vec<(bool, kirifuda_games::cards::Card)>; 2] {
    let rules = rules("falcon");
    let together: Box<dyn Trainee<_>> = trained(settings, "stock", 300);
    [choices(&rules, &together.player().unwrap(), 40), choices(&rules, &player(&rules, "stock").unwrap(), 40)]
}

#[test]
fn another_player_leads_and_falcon_follows() {
    let [together, stock] = sides("lead-by=stock");
    let same = |leads| together.iter().zip(&stock).filter(|(own, _)| own.0 == leads).all(|(own, stock)| own == stock);
    assert!(same(true) && !same(false));
}

#[test]
fn another_player_follows_and_falcon_leads() {
    let [together, stock] = sides("follow-by=stock");
    let same = |leads| together.iter().zip(&stock).filter(|(own, _)| own.0 == leads).all(|(own, stock)| own == stock);
    assert!(same(false) && !same(true));
}

#[test]
fn only_the_own_side_is_learned() {
    for (settings, own) in [("lead-by=stock", 1..4), ("follow-by=stock", 0..1), ("", 0..4)] {
        let trainee = trained(settings, "random", 100);
        let model = trainee.model().unwrap();
        let places = &model.sections.iter().find(|section| section.name == "coarse places").unwrap().values;
        // The last of the eight pieces of a key is the network: that of the coarse ones is the place in the trick.
        let mut met: Vec<usize> = places.chunks(8).map(|key| key[7] as usize).collect();
        met.sort_unstable();
        met.dedup();
        assert_eq!(met, own.collect::<Vec<_>>(), "{settings}");
    }
}

#[test]
fn players_with_settings_can_be_partners() {
    let header = start("follow-by=mc:sims=5", "stock").unwrap().header();
    assert_eq!(header.options["follow-by"], "mc:sims=5");
    assert_eq!(header.options["lead-by"], "off");
}

#[test]
fn a_partner_passes_as_well() {
    use kirifuda_games::hearts::{Hearts, Rules};
    use kirifuda_play::{Actions, Game, Rng};
    let wish = kirifuda_catalog::trainers::Wish {
        learner: "falcon:lead-by=stock",
        rules: Some(Rules::standard()),
        opponents: None,
        seed: None,
    };
    let mut trainee = kirifuda_catalog::trainers::start::<Hearts>(&wish).unwrap();
    trainee.advance(20).unwrap();
    let [mut together, mut stock] =
        [trainee.player().unwrap(), player(&Rules::standard(), "stock").unwrap()].map(|maker| maker().unwrap());
    let mut legal = Actions::new();
    for number in 0..50 {
        let rng = &mut Rng::stream(6, &[number]);
        let game = Hearts::deal(&Rules::standard(), rng);
        game.legal(&mut legal);
        let view = game.view(game.turn().seat().unwrap());
        if view.is_passing() {
            let [own, other] = [&mut together, &mut stock].map(|player| player.choose(view, &legal, &mut rng.clone()));
            assert_eq!(own, other);
        }
    }
}
