use kirifuda_games::cards::{Card, Suit};
use kirifuda_games::hearts::POINT_CARDS;

use super::super::{Look, QUEEN, highest, lowest};
use super::{About, Action, ActionSet, ask};

/// The actions of the work before paper 000 (the first row of its Table 2), which looked at points and at high and
/// low only. The paper does not print them: this is our reading.
pub static PREVIOUS: ActionSet = ActionSet { name: "previous", lead: &LEADS, follow: &FOLLOWS, applying };

/// The same with a duck, the strongest card that does not take the trick: a reading in which those actions knew how to
/// stay below.
pub static DUCKING: ActionSet =
    ActionSet { name: "ducking", lead: &LEADS, follow: &DUCKING_FOLLOWS, applying: applying_with_duck };

const LEADS: [Action; 11] = [
    Action::new("par1", "weakest-club", About::of(Suit::Clubs, "say.lead.weakest"), |look| {
        look.leads.of(Suit::Clubs).lowest()
    }),
    Action::new("par2", "strongest-club", About::of(Suit::Clubs, "say.lead.strongest"), |look| {
        look.leads.of(Suit::Clubs).highest()
    }),
    Action::new("par3", "weakest-diamond", About::of(Suit::Diamonds, "say.lead.weakest"), |look| {
        look.leads.of(Suit::Diamonds).lowest()
    }),
    Action::new("par4", "strongest-diamond", About::of(Suit::Diamonds, "say.lead.strongest"), |look| {
        look.leads.of(Suit::Diamonds).highest()
    }),
    Action::new("par5", "weakest-heart", About::of(Suit::Hearts, "say.lead.weakest"), |look| {
        look.leads.of(Suit::Hearts).lowest()
    }),
    Action::new("par6", "strongest-heart", About::of(Suit::Hearts, "say.lead.strongest"), |look| {
        look.leads.of(Suit::Hearts).highest()
    }),
    Action::new("par7", "weakest-spade", About::of(Suit::Spades, "say.lead.weakest"), |look| {
        look.leads.of(Suit::Spades).lowest()
    }),
    Action::new("par8", "strongest-spade", About::of(Suit::Spades, "say.lead.strongest"), |look| {
        look.leads.of(Suit::Spades).highest()
    }),
    Action::new("par9", "weakest", About::plain("say.lead.weakest-any"), |look| lowest(look.leads)),
    Action::new("par10", "strongest-clean", About::plain("say.lead.strongest-clean"), |look| {
        highest(look.leads - POINT_CARDS)
    }),
    Action::new("par11", "weakest-clean", About::plain("say.lead.weakest-clean"), |look| {
        lowest(look.leads - POINT_CARDS)
    }),
];

const FOLLOWS: [Action; 9] = [
    Action::new("ch1", "strongest-following", About::plain("say.play.strongest"), |look| look.follows.highest()),
    Action::new("ch2", "weakest-following", About::plain("say.play.weakest"), |look| look.follows.lowest()),
    Action::new("ch3", "strongest-clean-following", About::plain("say.play.strongest-clean"), |look| {
        (look.follows - POINT_CARDS).highest()
    }),
    Action::new("ch4", "weakest-clean-following", About::plain("say.play.weakest-clean"), |look| {
        (look.follows - POINT_CARDS).lowest()
    }),
    Action::new("ch'1", "discard-queen", About::plain("say.discard.queen"), |look| {
        (look.discards & QUEEN.set()).lowest()
    }),
    Action::new("ch'2", "discard-heart", About::of(Suit::Hearts, "say.discard.strongest-of"), |look| {
        look.discards.of(Suit::Hearts).highest()
    }),
    Action::new("ch'3", "discard-clean", About::plain("say.discard.strongest-clean"), |look| {
        highest(look.discards - POINT_CARDS)
    }),
    Action::new("ch'4", "discard-weakest", About::plain("say.discard.weakest"), |look| lowest(look.discards)),
    Action::new("ch'5", "discard-strongest", About::plain("say.discard.strongest"), |look| highest(look.discards)),
];

fn applying(look: &Look<'_>, out: &mut Vec<(u16, Card)>) {
    if look.led.is_none() {
        ask!(LEADS, look, out, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    } else if look.follows.is_empty() {
        ask!(FOLLOWS, look, out, [4, 5, 6, 7, 8]);
    } else {
        ask!(FOLLOWS, look, out, [0, 1, 2, 3]);
    }
}

/// Those with the led suit come first.
const DUCKING_FOLLOWS: [Action; 10] =
    [FOLLOWS[0], FOLLOWS[1], FOLLOWS[2], FOLLOWS[3], DUCK, FOLLOWS[4], FOLLOWS[5], FOLLOWS[6], FOLLOWS[7], FOLLOWS[8]];

const DUCK: Action =
    Action::new("ch5", "duck", About::plain("say.play.duck"), |look| (look.follows & look.best?.lower()).highest());

fn applying_with_duck(look: &Look<'_>, out: &mut Vec<(u16, Card)>) {
    if look.led.is_none() {
        ask!(LEADS, look, out, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    } else if look.follows.is_empty() {
        ask!(DUCKING_FOLLOWS, look, out, [5, 6, 7, 8, 9]);
    } else {
        ask!(DUCKING_FOLLOWS, look, out, [0, 1, 2, 3, 4]);
    }
}
