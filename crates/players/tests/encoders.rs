//! What nets see: the same checks for the encoder of every game.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use kirifuda_games::daifugo::Daifugo;
use kirifuda_games::hearts::Hearts;
use kirifuda_games::kuhn::Kuhn;
use kirifuda_games::leduc::Leduc;
use kirifuda_games::monsters;
use kirifuda_games::monsters::{Deck, Monsters};
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_learn::net::{Encoder, Parts, Row, words};
use kirifuda_play::{Actions, Game, Imagine, Rng, RuleBook, Rules, Seat, Text, Turn};
use kirifuda_players::common::Numbers;
use kirifuda_players::daifugo::DaifugoEncoder;
use kirifuda_players::hearts::HeartsEncoder;
use kirifuda_players::monsters::MonstersEncoder;
use kirifuda_players::plain_tricks::PlainEncoder;
use kirifuda_players::poker::{KuhnEncoder, LeducEncoder};

/// What an encoder tells about a position and its legal moves.
#[derive(Clone, Debug, Default, PartialEq)]
struct Told {
    bits: Vec<u64>,
    parts: Parts,
    known: f32,
}

fn tell<G: Game, E: Encoder<G>>(encoder: &E, view: G::View<'_>, legal: &[G::Action]) -> Told {
    // What was in the buffer before must not matter.
    let mut bits = vec![u64::MAX; words(encoder.inputs())];
    let mut row = Row::new(&mut bits);
    encoder.position(view, &mut row);
    assert_eq!(row.len(), encoder.inputs(), "bits written");
    let (mut parts, mut singly) = (Parts::new(), Parts::new());
    encoder.moves(view, legal, &mut parts);
    for &action in legal {
        encoder.parts(view, action, &mut singly);
        singly.end();
    }
    assert_eq!(parts, singly, "moves told together and one by one");
    Told { bits, parts, known: encoder.known(view) }
}

/// What a walk through random games has met.
#[derive(Default)]
struct Met {
    decisions: usize,
    active: usize,
    /// Every bit that was set, every part that was told.
    bits: Vec<u64>,
    parts: HashSet<u16>,
    hash: u64,
}

/// Plays random games and checks at every decision: as many bits as there should be, parts in range, none twice, no two
/// moves alike; and in an imagined world of the same view everything is the same, so nothing hidden is told. At the end
/// who got more has the better outcome.
fn walk<G: Text + Imagine, E: Encoder<G>>(encoder: &E, rules: &G::Rules, games: u64) -> Met {
    let mut met = Met { bits: vec![0; words(encoder.inputs())], hash: 0xcbf2_9ce4_8422_2325, ..Met::default() };
    let mut legal = Actions::new();
    for seed in 0..games {
        let mut rng = Rng::stream(seed, &[7]);
        let mut game = G::deal(rules, &mut rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let place = || format!("seed {seed}, seat {seat} to move in\n{}", game.picture());
            let told = tell::<G, E>(encoder, game.view(seat), &legal);
            check_parts::<G, E>(encoder, rules, &told, &legal, &place);
            let world = G::imagine(game.view(seat), &mut rng);
            assert_eq!(tell::<G, E>(encoder, world.view(seat), &legal), told, "something hidden is told: {}", place());
            met.add(&told);
            let action = rng.pick(&legal);
            game.play(action);
        }
        let ends: Vec<(f32, f32)> =
            Seat::all(rules.seats()).map(|seat| (game.payoff(seat), encoder.outcome(&game, seat))).collect();
        for (payoff, outcome) in &ends {
            assert!(outcome.abs() <= 4.0, "seed {seed}: an outcome of {outcome} is no number of about 1");
            let in_order = |(other, their): &(f32, f32)| payoff <= other || outcome > their;
            assert!(ends.iter().all(in_order), "seed {seed}: payoffs and outcomes {ends:?}");
        }
    }
    met
}

