use unicode_width::UnicodeWidthStr;

/// A table for people: the first column to the left, numbers to the right.
pub struct TextTable {
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// A table with these column heads.
    pub fn new<S: Into<String>>(heads: impl IntoIterator<Item = S>) -> TextTable {
        TextTable { rows: vec![heads.into_iter().map(Into::into).collect()] }
    }

    /// Adds a row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Numbers to the right.
    pub fn numbers(&self) -> String {
        self.text(true)
    }

    /// Everything to the left, the last column as long as it is.
    pub fn words(&self) -> String {
        self.text(false)
    }

    fn text(&self, right: bool) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| self.rows.iter().filter_map(|row| row.get(column)).map(|c| c.width()).max();
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let pad = " ".repeat(widths[column] - cell.width());
                let gap = if column == 0 { "" } else { "  " };
                line.push_str(gap);
                line.push_str(&if right && column > 0 { pad + cell } else { cell.clone() + &pad });
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}
