use std::sync::Arc;

use kirifuda_games::monsters::{Battle, Monsters, Phase, Rules, Team, Teams};
use kirifuda_play::{Actions, Episode, Game, Policy, Rng, Seat, Turn};

use super::journal::{Journal, Poisoning, Told};
use super::mind::Mind;
use super::options::Options;
use super::player::LearnedPlayer;
use super::utility::Thoughts;
use super::value::{Lesson, Schooling};

/// One training: game after game against an opponent, both teams dealt at random, and what was learned so far.
///
/// Everything random in game n comes from the streams `[.., n]` of the seed, so that a training that is taken up again
/// goes on as if there had been no break.
pub struct StrategyTraining {
    rules: Rules,
    seed: u64,
    opponents: Opponents,
    mind: Mind,
    games: u64,
    /// Games won before the cap of turns.
    won: u64,
    desk: Desk,
}

/// Whom the learner meets.
pub struct Opponents {
    /// In all games from [`Options::mixed_until`] on.
    pub regular: Box<dyn Policy<Monsters>>,
    /// One of them in each game before; the regular one if there is none.
    pub mixed: Vec<Box<dyn Policy<Monsters>>>,
}

/// Memory that is used in every game again.
#[derive(Default)]
struct Desk {
    legal: Actions<Monsters>,
    thoughts: Thoughts,
    journal: Journal,
    told: Vec<Told>,
    poisonings: Vec<Poisoning>,
}

/// What all chance in a training comes from.
mod stream {
    pub const WEIGHTS: u64 = 1;
    pub const DEAL: u64 = 2;
    pub const LEARNER: u64 = 3;
    pub const OPPONENT: u64 = 4;
    pub const LESSONS: u64 = 5;
}

impl StrategyTraining {
    /// A training from the start. Teams are dealt, whatever the rules say of their choice.
    pub fn new(rules: Rules, options: Options, opponents: Opponents, seed: u64) -> StrategyTraining {
        let mind = Mind::new(&rules, options, &mut Rng::stream(seed, &[stream::WEIGHTS]));
        StrategyTraining { rules, seed, opponents, mind, games: 0, won: 0, desk: Desk::default() }
    }

    /// The same with what was learned in so many games, of which so many were won.
    pub fn with(mut self, mind: Mind, games: u64, won: u64) -> StrategyTraining {
        (self.mind, self.games, self.won) = (mind, games, won);
        self
    }

