//! Where the fields of a type are in its text, checked by the compiler: what `at!` expands to.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    fmt::Display,
    marker::PhantomData,
    rc::Rc,
    sync::Arc,
};

use crate::{Json, format::span::pointer::escape};

/// A type whose fields have places of their own in its text. The derive writes it for structs.
#[diagnostic::on_unimplemented(
    message = "`at!` can't name a field in `{Self}`",
    label = "no fields to name here",
    note = "for a struct in your crate, add `#[derive(RepairableInput)]`; for a list, name an item: `lines[0].quantity`",
    note = "the fields of an enum, of another crate's type and of a type written in a form of its own have no name here: name the field that holds it"
)]
pub trait Fields {
    /// One field for each of the type's.
    type Fields;
    /// Whether its one field is all there is of the text, where the type is not a part of another's.
    const IS_TEXT: bool;
    /// All of them.
    fn fields() -> Self::Fields;
}

/// A type whose items have places of their own in its text.
#[diagnostic::on_unimplemented(
    message = "`at!` can't name an item in `{Self}`",
    label = "no items to name here",
    note = "lists have items by number, as in `lines[0]`, and maps by key, as in `labels[\"en\"]`"
)]
pub trait Items {
    /// What an item is named by.
    type Key<'k>: Display;
    /// The type of the items.
    type Item;
    /// The key as the text has it.
    fn text(key: Self::Key<'_>) -> String {
        key.to_string()
    }
}

/// What stands in the text, if it stands there.
#[diagnostic::on_unimplemented(message = "`at!` can't name a field that serde skips", label = "not in the text")]
pub trait InText {
    /// The field's type.
    type Type;
    /// Its pointer, from its struct.
    fn pointer(self) -> &'static str;
}

/// A field of this type.
pub struct Field<T> {
    pointer: &'static str,
    of: PhantomData<fn() -> T>,
}

impl<T> Field<T> {
    /// A field at this pointer, from its struct.
    pub const fn at(pointer: &'static str) -> Self {
        Self { pointer, of: PhantomData }
    }
}

impl<T> InText for Field<T> {
    type Type = T;

    fn pointer(self) -> &'static str {
        self.pointer
    }
}

/// A field that is not in the text.
pub struct NotThere<T>(PhantomData<fn() -> T>);

impl<T> NotThere<T> {
    /// A field of this type.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Default for NotThere<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// The place of a value of this type.
pub struct Path<T> {
    /// `None` for the whole value.
    pointer: Option<String>,
    of: PhantomData<fn() -> T>,
}

/// The place of the whole value.
pub fn root<T>() -> Path<T> {
    Path { pointer: None, of: PhantomData }
}

/// The place of a field. What the types lack is one bound each, so that it is one error.
pub fn field<T, Of, F, Is>(path: Path<T>, pick: fn(Of) -> F) -> Path<Is>
where
    T: Fields<Fields = Of>,
    F: InText<Type = Is>,
{
    let step = pick(T::fields()).pointer();
    let pointer = match path.pointer {
        None if T::IS_TEXT => String::new(),
        None => step.to_owned(),
        Some(pointer) => pointer + step,
    };
    Path { pointer: Some(pointer), of: PhantomData }
}

/// The place of an item.
pub fn item<'k, T, Key, Is>(path: Path<T>, key: Key) -> Path<Is>
where
    T: Items<Key<'k> = Key, Item = Is>,
{
    let pointer = path.pointer.unwrap_or_default() + "/" + &escape(&T::text(key));
    Path { pointer: Some(pointer), of: PhantomData }
}

/// The JSON Pointer of a place.
pub fn pointer<T>(path: Path<T>) -> String {
    path.pointer.unwrap_or_default()
}

macro_rules! looked_through {
    ($($type:ty;)*) => {$(
        impl<T: Fields> Fields for $type {
            type Fields = T::Fields;
            const IS_TEXT: bool = false;

            fn fields() -> Self::Fields {
                T::fields()
            }
        }

        impl<T: Items> Items for $type {
            type Key<'k> = T::Key<'k>;
            type Item = T::Item;
        }
    )*};
}

looked_through! { Option<T>; Box<T>; Rc<T>; Arc<T>; Json<T>; }

macro_rules! lists {
    ($([$($param:tt)*] $type:ty;)*) => {$(
        impl<$($param)*> Items for $type {
            type Key<'k> = usize;
            type Item = T;
        }
    )*};
}

lists! { [T] Vec<T>; [T] VecDeque<T>; [T, const N: usize] [T; N]; }

impl<K, T> Items for BTreeMap<K, T> {
    type Key<'k> = &'k str;
    type Item = T;
}

impl<K, T, S> Items for HashMap<K, T, S> {
    type Key<'k> = &'k str;
    type Item = T;
}
