//! The markup of texts is Markdown, so that Markdown reports take it as it is: paragraphs, lists, `code`, **strong** words
//! and links. Tags of HTML are words like others.

use std::fmt::Write;

use maud::Escaper;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// Paragraphs and lists as HTML.
///
/// ```
/// let html = kirifuda_lab::markup::html("One `a < b`.\n\n- **two**\n- three");
/// assert_eq!(html, "<p>One <code>a &lt; b</code>.</p>\n<ul>\n<li><strong>two</strong></li>\n<li>three</li>\n</ul>\n");
/// ```
pub fn html(text: &str) -> String {
    rendered(Parser::new(text).map(tags_are_words))
}

/// What stands within a line, as HTML.
pub fn inline(text: &str) -> String {
    let heading = heading(text);
    rendered(marks(&heading))
}

/// The words alone, for the terminal and for names of pictures.
pub fn plain(text: &str) -> String {
    let heading = heading(text);
    let words = marks(&heading).filter_map(|event| match event {
        Event::Text(words) | Event::Code(words) => Some(words),
        _ => None,
    });
    words.map(|words| words.to_string()).collect()
}

/// Words that may stand in HTML, in SVG and in their attributes.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let _ = Escaper::new(&mut safe).write_str(text);
    safe
}

fn rendered<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    html
}

/// In a heading nothing begins a list or a quotation: `- 3` is a number.
fn heading(text: &str) -> String {
    format!("# {}", text.replace('\n', " "))
}

/// What stands within a heading.
fn marks(heading: &str) -> impl Iterator<Item = Event<'_>> {
    let outside =
        |event: &Event<'_>| matches!(event, Event::Start(Tag::Heading { .. }) | Event::End(TagEnd::Heading(_)));
    Parser::new(heading).filter(move |event| !outside(event)).map(tags_are_words)
}

fn tags_are_words(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Html(words) | Event::InlineHtml(words) => Event::Text(words),
        event => event,
    }
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
        assert_eq!(inline("x <b>"), "x &lt;b&gt;");
    }

    #[test]
    fn marks_that_are_not_closed_and_marks_of_lists_are_letters() {
        for text in ["2 ** 3", "a ` b", "[x] (y)", "[x](y", "♠ **", "- 3", "+ 3", "1. x", "# x", "---", "a_b_c"] {
            assert_eq!(inline(text), text);
            assert_eq!(plain(text), text);
        }
    }
}
