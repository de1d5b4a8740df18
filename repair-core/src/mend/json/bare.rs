//! Words without quotes: keywords, texts, and calls.

use std::borrow::Cow;

use super::{
    calls::CALLS,
    machine::{Kind, Last, Machine, Place},
    numbers::{self, Odd},
    scan::{Style, at, is_colon, is_fence, is_key, is_quoted_key, is_space, is_value_end, is_word, opener, skip_space, trim_end},
    stop::{Stop, ambiguous, unreadable},
};
use crate::mend::{EditKind, Risk, UnmendableKind};

/// The JSON word for a keyword of some language.
pub(super) fn keyword(token: &[u8]) -> Option<&'static str> {
    Some(match token {
        b"true" | b"True" | b"TRUE" => "true",
        b"false" | b"False" | b"FALSE" => "false",
        b"null" | b"Null" | b"NULL" | b"None" | b"none" | b"nil" | b"undefined" => "null",
        _ => return None,
    })
}

/// A bare text of more bytes than most.
const LONG: usize = 1024;

impl Machine<'_> {
    /// Where a bare text that starts at `start` ends: the end of its words, and the place where something else starts.
    fn bare_end(&self, start: usize, place: Place) -> Result<(usize, usize), Stop> {
        let bytes = self.bytes;
        let (mut braces, mut brackets, mut parens) = (0_usize, 0_usize, 0_usize);
        let mut i = start;
        while i < bytes.len() {
            let after_space = i > start && is_space(at(bytes, i - 1));
            match at(bytes, i) {
                b'{' => braces += 1,
                b'[' => brackets += 1,
                b'(' => parens += 1,
                b'}' if braces > 0 => braces -= 1,
                b']' if brackets > 0 => brackets -= 1,
                b')' if parens > 0 => parens -= 1,
                b')' if !self.holds(Kind::Tuple) && !self.holds(Kind::Call) => {}
                b'}' | b']' | b')' | b'\n' | b'"' => break,
                b',' | b';' if braces + brackets + parens == 0 => break,
                b'/' if at(bytes, i + 1) == b'*' || (after_space && at(bytes, i + 1) == b'/') => break,
                b'#' if after_space => break,
                b'`' if is_fence(bytes, i) => break,
                b':' if place == Place::Item && !matches!(at(bytes, i + 1), b'/' | b':') && self.is_one_word(start, i) => break,
                b':' if place == Place::Member && is_space(at(bytes, i + 1)) && self.has_space(start, i) => {
                    return Err(ambiguous(i, "a text without quotes holds what may be the next key"));
                }
                0xE2 if opener(bytes, i).is_some_and(|(style, _)| style == Style::CurlyDouble) => break,
                _ => {}
            }
            i += 1;
        }
        Ok((trim_end(bytes, i, start), i))
    }

    fn is_one_word(&self, start: usize, end: usize) -> bool {
        self.bytes.get(start..trim_end(self.bytes, end, start)).is_some_and(|word| word.iter().all(|&b| is_word(b) || b == b'-'))
    }

    pub(super) fn has_space(&self, start: usize, end: usize) -> bool {
        self.bytes.get(start..end).is_some_and(|text| text.contains(&b' '))
    }

    /// A value that is no string, number or container in JSON's own spelling.
    pub(super) fn bare(&mut self, place: Place) -> Result<(), Stop> {
        let start = self.pos;
        if let Some(len) = self.call() {
            let open = self.mark();
            let name = self.text.get(start..start + len).unwrap_or_default().trim_end();
            let known = CALLS.contains(&name.trim_start_matches("new ").trim());
            let risk = if known || self.stack.is_empty() { Risk::Exact } else { Risk::Guess };
            self.edit(start..start + len + 1, EditKind::Call, "", risk);
            self.pos = start + len + 1;
            self.open(Kind::Call, open)?;
            return Ok(());
        }
        if let Some(risk) = self.string_prefix(place) {
            self.edit(start..start + 1, EditKind::Quotes, "", risk);
            self.pos += 1;
            self.string(place)?;
            self.end_value(Last::Text);
            return Ok(());
        }
        if self.is_placeholder() {
            return Err(super::stop::stop(UnmendableKind::Nothing, start, "a placeholder stands where a value belongs"));
        }
        let (end, next) = self.bare_end(start, place)?;
        // Short ones may be looked at again for free.
        if next - start > LONG {
            self.reach = self.reach.max(next);
        }
        if end == start {
            return Err(unreadable(start, "a value can't be read"));
        }
        if place == Place::Item && self.is_run_of_numbers(start, end) {
            return Err(ambiguous(start, "several numbers without commas"));
        }
        if let Some((_, len)) = opener(self.bytes, next) {
            return self.bare_before_quote(start, end, next, len, place);
        }
        if at(self.bytes, next) == b',' && place == Place::Member {
            let entry = skip_space(self.bytes, next + 1);
            let plain = is_value_end(self.bytes, entry)
                || is_key(self.bytes, entry)
                || matches!(at(self.bytes, entry), b'"' | b'\'' | b'/' | b'#' | b'.' | b'`')
                || opener(self.bytes, entry).is_some();
            if !plain && !self.is_loose_key(entry) {
                return Err(ambiguous(next, "a text without quotes holds a comma"));
            }
        }
        self.token(start, end);
        Ok(())
    }

    fn is_run_of_numbers(&self, start: usize, end: usize) -> bool {
        let text = self.text.get(start..end).unwrap_or_default();
        let mut words = text.split_ascii_whitespace().map(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        words.next() == Some(true) && words.next() == Some(true)
    }

    /// Words, then a colon, before anything else could be.
    fn is_loose_key(&self, i: usize) -> bool {
        let rest = self.bytes.get(i..).unwrap_or_default();
        let end = rest.iter().position(|byte| matches!(byte, b',' | b'{' | b'}' | b'[' | b']' | b'"' | b'\n' | b':'));
        end.is_some_and(|end| is_colon(self.bytes, i + end))
    }

    /// A word that ends at a quote: its own first quote is missing, or a comma is.
    fn bare_before_quote(&mut self, start: usize, end: usize, quote: usize, len: usize, place: Place) -> Result<(), Stop> {
        let after = skip_space(self.bytes, quote + len);
        let ends = is_value_end(self.bytes, after) || (place == Place::Item && at(self.bytes, after) == b':');
        let number = numbers::length(self.bytes, start) == end - start;
        if ends && number {
            return Err(ambiguous(quote, "a number with one quote"));
        }
        if ends && at(self.bytes, quote) == b'"' {
            self.edit(start..start, EditKind::Quotes, "\"", Risk::Guess);
            self.escape_bare(start, quote);
            self.pos = quote + len;
            self.end_value(Last::Text);
            return Ok(());
        }
        let (style, _) = opener(self.bytes, quote).unwrap_or((Style::Double, 1));
        let comma_missing = end < quote
            && match place {
                Place::Item => super::scan::next_closer(self.bytes, quote + len, style)
                    .is_some_and(|(close, len)| is_value_end(self.bytes, skip_space(self.bytes, close + len))),
                _ => is_quoted_key(self.bytes, quote),
            };
        if comma_missing && !self.bytes.get(start..end).is_some_and(|text| text.contains(&b',')) {
            self.token(start, end);
            return Ok(());
        }
        Err(ambiguous(quote, "a quote in a text without quotes"))
    }

    /// `...` or `…` in place of a value: a sketch, not an answer.
    fn is_placeholder(&self) -> bool {
        let rest = self.bytes.get(self.pos..).unwrap_or_default();
        let dots = rest.iter().take_while(|&&byte| byte == b'.').count();
        let len = if rest.starts_with("…".as_bytes()) { 3 } else { dots };
        len >= 3 && is_value_end(self.bytes, skip_space(self.bytes, self.pos + len))
    }

    /// What a bare token stands for.
    fn token(&mut self, start: usize, end: usize) {
        let token = self.text.get(start..end).unwrap_or_default();
        let span = start..end;
        self.pos = end;
        let at_end = end == self.bytes.len();
        if let Some(word) = keyword(token.as_bytes()) {
            if word != token {
                self.edit(span, EditKind::Keyword, word, Risk::Exact);
            }
            return self.end_value(Last::Scalar);
        }
        if token == "-" {
            self.edit(span, EditKind::Cut, "-0", Risk::Loss);
            return self.end_value(Last::Scalar);
        }
        if matches!(token, "NaN" | "Infinity" | "-Infinity" | "+Infinity" | "-NaN" | "nan" | "inf" | "-inf") {
            self.edit(span, EditKind::Keyword, "null", Risk::Loss);
            return self.end_value(Last::Scalar);
        }
        if numbers::length(self.bytes, start) == end - start {
            return self.end_value(Last::Scalar);
        }
        match numbers::odd(token) {
            Some(Odd::Spelled(number)) => {
                self.edit(span, EditKind::Number, number, Risk::Exact);
                if at_end {
                    self.cut_number();
                }
                return self.end_value(Last::Scalar);
            }
            Some(Odd::Cut(number)) => {
                self.edit(span, EditKind::Cut, number, Risk::Loss);
                return self.end_value(Last::Scalar);
            }
            None => {}
        }
        if let Some(word) = at_end.then(|| cut_keyword(token)).flatten() {
            self.edit(span, EditKind::Cut, word, Risk::Loss);
            return self.end_value(Last::Scalar);
        }
        self.quote_bare(start, end);
        if at_end && !self.stack.is_empty() {
            self.edit(end..end, EditKind::Cut, "", Risk::Loss);
        }
        self.end_value(Last::Bare);
    }

    /// Puts quotes around a bare text.
    pub(super) fn quote_bare(&mut self, start: usize, end: usize) {
        self.edit(start..start, EditKind::Quotes, "\"", Risk::Guess);
        self.escape_bare(start, end);
        self.edit(end..end, EditKind::Quotes, "\"", Risk::Guess);
        self.pos = end;
    }

    /// Escapes what a bare text holds of quotes, backslashes and control characters.
    fn escape_bare(&mut self, start: usize, end: usize) {
        for i in start..end {
            let with: Cow<'static, str> = match at(self.bytes, i) {
                b'"' => "\\\"".into(),
                b'\\' => "\\\\".into(),
                byte @ 0..0x20 => super::escapes::escaped(byte),
                _ => continue,
            };
            self.edit(i..i + 1, EditKind::Escape, with, Risk::Guess);
        }
    }

    /// `u'…'`: a Python string with a prefix, and how sure it is that it means what it says without. A raw string with a
    /// backslash, or a template with something to fill in, does not.
    pub(super) fn string_prefix(&self, place: Place) -> Option<Risk> {
        let quote = self.pos + 1;
        let prefix = self.peek();
        if !matches!(prefix, b'u' | b'b' | b'r' | b'f') {
            return None;
        }
        let (style, len) = opener(self.bytes, quote)?;
        let (close, end) = super::scan::next_closer(self.bytes, quote + len, style)?;
        let next = skip_space(self.bytes, close + end);
        if !(is_value_end(self.bytes, next) || place == Place::Key && is_colon(self.bytes, next)) {
            return None;
        }
        let inside = self.bytes.get(quote + len..close).unwrap_or_default();
        match prefix {
            b'u' => Some(Risk::Exact),
            b'r' => Some(if inside.contains(&b'\\') { Risk::Loss } else { Risk::Exact }),
            b'f' => Some(if inside.contains(&b'{') { Risk::Loss } else { Risk::Guess }),
            _ => Some(Risk::Guess),
        }
    }
}

/// The keyword that a text broke off in.
fn cut_keyword(token: &str) -> Option<&'static str> {
    ["true", "false", "null"].into_iter().find(|word| word.starts_with(token))
}
