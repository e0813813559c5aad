use kirifuda_games::monsters::{Action, After, Battle, Deck, DeckType, Fighter, Rules, Side, TEAM, Team, View};

use super::duel::Duel;
use crate::monsters::{RulePlayer, Situation, Style};

/// What the other side may have and do.
pub(super) struct Outlook<'a> {
    pub view: View<'a>,
    pub deck: &'static Deck,
    pub rules: &'a Rules,
    /// Battles that may be the true one, equally likely; side 0 is the own one.
    worlds: [Battle; WORLDS],
    count: usize,
}

/// At most so many battles are thought of.
pub(super) const WORLDS: usize = 16;

impl<'a> Outlook<'a> {
    /// The battles that fit what has been seen.
    pub fn new(view: View<'a>) -> Outlook<'a> {
        let (deck, rules) = (view.deck(), view.rules());
        let mut outlook = Outlook { view, deck, rules, worlds: [view.battle([0; 2]); WORLDS], count: 0 };
        match view.their_unseen() {
            0 => outlook.count = 1,
            TEAM => outlook.fill_before_leads(),
            missing => outlook.fill(missing),
        }
        outlook
    }

    /// Battles that may be the true one, equally likely.
    pub fn worlds(&self) -> &[Battle] {
        &self.worlds[..self.count]
    }

    /// Before the battle begins: whole teams, each of their monsters in front once.
    fn fill_before_leads(&mut self) {
        let drafts = Drafts::new(self.view);
        let own = *self.view.own();
        for &team in drafts.teams() {
            for lead in 0..TEAM as u8 {
                if self.count < WORLDS {
                    self.worlds[self.count] = Battle { sides: [own, Side::new(self.deck, team, lead)], turn: 0 };
                    self.count += 1;
                }
            }
        }
    }

    /// One or two monsters are missing.
    fn fill(&mut self, missing: usize) {
        let mut seen = 0u32;
        let mut shown = [0; TEAM];
        for (place, fighter) in shown.iter_mut().zip(self.view.their_seen()) {
            seen |= 1 << fighter.monster;
            *place = fighter.monster;
        }
        let unknown = (0..self.deck.len() as u8).filter(|monster| seen >> monster & 1 == 0);
        if let Some(report) = self.view.report() {
            if missing == 1 {
                for one in unknown.clone() {
                    shown[2] = one;
                    self.push_if(report, shown, [one, 0]);
                }
            } else {
                for one in unknown.clone() {
                    for other in unknown.clone().filter(|&other| other > one) {
                        (shown[1], shown[2]) = (one, other);
                        self.push_if(report, shown, [one, other]);
                    }
                }
            }
        }
        // Nothing is told, or they do not play what was told: every monster is as likely as any other.
        if self.count == 0 {
            let total = self.deck.len() - (TEAM - missing);
            let (worlds, half) = if missing == 1 { (total, 0) } else { (total.div_ceil(2), total / 2) };
            let all = |place: usize| unknown.clone().nth(place % total).unwrap_or(0);
            for world in 0..worlds.min(WORLDS) {
                let place = world * worlds / worlds.min(WORLDS);
                self.push([all(place), all(place + half)]);
            }
        }
    }

    fn push_if(&mut self, report: DeckType, team: [u8; TEAM], unseen: [u8; 2]) {
        if self.count < WORLDS && self.deck.deck_type(Team(team)) == report {
            self.push(unseen);
        }
    }

    fn push(&mut self, unseen: [u8; 2]) {
        self.worlds[self.count] = self.view.battle(unseen);
        self.count += 1;
    }

    /// Calls back with what each personality would do next in a battle, equal moves together, and how likely it is.
    pub fn replies(&self, battle: &Battle, mut with: impl FnMut(Action, f32)) {
        let situation = Situation::in_battle(self.rules, battle, 1);
        let [balanced, brute, steady] = Style::ALL.map(|style| RulePlayer::new(style).act(&situation));
        const THIRD: f32 = 1.0 / 3.0;
        if balanced == brute && brute == steady {
            with(balanced, 1.0);
        } else if balanced == brute {
            with(balanced, 2.0 * THIRD);
            with(steady, THIRD);
        } else {
            with(balanced, if balanced == steady { 2.0 * THIRD } else { THIRD });
            with(brute, if brute == steady { 2.0 * THIRD } else { THIRD });
            if steady != balanced && steady != brute {
                with(steady, THIRD);
            }
        }
    }

    /// The hardest hit of the other's monster in front against the own one.
    pub fn hardest_hit(&self, battle: &Battle) -> Action {
        let [mine, theirs] = battle.sides.each_ref().map(|side| side.fighter().monster);
        if self.deck.special(theirs, mine) > self.deck.attack(theirs, mine) { Action::SPECIAL } else { Action::ATTACK }
    }

    /// A turn, with what is knocked out replaced: by the other as the rule players do, on the own side by who does best
    /// in front of it. Gives the side that has won, if one has.
    pub fn turn(&self, battle: &mut Battle, mine: Action, theirs: Action, coin: bool) -> Option<usize> {
        match battle.turn(self.deck, [mine, theirs], coin, |_| {}) {
            After::Won(side) => Some(side),
            After::Next => None,
            After::Replace([own, other]) => {
                if other {
                    self.replace_theirs(battle);
                }
                if own {
                    self.replace_own(battle);
                }
                None
            }
        }
    }

    /// The other sends a monster in place of the one that is out.
    pub fn replace_theirs(&self, battle: &mut Battle) {
        let replacement = Situation::in_battle(self.rules, battle, 1).replacement();
        if let Some(monster) = replacement.and_then(Action::sent) {
            battle.replace(1, monster);
        }
    }

    fn replace_own(&self, battle: &mut Battle) {
        let theirs = battle.sides[1].fighter();
        let mut best: Option<(f32, u8)> = None;
        for fighter in battle.sides[0].bench() {
            let margin = Duel::new(self.deck, fighter, theirs).margin;
            if best.is_none_or(|(least, _)| margin > least) {
                best = Some((margin, fighter.monster));
            }
        }
        if let Some((_, monster)) = best {
            battle.replace(0, monster);
        }
    }

    /// The fastest of two equally fast monsters is not known beforehand: both must be thought of.
    pub fn is_tied(&self, battle: &Battle, mine: Action, theirs: Action) -> bool {
        let speed = |side: usize, action: Action| {
            let monster = action.sent().unwrap_or_else(|| battle.sides[side].fighter().monster);
            self.deck.monster(monster).speed
        };
        mine.sent().is_none() && theirs.sent().is_none() && speed(0, mine) == speed(1, theirs)
    }
}

/// A fighter as it is at the start.
pub(super) fn fresh(deck: &Deck, monster: u8) -> Fighter {
    Fighter { monster, poisoned: false, hp: deck.monster(monster).hp }
}

/// Teams that the other may have been dealt, equally likely.
pub(super) struct Drafts {
    teams: [Team; DRAFTS],
    count: usize,
}

/// With three leads each they make up [`WORLDS`] but one.
pub(super) const DRAFTS: usize = 5;

impl Drafts {
    /// Those that fit what the scout tells; where nothing is told, a few that have every monster once.
    pub fn new(view: View<'_>) -> Drafts {
        let deck = view.deck();
        let mut drafts = Drafts { teams: [Team([0, 1, 2]); DRAFTS], count: 0 };
        if let Some(report) = view.report() {
            for &team in deck.teams() {
                if drafts.count < DRAFTS && deck.deck_type(team) == report {
                    drafts.push(team);
                }
            }
        }
        if drafts.count == 0 {
            let third = (deck.len() / TEAM).max(1);
            for first in 0..third.min(DRAFTS) {
                let place = (first * third / third.min(DRAFTS)) as u8;
                drafts.push(Team([place, place + third as u8, place + 2 * third as u8]));
            }
        }
        drafts
    }

