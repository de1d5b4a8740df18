//! serde's `rename_all`, for fields.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Case {
    #[default]
    AsWritten,
    Upper,
    Pascal,
    Camel,
    Kebab,
    UpperKebab,
}

impl Case {
    /// A field's name is taken to be in snake case, which is also why `lowercase` leaves it alone.
    pub(crate) fn from_serde(name: &str) -> Self {
        match name {
            "UPPERCASE" | "SCREAMING_SNAKE_CASE" => Self::Upper,
            "PascalCase" => Self::Pascal,
            "camelCase" => Self::Camel,
            "kebab-case" => Self::Kebab,
            "SCREAMING-KEBAB-CASE" => Self::UpperKebab,
            _ => Self::AsWritten,
        }
    }

    pub(crate) fn of_field(self, field: &str) -> String {
        match self {
            Self::AsWritten => field.to_owned(),
            Self::Upper => field.to_ascii_uppercase(),
            Self::Pascal => field.split('_').map(capitalised).collect(),
            Self::Camel => {
                let pascal = Self::Pascal.of_field(field);
                let mut letters = pascal.chars();
                letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
            }
            Self::Kebab => field.replace('_', "-"),
            Self::UpperKebab => field.to_ascii_uppercase().replace('_', "-"),
        }
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::Case;

    #[test]
    fn fields_are_named_as_serde_names_them() {
        let named = |case: &str, field: &str| Case::from_serde(case).of_field(field);
        assert_eq!(named("lowercase", "due_Date"), "due_Date");
        assert_eq!(named("UPPERCASE", "due_date"), "DUE_DATE");
        assert_eq!(named("PascalCase", "due__date"), "DueDate");
        assert_eq!(named("camelCase", "_due_date"), "dueDate");
        assert_eq!(named("snake_case", "dueDate"), "dueDate");
        assert_eq!(named("SCREAMING_SNAKE_CASE", "due_date"), "DUE_DATE");
        assert_eq!(named("kebab-case", "due_date"), "due-date");
        assert_eq!(named("SCREAMING-KEBAB-CASE", "due_date"), "DUE-DATE");
    }
}
