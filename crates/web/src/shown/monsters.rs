use kirifuda_games::monsters::{Action, Deck, Element, Event, Fighter, Kind, Monsters, Phase, Side, Sight, TEAM, View};
use kirifuda_play::Text;

use super::{Shown, no_series};
use crate::picture::Place;
use crate::wire::{
    Affinity, Board, MonsterCard, MonsterInTeam, MonsterOption, MonstersBoard, NamedFact, SideBoard, Stats, StoryEvent,
};

/// What happened longer ago is history.
const STORY: usize = 60;

impl Shown for Monsters {
    no_series!();
    const WORDS: &'static str = "battles won";
    const UNIT: &'static str = "chance to win";

    fn phase(view: View<'_>) -> &'static str {
        match view.phase() {
            Phase::Team => "team",
            Phase::Lead | Phase::Battle => "battle",
            Phase::Replace => "replace",
            Phase::Over => "over",
        }
    }

    fn board(view: View<'_>, legal: &[Action]) -> Board {
        let me = view.seat().index();
        let mut sides = vec![own_side(view), their_side(view)];
        sides.sort_by_key(|side| side.seat);
        let mut board = MonstersBoard {
            sides,
            options: legal.iter().map(|&action| option(view, action)).collect(),
            ..scene(view, view.sights(), Some(me))
        };
        if view.phase() == Phase::Team {
            let deck = view.deck();
            board.picked = view.picked().map(|monster| deck.monster(monster).name.clone()).collect();
            board.draft = view.draft().0.iter().map(|&monster| deck.monster(monster).name.clone()).collect();
            board.report = view.report().map_or_else(Vec::new, |kind| {
                let counts = Element::ALL.iter().zip(kind.elements);
                counts
                    .map(|(element, count)| NamedFact {
                        name: element.name().to_string(),
                        values: vec![count.to_string()],
                    })
                    .collect()
            });
        }
        Board::Monsters(board)
    }

    fn place(view: View<'_>, action: Action) -> Option<Place> {
        let name = |monster: u8| (usize::from(monster), view.deck().monster(monster).name.clone());
        let only = || (0, String::new());
        match action.kind() {
            Kind::Pick(monster) => Some(Place { panel: "Picking", row: only(), column: name(monster) }),
            Kind::Attack | Kind::Special | Kind::Status | Kind::Trap => {
                let words = ["attack", "special attack", "status attack", "trap"];
                let code = usize::from(action.code());
                let row = name(view.own().fighter().monster);
                Some(Place { panel: "Fighting", row, column: (code, words[code].to_string()) })
            }
            Kind::Send(_) => None,
        }
    }

    fn public_board(views: &[View<'_>]) -> Board {
        // Each side as the other sees it; and only what both have seen happen.
        let other = views[1].sights();
        let common = views[0].sights().into_iter().filter(|sight| other.contains(sight)).collect();
        let sides = vec![their_side(views[1]), their_side(views[0])];
        Board::Monsters(MonstersBoard { sides, ..scene(views[0], common, None) })
    }

    fn open_board(views: &[View<'_>]) -> Board {
        let sides = vec![own_side(views[0]), own_side(views[1])];
        Board::Monsters(MonstersBoard { sides, ..scene(views[0], views[0].sights(), None) })
    }
}

/// What is the same for all eyes, and what was seen.
fn scene(view: View<'_>, sights: Vec<Sight>, me: Option<usize>) -> MonstersBoard {
    let deck = view.deck();
    let recent = &sights[sights.len().saturating_sub(STORY)..];
    let affinity =
        Element::ALL.map(|attacker| Element::ALL.map(|defender| deck.chart(attacker, defender)).to_vec()).to_vec();
    let events: Vec<StoryEvent> = recent.iter().map(|&sight| event(deck, sight)).collect();
    MonstersBoard {
        sides: Vec::new(),
        turn_number: view.turns() + 1,
        cap: view.rules().cap,
        story: events.iter().map(|event| sentence(event, me)).collect(),
        events,
        options: Vec::new(),
        chart: Affinity { elements: Element::ALL.map(Element::name).to_vec(), affinity },
        catalog: catalog(deck),
        picked: Vec::new(),
        draft: Vec::new(),
        report: Vec::new(),
    }
}

fn own_side(view: View<'_>) -> SideBoard {
    let (side, deck): (&Side, &Deck) = (view.own(), view.deck());
    let picked = view.picked().len();
    let begun = !matches!(view.phase(), Phase::Team | Phase::Lead);
    SideBoard {
        seat: view.seat().index(),
        team: side.fighters[..picked].iter().map(|fighter| known(deck, *fighter)).collect(),
        active: begun.then_some(usize::from(side.active)),
        trap: Some(view.own_trap_in_force()),
        status_used: side.status_used,
        trap_used: side.trap_used,
        score: side.fighters[..picked].iter().filter(|fighter| fighter.hp > 0).count(),
    }
}

/// The other side as the view's seat knows it.
fn their_side(view: View<'_>) -> SideBoard {
    let deck = view.deck();
    let front = view.their_fighter();
    let seen: Vec<Fighter> = view.their_seen().collect();
    let active = front.and_then(|front| seen.iter().position(|fighter| fighter.monster == front.monster));
    let mut team: Vec<MonsterInTeam> = seen.iter().map(|fighter| known(deck, *fighter)).collect();
    if view.phase() != Phase::Team {
        team.extend((team.len()..TEAM).map(|_| unknown()));
    }
    SideBoard {
        seat: 1 - view.seat().index(),
        team,
        active,
        trap: view.rules().trap_visible.then(|| view.their_trap_in_force()),
        status_used: view.their_status_used(),
        trap_used: view.their_trap_used(),
        score: view.their_alive(),
    }
}

fn known(deck: &Deck, fighter: Fighter) -> MonsterInTeam {
    let card = deck.monster(fighter.monster);
    MonsterInTeam {
        name: card.name.clone(),
        kind: card.name.to_lowercase(),
        element: card.element.name(),
        hp: fighter.hp,
        max: card.hp,
        known: true,
        status: if fighter.poisoned { vec!["poisoned"] } else { Vec::new() },
        alive: fighter.hp > 0,
    }
}

fn unknown() -> MonsterInTeam {
    MonsterInTeam {
        name: String::new(),
        kind: String::new(),
        element: "",
        hp: 0,
        max: 0,
        known: false,
        status: Vec::new(),
        alive: true,
    }
}

fn catalog(deck: &Deck) -> Vec<MonsterCard> {
    let card = |monster: &kirifuda_games::monsters::Monster| MonsterCard {
        name: monster.name.clone(),
        element: monster.element.name(),
        stats: Stats {
            hp: monster.hp,
            attack: monster.attack,
            defence: monster.defence,
            special_attack: monster.special_attack,
            special_defence: monster.special_defence,
            speed: monster.speed,
        },
    };
    deck.monsters().iter().map(card).collect()
}

/// A choice in words, and what it would do as far as the seat can know.
fn option(view: View<'_>, action: Action) -> MonsterOption {
    let deck = view.deck();
    let (front, target) = (view.own().fighter().monster, view.their_fighter().map(|fighter| fighter.monster));
    let name = |monster: u8| deck.monster(monster).name.clone();
    let hit = |damage: fn(&Deck, u8, u8) -> u16| target.map(|target| damage(deck, front, target));
    let damage_words = |damage: Option<u16>| match (damage, target) {
        (Some(damage), Some(target)) => format!("{damage} damage to {}", name(target)),
        _ => String::new(),
    };
    let option = |kind, label: String, detail: String| MonsterOption {
        action: Monsters::show_action(view.rules(), action),
        kind,
        label,
        detail,
        damage: None,
        multiplier: None,
    };
    match action.kind() {
        Kind::Attack => {
            let damage = hit(Deck::attack);
            MonsterOption { damage, ..option("attack", "Attack".to_string(), damage_words(damage)) }
        }
        Kind::Special => {
            let damage = hit(Deck::special);
            let multiplier = target.map(|target| deck.multiplier(front, target));
            MonsterOption {
                damage,
                multiplier,
                ..option("special", "Special attack".to_string(), damage_words(damage))
            }
        }
        Kind::Status => {
            let lost = target.map(|target| format!("{} loses {} whenever it acts", name(target), deck.poison(target)));
            option("status", "Poison".to_string(), lost.unwrap_or_default())
        }
        Kind::Trap => {
            let detail = format!("turns a status attack back, for {} turns", deck.trap_turns());
            option("trap", "Trap".to_string(), detail)
        }
        Kind::Send(monster) => {
            let kind = match view.phase() {
                Phase::Lead => "lead",
                Phase::Replace => "replace",
                _ => "switch",
            };
            let fighter = view.own().fighters.iter().find(|fighter| fighter.monster == monster);
            let hp = fighter.map_or(0, |fighter| fighter.hp);
            let card = deck.monster(monster);
            option(kind, card.name.clone(), format!("{}, {hp} of {} HP", card.element, card.hp))
        }
        Kind::Pick(monster) => {
            let card = deck.monster(monster);
            option("pick", card.name.clone(), format!("{}, {} HP", card.element, card.hp))
        }
    }
}

fn event(deck: &Deck, sight: Sight) -> StoryEvent {
    let name = |monster: u8| deck.monster(monster).name.clone();
    let plain = |turn: u8, event: &'static str, seat: usize, monster: u8| StoryEvent {
        turn,
        event,
        seat,
        monster: name(monster),
        other: None,
        special: None,
        multiplier: None,
        damage: None,
        left: None,
    };
    let (turn, event) = match sight {
        Sight::Sent { seat, monster } => return plain(0, "sent", seat.index(), monster),
        Sight::Turn { number, event } => (number, event),
    };
    match event {
        Event::Switched { side, from, to } => {
            StoryEvent { other: Some(name(from)), ..plain(turn, "switched", side, to) }
        }
        Event::TrapSet { side, monster } => plain(turn, "trap-set", side, monster),
        Event::Hit { side, attacker, defender, special, damage, left } => StoryEvent {
            other: Some(name(defender)),
            special: Some(special),
            multiplier: special.then(|| deck.multiplier(attacker, defender)),
            damage: Some(damage),
            left: Some(left),
            ..plain(turn, "hit", side, attacker)
        },
        Event::Poisoned { side, monster } => plain(turn, "poisoned", side, monster),
        Event::Reflected { side, monster } => plain(turn, "reflected", side, monster),
        Event::NoEffect { side, monster } => plain(turn, "no-effect", side, monster),
        Event::Tick { side, monster, damage, left } => {
            StoryEvent { damage: Some(damage), left: Some(left), ..plain(turn, "tick", side, monster) }
        }
        Event::Out { side, monster } => plain(turn, "out", side, monster),
        Event::Lost { side, monster } => plain(turn, "lost", side, monster),
    }
}

/// An event in English: `Your Emberfox strikes Tidelord: 120 damage (80 left).`
fn sentence(event: &StoryEvent, me: Option<usize>) -> String {
    let whose = |seat: usize| match me {
        Some(me) if me == seat => "your ".to_string(),
        Some(_) => "the other's ".to_string(),
        None => format!("seat {}'s ", seat + 1),
    };
    let who = format!("{}{}", whose(event.seat), event.monster);
    let other = |seat: usize| format!("{}{}", whose(seat), event.other.as_deref().unwrap_or_default());
    let (damage, left) = (event.damage.unwrap_or_default(), event.left.unwrap_or_default());
    let text = match event.event {
        "sent" => format!("{who} comes to the front."),
        "switched" => format!("{who} comes to the front for {}.", other(event.seat)),
        "trap-set" => format!("{who} sets a trap."),
        "hit" => {
            let how = if event.special == Some(true) { " with a special attack" } else { "" };
            let effect = match event.multiplier {
                Some(0.0) => " it has no effect,",
                Some(by) if by < 1.0 => " it is not very effective,",
                Some(by) if by > 1.0 => " it is very effective,",
                _ => "",
            };
            format!("{who} strikes {}{how}:{effect} {damage} damage ({left} left).", other(1 - event.seat))
        }
        "poisoned" => format!("{who} is poisoned."),
        "reflected" => format!("{who} throws poison, but a trap turns it back."),
        "no-effect" => format!("{who} achieves nothing."),
        "tick" => format!("The poison takes {damage} from {who} ({left} left)."),
        "out" => format!("{who} is knocked out."),
        _ => format!("{who} can do nothing any more."),
    };
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}
