use std::sync::Arc;

use kirifuda_arena::{Monitor, Stretch};
use kirifuda_catalog::contestant;
use kirifuda_catalog::entries::monsters::learner::learned;
use kirifuda_games::monsters::{Monsters, Rules};
use kirifuda_play::{Actions, Decision, Episode, Game, Measured, Policy, Rng, Rules as _, Seat, Turn};
use kirifuda_players::monsters::learner::{LearnedPlayer, Mind};
use kirifuda_players::monsters::{Adaptive, MEMORY, Pattern};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::course::seeds;
use crate::lesson::learn;
use crate::{
    Axis, Bench, Better, Cell, Experiment, Figure, Finding, LabError, Lesson, Look, Part, Point, ResultTable, Series,
    Step, Verdict, number, over_seeds, paired,
};

pub const ADAPT: Experiment = Experiment {
    name: "adapt",
    title: "Adapting to one person within a few games",
    claim: "The paper proposes it (section 6.2): learn a general strategy and patterns beforehand, recognise within a few games \
            which pattern the opponent follows, and blend toward it. How many games does that take after an opponent has changed \
            its style without notice?",
    part: Part::Beyond,
    run: adapt,
};

/// The styles of the opponents, each of which is a pattern that was learned, and the players that have them.
const STYLES: [(&str, &str); 5] = [
    ("balanced", "balanced"),
    ("steady", "steady"),
    ("naive", "balanced:poison=naive"),
    ("greedy", "greedy"),
    ("random", "random"),
];

/// How much is learned and played.
#[derive(Clone, Copy, Debug, Serialize)]
struct Size {
    /// Games of the general strategy, and so many more of each pattern.
    games: u64,
    /// People that are met, each of which plays all styles.
    people: u64,
    /// Games until a person changes style.
    block: usize,
}

/// Who plays against the people.
const PLAYERS: [&str; 3] = ["adaptive", "general", "informed"];

/// Games won outright, by player and number of the game since the change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Wins {
    /// A person's first style.
    first: [Vec<u64>; 3],
    /// All later ones.
    changed: [Vec<u64>; 3],
}

fn adapt(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let (size, libraries) = bench.scaled(
        (Size { games: 20, people: 2, block: 3 }, 2),
        (Size { games: 2_000, people: 40, block: 12 }, 3),
        (Size { games: 4_000, people: 200, block: 15 }, 10),
    );
    let mut steps = Vec::new();
    for rules in RULES {
        for seed in seeds(bench, libraries) {
            let key = json!({"revision": 1, "size": size, "rules": rules, "seed": seed});
            steps.push(Step::new(format!("people under {rules}, seed {seed}"), &key, move |monitor| {
                meet(size, rules, seed, monitor)
            }));
        }
    }
    let wins: Vec<Wins> = bench.steps(steps)?;
    let heads =
        ["rules", "when", "player", "first game", "second", "third", "last five", "games to 80% of the last five"];
    let mut table = ResultTable::new(
        "adapt",
        "Percent of games won outright, by game since the meeting or the change of style",
        heads,
    );
    let (mut figures, mut verdicts) = (Vec::new(), Vec::new());
    for (rules, wins) in RULES.iter().zip(wins.chunks(libraries as usize)) {
        let first = rates_of(wins, |wins| &wins.first, size.people);
        let rates = rates_of(wins, |wins| &wins.changed, size.people * (STYLES.len() as u64 - 1));
        let met = PLAYERS.iter().zip(&first).map(|(player, runs)| ("a first meeting", player, runs));
        let changed = PLAYERS.iter().zip(&rates).map(|(player, runs)| ("a change of style", player, runs));
        for (when, player, runs) in met.chain(changed) {
            let at = |game: usize| over_seeds(&runs.iter().map(|run| run[game.min(run.len() - 1)]).collect::<Vec<_>>());
            let last: Vec<f64> = runs.iter().map(|run| settled(run)).collect();
            let needed: Vec<f64> = runs.iter().map(|run| games_to(run, 0.8 * settled(run)) as f64).collect();
            table.row([
                Cell::text(*rules),
                Cell::text(when),
                Cell::text(*player),
                Cell::ours(at(0), 1),
                Cell::ours(at(1), 1),
                Cell::ours(at(2), 1),
                Cell::ours(over_seeds(&last), 1),
                Cell::ours(over_seeds(&needed), 1),
            ]);
        }
        let settled_of = |player: usize| rates[player].iter().map(|run| settled(run)).collect::<Vec<_>>();
        let gained = paired(&settled_of(0), &settled_of(1));
        verdicts.push(Verdict::claim(
            format!("under {rules}: once settled, ahead of the general strategy, points outright"),
            gained,
            Better::Higher,
        ));
        let third: Vec<f64> = rates[0].iter().map(|run| run[2.min(run.len() - 1)]).collect();
        let general: Vec<f64> = rates[1].iter().map(|run| run[2.min(run.len() - 1)]).collect();
        verdicts.push(Verdict::claim(
            format!("under {rules}: ahead of it in the third game after a change, points outright"),
            paired(&third, &general),
            Better::Higher,
        ));
        let needed: Vec<f64> = rates[0].iter().map(|run| games_to(run, 0.8 * settled(run)) as f64).collect();
        verdicts.push(Verdict::claim(
            format!("under {rules}: fewer than five games to 80% of the final rate, games less than five"),
            over_seeds(&needed.iter().map(|needed| 5.0 - needed).collect::<Vec<_>>()),
            Better::Higher,
        ));
        figures.push(figure(rules, size, &rates));
    }
    let how = format!(
        "{libraries} libraries, each of a general strategy ({} games against {}, drawn for every game) and of a pattern for each of \
         them (as many games more against it alone). Then {} people, each of whom plays all five styles in an order of its own and \
         changes after {} games without notice. `general` plays the general strategy throughout, `informed` is told the style. What \
         `adaptive` goes by is how likely the predictor of each pattern finds what the person does; after a game half of the \
         evidence is kept, and no pattern starts a game with less than 2 %. The game of the change is counted, so the first column is \
         what being wrong about a person costs.",
        number::count(size.games),
        STYLES.map(|(name, _)| name).join(", "),
        number::count(size.people),
        size.block,
    );
    let mut finding = Finding::new().text(how).table(table);
    for figure in figures {
        finding = finding.figure(figure);
    }
    Ok(finding.verdicts(verdicts))
}

