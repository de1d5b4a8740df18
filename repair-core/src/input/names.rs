//! Where the fields of a type are in its text, by the names they have in Rust.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, VecDeque},
    marker::PhantomData,
    rc::Rc,
    sync::Arc,
};

use crate::{Json, format::span::pointer};

/// A step from a value to one of its parts, by a name or an index.
pub type Walk = fn(&str) -> Option<Part>;

/// Where a part of a value is, and the way on.
pub struct Part {
    /// Its pointer, from the value.
    pub pointer: Cow<'static, str>,
    /// The next step, where its type's names are known.
    pub walk: Option<Walk>,
}

/// A type whose parts are found by the names and indices that Rust has for them. The derive writes it for structs.
pub trait Names {
    /// The part of this name.
    fn part(name: &str) -> Option<Part>;
}

/// Asks whether a type has [`Names`]: `WALK` is there for every type, by [`Nameless`] where the type has none.
pub struct Probe<T>(PhantomData<fn() -> T>);

impl<T: Names> Probe<T> {
    /// The first step.
    pub const WALK: Option<Walk> = Some(T::part);
}

/// See [`Probe`].
pub trait Nameless {
    /// No step.
    const WALK: Option<Walk> = None;
}

impl<T> Nameless for Probe<T> {}

macro_rules! looked_through {
    ($($type:ty;)*) => {$(
        impl<T: Names> Names for $type {
            fn part(name: &str) -> Option<Part> {
                T::part(name)
            }
        }
    )*};
}

looked_through! { Option<T>; Box<T>; Rc<T>; Arc<T>; Json<T>; }

macro_rules! collections {
    ($([$($param:tt)*] $type:ty;)*) => {$(
        impl<$($param)*> Names for $type {
            fn part(key: &str) -> Option<Part> {
                Some(Part { pointer: format!("/{}", pointer::escape(key)).into(), walk: Some(T::part) })
            }
        }
    )*};
}

collections! {
    [T: Names] Vec<T>;
    [T: Names] VecDeque<T>;
    [T: Names, const N: usize] [T; N];
    [K, T: Names] BTreeMap<K, T>;
    [K, T: Names, S] HashMap<K, T, S>;
}
