use std::io::{self, BufRead, Read};

/// The longest line either side may send, in bytes, without its line break.
pub const MAX_LINE: usize = 1 << 20;

/// What [`read_line`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// A line, now in the buffer without its line break.
    Whole,
    /// A line longer than [`MAX_LINE`]; the buffer holds its beginning, the rest has yet to be read.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads one line of bounded length into `buffer`. A last line without a line break counts as a line.
pub fn read_line(input: &mut impl BufRead, buffer: &mut Vec<u8>) -> io::Result<Line> {
    buffer.clear();
    input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', buffer)?;
    match buffer.last() {
        None => return Ok(Line::End),
        Some(b'\n') => {
            buffer.pop();
        }
        Some(_) if buffer.len() > MAX_LINE => return Ok(Line::TooLong),
        Some(_) => {}
    }
    if buffer.last() == Some(&b'\r') {
        buffer.pop();
    }
    Ok(Line::Whole)
}

/// Reads and forgets the rest of a line that was too long, without keeping it in memory.
pub fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(());
        }
        let (used, done) = match chunk.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (chunk.len(), false),
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

/// A text fit for a report: control characters made visible, cut after `limit` characters.
pub fn shorten(text: &str, limit: usize) -> String {
    let mut short: String = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == limit {
            short.push_str(&format!("… ({} bytes in all)", text.len()));
            break;
        }
        if c.is_control() {
            short.extend(c.escape_default());
        } else {
            short.push(c);
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_greatest_length_is_read_and_one_byte_more_is_too_long() {
        let mut buffer = Vec::new();
        let fits = [vec![b'a'; MAX_LINE], b"\nnext\r\nlast".to_vec()].concat();
        let mut input = fits.as_slice();
        assert_eq!(read_line(&mut input, &mut buffer).unwrap(), Line::Whole);
        assert_eq!(buffer.len(), MAX_LINE);
        assert_eq!(read_line(&mut input, &mut buffer).unwrap(), Line::Whole);
        assert_eq!(buffer, b"next");
        assert_eq!(read_line(&mut input, &mut buffer).unwrap(), Line::Whole);
        assert_eq!(buffer, b"last");
        assert_eq!(read_line(&mut input, &mut buffer).unwrap(), Line::End);

        let long = [vec![b'a'; 3 * MAX_LINE], b"\nnext\n".to_vec()].concat();
        let mut input = long.as_slice();
        assert_eq!(read_line(&mut input, &mut buffer).unwrap(), Line::TooLong);
        skip_line(&mut input).unwrap();
        assert_eq!(read_line(&mut input, &mut buffer).unwrap(), Line::Whole);
        assert_eq!(buffer, b"next");
    }

    #[test]
    fn a_shortened_text_is_cut_between_characters_and_shows_control_characters() {
        assert_eq!(shorten("♠Q\t", 10), "♠Q\\t");
        assert_eq!(shorten("♠♠♠♠", 2), "♠♠… (12 bytes in all)");
    }
}
