//! The options in `#[repair(..)]`, on a type and on a field.

use proc_macro2::Ident;
use syn::{Attribute, ExprPath, Path};

use crate::{
    errors::Errors,
    options::{Entry, Slot, of_attributes, unknown},
};

const OF_TYPE: [&str; 13] =
    ["text", "json", "xml", "yaml", "toml", "from_str", "with", "show", "mend", "schema", "check", "garde", "crate"];
const OF_FIELD: [&str; 3] = ["frozen", "secret", "ungrounded_ok"];

/// What is asked of a type, as it was written.
#[derive(Default)]
pub(crate) struct TypeAttr {
    pub(crate) form: Option<(Ident, FormAttr)>,
    pub(crate) show: Slot<(Ident, ExprPath)>,
    pub(crate) mend: Slot<(Ident, TreeFormat)>,
    pub(crate) schema: Slot<(Ident, bool)>,
    pub(crate) check: Slot<ExprPath>,
    pub(crate) garde: Slot<Ident>,
    pub(crate) krate: Slot<Path>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TreeFormat {
    Json,
    Xml,
    Yaml,
    Toml,
}

impl TreeFormat {
    /// The format that an option names, with its name where it stands.
    fn of(entry: &Entry, errors: &mut Errors) -> Option<(Ident, Self)> {
        let (takes, example) = ("`\"json\"`, `\"xml\"`, `\"yaml\"` or `\"toml\"`", "mend = \"json\"");
        let (word, span) = entry.word(takes, example, errors)?;
        let format = match word.as_str() {
            "json" => Self::Json,
            "xml" => Self::Xml,
            "yaml" => Self::Yaml,
            "toml" => Self::Toml,
            _ => return entry.mistyped(takes, example, errors),
        };
        Some((Ident::new(&word, span), format))
    }
}

/// How a type is read.
pub(crate) enum FormAttr {
    Text,
    Tree(TreeFormat),
    FromStr,
    /// `None` where no path stands there, which is recorded.
    With(Option<ExprPath>),
}

/// What is asked of a field: the option where it was given.
#[derive(Default)]
pub(crate) struct FieldAttr {
    pub(crate) frozen: Slot<Ident>,
    pub(crate) secret: Slot<Ident>,
    pub(crate) ungrounded_ok: Slot<Ident>,
}

impl TypeAttr {
    pub(crate) fn of(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut found = Self::default();
        for entry in of_attributes(attributes, "repair", "json", errors) {
            match entry.name().as_str() {
                "text" => found.form(&entry, FormAttr::Text, errors),
                "json" => found.form(&entry, FormAttr::Tree(TreeFormat::Json), errors),
                "xml" => found.form(&entry, FormAttr::Tree(TreeFormat::Xml), errors),
                "yaml" => found.form(&entry, FormAttr::Tree(TreeFormat::Yaml), errors),
                "toml" => found.form(&entry, FormAttr::Tree(TreeFormat::Toml), errors),
                "from_str" => found.form(&entry, FormAttr::FromStr, errors),
                "with" => {
                    let path = function(&entry, "with = \"path\"", errors);
                    found.form(&entry, FormAttr::With(path), errors);
                }
                "show" => {
                    let path = function(&entry, "show = \"path\"", errors);
                    found.show.set(&entry, path.map(|path| (entry.name.clone(), path)), errors);
                }
                "mend" => {
                    let format = TreeFormat::of(&entry, errors);
                    found.mend.set(&entry, format, errors);
                }
                "schema" => {
                    let wanted = entry.boolean("schema = false", errors);
                    found.schema.set(&entry, wanted.map(|wanted| (entry.name.clone(), wanted)), errors);
                }
                "check" => {
                    let path = function(&entry, "check = \"path\"", errors);
                    found.check.set(&entry, path, errors);
                }
                "garde" => {
                    let flag = entry.flag(errors);
                    found.garde.set(&entry, flag, errors);
                }
                "crate" => {
                    let path = entry.crate_path(errors);
                    found.krate.set(&entry, path, errors);
                }
                name if OF_FIELD.contains(&name) => {
                    errors.at(&entry, format!("`{name}` is an option of a field: put it above the field"));
                }
                _ => errors.at(&entry.name, unknown(&entry.name, &OF_TYPE)),
            }
        }
        found
    }

    fn form(&mut self, entry: &Entry, form: FormAttr, errors: &mut Errors) {
        if !matches!(form, FormAttr::With(_)) && entry.flag(errors).is_none() {
            self.form.get_or_insert((entry.name.clone(), form));
            return;
        }
        match &self.form {
            None => self.form = Some((entry.name.clone(), form)),
            Some((first, _)) if first == &entry.name => {
                errors.at(entry, format!("`{first}` is given twice: keep one"));
            }
            Some((first, _)) => {
                errors.at(entry, format!("`{}` excludes `{first}`: a type is read in one way, keep one", entry.name()));
            }
        }
    }
}

fn function(entry: &Entry, example: &str, errors: &mut Errors) -> Option<ExprPath> {
    entry.path("the path of a function", example, errors)
}

impl FieldAttr {
    pub(crate) fn of(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut found = Self::default();
        for entry in of_attributes(attributes, "repair", "frozen", errors) {
            let slot = match entry.name().as_str() {
                "frozen" => &mut found.frozen,
                "secret" => &mut found.secret,
                "ungrounded_ok" => &mut found.ungrounded_ok,
                name if OF_TYPE.contains(&name) => {
                    errors.at(&entry, format!("`{name}` is an option of the type: put it above the `struct` or `enum`"));
                    continue;
                }
                _ => {
                    errors.at(&entry.name, unknown(&entry.name, &OF_FIELD));
                    continue;
                }
            };
            let flag = entry.flag(errors);
            slot.set(&entry, flag, errors);
        }
        found
    }

    /// The options given, by name.
    pub(crate) fn given(&self) -> impl Iterator<Item = &Ident> {
        [&self.frozen, &self.secret, &self.ungrounded_ok].into_iter().filter_map(Slot::as_ref)
    }
}
