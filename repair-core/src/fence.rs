//! Data in a prompt, between lines that nothing in it can close.

/// A tag none of the texts contains, the same for the same texts.
pub(crate) fn tag(nonce: u64, texts: &[&str]) -> u64 {
    let mut tag = nonce;
    while texts.iter().any(|text| text.contains(&format!("{tag:016x}"))) {
        tag = tag.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
    }
    tag
}

/// A text under its name, behind a blank line.
pub(crate) fn fenced(name: &str, text: &str, tag: u64) -> String {
    format!("\n\n<<<{name} {tag:016x}\n{text}\n>>>{name} {tag:016x}")
}
