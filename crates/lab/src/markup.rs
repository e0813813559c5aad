//! The little markup of texts: paragraphs parted by empty lines, lists of lines that begin with `- `, and within a line
//! `code` in backticks, `**strong**` words and `[links](https://…)`. It is a part of Markdown, so that Markdown reports
//! take it as it is.

use std::fmt::Write;

/// Paragraphs and lists as HTML.
///
/// ```
/// let html = kirifuda_lab::markup::html("One `a < b`.\n\n- **two**\n- three");
/// assert_eq!(html, "<p>One <code>a &lt; b</code>.</p>\n<ul>\n<li><strong>two</strong></li>\n<li>three</li>\n</ul>\n");
/// ```
pub fn html(text: &str) -> String {
    let mut html = String::new();
    for paragraph in text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
        if paragraph.starts_with("- ") {
            let items = paragraph.trim_start_matches("- ").split("\n- ");
            let items: String = items.map(|item| format!("<li>{}</li>\n", inline(item))).collect();
            let _ = writeln!(html, "<ul>\n{items}</ul>");
        } else {
            let _ = writeln!(html, "<p>{}</p>", inline(paragraph));
        }
    }
    html
}

/// What stands within a line, as HTML.
pub fn inline(text: &str) -> String {
    let mut html = String::new();
    for part in parts(text) {
        let _ = match part {
            Part::Words(words) => write!(html, "{}", escape(words)),
            Part::Code(words) => write!(html, "<code>{}</code>", escape(words)),
            Part::Strong(words) => write!(html, "<strong>{}</strong>", inline(words)),
            Part::Link(words, to) => write!(html, "<a href=\"{}\">{}</a>", escape(to), inline(words)),
        };
    }
    html
}

/// The words alone, for the terminal and for names of pictures.
pub fn plain(text: &str) -> String {
    let words = parts(text).into_iter().map(|part| match part {
        Part::Words(words) | Part::Code(words) => words.to_string(),
        Part::Strong(words) | Part::Link(words, _) => plain(words),
    });
    words.collect()
}

/// Words that may stand in HTML, in SVG and in their attributes.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            letter => safe.push(letter),
        }
    }
    safe
}

enum Part<'a> {
    Words(&'a str),
    Code(&'a str),
    Strong(&'a str),
    Link(&'a str, &'a str),
}

fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let (mut words, mut place) = (0, 0);
    while place < text.len() {
        let rest = &text[place..];
        match special(rest) {
            Some((part, length)) => {
                parts.push(Part::Words(&text[words..place]));
                parts.push(part);
                place += length;
                words = place;
            }
            None => place += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    parts.push(Part::Words(&text[words..]));
    parts
}

/// A special part at the start of a text, with its length. A mark that is not closed is a letter like others.
fn special(text: &str) -> Option<(Part<'_>, usize)> {
    if let Some(rest) = text.strip_prefix('`') {
        let end = rest.find('`')?;
        return Some((Part::Code(&rest[..end]), end + 2));
    }
    if let Some(rest) = text.strip_prefix("**") {
        let end = rest.find("**").filter(|&end| end > 0)?;
        return Some((Part::Strong(&rest[..end]), end + 4));
    }
    let (words, rest) = text.strip_prefix('[')?.split_once("](")?;
    let end = rest.find(')').filter(|_| !words.contains(']'))?;
    Some((Part::Link(words, &rest[..end]), words.len() + end + 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_within_a_line() {
        assert_eq!(inline("a **b `c`** [d & e](x.md) f"), {
            "a <strong>b <code>c</code></strong> <a href=\"x.md\">d &amp; e</a> f"
        });
        assert_eq!(plain("a **b `c`** [d & e](x.md) f"), "a b c d & e f");
    }

    #[test]
    fn marks_that_are_not_closed_are_letters() {
        for text in ["2 ** 3", "a ` b", "[x] (y)", "[x](y", "♠ **"] {
            assert_eq!(inline(text), text);
            assert_eq!(plain(text), text);
        }
    }
}
