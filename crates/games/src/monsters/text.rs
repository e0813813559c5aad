use std::fmt::Write as _;

use kirifuda_play::{Act, Actions, Fact, Game as _, Numbered as _, Phrase, Seat, Seen, Text, Turn, suggest};

use super::summon::hidden_cost;
use super::{
    Action, Dealt, Deck, DeckType, Element, Fighter, Kind, Monsters, Phase, Rules, Summon, TEAM, Team, Teams, View,
};

/// Under what names the facts of a game travel.
const TURN: &str = "turn";
const COINS: &str = "coins";
const FRONT: &str = "front";
const SEEN: [&str; 2] = ["seen0", "seen1"];
const USED: [&str; 2] = ["used0", "used1"];
const TRAP: [&str; 2] = ["trap0", "trap1"];
const LANDS: [&str; 2] = ["lands0", "lands1"];
const WINNER: &str = "winner";
const DECIDED: &str = "decided";
const DRAFT: &str = "draft";
const REPORT: &str = "report";
const OWN_TRAP: &str = "own-trap";

/// What the numbers of a report are called after those of the elements.
const STYLES: [&str; 5] = ["speed", "hp", "attack", "special", "defence"];
/// The moves that name no monster.
const MOVES: [(&str, Action); 5] = [
    ("attack", Action::ATTACK),
    ("special", Action::SPECIAL),
    ("status", Action::STATUS),
    ("trap", Action::TRAP),
    ("land", Action::LAND),
];
const SEND: &str = "send:";
const PICK: &str = "pick:";

impl Text for Monsters {
    /// `attack`, `special`, `status`, `trap`, `land`, `send:Emberfox`, `pick:Emberfox`.
    fn show_action(rules: &Rules, action: Action) -> String {
        match action.kind() {
            Kind::Send(monster) => format!("{SEND}{}", name(rules.cards, monster)),
            Kind::Pick(monster) => format!("{PICK}{}", name(rules.cards, monster)),
            _ => {
                MOVES.iter().find(|(_, known)| *known == action).map_or_else(String::new, |(word, _)| word.to_string())
            }
        }
    }

    fn read_action(rules: &Rules, text: &str) -> Result<Action, String> {
        let text = text.trim();
        if let Some(monster) = text.strip_prefix(SEND) {
            return read_monster(rules.cards, monster).map(Action::send);
        }
        if let Some(monster) = text.strip_prefix(PICK) {
            return read_monster(rules.cards, monster).map(Action::pick);
        }
        let moves = MOVES.iter().filter(|(_, action)| Monsters::exists(rules, *action)).map(|(word, _)| *word);
        let words = moves.chain(["send:NAME", "pick:NAME"]);
        MOVES
            .iter()
            .find(|(word, _)| *word == text)
            .map(|(_, action)| *action)
            .ok_or_else(|| format!("`{text}` is not an action{}", suggest::remedy(text, words)))
    }

    /// `Emberfox Magmaul Tidelord; Rapidfin Sparkwing Wardowl; 0123456789abcdef0123456789abcdef`: the drafts, then the
    /// coins as a hexadecimal number, the coin of the first turn in its lowest bit.
    fn show_deal(&self) -> String {
        let [first, second] = self.dealt.drafts.map(|draft| names(self.rules.cards, draft.0).join(" "));
        format!("{first}; {second}; {:032x}", self.dealt.coins)
    }

