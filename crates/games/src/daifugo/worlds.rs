use kirifuda_play::{Imagine, Retrace, Rng, Seat, Worlds};

use super::{Cards, Daifugo, Dealt, GUARD, Meld, NONE, PLAYERS, Phase, View, order_of_lots, permutations, sizes};
use crate::cards::{Card, CardSet};
use crate::tricks::{Hidden, Leaning};

/// The games that agree with what one seat has seen.
///
/// Nobody must play what he holds, so a play tells nothing but its cards; what remains are the hand sizes, ♦3 in the
/// hand of the first leader, the cards that this seat exchanged, and that a loser gave his strongest: who got them
/// knows that the rest is weaker. Every deal of the hidden cards that agrees with this is equally likely, together
/// with what the winners returned.
///
/// One thing is not exact: for an exchange between two others, hands count by the number of exchanges that can have
/// led to them, so that strong cards lie with the winner; one of 16 deals is chosen by that count.
#[derive(Clone)]
pub struct DaifugoWorlds {
    template: Daifugo,
    me: usize,
    hidden: Hidden,
    /// Places of the others, in the order of `hidden`.
    others: [usize; PLAYERS - 1],
    /// Cards of the others that are known, by place.
    known: [Cards; PLAYERS],
    /// Cards that a hand may hold at all, by place.
    may: [Cards; PLAYERS],
    /// Exchanges between others: winner, loser, number of cards.
    strangers: Vec<(usize, usize, usize)>,
    /// The numbers of permutations that agree with a ranking by lot; empty if any will do.
    lots: Vec<u16>,
    /// By which hands are dealt.
    guess: Option<Box<Leaning>>,
}

/// Deals from which one is chosen by the ways to exchange cards that can have led to it.
const TRIES: usize = 16;

impl DaifugoWorlds {
    pub(super) fn of(view: View<'_>) -> DaifugoWorlds {
        let game = view.template();
        let me = game.place(view.seat());
        let mut template = game.clone();
        let partner = game.partner(me);
        for place in (0..usize::from(game.rules.players)).filter(|&place| place != me) {
            template.hands[place] = Cards::EMPTY;
            if partner != Some(place) {
                template.given[place] = Cards::EMPTY;
            }
        }
        let sizes = game.hands.map(|hand| hand.len() as u8);
        let lots = match game.phase {
            Phase::Over if game.streak >= GUARD => lots_of(game),
            _ => Vec::new(),
        };
        template.start.lots = 0;
        DaifugoWorlds::new(template, me, &sizes, lots)
    }

    /// Of a game in which the others' hands are not known; what they hold now by number, what they played and what
    /// was exchanged with them is.
    pub(super) fn new(template: Daifugo, me: usize, hand_sizes: &[u8; PLAYERS], lots: Vec<u16>) -> DaifugoWorlds {
        let players = usize::from(template.rules.players);
        let partner = template.partner(me);
        let exchanging = matches!(template.phase, Phase::Exchange(_));
        let dealt_sizes = sizes(players, usize::from(template.start.first));
        let (mut others, mut rooms) = ([0; PLAYERS - 1], [0; PLAYERS - 1]);
        let (mut may_hold, mut known) = ([Cards::DECK; PLAYERS], [Cards::EMPTY; PLAYERS]);
        let mine = if exchanging { template.dealt_to(me) } else { template.hands[me] };
        let played = template.played.iter().fold(Cards::EMPTY, |all, &cards| all | cards);
        let mut hidden = Cards::DECK - mine - played;
        let mut strangers = Vec::new();
        for (number, place) in (0..players).filter(|&place| place != me).enumerate() {
            others[number] = place;
            let mut may = Cards::DECK;
            if partner == Some(place) {
                known[place] = known_of_partner(&template, me, place, exchanging) & hidden;
                if template.is_winner(me) {
                    // He gave his strongest cards; the rest is weaker than the weaker of them.
                    let weakest = template.given[place].iter().find(|&card| {
                        (template.given[place] & card.stronger_than()).len() + 1 == template.given[place].len()
                    });
                    may -= weakest.map_or(Cards::EMPTY, Cards::stronger_than);
                }
            }
            if !exchanging && usize::from(template.start.leader) == place {
                known[place] |= Cards::DIAMOND_THREE & hidden;
            }
            let size = if exchanging { dealt_sizes[place] } else { hand_sizes[place] };
            rooms[number] = usize::from(size).saturating_sub(known[place].len());
            // What is known to be there may be.
            may_hold[place] = may | known[place];
            let class = template.start.classes[place];
            if !exchanging && template.is_winner(place) && class != NONE {
                let loser = template.partner(place);
                if let Some(loser) = loser.filter(|&loser| loser != me) {
                    strangers.push((place, loser, template.rules.exchanged(class)));
                }
            }
        }
        hidden -= known.iter().fold(Cards::EMPTY, |all, &cards| all | cards);
        let count = players - 1;
        let mut sets = [Cards::DECK.as_set(); PLAYERS - 1];
        sets.iter_mut().zip(&others).for_each(|(set, &place)| *set = may_hold[place].as_set());
        let hidden = Hidden::new(hidden.as_set(), &rooms[..count], &sets[..count]);
        DaifugoWorlds { template, me, hidden, others, known, may: may_hold, strangers, lots, guess: None }
    }

