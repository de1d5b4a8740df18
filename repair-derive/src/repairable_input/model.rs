//! What was asked for, resolved: the type, the way it is read and shown, its fields.

use proc_macro2::Ident;
use syn::{Data, DeriveInput, ExprPath, Fields, Member, Type};

use super::{
    attr::{FieldAttr, FormAttr, TreeFormat, TypeAttr},
    pointer,
};
use crate::{
    errors::Errors,
    options::{CratePath, Slot},
    serde_attr::{Both, ContainerSerde, FieldSerde},
};

pub(crate) struct Model<'a> {
    pub(crate) input: &'a DeriveInput,
    pub(crate) krate: CratePath,
    pub(crate) form: Form,
    pub(crate) show: Slot<(Ident, ExprPath)>,
    /// The format inside a text.
    pub(crate) mend: Slot<(Ident, TreeFormat)>,
    pub(crate) schema: Slot<(Ident, bool)>,
    pub(crate) check: Slot<ExprPath>,
    pub(crate) garde: Slot<Ident>,
    pub(crate) serde: ContainerSerde,
    /// The fields of a struct.
    pub(crate) fields: Vec<Field<'a>>,
    /// The fields' pointers, in the same order.
    pub(crate) pointers: Vec<Both<String>>,
    /// The options on an enum's fields, which has none.
    pub(crate) in_variants: Vec<Ident>,
}

pub(crate) enum Form {
    /// Free text: the whole value is the text of the one field. The option, where it was given.
    Text(Option<Ident>),
    /// A tree that serde writes and reads.
    Tree(TreeFormat, Option<Ident>),
    /// `FromStr`.
    FromStr,
    /// A function of the user's own, `None` where no path stands there, which is recorded.
    With(Option<ExprPath>),
}

pub(crate) struct Field<'a> {
    pub(crate) member: Member,
    pub(crate) ty: &'a Type,
    pub(crate) attr: FieldAttr,
    pub(crate) serde: FieldSerde,
}

impl<'a> Model<'a> {
    pub(crate) fn new(input: &'a DeriveInput, errors: &mut Errors) -> Self {
        let attr = TypeAttr::of(&input.attrs, errors);
        let serde = ContainerSerde::of(&input.attrs);
        let mut in_variants = Vec::new();
        let fields = match &input.data {
            Data::Struct(data) => fields(&data.fields, errors),
            Data::Enum(data) => {
                for variant in &data.variants {
                    let of_fields = variant.fields.iter().map(|field| &field.attrs);
                    for attributes in std::iter::once(&variant.attrs).chain(of_fields) {
                        in_variants.extend(FieldAttr::of(attributes, errors).given().cloned());
                    }
                }
                Vec::new()
            }
            Data::Union(_) => Vec::new(),
        };
        let form = Form::new(attr.form, &input.data);
        let is_whole = is_newtype(&fields) || matches!(form, Form::Text(_));
        Self {
            input,
            krate: CratePath::new(attr.krate.into_value()),
            form,
            show: attr.show,
            mend: attr.mend,
            schema: attr.schema,
            check: attr.check,
            garde: attr.garde,
            pointers: pointer::of_fields(&fields, is_whole, &serde),
            serde,
            fields,
            in_variants,
        }
    }

    /// The fields a repair must not touch, or that serde leaves out of the text.
    pub(crate) fn kept(&self) -> impl Iterator<Item = &Field<'a>> {
        let is_tree = matches!(self.form, Form::Tree(..));
        self.fields.iter().filter(move |field| {
            is_tree && (field.serde.is_skipped() || field.attr.frozen.is_given() || field.attr.secret.is_given())
        })
    }

    /// The pointers of the fields with an option, as far as they are written at all.
    pub(crate) fn paths(&self, has: impl Fn(&FieldAttr) -> bool) -> Vec<&str> {
        let fields = self.fields.iter().zip(&self.pointers);
        let chosen = fields.filter(|(field, _)| has(&field.attr) && !field.serde.skipped.written);
        chosen.map(|(_, pointer)| pointer.written.as_str()).collect()
    }
}

impl Model<'_> {
    /// Where each field is in the text that serde reads, from the type's own place; nothing where the fields are not in it,
    /// or not field by field. A field that serde skips has no place; one that it flattens has that of the type.
    pub(crate) fn places(&self) -> Option<Vec<Option<String>>> {
        let is_struct = matches!(self.input.data, Data::Struct(_));
        let transparent = match &self.serde.reshaped {
            Some(by) if by == "transparent" => true,
            Some(_) => return None,
            None => false,
        };
        if !is_struct || matches!(self.form, Form::FromStr | Form::With(_)) {
            return None;
        }
        // Not those of a text: within another type, it is what serde makes of it.
        let pointers = pointer::of_fields(&self.fields, is_newtype(&self.fields), &self.serde);
        let place = |(field, pointer): (&Field<'_>, Both<String>)| match &field.serde {
            serde if serde.skipped.read => None,
            serde if transparent || serde.flattened => Some(String::new()),
            _ => Some(pointer.read),
        };
        Some(self.fields.iter().zip(pointers).map(place).collect())
    }
}

impl Form {
    fn new(asked: Option<(Ident, FormAttr)>, data: &Data) -> Self {
        match asked {
            Some((name, FormAttr::Text)) => Self::Text(Some(name)),
            Some((name, FormAttr::Tree(format))) => Self::Tree(format, Some(name)),
            Some((_, FormAttr::FromStr)) => Self::FromStr,
            Some((_, FormAttr::With(path))) => Self::With(path),
            None if is_single_string(data) => Self::Text(None),
            None => Self::Tree(TreeFormat::Json, None),
        }
    }
}

fn is_newtype(fields: &[Field<'_>]) -> bool {
    matches!(fields, [Field { member: Member::Unnamed(_), .. }])
}

/// Whether it is a struct with a single `String` field.
pub(crate) fn is_single_string(data: &Data) -> bool {
    let Data::Struct(data) = data else { return false };
    let mut fields = data.fields.iter();
    match (fields.next(), fields.next()) {
        (Some(only), None) => is_string(&only.ty),
        _ => false,
    }
}

fn is_string(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_string(&group.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "String" && last.arguments.is_none()),
        _ => false,
    }
}

fn fields<'a>(fields: &'a Fields, errors: &mut Errors) -> Vec<Field<'a>> {
    let with_member = fields.iter().zip(fields.members());
    with_member
        .map(|(field, member)| Field {
            member,
            ty: &field.ty,
            attr: FieldAttr::of(&field.attrs, errors),
            serde: FieldSerde::of(&field.attrs),
        })
        .collect()
}