/// By player, library and game: the percentage of games won.
fn rates_of(wins: &[Wins], of: fn(&Wins) -> &[Vec<u64>; 3], games: u64) -> Vec<Vec<Vec<f64>>> {
    let rate = |won: &u64| 100.0 * *won as f64 / games as f64;
    let runs = |player: usize| wins.iter().map(|wins| of(wins)[player].iter().map(rate).collect()).collect();
    (0..PLAYERS.len()).map(runs).collect()
}

/// The rules of the trainings.
const TRAINING: &str = "paper004";
/// Presets: with a chosen team, and with random teams.
const RULES: [&str; 2] = ["paper004", "dealt"];

fn figure(rules: &str, size: Size, rates: &[Vec<Vec<f64>>]) -> Figure {
    let (x, y) = (Axis::new("games since the change of style"), Axis::new("games won outright, %"));
    let caption = format!("After a change of style, under `{rules}`: 95% intervals over libraries");
    let mut figure = Figure::new(format!("adapt-{rules}"), caption, x, y);
    for (player, runs) in PLAYERS.iter().zip(rates) {
        let point = |game: usize| {
            let values: Vec<f64> = runs.iter().map(|run| run[game]).collect();
            Point::estimate(game as f64 + 1.0, over_seeds(&values))
        };
        figure = figure.series(Series::ours(*player, Look::Line, (0..size.block).map(point)));
    }
    figure
}

/// The mean of the last five games.
fn settled(rates: &[f64]) -> f64 {
    let last = &rates[rates.len().saturating_sub(5)..];
    last.iter().sum::<f64>() / last.len().max(1) as f64
}

/// After how many games, the first being 1, a rate is reached.
fn games_to(rates: &[f64], level: f64) -> usize {
    rates.iter().position(|rate| *rate >= level).map_or(rates.len(), |place| place + 1)
}

