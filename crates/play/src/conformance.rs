//! The checks that every game must pass, present and future. Each panics with the seed and the position that fails,
//! so a test is one call; [`all`] makes those that need to be told nothing about the game.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Actions, Fact, Game, Imagine, Numbered, Policy, Retrace, Rng, Rules, Seat, Seen, Text, Turn, Uniform, Worlds, moves,
};

/// Every check that fits any game, under every preset: [`random_play`], [`honest_imagination`], [`no_leak`] of a random
/// player, [`sound_reading`], [`numbers`] and [`reasons`].
pub fn all<G: Numbered + Imagine>() {
    for preset in G::Rules::book().presets {
        let rules = (preset.rules)();
        random_play::<G>(&rules, &alphabet::<G>(&rules, 20), 100, |_| {});
        honest_imagination::<G>(&rules, 20, |_| String::new());
        no_leak::<G>(&rules, 20, || Box::new(Uniform));
        sound_reading::<G>(&rules, 300);
        numbers::<G>(&rules, 20);
        reasons::<G>(&rules, 10);
    }
}

/// The actions that are legal anywhere in some random games, ascending.
fn alphabet<G: Game>(rules: &G::Rules, seeds: u64) -> Vec<G::Action> {
    let (mut found, mut legal) = (BTreeSet::new(), Actions::new());
    for seed in 0..seeds {
        let mut rng = Rng::stream(seed, &[2]);
        let mut game = G::deal(rules, &mut rng);
        while game.turn() != Turn::Over {
            game.legal(&mut legal);
            found.extend(legal.iter().copied());
            game.play(rng.pick(&legal));
        }
    }
    found.into_iter().collect()
}

/// Plays `seeds` whole games at random and checks in every position what must hold for any game: somebody is to
/// move, the legal actions are ascending and not empty, [`Game::try_play`] accepts them and refuses every other
/// action that `alphabet` lists, notation of actions, deals and rules round-trips, and the actions played over the
/// deal read back give the same end. `facts` adds what the game itself conserves (cards, points).
pub fn random_play<G: Text>(rules: &G::Rules, alphabet: &[G::Action], seeds: u64, facts: impl Fn(&G)) {
    let book = G::Rules::book();
    let rules_text = book.text(rules);
    assert_eq!(book.parse(&rules_text).as_ref(), Ok(rules), "rules `{rules_text}` do not read back");
    let mut legal = Actions::new();
    for seed in 0..seeds {
        let mut rng = Rng::stream(seed, &[0]);
        let mut game = G::deal(rules, &mut rng);
        let deal = game.show_deal();
        let mut again = G::read_deal(rules, &deal).unwrap_or_else(|why| panic!("seed {seed}: deal `{deal}`: {why}"));
        assert_eq!(again.show_deal(), deal, "seed {seed}: the deal does not read back");
        facts(&game);
        while let Turn::Seat(seat) = game.turn() {
            let place = || format!("seed {seed}, seat {seat} to move in\n{}", game.picture());
            assert!(seat.index() < rules.seats(), "no such seat: {}", place());
            game.legal(&mut legal);
            assert!(!legal.is_empty(), "no legal action: {}", place());
            assert!(legal.windows(2).all(|pair| pair[0] < pair[1]), "legal actions not ascending: {}", place());
            // Trying every action in every position is slow; one position in eight, drawn at random, finds the same faults.
            if rng.below(8) == 0 {
                for &action in alphabet {
                    let accepted = game.clone().try_play(action).is_ok();
                    assert_eq!(accepted, legal.contains(&action), "try_play of {action:?}: {}", place());
                }
            }
            let action = rng.pick(&legal);
            let text = G::show_action(rules, action);
            assert_eq!(G::read_action(rules, &text), Ok(action), "action `{text}` does not read back");
            game.play(action);
            again.try_play(action).unwrap_or_else(|why| panic!("replay of {text}: {why}: seed {seed}"));
            facts(&game);
        }
        assert!(game.try_play(alphabet[0]).is_err(), "seed {seed}: a finished game takes an action");
        assert_eq!(again.picture(), game.picture(), "seed {seed}: the replay ends differently");
        for seat in Seat::all(rules.seats()) {
            assert_eq!(
                again.payoff(seat).to_bits(),
                game.payoff(seat).to_bits(),
                "seed {seed}: replayed payoff differs"
            );
        }
    }
}