    fn read_deal(rules: &Rules, text: &str) -> Result<Monsters, String> {
        let parts: Vec<&str> = text.split(';').map(str::trim).collect();
        let [first, second, coins] = parts.as_slice() else {
            return Err("a deal is: three monsters for seat 0; three for seat 1; the coins".to_string());
        };
        let draft = |seat: usize, text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            read_team(rules.cards, &words).map_err(|why| format!("the draft of seat {seat}: {why}"))
        };
        let drafts = [draft(0, first)?, draft(1, second)?];
        let digits = coins.len() <= 32 && coins.bytes().all(|digit| digit.is_ascii_hexdigit());
        let coins = u128::from_str_radix(coins, 16).ok().filter(|_| digits);
        let coins = coins.ok_or("the coins are a hexadecimal number of at most 32 digits")?;
        Ok(Monsters::started(rules, Dealt { drafts, coins }))
    }

    /// The story so far, then how both sides stand.
    fn why_not(&self, action: Action) -> Option<Phrase> {
        self.forbids(action).map(|why| self.say(why))
    }

    /// In battle every move and every monster of the team.
    fn tries(&self) -> Vec<Action> {
        if !matches!(self.phase, Phase::Battle | Phase::Replace) {
            return Vec::new();
        }
        let team =
            self.battle.sides[usize::from(self.mover)].fighters.iter().map(|fighter| Action::send(fighter.monster));
        let moves = MOVES.iter().map(|(_, action)| *action).filter(|action| Monsters::exists(&self.rules, *action));
        moves.chain(team).collect()
    }

    fn picture(&self) -> String {
        let mut text = self.story();
        let deck = self.rules.cards;
        for (seat, side) in self.battle.sides.iter().enumerate() {
            let mark = if self.turn() == Turn::Seat(Seat(seat as u8)) { '>' } else { ' ' };
            let _ = write!(text, "{mark}seat {seat}:");
            for (slot, fighter) in side.fighters[..usize::from(self.picks[seat])].iter().enumerate() {
                let shown = self.shown[seat] >> slot & 1 == 1;
                let place = match (shown, slot == usize::from(side.active)) {
                    (true, true) => "*",
                    (true, false) => "",
                    (false, _) => "?",
                };
                let _ = write!(text, " {place}{}", standing(deck, *fighter));
            }
            for (used, word) in [(side.status_used, "status used"), (side.trap_used, "trap used")] {
                let _ = write!(text, "{}", if used { format!(", {word}") } else { String::new() });
            }
            let turns = side.trap_until.saturating_sub(self.battle.turn);
            if turns > 0 {
                let _ = write!(text, " (in force for {turns} more)");
            }
            if self.rules.summon == Summon::Lands {
                let _ = write!(text, ", lands: {}", side.lands);
            }
            text.push('\n');
        }
        if self.mover == 1 && matches!(self.phase, Phase::Lead | Phase::Battle | Phase::Replace) {
            let waiting = self.phase != Phase::Replace || self.needed[0];
            if waiting {
                let _ = writeln!(text, "seat 0 has chosen {}", Monsters::show_action(&self.rules, self.pending));
            }
        }
        text
    }

    fn seen(view: View<'_>) -> Seen {
        let (game, me) = (view.game(), view.seat().index());
        let (rules, deck) = (view.rules(), view.deck());
        let mut public = vec![Fact::new(TURN, [view.turns()]), Fact::new(COINS, tosses(game))];
        if game.shown != [0; 2] {
            public.push(Fact::new(FRONT, game.battle.sides.map(|side| name(deck, side.fighter().monster))));
            for (seat, side) in game.battle.sides.iter().enumerate() {
                let seen = (0..TEAM).filter(|slot| game.shown[seat] >> slot & 1 == 1);
                public.push(Fact::new(SEEN[seat], seen.map(|slot| standing(deck, side.fighters[slot]))));
                let trap = side.trap_used && rules.trap_visible;
                let used = [(side.status_used, "status"), (trap, "trap")];
                public.push(Fact::new(USED[seat], used.into_iter().filter(|(used, _)| *used).map(|(_, word)| word)));
                if trap {
                    public.push(Fact::new(TRAP[seat], [side.trap_until.saturating_sub(view.turns())]));
                }
                if rules.summon == Summon::Lands {
                    public.push(Fact::new(LANDS[seat], [side.lands]));
                }
            }
        }
        if let Some(winner) = view.winner() {
            public.push(Fact::new(WINNER, [winner]));
            public.push(Fact::new(DECIDED, [if view.capped() { "health" } else { "knock-out" }]));
        }
        let mut private = vec![Fact::new(DRAFT, names(deck, view.draft().0))];
        private.extend(view.report().map(|kind| Fact::new(REPORT, show_report(kind))));
        if !rules.trap_visible && view.own().trap_used {
            private.push(Fact::new(OWN_TRAP, [view.own().trap_until.saturating_sub(view.turns())]));
        }
        let show = |(seat, action): (Seat, Option<Action>)| Act {
            seat,
            action: action.map(|action| Monsters::show_action(rules, action)),
        };
        let picked = usize::from(game.picks[me]);
        let hand = view.own().fighters[..picked].iter().map(|fighter| standing(deck, *fighter)).collect();
        Seen { seat: view.seat(), hand, public, private, history: view.acts().map(show).collect() }
    }

    fn reconstruct(rules: &Rules, seen: &Seen) -> Result<Monsters, String> {
        let plan = Plan::new(rules, seen)?;
        let mut refused = None;
        // An unseen trap was set with one of the hidden choices, or with none; a level end is decided by the last coin.
        let hidden = (0..seen.history.len()).filter(|&place| seen.history[place].action.is_none());
        let traps = hidden.map(Some).filter(|_| rules.trap && !rules.trap_visible);
        for trap in traps.chain([None]) {
            for last_coin in [false, true] {
                match plan.play(trap, last_coin) {
                    Ok(game) if Monsters::seen(game.view(seen.seat)) == *seen => return Ok(game),
                    Ok(game) => {
                        refused = refused.or_else(|| Some(difference(&Monsters::seen(game.view(seen.seat)), seen)))
                    }
                    Err(why) => refused = Some(why),
                }
            }
        }
        Err(refused.unwrap_or_else(|| "no game agrees with what the seat says it has seen".to_string()))
    }
}

