use kirifuda_learn::falcon::{Access, TdFalcon, TdOptions};
use kirifuda_play::Rng;

/// A maze: from any free field to G, with a reward of 1 there and 0 on the way.
const MAZE: [&[u8; 6]; 5] = [b"..#...", b".#..#.", b"...#..", b".#...#", b"...#.G"];
const GOAL: (usize, usize) = (4, 5);

pub fn fields() -> impl Iterator<Item = (usize, usize)> {
    (0..5).flat_map(|row| (0..6).map(move |column| (row, column))).filter(|&(row, column)| MAZE[row][column] != b'#')
}

/// Where an action (up, left, right, down) leads; nothing where a wall is.
fn step((row, column): (usize, usize), action: u16) -> Option<(usize, usize)> {
    let to = match action {
        0 => (row.wrapping_sub(1), column),
        1 => (row, column.wrapping_sub(1)),
        2 => (row, column + 1),
        _ => (row + 1, column),
    };
    fields().any(|field| field == to).then_some(to)
}

pub fn available(field: (usize, usize)) -> Vec<u16> {
    (0..4).filter(|&action| step(field, action).is_some()).collect()
}

/// One component for each row and column.
pub fn sensed((row, column): (usize, usize)) -> [f32; 11] {
    std::array::from_fn(|place| f32::from(place == row || place == 5 + column))
}

/// Steps from every field to the goal on the shortest way, nearest first.
fn distances() -> Vec<((usize, usize), usize)> {
    let mut known = vec![(GOAL, 0)];
    let mut next = 0;
    while let Some(&(field, distance)) = known.get(next) {
        for to in (0..4).filter_map(|action| step(field, action)) {
            if !known.iter().any(|&(field, _)| field == to) {
                known.push((to, distance + 1));
            }
        }
        next += 1;
    }
    known
}

pub fn trained(options: TdOptions, episodes: usize, seed: u64) -> TdFalcon {
    let starts: Vec<_> = fields().filter(|&field| field != GOAL).collect();
    let mut falcon = TdFalcon::new(11, 4, options);
    let mut rng = Rng::new(seed);
    for _ in 0..episodes {
        let mut field = rng.pick(&starts);
        for _ in 0..200 {
            let action = falcon.choose(&sensed(field), &available(field), &mut rng);
            let to = step(field, action).unwrap();
            if to == GOAL {
                falcon.update(&sensed(field), action, 1.0, None);
                break;
            }
            falcon.update(&sensed(field), action, 0.0, Some((&sensed(to), &available(to))));
            field = to;
        }
    }
    falcon
}

/// Steps that the learned player takes from a field, as far as 100.
fn walk(falcon: &mut TdFalcon, mut field: (usize, usize)) -> usize {
    for steps in 0..100 {
        if field == GOAL {
            return steps;
        }
        field = step(field, falcon.best(&sensed(field), &available(field))).unwrap();
    }
    100
}

/// Fields from which it does not take the shortest way.
fn detours(options: TdOptions, seed: u64) -> usize {
    let mut falcon = trained(TdOptions { exploration_fall: 0.001, ..options }, 500, seed);
    distances().iter().filter(|&&(field, distance)| walk(&mut falcon, field) != distance).count()
}

#[test]
fn the_shortest_ways_through_a_maze_are_learned_from_all_fields() {
    assert_eq!(distances().len(), 23);
    for seed in 1..=3 {
        assert_eq!(detours(TdOptions::table(), seed), 0, "by table, seed {seed}");
        // Fuzzy learning, with categories for each state and values kept to 1/50.
        let vigilance = [1.0, 0.2, 0.98];
        assert_eq!(detours(TdOptions { vigilance, ..TdOptions::default() }, seed), 0, "slow, seed {seed}");
        assert_eq!(detours(TdOptions { vigilance, ..TdOptions::fast() }, seed), 0, "fast, seed {seed}");
        let direct = TdOptions { access: Access::Direct, shares: [1.0, 0.0, 0.01], ..TdOptions::table() };
        assert_eq!(detours(direct, seed), 0, "directly, seed {seed}");
    }
    // Untrained it gets lost: the test can fail.
    let mut untrained = TdFalcon::new(11, 4, TdOptions::table());
    assert_eq!(walk(&mut untrained, (0, 0)), 100);
}
