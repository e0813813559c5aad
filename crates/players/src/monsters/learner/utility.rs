use kirifuda_games::monsters::{Action, After, Battle, Fighter, Phase, Side, Team, View};
use kirifuda_learn::mlp::Scratch;
use kirifuda_play::{Base, Meaning, Rng, Scale, Unit};

use super::features::KIND;
use super::foresight::Foreseen;
use super::mind::Mind;
use super::options::Parts;
use super::state::{ACTS, LAND};
use super::worlds::Worlds;

/// What a decision is thought about with: memory of one thread.
#[derive(Clone, Debug, Default)]
pub struct Thoughts {
    /// What each legal action is worth, in their order.
    pub worth: Vec<f32>,
    /// In a turn: how likely the other was thought to do each act, all imagined benches together.
    pub expected: [f32; ACTS],
    worlds: Worlds,
    chances: Scratch,
    values: Scratch,
    harms: Scratch,
    traps: Scratch,
    teams: Scratch,
    inputs: Vec<f32>,
}

/// Acts of the other that are less likely than this are left out: they cost as much time as the others.
const UNLIKELY: f32 = 0.01;

impl Mind {
    /// What each legal action is worth (the utility of paper 004, equation 4), in hundreds of HP, into
    /// [`Thoughts::worth`].
    pub fn consider(&self, view: View<'_>, legal: &[Action], thoughts: &mut Thoughts, rng: &mut Rng) {
        self.consider_with(self.options.samples, view, legal, thoughts, rng);
    }

    /// The same with another number of imagined benches.
    pub fn consider_with(
        &self,
        samples: usize,
        view: View<'_>,
        legal: &[Action],
        thoughts: &mut Thoughts,
        rng: &mut Rng,
    ) {
        thoughts.worth.clear();
        thoughts.worth.resize(legal.len(), 0.0);
        let mut worlds = std::mem::take(&mut thoughts.worlds);
        match view.phase() {
            Phase::Team => self.consider_teams(view, legal, thoughts),
            Phase::Lead => {
                worlds.imagine_leads(self, view, samples, rng);
                self.consider_leads(&worlds, legal, thoughts);
            }
            Phase::Battle => {
                worlds.imagine(self, view, samples, rng);
                self.consider_acts(&worlds, view, legal, thoughts);
            }
            Phase::Replace => {
                worlds.imagine(self, view, samples, rng);
                self.consider_replacements(&worlds, legal, thoughts);
            }
            Phase::Over => {}
        }
        thoughts.worlds = worlds;
    }

    /// What the utilities of a phase are.
    pub fn scale(&self, view: View<'_>) -> Scale {
        let of = |factor, unit, base| Scale { factor, offset: 0.0, meaning: Meaning { unit, base } };
        match view.phase() {
            Phase::Team if view.report().is_some() && self.team.is_on() => {
                of(1.0 / self.won(), Unit::Chance, Base::Outcome)
            }
            Phase::Team => of(1.0, Unit::Strength, Base::Moves),
            // Hundreds of HP.
            _ => of(100.0, Unit::Health, Base::Rest),
        }
    }

    /// What a won game is worth more than a lost one.
    fn won(&self) -> f32 {
        2.0 * self.options.win.max(1.0)
    }

    /// The chance of the best team that begins with what was picked and this, as what it is worth to win.
    fn consider_teams(&self, view: View<'_>, legal: &[Action], thoughts: &mut Thoughts) {
        let report = view.report().map(|report| self.reported_kind(report));
        thoughts.worth.fill(f32::NEG_INFINITY);
        let picked = view.picked().len();
        for &team in self.deck().teams() {
            if !view.picked().zip(team.0).all(|(mine, other)| mine == other) {
                continue;
            }
            let Some(place) = legal.iter().position(|&action| action == Action::pick(team.0[picked])) else {
                continue;
            };
            let chance = match &report {
                _ if !self.team.is_on() => f32::from(u8::from(team == view.draft())),
                Some(kind) => self.team.chance(team, kind, &mut thoughts.inputs, &mut thoughts.teams),
                None => self.suitability(team),
            };
            let worth = &mut thoughts.worth[place];
            *worth = worth.max(self.won() * chance);
        }
    }

