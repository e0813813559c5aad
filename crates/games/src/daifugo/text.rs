use std::fmt::Write;

use kirifuda_play::{Act, Fact, Game, Phrase, Rng, Rules as _, Seat, Seen, Text, Turn, Worlds};

use super::{
    Cards, Daifugo, DaifugoWorlds, Dealt, GUARD, IDENTITY, Kind, Meld, NONE, PLAYERS, Phase, Rules, SUITS, View,
    order_of_lots, permutations, sizes,
};

/// Under what names the facts of a game travel.
const CIRCLE: &str = "circle";
const CLASSES: &str = "classes";
const FIRST: &str = "first";
const LEADER: &str = "leader";
const LOTS: &str = "lots";
const DEALT: &str = "dealt";
const GIVEN: &str = "given";
const RECEIVED: &str = "received";

impl Text for Daifugo {
    fn show_action(_rules: &Rules, meld: Meld) -> String {
        meld.to_string()
    }

    fn read_action(_rules: &Rules, text: &str) -> Result<Meld, String> {
        text.parse()
    }

    /// `0 1 2 3 4; 2 0 1 3 4; 1; 17; ♠… ★; …`: the order of play, the classes of the players (or `–`), who got the
    /// first card, the lots, the hands of the players.
    fn show_deal(&self) -> String {
        let players = self.seats();
        let dealt = self.dealt();
        let numbers = |list: &[u8]| list[..players].iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        let classes = dealt.classes.map_or_else(|| "–".to_string(), |classes| numbers(&classes));
        let hands: Vec<String> = dealt.hands[..players].iter().map(Cards::to_string).collect();
        format!("{}; {classes}; {}; {}; {}", numbers(&dealt.circle), dealt.first, dealt.lots, hands.join("; "))
    }

    fn read_deal(rules: &Rules, text: &str) -> Result<Daifugo, String> {
        let players = rules.seats();
        let parts: Vec<&str> = text.split(';').map(str::trim).collect();
        let [circle, classes, first, lots, hands @ ..] = parts.as_slice() else {
            return Err("a deal is: order of play; classes; first player; lots; the hands".to_string());
        };
        if hands.len() != players {
            return Err(format!("a deal has {players} hands under these rules, not {}", hands.len()));
        }
        let mut dealt = Dealt {
            hands: [Cards::EMPTY; PLAYERS],
            circle: read_numbers(circle.split(' '), players, "the order of play")?,
            classes: match *classes {
                "–" | "-" => None,
                classes => Some(read_numbers(classes.split(' '), players, "the classes")?),
            },
            first: read_number(first, "the first player")?,
            lots: read_number(lots, "the lots")?,
        };
        for (place, hand) in dealt.hands.iter_mut().zip(hands) {
            *place = hand.parse()?;
        }
        Daifugo::from_deal(rules, &dealt)
    }

    fn why_not(&self, meld: Meld) -> Option<Phrase> {
        self.forbids(meld).map(Phrase::from)
    }

    fn picture(&self) -> String {
        let mut text = String::new();
        let table = if self.table == Meld::PASS { "empty".to_string() } else { self.table.to_string() };
        let _ = write!(text, "table: {table}");
        if self.lock != 0 {
            let suits: String = (0..4).filter(|suit| self.lock >> suit & 1 == 1).map(|suit| SUITS[suit]).collect();
            let _ = write!(text, ", locked to {suits}");
        }
        let order = match (self.revolution, self.back) {
            (true, false) => ", revolution",
            (false, true) => ", 11-back",
            (true, true) => ", revolution and 11-back",
            (false, false) => "",
        };
        let _ = writeln!(text, "{order}");
        for place in 0..self.seats() {
            let seat = self.seat(place);
            let mark = if self.turn() == Turn::Seat(seat) { '>' } else { ' ' };
            let class = match self.start.classes[place] {
                NONE => String::new(),
                class => format!(" ({})", class_name(class, self.rules.players)),
            };
            let state = match (self.ranks[place], self.passed >> place & 1) {
                (NONE, 0) => String::new(),
                (NONE, _) => ", has passed".to_string(),
                (rank, _) => format!(", out as number {}", rank + 1),
            };
            let _ = writeln!(text, "{mark}seat {seat}{class}: {}{state}", self.hands[place]);
        }
        text
    }

    fn seen(view: View<'_>) -> Seen {
        let game = view.template();
        let mut public = vec![
            Fact::new(CIRCLE, view.circle()),
            Fact::new(CLASSES, Seat::all(game.seats()).filter_map(|seat| view.class(seat))),
            Fact::new(FIRST, [game.start.circle[usize::from(game.start.first)]]),
        ];
        public.extend(view.leader().map(|leader| Fact::new(LEADER, [leader])));
        if game.phase == Phase::Over && game.streak >= GUARD {
            public.push(Fact::new(LOTS, ranked_by_lot(game)));
        }
        let cards = |cards: Cards| cards.iter().map(super::cards::card_name).collect::<Vec<_>>();
        let me = game.place(view.seat());
        let mut private = vec![Fact::new(DEALT, cards(game.dealt_to(me)))];
        for (name, set) in [(GIVEN, view.given()), (RECEIVED, view.received())] {
            if !set.is_empty() {
                private.push(Fact::new(name, cards(set)));
            }
        }
        let mut history = Vec::new();
        game.retell(|before, meld| {
            let mover = usize::from(before.mover);
            let visible = meld.kind() != Kind::Give || mover == me || game.partner(me) == Some(mover);
            history.push(Act { seat: game.seat(mover), action: visible.then(|| meld.to_string()) });
        });
        Seen { seat: view.seat(), hand: cards(view.hand()), public, private, history }
    }

