use kirifuda_games::monsters::{Action, After, Battle, Event, Fighter, TEAM, Team, Teams, View};
use kirifuda_play::{Rng, math};

use super::super::{RulePlayer, Situation};

/// What the other may have on its bench and how it decides, by what it has done: every bench that is possible, under
/// every rule player that it may be, is asked what it would have done in each turn so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Beliefs {
    believed: Vec<Belief>,
    /// Choices so far, from the leads on.
    acts: Vec<Act>,
    drawn: Vec<Belief>,
}

/// One possibility.
#[derive(Clone, Copy, Debug)]
pub(super) struct Belief {
    /// Side 0 is the own, side 1 the other's, both in the order of the cards.
    pub battle: Battle,
    pub opponent: RulePlayer,
    pub weight: f64,
}

#[derive(Clone, Copy, Debug)]
struct Act {
    mine: bool,
    /// Nothing where it is hidden.
    action: Option<Action>,
}

/// How much less likely a possibility becomes by each choice that it does not explain.
const MISS: f64 = 0.05;
/// Possibilities less likely than this share of the likeliest are not looked at.
const NEGLIGIBLE: f64 = 0.01;

impl Beliefs {
    /// Up to `count` possibilities, drawn by their weights; all of them, if they are no more.
    pub fn draw(&mut self, view: View<'_>, opponents: &[RulePlayer], count: usize, rng: &mut Rng) -> &[Belief] {
        self.gather(view, opponents);
        let likeliest = self.believed.iter().fold(0.0, |most: f64, belief| most.max(belief.weight));
        self.believed.retain(|belief| belief.weight >= likeliest * NEGLIGIBLE);
        if self.believed.len() <= count {
            return &self.believed;
        }
        // One draw for all: equal steps through the weights laid end to end.
        let total: f64 = self.believed.iter().map(|belief| belief.weight).sum();
        let step = total / count as f64;
        let mut next = rng.unit() * step;
        let mut sum = 0.0;
        self.drawn.clear();
        for belief in &self.believed {
            sum += belief.weight;
            let mut weight = 0.0;
            while next < sum {
                weight += 1.0;
                next += step;
            }
            if weight > 0.0 {
                self.drawn.push(Belief { weight, ..*belief });
            }
        }
        &self.drawn
    }

    fn gather(&mut self, view: View<'_>, opponents: &[RulePlayer]) {
        self.believed.clear();
        self.acts.clear();
        let picks = if view.rules().teams == Teams::Choose { 2 * TEAM } else { 0 };
        let acts = view.acts().skip(picks);
        self.acts.extend(acts.map(|(seat, action)| Act { mine: seat == view.seat(), action }));
        // A rule player keeps its draft, so its team is of the kind that was told; another player may not.
        if view.report().is_some() {
            self.for_each_bench(view, opponents, true);
        }
        if self.believed.is_empty() {
            self.for_each_bench(view, opponents, false);
        }
    }

    fn for_each_bench(&mut self, view: View<'_>, opponents: &[RulePlayer], as_told: bool) {
        let seen = view.their_seen().fold(0_u32, |seen, fighter| seen | 1 << fighter.monster);
        let missing = view.their_unseen();
        let monsters = view.deck().len() as u8;
        let (deck, least) = (view.deck(), view.their_hidden_cost());
        let hides = move |monster: &u8| seen >> monster & 1 == 0 && deck.monster(*monster).cost >= least;
        let unseen = |low: u8| (low..monsters).filter(hides);
        match missing {
            0 => self.consider(view, opponents, as_told, [0; 2]),
            1 => unseen(0).for_each(|one| self.consider(view, opponents, as_told, [one, 0])),
            _ => {
                for one in unseen(0) {
                    unseen(one + 1).for_each(|other| self.consider(view, opponents, as_told, [one, other]));
                }
            }
        }
    }

