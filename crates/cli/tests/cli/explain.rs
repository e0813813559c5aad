//! Learned rules in words.

use std::fs;

use crate::support::{Done, Folder, folder, number, repository, run, run_words};

/// A folder with a small model of FALCON; removed at the end.
struct Trained(Folder);

impl Trained {
    fn new(name: &str) -> Trained {
        let trained = Trained(folder(name));
        let line = "train hearts falcon:networks=4,lead=0+6,follow=0 --deals 300 --rules falcon --evaluate-every 0 \
                    --seed 1 --keep-checkpoint --out";
        run_words(line.split_whitespace().chain([trained.path("small.kfm").as_str()])).fine();
        trained
    }

    fn path(&self, file: &str) -> String {
        self.0.join(file).to_str().unwrap().to_string()
    }

    /// `kirifuda explain hearts FILE …`.
    fn explain(&self, file: &str, more: &str) -> Done {
        run_words(["explain", "hearts", &self.path(file)].into_iter().chain(more.split_whitespace()))
    }
}

#[test]
fn rules_are_told_in_words_the_most_used_first() {
    let trained = Trained::new("explain");
    let text = trained.explain("small.kfm", "--most 5").fine();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 10, "{text}");
    let mut before = u32::MAX;
    for (number, rule) in lines.chunks(2).enumerate() {
        let told = rule[0].trim_start().strip_prefix(&format!("{}. ", number + 1)).unwrap();
        // Where, what is seen there, and what to do.
        let (when, then) = told.rsplit_once(": ").unwrap();
        assert!(["leading", "2nd to play", "3rd to play", "4th to play"].iter().any(|place| when.starts_with(place)));
        assert!(when.contains("hearts broken") || when.contains("hearts not broken"), "{told}");
        assert!(
            ["lead ", "play ", "discard ", "holding ", "on ", "when ", "while "]
                .iter()
                .any(|verb| then.starts_with(verb))
        );
        let times = rule[1].trim().strip_prefix("used ").and_then(|rest| rest.split_once(" times, strength ")).unwrap();
        let uses: u32 = times.0.parse().unwrap();
        assert!(uses <= before && uses > 0, "{text}");
        assert!(times.1.parse::<f32>().unwrap().is_finite());
        before = uses;
    }
    // The same model, the same words.
    assert_eq!(trained.explain("small.kfm", "--most 5").fine(), text);
    assert_eq!(trained.explain("small.kfm", "--most 0").fine(), "");
    // Twenty where nothing is said, if there are as many.
    let more = trained.explain("small.kfm", "").fine();
    assert!(more.starts_with(&text) && more.lines().count() == 40, "{more}");
}

#[test]
fn json_has_the_same_rules() {
    let trained = Trained::new("explain-json");
    let rules = trained.explain("small.kfm", "--most 7 --json").json();
    let rules = rules["rules"].as_array().unwrap();
    let text = trained.explain("small.kfm", "--most 7").fine();
    assert_eq!(rules.len(), 7);
    for (rule, lines) in rules.iter().zip(text.lines().collect::<Vec<_>>().chunks(2)) {
        let [when, then] = ["when", "then"].map(|key| rule[key].as_str().unwrap());
        assert!(lines[0].ends_with(&format!("{when}: {then}")), "{rule} is not `{}`", lines[0]);
        let (uses, strength) = (number(&rule["uses"]), number(&rule["strength"]));
        assert_eq!(lines[1].trim(), format!("used {uses:.0} times, strength {strength:.3}"));
    }
}

#[test]
fn what_has_no_rules_is_refused() {
    let trained = Trained::new("explain-refused");
    trained.explain("nowhere.kfm", "").refused(&["MODEL is a file written by `kirifuda train`", "(linear-q, falcon)"]);
    fs::write(trained.path("text.kfm"), "hello").unwrap();
    trained.explain("text.kfm", "").refused(&["MODEL is a file"]);
    trained.explain("small.kfm.checkpoint", "").refused(&["a checkpoint, not a model", "--resume"]);
    trained.explain("small.kfm", "--rules falcon").refused(&["a model file knows its rules", "leave `--rules` out"]);
    trained.explain("small.kfm", "--most -1").refused(&["--most"]);
    let file = trained.path("small.kfm");
    run_words(["explain", "hearts:rules=saito", &file]).refused(&["a model file knows its rules"]);
    run_words(["explain", "kuhn", &file]).refused(&["no learner of kuhn puts its rules into words"]);
    let mut damaged = fs::read(&file).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(trained.path("damaged.kfm"), damaged).unwrap();
    trained.explain("damaged.kfm", "").refused(&["damaged.kfm"]);
    let deep = repository("models/hearts-deep-standard.kfm");
    run_words(["explain", "hearts", &deep]).refused(&[
        "hearts-deep-standard.kfm",
        "a model of `deep`",
        "no rules to tell",
        "falcon",
    ]);
    run("explain hearts deep").refused(&["`deep` has no rules to tell", "falcon"]);
    run("explain hearts falcon --rules nonsense").refused(&["nonsense"]);
    run("explain harts falcon").refused(&["harts", "hearts"]);
}

#[test]
fn the_name_of_a_learner_stands_for_the_model_that_comes_with_the_program() {
    for line in ["explain hearts falcon --rules falcon --most 3", "explain hearts:rules=standard falcon --most 3"] {
        let text = run(line).fine();
        assert_eq!(text.lines().count(), 6, "{text}");
    }
}

#[test]
fn rules_and_charts_are_told_in_japanese() {
    let [english, japanese] = ["en", "ja"].map(|lang| run(&format!("explain monsters learner --lang {lang}")).fine());
    assert!(english.contains("The element chart, as learned") && english.contains("Thunder"), "{english}");
    assert!(japanese.contains("学習した属性相性") && japanese.contains("罠"), "{japanese}");
    // The same numbers in the same places.
    let numbers = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        parts.map(str::to_string).collect()
    };
    assert_eq!(english.lines().count(), japanese.lines().count());
    let same = |(one, other): &(&str, &str)| numbers(one) == numbers(other);
    let rows: Vec<(&str, &str)> = english.lines().zip(japanese.lines()).collect();
    // Of what poison takes, Japanese names the quarter by its number.
    assert!(rows.iter().filter(|row| !same(row)).count() <= 1, "{english}{japanese}");
    run("explain hearts falcon --lang klingon").refused(&["klingon", "ja (Japanese)"]);
}