    fn position(view: View<'_>) -> Vec<Fact> {
        let seats = || Seat::all(view.rules().seats());
        let mut out: Vec<Seat> = seats().filter(|&seat| view.is_out(seat)).collect();
        out.sort_by_key(|&seat| view.place_of(seat));
        let on_off = |on: bool| [if on { "on" } else { "off" }];
        vec![
            Fact::new("table", view.table()),
            Fact::new("owner", view.table().map(|_| view.owner())),
            Fact::new("lock", (0..4).filter(|suit| view.lock() >> suit & 1 == 1).map(|suit| SUITS[suit])),
            Fact::new("revolution", on_off(view.is_revolution())),
            Fact::new("reversed", on_off(view.is_reversed())),
            Fact::new("counts", seats().map(|seat| view.hand_size(seat))),
            Fact::new("passed", seats().filter(|&seat| view.has_passed(seat) && !view.is_out(seat))),
            Fact::new("out", out),
        ]
    }

    fn reconstruct(rules: &Rules, seen: &Seen) -> Result<Daifugo, String> {
        let players = rules.seats();
        if seen.seat.index() >= players {
            return Err(format!("there is no seat {} under these rules", seen.seat));
        }
        let classes = match seen.fact(CLASSES)? {
            [] => None,
            classes => Some(read_numbers(classes.iter().map(String::as_str), players, CLASSES)?),
        };
        let circle = read_numbers(seen.fact(CIRCLE)?.iter().map(String::as_str), players, CIRCLE)?;
        let first: u8 = read_number(seen.single(FIRST)?, FIRST)?;
        if usize::from(first) >= players {
            return Err(format!("the fact `{FIRST}` must name a player"));
        }
        let dealt = Dealt { hands: [Cards::EMPTY; PLAYERS], circle, classes, first, lots: 0 };
        let template = template(rules, seen, &dealt)?;
        let me = template.place(seen.seat);
        let left = hand_sizes(&template)?;
        let mut worlds = DaifugoWorlds::new(template, me, &left, Vec::new());
        if !worlds.exist() {
            return Err("no deal agrees with what the seat says it has seen".to_string());
        }
        let world = worlds.draw(&mut Rng::new(0));
        retrace(rules, seen, &world)
    }
}

/// A game in which only `seen.seat`'s cards, what was exchanged with it and what was played are known, before or
/// after the exchange.
fn template(rules: &Rules, seen: &Seen, dealt: &Dealt) -> Result<Daifugo, String> {
    let set = |name: &str| -> Result<Cards, String> {
        let found = seen.private.iter().find(|fact| fact.name == name);
        found.map_or(Ok(Cards::EMPTY), |fact| read_set(name, &fact.values))
    };
    let (hand, given, received) = (read_set("hand", &seen.hand)?, set(GIVEN)?, set(RECEIVED)?);
    seen.fact(DEALT)?;
    let whole = Dealt { hands: deal_in_order(rules, dealt), ..*dealt };
    // Any deal: it is only the frame.
    let mut frame = Daifugo::from_deal(rules, &whole)?;
    let me = frame.place(seen.seat);
    let gifts = seen.history.iter().take_while(|act| is_gift(act, &frame)).count() as u8;
    let exchanges = frame.phase != Phase::Play;
    frame.hands = [Cards::EMPTY; PLAYERS];
    frame.given = [Cards::EMPTY; PLAYERS];
    frame.hands[me] = hand;
    frame.given[me] = given;
    match frame.partner(me) {
        Some(partner) => frame.given[partner] = received,
        None if given.is_empty() && received.is_empty() => {}
        None => return Err("a seat without exchange has neither given nor received cards".to_string()),
    }
    for act in &seen.history[usize::from(gifts)..] {
        let text = act.action.as_deref().ok_or("a play that nobody hides has no cards")?;
        let meld: Meld = text.parse()?;
        if act.seat.index() >= rules.seats() || meld.kind() == Kind::Give {
            return Err(format!("{text} by seat {} cannot be at this point", act.seat));
        }
        let place = frame.place(act.seat);
        frame.played[place] |= meld.cards();
    }
    let to_come = if frame.rules.exchanged(1) > 0 { 2 } else { 1 };
    frame.phase = match gifts {
        gifts if exchanges && gifts < to_come => Phase::Exchange(gifts),
        _ => Phase::Play,
    };
    if frame.phase == Phase::Play {
        let leader: u8 = read_number(seen.single(LEADER)?, LEADER)?;
        if usize::from(leader) >= rules.seats() {
            return Err(format!("the fact `{LEADER}` must name a player"));
        }
        frame.start.leader = frame.start.places[usize::from(leader)];
    }
    Ok(frame)
}

