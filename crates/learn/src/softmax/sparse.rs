/// Features of positions and of their moves, those that are not 0 only: rows of numbers with values, one after the
/// other in one block that is used again. A position is a row of its own followed by a row for each move.
#[derive(Clone, Debug, Default)]
pub struct Sparse {
    features: Vec<u32>,
    values: Vec<f32>,
    /// Where each row starts.
    starts: Vec<u32>,
}

impl Sparse {
    /// Without positions.
    pub fn new() -> Sparse {
        Sparse::default()
    }

    /// A feature of the position, before the first of its moves.
    #[inline]
    pub fn position(&mut self, feature: u32, value: f32) {
        self.add_value(feature, value);
    }

    /// Begins the next move.
    #[inline]
    pub fn next_move(&mut self) {
        self.starts.push(self.features.len() as u32);
    }

    /// A feature of the move. One that is there twice counts twice.
    #[inline]
    pub fn add(&mut self, feature: u32) {
        self.add_value(feature, 1.0);
    }

    /// A feature of the move with a value.
    #[inline]
    pub fn add_value(&mut self, feature: u32, value: f32) {
        self.features.push(feature);
        self.values.push(value);
    }

    /// Begins a position and gives the number of its row.
    #[inline]
    pub fn begin(&mut self) -> usize {
        self.next_move();
        self.starts.len() - 1
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.starts.len()
    }

    /// A row: its features with their values.
    #[inline]
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f32)> + Clone {
        let start = self.starts[row] as usize;
        let end = self.starts.get(row + 1).map_or(self.features.len(), |&end| end as usize);
        let values = &self.values[start..end];
        self.features[start..end].iter().zip(values).map(|(&feature, &value)| (feature as usize, value))
    }

    /// Removes all rows but the first so many.
    #[inline]
    pub fn truncate(&mut self, rows: usize) {
        if let Some(&start) = self.starts.get(rows) {
            self.features.truncate(start as usize);
            self.values.truncate(start as usize);
            self.starts.truncate(rows);
        }
    }

    /// Removes all.
    #[inline]
    pub fn clear(&mut self) {
        self.features.clear();
        self.values.clear();
        self.starts.clear();
    }
}
