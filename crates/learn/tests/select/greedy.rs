use kirifuda_learn::select::{Change, Ending, Greedy, Ledger, Quiet, SelectError, Standing};

use crate::world::{FULL, World, penalty_ratio};

fn greedy(runs: u64) -> Greedy {
    Greedy { size: FULL, runs, budget: None }
}

#[test]
fn the_printed_procedure_adds_the_best_of_each_round_and_stops_at_the_first_that_does_not_help() {
    let world = World::certain(penalty_ratio);
    let found = greedy(10).run(17, &world, &mut Ledger::default(), &Quiet).unwrap();
    assert_eq!(found.set, [3, 6, 9, 14, 15]);
    let added: Vec<Option<Vec<usize>>> = found.steps.iter().map(|step| step.to.clone()).collect();
    let expected = [vec![6], vec![6, 14], vec![6, 14, 15], vec![3, 6, 14, 15], vec![3, 6, 9, 14, 15]];
    assert_eq!(added[..5], expected.map(Some));
    assert_eq!((added[5].as_ref(), added.len()), (None, 6));
    assert_eq!(found.ending, Ending::Complete);
    // 17 + 16 + 15 + 14 + 13 + 12 candidates, 10 runs each, 80,000 deals a run.
    assert_eq!((found.trials, found.deals), (870, 870 * 80_000));
    // As foretold: five of 17, and the round that ends it.
    assert_eq!(Greedy::paper(1).deals(17, 5, 80_000), found.deals);
    assert_eq!(Greedy::paper(1).deals(4, 9, 1), (4 + 3 + 2 + 1) * 10, "when none is left there is no round");
    assert_eq!(found.steps[5].deals, found.deals);
    let (score, size) = found.value.unwrap();
    assert!((score.mean - 0.249).abs() < 1e-9 && size == FULL);
    for step in &found.steps {
        assert_eq!(step.change, Change::Add);
        assert!(step.rows.iter().all(|row| row.runs == 10));
        let chosen: Vec<&Vec<usize>> =
            step.rows.iter().filter(|row| row.standing == Standing::Chosen).map(|row| &row.set).collect();
        assert_eq!(chosen, step.to.iter().collect::<Vec<_>>());
    }
    assert_eq!(found.steps[0].gain, None);
    assert!((found.steps[1].gain.unwrap().mean - 0.012).abs() < 1e-9);
    // 5 tells nothing that 6 has not told.
    assert_eq!(found.steps[5].gain.unwrap().mean, 0.0);
}

#[test]
fn when_every_percept_helps_all_are_taken() {
    let world = World::certain(|set| -(set.len() as f64));
    let found = greedy(1).run(4, &world, &mut Ledger::default(), &Quiet).unwrap();
    assert_eq!((found.set, found.trials), (vec![0, 1, 2, 3], 4 + 3 + 2 + 1));
    assert_eq!(found.ending, Ending::Complete);
    // Equal means are no gain.
    let world = World::certain(|_| 1.0);
    let found = greedy(1).run(4, &world, &mut Ledger::default(), &Quiet).unwrap();
    assert_eq!(found.set, [0]);
}

#[test]
fn a_budget_ends_before_the_round_that_would_exceed_it() {
    let world = World::certain(penalty_ratio);
    let limited = Greedy { budget: Some(330 * 80_000), ..greedy(10) };
    let found = limited.run(17, &world, &mut Ledger::default(), &Quiet).unwrap();
    assert_eq!((found.set, found.ending, found.deals), (vec![6, 14], Ending::Budget, 330 * 80_000));
}

#[test]
fn no_runs_are_refused() {
    let refused = greedy(0).run(3, &World::certain(|_| 0.0), &mut Ledger::default(), &Quiet);
    assert!(matches!(refused, Err(SelectError::Options(_))));
}
