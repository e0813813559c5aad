// What models say of themselves comes in English; here it is in Japanese, phrase by phrase.

import { elementName, monsterName } from "./names.js";
import { setting } from "./settings.js";

const AMOUNT = {
  no: "0枚",
  none: "0枚",
  one: "1枚",
  1: "1枚",
  2: "2枚",
  "1–2": "1〜2枚",
  "1–3": "1〜3枚",
  "2–3": "2〜3枚",
  "3–5": "3〜5枚",
  "4–6": "4〜6枚",
  "3 or more": "3枚以上",
  "4 or more": "4枚以上",
  "6 or more": "6枚以上",
  "7 or more": "7枚以上",
};
const amount = (text) => AMOUNT[text] ?? text;
const PLACE = { gone: "は出た", mine: "は自分", "with opponents": "は相手" };
const led = (text) => (text === "of the led suit" || text === "card of the led suit" ? "リードのスート" : text);

/** Phrases with a § stand for all suits. */
const PLAIN = {
  leading: "リード",
  "hearts broken": "ハートのブレイク後",
  "hearts not broken": "ハートのブレイク前",
  "longest suit ♥ or ♠": "最長は♥か♠",
  "longest suit §": "最長は§",
  "opponents above the strongest": "相手に自分の最強より強い札",
  "below the strongest": "自分の最強より弱い札",
  "above the weakest": "自分の最弱より強い札",
  "below the weakest": "自分の最弱より弱い札",
  "nobody is known to be out of a suit": "誰も切れていない",
  "holding nothing": "手札なし",
  "fewer than average of every suit": "どのスートも平均より少ない",
  "a ♠ below the queen": "♠Qより弱い♠あり",
  "no ♠ below the queen": "♠Qより弱い♠なし",
  "opponents hold ♠ below the queen": "相手に♠Qより弱い♠あり",
  "opponents hold no ♠ below the queen": "相手に♠Qより弱い♠なし",
  "a later player is out of the led suit": "後の人がリードのスートを切らしている",
  "no later player is known to be out of the led suit": "後の人の切れは不明",
  "§ led": "§のリード",
  "none of the led suit": "リードのスートなし",
  "one of the led suit": "リードのスート1枚",
  "several of the led suit": "リードのスート数枚",
  "holding the strongest left of the led suit": "リードのスートの最強札あり",
  "not holding the strongest left of the led suit": "リードのスートの最強札なし",
  "points on the table": "場に点あり",
  "no points on the table": "場に点なし",
  "no safe exit": "安全な逃げ道なし",
  "every lead takes the trick": "どのリードでも取ってしまう",
  "no exit": "逃げ道なし",
  "a poor exit": "逃げ道は悪い",
  "a fair exit": "逃げ道はまずまず",
  "a good exit": "逃げ道は良い",
  "a ♠ that may catch the queen": "♠Qを取りかねない♠あり",
  "no ♠ that may catch the queen": "♠Qを取りかねない♠なし",
  "the queen can be smoked out safely": "♠Qを安全に追い出せる",
  "the queen cannot be smoked out safely": "♠Qを安全に追い出せない",
  "§ can be cashed": "§を取りきれる",
  "nothing can be cashed safely": "安全に取りきれるスートなし",
  "opponents hold every suit": "相手は全スートあり",
  "§ nearly empty": "§は残りわずか",
  "no side suit nearly empty": "残りわずかなスートなし",
  "no points taken": "失点なし",
  "1–6 points taken": "失点1〜6",
  "7–12 points taken": "失点7〜12",
  "13 or more points taken": "失点13以上",
  "no points left": "点は残っていない",
  "few ♥ left": "♥は残り少し",
  "many ♥ left": "♥はまだ多い",
  "♠Q still in a hand": "♠Qはまだ手の中",
  "nobody has points": "まだ誰も失点なし",
  "only I have points": "失点は自分だけ",
  "one opponent has all points": "失点は相手1人だけ",
  "several have points": "数人が失点",
  void: "切れている",
  "can only duck": "下をくぐるだけ",
  "can only overtake": "上を出すだけ",
  "can duck or overtake": "上も下も出せる",
  "♠Q on the table": "♠Qが場にある",
  "♠Q not on the table": "♠Qは場にない",
  "one ♥ on the table": "場に♥1枚",
  "several ♥ on the table": "場に♥数枚",
  "♠Q may come yet": "♠Qがまだ来るかも",
  "♠Q cannot come in this trick": "このトリックに♠Qは来ない",
  "a clean trick": "点のないトリック",
  "a trick with points": "点のあるトリック",
  "or in danger of them": "または点が来そう",
  "or several and the opponents none": "または数枚で相手になし",
  "no ♥": "♥なし",
  "low ♥ only": "低い♥だけ",
  "♥ up to 7–J": "♥は7〜Jまで",
  "♥ of Q or higher": "♥のQ以上あり",
  "low cards of every suit held": "全スートに低い札あり",
  "keep them together": "崩さずに持つ",
  "play them one by one": "1枚ずつ出す",
  "a team is picked against the mean of all teams": "平均的なチームに対するチーム選び",
  "the other chooses": "相手の選択",
  "the other has its status attack": "相手に毒が残っている",
  "a status attack is thought of": "毒を使うか考えるとき",
  "a target for it is looked for": "毒の標的を選ぶとき",
  "the kinds of monsters are compared (times the mean)": "モンスターの型の比較（平均の何倍か）",
  "its special attack is very effective against ours": "相手の特殊攻撃がこちらにばつぐん",
  "ours is very effective against it": "こちらの特殊攻撃が相手にばつぐん",
  "neither is very effective": "どちらもばつぐんではない",
  "in a fresh battle without status attack and trap": "毒と罠のない開始直後",
  // What to do.
  "lead the weakest §": "最も弱い§をリード",
  "lead the strongest §": "最も強い§をリード",
  "lead the strongest § below ♠Q": "♠Qより弱い中で最も強い§をリード",
  "holding at most two §": "§が2枚以下なら",
  "holding fewer § than average": "§が平均より少なければ",
  "lead the strongest § below the opponents' strongest": "相手の最強札より弱い中で最も強い§をリード",
  "when no opponent holds ♠Q": "相手が♠Qを持っていなければ",
  "lead the strongest § other than ♠Q": "♠Q以外で最も強い§をリード",
  "lead ♠Q": "♠Qをリード",
  "lead the weakest card other than ♠Q": "♠Q以外で最も弱い札をリード",
  "lead the weakest card": "最も弱い札をリード",
  "lead the strongest card that counts nothing": "点にならない最も強い札をリード",
  "lead the weakest card that counts nothing": "点にならない最も弱い札をリード",
  "on ♠, when ♠Q has been played, play ♠A, else ♠K": "♠のトリックで♠Qが出た後なら♠A、なければ♠Kを出す",
  "play the strongest card below the best on the table": "場の最強札をくぐる最も強い札を出す",
  "play the strongest card": "最も強い札を出す",
  "play the weakest card from 7 to J": "7〜Jで最も弱い札を出す",
  "play the weakest card": "最も弱い札を出す",
  "play the strongest card that counts nothing": "点にならない最も強い札を出す",
  "play the weakest card that counts nothing": "点にならない最も弱い札を出す",
  "discard ♠Q": "♠Qを捨てる",
  "while ♠Q is unplayed, discard ♠A, else ♠K": "♠Qが出るまでは♠A、なければ♠Kを捨てる",
  "discard the card of the highest rank; among equals ♥, then ♠, ♦, ♣": "最も高いランクの札を捨てる（同じなら♥♠♦♣の順）",
  "discard the strongest ♥; without ♥ the strongest ♠, then ♦, then ♣": "最も強い♥を捨てる（なければ♠♦♣の順）",
  "discard the strongest §": "最も強い§を捨てる",
  "discard the strongest card that counts nothing": "点にならない最も強い札を捨てる",
  "discard the weakest card that counts nothing": "点にならない最も弱い札を捨てる",
  "discard the strongest card": "最も強い札を捨てる",
  "discard the weakest card": "最も弱い札を捨てる",
  // Kinds and acts of monsters.
  attack: "攻撃",
  "special attack": "特殊攻撃",
};

