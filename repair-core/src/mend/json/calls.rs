//! Calls that stand for their argument.

use super::{
    machine::Machine,
    scan::{at, is_word, skip_space},
};

/// Constructors that stand for their argument in a database's shell or a dump.
pub(super) const CALLS: &[&str] = &[
    "BinData",
    "Binary",
    "Date",
    "Decimal",
    "Decimal128",
    "ISODate",
    "Int32",
    "Int64",
    "Long",
    "MaxKey",
    "MinKey",
    "NumberDecimal",
    "NumberInt",
    "NumberLong",
    "ObjectId",
    "RegExp",
    "Symbol",
    "Timestamp",
    "UUID",
    "datetime",
    "set",
    "frozenset",
    "list",
    "tuple",
    "dict",
    "OrderedDict",
    "deque",
    "array",
];

impl Machine<'_> {
    /// The length of a name that is called here.
    pub(super) fn call(&self) -> Option<usize> {
        let mut end = self.pos;
        if self.bytes.get(end..).is_some_and(|rest| rest.starts_with(b"new ")) {
            end += 4;
        }
        let name = end;
        while is_word(at(self.bytes, end)) || at(self.bytes, end) == b'.' {
            end += 1;
        }
        let paren = skip_space(self.bytes, end);
        let known = self.text.get(name..end).is_some_and(|name| CALLS.contains(&name));
        let inner = skip_space(self.bytes, paren + 1);
        let byte = at(self.bytes, inner);
        let argument = matches!(byte, b'"' | b'\'' | b'{' | b'[') || (byte.is_ascii_digit() && (known || self.stack.is_empty()));
        (end > name + 1 && at(self.bytes, paren) == b'(' && argument).then_some(paren - self.pos)
    }
}
