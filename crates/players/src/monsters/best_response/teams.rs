use kirifuda_games::monsters::{Action, After, Battle, Rules, TEAM, Team, View};
use kirifuda_play::{Deadline, Rng};

use super::super::{RulePlayer, Situation, Style};
use super::coins;
use super::search::{Search, World};

/// Chooses a team against rule players, which keep their drafts.
#[derive(Clone, Debug)]
pub(super) struct Scout {
    search: Search,
    /// The drafts that the other may have been dealt.
    drafts: Vec<Team>,
    trials: Vec<Trial>,
    /// Own teams with what they are worth.
    ranked: Vec<(f32, Team)>,
}

/// What every team is tried against.
#[derive(Clone, Copy, Debug)]
struct Trial {
    theirs: Team,
    leads: [u8; 2],
    opponent: RulePlayer,
    coins: u128,
}

/// Battles in which every team is tried.
const TRIALS: usize = 18;
/// Own teams that are tried at most.
const TEAMS: usize = 500;
/// The best of them are looked at more closely.
const FINALISTS: usize = 8;

impl Scout {
    pub fn new(width: usize) -> Scout {
        // A few positions of each turn tell which of two teams is better.
        let search = Search::new(width.div_ceil(4));
        Scout { search, drafts: Vec::new(), trials: Vec::new(), ranked: Vec::new() }
    }

    /// The team that does best among those that begin with what was picked.
    pub fn best_team(
        &mut self,
        view: View<'_>,
        opponents: &[RulePlayer],
        deadline: Option<&Deadline>,
        rng: &mut Rng,
    ) -> Team {
        let late = || deadline.is_some_and(Deadline::has_passed);
        self.gather(view);
        self.trials.clear();
        for number in 0..TRIALS {
            let theirs = rng.pick(&self.drafts);
            let leads = [rng.below(TEAM) as u8, rng.below(TEAM) as u8];
            let opponent = opponents[number % opponents.len()];
            self.trials.push(Trial { theirs, leads, opponent, coins: coins(rng) });
        }
        self.ranked.clear();
        let begins = |team: Team| team.0.into_iter().zip(view.picked()).all(|(one, done)| one == done);
        let possible = view.deck().teams().iter().filter(|team| begins(**team));
        self.ranked.extend(possible.map(|&team| (0.0, team)));
        if self.ranked.len() > TEAMS {
            rng.shuffle_front(&mut self.ranked, TEAMS);
            self.ranked.truncate(TEAMS);
        }
        // First as if the balanced rule player had the team, then with search.
        let rules = view.rules();
        for (worth, team) in &mut self.ranked {
            *worth = self.trials.iter().map(|trial| trial.played_by_rule(rules, *team)).sum();
        }
        self.ranked.sort_unstable_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        self.ranked.truncate(FINALISTS);
        for (worth, team) in &mut self.ranked {
            // Those that there is no time for lie behind those that were looked at.
            if late() {
                *worth *= 0.01;
                continue;
            }
            let searched = |trial: &Trial| self.search.from(trial.world(rules), &trial.battle(rules, *team)).worth;
            *worth = worth.mul_add(0.01, self.trials.iter().map(searched).sum::<f32>());
        }
        let best = self.ranked.iter().max_by(|one, other| one.0.total_cmp(&other.0));
        best.map_or(view.draft(), |(_, team)| *team)
    }

    /// A team that the other may have.
    pub fn their_team(&mut self, view: View<'_>, rng: &mut Rng) -> Team {
        self.gather(view);
        rng.pick(&self.drafts)
    }

    /// Drafts of the kind that was told; all of them where nothing was.
    fn gather(&mut self, view: View<'_>) {
        self.drafts.clear();
        let (deck, report) = (view.deck(), view.report());
        let fits = |team: &&Team| report.is_none_or(|report| deck.deck_type(**team) == report);
        self.drafts.extend(deck.teams().iter().filter(fits));
    }
}

impl Trial {
    fn world<'a>(&self, rules: &'a Rules) -> World<'a> {
        World { rules, opponent: self.opponent, coins: self.coins }
    }

    fn battle(&self, rules: &Rules, team: Team) -> Battle {
        Battle::new(rules.cards, [team, self.theirs], self.leads)
    }

    /// 1 if a team in the hands of a rule player wins, and how healthy it is at the end, as a tenth.
    fn played_by_rule(&self, rules: &Rules, team: Team) -> f32 {
        let players = [RulePlayer::new(Style::Balanced), self.opponent];
        let mut battle = self.battle(rules, team);
        let health =
            |battle: &Battle| 0.1 * (battle.sides[0].health(rules.cards) - battle.sides[1].health(rules.cards));
        while battle.turn < rules.cap {
            let at = |side| Situation::in_battle(rules, &battle, side);
            let choices = [0, 1].map(|side| players[side].act(&at(side)));
            let coin = self.coins >> battle.turn & 1 == 1;
            match battle.turn(rules.cards, choices, coin, |_| {}) {
                After::Won(side) => return health(&battle) + if side == 0 { 1.0 } else { 0.0 },
                After::Next => {}
                After::Replace(needed) => {
                    let at = |side| Situation::in_battle(rules, &battle, side);
                    let sent = [0, 1].map(|side| at(side).replacement().and_then(Action::sent));
                    for side in (0..2).filter(|&side| needed[side]) {
                        if let Some(monster) = sent[side] {
                            battle.replace(side, monster);
                        }
                    }
                }
            }
        }
        health(&battle)
    }
}
