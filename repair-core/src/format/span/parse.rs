//! Reading: strict JSON, without recursion.

use std::fmt;

use super::{Kind, NONE, Node};

/// Why there is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeError {
    /// Why.
    pub kind: TreeErrorKind,
    /// The byte.
    pub at: usize,
}

/// Why there is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeErrorKind {
    /// This is not JSON.
    Syntax,
    /// It nests too deep.
    TooDeep,
    /// It is too long.
    TooLong,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self.kind {
            TreeErrorKind::Syntax => "not JSON",
            TreeErrorKind::TooDeep => "nested too deep",
            TreeErrorKind::TooLong => "too long",
        };
        write!(f, "{why} at byte {}", self.at)
    }
}

impl std::error::Error for TreeError {}

#[derive(Clone, Copy, PartialEq)]
enum Next {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    CommaOrEnd,
}

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
    nodes: Vec<Node>,
    open: Vec<u32>,
    max_depth: usize,
}

pub(super) fn parse(text: &str, max_depth: usize) -> Result<Vec<Node>, TreeError> {
    if u32::try_from(text.len()).map_or(true, |len| len == NONE) {
        return Err(TreeError { kind: TreeErrorKind::TooLong, at: 0 });
    }
    let mut reader = Reader { bytes: text.as_bytes(), at: 0, nodes: Vec::new(), open: Vec::new(), max_depth };
    reader.document()?;
    Ok(reader.nodes)
}

impl Reader<'_> {
    fn document(&mut self) -> Result<(), TreeError> {
        let mut next = Next::Value;
        let mut key = (NONE, NONE);
        loop {
            self.space();
            next = match (next, self.peek()) {
                (Next::ValueOrEnd, Some(b']')) | (Next::KeyOrEnd, Some(b'}')) => self.close(),
                (Next::Value | Next::ValueOrEnd, Some(byte)) => self.value(byte, std::mem::replace(&mut key, (NONE, NONE)))?,
                (Next::Key | Next::KeyOrEnd, Some(b'"')) => {
                    let start = self.at;
                    self.string()?;
                    key = span(start, self.at);
                    self.space();
                    self.expect(b':')?;
                    Next::Value
                }
                (Next::CommaOrEnd, byte) => match (self.open_kind(), byte) {
                    (None, None) => return Ok(()),
                    (Some(Kind::Array), Some(b',')) => self.skip(Next::Value),
                    (Some(Kind::Object), Some(b',')) => self.skip(Next::Key),
                    (Some(Kind::Array), Some(b']')) | (Some(Kind::Object), Some(b'}')) => self.close(),
                    _ => return Err(self.wrong()),
                },
                _ => return Err(self.wrong()),
            };
        }
    }

    fn value(&mut self, byte: u8, key: (u32, u32)) -> Result<Next, TreeError> {
        let start = self.at;
        let (kind, next) = match byte {
            b'{' => (Kind::Object, Next::KeyOrEnd),
            b'[' => (Kind::Array, Next::ValueOrEnd),
            b'"' => (Kind::Text, Next::CommaOrEnd),
            b't' | b'f' => (Kind::Bool, Next::CommaOrEnd),
            b'n' => (Kind::Null, Next::CommaOrEnd),
            _ => (Kind::Number, Next::CommaOrEnd),
        };
        match byte {
            b'{' | b'[' => self.at += 1,
            b'"' => self.string()?,
            b't' => self.word(b"true")?,
            b'f' => self.word(b"false")?,
            b'n' => self.word(b"null")?,
            _ => self.number()?,
        }
        let parent = self.open.last().copied().unwrap_or(NONE);
        let mut index = 0;
        if let Some(node) = self.nodes.get_mut(parent as usize) {
            index = node.children;
            node.children += 1;
        }
        let id = self.nodes.len() as u32;
        self.nodes.push(Node { kind, parent, key, value: span(start, self.at), after: id + 1, children: 0, index });
        if next != Next::CommaOrEnd {
            if self.open.len() >= self.max_depth {
                return Err(TreeError { kind: TreeErrorKind::TooDeep, at: start });
            }
            self.open.push(id);
        }
        Ok(next)
    }

    fn close(&mut self) -> Next {
        self.at += 1;
        let after = self.nodes.len() as u32;
        if let Some(node) = self.open.pop().and_then(|id| self.nodes.get_mut(id as usize)) {
            node.value.1 = self.at as u32;
            node.after = after;
        }
        Next::CommaOrEnd
    }

    fn skip(&mut self, next: Next) -> Next {
        self.at += 1;
        next
    }

    fn open_kind(&self) -> Option<Kind> {
        self.open.last().and_then(|&id| self.nodes.get(id as usize)).map(|node| node.kind)
    }

    fn string(&mut self) -> Result<(), TreeError> {
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.escape()?,
                Some(byte) if byte >= 0x20 => self.at += 1,
                _ => return Err(self.wrong()),
            }
        }
        self.at += 1;
        Ok(())
    }

    fn escape(&mut self) -> Result<(), TreeError> {
        self.at += 1;
        let hex = match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 0,
            Some(b'u') => 4,
            _ => return Err(self.wrong()),
        };
        self.at += 1;
        for _ in 0..hex {
            match self.peek() {
                Some(byte) if byte.is_ascii_hexdigit() => self.at += 1,
                _ => return Err(self.wrong()),
            }
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), TreeError> {
        self.at += usize::from(self.peek() == Some(b'-'));
        if self.peek() == Some(b'0') {
            self.at += 1
        } else {
            self.digits()?
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), TreeError> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start { Err(self.wrong()) } else { Ok(()) }
    }

    fn word(&mut self, word: &[u8]) -> Result<(), TreeError> {
        if self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word)) {
            self.at += word.len();
            return Ok(());
        }
        Err(self.wrong())
    }

    fn expect(&mut self, byte: u8) -> Result<(), TreeError> {
        if self.peek() != Some(byte) {
            return Err(self.wrong());
        }
        self.at += 1;
        Ok(())
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn wrong(&self) -> TreeError {
        TreeError { kind: TreeErrorKind::Syntax, at: self.at }
    }
}

/// The length was checked to fit.
fn span(start: usize, end: usize) -> (u32, u32) {
    (start as u32, end as u32)
}