/// A game to be rebuilt from what a seat has seen.
struct Plan<'a> {
    rules: &'a Rules,
    seen: &'a Seen,
    drafts: [Team; 2],
    /// The other's team: what has been in front, filled up with any.
    theirs: Team,
    /// Who went first in turns with equally fast monsters.
    tosses: Vec<bool>,
}

impl<'a> Plan<'a> {
    fn new(rules: &'a Rules, seen: &'a Seen) -> Result<Plan<'a>, String> {
        let me = seen.seat.index();
        if me > 1 {
            return Err(format!("there is no seat {}: seats are 0 and 1", seen.seat));
        }
        let deck = rules.cards;
        let words: Vec<&str> = seen.fact(DRAFT)?.iter().map(String::as_str).collect();
        let mine = read_team(deck, &words).map_err(|why| format!("the fact `{DRAFT}`: {why}"))?;
        let shown = match seen.public.iter().find(|fact| fact.name == SEEN[1 - me]) {
            None => Vec::new(),
            Some(fact) => {
                let read = |value: &String| read_monster(deck, value.split_whitespace().next().unwrap_or_default());
                fact.values.iter().map(read).collect::<Result<Vec<u8>, _>>()?
            }
        };
        let acts = seen.history.iter().filter(|act| act.seat != seen.seat).filter_map(|act| act.action.as_deref());
        let least = hidden_cost(rules, acts.filter_map(|text| Monsters::read_action(rules, text).ok()));
        let theirs =
            fill_up(deck, &shown, least).ok_or_else(|| format!("the fact `{}` names no team", SEEN[1 - me]))?;
        let their_draft = match (rules.teams, rules.scout) {
            (Teams::Dealt, _) => theirs,
            (Teams::Choose, false) => deck.teams()[0],
            (Teams::Choose, true) => {
                let kind = read_report(seen.fact(REPORT)?)?;
                *deck.teams_of(kind).first().ok_or_else(|| format!("no team fits the fact `{REPORT}`"))?
            }
        };
        let toss = |value: &String| match value.as_str() {
            "0" => Ok(false),
            "1" => Ok(true),
            _ => Err(format!("the fact `{COINS}` lists seats, 0 or 1, not `{value}`")),
        };
        let tosses = seen.fact(COINS)?.iter().map(toss).collect::<Result<_, _>>()?;
        let drafts = if me == 0 { [mine, their_draft] } else { [their_draft, mine] };
        Ok(Plan { rules, seen, drafts, theirs, tosses })
    }

    /// Plays what was seen; where it is hidden, the trap at `trap` and something legal otherwise.
    fn play(&self, trap: Option<usize>, last_coin: bool) -> Result<Monsters, String> {
        let coins = u128::from(last_coin) << 127;
        let mut game = Monsters::started(self.rules, Dealt { drafts: self.drafts, coins });
        let mut tosses = self.tosses.iter();
        let mut legal = Actions::new();
        for (place, act) in self.seen.history.iter().enumerate() {
            let seat = act.seat;
            let move_of = format!("move {} of seat {seat}", place + 1);
            if game.turn() != Turn::Seat(seat) {
                return Err(format!("{move_of}: it is not its turn"));
            }
            game.legal(&mut legal);
            let action = match &act.action {
                Some(text) => Monsters::read_action(self.rules, text).map_err(|why| format!("{move_of}: {why}"))?,
                None if seat == self.seen.seat => return Err(format!("{move_of}: its own move is missing")),
                None if trap == Some(place) => Action::TRAP,
                None => match game.phase {
                    Phase::Team => Action::pick(self.theirs.0[usize::from(game.picks[seat.index()])]),
                    _ => legal[0],
                },
            };
            if !legal.contains(&action) {
                let text = Monsters::show_action(self.rules, action);
                let allowed: Vec<String> = legal.iter().map(|&a| Monsters::show_action(self.rules, a)).collect();
                return Err(format!("{move_of}: {text} is not legal there, but {}", allowed.join(" ")));
            }
            if game.phase == Phase::Battle && game.mover == 1 && game.is_tie([game.pending, action]) {
                let toss = tosses.next().ok_or_else(|| format!("the fact `{COINS}` is too short for {move_of}"))?;
                let coin = 1 << game.battle.turn;
                game.dealt.coins = game.dealt.coins & !coin | if *toss { coin } else { 0 };
            }
            game.play(action);
        }
        Ok(game)
    }
}

