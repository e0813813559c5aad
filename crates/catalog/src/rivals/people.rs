use super::{Eyes, Hair, Head, Looks, Mouth, Rival};

/// Those of Hearts, the weakest first.
pub const HEARTS: &[Rival] = &[
    rival("pip", "random", looks(Head::Round, Hair::Tuft, Eyes::Wide, Mouth::Grin, 45)),
    rival("momo", "linear-q:loses=0.68", looks(Head::Heart, Hair::Bob, Eyes::Dots, Mouth::Oh, 345)).paper("001"),
    rival("bram", "rule", looks(Head::Square, Hair::Short, Eyes::Dots, Mouth::Smile, 25)).paper("001"),
    rival("otto", "stock", looks(Head::Long, Hair::Hat, Eyes::Calm, Mouth::Flat, 210)).paper("000"),
    rival("jun", "jake", looks(Head::Round, Hair::Spikes, Eyes::Sharp, Mouth::Smirk, 150)),
    rival("fay", "falcon", looks(Head::Heart, Hair::Curls, Eyes::Glasses, Mouth::Smile, 285)).paper("000"),
    rival("mika", "linear-q", looks(Head::Round, Hair::Bun, Eyes::Calm, Mouth::Smile, 180)).paper("001").learning(),
    rival("noor", "deep", looks(Head::Long, Hair::Bob, Eyes::Sharp, Mouth::Flat, 255)),
    rival("sable", "deep-search:worlds=20", looks(Head::Heart, Hair::Hat, Eyes::Glasses, Mouth::Smirk, 320)),
];

/// Those of Daifugo, the weakest first.
pub const DAIFUGO: &[Rival] = &[
    rival("taro", "random", looks(Head::Round, Hair::Short, Eyes::Wide, Mouth::Oh, 40)),
    rival("hana", "softmax:loses=0.7", looks(Head::Heart, Hair::Bun, Eyes::Dots, Mouth::Grin, 330)),
    rival("goro", "enemy", looks(Head::Square, Hair::Bald, Eyes::Dots, Mouth::Flat, 20)).paper("003"),
    rival("kei", "default", looks(Head::Long, Hair::Short, Eyes::Calm, Mouth::Flat, 205)),
    rival("yuki", "psunder12no8", looks(Head::Round, Hair::Bob, Eyes::Glasses, Mouth::Smile, 190)).paper("003"),
    rival("nao", "mel", looks(Head::Heart, Hair::Curls, Eyes::Wide, Mouth::Smile, 120)).paper("003").learning(),
    rival("rin", "softmax", looks(Head::Long, Hair::Spikes, Eyes::Sharp, Mouth::Smirk, 275)),
    rival("gen", "search:worlds=20", looks(Head::Square, Hair::Hat, Eyes::Calm, Mouth::Smirk, 235)),
];

/// Those of Monsters, the weakest first.
pub const MONSTERS: &[Rival] = &[
    rival("puck", "random", looks(Head::Heart, Hair::Spikes, Eyes::Wide, Mouth::Grin, 90)),
    rival("tilly", "learner:loses=0.7", looks(Head::Round, Hair::Bun, Eyes::Dots, Mouth::Oh, 310)).paper("004"),
    rival("bruno", "balanced", looks(Head::Square, Hair::Short, Eyes::Sharp, Mouth::Flat, 15)).paper("004"),
    rival("ivy", "learner", looks(Head::Heart, Hair::Bob, Eyes::Calm, Mouth::Smile, 140)).paper("004").learning(),
    rival("vera", "adaptive", looks(Head::Long, Hair::Curls, Eyes::Glasses, Mouth::Smirk, 265)).paper("004"),
    rival("zane", "softmax", looks(Head::Square, Hair::Spikes, Eyes::Sharp, Mouth::Smirk, 200)),
    rival("odin", "deep", looks(Head::Long, Hair::Bald, Eyes::Calm, Mouth::Flat, 230)),
];

/// Those of plain tricks, the weakest first.
pub const PLAIN_TRICKS: &[Rival] = &[
    rival("dot", "random", looks(Head::Round, Hair::Bald, Eyes::Wide, Mouth::Grin, 50)),
    rival("hugo", "rule", looks(Head::Square, Hair::Hat, Eyes::Dots, Mouth::Smile, 30)).paper("001"),
    rival("lena", "linear-q", looks(Head::Heart, Hair::Bob, Eyes::Calm, Mouth::Smile, 165)).paper("001").learning(),
    rival("ravn", "deep", looks(Head::Long, Hair::Short, Eyes::Sharp, Mouth::Flat, 245)),
];

/// Those of Oh Hell, the weakest first.
pub const OH_HELL: &[Rival] = &[
    rival("bo", "random", looks(Head::Round, Hair::Tuft, Eyes::Dots, Mouth::Oh, 35)),
    rival("ada", "rule", looks(Head::Heart, Hair::Bun, Eyes::Glasses, Mouth::Flat, 300)),
    rival("finn", "linear-q", looks(Head::Square, Hair::Curls, Eyes::Wide, Mouth::Smile, 155)).learning(),
    rival("iris", "deep", looks(Head::Long, Hair::Bob, Eyes::Calm, Mouth::Smirk, 220)),
];

/// Those of Spades, the weakest first.
pub const SPADES: &[Rival] = &[
    rival("toby", "random", looks(Head::Round, Hair::Curls, Eyes::Wide, Mouth::Grin, 30)),
    rival("cleo", "linear-q", looks(Head::Heart, Hair::Bob, Eyes::Sharp, Mouth::Smile, 170)).learning(),
    rival("walt", "rule", looks(Head::Square, Hair::Hat, Eyes::Glasses, Mouth::Flat, 215)),
    rival("nova", "deep", looks(Head::Long, Hair::Spikes, Eyes::Calm, Mouth::Smirk, 290)),
];

/// Those of Kuhn poker, the weakest first.
pub const KUHN: &[Rival] = &[
    rival("kit", "random", looks(Head::Round, Hair::Tuft, Eyes::Wide, Mouth::Oh, 60)),
    rival("max", "mc", looks(Head::Square, Hair::Short, Eyes::Dots, Mouth::Smirk, 195)),
    rival("una", "cfr", looks(Head::Heart, Hair::Bun, Eyes::Calm, Mouth::Flat, 280)),
];

/// Those of Leduc poker, the weakest first.
pub const LEDUC: &[Rival] = &[
    rival("lou", "random", looks(Head::Round, Hair::Bald, Eyes::Wide, Mouth::Smile, 50)),
    rival("sol", "mc", looks(Head::Heart, Hair::Curls, Eyes::Dots, Mouth::Grin, 25)),
    rival("tess", "ismcts", looks(Head::Long, Hair::Bob, Eyes::Glasses, Mouth::Flat, 185)),
    rival("rex", "cfr", looks(Head::Square, Hair::Hat, Eyes::Sharp, Mouth::Smirk, 250)),
];

const fn rival(name: &'static str, player: &'static str, looks: Looks) -> Rival {
    Rival { name, player, learns: false, paper: None, looks }
}

const fn looks(head: Head, hair: Hair, eyes: Eyes, mouth: Mouth, hue: u16) -> Looks {
    Looks { head, hair, eyes, mouth, hue }
}

impl Rival {
    /// The same, of a paper.
    const fn paper(self, paper: &'static str) -> Rival {
        Rival { paper: Some(paper), ..self }
    }

    /// The same, which goes on learning.
    const fn learning(self) -> Rival {
        Rival { learns: true, ..self }
    }
}
