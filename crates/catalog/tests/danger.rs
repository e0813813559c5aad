//! Danger in Hearts: examples, models, and degrees.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use kirifuda_catalog::entries::hearts::danger::source as read_source;
use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::hearts::{Hearts, POINT_CARDS, Rules, View};
use kirifuda_learn::model::Model;
use kirifuda_learn::svr::{Grid, Machine, Parameters, Ranges, Solver, Unwatched};
use kirifuda_play::{Actions, Game, Policy, Rng, Rules as _, Seat, Turn};
use kirifuda_players::hearts::danger::{
    Collection, Danger, Features, Group, Part, Recipe, Source, Target, Tuning, fit, model, part_name,
};
use kirifuda_players::hearts::{Look, Side, Stock};

fn features(name: &str) -> Features {
    name.parse().unwrap()
}

fn source(players: &str, per_label: usize) -> Source {
    read_source("falcon", players, 3, features("paper"), per_label).unwrap()
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

fn collected(source: &Source, deals: u64) -> Collection {
    let mut collection = Collection::new();
    assert!(collection.advance(source, deals, &|| false).unwrap());
    collection
}

/// Quick: no grid, little data.
fn quick() -> Recipe {
    Recipe { tuning: Tuning::Off, folds: 3, tuning_per_label: 100, fewest: 20, solver: Solver::Libsvm }
}

/// Calls `see` with every decision of some deals of four stock players, and the game as it ended.
fn decisions(deals: u64, mut see: impl FnMut(Look<'_>, Card, &Hearts)) {
    let rules = Rules::book().parse("falcon").unwrap();
    for deal in 0..deals {
        let dealt: Hearts = kirifuda_arena::nth_deal(&rules, 3, deal);
        let (mut game, mut legal, mut plays) = (dealt.clone(), Actions::new(), Vec::new());
        let mut rng = Rng::new(1);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let card = Stock.choose(game.view(seat), &legal, &mut rng);
            plays.push(card);
            game.play(card);
        }
        let (ended, mut game) = (game, dealt);
        for card in plays {
            let Turn::Seat(seat) = game.turn() else { unreachable!() };
            game.legal(&mut legal);
            if legal.len() > 1 {
                see(Look::new(game.view(seat), legal.iter().copied().collect()), card, &ended);
            }
            game.play(card);
        }
    }
}

#[test]
fn the_paper_features_are_27_numbers_on_either_side() {
    let paper = features("paper");
    assert_eq!(Side::ALL.map(|side| paper.width(side)), [27, 27]);
    let more = features("more");
    assert_eq!(Side::ALL.map(|side| more.bits(side)), [53, 43]);
    let why = "pap".parse::<Features>().unwrap_err();
    assert!(why.contains("paper"), "{why}");
}

#[test]
fn a_row_is_the_suit_the_rank_and_the_bits() {
    let paper = features("paper");
    let row = paper.row(Side::Lead, 0b1_0000_0000_0000_0000_0101, "♠Q".parse().unwrap());
    assert_eq!(row[..5], [0.0, 0.0, 0.0, 1.0, 10.0]);
    assert_eq!(row[5..10], [1.0, 0.0, 1.0, 0.0, 0.0]);
    assert_eq!(row.iter().skip(5).sum::<f64>(), 3.0);
    assert_eq!(paper.row(Side::Follow, 0, "♣2".parse().unwrap())[..5], [1.0, 0.0, 0.0, 0.0, 0.0]);
    // The bits are those of the percepts, in the order of the list, the first lowest.
    decisions(20, |look, _, _| {
        let (mut bits, mut place) = (paper.sense(&look), 0);
        for percept in paper.percepts(look.side()) {
            let mask = (1 << percept.width) - 1;
            assert_eq!((bits & mask) as u32, (percept.sense)(&look), "{}", percept.name);
            bits >>= percept.width;
            place += percept.width;
        }
        assert_eq!((bits, place), (0, 22));
    });
}

/// A slow second reading of what is collected: the tricks of the finished game are looked through for every decision.
#[test]
fn labels_tell_what_the_seat_takes_from_this_trick_on() {
    let (stock, deals) = (source("stock", 1_000_000), 60);
    let collection = collected(&stock, deals);
    let mut expected = vec![[0usize; 2]; Group::COUNT];
    let mut points = vec![Vec::new(); Group::COUNT];
    decisions(deals, |look, _, ended| {
        let (seat, number) = (look.view.seat(), look.view.trick_number());
        let later: Vec<_> = ended.view(Seat(0)).done().skip(number).collect();
        let won = later.iter().filter(|trick| trick.winner() == seat);
        let cards: CardSet = won.flat_map(|trick| trick.cards().iter().copied()).collect();
        let all_later: CardSet = later.iter().flat_map(|trick| trick.cards().iter().copied()).collect();
        let group = Group::of(&look).index();
        if all_later.contains(Card::QUEEN_OF_SPADES) {
            expected[group][usize::from(cards.contains(Card::QUEEN_OF_SPADES))] += 1;
        }
        if !(all_later & POINT_CARDS).is_empty() {
            let taken: u8 = cards.iter().map(kirifuda_games::hearts::points).sum();
            points[group].push(f64::from(taken) / 13.0 - 1.0);
        }
    });
    for group in Group::all() {
        assert_eq!(collection.counts(Target::Queen, group), expected[group.index()], "{group}");
        let examples = collection.examples(stock.features(), Target::Queen, group).unwrap();
        assert_eq!(examples.labels().iter().filter(|&&label| label == 1.0).count(), expected[group.index()][1]);
        assert!(examples.labels().iter().all(|label| label.abs() == 1.0));
        let examples = collection.examples(stock.features(), Target::Points, group).unwrap();
        assert_eq!(examples.labels(), points[group.index()], "{group}");
    }
    let all: usize = expected.iter().flatten().sum();
    assert!(all > 1000, "{all}");
    // Under these rules ♣2 is led, and the last card is no decision.
    assert_eq!(collection.counts(Target::Points, Group::all().next().unwrap()), [0]);
}

#[test]
fn at_most_so_many_examples_are_kept_the_first_ones() {
    let (all, few) = (collected(&source("stock", 1000), 200), collected(&source("stock", 7), 200));
    let few_features = features("paper");
    for group in Group::all() {
        for target in Target::ALL {
            let (whole, part) = (all.counts(target, group), few.counts(target, group));
            let room = if target == Target::Queen { 7 } else { 14 };
            for (whole, part) in whole.iter().zip(&part) {
                assert_eq!(*part, (*whole).min(room));
            }
        }
        let rows = |collection: &Collection| -> Vec<Vec<f64>> {
            let examples = collection.examples(&few_features, Target::Points, group).unwrap();
            examples.rows().map(<[f64]>::to_vec).collect()
        };
        assert!(rows(&all).starts_with(&rows(&few)), "{group}");
    }
}

#[test]
fn examples_depend_neither_on_threads_nor_on_breaks() {
    // Players that draw random numbers, each at all seats in turn.
    let mixed = source("random+stock+rule+random", 50);
    let at_once = on_threads(1, || collected(&mixed, 60));
    let in_steps = on_threads(3, || {
        let mut collection = Collection::new();
        for deals in [1, 19, 7] {
            assert!(collection.advance(&mixed, deals, &|| false).unwrap());
        }
        // Kept in a file and taken up again.
        let bytes = collection.checkpoint(&mixed).to_bytes();
        let mut collection = Collection::restore(&mixed, &Model::from_bytes(&bytes).unwrap()).unwrap();
        // Stopped in the middle: nothing has happened.
        let before = collection.clone();
        assert!(!collection.advance(&mixed, 100, &|| true).unwrap());
        assert_eq!(collection, before);
        assert!(collection.advance(&mixed, 33, &|| false).unwrap());
        collection
    });
    assert_eq!(at_once, in_steps);
    assert_ne!(at_once, collected(&read_source("falcon", "random", 3, features("paper"), 50).unwrap(), 60));
}

#[test]
fn a_checkpoint_of_other_examples_or_a_damaged_one_is_refused() {
    let stock = source("stock", 20);
    let whole = collected(&stock, 20).checkpoint(&stock);
    let refused = |other: Source, words: &[&str]| {
        let why = Collection::restore(&other, &whole).unwrap_err();
        assert!(words.iter().all(|word| why.contains(word)), "{why}");
    };
    refused(source("random", 20), &["players: stock, not random"]);
    refused(source("stock", 30), &["per-label: 20, not 30"]);
    refused(read_source("saito", "stock", 4, features("more"), 20).unwrap(), &["rules", "seed: 3, not 4", "features"]);
    for place in 0..whole.sections.len() {
        for wrong in [0.5, -1.0, f32::NAN, 16_777_216.0, 60.0 * 32.0 + 5.0] {
            let mut damaged = whole.clone();
            let values = damaged.sections[place].values.to_mut();
            let Some(last) = values.last_mut() else { continue };
            *last = wrong;
            assert!(Collection::restore(&stock, &damaged).is_err());
            damaged.sections[place].values.to_mut().pop();
            assert!(Collection::restore(&stock, &damaged).is_err());
        }
    }
}

#[test]
fn players_that_cannot_sit_there_are_refused() {
    let refused = |rules: &str, players: &str, per_label, word: &str| {
        let why = read_source(rules, players, 1, features("paper"), per_label).err().unwrap();
        assert!(why.contains(word), "{why}");
    };
    refused("falcon", "stock+stock", 10, "2 for 4 seats");
    refused("falcon", "stok", 10, "stock");
    refused("falcon", "exec:true", 10, "outside program");
    refused("falcn", "stock", 10, "falcon");
    refused("falcon", "stock", 0, "at least 1");
}

/// One group of each kind, learned from stock players.
fn some_parts(source: &Source, collection: &Collection) -> Vec<Part> {
    let wanted = ["q-second-09", "q-last-10", "points-lead-10"];
    let everything = Target::ALL.into_iter().flat_map(|target| Group::all().map(move |group| (target, group)));
    let parts = everything.filter(|&(target, group)| wanted.contains(&part_name(target, group).as_str()));
    parts.map(|what| fit(source, collection, what, &quick(), &Unwatched).unwrap().unwrap()).collect()
}

#[test]
fn a_model_foretells_better_than_chance_and_tells_how_it_was_made() {
    let stock = source("stock", 150);
    let collection = collected(&stock, 1500);
    let parts = some_parts(&stock, &collection);
    for part in &parts {
        let validation = part.validation.unwrap();
        assert!(validation.correlation.unwrap() > 0.15, "{}: {validation:?}", part.name());
        assert_eq!(part.parameters.unwrap().cost, 1.0);
        assert!(part.examples <= 300 && validation.examples <= 200 && validation.folds == 3);
    }
    let queen = parts[0].validation.unwrap();
    assert!(queen.accuracy.unwrap() > 0.55 && queen.auc.unwrap() > 0.6, "{queen:?}");
    assert_eq!(parts[2].validation.unwrap().accuracy, None);
    // As it is kept while others are learned.
    for part in &parts {
        let json = serde_json::from_str(&part.json().to_string()).unwrap();
        assert_eq!(Part::from_json(stock.features(), (part.target, part.group), &json).unwrap(), *part);
    }
    // Threads do not matter.
    let what = (parts[0].target, parts[0].group);
    let grid = Recipe { tuning: "C=0.5,1;nu=0.5;gamma=0.02,0.05".parse().unwrap(), ..quick() };
    let one = on_threads(1, || fit(&stock, &collection, what, &grid, &Unwatched).unwrap().unwrap());
    let three = on_threads(3, || fit(&stock, &collection, what, &grid, &Unwatched).unwrap().unwrap());
    assert_eq!(one, three);
    assert!(one.validation.unwrap().mean_squared_error <= queen.mean_squared_error + 0.05);
}

#[test]
fn groups_with_few_examples_have_no_model_and_are_not_filtered() {
    let stock = source("stock", 100);
    let collection = collected(&stock, 40);
    let first = Group::all().next().unwrap();
    for target in Target::ALL {
        assert_eq!(fit(&stock, &collection, (target, first), &quick(), &Unwatched).unwrap(), None);
    }
    let last = Group::all().last().unwrap();
    assert_eq!(last.to_string(), "last-13");
    assert!(!Danger::from_parts(features("paper"), &[]).knows(Target::Queen, last));
}

/// The degree of a card is what LIBSVM's machine predicts for its scaled row, whatever is remembered.
#[test]
fn degrees_are_the_predictions_of_the_machine_remembered_or_not() {
    let stock = source("stock", 150);
    let parts = some_parts(&stock, &collected(&stock, 1500));
    let file = Model::from_bytes(&model(stock.header(1500), &parts).to_bytes()).unwrap();
    let mut danger = Danger::from_model(&file).unwrap();
    let mut direct = Danger::from_parts(features("paper"), &parts);
    let (mut asked, mut settled) = (HashSet::new(), 0);
    decisions(150, |look, _, _| {
        let situation = danger.situation(&look);
        for target in Target::ALL {
            for card in look.legal.iter() {
                let degree = danger.degree(target, &situation, card);
                assert_eq!(degree, danger.clone().degree(target, &situation, card), "memory changes nothing");
                assert_eq!(degree, direct.degree(target, &situation, card));
                if target.is_settled(look.view) {
                    settled += 1;
                    assert_eq!(degree, Some(-1.0));
                    continue;
                }
                let part = parts.iter().find(|part| (part.target, part.group) == (target, situation.group()));
                assert_eq!(degree.is_some(), part.is_some());
                let (Some(part), Some(degree)) = (part, degree) else { continue };
                let row = features("paper").row(look.side(), features("paper").sense(&look), card);
                let exact = part.machine.predict(&part.ranges.scaled_row(&row).unwrap()).unwrap();
                assert!((exact - f64::from(degree)).abs() < 1e-4, "{degree} is not {exact}");
                asked.insert((part.name(), row.iter().map(|&value| value as u8).collect::<Vec<_>>()));
            }
        }
    });
    assert_eq!(danger.remembered(), asked.len());
    assert!(asked.len() > 100 && settled > 100);
}

#[test]
fn files_that_are_not_about_danger_are_refused() {
    let stock = source("stock", 60);
    let collection = collected(&stock, 300);
    let what = (Target::Points, Group::all().nth(4).unwrap());
    let part = fit(&stock, &collection, what, &quick(), &Unwatched).unwrap().unwrap();
    let whole = model(stock.header(300), std::slice::from_ref(&part));
    assert!(Danger::from_model(&whole).is_ok());
    let refused = |change: &dyn Fn(&mut Model<'_>), word: &str| {
        let mut other = whole.clone();
        change(&mut other);
        let why = Danger::from_model(&other).err().unwrap();
        assert!(why.contains(word), "{why}");
    };
    refused(&|model| model.header.learner = "linear-q".into(), "linear-q");
    refused(&|model| model.header.game = "kuhn".into(), "kuhn");
    refused(&|model| model.header.layout = "hearts/danger-other".into(), "hearts/danger-other");
    refused(&|model| model.header.layout = "hearts/danger-more".into(), "27 features");
    refused(&|model| model.sections.retain(|section| !section.name.ends_with("/ranges")), "ranges");
    refused(&|model| model.sections.retain(|section| !section.name.ends_with("/bits")), "bits");
    let why = Danger::from_model(&collection.checkpoint(&stock)).err().unwrap();
    assert!(why.contains("--resume"), "{why}");
}

#[test]
fn models_of_libsvm_are_taken_in() {
    let stock = source("stock", 60);
    let what = (Target::Points, Group::all().nth(4).unwrap());
    let part = fit(&stock, &collected(&stock, 300), what, &quick(), &Unwatched).unwrap().unwrap();
    let imported = Part::imported(&features("paper"), what, &part.model_text(), &part.range_text()).unwrap();
    assert_eq!((imported.machine.clone(), imported.ranges.clone()), (part.machine.clone(), part.ranges.clone()));
    assert_eq!((imported.examples, imported.parameters, imported.validation), (0, None, None));
    assert!(Part::imported(&features("paper"), what, "no", &part.range_text()).is_err());
    assert!(Part::imported(&features("paper"), what, &part.model_text(), "no").is_err());
}

#[test]
fn a_grid_is_written_as_it_is_read() {
    for text in ["on", "off", "C=0.25,1;nu=0.5;gamma=0.02", "gamma=0.5"] {
        assert_eq!(text.parse::<Tuning>().unwrap().to_string(), text);
    }
    assert_eq!(Recipe::default().trainings(), 180);
    assert_eq!(quick().trainings(), 3);
    let values = Tuning::Values(Grid { costs: vec![1.0, 2.0], nus: vec![], gammas: vec![0.1] });
    assert_eq!("C = 1, 2; gamma=0.1".parse::<Tuning>(), Ok(values));
    for (text, word) in [
        ("maybe", "write on, off"),
        ("", "write on, off"),
        ("C=0", "allowed"),
        ("C=1;C=2", "twice"),
        ("nu=2", "allowed"),
        ("gamma=x", "allowed"),
        ("cost=1", "write on, off"),
    ] {
        let why = text.parse::<Tuning>().unwrap_err();
        assert!(why.contains(word), "{why}");
    }
}

/// A group whose labels are all the same is no trouble.
#[test]
fn constant_labels_give_a_constant() {
    let stock = source("stock", 60);
    let examples = collected(&stock, 100).examples(stock.features(), Target::Queen, Group::all().nth(30).unwrap());
    let examples = examples.unwrap();
    let same: Vec<usize> = (0..examples.len()).filter(|&example| examples.labels()[example] == -1.0).collect();
    let scaled = Ranges::of(&examples).scaled(&examples.only(&same)).unwrap();
    let machine = Machine::train(&scaled, &Parameters::for_width(27)).unwrap();
    assert!((machine.predict(scaled.row(0)).unwrap() + 1.0).abs() < 1e-6);
}

/// A seat that knows less is not told more: degrees depend on the view alone.
#[test]
fn degrees_see_no_hidden_card() {
    let stock = source("stock", 60);
    let parts = some_parts(&stock, &collected(&stock, 800));
    let mut danger = Danger::from_parts(features("paper"), &parts);
    let rules = Rules::book().parse("falcon").unwrap();
    let mut rng = Rng::new(5);
    let mut compared = 0;
    for deal in 0..40 {
        let mut game: Hearts = kirifuda_arena::nth_deal(&rules, 9, deal);
        let mut legal = Actions::new();
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let world = <Hearts as kirifuda_play::Imagine>::imagine(game.view(seat), &mut rng);
            let ask = |view: View<'_>, danger: &mut Danger| -> Vec<Option<f32>> {
                let situation = danger.situation(&Look::new(view, legal.iter().copied().collect()));
                let targets = Target::ALL.into_iter();
                targets
                    .flat_map(|target| legal.iter().map(move |&card| (target, card)))
                    .map(|(target, card)| danger.degree(target, &situation, card))
                    .collect()
            };
            let (here, there) = (ask(game.view(seat), &mut danger), ask(world.view(seat), &mut danger));
            assert_eq!(here, there);
            compared += here.iter().flatten().count();
            let card = rng.pick(&legal);
            game.play(card);
        }
    }
    assert!(compared > 100);
}
