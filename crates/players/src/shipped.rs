use kirifuda_learn::model::{Model, ModelError};

/// A model that comes with the program. How each was trained: `models/README.md`.
pub struct Shipped {
    /// Its file in `models/`.
    pub file: &'static str,
    pub(crate) bytes: &'static [u8],
}

/// A file of `models/`.
macro_rules! shipped {
    ($file:literal) => {
        $crate::Shipped { file: $file, bytes: include_bytes!(concat!("../../../../models/", $file)) }
    };
}
pub(crate) use shipped;

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
