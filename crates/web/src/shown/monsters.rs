use kirifuda_games::monsters::{
    Action, Deck, Element, Event, Fighter, Kind, Monsters, Phase, Rules, Side, Sight, Summon, TEAM, View,
};
use kirifuda_play::{Phrase, Text};

use super::Drawing;
use crate::picture::Place;
use crate::wire::{
    Affinity, Board, MonsterCard, MonsterInTeam, MonsterOption, MonstersBoard, NamedFact, SideBoard, Stats, StoryEvent,
};

/// What happened longer ago is history.
const STORY: usize = 60;

/// How it is drawn.
pub fn drawing() -> Drawing<Monsters> {
    Drawing { phase, board, public_board, open_board, place, ahead: |_| None }
}

fn phase(view: View<'_>) -> &'static str {
    match view.phase() {
        Phase::Team => "team",
        Phase::Lead | Phase::Battle => "battle",
        Phase::Replace => "replace",
        Phase::Over => "over",
    }
}

fn board(view: View<'_>, legal: &[Action]) -> Board {
    let mut sides = vec![own_side(view), their_side(view)];
    sides.sort_by_key(|side| side.seat);
    let mut board = MonstersBoard {
        sides,
        options: legal.iter().map(|&action| option(view, action)).collect(),
        ..scene(view, view.sights())
    };
    if view.phase() == Phase::Team {
        let deck = view.deck();
        board.picked = view.picked().map(|monster| deck.monster(monster).name.clone()).collect();
        board.draft = view.draft().0.iter().map(|&monster| deck.monster(monster).name.clone()).collect();
        board.report = view.report().map_or_else(Vec::new, |kind| {
            let counts = Element::ALL.iter().zip(kind.elements);
            counts
                .map(|(element, count)| NamedFact { name: element.name().to_string(), values: vec![count.to_string()] })
                .collect()
        });
    }
    Board::Monsters(board)
}

fn place(view: View<'_>, action: Action) -> Option<Place> {
    let name = |monster: u8| (usize::from(monster), monster_name(view.deck(), monster));
    let only = || (0, Phrase::text(""));
    let fighting = |key| {
        let (row, code) = (name(view.own().fighter().monster), usize::from(action.code()));
        Some(Place { panel: "picture.fighting", row, column: (code, Phrase::new(key)) })
    };
    match action.kind() {
        Kind::Pick(monster) => Some(Place { panel: "picture.picking", row: only(), column: name(monster) }),
        Kind::Attack => fighting("say.act.attack"),
        Kind::Special => fighting("say.act.special"),
        Kind::Status => fighting("say.act.status"),
        Kind::Trap => fighting("say.act.trap"),
        Kind::Land => fighting("say.act.land"),
        Kind::Send(_) => None,
    }
}

fn public_board(views: &[View<'_>]) -> Board {
    // Each side as the other sees it; and only what both have seen happen.
    let other = views[1].sights();
    let common = views[0].sights().into_iter().filter(|sight| other.contains(sight)).collect();
    let sides = vec![their_side(views[1]), their_side(views[0])];
    Board::Monsters(MonstersBoard { sides, ..scene(views[0], common) })
}

fn open_board(views: &[View<'_>]) -> Board {
    let sides = vec![own_side(views[0]), own_side(views[1])];
    Board::Monsters(MonstersBoard { sides, ..scene(views[0], views[0].sights()) })
}

/// What is the same for all eyes, and what was seen.
fn scene(view: View<'_>, sights: Vec<Sight>) -> MonstersBoard {
    let deck = view.deck();
    let recent = &sights[sights.len().saturating_sub(STORY)..];
    let affinity =
        Element::ALL.map(|attacker| Element::ALL.map(|defender| deck.chart(attacker, defender)).to_vec()).to_vec();
    MonstersBoard {
        sides: Vec::new(),
        turn_number: view.turns() + 1,
        cap: view.rules().cap,
        events: recent.iter().map(|&sight| event(deck, sight)).collect(),
        options: Vec::new(),
        chart: Affinity { elements: Element::ALL.map(Element::name).to_vec(), affinity },
        catalog: catalog(view.rules()),
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
        lands: needs_lands(view.rules()).then_some(side.lands),
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
        lands: needs_lands(view.rules()).then(|| view.their_lands()),
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

fn needs_lands(rules: &Rules) -> bool {
    rules.summon == Summon::Lands
}

fn catalog(rules: &Rules) -> Vec<MonsterCard> {
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
            cost: needs_lands(rules).then_some(monster.cost),
        },
    };
    rules.cards.monsters().iter().map(card).collect()
}

/// A choice, and what it would do as far as the seat can know.
fn option(view: View<'_>, action: Action) -> MonsterOption {
    let deck = view.deck();
    let (front, target) = (view.own().fighter().monster, view.their_fighter().map(|fighter| fighter.monster));
    let hit = |damage: fn(&Deck, u8, u8) -> u16| target.map(|target| damage(deck, front, target));
    let option = |kind, detail: Option<Phrase>| MonsterOption {
        action: Monsters::show_action(view.rules(), action),
        kind,
        detail,
        damage: None,
        multiplier: None,
    };
    let strikes = |kind, damage: Option<u16>| {
        let said = damage.zip(target).map(|(damage, target)| {
            Phrase::new("say.detail.damage").with("n", damage).with("monster", monster_name(deck, target))
        });
        MonsterOption { damage, ..option(kind, said) }
    };
    match action.kind() {
        Kind::Attack => strikes("attack", hit(Deck::attack)),
        Kind::Special => {
            let multiplier = target.map(|target| deck.multiplier(front, target));
            MonsterOption { multiplier, ..strikes("special", hit(Deck::special)) }
        }
        Kind::Status => {
            let loses = |target| {
                Phrase::new("say.detail.poison")
                    .with("monster", monster_name(deck, target))
                    .with("n", deck.poison(target))
            };
            option("status", target.map(loses))
        }
        Kind::Trap => option("trap", Some(Phrase::new("say.detail.trap").with("n", deck.trap_turns()))),
        Kind::Land => option("land", Some(Phrase::new("say.detail.land").with("n", view.own().lands + 1))),
        Kind::Send(monster) => {
            let kind = match view.phase() {
                Phase::Lead => "lead",
                Phase::Replace => "replace",
                _ => "switch",
            };
            let fighter = view.own().fighters.iter().find(|fighter| fighter.monster == monster);
            option(kind, Some(health(deck, monster, fighter.map_or(0, |fighter| fighter.hp))))
        }
        Kind::Pick(monster) => option("pick", Some(health(deck, monster, deck.monster(monster).hp))),
    }
}

fn monster_name(deck: &Deck, monster: u8) -> Phrase {
    Phrase::name("monster", deck.monster(monster).name.as_str())
}

fn health(deck: &Deck, monster: u8, hp: u16) -> Phrase {
    let card = deck.monster(monster);
    let element = Phrase::name("element", card.element.name());
    Phrase::new("say.detail.health").with("element", element).with("hp", hp).with("all", card.hp)
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
        Event::LandLaid { side, monster, .. } => plain(turn, "land-laid", side, monster),
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
