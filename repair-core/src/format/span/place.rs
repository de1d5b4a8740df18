//! One value of a tree.

use std::{borrow::Cow, ops::Range};

use super::{Kind, NONE, Node, Tree, pointer};

/// Where a value stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The bytes of its key, quotes included; `None` for an item or the whole value.
    pub key: Option<Range<usize>>,
    /// The bytes of the value.
    pub value: Range<usize>,
}

/// A value of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    tree: &'a Tree<'a>,
    id: u32,
}

impl<'a> Place<'a> {
    pub(super) fn new(tree: &'a Tree<'a>, id: u32) -> Self {
        Self { tree, id }
    }

    fn node(self) -> Node {
        // every id comes from the tree itself; the fallback is never seen
        self.tree.nodes.get(self.id as usize).copied().unwrap_or(Node {
            kind: Kind::Null,
            parent: NONE,
            key: (NONE, NONE),
            value: (0, 0),
            after: NONE,
            children: 0,
            index: 0,
        })
    }

    /// A number of its own within the tree.
    #[must_use]
    pub fn id(self) -> u32 {
        self.id
    }

    /// What it is.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// Where it stands.
    #[must_use]
    pub fn span(self) -> Span {
        Span { key: self.key_range(), value: self.range() }
    }

    /// The bytes of the value.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        let (start, end) = self.node().value;
        start as usize..end as usize
    }

    /// The bytes of the key, quotes included.
    #[must_use]
    pub fn key_range(self) -> Option<Range<usize>> {
        let (start, end) = self.node().key;
        (start != NONE).then_some(start as usize..end as usize)
    }

    /// The value as it is written.
    #[must_use]
    pub fn raw(self) -> &'a str {
        self.tree.text.get(self.range()).unwrap_or_default()
    }

    /// The key, its escapes read.
    #[must_use]
    pub fn key(self) -> Option<Cow<'a, str>> {
        self.key_range().map(|range| decode(self.tree.text.get(range).unwrap_or_default()))
    }

    /// The text of a string, its escapes read.
    #[must_use]
    pub fn string(self) -> Option<Cow<'a, str>> {
        (self.kind() == Kind::Text).then(|| decode(self.raw()))
    }

    /// How many items or members it has.
    #[must_use]
    pub fn len(self) -> usize {
        self.node().children as usize
    }

    /// Whether it has no items or members.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Its items or members in the order of the text; of members with one name, all.
    #[must_use]
    pub fn children(self) -> Children<'a> {
        Children { tree: self.tree, next: self.id + 1, left: self.node().children }
    }

    /// The member of that name; the last one, where there are several.
    #[must_use]
    pub fn member(self, name: &str) -> Option<Self> {
        let members = (self.kind() == Kind::Object).then(|| self.children())?;
        members.filter(|member| member.key().as_deref() == Some(name)).last()
    }

    /// The item at that index.
    #[must_use]
    pub fn item(self, index: usize) -> Option<Self> {
        (self.kind() == Kind::Array).then(|| self.children().nth(index))?
    }

    /// The value at a JSON Pointer from here.
    #[must_use]
    pub fn at(self, pointer: &str) -> Option<Self> {
        pointer::tokens(pointer)?.try_fold(self, |at, token| match at.kind() {
            Kind::Object => at.member(&token),
            Kind::Array => at.item(pointer::index(&token)?),
            _ => None,
        })
    }

    /// What holds it.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        let parent = self.node().parent;
        (parent != NONE).then(|| Self::new(self.tree, parent))
    }

    /// Its JSON Pointer.
    #[must_use]
    pub fn pointer(self) -> String {
        let mut tokens = Vec::new();
        let mut at = self;
        while let Some(parent) = at.parent() {
            tokens.push(match at.key() {
                Some(key) => pointer::escape(&key).into_owned(),
                None => at.node().index.to_string(),
            });
            at = parent;
        }
        tokens.iter().rev().fold(String::new(), |mut path, token| {
            path.push('/');
            path.push_str(token);
            path
        })
    }
}

/// A lone surrogate can't be read into a string; the text as it is written is then the nearest thing.
fn decode(raw: &str) -> Cow<'_, str> {
    let inner = raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default();
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Cow::Borrowed(inner);
    }
    serde_json::from_str::<String>(raw).map_or(Cow::Borrowed(inner), Cow::Owned)
}

/// The items or members of a value.
#[derive(Clone, Debug)]
pub struct Children<'a> {
    tree: &'a Tree<'a>,
    next: u32,
    left: u32,
}

impl<'a> Iterator for Children<'a> {
    type Item = Place<'a>;

    fn next(&mut self) -> Option<Place<'a>> {
        self.left = self.left.checked_sub(1)?;
        let place = Place::new(self.tree, self.next);
        self.next = place.node().after;
        Some(place)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Children<'_> {}
