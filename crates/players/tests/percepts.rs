//! What FALCON sees: every percept in positions made by hand, and over random play against a slow reading, in words,
//! of the tables of paper 002 and of the page.
#![allow(clippy::unwrap_used)]

mod positions;
#[path = "positions/slow.rs"]
mod slow;

use std::collections::BTreeSet;

use kirifuda_games::hearts::Hearts;
use kirifuda_play::{Game, Imagine, Worlds};
use kirifuda_players::hearts::{FOLLOW, LEAD, Look, Percept, Side};
use kirifuda_words::Language;
use positions::{ALONE, CASH, EVEN, FIVES, HIGH, SPADES, TOP, deal, look, rest, table, walk};
use slow::{Slow, number};

/// What a percept of a side senses in a position of that side.
fn sense(side: Side, name: &str, game: &Hearts) -> u32 {
    let look = look(game);
    assert_eq!(look.side(), side);
    let percept = side.percept(name).unwrap_or_else(|| panic!("no percept {name}"));
    (percept.sense)(&look)
}

fn lead(name: &str, hands: [&str; 4]) -> u32 {
    lead_after(name, hands, 0, &[])
}

fn lead_after(name: &str, hands: [&str; 4], leader: u8, plays: &[&str]) -> u32 {
    sense(Side::Lead, name, &rest(hands, leader, plays))
}

fn follow(name: &str, hands: [&str; 4], leader: u8, plays: &[&str]) -> u32 {
    sense(Side::Follow, name, &rest(hands, leader, plays))
}

#[test]
fn hearts_are_broken_by_a_heart_or_the_queen() {
    assert_eq!(lead("hearts-broken", EVEN), 0);
    assert_eq!(lead("hearts-broken", FIVES), 1);
    assert_eq!(follow("hearts-broken", EVEN, 0, &["♣2"]), 0);
    assert_eq!(follow("hearts-broken", FIVES, 0, &["♣9"]), 1);
}

#[test]
fn the_longest_suit_is_diamonds_or_clubs_also_when_others_are_as_long() {
    assert_eq!(lead("longest-suit", FIVES), 0b01);
    assert_eq!(lead("longest-suit", ALONE), 0b10, "♣ and ♥ are equally long");
    assert_eq!(lead("longest-suit", EVEN), 0b00);
    assert_eq!(lead("longest-suit", SPADES), 0b11);
    assert_eq!(follow("longest-suit", FIVES, 3, &["♣J"]), 0b01);
    assert_eq!(follow("longest-suit", CASH, 0, &["♠K"]), 0b00);
    assert_eq!(follow("longest-suit", FIVES, 0, &["♣9"]), 0b10, "seat 1 has ♣3K");
}

#[test]
fn the_standing_of_hearts() {
    assert_eq!(lead("hearts-standing", FIVES), 0b11111, "a single ♥Q between ♥A and ♥479");
    assert_eq!(lead("hearts-standing", ALONE), 0b00001, "a single ♥A, and the others have none");
    assert_eq!(lead("hearts-standing", TOP), 0, "none is held");
    assert_eq!(lead_after("hearts-standing", FIVES, 2, &[]), 0b11110, "♥79 between ♥QA and ♥4");
}

#[test]
fn the_standing_of_spades() {
    assert_eq!(lead("spades-standing", TOP), 0b10100, "♠KA above all");
    assert_eq!(lead("spades-standing", HIGH), 0b01010, "♠TJ below all");
    assert_eq!(lead("spades-standing", ALONE), 0);
}

#[test]
fn the_standing_of_diamonds() {
    assert_eq!(lead("diamonds-standing", FIVES), 0b01010, "♦25 below all");
    assert_eq!(lead_after("diamonds-standing", FIVES, 3, &[]), 0b10101, "a single ♦A above all");
    assert_eq!(lead("diamonds-standing", TOP), 0);
}

#[test]
fn the_standing_of_clubs() {
    assert_eq!(lead("clubs-standing", FIVES), 0b11111);
    assert_eq!(lead("clubs-standing", EVEN), 0b01100, "♣2KA around all others");
    assert_eq!(lead("clubs-standing", TOP), 0);
}

