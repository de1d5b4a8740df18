//! Whether a quote ends its string.
//!
//! In valid JSON what follows a string is known, so a quote followed by that ends it. Anything else makes the string
//! doubtful, and from there on a quote needs better evidence. Each judgement looks no further than the next quote and
//! the run of space, closers or name after it, so that all of them together stay linear.

use super::{
    machine::{Kind, Machine, Place},
    scan::{
        LONGEST_NAME, Style, at, closer, is_bare_key, is_colon, is_comment, is_fence, is_plain_scalar, is_quoted_key,
        is_value_end, is_word, name, next_closer, opener, skip_space,
    },
    stop::{Stop, ambiguous},
    strings::{before_joint, opens},
};

/// The string being read.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub style: Style,
    /// Where its text starts.
    pub start: usize,
    pub place: Place,
    /// Whether a quote was already taken for part of the text.
    pub dirty: bool,
    /// How many braces were opened in it, after the first such quote or right before it.
    pub depth: i32,
    /// How far braces were counted.
    pub seen: usize,
    pub doubled: bool,
    /// How many quotes were taken for part of the text, and whether one followed a digit, as an inch mark does.
    pub inner: usize,
    pub inch: bool,
    /// Whether it holds a backslash that escapes nothing.
    pub raw: bool,
}

impl Open {
    /// Whether one quote too many or too few was found in it.
    pub(super) const fn is_odd(&self) -> bool {
        self.inner % 2 == 1 && !self.inch
    }

    pub(super) const fn new(style: Style, start: usize, place: Place) -> Self {
        Self { style, start, place, dirty: false, depth: 0, seen: start, doubled: false, inner: 0, inch: false, raw: false }
    }
}

pub(super) enum Verdict {
    Close,
    /// Part of the text, but it need not have been.
    Inner,
    /// Part of the text, plainly.
    Apostrophe,
    /// The string ended before, where a quote is missing.
    EndedAt(usize),
}

