use kirifuda_arena::{Contestant, Maker, Monitor, Plan, Stretch};
use kirifuda_catalog::trainers::{self, Trainee, Wish};
use kirifuda_catalog::{Listed, Visitor, visit};
use kirifuda_learn::model::Model;
use kirifuda_play::{Game, Rules};
use serde::{Deserialize, Serialize};

use crate::contest::{Payoffs, count_payoffs, measure};
use crate::{LabError, Measures};

/// A training by name, just as `kirifuda train` does it, with exams on the way and at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Lesson<'a> {
    /// The game.
    pub game: &'a str,
    /// Its rules.
    pub rules: &'a str,
    /// The learner with its settings.
    pub learner: &'a str,
    /// Who sits at the other seats.
    pub opponents: &'a str,
    /// How many deals are learned from.
    pub deals: u64,
    /// All chance of the training comes from it.
    pub seed: u64,
}

/// A match of what has been learned against others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Exam<'a> {
    /// The player at all other seats, or one for each of them, joined by `+`.
    pub against: &'a str,
    /// How many deals; each is played in every rotation.
    pub deals: u64,
    /// All chance of the match comes from it.
    pub seed: u64,
}

/// The exams of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Exams<'a> {
    /// After how many deals the curve has a point.
    pub points: Vec<u64>,
    /// The match at every point.
    pub on_the_way: Option<Exam<'a>>,
    /// The matches at the end.
    pub finals: Vec<Exam<'a>>,
    /// Whether the distribution of payoffs in the first of these is wanted.
    pub distribution: bool,
}

/// What came out of a lesson.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Marks {
    /// After so many deals: how the player did.
    pub curve: Vec<(u64, Measures)>,
    /// How it did in the finals, in their order.
    pub finals: Vec<Measures>,
    /// How often each payoff came up in the first of the finals; empty unless it was asked for.
    pub payoffs: Payoffs,
}

impl Lesson<'_> {
    /// Holds the lesson and its exams, on one thread.
    pub fn hold(&self, exams: &Exams<'_>, monitor: &dyn Monitor) -> Result<Marks, LabError> {
        visit(self.game, Hold { lesson: self, exams, monitor })?
    }

    /// The training alone.
    pub(crate) fn train<G: Listed>(&self, monitor: &dyn Monitor) -> Result<Box<dyn Trainee<G>>, LabError> {
        let (mut trainee, mut stretch) = (self.begin()?, Stretch::default());
        while trainee.deals() < self.deals {
            learn(&mut *trainee, self.deals, &mut stretch)?;
            monitor.advance(trainee.deals(), self.deals);
            if monitor.stopped() {
                return Err(LabError::Interrupted);
            }
        }
        Ok(trainee)
    }

    /// The learner before its first deal.
    pub(crate) fn begin<G: Listed>(&self) -> Result<Box<dyn Trainee<G>>, LabError> {
        Ok(trainers::start(&self.wish::<G>()?)?)
    }

    /// The learner before its first deal, with what it has learned elsewhere.
    pub(crate) fn begin_from<G: Listed>(&self, learned: Model<'static>) -> Result<Box<dyn Trainee<G>>, LabError> {
        Ok(trainers::start_from(&self.wish::<G>()?, learned)?)
    }

    fn wish<G: Listed>(&self) -> Result<Wish<'_, G>, LabError> {
        let rules = Some(<G as Game>::Rules::book().parse(self.rules)?);
        Ok(Wish { learner: self.learner, rules, opponents: Some(self.opponents), seed: Some(self.seed) })
    }

    /// The command that trains the same player.
    pub fn command(&self) -> String {
        format!(
            "kirifuda train {} {} --rules {} --opponents {} --deals {} --seed {} --out FILE",
            self.game, self.learner, self.rules, self.opponents, self.deals, self.seed
        )
    }
}

struct Hold<'a> {
    lesson: &'a Lesson<'a>,
    exams: &'a Exams<'a>,
    monitor: &'a dyn Monitor,
}

