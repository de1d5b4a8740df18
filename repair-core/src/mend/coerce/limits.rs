//! Bounds on numbers and lengths.

use serde_json::{Map, Value};

/// What a number should be, if it is not within the bounds.
pub(super) fn number(keywords: &Map<String, Value>, raw: &str) -> Option<String> {
    let number: f64 = raw.parse().ok()?;
    let bound = |name: &str| keywords.get(name).and_then(Value::as_f64);
    if let Some(least) = bound("minimum").filter(|least| number < *least) {
        return Some(format!("at least {least}"));
    }
    if let Some(most) = bound("maximum").filter(|most| number > *most) {
        return Some(format!("at most {most}"));
    }
    if let Some(least) = bound("exclusiveMinimum").filter(|least| number <= *least) {
        return Some(format!("more than {least}"));
    }
    if let Some(most) = bound("exclusiveMaximum").filter(|most| number >= *most) {
        return Some(format!("less than {most}"));
    }
    keywords.get("format").and_then(Value::as_str).and_then(|format| width(format, raw))
}

/// The integer formats that `schemars` and OpenAPI write: a larger number would be cut or refused by the type.
fn width(format: &str, raw: &str) -> Option<String> {
    let (signed, bits) = match format.strip_prefix("uint") {
        Some(bits) => (false, bits),
        None => (true, format.strip_prefix("int")?),
    };
    let bits: u32 = bits.parse().ok().filter(|bits| matches!(bits, 8 | 16 | 32 | 64))?;
    if raw.contains(['.', 'e', 'E']) {
        return None;
    }
    let most = (1_i128 << (if signed { bits - 1 } else { bits })) - 1;
    let least = if signed { -most - 1 } else { 0 };
    let fits = raw.parse::<i128>().is_ok_and(|number| (least..=most).contains(&number));
    (!fits).then(|| format!("{least} to {most}"))
}

/// What a length should be, if it is not within the bounds.
pub(super) fn length(keywords: &Map<String, Value>, least: &str, most: &str, len: usize, of: &str) -> Option<String> {
    let bound = |name: &str| keywords.get(name).and_then(Value::as_u64).and_then(|bound| usize::try_from(bound).ok());
    if let Some(least) = bound(least).filter(|least| len < *least) {
        return Some(format!("at least {least} {of}"));
    }
    bound(most).filter(|most| len > *most).map(|most| format!("at most {most} {of}"))
}
