//! What may be asked for over the network: no files of this machine, and no thought without end.

use kirifuda_catalog::{Listed, NotShared, Pace, Setting, Spec, pace};
use kirifuda_play::{Game, Items, Kind, Rules};

use crate::Refusal;

/// A specification longer than this is not one.
const LONGEST: usize = 400;

/// Reads rules that may be played over the network.
pub fn rules<G: Game>(text: &str) -> Result<G::Rules, Refusal> {
    let wrong = |why: String| Refusal::bad(why, format!("see `kirifuda rules {}` or /api/catalog", G::NAME));
    if text.len() > LONGEST {
        return Err(wrong("the text of the rules is too long".to_string()));
    }
    // A switch that reads a file is refused before it reads.
    for part in text.split(',') {
        if let Some((name, value)) = part.split_once('=') {
            let (name, value) = (name.trim(), value.trim());
            let switch = G::Rules::book().switches.iter().find(|switch| switch.name == name);
            let names_a_file =
                switch.is_some_and(|s| s.kind.is_file() && s.words.iter().all(|word| word.name != value));
            if names_a_file {
                return Err(wrong(format!("`{name}` may not name a file over the network")));
            }
        }
    }
    G::Rules::book().parse(text).map_err(|why| wrong(why.to_string()))
}

/// Refuses the specification of a player that may not be asked for over the network.
pub fn player<G: Listed>(text: &str) -> Result<Spec, Refusal> {
    let spec = parse(text, G::NAME)?;
    let players = G::players();
    let settings = players.iter().find(|player| player.name == spec.name).map(|player| player.settings);
    check(&spec, settings.unwrap_or_default())?;
    Ok(spec)
}

/// Refuses the specification of somebody to train against: besides, it may not think long, since a training is done in slices
/// of a second.
pub fn opponent<G: Listed>(text: &str) -> Result<(), Refusal> {
    let special = ["", "random", "mirror", "self-play"];
    if special.contains(&text) {
        return Ok(());
    }
    let spec = player::<G>(text)?;
    if pace::<G>(&spec.name) == Some(Pace::Long) {
        return Err(Refusal::new(
            403,
            "forbidden",
            format!("`{}` looks ahead, which is too slow to train against here", spec.name),
            format!("take a quick player, or train by `kirifuda train {} … --opponents {text}`", G::NAME),
        ));
    }
    Ok(())
}

/// Refuses the specification of a learner that may not be asked for over the network.
pub fn learner<G: Listed>(text: &str) -> Result<Spec, Refusal> {
    let spec = parse(text, G::NAME)?;
    let trainers = G::trainers();
    let trainer = trainers.iter().find(|trainer| trainer.name == spec.name);
    if trainer.is_some_and(|trainer| !trainer.shared) {
        return Err(Refusal::new(
            403,
            "forbidden",
            format!("`{}` is not trained from a page", spec.name),
            format!("train it by `kirifuda train {} {}`", G::NAME, spec.name),
        ));
    }
    let settings = trainer.map(|trainer| trainer.settings).unwrap_or_default();
    check(&spec, settings)?;
    for (key, value) in &spec.settings {
        let kind = settings.iter().find(|setting| setting.name == key).map(|setting| setting.kind);
        if matches!(kind, Some(Kind::Player | Kind::List(Items::Players))) {
            for name in value.split('+').filter(|name| pace::<G>(name) == Some(Pace::Long)) {
                opponent::<G>(name)?;
            }
        }
    }
    Ok(spec)
}

fn parse(text: &str, game: &str) -> Result<Spec, Refusal> {
    if text.len() > LONGEST {
        return Err(Refusal::bad("the specification of the player is too long", "use few settings"));
    }
    Spec::parse(text).map_err(|why| Refusal::bad(why.to_string(), format!("see `kirifuda list players {game}`")))
}

fn check(spec: &Spec, known: &[Setting]) -> Result<(), Refusal> {
    for (key, value) in &spec.settings {
        // Unknown settings are refused with the names of those that there are when the player is made.
        let Some(setting) = known.iter().find(|setting| setting.name == key) else { continue };
        let forbidden = |why: String, remedy: String| Err(Refusal::new(403, "forbidden", why, remedy));
        match setting.shared(value) {
            Ok(()) => {}
            Err(NotShared::Never) => {
                return forbidden(
                    format!("`{key}={value}` may not be asked for over the network"),
                    "leave it out; what comes with the program can be played".to_string(),
                );
            }
            Err(NotShared::Above(most)) => {
                return forbidden(
                    format!("`{key}={value}` costs too much for a table that others share"),
                    format!("ask for {most} at most"),
                );
            }
        }
    }
    Ok(())
}