#[test]
fn the_standing_of_the_led_suit_does_not_count_the_table() {
    assert_eq!(follow("led-standing", FIVES, 3, &["♣J"]), 0b11111, "♣9; ♣K and ♣36 are out");
    assert_eq!(follow("led-standing", FIVES, 1, &["♠Q", "♠2", "♠K"]), 0b10101, "♠J; only ♠9 is out");
    assert_eq!(follow("led-standing", CASH, 0, &["♠K", "♠2", "♠6", "♦5", "♠A"]), 0b01010, "♠345 under ♠78");
    assert_eq!(follow("led-standing", SPADES, 0, &["♣A"]), 0, "void");
}

#[test]
fn where_the_high_spades_are() {
    assert_eq!(lead("high-spades", FIVES), 0b00_10_10, "♠Q and ♠K with opponents, ♠A gone");
    assert_eq!(lead("high-spades", TOP), 0b01_01_00, "♠Q gone, the others mine");
    assert_eq!(lead_after("high-spades", FIVES, 1, &[]), 0b00_10_01, "♠Q mine");
    assert_eq!(follow("high-spades", HIGH, 0, &["♠T"]), 0b10_10_01);
    assert_eq!(follow("high-spades", FIVES, 1, &["♠Q", "♠2", "♠K"]), 0, "the table does not count");
}

#[test]
fn counts_of_clubs() {
    assert_eq!(lead("clubs-counts", FIVES), 0b11_01);
    assert_eq!(lead("clubs-counts", EVEN), 0b11_10);
    assert_eq!(lead("clubs-counts", ALONE), 0b00_01);
    assert_eq!(lead("clubs-counts", TOP), 0b01_00);
}

#[test]
fn counts_of_diamonds() {
    assert_eq!(lead("diamonds-counts", CASH), 0b11_10);
    assert_eq!(lead("diamonds-counts", ALONE), 0b01_00);
    assert_eq!(lead_after("diamonds-counts", FIVES, 1, &["♦8", "♦T", "♦A", "♦5"]), 0b01_00, "only ♦2 is left");
}

#[test]
fn counts_of_spades() {
    assert_eq!(lead("spades-counts", HIGH), 0b11_01);
    assert_eq!(lead("spades-counts", ALONE), 0b11_00);
    let long = ["♥2 ♠2345678", "♥3456789T", "♥JQK ♠9TJQK", "♣A ♦23456 ♥A ♠A"];
    assert_eq!(lead("spades-counts", long), 0b11_11, "seven are held");
    assert_eq!(lead_after("spades-counts", long, 3, &[]), 0b11_01);
}

#[test]
fn counts_of_hearts() {
    assert_eq!(lead("hearts-counts", EVEN), 0b11_10);
    assert_eq!(lead("hearts-counts", TOP), 0b01_00);
    let two_left = ["♣3 ♦25 ♥3 ♠J", "♣9K ♦8 ♥4 ♠Q", "♣6 ♦T ♥79 ♠2", "♣J ♦A ♥2 ♠9K"];
    assert_eq!(lead_after("hearts-counts", two_left, 0, &["♥3", "♥4", "♥7", "♥2"]), 0b00_01, "seat 2 has the last");
}

#[test]
fn counts_of_the_led_suit() {
    assert_eq!(follow("led-counts", FIVES, 3, &["♣J"]), 0b11_01);
    assert_eq!(follow("led-counts", FIVES, 1, &["♠Q", "♠2", "♠K"]), 0b01_01);
    assert_eq!(follow("led-counts", CASH, 0, &["♠K", "♠2", "♠6", "♦5", "♠A"]), 0b10_10);
    assert_eq!(follow("led-counts", SPADES, 0, &["♣A"]), 0);
}

#[test]
fn voids_are_known_when_they_were_shown() {
    assert_eq!(lead("voids-shown", SPADES), 0);
    assert_eq!(lead_after("voids-shown", SPADES, 0, &["♣A", "♠3", "♠6", "♥A"]), 0b0001);
    assert_eq!(lead_after("voids-shown", CASH, 0, &["♠K", "♠2", "♠6", "♦5"]), 0b1000);
}

#[test]
fn suits_that_are_held() {
    assert_eq!(lead("suits-held", FIVES), 0b1111);
    assert_eq!(lead("suits-held", ALONE), 0b0101);
    assert_eq!(lead("suits-held", CASH), 0b1010);
}

