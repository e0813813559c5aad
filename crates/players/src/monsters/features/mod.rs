use kirifuda_games::monsters::{Action, Battle, Monsters, Phase, View};
use kirifuda_learn::softmax::{Features, Sparse};
use kirifuda_play::{Game, Seat};

pub(super) mod duel;
mod outlook;
mod state;
mod team;

use outlook::Outlook;
use state::{BLOW, Blow, LOST, Margins, STATE, State, WON, describe, struck};
use team::{PICKS, picks};

/// What the softmax policy sees of Monsters.
///
/// A move is described by the battle that it leads to: the next turn is played in every battle that fits what has been
/// seen, against what each of the rule players would do there, and the descriptions of what comes out are averaged.
/// Numbers are shares of HP, hits to a knock-out, multipliers and counts, never a monster as such (but for picks), so
/// that they mean the same with other cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct PolicyFeatures;

/// Moves that a position of a battle has at most: four, and two switches.
const CHOICES: usize = 6;
/// Attack, special, status, trap, switch, lead, replacement.
const KINDS: usize = 7;
const LEAD: usize = 5;
const REPLACEMENT: usize = 6;
/// Own switches in a row just before: 0, 1, 2, 3 and more.
const STREAKS: usize = 4;
/// What a kind of move is crossed with: how late it is (two numbers), and how long this seat has been switching.
const CROSSED: usize = 3;
const FIRST_STATE: usize = KINDS * (STREAKS + CROSSED);
const FIRST_BLOW: usize = FIRST_STATE + STATE;
const FIRST_PICK: usize = FIRST_BLOW + BLOW;
const MOVES: usize = FIRST_PICK + PICKS;
/// The state, and whether teams are being picked, leads chosen, or a replacement.
const POSITIONS: usize = STATE + 3;

impl Features<Monsters> for PolicyFeatures {
    fn layout(&self) -> &'static str {
        "monsters/policy"
    }
    fn moves(&self) -> usize {
        MOVES
    }
    fn positions(&self) -> usize {
        POSITIONS
    }

    fn extract(&self, view: View<'_>, legal: &[Action], out: &mut Sparse) {
        if view.phase() == Phase::Team {
            out.position(STATE as u32, 1.0);
            picks(view, legal, |block, place| FIRST_PICK as u32 + block.at(place), out);
            return;
        }
        let outlook = Outlook::new(view);
        let share = 1.0 / outlook.worlds().len().max(1) as f32;
        let mut states = [[0.0; STATE]; CHOICES];
        let mut blows = [[0.0; BLOW]; CHOICES];
        let mut now = [0.0; STATE];
        for battle in outlook.worlds() {
            let margins = Margins::new(outlook.deck, battle);
            describe(&outlook, &margins, battle, share, &mut now);
            match view.phase() {
                Phase::Battle => {
                    after_turn(&outlook, &margins, battle, legal, share, &mut states);
                    after_blow(&outlook, battle, legal, share, &mut blows);
                }
                _ => after_sending(&outlook, &margins, battle, legal, share, &mut states),
            }
        }
        put(&now, |place, value| out.position(place as u32, value));
        match view.phase() {
            Phase::Lead => out.position(STATE as u32 + 1, 1.0),
            Phase::Replace => out.position(STATE as u32 + 2, 1.0),
            _ => {}
        }
        let streak = streak(view);
        let used = f32::from(view.turns()) / f32::from(view.rules().cap.max(1));
        // The longer two players chase each other from monster to monster, the more it takes to go on with it.
        let crossed = [used, (used - 0.5).max(0.0) * 2.0, streak.min(20) as f32 / 4.0];
        for ((&action, state), blow) in legal.iter().zip(&states).zip(&blows) {
            out.next_move();
            let kind = kind(view.phase(), action);
            out.add((kind * STREAKS + streak.min(STREAKS - 1)) as u32);
            for (place, &value) in crossed.iter().enumerate() {
                out.add_value((KINDS * STREAKS + kind * CROSSED + place) as u32, value);
            }
            put(state, |place, value| out.add_value((FIRST_STATE + place) as u32, value));
            put(blow, |place, value| out.add_value((FIRST_BLOW + place) as u32, value));
        }
    }

    /// A battle that the cap decides is lost for both.
    fn reward(&self, game: &Monsters, seat: Seat) -> f32 {
        if game.view(seat).capped() { 0.0 } else { game.payoff(seat) }
    }
}

/// The turn with each of these moves, against each reply that is foreseen.
fn after_turn(
    outlook: &Outlook<'_>,
    margins: &Margins<'_>,
    battle: &Battle,
    legal: &[Action],
    share: f32,
    states: &mut [State; CHOICES],
) {
    outlook.replies(battle, |reply, chance| {
        for (&action, state) in legal.iter().zip(&mut *states) {
            let coins: &[bool] = if outlook.is_tied(battle, action, reply) { &[false, true] } else { &[false] };
            let weight = share * chance / coins.len() as f32;
            for &coin in coins {
                let mut after = *battle;
                match outlook.turn(&mut after, action, reply, coin) {
                    Some(0) => state[WON] += weight,
                    Some(_) => state[LOST] += weight,
                    None => describe(outlook, margins, &after, weight, state),
                }
            }
        }
    });
}

/// The turn with each of these moves, against the hardest hit that the other has: not everybody plays by the rules.
fn after_blow(outlook: &Outlook<'_>, battle: &Battle, legal: &[Action], share: f32, blows: &mut [Blow; CHOICES]) {
    let reply = outlook.hardest_hit(battle);
    for (&action, blow) in legal.iter().zip(blows) {
        let mut after = *battle;
        let won = outlook.turn(&mut after, action, reply, true);
        struck(outlook, battle, &after, won, share, blow);
    }
}

/// The battle with each of these monsters in front.
fn after_sending(
    outlook: &Outlook<'_>,
    margins: &Margins<'_>,
    battle: &Battle,
    legal: &[Action],
    share: f32,
    states: &mut [State; CHOICES],
) {
    let mut answered = *battle;
    if answered.sides[1].fighter().hp == 0 {
        outlook.replace_theirs(&mut answered);
    }
    for (action, state) in legal.iter().zip(states) {
        let mut after = answered;
        if let Some(monster) = action.sent() {
            after.replace(0, monster);
        }
        describe(outlook, margins, &after, share, state);
    }
}

fn put(state: &[f32], mut add: impl FnMut(usize, f32)) {
    for (place, &value) in state.iter().enumerate().filter(|(_, value)| **value != 0.0) {
        add(place, value);
    }
}

fn kind(phase: Phase, action: Action) -> usize {
    match phase {
        Phase::Lead => LEAD,
        Phase::Replace => REPLACEMENT,
        _ => usize::from(action.code()).min(4),
    }
}

/// How often this seat has switched in a row, up to now.
fn streak(view: View<'_>) -> usize {
    let mut streak = 0;
    for (_, action) in view.acts().filter(|(seat, _)| *seat == view.seat()) {
        streak = if action.is_some_and(|action| action.sent().is_some()) { streak + 1 } else { 0 };
    }
    streak
}
