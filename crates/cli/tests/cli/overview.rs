//! What people see first: the tour, the lists, the help.

use crate::support::{command, players, run};

/// The first words of the lines below the heads.
fn first_column(table: &str) -> Vec<String> {
    table.lines().skip(1).map(|line| line.split("  ").next().unwrap().to_string()).collect()
}

fn games() -> Vec<String> {
    let games = first_column(&run("list games").fine());
    assert!(games.len() >= 4, "{games:?}");
    games
}

/// The names of a game's players: indented by two spaces, their settings by four.
fn listed_players(game: &str) -> Vec<String> {
    let text = run(&format!("list players {game}")).fine();
    let names = text.lines().filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')));
    names.map(|rest| rest.split(' ').next().unwrap().to_string()).collect()
}

fn presets(game: &str) -> Vec<String> {
    let text = run(&format!("rules {game}")).fine();
    let table = text.split("\n\n").find(|part| part.starts_with("preset")).unwrap().to_string();
    first_column(&table)
}

/// How many players a game has, from the message to those who name none.
fn seats(game: &str) -> usize {
    let message = run(&format!("match {game}")).stderr;
    message.split("seats ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
}

/// Whether every model that a player needs for a preset comes with the program.
fn is_ready(game: &str, player: &str, preset: &str) -> bool {
    let told = run(&format!("list players {game} --json")).json();
    let found = players(&told["games"][0]).iter().find(|listed| listed["name"] == player).unwrap();
    let models = found["models"][preset].as_array();
    models.is_none_or(|files| files.iter().all(|file| !file.is_null()))
}

#[test]
fn the_tour_shows_what_is_here() {
    let tour = run("tour").fine();
    for game in games() {
        assert!(tour.contains(&game), "{game}: {tour}");
    }
    for word in ["$ kirifuda match hearts", "list players", "rules hearts", "replay", "solve leduc", "help", "±"] {
        assert!(tour.contains(word), "{word}: {tour}");
    }
}

#[test]
fn the_match_of_the_tour_is_what_its_command_gives() {
    let tour = run("tour").fine();
    let line = tour.lines().find_map(|line| line.strip_prefix("  $ kirifuda ")).unwrap().to_string();
    for row in run(&line).fine().lines() {
        assert!(tour.contains(row), "{row}");
    }
}

#[test]
fn every_listed_player_plays_every_preset_of_its_game() {
    for game in games() {
        let (names, seats) = (listed_players(&game), seats(&game));
        assert!(names.contains(&"random".to_string()), "{game}: {names:?}");
        for rules in presets(&game) {
            for name in names.iter().filter(|name| is_ready(&game, name, &rules)) {
                let opponents = " random".repeat(seats - 1);
                let result = run(&format!("match {game} {name}{opponents} --rules {rules} --deals 2 --json")).json();
                assert_eq!([&result["game"], &result["rules"]], [&game, &rules]);
                assert_eq!(players(&result)[0]["name"], *name);
            }
        }
    }
}

#[test]
fn all_players_are_listed_with_their_settings_and_the_way_to_bring_ones_own() {
    let text = run("list players").fine();
    for game in games() {
        assert!(text.contains(&format!("{game}\n")), "{game}: {text}");
        for player in listed_players(&game) {
            assert!(text.contains(&format!("\n  {player} ")), "{player}: {text}");
        }
    }
    for word in ["    iterations=1000", "exec:COMMAND"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn the_rules_of_every_game_are_explained() {
    for game in games() {
        let text = run(&format!("rules {game}")).fine();
        assert!(text.starts_with(&format!("{game}: ")), "{text}");
        assert!(text.contains("(default)"), "{text}");
    }
    let text = run("rules hearts falcon,moon=self").fine();
    assert!(text.contains("in falcon,moon=self"), "{text}");
    for switch in ["opening", "first-trick", "leading", "broken-by", "passing", "moon", "jack", "limit"] {
        assert!(text.lines().any(|line| line.starts_with(switch)), "{switch}: {text}");
    }
}

#[test]
fn the_rules_that_are_shown_as_an_example_are_accepted() {
    let text = run("rules hearts").fine();
    let quoted: Vec<&str> = text.split('`').filter_map(|part| part.strip_prefix("--rules ")).collect();
    assert_eq!(quoted.len(), 2, "{text}");
    for rules in quoted {
        run(&format!("match hearts stock stock stock stock --deals 1 --rules {rules}")).fine();
    }
}

#[test]
fn solving_kuhn_finds_minus_one_eighteenth() {
    let text = run("solve kuhn --iterations 1000").fine();
    let last: Vec<&str> = text.lines().last().unwrap().split_whitespace().collect();
    assert_eq!(last[0], "1000");
    let (exploitability, value): (f64, f64) = (last[1].parse().unwrap(), last[2].parse().unwrap());
    assert!((0.0..0.01).contains(&exploitability), "{text}");
    // Nobody can deviate by more than what a perfect opponent gains.
    assert!((value + 1.0 / 18.0).abs() <= 2.0 * exploitability + 1e-6, "{text}");
    assert!(run("solve leduc --iterations 20").fine().contains("exploitability"));
}

#[test]
fn the_bench_measures_every_game_under_every_preset() {
    let text = run("bench --time 0.01").fine();
    for game in games() {
        for rules in presets(&game) {
            let row = text.lines().find(|line| line.split_whitespace().take(2).eq([game.as_str(), rules.as_str()]));
            assert!(row.is_some_and(|row| row.split("  ").count() >= 6), "{game} {rules}: {text}");
        }
    }
    assert!(!run("bench kuhn --time 0.01").fine().contains("hearts"));
}

#[test]
fn every_command_has_a_help() {
    let help = run("--help").fine();
    let commands = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let commands: Vec<&str> = commands
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|c| !c.is_empty())
        .collect();
    for wanted in ["play", "match", "tournament", "list", "rules", "replay", "bot", "solve", "bench", "help"] {
        assert!(commands.contains(&wanted), "{wanted}: {commands:?}");
    }
    for command in commands.iter().filter(|&&command| command != "help") {
        let text = run(&format!("{command} --help")).fine();
        assert!(text.contains(&format!("Usage: kirifuda {command}")), "{text}");
        assert_eq!(run(&format!("help {command}")).fine(), text);
    }
    assert!(run("--version").fine().contains(env!("CARGO_PKG_VERSION")));
}

/// The names of all commands, `uecda serve` included as `uecda-serve`.
fn commands() -> Vec<String> {
    let below = |line: &str| -> Vec<String> {
        let help = run(&format!("{line} --help")).fine();
        let Some(list) = help.split("Commands:").nth(1) else { return Vec::new() };
        let list = list.split("Options:").next().unwrap();
        let names = list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        names.filter(|name| !name.is_empty() && *name != "help").map(str::to_string).collect()
    };
    let mut all = Vec::new();
    for name in below("") {
        all.extend(below(&name).into_iter().map(|child| format!("{name}-{child}")));
        all.push(name);
    }
    all
}

#[test]
fn completions_and_manual_pages_name_every_command() {
    let commands = commands();
    assert!(commands.len() > 20 && commands.contains(&"uecda-serve".to_string()), "{commands:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = run(&format!("completions {shell}")).fine();
        for command in commands.iter().flat_map(|command| command.split('-')) {
            assert!(text.contains(command), "{shell}: {command}");
        }
        // Old names are refused, not offered.
        assert!(text.contains("overwrite") && !text.contains("join-wait"), "{shell}");
    }
    run("completions tcsh").refused(&["invalid value 'tcsh' for '<SHELL>'", "bash, elvish, fish, powershell, zsh"]);
    let folder = crate::support::folder("man");
    let pages = folder.join("man1").to_str().unwrap().to_string();
    let told = run(&format!("man --out {pages}")).fine();
    assert!(told.starts_with(&format!("{} pages in {pages}", commands.len() + 1)), "{told}");
    for command in &commands {
        let text = std::fs::read_to_string(format!("{pages}/kirifuda-{command}.1")).unwrap();
        assert!(text.contains(&format!("kirifuda {}", command.replace('-', " "))), "{text}");
    }
    let again = run(&format!("man --out {pages}"));
    again.refused(&["kirifuda.1 exists: name another file, or replace it with --overwrite\n"]);
    run(&format!("man --out {pages} --overwrite")).fine();
    assert_eq!(std::fs::read_dir(&pages).unwrap().count(), commands.len() + 1);
}

#[test]
fn a_reader_that_goes_away_early_is_no_error() {
    for line in [
        "tour",
        "--help",
        "list games",
        "list players",
        "rules hearts",
        "match kuhn random random --deals 2",
        "match kuhn random random --deals 2 --json",
        "tournament kuhn random random --deals 2",
        "solve kuhn --iterations 10",
        "bench kuhn --time 0.01",
        "completions bash",
        "rules kuhn --json",
    ] {
        let mut child = command(line.split_whitespace()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "kirifuda {line}");
        assert_eq!(output.status.code(), Some(0), "kirifuda {line}");
    }
}

#[test]
fn a_result_for_people_names_everything_that_makes_it_again() {
    let text = run("match hearts jake stock rule random --rules falcon --deals 50 --seed 11").fine();
    assert!(text.starts_with("hearts under falcon: 50 deals, each in 4 rotations, seed 11\n"), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains('±')).count(), 4, "{text}");
    let text = run("tournament hearts random jake stock --rules falcon --deals 20 --seed 11").fine();
    assert!(text.starts_with("hearts under falcon: 20 deals, 360 games, seed 11\n"), "{text}");
    let order: Vec<usize> = ["\njake", "\nstock", "\nrandom"].iter().map(|name| text.find(name).unwrap()).collect();
    assert!(order.is_sorted(), "the strongest first: {text}");
}
