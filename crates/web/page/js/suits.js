// @ts-check
// The four suits and the joker: their signs, and their shapes as drawn on cards.

export const JOKER = "★";
export const NAMES = { "♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades", "★": "joker" };

/** Paths about the origin, in a square from −16 to 16. */
export const SHAPES = {
  "♥": "M0 14.500C-3.5 9.5-14.5 3-14.5-5c0-5 3.7-8.5 8-8.5 3 0 5.3 1.8 6.5 4.6 1.2-2.8 3.5-4.6 6.5-4.6 4.3 0 8 3.5 8 8.5 0 8-11 14.5-14.5 19.500Z",
  "♦": "M0-15.500C3-9.5 7.2-4.2 11.8 0 7.2 4.2 3 9.5 0 15.5-3 9.5-7.2 4.2-11.8 0-7.2-4.2-3-9.5 0-15.500Z",
  "♠": "M0-15C3.5-8.5 13.5-3 13.5 5c0 4.3-3.2 7-6.7 7-2.4 0-4.4-1.1-5.5-3 .3 2.7 1.5 4.7 3.7 6.200h-10c2.2-1.5 3.4-3.5 3.7-6.2-1.1 1.9-3.1 3-5.5 3-3.5 0-6.7-2.7-6.7-7C-13.5-3-3.5-8.5 0-15Z",
  "♣": "M0-15a6.4 6.4 0 0 1 4.6 10.900c-.6.7-1.3 1.3-1.9 1.900A6.6 6.6 0 1 1 1.3 6.900c.4 3.2 1.6 5.9 3.9 8.300h-10.400c2.3-2.4 3.5-5.1 3.9-8.300A6.6 6.6 0 1 1-2.7-2.200c-.6-.6-1.3-1.2-1.9-1.900A6.4 6.4 0 0 1 0-15Z",
  "★": "M0-15.5 4.2-5.1 15.3-4.3 6.8 2.9 9.5 13.8 0 7.9-9.5 13.8-6.8 2.9-15.3-4.3-4.2-5.100Z",
};

/** A card text, "♥T" or "★", as suit and rank. */
export function read(card) {
  return card.startsWith(JOKER) ? { suit: JOKER, rank: "" } : { suit: card[0], rank: card.slice(1) };
}

/** Kuhn poker names its three cards by rank alone: they are drawn as spades. */
export const asCard = (text) => (/^[JQK]$/.test(text) ? `♠${text}` : text);

/** Ranks from the weakest to the strongest, by board. */
export const BY_STRENGTH = { tricks: "23456789TJQKA", daifugo: "3456789TJQKA2" };
const SUIT_ORDER = { "♣": 0, "♦": 1, "♠": 2, "♥": 3, "★": 4 };

/** Cards in the order of a hand: by rank for the board of Daifugo, else by suit (black and red in turn). */
export function sorted(cards, board, down) {
  const daifugo = board === "daifugo";
  const ranks = BY_STRENGTH[daifugo ? "daifugo" : "tricks"];
  const key = (card) => {
    const { suit, rank } = read(card);
    const place = suit === JOKER ? 99 : ranks.indexOf(rank);
    return daifugo ? place * 10 + SUIT_ORDER[suit] : SUIT_ORDER[suit] * 100 + place * (down ? -1 : 1);
  };
  const list = [...cards].sort((one, other) => key(one) - key(other));
  return daifugo && down ? list.reverse() : list;
}
