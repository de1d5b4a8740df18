//! A value between quotes, of whatever kind, and where it was meant to end.

use super::{
    super::{EditKind, Risk, around},
    key, string,
    value::{Outcome, Values},
};

impl Values<'_, '_> {
    /// Whether a string may end where `rest` starts: before what ends a line, a comment, or what a list goes on with.
    fn may_end(&self, rest: &str) -> bool {
        const BLANK: [char; 3] = [' ', '\t', '\r'];
        let rest = rest.trim_start_matches(BLANK);
        let ends = |rest: &str| rest.is_empty() || rest.starts_with(['\n', '#']) || rest.starts_with("//");
        let lists = !self.open.is_empty() && rest.starts_with([']', '}', ',', '"', '\'']);
        ends(rest) || lists || rest.strip_prefix([',', ';']).is_some_and(|rest| ends(rest.trim_start_matches(BLANK)))
    }

    /// A string between quotes that TOML does not have.
    pub(super) fn foreign(&mut self, quote: char, rest: &str) -> Outcome {
        let closes: &[char] = match quote {
            '`' => &['`'],
            '‘' => &['’'],
            _ => &['”', '“', '"'],
        };
        let inside = &rest[quote.len_utf8()..];
        let found = inside
            .char_indices()
            .take_while(|&(_, c)| c != '\n')
            .find(|(at, c)| closes.contains(c) && self.may_end(&inside[at + c.len_utf8()..]));
        let Some((len, close)) = found else { return Outcome::Unclear };
        let delimiters = (quote.len_utf8(), close.len_utf8());
        let end = self.at + delimiters.0 + len + delimiters.1;
        string::to_basic(self.text, self.at..end, delimiters, false, Risk::Exact, self.edits);
        Outcome::Ends(end)
    }

    pub(super) fn string(&mut self) -> Outcome {
        let start = self.at;
        let basic = self.text.as_bytes()[start] == b'"';
        let rest = &self.text[start..self.end];
        let long = rest.starts_with("\"\"\"") || rest.starts_with("'''");
        if let Some(end) = string::end(self.text, start, self.end) {
            if long || self.may_end(&self.text[end..self.end]) {
                if basic {
                    let mark = if long { 3 } else { 1 };
                    string::escapes(self.text, start + mark..end - mark, self.edits);
                }
                return Outcome::Ends(end);
            }
        } else if long {
            self.edits.insert(self.end, EditKind::Cut, rest[..3].to_owned(), Risk::Loss);
            return Outcome::Ends(self.end);
        }
        // Where a string does not end as it should, it is mended by its line, which in a list is not its own.
        if !self.open.is_empty() {
            return Outcome::Unclear;
        }
        let line_end = start + rest[..rest.find('\n').unwrap_or(rest.len())].trim_end().len();
        let line = self.text[start..line_end].trim_end_matches([',', ';']).trim_end();
        let end = start + line.len();
        let mark = if basic { '"' } else { '\'' };
        if around::quotes_parts(line, mark) {
            return Outcome::Unclear;
        }
        if line.len() > 1 && line.ends_with(mark) {
            match basic {
                true => string::inner(self.text, start + 1..end - 1, self.edits),
                false => {
                    let python = line.contains("\\'");
                    string::to_basic(self.text, start..end, (1, 1), python, Risk::Guess, self.edits);
                }
            }
            return Outcome::Ends(end);
        }
        if line[1..].contains(mark) || line.contains(" #") || line.ends_with('\\') || end != line_end {
            return Outcome::Unclear;
        }
        if let Some(close) = basic.then(|| self.closing_line(line_end)).flatten() {
            self.edits.push(start..start + 1, EditKind::LineBreak, "\"\"\"", Risk::Guess);
            self.edits.push(close - 1..close, EditKind::LineBreak, "\"\"\"", Risk::Guess);
            return Outcome::Ends(close);
        }
        if basic {
            string::escapes(self.text, start + 1..end, self.edits);
        }
        let cut = end == self.text.len();
        let (kind, risk) = if cut { (EditKind::Cut, Risk::Loss) } else { (EditKind::Quotes, Risk::Guess) };
        self.edits.insert(end, kind, mark.to_string(), risk);
        Outcome::Ends(end)
    }

    /// The end of a string that goes on over lines: a line that ends with a quote, before any that could be an entry.
    fn closing_line(&self, from: usize) -> Option<usize> {
        let mut at = from;
        for line in self.text[from..self.end].split_inclusive('\n').skip(1) {
            at += if at == from { self.text[from..].find('\n')? + 1 } else { 0 };
            let words = line.trim();
            let quotes = words.bytes().filter(|&b| b == b'"').count();
            if words.starts_with('[') || key::separator(words).is_some() || quotes > 1 {
                return None;
            }
            if quotes == 1 {
                let close = at + line.find('"')? + 1;
                return words.ends_with('"').then_some(close);
            }
            at += line.len();
        }
        None
    }
}
