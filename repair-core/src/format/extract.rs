//! Which parts of an answer may be the value: what stands in fences, after the thinking, in the middle of prose.

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// The answer after its thinking: leading `<think>` blocks, or all up to an orphan `</think>`, cut off.
pub(crate) fn without_thinking(answer: &str) -> &str {
    let mut rest = answer.trim_start();
    while let Some(inside) = rest.strip_prefix(OPEN) {
        match inside.split_once(CLOSE) {
            Some((_, after)) => rest = after.trim_start(),
            None => return "",
        }
    }
    match rest.find(CLOSE) {
        Some(at) if !rest[..at].contains(OPEN) && !rest[..at].contains(['{', '[', '"']) => &rest[at + CLOSE.len()..],
        _ => rest,
    }
}

/// The content of the first fenced block, if there is one; the fence's own lines are not part of it.
pub(crate) fn fenced(text: &str) -> Option<&str> {
    let mut offset = 0;
    let mut open: Option<(&str, usize)> = None;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        match open {
            None => {
                if let Some(mark) = fence_mark(trimmed) {
                    open = Some((mark, offset + line.len()));
                }
            }
            Some((mark, start)) => {
                if trimmed.len() >= mark.len()
                    && trimmed.starts_with(mark)
                    && trimmed.trim_matches(mark.chars().next()?).is_empty()
                {
                    return Some(text[start..offset].trim_matches(['\r', '\n']));
                }
            }
        }
        offset += line.len();
    }
    None
}

/// The content if the text is one fenced block and nothing else.
pub(crate) fn only_fenced(text: &str) -> Option<&str> {
    let text = text.trim();
    let mark = fence_mark(text.lines().next()?)?;
    let last = text.lines().next_back()?.trim();
    (text.lines().count() > 1 && last.starts_with(mark) && last.trim_matches(mark.chars().next()?).is_empty())
        .then(|| fenced(text))
        .flatten()
        .filter(|content| content.len() + mark.len() * 2 + 2 <= text.len())
}

fn fence_mark(line: &str) -> Option<&str> {
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let len = line.chars().take_while(|&c| c == mark).count();
    let info = &line[len..];
    (len >= 3 && !info.contains('`') && info.len() <= 40).then(|| &line[..len])
}