/** Phrases with something in them. */
const PATTERNS = [
  [/^(\d)(?:st|nd|rd|th) to play$/, (n) => `${n}番手`],
  [/^tricks? (\d+)(?: to (\d+))?$/, (from, to) => (to ? `第${from}〜${to}トリック` : `第${from}トリック`)],
  [/^(♠[QKA]) (gone|mine|with opponents)$/, (card, place) => card + PLACE[place]],
  [/^(.+?) (♣|♦|♥|♠|of the led suit) with opponents$/, (n, suit) => `相手の${led(suit)} ${amount(n)}`],
  [/^(.+?) (♣|♦|♥|♠|of the led suit) mine$/, (n, suit) => `自分の${led(suit)} ${amount(n)}`],
  [/^(.+) theirs$/, (n) => `相手 ${amount(n)}`],
  [/^(.+) ♠ below the queen$/, (n) => `♠Qより弱い♠ ${amount(n)}`],
  [/^a single (.+)$/, (what) => `${led(what)}は1枚だけ`],
  [/^no ([♣♦♥♠]|card of the led suit)$/u, (what) => `${led(what)}なし`],
  [/^safe exits in (.+)$/, (suits) => `${suits}に安全な逃げ道`],
  [/^the weakest may be beaten in (.+)$/, (suits) => `${suits}の最弱札は負けうる`],
  [/^opponents are out of (.+)$/, (suits) => `相手に${suits}なし`],
  [/^someone is out of (.+)$/, (suits) => `誰かが${suits}を切らしている`],
  [/^holding ([♣♦♥♠ ]+)$/, (suits) => `${suits}を持つ`],
  [/^at least the average of (.+)$/, (suits) => `${suits}は平均以上`],
  [/^no low card of (.+)$/, (suits) => `${suits}の低い札なし`],
  [/^(\d) later players out of the led suit$/, (n) => `後の${n}人がリードのスート切れ`],
  [/^(.+?) cards? to come above the weakest$/, (n) => `自分の最弱より強い札が後に${amount(n)}`],
  [/^(\d) × (.+) held$/, (n, rank) => `${rank === "T" ? "10" : rank}を${n}枚持つ`],
  [/^play (\d) of them at once$/, (n) => `${n}枚をまとめて出す`],
  [/^([\w'-]+): wins (\d+)%$/, (name, share) => `${monsterName(name)}: 勝率${share}%`],
  [/^(?:it was seen to|expect the other to) (.+) (\d+)%$/, (act, share) => `${acts(act)} ${share}%`],
  [
    /^a trap snapped (\d+)% of the time; expect (\d+)% in a fresh battle$/,
    (seen, fresh) => `罠の成功率${seen}%、開始直後は${fresh}%の見込み`,
  ],
  [/^(\d+)% once all are hurt by half$/, (share) => `全員が半分傷つくと${share}%`],
  [
    /^poison early: (\d+) more damage to a monster with all its HP$/,
    (damage) => `毒は早めに: 満タンの相手には${damage}多くのダメージ`,
  ],
  [/^(\d+) with half$/, (damage) => `半分なら${damage}`],
  [/^(\d+) with a quarter$/, (damage) => `4分の1なら${damage}`],
  [
    /^(best|least)? ?([A-Z][\w'-]+) (-?[\d.]+)(?:; least ([A-Z][\w'-]+) (-?[\d.]+))?$/,
    (word, name, value, other, low) =>
      `${word ? "最良 " : ""}${monsterName(name)} ${value}${other ? `、最低 ${monsterName(other)} ${low}` : ""}`,
  ],
  [/^([a-z ]+): ([A-Z][\w'-]+) ([\d.]+)$/, (kind, name, value) => `${KINDS[kind] ?? kind}: ${monsterName(name)} ${value}`],
  [/^(.+) (\d+)%$/, (act, share) => `${acts(act)} ${share}%`],
  [/^([A-Z][\w'-]+)$/, (name) => monsterName(name)],
];

const ACTS = { attack: "攻撃", "special attack": "特殊攻撃", "status attack": "毒", trap: "罠", poison: "毒", switch: "交代" };
const KINDS = {
  "fast by attack": "攻撃で速い",
  "fast by special attack": "特殊攻撃で速い",
  "heavy by attack": "攻撃が重い",
  "heavy by special attack": "特殊攻撃が重い",
  "firm against attacks": "攻撃に固い",
  "firm against special attacks": "特殊攻撃に固い",
};

/** What a side does: "switch to fire" names an element. */
function acts(text) {
  const [, element] = text.match(/^switch to (\w+)$/) ?? [];
  return element ? `${elementName(element)}に交代` : (ACTS[text] ?? text);
}

/** What an option of a battle does. */
const DETAILS = [
  [/^(\d+) damage to (.+)$/, (damage, name) => `${monsterName(name)}に${damage}ダメージ`],
  [/^(.+) loses (\d+) whenever it acts$/, (name, lost) => `${monsterName(name)}は行動のたびに${lost}を失う`],
  [/^turns a status attack back, for (\d+) turns$/, (turns) => `${turns}ターンの間、毒をはね返す`],
  [/^(\w+), (\d+) of (\d+) HP$/, (element, hp, all) => `${elementName(element.toLowerCase())}、HP ${hp} / ${all}`],
];

/** What the server says an option does, in the language of the player. */
export function detail(text) {
  if (setting("language") !== "ja") return text;
  return fit(DETAILS, text) ?? "";
}

/** A sentence of a model in the language of the player. */
export function saying(text) {
  if (setting("language") !== "ja") return text;
  return (
    known(text) ??
    text
      .split(", ")
      .map((part) => known(part) ?? made(part) ?? part)
      .join("、")
  );
}

/** A phrase of the list, for any suit. */
function known(text) {
  if (PLAIN[text]) return PLAIN[text];
  for (const suit of ["♣", "♦", "♥", "♠"]) {
    const general = Object.keys(PLAIN).find((key) => key.includes("§") && key.replaceAll("§", suit) === text);
    if (general) return PLAIN[general].replaceAll("§", suit);
  }
  return null;
}

/** A phrase with something in it. */
const made = (text) => fit(PATTERNS, text);

function fit(patterns, text) {
  for (const [pattern, say] of patterns) {
    const match = text.match(pattern);
    if (match) return say(...match.slice(1));
  }
  return null;
}