    /// False when nothing agrees with the view (it was made up outside).
    pub(super) fn exist(&self) -> bool {
        self.hidden.count() > 0
    }

    /// Hands of the others.
    fn draw_hands(&self, rng: &mut Rng) -> [Cards; PLAYERS] {
        let count = usize::from(self.template.rules.players) - 1;
        let mut drawn = [Cards::EMPTY.as_set(); PLAYERS - 1];
        self.hidden.draw(rng, &mut drawn[..count]);
        self.with_known(&drawn[..count])
    }

    /// Hands by place: the cards that are hidden, in the order of the others, and those that are known.
    fn with_known(&self, drawn: &[CardSet]) -> [Cards; PLAYERS] {
        let mut hands = self.known;
        for (&place, &cards) in self.others.iter().zip(drawn) {
            hands[place] |= Cards::from_set(cards);
        }
        hands
    }

    /// Hands of the others, by seat, as far as hand sizes and known cards go; that of the seat itself is empty.
    pub fn deal_hands(&self, rng: &mut Rng) -> [Cards; PLAYERS] {
        self.by_seat(&self.draw_hands(rng))
    }

    /// In play: how many exchanges of cards can have led to the others' hands, given by seat, in which the cards that are
    /// hidden lie somehow; none where a hand holds what it cannot hold, or lacks what it must.
    pub fn ways(&self, hands: &[Cards; PLAYERS]) -> f64 {
        let hands = self.by_place(hands);
        let allowed =
            |&place: &usize| hands[place].contains(self.known[place]) && self.may[place].contains(hands[place]);
        let count = usize::from(self.template.rules.players) - 1;
        if self.others[..count].iter().all(allowed) { self.exchanges(&hands) } else { 0.0 }
    }

    /// In play: the world in which the others hold these cards, given by seat; what they exchanged is drawn.
    pub fn with_hands(&self, hands: &[Cards; PLAYERS], rng: &mut Rng) -> Daifugo {
        self.world(self.by_place(hands), rng)
    }

    fn by_place(&self, hands: &[Cards; PLAYERS]) -> [Cards; PLAYERS] {
        self.template.start.circle.map(|seat| hands[usize::from(seat)])
    }

    fn by_seat(&self, hands: &[Cards; PLAYERS]) -> [Cards; PLAYERS] {
        let mut seats = [Cards::EMPTY; PLAYERS];
        for (&seat, &hand) in self.template.start.circle.iter().zip(hands) {
            seats[usize::from(seat)] = hand;
        }
        seats
    }

    /// How many exchanges between others can have led to hands, given by place.
    fn exchanges(&self, hands: &[Cards; PLAYERS]) -> f64 {
        let held = |place: usize| hands[place] | self.template.played[place];
        self.strangers.iter().map(|&(w, l, count)| Exchange::new(held(w), held(l), count).ways()).product()
    }

    /// The world with these hands of the others, given by place.
    fn world(&self, mut hands: [Cards; PLAYERS], rng: &mut Rng) -> Daifugo {
        let mut world = self.template.clone();
        hands[self.me] = world.hands[self.me];
        world.hands = hands;
        for &(winner, loser, count) in &self.strangers {
            let held = |place: usize| hands[place] | self.template.played[place];
            let (returned, gift) = Exchange::new(held(winner), held(loser), count).draw(rng);
            world.given[winner] = returned;
            world.given[loser] = gift;
        }
        world.start.lots = self.draw_lots(rng);
        world
    }

    fn draw_lots(&self, rng: &mut Rng) -> u16 {
        match self.lots.as_slice() {
            [] => rng.below(permutations(usize::from(self.template.rules.players))) as u16,
            lots => rng.pick(lots),
        }
    }

