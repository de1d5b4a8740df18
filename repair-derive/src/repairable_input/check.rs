//! What can't work, said in words before rustc says it in its own.

use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::{Data, Type};

use super::{
    attr::TreeFormat,
    model::{Field, Form, Model, is_single_string},
};
use crate::{errors::Errors, serde_attr::Both};

pub(crate) fn check(model: &Model<'_>, errors: &mut Errors) {
    item(model, errors);
    form(model, errors);
    for option in &model.in_variants {
        errors.at(option, format!("`{option}` needs a field that is always there: an enum's fields are not"));
    }
    for (field, pointer) in model.fields.iter().zip(&model.pointers) {
        for option in field.attr.given() {
            if let Some(message) = field_option(model, field, pointer, option) {
                errors.at(option, message);
            }
        }
    }
}

/// A union can't be read, and what borrows can't outlive the answer it was read from.
fn item(model: &Model<'_>, errors: &mut Errors) {
    if let Data::Union(data) = &model.input.data {
        let (keyword, name) = (data.union_token, &model.input.ident);
        errors.at(quote!(#keyword #name), "a union can't be read from an answer: derive on a struct or an enum");
        return;
    }
    let mut borrows = false;
    for field in &model.fields {
        if let Type::Reference(reference) = field.ty {
            borrows = true;
            let owned = owned(&reference.elem);
            errors.at(reference, format!("a repaired input owns its data: write `{owned}` instead of a reference"));
        }
    }
    if !borrows && let Some(lifetime) = model.input.generics.lifetimes().next() {
        errors.at(lifetime, "a repaired input owns its data: it can't have a lifetime");
    }
}

fn owned(borrowed: &Type) -> String {
    match borrowed {
        Type::Path(path) if path.path.is_ident("str") => "String".to_owned(),
        Type::Slice(slice) => format!("Vec<{}>", slice.elem.to_token_stream()),
        other => other.to_token_stream().to_string(),
    }
}

fn form(model: &Model<'_>, errors: &mut Errors) {
    if let Form::Text(Some(text)) = &model.form
        && !is_single_string(&model.input.data)
    {
        errors.at(text, "`text` needs a struct with a single `String` field: choose `json`, `from_str` or `with`");
    }
    if let (Some((format, _)), false) = (model.mend.as_ref(), matches!(model.form, Form::Text(_))) {
        errors.at(format, "`mend` names the format inside a `text`: other types are mended by what they are");
    }
    let name = match &model.form {
        Form::Text(_) => "text",
        Form::FromStr => "from_str",
        Form::With(..) => "with",
        Form::Tree(..) => {
            if let Some((show, _)) = model.show.as_ref() {
                errors.at(show, "`show` goes with `from_str` or `with`: serde shows the other formats");
            }
            return;
        }
    };
    if let Some((schema, _)) = model.schema.as_ref() {
        errors.at(schema, format!("`schema` goes with json, xml, yaml and toml: `{name}` has none"));
    }
    if let (Form::Text(_), Some((show, _))) = (&model.form, model.show.as_ref()) {
        errors.at(show, "`show` goes with `from_str` or `with`: text is shown as it is");
    }
}

/// Why this option can't hold for this field.
fn field_option(model: &Model<'_>, field: &Field<'_>, pointer: &Both<String>, option: &Ident) -> Option<String> {
    let format = match &model.form {
        Form::Tree(format, _) => *format,
        Form::Text(_) => return whole(option),
        Form::FromStr | Form::With(..) => {
            return Some(format!("`{option}` needs a format with named fields: json, xml, yaml or toml"));
        }
    };
    if let Some(serde) = &model.serde.reshaped {
        return Some(format!("`{option}` can't find its field: serde's `{serde}` gives the text another form"));
    }
    if field.serde.flattened {
        return Some(format!("`{option}` can't find its field: serde's `flatten` spreads it over the others"));
    }
    if pointer.written.is_empty() {
        return whole(option);
    }
    let both_ways = !field.serde.skipped.written && !field.serde.skipped.read;
    if both_ways && pointer.written != pointer.read {
        let (written, read) = (&pointer.written[1..], &pointer.read[1..]);
        return Some(format!("`{option}` needs one name: serde writes `{written}` and reads `{read}`"));
    }
    if format == TreeFormat::Xml && pointer.written.starts_with("/$") {
        return Some(format!("`{option}` needs an element or an attribute of its own in XML"));
    }
    None
}

/// A field that is the whole value is what a repair changes.
fn whole(option: &Ident) -> Option<String> {
    (option != "ungrounded_ok").then(|| format!("the field is all there is to repair: it can't be `{option}`"))
}