    pub fn teams(&self) -> &[Team] {
        &self.teams[..self.count]
    }

    fn push(&mut self, team: Team) {
        self.teams[self.count] = team;
        self.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use kirifuda_games::monsters::Monsters;
    use kirifuda_play::{Actions, Game, Policy as _, Rng, Seat, Turn};

    use super::*;

    /// Calls back with every decision of seat 0 once leads are to be chosen, between two rule players.
    fn decisions(rules: &Rules, games: u64, mut with: impl FnMut(&Monsters)) {
        let mut legal = Actions::new();
        for number in 0..games {
            let rng = &mut Rng::new(number);
            let mut game = Monsters::deal(rules, rng);
            while let Turn::Seat(seat) = game.turn() {
                game.legal(&mut legal);
                if seat == Seat(0) && game.view(seat).team().is_some() {
                    with(&game);
                }
                let action = RulePlayer::new(Style::ALL[number as usize % 3]).choose(game.view(seat), &legal, rng);
                game.play(action);
            }
        }
    }

    fn sorted(side: &Side) -> [(u8, u16, bool); TEAM] {
        let mut all = side.fighters.map(|fighter| (fighter.monster, fighter.hp, fighter.poisoned));
        all.sort_unstable();
        all
    }

    #[test]
    fn who_plays_the_draft_that_was_told_of_is_among_the_worlds() {
        let (mut hidden, mut single) = (0, 0);
        decisions(&Rules::paper004(), 200, |game| {
            let (view, truth) = (game.view(Seat(0)), game.view(Seat(1)));
            let outlook = Outlook::new(view);
            let found = outlook.worlds().iter().any(|world| sorted(&world.sides[1]) == sorted(truth.own()));
            assert!(found, "{view:?}");
            hidden += u32::from(view.their_unseen() > 0);
            single += u32::from(view.their_unseen() > 0 && outlook.worlds().len() == 1);
        });
        // What is told leaves little open.
        assert!(hidden > 1000 && 2 * single > hidden, "{single} of {hidden}");
    }

    #[test]
    fn where_nothing_is_told_every_unseen_monster_is_equally_likely() {
        let mut counted = 0;
        decisions(&Rules::dealt(), 100, |game| {
            let view = game.view(Seat(0));
            let outlook = Outlook::new(view);
            let mut counts = [0; 15];
            for world in outlook.worlds() {
                world.sides[1].fighters.iter().for_each(|fighter| counts[usize::from(fighter.monster)] += 1);
            }
            let seen = |monster: u8| view.their_seen().any(|fighter| fighter.monster == monster);
            let unseen = || (0..15).filter(|&monster| !seen(monster)).map(|monster| counts[usize::from(monster)]);
            if view.their_unseen() > 0 {
                assert_eq!(unseen().min(), unseen().max(), "{view:?}");
                assert!(unseen().all(|count| count > 0));
                counted += 1;
            }
        });
        assert!(counted > 500, "{counted}");
    }

    #[test]
    fn the_replies_that_are_foreseen_are_those_of_the_rule_players() {
        let rules = Rules::dealt();
        decisions(&rules, 60, |game| {
            let view = game.view(Seat(0));
            for world in Outlook::new(view).worlds() {
                let mut total = 0.0;
                Outlook::new(view).replies(world, |reply, chance| {
                    let situation = Situation::in_battle(&rules, world, 1);
                    let styles = Style::ALL.iter().filter(|&&style| RulePlayer::new(style).act(&situation) == reply);
                    assert!((chance - styles.count() as f32 / 3.0).abs() < 1e-6);
                    total += chance;
                });
                assert!((total - 1.0).abs() < 1e-6, "{total}");
            }
        });
    }
}
