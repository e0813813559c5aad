/// What a monster is made of. Only special attacks ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Element {
    /// Strong against earth.
    Fire,
    /// Strong against fire and earth.
    Water,
    /// Strong against water, without effect on earth.
    Thunder,
    /// Strong against fire and thunder.
    Earth,
    /// Neither strong nor weak.
    Normal,
}

impl Element {
    /// All elements, in the order of the chart.
    pub const ALL: [Element; 5] = [Element::Fire, Element::Water, Element::Thunder, Element::Earth, Element::Normal];

    /// Its name in data files and texts: `fire`.
    pub fn name(self) -> &'static str {
        match self {
            Element::Fire => "fire",
            Element::Water => "water",
            Element::Thunder => "thunder",
            Element::Earth => "earth",
            Element::Normal => "normal",
        }
    }

    /// Its place in [`Element::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

impl std::fmt::Display for Element {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.pad(self.name())
    }
}
