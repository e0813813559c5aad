use std::fmt;

use kirifuda_play::{Seat, Turn};

use super::summon::hidden_cost;
use super::{Action, Battle, Deck, DeckType, Fighter, Monsters, Phase, Rules, Side, TEAM, Team, Teams};

/// What one seat may know: its own side, what of the other has been in front, and what was done where all could see.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Monsters,
    seat: Seat,
}

impl<'a> View<'a> {
    pub(super) fn new(game: &'a Monsters, seat: Seat) -> View<'a> {
        View { game, seat }
    }

    /// Whose eyes.
    #[inline]
    pub fn seat(self) -> Seat {
        self.seat
    }

    /// The rules in force.
    #[inline]
    pub fn rules(self) -> &'a Rules {
        &self.game.rules
    }

    /// The cards in force.
    #[inline]
    pub fn deck(self) -> &'static Deck {
        self.game.rules.cards
    }

    /// What is going on.
    #[inline]
    pub fn phase(self) -> Phase {
        self.game.phase
    }

    /// Whose move it is.
    pub fn turn(self) -> Turn {
        kirifuda_play::Game::turn(self.game)
    }

    /// Turns played.
    #[inline]
    pub fn turns(self) -> u8 {
        self.game.battle.turn
    }

    /// The three monsters that this seat was dealt.
    #[inline]
    pub fn draft(self) -> Team {
        self.game.dealt.drafts[self.seat.index()]
    }

    /// What kind of a draft the other was dealt, where the rules tell.
    pub fn report(self) -> Option<DeckType> {
        let rules = &self.game.rules;
        let told = rules.scout && rules.teams == Teams::Choose;
        told.then(|| rules.cards.deck_type(self.game.dealt.drafts[self.other()]))
    }

    /// The monsters that this seat has picked so far; the whole team later.
    pub fn picked(self) -> impl ExactSizeIterator<Item = u8> + 'a {
        let picked = usize::from(self.game.picks[self.seat.index()]);
        self.own().fighters[..picked].iter().map(|fighter| fighter.monster)
    }

    /// The team of this seat, once it is complete.
    pub fn team(self) -> Option<Team> {
        self.game.team(self.seat.index())
    }

    /// This seat's side. Nobody is really in front before the battle begins.
    #[inline]
    pub fn own(self) -> &'a Side {
        &self.game.battle.sides[self.seat.index()]
    }

    /// The trap of this seat is in force in the turn to come.
    #[inline]
    pub fn own_trap_in_force(self) -> bool {
        self.game.battle.trap_in_force(self.seat.index())
    }

    /// The other's monster in front; nobody before the battle begins.
    #[inline]
    pub fn their_fighter(self) -> Option<Fighter> {
        let shown = self.game.shown[self.other()] != 0;
        shown.then(|| self.theirs().fighter())
    }

    /// The other's monsters that have been in front, as they were last seen, in the order of the cards.
    pub fn their_seen(self) -> impl Iterator<Item = Fighter> + 'a {
        let shown = self.game.shown[self.other()];
        let slots = (0..TEAM).filter(move |slot| shown >> slot & 1 == 1);
        slots.map(move |slot| self.theirs().fighters[slot])
    }

    /// How many of the other's monsters have never been in front. They are as fresh as at the start.
    #[inline]
    pub fn their_unseen(self) -> usize {
        TEAM - self.game.shown[self.other()].count_ones() as usize
    }

    /// How many of the other's monsters can still fight.
    #[inline]
    pub fn their_alive(self) -> usize {
        self.their_unseen() + self.their_seen().filter(|fighter| fighter.hp > 0).count()
    }

    /// The other has used the status attack.
    #[inline]
    pub fn their_status_used(self) -> bool {
        self.theirs().status_used
    }

    /// The lands of the other; they count only where monsters need them.
    #[inline]
    pub fn their_lands(self) -> u8 {
        self.theirs().lands
    }

    /// What the other's monsters that have never been in front cost at least, by what came without the lands that it
    /// needs: that was the cheapest. 0 where nothing is known, and where monsters need no lands.
    pub fn their_hidden_cost(self) -> u8 {
        let theirs = self.acts().filter(|(seat, _)| *seat != self.seat);
        hidden_cost(&self.game.rules, theirs.filter_map(|(_, action)| action))
    }

    /// The other has set the trap. Never, as far as is known, when traps are invisible.
    #[inline]
    pub fn their_trap_used(self) -> bool {
        self.game.rules.trap_visible && self.theirs().trap_used
    }

    /// The other's trap is in force in the turn to come. Never, as far as is known, when traps are invisible.
    #[inline]
    pub fn their_trap_in_force(self) -> bool {
        self.game.rules.trap_visible && self.game.battle.trap_in_force(self.other())
    }

    /// Every choice so far; nothing where it is hidden from this seat: what the other has just chosen for this turn,
    /// what it picked, what was lost with the monster that should have done it, and the trap when it is invisible.
    pub fn acts(self) -> impl ExactSizeIterator<Item = (Seat, Option<Action>)> + 'a {
        let game = self.game;
        let last = usize::from(game.story.count);
        game.story.moves().enumerate().map(move |(number, (seat, action, lost))| {
            let is_pick = matches!(action.kind(), super::Kind::Pick(_));
            let pending = game.mover == 1 && seat == Seat(0) && number + 1 == last;
            let unseen_trap = action == Action::TRAP && !game.rules.trap_visible;
            let hidden = seat != self.seat && (is_pick || pending || lost || unseen_trap);
            (seat, (!hidden).then_some(action))
        })
    }

    /// The battle as far as it is known, with these monsters as the other's unseen ones: side 0 is this seat, side 1 the
    /// other. Monsters beyond those that are missing are ignored.
    pub fn battle(self, unseen: [u8; 2]) -> Battle {
        let (theirs, shown) = (self.theirs(), self.game.shown[self.other()]);
        let mut side = Side { trap_used: self.their_trap_used(), ..*theirs };
        if !self.game.rules.trap_visible {
            side.trap_until = 0;
        }
        let mut filled = 0;
        for slot in (0..TEAM).filter(|slot| shown >> slot & 1 == 1) {
            side.fighters[filled] = theirs.fighters[slot];
            if slot == usize::from(theirs.active) {
                side.active = filled as u8;
            }
            filled += 1;
        }
        for (place, monster) in side.fighters[filled..].iter_mut().zip(unseen) {
            *place = Fighter { monster, poisoned: false, hp: self.deck().monster(monster).hp };
        }
        Battle { sides: [*self.own(), side], turn: self.turns() }
    }

    /// The seat that has won, at the end.
    pub fn winner(self) -> Option<Seat> {
        (self.phase() == Phase::Over).then_some(Seat(self.game.winner))
    }

    /// The battle was decided by the cap of turns.
    pub fn capped(self) -> bool {
        self.game.capped
    }

    /// The whole game, hidden monsters included: for imagination, which replaces them.
    pub(super) fn game(self) -> &'a Monsters {
        self.game
    }

    #[inline]
    fn other(self) -> usize {
        1 - self.seat.index()
    }

    #[inline]
    fn theirs(self) -> &'a Side {
        &self.game.battle.sides[self.other()]
    }
}

/// Shows what the view shows; hidden monsters stay hidden in messages, too.
impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut view = f.debug_struct("View");
        view.field("seat", &self.seat).field("phase", &self.phase()).field("turns", &self.turns());
        view.field("own", self.own()).field("their_seen", &self.their_seen().collect::<Vec<_>>());
        view.field("their_status_used", &self.their_status_used()).field("their_trap_used", &self.their_trap_used());
        view.finish_non_exhaustive()
    }
}
