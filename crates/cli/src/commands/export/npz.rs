use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};

use anyhow::{Context, Result};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{Decision, Layout, Table};
use crate::files::Whole;

/// NumPy's archive of arrays. How long an array is stands before it, so each waits in a file without a name until the end:
/// memory does not grow with the games.
pub struct Npz {
    out: Whole,
    game: Column,
    seat: Column,
    observation: Column,
    legal: Column,
    parts: Column,
    move_ends: Column,
    decision_ends: Column,
    action: Column,
    payoff: Column,
    /// Single values.
    facts: Vec<(&'static str, String, Vec<u8>)>,
}

/// An array that is being written.
struct Column {
    name: &'static str,
    /// NumPy's name of the type.
    kind: &'static str,
    /// Values in a row, where the array has rows.
    width: Option<usize>,
    length: u64,
    file: BufWriter<File>,
}

impl Npz {
    pub fn new(out: Whole, layout: &Layout) -> Result<Npz> {
        let column = |name, kind, width| Column::new(&out, name, kind, width);
        let (game, name) = (layout.game.as_bytes(), layout.name.as_bytes());
        let number = |value: usize| (value as u64).to_le_bytes().to_vec();
        let facts = vec![
            ("name", format!("|S{}", game.len()), game.to_vec()),
            ("layout", format!("|S{}", name.len()), name.to_vec()),
            ("inputs", "<u8".to_string(), number(layout.inputs)),
            ("outputs", "<u8".to_string(), number(layout.outputs)),
        ];
        Ok(Npz {
            game: column("game", "<u8", None)?,
            seat: column("seat", "|u1", None)?,
            observation: column("observation", "|u1", Some(layout.inputs.div_ceil(8)))?,
            legal: column("legal", "|u1", Some(layout.outputs.div_ceil(8)))?,
            parts: column("parts", "<u2", None)?,
            move_ends: column("move_ends", "<u8", None)?,
            decision_ends: column("decision_ends", "<u8", None)?,
            action: column("action", "<u4", None)?,
            payoff: column("payoff", "<f4", None)?,
            facts,
            out,
        })
    }
}

impl Table for Npz {
    fn push(&mut self, decision: &Decision<'_>) -> Result<()> {
        self.game.push(&decision.game.to_le_bytes())?;
        self.seat.push(&[decision.seat])?;
        self.observation.push(decision.observation)?;
        self.legal.push(decision.legal)?;
        for number in 0..decision.moves.len() {
            for part in decision.moves.of(number) {
                self.parts.push(&part.to_le_bytes())?;
            }
            self.move_ends.push(&self.parts.length.to_le_bytes())?;
        }
        self.decision_ends.push(&self.move_ends.length.to_le_bytes())?;
        self.action.push(&decision.action.to_le_bytes())?;
        self.payoff.push(&decision.payoff.to_le_bytes())?;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<()> {
        let Npz { mut out, game, seat, observation, legal, parts, move_ends, decision_ends, action, payoff, facts } =
            *self;
        let mut archive = ZipWriter::new_stream(&mut out);
        let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored).large_file(true);
        for mut column in [game, seat, observation, legal, parts, move_ends, decision_ends, action, payoff] {
            archive.start_file(format!("{}.npy", column.name), options)?;
            column.write(&mut archive).with_context(|| format!("cannot write the array `{}`", column.name))?;
        }
        for (name, kind, bytes) in facts {
            archive.start_file(format!("{name}.npy"), options)?;
            archive.write_all(&head(&kind, "()"))?;
            archive.write_all(&bytes)?;
        }
        archive.finish()?;
        out.publish()
    }
}

impl Column {
    fn new(out: &Whole, name: &'static str, kind: &'static str, width: Option<usize>) -> Result<Column> {
        // Where there is room for the result, there is room for its parts.
        let file = tempfile::tempfile_in(out.folder()).context("cannot make a file for an array")?;
        Ok(Column { name, kind, width, length: 0, file: BufWriter::new(file) })
    }

    fn push(&mut self, value: &[u8]) -> io::Result<()> {
        self.length += 1;
        self.file.write_all(value)
    }

    fn write(&mut self, archive: &mut impl Write) -> io::Result<()> {
        let shape = match self.width {
            Some(width) => format!("({}, {width})", self.length),
            None => format!("({},)", self.length),
        };
        archive.write_all(&head(self.kind, &shape))?;
        self.file.flush()?;
        let file = self.file.get_mut();
        file.rewind()?;
        io::copy(file, archive).map(drop)
    }
}

/// What stands before an array in a .npy file, form 1.0: what it is, filled up to a multiple of 64 bytes.
fn head(kind: &str, shape: &str) -> Vec<u8> {
    let mut text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    let before = 10;
    while !(before + text.len() + 1).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::head;

    /// NumPy's description of the form: a mark, the length of the text, the text, a line break at a multiple of 64 bytes.
    #[test]
    fn the_head_of_an_array_has_numpys_form() {
        let bytes = head("<u4", "(3,)");
        assert_eq!(bytes.len(), 128);
        assert!(
            bytes.starts_with(b"\x93NUMPY\x01\x00\x76\x00{'descr': '<u4', 'fortran_order': False, 'shape': (3,), }  ")
        );
        assert!(bytes.ends_with(b" \n"));
    }
}