#[test]
fn the_average_is_a_quarter_of_what_is_in_hands() {
    assert_eq!(lead("average-held", FIVES), 0b0010, "two of five ♦, one of five of the others");
    assert_eq!(lead("average-held", EVEN), 0b0100, "four of thirteen ♥");
    assert_eq!(lead("average-held", ALONE), 0b0101);
    assert_eq!(lead_after("average-held", SPADES, 0, &["♣A", "♠3", "♠6", "♥A"]), 0b0010, "nobody has a ♣ or ♥");
    assert_eq!(follow("average-held", FIVES, 3, &["♣J"]), 0b0011, "one of the four ♣ that are not on the table");
    assert_eq!(follow("average-held", SPADES, 0, &["♣A"]), 0b1000);
}

#[test]
fn a_spade_below_the_queen_is_mine() {
    assert_eq!(lead("low-spade-mine", FIVES), 1);
    assert_eq!(lead("low-spade-mine", TOP), 0);
    assert_eq!(follow("low-spade-mine", FIVES, 3, &["♣J"]), 1);
    assert_eq!(follow("low-spade-mine", FIVES, 0, &["♣9"]), 0, "seat 1 has ♠Q only");
}

#[test]
fn no_opponent_has_a_spade_below_the_queen() {
    assert_eq!(lead("low-spades-gone", HIGH), 1);
    assert_eq!(lead("low-spades-gone", FIVES), 0);
    assert_eq!(follow("low-spades-gone", HIGH, 1, &["♣A", "♦A", "♥A"]), 1);
    assert_eq!(follow("low-spades-gone", HIGH, 1, &["♣A"]), 0, "seat 0 has ♠TJ");
}

#[test]
fn a_later_player_has_shown_that_he_cannot_follow() {
    assert_eq!(follow("later-void-shown", CASH, 0, &["♠K", "♠2", "♠6", "♦5", "♠A"]), 1);
    assert_eq!(follow("later-void-shown", CASH, 0, &["♠K"]), 0, "seat 3 has not shown it yet");
    let after_him = ["♠K", "♠2", "♠6", "♦5", "♠A", "♠3", "♠7"];
    assert_eq!(follow("later-void-shown", CASH, 0, &after_him), 0, "his own void is not a later player's");
}

#[test]
fn how_many_later_players_have_shown_that_they_cannot_follow() {
    assert_eq!(follow("later-voids", CASH, 0, &["♠K"]), 0);
    assert_eq!(follow("later-voids", CASH, 0, &["♠K", "♠2", "♠6", "♦5", "♠A"]), 1);
    let hands = ["♣23456", "♦2345 ♠2", "♦6789 ♠3", "♦T ♥A ♠456"];
    assert_eq!(follow("later-voids", hands, 0, &["♣2", "♦2", "♦6", "♦T", "♣3"]), 2);
}

#[test]
fn the_led_suit_as_a_number() {
    assert_eq!(follow("led-suit", FIVES, 3, &["♣J"]), 0);
    assert_eq!(follow("led-suit", FIVES, 1, &["♦8"]), 1);
    assert_eq!(follow("led-suit", FIVES, 1, &["♥4"]), 2);
    assert_eq!(follow("led-suit", FIVES, 1, &["♠Q"]), 3);
}

#[test]
fn how_much_of_the_led_suit_is_held() {
    assert_eq!(follow("led-held", SPADES, 0, &["♣A"]), 0b001);
    assert_eq!(follow("led-held", FIVES, 3, &["♣J"]), 0b010);
    assert_eq!(follow("led-held", CASH, 0, &["♠K"]), 0b100);
}

#[test]
fn the_strongest_left_of_the_led_suit_is_mine() {
    assert_eq!(follow("led-top-mine", FIVES, 3, &["♣J"]), 0, "♣K is out");
    assert_eq!(follow("led-top-mine", FIVES, 1, &["♠Q", "♠2", "♠K"]), 1, "♠J over ♠9: what lies there has been played");
    assert_eq!(follow("led-top-mine", SPADES, 0, &["♣A"]), 0, "void");
}

