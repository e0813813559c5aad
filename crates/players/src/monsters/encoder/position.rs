//! The bits of a position, block after block. The table in `docs/games/monsters.md` is their contract: another meaning
//! is another layout.

use kirifuda_games::monsters::{Action, Deck, Fighter, LARGEST_COST, MONSTERS, Phase, Side, Summon, TEAM, View};
use kirifuda_learn::net::Row;
use kirifuda_play::Seat;

use super::super::features::duel::Duel;
use super::drafts::Drafts;
use super::steps::{self, HITS, SPEEDS};

const ELEMENTS: usize = 5;
const HEALTH: usize = 16;
/// Six stats in steps of 50.
const STATS: usize = 6 * STAT;
const STAT: usize = 8;
const FIGHTER: usize = 1 + MONSTERS + ELEMENTS + HEALTH + 1 + STATS;
const FIGHTERS: usize = 2 * TEAM * FIGHTER;

const BLOWS: usize = 8;
const SIGNS: usize = 5;
const MARGIN: usize = 16;
const FRONT: usize = 2 * HITS + SPEEDS + MARGIN + 4 * BLOWS + 2 * SIGNS;
const PAIR: usize = 8;
/// Every own monster against every other, but for the two in front.
const PAIRS: usize = (TEAM * TEAM - 1) * PAIR;

const UNSEEN: usize = TEAM + 1;
const HIDDEN: usize = UNSEEN + MONSTERS + 1;
/// Sums of a team in hundreds, told apart up to this one.
const STYLE: usize = 20;
const STYLES: usize = 5;
const REPORT: usize = ELEMENTS * TEAM + STYLES * STYLE;
const TEAMS: usize = 2 * MONSTERS;
const COST: usize = LARGEST_COST as usize;

const PHASES: usize = 4;
const TRAP_TURNS: usize = 3;
const MAGIC: usize = 2 * (2 + TRAP_TURNS);
const USED: usize = 15;
const LEFT: usize = 8;
const CLOCK: usize = USED + LEFT;
const KINDS: usize = 6;
const STREAK: usize = 8;
const LAST: usize = 2 * (KINDS + STREAK);

/// All bits.
pub(super) const INPUTS: usize = PHASES + CLOCK + MAGIC + LAST + HIDDEN + REPORT + TEAMS + FIGHTERS + FRONT + PAIRS;

/// Writes what the seat to move may know.
pub(super) fn write(view: View<'_>, row: &mut Row<'_>) {
    let phase = view.phase();
    row.one_of(
        match phase {
            Phase::Team => 0,
            Phase::Lead => 1,
            Phase::Battle => 2,
            Phase::Replace | Phase::Over => 3,
        },
        PHASES,
    );
    clock(view, row);
    magic(view, row);
    last(view, row);
    hidden(view, row);
    if phase == Phase::Team {
        row.put(view.draft().0.iter().fold(0, |all, &monster| all | 1 << monster), MONSTERS);
        row.put(view.picked().fold(0, |all, monster| all | 1 << monster), MONSTERS);
        row.skip(FIGHTERS + FRONT + PAIRS);
        return;
    }
    lands(view, row);
    let deck = view.deck();
    let own = in_order(view.own()).map(|fighter| Some(fighter).filter(|fighter| fighter.hp > 0));
    let theirs = theirs(view);
    for one in own.into_iter().chain(theirs) {
        fighter(deck, one, row);
    }
    match (own[0], theirs[0]) {
        (Some(mine), Some(other)) if phase != Phase::Lead => front(deck, mine, other, row),
        _ => row.skip(FRONT),
    }
    for (number, mine) in own.into_iter().enumerate() {
        for other in theirs.into_iter().skip(usize::from(number == 0)) {
            match (mine, other) {
                (Some(mine), Some(other)) => row.up_to(steps::margin(Duel::new(deck, mine, other).margin, PAIR), PAIR),
                _ => row.skip(PAIR),
            }
        }
    }
}

/// In the place of teams that are being picked, where monsters need lands: those of both sides, and what the own monsters
/// cost.
#[inline]
fn lands(view: View<'_>, row: &mut Row<'_>) {
    if view.rules().summon == Summon::Free {
        row.skip(TEAMS);
        return;
    }
    for lands in [view.own().lands, view.their_lands()] {
        row.up_to(usize::from(lands).min(COST), COST);
    }
    for fighter in in_order(view.own()) {
        row.up_to(usize::from(view.deck().monster(fighter.monster).cost), COST);
    }
    row.skip(TEAMS - (2 + TEAM) * COST);
}

/// How much of the turns is used up, and how few are left.
#[inline]
fn clock(view: View<'_>, row: &mut Row<'_>) {
    let (turns, cap) = (usize::from(view.turns()), usize::from(view.rules().cap));
    row.up_to(turns * (USED + 1) / cap.max(1), USED);
    // All bits in the last turn.
    row.up_to((LEFT + 1).saturating_sub(cap.saturating_sub(turns)), LEFT);
}

