use kirifuda_games::daifugo::{Cards, Daifugo, Dealt, Kind, Meld, Rules};
use kirifuda_play::{Game, Seat};

use crate::cells::{read_hand, read_play};
use crate::scene::SEATS;
use crate::table::Table;

/// The seats of a table of ours; the contest's has one fewer.
const PLAYERS: usize = kirifuda_games::daifugo::PLAYERS;

/// A game as a client sees it: what the tables have told, and from it a game in which its player sees just that.
///
/// The cards of the others are filled in somehow. Two things are not told: which of their cards a daifugo or fugo got
/// in the exchange, which are taken to be the strongest, since then nothing is excluded that may be true; and by what
/// lots the rest are ranked when nobody plays any more.
#[derive(Clone, Debug)]
pub struct Follow {
    rules: Rules,
    me: usize,
    /// Order of play, classes, first card; the hands are filled in later.
    dealt: Dealt,
    sizes: [usize; SEATS],
    /// What the exchange table shows of this player's cards: losers before, winners after getting some.
    shown: Cards,
    /// What this player gave in the exchange, and what it got, where it is known.
    given: Option<Cards>,
    received: Option<Cards>,
    leader: Option<usize>,
    /// Cards of each player that were played.
    played: [Cards; SEATS],
    moves: Vec<Meld>,
    /// Cards of each player now, as the last table tells.
    now: [usize; SEATS],
}

/// What a table says that cannot be, and what would help.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}; does the server play by other rules? (--rules)")]
pub struct Confusion(pub String);

impl Follow {
    /// A new game, from the exchange table.
    pub fn new(rules: &Rules, me: Seat, table: &Table) -> Result<Follow, Confusion> {
        if table.get(5, 0) != 1 {
            return Err(Confusion("the first table of a game must have [5][0] = 1".to_string()));
        }
        let shown = read_hand(table).map_err(|why| Confusion(format!("the first hand: {why}")))?;
        let row = |from: usize| -> [i32; SEATS] { std::array::from_fn(|n| table.get(6, from + n)) };
        let circle = permutation(row(10)).ok_or_else(|| Confusion(format!("seats {:?}", row(10))))?;
        let classes = match row(5) {
            // The first game of a block.
            [0, 0, 0, 0, 0] => None,
            classes => Some(permutation(classes).ok_or_else(|| Confusion(format!("classes {classes:?}")))?),
        };
        let classes = classes.filter(|_| rules.exchange);
        let sizes = row(0).map(|size| size.max(0) as usize);
        // Cards are dealt one by one: the first player has no fewer than the next, and the last fewer, unless 53 were
        // a multiple of the players.
        let is_first = |&place: &usize| {
            let size = |steps: usize| sizes[usize::from(circle[(place + steps) % SEATS])];
            (0..SEATS).all(|steps| size(steps) == if steps < 3 { 11 } else { 10 })
        };
        let first = (0..SEATS).find(is_first).ok_or_else(|| Confusion(format!("hands of {sizes:?} cards")))?;
        let first = circle[first];
        Ok(Follow {
            rules: *rules,
            me: me.index(),
            dealt: Dealt { hands: [Cards::EMPTY; PLAYERS], circle, classes, first, lots: 0 },
            sizes,
            shown,
            given: None,
            received: None,
            leader: None,
            played: [Cards::EMPTY; SEATS],
            moves: Vec::new(),
            now: sizes,
        })
    }

    /// How many cards this player must give to somebody of its choice: 2, 1 or 0.
    pub fn to_give(&self) -> usize {
        match self.class() {
            Some(class @ (0 | 1)) => 2 - usize::from(class),
            _ => 0,
        }
    }

    /// This player has given cards in the exchange.
    pub fn gave(&mut self, cards: Cards) {
        self.given = Some(cards);
    }