fn check_parts<G: Text, E: Encoder<G>>(
    encoder: &E,
    rules: &G::Rules,
    told: &Told,
    legal: &[G::Action],
    place: &dyn Fn() -> String,
) {
    let mut moves = HashSet::new();
    for (number, &action) in legal.iter().enumerate() {
        let mut parts = told.parts.of(number).to_vec();
        let name = G::show_action(rules, action);
        assert!(!parts.is_empty(), "{name} has no part: {}", place());
        assert!(parts.iter().all(|&part| usize::from(part) < encoder.outputs()), "{name}: {parts:?}: {}", place());
        parts.sort_unstable();
        assert!(parts.windows(2).all(|pair| pair[0] < pair[1]), "{name} has a part twice: {parts:?}: {}", place());
        assert!(moves.insert(parts), "{name} has the parts of another move: {}", place());
    }
}

impl Met {
    fn add(&mut self, told: &Told) {
        self.decisions += 1;
        self.active += told.bits.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        self.bits.iter_mut().zip(&told.bits).for_each(|(all, word)| *all |= word);
        self.parts.extend(told.parts.places());
        for number in 0..told.parts.len() {
            self.mix(told.parts.of(number).len() as u64);
        }
        told.bits.iter().for_each(|&word| self.mix(word));
        told.parts.places().iter().for_each(|&part| self.mix(u64::from(part)));
        self.mix(u64::from(told.known.to_bits()));
    }

    /// FNV-1a by words.
    fn mix(&mut self, word: u64) {
        self.hash = (self.hash ^ word).wrapping_mul(0x0000_0100_0000_01b3);
    }

    /// How many bits are set in a position, in the mean.
    fn mean_active(&self) -> f64 {
        self.active as f64 / self.decisions as f64
    }

    /// Some bits are for positions that games at random do not meet, or for numbers that no deal has; of the others
    /// every one must have been set in one of these walks, and every part told.
    fn assert_used<G: Game, E: Encoder<G>>(walks: &[Met], encoder: &E, idle_bits: usize, idle_parts: usize) {
        let unused = |bit: &usize| walks.iter().all(|met| met.bits[bit / 64] >> (bit % 64) & 1 == 0);
        let bits: Vec<usize> = (0..encoder.inputs()).filter(unused).collect();
        assert!(bits.len() <= idle_bits, "{} bits were never set: {bits:?}", bits.len());
        let untold = |part: &u16| walks.iter().all(|met| !met.parts.contains(part));
        let parts: Vec<u16> = (0..encoder.outputs() as u16).filter(untold).collect();
        assert!(parts.len() <= idle_parts, "{} parts were never told: {parts:?}", parts.len());
        // The first walk is that of the default rules, for which nets start.
        let (active, said) = (walks[0].mean_active(), encoder.active() as f64);
        assert!(active < 2.0 * said && said < 2.0 * active, "{active:.1} bits are set, not {said}");
    }
}

/// The rules of every preset, and of some switches.
fn variants<R: Rules>(switches: &[&str]) -> Vec<R> {
    let book: &RuleBook<R> = R::book();
    let texts = book.presets.iter().map(|preset| preset.name).chain(switches.iter().copied());
    texts.map(|text| book.parse(text).unwrap()).collect()
}

/// A walk under all of them must give these numbers: others mean that a net sees something else, which needs another
/// layout. Tells what is wrong.
fn pinned<G: Text + Imagine, E: Encoder<G>>(encoder: &E, games: u64, layout: &str, expected: &[u64]) -> Option<String> {
    assert_eq!(encoder.layout(), layout);
    let found: Vec<u64> = walks::<G, E>(encoder, &[], games).iter().map(|met| met.hash).collect();
    let shown: Vec<String> = found.iter().map(|hash| format!("{hash:#018x}")).collect();
    let why = || format!("{layout} means something else: give it another name and pin [{}]", shown.join(", "));
    (found != expected).then(why)
}

fn walks<G: Text + Imagine, E: Encoder<G>>(encoder: &E, switches: &[&str], games: u64) -> Vec<Met> {
    variants::<G::Rules>(switches).iter().map(|rules| walk::<G, E>(encoder, rules, games)).collect()
}