    /// Adds one bench under all the players that the other may be.
    fn consider(&mut self, view: View<'_>, opponents: &[RulePlayer], as_told: bool, unseen: [u8; 2]) {
        let now = in_order(view.battle(unseen));
        let team = Team(now.sides[1].fighters.map(|fighter| fighter.monster));
        if as_told && view.report() != Some(view.deck().deck_type(team)) {
            return;
        }
        for &opponent in opponents {
            let before = self.believed.len();
            if let Some(start) = self.start(view, team) {
                self.follow(view, opponent, start, 2, 1.0);
            }
            if self.believed.len() == before {
                // Never in a game that was played by its rules.
                self.believed.push(Belief { battle: now, opponent, weight: math::power(MISS, view.turns().into()) });
            }
        }
    }

    /// The battle as it began.
    fn start(&self, view: View<'_>, theirs: Team) -> Option<Battle> {
        let mut battle = Battle::new(view.deck(), [view.team()?, theirs], [0; 2]);
        for act in self.acts.get(..2)? {
            battle.replace(usize::from(!act.mine), act.action?.sent()?);
        }
        Some(battle)
    }

    /// Plays on from act number `at`, and adds where it leads to what is seen now. Branches where chance or a hidden
    /// choice may have gone either way.
    fn follow(&mut self, view: View<'_>, opponent: RulePlayer, battle: Battle, at: usize, weight: f64) {
        let rules = view.rules();
        let Some(&[first, second]) = self.acts.get(at..at + 2) else {
            return self.arrive(view, opponent, battle, weight);
        };
        let (mine, theirs) = if first.mine { (first, second) } else { (second, first) };
        // What is hidden is what the seat itself has still to answer.
        let Some(own) = mine.action.filter(|_| mine.mine && !theirs.mine) else { return };
        let expected = opponent.act(&Situation::in_battle(rules, &battle, 1));
        let unseen_trap = rules.trap && !rules.trap_visible && !battle.sides[1].trap_used;
        let (guesses, count) = match theirs.action {
            Some(action) => ([(action, if action == expected { 1.0 } else { MISS }); 2], 1),
            // A trap that nobody sees may have been set; otherwise the choice was lost, and it does not matter which.
            None if expected == Action::TRAP && unseen_trap => ([(Action::TRAP, 1.0), (Action::ATTACK, MISS)], 2),
            None => {
                let lost = if expected.code() <= Action::STATUS.code() { 1.0 } else { MISS };
                ([(Action::ATTACK, lost), (Action::TRAP, MISS)], if unseen_trap { 2 } else { 1 })
            }
        };
        for (guess, factor) in &guesses[..count] {
            let outcomes = [false, true].map(|coin| turn(view, battle, [own, *guess], coin));
            let branches = if outcomes[0] == outcomes[1] { 1 } else { 2 };
            for (after, next, lost) in &outcomes[..branches] {
                let hidden = *lost || (*guess == Action::TRAP && !rules.trap_visible);
                if hidden == theirs.action.is_none() {
                    self.replaced(view, opponent, (*after, *next), at + 2, weight * factor);
                }
            }
        }
    }

    /// Goes on after a turn, with replacements where they are needed.
    fn replaced(
        &mut self,
        view: View<'_>,
        opponent: RulePlayer,
        turn: (After, Battle),
        mut at: usize,
        mut weight: f64,
    ) {
        let (after, battle) = turn;
        let mut next = battle;
        if let After::Replace(needed) = after {
            let acts = usize::from(needed[0]) + usize::from(needed[1]);
            if self.acts.len() < at + acts {
                return self.arrive(view, opponent, battle, weight);
            }
            for index in at..at + acts {
                let Act { mine, action } = self.acts[index];
                let Some(monster) = action.and_then(Action::sent) else { return };
                if !mine && Situation::in_battle(view.rules(), &battle, 1).replacement() != action {
                    weight *= MISS;
                }
                next.replace(usize::from(!mine), monster);
            }
            at += acts;
        }
        self.follow(view, opponent, next, at, weight);
    }

    /// Adds a battle, if it looks as what is seen does.
    fn arrive(&mut self, view: View<'_>, opponent: RulePlayer, battle: Battle, weight: f64) {
        let theirs = &battle.sides[1];
        let front = view.their_fighter() == Some(theirs.fighter());
        let as_seen = |fighter: Fighter| theirs.fighters.contains(&fighter);
        let status = theirs.status_used == view.their_status_used();
        if battle.sides[0] == *view.own() && front && status && view.their_seen().all(as_seen) {
            self.believed.push(Belief { battle, opponent, weight });
        }
    }
}