/// Draws worlds in the positions of `seeds` random games, for every seat: each must look the same to that seat, offer
/// it the same actions when it is to move, and be possible: its deal, with its actions, legally leads to it.
/// A game rebuilt from what the seat has seen must look the same, too. `said` puts into words all that the methods of
/// a view tell, so that none of them tells more than [`Text::seen`].
pub fn honest_imagination<G: Text + Imagine>(rules: &G::Rules, seeds: u64, said: impl Fn(G::View<'_>) -> String) {
    let same_to = |game: &G, world: &G, seat: Seat, place: &str| {
        assert_eq!(said(world.view(seat)), said(game.view(seat)), "the view of seat {seat} tells more: {place}");
        same_to(game, world, seat, place);
    };
    walk::<G>(rules, seeds, |game, seat, rng, place| {
        let seen = G::seen(game.view(seat));
        let mut worlds = G::worlds(game.view(seat));
        for _ in 0..2 {
            same_to(game, &worlds.draw(rng), seat, place);
        }
        let rebuilt =
            G::reconstruct(rules, &seen).unwrap_or_else(|why| panic!("reconstruct: {why}\n{seen:?}: {place}"));
        same_to(game, &rebuilt, seat, place);
    });
}

fn same_to<G: Text>(game: &G, world: &G, seat: Seat, place: &str) {
    assert_eq!(G::seen(world.view(seat)), G::seen(game.view(seat)), "another view for seat {seat}: {place}");
    assert_eq!(world.turn(), game.turn(), "{place}");
    if game.turn() == Turn::Seat(seat) {
        let (mut mine, mut theirs) = (Actions::new(), Actions::new());
        game.legal(&mut mine);
        world.legal(&mut theirs);
        assert_eq!(&*mine, &*theirs, "other legal actions: {place}");
    }
    // Possible: replayed from its own deal, by its own moves, every move is legal and the end is the same.
    let replay = retrace(world, |_, _| {}).unwrap_or_else(|why| panic!("{why}: {place}\n{}", world.picture()));
    assert_eq!(replay.picture(), world.picture(), "the imagined world is not the one its history leads to: {place}");
}

/// Plays a world again from its deal, and shows every position with who has just moved.
fn retrace<G: Text>(world: &G, mut show: impl FnMut(&G, Option<Seat>)) -> Result<G, String> {
    let mut game = G::read_deal(world.rules(), &world.show_deal())?;
    show(&game, None);
    for action in moves(world)? {
        let mover = game.turn().seat();
        let text = G::show_action(world.rules(), action);
        game.try_play(action).map_err(|why| format!("impossible world, {text}: {why}"))?;
        show(&game, mover);
    }
    Ok(game)
}

/// Worlds drawn in the positions of random games, told again from their deals, are the same to every seat; the moves that are
/// said to be open are the same in all of them; and what is settled for a seat stays as it is.
pub fn retraces<G: Text + Retrace>(rules: &G::Rules, seeds: u64) {
    let (mut legal, mut moves, mut true_moves) = (Actions::new(), Vec::new(), Vec::new());
    for seed in 0..seeds {
        let mut rng = Rng::stream(seed, &[]);
        let mut game = G::deal(rules, &mut rng);
        let seats = game.seats();
        let mut settled: Vec<Option<f32>> = vec![None; seats];
        loop {
            game.retrace(&mut true_moves);
            for seat in Seat::all(seats) {
                if game.is_settled(seat) && settled[seat.index()].is_none() {
                    settled[seat.index()] = Some(game.payoff(seat));
                }
                // Every eighth position or so will do.
                if rng.below(8) > 0 {
                    continue;
                }
                let world = G::imagine(game.view(seat), &mut rng);
                let mut again = world.retrace(&mut moves);
                moves.iter().for_each(|&action| again.play(action));
                for other in Seat::all(seats) {
                    assert_eq!(G::seen(again.view(other)), G::seen(world.view(other)), "seed {seed}");
                }
                let open = world.unseen_moves().min(moves.len());
                assert_eq!(moves[open..], true_moves[open.min(true_moves.len())..], "seed {seed}");
            }
            if game.turn() == Turn::Over {
                break;
            }
            game.legal(&mut legal);
            game.play(rng.pick(&legal));
        }
        for (seat, payoff) in Seat::all(seats).zip(settled) {
            assert_eq!(payoff, Some(game.payoff(seat)), "seed {seed}");
        }
    }
}

/// In the true state and in an imagined world of the same view, with equal randomness, the policy does the same. A
/// policy that watches is shown the whole game up to there from its seat, in either world.
pub fn no_leak<G: Text + Imagine>(rules: &G::Rules, seeds: u64, mut policy: impl FnMut() -> Box<dyn Policy<G>>) {
    let mut legal = Actions::new();
    let mut answer = |world: &G, seat: Seat, legal: &[G::Action], rng: &Rng, place: &str| {
        let mut policy = policy();
        if policy.watch().is_some() {
            let shown = retrace(world, |game, mover| match (policy.watch(), mover) {
                (Some(watch), None) => watch.begin(game.view(seat)),
                (Some(watch), Some(mover)) => watch.saw(game.view(seat), mover),
                (None, _) => {}
            });
            shown.unwrap_or_else(|why| panic!("{why}: {place}"));
        }
        policy.choose(world.view(seat), legal, &mut rng.clone())
    };
    walk::<G>(rules, seeds, |game, seat, rng, place| {
        if game.turn() != Turn::Seat(seat) {
            return;
        }
        game.legal(&mut legal);
        let world = G::imagine(game.view(seat), rng);
        let truth = answer(game, seat, &legal, rng, place);
        let dream = answer(&world, seat, &legal, rng, place);
        assert_eq!(truth, dream, "the policy saw hidden cards: {place}");
        assert!(legal.contains(&truth), "the policy chose an illegal action {truth:?}: {place}");
    });
}

/// What comes from outside may be anything: deals and what a seat has seen, each changed at random in one place, are
/// refused with an error, or what is read says the same when it is written and read again. Nothing panics.
pub fn sound_reading<G: Text>(rules: &G::Rules, seeds: u64) {
    let mut refused = 0;
    for seed in 0..seeds {
        let mut rng = Rng::stream(seed, &[3]);
        let mut game = G::deal(rules, &mut rng);
        let deal = garble(&game.show_deal(), &mut rng);
        if let Ok(read) = G::read_deal(rules, &deal) {
            let shown = read.show_deal();
            let again = G::read_deal(rules, &shown).unwrap_or_else(|why| panic!("seed {seed}: deal `{shown}`: {why}"));
            assert_eq!(again.show_deal(), shown, "seed {seed}: the deal `{deal}` does not read back");
        }
        let (mut legal, mut moves_left) = (Actions::new(), rng.below(64));
        while game.turn() != Turn::Over && moves_left > 0 {
            game.legal(&mut legal);
            game.play(rng.pick(&legal));
            moves_left -= 1;
        }
        let mut seen = G::seen(game.view(Seat(rng.below(rules.seats()) as u8)));
        mutilate(&mut seen, &mut rng);
        match G::reconstruct(rules, &seen) {
            Err(why) => {
                assert!(!why.is_empty(), "seed {seed}: refused without a word: {seen:?}");
                refused += 1;
            }
            Ok(read) => {
                let said = G::seen(read.view(seen.seat));
                let again = G::reconstruct(rules, &said).unwrap_or_else(|why| panic!("seed {seed}: {why}: {said:?}"));
                assert_eq!(G::seen(again.view(seen.seat)), said, "seed {seed}: does not read back");
            }
        }
    }
    assert!(refused > seeds / 8, "{refused} of {seeds} changed histories refused: hardly anything is checked");
}

/// A text with a letter dropped, doubled or replaced.
fn garble(text: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let place = rng.below(letters.len().max(1));
    match rng.below(3) {
        _ if letters.is_empty() => letters.push('?'),
        0 => drop(letters.remove(place)),
        1 => letters.insert(place, letters[place]),
        _ => letters[place] = rng.pick(&['0', '9', 'A', '2', ';', ' ', '♠', '♣', '–', '?', '切']),
    }
    letters.into_iter().collect()
}

/// Changes one thing in what was seen, to words that occur elsewhere in it as often as to nonsense.
fn mutilate(seen: &mut Seen, rng: &mut Rng) {
    let facts = seen.public.iter().chain(&seen.private).flat_map(|fact| fact.values.iter().cloned());
    let acts = seen.history.iter().filter_map(|act| act.action.clone());
    let mut words: Vec<String> = seen.hand.iter().cloned().chain(facts).chain(acts).collect();
    words.extend(["", "0", "255", "-1", "♠Q", "–", "切札", "99999999999"].map(String::from));
    let word = words.swap_remove(rng.below(words.len()));
    let lists: &mut [&mut Vec<Fact>] = &mut [&mut seen.public, &mut seen.private];
    let facts = &mut *lists[rng.below(2)];
    let (fact, act) = (rng.below(facts.len().max(1)), rng.below(seen.history.len().max(1)));
    match rng.below(9) {
        0 => seen.seat = Seat(rng.below(256) as u8),
        1 => drop(seen.hand.pop()),
        2 => seen.hand.push(word),
        3 if fact < facts.len() => drop(facts.remove(fact)),
        4 if fact < facts.len() => facts[fact].values = vec![word],
        5 if act < seen.history.len() => seen.history[act].action = Some(word),
        6 if act < seen.history.len() => seen.history[act].action = None,
        7 if act < seen.history.len() => seen.history[act].seat = Seat(rng.below(256) as u8),
        _ => seen.history.extend(seen.history.clone()),
    }
}

/// Draws worlds of one view and compares their frequencies with the full list of `possible` worlds by a chi-square
/// test. Worlds are told apart by `name`.
///
/// The bound is the mean of the statistic plus 4.5 standard deviations (mean k, variance 2k for k degrees of
/// freedom): a fair sampler fails for fewer than one seed in ten thousand, and the seed is fixed by the caller.
pub fn uniform_worlds<G: Imagine>(view: G::View<'_>, possible: &[G], name: impl Fn(&G) -> String, rng: &mut Rng) {
    let mut counts: BTreeMap<String, u32> = possible.iter().map(|world| (name(world), 0)).collect();
    assert_eq!(counts.len(), possible.len(), "the list of possible worlds has doubles");
    let draws = 20 * possible.len();
    let mut worlds = G::worlds(view);
    for _ in 0..draws {
        let world = worlds.draw(rng);
        let count = counts.get_mut(&name(&world));
        *count.unwrap_or_else(|| panic!("an impossible world was drawn: {}", name(&world))) += 1;
    }
    let freedom = possible.len() as f64 - 1.0;
    let chi2: f64 = counts.values().map(|&n| (f64::from(n) - 20.0).powi(2) / 20.0).sum();
    let bound = freedom + 4.5 * (2.0 * freedom).sqrt();
    assert!(chi2 <= bound, "worlds are not uniform: chi-square {chi2:.1} > {bound:.1}, {} worlds", possible.len());
}

/// Every move of random games has a number of its own that leads back to it, and what is told of a view is within the
/// bounds and agrees with what the seat has seen.
pub fn numbers<G: Numbered>(rules: &G::Rules, seeds: u64) {
    assert!(rules.seats() <= G::SEATS, "{} seats, of at most {}", rules.seats(), G::SEATS);
    assert_eq!(G::numbered(G::ACTIONS), None, "there are {} moves", G::ACTIONS);
    let mut legal = Actions::new();
    walk::<G>(rules, seeds, |game, seat, _, place| {
        game.legal(&mut legal);
        for &action in legal.iter() {
            let number = G::number(action);
            let all = G::actions(rules);
            assert!(number < all && all <= G::ACTIONS, "{action:?} has number {number} of {all}: {place}");
            assert_eq!(G::numbered(number), Some(action), "number {number} of {action:?}: {place}");
        }
        let view = game.view(seat);
        let seen = G::seen(view);
        assert_eq!(G::seat(view), seen.seat, "{place}");
        G::known(view, &mut |number| assert!(number < G::KNOWN, "known {number} of {}: {place}", G::KNOWN));
        let mut told = Vec::new();
        G::made(view, &mut |seat, action| {
            told.push((seat, action.map(|action| G::show_action(rules, action))));
        });
        let history: Vec<_> = seen.history.into_iter().map(|act| (act.seat, act.action)).collect();
        assert_eq!(told, history, "other moves than the seat has seen: {place}");
    });
}

/// In random games: a move has a reason against it exactly when it is not legal, and the reason follows from what the seat
/// to move has seen: it is the same in every world that agrees with that.
pub fn reasons<G: Numbered + Imagine>(rules: &G::Rules, seeds: u64) {
    let moves: Vec<G::Action> =
        (0..G::ACTIONS).filter_map(G::numbered).filter(|&action| G::exists(rules, action)).collect();
    let mut legal = Actions::new();
    for seed in 0..seeds {
        let mut rng = Rng::stream(seed, &[6]);
        let mut game = G::deal(rules, &mut rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let world = G::imagine(game.view(seat), &mut rng);
            // All moves of games with few, else as many at random.
            let most = moves.len().min(70);
            let some = (0..most).map(|n| if most == moves.len() { moves[n] } else { rng.pick(&moves) });
            let tried: Vec<G::Action> = some.chain(legal.iter().copied()).chain(game.tries()).collect();
            for action in tried {
                let why = game.why_not(action);
                assert_eq!(why.is_none(), legal.contains(&action), "{action:?}: {why:?}\n{}", game.picture());
                assert_eq!(why, world.why_not(action), "{action:?} in a world that agrees\n{}", game.picture());
            }
            game.play(rng.pick(&legal));
        }
        assert!(
            moves.iter().take(5).all(|&action| game.why_not(action).is_some()),
            "nothing is legal when all is over"
        );
    }
}

/// Number of action sequences of a length from a position (sequences that end early count once).
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    if depth == 0 || game.turn() == Turn::Over {
        return 1;
    }
    let mut legal = Actions::new();
    game.legal(&mut legal);
    if depth == 1 {
        return legal.len() as u64;
    }
    legal
        .iter()
        .map(|&action| {
            let mut next = game.clone();
            next.play(action);
            perft(&next, depth - 1)
        })
        .sum()
}

