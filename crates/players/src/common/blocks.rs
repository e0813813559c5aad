/// Numbers of features that belong together.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    pub start: u32,
    pub size: u32,
}

impl Block {
    /// The number of one of them.
    #[inline]
    pub fn at(self, place: usize) -> u32 {
        debug_assert!(place < self.size as usize, "{place} of {}", self.size);
        self.start + place as u32
    }
}

/// Blocks of numbers: each has its size, and starts where the one before ends. The first name is that of their total.
macro_rules! blocks {
    ($total:ident; $($name:ident = $size:expr;)*) => {
        $crate::common::blocks::blocks!(@ 0; $total; $($name = $size;)*);
    };
    (@ $start:expr; $total:ident;) => {
        /// Number of features.
        pub(super) const $total: usize = $start;
    };
    (@ $start:expr; $total:ident; $name:ident = $size:expr; $($rest:tt)*) => {
        const $name: $crate::common::blocks::Block =
            $crate::common::blocks::Block { start: ($start) as u32, size: ($size) as u32 };
        $crate::common::blocks::blocks!(@ $start + $size; $total; $($rest)*);
    };
}
pub(crate) use blocks;
