//! How the models differ: what they think, and how to ask for less of it.

use serde::Serialize;

/// How hard a model works on an answer.
///
/// ```
/// use repair_core::model::Effort;
///
/// assert!(Effort::Low < Effort::High && Effort::High < Effort::Max);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Effort {
    /// Least.
    Low,
    /// Little.
    Medium,
    /// The default of most models.
    High,
    /// More.
    XHigh,
    /// Most.
    Max,
}

/// The smallest cap that leaves room for an answer after the thinking.
const ROOM_TO_THINK: u32 = 4096;

/// What a model needs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Quirk {
    /// The value of `thinking.type`.
    pub(super) thinking: Option<&'static str>,
    /// The smallest cap worth sending.
    pub(super) floor: u32,
}

impl Quirk {
    pub(super) fn of(model: &str, effort: Option<Effort>) -> Self {
        let thinks = Self { thinking: None, floor: ROOM_TO_THINK };
        if is(model, "claude-sonnet-5-5") {
            return Self { thinking: Some("between_tools"), floor: 0 };
        }
        if is(model, "claude-haiku-5-5") {
            let may_disable = effort.is_none_or(|effort| effort <= Effort::High);
            return if may_disable { Self { thinking: Some("disabled"), floor: 0 } } else { thinks };
        }
        if is(model, "claude-opus-5-5") || model.starts_with("claude-fable") || generation(model) >= Some(5) {
            return thinks;
        }
        Self { thinking: None, floor: 0 }
    }
}

/// Whether a model is this one or a dated version of it.
fn is(model: &str, prefix: &str) -> bool {
    model.strip_prefix(prefix).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The `5` of `claude-family-5-1`. Models named `claude-3-…` are older than that form.
fn generation(model: &str) -> Option<u32> {
    let (_, version) =
        model.strip_prefix("claude-")?.split_once('-').filter(|(family, _)| !family.starts_with(|c: char| c.is_ascii_digit()))?;
    version.split('-').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_prefix_has_its_quirk() {
        let of = |model| {
            let Quirk { thinking, floor } = Quirk::of(model, None);
            (thinking, floor)
        };
        for (model, quirk) in [
            ("claude-sonnet-5-5", (Some("between_tools"), 0)),
            ("claude-sonnet-5-5-20261101", (Some("between_tools"), 0)),
            ("claude-haiku-5-5", (Some("disabled"), 0)),
            ("claude-opus-5-5", (None, 4096)),
            ("claude-fable-5-2", (None, 4096)),
            ("claude-mythos-5-2", (None, 4096)),
            ("claude-sonnet-5", (None, 4096)),
            ("claude-sonnet-5-50", (None, 4096)),
            ("claude-sonnet-4-6", (None, 0)),
            ("claude-sonnet-4-5-20250929", (None, 0)),
            ("claude-3-5-haiku-20241022", (None, 0)),
            ("my-own", (None, 0)),
            ("claude", (None, 0)),
        ] {
            assert_eq!(of(model), quirk, "{model}");
        }
    }

    #[test]
    fn thinking_is_disabled_only_up_to_high_effort() {
        let thinking = |effort| Quirk::of("claude-haiku-5-5", Some(effort));
        assert_eq!(thinking(Effort::High), Quirk { thinking: Some("disabled"), floor: 0 });
        assert_eq!(thinking(Effort::XHigh), Quirk { thinking: None, floor: 4096 });
    }
}