/// One random game as a readable text: the deal, every choice with what was legal, the end. For snapshots.
pub fn playthrough<G: Text>(rules: &G::Rules, seed: u64) -> String {
    let mut rng = Rng::stream(seed, &[0]);
    let mut game = G::deal(rules, &mut rng);
    let book = G::Rules::book();
    let mut text = format!("{} under {}, seed {seed}\ndeal: {}\n\n", G::NAME, book.text(rules), game.show_deal());
    text.push_str(&game.picture());
    let mut legal = Actions::new();
    while let Turn::Seat(seat) = game.turn() {
        game.legal(&mut legal);
        let action = Policy::<G>::choose(&mut Uniform, game.view(seat), &legal, &mut rng);
        let choices: Vec<String> = legal.iter().map(|&a| G::show_action(rules, a)).collect();
        text.push_str(&format!("seat {seat}: {} of {}\n", G::show_action(rules, action), choices.join(" ")));
        game.play(action);
    }
    text.push_str(&format!("\n{}", game.picture()));
    for seat in Seat::all(rules.seats()) {
        text.push_str(&format!("payoff of seat {seat}: {}\n", game.payoff(seat)));
    }
    text
}

/// Visits the positions of random games, from every seat: all of a short game, about eight of a long one.
fn walk<G: Text>(rules: &G::Rules, seeds: u64, mut visit: impl FnMut(&G, Seat, &mut Rng, &str)) {
    let mut legal = Actions::new();
    for seed in 0..seeds {
        let mut rng = Rng::stream(seed, &[1]);
        let mut game = G::deal(rules, &mut rng);
        let mut positions = 0;
        while game.turn() != Turn::Over {
            game.legal(&mut legal);
            let action = rng.pick(&legal);
            game.play(action);
            positions += 1;
        }
        let step = (positions / 8).max(1);
        let mut rng = Rng::stream(seed, &[1]);
        let mut game = G::deal(rules, &mut rng);
        loop {
            if rng.below(step) == 0 || game.turn() == Turn::Over {
                let place = format!("seed {seed} in\n{}", game.picture());
                for seat in Seat::all(rules.seats()) {
                    visit(&game, seat, &mut rng, &place);
                }
            }
            if game.turn() == Turn::Over {
                break;
            }
            game.legal(&mut legal);
            let action = rng.pick(&legal);
            game.play(action);
        }
    }
}