    /// While cards are exchanged: a deal, from which the gifts follow.
    fn draw_deal(&self, rng: &mut Rng) -> Daifugo {
        let template = &self.template;
        let mut hands = self.draw_hands(rng);
        hands[self.me] = template.dealt_to(self.me);
        let mut dealt = Dealt { lots: self.draw_lots(rng), ..template.dealt() };
        for (place, &hand) in hands[..usize::from(template.rules.players)].iter().enumerate() {
            dealt.hands[usize::from(template.start.circle[place])] = hand;
        }
        let mut world = Daifugo::started(&template.rules, &dealt);
        if template.phase == Phase::Exchange(1) {
            let giver = template.holder(0);
            let known = template.given[giver];
            let count = template.rules.exchanged(0);
            let mut any = || Cards::from_set(world.hands[giver].as_set().random_part(count, rng));
            let given = if known.is_empty() { any() } else { known };
            world.give_back(0, given);
        }
        world
    }
}

impl Worlds<Daifugo> for DaifugoWorlds {
    fn draw(&mut self, rng: &mut Rng) -> Daifugo {
        if matches!(self.template.phase, Phase::Exchange(_)) {
            return self.draw_deal(rng);
        }
        let mut hands = self.draw_hands(rng);
        if !self.strangers.is_empty() {
            let mut all = 0.0;
            for _ in 0..TRIES {
                let tried = self.draw_hands(rng);
                let ways = self.exchanges(&tried);
                all += ways;
                if rng.unit() * all < ways {
                    hands = tried;
                }
            }
        }
        self.world(hands, rng)
    }

    /// How much likelier than not each of the others, in the order in which they follow, holds each card, the joker last. While cards are
    /// exchanged nothing is known to guess by.
    fn guess(&mut self, odds: &[f32]) -> bool {
        if odds.len() != (PLAYERS - 1) * DECK || matches!(self.template.phase, Phase::Exchange(_)) {
            return false;
        }
        let (players, me, others) = (usize::from(self.template.rules.players), self.me, self.others);
        let row = |receiver: usize| (others[receiver] + players - me) % players - 1;
        let odds = |receiver, card: Card| {
            let place = CardSet::EMPTY.with(card).bits().trailing_zeros() as usize;
            f64::from(odds[row(receiver) * DECK + place])
        };
        self.guess = Some(Box::new(Leaning::new(&self.hidden, odds)));
        true
    }

    /// Hands count by the number of exchanges that can have led to them, as in other draws.
    fn draw_guessed(&mut self, rng: &mut Rng) -> (Daifugo, f64) {
        let Some(guess) = &self.guess else { return (self.draw(rng), 1.0) };
        let mut drawn = [CardSet::EMPTY; PLAYERS - 1];
        let (mut hands, mut likely, mut ways) = (self.known, 0.0, 0.0);
        for _ in 0..TRIES {
            likely = guess.draw(rng, &mut drawn);
            hands = self.with_known(&drawn[..usize::from(self.template.rules.players) - 1]);
            ways = self.exchanges(&hands);
            if ways > 0.0 {
                break;
            }
        }
        (self.world(hands, rng), if ways > 0.0 { likely / ways } else { likely })
    }
}

/// Cards in the deck.
const DECK: usize = 53;

impl Imagine for Daifugo {
    type Worlds = DaifugoWorlds;
    fn worlds(view: View<'_>) -> DaifugoWorlds {
        DaifugoWorlds::of(view)
    }
}

impl Retrace for Daifugo {
    fn retrace(&self, moves: &mut Vec<Meld>) -> Daifugo {
        moves.clear();
        self.retell(|_, meld| moves.push(meld));
        Daifugo::started(&self.rules, &self.dealt())
    }

    /// What the winners of the last game return.
    fn unseen_moves(&self) -> usize {
        (0..self.rules.players / 2)
            .filter(|&class| self.start.classes[0] != NONE && self.rules.exchanged(class) > 0)
            .count()
    }

    /// Who is out has a place.
    fn is_settled(&self, seat: Seat) -> bool {
        self.place_of(seat).is_some()
    }
}

/// What is known of the hand of whom one exchanges cards with: in play what one gave him; before that, what he gave.
fn known_of_partner(template: &Daifugo, me: usize, partner: usize, exchanging: bool) -> Cards {
    match exchanging {
        false => template.given[me],
        // The hands are those of the deal: a loser dealt himself what he gave, a winner what he returned of his own.
        true => template.given[partner],
    }
}