#[test]
fn a_point_card_lies_on_the_table() {
    assert_eq!(follow("points-showing", FIVES, 1, &["♦8", "♦T", "♦A"]), 0);
    assert_eq!(follow("points-showing", FIVES, 1, &["♥4"]), 1);
    assert_eq!(follow("points-showing", FIVES, 1, &["♠Q"]), 1);
}

#[test]
fn the_queen_lies_on_the_table() {
    assert_eq!(follow("queen-on-table", FIVES, 1, &["♥4", "♥7", "♥A"]), 0);
    assert_eq!(follow("queen-on-table", FIVES, 1, &["♠Q", "♠2", "♠K"]), 1);
}

#[test]
fn what_the_points_on_the_table_are() {
    assert_eq!(follow("points-on-table", FIVES, 1, &["♦8", "♦T", "♦A"]), 0);
    assert_eq!(follow("points-on-table", FIVES, 1, &["♥4"]), 1);
    assert_eq!(follow("points-on-table", FIVES, 1, &["♥4", "♥7", "♥A"]), 2);
    assert_eq!(follow("points-on-table", FIVES, 1, &["♠Q", "♠2"]), 3);
}

#[test]
fn a_safe_exit_is_a_legal_card_below_all_of_the_opponents() {
    assert_eq!(lead("safe-exits", FIVES), 0b0010, "♦2");
    assert_eq!(lead("safe-exits", EVEN), 0b1011, "♥2 may not be led yet");
    assert_eq!(lead("safe-exits", HIGH), 0b1000);
    assert_eq!(lead("safe-exits", ALONE), 0, "nobody can beat ♣A or ♥A");
}

#[test]
fn a_suit_is_beatable_when_an_opponent_has_a_card_above_the_weakest() {
    assert_eq!(lead("beatable", FIVES), 0b1111);
    assert_eq!(lead("beatable", EVEN), 0b1011);
    assert_eq!(lead("beatable", TOP), 0);
}

#[test]
fn the_best_exit_is_the_card_with_most_above_it() {
    assert_eq!(lead("best-exit", TOP), 0);
    assert_eq!(lead_after("best-exit", FIVES, 3, &[]), 1, "♠9 below ♠JQ, ♣J below ♣K: two");
    assert_eq!(lead("best-exit", FIVES), 2, "♦2 below three");
    assert_eq!(lead("best-exit", EVEN), 3);
}

#[test]
fn where_the_queen_is() {
    assert_eq!(lead("queen-place", TOP), 0);
    assert_eq!(lead("queen-place", FIVES), 1);
    assert_eq!(lead_after("queen-place", FIVES, 1, &[]), 2);
    assert_eq!(follow("queen-place", FIVES, 1, &["♠Q"]), 0, "on the table");
    assert_eq!(follow("queen-place", FIVES, 3, &["♣J"]), 1);
    assert_eq!(follow("queen-place", FIVES, 0, &["♣9"]), 2);
}

#[test]
fn how_many_spades_are_below_the_queen() {
    assert_eq!(lead("low-spades", TOP), 0);
    assert_eq!(lead("low-spades", FIVES), 1);
    assert_eq!(lead("low-spades", HIGH), 2);
    assert_eq!(lead_after("low-spades", CASH, 0, &[]), 0);
    assert_eq!(follow("low-spades", FIVES, 0, &["♣9"]), 0);
    assert_eq!(follow("low-spades", FIVES, 3, &["♣J"]), 1);
    assert_eq!(follow("low-spades", EVEN, 0, &["♣2", "♣3", "♣4"]), 2, "♠567");
    assert_eq!(follow("low-spades", CASH, 0, &["♠K"]), 3, "♠2345");
}

#[test]
fn a_king_or_an_ace_of_spades_may_catch_the_queen() {
    assert_eq!(lead_after("spade-danger", FIVES, 3, &[]), 1, "♠K");
    assert_eq!(lead("spade-danger", FIVES), 0);
    assert_eq!(lead("spade-danger", TOP), 0, "the queen is gone");
    assert_eq!(follow("spade-danger", FIVES, 2, &["♣6"]), 1);
    assert_eq!(follow("spade-danger", FIVES, 3, &["♣J"]), 0);
}