/// For both sides: status attack and trap left, turns that the trap is in force.
#[inline]
fn magic(view: View<'_>, row: &mut Row<'_>) {
    let rules = view.rules();
    for side in view.battle([0; 2]).sides {
        row.flag(rules.status && !side.status_used);
        row.flag(rules.trap && !side.trap_used);
        row.up_to(usize::from(side.trap_until.saturating_sub(view.turns())), TRAP_TURNS);
    }
}

/// For both sides: the last choice that was shown, and how often it has sent a monster in a row.
#[inline]
fn last(view: View<'_>, row: &mut Row<'_>) {
    let me = view.seat();
    let acts = view.acts();
    // The other has chosen for this turn, unseen.
    let mut number = acts.len();
    let (mut kinds, mut streaks) = ([KINDS - 1; 2], [0; 2]);
    for (seat, action) in acts {
        number -= 1;
        let pending = number == 0 && me == Seat(1) && seat == Seat(0);
        if pending {
            break;
        }
        let side = usize::from(seat != me);
        kinds[side] = kind(action);
        streaks[side] = if kinds[side] == KINDS - 2 { streaks[side] + 1 } else { 0 };
    }
    for side in 0..2 {
        row.one_of(kinds[side], KINDS);
        row.up_to(streaks[side], STREAK);
    }
}

/// Attack, special, status, trap, a monster to the front, nothing that is known.
#[inline]
fn kind(action: Option<Action>) -> usize {
    match action {
        Some(action) if action.sent().is_some() => KINDS - 2,
        Some(action) if action.code() <= Action::TRAP.code() => usize::from(action.code()),
        _ => KINDS - 1,
    }
}

/// How many of theirs are hidden and who they may be; before the battle, what the scout tells.
#[inline]
fn hidden(view: View<'_>, row: &mut Row<'_>) {
    let missing = view.their_unseen();
    row.one_of(missing, UNSEEN);
    if missing == 0 {
        row.skip(MONSTERS + 1);
    } else {
        let (monsters, told) = Drafts::new(view).hidden(view.deck().len());
        row.put(u64::from(monsters), MONSTERS);
        row.flag(told);
    }
    match view.report().filter(|_| missing == TEAM) {
        None => row.skip(REPORT),
        Some(report) => {
            for number in report.elements {
                row.up_to(usize::from(number), TEAM);
            }
            for sum in report.styles {
                row.one_of(usize::from(sum) / 100, STYLE);
            }
        }
    }
}

/// The one in front, then the others in the order of the cards; before the battle all in that order.
#[inline]
fn in_order(side: &Side) -> [Fighter; TEAM] {
    let mut fighters = side.fighters;
    fighters[..=usize::from(side.active)].rotate_right(1);
    fighters
}

/// The other's monsters that have been seen and can fight, the one in front first. Its place is empty when it is out.
#[inline]
fn theirs(view: View<'_>) -> [Option<Fighter>; TEAM] {
    let mut fighters = [None; TEAM];
    let Some(front) = view.their_fighter() else { return fighters };
    fighters[0] = Some(front).filter(|fighter| fighter.hp > 0);
    let waiting = view.their_seen().filter(|fighter| fighter.monster != front.monster && fighter.hp > 0);
    for (place, fighter) in fighters[1..].iter_mut().zip(waiting) {
        *place = Some(fighter);
    }
    fighters
}

#[inline]
fn fighter(deck: &Deck, fighter: Option<Fighter>, row: &mut Row<'_>) {
    let Some(fighter) = fighter else {
        row.skip(FIGHTER);
        return;
    };
    let monster = deck.monster(fighter.monster);
    row.flag(true);
    row.one_of(usize::from(fighter.monster), MONSTERS);
    row.one_of(monster.element.index(), ELEMENTS);
    row.up_to(steps::share(fighter.hp, monster.hp, HEALTH), HEALTH);
    row.flag(fighter.poisoned);
    for stat in monster.stats() {
        row.one_of(usize::from(stat) / 50, STAT);
    }
}

/// The two in front: the duel, what each hit takes of the HP that are left, the elements.
#[inline]
fn front(deck: &Deck, mine: Fighter, theirs: Fighter, row: &mut Row<'_>) {
    let duel = Duel::new(deck, mine, theirs);
    row.one_of(steps::hits(duel.needs), HITS);
    row.one_of(steps::hits(duel.suffers), HITS);
    row.one_of(steps::speed(&duel), SPEEDS);
    row.up_to(steps::margin(duel.margin, MARGIN), MARGIN);
    for (one, other) in [(mine, theirs), (theirs, mine)] {
        row.up_to(steps::share(deck.attack(one.monster, other.monster), other.hp, BLOWS), BLOWS);
        row.up_to(steps::share(deck.special(one.monster, other.monster), other.hp, BLOWS), BLOWS);
        // None, less, even, up to twice, more.
        let sign = match deck.multiplier(one.monster, other.monster) {
            0.0 => 0,
            less if less < 1.0 => 1,
            1.0 => 2,
            more if more <= 2.0 => 3,
            _ => 4,
        };
        row.one_of(sign, SIGNS);
    }
}