/// The permutations that rank those who are left as they were ranked.
fn lots_of(game: &Daifugo) -> Vec<u16> {
    let players = game.rules.players;
    let agrees = |lots: &u16| {
        let left = order_of_lots(players, *lots).filter(|&place| game.out >> place & 1 == 0);
        left.map(|place| game.ranks[usize::from(place)]).is_sorted()
    };
    (0..permutations(usize::from(players)) as u16).filter(agrees).collect()
}

/// All exchanges that can have led to the cards that a winner and a loser had after it: the loser's rest is weaker
/// than every card of his gift; the gift lies with the winner, or came back.
struct Exchange {
    winner: Cards,
    loser: Cards,
    count: usize,
    /// The loser's strongest cards, the best first, as many as matter.
    top: [Cards; 3],
    /// Ways in which the winner returned what are now the loser's `count`, `count − 1`, … strongest, and others.
    ways: [f64; 3],
}

impl Exchange {
    fn new(winner: Cards, loser: Cards, count: usize) -> Exchange {
        let mut top = [Cards::EMPTY; 3];
        let mut left = loser;
        for place in top[..=count].iter_mut() {
            *place = left.strongest().unwrap_or_default();
            left -= *place;
        }
        let mut exchange = Exchange { winner, loser, count, top, ways: [0.0; 3] };
        for kept in 0..=count {
            let (returned, others) = (count - kept, loser.len() - (count - kept));
            // So many of his strongest were returned to him; the next one was not, the others are any of the rest.
            let rest = choose(others.saturating_sub(1), kept);
            exchange.ways[kept] = rest * choose(exchange.gifts(returned).len(), count);
        }
        exchange
    }

    /// The cards that can have been in the gift when the loser got back so many of his strongest.
    fn gifts(&self, returned: usize) -> Cards {
        let strongest_kept = self.top[returned];
        let back = self.top[..returned].iter().fold(Cards::EMPTY, |all, &card| all | card);
        if strongest_kept.is_empty() {
            return self.winner | back;
        }
        (self.winner | back) & strongest_kept.stronger_than()
    }

    fn ways(&self) -> f64 {
        self.ways.iter().sum()
    }

    /// What the winner returned, and the loser's gift: all equally likely.
    fn draw(&self, rng: &mut Rng) -> (Cards, Cards) {
        let mut target = rng.unit() * self.ways();
        let mut kept = 0;
        while kept < self.count && (target >= self.ways[kept] || self.ways[kept] == 0.0) {
            target -= self.ways[kept];
            kept += 1;
        }
        // Rounding may run past the last one that is possible.
        while self.ways[kept] == 0.0 && kept > 0 {
            kept -= 1;
        }
        let returned = self.count - kept;
        let back = self.top[..returned].iter().fold(Cards::EMPTY, |all, &card| all | card);
        let rest = (self.loser - back - self.top[returned]).as_set().random_part(kept, rng);
        let gift = self.gifts(returned).as_set().random_part(self.count, rng);
        (back | Cards::from_set(rest), Cards::from_set(gift))
    }
}

fn choose(from: usize, count: usize) -> f64 {
    match count {
        0 => 1.0,
        1 => from as f64,
        _ => (from * from.saturating_sub(1)) as f64 / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sets of so many of some cards.
    fn parts(cards: Cards, count: usize) -> Vec<Cards> {
        let cards: Vec<Cards> = cards.iter().collect();
        (0..1u32 << cards.len())
            .filter(|part| part.count_ones() as usize == count)
            .map(|part| (0..cards.len()).filter(|n| part >> n & 1 == 1).map(|n| cards[n]).collect())
            .collect()
    }

    #[test]
    fn exchanges_are_counted_and_drawn_as_the_rules_say() {
        let mut rng = Rng::new(3);
        for round in 0..40 {
            let count = 1 + round % 2;
            let both = Cards::from_set(Cards::DECK.as_set().random_part(11, &mut rng));
            let loser = Cards::from_set(both.as_set().random_part(5, &mut rng));
            let winner = both - loser;
            // What came back, and a gift that was stronger than all that the loser kept.
            let mut possible = Vec::new();
            for returned in parts(loser, count) {
                for gift in parts(winner | returned, count) {
                    if ((loser - returned) | gift).strongest_of(count) == gift {
                        possible.push((returned, gift));
                    }
                }
            }
            let exchange = Exchange::new(winner, loser, count);
            assert_eq!(exchange.ways(), possible.len() as f64, "{winner} and {loser}");
            for _ in 0..20 {
                assert!(possible.contains(&exchange.draw(&mut rng)), "{winner} and {loser}");
            }
        }
    }
}