#[test]
fn the_queen_can_be_smoked_out_by_who_has_only_low_spades() {
    assert_eq!(lead("smoke-safe", FIVES), 1);
    assert_eq!(lead_after("smoke-safe", FIVES, 3, &[]), 0, "♠9K");
    assert_eq!(lead_after("smoke-safe", FIVES, 1, &[]), 0, "♠Q is mine");
    assert_eq!(lead("smoke-safe", ALONE), 0, "no spade");
    assert_eq!(lead("smoke-safe", SPADES), 0, "the queen is gone");
}

#[test]
fn the_best_card_of_a_suit_can_be_cashed_while_everyone_should_follow() {
    assert_eq!(lead("cash-safe", EVEN), 0b001, "♣A; ♦K and ♠K are out");
    assert_eq!(lead("cash-safe", CASH), 0b110);
    assert_eq!(lead_after("cash-safe", CASH, 0, &["♠K", "♠2", "♠6", "♦5"]), 0b010, "seat 3 is out of ♠");
    assert_eq!(lead("cash-safe", TOP), 0, "three spades are out");
    let queen = ["♣A ♠AQ", "♠234", "♦A ♠56", "♥A ♠78"];
    assert_eq!(lead("cash-safe", queen), 0b100, "♠Q is mine, and ♠A above seven");
    assert_eq!(lead("cash-safe", ["♣A ♠AJ", "♠234", "♦A ♠56", "♥A ♠7Q"]), 0, "♠Q would fall on ♠A");
    assert_eq!(lead("cash-safe", ["♣A ♠Q2", "♠345", "♦A ♠67", "♥A ♠89"]), 0, "♠Q is not cashed");
}

#[test]
fn suits_that_no_opponent_holds() {
    assert_eq!(lead("theirs-gone", ALONE), 0b0101);
    assert_eq!(lead("theirs-gone", FIVES), 0);
    assert_eq!(lead("theirs-gone", SPADES), 0b0011);
}

#[test]
fn side_suits_that_are_nearly_empty() {
    assert_eq!(lead("short-sides", FIVES), 0b11);
    assert_eq!(lead("short-sides", ALONE), 0b01);
    assert_eq!(lead("short-sides", EVEN), 0b00, "three of each");
    assert_eq!(lead("short-sides", TOP), 0b00, "none of each");
    assert_eq!(follow("short-sides", FIVES, 3, &["♣J"]), 0b11);
    assert_eq!(follow("short-sides", CASH, 0, &["♠K"]), 0b10);
    assert_eq!(follow("short-sides", EVEN, 0, &["♣2"]), 0b00);
}

#[test]
fn points_taken_by_this_seat() {
    assert_eq!(lead("own-points", EVEN), 0);
    assert_eq!(lead_after("own-points", FIVES, 1, &["♥4", "♥7", "♥A", "♥Q"]), 1, "four hearts");
    assert_eq!(lead("own-points", FIVES), 2, "eight hearts");
    assert_eq!(lead("own-points", TOP), 3, "twelve hearts and ♠Q");
    assert_eq!(follow("own-points", FIVES, 3, &["♣J"]), 0);
    assert_eq!(follow("own-points", FIVES, 0, &["♣9", "♣3", "♣6", "♣J", "♦A"]), 2);
}

#[test]
fn point_cards_that_are_still_in_hands() {
    assert_eq!(lead_after("points-left", SPADES, 0, &["♣A", "♠3", "♠6", "♥A"]), 0);
    assert_eq!(lead("points-left", TOP), 1, "♥A");
    assert_eq!(lead_after("points-left", FIVES, 1, &["♠Q", "♠2", "♠K", "♠J"]), 2, "five hearts");
    assert_eq!(lead("points-left", FIVES), 3);
    assert_eq!(follow("points-left", HIGH, 0, &["♠T", "♠Q", "♠K", "♠A", "♥A"]), 0, "on the table does not count");
    assert_eq!(follow("points-left", FIVES, 1, &["♠Q"]), 2);
    assert_eq!(follow("points-left", FIVES, 3, &["♣J"]), 3);
}

#[test]
fn clubs_with_opponents() {
    assert_eq!(lead("clubs-left", ALONE), 0);
    assert_eq!(lead("clubs-left", TOP), 1);
    assert_eq!(lead("clubs-left", FIVES), 2);
    assert_eq!(lead("clubs-left", EVEN), 3);
}

