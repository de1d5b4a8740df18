//! A tree over valid JSON text that knows where everything stands, so that a part can be replaced and every other byte stay.

pub(crate) mod merge;
mod parse;
mod patch;
mod place;
pub(crate) mod pointer;

pub use parse::{TreeError, TreeErrorKind};
pub use patch::PatchError;
pub use place::{Children, Place, Span};

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A string.
    Text,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// The tree. It holds places only; the text stays the truth.
#[derive(Clone, Debug)]
pub struct Tree<'t> {
    text: &'t str,
    nodes: Vec<Node>,
}

/// Children follow their parent: the first one right behind it, the next one where `after` of the one before points.
#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    parent: u32,
    key: (u32, u32),
    value: (u32, u32),
    after: u32,
    children: u32,
    index: u32,
}

const NONE: u32 = u32::MAX;

impl<'t> Tree<'t> {
    /// Reads a JSON text whose values nest no deeper than `max_depth`.
    ///
    /// # Errors
    ///
    /// When the text is not valid JSON, nests deeper, or is 4 GiB or longer.
    pub fn parse(text: &'t str, max_depth: usize) -> Result<Self, TreeError> {
        parse::parse(text, max_depth).map(|nodes| Self { text, nodes })
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The whole value.
    #[must_use]
    pub fn root(&self) -> Place<'_> {
        Place::new(self, 0)
    }

    /// The value of that number.
    pub(crate) fn place(&self, id: u32) -> Option<Place<'_>> {
        ((id as usize) < self.nodes.len()).then(|| Place::new(self, id))
    }

    /// How many values there are, nested ones included.
    #[must_use]
    pub fn values(&self) -> usize {
        self.nodes.len()
    }

    /// The value at a JSON Pointer. Of several members with one name, the last one counts.
    #[must_use]
    pub fn at(&self, pointer: &str) -> Option<Place<'_>> {
        self.root().at(pointer)
    }

    /// Where the value at a JSON Pointer stands.
    #[must_use]
    pub fn get(&self, pointer: &str) -> Option<Span> {
        self.at(pointer).map(Place::span)
    }
}
