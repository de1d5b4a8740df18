//! Bounds on what is given to a parser: neither too long nor too deep.

use sqlparser::{
    keywords::Keyword,
    tokenizer::{Token, TokenWithSpan},
};

use super::words;
use crate::Finding;

/// How deep a tree may get in the worst case. The engine of SQLite has the same bound.
const MAX_DEPTH: usize = 1000;

/// What a query that is too long is told.
pub(super) fn too_long(sql: &str, max: usize) -> Option<Finding> {
    let too_long = sql.len() > max;
    too_long.then(|| {
        Finding::whole()
            .rule(words::TOO_LONG)
            .expected(format!("a query of at most {max} bytes"))
            .received(format!("{} bytes", sql.len()))
    })
}

/// What a query that nests too deep is told.
///
/// The parser bounds its own recursion, but a chain such as `1 + 1 + 1 …` becomes a tree as deep as the chain is long,
/// which is then walked and dropped. So operators are counted: along a chain, and from each bracket inwards.
pub(super) fn too_deep(tokens: &[TokenWithSpan]) -> Option<Finding> {
    let mut depth = Depth::default();
    tokens.iter().any(|token| !depth.holds(&token.token)).then(deep)
}

pub(super) fn deep() -> Finding {
    Finding::whole()
        .rule(words::TOO_DEEP)
        .expected("a query that nests less deep")
        .hint("use IN (…) in place of a long chain of OR, and WITH in place of nested subqueries")
}

#[derive(Default)]
struct Depth {
    open: Vec<Level>,
    here: Level,
    after_period: bool,
}

/// A bracket or a `CASE` that is open: what an operand starts from, and how far the chain of operators has come.
#[derive(Clone, Copy, Default)]
struct Level {
    base: usize,
    depth: usize,
    case: bool,
}

impl Depth {
    fn holds(&mut self, token: &Token) -> bool {
        let after_period = std::mem::replace(&mut self.after_period, *token == Token::Period);
        match token {
            Token::Whitespace(_) | Token::Period | Token::Number(..) | Token::EOF => {}
            Token::SemiColon => *self = Self::default(),
            Token::Comma => self.here.depth = self.here.base,
            Token::LParen | Token::LBracket | Token::LBrace => self.enter(false),
            Token::RParen | Token::RBracket | Token::RBrace => self.close(),
            Token::Word(word) if !after_period => self.word(word.keyword),
            Token::Word(_) => {}
            _ => self.here.depth += 1,
        }
        self.here.depth <= MAX_DEPTH
    }

    fn word(&mut self, keyword: Keyword) {
        match keyword {
            Keyword::NoKeyword => {}
            Keyword::CASE => self.enter(true),
            Keyword::WHEN | Keyword::THEN | Keyword::ELSE if self.here.case => self.here.depth = self.here.base,
            Keyword::END if self.here.case => {
                // What was written may not be a CASE at all; so the chain goes on from where it is.
                let depth = self.here.depth;
                self.leave();
                self.here.depth = self.here.depth.max(depth);
            }
            Keyword::UNION | Keyword::EXCEPT | Keyword::INTERSECT => {
                // Each query of such a chain lies one deeper, and commas don't end the chain.
                self.here.base += 1;
                self.here.depth = self.here.base;
            }
            _ => self.here.depth += 1,
        }
    }

    fn close(&mut self) {
        while self.here.case {
            self.leave();
        }
        self.leave();
    }

    fn enter(&mut self, case: bool) {
        self.here.depth += 1;
        self.open.push(self.here);
        self.here = Level { base: self.here.depth, depth: self.here.depth, case };
    }

    fn leave(&mut self) {
        self.here = self.open.pop().unwrap_or(Level { case: false, ..self.here });
    }
}