#[test]
fn diamonds_with_opponents() {
    assert_eq!(lead("diamonds-left", SPADES), 0);
    assert_eq!(lead("diamonds-left", FIVES), 1);
    assert_eq!(lead("diamonds-left", CASH), 2);
    assert_eq!(lead("diamonds-left", EVEN), 3);
}

#[test]
fn hearts_with_opponents() {
    assert_eq!(lead("hearts-left", ALONE), 0);
    assert_eq!(lead("hearts-left", TOP), 1);
    assert_eq!(lead("hearts-left", FIVES), 2);
    assert_eq!(lead("hearts-left", EVEN), 3);
}

#[test]
fn spades_with_opponents() {
    assert_eq!(lead_after("spades-left", HIGH, 0, &["♠T", "♠Q", "♠K", "♠A"]), 1, "♠J");
    assert_eq!(lead("spades-left", FIVES), 2);
    assert_eq!(lead("spades-left", SPADES), 3);
}

#[test]
fn who_has_points() {
    assert_eq!(lead("point-takers", EVEN), 0);
    assert_eq!(lead("point-takers", FIVES), 1);
    assert_eq!(lead_after("point-takers", FIVES, 1, &["♦8", "♦T", "♦A", "♦5"]), 2, "seat 1 alone; seat 3 leads");
    assert_eq!(lead_after("point-takers", FIVES, 1, &["♥4", "♥7", "♥A", "♥Q"]), 3);
    assert_eq!(follow("point-takers", EVEN, 0, &["♣2"]), 0);
    assert_eq!(follow("point-takers", FIVES, 0, &["♣9", "♣3", "♣6", "♣J", "♦A"]), 1);
    assert_eq!(follow("point-takers", FIVES, 3, &["♣J"]), 2);
    assert_eq!(follow("point-takers", FIVES, 1, &["♥4", "♥7", "♥A", "♥Q", "♣J", "♣9"]), 3);
}

#[test]
fn cards_below_and_above_the_best_on_the_table() {
    assert_eq!(follow("below-and-above", SPADES, 0, &["♣A"]), 0b00);
    assert_eq!(follow("below-and-above", FIVES, 3, &["♣J"]), 0b01);
    assert_eq!(follow("below-and-above", FIVES, 2, &["♠2", "♠9"]), 0b10);
    assert_eq!(follow("below-and-above", EVEN, 0, &["♣2", "♣6"]), 0b11, "♣47T");
}

#[test]
fn the_queen_may_come_yet() {
    assert_eq!(follow("queen-may-follow", FIVES, 3, &["♣J"]), 1);
    assert_eq!(follow("queen-may-follow", FIVES, 1, &["♦8", "♦T", "♦A"]), 0, "nobody plays later");
    assert_eq!(follow("queen-may-follow", FIVES, 1, &["♠Q"]), 0, "it lies there");
    assert_eq!(follow("queen-may-follow", CASH, 0, &["♠K"]), 0, "it is gone");
    // Seats 2 and 3 are out of spades, so seat 0 alone may have it: nobody after seat 1.
    let hands = ["♣45 ♠QA", "♣6 ♠2JK", "♣378 ♦A", "♣9TJ ♥A"];
    assert_eq!(follow("queen-may-follow", hands, 0, &["♠A", "♠2", "♦A", "♥A", "♣4"]), 0);
    assert_eq!(follow("queen-may-follow", hands, 0, &["♣4"]), 1, "nobody has shown it");
}

#[test]
fn cards_of_the_led_suit_with_opponents() {
    assert_eq!(follow("led-left", HIGH, 1, &["♣A"]), 0);
    assert_eq!(follow("led-left", FIVES, 3, &["♣J"]), 1);
    assert_eq!(follow("led-left", CASH, 0, &["♠K"]), 2, "♠678 and ♠A");
    assert_eq!(follow("led-left", EVEN, 0, &["♣2"]), 3);
}