    /// A hand table: from the first of a game follows who leads, and what was got in the exchange.
    pub fn hand(&mut self, table: &Table) -> Result<(), Confusion> {
        let hand = read_hand(table).map_err(|why| Confusion(format!("a hand: {why}")))?;
        if self.leader.is_none() {
            self.leader = Some(player(table.get(5, 3))?);
            if let Some(class @ (3 | 4)) = self.class() {
                let lost = self.shown.strongest_of(usize::from(class) - 2);
                self.given = Some(lost);
                self.received = Some(hand - (self.shown - lost));
            }
        }
        Ok(())
    }

    /// A stage table: what the actor has done. Returns it.
    pub fn stage(&mut self, table: &Table) -> Result<(Seat, Meld), Confusion> {
        let actor = player(table.get(5, 3))?;
        let size = table.get(6, actor).max(0) as usize;
        // There are no signs of a pass but that the actor's cards are as many as before.
        let meld = if size == self.now[actor] {
            Meld::PASS
        } else {
            read_play(table).map_err(|why| Confusion(format!("a play of player {actor}: {why}")))?
        };
        if size + meld.size() != self.now[actor] {
            return Err(Confusion(format!(
                "player {actor} played {meld} and went from {} cards to {size}",
                self.now[actor]
            )));
        }
        self.now[actor] = size;
        self.played[actor] |= meld.cards();
        self.moves.push(meld);
        Ok((Seat(actor as u8), meld))
    }

    /// The game so far, as this player may see it.
    pub fn game(&self) -> Result<Daifugo, Confusion> {
        let mut dealt = self.dealt;
        let received = self.fill(&mut dealt.hands)?;
        let mut game = Daifugo::from_deal(&self.rules, &dealt).map_err(Confusion)?;
        if game.view(Seat(self.me as u8)).received() != received.unwrap_or_default() && self.to_give() > 0 {
            return Err(Confusion("no deal agrees with the exchange".to_string()));
        }
        if self.dealt.classes.is_some() {
            for class in 0..2 {
                match self.gift(class, &dealt.hands) {
                    Some(cards) => play(&mut game, Meld::give(cards))?,
                    None => return Ok(game),
                }
            }
        }
        self.moves.iter().try_for_each(|&meld| play(&mut game, meld))?;
        Ok(game)
    }

    /// Compares a hand table with the game that was followed.
    pub fn check(&self, game: &Daifugo, table: &Table) -> Result<(), Confusion> {
        let view = game.view(Seat(self.me as u8));
        let hand = read_hand(table).map_err(|why| Confusion(format!("a hand: {why}")))?;
        let flags = [view.table().is_none(), view.is_reversed() != view.is_revolution(), view.is_revolution()];
        let told = [4, 5, 6].map(|column| table.get(5, column) == 1);
        let agree = hand == view.hand()
            && flags == told
            && (view.lock() != 0) == (table.get(5, 7) == 1)
            && game.turn().seat().map(|seat| i32::from(seat.0)) == Some(table.get(5, 3))
            && Seat::all(SEATS).all(|seat| view.hand_size(seat) as i32 == table.get(6, seat.index()));
        if agree { Ok(()) } else { Err(Confusion("the table differs from the game as it was followed".to_string())) }
    }

    /// Cards of each player now.
    pub fn sizes(&self) -> [usize; SEATS] {
        self.now
    }

    /// The old classes of the players.
    pub fn classes(&self) -> Option<[u8; SEATS]> {
        self.dealt.classes.map(|classes| std::array::from_fn(|player| classes[player]))
    }

    fn class(&self) -> Option<u8> {
        self.dealt.classes.map(|classes| classes[self.me])
    }

    fn holder(&self, class: u8) -> Option<usize> {
        self.dealt.classes.and_then(|classes| classes[..SEATS].iter().position(|&of| of == class))
    }

    /// With whom this player exchanges.
    fn partner(&self) -> Option<usize> {
        self.class().filter(|&class| class != 2).and_then(|class| self.holder(4 - class))
    }