#[test]
fn daifugo_tells_what_a_seat_may_know_and_each_move_apart() {
    let switches = ["uecda,players=3", "uecda,players=4", "uecda,players=6", "casual,players=6,sequences=off"];
    let walks = walks::<Daifugo, _>(&DaifugoEncoder::PLAIN, &switches, 150);
    // Large hands of the third other and those after, for there are none with four players and more; the joker as the last
    // card, which a player at random has seldom kept.
    Met::assert_used::<Daifugo, _>(&walks, &DaifugoEncoder::PLAIN, 30, 6);
    // Sequences and triples that nobody passed on, and cards that were never led alone, are many in so few games.
    let long = self::walks::<Daifugo, _>(&DaifugoEncoder::LONG, &switches, 150);
    Met::assert_used::<Daifugo, _>(&long, &DaifugoEncoder::LONG, 600, 6);
    follows::<Daifugo, _>(&DaifugoEncoder::PLAIN, &DaifugoEncoder::LONG);
}

/// Plays on at random: the bits of an encoder with history begin with those of the one without.
fn follows<G: Game, E: Encoder<G>>(plain: &E, long: &E) {
    let (mut rng, mut legal) = (Rng::new(2), Actions::new());
    let mut game = G::deal(&variants::<G::Rules>(&[])[0], &mut rng);
    assert_eq!(plain.with_history().unwrap().layout(), long.layout());
    let mut more = 0;
    while let Turn::Seat(seat) = game.turn() {
        game.legal(&mut legal);
        let [short, whole] = [plain, long].map(|encoder| tell::<G, E>(encoder, game.view(seat), &legal));
        let bit = |told: &Told, bit: usize| told.bits[bit / 64] >> (bit % 64) & 1;
        assert!((0..plain.inputs()).all(|place| bit(&short, place) == bit(&whole, place)));
        let history = (plain.inputs()..long.inputs()).map(|place| bit(&whole, place)).sum::<u64>();
        more = more.max(history);
        game.play(rng.pick(&legal));
    }
    assert!(more > 0);
}

#[test]
fn numbers_of_moves_tell_what_a_seat_may_know_and_each_move_apart() {
    let cards = Numbers::<PlainTricks>::default();
    // Who leads is a public fact, but not written like a card.
    Met::assert_used::<PlainTricks, _>(&walks::<PlainTricks, _>(&cards, &[], 200), &cards, 52, 0);
    // A game with a code of its own for what is known.
    let kuhn = &walks::<Kuhn, _>(&Numbers::default(), &[], 200)[0];
    assert_eq!(kuhn.parts.len(), 2);
}

/// A deck with as many monsters as there may be, of all sorts.
fn wide_deck() -> &'static Deck {
    let (head, _) = Deck::BUILT_IN_FILE.split_once("[[monster]]").unwrap();
    let mut text = head.to_string();
    let mut rng = Rng::new(5);
    for number in 0..monsters::MONSTERS {
        let element = ["fire", "water", "thunder", "earth", "normal"][number % 5];
        text.push_str(&format!("[[monster]]\nname = \"Number{number}\"\nelement = \"{element}\"\n"));
        for stat in ["hp", "attack", "defence", "special_attack", "special_defence", "speed"] {
            text.push_str(&format!("{stat} = {}\n", 30 + 10 * rng.below(44)));
        }
    }
    Box::leak(Box::new(Deck::parse("wide", &text).unwrap()))
}

#[test]
fn monsters_tells_what_a_seat_may_know_and_each_move_apart() {
    let switches =
        ["paper004,trap-visible=off", "paper004,scout=off,cap=6", "dealt,status=off", "dealt,trap-visible=off,cap=127"];
    let mut walks = walks::<Monsters, _>(&MonstersEncoder, &switches, 100);
    let wide = monsters::Rules { cards: wide_deck(), cap: 20, ..monsters::Rules::paper004() };
    walks.push(walk::<Monsters, _>(&MonstersEncoder, &wide, 400));
    // Sums of stats and multipliers that no deck here has.
    Met::assert_used::<Monsters, _>(&walks, &MonstersEncoder, 60, 2);
}

#[test]
fn kuhn_tells_what_a_seat_may_know_and_each_move_apart() {
    // Two passes end the game: nobody decides after them.
    Met::assert_used::<Kuhn, _>(&walks::<Kuhn, _>(&KuhnEncoder, &[], 200), &KuhnEncoder, 1, 0);
}

#[test]
fn leduc_tells_what_a_seat_may_know_and_each_move_apart() {
    // There is no third raise in a round, and in the second round every call but the first ends the game.
    Met::assert_used::<Leduc, _>(&walks::<Leduc, _>(&LeducEncoder, &[], 2000), &LeducEncoder, 3, 0);
}