#[test]
fn an_escape_is_a_card_to_come_above_the_weakest() {
    assert_eq!(follow("escape", FIVES, 1, &["♠Q", "♠2", "♠K"]), 0, "nobody plays later");
    assert_eq!(follow("escape", FIVES, 3, &["♣J"]), 1, "♣K over ♣9");
    assert_eq!(follow("escape", CASH, 0, &["♠K", "♠2", "♠6", "♦5", "♠A"]), 2, "♠78");
    assert_eq!(follow("escape", EVEN, 0, &["♣2"]), 3);
    assert_eq!(follow("escape", SPADES, 0, &["♣A"]), 0, "void");
    let shown = ["♠K", "♠2", "♠6", "♦5", "♠A", "♠3"];
    assert_eq!(follow("escape", CASH, 0, &shown), 0, "seat 3 is out: ♠45 are not to come after seat 2");
}

#[test]
fn a_clean_trick_has_no_points_and_fears_none() {
    assert_eq!(follow("clean-trick", FIVES, 3, &["♣J"]), 1);
    assert_eq!(follow("clean-trick", FIVES, 1, &["♦8", "♦T", "♦A"]), 1, "nobody plays later");
    assert_eq!(follow("clean-trick", FIVES, 1, &["♠Q", "♠2", "♠K"]), 0);
    assert_eq!(follow("clean-trick", FIVES, 2, &["♠2"]), 0, "♠Q may come");
    assert_eq!(follow("clean-trick", FIVES, 3, &["♥A"]), 0);
    assert_eq!(follow("clean-trick", CASH, 0, &["♠K"]), 1, "♠Q is gone, nobody is known to be void");
    assert_eq!(follow("clean-trick", CASH, 0, &["♠K", "♠2", "♠6", "♦5", "♠A"]), 0, "seat 3 is out of ♠");
}

#[test]
fn the_strongest_heart_held() {
    assert_eq!(follow("top-heart", CASH, 0, &["♠K"]), 0);
    assert_eq!(follow("top-heart", FIVES, 0, &["♣9"]), 1, "♥4");
    assert_eq!(follow("top-heart", FIVES, 1, &["♣3"]), 2, "♥9");
    assert_eq!(follow("top-heart", FIVES, 3, &["♣J"]), 3, "♥Q");
}

#[test]
fn a_suit_is_unsafe_with_two_cards_out_below_the_weakest() {
    assert_eq!(follow("unsafe-suits", FIVES, 3, &["♣J"]), 0b1101, "all but ♦25");
    assert_eq!(follow("unsafe-suits", CASH, 0, &["♠K"]), 0);
}

/// Both sides' percepts.
fn all() -> impl Iterator<Item = (Side, &'static Percept)> {
    Side::ALL.into_iter().flat_map(|side| side.percepts().iter().map(move |percept| (side, percept)))
}

#[test]
fn percepts_agree_with_a_slow_reading_over_random_play() {
    let mut positions = 0;
    walk(100, |_, look, _| {
        let slow = Slow::of(look);
        for percept in look.side().percepts() {
            let expected = slow.bits(percept.name);
            let bits = (percept.sense)(&look);
            assert_eq!(expected.len(), percept.width as usize, "{percept:?}");
            assert_eq!(
                number(bits as usize, 32),
                [expected, vec![false; 32 - percept.width as usize]].concat(),
                "{percept:?}"
            );
        }
        positions += 1;
    });
    assert_eq!(positions, 4 * 100 * 52);
}

#[test]
fn percepts_see_nothing_hidden() {
    walk(20, |game, look, rng| {
        let world = Hearts::worlds(game.view(look.view.seat())).draw(rng);
        let there = Look::new(world.view(look.view.seat()), look.legal);
        for percept in look.side().percepts() {
            assert_eq!((percept.sense)(&look), (percept.sense)(&there), "{percept:?}");
        }
    });
}

#[test]
fn every_bit_of_a_percept_is_set_and_clear_some_time_and_words_tell_all_values_apart() {
    let mut seen: [Vec<BTreeSet<u32>>; 2] = Side::ALL.map(|side| vec![BTreeSet::new(); side.percepts().len()]);
    walk(300, |_, look, _| {
        for (percept, seen) in look.side().percepts().iter().zip(&mut seen[look.side() as usize]) {
            seen.insert((percept.sense)(&look));
        }
    });
    for (side, percept) in all() {
        let values = &seen[side as usize][percept.number as usize];
        let (any, every) = values.iter().fold((0, !0), |(any, every), bits| (any | bits, every & bits));
        assert_eq!((any, every), ((1 << percept.width) - 1, 0), "{side} {percept:?}");
        let words: BTreeSet<String> = values.iter().map(|&bits| Language::English.list(&(percept.say)(bits))).collect();
        assert_eq!(words.len(), values.len(), "{side} {percept:?}: {words:?}");
        assert!(words.iter().all(|words| !words.is_empty() && !words.contains("impossible")), "{words:?}");
    }
}