    /// How well a team does against all monsters, by affinity and features only, for when nothing is known of the other.
    pub fn suitability(&self, team: Team) -> f32 {
        let all = 0..self.deck().len() as u8;
        let strength = |monster: u8| self.profile(monster)[5..KIND].iter().sum::<f32>();
        let lead = |mine: u8, theirs: u8| {
            let dealt = f32::from(self.best_hit(mine, theirs)) / f32::from(self.deck().monster(theirs).hp);
            let taken = f32::from(self.best_hit(theirs, mine)) / f32::from(self.deck().monster(mine).hp);
            dealt - taken + 0.1 * (strength(mine) - strength(theirs))
        };
        all.map(|theirs| team.0.into_iter().map(|mine| lead(mine, theirs)).fold(f32::NEG_INFINITY, f32::max)).sum()
    }

    fn best_hit(&self, attacker: u8, defender: u8) -> u16 {
        let damage = |special: bool| self.foresight.damage(special, attacker, defender);
        damage(false).max(damage(true))
    }

    fn consider_leads(&self, worlds: &Worlds, legal: &[Action], thoughts: &mut Thoughts) {
        for (battle, share) in worlds.battles() {
            let mut battle = *battle;
            for (worth, action) in thoughts.worth.iter_mut().zip(legal) {
                if let Some(monster) = action.sent() {
                    battle.replace(0, monster);
                    *worth += share * self.value.of(&self.senses.state(&battle), &mut thoughts.values);
                }
            }
        }
    }

    fn consider_replacements(&self, worlds: &Worlds, legal: &[Action], thoughts: &mut Thoughts) {
        for (battle, share) in worlds.battles() {
            let mut battle = *battle;
            for (worth, action) in thoughts.worth.iter_mut().zip(legal) {
                if let Some(monster) = action.sent() {
                    battle.replace(0, monster);
                    *worth += share * self.expected_value(&battle, &mut thoughts.values);
                }
            }
        }
    }

    /// The value of a battle in which the other may have to replace its front: who comes is not known.
    #[inline]
    fn expected_value(&self, battle: &Battle, work: &mut Scratch) -> f32 {
        if battle.sides[1].fighter().hp > 0 {
            return self.value.of(&self.senses.state(battle), work);
        }
        let (mut sum, mut count, mut next) = (0.0, 0.0, *battle);
        for fighter in self.replacements(&battle.sides[1]) {
            next.replace(1, fighter.monster);
            sum += self.value.of(&self.senses.state(&next), work);
            count += 1.0;
        }
        sum / f32::max(count, 1.0)
    }

    fn consider_acts(&self, worlds: &Worlds, view: View<'_>, legal: &[Action], thoughts: &mut Thoughts) {
        let rules = view.rules();
        let mut own = self.senses.actions(view.own(), rules.status, rules.trap);
        if !self.lays_lands() {
            own[LAND] = None;
        }
        thoughts.expected = [0.0; ACTS];
        for (battle, share) in worlds.battles() {
            let state = self.senses.state(battle);
            let theirs = self.senses.actions(&battle.sides[1], rules.status, rules.trap);
            let chances = self.predictor.predict(&state, |act| theirs[act].is_some(), &mut thoughts.chances);
            for (expected, chance) in thoughts.expected.iter_mut().zip(chances) {
                *expected += share * chance;
            }
            // What a trap would be worth if it snaps later: the other suffers what it had planned for us.
            let snap = if legal.contains(&Action::TRAP) && theirs[2].is_some() {
                let [mine, other] = [0, 1].map(|side| self.harm(battle.sides[side].fighter(), &mut thoughts.harms));
                self.trap.chance(&state, &mut thoughts.traps) * (mine + other)
            } else {
                0.0
            };
            for (place, &action) in legal.iter().enumerate() {
                if !own.contains(&Some(action)) {
                    // Another of the same element is healthier, or it lays no lands.
                    thoughts.worth[place] = f32::NEG_INFINITY;
                    continue;
                }
                let (mut sum, mut total) = (0.0, 0.0);
                for (act, &answer) in theirs.iter().enumerate() {
                    let Some(answer) = answer.filter(|_| chances[act] >= UNLIKELY) else { continue };
                    let mut worth = self.turn_worth(battle, [action, answer], rules.cap, thoughts);
                    // A status attack in this turn is foreseen, trap and all.
                    if action == Action::TRAP && answer != Action::STATUS {
                        worth += snap;
                    }
                    sum += chances[act] * worth;
                    total += chances[act];
                }
                thoughts.worth[place] += share * sum / total;
            }
        }
        let cost = self.options.impatience * switches_in_a_row(view);
        for (worth, _) in thoughts.worth.iter_mut().zip(legal).filter(|(_, action)| action.sent().is_some()) {
            *worth -= cost;
        }
    }