fn is_gift(act: &Act, frame: &Daifugo) -> bool {
    let hidden_or_gift = act.action.as_deref().is_none_or(|text| text.starts_with("give "));
    frame.phase != Phase::Play && hidden_or_gift
}

/// The deck, dealt in order.
fn deal_in_order(rules: &Rules, dealt: &Dealt) -> [Cards; PLAYERS] {
    let players = rules.seats();
    let sizes = sizes(players, super::place_of(&dealt.circle, dealt.first));
    let mut cards = Cards::DECK.iter();
    let mut hands = [Cards::EMPTY; PLAYERS];
    for (&player, &size) in dealt.circle[..players].iter().zip(&sizes) {
        if let Some(hand) = hands.get_mut(usize::from(player)) {
            *hand = cards.by_ref().take(usize::from(size)).collect();
        }
    }
    hands
}

/// Cards that every place holds after the exchange and what it has played.
fn hand_sizes(frame: &Daifugo) -> Result<[u8; PLAYERS], String> {
    let mut left = sizes(frame.seats(), usize::from(frame.start.first));
    for (place, size) in left[..frame.seats()].iter_mut().enumerate() {
        let played = frame.played[place].len() as u8;
        *size = size
            .checked_sub(played)
            .ok_or_else(|| format!("seat {} played more cards than it had", frame.seat(place)))?;
    }
    Ok(left)
}

/// The moves of what was seen, played over the deal of a world that has the right cards.
fn retrace(rules: &Rules, seen: &Seen, world: &Daifugo) -> Result<Daifugo, String> {
    let ranking = seen.public.iter().find(|fact| fact.name == LOTS).map(|fact| fact.values.as_slice());
    let mut dealt = world.dealt();
    let retrace = |dealt: &Dealt| -> Result<Daifugo, String> {
        let mut game = Daifugo::from_deal(rules, dealt)?;
        for act in &seen.history {
            let meld = match (&act.action, game.phase) {
                (Some(text), _) => text.parse()?,
                (None, Phase::Exchange(class)) => Meld::give(world.given[world.holder(class)]),
                (None, _) => return Err("a play that nobody hides has no cards".to_string()),
            };
            if game.turn() != Turn::Seat(act.seat) {
                return Err(format!("{meld} by seat {}: it is not its turn", act.seat));
            }
            game.try_play(meld).map_err(|why| format!("{meld} by seat {}: {why}", act.seat))?;
        }
        Ok(game)
    };
    let mut game = retrace(&dealt)?;
    if let Some(ranking) = ranking {
        let agree = (0..permutations(rules.seats()) as u16).find(|&lots| {
            let left = order_of_lots(rules.players, lots).filter(|&place| game.out >> place & 1 == 0);
            left.map(|place| game.seat(usize::from(place)).to_string()).eq(ranking.iter().cloned())
        });
        dealt.lots = agree.ok_or_else(|| format!("the fact `{LOTS}` must list the seats that were ranked by lot"))?;
        game = retrace(&dealt)?;
    }
    if Daifugo::seen(game.view(seen.seat)) != *seen {
        return Err("the cards, facts and moves do not agree with each other".to_string());
    }
    Ok(game)
}

/// The seats that were ranked by lot, the best first.
fn ranked_by_lot(game: &Daifugo) -> Vec<Seat> {
    let mut left: Vec<usize> = (0..game.seats()).filter(|&place| game.out >> place & 1 == 0).collect();
    left.sort_by_key(|&place| game.ranks[place]);
    left.into_iter().map(|place| game.seat(place)).collect()
}

fn read_number<T: std::str::FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("`{text}` is not a number: {what}"))
}

fn read_numbers<'a>(texts: impl Iterator<Item = &'a str>, players: usize, what: &str) -> Result<[u8; PLAYERS], String> {
    let mut numbers = IDENTITY;
    let read: Vec<u8> = texts.map(|text| read_number(text, what)).collect::<Result<_, _>>()?;
    if read.len() != players || !super::is_permutation(&read) {
        return Err(format!("{what}: the numbers from 0 to {}, each once", players - 1));
    }
    numbers[..players].copy_from_slice(&read);
    Ok(numbers)
}

fn read_set(what: &str, values: &[String]) -> Result<Cards, String> {
    let mut cards = Cards::EMPTY;
    for value in values {
        let card: Cards = value.parse().map_err(|why| format!("{what}: {why}"))?;
        if card.len() != 1 || cards.contains(card) {
            return Err(format!("{what}: {value} is not one card, or is there twice"));
        }
        cards |= card;
    }
    Ok(cards)
}

/// What a class is called: `daifugo`, `fugo`, `heimin`, `hinmin`, `daihinmin`.
pub(super) fn class_name(class: u8, players: u8) -> &'static str {
    match class {
        0 => "daifugo",
        class if class == players - 1 => "daihinmin",
        1 if players > 3 => "fugo",
        class if class == players - 2 && players > 3 => "hinmin",
        _ => "heimin",
    }
}
