/// Words that hold so many bits.
pub const fn words(bits: usize) -> usize {
    bits.div_ceil(64)
}

/// Writes what is seen of a position, block after block, into packed bits: bit i is bit i % 64 of word i / 64.
pub struct Row<'a> {
    words: &'a mut [u64],
    at: usize,
}

impl<'a> Row<'a> {
    /// An empty row over words whose old contents are forgotten.
    #[inline]
    pub fn new(words: &'a mut [u64]) -> Row<'a> {
        words.fill(0);
        Row { words, at: 0 }
    }

    /// The lowest `width` bits, at most 64; the others must be 0.
    #[inline]
    pub fn put(&mut self, bits: u64, width: usize) {
        debug_assert!(width <= 64 && (width == 64 || bits >> width == 0), "{bits:b} has more than {width} bits");
        let (word, shift) = (self.at / 64, self.at % 64);
        self.words[word] |= bits << shift;
        if shift + width > 64 {
            self.words[word + 1] |= bits >> (64 - shift);
        }
        self.at += width;
    }

    /// One bit.
    #[inline]
    pub fn flag(&mut self, bit: bool) {
        self.put(u64::from(bit), 1);
    }

    /// One bit of `width`, at most 64, is set: that of a value. Larger values count as the largest.
    #[inline]
    pub fn one_of(&mut self, value: usize, width: usize) {
        self.put(1 << value.min(width - 1), width);
    }

    /// The lowest `value` of `width` bits are set, at most 64: a number that nets can compare. Larger values count as the
    /// largest.
    #[inline]
    pub fn up_to(&mut self, value: usize, width: usize) {
        let value = value.min(width);
        self.put(if value == 64 { u64::MAX } else { (1 << value) - 1 }, width);
    }

    /// A block of bits that are 0, to be [set](Row::set) in any order: where it begins.
    #[inline]
    pub fn block(&mut self, width: usize) -> usize {
        self.at += width;
        self.at - width
    }

    /// Sets a bit of those written so far.
    #[inline]
    pub fn set(&mut self, bit: usize) {
        debug_assert!(bit < self.at, "bit {bit} of {}", self.at);
        self.words[bit / 64] |= 1 << (bit % 64);
    }

    /// Leaves bits that are 0.
    #[inline]
    pub fn skip(&mut self, width: usize) {
        self.at += width;
    }

    /// Bits written so far.
    #[inline]
    pub fn len(&self) -> usize {
        self.at
    }

    /// True before the first bit.
    pub fn is_empty(&self) -> bool {
        self.at == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_lie_one_after_the_other_across_words() {
        let mut words = [u64::MAX; 3];
        let mut row = Row::new(&mut words);
        row.skip(60);
        row.put(0b1_0110_1101, 9);
        row.flag(true);
        row.one_of(2, 5);
        row.one_of(9, 5);
        row.up_to(3, 6);
        row.put(u64::MAX, 64);
        assert_eq!(row.len(), 60 + 9 + 1 + 5 + 5 + 6 + 64);
        let bits: Vec<usize> = (0..192).filter(|bit| words[bit / 64] >> (bit % 64) & 1 == 1).collect();
        let mut expected = vec![60, 62, 63, 65, 66, 68, 69, 72, 79, 80, 81, 82];
        expected.extend(86..150);
        assert_eq!(bits, expected);
    }

    #[test]
    fn numbers_beyond_the_width_count_as_the_largest() {
        let mut words = [0; 2];
        let mut row = Row::new(&mut words);
        row.up_to(99, 64);
        row.up_to(99, 3);
        assert_eq!(words, [u64::MAX, 7]);
    }
}