/// Who went first, or would have, in every turn in which the monsters in front were equally fast.
fn tosses(game: &Monsters) -> Vec<Seat> {
    let mut tosses = Vec::new();
    game.retell(|before, seat, action| {
        let turn = before.phase == Phase::Battle && seat == Seat(1);
        if turn && before.is_tie([before.pending, action]) {
            tosses.push(Seat((before.dealt.coins >> before.battle.turn & 1) as u8));
        }
    });
    tosses
}

/// What of the rebuilt game is not as it was seen.
fn difference(rebuilt: &Seen, seen: &Seen) -> String {
    let facts = |seen: &Seen| [seen.public.clone(), seen.private.clone()].concat();
    let (ours, theirs) = (facts(rebuilt), facts(seen));
    let wrong = theirs.iter().find(|fact| !ours.contains(fact)).or_else(|| ours.iter().find(|f| !theirs.contains(f)));
    match wrong {
        Some(fact) => format!("the fact `{}` does not agree with the moves", fact.name),
        None if rebuilt.hand != seen.hand => "the hand does not agree with the moves".to_string(),
        None => "the facts and moves do not agree with each other".to_string(),
    }
}

fn name(deck: &Deck, monster: u8) -> &str {
    &deck.monster(monster).name
}

fn names(deck: &Deck, monsters: [u8; TEAM]) -> [&str; TEAM] {
    monsters.map(|monster| name(deck, monster))
}

/// `Emberfox 120/305 poisoned`.
fn standing(deck: &Deck, fighter: Fighter) -> String {
    let card = deck.monster(fighter.monster);
    format!("{} {}/{}{}", card.name, fighter.hp, card.hp, if fighter.poisoned { " poisoned" } else { "" })
}

fn read_monster(deck: &Deck, text: &str) -> Result<u8, String> {
    deck.find(text).ok_or_else(|| {
        let known = deck.monsters().iter().map(|monster| monster.name.as_str());
        format!("there is no monster `{text}`{}", suggest::remedy(text, known))
    })
}

fn read_team(deck: &Deck, words: &[&str]) -> Result<Team, String> {
    let [a, b, c] = words else {
        return Err(format!("it has {} monsters instead of {TEAM}", words.len()));
    };
    let team = Team::new([read_monster(deck, a)?, read_monster(deck, b)?, read_monster(deck, c)?]);
    team.ok_or_else(|| "a monster is there twice".to_string())
}

/// A team with these monsters and others that cost at least so much; none when they are too many or one is there twice.
fn fill_up(deck: &Deck, monsters: &[u8], least: u8) -> Option<Team> {
    let fits = |monster: &u8| monsters.contains(monster) || deck.monster(*monster).cost >= least;
    deck.teams()
        .iter()
        .copied()
        .find(|team| monsters.iter().all(|&monster| team.contains(monster)) && team.0.iter().all(fits))
        .filter(|team| monsters.len() == team.0.iter().filter(|monster| monsters.contains(monster)).count())
}

fn show_report(kind: DeckType) -> Vec<String> {
    let elements = Element::ALL.iter().zip(kind.elements).map(|(element, count)| format!("{element}={count}"));
    elements.chain(STYLES.iter().zip(kind.styles).map(|(style, sum)| format!("{style}={sum}"))).collect()
}

fn read_report(values: &[String]) -> Result<DeckType, String> {
    let number = |name: &str| -> Result<u16, String> {
        let found = values.iter().find_map(|value| value.strip_prefix(name)?.strip_prefix('='));
        found
            .and_then(|text| text.parse().ok())
            .ok_or_else(|| format!("the fact `{REPORT}` has no number for `{name}`"))
    };
    let mut kind = DeckType { elements: [0; 5], styles: [0; 5] };
    for (place, element) in kind.elements.iter_mut().zip(Element::ALL) {
        *place = u8::try_from(number(element.name())?).map_err(|_| format!("the fact `{REPORT}` counts too many"))?;
    }
    for (place, style) in kind.styles.iter_mut().zip(STYLES) {
        *place = number(style)?;
    }
    Ok(kind)
}