impl Machine<'_> {
    /// Judges the closing quote at `i`.
    pub(super) fn verdict(&self, open: &mut Open, i: usize, len: usize) -> Result<Verdict, Stop> {
        let bytes = self.bytes;
        let after = i + len;
        let letters = is_word(at(bytes, after)) && i > open.start && is_word(at(bytes, i - 1));
        if matches!(open.style, Style::Single | Style::CurlySingle) && letters {
            return Ok(Verdict::Apostrophe);
        }
        let between = bytes.get(open.seen..i).unwrap_or_default();
        open.seen = after;
        for &byte in between {
            open.depth += i32::from(byte == b'{') - i32::from(byte == b'}' && open.depth > 0);
        }
        let verdict = match open.place {
            Place::Key => self.key_verdict(open, i, after)?,
            Place::Member => self.member_verdict(open, i, after)?,
            Place::Item => self.item_verdict(open, i, after)?,
        };
        open.dirty |= matches!(verdict, Verdict::Inner);
        Ok(verdict)
    }

    fn key_verdict(&self, open: &Open, i: usize, after: usize) -> Result<Verdict, Stop> {
        let bytes = self.bytes;
        let next = skip_space(bytes, after);
        let byte = at(bytes, next);
        if is_colon(bytes, next) || (open.doubled && closer(bytes, after, open.style) > 0) {
            return Ok(Verdict::Close);
        }
        let colon = super::scan::trim_end(bytes, i, open.start);
        if colon > open.start + 1 && at(bytes, colon - 1) == b':' && !open.dirty {
            return Ok(Verdict::EndedAt(colon - 1));
        }
        Ok(match byte {
            b',' | b'}' | b']' | b'{' | b'[' | b'-' | b'0'..=b'9' if !open.dirty => Verdict::Close,
            _ if next >= bytes.len() || is_comment(bytes, next) => Verdict::Close,
            _ if is_plain_scalar(bytes, next) && !open.dirty => Verdict::Close,
            _ if opener(bytes, next).is_some() && !open.dirty && next > after => Verdict::Close,
            _ if is_word(byte) && next > after && !opens(bytes, i, after - i) && !self.key_goes_on(open, after) => Verdict::Close,
            _ => Verdict::Inner,
        })
    }

    /// Whether a quote and a colon follow before the line or the object ends.
    fn key_goes_on(&self, open: &Open, after: usize) -> bool {
        next_closer(self.bytes, after, open.style).is_some_and(|(close, len)| {
            let more = self.bytes.get(after..close).unwrap_or_default();
            is_colon(self.bytes, skip_space(self.bytes, close + len))
                && !more.iter().any(|byte| matches!(byte, b',' | b':' | b'{' | b'}' | b'\n'))
        })
    }

    fn member_verdict(&self, open: &Open, i: usize, after: usize) -> Result<Verdict, Stop> {
        let bytes = self.bytes;
        let next = skip_space(bytes, after);
        Ok(match at(bytes, next) {
            _ if next >= bytes.len() => Verdict::Close,
            b',' | b';' => {
                let entry = skip_space(bytes, next + 1);
                if self.is_entry(open, entry) { Verdict::Close } else { Verdict::Inner }
            }
            b'}' | b']' if self.closers_fit(open, next) => Verdict::Close,
            b'}' | b']' => Verdict::Inner,
            b':' if !open.dirty => return Err(ambiguous(i, "a value is followed by a colon")),
            b'+' if self.is_joined(next) => Verdict::Close,
            b')' if self.in_parens() => Verdict::Close,
            b'`' if is_fence(bytes, next) => Verdict::Close,
            _ if is_comment(bytes, next) && !open.dirty => Verdict::Close,
            _ if opener(bytes, next).is_some() => self.before_quote(open, i, after, next)?,
            _ if !open.dirty && next > after && is_bare_key(bytes, next) && !opens(bytes, i, after - i) => Verdict::Close,
            _ => self.before_words(open, i, after),
        })
    }

    fn item_verdict(&self, open: &Open, i: usize, after: usize) -> Result<Verdict, Stop> {
        let bytes = self.bytes;
        let next = skip_space(bytes, after);
        Ok(match at(bytes, next) {
            _ if next >= bytes.len() => Verdict::Close,
            b',' | b';' => match self.is_item(open, skip_space(bytes, next + 1)) {
                Some(true) => Verdict::Close,
                Some(false) => Verdict::Inner,
                None => return Err(ambiguous(i, "a quote that may or may not end its text")),
            },
            b'}' | b']' if self.closers_fit(open, next) => Verdict::Close,
            b'}' | b']' => Verdict::Inner,
            b':' if !open.dirty => Verdict::Close,
            b'+' if self.is_joined(next) => Verdict::Close,
            b')' if self.in_parens() => Verdict::Close,
            b'`' if is_fence(bytes, next) => Verdict::Close,
            _ if is_comment(bytes, next) && !open.dirty => Verdict::Close,
            b'{' | b'[' if !open.dirty && next > after => Verdict::Close,
            _ if opener(bytes, next).is_some() => self.before_quote(open, i, after, next)?,
            _ if !open.dirty && next > after && is_plain_scalar(bytes, next) => Verdict::Close,
            _ => self.before_words_in_array(open, i, after)?,
        })
    }

    /// Whether what follows the comma after a member is the next one, or the end.
    fn is_entry(&self, open: &Open, entry: usize) -> bool {
        let bytes = self.bytes;
        match at(bytes, entry) {
            _ if entry >= bytes.len() => true,
            _ if opener(bytes, entry).is_some() => !open.dirty || is_quoted_key(bytes, entry),
            b'\\' => true,
            b'}' | b']' | b',' | b'.' | b'{' | b'[' | b'`' => true,
            _ if is_comment(bytes, entry) => true,
            _ => is_bare_key(bytes, entry) || (!open.dirty && self.is_word_before_key(entry)),
        }
    }

    /// `COMMENT "key":`, or a key that lacks its first quote.
    fn is_word_before_key(&self, i: usize) -> bool {
        let end = i + name(self.bytes, i);
        let quote = skip_space(self.bytes, end);
        end > i
            && (is_quoted_key(self.bytes, quote)
                || (quote == end
                    && closer(self.bytes, end, Style::Double) > 0
                    && is_colon(self.bytes, skip_space(self.bytes, end + 1))))
    }

    /// Whether what follows the comma after an item is the next one, or the end; none if it may be either.
    fn is_item(&self, open: &Open, item: usize) -> Option<bool> {
        let bytes = self.bytes;
        if let Some((style, len)) = opener(bytes, item) {
            if !open.dirty {
                return Some(true);
            }
            let close = next_closer(bytes, item + len, style);
            return Some(close.is_some_and(|(close, len)| {
                let next = skip_space(bytes, close + len);
                is_value_end(bytes, next) || is_colon(bytes, next)
            }));
        }
        match at(bytes, item) {
            byte if is_word(byte) && !is_plain_scalar(bytes, item) => {
                let rest = bytes.get(item..).unwrap_or_default();
                let end = rest
                    .iter()
                    .position(|byte| matches!(byte, b',' | b']' | b'}' | b'\n' | b'"' | b'\'' | b'`' | b':' | 0xC2 | 0xE2));
                match end.map(|end| at(bytes, item + end)) {
                    Some(b'"') if open.dirty => Some(false),
                    Some(b'"') => None,
                    _ => Some(!open.dirty),
                }
            }
            _ => Some(true),
        }
    }

    /// Whether the closers at `i` can be meant, by what is open and by what follows them.
    fn closers_fit(&self, open: &Open, i: usize) -> bool {
        let bytes = self.bytes;
        if at(bytes, i) == b']' && open.place == Place::Member && !self.holds_array() && !self.fits_after(open, i + 1) {
            return false;
        }
        if !open.dirty && (at(bytes, i) == b'}') == (open.place == Place::Member) {
            return true;
        }
        let mut end = i;
        let mut closers = 0_usize;
        while matches!(at(bytes, end), b'}' | b']') {
            closers += 1;
            end = skip_space(bytes, end + 1);
        }
        if open.depth > 0 && closers <= open.depth.unsigned_abs() as usize && open.dirty && end < bytes.len() {
            return false;
        }
        self.fits_after(open, end) || (closers >= self.stack.len() && self.is_last_quote(open, end))
    }

    /// Whether no quote follows: then closers that close all there is end the document, and prose goes on.
    fn is_last_quote(&self, open: &Open, i: usize) -> bool {
        at(self.bytes, i.wrapping_sub(1)) == b' ' && next_closer(self.bytes, i, open.style).is_none()
    }

    /// Only the innermost frames are asked: a bracket that far out is closed by no string's neighbour.
    fn holds_array(&self) -> bool {
        self.stack.iter().rev().take(32).any(|frame| matches!(frame.kind, Kind::Array | Kind::Tuple))
    }

    fn fits_after(&self, open: &Open, i: usize) -> bool {
        let bytes = self.bytes;
        let end = skip_space(bytes, i);
        match at(bytes, end) {
            _ if end >= bytes.len() => true,
            b',' | b';' => {
                let entry = skip_space(bytes, end + 1);
                match at(bytes, entry) {
                    _ if entry >= bytes.len() => true,
                    b'{' | b'[' | b'}' | b']' => true,
                    _ if opener(bytes, entry).is_some() => {
                        !open.dirty || is_quoted_key(bytes, entry) || self.is_item(open, entry) == Some(true)
                    }
                    _ => is_bare_key(bytes, entry) || is_plain_scalar(bytes, entry) || is_comment(bytes, entry),
                }
            }
            b'}' | b']' | b')' | b'`' | b'/' | b'#' | b'<' => true,
            _ if opener(bytes, end).is_some() => is_quoted_key(bytes, end),
            _ => bytes.get(i..end).is_some_and(|gap| gap.contains(&b'\n')),
        }
    }

    fn in_parens(&self) -> bool {
        self.stack.last().is_some_and(|frame| matches!(frame.kind, Kind::Tuple | Kind::Call))
    }

    fn is_joined(&self, plus: usize) -> bool {
        let next = skip_space(self.bytes, plus + 1);
        opener(self.bytes, next).is_some() || is_comment(self.bytes, next)
    }

    /// Another quote comes next: it closes the string, or a comma is missing, or both are text.
    fn before_quote(&self, open: &Open, i: usize, after: usize, next: usize) -> Result<Verdict, Stop> {
        let bytes = self.bytes;
        if next == after {
            if open.doubled {
                return Ok(Verdict::Close);
            }
            let same = closer(bytes, next, open.style);
            let end = skip_space(bytes, next + same);
            if same > 0 && (is_value_end(bytes, end) || opener(bytes, end).is_some_and(|_| end > next + same)) && i > open.start {
                return Ok(Verdict::Inner);
            }
            if i == open.start {
                return Ok(Verdict::Close);
            }
        }
        let key = is_quoted_key(bytes, next);
        match open.place {
            _ if key && open.depth == 0 => Ok(Verdict::Close),
            Place::Item if !open.dirty => Ok(Verdict::Close),
            _ if open.dirty => Ok(Verdict::Inner),
            _ => Err(ambiguous(i, "two texts stand side by side")),
        }
    }

    /// Words follow the quote in an object: it is part of the text, or it opens the next key.
    fn before_words(&self, open: &Open, i: usize, after: usize) -> Verdict {
        let bytes = self.bytes;
        if open.depth == 0 && is_quoted_key(bytes, i) {
            if let Some(end) = before_joint(bytes, i, open.start) {
                return Verdict::EndedAt(end);
            }
            if opens(bytes, i, after - i) && !open.dirty && self.is_plain_member(i) {
                return Verdict::EndedAt(super::scan::trim_end(bytes, i, open.start));
            }
        }
        if let Some(end) = self.before_bare_key(open, i) {
            return Verdict::EndedAt(end);
        }
        Verdict::Inner
    }

    /// Whether the quoted key at `i` is followed by a value in JSON's own spelling.
    fn is_plain_member(&self, i: usize) -> bool {
        let bytes = self.bytes;
        let close = opener(bytes, i).and_then(|(style, len)| next_closer(bytes, i + len, style));
        close.is_some_and(|(close, len)| {
            let value = skip_space(bytes, skip_space(bytes, close + len) + 1);
            opener(bytes, value).is_some() || matches!(at(bytes, value), b'{' | b'[') || is_plain_scalar(bytes, value)
        })
    }

    /// `"first, b: "second"`: the comma before a bare key whose value starts at this quote.
    fn before_bare_key(&self, open: &Open, i: usize) -> Option<usize> {
        let bytes = self.bytes;
        let colon = super::scan::trim_end(bytes, i, open.start);
        if open.dirty || colon <= open.start || at(bytes, colon - 1) != b':' {
            return None;
        }
        let text = bytes.get(open.start..colon - 1)?;
        let key = text.iter().rev().take(LONGEST_NAME).take_while(|&&byte| is_word(byte)).count();
        let start = colon - 1 - key;
        let start = start - usize::from(start > open.start && at(bytes, start - 1) == b'@');
        if key == 0 { None } else { before_joint(bytes, start, open.start) }
    }

    fn before_words_in_array(&self, open: &Open, i: usize, after: usize) -> Result<Verdict, Stop> {
        let bytes = self.bytes;
        let next_quote = next_closer(bytes, after, open.style);
        let ends = next_quote.is_some_and(|(close, len)| is_value_end(bytes, skip_space(bytes, close + len)));
        if open.depth == 0
            && (ends || is_quoted_key(bytes, i))
            && let Some(end) = before_joint(bytes, i, open.start)
        {
            return Ok(Verdict::EndedAt(end));
        }
        let inch = super::strings::is_inch(bytes, i, open.start);
        let closing = !opens(bytes, i, after - i) && after < skip_space(bytes, after);
        let closing_next = next_quote.is_some_and(|(close, len)| !opens(bytes, close, len));
        if !open.dirty && !inch && closing && closing_next && ends {
            return Err(ambiguous(i, "a quote that may or may not end its text"));
        }
        Ok(Verdict::Inner)
    }
}