/// A name for people: short, on one line, of printable characters.
pub fn name(text: &str) -> String {
    // Marks that turn the direction of writing could make a name look like another.
    let turns = |letter: char| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let shown: String = text.chars().filter(|&letter| !letter.is_control() && !turns(letter)).take(40).collect();
    shown.trim().to_string()
}

#[cfg(test)]
mod tests {
    use kirifuda_games::hearts::Hearts;
    use kirifuda_games::monsters::Monsters;

    use kirifuda_catalog::contestant;
    use kirifuda_catalog::trainers::{Wish, start};

    use super::*;
    use crate::Shown;
    use crate::shown::{self, Visitor};

    /// Tries to name a file in every setting of every player and learner; the number of settings.
    struct NameFiles;

    impl Visitor for NameFiles {
        type Output = usize;
        fn visit<G: Shown>(self) -> usize {
            let text = |name: &str, setting: &Setting| format!("{name}:{}=nothing.kfm", setting.name);
            let mut tried = 0;
            let mut check = |text: &str, made: Result<(), String>| {
                let read = made.is_err_and(|why| why.contains("cannot read"));
                assert!(!read, "`{text}` reads a file in {}", G::NAME);
                tried += 1;
            };
            let rules = G::Rules::book().presets.iter().map(|preset| (preset.rules)());
            for rules in rules {
                for player in G::players() {
                    for text in player.settings.iter().map(|setting| text(player.name, setting)) {
                        if self::player::<G>(&text).is_ok() {
                            check(&text, contestant::<G>(&rules, &text).map(drop).map_err(|why| why.to_string()));
                        }
                    }
                }
                for trainer in G::trainers() {
                    for text in trainer.settings.iter().map(|setting| text(trainer.name, setting)) {
                        if learner::<G>(&text).is_ok() {
                            let wish = Wish { learner: &text, rules: Some(rules.clone()), opponents: None, seed: None };
                            check(&text, start::<G>(&wish).map(drop).map_err(|why| why.to_string()));
                        }
                    }
                }
            }
            tried
        }
    }

    #[test]
    fn no_setting_of_any_player_or_learner_names_a_file() {
        let tried: usize = shown::names().into_iter().map(|game| shown::visit(game, NameFiles).unwrap()).sum();
        assert!(tried > 100, "{tried}");
        // The search sees a file that is read.
        let rules = (kirifuda_games::hearts::Rules::book().presets[0].rules)();
        let why = contestant::<Hearts>(&rules, "linear-q:model=nothing.kfm").map(drop).unwrap_err();
        assert!(why.to_string().contains("cannot read"), "{why}");
    }

    #[test]
    fn a_number_is_no_file() {
        assert!(player::<Hearts>("deep-search:net=0.3").is_ok());
        assert!(player::<Hearts>("deep-search:small=3").is_err());
    }

    #[test]
    fn files_of_this_machine_may_not_be_named() {
        assert!(player::<Hearts>("linear-q:model=/etc/passwd").is_err());
        assert!(player::<Hearts>("linear-q:model=shipped").is_ok());
        assert!(rules::<Monsters>("paper004,cards=/etc/passwd").is_err());
        assert!(rules::<Monsters>("paper004,cards=built-in").is_ok());
        assert!(learner::<Hearts>("falcon:lead-by=mc").is_err());
        assert!(learner::<Monsters>("learner:mixed-until=9,mixed=learner:model=x.kfm").is_err());
        assert!(learner::<Monsters>("learner:mixed-until=9,mixed=balanced+brute").is_ok());
    }

    #[test]
    fn thought_without_end_may_not_be_asked_for() {
        assert!(player::<Hearts>("mc:sims=100000000").is_err());
        for short in ["mc:sims=100m", "mc:sims=1e8", "mc:sims=100_000_000"] {
            assert!(player::<Hearts>(short).is_err(), "{short}");
        }
        assert!(player::<Hearts>("mc:threads=256").is_err());
        assert!(player::<Hearts>("mc:sims=2000").is_ok());
    }

    #[test]
    fn names_are_short_and_printable() {
        assert_eq!(name("  a\nb\u{7} \u{202e}"), "ab");
        assert_eq!(name(&"x".repeat(500)).len(), 40);
    }
}
