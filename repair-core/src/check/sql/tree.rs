//! The query as a tree.

use sqlparser::{
    ast::Statement,
    parser::{Parser, ParserError},
    tokenizer::{Location, Token, TokenWithSpan, Tokenizer},
};

use super::{Dialect, guard, place::Place, words};
use crate::{Finding, Findings};

/// How many levels the parser may go down. Its default is made for small stacks; the check brings its own.
const LEVELS: usize = 128;

pub(super) fn tokens(sql: &str, dialect: Dialect) -> Result<Vec<TokenWithSpan>, Findings> {
    Tokenizer::new(dialect.grammar(), sql)
        .tokenize_with_location()
        .map_err(|error| words::syntax(sql, dialect, &error.message, Place::of_location(error.location)).into())
}

/// Whether something stands behind the end of the first statement.
pub(super) fn has_several(tokens: &[TokenWithSpan]) -> bool {
    let mut ended = false;
    let mut begun = false;
    for token in tokens {
        match token.token {
            Token::Whitespace(_) | Token::EOF => {}
            Token::SemiColon => ended = begun,
            _ if ended => return true,
            _ => begun = true,
        }
    }
    false
}

/// The first word of a text, in capitals: what kind of statement it is.
pub(super) fn first_word(sql: &str, dialect: Dialect) -> Option<String> {
    tokens(sql, dialect).ok()?.into_iter().find_map(|token| match token.token {
        Token::Word(word) => Some(word.value.to_uppercase()),
        _ => None,
    })
}

pub(super) fn parse(sql: &str, dialect: Dialect, tokens: Vec<TokenWithSpan>) -> Result<Vec<Statement>, Findings> {
    let parser = Parser::new(dialect.grammar()).with_recursion_limit(LEVELS);
    let end = tokens.last().map(|token| token.span.end);
    parser.with_tokens_with_locations(tokens).parse_statements().map_err(|error| match error {
        ParserError::RecursionLimitExceeded => guard::deep().into(),
        ParserError::TokenizerError(message) | ParserError::ParserError(message) => syntax(sql, dialect, &message, end).into(),
    })
}

fn syntax(sql: &str, dialect: Dialect, message: &str, end: Option<Location>) -> Finding {
    let (message, place) = Place::in_words(message);
    words::syntax(sql, dialect, message, place.or_else(|| Place::of_location(end?)))
}