/// Learns a library and meets all people with it.
fn meet(size: Size, rules: &str, seed: u64, monitor: &dyn Monitor) -> Result<Wins, LabError> {
    let total = size.games * (1 + 2 * STYLES.len() as u64) + size.people;
    let mut done = 0;
    let mut go_on = |more: u64| {
        done += more;
        monitor.advance(done, total);
        if monitor.stopped() { Err(LabError::Interrupted) } else { Ok(()) }
    };
    let general = learned_mind(size, None, seed, &mut go_on)?;
    let mut patterns = Vec::new();
    for (name, player) in STYLES {
        patterns.push(Pattern { name: name.to_string(), mind: learned_mind(size, Some(player), seed, &mut go_on)? });
    }
    let rules = Rules::book().parse(rules)?;
    let styles = STYLES.map(|(_, player)| contestant::<Monsters>(&rules, player));
    let styles = styles.into_iter().collect::<Result<Vec<_>, _>>()?;
    let empty = || [(); 3].map(|()| vec![0; size.block]);
    let mut wins = Wins { first: empty(), changed: empty() };
    for person in 0..size.people {
        let mut rng = Rng::stream(seed.wrapping_add(PEOPLE), &[person]);
        let mut order: Vec<usize> = (0..STYLES.len()).collect();
        rng.shuffle(&mut order);
        let mut adaptive = Adaptive::new(Arc::clone(&general), patterns.clone(), MEMORY);
        for (number, &place) in order.iter().enumerate() {
            let mut other = (styles[place].maker)().map_err(|why| LabError::Other(why.to_string()))?;
            for game in 0..size.block {
                let deal = [person, number as u64, game as u64];
                let me = Seat((game % 2) as u8);
                let mut general = LearnedPlayer::new(Arc::clone(&general));
                let mut informed = LearnedPlayer::new(Arc::clone(&patterns[place].mind));
                let (won, episode) = play(&rules, &mut adaptive.player(), &mut *other, me, seed, deal);
                let counts = if number == 0 { &mut wins.first } else { &mut wins.changed };
                counts[0][game] += u64::from(won);
                counts[1][game] += u64::from(play(&rules, &mut general, &mut *other, me, seed, deal).0);
                counts[2][game] += u64::from(play(&rules, &mut informed, &mut *other, me, seed, deal).0);
                adaptive.study(&episode, &[me]);
            }
        }
        go_on(1)?;
    }
    Ok(wins)
}

/// People have chance of their own.
const PEOPLE: u64 = 700_000;

/// The general strategy, or a pattern that goes on from it.
fn learned_mind(
    size: Size,
    pattern: Option<&str>,
    seed: u64,
    go_on: &mut impl FnMut(u64) -> Result<(), LabError>,
) -> Result<Arc<Mind>, LabError> {
    let styles = STYLES.map(|(_, player)| player);
    let learner = format!("learner:mixed={},mixed-until={}", styles.join("+"), size.games);
    let (opponents, deals) = match pattern {
        Some(player) => (player, 2 * size.games),
        None => (styles[0], size.games),
    };
    let lesson = Lesson { game: Monsters::NAME, rules: TRAINING, learner: &learner, opponents, deals, seed };
    let (mut trainee, mut stretch) = (lesson.begin::<Monsters>()?, Stretch::default());
    while trainee.deals() < deals {
        go_on(learn(&mut *trainee, deals, &mut stretch)?)?;
    }
    let rules = Rules::book().parse(TRAINING)?;
    Ok(Arc::new(trainee.model().and_then(|model| learned(&rules, model)).map_err(LabError::Other)?))
}

/// A game against a person: won outright or not, and what was done.
fn play(
    rules: &Rules,
    player: &mut dyn Policy<Monsters>,
    other: &mut dyn Policy<Monsters>,
    me: Seat,
    seed: u64,
    deal: [u64; 3],
) -> (bool, Episode<Monsters>) {
    let mut rng = Rng::stream(seed.wrapping_add(PEOPLE), &deal);
    let mut game = Monsters::deal(rules, &mut rng);
    let (dealt, mut decisions, mut legal) = (game.clone(), Vec::new(), Actions::new());
    while let Turn::Seat(seat) = game.turn() {
        game.legal(&mut legal);
        let view = game.view(seat);
        let action = match seat == me {
            true => player.choose(view, &legal, &mut rng),
            false => other.choose(view, &legal, &mut rng),
        };
        decisions.push(Decision { seat, action });
        game.play(action);
    }
    let mut measures = [0.0; Monsters::MEASURES.len()];
    game.measure(me, &mut measures);
    let payoffs = Seat::all(2).map(|seat| game.payoff(seat)).collect();
    (measures[0] > 0.5, Episode { dealt, decisions, payoffs })
}
