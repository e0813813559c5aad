use serde::Serialize;

/// A face, put together from parts; the page draws them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Looks {
    /// The shape of the head.
    pub head: Head,
    /// The hair.
    pub hair: Hair,
    /// The eyes.
    pub eyes: Eyes,
    /// The mouth.
    pub mouth: Mouth,
    /// The hue of its colour, in degrees.
    pub hue: u16,
}

/// The shape of a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Head {
    /// A circle.
    Round,
    /// Higher than wide.
    Long,
    /// With corners.
    Square,
    /// With a pointed chin.
    Heart,
}

/// Hair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Hair {
    /// None.
    Bald,
    /// A single tuft.
    Tuft,
    /// Short and straight.
    Short,
    /// Down to the chin.
    Bob,
    /// Curls.
    Curls,
    /// A knot on top.
    Bun,
    /// In spikes.
    Spikes,
    /// A hat.
    Hat,
}

/// Eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Eyes {
    /// Dots.
    Dots,
    /// Wide open.
    Wide,
    /// Half closed.
    Calm,
    /// Behind glasses.
    Glasses,
    /// Under low brows.
    Sharp,
}

/// A mouth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mouth {
    /// Smiles.
    Smile,
    /// Laughs.
    Grin,
    /// A straight line.
    Flat,
    /// On one side.
    Smirk,
    /// A small circle.
    Oh,
}
