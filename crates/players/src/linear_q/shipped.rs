use kirifuda_games::hearts::{Direction, Moon, Passing, Rules};
use kirifuda_learn::model::{Model, ModelError};

/// A model that comes with the program. How each was trained: `models/README.md`.
pub struct Shipped {
    /// Its file in `models/`.
    pub file: &'static str,
    bytes: &'static [u8],
}

macro_rules! shipped {
    ($file:literal) => {
        Shipped { file: $file, bytes: include_bytes!(concat!("../../../../models/", $file)) }
    };
}

/// All of them.
pub static SHIPPED: [Shipped; 3] =
    [shipped!("plain.kfm"), shipped!("hearts-saito.kfm"), shipped!("hearts-standard.kfm")];

impl Shipped {
    /// The checksum at the end of the file: another model has another.
    pub fn checksum(&self) -> u32 {
        self.bytes.last_chunk().map_or(0, |last| u32::from_le_bytes(*last))
    }

    /// The model.
    pub fn model(&self) -> Result<Model<'static>, ModelError> {
        Model::from_bytes(self.bytes)
    }
}

/// For plain tricks there is one.
pub(super) fn plain() -> &'static Shipped {
    &SHIPPED[0]
}

/// For Hearts there are two: one for rules with passing or the moon, one for rules without (`saito`, `saito-free`,
/// `falcon`). What may be led, ♦J and the limit of a match change less than those two.
pub(super) fn hearts(rules: &Rules) -> &'static Shipped {
    let passes = rules.passing != Passing::Always(Direction::Hold);
    if passes || rules.moon != Moon::Off { &SHIPPED[2] } else { &SHIPPED[1] }
}