impl Visitor for Hold<'_> {
    type Output = Result<Marks, LabError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let Hold { lesson, exams, monitor } = self;
        let rules = <G as Game>::Rules::book().parse(lesson.rules)?;
        let (mut trainee, mut stretch) = (lesson.begin::<G>()?, Stretch::default());
        let exam_deals = |exam: &Exam<'_>| exam.deals * rules.seats() as u64;
        let curve_deals = exams.on_the_way.as_ref().map_or(0, exam_deals) * exams.points.len() as u64;
        let total = lesson.deals + curve_deals + exams.finals.iter().map(exam_deals).sum::<u64>();
        let mut done = 0;
        let sit = |player, exam: &Exam<'_>, count: bool, done: &mut u64| {
            let contestants = table(&rules, player, exam)?;
            let size = exam_deals(exam);
            let share = Share { monitor, before: *done, size, total };
            *done += size;
            let plan = Plan {
                rules: &rules,
                contestants: &contestants,
                first: 0,
                deals: exam.deals,
                seed: exam.seed,
                threads: Some(1),
            };
            if count { count_payoffs(&plan, &share) } else { Ok((measure(&plan, &share)?, Payoffs::new())) }
        };
        let mut marks = Marks { curve: Vec::new(), finals: Vec::new(), payoffs: Payoffs::default() };
        let mut points: Vec<u64> = exams.points.iter().copied().filter(|&point| point <= lesson.deals).collect();
        points.sort_unstable();
        points.dedup();
        let mut points = points.into_iter().filter(|_| exams.on_the_way.is_some()).peekable();
        loop {
            if let (Some(exam), Some(&point)) = (&exams.on_the_way, points.peek())
                && point == trainee.deals()
            {
                marks.curve.push((point, sit(player(&*trainee)?, exam, false, &mut done)?.0));
                points.next();
                continue;
            }
            if trainee.deals() >= lesson.deals {
                break;
            }
            let next = points.peek().copied().unwrap_or(lesson.deals);
            done += learn(&mut *trainee, next, &mut stretch)?;
            monitor.advance(done, total);
            if monitor.stopped() {
                return Err(LabError::Interrupted);
            }
        }
        for (number, exam) in exams.finals.iter().enumerate() {
            let count = exams.distribution && number == 0;
            let (measures, payoffs) = sit(player(&*trainee)?, exam, count, &mut done)?;
            marks.finals.push(measures);
            marks.payoffs.extend(payoffs);
        }
        Ok(marks)
    }
}

/// Learns on toward a number of deals, for as long as a monitor may wait; gives the deals learned from.
pub(crate) fn learn<G: Game>(trainee: &mut dyn Trainee<G>, until: u64, stretch: &mut Stretch) -> Result<u64, LabError> {
    let before = trainee.deals();
    stretch.work(until.saturating_sub(before), |deals| trainee.advance(deals)).map_err(LabError::Other)?;
    Ok(trainee.deals().saturating_sub(before))
}

/// The player that a learner has become.
pub(crate) fn player<G: Game>(trainee: &dyn Trainee<G>) -> Result<Maker<G>, LabError> {
    trainee.player().map_err(LabError::Other)
}

/// The player and the others of an exam.
fn table<G: Listed>(rules: &G::Rules, player: Maker<G>, exam: &Exam<'_>) -> Result<Vec<Contestant<G>>, LabError> {
    let mut contestants = vec![Contestant { name: "learner".to_string(), maker: player, many: false }];
    contestants.extend(trainers::others::<G>(rules, exam.against).map_err(LabError::Other)?);
    Ok(contestants)
}

/// A part of a step, as the whole step's progress.
pub(crate) struct Share<'a> {
    pub monitor: &'a dyn Monitor,
    pub before: u64,
    pub size: u64,
    pub total: u64,
}

impl Monitor for Share<'_> {
    fn advance(&self, done: u64, total: u64) {
        let part = (self.size as f64 * done as f64 / total.max(1) as f64) as u64;
        self.monitor.advance(self.before + part, self.total);
    }

    fn stopped(&self) -> bool {
        self.monitor.stopped()
    }
}