    /// Plays and learns so many games more. An error says what went wrong and what to do.
    pub fn advance(&mut self, games: u64) -> Result<(), String> {
        for _ in 0..games {
            self.play();
            self.games += 1;
            self.check()?;
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        let Some(part) = self.mind.diverged() else {
            return Ok(());
        };
        let setting = match part {
            "value" => "value-rate",
            "team" => "team-rate",
            _ => "rate",
        };
        let games = self.games;
        Err(format!("the weights of `{part}` grew without bound after {games} games: lower `{setting}`"))
    }

    /// Games learned from.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Games won before the cap of turns.
    pub fn won(&self) -> u64 {
        self.won
    }

    /// What was learned.
    pub fn mind(&self) -> &Mind {
        &self.mind
    }

    /// A player that plays what was learned so far, and nothing random.
    pub fn player(&self) -> LearnedPlayer {
        LearnedPlayer::new(Arc::new(self.mind.clone()))
    }

    /// The rules of the next training game.
    fn rules(&self) -> Rules {
        let magic = self.games >= self.mind.options.magic_from;
        let Rules { status, trap, .. } = self.rules;
        Rules { teams: Teams::Dealt, status: status && magic, trap: trap && magic, ..self.rules }
    }

    fn play(&mut self) {
        let draw = |purpose: u64| Rng::stream(self.seed, &[purpose, self.games]);
        let (mut deal, mut learner) = (draw(stream::DEAL), draw(stream::LEARNER));
        let (mut other, mut lessons) = (draw(stream::OPPONENT), draw(stream::LESSONS));
        let rules = self.rules();
        let mut game = Monsters::deal(&rules, &mut deal);
        let me = Seat(u8::from(deal.chance(0.5)));
        let mixed = self.games < self.mind.options.mixed_until && !self.opponents.mixed.is_empty();
        let opponent = match mixed {
            true => {
                let place = deal.below(self.opponents.mixed.len());
                &mut self.opponents.mixed[place]
            }
            false => &mut self.opponents.regular,
        };
        let Desk { legal, thoughts, journal, .. } = &mut self.desk;
        journal.clear();
        while let Turn::Seat(seat) = game.turn() {
            game.legal(legal);
            let view = game.view(seat);
            let fights = view.phase() == Phase::Battle;
            if fights && seat == Seat(0) {
                journal.begin(open(&game, me));
            }
            let action = if seat != me {
                opponent.choose(view, legal, &mut other)
            } else if legal.len() == 1 || learner.chance(self.mind.options.epsilon) {
                learner.pick(self.mind.considered(legal))
            } else {
                self.mind.consider(view, legal, thoughts, &mut learner);
                legal[thoughts.best()]
            };
            if fights {
                journal.choose(usize::from(seat != me), action);
            }
            game.play(action);
        }
        let end = open(&game, me);
        journal.close(end);
        let won = game.payoff(me) > 0.5 && !game.view(me).capped();
        self.won += u64::from(won);
        self.learn(rules, won, end, &mut lessons);
    }

    /// Learns from a game that was played elsewhere, from these seats; it counts as a game. An error says what went wrong.
    pub fn study(&mut self, episode: &Episode<Monsters>, seats: &[Seat]) -> Result<(), String> {
        let mut lessons = Rng::stream(self.seed, &[stream::LESSONS, self.games]);
        let rules = *episode.dealt.rules();
        for &me in seats {
            let mut game = episode.dealt.clone();
            self.desk.journal.clear();
            for decision in &episode.decisions {
                if let Turn::Seat(seat) = game.turn()
                    && game.view(seat).phase() == Phase::Battle
                {
                    if seat == Seat(0) {
                        self.desk.journal.begin(open(&game, me));
                    }
                    self.desk.journal.choose(usize::from(seat != me), decision.action);
                }
                game.play(decision.action);
            }
            let end = open(&game, me);
            self.desk.journal.close(end);
            let won = game.payoff(me) > 0.5 && !game.view(me).capped();
            self.won += u64::from(won && me == seats[0]);
            self.learn(rules, won, end, &mut lessons);
        }
        self.games += 1;
        self.check()
    }

    /// The paper learns from the record of a game when it is over, from its end to its beginning.
    fn learn(&mut self, rules: Rules, won: bool, end: Battle, rng: &mut Rng) {
        let Options { rate, value_rate, returns, replays, win, turn_cost, .. } = self.mind.options;
        let Desk { journal, told, poisonings, .. } = &mut self.desk;
        let mind = &mut self.mind;
        journal.tell(mind, rules.trap_visible, rng, told, poisonings);
        let how = Schooling { rate: value_rate, returns, replays };
        // A game that the cap decides is a lost one.
        let mut sum = if won { win } else { -win };
        let mut bonus = sum;
        let mut next = mind.senses.state(&end);
        let mut goes_on = false;
        let reach = usize::from(mind.deck().trap_turns());
        for number in (0..journal.turns().min(told.len())).rev() {
            let turn = told[number];
            let state = mind.senses.state(&turn.before);
            let reward = turn.reward - turn_cost;
            sum += reward;
            let lesson = Lesson { reward: reward + bonus, sum, goes_on };
            mind.value.learn(&state, &next, lesson, how, rng);
            if let Some(act) = turn.answer.and_then(|action| mind.senses.act(action)) {
                mind.predictor.learn(&state, act, rate, replays, rng);
            }
            let teaches = turn.sets_trap || mind.options.every_trap;
            if rules.status && !turn.before.sides[1].status_used && teaches {
                let snapped = told[number..].iter().take(reach).any(|turn| turn.poisons);
                mind.trap.learn(&state, snapped, rate, replays, rng);
            }
            (bonus, next, goes_on) = (0.0, state, true);
        }
        for poisoning in poisonings.iter() {
            let damage = f32::from(poisoning.damage) / 100.0;
            mind.status.learn(mind.senses.deck(), poisoning.victim, damage, rate, replays, rng);
        }
        let teams = end.sides.map(|side| Team(side.fighters.map(|fighter| fighter.monster)));
        for monster in teams.iter().flat_map(|team| team.0) {
            mind.features.learn(mind.senses.deck(), monster, rate);
        }
        mind.learn_team(teams, won, rng);
        mind.refresh();
    }
}

/// The whole battle, both benches open, the learner being side 0.
pub fn open(game: &Monsters, me: Seat) -> Battle {
    let (own, theirs) = (game.view(me), game.view(Seat(1 - me.0)));
    Battle { sides: [*own.own(), *theirs.own()], turn: own.turns() }
}