#[test]
fn hearts_tells_what_a_seat_may_know_and_each_move_apart() {
    Met::assert_used::<Hearts, _>(&walks::<Hearts, _>(&HeartsEncoder::PLAIN, &[], 60), &HeartsEncoder::PLAIN, 60, 0);
    // A two never takes a trick nor has it for long; ♣2 is led in the first.
    let long = walks::<Hearts, _>(&HeartsEncoder::LONG, &[], 300);
    Met::assert_used::<Hearts, _>(&long, &HeartsEncoder::LONG, 200, 0);
    follows::<Hearts, _>(&HeartsEncoder::PLAIN, &HeartsEncoder::LONG);
}

#[test]
fn plain_tricks_tell_what_a_seat_may_know_and_each_move_apart() {
    Met::assert_used::<PlainTricks, _>(&walks::<PlainTricks, _>(&PlainEncoder, &[], 60), &PlainEncoder, 60, 0);
}

#[test]
fn layouts_mean_what_they_meant() {
    let wrong: Vec<String> = [
        pinned::<Daifugo, _>(
            &DaifugoEncoder::PLAIN,
            20,
            "daifugo-1",
            &[0xa4319f11325fceb9, 0x7ede9dc427138953, 0x045f2a199728c556],
        ),
        pinned::<Monsters, _>(
            &MonstersEncoder,
            20,
            "monsters-1",
            &[0x3504472d10f17fcf, 0xf82a9a230a78ed7e, 0x6dbb7331f1363d7c],
        ),
        pinned::<Kuhn, _>(&KuhnEncoder, 50, "kuhn-1", &[0xc74fb4bc24c661f8]),
        pinned::<Leduc, _>(&LeducEncoder, 50, "leduc-1", &[0x849d249dace81a12]),
        pinned::<Hearts, _>(
            &HeartsEncoder::PLAIN,
            10,
            "hearts-1",
            &[0x11a2f59b5806848e, 0x9a6292a6d14dd145, 0x3bb7fe4e26c768f3, 0x5b0af4a5683443cc],
        ),
        pinned::<Daifugo, _>(
            &DaifugoEncoder::LONG,
            20,
            "daifugo-2",
            &[0xe4c40fff0c993234, 0x0056728e13ba1dab, 0x44adc74d464c7268],
        ),
        pinned::<Hearts, _>(
            &HeartsEncoder::LONG,
            10,
            "hearts-2",
            &[0xccd18adff801f63e, 0x2ace0519c0639f0f, 0x79030f6b5428a276, 0xdbec1f44de1aa7b2],
        ),
        pinned::<PlainTricks, _>(&PlainEncoder, 10, "plain-tricks-1", &[0xe6270d9a0c7afbe9]),
    ]
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_documents_say_how_many_bits_there_are() {
    fn check<G: Game, E: Encoder<G>>(encoder: &E, document: &str) {
        let told = format!("`{}`: {} bits", encoder.layout(), encoder.inputs());
        assert!(document.contains(&told), "docs/games: write {told}");
        assert!(
            document.contains(&format!(" {} outputs", encoder.outputs())),
            "{}: {}",
            encoder.layout(),
            encoder.outputs()
        );
    }
    check::<Daifugo, _>(&DaifugoEncoder::PLAIN, include_str!("../../../docs/games/daifugo.md"));
    check::<Monsters, _>(&MonstersEncoder, include_str!("../../../docs/games/monsters.md"));
    check::<Kuhn, _>(&KuhnEncoder, include_str!("../../../docs/games/kuhn.md"));
    check::<Leduc, _>(&LeducEncoder, include_str!("../../../docs/games/leduc.md"));
    check::<Hearts, _>(&HeartsEncoder::LONG, include_str!("../../../docs/games/hearts.md"));
    check::<Daifugo, _>(&DaifugoEncoder::LONG, include_str!("../../../docs/games/daifugo.md"));
    check::<Hearts, _>(&HeartsEncoder::PLAIN, include_str!("../../../docs/games/hearts.md"));
    check::<PlainTricks, _>(&PlainEncoder, include_str!("../../../docs/games/plain-tricks.md"));
}
