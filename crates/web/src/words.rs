//! The reasons of players in Japanese.

/// What players say, with § for a suit.
const WORDS: &[(&str, &str)] = &[
    ("lead the weakest §", "最も弱い§をリードする"),
    ("lead the strongest §", "最も強い§をリードする"),
    ("lead the strongest § below ♠Q", "♠Qより弱い中で最も強い§をリードする"),
    ("holding at most two §, lead the strongest §", "§が2枚以下なので、最も強い§をリードする"),
    (
        "holding fewer § than average, lead the strongest § below the opponents' strongest",
        "§が平均より少ないので、相手の最強札より弱い中で最も強い§をリードする",
    ),
    ("lead the strongest § below the opponents' strongest", "相手の最強札より弱い中で最も強い§をリードする"),
    (
        "when no opponent holds ♠Q, lead the strongest § other than ♠Q",
        "相手が♠Qを持っていないので、♠Q以外で最も強い§をリードする",
    ),
    ("lead ♠Q", "♠Qをリードする"),
    ("lead the weakest card other than ♠Q", "♠Q以外で最も弱いカードをリードする"),
    ("lead the weakest card", "最も弱いカードをリードする"),
    ("lead the strongest card that counts nothing", "点にならない最も強いカードをリードする"),
    ("lead the weakest card that counts nothing", "点にならない最も弱いカードをリードする"),
    ("on ♠, when ♠Q has been played, play ♠A, else ♠K", "♠Qがもう出たので、♠A、なければ♠Kを出す"),
    ("play the strongest card below the best on the table", "場の最強札より弱い中で最も強いカードを出す"),
    ("play the strongest card", "最も強いカードを出す"),
    ("play the weakest card from 7 to J", "7からJの中で最も弱いカードを出す"),
    ("play the weakest card", "最も弱いカードを出す"),
    ("play the strongest card that counts nothing", "点にならない最も強いカードを出す"),
    ("play the weakest card that counts nothing", "点にならない最も弱いカードを出す"),
    ("discard ♠Q", "♠Qを捨てる"),
    ("while ♠Q is unplayed, discard ♠A, else ♠K", "♠Qがまだ出ていないので、♠A、なければ♠Kを捨てる"),
    (
        "discard the card of the highest rank; among equals ♥, then ♠, ♦, ♣",
        "最も高いランクのカードを捨てる(同じなら♥、♠、♦、♣の順)",
    ),
    ("holding at most two §, discard the strongest §", "§が2枚以下なので、最も強い§を捨てる"),
    ("discard the strongest ♥; without ♥ the strongest ♠, then ♦, then ♣", "最も強い♥を捨てる(♥がなければ♠、♦、♣の順)"),
    ("discard the strongest card that counts nothing", "点にならない最も強いカードを捨てる"),
    ("discard the weakest card that counts nothing", "点にならない最も弱いカードを捨てる"),
    ("discard the strongest card", "最も強いカードを捨てる"),
    ("discard the weakest card", "最も弱いカードを捨てる"),
    ("discard the strongest §", "最も強い§を捨てる"),
];

/// A reason in Japanese; as it is where it is not known.
pub fn japanese(text: &str) -> String {
    for (english, japanese) in WORDS {
        if *english == text {
            return japanese.to_string();
        }
        for suit in ["♣", "♦", "♥", "♠"] {
            if english.contains('§') && english.replace('§', suit) == text {
                return japanese.replace('§', suit);
            }
        }
    }
    text.to_string()
}

#[cfg(test)]
mod tests {
    use kirifuda_players::hearts::{ACTION_SETS, Side};

    use super::japanese;

    #[test]
    fn every_reason_of_falcon_is_known_in_japanese() {
        let mut known = 0;
        for set in ACTION_SETS {
            for side in [Side::Lead, Side::Follow] {
                for action in set.of(side) {
                    assert_ne!(japanese(action.about), action.about);
                    known += 1;
                }
            }
        }
        assert!(known > 20);
    }
}