/// A turn as the viewer sees it: what comes next, the battle, and whether the other's choice was lost.
fn turn(view: View<'_>, battle: Battle, choices: [Action; 2], coin: bool) -> (After, Battle, bool) {
    let (mut next, mut lost) = (battle, false);
    let after = next.turn(view.deck(), choices, coin, |event| {
        lost |= matches!(event, Event::Lost { side: 1, .. });
    });
    (after, next, lost)
}

/// The same battle with the monsters of side 1 in the order of the cards: rule players prefer the first of equals.
fn in_order(mut battle: Battle) -> Battle {
    let side = &mut battle.sides[1];
    let front = side.fighter().monster;
    side.fighters.sort_unstable_by_key(|fighter| fighter.monster);
    battle.replace(1, front);
    battle
}

#[cfg(test)]
mod tests {
    use kirifuda_games::monsters::{Monsters, Rules};
    use kirifuda_play::{Actions, Game, Policy, Rules as _, Seat, Turn};

    use super::*;
    use crate::monsters::Style;

    /// Plays `other` against a random player and shows the beliefs of that player at each of its choices in the battle,
    /// with the battle as it is.
    fn watch(rules: &str, mut other: impl Policy<Monsters>, games: u64, mut check: impl FnMut(&Beliefs, Battle)) {
        let rules = Rules::book().parse(rules).unwrap();
        let (mut legal, mut beliefs) = (Actions::new(), Beliefs::default());
        let styles = Style::ALL.map(RulePlayer::new);
        for number in 0..games {
            let rng = &mut Rng::stream(1, &[number]);
            let (mut game, me) = (Monsters::deal(&rules, rng), Seat((number % 2) as u8));
            while let Turn::Seat(seat) = game.turn() {
                game.legal(&mut legal);
                let view = game.view(seat);
                let action = if seat == me { rng.pick(&legal) } else { other.choose(view, &legal, rng) };
                if seat == me && view.their_fighter().is_some() {
                    beliefs.gather(view, &styles);
                    let sides = [me, Seat(1 - me.0)].map(|seat| *game.view(seat).own());
                    check(&beliefs, Battle { sides, turn: view.turns() });
                }
                game.play(action);
            }
        }
    }

    #[test]
    fn the_truth_is_always_believed_of_a_rule_player() {
        for (rules, games) in
            [("dealt", 60), ("paper004", 60), ("dealt,trap-visible=off", 60), ("dealt,summon=lands", 60)]
        {
            for style in Style::ALL {
                let mut choices = 0;
                watch(rules, RulePlayer::new(style), games, |beliefs, truth| {
                    let is_true = |belief: &&Belief| belief.battle == truth && belief.opponent.style == style;
                    let found = beliefs.believed.iter().find(is_true);
                    assert!(found.is_some_and(|belief| belief.weight == 1.0), "{found:?} for {truth:?} under {rules}");
                    choices += 1;
                });
                assert!(choices > 500, "{choices}");
            }
        }
    }

    #[test]
    fn what_a_rule_player_does_not_do_excludes_benches() {
        let (mut possible, mut believed) = (0, 0);
        watch("dealt", RulePlayer::new(Style::Balanced), 40, |beliefs, _| {
            possible += beliefs.believed.len();
            believed += beliefs.believed.iter().filter(|belief| belief.weight == 1.0).count();
        });
        // Most choices are seen early, when all is possible still: 81% on the whole.
        assert!(believed * 10 < possible * 9, "{believed} of {possible} explain everything");
    }

    #[test]
    fn something_is_believed_of_any_player() {
        for rules in ["dealt", "dealt,trap-visible=off", "plain,scout=off"] {
            watch(rules, kirifuda_play::Uniform, 60, |beliefs, truth| {
                assert!(
                    beliefs.believed.iter().any(|belief| belief.battle.sides[1].fighter() == truth.sides[1].fighter())
                );
                assert!(beliefs.believed.iter().all(|belief| belief.weight > 0.0));
                assert!(beliefs.believed.iter().any(|belief| belief.battle.sides == truth.sides), "{truth:?} {rules}");
            });
        }
    }
}
