//! Whole games of Monsters through the public `Game` trait, both seats at random: `monsters RULES GAMES play`; with
//! `worlds` a world is drawn for the seat that is to move before each of its moves. Prints the moves and the mean number
//! of turns, so that a faster engine that plays another game does not go unnoticed.

use kirifuda_games::monsters::{Action, Monsters, Rules, View};
use kirifuda_play::{Actions, Game, Imagine, Policy, Rng, Rules as _, Seat, Turn, Uniform, Worlds, play_out};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(rules), Some(games), Some(what)) = (arguments.next(), arguments.next(), arguments.next()) else {
        return Err("three arguments are needed: RULES, GAMES and WHAT, for example `dealt 2000 play`".into());
    };
    let (rules, games) = (Rules::book().parse(&rules)?, games.parse()?);
    let mut player = Random { moves: 0, worlds: what == "worlds", checksum: 0 };
    if what != "play" && what != "worlds" {
        return Err(format!("unknown work `{what}`: play, worlds").into());
    }
    let (mut legal, mut rng, mut turns) = (Actions::new(), Rng::new(1), 0u64);
    for _ in 0..games {
        let mut game = Monsters::deal(&rules, &mut rng);
        play_out(&mut game, &mut player, &mut legal, &mut rng);
        turns += u64::from(game.view(Seat(0)).turns());
    }
    let mean = turns as f64 / games as f64;
    println!("{} moves, mean turns {mean:.4}, worlds add up to {}", player.moves, player.checksum);
    Ok(())
}

/// Chooses at random; may imagine a world first.
struct Random {
    moves: u64,
    worlds: bool,
    checksum: u64,
}

impl Policy<Monsters> for Random {
    fn choose(&mut self, view: View<'_>, legal: &[Action], rng: &mut Rng) -> Action {
        self.moves += 1;
        if self.worlds {
            let world = Monsters::worlds(view).draw(rng);
            self.checksum += u64::from(world.view(Seat(1 - view.seat().0)).own().fighters[1].monster);
            debug_assert_ne!(world.turn(), Turn::Over);
        }
        Policy::<Monsters>::choose(&mut Uniform, view, legal, rng)
    }
}