    /// R + V of a turn, the mean of both orders where a coin decides.
    #[inline]
    fn turn_worth(&self, battle: &Battle, choices: [Action; 2], cap: u8, thoughts: &mut Thoughts) -> f32 {
        let worth = self.foreseen_worth(&self.foresight.turn(battle, choices, false), cap, thoughts);
        if !self.foresight.is_tie(battle, choices) {
            return worth;
        }
        let other = self.foreseen_worth(&self.foresight.turn(battle, choices, true), cap, thoughts);
        (worth + other) / 2.0
    }

    fn foreseen_worth(&self, turn: &Foreseen, cap: u8, thoughts: &mut Thoughts) -> f32 {
        let win = self.options.win;
        let mut worth = turn.gain as f32 / 100.0 - self.options.turn_cost;
        if let Some(victim) = turn.poisoned[0] {
            worth -= self.harm(victim, &mut thoughts.harms);
        }
        if let Some(victim) = turn.poisoned[1] {
            worth += self.harm(victim, &mut thoughts.harms);
        }
        worth
            + match turn.after {
                After::Won(0) => win,
                After::Won(_) => -win,
                _ if turn.battle.turn >= cap => -win,
                After::Next => self.value.of(&self.senses.state(&turn.battle), &mut thoughts.values),
                After::Replace([false, _]) => self.expected_value(&turn.battle, &mut thoughts.values),
                After::Replace([true, _]) => {
                    let (mut best, mut next) = (f32::NEG_INFINITY, turn.battle);
                    for fighter in self.replacements(&turn.battle.sides[0]) {
                        next.replace(0, fighter.monster);
                        best = best.max(self.expected_value(&next, &mut thoughts.values));
                    }
                    best
                }
            }
    }

    /// Those who may come in place of one that is out.
    #[inline]
    fn replacements<'a>(&self, side: &'a Side) -> impl Iterator<Item = Fighter> + use<'a> {
        let (deck, summon) = (self.deck(), self.senses.summon());
        side.bench().filter(move |fighter| summon.may_replace(deck, side, fighter.monster))
    }

    /// Does it lay lands?
    fn lays_lands(&self) -> bool {
        self.options.parts.has(Parts::LANDS)
    }

    /// The choices that it thinks of at all. A land is the last of them.
    pub(super) fn considered<'a>(&self, legal: &'a [Action]) -> &'a [Action] {
        match legal {
            [others @ .., Action::LAND] if !self.lays_lands() => others,
            _ => legal,
        }
    }

    /// What poison would do to a fighter.
    #[inline]
    fn harm(&self, victim: Fighter, work: &mut Scratch) -> f32 {
        if victim.poisoned { 0.0 } else { self.status.harm(self.deck(), victim, work) }
    }
}

/// How often this seat has switched without doing anything else since.
fn switches_in_a_row(view: View<'_>) -> f32 {
    let own = view.acts().filter(|(seat, _)| *seat == view.seat());
    own.fold(
        0.0,
        |count, (_, action)| if action.is_some_and(|action| action.sent().is_some()) { count + 1.0 } else { 0.0 },
    )
}

impl Thoughts {
    /// The place of the best action; the first of equals.
    pub fn best(&self) -> usize {
        let mut best = 0;
        for (place, worth) in self.worth.iter().enumerate() {
            if *worth > self.worth[best] {
                best = place;
            }
        }
        best
    }
}