#[test]
fn words_of_bits() {
    let say = |side: Side, name: &str, bits: u32| Language::English.list(&(side.percept(name).unwrap().say)(bits));
    assert_eq!(say(Side::Lead, "high-spades", 0b01_00_10), "♠Q with opponents, ♠K gone, ♠A mine");
    assert_eq!(say(Side::Lead, "hearts-standing", 0b00011), "a single ♥, opponents above the strongest");
    assert_eq!(say(Side::Lead, "clubs-counts", 0b10_01), "1–2 ♣ mine, 2 ♣ with opponents");
    assert_eq!(say(Side::Lead, "voids-shown", 0b1001), "someone is out of ♣ ♠");
    assert_eq!(say(Side::Lead, "voids-shown", 0), "nobody is known to be out of a suit");
    assert_eq!(say(Side::Follow, "led-suit", 3), "♠ led");
    // Bits that no position has are no reason to stop.
    for (_, percept) in all() {
        assert!(!(percept.say)(u32::MAX).is_empty());
    }
}

#[test]
fn percepts_are_found_by_number_and_by_name() {
    for (side, percept) in all() {
        assert_eq!(side.percept(percept.name).unwrap().number, percept.number);
        assert_eq!(side.percept(&percept.number.to_string()).unwrap().name, percept.name);
        assert_eq!(side.percepts()[percept.number as usize].name, percept.name, "the number is the place");
    }
    assert!(Side::Lead.percept("33").is_none() && Side::Follow.percept("safe-exits").is_none());
    for side in Side::ALL {
        assert_eq!(side.to_string().parse(), Ok(side));
        let paper = if side == Side::Lead { 16 } else { 13 };
        assert!(side.hand_picked().iter().chain(side.automatic()).all(|&number| number < paper));
    }
    assert_eq!("led".parse::<Side>(), Err("`led` is not a side: it is `lead` or `follow`".to_string()));
}

/// Tables 1 and 2 of paper 002 print how many bits each percept has.
#[test]
fn percepts_are_as_wide_as_the_paper_prints() {
    let widths = |percepts: &[Percept], count| percepts.iter().take(count).map(|p| p.width).collect::<Vec<_>>();
    assert_eq!(widths(LEAD, 16), [1, 2, 5, 5, 5, 5, 6, 4, 4, 4, 4, 4, 4, 4, 1, 1]);
    assert_eq!(widths(FOLLOW, 13), [1, 2, 5, 6, 4, 1, 4, 1, 1, 2, 3, 1, 1]);
}

#[test]
fn every_percept_is_tested_and_stands_in_the_docs() {
    let page = include_str!("../../../docs/games/hearts.md");
    for (side, title) in Side::ALL.into_iter().zip(["Percepts when leading", "Percepts when following"]) {
        let row =
            |p: &Percept| vec![p.number.to_string(), format!("`{}`", p.name), p.width.to_string(), p.about.into()];
        assert_eq!(table(page, title), side.percepts().iter().map(row).collect::<Vec<_>>());
    }
    // A position of each kind at least, on each side.
    let tests: String = include_str!("percepts.rs").split_whitespace().collect();
    for (side, percept) in all() {
        let calls: &[&str] = if side == Side::Lead { &["lead", "lead_after"] } else { &["follow"] };
        let count: usize =
            calls.iter().map(|call| tests.matches(&format!("{call}(\"{}\"", percept.name)).count()).sum();
        assert!(count >= 2, "{side} {percept:?} is tested too little");
    }
}

#[test]
fn the_first_trick_of_a_deal_is_seen_under_the_papers_rules() {
    let first = deal(EVEN, &["♣2"]);
    assert_eq!(sense(Side::Follow, "below-and-above", &first), 0b10);
    assert_eq!(sense(Side::Follow, "hearts-broken", &first), 0);
}
