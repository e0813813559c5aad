use super::Bits;

/// Sizes of what is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Independent networks.
    pub networks: usize,
    /// Coarser networks, each of which stands for several.
    pub parents: usize,
    /// Actions.
    pub actions: usize,
    /// Bits that are sensed.
    pub width: usize,
    /// Players that share what is paid in a deal.
    pub seats: usize,
}

/// Where a decision is made: which network, and what it senses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The network.
    pub network: u16,
    /// The coarser one.
    pub parent: u16,
    /// What is sensed.
    pub bits: Bits,
}

/// A decision of the learner in a deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    /// Where it was made.
    pub place: Place,
    /// The action chosen.
    pub action: u16,
    /// All actions that named the same move, as bits.
    pub alike: u64,
    /// All actions that applied, as bits.
    pub applicable: u64,
    /// False when there was only one legal move.
    pub free: bool,
    /// What the seat had paid before.
    pub cost: f32,
    /// What nobody had paid before.
    pub stake: f32,
    /// What the seat had paid when another player decided for it next; none where its own next move, or the end, came first.
    pub left_off: Option<f32>,
}

/// A finished deal from one seat.
#[derive(Clone, Copy, Debug)]
pub struct Deal<'a> {
    /// The decisions, in order.
    pub moves: &'a [Move],
    /// What the seat has paid in the end.
    pub cost: f32,
    /// True when that was bearable.
    pub good: bool,
    /// How far the training has come, from 0 to 1.
    pub progress: f64,
}

impl Deal<'_> {
    /// What the seat paid between a move and the next decision at this seat, whoever made it, or the end.
    pub fn paid(&self, number: usize) -> f32 {
        let next = self.moves.get(number + 1).map_or(self.cost, |next| next.cost);
        self.moves[number].left_off.unwrap_or(next) - self.moves[number].cost
    }
}

/// What can be written down of a memory: named lists of numbers.
pub type Parts = Vec<(&'static str, Vec<f32>)>;

/// A rule that was learned: in this place, this action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// Where.
    pub place: Place,
    /// The strongest action.
    pub action: u16,
    /// Its strength.
    pub strength: f32,
    /// How often the place was met while learning.
    pub uses: f32,
}

/// What is learned, in one mode. Asking may use its own buffers, so every player has a clone of its own.
pub trait Memory: Clone + Send + Sync + 'static {
    /// The mode's name.
    const NAME: &'static str;
    /// False when moves that were the only legal ones teach nothing, so that they need not be looked at.
    const LEARNS_FORCED: bool = true;
    /// What can be set.
    type Options: Clone + Send + Sync + 'static;

    /// Nothing learned yet.
    fn new(shape: Shape, options: &Self::Options) -> Self;

    /// How strongly each action is advised in a place: the best applicable one is played, the first among equals.
    /// `out` has as many as there are actions; only those in `applicable` need be right.
    fn strengths(&mut self, place: &Place, applicable: u64, out: &mut [f32]);

    /// A decision has cost so much and led to the next one, or to the end, where the seat had paid this share of all that
    /// was to be paid. For modes that learn while a deal goes on.
    fn follow(&mut self, _from: &Move, _paid: f32, _to: Result<&Move, f32>) {}

    /// A deal is over. For modes that learn then.
    fn learn(&mut self, _deal: &Deal<'_>) {}

    /// Categories so far.
    fn categories(&self) -> usize;

    /// The rule of every category.
    fn rules(&self, visit: &mut dyn FnMut(Rule));

    /// Everything, to be restored bit for bit.
    fn parts(&self) -> Parts;

    /// What [`parts`](Memory::parts) gave; nothing when it does not fit.
    fn restore(shape: Shape, options: &Self::Options, part: &mut dyn FnMut(&str) -> Option<Vec<f32>>) -> Option<Self>;
}

/// The key of a place among all networks.
#[inline]
pub(super) fn key(network: u16, bits: Bits) -> u128 {
    u128::from(network) << super::MOST_BITS | bits
}

/// A key as numbers that every float holds exactly.
pub(super) fn write_key(key: u128, out: &mut Vec<f32>) {
    out.extend((0..8).map(|piece| f32::from((key >> (16 * piece)) as u16)));
}

/// Keys as they were written; nothing when they are not, or not of so many networks and bits.
pub(super) fn read_keys(values: &[f32], networks: usize, width: usize) -> Option<Vec<u128>> {
    let (keys, rest) = values.as_chunks::<8>();
    let read = |key: &[f32; 8]| {
        let key = key.iter().rev().try_fold(0u128, |all, &piece| Some(all << 16 | u128::from(read_piece(piece)?)))?;
        let (network, bits) = (key >> super::MOST_BITS, key & ((1 << super::MOST_BITS) - 1));
        ((network as usize) < networks && bits >> width == 0).then_some(key)
    };
    if rest.is_empty() { keys.iter().map(read).collect() } else { None }
}

/// A whole number below 65,536 as it was written; nothing when it is not.
pub(super) fn read_piece(value: f32) -> Option<u16> {
    ((0.0..65_536.0).contains(&value) && value.fract() == 0.0).then_some(value as u16)
}

/// The numbers of the bits that are set, ascending.
#[inline]
pub(super) fn each(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            number
        })
    })
}

/// The strongest of the applicable actions, the first among equals.
#[inline]
pub(super) fn strongest(strengths: &[f32], applicable: u64) -> Option<usize> {
    let mut best: Option<(usize, f32)> = None;
    for action in each(applicable) {
        let Some(&strength) = strengths.get(action) else { break };
        if best.is_none_or(|(_, highest)| strength > highest) {
            best = Some((action, strength));
        }
    }
    best.map(|(action, _)| action)
}