    /// What the winner of a class returns; nothing if it is not known yet. Between others, the winner returns what it
    /// got, so that nothing has changed.
    fn gift(&self, class: u8, hands: &[Cards; PLAYERS]) -> Option<Cards> {
        match self.class() {
            Some(mine) if mine == class => self.given,
            Some(mine) if mine == 4 - class => self.received,
            // Until the first hand table only the fugo knows that somebody has returned cards.
            mine if self.leader.is_none() && (mine, class) != (Some(1), 0) => None,
            _ => {
                let loser = self.holder(4 - class)?;
                Some(hands[loser].strongest_of(2 - usize::from(class)))
            }
        }
    }

    /// Fills in the hands as dealt; returns what this player got as a winner.
    fn fill(&self, hands: &mut [Cards; PLAYERS]) -> Result<Option<Cards>, Confusion> {
        // What this player got: as a winner, by assumption, the strongest it could have got.
        let got = (self.to_give() > 0).then(|| self.shown.strongest_of(self.to_give()));
        let mut known = [Cards::EMPTY; SEATS];
        known[self.me] = self.shown - got.unwrap_or_default();
        for (player, cards) in known.iter_mut().enumerate().filter(|&(player, _)| player != self.me) {
            *cards = self.played[player];
            if self.leader == Some(player) {
                *cards |= Cards::DIAMOND_THREE;
            }
        }
        let given = self.given.unwrap_or_default();
        let received = got.or(self.received).unwrap_or_default();
        if let Some(partner) = self.partner() {
            // From what the partner held in play to what was dealt to it.
            known[partner] = (known[partner] - given) | (received - if got.is_some() { Cards::EMPTY } else { given });
        }
        let all = known.iter().fold(Cards::EMPTY, |all, &cards| all | cards);
        if all.len() != known.iter().map(|cards| cards.len()).sum::<usize>() {
            return Err(Confusion("a card is in two places".to_string()));
        }
        let mut free = weakest_first(Cards::DECK - all);
        // A partner who gave its strongest cards has only weaker ones: it is served first, from the weak end.
        let mut order: Vec<usize> = (0..SEATS).collect();
        order.sort_by_key(|&player| Some(player) != self.partner());
        for player in order {
            while known[player].len() < self.sizes[player] {
                let card = free.next().ok_or_else(|| Confusion("too few cards".to_string()))?;
                known[player] |= card;
            }
            hands[player] = known[player];
        }
        Ok(got)
    }
}

/// The weakest first, in the order in which strong cards are given away: of a rank, clubs before spades.
fn weakest_first(cards: Cards) -> impl Iterator<Item = Cards> {
    let strongest_first: Vec<Cards> = std::iter::successors(Some(cards), |&left| {
        let card = left.strongest()?;
        Some(left - card)
    })
    .collect();
    strongest_first.into_iter().rev().filter_map(Cards::strongest)
}

fn play(game: &mut Daifugo, meld: Meld) -> Result<(), Confusion> {
    let seat = game.turn().seat();
    game.try_play(meld).map_err(|why| {
        let kind = if meld.kind() == Kind::Give { "gift" } else { "play" };
        let who = seat.map_or_else(|| "nobody".to_string(), |seat| format!("player {seat}"));
        Confusion(format!("the {kind} {meld} of {who}: {why}"))
    })
}

fn player(number: i32) -> Result<usize, Confusion> {
    let known = usize::try_from(number).ok().filter(|&number| number < SEATS);
    known.ok_or_else(|| Confusion(format!("player {number} acts, but there are players 0 to 4")))
}

fn permutation(numbers: [i32; SEATS]) -> Option<[u8; PLAYERS]> {
    let mut out = [0, 1, 2, 3, 4, 5];
    for (place, number) in numbers.into_iter().enumerate() {
        out[place] = u8::try_from(number).ok()?;
    }
    (0..SEATS as u8).all(|number| out[..SEATS].contains(&number)).then_some(out)
}
